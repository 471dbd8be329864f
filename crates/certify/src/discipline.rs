//! Whether an execution contradicts what the user said of how data is shared: an independent look at the annotations
//! `guarded_by`, `exclusive ... when`, `unshared`, `readonly` and `self_locking`.
//!
//! An annotation is named by its variable and keyword (`total guarded_by`), one of a class by the class (`Buffer
//! self_locking`). It is contradicted by an execution whose last step accesses the variable without the access that the
//! annotation asks for, takes away another thread's access, or leads to a state in which two threads have it; or after which
//! a thread without access is blocked at a guard that reads the variable, or in an operation on it.

use crate::execute::Cell;
use crate::expr::{evaluate, owner};
use crate::interpreter::Interpreter;
use crate::objects::touch_by;
use crate::shared::Shared;
use crate::state::{Object, Value};
use commute_ir::{Annotation, ClassId, Instr, Program, Shape};
use commute_machine::Transition;

/// A variable with an annotation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Subject {
    Global(usize),
    Static(u32),
    Field(Shape, usize),
}

/// An access of a step.
#[derive(Clone, Copy, Debug)]
pub struct Touch {
    /// Where; a whole object has no word.
    pub cell: TouchedCell,
    /// Whether it may change.
    pub writes: bool,
}

/// What was touched.
#[derive(Clone, Copy, Debug)]
pub enum TouchedCell {
    /// A global.
    Global(usize),
    /// A word of an object, or all of it.
    Object(u32, Option<usize>),
}

impl From<Cell> for TouchedCell {
    fn from(cell: Cell) -> Self {
        match cell {
            Cell::Global(g) => TouchedCell::Global(g),
            Cell::Word(o, w) => TouchedCell::Object(o, Some(w)),
        }
    }
}

struct Rule<'p> {
    subject: Subject,
    annotation: &'p Annotation,
}

/// Whether the last step of `schedule`, or the state after it, contradicts the annotation called `rule`.
pub fn contradicts(program: &Program, schedule: &[Transition], rule: &str) -> bool {
    let rules: Vec<Rule> = rules(program, rule);
    let mut it = Interpreter::start(program, false).0;
    let mut shared = Shared::of(&it);
    let Some((&last, first)) = schedule.split_last() else {
        return rules.iter().any(|r| r.is_contradicted_in(&it, &shared));
    };
    for &step in first {
        shared.advance(&mut it, step);
    }
    let (before, mut later) = (it.clone(), shared.clone());
    later.advance(&mut it, last);
    rules.iter().any(|rule| {
        rule.is_contradicted_by_step(&before, &it, last.tid.index(), &shared)
            || rule.is_contradicted_in(&it, &later)
    })
}

/// The annotations that say who has access.
pub struct Rules<'p> {
    rules: Vec<(String, Rule<'p>)>,
}

