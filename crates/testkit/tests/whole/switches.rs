//! Counterexamples have the fewest context switches: what `check` shows is compared with a search of all executions by the number of
//! their switches, made with the independent interpreter.

use commute::{Check, JavaOptions, Limits, Program};
use commute_certify::{Interpreter, Key, State};
use commute_machine::{Tid, Transition, Violation, ViolationKind};
use commute_testkit::generate::{Knobs, generate};
use commute_testkit::jvm::Jvm;
use commute_testkit::{Model, Table, root};
use std::collections::HashSet;
use std::rc::Rc;

/// How many steps are tried to find the fewest. The interpreter is slow.
const STEPS: usize = 12_000;

/// The executions of a program by the number of their switches.
struct Layers<'p> {
    origin: Interpreter<'p>,
    wanted: Violation,
    seen: HashSet<(Key, Tid)>,
    /// Who goes on, from where, after one switch more.
    next: Vec<(Rc<State>, Tid)>,
    steps: usize,
}

/// The fewest switches of an execution that ends in such a violation; none if that takes too many steps to find out.
fn fewest(program: &commute_ir::Program, wanted: &Violation) -> Option<usize> {
    let (origin, failed) = Interpreter::quietly(program);
    if failed.iter().chain(&origin.state_violations()).any(|v| is_same(v, wanted)) {
        return Some(0);
    }
    let mut layers =
        Layers { origin, wanted: wanted.clone(), seen: HashSet::new(), next: Vec::new(), steps: STEPS };
    let initial = Rc::new(layers.origin.state().clone());
    layers.next = (0..layers.origin.threads()).map(|t| (Rc::clone(&initial), Tid::new(t))).collect();
    for switches in 0.. {
        for (state, tid) in std::mem::take(&mut layers.next) {
            if layers.run(&state, tid)? {
                return Some(switches);
            }
        }
        assert!(!layers.next.is_empty(), "no execution ends so: {wanted:?}");
    }
    None
}

/// Whether two violations are of one kind and place. A deadlock has no place, and that of an exception that has come through handlers
/// is said in two ways.
fn is_same(one: &Violation, other: &Violation) -> bool {
    one.kind == other.kind
        && match one.kind {
            ViolationKind::Deadlock | ViolationKind::PartialDeadlock => true,
            ViolationKind::Fault("uncaught_exception") => one.message == other.message,
            _ => one.span == other.span,
        }
}

impl Layers<'_> {
    /// One thread goes on as long as it can, with all its choices. Whether it comes to the violation.
    fn run(&mut self, from: &State, tid: Tid) -> Option<bool> {
        let mut stack = vec![self.origin.placed(from.clone())];
        while let Some(at) = stack.pop() {
            if !self.seen.insert((at.key(), tid)) {
                continue;
            }
            for choice in 0..at.choices(tid) {
                self.steps = self.steps.checked_sub(1)?;
                let mut after = at.clone();
                let failed = after.step_quietly(Transition { tid, choice: choice as u16 });
                let goes_on = failed.is_empty();
                let shown = if goes_on { after.state_violations() } else { failed };
                if shown.iter().any(|v| is_same(v, &self.wanted)) {
                    return Some(true);
                }
                if goes_on {
                    self.offer(&after, tid);
                    stack.push(after);
                }
            }
        }
        Some(false)
    }

    /// Lets the others go on from here, with one switch more.
    fn offer(&mut self, at: &Interpreter<'_>, running: Tid) {
        let state = Rc::new(at.state().clone());
        let others = (0..at.threads()).map(Tid::new).filter(|&t| t != running && at.choices(t) > 0);
        self.next.extend(others.map(|t| (Rc::clone(&state), t)));
    }
}

fn switches(schedule: &[Transition]) -> usize {
    schedule.windows(2).filter(|pair| pair[0].tid != pair[1].tid).count()
}

