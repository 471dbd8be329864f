//! Reading the text form of obligations.
//!
//! ```text
//! obligation "name" [at f0:1..9] {
//!   enum Mode { read, write }
//!   declare x: int in 0..10;
//!   assume ["label"] [at f0:1..9]: TERM;
//!   assert ["label"] [at f0:1..9]: TERM;
//!   assign ["label"] [at f0:1..9]: x := TERM;
//!   havoc  ["label"] [at f0:1..9]: x, y;
//!   step   ["label"] [at f0:1..9] [modifies x, y] { assume ...; assert ...; }
//!   choice ["label"] [at f0:1..9] { branch "then" { ... } branch "else" { ... } }
//! }
//! ```
//!
//! Names are resolved and sorts checked while reading, by the code that also guards the constructors
//! ([`Term::apply`], `Scope`), so that the parser and a program that builds obligations obey the same rules.

mod term;

use crate::check::Scope;
use crate::lexer::{Tok, Token, lex};
use crate::obligation::{Branch, Claim, ClaimKind, Decl, Obligation, Step, Stmt, StmtKind};
use crate::sort::{EnumSort, Sort};
use crate::term::{Term, Var};
use commute_base::{FileId, Span};
use std::sync::Arc;

/// What is wrong with a text, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{line}:{column}: {message}")]
pub struct TextError {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
}

impl TextError {
    pub(crate) fn at(text: &str, offset: usize, message: String) -> TextError {
        let before = &text[..offset];
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        TextError {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            message,
        }
    }
}

/// Reads any number of obligations.
pub fn parse_obligations(text: &str) -> Result<Vec<Obligation>, TextError> {
    let mut p = Parser::new(text)?;
    let mut list = Vec::new();
    while *p.peek() != Tok::End {
        list.push(p.obligation()?);
    }
    Ok(list)
}

/// Reads one obligation.
pub fn parse_obligation(text: &str) -> Result<Obligation, TextError> {
    let mut p = Parser::new(text)?;
    let obligation = p.obligation()?;
    p.end()?;
    Ok(obligation)
}

/// Reads a term over the given variables; both `x` and `x'` may stand in it.
pub fn parse_term(text: &str, vars: &[Decl], enums: &[Arc<EnumSort>]) -> Result<Term, TextError> {
    let mut p = Parser::new(text)?;
    for e in enums {
        p.scope.add_enum(e).map_err(|m| p.error_at(0, m))?;
    }
    for d in vars {
        p.scope.add_decl(d).map_err(|m| p.error_at(0, m))?;
    }
    let term = p.term()?;
    p.end()?;
    Ok(term)
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    at: usize,
    scope: Scope,
    /// The variables of the quantifiers around the present place, innermost last.
    bound: Vec<Var>,
}

