//! Random temporal formulas and invariants about what a program declares.

use crate::generate::Random;
use commute_base::Span;
use commute_ir::{
    BinOp, Expr, ExprKind, GlobalId, Ltl, Operand, Program, Property, PropertyKind, Shape, StaticId, Ty, UnOp,
};

fn expr(kind: ExprKind, ty: Ty) -> Expr {
    Expr { kind, ty, span: Span::default() }
}

fn equals(kind: ExprKind, value: i64) -> Ltl {
    let value = expr(ExprKind::Int(value), Ty::I64);
    let kind = ExprKind::Binary(BinOp::Eq, expr(kind, Ty::I64).into(), value.into());
    Ltl::Atom(expr(kind, Ty::Bool))
}

/// Predicates about what a program declares: variables have their first value, locks are free, and so on.
pub fn atoms(program: &Program) -> Vec<Ltl> {
    let mut atoms = Vec::new();
    for (n, global) in program.globals.iter().enumerate() {
        if let Operand::Int(first) = global.init {
            let read = || ExprKind::Global { global: GlobalId(n as u32), primed: false };
            atoms.extend([equals(read(), first), equals(read(), 1)]);
        }
    }
    for (n, object) in program.statics.iter().enumerate() {
        let obj =
            Box::new(expr(ExprKind::Static { base: StaticId(n as u32), count: 1, index: None }, Ty::AnyRef));
        atoms.extend(match program.shapes[object.shape.index()] {
            Shape::Lock | Shape::RwLock => Some(equals(ExprKind::Owner { obj, primed: false }, -1)),
            Shape::Channel(_) | Shape::Set(_) => Some(equals(ExprKind::Len { obj, primed: false }, 0)),
            _ => None,
        });
    }
    for function in &program.functions {
        for label in &function.labels {
            for t in 0..3 {
                let thread = expr(ExprKind::Int(t), Ty::I64).into();
                atoms.push(Ltl::Atom(expr(
                    ExprKind::At { thread: Some(thread), label: label.name.clone() },
                    Ty::Bool,
                )));
            }
        }
    }
    atoms
}

/// A formula without next-time.
fn formula(random: &mut Random, atoms: &[Ltl], size: usize) -> Ltl {
    if size <= 1 {
        return random.pick(atoms).clone();
    }
    let which = random.below(8);
    if which < 3 {
        let a = Box::new(formula(random, atoms, size - 1));
        return [Ltl::Not, Ltl::Always, Ltl::Eventually][which](a);
    }
    let left = random.between(1, size - 1);
    let a = Box::new(formula(random, atoms, left));
    let b = Box::new(formula(random, atoms, size - 1 - left));
    [Ltl::And, Ltl::Or, Ltl::Implies, Ltl::Until, Ltl::Release][which - 3](a, b)
}

/// A formula of a kind that is not decided in the initial state. There must be atoms.
pub fn lasting(random: &mut Random, atoms: &[Ltl]) -> Ltl {
    let mut part = || Box::new(formula(random, atoms, random.clone().between(1, 4)));
    let (a, b) = (part(), part());
    let (again, settled) = (|f| Box::new(Ltl::Eventually(f)), |f| Box::new(Ltl::Always(f)));
    match random.below(6) {
        0 => Ltl::Always(Box::new(Ltl::Implies(a, again(b)))),
        1 => Ltl::Always(again(a)),
        2 => Ltl::Eventually(settled(a)),
        3 => Ltl::Implies(Box::new(Ltl::Always(again(a))), Box::new(Ltl::Always(again(b)))),
        4 => Ltl::Eventually(Box::new(Ltl::And(a, again(b)))),
        _ => Ltl::Always(Box::new(Ltl::Until(a, b))),
    }
}

/// What the names of probes begin with.
pub const PROBE: &str = "probe";

/// Adds invariants that say that two or three things are never true at once. Most are violated in some interleaving, and
/// a search that leaves interleavings out must still see it.
pub fn add_probes(program: &mut Program, random: &mut Random) {
    let atoms = atoms(program);
    if atoms.is_empty() {
        return;
    }
    for n in 0..3 {
        let mut both = atom(random, &atoms);
        for _ in 0..random.between(1, 2) {
            let other = atom(random, &atoms);
            both = expr(ExprKind::Binary(BinOp::And, both.into(), other.into()), Ty::Bool);
        }
        let never = expr(ExprKind::Unary(UnOp::Not, both.into()), Ty::Bool);
        let kind = PropertyKind::Invariant(never);
        program.properties.push(Property { name: format!("{PROBE}{n}"), kind, span: Span::default() });
    }
}

/// An atom or its negation.
fn atom(random: &mut Random, atoms: &[Ltl]) -> Expr {
    let Ltl::Atom(atom) = random.pick(atoms).clone() else {
        unreachable!("[commute internal bug] atoms are atoms")
    };
    if random.chance(50) { expr(ExprKind::Unary(UnOp::Not, atom.into()), Ty::Bool) } else { atom }
}
