//! The blocks of a method, in an order in which each comes after those that lead to it, loops aside.

use commute_front_jvm::methods::{Code, Op, Ops};
use std::collections::BTreeSet;

/// The control flow of a method.
pub struct Blocks {
    pub ops: Ops,
    /// The first instruction of each block, by its place in [`Blocks::ops`], and one past its last.
    pub ranges: Vec<(usize, usize)>,
    /// The offset of the first instruction, ascending, with the number of the block.
    starts: Vec<(u32, usize)>,
}

impl Blocks {
    /// The blocks of a body: they end with jumps, and after calls, since these may throw.
    pub fn new(code: &Code, ops: Ops) -> Blocks {
        let mut leaders = BTreeSet::from([0u32]);
        for (at, (_, op)) in ops.iter().enumerate() {
            op.targets(|to| {
                leaders.insert(to);
            });
            let ends = op.ends()
                || matches!(
                    op,
                    Op::Call(..) | Op::IfZero(..) | Op::IfInts(..) | Op::IfRefs(..) | Op::IfNull(..)
                );
            if let (true, Some((next, _))) = (ends, ops.get(at + 1)) {
                leaders.insert(*next);
            }
        }
        leaders.extend(code.handlers.iter().map(|h| u32::from(h.target)));
        let place = |offset: u32| ops.binary_search_by_key(&offset, |(at, _)| *at).unwrap_or(ops.len());
        let firsts: Vec<(u32, usize)> = leaders.iter().map(|&offset| (offset, place(offset))).collect();
        let order = reverse_postorder(code, &ops, &firsts);
        let end = |k: usize| firsts.get(k + 1).map_or(ops.len(), |(_, at)| *at);
        let ranges = order.iter().map(|&k| (firsts[k].1, end(k))).collect();
        let mut starts: Vec<(u32, usize)> =
            order.iter().enumerate().map(|(number, &k)| (firsts[k].0, number)).collect();
        starts.sort_unstable();
        Blocks { ops, ranges, starts }
    }

    /// The block that begins at an offset.
    pub fn at(&self, offset: u32) -> Option<usize> {
        let found = self.starts.binary_search_by_key(&offset, |(at, _)| *at).ok()?;
        Some(self.starts[found].1)
    }

    /// The offset of an instruction.
    pub fn offset(&self, at: usize) -> u32 {
        self.ops[at].0
    }
}

/// The blocks that can be reached, by their places in `firsts`. Handlers follow from all that they protect.
fn reverse_postorder(code: &Code, ops: &Ops, firsts: &[(u32, usize)]) -> Vec<usize> {
    let number = |offset: u32| firsts.binary_search_by_key(&offset, |(at, _)| *at).ok();
    let next = |k: usize| -> Vec<usize> {
        let (from, to) = (firsts[k].1, firsts.get(k + 1).map_or(ops.len(), |(_, at)| *at));
        let mut found = Vec::new();
        for (offset, _) in &ops[from..to] {
            let covers = |h: &&commute_front_jvm::methods::Protected| {
                (u32::from(h.from)..u32::from(h.to)).contains(offset)
            };
            found.extend(code.handlers.iter().filter(covers).filter_map(|h| number(u32::from(h.target))));
        }
        if let Some((_, last)) = ops[from..to].last() {
            last.targets(|to| found.extend(number(to)));
            if !last.ends() && k + 1 < firsts.len() {
                found.push(k + 1);
            }
        }
        found
    };
    // Postorder with an explicit stack: a method may have thousands of blocks in a row.
    let mut seen = vec![false; firsts.len()];
    let mut done = Vec::new();
    let mut stack = vec![(0, next(0))];
    seen[0] = true;
    while let Some((k, rest)) = stack.last_mut() {
        match rest.pop() {
            Some(to) if !seen[to] => {
                seen[to] = true;
                stack.push((to, next(to)));
            }
            Some(_) => {}
            None => {
                done.push(*k);
                stack.pop();
            }
        }
    }
    done.reverse();
    done
}
