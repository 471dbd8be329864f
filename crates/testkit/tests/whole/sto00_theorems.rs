//! The theorems of Sto00 on generated systems without loops: what a search must preserve, compared with a search of everything.
//!
//! The reference is the search of all executions: the states in which no step is possible (the paper's deadlocks), the control
//! points that threads come to, and whether MLD or MLD' is violated. Numbers of systems, and of those on which a search
//! made fewer transitions than the reference, are asserted: `docs/soundness.md` has them in a table.

use commute_explore::{
    Discipline, Observer, Options, Order, Pending, Persistent, Progress, Reduction, Selection, StoreKind,
    search,
};
use commute_machine::{
    Fingerprint, Footprint, Machine, Rewind, ThreadStatus, Tid, Transition, Variable, ViolationKind,
};
use commute_movers::{Histories, Lockset, Mover, Oracle, Trusting};
use commute_testkit::generate::acyclic;
use commute_testkit::{Model, Recorded};
use commute_vm::Vm;
use std::collections::{BTreeMap, BTreeSet};

/// How many systems of each sort are generated.
const SYSTEMS: u64 = 120;

/// Systems whose executions meet more states together are left out.
const MOST_STATES: u64 = 6_000;

/// What a search has seen.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Seen {
    /// The states in which no step is possible.
    terminal: BTreeSet<u64>,
    /// Threads and control points.
    points: BTreeSet<(usize, u32)>,
}

struct Run {
    seen: Seen,
    states: BTreeSet<u64>,
    violates: bool,
    transitions: u64,
}

#[derive(Default)]
struct Terminals(BTreeSet<u64>);

impl Observer for Terminals {
    fn progress(&mut self, _progress: &Progress) {}
    fn terminal(&mut self, content: &dyn Fn() -> u64) {
        self.0.insert(content());
    }
}

/// A search without a store; nothing if it is too long.
fn run(model: &Model, selection: Selection, discipline: Option<Discipline>) -> Option<Run> {
    let mut machine = Recorded::new(Vm::new(model.program.clone()));
    let mut options = Options {
        order: Order::Dfs,
        store: StoreKind::None,
        reduction: Reduction::Selective(selection),
        discipline,
        keep_going: true,
        ..Options::default()
    };
    options.limits.states = Some(MOST_STATES);
    let mut terminals = Terminals::default();
    let outcome = search(&mut machine, &options, &mut terminals);
    let too_long = outcome.stats.states > MOST_STATES;
    let violates =
        outcome.found.iter().any(|found| matches!(found.violation.kind, ViolationKind::Discipline(_)));
    (!too_long).then_some(Run {
        seen: Seen { terminal: terminals.0, points: machine.points },
        states: machine.states,
        violates,
        transitions: outcome.stats.transitions,
    })
}

fn prime() -> Discipline {
    Discipline::strict()
}

fn named(name: &str) -> Selection {
    Selection::named(name).unwrap()
}

fn by_locks(pending: Pending) -> Selection {
    Selection { persistent: Persistent::Mld(pending), ..named("c-sss") }
}

/// C(S) itself, of which nothing is left out.
fn composed() -> Selection {
    Selection { persistent: Persistent::All, sleep: false, ..named("c-sss") }
}

/// Generated systems with the reference search of each.
fn systems(careless: bool, discipline: Discipline) -> impl Iterator<Item = (String, Model, Run)> {
    (0..SYSTEMS).filter_map(move |seed| {
        let text = acyclic(seed, careless);
        let model = Model::compile("system.cm", &text, &[]).unwrap_or_else(|r| panic!("{}\n{text}", r.0));
        let reference = run(&model, Selection::EVERYTHING, Some(discipline.clone()))?;
        Some((text, model, reference))
    })
}

/// How many systems a search was compared on, and on how many it made fewer transitions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Tally {
    systems: u32,
    reduced: u32,
}

/// Compares what searches see with the reference, on careful systems or on all.
fn same(careless: &[bool], discipline: Option<Discipline>, selections: &[Selection]) -> Vec<Tally> {
    let mut tallies = vec![Tally::default(); selections.len()];
    for &careless in careless {
        for (text, model, reference) in systems(careless, prime()) {
            for (tally, &selection) in tallies.iter_mut().zip(selections) {
                let found = run(&model, selection, discipline.clone()).unwrap();
                assert_eq!(found.seen, reference.seen, "{}\n{text}", selection.name());
                tally.systems += 1;
                tally.reduced += u32::from(found.transitions < reference.transitions);
            }
        }
    }
    tallies
}

/// A violation of MLD' is found if and only if there is one; and if there is none, the rest is right.
fn finds(selection: Selection, discipline: &Discipline) -> (Tally, u32) {
    let (mut tally, mut violated) = (Tally::default(), 0);
    for (text, model, reference) in systems(true, discipline.clone()) {
        let found = run(&model, selection, Some(discipline.clone())).unwrap();
        assert_eq!(found.violates, reference.violates, "{}\n{text}", selection.name());
        if !reference.violates {
            assert_eq!(found.seen, reference.seen, "{}\n{text}", selection.name());
        }
        tally.systems += 1;
        tally.reduced += u32::from(found.transitions < reference.transitions);
        violated += u32::from(reference.violates);
    }
    (tally, violated)
}

