//! Counters: atomic blocks that do nothing but [count](Counting) with one word and forget it.
//!
//! # Source
//! SC06 section 10 (increments of a variable commute); Sto00 section 10: an operation of a class (`up`, `down`) instead of the accesses to
//! fields that it is made of, so that dependence of operations can be used.
//!
//! # Idea
//! An object that threads synchronise by is in Java a class of the library, and its operations are atomic blocks over its fields:
//! `permits++`, or waiting until `count == 0`. What such a block does to its word is found by running it once on a word that is
//! not known (`block.rs`). If that is a function of the kind that [`Counting`] describes, and nothing that was read is used
//! later, then the block *is* this operation, whatever class it belongs to; and which operations commute follows from the
//! functions alone (`movers/depend/counter.rs` for two steps, `movers/counts.rs` for all steps). Semantics stays what it is: a
//! block is executed as a block.
//!
//! # Notation
//! v: the word before the block; f(v): [`Counting::apply`].
//!
//! # Premises
//! - The block is all that its step does: it is in no other block, also not of a caller (looked at in the state), and nothing visible
//!   follows in the same step.
//! - What it reads is dead after it, or is the result that its function returns next and that the caller, in the state, does not use.
//! - The word is accessed plainly nowhere: whether such an access has a data race with the block is seen, whatever the value.
//! - Numbers do not wrap around where they are compared: a block that compares counts only while its word is within [`FAR`].
//!
//! # Deviations
//! - D1: what threads may do later is said only for blocks whose word is a field or a global variable and whose function does not return
//!   what it read; other blocks are said to read and write.

mod block;

use crate::races::PlainWords;
use commute_ir::analysis::{Liveness, atomic_depth, liveness};
use commute_ir::{Function, Instr, Operand, Pc, Place, Program, Reg};
use commute_machine::{Counting, Detail, Operation};
use commute_mutants::mutant;
use std::collections::HashMap;

/// How far from zero a word may be that is compared.
pub const FAR: i64 = 1 << 30;

/// A block that counts.
#[derive(Clone, PartialEq, Debug)]
pub struct Counter {
    /// The word, by the registers at the beginning of the block.
    pub place: Place,
    /// What is done to it, if the amount is a constant.
    counting: Counting,
    /// A register that has what is added, at the beginning of the block.
    amount: Option<Reg>,
    /// What was read is what the function returns.
    pub returned: bool,
    /// All instructions of the block.
    instructions: Vec<u32>,
}

impl Counter {
    /// What is done to the word by a thread whose registers have these values.
    pub fn counting(&self, value: impl Fn(Operand) -> u64) -> Counting {
        let adds = self.amount.map_or(self.counting.adds, |r| value(Operand::Reg(r)) as i64);
        Counting { adds, ..self.counting }
    }

    /// Reading or writing.
    pub fn operation(&self) -> Operation {
        let writes = self.amount.is_some() || self.counting.adds != 0;
        if writes { Operation::Write } else { Operation::Read }
    }

    /// What it does exactly, as far as it is known of all threads.
    fn detail(&self) -> Option<Detail> {
        self.amount.is_none().then_some(Detail::Counts(self.counting))
    }
}

/// Operations on one word, by function and instruction.
#[derive(Default)]
pub struct Counters {
    found: HashMap<(u32, u32), Counter>,
}

/// What is known of an instruction before the search.
pub enum Planned<'a> {
    /// It begins a block that counts.
    Begins(&'a Place, Operation, Option<Detail>),
    /// It is inside one; what it does is said at the beginning.
    Inside,
}

impl Counters {
    /// Of a program.
    pub fn new(program: &Program) -> Self {
        let mut this = Self::default();
        let plain = PlainWords::new(program);
        for (f, function) in program.functions.iter().enumerate() {
            let begins = |i: &Instr| matches!(i, Instr::AtomicBegin);
            if !function.code.iter().any(begins) {
                continue;
            }
            let live = liveness(function);
            let Ok(depth) = atomic_depth(function) else { continue };
            let may_count = |&at: &usize| begins(&function.code[at]) && is_outermost(&depth, at);
            for at in (0..function.code.len()).filter(may_count) {
                let counter = block::recognize(function, &live, at);
                if let Some(counter) = counter.filter(|c| !may_be_plain(program, &plain, &c.place)) {
                    this.found.insert((f as u32, at as u32), counter);
                }
            }
        }
        this
    }

    /// The counter that begins at an instruction.
    pub fn at(&self, func: u32, pc: u32) -> Option<&Counter> {
        self.found.get(&(func, pc))
    }

    /// What all threads do at the instructions of a function, where that can be said: D1.
    pub fn planned(&self, func: u32) -> HashMap<u32, Planned<'_>> {
        let mut planned = HashMap::new();
        for (&(_, at), counter) in self.found.iter().filter(|((f, _), _)| *f == func) {
            if counter.returned || matches!(counter.place, Place::Slot { .. }) {
                continue;
            }
            planned.extend(counter.instructions.iter().map(|&pc| (pc, Planned::Inside)));
            let begins = Planned::Begins(&counter.place, counter.operation(), counter.detail());
            planned.insert(at, begins);
        }
        planned
    }
}

/// Whether the block that begins at `at` is inside no other one. Otherwise it is not all that its step does (a thread may wait
/// there, in the middle of the outer one).
#[mutant("inner-blocks-are-counters", true)]
fn is_outermost(depth: &[u32], at: usize) -> bool {
    depth[at] == 0
}

/// Whether some instruction accesses a word plainly. Of a slot that is known in the state only.
fn may_be_plain(program: &Program, plain: &PlainWords, place: &Place) -> bool {
    match *place {
        Place::Global(global) => plain.has_global(global.0),
        Place::Field { class, field, .. } => {
            program.kinds_of(class).any(|(kind, _)| plain.has_field(kind, field))
        }
        Place::Slot { .. } => false,
        Place::Elem { .. } => true,
    }
}

/// Whether a register is not read any more, just before an instruction.
fn is_dead(live: &Liveness, at: usize, register: usize) -> bool {
    !live.before(Pc(at as u32)).contains(register)
}

/// Whether a handler covers an instruction.
fn is_covered(function: &Function, at: usize) -> bool {
    function.handlers.iter().any(|h| (h.from.0 as usize..h.to.0 as usize).contains(&at))
}
