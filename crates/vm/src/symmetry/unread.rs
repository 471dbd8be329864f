//! Fields of threads that nobody will read any more.
//!
//! A thread of Java has a number by which it may be called (`Thread-0`), and no two threads are equal because of it. Mostly nobody
//! asks. A field
//! that no instruction can read which some thread may still come to, by calls and by starting threads too, is dead:
//! states that differ in its value only go on in the same way. So representatives have nothing there.
//! Which instructions there are is asked of each frame of the present state: what a function did before does not count. What a virtual call
//! runs is known from the kinds of objects that can come to it (`ObjectFlow`): nearly every program makes a text of some object, and few
//! of a thread.
//!
//! A dead field that refers to an object (the name that the program gave to the thread) keeps nothing: what only such fields lead to is
//! left out. Nobody comes to these objects any more, so no access and no lock of theirs counts for an assumption either. What somebody else
//! has, too, stays what it is, since locks may be found by way of such a field (`movers/path.rs`).

use super::prospect::{Operation, Prospect};
use crate::canonical::for_each_slot;
use crate::code::Code;
use crate::frame::Status;
use crate::state::{DATA, State};
use commute_ir::analysis::ObjectFlow;
use commute_ir::{FuncId, Instr, Pc, Place, Program, PropertyKind};
use commute_mutants::mutant;

/// Sets of fields of threads are bits of a word.
const MOST: usize = 64;

/// Finds out which fields are dead.
pub struct Unread {
    /// The fields that may be: numbers that every thread has, other than the word of the machine.
    fields: u64,
    /// Those of them that are references.
    references: u64,
    calls: ObjectFlow,
    /// For each function, what is read if it is called.
    whole: Vec<u64>,
    /// For each function, what is read from each of its instructions on, if that was asked for.
    from: Vec<Option<Vec<u64>>>,
}

impl Unread {
    pub fn new(program: &Program) -> Self {
        let fields = candidates(program);
        let references = fields & references(program);
        // In a program without such threads nobody asks.
        let none = Program::default();
        let calls = ObjectFlow::new(if fields == 0 { &none } else { program });
        let whole = if fields == 0 { Vec::new() } else { whole(program, &calls) };
        Self { fields, references, calls, from: vec![None; whole.len()], whole }
    }

    /// Those of the fields `dead` that are references.
    pub fn references(&self, dead: u64) -> u64 {
        self.references & dead
    }

    /// The fields that are dead in the present state, in which the first thread is going to do what `prospect` says.
    pub fn find(&mut self, code: &Code, st: &State, prospect: Option<&Prospect>) -> u64 {
        if self.fields == 0 {
            return 0;
        }
        let mut alive = 0;
        for t in 0..st.threads() {
            let mut frame = st.vector[st.thread_at(t)];
            if Status::of(st.comps.words(frame)[1]).is_final() {
                continue;
            }
            let mut is_top = true;
            while frame != 0 {
                let words = st.comps.words(frame);
                alive |= self.read_from(code, (words[0] >> 32) as usize, words[1] as u32, is_top);
                (frame, is_top) = (words[0] as u32, false);
            }
        }
        for operation in prospect.iter().flat_map(|prospect| &prospect.operations) {
            if let Operation::Start { func, .. } = operation {
                alive |= self.whole[func.index()];
            }
        }
        self.fields & !alive
    }

    /// What is read from an instruction on; in a frame below the top, after the call at which it stands.
    fn read_from(&mut self, code: &Code, func: usize, pc: u32, is_top: bool) -> u64 {
        let rows = match &self.from[func] {
            Some(rows) => rows,
            None => {
                let rows = self.rows(code, func);
                self.from[func].insert(rows)
            }
        };
        if is_top { rows[pc as usize] } else { after(&code.program.functions[func], pc as usize, rows) }
    }

    /// What is read from each instruction of a function on.
    fn rows(&self, code: &Code, func: usize) -> Vec<u64> {
        let function = &code.program.functions[func];
        let own = |(at, instr): (u32, &Instr)| {
            let further = runs(&self.calls, FuncId::new(func), at, instr);
            further.iter().fold(read(&code.program, instr), |all, g| all | self.whole[g.index()])
        };
        let mut rows: Vec<u64> = (0..).zip(&function.code).map(own).collect();
        let mut changes = true;
        while changes {
            changes = false;
            for pc in (0..rows.len()).rev() {
                let new = rows[pc] | after(function, pc, &rows);
                changes |= std::mem::replace(&mut rows[pc], new) != new;
            }
        }
        rows
    }
}

