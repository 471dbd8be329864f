//! Proving texts, for tests.
#![allow(dead_code, reason = "each test uses a part of it")]
#![allow(clippy::print_stdout, reason = "a test that is skipped says so")]

use commute_base::SourceMap;
use commute_prover::code::Target;
use commute_prover::obligations::Rule;
use commute_prover::spec::Spec;
use commute_prover::{Finding, Findings, Options, Plan};
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
pub fn try_prove(text: &str, defines: &[(&str, &str)]) -> Result<Proved, String> {
    let mut sources = SourceMap::default();
    let id = sources.add("test.cm", text);
    let defines = defines.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
    let options = commute_front_lang::Options { defines, for_proof: true };
    let compiled = commute_front_lang::compile(&sources, id, &options);
    let Some(program) = compiled.program else {
        return Err(compiled.diagnostics.render(&sources, Default::default()));
    };
    let plan = Spec::with_derived(&program)
        .and_then(|spec| Plan::new(&program, spec, &Options::default()))
        .map_err(|refusal| format!("{} @ {}", refusal.reason, sources.text(refusal.span)))?;
    let solver = commute_smt::find_solver(None).map_err(|e| e.to_string())?;
    let findings = plan.run(&Setup::new(solver)).map_err(|e| e.to_string())?;
    Ok(Proved { sources, plan, findings })
}

/// Proves a program that is one.
pub fn prove(text: &str) -> Proved {
    try_prove(text, &[]).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Everything that is not shown, each as `what @ statement`.
pub fn failures(proved: &Proved) -> Vec<String> {
    let mut all: Vec<String> = proved.findings.failed.iter().map(|f| failure(proved, f)).collect();
    for vacuity in &proved.findings.vacuous {
        let at = vacuity.stmt.as_ref().map_or("the start", |s| proved.sources.text(s.span));
        all.push(format!("vacuous @ {at}"));
    }
    all.extend(proved.findings.unknown.iter().map(|(name, reason)| format!("unknown: {name}: {reason}")));
    all.dedup();
    all
}

fn failure(proved: &Proved, finding: &Finding) -> String {
    let spec = &proved.plan.spec;
    let text = |span| proved.sources.text(span).split_whitespace().collect::<Vec<_>>().join(" ");
    let role = finding.role.map_or(String::new(), |r| format!("{}: ", proved.plan.roles[r].name));
    let what = match (&finding.target, finding.rule) {
        (Target::Assumption(k), Rule::Reflexive) => format!("not reflexive: {}", text(spec.env[*k].span)),
        (Target::Assumption(k), _) => format!("not transitive: {}", text(spec.env[*k].span)),
        (Target::Guarantee { other, conjunct }, _) => {
            format!("guarantee to {other}: {}", text(spec.env[*conjunct].span))
        }
        (Target::Invariant(k), Rule::InitImpliesInvariant) => {
            format!("initially not {}", spec.invariants[*k].name)
        }
        (Target::Invariant(k), _) => format!("invariant {}", spec.invariants[*k].name),
        (Target::Assertion, _) => "assertion".to_owned(),
        (Target::Fault(what), _) => (*what).to_owned(),
        (Target::Loop { index, entry }, _) => {
            format!(
                "loop invariant {} {}",
                text(spec.loops[*index].conjunct.span),
                if *entry { "at first" } else { "after a round" }
            )
        }
        (Target::Init(k), _) => format!("not init {}", text(spec.init[*k].span)),
    };
    match finding.rule {
        Rule::Abstraction => format!("{role}{what} @ {}", text(finding.span)),
        _ => format!("{role}{what}"),
    }
}

/// A change of an example: what is replaced by what, and what must come of it.
pub struct Mutation {
    pub name: &'static str,
    pub change: &'static [(&'static str, &'static str)],
    /// All failures, each as `what @ statement`; none if it must still verify.
    pub fails: &'static [&'static str],
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
        let mut text = original.clone();
        for (from, to) in mutation.change {
            assert!(text.contains(from), "{file}, {}: there is no {from:?}", mutation.name);
            text = text.replacen(from, to, 1);
        }
        let found = failures(&prove(&text));
        if found != mutation.fails {
            wrong.push_str(&format!("{}: {found:#?}\n", mutation.name));
        }
    }
    assert!(wrong.is_empty(), "{file}:\n{wrong}");
}
