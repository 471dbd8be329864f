//! Monitors: Sto00 Fig. 3.

use super::Pair;
use commute_machine::{Operation, Tid};
use commute_mutants::mutant;

/// When two operations are independent.
#[derive(Clone, Copy)]
enum When {
    /// Always.
    True,
    /// `owner != free`.
    NotFree,
    /// `owner != θ1`.
    NotFirst,
    /// `owner != θ2`.
    NotSecond,
    /// `owner != θ2 or θ1 not in wait`.
    NotSecondOrAwake,
    /// `owner != θ1 or θ2 not in wait`.
    NotFirstOrAwake,
}

const OPERATIONS: [Operation; 6] = [
    Operation::Enter,
    Operation::Resume,
    Operation::Exit,
    Operation::Wait,
    Operation::Notify,
    Operation::NotifyAll,
];

/// Rows: the first operation; columns: the second. Coming back from `wait` is an acquire.
#[rustfmt::skip]
const INDEPENDENT: [[When; 6]; 6] = {
    use When::*;
    [
        //                enter            resume           exit       wait       notify            notify_all
        /* enter      */ [NotFree,         NotFree,         NotSecond, NotSecond, NotSecondOrAwake, NotSecondOrAwake],
        /* resume     */ [NotFree,         NotFree,         NotSecond, NotSecond, NotSecondOrAwake, NotSecondOrAwake],
        /* exit       */ [NotFirst,        NotFirst,        True,      True,      True,             True],
        /* wait       */ [NotFirst,        NotFirst,        True,      True,      True,             True],
        /* notify     */ [NotFirstOrAwake, NotFirstOrAwake, True,      True,      True,             True],
        /* notify_all */ [NotFirstOrAwake, NotFirstOrAwake, True,      True,      True,             True],
    ]
};

/// The same for what is performed later: nobody else enters before the holder leaves.
#[rustfmt::skip]
const UNDISTURBED: [[When; 6]; 6] = {
    use When::*;
    [
        /* enter      */ [NotFree,         NotFree,         NotSecond, NotSecond, NotSecondOrAwake, NotSecondOrAwake],
        /* resume     */ [NotFree,         NotFree,         NotSecond, NotSecond, NotSecondOrAwake, NotSecondOrAwake],
        /* exit       */ [True,            True,            True,      True,      True,             True],
        /* wait       */ [True,            True,            True,      True,      True,             True],
        /* notify     */ [True,            True,            True,      True,      True,             True],
        /* notify_all */ [True,            True,            True,      True,      True,             True],
    ]
};

fn holds(table: &[[When; 6]; 6], pair: Pair, owner: Option<Tid>, waiting: &[Tid]) -> bool {
    let place = |operation: Operation| OPERATIONS.iter().position(|&o| o == operation);
    let (Some(row), Some(column)) = (place(pair.first.1), place(pair.second.1)) else { return false };
    let (first, second) = (pair.first.0, pair.second.0);
    match table[row][column] {
        When::True => true,
        When::NotFree => owner.is_some(),
        When::NotFirst => owner != Some(first),
        When::NotSecond => owner != Some(second),
        When::NotSecondOrAwake => owner != Some(second) || !waiting.contains(&first),
        When::NotFirstOrAwake => owner != Some(first) || !waiting.contains(&second),
    }
}

#[mutant("locks-are-independent", false)]
pub fn dependent(pair: Pair, owner: Option<Tid>, waiting: &[Tid]) -> bool {
    !holds(&INDEPENDENT, pair, owner, waiting)
}

pub fn interferes(pair: Pair, owner: Option<Tid>, waiting: &[Tid]) -> bool {
    !holds(&UNDISTURBED, pair, owner, waiting)
}
