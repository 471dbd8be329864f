//! Values of records: made from their fields, taken apart, and changed in local variables.

use super::body::{Body, Value};
use super::places::{Fixed, Path};
use super::predicate_places::Found;
use super::predicates::{Part, Pred};
use crate::ast::{BinaryOp, Expr, ExprKind, Name};
use crate::check::{Digit, Type, World, codes, did_you_mean};
use commute_base::Span;
use commute_ir::{BinOp, Operand, Reg};

impl World<'_> {
    /// How the field with this name is part of a record; reports that there is none.
    fn digit(&mut self, at: usize, name: &Name) -> Option<Digit> {
        let record = &self.records[at];
        let place = record.fields.iter().position(|(n, _)| n.text == name.text);
        if let Some(place) = place {
            return record.digits.as_ref().and_then(|digits| digits.get(place)).cloned();
        }
        let help = did_you_mean(&name.text, record.fields.iter().map(|(n, _)| n.text.as_str()), "");
        let message = format!("`{}` has no field `{}`", record.name.text, name.text);
        self.error(codes::UNKNOWN_MEMBER, name.span, message, "no such field", help);
        None
    }
}

impl<'a> Body<'_, 'a> {
    /// `Msg(a, b)`.
    pub fn new_record(
        &mut self,
        at: usize,
        name: &Name,
        args: &'a [Expr],
        span: Span,
        dst: Option<Reg>,
    ) -> Value {
        let digits = self.world.records[at].digits.clone().unwrap_or_default();
        if args.len() != self.world.records[at].fields.len() {
            let declared = self.world.records[at].name.span;
            self.wrong_count(name, self.world.records[at].fields.len(), args.len(), span, Some(declared));
            return Value::error();
        }
        let fields: Vec<Operand> =
            args.iter().zip(&digits).map(|(e, d)| self.expect(e, &d.ty, None)).collect();
        let mut word = Operand::Int(0);
        for (field, digit) in fields.into_iter().zip(&digits) {
            let part = self.encoded(field, digit, span);
            word = self.int_op(BinOp::Add, word, part, span);
        }
        self.as_record(at, word, span, dst)
    }

    fn as_record(&mut self, at: usize, word: Operand, span: Span, dst: Option<Reg>) -> Value {
        let ty = Type::Record(at);
        if let Operand::Int(_) = word {
            return Value::new(word, ty);
        }
        let dst = dst.unwrap_or_else(|| self.temp(&ty));
        self.move_to(dst, word, span);
        Value::new(Operand::Reg(dst), ty)
    }

    /// What a value of a field adds to the number of the record.
    fn encoded(&mut self, field: Operand, digit: &Digit, span: Span) -> Operand {
        let mut part = self.int_op(BinOp::Sub, field, Operand::Int(digit.default), span);
        if digit.default != digit.lo {
            part = self.int_op(BinOp::Mod, part, Operand::Int(digit.size), span);
        }
        self.int_op(BinOp::Mul, part, Operand::Int(digit.weight), span)
    }

    /// The digit of a field in the number of a record.
    fn digit_of(&mut self, word: Operand, digit: &Digit, span: Span) -> Operand {
        let shifted = self.int_op(BinOp::Div, word, Operand::Int(digit.weight), span);
        self.int_op(BinOp::Mod, shifted, Operand::Int(digit.size), span)
    }

    fn decoded(&mut self, word: Operand, digit: &Digit, span: Span) -> Value {
        let mut part = self.digit_of(word, digit, span);
        if digit.default != digit.lo {
            part = self.int_op(BinOp::Add, part, Operand::Int(digit.default - digit.lo), span);
            part = self.int_op(BinOp::Mod, part, Operand::Int(digit.size), span);
        }
        let mut value =
            Value::new(self.int_op(BinOp::Add, part, Operand::Int(digit.lo), span), digit.ty.widened());
        value.range = digit.ty.bounds();
        value
    }

    /// `record.name`.
    pub fn field_of_record(&mut self, record: Value, at: usize, name: &Name) -> Path {
        match self.world.digit(at, name) {
            Some(digit) => Path::Fixed(self.decoded(record.op, &digit, name.span), Fixed::Value),
            None => Path::Error,
        }
    }

    /// Whether `target = value` assigns to a field of a record in a local variable, and does it.
    pub fn assign_field(
        &mut self,
        target: &'a Expr,
        op: Option<BinaryOp>,
        value: &'a Expr,
        span: Span,
    ) -> bool {
        let ExprKind::Field(object, name) = &target.kind else { return false };
        let ExprKind::Name(variable) = &object.kind else { return false };
        let Some(local) = self.find_local(&variable.text).cloned() else { return false };
        let Type::Record(at) = local.ty else { return false };
        if let Some(why) = local.fixed {
            self.immutable(target.span, &local.name, why);
        }
        let Some(digit) = self.world.digit(at, name) else { return true };
        let word = Operand::Reg(local.reg);
        let new = match op {
            None => self.value(value, None),
            Some(op) => {
                let old = self.decoded(word, &digit, target.span);
                let right = self.value(value, None);
                self.operate(op, old, right, span, None)
            }
        };
        let new = self.coerce(new, &digit.ty, value.span, None);
        let old = self.digit_of(word, &digit, span);
        let old = self.int_op(BinOp::Mul, old, Operand::Int(digit.weight), span);
        let rest = self.int_op(BinOp::Sub, word, old, span);
        let part = self.encoded(new, &digit, span);
        let sum = self.int_op(BinOp::Add, rest, part, span);
        self.move_to(local.reg, sum, span);
        true
    }
}

impl Pred<'_, '_> {
    /// `record.name` in a predicate.
    pub fn field_of_record(&mut self, record: Part, at: usize, name: &Name) -> Found {
        let Some(digit) = self.world.digit(at, name) else { return Found::Error };
        let span = record.expr.span.to(name.span);
        let mut part = record;
        let mut apply = |op, by: i64| {
            let by = self.int(by, Type::Int, span);
            part = self.operate(op, part.clone(), by, Type::Int, span);
        };
        apply(BinOp::Div, digit.weight);
        apply(BinOp::Mod, digit.size);
        apply(BinOp::Add, digit.default - digit.lo);
        apply(BinOp::Mod, digit.size);
        apply(BinOp::Add, digit.lo);
        part.expr.ty = self.world.ir_ty(&digit.ty);
        Found::Part(Part { expr: part.expr, ty: digit.ty })
    }
}
