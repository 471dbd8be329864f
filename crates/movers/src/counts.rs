//! Numbers that threads only count with: how counting moves.
//!
//! # Source
//! SC06 section 4 (`up` of a semaphore moves left, `down` moves right); Lipton, "Reduction" (1975), of which this is the first example;
//! Sto00 section 10 (what a class does to its fields as one operation).
//!
//! # Idea
//! If all that threads ever do to a variable is [`Counting`], then how a step moves follows from the functions that were seen: it moves
//! right if it could as well follow each of them, and left if it never waits and each of them could as well follow it. So a release of
//! permits moves left and an acquire right, counting a latch down moves left and waiting for it right, and sums that are read when all
//! others have ended move both ways. Whoever looks at the variable in another way, or writes it, ends that.
//!
//! # Notation
//! f;g => g;f: [`may_follow`] of f and g; S(z), what was seen of z: [`Counts::seen`].
//!
//! # Premises
//! - S(z) is all that is done to z: [`Counts::watch`] is shown every access, and refutes what rested on less (`Justification::Counted`).
//!   Initialisation, and what a thread does that is alone, do not count, as for locks (`locks.rs`, Premises).
//! - A step counts if that is all that it does, and forgets the number (`vm/counters`); properties that look at it make the step
//!   observable.
//! - That g does not disable f, which moves left: f does not wait.
//! - The same function by another thread is in S(z), since it is the function and not the thread that is noted.
//!
//! # Deviations
//! - D1: a field is one variable for all objects of a kind: one `AtomicInteger` that is read speaks for all of them.
//! - D2: of a variable that is counted with in more than [`MOST`] ways nothing is said.
//! - D3: a step that waits is never said to move left, also where nobody can disable it any more (a latch that is open).

use crate::depend::may_follow;
use crate::lock_operations::shared_variable;
use crate::{Justification, Justifications, Mover};
use commute_machine::{Counting, Footprint, Variable, Variables};
use commute_mutants::mutant;
use std::collections::{BTreeMap, BTreeSet};

/// How many ways of counting with a variable are told apart: each is compared with all others.
const MOST: usize = 32;

/// What is done to a variable.
#[derive(Clone, Default)]
struct Uses {
    counting: BTreeSet<Counting>,
    /// Something else.
    other: bool,
}

impl Uses {
    fn moves(&self, f: Counting) -> Mover {
        if self.other || !self.counting.contains(&f) {
            return Mover::Non;
        }
        let left = f.guard.is_none() && self.counting.iter().all(|&g| may_follow(g, f));
        Mover::new(left, self.counting.iter().all(|&g| may_follow(f, g)))
    }

    /// Takes in how a step counts, or that it does something else. Whether what was said before is wrong by it.
    fn meet(&mut self, counting: Option<Counting>) -> bool {
        let before = self.clone();
        let is_new = match counting {
            Some(counting) if self.counting.len() < MOST || self.counting.contains(&counting) => {
                self.counting.insert(counting)
            }
            _ => !std::mem::replace(&mut self.other, true),
        };
        let is_wrong = |&f: &Counting| before.moves(f) != before.moves(f).and(self.moves(f));
        is_new && before.counting.iter().any(is_wrong)
    }
}

/// How variables are counted with.
#[derive(Default)]
pub struct Counts {
    seen: BTreeMap<Variable, Uses>,
    justifications: Justifications,
}

impl Counts {
    /// How a step moves that only counts; nothing is known of other steps.
    pub fn mover<M: Variables>(&mut self, machine: &M, footprint: &Footprint) -> Mover {
        let Some((location, counting)) = footprint.counting() else { return Mover::Non };
        let Some(variable) = machine.variable(location) else { return Mover::Non };
        let mover = self.seen.get(&variable).map_or(Mover::Non, |uses| uses.moves(counting));
        if mover != Mover::Non {
            self.justifications.rely(Justification::Counted(variable));
        }
        mover
    }

    /// Looks at what a thread that is not alone is about to do. Whether an earlier answer was wrong.
    pub fn watch<M: Variables>(&mut self, machine: &M, footprint: &Footprint) -> bool {
        let mut refuted = false;
        for access in &footprint.accesses {
            let Some(variable) = shared_variable(machine, access) else { continue };
            let wrong = self.seen.entry(variable).or_default().meet(counted(footprint));
            refuted |= wrong && self.justifications.refute(Justification::Counted(variable));
        }
        refuted
    }

    /// Puts what answers rested on, and what was refuted, into a justifications.
    pub fn settle(&mut self, into: &mut Justifications) {
        into.take(&mut self.justifications);
    }
}

/// How a step counts, if that is all that it does.
#[mutant("counted-numbers-are-not-looked-at", Some(footprint.counting().map_or(Counting::add(0), |(_, counting)| counting)))]
fn counted(footprint: &Footprint) -> Option<Counting> {
    footprint.counting().map(|(_, counting)| counting)
}
