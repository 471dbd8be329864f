//! Granularity (Sto00 section 10): a class seen field by field, by method, or as a whole with what it keeps to itself, and the
//! requirements for that.

use commute::engine::search;
use commute_certify::{confirms, plain_search};
use commute_explore::{Discipline, Options, Order, Reduction, Selection, StoreKind, Unobserved, Verdict};
use commute_machine::ViolationKind;
use commute_testkit::generate::wholes;
use commute_testkit::{Model, root};
use commute_vm::Vm;

fn compile(text: &str) -> Model {
    Model::compile("test.cm", text, &[]).unwrap_or_else(|rejected| panic!("{}", rejected.0))
}

/// The rules of MLD' that selective searches find violated, each confirmed.
fn violated(text: &str) -> Vec<String> {
    let model = compile(text);
    let mut all = Vec::new();
    for name in ["sss", "if-sss", "c-sss"] {
        let options = Options {
            order: Order::Dfs,
            store: StoreKind::None,
            reduction: Reduction::Selective(Selection::named(name).unwrap()),
            discipline: Some(Discipline::strict()),
            keep_going: true,
            ..Options::default()
        };
        let outcome = search(&mut Vm::new(model.program.clone()), &options, &mut Unobserved);
        assert!(outcome.verdict == Verdict::Holds || outcome.verdict == Verdict::Violated);
        let mut rules = Vec::new();
        for found in outcome.found {
            confirms(&model.program, &found.schedule, &found.violation.kind)
                .unwrap_or_else(|e| panic!("{e}"));
            if let ViolationKind::Discipline(rule) = found.violation.kind {
                rules.push(rule);
            }
        }
        rules.sort();
        all.push(rules);
    }
    assert!(all.iter().all(|rules| *rules == all[0]), "{all:?}");
    all.swap_remove(0)
}

fn pair(annotation: &str) -> String {
    format!(
        "var m: lock; var n: lock;\n\
         class Pair {annotation} {{ a: int; b: int; fn on_a() {{ a = 1; }} fn on_b() {{ b = 1; }} }}\n\
         var pair: Pair = new Pair();\n\
         thread worker[i in 0..2] {{ with (m) {{ pair.on_a(); }} with (n) {{ pair.on_b(); }} }}"
    )
}

/// "A violation of MLD' is reported if different locks protect different fields of an instance."
#[test]
fn one_lock_for_each_field_or_for_all() {
    assert_eq!(violated(&pair("")), Vec::<String>::new());
    assert_eq!(violated(&pair("by_method")), ["each Pair mld-prime"]);
    assert_eq!(violated(&pair("by_class")), ["each Pair mld-prime"]);
}

/// What an object keeps to itself is protected by what protects the object.
#[test]
fn an_object_with_what_it_keeps_to_itself() {
    let text = std::fs::read_to_string(root().join("examples/sto00_granularity.cm")).unwrap();
    assert_eq!(violated(&text), Vec::<String>::new());
    // Field by field too: the monitor of the stack is held at each access to a node of it.
    assert_eq!(violated(&text.replace(" by_class", "")), Vec::<String>::new());
    assert_eq!(violated(&text.replace(" by_class", " by_method")), Vec::<String>::new());
    // The monitor of the stack is not held.
    assert_eq!(violated(&text.replace("synchronized fn pop", "fn pop")), ["each Stack mld-prime"]);
}

fn refusal(text: &str) -> String {
    match Model::compile("test.cm", text, &[]) {
        Ok(_) => panic!("accepted:\n{text}"),
        Err(rejected) => rejected.0,
    }
}

