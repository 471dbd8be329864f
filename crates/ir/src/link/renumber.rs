//! The things of a program under the numbers that they have in a larger one.

use super::BORROWED;
use crate::{
    Annotation, Class, ClassId, EnumId, Expr, ExprKind, Field, FuncId, Function, Global, GlobalId, Handler,
    Instr, Label, Operand, Place, ProcessId, Property, PropertyKind, RegDecl, Selector, Shape, ShapeId,
    StaticId, StaticObject, Ty,
};

/// New numbers: by a table, or what is added.
#[derive(Clone, Debug, Default)]
pub(super) struct Renumber {
    pub classes: Vec<ClassId>,
    pub shapes: Vec<ShapeId>,
    pub globals: Vec<GlobalId>,
    pub functions: usize,
    pub statics: usize,
    pub selectors: usize,
    pub enums: usize,
    pub missing: u32,
    /// Values of other parts, under their new numbers.
    pub borrowed: Vec<Expr>,
    /// The process, and what stands for its being there if it may be ended.
    pub number: ProcessId,
    pub life: Option<GlobalId>,
    /// Its name: labels are found by their names.
    pub process: String,
}

impl Renumber {
    pub fn class(&self, id: ClassId) -> ClassId {
        self.classes[id.index()]
    }

    fn shape(&self, id: ShapeId) -> ShapeId {
        self.shapes[id.index()]
    }

    fn global(&self, id: GlobalId) -> GlobalId {
        self.globals[id.index()]
    }

    pub fn func(&self, id: FuncId) -> FuncId {
        FuncId::new(id.index() + self.functions)
    }

    pub fn static_object(&self, id: StaticId) -> StaticId {
        StaticId::new(id.index() + self.statics)
    }

    pub fn selector(&self, id: Selector) -> Selector {
        Selector::new(id.index() + self.selectors)
    }

    fn ty(&self, ty: Ty) -> Ty {
        match ty {
            Ty::Enum(id) => Ty::Enum(EnumId::new(id.index() + self.enums)),
            Ty::Class(id) => Ty::Class(self.class(id)),
            Ty::Object(id) => Ty::Object(self.shape(id)),
            Ty::Bool | Ty::I32 | Ty::I64 | Ty::F32 | Ty::F64 | Ty::Range { .. } | Ty::AnyRef => ty,
        }
    }

    pub fn operand(&self, operand: Operand) -> Operand {
        match operand {
            Operand::Static(id) => Operand::Static(self.static_object(id)),
            Operand::Reg(_) | Operand::Int(_) | Operand::F32(_) | Operand::F64(_) | Operand::Null => operand,
        }
    }

    fn operands(&self, all: &[Operand]) -> Box<[Operand]> {
        all.iter().map(|&operand| self.operand(operand)).collect()
    }

    pub fn shape_decl(&self, shape: Shape) -> Shape {
        match shape {
            Shape::Instance(class) => Shape::Instance(self.class(class)),
            Shape::Array(ty) => Shape::Array(self.ty(ty)),
            Shape::Seq(ty) => Shape::Seq(self.ty(ty)),
            Shape::Set(ty) => Shape::Set(self.ty(ty)),
            Shape::Channel(ty) => Shape::Channel(self.ty(ty)),
            Shape::Lock | Shape::RwLock | Shape::Semaphore | Shape::Barrier | Shape::Thread => shape,
        }
    }

    pub fn class_decl(&self, class: &Class) -> Class {
        let field = |field: &Field| Field {
            ty: self.ty(field.ty),
            annotations: self.annotations(&field.annotations),
            ..field.clone()
        };
        Class {
            superclass: class.superclass.map(|id| self.class(id)),
            interfaces: class.interfaces.iter().map(|&id| self.class(id)).collect(),
            fields: class.fields.iter().map(field).collect(),
            methods: class.methods.iter().map(|&(s, f)| (self.selector(s), self.func(f))).collect(),
            annotations: self.annotations(&class.annotations),
            ..class.clone()
        }
    }

    pub fn global_decl(&self, global: &Global) -> Global {
        Global {
            ty: self.ty(global.ty),
            init: self.operand(global.init),
            annotations: self.annotations(&global.annotations),
            ..global.clone()
        }
    }

    pub fn static_decl(&self, object: &StaticObject) -> StaticObject {
        StaticObject {
            shape: self.shape(object.shape),
            data: self.operands(&object.data).into_vec(),
            annotations: self.annotations(&object.annotations),
            ..object.clone()
        }
    }

    /// What is said of states is said of the present life of the process.
    pub fn property(&self, property: &Property, of_present: &mut dyn FnMut(&Expr) -> Expr) -> Property {
        let kind = match &property.kind {
            PropertyKind::Invariant(expr) => PropertyKind::Invariant(of_present(expr)),
            PropertyKind::Env(expr) => PropertyKind::Env(self.expr(expr)),
            PropertyKind::Init(expr) => PropertyKind::Init(self.expr(expr)),
            PropertyKind::Ltl(formula) => PropertyKind::Ltl(formula.with_atoms(of_present)),
            PropertyKind::Atomic(functions) => {
                PropertyKind::Atomic(functions.iter().map(|&func| self.func(func)).collect())
            }
        };
        Property { kind, ..property.clone() }
    }

