//! Names, fields and elements in predicates.

use super::predicates::{Part, Pred};
use crate::ast::{Expr, ExprKind, Name};
use crate::check::{Binding, Item, ScopeId, Symbol, Type, codes, did_you_mean};
use commute_base::Span;
use commute_ir::{self as ir, BinOp, StaticId};

/// The most of these; the tree grows threefold with each.
const MAX_INNER: u32 = 4;

/// What a name, field or element denotes in a predicate.
pub(super) enum Found {
    Part(Part),
    Table(Table),
    Threads(usize),
    Process(ScopeId),
    Error,
}

/// A table of static objects of which some dimensions are indexed.
pub(super) struct Table {
    base: StaticId,
    dims: Vec<u32>,
    indexed: usize,
    /// The number so far, counted in the dimensions that are indexed.
    flat: Option<Part>,
    object: Type,
}

impl Pred<'_, '_> {
    pub fn whole(&mut self, found: Found, span: Span) -> Part {
        match found {
            Found::Part(part) => part,
            Found::Error => self.bad(span),
            Found::Table(_) => {
                self.error(codes::WHOLE_OBJECT, span, "a table is not a value", "a whole table", "index it");
                self.bad(span)
            }
            Found::Threads(_) => {
                self.error(codes::WHOLE_OBJECT, span, "this is many threads", "which of them?", "index it");
                self.bad(span)
            }
            Found::Process(_) => {
                let help = "write `process.variable`";
                self.error(codes::WRONG_KIND, span, "a process is not a value", "a process", help);
                self.bad(span)
            }
        }
    }

    pub fn find(&mut self, e: &Expr, primed: bool) -> Found {
        match &e.kind {
            ExprKind::Paren(inner) => self.find(inner, primed),
            ExprKind::This => self.this(e.span),
            ExprKind::Name(name) => self.name(name, primed),
            ExprKind::Field(object, name) => self.field(object, name, primed),
            ExprKind::Index(object, index) => self.index(object, index, e.span, primed),
            _ => Found::Part(self.expr(e, primed)),
        }
    }

    fn this(&mut self, span: Span) -> Found {
        match self.this {
            Some((class, param)) => {
                Found::Part(self.part(ir::ExprKind::Param(param), Type::Class(class), span))
            }
            None => {
                let help = "`this` is for the annotations of a class";
                self.error(codes::WRONG_PLACE, span, "there is no `this` here", "not in a class", help);
                Found::Error
            }
        }
    }

    fn name(&mut self, name: &Name, primed: bool) -> Found {
        if let Some(at) = self.params.iter().rposition(|(n, _)| *n == name.text) {
            let ty = self.params[at].1.clone();
            return Found::Part(self.part(ir::ExprKind::Param(at as u32), ty, name.span));
        }
        if let Some((class, param)) = self.this
            && self.world.classes[class.index()].field(&name.text).is_some()
        {
            let this = self.part(ir::ExprKind::Param(param), Type::Class(class), name.span);
            return self.field_of(this, name, primed);
        }
        match self.world.find(self.scope, &name.text) {
            Some(item) => self.item(item, name, primed),
            None => {
                let locals: Vec<String> = self.params.iter().map(|(n, _)| n.clone()).collect();
                let locals: Vec<&str> = locals.iter().map(String::as_str).collect();
                self.world.unknown_name(self.scope, name, &locals);
                Found::Error
            }
        }
    }

    fn item(&mut self, item: Item, name: &Name, primed: bool) -> Found {
        let span = name.span;
        match item.symbol {
            Symbol::Const(index) => {
                let value = self.world.const_value(index, 0);
                match self.world.open_const(index) {
                    Some(global) => {
                        let kind = ir::ExprKind::Global { global, primed: false };
                        Found::Part(self.part(kind, Type::Int, span))
                    }
                    None => Found::Part(self.int(value.word, value.ty, span)),
                }
            }
            Symbol::Var(index) => match self.world.vars[index].binding.clone() {
                Binding::Error => Found::Error,
                Binding::Word(global, ty) => {
                    Found::Part(self.part(ir::ExprKind::Global { global, primed }, ty, span))
                }
                Binding::Objects { base, dims, object, .. } if dims.is_empty() => {
                    let kind = ir::ExprKind::Static { base, count: 1, index: None };
                    Found::Part(self.part(kind, object, span))
                }
                Binding::Objects { base, dims, object, .. } => {
                    Found::Table(Table { base, dims, indexed: 0, flat: None, object })
                }
            },
            Symbol::Thread(index) if self.world.threads[index].index.is_some() => Found::Threads(index),
            Symbol::Thread(index) if self.unknown_number(index, span) => Found::Error,
            Symbol::Thread(index) => {
                let id = i64::from(self.world.threads[index].first);
                Found::Part(self.int(id, Type::Int, span))
            }
            Symbol::Process(scope) => Found::Process(scope),
            other => {
                let message = format!("`{}` is {}, not a variable", name.text, other.kind());
                self.error(codes::WRONG_KIND, span, message, "a value is needed here", "");
                Found::Error
            }
        }
    }

    /// Reports a thread whose number is not known because there are any number of threads before it.
    fn unknown_number(&mut self, family: usize, span: Span) -> bool {
        let threads = &self.world.threads;
        let open_lo = threads[family].open && threads[family].index.is_some_and(|(_, lo, _)| !is_literal(lo));
        let unknown = open_lo || threads[..family].iter().any(|t| t.open);
        if unknown {
            let help = "declare it before the threads whose number is left open";
            let message = "the number of this thread is not known";
            self.error(codes::BAD_SIZE, span, message, "any number of threads come before", help);
        }
        unknown
    }