fn tally(systems: u32, reduced: u32) -> Tally {
    Tally { systems, reduced }
}

/// Theorem 1: SSS with persistent and sleep sets, by whatever function computes them, with MLD or without.
#[test]
fn theorem_1_sss() {
    let selections = [named("sss"), named("cssa"), named("sleep")];
    assert_eq!(same(&[false, true], None, &selections), [tally(184, 153); 3]);
}

/// Theorem 3: IF-SSS on systems that satisfy MLD.
#[test]
fn theorem_3_if_sss() {
    let selections = [named("if-sss"), named("exit-block"), named("exit-block-rw")];
    assert_eq!(
        same(&[false], Some(Discipline::Mld), &selections),
        [tally(92, 74), tally(92, 70), tally(92, 72)]
    );
}

/// Theorem 5: SSS on C(S), on systems that satisfy MLD.
#[test]
fn theorem_5_composition() {
    let selections = [composed(), named("c-sss")];
    assert_eq!(same(&[false], Some(Discipline::Mld), &selections), [tally(92, 83), tally(92, 87)]);
}

/// Theorem 6: what Algorithm 2-MLD returns is persistent, so that the search with it is right.
#[test]
fn theorem_6_algorithm_2_mld() {
    let no_sleep = |selection| Selection { sleep: false, ..selection };
    let selections =
        [by_locks(Pending::Locks), by_locks(Pending::Guards), no_sleep(by_locks(Pending::Locks))];
    assert_eq!(same(&[false], Some(Discipline::Mld), &selections), [tally(92, 87); 3]);
}

/// Theorem 3'.
#[test]
fn theorem_3_prime_if_sss() {
    assert_eq!(finds(named("if-sss"), &prime()), (tally(92, 79), 30));
}

/// The same with initThread, which the theorem as it stands is wrong about: the first access to such a variable is visible here.
#[test]
fn theorem_3_prime_with_init_threads() {
    let globals = |model: &Model| {
        let names = model.program.globals.iter().map(|global| global.name.clone());
        names.collect::<Vec<_>>()
    };
    let names =
        globals(&Model::compile("system.cm", &acyclic(0, true), &[]).unwrap_or_else(|r| panic!("{}", r.0)));
    let number = |name: &str| Variable::Global(names.iter().position(|n| n == name).unwrap() as u32);
    let init = BTreeMap::from([(number("v0"), Tid(0)), (number("v1"), Tid(1)), (number("v2"), Tid(0))]);
    let discipline = Discipline::MldPrime { init, several: false };
    for selection in [named("if-sss"), named("c-sss"), by_locks(Pending::Locks)] {
        let (tally, violated) = finds(selection, &discipline);
        assert_eq!((tally.systems, violated), (92, 65), "{}", selection.name());
    }
}

/// Theorem 5': S violates MLD' if and only if C(S) does.
#[test]
fn theorem_5_prime_composition() {
    assert_eq!(finds(composed(), &prime()), (tally(92, 83), 30));
    assert_eq!(finds(named("c-sss"), &prime()), (tally(92, 87), 30));
}

/// Theorem 6': SSS on C(S) with Algorithm 2-MLD'.
#[test]
fn theorem_6_prime_algorithm_2_mld_prime() {
    assert_eq!(finds(by_locks(Pending::Locks), &prime()), (tally(92, 87), 30));
    assert_eq!(finds(by_locks(Pending::Guards), &prime()), (tally(92, 87), 30));
}

/// How the next step of `t` moves in a system that satisfies MLD.
fn mover(machine: &mut Vm, t: Tid) -> Mover {
    let mut footprint = Footprint::default();
    machine.footprint(t, &mut footprint);
    Trusting::default().mover(&*machine, t, &footprint)
}

/// A state in which every thread that is not over stands at a visible operation. A choice touches nothing, and is made by
/// itself, before all else.
fn is_visible(machine: &mut Vm) -> bool {
    let mut threads = (0..machine.threads()).map(Tid::new);
    threads.all(|t| machine.status(t) != ThreadStatus::Live || !mover(machine, t).is_left())
}

/// Whether the next step of `t` is invisible (Sto00 section 2.3).
fn is_invisible(machine: &mut Vm, t: Tid) -> bool {
    machine.choices(t) == 1 && mover(machine, t).is_left()
}

/// All states that can be reached, with a way to each.
fn reach(machine: &mut Vm) -> Vec<Vec<Transition>> {
    fn go(
        machine: &mut Vm,
        way: &mut Vec<Transition>,
        seen: &mut BTreeSet<u64>,
        out: &mut Vec<Vec<Transition>>,
    ) {
        if !seen.insert(machine.content()) {
            return;
        }
        out.push(way.clone());
        for step in steps(machine, None) {
            machine.mark();
            machine.step(step);
            way.push(step);
            go(machine, way, seen, out);
            way.pop();
            machine.rewind();
            machine.unmark();
        }
    }
    let mut out = Vec::new();
    go(machine, &mut Vec::new(), &mut BTreeSet::new(), &mut out);
    out
}

