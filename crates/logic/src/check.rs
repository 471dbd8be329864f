//! What terms cannot see: names are declared once and with one sort, two-state terms stand only in steps.

use crate::obligation::{Decl, Obligation, Stmt, StmtKind};
use crate::sort::{EnumSort, Sort};
use crate::term::{Lit, Node, Term, Var, When};
use std::collections::HashMap;
use std::sync::Arc;

/// What is wrong with an obligation, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}: {message}")]
pub struct CheckError {
    /// Which part: `declaration of x`, or the statement by its numbers, such as `statement 3.1.2`.
    pub place: String,
    /// What is wrong.
    pub message: String,
}

impl Obligation {
    /// Whether the obligation makes sense: the part of type checking that is not about operators.
    pub fn check(&self) -> Result<(), CheckError> {
        let mut scope = Scope::default();
        for e in &self.enums {
            let place = || format!("enum {}", e.name);
            scope.add_enum(e).map_err(|message| CheckError { place: place(), message })?;
        }
        for d in &self.vars {
            let place = || format!("declaration of {}", d.name);
            scope.add_decl(d).map_err(|message| CheckError { place: place(), message })?;
        }
        check_all(&scope, &self.body, "statement ")
    }
}

fn check_all(scope: &Scope, body: &[Stmt], prefix: &str) -> Result<(), CheckError> {
    for (i, stmt) in body.iter().enumerate() {
        let place = format!("{prefix}{}", i + 1);
        scope.check_stmt(stmt).map_err(|message| CheckError { place: place.clone(), message })?;
        if let StmtKind::Choice(branches) = &stmt.kind {
            for (j, branch) in branches.iter().enumerate() {
                check_all(scope, &branch.body, &format!("{place}.{}.", j + 1))?;
            }
        }
    }
    Ok(())
}

/// What is declared.
#[derive(Default)]
pub(crate) struct Scope {
    vars: HashMap<Arc<str>, Sort>,
    enums: HashMap<String, Arc<EnumSort>>,
}

impl Scope {
    pub fn var(&self, name: &str) -> Option<&Sort> {
        self.vars.get(name)
    }

    pub fn enumeration(&self, name: &str) -> Option<&Arc<EnumSort>> {
        self.enums.get(name)
    }

    pub fn add_enum(&mut self, e: &Arc<EnumSort>) -> Result<(), String> {
        plain_name(&e.name)?;
        if e.variants.is_empty() {
            return Err("an enumeration needs a value".to_owned());
        }
        for (i, v) in e.variants.iter().enumerate() {
            plain_name(v)?;
            if e.variants[..i].contains(v) {
                return Err(format!("the value `{v}` is there twice"));
            }
        }
        match self.enums.insert(e.name.clone(), e.clone()) {
            None => Ok(()),
            Some(_) => Err(format!("the enumeration `{}` is there twice", e.name)),
        }
    }

    pub fn add_decl(&mut self, d: &Decl) -> Result<(), String> {
        plain_name(&d.name)?;
        self.known_sort(&d.sort)?;
        if let Some((low, high)) = d.range {
            let element = d.sort.as_array().map_or(&d.sort, |(_, value)| value);
            if *element != Sort::Int {
                return Err(format!("only integers have a range, not {}", d.sort));
            }
            if low >= high {
                return Err(format!("the range {low}..{high} is empty"));
            }
        }
        match self.vars.insert(d.name.clone(), d.sort.clone()) {
            None => Ok(()),
            Some(_) => Err(format!("`{}` is declared twice", d.name)),
        }
    }

    fn known_sort(&self, sort: &Sort) -> Result<(), String> {
        let mut result = Ok(());
        sort.each_enum(&mut |e| {
            if self.enums.get(&e.name) != Some(e) {
                result = Err(format!("the enumeration `{}` is not declared", e.name));
            }
        });
        result
    }

