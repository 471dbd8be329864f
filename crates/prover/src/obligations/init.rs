//! Initial states.
//!
//! # Source
//! FFQ01 Theorem 2, condition 1: Init is a subset of I.
//!
//! # Idea
//! An invariant holds at first. If the program says with `init` what the initial states are, the state that its
//! declarations give must be one of them, or the proof would be about another program.
//!
//! # Notation
//! Init is [`crate::spec::Spec::init`], or the declared first values; I is each of [`crate::spec::Spec::invariants`].
//!
//! # Premises
//! Init is satisfiable: the driver asks the solver for an initial state.
//!
//! # Deviations
//! - D1. First values that are computed are computed by running the initializers in the logic, before I is looked at. They
//!   must not fail, nor wait or choose, since nobody else is there.

use super::{Duty, Rule, Setting};
use crate::code::{Context, Goal, Target, initialization};
use crate::ground;
use crate::refusal::Result;
use crate::roles::Member;
use commute_logic::{Stmt, Term};

/// The declared first values satisfy `init`; none if there is no `init`.
pub fn covered(setting: &Setting) -> Result<Option<Duty>> {
    let Some(first) = setting.spec.init.first() else { return Ok(None) };
    let mut obligation =
        setting.obligation("the declared initial state is one of `init`".to_owned(), first.span);
    setting.assume_declared(&mut obligation.body);
    let (mut goals, unrolled) = run_initializers(setting, &mut obligation)?;
    for (k, conjunct) in setting.spec.init.iter().enumerate() {
        let term = setting.predicates.formula(&conjunct.expr, &[])?;
        let term = ground::asserted(&term, &setting.indices(None), &setting.any);
        let mut shared = false;
        term.each_var(&mut |v| shared |= setting.store.vars.iter().any(|s| s.name == *v.name));
        // What is said about constants that are left open restricts them.
        obligation.body.push(match shared {
            true => Stmt::assert(format!("{}: init", goals.len()), conjunct.span, term),
            false => Stmt::assume(super::init_label(k), term).at(conjunct.span),
        });
        goals.push(Goal { target: Target::Init(k), span: conjunct.span });
    }
    Ok(Some(Duty { rule: Rule::InitCovered, role: None, obligation, goals, unrolled }))
}

/// Init implies I; and nothing goes wrong in the initializers, if these make the initial states.
pub fn implied(setting: &Setting) -> Result<Duty> {
    let span = setting.spec.invariants.first().map_or(Default::default(), |c| c.span);
    let mut obligation = setting.obligation("initial states satisfy the invariants".to_owned(), span);
    setting.assume_initial(&mut obligation.body)?;
    let (mut goals, unrolled) = match setting.spec.init.is_empty() {
        true => run_initializers(setting, &mut obligation)?,
        false => (Vec::new(), false),
    };
    for (k, conjunct) in setting.spec.invariants.iter().enumerate() {
        let term = setting.predicates.formula(&conjunct.expr, &[])?;
        let term = ground::asserted(&term, &setting.indices(None), &setting.any);
        let label = format!("{}: invariant {}", goals.len(), conjunct.name);
        obligation.body.push(Stmt::assert(label, conjunct.span, term));
        goals.push(Goal { target: Target::Invariant(k), span: conjunct.span });
    }
    Ok(Duty { rule: Rule::InitImpliesInvariant, role: None, obligation, goals, unrolled })
}

/// Runs the code of computed first values, if there is any; gives what is asserted in it, and whether a loop was unrolled.
fn run_initializers(
    setting: &Setting,
    obligation: &mut commute_logic::Obligation,
) -> Result<(Vec<Goal>, bool)> {
    let Some(init) = setting.program.init else { return Ok((Vec::new(), false)) };
    let nobody = Member { name: String::new(), tid: Term::int(-1), index: None, facts: Term::bool(true) };
    let context = Context {
        program: setting.program,
        store: setting.store,
        spec: setting.spec,
        predicates: &setting.predicates,
        me: &nobody,
        others: &[],
        movers: &setting.movers,
        any: &setting.any,
        unroll: None,
        marked: false,
    };
    let code = initialization(&context, init)?;
    for decl in code.locals {
        obligation.declare(decl);
    }
    obligation.body.extend(code.body);
    Ok((code.goals, code.unrolled))
}
