//! Invariants, LTL formulas, environment assumptions, and annotations.

use super::functions::Labels;
use super::predicates::Pred;
use crate::ast::{self, AnnotationKind, ItemKind, Name};
use crate::check::{Binding, FnKind, ScopeId, Symbol, TOP, Type, World, codes};
use commute_base::{Diagnostic, Span};
use commute_ir::{Annotation, ClassId, FuncId, Ltl, ProofNote, Property, PropertyKind};

/// Lowers everything that is a formula.
pub(super) fn lower_properties(world: &mut World, tree: &ast::File, labels: &Labels) {
    let mut lowering = Properties { world, labels, names: Vec::new(), unnamed: 0 };
    for item in &tree.items {
        match &item.kind {
            ItemKind::Process { name, items } => {
                let Some(Symbol::Process(scope)) = lowering.world.find(TOP, &name.text).map(|i| i.symbol)
                else {
                    continue;
                };
                items.iter().for_each(|i| lowering.item(scope, i));
            }
            _ => lowering.item(TOP, item),
        }
    }
    lowering.atomic_functions();
    lowering.annotations();
    lowering.open_sizes();
}

struct Properties<'w, 'a> {
    world: &'w mut World<'a>,
    labels: &'w Labels,
    /// The names of properties so far.
    names: Vec<(String, Span)>,
    unnamed: usize,
}

/// Parameters of a predicate, and which of them is `this`.
struct Signature {
    params: Vec<(String, Type)>,
    this: Option<(ClassId, u32)>,
}

impl Signature {
    fn none() -> Self {
        Self { params: Vec::new(), this: None }
    }

    /// `(i)`, if there is one, then `this`, if there is one.
    fn new(param: Option<&Name>, class: Option<ClassId>) -> Self {
        let mut params: Vec<_> = param.iter().map(|p| (p.text.clone(), Type::Int)).collect();
        let this = class.map(|c| (c, params.len() as u32));
        if let Some(class) = class {
            params.push(("this".to_owned(), Type::Class(class)));
        }
        Self { params, this }
    }
}

/// The most operators of a formula without `<->` and `W`.
const MAX_FORMULA: u64 = 10_000;

/// The number of operators when `<->` and `W`, which the IR does not have, are written out.
fn expanded(f: &ast::Ltl) -> u64 {
    use ast::LtlKind as K;
    match &f.kind {
        K::Atom(_) => 1,
        K::Not(a) | K::Next(a) | K::Always(a) | K::Eventually(a) => expanded(a).saturating_add(1),
        K::And(a, b) | K::Or(a, b) | K::Implies(a, b) | K::Until(a, b) | K::Release(a, b) => {
            expanded(a).saturating_add(expanded(b)).saturating_add(1)
        }
        K::Iff(a, b) | K::WeakUntil(a, b) => {
            expanded(a).saturating_add(expanded(b)).saturating_mul(2).saturating_add(3)
        }
    }
}

