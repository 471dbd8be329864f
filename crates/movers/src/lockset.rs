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
//! is told which thread initialises a variable, by one access or by several; everything else counts.
//!
//! A variable is a global, a field of one object or an element of one array ([`Datum`]), and the locks that may protect it are all
//! locks and monitors that there are, those of objects on the heap too. Objects are numbered anew in each state, so what is known of
//! them is renamed after each step ([`Histories::follow`]). In this form it is a function of the execution that can be part of a
//! state: two executions that lead to one state with one history need not be told apart.
//!
//! # Notation
//! o: [`Datum`]; o.mode: `first` is none (virgin), not `shared` (exclusive), not `written` (shared), else shared-modified;
//! o.firstThread: `first`; o.candLockSet: `locks`; initThread: [`Discipline::MldPrime`]; MLDallows(s, θ, o1, o.op):
//! [`Lockset::allows`]; O_unsh: variables that the user calls `unshared`; communication objects: those that the user calls so, and
//! what is accessed as the language says that threads communicate ([`Variables::communicates`]).
//!
//! # Premises
//! - A step is shown in the state in which it is made, and [`Histories::follow`] is called right after it; guards of blocked threads
//!   are shown in each state (observation M1).
//! - A lock or object that is gone is never held or accessed again, so that it can be forgotten.
//!
//! # Deviations
//! - D1: initThread of an object that the program makes is the thread that makes it, and the initialisation lasts until others can
//!   reach the object (`was_shared`): until then nobody else can access it. So mayInit is true of no other thread. In the same way
//!   the initialiser of a class initialises its static fields, whoever runs it. MLD has no need of this; there every access counts
//!   from the first one on.
//! - D2: an array has as many variables as elements; one that grows and shrinks is one variable. A class that the user wants to see as a
//!   whole is one variable with each instance, and what an instance keeps to itself belongs to it (Sto00 section 10).
//! - D3: [`Lockset::allows`] also says yes if no lock is held and none is needed, that is, where (7) does not mention o1. In (6)
//!   the union is over the locks held or being acquired, so that a thread without locks would have no pending operations at all.
//!   Then Theorem 6' is not true as it stands (test `equation_6_forgets_threads_without_locks`).
//! - D4: of variables that are no part of an object every thread may be the first, under MLD; under MLD' only initThread(o), if o has one.
//! - D5: the guard of a blocked thread counts once the variable has been initialised, and is not its initialisation. No step says when
//!   a thread begins to wait: a lock is acquired, say, and the guard comes next. So nothing would make a search try both orders of that
//!   and another thread's access, and whether the discipline is violated must not depend on it. A guard that waits still is
//!   shown again after the initialisation; one that does not is a step by then.
//! - D6: threads are told apart by their numbers, and a number is used again. So to MLD a thread that is started after the first
//!   one has ended may be the first one still: where it always is, the two are never there at once. MLD' does not ask who it was.
//! - D7: a variable that is accessed both plainly and as communication objects are is of the discipline, and all accesses to it count; one
//!   that is never accessed plainly is a communication object. Only accesses that are no communication are invisible (`trusting.rs`).
//! - D8: the flexible form of initialisation lasts until its thread performs a visible operation, or another thread accesses the variable.
//!   The paper does not say what the latter means; if it were no end, the first thread's accesses after it would be hidden. Whether it
//!   comes before or after one of them matters, so accesses are ordered until the initialisation is over ([`Lockset::awaited`]).
//! - D9: accesses of the step that makes an object (an atomic block) do not count: the object is not there when the step is shown.
//! - D10: static MLD (section 8) is what a proof of `guarded_by` says ([`Lockset::with_proved`]): then the candidate of a
//!   variable is that one lock from the start, instead of all locks until it is accessed first. The check goes on all the same.
//! - D11: that it is the same lock in all executions (the end of section 8) is asked for beside MLD or MLD', and by names: `same.rs`.

mod same;

use crate::lock_operations::object;
use crate::target::acquires;
use commute_base::Span;
use commute_machine::{
    Access, AnnotationKind, Footprint, Initialisation, Location, LockRule, ObjId, Operation, Tid, Variable,
    Variables,
};
use commute_mutants::mutant;
use same::{Place, Same};
use std::collections::{BTreeMap, BTreeSet};

/// Which discipline.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Discipline {
    /// Whatever the first thread does before a second one comes is initialisation.
    Mld,
    /// Accesses of the thread that is given, before all others, are initialisation.
    MldPrime {
        /// initThread.
        init: BTreeMap<Variable, Tid>,
        /// Whether initialisation may be several accesses, with no visible operation between them, or is one.
        several: bool,
    },
}

