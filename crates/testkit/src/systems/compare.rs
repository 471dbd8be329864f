//! What goes wrong in a system, as every search has it.

use super::shrink::shrink;
use super::{System, generate, java, model};
use crate::Model;
use crate::twins::{Javac, Scratch, Verdicts, name, verdicts};
use commute::{Check, JavaOptions, Limits, ProcessSpec, Program, Reduction, StopReason};
use commute_explore::Properties;
use std::fmt;
use std::path::Path;

/// How many systems are compiled at once.
const AT_ONCE: usize = 50;

/// With how many reductions each system is searched, besides none and the default.
const REDUCTIONS: usize = 2;

/// What a comparison comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Compared {
    /// All that come to an end find this; how many states there are, and how many by default, if both do.
    Same(Verdicts, Option<(u64, u64)>),
    /// There are too many states for all but one.
    TooLarge,
    /// They differ.
    Different(String),
}

/// Counts of a run.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    same: u64,
    too_large: u64,
    /// Systems on which searches differ.
    pub different: u64,
    /// Of those that agree, how many are models too, and in how many something fails.
    plain: u64,
    failing: u64,
    states: (u64, u64),
    verdicts: u64,
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:>9} systems of two processes", self.same + self.too_large + self.different)?;
        let (plain, failing, (all, reduced)) = (self.plain, self.failing, self.states);
        writeln!(f, "{:>9} agree; {plain} of them as a model too, {failing} with failures", self.same)?;
        writeln!(f, "{:>9} too large", self.too_large)?;
        writeln!(f, "{:>9} differ", self.different)?;
        writeln!(f, "{:>9} things that go wrong; {all} states, {reduced} by default", self.verdicts)
    }
}

/// Compares the systems of some seeds, of up to so many states; `tell` hears of each on which searches differ, made small.
pub fn run(
    javac: Javac,
    seeds: std::ops::Range<u64>,
    limit: u64,
    tell: &mut dyn FnMut(u64, &System, &str),
) -> Result<Counts, String> {
    let mut counts = Counts::default();
    let all: Vec<u64> = seeds.collect();
    for some in all.chunks(AT_ONCE) {
        let systems: Vec<(u64, System)> = some.iter().map(|&seed| (seed, generate(seed))).collect();
        for ((seed, system), compared) in systems.iter().zip(compare(javac, &systems, limit)?) {
            match compared {
                Compared::Same(verdicts, states) => {
                    counts.same += 1;
                    counts.plain += u64::from(system.is_plain());
                    counts.failing += u64::from(!system.faults.is_empty());
                    let (states, reduced) = states.unwrap_or_default();
                    counts.states = (counts.states.0 + states, counts.states.1 + reduced);
                    counts.verdicts += verdicts.len() as u64;
                }
                Compared::TooLarge => counts.too_large += 1,
                Compared::Different(first) => {
                    counts.different += 1;
                    let (small, what) = smallest(javac, (*seed, system), limit, first);
                    tell(*seed, &small, &what);
                }
            }
        }
    }
    Ok(counts)
}

/// The smallest system found on which searches differ too, and how.
fn smallest(javac: Javac, (seed, system): (u64, &System), limit: u64, first: String) -> (System, String) {
    let mut what = first;
    let small =
        shrink(system, &mut |smaller| match compare(javac, &[(seed, smaller.clone())], limit).as_deref() {
            Ok([Compared::Different(how)]) => {
                what.clone_from(how);
                true
            }
            _ => false,
        });
    (small, what)
}

/// Compiles systems, all at once, and compares what searches say of each.
pub fn compare(javac: Javac, systems: &[(u64, System)], limit: u64) -> Result<Vec<Compared>, String> {
    let scratch = Scratch::new()?;
    let mut sources = Vec::new();
    for (n, (_, system)) in systems.iter().enumerate() {
        let path = scratch.path().join(format!("S{n}.java"));
        std::fs::write(&path, java(system, &format!("S{n}"))).map_err(|error| error.to_string())?;
        sources.push(path);
    }
    javac.compile(scratch.path(), &sources)?;
    let each = systems.iter().enumerate();
    Ok(each.map(|(n, (seed, system))| one(scratch.path(), n, system, *seed, limit)).collect())
}

fn one(classes: &Path, n: usize, system: &System, seed: u64, limit: u64) -> Compared {
    let process = |p: usize| ProcessSpec {
        name: format!("p{p}"),
        main: format!("S{n}p{p}"),
        arguments: Vec::new(),
        class_path: Vec::new(),
        service: false,
    };
    let options = JavaOptions {
        class_path: vec![classes.to_owned()],
        processes: vec![process(0), process(1)],
        faults: system.faults().parse().expect("[commute internal bug] a failure that nobody knows"),
        ..JavaOptions::default()
    };
    let read = |_: &Check| Program::java("system", &options);
    let check = Check::new()
        .keep_going(true)
        .limits(Limits { states: Some(limit), ..Limits::default() })
        .properties(Properties { races: false, ..Properties::default() });
    let all: Vec<Reduction> = Reduction::all().filter(|r| *r != Reduction::None).collect();
    let chosen = (0..REDUCTIONS).map(|k| all[(seed as usize + k * all.len() / REDUCTIONS) % all.len()]);
    let plain = check.clone().reduction(Reduction::None).depth_first(false);
    let checks = [plain, check.clone()].into_iter().chain(chosen.map(|r| check.clone().reduction(r)));
    let mut found: Vec<(String, Verdicts)> = Vec::new();
    let mut stored = Vec::new();
    for check in checks {
        match read(&check).map_err(|error| error.to_string()).and_then(|program| judge(&program, &check)) {
            Ok(Some((by, verdicts, states))) => {
                found.push((by, verdicts));
                stored.push(Some(states));
            }
            Ok(None) => stored.push(None),
            Err(wrong) => return Compared::Different(wrong),
        }
    }
    if system.is_plain() {
        match of_model(system) {
            Ok(Some(verdicts)) => found.push(("the model".to_owned(), verdicts)),
            Ok(None) => {}
            Err(wrong) => return Compared::Different(wrong),
        }
    }
    let [(by_first, first), _, ..] = found.as_slice() else { return Compared::TooLarge };
    match found.iter().find(|(_, verdicts)| verdicts != first) {
        None => Compared::Same(first.clone(), stored[0].zip(stored[1])),
        Some((by, other)) => Compared::Different(format!("{by_first}: {first:?}\n{by}: {other:?}")),
    }
}

/// What a check finds, by which strategy; nothing if there are too many states.
fn judge(program: &Program, check: &Check) -> Result<Option<(String, Verdicts, u64)>, String> {
    let search = check.build().map_err(|conflict| conflict.to_string())?;
    let report = search.run(program).map_err(|failure| failure.to_string())?;
    let names = report.counterexamples.iter().map(|found| name(&found.violation, program.sources()));
    let by = format!("{:?}", report.search);
    match report.incomplete {
        Some(StopReason::States(_)) => Ok(None),
        Some(why) => Err(format!("{by}: not decided: {why:?}")),
        None => Ok(Some((by, names.collect(), report.stats.states))),
    }
}

fn of_model(system: &System) -> Result<Option<Verdicts>, String> {
    let compiled = Model::compile("system.cm", &model(system), &[]).map_err(|rejected| rejected.0)?;
    Ok(verdicts(&compiled.program, &compiled.sources, commute_explore::Reduction::None)
        .map(|(found, _)| found))
}
