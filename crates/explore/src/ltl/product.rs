//! A program and an automaton that reads its states, as one machine.
//!
//! With every step of the program the automaton reads the atoms of the state that the step leaves, and takes one of its
//! transitions. Which one is part of the choice of the step. In a state in which no thread can go on one more
//! thread appears, whose steps let the automaton read that state again: a finite execution counts as one that stays in its
//! last state for ever. (Unless a thread made a false assumption: then the execution is of no interest.) A state inside
//! an atomic block that a choice has cut in two is not read.
//!
//! Nothing is wrong with the states of this machine; the plain search looks for what is.

use super::Fairness;
use super::translate::{Automaton, Edge};
use commute_machine::{
    Blocker, Fingerprint, Footprint, Guarded, HeapView, Machine, ObjId, Rewind, StepResult, Temporal,
    ThreadStatus, Tid, Transition, Variables, Violation, ViolationKind, forward,
};
use commute_mutants::mutant;
use std::collections::BTreeSet;

/// Acceptance sets are bits of a word; the first are the automaton's, the others, under fairness, the threads'.
const BITS: usize = 64;

/// Why the product cannot be explored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// More threads than there are bits for fairness.
    Threads,
    /// More choices of one step than can be numbered.
    Choices,
}

/// The product.
pub struct Product<'m, M> {
    machine: &'m mut M,
    property: usize,
    automaton: Automaton,
    fairness: Fairness,
    /// Violations that say that the machine could not follow a thread: what comes then is no execution.
    bounds: &'static [ViolationKind],
    /// The state of the automaton.
    at: u32,
    /// Its states at the marks.
    marked: Vec<u32>,
    /// The machine's vector and `at`.
    vector: Vec<u32>,
    /// What the automaton reads here: see [`Temporal::atoms`].
    letter: Option<u64>,
    /// The acceptance sets that the last step belongs to.
    pub last_marks: u64,
    /// What makes it impossible to go on.
    pub trouble: Option<Trouble>,
}

impl<'m, M: Temporal + Fingerprint> Product<'m, M> {
    /// The product of a machine and an automaton for one of its properties.
    pub fn new(
        machine: &'m mut M,
        property: usize,
        automaton: Automaton,
        fairness: Fairness,
        bounds: &'static [ViolationKind],
    ) -> Self {
        let mut this = Self {
            machine,
            property,
            automaton,
            fairness,
            bounds,
            at: 0,
            marked: Vec::new(),
            vector: Vec::new(),
            letter: None,
            last_marks: 0,
            trouble: None,
        };
        this.arrive();
        this
    }

    /// The automaton.
    pub fn automaton(&self) -> &Automaton {
        &self.automaton
    }

    /// The marks of all acceptance sets.
    pub fn all_marks(&self) -> u64 {
        match self.fairness {
            Fairness::None => (1 << self.automaton.sets()) - 1,
            Fairness::Weak => u64::MAX,
        }
    }

    /// The step of the program that a step is; `None` if only the automaton moves.
    pub fn program_step(&self, step: Transition) -> Option<Transition> {
        let choice = usize::from(step.choice) / self.moves();
        (!self.is_stutter(step.tid)).then_some(Transition { tid: step.tid, choice: choice as u16 })
    }

    fn arrive(&mut self) {
        self.letter = self.machine.atoms(self.property);
        self.vector.clear();
        self.vector.extend_from_slice(self.machine.vector());
        self.vector.push(self.at);
    }

    /// In how many ways the automaton moves with a step from here.
    fn moves(&self) -> usize {
        match self.letter {
            Some(letter) => self.edges(letter).count(),
            None => 1,
        }
    }

    fn edges(&self, letter: u64) -> impl Iterator<Item = &Edge> {
        self.automaton.edges(self.at).iter().filter(move |edge| edge.accepts(letter))
    }

    fn is_stutter(&self, t: Tid) -> bool {
        t.index() == self.machine.threads()
    }

    /// Whether nothing can happen any more, and that counts.
    #[mutant("ltl-finite-executions-forgotten", false)]
    fn is_over(&mut self) -> bool {
        let threads = || (0..self.machine.threads()).map(Tid::new);
        let halted = threads().any(|t| self.machine.status(t) == ThreadStatus::Halted);
        !halted && threads().all(|t| self.machine.choices(t) == 0)
    }

