//! The tokens of a text, for tests that make other texts from them.

/// Signs of more than one character.
const LONG_SIGNS: &[&str] = &[
    "..=", "<->", "..", "::", "->", "=>", "<>", "==", "!=", "<=", ">=", "<<", ">>", "&&", "||", "+=", "-=",
    "*=", "/=", "%=", "&=", "|=", "^=",
];

/// The tokens of a text without its comments; a prime belongs to what it follows.
pub fn split(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let length = token_length(rest);
        if !rest.starts_with("//") && !rest.starts_with("/*") {
            tokens.push(&rest[..length]);
        }
        rest = rest[length..].trim_start();
    }
    tokens
}

fn token_length(text: &str) -> usize {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let primed = |length: usize| length + usize::from(text[length..].starts_with('\''));
    if text.starts_with("//") {
        return text.find('\n').unwrap_or(text.len());
    }
    if text.starts_with("/*") {
        return comment_length(text);
    }
    if let Some(string) = text.strip_prefix('"') {
        let closing = |&(at, _): &(usize, &str)| !string[..at].ends_with('\\');
        return string.match_indices('"').find(closing).map_or(text.len(), |(at, _)| at + 2);
    }
    let label = usize::from(text.starts_with('\''));
    match text[label..].find(|c| !word(c)).unwrap_or(text.len() - label) {
        0 => match LONG_SIGNS.iter().find(|s| text.starts_with(**s)) {
            Some(sign) => sign.len(),
            None => primed(text.chars().next().map_or(0, char::len_utf8))
                .min(if text.starts_with([']', ')']) { 2 } else { 1 }),
        },
        length if label == 1 => length + 1,
        length => primed(length),
    }
}

fn comment_length(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    loop {
        match &text[at..] {
            rest if rest.starts_with("/*") => depth += 1,
            rest if rest.starts_with("*/") && depth == 1 => return at + 2,
            rest if rest.starts_with("*/") => depth -= 1,
            rest => {
                at += rest.chars().next().map_or(1, char::len_utf8);
                continue;
            }
        }
        at += 2;
    }
}
