//! Breadth-first: states are expanded in the order in which they were found, so traces are shortest.
//!
//! With a store that can give states back, the queue costs nothing: it is the numbers of the states not yet
//! expanded. Otherwise the vectors themselves are queued.

use super::parents::Parents;
use super::ways::Ways;
use super::{Next, Suspects, Traversal, Wanted};
use crate::checkpoint::{Checkpoint, Position};
use crate::options::Properties;
use crate::outcome::Stats;
use crate::store::StoreOf;
use commute_machine::{Fingerprint, Rewind, Schedule, Transition};
use commute_mutants::mutant;
use std::collections::{BTreeSet, VecDeque};

/// The queue.
pub struct Bfs {
    /// The number of the state being expanded.
    current: Option<u64>,
    /// How many states were expanded, or are being.
    expanded: u64,
    /// Those that have to be expanded once more.
    again: BTreeSet<u64>,
    /// How many states were found.
    found: u64,
    steps: Vec<Transition>,
    next: usize,
    taken: Option<Transition>,
    /// All steps of the state that was being expanded were made.
    rests: bool,
    /// Which of the steps of the state being expanded are made.
    wanted: Wanted,
    /// One of its steps led to a state seen before.
    revisits: bool,
    /// One of its steps led to where nothing is explored: the others are wanted, whatever they lead to.
    ends: bool,
    parents: Parents,
    depth: u64,
    /// The number of the first state that is one step further away.
    next_level: u64,
    keeps_vectors: bool,
    /// Lengths and components of the states not yet expanded.
    queue: VecDeque<u32>,
    vector: Vec<u32>,
    /// States from which no step leads to one with a greater number, if anybody wants to know.
    suspects: Option<Vec<u64>>,
    /// A step of the state being expanded has led to a state with a greater number.
    onward: bool,
    /// Where reduced states lead, by number.
    ways: Ways,
}

impl Bfs {
    /// An empty queue; `keeps_vectors` if the store cannot give states back.
    pub fn new(keeps_vectors: bool) -> Self {
        Self {
            current: None,
            expanded: 0,
            again: BTreeSet::new(),
            found: 0,
            steps: Vec::new(),
            next: 0,
            taken: None,
            rests: false,
            wanted: Wanted::All,
            revisits: false,
            ends: false,
            parents: Parents::default(),
            depth: 0,
            next_level: 1,
            keeps_vectors,
            queue: VecDeque::new(),
            vector: Vec::new(),
            suspects: None,
            onward: false,
            ways: Ways::default(),
        }
    }

    /// The queue as it was at a checkpoint; the machine stands at the state to be expanded.
    pub fn resumed(position: Position, parents: Parents, found: u64) -> Self {
        let Position { current, depth, next_level } = position;
        Self {
            current: Some(current),
            expanded: current + 1,
            found,
            parents,
            depth,
            next_level,
            ..Self::new(false)
        }
    }

    /// Whether a step has led away from the state being expanded.
    #[mutant("bfs-forgets-to-go-back", self.next > 0 && self.next < 3)]
    fn has_left(&self) -> bool {
        self.next > 0
    }

    /// Whether the steps of the state being expanded may put off those of other threads for ever. There is no stack to find cycles
    /// by. But if from every reduced state one of its steps is on a way to a state of which all steps are explored ([`Ways`]), then
    /// whatever is put off is put off at most until there. It is that one step that has to be followed: what others are about to
    /// do is possible after it, and takes as many steps. Threads of a set come to one state in several orders, so this is
    /// enough for them; of one thread no step may lead to a state seen before, and neither where keys are no numbers.
    #[mutant("bfs-forgets-c3", false)]
    fn is_too_narrow(&self) -> bool {
        match self.wanted {
            Wanted::All => false,
            Wanted::Set if !self.keeps_vectors => {
                self.ends || !self.current.is_some_and(|current| self.ways.has(current))
            }
            Wanted::Set | Wanted::OneThread => self.ends || self.revisits,
        }
    }

    /// The last step has led to the state with this number.
    fn note_way(&mut self, to: u64) {
        if let Some(current) = self.current
            && self.wanted != Wanted::All
            && !self.keeps_vectors
            && !self.ways.has(current)
        {
            self.ways.take(current, to);
        }
    }

    /// Brings the machine to a state that is to be expanded.
    fn dequeue<M: Rewind + Fingerprint, S: StoreOf<M>>(
        &mut self,
        machine: &mut M,
        store: &mut S,
        number: u64,
    ) {
        if self.keeps_vectors {
            let len = self.queue.pop_front().expect("[commute internal bug] the queue has every state found");
            self.vector.clear();
            self.vector.extend(self.queue.drain(..len as usize));
            machine.load(&self.vector);
        } else {
            if self.next > 0 {
                machine.rewind();
            }
            store.go_to(machine, number);
        }
    }
}