    /// The marks of a step of `t` from here: a thread is treated fairly by it if it makes the step or has none to
    /// make. A thread that made a false assumption never is, and none but `t` inside an atomic block.
    fn fair_marks(&mut self, t: Tid) -> u64 {
        let first = self.automaton.sets() as usize;
        let threads = self.machine.threads();
        if self.fairness == Fairness::None {
            return 0;
        }
        if first + threads > BITS {
            self.trouble = Some(Trouble::Threads);
        }
        let mut marks = u64::MAX << first;
        for other in 0..threads.min(BITS - first) {
            if self.letter.is_none() && other != t.index() || is_neglected(self.machine, t, Tid::new(other)) {
                marks &= !(1 << (first + other));
            }
        }
        marks
    }
}

impl<M: Machine> Product<'_, M> {
    /// Whether a thread could not be followed in the last step, so that nothing can be said of what comes then: not even that the thread
    /// stands still. What else goes wrong is found by the plain search.
    fn unfollowed(&self, result: StepResult) -> Option<Violation> {
        let StepResult::Violation(first) = result else { return None };
        let mut all = std::iter::once(*first).chain(self.machine.further_violations());
        all.find(|violation| self.bounds.contains(&violation.kind))
            .map(|violation| Violation { tid: None, ..violation })
    }
}

/// Whether a step of `t` is unfair to `other`.
#[mutant("ltl-everything-is-fair", other != t && machine.status(other) == ThreadStatus::Halted)]
fn is_neglected<M: Machine>(machine: &mut M, t: Tid, other: Tid) -> bool {
    let can = machine.choices(other) > 0;
    other != t && (machine.status(other) == ThreadStatus::Halted || can)
}

/// The acceptance sets of the automaton that a transition of it belongs to.
#[mutant("ltl-accepts-everything", u64::MAX)]
fn accepted_by(edge: &Edge) -> u64 {
    edge.marks
}

#[forward(machine)]
impl<M: Temporal + Fingerprint> Machine for Product<'_, M> {
    fn threads(&self) -> usize {
        self.machine.threads() + 1
    }

    fn status(&self, t: Tid) -> ThreadStatus {
        if self.is_stutter(t) { ThreadStatus::Ended } else { self.machine.status(t) }
    }

    fn is_daemon(&self, t: Tid) -> bool {
        self.is_stutter(t) || self.machine.is_daemon(t)
    }

    fn choices(&mut self, t: Tid) -> u32 {
        let choices = if self.is_stutter(t) { u32::from(self.is_over()) } else { self.machine.choices(t) };
        let all = choices as usize * self.moves();
        if all > usize::from(u16::MAX) {
            self.trouble = Some(Trouble::Choices);
        }
        all.min(usize::from(u16::MAX)) as u32
    }

    fn transitions(&mut self, t: Tid, out: &mut Vec<Transition>) {
        out.extend((0..self.choices(t) as u16).map(|choice| Transition { tid: t, choice }));
    }

    fn may_block(&self, t: Tid) -> bool {
        self.is_stutter(t) || self.machine.may_block(t)
    }

    fn control_point(&self, t: Tid) -> u32 {
        // The thread that is not the program's stands nowhere.
        if self.is_stutter(t) { u32::MAX } else { self.machine.control_point(t) }
    }

    fn step(&mut self, transition: Transition) -> StepResult {
        let fair = self.fair_marks(transition.tid);
        let step = self.program_step(transition);
        let taken = usize::from(transition.choice) % self.moves();
        let edge = self.letter.and_then(|letter| self.edges(letter).nth(taken).cloned());
        self.last_marks = fair;
        if let Some(edge) = edge {
            self.at = edge.target;
            self.last_marks |= accepted_by(&edge);
        }
        let result = step.map_or(StepResult::Done, |step| self.machine.step(step));
        self.arrive();
        match self.unfollowed(result) {
            Some(violation) => StepResult::Violation(Box::new(violation)),
            None => StepResult::Done,
        }
    }

    fn footprint(&mut self, t: Tid, out: &mut Footprint) {
        if !self.is_stutter(t) {
            self.machine.footprint(t, out);
        }
    }

    fn footprint_of(&mut self, transition: Transition, out: &mut Footprint) {
        self.footprint(transition.tid, out);
    }

    fn is_observable(&mut self, t: Tid, footprint: &Footprint) -> bool {
        self.is_stutter(t) || self.machine.is_observable(t, footprint)
    }

    fn blocker(&self, t: Tid) -> Option<Blocker> {
        if self.is_stutter(t) { None } else { self.machine.blocker(t) }
    }

    fn state_violations(&mut self) -> Vec<Violation> {
        Vec::new()
    }

    fn data_races(&mut self) -> Vec<Violation> {
        Vec::new()
    }

    /// To a formula a failed thread is one that has ended, like any other.
    fn further_violations(&self) -> Vec<Violation> {
        Vec::new()
    }

    fn restart(&mut self) -> StepResult {
        let _ = self.machine.restart();
        self.at = 0;
        self.marked.clear();
        self.last_marks = 0;
        self.arrive();
        StepResult::Done
    }
}

