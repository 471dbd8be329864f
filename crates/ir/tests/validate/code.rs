//! Functions and instructions.

use crate::{problems, problems_of};
use commute_ir::{Instr, Operand, Pc, Reg, RegDecl, Ty, parse};

/// r0, r1 are integers, r2, r3 references of any kind, r4 of a sequence of references.
fn program(code: &str) -> String {
    format!(
        "selector sel0 run\nclass class0 A {{\n field x: i64\n field next: class0\n method sel0 = fn1\n}}\n\
         shape shape0 = lock\nshape shape1 = seq(anyref)\nshape shape2 = array(i64)\nshape shape3 = instance(class0)\n\
         global global0 n: i64 = 0\nglobal global1 p: anyref = null\n\
         static static0 m: shape0 = [0]\nstatic static1 a: shape2 = [0, 0]\n\
         fn fn0 f(r0: i64, r1: i64, r2: anyref, r3: anyref, r4: shape1) {{\n{code}\n}}\n\
         fn fn1 g(r0: class0, r1: i64) -> i64 {{\n return r1\n}}\n\
         fn fn2 set(r0: i64) {{\n store global0, r0\n return\n}}\n\
         fn fn3 get() -> i64 {{\n reg r0: i64\n r0 = load global0\n return r0\n}}\n"
    )
}

/// The problems of fn0 if its code is `code` and a return, without the name of the function.
fn code(code: &str) -> Vec<String> {
    let all = problems(&program(&format!("{code}\nreturn")));
    all.into_iter().map(|p| p.replace("fn0 \"f\", ", "").replace("fn0 \"f\": ", "")).collect()
}

#[test]
fn valid_code() {
    for line in [
        "r0 = add.i64 r1, 1",
        "r0 = eq.i64 r2, null",
        "r2 = static0",
        "r2 = static_at static0, 2, r0",
        "r2 = new shape2, r0",
        "r2 = new shape3, null",
        "r0 = load global0",
        "r2 = load r3{class0.1}",
        "r0 = load static1[1]",
        "r0 = load.plain static1[1]",
        "r0 = load slot r2[r1]",
        "r2 = load r4[r0]",
        "r0 = load r2[r0]",
        "store r4[0], null",
        "r0 = cas global1, null, r2",
        "r0 = call fn1(r2, 1)",
        "call fn1(r2, 1)",
        "r0 = call_virtual sel0(r2, 1)",
        "r2 = spawn fn2(1)",
        "invoke acquire static0",
        "r0 = invoke try_acquire r2",
        "r2 = invoke pop r4",
        "invoke push r4, r3",
        "invoke monitor_enter static1",
        "throw r2",
        "switch r0 [1: L0] else L1",
        "r0 = narrow r1, 0, 5",
    ] {
        assert_eq!(code(line), [""; 0], "{line}");
    }
}

#[test]
fn names_that_do_not_exist() {
    for (line, expected) in [
        ("r9 = 1", "L0: there is no register r9"),
        ("r0 = r5", "L0: there is no register r5"),
        ("r2 = static5", "L0: there is no static5"),
        ("r0 = load global7", "L0: there is no global7"),
        ("r0 = load r2{class3.0}", "L0: there is no class3"),
        ("r0 = load r2{class0.2}", "L0: class0 has no field 2"),
        ("r2 = new shape9, 0", "L0: there is no shape9"),
        ("call fn9()", "L0: there is no fn9"),
        ("spawn fn9()", "L0: there is no fn9"),
        ("call_virtual sel3(null)", "L0: there is no sel3"),
        ("check_cast r2, class8", "L0: there is no class8"),
        ("r0 = is_instance r2, class8", "L0: there is no class8"),
        ("r2 = static_at static1, 2, 0", "L0: there are no 2 static objects from static1 on"),
        (
            "r2 = static_at static1, 4294967295, 0",
            "L0: there are no 4294967295 static objects from static1 on",
        ),
        ("r2 = static_at static1, 0, 0", "L0: there are no 0 static objects from static1 on"),
    ] {
        assert_eq!(code(line), [expected], "{line}");
    }
}

