//! The predicates of annotations: `@Invariant("0 <= n && n <= items.length")`, and of two states `@EnvAssumption("closed => closed'")`.
//!
//! The language is that of models as far as it speaks of one object: `==`, `<`, `+`, `&&`, `||`, `!`, `=>`, `null`, numbers, and a name
//! for a field, of which `x.length` is the length of an array and `x'` the value after a step. An atomic number is named by its field,
//! a collection by `size(x)`. In `@Requires` and `@Ensures` parameters have their names, `result` is the result and `old(e)` the value
//! where the call began.

use crate::fold;
use crate::predicate::operation;
use commute_ir::BinOp;
use commute_logic::{Op, Sort, Term};

/// An expression.
#[derive(Clone, PartialEq, Debug)]
pub enum Expr {
    Int(i128),
    Bool(bool),
    Null,
    /// A name, and whether it is primed.
    Name(String, bool),
    /// The length of an array with this name.
    Length(String, bool),
    /// How many elements the collection with this name has.
    Size(String, bool),
    /// Whether the thread that relies on it holds the lock of this name, or, after `thread`, begins with the method of this name.
    Held(String),
    Result,
    Old(Box<Expr>),
    Not(Box<Expr>),
    Neg(Box<Expr>),
    Binary(BinOp, Box<Expr>, Box<Expr>),
    Implies(Box<Expr>, Box<Expr>),
}

/// What a name stands for.
pub trait Names {
    /// The value of a name in the state that is meant, and when it has one.
    fn name(&self, name: &str, when: When) -> Result<Term, String>;
    /// The length of an array.
    fn length(&self, name: &str, when: When) -> Result<Term, String>;
    /// How many elements a collection has.
    fn size(&self, name: &str, when: When) -> Result<Term, String>;
    /// Whether the thread that relies on the predicate holds the lock.
    fn held(&self, _lock: &str) -> Result<Term, String> {
        Err("`held` is for @EnvAssumption".to_owned())
    }
    /// The result of the method.
    fn result(&self) -> Result<Term, String> {
        Err("there is no result here".to_owned())
    }
}

/// Which state is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    Now,
    /// After the step.
    Next,
    /// Where the call began.
    Old,
}

impl Expr {
    /// Reads a predicate.
    pub fn parse(text: &str) -> Result<Expr, String> {
        let mut parser = Parser { tokens: tokens(text)?, at: 0 };
        let expr = parser.implication()?;
        match parser.tokens.get(parser.at) {
            None => Ok(expr),
            Some(token) => Err(format!("`{token}` is not expected there")),
        }
    }

    /// The formula; where it is not defined it is false.
    pub fn formula(&self, names: &dyn Names) -> Result<Term, String> {
        let (term, defined) = self.value(names, When::Now)?;
        if *term.sort() != Sort::Bool {
            return Err("it is no predicate but a value".to_owned());
        }
        Ok(fold::and([defined, term]))
    }