/// How many counterexamples were compared, and those with more switches than needed.
#[derive(Default)]
struct Compared {
    minimal: usize,
    not_minimal: Vec<String>,
    too_large: usize,
}

impl Compared {
    fn add(&mut self, name: &str, program: &Program) {
        let limits = Limits { states: Some(2_000), ..Limits::default() };
        let report = Check::new().limits(limits).build().unwrap().run(program).unwrap();
        for found in &report.counterexamples {
            use ViolationKind::{Atomicity, Discipline, Livelock, Starvation};
            // What a thread does for ever, and what the user said, is not seen at the end of an execution.
            if matches!(found.violation.kind, Livelock | Starvation | Discipline(_) | Atomicity(_)) {
                continue;
            }
            let (shown, least) = (switches(&found.schedule), fewest(program.ir(), &found.violation));
            match least {
                Some(least) if least == shown => self.minimal += 1,
                Some(least) => {
                    self.not_minimal.push(format!("{name}: {shown} switches are shown, {least} are enough"));
                }
                None => self.too_large += 1,
            }
        }
    }
}

/// Models of a directory that are violated.
fn violated(directory: &str) -> Vec<(String, Program)> {
    let table = Table::read(&root().join(directory)).unwrap();
    let rows = table.rows.iter().filter(|row| row.expected.verdict.starts_with("violated"));
    let compile = |row: &commute_testkit::Row| {
        let model = Model::compile(&row.file, &table.model_text(row).unwrap(), &row.defines).unwrap();
        (row.name(), Program::of_ir(&row.name(), model.sources, (*model.program).clone()))
    };
    rows.map(compile).collect()
}

/// Checks that all have the fewest; how many, and how many are too large to know.
fn all_are_minimal(compared: &Compared) -> (usize, usize) {
    assert_eq!(compared.not_minimal, Vec::<String>::new());
    (compared.minimal, compared.too_large)
}

#[test]
fn models_are_shown_with_the_fewest_switches() {
    let mut compared = Compared::default();
    for (name, program) in ["examples", "crates/testkit/regressions"].iter().flat_map(|d| violated(d)) {
        compared.add(&name, &program);
    }
    let (minimal, too_large) = all_are_minimal(&compared);
    assert!(minimal >= 120 && too_large <= 3, "{minimal}, {too_large} too large");
}

/// The program of a seed.
fn generated(seed: u64) -> Program {
    Program::from_text("model.cm", generate(seed, &Knobs::of_seed(seed)).to_string()).unwrap()
}

#[test]
fn generated_programs_are_shown_with_the_fewest_switches() {
    let mut compared = Compared::default();
    let most = std::env::var("COMMUTE_PROGRAMS").map_or(80, |n| n.parse().unwrap());
    for seed in 0..most {
        compared.add(&format!("seed {seed}"), &generated(seed));
    }
    let (minimal, too_large) = all_are_minimal(&compared);
    assert!(minimal * 5 >= most as usize && too_large * 10 <= minimal, "{minimal}, {too_large} too large");
}

/// Two switches are enough, which is known after more steps than a large heap would be granted.
#[test]
fn a_small_state_allows_many_steps() {
    let report = Check::new().build().unwrap().run(&generated(175)).unwrap();
    assert_eq!(switches(&report.counterexamples[0].schedule), 2);
}

#[test]
#[expect(clippy::print_stderr, reason = "whoever runs the tests must know what was skipped")]
fn java_programs_are_shown_with_the_fewest_switches() {
    if let Err(why) = Jvm::find() {
        eprintln!("skipped: {why}");
        return;
    }
    let mut compared = Compared::default();
    // The last one goes on while a thread stands at a call of which nothing is known.
    for name in ["LostUpdate", "LockOrder", "UnfollowedOther"] {
        let file = root().join(format!("crates/front-jvm/tests/concurrent/{name}.java"));
        compared.add(name, &Program::java(file, &JavaOptions::default()).unwrap());
    }
    assert_eq!(all_are_minimal(&compared), (3, 0));
}
