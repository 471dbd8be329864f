//! The name of a rule of the mutex locking discipline for one variable, in a form that other programs can read back.

use crate::Tid;
use std::fmt;

/// "One lock protects this variable", in one of the senses of Sto00.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LockRule {
    /// The variable, as the program writes it.
    pub variable: String,
    /// What counts as its initialisation, which needs no lock.
    pub initialisation: Initialisation,
}

/// What may be done to a variable without its lock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Initialisation {
    /// Whatever the first thread does before a second one comes (MLD).
    FirstThread,
    /// Nothing (MLD' for a variable that has no initThread).
    None,
    /// The first access of all, if it is by this thread (MLD' with initThread).
    By(Tid),
    /// The first accesses, if they are by this thread, until it performs a visible operation or another thread comes.
    SeveralBy(Tid),
    /// Anything, by one thread alone: the user says that it is unshared.
    OneThread,
}

impl fmt::Display for LockRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.initialisation {
            Initialisation::FirstThread => write!(f, "{} mld", self.variable),
            Initialisation::None => write!(f, "{} mld-prime", self.variable),
            Initialisation::By(t) => write!(f, "{} mld-prime({})", self.variable, t.0),
            Initialisation::OneThread => write!(f, "{} one-thread", self.variable),
            Initialisation::SeveralBy(t) => write!(f, "{} mld-prime({}..)", self.variable, t.0),
        }
    }
}

impl LockRule {
    /// Reads what `Display` writes.
    pub fn parse(text: &str) -> Option<Self> {
        let rule =
            |variable: &str, initialisation| Some(Self { variable: variable.to_owned(), initialisation });
        if let Some(variable) = text.strip_suffix(" mld") {
            return rule(variable, Initialisation::FirstThread);
        }
        if let Some(variable) = text.strip_suffix(" mld-prime") {
            return rule(variable, Initialisation::None);
        }
        if let Some(variable) = text.strip_suffix(" one-thread") {
            return rule(variable, Initialisation::OneThread);
        }
        let (variable, number) = text.strip_suffix(')')?.rsplit_once(" mld-prime(")?;
        match number.strip_suffix("..") {
            Some(number) => rule(variable, Initialisation::SeveralBy(Tid(number.parse().ok()?))),
            None => rule(variable, Initialisation::By(Tid(number.parse().ok()?))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        let by = [Initialisation::By(Tid(3)), Initialisation::SeveralBy(Tid(3))];
        let others = [Initialisation::FirstThread, Initialisation::None, Initialisation::OneThread];
        for initialisation in others.into_iter().chain(by) {
            let rule = LockRule { variable: "a.b".into(), initialisation };
            assert_eq!(LockRule::parse(&rule.to_string()), Some(rule));
        }
        assert_eq!(LockRule::parse("total guarded_by"), None);
    }
}
