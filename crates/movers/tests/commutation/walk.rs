//! Models, and the states of one.

use commute_base::{RenderOptions, SourceMap};
use commute_front_lang::{Options, compile};
use commute_ir::{Program, validate};
use commute_machine::{Fingerprint, Machine, ThreadStatus, Tid, Transition};
use commute_vm::Vm;
use std::collections::{HashSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Compiles a text.
pub fn model(name: &str, text: &str) -> Arc<Program> {
    let mut sources = SourceMap::default();
    let file = sources.add(name, text);
    let compiled = compile(&sources, file, &Options::default());
    let program = compiled.program.unwrap_or_else(|| {
        panic!("{}", compiled.diagnostics.render(&sources, RenderOptions::default()));
    });
    assert!(validate(&program).is_empty(), "{name} is not valid");
    Arc::new(program)
}

/// A directory of the project.
pub fn directory(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

/// The model of a file.
pub fn model_file(path: &Path) -> Arc<Program> {
    let text = std::fs::read_to_string(path).unwrap();
    model(&path.display().to_string(), &text)
}

/// All models of the project, by their names.
pub fn models() -> Vec<(String, Arc<Program>)> {
    let mut all = Vec::new();
    for name in ["examples", "crates/testkit/regressions", "crates/certify/tests/models"] {
        let files = std::fs::read_dir(directory(name)).unwrap().map(|entry| entry.unwrap().path());
        all.extend(files.filter(|path| path.extension().is_some_and(|e| e == "cm")));
    }
    all.sort();
    assert!(all.len() > 70, "only {} models", all.len());
    let name = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
    all.iter().map(|path| (name(path), model_file(path))).collect()
}

/// The example of this name.
pub fn example(name: &str) -> Arc<Program> {
    model_file(&directory("examples").join(name))
}

/// The threads that are not over.
pub fn live(vm: &Vm) -> Vec<Tid> {
    (0..vm.threads()).map(Tid::new).filter(|&t| vm.status(t) == ThreadStatus::Live).collect()
}

/// The steps that a thread may make from where the machine stands.
pub fn steps_of(vm: &mut Vm, tid: Tid) -> Vec<Transition> {
    (0..vm.choices(tid)).map(|c| Transition { tid, choice: c as u16 }).collect()
}

/// The steps that all threads may make.
pub fn steps(vm: &mut Vm) -> Vec<Transition> {
    live(vm).into_iter().flat_map(|t| steps_of(vm, t)).collect()
}

/// The first `most` states, breadth-first.
pub fn states(vm: &mut Vm, most: usize) -> Vec<Vec<u32>> {
    vm.restart();
    let mut seen = HashSet::from([vm.vector().to_vec()]);
    let mut work: VecDeque<Vec<u32>> = seen.iter().cloned().collect();
    let mut states = Vec::new();
    while let Some(state) = work.pop_front() {
        vm.load(&state);
        for step in steps(vm) {
            vm.load(&state);
            vm.step(step);
            let next = vm.vector().to_vec();
            if seen.len() < most && seen.insert(next.clone()) {
                work.push_back(next);
            }
        }
        states.push(state);
    }
    states
}
