//! Statements without blocks.

use super::Parser;
use super::chains::assign_op;
use crate::ast::{Expr, ExprKind, StmtKind};
use crate::lexer::Tok;
use commute_base::Diagnostic;

impl Parser<'_> {
    /// A statement that ends in `;`, or a label.
    pub(super) fn simple_stmt(&mut self) -> StmtKind {
        if self.at(Tok::Label) {
            return self.label();
        }
        let kind = match self.peek() {
            Tok::Let => self.let_stmt(),
            Tok::Var => self.var_stmt(),
            Tok::Break => self.keyword(StmtKind::Break),
            Tok::Continue => self.keyword(StmtKind::Continue),
            Tok::Skip => self.keyword(StmtKind::Skip),
            Tok::Yield => self.keyword(StmtKind::Yield),
            Tok::Return => self.return_stmt(),
            Tok::Assert => self.assert_stmt(),
            Tok::Assume => self.with_expr(StmtKind::Assume),
            Tok::Throw => self.with_expr(StmtKind::Throw),
            Tok::Join => self.with_expr(StmtKind::Join),
            Tok::Semi => self.empty_stmt(),
            Tok::Else | Tok::Catch | Tok::Or => self.no_stmt(),
            _ => self.expr_stmt(),
        };
        self.semi();
        kind
    }

    fn label(&mut self) -> StmtKind {
        let label = self.label_name();
        self.expect(Tok::Colon, "a label is written `'name:` before a statement");
        StmtKind::Label(label)
    }

    fn keyword(&mut self, kind: StmtKind) -> StmtKind {
        self.bump();
        kind
    }

    /// A keyword and an expression.
    fn with_expr(&mut self, kind: impl FnOnce(Expr) -> StmtKind) -> StmtKind {
        self.bump();
        kind(self.expr())
    }

    fn let_stmt(&mut self) -> StmtKind {
        self.bump();
        let name = self.name("the name of the local variable");
        let ty = if self.eat(Tok::Colon) { Some(self.ty()) } else { None };
        let init = if self.eat(Tok::Assign) { Some(self.value()) } else { None };
        StmtKind::Let { name, ty, init }
    }

    fn var_stmt(&mut self) -> StmtKind {
        let help =
            "write `let` for a local variable; declare shared ones outside, and close this block before them";
        let message = "`var` stands inside a block";
        self.soft_error(Diagnostic::error("E0109", self.span(), message, "declares a shared variable", help));
        self.let_stmt()
    }

    /// The right side of a `let` or assignment, where a set literal is a mistake that is easily made.
    fn value(&mut self) -> Expr {
        if !self.at(Tok::LBrace) {
            return self.expr();
        }
        let set = self.set_literal();
        let help = "start with `new set<int>` and `add` the elements; `{1, 2}` stands only after the `=` \
            of a `var` or field";
        let message = "a set literal cannot stand here";
        self.soft_error(Diagnostic::error("E0115", set.span, message, "not an expression", help));
        set
    }

    fn return_stmt(&mut self) -> StmtKind {
        self.bump();
        let bare = matches!(self.peek(), Tok::Semi | Tok::RBrace | Tok::Eof);
        StmtKind::Return(if bare { None } else { Some(self.expr()) })
    }

    fn assert_stmt(&mut self) -> StmtKind {
        self.bump();
        let cond = self.expr();
        let mut message = None;
        if self.eat(Tok::Comma) {
            if self.at(Tok::Str) {
                message = Some(self.string());
            } else {
                self.expected(
                    "E0100",
                    "a string",
                    "write the message in double quotes: `assert x > 0, \"x is positive\";`",
                );
            }
        }
        StmtKind::Assert { cond, message }
    }

    fn empty_stmt(&mut self) -> StmtKind {
        let help = "remove the `;`, or write `skip;` for a statement that does nothing";
        let message = "a `;` without a statement";
        self.soft_error(Diagnostic::error("E0122", self.span(), message, "ends nothing", help));
        StmtKind::Error
    }

    fn no_stmt(&mut self) -> StmtKind {
        let help = match self.peek() {
            Tok::Else => "`else` follows directly after the `}` of an `if`",
            Tok::Catch => "`catch` follows directly after the `}` of a `try`",
            _ => "`or` follows directly after the `}` of a `choose`; the logical operator is `||`",
        };
        self.expected("E0123", "a statement", help);
        self.bump();
        StmtKind::Error
    }

    /// Whether an `action (P) ...` begins here, and not a call of a function of that name: something follows the
    /// closing parenthesis that cannot follow a call.
    fn at_action(&self) -> bool {
        if !self.at_word("action") || self.nth(1) != Tok::LParen {
            return false;
        }
        let mut open = 0usize;
        for ahead in 1.. {
            match self.nth(ahead) {
                Tok::LParen => open += 1,
                Tok::RParen => open -= 1,
                Tok::Eof | Tok::Semi => return false,
                _ => {}
            }
            if open == 0 {
                let next = self.tokens.get(self.pos + ahead + 1);
                let text = next.map_or("", |t| &self.text[t.start as usize..t.end as usize]);
                return matches!(text, "modifies" | "assert");
            }
        }
        false
    }

    /// `action (P) modifies x, y assert Q`
    fn action_stmt(&mut self) -> StmtKind {
        let help = "write `action (P) modifies x, y assert Q;`";
        self.bump();
        self.expect(Tok::LParen, help);
        let pred = self.expr();
        self.expect(Tok::RParen, help);
        let mut modifies = Vec::new();
        if self.at_word("modifies") {
            self.bump();
            modifies.push(self.expr());
            while self.eat(Tok::Comma) {
                modifies.push(self.expr());
            }
        }
        let assert = self.eat(Tok::Assert).then(|| self.expr());
        StmtKind::Action { pred, modifies, assert }
    }

    /// An assignment, or an expression that does something.
    fn expr_stmt(&mut self) -> StmtKind {
        if self.at_action() {
            return self.action_stmt();
        }
        let target = self.expr();
        let Some(op) = assign_op(self.peek()) else {
            self.check_effect(&target);
            return StmtKind::Expr(target);
        };
        self.check_place(&target);
        self.bump();
        StmtKind::Assign { target, op, value: self.value() }
    }

    fn check_place(&mut self, target: &Expr) {
        use ExprKind::*;
        if matches!(target.kind, Name(_) | Field(..) | Index(..) | Error) {
            return;
        }
        let help = "assign to a variable `x`, a field `o.f` or an element `a[i]`";
        let message = "this cannot be assigned to";
        self.soft_error(Diagnostic::error("E0116", target.span, message, "not a variable", help));
    }

    /// Reports an expression whose value is lost and that does nothing else; if something else than a `;`
    /// follows, that is the better thing to report.
    fn check_effect(&mut self, expr: &Expr) {
        use ExprKind::*;
        let effect = matches!(
            expr.kind,
            Call(..) | Method(..) | Spawn { .. } | Cas { .. } | Choose { .. } | New { .. } | Error
        );
        if effect || !self.at(Tok::Semi) {
            return;
        }
        let help = "assign the value to a variable, `x = ...;`, or remove the statement";
        let message = "a statement has no effect";
        self.soft_error(Diagnostic::error("E0117", expr.span, message, "the value is not used", help));
    }
}
