//! `select`: one of several sends and receives.

use super::Parser;
use crate::ast::{Arm, Otherwise, StmtKind};
use crate::lexer::Tok;

const HELP: &str = "write `select (let m = a.receive()) { ... } or (b.send(e)) { ... } else { ... }`";

impl Parser<'_> {
    /// Whether a `select` begins here, and not a call of a function of that name: a block follows the parenthesis, or a `let`
    /// stands in it.
    pub(super) fn at_select(&self) -> bool {
        if !self.at_word("select") || self.nth(1) != Tok::LParen {
            return false;
        }
        let mut open = 0usize;
        for ahead in 1.. {
            match self.nth(ahead) {
                Tok::LParen => open += 1,
                Tok::RParen => open -= 1,
                Tok::Let => return true,
                Tok::Eof | Tok::Semi => return false,
                _ => {}
            }
            if open == 0 {
                return self.nth(ahead + 1) == Tok::LBrace;
            }
        }
        false
    }

    pub(super) fn select_stmt(&mut self) -> StmtKind {
        self.bump();
        let mut arms = vec![self.arm()];
        while self.eat(Tok::Or) {
            if self.eat_word("timeout") {
                return StmtKind::Select { arms, otherwise: Otherwise::Timeout(self.block(HELP)) };
            }
            arms.push(self.arm());
        }
        let otherwise = if self.eat(Tok::Else) { Otherwise::Else(self.block(HELP)) } else { Otherwise::Wait };
        StmtKind::Select { arms, otherwise }
    }

    fn arm(&mut self) -> Arm {
        self.expect(Tok::LParen, HELP);
        let var = self.eat(Tok::Let).then(|| {
            let name = self.name("the name of the variable");
            self.expect(Tok::Assign, HELP);
            name
        });
        let call = self.expr();
        self.expect(Tok::RParen, HELP);
        Arm { var, call, body: self.block(HELP) }
    }
}
