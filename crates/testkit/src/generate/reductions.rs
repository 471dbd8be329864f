//! Searches that leave something out must not lose a violation.

use crate::{Model as Compiled, Report};
use commute_base::Span;
use commute_certify::confirms;
use commute_explore::{Keep, Limits, Options, OracleKind, Order, Outcome, Reduction, Unobserved, search};
use commute_machine::ViolationKind;
use commute_vm::Vm;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Every search that leaves something out.
const REDUCTIONS: [(Order, Reduction, Keep); 8] = [
    (Order::Bfs, Reduction::Ample(OracleKind::Escape), Keep::All),
    (Order::Dfs, Reduction::Ample(OracleKind::Escape), Keep::All),
    (Order::Dfs, Reduction::Ample(OracleKind::Escape), Keep::Sparse),
    (Order::Bfs, Reduction::Ample(OracleKind::Wsl), Keep::All),
    (Order::Dfs, Reduction::Ample(OracleKind::Wsl), Keep::Sparse),
    (Order::Bfs, Reduction::Ample(OracleKind::WslDom), Keep::All),
    (Order::Dfs, Reduction::Ample(OracleKind::WslDom), Keep::All),
    (Order::Dfs, Reduction::None, Keep::Sparse),
];

/// What is wrong, without what depends on the order of steps: a partial deadlock may become a whole one before it
/// is seen.
fn essence(violations: impl Iterator<Item = (ViolationKind, Span)>) -> BTreeSet<(ViolationKind, Span)> {
    violations
        .map(|(kind, span)| match kind {
            ViolationKind::Deadlock | ViolationKind::PartialDeadlock => {
                (ViolationKind::Deadlock, Span::default())
            }
            other => (other, span),
        })
        .collect()
}

/// Whether each reduced search finds the violations of the full one, with confirmed counterexamples, and does not
/// store far more states.
pub fn check(compiled: &Compiled, full: &Report) -> Result<(), String> {
    let expected = essence(full.violations.iter().cloned());
    for (order, reduction, keep) in REDUCTIONS {
        let how = format!("{order:?}, {reduction:?}, {keep:?}");
        // An oracle that remembers what was shared tells states apart that are otherwise the same.
        let most = if matches!(reduction, Reduction::None | Reduction::Ample(OracleKind::Escape)) {
            full.states
        } else {
            4 * full.states
        };
        let limits = Limits { states: Some(most), ..Limits::default() };
        let options = Options { order, reduction, keep, keep_going: true, limits, ..Options::default() };
        let outcome = search(&mut Vm::new(Arc::clone(&compiled.program)), &options, &mut Unobserved);
        if let Some(reason) = &outcome.incomplete {
            return Err(format!("{how}: too many states, the full search has {}: {reason:?}", full.states));
        }
        confirm(compiled, &outcome).map_err(|what| format!("{how}: {what}"))?;
        let found = essence(outcome.found.iter().map(|f| (f.violation.kind.clone(), f.violation.span)));
        if found != expected {
            return Err(format!("{how}: finds {found:?}, not {expected:?}"));
        }
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
