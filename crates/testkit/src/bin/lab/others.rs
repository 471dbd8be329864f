//! Comparisons with what is not on every machine: a Java compiler, a solver. Without it nothing is compared, which is said.

use crate::Arguments;
use commute_base::mutant;
use commute_testkit::abstraction::{self, Effort};
use commute_testkit::classes;
use commute_testkit::jvm::calls::{Wanted, run_calls, run_library};
use commute_testkit::jvm::conformance::{Answer, Judged, Suite};
use commute_testkit::jvm::{Counts, Jvm, Listener, Plan, Told};
use commute_testkit::proofs::{self, KINDS};
use commute_testkit::systems;
use commute_testkit::twins::{self, Javac};
use std::process::ExitCode;
use std::time::Duration;

/// The numbers of the programs.
fn seeds(arguments: &Arguments, programs: u64) -> std::ops::Range<u64> {
    let first = (arguments.seed << 32) + arguments.first;
    first..first + programs
}

/// A comparison that needs a Java compiler: its counts, and how many programs are not judged alike.
fn with_javac<C: std::fmt::Display>(
    compare: impl FnOnce(Javac) -> Result<C, String>,
    different: impl Fn(&C) -> u64,
) -> ExitCode {
    let javac = match Javac::find() {
        Ok(javac) => javac,
        Err(why) => {
            println!("skipped: {why}");
            return ExitCode::SUCCESS;
        }
    };
    match compare(javac) {
        Ok(counts) => {
            println!("{counts}");
            ExitCode::from(u8::from(different(&counts) > 0))
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// Programs in Java against the same as models.
pub fn java(arguments: &Arguments, programs: u64) -> ExitCode {
    let mut tell = |seed: u64, twin: &twins::Twin, what: &str| {
        println!("=== seed {seed}: {what}\n{}\n{}", twins::model(twin), twins::java(twin, "P"));
    };
    let compare = |javac| twins::run(javac, seeds(arguments, programs), &mut tell);
    with_javac(compare, |counts| counts.different)
}

/// Systems of two processes in Java, by searches that must agree.
pub fn systems(arguments: &Arguments, programs: u64) -> ExitCode {
    let mut tell = |seed: u64, system: &systems::System, what: &str| {
        let (faults, java) = (system.faults(), systems::java(system, "S"));
        println!("=== seed {seed}: {what}\n// --faults \"{faults}\"\n{java}");
    };
    let compare = |javac| {
        let mut run = || systems::run(javac, seeds(arguments, programs), arguments.limit, &mut tell);
        match &arguments.mutant {
            Some(name) => mutant::with(name, run),
            None => run(),
        }
    };
    with_javac(compare, |counts| counts.different)
}

/// What Commute finds against what `java` does.
pub fn jvm(arguments: &Arguments, programs: u64) -> ExitCode {
    let jvm = match Jvm::find() {
        Ok(jvm) => jvm,
        Err(why) => {
            println!("skipped: {why}");
            return ExitCode::SUCCESS;
        }
    };
    let plan = Plan { threads: arguments.threads, minutes: arguments.minutes };
    match commute_testkit::jvm::run(&jvm, seeds(arguments, programs), plan, &mut Telling(arguments)) {
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

/// Prints what differs as soon as it is known, and how far the run has come.
struct Telling<'a>(&'a Arguments);

impl Listener for Telling<'_> {
    fn differs(&mut self, told: &Told<'_>) {
        let text = format!("// {}\n{}", told.what.replace('\n', "\n// "), told.program.java("P"));
        println!("=== seed {}\n{text}", told.seed);
        save(self.0, &format!("{}.java", told.seed), &text);
    }

    fn progress(&mut self, counts: &Counts) {
        let (programs, same, different) = (counts.programs(), counts.same, counts.different);
        eprintln!("{programs} programs: {same} agree, {different} differ");
    }
}

/// Calls of replaced methods by Commute and by `java`.
pub fn jvm_calls(arguments: &Arguments, calls: u64) -> ExitCode {
    let jvm = match Jvm::find() {
        Ok(jvm) => jvm,
        Err(why) => {
            println!("skipped: {why}");
            return ExitCode::SUCCESS;
        }
    };
    match run_calls(&jvm, arguments.seed, arguments.first, calls, arguments.minutes) {
        Ok(counts) => {
            println!("{counts}");
            let reached = counts.covered.iter().map(|(method, effects)| {
                format!("{method}\t{}\n", effects.iter().map(String::as_str).collect::<Vec<_>>().join(" "))
            });
            save(arguments, "reached.tsv", &reached.collect::<String>());
            ExitCode::from(u8::from(counts.differing() > 0))
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// A test of the conformance suite that takes longer than this is told.
const SLOW: Duration = Duration::from_secs(10);

/// The conformance suite by Commute and by `java`.
pub fn conformance(arguments: &Arguments, every: usize) -> ExitCode {
    if !twins::has_jdk() {
        return ExitCode::SUCCESS;
    }
    let part = arguments.only.as_deref().unwrap_or_default();
    let ran = Suite::compile().and_then(|suite| suite.java(every, part).map(|ran| (suite, ran)));
    let (suite, (tests, failures)) = match ran {
        Ok(ran) => ran,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    failures.iter().for_each(|failure| println!("java\t{failure}"));
    let tests = tests.get(arguments.first as usize..).unwrap_or_default();
    let tell = |judged: &Judged| {
        let is_slow = judged.time > SLOW;
        if is_slow || !matches!(judged.answer, Answer::Right) || !suite.is_expected(judged) {
            let expected = if suite.is_expected(judged) { "known" } else { "new" };
            let seconds = judged.time.as_secs_f64();
            println!("{expected}\t{}\t{:?}\t{}\t{seconds:.1}", judged.test, judged.answer, judged.states);
        }
    };
    let summary = suite.judge_all(tests, arguments.limit, arguments.threads, &tell);
    println!("{summary}");
    let is_expected = summary.0.iter().all(|judged| suite.is_expected(judged)) && failures.is_empty();
    ExitCode::from(u8::from(!is_expected))
}

/// All public methods of packages, by Commute and by `java`.
pub fn library(arguments: &Arguments) -> ExitCode {
    let jvm = match Jvm::find() {
        Ok(jvm) => jvm,
        Err(why) => {
            println!("skipped: {why}");
            return ExitCode::SUCCESS;
        }
    };
    let wanted = Wanted {
        packages: arguments.packages.clone(),
        calls_each: arguments.calls_each,
        first: arguments.first as usize,
        methods: arguments.programs as usize,
        seed: arguments.seed,
        minutes: arguments.minutes,
    };
    // Panics are differences and are reported as such.
    std::panic::set_hook(Box::new(|_| {}));
    match run_library(&jvm, &wanted, &mut |done, of| eprintln!("{done} of {of} methods")) {
        Ok(report) => {
            println!("{report}");
            ExitCode::from(u8::from(report.differing() > 0))
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// Writes what was found to the directory for it, if there is one.
fn save(arguments: &Arguments, name: &str, text: &str) {
    let Some(directory) = &arguments.failures else { return };
    let written =
        std::fs::create_dir_all(directory).and_then(|()| std::fs::write(directory.join(name), text));
    if let Err(error) = written {
        eprintln!("cannot write to {}: {error}", directory.display());
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
    let mut points = proofs::points::Tally::default();
    for seed in seeds(arguments, programs) {
        if let Err(difference) = points.check(seed) {
            println!("=== {difference}");
            return ExitCode::from(1);
        }
    }
    println!("with program counters: {points:?}");
    ExitCode::SUCCESS
}

/// The prover of Java against the search.
pub fn prove_java(arguments: &Arguments, cases: u64) -> ExitCode {
    let (solver, javac) = (commute_smt::find_solver(None), Javac::find());
    let (Ok(_), Ok(javac)) = (&solver, &javac) else {
        println!("skipped: it needs a solver and a JDK 17");
        return ExitCode::SUCCESS;
    };
    match classes::run(*javac, seeds(arguments, cases), &mut |tally| eprintln!("{tally}")) {
        Ok(tally) => {
            println!("classes and programs of Java: {tally}");
            ExitCode::SUCCESS
        }
        Err(difference) => {
            println!("=== {difference}");
            ExitCode::from(1)
        }
    }
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
        for path in &arguments.file {
            let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
            generated.program(&text, false, &[]).map_err(|broken| broken.0)?;
        }
        if !arguments.file.is_empty() {
            return Ok(());
        }
        if arguments.first == 0 && arguments.mutant.is_none() {
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
    let result: Result<(), String> = match &arguments.mutant {
        Some(name) => mutant::with(name, run),
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