/// What an instruction calls or starts.
fn runs(calls: &ObjectFlow, f: FuncId, at: u32, instr: &Instr) -> Vec<FuncId> {
    match instr {
        Instr::Spawn { func, .. } | Instr::Start { func, .. } => vec![*func],
        instr => calls.called(f, at, instr),
    }
}

/// For each function, what is read if it is called.
fn whole(program: &Program, calls: &ObjectFlow) -> Vec<u64> {
    let reads = |func: &commute_ir::Function| func.code.iter().fold(0, |all, i| all | read(program, i));
    let mut whole: Vec<u64> = program.functions.iter().map(reads).collect();
    let further = |f: usize| {
        let code = (0..).zip(&program.functions[f].code);
        let mut further: Vec<FuncId> =
            code.flat_map(|(at, instr)| runs(calls, FuncId::new(f), at, instr)).collect();
        further.sort_unstable();
        further.dedup();
        further
    };
    let further: Vec<Vec<FuncId>> = (0..whole.len()).map(further).collect();
    let mut changes = true;
    while changes {
        changes = false;
        for f in 0..whole.len() {
            let new = further[f].iter().fold(whole[f], |all, g| all | whole[g.index()]);
            changes |= std::mem::replace(&mut whole[f], new) != new;
        }
    }
    whole
}

/// What is read after an instruction, or if it fails or blocks.
fn after(function: &commute_ir::Function, pc: usize, rows: &[u64]) -> u64 {
    let mut all = 0;
    let mut add = |to: Pc| all |= rows.get(to.0 as usize).copied().unwrap_or(0);
    function.code[pc].successors(Pc(pc as u32), &mut add);
    if let Instr::Block { retry, .. } = function.code[pc] {
        add(retry);
    }
    let here = Pc(pc as u32);
    function.handlers.iter().filter(|h| h.from <= here && here < h.to).for_each(|h| add(h.target));
    all
}

/// The fields that may be dead at all. Invariants are not looked at, so they keep everything alive.
fn candidates(program: &Program) -> u64 {
    let is_invariant = |kind: &PropertyKind| matches!(kind, PropertyKind::Invariant(_));
    let Some(class) = program.thread_class else { return 0 };
    if program.properties.iter().any(|property| is_invariant(&property.kind)) {
        return 0;
    }
    let count = program.classes[class.index()].fields.len().min(MOST);
    (1..count).fold(0, |all, at| all | 1 << at)
}

/// The fields of threads that are references.
fn references(program: &Program) -> u64 {
    let fields = program.thread_class.map_or(&[][..], |class| &program.classes[class.index()].fields);
    let fields = fields.iter().enumerate().take(MOST);
    fields.filter(|(_, field)| field.ty.is_ref()).fold(0, |all, (at, _)| all | 1 << at)
}

/// The fields of threads that an instruction may read.
#[mutant("java-nobody-reads-names", 0)]
fn read(program: &Program, instr: &Instr) -> u64 {
    let (Instr::Load { place, .. } | Instr::Fixed { place, .. } | Instr::Cas { place, .. }) = instr else {
        return 0;
    };
    let is_of_threads = |class| {
        program.thread_class.is_some_and(|t| program.is_subclass(class, t) || program.is_subclass(t, class))
    };
    match *place {
        Place::Field { class, field, .. } if (field as usize) < MOST && is_of_threads(class) => 1 << field,
        Place::Slot { .. } => u64::MAX,
        _ => 0,
    }
}

/// Calls `f` with the position of each reference among the words of an object; of a handle without the fields `dead`.
pub fn for_each_live_slot(code: &Code, words: &[u64], dead: u64, mut f: impl FnMut(usize)) {
    for_each_slot(code, words[0], words.len(), |slot| {
        let is_dead = slot - DATA < MOST && dead >> (slot - DATA) & 1 != 0;
        if !is_dead {
            f(slot);
        }
    });
}

/// Empties the fields of the words of a handle.
pub fn clear(words: &mut [u64], dead: u64) {
    for (at, word) in words[DATA..].iter_mut().enumerate().take(MOST) {
        if dead >> at & 1 != 0 {
            *word = 0;
        }
    }
}
