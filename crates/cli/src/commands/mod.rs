//! The subcommands.

mod annotate;
mod bench;
mod bench_proofs;
mod certified;
mod check;
mod compare;
mod completions;
mod ffq01;
mod fmt;
mod fq03;
mod ir;
mod ltl;
mod prove;
mod rejection;
mod replay;
mod sc06;
mod sto00;
mod tables;

use crate::args::{HiArgs, Paper};
use crate::exit::Exit;
use crate::output::Out;
use commute_explore::Interrupt;

/// Carries out a command. `Err` is a fault of the surroundings (exit code 2).
pub fn run(args: HiArgs, interrupt: &Interrupt, out: &mut Out<'_>) -> anyhow::Result<Exit> {
    match args {
        HiArgs::Check(args) => check::run(*args, interrupt, out),
        HiArgs::Compare(args) => compare::run(*args, interrupt, out),
        HiArgs::Ltl(args) => ltl::run(*args, interrupt, out),
        HiArgs::Prove(args) => prove::run(&args, interrupt, out),
        HiArgs::Bench(args) if args.prove => bench_proofs::run(&args, out),
        HiArgs::Bench(args) => bench::run(&args, out),
        HiArgs::Tables(Paper::Dhrr04, written) => tables::dhrr04(written, out),
        HiArgs::Tables(Paper::Sto00, _) => sto00::tables(out),
        HiArgs::Tables(Paper::Sc06, _) => sc06::sc06(out),
        HiArgs::Tables(Paper::Fq03, _) => fq03::fq03(out),
        HiArgs::Tables(Paper::Ffq01, _) => ffq01::tables(out),
        HiArgs::Replay(args) => replay::run(&args, out),
        HiArgs::Fmt(args) => fmt::run(&args, out),
        HiArgs::Ir(args) => ir::run(&args, out),
        HiArgs::Completions(shell) => completions::completions(shell, out),
        HiArgs::Man => completions::man(out),
    }
}
