//! The soundness laboratory: everything that can search a program is compared on one text.
//!
//! The independent interpreter (`commute-certify`) says what a program does: its states, transitions and violations.
//! Every search of every strategy, oracle, order, store and undo method must find the same violations, and every
//! counterexample must be confirmed by the independent interpreter. Temporal formulas must get the same answer
//! with and without reductions. The text forms must keep the program.

mod answers;
pub mod atomic;
pub mod exclusive;
mod executions;
pub mod formulas;
mod limited;
pub mod matrix;
pub mod mutants;
mod reduced;
mod resumed;
mod switched;
mod tally;
pub mod temporal;
mod ways;

pub use executions::Executions;
use reduced::{Confirmed, Exceptions, Finals, Plain};
pub use resumed::{RESUMED_EVERY, compare as in_two_parts_with_ballast, compare_as_is as in_two_parts};
pub use switched::Switch;
pub use tally::{Saving, Tally};
pub use ways::{Way, all_ways, ways};

use crate::generate::{
    Knobs, Model, Random, aimed, crowd, distributed, everywhere, generate, paths, predicates, shrink,
    starting, wholes, with_copies, with_long_arrays, with_plain, with_timeouts,
};
use crate::{Model as Compiled, Report};
use commute_base::{Diagnostics, SourceMap};
use commute_certify::{Orbits, contradictions, has_race, plain_search};
use commute_explore::Order;
use commute_ir::{PrintOptions, Program, PropertyKind, parse, print};
use commute_machine::ViolationKind;
use std::collections::BTreeSet;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, OnceLock};

/// What was compared when a difference showed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Stage {
    /// The program was not accepted, or is not valid.
    Compile,
    /// Printing and parsing gave another program.
    RoundTrip,
    /// The formatted text is another program.
    Format,
    /// A search ended with a panic.
    Panic,
    /// A search that leaves nothing out differs from the plain search of the independent interpreter.
    Search,
    /// A reduced search does not find what the plain one finds.
    Reduced,
    /// A lossy search says what is not so.
    Bitstate,
    /// A search that goes on from a checkpoint ends otherwise than the whole one.
    Resumed,
    /// Two answers about a temporal formula contradict each other.
    Temporal,
    /// The program in Java does something else.
    Java,
    /// The prover proves what is violated.
    Proof,
    /// Some state has a data race and happens-before orders everything, or the other way round.
    Race,
    /// A function is atomic, and is said not to be, or the other way round.
    Atomic,
}

/// A difference that there must not be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// What was compared.
    pub stage: Stage,
    /// What differs.
    pub what: String,
}

impl Difference {
    /// Whether another difference is of the same sort, as far as one can tell without knowing the cause.
    pub fn is_like(&self, other: &Difference) -> bool {
        fn code(d: &Difference) -> Option<&str> {
            d.what.find("error[").and_then(|at| d.what.get(at..at + 11))
        }
        self.stage == other.stage && (self.stage != Stage::Compile || code(self) == code(other))
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}", self.stage, self.what)
    }
}

/// What everything agrees on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// This is what the program does.
    Agreed(Box<Agreed>),
    /// It has more states than the limit.
    TooLarge,
}

/// What a program does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Agreed {
    /// States, transitions and violations.
    pub report: Report,
    /// Whether the independent interpreter says so too.
    pub small: bool,
    /// How many annotations are contradicted.
    pub contradicted: usize,
    /// How many states each of the [`ways`] stored.
    pub stored: Vec<(Way, u64)>,
    /// What was switched off in further searches.
    pub switched: Vec<(Way, Switch)>,
    /// The limits that cut off a search.
    pub limited: Vec<&'static str>,
    /// How searches went on from a checkpoint.
    pub resumed: resumed::Resumed,
    /// How many states there are from which no step leads, if they were compared.
    pub finals: usize,
    /// What searches without a store agree on.
    pub by_executions: Executions,
    /// For each temporal formula that was asked about whether it is true of all executions.
    pub temporal: Vec<bool>,
    /// What is said of a function, if one was asked about.
    pub atomic: Option<atomic::Answer>,
}

fn differ<T>(stage: Stage, what: impl Into<String>) -> Result<T, Difference> {
    Err(Difference { stage, what: what.into() })
}

