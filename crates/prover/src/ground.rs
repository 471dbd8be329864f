//! Formulas without quantifiers, for solvers that decide only those.
//!
//! Something that is assumed for all k is used only at the indices that occur; that is weaker, so it proves less and
//! never too much. Something that is asserted for all k is asserted for one `any k`, of which nothing is known. A formula
//! in which a quantifier stands the other way round keeps it.

use commute_logic::{Decl, Node, Op, Quantifier, Term, Var};

/// The variable that stands for any value of a quantified one.
pub fn any(var: &Var) -> Decl {
    Decl::new(format!("any {}", var.name), var.sort.clone())
}

/// A formula that is implied by `t`, with as few quantifiers as possible.
pub fn assumed(t: &Term, instances: &[Term]) -> Term {
    if t.has_quantifier() { Grounding { instances, assumed: true }.run(t, true) } else { t.clone() }
}

/// A formula that implies `t` if it holds for all values of the variables [`any`].
pub fn asserted(t: &Term, instances: &[Term]) -> Term {
    if t.has_quantifier() { Grounding { instances, assumed: false }.run(t, true) } else { t.clone() }
}

/// The variables that [`asserted`] uses for this formula.
pub fn any_variables(t: &Term) -> Vec<Decl> {
    let mut all: Vec<Decl> = Vec::new();
    t.each_node(&mut |t| {
        if let Node::Quant(_, vars, _) = t.node() {
            for decl in vars.iter().map(any) {
                if !all.contains(&decl) {
                    all.push(decl);
                }
            }
        }
    });
    all
}

struct Grounding<'a> {
    instances: &'a [Term],
    assumed: bool,
}

impl Grounding<'_> {
    fn run(&self, t: &Term, positive: bool) -> Term {
        match t.node() {
            Node::App(op @ (Op::And | Op::Or), args) => {
                let args = args.iter().map(|a| self.run(a, positive));
                if *op == Op::And { crate::fold::and(args) } else { crate::fold::or(args) }
            }
            Node::App(Op::Not, args) => crate::fold::not(&self.run(&args[0], !positive)),
            Node::App(Op::Implies, args) => {
                crate::fold::implies(&self.run(&args[0], !positive), &self.run(&args[1], positive))
            }
            Node::Quant(kind, vars, body) => self.quantified(t, *kind, vars, body, positive),
            _ => t.clone(),
        }
    }

    /// In a positive place of an assumption, and in a negative one of an assertion, `forall` is used at instances.
    fn quantified(&self, t: &Term, kind: Quantifier, vars: &[Var], body: &Term, positive: bool) -> Term {
        let [var] = vars else { return t.clone() };
        let all = kind == Quantifier::Forall;
        let weakens = positive == self.assumed;
        let put = |value: &Term| body.replace(&mut |v| (v == var).then(|| value.clone()));
        if all == weakens {
            let parts = self.instances.iter().filter(|i| *i.sort() == var.sort);
            let parts: Vec<Term> = parts.map(|value| self.run(&put(value), positive)).collect();
            return if all { crate::fold::and(parts) } else { crate::fold::or(parts) };
        }
        if self.assumed {
            // The solver finds the one value by itself.
            return t.clone();
        }
        self.run(&put(&any(var).term()), positive)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use commute_logic::{Sort, When};

    fn everywhere(name: &str) -> Term {
        let var = Var::now("k", Sort::Int).at(When::Bound);
        let array = Term::now(name, Sort::array(Sort::Int, Sort::Bool));
        Term::forall([var.clone()], &array.select(&Term::var(var)))
    }

    #[test]
    fn assumptions_are_used_at_the_indices_that_occur() {
        let k = Term::now("i", Sort::Int);
        let a = Term::now("a", Sort::array(Sort::Int, Sort::Bool));
        assert_eq!(assumed(&everywhere("a"), std::slice::from_ref(&k)), a.select(&k));
        assert_eq!(assumed(&everywhere("a"), &[]), Term::bool(true));
    }

    #[test]
    fn assertions_are_about_any_index_and_assume_at_it() {
        let any_k = Term::now("any k", Sort::Int);
        let (a, b) = (everywhere("a"), everywhere("b"));
        let kept = asserted(&a.implies(&b), std::slice::from_ref(&any_k));
        assert_eq!(
            kept.to_string(),
            "a['any k'] ==> b['any k']".replace('\'', "`").replace("`any k`", &any_k.to_string())
        );
        assert_eq!(any_variables(&b).len(), 1);
    }

    #[test]
    fn what_would_become_stronger_is_left() {
        let a = everywhere("a");
        assert_eq!(assumed(&a.not(), &[Term::int(1)]), a.not());
    }
}
