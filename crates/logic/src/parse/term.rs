//! Reading terms: one function for each level of binding, loosest first.

use super::{Parsed, Parser};
use crate::lexer::Tok;
use crate::op::{Op, SortError};
use crate::term::{Lit, Quantifier, Term, Var, When};

impl Parser<'_> {
    /// A term of any level.
    pub(super) fn term(&mut self) -> Parsed<Term> {
        let at = self.offset();
        if self.eat_word("if") {
            let condition = self.term()?;
            self.word("then")?;
            let yes = self.term()?;
            self.word("else")?;
            let no = self.term()?;
            return self.apply(at, Op::Ite, vec![condition, yes, no]);
        }
        let left = self.chain("||", Op::Or, |p| p.chain("&&", Op::And, Self::comparison))?;
        if self.eat_sign("==>") {
            let right = self.term()?;
            return self.apply(at, Op::Implies, vec![left, right]);
        }
        Ok(left)
    }

    fn apply(&self, at: usize, op: Op, args: Vec<Term>) -> Parsed<Term> {
        self.sorted(at, Term::apply(op, args))
    }

    fn sorted(&self, at: usize, result: Result<Term, SortError>) -> Parsed<Term> {
        result.map_err(|e| self.error_at(at, e.to_string()))
    }

    /// `a sign b sign c` as one application of `op`.
    fn chain(
        &mut self,
        sign: &'static str,
        op: Op,
        item: impl Fn(&mut Self) -> Parsed<Term>,
    ) -> Parsed<Term> {
        let at = self.offset();
        let mut args = vec![item(self)?];
        while self.eat_sign(sign) {
            args.push(item(self)?);
        }
        if args.len() == 1 { Ok(args.remove(0)) } else { self.apply(at, op, args) }
    }

    fn comparison(&mut self) -> Parsed<Term> {
        let at = self.offset();
        let left = self.sum()?;
        for (sign, op) in [("==", Op::Eq), ("<", Op::Lt), ("<=", Op::Le), (">", Op::Gt), (">=", Op::Ge)] {
            if self.eat_sign(sign) {
                let right = self.sum()?;
                return self.apply(at, op, vec![left, right]);
            }
        }
        if self.eat_sign("!=") {
            let right = self.sum()?;
            let equal = self.apply(at, Op::Eq, vec![left, right])?;
            return self.apply(at, Op::Not, vec![equal]);
        }
        Ok(left)
    }

    fn sum(&mut self) -> Parsed<Term> {
        let at = self.offset();
        let mut left = self.product()?;
        loop {
            if *self.peek() == Tok::Sign("+") {
                let mut args = vec![left];
                while self.eat_sign("+") {
                    args.push(self.product()?);
                }
                left = self.apply(at, Op::Add, args)?;
            } else if self.eat_sign("-") {
                let right = self.product()?;
                left = self.apply(at, Op::Sub, vec![left, right])?;
            } else {
                return Ok(left);
            }
        }
    }

    fn product(&mut self) -> Parsed<Term> {
        let at = self.offset();
        let mut left = self.unary()?;
        loop {
            if *self.peek() == Tok::Sign("*") {
                let mut args = vec![left];
                while self.eat_sign("*") {
                    args.push(self.unary()?);
                }
                left = self.apply(at, Op::Mul, args)?;
            } else if self.eat_word("div") {
                let right = self.unary()?;
                left = self.apply(at, Op::Div, vec![left, right])?;
            } else if self.eat_word("mod") {
                let right = self.unary()?;
                left = self.apply(at, Op::Mod, vec![left, right])?;
            } else {
                return Ok(left);
            }
        }
    }

    fn unary(&mut self) -> Parsed<Term> {
        let at = self.offset();
        if self.eat_sign("!") {
            let arg = self.unary()?;
            return self.apply(at, Op::Not, vec![arg]);
        }
        if *self.peek() == Tok::Sign("-") {
            // `-3` is a number, `- 3` and `-x` are the operator.
            let (minus, next) = (&self.tokens[self.at], &self.tokens[self.at + 1]);
            if matches!(next.tok, Tok::Number(_)) && minus.end == next.start {
                return Ok(Term::int(self.integer()?));
            }
            self.advance();
            let arg = self.unary()?;
            return self.apply(at, Op::Neg, vec![arg]);
        }
        self.postfix()
    }

    fn postfix(&mut self) -> Parsed<Term> {
        let at = self.offset();
        let mut term = self.atom()?;
        while self.eat_sign("[") {
            let key = self.term()?;
            if self.eat_sign(":=") {
                let value = self.term()?;
                term = self.apply(at, Op::Store, vec![term, key, value])?;
            } else {
                term = self.apply(at, Op::Select, vec![term, key])?;
            }
            self.sign("]")?;
        }
        Ok(term)
    }

    fn atom(&mut self) -> Parsed<Term> {
        let at = self.offset();
        match self.peek().clone() {
            Tok::Number(_) => Ok(Term::int(self.integer()?)),
            Tok::Sign("(") => {
                self.advance();
                let term = self.term()?;
                self.sign(")")?;
                Ok(term)
            }
            Tok::Sign("#") => {
                self.advance();
                let n = self.number()?;
                let n =
                    u64::try_from(n).map_err(|_| self.error_at(at, "the number is too large".to_owned()))?;
                Ok(Term::tid(n))
            }
            Tok::Sign("?") => self.bound_var(),
            Tok::Name(_) => self.variable(),
            Tok::Keyword(word) => self.word_term(at, word),
            _ => self.unexpected("a term"),
        }
    }

    /// A term that begins with a word of the language.
    fn word_term(&mut self, at: usize, word: &'static str) -> Parsed<Term> {
        let function = match word {
            "distinct" => Op::Distinct,
            "int" => Op::TidToInt,
            "union" => Op::Union,
            "inter" => Op::Inter,
            "diff" => Op::Diff,
            _ => return self.other_word(at, word),
        };
        self.advance();
        self.sign("(")?;
        let args = self.list(Self::term)?;
        self.sign(")")?;
        self.apply(at, function, args)
    }

    fn other_word(&mut self, at: usize, word: &'static str) -> Parsed<Term> {
        match word {
            "true" | "false" | "null" => {
                self.advance();
                let lit = if word == "null" { Lit::Null } else { Lit::Bool(word == "true") };
                Ok(Term::lit(lit))
            }
            "const" => {
                self.advance();
                self.sign("(")?;
                let sort = self.sort()?;
                self.sign(",")?;
                let value = self.term()?;
                self.sign(")")?;
                self.sorted(at, Term::const_array(sort, value))
            }
            "forall" => self.quantified(at, Quantifier::Forall),
            "exists" => self.quantified(at, Quantifier::Exists),
            _ => self.unexpected("a term"),
        }
    }

    fn quantified(&mut self, at: usize, kind: Quantifier) -> Parsed<Term> {
        self.advance();
        let vars = self.list(|p| {
            p.sign("?")?;
            let name = p.name()?;
            p.sign(":")?;
            Ok(Var::now(name, p.sort()?).at(When::Bound))
        })?;
        self.sign("{")?;
        let outside = self.bound.len();
        self.bound.extend_from_slice(&vars);
        let body = self.term();
        self.bound.truncate(outside);
        let body = body?;
        self.sign("}")?;
        self.sorted(at, Term::quantified(kind, vars, body))
    }

    fn bound_var(&mut self) -> Parsed<Term> {
        let at = self.offset();
        self.advance();
        let name = self.name()?;
        match self.bound.iter().rev().find(|v| *v.name == *name) {
            Some(var) => Ok(Term::var(var.clone())),
            None => Err(self.error_at(at, format!("`?{name}` is not bound"))),
        }
    }

    /// `x`, `x'` or `Enum::value`.
    fn variable(&mut self) -> Parsed<Term> {
        let at = self.offset();
        let name = self.name()?;
        if self.eat_sign("::") {
            return self.enum_value(at, &name);
        }
        let Some(sort) = self.scope.var(&name).cloned() else {
            return Err(self.error_at(at, format!("`{name}` is not declared")));
        };
        let var = Var::now(name, sort);
        Ok(Term::var(if self.eat_sign("'") { var.next() } else { var }))
    }

    fn enum_value(&mut self, at: usize, sort: &str) -> Parsed<Term> {
        let Some(e) = self.scope.enumeration(sort).cloned() else {
            return Err(self.error_at(at, format!("there is no enumeration `{sort}`")));
        };
        let at = self.offset();
        let value = self.name()?;
        match e.variants.iter().position(|v| *v == value) {
            Some(index) => Ok(Term::enum_value(&e, index)),
            None => Err(self.error_at(at, format!("`{sort}` has no value `{value}`"))),
        }
    }
}