/// A panic is a difference like others.
fn protected<T>(work: impl FnOnce() -> Result<T, Difference>) -> Result<T, Difference> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|payload| {
        let message = payload.downcast_ref::<String>().map(String::as_str);
        let message = message.or(payload.downcast_ref::<&str>().copied());
        differ(Stage::Panic, message.unwrap_or("a panic without a message"))
    })
}

/// One program in so many, if it is larger than the limit, is searched up to `LARGE` times the limit.
const LARGE_EVERY: u64 = 5;
const LARGE_TURN: u64 = 3;
const LARGE: u64 = 8;
/// No program with more states is compared.
const LARGEST: u64 = 4_000;
/// Which program of so many is searched in two parts.
const RESUMED_TURN: u64 = 29;

/// Of so many programs one is searched up to limits.
const LIMITED_EVERY: u64 = 11;
const LIMITED_TURN: u64 = 5;

/// What happens before what is not computed for programs with more threads.
const MOST_THREADS: usize = 6;

/// How many pairs of a state and what happens before it are looked at for each state, of one program in so many.
const PAIRS: usize = 8;
const PAIRS_EVERY: u64 = 4;

/// Whether a program has plain memory.
fn has_plain(program: &Program) -> bool {
    program.plain_places().next().is_some()
}

/// How a program is searched.
#[derive(Default)]
struct Plan {
    /// In these ways.
    ways: Vec<Way>,
    /// In these, with something switched off.
    switched: Vec<(Way, Switch)>,
    /// In this one up to limits.
    limited: Option<Way>,
    /// In two parts.
    resumes: bool,
    /// By executions.
    executions: bool,
    /// For temporal formulas.
    temporal: bool,
}

/// A program, and what the plain search says about it.
pub struct Subject {
    number: u64,
    text: String,
    compiled: Compiled,
    plain: Report,
    /// Whether the independent interpreter has searched it. A larger program is compared with the fast plain search only.
    small: bool,
    /// The annotations that some execution contradicts, if they are known.
    contradicted: Option<BTreeSet<String>>,
    /// Whether threads wait for each other in a cycle somewhere, be it in a deadlock of all.
    has_cycle: bool,
    /// The states from which no step leads, or what globals have there.
    finals: Finals,
    /// Whether threads always have the same numbers, so that final states are compared as they are.
    numbered: bool,
    /// The exceptions that nothing catches.
    exceptions: Exceptions,
    /// The counterexamples that the independent interpreter has confirmed: many searches find the same ones.
    confirmed: Confirmed,
    /// What its states come down to if threads are exchanged, once somebody has asked.
    orbits: OnceLock<Option<Orbits>>,
}

impl Subject {
    /// Compiles a text, checks its text forms and lets the independent interpreter search it, if it has at most `limit`
    /// states. Some of the larger ones are searched by the fast plain search alone; `None` for the others. By its
    /// number it is decided what changes from program to program.
    pub fn new(text: &str, number: u64, limit: u64) -> Result<Option<Subject>, Difference> {
        protected(|| {
            let mut compiled = compile(text)?;
            check_round_trip(&compiled)?;
            check_format(text, &compiled)?;
            // Where threads run for ever there are no final states to compare.
            if number % 4 >= 2 || text.contains("loop {") {
                formulas::add_probes(Arc::make_mut(&mut compiled.program), &mut Random::new(number));
            }
            // The fast search says whether it is small enough for the slow one.
            if let Some(plain) = reduced::plain(&compiled, number, limit) {
                return Ok(Some(Self::small(text, compiled, number, limit, plain)));
            }
            if number % LARGE_EVERY != LARGE_TURN {
                return Ok(None);
            }
            let plain = reduced::plain(&compiled, number, (LARGE * limit).min(LARGEST));
            Ok(plain.map(|plain| Self::large(text, compiled, number, plain)))
        })
    }

    fn small(text: &str, compiled: Compiled, number: u64, limit: u64, fast: Plain) -> Self {
        let found = plain_search(&compiled.program, limit as usize);
        let (states, transitions) = (found.states as u64, found.transitions as u64);
        let report = Report::new(states, transitions, found.violations, found.complete);
        let contradicted = contradictions(&compiled.program, 8 * limit as usize);
        Self { small: true, contradicted, ..Self::large(text, compiled, number, Plain { report, ..fast }) }
    }

