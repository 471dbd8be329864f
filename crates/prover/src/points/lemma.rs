//! Formulas about all threads and all indices.

use super::graph::computed;
use super::system::System;
use crate::fold;
use commute_logic::{Node, Op, Quantifier, Sort, Term, Var, When};

/// What a variable of a lemma stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// Any thread of the role; two of the same role are different.
    Thread(usize),
    /// Any integer.
    Index,
    /// Any reference.
    Object,
}

/// A formula that is true for all values of its variables.
#[derive(Clone, PartialEq, Debug)]
pub struct Lemma {
    /// What its variables stand for.
    pub vars: Vec<Kind>,
    /// The formula.
    pub body: Term,
}

/// A variable of a lemma.
pub fn variable(at: usize, kind: Kind) -> Var {
    let sort = if kind == Kind::Object { Sort::Ref } else { Sort::Int };
    Var::now(format!("?{at}"), sort)
}

/// Terms that lemmas are used at.
#[derive(Default, Debug)]
pub struct Places {
    /// Integers.
    pub numbers: Vec<Term>,
    /// References.
    pub objects: Vec<Term>,
}

impl Places {
    /// Adds a term.
    pub fn add(&mut self, term: &Term) {
        let all = match term.sort() {
            Sort::Int => &mut self.numbers,
            Sort::Ref => &mut self.objects,
            _ => return,
        };
        if !all.contains(term) {
            all.push(term.clone());
        }
    }

    /// Adds all indices that occur in a term.
    pub fn add_indices(&mut self, term: &Term) {
        term.each_node(&mut |t| {
            if let Node::App(Op::Select | Op::Store, args) = t.node() {
                let mut open = false;
                args[1].each_var(&mut |v| open |= v.when == When::Bound);
                if !open {
                    self.add(&args[1]);
                }
            }
        });
    }
}

impl Lemma {
    /// A predicate of the program: what it says of all indices is said of each.
    pub fn of_formula(formula: &Term) -> Self {
        let mut vars = Vec::new();
        let body = without_quantifiers(formula, &mut vars);
        Self { vars, body }
    }

    /// The formula at these places; what is said of threads only if these are threads.
    pub fn at(&self, system: &System, places: &[Term]) -> Term {
        let mut premises = self.in_range(system, places);
        premises.extend(self.apart(places));
        fold::implies(&fold::and(premises), &self.body_at(places))
    }

    /// That there are threads with these indices.
    fn in_range(&self, system: &System, places: &[Term]) -> Vec<Term> {
        let within = |(kind, place): (&Kind, &Term)| match kind {
            Kind::Thread(role) => {
                let (lo, hi) = system.roles[*role].range.as_ref()?;
                Some(fold::within(place, lo, hi))
            }
            _ => None,
        };
        self.vars.iter().zip(places).filter_map(within).collect()
    }

    /// That threads of one role are different ones.
    fn apart(&self, places: &[Term]) -> Vec<Term> {
        let mut all = Vec::new();
        for (k, kind) in self.vars.iter().enumerate().filter(|(_, kind)| matches!(kind, Kind::Thread(_))) {
            let same = (0..k).filter(|j| self.vars[*j] == *kind);
            all.extend(same.map(|j| fold::not(&fold::equal(&places[j], &places[k]))));
        }
        all
    }

    /// The formula at these places, whatever they are.
    fn body_at(&self, places: &[Term]) -> Term {
        let body = self.body.replace(&mut |v| {
            let number: usize = v.name.strip_prefix('?')?.parse().ok()?;
            places.get(number).cloned()
        });
        computed(&body)
    }

    /// The formula at all combinations of these places.
    pub fn instances(&self, system: &System, places: &Places) -> Vec<Term> {
        let mut all = Vec::new();
        self.combine(system, places, &mut Vec::new(), &mut all);
        all
    }

    fn combine(&self, system: &System, places: &Places, chosen: &mut Vec<Term>, all: &mut Vec<Term>) {
        let Some(kind) = self.vars.get(chosen.len()) else {
            let instance = self.at(system, chosen);
            if fold::known(&instance) != Some(true) && !all.contains(&instance) {
                all.push(instance);
            }
            return;
        };
        let terms = if *kind == Kind::Object { &places.objects } else { &places.numbers };
        for term in terms {
            chosen.push(term.clone());
            self.combine(system, places, chosen, all);
            chosen.pop();
        }
    }

    /// Variables that have no name elsewhere, one for each of the lemma.
    pub fn any(&self) -> Vec<Term> {
        let fresh = |(k, kind): (usize, &Kind)| {
            let sort = variable(k, *kind).sort;
            Term::now(format!("any {} {k}", if sort == Sort::Ref { "object" } else { "index" }), sort)
        };
        self.vars.iter().enumerate().map(fresh).collect()
    }
}

/// The formula with a variable for everything that is said of all, where that is not under a negation.
fn without_quantifiers(t: &Term, vars: &mut Vec<Kind>) -> Term {
    match t.node() {
        Node::Quant(Quantifier::Forall, bound, inner) => {
            let first = vars.len();
            vars.extend(bound.iter().map(|b| if b.sort == Sort::Ref { Kind::Object } else { Kind::Index }));
            let kinds = vars.clone();
            let inner = inner.replace(&mut |v| {
                let at = first + bound.iter().position(|b| b == v)?;
                Some(Term::var(variable(at, kinds[at])))
            });
            without_quantifiers(&inner, vars)
        }
        Node::App(Op::And, args) => {
            let parts: Vec<Term> = args.iter().map(|arg| without_quantifiers(arg, vars)).collect();
            fold::and(parts)
        }
        Node::App(Op::Implies, args) => fold::implies(&args[0], &without_quantifiers(&args[1], vars)),
        _ => t.clone(),
    }
}
