//! `commute prove`: proves a model thread by thread.

use super::rejection;
use crate::args::{Prove, Stage};
use crate::exit::Exit;
use crate::explored;
use crate::handover::{self, Searched};
use crate::output::Out;
use crate::pipeline::{self, Model};
use crate::report::{Candidates, Proof, ProveBody, ProveDocument, proof_text, refusal_text};
use commute_explore::Interrupt;
use commute_logic::Condition;
use commute_prover::spec::Spec;
use commute_prover::{Findings, Options, Plan, Refusal, houdini};
use commute_smt::{Cache, Setup, find_solver, smtlib};
use std::sync::Arc;
use std::time::Instant;

/// Proves a model, or says what cannot be proved and whether it can happen.
pub fn run(args: &Prove, interrupt: &Interrupt, out: &mut Out<'_>) -> anyhow::Result<Exit> {
    let model = match pipeline::load_for_proof(&args.file, &args.defines) {
        Ok(model) => model,
        Err(error) => {
            return rejection::report::<ProveBody>(&args.file, &error, args.json, args.view, out);
        }
    };
    if !args.json {
        rejection::show_diagnostics(&model.sources, &model.warnings, args.view);
    }
    let options = Options { unroll: args.unroll, reduction: args.reduction };
    let spec = Spec::with_derived(&model.program);
    let plan = match spec.and_then(|spec| Plan::new(&model.program, spec, &options)) {
        Ok(plan) => plan,
        Err(refusal) => return refused(args, &model, &refusal, out),
    };
    match args.emit {
        Some(stage) => emit(&plan, stage, out),
        None => prove(args, &model, plan, &options, interrupt, out),
    }
}

fn prove(
    args: &Prove,
    model: &Model,
    mut plan: Plan,
    options: &Options,
    interrupt: &Interrupt,
    out: &mut Out<'_>,
) -> anyhow::Result<Exit> {
    let start = Instant::now();
    let setup = setup(args)?;
    let mut findings = plan.run(&setup)?;
    // What the user wrote is taken as it is, unless more is asked for.
    let mut inferred = None;
    if !findings.is_proof() && (args.infer || !plan.spec.env_written) {
        let explored: houdini::Explored =
            &mut |candidates| explored::refuted(model, &args.defines, candidates);
        if let Ok(found) = houdini::infer(&model.program, &plan.spec, options, &setup, explored) {
            let found = found?;
            inferred = Some(Candidates { tried: found.tried, refuted: found.refuted, rounds: found.rounds });
            (plan, findings) = (found.plan, found.findings);
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    let searched = match args.search && !findings.failed.is_empty() {
        true => handover::search(&args.file, &args.defines, &model.program, interrupt)?,
        false => Searched::Not,
    };
    let proof = Proof { model, plan: &plan, findings: &findings, searched: &searched, inferred, seconds };
    match args.json {
        true => out.json(&ProveDocument::tried(&proof, &model.warnings))?,
        false => out.text(&proof_text(&proof, args.view))?,
    }
    Ok(exit(&findings, &searched))
}

fn emit(plan: &Plan, stage: Stage, out: &mut Out<'_>) -> anyhow::Result<Exit> {
    for duty in &plan.duties {
        out.text(&match stage {
            Stage::Logic => format!("{}\n", duty.obligation),
            Stage::Smt => format!("{}\n", smtlib::script(&Condition::of(&duty.obligation))),
        })?;
    }
    Ok(Exit::Holds)
}

fn refused(args: &Prove, model: &Model, refusal: &Refusal, out: &mut Out<'_>) -> anyhow::Result<Exit> {
    match args.json {
        true => out.json(&ProveDocument::refused(&model.name, &model.sources, refusal))?,
        false => out.text(&refusal_text(model, refusal))?,
    }
    Ok(Exit::Undecided)
}

fn setup(args: &Prove) -> anyhow::Result<Setup> {
    let mut setup = Setup::new(find_solver(args.solver.as_deref())?);
    if let Some(second) = &args.second_solver {
        setup.second = Some(find_solver(Some(second))?);
    }
    setup.timeout = args.timeout;
    setup.workers = args.jobs;
    setup.cache = args.cache.as_ref().map(|directory| Arc::new(Cache::in_directory(directory)));
    Ok(setup)
}

fn exit(findings: &Findings, searched: &Searched) -> Exit {
    match searched {
        Searched::Real { .. } => Exit::Violated,
        _ if findings.is_proof() => Exit::Holds,
        _ => Exit::Undecided,
    }
}
