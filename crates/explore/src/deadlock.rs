//! Threads that can never go on.

use commute_base::Span;
use commute_machine::{Machine, ThreadStatus, Tid, Violation, ViolationKind};
use commute_mutants::mutant;
use smallvec::SmallVec;

fn statuses<M: Machine>(machine: &M) -> impl Iterator<Item = (Tid, ThreadStatus)> + '_ {
    (0..machine.threads()).map(|t| (Tid::new(t), machine.status(Tid::new(t))))
}

/// The violation of a state in which no thread has a choice: a deadlock, unless all threads that have to
/// have ended, or one failed or halted (then it is not the program's own doing that nothing goes on).
pub fn global<M: Machine>(machine: &M) -> Option<Violation> {
    let mut stuck = Vec::new();
    for (t, status) in statuses(machine) {
        match status {
            ThreadStatus::Failed | ThreadStatus::Halted => return None,
            ThreadStatus::Live if has_to_end(machine, t) => stuck.push(t),
            _ => {}
        }
    }
    (!stuck.is_empty()).then(|| Violation {
        kind: ViolationKind::Deadlock,
        tid: None,
        message: format!("no thread can go on ({} not ended)", stuck.len()),
        span: Span::default(),
    })
}

#[mutant("daemons-deadlock", true)]
fn has_to_end<M: Machine>(machine: &M, t: Tid) -> bool {
    !machine.is_daemon(t)
}

/// Whether `t` never gives back what it holds.
#[mutant("ended-holders-forgotten", false)]
fn has_ended<M: Machine>(machine: &M, t: Tid) -> bool {
    machine.status(t) == ThreadStatus::Ended
}

/// The violation of a state in which some blocked threads wait for each other in a cycle, or for one that
/// has ended and will never give back what it holds.
pub fn partial<M: Machine>(machine: &M, choices: &[u32]) -> Option<Violation> {
    for t in (0..choices.len()).filter(|&t| choices[t] == 0) {
        if let Some(message) = waits_for_ever(machine, Tid::new(t), choices) {
            return Some(Violation {
                kind: ViolationKind::PartialDeadlock,
                tid: Some(Tid::new(t)),
                message,
                span: Span::default(),
            });
        }
    }
    None
}

/// Follows who waits for whom, from `first`.
fn waits_for_ever<M: Machine>(machine: &M, first: Tid, choices: &[u32]) -> Option<String> {
    let mut seen: SmallVec<[Tid; 16]> = SmallVec::new();
    let mut work: SmallVec<[Tid; 4]> = machine.blocker(first)?.holders.into_iter().collect();
    while let Some(t) = work.pop() {
        if t == first {
            return Some("threads wait for each other in a cycle".into());
        }
        if has_ended(machine, t) {
            return Some("a thread waits for what an ended thread still holds".into());
        }
        if choices[t.index()] == 0 && !seen.contains(&t) {
            seen.push(t);
            work.extend(machine.blocker(t).into_iter().flat_map(|b| b.holders));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Do, Toy};
    use Do::{Give, Take};

    fn choices(machine: &mut Toy) -> Vec<u32> {
        (0..machine.threads()).map(|t| machine.choices(Tid::new(t))).collect()
    }

    /// What is wrong with the state, and with which thread.
    fn partial_of(machine: &mut Toy) -> Option<(String, usize)> {
        let choices = choices(machine);
        partial(machine, &choices).map(|v| (v.message, v.tid.unwrap().index()))
    }

    #[test]
    fn threads_that_have_not_ended_are_stuck_unless_the_program_may_end_before_them() {
        let mut machine = Toy::new(&[&[Take(0)], &[Take(0)], &[Take(0)]], 1);
        machine.run(&[1]);
        assert_eq!(global(&machine).unwrap().message, "no thread can go on (2 not ended)");
        let mut machine = Toy::new(&[&[Take(0)], &[Take(0)], &[Take(0)]], 1).let_go_of(2);
        machine.run(&[1]);
        assert_eq!(global(&machine).unwrap().message, "no thread can go on (1 not ended)");
        let mut machine = Toy::new(&[&[Take(0)], &[Take(0)]], 1).let_go_of(1);
        machine.run(&[0]);
        assert_eq!(global(&machine), None);
    }

    #[test]
    fn a_cycle_is_found_from_any_of_its_threads_and_not_from_those_who_wait_for_it() {
        let cross: [&[Do]; 4] =
            [&[Take(2), Take(0)], &[Take(0), Take(1)], &[Take(1), Take(0)], &[Take(3), Give(3)]];
        let mut machine = Toy::new(&cross, 4);
        machine.run(&[0, 1]);
        assert_eq!(partial_of(&mut machine), None, "thread 2 can still go on");
        machine.run(&[2]);
        let cycle = "threads wait for each other in a cycle".to_owned();
        assert_eq!(partial_of(&mut machine), Some((cycle, 1)), "thread 0 is in no cycle");
    }

    #[test]
    fn what_an_ended_thread_holds_is_never_given_back() {
        let mut machine = Toy::new(&[&[Take(1), Take(0)], &[Take(0)], &[Take(1)]], 2);
        machine.run(&[0]);
        assert_eq!(partial_of(&mut machine), None, "who holds it goes on");
        machine.run(&[1]);
        let ended = "a thread waits for what an ended thread still holds".to_owned();
        assert_eq!(partial_of(&mut machine), Some((ended, 0)));
    }

    #[test]
    fn who_waits_for_one_who_can_go_on_is_not_stuck() {
        let mut machine = Toy::new(&[&[Take(0), Give(0)], &[Take(0)], &[Take(0)]], 1);
        machine.run(&[0]);
        assert_eq!(partial_of(&mut machine), None);
    }
}
