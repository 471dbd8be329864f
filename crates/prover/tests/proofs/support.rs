//! Proving texts, for tests.
#![allow(clippy::print_stdout, reason = "a test that is skipped says so")]

use commute_base::SourceMap;
use commute_prover::ffq01::{Mutation, changed};
use commute_prover::spec::Spec;
use commute_prover::{Findings, Options, Plan};
use commute_smt::Setup;

/// What came of a proof.
pub struct Proved {
    pub sources: SourceMap,
    pub plan: Plan,
    pub findings: Findings,
}

/// Whether there is a solver; says so if not.
pub fn with_solver() -> bool {
    match commute_smt::find_solver(None) {
        Ok(_) => true,
        Err(missing) => {
            println!("skipped, because there is no solver: {missing}");
            false
        }
    }
}

/// The text of an example.
pub fn example(file: &str) -> String {
    let path = format!("{}/../../examples/prove/{file}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// Proves a program, or says what the front end or the prover refuse.
pub fn try_prove(text: &str, defines: &[(&str, &str)], how: &Options) -> Result<Proved, String> {
    let mut sources = SourceMap::default();
    let id = sources.add("test.cm", text);
    let defines = defines.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
    let options = commute_front_lang::Options { defines, for_proof: true };
    let compiled = commute_front_lang::compile(&sources, id, &options);
    let Some(program) = compiled.program else {
        return Err(compiled.diagnostics.render(&sources, Default::default()));
    };
    let plan = Spec::with_derived(&program)
        .and_then(|spec| Plan::new(&program, spec, how))
        .map_err(|refusal| format!("{} @ {}", refusal.reason, sources.text(refusal.span)))?;
    let solver = commute_smt::find_solver(None).map_err(|e| e.to_string())?;
    let findings = plan.run(&Setup::new(solver)).map_err(|e| e.to_string())?;
    Ok(Proved { sources, plan, findings })
}

/// Proves a program that is one.
pub fn prove(text: &str) -> Proved {
    prove_as(text, &Options::default())
}

/// The same by another rule.
pub fn prove_as(text: &str, how: &Options) -> Proved {
    try_prove(text, &[], how).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Everything that is not shown, each as `what @ statement`.
pub fn failures(proved: &Proved) -> Vec<String> {
    commute_prover::summary::lines(&proved.sources, &proved.plan, &proved.findings)
}

/// Proves the example, then each mutation of it, and compares the failures.
pub fn check_mutations(file: &str, mutations: &[Mutation]) {
    if !with_solver() {
        return;
    }
    let original = example(file);
    assert_eq!(failures(&prove(&original)), Vec::<String>::new(), "{file}");
    let mut wrong = String::new();
    for mutation in mutations {
        let text = changed(&original, mutation.change);
        let found = failures(&prove(&text));
        if found != mutation.fails {
            wrong.push_str(&format!("{}: {found:#?}\n", mutation.name));
        }
    }
    assert!(wrong.is_empty(), "{file}:\n{wrong}");
}
