//! The same searches with properties switched off, and without going on after a violation: what is left must be found all the same.
//!
//! A strategy may rely on what is asked for: runs go past steps that may block if nobody asks for deadlocks. So a program that
//! agrees with all checks on may differ with some of them off.

use super::Subject;
use super::reduced::{Violations, machine, report};
use super::ways::Way;
use crate::Model as Compiled;
use commute::engine::search;
use commute_base::Span;
use commute_explore::{Limits, Options, Outcome, Properties, Unobserved, Verdict};
use commute_machine::ViolationKind;

/// What is switched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Switch {
    /// What counts as a violation.
    pub properties: Properties,
    /// Whether the search goes on after one.
    pub keep_going: bool,
}

impl Switch {
    /// All that differ from what every other search does.
    pub fn all() -> impl Iterator<Item = Switch> {
        let bit = |n: u8, at: u8| n >> at & 1 == 0;
        (1..32).map(move |n| Switch {
            properties: Properties {
                deadlock: bit(n, 0),
                partial_deadlock: bit(n, 1),
                invariants: bit(n, 2),
                races: true,
                progress: false,
                // Half of the time: a run ends at steps that may block for its sake, too.
                livelock: bit(n, 4),
            },
            keep_going: bit(n, 3),
        })
    }

    /// Those that a program goes through with the `at`-th way.
    pub fn of(number: u64, at: usize) -> Switch {
        let all: Vec<Switch> = Switch::all().collect();
        all[(number as usize / SWITCHED_EVERY + at) % all.len()]
    }

    /// What is off, as on the command line.
    pub fn off(&self) -> impl Iterator<Item = &'static str> {
        let Properties { deadlock, partial_deadlock, livelock, invariants, .. } = self.properties;
        let all = [
            (!deadlock, "--no-deadlock"),
            (!partial_deadlock, "--no-partial-deadlock"),
            (!livelock, "--no-livelock"),
            (!invariants, "--no-invariants"),
            (!self.keep_going, "up to the first"),
        ];
        all.into_iter().filter(|(on, _)| *on).map(|(_, name)| name)
    }

    /// The same in one text.
    pub fn name(&self) -> String {
        self.off().collect::<Vec<_>>().join(" ")
    }

    /// Whether a violation of this kind is asked for.
    pub fn asks_for(&self, kind: &ViolationKind) -> bool {
        match kind {
            ViolationKind::Deadlock => self.properties.deadlock,
            ViolationKind::PartialDeadlock => self.properties.partial_deadlock,
            ViolationKind::Livelock => self.properties.livelock,
            ViolationKind::Invariant(_) => self.properties.invariants,
            _ => true,
        }
    }
}

/// One way in so many is searched once more, with something switched off.
const SWITCHED_EVERY: usize = 7;

/// The ways whose turn it is.
pub fn switched(ways: &[Way], number: u64) -> Vec<(Way, Switch)> {
    let turn = |at: &usize| (at + number as usize).is_multiple_of(SWITCHED_EVERY);
    let ways = ways.iter().enumerate().filter(|(at, _)| turn(at));
    ways.map(|(at, way)| (*way, Switch::of(number, at))).collect()
}

/// Whether threads that wait for each other in a cycle are found if only these are asked for: a state that is a deadlock as a
/// whole may be one of these too.
pub fn has_cycle(compiled: &Compiled, number: u64, violations: &Violations, states: u64) -> bool {
    let has = |kind: &ViolationKind| violations.iter().any(|(found, _)| found == kind);
    if has(&ViolationKind::PartialDeadlock) || !has(&ViolationKind::Deadlock) {
        return has(&ViolationKind::PartialDeadlock);
    }
    let limits = Limits { states: Some(states), ..Limits::default() };
    let properties = Properties { deadlock: false, ..Properties::default() };
    let options = Options { keep_going: true, limits, properties, ..Options::default() };
    let outcome = search(&mut machine(compiled, number), &options, &mut Unobserved);
    report(&outcome).violations.iter().any(|(kind, _)| *kind == ViolationKind::PartialDeadlock)
}

