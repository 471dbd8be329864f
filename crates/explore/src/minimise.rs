//! Making counterexamples easier to read: the same steps with fewer context switches.
//!
//! A search finds some order of the steps; often a thread could have gone on a while before the next one took over, or come later.
//! Two runs of a thread become one, where the first was or where the second was, as long as the execution stays possible and ends in the
//! same violation, which is tried out on the machine. Nothing is added or left out. If the states of the machine can be told
//! apart, an execution with fewer switches is then looked for among all (`fewest.rs`).

mod fewest;

pub use fewest::fewest;

use crate::deadlock;
use crate::engine::{is_bystander, is_same};
use crate::outcome::Found;
use commute_machine::{Machine, Schedule, StepResult, Tid, Transition, Violation, ViolationKind};
use std::ops::Range;
use std::time::Instant;

/// How many steps are made for one counterexample: each attempt runs the whole of it.
const MOST_STEPS: usize = 2_000_000;

/// What may still be done to make a counterexample readable.
pub struct Effort {
    steps: usize,
    deadline: Option<Instant>,
}

impl Effort {
    /// What is usual, but nothing after the deadline.
    pub fn usual(deadline: Option<Instant>) -> Self {
        Self { steps: MOST_STEPS, deadline }
    }

    /// An attempt of so many steps is made.
    pub fn spend(&mut self, steps: usize) {
        self.steps = self.steps.saturating_sub(steps);
    }

