//! The annotations of the package `commute`: `@Exclusive("...")`, `@Unshared` and `@Communication` of fields, which is what SC06's user
//! configures; `@SelfLocking` (DHRR04), `@Unshared` (Sto00's tentatively unshared objects), `@ByMethod` and `@ByClass` (Sto00's
//! granularities) of classes; `@Atomic` (FQ03) of methods.
//! Those of objects where they are made are in `allocations.rs`.
//! They become what models say with the same words, and are checked like that.
//!
//! They are ours, so whatever they say that is not understood is an error: a user who wrote one relies on its being checked.

use super::func_key::FuncKey;
use super::{TranslateError, Translator};
use crate::classfile::{Annotation as Written, flags};
use crate::descriptor::dotted;
use crate::library::Origin;
use crate::world::MethodId;
use commute_ir::analysis::{grains, make_operations};
use commute_ir::{Annotation, ClassId, FuncId, Property, PropertyKind};

/// The package of our annotations, as in their types.
const OURS: &str = "Lcommute/";

impl Translator<'_> {
    /// Takes in what is said of fields of the user's classes.
    pub(super) fn add_annotations(&mut self) -> Result<(), TranslateError> {
        for class in (0..self.program.classes.len()).map(ClassId::new) {
            if self.origin(class) != Origin::User {
                continue;
            }
            let file = self.world.class(class).file.clone();
            self.check_type_annotations(class)?;
            self.note_for_proofs(class);
            for written in file.annotations.iter().filter(|a| is_ours(a)) {
                let said = self.say_of_class(class, written);
                said.map_err(|why| wrong(written, &dotted(&file.name), &why))?;
            }
            for (index, method) in (0..).zip(&file.methods) {
                for written in method.annotations.iter().filter(|a| is_ours(a)) {
                    let said = self.say_of_method(MethodId { class, index }, written);
                    let name = format!("{}.{}", dotted(&file.name), method.name);
                    said.map_err(|why| wrong(written, &name, &why))?;
                }
            }
            for (number, field) in (0..).zip(&file.fields) {
                for written in field.annotations.iter().filter(|a| is_ours(a)) {
                    let is_static = field.flags & flags::STATIC != 0;
                    let read = self.annotation(class, written, is_static);
                    let name = format!("{}.{}", dotted(&file.name), field.name);
                    let read = read.map_err(|why| wrong(written, &name, &why))?;
                    self.attach(class, number, &field.name, &field.desc, read);
                }
            }
        }
        Ok(())
    }

    /// What only a proof looks at is said not to be checked.
    fn note_for_proofs(&mut self, class: ClassId) {
        let file = self.world.class(class).file.clone();
        let name = dotted(&file.name);
        let of_class = file.annotations.iter().map(|written| (written, name.clone()));
        let of_methods = file.methods.iter().flat_map(|method| {
            let full = format!("{name}.{}", method.name);
            method.annotations.iter().map(move |written| (written, full.clone()))
        });
        let is_meant =
            |written: &Written| written.ty.starts_with(OURS) && SPECIFICATIONS.contains(&written.name());
        let said = of_class.chain(of_methods).filter(|(written, _)| is_meant(written));
        let said = said.map(|(written, of)| format!("@{} of {of} (`commute prove` does)", written.name()));
        self.notes.unchecked.extend(said);
    }

    fn say_of_class(&mut self, class: ClassId, written: &Written) -> Result<(), String> {
        let file = self.world.class(class).file.clone();
        if file.flags & flags::INTERFACE != 0 {
            return Err("an interface has no instances of its own".to_owned());
        }
        match written.name() {
            "SelfLocking" => self.program.classes[class.index()].annotations.push(Annotation::SelfLocking),
            "ByMethod" => self.program.classes[class.index()].annotations.push(Annotation::ByMethod),
            "ByClass" => self.program.classes[class.index()].annotations.push(Annotation::ByClass),
            "Unshared" => {
                for (slot, _) in self.instance_fields(class) {
                    self.annotate(class, slot, &Annotation::Unshared);
                }
            }
            name => return Err(misplaced(name)),
        }
        Ok(())
    }

    /// Classes that say so are seen by whole methods, if what that requires is met.
    pub(super) fn set_granularity(&mut self) -> Result<(), TranslateError> {
        if let Some(unmet) = grains(&self.program).1.first() {
            let class = &self.program.classes[unmet.class.index()];
            let name = if class.annotations.contains(&Annotation::ByClass) { "ByClass" } else { "ByMethod" };
            let place = match unmet.span.is_none() {
                true => String::new(),
                false => format!(" ({})", self.sources.place(unmet.span)),
            };
            let why = format!("@{name} of {} is not met: {}{place}", class.name, unmet.what);
            return Err(TranslateError::Program(why));
        }
        make_operations(&mut self.program);
        Ok(())
    }

    fn say_of_method(&mut self, method: MethodId, written: &Written) -> Result<(), String> {
        if written.name() != "Atomic" {
            return Err(misplaced(written.name()));
        }
        let of = self.world.method(method);
        if of.code.is_none() {
            return Err("it has no body".to_owned());
        }
        let stands_for = |(key, func): (&FuncKey, &FuncId)| match key {
            FuncKey::Method(of, _) if *of == method => Some(*func),
            _ => None,
        };
        let name = format!("{}.{}", dotted(self.world.name(method.class)), of.name);
        // Methods that differ only in their parameters.
        let is_taken = self.program.properties.iter().any(|property| property.name == name);
        let name = if is_taken { format!("{name}{}", of.desc) } else { name };
        let mut functions: Vec<FuncId> = self.functions.iter().filter_map(stands_for).collect();
        functions.sort_unstable();
        let mut spans = functions.iter().flat_map(|func| &self.program.functions[func.index()].spans);
        let span = spans.find(|span| !span.is_none()).copied().unwrap_or_default();
        self.program.properties.push(Property { name, kind: PropertyKind::Atomic(functions), span });
        Ok(())
    }

    fn annotation(
        &mut self,
        class: ClassId,
        written: &Written,
        is_static: bool,
    ) -> Result<Annotation, String> {
        match written.name() {
            "Unshared" => Ok(Annotation::Unshared),
            "Communication" => Ok(Annotation::Communication),
            "Exclusive" => {
                let text = written.value("value").ok_or("it has no predicate")?.to_owned();
                Ok(Annotation::ExclusiveWhen(self.access_predicate(class, is_static, &text)?))
            }
            name => Err(misplaced(name)),
        }
    }
}

/// Why an annotation is not understood where it stands.
fn misplaced(name: &str) -> String {
    let place = match name {
        "Atomic" => "methods",
        "SelfLocking" | "ByMethod" | "ByClass" => "classes",
        "Unshared" => "fields and classes",
        "Communication" | "Exclusive" => "fields",
        _ => return "there is no such annotation".to_owned(),
    };
    format!("it is for {place}")
}

pub(super) fn is_ours(written: &Written) -> bool {
    let is_known = OF_EVERYBODY.contains(&written.name()) || SPECIFICATIONS.contains(&written.name());
    written.ty.starts_with(OURS) && !is_known
}

/// What is read by its name, in whatever package it is.
const OF_EVERYBODY: [&str; 2] = ["ThreadSafe", "GuardedBy"];
/// What only `commute prove` looks at.
const SPECIFICATIONS: [&str; 4] = ["Invariant", "EnvAssumption", "Requires", "Ensures"];

pub(super) fn wrong(written: &Written, of: &str, why: &str) -> TranslateError {
    TranslateError::Program(format!("@{} of {of} is not understood: {why}", written.name()))
}
