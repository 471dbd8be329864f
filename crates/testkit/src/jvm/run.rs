//! A run over many programs, and what it counts.

use super::compare::{Compared, Ran};
use super::generate;
use super::program::Program;
use super::seen::Jvm;
use super::shrink::shrink;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::mpsc::sync_channel;
use std::time::{Duration, Instant};

/// How many programs are compiled and run at once.
const AT_ONCE: usize = 100;
/// How often `java` runs each program.
const REPETITIONS: u64 = 30;

/// Counts of a run.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// Programs that agree.
    pub same: u64,
    /// Programs with too many states, by the kinds of their objects.
    pub too_large: BTreeMap<String, u64>,
    /// Programs that differ.
    pub different: u64,
    /// Outcomes seen, outcomes found, and states, of programs that agree.
    pub totals: (u64, u64, u64),
    /// Why programs are not decided, and how many.
    pub not_decided: BTreeMap<String, u64>,
    /// How many of each kind of object agree.
    pub kinds: BTreeMap<&'static str, u64>,
    /// What programs that differ have in common.
    pub causes: Vec<Cause>,
}

/// The operations of a program that differs and could not be made smaller: others that have all of these differ for the same
/// reason, as far as one can tell.
#[derive(Clone, Debug)]
pub struct Cause {
    /// How they differ: outcomes are lost or invented.
    pub how: String,
    /// The operations, without names.
    pub operations: Vec<String>,
    /// How many programs.
    pub programs: u64,
}

impl Counts {
    /// How many programs there were.
    pub fn programs(&self) -> u64 {
        let others = [&self.too_large, &self.not_decided];
        self.same + self.different + others.iter().flat_map(|map| map.values()).sum::<u64>()
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seen, found, states) = self.totals;
        writeln!(f, "{:>9} programs by java and by Commute", self.programs())?;
        writeln!(f, "{:>9} agree; {seen} outcomes seen, {found} found in {states} states", self.same)?;
        writeln!(f, "{:>9} too large", self.too_large.values().sum::<u64>())?;
        self.too_large.iter().try_for_each(|(kinds, count)| writeln!(f, "{count:>15} {kinds}"))?;
        writeln!(f, "{:>9} not decided", self.not_decided.values().sum::<u64>())?;
        self.not_decided.iter().try_for_each(|(why, count)| writeln!(f, "{count:>15} {why}"))?;
        writeln!(f, "{:>9} differ", self.different)?;
        for cause in &self.causes {
            writeln!(f, "{:>15} {}: {}", cause.programs, cause.how, cause.operations.join(" | "))?;
        }
        let kinds = self.kinds.iter().map(|(kind, count)| format!("{kind} {count}"));
        writeln!(f, "agreeing, by kind: {}", kinds.collect::<Vec<_>>().join(", "))
    }
}

/// A program that differs.
#[derive(Debug)]
pub struct Told<'a> {
    /// Its seed.
    pub seed: u64,
    /// The program, made smaller.
    pub program: &'a Program,
    /// How it differs.
    pub what: &'a str,
}

/// How a run goes.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// How many programs are searched at a time.
    pub threads: usize,
    /// When to stop, if there are more programs.
    pub minutes: Option<u64>,
}

/// Who hears of a run.
pub trait Listener {
    /// The first program of a cause, made smaller.
    fn differs(&mut self, told: &Told<'_>);

    /// Some more programs were compared.
    fn progress(&mut self, counts: &Counts);
}

/// Programs that `java` has run.
struct Batch<'a> {
    seeds: &'a [u64],
    programs: Vec<Program>,
    ran: Ran<'a>,
}

