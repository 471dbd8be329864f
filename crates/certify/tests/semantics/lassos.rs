//! Infinite executions as counterexamples of temporal formulas, and how wrong ones are refused.

use crate::build::*;
use commute_base::Span;
use commute_certify::{LassoError, confirms_lasso};
use commute_ir::*;
use commute_machine::Transition;

/// x is n.
fn is(n: i64) -> Box<Ltl> {
    let expr = |kind, ty| Expr { kind, ty, span: Span::default() };
    let x = expr(ExprKind::Global { global: GlobalId(0), primed: false }, Ty::I64);
    let n = expr(ExprKind::Int(n), Ty::I64);
    Box::new(Ltl::Atom(expr(ExprKind::Binary(BinOp::Eq, x.into(), n.into()), Ty::Bool)))
}

/// x is 0; one thread makes it 1 and ends, the other makes it 2 and 3 for ever.
fn program(formula: Ltl) -> Program {
    let mut build = Build::default();
    let x = build.global("x", 0);
    build.run("once", vec![store(x, int(1)), RET]);
    build.run("again", vec![store(x, int(2)), store(x, int(3)), jump(0)]);
    let kind = PropertyKind::Ltl(formula);
    build.program.properties.push(Property { name: "p".into(), kind, span: Span::default() });
    build.program
}

fn schedule(threads: &[u16]) -> Vec<Transition> {
    threads.iter().map(|&t| at(t, 0)).collect()
}

fn confirm(formula: Ltl, stem: &[u16], cycle: &[u16], fair: bool) -> Result<usize, String> {
    let result = confirms_lasso(&program(formula), 0, &schedule(stem), &schedule(cycle), fair);
    result.map(|trace| trace.steps.len()).map_err(|e| e.to_string())
}

/// Whether a formula is false of 0 1 (2 3) (2 3) ...
fn is_false(formula: Ltl) -> bool {
    match confirm(formula, &[0, 1, 1], &[1, 1], true) {
        Ok(steps) => {
            assert_eq!(steps, 5);
            true
        }
        Err(error) => {
            assert_eq!(error, LassoError::Satisfied.to_string());
            false
        }
    }
}

#[test]
fn formulas_have_their_meaning() {
    use Ltl::*;
    let boxed = Box::new;
    let truth = |formula: Ltl| {
        assert_ne!(is_false(formula.clone()), is_false(Not(boxed(formula.clone()))));
        !is_false(formula)
    };
    assert!(truth(*is(0)) && !truth(*is(1)));
    assert!(truth(Next(is(1))) && !truth(Next(is(0))));
    assert!(truth(Next(boxed(Next(is(2))))) && truth(Next(boxed(Next(boxed(Next(is(3))))))));
    assert!(truth(Eventually(is(1))) && !truth(Eventually(is(4))));
    assert!(truth(Always(boxed(Eventually(is(2))))) && !truth(Always(boxed(Eventually(is(1))))));
    assert!(!truth(Eventually(boxed(Always(is(2))))));
    assert!(truth(Eventually(boxed(Always(boxed(Or(is(2), is(3))))))));
    assert!(truth(Until(is(0), is(1))) && !truth(Until(is(0), is(2))) && truth(Until(is(4), is(0))));
    assert!(truth(Release(is(0), is(0))) && !truth(Release(is(1), is(0))));
    assert!(truth(Release(is(4), boxed(Not(is(5))))));
    assert!(truth(Always(boxed(Implies(is(2), boxed(Next(is(3))))))));
    assert!(!truth(And(is(0), is(1))));
}

#[test]
fn what_is_no_cycle_is_refused() {
    let formula = || Ltl::Always(is(0));
    assert_eq!(confirm(formula(), &[0, 1, 1], &[1, 1], true), Ok(5));
    let message = |stem: &[u16], cycle: &[u16], fair| confirm(formula(), stem, cycle, fair).unwrap_err();
    assert_eq!(message(&[0, 1, 1], &[1], false), LassoError::NotClosed.to_string());
    assert_eq!(message(&[0, 1, 1], &[], false), LassoError::NotOver.to_string());
    assert_eq!(message(&[0, 0], &[1, 1], false), "step 2: once cannot step: it has ended");
    // The first thread can always go on.
    assert_eq!(confirm(formula(), &[1, 1], &[1, 1], false), Ok(4));
    assert_eq!(message(&[1, 1], &[1, 1], true), "once could always make a step in the cycle and makes none");
    let error = confirms_lasso(&program(formula()), 1, &[], &[], false).unwrap_err();
    assert_eq!(error, LassoError::NotTemporal(1));
}

#[test]
fn an_execution_that_ends_stays_in_its_last_state() {
    let mut program = program(Ltl::Always(Box::new(Ltl::Eventually(is(0)))));
    program.threads.truncate(1);
    assert_eq!(confirms_lasso(&program, 0, &schedule(&[0]), &[], true).unwrap().steps.len(), 1);
    let error = confirms_lasso(&program, 0, &[], &[], true).unwrap_err();
    assert_eq!(error, LassoError::NotOver);
}

#[test]
fn a_cycle_that_stays_inside_an_atomic_block_shows_nothing() {
    let mut build = Build::default();
    build.global("x", 0);
    build.run("t", vec![Instr::AtomicBegin, choose(0, 0, 2), jump(1), Instr::AtomicEnd, RET]);
    let kind = PropertyKind::Ltl(*is(1));
    build.program.properties.push(Property { name: "p".into(), kind, span: Span::default() });
    let error = confirms_lasso(&build.program, 0, &schedule(&[0]), &schedule(&[0]), false).unwrap_err();
    assert_eq!(error, LassoError::NotObserved);
}
