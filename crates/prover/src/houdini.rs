//! Invariants that nobody has to write: candidates, of which those that fail are dropped until none does.
//!
//! # Source
//! Flanagan, Leino: *Houdini, an annotation assistant for ESC/Java* (FME 2001); the candidates are ours. FFQ01 section 6.1
//! strengthens the invariant of Dekker's algorithm by hand; here the two conjuncts are found.
//!
//! # Idea
//! Assume all candidates as invariants and ask the solver which of them a step can break, or an initial state does not
//! satisfy. Drop these, and ask again: what is left may have depended on them. When nothing is dropped any more, the rest
//! is the largest set of candidates that is inductive, and is used like invariants that the user wrote.
//!
//! # Notation
//! A candidate is a [`Conjunct`] of [`Spec::invariants`] or [`Spec::loops`] after the user's own.
//!
//! # Premises
//! - Conjunctions of candidates only: the largest inductive set is then unique and does not depend on the order.
//!
//! # Deviations
//! - D1. Which assertions fail is asked of the solver once for each obligation in each round, not once for each candidate.
//! - D2. A solver that does not know counts as a failure of all candidates that the obligation asserts: fewer are kept.

use crate::code::Target;
use crate::derive::{equal, expr, kept, lock, number, owner_of};
use crate::obligations::Rule;
use crate::prove::{Options, Plan};
use crate::refusal::Result;
use crate::spec::{Conjunct, LoopInvariant, Spec};
use crate::store::Store;
use commute_base::Span;
use commute_ir::{
    BinOp, Expr, ExprKind, FuncId, GlobalId, Instr, Pc, Program, ProofNote, Shape, StaticId, Ty, UnOp,
};
use commute_logic::Condition;
use commute_smt::{Setup, SolverError};
use std::collections::BTreeSet;

/// At most so many candidates are tried.
const MAX_CANDIDATES: usize = 200;

/// What was found.
pub struct Inferred {
    /// The annotations with the candidates that are inductive.
    pub spec: Spec,
    /// How many were tried.
    pub tried: usize,
    /// How often the solver was asked about all of them.
    pub rounds: usize,
}

/// Strengthens the annotations by candidates that are inductive.
pub fn infer(
    program: &Program,
    spec: &Spec,
    options: &Options,
    setup: &Setup,
) -> Result<std::result::Result<Inferred, SolverError>> {
    let store = Store::new(program)?;
    let mut spec = spec.clone();
    let (own, own_loops) = (spec.invariants.len(), spec.loops.len());
    spec.invariants.extend(invariants(program));
    spec.loops.extend(loops(program, &store, &spec));
    let tried = spec.invariants.len() + spec.loops.len() - own - own_loops;
    let mut rounds = 0;
    loop {
        rounds += 1;
        let plan = Plan::new(program, spec.clone(), options)?;
        let broken = match broken(&plan, setup) {
            Ok(broken) => broken,
            Err(error) => return Ok(Err(error)),
        };
        let before = spec.invariants.len() + spec.loops.len();
        let mut at = 0;
        spec.invariants.retain(|_| {
            at += 1;
            at <= own || !broken.0.contains(&(at - 1))
        });
        let mut at = 0;
        spec.loops.retain(|_| {
            at += 1;
            at <= own_loops || !broken.1.contains(&(at - 1))
        });
        if before == spec.invariants.len() + spec.loops.len() {
            return Ok(Ok(Inferred { spec, tried, rounds }));
        }
    }
}

/// The invariants and loop invariants that can be broken, by their indices.
fn broken(
    plan: &Plan,
    setup: &Setup,
) -> std::result::Result<(BTreeSet<usize>, BTreeSet<usize>), SolverError> {
    let mut checker = setup.checker();
    let mut broken = (BTreeSet::new(), BTreeSet::new());
    for duty in &plan.duties {
        if !matches!(duty.rule, Rule::InitImpliesInvariant | Rule::Abstraction) {
            continue;
        }
        let condition = Condition::of(&duty.obligation);
        let failing = checker.failing(&condition)?;
        let known = failing.unknown.is_none();
        for (at, check) in condition.checks.iter().enumerate() {
            if known && !failing.fails.contains(&at) {
                continue;
            }
            match duty.goal(&check.label).map(|g| &g.target) {
                Some(Target::Invariant(k)) => {
                    broken.0.insert(*k);
                }
                Some(Target::Loop { index, .. }) => {
                    broken.1.insert(*index);
                }
                _ => {}
            }
        }
    }
    Ok(broken)
}

