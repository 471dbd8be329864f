//! A run over many programs, and what it counts.

use super::compare::{Compared, Verdicts, compare};
use super::shrink::shrink;
use super::{Javac, Twin, generate};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// How many programs are compiled at once.
pub(super) const AT_ONCE: usize = 100;

/// Counts of a run.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// Programs on which both agree.
    pub same: u64,
    /// Programs with too many states.
    pub too_large: u64,
    /// Programs on which they differ.
    pub different: u64,
    /// States of the models and of the Java programs.
    pub states: (u64, u64),
    /// How many have each verdict; final values and assertions are counted together.
    pub verdicts: BTreeMap<String, u64>,
    /// Final values, over all programs.
    pub finals: u64,
}

impl Counts {
    fn add(&mut self, verdicts: &Verdicts, states: (u64, u64)) {
        self.same += 1;
        self.states = (self.states.0 + states.0, self.states.1 + states.1);
        let is_final = |name: &&String| name.starts_with("assertion V");
        self.finals += verdicts.iter().filter(is_final).count() as u64;
        let others = verdicts.iter().filter(|name| !is_final(name));
        let kinds = others.map(|name| name.split(" A").next().unwrap_or_default());
        let kinds: BTreeSet<&str> =
            kinds.map(|kind| if kind.starts_with('F') { "exception" } else { kind }).collect();
        for kind in kinds {
            *self.verdicts.entry(kind.to_owned()).or_default() += 1;
        }
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (of_models, of_java) = self.states;
        writeln!(f, "{:>9} programs in Java and as a model", self.same + self.too_large + self.different)?;
        writeln!(f, "{:>9} agree; {of_models} states of models, {of_java} of Java programs", self.same)?;
        writeln!(f, "{:>9} too large", self.too_large)?;
        writeln!(f, "{:>9} differ", self.different)?;
        writeln!(f, "{:>9} combinations of final values", self.finals)?;
        self.verdicts.iter().try_for_each(|(name, count)| writeln!(f, "{count:>9} with {name}"))
    }
}

/// Compares the programs of some seeds; `tell` hears of each that differs, made as small as it can be.
pub fn run(
    javac: Javac,
    seeds: std::ops::Range<u64>,
    tell: &mut dyn FnMut(u64, &Twin, &str),
) -> Result<Counts, String> {
    let mut counts = Counts::default();
    let all: Vec<u64> = seeds.collect();
    for some in all.chunks(AT_ONCE) {
        let twins: Vec<(u64, Twin)> = some.iter().map(|&seed| (seed, generate(seed))).collect();
        for ((seed, twin), result) in twins.iter().zip(compare(javac, &twins)?) {
            match result {
                Compared::Same(verdicts, of_model, of_java) => counts.add(&verdicts, (of_model, of_java)),
                Compared::TooLarge => counts.too_large += 1,
                Compared::Different(_) => {
                    counts.different += 1;
                    let (small, what) = shrink(javac, twin, *seed)?;
                    tell(*seed, &small, &what);
                }
            }
        }
    }
    Ok(counts)
}
