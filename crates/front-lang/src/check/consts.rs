//! Constants: `const` items, `-D` from the command line, and the constant expressions in types.

use super::{ScopeId, Symbol, Type, World, codes};
use crate::ast::{self, BinaryOp, Expr, ExprKind, Name, UnaryOp};
use commute_base::{Diagnostic, Span};
use commute_ir::{EnumId, Global, GlobalId, Operand, ProofNote};

/// A `const` item.
pub(crate) struct Const<'a> {
    scope: ScopeId,
    name: &'a Name,
    ty: &'a ast::Type,
    value: Option<&'a Expr>,
    state: State,
    /// The global that stands for it, if its value is left open.
    open: Option<GlobalId>,
}

/// How far the evaluation of a constant is.
#[derive(Clone, PartialEq)]
enum State {
    Fresh,
    Running,
    Done(ConstValue),
}

/// The value of a constant expression and its type: integer, boolean, enum or error.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ConstValue {
    pub word: i64,
    pub ty: Type,
}

impl ConstValue {
    const ERROR: ConstValue = ConstValue { word: 0, ty: Type::Error };

    fn int(word: i64) -> Self {
        Self { word, ty: Type::Int }
    }
}

/// Constants may refer to constants this deep; a longer chain is an error and not a stack overflow.
const MAX_CHAIN: usize = 200;

impl<'a> Const<'a> {
    pub fn new(scope: ScopeId, name: &'a Name, ty: &'a ast::Type, value: Option<&'a Expr>) -> Self {
        Self { scope, name, ty, value, state: State::Fresh, open: None }
    }
}