    fn large(text: &str, compiled: Compiled, number: u64, plain: Plain) -> Self {
        let Plain { report, finals, numbered, exceptions } = plain;
        let has_cycle = switched::has_cycle(&compiled, number, &report.violations, report.states);
        Self {
            number,
            text: text.to_owned(),
            has_cycle,
            compiled,
            small: false,
            plain: report,
            contradicted: None,
            finals,
            numbered,
            exceptions,
            confirmed: Mutex::default(),
            orbits: OnceLock::new(),
        }
    }

    /// Searches the program in the ways whose turn it is.
    pub fn compare(&self) -> Result<Agreed, Difference> {
        let ways = ways(self.number);
        let switched = switched::switched(&ways, self.number);
        let third = if self.small { (0, 1) } else { ((self.number / LARGE_EVERY % 3) as usize, 3) };
        let ways: Vec<Way> = ways.into_iter().skip(third.0).step_by(third.1).collect();
        let limited = (self.number % LIMITED_EVERY == LIMITED_TURN).then(|| self.any(&ways));
        self.compare_in(Plan { ways, switched, limited, ..self.usual() })
    }

    /// Searches the program in all ways, each also with something switched off.
    pub fn compare_everything(&self) -> Result<Agreed, Difference> {
        let ways = all_ways(self.number);
        let with = |(at, way): (usize, &Way)| (*way, Switch::of(self.number, at));
        let switched = ways.iter().enumerate().map(with).collect();
        self.compare_in(Plan { ways, switched, ..self.usual() })
    }

    /// What is the same in both.
    fn usual(&self) -> Plan {
        let resumes = self.number % RESUMED_EVERY == RESUMED_TURN;
        Plan { resumes, executions: true, temporal: self.small, ..Plan::default() }
    }

    /// One of some ways, by the number of the program.
    fn any(&self, ways: &[Way]) -> Way {
        ways[(self.number / LIMITED_EVERY) as usize % ways.len()]
    }

    /// Searches the program as planned.
    fn compare_in(&self, plan: Plan) -> Result<Agreed, Difference> {
        protected(|| {
            let Plan { ways, switched, limited, resumes, executions, temporal } = plan;
            let stored = self.compare_searches(ways)?;
            self.compare_races()?;
            let atomic = self.compare_atomic().or_else(|what| differ(Stage::Atomic, what))?;
            for (way, switch) in &switched {
                self.check_switched(way, *switch).or_else(|what| differ(Stage::Reduced, what))?;
            }
            let limited = match limited {
                Some(way) => self.check_limited(&way).or_else(|what| differ(Stage::Reduced, what))?,
                None => Vec::new(),
            };
            let resumed = match resumes {
                true => resumed::compare_by_name(&self.text, self.number)?.0,
                false => resumed::Resumed::new(),
            };
            let temporal = if temporal { self.compare_temporal()? } else { Vec::new() };
            let finals = self.finals.len();
            let by_executions = match executions {
                true => self.compare_executions().or_else(|what| differ(Stage::Reduced, what))?,
                false => Executions::default(),
            };
            let (report, small) = (self.plain.clone(), self.small);
            let contradicted = self.contradicted.as_ref().map_or(0, BTreeSet::len);
            Ok(Agreed {
                report,
                small,
                contradicted,
                stored,
                switched,
                limited,
                resumed,
                finals,
                by_executions,
                temporal,
                atomic,
            })
        })
    }

    /// What is said of one of the functions.
    fn compare_atomic(&self) -> Result<Option<atomic::Answer>, String> {
        let program = &self.compiled.program;
        let functions = atomic::functions(program);
        if !self.small || functions.is_empty() {
            return Ok(None);
        }
        let func = functions[self.number as usize % functions.len()];
        let is_clean = self.plain.violations.is_empty();
        let is_clean = is_clean && self.contradicted.as_ref().is_some_and(BTreeSet::is_empty);
        atomic::compare(program, func, is_clean, self.plain.states)
    }

