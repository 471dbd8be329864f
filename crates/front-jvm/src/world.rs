//! The classes of a program, loaded as they are met.

use crate::classfile::{ClassFile, Malformed, Method, flags};
use crate::descriptor::{check_field, dotted, ty};
use crate::library::{ClassPath, Found, Origin};
use commute_base::Span;
use commute_ir::{Class, ClassId, Field};
use std::collections::HashMap;
use std::sync::Arc;

/// What the number in a class file is above the version of Java that it is for.
const FILE_VERSION: u32 = 44;
/// The longest chain of superclasses.
const MAX_DEPTH: u32 = 200;

/// Why a class is not there.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LoadError {
    /// It is nowhere on the class path.
    #[error("class {} is not on the class path", dotted(.0))]
    Missing(String),
    /// Its file is no class file.
    #[error("class {}: {}", dotted(.0), .1)]
    Malformed(String, Malformed),
    /// Its file cannot be read.
    #[error("{0}")]
    Unreadable(String),
}

/// A loaded class.
pub struct JavaClass {
    /// What its file says.
    pub file: Arc<ClassFile>,
    /// Whose it is.
    pub origin: Origin,
    /// The class it extends.
    pub superclass: Option<ClassId>,
    /// The interfaces it implements.
    pub interfaces: Vec<ClassId>,
    /// All instance fields, inherited ones first, each with the class that declares it.
    pub layout: Vec<Slot>,
}

/// An instance field.
#[derive(Clone)]
pub struct Slot {
    /// The class that declares it.
    pub class: ClassId,
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub desc: String,
}

/// A method: its class and its number there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct MethodId {
    /// The class that has it.
    pub class: ClassId,
    /// Its place among that class's methods.
    pub index: u32,
}

/// What a call on an instance runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Selected {
    /// This method.
    Method(MethodId),
    /// There is none: `AbstractMethodError`.
    None,
    /// Several interfaces have one.
    Several,
}

/// Where a field is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FieldPlace {
    /// A static field: its class and its place among that class's fields.
    Static(ClassId, u32),
    /// An instance field: its class and its place in the layout.
    Instance(ClassId, u32),
}

/// The classes.
pub struct World {
    /// Where they come from.
    pub path: ClassPath,
    classes: Vec<JavaClass>,
    by_name: HashMap<String, Result<ClassId, LoadError>>,
}

impl World {
    /// No classes yet.
    pub fn new(path: ClassPath) -> Self {
        Self { path, classes: Vec::new(), by_name: HashMap::new() }
    }

    /// The loaded classes.
    pub fn all(&self) -> impl Iterator<Item = ClassId> + use<> {
        (0..self.classes.len()).map(ClassId::new)
    }

    /// A loaded class.
    pub fn class(&self, id: ClassId) -> &JavaClass {
        &self.classes[id.index()]
    }

    /// The names of the classes of ours that are used.
    pub fn model_names(&self) -> impl Iterator<Item = &str> {
        let ours = self.classes.iter().filter(|class| class.origin == Origin::Model);
        ours.map(|class| class.file.name.as_str())
    }

    /// The name of a class, as `java/lang/String`.
    pub fn name(&self, id: ClassId) -> &str {
        &self.class(id).file.name
    }

    /// A method.
    pub fn method(&self, id: MethodId) -> &Method {
        &self.class(id.class).file.methods[id.index as usize]
    }

    /// `java.lang.String.length`.
    pub fn method_name(&self, id: MethodId) -> String {
        format!("{}.{}", dotted(self.name(id.class)), self.method(id).name)
    }

    /// A class that was loaded already.
    pub fn known(&self, name: &str) -> Option<ClassId> {
        self.by_name.get(name)?.as_ref().ok().copied()
    }

    /// Loads a class and what it extends and implements. Interfaces and superclasses have lower ids.
    pub fn load(&mut self, name: &str) -> Result<ClassId, LoadError> {
        self.load_within(name, 0)
    }

    fn load_within(&mut self, name: &str, depth: u32) -> Result<ClassId, LoadError> {
        if let Some(known) = self.by_name.get(name) {
            return known.clone();
        }
        let loaded = self.load_new(name, depth);
        self.by_name.insert(name.to_owned(), loaded.clone());
        loaded
    }

