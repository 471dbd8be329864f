//! `@Immutable`, `@ThreadSafe` and `@NotThreadSafe` of classes, of whatever package.
//!
//! The first says of each field of an instance what `readonly` says in a model, and becomes that, so that the search checks it.
//! The others say how the fields that the language does not protect (neither final nor volatile) are shared. Whether that is so
//! can be read off what a search finds out about variables; here is only listed which variables are meant.

use super::Translator;
use crate::classfile::{Field, flags};
use crate::descriptor::dotted;
use crate::library::Origin;
use crate::world::FieldPlace;
use commute_ir::{Annotation, ClassId};

/// What the user says of a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Promise {
    /// Threads may use its instances at once: `@ThreadSafe`.
    ThreadSafe,
    /// Threads may not, and do not: `@NotThreadSafe`.
    NotThreadSafe,
    /// One thread alone accesses the objects that are made at a place: `@Unshared(tentatively = true)`.
    Unshared,
}

/// A class of which the user says how it can be shared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The class.
    pub class: String,
    /// What is said of it.
    pub promise: Promise,
    /// The fields that are neither final nor volatile, as reports call them, and whether the user says of the field itself how
    /// it is protected.
    pub fields: Vec<(String, bool)>,
}

const PROMISES: [(&str, Promise); 2] =
    [("ThreadSafe", Promise::ThreadSafe), ("NotThreadSafe", Promise::NotThreadSafe)];

impl Translator<'_> {
    /// Takes in what is said of the user's classes; guards of fields must be known.
    pub(super) fn add_class_claims(&mut self) {
        let classes = (0..self.program.classes.len()).map(ClassId::new);
        let classes: Vec<ClassId> = classes.filter(|&c| self.origin(c) == Origin::User).collect();
        for &class in &classes {
            self.note_interface(class);
            if self.world.class(class).file.is_annotated("Immutable") {
                self.add_immutable(class);
            }
        }
        for class in classes {
            for (name, promise) in PROMISES {
                let file = &self.world.class(class).file;
                if file.is_annotated(name) && file.flags & flags::INTERFACE == 0 {
                    let claim =
                        Claim { class: dotted(&file.name), promise, fields: self.plain_fields(class) };
                    self.notes.claims.push(claim);
                }
            }
        }
    }

    /// An interface has no fields that could be looked at.
    fn note_interface(&mut self, class: ClassId) {
        let file = &self.world.class(class).file;
        if file.flags & flags::INTERFACE != 0 {
            let names = ["Immutable", "ThreadSafe", "NotThreadSafe"];
            let said = names.into_iter().filter(|name| file.is_annotated(name));
            let notes = said.map(|name| format!("@{name} of the interface {}", dotted(&file.name)));
            self.notes.unchecked.extend(notes);
        }
    }

    /// Nothing of an instance is written once it is shared.
    fn add_immutable(&mut self, class: ClassId) {
        for (slot, field) in self.instance_fields(class) {
            if field.flags & flags::FINAL == 0 {
                self.annotate(class, slot, &Annotation::ReadOnly);
            }
        }
    }

    /// The fields that an instance has by its class and those of the user's that it extends, with their places in the layout.
    pub(super) fn instance_fields(&self, class: ClassId) -> Vec<(u32, Field)> {
        let chain = std::iter::successors(Some(class), |&c| self.world.class(c).superclass);
        let mut found = Vec::new();
        for of in chain.take_while(|&c| self.origin(c) == Origin::User) {
            for field in &self.world.class(of).file.fields {
                if let Some(FieldPlace::Instance(_, slot)) = self.world.field(of, &field.name, &field.desc) {
                    found.push((slot, field.clone()));
                }
            }
        }
        found
    }

    /// The fields of a class that are neither final nor volatile: of instances, also of classes that extend it, and static.
    fn plain_fields(&self, class: ClassId) -> Vec<(String, bool)> {
        let is_plain = |field: &Field| field.flags & (flags::FINAL | flags::VOLATILE) == 0;
        let mut plain = Vec::new();
        for (slot, _) in self.instance_fields(class).iter().filter(|(_, field)| is_plain(field)) {
            for (index, of) in self.program.classes.iter().enumerate() {
                if self.world.is_subclass(ClassId::new(index), class)
                    && let Some(field) = of.fields.get(*slot as usize)
                {
                    plain.push((format!("{}.{}", of.name, field.name), !field.annotations.is_empty()));
                }
            }
        }
        for (number, field) in (0..).zip(&self.world.class(class).file.fields) {
            if is_plain(field)
                && let Some(global) = self.known_static_field(class, number)
            {
                let global = &self.program.globals[global.index()];
                plain.push((global.name.clone(), !global.annotations.is_empty()));
            }
        }
        plain
    }
}
