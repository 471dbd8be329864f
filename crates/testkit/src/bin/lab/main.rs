//! The long run of the soundness laboratory: `lab --programs 200000`. Every program is searched in all ways that must agree;
//! differences are shrunk and printed.

#![allow(clippy::print_stdout, clippy::print_stderr)]

mod annotations;
mod arguments;
mod auto;
mod files;
mod others;

use arguments::Arguments;
use clap::Parser;
use commute_base::mutant;
use commute_testkit::Model as Compiled;
use commute_testkit::difftest::matrix::{Filled, Filling, Matrix};
use commute_testkit::difftest::mutants::{Killed, MUTANTS, Subjects, kill_all};
use commute_testkit::difftest::{
    Difference, Subject, Tally, Verdict, examine, family, plain_program, program, timed_program,
};
use commute_testkit::generate::{
    Model, aimed, crowd, distributed, everywhere, paths, predicates, starting, wholes,
};
use std::io::Write;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// What the workers share.
struct Run<'a> {
    arguments: &'a Arguments,
    next: AtomicU64,
    started: Instant,
    tally: Mutex<Tally>,
    matrix: Mutex<Matrix>,
}

impl Run<'_> {
    fn work(&self) {
        let (mut tally, mut matrix) = (Tally::default(), Matrix::default());
        loop {
            let n = self.next.fetch_add(1, Ordering::Relaxed);
            let minutes = self.started.elapsed().as_secs() / 60;
            if n >= self.arguments.first + self.arguments.programs
                || self.arguments.minutes.is_some_and(|most| minutes >= most)
            {
                break;
            }
            let model = model(self.arguments, n);
            if self.arguments.places {
                let compiled = Compiled::compile("generated.cm", &model.to_string(), &[]);
                if let Ok(compiled) = compiled {
                    matrix.place(&compiled.program, self.arguments.limit);
                }
                continue;
            }
            match examine(&model, n, self.arguments.limit) {
                Ok(verdict) => {
                    tally.add(&model.to_string(), &verdict);
                    if self.arguments.matrix {
                        self.measure(&model, n, &verdict, &mut matrix);
                    }
                }
                Err(failure) => {
                    tally.different += 1;
                    write_failure(self.arguments, n, &failure.0, &failure.1);
                }
            }
            if n.is_multiple_of(1000) && n > self.arguments.first {
                let rate = (n - self.arguments.first) as f64 / self.started.elapsed().as_secs_f64();
                eprintln!("{n} programs, {rate:.0} a second");
            }
        }
        self.tally.lock().expect("[commute internal bug] a worker panicked").merge(&tally);
        self.matrix.lock().expect("[commute internal bug] a worker panicked").merge(matrix);
    }

    /// Adds what a program does to the table.
    fn measure(&self, model: &Model, n: u64, verdict: &Verdict, matrix: &mut Matrix) {
        let limit = self.arguments.limit;
        if let Verdict::Agreed(agreed) = verdict
            && agreed.small
            && let Ok(Some(subject)) = Subject::new(&model.to_string(), n, limit)
        {
            matrix.add(&subject, agreed, limit);
        }
    }
}

/// Prints a difference, and writes a model of it if that is wanted.
fn write_failure(arguments: &Arguments, n: u64, small: &Model, difference: &Difference) {
    println!("=== program {n} of seed {}: {difference}\n{small}", arguments.seed);
    let Some(directory) = &arguments.failures else { return };
    let name = format!("{:?}-{}-{n}.cm", difference.stage, arguments.seed).to_lowercase();
    let what = difference.to_string().replace('\n', "\n// ");
    let written = std::fs::create_dir_all(directory)
        .and_then(|()| std::fs::write(directory.join(name), format!("// {what}\n{small}")));
    if let Err(error) = written {
        eprintln!("cannot write to {}: {error}", directory.display());
    }
}

/// The n-th program, of one family if that is wanted.
fn model(arguments: &Arguments, n: u64) -> Model {
    let family = arguments.family.as_deref();
    family.map_or_else(|| program(arguments.seed, n), |name| of_family(name, arguments.seed, n))
}

/// The n-th program of a family.
fn of_family(name: &str, seed: u64, n: u64) -> Model {
    let of_seed = (seed << 32).wrapping_add(n);
    match name {
        "everywhere" => everywhere(of_seed, n),
        "aimed" => aimed(of_seed, n),
        "predicates" => predicates(of_seed),
        "starting" => starting(of_seed),
        "crowd" => crowd(of_seed),
        "wholes" => wholes(of_seed),
        "paths" => paths(of_seed),
        "distributed" => distributed(of_seed),
        "plain" => plain_program(seed, n),
        "timed" => timed_program(seed, n),
        _ => program(seed, n),
    }
}

/// Says what everything agrees on about a text, or what differs.
fn say(text: &str, number: u64, arguments: &Arguments) -> ExitCode {
    let verdict =
        Subject::new(text, number, arguments.limit).and_then(|subject| match (subject, &arguments.mutant) {
            (None, _) => Ok(None),
            (Some(subject), None) => subject.compare().map(Some),
            (Some(subject), Some(name)) => mutant::with(name, || subject.compare()).map(Some),
        });
    match verdict {
        Ok(None) => println!("more than {} states", arguments.limit),
        Ok(Some(agreed)) => {
            let first = format!("{:?}, {} final states\n", agreed.report, agreed.finals);
            let ways = agreed.stored.iter().map(|(way, states)| format!("{states:>9} {way}\n"));
            // Who reads only the beginning is right to go.
            let _ = std::io::stdout().write_all((first + &ways.collect::<String>()).as_bytes());
        }
        Err(difference) => {
            println!("{difference}");
            return ExitCode::from(1);
        }
    }
    ExitCode::SUCCESS
}

