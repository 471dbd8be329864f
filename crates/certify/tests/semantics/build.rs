//! Small programs as IR, by hand.

use commute_base::{FileId, Span};
use commute_certify::{Interpreter, StepRecord};
use commute_ir::*;
use commute_machine::{Tid, Transition, ViolationKind};

/// A program that is being written.
#[derive(Default)]
pub struct Build {
    pub program: Program,
}

impl Build {
    pub fn global(&mut self, name: &str, init: i64) -> Place {
        self.global_of(name, Ty::I64, Operand::Int(init))
    }

    pub fn global_of(&mut self, name: &str, ty: Ty, init: Operand) -> Place {
        let span = Span::default();
        let global = Global { name: name.to_owned(), ty, init, process: None, annotations: Vec::new(), span };
        self.program.globals.push(global);
        Place::Global(GlobalId::new(self.program.globals.len() - 1))
    }

    pub fn shape(&mut self, shape: Shape) -> ShapeId {
        self.program.shapes.push(shape);
        ShapeId::new(self.program.shapes.len() - 1)
    }

    /// A static object with these words; its reference.
    pub fn object(&mut self, name: &str, shape: Shape, data: &[i64]) -> Operand {
        let shape = self.shape(shape);
        let data = data.iter().map(|&n| Operand::Int(n)).collect();
        let (process, annotations, span) = (None, Vec::new(), Span::default());
        let object = StaticObject { name: name.to_owned(), shape, data, process, annotations, span };
        self.program.statics.push(object);
        Operand::Static(StaticId::new(self.program.statics.len() - 1))
    }

    pub fn lock(&mut self, name: &str) -> Operand {
        self.object(name, Shape::Lock, &[0])
    }

    /// An object that serves only as a monitor.
    pub fn monitor(&mut self, name: &str) -> Operand {
        let shape = Shape::Array(Ty::I64);
        self.object(name, shape, &[])
    }

    pub fn class(&mut self, name: &str, superclass: Option<ClassId>, fields: &[&str]) -> ClassId {
        let span = Span::default();
        let field = |f: &&str| Field { name: (*f).to_owned(), ty: Ty::I64, annotations: Vec::new(), span };
        self.program.classes.push(Class {
            name: name.to_owned(),
            superclass,
            interfaces: Vec::new(),
            fields: fields.iter().map(field).collect(),
            methods: Vec::new(),
            annotations: Vec::new(),
            span,
        });
        ClassId::new(self.program.classes.len() - 1)
    }

    /// A function with `params` parameters and eight registers in all. Each instruction has a span of its own.
    pub fn func(&mut self, name: &str, params: u32, code: Vec<Instr>) -> FuncId {
        let id = FuncId::new(self.program.functions.len());
        let regs = (0..8).map(|_| RegDecl { name: String::new(), ty: Ty::I64 }).collect();
        self.program.functions.push(Function {
            name: name.to_owned(),
            params,
            ret: None,
            regs,
            spans: (0..code.len()).map(|pc| span(id, pc)).collect(),
            code,
            handlers: Vec::new(),
            labels: Vec::new(),
            process: None,
            span: Span::default(),
        });
        id
    }

    pub fn name_register(&mut self, func: FuncId, reg: u16, name: &str) {
        self.program.functions[func.index()].regs[reg as usize].name = name.to_owned();
    }

    pub fn handler(
        &mut self,
        func: FuncId,
        range: (u32, u32),
        class: Option<ClassId>,
        target: u32,
        dst: u16,
    ) {
        let (from, to, target, dst) = (Pc(range.0), Pc(range.1), Pc(target), Reg(dst));
        self.program.functions[func.index()].handlers.push(Handler { from, to, class, target, dst });
    }

    pub fn label(&mut self, func: FuncId, name: &str, pc: u32) {
        self.program.functions[func.index()].labels.push(Label {
            name: name.to_owned(),
            pc: Pc(pc),
            in_calls: false,
        });
    }

    pub fn thread(&mut self, name: &str, func: FuncId, args: &[i64]) -> &mut ThreadDecl {
        self.program.threads.push(ThreadDecl {
            name: name.to_owned(),
            func,
            args: args.iter().map(|&n| Operand::Int(n)).collect(),
            daemon: false,
            process: None,
            handle: None,
            span: Span::default(),
        });
        self.program.threads.last_mut().unwrap()
    }

    /// A function and a thread that runs it, both of this name.
    pub fn run(&mut self, name: &str, code: Vec<Instr>) -> FuncId {
        let func = self.func(name, 0, code);
        self.thread(name, func, &[]);
        func
    }

    pub fn invariant(&mut self, name: &str, expr: Expr) {
        let kind = PropertyKind::Invariant(expr);
        self.program.properties.push(Property { name: name.to_owned(), kind, span: Span::default() });
    }