/// Whether a state is expanded later than the one with number `from`.
#[mutant("every-step-leads-onward", true)]
fn leads_onward(from: u64, to: u64) -> bool {
    to > from
}

impl<M: Rewind + Fingerprint> Traversal<M> for Bfs {
    fn last_was_only(&self) -> bool {
        self.steps.len() == 1
    }

    fn discovered(&mut self, machine: &mut M, _key: Option<u64>) {
        if let Some(step) = self.taken {
            self.parents.child(step);
        }
        self.note_way(self.found);
        self.found += 1;
        self.onward = true;
        if self.keeps_vectors {
            let vector = machine.vector();
            self.queue.push_back(vector.len() as u32);
            self.queue.extend(vector);
        }
    }

    fn revisited(&mut self, key: u64) -> bool {
        self.revisits = true;
        self.note_way(key);
        self.onward |= self.current.is_some_and(|current| leads_onward(current, key));
        false
    }

    fn track_stack(&mut self) {}

    fn closes_cycle(&mut self) {
        self.ends = true;
    }

    fn next<S: StoreOf<M>>(&mut self, machine: &mut M, store: &mut S) -> Next {
        if let Some(&step) = self.steps.get(self.next) {
            if self.has_left() {
                machine.rewind();
            }
            self.next += 1;
            self.taken = Some(step);
            return Next::Take(step);
        }
        self.taken = None;
        if self.is_too_narrow() {
            self.wanted = Wanted::All;
            self.current.into_iter().for_each(|current| self.ways.lose(current));
            machine.rewind();
            return Next::Widen;
        }
        if let Some(current) = self.current
            && !std::mem::replace(&mut self.rests, true)
        {
            self.parents.done();
            if let Some(suspects) = &mut self.suspects
                && !self.onward
                && !self.steps.is_empty()
            {
                suspects.push(current);
            }
        }
        let number = match self.again.pop_first() {
            Some(number) => {
                self.parents.again(number);
                number
            }
            None if self.expanded == self.found => return Next::Done,
            None => {
                self.expanded += 1;
                self.expanded - 1
            }
        };
        if number == self.next_level {
            self.depth += 1;
            self.next_level = self.found;
        }
        self.current = Some(number);
        self.rests = false;
        self.dequeue(machine, store, number);
        Next::Expand
    }

    fn gathers(&self) -> bool {
        !self.keeps_vectors
    }

    fn next_here(&mut self) -> Option<Transition> {
        let step = self.steps.get(self.next).copied()?;
        self.next += 1;
        Some(step)
    }

    fn taken(&mut self, step: Transition) {
        self.taken = Some(step);
    }

    fn expand(&mut self, machine: &mut M, steps: &[Transition], wanted: Wanted) {
        self.steps.clear();
        self.steps.extend_from_slice(steps);
        self.next = 0;
        self.wanted = wanted;
        self.current.into_iter().for_each(|current| self.ways.lose(current));
        (self.revisits, self.ends, self.onward) = (false, false, false);
        machine.mark();
    }

    fn explored(&self) -> &[Transition] {
        &self.steps
    }

    fn widen(&mut self, steps: &[Transition]) {
        self.steps.extend_from_slice(steps);
    }

    fn schedule(&self) -> Schedule {
        let mut schedule = self.parents.schedule(self.current.unwrap_or(0));
        schedule.extend(self.taken);
        schedule
    }

    fn depth(&self) -> u64 {
        self.depth + u64::from(self.taken.is_some())
    }

    fn frontier(&self) -> u64 {
        self.found - self.expanded + self.again.len() as u64
    }

    fn expanding(&self) -> Option<u64> {
        self.current.filter(|_| !self.keeps_vectors)
    }

    fn again(&mut self, state: u64) {
        self.again.insert(state);
    }

    fn checkpoint(&self, stats: &Stats, properties: Properties) -> Option<Checkpoint> {
        let current = self.current.filter(|_| !self.keeps_vectors)?;
        let position = Position { current, depth: self.depth, next_level: self.next_level };
        Some(Checkpoint::new(position, |bytes| self.parents.write(bytes), stats, properties))
    }

    fn note_suspects(&mut self) {
        self.suspects = Some(Vec::new());
    }

    fn suspects(&self) -> Suspects<'_> {
        match &self.suspects {
            Some(suspects) if suspects.is_empty() => Suspects::None,
            Some(suspects) if !self.keeps_vectors => Suspects::Numbers(suspects),
            _ => Suspects::Unknown,
        }
    }

    fn schedule_to(&self, state: u64) -> Schedule {
        self.parents.schedule(state)
    }

    fn bytes(&self) -> usize {
        let suspects = self.suspects.as_ref().map_or(0, |suspects| suspects.len() * 8);
        self.parents.bytes() + self.queue.capacity() * 4 + self.ways.bytes() + suspects
    }
}