/// Looks at as many programs again, and searches them where the table is empty. Gives how many differ.
fn fill(matrix: &mut Matrix, arguments: &Arguments) -> u64 {
    let (mut searched, mut different, counts) = (0, 0, |_: &str| true);
    let filling = Filling { seed: arguments.seed, limit: arguments.limit, counts: &counts };
    println!("{} empty cells of searches before programs aimed at them", matrix.empty_cells().1);
    for n in 0..arguments.programs {
        match matrix.fill(n, &filling) {
            Filled::Nothing if n % 500 > 0 => continue,
            Filled::Nothing => {}
            Filled::Something => searched += 1,
            Filled::Different(model, difference) => {
                different += 1;
                write_failure(arguments, n, &model, &difference);
            }
        }
        if matrix.empty_cells() == (0, 0) {
            break;
        }
    }
    println!("{searched} programs searched in ways in which some row was not");
    different
}

/// Examines all programs and says what they were like.
fn run(arguments: &Arguments) -> ExitCode {
    // Panics are differences and are reported as such.
    std::panic::set_hook(Box::new(|_| {}));
    let run = Run {
        arguments,
        next: AtomicU64::new(arguments.first),
        started: Instant::now(),
        tally: Mutex::default(),
        matrix: Mutex::default(),
    };
    std::thread::scope(|scope| {
        for _ in 0..arguments.threads.max(1) {
            scope.spawn(|| run.work());
        }
    });
    let mut tally = run.tally.into_inner().expect("[commute internal bug] a worker panicked");
    let seconds = run.started.elapsed().as_secs_f64();
    let mut matrix = run.matrix.into_inner().expect("[commute internal bug] a worker panicked");
    if arguments.matrix {
        tally.different += fill(&mut matrix, arguments);
    }
    let mut is_refuted = false;
    if arguments.matrix || arguments.places {
        println!("{matrix}");
        is_refuted = !matrix.refuted().is_empty();
    }
    println!("{tally}{:>9.0} programs a second", tally.programs() as f64 / seconds);
    ExitCode::from(u8::from(tally.different > 0 || is_refuted))
}

/// Switches on each fault and says how it was noticed.
fn run_mutants(arguments: &Arguments) -> ExitCode {
    std::panic::set_hook(Box::new(|_| {}));
    let make = |n| Subject::new(&program(arguments.seed, n).to_string(), n, arguments.limit);
    // The numbers are those of a usual run, so that a table can name them.
    let is_wanted = |n: &u64| arguments.family.as_ref().is_none_or(|name| name == family(*n));
    let numbers = (arguments.first..arguments.first + arguments.programs).filter(is_wanted).collect();
    let subjects = Subjects::new(numbers, &make);
    let survivors = AtomicU64::new(0);
    println!("# fault\tnoticed by\ton program\tby which search");
    let wanted =
        |name: &str| arguments.mutant.as_ref().is_none_or(|names| names.split(',').any(|n| n == name));
    let corners = !arguments.generated;
    kill_all(&subjects, corners, arguments.threads, &wanted, &|fault, killed| match killed {
        Some(Killed { by, how, on }) => println!("{}\t{by:?}\t{on}\t{how}", fault.name),
        None => {
            survivors.fetch_add(1, Ordering::Relaxed);
            eprintln!("{} is not noticed: {}", fault.name, fault.what);
        }
    });
    let survivors = survivors.into_inner();
    eprintln!("{} mutants, {survivors} not noticed", MUTANTS.len());
    ExitCode::from(u8::from(survivors > 0))
}

fn main() -> ExitCode {
    let wrong = |message: String| {
        eprintln!("{message}");
        ExitCode::from(2)
    };
    let arguments = Arguments::parse();
    if arguments.auto {
        return auto::run(&arguments);
    }
    if let Some(programs) = arguments.java {
        return others::java(&arguments, programs);
    }
    if let Some(programs) = arguments.systems {
        return others::systems(&arguments, programs);
    }
    if let Some(programs) = arguments.jvm {
        return others::jvm(&arguments, programs);
    }
    if let Some(calls) = arguments.jvm_calls {
        return others::jvm_calls(&arguments, calls);
    }
    if let Some(every) = arguments.conformance {
        return others::conformance(&arguments, every);
    }
    if arguments.library {
        return others::library(&arguments);
    }
    if let Some(classes) = arguments.prove_java {
        return others::prove_java(&arguments, classes);
    }
    if let Some(programs) = arguments.prove {
        return others::prove(&arguments, programs);
    }
    if let Some(programs) = arguments.obligations {
        return others::obligations(&arguments, programs);
    }
    if let Some(programs) = arguments.predicates {
        return annotations::run(&arguments, programs);
    }
    if arguments.mutants {
        return if mutant::AVAILABLE {
            run_mutants(&arguments)
        } else {
            wrong("this build has no mutants: use a debug build, or --features mutants".to_owned())
        };
    }
    if let Some(n) = arguments.show {
        let text = model(&arguments, n).to_string();
        println!("{text}");
        return say(&text, n, &arguments);
    }
    if arguments.file.is_empty() { run(&arguments) } else { files::run(&arguments) }
}
