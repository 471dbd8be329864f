//! S-expressions: what a solver answers.

use std::fmt;

/// An S-expression.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Sexp {
    /// A symbol (without bars), a keyword or a number.
    Atom(String),
    /// A string.
    Text(String),
    /// A list.
    List(Vec<Sexp>),
}

impl Sexp {
    /// The symbol, if it is one.
    pub fn atom(&self) -> Option<&str> {
        if let Sexp::Atom(a) = self { Some(a) } else { None }
    }

    /// The parts, if it is a list.
    pub fn list(&self) -> Option<&[Sexp]> {
        if let Sexp::List(l) = self { Some(l) } else { None }
    }

    /// The expression with every `let` written out, as Z3 uses them in large values; nothing if that is more than `most`
    /// atoms. Each `let` can double what is inside it.
    pub fn without_lets(&self, most: usize) -> Option<Sexp> {
        self.put_in(&mut Vec::new(), &mut { most })
    }

    /// Replaces the names that are bound, the innermost last; `left` is how many atoms there may still be.
    fn put_in(&self, bound: &mut Vec<(String, Sexp)>, left: &mut usize) -> Option<Sexp> {
        match self {
            Sexp::Atom(name) => {
                let value = bound.iter().rev().find(|(n, _)| n == name).map(|(_, value)| value);
                let value = value.unwrap_or(self);
                *left = left.checked_sub(value.size())?;
                Some(value.clone())
            }
            Sexp::Text(_) => Some(self.clone()),
            Sexp::List(items) => match items.as_slice() {
                [head, Sexp::List(bindings), body] if head.is("let") => {
                    let outside = bound.len();
                    let mut new: Vec<(String, Sexp)> = Vec::new();
                    for pair in bindings {
                        new.extend(binding(pair, bound, left)?);
                    }
                    bound.extend(new);
                    let result = body.put_in(bound, left);
                    bound.truncate(outside);
                    result
                }
                _ => items.iter().map(|i| i.put_in(bound, left)).collect::<Option<_>>().map(Sexp::List),
            },
        }
    }

    /// How many atoms, texts and lists it has.
    fn size(&self) -> usize {
        match self {
            Sexp::Atom(_) | Sexp::Text(_) => 1,
            Sexp::List(items) => 1 + items.iter().map(Sexp::size).sum::<usize>(),
        }
    }

    /// Whether this is the symbol.
    pub fn is(&self, atom: &str) -> bool {
        self.atom() == Some(atom)
    }

    /// The arguments, if this is a list that begins with the symbol.
    pub fn call(&self, head: &str) -> Option<&[Sexp]> {
        match self.list() {
            Some([first, rest @ ..]) if first.is(head) => Some(rest),
            _ => None,
        }
    }
}

/// `(name value)`, where the value is one outside the `let`.
#[allow(clippy::option_option, reason = "too large, or no binding")]
fn binding(pair: &Sexp, bound: &mut Vec<(String, Sexp)>, left: &mut usize) -> Option<Option<(String, Sexp)>> {
    match pair.list() {
        Some([Sexp::Atom(name), value]) => Some(Some((name.clone(), value.put_in(bound, left)?))),
        _ => Some(None),
    }
}

impl fmt::Display for Sexp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sexp::Atom(a) => f.write_str(a),
            Sexp::Text(t) => write!(f, "\"{}\"", t.replace('"', "\"\"")),
            Sexp::List(items) => {
                f.write_str("(")?;
                for (i, item) in items.iter().enumerate() {
                    let gap = if i > 0 { " " } else { "" };
                    write!(f, "{gap}{item}")?;
                }
                f.write_str(")")
            }
        }
    }
}

/// Puts S-expressions together from pieces of text, as they come through a pipe.
#[derive(Default)]
pub struct Assembler {
    /// Lists that are not closed yet, outermost first.
    open: Vec<Vec<Sexp>>,
    /// The token that may not be complete yet.
    token: String,
    mode: Mode,
}

#[derive(Default, Clone, Copy, PartialEq)]
enum Mode {
    /// Between or in plain tokens.
    #[default]
    Plain,
    /// Between bars.
    Bars,
    /// In a string.
    Text,
    /// After a quote in a string: its end, or the first half of a doubled one.
    TextQuote,
    /// To the end of the line.
    Comment,
}

