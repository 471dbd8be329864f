//! Logical and temporal operators, and patterns of properties by name.
//!
//! # Source
//! Dwyer, Avrunin and Corbett, "Patterns in Property Specifications for Finite-State Verification" (ICSE 1999): the table of
//! formulas in LTL.
//!
//! # Idea
//! Most properties that people write are one of a few, in one of five scopes. A pattern with its scope is a formula.
//!
//! # Notation
//! P, S, Q and R of the table are `p`, `s`, `q` and `r`; W is [`unless`]. "S responds to P" is `response(p, s)`, "S precedes P"
//! `precedence(s, p)`.
//!
//! # Premises
//! A scope is closed on the left and open on the right: it begins in the state in which Q holds, and R ends it before its state. So what
//! holds only together with R does not count.
//!
//! # Deviations
//! The patterns that count (bounded existence) and those of several steps (chains) are left out: they can be written out.

use super::values::{Reader, Value, binary, not, truth};
use commute_ir::{BinOp, Ltl, Ty};

fn negated(of: Ltl) -> Ltl {
    Ltl::Not(Box::new(of))
}

fn and(a: Ltl, b: Ltl) -> Ltl {
    Ltl::And(Box::new(a), Box::new(b))
}

fn or(a: Ltl, b: Ltl) -> Ltl {
    Ltl::Or(Box::new(a), Box::new(b))
}

fn implies(a: Ltl, b: Ltl) -> Ltl {
    Ltl::Implies(Box::new(a), Box::new(b))
}

fn always(of: Ltl) -> Ltl {
    Ltl::Always(Box::new(of))
}

fn eventually(of: Ltl) -> Ltl {
    Ltl::Eventually(Box::new(of))
}

fn until(a: Ltl, b: Ltl) -> Ltl {
    Ltl::Until(Box::new(a), Box::new(b))
}

/// As `until`, but the second need never hold: a W b = b R (a || b).
fn unless(a: Ltl, b: Ltl) -> Ltl {
    Ltl::Release(Box::new(b.clone()), Box::new(or(a, b)))
}

/// When a pattern is demanded.
enum Scope {
    Globally,
    Before(Ltl),
    After(Ltl),
    Between(Ltl, Ltl),
    AfterUntil(Ltl, Ltl),
}

/// Q and not R: where a stretch of time begins.
fn opens(q: &Ltl, r: &Ltl) -> Ltl {
    and(q.clone(), negated(r.clone()))
}

/// That `p` holds all the time.
fn universality(p: Ltl, scope: Scope) -> Ltl {
    match scope {
        Scope::Globally => always(p),
        Scope::Before(r) => implies(eventually(r.clone()), until(p, r)),
        Scope::After(q) => always(implies(q, always(p))),
        Scope::Between(q, r) => always(implies(and(opens(&q, &r), eventually(r.clone())), until(p, r))),
        Scope::AfterUntil(q, r) => always(implies(opens(&q, &r), unless(p, r))),
    }
}

/// That `p` holds at some time.
fn existence(p: Ltl, scope: Scope) -> Ltl {
    let in_time = |r: &Ltl| and(p.clone(), negated(r.clone()));
    match scope {
        Scope::Globally => eventually(p),
        Scope::Before(r) => unless(negated(r.clone()), in_time(&r)),
        Scope::After(q) => or(always(negated(q.clone())), eventually(and(q, eventually(p)))),
        Scope::Between(q, r) => always(implies(opens(&q, &r), unless(negated(r.clone()), in_time(&r)))),
        Scope::AfterUntil(q, r) => always(implies(opens(&q, &r), until(negated(r.clone()), in_time(&r)))),
    }
}

/// That `p` holds only after `s` has.
fn precedence(s: Ltl, p: Ltl, scope: Scope) -> Ltl {
    let not_yet = negated(p);
    match scope {
        Scope::Globally => unless(not_yet, s),
        Scope::Before(r) => implies(eventually(r.clone()), until(not_yet, or(s, r))),
        Scope::After(q) => or(always(negated(q.clone())), eventually(and(q, unless(not_yet, s)))),
        Scope::Between(q, r) => {
            let ends = and(opens(&q, &r), eventually(r.clone()));
            always(implies(ends, until(not_yet, or(s, r))))
        }
        Scope::AfterUntil(q, r) => always(implies(opens(&q, &r), unless(not_yet, or(s, r)))),
    }
}

/// That `s` holds at some time after `p` has.
fn response(p: Ltl, s: Ltl, scope: Scope) -> Ltl {
    let in_time = |r: &Ltl| {
        let answered = until(negated(r.clone()), and(s.clone(), negated(r.clone())));
        implies(p.clone(), answered)
    };
    match scope {
        Scope::Globally => always(implies(p, eventually(s))),
        Scope::Before(r) => implies(eventually(r.clone()), until(in_time(&r), r)),
        Scope::After(q) => always(implies(q, always(implies(p, eventually(s))))),
        Scope::Between(q, r) => {
            let ends = and(opens(&q, &r), eventually(r.clone()));
            always(implies(ends, until(in_time(&r), r)))
        }
        Scope::AfterUntil(q, r) => always(implies(opens(&q, &r), unless(in_time(&r), r))),
    }
}