/// Compares the programs of some seeds. While some are searched, `java` runs the next ones: it mostly waits.
pub fn run(
    jvm: &Jvm,
    seeds: std::ops::Range<u64>,
    plan: Plan,
    listener: &mut dyn Listener,
) -> Result<Counts, String> {
    let (all, begin): (Vec<u64>, _) = (seeds.collect(), Instant::now());
    let is_over = || plan.minutes.is_some_and(|most| begin.elapsed() >= Duration::from_secs(60 * most));
    let batch = |seeds| {
        let programs: Vec<Program> = <[u64]>::iter(seeds).map(|&seed| generate(seed)).collect();
        let ran = Ran::new(jvm, &programs, REPETITIONS)?;
        Ok(Batch { seeds, programs, ran })
    };
    let mut counts = Counts::default();
    std::thread::scope(|scope| {
        let (send, receive) = sync_channel::<Result<Batch<'_>, String>>(1);
        let (all, batch, is_over) = (&all, &batch, &is_over);
        scope.spawn(move || {
            let some = all.chunks(AT_ONCE).take_while(|_| !is_over());
            // Nobody listens any more after an error.
            some.map(batch).try_for_each(|batch| send.send(batch)).ok();
        });
        for batch in receive.iter().take_while(|_| !is_over()) {
            compare_batch(jvm, &batch?, plan.threads, &mut counts, listener)?;
            listener.progress(&counts);
        }
        Ok(counts)
    })
}

fn compare_batch(
    jvm: &Jvm,
    batch: &Batch<'_>,
    threads: usize,
    counts: &mut Counts,
    listener: &mut dyn Listener,
) -> Result<(), String> {
    let results = batch.ran.compare(&batch.programs, threads);
    for ((&seed, program), result) in batch.seeds.iter().zip(&batch.programs).zip(results) {
        note(counts, program, &result);
        let Compared::Different(what) = result else { continue };
        if known(counts, program, &what) {
            continue;
        }
        let (program, what) = shrink(jvm, program, &what, threads)?;
        if !known(counts, &program, &what) {
            let (how, operations) = (how(&what), nameless(&program));
            counts.causes.push(Cause { how, operations, programs: 1 });
            listener.differs(&Told { seed, program: &program, what: &what });
        }
    }
    Ok(())
}

fn note(counts: &mut Counts, program: &Program, result: &Compared) {
    match result {
        Compared::Same(seen, found, states) => {
            counts.same += 1;
            counts.totals.0 += *seen as u64;
            counts.totals.1 += *found as u64;
            counts.totals.2 += states;
            for object in &program.objects {
                *counts.kinds.entry(object.kind).or_default() += 1;
            }
        }
        Compared::TooLarge => {
            let kinds: BTreeSet<&str> = program.objects.iter().map(|object| object.kind).collect();
            let kinds = kinds.into_iter().collect::<Vec<_>>().join(", ");
            *counts.too_large.entry(kinds).or_default() += 1;
        }
        Compared::NotDecided(why) => *counts.not_decided.entry(first_line(why)).or_default() += 1,
        Compared::Different(_) => counts.different += 1,
    }
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().split(" (called by").next().unwrap_or_default().to_owned()
}

/// Whether a program has all that some program has of which it is known that it differs; then it is counted there.
fn known(counts: &mut Counts, program: &Program, what: &str) -> bool {
    let (how, operations) = (how(what), nameless(program));
    let fits = |cause: &&mut Cause| {
        cause.how == how && cause.operations.iter().all(|operation| operations.contains(operation))
    };
    let Some(cause) = counts.causes.iter_mut().find(fits) else { return false };
    cause.programs += 1;
    true
}

fn how(what: &str) -> String {
    what.split(':').next().unwrap_or_default().to_owned()
}

/// The operations of a program, without the names of threads and objects; each once.
fn nameless(program: &Program) -> Vec<String> {
    let nameless = |text: &str| {
        let mut text = text.to_owned();
        for n in ["0", "1", "2"] {
            text = text.replace(&format!("q{n}"), "$").replace(&format!("t{n}"), "@");
        }
        text.replace("tm", "@").replace("java.util.concurrent.", "")
    };
    let all: BTreeSet<String> = program.operations().iter().map(|text| nameless(text)).collect();
    all.into_iter().collect()
}
