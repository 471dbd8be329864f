//! Predicates over states, as trees: invariants, annotations, environment assumptions, atoms of LTL.

use super::functions::Labels;
use crate::ast::{BinaryOp, Expr, ExprKind, Name, UnaryOp};
use crate::check::{ScopeId, Type, World, codes, did_you_mean};
use commute_base::Span;
use commute_ir::{self as ir, BinOp, ClassId, Quantifier, UnOp};

/// A predicate under way.
pub(super) struct Pred<'w, 'a> {
    pub world: &'w mut World<'a>,
    pub labels: &'w Labels,
    pub scope: ScopeId,
    /// Parameters and bound variables, from the outside in.
    pub params: Vec<(String, Type)>,
    /// The class of `this`, and which parameter it is.
    pub this: Option<(ClassId, u32)>,
    /// Whether primes are allowed.
    pub two_state: bool,
    /// How many inner indices of tables are around, each of which is copied into its bounds check.
    pub inner: u32,
}

/// A part of a predicate: the tree and its type in the language.
#[derive(Clone)]
pub(super) struct Part {
    pub expr: ir::Expr,
    pub ty: Type,
}

impl Pred<'_, '_> {
    pub fn error(
        &mut self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
        label: &str,
        help: &str,
    ) {
        self.world.error(code, span, message, label, help);
    }

    pub fn part(&mut self, kind: ir::ExprKind, ty: Type, span: Span) -> Part {
        let ir_ty = self.world.ir_ty(&ty);
        Part { expr: ir::Expr { kind, ty: ir_ty, span }, ty }
    }

    pub fn int(&mut self, n: i64, ty: Type, span: Span) -> Part {
        self.part(ir::ExprKind::Int(n), ty, span)
    }

    pub fn bad(&mut self, span: Span) -> Part {
        self.int(0, Type::Error, span)
    }

    /// An expression that must be true or false.
    pub fn truth(&mut self, e: &Expr) -> ir::Expr {
        self.typed(e, &Type::Bool)
    }

    pub fn typed(&mut self, e: &Expr, ty: &Type) -> ir::Expr {
        let part = self.expr(e, false);
        if !part.ty.fits(ty) {
            self.world.mismatch(e.span, ty, &part.ty, None);
        }
        part.expr
    }

