//! The same lock in all executions: what is known of the locks that protect variables and is never undone.
//!
//! # Source
//! Sto00 section 8: the stricter version of MLD-L, "in every execution in which o is shared, the same lock protects accesses to o".
//!
//! # Idea
//! Candidate locks of different executions are compared by *names*: how one comes to the lock from the variable, or from what is there in
//! all executions. Of each variable (a global, a field of a class, the elements of a kind of arrays) those names are left that a candidate
//! had at every access, in every execution explored. Going back does not bring names back.
//!
//! # Notation
//! o.candLockSet, in all executions: [`Same::left`].
//!
//! # Premises
//! - A name leads to one lock for as long as it matters, if nobody writes the words that it goes through once they are shared
//!   (`path.rs`). Whoever does makes them *unsteady*; what only has names through them has none.
//! - Whether a search is right that uses what is left of a variable ([`Same::allows`]): let R be the names of that variable that are
//!   left at the end, not empty. Names are only ever taken away, so R was left at each time; and no access was found without the locks
//!   R. So what (7) did not allow by what was left was not done. Where no name is left but "none" the search does not decide.
//!
//! # Deviations
//! - D1: the paper's objects are the same in all executions. Ours come and go, so a lock on the heap has a name or cannot be compared:
//!   it is of [`Name::None`], and if that is all that is left, it is not known whether it was the same.
//! - D2: what is left is never nothing: the execution that would take away the last name violates the rule, and so may others.
//! - D3: all objects of a class are one variable here, since they cannot be told apart in different executions: a class whose instances
//!   have different locks, which are not found in the same way from each, does not have the same one.
//! - D4: executions count in which the variable is written after its initialisation. One that nobody writes needs no lock.

use crate::path::{Path, paths_to, short_paths_from};
use commute_machine::{Access, Location, ObjId, Operation, Tid, UNNAMED, Variable, Variables};
use commute_mutants::mutant;
use std::collections::{BTreeMap, BTreeSet};

/// How one comes to a lock.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Name {
    /// It is there in all executions.
    Static(ObjId),
    /// It is the monitor of the object that the variable is in.
    Itself,
    /// References lead to it.
    Path(Path),
    /// It is the monitor of what refers to the object by this field, or one that references lead to from there.
    Holder(Variable, Option<Path>),
    /// It has no name that means the same in all executions.
    None,
}

impl Name {
    fn goes_through(self, variable: Variable) -> bool {
        match self {
            Name::Path(path) => path.goes_through(variable),
            Name::Holder(by, path) => by == variable || path.is_some_and(|path| path.goes_through(variable)),
            Name::Static(_) | Name::Itself | Name::None => false,
        }
    }

    /// Whether it may mean `lock` in the present state, or when the next transition is over: what leads nowhere may be written yet.
    fn may_be<M: Variables>(self, machine: &M, this: Option<ObjId>, lock: ObjId) -> bool {
        match self {
            Name::Static(o) => o == lock,
            Name::Itself => this == Some(lock),
            Name::Path(path) => path.end(machine, this).is_none_or(|end| end == lock),
            Name::Holder(Variable::Field(kind, _), None) => machine.kind(lock) == kind,
            Name::Holder(..) | Name::None => true,
        }
    }

    fn describe<M: Variables>(self, machine: &M) -> String {
        match self {
            Name::Static(o) => machine.variable_name(Variable::Static(o)),
            Name::Itself => "this".to_owned(),
            Name::Path(path) => path.describe(machine),
            Name::Holder(by, path) => {
                let holder = format!("holder({})", machine.variable_name(by));
                let path = path.map_or_else(|| "this".to_owned(), |path| path.describe(machine));
                match path.strip_prefix("this") {
                    Some(behind) => holder + behind,
                    None => path,
                }
            }
            Name::None => UNNAMED.to_owned(),
        }
    }
}

/// What a variable is a part of.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The object, in the present state.
    pub this: Option<ObjId>,
    /// It is something that others keep: elements of an array, say.
    pub is_kept: bool,
}

/// What is known of all executions so far.
#[derive(Debug, Default)]
pub struct Same {
    /// The names that are left.
    left: BTreeMap<Variable, BTreeSet<Name>>,
    /// What somebody wrote once it was shared.
    unsteady: BTreeSet<Variable>,
}

