//! Oracle `locks`: which locks protect which variable, found out during the search.
//!
//! # Source
//! FQ03 sections 5 and 6 (locks as movers, inferred protecting locks M_z, thread-local variables, re-entrant locks, wait
//! and notify); SC06 sections 8 and 9 (the same guess for monitors); read-only variables as in SC06's LocalFinal.
//!
//! # Idea
//! Every variable is taken to be protected by every lock, until an access shows which locks its thread does not
//! hold: these are dropped. While one is left, accesses are both-movers. Acquiring a lock moves right, releasing it moves
//! left. A variable that nobody writes needs no lock, and one that a single thread accesses is protected by a
//! lock that this thread holds for ever (FQ03 5.1). When the last protection of a variable is gone, what was pruned
//! on its strength is wrong, and the search is told so.
//!
//! # Notation
//! M_z: [`Protection::locks`]; E(t, z): [`Protection::is_exclusive`]; α(t, l): the footprint; `remove m from M_z` (rule
//! ACCESS): [`Protection::meet`].
//!
//! # Premises
//! - E(t, z) is neither given nor taken by other threads: they hold or do not hold their own locks only.
//! - A lock is only acquired, released, waited on and notified (`lock_operations.rs`).
//! - An object that one thread alone could ever reach is not shared yet, and accesses to it do not count
//!   (initialisation, SC06 (47)-(48)): `was_shared`.
//! - The same for a thread that is *alone* ([`HeapView::is_alone`](commute_machine::HeapView::is_alone)): the one thread of the
//!   initial state, while all others have ended. Nobody moves before it starts a thread, so each of its accesses moves both ways, and none
//!   counts for M_z. A claim about an access of u in a state s speaks of what others do between s and the next step of u. In that time u
//!   is there, and if it is the thread that could be alone it does nothing; so nobody does anything alone in that time.
//! - That what is not done alone counts can be seen in the reduced search. Let σ be a shortest execution to an access of t without
//!   the locks, another thread u being there. Others give t that it is alone, by ending: were an end taken first that σ does not
//!   have, t would come to its access alone (regression `alone_after_the_end.cm`; it need not be the last one that ends). So ends
//!   are observable, as whatever a predicate looks at must be (SC06 section 5, (ii-a)), neither left nor right movers: the
//!   execution that stands for σ has the ends that σ has. A thread that has failed or halted has not ended; one without a
//!   handle ends in the middle of another step, and in programs with such threads nobody is alone.
//! - What belongs to a thread that was started: `owner.rs`.
//!
//! # Deviations
//! - D1: locks are those that one can point at in all states ([`Guard`]), and those that references lead to which nobody
//!   changes ([`Path`]). Objects that come and go share one M_z for each field of their class.
//! - D2: only threads of the initial state can own a variable by their numbers. Those of threads started later depend on the
//!   order of the starts, so "thread 3" would not mean the same thread in a reordered execution; they own by their handles (`owner.rs`).
//!   Nor can threads that are exchanged with others (`--symmetry threads`): who owns the variable in a state is another one in a state that
//!   stands for it.

use crate::counts::Counts;
use crate::guard::{Guard, guards, is_held};
use crate::lock_operations::{LockOperations, communicates, object, shared_variable};
use crate::owner::Owners;
use crate::path::{Path, paths};
use crate::{Described, Justification, Justifications, Mover, Oracle, OracleFacts, Shared, Sharing};
use commute_base::Span;
use commute_machine::{Access, Footprint, Operation, Tid, Variable, Variables};
use commute_mutants::mutant;
use std::collections::{BTreeMap, BTreeSet};

/// What can protect a variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Lock {
    /// A lock that one can point at.
    Guard(Guard),
    /// A lock that references lead to, which nobody changes.
    Path(Path),
    /// Being this thread.
    Thread(Tid),
}

/// An access that was seen, for reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seen {
    /// By whom.
    pub tid: Tid,
    /// What.
    pub operation: Operation,
    /// Where in the source.
    pub span: Span,
}

impl Seen {
    #[mutant("locks-forget-writes", false)]
    fn writes(&self) -> bool {
        self.operation != Operation::Read
    }
}

