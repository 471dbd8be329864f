//! The report of `commute prove --json`.

use crate::report::proof::{Proof, by_points};
use commute::json::{Body, Document, PlaceJson, StepJson, ViolationJson, trace, violation};
use commute::prove::{ProofVerdict, ProvedClass, Searched};
use commute_base::{Diagnostics, SourceMap, Span};
use commute_prover::code::Target;
use commute_prover::obligations::Rule;
use commute_prover::uncovered::ALWAYS;
use commute_prover::{Finding, Refusal, summary};
use commute_smt::Values;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// The report. The verdict is `proved`, `violated` (there is a real execution), `not proved`, `rejected` or `error`; the
/// reason says why nothing was tried.
pub type ProveDocument = Document<ProveBody>;

/// What only this report has.
#[derive(Serialize, JsonSchema, Default)]
pub struct ProveBody {
    /// The threads; `[i]` is any one of a family.
    threads: Vec<String>,
    /// How many obligations there are, and how many of their conditions were shown.
    obligations: usize,
    conditions_shown: usize,
    failures: Vec<FailureJson>,
    /// What holds for no good reason, and of what the solver knows nothing.
    vacuous: Vec<String>,
    unknown: Vec<String>,
    /// The annotations that the proof used.
    used: Vec<String>,
    /// How candidates fared, if any were tried.
    inferred: Option<InferredJson>,
    /// Whether loops were cut after some rounds, so that nothing is proved.
    unrolled: bool,
    /// Whether the rule is the one with reduction.
    reduction: bool,
    /// What this is no proof of.
    not_covered: Vec<String>,
    solver: Option<SolverJson>,
    /// What a search says about the failures, if there are any.
    search: Option<SearchedJson>,
    notes: Vec<String>,
    seconds: f64,
}

impl Body for ProveBody {
    const SCHEMA: &'static str = "commute-prove/1";
}

