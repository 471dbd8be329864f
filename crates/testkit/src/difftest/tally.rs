//! Counts what a run of the laboratory has seen.

use super::atomic::Answer;
use super::formulas::PROBE;
use super::{Agreed, Verdict};
use crate::generate::{CONSTRUCTS, constructs_of};
use commute_machine::ViolationKind;
use std::collections::BTreeMap;
use std::fmt;

const ANSWERS: [Answer; 4] = [Answer::OneTransaction, Answer::Same, Answer::Interrupted, Answer::Open];

/// What a number of programs were like.
#[derive(Clone, PartialEq, Debug)]
pub struct Tally {
    /// Programs that were explored to the end and agreed on.
    pub agreed: u64,
    /// Programs beyond the limit.
    pub skipped: u64,
    /// Programs with a difference.
    pub different: u64,
    /// Of those agreed on, how many have a violation, not counting the invariants that the laboratory added.
    pub violated: u64,
    /// The states of those agreed on.
    pub states: u64,
    /// Of those agreed on, how many are larger than the limit, so that the independent interpreter was not asked.
    pub large: u64,
    /// Of those agreed on, how many contradict an annotation of theirs.
    pub contradicting: u64,
    /// Of those agreed on, how many were explored by executions too, without a store, and by how many searches.
    pub by_executions: (u64, u64),
    /// Of these, of how many it is known whether they keep to a locking discipline, and how many do.
    pub disciplined: (u64, u64),
    /// Temporal formulas that were asked about, and how many were true of all executions.
    pub formulas: (u64, u64),
    /// Functions that were asked about: those whose calls are one transaction, those that are atomic by what comes of calls, those that
    /// are not, and those of which nothing is said.
    pub atomic: [u64; 4],
    /// Of those agreed on, how many have each violation, by its name.
    pub kinds: BTreeMap<String, u64>,
    /// What each reduction saved, by its name.
    pub savings: BTreeMap<String, Saving>,
    /// Of those agreed on, how many have each of [`CONSTRUCTS`].
    pub constructs: Vec<u64>,
}

/// What a reduction saved.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Saving {
    /// How many programs it was tried on.
    pub programs: u64,
    /// On how many of them it stored fewer states than there are.
    pub reduced: u64,
    /// The states that there are.
    pub all: u64,
    /// The states that it stored.
    pub stored: u64,
    /// The sum of the logarithms of stored states by states.
    logarithms: f64,
}

impl Saving {
    fn add(&mut self, all: u64, stored: u64) {
        self.programs += 1;
        self.reduced += u64::from(stored < all);
        self.all += all;
        self.stored += stored;
        self.logarithms += (stored as f64 / all as f64).ln();
    }

    fn merge(&mut self, other: &Saving) {
        self.programs += other.programs;
        self.reduced += other.reduced;
        self.all += other.all;
        self.stored += other.stored;
        self.logarithms += other.logarithms;
    }

    /// Stored states by states, over all programs together.
    pub fn of_all(&self) -> f64 {
        self.stored as f64 / self.all.max(1) as f64
    }

    /// Stored states by states, the geometric mean over the programs.
    pub fn mean(&self) -> f64 {
        (self.logarithms / self.programs.max(1) as f64).exp()
    }
}

impl Default for Tally {
    fn default() -> Self {
        Self {
            agreed: 0,
            skipped: 0,
            different: 0,
            violated: 0,
            states: 0,
            large: 0,
            contradicting: 0,
            by_executions: (0, 0),
            disciplined: (0, 0),
            formulas: (0, 0),
            atomic: [0; 4],
            kinds: BTreeMap::new(),
            savings: BTreeMap::new(),
            constructs: vec![0; CONSTRUCTS.len()],
        }
    }
}

impl Tally {
    /// Counts a program without a difference.
    pub fn add(&mut self, text: &str, verdict: &Verdict) {
        match verdict {
            Verdict::Agreed(agreed) => self.add_agreed(text, agreed),
            Verdict::TooLarge => self.skipped += 1,
        }
    }

