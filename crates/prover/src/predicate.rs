//! From predicates of the program to terms.
//!
//! A predicate that cannot be evaluated (an index out of bounds, null, division by zero) does not hold, as in
//! `docs/semantics.md`; so each part of it comes with the condition under which it is defined.

use crate::fold;
use crate::refusal::{Refusal, Result};
use crate::store::{Part, Store, in_bounds};
use commute_ir::{BinOp, Expr, ExprKind, Program, Quantifier, Shape, Ty, UnOp};
use commute_logic::{Op, Sort, Term, Var, When};

/// Bounded quantifiers over constants are written out up to this size.
const WRITTEN_OUT: i128 = 32;

/// A value and when it is defined.
#[derive(Clone, Debug)]
struct Value {
    term: Term,
    defined: Term,
}

impl Value {
    fn total(term: Term) -> Self {
        Self { term, defined: Term::bool(true) }
    }
}

/// What an expression denotes if it is a static object: its row and index.
struct Object {
    row: usize,
    index: Value,
}

/// Translates predicates: parameters have these values, variables are `x` and, primed, `x'`.
pub struct Predicates<'a> {
    program: &'a Program,
    store: &'a Store,
}

impl<'a> Predicates<'a> {
    /// For the predicates of this program.
    pub fn new(program: &'a Program, store: &'a Store) -> Self {
        Self { program, store }
    }

    /// The formula, which is false where it is not defined.
    pub fn formula(&self, e: &Expr, params: &[Term]) -> Result<Term> {
        let value = self.value(e, &mut params.to_vec())?;
        Ok(fold::given(&fold::and([value.defined, fold::as_bool(&value.term)]), &[]))
    }

    /// A number that is always defined, such as a bound.
    pub fn number(&self, e: &Expr) -> Result<Term> {
        Ok(fold::as_int(&self.value(e, &mut Vec::new())?.term))
    }

    /// How many elements an array of the row has.
    pub fn length(&self, row: usize) -> Result<Term> {
        match &self.store.rows[row].any_len {
            Some(e) => self.number(e),
            None => Ok(Term::int(self.store.rows[row].len)),
        }
    }

    /// How many objects the row has.
    pub fn count(&self, row: usize) -> Result<Term> {
        match &self.store.rows[row].any {
            Some(e) => self.number(e),
            None => Ok(Term::int(self.store.rows[row].count)),
        }
    }

