//! Locks that are not re-entrant: Fig. 3 of Sto00 without `wait`, and `try_acquire`.

use super::Pair;
use commute_machine::{Operation, Tid};
use commute_mutants::mutant;

/// When two operations are independent.
#[derive(Clone, Copy)]
enum When {
    /// Always.
    True,
    /// The lock is taken.
    NotFree,
    /// The first thread does not hold it.
    NotFirst,
    /// The second thread does not hold it.
    NotSecond,
}

const OPERATIONS: [Operation; 3] = [Operation::Acquire, Operation::TryAcquire, Operation::Release];

/// Rows: the first operation; columns: the second.
#[rustfmt::skip]
const INDEPENDENT: [[When; 3]; 3] = [
    //                 acquire          try_acquire      release
    /* acquire     */ [When::NotFree,   When::NotFree,   When::NotSecond],
    /* try_acquire */ [When::NotFree,   When::NotFree,   When::NotSecond],
    /* release     */ [When::NotFirst,  When::NotFirst,  When::True],
];

/// The same for what is performed later: a blocked `acquire` is not performed, so it does not interfere with a release.
#[rustfmt::skip]
const UNDISTURBED: [[When; 3]; 3] = [
    /* acquire     */ [When::NotFree,   When::NotFree,   When::NotSecond],
    /* try_acquire */ [When::NotFree,   When::NotFree,   When::NotSecond],
    /* release     */ [When::True,      When::NotFirst,  When::True],
];

fn holds(table: &[[When; 3]; 3], pair: Pair, owner: Option<Tid>) -> bool {
    let place = |operation: Operation| OPERATIONS.iter().position(|&o| o == operation);
    let (Some(row), Some(column)) = (place(pair.first.1), place(pair.second.1)) else { return false };
    match table[row][column] {
        When::True => true,
        When::NotFree => owner.is_some(),
        When::NotFirst => owner != Some(pair.first.0),
        When::NotSecond => owner != Some(pair.second.0),
    }
}

#[mutant("locks-are-independent", false)]
pub fn dependent(pair: Pair, owner: Option<Tid>) -> bool {
    !holds(&INDEPENDENT, pair, owner)
}

pub fn interferes(pair: Pair, owner: Option<Tid>) -> bool {
    !holds(&UNDISTURBED, pair, owner)
}