impl<'a> Properties<'_, 'a> {
    fn pred(&mut self, scope: ScopeId, signature: Signature, two_state: bool) -> Pred<'_, 'a> {
        let Signature { params, this } = signature;
        Pred { world: self.world, labels: self.labels, scope, params, this, two_state, inner: 0 }
    }

    fn item(&mut self, scope: ScopeId, item: &ast::Item) {
        let (name, kind) = match &item.kind {
            ItemKind::Invariant { name, pred } => {
                let kind = PropertyKind::Invariant(self.pred(scope, Signature::none(), false).truth(pred));
                (self.invariant_name(scope, name.as_ref()), kind)
            }
            ItemKind::Ltl { name, formula } => {
                if expanded(formula) > MAX_FORMULA {
                    let help = "use fewer `<->` and `W` inside each other";
                    let message = "this formula is too large";
                    self.world.error(codes::TOO_LARGE, formula.span, message, "grows too much", help);
                    return;
                }
                let kind = PropertyKind::Ltl(self.ltl(scope, formula));
                (self.property_name(scope, name), kind)
            }
            ItemKind::Env { param, pred } => {
                let signature = Signature::new(Some(param), None);
                ("env".to_owned(), PropertyKind::Env(self.pred(scope, signature, true).truth(pred)))
            }
            ItemKind::Init { pred } => {
                let kind = PropertyKind::Init(self.pred(scope, Signature::none(), false).truth(pred));
                ("init".to_owned(), kind)
            }
            _ => return,
        };
        self.world.program.properties.push(Property { name, kind, span: item.span });
    }

    /// Functions that are said to be atomic.
    fn atomic_functions(&mut self) {
        for id in (0..self.world.fns.len()).map(FuncId::new) {
            let (FnKind::Fn(f) | FnKind::Method(_, f)) = self.world.fns[id.index()].kind else { continue };
            if f.atomic {
                let (name, kind) = (self.world.fn_name(id), PropertyKind::Atomic(vec![id]));
                self.world.program.properties.push(Property { name, kind, span: f.name.span });
            }
        }
    }

    fn invariant_name(&mut self, scope: ScopeId, name: Option<&Name>) -> String {
        match name {
            Some(name) => self.property_name(scope, name),
            None => {
                self.unnamed += 1;
                format!("invariant {}", self.unnamed)
            }
        }
    }

    fn property_name(&mut self, scope: ScopeId, name: &Name) -> String {
        let text = self.world.qualified(scope, &name.text);
        match self.names.iter().find(|(n, _)| *n == text) {
            Some(&(_, first)) => self.world.duplicate(name, first),
            None => self.names.push((text.clone(), name.span)),
        }
        text
    }

    fn ltl(&mut self, scope: ScopeId, f: &ast::Ltl) -> Ltl {
        use ast::LtlKind as K;
        let mut go = |g: &ast::Ltl| Box::new(self.ltl(scope, g));
        match &f.kind {
            K::Atom(e) => Ltl::Atom(self.pred(scope, Signature::none(), false).truth(e)),
            K::Not(a) => Ltl::Not(go(a)),
            K::And(a, b) => Ltl::And(go(a), go(b)),
            K::Or(a, b) => Ltl::Or(go(a), go(b)),
            K::Implies(a, b) => Ltl::Implies(go(a), go(b)),
            K::Iff(a, b) => {
                let (a, b) = (go(a), go(b));
                let forth = Ltl::Implies(a.clone(), b.clone());
                Ltl::And(Box::new(forth), Box::new(Ltl::Implies(b, a)))
            }
            K::Next(a) => Ltl::Next(go(a)),
            K::Always(a) => Ltl::Always(go(a)),
            K::Eventually(a) => Ltl::Eventually(go(a)),
            K::Until(a, b) => Ltl::Until(go(a), go(b)),
            // a W b = b R (a || b)
            K::WeakUntil(a, b) => {
                let (a, b) = (go(a), go(b));
                Ltl::Release(b.clone(), Box::new(Ltl::Or(a, b)))
            }
            K::Release(a, b) => Ltl::Release(go(a), go(b)),
        }
    }

    /// How many threads, objects and elements there are where that is left open.
    fn open_sizes(&mut self) {
        let threads: Vec<_> =
            self.world.threads.iter().filter(|t| t.open).map(|t| (t.scope, t.first, t.index)).collect();
        for (scope, thread, index) in threads {
            let Some((_, lo, hi)) = index else { continue };
            let (lo, hi) = (self.number(scope, lo), self.number(scope, hi));
            self.world.program.notes.push(ProofNote::AnyThreads { thread, lo, hi });
        }
        for at in 0..self.world.vars.len() {
            let (scope, open) = (self.world.vars[at].scope, self.world.vars[at].open.clone());
            let Binding::Objects { base, .. } = self.world.vars[at].binding else { continue };
            for (table, size) in open {
                let size = self.number(scope, size);
                self.world.program.notes.push(match table {
                    true => ProofNote::AnyRow { base, count: size },
                    false => ProofNote::AnyLength { base, len: size },
                });
            }
        }
    }

    fn number(&mut self, scope: ScopeId, e: &ast::Expr) -> commute_ir::Expr {
        self.pred(scope, Signature::none(), false).typed(e, &Type::Int)
    }

    fn annotations(&mut self) {
        for index in 0..self.world.vars.len() {
            let (scope, written) = (self.world.vars[index].scope, self.world.vars[index].annotations);
            let list = self.annotation_list(scope, written, None, false);
            match self.world.vars[index].binding.clone() {
                Binding::Word(global, _) => self.world.program.globals[global.index()].annotations = list,
                Binding::Objects { base, dims, .. } => {
                    let count: u32 = dims.iter().product();
                    let statics = &mut self.world.program.statics[base.index()..][..count as usize];
                    statics.iter_mut().for_each(|s| s.annotations = list.clone());
                }
                Binding::Error => {}
            }
        }
        for index in 0..self.world.classes.len() {
            let class = ClassId::new(index);
            let (scope, written) = (self.world.classes[index].scope, self.world.classes[index].annotations);
            let list = self.annotation_list(scope, written, Some(class), true);
            self.world.program.classes[index].annotations = list;
            for (i, field) in self.world.classes[index].fields.iter().enumerate() {
                let list = self.annotation_list(scope, &field.annotations, Some(class), false);
                self.world.program.classes[index].fields[i].annotations = list;
            }
        }
    }

    fn annotation_list(
        &mut self,
        scope: ScopeId,
        written: &[ast::Annotation],
        class: Option<ClassId>,
        on_class: bool,
    ) -> Vec<Annotation> {
        let mut list = Vec::new();
        for (i, annotation) in written.iter().enumerate() {
            let same = |b: &&ast::Annotation| {
                std::mem::discriminant(&b.kind) == std::mem::discriminant(&annotation.kind)
            };
            if let Some(first) = written[..i].iter().find(same) {
                let message = "the same annotation twice";
                let help = "keep one of them";
                let error =
                    Diagnostic::error(codes::BAD_ANNOTATION, annotation.span, message, "again here", help);
                self.world.diagnostics.push(error.with(first.span, "first here"));
            }
            list.extend(self.annotation(scope, annotation, class, on_class));
        }
        list
    }

    fn is_of_classes(&mut self, annotation: &ast::Annotation, word: &str, on_class: bool) {
        if !on_class {
            let help = format!("write it on the class: `class C {word} {{ ... }}`");
            let message = format!("only classes are `{word}`");
            self.world.error(codes::BAD_ANNOTATION, annotation.span, message, "not on a class", help);
        }
    }

    fn annotation(
        &mut self,
        scope: ScopeId,
        annotation: &ast::Annotation,
        class: Option<ClassId>,
        on_class: bool,
    ) -> Option<Annotation> {
        Some(match &annotation.kind {
            AnnotationKind::GuardedBy(e) => {
                let mut pred = self.pred(scope, Signature::new(None, class), false);
                let part = pred.expr(e, false);
                if !part.ty.is_ref() && !part.ty.is_error() {
                    let message = format!("`{}` cannot guard anything", self.world.show(&part.ty));
                    let help = "name a lock, or an object whose monitor is held";
                    self.world.error(codes::BAD_ANNOTATION, e.span, message, "not an object", help);
                }
                Annotation::GuardedBy(part.expr)
            }
            AnnotationKind::Exclusive { param, pred } => {
                let signature = Signature::new(Some(param), class);
                Annotation::ExclusiveWhen(self.pred(scope, signature, false).truth(pred))
            }
            AnnotationKind::Unshared => Annotation::Unshared,
            AnnotationKind::ReadOnly => Annotation::ReadOnly,
            AnnotationKind::SelfLocking => {
                self.is_of_classes(annotation, "self_locking", on_class);
                Annotation::SelfLocking
            }
            AnnotationKind::ByMethod => {
                self.is_of_classes(annotation, "by_method", on_class);
                Annotation::ByMethod
            }
            AnnotationKind::ByClass => {
                self.is_of_classes(annotation, "by_class", on_class);
                Annotation::ByClass
            }
            AnnotationKind::Communication => Annotation::Communication,
            // What it means for instructions is in `plain.rs`.
            AnnotationKind::Plain => return None,
        })
    }
}
