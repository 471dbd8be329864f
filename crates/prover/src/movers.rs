//! Steps that commute with everything that others may do, so that nobody need be thought of before them.
//!
//! # Source
//! Lipton, *Reduction* (1975), as FQ03 section 3 uses it for locks; the default of `commute prove`, where FFQ01 has an
//! environment step before every operation.
//!
//! # Idea
//! If every access to x happens while the accessing thread holds m, an access commutes with every step of others: they
//! neither access x nor take or give m. So a step of others just before it can as well be made just after it. Giving a lock
//! back can be moved before what others do, too. A critical section then is one transaction: others run before it and
//! after it, and nothing need be said about what they do to x meanwhile.
//!
//! # Notation
//! A both-mover is an access to a variable of [`Movers::guard`]; a left mover is a release.
//!
//! # Premises
//! - Every access to x holds m: asserted at each access of every thread (`Walker::access`).
//! - Nobody else looks at x: no invariant mentions it. An invariant is about every state, also those in the middle of two
//!   transactions, which the reduction leaves out.
//! - Only the holder gives a lock back: asserted at each release.
//!
//! # Deviations
//! - D1. Guarantees are still asserted of each step, not of each transaction: more than needed, never less.
//! - D2. Only locks that are named (`guarded_by m`) count, not those that depend on the object or the state.

use crate::spec::{Spec, each_part};
use crate::store::{Store, VarId};
use commute_ir::{Annotation, ExprKind, GlobalId, Program, StaticId};
use std::collections::BTreeMap;

/// The variables whose accesses are both-movers, each with its lock.
#[derive(Clone, Debug, Default)]
pub struct Movers {
    guards: BTreeMap<VarId, StaticId>,
    /// Whether releases are left movers.
    pub releases: bool,
}

impl Movers {
    /// What the annotations allow.
    pub fn new(program: &Program, store: &Store, spec: &Spec) -> Self {
        let mut guards = BTreeMap::new();
        let lock = |annotations: &[Annotation]| {
            annotations.iter().find_map(|a| match a {
                Annotation::GuardedBy(e) => match e.kind {
                    ExprKind::Static { base, index: None, .. } => Some(base),
                    _ => None,
                },
                _ => None,
            })
        };
        for (at, global) in program.globals.iter().enumerate() {
            let spot = store.global(program, GlobalId::new(at), global.span);
            if let (Some(lock), Ok(Ok(spot))) = (lock(&global.annotations), spot) {
                guards.insert(spot.var, lock);
            }
        }
        for (at, object) in program.statics.iter().enumerate() {
            if let Some(lock) = lock(&object.annotations) {
                let row = store.row_of(StaticId::new(at)).0;
                guards.extend(store.row_vars(row).into_iter().map(|var| (var, lock)));
            }
        }
        for conjunct in &spec.invariants {
            each_part(&conjunct.expr, &mut |e| match &e.kind {
                ExprKind::Global { global, .. } => {
                    if let Ok(Ok(spot)) = store.global(program, *global, e.span) {
                        guards.remove(&spot.var);
                    }
                }
                ExprKind::Static { base, .. } => {
                    store.row_vars(store.row_of(*base).0).iter().for_each(|var| {
                        guards.remove(var);
                    });
                }
                _ => {}
            });
        }
        Self { guards, releases: true }
    }

    /// The lock that every access to the variable holds.
    pub fn guard(&self, var: VarId) -> Option<StaticId> {
        self.guards.get(&var).copied()
    }

    /// How many variables are guarded so.
    pub fn len(&self) -> usize {
        self.guards.len()
    }

    /// Whether no variable is.
    pub fn is_empty(&self) -> bool {
        self.guards.is_empty()
    }
}
