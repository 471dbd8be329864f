//! The i-abstraction does not go wrong.
//!
//! # Source
//! FFQ01 Theorem 1 and condition 3 of Theorem 2; G_i = (forall j != i. A_j) and (I ==> I').
//!
//! # Idea
//! From every initial state, the sequential program of thread i (`crate::code`) fails no assertion: neither one that the
//! user wrote nor one that a step respects what the others assume. If that is so for every thread, no execution of the
//! whole program goes wrong, by induction over time: the first step that breaks something would break it here.
//!
//! # Notation
//! `me` is i, `others` are the j.
//!
//! # Premises
//! As of `crate::code`.
//!
//! # Deviations
//! - D1. Of a family of any number of threads, i is any one, and j is any other one of each family: one
//!   abstraction is a proof for all of them, because it says nothing about i and j but that they differ. A family may
//!   be empty, or have no thread but i: guarantees are asserted of those j that there are.

use super::{Duty, Rule, Setting, introduce};
use crate::code::{Context, abstraction};
use crate::refusal::{Refusal, Result};
use crate::roles::others;
use commute_logic::{Sort, Term};

/// The abstraction of the threads of a role.
pub fn goes_right(setting: &Setting, role: usize, unroll: Option<u32>) -> Result<Duty> {
    let decl = &setting.roles[role];
    let me = decl.member("i");
    let others = others(&setting.roles, role, &me);
    let mut obligation = setting.obligation(format!("{} does not go wrong", decl.name), decl.span);
    introduce(&mut obligation, &me, decl.span);
    // That there is another thread is not assumed: what it relies on is asserted if it is one.
    for index in others.iter().filter_map(|other| other.index.clone()) {
        obligation.declare(index);
    }
    setting.assume_initial(&mut obligation.body)?;
    let context = Context {
        program: setting.program,
        store: setting.store,
        spec: setting.spec,
        predicates: &setting.predicates,
        me: &me,
        others: &others,
        movers: &setting.movers,
        any: &setting.any,
        unroll,
        marked: false,
    };
    let args = match &me.index {
        Some(index) => vec![index.term()],
        None => decl.args.iter().map(|op| constant(*op, decl.span)).collect::<Result<_>>()?,
    };
    let code = abstraction(&context, decl.func, &args)?;
    for local in code.locals {
        obligation.declare(local);
    }
    obligation.body.extend(code.body);
    let (goals, unrolled) = (code.goals, code.unrolled);
    Ok(Duty { rule: Rule::Abstraction, role: Some(role), obligation, goals, unrolled })
}

fn constant(op: commute_ir::Operand, span: commute_base::Span) -> Result<Term> {
    crate::store::constant(op, &Sort::Int)
        .ok_or_else(|| Refusal::new("an argument that is not a number", span))
}
