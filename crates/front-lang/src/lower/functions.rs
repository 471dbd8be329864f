//! Functions, methods, constructors and threads.

use super::body::Body;
use super::stmts::closing;
use crate::ast;
use crate::check::{FnKind, Type, World, codes};
use commute_base::{Diagnostic, Span};
use commute_ir::{ClassId, FuncId, Function, Instr, Label, Operand, Pc, Place, ProofNote, Reg};
use std::collections::BTreeMap;

/// All labels of the program, and whether control can get to one with this name.
pub(super) type Labels = BTreeMap<String, bool>;

/// Lowers all functions, in the order of their ids.
pub(super) fn lower_functions(world: &mut World) -> Labels {
    let mut labels = Labels::new();
    for index in 0..world.fns.len() {
        let function = lower_function(world, FuncId::new(index), &mut labels);
        world.program.functions.push(function);
    }
    labels
}

fn lower_function(world: &mut World, id: FuncId, labels: &mut Labels) -> Function {
    let decl = &world.fns[id.index()];
    let (scope, kind, ret) = (decl.scope, decl.kind, decl.ret.clone());
    let class = match kind {
        FnKind::Method(class, _) | FnKind::Constructor(class) => Some(class),
        _ => None,
    };
    let constructs = class.filter(|c| world.classes[c.index()].constructor == Some(id));
    let mut body = Body::new(world, scope, class, ret);
    let (params, end) = match kind {
        FnKind::Fn(f) | FnKind::Method(_, f) => {
            body.parameters(id, f);
            let params = body.out.regs.len();
            if let Some(class) = constructs {
                body.what = "constructor";
                body.initialize_fields(class);
            }
            body.declare_parameters(id, f);
            body.function_body(f);
            (params, closing(f.body.span))
        }
        FnKind::Constructor(class) => {
            body.initialize_fields(class);
            (1, body.world.classes[class.index()].name.span)
        }
        FnKind::Thread(at) => body.thread_body(at),
        FnKind::Answering(func) => body.answering_body(func),
    };
    let notes = std::mem::take(&mut body.notes).into_iter().map(|note| in_function(note, id));
    body.world.program.notes.extend(notes);
    let name = body.world.fn_name(id);
    let (function, effects) = body.finish(name, params, end, labels);
    world.effects[id.index()] = effects;
    Function { span: world.fns[id.index()].span, ..function }
}