impl Same {
    /// A step writes words by which locks may be found.
    pub fn unsettle<M: Variables>(&mut self, machine: &M, t: Tid, access: &Access) {
        let is_shared = match access.location {
            Location::Global(_) => !machine.initialises(t, access.location),
            Location::Word(o, _) => (o.0 as usize) < machine.objects() && machine.was_shared(o),
            _ => false,
        };
        if !is_shared || !matches!(access.operation, Operation::Write | Operation::Cas) {
            return;
        }
        let Some(variable) = machine.variable(access.location) else { return };
        if self.unsteady.insert(variable) {
            for names in self.left.values_mut() {
                let before = names.len();
                names.retain(|name| !name.goes_through(variable));
                if names.len() < before {
                    names.insert(Name::None);
                }
            }
        }
    }

    /// The names of locks.
    pub fn names<M: Variables>(&self, machine: &M, place: Place, locks: &[ObjId]) -> BTreeSet<Name> {
        let mut found: BTreeSet<(ObjId, Name)> = BTreeSet::new();
        for &lock in locks {
            let is_static = (lock.0 as usize) < machine.static_objects();
            found.extend(is_static.then_some((lock, Name::Static(lock))));
            found.extend((place.this == Some(lock)).then_some((lock, Name::Itself)));
        }
        let is_lock = |o: ObjId| locks.contains(&o);
        let mut paths = paths_to(machine, place.this, &self.unsteady, &is_lock);
        for o in (0..machine.static_objects() as u32).map(ObjId) {
            paths.extend(short_paths_from(machine, o, &self.unsteady, &is_lock));
        }
        let ends =
            paths.into_iter().filter_map(|path| Some((path.end(machine, place.this)?, Name::Path(path))));
        found.extend(ends);
        if let Some(this) = place.this.filter(|_| place.is_kept) {
            self.add_by_holders(machine, this, locks, &mut found);
        }
        let has_name = |lock: &ObjId| found.iter().any(|(named, _)| named == lock);
        let unnamed = (!locks.iter().all(has_name)).then_some(Name::None);
        found.iter().map(|&(_, name)| name).chain(unnamed).collect()
    }

    /// The names by what refers to an object.
    fn add_by_holders<M: Variables>(
        &self,
        machine: &M,
        this: ObjId,
        locks: &[ObjId],
        found: &mut BTreeSet<(ObjId, Name)>,
    ) {
        let is_lock = |o: ObjId| locks.contains(&o);
        for holder in (0..machine.objects() as u32).map(ObjId).filter(|&o| o != this) {
            let mut words = Vec::new();
            machine.reference_words(holder, &mut |word, to| words.extend((to == this).then_some(word)));
            let fields = words.into_iter().filter_map(|word| machine.variable(Location::Word(holder, word)));
            let is_steady = |by: &Variable| matches!(by, Variable::Field(..)) && !self.unsteady.contains(by);
            for by in fields.filter(is_steady) {
                found.extend(is_lock(holder).then_some((holder, Name::Holder(by, None))));
                for path in short_paths_from(machine, holder, &self.unsteady, &is_lock) {
                    let end = path.end(machine, Some(holder));
                    found.extend(end.map(|end| (end, Name::Holder(by, Some(path)))));
                }
            }
        }
    }

    /// An access leaves candidates with these names. Whether one of them was left by all executions before.
    #[mutant("mld-forgets-other-executions", true)]
    pub fn meet(&mut self, variable: Variable, names: BTreeSet<Name>) -> bool {
        let Some(left) = self.left.get_mut(&variable) else {
            self.left.insert(variable, names);
            return true;
        };
        let both: BTreeSet<Name> = left.intersection(&names).copied().collect();
        let is_one_left = !both.is_empty();
        if is_one_left {
            *left = both;
        }
        is_one_left
    }

    /// Whether a lock may be one that is left.
    pub fn allows<M: Variables>(&self, machine: &M, variable: Variable, place: Place, lock: ObjId) -> bool {
        let left = self.left.get(&variable);
        left.is_none_or(|names| names.iter().any(|name| name.may_be(machine, place.this, lock)))
    }

    /// The names that are left, in words.
    pub fn left<M: Variables>(&self, machine: &M, variable: Variable) -> Vec<String> {
        self.left.get(&variable).into_iter().flatten().map(|name| name.describe(machine)).collect()
    }

    /// A variable of which it is not known whether the same lock protects it.
    pub fn unnamed(&self) -> Option<Variable> {
        let is_unnamed = |names: &BTreeSet<Name>| names.iter().all(|&name| name == Name::None);
        self.left.iter().find(|(_, names)| is_unnamed(names)).map(|(&variable, _)| variable)
    }
}
