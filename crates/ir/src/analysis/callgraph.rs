//! Who calls whom.

use crate::{FuncId, Instr, Program, Selector};
use fixedbitset::FixedBitSet;
use std::collections::HashMap;

/// The call graph of a program. A virtual call may run any method that any class has for its selector: the
/// class of the receiver is not looked at. Functions that do not exist are left out.
#[derive(Clone, Debug)]
pub struct CallGraph {
    methods: HashMap<Selector, Vec<FuncId>>,
    callees: Vec<Vec<FuncId>>,
    spawned: Vec<Vec<FuncId>>,
    components: Components,
}

impl CallGraph {
    /// Builds it.
    pub fn new(program: &Program) -> Self {
        let methods = methods_by_selector(program);
        let mut callees = vec![Vec::new(); program.functions.len()];
        let mut spawned = callees.clone();
        for (at, func) in program.functions.iter().enumerate() {
            for instr in &func.code {
                match instr {
                    Instr::Call { func, .. } => callees[at].push(*func),
                    Instr::CallVirtual { selector, .. } => {
                        callees[at].extend(methods.get(selector).into_iter().flatten());
                    }
                    Instr::Spawn { func, .. } | Instr::Start { func, .. } => spawned[at].push(*func),
                    _ => {}
                }
            }
        }
        for list in callees.iter_mut().chain(&mut spawned) {
            list.retain(|f| f.index() < program.functions.len());
            list.sort_unstable();
            list.dedup();
        }
        let components = Components::new(&callees);
        Self { methods, callees, spawned, components }
    }

    /// The functions that `f` calls, ascending.
    pub fn callees(&self, f: FuncId) -> &[FuncId] {
        &self.callees[f.index()]
    }

    /// The functions that a virtual call of `selector` may run, ascending.
    pub fn methods(&self, selector: Selector) -> &[FuncId] {
        self.methods.get(&selector).map_or(&[], Vec::as_slice)
    }

    /// The functions that `f` starts as threads, ascending.
    pub fn spawned(&self, f: FuncId) -> &[FuncId] {
        &self.spawned[f.index()]
    }

    /// The functions that a thread which begins with one of `roots` may run: `roots` and what they call.
    pub fn called_from(&self, roots: impl IntoIterator<Item = FuncId>) -> FixedBitSet {
        self.closure(roots, false)
    }

    /// The functions that run if those of `roots` do: what they call, what they spawn, and so on.
    pub fn reachable_from(&self, roots: impl IntoIterator<Item = FuncId>) -> FixedBitSet {
        self.closure(roots, true)
    }

    fn closure(&self, roots: impl IntoIterator<Item = FuncId>, spawns: bool) -> FixedBitSet {
        let mut seen = FixedBitSet::with_capacity(self.callees.len());
        let mut work: Vec<FuncId> = roots.into_iter().filter(|f| f.index() < self.callees.len()).collect();
        while let Some(f) = work.pop() {
            if !seen.put(f.index()) {
                work.extend_from_slice(self.callees(f));
                if spawns {
                    work.extend_from_slice(self.spawned(f));
                }
            }
        }
        seen
    }

    /// The groups of functions that call each other, directly or not (strongly connected components); each
    /// function is in one. A group comes after those that it calls.
    pub fn components(&self) -> &[Vec<FuncId>] {
        self.components.groups()
    }
}

/// The groups of functions that call each other, directly or not: strongly connected components.
#[derive(Clone, Debug)]
pub(crate) struct Components {
    /// Callees before callers.
    groups: Vec<Vec<FuncId>>,
    /// The index in `groups` of each function.
    group: Vec<usize>,
    /// The functions that call themselves directly.
    calls_itself: FixedBitSet,
}

impl Components {
    /// Those of a graph, by the functions that each function calls.
    pub(crate) fn new(callees: &[Vec<FuncId>]) -> Self {
        let groups = Tarjan::new(callees).run();
        let mut group = vec![0; callees.len()];
        for (i, members) in groups.iter().enumerate() {
            members.iter().for_each(|f| group[f.index()] = i);
        }
        let calls_itself = (0..callees.len()).filter(|&f| callees[f].contains(&FuncId::new(f))).collect();
        Self { groups, group, calls_itself }
    }

    /// All of them, each after those that it calls; each function is in one.
    pub(crate) fn groups(&self) -> &[Vec<FuncId>] {
        &self.groups
    }

    /// Whether `f` and `g` are in the same group: the same function, or each may call the other.
    pub(crate) fn same(&self, f: FuncId, g: FuncId) -> bool {
        self.group[f.index()] == self.group[g.index()]
    }

    /// Whether a call of `f` may lead to another call of `f` in the same thread.
    pub(crate) fn is_recursive(&self, f: FuncId) -> bool {
        self.groups[self.group[f.index()]].len() > 1 || self.calls_itself.contains(f.index())
    }
}

fn methods_by_selector(program: &Program) -> HashMap<Selector, Vec<FuncId>> {
    let mut methods: HashMap<Selector, Vec<FuncId>> = HashMap::new();
    for &(selector, func) in program.classes.iter().flat_map(|class| &class.methods) {
        methods.entry(selector).or_default().push(func);
    }
    for funcs in methods.values_mut() {
        funcs.retain(|f| f.index() < program.functions.len());
        funcs.sort_unstable();
        funcs.dedup();
    }
    methods
}

