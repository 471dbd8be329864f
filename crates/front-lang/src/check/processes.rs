//! Rules about what functions do, checked over the call graph: processes share no memory, and the
//! initializers of variables neither block, choose nor start threads.

use super::{FnKind, TOP, World, codes};
use crate::ast::TypeKind;
use commute_base::{Diagnostic, Span};
use commute_ir::{FuncId, ProcessId};

/// What a function does that these rules are about.
#[derive(Clone, Default)]
pub(crate) struct Effects {
    /// Variables of the top level that processes cannot share.
    pub touches: Vec<(usize, Span)>,
    /// What it calls or starts.
    pub calls: Vec<(FuncId, Span)>,
    /// What an initializer cannot do: what to say, and where.
    pub unsuitable: Vec<(&'static str, Span)>,
}

impl World<'_> {
    /// Gives the top level a process of its own, if the file has processes and the top level is one in
    /// effect: it has threads, or variables that processes cannot share.
    pub fn add_implicit_process(&mut self) {
        let private = |ty: &TypeKind| {
            let mut at = ty;
            while let TypeKind::Array(elem, _) = at {
                at = &elem.kind;
            }
            !matches!(at, TypeKind::Channel(..) | TypeKind::Semaphore)
        };
        let threads = self.threads.iter().any(|t| t.scope == TOP);
        let vars = self.vars.iter().any(|v| v.scope == TOP && private(&v.ty.kind));
        if self.has_processes() && (threads || vars) {
            self.scopes[TOP.0].process = Some(ProcessId::new(self.program.processes.len()));
            self.program.processes.push("top level".to_owned());
        }
    }

    /// Reports functions of the top level that processes call although they touch its variables.
    pub fn check_sharing(&mut self) {
        for index in 0..self.fns.len() {
            if self.fns[index].scope == TOP {
                continue;
            }
            for (callee, span) in self.effects[index].calls.clone() {
                if self.fns[callee.index()].scope != TOP {
                    continue;
                }
                if let Some((var, at)) = self.reach(callee, |e| e.touches.first().copied()) {
                    let name = &self.vars[var].name.text;
                    let message = format!("a process cannot call a function that uses `{name}`");
                    let label = format!("`{}` uses it", self.fn_name(callee));
                    let help =
                        "processes share only channels and semaphores: move the function into the process";
                    let diagnostic = Diagnostic::error(codes::SHARING, span, message, label, help);
                    self.diagnostics.push(diagnostic.with(at, format!("`{name}` is used here")));
                }
            }
        }
    }

    /// Reports what the initializers of variables, which have these effects, cannot do.
    pub fn check_initializers(&mut self, effects: &Effects) {
        let help = "initializers run before all threads: do this in a thread";
        for &(what, span) in &effects.unsuitable {
            let message = format!("the initializer of a variable cannot {what}");
            self.error(codes::BAD_INITIALIZER, span, message, "not before the threads run", help);
        }
        for &(callee, span) in &effects.calls {
            if let Some((what, at)) = self.reach(callee, |e| e.unsuitable.first().copied()) {
                let message = format!("the initializer of a variable cannot {what}");
                let label = format!("`{}` does", self.fn_name(callee));
                let diagnostic = Diagnostic::error(codes::BAD_INITIALIZER, span, message, label, help);
                self.diagnostics.push(diagnostic.with(at, "here"));
            }
        }
    }

    /// The first effect that `pick` finds in `from` or in what it calls.
    fn reach<T>(&self, from: FuncId, pick: impl Fn(&Effects) -> Option<T>) -> Option<T> {
        let mut seen = vec![false; self.fns.len()];
        let mut work = vec![from];
        while let Some(func) = work.pop() {
            if std::mem::replace(&mut seen[func.index()], true) {
                continue;
            }
            let effects = &self.effects[func.index()];
            if let Some(found) = pick(effects) {
                return Some(found);
            }
            work.extend(effects.calls.iter().map(|&(f, _)| f));
        }
        None
    }

    /// The name of a function in reports: methods are `Class.method`.
    pub fn fn_name(&self, id: FuncId) -> String {
        let decl = &self.fns[id.index()];
        match decl.kind {
            FnKind::Fn(f) => self.qualified(decl.scope, &f.name.text),
            FnKind::Method(class, f) => {
                format!("{}.{}", self.program.classes[class.index()].name, f.name.text)
            }
            FnKind::Constructor(class) => format!("{}.init", self.program.classes[class.index()].name),
            FnKind::Answering(func) => format!("{}.remote", self.fn_name(func)),
            FnKind::Thread(at) => self.qualified(decl.scope, &self.threads[at].name.text),
        }
    }
}
