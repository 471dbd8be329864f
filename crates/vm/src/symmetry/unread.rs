//! Fields of threads that nobody will read any more.
//!
//! A thread of Java has a number by which it may be called (`Thread-0`), and no two threads are equal because of it. Mostly nobody
//! asks. A field
//! that no instruction can read which some thread may still come to, by calls and by starting threads too, is dead:
//! states that differ in its value only go on in the same way. So representatives have nothing there.
//! Which instructions there are is asked of each frame of the present state: what a function did before does not count.

use super::prospect::{Operation, Prospect};
use crate::code::Code;
use crate::frame::Status;
use crate::state::{DATA, State};
use commute_ir::analysis::CallGraph;
use commute_ir::{FuncId, Instr, Pc, Place, Program, PropertyKind};

/// Sets of fields of threads are bits of a word.
const MOST: usize = 64;

/// Finds out which fields are dead.
pub struct Unread {
    /// The fields that may be: numbers that every thread has, other than the word of the machine.
    fields: u64,
    calls: CallGraph,
    /// For each function, what is read if it is called.
    whole: Vec<u64>,
    /// For each function, what is read from each of its instructions on, if that was asked for.
    from: Vec<Option<Vec<u64>>>,
}

impl Unread {
    pub fn new(program: &Program) -> Self {
        let calls = CallGraph::new(program);
        let reads = |func: &commute_ir::Function| func.code.iter().fold(0, |all, i| all | read(program, i));
        let mut whole: Vec<u64> = program.functions.iter().map(reads).collect();
        let mut changes = true;
        while changes {
            changes = false;
            for f in (0..whole.len()).map(FuncId::new) {
                let further = calls.callees(f).iter().chain(calls.spawned(f));
                let new = further.fold(whole[f.index()], |all, g| all | whole[g.index()]);
                changes |= std::mem::replace(&mut whole[f.index()], new) != new;
            }
        }
        Self { fields: candidates(program), calls, from: vec![None; whole.len()], whole }
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
        let own = |instr: &Instr| {
            let called: &[FuncId] = match instr {
                Instr::Call { func, .. } | Instr::Spawn { func, .. } | Instr::Start { func, .. } => &[*func],
                Instr::CallVirtual { selector, .. } => self.calls.methods(*selector),
                _ => &[],
            };
            called.iter().fold(read(&code.program, instr), |all, g| all | self.whole[g.index()])
        };
        let mut rows: Vec<u64> = function.code.iter().map(own).collect();
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
    let fields = program.classes[class.index()].fields.iter().enumerate().take(MOST).skip(1);
    fields.filter(|(_, field)| !field.ty.is_ref()).fold(0, |all, (at, _)| all | 1 << at)
}

/// The fields of threads that an instruction may read.
fn read(program: &Program, instr: &Instr) -> u64 {
    let (Instr::Load { place, .. } | Instr::Fixed { place, .. } | Instr::Cas { place, .. }) = instr else {
        return 0;
    };
    let is_of_threads = |class| {
        program.thread_class.is_some_and(|t| program.is_subclass(class, t) || program.is_subclass(t, class))
    };
    match *place {
        Place::Field { class, field, .. } if (field as usize) < MOST && is_of_threads(class) => 1 << field,
        Place::Slot { is_ref: false, .. } => u64::MAX,
        _ => 0,
    }
}

/// Empties the fields of the words of a handle.
pub fn clear(words: &mut [u64], dead: u64) {
    for (at, word) in words[DATA..].iter_mut().enumerate().take(MOST) {
        if dead >> at & 1 != 0 {
            *word = 0;
        }
    }
}
