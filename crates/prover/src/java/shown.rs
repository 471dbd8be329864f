//! A state in which a condition fails, in the program's words.

use super::entries::{Entry, duty};
use super::exec::{Exec, Known};
use super::world::{FieldKind, OwnKind, World, is_reference};
use crate::fold;
use commute_front_jvm::methods::{flags, signature};
use commute_logic::{Condition, Decl, Sort, Stmt, Term};
use commute_smt::{Checker, SolverError, Verdict};

/// What the names of values that are shown begin with.
const SHOWN: &str = "shown ";

/// Values of the fields of the object, of static fields and of parameters just before the condition with this number fails; nothing if
/// the solver has none.
pub fn state(
    world: &mut World,
    known: &Known,
    (at, entry): (usize, &Entry),
    goal: usize,
    checker: &mut Checker,
) -> Result<Vec<String>, SolverError> {
    let mut exec = Exec::new(world, known.clone());
    (exec.root, exec.watch) = (at, Some(goal));
    let Ok(duty) = duty(&mut exec, entry) else { return Ok(Vec::new()) };
    let report = checker.check(&Condition::of(&duty.obligation))?;
    let Verdict::Failed(failures) = report.verdict else { return Ok(Vec::new()) };
    let Some(failure) = failures.first() else { return Ok(Vec::new()) };
    let shown = failure.before.iter().filter_map(|(name, value)| {
        let name = name.strip_prefix(SHOWN)?;
        let value = value.to_string();
        Some(match name.strip_suffix(" is null") {
            Some(of) if value == "true" => format!("{of} = null"),
            Some(of) => format!("{of} != null"),
            None => format!("{name} = {value}"),
        })
    });
    Ok(shown.collect())
}

impl Exec<'_> {
    /// Keeps what is shown of the present state, if this is the condition that is watched.
    pub fn show(&mut self) {
        let subject = self.world.subject.name.clone();
        let class = self.class_object(&subject);
        let mut all = Vec::new();
        for is_static in [true, false] {
            let object = if is_static { Some(class.clone()) } else { self.receiver.clone() };
            let Some(object) = object else { continue };
            for f in self.world.fields_of(&subject, is_static) {
                self.shown_field(f, &object, &mut all);
            }
        }
        all.extend(self.arguments.clone());
        for (name, value) in all {
            let decl = self.declare(Decl::new(format!("{SHOWN}{name}"), value.sort().clone()));
            self.push(Stmt::assign(decl.var(), value));
        }
    }

    fn shown_field(&mut self, f: usize, object: &Term, all: &mut Vec<(String, Term)>) {
        let field = self.world.fields[f].clone();
        if field.name.contains('$') || matches!(field.desc.as_str(), "F" | "D") {
            return;
        }
        let is_shown = match &field.kind {
            FieldKind::Constant(_) => false,
            FieldKind::Own(kind) => self.changes(f) && *kind != OwnKind::Monitor,
            _ => true,
        };
        if !is_shown {
            return;
        }
        let value = self.map(f).term().select(object);
        let is_truth = field.desc == "Z" || field.kind == FieldKind::Own(OwnKind::Flag);
        let name = match &field.kind {
            FieldKind::Own(OwnKind::Collection(_)) => format!("size({})", field.name),
            _ => field.name.clone(),
        };
        if field.desc.starts_with('[') {
            all.push((format!("{name}.length"), self.length(&value)));
        }
        all.push(named(name, value, is_truth));
    }

    /// The parameters of a method by their names.
    pub fn name_arguments(&mut self, entry: &Entry, args: &[super::value::Val]) {
        let Some(method) = entry.method.map(|m| &entry.class.methods[m]) else { return };
        let is_static = method.flags & flags::STATIC != 0;
        let types = signature(&method.desc).map(|s| s.params).unwrap_or_default();
        let variables = method.code.as_ref().map(|code| code.variables.as_slice()).unwrap_or_default();
        let mut slot = u16::from(!is_static);
        for (desc, arg) in types.iter().zip(args.iter().skip(usize::from(!is_static))) {
            let variable = variables.iter().find(|v| v.slot == slot && v.range.0 == 0);
            if let Some(variable) = variable.filter(|_| !matches!(desc.as_str(), "F" | "D")) {
                let name = format!("{} (argument)", variable.name);
                self.arguments.push(named(name, arg.term.clone(), desc == "Z"));
            }
            slot += if is_reference(desc) || !arg.ty.is_wide() { 1 } else { 2 };
        }
    }
}

/// A value as it is shown: of references only whether they are null.
fn named(name: String, value: Term, is_truth: bool) -> (String, Term) {
    match value.sort() {
        Sort::Ref => (format!("{name} is null"), fold::equal(&value, &Term::null())),
        _ if is_truth => (name, fold::equal(&value, &Term::int(1))),
        _ => (name, value),
    }
}
