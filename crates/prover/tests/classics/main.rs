//! Classic algorithms, proved with program counters from their property alone or with a few invariants, and broken versions of
//! them that are not proved.
//!
//! A handful is proved in every run; `CLASSICS=all` proves what `expected.tsv` says is proved, and tries all mutations.
#![allow(clippy::print_stdout, reason = "a test that is skipped says so, and a long run says what it found")]

mod mutations;
mod traps;

use commute_base::SourceMap;
use commute_prover::points::{self, Outcome};
use commute_prover::spec::Spec;
use commute_smt::Setup;
use mutations::MUTATIONS;

/// What is proved in every run.
const ALWAYS: [&str; 6] = ["ticket", "peterson", "counter", "token_ring", "latch", "double_checked"];

/// The text of a model, with annotations if there is one with them.
fn text_of(name: &str) -> String {
    let read = |folder: &str| {
        let path = format!("{}/tests/classics/{folder}/{name}.cm", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(&path).map_err(|e| format!("{path}: {e}"))
    };
    read("annotated").or_else(|_| read("models")).unwrap_or_else(|e| panic!("{e}"))
}

/// The lines that are there for the proof alone.
fn annotations(text: &str) -> usize {
    text.lines().filter(|line| line.starts_with("invariant ")).count()
}

fn with_solver() -> bool {
    let found = commute_smt::find_solver(None);
    if let Err(missing) = &found {
        println!("skipped, because there is no solver: {missing}");
    }
    found.is_ok()
}

/// What a proof of a text comes to; nothing if it is refused.
pub fn prove(text: &str) -> Option<Outcome> {
    let mut sources = SourceMap::default();
    let id = sources.add("test.cm", text);
    let options = commute_front_lang::Options { defines: Default::default(), for_proof: true };
    let compiled = commute_front_lang::compile(&sources, id, &options);
    let program = compiled
        .program
        .unwrap_or_else(|| panic!("{}", compiled.diagnostics.render(&sources, Default::default())));
    let solver = commute_smt::find_solver(None).expect("there is a solver");
    let effort = points::Effort::default();
    let outcome = points::prove(&program, &Spec::new(&program), &mut Setup::new(solver).checker(), &effort);
    outcome.ok().map(|outcome| outcome.expect("the solver works"))
}

/// A row of the table.
struct Row {
    name: &'static str,
    annotations: usize,
    proved: bool,
}

fn table() -> Vec<Row> {
    let rows = include_str!("expected.tsv").lines().skip(1);
    rows.map(|row| {
        let columns: Vec<&str> = row.split('\t').collect();
        let annotations = columns[2].parse().expect("a number of lines");
        Row { name: columns[0], annotations, proved: columns[3] == "proved" }
    })
    .collect()
}

fn is_chosen(name: &str) -> bool {
    match std::env::var("CLASSICS").as_deref() {
        Ok("all") => true,
        Ok(only) => only == name,
        Err(_) => ALWAYS.contains(&name),
    }
}

#[test]
fn what_is_said_to_be_proved_is() {
    if !with_solver() {
        return;
    }
    for Row { name, .. } in table().into_iter().filter(|row| row.proved && is_chosen(row.name)) {
        let outcome = prove(&text_of(name)).unwrap_or_else(|| panic!("{name} is refused"));
        assert!(outcome.is_proof(), "{name}: {:?}", outcome.failed);
        println!(
            "{name}: {} lemmas, {} questions, {} states",
            outcome.lemmas.len(),
            outcome.questions,
            outcome.states
        );
    }
}

#[test]
fn mutations_are_refused() {
    if !with_solver() {
        return;
    }
    for (name, from, to) in MUTATIONS.iter().filter(|(name, ..)| is_chosen(name)) {
        let text = text_of(name);
        assert!(text.contains(from), "there is no {from:?} in {name}");
        let outcome = prove(&text.replacen(from, to, 1));
        assert!(!outcome.is_some_and(|o| o.is_proof()), "{name} with {to:?} for {from:?} is proved");
    }
}

#[test]
fn the_table_names_every_model() {
    let folder = format!("{}/tests/classics/models", env!("CARGO_MANIFEST_DIR"));
    let files = std::fs::read_dir(&folder).expect("the folder is there");
    let mut found: Vec<String> = files
        .map(|f| f.expect("a file").path().file_stem().expect("a name").to_string_lossy().into_owned())
        .collect();
    found.sort();
    let mut named: Vec<&str> = table().iter().map(|row| row.name).collect();
    named.sort_unstable();
    assert_eq!(found, named);
    for Row { name, annotations: lines, .. } in table().iter().filter(|row| row.proved) {
        assert_eq!(annotations(&text_of(name)), *lines, "{name}");
        assert_eq!(MUTATIONS.iter().filter(|(of, ..)| of == name).count(), 2, "{name}");
    }
}