    fn annotations(&self, all: &[Annotation]) -> Vec<Annotation> {
        let one = |annotation: &Annotation| match annotation {
            Annotation::GuardedBy(expr) => Annotation::GuardedBy(self.expr(expr)),
            Annotation::ExclusiveWhen(expr) => Annotation::ExclusiveWhen(self.expr(expr)),
            Annotation::Unshared
            | Annotation::ReadOnly
            | Annotation::SelfLocking
            | Annotation::Communication
            | Annotation::ByMethod
            | Annotation::ByClass => annotation.clone(),
        };
        all.iter().map(one).collect()
    }

    pub fn expr(&self, expr: &Expr) -> Expr {
        use ExprKind::*;
        let one = |of: &Expr| Box::new(self.expr(of));
        let kind = match &expr.kind {
            Param(number) if *number >= BORROWED => {
                return self.borrowed[(number - BORROWED) as usize].clone();
            }
            Int(_) | Null | Param(_) => expr.kind.clone(),
            Global { global, primed } => Global { global: self.global(*global), primed: *primed },
            Static { base, count, index } => {
                Static { base: self.static_object(*base), count: *count, index: index.as_deref().map(one) }
            }
            Word { obj, index, primed } => Word { obj: one(obj), index: one(index), primed: *primed },
            Len { obj, primed } => Len { obj: one(obj), primed: *primed },
            Contains { set, elem, primed } => Contains { set: one(set), elem: one(elem), primed: *primed },
            Owner { obj, primed } => Owner { obj: one(obj), primed: *primed },
            At { thread, label } => At { thread: thread.as_deref().map(one), label: self.label(label) },
            Unary(op, a) => Unary(*op, one(a)),
            Binary(op, a, b) => Binary(*op, one(a), one(b)),
            If(a, b, c) => If(one(a), one(b), one(c)),
            Quant { quantifier, lo, hi, body } => {
                Quant { quantifier: *quantifier, lo: one(lo), hi: one(hi), body: one(body) }
            }
        };
        Expr { kind, ty: self.ty(expr.ty), span: expr.span }
    }

    fn label(&self, name: &str) -> String {
        format!("{name} in {}", self.process)
    }

    pub fn function(&self, func: &Function) -> Function {
        let label = |of: &Label| Label { name: self.label(&of.name), ..of.clone() };
        let reg = |reg: &RegDecl| RegDecl { ty: self.ty(reg.ty), ..reg.clone() };
        let handler = |of: &Handler| Handler { class: of.class.map(|id| self.class(id)), ..*of };
        Function {
            ret: func.ret.map(|ty| self.ty(ty)),
            regs: func.regs.iter().map(reg).collect(),
            code: func.code.iter().map(|instr| self.instr(instr)).collect(),
            handlers: func.handlers.iter().map(handler).collect(),
            labels: func.labels.iter().map(label).collect(),
            ..func.clone()
        }
    }

    fn instr(&self, instr: &Instr) -> Instr {
        let mut new = instr.clone();
        self.ids(&mut new);
        new.operands_mut(|operand| *operand = self.operand(*operand));
        new
    }

    /// The numbers in an instruction other than those of its operands.
    fn ids(&self, instr: &mut Instr) {
        let place = |of: &mut Place| {
            *of = match *of {
                Place::Global(id) => Place::Global(self.global(id)),
                Place::Field { obj, class, field } => Place::Field { obj, class: self.class(class), field },
                other => other,
            }
        };
        match instr {
            Instr::StaticAt { base, .. } => *base = self.static_object(*base),
            Instr::New { shape, .. } => *shape = self.shape(*shape),
            Instr::IsInstance { class, .. } | Instr::CheckCast { class, .. } => *class = self.class(*class),
            Instr::IsShape { shapes, .. } => shapes.iter_mut().for_each(|shape| *shape = self.shape(*shape)),
            Instr::Fixed { place: of, .. }
            | Instr::Load { place: of, .. }
            | Instr::Store { place: of, .. }
            | Instr::Cas { place: of, .. } => place(of),
            Instr::Call { func, .. } | Instr::Spawn { func, .. } | Instr::Start { func, .. } => {
                *func = self.func(*func);
            }
            Instr::CallVirtual { selector, .. } => *selector = self.selector(*selector),
            Instr::EndProcess { process, life } => {
                *process = self.number;
                *life = self.life.expect("[commute internal bug] a process that may be ended has a life");
            }
            Instr::Refuse { missing, .. } => *missing = missing.map(|number| number + self.missing),
            _ => {}
        }
    }
}
