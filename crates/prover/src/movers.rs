//! Steps that commute with everything that others may do, so that nobody need be thought of before them.
//!
//! # Source
//! Lipton, *Reduction* (1975), as FQ03 section 3 uses it for locks; the default of `commute prove`, where FFQ01 has an
//! environment step before every operation.
//!
//! # Idea
//! If every access to x happens while the accessing thread holds m, an access commutes with every step of others: they
//! neither access x nor take or give m. So a step of others just before it can as well be made just after it. Giving a lock
//! back can be moved before what others do, too, if no step of others can tell whether the lock is free: one that only waits
//! for it is not made while it is held. A critical section then is one transaction: others run before it and after it, and
//! nothing need be said about what they do to x meanwhile.
//!
//! # Notation
//! A both-mover is an access to a variable of [`Movers::moves`]; a left mover is a release of [`Movers::release_moves`].
//!
//! # Premises
//! - Every access to x is made by a step at whose beginning its thread holds m: asserted at each access of every thread
//!   (`Walker::assert_guarded`), also where nothing moves, since the annotation says so. Operations on locks are no accesses,
//!   for a search neither, so what is said of a lock moves nothing.
//! - Nobody else looks at x: no invariant mentions it. An invariant is about every state, also those in the middle of two
//!   transactions, which the reduction leaves out.
//! - Only the holder gives a lock back: asserted at each release.
//! - No step does one thing while m is held and another while it is free: there is neither a `try_acquire` of m nor an
//!   `acquire` inside an atomic block, which goes on or stops in the middle (`tested`).
//!
//! # Deviations
//! - D1. Guarantees are still asserted of each step, not of each transaction: more than needed, never less.
//! - D2. Only locks that are named (`guarded_by m`) count, not those that depend on the object or the state.

use crate::code::calls_inside_atomic;
use crate::spec::Spec;
use crate::store::{Store, VarId};
use commute_ir::{Annotation, ExprKind, GlobalId, Instr, ObjOp, Operand, Program, Shape, StaticId};
use commute_mutants::mutant;
use std::collections::{BTreeMap, BTreeSet};

/// The variables whose accesses are both-movers, each with its lock.
#[derive(Clone, Debug, Default)]
pub struct Movers {
    /// What the user says: the lock of each variable.
    guards: BTreeMap<VarId, StaticId>,
    /// The same of rows of objects, some of which have no variables.
    rows: BTreeMap<usize, StaticId>,
    /// The variables whose accesses move.
    moving: BTreeSet<VarId>,
    /// The rows of locks whose releases move.
    releases: BTreeSet<usize>,
}

impl Movers {
    /// What the annotations allow; nothing moves without `reduction`.
    pub fn new(program: &Program, store: &Store, spec: &Spec, reduction: bool) -> Self {
        let (guards, rows) = guards(program, store);
        if !reduction {
            return Self { guards, rows, ..Self::default() };
        }
        let mut moving: BTreeSet<VarId> = guards.keys().copied().collect();
        for conjunct in &spec.invariants {
            conjunct.expr.for_each_part(&mut |e| match &e.kind {
                ExprKind::Global { global, .. } => {
                    if let Ok(Ok(spot)) = store.global(program, *global, e.span) {
                        moving.remove(&spot.var);
                    }
                }
                ExprKind::Static { base, .. } => {
                    store.row_vars(store.row_of(*base).0).iter().for_each(|var| {
                        moving.remove(var);
                    });
                }
                _ => {}
            });
        }
        let releases = &locks(store) - &tested(program, store);
        Self { guards, rows, moving, releases }
    }

    /// The lock that every access to the variable must hold.
    pub fn guard(&self, var: VarId) -> Option<StaticId> {
        self.guards.get(&var).copied()
    }

    /// The lock that every access to an object of the row must hold.
    pub fn guard_of_row(&self, row: usize) -> Option<StaticId> {
        self.rows.get(&row).copied()
    }

    /// Whether an access to the variable commutes with what others do.
    pub fn moves(&self, var: VarId) -> bool {
        self.moving.contains(&var)
    }

    /// Whether giving back a lock of this row can be moved before what others do.
    pub fn release_moves(&self, row: usize) -> bool {
        self.releases.contains(&row)
    }

    /// How many variables move.
    pub fn len(&self) -> usize {
        self.moving.len()
    }

    /// Whether no variable does.
    pub fn is_empty(&self) -> bool {
        self.moving.is_empty()
    }
}

/// The lock that an annotation names.
fn lock(annotations: &[Annotation]) -> Option<StaticId> {
    annotations.iter().find_map(|a| match a {
        Annotation::GuardedBy(e) => match e.kind {
            ExprKind::Static { base, index: None, .. } => Some(base),
            _ => None,
        },
        _ => None,
    })
}

/// The variables of globals, and the rows of static objects with theirs, that have a lock by name.
fn guards(program: &Program, store: &Store) -> (BTreeMap<VarId, StaticId>, BTreeMap<usize, StaticId>) {
    let (mut guards, mut rows) = (BTreeMap::new(), BTreeMap::new());
    for (at, global) in program.globals.iter().enumerate() {
        let spot = store.global(program, GlobalId::new(at), global.span);
        if let (Some(lock), Ok(Ok(spot))) = (lock(&global.annotations), spot) {
            guards.insert(spot.var, lock);
        }
    }
    for (at, object) in program.statics.iter().enumerate() {
        let row = store.row_of(StaticId::new(at)).0;
        if let Some(lock) = lock(&object.annotations)
            && is_accessed(&store.rows[row].shape)
        {
            guards.extend(store.row_vars(row).into_iter().map(|var| (var, lock)));
            rows.insert(row, lock);
        }
    }
    (guards, rows)
}

/// Whether operations on objects of this shape are accesses: not those on locks.
#[mutant("prove-locks-are-guarded", true)]
fn is_accessed(shape: &Shape) -> bool {
    !matches!(shape, Shape::Lock | Shape::RwLock)
}

/// The rows of locks.
fn locks(store: &Store) -> BTreeSet<usize> {
    (0..store.rows.len()).filter(|&row| store.rows[row].shape == Shape::Lock).collect()
}

/// The rows of locks of which some step finds out whether they are free.
#[mutant("prove-releases-always-move", BTreeSet::new())]
fn tested(program: &Program, store: &Store) -> BTreeSet<usize> {
    let inside = calls_inside_atomic(program);
    let mut found = BTreeSet::new();
    for (at, func) in program.functions.iter().enumerate() {
        let depth = commute_ir::analysis::atomic_depth(func).unwrap_or_default();
        for (pc, instr) in func.code.iter().enumerate() {
            let Instr::Invoke { op, obj, .. } = instr else { continue };
            let stops = inside.contains(&commute_ir::FuncId::new(at)) || depth.get(pc).is_none_or(|d| *d > 0);
            if !(*op == ObjOp::TryAcquire || *op == ObjOp::Acquire && stops) {
                continue;
            }
            match obj {
                Operand::Static(id) => found.extend([store.row_of(*id).0]),
                // It may be any lock.
                _ => found.extend(0..store.rows.len()),
            }
        }
    }
    found
}
