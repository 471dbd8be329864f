//! Everything but code.

use crate::{problems, problems_of};
use commute_ir::{Operand, Reg, parse};

#[test]
fn an_empty_program_is_valid() {
    assert_eq!(problems(""), [""; 0]);
}

#[test]
fn classes() {
    assert_eq!(problems("class class0 A extends class1 {\n}"), [r#"class0 "A": there is no class1"#]);
    assert_eq!(
        problems("class class0 A extends class1 {\n}\nclass class1 B {\n}"),
        [r#"class0 "A": its superclass class1 does not stand before it"#]
    );
    let shorter = "class class0 A {\n field x: i64\n}\nclass class1 B extends class0 {\n field y: i64\n}";
    assert_eq!(problems(shorter), [r#"class1 "B": its fields do not begin with those of class0"#]);
    let interface = "class class0 I {\n field x: i64\n}\nclass class1 B implements class0 {\n}";
    assert_eq!(problems(interface), [r#"class1 "B": the interface class0 has fields"#]);
}

#[test]
fn cycles_of_classes_and_interfaces() {
    let own = "it is among its own superclasses and interfaces, or one of them is";
    let cycle = "class class0 A implements class1 {\n}\nclass class1 B implements class0 {\n}\n\
                 class class2 C extends class0 {\n}\nclass class3 D {\n}";
    let expected = [r#"class0 "A""#, r#"class1 "B""#, r#"class2 "C""#].map(|class| format!("{class}: {own}"));
    assert_eq!(problems(cycle), expected);
    assert_eq!(
        problems("class class0 A extends class0 {\n}"),
        [
            r#"class0 "A": its superclass class0 does not stand before it"#.to_owned(),
            format!(r#"class0 "A": {own}"#)
        ]
    );
}

#[test]
fn methods() {
    let text = "selector sel0 run\nclass class0 A {\n method sel0 = fn0\n method sel0 = fn1\n method sel1 = fn2\n}\n\
                class class1 B {\n method sel0 = fn1\n}\n\
                fn fn0 f(r0: class0) {\n return\n}\nfn fn1 g(r0: class0, r1: i64) {\n return\n}";
    assert_eq!(
        problems(text),
        [
            r#"class0 "A": it has two methods for sel0"#,
            r#"class0 "A": there is no sel1"#,
            r#"class0 "A": there is no fn2"#,
            r#"class0 "A": fn1 and fn0 are sel0 but differ in their types"#,
            r#"class1 "B": fn1 and fn0 are sel0 but differ in their types"#,
        ]
    );
    let receiver =
        "selector sel0 run\nclass class0 A {\n method sel0 = fn0\n}\nfn fn0 f(r0: i64) {\n return\n}";
    assert_eq!(
        problems(receiver),
        [r#"class0 "A": the first parameter of its method fn0 is not a reference"#]
    );
}

#[test]
fn shapes_and_types() {
    assert_eq!(problems("shape shape0 = set(anyref)"), ["shape0: the elements of a set are references"]);
    assert_eq!(problems("shape shape0 = array(enum0)"), ["shape0: there is no enum0"]);
    assert_eq!(problems("shape shape0 = seq(range(2, 1))"), ["shape0: the range 2..=1 is empty"]);
    assert_eq!(problems("shape shape0 = instance(class0)"), ["shape0: there is no class0"]);
    assert_eq!(problems("shape shape0 = channel(shape4)"), ["shape0: there is no shape4"]);
}

#[test]
fn first_values_of_globals() {
    let global = |ty: &str, init: &str| {
        problems(&format!("enum enum0 E {{A, B}}\nshape shape0 = lock\nglobal global0 x: {ty} = {init}"))
    };
    for (ty, init) in [
        ("bool", "1"),
        ("i32", "-5"),
        ("range(0, 3)", "3"),
        ("enum0", "1"),
        ("f64", "f64(2.5)"),
        ("f64", "0"),
        ("shape0", "null"),
    ] {
        assert_eq!(global(ty, init), [""; 0], "{ty} {init}");
    }
    for (ty, init, shown) in [
        ("bool", "2", "Bool"),
        ("i32", "2147483648", "I32"),
        ("range(0, 3)", "4", "Range { lo: 0, hi: 3 }"),
        ("enum0", "2", "Enum(enum0)"),
        ("i64", "null", "I64"),
        ("anyref", "0", "AnyRef"),
        ("f32", "f64(1.0)", "F32"),
    ] {
        let expected = format!(r#"global0 "x": its first value does not fit its type {shown}"#);
        assert_eq!(global(ty, init), [expected]);
    }
    assert_eq!(global("shape0", "static7"), [r#"global0 "x": there is no static7"#]);
}

#[test]
fn constants_are_no_registers() {
    let mut program = parse("global global0 x: i64 = 0 in process1").unwrap();
    program.globals[0].init = Operand::Reg(Reg(0));
    assert_eq!(
        problems_of(&program),
        [
            r#"global0 "x": its first value is a register, not a constant"#,
            r#"global0 "x": there is no process1"#
        ]
    );
}

#[test]
fn data_of_statics() {
    let object = |shape: &str, data: &str| {
        problems(&format!(
            "class class0 A {{\n field x: i64\n field next: class0\n}}\nshape shape0 = {shape}\n\
             static static0 s: shape0 = [{data}]"
        ))
    };
    for (shape, data) in [
        ("lock", "0"),
        ("rwlock", "0"),
        ("semaphore", "3"),
        ("barrier", "2, 0"),
        ("channel(bool)", "2, 0, 1"),
        ("thread", "1"),
        ("array(anyref)", "null, static0"),
        ("set(i64)", "-1, 4"),
        ("instance(class0)", "7, null"),
    ] {
        assert_eq!(object(shape, data), [""; 0], "{shape} {data}");
    }
    for (shape, data, message) in [
        ("lock", "", "0 words of data do not fit Lock"),
        ("barrier", "2", "1 words of data do not fit Barrier"),
        ("instance(class0)", "7", "1 words of data do not fit Instance(class0)"),
        ("instance(class0)", "7, 0", "word 1 does not fit its type Class(class0)"),
        ("channel(i64)", "1, 5, 6", "2 messages in a channel of 1"),
        ("channel(anyref)", "1, 5", "word 1 does not fit its type AnyRef"),
        ("set(i64)", "4, 4", "the elements of a set are not ascending"),
        ("semaphore", "-1", "the value -1 of a semaphore is negative"),
        ("array(bool)", "0, 2", "word 1 does not fit its type Bool"),
        ("seq(anyref)", "static1", "there is no static1"),
    ] {
        assert_eq!(object(shape, data), [format!(r#"static0 "s": {message}"#)]);
    }
    assert_eq!(problems("static static0 s: shape0 = []"), [r#"static0 "s": there is no shape0"#]);
}

#[test]
fn init_and_threads() {
    let text = "shape shape0 = lock\nshape shape1 = thread\nstatic static0 m: shape0 = [0]\n\
                static static1 h: shape1 = [1]\n\
                fn fn0 f(r0: i64, r1: shape0) {\n return\n}\n\
                fn fn1 i() {\n reg r0: i64\n r0 = choose 0, 2\n spawn fn0(0, null)\n return\n}\n";
    let with = |more: &str| problems(&format!("{text}{more}"));
    assert_eq!(with("thread a = fn0(1, static0) handle static1"), [""; 0]);
    assert_eq!(with("init fn0"), ["init: fn0 has parameters"]);
    assert_eq!(with("init fn9"), ["init: there is no fn9"]);
    assert_eq!(with("init fn1"), ["init, L0: fn1 chooses or spawns", "init, L1: fn1 chooses or spawns"]);
    assert_eq!(with("thread a = fn0(1)"), [r#"thread 0 "a": 1 arguments for 2 parameters of fn0"#]);
    assert_eq!(
        with("thread a = fn0(null, static1)"),
        [
            r#"thread 0 "a": argument 0 does not fit its type I64"#,
            r#"thread 0 "a": argument 1 does not fit its type Object(shape0)"#,
        ]
    );
    assert_eq!(
        with("thread a = fn1() handle static0"),
        [r#"thread 0 "a": its handle static0 is not of shape thread"#]
    );
    assert_eq!(
        with("thread a = fn1() handle static1\nthread b = fn1() handle static1"),
        [r#"thread 1 "b": its handle static1 is another thread's"#]
    );
}

#[test]
fn places() {
    let func = "fn fn0 f() {\n return\n}\n";
    assert_eq!(problems(&format!("{func}places fn0 = [7]")), [""; 0]);
    assert_eq!(
        problems(&format!("{func}places fn0 = [7, 8]\nplaces fn1 = []")),
        ["places: there are places of no function", "places: 2 places for 1 instructions"]
    );
}

#[test]
fn fault_classes() {
    let text = "class class0 A {\n}\nfault bad_cast = class0\nfault bad_cast = class1";
    assert_eq!(problems(text), ["fault bad_cast: there is no class1", "fault bad_cast: it has two classes"]);
}

#[test]
fn properties() {
    let text = "shape shape0 = lock\nstatic static0 m: shape0 = [0]\nglobal global0 x: i64 = 0\n\
                fn fn0 f() {\n label here = L0\n return\n}\n";
    let with = |more: &str| problems(&format!("{text}{more}"));
    let invariant = |expr: &str| with(&format!("invariant p = {expr}"));
    assert_eq!(invariant("(some(0, 2, at(param0, here)) & (owner(static0) < len(static0)))"), [""; 0]);
    assert_eq!(with("env p = (global0' == param0)"), [""; 0]);
    for (expr, message) in [
        ("global0", "a predicate of type I64"),
        ("(param0 == 1)", "there is no parameter 0"),
        ("all(0, 2, (param1 == 1))", "there is no parameter 1"),
        ("(global1 == 1)", "there is no global1"),
        ("(global0' == 1)", "a primed value outside a two-state predicate"),
        ("(null == 1)", "a reference is compared with something else"),
        ("(global0:anyref == null)", "a global is a reference"),
        ("(static_at(static0, 2, 1) == null)", "there are no 2 static objects from static0 on"),
        ("(owner(global0) == 1)", "an object is not a reference"),
        ("at(0, there)", r#"there is no label "there""#),
        ("not(null)", "an operand is a reference"),
        ("if(true, true, null)", "a choice between a reference and something else"),
    ] {
        assert_eq!(invariant(expr), [format!(r#"property "p": {message}"#)], "{expr}");
    }
    assert_eq!(with("ltl p = always {global0}"), [r#"property "p": a predicate of type I64"#]);
    assert_eq!(
        with("global global1 y: i64 = 0 #guarded_by(global0) #exclusive_when(global0)"),
        [r#"global1 "y": the guard is not a reference"#, r#"global1 "y": a predicate of type I64"#]
    );
}
