//! `select`: one of several sends and receives, whichever is possible.
//!
//! One atomic block asks all channels, waits until one is ready, chooses among those that are, and sends or receives. What is done then
//! is no part of it.

use super::body::{Body, Value};
use super::emit::Target;
use super::stmts::closing;
use crate::ast::{Arm, Expr, ExprKind, Otherwise};
use crate::check::{Type, codes};
use commute_base::Span;
use commute_ir::{BinOp, Instr, NumTy, Operand, Reg};

/// What an alternative waits for.
struct Head {
    channel: Value,
    /// The message, if it sends one.
    sends: Option<Operand>,
    elem: Type,
    span: Span,
    /// Whether it is possible now: the number of messages or of free places, and whether that is not zero.
    ready: (Operand, Operand),
}

impl<'a> Body<'_, 'a> {
    pub fn select(&mut self, arms: &'a [Arm], otherwise: &'a Otherwise, span: Span) {
        let head = arms.first().map_or(span, |arm| self.head(span, arm.body.span));
        self.effects.unsuitable.push(("choose", head));
        // Channels and messages are evaluated once, before it waits.
        let mut heads: Vec<Option<Head>> = arms.iter().map(|arm| self.select_head(&arm.call)).collect();
        let retry = self.out.here();
        self.emit(Instr::AtomicBegin, head);
        let mut count = Operand::Int(0);
        for alternative in heads.iter_mut().flatten() {
            let sends = alternative.sends.is_some();
            alternative.ready = self.is_ready(&alternative.channel, sends, alternative.span);
            count = self.int_op(BinOp::Add, count, alternative.ready.1, alternative.span);
        }
        let end = self.out.target();
        self.none_ready(otherwise, count, retry, head, end);
        let targets = self.pick_arm(&heads, count, head);
        for ((arm, alternative), target) in arms.iter().zip(&heads).zip(targets) {
            self.out.bind(target);
            self.select_arm(arm, alternative.as_ref());
            self.out.jump(end, closing(arm.body.span));
        }
        self.out.bind(end);
    }

    /// The channel of an alternative, and the message that it sends.
    fn select_head(&mut self, call: &'a Expr) -> Option<Head> {
        let help = "write `c.send(e)` or `let m = c.receive()`, where `c` is a channel";
        let ExprKind::Method(object, name, args) = &call.kind else {
            self.error(codes::WRONG_PLACE, call.span, "`select` waits for messages", "not a message", help);
            return None;
        };
        let channel = self.value(object, None);
        let elem = match &channel.ty {
            Type::Channel(elem) | Type::Faulty(elem) => (**elem).clone(),
            Type::Error => return None,
            _ => {
                self.error(
                    codes::WRONG_PLACE,
                    call.span,
                    "`select` waits for messages",
                    "not a channel",
                    help,
                );
                return None;
            }
        };
        let sends = match (name.text.as_str(), args.as_slice()) {
            ("receive", []) => None,
            ("send", [message]) => Some(self.expect(message, &elem, None)),
            _ => {
                self.error(
                    codes::WRONG_PLACE,
                    call.span,
                    "`select` waits for messages",
                    "not possible",
                    help,
                );
                return None;
            }
        };
        let ready = (Operand::Int(0), Operand::Int(0));
        self.is_known(&channel, call.span).then_some(Head { channel, sends, elem, span: call.span, ready })
    }

    /// What is done if no message can be sent or received: wait, or go on with something else.
    fn none_ready(
        &mut self,
        otherwise: &'a Otherwise,
        count: Operand,
        retry: commute_ir::Pc,
        head: Span,
        end: Target,
    ) {
        let timed = matches!(otherwise, Otherwise::Timeout(_));
        if !matches!(otherwise, Otherwise::Else(_)) {
            self.effects.unsuitable.push(("block", head));
            let cond = self.int_op(BinOp::Gt, count, Operand::Int(0), head);
            self.emit(Instr::Block { cond, timed, retry }, head);
        }
        if let Otherwise::Timeout(block) | Otherwise::Else(block) = otherwise {
            let (some, none) = (self.out.target(), self.out.target());
            self.out.branch(count, some, none, head);
            self.out.bind(none);
            self.emit(Instr::AtomicEnd, head);
            self.block(block);
            self.out.jump(end, closing(block.span));
            self.out.bind(some);
        }
    }

    /// Chooses one of the `count` alternatives that are possible, and goes there.
    fn pick_arm(&mut self, heads: &[Option<Head>], count: Operand, span: Span) -> Vec<Target> {
        let left = self.temp(&Type::Int);
        self.emit(Instr::Choose { dst: left, lo: Operand::Int(0), hi: count }, span);
        let targets: Vec<Target> = heads.iter().map(|_| self.out.target()).collect();
        for (alternative, &target) in heads.iter().zip(&targets).take(heads.len().saturating_sub(1)) {
            let ready = alternative.as_ref().map_or(Operand::Int(0), |a| a.ready.1);
            let (possible, skip, next) = (self.out.target(), self.out.target(), self.out.target());
            self.out.branch(ready, possible, next, span);
            self.out.bind(possible);
            self.out.branch(Operand::Reg(left), skip, target, span);
            self.out.bind(skip);
            let (op, num, a, b) = (BinOp::Sub, NumTy::I64, Operand::Reg(left), Operand::Int(1));
            self.emit(Instr::Binary { dst: left, op, num, a, b }, span);
            self.out.jump(next, span);
            self.out.bind(next);
        }
        if let Some(&last) = targets.last() {
            self.out.jump(last, span);
        }
        targets
    }

    fn select_arm(&mut self, arm: &'a Arm, alternative: Option<&Head>) {
        self.blocks.push(Vec::new());
        let elem = alternative.map_or(Type::Error, |a| a.elem.clone());
        let reg: Reg = match &arm.var {
            Some(var) => self.register(&var.text, &elem),
            None => self.temp(&elem),
        };
        if let Some(Head { channel, sends, span, ready, .. }) = alternative {
            match sends {
                Some(message) => self.send(channel, *message, true, *span),
                None => self.take(channel, ready.0, reg, *span),
            }
            self.emit(Instr::AtomicEnd, *span);
        }
        if let Some(var) = &arm.var {
            if let Some(Head { sends: Some(_), span, .. }) = alternative {
                let help = "remove the `let`";
                self.error(codes::NO_RESULT, *span, "`send` has no result", "used as a value", help);
            }
            self.declare(var, reg, elem.widened(), None);
        }
        self.block(&arm.body);
        self.blocks.pop();
    }
}
