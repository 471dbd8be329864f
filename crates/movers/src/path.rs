//! Locks that are found by following references that nobody changes: `this.lock`, `Bank.LOCK`, the lock of an outer instance.
//!
//! # Source
//! FQ03 section 6 and SC06 section 9 leave open what a lock expression is; this is a form of them for objects that refer to
//! their locks, as Java programs do it.
//!
//! # Idea
//! A path begins at the object whose field is guarded, at a global variable or at a static object, and follows the references in
//! named words. The lock at its end is the same one for as long as it matters if nobody writes these words once the objects that they
//! are in are shared. Nobody declares that: whoever is about to write such a word makes it *unsteady*, and the paths through
//! it guard nothing any more.
//!
//! # Notation
//! E(t, z) for an access to z in the object x: `holder(path(x)) == t`. A step of a path is a [`Variable`]: a field of a kind, so that
//! an object of another kind has no such path; a word of a static object; a global.
//!
//! # Premises
//! - E(t, z) is neither given nor taken by another thread (FQ03 4.1 (ii)). It depends on who holds the lock, which only the holder
//!   changes, and on the words of the path. Let a claim be made of an access of t to x.z in a state s. It speaks of what others do between
//!   s and the next step of t ([`crate::Mover`]). x is shared in s (otherwise only t can come to it), so is all that x refers to
//!   (`vm/sharing.rs` marks what marked objects lead to), and so are globals and static objects. A write to a word of the
//!   path in that time is one to a word of a shared object, so it refutes the path; without one the path leads to the same
//!   lock, and whoever accesses x.z in that time holds what t holds, which cannot be.
//! - That nobody writes may be seen in the reduced search. Let σ be a shortest execution to a write that refutes a path, or to an
//!   access without the lock. What the search takes first commutes with σ, since nothing was wrong before; it is not the thread that is
//!   about to write (or σ would be shorter) and so leaves it about to write. Objects stay shared, and a word of an object that is not
//!   shared yet is written by a thread that has it for itself, in either order before anybody else comes to it. So the
//!   search comes to a state in which the write is about to be made, and `watch` sees it (regressions `ld_guard_replaced.cm`,
//!   `path_through_mutable.cm`).
//! - A write by a thread that is alone ([`commute_machine::Variables::is_alone`]) does not count: see `locks.rs`.
//!
//! # Deviations
//! - D1: paths have at most [`LONGEST`] steps, and do not go through elements of arrays on the heap, nor through what a set or a channel
//!   holds: nobody writes these words, and yet they change.

use commute_machine::{Location, ObjId, Tid, Variable, Variables};
use std::collections::BTreeSet;

/// How many references are followed, from the object; from a global one less.
const LONGEST: usize = 3;

/// Where a lock is found. Shorter ones come first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Path {
    len: usize,
    steps: [Option<Variable>; LONGEST],
}

impl Path {
    const EMPTY: Path = Path { len: 0, steps: [None; LONGEST] };

    fn then(mut self, step: Variable) -> Self {
        self.steps[self.len] = Some(step);
        self.len += 1;
        self
    }

    /// The lock that it leads to, from an object.
    pub fn end<M: Variables>(&self, machine: &M, this: Option<ObjId>) -> Option<ObjId> {
        self.steps.iter().flatten().try_fold(this, |at, &step| follow(machine, at, step).map(Some)).flatten()
    }

    /// How many steps it has; of equally many, one that begins at the object is the simpler one.
    pub fn length(&self) -> (usize, bool) {
        (self.len, !matches!(self.steps[0], Some(Variable::Field(..))))
    }

    /// Whether it depends on a variable.
    pub fn goes_through(&self, variable: Variable) -> bool {
        self.steps.contains(&Some(variable))
    }

