//! Checks of the tables: everything but code and properties.

use super::Checker;
use crate::{
    Annotation, Class, ClassId, Function, GlobalId, Instr, ObjOp, Operand, Program, Selector, Shape, ShapeId,
    StaticId, StaticObject, ThreadDecl, Ty,
};
use std::collections::HashSet;

impl Checker<'_> {
    pub(super) fn tables(&mut self) {
        self.classes();
        self.interface_cycles();
        self.selectors();
        self.shapes();
        self.globals();
        self.statics();
        self.init();
        self.threads();
        self.faults();
        self.places();
    }

    fn classes(&mut self) {
        for (i, class) in self.program.classes.iter().enumerate() {
            let id = ClassId::new(i);
            self.enter(format!("{id} {:?}", class.name));
            self.superclass(id, class);
            for &interface in &class.interfaces {
                if let Some(decl) = self.class(interface) {
                    self.check(decl.fields.is_empty(), || format!("the interface {interface} has fields"));
                }
            }
            self.annotations(&class.annotations);
            for field in &class.fields {
                self.ty(field.ty);
                self.annotations(&field.annotations);
            }
            self.methods(class);
        }
    }

    fn superclass(&mut self, id: ClassId, class: &Class) {
        let Some(superclass) = class.superclass else { return };
        let Some(decl) = self.class(superclass) else { return };
        self.check(superclass < id, || format!("its superclass {superclass} does not stand before it"));
        let inherits = decl.fields.len() <= class.fields.len()
            && decl.fields.iter().zip(&class.fields).all(|(a, b)| a.name == b.name && a.ty == b.ty);
        self.check(inherits, || format!("its fields do not begin with those of {superclass}"));
    }

    fn methods(&mut self, class: &Class) {
        let mut seen = HashSet::new();
        for &(selector, func) in &class.methods {
            self.selector(selector);
            self.check(seen.insert(selector), || format!("it has two methods for {selector}"));
            if let Some(decl) = self.func(func) {
                let receiver = decl.regs.first().filter(|_| decl.params > 0);
                let ok = receiver.is_some_and(|receiver| receiver.ty.is_ref());
                self.check(ok, || format!("the first parameter of its method {func} is not a reference"));
            }
        }
    }

    pub(super) fn selector(&mut self, selector: Selector) {
        self.entry(&self.program.selectors, selector.index(), selector);
    }

    /// Looking for a method or an ancestor follows superclasses and interfaces, so it must come to an end.
    fn interface_cycles(&mut self) {
        let done = ends_of_ancestry(self.program);
        for (i, class) in self.program.classes.iter().enumerate().filter(|&(i, _)| !done[i]) {
            self.enter(format!("{} {:?}", ClassId::new(i), class.name));
            self.report("it is among its own superclasses and interfaces, or one of them is");
        }
    }

    /// All methods of a selector are called in the same way.
    fn selectors(&mut self) {
        for (i, class) in self.program.classes.iter().enumerate() {
            self.enter(format!("{} {:?}", ClassId::new(i), class.name));
            for (selector, func) in &class.methods {
                let functions = &self.program.functions;
                let first = self.methods[selector];
                let (Some(a), Some(b)) = (functions.get(func.index()), functions.get(first.index())) else {
                    continue;
                };
                self.check(like(a, b), || {
                    format!("{func} and {first} are {selector} but differ in their types")
                });
            }
        }
    }

    fn shapes(&mut self) {
        for (i, &shape) in self.program.shapes.iter().enumerate() {
            self.enter(ShapeId::new(i).to_string());
            match shape {
                Shape::Instance(class) => {
                    self.class(class);
                }
                Shape::Array(ty) | Shape::Seq(ty) | Shape::Channel(ty) => self.ty(ty),
                Shape::Set(ty) => {
                    self.ty(ty);
                    self.check(!ty.is_ref(), || "the elements of a set are references".to_owned());
                }
                Shape::Lock | Shape::RwLock | Shape::Semaphore | Shape::Barrier | Shape::Thread => {}
            }
        }
    }

    fn globals(&mut self) {
        for (i, global) in self.program.globals.iter().enumerate() {
            self.enter(format!("{} {:?}", GlobalId::new(i), global.name));
            self.ty(global.ty);
            self.constant(global.init, global.ty, "its first value");
            self.process(global.process);
            self.annotations(&global.annotations);
        }
    }

    fn statics(&mut self) {
        for (i, object) in self.program.statics.iter().enumerate() {
            self.enter(format!("{} {:?}", StaticId::new(i), object.name));
            self.process(object.process);
            self.annotations(&object.annotations);
            if let Some(shape) = self.shape(object.shape) {
                self.data(object, shape);
            }
        }
    }

    fn data(&mut self, object: &StaticObject, shape: Shape) {
        let len = object.data.len();
        let fits = match shape {
            // A class that does not exist is reported with its shape.
            Shape::Instance(class) => {
                self.program.classes.get(class.index()).is_none_or(|class| class.fields.len() == len)
            }
            Shape::Array(_) | Shape::Seq(_) | Shape::Set(_) => true,
            Shape::Lock | Shape::Semaphore | Shape::Thread => len == 1,
            Shape::Barrier => len == 2,
            Shape::RwLock | Shape::Channel(_) => len >= 1,
        };
        self.check(fits, || format!("{len} words of data do not fit {shape:?}"));
        self.check(len <= Program::MAX_WORDS, || format!("{len} words of data are too many"));
        for (slot, &word) in object.data.iter().enumerate() {
            let ty = self.slot_ty(shape, slot);
            self.constant(word, ty, &format!("word {slot}"));
        }
        self.values(object, shape);
    }

    /// As [`Program::slot_ty`], but for shapes of classes that do not exist too.
    fn slot_ty(&self, shape: Shape, slot: usize) -> Ty {
        match shape {
            Shape::Instance(class) => {
                let class = self.program.classes.get(class.index());
                class.and_then(|class| class.fields.get(slot)).map_or(Ty::I64, |field| field.ty)
            }
            Shape::Array(ty) | Shape::Seq(ty) | Shape::Set(ty) => ty,
            Shape::Channel(ty) if slot > 0 => ty,
            _ => Ty::I64,
        }
    }

    /// What the words of a kind of objects must be besides their types.
    fn values(&mut self, object: &StaticObject, shape: Shape) {
        match (shape, object.data.as_slice()) {
            (Shape::Set(_), data) => {
                let ascending = data.windows(2).all(|pair| word(pair[0]) < word(pair[1]));
                self.check(ascending, || "the elements of a set are not ascending".to_owned());
            }
            (Shape::Channel(_), [Operand::Int(capacity), messages @ ..]) => {
                let fits = usize::try_from(*capacity).is_ok_and(|capacity| messages.len() <= capacity);
                self.check(fits, || format!("{} messages in a channel of {capacity}", messages.len()));
            }
            (Shape::Semaphore, [Operand::Int(value)]) => {
                self.check(*value >= 0, || format!("the value {value} of a semaphore is negative"));
            }
            _ => {}
        }
    }

    fn init(&mut self) {
        self.enter("init".to_owned());
        let Some(init) = self.program.init else { return };
        let Some(func) = self.func(init) else { return };
        self.check(func.params == 0, || format!("{init} has parameters"));
        for (pc, instr) in func.code.iter().enumerate() {
            self.pc = Some(pc);
            let forbidden = matches!(instr, Instr::Spawn { .. } | Instr::Start { .. } | Instr::Choose { .. });
            self.check(!forbidden, || format!("{init} chooses or spawns"));
        }
    }

    fn threads(&mut self) {
        let mut handles = HashSet::new();
        for (i, thread) in self.program.threads.iter().enumerate() {
            self.enter(format!("thread {i} {:?}", thread.name));
            self.process(thread.process);
            if let Some(func) = self.func(thread.func) {
                self.thread_args(thread, func);
            }
            if let Some(handle) = thread.handle {
                self.check(handles.insert(handle), || format!("its handle {handle} is another thread's"));
                let object = self.static_object(handle);
                let shape = object.and_then(|object| self.program.shapes.get(object.shape.index()));
                let fits = shape.is_none_or(|&shape| self.program.allows(shape, ObjOp::Join));
                self.check(fits, || format!("its handle {handle} is not of shape thread"));
            }
        }
    }

    fn thread_args(&mut self, thread: &ThreadDecl, func: &Function) {
        self.arity(thread.args.len(), func.params, thread.func);
        for (i, (&arg, param)) in thread.args.iter().zip(&func.regs).enumerate() {
            self.constant(arg, param.ty, &format!("argument {i}"));
        }
    }

    pub(super) fn arity(&mut self, args: usize, params: u32, func: impl std::fmt::Display) {
        self.check(args == params as usize, || format!("{args} arguments for {params} parameters of {func}"));
    }

    fn faults(&mut self) {
        let linked = self.program.functions.iter().any(|func| func.process.is_some());
        let most = if linked { self.program.processes.len() } else { 1 };
        for (i, &(fault, class)) in self.program.fault_classes.iter().enumerate() {
            self.enter(format!("fault {}", fault.name()));
            self.class(class);
            let before = self.program.fault_classes[..i].iter().filter(|(other, _)| *other == fault).count();
            self.check(before < most, || "it has two classes".to_owned());
        }
        self.enter("special classes".to_owned());
        self.program.root_class.map(|class| self.class(class));
        if let Some(class) = self.program.thread_class.and_then(|class| self.class(class)) {
            let first = class.fields.first().map(|field| field.ty.is_ref());
            self.check(first == Some(false), || "the first field of a thread is no thread word".to_owned());
        }
    }

    /// Numbers of places are those of instructions that are there.
    fn places(&mut self) {
        let program = self.program;
        self.enter("places".to_owned());
        let functions = program.functions.len();
        self.check(program.places.len() <= functions, || "there are places of no function".to_owned());
        for (numbers, func) in program.places.iter().zip(&program.functions) {
            let fits = numbers.is_empty() || numbers.len() == func.code.len();
            self.check(fits, || format!("{} places for {} instructions", numbers.len(), func.code.len()));
        }
    }

    fn annotations(&mut self, annotations: &[Annotation]) {
        for annotation in annotations {
            match annotation {
                Annotation::GuardedBy(expr) => self.guard(expr),
                Annotation::ExclusiveWhen(expr) => self.exclusive_when(expr),
                Annotation::Unshared
                | Annotation::ReadOnly
                | Annotation::SelfLocking
                | Annotation::ByMethod
                | Annotation::ByClass
                | Annotation::Communication => {}
            }
        }
    }
}

