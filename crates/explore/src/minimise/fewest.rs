//! The execution with the fewest context switches that ends in the same violation, if it can be found with a little work.
//!
//! States are visited in layers: those that can be reached with no switch, with one, with two. In a layer each thread runs on
//! as far as it can; what another thread could do from where it is belongs to the next layer. The first violation that
//! is met so has the fewest switches. Nothing is left out but what was visited in an earlier layer, so the answer is exact; if the
//! work grows too much, there is none, and the caller keeps what it has.

use super::{goes_on, shown};
use crate::mix::mix;
use crate::outcome::Found;
use commute_machine::{Fingerprint, Schedule, StepResult, Tid, Transition, Violation, ViolationKind};
use hashbrown::HashTable;
use std::rc::Rc;
use std::time::Instant;

/// How much work is done, and how many words of states are kept. Both are counted, so that the answer does not depend on time. The
/// work of a step grows with the state that it leads to: a large heap allows 30,000 of them, a small model 200,000.
const WORK: usize = 30_000_000;
const WORDS: usize = 8_000_000;

/// The work of a step in an empty state, in words.
const LEAST_WORK: usize = 100;

/// After so many steps the time is looked at: a step of a program with a large heap takes long.
const STEPS_A_LOOK: usize = 32;

/// A thread that is to go on from a state.
struct Turn {
    state: Rc<[u32]>,
    tid: Tid,
    /// The last step of the way there, in `Layers::ways`.
    way: Option<usize>,
}

/// What was visited.
struct Layers<'a> {
    violation: &'a Violation,
    deadline: Option<Instant>,
    /// Each step of every way, with the one before it.
    ways: Vec<(Option<usize>, Transition)>,
    /// States, by their content and the thread that goes on from there.
    visited: HashTable<(u64, Tid)>,
    /// The content of the present state, which every thread is asked about.
    content: u64,
    /// The turns of the present layer and of the next one.
    now: Vec<Turn>,
    next: Vec<Turn>,
    /// There is to be no next one.
    is_last: bool,
    /// How much work and how many words are left.
    work: usize,
    words: usize,
}

/// How a step went, or a turn.
enum Went {
    /// The thread may go on, or its turn is over.
    On,
    /// The execution ends here, but not as it should.
    Elsewhere,
    /// The violation was met.
    Found(Box<Violation>),
    /// There is no more work to be done.
    Exhausted,
}

/// Contents are hashes already, or small numbers.
fn hash((content, tid): &(u64, Tid)) -> u64 {
    mix(content.wrapping_add(u64::from(tid.0)))
}

/// Replaces the schedule of `found` by one with fewer than `at_most` switches, if there is one and it is not too much work.
pub fn fewest<M: Fingerprint>(machine: &mut M, found: &mut Found, at_most: usize, deadline: Option<Instant>) {
    // What the first step shows, or what no machine sees, needs no search.
    let unseen = matches!(
        found.violation.kind,
        ViolationKind::Discipline(_) | ViolationKind::Livelock | ViolationKind::Starvation
    );
    if unseen || found.cycle > 0 || at_most == 0 || machine.restart() != StepResult::Done {
        return;
    }
    let violation = found.violation.clone();
    let mut layers = Layers {
        violation: &violation,
        deadline,
        ways: Vec::new(),
        visited: HashTable::new(),
        content: 0,
        now: Vec::new(),
        next: Vec::new(),
        is_last: false,
        work: WORK,
        words: WORDS,
    };
    layers.offer(machine, None, None);
    layers.now = std::mem::take(&mut layers.next);
    for layer in 0..at_most {
        layers.is_last = layer + 1 == at_most;
        match layers.visit(machine) {
            Some(Ok((schedule, violation))) => {
                (found.schedule, found.violation) = (schedule, violation);
                return;
            }
            Some(Err(())) => return,
            None => layers.now = std::mem::take(&mut layers.next),
        }
    }
}