/// What is known of a variable.
#[derive(Clone, Debug, Default)]
pub struct Protection {
    /// The locks that every access held: M_z. None is "all": there was no access yet.
    locks: Option<Vec<Lock>>,
    /// The started threads that may own it.
    owners: Owners,
    /// Whether another thread could reach it at some access.
    exposed: bool,
    written: bool,
    /// Of each thread the first read and the first write, and some at other places.
    seen: Vec<Known>,
}

/// An access, and what was held.
#[derive(Clone, Debug)]
struct Known {
    seen: Seen,
    held: Vec<Lock>,
}

/// The most accesses that are kept.
const MOST_SEEN: usize = 16;

impl Protection {
    /// Whether an access by a thread that holds all that is left is exclusive, or harmless.
    fn is_exclusive(&self, operation: Operation) -> bool {
        self.is_locked() || !self.written && operation == Operation::Read
    }

    fn is_locked(&self) -> bool {
        self.locks.as_ref().is_none_or(|locks| !locks.is_empty()) || self.owners.is_known()
    }

    fn is_protected(&self) -> bool {
        self.is_locked() || !self.written
    }

    /// The paths that depend on a variable lead to one lock no more. Whether the last protection is gone by it.
    fn forget_paths(&mut self, through: Variable) -> bool {
        let before = self.is_protected();
        if let Some(locks) = &mut self.locks {
            locks.retain(|lock| !matches!(lock, Lock::Path(path) if path.goes_through(through)));
        }
        before && !self.is_protected()
    }

    /// What owners are known by changes. Whether the last protection is gone by it.
    fn disown(&mut self, change: impl Fn(&mut Owners)) -> bool {
        let before = self.is_protected();
        change(&mut self.owners);
        before && !self.is_protected()
    }

    /// Takes in an access by a thread for which `holds` tells what it holds, `all` listing everything, and `own` whom it may belong
    /// to. Whether the last protection is gone by it.
    fn meet(
        &mut self,
        seen: Seen,
        holds: impl Fn(Lock) -> bool,
        all: impl Fn() -> Vec<Lock>,
        own: impl Fn(&mut Owners),
    ) -> bool {
        let before = self.is_protected();
        own(&mut self.owners);
        if communicates(seen.operation) {
            self.locks = Some(Vec::new());
            self.owners.nobody();
        }
        match &mut self.locks {
            Some(locks) => drop_unheld(locks, holds),
            None => self.locks = Some(all()),
        }
        self.written |= seen.writes();
        let gone = before && !self.is_protected();
        self.keep(seen, all);
        gone
    }

    fn keep(&mut self, seen: Seen, all: impl Fn() -> Vec<Lock>) {
        let is_like = |known: &Seen| known.tid == seen.tid && known.writes() == seen.writes();
        let is_known = match self.seen.len() < MOST_SEEN {
            true => self.seen.iter().any(|known| known.seen == seen),
            false => self.seen.iter().any(|known| is_like(&known.seen)),
        };
        if !is_known {
            self.seen.push(Known { seen, held: all() });
        }
    }
}

/// Rule ACCESS: removes from M_z what the accessing thread does not hold.
#[mutant("locks-skip-intersection", skip)]
fn drop_unheld(locks: &mut Vec<Lock>, holds: impl Fn(Lock) -> bool) {
    locks.retain(|&lock| holds(lock));
}

/// The variable for which it counts what a thread holds at this access.
#[mutant("locks-watch-globals-only", shared_variable(machine, access).filter(|_| object(machine, access).is_none()))]
fn watched<M: Variables>(machine: &M, access: &Access) -> Option<Variable> {
    shared_variable(machine, access)
}

/// The oracle.
#[derive(Default)]
pub struct Locks {
    operations: LockOperations,
    counts: Counts,
    variables: BTreeMap<Variable, Protection>,
    /// The kinds of which there is at most one object.
    singletons: Vec<bool>,
    /// What somebody was seen to write once it was shared: no path goes through it.
    unsteady: BTreeSet<Variable>,
    /// What somebody was seen to write, the first thread only once it was shared: no owner is found by way of it.
    rewritten: BTreeSet<Variable>,
    /// A thread other than the first starts one.
    others_start: bool,
    justifications: Justifications,
}

