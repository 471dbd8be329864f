//! From text to tokens.
//!
//! Every text gives tokens: what is not understood is reported and left out. One pass, no look-back except at
//! the byte before a `'`, which decides between a prime (`x'`) and a label (`'x`).

mod token;

use commute_base::{Diagnostic, FileId, Span};
pub(crate) use token::{Comment, Tok, Token};

/// What a file consists of.
pub(crate) struct Lexed {
    /// The tokens; the last is always [`Tok::Eof`].
    pub tokens: Vec<Token>,
    /// The comments, in order.
    pub comments: Vec<Comment>,
}

/// Splits `text` into tokens and comments; says what is wrong to `report`.
pub(crate) fn lex(text: &str, file: FileId, report: &mut dyn FnMut(Diagnostic)) -> Lexed {
    let out = Lexed { tokens: Vec::new(), comments: Vec::new() };
    let mut lexer = Lexer { text, bytes: text.as_bytes(), file, at: 0, out, report };
    while lexer.at < lexer.bytes.len() {
        lexer.next();
    }
    lexer.push(Tok::Eof, text.len());
    lexer.out
}

struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    file: FileId,
    at: usize,
    out: Lexed,
    report: &'a mut dyn FnMut(Diagnostic),
}

impl Lexer<'_> {
    fn next(&mut self) {
        let start = self.at;
        match self.bytes[start] {
            b' ' | b'\t' | b'\r' | b'\n' => self.at += 1,
            b'/' if self.byte(1) == b'/' => self.line_comment(start),
            b'/' if self.byte(1) == b'*' => self.block_comment(start),
            b'0'..=b'9' => self.number(start),
            b'"' => self.string(start),
            b'\'' => self.quote(start),
            b if is_word(b) => self.word(start),
            _ => self.sign(start),
        }
    }

    /// The byte `n` after the present one; 0 past the end.
    fn byte(&self, n: usize) -> u8 {
        self.bytes.get(self.at + n).copied().unwrap_or(0)
    }

    fn push(&mut self, kind: Tok, start: usize) {
        self.out.tokens.push(Token { kind, start: start as u32, end: self.at as u32 });
    }

    fn error(&mut self, code: &'static str, start: usize, message: String, label: &str, help: &str) {
        let span = Span::new(self.file, start, self.at);
        (self.report)(Diagnostic::error(code, span, message, label, help));
    }

    /// Moves past all bytes for which `f` holds.
    fn skip_while(&mut self, f: impl Fn(u8) -> bool) {
        while self.at < self.bytes.len() && f(self.bytes[self.at]) {
            self.at += 1;
        }
    }

    fn line_comment(&mut self, start: usize) {
        self.skip_while(|b| b != b'\n');
        self.out.comments.push(Comment { start: start as u32, end: self.at as u32 });
    }

    fn block_comment(&mut self, start: usize) {
        let mut depth = 0usize;
        while self.at < self.bytes.len() {
            match (self.byte(0), self.byte(1)) {
                (b'/', b'*') => depth += 1,
                (b'*', b'/') => depth -= 1,
                _ => {
                    self.at += 1;
                    continue;
                }
            }
            self.at += 2;
            if depth == 0 {
                self.out.comments.push(Comment { start: start as u32, end: self.at as u32 });
                return;
            }
        }
        self.at = start + 2;
        self.error(
            "E0002",
            start,
            "a comment is not closed".to_owned(),
            "the comment begins here and takes the rest of the file",
            "close it with `*/`; comments nest, so every `/*` inside needs its own `*/`",
        );
        self.at = self.bytes.len();
    }

    fn word(&mut self, start: usize) {
        self.skip_while(|b| is_word(b) || b.is_ascii_digit());
        let kind = Tok::keyword(&self.text[start..self.at]).unwrap_or(Tok::Ident);
        self.push(kind, start);
    }

    fn number(&mut self, start: usize) {
        self.skip_while(|b| is_word(b) || b.is_ascii_digit());
        let well_formed = is_number(&self.text[start..self.at]);
        let fraction = self.byte(0) == b'.' && self.byte(1).is_ascii_digit();
        if fraction {
            self.at += 1;
            self.skip_while(|b| is_word(b) || b.is_ascii_digit());
        }
        if !well_formed || fraction {
            let message = format!("`{}` is not a number", &self.text[start..self.at]);
            let help = "numbers are whole: write decimal digits, or `0x` and hexadecimal digits; `_` may \
                separate them";
            self.error("E0005", start, message, "this number is malformed", help);
        }
        self.push(Tok::Int, start);
    }

    fn string(&mut self, start: usize) {
        self.at += 1;
        loop {
            match self.byte(0) {
                b'"' => break self.at += 1,
                b'\\' if self.at + 1 < self.bytes.len() && self.byte(1) != b'\n' => self.escape(),
                b'\n' => break self.unclosed_string(start),
                0 if self.at >= self.bytes.len() => break self.unclosed_string(start),
                _ => self.at += 1,
            }
        }
        self.push(Tok::Str, start);
    }

    fn escape(&mut self) {
        let start = self.at;
        let Some(escaped) = self.text[start + 1..].chars().next() else { return };
        self.at += 1 + escaped.len_utf8();
        if unescape(escaped).is_none() {
            let message = format!("unknown escape `\\{escaped}` in a string");
            let help = "write one of `\\n`, `\\t`, `\\\"` and `\\\\`";
            self.error("E0004", start, message, "this escape has no meaning", help);
        }
    }

    /// Takes the string to end before the first `;` if there is one, since the rest of the line is probably
    /// code. Without a backslash there is no other quote in that rest, so that no line is read more than
    /// twice.
    fn unclosed_string(&mut self, start: usize) {
        let string = &self.text[start..self.at];
        if let Some(length) = string.find(';').filter(|_| !string.contains('\\')) {
            self.at = start + length;
        }
        let message = "a string is not closed".to_owned();
        self.error("E0003", start, message, "the string begins here", "close it with `\"` on the same line");
    }

    fn quote(&mut self, start: usize) {
        self.at += 1;
        let before = start.checked_sub(1).map_or(b' ', |i| self.bytes[i]);
        if is_word(before) || before.is_ascii_digit() && self.after_word() || matches!(before, b']' | b')') {
            return self.push(Tok::Prime, start);
        }
        if is_word(self.byte(0)) {
            self.skip_while(|b| is_word(b) || b.is_ascii_digit());
            return self.push(Tok::Label, start);
        }
        let help = "a label is written `'name:`, the value after a step `x'` without a space";
        self.error("E0007", start, "a `'` stands alone".to_owned(), "neither a label nor a prime", help);
    }

    /// Whether the last token is a word, so that a digit before the present byte belongs to it.
    fn after_word(&self) -> bool {
        self.out.tokens.last().is_some_and(|t| t.kind == Tok::Ident || t.kind.is_keyword())
    }

    fn sign(&mut self, start: usize) {
        for length in (1..=3).rev() {
            let sign = self.text.get(start..start + length).and_then(Tok::sign);
            if let Some(kind) = sign {
                self.at += length;
                return self.push(kind, start);
            }
        }
        self.unknown(start);
    }

    /// Reports a run of characters that the language does not have as one error.
    fn unknown(&mut self, start: usize) {
        self.skip_while(|b| {
            !b.is_ascii() || matches!(b, b'#' | b'$' | b'@' | b'?' | b'\\' | b'`') || is_control(b)
        });
        let run = &self.text[start..self.at];
        let shown: String = run.chars().take(8).collect();
        let message = format!("unknown character `{}`", shown.escape_debug());
        let help = "remove it: names are made of ASCII letters, digits and `_`; other characters only \
            stand in comments and strings";
        self.error("E0001", start, message, "not part of the language", help);
    }
}