impl World<'_> {
    /// Evaluates all constants; `start` is where to report what is wrong with `-D`.
    pub fn evaluate_consts(&mut self, start: Span) {
        for index in 0..self.consts.len() {
            self.const_value(index, 0);
        }
        let names: Vec<String> = self.consts.iter().map(|c| self.qualified(c.scope, &c.name.text)).collect();
        for (name, _) in &self.options.defines {
            if names.contains(name) {
                continue;
            }
            let help = match names.as_slice() {
                [] => "the file declares no constants".to_owned(),
                names => format!("the constants of the file are {}", names.join(", ")),
            };
            let message = format!("`-D {name}=...` sets a constant that does not exist");
            self.error(codes::UNKNOWN_DEFINE, start, message, "no such constant in this file", help);
        }
    }

    /// The value of a `const` item.
    pub fn const_value(&mut self, index: usize, depth: usize) -> ConstValue {
        match self.consts[index].state.clone() {
            State::Done(value) => return value,
            State::Running => return self.const_cycle(index),
            State::Fresh if depth > MAX_CHAIN => return self.const_cycle(index),
            State::Fresh => {}
        }
        self.consts[index].state = State::Running;
        let Const { scope, name, ty, value, .. } = self.consts[index];
        let declared = self.resolve_type_at(scope, ty, depth + 1);
        let text = self.qualified(scope, &name.text);
        let define = self.options.defines.iter().rev().find(|(n, _)| *n == text).map(|(_, v)| v.clone());
        let written = value.map(|value| self.eval_at(scope, value, depth + 1));
        let result = match (define, written) {
            (Some(define), _) => self.defined_value(name, &declared, &define),
            (None, Some(written)) => written,
            (None, None) => self.open_value(index, &declared),
        };
        let result = self.fit_const(result, &declared, value.map_or(name.span, |v| v.span), ty);
        // A cycle has been reported at the constant that closes it.
        self.consts[index].state = State::Done(result.clone());
        result
    }

    /// A constant without a value: a prover takes any, others need one.
    fn open_value(&mut self, index: usize, ty: &Type) -> ConstValue {
        let Const { scope, name, .. } = self.consts[index];
        if !self.options.for_proof {
            let message = format!("the constant `{}` has no value", name.text);
            let help = format!(
                "give it one: `-D {0}=2`; `commute prove` proves the program for every `{0}`",
                name.text
            );
            self.error(codes::NO_VALUE, name.span, message, "any value", help);
            return ConstValue::ERROR;
        }
        if *ty != Type::Int {
            let help = "declare it as `int`, and say more in `init`";
            self.error(codes::BAD_TYPE, name.span, "only an `int` can be left open", "no value", help);
            return ConstValue::ERROR;
        }
        let global = GlobalId::new(self.program.globals.len());
        let (text, ir_ty) = (self.qualified(scope, &name.text), self.ir_ty(ty));
        self.program.globals.push(Global {
            name: text,
            ty: ir_ty,
            init: Operand::Int(0),
            process: None,
            annotations: Vec::new(),
            span: name.span,
        });
        self.program.notes.push(ProofNote::AnyValue { global });
        self.consts[index].open = Some(global);
        // Nobody looks at this value: `open_size` and the lowering of names come first.
        ConstValue::int(1)
    }

    /// The global that stands for a constant whose value is left open.
    pub fn open_const(&self, index: usize) -> Option<GlobalId> {
        self.consts[index].open
    }

    /// A constant expression for a number of threads or a length, which may be left open.
    pub fn open_int(&mut self, scope: ScopeId, e: &Expr) -> (Option<i64>, bool) {
        let outer = (self.open_allowed, self.open_used);
        (self.open_allowed, self.open_used) = (true, false);
        let value = self.const_int(scope, e);
        let used = self.open_used;
        (self.open_allowed, self.open_used) = outer;
        (value, used)
    }

    fn const_cycle(&mut self, index: usize) -> ConstValue {
        let name = self.consts[index].name;
        if self.consts[index].state == State::Running {
            let message = format!("the constant `{}` is defined by itself", name.text);
            let help = "give one of the constants of the cycle a value of its own";
            self.error(codes::CONST_CYCLE, name.span, message, "needs its own value", help);
            self.consts[index].state = State::Done(ConstValue::ERROR);
        }
        ConstValue::ERROR
    }

    fn defined_value(&mut self, name: &Name, ty: &Type, text: &str) -> ConstValue {
        let value = match ty {
            Type::Bool => text.parse::<bool>().ok().map(i64::from),
            t if t.is_int() => text.parse::<i64>().ok(),
            _ => None,
        };
        match value {
            Some(word) => ConstValue { word, ty: ty.widened() },
            None => {
                let what = self.show(ty);
                let message = format!("`-D {}={text}` does not fit the constant of type `{what}`", name.text);
                let help = "give an integer or, for a bool, `true` or `false`";
                self.error(codes::BAD_DEFINE, name.span, message, "this constant", help);
                ConstValue::ERROR
            }
        }
    }

    /// Checks the type of a constant and its range.
    fn fit_const(&mut self, value: ConstValue, ty: &Type, span: Span, written: &ast::Type) -> ConstValue {
        if value.ty.is_error() || ty.is_error() {
            return ConstValue::ERROR;
        }
        if ty.is_ref() {
            let message = "a constant is an integer, a boolean or an enum's variant";
            self.error(codes::BAD_TYPE, written.span, message, "not one of these", "declare a `var` instead");
            return ConstValue::ERROR;
        }
        if !value.ty.fits(ty) {
            self.mismatch(span, ty, &value.ty, None);
            return ConstValue::ERROR;
        }
        match self.narrow_const(value.word, ty, span) {
            Some(word) => ConstValue { word, ty: ty.widened() },
            None => ConstValue::ERROR,
        }
    }

    /// Brings a constant into a bounded type, or reports that it does not fit.
    pub fn narrow_const(&mut self, word: i64, ty: &Type, span: Span) -> Option<i64> {
        let (lo, hi) = ty.bounds();
        if (lo..=hi).contains(&word) {
            return Some(word);
        }
        if let Type::Range { wrap: true, .. } = ty {
            let size = i128::from(hi) - i128::from(lo) + 1;
            return Some((i128::from(lo) + (i128::from(word) - i128::from(lo)).rem_euclid(size)) as i64);
        }
        let message = format!("{word} is outside the type `{}`", self.show(ty));
        let help = format!("the values of this type are {lo} to {hi}");
        self.error(codes::OUT_OF_RANGE, span, message, "does not fit", help);
        None
    }

    /// Reports a value of the wrong type; `declared` is where the expected type comes from.
    pub fn mismatch(&mut self, span: Span, expected: &Type, found: &Type, declared: Option<Span>) {
        let (expected_text, found_text) = (self.show(expected), self.show(found));
        let message = format!("expected `{expected_text}`, found `{found_text}`");
        let help = match (expected, found) {
            (Type::Bool, t) if t.is_int() => "compare it, for example `... != 0`",
            (t, Type::Null) if !t.is_ref() => "only references can be `null`",
            _ => "",
        };
        let mut diagnostic =
            Diagnostic::error(codes::MISMATCH, span, message, format!("this is `{found_text}`"), help);
        if let Some(at) = declared {
            diagnostic = diagnostic.with(at, format!("because of the type `{expected_text}` here"));
        }
        self.diagnostics.push(diagnostic);
    }

    /// The value of a constant integer expression; errors are reported, and give `None`.
    pub fn const_int(&mut self, scope: ScopeId, e: &Expr) -> Option<i64> {
        self.const_int_at(scope, e, 0)
    }

    pub(super) fn const_int_at(&mut self, scope: ScopeId, e: &Expr, depth: usize) -> Option<i64> {
        let value = self.eval_at(scope, e, depth);
        if value.ty.is_error() {
            return None;
        }
        if value.ty != Type::Int {
            self.mismatch(e.span, &Type::Int, &value.ty, None);
            return None;
        }
        Some(value.word)
    }

    fn eval_at(&mut self, scope: ScopeId, e: &Expr, depth: usize) -> ConstValue {
        match &e.kind {
            ExprKind::Int(n) => ConstValue::int(*n),
            ExprKind::Bool(b) => ConstValue { word: i64::from(*b), ty: Type::Bool },
            ExprKind::Paren(inner) => self.eval_at(scope, inner, depth),
            ExprKind::Variant(name, variant) => match self.variant(scope, name, variant) {
                Some((id, word)) => ConstValue { word, ty: Type::Enum(id) },
                None => ConstValue::ERROR,
            },
            ExprKind::Name(name) => match self.find(scope, &name.text) {
                Some(item) => match item.symbol {
                    Symbol::Const(index) => {
                        let value = self.const_value(index, depth);
                        if self.open_const(index).is_some() {
                            self.open_used = true;
                            if !self.open_allowed {
                                let label = "its value is left open: it can be a number of threads, a length, \
                                             or part of an expression";
                                return self.not_constant(e.span, label);
                            }
                        }
                        value
                    }
                    other => self.not_constant(e.span, &format!("`{}` is {}", name.text, other.kind())),
                },
                None => {
                    self.unknown_name(scope, name, &[]);
                    ConstValue::ERROR
                }
            },
            ExprKind::Unary(op, a) => {
                let a = self.eval_at(scope, a, depth);
                self.eval_unary(*op, a, e.span)
            }
            ExprKind::Binary(op, a, b) => {
                let a = self.eval_at(scope, a, depth);
                if let Some(word) = decided(*op, &a) {
                    return ConstValue { word, ty: Type::Bool };
                }
                let b = self.eval_at(scope, b, depth);
                self.eval_binary(*op, a, b, e.span)
            }
            ExprKind::Error => ConstValue::ERROR,
            _ => self.not_constant(e.span, "this is computed when the program runs"),
        }
    }

    fn not_constant(&mut self, span: Span, label: &str) -> ConstValue {
        let help = "use literals, `const` items and operators";
        self.error(codes::NOT_CONSTANT, span, "a constant is needed here", label, help);
        ConstValue::ERROR
    }

    fn eval_unary(&mut self, op: UnaryOp, a: ConstValue, span: Span) -> ConstValue {
        if a.ty.is_error() {
            return a;
        }
        let fits = if op == UnaryOp::Not { a.ty == Type::Bool } else { a.ty.is_int() };
        if !fits {
            self.bad_operand(op, &a.ty, span);
            return ConstValue::ERROR;
        }
        ConstValue { word: fold_unary(op, a.word), ty: a.ty }
    }

    fn eval_binary(&mut self, op: BinaryOp, a: ConstValue, b: ConstValue, span: Span) -> ConstValue {
        if a.ty.is_error() || b.ty.is_error() {
            return ConstValue::ERROR;
        }
        let Some(ty) = self.binary_type(op, &a.ty, &b.ty) else {
            self.bad_operands(op, &a.ty, &b.ty, span);
            return ConstValue::ERROR;
        };
        match fold_binary(op, a.word, b.word) {
            Some(word) => ConstValue { word, ty },
            None => {
                let message = "this constant has no value: division by zero";
                self.error(codes::NO_VALUE, span, message, "divides by zero", "");
                ConstValue::ERROR
            }
        }
    }

    /// The enum and the number of a variant; reports what is wrong with the names.
    pub fn variant(&mut self, scope: ScopeId, name: &Name, variant: &Name) -> Option<(EnumId, i64)> {
        let id = match self.find(scope, &name.text).map(|i| i.symbol) {
            Some(Symbol::Enum(id)) => id,
            Some(other) => {
                let message = format!("`{}` is {}, not an enum", name.text, other.kind());
                self.error(codes::WRONG_KIND, name.span, message, "not an enum", "");
                return None;
            }
            None => {
                let enums = self.program.enums.iter().map(|e| e.name.as_str());
                let help = super::did_you_mean(&name.text, enums, "declare it with `enum`");
                let message = format!("there is no enum `{}`", name.text);
                self.error(codes::UNKNOWN_TYPE, name.span, message, "not declared", help);
                return None;
            }
        };
        let decl = &self.program.enums[id.index()];
        if let Some(at) = decl.variants.iter().position(|v| *v == variant.text) {
            return Some((id, at as i64));
        }
        let message = format!("`{}` has no variant `{}`", name.text, variant.text);
        let all = format!("its variants are {}", decl.variants.join(", "));
        let help = super::did_you_mean(&variant.text, decl.variants.iter().map(String::as_str), &all);
        self.error(codes::UNKNOWN_VARIANT, variant.span, message, "no such variant", help);
        None
    }
}

