//! Classic algorithms, proved with program counters from their property alone, and broken versions of them that are not proved.
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

fn text_of(name: &str) -> String {
    let path = format!("{}/tests/classics/models/{name}.cm", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
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
    let outcome = points::prove(&program, &Spec::new(&program), &mut Setup::new(solver).checker());
    outcome.ok().map(|outcome| outcome.expect("the solver works"))
}

/// The rows of the table: the name, and whether it is proved.
fn table() -> Vec<(&'static str, bool)> {
    let rows = include_str!("expected.tsv").lines().skip(1);
    rows.map(|row| {
        let columns: Vec<&str> = row.split('\t').collect();
        (columns[0], columns[3] == "proved")
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
fn the_property_alone_is_enough() {
    if !with_solver() {
        return;
    }
    for (name, _) in table().into_iter().filter(|(name, proved)| *proved && is_chosen(name)) {
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
    let mut named: Vec<&str> = table().iter().map(|(name, _)| *name).collect();
    named.sort_unstable();
    assert_eq!(found, named);
    for (name, _) in table().iter().filter(|(_, proved)| *proved) {
        assert_eq!(MUTATIONS.iter().filter(|(of, ..)| of == name).count(), 2, "{name}");
    }
}
