//! Formulas without quantifiers, for solvers that decide only those.
//!
//! Something that is assumed for all k is used only at the indices that occur; that is weaker, so it proves less and
//! never too much. Something that is asserted for all k is asserted for one `any k`, of which nothing is known. Each
//! quantifier of a formula has an `any k` of its own: `(forall k: p) || (forall k: q)` is more than `p || q` for one k. A
//! formula in which a quantifier stands the other way round keeps it, and so does one inside what is used at several
//! indices: it would need a variable for each of them.

use commute_logic::{Decl, Node, Op, Quantifier, Sort, Term, Var};
use commute_mutants::mutant;

/// Variables that stand for any index: as many as a formula with so many quantifiers needs.
pub fn any(count: usize) -> Vec<Decl> {
    let name = |n: usize| if n == 0 { "any k".to_owned() } else { format!("any k#{}", n + 1) };
    (0..count).map(|n| Decl::new(name(n), Sort::Int)).collect()
}

/// A formula that is implied by `t`, with as few quantifiers as possible.
pub fn assumed(t: &Term, instances: &[Term]) -> Term {
    if !t.has_quantifier() {
        return t.clone();
    }
    Grounding { instances, assumed: true, any: [].iter(), several: false }.run(t, true)
}

/// A formula that implies `t` if it holds for all values of the variables `any`, which occur nowhere in `t`.
pub fn asserted(t: &Term, instances: &[Term], any: &[Decl]) -> Term {
    if !t.has_quantifier() {
        return t.clone();
    }
    Grounding { instances, assumed: false, any: any.iter(), several: false }.run(t, true)
}

/// How many variables [`asserted`] needs for this formula.
pub fn needed(t: &Term) -> usize {
    fn count(t: &Term, positive: bool) -> usize {
        match t.node() {
            Node::App(Op::And | Op::Or, args) => args.iter().map(|a| count(a, positive)).sum(),
            Node::App(Op::Not, args) => count(&args[0], !positive),
            Node::App(Op::Implies, args) => count(&args[0], !positive) + count(&args[1], positive),
            Node::Quant(kind, _, body) if (*kind == Quantifier::Forall) == positive => {
                1 + count(body, positive)
            }
            _ => 0,
        }
    }
    count(t, true)
}

struct Grounding<'a> {
    instances: &'a [Term],
    assumed: bool,
    /// The variables that are not used yet.
    any: std::slice::Iter<'a, Decl>,
    /// Inside something that is used at several indices.
    several: bool,
}