    pub fn start(&self) -> Interpreter<'_> {
        Interpreter::new(&self.program).0
    }
}

/// The span of an instruction of a function of [`Build::func`].
pub fn span(func: FuncId, pc: usize) -> Span {
    let start = func.index() * 1000 + pc;
    Span::new(FileId(0), start, start + 1)
}

/// One thread that runs `code`, which may use the places and objects that `prepare` has made.
pub fn single(prepare: impl FnOnce(&mut Build) -> Vec<Instr>) -> Build {
    let mut build = Build::default();
    let code = prepare(&mut build);
    build.run("t", code);
    build
}

pub fn tid(t: u16) -> Tid {
    Tid(t)
}

pub fn at(t: u16, choice: u16) -> Transition {
    Transition { tid: Tid(t), choice }
}

/// Makes the steps of these threads, each with choice 0.
pub fn steps(interpreter: &mut Interpreter<'_>, threads: &[u16]) -> Vec<StepRecord> {
    threads.iter().map(|&t| interpreter.step(at(t, 0))).collect()
}

/// The choices of all threads.
pub fn choices(interpreter: &Interpreter<'_>) -> Vec<u32> {
    (0..interpreter.threads() as u16).map(|t| interpreter.choices(Tid(t))).collect()
}

pub fn fault(kind: FaultKind) -> ViolationKind {
    ViolationKind::Fault(kind.name())
}

/// What the step went wrong with.
pub fn failure(record: &StepRecord) -> Option<ViolationKind> {
    record.violation.as_ref().map(|v| v.kind.clone())
}

pub fn global(interpreter: &Interpreter<'_>, n: usize) -> i64 {
    interpreter.state().globals[n].word()
}

pub fn data(interpreter: &Interpreter<'_>, object: u32) -> Vec<i64> {
    interpreter.state().objects[&object].data.iter().map(|v| v.word()).collect()
}

pub fn r(n: u16) -> Operand {
    Operand::Reg(Reg(n))
}

pub fn int(n: i64) -> Operand {
    Operand::Int(n)
}

pub fn mov(dst: u16, src: Operand) -> Instr {
    Instr::Move { dst: Reg(dst), src }
}

pub fn bin(dst: u16, op: BinOp, a: Operand, b: Operand) -> Instr {
    Instr::Binary { dst: Reg(dst), op, num: NumTy::I64, a, b }
}

pub fn add(dst: u16, a: Operand, b: Operand) -> Instr {
    bin(dst, BinOp::Add, a, b)
}

pub fn load(dst: u16, place: Place) -> Instr {
    Instr::Load { dst: Reg(dst), place, plain: false }
}

pub fn store(place: Place, src: Operand) -> Instr {
    Instr::Store { place, src, plain: false }
}

pub fn elem(arr: Operand, index: Operand) -> Place {
    Place::Elem { arr, index }
}

pub fn op(op: ObjOp, obj: Operand) -> Instr {
    Instr::Invoke { dst: None, op, obj, arg: None }
}

/// An operation with an argument.
pub fn op1(op: ObjOp, obj: Operand, arg: Operand) -> Instr {
    Instr::Invoke { dst: None, op, obj, arg: Some(arg) }
}

/// An operation with a result.
pub fn get(dst: u16, op: ObjOp, obj: Operand, arg: Option<Operand>) -> Instr {
    Instr::Invoke { dst: Some(Reg(dst)), op, obj, arg }
}

pub fn jump(target: u32) -> Instr {
    Instr::Jump { target: Pc(target) }
}

pub fn branch(cond: Operand, then: u32, otherwise: u32) -> Instr {
    Instr::Branch { cond, then: Pc(then), otherwise: Pc(otherwise) }
}

pub fn assert(cond: Operand) -> Instr {
    Instr::Assert { cond, message: "it must hold".into() }
}

pub fn block(cond: Operand, retry: u32) -> Instr {
    Instr::Block { cond, timed: false, retry: Pc(retry) }
}

pub fn choose(dst: u16, lo: i64, hi: i64) -> Instr {
    Instr::Choose { dst: Reg(dst), lo: int(lo), hi: int(hi) }
}

pub fn new(dst: u16, shape: ShapeId, arg: i64) -> Instr {
    Instr::New { dst: Reg(dst), shape, arg: int(arg) }
}

pub fn call(dst: Option<u16>, func: FuncId, args: &[Operand]) -> Instr {
    Instr::Call { dst: dst.map(Reg), func, args: args.into() }
}

pub fn spawn(dst: Option<u16>, func: FuncId, args: &[Operand]) -> Instr {
    Instr::Spawn { dst: dst.map(Reg), func, args: args.into(), daemon: false }
}

pub const RET: Instr = Instr::Return { value: None };