#[test]
fn references_and_others_do_not_mix() {
    for (line, expected) in [
        ("r0 = null", "L0: the value is a reference"),
        ("r2 = 0", "L0: the value is not a reference"),
        ("r0 = add.i64 r2, 1", "L0: an operand is a reference"),
        ("r2 = add.i64 1, 1", "L0: the result register is a reference"),
        ("r0 = eq.i64 r2, 0", "L0: the right operand is not a reference"),
        ("r2 = load global0", "L0: the result register is a reference"),
        ("store global1, 3", "L0: the value is not a reference"),
        ("r0 = load r1{class0.0}", "L0: the object is not a reference"),
        ("r0 = load r4[0]", "L0: the result register is not a reference"),
        ("r0 = load static0[0]", "L0: Lock is not an array"),
        ("r0 = cas global1, 0, r2", "L0: the expected value is not a reference"),
        ("call fn1(r0, 1)", "L0: argument 0 is not a reference"),
        ("r2 = call fn1(r2, 1)", "L0: the result register is a reference"),
        ("r0 = spawn fn2(1)", "L0: the result register is not a reference"),
        ("throw r0", "L0: the exception is not a reference"),
        ("branch r2, L1, L1", "L0: an operand is a reference"),
        ("r0 = new shape0, 0", "L0: the result register is not a reference"),
        ("invoke push r4, 1", "L0: the argument of Push is not a reference"),
        ("r0 = invoke pop r4", "L0: the result of Pop is not a reference"),
        ("call_virtual sel0(1, 1)", "L0: the receiver is not a reference"),
    ] {
        assert_eq!(code(line)[..1], [expected], "{line}");
    }
}

#[test]
fn a_word_of_which_only_the_number_is_known_is_not_plain() {
    let problem = "L0: a word is accessed plainly by its number";
    assert_eq!(code("r0 = load.plain slot r2[r1]"), [problem]);
    assert_eq!(code("store.plain slot.ref r2[r1], r3"), [problem]);
}

