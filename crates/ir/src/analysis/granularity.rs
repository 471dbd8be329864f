//! At what grain accesses to the instances of a class are seen: by field, by method, or the class as a whole.
//!
//! # Source
//! Sto00 section 10: field, method and atomic granularity, with the requirements for using the latter two.
//!
//! # Idea
//! Normally each field is a variable. A class with the annotation `by_method` is one variable: an invocation of a method stands for
//! all accesses to `this` in it. A class with `by_class` is one variable together with the objects that it keeps to itself: an
//! invocation stands for all that is computed in it. That is right only if nobody else sees what is inside.
//!
//! # Notation
//! ona encapsulated within oa: [`Grains::whole`] maps the class of ona to that of oa; an intercepted invocation of a method of oa:
//! a call of a function `C.m` by one that is no part of C.
//!
//! # Premises
//! - The requirements of section 10, each checked here ([`Unmet`]): methods perform no visible operation, but may be synchronized;
//!   all fields are private; methods access no instance but `this`; and for `by_class`, what methods access of other objects
//!   is accessed in them alone, and they access no global variable.
//! - Arrays, growable arrays and sets have no class; where methods of a `by_class` class access any, nobody else may.
//!
//! # Deviations
//! - D1: what an instance keeps to itself is found by following references from it through its parts (`movers/lockset.rs`, D2).
//! - D2: the paper leaves the requirements to the user. Here they are checked conservatively, by control flow that ignores values.
//! - D3: a field that is written where its object is created is initialised there, which needs no privacy.

use super::CallGraph;
use super::operations::{Calls, Fresh, is_of_data, place};
use crate::{Annotation, Class, ClassId, FuncId, Function, Instr, ObjOp, Operand, Place, Program, Reg};
use commute_base::Span;
use fixedbitset::FixedBitSet;

/// Of which class each class is a part.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Grains {
    /// For each class, the class as which it is seen; none if its fields are seen one by one.
    pub whole: Vec<Option<ClassId>>,
}

/// A requirement that is not met.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unmet {
    /// Where.
    pub span: Span,
    /// The class with the annotation.
    pub class: ClassId,
    /// What is wrong there.
    pub what: String,
}

/// The grains that the annotations of a program mean, and what speaks against them.
pub fn grains(program: &Program) -> (Grains, Vec<Unmet>) {
    let annotated = |class: &Class| class.annotations.iter().any(is_coarse);
    let mut whole = vec![None; program.classes.len()];
    let mut unmet = Vec::new();
    if program.classes.iter().any(annotated) {
        let calls = Calls::new(program);
        let fresh = Fresh::new(program, &calls);
        for at in 0..program.classes.len() {
            if annotated(&program.classes[at]) {
                let mut check = Check::new(program, &calls.graph, &fresh, ClassId(at as u32));
                check.run();
                for class in check.parts() {
                    whole[class.index()] = Some(check.class);
                }
                unmet.append(&mut check.unmet);
            }
        }
    }
    (Grains { whole }, unmet)
}

fn is_coarse(annotation: &Annotation) -> bool {
    matches!(annotation, Annotation::ByMethod | Annotation::ByClass)
}

/// One class with an annotation.
struct Check<'a> {
    program: &'a Program,
    fresh: &'a Fresh<'a>,
    class: ClassId,
    by_class: bool,
    /// Its methods.
    methods: FixedBitSet,
    /// What its methods may run.
    inside: FixedBitSet,
    /// What may run without one of its methods being called.
    outside: FixedBitSet,
    unmet: Vec<Unmet>,
}

impl<'a> Check<'a> {
    fn new(program: &'a Program, calls: &CallGraph, fresh: &'a Fresh<'a>, class: ClassId) -> Self {
        let count = program.functions.len();
        let decl = &program.classes[class.index()];
        let is_method = |f: &Function| f.name.strip_prefix(&decl.name).is_some_and(is_member);
        let mut methods = FixedBitSet::with_capacity(count);
        (0..count).filter(|&f| is_method(&program.functions[f])).for_each(|f| methods.insert(f));
        let inside = calls.called_from(methods.ones().map(|f| FuncId(f as u32)));
        let by_class = decl.annotations.contains(&Annotation::ByClass);
        let outside = outside(program, calls, &methods);
        Self { program, fresh, class, by_class, methods, inside, outside, unmet: Vec::new() }
    }

    fn refuse(&mut self, (f, at): (usize, usize), what: String) {
        let span = self.program.functions[f].spans[at];
        self.unmet.push(Unmet { span, class: self.class, what });
    }