impl Locks {
    fn meet<M: Variables>(&mut self, machine: &M, t: Tid, variable: Variable, access: &Access) -> bool {
        let this = object(machine, access);
        let (singletons, unsteady) = (&self.singletons, &self.unsteady);
        let holds = |lock: Lock| match lock {
            Lock::Guard(guard) => is_held(machine, t, this, guard),
            Lock::Path(path) => path.end(machine, this).is_some_and(|o| machine.holder(o) == Some(t)),
            Lock::Thread(owner) => owner == t,
        };
        let all = || {
            let own = machine.is_one_thread(t).then_some(Lock::Thread(t));
            let guards = guards(machine, singletons, t, this).into_iter();
            let guards = guards.filter(|guard| !matches!(guard, Guard::Inner(_))).map(Lock::Guard);
            guards.chain(paths(machine, t, this, unsteady).into_iter().map(Lock::Path)).chain(own).collect()
        };
        let seen = Seen { tid: t, operation: access.operation, span: machine.place(t) };
        let first_may = machine.observes_ends() && !self.others_start;
        let own = |owners: &mut Owners| owners.meet(machine, t, this, &self.rewritten, first_may);
        let protection = self.variables.entry(variable).or_default();
        // Asked only as long as it is not known: that others can reach it is what is usual.
        protection.exposed =
            protection.exposed || !this.is_some_and(|o| self.operations.is_local(machine, t, o));
        protection.meet(seen, holds, all, own)
    }

    /// What `t` is about to do to references and threads, by which owners are found. Whether an earlier answer was wrong.
    fn watch_owners<M: Variables>(&mut self, machine: &M, t: Tid, footprint: &Footprint) -> bool {
        let mut refuted = false;
        for access in footprint.accesses.iter().filter(|access| access.operation != Operation::Read) {
            if access.operation == Operation::Spawn && t.index() != 0 && !self.others_start {
                self.others_start = true;
                refuted |= self.disown(Owners::start);
            }
            let variable = match t.index() {
                0 => shared_variable(machine, access),
                _ => machine.variable(access.location),
            };
            if let Some(variable) = variable.filter(|&variable| self.rewritten.insert(variable)) {
                refuted |= self.disown(|owners| owners.unsettle(variable));
            }
        }
        refuted
    }

    fn disown(&mut self, change: impl Fn(&mut Owners)) -> bool {
        let mut refuted = false;
        for (&of, protection) in &mut self.variables {
            refuted |= protection.disown(&change) && self.justifications.refute(Justification::Protected(of));
        }
        refuted
    }

    /// A shared variable is about to be written: no lock is found by way of it. Whether an earlier answer was wrong.
    #[mutant("paths-through-what-is-written", false)]
    fn unsettle(&mut self, variable: Variable) -> bool {
        if !self.unsteady.insert(variable) {
            return false;
        }
        let mut refuted = false;
        for (&of, protection) in &mut self.variables {
            refuted |=
                protection.forget_paths(variable) && self.justifications.refute(Justification::Protected(of));
        }
        refuted
    }
}

impl Described for Locks {
    const FACTS: OracleFacts = OracleFacts {
        name: "locks",
        about: "locks that protect variables, found out during the search",
        follows_steps: false,
        keeps_locksets: false,
        checks_annotations: false,
        infers_locks: true,
        letters: &[],
    };
}

impl<M: Variables> Oracle<M> for Locks {
    fn access(&mut self, machine: &M, t: Tid, access: &Access) -> Mover {
        if let Some(mover) = self.operations.access_or_count(machine, t, access) {
            return mover;
        }
        if machine.is_alone(t) {
            return Mover::Both;
        }
        let Some(variable) = machine.variable(access.location) else { return Mover::Non };
        let known = self.variables.get(&variable);
        if !known.is_none_or(|p| p.is_exclusive(access.operation)) {
            return Mover::Non;
        }
        self.justifications.rely(Justification::Protected(variable));
        Mover::Both
    }

    /// What only counts moves as its accesses do, or as counting does.
    fn mover(&mut self, machine: &M, t: Tid, footprint: &Footprint) -> Mover {
        let accesses = self.accesses(machine, t, footprint);
        if accesses == Mover::Both { accesses } else { accesses.or(self.counts.mover(machine, footprint)) }
    }

    fn prepare(&mut self, machine: &mut M) {
        machine.track_sharing();
        machine.observe_ends();
        if self.singletons.is_empty() {
            self.singletons = machine.singletons();
        }
    }