impl Reader<'_, '_> {
    pub(super) fn formula(&mut self) -> Result<Value, String> {
        let mut left = self.implies()?;
        while self.take("<->") {
            let (a, b) = (left.into_formula()?, self.implies()?.into_formula()?);
            left = Value::Formula(and(implies(a.clone(), b.clone()), implies(b, a)));
            self.allow_formula()?;
        }
        Ok(left)
    }

    fn implies(&mut self) -> Result<Value, String> {
        let left = self.or()?;
        if !self.take("->") {
            return Ok(left);
        }
        let right = self.implies()?;
        if self.is_temporal {
            return Ok(Value::Formula(implies(left.into_formula()?, right.into_formula()?)));
        }
        Ok(Value::Bool(binary(BinOp::Or, not(truth(left)?), truth(right)?, Ty::Bool)))
    }

    fn or(&mut self) -> Result<Value, String> {
        let mut left = self.and()?;
        while self.take("||") {
            let right = self.and()?;
            left = self.joined(BinOp::Or, or, left, right)?;
        }
        Ok(left)
    }

    fn and(&mut self) -> Result<Value, String> {
        let mut left = self.until()?;
        while self.take("&&") {
            let right = self.until()?;
            left = self.joined(BinOp::And, and, left, right)?;
        }
        Ok(left)
    }

    fn joined(&mut self, op: BinOp, join: fn(Ltl, Ltl) -> Ltl, a: Value, b: Value) -> Result<Value, String> {
        if self.is_temporal {
            return Ok(Value::Formula(join(a.into_formula()?, b.into_formula()?)));
        }
        Ok(Value::Bool(binary(op, truth(a)?, truth(b)?, Ty::Bool)))
    }

    fn until(&mut self) -> Result<Value, String> {
        let left = self.unary()?;
        let join: fn(Ltl, Ltl) -> Ltl = match self.peek(0) {
            "U" => until,
            "W" => unless,
            "R" => |a, b| Ltl::Release(Box::new(a), Box::new(b)),
            _ => return Ok(left),
        };
        self.allow_formula()?;
        self.next()?;
        let right = self.until()?;
        Ok(Value::Formula(join(left.into_formula()?, right.into_formula()?)))
    }

    fn unary(&mut self) -> Result<Value, String> {
        if self.take("!") {
            let of = self.unary()?;
            return Ok(match self.is_temporal {
                true => Value::Formula(negated(of.into_formula()?)),
                false => Value::Bool(not(truth(of)?)),
            });
        }
        // A field, a class or a definition may have such a name.
        let begins = |token: &str| {
            token.starts_with(|c: char| c.is_alphanumeric() || "_\"(![<".contains(c))
                && !matches!(token, "<" | "<=" | "!=" | "[")
        };
        let is_word = self.is_temporal && begins(self.peek(1));
        let prefix: fn(Ltl) -> Ltl = match self.peek(0) {
            "[]" => always,
            "<>" => eventually,
            "always" if is_word => always,
            "eventually" if is_word => eventually,
            "X" | "next" if is_word => |of| Ltl::Next(Box::new(of)),
            name if self.is_temporal
                && self.peek(1) == "("
                && PATTERNS.iter().any(|(pattern, _)| *pattern == name) =>
            {
                return self.pattern();
            }
            _ => return self.compared(),
        };
        self.allow_formula()?;
        self.next()?;
        Ok(Value::Formula(prefix(self.unary()?.into_formula()?)))
    }

    /// Temporal operators are for temporal formulas.
    fn allow_formula(&self) -> Result<(), String> {
        match self.is_temporal {
            true => Ok(()),
            false => Err("an invariant speaks of one state; temporal operators are for `ltl`".to_owned()),
        }
    }

    fn pattern(&mut self) -> Result<Value, String> {
        self.allow_formula()?;
        let name = self.next()?;
        self.expect("(")?;
        let mut of = vec![self.formula()?.into_formula()?];
        while self.take(",") {
            of.push(self.formula()?.into_formula()?);
        }
        self.expect(")")?;
        let scope = self.scope()?;
        let wanted = PATTERNS.iter().find(|(pattern, _)| *pattern == name).map_or(1, |(_, count)| *count);
        let formula = match (name.as_str(), of.len() == wanted, of.pop(), of.pop()) {
            ("absence", true, Some(p), None) => universality(negated(p), scope),
            ("universality", true, Some(p), None) => universality(p, scope),
            ("existence", true, Some(p), None) => existence(p, scope),
            ("response", true, Some(s), Some(p)) => response(p, s, scope),
            ("precedence", true, Some(p), Some(s)) => precedence(s, p, scope),
            _ => return Err(format!("`{name}` is about {wanted} of them")),
        };
        Ok(Value::Formula(formula))
    }

    fn scope(&mut self) -> Result<Scope, String> {
        let part = |reader: &mut Self| reader.unary()?.into_formula();
        Ok(if self.take("before") {
            Scope::Before(part(self)?)
        } else if self.take("after") {
            let q = part(self)?;
            if self.take("until") { Scope::AfterUntil(q, part(self)?) } else { Scope::After(q) }
        } else if self.take("between") {
            let q = part(self)?;
            self.expect("and")?;
            Scope::Between(q, part(self)?)
        } else {
            self.take("globally");
            Scope::Globally
        })
    }
}

/// The patterns and how many formulas each is about. A response is `response(cause, effect)`, a precedence `precedence(first, then)`.
const PATTERNS: [(&str, usize); 5] =
    [("absence", 1), ("existence", 1), ("universality", 1), ("response", 2), ("precedence", 2)];
