//! What happens when the solver does not behave, with scripts in place of solvers.
#![cfg(unix)]

use commute_logic::{Condition, parse_obligation};
use commute_smt::{Cache, Checker, Solver, SolverCommand, SolverError, Verdict};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A directory with a script that speaks SMT-LIB; removed at the end.
struct Fake {
    directory: PathBuf,
    command: SolverCommand,
}

impl Fake {
    /// A solver called `name` that answers what the cases say; `$log` is a file of what it was told, `$starts` one
    /// with a line for each start.
    fn new(name: &str, cases: &str) -> Fake {
        let unique = format!("commute-fake-{name}-{}-{:?}", std::process::id(), std::thread::current().id());
        let directory = std::env::temp_dir().join(unique.replace(['(', ')'], ""));
        std::fs::create_dir_all(&directory).unwrap();
        let program = directory.join(name);
        let script = format!(
            r#"#!/bin/sh
log={0}/log; starts={0}/starts; echo start >> $starts
while read -r line; do
  echo "$line" >> $log
  case "$line" in
    '(get-info :name)') echo '(:name "Fake")';;
    '(get-info :version)') echo '(:version "1")';;
    '(echo '*) mark=${{line#*\"}}; echo "${{mark%\"*}}";;
    {cases}
  esac
done
"#,
            directory.display()
        );
        std::fs::write(&program, script).unwrap();
        // Run by the shell, because a file just written may still count as open when it is executed.
        let command = SolverCommand::new("/bin/sh", vec![program.display().to_string()]);
        Fake { directory, command }
    }

    /// With more time than a script needs on a busy machine.
    fn solver(&self) -> Solver {
        Solver::new(self.command.clone(), Duration::from_secs(60))
    }

    fn starts(&self) -> usize {
        std::fs::read_to_string(self.directory.join("starts")).unwrap().lines().count()
    }

    fn told(&self, command: &str) -> usize {
        let log = std::fs::read_to_string(self.directory.join("log")).unwrap();
        log.lines().filter(|l| *l == command).count()
    }
}

impl Drop for Fake {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}

fn condition() -> Condition {
    let text =
        r#"obligation "o" { declare x: int; assume "a": x > 1; assume "b": x < 9; assert "c": x > 0; }"#;
    Condition::of(&parse_obligation(text).unwrap())
}

const UNSAT: &str = "'(check-sat)') echo unsat;; '(get-unsat-core)') echo '(label@1)';;";

fn proved() -> Verdict {
    Verdict::Proved { used: vec!["b".to_owned()] }
}

#[test]
fn one_process_answers_many_questions() {
    let fake = Fake::new("good", UNSAT);
    let mut checker = Checker::new(fake.solver());
    for _ in 0..5 {
        let report = checker.check(&condition()).unwrap();
        assert_eq!((report.verdict, report.incidents), (proved(), vec![]));
    }
    assert_eq!((fake.starts(), fake.told("(push 1)"), fake.told("(pop 1)")), (1, 5, 4));
}

#[test]
fn a_process_that_dies_is_started_again_and_asked_again() {
    let fake = Fake::new(
        "mortal",
        "'(check-sat)') if [ $(wc -l < $starts) = 1 ]; then echo 'out of memory' >&2; exit 3; fi; echo unsat;;
         '(get-unsat-core)') echo '(label@1)';;",
    );
    let report = Checker::new(fake.solver()).check(&condition()).unwrap();
    assert_eq!(report.verdict, proved());
    let incident = format!("`{}` died (exit status: 3: out of memory)", fake.command);
    assert_eq!((report.incidents, fake.starts()), (vec![incident], 2));
}

#[test]
fn a_process_that_always_dies_leaves_the_verdict_unknown() {
    let fake = Fake::new("doomed", "'(check-sat)') kill -9 $$;;");
    let report = Checker::new(fake.solver()).check(&condition()).unwrap();
    // It gave up before the time was over, so it was also asked in an empty state, twice.
    let Verdict::Unknown { reason } = report.verdict else { panic!("{report:?}") };
    assert_eq!(reason, "the solver died twice: signal: 9 (SIGKILL)");
    assert_eq!(report.incidents.len(), 4);
}

#[test]
fn a_process_that_does_not_answer_is_killed_in_time() {
    let fake = Fake::new("slow", "'(check-sat)') exec sleep 600;;");
    let start = Instant::now();
    let mut checker = Checker::new(Solver::new(fake.command.clone(), Duration::from_millis(400)));
    for starts in 1..3 {
        let report = checker.check(&condition()).unwrap();
        assert_eq!(report.verdict, Verdict::Unknown { reason: "timeout".to_owned() });
        assert_eq!(report.incidents, [format!("`{}` was killed after 400 ms", fake.command)]);
        assert_eq!(fake.starts(), starts, "each question gets a new process");
    }
    assert!(start.elapsed() < Duration::from_secs(300));
}

