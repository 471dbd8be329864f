//! Temporal formulas: each is checked by itself, and what is found is confirmed.

use crate::execution::Execution;
use crate::report::{SearchSummary, standings};
use crate::search::Failure;
use crate::subject::{Formula, Subject};
use commute_explore::{
    Assumption, Fairness, Lasso, LtlOutcome, LtlVerdict, Observer, Options, Stats, StopReason,
};
use std::time::Instant;

/// What was found out about a formula.
#[derive(Clone, PartialEq, Debug)]
pub struct FormulaReport {
    /// Its name.
    pub name: String,
    /// The verdict.
    pub verdict: FormulaVerdict,
    /// Whether only weakly fair executions count.
    pub fair: bool,
    /// How many states its automaton has.
    pub automaton: usize,
    /// What the strategy took for granted.
    pub assumptions: Vec<Assumption>,
    /// How it was searched.
    pub search: SearchSummary,
    /// What it cost.
    pub stats: Stats,
}

/// The verdict on a formula.
#[derive(Clone, PartialEq, Debug)]
pub enum FormulaVerdict {
    /// It is true of every execution that counts.
    Holds,
    /// It is false on an execution: a stem and then a loop for ever. If the loop is empty nothing more happens.
    Violated {
        /// The stem and once the loop, confirmed.
        execution: Execution,
        /// How many of its steps are the stem.
        stem: usize,
    },
    /// Not everything was explored.
    Undecided(StopReason),
    /// It cannot be checked so: why.
    Refused(String),
}

impl FormulaReport {
    /// What became of each assumption, and what it is.
    pub fn assumptions(&self) -> impl Iterator<Item = (&'static str, &str)> {
        standings(&self.assumptions, self.verdict == FormulaVerdict::Holds)
    }
}

/// Checks all formulas of a subject, one after the other.
pub fn check<S: Subject + ?Sized>(
    subject: &S,
    fairness: Fairness,
    options: &Options,
    observer: &mut dyn Observer,
) -> Result<Vec<FormulaReport>, Failure> {
    let formulas = subject.describe().formulas.clone();
    formulas.iter().map(|formula| check_one(subject, formula, fairness, options, observer)).collect()
}

/// Checks the formula of this name again, in another way.
pub fn check_named<S: Subject + ?Sized>(
    subject: &S,
    name: &str,
    fairness: Fairness,
    options: &Options,
    observer: &mut dyn Observer,
) -> Result<FormulaReport, Failure> {
    let formula = subject.describe().formulas.iter().find(|formula| formula.name == name).cloned();
    let formula = formula.expect("[commute internal bug] a formula that was just checked");
    check_one(subject, &formula, fairness, options, observer)
}

fn check_one<S: Subject + ?Sized>(
    subject: &S,
    formula: &Formula,
    fairness: Fairness,
    options: &Options,
    observer: &mut dyn Observer,
) -> Result<FormulaReport, Failure> {
    let options = Options { since: options.since.or_else(|| Some(Instant::now())), ..options.clone() };
    let outcome = subject.check_formula(formula.index, fairness, &options, observer);
    let fair = fairness == Fairness::Weak;
    let LtlOutcome { verdict, assumptions, automaton, stats } = outcome;
    let verdict = match verdict {
        LtlVerdict::Holds => FormulaVerdict::Holds,
        LtlVerdict::Undecided(reason) => FormulaVerdict::Undecided(reason),
        LtlVerdict::Refused(reason) => FormulaVerdict::Refused(reason),
        LtlVerdict::Violated(lasso) => confirmed(subject, formula, &lasso, fair)?,
    };
    let (name, search) = (formula.name.clone(), SearchSummary::of(&options));
    Ok(FormulaReport { name, verdict, fair, automaton, assumptions, search, stats })
}

/// The execution on which the formula is false, confirmed.
fn confirmed<S: Subject + ?Sized>(
    subject: &S,
    formula: &Formula,
    lasso: &Lasso,
    fair: bool,
) -> Result<FormulaVerdict, Failure> {
    match subject.confirm_lasso(formula.index, lasso, fair) {
        Ok(execution) => Ok(FormulaVerdict::Violated { execution, stem: lasso.stem.len() }),
        Err(reason) => Err(Failure::NotConfirmed {
            reason: reason.to_string(),
            claimed: format!("the formula {} is false", formula.name),
            schedule: format!("stem {:?}, loop {:?}", lasso.stem, lasso.cycle),
        }),
    }
}
