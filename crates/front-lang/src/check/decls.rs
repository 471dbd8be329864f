//! What is known about each variable, class, function and thread before code is lowered.

use super::{ScopeId, Type, World, codes};
use crate::ast::{self, Expr, ItemKind, Name};
use commute_base::Span;
use commute_ir::{ClassId, FuncId, GlobalId, Program, Selector, StaticId, ThreadDecl};

/// How a global variable is stored.
#[derive(Clone, Debug)]
pub(crate) enum Storage {
    /// One shared word.
    Word(Type),
    /// Static objects: one, or a table of them with these lengths. `arg` is the length of an array, the
    /// parties of a barrier or the capacity of a channel.
    Objects { dims: Vec<u32>, object: Type, arg: i64 },
}

/// Where a global variable is, once it has a place in the program.
#[derive(Clone, Debug)]
pub(crate) enum Binding {
    Word(GlobalId, Type),
    Objects {
        base: StaticId,
        dims: Vec<u32>,
        object: Type,
        arg: i64,
    },
    /// Its declaration is wrong.
    Error,
}

/// A global variable.
pub(crate) struct VarDecl<'a> {
    pub scope: ScopeId,
    pub name: &'a Name,
    pub ty: &'a ast::Type,
    pub init: Option<&'a Expr>,
    pub annotations: &'a [ast::Annotation],
    pub binding: Binding,
    /// The sizes that are left open: of the table (`true`) and of its arrays (`false`).
    pub open: Vec<(bool, &'a Expr)>,
    /// Of a channel: what may go wrong.
    pub faults: Vec<FaultDecl>,
}

/// What may go wrong on a channel.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FaultDecl {
    pub kind: ast::FaultyBy,
    /// How often at most, and where that is counted.
    pub limit: Option<(i64, Counter)>,
}

/// How often something went wrong already.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Counter {
    /// On a channel.
    Word(GlobalId),
    /// On each channel of a table.
    Table(StaticId),
}

impl<'a> VarDecl<'a> {
    pub fn new(scope: ScopeId, item: &'a ast::Item) -> Self {
        let ItemKind::Var { name, ty, init, annotations } = &item.kind else {
            unreachable!("[commute internal bug] a variable's item is a variable");
        };
        Self {
            scope,
            name,
            ty,
            init: init.as_ref(),
            annotations,
            binding: Binding::Error,
            open: Vec::new(),
            faults: Vec::new(),
        }
    }

    /// Whether processes may share it.
    pub fn is_shareable(&self) -> bool {
        match &self.binding {
            Binding::Word(..) => false,
            Binding::Objects { object, .. } => {
                matches!(object, Type::Channel(_) | Type::Faulty(_) | Type::Semaphore)
            }
            Binding::Error => true,
        }
    }
}

/// A class.
pub(crate) struct ClassDecl<'a> {
    pub scope: ScopeId,
    pub name: &'a Name,
    pub annotations: &'a [ast::Annotation],
    pub fields: &'a [ast::Field],
    /// Parallel to `fields`.
    pub field_types: Vec<Type>,
    pub methods: Vec<(&'a ast::Fn, FuncId)>,
    /// The function that `new` calls: initializes fields, then does what `init` says.
    pub constructor: Option<FuncId>,
}

impl<'a> ClassDecl<'a> {
    pub fn new(scope: ScopeId, item: &'a ast::Item) -> Self {
        let ItemKind::Class { name, annotations, fields, .. } = &item.kind else {
            unreachable!("[commute internal bug] a class's item is a class");
        };
        let (field_types, methods) = (Vec::new(), Vec::new());
        Self { scope, name, annotations, fields, field_types, methods, constructor: None }
    }

    /// The field with this name: its index and type.
    pub fn field(&self, name: &str) -> Option<(u32, Type)> {
        let at = self.fields.iter().position(|f| f.name.text == name)?;
        Some((at as u32, self.field_types.get(at).cloned().unwrap_or(Type::Error)))
    }

    /// The method with this name.
    pub fn method(&self, name: &str) -> Option<FuncId> {
        self.methods.iter().find(|(m, _)| m.name.text == name).map(|&(_, f)| f)
    }
}

/// What a function was written as.
#[derive(Clone, Copy)]
pub(crate) enum FnKind<'a> {
    Fn(&'a ast::Fn),
    Method(ClassId, &'a ast::Fn),
    /// The constructor of a class that initializes fields but has no `init`.
    Constructor(ClassId),
    /// An index of [`World::threads`].
    Thread(usize),
    /// What a thread does for a remote call of the function: it calls it and sends the result back.
    Answering(FuncId),
}

/// A function, method or thread.
pub(crate) struct FnDecl<'a> {
    pub scope: ScopeId,
    pub kind: FnKind<'a>,
    pub span: Span,
    /// The types of the parameters, without the receiver.
    pub params: Vec<Type>,
    /// `Type::Nothing` without a result.
    pub ret: Type,
    pub selector: Option<Selector>,
    /// Of a remote function with a result: the function of the threads that answer its calls.
    pub answering: Option<FuncId>,
}

