//! Runs both orders of every pair of steps in every reachable state.

use crate::walk::{live, model, states, steps_of};
use commute_ir::Program;
use commute_machine::{Acts, Fingerprint, Machine, Objectwise, Operation, StepResult, Tid, Transition};
use commute_movers::{Relation, interferes, overlap, steps_dependent};
use commute_vm::Vm;
use std::collections::HashSet;
use std::sync::Arc;

/// States of a program that are looked at.
const STATES: usize = 3_000;

/// What was looked at.
#[derive(Default, Debug)]
pub struct Count {
    /// Pairs that a table calls independent, all of which commute.
    pub independent: usize,
    /// Pairs that a table calls dependent.
    pub dependent: usize,
    /// Those of them that commute all the same.
    pub too_careful: usize,
    /// Operations that met on an object.
    pub seen: HashSet<(Operation, Operation)>,
}

/// What is found for a pair of steps.
#[derive(Debug)]
pub struct Pair {
    pub dependent: bool,
    pub commutes: bool,
}

pub struct Checker {
    name: String,
    vm: Vm,
    /// Whether to look at the future too. Objects must keep their numbers.
    interference: bool,
    pub count: Count,
}

impl Checker {
    pub fn new(source: &str) -> Self {
        Self { interference: true, ..Self::of("program", model("program", source)) }
    }

    pub fn of(name: &str, program: Arc<Program>) -> Self {
        Self { name: name.into(), vm: Vm::new(program), interference: false, count: Count::default() }
    }

    fn acts(&mut self, t: Tid) -> Acts {
        let mut acts = Acts::default();
        self.vm.acts(t, &mut acts);
        acts
    }

    pub fn run(&mut self) {
        for state in states(&mut self.vm, STATES) {
            self.vm.load(&state);
            for (a, b) in pairs(&live(&self.vm)) {
                self.check_pair(&state, a, b);
            }
            let live = if self.interference { live(&self.vm) } else { Vec::new() };
            for a in live {
                self.check_interference(&state, a);
            }
        }
    }

    fn dependent(&mut self, a: Tid, b: Tid) -> bool {
        let (x, y) = (self.acts(a), self.acts(b));
        let vm = &self.vm;
        let there = steps_dependent(Relation::Conditional, (a, &x), (b, &y), |l| vm.info(l));
        let back = steps_dependent(Relation::Conditional, (b, &y), (a, &x), |l| vm.info(l));
        assert_eq!(there, back, "{}: dependence is symmetric: {x:?} {y:?}", self.name);
        there
    }

    /// Whether neither step changes whether the other is possible, and both orders end in the same state.
    fn commutes(&mut self, state: &[u32], a: Tid, b: Tid) -> bool {
        self.vm.load(state);
        let (mine, yours) = (steps_of(&mut self.vm, a), steps_of(&mut self.vm, b));
        let keeps = |this: &mut Self, steps: &[Transition], other: Tid, before: usize| {
            steps.iter().all(|&step| {
                this.vm.load(state);
                this.vm.step(step);
                this.vm.choices(other) as usize == before
            })
        };
        if !keeps(self, &mine, b, yours.len()) || !keeps(self, &yours, a, mine.len()) {
            return false;
        }
        let both = mine.iter().flat_map(|&x| yours.iter().map(move |&y| (x, y)));
        both.collect::<Vec<_>>().into_iter().all(|(x, y)| {
            let (one, mut two) = (self.both(state, x, y), self.both(state, y, x));
            two.1.swap(0, 1);
            one == two
        })
    }

    fn both(&mut self, state: &[u32], first: Transition, second: Transition) -> (Vec<u32>, [bool; 2]) {
        self.vm.load(state);
        let fails = [first, second].map(|step| self.vm.step(step) != StepResult::Done);
        (self.vm.vector().to_vec(), fails)
    }

    fn check_pair(&mut self, state: &[u32], a: Tid, b: Tid) {
        self.vm.load(state);
        if self.vm.lacks_time(a) || self.vm.lacks_time(b) {
            // A step whose time is up only if nothing else can happen is never possible together with another one (docs/semantics.md).
            return;
        }
        let (x, y) = (self.acts(a), self.acts(b));
        let starts = |acts: &Acts| acts.acts.iter().any(|act| act.access.operation == Operation::Spawn);
        if starts(&x) || starts(&y) {
            // The numbers of threads depend on the order in which they are started (depend/mod.rs, D2).
            return;
        }
        for one in &x.acts {
            for two in &y.acts {
                if overlap(one.access.location, two.access.location) {
                    self.count.seen.insert((one.access.operation, two.access.operation));
                }
            }
        }
        let dependent = self.dependent(a, b);
        let commutes = self.commutes(state, a, b);
        assert!(dependent || commutes, "{}: {a:?} {x:?} and {b:?} {y:?} do not commute", self.name);
        let touch = |acts: &Acts| !acts.acts.is_empty();
        self.count.independent += usize::from(!dependent && touch(&x) && touch(&y));
        self.count.dependent += usize::from(dependent);
        self.count.too_careful += usize::from(dependent && commutes && !(x.observed && y.observed));
        self.vm.load(state);
    }

    /// Follows steps of other threads that are independent of what `a` is about to do; the first one that is not must be one of
    /// which the tables say that it may be.
    fn check_interference(&mut self, state: &[u32], a: Tid) {
        self.vm.load(state);
        let x = self.acts(a);
        let [act] = x.acts.as_slice() else { return };
        if x.everything || self.vm.threads() != live(&self.vm).len() {
            return;
        }
        let info = self.vm.info(act.access.location);
        let mut seen = HashSet::from([state.to_vec()]);
        let mut work = vec![state.to_vec()];
        while let Some(at) = work.pop() {
            self.vm.load(&at);
            for b in live(&self.vm).into_iter().filter(|&b| b != a) {
                self.vm.load(&at);
                let steps = steps_of(&mut self.vm, b);
                if steps.is_empty() {
                    continue;
                }
                let y = self.acts(b);
                if self.dependent(a, b) {
                    let fits = y.everything
                        || x.observed && y.observed
                        || y.acts.iter().any(|other| {
                            let (here, there) = (act.access.location, other.access.location);
                            overlap(here, there)
                                && interferes(
                                    a,
                                    act,
                                    b,
                                    other.access.operation,
                                    Some(other.detail),
                                    here == there,
                                    &info,
                                )
                                || commute_movers::anywhere(act.access.operation, other.access.operation)
                        });
                    assert!(fits, "{}: {a:?} {act:?} at {info:?} and later {b:?} {y:?}", self.name);
                    continue;
                }
                for step in steps {
                    self.vm.load(&at);
                    self.vm.step(step);
                    let next = self.vm.vector().to_vec();
                    if seen.len() < 300 && seen.insert(next.clone()) {
                        work.push(next);
                    }
                }
            }
        }
    }

    /// What is found for two threads in the initial state.
    pub fn initial_pair(&mut self, a: u16, b: u16) -> Pair {
        self.vm.restart();
        let state = self.vm.vector().to_vec();
        let dependent = self.dependent(Tid(a), Tid(b));
        Pair { dependent, commutes: self.commutes(&state, Tid(a), Tid(b)) }
    }
}

fn pairs(threads: &[Tid]) -> Vec<(Tid, Tid)> {
    threads.iter().enumerate().flat_map(|(i, &a)| threads[i + 1..].iter().map(move |&b| (a, b))).collect()
}
