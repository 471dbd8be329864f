//! What every search relies on: going back, loading and hashing states, on random walks through the examples.

use commute_base::SourceMap;
use commute_machine::{Fingerprint, Footprint, HeapView, Machine, ObjId, Rewind, Tid, Transition};
use commute_vm::{UndoMethod, Vm};
use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::Arc;

/// A small generator of random numbers; the walks are the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// A machine for each model in `examples/`.
fn machines() -> Vec<(String, Vm)> {
    let directory = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut machines = Vec::new();
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e != "cm") {
            continue;
        }
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let mut sources = SourceMap::default();
        let file = sources.add(&name, std::fs::read_to_string(&path).unwrap());
        let compiled = commute_front_lang::compile(&sources, file, &Default::default());
        machines.push((name, Vm::new(Arc::new(compiled.program.unwrap()))));
    }
    assert!(machines.len() > 20, "only {} models", machines.len());
    machines
}

fn steps(vm: &mut Vm) -> Vec<Transition> {
    let mut steps = Vec::new();
    for tid in (0..vm.threads()).map(Tid::new) {
        let choices = vm.choices(tid);
        steps.extend((0..choices).map(|c| Transition { tid, choice: c as u16 }));
    }
    steps
}

/// Walks at random; tells `visit` every state, the step to it and the state before.
fn walk(vm: &mut Vm, random: &mut Random, mut visit: impl FnMut(&mut Vm, &[u32], Transition)) {
    vm.restart();
    for _ in 0..300 {
        let steps = steps(vm);
        if steps.is_empty() {
            return;
        }
        let before = vm.vector().to_vec();
        let step = steps[random.below(steps.len())];
        vm.step(step);
        visit(vm, &before, step);
    }
}

#[test]
fn rewinding_restores_the_marked_state() {
    let mut random = Random(1);
    for method in [UndoMethod::Log, UndoMethod::Snapshot] {
        for (name, mut vm) in machines() {
            vm.set_undo(method);
            vm.restart();
            let mut marked = Vec::new();
            for _ in 0..400 {
                let steps = steps(&mut vm);
                match random.below(4) {
                    0 if !marked.is_empty() => {
                        vm.rewind();
                        assert_eq!(Some(&vm.vector().to_vec()), marked.last(), "{name} {method:?}");
                    }
                    1 if marked.len() > 1 => {
                        vm.rewind();
                        vm.unmark();
                        marked.pop();
                    }
                    _ if steps.is_empty() => break,
                    _ => {
                        vm.mark();
                        marked.push(vm.vector().to_vec());
                        vm.step(steps[random.below(steps.len())]);
                    }
                }
            }
        }
    }
}

#[test]
fn a_loaded_state_steps_like_the_original() {
    let mut random = Random(2);
    for (name, mut vm) in machines() {
        let mut seen = Vec::new();
        walk(&mut vm, &mut random, |vm, before, step| {
            seen.push((before.to_vec(), step, vm.vector().to_vec()))
        });
        for (before, step, after) in seen.into_iter().rev() {
            vm.load(&before);
            vm.step(step);
            assert_eq!(vm.vector(), after, "{name}");
        }
    }
}

/// Equal vectors have equal fingerprints, different ones different, whatever was hashed before.
#[test]
fn fingerprints_depend_on_the_state_alone() {
    let mut random = Random(3);
    for (name, mut vm) in machines() {
        let mut known: HashMap<Vec<u32>, u64> = HashMap::new();
        for _ in 0..5 {
            walk(&mut vm, &mut random, |vm, _, _| {
                let hash = vm.fingerprint();
                let first = *known.entry(vm.vector().to_vec()).or_insert(hash);
                assert_eq!(first, hash, "{name}");
            });
        }
        let mut hashes: Vec<u64> = known.values().copied().collect();
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), known.len(), "{name}");
    }
}

/// Another machine, which numbered its components in another order, gives the same states the same hashes.
#[test]
fn fingerprints_do_not_depend_on_history() {
    for (name, mut one) in machines() {
        let mut two = Vm::new(Arc::clone(one.program()));
        let mut random = Random(4);
        walk(&mut two, &mut random, |_, _, _| {});
        two.restart();
        one.restart();
        for _ in 0..100 {
            assert_eq!(one.fingerprint(), two.fingerprint(), "{name}");
            let steps = steps(&mut one);
            if steps.is_empty() {
                break;
            }
            let step = steps[random.below(steps.len())];
            one.step(step);
            two.step(step);
        }
    }
}

#[test]
fn asking_for_footprints_changes_nothing() {
    let mut random = Random(5);
    for (name, mut vm) in machines() {
        walk(&mut vm, &mut random, |vm, _, _| {
            let before = vm.vector().to_vec();
            for t in (0..vm.threads()).map(Tid::new) {
                let mut footprint = Footprint::default();
                vm.footprint(t, &mut footprint);
                vm.is_observable(t, &footprint);
            }
            assert_eq!(vm.vector(), before, "{name}");
        });
    }
}

