//! Objects that have nothing to do with threads.
//!
//! A Java program begins with hundreds of objects that nobody ever writes to (`frozen.rs`). Of those few name a thread, are the handle of
//! one or refer to a handle, and only these and the ones that are not as they were have to be looked at in a state.

use super::holders::Holders;
use crate::canonical::for_each_slot;
use crate::code::Code;
use crate::common::Common;
use crate::frozen::Frozen;
use crate::state::State;

/// Finds the objects of a state that may have to do with threads.
#[derive(Default)]
pub struct Unchanged {
    begin: Common,
    /// The frozen objects that had to do with threads in the initial state, ascending, once they are known.
    initially: Option<Vec<u32>>,
    /// The frozen objects that may have now, ascending.
    now: Vec<u32>,
}

impl Unchanged {
    /// Looks at a state.
    pub fn find(&mut self, code: &Code, st: &State, frozen: Option<&Frozen>, holders: &Holders) {
        self.begin.find(code, st, frozen);
        self.now.clear();
        let Some(frozen) = frozen.filter(|_| self.begin.known > 0) else { return };
        let initially = self.initially.get_or_insert_with(|| initially(code, st, frozen, holders));
        self.now.extend_from_slice(initially);
        self.now.extend_from_slice(&self.begin.thawed.objects);
        self.now.sort_unstable();
        self.now.dedup();
    }

    /// Where a walk of that state begins.
    pub fn begin(&mut self) -> &mut Common {
        &mut self.begin
    }

    /// The objects of that state that may have to do with threads, ascending.
    pub fn telling(&self, st: &State) -> impl Iterator<Item = u32> {
        self.now.iter().copied().chain(self.begin.known as u32..st.objects() as u32)
    }
}

/// The frozen objects that have to do with threads if nobody writes to them. What such an object refers to may be written to, but it
/// stays a handle, or no handle.
fn initially(code: &Code, st: &State, frozen: &Frozen, holders: &Holders) -> Vec<u32> {
    let words = |o: u32| st.comps.words(frozen.initial()[st.object_at(u64::from(o) + 1) - st.objects_at]);
    let is_handle = |o: u32| o as usize >= frozen.len() || holders.are_handles(words(o)[0] as usize);
    let tells = |o: &u32| {
        let own = words(*o);
        let mut found = is_handle(*o) || holders.names_a_thread(own);
        for_each_slot(code, own[0], own.len(), |slot| {
            found |= own[slot] != 0 && is_handle(own[slot] as u32 - 1);
        });
        found
    };
    (0..frozen.len() as u32).filter(tells).collect()
}