    fn value(&self, e: &Expr, params: &mut Vec<Term>) -> Result<Value> {
        match &e.kind {
            ExprKind::Int(n) if e.ty == Ty::Bool => Ok(Value::total(Term::bool(*n != 0))),
            ExprKind::Int(n) => Ok(Value::total(Term::int(*n))),
            ExprKind::Null => Ok(Value::total(Term::null())),
            ExprKind::Param(k) => match params.get(*k as usize) {
                Some(term) => Ok(Value::total(term.clone())),
                None => Err(Refusal::new("a parameter that has no value here", e.span)),
            },
            ExprKind::Global { global, primed } => {
                let term = match self.store.global(self.program, *global, e.span)? {
                    Ok(spot) => self.whole(spot.var, *primed),
                    Err(constant) => constant,
                };
                Ok(Value::total(term))
            }
            ExprKind::Static { .. } => Err(Refusal::new("an object cannot be compared with another", e.span)),
            ExprKind::Word { obj, index, primed } => self.word(e, obj, index, *primed, params),
            ExprKind::Len { obj, primed } => self.len(obj, *primed, params),
            ExprKind::Contains { set, elem, primed } => self.contains(set, elem, *primed, params),
            ExprKind::Owner { obj, primed } => self.owner(obj, *primed, params),
            ExprKind::At { .. } => {
                let reason = "`at` speaks of where another thread stands, which a proof thread by thread \
                              does not know (use a variable instead)";
                Err(Refusal::new(reason, e.span))
            }
            ExprKind::Unary(op, a) => self.unary(*op, a, e, params),
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, e, params),
            ExprKind::If(c, a, b) => {
                let (c, a, b) = (self.value(c, params)?, self.value(a, params)?, self.value(b, params)?);
                let test = fold::as_bool(&c.term);
                let branch = fold::ite(&test, &a.defined, &b.defined);
                let b_term = fold::convert(&b.term, a.term.sort());
                Ok(Value {
                    term: fold::ite(&test, &a.term, &b_term),
                    defined: fold::and([c.defined, branch]),
                })
            }
            ExprKind::Quant { quantifier, lo, hi, body } => {
                self.quantified(*quantifier, lo, hi, body, params)
            }
        }
    }

    fn whole(&self, var: usize, primed: bool) -> Term {
        let now = self.store.now(var);
        Term::var(if primed { now.next() } else { now })
    }

    fn object(&self, e: &Expr, params: &mut Vec<Term>) -> Result<Object> {
        let ExprKind::Static { base, index, .. } = &e.kind else {
            return Err(Refusal::new("this object is not known by name", e.span));
        };
        let (row, at) = self.store.row_of(*base);
        let index = match index {
            None => Value::total(Term::int(at)),
            Some(index) => {
                let index = self.value(index, params)?;
                let inside = in_bounds(&index.term, &self.count(row)?);
                Value { defined: fold::and([index.defined, inside]), term: index.term }
            }
        };
        Ok(Object { row, index })
    }

    fn word(
        &self,
        e: &Expr,
        obj: &Expr,
        index: &Expr,
        primed: bool,
        params: &mut Vec<Term>,
    ) -> Result<Value> {
        if let Ty::Class(class) = obj.ty {
            let object = self.value(obj, params)?;
            let ExprKind::Int(field) = index.kind else {
                return Err(Refusal::new("a field that is computed", e.span));
            };
            let spot = self.store.field(self.program, class, field as u32, &object.term, e.span)?;
            let defined = fold::and([object.defined, fold::not(&fold::equal(&object.term, &Term::null()))]);
            return Ok(Value { term: spot.read(&self.whole(spot.var, primed)), defined });
        }
        let object = self.object(obj, params)?;
        let at = self.value(index, params)?;
        let size = match self.store.rows[object.row].shape {
            Shape::Array(_) => self.length(object.row)?,
            Shape::Seq(_) => {
                let spot = self.store.part(object.row, &object.index.term, Part::Begin, e.span)?;
                spot.read(&self.whole(spot.var, primed))
            }
            _ => return Err(Refusal::new("elements of a set in their order are not in the logic", e.span)),
        };
        let spot = self.store.part(object.row, &object.index.term, Part::Elements, e.span)?.at(&at.term);
        let defined = fold::and([object.index.defined, at.defined, in_bounds(&at.term, &size)]);
        Ok(Value { term: spot.read(&self.whole(spot.var, primed)), defined })
    }

    fn len(&self, obj: &Expr, primed: bool, params: &mut Vec<Term>) -> Result<Value> {
        let object = self.object(obj, params)?;
        let read = |part| {
            let spot = self.store.part(object.row, &object.index.term, part, obj.span)?;
            Ok(spot.read(&self.whole(spot.var, primed)))
        };
        let term = match self.store.rows[object.row].shape {
            Shape::Array(_) => self.length(object.row)?,
            Shape::Seq(_) => read(Part::Begin)?,
            Shape::Channel(_) => fold::arithmetic(Op::Sub, &read(Part::End)?, &read(Part::Begin)?),
            _ => {
                let reason =
                    "the size of a set is not in the logic, only whether it is 0: write `len(s) == 0`";
                return Err(Refusal::new(reason, obj.span));
            }
        };
        Ok(Value { term, defined: object.index.defined })
    }

    /// `len(s) op n` for a set, if it only asks whether the set is empty.
    fn emptiness(&self, op: BinOp, a: &Expr, b: &Expr, params: &mut Vec<Term>) -> Result<Option<Value>> {
        let (ExprKind::Len { obj, primed }, ExprKind::Int(n)) = (&a.kind, &b.kind) else { return Ok(None) };
        let object = self.object(obj, params)?;
        let Shape::Set(_) = self.store.rows[object.row].shape else { return Ok(None) };
        let empty = match (op, n) {
            (BinOp::Eq, 0) | (BinOp::Le, 0) | (BinOp::Lt, 1) => true,
            (BinOp::Ne, 0) | (BinOp::Gt, 0) | (BinOp::Ge, 1) => false,
            _ => return Ok(None),
        };
        let spot = self.store.part(object.row, &object.index.term, Part::Members, a.span)?;
        let members = spot.read(&self.whole(spot.var, *primed));
        let is_empty = fold::equal(&members, &Term::constant(members.sort().clone(), &Term::bool(false)));
        let term = if empty { is_empty } else { fold::not(&is_empty) };
        Ok(Some(Value { term, defined: object.index.defined }))
    }

    fn contains(&self, set: &Expr, elem: &Expr, primed: bool, params: &mut Vec<Term>) -> Result<Value> {
        let object = self.object(set, params)?;
        let elem = self.value(elem, params)?;
        let spot = self.store.part(object.row, &object.index.term, Part::Members, set.span)?;
        let members = spot.read(&self.whole(spot.var, primed));
        let sort = members.sort().as_array().map_or(Sort::Int, |(key, _)| key.clone());
        let term = members.contains(&fold::convert(&elem.term, &sort));
        Ok(Value { term, defined: fold::and([object.index.defined, elem.defined]) })
    }

    fn owner(&self, obj: &Expr, primed: bool, params: &mut Vec<Term>) -> Result<Value> {
        let object = self.object(obj, params)?;
        let spot = self.store.part(object.row, &object.index.term, Part::Owner, obj.span)?;
        Ok(Value { term: spot.read(&self.whole(spot.var, primed)), defined: object.index.defined })
    }

    fn unary(&self, op: UnOp, a: &Expr, e: &Expr, params: &mut Vec<Term>) -> Result<Value> {
        let a = self.value(a, params)?;
        let term = match op {
            UnOp::Not => fold::not(&fold::as_bool(&a.term)),
            UnOp::Neg => fold::arithmetic(Op::Sub, &Term::int(0), &a.term),
            UnOp::BitNot => return Err(Refusal::new("operations on bits are not in the logic", e.span)),
        };
        Ok(Value { term, ..a })
    }

    fn binary(&self, op: BinOp, a: &Expr, b: &Expr, e: &Expr, params: &mut Vec<Term>) -> Result<Value> {
        if let Some(value) = self.emptiness(op, a, b, params)? {
            return Ok(value);
        }
        let (x, y) = (self.value(a, params)?, self.value(b, params)?);
        let both = fold::and([x.defined.clone(), y.defined.clone()]);
        if e.ty == Ty::Bool && matches!(op, BinOp::And | BinOp::Or) {
            return Ok(connective(op, x, y));
        }
        let Some((term, extra)) = operation(op, &x.term, &y.term) else {
            return Err(Refusal::new("operations on bits are not in the logic", e.span));
        };
        Ok(Value { term, defined: fold::and([both, extra]) })
    }

    fn quantified(
        &self,
        kind: Quantifier,
        lo: &Expr,
        hi: &Expr,
        body: &Expr,
        params: &mut Vec<Term>,
    ) -> Result<Value> {
        let (lo, hi) = (self.value(lo, params)?, self.value(hi, params)?);
        let bounds = fold::and([lo.defined, hi.defined]);
        if let (Some(first), Some(end)) = (fold::number(&lo.term), fold::number(&hi.term))
            && end - first <= WRITTEN_OUT
        {
            return self.written_out(kind, first..end, body, params);
        }
        let var = Var::now(format!("k{}", params.len()), Sort::Int).at(When::Bound);
        let bound = Term::var(var.clone());
        params.push(bound.clone());
        let inner = self.value(body, params)?;
        params.pop();
        let range = fold::within(&bound, &lo.term, &hi.term);
        let holds = fold::and([inner.defined.clone(), fold::as_bool(&inner.term)]);
        let every = Term::forall([var.clone()], &fold::implies(&range, &inner.defined));
        let every = if fold::known(&inner.defined) == Some(true) { Term::bool(true) } else { every };
        let term = match kind {
            Quantifier::All => Term::forall([var], &fold::implies(&range, &holds)),
            Quantifier::Some => Term::exists([var], &fold::and([range, holds])),
        };
        Ok(Value { term, defined: fold::and([bounds, every]) })
    }

    fn written_out(
        &self,
        kind: Quantifier,
        range: std::ops::Range<i128>,
        body: &Expr,
        params: &mut Vec<Term>,
    ) -> Result<Value> {
        let mut result = Value::total(Term::bool(kind == Quantifier::All));
        for k in range {
            params.push(Term::int(k));
            let value = self.value(body, params);
            params.pop();
            let op = if kind == Quantifier::All { BinOp::And } else { BinOp::Or };
            result = connective(op, result, value?);
        }
        Ok(result)
    }
}