impl Discipline {
    /// MLD' in which nobody initialises anything but the objects that it makes.
    pub fn strict() -> Self {
        Discipline::MldPrime { init: BTreeMap::new(), several: false }
    }

    /// What it says of a variable with this name.
    pub fn rule(&self, variable: Variable, name: String) -> LockRule {
        let initialisation = match self {
            Discipline::Mld => Initialisation::FirstThread,
            Discipline::MldPrime { init, several } => match init.get(&variable) {
                Some(&t) if *several => Initialisation::SeveralBy(t),
                Some(&t) => Initialisation::By(t),
                None => Initialisation::None,
            },
        };
        LockRule::new(name, initialisation)
    }

    fn initialiser(&self, variable: Variable) -> Option<Tid> {
        match self {
            Discipline::Mld => None,
            Discipline::MldPrime { init, .. } => init.get(&variable).copied(),
        }
    }
}

/// An access that violates the discipline.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Careless {
    /// To what.
    pub variable: Variable,
    /// It contradicts that one thread alone accesses this, as the user says.
    pub unshared: bool,
    /// A lock protects it, but not the one of other executions.
    pub by_another: bool,
    /// By whom.
    pub by: Tid,
    /// Where in the source.
    pub span: Span,
}

/// A variable of one execution: a global, or a part of one object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
struct Datum {
    variable: Variable,
    /// The object, by its number in the present state, if the variable means many of them.
    of: Option<ObjId>,
    element: u32,
}

/// What has happened to a variable.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
struct History {
    /// Who was first, while that matters.
    first: Option<Tid>,
    /// It is being initialised by several accesses.
    open: bool,
    /// It is past its initialisation.
    shared: bool,
    written: bool,
    /// Some access was no communication.
    plain: bool,
    /// The locks that were held at every access since, ascending; none is "all".
    locks: Option<Vec<ObjId>>,
}

/// What has happened to all variables in an execution.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Histories {
    data: BTreeMap<Datum, History>,
    careless: BTreeSet<Careless>,
}

/// The algorithm.
#[derive(Debug)]
pub struct Lockset {
    discipline: Discipline,
    /// Variables to which the discipline does not apply, as the user says.
    communicating: BTreeSet<Variable>,
    unshared: BTreeSet<Variable>,
    /// What is left in all executions, if it has to be the same lock.
    same: Option<Same>,
    /// Variables that nobody accesses without this lock, as is proved.
    proved: BTreeMap<Variable, ObjId>,
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

/// Of the locks that may protect a variable, those stay that this access holds too.
#[mutant("mld-skips-intersection", skip)]
fn drop_unheld(candidates: &mut Vec<ObjId>, held: &[ObjId]) {
    candidates.retain(|lock| held.contains(lock));
}

/// held(s, θ).
#[mutant("mld-forgets-heap-locks", { let n = machine.static_objects(); locks_of(machine, t, n) })]
pub fn held<M: Variables>(machine: &M, t: Tid) -> Vec<ObjId> {
    locks_of(machine, t, machine.objects())
}

fn locks_of<M: Variables>(machine: &M, t: Tid, objects: usize) -> Vec<ObjId> {
    machine.held(t).into_iter().filter(|o| (o.0 as usize) < objects).collect()
}

fn is_data(operation: Operation) -> bool {
    matches!(operation, Operation::Read | Operation::Write | Operation::Cas)
}

/// The variable that a place is, if it is there.
fn datum<M: Variables>(machine: &M, access: &Access) -> Option<Datum> {
    let field = machine.variable(access.location)?;
    let variable = machine.seen_as(field);
    let (of, element) = match (object(machine, access), access.location, field) {
        (Some(o), ..) if variable != field => (Some(keeper(machine, o, variable)), 0),
        (Some(o), Location::Word(_, word), Variable::Elements(_)) if machine.has_elements(o) => {
            (Some(o), word)
        }
        // Its length, which is always the same.
        (Some(o), Location::Object(_), _) if machine.has_elements(o) => return None,
        (Some(o), _, Variable::Field(..) | Variable::Elements(_)) => (Some(o), 0),
        _ => (None, 0),
    };
    Some(Datum { variable, of, element })
}

/// Where to look for the locks of a variable.
fn place<M: Variables>(machine: &M, datum: Datum, location: Location) -> Place {
    let this = datum.of.or_else(|| object(machine, &Access { location, operation: Operation::Read }));
    Place { this, is_kept: datum.of.is_some() && matches!(datum.variable, Variable::Elements(_)) }
}

/// Whether the user says something of the variable that a place is: of itself, of the object, or of the field of its class.
pub fn is_said<M: Variables>(machine: &M, of: &BTreeSet<Variable>, location: Location) -> bool {
    let is_of = |variable: Variable| {
        let of_static = match variable {
            Variable::StaticWord(o, word) => {
                [Variable::Static(o), Variable::Field(machine.kind(o), word)].iter().any(|v| of.contains(v))
            }
            _ => false,
        };
        of_static || of.contains(&variable)
    };
    !of.is_empty() && machine.variable(location).is_some_and(is_of)
}

/// The object seen as a whole that an object is a part of: itself, or the one that keeps it to itself.
fn keeper<M: Variables>(machine: &M, part: ObjId, whole: Variable) -> ObjId {
    let of_whole = |o: ObjId| whole == Variable::Elements(machine.kind(o));
    let is_part = |o: ObjId| machine.seen_as(Variable::Field(machine.kind(o), 0)) == whole;
    let leads_there = |from: &ObjId| {
        let (mut seen, mut work) = (BTreeSet::from([*from]), vec![*from]);
        while let Some(o) = work.pop() {
            machine.references(o, &mut |next| {
                if is_part(next) && !of_whole(next) && seen.insert(next) {
                    work.push(next);
                }
            });
        }
        seen.contains(&part)
    };
    if of_whole(part) {
        return part;
    }
    let mut wholes = (0..machine.objects() as u32).map(ObjId).filter(|&o| of_whole(o));
    wholes.find(leads_there).unwrap_or(part)
}

impl Histories {
    /// The state has changed by a step: objects have other numbers, or are gone.
    #[mutant("mld-forgets-renaming", skip)]
    pub fn follow<M: Variables>(&mut self, machine: &M) {
        let renamed = |datum: Datum| {
            let of = datum.of.map(|o| machine.renumbered(o));
            (of != Some(None)).then_some(Datum { of: of.flatten(), ..datum })
        };
        for (datum, mut history) in std::mem::take(&mut self.data) {
            let Some(datum) = renamed(datum) else { continue };
            if let Some(locks) = &mut history.locks {
                *locks = locks.iter().filter_map(|&o| machine.renumbered(o)).collect();
                locks.sort_unstable();
            }
            self.data.insert(datum, history);
        }
    }

