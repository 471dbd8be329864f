//! Where logical lines begin and end, and how deeply they are indented.

use super::Bodies;
use super::pieces::{Piece, Role};
use super::wrap::wrap;
use crate::lexer::Tok;

/// The state of the formatter.
pub(super) struct Layout<'a> {
    pieces: Vec<Piece<'a>>,
    bodies: Bodies,
    lines: Vec<String>,
    /// The logical line under way.
    current: Vec<Piece<'a>>,
    indent: usize,
    /// Brackets that are open in the logical line.
    brackets: usize,
    /// Where the last token ends; none before the first.
    last_end: Option<u32>,
    /// Whether the last line opened a block, so that no blank line may follow.
    opened: bool,
}

impl<'a> Layout<'a> {
    pub(super) fn new(pieces: Vec<Piece<'a>>, bodies: Bodies) -> Self {
        let (lines, current) = (Vec::new(), Vec::new());
        Self { pieces, bodies, lines, current, indent: 0, brackets: 0, last_end: None, opened: false }
    }

    /// Lays out all pieces.
    pub(super) fn run(mut self) -> String {
        for i in 0..self.pieces.len() {
            match self.pieces[i].kind {
                _ if self.pieces[i].is_comment() => self.comment(i),
                Tok::Eof => self.end_line(),
                Tok::RBrace if self.pieces[i].role == Role::Plain => self.close_block(i),
                _ => self.token(i),
            }
        }
        self.lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect()
    }

    fn comment(&mut self, i: usize) {
        let piece = self.pieces[i];
        if !self.current.is_empty() {
            return self.current.push(piece);
        }
        match self.lines.last_mut() {
            Some(line) if piece.newlines == 0 => {
                line.push(' ');
                line.push_str(piece.text);
            }
            _ => {
                self.blank_line(i);
                wrap(&[piece], self.indent, &mut self.lines);
            }
        }
    }

    fn token(&mut self, i: usize) {
        let piece = self.pieces[i];
        if self.current.is_empty() {
            self.blank_line(i);
        }
        self.brackets += usize::from(piece.opens());
        self.brackets = self.brackets.saturating_sub(usize::from(piece.closes()));
        self.push(i);
        if piece.kind == Tok::LBrace && piece.role == Role::Plain {
            self.end_line();
            self.indent += 1;
            self.opened = true;
        }
    }

    /// The `}` of a block that is not empty.
    fn close_block(&mut self, i: usize) {
        self.end_line();
        self.indent = self.indent.saturating_sub(1);
        self.opened = false;
        self.push(i);
    }

    /// Adds the token at `i` to the line, which may end there.
    fn push(&mut self, i: usize) {
        self.current.push(self.pieces[i]);
        self.last_end = Some(self.pieces[i].end);
        if self.ends_line(i) {
            self.end_line();
        }
    }

    /// Whether the logical line ends after the token at `i`, which does not open a block.
    fn ends_line(&self, i: usize) -> bool {
        let piece = self.pieces[i];
        let next = self.pieces[i + 1..].iter().find(|p| !p.is_comment()).map_or(Tok::Eof, |p| p.kind);
        let after_label = i > 0 && self.pieces[i - 1].kind == Tok::Label;
        match (piece.kind, piece.role) {
            (Tok::Semi, _) => self.brackets == 0,
            (Tok::RBrace, Role::EnumBrace) => true,
            (Tok::RBrace, Role::SetBrace) => false,
            (Tok::RBrace, _) => !matches!(next, Tok::Else | Tok::Catch | Tok::Or),
            // A label shares the line of its statement, unless a comment is between them.
            (Tok::Colon, _) => after_label && self.pieces[i + 1].is_comment(),
            _ => false,
        }
    }

    fn end_line(&mut self) {
        if !self.current.is_empty() {
            wrap(&self.current, self.indent, &mut self.lines);
            self.current.clear();
        }
        self.brackets = 0;
    }

    /// Before the piece at `i`, which begins a line: adds a blank line if there was one, or if a declaration
    /// with a body stands on either side.
    fn blank_line(&mut self, i: usize) {
        let opened = std::mem::take(&mut self.opened);
        if !opened && !self.lines.is_empty() && (self.pieces[i].newlines >= 2 || self.body_near(i)) {
            self.lines.push(String::new());
        }
    }

    /// Whether a declaration with a body ends before or begins after the piece at `i`, and no blank line sets
    /// it off yet; only the first of several comments asks.
    fn body_near(&self, i: usize) -> bool {
        let Some(last_end) = self.last_end.filter(|_| i == 0 || !self.pieces[i - 1].is_own_line()) else {
            return false;
        };
        let until = (i..self.pieces.len()).find(|&n| !self.pieces[n].is_comment()).unwrap_or(i);
        let next = self.pieces[until];
        let body = self.bodies.ends.contains(&last_end) && next.kind != Tok::RBrace && next.kind != Tok::Eof;
        let body = body || self.bodies.starts.contains(&next.start);
        body && self.pieces[i..=until].iter().all(|p| p.newlines < 2)
    }
}
