//! Classes and fields, as a proof sees them.

use super::entries::Entry;
use super::spec::Expr;
pub use commute_front_jvm::methods::class_of;
use commute_front_jvm::methods::{Annotation, ClassFile, Classes, Loadable, Method, dotted, flags};
use commute_logic::{Decl, Sort};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The number of a field in [`World::fields`].
pub type FieldId = usize;

/// A field.
#[derive(Clone, Debug)]
pub struct Field {
    pub class: String,
    pub name: String,
    pub desc: String,
    pub is_static: bool,
    pub is_final: bool,
    pub is_private: bool,
    pub kind: FieldKind,
    /// The locks that may be the one that protects it. What remains of them is held at every access, or at every write of a volatile.
    pub guards: Vec<Guard>,
    /// Whether the user says which.
    pub is_written: bool,
    /// The roots of a program that one thread runs once, by their numbers, each of which may be the only one that writes the field.
    pub writers: Vec<usize>,
}

/// What may happen to a field.
#[derive(Clone, PartialEq, Debug)]
pub enum FieldKind {
    /// A constant of the compiler.
    Constant(i128),
    /// It has its value when its object is seen by others.
    Final,
    /// Ordinary memory.
    Plain,
    /// Everybody sees every write at once.
    Volatile,
    /// It always refers to the same object of the library, which nobody else has.
    Own(OwnKind),
}

/// What such an object is.
#[derive(Clone, PartialEq, Debug)]
pub enum OwnKind {
    /// Its monitor is used.
    Monitor,
    /// A `ReentrantLock`.
    Lock,
    /// A condition of the lock in this field.
    Condition(FieldId),
    /// An atomic number: the range of its values.
    Number(i128, i128),
    /// An atomic truth value.
    Flag,
    /// An atomic reference.
    Reference,
    /// A collection of the class, of which the number of elements is known.
    Collection(String),
}

/// A lock, seen from an object.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Guard {
    /// The monitor of the object itself.
    This,
    /// The monitor of a class.
    Class(String),
    /// The lock in a field of the object, or in a static field.
    Lock(FieldId),
    /// No lock, but that this root of a program is run by one thread, once, and that no other one comes to the field.
    Root(usize),
}

/// A condition that the user wrote, or that is tried.
#[derive(Clone, Debug)]
pub struct Conjunct {
    pub text: String,
    pub expr: Expr,
    pub is_written: bool,
}

/// A class with what it is about.
pub struct World {
    pub classes: Classes,
    pub fields: Vec<Field>,
    index: BTreeMap<(String, String), FieldId>,
    /// The class of which a proof is made; of a program the one with `main`.
    pub subject: Arc<ClassFile>,
    /// The methods that threads of a program begin with, and whether one thread runs them, once.
    pub roots: Vec<(String, bool)>,
    /// Whether the proof is one of a program, from its threads, and not of a class for any callers.
    pub is_program: bool,
    /// Fields that are used as more than what they could own.
    pub given_away: BTreeSet<FieldId>,
    /// Who may guard the objects that belong to an object of the subject: arrays and those of helper classes, by what they are.
    pub parts: BTreeMap<String, Vec<Guard>>,
    pub invariants: Vec<Conjunct>,
    pub assumptions: Vec<Conjunct>,
}

const INT: (i128, i128) = (i32::MIN as i128, i32::MAX as i128 + 1);
const LONG: (i128, i128) = (i64::MIN as i128, i64::MAX as i128 + 1);

/// The values of a type, half-open; none of references and of what the logic does not have.
pub fn range(desc: &str) -> Option<(i128, i128)> {
    match desc {
        "Z" => Some((0, 2)),
        "B" => Some((-128, 128)),
        "S" => Some((-32768, 32768)),
        "C" => Some((0, 65536)),
        "I" => Some(INT),
        "J" => Some(LONG),
        _ => None,
    }
}

/// Whether values of this type are references.
pub fn is_reference(desc: &str) -> bool {
    desc.starts_with(['L', '['])
}

/// The name of the outermost class around one.
pub fn outermost(class: &str) -> &str {
    class.split('$').next().unwrap_or(class)
}

/// Whether somebody says that it is meant for many threads.
pub fn is_thread_safe(class: &ClassFile) -> bool {
    class.is_annotated("ThreadSafe")
}

