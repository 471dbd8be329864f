//! How variables are shared, as far as an oracle found out: the rows of the discipline table.

use crate::locks::Seen;

/// How a variable is shared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sharing {
    /// One thread alone accesses it; its number.
    ThreadLocal(usize),
    /// One started thread at a time accesses it; which one, in words.
    Owned(String),
    /// Nobody writes it once it is shared.
    ReadOnly,
    /// Every access holds all of these locks.
    GuardedBy(Vec<String>),
    /// It can be reached only through objects whose locks are held at every access.
    Hidden,
    /// Whenever it was accessed nobody else could reach it: it is passed from one to the other.
    Passed,
    /// A predicate of the user's says who has access, and it was kept to.
    HandedOver,
    /// Nothing protects it: the first access, and one that does not hold what the others held.
    Unprotected(Vec<Seen>),
}

/// A row of the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shared {
    /// The variable, as the program writes it.
    pub variable: String,
    /// The kind of objects that it is part of, if it is part of some.
    pub kind: Option<u32>,
    /// How it is shared.
    pub sharing: Sharing,
}
