//! What the declared properties look at: a step that changes none of it is invisible to them (DHRR04 section
//! 3.2.2).
//!
//! A thread that is started gets the lowest number that is free, so its number depends on which threads were started before and
//! which of them have ended. A property that says `owner(m) != 3`, and annotations that say which thread has access, can see that: to
//! them the start and the end of a thread are visible.

use crate::code::Code;
use crate::enabled::View;
use crate::state::State;
use crate::symmetry::Exchangeable;
use commute_base::fault;
use commute_ir::{Expr, ExprKind, Instr, Program, PropertyKind};
use commute_machine::{Access, Footprint, Location, Objects, Operation, Pattern, PossibleAct};
use std::collections::BTreeSet;

/// What invariants and the atoms of temporal formulas speak of.
#[derive(Default)]
pub struct Observed {
    globals: BTreeSet<u32>,
    /// Static objects, by number.
    objects: BTreeSet<u32>,
    /// A property follows references, so any object may matter.
    any_object: bool,
    labels: Vec<String>,
    /// It matters which number a thread gets that is started.
    numbers: bool,
}

impl Observed {
    /// Of all properties that a search checks.
    pub fn new(program: &Program) -> Self {
        let mut this = Self::default();
        let mut numbers = Exchangeable::new(program);
        for property in &program.properties {
            match &property.kind {
                PropertyKind::Invariant(expr) => this.look(expr),
                PropertyKind::Ltl(formula) => formula.for_each_atom(&mut |atom| {
                    this.look(atom);
                    numbers.read(atom);
                }),
                PropertyKind::Env(_) | PropertyKind::Init(_) => {}
            }
        }
        let is_start = |i: &Instr| matches!(i, Instr::Spawn { .. } | Instr::Start { .. });
        let starts = || program.functions.iter().any(|f| f.code.iter().any(is_start));
        this.numbers = numbers.tells_started_apart() && starts() && !fault!("numbers-unobserved");
        this
    }

    fn look(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Null | ExprKind::Param(_) => {}
            ExprKind::Global { global, .. } => {
                self.globals.insert(global.0);
            }
            ExprKind::Static { base, count, index } => {
                self.objects.extend(base.0..base.0 + count);
                index.iter().for_each(|i| self.look(i));
            }
            ExprKind::Len { obj, .. } | ExprKind::Owner { obj, .. } => self.look_object(obj),
            ExprKind::Word { obj, index: other, .. } | ExprKind::Contains { set: obj, elem: other, .. } => {
                self.look_object(obj);
                self.look(other);
            }
            ExprKind::At { thread, label } => {
                self.look(thread);
                self.labels.push(label.clone());
            }
            ExprKind::Unary(_, a) => self.look(a),
            ExprKind::Binary(_, a, b) => [a, b].iter().for_each(|e| self.look(e)),
            ExprKind::If(a, b, c) => [a, b, c].iter().for_each(|e| self.look(e)),
            ExprKind::Quant { lo, hi, body, .. } => [lo, hi, body].iter().for_each(|e| self.look(e)),
        }
    }

    fn look_object(&mut self, obj: &Expr) {
        self.any_object |= !matches!(obj.kind, ExprKind::Static { .. });
        self.look(obj);
    }

    /// Whether an access of the footprint may change what is looked at.
    pub fn touches(&self, footprint: &Footprint) -> bool {
        let changes = |a: &&Access| a.operation != Operation::Read && !fault!("data-unobserved");
        footprint.accesses.iter().filter(changes).any(|access| {
            match access.location {
                Location::Global(global) => self.globals.contains(&global),
                Location::Word(o, _) | Location::Object(o) | Location::Monitor(o) => {
                    self.any_object || self.objects.contains(&o.0)
                }
                // A new thread stands somewhere, and has a number.
                Location::Thread(_) => self.looks_at_threads(),
            }
        })
    }

    /// Whether one of these operations may change what is looked at, wherever the thread goes by it.
    pub fn may_touch(&self, acts: &[PossibleAct]) -> bool {
        self.looks_at_threads()
            || acts.iter().filter(|act| act.operation != Operation::Read).any(|act| match &act.pattern {
                Pattern::Global(global) => self.globals.contains(global),
                Pattern::Word(objects, _) | Pattern::Object(objects) | Pattern::Monitor(objects) => {
                    self.any_object
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
        let view = View::of(st.thread(t));
        let here = &code.program.functions[view.func as usize].labels;
        let stands_at = |name: &String| !ended && here.iter().any(|l| l.pc.0 == view.pc && l.name == *name);
        self.labels.iter().map(stands_at).chain(self.numbers.then_some(ended)).collect()
    }
}
