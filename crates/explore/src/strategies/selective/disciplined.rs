//! A strategy that also checks the locking discipline along every execution.
//!
//! # Source
//! Sto00 section 9: MLD' in a selective search that computes persistent sets as if it held.
//!
//! # Idea
//! Every access that is made goes through the lockset algorithm (`movers/lockset.rs`), and so do the guards of blocked threads
//! in every state: the machine itself remembers what came of it ([`Historied`]). Persistent sets may read it (`mld.rs`).
//!
//! # Notation
//! The value of the lockset algorithm's data structures in a state: [`Followed::histories`].
//!
//! # Premises
//! - A reduced search stores nothing: the theorems are about executions. One of everything may store states, each with its history.
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
//! - D6: with the same lock in all executions what is left of a variable's candidates is not undone
//!   (`movers/lockset/same.rs`). That the lock of some variable cannot be compared leaves the question open
//!   ([`StopReason::UnnamedLock`]); other violations are found as before.

use super::historied::Historied;
use crate::outcome::StopReason;
use crate::strategies::transactions::TransactionMachine;
use crate::strategy::{Here, Selected, Strategy};
use commute_machine::{
    Fingerprint, Initialisation, Machine, Rewind, Transition, Variable, Variables, Violation, ViolationKind,
};
use commute_movers::{Assumption, Careless, Discipline, Histories, Oracle, Shared};
use std::collections::BTreeSet;

/// A machine that remembers what has happened to variables.
pub trait Followed: Machine {
    /// What has.
    fn histories(&self) -> &Histories;
    /// A variable in words.
    fn name_of(&self, variable: Variable) -> String;
    /// The locks that protect a variable in all executions explored, by their names.
    fn locks_of(&self, variable: Variable) -> Vec<String>;
    /// A variable of which it is not known whether the same lock protects it in all executions.
    fn unnamed(&self) -> Option<Variable>;
}

impl<M: Rewind + Fingerprint + Variables> Followed for Historied<'_, M> {
    fn histories(&self) -> &Histories {
        Historied::histories(self)
    }

    fn name_of(&self, variable: Variable) -> String {
        self.variable_name(variable)
    }

    fn locks_of(&self, variable: Variable) -> Vec<String> {
        self.lockset().left(self, variable)
    }

    fn unnamed(&self) -> Option<Variable> {
        self.lockset().unnamed()
    }
}

impl<'a, M, O> Followed for TransactionMachine<'_, Historied<'a, M>, O>
where
    M: Rewind + Fingerprint + Variables,
    O: Oracle<Historied<'a, M>>,
{
    fn histories(&self) -> &Histories {
        self.machine.histories()
    }

    fn name_of(&self, variable: Variable) -> String {
        self.machine.variable_name(variable)
    }

    fn locks_of(&self, variable: Variable) -> Vec<String> {
        self.machine.locks_of(variable)
    }

    fn unnamed(&self) -> Option<Variable> {
        self.machine.unnamed()
    }
}

/// Another strategy, watched.
pub struct Disciplined<S> {
    inner: S,
    discipline: Discipline,
    /// Whether every execution is explored.
    explores_all: bool,
    known: BTreeSet<(Variable, bool)>,
    /// A variable whose lock cannot be compared with that of other executions.
    unnamed: Option<String>,
}

impl<S> Disciplined<S> {
    /// `inner`, which may explore all executions, with a check of `discipline`.
    pub fn new(inner: S, discipline: Discipline, explores_all: bool) -> Self {
        Self { inner, discipline, explores_all, known: BTreeSet::new(), unnamed: None }
    }
}

/// What an access means to the user.
fn violation<M: Followed>(machine: &M, discipline: &Discipline, careless: &Careless) -> Violation {
    let name = machine.name_of(careless.variable);
    let mut rule = discipline.rule(careless.variable, name.clone());
    let message = if careless.unshared {
        rule.initialisation = Initialisation::OneThread;
        format!("{name} is said to be unshared, but two threads access it")
    } else if careless.by_another {
        rule.same = machine.locks_of(careless.variable);
        format!("in other executions another lock protects {name}")
    } else {
        format!("no lock protects {name}: this access holds none that all others did")
    };
    let (tid, span) = (Some(careless.by), careless.span);
    Violation { kind: ViolationKind::Discipline(rule.to_string()), tid, message, span }
}

impl<S> Disciplined<S> {
    fn look_for_unnamed<M: Followed>(&mut self, machine: &M) {
        self.unnamed = machine.unnamed().map(|variable| machine.name_of(variable));
    }
}

impl<M: Followed, S: Strategy<M>> Strategy<M> for Disciplined<S> {
    fn prepare(&mut self, machine: &mut M) {
        self.inner.prepare(machine);
        self.known.clear();
    }

    fn select(&mut self, machine: &mut M, here: &Here) -> Selected {
        let selected = self.inner.select(machine, here);
        // It may have looked ahead.
        self.look_for_unnamed(machine);
        selected
    }

    fn listed(&self) -> &[Transition] {
        self.inner.listed()
    }

    fn weight(&self) -> u32 {
        self.inner.weight()
    }

    fn stepping(&mut self, machine: &mut M, step: Transition, depth: u64) {
        self.inner.stepping(machine, step, depth);
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
        let unnamed = || self.unnamed.clone().map(StopReason::UnnamedLock);
        self.inner.left_out().or(hidden.then_some(StopReason::Initialisation)).or_else(unnamed)
    }

    fn is_refuted(&mut self, machine: &mut M) -> bool {
        self.inner.is_refuted(machine)
    }

    fn violations(&mut self, machine: &mut M) -> Vec<Violation> {
        let mut all = Vec::new();
        self.look_for_unnamed(machine);
        for careless in machine.histories().careless() {
            if self.known.insert((careless.variable, careless.unshared)) {
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
