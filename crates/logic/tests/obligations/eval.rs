//! What terms mean, one operator at a time. What a solver says is checked by this meaning.

use commute_logic::{Decl, EvalError, Obligation, Op, Sort, Stmt, Term, Value, Var, When};

fn eval(t: &Term) -> Result<Value, EvalError> {
    t.eval(&|v: &Var| match &*v.name {
        "x" => Some(Value::Int(7)),
        "p" => Some(Value::Bool(true)),
        _ => None,
    })
}

fn truth(t: &Term) -> bool {
    eval(t).unwrap().as_bool().unwrap()
}

fn int(n: i128) -> Term {
    Term::int(n)
}

#[test]
fn comparisons() {
    for (op, of_less, of_equal, of_greater) in [
        (Op::Lt, true, false, false),
        (Op::Le, true, true, false),
        (Op::Gt, false, false, true),
        (Op::Ge, false, true, true),
    ] {
        let found = [(1, 2), (2, 2), (3, 2)].map(|(a, b)| truth(&Term::binary(op, &int(a), &int(b))));
        assert_eq!(found, [of_less, of_equal, of_greater], "{op:?}");
    }
}

#[test]
fn arithmetic() {
    for (op, a, b, result) in [
        (Op::Add, 7, -2, 5),
        (Op::Sub, 7, -2, 9),
        (Op::Mul, 7, -2, -14),
        // As SMT-LIB has them: the remainder is never negative.
        (Op::Div, -7, 2, -4),
        (Op::Mod, -7, 2, 1),
        (Op::Div, -7, -2, 4),
        (Op::Mod, -7, -2, 1),
    ] {
        assert_eq!(eval(&Term::binary(op, &int(a), &int(b))), Ok(Value::Int(result)), "{op:?}");
    }
    assert_eq!(eval(&int(3).negate()), Ok(Value::Int(-3)));
    assert_eq!(eval(&Term::tid(3).tid_number()), Ok(Value::Int(3)));
    assert_eq!(eval(&Term::sum([int(1), int(2), int(4)])), Ok(Value::Int(7)));
    assert_eq!(eval(&Term::now("x", Sort::Int).minus(&int(7))), Ok(Value::Int(0)));
}

#[test]
fn what_has_no_value() {
    for op in [Op::Div, Op::Mod] {
        assert_eq!(eval(&Term::binary(op, &int(1), &int(0))), Err(EvalError::DivisionByZero));
    }
    assert_eq!(eval(&int(i128::MAX).plus(&int(1))), Err(EvalError::TooLarge));
    let y = Var::now("y", Sort::Int);
    assert_eq!(eval(&Term::var(y.clone())), Err(EvalError::NoValue(y.clone())));
    assert_eq!(eval(&Term::forall([y], &Term::bool(true))), Err(EvalError::Quantifier));
}

/// `x != 0 ==> y div x > 0` has a value where x is 0.
#[test]
fn what_does_not_matter_is_not_looked_at() {
    let nothing = Term::binary(Op::Div, &int(1), &int(0)).equals(&int(0));
    let (yes, no) = (Term::bool(true), Term::bool(false));
    assert!(truth(&no.implies(&nothing)) && truth(&yes.implies(&yes)) && !truth(&yes.implies(&no)));
    assert!(!truth(&Term::and([no.clone(), nothing.clone()])));
    assert!(truth(&Term::or([no.clone(), yes.clone(), nothing.clone()])));
    assert!(truth(&yes.ite(&yes, &nothing)) && truth(&no.ite(&nothing, &yes)));
    assert_eq!(eval(&yes.implies(&nothing)), Err(EvalError::DivisionByZero));
    assert!(truth(&Term::and([yes.clone(), yes.clone()])) && !truth(&Term::or([no.clone(), no.clone()])));
    assert!(truth(&no.not()) && !truth(&yes.not()));
}

#[test]
fn equal_and_pairwise_different() {
    assert!(truth(&int(1).equals(&int(1))) && !truth(&int(1).equals(&int(2))));
    assert!(truth(&int(1).differs(&int(2))));
    assert!(truth(&Term::distinct([int(1), int(2), int(3)])));
    for same in [[1, 1, 2], [1, 2, 1], [2, 1, 1]] {
        assert!(!truth(&Term::distinct(same.map(int))), "{same:?}");
    }
    assert_eq!(Term::distinct([]), Term::bool(true));
    assert_eq!(Term::distinct([int(1)]), Term::bool(true));
    assert_ne!(Term::distinct([int(1), int(1)]), Term::bool(true));
}

#[test]
fn ranges_are_half_open() {
    let inside = [1, 2, 3, 4, 5].map(|n| truth(&int(n).in_range(2, 4)));
    assert_eq!(inside, [false, true, true, false, false]);
}