impl<'a> FnDecl<'a> {
    pub fn new(scope: ScopeId, kind: FnKind<'a>, span: Span) -> Self {
        Self { scope, kind, span, params: Vec::new(), ret: Type::Nothing, selector: None, answering: None }
    }
}

/// A thread declaration: one thread, or one for each value of an index.
pub(crate) struct ThreadFamily<'a> {
    pub scope: ScopeId,
    pub func: FuncId,
    pub name: &'a Name,
    pub index: Option<&'a (Name, Expr, Expr)>,
    pub daemon: bool,
    pub body: &'a ast::Block,
    pub span: Span,
    /// The thread id of the first one.
    pub first: u32,
    /// The first value of the index, and how many there are.
    pub lo: i64,
    pub count: u32,
    /// Whether the number of them is left open.
    pub open: bool,
    /// The handles, if the program asks for any of them.
    pub handles: Option<StaticId>,
}

impl<'a> ThreadFamily<'a> {
    pub fn new(scope: ScopeId, func: FuncId, item: &'a ast::Item) -> Self {
        let ItemKind::Thread { name, index, daemon, body } = &item.kind else {
            unreachable!("[commute internal bug] a thread's item is a thread");
        };
        Self {
            scope,
            func,
            name,
            index: index.as_ref(),
            daemon: *daemon,
            body,
            span: item.span,
            first: 0,
            lo: 0,
            count: 1,
            open: false,
            handles: None,
        }
    }

    /// The name of the `at`-th thread of the family.
    pub fn instance(&self, at: u32) -> String {
        match self.index {
            Some(_) => format!("{}[{}]", self.name.text, self.lo + i64::from(at)),
            None => self.name.text.clone(),
        }
    }
}

/// Methods that every object of a class has.
const MONITOR_METHODS: [&str; 4] = ["wait", "wait_timed", "notify", "notify_all"];