    /// Whether no further attempt is to be made.
    pub fn is_spent(&self) -> bool {
        self.steps == 0 || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// Reorders the steps of `found` so that fewer context switches remain.
pub fn minimise<M: Machine>(machine: &mut M, found: &mut Found, effort: &mut Effort) {
    if found.cycle > 0 {
        return;
    }
    let mut at = 0;
    while let Some((first, second)) = same_thread(&found.schedule, at) {
        if effort.is_spent() {
            return;
        }
        let mut candidates = joined(&found.schedule, &first, &second).into_iter();
        let better = candidates.any(|candidate| {
            switches(&candidate) < switches(&found.schedule) && is_replaced(machine, found, candidate, effort)
        });
        // What was impossible before may be possible now.
        at = if better { 0 } else { first.end };
    }
}

/// The first run of one thread that begins at `at` or later and has another one after it, and that one.
fn same_thread(schedule: &Schedule, at: usize) -> Option<(Range<usize>, Range<usize>)> {
    let mut begin = at;
    while begin < schedule.len() {
        let first = run_at(schedule, begin);
        let tid = schedule[begin].tid;
        if let Some(after) = schedule[first.end..].iter().position(|step| step.tid == tid) {
            let second = run_at(schedule, first.end + after);
            return Some((first, second));
        }
        begin = first.end;
    }
    None
}

/// The steps of one thread in a row from `begin` on.
fn run_at(schedule: &Schedule, begin: usize) -> Range<usize> {
    let tid = schedule[begin].tid;
    let others = schedule[begin..].iter().position(|step| step.tid != tid);
    begin..others.map_or(schedule.len(), |length| begin + length)
}

/// The schedule with two runs of a thread as one: where the first is, or where the second is.
fn joined(schedule: &Schedule, first: &Range<usize>, second: &Range<usize>) -> [Schedule; 2] {
    let (mut early, mut late) = (schedule.clone(), schedule.clone());
    early[first.end..second.end].rotate_right(second.len());
    late[first.start..second.start].rotate_left(first.len());
    [early, late]
}

/// How often another thread goes on.
pub fn switches(schedule: &[Transition]) -> usize {
    schedule.windows(2).filter(|pair| pair[0].tid != pair[1].tid).count()
}

/// Takes an execution instead of the one that was found, if it shows the same.
pub fn is_replaced<M: Machine>(
    machine: &mut M,
    found: &mut Found,
    candidate: Schedule,
    effort: &mut Effort,
) -> bool {
    effort.spend(candidate.len());
    let Some(violation) = shows(machine, &candidate, &found.violation) else { return false };
    (found.schedule, found.violation) = (candidate, violation);
    true
}

/// The violation of the same sort that the end of this execution shows, if it is possible and nothing before its end shows any.
fn shows<M: Machine>(machine: &mut M, schedule: &Schedule, violation: &Violation) -> Option<Violation> {
    if machine.restart() != StepResult::Done {
        return None;
    }
    for (i, &step) in schedule.iter().enumerate() {
        if step.tid.index() >= machine.threads() || u32::from(step.choice) >= machine.choices(step.tid) {
            return None;
        }
        let result = machine.step(step);
        if machine.given_up().is_some() {
            return None;
        }
        if i + 1 == schedule.len() {
            return shown(machine, &result, violation);
        }
        if !goes_on(machine, &result) {
            return None;
        }
    }
    shown(machine, &StepResult::Done, violation)
}

/// Whether a search explores what comes after a step that went so.
fn goes_on<M: Machine>(machine: &M, result: &StepResult) -> bool {
    let StepResult::Violation(first) = result else { return true };
    is_bystander(first) && machine.further_violations().iter().all(is_bystander)
}

/// The violation of this sort that the last step, which went so, or the present state shows.
fn shown<M: Machine>(machine: &mut M, result: &StepResult, violation: &Violation) -> Option<Violation> {
    let same = |v: &Violation| is_same(v, violation);
    if let StepResult::Violation(first) = result {
        let further = machine.further_violations().into_iter();
        let of_step = std::iter::once(first.as_ref().clone()).chain(further).find(same);
        if of_step.is_some() || !goes_on(machine, result) {
            return of_step;
        }
    }
    match violation.kind {
        // What the user said of sharing is not the machine's to see.
        ViolationKind::Fault(_)
        | ViolationKind::Discipline(_)
        | ViolationKind::Atomicity(_)
        | ViolationKind::Livelock
        | ViolationKind::Starvation => None,
        ViolationKind::Invariant(_) => machine.state_violations().into_iter().find(same),
        ViolationKind::DataRace => machine.data_races().into_iter().find(same),
        ViolationKind::Deadlock | ViolationKind::PartialDeadlock => {
            let choices: Vec<u32> = (0..machine.threads()).map(|t| machine.choices(Tid::new(t))).collect();
            let global = choices.iter().all(|&c| c == 0).then(|| deadlock::global(machine)).flatten();
            global.or_else(|| deadlock::partial(machine, &choices)).filter(same)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Do, Toy, failure};
    use Do::{Fail, Give, Take};

    fn steps(threads: &[u16]) -> Schedule {
        threads.iter().map(|&t| Transition { tid: Tid(t), choice: 0 }).collect()
    }

    /// What becomes of an execution that ends in this violation.
    fn minimised(machine: &mut Toy, threads: &[u16], violation: Violation) -> Vec<u16> {
        let mut found = Found { violation, schedule: steps(threads), cycle: 0, execution: None };
        minimise(machine, &mut found, &mut Effort::usual(None));
        found.schedule.iter().map(|step| step.tid.0).collect()
    }

    #[test]
    fn switches_are_between_different_threads() {
        assert_eq!(switches(&steps(&[])), 0);
        assert_eq!(switches(&steps(&[0, 0, 1, 1, 0])), 2);
    }

    #[test]
    fn threads_go_on_while_they_can() {
        let mut machine = Toy::new(&[&[Take(0), Give(0), Take(1)], &[Take(2), Give(2), Fail]], 3);
        let shorter = minimised(&mut machine, &[0, 1, 0, 1, 0, 1], failure(Tid(1)));
        assert_eq!(shorter, [0, 0, 0, 1, 1, 1]);
    }

    #[test]
    fn steps_stay_where_another_order_is_impossible() {
        let mut machine = Toy::new(&[&[Take(0), Give(0), Take(1), Take(0)], &[Take(0), Give(0), Fail]], 2);
        // Thread 0 takes the lock for good at its end: only before, thread 1 can have had it.
        let shorter = minimised(&mut machine, &[0, 0, 1, 0, 1, 0, 1], failure(Tid(1)));
        assert_eq!(shorter, [1, 1, 0, 0, 0, 0, 1]);
    }

    #[test]
    fn runs_are_joined_as_a_whole() {
        let mut machine =
            Toy::new(&[&[Take(0), Give(0), Take(1), Give(1)], &[Take(2), Give(2), Take(2), Fail]], 3);
        // No single step that moves makes a switch less.
        let shorter = minimised(&mut machine, &[0, 0, 1, 1, 0, 0, 1, 1], failure(Tid(1)));
        assert_eq!(shorter, [0, 0, 0, 0, 1, 1, 1, 1]);
    }

    #[test]
    fn an_execution_with_fewer_switches_is_found() {
        // Thread 1 need not have done anything before thread 0 has the lock for good.
        let programs: [&[Do]; 2] = [&[Take(0), Give(0), Take(1), Take(0)], &[Take(2), Give(2), Take(1)]];
        let mut machine = Toy::new(&programs, 3);
        machine.run(&[0, 1, 0, 1, 0, 0]);
        let deadlock = deadlock::global(&machine).unwrap();
        let mut found =
            Found { violation: deadlock, schedule: steps(&[0, 1, 0, 1, 0, 0]), cycle: 0, execution: None };
        fewest(&mut machine, &mut found, 4, None);
        assert_eq!(switches(&found.schedule), 1, "{:?}", found.schedule);
        let violation = found.violation.clone();
        assert!(shows(&mut machine, &found.schedule, &violation).is_some());
        let before = found.clone();
        fewest(&mut machine, &mut found, 1, None);
        assert_eq!(found.schedule, before.schedule, "it has the fewest already");
    }

    #[test]
    fn another_violation_is_not_taken_for_this_one() {
        let mut machine = Toy::new(&[&[Take(0), Fail], &[Take(1), Give(1)]], 2);
        let kind = ViolationKind::Fault("uncaught_exception");
        let other = Violation { kind, message: "another exception".to_owned(), ..failure(Tid(0)) };
        let mut found = Found { violation: other, schedule: steps(&[0, 1, 0]), cycle: 0, execution: None };
        fewest(&mut machine, &mut found, 2, None);
        assert_eq!(found.schedule, steps(&[0, 1, 0]));
        found.violation = failure(Tid(0));
        fewest(&mut machine, &mut found, 2, None);
        assert_eq!(found.schedule, steps(&[0, 0]));
    }

    #[test]
    fn the_violation_stays_at_the_end() {
        let mut machine = Toy::new(&[&[Take(0), Fail], &[Take(1), Give(1)]], 2);
        let schedule = steps(&[0, 0, 1]);
        assert_eq!(shows(&mut machine, &schedule, &failure(Tid(0))), None, "it fails before the end");
        assert_eq!(shows(&mut machine, &steps(&[0, 1, 1]), &failure(Tid(0))), None, "it does not fail");
        assert!(shows(&mut machine, &steps(&[1, 0, 1, 0]), &failure(Tid(0))).is_some());
        assert_eq!(shows(&mut machine, &steps(&[0, 2]), &failure(Tid(0))), None, "there is no thread 2");
        let other = Violation { kind: ViolationKind::Fault("division"), ..failure(Tid(0)) };
        assert_eq!(shows(&mut machine, &steps(&[0, 0]), &other), None, "it fails otherwise");
    }

    #[test]
    fn deadlocks_stay_deadlocks() {
        let mut machine = Toy::new(&[&[Take(0), Take(1)], &[Take(2), Take(1), Take(0)]], 3);
        machine.run(&[0, 1, 1]);
        let deadlock = deadlock::global(&machine).unwrap();
        // Thread 1 can take both of its locks first, but thread 0 only the first.
        assert_eq!(minimised(&mut machine, &[1, 0, 1], deadlock.clone()), [1, 1, 0]);
        assert_eq!(shows(&mut machine, &steps(&[0, 1]), &deadlock), None, "somebody can go on");
        let partial = Violation { kind: ViolationKind::PartialDeadlock, ..deadlock };
        assert_eq!(shows(&mut machine, &steps(&[0, 1]), &partial), None, "nobody waits");
    }
}
