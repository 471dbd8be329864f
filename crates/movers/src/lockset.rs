//! The mutex locking discipline, checked along an execution: MLD and MLD'.
//!
//! # Source
//! Sto00 section 2.2 (MLD), section 9 (MLD', initThread); the lockset algorithm of Savage et al. (Eraser, 1997).
//!
//! # Idea
//! A variable is properly locked if some lock is held at every access, or if nobody writes it. Initialisation needs no lock.
//! MLD takes for initialisation whatever one thread does before a second one comes. So it depends on the schedule
//! whether a careless first access is seen, and a search that makes invisible steps at once may always make it first. MLD'
//! is told which thread initialises a variable, by one access; everything else counts.
//!
//! # Notation
//! o.mode, o.firstThread, o.candLockSet: [`Variable`]'s [`History`]; initThread: [`Discipline::MldPrime`].
//!
//! # Premises
//! - A step is shown in the state in which it is made; guards of blocked threads are shown in each state (observation M1).
//! - Histories belong to an execution: the search keeps one for each state on the stack, and stores no states.
//!
//! # Deviations
//! - D1: objects that come and go share the history of their class and field; what happens before they are shared does not
//!   count (`was_shared`).
//! - D2: the locks are static locks and monitors, and the monitor of the object itself, as in `locks.rs`.

use crate::lock_operations::{object, shared_variable};
use commute_machine::{Access, Footprint, ObjId, Operation, Tid, Variable, Variables};
use std::collections::BTreeMap;

/// Which discipline.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Discipline {
    /// Whatever the first thread does before a second one comes is initialisation.
    Mld,
    /// One access of the thread that is given, before all others, is initialisation.
    MldPrime {
        /// initThread.
        init: BTreeMap<Variable, Tid>,
    },
}

/// A lock that may protect a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lock {
    Static(ObjId),
    This,
}

/// What has happened to a variable.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct History {
    first: Option<Tid>,
    /// It is past its initialisation.
    shared: bool,
    written: bool,
    /// The locks that were held at every access since; none is "all".
    locks: Option<Vec<Lock>>,
}

/// The histories of all variables in an execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lockset {
    discipline: Discipline,
    variables: BTreeMap<Variable, History>,
}

impl Lockset {
    /// Of an execution that has not begun.
    pub fn new(discipline: Discipline) -> Self {
        Self { discipline, variables: BTreeMap::new() }
    }

    /// Takes in a step of `t` that is about to be made, or the guard of one that cannot be. The variables that violate the
    /// discipline by it.
    pub fn access<M: Variables>(&mut self, machine: &M, t: Tid, footprint: &Footprint) -> Vec<Variable> {
        let mut wrong = Vec::new();
        let is_data =
            |a: &&Access| matches!(a.operation, Operation::Read | Operation::Write | Operation::Cas);
        for access in footprint.accesses.iter().filter(is_data) {
            if let Some(variable) = shared_variable(machine, access)
                && !self.meet(machine, t, variable, access)
            {
                wrong.push(variable);
            }
        }
        wrong
    }

    /// Whether an access obeys the discipline.
    fn meet<M: Variables>(&mut self, machine: &M, t: Tid, variable: Variable, access: &Access) -> bool {
        let history = self.variables.entry(variable).or_default();
        let is_first = history.first.is_none();
        let first = *history.first.get_or_insert(t);
        let writes = access.operation != Operation::Read;
        let initial = match &self.discipline {
            Discipline::Mld => !history.shared && first == t,
            Discipline::MldPrime { init } => match init.get(&variable) {
                Some(&owner) if is_first && owner != t => return false,
                Some(_) => is_first,
                None => false,
            },
        };
        if initial {
            return true;
        }
        history.shared = true;
        history.written |= writes;
        let this = object(machine, access);
        let holds = |lock: &Lock| match *lock {
            Lock::Static(o) => machine.holder(o) == Some(t),
            Lock::This => this.is_some_and(|o| machine.holder(o) == Some(t)),
        };
        match &mut history.locks {
            Some(locks) => locks.retain(holds),
            None => {
                let statics = (0..machine.static_objects()).map(|o| Lock::Static(ObjId(o as u32)));
                history.locks = Some(statics.chain([Lock::This]).filter(holds).collect());
            }
        }
        !history.written || history.locks.as_ref().is_some_and(|locks| !locks.is_empty())
    }
}
