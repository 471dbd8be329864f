//! Oracles `ld` and `ld-locksets`: data that is accessed under one lock, whichever it is, or only read.
//!
//! # Source
//! DHRR04 section 6.1, Definition 4 (LD-RO and LD-lock), and Appendix D, Algorithm 6; after Sto00 and the lock sets of Eraser. Section
//! 6.4 (with `wsl-dom`) is [`LdWslDom`]. [`LdLocksets`] is Algorithm 6 alone.
//!
//! # Idea
//! Each global and each object has a *lock set*: the locks that were held at every access so far. As long as no
//! set becomes empty, two threads never come to the same data without one of them waiting for a lock, so an access
//! commutes with all that others do until the thread lets go of its locks.
//!
//! Which global variables and kinds of objects follow the discipline is not asked of the user. All are assumed to: data is taken to be
//! read only once shared until somebody is about to write it, then to be guarded by
//! a lock that one can point at ([`crate::guard`]), which costs no states; every state is watched. If no such lock is left the
//! search begins again with lock sets for these data, and if a set becomes empty once more, without them.
//! `ld-locksets` begins with lock sets, as Algorithm 6 does.
//!
//! # Notation
//! lockSetTable, intersectIfNotEmpty: `Discipline::Guards` and `vm/locksets.rs`; collectAllLocksHeldBy(t, s) ∩ lockSetTable(e) ≠ ∅:
//! [`HeapView::is_guarded`]; inInitialization(o, s): not [`HeapView::was_shared`]; O_unsh: [`Reach::is_local`], in `ld-locksets` only
//! what [`StaticEscape`] knows;
//! O_commun, G_commun: `Discipline::None`.
//!
//! # Premises
//! - Operations on locks as such are not accesses to data: acquiring is no left mover, and the rest is done by the holder,
//!   or fails in either order. Trying to take a lock sees whether somebody holds it, which drops the kind of that lock
//!   ([`tries`]). Interrupts are as in `wsl.rs`.
//! - A lock is held for writing or alone; readers of a read-write lock hold nothing here.
//! - The check may be made in the reduced search. Let u be the thread whose step α on o is taken alone in a state s that
//!   the search explores, by a lock that is in the set of o, and let others go from s by β1 ... βm to the first step βm, of
//!   a thread v, that accesses o; among all such cases take one with the least m. While u does not move it keeps its locks L, so
//!   v holds none of them when it makes βm. The search makes α first, after which the set of o is within L . What others do
//!   before βm commutes with α, and with whatever else the search takes alone on the way (m is least), so after α and
//!   perhaps more such steps the search comes to v about to make βm (C3: none of them waits for ever). The set of o can only
//!   have shrunk, o is still known to be shared, and v holds what it holds on the other path: nothing of L. So `watch` sees
//!   it. It needs that α itself was counted, that is, that o was known to be shared in s: see D1. With a guard that one can
//!   point at it is the same: both hold it when they are seen, u in s and v at last, but it is one and the same lock in all
//!   of the execution, which u holds on the other path.
//! - LD-RO may be checked so, too: if βm is a write of v and α a read, the search comes to v about to make βm after α, and o is known
//!   to be shared then. Regression `ld_read_only.cm`.
//! - What v is about to do is seen also where it is blocked, and where no thread can step (corner
//!   `when_watched_blocked.cm`).
//!
//! # Deviations
//! - D1: the paper lets initialisation end when a second thread *accesses* the object. The creator's accesses without a lock are
//!   then taken alone although others can reach the object; the reduced search never sees the other order, in which
//!   they come after the other thread's and empty the set: a wrong "holds" (regression `ld_initialisation.cm`). Here it
//!   ends when a second thread can *reach* the object, for good. A global has no initialisation (as in the paper).
//! - D2: section 6.4 intersects lock sets only at accesses that wsl-dom does not cover. If u has accessed o under a lock, taken
//!   alone, and then let go of its reference, another thread's access may be covered by then and not be counted,
//!   although in the other order it is not covered: a wrong "holds" (regression `ld_or_dominated.cm`). Here the two oracles
//!   stand side by side, and every access counts for both; only the kinds that are self-locking, for which lock sets
//!   say nothing new, are left to wsl-dom alone. So together they know what either knows.
//! - D3: the paper's table belongs to the whole search and says nothing of which objects of different states are the same.
//!   Here a lock set is a part of the state, and there is one only where no lock can be pointed at.
//!   `ld-locksets` keeps one for all data that is seen to be shared.
//! - D4: a violated discipline is not signalled to the user; what violates it is dropped and the search repeated.

