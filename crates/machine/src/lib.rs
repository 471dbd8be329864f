//! What a search may see of a program, and nothing else: traits and plain data, no algorithm.
//!
//! `vm` implements these for the IR; programs that can only be re-executed implement [`Machine`] and are
//! restarted. `explore` knows programs only through this crate.

mod acts;
mod annotation;
mod call;
mod counting;
mod footprint;
mod lock_rule;
mod patience;
mod rounds;
mod temporal;
mod trail;
mod violation;

pub use acts::{
    Act, Acts, Detail, Foresight, Future, Info, Objects, Objectwise, Pattern, Point, PossibleAct, Sources,
};

pub use annotation::{Annotated, AnnotationKind};
pub use call::Call;
#[doc(hidden)]
pub use commute_forward::complete;
pub use commute_forward::forward;
use commute_forward::forwardable;
pub use counting::{Comparison, Counting, Test};
pub use footprint::{Access, Footprint, Guarded, Location, ObjId, Operation, Variable};
pub use lock_rule::{Initialisation, LockRule, UNNAMED};
pub use patience::{GivenUp, Interrupt, Patience};
pub use rounds::Rounds;
use std::collections::BTreeSet;
pub use temporal::{Formula, Temporal};
pub use trail::Trail;
pub use violation::{Blocker, Violation, ViolationKind};

use commute_base::Span;

/// The types that signatures of the traits name, so that they can be written in other crates ([`forward`]).
#[doc(hidden)]
pub mod signatures {
    // A name of the standard prelude, which comes with the line below too.
    pub use crate::Future;
    pub use crate::*;
    pub use commute_base::Span;
    pub use fixedbitset::FixedBitSet;
    pub use std::collections::BTreeSet;
    pub use std::prelude::rust_2024::*;
    pub use std::sync::Arc;
}

/// A thread of a running program, by number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Tid(pub u16);

impl Tid {
    /// The thread with this number.
    pub fn new(index: usize) -> Self {
        Tid(u16::try_from(index).expect("[commute internal bug] more than u16::MAX threads"))
    }
    /// Its number.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// One step: which thread, and which of its choices.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Transition {
    /// The thread that steps.
    pub tid: Tid,
    /// Less than [`Machine::choices`] of it.
    pub choice: u16,
}

/// The steps of an execution from the initial state.
pub type Schedule = Vec<Transition>;

/// What a thread is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ThreadStatus {
    /// It can or could go on.
    Live,
    /// It has ended normally.
    Ended,
    /// It raised a fault that nothing caught.
    Failed,
    /// It made an assumption that is false: the execution is of no interest.
    Halted,
}

/// How a step went.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepResult {
    /// As it should.
    Done,
    /// A thread failed.
    Violation(Box<Violation>),
}

/// Makes several steps of one thread. What came of the last.
pub fn steps<M: Machine>(machine: &mut M, t: Tid, choices: &[u16]) -> StepResult {
    let mut result = StepResult::Done;
    machine.put_off();
    for &choice in choices {
        result = machine.step(Transition { tid: t, choice });
    }
    machine.settle();
    result
}

/// A program that can be stepped.
#[forwardable]
pub trait Machine {
    /// How many thread numbers are in use, ended threads included.
    fn threads(&self) -> usize;

    /// What thread `t` is doing.
    fn status(&self, t: Tid) -> ThreadStatus;

    /// Whether the program may end while `t` has not.
    fn is_daemon(&self, t: Tid) -> bool;

    /// The number of ways in which `t` can make its next step; zero if it cannot.
    fn choices(&mut self, t: Tid) -> u32;

    /// Adds the steps that `t` can make to `out`: one for each choice, unless a machine has other names for them.
    fn transitions(&mut self, t: Tid, out: &mut Vec<Transition>) {
        out.extend((0..self.choices(t) as u16).map(|choice| Transition { tid: t, choice }));
    }

    /// Whether the next step of `t`, which is not over, could be impossible in some state because of what other
    /// threads did or did not do.
    fn may_block(&self, t: Tid) -> bool;

    /// Whether there are steps that are possible only if no other thread can go on: the time of a wait is up
    /// ([`Machine::lacks_time`]). A search that leaves out states has to keep those from which nothing else is possible then.
    fn waits_for_quiescence(&self) -> bool {
        false
    }