impl<'p> Rules<'p> {
    /// Of a program.
    pub fn new(program: &'p Program) -> Self {
        let mut rules = Vec::new();
        for (variable, subject, annotations) in subjects(program) {
            let rule =
                |annotation| (format!("{variable} {}", keyword(annotation)), Rule { subject, annotation });
            rules.extend(annotations.iter().filter(|a| is_about_access(a)).map(rule));
        }
        Self { rules }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// What a state contradicts by itself.
    pub fn of_state(&self, it: &Interpreter<'_>, shared: &Shared) -> Vec<String> {
        self.those(|rule| !rule.is_unshared() && rule.is_contradicted_in(it, shared))
    }

    /// What a step of `t` contradicts; `shared` is about the states up to `before`.
    pub fn of_step(
        &self,
        before: &Interpreter<'_>,
        after: &Interpreter<'_>,
        t: usize,
        shared: &Shared,
    ) -> Vec<String> {
        self.those(|rule| !rule.is_unshared() && rule.is_contradicted_by_step(before, after, t, shared))
    }

    /// What is said to be of one thread alone and touched by a step.
    pub fn unshared_of_step(
        &self,
        before: &Interpreter<'_>,
        after: &Interpreter<'_>,
        shared: &Shared,
    ) -> Vec<String> {
        let touched =
            |rule: &Rule<'_>| after.touched.iter().any(|touch| rule.concerns(before, touch, shared));
        self.those(|rule| rule.is_unshared() && touched(rule))
    }

    /// The same for what the guard reads that `t` is blocked at.
    pub fn unshared_of_guard(&self, it: &Interpreter<'_>, t: usize, shared: &Shared) -> Vec<String> {
        self.those(|rule| rule.is_unshared() && rule.guard_of_reads(it, t, shared))
    }

    fn those(&self, is_wanted: impl Fn(&Rule<'p>) -> bool) -> Vec<String> {
        let wanted = self.rules.iter().filter(|(_, rule)| is_wanted(rule));
        wanted.map(|(name, _)| name.clone()).collect()
    }
}

fn is_about_access(annotation: &Annotation) -> bool {
    use Annotation::{ByClass, ByMethod, Communication};
    !matches!(annotation, Communication | ByMethod | ByClass)
}

/// The first annotation that the last step of `schedule` contradicts.
pub fn contradicted(program: &Program, schedule: &[Transition]) -> Option<String> {
    let named = |(variable, _, annotations): (String, Subject, &[Annotation])| -> Vec<String> {
        annotations.iter().map(|a| format!("{variable} {}", keyword(a))).collect()
    };
    let names: Vec<String> = subjects(program).into_iter().flat_map(named).collect();
    names.into_iter().find(|name| contradicts(program, schedule, name))
}

impl Touch {
    /// The object, if it is a part of one.
    pub fn object(&self) -> Option<u32> {
        match self.cell {
            TouchedCell::Global(_) => None,
            TouchedCell::Object(o, _) => Some(o),
        }
    }
}

/// Every variable that annotations can be about.
fn subjects(program: &Program) -> Vec<(String, Subject, &[Annotation])> {
    let mut all: Vec<(String, Subject, &[Annotation])> = Vec::new();
    for (i, global) in program.globals.iter().enumerate() {
        all.push((global.name.clone(), Subject::Global(i), &global.annotations));
    }
    for (i, object) in program.statics.iter().enumerate() {
        all.push((object.name.clone(), Subject::Static(i as u32), &object.annotations));
    }
    for &shape in &program.shapes {
        let Shape::Instance(class) = shape else { continue };
        let class = &program.classes[class.index()];
        for (i, field) in class.fields.iter().enumerate() {
            let name = format!("{}.{}", class.name, field.name);
            all.push((name, Subject::Field(shape, i), &field.annotations));
        }
    }
    all.extend(self_locking(program));
    all
}

/// The instances of classes that are self-locking, or extend one that is, field by field.
fn self_locking(program: &Program) -> Vec<(String, Subject, &[Annotation])> {
    let mut all: Vec<(String, Subject, &[Annotation])> = Vec::new();
    for &shape in &program.shapes {
        let Shape::Instance(id) = shape else { continue };
        let class = &program.classes[id.index()];
        let annotated = |(c, a): &(usize, &Annotation)| {
            **a == Annotation::SelfLocking && program.is_subclass(id, ClassId(*c as u32))
        };
        let said = program
            .classes
            .iter()
            .enumerate()
            .flat_map(|(c, class)| class.annotations.iter().map(move |a| (c, a)));
        if let Some((_, annotation)) = said.into_iter().find(annotated) {
            let fields = 0..class.fields.len();
            all.extend(
                fields.map(|i| {
                    (class.name.clone(), Subject::Field(shape, i), std::slice::from_ref(annotation))
                }),
            );
        }
    }
    all
}

/// The annotations of this name.
fn rules<'p>(program: &'p Program, name: &str) -> Vec<Rule<'p>> {
    let named =
        |variable: &str, annotation: &Annotation| format!("{variable} {}", keyword(annotation)) == name;
    let mut rules = Vec::new();
    for (variable, subject, annotations) in subjects(program) {
        let wanted = annotations.iter().filter(|a| named(&variable, a));
        rules.extend(wanted.map(|annotation| Rule { subject, annotation }));
    }
    rules
}

fn keyword(annotation: &Annotation) -> &'static str {
    match annotation {
        Annotation::GuardedBy(_) => "guarded_by",
        Annotation::ExclusiveWhen(_) => "exclusive",
        Annotation::Unshared => "unshared",
        Annotation::ReadOnly => "readonly",
        Annotation::SelfLocking => "self_locking",
        Annotation::ByMethod => "by_method",
        Annotation::ByClass => "by_class",
        Annotation::Communication => "communication",
    }
}

