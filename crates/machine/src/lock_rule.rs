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
    /// The locks that protect it in other executions, by names that mean the same in all of them, if it has to be the same one in all.
    pub same: Vec<String>,
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

impl Initialisation {
    fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "mld" => Initialisation::FirstThread,
            "mld-prime" => Initialisation::None,
            "one-thread" => Initialisation::OneThread,
            _ => {
                let number = text.strip_prefix("mld-prime(")?.strip_suffix(')')?;
                match number.strip_suffix("..") {
                    Some(number) => Initialisation::SeveralBy(Tid(number.parse().ok()?)),
                    None => Initialisation::By(Tid(number.parse().ok()?)),
                }
            }
        })
    }
}

impl fmt::Display for Initialisation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Initialisation::FirstThread => f.write_str("mld"),
            Initialisation::None => f.write_str("mld-prime"),
            Initialisation::By(t) => write!(f, "mld-prime({})", t.0),
            Initialisation::SeveralBy(t) => write!(f, "mld-prime({}..)", t.0),
            Initialisation::OneThread => f.write_str("one-thread"),
        }
    }
}

/// How a candidate is written that has no name which means the same in all executions.
pub const UNNAMED: &str = "?";

const SAME: &str = " same(";
const BETWEEN: &str = " | ";

impl fmt::Display for LockRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.variable, self.initialisation)?;
        if self.same.is_empty() { Ok(()) } else { write!(f, "{SAME}{})", self.same.join(BETWEEN)) }
    }
}

impl LockRule {
    /// A rule that looks at one execution alone.
    pub fn new(variable: String, initialisation: Initialisation) -> Self {
        Self { variable, initialisation, same: Vec::new() }
    }

    /// Reads what `Display` writes.
    pub fn parse(text: &str) -> Option<Self> {
        let (rule, same) = match text.strip_suffix(')').and_then(|text| text.split_once(SAME)) {
            Some((rule, names)) => (rule, names.split(BETWEEN).map(str::to_owned).collect()),
            None => (text, Vec::new()),
        };
        let (variable, initialisation) = rule.rsplit_once(' ')?;
        let initialisation = Initialisation::parse(initialisation)?;
        Some(Self { variable: variable.to_owned(), initialisation, same })
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
            for same in
                [&[][..], &["m"], &["this.lock", "the only array of int", "holder(Buffer.items)", "?"]]
            {
                let same = same.iter().copied().map(str::to_owned).collect();
                let rule = LockRule { variable: "each array of int".into(), initialisation, same };
                assert_eq!(LockRule::parse(&rule.to_string()), Some(rule));
            }
        }
        let rule = LockRule {
            same: vec!["m".into(), "this.lock".into()],
            ..LockRule::new("x".into(), Initialisation::None)
        };
        assert_eq!(rule.to_string(), "x mld-prime same(m | this.lock)");
        assert_eq!(LockRule::parse("total guarded_by"), None);
    }
}
