//! Counts what a run of the laboratory has seen.

use super::coverage::{CONSTRUCTS, constructs_of};
use super::laboratory::Verdict;
use std::collections::BTreeMap;
use std::fmt;

/// What a number of programs were like.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    /// Programs that were explored to the end and agreed on.
    pub agreed: u64,
    /// Programs beyond the limit.
    pub skipped: u64,
    /// Programs with a difference.
    pub different: u64,
    /// Of those agreed on, how many have a violation.
    pub violated: u64,
    /// The states of those agreed on.
    pub states: u64,
    /// Of those agreed on, how many have each violation, by its name.
    pub kinds: BTreeMap<String, u64>,
    /// Of those agreed on, how many have each of [`CONSTRUCTS`].
    pub constructs: Vec<u64>,
}

impl Default for Tally {
    fn default() -> Self {
        Self {
            agreed: 0,
            skipped: 0,
            different: 0,
            violated: 0,
            states: 0,
            kinds: BTreeMap::new(),
            constructs: vec![0; CONSTRUCTS.len()],
        }
    }
}

impl Tally {
    /// Counts a program without a difference.
    pub fn add(&mut self, text: &str, verdict: &Verdict) {
        let Verdict::Agreed(agreed) = verdict else {
            self.skipped += 1;
            return;
        };
        self.agreed += 1;
        self.states += agreed.report.states;
        self.violated += u64::from(!agreed.report.violations.is_empty());
        let mut names: Vec<&str> = agreed.report.violations.iter().map(|(kind, _)| kind.name()).collect();
        names.sort_unstable();
        names.dedup();
        for name in names {
            *self.kinds.entry(name.to_owned()).or_default() += 1;
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
        for (kind, count) in &other.kinds {
            *self.kinds.entry(kind.clone()).or_default() += count;
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
        writeln!(f, "{:>9} too large", self.skipped)?;
        writeln!(f, "{:>9} with a violation", self.violated)?;
        writeln!(f, "{:>9} with a difference", self.different)?;
        for (kind, count) in &self.kinds {
            writeln!(f, "{count:>9}   {kind}")?;
        }
        for (construct, count) in CONSTRUCTS.iter().zip(&self.constructs) {
            writeln!(f, "{count:>9} have {}", construct.name)?;
        }
        Ok(())
    }
}
