//! Oracle `predicates`: exclusive access as the user describes it.
//!
//! # Source
//! SC06 sections 5 to 8 (exclusive access predicates e_i^x and the discipline q); FQ03 sections 4.1 and 4.2 (E(t, x), δ).
//!
//! # Idea
//! `guarded_by m` and `exclusive(i) when P` say when a thread has exclusive access to a variable. If nobody touches
//! the variable without it, accesses commute with everything. That is checked at every step that is made, in the
//! reduced search, which is enough (SC06 Theorem 1). A contradiction is reported with the execution that shows it.
//!
//! # Notation
//! e_i^x, E(t, x): [`Variables::has_access`]; q: a [`Breach`]; acc(s, t, s'), α(t, l): the footprint.
//!
//! # Premises
//! Each has its own message:
//! - access only where the predicate holds (45): `check_access`, and for guards, which SC06 keeps free of protected
//!   variables, with a message of its own: a guard may read one while its thread has access, since nobody else can
//!   change it then.
//! - disjoint(e^x), also initially (WF-initExcl): `contradictions`, `check_disjoint`.
//! - WF-endExcl, nobody takes access away: `after`.
//! - Invisible (SC06 section 5), (ii-a): *no* mover may change the value of a predicate. What may is observable, by the places that
//!   the predicates look at (`Variables::observe_predicates`): a step that changes nothing here would perhaps change a predicate
//!   after what another thread does, so the values are not enough. Then the movers between two observable steps leave all
//!   predicates as they are, and every sequence of values in some execution is that of an execution that is explored: states in
//!   which two have access, and steps that take it away, are seen (case 1.2.2.3; regressions `exclusive_overlap.cm`, `access_taken.cm`).
//!   (ii-b), which lets a thread end its own access by a mover, asks that the predicates are known to be disjoint, and with WF-endExcl that
//!   nobody can take access away. This is so of one form: "i holds the lock l", where nothing changes which lock l is. FQ03 (ii) asks
//!   for the same, and that nobody *gives* access, which is implied too.
//! - Which lock l is: whoever is about to write where it is found, once it is shared, refutes [`Justification::Steady`]. From then on
//!   operations on locks and such writes are no movers (regression `guard_replaced.cm`).
//! - An object that the step itself puts within reach of others: its predicates count from then on, so the step is no mover.
//! - In the state after a step its thread may have lost access; then the step is no right mover (FQ03 4.2).
//!
//! # Deviations
//! - D1: an object that one thread alone could ever reach is being initialised, accesses to it are free (SC06 (47),
//!   (48)), and what is said of it does not count yet.
//! - D2: SC06 has a fixed set of threads. Here thread i is whoever has that number, which is used again when a thread has ended.
//!   So the table of numbers is a variable that starts and ends of threads access, which e_i^x reads: where there are such predicates, or
//!   `unshared`, the machine calls these steps observable. Without that a race was missed (`number_used_again.cm`).

use crate::lock_operations::{LockOperations, is_to_data, object, shared_variable};
use crate::{
    Assumption, Breach, Described, Justification, Justifications, Mover, Oracle, OracleFacts, Shared,
    Sharing, Standing,
};
use commute_base::Span;
use commute_machine::{
    Access, Annotated, AnnotationKind, Footprint, ObjId, Operation, ThreadStatus, Tid, Variable, Variables,
};
use commute_mutants::mutant;
use smallvec::SmallVec;
use std::collections::{BTreeSet, HashMap};

/// The threads that have access to one variable; mostly none or one.
type Holders = SmallVec<[Tid; 2]>;

