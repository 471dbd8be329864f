//! What a short search sees of candidates for invariants: those that are false in some state need not be tried.

use crate::args::{Define, Undo};
use crate::pipeline::{self, Model};
use commute_explore::{Limits, Options, Properties, Unobserved};
use commute_ir::{Program, Property, PropertyKind};
use commute_machine::ViolationKind;
use commute_prover::spec::Conjunct;
use commute_vm::UndoMethod;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The search ends after so many states.
const MAX_STATES: u64 = 20_000;

/// The candidates, by their indices, that are false in a state of a bounded search. None, if the model leaves something
/// open or is for proofs only.
pub fn refuted(model: &Model, defines: &[Define], candidates: &[Conjunct]) -> BTreeSet<usize> {
    let instance = pipeline::compile(model.name.clone(), pipeline::text(model).to_owned(), defines);
    let Ok(instance) = instance else { return BTreeSet::new() };
    if instance.program.globals.len() != model.program.globals.len()
        || instance.program.statics.len() != model.program.statics.len()
    {
        return BTreeSet::new();
    }
    let program = Arc::new(with_invariants(&instance.program, candidates));
    let options = Options {
        properties: Properties { deadlock: false, partial_deadlock: false, invariants: true },
        limits: Limits { states: Some(MAX_STATES), ..Limits::default() },
        keep_going: true,
        ..Options::default()
    };
    let searched = Model { program, ..instance };
    let outcome = pipeline::search(&searched, &options, Undo::Machine(UndoMethod::Log), &mut Unobserved);
    let broken = outcome.found.iter().filter_map(|found| match &found.violation.kind {
        ViolationKind::Invariant(name) => candidates.iter().position(|c| c.name == *name),
        _ => None,
    });
    broken.collect()
}

/// The program with the candidates as its only properties.
fn with_invariants(program: &Program, candidates: &[Conjunct]) -> Program {
    let property = |c: &Conjunct| Property {
        name: c.name.clone(),
        kind: PropertyKind::Invariant(c.expr.clone()),
        span: c.span,
    };
    Program { properties: candidates.iter().map(property).collect(), ..program.clone() }
}
