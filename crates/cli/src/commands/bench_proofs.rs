//! `commute bench --prove`: how fast proofs are when the solver runs already.

use crate::args::Bench;
use crate::exit::Exit;
use crate::output::Out;
use crate::report::show_load_error;
use commute::{Program, prove};
use commute_prover::spec::Spec;
use commute_prover::{Options, Plan, houdini};
use commute_smt::{Checker, Setup, find_solver};
use std::time::Instant;

/// Each proof is made so often after the first time; the fastest counts.
const REPETITIONS: usize = 5;

/// What one proof took.
struct Timed {
    verdict: &'static str,
    obligations: usize,
    conditions: usize,
    seconds: f64,
}

/// Proves each model several times with one solver process.
pub fn run(args: &Bench, out: &mut Out<'_>) -> anyhow::Result<Exit> {
    let setup = Setup::new(find_solver(args.solver.as_deref())?);
    let mut checker = setup.checker();
    out.text(&format!(
        "{:<40} {:<10} {:>11} {:>10} {:>9} {:>13} {:>12}\n",
        "model", "verdict", "obligations", "conditions", "seconds", "obligations/s", "conditions/s"
    ))?;
    let mut worst = Exit::Holds;
    let mut all = Timed { verdict: "", obligations: 0, conditions: 0, seconds: 0.0 };
    for file in &args.files {
        let model = match Program::for_proof(file, &args.read.defines) {
            Ok(model) => model,
            Err(error) => {
                show_load_error(&error, args.view);
                worst = worst.worst(Exit::of_load_error(&error));
                continue;
            }
        };
        match time(&model, &setup, &mut checker)? {
            Ok(timed) => {
                out.text(&line(model.name(), &timed))?;
                all.obligations += timed.obligations;
                all.conditions += timed.conditions;
                all.seconds += timed.seconds;
            }
            Err(reason) => out.text(&format!("{:<40} refused: {reason}\n", model.name()))?,
        }
    }
    out.text(&line("all", &all))?;
    out.text(&format!(
        "\nThe time is that of translating and deciding everything, the fastest of {REPETITIONS} runs after a first one, by {}.\n",
        checker.solver().identity()?
    ))?;
    Ok(worst)
}

fn line(name: &str, timed: &Timed) -> String {
    let rate = |n: usize| n as f64 / timed.seconds.max(1e-6);
    format!(
        "{name:<40} {:<10} {:>11} {:>10} {:>9.3} {:>13.0} {:>12.0}\n",
        timed.verdict,
        timed.obligations,
        timed.conditions,
        timed.seconds,
        rate(timed.obligations),
        rate(timed.conditions)
    )
}

/// The fastest of some runs, or why the model cannot be proved this way.
fn time(model: &Program, setup: &Setup, checker: &mut Checker) -> anyhow::Result<Result<Timed, String>> {
    let options = Options { unroll: None, reduction: true };
    let mut spec = match Spec::with_derived(model.ir()) {
        Ok(spec) => spec,
        Err(refusal) => return Ok(Err(refusal.reason)),
    };
    if !spec.env_written {
        // What has to be found is found before the clock runs.
        let explored: houdini::Explored = &mut |candidates| prove::refuted(model, &[], candidates);
        if let Ok(found) = houdini::infer(model.ir(), &spec, &options, setup, explored) {
            spec = found?.plan.spec;
        }
    }
    let mut best: Option<Timed> = None;
    for _ in 0..=REPETITIONS {
        let start = Instant::now();
        let plan = match Plan::new(model.ir(), spec.clone(), &options) {
            Ok(plan) => plan,
            Err(refusal) => return Ok(Err(refusal.reason)),
        };
        let findings = plan.run_with(setup, checker)?;
        let seconds = start.elapsed().as_secs_f64();
        if best.as_ref().is_none_or(|best| seconds < best.seconds) {
            let verdict = if findings.is_proof() { "proved" } else { "not proved" };
            let (obligations, conditions) = (plan.duties.len(), findings.shown);
            best = Some(Timed { verdict, obligations, conditions, seconds });
        }
    }
    Ok(best.ok_or_else(|| "[commute internal bug] nothing was timed".to_owned()))
}