mod discipline;

use crate::assumption::{Assumption, Standing};
use crate::guard::{Guard, guards, spoiled};
use crate::interrupts::{Interrupts, is_about_interrupts};
use crate::reach::Reach;
use crate::target::{Target, lock_moves, target, tries};
use crate::wsl::WslDom;
use crate::{Described, Mover, Oracle, OracleFacts, STARTS_OTHERS, StaticEscape};
use commute_machine::{Access, Footprint, Guarded, HeapView, ObjId, Operation, Tid};
use commute_mutants::mutant;
use discipline::Discipline;
use std::collections::{BTreeMap, BTreeSet};

/// The locking discipline.
#[derive(Default)]
pub struct Ld {
    reach: Reach,
    /// How the data that was watched is protected.
    data: BTreeMap<Guarded, Discipline>,
    /// The data that has lock sets in the state.
    tracked: BTreeSet<Guarded>,
    /// The kinds of locks that threads were seen to try to take, without waiting.
    tried: BTreeSet<u32>,
    /// The kinds of which there is at most one object.
    singletons: Vec<bool>,
    interrupts: Interrupts,
    /// What Algorithm 6 knows to be unshared, if this is Algorithm 6 and no more.
    algorithm_6: Option<StaticEscape>,
}

/// inInitialization(o, s): only one thread has ever reached the object, so that accesses to it do not count (D1).
#[mutant("ld-watches-globals-only", true)]
fn is_being_initialised<M: HeapView>(machine: &M, o: ObjId) -> bool {
    !machine.was_shared(o)
}

/// Whether an access ends LD-RO.
#[mutant("ld-trusts-read-only", false)]
fn writes(access: &Access) -> bool {
    access.operation != Operation::Read
}

/// Of the guards of some data, those stay that protect this access too.
#[mutant("ld-skips-intersection", skip)]
fn drop_guards(all: &mut BTreeSet<Guard>, protects: impl Fn(Guard) -> bool) {
    all.retain(|&guard| protects(guard));
}

impl Ld {
    /// How an access to data moves that is shared.
    fn on_data<M: HeapView>(
        &self,
        machine: &M,
        t: Tid,
        access: &Access,
        data: Guarded,
        o: Option<ObjId>,
    ) -> Mover {
        let guarded = match self.data.get(&data) {
            Some(Discipline::ReadOnly) => access.operation == Operation::Read,
            Some(Discipline::Guards(known)) => !guards(machine, &self.singletons, t, o).is_disjoint(known),
            Some(Discipline::Lockset) => machine.is_guarded(t, access.location),
            Some(Discipline::None) | None => false,
        };
        if guarded { Mover::Both } else { Mover::Non }
    }

    /// How an access to the data of an object moves that is shared.
    #[mutant("ld-watches-globals-only", Mover::Both)]
    fn on_object<M: HeapView>(&self, machine: &M, t: Tid, access: &Access, o: ObjId) -> Mover {
        self.on_data(machine, t, access, Guarded::Kind(machine.kind(o)), Some(o))
    }

