//! `@GuardedBy`, of whatever package: what the user says of a field becomes an annotation of it, which the search checks.
//!
//! Understood are `this`, `Class.this`, the name of another field, `this.name`, and `Class.class`; a static field can be
//! guarded by a static field or a class. What is not understood is noted and not checked.

use super::Translator;
use crate::classfile::flags;
use crate::descriptor::{dotted, ty};
use crate::library::Origin;
use crate::world::FieldPlace;
use commute_base::Span;
use commute_ir::{Annotation, ClassId, Expr, ExprKind, Ty};

impl Translator<'_> {
    /// Gives fields of the user's classes their guards.
    pub(super) fn add_guards(&mut self) {
        for index in 0..self.program.classes.len() {
            let class = ClassId::new(index);
            if self.origin(class) != Origin::User {
                continue;
            }
            let file = self.world.class(class).file.clone();
            for (number, field) in (0..).zip(&file.fields) {
                let guards = field.annotations.iter().filter(|annotation| annotation.name() == "GuardedBy");
                for guard in guards.filter_map(|annotation| annotation.value("value")) {
                    let is_static = field.flags & flags::STATIC != 0;
                    match self.guard_expr(class, guard, is_static) {
                        Some(expr) => {
                            let guard = Annotation::GuardedBy(expr);
                            self.attach(class, number, &field.name, &field.desc, guard);
                        }
                        None => {
                            let name = format!("{}.{}", dotted(&file.name), field.name);
                            self.notes.unchecked.push(format!("@GuardedBy(\"{guard}\") of {name}"));
                        }
                    }
                }
            }
        }
    }

    /// Adds an annotation to a field, wherever it is inherited.
    pub(super) fn attach(
        &mut self,
        class: ClassId,
        number: u32,
        name: &str,
        desc: &str,
        annotation: Annotation,
    ) {
        match self.world.field(class, name, desc) {
            Some(FieldPlace::Static(..)) => {
                if let Some(global) = self.known_static_field(class, number) {
                    self.program.globals[global.index()].annotations.push(annotation);
                }
            }
            Some(FieldPlace::Instance(_, slot)) => self.annotate(class, slot, &annotation),
            None => {}
        }
    }

    /// Adds an annotation to a place in the layout of a class and of those that extend it.
    pub(super) fn annotate(&mut self, class: ClassId, slot: u32, annotation: &Annotation) {
        for index in 0..self.program.classes.len() {
            if self.world.is_subclass(ClassId::new(index), class)
                && let Some(field) = self.program.classes[index].fields.get_mut(slot as usize)
                && !field.annotations.contains(annotation)
            {
                field.annotations.push(annotation.clone());
            }
        }
    }

    /// The lock that a guard names.
    fn guard_expr(&mut self, class: ClassId, guard: &str, is_static: bool) -> Option<Expr> {
        let expr = |kind| Expr { kind, ty: Ty::AnyRef, span: Span::default() };
        let this = || expr(ExprKind::Param(0));
        let own = dotted(self.world.name(class));
        let short = own.rsplit(['.', '$']).next()?.to_owned();
        if let Some(of) = guard.strip_suffix(".class") {
            if of != short && of != own {
                return None;
            }
            let name = self.world.name(class).to_owned();
            let base = self.class_object(&name).ok()?;
            return Some(expr(ExprKind::Static { base, count: 1, index: None }));
        }
        if guard == "this" || guard == format!("{short}.this") {
            return (!is_static).then(this);
        }
        let field = guard.strip_prefix("this.").or_else(|| guard.strip_prefix(&format!("{short}.")));
        let field = field.unwrap_or(guard);
        let decl = self.world.class(class).file.fields.iter().find(|f| f.name == field)?.clone();
        if !ty(&decl.desc).is_ref() {
            return None;
        }
        match self.world.field(class, field, &decl.desc)? {
            FieldPlace::Static(of, index) => {
                let global = self.known_static_field(of, index)?;
                Some(expr(ExprKind::Global { global, primed: false }))
            }
            FieldPlace::Instance(_, slot) if !is_static => {
                let index = Expr { kind: ExprKind::Int(i64::from(slot)), ty: Ty::I32, span: Span::default() };
                let (obj, index) = (Box::new(this()), Box::new(index));
                Some(expr(ExprKind::Word { obj, index, primed: false }))
            }
            FieldPlace::Instance(..) => None,
        }
    }
}
