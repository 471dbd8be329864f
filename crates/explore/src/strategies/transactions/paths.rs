//! Names of runs: a run of a thread is the list of its choices, nearly all of them zero, and most runs of a program share
//! a few lists. So the choice of a large step can be the number of its list, which means the same run whatever an
//! oracle learns later.

use hashbrown::HashTable;

/// How many lists of one choice are there from the beginning.
const SINGLE: u16 = 256;

/// The lists.
pub struct Paths {
    choices: Vec<u16>,
    /// Where each list ends in `choices`.
    ends: Vec<u32>,
    index: HashTable<u16>,
    exhausted: bool,
}

fn hash(list: &[u16]) -> u64 {
    list.iter().fold(list.len() as u64, |h, &c| {
        (h.rotate_left(5) ^ u64::from(c)).wrapping_mul(0x517c_c1b7_2722_0a95)
    })
}

impl Paths {
    /// With all short lists, so that runs can be cut to one step when there is no room for others.
    pub fn new() -> Self {
        let mut paths =
            Self { choices: Vec::new(), ends: Vec::new(), index: HashTable::new(), exhausted: false };
        for choice in 0..SINGLE {
            paths.name(&[choice]);
        }
        paths
    }

    /// The list with this name.
    pub fn choices(&self, name: u16) -> &[u16] {
        let first = if name == 0 { 0 } else { self.ends[usize::from(name) - 1] };
        &self.choices[first as usize..self.ends[usize::from(name)] as usize]
    }

    /// The name of a list; none if all names are taken.
    pub fn name(&mut self, list: &[u16]) -> Option<u16> {
        let hashed = hash(list);
        if let Some(&name) = self.index.find(hashed, |&name| self.choices(name) == list) {
            return Some(name);
        }
        let Ok(name) = u16::try_from(self.ends.len()) else {
            self.exhausted = true;
            return None;
        };
        self.choices.extend_from_slice(list);
        self.ends.push(self.choices.len() as u32);
        let (choices, ends) = (&self.choices, &self.ends);
        self.index.insert_unique(hashed, name, |&name| {
            let first = if name == 0 { 0 } else { ends[usize::from(name) - 1] };
            hash(&choices[first as usize..ends[usize::from(name)] as usize])
        });
        Some(name)
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.choices.len() * 2 + self.ends.len() * 4 + self.index.allocation_size()
    }

    /// Whether a list went without a name.
    pub fn is_exhausted(&self) -> bool {
        self.exhausted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_found_again_and_the_last_name_is_the_last() {
        let mut paths = Paths::new();
        assert_eq!(paths.name(&[7]), Some(7));
        let long = paths.name(&[0, 0, 3]).unwrap();
        assert_eq!(paths.choices(long), [0, 0, 3]);
        assert_eq!(paths.name(&[0, 0, 3]), Some(long));
        for i in 0..70_000u32 {
            paths.name(&[1, i as u16, (i >> 16) as u16]);
        }
        assert!(paths.is_exhausted());
        assert_eq!(paths.choices(u16::MAX), [1, u16::MAX - SINGLE - 1, 0]);
    }
}
