//! What a search has found so far, and why it has not found everything.

use crate::outcome::{Found, StopReason, Unfollowed};
use commute_machine::{Schedule, Violation, ViolationKind};
use commute_mutants::mutant;
use std::collections::BTreeSet;

/// What was found.
#[derive(Default)]
pub struct Findings {
    found: Vec<Found>,
    /// Data races that are no violations here, in words.
    races: BTreeSet<String>,
    /// Executions that could not be followed to their ends.
    unfollowed: Option<Unfollowed>,
    /// Why states were left out.
    incomplete: Option<StopReason>,
}

impl Findings {
    /// Notes a violation: the first of its kind and place.
    pub fn report(&mut self, violation: Violation, shown_by: impl FnOnce() -> (Schedule, Option<u64>)) {
        if !self.found.iter().any(|found| is_same(&found.violation, &violation)) {
            let (schedule, execution) = shown_by();
            self.found.push(Found { violation, schedule, cycle: 0, execution });
        }
    }

    /// Notes what goes on for ever.
    pub fn add(&mut self, found: Found) {
        self.found.push(found);
    }

    /// Notes a data race that is allowed.
    pub fn allow(&mut self, race: String) {
        self.races.insert(race);
    }

    /// The data races that were allowed.
    pub fn take_races(&mut self) -> Vec<String> {
        std::mem::take(&mut self.races).into_iter().collect()
    }

    /// An execution ends here for us, though not for the program.
    #[cold]
    pub fn end_unfollowed(&mut self, what: String) {
        match &mut self.unfollowed {
            Some(known) => known.ends += 1,
            None => self.unfollowed = Some(Unfollowed { what, ends: 1 }),
        }
    }

    /// The search stops, for this reason.
    pub fn stop(&mut self, reason: StopReason) {
        self.incomplete = Some(reason);
    }

    /// No state has been left out because of a limit.
    pub fn are_complete(&self) -> bool {
        self.incomplete.is_none()
    }

    /// The search was ended from outside, in the middle of its work.
    pub fn are_cut_off(&self) -> bool {
        let outside = |reason: &StopReason| {
            matches!(reason, StopReason::Time(_) | StopReason::Memory(_) | StopReason::Interrupted)
        };
        self.incomplete.as_ref().is_some_and(outside)
    }

    /// There is neither a violation nor a limit that was reached: all there is to say is that nothing was found.
    pub fn are_none(&self) -> bool {
        self.found.is_empty() && self.are_complete()
    }

    /// Something is wrong.
    pub fn has_violations(&self) -> bool {
        !self.found.is_empty()
    }

    /// Nothing was found but data races, and no limit was reached.
    pub fn are_races(&self) -> bool {
        self.found.iter().all(Found::is_race) && self.are_complete()
    }

    /// Whether a checkpoint, which does not have them, tells everything. States that were not expanded because of their depth
    /// would count as explored in it. The checkpoint before the first of them is the last one; nothing new is
    /// found after it.
    #[mutant("states-cut-off-count-as-explored", self.found.is_empty() && self.unfollowed.is_none())]
    pub fn can_be_left_out(&self) -> bool {
        self.are_none() && self.unfollowed.is_none() && self.races.is_empty()
    }

    /// Those that are true although the search was made under wrong assumptions: what contradicts the user.
    pub fn that_stay(self) -> Vec<Found> {
        let stays = |found: &Found| matches!(found.violation.kind, ViolationKind::Discipline(_));
        self.found.into_iter().filter(stays).collect()
    }

    /// The violations, data races last, and why there may be others: the first reason of several, `left_out` last.
    pub fn conclude(self, left_out: Option<StopReason>) -> (Vec<Found>, Option<StopReason>) {
        let unfollowed = self.unfollowed.map(StopReason::Unfollowed);
        let mut found = self.found;
        found.sort_by_key(Found::is_race);
        (found, self.incomplete.or(unfollowed).or(left_out))
    }
}

/// Whether two violations are of one kind and place.
pub fn is_same(one: &Violation, other: &Violation) -> bool {
    one.kind == other.kind && one.span == other.span && is_same_exception(one, other)
}

/// Whether a thread stands at a call of which nothing is known, and the others go on: it is not in the middle of a step.
pub fn is_bystander(violation: &Violation) -> bool {
    violation.tid.is_some() && violation.kind == ViolationKind::Fault("unsupported")
}

/// Exceptions of several classes may leave a block at one place.
#[mutant("exceptions-of-one-place-are-one", true)]
fn is_same_exception(one: &Violation, other: &Violation) -> bool {
    other.kind != ViolationKind::Fault("uncaught_exception") || one.message == other.message
}

#[cfg(test)]
mod tests {
    use super::*;
    use commute_base::Span;

    fn violation(kind: ViolationKind, message: &str) -> Violation {
        Violation { kind, tid: None, message: message.into(), span: Span::default() }
    }

    fn nothing() -> (Schedule, Option<u64>) {
        (Vec::new(), None)
    }

    #[test]
    fn a_violation_is_found_once_and_an_exception_once_for_each_class() {
        let mut findings = Findings::default();
        for (kind, message) in [
            (ViolationKind::Deadlock, "one"),
            (ViolationKind::Deadlock, "other"),
            (ViolationKind::Fault("uncaught_exception"), "A"),
            (ViolationKind::Fault("uncaught_exception"), "B"),
            (ViolationKind::Fault("uncaught_exception"), "A"),
        ] {
            findings.report(violation(kind, message), nothing);
        }
        let messages: Vec<&str> = findings.found.iter().map(|f| &*f.violation.message).collect();
        assert_eq!(messages, ["one", "A", "B"]);
    }

    #[test]
    fn what_stays_true_under_wrong_assumptions_is_what_contradicts_the_user() {
        let mut findings = Findings::default();
        findings.report(violation(ViolationKind::Deadlock, "resting on an assumption"), nothing);
        findings.report(violation(ViolationKind::Discipline("rule".into()), "seen"), nothing);
        assert!(!findings.are_none());
        let kept: Vec<String> = findings.that_stay().into_iter().map(|f| f.violation.message).collect();
        assert_eq!(kept, ["seen"]);
    }

    #[test]
    fn a_limit_comes_before_what_could_not_be_followed_and_that_before_what_was_left_out() {
        let sampled = StopReason::Sampled { executions: 1 };
        let mut findings = Findings::default();
        assert!(findings.can_be_left_out());
        findings.end_unfollowed("native method".into());
        findings.end_unfollowed("another".into());
        assert!(!findings.can_be_left_out() && findings.are_none());
        let unfollowed = StopReason::Unfollowed(Unfollowed { what: "native method".into(), ends: 2 });
        assert_eq!(findings.conclude(Some(sampled.clone())).1, Some(unfollowed));

        let mut findings = Findings::default();
        findings.end_unfollowed("native method".into());
        findings.stop(StopReason::Depth(3));
        assert!(!findings.are_none());
        assert_eq!(findings.conclude(Some(sampled.clone())).1, Some(StopReason::Depth(3)));
        assert_eq!(Findings::default().conclude(Some(sampled.clone())).1, Some(sampled));
    }
}
