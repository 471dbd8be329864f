//! Expressions and formulas.

use super::code::{bin_op, un_op};
use super::{id, name, span, ty};
use commute_ir::*;
use proptest::option;
use proptest::prelude::*;

/// An expression. Its parts need not have the types that they should.
pub fn expr() -> BoxedStrategy<Expr> {
    let leaf = prop_oneof![
        (-1..3i64).prop_map(ExprKind::Int),
        any::<i64>().prop_map(ExprKind::Int),
        Just(ExprKind::Null),
        id().prop_map(ExprKind::Param),
        (id(), any::<bool>())
            .prop_map(|(global, primed)| ExprKind::Global { global: GlobalId(global), primed }),
        (id(), 0..3u32).prop_map(|(base, count)| ExprKind::Static {
            base: StaticId(base),
            count,
            index: None
        }),
    ];
    typed(leaf.boxed()).prop_recursive(4, 16, 3, |inner| typed(compound(inner))).boxed()
}

fn typed(kind: BoxedStrategy<ExprKind>) -> BoxedStrategy<Expr> {
    (kind, ty(), span()).prop_map(|(kind, ty, span)| Expr { kind, ty, span }).boxed()
}

fn compound(inner: BoxedStrategy<Expr>) -> BoxedStrategy<ExprKind> {
    let e = || inner.clone().prop_map(Box::new).boxed();
    let primed = any::<bool>;
    let quantifier = prop_oneof![Just(Quantifier::All), Just(Quantifier::Some)];
    prop_oneof![
        (id(), any::<u32>(), option::of(e())).prop_map(|(base, count, index)| ExprKind::Static {
            base: StaticId(base),
            count,
            index
        }),
        (e(), e(), primed()).prop_map(|(obj, index, primed)| ExprKind::Word { obj, index, primed }),
        (e(), primed()).prop_map(|(obj, primed)| ExprKind::Len { obj, primed }),
        (e(), primed()).prop_map(|(obj, primed)| ExprKind::Owner { obj, primed }),
        (e(), e(), primed()).prop_map(|(set, elem, primed)| ExprKind::Contains { set, elem, primed }),
        (proptest::option::of(e()), name()).prop_map(|(thread, label)| ExprKind::At { thread, label }),
        (un_op(), e()).prop_map(|(op, a)| ExprKind::Unary(op, a)),
        (bin_op(), e(), e()).prop_map(|(op, a, b)| ExprKind::Binary(op, a, b)),
        (e(), e(), e()).prop_map(|(cond, a, b)| ExprKind::If(cond, a, b)),
        (quantifier, e(), e(), e()).prop_map(|(quantifier, lo, hi, body)| ExprKind::Quant {
            quantifier,
            lo,
            hi,
            body
        }),
    ]
    .boxed()
}

/// A temporal formula.
pub fn ltl() -> BoxedStrategy<Ltl> {
    expr()
        .prop_map(Ltl::Atom)
        .prop_recursive(4, 8, 2, |inner| {
            let f = || inner.clone().prop_map(Box::new).boxed();
            prop_oneof![
                f().prop_map(Ltl::Not),
                f().prop_map(Ltl::Next),
                f().prop_map(Ltl::Always),
                f().prop_map(Ltl::Eventually),
                (f(), f()).prop_map(|(a, b)| Ltl::And(a, b)),
                (f(), f()).prop_map(|(a, b)| Ltl::Or(a, b)),
                (f(), f()).prop_map(|(a, b)| Ltl::Implies(a, b)),
                (f(), f()).prop_map(|(a, b)| Ltl::Until(a, b)),
                (f(), f()).prop_map(|(a, b)| Ltl::Release(a, b)),
            ]
        })
        .boxed()
}
