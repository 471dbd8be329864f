//! Random well-sorted terms and obligations.

use commute_base::{FileId, Span};
use commute_logic::{
    Branch, Claim, ClaimKind, Decl, EnumSort, Obligation, Op, Sort, Step, Stmt, StmtKind, Term, Var,
};
use proptest::prelude::*;
use std::sync::Arc;

/// The enumeration that generated obligations declare; one of its names is not a plain word.
pub fn mode() -> Arc<EnumSort> {
    Arc::new(EnumSort { name: "Mode".into(), variants: vec!["read".into(), "w r".into()] })
}

/// The variables that generated obligations declare, of every sort.
pub fn decls() -> Vec<Decl> {
    vec![
        Decl::new("p", Sort::Bool),
        Decl { range: Some((-4, 9)), ..Decl::new("n", Sort::Int) },
        Decl::new("step", Sort::Int),
        Decl::new("mx", Sort::Tid),
        Decl::new("head.of list", Sort::Ref),
        Decl::new("m", Sort::Enum(mode())),
        Decl::new("readers", Sort::set(Sort::Tid)),
        Decl::new("next", Sort::array(Sort::Ref, Sort::Ref)),
        Decl { range: Some((0, 2)), ..Decl::new("bits", Sort::array(Sort::Int, Sort::Int)) },
    ]
}

fn leaf(sort: &Sort, primes: bool) -> BoxedStrategy<Term> {
    let mut vars: Vec<Term> = decls().iter().filter(|d| d.sort == *sort).map(Decl::term).collect();
    if primes {
        vars.extend(decls().iter().filter(|d| d.sort == *sort).map(|d| Term::var(d.var().next())));
    }
    let lit = match sort {
        Sort::Bool => any::<bool>().prop_map(Term::bool).boxed(),
        Sort::Int => prop_oneof![(-9i128..9), any::<i128>()].prop_map(Term::int).boxed(),
        Sort::Tid => (0u64..4).prop_map(Term::tid).boxed(),
        Sort::Ref => Just(Term::null()).boxed(),
        Sort::Enum(e) => {
            let e = e.clone();
            (0..e.variants.len()).prop_map(move |i| Term::enum_value(&e, i)).boxed()
        }
        Sort::Array(parts) => {
            let sort = sort.clone();
            leaf(&parts.1, primes).prop_map(move |v| Term::constant(sort.clone(), &v)).boxed()
        }
    };
    if vars.is_empty() { lit } else { prop_oneof![lit, proptest::sample::select(vars)].boxed() }
}

/// A term of the sort, of at most this depth.
pub fn term(sort: Sort, depth: u32, primes: bool) -> BoxedStrategy<Term> {
    if depth == 0 {
        return leaf(&sort, primes);
    }
    let sub = move |s: &Sort| term(s.clone(), depth - 1, primes);
    let ite = (sub(&Sort::Bool), sub(&sort), sub(&sort)).prop_map(|(c, a, b)| c.ite(&a, &b));
    let own = match &sort {
        Sort::Bool => formula(depth, primes),
        Sort::Int => integer(depth, primes),
        Sort::Array(parts) => {
            let store = (sub(&sort), sub(&parts.0), sub(&parts.1)).prop_map(|(a, k, v)| a.store(&k, &v));
            if parts.1 != Sort::Bool {
                store.boxed()
            } else {
                let op = proptest::sample::select(vec![Op::Union, Op::Inter, Op::Diff]);
                let set = (op, sub(&sort), sub(&sort)).prop_map(|(op, a, b)| Term::binary(op, &a, &b));
                prop_oneof![store, set].boxed()
            }
        }
        Sort::Ref => {
            let next = Sort::array(Sort::Ref, Sort::Ref);
            (sub(&next), sub(&Sort::Ref)).prop_map(|(a, k)| a.select(&k)).boxed()
        }
        Sort::Tid | Sort::Enum(_) => leaf(&sort, primes),
    };
    prop_oneof![1 => leaf(&sort, primes), 3 => own, 1 => ite].boxed()
}

