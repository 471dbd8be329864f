//! Which public methods of whole packages can be called, and whether what they come to is what they come to by `java`.

use super::api::{Api, Method, Missing};
use super::batch::make;
use super::compare::{Compared, compare};
use super::generate::{Call, Style, call};
use super::report::Report;
use crate::generate::Random;
use crate::jvm::seen::Jvm;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// What is measured if nothing else is said.
pub const PACKAGES: [&str; 10] = [
    "java.lang",
    "java.util",
    "java.util.concurrent",
    "java.util.concurrent.atomic",
    "java.util.concurrent.locks",
    "java.util.function",
    "java.util.stream",
    "java.math",
    "java.time",
    "java.text",
];

/// The most calls in a program, and how many programs are compiled at once.
const CALLS: usize = 30;
const CLASSES: usize = 20;

/// What to call.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// Of which packages.
    pub packages: Vec<String>,
    /// How many calls of each method.
    pub calls_each: usize,
    /// The number of the first method.
    pub first: usize,
    /// How many methods.
    pub methods: usize,
    /// Other calls of the same methods.
    pub seed: u64,
    /// Stop after this time.
    pub minutes: Option<u64>,
}

/// What is known of a method.
#[derive(Clone, Debug)]
pub struct Known {
    /// Which one.
    pub method: Method,
    /// What its calls came to.
    pub calls: Vec<(String, Compared)>,
    /// Why there are none, if that was clear before.
    pub missing: Option<Missing>,
    /// Whether it is known that it differs, and how.
    pub excuse: Option<&'static str>,
}

/// What a method can do, by its calls.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Class {
    /// All calls are decided.
    Called,
    /// Some are.
    InPart,
    /// All that could be made come to something that is not supported.
    Refused,
    /// Or they are too large.
    TooLarge,
    /// No call could be made.
    NoSample,
    /// The table says why not.
    Skipped,
}

impl Known {
    fn new(api: &Api, method: &Method, missing: Option<Missing>) -> Self {
        let excuse = api.samples.values.knows(method);
        Self { method: method.clone(), calls: Vec::new(), missing, excuse }
    }

    /// What the method can do.
    pub fn class(&self) -> Class {
        match self.missing {
            Some(Missing::Skipped(_)) => return Class::Skipped,
            Some(Missing::Sample(_)) => return Class::NoSample,
            None => {}
        }
        let refused = self.reasons().count();
        let made = self.calls.iter().filter(|(_, came)| !matches!(came, Compared::NotMade(_))).count();
        match (made - refused, refused) {
            (0, 0) => Class::NoSample,
            (0, _) if self.reasons().all(is_large) => Class::TooLarge,
            (0, _) => Class::Refused,
            (_, 0) => Class::Called,
            _ => Class::InPart,
        }
    }

    /// Why calls are not decided.
    pub fn reasons(&self) -> impl Iterator<Item = &str> {
        self.calls.iter().filter_map(|(_, came)| match came {
            Compared::NotDecided(why) => Some(why.as_str()),
            _ => None,
        })
    }

    /// Why what calls came to could not be looked at.
    pub fn unread(&self) -> impl Iterator<Item = &str> {
        self.calls.iter().filter_map(|(_, came)| match came {
            Compared::Unread(why) => Some(why.as_str()),
            _ => None,
        })
    }

    /// The smallest call that differs, and how, if that is not known.
    pub fn difference(&self) -> Option<(&str, &str, &str)> {
        let different = self.calls.iter().filter_map(|(shown, came)| match came {
            Compared::Different(java, ours) => Some((shown.as_str(), java.as_str(), ours.as_str())),
            _ => None,
        });
        different.min_by_key(|(shown, ..)| shown.len()).filter(|_| self.excuse.is_none())
    }
}

/// Whether it is the size, and nothing in particular, that ends a call.
fn is_large(why: &str) -> bool {
    !why.starts_with("not supported")
}

/// Makes the calls.
pub fn run_library(jvm: &Jvm, wanted: &Wanted, tell: &mut dyn FnMut(usize, usize)) -> Result<Report, String> {
    let api = Api::library(jvm, &wanted.packages)?;
    let begin = Instant::now();
    let mut known: BTreeMap<usize, Known> = BTreeMap::new();
    let numbers: Vec<usize> = (0..api.methods.len()).skip(wanted.first).take(wanted.methods).collect();
    let programs = programs(&api, &numbers, wanted);
    for some in programs.chunks(CLASSES) {
        if wanted.minutes.is_some_and(|most| begin.elapsed() >= Duration::from_secs(60 * most)) {
            break;
        }
        make(jvm, &mut some.to_vec(), &mut |call, java, came| {
            let method =
                known.entry(call.method).or_insert_with(|| Known::new(&api, &api.methods[call.method], None));
            method.calls.push((call.shown.clone(), compare(call, java, came)));
        })?;
        tell(known.len(), numbers.len());
    }
    let of = api.methods.len() + api.left_out.len();
    let is_all = known.len() == api.methods.len();
    let left_out = api.left_out.iter().filter(|_| is_all);
    let left_out = left_out.map(|(method, why)| Known::new(&api, method, Some(why.clone())));
    Ok(Report { known: known.into_values().chain(left_out).collect(), of })
}

/// Calls of methods, neighbours together: they need much the same of the library.
fn programs(api: &Api, numbers: &[usize], wanted: &Wanted) -> Vec<Vec<Call>> {
    let mut programs: Vec<Vec<Call>> = Vec::new();
    let mut last = "";
    for &index in numbers {
        let method = &api.methods[index];
        let mut shown = Vec::new();
        for turn in 0..wanted.calls_each {
            let style = Style { plain: turn == 0, nulls: 10, interrupts: 0 };
            let call = call(api, index, Random::new(number(&method.key(), wanted.seed, turn)), style);
            if shown.contains(&call.shown) {
                continue;
            }
            shown.push(call.shown.clone());
            match programs.last_mut() {
                Some(program) if program.len() < CALLS && last == method.package() => program.push(call),
                _ => programs.push(vec![call]),
            }
            last = method.package();
        }
    }
    programs
}

/// A number for a call that does not depend on which other methods are called.
fn number(key: &str, seed: u64, turn: usize) -> u64 {
    let mixed = |sum: u64, byte: u8| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    key.bytes().fold(0xcbf2_9ce4_8422_2325 ^ seed, mixed).wrapping_add(turn as u64)
}
