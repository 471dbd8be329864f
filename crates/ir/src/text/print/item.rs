//! Printing of the tables: everything but code and expressions.

use super::{Printer, name};
use crate::{
    Annotation, Class, ClassId, Function, Global, GlobalId, Handler, ProofNote, PropertyKind, RegDecl, Shape,
    StaticId, StaticObject, ThreadDecl, Timeouts,
};

impl Printer<'_> {
    /// All tables, a blank line between two of them.
    pub(super) fn items(&mut self) {
        self.table(Self::enums);
        self.table(Self::selectors_and_processes);
        self.table(Self::classes);
        self.table(Self::shapes);
        self.table(Self::globals);
        self.table(Self::statics);
        self.table(Self::functions);
        self.table(Self::places);
        self.table(Self::start);
        self.table(Self::properties);
        self.table(Self::notes);
    }

    fn table(&mut self, print: fn(&mut Self)) {
        let before = self.out.len();
        print(self);
        if before > 0 && self.out.len() > before {
            self.out.insert(before, '\n');
        }
    }

    fn enums(&mut self) {
        for (i, decl) in self.program.enums.iter().enumerate() {
            self.put(format_args!("enum enum{i} {} {{", name(&decl.name)));
            self.separated(&decl.variants, |p, variant| p.put(name(variant)));
            self.put("}");
            self.end_line();
        }
    }

    fn selectors_and_processes(&mut self) {
        for (i, selector) in self.program.selectors.iter().enumerate() {
            self.put(format_args!("selector sel{i} {}", name(selector)));
            self.end_line();
        }
        for (i, process) in self.program.processes.iter().enumerate() {
            self.put(format_args!("process process{i} {}", name(process)));
            self.end_line();
        }
    }

    fn classes(&mut self) {
        for (i, class) in self.program.classes.iter().enumerate() {
            self.class_decl(ClassId::new(i), class);
        }
        for &(fault, class) in &self.program.fault_classes {
            self.put(format_args!("fault {} = ", fault.name()));
            self.class(class);
            self.end_line();
        }
        if let Timeouts::Last(clock) = self.program.timeouts {
            self.put("timeouts last ");
            self.global(clock);
            self.end_line();
        }
        let special = [("root", self.program.root_class), ("threads", self.program.thread_class)];
        for (word, class) in special.into_iter().filter_map(|(word, class)| Some((word, class?))) {
            self.put(format_args!("{word} "));
            self.class(class);
            self.end_line();
        }
    }

    fn class_decl(&mut self, id: ClassId, class: &Class) {
        self.put(format_args!("class {id} {}", name(&class.name)));
        if let Some(superclass) = class.superclass {
            self.put(" extends ");
            self.class(superclass);
        }
        if !class.interfaces.is_empty() {
            self.put(" implements ");
            self.separated(&class.interfaces, |p, &interface| p.class(interface));
        }
        self.annotations(&class.annotations);
        self.span(class.span);
        self.put(" {");
        self.end_line();
        for field in &class.fields {
            self.put(format_args!("  field {}: ", name(&field.name)));
            self.ty(field.ty);
            self.annotations(&field.annotations);
            self.span(field.span);
            self.end_line();
        }
        for &(selector, func) in &class.methods {
            self.put("  method ");
            self.selector(selector);
            self.put(" = ");
            self.func(func);
            self.end_line();
        }
        self.put("}\n");
    }

    fn shapes(&mut self) {
        for (i, &shape) in self.program.shapes.iter().enumerate() {
            self.put(format_args!("shape shape{i} = {}", shape_word(shape)));
            match shape {
                Shape::Instance(class) => {
                    self.put("(");
                    self.class(class);
                    self.put(")");
                }
                Shape::Array(ty) | Shape::Seq(ty) | Shape::Set(ty) | Shape::Channel(ty) => {
                    self.put("(");
                    self.ty(ty);
                    self.put(")");
                }
                Shape::Lock | Shape::RwLock | Shape::Semaphore | Shape::Barrier | Shape::Thread => {}
            }
            self.end_line();
        }
    }

    fn globals(&mut self) {
        for (i, global) in self.program.globals.iter().enumerate() {
            self.global_decl(GlobalId::new(i), global);
        }
    }

    fn global_decl(&mut self, id: GlobalId, global: &Global) {
        self.put(format_args!("global {id} {}: ", name(&global.name)));
        self.ty(global.ty);
        self.put(" = ");
        self.operand(global.init);
        self.process(global.process);
        self.annotations(&global.annotations);
        self.span(global.span);
        self.end_line();
    }

    fn statics(&mut self) {
        for (i, object) in self.program.statics.iter().enumerate() {
            self.static_decl(StaticId::new(i), object);
        }
    }

    fn static_decl(&mut self, id: StaticId, object: &StaticObject) {
        self.put(format_args!("static {id} {}: ", name(&object.name)));
        self.shape_id(object.shape);
        self.put(" = [");
        self.separated(&object.data, |p, &word| p.operand(word));
        self.put("]");
        self.process(object.process);
        self.annotations(&object.annotations);
        self.span(object.span);
        self.end_line();
    }

    fn functions(&mut self) {
        let program = self.program;
        for (i, func) in program.functions.iter().enumerate() {
            if i > 0 {
                self.out.push('\n');
            }
            self.func = Some(func);
            self.put(format_args!("fn fn{i} {}", name(&func.name)));
            self.signature(func);
            self.body(func);
            self.put("}\n");
            self.func = None;
        }
    }

    fn signature(&mut self, func: &Function) {
        self.put("(");
        let params = (func.params as usize).min(func.regs.len());
        let numbered: Vec<_> = func.regs[..params].iter().enumerate().collect();
        self.separated(&numbered, |p, &(i, reg)| p.reg_decl(i, reg));
        self.put(")");
        if let Some(ret) = func.ret {
            self.put(" -> ");
            self.ty(ret);
        }
        self.process(func.process);
        self.span(func.span);
        self.put(" {");
        self.end_line();
    }

    fn reg_decl(&mut self, index: usize, reg: &RegDecl) {
        self.put(format_args!("r{index}"));
        if !reg.name.is_empty() {
            self.put(format_args!(" {}", name(&reg.name)));
        }
        self.put(": ");
        self.ty(reg.ty);
    }

    fn body(&mut self, func: &Function) {
        for (i, reg) in func.regs.iter().enumerate().skip(func.params as usize) {
            self.put("  reg ");
            self.reg_decl(i, reg);
            self.end_line();
        }
        for label in &func.labels {
            let in_calls = if label.in_calls { " in_calls" } else { "" };
            self.put(format_args!("  label {} = L{}{in_calls}", name(&label.name), label.pc.0));
            self.end_line();
        }
        func.handlers.iter().for_each(|handler| self.handler(handler));
        for (i, instr) in func.code.iter().enumerate() {
            self.put(format_args!("  L{i}: "));
            self.instr(instr);
            self.span(func.spans.get(i).copied().unwrap_or_default());
            self.end_line();
        }
    }

    fn handler(&mut self, handler: &Handler) {
        self.put(format_args!("  catch L{} to L{} ", handler.from.0, handler.to.0));
        match handler.class {
            Some(class) => self.class(class),
            None => self.put("any"),
        }
        self.put(" -> ");
        self.reg(handler.dst);
        self.put(format_args!(", L{}", handler.target.0));
        self.end_line();
    }

    fn places(&mut self) {
        for (i, numbers) in self.program.places.iter().enumerate() {
            self.put(format_args!("places fn{i} = ["));
            self.separated(numbers, |p, number| p.put(number));
            self.put("]");
            self.end_line();
        }
    }

    fn start(&mut self) {
        if let Some(init) = self.program.init {
            self.put("init ");
            self.func(init);
            self.end_line();
        }
        self.program.threads.iter().for_each(|thread| self.thread(thread));
    }

    fn thread(&mut self, thread: &ThreadDecl) {
        self.put(format_args!("thread {} = ", name(&thread.name)));
        self.func(thread.func);
        self.args(&thread.args);
        if thread.daemon {
            self.put(" daemon");
        }
        self.process(thread.process);
        if let Some(handle) = thread.handle {
            self.put(" handle ");
            self.static_object(handle);
        }
        self.span(thread.span);
        self.end_line();
    }

    fn annotations(&mut self, annotations: &[Annotation]) {
        for annotation in annotations {
            let (word, expr) = match annotation {
                Annotation::GuardedBy(expr) => ("guarded_by", Some(expr)),
                Annotation::ExclusiveWhen(expr) => ("exclusive_when", Some(expr)),
                Annotation::Unshared => ("unshared", None),
                Annotation::ReadOnly => ("read_only", None),
                Annotation::SelfLocking => ("self_locking", None),
                Annotation::Communication => ("communication", None),
                Annotation::ByMethod => ("by_method", None),
                Annotation::ByClass => ("by_class", None),
            };
            self.put(format_args!(" #{word}"));
            if let Some(expr) = expr {
                self.put("(");
                self.expr(expr);
                self.put(")");
            }
        }
    }

    fn properties(&mut self) {
        for property in &self.program.properties {
            let word = match property.kind {
                PropertyKind::Invariant(_) => "invariant",
                PropertyKind::Ltl(_) => "ltl",
                PropertyKind::Env(_) => "env",
                PropertyKind::Init(_) => "initially",
                PropertyKind::Atomic(_) => "atomic",
            };
            self.put(format_args!("{word} {}", name(&property.name)));
            // Before the expression, whose own span would stand at the same place.
            self.span(property.span);
            self.put(" = ");
            match &property.kind {
                PropertyKind::Invariant(expr) | PropertyKind::Env(expr) | PropertyKind::Init(expr) => {
                    self.expr(expr);
                }
                PropertyKind::Ltl(formula) => self.ltl(formula),
                PropertyKind::Atomic(functions) => {
                    let functions: Vec<String> = functions.iter().map(ToString::to_string).collect();
                    self.put(format_args!("({})", functions.join(", ")));
                }
            }
            self.end_line();
        }
    }
}

