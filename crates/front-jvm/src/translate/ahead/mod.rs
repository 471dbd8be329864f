//! Which initialisers may run before the program: those that were run here and touched nothing of anybody else's.
//!
//! An initialiser takes no arguments. So if it runs to its end reading nothing but constants, what it made itself, and final
//! values of classes of which the same is known, it does the same whenever it runs; and if it writes nothing but its own static
//! fields and what it made itself, nobody can tell when that was, for its fields cannot be seen before it has run. What is needed
//! to know this is one run, and here it is made: a small interpreter of bytecode that gives up at everything else, such as
//! mutable objects of other classes, the present thread, time, exceptions, native methods.
//!
//! Values that are not known (handles, say) may be passed on, but nothing may depend on them.

mod calls;
mod heap;
mod library;
mod run;
mod shown;

use super::Translator;
use crate::classfile::{Op, flags};
use crate::library::Origin;
use commute_ir::ClassId;
use heap::{Body, Heap, Object};
use std::collections::HashMap;

/// A value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    /// A number, as a word of the machine.
    Word(u64),
    /// No object.
    Null,
    /// An object, by its number in the heap.
    Ref(u32),
    /// Something of which nothing is known.
    Unknown,
}

/// Why an initialiser may not run before the program.
#[derive(Clone, PartialEq, Debug)]
pub struct Told(pub String);

impl Told {
    /// The same, with the innermost method that it is about.
    fn within(self, method: &str) -> Self {
        if self.0.contains(", in ") { self } else { Told(format!("{}, in {method}", self.0)) }
    }
}

type Step<T> = Result<T, Told>;

fn told<T>(why: impl Into<String>) -> Step<T> {
    Err(Told(why.into()))
}

/// How many instructions an initialiser may have, and how deep its calls may be.
const MOST_STEPS: u32 = 400_000;
const DEEPEST: u32 = 100;

/// Classes whose final fields the machine sets when it begins, whatever their initialisers say.
pub const SET_BY_THE_MACHINE: [&str; 2] = ["java/lang/System", "jdk/internal/misc/UnsafeConstants"];

/// What is known of runs.
#[derive(Default)]
pub(super) struct Ahead {
    heap: Heap,
    /// The static fields of classes that were run.
    statics: HashMap<(ClassId, u32), Value>,
    /// What came of running classes for their values.
    valued: HashMap<ClassId, Result<(), Told>>,
}

/// A run that is going on.
struct Task {
    /// The class whose initialiser it is.
    class: ClassId,
    /// Only values are wanted, so it does not matter that a part of the library is not translated.
    for_values: bool,
    steps: u32,
    depth: u32,
}

