//! `commute prove`: proves a model thread by thread.

use crate::args::{Prove, Stage};
use crate::exit::Exit;
use crate::format::{Manner, Message, Reporting};
use crate::output::Out;
use crate::report::Proof;
use commute::prove::{self, Attempt, Plan, ProofVerdict};
use commute::{Interrupt, Program};
use commute_logic::Condition;
use commute_prover::Options;
use commute_smt::{Cache, Setup, find_solver, smtlib};
use std::sync::Arc;

/// Proves a model, or says what cannot be proved and whether it can happen.
pub fn run(args: &Prove, interrupt: &Interrupt, out: &mut Out<'_>) -> anyhow::Result<Exit> {
    let manner = Manner { view: args.view, quiet: false };
    let java = commute::java::JavaOptions::default();
    if commute::java::is_java(&args.file, &java) {
        return classes(args, &java, manner, out);
    }
    let model = match Program::for_proof(&args.file, &args.defines) {
        Ok(model) => model,
        Err(error) => {
            let (by, file) = (Reporting::Prove, args.file.display().to_string());
            args.format.say(&Message::NotLoaded { by, file: &file, error: &error }, manner, out)?;
            return Ok(Exit::of_load_error(&error));
        }
    };
    let options = Options { unroll: args.unroll, reduction: args.reduction };
    let plan = match prove::plan(&model, &options) {
        Ok(plan) => plan,
        Err(refusal) => {
            args.format.say(&Message::ProofRefused { model: &model, refusal: &refusal }, manner, out)?;
            return Ok(Exit::Undecided);
        }
    };
    if let Some(stage) = args.emit {
        return emit(&plan, stage, out);
    }
    let attempt = Attempt { options, infer: args.infer, search: args.search, points: args.points };
    let tried = prove::run(&model, &args.file, &args.defines, plan, attempt, &setup(args)?, interrupt)?;
    let proof = Proof { model: &model, file: &args.file, constants: &args.defines, tried: &tried };
    args.format.say(&Message::Proved(&proof), manner, out)?;
    Ok(match tried.verdict() {
        ProofVerdict::Proved => Exit::Holds,
        ProofVerdict::Violated => Exit::Violated,
        ProofVerdict::NotProved => Exit::Undecided,
    })
}

/// Proves the classes of a Java program that are made for many threads.
fn classes(
    args: &Prove,
    java: &commute::java::JavaOptions,
    manner: Manner,
    out: &mut Out<'_>,
) -> anyhow::Result<Exit> {
    let of_models = [
        ("--define", !args.defines.is_empty()),
        ("--unroll", args.unroll.is_some()),
        ("--infer", args.infer),
        ("--points", args.points),
        ("--emit", args.emit.is_some()),
    ];
    if let Some((flag, _)) = of_models.iter().find(|(_, is_given)| *is_given) {
        anyhow::bail!("{flag} is for models; classes of Java are proved without it");
    }
    let proved = match prove::classes(&args.file, java, &setup(args)?, args.search) {
        Ok(proved) => proved,
        Err(prove::ClassesError::Load(error)) => {
            let (by, file) = (Reporting::Prove, args.file.display().to_string());
            args.format.say(&Message::NotLoaded { by, file: &file, error: &error }, manner, out)?;
            return Ok(Exit::of_load_error(&error));
        }
        Err(error) => return Err(error.into()),
    };
    args.format.say(&Message::ProvedClasses(&proved), manner, out)?;
    let verdicts: Vec<ProofVerdict> = proved.classes.iter().map(prove::ProvedClass::verdict).collect();
    Ok(match () {
        () if verdicts.contains(&ProofVerdict::Violated) => Exit::Violated,
        () if verdicts.contains(&ProofVerdict::NotProved) => Exit::Undecided,
        () => Exit::Holds,
    })
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
