//! Random formulas about random programs: reductions do not change the answer, counterexamples are confirmed, and the
//! answers do not contradict each other.
//!
//! The seeds are fixed; `LTL=10000 cargo test --release -p commute-testkit --test ltl_random` runs longer.

use commute_base::Span;
use commute_certify::confirms_lasso;
use commute_explore::{Fairness, Limits, LtlVerdict, Options, OracleKind, Reduction, Unobserved, check_ltl};
use commute_ir::{
    BinOp, Expr, ExprKind, GlobalId, Ltl, Operand, Program, Property, PropertyKind, Shape, StaticId, Ty,
};
use commute_testkit::Model;
use commute_testkit::generate::{Knobs, Random, generate};
use commute_vm::Vm;
use std::sync::Arc;

/// Products with more states are left out.
const STATES: u64 = 20_000;

fn expr(kind: ExprKind, ty: Ty) -> Expr {
    Expr { kind, ty, span: Span::default() }
}

fn equals(kind: ExprKind, value: i64) -> Ltl {
    let value = expr(ExprKind::Int(value), Ty::I64);
    let kind = ExprKind::Binary(BinOp::Eq, expr(kind, Ty::I64).into(), value.into());
    Ltl::Atom(expr(kind, Ty::Bool))
}

/// Predicates about what a program declares: variables have their first value, locks are free, and so on.
fn atoms(program: &Program) -> Vec<Ltl> {
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
            let thread = expr(ExprKind::Int(0), Ty::I64).into();
            atoms.push(Ltl::Atom(expr(ExprKind::At { thread, label: label.name.clone() }, Ty::Bool)));
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

/// A formula of a kind that is not decided in the initial state.
fn lasting(random: &mut Random, atoms: &[Ltl]) -> Ltl {
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

/// Whether the formula is true of all executions that count; nothing if there are too many states.
fn holds(program: &Program, formula: Ltl, fairness: Fairness, reduction: Reduction) -> Option<bool> {
    let mut program = program.clone();
    let (name, span) = ("random".to_owned(), Span::default());
    program.properties.push(Property { name, kind: PropertyKind::Ltl(formula), span });
    let property = program.properties.len() - 1;
    let program = Arc::new(program);
    let limits = Limits { states: Some(STATES), ..Limits::default() };
    let options = Options { reduction, limits, ..Options::default() };
    let mut vm = Vm::new(Arc::clone(&program));
    match check_ltl(&mut vm, property, fairness, &options, &mut Unobserved).verdict {
        LtlVerdict::Holds => Some(true),
        LtlVerdict::Violated(lasso) => {
            let fair = fairness == Fairness::Weak;
            confirms_lasso(&program, property, &lasso.stem, &lasso.cycle, fair)
                .unwrap_or_else(|e| panic!("{fairness:?}, {reduction:?}: {e}: {lasso:?}"));
            Some(false)
        }
        LtlVerdict::Undecided(_) => None,
        LtlVerdict::Refused(reason) => panic!("{reason}"),
    }
}

/// Compares all answers about one formula. Gives the one for all executions, and whether its negation, too, is false.
fn compare(program: &Program, formula: &Ltl) -> Option<(bool, bool)> {
    let answer = |f: &Ltl, fairness| holds(program, f.clone(), fairness, Reduction::None);
    let all = answer(formula, Fairness::None)?;
    for oracle in [OracleKind::Escape, OracleKind::Wsl, OracleKind::WslDom] {
        let reduced = holds(program, formula.clone(), Fairness::None, Reduction::Ample(oracle));
        assert_eq!(reduced, Some(all), "{oracle:?}");
    }
    let fair = answer(formula, Fairness::Weak)?;
    assert!(fair || !all, "true of all executions, but not of the fair ones");
    let negation = Ltl::Not(Box::new(formula.clone()));
    let never = answer(&negation, Fairness::None)?;
    let never_fair = answer(&negation, Fairness::Weak)?;
    assert!(
        assumes(program) || !(all && never || fair && never_fair),
        "there is an execution, and a fair one"
    );
    Some((all, !all && !never))
}

/// With assumptions there may be no execution that counts.
fn assumes(program: &Program) -> bool {
    let assume = |i: &commute_ir::Instr| matches!(i, commute_ir::Instr::Assume { .. });
    program.functions.iter().any(|f| f.code.iter().any(assume))
}

/// A program of threads that go on for ever, with steps of their own between those that others can see.
fn endless(random: &mut Random) -> String {
    const OWN: [&str; 3] = ["own.v = 1 - own.v;", "yield;", "if own.v == 0 { yield; }"];
    const SHARED: [&str; 8] = [
        "x = !x;",
        "y = true;",
        "y = x;",
        "with (m) { y = !y; }",
        "with (m) { yield; }",
        "when (x) { y = !y; }",
        "atomic { let c = choose(0..2); if c == 1 { x = y; } }",
        "synchronized (both) { both.v = 1 - both.v; }",
    ];
    let mut text = String::from(
        "class Cell { v: int; }\nvar x: bool;\nvar y: bool;\nvar m: lock;\nvar both: Cell = new Cell();\n",
    );
    for t in 0..random.between(2, 3) {
        text.push_str(&format!("thread t{t} {{ let own = new Cell(); loop {{\n"));
        for _ in 0..random.between(1, 3) {
            let statement = if random.chance(60) { random.pick(&OWN) } else { random.pick(&SHARED) };
            text.push_str(&format!("    {statement}\n"));
        }
        text.push_str(if random.chance(30) { "    if x { break; }\n} }\n" } else { "} }\n" });
    }
    text
}

/// Compares the answers about two formulas for each program. How many were compared, how many were true of all
/// executions, and how many of some but not of others.
fn run(count: u64, program: impl Fn(u64) -> String) -> (usize, usize, usize) {
    let (mut true_of_all, mut of_some, mut compared) = (0, 0, 0);
    for seed in 0..count {
        let text = program(seed);
        let model =
            Model::compile("random.cm", &text, &[]).unwrap_or_else(|rejected| panic!("{}", rejected.0));
        let atoms = atoms(&model.program);
        let mut random = Random::new(seed);
        for _ in 0..if atoms.is_empty() { 0 } else { 2 } {
            let formula = lasting(&mut random, &atoms);
            let result = std::panic::catch_unwind(|| compare(&model.program, &formula));
            let Ok(answer) = result else { panic!("seed {seed}: {formula:?}\n{text}") };
            compared += usize::from(answer.is_some());
            true_of_all += usize::from(answer.is_some_and(|a| a.0));
            of_some += usize::from(answer.is_some_and(|a| a.1));
        }
    }
    (compared, true_of_all, of_some)
}

fn seeds(usual: u64) -> u64 {
    std::env::var("LTL").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

/// If the answers are nearly always the same, the comparison says little.
fn is_telling((compared, true_of_all, of_some): (usize, usize, usize), count: u64) -> bool {
    compared as u64 > count && true_of_all * 20 > compared && of_some * 20 > compared
}

#[test]
fn reductions_and_fairness_agree_on_random_programs() {
    let count = seeds(200);
    let numbers = run(count, |seed| generate(seed, &Knobs::of_seed(seed)).to_string());
    assert!(is_telling(numbers, count), "{numbers:?}");
}

#[test]
fn reductions_and_fairness_agree_on_endless_programs() {
    let count = seeds(400);
    let numbers = run(count, |seed| endless(&mut Random::new(seed)));
    assert!(is_telling(numbers, count), "{numbers:?}");
}
