//! From the text of obligations to tokens.

use crate::parse::TextError;

/// A token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Tok {
    /// A word, or any text between bars.
    Name(String),
    /// A word of the language.
    Keyword(&'static str),
    /// A number without its sign.
    Number(u128),
    /// Text between quotes.
    Label(String),
    /// A sign.
    Sign(&'static str),
    /// The end.
    End,
}

/// A token and the bytes it stands for.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub tok: Tok,
    pub start: usize,
    pub end: usize,
}

/// Longer signs first, so that the first that fits is the right one.
const SIGNS: &[&str] = &[
    "==>", "==", "!=", "<=", ">=", "&&", "||", ":=", "::", "..", "{", "}", "(", ")", "[", "]", ",", ";", ":",
    "'", "?", "#", "+", "-", "*", "<", ">", "!",
];

/// All tokens of `text`; the last is [`Tok::End`].
pub(crate) fn lex(text: &str) -> Result<Vec<Token>, TextError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    loop {
        at = skip_space(text, at);
        if at == text.len() {
            tokens.push(Token { tok: Tok::End, start: at, end: at });
            return Ok(tokens);
        }
        let (tok, end) = token(text, at)?;
        tokens.push(Token { tok, start: at, end });
        at = end;
    }
}

/// Past blanks and comments, which go from `//` to the end of the line.
fn skip_space(text: &str, mut at: usize) -> usize {
    loop {
        let rest = &text[at..];
        at += rest.len() - rest.trim_start().len();
        if !text[at..].starts_with("//") {
            return at;
        }
        at += text[at..].find('\n').unwrap_or(text.len() - at);
    }
}

fn token(text: &str, at: usize) -> Result<(Tok, usize), TextError> {
    let rest = &text[at..];
    let first = rest.chars().next().expect("[commute internal bug] the end was handled");
    if first == '"' {
        let (label, end) = enclosed(text, at, '"')?;
        return Ok((Tok::Label(label), end));
    }
    if first == '|' && !rest.starts_with("||") {
        let (name, end) = enclosed(text, at, '|')?;
        return Ok((Tok::Name(name), end));
    }
    if first.is_ascii_digit() {
        let len = rest.bytes().take_while(u8::is_ascii_digit).count();
        let number =
            rest[..len].parse().map_err(|_| TextError::at(text, at, "the number is too large".to_owned()))?;
        return Ok((Tok::Number(number), at + len));
    }
    if first.is_ascii_alphabetic() || matches!(first, '_' | '$') {
        return Ok(word(rest, at));
    }
    match SIGNS.iter().find(|s| rest.starts_with(**s)) {
        Some(sign) => Ok((Tok::Sign(sign), at + sign.len())),
        None => Err(TextError::at(text, at, format!("`{first}` means nothing here"))),
    }
}

fn word(rest: &str, at: usize) -> (Tok, usize) {
    let in_word = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$') || *b == b'.';
    let mut len = rest.bytes().take_while(in_word).count();
    // `x..` is the name `x` and the sign of ranges.
    if let Some(dots) = rest[..len].find("..") {
        len = dots;
    }
    let word = &rest[..len];
    let tok = match crate::print::KEYWORDS.iter().find(|k| **k == word) {
        Some(keyword) => Tok::Keyword(keyword),
        None => Tok::Name(word.to_owned()),
    };
    (tok, at + len)
}

/// The text between two `quote`s, where a backslash takes the meaning from the next character.
fn enclosed(text: &str, at: usize, quote: char) -> Result<(String, usize), TextError> {
    let mut out = String::new();
    let mut chars = text[at + 1..].char_indices();
    while let Some((i, c)) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some((_, 'n')) => out.push('\n'),
                Some((_, other)) => out.push(other),
                None => break,
            },
            c if c == quote => return Ok((out, at + 1 + i + quote.len_utf8())),
            c => out.push(c),
        }
    }
    Err(TextError::at(text, at, format!("the closing {quote} is missing")))
}