    fn load_new(&mut self, name: &str, depth: u32) -> Result<ClassId, LoadError> {
        let malformed = |text: String| LoadError::Malformed(name.to_owned(), Malformed(text));
        if depth > MAX_DEPTH {
            return Err(malformed("it extends itself, or too many others".to_owned()));
        }
        let found = self.path.class(name).map_err(LoadError::Unreadable)?;
        let Found { file, origin, .. } = found.ok_or_else(|| LoadError::Missing(name.to_owned()))?;
        let file = file.map_err(|error| LoadError::Malformed(name.to_owned(), error))?;
        if file.name != name {
            return Err(malformed(format!("its file has the class {}", dotted(&file.name))));
        }
        let (wanted, library) = (u32::from(file.version), self.path.version());
        // Our own classes use nothing that is newer than the oldest library.
        if origin != Origin::Model && wanted > FILE_VERSION + library {
            return Err(malformed(format!(
                "its file is for Java {}, and the library is that of Java {library}; give that of a newer JDK, \
                 or compile with --release {library}",
                wanted - FILE_VERSION
            )));
        }
        let superclass = match &file.superclass {
            Some(superclass) => Some(self.load_within(superclass, depth + 1)?),
            None if name == "java/lang/Object" => None,
            None => return Err(malformed("it extends nothing".to_owned())),
        };
        let mut interfaces = Vec::new();
        for interface in &file.interfaces {
            interfaces.push(self.load_within(interface, depth + 1)?);
        }
        for method in &file.methods {
            crate::descriptor::signature(&method.desc)
                .map_err(|error| LoadError::Malformed(name.to_owned(), error))?;
        }
        let id = ClassId::new(self.classes.len());
        let mut layout = superclass.map_or(Vec::new(), |s| self.class(s).layout.clone());
        for field in &file.fields {
            check_field(&field.desc).map_err(|error| LoadError::Malformed(name.to_owned(), error))?;
            if field.flags & flags::STATIC == 0 {
                layout.push(Slot { class: id, name: field.name.clone(), desc: field.desc.clone() });
            }
        }
        self.classes.push(JavaClass { file, origin, superclass, interfaces, layout });
        Ok(id)
    }

    /// Whether `class` is `ancestor` or extends or implements it.
    pub fn is_subclass(&self, class: ClassId, ancestor: ClassId) -> bool {
        let decl = self.class(class);
        class == ancestor
            || decl.superclass.iter().chain(&decl.interfaces).any(|&c| self.is_subclass(c, ancestor))
    }

    /// A class, with all that it extends and implements.
    pub fn all_above(&self, class: ClassId) -> Vec<ClassId> {
        let mut all = vec![class];
        let mut next = 0;
        while next < all.len() {
            let decl = self.class(all[next]);
            let above = decl.superclass.iter().chain(&decl.interfaces).filter(|above| !all.contains(above));
            let above: Vec<ClassId> = above.copied().collect();
            all.extend(above);
            next += 1;
        }
        all
    }

    /// The field that `name` means in `class` (JVMS 5.4.3.2).
    pub fn field(&self, class: ClassId, name: &str, desc: &str) -> Option<FieldPlace> {
        let decl = self.class(class);
        let own = decl.file.fields.iter().position(|f| f.name == name && f.desc == desc);
        if let Some(index) = own {
            if decl.file.fields[index].flags & flags::STATIC != 0 {
                return Some(FieldPlace::Static(class, index as u32));
            }
            let slot = |s: &Slot| s.class == class && s.name == name && s.desc == desc;
            let slot = decl.layout.iter().position(slot)?;
            return Some(FieldPlace::Instance(class, slot as u32));
        }
        let inherited = decl.interfaces.iter().chain(&decl.superclass);
        inherited.copied().find_map(|c| self.field(c, name, desc))
    }

    /// The method that a class itself has.
    pub fn own_method(&self, class: ClassId, name: &str, desc: &str) -> Option<MethodId> {
        let methods = &self.class(class).file.methods;
        let index = methods.iter().position(|m| m.name == name && m.desc == desc)?;
        Some(MethodId { class, index: index as u32 })
    }

    /// The method that `name` means in `class` (JVMS 5.4.3.3): of superclasses, then of interfaces.
    pub fn resolve(&self, class: ClassId, name: &str, desc: &str) -> Option<MethodId> {
        let mut next = Some(class);
        while let Some(at) = next {
            if let Some(found) = self.own_method(at, name, desc) {
                return Some(found);
            }
            next = self.class(at).superclass;
        }
        self.default_method(class, name, desc).or_else(|| {
            let found = self.interface_methods(class, name, desc);
            found.first().copied()
        })
    }

