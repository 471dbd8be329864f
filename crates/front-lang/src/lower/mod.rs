//! From the syntax tree to [`commute_ir::Program`].
//!
//! Code is checked and emitted in one typed pass ([`body`], [`stmts`], [`loops`], [`regions`], [`exprs`],
//! [`places`], [`calls`]); predicates become trees ([`predicates`], [`predicate_places`],
//! [`properties`]).

mod actions;
mod assigned;
mod body;
mod calls;
mod channels;
mod emit;
mod exprs;
mod functions;
mod granularity;
mod items;
mod loop_notes;
mod loops;
mod objects;
mod places;
mod plain;
mod predicate_places;
mod predicates;
mod properties;
mod records;
mod regions;
mod remote;
mod select;
mod stmts;

use crate::ast;
use crate::check::World;
use crate::{Compiled, Options};
use commute_base::{Diagnostics, FileId, SourceMap, Span};

/// Checks and compiles a file without syntax errors.
pub(crate) fn lower(
    sources: &SourceMap,
    file: FileId,
    options: &Options,
    tree: &ast::File,
    diagnostics: Diagnostics,
) -> Compiled {
    let mut world = World::new(sources, options);
    world.diagnostics = diagnostics;
    world.collect(tree);
    world.evaluate_consts(Span::new(file, 0, 0));
    world.add_implicit_process();
    world.declare_records();
    world.declare_signatures();
    items::declare_variables(&mut world);
    let labels = functions::lower_functions(&mut world);
    items::initialize_variables(&mut world);
    world.check_sharing();
    properties::lower_properties(&mut world, tree, &labels);
    plain::mark(&mut world);
    granularity::set_granularity(&mut world);
    if tree.items.iter().any(|item| matches!(item.kind, ast::ItemKind::TimeoutsLast)) {
        world.program.let_time_run_out_last();
    }
    let World { program, diagnostics, .. } = world;
    let program = (!diagnostics.has_errors()).then_some(program);
    Compiled { program, diagnostics }
}
