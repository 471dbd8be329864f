//! Text to tokens. The end of a line is a token; a comment runs from `;` to it.

use crate::ParseError;
use commute_base::{FileId, Span};

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Token<'t> {
    /// A plain name, a keyword, an id or a number.
    Word(&'t str),
    /// A quoted string, without its escapes.
    Str(String),
    /// A bracket, a separator or an operator.
    Symbol(&'t str),
    Span(Span),
    /// The end of one line or of several.
    Newline,
    End,
}

/// All tokens with their lines (from 1), the last an [`Token::End`].
pub(super) fn lex(text: &str) -> Result<Vec<(Token<'_>, usize)>, ParseError> {
    let mut lexer = Lexer { text, at: 0, line: 1 };
    let mut tokens = Vec::new();
    loop {
        let line = lexer.line;
        let token = lexer.next()?;
        let repeated = token == Token::Newline && matches!(tokens.last(), None | Some((Token::Newline, _)));
        let end = token == Token::End;
        if !repeated {
            tokens.push((token, line));
        }
        if end {
            return Ok(tokens);
        }
    }
}

struct Lexer<'t> {
    text: &'t str,
    at: usize,
    line: usize,
}

impl<'t> Lexer<'t> {
    fn error(&self, message: impl Into<String>) -> ParseError {
        ParseError { line: self.line, message: message.into() }
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    /// Takes the longest run of characters for which `take` (given the one before) holds.
    fn run(&mut self, mut take: impl FnMut(char, char) -> bool) -> &'t str {
        let start = self.at;
        let mut before = '\0';
        while let Some(c) = self.peek().filter(|&c| take(before, c)) {
            before = c;
            self.at += c.len_utf8();
        }
        &self.text[start..self.at]
    }

    fn skip_blanks(&mut self) {
        self.run(|_, c| matches!(c, ' ' | '\t' | '\r'));
        if self.peek() == Some(';') {
            self.run(|_, c| c != '\n');
        }
    }

    fn next(&mut self) -> Result<Token<'t>, ParseError> {
        self.skip_blanks();
        let Some(first) = self.peek() else { return Ok(Token::End) };
        let second = self.text[self.at + first.len_utf8()..].chars().next();
        let starts_number = first.is_ascii_digit()
            || first == '-' && second.is_some_and(|c| c.is_ascii_alphanumeric() || c == '.');
        match first {
            '\n' => {
                self.at += 1;
                self.line += 1;
                Ok(Token::Newline)
            }
            '"' => self.string(),
            '@' => self.span(),
            _ if starts_number => Ok(Token::Word(self.number())),
            c if is_word(c) => Ok(Token::Word(self.run(|_, c| is_word(c)))),
            '(' | ')' | '[' | ']' | '{' | '}' | ',' | ':' | '\'' | '#' => {
                self.at += 1;
                Ok(Token::Symbol(&self.text[self.at - 1..self.at]))
            }
            c if is_operator(c) => Ok(Token::Symbol(self.run(|_, c| is_operator(c)))),
            c => Err(self.error(format!("unexpected character {c:?}"))),
        }
    }

    /// A number; the exponent of a float may have a sign.
    fn number(&mut self) -> &'t str {
        self.run(|before, c| match c {
            '-' | '+' => matches!(before, '\0' | 'e' | 'E'),
            c => is_word(c),
        })
    }

    fn span(&mut self) -> Result<Token<'t>, ParseError> {
        let start = self.at + 1;
        self.run(|before, c| before == '\0' || c.is_ascii_alphanumeric() || matches!(c, ':' | '.'));
        match span(&self.text[start..self.at]) {
            Some(span) => Ok(Token::Span(span)),
            None => Err(self.error("a span is written @f0:3..9")),
        }
    }

    fn string(&mut self) -> Result<Token<'t>, ParseError> {
        self.at += 1;
        let mut out = String::new();
        loop {
            let c = self.peek().filter(|&c| c != '\n').ok_or_else(|| self.error("a string without end"))?;
            self.at += c.len_utf8();
            match c {
                '"' => return Ok(Token::Str(out)),
                '\\' => out.push(self.escape()?),
                c => out.push(c),
            }
        }
    }

    fn escape(&mut self) -> Result<char, ParseError> {
        let c = self.peek().ok_or_else(|| self.error("a string without end"))?;
        self.at += c.len_utf8();
        match c {
            'n' => Ok('\n'),
            'r' => Ok('\r'),
            't' => Ok('\t'),
            '"' | '\\' => Ok(c),
            'u' => {
                let code = self.run(|_, c| c == '{' || c == '}' || c.is_ascii_hexdigit());
                let digits = code.strip_prefix('{').and_then(|code| code.strip_suffix('}'));
                let value = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
                value.and_then(char::from_u32).ok_or_else(|| self.error("a bad escape \\u in a string"))
            }
            c => Err(self.error(format!("unknown escape \\{c} in a string"))),
        }
    }
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.')
}

fn is_operator(c: char) -> bool {
    matches!(c, '+' | '-' | '*' | '/' | '%' | '&' | '|' | '^' | '<' | '>' | '=' | '!')
}

fn span(text: &str) -> Option<Span> {
    let (file, range) = text.split_once(':')?;
    let (start, end) = range.split_once("..")?;
    let file = file.strip_prefix('f')?.parse().ok()?;
    Some(Span { file: FileId(file), start: start.parse().ok()?, end: end.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_their_signs_and_operators_stand_alone() {
        let tokens: Vec<_> = lex("a - -5 1e-7 ; rest\n\n\n->").unwrap();
        assert_eq!(
            tokens,
            [
                (Token::Word("a"), 1),
                (Token::Symbol("-"), 1),
                (Token::Word("-5"), 1),
                (Token::Word("1e-7"), 1),
                (Token::Newline, 1),
                (Token::Symbol("->"), 4),
                (Token::End, 4),
            ]
        );
    }

    #[test]
    fn spans_and_strings() {
        let tokens = lex(r#"@f2:3..9["a\n\"\u{e9}"]"#).unwrap();
        assert_eq!(tokens[0].0, Token::Span(Span::new(FileId(2), 3, 9)));
        assert_eq!(tokens[2].0, Token::Str("a\n\"\u{e9}".to_owned()));
        assert_eq!(lex("\"a\nb\"").unwrap_err().message, "a string without end");
        assert_eq!(lex("\"\\u{d800}\"").unwrap_err().message, "a bad escape \\u in a string");
        assert_eq!(lex("\n@f1").unwrap_err().line, 2);
    }
}