#[test]
fn arrays_and_sets() {
    let of = |elements: &[i128]| elements.iter().fold(Term::empty_set(Sort::Int), |s, &n| s.insert(&int(n)));
    let (a, b) = (of(&[1, 2]), of(&[2, 3]));
    for (op, result) in [(Op::Union, of(&[1, 2, 3])), (Op::Inter, of(&[2])), (Op::Diff, of(&[1]))] {
        assert_eq!(eval(&Term::binary(op, &a, &b)), eval(&result), "{op:?}");
    }
    assert!(truth(&a.contains(&int(1))) && !truth(&b.contains(&int(1))));
    assert!(truth(&of(&[2]).subset(&a)) && !truth(&a.subset(&b)));
    assert_eq!(eval(&a.remove(&int(2)).remove(&int(5))), eval(&of(&[1])));
    let sevens = Term::constant(Sort::array(Sort::Int, Sort::Int), &int(7));
    let changed = sevens.store(&int(1), &int(8));
    let read = |key: i128| eval(&changed.select(&int(key)));
    assert_eq!((read(1), read(2)), (Ok(Value::Int(8)), Ok(Value::Int(7))));
    assert_eq!(eval(&changed.store(&int(1), &int(7))), eval(&sevens), "equal maps are equal values");
}

/// All values of a finite sort as keys: the same map whatever it is everywhere else.
#[test]
fn maps_from_finite_sorts_have_one_form() {
    let (yes, no) = (Term::bool(true), Term::bool(false));
    let sort = Sort::array(Sort::Bool, Sort::Int);
    let both =
        |other: i128| Term::constant(sort.clone(), &int(other)).store(&yes, &int(1)).store(&no, &int(2));
    assert_eq!(eval(&both(5)), eval(&both(6)));
}

#[test]
fn quantifiers_try_all_values() {
    let (a, b) = (Var::now("a", Sort::Bool).at(When::Bound), Var::now("b", Sort::Bool).at(When::Bound));
    let (ta, tb) = (Term::var(a.clone()), Term::var(b.clone()));
    let different = ta.differs(&tb);
    // For each there is another one, but there is none that differs from all.
    assert!(truth(&Term::forall([a.clone()], &Term::exists([b.clone()], &different))));
    assert!(!truth(&Term::exists([a.clone()], &Term::forall([b.clone()], &different))));
    assert!(truth(&Term::exists([a.clone(), b.clone()], &different)));
    assert!(!truth(&Term::forall([a.clone(), b.clone()], &different)));
    assert!(truth(&Term::forall([a.clone()], &Term::or([ta.clone(), ta.not()]))));
    assert!(!truth(&Term::exists([a.clone()], &Term::and([ta.clone(), ta.not()]))));
    // The inner one hides the outer one.
    let inner = Term::exists([a.clone()], &ta.not());
    assert!(truth(&Term::forall([a], &Term::and([inner.clone(), Term::or([ta.clone(), ta.not()])]))));
    let colour = Sort::enumeration("colour", ["red", "green"]);
    let Sort::Enum(of) = &colour else { unreachable!() };
    let c = Var::now("c", colour.clone()).at(When::Bound);
    let is = |n: usize| Term::var(c.clone()).equals(&Term::enum_value(of, n));
    assert!(truth(&Term::exists([c.clone()], &is(1))) && !truth(&Term::forall([c.clone()], &is(1))));
    assert!(truth(&Term::forall([c.clone()], &Term::or([is(0), is(1)]))));
}

/// What is declared, and what is bound.
#[test]
fn names_without_a_declaration_are_refused() {
    let refused = |t: Term| {
        let mut o = Obligation::new("o", Default::default());
        o.declare(Decl::new("p", Sort::Bool));
        o.body = vec![Stmt::assume("", t)];
        o.check().err().map(|e| e.to_string())
    };
    let bound = Var::now("a", Sort::Bool).at(When::Bound);
    let a = Term::var(bound.clone());
    let p = Term::now("p", Sort::Bool);
    assert_eq!(refused(Term::and([p.clone(), Term::forall([bound.clone()], &a)])), None);
    assert_eq!(
        refused(Term::and([Term::forall([bound], &a), a.clone()])).unwrap(),
        "statement 1: `?a` is not bound"
    );
    assert_eq!(refused(Term::and([a, p])).unwrap(), "statement 1: `?a` is not bound");
    let colour = Sort::enumeration("colour", ["red"]);
    let Sort::Enum(of) = &colour else { unreachable!() };
    let red = Term::enum_value(of, 0);
    let undeclared = "statement 1: the enumeration `colour` is not declared";
    assert_eq!(refused(red.equals(&red)).unwrap(), undeclared);
    let c = Var::now("c", colour.clone());
    assert_eq!(refused(Term::forall([c], &Term::bool(true))).unwrap(), undeclared);
    let map = Term::constant(Sort::array(Sort::Int, Sort::set(colour.clone())), &Term::empty_set(colour));
    assert_eq!(refused(map.equals(&map)).unwrap(), undeclared);
}
