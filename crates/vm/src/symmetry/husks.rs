//! Arrays of which a thread will only ask how long they are.
//!
//! After `for (Thread t : threads) t.join();` a program often says `threads.length`, and so keeps the array with all that is in it. A
//! register
//! from which nothing but the kind and the length of an array is taken any more, or whether there is one ([`content_liveness`]),
//! may as well refer to another array of that kind and length: what the thread does is the same. So it is given a new one with nothing
//! in it.

use crate::code::{Code, RefLayout, is_live_across};
use crate::components::CompId;
use crate::frame::HEADER;
use crate::local::allocate;
use crate::state::State;
use commute_ir::analysis::{Liveness, content_liveness};
use commute_ir::{Function, Pc, Shape, ShapeId};
use commute_mutants::mutant;
use std::collections::HashMap;

/// Puts empty arrays in the place of others.
#[derive(Default)]
pub struct Husks {
    /// What was found out about functions.
    live: HashMap<u32, Liveness>,
}

impl Husks {
    /// Does so in all frames of thread `t`.
    pub fn put(&mut self, code: &Code, st: &mut State, t: usize) {
        let at = st.thread_at(t);
        let mut frames: Vec<CompId> = Vec::new();
        let mut frame = st.vector[at];
        while frame != 0 {
            frames.push(frame);
            frame = st.comps.words(frame)[0] as u32;
        }
        let mut made = Vec::new();
        let mut caller = 0;
        for (above, &frame) in frames.iter().enumerate().rev() {
            let mut words = st.comps.words(frame).to_vec();
            words[0] = words[0] & !0xffff_ffff | u64::from(caller);
            self.empty(code, st, &mut words, above == 0, &mut made);
            caller = st.comps.intern(&words, caller);
        }
        // The vector may have become longer, but not before the threads.
        st.set(at, caller);
    }

    /// Does so in one frame. `made` has the arrays that were met before, with what stands for them.
    fn empty(
        &mut self,
        code: &Code,
        st: &mut State,
        words: &mut [u64],
        top: bool,
        made: &mut Vec<(u64, u64)>,
    ) {
        let (func, pc) = ((words[0] >> 32) as u32, words[1] as u32);
        let function = &code.program.functions[func as usize];
        for &r in &code.funcs[func as usize].ref_regs {
            let (reg, word) = (r as usize, &mut words[HEADER + r as usize]);
            if !is_array(code, st, *word) {
                continue;
            }
            let live = self.live.entry(func).or_insert_with(|| content_liveness(function));
            if !is_needed(function, live, pc, reg, top) {
                *word = husk(code, st, *word, made);
            }
        }
    }
}

/// Whether anything that is in the array to which a register refers may still be asked for.
#[mutant("java-nobody-looks-into-arrays", false)]
fn is_needed(function: &Function, live: &Liveness, pc: u32, reg: usize, top: bool) -> bool {
    match top {
        true => live.before(Pc(pc)).contains(reg),
        false => is_live_across(function, live, pc as usize, reg),
    }
}

/// Whether a reference is to an array of references that was made by a step.
fn is_array(code: &Code, st: &State, reference: u64) -> bool {
    if reference as usize <= code.program.statics.len() {
        return false;
    }
    let shape = st.object(reference)[0] as usize;
    matches!(code.program.shapes[shape], Shape::Array(_)) && !matches!(code.refs[shape], RefLayout::None)
}

/// An array of the same kind and length with nothing in it.
fn husk(code: &Code, st: &mut State, array: u64, made: &mut Vec<(u64, u64)>) -> u64 {
    if let Some(&(_, husk)) = made.iter().find(|(of, _)| *of == array) {
        return husk;
    }
    let (shape, len) = (ShapeId::new(st.object(array)[0] as usize), st.data_len(array) as i64);
    let husk = allocate(code, st, shape, len).unwrap_or(array);
    made.push((array, husk));
    husk
}