/// The steps that are possible, except those of one thread.
fn steps(machine: &mut Vm, except: Option<Tid>) -> Vec<Transition> {
    let mut steps = Vec::new();
    for t in (0..machine.threads()).map(Tid::new).filter(|&t| Some(t) != except) {
        machine.transitions(t, &mut steps);
    }
    steps
}

/// Whether the step of `t` alone is persistent in the present state, by the definition: whatever others do without it, it
/// stays possible and independent of what they do next.
fn is_persistent(machine: &mut Vm, t: Tid, seen: &mut BTreeSet<u64>) -> bool {
    if !seen.insert(machine.content()) {
        return true;
    }
    steps(machine, Some(t)).into_iter().all(|other| {
        let commutes = outcome(machine, &[other, only(t)])
            .is_some_and(|after| outcome(machine, &[only(t), other]) == Some(after));
        commutes && {
            machine.mark();
            machine.step(other);
            let rest = is_persistent(machine, t, seen);
            machine.rewind();
            machine.unmark();
            rest
        }
    })
}

fn only(t: Tid) -> Transition {
    Transition { tid: t, choice: 0 }
}

/// The state after some steps, if all are possible.
fn outcome(machine: &mut Vm, schedule: &[Transition]) -> Option<u64> {
    machine.mark();
    let mut possible = true;
    for &step in schedule {
        possible = possible && u32::from(step.choice) < machine.choices(step.tid);
        if possible {
            machine.step(step);
        }
    }
    let content = machine.content();
    machine.rewind();
    machine.unmark();
    possible.then_some(content)
}

/// Makes a step that the lockset algorithm sees; whether the discipline is violated by then.
fn make(machine: &mut Vm, step: Transition, history: &mut Histories) -> bool {
    let mut footprint = Footprint::default();
    machine.footprint(step.tid, &mut footprint);
    Lockset::new(prime(), machine).step(&*machine, step.tid, &footprint, history);
    machine.step(step);
    history.follow(machine);
    !history.careless().is_empty()
}

/// Whether some execution from the present state violates the discipline.
fn can_violate(machine: &mut Vm, history: &Histories) -> bool {
    steps(machine, None).into_iter().any(|step| {
        machine.mark();
        let mut history = history.clone();
        let violates = make(machine, step, &mut history) || can_violate(machine, &history);
        machine.rewind();
        machine.unmark();
        violates
    })
}

/// Looks at every reachable state and every thread that can make an invisible step there. How many there were, and how
/// many of these steps were not persistent, each of which `excuse` must accept.
fn invisible_steps(careless: bool, excuse: impl Fn(&mut Vm, Tid, &Histories) -> bool) -> (u32, u32) {
    let (mut all, mut excused) = (0, 0);
    for (text, model, _) in systems(careless, prime()) {
        let mut machine = Vm::new(model.program.clone());
        for way in reach(&mut machine) {
            machine.restart();
            let mut history = Histories::default();
            for &step in &way {
                make(&mut machine, step, &mut history);
            }
            for t in (0..machine.threads()).map(Tid::new) {
                if machine.choices(t) > 0 && is_invisible(&mut machine, t) {
                    all += 1;
                    if !is_persistent(&mut machine, t, &mut BTreeSet::new()) {
                        assert!(excuse(&mut machine, t, &history), "{t:?} after {way:?}\n{text}");
                        excused += 1;
                    }
                }
            }
        }
    }
    (all, excused)
}

/// Theorem 2: in systems that satisfy MLD, an invisible step is persistent by itself.
#[test]
fn theorem_2_invisible_steps_are_persistent() {
    assert_eq!(invisible_steps(false, |_, _, _| false), (2674, 0));
}

/// Theorem 2': otherwise the step violates MLD', or a violation can be reached after it.
#[test]
fn theorem_2_prime_or_a_violation_is_ahead() {
    let is_ahead = |machine: &mut Vm, t: Tid, history: &Histories| {
        let mut history = history.clone();
        machine.mark();
        let violates = make(machine, only(t), &mut history) || can_violate(machine, &history);
        machine.rewind();
        machine.unmark();
        violates
    };
    assert_eq!(invisible_steps(true, is_ahead), (2613, 137));
}

/// Theorem 4: C(S) has the visible states of S.
#[test]
fn theorem_4_visible_states() {
    let (mut systems_compared, mut compared) = (0, 0);
    for (text, model, _) in systems(false, prime()) {
        let composed = run(&model, composed(), Some(Discipline::Mld)).unwrap();
        let mut machine = Vm::new(model.program.clone());
        for way in reach(&mut machine) {
            machine.restart();
            way.iter().for_each(|&step| {
                machine.step(step);
            });
            if is_visible(&mut machine) {
                assert!(composed.states.contains(&machine.content()), "{way:?}\n{text}");
                compared += 1;
            }
        }
        systems_compared += 1;
    }
    assert_eq!((systems_compared, compared), (92, 848));
}
