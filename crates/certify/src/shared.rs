//! The objects that more than one thread has been able to reach in an execution, and what was put behind these. What is said of
//! fields, and what a locking discipline asks for, counts from then on: before, an object is being initialised.

use crate::canonical::walk;
use crate::interpreter::Interpreter;
use crate::state::Value;
use commute_machine::Transition;
use std::collections::BTreeSet;

/// Their numbers. In an execution no number is used twice.
#[derive(Clone, Default, Debug)]
pub struct Shared(BTreeSet<u32>);

impl Shared {
    /// In the initial state.
    pub fn of(it: &Interpreter<'_>) -> Self {
        let mut shared = Self::default();
        shared.note(it);
        shared
    }

    /// Whether an object is one of them.
    pub fn has(&self, object: u32) -> bool {
        self.0.contains(&object)
    }

    /// Makes a step, and adds what is shared then.
    pub fn advance(&mut self, it: &mut Interpreter<'_>, step: Transition) {
        it.advance_and(step, |it| self.note(it));
    }

    /// Adds what more than one thread can reach now, or what a global, a static object or one of these leads to, even one
    /// that the last step let go; forgets what was gone before.
    fn note(&mut self, it: &Interpreter<'_>) {
        let statics = (0..it.program().statics.len() as u32).map(|o| Value::Ref(Some(o)));
        self.0.retain(|o| it.state.objects.contains_key(o));
        let shared = self.0.iter().map(|&o| Value::Ref(Some(o)));
        self.0.extend(reach(it, it.state.globals.iter().copied().chain(statics).chain(shared)));
        let mut met = BTreeSet::new();
        for thread in &it.state.threads {
            let registers = thread.frames.iter().flat_map(|frame| frame.regs.iter().copied());
            for o in reach(it, registers.chain([Value::Ref(thread.handle)])) {
                if !met.insert(o) {
                    self.0.insert(o);
                }
            }
        }
    }

    /// Their places in the order in which objects are written down: the same for states that are the same.
    pub fn places(&self, it: &Interpreter<'_>) -> Vec<usize> {
        let order = walk(&it.code, &it.state).into_iter().enumerate();
        order.filter(|(_, o)| self.has(*o)).map(|(place, _)| place).collect()
    }
}

/// The objects that can be reached from these values.
fn reach(it: &Interpreter<'_>, from: impl Iterator<Item = Value>) -> BTreeSet<u32> {
    let mut met = BTreeSet::new();
    let mut work: Vec<u32> = from.filter_map(Value::object).collect();
    while let Some(o) = work.pop() {
        if met.insert(o) {
            work.extend(it.state.object(o).data.iter().copied().filter_map(Value::object));
        }
    }
    met
}
