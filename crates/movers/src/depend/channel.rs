//! FIFO channels: sending and receiving are independent when the channel is neither empty nor full (God96 section 3.4).

use super::Pair;
use commute_machine::Operation;
use commute_mutants::mutant;

/// When two operations are independent.
#[derive(Clone, Copy)]
enum When {
    /// Always.
    True,
    /// It is full.
    Full,
    /// It is empty.
    Empty,
    /// It is not full.
    NotFull,
    /// It is not empty.
    NotEmpty,
    /// It is neither.
    Between,
}

/// `Read` is asking for the number of messages.
const OPERATIONS: [Operation; 3] = [Operation::Send, Operation::Receive, Operation::Read];

/// Rows: the first operation; columns: the second.
#[rustfmt::skip]
const INDEPENDENT: [[When; 3]; 3] = [
    //             send            receive         len
    /* send    */ [When::Full,     When::Between,  When::Full],
    /* receive */ [When::Between,  When::Empty,    When::Empty],
    /* len     */ [When::Full,     When::Empty,    When::True],
];

/// The same for what is performed later: nothing is received from an empty channel, nothing sent to a full one.
#[rustfmt::skip]
const UNDISTURBED: [[When; 3]; 3] = [
    /* send    */ [When::Full,     When::NotFull,  When::Full],
    /* receive */ [When::NotEmpty, When::Empty,    When::Empty],
    /* len     */ [When::Full,     When::Empty,    When::True],
];

fn holds(table: &[[When; 3]; 3], pair: Pair, messages: u64, capacity: u64) -> bool {
    let place = |operation: Operation| OPERATIONS.iter().position(|&o| o == operation);
    let (Some(row), Some(column)) = (place(pair.first.1), place(pair.second.1)) else { return false };
    let (empty, full) = (messages == 0, messages >= capacity);
    match table[row][column] {
        When::True => true,
        When::Full => full,
        When::Empty => empty,
        When::NotFull => !full,
        When::NotEmpty => !empty,
        When::Between => !empty && !full,
    }
}

#[mutant("messages-are-independent", false)]
pub fn dependent(pair: Pair, messages: u64, capacity: u64) -> bool {
    !holds(&INDEPENDENT, pair, messages, capacity)
}

pub fn interferes(pair: Pair, messages: u64, capacity: u64) -> bool {
    !holds(&UNDISTURBED, pair, messages, capacity)
}
