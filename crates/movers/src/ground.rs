//! What an oracle's answers rest on, so that a refutation costs only the answers that rested on it.

use commute_machine::Variable;
use commute_mutants::mutant;
use std::collections::BTreeSet;

/// Something that is taken to be true until a state refutes it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Ground {
    /// Some lock protects this variable, or nobody writes it.
    Protected(Variable),
    /// Nobody tries to take this lock without waiting for it.
    Waited(Variable),
    /// Objects of this kind are accessed under their own lock.
    SelfLocking(u32),
    /// The user's annotation with this number.
    Said(u32),
    /// Nobody changes which lock guards something that is shared.
    Steady,
    /// No thread is interrupted.
    Uninterrupted,
}

/// The grounds of the answers that were given, and those that were refuted, since somebody looked.
#[derive(Default)]
pub struct Ledger {
    /// What answers rested on.
    pub relied: BTreeSet<Ground>,
    /// What turned out not to be true.
    pub refuted: Vec<Ground>,
}

impl Ledger {
    /// An answer rests on `ground`.
    #[mutant("answers-rest-on-nothing", skip)]
    pub fn rely(&mut self, ground: Ground) {
        self.relied.insert(ground);
    }

    /// `ground` is not true; gives true, as the caller's answer.
    pub fn refute(&mut self, ground: Ground) -> bool {
        self.refuted.push(ground);
        true
    }

    /// Adds what is in another one, which is empty afterwards.
    pub fn take(&mut self, other: &mut Ledger) {
        self.relied.append(&mut other.relied);
        self.refuted.append(&mut other.refuted);
    }
}
