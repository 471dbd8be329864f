//! Whether the states grow without bound, as far as one can tell while they do.

use std::collections::BTreeMap;

/// The first look is after so many states; each further one after twice as many as the last.
const FIRST: u64 = 250;
/// What has grown at so many looks in a row is said to grow.
const LOOKS: u32 = 3;
/// Unless it is still small.
const LARGE: u64 = 100;

/// What is known of how large things are.
pub struct Growth {
    /// After how many states to look again.
    next: u64,
    /// How large each was at the last look, and at how many looks in a row it had grown.
    sizes: BTreeMap<String, (u64, u32)>,
}

impl Default for Growth {
    fn default() -> Self {
        Self { next: FIRST, sizes: BTreeMap::new() }
    }
}

impl Growth {
    /// Whether to look, if there are so many states.
    pub fn is_due(&mut self, states: u64) -> bool {
        let is_due = states >= self.next;
        while states >= self.next {
            self.next *= 2;
        }
        is_due
    }

    /// How large things are now, by name.
    pub fn note(&mut self, sizes: BTreeMap<String, u64>) {
        let before = std::mem::take(&mut self.sizes);
        for (name, size) in sizes {
            let looks = match before.get(&name) {
                Some(&(last, looks)) if size > last => looks + 1,
                _ => 0,
            };
            self.sizes.insert(name, (size, looks));
        }
    }

    /// What grows, the largest first.
    pub fn growing(&self) -> Option<&str> {
        let grows = |(_, size): &(&String, &(u64, u32))| size.1 >= LOOKS && size.0 >= LARGE;
        let largest = self.sizes.iter().filter(grows).max_by_key(|(_, size)| size.0);
        largest.map(|(name, _)| name.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn growing(sizes: &[u64]) -> bool {
        let mut growth = Growth::default();
        sizes.iter().for_each(|&size| growth.note(BTreeMap::from([("x".to_owned(), size)])));
        growth.growing() == Some("x")
    }

    #[test]
    fn what_has_grown_at_several_looks_grows() {
        assert!(growing(&[100, 200, 400, 800]));
        assert!(!growing(&[100, 200, 400]));
        assert!(!growing(&[100, 200, 400, 400]), "it has come to its end");
        assert!(!growing(&[1, 2, 4, 8]), "it is still small");
    }

    #[test]
    fn looks_become_rarer() {
        let mut growth = Growth::default();
        let due: Vec<u64> = (0..100).map(|n| n * 500).filter(|&states| growth.is_due(states)).collect();
        assert_eq!(due, [500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000]);
    }
}
