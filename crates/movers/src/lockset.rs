//! The mutex locking discipline, checked along an execution: MLD and MLD'.
//!
//! # Source
//! Sto00 section 2.2 (MLD), section 8 (MLDallows, (7)), section 9 (MLD', initThread); the lockset algorithm of Savage et al.
//! (Eraser, 1997).
//!
//! # Idea
//! A variable is properly locked if some lock is held at every access, or if nobody writes it. Initialisation needs no lock.
//! MLD takes for initialisation whatever one thread does before a second one comes. So it depends on the schedule
//! whether a careless first access is seen, and a search that makes invisible steps at once may always make it first. MLD'
//! is told which thread initialises a variable, by one access; everything else counts.
//!
//! # Notation
//! o.mode: `first` is none (virgin), not `shared` (exclusive), not `written` (shared), else shared-modified; o.firstThread:
//! `first`; o.candLockSet: `locks`; initThread: [`Discipline::MldPrime`]; MLDallows(s, θ, o1, o.op): [`Lockset::allows`].
//!
//! # Premises
//! - A step is shown in the state in which it is made; guards of blocked threads are shown in each state (observation M1).
//! - Histories belong to an execution: the search keeps one for each state on the stack, and stores no states.
//!
//! # Deviations
//! - D1: objects that come and go share the history of their class and field; what happens before they are shared does not
//!   count (`was_shared`).
//! - D2: the locks are static locks and monitors, and the monitor of the object itself, as in `locks.rs`.
//! - D3: [`Lockset::allows`] also says yes if no lock is held and none is needed, that is, where (7) does not mention o1. In (6)
//!   the union is over the locks held or being acquired, so that a thread without locks would have no pending operations at all.
//!   Then Theorem 6' is not true as it stands (test `equation_6_forgets_threads_without_locks`).
//! - D4: mayInit is true of every thread; under MLD' only of initThread(o), if o has one.
//! - D5: the guard of a blocked thread counts once the variable has been initialised, and is not its initialisation. No step says when
//!   a thread begins to wait: a lock is acquired, say, and the guard comes next. So nothing would make a search try both orders of that
//!   and another thread's access, and whether the discipline is violated must not depend on it. A guard that waits still is
//!   shown again after the initialisation; one that does not is a step by then.
//! - D6: threads are told apart by their numbers, and a number is used again. So to MLD a thread that is started after the first
//!   one has ended may be the first one still: where it always is, the two are never there at once. MLD' does not ask who it was.

use crate::lock_operations::{object, shared_variable};
use commute_base::Span;
use commute_machine::{
    Access, AnnotationKind, Footprint, Initialisation, LockRule, ObjId, Operation, Tid, Variable, Variables,
};
use commute_mutants::mutant;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

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

impl Discipline {
    /// What it says of a variable with this name.
    pub fn rule(&self, variable: Variable, name: String) -> LockRule {
        let initialisation = match self {
            Discipline::Mld => Initialisation::FirstThread,
            Discipline::MldPrime { init } => {
                init.get(&variable).map_or(Initialisation::None, |&t| Initialisation::By(t))
            }
        };
        LockRule { variable: name, initialisation }
    }
}

/// An access that violates the discipline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Careless {
    /// To what.
    pub variable: Variable,
    /// By whom.
    pub by: Tid,
    /// Where in the source.
    pub span: Span,
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
    discipline: Rc<Discipline>,
    /// Variables that the user calls communication objects, to which the discipline does not apply.
    communicating: Rc<BTreeSet<Variable>>,
    variables: BTreeMap<Variable, History>,
}

/// What a thread may be about to do to variables.
#[derive(Clone, Copy, Debug)]
pub struct Wish<'a> {
    /// The thread.
    pub thread: Tid,
    /// The locks that it holds or is about to take: held(s, θ) and acquiring(s, θ).
    pub locks: &'a [ObjId],
    /// Whether it only reads.
    pub reads: bool,
}

/// Whether an access to `field`, seen as one to `variable`, is to an object of that variable.
fn is_own(variable: Variable, field: Variable) -> bool {
    match (variable, field) {
        (Variable::Elements(whole), Variable::Field(kind, _)) => whole == kind,
        _ => true,
    }
}

/// Of the locks that may protect a variable, those stay that this access holds too.
#[mutant("mld-skips-intersection", skip)]
fn drop_unheld(candidates: &mut Vec<Lock>, holds: impl Fn(&Lock) -> bool) {
    candidates.retain(holds);
}

impl Lockset {
    /// Of an execution of `machine` that has not begun.
    pub fn new<M: Variables>(discipline: Discipline, machine: &M) -> Self {
        let said = machine.annotations().into_iter().filter(|a| a.kind == AnnotationKind::Communication);
        let communicating = Rc::new(said.map(|a| a.variable).collect());
        Self { discipline: Rc::new(discipline), communicating, variables: BTreeMap::new() }
    }

