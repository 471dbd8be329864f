//! What cannot be proved is given to the search, which says whether it can happen.

use crate::check::Undo;
use crate::execution::Execution;
use crate::memory;
use crate::program::{Constant, ConstantValue, LoadError, Program};
use crate::search::{Failure, counterexample};
use crate::subject::Subject;
use commute_explore::{
    Found, Interrupt, Limits, Options, OracleKind, Outcome, Properties, Reduction, Unobserved, Verdict,
};
use commute_ir::ProofNote;
use commute_machine::{Schedule, Violation, ViolationKind};
use std::path::Path;
use std::time::{Duration, Instant};

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
        execution: Box<Execution>,
        /// The same for the machine.
        schedule: Schedule,
        /// The values of constants that were left open.
        chosen: Vec<Constant>,
    },
    /// No execution goes wrong, as far as the search went.
    Nothing {
        /// How many states there are, or were looked at.
        states: u64,
        /// Whether these are all.
        all: bool,
        /// The values of constants that were left open.
        chosen: Vec<Constant>,
    },
}

/// Searches instances of the model, in which constants that are left open have small values, until something goes wrong in
/// one. If nothing does, the first is reported, which is the largest.
pub fn search(
    file: &Path,
    defines: &[Constant],
    model: &commute_ir::Program,
    interrupt: &Interrupt,
) -> Result<Searched, Failure> {
    let mut first = None;
    for chosen in small_values(model) {
        match search_with(file, defines, chosen, interrupt)? {
            real @ Searched::Real { .. } => return Ok(real),
            searched => first = first.or(Some(searched)),
        }
    }
    Ok(first.unwrap_or(Searched::Not))
}

fn search_with(
    file: &Path,
    defines: &[Constant],
    chosen: Vec<Constant>,
    interrupt: &Interrupt,
) -> Result<Searched, Failure> {
    let all: Vec<Constant> = defines.iter().chain(&chosen).cloned().collect();
    let model = match Program::model_with(file, &all) {
        Ok(model) => model,
        Err(LoadError::Rejected { diagnostics, .. }) => {
            let why = diagnostics.iter().map(|d| d.message.clone()).next().unwrap_or_default();
            return Ok(Searched::Impossible(why));
        }
        Err(LoadError::Unreadable(_) | LoadError::Refused(_) | LoadError::Late) => {
            return Ok(Searched::Impossible("the file cannot be read".to_owned()));
        }
    };
    let outcome = model.search(&options(interrupt), Undo::default(), &mut Unobserved);
    let contradicted = outcome.found.is_empty().then(|| contradiction(&model, interrupt)).flatten();
    // What the user asserts in code comes first, then the invariants in their order.
    let first =
        |f: &&Found| (matches!(f.violation.kind, ViolationKind::Invariant(_)), f.violation.span.start);
    let Some(found) = outcome.found.iter().min_by_key(first).or(contradicted.as_ref()) else {
        return Ok(Searched::Nothing { states: outcome.stats.states, all: is_complete(&outcome), chosen });
    };
    let confirmed = counterexample(&model, found)?;
    Ok(Searched::Real {
        violation: confirmed.violation,
        execution: Box::new(confirmed.execution),
        schedule: confirmed.schedule,
        chosen,
    })
}

fn options(interrupt: &Interrupt) -> Options {
    Options {
        properties: Properties::INVARIANTS,
        limits: Limits {
            states: Some(MAX_STATES),
            depth: None,
            memory: memory::usual_limit(memory::physical()),
            time: Some(MAX_TIME),
        },
        keep_going: true,
        interrupt: interrupt.clone(),
        since: Some(Instant::now()),
        ..Options::default()
    }
}

/// A step that contradicts an annotation. The plain search does not look at these, so it is the one of `commute check`.
fn contradiction(model: &Program, interrupt: &Interrupt) -> Option<Found> {
    model.ir().annotations().next()?;
    let options = Options { reduction: Reduction::Transactions(OracleKind::Auto), ..options(interrupt) };
    let outcome = model.search(&options, Undo::default(), &mut Unobserved);
    outcome.found.into_iter().find(|f| matches!(f.violation.kind, ViolationKind::Discipline(_)))
}

fn is_complete(outcome: &Outcome) -> bool {
    outcome.verdict == Verdict::Holds
}

/// 2, 3, 4 ... for the constants that are left open, so that ranges from one to the next are not empty; then one and none
/// of everything, where a range may be.
fn small_values(program: &commute_ir::Program) -> Vec<Vec<Constant>> {
    let open = program.notes.iter().filter_map(|note| match note {
        ProofNote::AnyValue { global } => Some(&program.globals[global.index()].name),
        _ => None,
    });
    let names: Vec<&String> = open.collect();
    let all = |value: &dyn Fn(usize) -> i64| -> Vec<Constant> {
        let define = |(at, name): (usize, &&String)| Constant {
            name: (*name).clone(),
            value: ConstantValue::Int(value(at)),
        };
        names.iter().enumerate().map(define).collect()
    };
    let mut found = vec![all(&|at| at as i64 + 2)];
    if !names.is_empty() {
        found.extend([all(&|_| 1), all(&|_| 0)]);
    }
    found
}
