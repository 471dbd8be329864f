//! Which threads can reach which objects by following references.

use commute_base::fault;
use commute_machine::{HeapView, ObjId, Tid};

/// For each object of a state, the set of threads that can reach it. Found by one walk from all roots at once,
/// and kept while no reference changes ([`HeapView::references_version`]).
#[derive(Default)]
pub struct Reach {
    version: Option<u64>,
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
    /// Whether no thread but `t` can reach `o`.
    pub fn is_local<M: HeapView>(&mut self, machine: &M, t: Tid, o: ObjId) -> bool {
        let version = machine.references_version();
        if self.version != Some(version) {
            self.version = Some(version);
            self.walk(machine);
        }
        // An object that is not there yet is one that an atomic block is going to make for itself.
        let mask = self.masks.get(o.0 as usize).copied().unwrap_or(0);
        t.index() < SHARED_BIT && mask & !bit(t) == 0
    }

    fn walk<M: HeapView>(&mut self, machine: &M) {
        self.roots.clear();
        let known = if fault!("reach-ignores-globals") { 0 } else { machine.common(&mut self.roots) };
        self.masks.clear();
        self.masks.resize(known, u64::MAX);
        self.masks.resize(machine.objects(), 0);
        let (masks, work) = (&mut self.masks, &mut self.work);
        self.roots.iter().for_each(|&o| add(masks, work, o, u64::MAX));
        for t in (0..machine.threads()).map(Tid::new) {
            if fault!("reach-ignores-thread") && t.index() == 1 {
                continue;
            }
            machine.thread_roots(t, &mut |o| add(masks, work, o, bit(t)));
        }
        while let Some(o) = work.pop() {
            let mask = masks[o.0 as usize];
            if !fault!("reach-follows-nothing") {
                machine.references(o, &mut |to| add(masks, work, to, mask));
            }
        }
    }
}

fn add(masks: &mut [u64], work: &mut Vec<ObjId>, o: ObjId, mask: u64) {
    let known = &mut masks[o.0 as usize];
    if *known | mask != *known {
        *known |= mask;
        work.push(o);
    }
}

/// Whether some thread other than `t` can reach `o`, which is not local to `t`, without going through an object for
/// which `closed` holds.
pub fn reachable_around<M: HeapView>(machine: &M, t: Tid, o: ObjId, closed: impl Fn(ObjId) -> bool) -> bool {
    // Most threads hold nothing most of the time.
    if !(0..machine.objects()).any(|at| closed(ObjId(at as u32))) {
        return true;
    }
    let mut seen = vec![false; machine.objects()];
    let mut work = Vec::new();
    let mut meet = |o: ObjId, work: &mut Vec<ObjId>| {
        if !std::mem::replace(&mut seen[o.0 as usize], true) {
            work.push(o);
        }
    };
    machine.global_roots(&mut |root| meet(root, &mut work));
    for other in (0..machine.threads()).map(Tid::new).filter(|&other| other != t) {
        // The paper's union: it is enough that one other thread cannot come to the object.
        if fault!("wsl-dom-union") && other.index() > usize::from(t.index() == 0) {
            continue;
        }
        machine.thread_roots(other, &mut |root| meet(root, &mut work));
    }
    while let Some(at) = work.pop() {
        if at == o {
            return true;
        }
        if !(closed(at) || fault!("everything-is-closed")) {
            machine.references(at, &mut |to| meet(to, &mut work));
        }
    }
    false
}