    /// As the program would write it, in a method of the object.
    pub fn describe<M: Variables>(&self, machine: &M) -> String {
        let mut text = String::new();
        for step in self.steps.iter().flatten() {
            let name = machine.variable_name(*step);
            match step {
                Variable::Field(kind, _) => {
                    let of = machine.kind_name(*kind);
                    let field = name.strip_prefix(&of).and_then(|rest| rest.strip_prefix('.'));
                    let from = if text.is_empty() { "this" } else { &text };
                    text = format!("{from}.{}", field.unwrap_or(&name));
                }
                _ => text = name,
            }
        }
        text
    }
}

/// Where a step leads to from an object; some begin elsewhere.
fn follow<M: Variables>(machine: &M, at: Option<ObjId>, step: Variable) -> Option<ObjId> {
    match step {
        Variable::Global(global) => machine.global_reference(global),
        Variable::StaticWord(o, word) => machine.reference_at(o, word),
        Variable::Field(kind, word) => {
            let o = at.filter(|&o| machine.kind(o) == kind && !is_static(machine, o))?;
            machine.reference_at(o, word)
        }
        Variable::Static(_) | Variable::Elements(_) => None,
    }
}

fn is_static<M: Variables>(machine: &M, o: ObjId) -> bool {
    (o.0 as usize) < machine.static_objects()
}

/// All paths from an object, and from globals, to locks that `t` holds, without those that go through what is `unsteady`.
pub fn paths<M: Variables>(
    machine: &M,
    t: Tid,
    this: Option<ObjId>,
    unsteady: &BTreeSet<Variable>,
) -> Vec<Path> {
    if machine.held(t).is_empty() {
        return Vec::new();
    }
    paths_to(machine, this, unsteady, &|o| machine.holder(o) == Some(t))
}

/// The same to what `is_end` says.
pub fn paths_to<M: Variables>(
    machine: &M,
    this: Option<ObjId>,
    unsteady: &BTreeSet<Variable>,
    is_end: &dyn Fn(ObjId) -> bool,
) -> Vec<Path> {
    let mut walk = Walk { machine, is_end, unsteady, found: Vec::new() };
    if let Some(this) = this {
        walk.from(this, Path::EMPTY, LONGEST);
    }
    for global in machine.reference_globals() {
        let step = Variable::Global(global);
        if let Some(to) = machine.global_reference(global).filter(|_| !unsteady.contains(&step)) {
            walk.meet(to, Path::EMPTY.then(step), LONGEST - 1);
        }
    }
    walk.found
}

/// Shorter ones, from one object alone.
pub fn short_paths_from<M: Variables>(
    machine: &M,
    this: ObjId,
    unsteady: &BTreeSet<Variable>,
    is_end: &dyn Fn(ObjId) -> bool,
) -> Vec<Path> {
    let mut walk = Walk { machine, is_end, unsteady, found: Vec::new() };
    walk.from(this, Path::EMPTY, LONGEST - 1);
    walk.found
}

/// The search for paths.
struct Walk<'a, M> {
    machine: &'a M,
    is_end: &'a dyn Fn(ObjId) -> bool,
    unsteady: &'a BTreeSet<Variable>,
    found: Vec<Path>,
}

impl<M: Variables> Walk<'_, M> {
    /// `path` leads to `o`; no path is to have more than `longest` steps.
    fn meet(&mut self, o: ObjId, path: Path, longest: usize) {
        if (self.is_end)(o) {
            self.found.push(path);
        }
        self.from(o, path, longest);
    }

    fn from(&mut self, o: ObjId, path: Path, longest: usize) {
        if path.len == longest || !self.machine.has_variables(o) {
            return;
        }
        let mut next = Vec::new();
        self.machine.reference_words(o, &mut |word, to| next.push((word, to)));
        for (word, to) in next {
            let step = self.machine.variable(Location::Word(o, word));
            let named = |step: &Variable| matches!(step, Variable::Field(..) | Variable::StaticWord(..));
            if let Some(step) = step.filter(|step| named(step) && !self.unsteady.contains(step)) {
                self.meet(to, path.then(step), longest);
            }
        }
    }
}
