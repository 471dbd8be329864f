//! What cannot be proved is given to the search, which says whether it can happen.

use crate::args::Undo;
use crate::args::{Define, DefineValue, ReadArgs};
use crate::pipeline::{self, LoadError};
use crate::report::ReplayHint;
use crate::schedule;
use crate::source_file;
use crate::story::Story;
use crate::surroundings::{self, usual_limit};
use commute_explore::{Found, Interrupt, Limits, Options, Outcome, Properties, Unobserved, Verdict};
use commute_ir::{Program, ProofNote};
use commute_machine::{Violation, ViolationKind};
use commute_vm::UndoMethod;
use std::path::Path;
use std::time::Duration;

/// The search ends after so many states.
const MAX_STATES: u64 = 1_000_000;
/// The search ends after so long.
const MAX_TIME: Duration = Duration::from_secs(20);

/// What the search says.
pub enum Searched {
    /// Nobody asked.
    Not,
    /// There is nothing to search: why.
    Impossible(String),
    /// An execution goes wrong.
    Real {
        /// How.
        violation: Violation,
        /// The execution.
        story: Box<Story>,
        /// How to see it again.
        replay: ReplayHint,
        /// The values of constants that were left open.
        chosen: Vec<Define>,
    },
    /// No execution goes wrong, as far as the search went.
    Nothing {
        /// How many states there are, or were looked at.
        states: u64,
        /// Whether these are all.
        all: bool,
        /// The values of constants that were left open.
        chosen: Vec<Define>,
    },
}

/// Searches instances of the model, in which constants that are left open have small values, until something goes wrong in
/// one. If nothing does, the first is reported, which is the largest.
pub fn search(
    file: &Path,
    defines: &[Define],
    program: &Program,
    interrupt: &Interrupt,
) -> anyhow::Result<Searched> {
    let mut first = None;
    for chosen in small_values(program) {
        match search_with(file, defines, chosen, interrupt)? {
            real @ Searched::Real { .. } => return Ok(real),
            searched => first = first.or(Some(searched)),
        }
    }
    Ok(first.unwrap_or(Searched::Not))
}

fn search_with(
    file: &Path,
    defines: &[Define],
    chosen: Vec<Define>,
    interrupt: &Interrupt,
) -> anyhow::Result<Searched> {
    let all: Vec<Define> = defines.iter().chain(&chosen).cloned().collect();
    let loaded = source_file::read(file).map_err(LoadError::Read);
    let model = match loaded.and_then(|text| pipeline::compile(file.display().to_string(), text, &all)) {
        Ok(model) => model,
        Err(LoadError::Rejected { diagnostics, .. }) => {
            let why = diagnostics.iter().map(|d| d.message.clone()).next().unwrap_or_default();
            return Ok(Searched::Impossible(why));
        }
        Err(LoadError::Read(_)) => return Ok(Searched::Impossible("the file cannot be read".to_owned())),
    };
    let options = Options {
        properties: Properties { deadlock: false, partial_deadlock: false, invariants: true },
        limits: Limits {
            states: Some(MAX_STATES),
            depth: None,
            memory: usual_limit(surroundings::memory()),
            time: Some(MAX_TIME),
        },
        keep_going: true,
        interrupt: interrupt.clone(),
        ..Options::default()
    };
    let outcome = pipeline::search(&model, &options, Undo::Machine(UndoMethod::Log), &mut Unobserved);
    // What the user asserts in code comes first, then the invariants in their order.
    let first =
        |f: &&Found| (matches!(f.violation.kind, ViolationKind::Invariant(_)), f.violation.span.start);
    let Some(found) = outcome.found.iter().min_by_key(first) else {
        return Ok(Searched::Nothing { states: outcome.stats.states, all: is_complete(&outcome), chosen });
    };
    let confirmed = pipeline::confirm(&model, found).map_err(|reason| {
        anyhow::anyhow!("[commute internal bug] the counterexample is not confirmed: {reason}")
    })?;
    let text = schedule::print(&found.schedule);
    Ok(Searched::Real {
        violation: confirmed.violation.unwrap_or_else(|| found.violation.clone()),
        story: Box::new(confirmed.story),
        replay: ReplayHint::new(file, &ReadArgs { defines: all, ..ReadArgs::default() }, &text, None),
        chosen,
    })
}

fn is_complete(outcome: &Outcome) -> bool {
    outcome.verdict == Verdict::Holds
}

/// 2, 3, 4 ... for the constants that are left open, so that ranges from one to the next are not empty; then one and none
/// of everything, where a range may be.
fn small_values(program: &Program) -> Vec<Vec<Define>> {
    let open = program.notes.iter().filter_map(|note| match note {
        ProofNote::AnyValue { global } => Some(&program.globals[global.index()].name),
        _ => None,
    });
    let names: Vec<&String> = open.collect();
    let all = |value: &dyn Fn(usize) -> i64| -> Vec<Define> {
        let define = |(at, name): (usize, &&String)| Define {
            name: (*name).clone(),
            value: DefineValue::Int(value(at)),
        };
        names.iter().enumerate().map(define).collect()
    };
    let mut found = vec![all(&|at| at as i64 + 2)];
    if !names.is_empty() {
        found.extend([all(&|_| 1), all(&|_| 0)]);
    }
    found
}
