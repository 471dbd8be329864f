//! Which places are executed more than once.

use crate::analysis::{CallGraph, Cfg};
use crate::{FuncId, Function, Instr, Program};
use fixedbitset::FixedBitSet;

/// How often functions are executed, from above: not at all, once, or several times (2).
pub struct Starts {
    times: Vec<u8>,
    repeated: Vec<FixedBitSet>,
}

/// A place that calls or starts a function.
#[derive(Clone, Copy)]
struct Entry {
    from: FuncId,
    repeated: bool,
}

impl Starts {
    /// Counts. `graph` takes starting a thread for a call.
    pub fn new(program: &Program, graph: &CallGraph) -> Self {
        let repeated: Vec<FixedBitSet> = program.functions.iter().map(in_loops).collect();
        let entries = entries(program, graph, &repeated);
        let mut first = vec![0u8; program.functions.len()];
        for f in program.threads.iter().map(|thread| thread.func).chain(program.init) {
            first[f.index()] = (first[f.index()] + 1).min(2);
        }
        let mut times = vec![0u8; program.functions.len()];
        let mut work: Vec<FuncId> = (0..program.functions.len()).map(FuncId::new).collect();
        while let Some(f) = work.pop() {
            let mut now = first[f.index()];
            for entry in &entries[f.index()] {
                let often = times[entry.from.index()] * if entry.repeated { 2 } else { 1 };
                now = (now + often).min(2);
            }
            if now != times[f.index()] {
                times[f.index()] = now;
                work.extend_from_slice(graph.callees(f));
            }
        }
        Self { times, repeated }
    }

    /// Whether the instruction at `at` of `f` may be executed more than once, by whatever thread.
    pub fn is_repeated(&self, f: FuncId, at: usize) -> bool {
        self.times[f.index()] > 1 || self.repeated[f.index()].contains(at)
    }
}

fn entries(program: &Program, graph: &CallGraph, repeated: &[FixedBitSet]) -> Vec<Vec<Entry>> {
    let mut entries: Vec<Vec<Entry>> = vec![Vec::new(); program.functions.len()];
    for (from, func) in program.functions.iter().enumerate() {
        for (at, instr) in func.code.iter().enumerate() {
            let entry = Entry { from: FuncId::new(from), repeated: repeated[from].contains(at) };
            match instr {
                Instr::Call { func, .. } | Instr::Spawn { func, .. } | Instr::Start { func, .. } => {
                    entries[func.index()].push(entry);
                }
                Instr::CallVirtual { selector, .. } => {
                    graph.methods(*selector).iter().for_each(|f| entries[f.index()].push(entry));
                }
                _ => {}
            }
        }
    }
    entries
}

/// The instructions that may be in a loop: those that control jumps back over. A loop through an instruction
/// has an edge from it or behind it to it or before it.
pub fn in_loops(func: &Function) -> FixedBitSet {
    let cfg = Cfg::new(func);
    let mut loops = FixedBitSet::with_capacity(func.code.len());
    // From the end: the earliest instruction that control jumps back to from here or behind.
    let mut earliest = usize::MAX;
    for at in (0..func.code.len()).rev() {
        let back = cfg.succs(at).iter().map(|&to| to as usize).filter(|&to| to <= at).min();
        earliest = earliest.min(back.unwrap_or(usize::MAX));
        loops.set(at, earliest <= at);
    }
    loops
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::static_escape::threads_as_calls;
    use crate::parse;

    fn repeated(text: &str, places: &[(u32, usize)]) -> Vec<bool> {
        let program = parse(text).unwrap();
        let starts = Starts::new(&program, &threads_as_calls(&program));
        places.iter().map(|&(f, at)| starts.is_repeated(FuncId(f), at)).collect()
    }

    #[test]
    fn loops_two_callers_and_circles_repeat() {
        let text = "fn fn0 main() {\n spawn fn1()\n call fn2()\n call fn2()\n\
             L3: spawn fn3()\n branch 1, L3, L5\n return\n}\n\
             fn fn1 once() {\n call fn5()\n return\n}\n\
             fn fn2 twice() {\n return\n}\n\
             fn fn3 looped() {\n return\n}\n\
             fn fn4 itself() {\n spawn fn4()\n return\n}\n\
             fn fn5 below() {\n return\n}\n\
             thread t0 = fn0()\nthread t1 = fn4()";
        let places = [(0, 0), (0, 3), (0, 5), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0)];
        let expected = [false, true, false, false, true, true, true, false];
        assert_eq!(repeated(text, &places), expected);
    }

    #[test]
    fn a_family_of_threads_repeats_its_function() {
        let text = "fn fn0 worker() {\n return\n}\nfn fn1 main() {\n return\n}\n\
             thread w0 = fn0()\nthread w1 = fn0()\nthread m = fn1()";
        assert_eq!(repeated(text, &[(0, 0), (1, 0)]), [true, false]);
    }
}