type Parsed<T> = Result<T, TextError>;

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Parsed<Self> {
        Ok(Parser { text, tokens: lex(text)?, at: 0, scope: Scope::default(), bound: Vec::new() })
    }

    fn peek(&self) -> &Tok {
        &self.tokens[self.at].tok
    }

    /// The byte where the next token starts.
    fn offset(&self) -> usize {
        self.tokens[self.at].start
    }

    fn error_at(&self, offset: usize, message: String) -> TextError {
        TextError::at(self.text, offset, message)
    }

    fn unexpected<T>(&self, wanted: &str) -> Parsed<T> {
        let token = &self.tokens[self.at];
        let found = match &token.tok {
            Tok::End => "the end of the text".to_owned(),
            _ => format!("`{}`", &self.text[token.start..token.end]),
        };
        Err(self.error_at(token.start, format!("{wanted} is wanted here, not {found}")))
    }

    fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    fn eat(&mut self, tok: &Tok) -> bool {
        let here = self.peek() == tok;
        if here {
            self.advance();
        }
        here
    }

    fn eat_sign(&mut self, sign: &'static str) -> bool {
        self.eat(&Tok::Sign(sign))
    }

    fn eat_word(&mut self, word: &'static str) -> bool {
        self.eat(&Tok::Keyword(word))
    }

    fn sign(&mut self, sign: &'static str) -> Parsed<()> {
        if self.eat_sign(sign) { Ok(()) } else { self.unexpected(&format!("`{sign}`")) }
    }

    fn word(&mut self, word: &'static str) -> Parsed<()> {
        if self.eat_word(word) { Ok(()) } else { self.unexpected(&format!("`{word}`")) }
    }

    fn end(&self) -> Parsed<()> {
        if *self.peek() == Tok::End { Ok(()) } else { self.unexpected("the end") }
    }

    fn name(&mut self) -> Parsed<String> {
        match self.peek().clone() {
            Tok::Name(name) => {
                self.advance();
                Ok(name)
            }
            _ => self.unexpected("a name"),
        }
    }

    fn number(&mut self) -> Parsed<u128> {
        match *self.peek() {
            Tok::Number(n) => {
                self.advance();
                Ok(n)
            }
            _ => self.unexpected("a number"),
        }
    }

    /// A number with or without `-` before it.
    fn integer(&mut self) -> Parsed<i128> {
        let at = self.offset();
        let negative = self.eat_sign("-");
        let n = self.number()?;
        let value = if negative { 0i128.checked_sub_unsigned(n) } else { i128::try_from(n).ok() };
        value.ok_or_else(|| self.error_at(at, "the number is too large".to_owned()))
    }

    /// Items with commas between them, at least one.
    fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut list = vec![item(self)?];
        while self.eat_sign(",") {
            list.push(item(self)?);
        }
        Ok(list)
    }

    fn obligation(&mut self) -> Parsed<Obligation> {
        self.scope = Scope::default();
        self.word("obligation")?;
        let (name, span) = self.origin()?;
        let mut o = Obligation::new(name, span);
        self.sign("{")?;
        loop {
            let at = self.offset();
            if self.eat_word("enum") {
                o.enums.push(self.enumeration(at)?);
            } else if self.eat_word("declare") {
                o.vars.push(self.declaration(at)?);
            } else {
                break;
            }
        }
        o.body = self.body()?;
        Ok(o)
    }

    fn enumeration(&mut self, at: usize) -> Parsed<Arc<EnumSort>> {
        let name = self.name()?;
        self.sign("{")?;
        let variants = self.list(Self::name)?;
        self.sign("}")?;
        let sort = Arc::new(EnumSort { name, variants });
        self.scope.add_enum(&sort).map_err(|m| self.error_at(at, m))?;
        Ok(sort)
    }

    fn declaration(&mut self, at: usize) -> Parsed<Decl> {
        let name = self.name()?;
        self.sign(":")?;
        let mut decl = Decl::new(name, self.sort()?);
        if self.eat_word("in") {
            let low = self.integer()?;
            self.sign("..")?;
            decl.range = Some((low, self.integer()?));
        }
        self.sign(";")?;
        self.scope.add_decl(&decl).map_err(|m| self.error_at(at, m))?;
        Ok(decl)
    }

    fn sort(&mut self) -> Parsed<Sort> {
        let at = self.offset();
        for (word, sort) in [("bool", Sort::Bool), ("int", Sort::Int), ("tid", Sort::Tid), ("ref", Sort::Ref)]
        {
            if self.eat_word(word) {
                return Ok(sort);
            }
        }
        if self.eat_word("set") {
            self.sign("(")?;
            let element = self.sort()?;
            self.sign(")")?;
            return Ok(Sort::set(element));
        }
        if self.eat_word("array") {
            self.sign("(")?;
            let key = self.sort()?;
            self.sign(",")?;
            let value = self.sort()?;
            self.sign(")")?;
            return Ok(Sort::array(key, value));
        }
        let Tok::Name(name) = self.peek().clone() else { return self.unexpected("a sort") };
        self.advance();
        match self.scope.enumeration(&name) {
            Some(e) => Ok(Sort::Enum(e.clone())),
            None => Err(self.error_at(at, format!("there is no sort `{name}`"))),
        }
    }

    /// An optional label and an optional place.
    fn origin(&mut self) -> Parsed<(String, Span)> {
        let mut label = String::new();
        if let Tok::Label(text) = self.peek().clone() {
            self.advance();
            label = text;
        }
        let span = if self.eat_word("at") { self.span()? } else { Span::default() };
        Ok((label, span))
    }

    /// `f0:10..17`.
    fn span(&mut self) -> Parsed<Span> {
        let at = self.offset();
        let file = self.name()?;
        let Some(file) = file.strip_prefix('f').and_then(|n| n.parse::<u32>().ok()) else {
            return Err(self.error_at(at, "a file such as `f0` is wanted here".to_owned()));
        };
        self.sign(":")?;
        let start = self.number()?;
        self.sign("..")?;
        let end = self.number()?;
        match (u32::try_from(start), u32::try_from(end)) {
            (Ok(start), Ok(end)) => Ok(Span { file: FileId::new(file as usize), start, end }),
            _ => Err(self.error_at(at, "the place is too large".to_owned())),
        }
    }

    /// Statements up to the closing brace.
    fn body(&mut self) -> Parsed<Vec<Stmt>> {
        let mut body = Vec::new();
        while !self.eat_sign("}") {
            body.push(self.stmt()?);
        }
        Ok(body)
    }

    fn stmt(&mut self) -> Parsed<Stmt> {
        let at = self.offset();
        let Tok::Keyword(word) = *self.peek() else { return self.unexpected("a statement") };
        if !matches!(word, "assume" | "assert" | "assign" | "havoc" | "step" | "choice") {
            return self.unexpected("a statement");
        }
        self.advance();
        let (label, span) = self.origin()?;
        let kind = match word {
            "step" => StmtKind::Step(self.step()?),
            "choice" => StmtKind::Choice(self.branches()?),
            _ => {
                self.sign(":")?;
                let kind = self.simple(word)?;
                self.sign(";")?;
                kind
            }
        };
        let stmt = Stmt { label, span, kind };
        self.scope.check_stmt(&stmt).map_err(|m| self.error_at(at, m))?;
        Ok(stmt)
    }

    fn simple(&mut self, word: &str) -> Parsed<StmtKind> {
        Ok(match word {
            "assume" => StmtKind::Assume(self.term()?),
            "assert" => StmtKind::Assert(self.term()?),
            "havoc" => StmtKind::Havoc(self.list(Self::target)?),
            _ => {
                let var = self.target()?;
                self.sign(":=")?;
                StmtKind::Assign(var, self.term()?)
            }
        })
    }

    /// A variable that changes.
    fn target(&mut self) -> Parsed<Var> {
        let at = self.offset();
        let name = self.name()?;
        match self.scope.var(&name) {
            Some(sort) => Ok(Var::now(name, sort.clone())),
            None => Err(self.error_at(at, format!("`{name}` is not declared"))),
        }
    }

    fn step(&mut self) -> Parsed<Step> {
        let modifies = if self.eat_word("modifies") { self.list(Self::target)? } else { Vec::new() };
        self.sign("{")?;
        let mut claims = Vec::new();
        while !self.eat_sign("}") {
            let kind = if self.eat_word("assume") {
                ClaimKind::Assume
            } else {
                self.word("assert")?;
                ClaimKind::Assert
            };
            let (label, span) = self.origin()?;
            self.sign(":")?;
            let term = self.term()?;
            self.sign(";")?;
            claims.push(Claim { kind, label, span, term });
        }
        Ok(Step { modifies, claims })
    }

    fn branches(&mut self) -> Parsed<Vec<Branch>> {
        self.sign("{")?;
        let mut branches = Vec::new();
        while !self.eat_sign("}") {
            self.word("branch")?;
            let Tok::Label(label) = self.peek().clone() else { return self.unexpected("a label") };
            self.advance();
            self.sign("{")?;
            branches.push(Branch { label, body: self.body()? });
        }
        Ok(branches)
    }
}