    fn add_agreed(&mut self, text: &str, agreed: &Agreed) {
        self.agreed += 1;
        self.states += agreed.report.states;
        self.large += u64::from(!agreed.small);
        self.contradicting += u64::from(agreed.contradicted > 0);
        self.by_executions.0 += u64::from(agreed.by_executions.ended > 0);
        self.by_executions.1 += agreed.by_executions.ended as u64;
        self.disciplined.0 += u64::from(agreed.by_executions.disciplined.is_some());
        self.disciplined.1 += u64::from(agreed.by_executions.disciplined == Some(true));
        self.atomic.iter_mut().zip(ANSWERS).for_each(|(n, of)| *n += u64::from(agreed.atomic == Some(of)));
        self.formulas.0 += agreed.temporal.len() as u64;
        self.formulas.1 += agreed.temporal.iter().filter(|&&holds| holds).count() as u64;
        let is_probe =
            |kind: &&ViolationKind| matches!(kind, ViolationKind::Invariant(name) if name.starts_with(PROBE));
        let kinds = agreed.report.violations.iter().map(|(kind, _)| kind);
        let mut names: Vec<&str> = kinds.filter(|kind| !is_probe(kind)).map(ViolationKind::name).collect();
        self.violated += u64::from(!names.is_empty());
        names.sort_unstable();
        names.dedup();
        for name in names {
            *self.kinds.entry(name.to_owned()).or_default() += 1;
        }
        for (way, stored) in agreed.stored.iter().filter(|(way, _)| !way.is_full()) {
            self.savings.entry(way.reduction_name()).or_default().add(agreed.report.states, *stored);
        }
        for (count, has) in self.constructs.iter_mut().zip(constructs_of(text)) {
            *count += u64::from(has);
        }
    }

    /// Adds the counts of another run.
    pub fn merge(&mut self, other: &Tally) {
        self.agreed += other.agreed;
        self.skipped += other.skipped;
        self.different += other.different;
        self.violated += other.violated;
        self.states += other.states;
        self.large += other.large;
        self.contradicting += other.contradicting;
        self.by_executions.0 += other.by_executions.0;
        self.by_executions.1 += other.by_executions.1;
        self.disciplined.0 += other.disciplined.0;
        self.disciplined.1 += other.disciplined.1;
        self.atomic.iter_mut().zip(other.atomic).for_each(|(n, more)| *n += more);
        self.formulas.0 += other.formulas.0;
        self.formulas.1 += other.formulas.1;
        for (kind, count) in &other.kinds {
            *self.kinds.entry(kind.clone()).or_default() += count;
        }
        for (name, saving) in &other.savings {
            self.savings.entry(name.clone()).or_default().merge(saving);
        }
        for (count, more) in self.constructs.iter_mut().zip(&other.constructs) {
            *count += more;
        }
    }

    /// All programs.
    pub fn programs(&self) -> u64 {
        self.agreed + self.skipped + self.different
    }

    /// The constructs that no program had.
    pub fn missing(&self) -> Vec<&'static str> {
        CONSTRUCTS
            .iter()
            .zip(&self.constructs)
            .filter(|(_, count)| **count == 0)
            .map(|(c, _)| c.name)
            .collect()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:>9} programs", self.programs())?;
        writeln!(f, "{:>9} explored, {} states in all", self.agreed, self.states)?;
        writeln!(f, "{:>9} of these larger than the limit, without the independent interpreter", self.large)?;
        writeln!(f, "{:>9} too large", self.skipped)?;
        writeln!(f, "{:>9} with a difference", self.different)?;
        let (programs, searches) = self.by_executions;
        writeln!(f, "{programs:>9} also by executions, without a store: {searches} searches")?;
        let (checked, kept) = self.disciplined;
        writeln!(f, "{checked:>9} of these checked for the locking discipline MLD', {kept} keep to it")?;
        writeln!(f, "{:>9} temporal formulas, {} true of all executions", self.formulas.0, self.formulas.1)?;
        let [moves, same, interrupted, open] = self.atomic;
        let (atomic, asked) = (moves + same, moves + same + interrupted + open);
        writeln!(
            f,
            "{asked:>9} functions: {atomic} atomic ({moves} by movers), {interrupted} not, {open} not decided"
        )?;
        writeln!(f, "{:>9} contradict an annotation", self.contradicting)?;
        writeln!(f, "{:>9} with a violation", self.violated)?;
        for (kind, count) in &self.kinds {
            writeln!(f, "{count:>9}   {kind}")?;
        }
        writeln!(f, "\n   fewer states in   stored of all   mean")?;
        for (name, saving) in &self.savings {
            let share = 100.0 * saving.reduced as f64 / saving.programs.max(1) as f64;
            let (of_all, mean) = (saving.of_all(), saving.mean());
            writeln!(f, "{:>9} ({share:3.0} %) {of_all:>15.3} {mean:>6.3}   {name}", saving.reduced)?;
        }
        writeln!(f)?;
        for (construct, count) in CONSTRUCTS.iter().zip(&self.constructs) {
            writeln!(f, "{count:>9} have {}", construct.name)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_of_states_are_over_all_and_in_the_mean() {
        let mut saving = Saving::default();
        saving.add(100, 25);
        saving.merge(&{
            let mut other = Saving::default();
            other.add(900, 900);
            other
        });
        assert_eq!((saving.programs, saving.reduced), (2, 1));
        assert!((saving.of_all() - 0.925).abs() < 1e-9);
        assert!((saving.mean() - 0.5).abs() < 1e-9);
    }
}
