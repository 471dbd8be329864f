//! Assumptions are transitive.
//!
//! # Source
//! FFQ01 section 4: "the natural assumptions are transitive in addition to being reflexive. This allows us to optimize
//! the iterations A_i* to simply the action A_i"; section 6: the checker verifies it.
//!
//! # Idea
//! Between two operations of a thread others may make many steps. If two steps that satisfy A_i together satisfy A_i,
//! then any number do. If not, the condition under which A_i protects something can itself be taken away by others.
//!
//! # Notation
//! The state before both steps is kept in variables `x before`.
//!
//! # Premises
//! none
//!
//! # Deviations
//! - D1. If A_i alone is not transitive, it is tried under I: I holds in all states that are reached, and B_i preserves
//!   it, so A_i and (I ==> I') need be transitive only there.
//! - D2. An assumption that is not transitive is refused, not iterated: a fixpoint of A_i would need to be found for
//!   unbounded data.

use super::{Duty, Rule, Setting, assume, introduce};
use crate::code::{Goal, Target, env_label, invariant_label, preserved};
use crate::ground;
use crate::refusal::Result;
use commute_logic::{Claim, ClaimKind, Decl, Step, Stmt, StmtKind, Term, When};

/// A_i is transitive, for the threads of a role; with `under_invariant` where I holds.
pub fn transitive(setting: &Setting, role: usize, under_invariant: bool) -> Result<Duty> {
    let decl = &setting.roles[role];
    let me = decl.member("i");
    let mut obligation =
        setting.obligation(format!("the assumption of {} is transitive", decl.name), decl.span);
    introduce(&mut obligation, &me, decl.span);
    let store = setting.store;
    let befores: Vec<Decl> = (0..store.vars.len())
        .map(|v| Decl { name: format!("{} before", store.vars[v].name).into(), ..store.decl(v) })
        .collect();
    for (var, before) in befores.iter().enumerate() {
        obligation.declare(before.clone());
        obligation.body.push(Stmt::assign(before.var(), Term::var(store.now(var))));
    }
    if under_invariant {
        for (k, conjunct) in setting.spec.invariants.iter().enumerate() {
            let term = setting.predicates.formula(&conjunct.expr, &[])?;
            let term = ground::assumed(&term, &setting.indices(Some(&me.tid)));
            assume(&mut obligation.body, &invariant_label(k), term, conjunct.span);
        }
    }
    let mut formulas = Vec::new();
    for conjunct in &setting.spec.env {
        formulas.push(setting.predicates.formula(&conjunct.expr, std::slice::from_ref(&me.tid))?);
    }
    let indices = setting.indices(Some(&me.tid));
    for label in ["one step of others", "another step of others"] {
        obligation.body.push(step(setting, &formulas, &indices, under_invariant, label)?);
    }
    let mut goals = Vec::new();
    for (k, (conjunct, formula)) in setting.spec.env.iter().zip(&formulas).enumerate() {
        let formula = ground::asserted(formula, &indices, &setting.any);
        let both = formula.replace(&mut |v| {
            let at = store.vars.iter().position(|s| s.name == *v.name)?;
            match v.when {
                When::Now => Some(befores[at].term()),
                When::Next => Some(Term::var(store.now(at))),
                _ => None,
            }
        });
        obligation.body.push(Stmt::assert(format!("{k}: env, conjunct {k}"), conjunct.span, both));
        goals.push(Goal { target: Target::Assumption(k), span: conjunct.span });
    }
    let rule = if under_invariant { Rule::TransitiveUnderInvariant } else { Rule::Transitive };
    Ok(Duty { rule, role: Some(role), obligation, goals, unrolled: false })
}

fn step(
    setting: &Setting,
    formulas: &[Term],
    indices: &[Term],
    under_invariant: bool,
    label: &str,
) -> Result<Stmt> {
    let claim = |label, span, term| Claim { kind: ClaimKind::Assume, label, span, term };
    let mut claims: Vec<Claim> = formulas
        .iter()
        .zip(&setting.spec.env)
        .enumerate()
        .map(|(k, (term, conjunct))| claim(env_label(k), conjunct.span, ground::assumed(term, indices)))
        .collect();
    if under_invariant {
        for (k, conjunct) in setting.spec.invariants.iter().enumerate() {
            let holds = setting.predicates.formula(&conjunct.expr, &[])?;
            claims.push(claim(invariant_label(k), conjunct.span, preserved(&holds, indices)));
        }
    }
    let modifies = (0..setting.store.vars.len()).map(|v| setting.store.now(v)).collect();
    Ok(Stmt::new(StmtKind::Step(Step { modifies, claims })).label(label))
}
