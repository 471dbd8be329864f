//! Data that belongs to a thread which was started: fields of the thread object itself, what the thread was given, variables that the only
//! thread of its kind uses.
//!
//! # Source
//! FQ03 section 5.1 (a thread-local variable is protected by a lock that its thread holds for ever); SC06 section 5 (predicates that other
//! threads' steps may change are observed).
//!
//! # Idea
//! The number of a started thread depends on the order of the starts and says nothing. What stays is its *handle*, the object by which
//! others name it (an instance of `Thread` in Java), and what the handle leads to by references that nobody changes. So a thread *owns* an
//! object if such a path leads from its handle to it, and a variable that is no part of an object if its path leads to an object of a
//! certain kind. An owner that is the only one has exclusive access. While there is no owner the first thread has it, if it alone starts
//! threads: before the start and after the end of the owner, which it joins.
//!
//! # Notation
//! owners(x): the live threads u with `path(handle(u)) == x`, or of the kind. E(t, x) for t ≠ 0: owners(x) = {t}. E(0, x): owners(x) = ∅.
//!
//! # Premises
//! - *Which words a path goes through stays as it is*: [`Owners::unsettle`] is told of each variable that a thread other than the first is
//!   about to write, in any object, and of each that the first is about to write in a shared object. What is left are writes of the first
//!   thread to objects that no other thread has ever reached, so to none that the handle of a live thread leads to.
//! - *E is neither given nor taken between a claim and the next step of its thread* ([`crate::Mover`]). A claim of t ≠ 0: until then t
//!   lives, and its path leads to x; so owners(x) contains t, and E(u, x) is false for all others. A claim of 0: until then nobody starts a
//!   thread (watched: [`Owners::start`]) and no path changes, so owners(x) stays empty and E(u, x) false for all others. Their access would
//!   be one without E, which is seen, and refutes.
//! - *Accesses without E are seen in the reduced search* (SC06 Theorem 1). Let σ be a shortest execution to one by u. What the search takes
//!   first must not make E(u, x) true. A start adds owners only, and u is there. Paths stay as they are. An end takes an owner away: so
//!   ends must be observable ([`HeapView::observe_ends`](commute_machine::HeapView::observe_ends); the argument is that of `locks.rs` for
//!   threads that are alone; regressions `owner_ends_first.cm`, `first_after_the_owner.cm`). Where they are not, only what says nothing of
//!   other threads is used: the handle itself is one thread's. A thread that fails or halts has not ended but has no handle any more: from
//!   then on nobody has E.
//! - What the first thread does while it is alone does not count (`locks.rs`): nobody who could make a claim is there then.
//!
//! # Deviations
//! - D1: paths have at most [`LONGEST`] steps, and do not go through elements of arrays.

use commute_machine::{Location, ObjId, ThreadStatus, Tid, Variable, Variables};
use commute_mutants::mutant;
use std::collections::BTreeSet;

/// How many references are followed from a handle.
const LONGEST: usize = 2;

/// Which thread owns a variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Owner {
    path: [Option<Variable>; LONGEST],
    /// The kind of what the path leads to, for a variable that is no part of an object; otherwise it leads to the object.
    kind: Option<u32>,
}

impl Owner {
    /// The thread that the object itself is.
    const ITSELF: Owner = Owner { path: [None; LONGEST], kind: None };

    /// Whether it leads from the handle of `u` to `this`, or to an object of its kind.
    fn leads<M: Variables>(&self, machine: &M, u: Tid, this: Option<ObjId>) -> bool {
        let mut steps = self.path.iter().flatten();
        let follow = |o: ObjId, step: &Variable| match *step {
            Variable::Field(kind, word) if machine.kind(o) == kind => machine.reference_at(o, word),
            _ => None,
        };
        let end = machine.handle(u).and_then(|handle| steps.try_fold(handle, follow));
        end.is_some_and(|end| match self.kind {
            Some(kind) => machine.kind(end) == kind,
            None => this == Some(end),
        })
    }

    fn goes_through(&self, variable: Variable) -> bool {
        self.path.contains(&Some(variable))
    }

    /// In words, after "by".
    fn describe<M: Variables>(&self, machine: &M) -> String {
        match (self.path[0], self.kind) {
            (None, None) => "the thread that it is".to_owned(),
            (_, None) => "the one thread that was given it".to_owned(),
            (None, Some(kind)) if machine.kind_name(kind) == "thread handle" => {
                "one started thread at a time".to_owned()
            }
            (None, Some(kind)) => format!("one {} at a time", machine.kind_name(kind)),
            (_, Some(kind)) => format!("one thread at a time that was given a {}", machine.kind_name(kind)),
        }
    }
}

/// Who may own a variable, as far as its accesses show.
#[derive(Clone, Debug, Default)]
pub struct Owners {
    /// Those that had E at every access of a started thread. None is "all": there was no such access.
    left: Option<BTreeSet<Owner>>,
    /// Those for which the first thread had none.
    not: BTreeSet<Owner>,
    /// Whether the first thread has accessed it.
    first: bool,
}

