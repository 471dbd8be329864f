//! Whether the next step of a thread only counts.

use super::Vm;
use crate::counters::FAR;
use crate::enabled::View;
use crate::frame::BASE_ATOMIC;
use crate::state::State;
use commute_ir::{Instr, Place, Shape};
use commute_machine::{Counting, Location, ObjId, Tid};
use commute_mutants::mutant;

impl Vm {
    /// Where the next step of `t` counts and how, if that is all that it does.
    pub(super) fn counting(&self, t: Tid) -> Option<(Location, Counting)> {
        let words = self.st.thread(t.index());
        let view = View::of(words);
        if view.status.is_final() || is_called_inside(view) {
            return None;
        }
        let counter = self.code.counters.at(view.func, view.pc)?;
        if counter.returned && !self.drops_result(words[0] as u32) {
            return None;
        }
        let location = self.counted_word(view, &counter.place)?;
        let counting = counter.counting(|operand| view.value(operand));
        let is_near = self.word_at(location)?.checked_abs().is_some_and(|v| v <= FAR);
        (is_near || counting.tests().next().is_none()).then_some((location, counting))
    }

    /// The word, if it is there and nobody accesses it plainly.
    fn counted_word(&self, view: View, place: &Place) -> Option<Location> {
        let (reference, word) = match *place {
            Place::Global(global) => return Some(Location::Global(global.0)),
            Place::Field { obj, field, .. } => (view.value(obj), u64::from(field)),
            Place::Slot { obj, index, .. } => (view.value(obj), view.value(index)),
            Place::Elem { .. } => return None,
        };
        if reference == 0 || word >= self.st.data_len(reference) as u64 {
            return None;
        }
        let kind = self.st.object(reference)[0] as usize;
        let has_words = matches!(self.code.program.shapes[kind], Shape::Instance(_) | Shape::Array(_));
        let location = Location::Word(ObjId(reference as u32 - 1), word as u32);
        let is_number = has_words && !self.code.refs[kind].contains(word as usize);
        (is_number && !self.plain.has(&self.code, &self.st, location)).then_some(location)
    }

    /// The value of a global variable or of a word that is there.
    pub(super) fn word_at(&self, location: Location) -> Option<i64> {
        let (at, index) = match location {
            Location::Global(global) => State::global_at(global),
            Location::Word(o, word) => {
                let reference = u64::from(o.0) + 1;
                let is_there =
                    (o.0 as usize) < self.st.objects() && (word as usize) < self.st.data_len(reference);
                is_there.then(|| self.st.data_at(reference, word as usize))?
            }
            Location::Object(_) | Location::Monitor(_) | Location::Thread(_) => return None,
        };
        Some(self.st.words(at)[index] as i64)
    }

    /// Whether a frame, by its component, does nothing with the result of the call at which it stands.
    #[mutant("callers-use-nothing", true)]
    fn drops_result(&self, caller: u32) -> bool {
        if caller == 0 {
            return false;
        }
        let words = self.st.comps.words(caller);
        let (func, pc) = ((words[0] >> 32) as usize, words[1] as u32);
        match &self.code.program.functions[func].code[pc as usize] {
            Instr::Call { dst, .. } | Instr::CallVirtual { dst, .. } => {
                dst.is_none_or(|dst| !self.code.funcs[func].is_live(pc + 1, dst))
            }
            _ => false,
        }
    }
}

/// Whether the thread is inside an atomic block of a caller.
fn is_called_inside(view: View) -> bool {
    view.flags & BASE_ATOMIC != 0
}
