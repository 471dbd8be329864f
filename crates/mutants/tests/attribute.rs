//! What the attribute makes of functions.

use commute_base::mutant;
use commute_mutants::mutant;

struct Counter {
    value: u32,
}

impl Counter {
    #[mutant("never-even", false)]
    #[mutant("always-even", true)]
    #[must_use]
    fn is_even(&self) -> bool {
        self.value.is_multiple_of(2)
    }

    #[mutant("adds-nothing", skip)]
    #[mutant("adds-twice", self.value += 2 * by)]
    fn add(&mut self, by: u32) {
        self.value += by;
    }
}

/// A generic function, with braces in its signature and a result that depends on its parameters.
#[mutant("without-the-last", items.split_last().map_or(&[], |(_, rest)| rest))]
fn all<const N: usize, T>(
    items: &[T; N],
    _: [u8; {
        const TWO: usize = 2;
        TWO
    }],
) -> &[T]
where
    T: Clone,
{
    items
}

#[test]
fn a_mutant_changes_the_result_while_it_is_on() {
    let two = Counter { value: 2 };
    assert!(two.is_even());
    assert_eq!(mutant::with("never-even", || two.is_even()), !mutant::AVAILABLE);
    let three = Counter { value: 3 };
    assert!(!three.is_even());
    assert_eq!(mutant::with("always-even", || three.is_even()), mutant::AVAILABLE);
    assert!(!mutant::with("another", || three.is_even()));
}

#[test]
fn a_function_without_a_result_is_left_early() {
    let mut counter = Counter { value: 0 };
    mutant::with("adds-nothing", || counter.add(1));
    assert_eq!(counter.value, if mutant::AVAILABLE { 0 } else { 1 });
    counter.value = 0;
    mutant::with("adds-twice", || counter.add(1));
    assert_eq!(counter.value, if mutant::AVAILABLE { 2 } else { 1 });
}

#[test]
fn the_result_may_use_the_parameters() {
    let items = [1, 2, 3];
    assert_eq!(all(&items, [0, 0]), [1, 2, 3]);
    let mutated = mutant::with("without-the-last", || all(&items, [0, 0]));
    assert_eq!(mutated, if mutant::AVAILABLE { &[1, 2][..] } else { &[1, 2, 3] });
}
