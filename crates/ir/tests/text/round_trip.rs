//! `parse(print(p)) == p`.

use crate::generate;
use commute_base::Span;
use commute_ir::{
    Annotation, Expr, ExprKind, Ltl, PrintOptions, Program, ProofNote, PropertyKind, parse, print,
};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn with_spans_a_program_comes_back_exactly(program in generate::program()) {
        let text = print(&program, PrintOptions { spans: true });
        let back = parse(&text).map_err(|e| TestCaseError::fail(format!("{e}\n{text}")))?;
        prop_assert_eq!(&back, &program, "{}", text);
        prop_assert_eq!(print(&back, PrintOptions { spans: true }), text);
    }

    #[test]
    fn without_spans_all_but_spans_comes_back(mut program in generate::program()) {
        let text = print(&program, PrintOptions { spans: false });
        let back = parse(&text).map_err(|e| TestCaseError::fail(format!("{e}\n{text}")))?;
        forget_spans(&mut program);
        prop_assert_eq!(&back, &program, "{}", text);
    }
}

fn forget_spans(program: &mut Program) {
    let none = Span::default();
    for class in &mut program.classes {
        class.span = none;
        class.annotations.iter_mut().for_each(forget_in_annotation);
        for field in &mut class.fields {
            field.span = none;
            field.annotations.iter_mut().for_each(forget_in_annotation);
        }
    }
    for global in &mut program.globals {
        global.span = none;
        global.annotations.iter_mut().for_each(forget_in_annotation);
    }
    for object in &mut program.statics {
        object.span = none;
        object.annotations.iter_mut().for_each(forget_in_annotation);
    }
    for func in &mut program.functions {
        func.span = none;
        func.spans.fill(none);
    }
    program.threads.iter_mut().for_each(|thread| thread.span = none);
    for property in &mut program.properties {
        property.span = none;
        match &mut property.kind {
            PropertyKind::Invariant(expr) | PropertyKind::Env(expr) | PropertyKind::Init(expr) => {
                forget_in_expr(expr);
            }
            PropertyKind::Ltl(formula) => forget_in_ltl(formula),
            PropertyKind::Atomic(_) => {}
        }
    }
    program.notes.iter_mut().for_each(forget_in_note);
}

fn forget_in_note(note: &mut ProofNote) {
    match note {
        ProofNote::LoopInvariant { pred: expr, .. }
        | ProofNote::AnyRow { count: expr, .. }
        | ProofNote::AnyLength { len: expr, .. } => forget_in_expr(expr),
        ProofNote::AnyThreads { lo, hi, .. } => {
            forget_in_expr(lo);
            forget_in_expr(hi);
        }
        ProofNote::Unroll { .. } | ProofNote::AnyValue { .. } => {}
    }
}

fn forget_in_annotation(annotation: &mut Annotation) {
    if let Annotation::GuardedBy(expr) | Annotation::ExclusiveWhen(expr) = annotation {
        forget_in_expr(expr);
    }
}

fn forget_in_ltl(formula: &mut Ltl) {
    match formula {
        Ltl::Atom(expr) => forget_in_expr(expr),
        Ltl::Not(a) | Ltl::Next(a) | Ltl::Always(a) | Ltl::Eventually(a) => forget_in_ltl(a),
        Ltl::And(a, b) | Ltl::Or(a, b) | Ltl::Implies(a, b) | Ltl::Until(a, b) | Ltl::Release(a, b) => {
            forget_in_ltl(a);
            forget_in_ltl(b);
        }
    }
}

fn forget_in_expr(expr: &mut Expr) {
    expr.span = Span::default();
    let parts: Vec<&mut Expr> = match &mut expr.kind {
        ExprKind::Int(_) | ExprKind::Null | ExprKind::Param(_) | ExprKind::Global { .. } => vec![],
        ExprKind::Static { index, .. } => index.iter_mut().map(|index| &mut **index).collect(),
        ExprKind::Word { obj: a, index: b, .. } | ExprKind::Contains { set: a, elem: b, .. } => vec![a, b],
        ExprKind::At { thread, .. } => thread.iter_mut().map(|thread| &mut **thread).collect(),
        ExprKind::Len { obj: a, .. } | ExprKind::Owner { obj: a, .. } | ExprKind::Unary(_, a) => vec![a],
        ExprKind::Binary(_, a, b) => vec![a, b],
        ExprKind::If(a, b, c) | ExprKind::Quant { lo: a, hi: b, body: c, .. } => vec![a, b, c],
    };
    parts.into_iter().for_each(forget_in_expr);
}