impl<'a> Grounding<'a> {
    /// A variable of this sort that no other quantifier uses.
    #[mutant("prove-quantifiers-share-a-variable", self.any.clone().find(|any| any.sort == *sort))]
    fn unused(&mut self, sort: &Sort) -> Option<&'a Decl> {
        self.any.find(|any| any.sort == *sort)
    }

    fn run(&mut self, t: &Term, positive: bool) -> Term {
        match t.node() {
            Node::App(op @ (Op::And | Op::Or), args) => {
                let args: Vec<Term> = args.iter().map(|a| self.run(a, positive)).collect();
                if *op == Op::And { crate::fold::and(args) } else { crate::fold::or(args) }
            }
            Node::App(Op::Not, args) => crate::fold::not(&self.run(&args[0], !positive)),
            Node::App(Op::Implies, args) => {
                let premise = self.run(&args[0], !positive);
                crate::fold::implies(&premise, &self.run(&args[1], positive))
            }
            Node::Quant(kind, vars, body) => self.quantified(t, *kind, vars, body, positive),
            _ => t.clone(),
        }
    }

    /// In a positive place of an assumption, and in a negative one of an assertion, `forall` is used at instances.
    fn quantified(&mut self, t: &Term, kind: Quantifier, vars: &[Var], body: &Term, positive: bool) -> Term {
        let [var] = vars else { return t.clone() };
        let all = kind == Quantifier::Forall;
        let weakens = positive == self.assumed;
        let put = |value: &Term| body.replace(&mut |v| (v == var).then(|| value.clone()));
        if all == weakens {
            let outside = std::mem::replace(&mut self.several, true);
            let parts = self.instances.iter().filter(|i| *i.sort() == var.sort);
            let parts: Vec<Term> = parts.map(|value| self.run(&put(value), positive)).collect();
            self.several = outside;
            return if all { crate::fold::and(parts) } else { crate::fold::or(parts) };
        }
        if self.assumed || self.several {
            // The solver finds the one value by itself.
            return t.clone();
        }
        match self.unused(&var.sort) {
            Some(any) => self.run(&put(&any.term()), positive),
            None => t.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use commute_logic::{ArrayValue, Sort, Value, When};

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
        let any = any(1);
        let (a, b) = (everywhere("a"), everywhere("b"));
        let kept = asserted(&a.implies(&b), &[any[0].term()], &any);
        let k = any[0].term();
        assert_eq!(kept.to_string(), format!("a[{k}] ==> b[{k}]"));
        assert_eq!(needed(&a.implies(&b)), 1);
    }

    #[test]
    fn quantifiers_side_by_side_have_variables_of_their_own() {
        let either = Term::or([everywhere("a"), everywhere("b")]);
        let any = any(needed(&either));
        let names: Vec<String> = any.iter().map(|d| d.term().to_string()).collect();
        let kept = asserted(&either, &[], &any);
        assert_eq!(kept.to_string(), format!("a[{}] || b[{}]", names[0], names[1]));
        // Without a variable a quantifier stays.
        assert_eq!(asserted(&either, &[], &any[..1]).children()[1], everywhere("b"));
    }

    /// A random formula over two arrays indexed by truth values, so that quantifiers can be tried out.
    fn formula(random: &mut u64, depth: u32, bound: &mut Vec<Var>) -> Term {
        *random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let pick = (*random >> 40) as usize;
        let array = |name| Term::now(name, Sort::array(Sort::Bool, Sort::Bool));
        if depth == 0 {
            let key = bound.get(pick / 2 % (bound.len() + 1)).cloned().map_or(Term::bool(false), Term::var);
            return array(["a", "b"][pick % 2]).select(&key);
        }
        match pick % 6 {
            0 => Term::and([formula(random, depth - 1, bound), formula(random, depth - 1, bound)]),
            1 => Term::or([formula(random, depth - 1, bound), formula(random, depth - 1, bound)]),
            2 => formula(random, depth - 1, bound).not(),
            3 => formula(random, depth - 1, bound).implies(&formula(random, depth - 1, bound)),
            kind => {
                let var = Var::now(format!("k{}", bound.len()), Sort::Bool).at(When::Bound);
                bound.push(var.clone());
                let body = formula(random, depth - 1, bound);
                bound.pop();
                if kind == 4 { Term::forall([var], &body) } else { Term::exists([var], &body) }
            }
        }
    }

    /// Everything that can be said of a formula without variables but these.
    fn truths(t: &Term, any: &[Decl], arrays: usize) -> impl Iterator<Item = bool> {
        (0..1usize << any.len()).map(move |bits| {
            let value = t.eval(&|v| {
                let bool_at = |at: usize| Value::Bool(arrays >> at & 1 == 1);
                let base = match &*v.name {
                    "a" => 0,
                    "b" => 2,
                    name => {
                        let at = any.iter().position(|d| &*d.name == name)?;
                        return Some(Value::Bool(bits >> at & 1 == 1));
                    }
                };
                let array =
                    ArrayValue::new(Sort::Bool, bool_at(base)).with(Value::Bool(true), bool_at(base + 1));
                Some(Value::Array(std::sync::Arc::new(array)))
            });
            value == Ok(Value::Bool(true))
        })
    }

    #[test]
    fn every_combination_against_all_values() {
        let mut random = 1;
        for round in 0..3_000 {
            let t = formula(&mut random, 1 + round % 5, &mut Vec::new());
            let any: Vec<Decl> = (0..3).map(|n| Decl::new(format!("any {n}"), Sort::Bool)).collect();
            let instances: Vec<Term> = any.iter().take(1).map(Decl::term).chain([Term::bool(true)]).collect();
            let (strong, weak) = (asserted(&t, &instances, &any), assumed(&t, &instances));
            for arrays in 0..16 {
                let holds = truths(&t, &[], arrays).all(|is| is);
                let shown = truths(&strong, &any, arrays).all(|is| is);
                assert!(holds || !shown, "{strong} does not imply {t}");
                let known = truths(&weak, &any, arrays).all(|is| is);
                assert!(known || !holds, "{t} does not imply {weak}");
            }
        }
    }

    #[test]
    fn what_would_become_stronger_is_left() {
        let a = everywhere("a");
        assert_eq!(assumed(&a.not(), &[Term::int(1)]), a.not());
    }
}
