//! Entry points for fuzzers: any bytes may come in, and nothing may panic or hang.
//!
//! `fuzz/` has a `cargo fuzz` target for each; the test `fuzz_smoke` runs them for a second on mutations of the same
//! corpora.

use crate::twins::Scratch;
use crate::{Configuration, Model, explore};
use commute::engine::search;
use commute_base::SourceMap;
use commute_explore::{Limits, Options, Order, StoreKind, Unobserved};
use commute_front_jvm::{Input, LoadError, load, reading};
use commute_ir::analysis::{CallGraph, atomic_depth, liveness};
use commute_ir::{PrintOptions, parse, print, validate};
use commute_vm::{UndoMethod, Vm};
use std::sync::Arc;

/// Longer inputs find nothing that shorter ones do not.
const LONGEST: usize = 10_000;
const MAX_STATES: u64 = 50;

/// A model: it is rejected with diagnostics, or formatted, compiled and searched. Whether it was a program.
pub fn language(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(LONGEST)]);
    let Ok(model) = Model::compile("fuzz.cm", &text, &[]) else { return false };
    let how = Configuration { order: Order::Dfs, store: StoreKind::Exact, undo: UndoMethod::Log };
    explore(&model, how, Some(MAX_STATES)).unwrap_or_else(|error| panic!("{error}\n{text}"));
    true
}

/// The text form of the intermediate representation: it is rejected, or printed as it was read, analysed and, if it is
/// valid, searched. Whether it was a program.
pub fn ir_text(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(LONGEST)]);
    let Ok(program) = parse(&text) else { return false };
    let again = parse(&print(&program, PrintOptions { spans: true }));
    assert_eq!(again.as_ref(), Ok(&program), "printing and parsing gives another program:\n{text}");
    let valid = validate(&program).is_empty();
    CallGraph::new(&program);
    for func in &program.functions {
        liveness(func);
        // It may well be an error.
        let _ = atomic_depth(func);
    }
    if valid {
        let limits = Limits { states: Some(MAX_STATES), ..Limits::default() };
        search(&mut Vm::new(Arc::new(program)), &Options { limits, ..Options::default() }, &mut Unobserved);
    }
    true
}

/// A class file: it is rejected, or all its instructions are decoded. Whether it was one.
pub fn class_file(bytes: &[u8]) -> bool {
    match reading::class_file(&bytes[..bytes.len().min(LONGEST)]) {
        Ok(instructions) => {
            assert!(instructions <= bytes.len(), "{instructions} instructions in {} bytes", bytes.len());
            true
        }
        Err(text) => {
            assert!(!text.is_empty(), "a file is rejected without a word");
            false
        }
    }
}

/// The image of a JDK: it is rejected, or a class is sought in it. Whether it was one.
pub fn image(bytes: &[u8]) -> bool {
    let bytes = &bytes[..bytes.len().min(LONGEST)];
    reading::image(bytes, "/java.base/java/lang/Object.class", "java/lang").is_ok()
}

/// A Java program of one class: see [`try_java_program`]. Whether it was one.
pub fn java_program(bytes: &[u8]) -> bool {
    try_java_program(bytes).is_ok()
}

/// A Java program of one class: it is rejected, or translated and searched for a few steps.
pub fn try_java_program(bytes: &[u8]) -> Result<(), LoadError> {
    let scratch = Scratch::new().map_err(LoadError::Surroundings)?;
    let file = scratch.path().join("Victim.class");
    std::fs::write(&file, bytes).map_err(|error| LoadError::Surroundings(error.to_string()))?;
    let input = Input { program: Some(file), ..Input::default() };
    let loaded = load(&input, &mut SourceMap::default());
    let program =
        loaded.inspect_err(|error| assert!(!error.to_string().is_empty(), "rejected without a word"));
    let program = program?.program;
    let invalid = validate(&program);
    assert!(invalid.is_empty(), "an invalid program: {}", invalid[0]);
    let limits = Limits { states: Some(MAX_STATES), ..Limits::default() };
    let options = Options { limits, order: Order::Dfs, ..Options::default() };
    let outcome = search(&mut Vm::new(Arc::new(program)), &options, &mut Unobserved);
    assert!(outcome.stats.states <= MAX_STATES + 1, "{} states", outcome.stats.states);
    Ok(())
}
