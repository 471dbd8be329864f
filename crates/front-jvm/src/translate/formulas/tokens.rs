//! The words and signs of which predicates and formulas consist.

/// The signs, the longer ones first.
const SIGNS: [&str; 25] = [
    "<->", "->", "||", "&&", "==", "!=", "<=", ">=", "<>", "[]", "<", ">", "!", "(", ")", "[", "]", ".", ",",
    ":", "+", "-", "*", "/", "%",
];

/// The tokens of a text: names, numbers, signs, and texts in quotes, which keep the first one.
pub fn tokens(text: &str) -> Result<Vec<String>, String> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        if first == '"' {
            let end = rest[1..].find('"').ok_or("a `\"` is missing")? + 1;
            tokens.push(rest[..end].to_owned());
            rest = rest[end + 1..].trim_start();
            continue;
        }
        let length = if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else {
            let found = SIGNS.into_iter().find(|sign| rest.starts_with(sign));
            found.ok_or_else(|| format!("`{first}` has no meaning here"))?.len()
        };
        tokens.push(rest[..length].to_owned());
        rest = rest[length..].trim_start();
    }
    Ok(tokens)
}
