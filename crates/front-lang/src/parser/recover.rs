//! Finding a place to go on after an error.

use super::Parser;
use crate::lexer::Tok;
use commute_base::{Diagnostic, Span};

/// The words that begin a declaration and nothing else, so that inside a block they show that a `}` is
/// missing.
pub(super) fn is_item_keyword(tok: Tok) -> bool {
    use Tok::*;
    matches!(tok, Const | Enum | Var | Class | Fn | Thread | Process | Invariant | Ltl)
}

/// The words that begin a statement.
fn is_stmt_keyword(tok: Tok) -> bool {
    use Tok::*;
    matches!(
        tok,
        Let | If | While | Loop | For | Break | Continue | Return | Atomic | When | Synchronized | With
    ) || matches!(tok, Assert | Assume | Skip | Yield | Try | Throw | Join)
}

impl Parser<'_> {
    /// Goes past a `;`, or reports that it is missing. A `;` that is missing at the end of a line loses no
    /// place.
    pub(super) fn semi(&mut self) {
        if self.eat(Tok::Semi) {
            self.errors.panicking = false;
        } else if !self.errors.panicking {
            self.no_semi();
        }
    }

    fn no_semi(&mut self) {
        if self.on_new_line() || matches!(self.peek(), Tok::RBrace | Tok::Eof) {
            let end = self.prev_end();
            let span = Span { file: self.file, start: end, end };
            let message = "a `;` is missing".to_owned();
            let help = "end the line with `;`";
            return self.soft_error(Diagnostic::error("E0107", span, message, "`;` expected here", help));
        }
        let help = match self.peek() {
            Tok::Arrow => "implication is written `=>`; `->` stands only in `ltl` formulas",
            Tok::Iff => "equivalence is written `==`; `<->` stands only in `ltl` formulas",
            Tok::Diamond => "`different from` is written `!=`; `<>` stands only in `ltl` formulas",
            Tok::Assign => "compare with `==`; an assignment is a statement of its own",
            Tok::Colon => "a label is written `'name:`; a declaration begins with `let` or `var`",
            Tok::LBrace => "a `{` cannot follow here; check the keyword at the start of the statement",
            _ => "end the statement with `;`, or put an operator between the two parts",
        };
        self.expected("E0107", "`;`", help);
    }

    /// After an error in a statement: goes past the next `;`, or to a `}`, a block, a statement or an item.
    /// At an item the parser has not found its place yet: the block around is not closed.
    pub(super) fn resume_at_stmt(&mut self) {
        loop {
            match self.peek() {
                Tok::Eof => return,
                tok if is_item_keyword(tok) && tok != Tok::Var => return,
                Tok::Semi => {
                    self.bump();
                    break;
                }
                Tok::RBrace | Tok::LBrace | Tok::Var => break,
                tok if is_stmt_keyword(tok) => break,
                _ => self.bump(),
            }
        }
        self.errors.panicking = false;
    }

    /// After an expression that begins with `if`: goes to the `;` behind its branches.
    pub(super) fn skip_branches(&mut self) {
        let mut braces = 0usize;
        loop {
            match self.peek() {
                Tok::LBrace => braces += 1,
                Tok::RBrace | Tok::Semi if braces == 0 => return,
                Tok::RBrace => braces -= 1,
                Tok::Eof => return,
                tok if is_item_keyword(tok) => return,
                _ => {}
            }
            self.bump();
        }
    }

    /// After an error in an item or a member of a class: goes past the next `;`, past a block in braces, or
    /// to a `}` or to what seems to begin an item.
    pub(super) fn resume_at_item(&mut self) {
        let mut braces = 0usize;
        loop {
            match self.peek() {
                Tok::Eof => break,
                Tok::LBrace => braces += 1,
                Tok::RBrace if braces == 0 => break,
                Tok::RBrace if braces == 1 => {
                    self.bump();
                    break;
                }
                Tok::RBrace => braces -= 1,
                Tok::Semi if braces == 0 => {
                    self.bump();
                    break;
                }
                _ if self.seems_item(braces) => break,
                _ => {}
            }
            self.bump();
        }
        self.errors.panicking = false;
    }

    /// Inside braces that are skipped only what begins a line without indentation counts as an item.
    fn seems_item(&self, braces: usize) -> bool {
        let word = is_item_keyword(self.peek()) || self.at(Tok::Synchronized);
        let contextual = || {
            self.on_new_line() && ["init", "env", "daemon", "remote", "record"].contains(&self.token_text())
        };
        (word || contextual()) && (braces == 0 || self.in_first_column())
    }

    fn in_first_column(&self) -> bool {
        let start = self.start() as usize;
        start == 0 || self.text.as_bytes()[start - 1] == b'\n'
    }

    /// Goes past the present token if nothing was read since `before`, so that every loop makes progress.
    pub(super) fn progress_since(&mut self, before: usize) {
        if self.pos == before {
            self.bump();
        }
    }
}
