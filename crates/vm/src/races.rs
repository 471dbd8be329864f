//! Data races: two threads that are about to access the same plain memory, one of them writing.
//!
//! # Source
//! S. V. Adve and M. D. Hill, "Weak ordering: a new definition" (ISCA 1990); The Java Language Specification, 17.4.5.
//!
//! # Idea
//! If some sequentially consistent execution has two conflicting accesses that happens-before does not order, then some has two
//! of them next to each other: whatever comes between the first such pair can be moved before or after both. So a race is a
//! property of states, like an invariant, and needs no clocks.
//!
//! # Notation
//! *Plain*: [`Instr::Load`] and [`Instr::Store`] that say so. All other accesses synchronize: two of them never race, one and a
//! plain access may.
//!
//! # Premises
//! - A step has one access outside atomic blocks, at its beginning ([`Instr::is_visible`]), and which one it is depends on the thread
//!   alone. So between two steps each thread stands before its next access.
//! - Who wants fewer states must not lose the two threads side by side. A step that is made *earlier* than it might be (a left mover,
//!   an ample set, a persistent set) only lets its thread stand before its access for longer. One that is made *later* (a right mover)
//!   may lose them, so a transaction ends before an access that may race (`explore`, `transactions/run.rs`).
//! - An access of which an oracle knows that it moves both ways does not race: it would not commute with the other.
//!
//! # Deviations
//! - An operation that fails because of what another thread has not done yet (`tryLock`, a queue that is empty) is ordered after
//!   what it has seen, as implementations order it; the documentation of Java's library promises less.
//! - A guard that keeps a thread waiting is read.
//! - A compare-and-swap that fails is a read.

use crate::code::Code;
use crate::enabled::View;
use crate::state::State;
use commute_ir::{Instr, Place, Program, Shape};
use commute_machine::{Access, Footprint, Location, ObjId, Operation};
use commute_mutants::mutant;
use std::collections::BTreeSet;

/// The words that some instruction accesses plainly, by names that mean the same in all states.
#[derive(Default)]
pub struct PlainWords {
    globals: BTreeSet<u32>,
    /// Kinds of instances and words of them.
    fields: BTreeSet<(u32, u32)>,
    /// Elements of arrays are accessed plainly.
    elements: bool,
}

impl PlainWords {
    /// Of a program.
    pub fn new(program: &Program) -> Self {
        let fields = program.plain_fields().map(|(kind, _, field)| (kind, field)).collect();
        let mut this = Self { fields, ..Self::default() };
        for place in program.plain_places() {
            match *place {
                Place::Global(global) => _ = this.globals.insert(global.0),
                Place::Field { .. } => {}
                Place::Elem { .. } => this.elements = true,
                Place::Slot { .. } => panic!("[commute internal bug] a plain access to a slot is not valid"),
            }
        }
        this
    }

    /// Whether there are none, so that no state has a race.
    pub fn are_none(&self) -> bool {
        self.globals.is_empty() && self.fields.is_empty() && !self.elements
    }

    /// Whether a global variable is among them.
    #[mutant("counters-hide-races", false)]
    pub fn has_global(&self, global: u32) -> bool {
        self.globals.contains(&global)
    }

    /// Whether a field of the objects of a kind is among them.
    pub fn has_field(&self, kind: u32, field: u32) -> bool {
        self.fields.contains(&(kind, field))
    }

    /// Whether a step that touches this may be one of two that race.
    #[mutant("races-of-nobody", false)]
    pub fn may_race(&self, code: &Code, st: &State, footprint: &Footprint) -> bool {
        footprint.accesses.iter().any(|access| self.has(code, st, access.location))
    }

    /// Whether a word of the state is among them.
    pub fn has(&self, code: &Code, st: &State, location: Location) -> bool {
        match location {
            Location::Global(global) => self.globals.contains(&global),
            Location::Word(o, word) => {
                (o.0 as usize) < st.objects() && {
                    let kind = st.object(u64::from(o.0) + 1)[0] as u32;
                    match code.program.shapes[kind as usize] {
                        Shape::Instance(_) => self.fields.contains(&(kind, word)),
                        _ => self.elements,
                    }
                }
            }
            Location::Object(_) | Location::Monitor(_) | Location::Thread(_) => false,
        }
    }
}

/// The access of a thread that stands before a plain one which is possible.
pub fn plain_access(code: &Code, st: &State, view: View) -> Option<Access> {
    let (place, operation) = match &code.program.functions[view.func as usize].code[view.pc as usize] {
        Instr::Load { place, plain: true, .. } => (place, Operation::Read),
        Instr::Store { place, plain: true, .. } => (place, Operation::Write),
        _ => return None,
    };
    let word = |reference: u64, word: u64, is_instance: bool| {
        let is_there = reference != 0 && word < st.data_len(reference) as u64 && {
            let shape = code.program.shapes[st.object(reference)[0] as usize];
            matches!(shape, Shape::Instance(_)) == is_instance
        };
        is_there.then(|| Location::Word(ObjId(reference as u32 - 1), word as u32))
    };
    let location = match *place {
        Place::Global(global) => Location::Global(global.0),
        Place::Field { obj, field, .. } => word(view.value(obj), u64::from(field), true)?,
        Place::Elem { arr, index } => word(view.value(arr), view.value(index), false)?,
        Place::Slot { .. } => return None,
    };
    Some(Access { location, operation })
}

/// Whether two accesses of different threads conflict.
#[mutant("reads-do-not-race", one.location == other.location && one.operation == other.operation && is_write(one))]
pub fn conflict(one: &Access, other: &Access) -> bool {
    one.location == other.location && (is_write(one) || is_write(other))
}

/// Whether an access may change a word.
fn is_write(access: &Access) -> bool {
    matches!(access.operation, Operation::Write | Operation::Cas)
}

/// Whether a thread stands before a compare-and-swap that would fail.
pub fn fails_to_swap(st: &State, view: View, code: &Code, access: &Access) -> bool {
    let Instr::Cas { expected, .. } = &code.program.functions[view.func as usize].code[view.pc as usize]
    else {
        return false;
    };
    let (at, index) = match access.location {
        Location::Global(global) => State::global_at(global),
        Location::Word(o, word) if (word as usize) < st.data_len(u64::from(o.0) + 1) => {
            st.data_at(u64::from(o.0) + 1, word as usize)
        }
        _ => return false,
    };
    st.comps.words(st.vector[at])[index] != view.value(*expected)
}
