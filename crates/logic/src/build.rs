//! Short ways to make terms, for code that knows its sorts. A wrong sort here is a bug of the caller and panics;
//! text from outside goes through [`Term::apply`], which returns the error.

use crate::op::{Op, SortError};
use crate::sort::{EnumSort, Sort};
use crate::term::{Lit, Quantifier, Term, Var, When};
use std::sync::Arc;

fn sorted(result: Result<Term, SortError>) -> Term {
    result.unwrap_or_else(|e| panic!("[commute internal bug] a term is not well-sorted: {e}"))
}

fn app<const N: usize>(op: Op, args: [&Term; N]) -> Term {
    sorted(Term::apply(op, args.into_iter().cloned().collect()))
}

/// `op` over any number of terms; none gives `unit`, one gives itself.
fn many(op: Op, mut args: Vec<Term>, unit: Lit) -> Term {
    match args.len() {
        0 => Term::lit(unit),
        1 => args.remove(0),
        _ => sorted(Term::apply(op, args)),
    }
}

impl Term {
    /// `true` or `false`.
    pub fn bool(value: bool) -> Term {
        Term::lit(Lit::Bool(value))
    }

    /// An integer.
    pub fn int(value: impl Into<i128>) -> Term {
        Term::lit(Lit::Int(value.into()))
    }

    /// The thread with this number; 0 is nobody.
    pub fn tid(number: u64) -> Term {
        Term::lit(Lit::Tid(number))
    }

    /// The null reference.
    pub fn null() -> Term {
        Term::lit(Lit::Null)
    }

    /// The value of `sort` with this index.
    pub fn enum_value(sort: &Arc<EnumSort>, index: usize) -> Term {
        assert!(index < sort.variants.len(), "[commute internal bug] {} has no value {index}", sort.name);
        Term::lit(Lit::Enum(sort.clone(), index))
    }

    /// The present value of a variable.
    pub fn now(name: impl Into<Arc<str>>, sort: Sort) -> Term {
        Term::var(Var::now(name, sort))
    }

    /// The value of a variable after the step.
    pub fn next(name: impl Into<Arc<str>>, sort: Sort) -> Term {
        Term::var(Var::now(name, sort).next())
    }

    /// The conjunction; of none it is `true`.
    pub fn and(args: impl IntoIterator<Item = Term>) -> Term {
        many(Op::And, args.into_iter().collect(), Lit::Bool(true))
    }

    /// The disjunction; of none it is `false`.
    pub fn or(args: impl IntoIterator<Item = Term>) -> Term {
        many(Op::Or, args.into_iter().collect(), Lit::Bool(false))
    }

    /// The sum; of none it is 0.
    pub fn sum(args: impl IntoIterator<Item = Term>) -> Term {
        many(Op::Add, args.into_iter().collect(), Lit::Int(0))
    }

    /// Pairwise different; fewer than two terms are.
    pub fn distinct(args: impl IntoIterator<Item = Term>) -> Term {
        let args: Vec<Term> = args.into_iter().collect();
        if args.len() < 2 { Term::bool(true) } else { sorted(Term::apply(Op::Distinct, args)) }
    }

    /// `!self`.
    #[allow(clippy::should_implement_trait, reason = "all operators of terms are methods by reference")]
    pub fn not(&self) -> Term {
        app(Op::Not, [self])
    }

    /// `self ==> other`.
    pub fn implies(&self, other: &Term) -> Term {
        app(Op::Implies, [self, other])
    }

    /// `self == other`.
    pub fn equals(&self, other: &Term) -> Term {
        app(Op::Eq, [self, other])
    }

    /// `!(self == other)`.
    pub fn differs(&self, other: &Term) -> Term {
        self.equals(other).not()
    }

    /// `if self then yes else no`.
    pub fn ite(&self, yes: &Term, no: &Term) -> Term {
        app(Op::Ite, [self, yes, no])
    }

    /// `op` applied to two terms; for arithmetic, comparisons and sets.
    pub fn binary(op: Op, left: &Term, right: &Term) -> Term {
        app(op, [left, right])
    }

    /// `-self`.
    pub fn negate(&self) -> Term {
        app(Op::Neg, [self])
    }

    /// `self + other`.
    pub fn plus(&self, other: &Term) -> Term {
        app(Op::Add, [self, other])
    }

    /// `self - other`.
    pub fn minus(&self, other: &Term) -> Term {
        app(Op::Sub, [self, other])
    }

    /// `self < other`.
    pub fn less(&self, other: &Term) -> Term {
        app(Op::Lt, [self, other])
    }

    /// `self <= other`.
    pub fn at_most(&self, other: &Term) -> Term {
        app(Op::Le, [self, other])
    }

    /// `low <= self && self < high`: the range is half-open, as in the language.
    pub fn in_range(&self, low: i128, high: i128) -> Term {
        Term::and([Term::int(low).at_most(self), self.less(&Term::int(high))])
    }

    /// The number of a thread id.
    pub fn tid_number(&self) -> Term {
        app(Op::TidToInt, [self])
    }

    /// `self[key]`.
    pub fn select(&self, key: &Term) -> Term {
        app(Op::Select, [self, key])
    }

    /// `self[key := value]`.
    pub fn store(&self, key: &Term, value: &Term) -> Term {
        app(Op::Store, [self, key, value])
    }

    /// The array of sort `sort` with `value` everywhere.
    pub fn constant(sort: Sort, value: &Term) -> Term {
        sorted(Term::const_array(sort, value.clone()))
    }

    /// The empty set of `element`.
    pub fn empty_set(element: Sort) -> Term {
        Term::constant(Sort::set(element), &Term::bool(false))
    }

    /// The set with `element` added.
    pub fn insert(&self, element: &Term) -> Term {
        self.store(element, &Term::bool(true))
    }

    /// The set with `element` taken out.
    pub fn remove(&self, element: &Term) -> Term {
        self.store(element, &Term::bool(false))
    }

    /// Whether `element` is in the set.
    pub fn contains(&self, element: &Term) -> Term {
        self.select(element)
    }

    /// Whether this set is a subset of `other`.
    pub fn subset(&self, other: &Term) -> Term {
        app(Op::Inter, [self, other]).equals(self)
    }

    /// `body` for all values of `vars`; solvers may not decide it.
    pub fn forall(vars: impl IntoIterator<Item = Var>, body: &Term) -> Term {
        let vars = vars.into_iter().map(|v| v.at(When::Bound)).collect();
        sorted(Term::quantified(Quantifier::Forall, vars, body.clone()))
    }

    /// `body` for some values of `vars`; solvers may not decide it.
    pub fn exists(vars: impl IntoIterator<Item = Var>, body: &Term) -> Term {
        let vars = vars.into_iter().map(|v| v.at(When::Bound)).collect();
        sorted(Term::quantified(Quantifier::Exists, vars, body.clone()))
    }
}