    /// Looks at an access to data. Whether it refutes what was assumed.
    fn watch_data<M: HeapView>(&mut self, machine: &M, t: Tid, access: &Access) -> bool {
        let (data, o) = match target(machine, access) {
            Target::Object(o) if is_being_initialised(machine, o) => return false,
            Target::Object(o) => (Guarded::Kind(machine.kind(o)), Some(o)),
            Target::Global(g) => (Guarded::Global(g), None),
            Target::Own | Target::Thread => return false,
        };
        let held = || guards(machine, &self.singletons, t, o);
        let relied_on = self.data.contains_key(&data);
        let begins = self.beginning(access, data, held);
        let anew = begins.as_ref().is_some_and(|how| relied_on || matches!(how, Discipline::Lockset));
        if let Some(how) = begins {
            self.data.insert(data, how);
        }
        let known = self.data.get_mut(&data).expect("[commute internal bug] only new data has no discipline");
        match known {
            Discipline::Guards(all) => {
                let held = guards(machine, &self.singletons, t, o);
                drop_guards(all, |guard| held.contains(&guard) && !spoiled(machine, access, guard));
                if !all.is_empty() {
                    return anew;
                }
                // Whoever holds nothing at all has no lock set either.
                let holds = !machine.held(t).is_empty();
                *known = if holds { Discipline::Lockset } else { Discipline::None };
                true
            }
            Discipline::Lockset
                if self.tracked.contains(&data) && !machine.is_guarded(t, access.location) =>
            {
                *known = Discipline::None;
                true
            }
            Discipline::ReadOnly | Discipline::Lockset | Discipline::None => anew,
        }
    }

    /// The discipline that some data is assumed to follow from this access on, if that is not known already.
    fn beginning(
        &self,
        access: &Access,
        data: Guarded,
        held: impl Fn() -> BTreeSet<Guard>,
    ) -> Option<Discipline> {
        match self.data.get(&data) {
            None if self.algorithm_6.is_some() => Some(Discipline::Lockset),
            None if !writes(access) => Some(Discipline::ReadOnly),
            None => Some(Discipline::Guards(held())),
            Some(Discipline::ReadOnly) if writes(access) => Some(Discipline::Guards(held())),
            Some(_) => None,
        }
    }

    /// Whether `t` has the object to itself.
    fn is_unshared<M: HeapView>(&mut self, machine: &M, t: Tid, o: ObjId, access: &Access) -> bool {
        match &mut self.algorithm_6 {
            Some(unshared) => {
                is_being_initialised(machine, o) || unshared.access(machine, t, access) == Mover::Both
            }
            None => self.reach.is_local(machine, t, o),
        }
    }

    /// Looks at what `t` is about to touch, except for data of kinds that `except` accepts.
    fn watch_except<M: HeapView>(
        &mut self,
        machine: &M,
        t: Tid,
        footprint: &Footprint,
        except: impl Fn(u32) -> bool,
    ) -> bool {
        let mut refuted = self.interrupts.watch(footprint);
        for (at, access) in footprint.accesses.iter().enumerate() {
            let object = match target(machine, access) {
                Target::Object(o) => Some(o),
                _ => None,
            };
            if tries(footprint, at) {
                let shared = object.filter(|&o| !self.reach.is_local(machine, t, o));
                refuted |= shared.is_some_and(|o| self.tried.insert(machine.kind(o)));
            } else if !access.operation.is_on_lock() && !object.is_some_and(|o| except(machine.kind(o))) {
                refuted |= self.watch_data(machine, t, access);
            }
        }
        refuted
    }
}

impl Described for Ld {
    const FACTS: OracleFacts = OracleFacts {
        name: "ld",
        about: "what escape knows, and data that is accessed under one lock or only read once shared",
        follows_steps: false,
        keeps_locksets: true,
        checks_annotations: false,
        infers_locks: false,
        letters: &[("LD", true)],
    };
}

impl<M: HeapView> Oracle<M> for Ld {
    fn access(&mut self, machine: &M, t: Tid, access: &Access) -> Mover {
        // Also on an object that the step makes for itself (regression `wait_on_own_object.cm`).
        if self.interrupts.spoil(access.operation) {
            return Mover::Non;
        }
        let o = match target(machine, access) {
            Target::Object(o) => o,
            Target::Own => return Mover::Both,
            Target::Thread => return STARTS_OTHERS,
            Target::Global(g) => return self.on_data(machine, t, access, Guarded::Global(g), None),
        };
        if self.is_unshared(machine, t, o, access) {
            return Mover::Both;
        }
        if is_about_interrupts(access.operation) {
            return Mover::Non;
        }
        let kind = machine.kind(o);
        match lock_moves(access.operation, machine.holder(o) == Some(t)) {
            Some(_) if self.tried.contains(&kind) => Mover::Non,
            Some(mover) => mover,
            None if machine.was_shared(o) => self.on_object(machine, t, access, o),
            None => Mover::Non,
        }
    }