/// The oracle. `BESIDE` an oracle that is asked too and knows of locks, semaphores, channels and what is local ([`crate::Locks`]) it
/// says only what annotations say.
#[derive(Default)]
pub struct Predicates<const BESIDE: bool = false> {
    operations: LockOperations,
    /// That predicates are disjoint, and that nobody takes access away, is known and need not be seen.
    known: bool,
    said: Vec<Annotated>,
    of_variable: HashMap<Variable, Vec<usize>>,
    /// Who had access to what before the step that is being made.
    before: Vec<(usize, Option<ObjId>, Holders)>,
    /// What that step accesses of it.
    accessed: Vec<(usize, Option<ObjId>)>,
    /// Whether that step changes a lock, or which lock guards something.
    locks: bool,
    place: Span,
    /// Somebody changes which lock guards something.
    unsteady: bool,
    /// Whether a search has begun.
    begun: bool,
    breach: Option<Breach>,
    /// What was accessed.
    seen: BTreeSet<usize>,
    /// What was found to be contradicted, and reported.
    conceded: BTreeSet<usize>,
    /// The thread that accesses what is said to be accessed by one alone.
    owners: HashMap<usize, Tid>,
    justifications: Justifications,
}

/// All words of a static object go by what was said of the object.
fn annotated(variable: Variable) -> Variable {
    match variable {
        Variable::StaticWord(o, _) => Variable::Static(o),
        other => other,
    }
}

/// Whether a step is about to write where a lock is found that guards something.
#[mutant("locks-stay-where-they-are", false)]
fn replaces_lock<M: Variables>(machine: &M, footprint: &Footprint) -> bool {
    footprint.accesses.iter().any(|access| machine.names_a_lock(access))
}

/// WF-endExcl: somebody who lives on, and `had` access before a step of another thread `t`, but does not `have` it any more.
#[mutant("access-may-be-taken", None)]
fn robbed<M: Variables>(machine: &M, t: Tid, had: &[Tid], have: &[Tid]) -> Option<Tid> {
    let live = |u: Tid| machine.status(u) == ThreadStatus::Live;
    had.iter().copied().find(|&u| u != t && live(u) && !have.contains(&u))
}

/// The kind of objects that an annotation of a field is about.
fn kind_of(annotated: &Annotated) -> Option<u32> {
    match annotated.variable {
        Variable::Field(kind, _) => Some(kind),
        _ => None,
    }
}

/// The objects of these kinds that are shared: of thousands of objects hardly any have annotated fields, so they are gone through once.
fn shared_of_kinds<M: Variables>(machine: &M, kinds: &BTreeSet<u32>) -> Vec<(u32, ObjId)> {
    let ids = (0..machine.objects()).map(|o| ObjId(o as u32));
    let of_kinds = ids.map(|o| (machine.kind(o), o));
    of_kinds.filter(|(kind, o)| kinds.contains(kind) && machine.was_shared(*o)).collect()
}

impl<const BESIDE: bool> Predicates<BESIDE> {
    /// For predicates of which it is known that they are disjoint and that nobody takes another's access away, so that a thread may
    /// end its own by a mover (SC06 section 5, ii-b). What contradicts this is not always seen.
    pub fn known_to_be_disjoint() -> Self {
        Self { known: true, ..Self::default() }
    }

    fn annotations(&self, variable: Variable) -> &[usize] {
        self.of_variable.get(&annotated(variable)).map_or(&[], Vec::as_slice)
    }

    /// The object whose field an annotation is about.
    fn this<M: Variables>(&self, machine: &M, index: usize, access: &Access) -> Option<ObjId> {
        match self.said[index].variable {
            Variable::Field(..) => object(machine, access),
            _ => None,
        }
    }

    fn rule(&self, index: usize) -> String {
        format!("{} {}", self.said[index].name, self.said[index].kind.keyword())
    }

    fn break_rule(&mut self, index: usize, message: String, span: Span) {
        self.look_again_without(index);
        if self.breach.is_none() {
            self.breach = Some(Breach { rule: self.rule(index), message, span });
        }
    }