    fn value(&self, names: &dyn Names, base: When) -> Result<(Term, Term), String> {
        let total = |term: Term| Ok((term, Term::bool(true)));
        let when = |primed: bool| if primed { When::Next } else { base };
        match self {
            Expr::Int(n) => total(Term::int(*n)),
            Expr::Bool(b) => total(Term::bool(*b)),
            Expr::Null => total(Term::null()),
            Expr::Name(name, primed) => total(names.name(name, when(*primed))?),
            Expr::Length(name, primed) => {
                let array = names.name(name, when(*primed))?;
                let present = fold::not(&fold::equal(&array, &Term::null()));
                Ok((names.length(name, when(*primed))?, present))
            }
            Expr::Size(name, primed) => total(names.size(name, when(*primed))?),
            Expr::Held(lock) => total(names.held(lock)?),
            Expr::Result => total(names.result()?),
            Expr::Old(of) => of.value(names, When::Old),
            Expr::Not(of) => {
                let (term, defined) = of.truth(names, base)?;
                Ok((fold::not(&term), defined))
            }
            Expr::Neg(of) => {
                let (term, defined) = of.value(names, base)?;
                Ok((fold::arithmetic(Op::Sub, &Term::int(0), &fold::as_int(&term)), defined))
            }
            Expr::Implies(a, b) => {
                let ((a, da), (b, db)) = (a.truth(names, base)?, b.truth(names, base)?);
                Ok((fold::implies(&a, &b), fold::and([da, fold::implies(&a, &db)])))
            }
            Expr::Binary(op @ (BinOp::And | BinOp::Or), a, b) => {
                let ((a, da), (b, db)) = (a.truth(names, base)?, b.truth(names, base)?);
                let (term, goes_on) = match op {
                    BinOp::And => (fold::and([a.clone(), b]), a),
                    _ => (fold::or([a.clone(), b]), fold::not(&a)),
                };
                Ok((term, fold::and([da, fold::implies(&goes_on, &db)])))
            }
            Expr::Binary(op, a, b) => {
                let ((a, da), (b, db)) = (a.value(names, base)?, b.value(names, base)?);
                let is_ref = |t: &Term| *t.sort() == Sort::Ref;
                if is_ref(&a) != is_ref(&b) || is_ref(&a) && !matches!(op, BinOp::Eq | BinOp::Ne) {
                    return Err("a reference and a number".to_owned());
                }
                let (term, extra) =
                    operation(*op, &a, &b).ok_or("operations on bits are not in the logic")?;
                Ok((term, fold::and([da, db, extra])))
            }
        }
    }

    fn truth(&self, names: &dyn Names, base: When) -> Result<(Term, Term), String> {
        let (term, defined) = self.value(names, base)?;
        match term.sort() {
            Sort::Bool => Ok((term, defined)),
            _ => Err("a value where a predicate is expected".to_owned()),
        }
    }

    /// The names of fields in it.
    pub fn names(&self, found: &mut Vec<String>) {
        match self {
            Expr::Name(name, _) | Expr::Length(name, _) | Expr::Size(name, _) => found.push(name.clone()),
            Expr::Old(a) | Expr::Not(a) | Expr::Neg(a) => a.names(found),
            Expr::Binary(_, a, b) | Expr::Implies(a, b) => {
                a.names(found);
                b.names(found);
            }
            _ => {}
        }
    }

    /// The locks of which it says who holds them.
    pub fn locks(&self, found: &mut Vec<String>) {
        match self {
            Expr::Held(lock) => found.push(lock.clone()),
            Expr::Old(a) | Expr::Not(a) | Expr::Neg(a) => a.locks(found),
            Expr::Binary(_, a, b) | Expr::Implies(a, b) => {
                a.locks(found);
                b.locks(found);
            }
            _ => {}
        }
    }

    /// Whether it speaks of two states.
    pub fn is_primed(&self) -> bool {
        match self {
            Expr::Name(_, primed) | Expr::Length(_, primed) | Expr::Size(_, primed) => *primed,
            Expr::Old(a) | Expr::Not(a) | Expr::Neg(a) => a.is_primed(),
            Expr::Binary(_, a, b) | Expr::Implies(a, b) => a.is_primed() || b.is_primed(),
            _ => false,
        }
    }
}

fn tokens(text: &str) -> Result<Vec<String>, String> {
    const SYMBOLS: [&str; 21] = [
        "=>", "==", "!=", "<=", ">=", "&&", "||", "<", ">", "!", "+", "-", "*", "/", "%", "(", ")", ".", "'",
        "[", "]",
    ];
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let word = rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$')).unwrap_or(rest.len());
        let length = match word {
            0 => SYMBOLS.iter().find(|s| rest.starts_with(**s)).map(|s| s.len()),
            word => Some(word),
        };
        let length = length.ok_or_else(|| format!("`{}` is not understood", &rest[..rest.len().min(8)]))?;
        found.push(rest[..length].to_owned());
        rest = rest[length..].trim_start();
    }
    Ok(found)
}

struct Parser {
    tokens: Vec<String>,
    at: usize,
}

impl Parser {
    fn eat(&mut self, token: &str) -> bool {
        let found = self.tokens.get(self.at).is_some_and(|t| t == token);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, token: &str) -> Result<(), String> {
        if self.eat(token) { Ok(()) } else { Err(format!("`{token}` is missing")) }
    }