#[test]
fn calls_and_operations() {
    for (line, expected) in [
        ("call fn2()", "L0: 0 arguments for 1 parameters of fn2"),
        ("spawn fn2(1, 2)", "L0: 2 arguments for 1 parameters of fn2"),
        ("call_virtual sel0(r2)", "L0: 1 arguments for 2 parameters of sel0"),
        ("r0 = call fn2(1)", "L0: it expects a result, but the function has none"),
        ("invoke acquire static1", "L0: static1 is Array(I64), which has no Acquire"),
        ("invoke acquire r2, 1", "L0: the argument of Acquire is given, but there is none"),
        ("r0 = invoke acquire r2", "L0: the result of Acquire is given, but there is none"),
        ("invoke send r2", "L0: the argument of Send is missing"),
        ("return 1", "L0: it returns a value, but the function has no result"),
        ("r0 = narrow r1, 5, 0", "L0: the range 5..=0 is empty"),
    ] {
        assert_eq!(code(line), [expected], "{line}");
    }
    assert_eq!(code("call_virtual sel0()")[0], "L0: it has no receiver");
    let nothing = "fn fn0 f() -> i64 {\n return\n}";
    assert_eq!(problems(nothing), [r#"fn0 "f", L0: it returns nothing, but the function has a result"#]);
}

#[test]
fn control_stays_inside() {
    assert_eq!(code("jump L2"), ["L0: control goes to L2, outside the code"]);
    assert_eq!(code("branch 1, L9, L1"), ["L0: control goes to L9, outside the code"]);
    assert_eq!(code("switch 1 [3: L7] else L8").len(), 2);
    assert_eq!(
        problems("fn fn0 f() {\n yield\n}"),
        [r#"fn0 "f", L0: control runs past the end of the code"#]
    );
    assert_eq!(problems("fn fn0 f() {\n}"), [r#"fn0 "f": it has no instructions"#]);
    assert_eq!(code("label end = L2"), [r#"its label "end" is outside the code"#]);
}

#[test]
fn handlers() {
    assert_eq!(code("catch L0 to L1 any -> r2, L0"), [""; 0]);
    assert_eq!(code("catch L0 to L2 any -> r2, L0"), ["its handler covers L0 to L2"]);
    assert_eq!(code("catch L0 to L0 any -> r2, L0"), ["its handler covers L0 to L0"]);
    assert_eq!(code("catch L0 to L1 any -> r2, L1"), ["its handler starts at L1, outside the code"]);
    assert_eq!(code("catch L0 to L1 class1 -> r2, L0"), ["there is no class1"]);
    assert_eq!(code("catch L0 to L1 any -> r0, L0"), ["the exception register r0 is not a reference"]);
    assert_eq!(code("catch L0 to L1 any -> r8, L0"), ["there is no register r8"]);
}

#[test]
fn tables_of_a_function() {
    let mut program = parse("fn fn0 f() {\n return\n}").unwrap();
    program.functions[0].params = 1;
    program.functions[0].spans.clear();
    assert_eq!(
        problems_of(&program),
        [r#"fn0 "f": it has 1 parameters but 0 registers"#, r#"fn0 "f": it has 1 instructions but 0 spans"#]
    );
    let mut program = parse("fn fn0 f() {\n return\n}").unwrap();
    program.functions[0].regs = vec![RegDecl { name: String::new(), ty: Ty::I64 }; 65_536];
    assert_eq!(problems_of(&program), [r#"fn0 "f": it has 65536 registers, more than 65535"#]);
}

#[test]
fn atomic_blocks_nest() {
    let differs = "the number of atomic blocks around it is not the same on all paths";
    assert_eq!(code("atomic_begin\nyield\natomic_end"), [""; 0]);
    assert_eq!(code("atomic_begin"), ["L1: it returns from inside an atomic block"]);
    assert_eq!(code("atomic_end"), [format!("L0: {differs}")]);
    assert_eq!(code("branch 1, L1, L2\natomic_begin"), [format!("L2: {differs}")]);
}

/// A guard between `atomic_begin` at L0 and a block; then the end and a return.
fn guard(lines: &str, retry: u32) -> Vec<String> {
    code(&format!("atomic_begin\n{lines}\nblock r0, L{retry}\natomic_end"))
}

#[test]
fn guards_only_read() {
    for lines in [
        "r0 = load global0",
        "r0 = invoke len r2",
        "r0 = call fn3()",
        "branch r1, L2, L3\nr0 = 1",
        "atomic_begin\nr0 = load global0\natomic_end",
    ] {
        assert_eq!(guard(lines, 0), [""; 0], "{lines}");
    }
    let more = |pc: u32| format!("L2: between its retry L0 and it, L{pc} does more than read");
    for line in [
        "store global0, 1",
        "call fn2(1)",
        "r2 = new shape0, 0",
        "invoke acquire r2",
        "yield",
        "r0 = choose 0, 2",
    ] {
        assert_eq!(guard(line, 0), [more(1)], "{line}");
    }
    // What follows the block is no part of the guard.
    assert_eq!(code("atomic_begin\nblock r0, L0\nstore global0, 1\natomic_end"), [""; 0]);
    // A virtual call may run any method of the selector.
    let text = program("atomic_begin\nr0 = call_virtual sel0(r2, 1)\nblock r0, L0\natomic_end\nreturn");
    assert_eq!(problems(&text), [""; 0]);
    let writing = text.replace("{\n return r1\n}", "{\n yield\n return r1\n}");
    assert_eq!(problems(&writing), [format!("fn0 \"f\", {}", more(1))]);
}

#[test]
fn a_block_belongs_to_its_retry() {
    assert_eq!(guard("r0 = 1", 1), ["L2: its retry L1 is not an atomic_begin"]);
    assert_eq!(guard("r0 = 1", 77), ["L2: its retry L77 is not an atomic_begin"]);
    assert_eq!(
        code("branch 1, L1, L3\natomic_begin\njump L4\natomic_begin\nblock 1, L1\natomic_end"),
        ["L4: it can be reached other than through its retry L1"]
    );
    // The block of the retry has ended before.
    assert_eq!(
        code("atomic_begin\natomic_end\nblock 1, L0"),
        ["L2: it is not inside the block of its retry L0"]
    );
}

#[test]
fn a_retry_in_a_loop_is_still_the_only_way_in() {
    let code = code(
        "atomic_begin\nr0 = load global0\nblock r0, L0\natomic_end\nstore global0, 1\nbranch r1, L0, L6",
    );
    assert_eq!(code, [""; 0]);
}

#[test]
fn registers_of_the_largest_number_are_judged() {
    let mut program = parse("fn fn0 f() {\n return\n}").unwrap();
    program.functions[0].code[0] = Instr::Return { value: Some(Operand::Reg(Reg(u16::MAX))) };
    program.functions[0].code.insert(0, Instr::Jump { target: Pc(u32::MAX) });
    program.functions[0].spans.push(Default::default());
    assert_eq!(
        problems_of(&program),
        [
            r#"fn0 "f", L0: control goes to L4294967295, outside the code"#,
            r#"fn0 "f", L1: there is no register r65535"#
        ]
    );
}
