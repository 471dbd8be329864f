//! What goes wrong in both versions of a program.

use super::formulas::{answers, formulas};
use super::{Javac, Scratch, Twin, java, model};
use crate::Model;
use commute::engine::search;
use commute_base::{SourceMap, Span};
use commute_explore::{
    Keep, Limits, Options, Order, Outcome, Properties, Reduction, StopReason, StoreKind, Unobserved,
};
use commute_front_jvm::{Input, Properties as JavaProperties, Written, load};
use commute_ir::Program;
use commute_machine::{Violation, ViolationKind};
use commute_vm::Vm;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Programs with more states are left out.
const MAX_STATES: u64 = 60_000;

/// One of so many programs has formulas.
const FORMULAS_IN: u64 = 3;

/// What goes wrong in some execution, by names that both languages share.
pub type Verdicts = BTreeSet<String>;

/// A comparison that came to an end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Compared {
    /// Both say this, with this many states of the model and of the Java program.
    Same(Verdicts, u64, u64),
    /// One of them has too many states.
    TooLarge,
    /// They differ.
    Different(String),
}

/// Writes programs in Java, compiles all at once, and compares each with its model.
///
/// By its number it is decided which reduction a program is searched with.
pub fn compare(javac: Javac, twins: &[(u64, Twin)]) -> Result<Vec<Compared>, String> {
    let scratch = Scratch::new()?;
    let mut sources = Vec::new();
    for (n, (_, twin)) in twins.iter().enumerate() {
        let path = scratch.path().join(format!("P{n}.java"));
        std::fs::write(&path, java(twin, &format!("P{n}"))).map_err(|e| e.to_string())?;
        sources.push(path);
    }
    javac.compile(scratch.path(), &sources)?;
    let each = twins.iter().enumerate();
    Ok(each.map(|(n, (number, twin))| compare_one(&scratch, n, twin, *number)).collect())
}

fn compare_one(scratch: &Scratch, n: usize, twin: &Twin, number: u64) -> Compared {
    // Variables that formulas speak of are observed, which leaves less to reduce: so not every program has some.
    let has_formulas = number.is_multiple_of(FORMULAS_IN);
    let mut text = model(twin);
    let written = |before: &str| if has_formulas { formulas(number, before) } else { Vec::new() };
    for (at, formula) in written("").iter().enumerate() {
        text += &format!("ltl p{at} = {formula};\n");
    }
    let compiled = match Model::compile("twin.cm", &text, &[]) {
        Ok(compiled) => compiled,
        Err(rejected) => return Compared::Different(rejected.0),
    };
    let mut sources = SourceMap::default();
    let input = Input {
        class_path: vec![scratch.path().to_owned()],
        main: Some(format!("P{n}")),
        properties: JavaProperties {
            written: written(&format!("P{n}.")).into_iter().map(of_java).collect(),
            ..JavaProperties::default()
        },
        ..Input::default()
    };
    let loaded = match load(&input, &mut sources) {
        Ok(loaded) => Arc::new(loaded.program),
        Err(error) => return Compared::Different(format!("Java: {error}")),
    };
    let (plain, reduced) = (Reduction::None, reduction(number));
    let (Some(of_model), Some(of_java), Some(of_reduced)) = (
        verdicts(&compiled.program, &compiled.sources, plain),
        verdicts(&loaded, &sources, plain),
        verdicts(&loaded, &sources, reduced),
    ) else {
        return Compared::TooLarge;
    };
    let of_formulas = match judge_formulas(&compiled.program, &loaded) {
        Ok(verdicts) => verdicts,
        Err(difference) => return Compared::Different(difference),
    };
    let difference = if of_model.0 != of_java.0 {
        format!("the model: {:?}\nJava: {:?}", of_model.0, of_java.0)
    } else if of_java.0 != of_reduced.0 {
        format!("Java: {:?}\nJava, {reduced:?}: {:?}", of_java.0, of_reduced.0)
    } else {
        return Compared::Same(&of_model.0 | &of_formulas, of_model.1, of_java.1);
    };
    Compared::Different(difference)
}