    /// What comes after a contradiction, and else happens in its step, has to be looked at again.
    #[mutant("contradictions-hide-what-follows", skip)]
    fn look_again_without(&mut self, index: usize) {
        self.justifications.rely(Justification::Annotation(index as u32));
    }

    /// Looks at what `t` is about to do to what something is said of. Whether it changes which lock guards something.
    fn watch_said<M: Variables>(&mut self, machine: &M, t: Tid, footprint: &Footprint) -> bool {
        self.place = machine.place(t);
        for access in &footprint.accesses {
            let Some(variable) = shared_variable(machine, access) else { continue };
            for index in self.annotations(variable).to_vec() {
                self.seen.insert(index);
                self.check_access(machine, t, index, access);
            }
        }
        let changes = !self.unsteady && replaces_lock(machine, footprint);
        if changes {
            self.unsteady = true;
            self.justifications.refute(Justification::Steady);
        }
        changes
    }

    #[mutant("access-without-predicate", skip)]
    fn check_access<M: Variables>(&mut self, machine: &M, t: Tid, index: usize, access: &Access) {
        let this = self.this(machine, index, access);
        let Annotated { kind, name, .. } = self.said[index].clone();
        let wrong = match kind {
            AnnotationKind::GuardedBy | AnnotationKind::SelfLocking if machine.has_access(index, this, t) => {
                return;
            }
            AnnotationKind::GuardedBy | AnnotationKind::SelfLocking if machine.may_block(t) => {
                format!("a guard reads {name}, but its thread does not hold the lock that guards {name}")
            }
            AnnotationKind::GuardedBy | AnnotationKind::SelfLocking => {
                format!("{name} is accessed by a thread that does not hold its lock")
            }
            AnnotationKind::ExclusiveWhen if machine.has_access(index, this, t) => return,
            AnnotationKind::ExclusiveWhen if machine.may_block(t) => {
                format!("a guard reads {name}, but its thread has no exclusive access to {name}")
            }
            AnnotationKind::ExclusiveWhen => {
                format!("{name} is accessed by a thread without exclusive access")
            }
            AnnotationKind::Unshared => match *self.owners.entry(index).or_insert(t) {
                owner if owner == t => return,
                _ => format!("{name} is accessed by a second thread, but said to be unshared"),
            },
            AnnotationKind::ReadOnly if access.operation == Operation::Read => return,
            AnnotationKind::ReadOnly => format!("{name} is written, but said to be read only"),
            AnnotationKind::Communication => return,
        };
        self.break_rule(index, wrong, machine.place(t));
    }

    /// Who has access to what, in this state.
    fn holders<M: Variables>(&self, machine: &M) -> Vec<(usize, Option<ObjId>, Holders)> {
        let mut all = Vec::new();
        // Hardly any thread has access, so that is asked before whether it lives.
        let holders = |index: usize, this: Option<ObjId>| -> Holders {
            let mut have = Holders::new();
            machine.have_access(index, this, &mut |t| have.push(t));
            have.retain(|t| machine.status(*t) == ThreadStatus::Live);
            have
        };
        let is_predicate = |(index, annotated): &(usize, &Annotated)| {
            matches!(annotated.kind, AnnotationKind::GuardedBy | AnnotationKind::ExclusiveWhen)
                && !self.conceded.contains(index)
        };
        let predicates = || self.said.iter().enumerate().filter(is_predicate);
        let of_kinds = match predicates().any(|(_, annotated)| kind_of(annotated).is_some()) {
            true => shared_of_kinds(machine, &predicates().filter_map(|(_, said)| kind_of(said)).collect()),
            false => Vec::new(),
        };
        for (index, annotated) in predicates() {
            if let Some(kind) = kind_of(annotated) {
                let objects = of_kinds.iter().filter(|(own, _)| *own == kind).map(|&(_, o)| o);
                all.extend(objects.map(|o| (index, Some(o), holders(index, Some(o)))));
            } else {
                all.push((index, None, holders(index, None)));
            }
        }
        all
    }

