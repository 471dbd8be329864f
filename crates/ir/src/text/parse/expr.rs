//! Parsing of expressions and formulas.
//!
//! Both the recursion and the height of the tree are bounded by [`MAX_DEPTH`]: `a[0][0]...` grows a tree
//! without recursion here, but dropping that tree would recurse.

use super::cursor::{Cursor, Result, numbered};
use super::lexer::Token;
use crate::text::MAX_DEPTH;
use crate::text::words::{bin_of_infix, un_of, usual_ty};
use crate::{Expr, ExprKind, GlobalId, Ltl, Quantifier, StaticId, Ty};

/// A tree and its height.
struct Tall<T> {
    tree: T,
    height: usize,
}

/// An expression.
pub(super) fn expr(cursor: &mut Cursor<'_>) -> Result<Expr> {
    Parser { cursor, depth: 0 }.expr().map(|tall| tall.tree)
}

/// A temporal formula.
pub(super) fn ltl(cursor: &mut Cursor<'_>) -> Result<Ltl> {
    Parser { cursor, depth: 0 }.ltl()
}

struct Parser<'c, 't> {
    cursor: &'c mut Cursor<'t>,
    depth: usize,
}

impl Parser<'_, '_> {
    /// Goes one level down for the time of `parse`.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.check(self.depth + 1)?;
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    fn check(&self, depth: usize) -> Result<()> {
        if depth > MAX_DEPTH {
            return Err(self.cursor.error(format!("nested more than {MAX_DEPTH} deep")));
        }
        Ok(())
    }

    fn expr(&mut self) -> Result<Tall<Expr>> {
        self.nested(|p| {
            let mut expr = p.primary()?;
            while p.cursor.eat_symbol("[") {
                let index = p.expr()?;
                p.cursor.symbol("]")?;
                let primed = p.cursor.eat_symbol("'");
                let height = 1 + expr.height.max(index.height);
                let kind = ExprKind::Word { obj: Box::new(expr.tree), index: Box::new(index.tree), primed };
                expr = p.finish(kind, None, height)?;
            }
            Ok(expr)
        })
    }

    /// The type and span that may follow an expression.
    fn finish(&mut self, kind: ExprKind, ty: Option<Ty>, height: usize) -> Result<Tall<Expr>> {
        self.check(height)?;
        let mut ty = ty.unwrap_or_else(|| usual_ty(&kind));
        if self.cursor.eat_symbol(":") {
            ty = self.cursor.ty()?;
        }
        Ok(Tall { tree: Expr { kind, ty, span: self.cursor.span() }, height })
    }

    fn primary(&mut self) -> Result<Tall<Expr>> {
        if self.cursor.eat_symbol("(") {
            return self.binary();
        }
        let Token::Word(word) = *self.cursor.peek() else {
            return Err(self.cursor.expected("an expression"));
        };
        self.cursor.advance();
        let (kind, ty) = match word {
            "true" => (ExprKind::Int(1), Some(Ty::Bool)),
            "false" => (ExprKind::Int(0), Some(Ty::Bool)),
            "null" => (ExprKind::Null, None),
            _ => match self.leaf(word) {
                Some(kind) => (kind, None),
                None => return self.compound(word),
            },
        };
        self.finish(kind, ty, 1)
    }

    fn leaf(&mut self, word: &str) -> Option<ExprKind> {
        if let Some(param) = numbered(word, "param") {
            return Some(ExprKind::Param(param));
        }
        if let Some(global) = numbered(word, "global") {
            let primed = self.cursor.eat_symbol("'");
            return Some(ExprKind::Global { global: GlobalId(global), primed });
        }
        if let Some(base) = numbered(word, "static") {
            return Some(ExprKind::Static { base: StaticId(base), count: 1, index: None });
        }
        word.parse().ok().map(ExprKind::Int)
    }

    fn binary(&mut self) -> Result<Tall<Expr>> {
        let a = self.expr()?;
        let op = match *self.cursor.peek() {
            Token::Symbol(word) | Token::Word(word) => bin_of_infix(word),
            _ => None,
        };
        let op = op.ok_or_else(|| self.cursor.expected("an operator"))?;
        self.cursor.advance();
        let b = self.expr()?;
        self.cursor.symbol(")")?;
        let height = 1 + a.height.max(b.height);
        self.finish(ExprKind::Binary(op, Box::new(a.tree), Box::new(b.tree)), None, height)
    }

