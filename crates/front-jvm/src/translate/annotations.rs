//! `@Exclusive("...")`, `@Unshared` and `@Communication` of the package `commute`: what SC06's user configures, said of fields. They become
//! the annotations that models have, and are checked like those.
//!
//! They are ours, so whatever they say that is not understood is an error: a user who wrote one relies on its being checked.

use super::{TranslateError, Translator};
use crate::classfile::{Annotation as Written, flags};
use crate::descriptor::dotted;
use crate::library::Origin;
use commute_ir::{Annotation, ClassId};

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
            let of_methods = file.methods.iter().flat_map(|method| &method.annotations);
            if let Some(other) = file.annotations.iter().chain(of_methods).find(|a| is_ours(a)) {
                let of = dotted(&file.name);
                return Err(wrong(other, &of, "it is for fields"));
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
            _ => Err("there is no such annotation".to_owned()),
        }
    }
}

fn is_ours(written: &Written) -> bool {
    written.ty.starts_with(OURS)
}

fn wrong(written: &Written, of: &str, why: &str) -> TranslateError {
    TranslateError::Program(format!("@{} of {of} is not understood: {why}", written.name()))
}