    /// A state has a data race if and only if some execution has two accesses that happens-before does not order.
    fn compare_races(&self) -> Result<(), Difference> {
        let few = self.compiled.program.threads.len() <= MOST_THREADS;
        if !self.small || !few || !has_plain(&self.compiled.program) {
            return Ok(());
        }
        let by_states = self.plain.violations.iter().any(|(kind, _)| *kind == ViolationKind::DataRace);
        let each = if self.number.is_multiple_of(PAIRS_EVERY) { PAIRS } else { 1 };
        let most = each * self.plain.states as usize;
        match has_race(&self.compiled.program, most) {
            Some(by_order) if by_order != by_states => differ(
                Stage::Race,
                format!("a state has a data race: {by_states}; accesses that nothing orders: {by_order}"),
            ),
            _ => Ok(()),
        }
    }

    /// How many states the plain search finds.
    pub fn states(&self) -> u64 {
        self.plain.states
    }

    /// Searches the program in these ways, and nothing else. Gives how many states each of them stored.
    pub fn compare_searches(&self, ways: Vec<Way>) -> Result<Vec<(Way, u64)>, Difference> {
        let mut stored = Vec::new();
        for way in ways {
            let stage = if way.is_full() { Stage::Search } else { Stage::Reduced };
            let states = self.check(&way);
            stored.push((way, states.or_else(|what| differ(stage, what))?));
        }
        let order = if self.number.is_multiple_of(2) { Order::Bfs } else { Order::Dfs };
        self.check_bitstate(order).or_else(|what| differ(Stage::Bitstate, what))?;
        Ok(stored)
    }

    /// The formulas of the program and, for one program of four, one at random.
    fn compare_temporal(&self) -> Result<Vec<bool>, Difference> {
        let program = &self.compiled.program;
        let mut formulas = Vec::new();
        for property in &program.properties {
            if let PropertyKind::Ltl(formula) = &property.kind {
                formulas.push(formula.clone());
            }
        }
        let atoms = formulas::atoms(program);
        if self.number.is_multiple_of(4) && !atoms.is_empty() {
            formulas.push(formulas::lasting(&mut Random::new(self.number), &atoms));
        }
        let mut answers = Vec::new();
        for formula in &formulas {
            let answer = temporal::compare(program, formula)
                .or_else(|what| differ(Stage::Temporal, format!("{formula:?}: {what}")))?;
            answers.extend(answer.map(|a| a.of_all));
        }
        Ok(answers)
    }
}

/// What the n-th program of a run is like. Of sixteen one has several equal threads, one long arrays, and one is about starting threads;
/// two do a given thing at a given place, one is about exclusive access, and one of these, or about many threads or whole classes, or
/// aimed at something. One of thirty-two is about locks that references lead to, one of sixty-four about processes.
pub fn family(n: u64) -> &'static str {
    match (n % 16, n / 16 % 4) {
        (10, _) => "equals",
        (11, _) => "long",
        (12, _) => "starting",
        (13 | 14, _) => "everywhere",
        (15, _) | (9, 0) => "predicates",
        (9, 1) => "crowd",
        (9, 2) => "wholes",
        (9, 3) => "aimed",
        (0, 1 | 2) => "paths",
        (0, 3) => "distributed",
        _ => "ordinary",
    }
}

/// The n-th program of a run with a seed. Every other one has plain memory, one of eight has waits for a time.
pub fn program(seed: u64, n: u64) -> Model {
    let of_seed = (seed << 32).wrapping_add(n);
    let synchronized = program_of_family(seed, n, of_seed);
    let waits = matches!((n % 16, n / 16 % 2), (10, _) | (13, 0) | (0, 1));
    let synchronized = if waits { with_timeouts(synchronized, of_seed) } else { synchronized };
    if (n / 16 + n).is_multiple_of(2) { with_plain(synchronized, of_seed, 30) } else { synchronized }
}

/// The same, with waits for a time wherever that is possible.
pub fn timed_program(seed: u64, n: u64) -> Model {
    let of_seed = (seed << 32).wrapping_add(n);
    with_timeouts(program_of_family(seed, n, of_seed), of_seed)
}

