//! Entry points for fuzzers: any bytes may come in, and nothing may panic or hang.
//!
//! `fuzz/` has a `cargo fuzz` target for each; the test `fuzz_smoke` runs them for a second on mutations of the same
//! corpora.

use crate::{Configuration, Model, explore};
use commute_explore::{Limits, Options, Order, StoreKind, Unobserved, search};
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
