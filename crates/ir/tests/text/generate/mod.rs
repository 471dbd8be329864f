//! Strategies for programs that have a text form: every table, every form of instruction and expression.
//! Ids are small and often exist, but need not; names and constants are of all kinds.
//!
//! Strategies are boxed, so that each is compiled once and not with everything that it is a part of.

mod code;
mod expr;

use code::{constant, function};
use commute_base::{FileId, Span};
use commute_ir::*;
use expr::{expr, ltl};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

/// A whole program.
pub fn program() -> impl Strategy<Value = Program> {
    let types = (vec(enumeration(), 0..3), vec(class(), 0..4), vec(shape(), 0..4));
    let data = (vec(global(), 0..3), vec(static_object(), 0..3), vec(function(), 0..3));
    let names = (vec(name(), 0..3), vec(name(), 0..2), option::of(id().prop_map(FuncId)));
    let faults = vec((fault(), id().prop_map(ClassId)), 0..3);
    let places = vec(vec(any::<u32>(), 0..4), 0..3);
    let timeouts = option::of(id()).prop_map(|clock| match clock {
        Some(clock) => Timeouts::Last(GlobalId(clock)),
        None => Timeouts::Any,
    });
    let rest = (vec(thread(), 0..3), vec(property(), 0..3), faults, vec(note(), 0..3), places, timeouts);
    (types, data, names, rest).prop_map(|(types, data, names, rest)| Program {
        enums: types.0,
        classes: types.1,
        shapes: types.2,
        globals: data.0,
        statics: data.1,
        functions: data.2,
        selectors: names.0,
        processes: names.1,
        init: names.2,
        threads: rest.0,
        properties: rest.1,
        fault_classes: rest.2,
        root_class: Some(ClassId(3)),
        thread_class: None,
        notes: rest.3,
        places: rest.4,
        timeouts: rest.5,
    })
}

fn note() -> BoxedStrategy<ProofNote> {
    let place = || (id().prop_map(FuncId), any::<u32>().prop_map(Pc));
    prop_oneof![
        (place(), any::<u32>(), expr()).prop_map(|((func, at), regs, pred)| ProofNote::LoopInvariant {
            func,
            at,
            regs,
            pred
        }),
        (place(), any::<u32>()).prop_map(|((func, at), rounds)| ProofNote::Unroll { func, at, rounds }),
        id().prop_map(|global| ProofNote::AnyValue { global: GlobalId(global) }),
        (id(), expr(), expr()).prop_map(|(thread, lo, hi)| ProofNote::AnyThreads { thread, lo, hi }),
        (id(), expr()).prop_map(|(base, count)| ProofNote::AnyRow { base: StaticId(base), count }),
        (id(), expr()).prop_map(|(base, len)| ProofNote::AnyLength { base: StaticId(base), len }),
    ]
    .boxed()
}

/// A number of a table entry that may exist.
pub fn id() -> BoxedStrategy<u32> {
    prop_oneof![8 => 0..4u32, 1 => any::<u32>()].boxed()
}

/// A name: a plain word, a word of the text form itself, or anything.
pub fn name() -> BoxedStrategy<String> {
    let tricky =
        ["", "x", "Account.deposit", "worker[2]", "r0", "extends", "a\"b\\c", "é ;\n\t", "1x", "null", "L3"];
    prop_oneof![
        "[a-z_$][a-zA-Z0-9_.$]{0,6}",
        proptest::sample::select(tricky.to_vec()).prop_map(str::to_owned),
        any::<String>()
    ]
    .boxed()
}

/// A span, often the default one.
pub fn span() -> BoxedStrategy<Span> {
    let any = (id(), any::<u32>(), any::<u32>());
    prop_oneof![
        Just(Span::default()),
        any.prop_map(|(file, start, end)| Span { file: FileId(file), start, end })
    ]
    .boxed()
}

/// A type.
pub fn ty() -> BoxedStrategy<Ty> {
    prop_oneof![
        Just(Ty::Bool),
        Just(Ty::I32),
        Just(Ty::I64),
        Just(Ty::F32),
        Just(Ty::F64),
        Just(Ty::AnyRef),
        any::<(i64, i64)>().prop_map(|(lo, hi)| Ty::Range { lo, hi }),
        id().prop_map(|n| Ty::Enum(EnumId(n))),
        id().prop_map(|n| Ty::Class(ClassId(n))),
        id().prop_map(|n| Ty::Object(ShapeId(n))),
    ]
    .boxed()
}

