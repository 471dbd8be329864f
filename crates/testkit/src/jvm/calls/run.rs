//! A run over many calls, and what it counts.

use super::api::Api;
use super::generate::{BLOCK, CALLS, Call, END, call, class};
use super::values::Values;
use crate::jvm::seen::Jvm;
use commute_base::SourceMap;
use commute_certify::Interpreter;
use commute_front_jvm::{Input, Loaded, load};
use commute_machine::{Tid, Transition, Violation};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

/// How many classes with calls are compiled at once.
const CLASSES: usize = 10;
/// The most steps of a call.
const STEPS: usize = 20_000;

/// Counts of a run.
#[derive(Clone, Debug, Default)]
pub struct CallCounts {
    /// Calls that come to the same.
    pub same: u64,
    /// Calls that block by `java` for a time that Commute does not wait for.
    pub timed: u64,
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
        let total = self.same + self.timed + undecided + known + self.differing();
        writeln!(f, "{total:>9} calls by java and by Commute")?;
        writeln!(f, "{:>9} come to the same", self.same)?;
        writeln!(f, "{:>9} wait for a time that is not waited for", self.timed)?;
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

/// What a call came to.
enum Came {
    /// It printed this.
    To(String),
    /// It never came back.
    Blocks,
    /// It cannot be followed.
    NotDecided(String),
}

/// Makes so many calls of a seed, from the `first` on.
pub fn run_calls(
    jvm: &Jvm,
    seed: u64,
    first: u64,
    calls: u64,
    minutes: Option<u64>,
) -> Result<CallCounts, String> {
    let values = Values::read();
    let api = Api::new(jvm)?;
    let left_out =
        api.left_out.iter().map(|(method, why)| format!("{}{}: {why}", method.full_name(), method.desc));
    let mut counts =
        CallCounts { methods: api.methods.len(), left_out: left_out.collect(), ..CallCounts::default() };
    let begin = Instant::now();
    let numbers: Vec<u64> = (first..first + calls).collect();
    for some in numbers.chunks(CALLS * CLASSES) {
        if minutes.is_some_and(|most| begin.elapsed() >= Duration::from_secs(60 * most)) {
            break;
        }
        let made: Vec<Call> = some.iter().map(|&number| call(&api, &values, seed, number)).collect();
        let classes: Vec<&[Call]> = made.chunks(CALLS).collect();
        let texts: Vec<(String, String)> = classes
            .iter()
            .enumerate()
            .map(|(n, calls)| (format!("C{n}.java"), class(&format!("C{n}"), calls)))
            .collect();
        let scratch = jvm.compile_calls(&texts)?;
        let said = expected(&jvm.java(
            "Caller",
            Some(scratch.path()),
            &[classes.len().to_string(), CALLS.to_string()],
        )?);
        for (n, calls) in classes.iter().enumerate() {
            let found = follow(scratch.path(), &format!("C{n}"), calls.len());
            for ((at, call), came) in calls.iter().enumerate().zip(found) {
                let java = said.get(&(n, at)).map_or("nothing", String::as_str);
                note(&mut counts, &api, &values, call, java, came);
            }
        }
    }
    Ok(counts)
}

/// What `java` says, by class and number.
fn expected(text: &str) -> HashMap<(usize, usize), String> {
    let line = |line: &str| {
        let mut parts = line.splitn(3, '\t');
        let class = parts.next()?.strip_prefix('C')?.parse().ok()?;
        Some(((class, parts.next()?.parse().ok()?), parts.next()?.to_owned()))
    };
    text.lines().filter_map(line).collect()
}

fn note(counts: &mut CallCounts, api: &Api, values: &Values, call: &Call, java: &str, came: Came) {
    let method = &api.methods[call.method];
    let name = format!("{}{}", method.full_name(), method.desc);
    let ours = match came {
        Came::NotDecided(why) => {
            // Who calls it is the call itself.
            let why = why.split(" (called by").next().unwrap_or_default().to_owned();
            *counts.not_decided.entry(why).or_default() += 1;
            counts.undecided.insert(name);
            return;
        }
        Came::Blocks => "blocks".to_owned(),
        Came::To(text) => text,
    };
    if java == "blocks" && call.timed {
        counts.timed += 1;
        return;
    }
    counts.covered.entry(name.clone()).or_default().insert(effect(java));
    if without_hashes(&ours) == without_hashes(java) {
        counts.same += 1;
    } else if let Some(how) = values.known.get(method.full_name().as_str()) {
        *counts.known.entry(format!("{}: {how}", method.full_name())).or_default() += 1;
    } else {
        let list = counts.different.entry(name).or_default();
        list.push(format!("{}: java {java}, commute {ours}", call.shown));
    }
}

/// What kind of thing a call came to: an exception, by its class without the package, or nothing special.
fn effect(java: &str) -> String {
    let first = java.split(' ').next().unwrap_or_default();
    let class = first.rsplit('.').next().unwrap_or_default();
    let thrown = first.contains('.') && (class.ends_with("Exception") || class.ends_with("Error"));
    match first {
        _ if thrown => class.to_owned(),
        "blocks" => "blocks".to_owned(),
        _ => "returns".to_owned(),
    }
}

/// Hash codes are nobody's business.
fn without_hashes(text: &str) -> String {
    let mut parts = text.split('@');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + "@" + part.trim_start_matches(|c: char| c.is_ascii_hexdigit()))
}

