//! Control flow between the instructions of one function.

use crate::{Function, Instr, Pc};
use fixedbitset::FixedBitSet;

/// Where control may go from each instruction, and from where it may come: to the next ones, to the
/// handlers that cover the instruction, and from a `Block` back to its `retry`. Edges that lead out of the
/// code are left out.
#[derive(Clone, Debug)]
pub(crate) struct Cfg {
    succs: Adjacency,
    preds: Adjacency,
}

/// Lists of neighbours, all in one vector: those of `i` are `to[start[i]..start[i + 1]]`.
#[derive(Clone, Debug)]
struct Adjacency {
    start: Vec<usize>,
    to: Vec<u32>,
}

impl Adjacency {
    fn new(nodes: usize, edges: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let mut start = vec![0; nodes + 1];
        edges.clone().for_each(|(from, _)| start[from as usize + 1] += 1);
        for i in 0..nodes {
            start[i + 1] += start[i];
        }
        let mut next = start.clone();
        let mut to = vec![0; start[nodes]];
        for (from, target) in edges {
            let slot = &mut next[from as usize];
            to[*slot] = target;
            *slot += 1;
        }
        Self { start, to }
    }

    fn of(&self, node: usize) -> &[u32] {
        &self.to[self.start[node]..self.start[node + 1]]
    }
}

impl Cfg {
    /// The control flow of `func`.
    pub(crate) fn new(func: &Function) -> Self {
        let nodes = func.code.len();
        let mut edges = Vec::new();
        let mut add = |from: usize, to: Pc| {
            if (to.0 as usize) < nodes {
                edges.push((from as u32, to.0));
            }
        };
        for (at, instr) in func.code.iter().enumerate() {
            instr.successors(Pc(at as u32), |to| add(at, to));
            if let Instr::Block { retry, .. } = instr {
                add(at, *retry);
            }
        }
        for handler in &func.handlers {
            let to = (handler.to.0 as usize).min(nodes);
            for at in handler.from.0 as usize..to {
                add(at, handler.target);
            }
        }
        let forward = edges.iter().copied();
        let backward = edges.iter().map(|&(from, to)| (to, from));
        Self { succs: Adjacency::new(nodes, forward), preds: Adjacency::new(nodes, backward) }
    }

    /// Where control may go from `at`.
    pub(crate) fn succs(&self, at: usize) -> &[u32] {
        self.succs.of(at)
    }

    /// From where control may come to `at`.
    pub(crate) fn preds(&self, at: usize) -> &[u32] {
        self.preds.of(at)
    }

    /// The instructions that control can come to from the first one.
    pub(crate) fn reachable(&self) -> FixedBitSet {
        let nodes = self.succs.start.len() - 1;
        let mut seen = FixedBitSet::with_capacity(nodes);
        let mut work: Vec<u32> = (0..nodes.min(1) as u32).collect();
        while let Some(at) = work.pop() {
            if !seen.put(at as usize) {
                work.extend_from_slice(self.succs(at as usize));
            }
        }
        seen
    }

    /// All instructions, each after those that control goes to from it, as far as loops allow.
    pub(crate) fn postorder(&self) -> Vec<u32> {
        let nodes = self.succs.start.len() - 1;
        let mut seen = FixedBitSet::with_capacity(nodes);
        let mut order = Vec::with_capacity(nodes);
        // Instructions on the path, with how many of their successors have been looked at.
        let mut path: Vec<(u32, usize)> = Vec::new();
        for root in 0..nodes as u32 {
            if !seen.put(root as usize) {
                path.push((root, 0));
            }
            while let Some((at, done)) = path.last_mut() {
                match self.succs.of(*at as usize).get(*done) {
                    Some(&to) => {
                        *done += 1;
                        if !seen.put(to as usize) {
                            path.push((to, 0));
                        }
                    }
                    None => {
                        order.push(*at);
                        path.pop();
                    }
                }
            }
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    #[test]
    fn edges_of_branches_handlers_and_blocks() {
        let program = parse(
            "fn fn0 f() {\n reg r0: anyref\n catch L1 to L3 any -> r0, L5\n\
             atomic_begin\n block 1, L0\n branch 1, L3, L9\n atomic_end\n return\n return\n return\n}",
        )
        .unwrap();
        let cfg = Cfg::new(&program.functions[0]);
        assert_eq!(cfg.succs(1), [2, 0, 5]);
        assert_eq!(cfg.succs(2), [3, 5]);
        assert_eq!(cfg.preds(5), [1, 2]);
        assert_eq!(cfg.reachable().ones().collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
        assert_eq!(cfg.postorder(), [4, 3, 5, 2, 1, 0, 6]);
    }
}