fn enumeration() -> BoxedStrategy<EnumDecl> {
    (name(), vec(name(), 0..4)).prop_map(|(name, variants)| EnumDecl { name, variants }).boxed()
}

fn class() -> BoxedStrategy<Class> {
    let class_id = || id().prop_map(ClassId);
    let methods = vec((id().prop_map(Selector), id().prop_map(FuncId)), 0..3);
    (
        name(),
        option::of(class_id()),
        vec(class_id(), 0..3),
        vec(field(), 0..3),
        methods,
        annotations(),
        span(),
    )
        .prop_map(|(name, superclass, interfaces, fields, methods, annotations, span)| Class {
            name,
            superclass,
            interfaces,
            fields,
            methods,
            annotations,
            span,
        })
        .boxed()
}

fn field() -> BoxedStrategy<Field> {
    (name(), ty(), annotations(), span())
        .prop_map(|(name, ty, annotations, span)| Field { name, ty, annotations, span })
        .boxed()
}

fn annotations() -> BoxedStrategy<Vec<Annotation>> {
    let annotation = prop_oneof![
        Just(Annotation::Unshared),
        Just(Annotation::ReadOnly),
        Just(Annotation::SelfLocking),
        Just(Annotation::Communication),
        Just(Annotation::ByMethod),
        Just(Annotation::ByClass),
        expr().prop_map(Annotation::GuardedBy),
        expr().prop_map(Annotation::ExclusiveWhen),
    ];
    vec(annotation, 0..3).boxed()
}

fn shape() -> BoxedStrategy<Shape> {
    prop_oneof![
        id().prop_map(|n| Shape::Instance(ClassId(n))),
        ty().prop_map(Shape::Array),
        ty().prop_map(Shape::Seq),
        ty().prop_map(Shape::Set),
        ty().prop_map(Shape::Channel),
        Just(Shape::Lock),
        Just(Shape::RwLock),
        Just(Shape::Semaphore),
        Just(Shape::Barrier),
        Just(Shape::Thread),
    ]
    .boxed()
}

pub fn process() -> BoxedStrategy<Option<ProcessId>> {
    option::of(id().prop_map(ProcessId)).boxed()
}

fn global() -> BoxedStrategy<Global> {
    (name(), ty(), constant(), process(), annotations(), span())
        .prop_map(|(name, ty, init, process, annotations, span)| Global {
            name,
            ty,
            init,
            process,
            annotations,
            span,
        })
        .boxed()
}

fn static_object() -> BoxedStrategy<StaticObject> {
    (name(), id(), vec(constant(), 0..4), process(), annotations(), span())
        .prop_map(|(name, shape, data, process, annotations, span)| StaticObject {
            name,
            shape: ShapeId(shape),
            data,
            process,
            annotations,
            span,
        })
        .boxed()
}

fn thread() -> BoxedStrategy<ThreadDecl> {
    let handle = option::of(id().prop_map(StaticId));
    (name(), id(), vec(constant(), 0..3), any::<bool>(), process(), handle, span())
        .prop_map(|(name, func, args, daemon, process, handle, span)| ThreadDecl {
            name,
            func: FuncId(func),
            args,
            daemon,
            process,
            handle,
            span,
        })
        .boxed()
}

fn property() -> BoxedStrategy<Property> {
    let kind = prop_oneof![
        expr().prop_map(PropertyKind::Invariant),
        expr().prop_map(PropertyKind::Env),
        expr().prop_map(PropertyKind::Init),
        ltl().prop_map(PropertyKind::Ltl),
        vec(any::<u32>().prop_map(FuncId), 0..3).prop_map(PropertyKind::Atomic),
    ];
    (name(), kind, span()).prop_map(|(name, kind, span)| Property { name, kind, span }).boxed()
}

fn fault() -> impl Strategy<Value = FaultKind> {
    proptest::sample::select(FaultKind::ALL.to_vec())
}