    fn check_disjoint(&mut self, now: &[(usize, Option<ObjId>, Holders)]) {
        for (index, _, holders) in now {
            if let [first, second, ..] = holders.as_slice() {
                let name = &self.said[*index].name;
                let (first, second) = (first.index(), second.index());
                let message = format!("threads {first} and {second} have exclusive access to {name} at once");
                self.break_rule(*index, message, self.place);
            }
        }
    }

    /// Whether a predicate says more than that its thread holds a lock, so that nothing is known of it but what is seen.
    fn is_unknown(&self, index: usize) -> bool {
        self.said[index].kind == AnnotationKind::ExclusiveWhen
    }
}

impl Described for Predicates {
    const FACTS: OracleFacts = OracleFacts {
        name: "predicates",
        about: "exclusive access, as the annotations of the program describe it",
        follows_steps: true,
        keeps_locksets: false,
        checks_annotations: true,
        infers_locks: false,
        letters: &[],
    };
}

impl<M: Variables, const BESIDE: bool> Oracle<M> for Predicates<BESIDE> {
    fn access(&mut self, machine: &M, t: Tid, access: &Access) -> Mover {
        if BESIDE {
            if self.of_variable.is_empty() || !is_to_data(machine, access) {
                return Mover::Non;
            }
        } else if let Some(mover) = self.operations.access_or_count(machine, t, access) {
            return mover;
        }
        let Some(variable) = machine.variable(access.location) else { return Mover::Non };
        let exclusive =
            self.annotations(variable).iter().copied().find(|&index| match self.said[index].kind {
                AnnotationKind::GuardedBy | AnnotationKind::ExclusiveWhen => {
                    machine.has_access(index, self.this(machine, index, access), t)
                }
                AnnotationKind::Unshared => self.owners.get(&index).is_none_or(|&owner| owner == t),
                AnnotationKind::ReadOnly => access.operation == Operation::Read,
                // That commutes by `wsl`, which infers it.
                AnnotationKind::Communication | AnnotationKind::SelfLocking => false,
            });
        let Some(index) = exclusive else { return Mover::Non };
        self.justifications.rely(Justification::Annotation(index as u32));
        Mover::Both
    }

    fn prepare(&mut self, machine: &mut M) {
        machine.track_sharing();
        if !self.known {
            machine.observe_predicates();
        }
        self.said = machine.annotations();
        self.of_variable.clear();
        for (index, annotated) in self.said.iter().enumerate() {
            if !self.conceded.contains(&index) {
                self.of_variable.entry(annotated.variable).or_default().push(index);
            }
        }
        self.begun = false;
        self.owners.clear();
    }

    #[mutant("access-may-be-shared-initially", Vec::new())]
    fn contradictions(&mut self, machine: &M) -> Vec<Breach> {
        // Later states are looked at when a step leads to them.
        if std::mem::replace(&mut self.begun, true) {
            return Vec::new();
        }
        let mut all = Vec::new();
        for one in self.holders(machine) {
            self.check_disjoint(&[one]);
            all.extend(
                self.breach
                    .take()
                    .map(|b| Breach { message: format!("{} in the initial state", b.message), ..b }),
            );
        }
        all
    }

    fn watch(&mut self, machine: &M, t: Tid, footprint: &Footprint) -> bool {
        let changes = !self.said.is_empty() && self.watch_said(machine, t, footprint);
        if BESIDE {
            return changes;
        }
        let counting = self.operations.watch_counting(machine, t, footprint);
        self.operations.watch(machine, footprint) | counting | changes
    }

