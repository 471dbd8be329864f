//! What the declared properties look at: a step that changes none of it is invisible to them (DHRR04 section
//! 3.2.2).
//!
//! A thread that is started gets the lowest number that is free, so its number depends on which threads were started before and
//! which of them have ended. A property that says `owner(m) != 3`, and annotations that say which thread has access, can see that: to
//! them the start and the end of a thread are visible.

use crate::code::Code;
use crate::eval::is_at;
use crate::state::State;
use crate::symmetry::Exchangeable;
use commute_ir::{Annotation, BinOp, Expr, ExprKind, Instr, Program, PropertyKind, Shape, Ty};
use commute_machine::{Access, Location, ObjId, Objects, Operation, Pattern, PossibleAct};
use commute_mutants::mutant;
use std::collections::BTreeSet;

/// What invariants and the atoms of temporal formulas speak of, or exclusive access predicates.
#[derive(Default)]
pub struct Observed {
    globals: BTreeSet<u32>,
    /// Static objects, by number.
    objects: BTreeSet<u32>,
    /// Fields of objects that references lead to: the kind and the word.
    words: BTreeSet<(u32, u32)>,
    /// Kinds of objects that references lead to whose owner matters.
    monitors: BTreeSet<u32>,
    /// Kinds of such objects all of which matters: elements, lengths.
    kinds: BTreeSet<u32>,
    /// A reference is followed of which it is not known where it leads to, so any object may matter.
    any_object: bool,
    labels: Vec<String>,
    /// It matters which number a thread gets that is started, and when it ends.
    numbers: bool,
}

/// What exclusive access predicates look at (SC06 section 5).
pub struct AccessPredicates {
    /// Whatever the predicates are about that are more than the owner of a lock.
    pub predicates: Observed,
    /// Where it stands which lock guards something.
    pub paths: Observed,
}

impl AccessPredicates {
    /// Of all annotations of a program.
    pub fn new(program: &Program) -> Self {
        let mut this = Self { predicates: Observed::default(), paths: Observed::default() };
        for annotation in program.annotations() {
            match annotation {
                Annotation::GuardedBy(lock) => this.paths.look_at_path(program, lock),
                Annotation::ExclusiveWhen(predicate) => match held_lock(predicate) {
                    Some(lock) => this.paths.look_at_path(program, lock),
                    None => {
                        this.predicates.look(program, predicate);
                        // Only threads that are not over have access.
                        this.predicates.numbers = true;
                    }
                },
                _ => {}
            }
        }
        this
    }
}

/// The lock, if a predicate says no more than that thread i, its first parameter, holds one.
fn held_lock(predicate: &Expr) -> Option<&Expr> {
    let ExprKind::Binary(BinOp::Eq, a, b) = &predicate.kind else { return None };
    match (&a.kind, &b.kind) {
        (ExprKind::Owner { obj, .. }, ExprKind::Param(0))
        | (ExprKind::Param(0), ExprKind::Owner { obj, .. })
            if !mentions_thread(obj) =>
        {
            Some(obj)
        }
        _ => None,
    }
}

/// Whether the first parameter, the thread, occurs in an expression: `owner(own[i]) == i` gives access to every thread.
fn mentions_thread(expr: &Expr) -> bool {
    use ExprKind::*;
    match &expr.kind {
        Param(number) => *number == 0,
        Int(_) | Null | Global { .. } => false,
        Static { index, .. } => index.as_deref().is_some_and(mentions_thread),
        At { thread, .. } => thread.as_deref().is_some_and(mentions_thread),
        Len { obj: a, .. } | Owner { obj: a, .. } | Unary(_, a) => mentions_thread(a),
        Word { obj: a, index: b, .. } | Contains { set: a, elem: b, .. } | Binary(_, a, b) => {
            mentions_thread(a) || mentions_thread(b)
        }
        If(a, b, c) | Quant { lo: a, hi: b, body: c, .. } => [a, b, c].iter().any(|e| mentions_thread(e)),
    }
}

/// Whether a property depends on which number a thread gets that a step starts, as `numbers` says, and steps start threads.
#[mutant("numbers-unobserved", false)]
fn are_numbers_seen(program: &Program, numbers: &Exchangeable) -> bool {
    let is_start = |i: &Instr| matches!(i, Instr::Spawn { .. } | Instr::Start { .. });
    let starts = || program.functions.iter().any(|f| f.code.iter().any(is_start));
    numbers.tells_started_apart() && starts()
}

impl Observed {
    /// Of all properties that a search checks.
    pub fn new(program: &Program) -> Self {
        let mut this = Self::default();
        let mut numbers = Exchangeable::new(program);
        for property in &program.properties {
            match &property.kind {
                PropertyKind::Invariant(expr) => this.look(program, expr),
                PropertyKind::Ltl(formula) => formula.for_each_atom(&mut |atom| {
                    this.look(program, atom);
                    numbers.read(atom);
                }),
                PropertyKind::Env(_) | PropertyKind::Init(_) | PropertyKind::Atomic(_) => {}
            }
        }
        this.numbers = are_numbers_seen(program, &numbers);
        this
    }

    /// Where a lock is found, and not who holds it.
    fn look_at_path(&mut self, program: &Program, lock: &Expr) {
        match &lock.kind {
            ExprKind::Static { index, .. } => index.iter().for_each(|i| self.look(program, i)),
            _ => self.look(program, lock),
        }
    }

