//! A run over many calls of replaced methods, and what it counts.

use super::api::Api;
use super::batch::{Came, make};
use super::compare::{Compared, compare, effect};
use super::generate::{Call, Style, call};
use crate::generate::Random;
use crate::jvm::seen::Jvm;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::time::{Duration, Instant};

/// How many calls a class has, and how many classes are compiled at once.
const CALLS: usize = 60;
const CLASSES: usize = 10;
/// Corners are what these calls are about.
const STYLE: Style = Style { plain: false, nulls: 20, interrupts: 30 };

/// Counts of a run.
#[derive(Clone, Debug, Default)]
pub struct CallCounts {
    /// Calls that come to the same.
    pub same: u64,
    /// Calls that block by `java` for a time that Commute does not wait for.
    pub timed: u64,
    /// Calls that are not made.
    pub not_made: u64,
    /// Why calls are not decided, and how many.
    pub not_decided: BTreeMap<String, u64>,
    /// Calls that differ, by method and how.
    pub different: BTreeMap<String, Vec<String>>,
    /// Calls that differ as is known, by how.
    pub known: BTreeMap<String, u64>,
    /// Methods with a call that was compared, and what `java` did then: it returned, blocked, or threw something.
    pub covered: BTreeMap<String, BTreeSet<String>>,
    /// Methods that are called, and those that are not, with reasons.
    pub methods: usize,
    /// Those that are not called, with reasons.
    pub left_out: Vec<String>,
    /// Methods none of whose calls is decided.
    pub undecided: BTreeSet<String>,
}

impl CallCounts {
    /// How many calls differ.
    pub fn differing(&self) -> u64 {
        self.different.values().map(|list| list.len() as u64).sum()
    }
}

impl fmt::Display for CallCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let undecided: u64 = self.not_decided.values().sum();
        let known: u64 = self.known.values().sum();
        let total = self.same + self.timed + self.not_made + undecided + known + self.differing();
        writeln!(f, "{total:>9} calls by java and by Commute")?;
        writeln!(f, "{:>9} come to the same", self.same)?;
        writeln!(f, "{:>9} wait for a time that is not waited for", self.timed)?;
        writeln!(f, "{:>9} have arguments that cannot be made", self.not_made)?;
        writeln!(f, "{undecided:>9} not decided")?;
        self.not_decided.iter().try_for_each(|(why, count)| writeln!(f, "{count:>15} {why}"))?;
        writeln!(f, "{known:>9} differ as is known")?;
        self.known.iter().try_for_each(|(how, count)| writeln!(f, "{count:>15} {how}"))?;
        writeln!(f, "{:>9} differ", self.differing())?;
        for (how, calls) in &self.different {
            writeln!(f, "{:>15} {how}", calls.len())?;
            calls.iter().take(3).try_for_each(|call| writeln!(f, "                  {call}"))?;
        }
        writeln!(f, "{:>9} of {} methods compared", self.covered.len(), self.methods)?;
        let never: Vec<&String> =
            self.undecided.iter().filter(|name| !self.covered.contains_key(*name)).collect();
        writeln!(f, "{:>9} methods never decided", never.len())?;
        never.iter().try_for_each(|name| writeln!(f, "                {name}"))?;
        writeln!(f, "{:>9} methods not called", self.left_out.len())?;
        self.left_out.iter().try_for_each(|line| writeln!(f, "                {line}"))
    }
}

/// Makes so many calls of a seed, from the `first` on.
pub fn run_calls(
    jvm: &Jvm,
    seed: u64,
    first: u64,
    calls: u64,
    minutes: Option<u64>,
) -> Result<CallCounts, String> {
    let api = Api::replaced(jvm)?;
    let left_out = api.left_out.iter().map(|(method, why)| format!("{}: {why}", method.key()));
    let mut counts =
        CallCounts { methods: api.methods.len(), left_out: left_out.collect(), ..CallCounts::default() };
    let begin = Instant::now();
    let numbers: Vec<u64> = (first..first + calls).collect();
    for some in numbers.chunks(CALLS * CLASSES) {
        if minutes.is_some_and(|most| begin.elapsed() >= Duration::from_secs(60 * most)) {
            break;
        }
        // Methods take turns.
        let one = |&number: &u64| {
            let random = Random::new(seed.wrapping_mul(0x9e37_79b9).wrapping_add(number));
            call(&api, number as usize % api.methods.len(), random, STYLE)
        };
        let mut classes: Vec<Vec<Call>> =
            some.chunks(CALLS).map(|numbers| numbers.iter().map(one).collect()).collect();
        make(jvm, &mut classes, &mut |call, java, came| note(&mut counts, &api, call, java, came))?;
    }
    Ok(counts)
}

fn note(counts: &mut CallCounts, api: &Api, call: &Call, java: &str, came: Came) {
    let method = &api.methods[call.method];
    let compared = compare(call, java, came);
    if matches!(compared, Compared::Same | Compared::Unread(_) | Compared::Different(..)) {
        counts.covered.entry(method.key()).or_default().insert(effect(java));
    }
    match compared {
        Compared::Same | Compared::Unread(_) => counts.same += 1,
        Compared::Timed => counts.timed += 1,
        Compared::NotMade(_) => counts.not_made += 1,
        Compared::NotDecided(why) => {
            *counts.not_decided.entry(why).or_default() += 1;
            counts.undecided.insert(method.key());
        }
        Compared::Different(java, ours) => {
            if let Some(how) = api.samples.values.knows(method) {
                *counts.known.entry(format!("{}: {how}", method.full_name())).or_default() += 1;
            } else {
                let list = counts.different.entry(method.key()).or_default();
                list.push(format!("{}: java {java}, commute {ours}", call.shown));
            }
        }
    }
}
