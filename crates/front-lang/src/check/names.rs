//! Which name means what: the top level, the processes, and what these may see of each other.

use super::{ClassDecl, Const, FnDecl, FnKind, ThreadFamily, VarDecl, World, codes, did_you_mean};
use crate::ast::{self, ItemKind, Name};
use commute_base::{Diagnostic, Span};
use commute_ir::{Class, ClassId, EnumDecl, EnumId, FuncId, ProcessId};
use std::collections::BTreeMap;

/// The top level or a process, as an index of [`World::scopes`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ScopeId(pub usize);

/// The top level.
pub(crate) const TOP: ScopeId = ScopeId(0);

/// What a name of an item means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Symbol {
    Const(usize),
    Enum(EnumId),
    /// An index of [`World::records`].
    Record(usize),
    Class(ClassId),
    Var(usize),
    Fn(FuncId),
    /// An index of [`World::threads`].
    Thread(usize),
    Process(ScopeId),
}

impl Symbol {
    /// What to call it in a message.
    pub fn kind(self) -> &'static str {
        match self {
            Symbol::Const(_) => "a constant",
            Symbol::Enum(_) => "an enum",
            Symbol::Record(_) => "a record",
            Symbol::Class(_) => "a class",
            Symbol::Var(_) => "a variable",
            Symbol::Fn(_) => "a function",
            Symbol::Thread(_) => "a thread",
            Symbol::Process(_) => "a process",
        }
    }
}

/// A declared item.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item {
    pub symbol: Symbol,
    pub span: Span,
}

/// The names of one level.
pub(crate) struct Scope {
    /// What stands before names in reports: empty, or `server.`
    pub prefix: String,
    pub process: Option<ProcessId>,
    pub names: BTreeMap<String, Item>,
}

impl Scope {
    pub fn top() -> Self {
        Self { prefix: String::new(), process: None, names: BTreeMap::new() }
    }
}

impl<'a> World<'a> {
    /// Finds all items of the file and gives each its id.
    pub fn collect(&mut self, file: &'a ast::File) {
        for item in &file.items {
            if let ItemKind::Process { name, items } = &item.kind {
                self.collect_process(name, items);
            } else {
                self.collect_item(TOP, item);
            }
        }
    }

    fn collect_process(&mut self, name: &Name, items: &'a [ast::Item]) {
        let scope = ScopeId(self.scopes.len());
        let process = ProcessId::new(self.program.processes.len());
        self.program.processes.push(name.text.clone());
        let prefix = format!("{}.", name.text);
        self.scopes.push(Scope { prefix, process: Some(process), names: BTreeMap::new() });
        self.declare(TOP, name, Symbol::Process(scope));
        for item in items {
            if let ItemKind::Process { name, .. } = &item.kind {
                let help = "declare it at the top level: processes do not nest";
                self.error(codes::WRONG_PLACE, name.span, "a process in a process", "not allowed here", help);
            } else {
                self.collect_item(scope, item);
            }
        }
    }

    fn collect_item(&mut self, scope: ScopeId, item: &'a ast::Item) {
        match &item.kind {
            ItemKind::Const { name, ty, value } => {
                self.declare(scope, name, Symbol::Const(self.consts.len()));
                self.consts.push(Const::new(scope, name, ty, value.as_ref()));
            }
            ItemKind::Enum { name, variants } => self.collect_enum(scope, name, variants),
            ItemKind::Var { name, .. } => {
                self.declare(scope, name, Symbol::Var(self.vars.len()));
                self.vars.push(VarDecl::new(scope, item));
            }
            ItemKind::Class { name, methods, .. } => self.collect_class(scope, name, methods, item),
            ItemKind::Record { name, fields } => self.collect_record(scope, name, fields),
            ItemKind::Fn(decl) => {
                let id = self.add_fn(scope, FnKind::Fn(decl), decl.span);
                self.declare(scope, &decl.name, Symbol::Fn(id));
                if decl.remote && decl.ret.is_some() {
                    self.fns[id.index()].answering =
                        Some(self.add_fn(scope, FnKind::Answering(id), decl.span));
                }
            }
            ItemKind::Thread { name, .. } => {
                self.declare(scope, name, Symbol::Thread(self.threads.len()));
                let func = self.add_fn(scope, FnKind::Thread(self.threads.len()), item.span);
                self.threads.push(ThreadFamily::new(scope, func, item));
            }
            // Properties have names of their own, which nothing refers to.
            _ => {}
        }
    }

