//! When two states are the same.
//!
//! Two states that differ only in dead registers, in garbage or in the numbering of objects are the same.
//! [`clean`] makes dead registers zero and removes garbage; [`key`] writes a clean state down with the objects
//! numbered in the order of a breadth-first walk from the static objects, the globals and the threads. So two
//! states are the same if and only if their keys are equal.

use crate::code::Code;
use crate::state::{Object, State, Status, Thread, Value};
use commute_ir::Reg;

/// A state, written down. Equal keys mean the same state.
pub type Key = Vec<u64>;

/// Makes every dead register zero and removes every object that nothing can reach.
pub fn clean(code: &Code<'_>, state: &mut State) {
    clear_dead_registers(code, state);
    remove_garbage(code, state);
}

/// Makes every dead register zero.
pub fn clear_dead_registers(code: &Code<'_>, state: &mut State) {
    state.threads.iter_mut().for_each(|thread| clear_dead_registers_of(code, thread));
}

/// Removes every object that nothing can reach.
pub fn remove_garbage(code: &Code<'_>, state: &mut State) {
    let (order, is_reachable) = reach(code, state);
    if order.len() < state.objects.len() {
        state.objects.retain(|&number, _| is_reachable[number as usize]);
    }
}

fn clear_dead_registers_of(code: &Code<'_>, thread: &mut Thread) {
    let top = thread.frames.len().saturating_sub(1);
    for (at, frame) in thread.frames.iter_mut().enumerate() {
        let (liveness, pc) = (code.liveness(frame.func), frame.pc);
        for (r, decl) in code.program.functions[frame.func.index()].regs.iter().enumerate() {
            let reg = Reg(r as u16);
            let is_live = if at == top { liveness.before(pc, reg) } else { liveness.during(pc, reg) };
            if !is_live {
                frame.regs[r] = Value::zero(decl.ty);
            }
        }
    }
}

/// The objects that can be reached, breadth first. The static objects come first and keep their numbers.
pub fn walk(code: &Code<'_>, state: &State) -> Vec<u32> {
    reach(code, state).0
}

/// The same, and for each number whether it is among them. Every step asks for it, of all objects: so what was seen is marked in a row.
fn reach(code: &Code<'_>, state: &State) -> (Vec<u32>, Vec<bool>) {
    let mut order: Vec<u32> = (0..code.program.statics.len() as u32).collect();
    let mut seen = vec![false; state.next_object as usize];
    seen[..order.len()].fill(true);
    let mut visit = |value: Value, order: &mut Vec<u32>| {
        if let Value::Ref(Some(object)) = value
            && !std::mem::replace(&mut seen[object as usize], true)
        {
            order.push(object);
        }
    };
    roots(state).for_each(|value| visit(value, &mut order));
    let mut at = 0;
    while let Some(&object) = order.get(at) {
        state.object(object).data.iter().for_each(|&value| visit(value, &mut order));
        at += 1;
    }
    (order, seen)
}

/// Globals in order, then each thread's registers from the outermost frame in, and its handle.
fn roots(state: &State) -> impl Iterator<Item = Value> {
    let threads = state.threads.iter().flat_map(|thread| {
        let registers = thread.frames.iter().flat_map(|frame| frame.regs.iter().copied());
        registers.chain(std::iter::once(Value::Ref(thread.handle)))
    });
    state.globals.iter().copied().chain(threads)
}

/// Writes down a clean state. Every list is preceded by its length, so that no two states look alike.
pub fn key(code: &Code<'_>, state: &State) -> Key {
    let order = walk(code, state);
    let mut numbers = vec![0; state.next_object as usize];
    order.iter().zip(0..).for_each(|(&object, number)| numbers[object as usize] = number);
    let mut writer = Writer { numbers, out: Vec::new() };
    state.globals.iter().for_each(|&value| writer.value(value));
    writer.out.push(order.len() as u64);
    order.iter().for_each(|&number| writer.object(state.object(number)));
    writer.out.push(state.threads.len() as u64);
    state.threads.iter().for_each(|thread| writer.thread(thread));
    writer.out.push(optional(state.exclusive));
    writer.out
}

/// Zero for none, else the number plus one.
fn optional(number: Option<usize>) -> u64 {
    number.map_or(0, |n| n as u64 + 1)
}

struct Writer {
    numbers: Vec<u64>,
    out: Key,
}

impl Writer {
    /// Null and zero are the same word.
    fn value(&mut self, value: Value) {
        match value {
            Value::Ref(Some(object)) => self.out.extend([1, self.numbers[object as usize]]),
            word => self.out.extend([0, word.word() as u64]),
        }
    }

    fn values(&mut self, values: &[Value]) {
        self.out.push(values.len() as u64);
        values.iter().for_each(|&value| self.value(value));
    }

    fn object(&mut self, object: &Object) {
        self.out.extend(shape_words(object.shape));
        self.out.extend(object.made_as.map(|kind| u64::from(kind.0)));
        self.values(&object.data);
        self.out.extend([optional(object.holder), object.count]);
    }

    fn thread(&mut self, thread: &Thread) {
        self.out.extend(status_words(thread.status));
        self.out.extend([u64::from(thread.interrupted), u64::from(thread.daemon)]);
        self.value(Value::Ref(thread.handle));
        self.out.push(thread.frames.len() as u64);
        for frame in &thread.frames {
            self.out.extend([u64::from(frame.func.0), u64::from(frame.pc.0)]);
            self.values(&frame.regs);
        }
    }
}

fn shape_words(shape: commute_ir::Shape) -> [u64; 2] {
    use commute_ir::Shape::*;
    match shape {
        Instance(class) => [0, u64::from(class.0)],
        Array(_) => [1, 0],
        Seq(_) => [2, 0],
        Set(_) => [3, 0],
        Lock => [4, 0],
        RwLock => [5, 0],
        Semaphore => [6, 0],
        Barrier => [7, 0],
        Channel(_) => [8, 0],
        Thread => [9, 0],
    }
}

fn status_words(status: Status) -> [u64; 2] {
    match status {
        Status::Running => [0, 0],
        Status::Waiting(n) => [1, n],
        Status::Notified(n) => [2, n],
        Status::Woken(n) => [3, n],
        Status::Arrived => [4, 0],
        Status::Released => [5, 0],
        Status::Ended => [6, 0],
        Status::Failed => [7, 0],
        Status::Halted => [8, 0],
    }
}
