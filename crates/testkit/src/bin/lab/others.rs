//! Comparisons with what is not on every machine: a Java compiler, a solver. Without it nothing is compared, which is said.

use crate::Arguments;
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

/// What is proved against brute force.
pub fn obligations(arguments: &Arguments, programs: u64) -> ExitCode {
    // The examples are few and worth more.
    let (more, less) = (Effort { states: 600, nodes: 60_000, triples: 40 }, abstraction::QUICK);
    let begin = |effort| abstraction::attempt(effort);
    let (Some(mut examples), Some(mut generated)) = (begin(more), begin(less)) else {
        println!("skipped: there is no solver");
        return ExitCode::SUCCESS;
    };
    let started = std::time::Instant::now();
    let minutes = |started: &std::time::Instant| started.elapsed().as_secs() / 60;
    let wrong = |difference: String| {
        println!("=== {difference}");
        ExitCode::from(1)
    };
    if let Err(difference) = abstraction::examples(&mut examples, &|_| true) {
        return wrong(difference);
    }
    println!("examples: {}", examples.tally);
    let each = programs.div_ceil(KINDS.len() as u64);
    for seed in seeds(arguments, each) {
        for kind in KINDS {
            if let Err(difference) = abstraction::programs(&mut generated, kind, seed..seed + 1) {
                return wrong(difference);
            }
        }
        if arguments.minutes.is_some_and(|most| minutes(&started) >= most) {
            break;
        }
    }
    println!("generated: {}", generated.tally);
    ExitCode::SUCCESS
}