    fn collect_enum(&mut self, scope: ScopeId, name: &Name, variants: &[Name]) {
        let id = EnumId::new(self.program.enums.len());
        self.declare(scope, name, Symbol::Enum(id));
        let mut known = BTreeMap::new();
        for v in variants {
            let first = *known.entry(v.text.as_str()).or_insert(v.span);
            if first != v.span {
                self.duplicate(v, first);
            }
        }
        let variants = variants.iter().map(|v| v.text.clone()).collect();
        self.program.enums.push(EnumDecl { name: self.qualified(scope, &name.text), variants });
    }

    fn collect_class(&mut self, scope: ScopeId, name: &Name, methods: &'a [ast::Fn], item: &'a ast::Item) {
        let id = ClassId::new(self.classes.len());
        self.declare(scope, name, Symbol::Class(id));
        self.program.classes.push(Class {
            name: self.qualified(scope, &name.text),
            superclass: None,
            interfaces: Vec::new(),
            fields: Vec::new(),
            methods: Vec::new(),
            annotations: Vec::new(),
            span: name.span,
        });
        self.classes.push(ClassDecl::new(scope, item));
        for method in methods {
            let func = self.add_fn(scope, FnKind::Method(id, method), method.span);
            self.classes[id.index()].methods.push((method, func));
        }
    }

    /// Makes room for a function.
    pub fn add_fn(&mut self, scope: ScopeId, kind: FnKind<'a>, span: Span) -> FuncId {
        let id = FuncId::new(self.fns.len());
        self.fns.push(FnDecl::new(scope, kind, span));
        self.effects.push(super::Effects::default());
        id
    }

    pub(super) fn declare(&mut self, scope: ScopeId, name: &Name, symbol: Symbol) {
        if ["len", "owner", "cas", "at"].contains(&name.text.as_str()) && matches!(symbol, Symbol::Fn(_)) {
            self.reserved(name, "it is built in");
        }
        if let Some(first) = self.scopes[scope.0].names.get(&name.text) {
            let first = first.span;
            self.duplicate(name, first);
        } else {
            self.scopes[scope.0].names.insert(name.text.clone(), Item { symbol, span: name.span });
        }
    }

    /// Reports a second declaration of a name.
    pub fn duplicate(&mut self, name: &Name, first: Span) {
        let message = format!("`{}` is declared twice", name.text);
        let help = "give one of them another name";
        self.diagnostics.push(
            Diagnostic::error(codes::DUPLICATE, name.span, message, "declared again here", help)
                .with(first, "first declared here"),
        );
    }

    /// Reports a name that the language keeps for itself.
    pub fn reserved(&mut self, name: &Name, why: &str) {
        let message = format!("`{}` cannot be declared: {why}", name.text);
        self.error(codes::RESERVED, name.span, message, "reserved name", "choose another name");
    }

    /// The name with its process, for reports.
    pub fn qualified(&self, scope: ScopeId, name: &str) -> String {
        format!("{}{name}", self.scopes[scope.0].prefix)
    }

    /// What a name means in a scope, without a message. A process sees its own items, then the top level.
    pub fn find(&self, scope: ScopeId, name: &str) -> Option<Item> {
        let own = self.scopes[scope.0].names.get(name);
        own.or_else(|| self.scopes[TOP.0].names.get(name)).copied()
    }

    /// All names that [`World::find`] knows.
    pub fn visible_names(&self, scope: ScopeId) -> Vec<&str> {
        let own = self.scopes[scope.0].names.keys();
        own.chain(self.scopes[TOP.0].names.keys()).map(String::as_str).collect()
    }

    /// Reports a name that means nothing here; `locals` are further names that could have been meant.
    pub fn unknown_name(&mut self, scope: ScopeId, name: &Name, locals: &[&str]) {
        let candidates = locals.iter().copied().chain(self.visible_names(scope));
        let elsewhere = self.scopes[1..].iter().find(|s| s.names.contains_key(&name.text));
        let otherwise = match elsewhere {
            Some(s) => format!("`{}{}` belongs to a process and is only visible there", s.prefix, name.text),
            None => format!("declare it, for example `var {}: int;`", name.text),
        };
        let help = did_you_mean(&name.text, candidates, &otherwise);
        let message = format!("there is no `{}` here", name.text);
        self.error(codes::UNKNOWN_NAME, name.span, message, "not declared", help);
    }
}
