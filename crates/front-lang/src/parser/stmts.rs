//! Blocks and the statements that contain blocks.

use super::Parser;
use super::recover::is_item_keyword;
use crate::ast::{Block, Catch, Expr, ExprKind, LoopSpec, Stmt, StmtKind};
use crate::lexer::Tok;
use commute_base::Diagnostic;

impl Parser<'_> {
    /// `{ ... }`; `help` says why it is needed.
    pub(super) fn block(&mut self, help: &str) -> Block {
        let open = self.span();
        let mut stmts = Vec::new();
        if self.expect(Tok::LBrace, help) && self.enter() {
            while !self.eat(Tok::RBrace) {
                if self.block_is_over() {
                    self.unclosed(open);
                    break;
                }
                stmts.push(self.stmt_or_resume());
            }
            self.leave();
        }
        Block { stmts, span: self.since(open.start) }
    }

    /// Whether the present token shows that the `}` of a block is missing. A `var` rather stands for a `let`.
    fn block_is_over(&self) -> bool {
        let tok = self.peek();
        tok == Tok::Eof || is_item_keyword(tok) && tok != Tok::Var
    }

    fn stmt_or_resume(&mut self) -> Stmt {
        let before = self.pos;
        let start = self.start();
        let kind = self.stmt();
        let stmt = Stmt { kind, span: self.since(start) };
        if self.errors.panicking {
            self.resume_at_stmt();
            if !self.block_is_over() && !self.at(Tok::RBrace) {
                self.progress_since(before);
            }
        }
        stmt
    }

    fn stmt(&mut self) -> StmtKind {
        match self.peek() {
            Tok::LBrace => StmtKind::Block(self.block("")),
            Tok::If => self.if_stmt(),
            Tok::While => self.while_stmt(),
            Tok::Loop => {
                self.bump();
                let spec = self.loop_spec();
                StmtKind::Loop { spec, body: self.block("write `loop { ... }`") }
            }
            Tok::For => self.for_stmt(),
            Tok::Atomic => {
                self.bump();
                StmtKind::Atomic(self.block("write `atomic { ... }`"))
            }
            Tok::When => self.when_stmt(),
            Tok::Choose if self.nth(1) != Tok::LParen => self.choose_stmt(),
            Tok::Ident if self.at_select() => self.select_stmt(),
            Tok::Synchronized => self.synchronized_stmt(),
            Tok::With => self.with_stmt(),
            Tok::Try => self.try_stmt(),
            _ => self.simple_stmt(),
        }
    }

    /// A condition, up to the `{`.
    fn condition(&mut self) -> Expr {
        let cond = self.expr();
        if !self.at(Tok::Assign) {
            return cond;
        }
        let help = "compare with `==`";
        let message = "a condition contains an assignment";
        self.soft_error(Diagnostic::error("E0114", self.span(), message, "`=` assigns", help));
        self.bump();
        self.expr()
    }

    fn if_stmt(&mut self) -> StmtKind {
        self.bump();
        let cond = self.condition();
        let then = self.block("the branches of `if` stand in braces: `if c { ... } else { ... }`");
        let otherwise = if self.eat(Tok::Else) { self.else_branch() } else { None };
        StmtKind::If { cond, then, otherwise }
    }

    /// What follows `else`; an `else if` is a block with one `if`.
    fn else_branch(&mut self) -> Option<Block> {
        if !self.at(Tok::If) {
            return Some(self.block("the branches of `if` stand in braces: `if c { ... } else { ... }`"));
        }
        if !self.enter() {
            return None;
        }
        let start = self.start();
        let kind = self.if_stmt();
        self.leave();
        let span = self.since(start);
        Some(Block { stmts: vec![Stmt { kind, span }], span })
    }

    fn while_stmt(&mut self) -> StmtKind {
        self.bump();
        let cond = self.condition();
        let spec = self.loop_spec();
        StmtKind::While { cond, spec, body: self.block("write `while c { ... }`") }
    }

    /// `invariant P`, `unroll n` before the body of a loop.
    fn loop_spec(&mut self) -> LoopSpec {
        let mut spec = LoopSpec::default();
        loop {
            if self.eat(Tok::Invariant) {
                spec.invariants.push(self.expr());
            } else if self.at_word("unroll") {
                self.bump();
                spec.unroll = Some(self.expr());
            } else {
                return spec;
            }
        }
    }

    fn for_stmt(&mut self) -> StmtKind {
        let help = "write `for i in lo..hi { ... }` or `for x in s { ... }`";
        self.bump();
        let var = self.name("the name of the variable");
        self.expect(Tok::In, help);
        let first = self.expr();
        let inclusive = self.at(Tok::DotDotEq);
        if !inclusive && !self.at(Tok::DotDot) {
            let spec = self.loop_spec();
            return StmtKind::ForEach { var, over: first, spec, body: self.block(help) };
        }
        self.bump();
        let hi = self.expr();
        let spec = self.loop_spec();
        StmtKind::ForRange { var, lo: first, hi, inclusive, spec, body: self.block(help) }
    }

    /// `(e)` after `when`, `with` or `synchronized`. Reading a whole expression first shows `(a) && (b)`.
    fn guard(&mut self, help: &str) -> Expr {
        let expr = self.expr();
        match expr.kind {
            ExprKind::Paren(inner) => *inner,
            ExprKind::Error => expr,
            _ => {
                let message = "parentheses are missing";
                let label = "this must stand in parentheses as a whole";
                self.soft_error(Diagnostic::error("E0113", expr.span, message, label, help));
                expr
            }
        }
    }

    fn when_stmt(&mut self) -> StmtKind {
        let help = "write `when (g) { ... }` or `when (g);`";
        self.bump();
        let guard = self.guard(help);
        let timed = self.eat(Tok::Or);
        if timed && !self.eat_word("timeout") {
            let help = "write `when (g) or timeout { ... }` for who waits for a time only";
            self.expected("E0100", "`timeout`", help);
        }
        let body = if self.at(Tok::LBrace) { Some(self.block(help)) } else { None };
        if body.is_none() {
            self.semi();
        }
        StmtKind::When { guard, timed, body }
    }

    fn choose_stmt(&mut self) -> StmtKind {
        let help = "write `choose { ... } or { ... }`, or `choose(lo..hi)` for a number";
        self.bump();
        let mut branches = vec![self.block(help)];
        while self.eat(Tok::Or) {
            branches.push(self.block(help));
        }
        StmtKind::Choose(branches)
    }

    fn synchronized_stmt(&mut self) -> StmtKind {
        let help = "write `synchronized (object) { ... }`";
        self.bump();
        let object = self.guard(help);
        StmtKind::Synchronized { object, body: self.block(help) }
    }

    fn with_stmt(&mut self) -> StmtKind {
        let help = "write `with (m) { ... }`";
        self.bump();
        let lock = self.guard(help);
        StmtKind::With { lock, body: self.block(help) }
    }

    fn try_stmt(&mut self) -> StmtKind {
        let help = "write `try { ... } catch (e: SomeClass) { ... }`; there is no `finally`";
        self.bump();
        let body = self.block(help);
        let mut catches = Vec::new();
        while self.eat(Tok::Catch) {
            catches.push(self.catch(help));
        }
        if catches.is_empty() {
            self.expected("E0100", "`catch`", help);
        }
        StmtKind::Try { body, catches }
    }

    fn catch(&mut self, help: &str) -> Catch {
        self.expect(Tok::LParen, help);
        let var = self.name("a name for the exception");
        let class = if self.eat(Tok::Colon) { Some(self.name("the name of a class")) } else { None };
        self.expect(Tok::RParen, help);
        Catch { var, class, body: self.block(help) }
    }
}
