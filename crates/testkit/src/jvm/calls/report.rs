//! What a run over whole packages prints.

use super::compare::Compared;
use super::library::{Class, Known};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// How many lines a list of reasons has.
const LINES: usize = 40;

/// What is known of methods.
#[derive(Debug)]
pub struct Report {
    /// Of each.
    pub known: Vec<Known>,
    /// How many there are in the packages, also if not all were wanted or the time was up.
    pub of: usize,
}

/// How many methods of a package are what.
#[derive(Clone, Copy, Default)]
struct Counts {
    of: [usize; 6],
    differ: usize,
    unread: usize,
}

impl Counts {
    fn add(&mut self, known: &Known) {
        self.of[known.class() as usize] += 1;
        self.differ += usize::from(known.difference().is_some());
        self.unread += usize::from(known.calls.iter().any(|(_, came)| matches!(came, Compared::Unread(_))));
    }

    fn can(&self) -> usize {
        self.of[Class::Called as usize] + self.of[Class::InPart as usize]
    }

    fn tried(&self) -> usize {
        self.can() + self.of[Class::Refused as usize] + self.of[Class::TooLarge as usize]
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total: usize = self.of.iter().sum();
        let share = |of: usize| if of == 0 { 0.0 } else { 100.0 * self.can() as f64 / of as f64 };
        write!(f, "{total:>8}")?;
        self.of.iter().try_for_each(|count| write!(f, "{count:>10}"))?;
        write!(f, "{:>8}{:>8}", self.unread, self.differ)?;
        let all = total - self.of[Class::Skipped as usize];
        write!(f, "{:>8.1} %{:>8.1} %", share(self.tried()), share(all))
    }
}

impl Report {
    /// Methods that differ.
    pub fn differing(&self) -> usize {
        self.known.iter().filter(|known| known.difference().is_some()).count()
    }

    /// Methods that can be called, and those that were tried.
    pub fn share(&self) -> (usize, usize) {
        let counts = self.count();
        (counts.can(), counts.tried())
    }

    fn count(&self) -> Counts {
        let mut counts = Counts::default();
        self.known.iter().for_each(|known| counts.add(known));
        counts
    }

    /// How many methods have a call with each of some facts.
    fn tally<'a, I: Iterator<Item = &'a str>>(
        &'a self,
        facts: impl Fn(&'a Known) -> I,
    ) -> Vec<(usize, &'a str)> {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for known in &self.known {
            let all: BTreeSet<&str> = facts(known).collect();
            all.into_iter().for_each(|fact| *counts.entry(fact).or_default() += 1);
        }
        by_count(counts)
    }

    /// How many methods are not called for each reason.
    fn missing(&self) -> Vec<(usize, String)> {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for known in self.known.iter().filter(|known| known.class() >= Class::NoSample) {
            let why = match (&known.missing, known.calls.first()) {
                (Some(why), _) => why.to_string(),
                (None, Some((_, Compared::NotMade(why)))) if !why.is_empty() => why.clone(),
                _ => "an exception when the object or an argument is made".to_owned(),
            };
            *counts.entry(why).or_default() += 1;
        }
        by_count(counts)
    }
}

fn by_count<T: Ord>(counts: BTreeMap<T, usize>) -> Vec<(usize, T)> {
    let mut list: Vec<(usize, T)> = counts.into_iter().map(|(what, count)| (count, what)).collect();
    list.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    list
}

/// The first lines of a list, and how many more there are.
fn list(f: &mut fmt::Formatter<'_>, lines: &[(usize, &str)]) -> fmt::Result {
    lines.iter().take(LINES).try_for_each(|(count, why)| writeln!(f, "{count:>8} {why}"))?;
    let rest = lines.len().saturating_sub(LINES);
    if rest > 0 { writeln!(f, "{rest:>8} more") } else { Ok(()) }
}

/// The class of a method that is not supported, or the whole reason.
fn class_of(why: &str) -> &str {
    let method = why.strip_prefix("not supported: the library method ");
    method.and_then(|name| name.split('(').next()?.rsplit_once('.')).map_or(why, |(class, _)| class)
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut packages: BTreeMap<&str, Counts> = BTreeMap::new();
        self.known.iter().for_each(|known| packages.entry(known.method.package()).or_default().add(known));
        writeln!(
            f,
            "{:<28}{:>8}{:>10}{:>10}{:>10}{:>10}{:>10}{:>10}{:>8}{:>8}{:>10}{:>10}",
            "package",
            "methods",
            "called",
            "in part",
            "refused",
            "too large",
            "no sample",
            "skipped",
            "unread",
            "differ",
            "of tried",
            "of all"
        )?;
        packages.iter().try_for_each(|(name, counts)| writeln!(f, "{name:<28}{counts}"))?;
        writeln!(f, "{:<28}{}", "all", self.count())?;
        if self.known.len() < self.of {
            writeln!(f, "only {} of {} methods were looked at", self.known.len(), self.of)?;
        }
        writeln!(f, "\nmethods that come to what is not supported, by its class:")?;
        list(f, &self.tally(|known| known.reasons().map(class_of)))?;
        writeln!(f, "\nby what it is:")?;
        list(f, &self.tally(Known::reasons))?;
        writeln!(f, "\nmethods whose results cannot be looked at, by what is not supported then:")?;
        list(f, &self.tally(Known::unread))?;
        writeln!(f, "\nmethods that are not called:")?;
        self.missing().iter().try_for_each(|(count, why)| writeln!(f, "{count:>8} {why}"))?;
        writeln!(f, "\n{} methods differ:", self.differing())?;
        for known in &self.known {
            if let Some((shown, java, ours)) = known.difference() {
                writeln!(f, "{}\n    {shown}\n    java    {java}\n    commute {ours}", known.method.key())?;
            }
        }
        Ok(())
    }
}