    /// Whether `t` has no choices only because its time is not up while others can go on.
    fn lacks_time(&mut self, t: Tid) -> bool {
        let _ = t;
        false
    }

    /// Where `t`, which is not over, stands in its innermost function: a number that means the same place in all
    /// states.
    fn control_point(&self, t: Tid) -> u32;

    /// Makes a step, which must be one of `transitions(transition.tid)`.
    fn step(&mut self, transition: Transition) -> StepResult;

    /// Until `settle` is called, steps need not bring the state into its canonical form: nobody asks for its vector, marks it or goes
    /// back. Objects may get other numbers then, as after a step.
    fn put_off(&mut self) {}

    /// Brings the state into its canonical form, and so does each further step.
    fn settle(&mut self) {}

    /// What the next step of `t` touches, whether it is enabled or not, into `out`. For an atomic block
    /// this is found by running it, once for each choice.
    fn footprint(&mut self, t: Tid, out: &mut Footprint);

    /// The same for one step alone, which must be possible.
    fn footprint_of(&mut self, transition: Transition, out: &mut Footprint) {
        self.footprint(transition.tid, out);
    }

    /// Whether the present state is inside an atomic block of `t`, at a choice: no other thread can move, so nothing that
    /// another does after the next step of `t` could have been done before it.
    fn is_inside(&self, t: Tid) -> bool;

    /// Whether the next step of `t`, which touches `footprint`, may change the truth of a declared property:
    /// invariants and the atoms of temporal formulas. Also if it ends inside an atomic block, at a choice: then no
    /// other thread can move, and what the rest of the block touches is not in the footprint.
    fn is_observable(&mut self, t: Tid, footprint: &Footprint) -> bool;

    /// What keeps `t` from its next step. `t` must have no choices; `None` if it is over, or has
    /// none only because another thread must not be disturbed now.
    fn blocker(&self, t: Tid) -> Option<Blocker>;

    /// The state properties (invariants) that this state violates.
    fn state_violations(&mut self) -> Vec<Violation>;

    /// The data races of this state: two threads whose next steps access the same memory, at least one of them plainly and at
    /// least one writing. A machine whose memory is sequentially consistent has none.
    fn data_races(&mut self) -> Vec<Violation> {
        Vec::new()
    }

    /// Whether there may be a state that violates an invariant or has a data race at all.
    fn judges_states(&self) -> bool {
        true
    }

    /// Whether a step that touches `footprint` may be one of two that race.
    fn may_race(&self, footprint: &Footprint) -> bool {
        let _ = footprint;
        false
    }

    /// Whether some thread may go round in a loop that it never leaves, doing nothing: as far as code alone tells.
    fn may_spin(&self) -> bool {
        false
    }

    /// Makes a step, and notes in `rounds` what it says of its thread.
    fn step_round(&mut self, transition: Transition, rounds: &mut Rounds) -> StepResult {
        let _ = rounds;
        self.step(transition)
    }

    /// Whether a thread that does this for ever waits in vain or does nothing at all.
    fn is_spinning(&self, rounds: &Rounds) -> bool {
        let _ = rounds;
        false
    }

    /// Adds the calls that `t` is in, the outermost first; none if it is over.
    fn calls(&self, t: Tid, out: &mut Vec<Call>) {
        let _ = (t, out);
    }

    /// Makes a step, and says how many of the [calls](Machine::calls) that its thread was in, the outermost ones, have not returned.
    fn step_in_calls(&mut self, transition: Transition) -> (StepResult, usize) {
        (self.step(transition), 0)
    }

    /// The number that `t` reads if its next step, outside atomic blocks, is to read a variable or field that holds one.
    fn number_ahead(&self, t: Tid) -> Option<i64> {
        let _ = t;
        None
    }

    /// Adds the loops that `t` is in and that its code leaves somewhere, by numbers that mean one loop of one call.
    fn loops_of(&self, t: Tid, out: &mut Vec<u64>) {
        let _ = (t, out);
    }

    /// Whether some place of the program is labelled as progress.
    fn has_progress_labels(&self) -> bool {
        false
    }

