//! Syntax errors: how many are reported, and which follow from an earlier one and are not.

use super::Parser;
use crate::lexer::Tok;
use commute_base::{Diagnostic, Diagnostics, Span};

/// How many syntax errors of one file are reported.
const MAX_ERRORS: usize = 50;

/// The errors of one file.
pub(super) struct Errors<'a> {
    diags: &'a mut Diagnostics,
    count: usize,
    /// Nothing more is reported: there were too many errors, or the rest of the file is not read.
    pub(super) stopped: bool,
    /// An error was reported and the parser has not found its place again: what it sees now is
    /// probably a consequence, and is not reported.
    pub(super) panicking: bool,
}

impl<'a> Errors<'a> {
    pub(super) fn new(diags: &'a mut Diagnostics) -> Self {
        Self { diags, count: 0, stopped: false, panicking: false }
    }

    /// Reports `diagnostic` unless there were too many.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        if self.stopped {
            return;
        }
        self.count += 1;
        if self.count <= MAX_ERRORS {
            return self.diags.push(diagnostic);
        }
        self.stopped = true;
        self.diags.push(Diagnostic::error(
            "E0199",
            diagnostic.primary.span,
            format!("more than {MAX_ERRORS} syntax errors"),
            "the rest of the file is not looked at",
            "correct the errors above and run again",
        ));
    }
}

impl Parser<'_> {
    /// Reports an error that the parser can pass by without losing its place.
    pub(super) fn soft_error(&mut self, diagnostic: Diagnostic) {
        if !self.errors.panicking {
            self.errors.report(diagnostic);
        }
        if self.errors.stopped {
            self.pos = self.tokens.len() - 1;
        }
    }

    /// Reports an error; later ones are held back until the parser has found its place again.
    pub(super) fn error(&mut self, diagnostic: Diagnostic) {
        self.soft_error(diagnostic);
        self.errors.panicking = true;
    }

    /// Reports that something else than the present token was expected.
    pub(super) fn expected(&mut self, code: &'static str, what: &str, help: &str) {
        let message = format!("expected {what}, found {}", self.found());
        let diagnostic = Diagnostic::error(code, self.span(), message, format!("expected {what}"), help);
        self.error(diagnostic);
    }

    /// The present token in words.
    pub(super) fn found(&self) -> String {
        match self.peek() {
            Tok::Eof | Tok::Str => self.peek().text().to_owned(),
            tok if tok.is_keyword() => format!("the keyword `{}`", tok.text()),
            Tok::Ident | Tok::Int | Tok::Label => format!("`{}`", self.token_text()),
            tok => format!("`{}`", tok.text()),
        }
    }

    /// Gives up the rest of the file.
    pub(super) fn give_up(&mut self, diagnostic: Diagnostic) {
        self.error(diagnostic);
        self.errors.stopped = true;
        self.pos = self.tokens.len() - 1;
    }

    /// Reports that a block is not closed, at its `{`; the present token cannot stand inside.
    pub(super) fn unclosed(&mut self, open: Span) {
        let diagnostic = Diagnostic::error(
            "E0105",
            open,
            "a `{` is not closed",
            "this `{` has no `}`",
            "add the missing `}`; look at the indentation for where it belongs",
        );
        let place = match self.peek() {
            Tok::Eof => "the file ends here".to_owned(),
            _ => format!("{} cannot stand inside the braces", self.found()),
        };
        let diagnostic = diagnostic.with(self.span(), place);
        self.error(diagnostic);
    }
}
