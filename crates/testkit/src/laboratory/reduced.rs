//! One search against what is known of a program.

use super::ways::Way;
use crate::{Model as Compiled, Report};
use commute_base::Span;
use commute_certify::confirms;
use commute_explore::{Limits, Options, Order, Outcome, Reduction, StoreKind, Unobserved, Verdict, search};
use commute_machine::ViolationKind;
use commute_vm::{UndoMethod, Vm};
use std::collections::BTreeSet;
use std::sync::Arc;

/// No execution of a small program is longer; a search that goes on beyond has lost its way.
const MAX_DEPTH: u64 = 200_000;

/// Violations and where they are.
type Violations = BTreeSet<(ViolationKind, Span)>;

/// What is wrong, without what depends on the order of steps: a partial deadlock may become a whole one before it
/// is seen.
fn essence<'a>(violations: impl Iterator<Item = &'a (ViolationKind, Span)>) -> Violations {
    violations
        .map(|(kind, span)| match kind {
            ViolationKind::Deadlock | ViolationKind::PartialDeadlock => {
                (ViolationKind::Deadlock, Span::default())
            }
            other => (other.clone(), *span),
        })
        .collect()
}

/// Whether a search finds what the plain one found, with confirmed counterexamples. Gives the number of states
/// that it stored.
pub fn check(
    compiled: &Compiled,
    way: &Way,
    plain: &Report,
    contradicted: &BTreeSet<String>,
) -> Result<u64, String> {
    let outcome = run(compiled, way, plain.states);
    if let Some(reason) = &outcome.incomplete {
        return Err(format!("{way}: the plain search has {} states, this one {reason:?}", plain.states));
    }
    confirm(compiled, &outcome).map_err(|what| format!("{way}: {what}"))?;
    let mut found = report(&outcome);
    check_discipline(compiled, way, &found, contradicted)?;
    found.violations.retain(|(kind, _)| !matches!(kind, ViolationKind::Discipline(_)));
    let same = if way.is_full() {
        found == *plain
    } else {
        essence(found.violations.iter()) == essence(plain.violations.iter())
    };
    if !same {
        return Err(format!("{way}: {found:?}\nplain: {plain:?}"));
    }
    Ok(found.states)
}

/// SC06 Theorem 1 and FQ03 Theorem 4.1: the reduced search finds the annotations that are contradicted, and no others.
fn check_discipline(
    compiled: &Compiled,
    way: &Way,
    found: &Report,
    contradicted: &BTreeSet<String>,
) -> Result<(), String> {
    if !way.reduction.oracle().is_some_and(|oracle| oracle.follows_steps()) {
        return Ok(());
    }
    let of_fields =
        |rule: &str| compiled.program.classes.iter().any(|c| rule.starts_with(&format!("{}.", c.name)));
    let broken = found.violations.iter().filter_map(|(kind, _)| match kind {
        ViolationKind::Discipline(rule) if !of_fields(rule) && !rule.ends_with(" unshared") => {
            Some(rule.clone())
        }
        _ => None,
    });
    let broken: BTreeSet<String> = broken.collect();
    if broken != *contradicted {
        return Err(format!("{way}: contradicted annotations {broken:?}, plain {contradicted:?}"));
    }
    Ok(())
}

fn report(outcome: &Outcome) -> Report {
    let violations = outcome.found.iter().map(|f| (f.violation.kind.clone(), f.violation.span));
    Report::new(outcome.stats.states, outcome.stats.transitions, violations, outcome.incomplete.is_none())
}

fn run(compiled: &Compiled, way: &Way, states: u64) -> Outcome {
    // An oracle that remembers what was shared tells states apart that are otherwise the same.
    let most = if way.is_full() { states } else { 8 * states + 100 };
    let limits = Limits { states: Some(most), depth: Some(MAX_DEPTH), ..Limits::default() };
    let &Way { reduction, order, keep, store, undo } = way;
    let options = Options { order, reduction, keep, store, keep_going: true, limits, ..Options::default() };
    let mut vm = Vm::new(Arc::clone(&compiled.program));
    vm.set_undo(undo);
    search(&mut vm, &options, &mut Unobserved)
}

/// The bitstate store may lose states, but it invents nothing and never says that all is well.
pub fn check_bitstate(compiled: &Compiled, order: Order, plain: &Report) -> Result<(), String> {
    let way = Way {
        reduction: Reduction::None,
        order,
        keep: commute_explore::Keep::All,
        store: StoreKind::Bitstate { log2_bits: 16 },
        undo: UndoMethod::Log,
    };
    let outcome = run(compiled, &way, plain.states);
    confirm(compiled, &outcome).map_err(|what| format!("{way}: {what}"))?;
    let found = report(&outcome);
    let invented = !found.violations.is_subset(&plain.violations) || found.states > plain.states;
    if invented || outcome.verdict == Verdict::Holds {
        return Err(format!("{way}: {:?}, {found:?}\nplain: {plain:?}", outcome.verdict));
    }
    Ok(())
}

fn confirm(compiled: &Compiled, outcome: &Outcome) -> Result<(), String> {
    for found in &outcome.found {
        let kind = &found.violation.kind;
        confirms(&compiled.program, &found.schedule, kind)
            .map_err(|error| format!("{kind:?} is not confirmed: {error}; schedule {:?}", found.schedule))?;
    }
    Ok(())
}
