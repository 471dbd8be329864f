//! Never "proved" where the search finds a violation: on examples, on generated programs, on random small ones.

mod support;

use commute_explore::{Limits, Options as SearchOptions, Properties, Unobserved, Verdict, search};
use commute_ir::Program;
use commute_prover::spec::Spec;
use commute_prover::{Options, Plan, houdini};
use commute_smt::Setup;
use commute_testkit::generate::{Knobs, Random, generate};
use commute_testkit::root;
use commute_vm::Vm;
use std::sync::Arc;
use std::time::Duration;
use support::with_solver;

fn compile(text: &str, defines: &[(String, String)]) -> Option<Program> {
    let mut sources = commute_base::SourceMap::default();
    let file = sources.add("m.cm", text);
    let options = commute_front_lang::Options { defines: defines.to_vec(), for_proof: false };
    commute_front_lang::compile(&sources, file, &options).program
}

/// Whether the program is proved, with and without reduction; nothing if it is refused.
fn proved(program: &Program, reduction: bool, infer: bool) -> Option<bool> {
    let options = Options { unroll: None, reduction };
    let mut setup = Setup::new(commute_smt::find_solver(None).ok()?);
    setup.timeout = Duration::from_secs(2);
    let spec = Spec::with_derived(program).ok()?;
    let plan = Plan::new(program, spec, &options).ok()?;
    let findings = plan.run(&setup).expect("the solver works");
    if findings.is_proof() || !infer {
        return Some(findings.is_proof());
    }
    let explored: houdini::Explored = &mut |_| Default::default();
    let inferred = houdini::infer(program, &plan.spec, &options, &setup, explored).ok()?;
    Some(inferred.expect("the solver works").findings.is_proof())
}

/// What the search finds wrong that a proof speaks about.
fn violated(program: &Program) -> Option<String> {
    let options = SearchOptions {
        properties: Properties { deadlock: false, partial_deadlock: false, invariants: true },
        limits: Limits {
            states: Some(20_000),
            depth: None,
            memory: None,
            time: Some(Duration::from_secs(2)),
        },
        ..SearchOptions::default()
    };
    let outcome = search(&mut Vm::new(Arc::new(program.clone())), &options, &mut Unobserved);
    (outcome.verdict == Verdict::Violated).then(|| outcome.found[0].violation.message.clone())
}

/// Counts programs: refused, proved, not proved.
#[derive(Default, Debug)]
struct Tally {
    refused: usize,
    proved: usize,
    not_proved: usize,
}

impl Tally {
    fn check(&mut self, name: &str, text: &str, defines: &[(String, String)], infer: bool) {
        let Some(program) = compile(text, defines) else { return };
        for reduction in [true, false] {
            match proved(&program, reduction, infer) {
                None => self.refused += 1,
                Some(false) => self.not_proved += 1,
                Some(true) => {
                    self.proved += 1;
                    let wrong = violated(&program);
                    assert_eq!(wrong, None, "{name} is proved (reduction: {reduction}):\n{text}");
                }
            }
        }
    }
}

#[test]
fn finite_instances_of_the_examples() {
    if !with_solver() {
        return;
    }
    let small: Vec<(String, String)> = ["K", "U", "W", "P", "N"]
        .iter()
        .zip(2..)
        .map(|(name, n)| ((*name).to_owned(), n.to_string()))
        .collect();
    let mut tally = Tally::default();
    for file in [
        "simple_lock.cm",
        "dekker.cm",
        "rwlock_client.cm",
        "time_varying_mutex.cm",
        "simple_lock_n.cm",
        "rwlock_client_n.cm",
    ] {
        let text = std::fs::read_to_string(root().join("examples/prove").join(file)).unwrap();
        let open: Vec<_> =
            small.iter().filter(|(n, _)| text.contains(&format!("const {n}: int;"))).cloned().collect();
        tally.check(file, &text, &open, false);
    }
    assert_eq!((tally.proved, tally.not_proved, tally.refused), (12, 0, 0), "{tally:?}");
}

#[test]
fn generated_programs() {
    if !with_solver() {
        return;
    }
    let mut tally = Tally::default();
    for seed in 0..12 {
        let model = generate(seed, &Knobs::of_seed(seed));
        tally.check(&format!("seed {seed}"), &model.to_string(), &[], false);
    }
    assert!(tally.refused + tally.proved + tally.not_proved > 0, "{tally:?}");
}

/// Statements over two numbers, two flags and two locks.
fn statement(random: &mut Random, depth: usize, out: &mut String) {
    const SIMPLE: [&str; 14] = [
        "x = x + 1;",
        "x = y;",
        "y = 0;",
        "y = x;",
        "f = true;",
        "f = !g;",
        "g = f;",
        "assert x >= 0;",
        "assert x == y;",
        "assert !(f && g);",
        "assert x <= 3;",
        "atomic { x = x + 1; y = y + 1; }",
        "when (f) { g = false; f = false; }",
        "if m.try_acquire() { y = y + 1; m.release(); }",
    ];
    match random.below(if depth < 2 { 8 } else { 4 }) {
        4 => block(random, depth, out, "with (m) {"),
        5 => block(random, depth, out, "with (n) {"),
        6 => block(random, depth, out, "if x > y {"),
        7 => block(random, depth, out, "if f {"),
        _ => out.push_str(SIMPLE[random.below(SIMPLE.len())]),
    }
}

fn block(random: &mut Random, depth: usize, out: &mut String, head: &str) {
    out.push_str(head);
    for _ in 0..1 + random.below(3) {
        statement(random, depth + 1, out);
    }
    out.push('}');
}

fn random_program(seed: u64) -> String {
    let mut random = Random::new(seed);
    let guards = ["", " guarded_by m", " guarded_by n"];
    let (gx, gy) = (guards[random.below(3)], guards[random.below(3)]);
    let mut text =
        format!("var m: lock; var n: lock; var x: int{gx}; var y: int{gy}; var f: bool; var g: bool;\n");
    let invariants = ["", "invariant x >= 0;", "invariant !(f && g);", "invariant x <= 2;"];
    text.push_str(invariants[random.below(invariants.len())]);
    for name in ["a", "b"] {
        text.push_str(&format!("\nthread {name} {{ "));
        for _ in 0..1 + random.below(3) {
            statement(&mut random, 0, &mut text);
        }
        text.push('}');
    }
    text
}

#[test]
fn random_small_programs() {
    if !with_solver() {
        return;
    }
    let mut tally = Tally::default();
    for seed in 0..24 {
        tally.check(&format!("seed {seed}"), &random_program(seed), &[], seed % 8 == 0);
    }
    assert!(tally.proved >= 4 && tally.not_proved >= 4, "{tally:?}");
}
