//! Decorators: what they write, what is forwarded, and what the trait has a body for.

use commute_machine::{
    Blocker, Footprint, GivenUp, Machine, Rewind, StepResult, ThreadStatus, Tid, Transition, Violation,
    forward,
};

/// Counts its steps, and has its own answer where the trait has one.
#[derive(Default)]
struct Counter {
    steps: u32,
    marks: Vec<u32>,
}

impl Machine for Counter {
    fn threads(&self) -> usize {
        2
    }
    fn status(&self, _: Tid) -> ThreadStatus {
        ThreadStatus::Live
    }
    fn is_daemon(&self, t: Tid) -> bool {
        t.index() == 1
    }
    fn choices(&mut self, t: Tid) -> u32 {
        u32::from(t.0) + 1
    }
    fn may_block(&self, _: Tid) -> bool {
        false
    }
    fn control_point(&self, _: Tid) -> u32 {
        self.steps
    }
    fn step(&mut self, _: Transition) -> StepResult {
        self.steps += 1;
        StepResult::Done
    }
    fn footprint(&mut self, _: Tid, _: &mut Footprint) {}
    fn is_inside(&self, _: Tid) -> bool {
        false
    }
    fn is_observable(&mut self, _: Tid, _: &Footprint) -> bool {
        false
    }
    fn blocker(&self, _: Tid) -> Option<Blocker> {
        None
    }
    fn state_violations(&mut self) -> Vec<Violation> {
        Vec::new()
    }
    fn restart(&mut self) -> StepResult {
        self.steps = 0;
        StepResult::Done
    }
    fn further_violations(&self) -> Vec<Violation> {
        Vec::new()
    }
    fn given_up(&self) -> Option<GivenUp> {
        Some(GivenUp::Memory)
    }
}

impl Rewind for Counter {
    fn mark(&mut self) {
        self.marks.push(self.steps);
    }
    fn rewind(&mut self) {
        self.steps = *self.marks.last().unwrap();
    }
    fn unmark(&mut self) {
        self.marks.pop();
    }
    fn mark_bytes(&self) -> usize {
        self.marks.len() * 4
    }
}

/// Has no threads that may be left behind, and makes each step twice.
struct Twice<'a, M> {
    inside: &'a mut M,
}

#[forward(inside)]
impl<M> Machine for Twice<'_, M>
where
    M: Machine,
{
    fn is_daemon(&self, _: Tid) -> bool {
        false
    }

    /// Both as one.
    #[inline]
    fn step(&mut self, transition: Transition) -> StepResult {
        self.inside.step(transition);
        self.inside.step(transition)
    }
}

#[forward(inside)]
impl<M: Rewind> Rewind for Twice<'_, M> {}

#[test]
fn what_is_not_written_asks_the_field() {
    let mut counter = Counter::default();
    let mut twice = Twice { inside: &mut counter };
    let (t, mut steps) = (Tid(1), Vec::new());
    twice.transitions(t, &mut steps);
    assert_eq!(steps.len(), 2);
    twice.mark();
    twice.step(steps[0]);
    assert_eq!(twice.control_point(t), 2);
    assert_eq!(twice.mark_bytes(), 4);
    twice.rewind();
    assert_eq!(twice.control_point(t), 0);
}

#[test]
fn what_is_written_does_not() {
    let mut counter = Counter::default();
    assert!(counter.is_daemon(Tid(1)));
    assert!(!Twice { inside: &mut counter }.is_daemon(Tid(1)));
}

#[test]
fn the_body_in_the_trait_is_not_the_decorators() {
    let mut counter = Counter::default();
    assert_eq!(Twice { inside: &mut counter }.given_up(), Some(GivenUp::Memory));
}
