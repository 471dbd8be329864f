//! Semaphores: `up` and `down` are independent when the value is positive.

use super::Pair;
use commute_machine::Operation;
use commute_mutants::mutant;

/// When two operations are independent, by the semaphore's value.
#[derive(Clone, Copy)]
enum When {
    /// Always.
    True,
    /// Never.
    False,
    /// It is not one: two can take, or none can.
    NotOne,
    /// It is positive.
    Positive,
    /// It is not positive.
    NotPositive,
}

const OPERATIONS: [Operation; 3] = [Operation::Down, Operation::TryDown, Operation::Up];

/// Rows: the first operation; columns: the second.
#[rustfmt::skip]
const INDEPENDENT: [[When; 3]; 3] = [
    //              down             try_down         up
    /* down     */ [When::NotOne,    When::NotOne,    When::Positive],
    /* try_down */ [When::NotOne,    When::NotOne,    When::Positive],
    /* up       */ [When::Positive,  When::Positive,  When::True],
];

/// The same for what is performed later: others may take until one is left; `down` is never performed at zero.
#[rustfmt::skip]
const UNDISTURBED: [[When; 3]; 3] = [
    /* down     */ [When::NotPositive, When::NotPositive, When::Positive],
    /* try_down */ [When::NotPositive, When::NotPositive, When::Positive],
    /* up       */ [When::True,        When::False,       When::True],
];

fn holds(table: &[[When; 3]; 3], pair: Pair, value: i64) -> bool {
    let place = |operation: Operation| OPERATIONS.iter().position(|&o| o == operation);
    let (Some(row), Some(column)) = (place(pair.first.1), place(pair.second.1)) else { return false };
    match table[row][column] {
        When::True => true,
        When::False => false,
        When::NotOne => value != 1,
        When::Positive => value > 0,
        When::NotPositive => value <= 0,
    }
}

#[mutant("messages-are-independent", false)]
pub fn dependent(pair: Pair, value: i64) -> bool {
    !holds(&INDEPENDENT, pair, value)
}

pub fn interferes(pair: Pair, value: i64) -> bool {
    !holds(&UNDISTURBED, pair, value)
}