    fn watch(&mut self, machine: &M, t: Tid, footprint: &Footprint) -> bool {
        let mut refuted = self.operations.watch(machine, footprint);
        refuted |= self.operations.watch_counting(machine, t, footprint);
        if machine.is_alone(t) {
            return refuted;
        }
        refuted |= self.counts.watch(machine, footprint);
        refuted |= self.watch_owners(machine, t, footprint);
        for access in &footprint.accesses {
            if let Some(variable) = watched(machine, access) {
                refuted |= access.operation != Operation::Read && self.unsettle(variable);
                refuted |= self.meet(machine, t, variable, access)
                    && self.justifications.refute(Justification::Protected(variable));
            }
        }
        refuted
    }

    fn settle(&mut self, into: &mut Justifications) {
        into.take(&mut self.justifications);
        self.counts.settle(into);
        self.operations.settle(into);
    }

    fn sharing(&self, machine: &M) -> Vec<Shared> {
        let row = |(&variable, protection): (&Variable, &Protection)| Shared {
            variable: machine.variable_name(variable),
            kind: match variable {
                Variable::Field(kind, _) | Variable::Elements(kind) => Some(kind),
                Variable::Global(_) | Variable::Static(_) | Variable::StaticWord(..) => None,
            },
            sharing: sharing(machine, protection),
        };
        // Channels, semaphores and handles are there to be shared.
        let is_data = |(_, p): &(&Variable, &Protection)| {
            !p.seen.iter().any(|known| communicates(known.seen.operation))
        };
        self.variables.iter().filter(is_data).map(row).collect()
    }
}

/// A write and another access of another thread, without a lock that both held if there are such.
fn conflict(known: &[Known]) -> Vec<Seen> {
    let writes = known.iter().filter(|known| known.seen.writes());
    let pairs = writes.flat_map(|write| {
        let others = known.iter().filter(|other| other.seen.tid != write.seen.tid);
        others.map(move |other| (write, other))
    });
    let are_apart = |(a, b): &(&Known, &Known)| !a.held.iter().any(|lock| b.held.contains(lock));
    match pairs.clone().find(are_apart).or_else(|| pairs.clone().next()) {
        Some((write, other)) => vec![write.seen, other.seen],
        None => known.iter().map(|known| known.seen).find(Seen::writes).into_iter().collect(),
    }
}

/// How a variable is shared; of several ways the simplest.
fn sharing<M: Variables>(machine: &M, protection: &Protection) -> Sharing {
    let locks = protection.locks.as_deref().unwrap_or_default();
    let owner = locks.iter().find_map(|lock| match lock {
        Lock::Thread(t) => Some(t.index()),
        _ => None,
    });
    let name = |lock: &Lock| match lock {
        Lock::Guard(Guard::Itself) => "this".to_owned(),
        Lock::Guard(guard) => guard.describe(machine),
        Lock::Path(path) => path.describe(machine),
        Lock::Thread(t) => format!("thread {}", t.index()),
    };
    match owner {
        Some(t) => Sharing::ThreadLocal(t),
        None if !protection.written => Sharing::ReadOnly,
        None if locks.is_empty() => match protection.owners.describe(machine) {
            Some(owner) => Sharing::Owned(owner),
            None if !protection.exposed => Sharing::Passed,
            None => Sharing::Unprotected(conflict(&protection.seen)),
        },
        None => Sharing::GuardedBy(simplest(locks).into_iter().map(name).collect()),
    }
}

/// The locks to name, of those that are held at every access. Its own says it all, then those with a name; of the paths, which may lead to
/// one and the same lock, the shortest.
fn simplest(locks: &[Lock]) -> Vec<&Lock> {
    let is_named = |lock: &&Lock| matches!(lock, Lock::Guard(Guard::Static(_)));
    let path = |lock: &Lock| match lock {
        Lock::Path(path) => Some(path.length()),
        _ => None,
    };
    if let Some(own) = locks.iter().find(|lock| **lock == Lock::Guard(Guard::Itself)) {
        return vec![own];
    }
    if locks.iter().any(|lock| is_named(&lock)) {
        return locks.iter().filter(is_named).collect();
    }
    let paths = locks.iter().filter(|lock| path(lock).is_some());
    match paths.min_by_key(|lock| path(lock)) {
        Some(shortest) => vec![shortest],
        None => locks.iter().collect(),
    }
}
