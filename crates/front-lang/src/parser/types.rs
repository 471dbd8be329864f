//! Types.

use super::Parser;
use super::chains::ADDITIVE;
use crate::ast::{Expr, Fault, FaultyBy, Type, TypeKind};
use crate::lexer::Tok;

impl Parser<'_> {
    /// A type.
    pub(super) fn ty(&mut self) -> Type {
        let start = self.start();
        if !self.enter() {
            return self.error_type();
        }
        let kind = self.type_kind();
        self.leave();
        Type { kind, span: self.since(start) }
    }

    /// The type of a new object: no range.
    pub(super) fn object_type(&mut self) -> Type {
        let start = self.start();
        if !self.enter() {
            return self.error_type();
        }
        let kind = match self.peek() {
            Tok::Ident if self.is_builtin_type() => self.word_type(),
            Tok::Ident => TypeKind::Named(self.any_word()),
            _ => self.type_kind(),
        };
        self.leave();
        Type { kind, span: self.since(start) }
    }

    fn is_builtin_type(&self) -> bool {
        let words = ["int", "bool", "lock", "rwlock", "semaphore", "barrier", "channel", "set"];
        words.contains(&self.token_text())
    }

    /// The place of a type that could not be parsed.
    pub(super) fn error_type(&self) -> Type {
        Type { kind: TypeKind::Error, span: self.since(self.start()) }
    }

    fn type_kind(&mut self) -> TypeKind {
        match self.peek() {
            Tok::LBracket => self.array_type(),
            Tok::Thread => {
                self.bump();
                TypeKind::Thread
            }
            Tok::Ident if self.nth(1) == Tok::DotDot || self.nth(1) == Tok::DotDotEq => self.range_type(),
            Tok::Ident => self.word_type(),
            Tok::Int | Tok::Minus | Tok::LParen => self.range_type(),
            _ => {
                let help = "write a type: `int`, `bool`, `0..N`, `mod N`, an enum or class, `[T; n]`, \
                    `[T]`, `set<T>`, `lock`, `rwlock`, `semaphore`, `barrier`, `channel of T` or `thread`";
                self.expected("E0120", "a type", help);
                TypeKind::Error
            }
        }
    }

    fn word_type(&mut self) -> TypeKind {
        let kind = match self.token_text() {
            "int" => TypeKind::Int,
            "bool" => TypeKind::Bool,
            "lock" => TypeKind::Lock,
            "rwlock" => TypeKind::RwLock,
            "semaphore" => TypeKind::Semaphore,
            "barrier" => return self.barrier_type(),
            "channel" => return self.channel_type(Vec::new()),
            "lossy" | "duplicating" | "reordering" if matches!(self.nth(1), Tok::Ident | Tok::LParen) => {
                return self.faulty_channel_type();
            }
            "set" => return self.set_type(),
            "mod" => {
                self.bump();
                return TypeKind::Mod(self.bound());
            }
            _ if self.bound_goes_on() => return self.range_type(),
            _ => TypeKind::Named(self.name("a type")),
        };
        if !matches!(kind, TypeKind::Named(_)) {
            self.bump();
        }
        kind
    }

    /// Whether the name here is the beginning of a range such as `N - 1..M`.
    fn bound_goes_on(&self) -> bool {
        matches!(self.nth(1), Tok::Plus | Tok::Minus | Tok::Star | Tok::Slash | Tok::Percent)
    }

    /// The bound of a range. A comparison or shift would take the `>` of `set<0..N>`, so there is none.
    fn bound(&mut self) -> Expr {
        self.operators(ADDITIVE)
    }

    fn range_type(&mut self) -> TypeKind {
        let lo = self.bound();
        let inclusive = self.at(Tok::DotDotEq);
        if !inclusive && !self.at(Tok::DotDot) {
            self.expected("E0100", "`..`", "a range of numbers is written `0..N` or `0..=N`");
            return TypeKind::Error;
        }
        self.bump();
        TypeKind::Range { lo, hi: self.bound(), inclusive }
    }

    fn array_type(&mut self) -> TypeKind {
        self.bump();
        let element = Box::new(self.ty());
        let size = self.eat(Tok::Semi).then(|| self.expr());
        self.expect(Tok::RBracket, "an array type is `[T; n]`, one that can grow `[T]`");
        match size {
            Some(size) => TypeKind::Array(element, size),
            None => TypeKind::Seq(element),
        }
    }

    fn set_type(&mut self) -> TypeKind {
        let help = "a set type is written `set<T>`";
        self.bump();
        if !self.expect(Tok::Lt, help) {
            return TypeKind::Error;
        }
        let element = Box::new(self.ty());
        self.close_angle(help);
        TypeKind::Set(element)
    }

    /// Goes past a `>`, which may be the first character of `>>` or `>=`.
    fn close_angle(&mut self, help: &str) {
        let rest = match self.peek() {
            Tok::Shr => Tok::Gt,
            Tok::Ge => Tok::Assign,
            _ => {
                self.expect(Tok::Gt, help);
                return;
            }
        };
        let token = &mut self.tokens[self.pos];
        token.kind = rest;
        token.start += 1;
    }

    fn barrier_type(&mut self) -> TypeKind {
        self.bump();
        TypeKind::Barrier(self.size_in_parentheses("write the number of parties: `barrier(2)`"))
    }

    /// `lossy(1) duplicating channel(3) of T`
    fn faulty_channel_type(&mut self) -> TypeKind {
        let mut faults = Vec::new();
        while !self.at_word("channel") {
            let start = self.start();
            let kind = match self.token_text() {
                "lossy" => FaultyBy::Loss,
                "duplicating" => FaultyBy::Duplication,
                "reordering" => FaultyBy::Reordering,
                _ => {
                    let help = "say what goes wrong before `channel`: `lossy(1) channel(3) of int`";
                    self.expected("E0100", "`channel`", help);
                    return TypeKind::Error;
                }
            };
            self.bump();
            let budget = self.size_in_parentheses("write how often at most: `lossy(1) channel(3) of int`");
            faults.push(Fault { kind, budget, span: self.since(start) });
        }
        self.channel_type(faults)
    }

    fn channel_type(&mut self, faults: Vec<Fault>) -> TypeKind {
        self.bump();
        let size = self.size_in_parentheses("write the capacity: `channel(3) of int`");
        if !self.eat_word("of") {
            self.expected("E0100", "`of`", "say what the channel carries: `channel(3) of int`");
            return TypeKind::Error;
        }
        TypeKind::Channel(size, Box::new(self.ty()), faults)
    }

    fn size_in_parentheses(&mut self, help: &str) -> Option<Expr> {
        if !self.eat(Tok::LParen) {
            return None;
        }
        let size = self.expr();
        self.expect(Tok::RParen, help);
        Some(size)
    }
}
