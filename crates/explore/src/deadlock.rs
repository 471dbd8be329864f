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
