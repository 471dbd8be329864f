//! Messages: channels on which something may go wrong, and sending and receiving without waiting.
//!
//! A message is lost when it is sent, and comes twice or too early when it is received, as a choice of whoever sends or receives. A
//! thread that stood for the network could let others go on that wait for ever: what may happen need not.

use super::body::{Body, Value};
use crate::ast::{Expr, FaultyBy, Name, TypeKind};
use crate::check::{Counter, FaultDecl, Type, World, codes};
use commute_base::Span;
use commute_ir::{
    BinOp, Global, GlobalId, Instr, NumTy, ObjOp, Operand, Place, ProcessId, Reg, StaticId, StaticObject,
};

/// Whether a method of a channel is about a message.
pub(super) fn is_message(method: &str) -> bool {
    matches!(method, "send" | "receive" | "try_send" | "try_receive")
}

/// Declares what may go wrong on the channels of a variable, and where that is counted.
pub(super) fn declare_faults(world: &mut World, var: usize, dims: &[u32], process: Option<ProcessId>) {
    let (scope, mut ty) = (world.vars[var].scope, world.vars[var].ty);
    while let TypeKind::Array(elem, _) = &ty.kind {
        ty = elem;
    }
    let TypeKind::Channel(_, _, faults) = &ty.kind else { return };
    for (at, fault) in faults.iter().enumerate() {
        if faults[..at].iter().any(|other| other.kind == fault.kind) {
            world.error(codes::DUPLICATE, fault.span, "this is said twice", "said again here", "remove it");
        }
        let Some(budget) = &fault.budget else {
            world.vars[var].faults.push(FaultDecl { kind: fault.kind, limit: None });
            continue;
        };
        // Something that goes wrong at most 0 times does not go wrong.
        let Some(limit @ 1..) = world.size(scope, budget, 0, "number of faults") else { continue };
        let counter = declare_counter(world, var, dims, process, (fault.kind, limit));
        world.vars[var].faults.push(FaultDecl { kind: fault.kind, limit: Some((limit, counter)) });
    }
}

fn declare_counter(
    world: &mut World,
    var: usize,
    dims: &[u32],
    process: Option<ProcessId>,
    (kind, limit): (FaultyBy, i64),
) -> Counter {
    let (scope, name) = (world.vars[var].scope, world.vars[var].name);
    let what = match kind {
        FaultyBy::Loss => "lost",
        FaultyBy::Duplication => "duplicated",
        FaultyBy::Reordering => "reordered",
    };
    let (ty, span) = (Type::Range { lo: 0, hi: limit, wrap: false }, name.span);
    let (name, annotations) = (format!("{}.{what}", world.qualified(scope, &name.text)), Vec::new());
    if dims.is_empty() {
        let (ty, init) = (world.ir_ty(&ty), Operand::Int(0));
        world.program.globals.push(Global { name, ty, init, process, annotations, span });
        return Counter::Word(GlobalId::new(world.program.globals.len() - 1));
    }
    let count: u32 = dims.iter().product();
    let (shape, data) = (world.shape(&Type::Array(Box::new(ty))), vec![Operand::Int(0); count as usize]);
    world.program.statics.push(StaticObject { name, shape, data, process, annotations, span });
    Counter::Table(StaticId::new(world.program.statics.len() - 1))
}

/// Something that may go wrong now.
#[derive(Clone)]
struct Fault {
    /// Where it is counted, and the register that has the number.
    counted: Option<(Place, Reg)>,
    /// Whether it may go wrong once more.
    left: Operand,
}

