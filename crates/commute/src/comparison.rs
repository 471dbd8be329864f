//! Several searches of one program, and whether they say the same.
//!
//! A reduction explores fewer interleavings but must come to the same conclusions. So searches that explored
//! everything must find the same violations, and one that was cut off must find none that the others do not.

use crate::compared::Compared;
use commute_base::{SourceMap, Span};
use commute_explore::{Found, Outcome, Stats};
use commute_machine::{Violation, ViolationKind};

/// One search.
pub struct Run {
    /// By which reduction.
    pub named: Compared,
    /// What it found.
    pub outcome: Outcome,
}

/// Several searches of one program, the plain one first.
#[derive(Default)]
pub struct Comparison {
    /// The searches.
    pub runs: Vec<Run>,
    /// Those that were not made, because the user wanted to stop.
    pub skipped: Vec<Compared>,
}

/// What is compared of a violation. Which thread meets it, and on what way, depends on the search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// What is wrong.
    pub kind: ViolationKind,
    /// Where, if it is a fault.
    pub span: Option<Span>,
}

/// A violation that one search found and another one, which explored everything, did not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The letter of the search that found it.
    pub finder: &'static str,
    /// The letter of the one that did not.
    pub misser: &'static str,
    /// The violation.
    pub finding: Finding,
}

impl Finding {
    fn of(violation: &Violation) -> Self {
        let is_fault = matches!(violation.kind, ViolationKind::Fault(_));
        Self { kind: violation.kind.clone(), span: is_fault.then_some(violation.span) }
    }

    /// ` at FILE:LINE:COLUMN`, if it has a place.
    pub fn place(&self, sources: &SourceMap) -> String {
        let place = self.span.and_then(|span| Some((sources.get(span.file)?, sources.start(span)?)));
        place.map_or_else(String::new, |(file, at)| format!(" at {}:{}:{}", file.name, at.line, at.column))
    }
}

impl Run {
    /// Whether it explored everything.
    pub fn is_complete(&self) -> bool {
        self.outcome.incomplete.is_none()
    }

    /// What it found, each once.
    pub fn findings(&self) -> Vec<Finding> {
        distinct(&self.outcome.found)
    }

    /// What it cost.
    pub fn stats(&self) -> &Stats {
        &self.outcome.stats
    }

    /// Whether this search found the same as `finding`, or what `finding` has become. Threads that wait for each
    /// other are a partial deadlock while others go on, and a part of a deadlock when those have ended; a
    /// reduction may let the others end first.
    ///
    /// What the user says of how data is shared is looked at by some reductions only.
    fn covers(&self, finding: &Finding) -> bool {
        if matches!(finding.kind, ViolationKind::Discipline(_)) && !self.named.checks_annotations() {
            return true;
        }
        let found = |kind: &ViolationKind| self.outcome.found.iter().any(|f| f.violation.kind == *kind);
        self.findings().contains(finding)
            || finding.kind == ViolationKind::PartialDeadlock && found(&ViolationKind::Deadlock)
    }
}

fn distinct<'a>(found: impl IntoIterator<Item = &'a Found>) -> Vec<Finding> {
    let mut list = Vec::new();
    for finding in found.into_iter().map(|f| Finding::of(&f.violation)) {
        if !list.contains(&finding) {
            list.push(finding);
        }
    }
    list
}

impl Comparison {
    /// How many searches explored everything.
    pub fn complete(&self) -> usize {
        self.runs.iter().filter(|run| run.is_complete()).count()
    }

    /// What any of them found, each once.
    pub fn findings(&self) -> Vec<Finding> {
        distinct(self.runs.iter().flat_map(|run| &run.outcome.found))
    }

    /// Whether some search found a partial deadlock and another one only the deadlock that it has become.
    pub fn has_absorbed(&self) -> bool {
        let partial = Finding { kind: ViolationKind::PartialDeadlock, span: None };
        let lacks =
            |run: &Run| run.is_complete() && !run.findings().contains(&partial) && run.covers(&partial);
        self.findings().contains(&partial) && self.runs.iter().any(lacks)
    }

    /// Whether some search found that what the user says of variables is not so. Others do not look for that.
    pub fn contradicts_annotations(&self) -> bool {
        self.findings().iter().any(|finding| matches!(finding.kind, ViolationKind::Discipline(_)))
    }