/// Whether two functions can be called in the same way, as far as references go.
fn like(a: &Function, b: &Function) -> bool {
    let params = |func: &Function| -> Vec<bool> {
        func.regs.iter().take(func.params as usize).map(|reg| reg.ty.is_ref()).collect()
    };
    a.ret.map(Ty::is_ref) == b.ret.map(Ty::is_ref) && params(a) == params(b)
}

/// The word at run time of a constant that is not a reference.
fn word(operand: Operand) -> i64 {
    match operand {
        Operand::Int(value) => value,
        Operand::F32(bits) => i64::from(bits),
        Operand::F64(bits) => bits as i64,
        Operand::Reg(_) | Operand::Null | Operand::Static(_) => 0,
    }
}

/// For each class, whether following its superclasses and interfaces ends: all classes that are left when
/// those with no ancestors but removed ones have been removed again and again.
fn ends_of_ancestry(program: &Program) -> Vec<bool> {
    let count = program.classes.len();
    let mut waits_for = vec![0usize; count];
    let mut children = vec![Vec::new(); count];
    for (i, class) in program.classes.iter().enumerate() {
        let ancestors = class.superclass.iter().chain(&class.interfaces);
        for ancestor in ancestors.filter(|ancestor| ancestor.index() < count) {
            waits_for[i] += 1;
            children[ancestor.index()].push(i);
        }
    }
    let mut done = vec![false; count];
    let mut work: Vec<usize> = (0..count).filter(|&i| waits_for[i] == 0).collect();
    while let Some(i) = work.pop() {
        done[i] = true;
        for &child in &children[i] {
            waits_for[child] -= 1;
            if waits_for[child] == 0 {
                work.push(child);
            }
        }
    }
    done
}