fn texts<'a>(annotations: &'a [Annotation], name: &'a str) -> impl Iterator<Item = &'a str> {
    let named = annotations.iter().filter(move |a| a.name() == name);
    named.flat_map(|a| {
        a.values.iter().filter(|(element, _)| element == "value").map(|(_, text)| text.as_str())
    })
}

fn conjuncts(annotations: &[Annotation], name: &str, of: &str) -> Result<Vec<Conjunct>, String> {
    let read = |text: &str| match Expr::parse(text) {
        Ok(expr) => Ok(Conjunct { text: text.to_owned(), expr, is_written: true }),
        Err(why) => Err(format!("@{name}(\"{text}\") of {of} is not understood: {why}")),
    };
    texts(annotations, name).map(read).collect()
}

/// What a method says of itself with `@Requires` or `@Ensures`.
pub fn conditions(method: &Method, name: &str) -> Result<Vec<Conjunct>, String> {
    conjuncts(&method.annotations, name, &method.name)
}

impl World {
    /// All fields of the user's classes.
    pub fn new(classes: Classes, subject: &str) -> Result<World, String> {
        let file = classes.user().iter().find(|c| c.name == subject);
        let subject = file.cloned().ok_or_else(|| format!("there is no class {}", dotted(subject)))?;
        let name = dotted(&subject.name);
        let invariants = conjuncts(&subject.annotations, "Invariant", &name)?;
        let assumptions = conjuncts(&subject.annotations, "EnvAssumption", &name)?;
        if let Some(primed) = invariants.iter().find(|c| c.expr.is_primed()) {
            return Err(format!(
                "@Invariant(\"{}\") speaks of two states; that is for @EnvAssumption",
                primed.text
            ));
        }
        let mut world = World {
            classes,
            fields: Vec::new(),
            index: BTreeMap::new(),
            is_program: !is_thread_safe(&subject),
            subject,
            roots: Vec::new(),
            given_away: BTreeSet::new(),
            parts: BTreeMap::new(),
            invariants,
            assumptions,
        };
        for class in world.classes.user().to_vec() {
            for field in &class.fields {
                world.add_field(&class, field);
            }
        }
        Ok(world)
    }

    fn add_field(&mut self, class: &ClassFile, field: &commute_front_jvm::methods::Field) {
        let has = |flag: u16| field.flags & flag != 0;
        let constant = match &field.constant {
            Some(Loadable::Int(n)) => Some(i128::from(*n)),
            Some(Loadable::Long(n)) => Some(i128::from(*n)),
            _ => None,
        };
        let kind = match constant {
            Some(n) if has(flags::STATIC) => FieldKind::Constant(n),
            _ if has(flags::FINAL) => FieldKind::Final,
            _ if has(flags::VOLATILE) => FieldKind::Volatile,
            _ => FieldKind::Plain,
        };
        self.index.insert((class.name.clone(), field.name.clone()), self.fields.len());
        self.fields.push(Field {
            class: class.name.clone(),
            name: field.name.clone(),
            desc: field.desc.clone(),
            is_static: has(flags::STATIC),
            is_final: has(flags::FINAL),
            is_private: has(flags::PRIVATE),
            kind,
            guards: Vec::new(),
            is_written: false,
            writers: Vec::new(),
        });
    }

    /// The field that an instruction names, in the class or one above it.
    pub fn field(&mut self, class: &str, name: &str) -> Option<FieldId> {
        let mut class = class.to_owned();
        loop {
            if let Some(&id) = self.index.get(&(class.clone(), name.to_owned())) {
                return Some(id);
            }
            class = self.classes.class(&class)?.superclass.clone()?;
        }
    }

    /// The fields that an object of the class has, or that the class has, with what it inherits.
    pub fn fields_of(&mut self, class: &str, is_static: bool) -> Vec<FieldId> {
        let mut found = Vec::new();
        let mut next = Some(class.to_owned());
        while let Some(class) = next {
            let own = |f: &FieldId| self.fields[*f].class == class && self.fields[*f].is_static == is_static;
            found.extend((0..self.fields.len()).filter(own));
            next = self.classes.class(&class).and_then(|file| file.superclass.clone());
        }
        found.sort_unstable();
        found
    }

    /// Whether the class is the subject or above it.
    pub fn is_subjects(&mut self, class: &str) -> bool {
        let subject = self.subject.name.clone();
        self.classes.is_below(&subject, class)
    }