    /// Where they contradict each other. Each search that explored everything is held against what any other one
    /// found, so of several that miss the same each is named.
    pub fn differences(&self) -> Vec<Difference> {
        let mut list = Vec::new();
        for misser in self.runs.iter().filter(|run| run.is_complete()) {
            for finding in self.findings().into_iter().filter(|finding| !misser.covers(finding)) {
                let finder = self.runs.iter().find(|run| run.findings().contains(&finding));
                let finder =
                    finder.expect("[commute internal bug] every finding is of a search").named.letter;
                list.push(Difference { finder, misser: misser.named.letter, finding });
            }
        }
        list
    }
}

#[cfg(test)]
pub mod samples;

#[cfg(test)]
mod tests {
    use super::samples::{assertion, comparison, cut_off, deadlock, outcome, partial};
    use super::*;
    use crate::compared::compared_on;
    use crate::subject::Description;

    fn differences(outcomes: [Outcome; 3]) -> Vec<(&'static str, &'static str, &'static str)> {
        let list = comparison(outcomes).differences();
        let name = |d: &Difference| match d.finding.kind {
            ViolationKind::DataRace => "data_race",
            ViolationKind::Livelock => "livelock",
            ViolationKind::Starvation => "starvation",
            ViolationKind::Fault(name) => name,
            ViolationKind::Deadlock => "deadlock",
            ViolationKind::PartialDeadlock => "partial",
            ViolationKind::Invariant(_) => "invariant",
            ViolationKind::Discipline(_) => "discipline",
            ViolationKind::Atomicity(_) => "atomicity",
        };
        list.iter().map(|d| (d.finder, d.misser, name(d))).collect()
    }

    #[test]
    fn order_and_repetition_do_not_matter() {
        let other = outcome(&[deadlock(), assertion(3), deadlock()]);
        assert_eq!(differences([outcome(&[assertion(3), deadlock()]), other.clone(), other]), []);
    }

    #[test]
    fn who_misses_what_is_named() {
        let (full, less) = (outcome(&[assertion(3), deadlock()]), outcome(&[assertion(3)]));
        assert_eq!(differences([full.clone(), less, full]), [("B", "D", "deadlock")]);
        let more = outcome(&[deadlock()]);
        assert_eq!(
            differences([outcome(&[]), more.clone(), outcome(&[])]),
            [("D", "B", "deadlock"), ("D", "DA", "deadlock")]
        );
    }

    #[test]
    fn faults_are_told_apart_by_their_places() {
        let list = differences([outcome(&[assertion(3)]), outcome(&[assertion(4)]), cut_off(&[])]);
        assert_eq!(list, [("D", "B", "assertion"), ("B", "D", "assertion")]);
    }

    #[test]
    fn a_partial_deadlock_may_have_become_a_deadlock_but_not_the_other_way_round() {
        let both = outcome(&[partial(), deadlock()]);
        assert_eq!(differences([both.clone(), outcome(&[deadlock()]), both.clone()]), []);
        assert!(comparison([both.clone(), outcome(&[deadlock()])]).has_absorbed());
        assert!(!comparison([both.clone(), both.clone()]).has_absorbed());
        assert_eq!(
            differences([both, outcome(&[partial()]), outcome(&[deadlock()])]),
            [("B", "D", "deadlock")]
        );
        assert_eq!(differences([outcome(&[partial()]), outcome(&[]), cut_off(&[])]), [("B", "D", "partial")]);
    }

    #[test]
    fn only_who_checks_annotations_can_miss_a_contradiction() {
        let rule = || outcome(&[(ViolationKind::Discipline("x guarded_by".to_owned()), Span::default())]);
        let described = Description { is_annotated: true, ..Description::of("annotated") };
        let run = |letter: &str, outcome| {
            let named = compared_on(&described).find(|named| named.letter == letter).unwrap();
            Run { named, outcome }
        };
        let of = |runs| Comparison { runs, skipped: Vec::new() };
        assert_eq!(
            of(vec![run("T", outcome(&[])), run("T+E", rule()), run("IF+E", rule())]).differences(),
            []
        );
        let missed = of(vec![run("T", outcome(&[])), run("T+E", rule()), run("IF+E", outcome(&[]))]);
        let names: Vec<_> = missed.differences().iter().map(|d| (d.finder, d.misser)).collect();
        assert_eq!(names, [("T+E", "IF+E")]);
        assert!(missed.contradicts_annotations());
    }

    #[test]
    fn a_search_that_was_cut_off_may_miss_but_not_invent() {
        let full = outcome(&[deadlock()]);
        assert_eq!(differences([full.clone(), cut_off(&[]), cut_off(&[deadlock()])]), []);
        assert_eq!(differences([full.clone(), cut_off(&[assertion(3)]), full]).len(), 2);
        assert_eq!(differences([cut_off(&[deadlock()]), cut_off(&[assertion(3)]), cut_off(&[])]), []);
    }
}