    /// Whether `t` stands at such a label.
    fn is_at_progress(&self, t: Tid) -> bool {
        let _ = t;
        false
    }

    /// Tells how large numbers, growable objects and the heap are in the present state, each by a name for the user.
    fn sizes(&self, f: &mut dyn FnMut(String, u64)) {
        let _ = f;
    }

    /// Goes back to the initial state; what went wrong in making it, if anything did.
    fn restart(&mut self) -> StepResult;

    /// What else went wrong in the last step, or in making the initial state: several threads may fail before their first step.
    fn further_violations(&self) -> Vec<Violation>;

    /// From now on, gives up in the middle of what it does when this says so. A machine whose steps are short need not.
    fn be_patient(&mut self, patience: Patience) {
        let _ = patience;
    }

    /// Whether it has given up since: then the present state and what it said last mean nothing.
    fn given_up(&self) -> Option<GivenUp> {
        None
    }
}

/// A machine that can go back to earlier states of the present execution.
#[forwardable]
pub trait Rewind: Machine {
    /// Remembers the present state on a stack.
    fn mark(&mut self);
    /// Goes back to the state last marked, which stays marked.
    fn rewind(&mut self);
    /// Forgets the last mark; the present state stays.
    fn unmark(&mut self);
    /// Bytes used by the marks.
    fn mark_bytes(&self) -> usize;
    /// How many steps were made only to come back to where it had been.
    fn repeated(&self) -> u64 {
        0
    }
}

/// A machine whose states can be told apart, stored and loaded.
///
/// A state is a vector of *component* ids. Equal states have equal vectors, and equal ids mean equal
/// components for as long as the machine lives. Ids are below 2^31.
#[forwardable]
pub trait Fingerprint: Machine {
    /// The present state.
    fn vector(&self) -> &[u32];
    /// Makes `vector`, which this machine has produced before, the present state. Marks are forgotten.
    fn load(&mut self, vector: &[u32]);
    /// The same if it differs from the present state at these places only.
    fn load_near(&mut self, vector: &[u32], places: &[u32]) {
        let _ = places;
        self.load(vector);
    }
    /// Adds to `out` the places at which the present state may differ from the one last marked, some perhaps twice. Whether these are
    /// all, and it has the same length.
    fn changed_since_mark(&self, out: &mut Vec<u32>) -> bool {
        let _ = out;
        false
    }
    /// What a step from the present state does, as a number, if that is known and nothing goes wrong: in each state for which it is the
    /// same number the step gives the same components to the same places, and leaves the other places as they are. All states have one
    /// length then.
    fn known_effect(&mut self, step: Transition) -> Option<u32> {
        let _ = step;
        None
    }
    /// A 64-bit hash of the state that does not depend on the history of the machine.
    fn fingerprint(&self) -> u64;
    /// From now on, or no longer, states that differ only in the numbers of threads that no property tells apart are stored as
    /// one.
    fn exchange_threads(&mut self, on: bool);
    /// What the present state is stored as: its vector, or if threads are exchanged a vector that stands for some of the states
    /// that can be had from it in this way. It cannot be loaded then.
    fn stored(&mut self) -> &[u32];
    /// A 64-bit hash of what the state is stored as.
    fn stored_fingerprint(&mut self) -> u64;
    /// A hash like [`Fingerprint::fingerprint`] of what steps can see: states that differ only in what is remembered for an
    /// oracle have the same content ([`HeapView::track_sharing`]).
    fn content(&self) -> u64 {
        self.fingerprint()
    }
    /// The component that says where `t` stands, if [`Fingerprint::noted_looks`] may know what was looked at in this state.
    fn thread_component(&self, t: Tid) -> Option<u32> {
        let _ = t;
        None
    }
    /// From now on notes which components of the state are looked at, by whatever is asked and by steps.
    fn note_looks(&mut self) {}
    /// Ends that, and adds the places of these components in the vector to `out`, which is the same vector but for what steps have changed.
    /// Whether that is all: the numbers of threads and objects, and whether a thread is inside an atomic block, are at the first place,
    /// which always counts. Then all answers and steps are the same in each state that has the same components there, and where the
    /// threads that were asked about stand.
    fn noted_looks(&mut self, out: &mut Vec<u32>) -> bool {
        let _ = out;
        false
    }
    /// Bytes used by the table of components.
    fn component_bytes(&self) -> usize;
    /// The number of different components seen.
    fn components(&self) -> usize;
}

