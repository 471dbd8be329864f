//! `commute check --certify`: a program that holds is searched again by the independent interpreter.

use crate::output::complain;
use crate::pipeline::Model;
use commute_certify::plain_search;
use commute_explore::Properties;
use commute_machine::ViolationKind;

/// It keeps every state as it is, so that more of them need too much memory.
const MOST_STATES: usize = 200_000;

/// Says on standard error how it went. That something is wrong with the program after all is an error of ours.
pub fn certify(model: &Model, properties: &Properties) -> anyhow::Result<()> {
    let found = plain_search(&model.program, MOST_STATES);
    let asked = |kind: &ViolationKind| match kind {
        ViolationKind::Deadlock => properties.deadlock,
        ViolationKind::PartialDeadlock => properties.partial_deadlock,
        ViolationKind::Invariant(_) => properties.invariants,
        ViolationKind::Fault(_) | ViolationKind::Discipline(_) => true,
    };
    if let Some((kind, _)) = found.violations.iter().find(|(kind, _)| asked(kind)) {
        anyhow::bail!(
            "[commute internal bug] {} holds, but the independent search finds: {}",
            model.name,
            kind.name()
        );
    }
    complain(&if found.complete {
        format!("{}: certified: {} states searched again, nothing is wrong in any", model.name, found.states)
    } else {
        format!("{}: not certified: there are more than {MOST_STATES} states", model.name)
    });
    Ok(())
}