impl Assembler {
    /// Takes a piece of text; gives the expressions that are complete.
    pub fn feed(&mut self, text: &str) -> Vec<Sexp> {
        let mut done = Vec::new();
        for c in text.chars() {
            self.take(c, &mut done);
        }
        done
    }

    /// How many lists are open.
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    fn take(&mut self, c: char, done: &mut Vec<Sexp>) {
        match self.mode {
            Mode::Comment if c != '\n' => {}
            Mode::Comment => self.mode = Mode::Plain,
            Mode::Bars if c == '|' => {
                self.mode = Mode::Plain;
                let token = std::mem::take(&mut self.token);
                self.put(Sexp::Atom(token), done);
            }
            Mode::Text if c == '"' => self.mode = Mode::TextQuote,
            Mode::Bars | Mode::Text => self.token.push(c),
            Mode::TextQuote if c == '"' => {
                self.token.push(c);
                self.mode = Mode::Text;
            }
            Mode::TextQuote => {
                self.mode = Mode::Plain;
                let token = std::mem::take(&mut self.token);
                self.put(Sexp::Text(token), done);
                self.plain(c, done);
            }
            Mode::Plain => self.plain(c, done),
        }
    }

    fn plain(&mut self, c: char, done: &mut Vec<Sexp>) {
        match c {
            '(' | ')' | '|' | '"' | ';' => self.end_token(done),
            c if c.is_whitespace() => return self.end_token(done),
            c => return self.token.push(c),
        }
        match c {
            '(' => self.open.push(Vec::new()),
            ')' => {
                // A bracket that closes nothing is the solver's mistake; it stands for an empty answer.
                let list = self.open.pop().unwrap_or_default();
                self.put(Sexp::List(list), done);
            }
            '|' => self.mode = Mode::Bars,
            '"' => self.mode = Mode::Text,
            _ => self.mode = Mode::Comment,
        }
    }

    fn end_token(&mut self, done: &mut Vec<Sexp>) {
        if !self.token.is_empty() {
            let token = std::mem::take(&mut self.token);
            self.put(Sexp::Atom(token), done);
        }
    }

    fn put(&mut self, sexp: Sexp, done: &mut Vec<Sexp>) {
        match self.open.last_mut() {
            Some(list) => list.push(sexp),
            None => done.push(sexp),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lets_are_written_out() {
        let text =
            "(let ((a!1 (store x 1 2)) (b 3)) (let ((a!2 (store a!1 b 4)) (b 5)) (f a!2 b (let) \"a!1\")))\n";
        let sexp = Assembler::default().feed(text).remove(0).without_lets(1_000).unwrap();
        assert_eq!(sexp.to_string(), "(f (store (store x 1 2) 3 4) 5 (let) \"a!1\")");
    }

    #[test]
    fn lets_that_double_what_they_stand_for_are_left() {
        let text = (0..60).rev().fold("(f a59)".to_owned(), |inner, k| match k {
            0 => format!("(let ((a0 1)) {inner})"),
            k => format!("(let ((a{k} (g a{0} a{0}))) {inner})", k - 1),
        });
        let sexp = Assembler::default().feed(&(text + "\n")).remove(0);
        assert_eq!(sexp.without_lets(100_000), None);
    }

    #[test]
    fn expressions_come_together_wherever_the_text_is_cut() {
        let text = "sat\n(error \"line 1: \"\"x\"\" \") ; no\n((|a b| (- 3)) ())\n";
        let whole: Vec<String> = Assembler::default().feed(text).iter().map(Sexp::to_string).collect();
        assert_eq!(whole, ["sat", "(error \"line 1: \"\"x\"\" \")", "((a b (- 3)) ())"]);
        for cut in 0..text.len() {
            let mut a = Assembler::default();
            let mut parts = a.feed(&text[..cut]);
            parts.extend(a.feed(&text[cut..]));
            assert_eq!(parts.iter().map(Sexp::to_string).collect::<Vec<_>>(), whole);
        }
    }
}
