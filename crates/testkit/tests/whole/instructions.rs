//! Instructions that the modelling language does not use: both interpreters on programs in the text form.

use commute::engine::search;
use commute_certify::{Interpreter, plain_search};
use commute_explore::{Options, Unobserved};
use commute_ir::{Program, parse, validate};
use commute_machine::{Tid, Transition};
use commute_vm::Vm;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The program of a text, which must be valid.
fn program(text: &str) -> Program {
    let program = parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(validate(&program), Vec::new());
    program
}

/// What both interpreters find: how many states, and the names of what is wrong.
fn explored(text: &str) -> (u64, Vec<String>) {
    let program = program(text);
    let plain = plain_search(&program, 10_000);
    let kinds: BTreeSet<String> = plain.violations.iter().map(|(kind, _)| kind.name().to_owned()).collect();
    let options = Options { keep_going: true, bounds: &[], ..Options::default() };
    let outcome = search(&mut Vm::new(Arc::new(program)), &options, &mut Unobserved);
    let found: BTreeSet<String> = outcome.found.iter().map(|f| f.violation.kind.name().to_owned()).collect();
    assert_eq!((outcome.stats.states, found), (plain.states as u64, kinds.clone()));
    (outcome.stats.states, kinds.into_iter().collect())
}

/// Classes `object`, `thread` with its word and a number, and a thread to run; `main` is the body of the first thread,
/// whose handle is `static0`.
fn threads(run: &str, main: &str) -> String {
    format!(
        "class class0 object {{\n}}\n\
         class class1 thread extends class0 {{\n  field word: i64\n  field n: i64\n}}\n\
         root class0\nthreads class1\n\
         shape shape0 = instance(class1)\nshape shape1 = array(i64)\nshape shape2 = array(anyref)\n\
         global global0 x: i64 = 0\nglobal global1 set: i64 = 7\n\
         static static0 first: shape0 = [1, 0]\n\
         fn fn0 run(r0 this: anyref) {{\n  reg r1: i64\n  reg r2: anyref\n{run}  return\n}}\n\
         fn fn1 main() {{\n  reg r0: anyref\n  reg r1: i64\n  reg r2: i64\n{main}  return\n}}\n\
         thread main = fn1() handle static0\n"
    )
}

#[test]
fn a_started_thread_has_its_instance_as_handle() {
    let run = "  r2 = current\n  r1 = eq.i64 r2, r0\n  assert r1, \"it is its own\"\n  store global0, 1\n";
    let main = "  r0 = new shape0, 0\n  start fn0(r0, 0)\n  invoke join r0\n  r1 = load global0\n  assert r1, \"joined\"\n";
    assert_eq!(explored(&threads(run, main)), (7, vec![]));
}

#[test]
fn a_thread_is_started_once() {
    let main = "  r0 = new shape0, 0\n  start fn0(r0, 0)\n  invoke join r0\n  start fn0(r0, 0)\n";
    assert_eq!(explored(&threads("", main)).1, ["started_twice"]);
    assert_eq!(explored(&threads("", "  start fn0(null, 0)\n")).1, ["null_dereference"]);
    let main = "  r0 = new shape1, 3\n  start fn0(r0, 0)\n";
    assert_eq!(explored(&threads("", main)).1, ["bad_cast"]);
}

#[test]
fn a_daemon_need_not_end() {
    let run = "  r2 = new shape0, 0\n  invoke monitor_enter r2\n  invoke wait r2\n";
    let main = |daemon| format!("  r0 = new shape0, 0\n  start fn0(r0, {daemon})\n");
    assert_eq!(explored(&threads(run, &main(1))).1, Vec::<String>::new());
    assert_eq!(explored(&threads(run, &main(0))).1, ["deadlock"]);
}

#[test]
fn interrupts_can_be_asked_for() {
    let run = "  r1 = invoke take_interrupt r0\n  store global0, r1\n";
    let main = "  r0 = new shape0, 0\n  start fn0(r0, 0)\n  invoke interrupt r0\n  r1 = invoke is_interrupted r0\n\
        \x20 r2 = invoke is_alive r0\n  invoke join r0\n  r1 = invoke is_interrupted r0\n  r1 = eq.i64 r1, 0\n\
        \x20 assert r1, \"over\"\n";
    let (states, wrong) = explored(&threads(run, main));
    assert_eq!((states, wrong), (32, vec![]));
}

