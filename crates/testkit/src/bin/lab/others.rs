//! Comparisons with what is not on every machine: a Java compiler, a solver. Without it nothing is compared, which is said.

use crate::Arguments;
use commute_base::fault;
use commute_testkit::abstraction::{self, Effort};
use commute_testkit::proofs::{self, KINDS};
use commute_testkit::twins::{self, Javac};
use std::process::ExitCode;

/// The numbers of the programs.
fn seeds(arguments: &Arguments, programs: u64) -> std::ops::Range<u64> {
    let first = (arguments.seed << 32) + arguments.first;
    first..first + programs
}

/// Programs in Java against the same as models.
pub fn java(arguments: &Arguments, programs: u64) -> ExitCode {
    let javac = match Javac::find() {
        Ok(javac) => javac,
        Err(why) => {
            println!("skipped: {why}");
            return ExitCode::SUCCESS;
        }
    };
    let mut tell = |seed: u64, twin: &twins::Twin, what: &str| {
        println!("=== seed {seed}: {what}\n{}\n{}", twins::model(twin), twins::java(twin, "P"));
    };
    match twins::run(javac, seeds(arguments, programs), &mut tell) {
        Ok(counts) => {
            println!("{counts}");
            ExitCode::from(u8::from(counts.different > 0))
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// The prover against the search.
pub fn prove(arguments: &Arguments, programs: u64) -> ExitCode {
    if let Err(missing) = commute_smt::find_solver(None) {
        println!("skipped: {missing}");
        return ExitCode::SUCCESS;
    }
    for kind in KINDS {
        match proofs::run(kind, seeds(arguments, programs / KINDS.len() as u64)) {
            Ok(tally) => println!("{} programs, each with and without reduction: {tally}", kind.0),
            Err(difference) => {
                println!("=== {difference}");
                return ExitCode::from(1);
            }
        }
    }
    ExitCode::SUCCESS
}

/// What is proved against brute force: the examples, which are few and worth more, and generated programs.
pub fn obligations(arguments: &Arguments, programs: u64) -> ExitCode {
    let thorough = Effort { states: 300, nodes: 10_000, triples: 30 };
    let (Some(mut examples), Some(mut generated)) =
        (abstraction::attempt(thorough), abstraction::attempt(abstraction::QUICK))
    else {
        println!("skipped: there is no solver");
        return ExitCode::SUCCESS;
    };
    let mut run = || {
        if let Some(path) = &arguments.file {
            let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
            return generated.program(&text, false, &[]).map_err(|broken| broken.0);
        }
        if arguments.first == 0 && arguments.fault.is_none() {
            abstraction::examples(&mut examples, &|_| true)?;
            abstraction::mutations(&mut examples)?;
            println!("examples and mutations of them: {}", examples.tally);
        }
        let started = std::time::Instant::now();
        for seed in seeds(arguments, programs.div_ceil(proofs::kinds().count() as u64)) {
            for kind in proofs::kinds() {
                abstraction::programs(&mut generated, kind, seed..seed + 1)?;
            }
            if arguments.minutes.is_some_and(|most| started.elapsed().as_secs() / 60 >= most) {
                break;
            }
        }
        Ok(())
    };
    let result: Result<(), String> = match &arguments.fault {
        Some(name) => fault::with(name, run),
        None => run(),
    };
    println!("{}", generated.tally);
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(difference) => {
            println!("=== {difference}");
            ExitCode::from(1)
        }
    }
}
