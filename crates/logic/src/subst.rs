//! Replacing variables in terms, linear in the number of different subterms.

use crate::term::{Node, Term, Var, When};
use std::collections::HashMap;

impl Term {
    /// The term with every variable `v` replaced by `f(v)`, where that is something.
    ///
    /// The replacement must have the variable's sort, and no bound variable of its own may be caught by a quantifier
    /// of this term; bound variables are passed to `f` too, so that a quantifier can be instantiated, but only where
    /// no inner quantifier binds the name again.
    pub fn replace(&self, f: &mut dyn FnMut(&Var) -> Option<Term>) -> Term {
        Replacer { f, done: HashMap::new(), hidden: Vec::new() }.run(self)
    }

    /// The term one step later: every present value becomes the next one. The term must not speak of two states.
    pub fn primed(&self) -> Term {
        self.replace(&mut |v| match v.when {
            When::Now => Some(Term::var(v.next())),
            When::Next => panic!("[commute internal bug] `{}'` cannot be primed again", v.name),
            When::Version(_) | When::Bound => None,
        })
    }
}

struct Replacer<'a> {
    f: &'a mut dyn FnMut(&Var) -> Option<Term>,
    done: HashMap<Term, Term>,
    /// Bound variables of the quantifiers around the present place.
    hidden: Vec<Var>,
}

impl Replacer<'_> {
    fn run(&mut self, t: &Term) -> Term {
        if let Some(done) = self.done.get(t) {
            return done.clone();
        }
        let new = match t.node() {
            Node::Lit(_) => t.clone(),
            Node::Var(v) if self.hidden.contains(v) => t.clone(),
            Node::Var(v) => self.var(t, v),
            Node::App(op, args) => {
                let args = args.iter().map(|a| self.run(a)).collect();
                Term::apply(*op, args)
                    .expect("[commute internal bug] a replacement has the sort of its variable")
            }
            Node::ConstArray(sort, value) => Term::constant(sort.clone(), &self.run(value)),
            Node::Quant(kind, vars, body) => {
                let body = self.under(vars, body);
                Term::quantified(*kind, vars.clone(), body)
                    .expect("[commute internal bug] a replacement has the sort of its variable")
            }
        };
        self.done.insert(t.clone(), new.clone());
        new
    }

    fn var(&mut self, t: &Term, v: &Var) -> Term {
        let Some(new) = (self.f)(v) else { return t.clone() };
        assert!(
            *new.sort() == v.sort,
            "[commute internal bug] `{}` replaced by a term of another sort",
            v.name
        );
        new
    }

    /// Replaces below a quantifier, where its variables are hidden; what was done outside does not count there.
    fn under(&mut self, vars: &[Var], body: &Term) -> Term {
        let outside = std::mem::take(&mut self.done);
        self.hidden.extend_from_slice(vars);
        let new = self.run(body);
        self.hidden.truncate(self.hidden.len() - vars.len());
        self.done = outside;
        new
    }
}
