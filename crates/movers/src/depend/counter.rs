//! Counters: increments are independent; an increment and a test are dependent where it changes the truth of the test (SC06
//! section 10).

use super::{Pair, variable};
use commute_machine::{Comparison, Detail};
use commute_mutants::mutant;

fn changes_truth(value: i64, by: i64, (comparison, bound): (Comparison, i64)) -> bool {
    comparison.holds(value, bound) != comparison.holds(value.wrapping_add(by), bound)
}

#[mutant("words-are-independent", false)]
pub fn dependent(pair: Pair, value: i64) -> bool {
    match (pair.first.2, pair.second.2) {
        (Detail::Increment(_), Detail::Increment(_)) | (Detail::Test(..), Detail::Test(..)) => false,
        (Detail::Increment(by), Detail::Test(comparison, bound))
        | (Detail::Test(comparison, bound), Detail::Increment(by)) => {
            changes_truth(value, by, (comparison, bound))
        }
        _ => variable::dependent(pair),
    }
}

/// By increments that change nothing for the operation, the number may come anywhere. `detail` is that of the second
/// operation, if it is known.
pub fn interferes(pair: Pair, detail: Option<Detail>) -> bool {
    match (pair.first.2, detail) {
        (Detail::Increment(_), Some(Detail::Increment(_))) => false,
        (Detail::Test(..), Some(Detail::Test(..))) => false,
        // Any number of increments may come first, but the test is performed only where it is true.
        (Detail::Increment(_), Some(Detail::Test(..))) | (Detail::Test(..), Some(Detail::Increment(_))) => {
            true
        }
        _ => variable::dependent(pair),
    }
}
