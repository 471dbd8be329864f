//! Assumptions are reflexive.
//!
//! # Source
//! FFQ01 section 4, requirement 1: A_i is reflexive for all i.
//!
//! # Idea
//! Other threads may do nothing, or read. A step that changes nothing must therefore satisfy every A_i, and the
//! guarantees, which are made of assumptions, are then reflexive too. A state predicate written as a conjunct of an
//! assumption is not reflexive: it says that other threads only run where it holds. It belongs into an `invariant`.
//!
//! # Notation
//! A_i is [`crate::spec::Spec::env`] with parameter 0 = i.
//!
//! # Premises
//! none
//!
//! # Deviations
//! none. (I ==> I') is reflexive for every I and is not checked.

use super::{Duty, Rule, Setting, introduce};
use crate::code::{Goal, Target};
use crate::ground;
use crate::refusal::Result;
use commute_logic::{Claim, ClaimKind, Step, Stmt, StmtKind};

/// A_i is reflexive, for the threads of a role.
pub fn reflexive(setting: &Setting, role: usize) -> Result<Duty> {
    let decl = &setting.roles[role];
    let me = decl.member("i");
    let mut obligation =
        setting.obligation(format!("the assumption of {} is reflexive", decl.name), decl.span);
    introduce(&mut obligation, &me, decl.span);
    let mut claims = Vec::new();
    let mut goals = Vec::new();
    for (k, conjunct) in setting.spec.env.iter().enumerate() {
        let term = setting.predicates.formula(&conjunct.expr, std::slice::from_ref(&me.tid))?;
        let term = ground::asserted(&term, &setting.indices(Some(&me.tid)), &setting.any);
        let label = format!("{k}: env, conjunct {k}");
        claims.push(Claim { kind: ClaimKind::Assert, label, span: conjunct.span, term });
        goals.push(Goal { target: Target::Assumption(k), span: conjunct.span });
    }
    let step = StmtKind::Step(Step { modifies: Vec::new(), claims });
    obligation.body.push(Stmt::new(step).label("nothing happens").at(decl.span));
    Ok(Duty { rule: Rule::Reflexive, role: Some(role), obligation, goals, unrolled: false })
}
