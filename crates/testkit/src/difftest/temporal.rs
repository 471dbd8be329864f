//! All answers about one temporal formula: with and without reductions and fairness, and about its negation.

use commute::engine::check_ltl;
use commute_base::Span;
use commute_certify::confirms_lasso;
use commute_explore::{Fairness, Limits, LtlVerdict, Options, Reduction, Unobserved};
use commute_ir::{Instr, Ltl, Program, Property, PropertyKind};
use commute_vm::Vm;
use std::sync::Arc;

/// Products with more states are left out.
const STATES: u64 = 20_000;

/// What is known of a formula.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer {
    /// It is true of all executions.
    pub of_all: bool,
    /// It is true of some executions, but not of others.
    pub of_some: bool,
}

/// Whether the formula is true of all executions that count; nothing if there are too many states, or if this cannot
/// be asked. A counterexample must be confirmed.
fn holds(
    program: &Program,
    formula: Ltl,
    fairness: Fairness,
    reduction: Reduction,
) -> Result<Option<bool>, String> {
    let mut program = program.clone();
    let (name, span) = ("random".to_owned(), Span::default());
    program.properties.push(Property { name, kind: PropertyKind::Ltl(formula), span });
    let property = program.properties.len() - 1;
    let program = Arc::new(program);
    let limits = Limits { states: Some(STATES), ..Limits::default() };
    let options = Options { reduction, limits, ..Options::default() };
    let mut vm = Vm::new(Arc::clone(&program));
    match check_ltl(&mut vm, property, fairness, &options, &mut Unobserved).verdict {
        LtlVerdict::Holds => Ok(Some(true)),
        LtlVerdict::Violated(lasso) => {
            let fair = fairness == Fairness::Weak;
            confirms_lasso(&program, property, &lasso.stem, &lasso.cycle, fair)
                .map_err(|e| format!("{fairness:?}, {reduction:?}: {e}: {lasso:?}"))?;
            Ok(Some(false))
        }
        LtlVerdict::Undecided(_) | LtlVerdict::Refused(_) => Ok(None),
    }
}

/// Compares all answers about one formula; nothing if there are too many states.
pub fn compare(program: &Program, formula: &Ltl) -> Result<Option<Answer>, String> {
    let answer = |f: &Ltl, fairness| holds(program, f.clone(), fairness, Reduction::None);
    let Some(all) = answer(formula, Fairness::None)? else { return Ok(None) };
    for reduction in Reduction::all().skip(1) {
        let reduced = holds(program, formula.clone(), Fairness::None, reduction)?;
        if reduced.is_some_and(|reduced| reduced != all) {
            return Err(format!("{reduction:?}: {reduced:?}, without a reduction {all}"));
        }
    }
    let negation = Ltl::Not(Box::new(formula.clone()));
    let fair = answer(formula, Fairness::Weak)?;
    let never = answer(&negation, Fairness::None)?;
    let never_fair = answer(&negation, Fairness::Weak)?;
    let (Some(fair), Some(never), Some(never_fair)) = (fair, never, never_fair) else { return Ok(None) };
    if all && !fair || never && !never_fair {
        return Err("true of all executions, but not of the fair ones".to_owned());
    }
    if !assumes(program) && (all && never || fair && never_fair) {
        return Err("there is an execution, and a fair one".to_owned());
    }
    Ok(Some(Answer { of_all: all, of_some: !all && !never }))
}

/// With assumptions there may be no execution that counts.
fn assumes(program: &Program) -> bool {
    let assume = |i: &Instr| matches!(i, Instr::Assume { .. });
    program.functions.iter().any(|f| f.code.iter().any(assume))
}