/// `a && b`, `a || b`: the right side matters only if the left does not decide.
fn connective(op: BinOp, a: Value, b: Value) -> Value {
    let (x, y) = (fold::as_bool(&a.term), fold::as_bool(&b.term));
    let (term, decided) = match op {
        BinOp::And => (fold::and([x.clone(), y]), fold::not(&x)),
        _ => (fold::or([x.clone(), y]), x),
    };
    Value { term, defined: fold::and([a.defined, fold::or([decided, b.defined])]) }
}

/// The value of an operation on words, and when it is defined; `None` for operations on bits.
pub fn operation(op: BinOp, a: &Term, b: &Term) -> Option<(Term, Term)> {
    let always = Term::bool(true);
    let both_bool = *a.sort() == Sort::Bool || *b.sort() == Sort::Bool;
    let (x, y) = (fold::as_int(a), fold::as_int(b));
    let arithmetic = |op| (fold::arithmetic(op, &x, &y), always.clone());
    let same = || {
        if both_bool { fold::equal(&fold::as_bool(a), &fold::as_bool(b)) } else { fold::equal(a, b) }
    };
    let nonzero = || fold::not(&fold::equal(&y, &Term::int(0)));
    let zero = Term::int(0);
    // SMT-LIB's remainder is never negative; toward zero differs from it for negative dividends.
    let toward_zero = |op| {
        let positive = Term::binary(op, &x, &y);
        let mirrored =
            fold::arithmetic(Op::Sub, &zero, &Term::binary(op, &fold::arithmetic(Op::Sub, &zero, &x), &y));
        fold::ite(&fold::arithmetic(Op::Ge, &x, &zero), &positive, &mirrored)
    };
    Some(match op {
        BinOp::Add => arithmetic(Op::Add),
        BinOp::Sub => arithmetic(Op::Sub),
        BinOp::Mul => arithmetic(Op::Mul),
        BinOp::Div => (toward_zero(Op::Div), nonzero()),
        BinOp::Rem => (toward_zero(Op::Mod), nonzero()),
        BinOp::Mod => (Term::binary(Op::Mod, &x, &y), nonzero()),
        BinOp::Eq => (same(), always),
        BinOp::Ne => (fold::not(&same()), always),
        BinOp::Lt => arithmetic(Op::Lt),
        BinOp::Le => arithmetic(Op::Le),
        BinOp::Gt => arithmetic(Op::Gt),
        BinOp::Ge => arithmetic(Op::Ge),
        BinOp::And if both_bool => (fold::and([fold::as_bool(a), fold::as_bool(b)]), always),
        BinOp::Or if both_bool => (fold::or([fold::as_bool(a), fold::as_bool(b)]), always),
        BinOp::Xor if both_bool => (fold::not(&fold::equal(&fold::as_bool(a), &fold::as_bool(b))), always),
        _ => return None,
    })
}
