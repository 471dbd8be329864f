//! The loops of functions: which are left somewhere, and which do nothing at all.

use crate::{FuncId, Function, Instr, Pc, Program};
use fixedbitset::FixedBitSet;

/// What a thread does that goes round in a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LoopKind {
    /// It can be left, so whoever stays in it waits for something.
    Left,
    /// It is never left, and nothing is done in it: `while (true) { }`.
    Idle,
    /// It is never left, and something is done in it: a server's.
    Served,
}

/// A loop: the instructions of which each is reached from each, without those of loops around it that begin it anew.
struct Loop {
    body: FixedBitSet,
    is_left: bool,
}

/// What kind of loop of `func` the innermost one around all these instructions is; `None` if there is none.
pub fn loop_around(program: &Program, func: FuncId, at: &[u32]) -> Option<LoopKind> {
    let code = &program.functions[func.index()];
    let has_all = |found: &&Loop| at.iter().all(|&at| found.body.contains(at as usize));
    let loops = loops(code);
    let innermost = loops.iter().filter(has_all).min_by_key(|found| found.body.count_ones(..))?;
    Some(kind(program, code, innermost))
}

/// For each instruction of a function the loops that it is in and that are left somewhere, by number.
pub fn loops_left(func: &Function) -> Vec<Vec<u32>> {
    let mut of: Vec<Vec<u32>> = vec![Vec::new(); func.code.len()];
    for (number, found) in (0..).zip(loops(func)).filter(|(_, found)| found.is_left) {
        found.body.ones().for_each(|at| of[at].push(number));
    }
    of
}

/// Whether there is a loop in which a thread may wait for something or do nothing for ever.
pub fn may_spin(program: &Program) -> bool {
    let spins = |func: &Function| {
        loops(func).iter().any(|found| found.is_left || kind(program, func, found) == LoopKind::Idle)
    };
    program.functions.iter().any(spins)
}

fn kind(program: &Program, func: &Function, found: &Loop) -> LoopKind {
    let does = |at: usize| acts(program, &func.code[at], 0);
    match found.is_left {
        true => LoopKind::Left,
        false if found.body.ones().any(does) => LoopKind::Served,
        false => LoopKind::Idle,
    }
}

/// How deep calls are followed to see that they do nothing.
const DEPTH: usize = 4;

/// Whether an instruction does anything that others may see, or may do.
fn acts(program: &Program, instr: &Instr, depth: usize) -> bool {
    match instr {
        Instr::Store { .. }
        | Instr::Cas { .. }
        | Instr::Invoke { .. }
        | Instr::Spawn { .. }
        | Instr::Start { .. }
        | Instr::AtomicBegin
        | Instr::CallVirtual { .. } => true,
        Instr::Call { func, .. } => {
            let code = &program.functions[func.index()].code;
            depth == DEPTH || code.iter().any(|instr| acts(program, instr, depth + 1))
        }
        _ => false,
    }
}

/// All loops, outer ones first. Within a loop those are found that are left when it cannot begin anew.
fn loops(func: &Function) -> Vec<Loop> {
    let nodes = func.code.len();
    let mut edges: Vec<Vec<u32>> = vec![Vec::new(); nodes];
    for (at, instr) in func.code.iter().enumerate() {
        instr.successors(Pc(at as u32), |to| edges[at].push(to.0));
    }
    let normal = edges.clone();
    for handler in &func.handlers {
        let to = (handler.to.0 as usize).min(nodes);
        (handler.from.0 as usize..to).for_each(|at| edges[at].push(handler.target.0));
    }
    edges.iter_mut().for_each(|to| to.retain(|&to| (to as usize) < nodes));
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); nodes];
    for (at, to) in edges.iter().enumerate() {
        to.iter().for_each(|&to| before[to as usize].push(at as u32));
    }
    let mut found = Vec::new();
    // Instructions at which a loop around begins: within it nothing goes back to them.
    let mut headers = FixedBitSet::with_capacity(nodes);
    let mut all = FixedBitSet::with_capacity(nodes);
    all.insert_range(..);
    let mut work = vec![all];
    while let Some(region) = work.pop() {
        for body in components(&region, &headers, &edges) {
            let outside = |to: &u32| !body.contains(*to as usize);
            let is_left = body.ones().any(|at| normal[at].iter().any(outside));
            let entered = |at: &usize| *at == 0 || before[*at].iter().any(outside);
            let begins: Vec<usize> = body.ones().filter(entered).collect();
            if begins.is_empty() {
                // Nothing leads into it: it is not reached at all.
                continue;
            }
            headers.extend(begins);
            work.push(body.clone());
            found.push(Loop { body, is_left });
        }
    }
    found
}

