//! Oracles `wsl` and `wsl-dom`: objects that are touched only by the holder of their own lock, and what such
//! objects hide.
//!
//! # Source
//! DHRR04 sections 6.2 and 6.3, Definitions 5 and 6, Algorithms 4 and 5.
//!
//! # Idea
//! A class is *weakly self-locking* if its instances, once more than one thread can reach them, are touched only
//! by a thread that holds their monitor. While a thread holds it, its steps on the object commute with everything
//! others do. `wsl-dom` goes further: an object that other threads can reach only through self-locking objects
//! whose monitors this thread holds is out of their reach as well (the array inside a synchronized buffer).
//!
//! Which kinds of objects are self-locking is not asked of the user: all are assumed to be; every state is watched,
//! and a kind of which an instance is seen to be about to be touched otherwise is dropped, and the search
//! begins again. A lock is its own monitor here, so locks that are only acquired and released stay in.
//!
//! # Notation
//! T_WSL: all kinds but `refuted`; O_SL: the objects of these kinds that the thread holds;
//! reachable_{⊥O_SL}: [`reachable_around`].
//!
//! # Premises
//! - A step that acquires (enters a monitor, also after waiting) is never a left mover (line 5.1), unless the thread
//!   holds the monitor already.
//! - The discipline holds in all states explored: `watch` is asked for every thread in every state that is expanded,
//!   not only for the one that steps, also where no thread can step; and the footprint of a blocked thread is what it
//!   looks at to find out that it is (regression `when_watched_blocked.cm`).
//! - Waiting and notifying commute with interrupts only if there are none: an `Interrupt` anywhere drops these for
//!   good ([`Interrupts`]).
//!
//! - Theorem 1 of SC06 lets a discipline be checked in the reduced system if no thread's step can make another
//!   thread's careless access look careful. Holding a monitor is such a condition, and so is "no other thread has
//!   *ever* been able to reach the object" (`was_shared`).
//! - What a thread does while it is alone does not count, where ends of threads are observable (within `auto`): the argument
//!   is in `locks.rs`.
//!
//! # Deviations
//! - D1: line 5.10 of Algorithm 5 takes the *union* over the other threads of what each cannot reach. With three
//!   threads an object that one of them reaches freely and another does not would count as protected. It must be the
//!   intersection; regression `wsl_dom_three_threads.cm`.
//! - D2: the paper excuses an access without the lock if the object is out of the others' reach *in that state*. A
//!   reduced search may first run another thread to the point where it lets go of the object, and then never see
//!   that the access was careless: a wrong "holds". Here an object that was ever shared stays so; corner
//!   `wsl_let_go.cm`.
//! - D3: a violated discipline is not signalled to the user; the kind is dropped and the search repeated.

use crate::assumption::{Assumption, Standing};
use crate::escape::may_be_interrupted;
use crate::interrupts::{Interrupts, is_about_interrupts};
use crate::reach::{Reach, reachable_around};
use crate::target::{Target, acquires, lock_moves, target, tries};
use crate::{Described, Justification, Justifications, Mover, Oracle, OracleFacts, STARTS_OTHERS};
use commute_machine::{Access, Footprint, HeapView, ObjId, Tid};
use commute_mutants::mutant;
use std::collections::{BTreeMap, BTreeSet};

/// The weak self-locking discipline.
#[derive(Default)]
pub struct Wsl {
    reach: Reach,
    /// The kinds of objects that turned out not to be self-locking.
    refuted: BTreeSet<u32>,
    /// The kinds that an answer rested on, or that were watched.
    seen: BTreeSet<u32>,
    /// The kinds of which objects were hidden when they were accessed, and whether all were.
    hidden: BTreeMap<u32, bool>,
    interrupts: Interrupts,
    justifications: Justifications,
}

/// Whether `t` is the one that may touch a self-locking object, others having to wait.
#[mutant("wsl-without-holding", true)]
fn excludes_others<M: HeapView>(machine: &M, t: Tid, o: ObjId) -> bool {
    machine.holder(o) == Some(t)
}

/// Whether the access number `at` of a step of `t`, to the object `o`, is made without holding the lock of `o`. Trying to
/// acquire looks at the lock while somebody else may hold it.
#[mutant("wsl-without-watching", false)]
fn is_careless<M: HeapView>(machine: &M, t: Tid, o: ObjId, footprint: &Footprint, at: usize) -> bool {
    let waits = acquires(footprint.accesses[at].operation);
    !waits && machine.holder(o) != Some(t) || tries(footprint, at)
}

impl Wsl {
    fn is_self_locking(&self, kind: u32) -> bool {
        !self.refuted.contains(&kind)
    }

    /// O_SL, ascending: found by the locks of the thread, which are few, and not by a look at every object.
    #[mutant("wsl-dom-without-holding", self.of_self_locking_kind(machine, (0..machine.objects() as u32).map(ObjId)))]
    fn held_self_locking<M: HeapView>(&self, machine: &M, t: Tid) -> Vec<ObjId> {
        self.of_self_locking_kind(machine, machine.held(t).into_iter())
    }

    fn of_self_locking_kind<M: HeapView>(
        &self,
        machine: &M,
        objects: impl Iterator<Item = ObjId>,
    ) -> Vec<ObjId> {
        objects.filter(|&o| self.is_self_locking(machine.kind(o))).collect()
    }

    /// Whether a second thread can reach an object that `t` touches, or ever could (D2).
    #[mutant("wsl-without-history", !self.reach.is_local(machine, t, o))]
    fn is_shared<M: HeapView>(&mut self, machine: &M, t: Tid, o: ObjId) -> bool {
        machine.was_shared(o) || !self.reach.is_local(machine, t, o)
    }