impl Rule<'_> {
    fn is_unshared(&self) -> bool {
        matches!(self.annotation, Annotation::Unshared)
    }

    fn is_contradicted_in(&self, it: &Interpreter<'_>, shared: &Shared) -> bool {
        self.is_shared(it, shared) || Self::live(it).any(|t| self.guard_of_reads(it, t, shared))
    }

    /// `shared` is about the states up to `before`.
    fn is_contradicted_by_step(
        &self,
        before: &Interpreter<'_>,
        after: &Interpreter<'_>,
        t: usize,
        shared: &Shared,
    ) -> bool {
        let counts = |touch: &&Touch| self.concerns(before, touch, shared);
        let careless = after.touched.iter().filter(counts).any(|touch| match self.annotation {
            // Another execution may have shown the first thread.
            Annotation::Unshared => true,
            Annotation::ReadOnly => touch.writes,
            Annotation::Communication | Annotation::ByMethod | Annotation::ByClass => false,
            Annotation::GuardedBy(_) | Annotation::ExclusiveWhen(_) | Annotation::SelfLocking => {
                !self.gives(before, touch.object(), t)
            }
        });
        careless || self.is_taken(before, after, t, shared)
    }

    fn concerns(&self, it: &Interpreter<'_>, touch: &Touch, shared: &Shared) -> bool {
        match (self.subject, touch.cell) {
            (Subject::Global(g), TouchedCell::Global(touched)) => g == touched,
            (Subject::Static(o), TouchedCell::Object(touched, _)) => o == touched,
            (Subject::Field(shape, f), TouchedCell::Object(o, Some(word))) => {
                word == f
                    && shared.has(o)
                    && it.state.objects.contains_key(&o)
                    && it.state.object(o).shape == shape
            }
            _ => false,
        }
    }

    /// Whether thread `t` has the access that the annotation speaks of.
    fn gives(&self, it: &Interpreter<'_>, object: Option<u32>, t: usize) -> bool {
        let this = matches!(self.subject, Subject::Field(..)).then_some(Value::Ref(object));
        match self.annotation {
            Annotation::GuardedBy(lock) => {
                let mut params: Vec<Value> = this.into_iter().collect();
                let lock = evaluate(it, lock, &mut params).and_then(Value::object);
                lock.is_some_and(|o| owner(it.state.object(o)) == Some(t))
            }
            Annotation::ExclusiveWhen(predicate) => {
                let mut params: Vec<Value> = [Value::Num(t as i64)].into_iter().chain(this).collect();
                evaluate(it, predicate, &mut params).is_some_and(Value::is_true)
            }
            Annotation::SelfLocking => object.is_some_and(|o| owner(it.state.object(o)) == Some(t)),
            _ => false,
        }
    }

    /// The shared objects whose field it is about, or nothing once.
    fn instances(&self, it: &Interpreter<'_>, shared: &Shared) -> Vec<Option<u32>> {
        match self.subject {
            Subject::Field(shape, _) => {
                let counts =
                    |(number, object): &(&u32, &Object)| object.shape == shape && shared.has(**number);
                it.state.objects.iter().filter(counts).map(|(&number, _)| Some(number)).collect()
            }
            _ => vec![None],
        }
    }

    fn live(it: &Interpreter<'_>) -> std::vec::IntoIter<usize> {
        let live = (0..it.state.threads.len()).filter(|&t| !it.state.threads[t].status.is_finished());
        live.collect::<Vec<_>>().into_iter()
    }

    /// Whether two threads have access.
    fn is_shared(&self, it: &Interpreter<'_>, shared: &Shared) -> bool {
        let holders = |object: &Option<u32>| Self::live(it).filter(|&t| self.gives(it, *object, t)).count();
        self.instances(it, shared).iter().any(|object| holders(object) > 1)
    }

    /// Whether a thread other than `t` has lost access to an instance that is still there.
    fn is_taken(&self, before: &Interpreter<'_>, after: &Interpreter<'_>, t: usize, shared: &Shared) -> bool {
        let (old, new) = (self.instances(before, shared), self.instances(after, shared));
        let lost = |u: usize, o: &Option<u32>| self.gives(before, *o, u) && !self.gives(after, *o, u);
        let mut others = Self::live(after).filter(|&u| u != t && u < before.state.threads.len());
        others.any(|u| old.iter().filter(|o| new.contains(o)).any(|o| lost(u, o)))
    }

    /// Whether thread `t` waits, at a guard that reads the variable or in an operation on it, without access.
    fn guard_of_reads(&self, it: &Interpreter<'_>, t: usize, shared: &Shared) -> bool {
        let careless = |touch: &Touch| match self.annotation {
            Annotation::GuardedBy(_) | Annotation::ExclusiveWhen(_) | Annotation::SelfLocking => {
                !self.gives(it, touch.object(), t)
            }
            // Another execution may have shown the first thread.
            Annotation::Unshared => true,
            Annotation::ReadOnly => touch.writes,
            _ => false,
        };
        let finished = it.state.threads[t].status.is_finished();
        if finished || it.state.exclusive.is_some() {
            return false;
        }
        let touched = match it.instr(t) {
            Instr::AtomicBegin => it.touched_where_blocked(t).unwrap_or_default(),
            Instr::Invoke { op, obj, .. } if it.running(t) && it.own_choices(t) == 0 => {
                it.value(t, *obj).object().and_then(|o| touch_by(*op, o)).into_iter().collect()
            }
            _ => return false,
        };
        touched.iter().any(|touch| self.concerns(it, touch, shared) && careless(touch))
    }
}