/// The strongly connected components with a cycle among the instructions of `region`, by edges that do not lead to `headers`.
fn components(region: &FixedBitSet, headers: &FixedBitSet, edges: &[Vec<u32>]) -> Vec<FixedBitSet> {
    let inner = |to: &&u32| region.contains(**to as usize) && !headers.contains(**to as usize);
    let (mut order, mut low) = (vec![0u32; edges.len()], vec![0u32; edges.len()]);
    let (mut count, mut open, mut found) = (0, Vec::new(), Vec::new());
    let mut is_open = FixedBitSet::with_capacity(edges.len());
    for root in region.ones().filter(|&root| order[root] == 0).collect::<Vec<_>>() {
        if order[root] != 0 {
            continue;
        }
        let mut path: Vec<(usize, usize)> = Vec::new();
        let mut enter = |at: usize, path: &mut Vec<(usize, usize)>, order: &mut [u32], low: &mut [u32]| {
            count += 1;
            (order[at], low[at]) = (count, count);
            path.push((at, 0));
        };
        enter(root, &mut path, &mut order, &mut low);
        open.push(root);
        is_open.insert(root);
        while let Some((at, next)) = path.last_mut() {
            let at = *at;
            let to = edges[at].get(*next).copied();
            *next += 1;
            match to {
                Some(to) if !inner(&&to) => {}
                Some(to) if order[to as usize] == 0 => {
                    open.push(to as usize);
                    is_open.insert(to as usize);
                    enter(to as usize, &mut path, &mut order, &mut low);
                }
                Some(to) if is_open.contains(to as usize) => low[at] = low[at].min(order[to as usize]),
                Some(_) => {}
                None => {
                    path.pop();
                    if let Some(&(before, _)) = path.last() {
                        low[before] = low[before].min(low[at]);
                    }
                    if low[at] == order[at] {
                        let mut body = FixedBitSet::with_capacity(edges.len());
                        while let Some(member) = open.pop() {
                            is_open.set(member, false);
                            body.insert(member);
                            if member == at {
                                break;
                            }
                        }
                        let goes_round = body.count_ones(..) > 1
                            || edges[at].iter().any(|to| inner(&to) && *to as usize == at);
                        found.extend(goes_round.then_some(body));
                    }
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    fn program(code: &str) -> Program {
        parse(&format!("global global0 g: i64 = 0\nfn fn0 f() {{\n reg r0: i64\n{code}\n}}")).unwrap()
    }

    fn kind_at(program: &Program, at: &[u32]) -> Option<LoopKind> {
        loop_around(program, FuncId(0), at)
    }

    #[test]
    fn loops_that_are_left_and_that_are_not() {
        let waits = program(" r0 = load global0\n branch r0, L3, L2\n jump L0\n return");
        assert_eq!(kind_at(&waits, &[0]), Some(LoopKind::Left));
        assert_eq!(kind_at(&waits, &[3]), None);
        assert!(may_spin(&waits));
        let idle = program(" yield\n jump L0");
        assert_eq!(kind_at(&idle, &[0]), Some(LoopKind::Idle));
        assert!(may_spin(&idle));
        let serves = program(" r0 = load global0\n store global0, r0\n jump L0");
        assert_eq!(kind_at(&serves, &[0, 1]), Some(LoopKind::Served));
        assert!(!may_spin(&serves));
        assert!(!may_spin(&program(" r0 = load global0\n store global0, r0\n return")));
    }

    #[test]
    fn the_innermost_loop_around_all_places_counts() {
        // A server that waits in its middle.
        let both = program(
            " store global0, 1\n r0 = load global0\n branch r0, L4, L3\n jump L1\n store global0, 0\n jump L0",
        );
        assert_eq!(kind_at(&both, &[1]), Some(LoopKind::Left));
        assert_eq!(kind_at(&both, &[1, 4]), Some(LoopKind::Served));
        assert!(may_spin(&both));
    }
}
