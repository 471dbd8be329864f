//! Invariants and assumptions that nobody has to write: candidates, of which those that fail are dropped until none does.
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
//! A candidate is a conjunct of [`Spec::invariants`], [`Spec::loops`] or, if the user wrote no assumption, of
//! [`Spec::env`] that has a text ([`crate::spec::Conjunct::text`]) because nobody wrote it.
//!
//! # Premises
//! - Conjunctions of candidates only, and with fewer of them no condition becomes easier: the largest set of candidates
//!   that no step breaks is then unique and does not depend on the order.
//! - What is left is proved once more by [`Plan::run`] as if the user had written it, so nothing rests on this file.
//!
//! # Deviations
//! - D1. Which assertions fail is asked of the solver once for each obligation in each round, not once for each candidate.
//! - D2. A solver that does not know counts as a failure of all candidates that the obligation asserts: fewer are kept.
//! - D3. Houdini prunes annotations of one state. Conjuncts of A_i are about two: one is dropped also if it is not
//!   reflexive, or not transitive together with the others.
//! - D4. Candidates that are false in a state that a search saw are dropped before the solver is asked (`Explored`).

use crate::candidates::{self, Effort};
use crate::code::Target;
use crate::obligations::Rule;
use crate::prove::{Findings, Options, Plan};
use crate::refusal::Result;
use crate::spec::{Conjunct, Spec};
use crate::store::Store;
use commute_ir::Program;
use commute_logic::Condition;
use commute_smt::{Checker, Setup, SolverError};
use std::collections::BTreeSet;

/// Which of these candidates for invariants are false in some state that was reached, by their indices.
pub type Explored<'a> = &'a mut dyn FnMut(&[Conjunct]) -> BTreeSet<usize>;

/// What was found.
pub struct Inferred {
    /// What had to be shown, with the candidates that are left.
    pub plan: Plan,
    /// What is known.
    pub findings: Findings,
    /// How many candidates were tried.
    pub tried: usize,
    /// How many of them a search refuted.
    pub refuted: usize,
    /// How often the solver was asked about all of them.
    pub rounds: usize,
}

/// Strengthens the annotations by candidates until the program is proved or there are no more.
pub fn infer(
    program: &Program,
    spec: &Spec,
    options: &Options,
    setup: &Setup,
    explored: Explored<'_>,
) -> Result<std::result::Result<Inferred, SolverError>> {
    let mut tries: Option<Inferred> = None;
    for effort in [Effort::Plain, Effort::WithFlags] {
        let (spec, tried, refuted) = proposals(program, spec, effort, explored)?;
        if tries.as_ref().is_some_and(|before| before.tried == tried) {
            break;
        }
        let found = match inductive(program, spec, options, setup)? {
            Ok(found) => found,
            Err(error) => return Ok(Err(error)),
        };
        let rounds = found.2 + tries.map_or(0, |before| before.rounds);
        let inferred = Inferred { plan: found.0, findings: found.1, tried, refuted, rounds };
        if inferred.findings.is_proof() {
            return Ok(Ok(inferred));
        }
        tries = Some(inferred);
    }
    Ok(Ok(tries.expect("[commute internal bug] the first effort is always made")))
}

/// The annotations with all candidates that no search refuted, how many there were, and how many a search refuted.
fn proposals(
    program: &Program,
    spec: &Spec,
    effort: Effort,
    explored: Explored<'_>,
) -> Result<(Spec, usize, usize)> {
    let store = Store::new(program)?;
    let mut spec = spec.clone();
    let count = |spec: &Spec| spec.env.len() + spec.invariants.len() + spec.loops.len();
    let own = count(&spec);
    if !spec.env_written {
        for conjunct in candidates::assumptions(program, &store, effort) {
            if !spec.env.iter().any(|c| c.text == conjunct.text) {
                spec.env.push(conjunct);
            }
        }
    }
    spec.loops.extend(candidates::loops(program, &store, &spec));
    let invariants = candidates::invariants(program, &store, effort);
    let false_ones = explored(&invariants);
    let tried = count(&spec) + invariants.len() - own;
    let left = invariants.into_iter().enumerate().filter(|(at, _)| !false_ones.contains(at));
    spec.invariants.extend(left.map(|(_, conjunct)| conjunct));
    Ok((spec, tried, false_ones.len()))
}