#[derive(Serialize, JsonSchema)]
struct FailureJson {
    thread: Option<String>,
    /// Which condition of FFQ01: `initial state`, `init implies invariant`, `reflexive`, `transitive` or `abstraction`.
    rule: &'static str,
    /// `assertion`, `fault`, `guarantee`, `assumption`, `init`, `invariant` or `loop invariant`.
    kind: &'static str,
    /// One line: the thread, what is broken, the statement.
    text: String,
    #[serde(flatten)]
    place: PlaceJson,
    before: BTreeMap<String, String>,
    after: BTreeMap<String, String>,
    /// The steps that lead there, each of the thread or of its environment.
    steps: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
struct InferredJson {
    candidates: usize,
    refuted_by_search: usize,
    rounds: usize,
}

#[derive(Serialize, JsonSchema)]
struct SolverJson {
    name: String,
    second: Option<String>,
    second_agrees: usize,
    second_silent: usize,
}

#[derive(Serialize, JsonSchema)]
struct SearchedJson {
    /// `real`, `nothing` or `not searched`.
    result: &'static str,
    reason: Option<String>,
    states: Option<u64>,
    /// Whether these are all states.
    complete: bool,
    /// The values of constants that the model leaves open.
    constants: Vec<String>,
    violation: Option<ViolationJson>,
    trace: Vec<StepJson>,
}

/// The report on a proof, or an attempt at one.
pub fn proof_document(proof: &Proof<'_>, warnings: &Diagnostics) -> ProveDocument {
    let (plan, findings) = (&proof.tried.plan, &proof.tried.findings);
    let second = findings.second.as_ref();
    let points = proof.tried.points.as_ref().filter(|outcome| outcome.is_proof());
    let body = ProveBody {
        threads: plan.roles.iter().map(|r| r.name.clone()).collect(),
        obligations: plan.duties.len(),
        conditions_shown: findings.shown,
        failures: findings.failed.iter().filter(|_| points.is_none()).map(|f| failure(proof, f)).collect(),
        vacuous: findings.vacuous.iter().map(|v| proof.vacuity_text(v).trim_end().to_owned()).collect(),
        unknown: findings.unknown.iter().map(|(name, reason)| format!("{name}: {reason}")).collect(),
        used: proof.used(),
        inferred: proof.tried.inferred.map(|found| InferredJson {
            candidates: found.tried,
            refuted_by_search: found.refuted,
            rounds: found.rounds,
        }),
        unrolled: findings.unrolled,
        reduction: plan.guarded.is_some(),
        not_covered: std::iter::once(ALWAYS.to_owned()).chain(plan.uncovered.iter().cloned()).collect(),
        solver: Some(SolverJson {
            name: findings.solver.clone(),
            second: second.map(|s| s.solver.clone()),
            second_agrees: second.map_or(0, |s| s.agrees),
            second_silent: second.map_or(0, |s| s.silent),
        }),
        search: searched(proof),
        notes: points.map_or_else(
            || findings.incidents.clone(),
            |outcome| by_points(outcome, proof.model.sources(), &plan.uncovered),
        ),
        seconds: proof.tried.seconds,
    };
    ProveDocument::new(proof.model.name(), proof.verdict().1, body).with(proof.model.sources(), warnings)
}

/// The report on a class of Java, whose methods stand where a model has threads.
pub fn class_document(class: &ProvedClass, sources: &SourceMap) -> ProveDocument {
    let proof = &class.proof;
    let failure = |(failure, place): (&commute_prover::java::Failure, &Span)| FailureJson {
        thread: Some(failure.method.clone()).filter(|method| !method.is_empty()),
        rule: "abstraction",
        kind: failure.kind,
        text: format!("{}: {}", failure.method, failure.what).trim_start_matches(": ").to_owned(),
        place: PlaceJson::of(sources, *place),
        before: BTreeMap::new(),
        after: BTreeMap::new(),
        steps: Vec::new(),
    };
    let body = ProveBody {
        threads: proof.entries.clone(),
        obligations: proof.entries.len(),
        conditions_shown: proof.shown,
        failures: proof.failures.iter().zip(&class.places).map(failure).collect(),
        unknown: proof.unknown.iter().map(|(name, reason)| format!("{name}: {reason}")).collect(),
        used: proof
            .locks
            .iter()
            .map(|(f, lock)| format!("{f}: {lock}"))
            .chain(proof.invariants.clone())
            .collect(),
        inferred: Some(InferredJson { candidates: proof.tried, refuted_by_search: 0, rounds: proof.rounds }),
        not_covered: vec![super::class_proof::NOT_COVERED.to_owned()],
        solver: Some(SolverJson {
            name: proof.solver.clone(),
            second: None,
            second_agrees: 0,
            second_silent: 0,
        }),
        seconds: proof.seconds,
        ..ProveBody::default()
    };
    let verdict = match class.verdict() {
        ProofVerdict::Violated => "violated",
        ProofVerdict::Proved => "proved",
        ProofVerdict::NotProved => "not proved",
    };
    match &proof.refused {
        Some(refused) => ProveDocument::failed(&proof.class, verdict, Some(refused.what.clone())),
        None => ProveDocument::new(&proof.class, verdict, body),
    }
}

/// The report on a program that this method does not cover.
pub fn refused_proof_document(file: &str, sources: &SourceMap, refusal: &Refusal) -> ProveDocument {
    let reason = format!("{} ({})", refusal.reason, sources.place(refusal.span));
    ProveDocument::failed(file, "not proved", Some(reason))
}

fn failure(proof: &Proof<'_>, finding: &Finding) -> FailureJson {
    let (sources, plan) = (proof.model.sources(), &proof.tried.plan);
    FailureJson {
        thread: finding.role.map(|r| plan.roles[r].name.clone()),
        rule: rule(finding.rule),
        kind: kind(&finding.target),
        text: summary::failure(sources, plan, finding),
        place: PlaceJson::of(sources, finding.span),
        before: values(proof, &finding.failure.before),
        after: values(proof, &finding.failure.after),
        steps: proof.steps(finding),
    }
}

/// The shared variables; copies and registers are of no use without the obligation.
fn values(proof: &Proof<'_>, values: &Values) -> BTreeMap<String, String> {
    let shared = |name: &str| !name.ends_with('*') && !name.starts_with('_') && !name.contains(' ');
    let shown = values.iter().filter(|(name, _)| shared(name));
    shown.map(|(name, value)| (name.to_string(), proof.value(name, value))).collect()
}

fn rule(rule: Rule) -> &'static str {
    match rule {
        Rule::InitCovered => "initial state",
        Rule::InitImpliesInvariant => "init implies invariant",
        Rule::Reflexive => "reflexive",
        Rule::Transitive | Rule::TransitiveUnderInvariant => "transitive",
        Rule::Abstraction => "abstraction",
    }
}

fn kind(target: &Target) -> &'static str {
    match target {
        Target::Assertion => "assertion",
        Target::Fault(_) => "fault",
        Target::Guarantee { .. } => "guarantee",
        Target::Assumption(_) => "assumption",
        Target::Init(_) => "init",
        Target::Invariant(_) => "invariant",
        Target::Loop { .. } => "loop invariant",
    }
}

fn searched(proof: &Proof<'_>) -> Option<SearchedJson> {
    let none = SearchedJson {
        result: "not searched",
        reason: None,
        states: None,
        complete: false,
        constants: Vec::new(),
        violation: None,
        trace: Vec::new(),
    };
    let constants = |chosen: &[commute::Constant]| chosen.iter().map(ToString::to_string).collect();
    Some(match &proof.tried.searched {
        Searched::Not => return None,
        Searched::Impossible(why) => SearchedJson { reason: Some(why.clone()), ..none },
        Searched::Real { violation: found, execution, chosen, .. } => SearchedJson {
            result: "real",
            constants: constants(chosen),
            violation: Some(violation(proof.model.sources(), found, &execution.threads)),
            trace: trace(execution),
            ..none
        },
        Searched::Nothing { states, all, chosen } => SearchedJson {
            result: "nothing",
            states: Some(*states),
            complete: *all,
            constants: constants(chosen),
            ..none
        },
    })
}

#[cfg(test)]
mod tests {
    use super::ProveBody;
    use expect_test::expect_file;

    /// `UPDATE_EXPECT=1 cargo test -p commute-cli schema_of_prove` writes it again.
    #[test]
    fn schema_of_prove() {
        let schema = serde_json::to_string_pretty(&commute::json::schema::<ProveBody>()).unwrap();
        expect_file!["../../../../docs/schema/commute-prove-1.json"].assert_eq(&format!("{schema}\n"));
    }
}
