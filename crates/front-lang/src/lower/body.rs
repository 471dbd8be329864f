//! The state of the typed pass over one function: its scopes, and what must be left on the way out.

use super::emit::{Emitter, Target};
use crate::ast::{self, Block, Name};
use crate::check::{Effects, ScopeId, Type, World, codes};
use commute_base::Span;
use commute_ir::{ClassId, Instr, ObjOp, Operand, Pc, ProofNote, Reg};

/// A value that an expression gave.
#[derive(Clone, Debug)]
pub(super) struct Value {
    pub op: Operand,
    pub ty: Type,
    /// For integers: the values it can have.
    pub range: (i64, i64),
    /// For arrays: the length, if it is known.
    pub len: Option<i64>,
    /// For channels with faults: which one it is.
    pub link: Option<Link>,
}

/// A channel with faults: the variable, and its number in the table if there are several.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub var: usize,
    pub number: Operand,
}

impl Value {
    pub fn new(op: Operand, ty: Type) -> Self {
        let range = ty.bounds();
        Self { op, ty, range, len: None, link: None }
    }

    pub fn error() -> Self {
        Self::new(Operand::Int(0), Type::Error)
    }

    pub fn constant(word: i64, ty: Type) -> Self {
        Self { op: Operand::Int(word), ty, range: (word, word), len: None, link: None }
    }
}

/// A local variable.
#[derive(Clone, Debug)]
pub(super) struct Local {
    pub name: String,
    pub reg: Reg,
    pub ty: Type,
    /// Why it cannot be assigned to, if it cannot.
    pub fixed: Option<&'static str>,
    pub range: (i64, i64),
    pub span: Span,
}

/// What must be done when control leaves a block other than by its end.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cleanup {
    Atomic,
    /// `MonitorExit` or `Release` of the object.
    Invoke(ObjOp, Operand),
}

/// A loop around the present statement.
#[derive(Clone, Copy)]
pub(super) struct Loop {
    pub on_break: Target,
    pub on_continue: Target,
    /// How many cleanups are outside it.
    pub cleanups: usize,
}

/// One function, method, thread, or the initializer of globals.
pub(super) struct Body<'w, 'a> {
    pub world: &'w mut World<'a>,
    pub out: Emitter,
    pub scope: ScopeId,
    /// The class of `this`, which is in the first register.
    pub class: Option<ClassId>,
    pub ret: Type,
    /// What to call the code in messages about `return`.
    pub what: &'static str,
    pub blocks: Vec<Vec<Local>>,
    pub loops: Vec<Loop>,
    pub cleanups: Vec<Cleanup>,
    /// Labels, and where they are unless control never gets there.
    pub labels: Vec<(&'a Name, Option<Pc>)>,
    pub effects: Effects,
    /// What is said about loops, for provers; the function is not known yet.
    pub notes: Vec<ProofNote>,
    /// In an action: what the places it changes become, by their text.
    pub primes: Option<Vec<(String, Value)>>,
}

impl<'w, 'a> Body<'w, 'a> {
    pub fn new(world: &'w mut World<'a>, scope: ScopeId, class: Option<ClassId>, ret: Type) -> Self {
        let mut body = Self {
            world,
            out: Emitter::new(),
            scope,
            class,
            ret,
            what: "function",
            blocks: vec![Vec::new()],
            loops: Vec::new(),
            cleanups: Vec::new(),
            labels: Vec::new(),
            effects: Effects::default(),
            notes: Vec::new(),
            primes: None,
        };
        if let Some(class) = class {
            let ty = body.world.ir_ty(&Type::Class(class));
            body.out.local("this", ty);
        }
        body
    }

    pub fn error(
        &mut self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
        label: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.world.error(code, span, message, label, help);
    }

    pub fn emit(&mut self, instr: Instr, span: Span) {
        self.out.emit(instr, span);
    }

    /// A temporary of this type.
    pub fn temp(&mut self, ty: &Type) -> Reg {
        let ty = self.world.ir_ty(ty);
        self.out.temp(ty)
    }

    /// A register for a local variable, which is not visible yet.
    pub fn register(&mut self, name: &str, ty: &Type) -> Reg {
        let ty = self.world.ir_ty(ty);
        self.out.local(name, ty)
    }

