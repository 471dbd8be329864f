//! Names of places that mean the same in all states, and what the user said about them.

use crate::code::Code;
use crate::enabled::{View, holder};
use crate::eval::eval;
use crate::state::{DATA, State};
use commute_base::Span;
use commute_ir::analysis::array_words;
use commute_ir::{Annotation, Class, ClassId, Expr, ExprKind, Program, Shape, ShapeId, Ty};
use commute_machine::{Annotated, AnnotationKind, Location, ObjId, Tid, Variable};
use commute_mutants::mutant;
use std::collections::BTreeMap;

/// Which variable a place belongs to.
pub fn variable(code: &Code, st: &State, location: Location) -> Option<Variable> {
    let is_static = |o: ObjId| (o.0 as usize) < code.program.statics.len();
    if !exists(code, st, location) {
        return None;
    }
    let kind = |o: ObjId| st.object(u64::from(o.0) + 1)[0] as u32;
    Some(match location {
        Location::Global(global) => Variable::Global(global),
        Location::Word(o, word) if is_static(o) && !grows(code, st, o) => Variable::StaticWord(o, word),
        Location::Word(o, _) | Location::Object(o) | Location::Monitor(o) if is_static(o) => {
            Variable::Static(o)
        }
        Location::Word(o, word) => match code.program.shapes[kind(o) as usize] {
            Shape::Instance(_) => Variable::Field(kind(o), word),
            _ => Variable::Elements(kind(o)),
        },
        Location::Object(o) | Location::Monitor(o) => Variable::Elements(kind(o)),
        Location::Thread(_) => return None,
    })
}

/// Whether a place is there: the step that is about to access it may have to make the object first, or fail.
fn exists(code: &Code, st: &State, location: Location) -> bool {
    let there = |o: ObjId| (o.0 as usize) < st.objects();
    match location {
        Location::Global(_) | Location::Thread(_) => true,
        Location::Object(o) | Location::Monitor(o) => there(o),
        Location::Word(o, word) => {
            let is_inside = || (word as usize) < st.data_len(u64::from(o.0) + 1);
            there(o) && (may_become_longer(code, st, o) || is_inside())
        }
    }
}

/// Whether an element that is beyond the end of an object now may be there when the step accesses it.
#[mutant("elements-beyond-the-end-are-nothing", false)]
fn may_become_longer(code: &Code, st: &State, o: ObjId) -> bool {
    grows(code, st, o)
}

/// Whether an object is an array that grows and shrinks. Then an access to an element depends on what changes the length, even if it
/// is beyond the end now: all of the array is one variable.
#[mutant("elements-are-apart-from-lengths", false)]
fn grows(code: &Code, st: &State, o: ObjId) -> bool {
    let shape = st.object(u64::from(o.0) + 1)[0] as usize;
    matches!(code.program.shapes[shape], Shape::Seq(_))
}

/// The variable as which one is seen, by the granularity of its class.
pub fn seen_as(code: &Code, variable: Variable) -> Variable {
    let program = &code.program;
    let kind = match variable {
        Variable::Field(kind, _) => kind,
        Variable::StaticWord(o, _) => program.statics[o.0 as usize].shape.index() as u32,
        _ => return variable,
    };
    let Shape::Instance(class) = program.shapes[kind as usize] else { return variable };
    let Some(whole) = code.grains.whole[class.index()] else { return variable };
    let kind = program.shapes.iter().position(|&shape| shape == Shape::Instance(whole));
    kind.map_or(variable, |kind| Variable::Elements(kind as u32))
}

/// A variable as the program writes it.
pub fn name(program: &Program, variable: Variable) -> String {
    let shape = |kind: u32| program.shapes[kind as usize];
    let of_static = |o: ObjId| &program.statics[o.0 as usize];
    match variable {
        Variable::Global(global) => program.globals[global as usize].name.clone(),
        Variable::Static(o) => of_static(o).name.clone(),
        Variable::StaticWord(o, word) => match program.shapes[of_static(o).shape.index()] {
            Shape::Instance(class) => {
                format!("{}.{}", of_static(o).name, program.classes[class.index()].fields[word as usize].name)
            }
            _ => format!("{}[{word}]", of_static(o).name),
        },
        Variable::Field(kind, word) => match shape(kind) {
            Shape::Instance(class) => {
                let class = &program.classes[class.index()];
                format!("{}.{}", class.name, class.fields[word as usize].name)
            }
            _ => kind_name(program, kind),
        },
        Variable::Elements(kind) => format!("each {}", kind_name(program, kind)),
    }
}

