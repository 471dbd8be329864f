//! `commute prove`: proves a model thread by thread.

use super::rejection;
use crate::args::{Prove, Stage};
use crate::exit::Exit;
use crate::handover::{self, Searched};
use crate::output::Out;
use crate::pipeline;
use crate::report::{Proof, proof_text, refusal_text};
use commute_explore::Interrupt;
use commute_logic::Condition;
use commute_prover::spec::Spec;
use commute_prover::{Findings, Options, Plan, houdini};
use commute_smt::{Setup, find_solver, smtlib};
use std::time::Instant;

/// Proves a model, or says what cannot be proved and whether it can happen.
pub fn run(args: &Prove, interrupt: &Interrupt, out: &mut Out<'_>) -> anyhow::Result<Exit> {
    let model = match pipeline::load_for_proof(&args.file, &args.defines) {
        Ok(model) => model,
        Err(error) => {
            rejection::show(&error, args.view);
            return Ok(rejection::exit(&error));
        }
    };
    rejection::show_diagnostics(&model.sources, &model.warnings, args.view);
    let options = Options { unroll: args.unroll, reduction: args.reduction };
    let spec = Spec::with_derived(&model.program);
    let mut plan = match spec.and_then(|spec| Plan::new(&model.program, spec, &options)) {
        Ok(plan) => plan,
        Err(refusal) => {
            out.text(&refusal_text(&model, &refusal))?;
            return Ok(Exit::Undecided);
        }
    };
    if let Some(stage) = args.emit {
        for duty in &plan.duties {
            out.text(&match stage {
                Stage::Logic => format!("{}\n", duty.obligation),
                Stage::Smt => format!("{}\n", smtlib::script(&Condition::of(&duty.obligation))),
            })?;
        }
        return Ok(Exit::Holds);
    }
    let start = Instant::now();
    let setup = setup(args)?;
    let mut findings = plan.run(&setup)?;
    // What the user wrote is taken as it is, unless more is asked for.
    let mut inferred = None;
    if !findings.is_proof() && (args.infer || !plan.spec.env_written) {
        let found = houdini::infer(&model.program, &plan.spec, &options, &setup);
        if let Ok(found) = found {
            let found = found?;
            inferred = Some((found.tried, found.rounds));
            if let Ok(better) = Plan::new(&model.program, found.spec, &options) {
                findings = better.run(&setup)?;
                plan = better;
            }
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    let searched = match args.search && !findings.failed.is_empty() {
        true => handover::search(&args.file, &args.defines, &model.program, interrupt)?,
        false => Searched::Not,
    };
    let exit = exit(&findings, &searched);
    let proof =
        Proof { model: &model, plan: &plan, findings: &findings, searched: &searched, inferred, seconds };
    out.text(&proof_text(&proof, args.view))?;
    Ok(exit)
}

fn setup(args: &Prove) -> anyhow::Result<Setup> {
    let mut setup = Setup::new(find_solver(args.solver.as_deref())?);
    if let Some(second) = &args.second_solver {
        setup.second = Some(find_solver(Some(second))?);
    }
    setup.timeout = args.timeout;
    setup.workers = args.jobs;
    Ok(setup)
}

fn exit(findings: &Findings, searched: &Searched) -> Exit {
    match searched {
        Searched::Real { .. } => Exit::Violated,
        _ if findings.is_proof() => Exit::Holds,
        _ => Exit::Undecided,
    }
}