    fn field(&mut self, object: &Expr, name: &Name, primed: bool) -> Found {
        let part = match self.find(object, false) {
            Found::Process(scope) => {
                let Some(&item) = self.world.scopes[scope.0].names.get(&name.text) else {
                    let names = self.world.scopes[scope.0].names.keys().map(String::as_str);
                    let help = did_you_mean(&name.text, names, "");
                    let message = format!("the process has no `{}`", name.text);
                    self.error(codes::UNKNOWN_NAME, name.span, message, "not declared there", &help);
                    return Found::Error;
                };
                return self.item(item, name, primed);
            }
            found => self.whole(found, object.span),
        };
        self.field_of(part, name, primed)
    }

    fn field_of(&mut self, object: Part, name: &Name, primed: bool) -> Found {
        let class = match object.ty {
            Type::Error => return Found::Error,
            Type::Class(class) => class,
            Type::Record(at) => return self.field_of_record(object, at, name),
            ty => {
                let message = format!("`{}` has no fields", self.world.show(&ty));
                self.error(codes::NO_PARTS, name.span, message, "no such field", "");
                return Found::Error;
            }
        };
        let decl = &self.world.classes[class.index()];
        let Some((field, ty)) = decl.field(&name.text) else {
            let help = did_you_mean(&name.text, decl.fields.iter().map(|f| f.name.text.as_str()), "");
            let message = format!("`{}` has no field `{}`", decl.name.text, name.text);
            self.error(codes::UNKNOWN_MEMBER, name.span, message, "no such field", &help);
            return Found::Error;
        };
        let index = Box::new(self.int(i64::from(field), Type::Int, name.span).expr);
        let span = object.expr.span.to(name.span);
        let obj = Box::new(object.expr);
        Found::Part(self.part(ir::ExprKind::Word { obj, index, primed }, ty, span))
    }

    fn index(&mut self, object: &Expr, index: &Expr, span: Span, primed: bool) -> Found {
        let found = self.find(object, false);
        let is_inner = matches!(&found, Found::Table(table) if table.indexed > 0);
        if is_inner && self.inner == MAX_INNER {
            let help = "use fewer tables in the index of a table";
            self.error(codes::TOO_LARGE, span, "this predicate is too large", "nested too deeply", help);
            return Found::Error;
        }
        self.inner += u32::from(is_inner);
        let index = Part { expr: self.typed(index, &Type::Int), ty: Type::Int };
        self.inner -= u32::from(is_inner);
        match found {
            Found::Error => Found::Error,
            Found::Table(table) => self.index_table(table, index, span),
            Found::Threads(family) if self.unknown_number(family, span) => Found::Error,
            Found::Threads(family) => {
                let t = &self.world.threads[family];
                let offset = i64::from(t.first).wrapping_sub(t.lo);
                Found::Part(self.offset(index, offset, span))
            }
            found => {
                let array = self.whole(found, object.span);
                match array.ty {
                    Type::Error => Found::Error,
                    Type::Array(t) | Type::Seq(t) => {
                        let (obj, index) = (Box::new(array.expr), Box::new(index.expr));
                        Found::Part(self.part(ir::ExprKind::Word { obj, index, primed }, *t, span))
                    }
                    ty => {
                        let message = format!("`{}` cannot be indexed", self.world.show(&ty));
                        self.error(codes::NO_PARTS, object.span, message, "not an array", "");
                        Found::Error
                    }
                }
            }
        }
    }

    fn index_table(&mut self, mut table: Table, index: Part, span: Span) -> Found {
        let flat = match table.flat.take() {
            None => index,
            Some(row) => self.flat_index(row, i64::from(table.dims[table.indexed]), index, span),
        };
        table.indexed += 1;
        if table.indexed < table.dims.len() {
            return Found::Table(Table { flat: Some(flat), ..table });
        }
        let Table { base, dims, object, .. } = table;
        let count: u32 = dims.iter().product();
        let kind = match flat.expr.kind {
            ir::ExprKind::Int(n) if (0..i64::from(count)).contains(&n) => {
                let base = StaticId::new(base.index() + n as usize);
                ir::ExprKind::Static { base, count: 1, index: None }
            }
            _ => ir::ExprKind::Static { base, count, index: Some(Box::new(flat.expr)) },
        };
        Found::Part(self.part(kind, object, span))
    }

    /// `row * size + index`, or -1, which is no index, if the index is not below `size`.
    fn flat_index(&mut self, row: Part, size: i64, index: Part, span: Span) -> Part {
        if let (ir::ExprKind::Int(row), ir::ExprKind::Int(at)) = (&row.expr.kind, &index.expr.kind) {
            let flat = if (0..size).contains(at) { row.saturating_mul(size).saturating_add(*at) } else { -1 };
            return self.int(flat, Type::Int, span);
        }
        let (zero, end) = (self.int(0, Type::Int, span), self.int(size, Type::Int, span));
        let low = self.operate(BinOp::Le, zero, index.clone(), Type::Bool, span);
        let high = self.operate(BinOp::Lt, index.clone(), end.clone(), Type::Bool, span);
        let inside = self.operate(BinOp::And, low, high, Type::Bool, span);
        let start = self.operate(BinOp::Mul, row, end, Type::Int, span);
        let flat = self.operate(BinOp::Add, start, index, Type::Int, span);
        let none = self.int(-1, Type::Int, span);
        let kind = ir::ExprKind::If(Box::new(inside.expr), Box::new(flat.expr), Box::new(none.expr));
        self.part(kind, Type::Int, span)
    }
}

fn is_literal(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Int(_))
}