/// The kind of an object in words.
pub fn kind_name(program: &Program, kind: u32) -> String {
    match program.shapes[kind as usize] {
        Shape::Instance(class) => program.classes[class.index()].name.clone(),
        Shape::Array(of) => {
            format!("array of {}{}", type_name(program, of), array_words(program, ShapeId(kind)))
        }
        Shape::Seq(of) => format!("growable array of {}", type_name(program, of)),
        Shape::Set(of) => format!("set of {}", type_name(program, of)),
        Shape::Lock => "lock".into(),
        Shape::RwLock => "rwlock".into(),
        Shape::Semaphore => "semaphore".into(),
        Shape::Barrier => "barrier".into(),
        Shape::Channel(of) => format!("channel of {}", type_name(program, of)),
        Shape::Thread => "thread handle".into(),
    }
}

/// A type in words.
fn type_name(program: &Program, ty: Ty) -> String {
    match ty {
        Ty::Bool => "bool".into(),
        Ty::I32 | Ty::I64 => "int".into(),
        Ty::F32 | Ty::F64 => "float".into(),
        Ty::Range { lo, hi } => format!("{lo}..={hi}"),
        Ty::Enum(of) => program.enums[of.index()].name.clone(),
        Ty::Class(class) => program.classes[class.index()].name.clone(),
        Ty::Object(shape) => kind_name(program, shape.index() as u32),
        Ty::AnyRef => "objects".into(),
    }
}

/// Where in the source the next step of a thread is.
pub fn place(code: &Code, st: &State, t: Tid) -> Span {
    let view = View::of(st.thread(t.index()));
    let func = &code.program.functions[view.func as usize];
    func.spans.get(view.pc as usize).copied().unwrap_or(func.span)
}

/// Everything the user said about variables, with the predicates that say who has access.
#[derive(Default)]
pub struct Annotations {
    said: Vec<(Annotated, Option<Expr>)>,
}

impl Annotations {
    /// Of a program.
    pub fn new(program: &Program) -> Self {
        let mut all = Self::default();
        for (i, global) in program.globals.iter().enumerate() {
            all.add(program, Variable::Global(i as u32), &global.annotations, global.span);
        }
        for (i, object) in program.statics.iter().enumerate() {
            all.add(program, Variable::Static(ObjId(i as u32)), &object.annotations, object.span);
        }
        for (kind, shape) in program.shapes.iter().enumerate() {
            let Shape::Instance(class) = shape else { continue };
            for (word, field) in program.classes[class.index()].fields.iter().enumerate() {
                let variable = Variable::Field(kind as u32, word as u32);
                all.add(program, variable, &field.annotations, field.span);
                if is_self_locking(program, *class) {
                    all.add_self_locking(program, variable, *class);
                }
            }
        }
        all
    }

    /// A word of an instance that is said to be accessed only by the holder of its monitor.
    fn add_self_locking(&mut self, program: &Program, variable: Variable, class: ClassId) {
        let class = &program.classes[class.index()];
        let this = Expr { kind: ExprKind::Param(0), ty: Ty::AnyRef, span: class.span };
        let (name, kind, span) = (class.name.clone(), AnnotationKind::SelfLocking, class.span);
        self.said.push((Annotated { variable, kind, name, span }, Some(this)));
    }

    fn add(&mut self, program: &Program, variable: Variable, annotations: &[Annotation], span: Span) {
        for annotation in annotations {
            let (kind, predicate) = match annotation {
                Annotation::GuardedBy(lock) => (AnnotationKind::GuardedBy, Some(lock.clone())),
                Annotation::ExclusiveWhen(predicate) => {
                    (AnnotationKind::ExclusiveWhen, Some(predicate.clone()))
                }
                Annotation::Unshared => (AnnotationKind::Unshared, None),
                Annotation::ReadOnly => (AnnotationKind::ReadOnly, None),
                Annotation::Communication => (AnnotationKind::Communication, None),
                // Said of classes.
                Annotation::SelfLocking | Annotation::ByMethod | Annotation::ByClass => continue,
            };
            let name = name(program, variable);
            self.said.push((Annotated { variable, kind, name, span }, predicate));
        }
    }

    /// What was said, in order.
    pub fn list(&self) -> Vec<Annotated> {
        self.said.iter().map(|(annotated, _)| annotated.clone()).collect()
    }

