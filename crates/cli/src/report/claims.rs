//! What the user says of Java classes, `@ThreadSafe` and `@NotThreadSafe`, held against how variables are shared.
//!
//! Both say that plain fields (neither final nor volatile) are protected: accessed by one thread alone, not written, or accessed
//! under one lock, once their object is shared. If the table of a complete search has that for each of them, it is proved. If it
//! has not, nothing need be wrong: the table knows locks that one can point at in all states only, and keeps one row for a field
//! of all instances. So this is said, and is no violation.

use super::discipline::sharing_detail;
use super::verdict::Checked;
use commute_explore::{OracleKind, Shared, Sharing, Verdict};
use commute_front_jvm::{Claim, Promise};
use commute_machine::ViolationKind;

/// What became of each claim, and what it is.
pub fn judged<'a>(checked: &'a Checked<'_>) -> impl Iterator<Item = (&'static str, String)> + use<'a> {
    checked.claims.iter().map(move |claim| {
        let (standing, reason) = judge(checked, claim);
        (standing, format!("{}{reason}", claim_text(claim)))
    })
}

fn claim_text(claim: &Claim) -> String {
    match claim.promise {
        Promise::ThreadSafe => format!("the plain fields of {} are protected (@ThreadSafe)", claim.class),
        Promise::NotThreadSafe => {
            format!("no instance of {} is shared without protection (@NotThreadSafe)", claim.class)
        }
    }
}

fn judge(checked: &Checked<'_>, claim: &Claim) -> (&'static str, String) {
    let oracle = checked.options.reduction.oracle();
    if let Some((field, _)) = claim.fields.iter().find(|(field, _)| contradicted(checked, field)) {
        return ("refuted", format!(", but what is said of {field} is violated"));
    }
    if !claim.fields.is_empty() && !matches!(oracle, Some(OracleKind::Auto | OracleKind::Locks)) {
        let how = "what protects a field is found out with --strategy auto only";
        return ("not decided", format!(": {how}"));
    }
    let holds = checked.outcome.verdict == Verdict::Holds;
    let checks_fields = oracle.is_some_and(OracleKind::follows_steps);
    let is_bare = |(field, annotated): &&(String, bool)| {
        !(*annotated && checks_fields) && row(checked, field).is_some()
    };
    let bare: Vec<String> =
        claim.fields.iter().filter(is_bare).map(|(field, _)| access(checked, field)).collect();
    match bare.is_empty() {
        false => ("not shown", format!(": no lock that is known guards {}", bare.join("; "))),
        true if holds => ("proved", String::new()),
        true => ("not decided", ": not everything was explored".to_owned()),
    }
}

/// Whether an annotation of a field was found to be wrong.
fn contradicted(checked: &Checked<'_>, field: &str) -> bool {
    let is_about = |rule: &String| rule.split_once(' ').is_some_and(|(variable, _)| variable == field);
    checked.outcome.found.iter().any(|found| match &found.violation.kind {
        ViolationKind::Discipline(rule) => is_about(rule),
        _ => false,
    })
}

/// The row of a field that nothing is known to protect.
fn row<'a>(checked: &'a Checked<'_>, field: &str) -> Option<&'a Shared> {
    let is_bare = |row: &&Shared| row.variable == field && matches!(row.sharing, Sharing::Unprotected(_));
    checked.outcome.discipline.iter().find(is_bare)
}

/// A field and the accesses that show that nothing is known to protect it.
fn access(checked: &Checked<'_>, field: &str) -> String {
    let detail =
        row(checked, field).map(|row| sharing_detail(checked.program, checked.sources, &row.sharing));
    match detail.filter(|detail| !detail.is_empty()) {
        Some(detail) => format!("{field} ({detail})"),
        None => field.to_owned(),
    }
}