    fn before(&mut self, machine: &M, t: Tid, footprint: &Footprint) {
        if self.said.is_empty() {
            return;
        }
        self.place = machine.place(t);
        self.before = self.holders(machine);
        if !self.unsteady {
            self.justifications.rely(Justification::Steady);
        }
        let on_lock = |a: &Access| a.operation.is_on_lock() || machine.names_a_lock(a);
        self.locks = footprint.accesses.iter().any(on_lock);
        self.accessed.clear();
        for access in &footprint.accesses {
            let Some(variable) = shared_variable(machine, access) else { continue };
            for &index in self.of_variable.get(&annotated(variable)).into_iter().flatten() {
                self.accessed.push((index, self.this(machine, index, access)));
            }
        }
    }

    fn after(&mut self, machine: &M, t: Tid) -> Mover {
        if self.said.is_empty() {
            return Mover::Both;
        }
        let now = self.holders(machine);
        self.check_disjoint(&now);
        let before = std::mem::take(&mut self.before);
        let mut mover = if self.unsteady && self.locks { Mover::Non } else { Mover::Both };
        let met = |index: usize, this: Option<ObjId>| {
            before.iter().any(|(i, old, _)| *i == index && old.and_then(|o| machine.renumbered(o)) == this)
        };
        if now.iter().any(|(index, this, _)| this.is_some() && self.is_unknown(*index) && !met(*index, *this))
        {
            mover = Mover::Non;
        }
        for (index, old, had) in &before {
            let this = old.and_then(|o| machine.renumbered(o));
            if old.is_some() && this.is_none() {
                continue;
            }
            let Some((.., have)) = now.iter().find(|(i, o, _)| i == index && *o == this) else { continue };
            if let Some(robbed) = robbed(machine, t, had, have) {
                let message = format!(
                    "thread {} takes away thread {}'s exclusive access to {}",
                    t.index(),
                    robbed.index(),
                    self.said[*index].name
                );
                self.break_rule(*index, message, self.place);
            }
            if self.known && have.iter().any(|u| *u != t && !had.contains(u)) {
                mover = Mover::Non;
            }
            if self.accessed.contains(&(*index, *old)) && !have.contains(&t) {
                mover = mover.and(Mover::Left);
            }
        }
        mover
    }

    fn breach(&mut self) -> Option<Breach> {
        self.breach.take()
    }

    fn concede(&mut self, rule: &str) {
        let broken = (0..self.said.len()).filter(|&index| self.rule(index) == rule);
        let broken: Vec<usize> = broken.collect();
        for index in broken {
            self.conceded.insert(index);
            self.justifications.refute(Justification::Annotation(index as u32));
            self.of_variable.values_mut().for_each(|indices| indices.retain(|&other| other != index));
        }
    }

    fn settle(&mut self, into: &mut Justifications) {
        into.take(&mut self.justifications);
        self.operations.settle(into);
    }

    fn sharing(&self, _machine: &M) -> Vec<Shared> {
        let kept = |(index, a): &(usize, &Annotated)| {
            a.kind == AnnotationKind::ExclusiveWhen
                && self.seen.contains(index)
                && !self.conceded.contains(index)
        };
        let row = |(_, a): (usize, &Annotated)| Shared {
            variable: a.name.clone(),
            kind: None,
            sharing: Sharing::HandedOver,
        };
        self.said.iter().enumerate().filter(kept).map(row).collect()
    }

    fn assumptions(&self, _machine: &M) -> Vec<Assumption> {
        let about = |(index, a): (usize, &Annotated)| Assumption {
            text: format!("{} is {} as its declaration says", a.name, a.kind.keyword()),
            standing: if self.conceded.contains(&index) { Standing::Refuted } else { Standing::Unrefuted },
        };
        // What is said of a class is kept once for each field.
        let first = |index: usize| self.said[..index].iter().all(|a| a.name != self.said[index].name);
        let listed = |(index, a): &(usize, &Annotated)| match a.kind {
            AnnotationKind::Communication => false,
            AnnotationKind::SelfLocking => first(*index),
            _ => true,
        };
        self.said.iter().enumerate().filter(listed).map(about).collect()
    }
}