fn formula(depth: u32, primes: bool) -> BoxedStrategy<Term> {
    let sub = move |s: Sort| term(s, depth - 1, primes);
    let several = proptest::collection::vec(sub(Sort::Bool), 2..4);
    let compare = proptest::sample::select(vec![Op::Lt, Op::Le, Op::Gt, Op::Ge, Op::Eq]);
    let sorts = proptest::sample::select(decls().into_iter().map(|d| d.sort).collect::<Vec<_>>());
    prop_oneof![
        several.clone().prop_map(Term::and),
        several.prop_map(Term::or),
        sub(Sort::Bool).prop_map(|t| t.not()),
        (sub(Sort::Bool), sub(Sort::Bool)).prop_map(|(a, b)| a.implies(&b)),
        (compare, sub(Sort::Int), sub(Sort::Int)).prop_map(|(op, a, b)| Term::binary(op, &a, &b)),
        (sub(Sort::set(Sort::Tid)), sub(Sort::Tid)).prop_map(|(s, t)| s.contains(&t)),
        sorts.prop_flat_map(move |s| (sub(s.clone()), sub(s))).prop_map(|(a, b)| a.differs(&b)),
        proptest::collection::vec(sub(Sort::Tid), 2..4).prop_map(Term::distinct),
        sub(Sort::Bool).prop_map(|t| {
            let k = Var::now("k", Sort::Tid);
            let inside = Term::now("readers", Sort::set(Sort::Tid))
                .contains(&Term::var(k.at(commute_logic::When::Bound)));
            Term::forall([k], &inside.implies(&t))
        }),
    ]
    .boxed()
}

fn integer(depth: u32, primes: bool) -> BoxedStrategy<Term> {
    let sub = move |s: Sort| term(s, depth - 1, primes);
    let op = proptest::sample::select(vec![Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Mod]);
    prop_oneof![
        (op, sub(Sort::Int), sub(Sort::Int)).prop_map(|(op, a, b)| Term::binary(op, &a, &b)),
        proptest::collection::vec(sub(Sort::Int), 3).prop_map(Term::sum),
        sub(Sort::Int).prop_map(|t| t.negate()),
        sub(Sort::Tid).prop_map(|t| t.tid_number()),
        (sub(Sort::array(Sort::Int, Sort::Int)), sub(Sort::Int)).prop_map(|(a, k)| a.select(&k)),
    ]
    .boxed()
}

fn origin() -> BoxedStrategy<(String, Span)> {
    let label = proptest::sample::select(vec!["", "A of j", "say \"x\"\\", "two\nlines"]);
    let span = prop_oneof![
        Just(Span::default()),
        (0usize..3, 0usize..99).prop_map(|(f, s)| Span::new(FileId::new(f), s, s + 5))
    ];
    (label.prop_map(str::to_owned), span).boxed()
}

fn targets() -> BoxedStrategy<Vec<Var>> {
    let all: Vec<Var> = decls().iter().map(Decl::var).collect();
    proptest::sample::subsequence(all, 1..4).boxed()
}

fn claim() -> BoxedStrategy<Claim> {
    (any::<bool>(), origin(), term(Sort::Bool, 2, true))
        .prop_map(|(assume, (label, span), term)| Claim {
            kind: if assume { ClaimKind::Assume } else { ClaimKind::Assert },
            label,
            span,
            term,
        })
        .boxed()
}

fn kind() -> BoxedStrategy<StmtKind> {
    let assign = proptest::sample::select(decls())
        .prop_flat_map(|d| (Just(d.var()), term(d.sort, 2, false)))
        .prop_map(|(v, t)| StmtKind::Assign(v, t));
    prop_oneof![
        term(Sort::Bool, 2, false).prop_map(StmtKind::Assume),
        term(Sort::Bool, 3, false).prop_map(StmtKind::Assert),
        assign,
        targets().prop_map(StmtKind::Havoc),
        (targets(), proptest::collection::vec(claim(), 0..3))
            .prop_map(|(modifies, claims)| StmtKind::Step(Step { modifies, claims })),
    ]
    .boxed()
}

fn stmt(kind: BoxedStrategy<StmtKind>) -> BoxedStrategy<Stmt> {
    (origin(), kind).prop_map(|((label, span), kind)| Stmt { label, span, kind }).boxed()
}

fn body(depth: u32) -> BoxedStrategy<Vec<Stmt>> {
    let simple = stmt(kind());
    if depth == 0 {
        return proptest::collection::vec(simple, 0..4).boxed();
    }
    let branch = (origin(), body(depth - 1)).prop_map(|((label, _), body)| Branch { label, body });
    let choice = stmt(proptest::collection::vec(branch, 1..4).prop_map(StmtKind::Choice).boxed());
    proptest::collection::vec(prop_oneof![2 => simple, 1 => choice], 0..4).boxed()
}

/// An obligation over [`decls`].
pub fn obligation() -> impl Strategy<Value = Obligation> {
    (origin(), body(2)).prop_map(|((name, span), body)| Obligation {
        name,
        span,
        enums: vec![mode()],
        vars: decls(),
        body,
    })
}