/// The same, with plain memory in any case: mostly all of it.
pub fn plain_program(seed: u64, n: u64) -> Model {
    let of_seed = (seed << 32).wrapping_add(n);
    with_plain(program_of_family(seed, n, of_seed), of_seed, 80)
}

fn program_of_family(seed: u64, n: u64, of_seed: u64) -> Model {
    match family(n) {
        "equals" => program_of_equals(seed, n),
        "long" => with_long_arrays(ordinary(seed, n)),
        "starting" => starting(of_seed),
        "everywhere" => everywhere(of_seed, 2 * (n / 16) + n % 16 - 13),
        "predicates" => predicates(of_seed),
        "crowd" => crowd(of_seed),
        "wholes" => wholes(of_seed),
        "aimed" => aimed(of_seed, n / 64),
        "paths" => paths(of_seed),
        "distributed" => distributed(of_seed),
        _ => ordinary(seed, n),
    }
}

/// The n-th program of a run with a seed, with two or three equal threads.
pub fn program_of_equals(seed: u64, n: u64) -> Model {
    with_copies(ordinary(seed, n), 2 + n as usize / 2 % 2)
}

fn ordinary(seed: u64, n: u64) -> Model {
    let seed = (seed << 32).wrapping_add(n);
    generate(seed, &Knobs::of_seed(seed))
}

/// Compiles a text and searches it in every way, up to `limit` states. A panic of anything is a difference.
pub fn compare(text: &str, number: u64, limit: u64) -> Result<Verdict, Difference> {
    match Subject::new(text, number, limit)? {
        Some(subject) => subject.compare().map(|agreed| Verdict::Agreed(Box::new(agreed))),
        None => Ok(Verdict::TooLarge),
    }
}

fn compile(text: &str) -> Result<Compiled, Difference> {
    Compiled::compile("generated.cm", text, &[]).or_else(|rejected| differ(Stage::Compile, rejected.0))
}

/// The text form of the intermediate representation keeps everything.
fn check_round_trip(compiled: &Compiled) -> Result<(), Difference> {
    let printed = print(&compiled.program, PrintOptions { spans: true });
    match parse(&printed) {
        Ok(again) if again == *compiled.program => Ok(()),
        Ok(_) => differ(Stage::RoundTrip, format!("parsing gives another program than\n{printed}")),
        Err(error) => differ(Stage::RoundTrip, format!("{error} in\n{printed}")),
    }
}

/// The formatter does not change the program, but for the places in the text, and is stable.
fn check_format(text: &str, compiled: &Compiled) -> Result<(), Difference> {
    let formatted = formatted(text);
    let again = self::formatted(&formatted);
    if again != formatted {
        return differ(Stage::Format, format!("formatting twice gives\n{again}\nfirst it was\n{formatted}"));
    }
    // What an assertion says when it fails is its text, line breaks and all.
    let without_places = |c: &Compiled| {
        let printed = print(&c.program, PrintOptions { spans: false });
        printed.replace("\\n", "").split_whitespace().collect::<String>()
    };
    if without_places(&compile(&formatted)?) != without_places(compiled) {
        return differ(Stage::Format, format!("the formatted text is another program:\n{formatted}"));
    }
    Ok(())
}

fn formatted(text: &str) -> String {
    let mut sources = SourceMap::default();
    let file = sources.add("generated.cm", text);
    commute_front_lang::format(&commute_front_lang::parse(&sources, file, &mut Diagnostics::default()), text)
}

/// Compares everything on a program; if there is a difference, also gives a small program that shows it, and how.
pub fn examine(model: &Model, number: u64, limit: u64) -> Result<Verdict, Box<(Model, Difference)>> {
    examine_by(model, |text| compare(text, number, limit))
}

/// The same for another comparison.
pub fn examine_by<T>(
    model: &Model,
    compare: impl Fn(&str) -> Result<T, Difference>,
) -> Result<T, Box<(Model, Difference)>> {
    let difference = match compare(&model.to_string()) {
        Ok(verdict) => return Ok(verdict),
        Err(difference) => difference,
    };
    let mut last = difference.clone();
    let small = shrink(model, |candidate| match compare(&candidate.to_string()) {
        Err(now) if now.is_like(&difference) => {
            last = now;
            true
        }
        _ => false,
    });
    Err(Box::new((small, last)))
}