    /// Takes in a step of `t` that is about to be made. What violates the discipline in it.
    pub fn access<M: Variables>(&mut self, machine: &M, t: Tid, footprint: &Footprint) -> Vec<Careless> {
        self.take_in(machine, t, footprint, |_, _| true)
    }

    /// Takes in the guard of a step that `t` cannot make (D5).
    pub fn guard<M: Variables>(&mut self, machine: &M, t: Tid, footprint: &Footprint) -> Vec<Careless> {
        self.take_in(machine, t, footprint, |this, variable| !this.awaits_initialisation(variable))
    }

    fn take_in<M: Variables>(
        &mut self,
        machine: &M,
        t: Tid,
        footprint: &Footprint,
        counts: impl Fn(&Self, Variable) -> bool,
    ) -> Vec<Careless> {
        let mut wrong = Vec::new();
        let is_data =
            |a: &&Access| matches!(a.operation, Operation::Read | Operation::Write | Operation::Cas);
        for access in footprint.accesses.iter().filter(is_data) {
            let Some(field) = shared_variable(machine, access) else { continue };
            if self.communicating.contains(&field) {
                continue;
            }
            let variable = machine.seen_as(field);
            let own = is_own(variable, field);
            if counts(self, variable) && !self.meet(machine, t, variable, access, own) {
                wrong.push(Careless { variable, by: t, span: machine.place(t) });
            }
        }
        wrong
    }

    /// Whether an access obeys the discipline.
    /// `own`: the object is the one that the variable is about, not one that it keeps to itself.
    fn meet<M: Variables>(
        &mut self,
        machine: &M,
        t: Tid,
        variable: Variable,
        access: &Access,
        own: bool,
    ) -> bool {
        let history = self.variables.entry(variable).or_default();
        let is_first = history.first.is_none();
        let first = *history.first.get_or_insert(t);
        let writes = access.operation != Operation::Read;
        let initial = match &*self.discipline {
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
            // What an object keeps to itself is reached through it, and that access has shown whether it is locked.
            Lock::This => !own || this.is_some_and(|o| machine.holder(o) == Some(t)),
        };
        match &mut history.locks {
            Some(locks) => drop_unheld(locks, holds),
            None => {
                let statics = (0..machine.static_objects()).map(|o| Lock::Static(ObjId(o as u32)));
                history.locks = Some(statics.chain([Lock::This]).filter(holds).collect());
            }
        }
        !history.written || history.locks.as_ref().is_some_and(|locks| !locks.is_empty())
    }

    /// The variables that have an initThread and have not been accessed.
    pub fn to_be_initialised(&self) -> Vec<Variable> {
        let Discipline::MldPrime { init } = &*self.discipline else { return Vec::new() };
        init.keys().filter(|variable| self.awaits_initialisation(**variable)).copied().collect()
    }

    fn awaits_initialisation(&self, variable: Variable) -> bool {
        matches!(&*self.discipline, Discipline::MldPrime { init } if init.contains_key(&variable))
            && !self.variables.contains_key(&variable)
    }

    /// Whether the discipline allows `wish` for some variable of those that `matches` names: (7), for an upper bound on what a
    /// thread is about to do. `known`: nothing else is meant, so that a variable of which nothing is known has not been
    /// accessed.
    pub fn allows(
        &self,
        wish: Wish<'_>,
        known: Option<Variable>,
        matches: impl Fn(Variable) -> bool,
    ) -> bool {
        let mut of = self.variables.iter().filter(|(v, _)| matches(**v)).peekable();
        let nothing_known = of.peek().is_none();
        of.any(|(variable, history)| self.allows_by(wish, Some(*variable), history))
            || nothing_known && self.allows_by(wish, known, &History::default())
    }

    fn allows_by(&self, wish: Wish<'_>, variable: Option<Variable>, history: &History) -> bool {
        let protects = |locks: &Vec<Lock>| {
            locks.iter().any(|lock| match lock {
                Lock::Static(o) => wish.locks.contains(o),
                // Which objects' monitors it has is not looked for.
                Lock::This => true,
            })
        };
        // Before anything counts, the candidates are all locks.
        let is_locked = history.locks.as_ref().map_or(!wish.locks.is_empty(), protects);
        let may_initialise = match &*self.discipline {
            Discipline::Mld => !history.shared && history.first.is_none_or(|first| first == wish.thread),
            Discipline::MldPrime { init } => match variable {
                Some(variable) => history.first.is_none() && init.get(&variable) == Some(&wish.thread),
                None => history.first.is_none() && init.values().any(|&t| t == wish.thread),
            },
        };
        may_initialise || is_locked || wish.reads && !history.written
    }
}
