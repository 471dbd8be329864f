//! Counters: two operations on a number that nobody looks at afterwards ([`Counting`]), be it a semaphore, a latch or a sum.
//!
//! # Source
//! SC06 section 10 (increments commute, an increment and a test are dependent where it changes the truth of the test); Sto00 section
//! 7 (conditional dependence by what the object holds) and section 10 (operations of a class instead of accesses to its fields).
//!
//! # Idea
//! What such an operation does is a partial function of the number. Two of them are independent at a number if both orders are
//! possible there, or not, in the same way, and come to the same sum: so the table is not written down but computed. For what comes
//! later a number stands for all between two that an operation compares with: there both functions only add.
//!
//! # Notation
//! f, g: [`Counting`], f(v): [`Counting::apply`]; *f is defined at v*: it does not wait there.
//!
//! # Premises
//! - The number is an integer without bounds. Where an operation only adds, numbers that wrap around are as good. Where something is
//!   compared, the machine says that a step counts only as long as the number is far from the ends (`vm/counters`, FAR), and what is
//!   taken to be harmless later adds at most [`SMALL`] at a time: an execution that gets from there to the ends has more than 2^25
//!   steps of this kind.
//! - Both functions are tried at all numbers where their comparisons change, and beside them: [`corners`], compared with all numbers in
//!   `tests::corners_stand_for_all_numbers`.
//!
//! # Deviations
//! none

use super::{Pair, variable};
use commute_machine::{Counting, Detail};
use commute_mutants::mutant;

/// The most that may be added by an operation that is taken to leave the truth of comparisons alone.
pub const SMALL: i64 = 16;

/// Numbers of which one is in each of the intervals where f, g, f after g and g after f do the same to all.
pub fn corners(f: Counting, g: Counting) -> Vec<i64> {
    let mut found = vec![0];
    for test in f.tests().chain(g.tests()) {
        for shift in [0, f.adds, g.adds] {
            found.extend((-1..=1).map(|beside| test.bound - shift + beside));
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether f and g are independent at `value`.
pub fn commute_at(f: Counting, g: Counting, value: i64) -> bool {
    let (first, second) = (f.apply(value), g.apply(value));
    let stays = |h: Counting, was: Option<i64>, after: Option<i64>| {
        after.is_none_or(|after| h.apply(after).is_some() == was.is_some())
    };
    let both = || first.and_then(|v| g.apply(v)) == second.and_then(|v| f.apply(v));
    stays(f, first, second) && stays(g, second, first) && (first.is_none() || second.is_none() || both())
}

/// Whether it compares, so that it matters how large the number gets.
fn compares(f: Counting, g: Counting) -> bool {
    f.tests().chain(g.tests()).next().is_some()
}

/// Whether their amounts are small enough for what is said of all numbers.
fn are_small(f: Counting, g: Counting) -> bool {
    !compares(f, g) || f.adds.abs() <= SMALL && g.adds.abs() <= SMALL
}

/// Whether f, made before g, could as well be made after it, wherever both can be made in this order.
pub fn may_follow(f: Counting, g: Counting) -> bool {
    let swaps = |value: i64| {
        let sum = f.apply(value).and_then(|v| g.apply(v));
        sum.is_none() || g.apply(value).and_then(|v| f.apply(v)) == sum
    };
    are_small(f, g) && corners(f, g).into_iter().all(swaps)
}

#[mutant("words-are-independent", false)]
pub fn dependent(pair: Pair, value: i64) -> bool {
    match (pair.first.2, pair.second.2) {
        (Detail::Counts(f), Detail::Counts(g)) => !commute_at(f, g, value),
        _ => variable::dependent(pair),
    }
}

/// Whatever is independent of f leaves it defined, or undefined, as it is. `detail` is that of the second operation, if it is known.
pub fn interferes(pair: Pair, detail: Option<Detail>, value: i64) -> bool {
    match (pair.first.2, detail) {
        (Detail::Counts(f), Some(Detail::Counts(g))) => {
            let waits = f.apply(value).is_none();
            let may_meet = |v: i64| f.apply(v).is_none() == waits && g.apply(v).is_some();
            !are_small(f, g) || corners(f, g).into_iter().any(|v| may_meet(v) && !commute_at(f, g, v))
        }
        _ => variable::dependent(pair),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use commute_machine::{Comparison, Test};

    fn all() -> Vec<Counting> {
        use Comparison::*;
        let mut tests = vec![None];
        for comparison in [Eq, Ne, Lt, Le, Gt, Ge] {
            tests.extend([0, 2].map(|bound| Some(Test { comparison, bound })));
        }
        let mut found = Vec::new();
        for &guard in &tests {
            for &only in &tests {
                found.extend([-2, 0, 1].map(|adds| Counting { guard, only, adds }));
            }
        }
        found
    }

    /// What is so at the corners is so at all numbers.
    #[test]
    fn corners_stand_for_all_numbers() {
        let all = all();
        for (i, &f) in all.iter().enumerate() {
            for &g in all.iter().skip(i % 7).step_by(7) {
                let corners = corners(f, g);
                let kinds = |v: i64| {
                    let sum = |a: Counting, b: Counting| a.apply(v).and_then(|w| b.apply(w)).map(|w| w - v);
                    let one = |a: Counting| a.apply(v).map(|w| w - v);
                    (one(f), one(g), sum(f, g), sum(g, f))
                };
                let known: Vec<_> = corners.iter().map(|&v| kinds(v)).collect();
                for v in -12..=12 {
                    assert!(known.contains(&kinds(v)), "{f:?} {g:?} at {v}");
                }
            }
        }
    }

    /// The table of semaphores (`semaphore.rs`), which does not tell negative numbers from zero, is the one that comes of `up` and
    /// `down` as functions.
    #[test]
    fn semaphores_are_counters() {
        use commute_machine::{Operation, Tid};
        let positive = Some(Test { comparison: Comparison::Gt, bound: 0 });
        let down = (Operation::Down, Counting { guard: positive, only: None, adds: -1 });
        let up = (Operation::Up, Counting::add(1));
        for value in 0..4 {
            for (one, two) in [(down, down), (down, up), (up, down), (up, up)] {
                let of = |by: fn((Operation, Counting)) -> (Operation, Detail)| {
                    let part = |t, x| {
                        let (operation, detail) = by(x);
                        (Tid(t), operation, detail)
                    };
                    Pair { first: part(0, one), second: part(1, two) }
                };
                let counts = of(|(_, counting)| (Operation::Write, Detail::Counts(counting)));
                let named = of(|(operation, _)| (operation, Detail::Plain));
                assert_eq!(
                    dependent(counts, value),
                    super::super::semaphore::dependent(named, value),
                    "{value}"
                );
                let later = interferes(counts, Some(counts.second.2), value);
                assert_eq!(
                    later,
                    super::super::semaphore::interferes(named, value),
                    "{value} {one:?} {two:?}"
                );
            }
        }
    }

    #[test]
    fn large_amounts_are_not_harmless() {
        let test =
            Counting { guard: Some(Test { comparison: Comparison::Ge, bound: 0 }), only: None, adds: 0 };
        assert!(may_follow(test, Counting::add(SMALL)) && !may_follow(test, Counting::add(SMALL + 1)));
        assert!(!may_follow(Counting::add(1), test), "it may be what the test waits for");
        assert!(
            may_follow(Counting::add(i64::MAX), Counting::add(i64::MAX)),
            "sums do not depend on the order"
        );
    }
}
