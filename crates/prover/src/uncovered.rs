//! What a program says that a proof does not look at.

use crate::spec::Spec;
use commute_ir::{Annotation, ExprKind, Instr, Operand, Program, PropertyKind};
use commute_logic::Term;

/// What holds of every proof.
pub const ALWAYS: &str = "deadlocks, endless atomic blocks and initializers, running out of memory; integers are taken as unbounded";

/// The properties and annotations that are not looked at, a few words each.
pub fn uncovered(program: &Program, spec: &Spec, ordered: &[Term]) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for property in &program.properties {
        match property.kind {
            PropertyKind::Ltl(_) => all.push(format!("ltl {}", property.name)),
            PropertyKind::Atomic(_) => all.push(format!("`atomic` of {}", property.name)),
            PropertyKind::Invariant(_) | PropertyKind::Env(_) | PropertyKind::Init(_) => {}
        }
    }
    let variables = program.globals.iter().map(|g| (&g.name, &g.annotations, true));
    let objects = program.statics.iter().map(|s| (&s.name, &s.annotations, true));
    let classes = program.classes.iter().map(|c| (&c.name, &c.annotations, false));
    let fields = program.classes.iter().flat_map(|c| &c.fields).map(|f| (&f.name, &f.annotations, false));
    for (name, annotations, shared) in variables.chain(objects).chain(classes).chain(fields) {
        all.extend(
            annotations.iter().filter_map(|a| word(a, shared)).map(|word| format!("`{word}` of {name}")),
        );
    }
    // Objects of a row have their annotations each.
    all.dedup();
    if chooses_among_any(program) {
        all.push("`choose` among more than 65,535 values".to_owned());
    }
    if !spec.init.is_empty() && has_open_constants(program) {
        all.push("values of open constants that `init` excludes".to_owned());
    }
    if !ordered.is_empty() {
        let ordered: Vec<String> = ordered.iter().map(Term::to_string).collect();
        all.push(format!("values of open constants other than those with {}", ordered.join(" and ")));
    }
    all
}

/// The annotation, if nothing is asserted because of it. A guard with a name is: at every access.
fn word(annotation: &Annotation, shared: bool) -> Option<&'static str> {
    match annotation {
        Annotation::GuardedBy(e) => match e.kind {
            ExprKind::Static { index: None, .. } if shared => None,
            _ => Some("guarded_by"),
        },
        Annotation::ExclusiveWhen(_) => Some("exclusive"),
        Annotation::Unshared => Some("unshared"),
        Annotation::ReadOnly => Some("readonly"),
        Annotation::SelfLocking => Some("self_locking"),
        Annotation::Communication | Annotation::ByMethod | Annotation::ByClass => None,
    }
}

/// Whether the bounds of some choice are not known.
fn chooses_among_any(program: &Program) -> bool {
    let known = |op: &Operand| matches!(op, Operand::Int(_));
    let code = program.functions.iter().flat_map(|f| &f.code);
    code.into_iter().any(|i| matches!(i, Instr::Choose { lo, hi, .. } if !known(lo) || !known(hi)))
}

fn has_open_constants(program: &Program) -> bool {
    program.notes.iter().any(|n| matches!(n, commute_ir::ProofNote::AnyValue { .. }))
}
