//! From tokens to the syntax tree.
//!
//! A parser by recursive descent that always gives a tree, reads each token once and reports every error it
//! can tell from the consequences of an earlier one. Two bounds keep the tree shallow, so that walking or
//! dropping it cannot exhaust the stack: [`MAX_DEPTH`] on nesting, which is recursion here, and
//! [`MAX_HEIGHT`] on expressions, whose left-associative chains are loops here but deep trees.

mod chains;
mod classes;
mod errors;
mod exprs;
mod items;
mod ltl;
mod primary;
mod recover;
mod select;
mod simple_stmts;
mod stmts;
mod types;

use crate::ast::{File, Name};
use crate::lexer::{Tok, Token, lex};
use commute_base::{Diagnostic, Diagnostics, FileId, SourceMap, Span};
use errors::Errors;

/// How deeply blocks, expressions, types and formulas may nest in each other, all counted together.
const MAX_DEPTH: u32 = 200;

/// How high the tree of one expression or formula may be.
const MAX_HEIGHT: u32 = 250;

/// Parses one file. The tree is always whole: what cannot be parsed is left out or has an `Error` node in its
/// place, and there is then an error in `diags`.
pub fn parse(sources: &SourceMap, file: FileId, diags: &mut Diagnostics) -> File {
    let text = sources.get(file).map_or("", |f| f.text.as_str());
    let mut errors = Errors::new(diags);
    let tokens = lex(text, file, &mut |d| errors.report(d)).tokens;
    let mut parser = Parser { text, file, tokens, pos: 0, errors, depth: 0, height: 0, closers: Vec::new() };
    File { items: parser.items_until_end() }
}

struct Parser<'a> {
    text: &'a str,
    file: FileId,
    tokens: Vec<Token>,
    /// The present token.
    pos: usize,
    errors: Errors<'a>,
    /// How many calls that count for [`MAX_DEPTH`] are under way.
    depth: u32,
    /// The height of the highest expression so far among the parts of the expression under way.
    height: u32,
    /// For each `(` of the temporal formula under way: its place and that of its `)`.
    closers: Vec<(usize, usize)>,
}

impl Parser<'_> {
    fn peek(&self) -> Tok {
        self.tokens[self.pos].kind
    }

    /// The kind of the token `n` after the present one.
    fn nth(&self, n: usize) -> Tok {
        self.tokens.get(self.pos + n).map_or(Tok::Eof, |t| t.kind)
    }

    fn at(&self, tok: Tok) -> bool {
        self.peek() == tok
    }

    /// Whether the present token is the name `word`.
    fn at_word(&self, word: &str) -> bool {
        self.at(Tok::Ident) && self.token_text() == word
    }

    fn token_text(&self) -> &str {
        let token = self.tokens[self.pos];
        &self.text[token.start as usize..token.end as usize]
    }

    /// Where the present token stands.
    fn span(&self) -> Span {
        let token = self.tokens[self.pos];
        Span { file: self.file, start: token.start, end: token.end }
    }

    /// The first byte of the present token.
    fn start(&self) -> u32 {
        self.tokens[self.pos].start
    }

    /// One past the last byte of the token before.
    fn prev_end(&self) -> u32 {
        self.pos.checked_sub(1).map_or(0, |i| self.tokens[i].end)
    }

    /// From `start` to the end of the token before.
    fn since(&self, start: u32) -> Span {
        Span { file: self.file, start, end: self.prev_end().max(start) }
    }

    /// Goes to the next token; stays at the end of the file.
    fn bump(&mut self) {
        if self.pos + 1 < self.tokens.len() {
            self.pos += 1;
        }
    }

    fn eat(&mut self, tok: Tok) -> bool {
        let here = self.at(tok);
        if here {
            self.bump();
        }
        here
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let here = self.at_word(word);
        if here {
            self.bump();
        }
        here
    }

    /// Goes past `tok`, or reports that it is missing.
    fn expect(&mut self, tok: Tok, help: &str) -> bool {
        let here = self.eat(tok);
        if !here {
            self.expected("E0100", &format!("`{}`", tok.text()), help);
        }
        here
    }

    /// Whether the present token is the first of its line.
    fn on_new_line(&self) -> bool {
        self.text[self.prev_end() as usize..self.start() as usize].contains('\n')
    }

    /// Begins something that may nest. If it nests too deeply the rest of the file is given up, and the
    /// caller must return at once, without [`leave`](Self::leave).
    fn enter(&mut self) -> bool {
        if self.depth < MAX_DEPTH {
            self.depth += 1;
            return true;
        }
        let diagnostic = Diagnostic::error(
            "E0190",
            self.span(),
            format!("more than {MAX_DEPTH} levels of nesting"),
            "nested too deeply; the rest of the file is not read",
            "move inner parts into functions, or name parts of the expression with `let`",
        );
        self.give_up(diagnostic);
        false
    }

    fn leave(&mut self) {
        self.depth -= 1;
    }

    /// A name; `what` says of what, with its article.
    fn name(&mut self, what: &str) -> Name {
        let span = self.span();
        let keyword = self.peek().is_keyword() && !self.on_new_line();
        if self.at(Tok::Ident) || keyword {
            if keyword {
                self.keyword_as_name();
            }
            let text = self.token_text().to_owned();
            self.bump();
            return Name { text, span };
        }
        let help = "write a name: letters, digits and `_`, not starting with a digit";
        self.expected("E0101", what, help);
        Name { text: String::new(), span: self.since(span.start) }
    }

    fn keyword_as_name(&mut self) {
        let word = self.peek().text();
        let message = format!("`{word}` is a keyword and cannot be a name");
        let help = format!("choose another name, such as `{word}_`");
        self.soft_error(Diagnostic::error("E0102", self.span(), message, "this word is reserved", help));
    }
}