fn is_word(b: u8) -> bool {
    b.is_ascii_alphabetic() || b == b'_'
}

fn is_control(b: u8) -> bool {
    b.is_ascii_control() && !matches!(b, b' ' | b'\t' | b'\r' | b'\n')
}

fn is_number(text: &str) -> bool {
    match text.strip_prefix("0x") {
        Some(hex) => {
            hex.bytes().all(|b| b.is_ascii_hexdigit() || b == b'_')
                && hex.bytes().any(|b| b.is_ascii_hexdigit())
        }
        None => text.bytes().all(|b| b.is_ascii_digit() || b == b'_'),
    }
}

/// The character that `\c` stands for.
pub(crate) fn unescape(c: char) -> Option<char> {
    match c {
        'n' => Some('\n'),
        't' => Some('\t'),
        '"' | '\\' => Some(c),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> (Vec<Tok>, Vec<&'static str>) {
        let mut codes = Vec::new();
        let lexed = lex(text, FileId::default(), &mut |d| codes.push(d.code));
        (lexed.tokens.iter().map(|t| t.kind).collect(), codes)
    }

    #[test]
    fn a_quote_is_a_prime_after_a_name_and_a_label_elsewhere() {
        use Tok::*;
        assert_eq!(
            kinds("x' a[0]' x1'").0,
            [Ident, Prime, Ident, LBracket, Int, RBracket, Prime, Ident, Prime, Eof]
        );
        assert_eq!(
            kinds("'cs: at(t,'cs)").0,
            [Label, Colon, Ident, LParen, Ident, Comma, Label, RParen, Eof]
        );
        assert_eq!(kinds("1'").1, ["E0007"]);
    }

    #[test]
    fn the_longest_sign_wins() {
        use Tok::*;
        assert_eq!(
            kinds("<-> <> <= << ..= .. => ->").0,
            [Iff, Diamond, Le, Shl, DotDotEq, DotDot, Implies, Arrow, Eof]
        );
        assert_eq!(kinds("0..3").0, [Int, DotDot, Int, Eof]);
    }

    #[test]
    fn comments_nest_and_are_kept() {
        let lexed = lex("a /* x /* y */ z */ b // c\n", FileId::default(), &mut |d| panic!("{d:?}"));
        assert_eq!(lexed.tokens.len(), 3);
        assert_eq!(lexed.comments, [Comment { start: 2, end: 19 }, Comment { start: 22, end: 26 }]);
    }

    #[test]
    fn what_is_malformed_is_reported_once_each() {
        for (text, code) in [
            ("é€", "E0001"),
            ("/* /* */", "E0002"),
            ("\"abc\n", "E0003"),
            ("\"a\\qb\"", "E0004"),
            ("12ab", "E0005"),
            ("0x", "E0005"),
            ("1.5", "E0005"),
            ("'", "E0007"),
        ] {
            assert_eq!(kinds(text).1, [code], "{text}");
        }
    }
}