    fn implication(&mut self) -> Result<Expr, String> {
        let left = self.binary(0)?;
        if !self.eat("=>") {
            return Ok(left);
        }
        Ok(Expr::Implies(Box::new(left), Box::new(self.implication()?)))
    }

    fn binary(&mut self, level: usize) -> Result<Expr, String> {
        const LEVELS: [&[(&str, BinOp)]; 6] = [
            &[("||", BinOp::Or)],
            &[("&&", BinOp::And)],
            &[("==", BinOp::Eq), ("!=", BinOp::Ne)],
            &[("<=", BinOp::Le), (">=", BinOp::Ge), ("<", BinOp::Lt), (">", BinOp::Gt)],
            &[("+", BinOp::Add), ("-", BinOp::Sub)],
            &[("*", BinOp::Mul), ("/", BinOp::Div), ("%", BinOp::Rem)],
        ];
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.binary(level + 1)?;
        while let Some((_, op)) = operators.iter().find(|(symbol, _)| self.eat(symbol)) {
            left = Expr::Binary(*op, Box::new(left), Box::new(self.binary(level + 1)?));
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Expr, String> {
        if self.eat("!") {
            return Ok(Expr::Not(Box::new(self.unary()?)));
        }
        if self.eat("-") {
            return Ok(Expr::Neg(Box::new(self.unary()?)));
        }
        if self.eat("(") {
            let inner = self.implication()?;
            self.expect(")")?;
            return Ok(inner);
        }
        let word = self.tokens.get(self.at).cloned().ok_or("it ends too early")?;
        self.at += 1;
        if let Ok(number) = word.parse::<i64>() {
            return Ok(Expr::Int(i128::from(number)));
        }
        match word.as_str() {
            "true" | "false" => Ok(Expr::Bool(word == "true")),
            "null" => Ok(Expr::Null),
            "result" => Ok(Expr::Result),
            "old" => {
                self.expect("(")?;
                let inner = self.implication()?;
                self.expect(")")?;
                Ok(Expr::Old(Box::new(inner)))
            }
            "held" if self.eat("(") => {
                let mut name = self.path()?;
                if self.eat(".") {
                    name.push('.');
                    name.push_str(&self.path()?);
                }
                self.expect(")")?;
                Ok(Expr::Held(name))
            }
            "thread" if self.eat("(") => {
                let name = self.path()?;
                self.expect(")")?;
                Ok(Expr::Held(format!("thread {name}")))
            }
            "size" if self.eat("(") => {
                let name = self.path()?;
                self.expect(")")?;
                let primed = self.eat("'");
                Ok(Expr::Size(name, primed))
            }
            _ => {
                self.at -= 1;
                let name = self.path()?;
                let primed = self.eat("'");
                if self.eat(".") {
                    self.expect("length")?;
                    return Ok(Expr::Length(name, primed));
                }
                Ok(Expr::Name(name, primed))
            }
        }
    }

    /// A name, with `this.` before it or not.
    fn path(&mut self) -> Result<String, String> {
        if self.eat("this") && !self.eat(".") {
            return Ok("this".to_owned());
        }
        let word = self.tokens.get(self.at).cloned().ok_or("it ends too early")?;
        if !word.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$') {
            return Err(format!("`{word}` is no name"));
        }
        self.at += 1;
        Ok(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn predicates_are_read_with_the_usual_precedence() {
        let read = Expr::parse("a + 1 <= items.length && !b => this.c' == old(c)").unwrap();
        let Expr::Implies(left, right) = &read else { panic!("{read:?}") };
        assert!(matches!(&**left, Expr::Binary(BinOp::And, _, _)) && !left.is_primed());
        assert!(matches!(&**right, Expr::Binary(BinOp::Eq, _, _)) && right.is_primed());
        let mut names = Vec::new();
        read.names(&mut names);
        assert_eq!(names, ["a", "items", "b", "c", "c"]);
        for wrong in ["", "a +", "a b", "(a", "a $ b", "1 ' 2"] {
            assert!(Expr::parse(wrong).is_err(), "{wrong}");
        }
    }
}
