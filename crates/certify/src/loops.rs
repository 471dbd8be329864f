//! The loops of a function, by dominators: a step back to an instruction that is on every way to where it comes from goes round.

use commute_ir::{Function, Instr, Pc, Program};
use std::collections::{BTreeMap, BTreeSet};

/// Whether whoever goes round at these instructions of a function, and changes nothing that others can see, waits in vain or does
/// nothing; `None` if there is no loop around them.
pub fn is_in_vain(program: &Program, func: &Function, places: &BTreeSet<u32>) -> Option<bool> {
    let loops = loops(func);
    let around = loops.values().filter(|body| places.is_subset(body));
    let body = around.min_by_key(|body| body.len())?;
    Some(is_left(func, body) || !body.iter().any(|&at| does(program, &func.code[at as usize], 0)))
}

/// Whether these instructions are all in some loop that its code leaves.
pub fn are_in_a_loop_that_is_left(func: &Function, places: &BTreeSet<u32>) -> bool {
    loops(func).values().filter(|body| places.is_subset(body)).any(|body| is_left(func, body))
}

fn is_left(func: &Function, body: &BTreeSet<u32>) -> bool {
    let mut is_left = false;
    for &at in body {
        func.code[at as usize].successors(Pc(at), |to| is_left |= !body.contains(&to.0));
    }
    is_left
}

fn does(program: &Program, instr: &Instr, depth: usize) -> bool {
    match instr {
        Instr::Call { func, .. } => {
            let callee = &program.functions[func.index()].code;
            depth == 4 || callee.iter().any(|instr| does(program, instr, depth + 1))
        }
        Instr::CallVirtual { .. } => true,
        other => {
            other.is_visible() && !matches!(other, Instr::Load { .. } | Instr::Choose { .. } | Instr::Yield)
        }
    }
}

/// The instructions of each loop, by the one at which it begins.
fn loops(func: &Function) -> BTreeMap<u32, BTreeSet<u32>> {
    let count = func.code.len() as u32;
    let mut before: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); count as usize];
    for (at, instr) in (0..).zip(&func.code) {
        instr.successors(Pc(at), |to| {
            if to.0 < count {
                before[to.0 as usize].insert(at);
            }
        });
    }
    for handler in &func.handlers {
        before[handler.target.0 as usize].extend(handler.from.0..handler.to.0.min(count));
    }
    let dominators = dominators(&before);
    let mut loops: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
    for (head, from) in (0..).zip(&before) {
        for &from in from.iter().filter(|&&from| dominators[from as usize].contains(&head)) {
            let body = loops.entry(head).or_insert_with(|| BTreeSet::from([head]));
            let mut work = vec![from];
            while let Some(at) = work.pop() {
                if body.insert(at) {
                    work.extend(&before[at as usize]);
                }
            }
        }
    }
    loops
}

/// For each instruction those that are on every way to it; none for what cannot be reached.
fn dominators(before: &[BTreeSet<u32>]) -> Vec<BTreeSet<u32>> {
    let mut known: Vec<Option<BTreeSet<u32>>> = vec![None; before.len()];
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for at in 0..before.len() {
            let ways = before[at].iter().filter_map(|&from| known[from as usize].as_ref());
            let start = (at == 0).then(BTreeSet::new);
            let common = ways.cloned().chain(start).reduce(|a, b| &a & &b);
            let Some(mut common) = common else { continue };
            common.insert(at as u32);
            if known[at].as_ref() != Some(&common) {
                known[at] = Some(common);
                changed = true;
            }
        }
    }
    known.into_iter().map(Option::unwrap_or_default).collect()
}
