//! The columns of the matrix: where in a program an instruction is executed.

use commute_certify::Executed;
use commute_ir::{Function, Instr, Pc, Program};

/// The columns, by name.
pub const PLACES: [&str; 13] = [
    "plain",
    "atomic",
    "guard",
    "loop",
    "initialiser",
    "function",
    "recursion",
    "lock held",
    "after a start",
    "started thread",
    "process",
    "handler in force",
    "in a handler",
];

/// What the code of one function says of its instructions.
struct Flow {
    guard: Vec<bool>,
    repeated: Vec<bool>,
    covered: Vec<bool>,
    handling: Vec<bool>,
}

/// What the code of a program says of its instructions.
pub struct Flows(Vec<Flow>);

impl Flows {
    /// Of a program.
    pub fn new(program: &Program) -> Self {
        Self(program.functions.iter().map(Flow::new).collect())
    }

    /// The columns of something that was executed, by their numbers. What is executed while no other thread is there matters to nobody,
    /// unless the program has not begun.
    pub fn columns(&self, executed: &Executed) -> Vec<usize> {
        let (flow, pc, when) = (&self.0[executed.func.index()], executed.pc.0 as usize, executed.when);
        if when.initialising {
            return vec![4];
        }
        if when.alone {
            return Vec::new();
        }
        let all = [
            false,
            when.atomic && !flow.guard[pc],
            flow.guard[pc],
            flow.repeated[pc],
            false,
            when.called,
            when.recursive,
            when.holding,
            when.after_start,
            when.started,
            when.in_process,
            flow.covered[pc],
            flow.handling[pc],
        ];
        let columns: Vec<usize> = all.iter().enumerate().filter(|(_, on)| **on).map(|(at, _)| at).collect();
        if columns.is_empty() { vec![0] } else { columns }
    }
}

impl Flow {
    fn new(function: &Function) -> Self {
        let len = function.code.len();
        let (mut guard, mut covered) = (vec![false; len], vec![false; len]);
        for (at, instr) in function.code.iter().enumerate() {
            if let Instr::Block { retry, .. } = instr {
                guard[retry.0 as usize..=at].fill(true);
            }
        }
        // A handler of all exceptions may be that of `with`, which only gives a lock back.
        let caught: Vec<_> = function.handlers.iter().filter(|handler| handler.class.is_some()).collect();
        for handler in &caught {
            covered[handler.from.0 as usize..handler.to.0 as usize].fill(true);
        }
        let usual = reached(function, Pc(0), false);
        let repeated = (0..len).map(|at| comes_back(function, at)).collect();
        let handled: Vec<Vec<bool>> =
            caught.iter().map(|handler| reached(function, handler.target, false)).collect();
        let handling = (0..len).map(|at| !usual[at] && handled.iter().any(|reached| reached[at])).collect();
        Self { guard, repeated, covered, handling }
    }
}

/// What control can come to from a place, also by exceptions if they count.
fn reached(function: &Function, from: Pc, by_exceptions: bool) -> Vec<bool> {
    let mut seen = vec![false; function.code.len()];
    let mut work = vec![from];
    while let Some(pc) = work.pop() {
        if !std::mem::replace(&mut seen[pc.0 as usize], true) {
            function.code[pc.0 as usize].successors(pc, |next| work.push(next));
            let caught = function.handlers.iter().filter(|h| by_exceptions && h.from <= pc && pc < h.to);
            work.extend(caught.map(|handler| handler.target));
        }
    }
    seen
}

/// Whether control can come back to a place.
fn comes_back(function: &Function, at: usize) -> bool {
    let pc = Pc(at as u32);
    let mut next: Vec<Pc> = Vec::new();
    function.code[at].successors(pc, |to| next.push(to));
    next.extend(function.handlers.iter().filter(|h| h.from <= pc && pc < h.to).map(|handler| handler.target));
    next.into_iter().any(|to| reached(function, to, true)[at])
}
