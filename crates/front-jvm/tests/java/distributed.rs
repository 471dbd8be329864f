//! Systems of several programs: half of them have a mistake, which is found by default or with the failures that it needs, and all run
//! under the real `java` as they are.
//!
//! A part of them, or with `DISTRIBUTED=all` all, by all strategies of the table, or those that are named (`DISTRIBUTED=Echo,Chat`);
//! `BLESS=1` keeps what these come to.

use crate::support;
use commute::{Check, JavaOptions, ProcessSpec, Program, Reading, Reduction, Verdict, described};
use commute_certify::Interpreter;
use commute_explore::{Limits, Selection};
use commute_machine::{Tid, Transition};
use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// More states than this are too many for the table.
const MOST: u64 = 10_000;
/// Executions that are tried to find one that prints what was seen.
const TRIES: u64 = 300;

/// A line of the table; behind it are states by `full`, by default, by `sss` and by `c-sss`, of which `>n` are too many.
#[derive(Clone, Debug)]
struct Row {
    system: String,
    /// What may fail, instead of what the description says.
    faults: String,
    partial_reads: u32,
    verdict: String,
    /// Whether each run of the tests looks at it.
    always: bool,
    /// The processes that come to an end under `java`, which is then tried; none named stands for all that are no services.
    java: Option<Vec<String>>,
}

fn directory() -> PathBuf {
    support::root().join("crates/front-jvm/tests/distributed")
}

fn rows() -> Vec<Row> {
    let table = std::fs::read_to_string(directory().join("expected.tsv")).unwrap();
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('\t').collect();
        let [system, faults, partial_reads, verdict, when, java, ..] = cells.as_slice() else {
            panic!("{line}");
        };
        Row {
            system: (*system).to_owned(),
            faults: (*faults).to_owned(),
            partial_reads: partial_reads.parse().unwrap(),
            verdict: (*verdict).to_owned(),
            always: *when == "always",
            java: java
                .strip_prefix("java")
                .map(|ends| ends.split([' ', ',']).skip(1).map(str::to_owned).collect()),
        }
    };
    table.lines().skip(1).map(row).collect()
}

/// Whether a system is looked at in all ways.
fn is_asked_for(system: &str) -> bool {
    let asked = std::env::var("DISTRIBUTED").unwrap_or_default();
    asked == "all" || asked.split(',').any(|name| name == system)
}

/// Compiles the systems of some rows; where the classes and descriptions are.
fn compiled(name: &str, rows: &[Row]) -> PathBuf {
    let classes = support::scratch(name);
    let mut systems: Vec<&str> = rows.iter().map(|row| row.system.as_str()).collect();
    systems.dedup();
    for system in &systems {
        std::fs::create_dir_all(classes.join(system)).unwrap();
        let description = Path::new(system).join("system.toml");
        std::fs::copy(directory().join(&description), classes.join(&description)).unwrap();
    }
    let out = Command::new("java")
        .args(["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"])
        .args([&directory().join("Compile.java"), &directory(), &classes])
        .args(&systems)
        .output()
        .unwrap();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    classes
}

fn read(classes: &Path, row: &Row) -> Program {
    let mut java = JavaOptions { partial_reads: row.partial_reads, ..JavaOptions::default() };
    if row.faults != "-" {
        java.faults = row.faults.parse().unwrap();
    }
    let path = classes.join(&row.system).join("system.toml");
    let reading = Reading { java, ..Reading::default() };
    Program::open(&path, &reading).unwrap_or_else(|error| panic!("{}: {error}", row.system))
}

/// The verdict, and how many states there were. Every violation is confirmed by the independent interpreter.
fn found(program: &Program, check: &Check) -> (String, u64) {
    let report = check.build().unwrap().run(program).unwrap();
    let verdict = match report.verdict {
        Verdict::Holds => "holds".to_owned(),
        Verdict::Violated => report.counterexamples[0].violation.kind.name().to_owned(),
        other => format!("{other:?}"),
    };
    (verdict, report.stats.states)
}

/// The strategies of the table, but for the default.
fn strategies() -> [Check; 3] {
    let selective = |name| Reduction::Selective(Selection::named(name).unwrap());
    let limits = Limits { states: Some(MOST), ..Limits::default() };
    let check = |reduction| Check::new().limits(limits).reduction(reduction);
    [check(Reduction::None), check(selective("sss")), check(selective("c-sss"))]
}

#[test]
fn systems_have_their_verdicts_and_java_does_what_is_found() {
    if !support::has_jdk() {
        return;
    }
    // Whoever names systems wants to know about these only.
    let by_name = std::env::var("DISTRIBUTED").is_ok_and(|asked| asked != "all");
    let is_looked_at = |row: &Row| is_asked_for(&row.system) || row.always && !by_name;
    let rows: Vec<Row> = rows().into_iter().filter(is_looked_at).collect();
    let classes = compiled("distributed", &rows);
    for row in &rows {
        let program = read(&classes, row);
        let (verdict, states) = found(&program, &Check::new());
        assert_eq!(verdict, row.verdict, "{} with {}", row.system, row.faults);
        if row.java.is_some() {
            what_java_prints_is_found(&run(&classes, row), &program);
        }
        if is_asked_for(&row.system) {
            has_its_line(row, &line(row, states, &classes));
        }
    }
}

