//! What the text form looks like, and what the parser says about a bad one.

use commute_ir::{PrintOptions, parse, print, validate};
use expect_test::{Expect, expect};

/// A program with something of each kind, in the form in which it is printed.
const BANK: &str = r#"enum enum0 Color {Red, "dark green"}

selector sel0 "deposit(I)V"
process process0 bank

class class0 Account #self_locking {
  field balance: i64 #guarded_by(param0:class0)  ; Account
  method sel0 = fn0  ; sel0 "deposit(I)V", fn0 Account.deposit
}
class class1 Savings extends class0 {  ; Account
  field balance: i64
  field color: enum0  ; Color
}
fault null_dereference = class0  ; Account

shape shape0 = lock
shape shape1 = instance(class1)  ; Savings
shape shape2 = channel(range(-1, 10))
shape shape3 = thread

global global0 total: i64 = -4 in process0 #unshared #exclusive_when((global0 == param0))  ; process0 bank, global0 total
global global1 rate: f64 = f64(0.5)

static static0 m: shape0 = [0]  ; lock
static static1 "chan[0]": shape2 = [2, 7, 8] in process0  ; shape2 channel, process0 bank
static static2 "chan[1]": shape2 = [0]  ; channel
static static3 handle: shape3 = [1]  ; thread

fn fn0 Account.deposit(r0 this: class0, r1 amount: i64) {  ; Account
  reg r2 tx: i64
  reg r3: anyref
  label critical = L1
  catch L0 to L2 class0 -> r3, L6  ; Account
  L0: invoke monitor_enter r0:this
  L1: r2:tx = load r0:this{class0.0}  ; Account.balance
  L2: r2:tx = add.i64 r2:tx, r1:amount
  L3: store r0:this{class0.0}, r2:tx  ; Account.balance
  L4: invoke monitor_exit r0:this
  L5: return
  L6: throw r3
}

fn fn1 main(r0 i: i64) -> i64 {
  reg r1: shape1  ; Savings
  reg r2: shape2  ; channel
  L0: r1 = new shape1, 0  ; Savings
  L1: r2 = static_at static1, 2, r0:i  ; "chan[0]"
  L2: invoke send r2, 3
  L3: call_virtual sel0(r1, 5)  ; "deposit(I)V"
  L4: assert 1, "no \"way\""
  L5: switch r0:i [0: L6, -1: L7] else L8
  L6: r0:i = narrow.wrap r0:i, 0, 3
  L7: r0:i = cas global0, 0, r0:i  ; total
  L8: return r0:i
}

thread "main[0]" = fn1(0) daemon in process0 handle static3  ; fn1 main, process0 bank, static3 handle

invariant safe = ((0 <= global0) & all(0, 2, (len(static_at(static1, 2, param0)) < 3)))  ; global0 total, static1 "chan[0]"
ltl live = always ({(owner(static0) == -1)} implies eventually {at(0, critical)})  ; m
env keeps = if((owner(static0) == param0), (global0' == global0), true)  ; static0 m, global0 total
"#;

#[test]
fn a_program_reads_well() {
    let program = parse(BANK).unwrap();
    assert_eq!(print(&program, PrintOptions { spans: false }), BANK);
    assert_eq!(validate(&program), []);
}

#[test]
fn spans_stand_at_the_ends() {
    let text = "fn fn0 f() @f1:0..9 {\n  L0: return @f1:3..5\n}\n\n\
                invariant p @f1:9..20 = (1 @f1:10..11 == global0:range(0, 3)) @f1:10..20\n";
    let program = parse(text).unwrap();
    assert_eq!(print(&program, PrintOptions { spans: true }), text);
    let plain = "fn fn0 f() {\n  L0: return\n}\n\ninvariant p = (1 == global0:range(0, 3))\n";
    assert_eq!(print(&program, PrintOptions { spans: false }), plain);
}

fn error(text: &str, expected: Expect) {
    expected.assert_eq(&parse(text).unwrap_err().to_string());
}

#[test]
fn errors_name_the_line_and_what_was_expected() {
    error("\nfoo", expect![[r#"line 2: expected a declaration, found "foo""#]]);
    error("enum enum1 E {}", expect![[r#"line 1: expected "enum0", found "enum1""#]]);
    error("global global0 x i64", expect![[r#"line 1: expected ":", found "i64""#]]);
    error("global global0 x: i64 = r1", expect![[r#"line 1: expected an operand, found "r1""#]]);
    error("shape shape0 = lock lock", expect![[r#"line 1: expected the end of the line, found "lock""#]]);
    error("init fn0\ninit fn0", expect!["line 2: there is more than one init"]);
    error("fault late = class0", expect![[r#"line 1: expected a fault, found "late""#]]);
    error("invariant p = (1 =< 2)", expect![[r#"line 1: expected an operator, found "=<""#]]);
    error("invariant p = all(1, 2)", expect![[r#"line 1: expected ",", found ")""#]]);
    error("class class0 A {\n field x: i65\n}", expect![[r#"line 2: expected a type, found "i65""#]]);
    error("class class0 A #hot {", expect![[r#"line 1: unknown annotation "hot""#]]);
    error("selector sel0 \"a", expect!["line 1: a string without end"]);
    error("process process0 é", expect!["line 1: unexpected character 'é'"]);
}

#[test]
fn errors_in_code() {
    let code = |line: &str| format!("fn fn0 f(r0 x: i64) {{\n{line}\n}}");
    error(&code("L1: return"), expect![[r#"line 2: expected "L0", found "L1""#]]);
    error(&code("r0:y = 1"), expect![[r#"line 2: r0 is not called "y""#]]);
    error(&code("r0 = add.i65 1, 2"), expect![[r#"line 2: expected an operand, found "add.i65""#]]);
    error(&code("go L1"), expect![[r#"line 2: unknown instruction "go""#]]);
    error(&code("r0 = load r0.x"), expect![[r#"line 2: expected an operand, found "r0.x""#]]);
    error(&code("r65536 = 1"), expect![[r#"line 2: unknown instruction "r65536""#]]);
    error(
        &code("invoke lock static0"),
        expect![[r#"line 2: expected an operation on an object, found "lock""#]],
    );
    error("fn fn0 f() {\nreturn", expect![[r#"line 2: expected an instruction, found the end of the text"#]]);
}