/// A machine whose heap can be looked at, for oracles that follow references.
#[forwardable]
pub trait HeapView: Machine {
    /// A number that stays the same only while no reference in the state changes, so that what was found by
    /// following references can be kept.
    fn references_version(&self) -> u64;
    /// How many objects there are; they are numbered from zero.
    fn objects(&self) -> usize;
    /// Calls `f` for each object that a live local variable of `t` refers to.
    fn thread_roots(&self, t: Tid, f: &mut dyn FnMut(ObjId));
    /// Calls `f` for each object that a global variable refers to, and each static object.
    fn global_roots(&self, f: &mut dyn FnMut(ObjId));
    /// Whether `o` is a static object, which every thread can reach in every state.
    fn is_static(&self, _o: ObjId) -> bool {
        false
    }
    /// Where to begin to look for what all threads can reach, by static objects and globals. All objects with numbers smaller than
    /// the result are within reach; what they and the globals refer to besides is added to `out`.
    fn common(&self, out: &mut Vec<ObjId>) -> usize {
        self.global_roots(&mut |o| out.push(o));
        0
    }
    /// Calls `f` for each object that `o` refers to.
    fn references(&self, o: ObjId, f: &mut dyn FnMut(ObjId));
    /// The thread that holds the lock or monitor of `o`.
    fn holder(&self, o: ObjId) -> Option<Tid>;
    /// The objects of which `t` holds the lock or monitor, ascending.
    fn held(&self, t: Tid) -> Vec<ObjId> {
        (0..self.objects() as u32).map(ObjId).filter(|&o| self.holder(o) == Some(t)).collect()
    }
    /// For each control point ([`Machine::control_point`]), whether what is touched there is known, without running
    /// the program, to be no other thread's business. What is not in the list is not known.
    fn static_locality(&self) -> Vec<bool>;
    /// From now on remembers of each object, as part of the state, whether more than one thread could ever reach
    /// it. Goes back to the initial state.
    fn track_sharing(&mut self);
    /// Whether more than one thread has been able to reach `o`, at any time, or it was put behind an object of which that
    /// is true.
    fn was_shared(&self, o: ObjId) -> bool;

    /// Whether it is known that `o` was never within reach of more than one thread: so it is of whoever can reach it.
    fn was_never_shared(&self, _o: ObjId) -> bool {
        false
    }
    /// From now on remembers, as part of the state, which locks were held at every access to these globals, and to
    /// objects of these kinds since more than one thread has been able to reach them (so it tracks sharing as well), and to
    /// nothing else. Goes back to the initial state.
    fn track_locksets(&mut self, of: &BTreeSet<Guarded>);
    /// Whether `t` holds a lock that has been held at every access to `location`, if lock sets are tracked.
    fn is_guarded(&self, t: Tid, location: Location) -> bool;
    /// For each kind, whether no execution ever makes two objects of it. What is not in the list is not known.
    fn singletons(&self) -> Vec<bool>;
    /// The object that data word `word` of `o` refers to.
    fn reference_at(&self, o: ObjId, word: u32) -> Option<ObjId>;
    /// Calls `f` for each data word of `o` that refers to an object, with that object.
    fn reference_words(&self, o: ObjId, f: &mut dyn FnMut(u32, ObjId));
    /// The object that a global variable refers to.
    fn global_reference(&self, global: u32) -> Option<ObjId>;
    /// The global variables that may refer to objects.
    fn reference_globals(&self) -> Vec<u32>;
    /// Whether it is known that nobody but `t` can move before `t` starts another thread: it is the one thread of the
    /// initial state, and there never was another, or all have ended and their ends were [observable](HeapView::observe_ends).
    fn is_alone(&self, t: Tid) -> bool;
    /// From now on the ends of threads are observable, in programs in which one thread begins, some thread waits for the end of others, and
    /// all others have a step of their own in which they end.
    fn observe_ends(&mut self);
    /// Whether the ends of threads are observable because of [`HeapView::observe_ends`].
    fn observes_ends(&self) -> bool;
    /// The object by which others name a thread that was started and has neither ended nor failed, if there is one. No two threads have the
    /// same one, ever.
    fn handle(&self, t: Tid) -> Option<ObjId>;
    /// The name of a static object: one that exists in every state, under the same number.
    fn static_name(&self, o: ObjId) -> Option<String>;
    /// The name of a global variable.
    fn global_name(&self, global: u32) -> String;
    /// Whether objects of this kind hold data: instances and arrays do, locks and thread handles do not.
    fn holds_data(&self, kind: u32) -> bool;
    /// A kind in words: the name of a class, `lock`, `array` ...
    fn kind_name(&self, kind: u32) -> String;
    /// The class or kind of `o`, as a number that means the same in all states.
    fn kind(&self, o: ObjId) -> u32;
}

