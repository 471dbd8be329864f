//! What nobody has to write: the paper's programs with nothing but the property.

use crate::support::with_solver;
use commute_prover::ffq01::{PROGRAMS, changed};
use commute_prover::houdini;
use commute_prover::spec::Spec;
use commute_prover::{Options, summary};
use commute_smt::Setup;

/// What is left to show when candidates were tried, with all of it and with reduction.
fn left(text: &str) -> Vec<String> {
    let mut sources = commute_base::SourceMap::default();
    let id = sources.add("test.cm", text);
    let options = commute_front_lang::Options { defines: Vec::new(), for_proof: true };
    let program = commute_front_lang::compile(&sources, id, &options).program.expect("a program");
    let spec = Spec::with_derived(&program).expect("a program for this method");
    assert!(!spec.env_written);
    let setup = Setup::new(commute_smt::find_solver(None).expect("a solver"));
    let explored: houdini::Explored = &mut |_| Default::default();
    let options = Options { unroll: None, reduction: false };
    let found = houdini::infer(&program, &spec, &options, &setup, explored).expect("no refusal").unwrap();
    summary::lines(&sources, &found.plan, &found.findings)
}

#[test]
fn the_papers_programs_with_nothing_but_the_property() {
    if !with_solver() {
        return;
    }
    for program in PROGRAMS {
        let text = changed(program.text, program.property_only);
        assert_eq!(left(&text), Vec::<String>::new(), "{}", program.title);
    }
}