/// A row with its states. A strategy that comes to an end says what the table says.
fn line(row: &Row, states: u64, classes: &Path) -> String {
    let [full, sss, c_sss] = strategies().map(|check| {
        let (verdict, count) = found(&read(classes, row), &check);
        if verdict == row.verdict {
            return count.to_string();
        }
        assert_eq!(verdict, "Undecided", "{} with {}: {check:?}", row.system, row.faults);
        format!(">{MOST}")
    });
    format!("{}{full}\t{states}\t{sss}\t{c_sss}", begin(row))
}

/// What a line begins with: all but the states.
fn begin(row: &Row) -> String {
    let Row { system, faults, partial_reads, verdict, always, java, .. } = row;
    let when = if *always { "always" } else { "all" };
    let java = match java.as_deref() {
        None => "-".to_owned(),
        Some([]) => "java".to_owned(),
        Some(ends) => format!("java {}", ends.join(",")),
    };
    format!("{system}\t{faults}\t{partial_reads}\t{verdict}\t{when}\t{java}\t")
}

/// That the table has this line, or from now on has it. Where it has no number of states nobody has counted them so far.
#[expect(clippy::print_stderr, reason = "a run of all rows takes a while")]
fn has_its_line(row: &Row, line: &str) {
    eprintln!("{line}");
    let file = directory().join("expected.tsv");
    let table = std::fs::read_to_string(&file).unwrap();
    let told = |old: &str| if old.starts_with(&begin(row)) { line.to_owned() } else { old.to_owned() };
    let new: String = table.lines().map(|old| told(old) + "\n").collect();
    match std::env::var_os("BLESS") {
        Some(_) => std::fs::write(file, new).unwrap(),
        None => {
            let old = table.lines().find(|old| old.starts_with(&begin(row))).unwrap();
            let is_same = |(old, new): (&str, &str)| old == new || old == "-";
            assert!(old.split('\t').zip(line.split('\t')).all(is_same), "{line}, and not {old}");
        }
    }
}

/// What each process prints, by its name.
type Printed = BTreeMap<String, String>;

/// A process of the real `java`, which is ended when it is no longer needed.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Running {
    fn new(classes: &Path, process: &ProcessSpec) -> Self {
        let mut java = Command::new("java");
        java.args(["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-cp"]).arg(classes);
        java.arg(&process.main).args(&process.arguments);
        Self(java.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap())
    }

    /// What it prints until it ends. One that never does fails the test instead of keeping it waiting.
    fn printed(&mut self, name: &str) -> String {
        let mut from = self.0.stdout.take().unwrap();
        let (send, receive) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let mut text = String::new();
            from.read_to_string(&mut text).unwrap();
            // Nobody may be waiting any more.
            let _ = send.send(text);
        });
        receive
            .recv_timeout(LONGEST)
            .unwrap_or_else(|_| panic!("under java, {name} does not come to its end"))
    }
}

/// How long a process of `java` may take, however busy the machine is.
const LONGEST: std::time::Duration = std::time::Duration::from_secs(300);

/// Runs a system under `java`: what each process prints that ends by itself.
fn run(classes: &Path, row: &Row) -> Printed {
    let (directory, mut options) = (classes.join(&row.system), JavaOptions::default());
    described(&directory.join("system.toml"), &mut options).unwrap();
    let start = |process: &ProcessSpec| (process.clone(), Running::new(&directory, process));
    let mut running: Vec<(ProcessSpec, Running)> = options.processes.iter().map(start).collect();
    let ends = row.java.as_deref().unwrap_or_default();
    let is_waited_for = |process: &ProcessSpec| match ends {
        [] => !process.service,
        ends => ends.contains(&process.name),
    };
    let others = running.iter_mut().filter(|(process, _)| is_waited_for(process));
    others.map(|(process, running)| (process.name.clone(), running.printed(&process.name))).collect()
}

/// What the processes print in an execution that a number stands for, if nothing goes wrong in it.
fn executed(program: &Program, seed: u64) -> Option<Printed> {
    let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = move |below: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random >> 33) as usize % below
    };
    let (mut interpreter, ..) = Interpreter::new(program.ir());
    let (mut printed, mut last) = (Printed::new(), 0);
    loop {
        let enabled = |tid: &Tid| interpreter.choices(*tid) > 0;
        let tids: Vec<Tid> = (0..interpreter.threads()).map(Tid::new).filter(enabled).collect();
        if tids.is_empty() {
            return Some(printed);
        }
        // Mostly the same thread goes on: others are not waited for then.
        let same = tids.iter().position(|tid| tid.index() == last && next(50) > 0);
        let tid = tids[same.unwrap_or_else(|| next(tids.len()))];
        last = tid.index();
        let choice = next(interpreter.choices(tid) as usize) as u16;
        let before = interpreter.printed().len();
        if interpreter.hurry(Transition { tid, choice }).is_some() {
            return None;
        }
        let process = interpreter.thread_name(tid).split('.').next().unwrap_or_default().to_owned();
        *printed.entry(process).or_default() += &interpreter.printed()[before..];
    }
}

/// What java prints is what some execution prints here. What a process prints that does not end is not asked for.
fn what_java_prints_is_found(seen: &Printed, program: &Program) {
    let is_it = |printed: Printed| {
        seen.iter().all(|(process, text)| printed.get(process).map_or("", String::as_str) == text)
    };
    let is_found = (0..TRIES).any(|seed| executed(program, seed).is_some_and(is_it));
    assert!(is_found, "{}: {seen:?}", program.name());
}