    /// Makes a local variable visible from here to the end of the block.
    pub fn declare(&mut self, name: &Name, reg: Reg, ty: Type, fixed: Option<&'static str>) {
        let block = self.blocks.last().map_or(&[][..], |b| b);
        // A function with too many variables is rejected for that.
        if !self.out.overflow
            && let Some(first) = block.iter().find(|l| l.name == name.text)
        {
            let first = first.span;
            self.world.duplicate(name, first);
        }
        let range = ty.bounds();
        let local = Local { name: name.text.clone(), reg, ty, fixed, range, span: name.span };
        self.blocks.last_mut().expect("[commute internal bug] a body has a block").push(local);
    }

    /// Says which values the variable declared last can have.
    pub fn limit_last(&mut self, range: (i64, i64)) {
        if let Some(local) = self.blocks.last_mut().and_then(|b| b.last_mut()) {
            local.range = range;
        }
    }

    pub fn find_local(&self, name: &str) -> Option<&Local> {
        self.blocks.iter().rev().find_map(|b| b.iter().rev().find(|l| l.name == name))
    }

    /// Reports a name that means nothing here.
    pub fn unknown_name(&mut self, name: &Name) {
        let mut names: Vec<String> = self.blocks.iter().flatten().map(|l| l.name.clone()).collect();
        if let Some(class) = self.class {
            let class = &self.world.classes[class.index()];
            names.extend(class.fields.iter().map(|f| f.name.text.clone()));
            names.extend(class.methods.iter().map(|(m, _)| m.name.text.clone()));
        }
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        self.world.unknown_name(self.scope, name, &names);
    }

    /// The statements of a block, with a scope of their own.
    pub fn block(&mut self, block: &'a Block) {
        self.blocks.push(Vec::new());
        let reachable = self.out.reachable;
        let mut warned = false;
        for stmt in &block.stmts {
            let silent = matches!(stmt.kind, ast::StmtKind::Label(_) | ast::StmtKind::Skip);
            if reachable && !self.out.reachable && !silent && !warned {
                self.warn_unreachable(stmt.span);
                warned = true;
            }
            let mark = self.out.mark();
            self.stmt(stmt);
            self.out.release(mark);
        }
        self.blocks.pop();
    }

    fn warn_unreachable(&mut self, span: Span) {
        let message = "this statement is never reached";
        let warning =
            commute_base::Diagnostic::error(codes::UNREACHABLE, span, message, "never reached", "remove it");
        self.world.diagnostics.push(warning.into_warning());
    }

    /// Emits what must be done to leave all blocks but the outermost `keep`.
    pub fn leave(&mut self, keep: usize, span: Span) {
        for at in (keep..self.cleanups.len()).rev() {
            self.clean_up(self.cleanups[at], span);
        }
    }

    pub fn clean_up(&mut self, cleanup: Cleanup, span: Span) {
        match cleanup {
            Cleanup::Atomic => self.emit(Instr::AtomicEnd, span),
            Cleanup::Invoke(op, obj) => self.emit(Instr::Invoke { dst: None, op, obj, arg: None }, span),
        }
    }

    /// Brings a value into a place of type `to`: checks the type, and narrows it if it may be outside. With
    /// `dst` the narrowed value goes there.
    pub fn coerce(&mut self, value: Value, to: &Type, span: Span, dst: Option<Reg>) -> Operand {
        if value.ty.is_error() || to.is_error() {
            return Operand::Int(0);
        }
        if !value.ty.fits(to) {
            self.world.mismatch(span, to, &value.ty, None);
            return Operand::Int(0);
        }
        let Type::Range { lo, hi, wrap } = *to else { return value.op };
        if lo <= value.range.0 && value.range.1 <= hi {
            return value.op;
        }
        if let Operand::Int(word) = value.op {
            return Operand::Int(self.world.narrow_const(word, to, span).unwrap_or(lo));
        }
        let dst = dst.unwrap_or_else(|| self.temp(to));
        self.emit(Instr::Narrow { dst, src: value.op, lo, hi, wrap }, span);
        Operand::Reg(dst)
    }

    /// Puts a value into a register, if it is not there already.
    pub fn move_to(&mut self, dst: Reg, src: Operand, span: Span) {
        if src != Operand::Reg(dst) && !self.out.redirect(src, dst) {
            self.emit(Instr::Move { dst, src }, span);
        }
    }
}