/// What all calls of a class come to. One that cannot be translated must not hide the others.
fn follow(classes: &Path, class: &str, calls: usize) -> Vec<Came> {
    if let Ok(loaded) = translate(classes, class) {
        return follow_all(&loaded, calls);
    }
    let one = |n: usize| match translate(classes, &format!("{class}$M{n}")) {
        Ok(loaded) => follow_all(&loaded, 1).pop().unwrap_or(Came::Blocks),
        Err(error) => Came::NotDecided(error),
    };
    let numbers: Vec<usize> = (0..calls).collect();
    let blocks = numbers.chunks(BLOCK).enumerate();
    blocks
        .flat_map(|(n, block)| match translate(classes, &format!("{class}$B{n}")) {
            Ok(loaded) => follow_all(&loaded, block.len()),
            Err(_) => block.iter().map(|&n| one(n)).collect(),
        })
        .collect()
}

/// Runs a program once for each of its first choices. It begins once: initialisers take longer than calls.
fn follow_all(loaded: &Loaded, choices: usize) -> Vec<Came> {
    let begin = || Interpreter::new(&loaded.program);
    let Ok((interpreter, _, failed)) = catch_unwind(AssertUnwindSafe(begin)) else {
        return (0..choices).map(|_| Came::To("a panic".to_owned())).collect();
    };
    let each = (0..choices).map(|n| {
        let run = || execute(interpreter.clone(), failed.clone(), (choices, n));
        catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| Came::To("a panic".to_owned()))
    });
    each.collect()
}

fn translate(classes: &Path, main: &str) -> Result<Loaded, String> {
    let (class_path, main) = (vec![classes.to_owned()], Some(main.to_owned()));
    let input = Input { class_path, main, ..Input::default() };
    let loaded = catch_unwind(AssertUnwindSafe(|| load(&input, &mut SourceMap::default())));
    loaded.map_err(|_| "a panic".to_owned())?.map_err(|error| error.to_string())
}

/// Runs a program, always the first thread that can go on; the first choice of so many is given.
fn execute(
    mut interpreter: Interpreter<'_>,
    failed: Option<Violation>,
    (of, chosen): (usize, usize),
) -> Came {
    let (mut wrong, mut chosen) = (failed, Some(chosen as u16));
    for _ in 0..STEPS {
        if let Some(violation) = wrong {
            return refused(violation.kind.name(), violation.message);
        }
        let next = (0..interpreter.threads()).map(Tid::new).find(|&tid| interpreter.choices(tid) > 0);
        if let Some(printed) = interpreter.printed().strip_suffix(END) {
            // As `Caller` writes it.
            return Came::To(printed.strip_suffix('\n').unwrap_or(printed).replace('\n', "\\n"));
        }
        let Some(tid) = next else { return Came::Blocks };
        let here = interpreter.choices(tid) as usize == of;
        let choice = if here { chosen.take().unwrap_or(0) } else { 0 };
        wrong = interpreter.hurry(Transition { tid, choice });
    }
    Came::NotDecided(format!("more than {STEPS} steps"))
}

fn refused(kind: &str, message: String) -> Came {
    if kind == "unsupported" { Came::NotDecided(message) } else { Came::To(format!("{kind}: {message}")) }
}
