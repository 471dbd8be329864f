//! Classes as their files have them, for what looks at methods one by one: the prover. Nothing is translated here.

use crate::library::{ClassPath, Origin, find_jdk};
use crate::models::MODELS;
use crate::source::Sources;
use crate::start::{Input, LoadError, user_classes};
use commute_base::{SourceMap, Span};
use std::sync::Arc;

pub use crate::classfile::{
    Annotation, ClassFile, Code, Const, Elem, Field, Inner, Invoke, Kind, Loadable, Member, Method, Op, Ops,
    Protected, flags,
};
pub use crate::descriptor::{Signature, dotted, kind, signature};

/// The classes of the user, and those of the library as they are asked for.
pub struct Classes {
    path: ClassPath,
    user: Vec<Arc<ClassFile>>,
}

impl Classes {
    /// Reads the classes that the user named.
    pub fn read(input: &Input) -> Result<Classes, LoadError> {
        let jdk = find_jdk(input.jdk.as_deref()).map_err(LoadError::Surroundings)?;
        let mut path = ClassPath::new(jdk, MODELS);
        let user: Vec<Arc<ClassFile>> = user_classes(input)?.into_iter().map(Arc::new).collect();
        match &input.program {
            Some(file) if file.extension().is_some_and(|e| e == "class") => {
                let name = user.first().map(|class| class.name.clone()).unwrap_or_default();
                path.add_class(name, file.clone());
            }
            Some(place) => path.add(place).map_err(LoadError::Surroundings)?,
            None => {}
        }
        for entry in &input.class_path {
            path.add(entry).map_err(LoadError::Surroundings)?;
        }
        Ok(Classes { path, user })
    }

    /// The classes that the user named.
    pub fn user(&self) -> &[Arc<ClassFile>] {
        &self.user
    }

    /// A class of the user or the library, if there is one that can be read.
    pub fn class(&mut self, name: &str) -> Option<Arc<ClassFile>> {
        if let Some(own) = self.user.iter().find(|class| class.name == name) {
            return Some(own.clone());
        }
        self.path.class(name).ok().flatten()?.file.ok()
    }

    /// Whether the class, or interface, is the other one or below it, as far as their files are there.
    pub fn is_below(&mut self, class: &str, above: &str) -> bool {
        if class == above || above == "java/lang/Object" {
            return true;
        }
        let Some(file) = self.class(class) else { return false };
        let supers: Vec<String> = file.superclass.iter().chain(&file.interfaces).cloned().collect();
        supers.iter().any(|name| self.is_below(name, above))
    }

    /// The place of a line of a class of the user.
    pub fn line(&mut self, sources: &mut SourceMap, class: &ClassFile, line: u16) -> Span {
        let Some(file) = &class.source else { return Span::default() };
        Sources::new(sources).line(&mut self.path, &class.name, Origin::User, file, line)
    }
}

/// The class of a descriptor, as instructions name it: `java/lang/Object` or `[I`.
pub fn class_of(desc: &str) -> &str {
    desc.strip_prefix('L').and_then(|d| d.strip_suffix(';')).unwrap_or(desc)
}