impl<M: Temporal + Fingerprint + Rewind> Rewind for Product<'_, M> {
    fn mark(&mut self) {
        self.machine.mark();
        self.marked.push(self.at);
    }

    fn rewind(&mut self) {
        self.machine.rewind();
        self.at = *self.marked.last().expect("[commute internal bug] a mark to go back to");
        self.arrive();
    }

    fn unmark(&mut self) {
        self.machine.unmark();
        self.marked.pop();
    }

    fn mark_bytes(&self) -> usize {
        self.machine.mark_bytes() + self.marked.capacity() * 4
    }
}

#[forward(machine)]
impl<M: Temporal + Fingerprint> Fingerprint for Product<'_, M> {
    /// What is beside the state is looked at too.
    fn thread_component(&self, _t: Tid) -> Option<u32> {
        None
    }

    fn vector(&self) -> &[u32] {
        &self.vector
    }

    fn load(&mut self, vector: &[u32]) {
        let (&at, rest) = vector.split_last().expect("[commute internal bug] a vector of this machine");
        self.machine.load(rest);
        self.at = at;
        self.marked.clear();
        self.arrive();
    }

    /// What is beside the state changes too.
    fn load_near(&mut self, vector: &[u32], _places: &[u32]) {
        self.load(vector);
    }

    fn known_effect(&mut self, _step: Transition) -> Option<u32> {
        None
    }

    fn changed_since_mark(&self, _out: &mut Vec<u32>) -> bool {
        false
    }

    fn fingerprint(&self) -> u64 {
        (self.machine.fingerprint() ^ u64::from(self.at)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn exchange_threads(&mut self, on: bool) {
        assert!(!on, "[commute internal bug] a formula may tell threads apart");
    }

    fn stored(&mut self) -> &[u32] {
        &self.vector
    }

    fn stored_fingerprint(&mut self) -> u64 {
        self.fingerprint()
    }

    fn content(&self) -> u64 {
        self.fingerprint()
    }

    fn component_bytes(&self) -> usize {
        self.machine.component_bytes() + self.automaton.bytes()
    }
}

#[forward(machine)]
impl<M: Temporal + Fingerprint + HeapView> HeapView for Product<'_, M> {
    fn thread_roots(&self, t: Tid, f: &mut dyn FnMut(ObjId)) {
        if !self.is_stutter(t) {
            self.machine.thread_roots(t, f);
        }
    }

    fn handle(&self, t: Tid) -> Option<ObjId> {
        if self.is_stutter(t) { None } else { self.machine.handle(t) }
    }

    fn track_sharing(&mut self) {
        self.machine.track_sharing();
        let _ = self.restart();
    }

    fn track_locksets(&mut self, of: &BTreeSet<Guarded>) {
        self.machine.track_locksets(of);
        let _ = self.restart();
    }
}

#[forward(machine)]
impl<M: Temporal + Fingerprint + Variables> Variables for Product<'_, M> {}