    /// What has violated the discipline so far.
    pub fn careless(&self) -> &BTreeSet<Careless> {
        &self.careless
    }

    /// About how many bytes it takes: maps have nodes with room for eleven entries, of which about two thirds are in use.
    pub fn bytes(&self) -> usize {
        let nodes =
            if self.data.len() <= 11 { usize::from(!self.data.is_empty()) } else { self.data.len() / 7 };
        let locks = |history: &History| history.locks.as_ref().map_or(0, |locks| locks.len() * 4);
        nodes * (11 * size_of::<(Datum, History)>() + 16) + self.data.values().map(locks).sum::<usize>()
    }

    /// A visible operation of `t` ends the initialisations that it is in.
    fn close(&mut self, t: Tid) {
        let open = self.data.values_mut().filter(|history| history.open && history.first == Some(t));
        open.for_each(|history| history.open = false);
    }
}

impl Lockset {
    /// For executions of `machine`.
    pub fn new<M: Variables>(discipline: Discipline, machine: &M) -> Self {
        let said = machine.annotations();
        let those = |kind| said.iter().filter(|a| a.kind == kind).map(|a| a.variable).collect();
        Self {
            discipline,
            communicating: those(AnnotationKind::Communication),
            unshared: those(AnnotationKind::Unshared),
            same: None,
            proved: BTreeMap::new(),
        }
    }

    /// It is proved that whoever accesses these variables holds these static locks, also for the first time.
    #[must_use]
    pub fn with_proved(self, proved: BTreeMap<Variable, ObjId>) -> Self {
        Self { proved, ..self }
    }

    /// It has to be the same lock in all executions.
    #[must_use]
    pub fn same_lock(self) -> Self {
        Self { same: Some(Same::default()), ..self }
    }

    /// The discipline.
    pub fn discipline(&self) -> &Discipline {
        &self.discipline
    }

    /// Takes in a step of `t` that is about to be made.
    pub fn step<M: Variables>(
        &mut self,
        machine: &M,
        t: Tid,
        footprint: &Footprint,
        histories: &mut Histories,
    ) {
        if let Some(same) = &mut self.same {
            footprint.accesses.iter().for_each(|access| same.unsettle(machine, t, access));
        }
        let counted = self.take_in(machine, t, footprint, histories, |_| true);
        self.compare(machine, t, counted, histories);
        if footprint.accesses.iter().any(|access| self.is_visible(machine, t, access)) {
            histories.close(t);
        }
    }

