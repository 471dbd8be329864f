//! What the user says of Java classes, `@ThreadSafe` and `@NotThreadSafe`, held against how variables are shared.
//!
//! Both say that plain fields (neither final nor volatile) are protected: accessed by one thread alone, not written, or accessed
//! under one lock, once their object is shared. If the table of a complete search has that for each of them, it is proved. If it
//! has not, nothing need be wrong: the table knows locks that one can point at in all states only, and keeps one row for a field
//! of all instances. So this is said, and is no violation.

use crate::report::Report;
use crate::sharing::SharedVariable;
use commute_base::SourceMap;
use commute_explore::Sharing;
use commute_front_jvm::{Claim, Promise};
use commute_ir::ClassId;
use commute_ir::analysis::{Unmet, operations};
use commute_machine::ViolationKind;

/// What became of something that the user says of a class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JudgedClaim {
    /// `proved`, `refuted`, `not shown` or `not decided`.
    pub standing: &'static str,
    /// What it is, and why it is not proved.
    pub text: String,
}

/// What became of a claim.
pub(crate) fn judged(report: &Report, claim: &Claim) -> JudgedClaim {
    let (standing, reason) = judge(report, claim);
    JudgedClaim { standing, text: format!("{}{reason}", claim_text(claim)) }
}

fn claim_text(claim: &Claim) -> String {
    match claim.promise {
        Promise::ThreadSafe => format!("the plain fields of {} are protected (@ThreadSafe)", claim.class),
        Promise::NotThreadSafe => {
            format!("no instance of {} is shared without protection (@NotThreadSafe)", claim.class)
        }
        Promise::Unshared => format!("each {} is one thread's (@Unshared)", claim.class),
    }
}

fn judge(report: &Report, claim: &Claim) -> (&'static str, String) {
    if claim.promise == Promise::Unshared {
        return judge_unshared(report, claim);
    }
    let facts = report.search.reduction.oracle().map(|oracle| oracle.facts());
    if let Some((field, _)) = claim.fields.iter().find(|(field, _)| contradicted(report, field)) {
        return ("refuted", format!(", but what is said of {field} is violated"));
    }
    if !claim.fields.is_empty() && !infers_locks(report) {
        return ("not decided", format!(": {ONLY_AUTO}"));
    }
    let holds = report.holds();
    let checks_fields = facts.is_some_and(|facts| facts.checks_annotations);
    let is_bare =
        |(field, annotated): &&(String, bool)| !(*annotated && checks_fields) && row(report, field).is_some();
    let bare: Vec<String> =
        claim.fields.iter().filter(is_bare).map(|(field, _)| access(report, field)).collect();
    match bare.is_empty() {
        false => ("not shown", format!(": no lock that is known guards {}", bare.join("; "))),
        true if holds => ("proved", String::new()),
        true => ("not decided", ": not everything was explored".to_owned()),
    }
}

/// What the search assumed of objects that are made at a place, until it was refuted: that one thread alone accesses them once they are
/// shared. Whether that was so.
fn judge_unshared(report: &Report, claim: &Claim) -> (&'static str, String) {
    if !infers_locks(report) {
        return ("not decided", format!(": {ONLY_AUTO}"));
    }
    let is_of_several = |row: &&SharedVariable| {
        let is_meant = claim.fields.iter().any(|(field, _)| *field == row.variable);
        is_meant && !matches!(row.sharing, Sharing::ThreadLocal(_) | Sharing::Owned(_))
    };
    match report.sharing.iter().find(is_of_several) {
        Some(row) => ("refuted", format!(": {} is {}", row.variable, row.name())),
        None if report.holds() => ("proved", String::new()),
        None => ("not decided", ": not everything was explored".to_owned()),
    }
}

const ONLY_AUTO: &str = "what protects a field is found out with --strategy auto only";

fn infers_locks(report: &Report) -> bool {
    report.search.reduction.oracle().is_some_and(|oracle| oracle.facts().infers_locks)
}

/// Whether an annotation of a field was found to be wrong.
fn contradicted(report: &Report, field: &str) -> bool {
    let is_about = |rule: &String| rule.split_once(' ').is_some_and(|(variable, _)| variable == field);
    report.counterexamples.iter().any(|example| match &example.violation.kind {
        ViolationKind::Discipline(rule) => is_about(rule),
        _ => false,
    })
}

/// The row of a field that nothing is known to protect.
fn row<'a>(report: &'a Report, field: &str) -> Option<&'a SharedVariable> {
    let is_bare =
        |row: &&SharedVariable| row.variable == field && matches!(row.sharing, Sharing::Unprotected(_));
    report.sharing.iter().find(is_bare)
}

/// A field and the accesses that show that nothing is known to protect it.
fn access(report: &Report, field: &str) -> String {
    let detail = row(report, field).map(|row| row.detail.as_str());
    match detail.filter(|detail| !detail.is_empty()) {
        Some(detail) => format!("{field} ({detail})"),
        None => field.to_owned(),
    }
}

/// Whether the methods of classes that are said to be accessed by whole methods are one step each.
pub(crate) fn operations_of(program: &commute_ir::Program, sources: &SourceMap) -> Vec<JudgedClaim> {
    let judged = |(class, found): (ClassId, Result<(), Unmet>)| {
        let name = &program.classes[class.index()].name;
        let text = format!("each method of {name} is one step once it holds the monitor");
        match found {
            Ok(()) => JudgedClaim { standing: "proved", text },
            Err(Unmet { span, what, .. }) => {
                let line = sources.start(span).map_or_else(String::new, |at| format!(" (line {})", at.line));
                JudgedClaim { standing: "not shown", text: format!("{text}: {what}{line}") }
            }
        }
    };
    operations(program).into_iter().map(judged).collect()
}