impl Subject {
    /// Whether a search finds what is left of what the plain one found.
    pub(super) fn check_switched(&self, way: &Way, switch: Switch) -> Result<(), String> {
        let outcome = self.run_with(way, switch, &mut Unobserved);
        let name = || format!("{way}, {}", switch.name());
        self.confirm(&outcome).map_err(|what| format!("{}: {what}", name()))?;
        let expected = self.left_by(switch);
        let said = way.reduction.oracle().is_some_and(|oracle| oracle.follows_steps());
        if !switch.keep_going {
            return self
                .check_first(way, &expected, said, &outcome)
                .map_err(|what| format!("{}: {what}", name()));
        }
        if let Some(reason) = &outcome.incomplete {
            return Err(format!(
                "{}: the plain search has {} states, this one {reason:?}",
                name(),
                self.plain.states
            ));
        }
        let mut found = report(&outcome);
        self.check_discipline(way, &found)?;
        found.violations.retain(|(kind, _)| !matches!(kind, ViolationKind::Discipline(_)));
        let found = self.essence_by(switch, found.violations);
        if found != expected {
            return Err(format!("{}: {found:?}\nexpected: {expected:?}", name()));
        }
        Ok(())
    }

    /// A search that stops at the first violation finds one if there is one.
    fn check_first(
        &self,
        way: &Way,
        expected: &Violations,
        said: bool,
        outcome: &Outcome,
    ) -> Result<(), String> {
        let contradicted = self.contradicted.as_ref().map(|rules| !rules.is_empty());
        let is_violated = match (said, contradicted) {
            (_, _) if !expected.is_empty() => true,
            (false, _) => false,
            (true, Some(contradicted)) => contradicted,
            // Nobody knows.
            (true, None) => return Ok(()),
        };
        if (outcome.verdict == Verdict::Violated) != is_violated {
            let plain = &self.plain;
            return Err(format!("{way}: {:?}, expected: {expected:?}, plain: {plain:?}", outcome.verdict));
        }
        Ok(())
    }

    /// What is left of the violations, in the form in which searches are compared.
    fn left_by(&self, switch: Switch) -> Violations {
        let mut all: Violations =
            self.plain.violations.iter().filter(|(kind, _)| switch.asks_for(kind)).cloned().collect();
        if self.has_cycle && switch.properties.partial_deadlock {
            all.insert((ViolationKind::PartialDeadlock, Span::default()));
        }
        self.essence_by(switch, all)
    }

    /// If both are asked for, a partial deadlock may become a whole one before it is seen.
    fn essence_by(&self, switch: Switch, violations: Violations) -> Violations {
        let Properties { deadlock, partial_deadlock, .. } = switch.properties;
        let as_one = |kind| match kind {
            ViolationKind::PartialDeadlock if deadlock && partial_deadlock => ViolationKind::Deadlock,
            other => other,
        };
        let place = |kind: &ViolationKind, span| match kind {
            ViolationKind::Deadlock | ViolationKind::PartialDeadlock => Span::default(),
            _ => span,
        };
        violations.into_iter().map(|(kind, span)| (as_one(kind.clone()), place(&kind, span))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::difftest::all_ways;

    #[test]
    fn programs_in_a_row_go_through_every_switch_with_every_reduction() {
        let mut seen: Vec<(String, Switch)> = Vec::new();
        for number in 0..(SWITCHED_EVERY as u64 * 31) {
            let pairs = switched(&all_ways(number), number).into_iter();
            seen.extend(pairs.map(|(way, switch)| (way.reduction_name(), switch)));
        }
        for way in all_ways(0) {
            for switch in Switch::all() {
                assert!(seen.contains(&(way.reduction_name(), switch)), "{way}, {}", switch.name());
            }
        }
    }
}