impl<'a> Body<'_, 'a> {
    /// `send`, `receive`, `try_send` and `try_receive`.
    pub fn message(
        &mut self,
        channel: Value,
        name: &Name,
        args: &'a [Expr],
        span: Span,
        dst: Option<Reg>,
    ) -> Value {
        let (Type::Channel(elem) | Type::Faulty(elem)) = channel.ty.clone() else { return Value::error() };
        let takes = usize::from(name.text != "receive");
        if args.len() != takes {
            self.wrong_count(name, takes, args.len(), span, None);
            return Value::error();
        }
        let arg = args.first().map_or(Operand::Int(0), |e| self.expect(e, &elem, None));
        if !self.is_known(&channel, span) {
            return Value::error();
        }
        match name.text.as_str() {
            "send" => {
                self.effects.unsuitable.push(("block", span));
                self.send(&channel, arg, false, span);
                Value::new(Operand::Int(0), Type::Nothing)
            }
            "try_send" => self.try_send(&channel, arg, span, dst),
            _ => {
                let dst = dst.unwrap_or_else(|| self.temp(&elem));
                match name.text.as_str() {
                    "receive" => self.receive(&channel, dst, span),
                    _ => self.try_receive(&channel, arg, dst, span),
                }
                let mut value = Value::new(Operand::Reg(dst), elem.widened());
                value.range = elem.bounds();
                value
            }
        }
    }

    /// Whether it is known what may go wrong on a channel: one with faults is used by its name.
    pub fn is_known(&mut self, channel: &Value, span: Span) -> bool {
        let known = !matches!(channel.ty, Type::Faulty(_)) || channel.link.is_some();
        if !known {
            let help = "use the variable that is declared with `var`: its faults are counted there";
            self.error(codes::WHOLE_OBJECT, span, "which channel is this?", "a channel with faults", help);
        }
        known
    }

    fn fault(&mut self, channel: &Value, kind: FaultyBy, span: Span) -> Option<Fault> {
        let link = channel.link?;
        let fault = *self.world.vars[link.var].faults.iter().find(|fault| fault.kind == kind)?;
        let Some((limit, counter)) = fault.limit else {
            return Some(Fault { counted: None, left: Operand::Int(1) });
        };
        self.effects.unsuitable.push(("choose", span));
        let place = match counter {
            Counter::Word(global) => Place::Global(global),
            Counter::Table(counters) => Place::Elem { arr: Operand::Static(counters), index: link.number },
        };
        let dst = self.temp(&Type::Int);
        self.emit(Instr::Load { dst, place, plain: false }, span);
        let left = self.int_op(BinOp::Lt, Operand::Reg(dst), Operand::Int(limit), span);
        Some(Fault { counted: Some((place, dst)), left })
    }

    /// Whether a message can be lost, and then whether that is counted.
    fn loss(&self, channel: &Value) -> Option<bool> {
        let loss = self.faults(channel).find(|fault| fault.kind == FaultyBy::Loss);
        loss.map(|fault| fault.limit.is_some())
    }

    /// Whether messages can come twice or too early.
    fn is_disordered(&self, channel: &Value) -> bool {
        self.faults(channel).any(|fault| fault.kind != FaultyBy::Loss)
    }

    fn faults(&self, channel: &Value) -> impl Iterator<Item = &FaultDecl> {
        channel.link.into_iter().flat_map(|link| &self.world.vars[link.var].faults)
    }

    fn count(&mut self, fault: &Fault, span: Span) {
        if let Some((place, before)) = fault.counted {
            let src = self.int_op(BinOp::Add, Operand::Reg(before), Operand::Int(1), span);
            self.emit(Instr::Store { place, src, plain: false }, span);
        }
    }

    /// Chooses nought or one of some others. The register has a name, which a trace shows.
    fn pick(&mut self, (name, ty): (&str, Type), others: Operand, span: Span) -> Operand {
        let hi = self.int_op(BinOp::Add, others, Operand::Int(1), span);
        let dst = self.register(name, &ty);
        self.emit(Instr::Choose { dst, lo: Operand::Int(0), hi }, span);
        Operand::Reg(dst)
    }

    /// Sends a message, or loses it first; `inside` an atomic block there is room for it.
    pub fn send(&mut self, channel: &Value, arg: Operand, inside: bool, span: Span) {
        let end = self.out.target();
        if let Some(counted) = self.loss(channel) {
            let (lose, deliver) = (self.out.target(), self.out.target());
            // Whether it is lost is one step, and sending it another.
            let around = |body: &mut Self, instr| {
                if counted && !inside {
                    body.emit(instr, span);
                }
            };
            around(self, Instr::AtomicBegin);
            let Some(fault) = self.fault(channel, FaultyBy::Loss, span) else { return };
            let lost = self.pick(("lost", Type::Bool), fault.left, span);
            self.out.branch(lost, lose, deliver, span);
            self.out.bind(lose);
            self.count(&fault, span);
            around(self, Instr::AtomicEnd);
            self.out.jump(end, span);
            self.out.bind(deliver);
            around(self, Instr::AtomicEnd);
        }
        self.emit(Instr::Invoke { dst: None, op: ObjOp::Send, obj: channel.op, arg: Some(arg) }, span);
        self.out.bind(end);
    }

    fn ask(&mut self, channel: &Value, op: ObjOp, span: Span) -> Operand {
        let dst = self.temp(&Type::Int);
        self.emit(Instr::Invoke { dst: Some(dst), op, obj: channel.op, arg: None }, span);
        Operand::Reg(dst)
    }

    /// Asks a channel whether something can be received, or sent. The first is the number of messages, or how many can be sent.
    pub fn is_ready(&mut self, channel: &Value, sends: bool, span: Span) -> (Operand, Operand) {
        let count = self.ask(channel, if sends { ObjOp::Room } else { ObjOp::Len }, span);
        (count, self.int_op(BinOp::Gt, count, Operand::Int(0), span))
    }

    fn receive(&mut self, channel: &Value, dst: Reg, span: Span) {
        self.effects.unsuitable.push(("block", span));
        if !self.is_disordered(channel) {
            self.emit(Instr::Invoke { dst: Some(dst), op: ObjOp::Receive, obj: channel.op, arg: None }, span);
            return;
        }
        let retry = self.out.here();
        self.emit(Instr::AtomicBegin, span);
        let (messages, cond) = self.is_ready(channel, false, span);
        self.emit(Instr::Block { cond, timed: false, retry }, span);
        self.take(channel, messages, dst, span);
        self.emit(Instr::AtomicEnd, span);
    }

    /// Receives one of the messages, of which there are some: the oldest one, unless something goes wrong.
    pub fn take(&mut self, channel: &Value, messages: Operand, dst: Reg, span: Span) {
        let reordering = self.fault(channel, FaultyBy::Reordering, span);
        let at = match &reordering {
            Some(fault) => {
                let others = self.int_op(BinOp::Sub, messages, Operand::Int(1), span);
                let others = self.int_op(BinOp::Mul, others, fault.left, span);
                self.pick(("overtakes", Type::Int), others, span)
            }
            None => Operand::Int(0),
        };
        let duplication = self.fault(channel, FaultyBy::Duplication, span);
        let again = match &duplication {
            Some(fault) => self.pick(("stays", Type::Bool), fault.left, span),
            None => Operand::Int(0),
        };
        let end = self.out.target();
        for (fault, happens) in [(reordering, at), (duplication, again)] {
            let Some(fault) = fault else { continue };
            let (wrong, right) = (self.out.target(), self.out.target());
            self.out.branch(happens, wrong, right, span);
            self.out.bind(wrong);
            self.count(&fault, span);
            self.out.jump(right, span);
            self.out.bind(right);
        }
        if self.is_disordered(channel) {
            let (wrong, right) = (self.out.target(), self.out.target());
            let any = self.int_op(BinOp::Add, at, again, span);
            self.out.branch(any, wrong, right, span);
            self.out.bind(wrong);
            self.rotate(channel, (messages, at, again), dst, span);
            self.out.jump(end, span);
            self.out.bind(right);
        }
        self.emit(Instr::Invoke { dst: Some(dst), op: ObjOp::Receive, obj: channel.op, arg: None }, span);
        self.out.bind(end);
    }

    /// Receives all messages and sends them back in their order, but for the one at a place, unless it is to come again.
    fn rotate(
        &mut self,
        channel: &Value,
        (messages, at, again): (Operand, Operand, Operand),
        dst: Reg,
        span: Span,
    ) {
        let (Type::Channel(elem) | Type::Faulty(elem)) = &channel.ty else { return };
        let (index, message) = (self.temp(&Type::Int), self.temp(elem));
        let obj = channel.op;
        self.emit(Instr::Move { dst: index, src: Operand::Int(0) }, span);
        let head = self.out.target_here();
        let (round, chosen, back) = (self.out.target(), self.out.target(), self.out.target());
        let (next, end) = (self.out.target(), self.out.target());
        let more = self.int_op(BinOp::Lt, Operand::Reg(index), messages, span);
        self.out.branch(more, round, end, span);
        self.out.bind(round);
        self.emit(Instr::Invoke { dst: Some(message), op: ObjOp::Receive, obj, arg: None }, span);
        let this = self.int_op(BinOp::Eq, Operand::Reg(index), at, span);
        self.out.branch(this, chosen, back, span);
        self.out.bind(chosen);
        self.emit(Instr::Move { dst, src: Operand::Reg(message) }, span);
        self.out.branch(again, back, next, span);
        self.out.bind(back);
        self.emit(Instr::Invoke { dst: None, op: ObjOp::Send, obj, arg: Some(Operand::Reg(message)) }, span);
        self.out.jump(next, span);
        self.out.bind(next);
        let (op, num, a, b) = (BinOp::Add, NumTy::I64, Operand::Reg(index), Operand::Int(1));
        self.emit(Instr::Binary { dst: index, op, num, a, b }, span);
        self.out.jump(head, span);
        self.out.bind(end);
    }

    /// The oldest message, or `other` if there is none.
    fn try_receive(&mut self, channel: &Value, other: Operand, dst: Reg, span: Span) {
        let (some, none, end) = (self.out.target(), self.out.target(), self.out.target());
        self.emit(Instr::AtomicBegin, span);
        let (messages, ready) = self.is_ready(channel, false, span);
        self.out.branch(ready, some, none, span);
        self.out.bind(none);
        self.move_to(dst, other, span);
        self.out.jump(end, span);
        self.out.bind(some);
        self.take(channel, messages, dst, span);
        self.out.bind(end);
        self.emit(Instr::AtomicEnd, span);
    }

    fn try_send(&mut self, channel: &Value, arg: Operand, span: Span, dst: Option<Reg>) -> Value {
        let (room, end) = (self.out.target(), self.out.target());
        self.emit(Instr::AtomicBegin, span);
        let (_, ready) = self.is_ready(channel, true, span);
        self.out.branch(ready, room, end, span);
        self.out.bind(room);
        self.send(channel, arg, true, span);
        self.out.bind(end);
        // The message may be in the variable that receives the answer.
        let dst = dst.unwrap_or_else(|| self.temp(&Type::Bool));
        self.emit(Instr::Move { dst, src: ready }, span);
        self.emit(Instr::AtomicEnd, span);
        Value::new(Operand::Reg(dst), Type::Bool)
    }
}