/// The requirements of section 10, each with a program that does not meet it.
#[test]
fn requirements() {
    let program = |annotation: &str, members: &str, rest: &str| {
        format!(
            "var s: semaphore; var g: int; class D {{ v: int; fn put() {{ v = 1; }} }}\n\
             class C {annotation} {{ x: int; d: D; {members} }}\n\
             var c: C = new C();\nthread t {{ c.f(); {rest} }}"
        )
    };
    let cases = [
        ("by_method", "fn f() { s.up(); }", "", "a method performs an operation that other threads can see"),
        ("by_method", "fn f() { x = 1; }", "c.x = 2;", "a field of `C` is accessed outside of its methods"),
        (
            "by_method",
            "fn f() { on(me()); } fn me() -> C { return this; } fn on(o: C) { o.x = 1; }",
            "",
            "a method accesses another `C` than `this`",
        ),
        ("by_class", "fn f() { g = 1; }", "", "a method accesses the global variable `g`"),
        (
            "by_class",
            "fn f() { d = new D(); d.v = 2; }",
            "let e = new D(); e.put();",
            "a method accesses `D`, which is accessed elsewhere too",
        ),
    ];
    for (annotation, members, rest, reason) in cases {
        let text = program(annotation, members, rest);
        let message = refusal(&text);
        assert!(message.contains(&format!("`C` cannot be seen as a whole: {reason}")), "{message}");
        // Without the annotation there is nothing to require.
        compile(&program("", members, rest));
    }
    // Methods may be synchronized.
    compile(&program("by_class", "synchronized fn f() { x = 1; }", ""));
}

#[test]
fn only_classes_have_a_granularity() {
    let message = refusal("var v: int by_class;\nthread t { v = 1; }");
    assert!(message.contains("only classes are `by_class`"), "{message}");
}

/// Methods that are one operation: fewer states, and nothing else differs from the same program without the annotation.
#[test]
fn methods_that_are_one_step() {
    let cell = |annotation: &str, unlocked: &str, rest: &str| {
        format!(
            "class Kept {{ n: int; }}\nclass Cell {annotation} {{ a: int; b: int; kept: Kept = new Kept(); log: [int; 3] = new [int; 3];\n\
             synchronized fn bump() {{ a += 1; twice(); log[b % 3] = a; kept.n += 1; }}\n\
             fn twice() {{ b += 1; }}\n\
             {unlocked} fn get() -> int {{ return a + b; }} }}\n\
             var cell: Cell = new Cell();\n\
             thread worker[i in 0..2] {{ cell.bump(); assert cell.get() % 2 == 0; }}\n{rest}"
        )
    };
    let states = |text: &str| {
        let outcome = plain_search(&compile(text).program, 20_000);
        assert!(outcome.complete);
        (outcome.states, outcome.violations.len())
    };
    let (plain, wrong) = states(&cell("", "synchronized", ""));
    assert_eq!(wrong, 0);
    for annotation in ["by_method", "by_class"] {
        let (whole, wrong) = states(&cell(annotation, "synchronized", ""));
        assert!(whole * 3 < plain && wrong == 0, "{annotation}: {whole} of {plain}");
        // Not if one of them holds no monitor, or somebody looks.
        let unlocked = states(&cell(annotation, "", ""));
        assert_eq!(unlocked, states(&cell("", "", "")));
        assert!(unlocked.1 > 0);
        for looks in [
            "invariant same: cell != null => cell.a - cell.b < 2;",
            "var notes: int exclusive(i) when cell.a == i;",
        ] {
            let [whole, plain] = [annotation, ""].map(|said| states(&cell(said, "synchronized", looks)));
            assert_eq!(whole, plain, "{looks}");
        }
    }
}

/// The same of generated programs.
#[test]
fn generated_classes_seen_as_a_whole_do_the_same() {
    let mut fewer = 0;
    for seed in 0..100 {
        let text = wholes(seed).to_string();
        let bare = text.replace("by_method", "         ").replace("by_class", "        ");
        let [whole, bare] = [text.as_str(), &bare].map(|text| plain_search(&compile(text).program, 3_000));
        if !whole.complete || !bare.complete {
            continue;
        }
        assert_eq!(whole.violations, bare.violations, "{text}");
        fewer += usize::from(whole.states < bare.states);
        assert!(whole.states <= bare.states, "{text}");
    }
    assert!(fewer > 12, "{fewer}");
}