    /// Whether an annotation gives access to the holder of one lock that is always the same. Others neither give nor take that.
    #[mutant("access-is-own-doing", true)]
    pub fn is_by_one_lock(&self, index: usize) -> bool {
        let (annotated, predicate) = &self.said[index];
        let lock = predicate.as_ref().map(|predicate| &predicate.kind);
        annotated.kind == AnnotationKind::GuardedBy
            && !matches!(annotated.variable, Variable::Field(..))
            && matches!(lock, Some(ExprKind::Static { index: None, .. }))
    }

    /// Whether annotation `index` gives `t` access, in `this` object if it is about fields.
    pub fn has_access(&self, code: &Code, st: &State, index: usize, this: Option<ObjId>, t: Tid) -> bool {
        let (annotated, Some(predicate)) = &self.said[index] else { return false };
        if is_by_lock(annotated.kind) {
            return holder_of(code, st, predicate, this) == Some(t.index());
        }
        let mut params = Vec::from_iter([t.index() as i64].into_iter().chain(this.map(parameter)));
        eval(code, st, &mut params, predicate).is_some_and(|value| value != 0)
    }

    /// Calls `f` for each thread to which it does so. A lock is looked at once for all threads.
    pub fn have_access(
        &self,
        code: &Code,
        st: &State,
        index: usize,
        this: Option<ObjId>,
        f: &mut dyn FnMut(Tid),
    ) {
        match &self.said[index] {
            (annotated, Some(predicate)) if is_by_lock(annotated.kind) => {
                let holder = holder_of(code, st, predicate, this);
                holder.filter(|&t| t < st.threads()).map(Tid::new).into_iter().for_each(f);
            }
            _ => {
                let threads = (0..st.threads()).map(Tid::new);
                threads.filter(|&t| self.has_access(code, st, index, this, t)).for_each(f);
            }
        }
    }
}

/// Whether an annotation names a lock, and not a condition on threads.
fn is_by_lock(kind: AnnotationKind) -> bool {
    matches!(kind, AnnotationKind::GuardedBy | AnnotationKind::SelfLocking)
}

/// An object as a parameter of a predicate.
fn parameter(o: ObjId) -> i64 {
    i64::from(o.0) + 1
}

/// Who holds the lock that an annotation names.
fn holder_of(code: &Code, st: &State, lock: &Expr, this: Option<ObjId>) -> Option<usize> {
    let mut params = Vec::from_iter(this.map(parameter));
    owner(code, st, eval(code, st, &mut params, lock)?)
}

/// The variables that the program says are guarded by a certain static lock. Of a condition in front of it, or of a lock that depends on
/// the object, nothing is said here.
pub fn named_guards(program: &Program) -> BTreeMap<Variable, ObjId> {
    let lock = |annotations: &[Annotation]| {
        annotations.iter().find_map(|annotation| match annotation {
            Annotation::GuardedBy(Expr { kind: ExprKind::Static { base, index: None, .. }, .. }) => {
                let is_lock = program.shapes[program.statics[base.index()].shape.index()] == Shape::Lock;
                is_lock.then_some(ObjId(base.index() as u32))
            }
            _ => None,
        })
    };
    let mut guards = BTreeMap::new();
    for (at, global) in program.globals.iter().enumerate() {
        guards.extend(lock(&global.annotations).map(|lock| (Variable::Global(at as u32), lock)));
    }
    for (at, object) in program.statics.iter().enumerate() {
        let o = ObjId(at as u32);
        if let Some(lock) = lock(&object.annotations) {
            let words = (0..object.data.len() as u32).map(|word| Variable::StaticWord(o, word));
            guards.extend(words.chain([Variable::Static(o)]).map(|variable| (variable, lock)));
        }
    }
    guards
}

/// Whether a class or one that it extends is annotated so.
fn is_self_locking(program: &Program, class: ClassId) -> bool {
    let annotated = |c: &Class| c.annotations.contains(&Annotation::SelfLocking);
    let ancestors = std::iter::successors(Some(class), |c| program.classes[c.index()].superclass);
    ancestors.into_iter().any(|c| annotated(&program.classes[c.index()]))
}

/// Who holds the lock or monitor that a reference refers to.
fn owner(code: &Code, st: &State, reference: i64) -> Option<usize> {
    if reference <= 0 || reference as usize > st.objects() {
        return None;
    }
    let words = st.object(reference as u64);
    match code.program.shapes[words[0] as usize] {
        Shape::Lock | Shape::RwLock => (words[DATA] as usize).checked_sub(1),
        _ => holder(words[1]),
    }
}
