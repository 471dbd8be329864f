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
//! - D1. First values that are computed are computed by running the initializers in the logic, before I is looked at.

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
    run_initializers(setting, &mut obligation, true)?;
    let mut goals = Vec::new();
    for (k, conjunct) in setting.spec.init.iter().enumerate() {
        let term = setting.predicates.formula(&conjunct.expr, &[])?;
        let term = ground::asserted(&term, &setting.indices(None));
        let mut shared = false;
        term.each_var(&mut |v| shared |= setting.store.vars.iter().any(|s| s.name == *v.name));
        let label = format!("{k}: init");
        // What is said about constants that are left open restricts them.
        obligation.body.push(match shared {
            true => Stmt::assert(label, conjunct.span, term),
            false => Stmt::assume(super::init_label(k), term).at(conjunct.span),
        });
        goals.push(Goal { target: Target::Init(k), span: conjunct.span });
    }
    Ok(Some(Duty { rule: Rule::InitCovered, role: None, obligation, goals, unrolled: false }))
}

/// Init implies I.
pub fn implied(setting: &Setting) -> Result<Duty> {
    let span = setting.spec.invariants.first().map_or(Default::default(), |c| c.span);
    let mut obligation = setting.obligation("initial states satisfy the invariants".to_owned(), span);
    setting.assume_initial(&mut obligation.body)?;
    run_initializers(setting, &mut obligation, setting.spec.init.is_empty())?;
    let mut goals = Vec::new();
    for (k, conjunct) in setting.spec.invariants.iter().enumerate() {
        let term = setting.predicates.formula(&conjunct.expr, &[])?;
        let term = ground::asserted(&term, &setting.indices(None));
        obligation.body.push(Stmt::assert(format!("{k}: invariant {}", conjunct.name), conjunct.span, term));
        goals.push(Goal { target: Target::Invariant(k), span: conjunct.span });
    }
    Ok(Duty { rule: Rule::InitImpliesInvariant, role: None, obligation, goals, unrolled: false })
}

/// Runs the code of computed first values, if there is any.
fn run_initializers(setting: &Setting, obligation: &mut commute_logic::Obligation, run: bool) -> Result<()> {
    let (Some(init), true) = (setting.program.init, run) else { return Ok(()) };
    let nobody = Member { name: String::new(), tid: Term::int(-1), index: None, facts: Term::bool(true) };
    let context = Context {
        program: setting.program,
        store: setting.store,
        spec: setting.spec,
        predicates: &setting.predicates,
        me: &nobody,
        others: &[],
        movers: &setting.movers,
        any: &[],
        unroll: None,
    };
    let code = initialization(&context, init)?;
    for decl in code.locals {
        obligation.declare(decl);
    }
    obligation.body.extend(code.body);
    Ok(())
}
