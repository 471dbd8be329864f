//! What an oracle's answers rest on, so that a refutation costs only the answers that rested on it.

use commute_machine::Variable;
use commute_mutants::mutant;
use std::collections::BTreeSet;

/// Something that is taken to be true until a state refutes it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Justification {
    /// Some lock protects this variable, or nobody writes it.
    Protected(Variable),
    /// Nobody tries to take this lock without waiting for it.
    Waited(Variable),
    /// Nothing is done to this variable but what was seen, all of which counts.
    Counted(Variable),
    /// Objects of this kind are accessed under their own lock.
    SelfLocking(u32),
    /// The user's annotation with this number.
    Annotation(u32),
    /// Nobody changes which lock guards something that is shared.
    Steady,
    /// No thread is interrupted.
    Uninterrupted,
}

/// The justifications of the answers that were given, and those that were refuted, since somebody looked.
#[derive(Default)]
pub struct Justifications {
    /// What answers rested on.
    pub relied: BTreeSet<Justification>,
    /// What turned out not to be true.
    pub refuted: Vec<Justification>,
}

impl Justifications {
    /// An answer rests on `justification`.
    #[mutant("answers-rest-on-nothing", skip)]
    pub fn rely(&mut self, justification: Justification) {
        self.relied.insert(justification);
    }

    /// `justification` is not true; gives true, as the caller's answer.
    pub fn refute(&mut self, justification: Justification) -> bool {
        self.refuted.push(justification);
        true
    }

    /// Adds what is in another one, which is empty afterwards.
    pub fn take(&mut self, other: &mut Justifications) {
        self.relied.append(&mut other.relied);
        self.refuted.append(&mut other.refuted);
    }
}
