//! What could not be shown, a line each.

use crate::code::Target;
use crate::obligations::Rule;
use crate::prove::{Finding, Findings, Plan};
use commute_base::{SourceMap, Span};

/// Everything that is not shown, each as `thread: what @ statement`; of lines that are the same, one.
pub fn lines(sources: &SourceMap, plan: &Plan, findings: &Findings) -> Vec<String> {
    let mut all: Vec<String> = findings.failed.iter().map(|f| failure(sources, plan, f)).collect();
    for vacuity in &findings.vacuous {
        let at = vacuity.stmt.as_ref().map_or("the start", |s| sources.text(s.span));
        all.push(format!("vacuous @ {at}"));
    }
    all.extend(findings.unknown.iter().map(|(name, reason)| format!("unknown: {name}: {reason}")));
    all.dedup();
    all
}

/// One failure: the thread, what is broken, and the statement that breaks it.
pub fn failure(sources: &SourceMap, plan: &Plan, finding: &Finding) -> String {
    let role = finding.role.map_or(String::new(), |r| format!("{}: ", plan.roles[r].name));
    let what = what(sources, plan, finding);
    // What is wrong in an initializer has a statement, too.
    let in_code = matches!(finding.target, Target::Assertion | Target::Fault(_));
    match finding.rule {
        _ if in_code => format!("{role}{what} @ {}", quote(sources, finding.span)),
        Rule::Abstraction => format!("{role}{what} @ {}", quote(sources, finding.span)),
        _ => format!("{role}{what}"),
    }
}

fn what(sources: &SourceMap, plan: &Plan, finding: &Finding) -> String {
    let spec = &plan.spec;
    let env = |k: usize| spec.env[k].text.clone().unwrap_or_else(|| quote(sources, spec.env[k].span));
    match (&finding.target, finding.rule) {
        (Target::Assumption(k), Rule::Reflexive) => format!("not reflexive: {}", env(*k)),
        (Target::Assumption(k), _) => format!("not transitive: {}", env(*k)),
        (Target::Guarantee { other, conjunct }, _) => format!("guarantee to {other}: {}", env(*conjunct)),
        (Target::Invariant(k), Rule::InitImpliesInvariant) => {
            format!("initially not {}", spec.invariants[*k].name)
        }
        (Target::Invariant(k), _) => format!("invariant {}", spec.invariants[*k].name),
        (Target::Assertion, _) => "assertion".to_owned(),
        (Target::Fault(what), _) => (*what).to_owned(),
        (Target::Loop { index, entry }, _) => {
            let when = if *entry { "at first" } else { "after a round" };
            format!("loop invariant {} {when}", quote(sources, spec.loops[*index].conjunct.span))
        }
        (Target::Init(k), _) => format!("not init {}", quote(sources, spec.init[*k].span)),
    }
}

/// The text of a place, on one line.
fn quote(sources: &SourceMap, span: Span) -> String {
    sources.text(span).split_whitespace().collect::<Vec<_>>().join(" ")
}
