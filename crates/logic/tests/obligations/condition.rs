//! Conditions mean what the programs mean: compared with running them in every way, without a solver.

use commute_logic::{
    ClaimKind, Condition, Obligation, Stmt, StmtKind, Term, Value, Var, When, parse_obligation,
};
use expect_test::expect;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet, HashMap};

type State = BTreeMap<String, Value>;

fn eval(t: &Term, now: &State, next: &State) -> bool {
    let value = t.eval(&|v: &Var| match v.when {
        When::Next => next.get(&*v.name).cloned(),
        _ => now.get(&*v.name).cloned(),
    });
    value.unwrap().as_bool().unwrap()
}

/// Runs programs over truth values in every way; collects which assertions fail, by their number in the text.
struct Runner {
    asserts: usize,
    failed: BTreeSet<usize>,
}

impl Runner {
    fn havoc(states: BTreeSet<State>, vars: &[Var]) -> BTreeSet<State> {
        vars.iter().fold(states, |states, v| {
            let set = |s: &State, b| {
                let mut s = s.clone();
                s.insert(v.name.to_string(), Value::Bool(b));
                s
            };
            states.iter().flat_map(|s| [set(s, false), set(s, true)]).collect()
        })
    }

    fn body(&mut self, body: &[Stmt], states: BTreeSet<State>) -> BTreeSet<State> {
        body.iter().fold(states, |states, s| self.stmt(s, states))
    }

    fn assertion(&mut self, pairs: &mut BTreeSet<(State, State)>, t: &Term) {
        let (good, bad): (BTreeSet<_>, BTreeSet<_>) =
            std::mem::take(pairs).into_iter().partition(|(a, b)| eval(t, a, b));
        if !bad.is_empty() {
            self.failed.insert(self.asserts);
        }
        self.asserts += 1;
        *pairs = good;
    }

    fn stmt(&mut self, stmt: &Stmt, states: BTreeSet<State>) -> BTreeSet<State> {
        match &stmt.kind {
            StmtKind::Assume(t) => states.into_iter().filter(|s| eval(t, s, s)).collect(),
            StmtKind::Assert(t) => {
                let mut pairs = states.into_iter().map(|s| (s.clone(), s)).collect();
                self.assertion(&mut pairs, t);
                pairs.into_iter().map(|(_, s)| s).collect()
            }
            StmtKind::Assign(v, t) => {
                let set = |s: State| {
                    let value = Value::Bool(eval(t, &s, &s));
                    s.into_iter()
                        .map(|(k, old)| (k.clone(), if *k == *v.name { value.clone() } else { old }))
                        .collect()
                };
                states.into_iter().map(set).collect()
            }
            StmtKind::Havoc(vars) => Self::havoc(states, vars),
            StmtKind::Choice(branches) => {
                branches.iter().flat_map(|b| self.body(&b.body, states.clone())).collect()
            }
            StmtKind::Step(step) => {
                let mut pairs: BTreeSet<(State, State)> = states
                    .iter()
                    .flat_map(|s| {
                        let after = Self::havoc([s.clone()].into(), &step.modifies);
                        after.into_iter().map(|n| (s.clone(), n))
                    })
                    .collect();
                for c in &step.claims {
                    match c.kind {
                        ClaimKind::Assume => pairs.retain(|(a, b)| eval(&c.term, a, b)),
                        ClaimKind::Assert => self.assertion(&mut pairs, &c.term),
                    }
                }
                pairs.into_iter().map(|(_, b)| b).collect()
            }
        }
    }
}

/// Which assertions fail, and whether the end is reached, by running.
fn by_running(o: &Obligation) -> (BTreeSet<usize>, bool) {
    let mut runner = Runner { asserts: 0, failed: BTreeSet::new() };
    let zero: State = o.vars.iter().map(|d| (d.name.to_string(), Value::Bool(false))).collect();
    let vars: Vec<Var> = o.vars.iter().map(|d| d.var()).collect();
    let end = runner.body(&o.body, Runner::havoc([zero].into(), &vars));
    (runner.failed, !end.is_empty())
}

/// All names of the condition, for one choice of the free ones.
fn values(c: &Condition, free: u32) -> HashMap<Var, Value> {
    let mut values: HashMap<Var, Value> =
        c.free.iter().enumerate().map(|(i, v)| (v.clone(), Value::Bool(free >> i & 1 == 1))).collect();
    values.extend(c.switches().map(|v| (v, Value::Bool(true))));
    for (name, t) in &c.definitions {
        let value = t.eval(&|v| values.get(v).cloned()).unwrap();
        values.insert(name.clone(), value);
    }
    values
}

