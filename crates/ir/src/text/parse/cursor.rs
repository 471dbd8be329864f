//! A position in the tokens, and what every part of the grammar reads: words, names, numbers, ids, types.

use super::lexer::{Token, lex};
use crate::text::words::is_bare_name;
use crate::{ClassId, EnumId, Operand, ParseError, Pc, ShapeId, StaticId, Ty};
use commute_base::Span;

pub(super) type Result<T> = std::result::Result<T, ParseError>;

pub(super) struct Cursor<'t> {
    tokens: Vec<(Token<'t>, usize)>,
    at: usize,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str) -> Result<Self> {
        Ok(Self { tokens: lex(text)?, at: 0 })
    }

    pub(super) fn peek(&self) -> &Token<'t> {
        &self.tokens[self.at].0
    }

    /// Goes on; the last token, the end, is never passed.
    pub(super) fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    pub(super) fn error(&self, message: impl Into<String>) -> ParseError {
        ParseError { line: self.tokens[self.at].1, message: message.into() }
    }

    /// The error that the next token is not `what`.
    pub(super) fn expected(&self, what: &str) -> ParseError {
        let found = match self.peek() {
            Token::Word(word) => format!("{word:?}"),
            Token::Symbol(symbol) => format!("{symbol:?}"),
            Token::Str(_) => "a string".to_owned(),
            Token::Span(_) => "a span".to_owned(),
            Token::Newline => "the end of the line".to_owned(),
            Token::End => "the end of the text".to_owned(),
        };
        self.error(format!("expected {what}, found {found}"))
    }

    pub(super) fn eat_symbol(&mut self, symbol: &str) -> bool {
        let found = matches!(self.peek(), Token::Symbol(s) if *s == symbol);
        if found {
            self.advance();
        }
        found
    }

    pub(super) fn symbol(&mut self, symbol: &str) -> Result<()> {
        if self.eat_symbol(symbol) { Ok(()) } else { Err(self.expected(&format!("{symbol:?}"))) }
    }

    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Token::Word(w) if *w == word);
        if found {
            self.advance();
        }
        found
    }

    pub(super) fn word(&mut self, what: &str) -> Result<&'t str> {
        let Token::Word(word) = *self.peek() else { return Err(self.expected(what)) };
        self.advance();
        Ok(word)
    }

    pub(super) fn keyword(&mut self, word: &str) -> Result<()> {
        if self.eat_word(word) { Ok(()) } else { Err(self.expected(&format!("{word:?}"))) }
    }

    /// The end of a line; the end of the text ends its last line.
    pub(super) fn newline(&mut self) -> Result<()> {
        match self.peek() {
            Token::Newline => self.advance(),
            Token::End => {}
            _ => return Err(self.expected("the end of the line")),
        }
        Ok(())
    }

    /// The next word, if `read` understands it.
    pub(super) fn read<T>(&mut self, what: &str, read: impl FnOnce(&'t str) -> Option<T>) -> Result<T> {
        if let Token::Word(word) = *self.peek()
            && let Some(value) = read(word)
        {
            self.advance();
            return Ok(value);
        }
        Err(self.expected(what))
    }

    pub(super) fn name(&mut self) -> Result<String> {
        if let Token::Str(text) = self.peek() {
            let text = text.clone();
            self.advance();
            return Ok(text);
        }
        self.read("a name", |word| is_bare_name(word).then(|| word.to_owned()))
    }

    pub(super) fn string(&mut self) -> Result<String> {
        match self.peek() {
            Token::Str(_) => self.name(),
            _ => Err(self.expected("a string")),
        }
    }

    pub(super) fn int(&mut self) -> Result<i64> {
        self.read("an integer", |word| word.parse().ok())
    }

    pub(super) fn count(&mut self) -> Result<u32> {
        self.read("a count", |word| word.parse().ok())
    }

    /// An id such as `class3`, by its prefix.
    pub(super) fn id(&mut self, prefix: &str) -> Result<u32> {
        self.read(&format!("{prefix}0 or the like"), |word| numbered(word, prefix))
    }

    /// The id of a declaration, which must be the next one of its table.
    pub(super) fn own_id(&mut self, prefix: &str, table_len: usize) -> Result<()> {
        let own = format!("{prefix}{table_len}");
        if self.eat_word(&own) { Ok(()) } else { Err(self.expected(&format!("{own:?}"))) }
    }

    pub(super) fn pc(&mut self) -> Result<Pc> {
        self.id("L").map(Pc)
    }

    pub(super) fn span(&mut self) -> Span {
        let Token::Span(span) = *self.peek() else { return Span::default() };
        self.advance();
        span
    }

    /// `item, item ...` up to `close`, which is taken too.
    pub(super) fn list<T>(
        &mut self,
        close: &str,
        mut item: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        let mut items = Vec::new();
        if self.eat_symbol(close) {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if self.eat_symbol(close) {
                return Ok(items);
            }
            self.symbol(",")?;
        }
    }

    pub(super) fn ty(&mut self) -> Result<Ty> {
        if self.eat_word("range") {
            self.symbol("(")?;
            let lo = self.int()?;
            self.symbol(",")?;
            let hi = self.int()?;
            self.symbol(")")?;
            return Ok(Ty::Range { lo, hi });
        }
        self.read("a type", |word| match word {
            "bool" => Some(Ty::Bool),
            "i32" => Some(Ty::I32),
            "i64" => Some(Ty::I64),
            "f32" => Some(Ty::F32),
            "f64" => Some(Ty::F64),
            "anyref" => Some(Ty::AnyRef),
            _ => (numbered(word, "enum").map(|n| Ty::Enum(EnumId(n))))
                .or_else(|| numbered(word, "class").map(|n| Ty::Class(ClassId(n))))
                .or_else(|| numbered(word, "shape").map(|n| Ty::Object(ShapeId(n)))),
        })
    }

    /// An operand that is not a register.
    pub(super) fn constant(&mut self) -> Result<Operand> {
        if self.eat_word("f32") {
            return self.float(|word| match word.strip_prefix("0x") {
                Some(hex) => u32::from_str_radix(hex, 16).ok().map(Operand::F32),
                None => word.parse().ok().map(|value: f32| Operand::F32(value.to_bits())),
            });
        }
        if self.eat_word("f64") {
            return self.float(|word| match word.strip_prefix("0x") {
                Some(hex) => u64::from_str_radix(hex, 16).ok().map(Operand::F64),
                None => word.parse().ok().map(|value: f64| Operand::F64(value.to_bits())),
            });
        }
        self.read("an operand", |word| match word {
            "null" => Some(Operand::Null),
            _ => (numbered(word, "static").map(|n| Operand::Static(StaticId(n))))
                .or_else(|| word.parse().ok().map(Operand::Int)),
        })
    }

    fn float(&mut self, read: impl FnOnce(&str) -> Option<Operand>) -> Result<Operand> {
        self.symbol("(")?;
        let value = self.read("a number", read)?;
        self.symbol(")")?;
        Ok(value)
    }
}

/// The number after `prefix`, if the word is made of these two.
pub(super) fn numbered(word: &str, prefix: &str) -> Option<u32> {
    let digits = word.strip_prefix(prefix)?;
    (digits.bytes().all(|b| b.is_ascii_digit())).then(|| digits.parse().ok())?
}
