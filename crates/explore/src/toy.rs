//! A machine for tests: threads that take and give back locks, and nothing else.

use commute_base::Span;
use commute_machine::{
    Blocker, Fingerprint, Footprint, Machine, StepResult, ThreadStatus, Tid, Transition, Violation,
    ViolationKind,
};

/// What a thread does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Do {
    /// Waits for a lock and takes it.
    Take(usize),
    /// Gives it back.
    Give(usize),
    /// Fails.
    Fail,
}

/// The machine: for each thread what it does and whether the program may end without it.
pub struct Toy {
    programs: Vec<(Vec<Do>, bool)>,
    /// How far each thread has come, then who has each lock: its number and one.
    state: Vec<u32>,
}

impl Toy {
    /// Threads that must all come to their ends.
    pub fn new(programs: &[&[Do]], locks: usize) -> Self {
        let programs: Vec<_> = programs.iter().map(|p| (p.to_vec(), false)).collect();
        let state = vec![0; programs.len() + locks];
        Self { programs, state }
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
            Some(Do::Take(lock)) => {
                let at = self.lock(lock);
                self.state[at] = u32::from(tid.0) + 1;
            }
            Some(Do::Give(lock)) => {
                let at = self.lock(lock);
                self.state[at] = 0;
            }
            Some(Do::Fail) => return StepResult::Violation(Box::new(failure(tid))),
            None => panic!("thread {} has ended", tid.0),
        }
        StepResult::Done
    }
    fn footprint(&mut self, _t: Tid, _out: &mut Footprint) {}
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
        StepResult::Done
    }
    fn further_violations(&self) -> Vec<Violation> {
        Vec::new()
    }
}

impl Fingerprint for Toy {
    fn vector(&self) -> &[u32] {
        &self.state
    }
    fn load(&mut self, vector: &[u32]) {
        self.set(vector);
    }
    fn fingerprint(&self) -> u64 {
        // A state of one word is its own fingerprint, so that tests can choose them.
        self.state.iter().fold(0, |hash, &word| hash << 32 | u64::from(word))
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