    /// Checks a statement, but not the branches of a choice.
    pub fn check_stmt(&self, stmt: &Stmt) -> Result<(), String> {
        match &stmt.kind {
            StmtKind::Assume(t) | StmtKind::Assert(t) => self.formula(t, false),
            StmtKind::Assign(var, t) => {
                self.target(var)?;
                self.term(t, false)?;
                if var.sort == *t.sort() {
                    return Ok(());
                }
                Err(format!("`{var}` has sort {}, the value has sort {}", var.sort, t.sort()))
            }
            StmtKind::Havoc(vars) => self.targets(vars),
            StmtKind::Choice(branches) if branches.is_empty() => Err("a choice needs a branch".to_owned()),
            StmtKind::Choice(_) => Ok(()),
            StmtKind::Step(step) => {
                self.targets(&step.modifies)?;
                step.claims.iter().try_for_each(|c| self.formula(&c.term, true))
            }
        }
    }

    fn targets(&self, vars: &[Var]) -> Result<(), String> {
        for (i, var) in vars.iter().enumerate() {
            self.target(var)?;
            if vars[..i].contains(var) {
                return Err(format!("`{var}` is there twice"));
            }
        }
        Ok(())
    }

    fn target(&self, var: &Var) -> Result<(), String> {
        if var.when != When::Now {
            return Err(format!("`{var}` cannot be changed, only `{}` can", crate::print::name(&var.name)));
        }
        self.declared(var)
    }

    fn declared(&self, var: &Var) -> Result<(), String> {
        match self.var(&var.name) {
            None => Err(format!("`{}` is not declared", var.name)),
            Some(sort) if *sort != var.sort => {
                Err(format!("`{}` is declared with sort {sort} and used with sort {}", var.name, var.sort))
            }
            Some(_) => Ok(()),
        }
    }

    fn formula(&self, t: &Term, two_states: bool) -> Result<(), String> {
        if *t.sort() != Sort::Bool {
            return Err(format!("a truth value is wanted, `{t}` has sort {}", t.sort()));
        }
        self.term(t, two_states)
    }

    fn term(&self, t: &Term, two_states: bool) -> Result<(), String> {
        let mut result = Ok(());
        t.each_node(&mut |t| {
            if result.is_ok() {
                result = self.node(t, two_states);
            }
        });
        result?;
        let mut has_bound = false;
        t.each_var(&mut |v| has_bound |= v.when == When::Bound);
        if has_bound { self.closed(t, &mut Vec::new()) } else { Ok(()) }
    }

    fn node(&self, t: &Term, two_states: bool) -> Result<(), String> {
        match t.node() {
            Node::Var(v) => match v.when {
                When::Now => self.declared(v),
                When::Next if !two_states => Err(format!("`{v}` stands outside a step")),
                When::Next => self.declared(v),
                When::Version(_) => Err(format!("`{v}` stands in a program that is not passive")),
                When::Bound => plain_name(&v.name),
            },
            Node::Lit(Lit::Enum(e, _)) => self.known_sort(&Sort::Enum(e.clone())),
            Node::ConstArray(sort, _) => self.known_sort(sort),
            Node::Quant(_, vars, _) => vars.iter().try_for_each(|v| self.known_sort(&v.sort)),
            Node::Lit(_) | Node::App(..) => Ok(()),
        }
    }

    /// Every bound variable is bound by a quantifier around it.
    fn closed(&self, t: &Term, bound: &mut Vec<Var>) -> Result<(), String> {
        match t.node() {
            Node::Var(v) if v.when == When::Bound && !bound.contains(v) => Err(format!("`{v}` is not bound")),
            Node::Quant(_, vars, body) => {
                let outside = bound.len();
                bound.extend_from_slice(vars);
                let result = self.closed(body, bound);
                bound.truncate(outside);
                result
            }
            _ => t.children().iter().try_for_each(|c| self.closed(c, bound)),
        }
    }
}

/// Names beginning with `$` are ours.
fn plain_name(name: &str) -> Result<(), String> {
    if name.is_empty() || name.starts_with('$') {
        return Err(format!("`{name}` cannot be a name"));
    }
    Ok(())
}
