//! `action (P) modifies x assert Q`: one atomic operation, given by what it relates.
//!
//! Conjuncts of P without primes are a guard, and `x' == e` says what a place becomes. With one such equation for each
//! place the action is a `when` with assignments. Otherwise the places get any values that satisfy P, which only a
//! prover can do.

use super::body::{Body, Value};
use super::places::Path;
use crate::ast::{BinaryOp, Expr, ExprKind};
use crate::check::{Type, codes};
use commute_base::Span;
use commute_ir::{Instr, NumTy, Operand, Place, Reg};

/// A place that the action changes.
struct Changed<'a> {
    text: String,
    place: Place,
    ty: Type,
    span: Span,
    becomes: Option<&'a Expr>,
}

impl<'a> Body<'_, 'a> {
    pub fn action(&mut self, pred: &'a Expr, modifies: &'a [Expr], assert: Option<&'a Expr>, span: Span) {
        self.effects.unsuitable.push(("block", span));
        let mut conjuncts = Vec::new();
        flatten(pred, &mut conjuncts);
        let retry = self.out.here();
        self.emit(Instr::AtomicBegin, span);
        let mut changed = self.changed_places(modifies);
        let (mut guards, mut relations) = (Vec::new(), Vec::new());
        for part in conjuncts {
            match self.equation(part) {
                Some((text, value)) if self.take_equation(&mut changed, &text, value) => {}
                _ if mentions_prime(part) => relations.push(part),
                _ => guards.push(part),
            }
        }
        for guard in guards {
            crate::check::check_guard(self.world, guard);
            let cond = self.expect(guard, &Type::Bool, None);
            self.emit(Instr::Block { cond, timed: false, retry }, span);
        }
        self.new_values(&changed, &relations, span);
        if let Some(assert) = assert {
            let cond = self.expect(assert, &Type::Bool, None);
            let message = format!("action: {}", self.world.sources.text(assert.span));
            self.emit(Instr::Assert { cond, message: message.into() }, assert.span);
        }
        let values = self.primes.take().unwrap_or_default();
        for (change, (_, value)) in changed.iter().zip(values) {
            let src = self.coerce(value, &change.ty, change.span, None);
            self.emit(Instr::Store { place: change.place, src, plain: false }, span);
        }
        self.emit(Instr::AtomicEnd, span);
    }

    fn changed_places(&mut self, modifies: &'a [Expr]) -> Vec<Changed<'a>> {
        let mut all = Vec::new();
        for e in modifies {
            let text = self.text_of(e);
            match self.path(e) {
                Path::Word(place, ty) if !ty.is_ref() => {
                    all.push(Changed { text, place, ty, span: e.span, becomes: None });
                }
                Path::Error => {}
                _ => {
                    let help = "an action changes shared numbers: variables, fields and elements";
                    self.error(
                        codes::NO_PLACE,
                        e.span,
                        "an action cannot change this",
                        "not a shared number",
                        help,
                    );
                }
            }
        }
        all
    }

    /// The source of an expression without space, to find the same place again.
    fn text_of(&self, e: &Expr) -> String {
        self.world.sources.text(e.span).split_whitespace().collect()
    }

    /// `x' == e` or `e == x'`, where e is about the state before.
    fn equation(&self, e: &'a Expr) -> Option<(String, &'a Expr)> {
        let ExprKind::Binary(BinaryOp::Eq, a, b) = &e.kind else { return None };
        for (left, right) in [(a, b), (b, a)] {
            if let ExprKind::Primed(place) = &strip(left).kind
                && !mentions_prime(right)
            {
                return Some((self.text_of(place), right));
            }
        }
        None
    }

    fn take_equation(&self, changed: &mut [Changed<'a>], text: &str, value: &'a Expr) -> bool {
        match changed.iter_mut().find(|c| c.text == text && c.becomes.is_none()) {
            Some(change) => {
                change.becomes = Some(value);
                true
            }
            None => false,
        }
    }

    /// Computes what the places become, all from the state before; from then on primes mean these values.
    fn new_values(&mut self, changed: &[Changed<'a>], relations: &[&'a Expr], span: Span) {
        let open = changed.iter().find(|c| c.becomes.is_none());
        if let Some(span) = open.map(|c| c.span).or(relations.first().map(|r| r.span))
            && !self.world.options.for_proof
        {
            let help = "say for each place what it becomes: `x' == e`; `commute prove` takes any action";
            let message = "this action does not say what it does, only what may come of it";
            self.error(codes::OPEN_ACTION, span, message, "left open", help);
        }
        let mut values = Vec::new();
        for change in changed {
            let value = match change.becomes {
                Some(e) => {
                    let src = self.expect(e, &change.ty, None);
                    let dst = self.temp(&change.ty);
                    self.emit(Instr::Move { dst, src }, e.span);
                    Operand::Reg(dst)
                }
                None => Operand::Reg(self.any_value(&change.ty, change.span)),
            };
            values.push((change.text.clone(), Value::new(value, change.ty.widened())));
        }
        self.primes = Some(values);
        for relation in relations {
            let cond = self.expect(relation, &Type::Bool, None);
            self.emit(Instr::Assume { cond }, span);
        }
    }

    /// Any value of the type. What stands for any integer is a range that ends before it begins: whoever writes it waits for
    /// ever, so that a proof that takes it for any integer thinks of more, while the whole range of 64 bits is a fault.
    fn any_value(&mut self, ty: &Type, span: Span) -> Reg {
        let number = self.temp(&Type::Int);
        let (lo, hi) = match ty.bounds() {
            _ if *ty == Type::Bool => (0, 2),
            (i64::MIN, i64::MAX) => (i64::MAX, i64::MIN),
            (lo, hi) => (lo, hi.saturating_add(1)),
        };
        self.emit(Instr::Choose { dst: number, lo: Operand::Int(lo), hi: Operand::Int(hi) }, span);
        let dst = self.temp(ty);
        if *ty == Type::Bool {
            let (op, a, b) = (commute_ir::BinOp::Ne, Operand::Reg(number), Operand::Int(0));
            self.emit(Instr::Binary { dst, op, num: NumTy::I64, a, b }, span);
        } else {
            self.emit(Instr::Move { dst, src: Operand::Reg(number) }, span);
        }
        dst
    }

    /// `x'` inside an action: what it becomes, or what it is if the action does not change it.
    pub fn after_action(&mut self, place: &'a Expr, dst: Option<Reg>) -> Value {
        let text = self.text_of(place);
        let found = self.primes.iter().flatten().find(|(t, _)| *t == text).map(|(_, value)| value.clone());
        found.unwrap_or_else(|| self.value(place, dst))
    }
}

fn strip(e: &Expr) -> &Expr {
    match &e.kind {
        ExprKind::Paren(inner) => strip(inner),
        _ => e,
    }
}

fn flatten<'a>(e: &'a Expr, parts: &mut Vec<&'a Expr>) {
    match &strip(e).kind {
        ExprKind::Binary(BinaryOp::And, a, b) => {
            flatten(a, parts);
            flatten(b, parts);
        }
        ExprKind::Bool(true) => {}
        _ => parts.push(strip(e)),
    }
}

fn mentions_prime(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Primed(_) => true,
        ExprKind::Paren(a) | ExprKind::Unary(_, a) | ExprKind::Field(a, _) => mentions_prime(a),
        ExprKind::Binary(_, a, b) | ExprKind::Index(a, b) => mentions_prime(a) || mentions_prime(b),
        ExprKind::Call(_, args) => args.iter().any(mentions_prime),
        ExprKind::Method(o, _, args) => mentions_prime(o) || args.iter().any(mentions_prime),
        _ => false,
    }
}