    fn prepare(&mut self, machine: &mut M) {
        let by_lockset = |(&data, how): (_, &Discipline)| matches!(how, Discipline::Lockset).then_some(data);
        self.tracked = self.data.iter().filter_map(by_lockset).collect();
        machine.track_locksets(&self.tracked);
        if self.singletons.is_empty() {
            self.singletons = machine.singletons();
        }
        if let Some(unshared) = &mut self.algorithm_6 {
            unshared.prepare(machine);
        }
    }

    fn watch(&mut self, machine: &M, t: Tid, footprint: &Footprint) -> bool {
        self.watch_except(machine, t, footprint, |_| false)
    }

    fn assumptions(&self, machine: &M) -> Vec<Assumption> {
        let standing = |holds| if holds { Standing::Unrefuted } else { Standing::Refuted };
        let data = self.data.iter().map(|(&data, how)| Assumption {
            text: how.describe(machine, data),
            standing: standing(how.protects()),
        });
        let locks = self.tried.iter().map(|&kind| Assumption {
            text: format!("{} is taken only by waiting for it", machine.kind_name(kind)),
            standing: standing(false),
        });
        data.chain(locks).collect()
    }
}

/// The locking discipline as Algorithm 6 has it: by lock sets alone.
pub struct LdLocksets {
    ld: Ld,
}

impl Default for LdLocksets {
    fn default() -> Self {
        Self { ld: Ld { algorithm_6: Some(StaticEscape::default()), ..Ld::default() } }
    }
}

impl Described for LdLocksets {
    const FACTS: OracleFacts = OracleFacts {
        name: "ld-locksets",
        about: "what static-escape knows, and data that is accessed under one lock, by lock sets alone",
        follows_steps: false,
        keeps_locksets: true,
        checks_annotations: false,
        infers_locks: false,
        letters: &[("LD-sets", true)],
    };
}

impl<M: HeapView> Oracle<M> for LdLocksets {
    fn access(&mut self, machine: &M, t: Tid, access: &Access) -> Mover {
        self.ld.access(machine, t, access)
    }

    fn prepare(&mut self, machine: &mut M) {
        Oracle::<M>::prepare(&mut self.ld, machine);
    }

    fn watch(&mut self, machine: &M, t: Tid, footprint: &Footprint) -> bool {
        self.ld.watch(machine, t, footprint)
    }

    fn assumptions(&self, machine: &M) -> Vec<Assumption> {
        self.ld.assumptions(machine)
    }
}

/// The locking discipline and weak self-locking with domination (section 6.4): the first for what the second does not
/// protect.
#[derive(Default)]
pub struct LdWslDom {
    ld: Ld,
    wsl_dom: WslDom,
}

impl Described for LdWslDom {
    const FACTS: OracleFacts = OracleFacts {
        name: "ld+wsl-dom",
        about: "what ld knows, and what wsl-dom knows",
        follows_steps: false,
        keeps_locksets: true,
        checks_annotations: false,
        infers_locks: false,
        letters: &[("LD+WSL-dom", true)],
    };
}

impl<M: HeapView> Oracle<M> for LdWslDom {
    fn access(&mut self, machine: &M, t: Tid, access: &Access) -> Mover {
        match self.wsl_dom.access(machine, t, access) {
            Mover::Both => Mover::Both,
            known => known.or(self.ld.access(machine, t, access)),
        }
    }

    fn prepare(&mut self, machine: &mut M) {
        self.wsl_dom.prepare(machine);
        Oracle::<M>::prepare(&mut self.ld, machine);
    }

    fn watch(&mut self, machine: &M, t: Tid, footprint: &Footprint) -> bool {
        let wsl = self.wsl_dom.watch(machine, t, footprint);
        let self_locking = |kind| self.wsl_dom.is_self_locking(kind);
        wsl | self.ld.watch_except(machine, t, footprint, self_locking)
    }

    fn assumptions(&self, machine: &M) -> Vec<Assumption> {
        let mut all = self.ld.assumptions(machine);
        all.extend(self.wsl_dom.assumptions(machine));
        all
    }
}