    /// Takes in the guard of a step that `t` cannot make (D5).
    pub fn guard<M: Variables>(
        &mut self,
        machine: &M,
        t: Tid,
        footprint: &Footprint,
        histories: &mut Histories,
    ) {
        let is_over = |(datum, history): (&Datum, &History)| (!history.open).then_some(*datum);
        let initialised: BTreeSet<Datum> = histories.data.iter().filter_map(is_over).collect();
        let counts = |datum: &Datum| {
            self.discipline.initialiser(datum.variable).is_none() || initialised.contains(datum)
        };
        let counted = self.take_in(machine, t, footprint, histories, counts);
        self.compare(machine, t, counted, histories);
    }

    /// Gives what was accessed that locks protect, and where.
    fn take_in<M: Variables>(
        &self,
        machine: &M,
        t: Tid,
        footprint: &Footprint,
        histories: &mut Histories,
        counts: impl Fn(&Datum) -> bool,
    ) -> Vec<(Datum, Location)> {
        let (mut locks, mut protected) = (None, Vec::new());
        for access in footprint.accesses.iter().filter(|access| is_data(access.operation)) {
            let Some(datum) = self.checked(machine, t, access).filter(&counts) else { continue };
            let unshared = self.is_unshared(machine, access);
            let history = histories.data.entry(datum).or_default();
            history.plain |= !machine.communicates(t, access);
            let is_kept = if unshared {
                *history.first.get_or_insert(t) == t
            } else {
                let locks = locks.get_or_insert_with(|| held(machine, t));
                self.meet(t, datum.variable, access, locks, history)
            };
            if is_kept {
                protected.push((datum, access.location));
            } else {
                let (variable, span) = (datum.variable, machine.place(t));
                histories.careless.insert(Careless { variable, unshared, by_another: false, by: t, span });
            }
        }
        protected
    }

    /// Compares what is left of the candidates with what other executions have left.
    fn compare<M: Variables>(
        &mut self,
        machine: &M,
        t: Tid,
        accessed: Vec<(Datum, Location)>,
        histories: &mut Histories,
    ) {
        let Some(same) = &mut self.same else { return };
        for (datum, location) in accessed {
            let Some(history) = histories.data.get(&datum) else { continue };
            let Some(locks) = history.locks.as_ref().filter(|_| history.written && history.plain) else {
                continue;
            };
            let names = same.names(machine, place(machine, datum, location), locks);
            if !locks.is_empty() && !same.meet(datum.variable, names) {
                let (variable, span) = (datum.variable, machine.place(t));
                let careless = Careless { variable, unshared: false, by_another: true, by: t, span };
                histories.careless.insert(careless);
            }
        }
    }

    /// The locks that protect a variable in all executions so far, by their names.
    pub fn left<M: Variables>(&self, machine: &M, variable: Variable) -> Vec<String> {
        self.same.as_ref().map_or_else(Vec::new, |same| same.left(machine, variable))
    }

    /// A variable of which it is not known whether the same lock protects it in all executions, although it should.
    pub fn unnamed(&self) -> Option<Variable> {
        self.same.as_ref().and_then(Same::unnamed)
    }

    /// What an access is to, if the discipline may have to do with it.
    fn checked<M: Variables>(&self, machine: &M, t: Tid, access: &Access) -> Option<Datum> {
        let is_others = |o: ObjId| machine.was_shared(o);
        let unshared = self.is_unshared(machine, access);
        let counts_at_once = self.discipline == Discipline::Mld && !unshared;
        let is_within_reach = object(machine, access).is_none_or(|o| counts_at_once || is_others(o));
        let mut only = Footprint::default();
        only.add(access.location, access.operation);
        // What nobody ever accesses plainly.
        let communicates = machine.communicates(t, access) && !machine.may_race(&only);
        let is_said = is_said(machine, &self.communicating, access.location);
        let applies =
            is_within_reach && !communicates && !is_said && !self.is_of_class_initialiser(machine, t, access);
        if applies { datum(machine, access) } else { None }
    }

    /// D1, for static fields.
    fn is_of_class_initialiser<M: Variables>(&self, machine: &M, t: Tid, access: &Access) -> bool {
        let has_none =
            machine.variable(access.location).is_some_and(|v| self.discipline.initialiser(v).is_none());
        self.discipline != Discipline::Mld && has_none && machine.initialises(t, access.location)
    }