/// A machine whose places have names that mean the same in all states, for oracles that learn about variables.
#[forwardable]
pub trait Variables: HeapView {
    /// How many objects exist in all states. They have the smallest numbers, always the same ones.
    fn static_objects(&self) -> usize;
    /// Whether `t` means the same thread in all states: it is there from the start, and is not exchanged with others
    /// ([`Fingerprint::exchange_threads`]).
    fn is_one_thread(&self, t: Tid) -> bool;
    /// Which variable a place belongs to; none for the status of a thread, and for what is not there: a part of an object that a step
    /// is yet to make, or an element beyond the end of an array.
    fn variable(&self, location: Location) -> Option<Variable>;
    /// The variable as which accesses to `variable` are seen: itself, or all of a class ([`Variable::Elements`]) if the user wants that
    /// class to be seen as a whole.
    fn seen_as(&self, variable: Variable) -> Variable {
        variable
    }
    /// Whether the elements of an object are variables of their own: it is an array whose length never changes.
    fn has_elements(&self, o: ObjId) -> bool;
    /// Whether each word of an object is a variable: it is an instance, or an array whose length never changes. Those of a set or a channel
    /// change when others come and go.
    fn has_variables(&self, o: ObjId) -> bool;
    /// Whether an access to data that `t` is about to make is an operation of a communication object, as the language says: in Java one to
    /// a volatile field, an atomic one, one by which the library synchronises. A language that does not tell these from others has none.
    fn communicates(&self, t: Tid, access: &Access) -> bool;
    /// Whether `t` is inside the initialiser of the class of which a place is a static field: then no other thread can use the class.
    fn initialises(&self, t: Tid, location: Location) -> bool;
    /// From now on it can be observed in which order threads access these variables (as they are [seen](Variables::seen_as)), even if
    /// they only read.
    fn observe_accesses(&mut self, variables: &[Variable]);
    /// A variable in words, as the program writes it.
    fn variable_name(&self, variable: Variable) -> String;
    /// What the user says of variables.
    fn annotations(&self) -> Vec<Annotated>;
    /// Whether the `index`-th annotation gives `t` access to its variable; of `this` object, if it is about a field.
    fn has_access(&self, index: usize, this: Option<ObjId>, t: Tid) -> bool;
    /// Calls `f` for each thread to which it does so.
    fn have_access(&self, index: usize, this: Option<ObjId>, f: &mut dyn FnMut(Tid)) {
        let have = (0..self.threads()).map(Tid::new).filter(|&t| self.has_access(index, this, t));
        have.for_each(f);
    }
    /// Whether a thread loses and gains the access that the `index`-th annotation gives by its own steps alone, whatever others do.
    fn is_own_access(&self, index: usize) -> bool;
    /// From now on it can be observed whether threads have exclusive access: steps that may change the value of a predicate that
    /// says more than that its thread holds a lock, and starts and ends of threads if there is one, are observable.
    fn observe_predicates(&mut self);
    /// Whether an access may change which lock guards something, as a `guarded_by` says where that lock is found.
    fn names_a_lock(&self, access: &Access) -> bool;
    /// Whether the last step gave objects other numbers, or did away with some.
    fn renumbers(&self) -> bool {
        true
    }
    /// The number that object `o` of the state before the last step has now, if it still exists.
    fn renumbered(&self, o: ObjId) -> Option<ObjId>;
    /// Where in the source the next step of `t` is.
    fn place(&self, t: Tid) -> Span;
}
