//! Which states of a run have no way out.
//!
//! # Source
//! FQ03 section 4.2, condition C.
//!
//! # Idea
//! A run that goes round for ever after its commit would keep all other threads from ever stepping. One end in each component
//! of states that cannot be left is enough to let them.
//!
//! # Notation
//! L(t): the nodes; N(t), ends, at which others may step: the nodes with a way out.
//!
//! # Premises
//! - Every node is reached from the first one, which is the state in which the run begins.
//!
//! # Deviations
//! - D1: the paper asks that L(t) can reach N(t) and leaves open how the ends are chosen; here they are as few as possible, one a
//!   component that has no edge to another, since each is a state that is stored.

/// One node of each component that is left for nothing: among the nodes from which no node with `has_way_out` can be
/// reached, one of each strongly connected component that has no edge to another.
///
/// Every node is reached from the first one, so a node that cannot reach a way out can reach such a component, and
/// one end in it is a way out for all of them.
pub fn hopeless(has_way_out: &[bool], edges: &[(u32, u32)]) -> Vec<u32> {
    let reaches = backwards(has_way_out, edges);
    let successors = |node: usize| edges.iter().filter(move |e| e.0 as usize == node).map(|e| e.1 as usize);
    let mut chosen: Vec<u32> = Vec::new();
    let mut settled = reaches;
    // The graphs are small and nearly always without such nodes: from each one left, walk on; what the walk cannot
    // leave again is where it was last new.
    for start in 0..settled.len() {
        if settled[start] {
            continue;
        }
        let last = bottom(start, &settled, &successors);
        if let Some(last) = last {
            chosen.push(last as u32);
            let mut ways = vec![false; settled.len()];
            ways[last] = true;
            for (node, reached) in backwards(&ways, edges).into_iter().enumerate() {
                settled[node] |= reached;
            }
        }
    }
    chosen
}

/// The nodes from which one of `goals` can be reached.
fn backwards(goals: &[bool], edges: &[(u32, u32)]) -> Vec<bool> {
    let mut reaches = goals.to_vec();
    loop {
        let mut changed = false;
        for &(from, to) in edges {
            if reaches[to as usize] && !reaches[from as usize] {
                reaches[from as usize] = true;
                changed = true;
            }
        }
        if !changed {
            return reaches;
        }
    }
}

/// A node of a component without an edge out of it that `start` reaches: the component that Tarjan's algorithm
/// completes first.
fn bottom<I>(start: usize, settled: &[bool], successors: &impl Fn(usize) -> I) -> Option<usize>
where
    I: Iterator<Item = usize>,
{
    let mut order = vec![usize::MAX; settled.len()];
    let mut low = vec![usize::MAX; settled.len()];
    let mut stack: Vec<(usize, Vec<usize>)> = vec![(start, successors(start).collect())];
    let mut count = 0;
    (order[start], low[start]) = (0, 0);
    while let Some((node, rest)) = stack.last_mut() {
        let node = *node;
        if let Some(next) = rest.pop() {
            if order[next] == usize::MAX {
                count += 1;
                (order[next], low[next]) = (count, count);
                stack.push((next, successors(next).collect()));
            } else {
                low[node] = low[node].min(order[next]);
            }
            continue;
        }
        if low[node] == order[node] {
            return Some(node);
        }
        stack.pop();
        if let Some((parent, _)) = stack.last() {
            low[*parent] = low[*parent].min(low[node]);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All small graphs: afterwards every node reaches a way out, and without any one of the chosen some would not.
    #[test]
    fn every_node_gets_a_way_out_and_none_is_chosen_in_vain() {
        const N: usize = 4;
        for bits in 0..1u32 << (N * (N - 1)) {
            let pairs =
                (0..N as u32).flat_map(|a| (0..N as u32).map(move |b| (a, b))).filter(|(a, b)| a != b);
            let edges: Vec<(u32, u32)> =
                pairs.enumerate().filter(|(i, _)| bits >> i & 1 == 1).map(|(_, e)| e).collect();
            for ways in [0b0000, 0b1000, 0b0110u32] {
                let given: Vec<bool> = (0..N).map(|n| ways >> n & 1 == 1).collect();
                let chosen = hopeless(&given, &edges);
                let with = |without: Option<u32>| {
                    let mut goals = given.clone();
                    chosen.iter().filter(|c| Some(**c) != without).for_each(|c| goals[*c as usize] = true);
                    backwards(&goals, &edges).into_iter().all(|r| r)
                };
                assert!(with(None), "{edges:?} {given:?} {chosen:?}");
                for &one in &chosen {
                    assert!(!with(Some(one)), "{one} of {chosen:?} is in vain: {edges:?} {given:?}");
                }
            }
        }
    }
}
