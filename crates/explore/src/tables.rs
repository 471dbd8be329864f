//! What hash tables of the standard library take.

use std::collections::{HashMap, HashSet};

/// A table with room for `capacity` entries of `entry` bytes: it has a power of two of places, of which an eighth stays free, and a byte
/// beside each.
fn table_bytes(capacity: usize, entry: usize) -> usize {
    match capacity {
        0 => 0,
        1..=3 => 4 * (entry + 1),
        4..=7 => 8 * (entry + 1),
        _ => (capacity * 8 / 7).next_power_of_two() * (entry + 1),
    }
}

/// The bytes of a map, without what its entries have elsewhere.
pub fn map_bytes<K, V, S>(map: &HashMap<K, V, S>) -> usize {
    table_bytes(map.capacity(), size_of::<(K, V)>())
}

/// The bytes of a set, without what its entries have elsewhere.
pub fn set_bytes<K, S>(set: &HashSet<K, S>) -> usize {
    table_bytes(set.capacity(), size_of::<K>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_have_a_power_of_two_of_places() {
        let mut map: HashMap<u64, u32> = HashMap::new();
        assert_eq!(map_bytes(&map), 0);
        for (entries, places) in [(3, 4), (7, 8), (14, 16), (28, 32), (29, 64), (100_000, 131_072)] {
            map.extend((0..entries).map(|key| (key, 0)));
            assert_eq!(map_bytes(&map), places * 17, "{entries} entries");
        }
    }
}