    fn is_unshared<M: Variables>(&self, machine: &M, access: &Access) -> bool {
        is_said(machine, &self.unshared, access.location)
    }

    /// Whether an access obeys the discipline.
    fn meet(
        &self,
        t: Tid,
        variable: Variable,
        access: &Access,
        held: &[ObjId],
        history: &mut History,
    ) -> bool {
        let is_initial = match &self.discipline {
            Discipline::Mld => !history.shared && *history.first.get_or_insert(t) == t,
            Discipline::MldPrime { init, several } => match (init.get(&variable), history.first) {
                (None, _) => false,
                (Some(&by), None) => {
                    (history.first, history.open) = (Some(t), *several && by == t);
                    if by != t {
                        return false;
                    }
                    true
                }
                (Some(_), Some(first)) => history.open && first == t,
            },
        };
        if is_initial {
            return true;
        }
        (history.open, history.shared) = (false, true);
        if self.discipline == Discipline::Mld {
            history.first = None;
        }
        history.written |= access.operation != Operation::Read;
        match &mut history.locks {
            Some(locks) => drop_unheld(locks, held),
            None => history.locks = Some(held.to_vec()),
        }
        let is_protected = history.locks.as_ref().is_some_and(|locks| !locks.is_empty());
        !history.written || is_protected || !history.plain
    }

    /// Sto00 section 2.3: what may block or communicates is visible.
    fn is_visible<M: Variables>(&self, machine: &M, t: Tid, access: &Access) -> bool {
        use Operation::{End, Exit, Notify, NotifyAll, Release, ReleaseRead, ReleaseWrite, Spawn};
        let operation = access.operation;
        if is_data(operation) {
            let is_data = !matches!(access.location, Location::Object(o) if object(machine, access).is_some()
                && !machine.holds_data(machine.kind(o)));
            return !is_data
                || machine.communicates(t, access)
                || is_said(machine, &self.communicating, access.location);
        }
        let invisible = matches!(
            operation,
            Release | ReleaseRead | ReleaseWrite | Exit | Notify | NotifyAll | Spawn | End
        );
        acquires(operation) || !invisible
    }

    /// The variables that have an initThread and may not be past their initialisation.
    pub fn awaited(&self, histories: &Histories) -> Vec<Variable> {
        let Discipline::MldPrime { init, .. } = &self.discipline else { return Vec::new() };
        let may_be_many = |v: &Variable| matches!(v, Variable::Field(..) | Variable::Elements(_));
        let is_over = |variable: &Variable| {
            let datum = Datum { variable: *variable, of: None, element: 0 };
            histories.data.get(&datum).is_some_and(|history| !history.open)
        };
        init.keys().filter(|v| may_be_many(v) || !is_over(v)).copied().collect()
    }

    /// Whether the discipline allows `wish` for a place that exists: (7). What one thread alone can reach is nobody else's business yet.
    pub fn allows<M: Variables>(
        &self,
        machine: &M,
        histories: &Histories,
        wish: Wish<'_>,
        location: Location,
    ) -> bool {
        let access = Access { location, operation: Operation::Read };
        let is_own = object(machine, &access).is_some_and(|o| !machine.was_shared(o));
        if is_own || self.is_unshared(machine, &access) {
            return false;
        }
        let Some(datum) = datum(machine, &access) else { return false };
        if let Some(lock) = self.proved.get(&datum.variable) {
            return wish.locks.contains(lock);
        }
        let place = place(machine, datum, location);
        let is_left = |lock: ObjId| {
            self.same.as_ref().is_none_or(|same| same.allows(machine, datum.variable, place, lock))
        };
        match histories.data.get(&datum) {
            Some(history) => self.allows_by(wish, datum.variable, history, is_left),
            None => self.allows_by(wish, datum.variable, &History::default(), is_left),
        }
    }

    fn allows_by(
        &self,
        wish: Wish<'_>,
        variable: Variable,
        history: &History,
        is_left: impl Fn(ObjId) -> bool,
    ) -> bool {
        // Before anything counts, the candidates are all locks.
        let is_candidate = |lock: &ObjId| history.locks.as_ref().is_none_or(|locks| locks.contains(lock));
        let is_locked = wish.locks.iter().any(|lock| is_candidate(lock) && is_left(*lock));
        let is_first = history.first.is_none_or(|first| history.open && first == wish.thread);
        let may_initialise = match &self.discipline {
            Discipline::Mld => !history.shared && history.first.is_none_or(|first| first == wish.thread),
            Discipline::MldPrime { init, .. } => is_first && init.get(&variable) == Some(&wish.thread),
        };
        may_initialise || is_locked || wish.reads && !history.written
    }
}