    /// `word(...)` or `word'(...)`, after the word.
    fn compound(&mut self, word: &str) -> Result<Tall<Expr>> {
        if word == "static_at" || word == "at" {
            self.cursor.symbol("(")?;
            let (kind, height) = if word == "at" { self.at()? } else { self.static_at()? };
            self.cursor.symbol(")")?;
            return self.finish(kind, None, height);
        }
        let unary = un_of(word);
        let primed = matches!(word, "len" | "contains" | "owner") && self.cursor.eat_symbol("'");
        let (kind, height) = match (word, unary) {
            (_, Some(op)) => self.args(|[a]| ExprKind::Unary(op, a))?,
            ("len", _) => self.args(|[obj]| ExprKind::Len { obj, primed })?,
            ("owner", _) => self.args(|[obj]| ExprKind::Owner { obj, primed })?,
            ("contains", _) => self.args(|[set, elem]| ExprKind::Contains { set, elem, primed })?,
            ("if", _) => self.args(|[cond, a, b]| ExprKind::If(cond, a, b))?,
            ("all" | "some", _) => {
                let quantifier = if word == "all" { Quantifier::All } else { Quantifier::Some };
                self.args(|[lo, hi, body]| ExprKind::Quant { quantifier, lo, hi, body })?
            }
            _ => return Err(self.cursor.error(format!("unknown expression {word:?}"))),
        };
        self.finish(kind, None, height)
    }

    /// `(expr, expr ...)`, as many as `make` takes; also gives the height of the whole.
    fn args<const N: usize>(
        &mut self,
        make: impl FnOnce([Box<Expr>; N]) -> ExprKind,
    ) -> Result<(ExprKind, usize)> {
        self.cursor.symbol("(")?;
        let (mut args, mut height) = (Vec::with_capacity(N), 0);
        for i in 0..N {
            if i > 0 {
                self.cursor.symbol(",")?;
            }
            let arg = self.expr()?;
            height = height.max(arg.height);
            args.push(Box::new(arg.tree));
        }
        self.cursor.symbol(")")?;
        let args = args.try_into().map_err(|_| self.cursor.error("[commute internal bug] wrong arity"))?;
        Ok((make(args), height + 1))
    }

    fn at(&mut self) -> Result<(ExprKind, usize)> {
        let thread = if self.cursor.eat_word("any") { None } else { Some(self.expr()?) };
        self.cursor.symbol(",")?;
        let label = self.cursor.name()?;
        let height = thread.as_ref().map_or(0, |thread| thread.height);
        Ok((ExprKind::At { thread: thread.map(|thread| Box::new(thread.tree)), label }, height + 1))
    }

    fn static_at(&mut self) -> Result<(ExprKind, usize)> {
        let base = StaticId(self.cursor.id("static")?);
        self.cursor.symbol(",")?;
        let count = self.cursor.count()?;
        let index = if self.cursor.eat_symbol(",") { Some(self.expr()?) } else { None };
        let height = 1 + index.as_ref().map_or(0, |index| index.height);
        Ok((ExprKind::Static { base, count, index: index.map(|index| Box::new(index.tree)) }, height))
    }

    fn ltl(&mut self) -> Result<Ltl> {
        self.nested(|p| {
            if p.cursor.eat_symbol("{") {
                let atom = Parser { cursor: p.cursor, depth: 0 }.expr()?.tree;
                p.cursor.symbol("}")?;
                return Ok(Ltl::Atom(atom));
            }
            if p.cursor.eat_symbol("(") {
                return p.infix();
            }
            let make = p.cursor.read("a formula", |word| match word {
                "not" => Some(Ltl::Not as fn(_) -> _),
                "next" => Some(Ltl::Next as fn(_) -> _),
                "always" => Some(Ltl::Always as fn(_) -> _),
                "eventually" => Some(Ltl::Eventually as fn(_) -> _),
                _ => None,
            })?;
            Ok(make(Box::new(p.ltl()?)))
        })
    }

    fn infix(&mut self) -> Result<Ltl> {
        let a = Box::new(self.ltl()?);
        let make = self.cursor.read("a temporal operator", |word| match word {
            "and" => Some(Ltl::And as fn(_, _) -> _),
            "or" => Some(Ltl::Or as fn(_, _) -> _),
            "implies" => Some(Ltl::Implies as fn(_, _) -> _),
            "until" => Some(Ltl::Until as fn(_, _) -> _),
            "release" => Some(Ltl::Release as fn(_, _) -> _),
            _ => None,
        })?;
        let b = Box::new(self.ltl()?);
        self.cursor.symbol(")")?;
        Ok(make(a, b))
    }
}
