//! Terms with what is constant computed at once, so that conditions stay readable: `0 == 1 ==> p` is not shown.

use commute_logic::{Lit, Node, Op, Quantifier, Sort, Term};

/// The truth value, if it is known.
pub fn known(t: &Term) -> Option<bool> {
    match t.node() {
        Node::Lit(Lit::Bool(b)) => Some(*b),
        _ => None,
    }
}

/// The integer, if it is known.
pub fn number(t: &Term) -> Option<i128> {
    match t.node() {
        Node::Lit(Lit::Int(n)) => Some(*n),
        _ => None,
    }
}

/// The parts of a conjunction, of which none is known to be true.
pub fn conjuncts(t: &Term) -> Vec<Term> {
    match t.node() {
        Node::App(Op::And, args) => args.iter().flat_map(conjuncts).collect(),
        _ if known(t) == Some(true) => Vec::new(),
        _ => vec![t.clone()],
    }
}

/// `all of args`.
pub fn and(args: impl IntoIterator<Item = Term>) -> Term {
    let mut parts: Vec<Term> = Vec::new();
    for arg in args {
        for part in conjuncts(&arg) {
            if known(&part) == Some(false) {
                return part;
            }
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
    }
    Term::and(parts)
}

/// `some of args`.
pub fn or(args: impl IntoIterator<Item = Term>) -> Term {
    let mut parts: Vec<Term> = Vec::new();
    for arg in args {
        match known(&arg) {
            Some(true) => return arg,
            Some(false) => {}
            None if parts.contains(&arg) => {}
            None => parts.push(arg),
        }
    }
    Term::or(parts)
}

/// `!a`.
pub fn not(a: &Term) -> Term {
    match a.node() {
        Node::Lit(Lit::Bool(b)) => Term::bool(!b),
        Node::App(Op::Not, args) => args[0].clone(),
        _ => a.not(),
    }
}

/// `a ==> b`.
pub fn implies(a: &Term, b: &Term) -> Term {
    match (known(a), known(b)) {
        (Some(false), _) | (_, Some(true)) => Term::bool(true),
        (Some(true), _) => b.clone(),
        (_, Some(false)) => not(a),
        _ if a == b => Term::bool(true),
        _ => a.implies(b),
    }
}

/// The same truth value wherever all facts hold, with what they decide left out: a conjunct knows the ones before it, a
/// conclusion its premise. Predicates repeat that an index is in bounds wherever it is used, and once is enough.
pub fn given(t: &Term, facts: &[Term]) -> Term {
    if facts.contains(t) {
        return Term::bool(true);
    }
    match t.node() {
        Node::App(Op::Not, args) if facts.contains(&args[0]) => Term::bool(false),
        Node::App(Op::Not, args) => not(&given(&args[0], facts)),
        Node::App(Op::And, args) => {
            let mut facts = facts.to_vec();
            let parts = args.iter().map(|arg| {
                let part = given(arg, &facts);
                facts.extend(conjuncts(&part));
                part
            });
            and(parts.collect::<Vec<_>>())
        }
        Node::App(Op::Or, args) => {
            let mut facts = facts.to_vec();
            let parts = args.iter().map(|arg| {
                let part = given(arg, &facts);
                facts.extend(conjuncts(&not(&part)));
                part
            });
            or(parts.collect::<Vec<_>>())
        }
        Node::App(Op::Implies, args) => {
            let premise = given(&args[0], facts);
            let known: Vec<Term> = facts.iter().cloned().chain(conjuncts(&premise)).collect();
            implies(&premise, &given(&args[1], &known))
        }
        // What is known outside is about other variables of the same name, perhaps.
        Node::Quant(kind, vars, body) => match kind {
            Quantifier::Forall => Term::forall(vars.iter().cloned(), &given(body, &[])),
            Quantifier::Exists => Term::exists(vars.iter().cloned(), &given(body, &[])),
        },
        _ => t.clone(),
    }
}

/// `a == b`.
pub fn equal(a: &Term, b: &Term) -> Term {
    if a == b {
        return Term::bool(true);
    }
    match (a.node(), b.node()) {
        (Node::Lit(x), Node::Lit(y)) => Term::bool(x == y),
        (Node::Lit(Lit::Bool(x)), _) => {
            if *x {
                b.clone()
            } else {
                not(b)
            }
        }
        (_, Node::Lit(Lit::Bool(y))) => {
            if *y {
                a.clone()
            } else {
                not(a)
            }
        }
        _ => a.equals(b),
    }
}

/// `if c then a else b`.
pub fn ite(c: &Term, a: &Term, b: &Term) -> Term {
    match known(c) {
        Some(true) => a.clone(),
        Some(false) => b.clone(),
        None if a == b => a.clone(),
        None => c.ite(a, b),
    }
}

/// `a op b` for arithmetic and comparisons of integers.
pub fn arithmetic(op: Op, a: &Term, b: &Term) -> Term {
    if let (Some(x), Some(y)) = (number(a), number(b)) {
        let value = match op {
            Op::Add => x.checked_add(y),
            Op::Sub => x.checked_sub(y),
            Op::Mul => x.checked_mul(y),
            _ => None,
        };
        if let Some(value) = value {
            return Term::int(value);
        }
        match op {
            Op::Lt => return Term::bool(x < y),
            Op::Le => return Term::bool(x <= y),
            Op::Gt => return Term::bool(x > y),
            Op::Ge => return Term::bool(x >= y),
            _ => {}
        }
    }
    match (op, number(b)) {
        (Op::Add | Op::Sub, Some(0)) => a.clone(),
        (Op::Sub, _) if a == b => Term::int(0),
        (Op::Add, _) if number(a) == Some(0) => b.clone(),
        _ => Term::binary(op, a, b),
    }
}

/// `low <= t && t < high`.
pub fn within(t: &Term, low: &Term, high: &Term) -> Term {
    and([arithmetic(Op::Le, low, t), arithmetic(Op::Lt, t, high)])
}

/// A truth value as 0 or 1, where an integer is wanted.
pub fn as_int(t: &Term) -> Term {
    if *t.sort() == Sort::Bool { ite(t, &Term::int(1), &Term::int(0)) } else { t.clone() }
}

/// An integer as a truth value: all but zero is true.
pub fn as_bool(t: &Term) -> Term {
    if *t.sort() == Sort::Bool { t.clone() } else { not(&equal(t, &Term::int(0))) }
}

/// A value where one of `sort` is wanted. Words of the program are integers or truth values.
pub fn convert(t: &Term, sort: &Sort) -> Term {
    match sort {
        Sort::Bool => as_bool(t),
        Sort::Int if *t.sort() == Sort::Bool => as_int(t),
        _ => t.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_disappears() {
        let x = Term::now("x", Sort::Int);
        let p = Term::now("p", Sort::Bool);
        let no = equal(&Term::int(0), &Term::int(1));
        assert_eq!(known(&implies(&no, &p)), Some(true));
        assert_eq!(and([Term::bool(true), p.clone(), p.clone()]), p);
        assert_eq!(known(&and([p.clone(), no.clone()])), Some(false));
        assert_eq!(or([no, p.clone()]), p);
        assert_eq!(arithmetic(Op::Add, &x, &Term::int(0)), x);
        assert_eq!(number(&arithmetic(Op::Sub, &Term::int(5), &Term::int(7))), Some(-2));
        assert_eq!(equal(&p, &Term::bool(false)), p.not());
        assert_eq!(equal(&Term::bool(true), &p), p);
        assert_eq!(not(&p.not()), p);
        assert_eq!(conjuncts(&and([p.clone(), x.less(&Term::int(3))])).len(), 2);
    }

    #[test]
    fn constants_are_compared_as_numbers_are() {
        type Holds = fn(&i128, &i128) -> bool;
        let all: [(Op, Holds); 4] =
            [(Op::Lt, i128::lt), (Op::Le, i128::le), (Op::Gt, i128::gt), (Op::Ge, i128::ge)];
        for (op, holds) in all {
            for (x, y) in [(1, 2), (2, 2), (3, 2)] {
                let folded = arithmetic(op, &Term::int(x), &Term::int(y));
                assert_eq!(known(&folded), Some(holds(&x, &y)), "{x} {op:?} {y}");
            }
        }
    }

    #[test]
    fn what_was_said_before_is_not_said_again() {
        let [p, q, r] = ["p", "q", "r"].map(|name| Term::now(name, Sort::Bool));
        let (again, plain) = (p.implies(&Term::and([p.clone(), q.clone()])), p.implies(&q));
        assert_eq!(given(&again, &[]), plain);
        assert_eq!(
            given(&Term::or([p.not(), Term::and([p.clone(), r.clone()])]), &[]),
            Term::or([p.not(), r])
        );
        assert_eq!(given(&Term::and([p.clone(), p.not()]), &[]), Term::bool(false));
        assert_eq!(given(&q, std::slice::from_ref(&q)), Term::bool(true));
    }

    #[test]
    fn words_are_converted() {
        let p = Term::now("p", Sort::Bool);
        assert_eq!(as_bool(&as_int(&Term::bool(true))), Term::bool(true));
        assert_eq!(convert(&p, &Sort::Int), p.ite(&Term::int(1), &Term::int(0)));
        assert_eq!(convert(&Term::int(0), &Sort::Bool), Term::bool(false));
    }
}