    fn look(&mut self, program: &Program, expr: &Expr) {
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Null | ExprKind::Param(_) => {}
            ExprKind::Global { global, .. } => {
                self.globals.insert(global.0);
            }
            ExprKind::Static { base, count, index } => {
                self.objects.extend(base.0..base.0 + count);
                index.iter().for_each(|i| self.look(program, i));
            }
            ExprKind::Word { obj, index, .. } => {
                let word = match index.kind {
                    ExprKind::Int(word) => u32::try_from(word).ok(),
                    _ => None,
                };
                self.look_behind(program, obj, |this, kind, is_instance| match word {
                    Some(word) if is_instance => _ = this.words.insert((kind, word)),
                    _ => _ = this.kinds.insert(kind),
                });
                self.look(program, index);
            }
            ExprKind::Owner { obj, .. } => {
                self.look_behind(program, obj, |this, kind, _| _ = this.monitors.insert(kind));
            }
            ExprKind::Len { obj, .. } => {
                self.look_behind(program, obj, |this, kind, _| _ = this.kinds.insert(kind));
            }
            ExprKind::Contains { set, elem, .. } => {
                self.look_behind(program, set, |this, kind, _| _ = this.kinds.insert(kind));
                self.look(program, elem);
            }
            ExprKind::At { thread, label } => {
                thread.iter().for_each(|thread| self.look(program, thread));
                self.labels.push(label.clone());
            }
            ExprKind::Unary(_, a) => self.look(program, a),
            ExprKind::Binary(_, a, b) => [a, b].iter().for_each(|e| self.look(program, e)),
            ExprKind::If(a, b, c) => [a, b, c].iter().for_each(|e| self.look(program, e)),
            ExprKind::Quant { lo, hi, body, .. } => {
                [lo, hi, body].iter().for_each(|e| self.look(program, e));
            }
        }
    }

    /// Looks at an object, and at a part of it if a reference leads there: `part` is told of what kind it may be and whether it has
    /// fields. Static objects are looked at as a whole.
    fn look_behind(&mut self, program: &Program, obj: &Expr, part: impl Fn(&mut Self, u32, bool)) {
        self.look(program, obj);
        match obj.ty {
            _ if matches!(obj.kind, ExprKind::Static { .. }) => {}
            Ty::Class(class) => program.kinds_of(class).for_each(|(kind, _)| part(self, kind, true)),
            Ty::Object(shape) => {
                let of = program.shapes[shape.index()];
                let is_instance = matches!(of, Shape::Instance(_));
                // Arrays with the same elements may be of several kinds.
                let same = program.shapes.iter().enumerate().filter(|(_, shape)| **shape == of);
                same.for_each(|(kind, _)| part(self, kind as u32, is_instance));
            }
            _ => self.any_object = true,
        }
    }

    /// Whether an access may change what is looked at.
    #[mutant("data-unobserved", false)]
    pub fn touches(&self, st: &State, access: &Access) -> bool {
        if access.operation == Operation::Read {
            return false;
        }
        // An object that the step is yet to make is nowhere yet: what it is put into is accessed too.
        let kind =
            |o: ObjId| ((o.0 as usize) < st.objects()).then(|| st.object(u64::from(o.0) + 1)[0] as u32);
        let whole = |o: ObjId| self.any_object || self.objects.contains(&o.0);
        let is_of = |kinds: &BTreeSet<u32>, o: ObjId| kind(o).is_some_and(|k| kinds.contains(&k));
        match access.location {
            Location::Global(global) => self.globals.contains(&global),
            Location::Word(o, word) => {
                whole(o) || is_of(&self.kinds, o) || kind(o).is_some_and(|k| self.words.contains(&(k, word)))
            }
            Location::Object(o) | Location::Monitor(o) => {
                whole(o) || is_of(&self.monitors, o) || is_of(&self.kinds, o)
            }
            // A new thread stands somewhere, and has a number.
            Location::Thread(_) => self.looks_at_threads(),
        }
    }

    /// Whether it follows references.
    fn follows_references(&self) -> bool {
        self.any_object || !(self.words.is_empty() && self.monitors.is_empty() && self.kinds.is_empty())
    }

    /// Whether one of these operations may change what is looked at, wherever the thread goes by it.
    pub fn may_touch(&self, acts: &[PossibleAct]) -> bool {
        self.looks_at_threads()
            || acts.iter().filter(|act| act.operation != Operation::Read).any(|act| match &act.pattern {
                Pattern::Global(global) => self.globals.contains(global),
                Pattern::Word(objects, _) | Pattern::Object(objects) | Pattern::Monitor(objects) => {
                    self.follows_references()
                        || match objects {
                            Objects::Static { first, count } => {
                                self.objects.range(first..&(first + count)).next().is_some()
                            }
                            Objects::OfKinds(_) => !self.objects.is_empty(),
                        }
                }
                Pattern::Thread => false,
            })
    }

    /// Whether a property speaks of where threads stand or which numbers they have.
    pub fn looks_at_threads(&self) -> bool {
        self.numbers || !self.labels.is_empty()
    }

    /// What it sees of a thread: at which labels it stands, and whether its number is used no more.
    pub fn of_thread(&self, code: &Code, st: &State, t: usize) -> Vec<bool> {
        let ended = st.status(t).is_final();
        let stands_at = |name: &String| is_at(code, st, t, name);
        self.labels.iter().map(stands_at).chain(self.numbers.then_some(ended)).collect()
    }
}