#[test]
fn kinds_lengths_and_slots() {
    let main = "  r0 = new shape1, 3\n  r1 = length r0\n  r1 = eq.i64 r1, 3\n  assert r1, \"three\"\n\
        \x20 r1 = is_shape r0 [shape0, shape1]\n  assert r1, \"an array\"\n\
        \x20 r1 = is_shape r0 [shape0, shape2]\n  r1 = not.i64 r1\n  assert r1, \"of numbers\"\n\
        \x20 r1 = is_shape null [shape1]\n  r1 = not.i64 r1\n  assert r1, \"null is nothing\"\n\
        \x20 r1 = is_instance r0, class0\n  assert r1, \"of the root class\"\n\
        \x20 store slot r0[2], 5\n  r1 = load r0[2]\n  r1 = eq.i64 r1, 5\n  assert r1, \"the same word\"\n\
        \x20 r1 = cas slot static0[1], 0, 9\n  r1 = load static0{class1.1}\n  r1 = eq.i64 r1, 9\n  assert r1, \"nine\"\n\
        \x20 r1 = fixed global1\n  r1 = eq.i64 r1, 7\n  assert r1, \"fixed\"\n";
    assert_eq!(explored(&threads("", main)).1, Vec::<String>::new());
    for wrong in ["r1 = load slot static0[2]", "r1 = load slot static0[-1]", "r1 = length static0"] {
        assert_eq!(explored(&threads("", &format!("  {wrong}\n"))).1, ["bad_cast"], "{wrong}");
    }
    let wrong = "  r0 = new shape2, 1\n  r1 = load slot r0[0]\n";
    assert_eq!(explored(&threads("", wrong)).1, ["bad_cast"]);
    assert_eq!(explored(&threads("", "  r1 = length null\n")).1, ["null_dereference"]);
}

#[test]
fn what_is_refused_cannot_be_caught() {
    let main = "  catch L0 to L1 any -> r0, L1\n  refuse \"a native method\"\n";
    assert_eq!(explored(&threads("", main)).1, ["unsupported"]);
}

#[test]
fn what_is_printed_can_be_seen() {
    let text =
        threads("", "  print.int -3\n  print.char 233\n  println.bool 1\n  println.f64 f64(0.5)\n  yield\n");
    let program = program(&text);
    let (mut interpreter, _, _) = Interpreter::new(&program);
    interpreter.step(Transition { tid: Tid(0), choice: 0 });
    assert_eq!(interpreter.printed(), "-3étrue\n0.5\n");
}

/// Two classes answer a virtual call differently, and it depends on the schedule which of them has a number: what a step
/// did in one state must not be taken for what it does in the other.
#[test]
fn a_remembered_step_looks_at_the_class() {
    let text = "selector sel0 which\n\
        class class0 a {\n  method sel0 = fn0\n}\nclass class1 b extends class0 {\n  method sel0 = fn1\n}\n\
        shape shape0 = instance(class0)\nshape shape1 = instance(class1)\n\
        global global0 o: anyref = null\nglobal global1 seen: i64 = 0\n\
        fn fn0 a.which(r0: anyref) -> i64 {\n  return 1\n}\nfn fn1 b.which(r0: anyref) -> i64 {\n  return 2\n}\n\
        fn fn2 main() {\n  reg r0: anyref\n  reg r1: i64\n  r1 = choose 0, 2\n  branch r1, L2, L4\n\
        \x20 r0 = new shape0, 0\n  jump L5\n  r0 = new shape1, 0\n  store global0, r0\n  r0 = load global0\n\
        \x20 r1 = call_virtual sel0(r0)\n  store global1, r1\n  return\n}\n\
        thread main = fn2()\n";
    assert_eq!(explored(text), (9, vec![]));
}
