//! The prover against the search: never "proved" where the search finds a violation.

pub mod points;
mod programs;
mod shapes;

pub use programs::{careful, mixed, wild};
pub use shapes::SHAPES;

use crate::generate::{Knobs, generate};
use commute::engine::search;
use commute_explore::{Limits, Options as SearchOptions, Properties, Unobserved, Verdict};
use commute_ir::Program;
use commute_prover::spec::Spec;
use commute_prover::{Options, Plan, houdini};
use commute_smt::Setup;
use commute_vm::Vm;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// A program and the values of constants, if the front end accepts it.
pub fn compile(text: &str, defines: &[(String, String)]) -> Option<Program> {
    let mut sources = commute_base::SourceMap::default();
    let file = sources.add("m.cm", text);
    let options = commute_front_lang::Options { defines: defines.to_vec(), for_proof: false };
    commute_front_lang::compile(&sources, file, &options).program
}

/// Whether the program is proved; nothing if it is refused.
pub fn proved(program: &Program, reduction: bool, infer: bool) -> Option<bool> {
    let options = Options { unroll: None, reduction };
    let mut setup = Setup::new(commute_smt::find_solver(None).ok()?);
    setup.timeout = Duration::from_secs(2);
    let spec = Spec::with_derived(program).ok()?;
    let plan = Plan::new(program, spec, &options).ok()?;
    let findings = plan.run(&setup).expect("the solver works");
    if findings.is_proof() || !infer {
        return Some(findings.is_proof());
    }
    let explored: houdini::Explored = &mut |_| Default::default();
    let inferred = houdini::infer(program, &plan.spec, &options, &setup, explored).ok()?;
    Some(inferred.expect("the solver works").findings.is_proof())
}

/// What the search finds wrong that a proof speaks about.
pub fn violated(program: &Program) -> Option<String> {
    let options = SearchOptions {
        properties: Properties::INVARIANTS,
        limits: Limits { states: Some(20_000), ..Limits::default() },
        ..SearchOptions::default()
    };
    let outcome = search(&mut Vm::new(Arc::new(program.clone())), &options, &mut Unobserved);
    (outcome.verdict == Verdict::Violated).then(|| outcome.found[0].violation.message.clone())
}

/// How many programs were what; each proof counts, with and without reduction.
#[derive(Default, Debug)]
pub struct Tally {
    /// Not for this method.
    pub refused: usize,
    /// Proved, and the search finds nothing wrong.
    pub proved: usize,
    /// Not proved, and the search finds an execution that goes wrong.
    pub refuted: usize,
    /// Not proved, and the search finds nothing wrong.
    pub too_weak: usize,
}

impl Tally {
    /// Asks both about a program. Proved and violated at once is an error.
    pub fn check(
        &mut self,
        name: &str,
        text: &str,
        defines: &[(String, String)],
        infer: bool,
    ) -> Result<(), String> {
        let program = compile(text, defines).ok_or(format!("{name} is no program:\n{text}"))?;
        let wrong = violated(&program);
        for reduction in [true, false] {
            match (proved(&program, reduction, infer), &wrong) {
                (None, _) => self.refused += 1,
                (Some(true), None) => self.proved += 1,
                (Some(true), Some(wrong)) => {
                    return Err(format!("{name} is proved (reduction: {reduction}), but {wrong}:\n{text}"));
                }
                (Some(false), Some(_)) => self.refuted += 1,
                (Some(false), None) => self.too_weak += 1,
            }
        }
        Ok(())
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { refused, proved, refuted, too_weak } = self;
        write!(f, "{proved} proved, {refuted} refuted by the search, {too_weak} neither, {refused} refused")
    }
}

/// Every so many programs annotations are sought, which takes a hundred times as long.
const INFER_EVERY: u64 = 16;

/// A kind of programs, and the program of a seed.
pub type Kind = (&'static str, fn(u64) -> String);

/// The kinds of programs that are made for this, without those of shapes.
pub const KINDS: [Kind; 4] = [
    ("careful", careful),
    ("wild", wild),
    ("mixed", mixed),
    ("of the laboratory", |seed| generate(seed, &Knobs::of_seed(seed)).to_string()),
];

/// All kinds.
pub fn kinds() -> impl Iterator<Item = Kind> {
    KINDS.into_iter().chain(SHAPES)
}

/// Proves and searches the programs of some seeds.
pub fn run(kind: Kind, seeds: std::ops::Range<u64>) -> Result<Tally, String> {
    let (name, text) = kind;
    let mut tally = Tally::default();
    for seed in seeds {
        let infer = seed % INFER_EVERY == 0 && name != "of the laboratory";
        tally.check(&format!("{name}, seed {seed}"), &text(seed), &[], infer)?;
    }
    Ok(tally)
}