impl World<'_> {
    /// Resolves the types of fields, parameters and results, and numbers the threads.
    pub fn declare_signatures(&mut self) {
        for class in 0..self.classes.len() {
            self.declare_class(ClassId::new(class));
        }
        for func in 0..self.fns.len() {
            self.declare_fn(FuncId::new(func));
        }
        for thread in 0..self.threads.len() {
            self.declare_threads(thread);
        }
    }

    fn declare_class(&mut self, id: ClassId) {
        let (scope, fields) = (self.classes[id.index()].scope, self.classes[id.index()].fields);
        for (i, field) in fields.iter().enumerate() {
            if let Some(first) = fields[..i].iter().find(|f| f.name.text == field.name.text) {
                self.duplicate(&field.name, first.name.span);
            }
            let ty = self.resolve_type(scope, &field.ty);
            self.classes[id.index()].field_types.push(ty.clone());
            let ty = self.ir_ty(&ty);
            self.program.classes[id.index()].fields.push(commute_ir::Field {
                name: field.name.text.clone(),
                ty,
                annotations: Vec::new(),
                span: field.name.span,
            });
        }
        self.declare_methods(id);
        self.declare_constructor(id);
        // The one fault that a program can mean to catch: `interrupt()` is part of the language.
        if self.classes[id.index()].name.text == "Interrupted" {
            let fault = commute_ir::FaultKind::Interrupted;
            if self.program.fault_classes.iter().all(|(known, _)| *known != fault) {
                self.program.fault_classes.push((fault, id));
                // Raising it creates an instance, even if the program has no `new` for it.
                self.shape(&Type::Class(id));
            }
        }
    }

    fn declare_methods(&mut self, id: ClassId) {
        for i in 0..self.classes[id.index()].methods.len() {
            let (method, func) = self.classes[id.index()].methods[i];
            let name = &method.name;
            if MONITOR_METHODS.contains(&name.text.as_str()) {
                self.reserved(name, "every object has this method");
            }
            let class = &self.classes[id.index()];
            let first = class.methods[..i].iter().map(|(m, _)| &m.name).find(|n| n.text == name.text);
            let field = class.fields.iter().map(|f| &f.name).find(|n| n.text == name.text);
            if let Some(first) = first.or(field) {
                self.duplicate(name, first.span);
            }
            if name.text == "init" {
                self.classes[id.index()].constructor = Some(func);
                continue;
            }
            let selector = Selector::new(self.program.selectors.len());
            let class = &mut self.program.classes[id.index()];
            self.program.selectors.push(format!("{}.{}", class.name, name.text));
            class.methods.push((selector, func));
            self.fns[func.index()].selector = Some(selector);
        }
    }

    /// A class without `init` still needs a constructor if its fields do not all start as zero.
    fn declare_constructor(&mut self, id: ClassId) {
        let class = &self.classes[id.index()];
        let initializes = class.fields.iter().any(|f| f.init.is_some())
            || class.field_types.iter().any(|t| t.default_word() != 0);
        if class.constructor.is_none() && initializes {
            let (scope, span) = (class.scope, class.name.span);
            let func = self.add_fn(scope, FnKind::Constructor(id), span);
            self.classes[id.index()].constructor = Some(func);
        }
    }

    fn declare_fn(&mut self, id: FuncId) {
        let FnDecl { scope, kind, .. } = self.fns[id.index()];
        let (FnKind::Fn(decl) | FnKind::Method(_, decl)) = kind else { return };
        let params = decl.params.iter().map(|(_, ty)| self.resolve_type(scope, ty)).collect();
        self.fns[id.index()].params = params;
        if let Some(ret) = &decl.ret {
            self.fns[id.index()].ret = self.resolve_type(scope, ret);
            if decl.name.text == "init" && matches!(kind, FnKind::Method(..)) {
                let help = "remove the result type: `new` gives the object";
                self.error(codes::BAD_RETURN, ret.span, "a constructor with a result", "not possible", help);
            }
        }
        if decl.remote {
            self.check_remote(id, decl);
        }
    }

    /// Remote functions belong to a process, and what they take and give is copied.
    fn check_remote(&mut self, id: FuncId, decl: &ast::Fn) {
        if self.fns[id.index()].scope == super::TOP {
            let help = "move it into the `process` that executes it";
            let message = "a remote function outside of a process";
            self.error(codes::WRONG_PLACE, decl.name.span, message, "not allowed here", help);
        }
        let FnDecl { params, ret, .. } = &self.fns[id.index()];
        let types = params
            .iter()
            .zip(decl.params.iter().map(|(_, ty)| ty))
            .chain(decl.ret.iter().map(|ty| (ret, ty)));
        let references: Vec<_> =
            types.filter(|(ty, _)| ty.is_ref()).map(|(ty, at)| (ty.clone(), at.span)).collect();
        for (ty, span) in references {
            let message = format!("a remote call cannot pass `{}`", self.show(&ty));
            let help = "processes share no objects: pass integers, booleans, enums and records";
            self.error(codes::SHARING, span, message, "a reference", help);
        }
    }

    fn declare_threads(&mut self, at: usize) {
        let ThreadFamily { scope, index, daemon, span, func, .. } = self.threads[at];
        let first = self.program.threads.len();
        self.threads[at].first = first as u32;
        if let Some((_, lo_expr, hi_expr)) = index {
            let (lo, open_lo) = self.open_int(scope, lo_expr);
            let (hi, open_hi) = self.open_int(scope, hi_expr);
            let (Some(lo), Some(hi)) = (lo, hi) else { return };
            self.threads[at].open = open_lo || open_hi;
            // One thread stands for a family whose size is left open.
            let open = self.threads[at].open;
            let count = if open { 1 } else { (i128::from(hi) - i128::from(lo)).max(0) };
            if first as i128 + count > Program::MAX_THREADS as i128 {
                return self.too_many_threads(lo_expr.span.to(hi_expr.span), &format!("{count} threads"));
            }
            (self.threads[at].lo, self.threads[at].count) = (lo, count as u32);
        }
        // Said once: whoever declares them one by one declares thousands more.
        if index.is_none() && first == Program::MAX_THREADS {
            self.too_many_threads(span, "one more thread");
        }
        let family = &self.threads[at];
        for i in 0..family.count {
            let args = match index {
                Some(_) => vec![commute_ir::Operand::Int(family.lo + i64::from(i))],
                None => Vec::new(),
            };
            self.program.threads.push(ThreadDecl {
                name: format!("{}{}", self.scopes[scope.0].prefix, family.instance(i)),
                func,
                args,
                daemon,
                process: self.scopes[scope.0].process,
                handle: None,
                span,
            });
        }
    }

    fn too_many_threads(&mut self, span: Span, message: &str) {
        let help = format!("a program has at most {} threads", Program::MAX_THREADS);
        self.error(codes::TOO_LARGE, span, message, "too many", help);
    }
}
