//! A machine for tests: threads that write cells, take and give back locks, and nothing else.

use crate::mix::mix;
use commute_base::Span;
use commute_machine::{
    Acts, Blocker, Detail, Fingerprint, Footprint, Info, Location, Machine, ObjId, Objectwise, Operation,
    Rewind, StepResult, ThreadStatus, Tid, Transition, Violation, ViolationKind,
};

/// What a thread does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Do {
    /// Waits for a lock and takes it.
    Take(usize),
    /// Gives it back.
    Give(usize),
    /// Writes its number to a cell, which must not be a lock.
    Write(usize),
    /// Begins again.
    Again,
    /// Fails.
    Fail,
}

/// The machine: for each thread what it does and whether the program may end without it.
pub struct Toy {
    programs: Vec<(Vec<Do>, bool)>,
    /// How far each thread has come, then who has each lock or wrote each cell last: its number and one.
    state: Vec<u32>,
    marks: Vec<Vec<u32>>,
}

/// The only step of a thread.
pub fn step(t: usize) -> Transition {
    Transition { tid: Tid::new(t), choice: 0 }
}

impl Toy {
    /// Threads that must all come to their ends, and so many locks and cells.
    pub fn new(programs: &[&[Do]], locks: usize) -> Self {
        let programs: Vec<_> = programs.iter().map(|p| (p.to_vec(), false)).collect();
        let state = vec![0; programs.len() + locks];
        Self { programs, state, marks: Vec::new() }
    }

    /// The program may end before this thread.
    pub fn let_go_of(mut self, t: usize) -> Self {
        self.programs[t].1 = true;
        self
    }

    /// Makes the present state another one.
    pub fn set(&mut self, state: &[u32]) {
        self.state = state.to_vec();
    }

    /// Lets threads step.
    pub fn run(&mut self, threads: &[u16]) {
        for &t in threads {
            self.step(Transition { tid: Tid(t), choice: 0 });
        }
    }

    fn next(&self, t: Tid) -> Option<Do> {
        self.programs[t.index()].0.get(self.state[t.index()] as usize).copied()
    }

    fn lock(&self, lock: usize) -> usize {
        self.programs.len() + lock
    }

    fn access(&self, t: Tid) -> Option<(Location, Operation)> {
        let lock = |lock: usize| Location::Object(ObjId(lock as u32));
        match self.next(t)? {
            Do::Take(taken) => Some((lock(taken), Operation::Acquire)),
            Do::Give(given) => Some((lock(given), Operation::Release)),
            Do::Write(cell) => Some((Location::Global(cell as u32), Operation::Write)),
            Do::Again | Do::Fail => None,
        }
    }
}

/// The violation of [`Do::Fail`].
pub fn failure(t: Tid) -> Violation {
    let kind = ViolationKind::Fault("assertion");
    Violation { kind, tid: Some(t), message: String::new(), span: Span::default() }
}

impl Machine for Toy {
    fn threads(&self) -> usize {
        self.programs.len()
    }
    fn status(&self, t: Tid) -> ThreadStatus {
        if self.next(t).is_some() { ThreadStatus::Live } else { ThreadStatus::Ended }
    }
    fn is_daemon(&self, t: Tid) -> bool {
        self.programs[t.index()].1
    }
    fn choices(&mut self, t: Tid) -> u32 {
        match self.next(t) {
            None => 0,
            Some(Do::Take(lock)) => u32::from(self.state[self.lock(lock)] == 0),
            Some(_) => 1,
        }
    }
    fn may_block(&self, t: Tid) -> bool {
        matches!(self.next(t), Some(Do::Take(_)))
    }
    fn control_point(&self, t: Tid) -> u32 {
        self.state[t.index()]
    }
    fn step(&mut self, Transition { tid, .. }: Transition) -> StepResult {
        let next = self.next(tid);
        self.state[tid.index()] += 1;
        match next {
            Some(Do::Take(lock) | Do::Write(lock)) => {
                let at = self.lock(lock);
                self.state[at] = u32::from(tid.0) + 1;
            }
            Some(Do::Give(lock)) => {
                let at = self.lock(lock);
                self.state[at] = 0;
            }
            Some(Do::Again) => self.state[tid.index()] = 0,
            Some(Do::Fail) => return StepResult::Violation(Box::new(failure(tid))),
            None => panic!("thread {} has ended", tid.0),
        }
        StepResult::Done
    }
    fn footprint(&mut self, t: Tid, out: &mut Footprint) {
        if let Some((location, operation)) = self.access(t) {
            out.add(location, operation);
        }
    }
    fn is_inside(&self, _t: Tid) -> bool {
        false
    }
    fn is_observable(&mut self, _t: Tid, _footprint: &Footprint) -> bool {
        false
    }
    fn blocker(&self, t: Tid) -> Option<Blocker> {
        let Some(Do::Take(lock)) = self.next(t) else { return None };
        let owner = self.state[self.lock(lock)].checked_sub(1)?;
        Some(Blocker { object: None, holders: [Tid(owner as u16)].into_iter().collect() })
    }
    fn state_violations(&mut self) -> Vec<Violation> {
        Vec::new()
    }
    fn restart(&mut self) -> StepResult {
        self.state.fill(0);
        self.marks.clear();
        StepResult::Done
    }
    fn further_violations(&self) -> Vec<Violation> {
        Vec::new()
    }
}

impl Rewind for Toy {
    fn mark(&mut self) {
        self.marks.push(self.state.clone());
    }
    fn rewind(&mut self) {
        self.state.clone_from(self.marks.last().expect("a mark to go back to"));
    }
    fn unmark(&mut self) {
        self.marks.pop();
    }
    fn mark_bytes(&self) -> usize {
        0
    }
}

impl Objectwise for Toy {
    fn acts(&mut self, t: Tid, out: &mut Acts) {
        out.clear();
        if let Some((location, operation)) = self.access(t) {
            out.add(location, operation, Detail::Plain);
        }
    }
    fn info(&self, location: Location) -> Info {
        match location {
            Location::Object(ObjId(lock)) => {
                let owner = self.state[self.lock(lock as usize)].checked_sub(1);
                Info::Lock { owner: owner.map(|t| Tid(t as u16)) }
            }
            _ => Info::None,
        }
    }
}

impl Fingerprint for Toy {
    fn vector(&self) -> &[u32] {
        &self.state
    }
    fn load(&mut self, vector: &[u32]) {
        self.set(vector);
        self.marks.clear();
    }
    fn fingerprint(&self) -> u64 {
        // A state of one or two words is its own fingerprint, so that tests can choose them.
        let full = |hash: u64| hash >> 32 != 0;
        let next = |hash: u64| if full(hash) { mix(hash) } else { hash << 32 };
        self.state.iter().fold(0, |hash, &word| next(hash) ^ u64::from(word))
    }
    fn exchange_threads(&mut self, _on: bool) {}
    fn stored(&mut self) -> &[u32] {
        &self.state
    }
    fn stored_fingerprint(&mut self) -> u64 {
        self.fingerprint()
    }
    fn component_bytes(&self) -> usize {
        0
    }
    fn components(&self) -> usize {
        0
    }
}