/// Candidates for I: flags that imply flags, flags that imply who holds a lock, signs and orders of numbers.
fn invariants(program: &Program) -> Vec<Conjunct> {
    let open = |at: usize| {
        program.notes.iter().any(|n| matches!(n, ProofNote::AnyValue { global } if global.index() == at))
    };
    let globals = || program.globals.iter().enumerate().filter(|(at, _)| !open(*at));
    let value = |at: usize| {
        let decl = &program.globals[at];
        expr(ExprKind::Global { global: GlobalId::new(at), primed: false }, decl.ty, decl.span)
    };
    let flags: Vec<usize> = globals().filter(|(_, g)| g.ty == Ty::Bool).map(|(at, _)| at).collect();
    let numbers: Vec<usize> =
        globals().filter(|(_, g)| matches!(g.ty, Ty::I64 | Ty::Range { .. })).map(|(at, _)| at).collect();
    let name = |at: usize| program.globals[at].name.as_str();
    let mut found = Vec::new();
    for &p in &flags {
        for &q in flags.iter().filter(|q| **q != p) {
            found.push(candidate(kept(&value(p), &value(q)), format!("{} => {}", name(p), name(q))));
            if p < q {
                found.push(candidate(
                    kept(&value(p), &not(&value(q))),
                    format!("{} => !{}", name(p), name(q)),
                ));
                found
                    .push(candidate(kept(&not(&value(p)), &value(q)), format!("{} || {}", name(p), name(q))));
            }
        }
    }
    for &n in &numbers {
        let zero = number(0, program.globals[n].span);
        found.push(candidate(compare(BinOp::Ge, &value(n), &zero), format!("{} >= 0", name(n))));
        for &m in numbers.iter().filter(|m| **m != n) {
            found.push(candidate(
                compare(BinOp::Le, &value(n), &value(m)),
                format!("{} <= {}", name(n), name(m)),
            ));
        }
    }
    found.extend(ownership(program, &flags, &value));
    found.truncate(MAX_CANDIDATES);
    found
}

/// `flag => owner(m) == t` for every lock and thread.
fn ownership(program: &Program, flags: &[usize], value: &dyn Fn(usize) -> Expr) -> Vec<Conjunct> {
    let mut found = Vec::new();
    for (at, object) in program.statics.iter().enumerate() {
        if program.shapes[object.shape.index()] != Shape::Lock {
            continue;
        }
        let owner = owner_of(lock(StaticId::new(at), object.span), object.span);
        for &flag in flags {
            for (t, thread) in program.threads.iter().enumerate() {
                let holds = equal(&owner, &number(t as i64, object.span));
                let text =
                    format!("{} => owner({}) == {}", program.globals[flag].name, object.name, thread.name);
                found.push(candidate(kept(&value(flag), &holds), text));
            }
        }
    }
    found
}

/// Candidates for loops without a written invariant: the thread holds a lock, or does not; counters are not negative.
fn loops(program: &Program, store: &Store, spec: &Spec) -> Vec<LoopInvariant> {
    let mut found = Vec::new();
    for (at, func) in program.functions.iter().enumerate() {
        let Some(flow) = crate::code::flow::Flow::new(func) else { continue };
        for pc in (0..func.code.len() as u32).map(Pc) {
            let func_id = FuncId::new(at);
            let written = spec.loops.iter().any(|l| l.func == func_id && l.at == pc);
            if flow.loop_at(pc).is_none() || written {
                continue;
            }
            let regs = func.regs.len() as u32;
            let mut add = |expr: Expr, text: String| {
                let conjunct = Conjunct {
                    expr,
                    name: "found".to_owned(),
                    span: func.spans[pc.0 as usize],
                    text: Some(text),
                };
                found.push(LoopInvariant { func: func_id, at: pc, regs, conjunct });
            };
            for (s, object) in program.statics.iter().enumerate() {
                let single = !store.rows[store.row_of(StaticId::new(s)).0].indexed;
                if single && program.shapes[object.shape.index()] == Shape::Lock {
                    let owner = owner_of(lock(StaticId::new(s), object.span), object.span);
                    // The parameter after the registers is the thread itself.
                    let me = expr(ExprKind::Param(regs), Ty::I64, object.span);
                    add(equal(&owner, &me), format!("this thread holds {}", object.name));
                    add(not(&equal(&owner, &me)), format!("this thread does not hold {}", object.name));
                }
            }
            for (r, reg) in func.regs.iter().enumerate() {
                if reg.ty == Ty::I64 && !reg.name.is_empty() && assigned(&func.code, r) {
                    let value = expr(ExprKind::Param(r as u32), Ty::I64, Span::default());
                    let zero = number(0, Span::default());
                    add(compare(BinOp::Ge, &value, &zero), format!("{} >= 0", reg.name));
                }
            }
        }
    }
    found.truncate(MAX_CANDIDATES);
    found
}

fn assigned(code: &[Instr], reg: usize) -> bool {
    code.iter().any(|i| i.dst().is_some_and(|d| usize::from(d.0) == reg))
}

fn candidate(expr: Expr, text: String) -> Conjunct {
    Conjunct { span: expr.span, expr, name: text.clone(), text: Some(text) }
}

fn not(e: &Expr) -> Expr {
    expr(ExprKind::Unary(UnOp::Not, Box::new(e.clone())), Ty::Bool, e.span)
}

fn compare(op: BinOp, a: &Expr, b: &Expr) -> Expr {
    expr(ExprKind::Binary(op, Box::new(a.clone()), Box::new(b.clone())), Ty::Bool, a.span)
}