impl Layers<'_> {
    /// All turns of a layer: the schedule and the violation that were found, or that there is no more work to be done.
    fn visit<M: Fingerprint>(&mut self, machine: &mut M) -> Option<Result<(Schedule, Violation), ()>> {
        for turn in std::mem::take(&mut self.now) {
            self.go_to(machine, &turn.state);
            let (went, way) = self.run(machine, turn.tid, turn.way);
            match went {
                Went::Found(violation) => return Some(Ok((self.schedule(way), *violation))),
                Went::Exhausted => return Some(Err(())),
                Went::On | Went::Elsewhere => {}
            }
        }
        None
    }

    /// Lets a thread run on from the present state, with each of its choices.
    fn run<M: Fingerprint>(
        &mut self,
        machine: &mut M,
        tid: Tid,
        way: Option<usize>,
    ) -> (Went, Option<usize>) {
        let mut branches: Vec<(Rc<[u32]>, u16, Option<usize>)> = Vec::new();
        let mut at = (0, way);
        loop {
            let (mut choice, mut way) = at;
            while choice > 0 || (self.is_new(tid) && machine.choices(tid) > 0) {
                let choices = machine.choices(tid) as u16;
                if choice == 0 && choices > 1 {
                    let state = self.keep(machine);
                    branches.extend((1..choices).rev().map(|choice| (Rc::clone(&state), choice, way)));
                }
                match self.step(machine, Transition { tid, choice }, &mut way) {
                    Went::On => choice = 0,
                    Went::Elsewhere => break,
                    over => return (over, way),
                }
            }
            let Some((state, choice, way)) = branches.pop() else { return (Went::On, way) };
            self.go_to(machine, &state);
            at = (choice, way);
        }
    }

    fn step<M: Fingerprint>(&mut self, machine: &mut M, step: Transition, way: &mut Option<usize>) -> Went {
        if self.work == 0 || self.words == 0 || self.is_late() {
            return Went::Exhausted;
        }
        self.work = self.work.saturating_sub(LEAST_WORK + machine.vector().len());
        self.ways.push((*way, step));
        *way = Some(self.ways.len() - 1);
        let result = machine.step(step);
        if machine.given_up().is_some() {
            return Went::Exhausted;
        }
        match shown(machine, &result, self.violation) {
            Some(violation) => Went::Found(Box::new(violation)),
            None if !goes_on(machine, &result) => Went::Elsewhere,
            None => {
                self.offer(machine, Some(step.tid), *way);
                Went::On
            }
        }
    }

    fn is_late(&self) -> bool {
        let is_over = |deadline| Instant::now() >= deadline;
        self.ways.len().is_multiple_of(STEPS_A_LOOK) && self.deadline.is_some_and(is_over)
    }

    fn go_to<M: Fingerprint>(&mut self, machine: &mut M, state: &[u32]) {
        machine.load(state);
        self.content = machine.content();
    }

    /// Lets the threads other than `running` go on from the present state, in the next layer.
    fn offer<M: Fingerprint>(&mut self, machine: &mut M, running: Option<Tid>, way: Option<usize>) {
        self.content = machine.content();
        if self.is_last {
            return;
        }
        let others = (0..machine.threads()).map(Tid::new).filter(|&t| Some(t) != running);
        let is_wanted = |&t: &Tid| machine.choices(t) > 0 && !self.is_visited(t);
        let new: Vec<Tid> = others.filter(is_wanted).collect();
        if new.is_empty() {
            return;
        }
        let state = self.keep(machine);
        self.next.extend(new.into_iter().map(|tid| Turn { state: Rc::clone(&state), tid, way }));
    }

    fn keep<M: Fingerprint>(&mut self, machine: &M) -> Rc<[u32]> {
        self.words = self.words.saturating_sub(machine.vector().len());
        machine.vector().into()
    }

    fn is_visited(&self, tid: Tid) -> bool {
        let turn = (self.content, tid);
        self.visited.find(hash(&turn), |known| *known == turn).is_some()
    }

    /// Whether the thread goes on from the present state for the first time.
    fn is_new(&mut self, tid: Tid) -> bool {
        let is_new = !self.is_visited(tid);
        if is_new {
            let turn = (self.content, tid);
            self.visited.insert_unique(hash(&turn), turn, hash);
        }
        is_new
    }

    fn schedule(&self, mut way: Option<usize>) -> Schedule {
        let mut steps = Schedule::new();
        while let Some(at) = way {
            let (before, step) = self.ways[at];
            steps.push(step);
            way = before;
        }
        steps.reverse();
        steps
    }
}
