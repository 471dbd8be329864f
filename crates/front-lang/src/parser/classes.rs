//! Classes and their members.

use super::Parser;
use super::recover::is_item_keyword;
use crate::ast::{Field, Fn, ItemKind};
use crate::lexer::Tok;
use commute_base::Diagnostic;

impl Parser<'_> {
    pub(super) fn class(&mut self) -> ItemKind {
        self.bump();
        let name = self.name("the name of the class");
        let annotations = self.annotations();
        let (mut fields, mut methods) = (Vec::new(), Vec::new());
        let open = self.span();
        if self.expect(Tok::LBrace, "a class has its fields and methods in braces") {
            while !self.eat(Tok::RBrace) {
                if self.class_is_over() {
                    self.unclosed(open);
                    break;
                }
                self.member(&mut fields, &mut methods);
            }
        }
        ItemKind::Class { name, annotations, fields, methods }
    }

    /// Whether the present token shows that the `}` of the class is missing.
    fn class_is_over(&self) -> bool {
        let tok = self.peek();
        tok == Tok::Eof || is_item_keyword(tok) && !matches!(tok, Tok::Fn | Tok::Var)
    }

    fn member(&mut self, fields: &mut Vec<Field>, methods: &mut Vec<Fn>) {
        let before = self.pos;
        match self.peek() {
            Tok::Fn | Tok::Synchronized | Tok::Atomic => methods.push(self.function()),
            Tok::Var => self.var_field(fields),
            Tok::Ident => fields.push(self.field()),
            _ => {
                let help = "write a field, `name: type;`, or a method, `fn name() { ... }`";
                self.expected("E0104", "a field or a method", help);
            }
        }
        if self.errors.panicking {
            self.resume_at_item();
            self.progress_since(before);
        }
    }

    fn field(&mut self) -> Field {
        let name = self.name("the name of a field");
        let ty = self.declared_type("a field needs its type: `name: type;`");
        let (init, annotations) = self.init_and_annotations();
        Field { name, ty, init, annotations }
    }

    fn var_field(&mut self, fields: &mut Vec<Field>) {
        let help = "leave out `var`: `name: type;`; if the variable is global, close the class before it";
        let message = "a field is written without `var`";
        self.soft_error(Diagnostic::error("E0109", self.span(), message, "not needed here", help));
        self.bump();
        fields.push(self.field());
    }
}
