//! A strategy that also checks the locking discipline along every execution.
//!
//! # Source
//! Sto00 section 9: MLD' in a selective search that computes persistent sets as if it held.
//!
//! # Idea
//! Every access that is made goes through the lockset algorithm (`movers/lockset.rs`), and so do the guards of blocked threads
//! in every state. What is read may be used to compute persistent sets ([`Histories`]).
//!
//! # Notation
//! The value of the lockset algorithm's data structures in a state: one [`Lockset`] for each state on the stack.
//!
//! # Premises
//! - Nothing is stored: a history is no part of a state.
//! - Theorems 2', 3', 5', 6': with MLD' a violation is found in the reduced search if there is one, and if none is, what else the
//!   search says is right.
//!
//! # Deviations
//! - D1: MLD cannot be checked in a reduced search, as section 9 shows. Then nothing that is not found decides anything
//!   ([`StopReason::Initialisation`]).
//! - D2: accesses of enabled steps are taken in when the step is made, not in every state in which it could be; its thread's
//!   locks are the same then, and what counts is the set of accesses (observations M2, M3).
//! - D3: Theorems 2' and 3' are wrong for variables that have an initThread. Take section 9's example with initThread(v) = θ1. It
//!   violates MLD', for `v := 1` may come after `v := 2`; but IF-SSS makes `v := 1` at once, as the initialisation that it
//!   is then, and finds nothing. In the proof of Theorem 2', case 2.2.2 appeals to M2 and M3, which speak of accesses *after*
//!   initialisation, and t may be the initialisation. Here the first access to such a variable is visible, so that t is not,
//!   and the proof goes through. Test `initialisation_is_visible`.
//! - D4: Theorem 1 does not help either, for two reads are independent, and only one order of them may be explored; but a read by
//!   another thread before that of the initThread violates MLD'. Here all accesses to a variable that is still to be initialised are
//!   dependent on each other ([`Variables::observe_accesses`](commute_machine::Variables::observe_accesses), which also makes them
//!   visible). Test `two_reads_may_be_the_first`.
//! - D5: two transitions of the composed system that lead to one state are one for the paper. But they may make different accesses,
//!   so here they are two. Test `runs_to_one_state_have_histories`.

use super::followed::Followed;
use crate::outcome::StopReason;
use crate::strategy::{Here, Selected, Strategy};
use commute_machine::{Machine, ThreadStatus, Tid, Transition, Variable, Violation, ViolationKind};
use commute_movers::{Assumption, Careless, Discipline, Lockset, Shared};
use commute_mutants::mutant;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The histories of the executions to each state on the stack; persistent sets read the last one.
pub type Histories = Rc<RefCell<Vec<Lockset>>>;

/// Another strategy, watched.
pub struct Disciplined<S> {
    inner: S,
    discipline: Discipline,
    /// Whether every execution is explored.
    explores_all: bool,
    histories: Histories,
    known: BTreeSet<Variable>,
    wrong: Vec<Careless>,
}

impl<S> Disciplined<S> {
    /// `inner`, which may explore all executions, with a check of `discipline`.
    pub fn new(inner: S, discipline: Discipline, explores_all: bool, histories: Histories) -> Self {
        Self { inner, discipline, explores_all, histories, known: BTreeSet::new(), wrong: Vec::new() }
    }
}

impl<S> Disciplined<S> {
    /// Tells the machine what is still to be initialised at this depth.
    fn observe<M: Followed>(&self, machine: &mut M, depth: usize) {
        if let Some(history) = self.histories.borrow().get(depth) {
            machine.observe_first(&history.to_be_initialised());
        }
    }
}

/// What an access means to the user.
fn violation<M: Followed>(machine: &M, discipline: &Discipline, careless: Careless) -> Violation {
    let name = machine.name_of(careless.variable);
    let rule = discipline.rule(careless.variable, name.clone());
    Violation {
        kind: ViolationKind::Discipline(rule.to_string()),
        tid: Some(careless.by),
        message: format!("no lock protects {name}: this access holds none that all others did"),
        span: careless.span,
    }
}

/// Whether `t`, which cannot step, looks at its guard: nothing else keeps it.
#[mutant("mld-forgets-guards", false)]
fn waits_at_guard<M: Machine>(machine: &M, t: Tid) -> bool {
    machine.status(t) == ThreadStatus::Live && machine.blocker(t).is_some()
}

impl<M: Followed, S: Strategy<M>> Strategy<M> for Disciplined<S> {
    fn prepare(&mut self, machine: &mut M) {
        let history = machine.begin(self.discipline.clone());
        self.inner.prepare(machine);
        self.histories.replace(vec![history]);
        self.observe(machine, 0);
        self.known.clear();
        self.wrong.clear();
    }

    fn select(&mut self, machine: &mut M, here: &Here) -> Selected {
        let depth = here.depth as usize;
        {
            let mut histories = self.histories.borrow_mut();
            histories.truncate(depth + 1);
            for t in (0..here.choices.len()).filter(|&t| here.choices[t] == 0).map(Tid::new) {
                if waits_at_guard(machine, t) {
                    self.wrong.extend(machine.meet_guard(t, &mut histories[depth]));
                }
            }
        }
        self.observe(machine, depth);
        self.inner.select(machine, here)
    }

    fn listed(&self) -> &[Transition] {
        self.inner.listed()
    }

    fn weight(&self) -> u32 {
        self.inner.weight()
    }

    fn stepping(&mut self, machine: &mut M, step: Transition, depth: u64) {
        self.observe(machine, depth as usize);
        self.inner.stepping(machine, step, depth);
        // Where an execution is cut, nobody asks; and what it showed belongs to no other one.
        self.wrong.clear();
        let mut histories = self.histories.borrow_mut();
        histories.truncate(depth as usize + 1);
        let mut history = histories[depth as usize].clone();
        self.wrong.extend(machine.meet_step(step, &mut history));
        histories.push(history);
        drop(histories);
        self.observe(machine, depth as usize + 1);
    }

    fn is_explored_again(&mut self, key: u64, new: bool, depth: u64) -> bool {
        self.inner.is_explored_again(key, new, depth)
    }

    fn watches_cycles(&self) -> bool {
        self.inner.watches_cycles()
    }

    fn closes_cycle(&mut self) {
        self.inner.closes_cycle();
    }

    fn left_out(&self) -> Option<StopReason> {
        let hidden = self.discipline == Discipline::Mld && !self.explores_all;
        self.inner.left_out().or(hidden.then_some(StopReason::Initialisation))
    }

    fn is_refuted(&mut self, machine: &mut M) -> bool {
        self.inner.is_refuted(machine)
    }

    fn violations(&mut self, machine: &mut M) -> Vec<Violation> {
        let mut all = Vec::new();
        for careless in self.wrong.drain(..) {
            if self.known.insert(careless.variable) {
                all.push(violation(machine, &self.discipline, careless));
            }
        }
        all.extend(self.inner.violations(machine));
        all
    }

    fn sharing(&self, machine: &M) -> Vec<Shared> {
        self.inner.sharing(machine)
    }

    fn assumptions(&self, machine: &M) -> Vec<Assumption> {
        self.inner.assumptions(machine)
    }
}
