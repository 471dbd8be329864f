//! The same searches with a limit that cuts them off: what they find is there, and that nothing was found decides nothing.

use super::Subject;
use super::reduced::{essence, report};
use super::switched::Switch;
use super::ways::Way;
use commute_explore::{Limits, Properties, Unobserved, Verdict};
use commute_machine::ViolationKind;

/// The limits that a search is cut off by, as on the command line.
pub const LIMITS: [&str; 3] = ["--max-states", "--max-depth", "--max-memory"];

impl Subject {
    /// Searches with each limit in one way. Gives the limits that did cut the search off.
    pub(super) fn check_limited(&self, way: &Way) -> Result<Vec<&'static str>, String> {
        let mut cut = Vec::new();
        for name in LIMITS {
            let limits = self.limits(name);
            let outcome = self.run_within(way, Switch::NONE, limits, &mut Unobserved);
            let name_of = || format!("{way}, {name}");
            self.confirm(&outcome).map_err(|what| format!("{}: {what}", name_of()))?;
            let mut found = report(&outcome);
            found.violations.retain(|(kind, _)| !matches!(kind, ViolationKind::Discipline(_)));
            let (found, plain) = (essence(found.violations.iter()), essence(self.plain.violations.iter()));
            let is_right = match &outcome.incomplete {
                Some(_) => found.is_subset(&plain) && outcome.verdict != Verdict::Holds,
                None => found == plain,
            };
            if !is_right {
                return Err(format!("{}: {:?}, {found:?}\nplain: {plain:?}", name_of(), outcome.verdict));
            }
            cut.extend(outcome.incomplete.is_some().then_some(name));
        }
        Ok(cut)
    }

    /// About half of what the plain search would need.
    fn limits(&self, name: &str) -> Limits {
        let half = (self.plain.states / 2).max(1);
        match name {
            "--max-states" => Limits { states: Some(half), ..Limits::default() },
            "--max-depth" => Limits { depth: Some(1 + self.number % 4), ..Limits::default() },
            _ => Limits { memory: Some(1), ..Limits::default() },
        }
    }
}

impl Switch {
    /// Nothing is switched off.
    pub const NONE: Switch = Switch {
        properties: Properties {
            deadlock: true,
            partial_deadlock: true,
            livelock: true,
            progress: false,
            invariants: true,
            races: true,
        },
        keep_going: true,
    };
}