    pub fn expr(&mut self, e: &Expr, primed: bool) -> Part {
        let span = e.span;
        match &e.kind {
            ExprKind::Int(n) => self.int(*n, Type::Int, span),
            ExprKind::Bool(b) => self.int(i64::from(*b), Type::Bool, span),
            ExprKind::Null => self.part(ir::ExprKind::Null, Type::Null, span),
            ExprKind::Paren(inner) => self.expr(inner, primed),
            ExprKind::Variant(name, variant) => match self.world.variant(self.scope, name, variant) {
                Some((id, n)) => self.int(n, Type::Enum(id), span),
                None => self.bad(span),
            },
            ExprKind::Primed(inner) => self.primed(inner, span),
            ExprKind::This | ExprKind::Name(_) | ExprKind::Field(..) | ExprKind::Index(..) => {
                let found = self.find(e, primed);
                self.whole(found, span)
            }
            ExprKind::Unary(op, a) => self.unary(*op, a, span),
            ExprKind::Binary(BinaryOp::In, a, b) => self.contained(a, b, span, primed),
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, span),
            ExprKind::Call(name, args) => self.call(name, args, span, primed),
            ExprKind::Method(object, name, args) => {
                let object = self.expr(object, false);
                self.method(object, name, args, span, primed)
            }
            ExprKind::Quant { all, var, lo, hi, inclusive, body } => {
                let bounds = self.bounds(lo, hi, *inclusive);
                self.quantifier(*all, var, bounds, body, span)
            }
            ExprKind::At { thread, label } => self.at(thread, label, span),
            ExprKind::Error => self.bad(span),
            _ => {
                let help = "predicates look at one state and change nothing";
                self.error(codes::WRONG_PLACE, span, "a predicate only reads", "not allowed here", help);
                self.bad(span)
            }
        }
    }

    fn primed(&mut self, inner: &Expr, span: Span) -> Part {
        if !self.two_state {
            let help = "primes are for `env` declarations, which are about two states";
            self.error(codes::BAD_PRIME, span, "there is only one state here", "a primed expression", help);
            return self.bad(span);
        }
        let mut part = self.expr(inner, true);
        // What is quoted later has its prime.
        part.expr.span = span;
        let changes = matches!(
            part.expr.kind,
            ir::ExprKind::Global { .. }
                | ir::ExprKind::Word { .. }
                | ir::ExprKind::Len { .. }
                | ir::ExprKind::Contains { .. }
                | ir::ExprKind::Owner { .. }
        );
        if !changes && !part.ty.is_error() {
            let help = "prime a variable, field, element, `len` or `owner`";
            self.error(codes::BAD_PRIME, span, "this cannot be primed", "not a place", help);
        }
        part
    }

    pub fn offset(&mut self, part: Part, offset: i64, span: Span) -> Part {
        match part.expr.kind {
            ir::ExprKind::Int(n) => self.int(n.wrapping_add(offset), Type::Int, span),
            _ if offset == 0 => part,
            _ => {
                let by = self.int(offset, Type::Int, span);
                self.operate(BinOp::Add, part, by, Type::Int, span)
            }
        }
    }

    pub fn operate(&mut self, op: BinOp, a: Part, b: Part, ty: Type, span: Span) -> Part {
        self.part(ir::ExprKind::Binary(op, Box::new(a.expr), Box::new(b.expr)), ty, span)
    }

    fn unary(&mut self, op: UnaryOp, a: &Expr, span: Span) -> Part {
        let a = self.expr(a, false);
        let (un, fits) = match op {
            UnaryOp::Neg => (UnOp::Neg, a.ty.is_int()),
            UnaryOp::Not => (UnOp::Not, a.ty == Type::Bool),
            UnaryOp::BitNot => (UnOp::BitNot, a.ty.is_int()),
        };
        if a.ty.is_error() {
            return a;
        }
        if !fits {
            self.world.bad_operand(op, &a.ty, span);
            return self.bad(span);
        }
        if let (UnaryOp::Neg, ir::ExprKind::Int(n)) = (op, &a.expr.kind) {
            return self.int(n.wrapping_neg(), Type::Int, span);
        }
        let ty = a.ty.widened();
        self.part(ir::ExprKind::Unary(un, Box::new(a.expr)), ty, span)
    }

    fn binary(&mut self, op: BinaryOp, a: &Expr, b: &Expr, span: Span) -> Part {
        let (a, b) = (self.expr(a, false), self.expr(b, false));
        if a.ty.is_error() || b.ty.is_error() {
            return self.bad(span);
        }
        let Some(ty) = self.world.binary_type(op, &a.ty, &b.ty) else {
            self.world.bad_operands(op, &a.ty, &b.ty, span);
            return self.bad(span);
        };
        match op {
            BinaryOp::Implies => {
                let left = a.expr.span;
                let not = self.part(ir::ExprKind::Unary(UnOp::Not, Box::new(a.expr)), Type::Bool, left);
                self.operate(BinOp::Or, not, b, ty, span)
            }
            _ => self.operate(super::exprs::bin_op(op), a, b, ty, span),
        }
    }

    /// `e in s`, and `e in s'` for the set after the step.
    fn contained(&mut self, elem: &Expr, set: &Expr, span: Span, primed: bool) -> Part {
        let (set, primed) = match &set.kind {
            ExprKind::Primed(inner) if self.two_state => (&**inner, true),
            _ => (set, primed),
        };
        let (elem, set) = (self.expr(elem, false), self.expr(set, false));
        if elem.ty.is_error() || set.ty.is_error() {
            return self.bad(span);
        }
        let Some(ty) = self.world.binary_type(BinaryOp::In, &elem.ty, &set.ty) else {
            self.world.bad_operands(BinaryOp::In, &elem.ty, &set.ty, span);
            return self.bad(span);
        };
        let (set, elem) = (Box::new(set.expr), Box::new(elem.expr));
        self.part(ir::ExprKind::Contains { set, elem, primed }, ty, span)
    }

    fn call(&mut self, name: &Name, args: &[Expr], span: Span, primed: bool) -> Part {
        match (name.text.as_str(), args) {
            ("owner", [of]) => {
                let object = self.expr(of, false);
                if object.ty.is_error() {
                    return object;
                }
                if !object.ty.is_ref() {
                    let message = format!("`{}` has no owner", self.world.show(&object.ty));
                    let help = "ask for the owner of a lock or an object";
                    self.error(codes::MISMATCH, of.span, message, "not an object", help);
                }
                let obj = Box::new(object.expr);
                self.part(ir::ExprKind::Owner { obj, primed }, Type::Int, span)
            }
            ("len", [of]) => {
                let object = self.expr(of, false);
                self.method(object, name, &[], span, primed)
            }
            ("owner" | "len", _) => {
                let message = format!("`{}` takes 1 argument", name.text);
                self.error(codes::ARGUMENTS, span, message, "wrong number of arguments", "");
                self.bad(span)
            }
            _ => {
                let help = "write the condition out: predicates are formulas";
                self.error(codes::WRONG_PLACE, span, "a predicate cannot call functions", "a call", help);
                self.bad(span)
            }
        }
    }

    fn method(&mut self, object: Part, name: &Name, args: &[Expr], span: Span, primed: bool) -> Part {
        let obj = Box::new(object.expr);
        match (&object.ty, name.text.as_str(), args) {
            (Type::Error, ..) => self.bad(span),
            (
                Type::Array(_) | Type::Seq(_) | Type::Set(_) | Type::Channel(_) | Type::Faulty(_),
                "len",
                [],
            ) => self.part(ir::ExprKind::Len { obj, primed }, Type::Int, span),
            (Type::Set(t), "contains", [elem]) => {
                let elem = Box::new(self.typed(elem, t));
                self.part(ir::ExprKind::Contains { set: obj, elem, primed }, Type::Bool, span)
            }
            (Type::Set(t), "nth", [at]) => {
                let index = Box::new(self.typed(at, &Type::Int));
                self.part(ir::ExprKind::Word { obj, index, primed }, (**t).clone(), span)
            }
            (ty, method, _) => {
                let message = format!("a predicate cannot call `{method}` of `{}`", self.world.show(ty));
                let help = "predicates can use len, contains and nth";
                self.error(codes::WRONG_PLACE, name.span, message, "not allowed here", help);
                self.bad(span)
            }
        }
    }

    fn bounds(&mut self, lo: &Expr, hi: &Expr, inclusive: bool) -> (ir::Expr, ir::Expr) {
        let (first, last) = (self.typed(lo, &Type::Int), self.typed(hi, &Type::Int));
        if !inclusive {
            return (first, last);
        }
        let end = self.offset(Part { expr: last, ty: Type::Int }, 1, hi.span);
        (first, end.expr)
    }

    fn quantifier(
        &mut self,
        all: bool,
        var: &Name,
        bounds: (ir::Expr, ir::Expr),
        body: &Expr,
        span: Span,
    ) -> Part {
        self.params.push((var.text.clone(), Type::Int));
        let body = Box::new(self.truth(body));
        self.params.pop();
        let quantifier = if all { Quantifier::All } else { Quantifier::Some };
        let (lo, hi) = (Box::new(bounds.0), Box::new(bounds.1));
        self.part(ir::ExprKind::Quant { quantifier, lo, hi, body }, Type::Bool, span)
    }

    fn at(&mut self, thread: &Expr, label: &Name, span: Span) -> Part {
        let thread = Some(Box::new(self.typed(thread, &Type::Int)));
        match self.labels.get(&label.text) {
            Some(true) => {
                let label = label.text.clone();
                self.part(ir::ExprKind::At { thread, label }, Type::Bool, span)
            }
            // Control never gets to the label, so no thread stands there.
            Some(false) => self.int(0, Type::Bool, span),
            None => {
                let names: Vec<String> = self.labels.keys().map(|name| format!("'{name}")).collect();
                let otherwise = format!("put `'{}:` before a statement", label.text);
                let help =
                    did_you_mean(&format!("'{}", label.text), names.iter().map(String::as_str), &otherwise);
                let message = format!("there is no label `'{}`", label.text);
                self.error(codes::UNKNOWN_LABEL, label.span, message, "no such label", &help);
                self.bad(span)
            }
        }
    }
}
