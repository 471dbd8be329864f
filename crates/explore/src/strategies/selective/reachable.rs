//! Which objects threads can ever come by, so that two objects of one class are not taken for each other.
//!
//! # Source
//! DHRR04 section 3 (a thread can only touch what it can reach), used for futures (Sto00 section 8, allowedOps) instead of for next steps.
//!
//! # Idea
//! What a thread may do later is known by class and field. Two clients that have a connection each, or workers with a cell each, would
//! disturb each other: both read the same field of the same class. But an object can only be touched by whoever has a reference to it,
//! and references come from local variables, from objects that one can reach already, and from globals: only from such words and
//! globals as the code that is still to come reads.
//!
//! # Notation
//! A *group*: threads of which each may hand to the others what it has.
//!
//! # Premises
//! - Let only threads of a group make steps, and threads that they start. Then every reference in their local variables, or in a word that
//!   they may read of an object that they may have, is to an object that this walk meets, or to a new one. By induction over the
//!   steps: a reference that is loaded comes from such a word; one that is stored was in a local variable; a new thread begins with
//!   references of whoever starts it, and its future is part of that one's ([`Foresight::future`]).
//! - What the rest of the threads does is not asked: a persistent set is about executions in which they do nothing.
//! - Static objects need no reference: any group has them. A thread always has its handle.
//!
//! # Deviations
//! - D1: words are told apart by the kind of their object, and not by which object the code that is still to come works on.

use super::view::Thread;
use commute_machine::{HeapView, ObjId};
use commute_mutants::mutant;

/// At most so many groups are told apart.
pub const MOST_GROUPS: usize = 64;

/// For each object of a state the groups that may come by it.
pub struct Reachable {
    masks: Vec<u64>,
}

impl Reachable {
    /// By these groups, of which there are at most [`MOST_GROUPS`].
    pub fn new<M: HeapView>(machine: &M, groups: &[Vec<&Thread>]) -> Self {
        let masks = vec![0; machine.objects()];
        let mut walk = Walk { machine, groups, masks, work: Vec::new(), readers: Vec::new() };
        let all = u64::MAX.checked_shr((MOST_GROUPS - groups.len()) as u32).unwrap_or(0);
        let objects = (0..machine.objects() as u32).map(ObjId);
        objects.take_while(|&o| machine.is_static(o)).for_each(|o| walk.meet(o, all));
        for global in machine.reference_globals() {
            if let Some(o) = machine.global_reference(global) {
                let readers = walk.groups_where(all, |thread| thread.future.sources.has_global(global));
                walk.meet(o, readers);
            }
        }
        for (g, group) in groups.iter().enumerate() {
            for thread in group {
                machine.thread_roots(thread.tid, &mut |o| walk.meet(o, 1 << g));
            }
        }
        walk.follow();
        Self { masks: walk.masks }
    }

    /// Whether some thread of a group may come by an object. One that is not there is nobody's.
    #[mutant("nobody-comes-by-objects", false)]
    pub fn has(&self, group: usize, o: ObjId) -> bool {
        self.masks.get(o.0 as usize).is_some_and(|mask| mask & 1 << group != 0)
    }
}

struct Walk<'a, M> {
    machine: &'a M,
    groups: &'a [Vec<&'a Thread>],
    masks: Vec<u64>,
    work: Vec<ObjId>,
    /// For each kind of objects the groups that may read references in them, as far as it was asked for.
    readers: Vec<Option<u64>>,
}

impl<M: HeapView> Walk<'_, M> {
    /// There may be thousands of objects in which nobody reads a reference: these lead nowhere.
    fn meet(&mut self, o: ObjId, groups: u64) {
        let mask = &mut self.masks[o.0 as usize];
        if *mask | groups != *mask {
            *mask |= groups;
            if self.readers_of(self.machine.kind(o)) & groups != 0 {
                self.work.push(o);
            }
        }
    }

    fn readers_of(&mut self, kind: u32) -> u64 {
        let at = kind as usize;
        if let Some(&Some(known)) = self.readers.get(at) {
            return known;
        }
        let all = u64::MAX.checked_shr((MOST_GROUPS - self.groups.len()) as u32).unwrap_or(0);
        let found = self.groups_where(all, |thread| thread.future.sources.has_kind(kind));
        if self.readers.len() <= at {
            self.readers.resize(at + 1, None);
        }
        self.readers[at] = Some(found);
        found
    }

    /// Those of some groups that have a thread for which something holds.
    fn groups_where(&self, of: u64, holds: impl Fn(&Thread) -> bool) -> u64 {
        let (mut left, mut found) = (of, 0);
        while left != 0 {
            let group = left.trailing_zeros() as usize;
            left &= left - 1;
            if self.groups[group].iter().any(|thread| holds(thread)) {
                found |= 1 << group;
            }
        }
        found
    }

    #[mutant("nobody-loads-references", skip)]
    fn follow(&mut self) {
        let mut out = Vec::new();
        while let Some(o) = self.work.pop() {
            let kind = self.machine.kind(o);
            let readers = self.masks[o.0 as usize] & self.readers_of(kind);
            self.machine.reference_words(o, &mut |word, to| out.push((word, to)));
            for (word, to) in out.drain(..) {
                let readers = self.groups_where(readers & !self.masks[to.0 as usize], |thread| {
                    thread.future.sources.has_word(kind, word)
                });
                if readers != 0 {
                    self.meet(to, readers);
                }
            }
        }
    }
}
