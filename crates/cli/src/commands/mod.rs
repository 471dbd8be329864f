//! The subcommands.

mod bench;
mod bench_proofs;
mod check;
mod compare;
mod completions;
mod fmt;
mod ir;
mod ltl;
mod prove;
mod replay;
mod suite;
mod tables;

use crate::args::HiArgs;
use crate::exit::Exit;
use crate::output::Out;
use commute::Interrupt;

/// Carries out a command. `Err` is a fault of the surroundings (exit code 2).
pub fn run(args: HiArgs, interrupt: &Interrupt, out: &mut Out<'_>) -> anyhow::Result<Exit> {
    match args {
        HiArgs::Check(args) => check::run(*args, interrupt, out),
        HiArgs::Compare(args) => compare::run(&args, interrupt, out),
        HiArgs::Ltl(args) => ltl::run(*args, interrupt, out),
        HiArgs::Prove(args) => prove::run(&args, interrupt, out),
        HiArgs::Bench(args) if args.prove => bench_proofs::run(&args, out),
        HiArgs::Bench(args) => bench::run(&args, out),
        HiArgs::Tables(paper, written, extent) => tables::run(paper, written, extent, out),
        HiArgs::Replay(args) => replay::run(&args, out),
        HiArgs::Fmt(args) => fmt::run(&args, out),
        HiArgs::Ir(args) => ir::run(&args, out),
        HiArgs::Completions(shell) => completions::completions(shell, out),
        HiArgs::Man => completions::man(out),
    }
}
