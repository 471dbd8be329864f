//! Declarations.

use super::Parser;
use super::recover::is_item_keyword;
use crate::ast::{Annotation, AnnotationKind, Expr, Fn, Item, ItemKind, Name, Type};
use crate::lexer::Tok;
use commute_base::Diagnostic;

impl Parser<'_> {
    /// All items of the file.
    pub(super) fn items_until_end(&mut self) -> Vec<Item> {
        let mut items = Vec::new();
        while !self.at(Tok::Eof) {
            if self.at(Tok::RBrace) {
                self.unmatched_brace();
                continue;
            }
            items.extend(self.item_or_resume());
        }
        items
    }

    fn unmatched_brace(&mut self) {
        let help = "remove it, or add the `{` that it should close";
        let message = "a `}` closes nothing";
        self.soft_error(Diagnostic::error("E0106", self.span(), message, "no `{` is open here", help));
        self.bump();
    }

    /// One item; after an error also goes to the place where the next one may begin.
    fn item_or_resume(&mut self) -> Option<Item> {
        let before = self.pos;
        let item = self.item();
        if self.errors.panicking {
            self.resume_at_item();
            self.progress_since(before);
        }
        item
    }

    fn item(&mut self) -> Option<Item> {
        let start = self.start();
        let kind = match self.peek() {
            Tok::Const => self.constant(),
            Tok::Enum => self.enumeration(),
            Tok::Var => self.global(),
            Tok::Class => self.class(),
            Tok::Fn | Tok::Synchronized | Tok::Atomic => ItemKind::Fn(self.function_item(false)),
            Tok::Thread => self.thread(false),
            Tok::Process => self.process(),
            Tok::Invariant => self.invariant(),
            Tok::Ltl => self.ltl_item(),
            Tok::Ident => self.contextual_item()?,
            _ => return self.no_item(),
        };
        Some(Item { kind, span: self.since(start) })
    }

    /// Items whose first word is not reserved.
    fn contextual_item(&mut self) -> Option<ItemKind> {
        match self.token_text() {
            "daemon" if self.nth(1) == Tok::Thread => {
                self.bump();
                Some(self.thread(true))
            }
            "remote" if matches!(self.nth(1), Tok::Fn | Tok::Atomic | Tok::Synchronized) => {
                self.bump();
                Some(ItemKind::Fn(self.function_item(true)))
            }
            "record" if self.nth(1) == Tok::Ident => Some(self.record()),
            "env" if self.nth(1) == Tok::LParen => Some(self.env()),
            "init" => {
                self.bump();
                let pred = self.expr();
                self.semi();
                Some(ItemKind::Init { pred })
            }
            "timeouts" => Some(self.timeouts()),
            _ => {
                self.no_item();
                None
            }
        }
    }

    fn timeouts(&mut self) -> ItemKind {
        let help = "write `timeouts last;`: the time of a wait is up only if nothing else can happen";
        self.bump();
        if !self.eat_word("last") {
            self.expected("E0100", "`last`", help);
        }
        self.semi();
        ItemKind::TimeoutsLast
    }

    fn no_item(&mut self) -> Option<Item> {
        let help = match self.peek() {
            Tok::Let => "a shared variable is declared with `var`; `let` stands inside a thread or function",
            Tok::Semi => "remove the `;`: blocks and the lines before need none",
            _ => {
                "declare something: `const`, `enum`, `var`, `record`, `class`, `fn`, `thread`, `process`, \
                 `invariant`, `ltl`, `env` or `init`; statements stand inside a thread or function"
            }
        };
        self.expected("E0103", "a declaration", help);
        None
    }

    fn constant(&mut self) -> ItemKind {
        self.bump();
        let name = self.name("the name of the constant");
        let ty = self.declared_type("a constant needs its type: `const N: int = 3;`");
        let open = self.at(Tok::Semi);
        if !open {
            self.expect(Tok::Assign, "a constant needs a value: `const N: int = 3;`");
        }
        let value = (!open).then(|| self.expr());
        self.semi();
        ItemKind::Const { name, ty, value }
    }

    /// `: T` of a declaration.
    pub(super) fn declared_type(&mut self, help: &str) -> Type {
        if self.expect(Tok::Colon, help) { self.ty() } else { self.error_type() }
    }

    fn enumeration(&mut self) -> ItemKind {
        self.bump();
        let name = self.name("the name of the enum");
        let mut variants = Vec::new();
        if self.expect(Tok::LBrace, "list the values in braces: `enum Color { Red, Green }`") {
            let help = "separate the values with `,` and close the list with `}`";
            self.list(Tok::RBrace, help, |p| variants.push(p.name("the name of a value")));
        }
        ItemKind::Enum { name, variants }
    }

    fn global(&mut self) -> ItemKind {
        self.bump();
        let name = self.name("the name of the variable");
        let ty = self.declared_type("a variable needs its type: `var x: int = 0;`");
        let (init, annotations) = self.init_and_annotations();
        ItemKind::Var { name, ty, init, annotations }
    }

    /// `= e annotations ;` of a variable or field.
    pub(super) fn init_and_annotations(&mut self) -> (Option<Expr>, Vec<Annotation>) {
        let mut init = self.eat(Tok::Assign).then(|| self.initializer());
        let annotations = self.annotations();
        if init.is_none() && !annotations.is_empty() && self.at(Tok::Assign) {
            let help = "write the initial value before the annotations: `var x: int = 0 guarded_by m;`";
            let message = "the initial value stands after an annotation";
            self.soft_error(Diagnostic::error("E0119", self.span(), message, "too late for a value", help));
            self.bump();
            init = Some(self.initializer());
        }
        self.semi();
        (init, annotations)
    }

    /// Zero or more annotations.
    pub(super) fn annotations(&mut self) -> Vec<Annotation> {
        let mut annotations = Vec::new();
        while self.at(Tok::Ident) {
            let start = self.start();
            let Some(kind) = self.annotation() else { break };
            annotations.push(Annotation { kind, span: self.since(start) });
        }
        annotations
    }

    fn annotation(&mut self) -> Option<AnnotationKind> {
        let kind = match self.token_text() {
            "unshared" => AnnotationKind::Unshared,
            "readonly" => AnnotationKind::ReadOnly,
            "self_locking" => AnnotationKind::SelfLocking,
            "communication" => AnnotationKind::Communication,
            "by_method" => AnnotationKind::ByMethod,
            "by_class" => AnnotationKind::ByClass,
            "plain" => AnnotationKind::Plain,
            "guarded_by" => {
                self.bump();
                return Some(AnnotationKind::GuardedBy(self.expr()));
            }
            "exclusive" => return Some(self.exclusive()),
            _ => return None,
        };
        self.bump();
        Some(kind)
    }

    fn exclusive(&mut self) -> AnnotationKind {
        let help = "write `exclusive(i) when P`, where `i` stands for a thread";
        self.bump();
        self.expect(Tok::LParen, help);
        let param = self.name("a name for the thread");
        self.expect(Tok::RParen, help);
        self.expect(Tok::When, help);
        AnnotationKind::Exclusive { param, pred: self.expr() }
    }

    /// `record Msg(kind: Kind, from: 0..N);`
    fn record(&mut self) -> ItemKind {
        self.bump();
        let name = self.name("the name of the record");
        let mut fields = Vec::new();
        if self.expect(Tok::LParen, "fields stand in parentheses: `record Msg(kind: Kind, from: 0..4);`") {
            let help = "separate fields with `,` and close the list with `)`";
            self.list(Tok::RParen, help, |p| fields.push(p.param()));
        }
        self.semi();
        ItemKind::Record { name, fields }
    }

    fn function_item(&mut self, remote: bool) -> Fn {
        let span = self.span();
        let function = Fn { remote, ..self.function() };
        if function.synchronized {
            let help = "make it a method of a class, or use `with (m) { ... }` with a lock";
            let message = "a function outside of a class cannot be `synchronized`";
            self.soft_error(Diagnostic::error("E0121", span, message, "there is no `this` to lock", help));
        }
        function
    }

    /// `[atomic] [synchronized] fn f(a: T) -> T { ... }`
    pub(super) fn function(&mut self) -> Fn {
        let start = self.start();
        let atomic = self.eat(Tok::Atomic);
        let synchronized = self.eat(Tok::Synchronized);
        let help = match atomic {
            true => "write `atomic fn name(...) { ... }`, or `atomic synchronized fn` of a method",
            false => "write `synchronized fn name(...) { ... }`",
        };
        self.expect(Tok::Fn, help);
        let name = self.name("the name of the function");
        let mut params = Vec::new();
        if self.expect(Tok::LParen, "parameters stand in parentheses: `fn f(a: int) { ... }`") {
            let help = "separate parameters with `,` and close the list with `)`";
            self.list(Tok::RParen, help, |p| params.push(p.param()));
        }
        let ret = self.eat(Tok::Arrow).then(|| self.ty());
        let body = self.block("a function needs a body in braces");
        Fn { name, remote: false, atomic, synchronized, params, ret, body, span: self.since(start) }
    }

    fn param(&mut self) -> (Name, Type) {
        let name = self.name("the name of a parameter");
        (name, self.declared_type("a parameter needs its type: `fn f(a: int)`"))
    }

    fn thread(&mut self, daemon: bool) -> ItemKind {
        self.bump();
        let name = self.name("the name of the thread");
        let index = self.at(Tok::LBracket).then(|| self.thread_index());
        let body = self.block("a thread needs a body in braces");
        ItemKind::Thread { name, index, daemon, body }
    }

    fn thread_index(&mut self) -> (Name, Expr, Expr) {
        let help = "write several threads as `thread worker[i in 0..N] { ... }`";
        self.bump();
        let var = self.name("a name for the number of the thread");
        self.expect(Tok::In, help);
        let lo = self.expr();
        if self.at(Tok::DotDotEq) {
            let message = "the numbers of threads end before the upper bound";
            let help = "write `lo..hi`; for `lo..=hi` write `lo..hi + 1`";
            self.soft_error(Diagnostic::error("E0118", self.span(), message, "`..` expected", help));
            self.bump();
        } else {
            self.expect(Tok::DotDot, help);
        }
        let hi = self.expr();
        self.expect(Tok::RBracket, help);
        (var, lo, hi)
    }

    fn process(&mut self) -> ItemKind {
        self.bump();
        let name = self.name("the name of the process");
        let mut items = Vec::new();
        let open = self.span();
        if self.expect(Tok::LBrace, "a process has its declarations in braces") && self.enter() {
            while !matches!(self.peek(), Tok::RBrace | Tok::Eof) {
                items.extend(self.item_or_resume());
            }
            if !self.eat(Tok::RBrace) {
                self.unclosed(open);
            }
            self.leave();
        }
        ItemKind::Process { name, items }
    }

    fn invariant(&mut self) -> ItemKind {
        self.bump();
        let named = self.at(Tok::Ident) && self.nth(1) == Tok::Colon;
        let name = named.then(|| self.name("the name of the invariant"));
        if named {
            self.bump();
        }
        let pred = self.expr();
        self.semi();
        ItemKind::Invariant { name, pred }
    }

    fn env(&mut self) -> ItemKind {
        let help = "write `env(i) = P;`, where `i` stands for a thread";
        self.bump();
        self.expect(Tok::LParen, help);
        let param = self.name("a name for the thread");
        self.expect(Tok::RParen, help);
        self.expect(Tok::Assign, help);
        let pred = self.expr();
        self.semi();
        ItemKind::Env { param, pred }
    }

    /// Elements separated by commas, after the opening sign and up to `close`, which is also read; a comma
    /// may stand after the last.
    pub(super) fn list(&mut self, close: Tok, help: &str, mut element: impl FnMut(&mut Self)) {
        // An error before the list is not over at its end.
        let panicking = self.errors.panicking;
        while !self.eat(close) {
            let before = self.pos;
            element(self);
            if self.errors.panicking == panicking && !self.eat(Tok::Comma) && !self.at(close) {
                let what = format!("`,` or `{}`", close.text());
                self.expected("E0100", &what, help);
                return self.resume_in_list(close, panicking);
            }
            if self.errors.panicking && !panicking {
                return self.resume_in_list(close, panicking);
            }
            self.progress_since(before);
        }
    }

    /// After an error in a list: goes past its end if that is near, so that what follows is read in its right
    /// place.
    fn resume_in_list(&mut self, close: Tok, panicking: bool) {
        let mut open = 0usize;
        loop {
            match self.peek() {
                Tok::LParen | Tok::LBracket => open += 1,
                tok if tok == close && open == 0 => {
                    self.bump();
                    self.errors.panicking = panicking;
                    return;
                }
                Tok::RParen | Tok::RBracket if open > 0 => open -= 1,
                Tok::RParen | Tok::RBracket | Tok::Semi | Tok::LBrace | Tok::RBrace | Tok::Eof => return,
                tok if is_item_keyword(tok) => return,
                _ => {}
            }
            self.bump();
        }
    }
}