/// Tarjan's algorithm (Depth-first search and linear graph algorithms, 1972) with the recursion as an
/// explicit path, because a chain of calls in the program may be longer than our stack.
struct Tarjan<'g> {
    callees: &'g [Vec<FuncId>],
    /// When each function was first seen, from 1; zero if it was not.
    seen_at: Vec<usize>,
    /// The earliest function on the stack that each one leads to.
    low: Vec<usize>,
    stack: Vec<FuncId>,
    on_stack: FixedBitSet,
    clock: usize,
    components: Vec<Vec<FuncId>>,
}

impl<'g> Tarjan<'g> {
    fn new(callees: &'g [Vec<FuncId>]) -> Self {
        Self {
            callees,
            seen_at: vec![0; callees.len()],
            low: vec![0; callees.len()],
            stack: Vec::new(),
            on_stack: FixedBitSet::with_capacity(callees.len()),
            clock: 0,
            components: Vec::new(),
        }
    }

    fn run(mut self) -> Vec<Vec<FuncId>> {
        for root in 0..self.callees.len() {
            if self.seen_at[root] == 0 {
                self.search(FuncId::new(root));
            }
        }
        self.components
    }

    fn enter(&mut self, f: FuncId) {
        self.clock += 1;
        self.seen_at[f.index()] = self.clock;
        self.low[f.index()] = self.clock;
        self.stack.push(f);
        self.on_stack.insert(f.index());
    }

    fn search(&mut self, root: FuncId) {
        self.enter(root);
        // The functions on the path, with how many of their callees have been looked at.
        let mut path = vec![(root, 0)];
        while let Some((f, done)) = path.last_mut() {
            let f = *f;
            if let Some(&callee) = self.callees[f.index()].get(*done) {
                *done += 1;
                if self.seen_at[callee.index()] == 0 {
                    self.enter(callee);
                    path.push((callee, 0));
                } else if self.on_stack.contains(callee.index()) {
                    self.low[f.index()] = self.low[f.index()].min(self.seen_at[callee.index()]);
                }
                continue;
            }
            path.pop();
            if let Some((caller, _)) = path.last() {
                self.low[caller.index()] = self.low[caller.index()].min(self.low[f.index()]);
            }
            if self.low[f.index()] == self.seen_at[f.index()] {
                self.leave(f);
            }
        }
    }

    /// Takes the component of `f`, its first function, off the stack.
    fn leave(&mut self, f: FuncId) {
        let start = self.stack.iter().rposition(|&g| g == f);
        let start = start.expect("[commute internal bug] the root of a component is on the stack");
        let mut members = self.stack.split_off(start);
        members.iter().for_each(|g| self.on_stack.set(g.index(), false));
        members.sort_unstable();
        self.components.push(members);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    /// fn0 calls fn1 and spawns fn5; fn1 and fn2 call each other, fn2 also fn3; fn4 calls itself and, by
    /// sel0, the methods fn2 and fn3.
    fn graph() -> CallGraph {
        let text = "selector sel0 run\n\
            class class0 A {\n method sel0 = fn2\n}\nclass class1 B {\n method sel0 = fn3\n}\n\
            fn fn0 main() {\n call fn1()\n call fn1()\n spawn fn5()\n return\n}\n\
            fn fn1 a() {\n call fn2(null)\n return\n}\n\
            fn fn2 b(r0: class0) {\n call fn3(null)\n call fn1()\n return\n}\n\
            fn fn3 leaf(r0: class1) {\n call fn99()\n return\n}\n\
            fn fn4 self() {\n call fn4()\n call_virtual sel0(null)\n return\n}\n\
            fn fn5 thread() {\n call fn3(null)\n return\n}";
        CallGraph::new(&parse(text).unwrap())
    }

    fn ids(ids: &[u32]) -> Vec<FuncId> {
        ids.iter().copied().map(FuncId).collect()
    }

    #[test]
    fn calls_and_spawns_are_kept_apart() {
        let graph = graph();
        assert_eq!(graph.callees(FuncId(0)), ids(&[1]));
        assert_eq!(graph.spawned(FuncId(0)), ids(&[5]));
        assert_eq!(graph.callees(FuncId(3)), ids(&[]), "fn99 does not exist");
        assert_eq!(graph.callees(FuncId(4)), ids(&[2, 3, 4]), "all methods of the selector");
        assert_eq!(graph.called_from([FuncId(0)]).ones().collect::<Vec<_>>(), [0, 1, 2, 3]);
        assert_eq!(graph.reachable_from([FuncId(0)]).ones().collect::<Vec<_>>(), [0, 1, 2, 3, 5]);
    }

    #[test]
    fn components_stand_after_what_they_call() {
        let graph = graph();
        let expected = [ids(&[3]), ids(&[1, 2]), ids(&[0]), ids(&[4]), ids(&[5])];
        assert_eq!(graph.components(), expected);
        let recursive: Vec<u32> = (0..6).filter(|&f| graph.components.is_recursive(FuncId(f))).collect();
        assert_eq!(recursive, [1, 2, 4]);
        assert!(graph.components.same(FuncId(1), FuncId(2)));
        assert!(!graph.components.same(FuncId(0), FuncId(1)));
    }

    #[test]
    fn a_long_chain_of_calls_needs_no_stack() {
        let count = 100_000;
        let mut text = String::new();
        for i in 0..count {
            text += &format!("fn fn{i} f() {{\n call fn{}()\n return\n}}\n", (i + 1) % count);
        }
        let graph = CallGraph::new(&parse(&text).unwrap());
        assert_eq!(graph.components().len(), 1);
        assert_eq!(graph.components()[0].len(), count);
    }
}
