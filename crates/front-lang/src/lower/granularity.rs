//! Whether classes that ask to be seen as a whole can be: the requirements of Sto00 section 10.

use crate::check::{World, codes};
use commute_base::Diagnostic;
use commute_ir::analysis::{grains, make_operations};

/// Says which requirements are not met, each where it is not. Methods that can be one operation become one.
pub(super) fn set_granularity(world: &mut World) {
    if world.diagnostics.has_errors() {
        return;
    }
    for unmet in grains(&world.program).1 {
        let class = &world.program.classes[unmet.class.index()];
        let message = format!("`{}` cannot be seen as a whole: {}", class.name, unmet.what);
        let help = "leave out the annotation: accesses are then seen field by field";
        let error = Diagnostic::error(codes::BAD_ANNOTATION, unmet.span, message, "here", help);
        world.diagnostics.push(error.with(class.span, "the class says so here"));
    }
    if !world.diagnostics.has_errors() {
        make_operations(&mut world.program);
    }
}