impl Printer<'_> {
    fn notes(&mut self) {
        for note in &self.program.notes {
            self.put("note ");
            match note {
                ProofNote::LoopInvariant { func, at, regs, pred } => {
                    self.put(format_args!("loop {func} L{} {regs} = ", at.0));
                    self.expr(pred);
                }
                ProofNote::Unroll { func, at, rounds } => {
                    self.put(format_args!("unroll {func} L{} {rounds}", at.0));
                }
                ProofNote::AnyValue { global } => self.put(format_args!("value {global}")),
                ProofNote::AnyThreads { thread, lo, hi } => {
                    self.put(format_args!("threads {thread} = "));
                    self.expr(lo);
                    self.put(", ");
                    self.expr(hi);
                }
                ProofNote::AnyRow { base, count } => {
                    self.put(format_args!("row {base} = "));
                    self.expr(count);
                }
                ProofNote::AnyLength { base, len } => {
                    self.put(format_args!("length {base} = "));
                    self.expr(len);
                }
            }
            self.end_line();
        }
    }
}

/// The word for a kind of objects.
pub(super) fn shape_word(shape: Shape) -> &'static str {
    match shape {
        Shape::Instance(_) => "instance",
        Shape::Array(_) => "array",
        Shape::Seq(_) => "seq",
        Shape::Set(_) => "set",
        Shape::Lock => "lock",
        Shape::RwLock => "rwlock",
        Shape::Semaphore => "semaphore",
        Shape::Barrier => "barrier",
        Shape::Channel(_) => "channel",
        Shape::Thread => "thread",
    }
}