/// Drops what can be broken until nothing can; then proves what is left.
fn inductive(
    program: &Program,
    mut spec: Spec,
    options: &Options,
    setup: &Setup,
) -> Result<std::result::Result<(Plan, Findings, usize), SolverError>> {
    let mut checker = setup.checker();
    let mut rounds = 0;
    loop {
        rounds += 1;
        let plan = Plan::new(program, spec.clone(), options)?;
        let broken = match broken(&plan, &mut checker) {
            Ok(broken) => broken,
            Err(error) => return Ok(Err(error)),
        };
        if !broken.drop_from(&mut spec) {
            let findings = plan.run(setup);
            return Ok(findings.map(|findings| (plan, findings, rounds)));
        }
    }
}

/// Conjuncts that can be broken, by their indices.
#[derive(Default)]
struct Broken {
    env: BTreeSet<usize>,
    invariants: BTreeSet<usize>,
    loops: BTreeSet<usize>,
}

impl Broken {
    /// Drops those that nobody wrote; whether there were any.
    fn drop_from(&self, spec: &mut Spec) -> bool {
        let count = |spec: &Spec| spec.env.len() + spec.invariants.len() + spec.loops.len();
        let before = count(spec);
        let mut at = 0..;
        spec.env.retain(|c| !(self.env.contains(&next(&mut at)) && c.may_be_dropped()));
        let mut at = 0..;
        spec.invariants.retain(|c| !(self.invariants.contains(&next(&mut at)) && c.may_be_dropped()));
        let mut at = 0..;
        spec.loops.retain(|l| !(self.loops.contains(&next(&mut at)) && l.conjunct.may_be_dropped()));
        count(spec) < before
    }

    fn note(&mut self, target: &Target) {
        match target {
            Target::Guarantee { conjunct, .. } => self.env.insert(*conjunct),
            Target::Assumption(k) => self.env.insert(*k),
            Target::Invariant(k) => self.invariants.insert(*k),
            Target::Loop { index, .. } => self.loops.insert(*index),
            Target::Assertion | Target::Fault(_) | Target::Init(_) => false,
        };
    }
}

fn next(at: &mut std::ops::RangeFrom<usize>) -> usize {
    at.next().unwrap_or_default()
}

/// Asks which conjuncts can be broken. An assumption that is not transitive may be so where the invariants hold.
fn broken(plan: &Plan, checker: &mut Checker) -> std::result::Result<Broken, SolverError> {
    let mut broken = Broken::default();
    for duty in plan.duties.iter().filter(|duty| duty.rule != Rule::InitCovered) {
        let mut failing = failing(duty, checker)?;
        if duty.rule == Rule::Transitive
            && !failing.is_empty()
            && let Some(under_invariants) = plan.second_chance_of(duty.role)
        {
            failing = self::failing(under_invariants, checker)?;
        }
        failing.iter().for_each(|target| broken.note(target));
    }
    Ok(broken)
}

/// What can fail; everything, if the solver does not know.
fn failing(
    duty: &crate::obligations::Duty,
    checker: &mut Checker,
) -> std::result::Result<Vec<Target>, SolverError> {
    let condition = Condition::of(&duty.obligation);
    if condition.checks.is_empty() {
        return Ok(Vec::new());
    }
    let failing = checker.failing(&condition)?;
    let fails = |at: usize| failing.unknown.is_some() || failing.fails.contains(&at);
    let broken = condition.checks.iter().enumerate().filter(|(at, _)| fails(*at));
    Ok(broken.filter_map(|(_, check)| duty.goal(&check.label)).map(|goal| goal.target.clone()).collect())
}
