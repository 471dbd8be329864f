//! Operands: literals, names, calls and the forms that begin with a word.

use super::Parser;
use crate::ast::{Expr, ExprKind, Name, Type};
use crate::lexer::{Tok, unescape};
use commute_base::Diagnostic;
use std::num::IntErrorKind;

/// The absolute value of the smallest number.
const SMALLEST: u64 = 1 << 63;

impl Parser<'_> {
    pub(super) fn primary(&mut self) -> Expr {
        let start = self.start();
        let kind = match self.peek() {
            Tok::Int => self.int(),
            Tok::True => self.word(ExprKind::Bool(true)),
            Tok::False => self.word(ExprKind::Bool(false)),
            Tok::Null => self.word(ExprKind::Null),
            Tok::This => self.word(ExprKind::This),
            Tok::Ident => self.named(),
            Tok::LParen => self.parentheses(),
            Tok::LBracket => self.array_literal(),
            Tok::Choose if self.nth(1) == Tok::LParen => self.choice(),
            Tok::Spawn => self.spawn(),
            Tok::New => self.new_object(),
            Tok::Forall => self.quantifier(true),
            Tok::Exists => self.quantifier(false),
            _ => self.no_expr(),
        };
        Expr { kind, span: self.since(start) }
    }

    fn word(&mut self, kind: ExprKind) -> ExprKind {
        self.bump();
        kind
    }

    /// The present word as a name, whether it is a keyword or not.
    pub(super) fn any_word(&mut self) -> Name {
        let name = Name { text: self.token_text().to_owned(), span: self.span() };
        self.bump();
        name
    }

    fn no_expr(&mut self) -> ExprKind {
        let help = match self.peek() {
            Tok::Plus => "there is no `++` and no unary `+`: write `x += 1`",
            Tok::Assign => "compare with `==`; an assignment is a statement of its own",
            Tok::If => "there is no `if` expression: write an `if` statement that assigns in both branches",
            Tok::Str => "a string stands only as the message of `assert`",
            Tok::Diamond | Tok::Iff | Tok::Arrow => "temporal operators stand only in `ltl` formulas",
            Tok::LBrace => "`{1, 2}` stands only right after the `=` of a `var` or field",
            _ => "write a value here, such as `0`, `x`, `a[i]` or `f(x)`",
        };
        self.expected("E0110", "an expression", help);
        if self.at(Tok::If) {
            self.skip_branches();
        }
        ExprKind::Error
    }

    fn int(&mut self) -> ExprKind {
        let value = self.int_value().and_then(|v| i64::try_from(v).ok());
        if value.is_none() {
            let digits = self.token_text();
            // More digits say nothing more.
            let shown = digits.get(..40).map_or_else(|| digits.to_owned(), |first| format!("{first}..."));
            let message = format!("the number `{shown}` is too large");
            let help = format!("numbers have 64 bits: write one between {} and {}", i64::MIN, i64::MAX);
            self.soft_error(Diagnostic::error("E0006", self.span(), message, "does not fit", help));
        }
        self.bump();
        ExprKind::Int(value.unwrap_or(0))
    }

    /// The value of the number here; none if it has more than 64 bits. A malformed one, which is reported
    /// already, is 0.
    fn int_value(&self) -> Option<u64> {
        let digits = self.token_text().replace('_', "");
        let value = match digits.strip_prefix("0x") {
            Some(hex) => u64::from_str_radix(hex, 16),
            None => digits.parse(),
        };
        match value {
            Ok(value) => Some(value),
            Err(e) if *e.kind() == IntErrorKind::PosOverflow => None,
            Err(_) => Some(0),
        }
    }

    /// After a `-`: the smallest number, whose digits alone do not fit.
    pub(super) fn smallest_int(&mut self) -> Option<ExprKind> {
        let found = self.at(Tok::Int) && self.int_value() == Some(SMALLEST);
        found.then(|| self.word(ExprKind::Int(i64::MIN)))
    }

    /// What begins with a name.
    fn named(&mut self) -> ExprKind {
        match self.nth(1) {
            Tok::ColonColon => {
                let of = self.any_word();
                self.bump();
                ExprKind::Variant(of, self.name("the name of a value of the enum"))
            }
            Tok::LParen if self.at_word("cas") => self.cas(),
            Tok::LParen if self.at_word("at") => self.at_label(),
            Tok::LParen => {
                let function = self.any_word();
                self.bump();
                ExprKind::Call(function, self.arguments())
            }
            _ => ExprKind::Name(self.any_word()),
        }
    }

    fn cas(&mut self) -> ExprKind {
        let span = self.span();
        self.bump();
        self.bump();
        let mut arguments = self.arguments().into_iter();
        match (arguments.next(), arguments.next(), arguments.next(), arguments.next()) {
            (Some(target), Some(old), Some(new), None) => {
                ExprKind::Cas { target: Box::new(target), old: Box::new(old), new: Box::new(new) }
            }
            _ => {
                let help = "write `cas(x, old, new)`: if `x` is `old`, it becomes `new`";
                let message = "`cas` takes three arguments";
                self.soft_error(Diagnostic::error("E0112", span, message, "not three arguments", help));
                ExprKind::Error
            }
        }
    }

    fn at_label(&mut self) -> ExprKind {
        let help = "write `at(thread, 'label)`";
        self.bump();
        self.bump();
        let thread = Box::new(self.expr());
        self.expect(Tok::Comma, help);
        if !self.at(Tok::Label) {
            self.expected("E0100", "a label", help);
            return ExprKind::Error;
        }
        let label = self.label_name();
        self.expect(Tok::RParen, help);
        ExprKind::At { thread, label }
    }

    /// The name in the label token here, without its quote.
    pub(super) fn label_name(&mut self) -> Name {
        let mut name = self.any_word();
        name.text.remove(0);
        name
    }

    fn parentheses(&mut self) -> ExprKind {
        self.bump();
        let inner = self.expr();
        self.expect(Tok::RParen, "close the parenthesis with `)`");
        ExprKind::Paren(Box::new(inner))
    }

    fn array_literal(&mut self) -> ExprKind {
        self.bump();
        let mut elements = Vec::new();
        let help = "separate the elements with `,` and close the list with `]`";
        self.list(Tok::RBracket, help, |p| elements.push(p.expr()));
        ExprKind::ArrayLit(elements)
    }

    /// What follows the `=` of a variable or field: only there `{` begins a set.
    pub(super) fn initializer(&mut self) -> Expr {
        if self.at(Tok::LBrace) { self.set_literal() } else { self.expr() }
    }

    pub(super) fn set_literal(&mut self) -> Expr {
        let start = self.start();
        self.bump();
        let mut elements = Vec::new();
        let help = "separate the elements with `,` and close the set with `}`";
        self.list(Tok::RBrace, help, |p| elements.push(p.expr()));
        Expr { kind: ExprKind::SetLit(elements), span: self.since(start) }
    }

    fn choice(&mut self) -> ExprKind {
        let help = "write `choose(lo..hi)`";
        self.bump();
        self.bump();
        let (lo, hi, inclusive) = self.range(help);
        self.expect(Tok::RParen, help);
        ExprKind::Choose { lo: Box::new(lo), hi: Box::new(hi), inclusive }
    }

    /// `lo..hi` or `lo..=hi`
    fn range(&mut self, help: &str) -> (Expr, Expr, bool) {
        let lo = self.expr();
        let inclusive = self.eat(Tok::DotDotEq);
        if !inclusive {
            self.expect(Tok::DotDot, help);
        }
        (lo, self.expr(), inclusive)
    }

    fn spawn(&mut self) -> ExprKind {
        self.bump();
        let daemon = self.at_word("daemon") && self.nth(1) == Tok::Ident;
        if daemon {
            self.bump();
        }
        let func = self.name("the name of a function");
        let started =
            self.expect(Tok::LParen, "start a thread with `spawn f(x)`; methods need a function around");
        let args = if started { self.arguments() } else { Vec::new() };
        ExprKind::Spawn { func, args, daemon }
    }

    /// `new T` with arguments. The sizes of `barrier(2)` and `channel(3) of int` belong to the type.
    fn new_object(&mut self) -> ExprKind {
        self.bump();
        let ty = self.new_type();
        let args = if self.eat(Tok::LParen) { self.arguments() } else { Vec::new() };
        ExprKind::New { ty: Box::new(ty), args }
    }

    /// Ranges are no types of objects, so that `new C - 1` is a difference.
    fn new_type(&mut self) -> Type {
        if matches!(self.peek(), Tok::Ident | Tok::LBracket) && !self.at_word("mod") {
            return self.object_type();
        }
        let help = "write a class or a type of object: `new Node(1)`, `new [int; 3]`, `new lock`";
        self.expected("E0120", "a class or a type of object", help);
        self.error_type()
    }

    fn quantifier(&mut self, all: bool) -> ExprKind {
        let help = "write `forall i in 0..N: P`";
        self.bump();
        let var = self.name("the name of the variable");
        self.expect(Tok::In, help);
        let (lo, hi, inclusive) = self.range(help);
        self.expect(Tok::Colon, help);
        let body = Box::new(self.expr());
        ExprKind::Quant { all, var, lo: Box::new(lo), hi: Box::new(hi), inclusive, body }
    }

    /// The characters that the string here stands for.
    pub(super) fn string(&mut self) -> String {
        let text = self.token_text();
        let inner = text.strip_prefix('"').unwrap_or(text);
        let inner = inner.strip_suffix('"').unwrap_or(inner);
        let mut value = String::new();
        let mut chars = inner.chars();
        while let Some(c) = chars.next() {
            match c {
                '\\' => value.extend(chars.next().and_then(unescape)),
                c => value.push(c),
            }
        }
        self.bump();
        value
    }
}