/// The same by trying every value of the free names of the condition.
fn by_condition(o: &Obligation) -> (BTreeSet<usize>, bool) {
    let c = Condition::of(o);
    let truth = |values: &HashMap<Var, Value>, v: &Var| values[v] == Value::Bool(true);
    let mut failed = BTreeSet::new();
    let mut ends = false;
    for free in 0..1u32 << c.free.len() {
        let values = values(&c, free);
        ends |= truth(&values, &c.point(c.end()).reach);
        for (i, check) in c.checks.iter().enumerate() {
            if truth(&values, &check.fails) {
                failed.insert(i);
                // The model takes one path, and all of it is reached.
                let holds = |t: &Term| t.eval(&|v| values.get(v).cloned()) == Ok(Value::Bool(true));
                let path = c.path(check.before, &holds);
                assert!(matches!(c.point(path[0]).from, commute_logic::From::Start));
                assert!(path.iter().all(|p| truth(&values, &c.point(*p).reach)));
            }
        }
    }
    (failed, ends)
}

fn formula(primes: bool) -> BoxedStrategy<String> {
    let mut names = vec!["x", "y", "true"];
    if primes {
        names.extend(["x'", "y'"]);
    }
    let leaf = proptest::sample::select(names).prop_map(str::to_owned);
    leaf.prop_recursive(2, 6, 2, |sub| {
        let op = proptest::sample::select(vec!["&&", "||", "==", "==>"]);
        prop_oneof![
            sub.clone().prop_map(|t| format!("!({t})")),
            (sub.clone(), op, sub).prop_map(|(a, op, b)| format!("({a}) {op} ({b})")),
        ]
    })
    .boxed()
}

fn statement(depth: u32) -> BoxedStrategy<String> {
    let claim = (proptest::sample::select(vec!["assume \"L\"", "assert"]), formula(true))
        .prop_map(|(word, t)| format!("{word}: {t};"));
    let simple = prop_oneof![
        formula(false).prop_map(|t| format!("assume \"L\": {t};")),
        formula(false).prop_map(|t| format!("assert: {t};")),
        formula(false).prop_map(|t| format!("assign: x := {t};")),
        Just("havoc: y;".to_owned()),
        proptest::collection::vec(claim, 1..3).prop_map(|c| format!("step modifies x {{ {} }}", c.concat())),
    ];
    if depth == 0 {
        return simple.boxed();
    }
    let branch = proptest::collection::vec(statement(depth - 1), 0..3)
        .prop_map(|b| format!("branch \"b\" {{ {} }}", b.concat()));
    let choice = proptest::collection::vec(branch, 1..4).prop_map(|b| format!("choice {{ {} }}", b.concat()));
    prop_oneof![2 => simple, 1 => choice].boxed()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_condition_agrees_with_running(body in proptest::collection::vec(statement(2), 1..5)) {
        let text = format!("obligation \"o\" {{ declare x: bool; declare y: bool; {} }}", body.concat());
        let o = parse_obligation(&text).unwrap();
        prop_assume!(Condition::of(&o).free.len() <= 12);
        prop_assert_eq!(by_condition(&o), by_running(&o), "{}", o);
    }
}

#[test]
fn the_condition_of_a_step_and_a_choice() {
    let o = parse_obligation(
        r#"obligation "o" {
             declare x: int in 0..8; declare a: array(int, int) in 0..2;
             step "inc" modifies x { assume "add": x' == x + 1; assert "grows": x' > x; }
             choice { branch "then" { assume "c": a[x] == 0; assign: x := 0; } branch "else" { } }
             assert "end": x >= 0;
           }"#,
    )
    .unwrap();
    expect![[r#"
        condition "o" {
          free x@0: int;
          free a@0: array(int, int);
          free x@1: int;
          free $pick@0: bool;
          fact 0 <= x@0 && x@0 < 8;
          fact 0 <= x@1 && x@1 < 8;
          fact 0 <= a@0[x@1] && a@0[x@1] < 2;
          label $use@0 "add";
          label $use@1 "c";
          define $reach@0 := true;
          define $reach@1 := $reach@0 && ($use@0 ==> x@1 == x@0 + 1);
          define $fail@0 := $reach@1 && !(x@1 > x@0);
          define $reach@2 := $reach@1 && x@1 > x@0;
          define $reach@3 := $reach@2 && $pick@0;
          define $reach@4 := $reach@3 && ($use@1 ==> a@0[x@1] == 0);
          define x@2 := 0;
          define $reach@5 := $reach@2 && !$pick@0;
          define $reach@6 := $reach@4 || $reach@5;
          define x@3 := if $pick@0 then x@2 else x@1;
          define $fail@1 := $reach@6 && !(x@3 >= 0);
          define $reach@7 := $reach@6 && x@3 >= 0;
          check $fail@0 "grows";
          check $fail@1 "end";
        }
    "#]]
    .assert_eq(&Condition::of(&o).to_string());
}

/// The weakest precondition of twenty choices in a row has a million paths; the condition has a name for each.
#[test]
fn the_size_is_linear_in_the_choices() {
    let size = |n: usize| {
        let choice =
            r#"choice { branch "a" { assign: x := x + 1; assert: x > 0; } branch "b" { havoc: x; } }"#;
        let text = format!("obligation \"o\" {{ declare x: int; {} }}", choice.repeat(n));
        Condition::of(&parse_obligation(&text).unwrap()).to_string().lines().count()
    };
    assert_eq!(size(40) - size(20), 2 * (size(20) - size(10)));
    assert_eq!(size(20) - size(10), 10 * (size(11) - size(10)));
}
