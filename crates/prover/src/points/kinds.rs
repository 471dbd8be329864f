//! Which numbers are of one kind: an index is not compared with a sum of money.
//!
//! Numbers are of one kind if the program compares them or gives one to the other. This only saves comparisons.

use super::shape::each_term;
use super::system::System;
use commute_logic::{Node, Op, Sort, Term};
use std::collections::HashMap;

/// The kinds of the numbers of a program, by the names of variables; those of keys of an array end with `[]`.
pub struct Kinds {
    parents: Vec<usize>,
    names: HashMap<String, usize>,
    /// Numbers that something is compared with or gets.
    numbers: Vec<(String, i128)>,
}

impl Kinds {
    /// What the text of the program says.
    pub fn new(system: &System) -> Self {
        let mut kinds = Self { parents: Vec::new(), names: HashMap::new(), numbers: Vec::new() };
        each_term(system, None, &mut |t| {
            if let Node::App(op, args) = t.node() {
                match op {
                    Op::Eq | Op::Lt | Op::Le | Op::Gt | Op::Ge => kinds.same(&args[0], &args[1]),
                    Op::Store => {
                        kinds.key(&args[0], &args[1]);
                        kinds.same(&args[0], &args[2]);
                    }
                    Op::Select => kinds.key(&args[0], &args[1]),
                    _ => {}
                }
            }
        });
        for step in &system.transitions {
            for (var, term) in &step.updates {
                kinds.same(&Term::var(var.clone()), term);
            }
        }
        for (var, value) in &system.first[..system.first.len().min(system.shared)] {
            kinds.same(&Term::var(var.clone()), value);
        }
        for role in &system.roles {
            if let (Some((lo, hi)), Some(index)) = (&role.range, role.index()) {
                kinds.same(&index, lo);
                kinds.same(&index, hi);
                for local in role.locals.iter().chain([&role.place]) {
                    kinds.key(&local.term(), &index);
                }
            }
        }
        for count in &system.counts {
            kinds.same(&count.decl.term(), &Term::var(count.like.clone()));
            if let Some((_, hi)) = &system.roles[count.role].range {
                kinds.same(&count.decl.term(), hi);
            }
        }
        kinds
    }

    /// Whether two numbers may be compared. The variable of a lemma may be anything.
    pub fn fit(&self, a: &Term, b: &Term) -> bool {
        match (name(a), name(b)) {
            (Some(a), Some(b)) => a.starts_with('?') || b.starts_with('?') || a == b || self.alike(&a, &b),
            _ => false,
        }
    }

    /// Whether two arrays have numbers of one kind as indices.
    pub fn have_like_keys(&self, a: &Term, b: &Term) -> bool {
        let is_plain = |t: &Term| {
            matches!(t.node(), Node::Var(_)) && t.sort().as_array().is_some_and(|(key, _)| *key == Sort::Int)
        };
        let keys = |t: &Term| name(t).map(|name| format!("{name}[]"));
        match (keys(a), keys(b)) {
            (Some(x), Some(y)) => is_plain(a) && is_plain(b) && self.alike(&x, &y),
            _ => false,
        }
    }

    /// Whether a number may be compared with a constant: the program does, of this kind.
    pub fn fits_number(&self, t: &Term, number: i128) -> bool {
        match name(t) {
            Some(name) => {
                self.numbers.iter().any(|(of, n)| *n == number && (*of == name || self.alike(of, &name)))
            }
            None => true,
        }
    }

    fn alike(&self, a: &str, b: &str) -> bool {
        match (self.names.get(a), self.names.get(b)) {
            (Some(a), Some(b)) => self.root(*a) == self.root(*b),
            _ => false,
        }
    }

    fn root(&self, mut at: usize) -> usize {
        while self.parents[at] != at {
            at = self.parents[at];
        }
        at
    }

    fn node(&mut self, name: String) -> usize {
        let next = self.parents.len();
        let at = *self.names.entry(name).or_insert(next);
        if at == next {
            self.parents.push(next);
        }
        self.root(at)
    }

    fn join(&mut self, a: Option<String>, b: Option<String>) {
        if let (Some(a), Some(b)) = (a, b) {
            let (a, b) = (self.node(a), self.node(b));
            self.parents[a] = b;
        }
    }

    fn same(&mut self, a: &Term, b: &Term) {
        for (number, other) in [(a, b), (b, a)] {
            if let (Some(n), Some(name)) = (crate::fold::number(number), name(other)) {
                self.numbers.push((name, n));
            }
        }
        self.join(name(a), name(b));
    }

    fn key(&mut self, array: &Term, index: &Term) {
        let array = name(array).map(|name| format!("{name}[]"));
        self.join(array, name(index));
    }
}

/// The variable that a number comes from, and nothing for what is computed from several.
pub fn name(t: &Term) -> Option<String> {
    match t.node() {
        Node::Var(v) => Some(v.name.to_string()),
        Node::App(Op::Select | Op::Store, args) => name(&args[0]),
        Node::App(Op::Add | Op::Sub, args) => match (args[0].node(), args[1].node()) {
            (_, Node::Lit(_)) => name(&args[0]),
            (Node::Lit(_), _) => name(&args[1]),
            _ => None,
        },
        Node::App(Op::Mod, args) if matches!(args[1].node(), Node::Var(_)) => name(&args[1]),
        Node::App(Op::Ite, args) if *t.sort() == Sort::Int => name(&args[1]),
        _ => None,
    }
}