fn of_java(text: String) -> Written {
    Written { name: text.clone(), is_temporal: true, text }
}

/// What both versions say of formulas, the Java program also with a reduction; or what is different.
fn judge_formulas(model: &Arc<Program>, java: &Arc<Program>) -> Result<Verdicts, String> {
    let each = || {
        Some((
            answers(model, false, MAX_STATES)?,
            answers(java, false, MAX_STATES)?,
            answers(java, true, MAX_STATES)?,
        ))
    };
    let Some((of_model, of_java, of_reduced)) = each() else { return Ok(Verdicts::new()) };
    // With a reduction none is asked for fair executions, which come second.
    if of_model != of_java || !of_java.iter().step_by(2).eq(&of_reduced) {
        return Err(format!("formulas\nthe model: {of_model:?}\nJava: {of_java:?}\nreduced: {of_reduced:?}"));
    }
    Ok(of_model.iter().map(|answer| format!("formula: {answer}")).collect())
}

/// Every program is also searched with a reduction; which one changes from program to program.
fn reduction(number: u64) -> Reduction {
    let all: Vec<Reduction> = Reduction::all().filter(|r| *r != Reduction::None).collect();
    all[number as usize % all.len()]
}

/// What a search finds, and how many states it stored.
pub(crate) fn verdicts(
    program: &Arc<Program>,
    sources: &SourceMap,
    reduction: Reduction,
) -> Option<(Verdicts, u64)> {
    let order = if reduction.fits(Order::Bfs, Keep::All) { Order::Bfs } else { Order::Dfs };
    let limits = Limits { states: Some(MAX_STATES), ..Limits::default() };
    // The variables of a model are sequentially consistent, fields of Java are not.
    let properties = Properties { races: false, ..Properties::default() };
    let store = StoreKind::Exact;
    let options =
        Options { order, reduction, limits, properties, keep_going: true, store, ..Options::default() };
    let outcome: Outcome = search(&mut Vm::new(Arc::clone(program)), &options, &mut Unobserved);
    match outcome.incomplete {
        Some(StopReason::States(_)) => None,
        Some(reason) => Some((Verdicts::from([format!("not decided: {reason:?}")]), outcome.stats.states)),
        None => {
            let names = outcome.found.iter().map(|f| name(&f.violation, sources));
            Some((names.collect(), outcome.stats.states))
        }
    }
}

/// What is wrong, by a name that does not depend on the language.
pub(crate) fn name(violation: &Violation, sources: &SourceMap) -> String {
    let fault = match &violation.kind {
        ViolationKind::Deadlock | ViolationKind::PartialDeadlock => return "deadlock".to_owned(),
        ViolationKind::Fault(name) => *name,
        other => return format!("{other:?}"),
    };
    let class = violation.message.rsplit([' ', '.', '$']).next().unwrap_or_default();
    let class = if fault == "uncaught_exception" { class } else { fault };
    match class {
        "assertion" | "AssertionError" => {
            format!("assertion {}", marker(violation.span, sources).unwrap_or("without a number"))
        }
        "null_dereference" | "NullPointerException" | "Null" => "null".to_owned(),
        "out_of_bounds" | "ArrayIndexOutOfBoundsException" | "Bounds" => "out of bounds".to_owned(),
        "division_by_zero" | "ArithmeticException" | "Division" => "division by zero".to_owned(),
        "monitor_misuse" | "IllegalMonitorStateException" => "monitor misuse".to_owned(),
        other => other.to_owned(),
    }
}

/// The number that is written at the end of the line.
fn marker(span: Span, sources: &SourceMap) -> Option<&str> {
    let text = &sources.get(span.file)?.text;
    let line = text.get(span.start as usize..)?.lines().next()?;
    line.split_once("// #").map(|(_, marker)| marker)
}