impl<'a> Body<'_, 'a> {
    fn parameters(&mut self, id: FuncId, f: &'a ast::Fn) {
        for (i, (name, _)) in f.params.iter().enumerate() {
            let ty = self.world.fns[id.index()].params[i].clone();
            self.register(&name.text, &ty);
        }
    }

    /// Makes parameters visible; field initializers, which come first, do not see them.
    fn declare_parameters(&mut self, id: FuncId, f: &'a ast::Fn) {
        let first = usize::from(self.class.is_some());
        for (i, (name, _)) in f.params.iter().enumerate() {
            let ty = self.world.fns[id.index()].params[i].clone();
            self.declare(name, Reg((first + i) as u16), ty, None);
        }
    }

    fn function_body(&mut self, f: &'a ast::Fn) {
        if f.synchronized && self.class.is_some() {
            self.monitor(Operand::Reg(Reg(0)), f.name.span, &f.body);
        } else {
            self.block(&f.body);
        }
    }

    /// Stores the first values of fields that do not start as zero.
    fn initialize_fields(&mut self, class: ClassId) {
        let fields = self.world.classes[class.index()].fields;
        for (i, field) in fields.iter().enumerate() {
            let ty = self.world.classes[class.index()].field_types[i].clone();
            let place = Place::Field { obj: Operand::Reg(Reg(0)), class, field: i as u32 };
            let mark = self.out.mark();
            if let Some(init) = &field.init {
                let src = self.expect(init, &ty, None);
                self.emit(Instr::Store { place, src, plain: false }, field.name.span.to(init.span));
            } else if ty.default_word() != 0 {
                self.emit(
                    Instr::Store { place, src: Operand::Int(ty.default_word()), plain: false },
                    field.name.span,
                );
            }
            self.out.release(mark);
        }
    }

    fn thread_body(&mut self, at: usize) -> (usize, Span) {
        let family = &self.world.threads[at];
        let (index, block, lo, count) = (family.index, family.body, family.lo, family.count);
        let open = family.open;
        self.what = "thread";
        if let Some((name, ..)) = index {
            let reg = self.register(&name.text, &Type::Int);
            self.declare(name, reg, Type::Int, Some("the index of the thread"));
            if !open {
                self.limit_last((lo, lo.saturating_add(i64::from(count.saturating_sub(1)))));
            }
        }
        self.block(block);
        (usize::from(index.is_some()), closing(block.span))
    }

    /// The end of a function: it returns if control gets here, which a function with a result must not.
    pub fn finish(
        mut self,
        name: String,
        params: usize,
        end: Span,
        labels: &mut Labels,
    ) -> (Function, crate::check::Effects) {
        if self.out.reachable && !matches!(self.ret, Type::Nothing | Type::Error) {
            let message = format!("`{name}` may end without a result");
            let help = format!("it must return `{}` on every path", self.world.show(&self.ret));
            self.error(codes::MISSING_RETURN, end, message, "control gets here", help);
        }
        self.emit(Instr::Return { value: None }, end);
        if self.out.overflow {
            let help = "split it into several functions";
            self.error(codes::TOO_LARGE, end, format!("`{name}` has too many variables"), "ends here", help);
        }
        self.out.finish();
        let labels = self.place_labels(labels);
        let ret = match self.ret.clone() {
            Type::Nothing => None,
            ty => Some(self.world.ir_ty(&ty)),
        };
        let out = self.out;
        let function = Function {
            name,
            params: params as u32,
            ret,
            regs: out.regs,
            code: out.code,
            spans: out.spans,
            handlers: out.handlers,
            labels,
            process: None,
            span: end,
        };
        (function, self.effects)
    }

    /// Where a thread stands that has come to `pc`: what it computes for the next step, such as which of several
    /// locks to take, belongs to the step before.
    fn next_stop(&self, mut pc: Pc) -> Pc {
        while let Some(
            Instr::Move { .. }
            | Instr::Unary { .. }
            | Instr::Binary { .. }
            | Instr::Narrow { .. }
            | Instr::StaticAt { .. }
            | Instr::AtomicEnd,
        ) = self.out.code.get(pc.0 as usize)
        {
            pc.0 += 1;
        }
        pc
    }

    fn place_labels(&mut self, all: &mut Labels) -> Vec<Label> {
        let mut placed = Vec::new();
        for (name, at) in std::mem::take(&mut self.labels) {
            *all.entry(name.text.clone()).or_default() |= at.is_some();
            let Some(pc) = at.map(|pc| self.next_stop(pc)) else { continue };
            if !self.out.code[pc.0 as usize].is_visible() {
                let message = format!("no thread ever stands at `'{}`", name.text);
                let help = "what follows is part of the step before it; put `yield;` here";
                let warning = Diagnostic::error(codes::SILENT_LABEL, name.span, message, "not a step", help);
                self.world.diagnostics.push(warning.into_warning());
            }
            placed.push(Label { name: name.text.clone(), pc, in_calls: false });
        }
        placed
    }
}

/// The note, in its function.
fn in_function(note: ProofNote, id: FuncId) -> ProofNote {
    match note {
        ProofNote::LoopInvariant { at, regs, pred, .. } => {
            ProofNote::LoopInvariant { func: id, at, regs, pred }
        }
        ProofNote::Unroll { at, rounds, .. } => ProofNote::Unroll { func: id, at, rounds },
        other => other,
    }
}

/// Whether a function does nothing.
pub(super) fn is_empty(function: &Function) -> bool {
    matches!(function.code.as_slice(), [Instr::Return { value: None }])
}