    /// The fields that methods of the subject may use: not those of other classes that are made for many threads, whose methods are
    /// foreign code.
    pub fn at_hand(&mut self) -> Vec<FieldId> {
        let strangers: BTreeSet<String> =
            self.classes.user().iter().filter(|c| is_thread_safe(c)).map(|c| c.name.clone()).collect();
        let strangers: Vec<String> = strangers.into_iter().filter(|c| !self.is_subjects(c)).collect();
        (0..self.fields.len()).filter(|&f| !strangers.contains(&self.fields[f].class)).collect()
    }

    /// Whether the class is one of the user's.
    pub fn is_users(&self, class: &str) -> bool {
        self.classes.user().iter().any(|c| c.name == class)
    }

    /// Whether the class is declared in the same outermost class as the subject, so that it may use private members.
    pub fn is_inside(&self, class: &str) -> bool {
        outermost(class) == outermost(&self.subject.name)
    }

    /// Whether objects of this type can belong to one object of the subject: arrays, and classes of the user with ordinary fields that
    /// are not made for many threads.
    pub fn is_part(&mut self, class: &str) -> bool {
        if class.starts_with('[') {
            return true;
        }
        let Some(file) = self.classes.user().iter().find(|c| c.name == class).cloned() else { return false };
        if is_thread_safe(&file) || file.name == self.subject.name || file.flags & flags::INTERFACE != 0 {
            return false;
        }
        // An exception may get out of any method.
        if self.classes.is_below(class, "java/lang/Throwable") {
            return false;
        }
        let fields = self.fields_of(class, false);
        fields.iter().any(|&f| self.fields[f].kind == FieldKind::Plain)
    }

    /// Sets the candidates for the locks of fields: what the user says, else every lock that the subject has.
    pub fn guess_guards(&mut self, all_roots: &[Entry]) -> Result<(), String> {
        if self.is_program {
            let name = |e: &Entry| e.method.map_or(String::new(), |m| e.class.methods[m].name.clone());
            self.roots = all_roots.iter().map(|e| (name(e), e.is_once)).collect();
        }
        let subject = self.subject.name.clone();
        let mut own = self.fields_of(&subject, false);
        own.extend(self.fields_of(&subject, true));
        let locks = own
            .iter()
            .filter(|&&f| matches!(self.fields[f].kind, FieldKind::Own(OwnKind::Lock | OwnKind::Monitor)));
        let locks: Vec<FieldId> = locks.copied().collect();
        let all = |of_static: bool, world: &World| {
            let mut guards = if of_static { Vec::new() } else { vec![Guard::This] };
            guards.extend(
                locks.iter().filter(|&&l| !of_static || world.fields[l].is_static).map(|&l| Guard::Lock(l)),
            );
            guards.push(Guard::Class(subject.clone()));
            guards
        };
        let alone: Vec<usize> = (0..all_roots.len()).filter(|&k| all_roots[k].is_once).collect();
        for &f in &own {
            let changes = match &self.fields[f].kind {
                FieldKind::Plain | FieldKind::Volatile => true,
                FieldKind::Own(kind) => {
                    matches!(
                        kind,
                        OwnKind::Number(..) | OwnKind::Flag | OwnKind::Reference | OwnKind::Collection(_)
                    )
                }
                _ => false,
            };
            if changes {
                self.fields[f].guards = all(self.fields[f].is_static, self);
                if self.is_program && self.fields[f].is_static {
                    self.fields[f].writers = alone.clone();
                    if self.fields[f].kind == FieldKind::Plain {
                        self.fields[f].guards.extend(alone.iter().map(|&k| Guard::Root(k)));
                    }
                }
                self.read_guard(f)?;
            }
        }
        let parts: Vec<String> = self.classes.user().iter().map(|c| c.name.clone()).collect();
        for class in parts {
            if self.is_part(&class) {
                self.parts.insert(class, all(false, self));
            }
        }
        self.parts.insert("[".to_owned(), all(false, self));
        Ok(())
    }

    /// `@GuardedBy` of a field.
    fn read_guard(&mut self, f: FieldId) -> Result<(), String> {
        let (class, name) = (self.fields[f].class.clone(), self.fields[f].name.clone());
        let file = self.classes.class(&class).ok_or("a class that cannot be read")?;
        let Some(field) = file.fields.iter().find(|field| field.name == name) else { return Ok(()) };
        let Some(text) = texts(&field.annotations, "GuardedBy").next() else { return Ok(()) };
        let guard = self.guard(&class, text).ok_or_else(|| {
            format!(
                "@GuardedBy(\"{text}\") of {}.{name}: it is none of `this`, a class, and a private final field with a lock \
                 that nobody else has",
                dotted(&class)
            )
        })?;
        self.fields[f].guards = vec![guard];
        self.fields[f].is_written = true;
        Ok(())
    }