    /// How an access moves: everything if it is to something local, unless it is known not to be; else by the monitor, if the object is
    /// self-locking; else both ways if `hidden` says that others cannot come to the object.
    fn moves<M: HeapView>(
        &mut self,
        machine: &M,
        t: Tid,
        access: &Access,
        may_be_local: bool,
        hidden: impl Fn(&Self, ObjId) -> bool,
    ) -> Mover {
        // Also on an object that the step makes for itself (regression `wait_on_own_object.cm`).
        if self.interrupts.spoil(access.operation) {
            return Mover::Non;
        }
        let o = match target(machine, access) {
            Target::Object(o) => o,
            Target::Own => return Mover::Both,
            Target::Thread => return STARTS_OTHERS,
            Target::Global(_) => return Mover::Non,
        };
        if may_be_local && self.reach.is_local(machine, t, o) {
            return Mover::Both;
        }
        if is_about_interrupts(access.operation) {
            return Mover::Non;
        }
        let held = excludes_others(machine, t, o);
        if self.is_self_locking(machine.kind(o)) {
            let on_data = if held { Mover::Both } else { Mover::Non };
            let mover = lock_moves(access.operation, held).unwrap_or(on_data);
            if mover != Mover::Non || held {
                self.justifications.rely(Justification::SelfLocking(machine.kind(o)));
                return mover;
            }
        }
        let is_hidden = !acquires(access.operation) && hidden(self, o);
        *self.hidden.entry(machine.kind(o)).or_insert(true) &= is_hidden;
        if !is_hidden {
            return Mover::Non;
        }
        // Which of the objects that the thread holds it was hidden by, is not known.
        machine
            .held(t)
            .into_iter()
            .for_each(|o| self.justifications.rely(Justification::SelfLocking(machine.kind(o))));
        Mover::Both
    }
}

impl Described for Wsl {
    const FACTS: OracleFacts = OracleFacts {
        name: "wsl",
        about: "what escape knows, and objects that only the holder of their own lock touches",
        follows_steps: false,
        keeps_locksets: false,
        checks_annotations: false,
        infers_locks: false,
        letters: &[("WSL", true)],
    };
}

impl<M: HeapView> Oracle<M> for Wsl {
    fn access(&mut self, machine: &M, t: Tid, access: &Access) -> Mover {
        self.moves(machine, t, access, true, |_, _| false)
    }

    fn prepare(&mut self, machine: &mut M) {
        machine.track_sharing();
    }

    fn watch(&mut self, machine: &M, t: Tid, footprint: &Footprint) -> bool {
        let mut refuted = self.interrupts.watch(footprint);
        if machine.is_alone(t) {
            return refuted;
        }
        for (at, access) in footprint.accesses.iter().enumerate() {
            let Target::Object(o) = target(machine, access) else { continue };
            self.seen.insert(machine.kind(o));
            if is_careless(machine, t, o, footprint, at) && self.is_shared(machine, t, o) {
                let kind = machine.kind(o);
                refuted |=
                    self.refuted.insert(kind) && self.justifications.refute(Justification::SelfLocking(kind));
            }
        }
        refuted
    }

    fn settle(&mut self, into: &mut Justifications) {
        into.take(&mut self.justifications);
        self.interrupts.settle(into);
    }

    fn assumptions(&self, machine: &M) -> Vec<Assumption> {
        let about = |&kind: &u32| Assumption {
            text: format!(
                "{} is accessed only by the holder of its lock once shared",
                machine.kind_name(kind)
            ),
            standing: if self.refuted.contains(&kind) { Standing::Refuted } else { Standing::Unrefuted },
        };
        self.seen.iter().filter(|&&kind| machine.holds_data(kind)).map(about).collect()
    }
}

/// The weak self-locking discipline with domination. `BESIDE` an oracle that was asked before and knows what is local
/// ([`crate::Locks`]) it looks for that only where that one does not.
#[derive(Default)]
pub struct WslDom<const BESIDE: bool = false> {
    wsl: Wsl,
}

impl<const BESIDE: bool> WslDom<BESIDE> {
    /// Whether the objects of a kind are not known to be accessed without their own lock.
    pub(crate) fn is_self_locking(&self, kind: u32) -> bool {
        self.wsl.is_self_locking(kind)
    }
}

impl Described for WslDom {
    const FACTS: OracleFacts = OracleFacts {
        name: "wsl-dom",
        about: "what wsl knows, and objects that such objects dominate",
        follows_steps: false,
        keeps_locksets: false,
        checks_annotations: false,
        infers_locks: false,
        letters: &[("WSL-dom", true)],
    };
}

impl<M: HeapView, const BESIDE: bool> Oracle<M> for WslDom<BESIDE> {
    fn access(&mut self, machine: &M, t: Tid, access: &Access) -> Mover {
        let operation = access.operation;
        let may_be_local = !BESIDE || may_be_interrupted(operation) || is_about_interrupts(operation);
        self.wsl.moves(machine, t, access, may_be_local, |wsl, o| {
            // All threads can reach a static object, so nobody has to be asked what hides it.
            !machine.is_static(o) && !reachable_around(machine, t, o, &wsl.held_self_locking(machine, t))
        })
    }

    fn prepare(&mut self, machine: &mut M) {
        self.wsl.prepare(machine);
    }

    fn watch(&mut self, machine: &M, t: Tid, footprint: &Footprint) -> bool {
        self.wsl.watch(machine, t, footprint)
    }

    fn settle(&mut self, into: &mut Justifications) {
        Oracle::<M>::settle(&mut self.wsl, into);
    }

    fn hides(&self, kind: u32) -> bool {
        self.wsl.hidden.get(&kind) == Some(&true)
    }

    fn assumptions(&self, machine: &M) -> Vec<Assumption> {
        self.wsl.assumptions(machine)
    }
}
