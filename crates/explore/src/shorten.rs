//! Making counterexamples shorter: what the last steps of a thread do is often of no consequence.
//!
//! An execution that was found by chance, or deep down, has steps of all threads in it. From each thread steps are taken away
//! at its end, as many as possible, while the execution stays possible and ends in the same violation, which is tried out on
//! the machine. The thread of the last step keeps what it did. Breadth-first executions have hardly anything to take away.

use crate::minimise::{Effort, is_replaced};
use crate::outcome::Found;
use commute_machine::{Machine, Schedule, Tid};

/// Takes away steps that `found` does not need.
pub fn shorten<M: Machine>(machine: &mut M, found: &mut Found, effort: &mut Effort) {
    if found.cycle > 0 {
        return;
    }
    loop {
        let before = found.schedule.len();
        for t in threads(&found.schedule) {
            shorten_thread(machine, found, t, effort);
        }
        // What one thread no longer does, another may have done for it.
        if found.schedule.len() == before || effort.is_spent() {
            return;
        }
    }
}

/// The threads that make steps but do not make the last one, those with the greatest numbers first: they were started by others.
fn threads(schedule: &Schedule) -> Vec<Tid> {
    let last = schedule.last().map(|step| step.tid);
    let mut threads: Vec<Tid> = schedule.iter().map(|step| step.tid).filter(|t| Some(*t) != last).collect();
    threads.sort_unstable_by(|a, b| b.cmp(a));
    threads.dedup();
    threads
}

/// Finds by halving how few steps of `t` are enough. That more would be enough too is not certain, so each attempt is tried out.
fn shorten_thread<M: Machine>(machine: &mut M, found: &mut Found, t: Tid, effort: &mut Effort) {
    let (mut too_few, mut enough) = (None, found.schedule.iter().filter(|step| step.tid == t).count());
    loop {
        let least = too_few.map_or(0, |few: usize| few + 1);
        if least >= enough || effort.is_spent() {
            return;
        }
        // Most threads are either needed or not at all.
        let kept = if too_few.is_none() { 0 } else { least + (enough - least) / 2 };
        let candidate = first_steps(&found.schedule, t, kept);
        if is_replaced(machine, found, candidate, effort) {
            enough = kept;
        } else {
            too_few = Some(kept);
        }
    }
}

/// The schedule with no more than so many steps of `t`.
fn first_steps(schedule: &Schedule, t: Tid, kept: usize) -> Schedule {
    let mut seen = 0;
    let keeps = |step: &&commute_machine::Transition| {
        seen += usize::from(step.tid == t);
        step.tid != t || seen <= kept
    };
    schedule.iter().filter(keeps).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Do, Toy, failure};
    use Do::{Fail, Give, Take};
    use commute_machine::Transition;

    fn shortened(machine: &mut Toy, threads: &[u16], effort: &mut Effort) -> Vec<u16> {
        let schedule = threads.iter().map(|&t| Transition { tid: Tid(t), choice: 0 }).collect();
        let mut found = Found { violation: failure(Tid(1)), schedule, cycle: 0, execution: None };
        shorten(machine, &mut found, effort);
        found.schedule.iter().map(|step| step.tid.0).collect()
    }

    #[test]
    fn steps_that_nobody_needs_are_taken_away() {
        let program: [&[Do]; 3] = [&[Take(0), Give(0), Take(1)], &[Take(0), Fail], &[Take(2), Give(2)]];
        let mut effort = Effort::usual(None);
        // Thread 0 had the lock first, and may never have come.
        assert_eq!(shortened(&mut Toy::new(&program, 3), &[0, 2, 0, 1, 2, 0, 1], &mut effort), [1, 1]);
    }

    #[test]
    fn steps_that_let_another_thread_go_on_stay() {
        // If thread 0 has taken the lock, it has to give it back; and it has to have taken it, or thread 2 would fail to.
        let program: [&[Do]; 2] = [&[Take(1), Take(0), Give(0), Give(1)], &[Take(0), Fail]];
        let mut effort = Effort::usual(None);
        let mut machine = Toy::new(&program, 2);
        assert_eq!(shortened(&mut machine, &[0, 0, 0, 1, 0, 1], &mut effort), [1, 1]);
        assert_eq!(first_steps(&Vec::new(), Tid(0), 3), Vec::new());
    }

    #[test]
    fn nothing_is_tried_once_the_effort_is_spent() {
        let program: [&[Do]; 2] = [&[Take(1)], &[Take(0), Fail]];
        let mut spent = Effort::usual(None);
        spent.spend(usize::MAX);
        assert_eq!(shortened(&mut Toy::new(&program, 2), &[0, 1, 1], &mut spent), [0, 1, 1]);
    }
}