    /// What `@GuardedBy` names.
    pub fn guard(&mut self, class: &str, text: &str) -> Option<Guard> {
        let text = text.trim();
        if let Some(name) = text.strip_prefix("thread ") {
            return self.roots.iter().position(|(root, _)| root == name).map(Guard::Root);
        }
        if text == "this" {
            return Some(Guard::This);
        }
        if let Some(named) = text.strip_suffix(".class") {
            let simple = |name: &str| name.rsplit(['/', '$']).next() == named.rsplit('.').next();
            return simple(class).then(|| Guard::Class(class.to_owned()));
        }
        let own = class.rsplit(['/', '$']).next().unwrap_or(class);
        let name =
            text.strip_prefix("this.").or_else(|| text.strip_prefix(&format!("{own}."))).unwrap_or(text);
        let field = self.field(class, name)?;
        let is_lock = matches!(self.fields[field].kind, FieldKind::Own(OwnKind::Lock | OwnKind::Monitor));
        is_lock.then_some(Guard::Lock(field))
    }

    /// The variable with the values of a field: for atomic numbers and collections what they hold.
    pub fn value_of(&self, f: FieldId) -> Decl {
        let field = &self.fields[f];
        let sort = match &field.kind {
            FieldKind::Own(OwnKind::Reference) => Sort::Ref,
            FieldKind::Own(_) => Sort::Int,
            _ if is_reference(&field.desc) => Sort::Ref,
            _ => Sort::Int,
        };
        Decl::new(self.variable_name(f), Sort::array(Sort::Ref, sort))
    }

    /// A field as formulas call it: no two have the same name, and none begins with a digit, as those of anonymous classes do.
    pub fn variable_name(&self, f: FieldId) -> String {
        let field = &self.fields[f];
        let name = self.field_name(f);
        let is_unique = (0..self.fields.len()).filter(|&g| self.field_name(g) == name).count() == 1;
        if is_unique && !name.starts_with(|c: char| c.is_ascii_digit()) {
            return name;
        }
        format!("{}.{}", field.class.replace('/', "."), field.name)
    }

    /// The range of the words of a field.
    pub fn range_of(&self, f: FieldId) -> Option<(i128, i128)> {
        match &self.fields[f].kind {
            FieldKind::Own(OwnKind::Number(lo, hi)) => Some((*lo, *hi)),
            FieldKind::Own(OwnKind::Flag) => Some((0, 2)),
            FieldKind::Own(OwnKind::Collection(_)) => Some((0, INT.1)),
            _ => range(&self.fields[f].desc),
        }
    }

    /// A field as reports call it.
    pub fn field_name(&self, f: FieldId) -> String {
        format!("{}.{}", simple(&self.fields[f].class), self.fields[f].name)
    }

    /// A lock as reports call it.
    pub fn guard_name(&self, guard: &Guard) -> String {
        match guard {
            Guard::This => "this".to_owned(),
            Guard::Class(class) => format!("{}.class", simple(class)),
            Guard::Lock(f) => self.fields[*f].name.clone(),
            Guard::Root(_) => "one thread".to_owned(),
        }
    }
}

/// A class without its package.
pub fn simple(class: &str) -> &str {
    class.rsplit(['/', '$']).next().unwrap_or(class)
}

/// The ranges of atomic numbers by their class.
pub fn own_kind(class: &str) -> Option<OwnKind> {
    Some(match class {
        "java/lang/Object" => OwnKind::Monitor,
        "java/util/concurrent/locks/ReentrantLock" => OwnKind::Lock,
        "java/util/concurrent/atomic/AtomicInteger" => OwnKind::Number(INT.0, INT.1),
        "java/util/concurrent/atomic/AtomicLong" => OwnKind::Number(LONG.0, LONG.1),
        "java/util/concurrent/atomic/AtomicBoolean" => OwnKind::Flag,
        "java/util/concurrent/atomic/AtomicReference" => OwnKind::Reference,
        "java/util/ArrayList"
        | "java/util/LinkedList"
        | "java/util/ArrayDeque"
        | "java/util/HashMap"
        | "java/util/LinkedHashMap"
        | "java/util/HashSet" => OwnKind::Collection(class.to_owned()),
        _ => return None,
    })
}