impl Translator<'_> {
    /// Whether nobody can tell when the initialiser of a class runs, apart from those of the classes that it extends.
    pub(super) fn runs_ahead(&mut self, class: ClassId) -> Step<()> {
        self.run_initialiser(class, false)
    }

    /// Runs the initialiser of a class of the library that is not translated, so that its fields have values.
    fn value_class(&mut self, class: ClassId) -> Step<()> {
        if let Some(known) = self.ahead.valued.get(&class) {
            return known.clone();
        }
        self.ahead.valued.insert(class, told("it needs itself"));
        let parent = self.world.class(class).superclass;
        let ran = match parent {
            Some(parent) if self.is_left_out(parent) => self.value_class(parent),
            _ => Ok(()),
        };
        let ran = ran.and_then(|()| self.run_initialiser(class, true));
        self.ahead.valued.insert(class, ran.clone());
        ran
    }

    fn run_initialiser(&mut self, class: ClassId, for_values: bool) -> Step<()> {
        let Some(method) = self.world.own_method(class, "<clinit>", "()V") else { return Ok(()) };
        let mut task = Task { class, for_values, steps: 0, depth: 0 };
        let ran = self.run(&mut task, method, &[]);
        // The values of final fields stay what they are, also if the rest of it cannot be run.
        if ran.is_err() && !for_values {
            self.ahead.statics.retain(|(of, _), _| *of != class);
        }
        ran.map(drop)
    }

    /// A class is used during a run: it must be initialised, and nobody must be able to tell.
    fn uses(&mut self, task: &Task, class: ClassId) -> Step<()> {
        if class == task.class {
            return Ok(());
        }
        if self.is_left_out(class) {
            // What it cannot give is found out when it is asked for.
            drop(self.value_class(class));
            return Ok(());
        }
        if self.world.own_method(class, "<clinit>", "()V").is_none() {
            let before = self.initialised_before(class);
            // If another thread could begin with it, each would wait for the other.
            if before.contains(&task.class) && !self.is_only_made_inside(class, task.class) {
                return told(format!("it uses {}, which extends it", self.world.name(class)));
            }
            return before.into_iter().try_for_each(|before| self.uses(task, before));
        }
        match self.is_told_by_nobody(class) {
            true => Ok(()),
            false => told(format!(
                "it uses {}, which is initialised when it is first used",
                self.world.name(class)
            )),
        }
    }

    /// Whether whoever makes an instance of `inner` is in the code of `outer`, and has begun to initialise it: an anonymous class, such as
    /// that of a constant of an enum. Of the library, classes that are nested in another are its own business.
    fn is_only_made_inside(&self, inner: ClassId, outer: ClassId) -> bool {
        let rest = self.world.name(inner).strip_prefix(self.world.name(outer));
        rest.and_then(|rest| rest.strip_prefix('$')).is_some_and(|rest| {
            self.origin(inner) == Origin::Jdk || rest.bytes().all(|byte| byte.is_ascii_digit())
        })
    }

    /// Whether an object cannot change while a run goes on, but by the run itself. What belongs to classes that are not translated
    /// is changed by nobody.
    fn may_read(&self, task: &Task, object: &Object) -> bool {
        object.owner == task.class || object.frozen || task.for_values && self.is_left_out(object.owner)
    }

    /// An object that the run may change: what it has made. What belongs to classes that are not translated may be changed too,
    /// but then nothing is said about it.
    fn owned(&mut self, task: &Task, value: Value) -> Step<&mut Object> {
        let owner = self.ahead.heap.get(value)?.owner;
        let is_nobodys = task.for_values && self.is_left_out(owner);
        let object = self.ahead.heap.get_mut(value)?;
        if owner != task.class && !is_nobodys || object.frozen {
            return told("it changes an object that it did not make");
        }
        object.changed |= owner != task.class;
        Ok(object)
    }

    /// The kind and the elements of an array.
    fn elements(&self, task: &Task, value: Value) -> Step<(&str, &[Value])> {
        let object = self.ahead.heap.get(value)?;
        match &object.body {
            Body::Array(desc, elements) if self.may_read(task, object) => Ok((desc, elements)),
            Body::Array(..) => told("it reads an array that it did not make"),
            _ => told("what should be an array is none"),
        }
    }

    /// The arrays of the library that are written by their own initialiser only: boxes of small numbers, of which `valueOf`
    /// reads one, and the constants of an enum, of which `values` makes a copy.
    fn is_never_written(&self, class: ClassId, field: &str) -> bool {
        let of = self.world.class(class);
        let boxes = ["Integer$IntegerCache", "Long$LongCache", "Short$ShortCache", "Byte$ByteCache"];
        let name = of.file.name.strip_prefix("java/lang/").unwrap_or("");
        let is_box =
            of.origin == Origin::Jdk && (boxes.contains(&name) || name == "Character$CharacterCache");
        is_box && matches!(field, "cache" | "archivedCache")
            || field == "$VALUES" && self.copies_constants(class)
    }

    /// Whether the only use of the array of constants, besides making it, is to copy it.
    fn copies_constants(&self, class: ClassId) -> bool {
        let file = &self.world.class(class).file;
        let is_enum = file.superclass.as_deref() == Some("java/lang/Enum");
        let field = file.fields.iter().find(|field| field.name == "$VALUES");
        let hidden = flags::PRIVATE | flags::STATIC | flags::FINAL;
        let copied = file.methods.iter().filter_map(|method| method.code.as_ref()).all(|code| {
            let Ok(ops) = code.ops(&file.pool) else { return false };
            let is_read = |op: &Op| matches!(op, Op::GetStatic(member) if member.name == "$VALUES");
            let is_copy = |op: Option<&(u32, Op)>| matches!(op, Some((_, Op::Call(_, member))) if member.name == "clone");
            ops.iter().enumerate().all(|(at, (_, op))| !is_read(op) || is_copy(ops.get(at + 1)))
        });
        is_enum && field.is_some_and(|field| field.flags & hidden == hidden) && copied
    }
}