/// The value of a short-circuit operator whose left side decides it.
fn decided(op: BinaryOp, a: &ConstValue) -> Option<i64> {
    let decides = match op {
        BinaryOp::And => (0, 0),
        BinaryOp::Or => (1, 1),
        BinaryOp::Implies => (0, 1),
        _ => return None,
    };
    (a.ty == Type::Bool && a.word == decides.0).then_some(decides.1)
}

/// The operator applied to constants. Booleans are 0 and 1.
pub(crate) fn fold_unary(op: UnaryOp, a: i64) -> i64 {
    match op {
        UnaryOp::Neg => a.wrapping_neg(),
        UnaryOp::Not => i64::from(a == 0),
        UnaryOp::BitNot => !a,
    }
}

/// The operator applied to constants; `None` for a division by zero and for `in`.
pub(crate) fn fold_binary(op: BinaryOp, a: i64, b: i64) -> Option<i64> {
    Some(match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::Div if b != 0 => a.wrapping_div(b),
        BinaryOp::Rem if b != 0 => a.wrapping_rem_euclid(b),
        BinaryOp::Div | BinaryOp::Rem | BinaryOp::In => return None,
        BinaryOp::BitAnd | BinaryOp::And => a & b,
        BinaryOp::BitOr | BinaryOp::Or => a | b,
        BinaryOp::BitXor => a ^ b,
        BinaryOp::Shl => a.wrapping_shl(b as u32),
        BinaryOp::Shr => a.wrapping_shr(b as u32),
        BinaryOp::Eq => i64::from(a == b),
        BinaryOp::Ne => i64::from(a != b),
        BinaryOp::Lt => i64::from(a < b),
        BinaryOp::Le => i64::from(a <= b),
        BinaryOp::Gt => i64::from(a > b),
        BinaryOp::Ge => i64::from(a >= b),
        BinaryOp::Implies => i64::from(a == 0 || b != 0),
    })
}