/// Threads that make, join and drop parts of a graph; `INIT` is what there is at first.
const GRAPH: &str = "
    class Node { left: Node; right: Node; }
    fn grown(depth: int) -> Node {
        let node = new Node();
        if depth > 0 {
            node.left = grown(depth - 1);
            node.right = grown(depth - 1);
        }
        return node;
    }
    var a: Node;
    var b: Node = INIT;
    var m: lock;
    thread t[i in 0..3] {
        let mine: Node = null;
        loop {
            choose { mine = new Node(); }
            or { mine = a; } or { mine = b; } or { a = mine; } or { b = mine; } or { mine = null; }
            or { if mine != null { mine.left = a; } }
            or { if mine != null { mine.right = new Node(); } }
            or { if mine != null { mine = mine.left; } }
            or { if mine != null { a = mine.right; } }
            or { let other = new Node(); other.left = mine; mine = other; }
            or { m.acquire(); b = a; m.release(); }
            or { spawn brief(mine); }
        }
    }
    fn brief(node: Node) { if node != null { node.right = b; } }
";

fn graph(init: &str) -> Arc<commute_ir::Program> {
    let mut sources = SourceMap::default();
    let file = sources.add("graph.cm", GRAPH.replace("INIT", init));
    let compiled = commute_front_lang::compile(&sources, file, &Default::default());
    Arc::new(compiled.program.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics)))
}

/// What all threads can reach.
fn common(vm: &Vm) -> BTreeSet<ObjId> {
    let mut work = Vec::new();
    let known = vm.common(&mut work);
    let mut all: BTreeSet<ObjId> = (0..known as u32).map(ObjId).collect();
    while let Some(o) = work.pop() {
        if all.insert(o) || o.0 < known as u32 {
            vm.references(o, &mut |next| {
                if !all.contains(&next) {
                    work.push(next);
                }
            });
        }
    }
    all
}

/// One machine goes on from earlier walks of the heap, the other one forgets them before every step.
#[test]
fn a_walk_that_goes_on_from_an_earlier_one_finds_the_same() {
    let mut random = Random(5);
    for init in ["null", "grown(2)", "grown(6)"] {
        let program = graph(init);
        let (mut one, mut two) = (Vm::new(Arc::clone(&program)), Vm::new(program));
        let mut seen = vec![(one.vector().to_vec(), two.vector().to_vec())];
        let mut marks = 0;
        for round in 0..6_000 {
            match random.below(12) {
                0 => {
                    let (a, b) = &seen[random.below(seen.len())];
                    one.load(a);
                    two.load(b);
                    marks = 0;
                }
                1 | 2 => {
                    one.mark();
                    two.mark();
                    marks += 1;
                }
                3 | 4 if marks > 0 => {
                    one.rewind();
                    two.rewind();
                }
                5 if marks > 0 => {
                    one.unmark();
                    two.unmark();
                    marks -= 1;
                }
                _ => {
                    let all = steps(&mut one);
                    assert_eq!(all, steps(&mut two), "{init}, round {round}");
                    if all.is_empty() || one.threads() > 12 {
                        one.restart();
                        two.restart();
                        marks = 0;
                        continue;
                    }
                    let step = all[random.below(all.len())];
                    one.step(step);
                    two.forget_walks();
                    two.step(step);
                    two.forget_walks();
                    seen.push((one.vector().to_vec(), two.vector().to_vec()));
                }
            }
            assert_eq!(one.fingerprint(), two.fingerprint(), "{init}, round {round}");
            assert_eq!(common(&one), common(&two), "{init}, round {round}");
        }
    }
}

/// The locks that a thread holds are found without looking at all objects.
#[test]
fn held_locks_are_those_that_have_the_thread_as_holder() {
    let mut random = Random(6);
    let mut held = 0;
    for (name, mut vm) in machines().into_iter().chain([("graph".into(), Vm::new(graph("grown(6)")))]) {
        walk(&mut vm, &mut random, |vm, before, step| {
            for round in 0..2 {
                for t in (0..vm.threads()).map(Tid::new) {
                    let objects = (0..vm.objects() as u32).map(ObjId);
                    let expected: Vec<ObjId> = objects.filter(|&o| vm.holder(o) == Some(t)).collect();
                    held += expected.len();
                    assert_eq!(vm.held(t), expected, "{name}, {step:?}, {round}");
                }
                let after = vm.vector().to_vec();
                if round == 0 {
                    vm.load(before);
                    vm.load(&after);
                }
            }
        });
    }
    assert!(held > 1_000, "only {held}");
}
