//! Which operators go with which types.

use super::{Type, World, codes};
use crate::ast::{BinaryOp, UnaryOp};
use commute_base::Span;

impl World<'_> {
    /// The type of `a op b`, or `None` if the operator does not go with these types.
    pub fn binary_type(&self, op: BinaryOp, a: &Type, b: &Type) -> Option<Type> {
        use BinaryOp::*;
        let ints = a.is_int() && b.is_int();
        let bools = *a == Type::Bool && *b == Type::Bool;
        match op {
            Add | Sub | Mul | Div | Rem | Shl | Shr => ints.then_some(Type::Int),
            BitAnd | BitOr | BitXor if bools => Some(Type::Bool),
            BitAnd | BitOr | BitXor => ints.then_some(Type::Int),
            Eq | Ne => (a.fits(b) || b.fits(a)).then_some(Type::Bool),
            Lt | Le | Gt | Ge => ints.then_some(Type::Bool),
            And | Or | Implies => bools.then_some(Type::Bool),
            In => match b {
                Type::Set(t) => a.fits(t).then_some(Type::Bool),
                _ => None,
            },
        }
    }

    /// Reports operands that do not go with the operator.
    pub fn bad_operands(&mut self, op: BinaryOp, a: &Type, b: &Type, span: Span) {
        use BinaryOp::*;
        let help = match op {
            Eq | Ne => "both sides must have the same type",
            And | Or | Implies => "both sides must be `bool`",
            BitAnd | BitOr | BitXor => "both sides must be integers, or both `bool`",
            In => "the right side must be a set, and the left side a value of its type",
            _ => "both sides must be integers",
        };
        let (a, b) = (self.show(a), self.show(b));
        let message = format!("`{}` does not go with `{a}` and `{b}`", symbol(op));
        self.error(codes::OPERANDS, span, message, format!("`{a}` and `{b}`"), help);
    }

    /// Reports an operand that does not go with the operator.
    pub fn bad_operand(&mut self, op: UnaryOp, a: &Type, span: Span) {
        let (symbol, needs) = match op {
            UnaryOp::Neg => ("-", "an integer"),
            UnaryOp::Not => ("!", "a `bool`"),
            UnaryOp::BitNot => ("~", "an integer"),
        };
        let a = self.show(a);
        let message = format!("`{symbol}` does not go with `{a}`");
        self.error(codes::OPERANDS, span, message, format!("`{a}`"), format!("it needs {needs}"));
    }
}

/// The operator as written.
fn symbol(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitOr => "|",
        BinaryOp::BitXor => "^",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
        BinaryOp::And => "&&",
        BinaryOp::Or => "||",
        BinaryOp::Implies => "=>",
        BinaryOp::In => "in",
    }
}