#[test]
fn an_answer_that_does_not_end_is_not_read_to_its_end() {
    let line = "x".repeat(200);
    for (name, answer) in
        [("long", format!("\"{line}\"")), ("open", format!("(\"{line}\"")), ("deep", "((((((".to_owned())]
    {
        let fake = Fake::new(name, &format!("'(check-sat)') exec yes '{answer}';;"));
        let report = Checker::new(fake.solver()).check(&condition()).unwrap();
        let Verdict::Unknown { reason } = report.verdict else { panic!("{report:?}") };
        assert_eq!(reason, "its answer is longer than 8 MiB, or nested too deeply", "{name}");
    }
}

#[test]
fn an_unknown_has_the_reason_of_the_second_try() {
    let fake = Fake::new(
        "unsure",
        "'(check-sat)') echo unknown;; '(get-info :reason-unknown)') echo '(:reason-unknown \"too hard\")';;",
    );
    let report = Checker::new(fake.solver()).check(&condition()).unwrap();
    assert_eq!(report.verdict, Verdict::Unknown { reason: "too hard".to_owned() });
    assert!(fake.told("(reset)") >= 1, "it was asked again in an empty state");
}

#[test]
fn what_the_solver_refuses_is_an_error_with_its_words() {
    let fake = Fake::new("strict", "'(check-sat)') echo '(error \"line 3: unknown sort\")'; echo sat;;");
    let error = Checker::new(fake.solver()).check(&condition()).unwrap_err();
    let SolverError::Refused { name, message, .. } = error else { panic!("{error}") };
    assert_eq!((name.as_str(), message.as_str()), ("o", "\"line 3: unknown sort\""));
}

#[test]
fn an_answer_to_something_else_is_an_error() {
    let fake = Fake::new("odd", "'(check-sat)') echo maybe;;");
    let error = Checker::new(fake.solver()).check(&condition()).unwrap_err();
    assert!(matches!(&error, SolverError::Nonsense { answer, .. } if answer == "maybe"), "{error}");
}

#[test]
fn values_that_do_not_make_the_assertion_false_are_an_error() {
    let values = |fail: bool| {
        format!(
            "((x@0 5) ($use@0 true) ($use@1 true) ($reach@0 true) ($reach@1 true) ($reach@2 true) ($fail@0 {fail}) ($reach@3 true))"
        )
    };
    let lie = format!("'(check-sat)') echo sat;; '(get-value '*) echo '{}';;", values(true));
    let fake = Fake::new("liar", &lie);
    let error = Checker::new(fake.solver()).check(&condition()).unwrap_err();
    assert!(
        matches!(&error, SolverError::WrongModel { detail, .. } if detail == "$fail@0 is false"),
        "{error}"
    );
    let empty = format!("'(check-sat)') echo sat;; '(get-value '*) echo '{}';;", values(false));
    let fake = Fake::new("vague", &empty);
    let report = Checker::new(fake.solver()).check(&condition()).unwrap();
    let reason = "an assertion can fail, but the solver gives no values".to_owned();
    assert_eq!(report.verdict, Verdict::Unknown { reason });
}

#[test]
fn solvers_that_disagree_are_an_error_and_one_that_does_not_know_is_not() {
    let yes = Fake::new("yes", UNSAT);
    let no = Fake::new("no", "'(check-sat)') echo sat;;");
    let unsure =
        Fake::new("unsure2", "'(check-sat)') echo unknown;; '(get-info'*) echo '(:reason-unknown \"?\")';;");
    let error = Checker::new(yes.solver()).with_second(no.solver()).check(&condition()).unwrap_err();
    let SolverError::Disagreement { first_says, second_says, .. } = &error else { panic!("{error}") };
    assert_eq!((*first_says, *second_says), ("unsat", "sat"));
    assert!(error.to_string().ends_with("one of them is wrong, so nothing is proved"));
    let report = Checker::new(yes.solver()).with_second(unsure.solver()).check(&condition()).unwrap();
    assert_eq!(report.verdict, proved());
}

#[test]
fn a_program_that_is_no_solver_is_an_error_at_the_start() {
    let fake =
        Fake::new("brief", "'(set-option :print-success false)') echo 'missing library' >&2; exit 127;;");
    let error = Checker::new(fake.solver()).check(&condition()).unwrap_err();
    let SolverError::Start { reason, .. } = &error else { panic!("{error}") };
    assert_eq!(reason, "exit status: 127: missing library");
    let nothing = SolverCommand::new("/nowhere/z3", vec![]);
    let error = Checker::new(Solver::new(nothing, Duration::from_secs(1))).check(&condition()).unwrap_err();
    assert!(matches!(error, SolverError::Start { .. }));
}

#[test]
fn a_remembered_proof_asks_nothing() {
    let fake = Fake::new("asked", UNSAT);
    let cache = Arc::new(Cache::in_memory());
    let mut checker = Checker::new(fake.solver()).with_cache(cache);
    let first = checker.check(&condition()).unwrap();
    let second = checker.check(&condition()).unwrap();
    assert_eq!((first.cached, second.cached, fake.told("(check-sat)")), (false, true, 1));
    assert_eq!((first.verdict, second.verdict), (proved(), proved()));
    let mut other = condition();
    other.checks[0].label = "d".to_owned();
    assert!(!checker.check(&other).unwrap().cached, "another label is another question");
}
