//! What a verdict says of executions that are not sequentially consistent.
//!
//! A program without data races has none (`docs/soundness.md`); with races, or with accesses that ask for less order than volatile
//! ones, a search of sequentially consistent executions does not see them all.

use crate::remark::Remark;
use commute_explore::{Options, Outcome, Verdict};
use commute_ir::{ClassId, Place, Program};
use std::collections::BTreeSet;

/// How a variable is called that is plain and has no data race, although no lock protects it.
pub(crate) const ORDERED: &str = "ordered";

/// What the threads of a program share.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Memory {
    /// Nothing on which they could have a data race: every access is synchronized, as in a model that declares no plain variable.
    Synchronized,
    /// Plain variables, among others.
    Plain(PlainNames),
    /// The fields and arrays of a Java program.
    Java {
        /// The fields and arrays that are not volatile.
        plain: PlainNames,
        /// Accesses of the program that are weaker than volatile ones, in words with their places.
        weak: Vec<String>,
    },
}

/// Which variables are plain, as reports call them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlainNames {
    names: BTreeSet<String>,
    /// Elements of arrays are.
    elements: bool,
}

impl PlainNames {
    /// Those that some instruction of a program accesses plainly.
    pub(crate) fn of(program: &Program) -> Self {
        let class = |id: ClassId| &program.classes[id.index()];
        let name = |of, field: u32| format!("{}.{}", class(of).name, class(of).fields[field as usize].name);
        let fields = program.plain_fields().map(|(_, of, field)| name(of, field)).collect();
        let mut this = Self { names: fields, ..Self::default() };
        for place in program.plain_places() {
            match *place {
                Place::Global(global) => _ = this.names.insert(program.globals[global.index()].name.clone()),
                Place::Field { .. } => {}
                Place::Elem { .. } => this.elements = true,
                Place::Slot { .. } => panic!("[commute internal bug] a plain access to a slot is not valid"),
            }
        }
        this
    }

    fn are_none(&self) -> bool {
        self.names.is_empty() && !self.elements
    }

    fn has(&self, variable: &str) -> bool {
        self.names.contains(variable)
            || self.elements && (variable.ends_with(']') || variable.starts_with("each "))
    }
}

impl Memory {
    /// The memory of a model.
    pub(crate) fn of_model(program: &Program) -> Self {
        let plain = PlainNames::of(program);
        if plain.are_none() { Memory::Synchronized } else { Memory::Plain(plain) }
    }

    /// What to call a variable that no lock protects. `raced` has those on which there is a data race; `race_free` is whether
    /// everything was explored and nothing else has one.
    pub(crate) fn name_unprotected(
        &self,
        variable: &str,
        raced: &BTreeSet<String>,
        race_free: bool,
    ) -> &'static str {
        let plain = match self {
            Memory::Synchronized => return "unprotected",
            Memory::Plain(plain) | Memory::Java { plain, .. } => plain,
        };
        match self {
            _ if raced.contains(variable) => "data race",
            Memory::Java { .. } if !plain.has(variable) => "volatile",
            _ if plain.has(variable) && race_free => ORDERED,
            _ => "unprotected",
        }
    }

    /// Whether there may be data races.
    pub fn has_plain(&self) -> bool {
        *self != Memory::Synchronized
    }

    /// What is to be said of a search.
    pub(crate) fn remark(&self, outcome: &Outcome, options: &Options) -> Option<Remark> {
        let only = |why: String| Some(Remark::SequentiallyConsistentOnly(why));
        let weak = match self {
            Memory::Synchronized => return None,
            Memory::Plain(_) => &[][..],
            Memory::Java { weak, .. } => weak,
        };
        match outcome.verdict {
            Verdict::Violated if outcome.races.is_empty() => None,
            Verdict::Violated => Some(Remark::AlsoRaces(outcome.races.clone())),
            _ if !outcome.races.is_empty() => {
                let on: Vec<&str> = outcome.races.iter().map(|race| on(race)).collect();
                only(format!("the program has data races on {}", on.join(", ")))
            }
            _ if !options.properties.races => only("data races were not looked for".to_owned()),
            Verdict::Undecided(_) => {
                only("others are possible if there is a data race that was not found".to_owned())
            }
            Verdict::Holds if !weak.is_empty() => only(format!("the program uses {}", weak.join(", "))),
            Verdict::Holds if matches!(self, Memory::Plain(_)) => Some(Remark::RaceFree),
            Verdict::Holds => Some(Remark::RaceFreeJava),
        }
    }
}

/// The variables on which a search has found data races.
pub(crate) fn raced(outcome: &Outcome) -> BTreeSet<String> {
    let found = outcome.found.iter().filter(|found| found.is_race()).map(|found| &found.violation.message);
    found.chain(&outcome.races).map(|race| on(race).to_owned()).collect()
}

/// The variable that a race is on, of the words that say so.
fn on(race: &str) -> &str {
    race.strip_prefix("data race on ").unwrap_or(race)
}