    fn run(&mut self) {
        for f in 0..self.program.functions.len() {
            let function = &self.program.functions[f];
            for (at, instr) in function.code.iter().enumerate() {
                if let Some(place) = place(instr) {
                    self.access((f, at), place);
                }
                if self.inside.contains(f) && is_visible(instr) {
                    self.refuse(
                        (f, at),
                        "a method performs an operation that other threads can see".to_owned(),
                    );
                }
            }
        }
    }

    fn access(&mut self, here: (usize, usize), place: Place) {
        let (f, at) = here;
        let name = &self.program.classes[self.class.index()].name;
        match place {
            Place::Field { obj, class, .. } if class == self.class => {
                if !self.methods.contains(f) && !self.fresh.at(f, at, obj) {
                    self.refuse(here, format!("a field of `{name}` is accessed outside of its methods"));
                } else if self.methods.contains(f)
                    && obj != Operand::Reg(Reg(0))
                    && !self.fresh.at(f, at, obj)
                {
                    self.refuse(here, format!("a method accesses another `{name}` than `this`"));
                }
            }
            Place::Global(g) if self.by_class && self.inside.contains(f) => {
                let global = self.program.globals[g.index()].name.clone();
                self.refuse(here, format!("a method accesses the global variable `{global}`"));
            }
            Place::Field { class, .. } if self.by_class && self.inside.contains(f) => {
                let leaks = self.accessors(class).any(|g| self.outside.contains(g));
                if leaks {
                    let other = self.program.classes[class.index()].name.clone();
                    self.refuse(
                        here,
                        format!("a method accesses `{other}`, which is accessed elsewhere too"),
                    );
                }
            }
            Place::Elem { .. } | Place::Slot { .. } if self.by_class && self.inside.contains(f) => {
                let elements = |g: usize| {
                    let code = &self.program.functions[g].code;
                    code.iter().filter_map(place_of_elements).next().is_some()
                };
                if (0..self.program.functions.len()).any(|g| self.outside.contains(g) && elements(g)) {
                    self.refuse(
                        here,
                        "a method accesses an array, and arrays are accessed elsewhere too".to_owned(),
                    );
                }
            }
            _ => {}
        }
    }

    /// The functions that access fields of a class.
    fn accessors(&self, class: ClassId) -> impl Iterator<Item = usize> + '_ {
        let accesses =
            move |instr: &Instr| matches!(place(instr), Some(Place::Field { class: of, .. }) if of == class);
        (0..self.program.functions.len())
            .filter(move |&f| self.program.functions[f].code.iter().any(accesses))
    }

    /// The class itself and, if it is seen with what it keeps to itself, the classes of that.
    fn parts(&self) -> Vec<ClassId> {
        let mut parts = vec![self.class];
        if self.by_class {
            let others = (0..self.program.classes.len()).map(|c| ClassId(c as u32));
            parts.extend(others.filter(|&c| {
                c != self.class
                    && self.accessors(c).next().is_some()
                    && self.accessors(c).all(|f| self.inside.contains(f) && !self.outside.contains(f))
            }));
        }
        parts
    }
}

/// What may run without a function of `methods` being called: from where threads begin, and from the initialisation.
fn outside(program: &Program, calls: &CallGraph, methods: &FixedBitSet) -> FixedBitSet {
    let mut found = FixedBitSet::with_capacity(program.functions.len());
    let mut work: Vec<FuncId> = program.threads.iter().map(|t| t.func).chain(program.init).collect();
    while let Some(f) = work.pop() {
        if !methods.contains(f.index()) && !found.put(f.index()) {
            work.extend(calls.callees(f).iter().chain(calls.spawned(f)));
        }
    }
    found
}

/// `.method`, as the rest of a function's name.
fn is_member(rest: &str) -> bool {
    rest.strip_prefix('.').is_some_and(|method| !method.contains('.'))
}

fn place_of_elements(instr: &Instr) -> Option<()> {
    match instr {
        Instr::Invoke { op, .. } => is_of_data(*op).then_some(()),
        _ => matches!(place(instr), Some(Place::Elem { .. } | Place::Slot { .. })).then_some(()),
    }
}

/// Whether other threads can see when it is performed (Sto00 section 2.3), except entering the monitor of `this`.
fn is_visible(instr: &Instr) -> bool {
    use ObjOp::*;
    match instr {
        Instr::Invoke { op: MonitorEnter, obj, .. } => *obj != Operand::Reg(Reg(0)),
        Instr::Invoke { op, .. } => {
            !is_of_data(*op) && !matches!(op, MonitorExit | Release | Notify | NotifyAll)
        }
        Instr::Spawn { .. } | Instr::Start { .. } | Instr::Choose { .. } | Instr::Block { .. } => true,
        _ => false,
    }
}
