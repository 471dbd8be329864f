//! Mutants. The laboratory switches them on, one at a time, to see whether it would notice: `lab --mutants`.
//!
//! `mutated!("name")` is the constant `false` in release builds, unless the feature `mutants` is on, and costs nothing
//! there. In other builds it asks a switch of the present thread, which only the laboratory touches. Where a whole function is to
//! be wrong, the attribute of `commute-mutants` says the same without a word in the function's body.

use std::cell::Cell;

/// Whether this build has the mutants at all.
pub const AVAILABLE: bool = cfg!(any(debug_assertions, feature = "mutants"));

thread_local! {
    /// The mutant that is on in this thread, by its number; zero is none.
    static ON: Cell<u64> = const { Cell::new(0) };
}

/// The number of a mutant: a hash of its name (FNV-1a), so that a comparison is one of words.
#[must_use]
pub const fn number(name: &str) -> u64 {
    let bytes = name.as_bytes();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut at = 0;
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u64).wrapping_mul(0x0100_0000_01b3);
        at += 1;
    }
    hash
}

/// Whether the mutant with this number is on.
#[inline]
pub fn is_on(number: u64) -> bool {
    ON.get() == number
}

/// Does something with one mutant switched on, in this thread. For the laboratory only.
pub fn with<T>(name: &str, work: impl FnOnce() -> T) -> T {
    struct Off;
    impl Drop for Off {
        fn drop(&mut self) {
            ON.set(0);
        }
    }
    let _off = Off;
    ON.set(number(name));
    work()
}

/// Whether the mutant of this name is on: see [`mutant`](mod@crate::mutant).
#[macro_export]
macro_rules! mutated {
    ($name:literal) => {
        $crate::mutant::AVAILABLE && $crate::mutant::is_on(const { $crate::mutant::number($name) })
    };
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_fault_is_on_only_inside_and_only_in_builds_that_have_faults() {
        let on = || crate::mutated!("for-this-test");
        assert!(!on());
        assert_eq!(super::with("for-this-test", on), super::AVAILABLE);
        assert!(!super::with("another", on));
        let panicked = std::panic::catch_unwind(|| super::with("for-this-test", || panic!("as it should")));
        assert!(panicked.is_err());
        assert!(!on());
    }
}