impl Owners {
    /// Whether an owner is known, so that every access has E.
    pub fn is_known(&self) -> bool {
        self.left.as_ref().is_some_and(|left| !left.is_empty())
    }

    /// Takes in an access by `t`; `first_may` is whether E(0, x) may be said, `unsteady` where no path goes through.
    pub fn meet<M: Variables>(
        &mut self,
        machine: &M,
        t: Tid,
        this: Option<ObjId>,
        unsteady: &BTreeSet<Variable>,
        first_may: bool,
    ) {
        let is_first = t.index() == 0;
        self.first |= is_first;
        if self.left.as_ref().is_some_and(BTreeSet::is_empty) {
            return;
        }
        // Ends have to be seen if it matters who else is there.
        let counts = |owner: &Owner| {
            is_first || *owner == Owner::ITSELF || machine.observes_ends() && nobody_failed(machine)
        };
        match &mut self.left {
            _ if is_first && !(first_may && nobody_failed(machine)) => self.nobody(),
            Some(left) => left.retain(|owner| counts(owner) && has_access(machine, t, this, owner)),
            None if is_first => {
                let others = (1..machine.threads()).map(Tid::new);
                self.not.extend(others.flat_map(|u| owned_by(machine, u, this, unsteady)));
            }
            None => {
                let mut owned = owned_by(machine, t, this, unsteady);
                owned.retain(|o| counts(o) && !self.not.contains(o) && has_access(machine, t, this, o));
                self.left = Some(owned);
            }
        }
    }

    /// It is there to be shared.
    pub fn nobody(&mut self) {
        self.left = Some(BTreeSet::new());
    }

    /// Somebody is about to write a variable.
    pub fn unsettle(&mut self, variable: Variable) {
        if let Some(left) = &mut self.left {
            left.retain(|owner| !owner.goes_through(variable));
        }
    }

    /// A thread other than the first is about to start one: what the first thread has accessed belongs to nobody.
    pub fn start(&mut self) {
        if self.first {
            self.nobody();
        }
    }

    /// Who owns it, in words; of several the one that says most.
    pub fn describe<M: Variables>(&self, machine: &M) -> Option<String> {
        let owner = self.left.as_ref()?.iter().min_by_key(|owner| (owner.kind.is_some(), owner.path))?;
        let first = if self.first { ", and by the first thread before and after that one runs" } else { "" };
        Some(format!("{}{first}", owner.describe(machine)))
    }
}

/// Whether no thread has failed or halted.
fn nobody_failed<M: Variables>(machine: &M) -> bool {
    let has = |t: usize| matches!(machine.status(Tid::new(t)), ThreadStatus::Failed | ThreadStatus::Halted);
    !(0..machine.threads()).any(has)
}

/// E(t, x).
fn has_access<M: Variables>(machine: &M, t: Tid, this: Option<ObjId>, owner: &Owner) -> bool {
    let owns = |u: usize| owner.leads(machine, Tid::new(u), this);
    (t.index() == 0 || owns(t.index())) && !disturbed(t, machine.threads(), owns)
}

/// Whether a thread other than `t`, of so many, owns it.
#[mutant("owners-may-be-many", false)]
fn disturbed(t: Tid, threads: usize, owns: impl Fn(usize) -> bool) -> bool {
    (1..threads).any(|u| u != t.index() && owns(u))
}

/// All ways in which a started thread owns it.
fn owned_by<M: Variables>(
    machine: &M,
    t: Tid,
    this: Option<ObjId>,
    unsteady: &BTreeSet<Variable>,
) -> BTreeSet<Owner> {
    let mut found = BTreeSet::new();
    if let Some(handle) = machine.handle(t) {
        walk(machine, this, unsteady, handle, Owner::ITSELF, 0, &mut found);
    }
    found
}

/// A path with `len` steps leads to `o`.
fn walk<M: Variables>(
    machine: &M,
    this: Option<ObjId>,
    unsteady: &BTreeSet<Variable>,
    o: ObjId,
    owner: Owner,
    len: usize,
    found: &mut BTreeSet<Owner>,
) {
    match this {
        Some(this) if this == o => _ = found.insert(owner),
        Some(_) => {}
        None => _ = found.insert(Owner { kind: Some(machine.kind(o)), ..owner }),
    }
    if len == LONGEST {
        return;
    }
    let mut next = Vec::new();
    machine.reference_words(o, &mut |word, to| next.push((word, to)));
    for (word, to) in next {
        let step = machine.variable(Location::Word(o, word));
        let named = |step: &Variable| matches!(step, Variable::Field(..)) && !unsteady.contains(step);
        if let Some(step) = step.filter(named) {
            let mut longer = owner;
            longer.path[len] = Some(step);
            walk(machine, this, unsteady, to, longer, len + 1, found);
        }
    }
}
