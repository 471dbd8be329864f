//! Which threads can reach which objects by following references.

use commute_machine::{HeapView, ObjId, Tid};
use commute_mutants::mutant;

/// For each object of a state, the set of threads that can reach it. Found by one walk from all roots at once,
/// and kept while no reference changes ([`HeapView::references_version`]).
#[derive(Default)]
pub struct Reach {
    version: Option<u64>,
    /// Objects before this one can be reached by all threads.
    known: usize,
    /// Of the others.
    masks: Vec<u64>,
    roots: Vec<ObjId>,
    work: Vec<ObjId>,
}

/// The threads from this number on share a bit, so nothing is local to one of them.
const SHARED_BIT: usize = 63;

fn bit(t: Tid) -> u64 {
    1 << t.index().min(SHARED_BIT)
}

impl Reach {
    /// Whether no thread but `t`, which can, is able to reach `o`.
    pub fn is_local<M: HeapView>(&mut self, machine: &M, t: Tid, o: ObjId) -> bool {
        if machine.was_never_shared(o) {
            return true;
        }
        if machine.is_static(o) {
            return false;
        }
        let version = machine.references_version();
        if self.version != Some(version) {
            self.version = Some(version);
            self.walk(machine);
        }
        // An object that is not there yet is one that an atomic block is going to make for itself.
        let Some(at) = (o.0 as usize).checked_sub(self.known) else { return false };
        let mask = self.masks.get(at).copied().unwrap_or(0);
        t.index() < SHARED_BIT && mask & !bit(t) == 0
    }

    fn walk<M: HeapView>(&mut self, machine: &M) {
        self.roots.clear();
        let known = common_roots(machine, &mut self.roots);
        self.known = known;
        self.masks.clear();
        self.masks.resize(machine.objects() - known, 0);
        let (masks, work) = (&mut self.masks, &mut self.work);
        let add = |work: &mut Vec<ObjId>, masks: &mut [u64], o: ObjId, mask: u64| {
            if let Some(at) = (o.0 as usize).checked_sub(known)
                && masks[at] | mask != masks[at]
            {
                masks[at] |= mask;
                work.push(o);
            }
        };
        self.roots.iter().for_each(|&o| add(work, masks, o, u64::MAX));
        for t in (0..machine.threads()).map(Tid::new) {
            roots_of(machine, t, &mut |o| add(work, masks, o, bit(t)));
        }
        while let Some(o) = work.pop() {
            let mask = masks[o.0 as usize - known];
            follow(machine, o, &mut |to| add(work, masks, to, mask));
        }
    }
}

/// Where all threads begin: with the objects before the number that it gives, and with those that it adds to `roots`.
#[mutant("reach-ignores-globals", 0)]
fn common_roots<M: HeapView>(machine: &M, roots: &mut Vec<ObjId>) -> usize {
    machine.common(roots)
}

/// Where thread `t` begins besides: with what its own variables refer to.
#[mutant("reach-ignores-thread", if t.index() != 1 { machine.thread_roots(t, meet) })]
fn roots_of<M: HeapView>(machine: &M, t: Tid, meet: &mut dyn FnMut(ObjId)) {
    machine.thread_roots(t, meet);
}

/// Whoever can reach an object can reach what it refers to.
#[mutant("reach-follows-nothing", skip)]
fn follow<M: HeapView>(machine: &M, o: ObjId, meet: &mut dyn FnMut(ObjId)) {
    machine.references(o, meet);
}

/// Whether some thread other than `t` can reach `o`, which is not local to `t`, without going through one of the objects in `closed`,
/// which are ascending.
pub fn reachable_around<M: HeapView>(machine: &M, t: Tid, o: ObjId, closed: &[ObjId]) -> bool {
    // Most threads hold nothing most of the time, or locks that refer to nothing and so hide nothing.
    if !closed.iter().any(|&hides| refers_to_something(machine, hides)) {
        return true;
    }
    let mut seen = vec![false; machine.objects()];
    let mut work = Vec::new();
    let mut meet = |met: ObjId, work: &mut Vec<ObjId>| {
        if !std::mem::replace(&mut seen[met.0 as usize], true) {
            work.push(met);
        }
    };
    machine.global_roots(&mut |root| meet(root, &mut work));
    for other in (0..machine.threads()).map(Tid::new).filter(|&other| may_come(other, t)) {
        machine.thread_roots(other, &mut |root| meet(root, &mut work));
    }
    let mut is_met = work.contains(&o);
    while !is_met && let Some(at) = work.pop() {
        pass_through(machine, at, closed, &mut |to| {
            is_met |= to == o;
            meet(to, &mut work);
        });
    }
    is_met
}

fn refers_to_something<M: HeapView>(machine: &M, o: ObjId) -> bool {
    let mut refers = false;
    machine.references(o, &mut |_| refers = true);
    refers
}

/// Whether a thread may come to what has to be out of reach for all but `t`. All others may, not only one of them, as in the
/// paper's union (`wsl.rs`, D1).
#[mutant("wsl-dom-union", other != t && other.index() <= usize::from(t.index() == 0))]
fn may_come(other: Tid, t: Tid) -> bool {
    other != t
}

/// Goes on from an object to what it refers to, unless the object is closed.
#[mutant("everything-is-closed", skip)]
fn pass_through<M: HeapView>(machine: &M, at: ObjId, closed: &[ObjId], meet: &mut dyn FnMut(ObjId)) {
    if closed.binary_search(&at).is_err() {
        machine.references(at, meet);
    }
}