    /// The method that runs when `name` is called on an instance of exactly `class` (JVMS 5.4.6). A call that names a method
    /// for its package only says which one.
    pub fn select(&self, class: ClassId, name: &str, desc: &str, within: Option<MethodId>) -> Selected {
        let mut next = Some(class);
        while let Some(at) = next {
            if let Some(found) = self.own_method(at, name, desc) {
                let method = self.method(found);
                if method.flags & (flags::STATIC | flags::PRIVATE) == 0
                    && within.is_none_or(|named| self.overrides(found, named))
                {
                    let is_abstract = method.flags & flags::ABSTRACT != 0;
                    return if is_abstract { Selected::None } else { Selected::Method(found) };
                }
            }
            next = self.class(at).superclass;
        }
        match self.defaults(class, name, desc)[..] {
            [] => Selected::None,
            [found] => Selected::Method(found),
            _ => Selected::Several,
        }
    }

    /// Whether a method is for its package only.
    pub fn is_for_package(&self, method: MethodId) -> bool {
        self.method(method).flags & (flags::PUBLIC | flags::PROTECTED | flags::PRIVATE) == 0
    }

    /// Whether `own` is `named` or overrides it, which has the same name and type and is in a superclass (JVMS 5.4.5).
    fn overrides(&self, own: MethodId, named: MethodId) -> bool {
        if own == named || !self.is_for_package(named) || self.package(own.class) == self.package(named.class)
        {
            return true;
        }
        // By way of one in between that is for more than its package.
        let decl = self.method(named);
        let mut next = self.class(own.class).superclass;
        while let Some(at) = next.filter(|&at| at != named.class) {
            let between = self.own_method(at, &decl.name, &decl.desc);
            let between = between.filter(|&m| self.method(m).flags & (flags::STATIC | flags::PRIVATE) == 0);
            if between.is_some_and(|m| self.overrides(own, m) && self.overrides(m, named)) {
                return true;
            }
            next = self.class(at).superclass;
        }
        false
    }

    fn package(&self, class: ClassId) -> &str {
        self.name(class).rsplit_once('/').map_or("", |(package, _)| package)
    }

    /// The default method of the most special interface that has one.
    fn default_method(&self, class: ClassId, name: &str, desc: &str) -> Option<MethodId> {
        self.defaults(class, name, desc).first().copied()
    }

    /// The default methods of interfaces that no other interface of `class` replaces.
    fn defaults(&self, class: ClassId, name: &str, desc: &str) -> Vec<MethodId> {
        let mut all = self.interface_methods(class, name, desc);
        all.retain(|&m| self.method(m).flags & (flags::STATIC | flags::PRIVATE) == 0);
        let hidden =
            |m: &MethodId| all.iter().any(|o| o.class != m.class && self.is_subclass(o.class, m.class));
        let has_body = |m: &MethodId| self.method(*m).flags & flags::ABSTRACT == 0;
        all.iter().copied().filter(|m| has_body(m) && !hidden(m)).collect()
    }

    /// The methods of this name that all interfaces of `class` have.
    fn interface_methods(&self, class: ClassId, name: &str, desc: &str) -> Vec<MethodId> {
        let mut found = Vec::new();
        let mut work = vec![class];
        let mut seen = Vec::new();
        while let Some(at) = work.pop() {
            if seen.contains(&at) {
                continue;
            }
            seen.push(at);
            let decl = self.class(at);
            if decl.file.flags & flags::INTERFACE != 0 {
                found.extend(self.own_method(at, name, desc));
            }
            work.extend(decl.superclass.iter().chain(&decl.interfaces));
        }
        found
    }

    /// The tables of classes for the program, in order, without methods.
    pub fn tables(&self) -> Vec<Class> {
        let field = |slot: &Slot| Field {
            name: slot.name.clone(),
            ty: ty(&slot.desc),
            annotations: Vec::new(),
            span: Span::default(),
        };
        let table = |class: &JavaClass| Class {
            name: dotted(&class.file.name),
            superclass: class.superclass,
            interfaces: class.interfaces.clone(),
            fields: class.layout.iter().map(field).collect(),
            methods: Vec::new(),
            annotations: Vec::new(),
            span: Span::default(),
        };
        self.classes.iter().map(table).collect()
    }

    /// Adds a class that no file has: for a lambda.
    pub fn add_synthetic(
        &mut self,
        file: ClassFile,
        superclass: ClassId,
        interfaces: Vec<ClassId>,
    ) -> ClassId {
        let id = ClassId::new(self.classes.len());
        self.by_name.insert(file.name.clone(), Ok(id));
        let mut layout = self.class(superclass).layout.clone();
        let slot =
            |f: &crate::classfile::Field| Slot { class: id, name: f.name.clone(), desc: f.desc.clone() };
        layout.extend(file.fields.iter().map(slot));
        self.classes.push(JavaClass {
            file: Arc::new(file),
            origin: Origin::Model,
            superclass: Some(superclass),
            interfaces,
            layout,
        });
        id
    }
}
