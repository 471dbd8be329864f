//! What a short search sees of candidates for invariants: those that are false in some state need not be tried.

use crate::check::Undo;
use crate::program::{Constant, Program};
use crate::subject::Subject;
use commute_explore::{Limits, Options, Properties, Unobserved};
use commute_ir::{Property, PropertyKind};
use commute_machine::ViolationKind;
use commute_prover::spec::Conjunct;
use std::collections::BTreeSet;

/// The search ends after so many states.
const MAX_STATES: u64 = 20_000;

/// The candidates, by their indices, that are false in a state of a bounded search. None, if the model leaves something
/// open or is for proofs only.
pub fn refuted(model: &Program, constants: &[Constant], candidates: &[Conjunct]) -> BTreeSet<usize> {
    let instance = Program::from_text_with(model.name(), model.text().to_owned(), constants);
    let Ok(instance) = instance else { return BTreeSet::new() };
    if instance.ir().globals.len() != model.ir().globals.len()
        || instance.ir().statics.len() != model.ir().statics.len()
    {
        return BTreeSet::new();
    }
    let searched = Program::of_ir(
        model.name(),
        commute_base::SourceMap::default(),
        with_invariants(instance.ir(), candidates),
    );
    let options = Options {
        properties: Properties::INVARIANTS,
        limits: Limits { states: Some(MAX_STATES), ..Limits::default() },
        keep_going: true,
        ..Options::default()
    };
    let outcome = searched.search(&options, Undo::default(), &mut Unobserved);
    let broken = outcome.found.iter().filter_map(|found| match &found.violation.kind {
        ViolationKind::Invariant(name) => candidates.iter().position(|c| c.name == *name),
        _ => None,
    });
    broken.collect()
}

/// The program with the candidates as its only properties.
fn with_invariants(program: &commute_ir::Program, candidates: &[Conjunct]) -> commute_ir::Program {
    let property = |c: &Conjunct| Property {
        name: c.name.clone(),
        kind: PropertyKind::Invariant(c.expr.clone()),
        span: c.span,
    };
    commute_ir::Program { properties: candidates.iter().map(property).collect(), ..program.clone() }
}
