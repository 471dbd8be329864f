//! Words that are read and written.

use super::Pair;
use commute_machine::{Detail, Operation};

/// Reads are independent of reads.
#[rustfmt::skip]
const INDEPENDENT: [[bool; 2]; 2] = [
    //           read   write
    /* read  */ [true,  false],
    /* write */ [false, false],
];

fn writes(operation: Operation) -> usize {
    usize::from(operation != Operation::Read)
}

pub fn dependent(pair: Pair) -> bool {
    !INDEPENDENT[writes(pair.first.1)][writes(pair.second.1)]
}

/// One of the two is about the object as a whole, the other about a word of it. Its length has nothing to do with its words.
pub fn dependent_parts(pair: Pair) -> bool {
    pair.first.2 != Detail::Count && pair.second.2 != Detail::Count && dependent(pair)
}
