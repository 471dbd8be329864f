//! Remote calls, records, `select`, and channels that fail.

use super::{check, check_main};
use expect_test::expect;

#[test]
fn remote_calls() {
    check(
        r#"process p {
    var x: int;
    remote fn get(n: 0..4) -> int { return x + n; }
    remote fn put(n: int) { x = n; }
    thread main { p.put(p.get(2)); let y = get(1); }
}
"#,
        expect![[r#"
            process process0 p

            shape shape0 = channel(i64)
            shape shape1 = thread

            global global0 p.x: i64 = 0 in process0  ; p

            fn fn0 p.get(r0 n: range(0, 3)) -> i64 {
              reg r1: i64
              reg r2: i64
              L0: r1 = load global0  ; p.x
              L1: r2 = add.i64 r1, r0:n
              L2: return r2
            }

            fn fn1 p.get.remote(r0 reply: shape0, r1: range(0, 3)) {  ; channel
              reg r2: i64
              L0: r2 = call fn0(r1)  ; p.get
              L1: invoke send r0:reply, r2
              L2: return
            }

            fn fn2 p.put(r0 n: i64) {
              L0: store global0, r0:n  ; p.x
              L1: return
            }

            fn fn3 p.main() {
              reg r0: shape1  ; thread
              reg r1: shape0  ; channel
              reg r2: i64
              reg r3: shape1  ; thread
              reg r4 y: i64
              L0: r1 = new shape0, 1  ; channel
              L1: r0 = spawn.daemon fn1(r1, 2)  ; p.get.remote
              L2: invoke join r0
              L3: r2 = invoke receive r1
              L4: r3 = spawn.daemon fn2(r2)  ; p.put
              L5: invoke join r3
              L6: r4:y = call fn0(1)  ; p.get
              L7: return
            }

            thread p.main = fn3() in process0  ; fn3 p.main, process0 p
        "#]],
    );
}

#[test]
fn records_are_numbers_in_mixed_radix() {
    check(
        r#"enum Kind { A, B }
record Msg(kind: Kind, n: -1..=1);
var g: Msg = Msg(Kind::B, -1);
thread main {
    let m = Msg(Kind::B, 1);
    m.n -= 1;
    if m.kind == Kind::B && m == g { g = m; }
}
invariant g.n >= 0;
"#,
        expect![[r#"
            enum enum0 Kind {A, B}
            enum enum1 Msg {"Msg(A, 0)", "Msg(B, 0)", "Msg(A, 1)", "Msg(B, 1)", "Msg(A, -1)", "Msg(B, -1)"}

            global global0 g: enum1 = 5  ; Msg

            fn fn0 main() {
              reg r0 m: enum1  ; Msg
              reg r1: i64
              reg r2: i64
              reg r3: i64
              reg r4: i64
              reg r5: i64
              reg r6: i64
              reg r7: range(-1, 1)
              reg r8: i64
              reg r9: i64
              reg r10: i64
              reg r11: i64
              reg r12: i64
              reg r13: i64
              reg r14: i64
              reg r15: bool
              reg r16: enum1  ; Msg
              reg r17: bool
              L0: r0:m = 3
              L1: r1 = div.i64 r0:m, 2
              L2: r2 = mod.i64 r1, 3
              L3: r3 = add.i64 r2, 1
              L4: r4 = mod.i64 r3, 3
              L5: r5 = add.i64 r4, -1
              L6: r6 = sub.i64 r5, 1
              L7: r7 = narrow r6, -1, 1
              L8: r8 = div.i64 r0:m, 2
              L9: r9 = mod.i64 r8, 3
              L10: r10 = mul.i64 r9, 2
              L11: r11 = sub.i64 r0:m, r10
              L12: r12 = mod.i64 r7, 3
              L13: r13 = mul.i64 r12, 2
              L14: r14 = add.i64 r11, r13
              L15: r0:m = r14
              L16: r1 = mod.i64 r0:m, 2
              L17: r15 = eq.i64 r1, 1
              L18: branch r15, L19, L23
              L19: r16 = load global0  ; g
              L20: r17 = eq.i64 r0:m, r16
              L21: branch r17, L22, L23
              L22: store global0, r0:m  ; g
              L23: return
            }

            thread main = fn0()  ; main

            invariant "invariant 1" = ((((((global0:enum1 / 2) mod 3) + 1) mod 3) + -1):range(-1, 1) >= 0)  ; global0 g, enum1 Msg
        "#]],
    );
}

#[test]
fn select_is_one_atomic_block() {
    check_main(
        r#"var a: channel(1) of int;
var b: channel(1) of int;
var x: int;
thread main {
    select (let m = a.receive()) { x = m; } or (b.send(x)) { x = 1; }
    select (a.receive()) { x = 2; } else { x = 3; }
    select (a.receive()) { x = 4; } or timeout { x = 5; }
}
"#,
        expect![[r#"
            fn fn0 main() {
              reg r0: i64
              reg r1: i64
              reg r2: i64
              reg r3: i64
              reg r4: i64
              reg r5: i64
              reg r6: i64
              reg r7: i64
              reg r8 m: i64
              reg r9: i64
              L0: r0 = load global0  ; x
              L1: atomic_begin
              L2: r1 = invoke len static0  ; a
              L3: r2 = gt.i64 r1, 0
              L4: r3 = invoke room static1  ; b
              L5: r4 = gt.i64 r3, 0
              L6: r5 = add.i64 r2, r4
              L7: r6 = gt.i64 r5, 0
              L8: block r6, L1
              L9: r7 = choose 0, r5
              L10: branch r2, L11, L14
              L11: branch r7, L12, L15
              L12: r7 = sub.i64 r7, 1
              L13: jump L14
              L14: jump L19
              L15: r8:m = invoke receive static0  ; a
              L16: atomic_end
              L17: store global0, r8:m  ; x
              L18: jump L23
              L19: invoke send static1, r0  ; b
              L20: atomic_end
              L21: store global0, 1  ; x
              L22: jump L23
              L23: atomic_begin
              L24: r0 = invoke len static0  ; a
              L25: r1 = gt.i64 r0, 0
              L26: branch r1, L30, L27
              L27: atomic_end
              L28: store global0, 3  ; x
              L29: jump L36
              L30: r2 = choose 0, r1
              L31: jump L32
              L32: r3 = invoke receive static0  ; a
              L33: atomic_end
              L34: store global0, 2  ; x
              L35: jump L36
              L36: atomic_begin
              L37: r0 = invoke len static0  ; a
              L38: r1 = gt.i64 r0, 0
              L39: r2 = gt.i64 r1, 0
              L40: block.timed r2, L36
              L41: branch r1, L45, L42
              L42: atomic_end
              L43: store global0, 5  ; x
              L44: jump L51
              L45: r3 = choose 0, r1
              L46: jump L47
              L47: r4 = invoke receive static0  ; a
              L48: atomic_end
              L49: store global0, 4  ; x
              L50: jump L51
              L51: return
            }
        "#]],
    );
}

#[test]
fn messages_without_waiting() {
    check_main(
        r#"var c: channel(1) of int;
thread main {
    let sent = c.try_send(1);
    let got = c.try_receive(7);
}
"#,
        expect![[r#"
            fn fn0 main() {
              reg r0 sent: bool
              reg r1: i64
              reg r2: i64
              reg r3 got: i64
              L0: atomic_begin
              L1: r1 = invoke room static0  ; c
              L2: r2 = gt.i64 r1, 0
              L3: branch r2, L4, L5
              L4: invoke send static0, 1  ; c
              L5: r0:sent = r2
              L6: atomic_end
              L7: atomic_begin
              L8: r1 = invoke len static0  ; c
              L9: r2 = gt.i64 r1, 0
              L10: branch r2, L13, L11
              L11: r3:got = 7
              L12: jump L14
              L13: r3:got = invoke receive static0  ; c
              L14: atomic_end
              L15: return
            }
        "#]],
    );
}

#[test]
fn faults_are_choices() {
    check(
        r#"var c: lossy(1) duplicating channel(2) of int;
var d: [lossy channel(1) of bool; 2];
var e: [reordering(1) channel(2) of int; 2];
var f: lossy(0) channel(1) of int;
thread main {
    c.send(1);
    let x = c.receive();
    d[1].send(true);
    let y = e[x].try_receive(x);
    f.send(1);
}
"#,
        expect![[r#"
            shape shape0 = channel(i64)
            shape shape1 = channel(bool)
            shape shape2 = array(range(0, 1))

            global global0 c.lost: range(0, 1) = 0

            static static0 c: shape0 = [2]  ; channel
            static static1 "d[0]": shape1 = [1]  ; channel
            static static2 "d[1]": shape1 = [1]  ; channel
            static static3 "e[0]": shape0 = [2]  ; channel
            static static4 "e[1]": shape0 = [2]  ; channel
            static static5 e.reordered: shape2 = [0, 0]  ; array
            static static6 f: shape0 = [1]  ; channel

            fn fn0 main() {
              reg r0: i64
              reg r1: i64
              reg r2: i64
              reg r3 lost: bool
              reg r4: i64
              reg r5 x: i64
              reg r6 stays: bool
              reg r7: i64
              reg r8: i64
              reg r9 lost: bool
              reg r10 y: i64
              reg r11: shape0  ; channel
              reg r12: i64
              reg r13 overtakes: i64
              reg r14: i64
              reg r15: i64
              reg r16: i64
              reg r17: i64
              reg r18: i64
              L0: atomic_begin
              L1: r0 = load global0  ; c.lost
              L2: r1 = lt.i64 r0, 1
              L3: r2 = add.i64 r1, 1
              L4: r3:lost = choose 0, r2
              L5: branch r3:lost, L6, L10
              L6: r4 = add.i64 r0, 1
              L7: store global0, r4  ; c.lost
              L8: atomic_end
              L9: jump L12
              L10: atomic_end
              L11: invoke send static0, 1  ; c
              L12: atomic_begin
              L13: r0 = invoke len static0  ; c
              L14: r1 = gt.i64 r0, 0
              L15: block r1, L12
              L16: r6:stays = choose 0, 2
              L17: branch r6:stays, L18, L19
              L18: jump L19
              L19: branch r6:stays, L20, L33
              L20: r2 = 0
              L21: r7 = lt.i64 r2, r0
              L22: branch r7, L23, L32
              L23: r4 = invoke receive static0  ; c
              L24: r8 = eq.i64 r2, 0
              L25: branch r8, L26, L28
              L26: r5:x = r4
              L27: branch r6:stays, L28, L30
              L28: invoke send static0, r4  ; c
              L29: jump L30
              L30: r2 = add.i64 r2, 1
              L31: jump L21
              L32: jump L34
              L33: r5:x = invoke receive static0  ; c
              L34: atomic_end
              L35: r9:lost = choose 0, 2
              L36: branch r9:lost, L37, L38
              L37: jump L39
              L38: invoke send static2, 1  ; "d[1]"
              L39: r11 = static_at static3, 2, r5:x  ; "e[0]"
              L40: atomic_begin
              L41: r0 = invoke len r11
              L42: r1 = gt.i64 r0, 0
              L43: branch r1, L46, L44
              L44: r10:y = r5:x
              L45: jump L71
              L46: r2 = load static5[r5:x]  ; e.reordered
              L47: r4 = lt.i64 r2, 1
              L48: r7 = sub.i64 r0, 1
              L49: r8 = mul.i64 r7, r4
              L50: r12 = add.i64 r8, 1
              L51: r13:overtakes = choose 0, r12
              L52: branch r13:overtakes, L53, L56
              L53: r14 = add.i64 r2, 1
              L54: store static5[r5:x], r14  ; e.reordered
              L55: jump L56
              L56: branch r13:overtakes, L57, L70
              L57: r15 = 0
              L58: r17 = lt.i64 r15, r0
              L59: branch r17, L60, L69
              L60: r16 = invoke receive r11
              L61: r18 = eq.i64 r15, r13:overtakes
              L62: branch r18, L63, L65
              L63: r10:y = r16
              L64: branch 0, L65, L67
              L65: invoke send r11, r16
              L66: jump L67
              L67: r15 = add.i64 r15, 1
              L68: jump L58
              L69: jump L71
              L70: r10:y = invoke receive r11
              L71: atomic_end
              L72: invoke send static6, 1  ; f
              L73: return
            }

            thread main = fn0()  ; main
        "#]],
    );
}

#[test]
fn a_message_may_be_in_the_variable_that_receives_the_answer() {
    check_main(
        r#"var c: channel(1) of bool;
thread main {
    let b = false;
    b = c.try_send(b);
    b = c.try_receive(b);
}
"#,
        expect![[r#"
            fn fn0 main() {
              reg r0 b: bool
              reg r1: i64
              reg r2: i64
              L0: r0:b = 0
              L1: atomic_begin
              L2: r1 = invoke room static0  ; c
              L3: r2 = gt.i64 r1, 0
              L4: branch r2, L5, L6
              L5: invoke send static0, r0:b  ; c
              L6: r0:b = r2
              L7: atomic_end
              L8: atomic_begin
              L9: r1 = invoke len static0  ; c
              L10: r2 = gt.i64 r1, 0
              L11: branch r2, L13, L12
              L12: jump L14
              L13: r0:b = invoke receive static0  ; c
              L14: atomic_end
              L15: return
            }
        "#]],
    );
}

#[test]
fn objects_come_twice() {
    check_main(
        r#"class Cell { }
var c: duplicating channel(1) of Cell;
thread main {
    let n = c.len() + 1;
    let cell = c.receive();
}
"#,
        expect![[r#"
            fn fn0 main() {
              reg r0 n: i64
              reg r1: i64
              reg r2 cell: class0  ; Cell
              reg r3: i64
              reg r4 stays: bool
              reg r5: i64
              reg r6: class0  ; Cell
              reg r7: i64
              reg r8: i64
              L0: r1 = invoke len static0  ; c
              L1: r0:n = add.i64 r1, 1
              L2: atomic_begin
              L3: r1 = invoke len static0  ; c
              L4: r3 = gt.i64 r1, 0
              L5: block r3, L2
              L6: r4:stays = choose 0, 2
              L7: branch r4:stays, L8, L9
              L8: jump L9
              L9: branch r4:stays, L10, L23
              L10: r5 = 0
              L11: r7 = lt.i64 r5, r1
              L12: branch r7, L13, L22
              L13: r6 = invoke receive static0  ; c
              L14: r8 = eq.i64 r5, 0
              L15: branch r8, L16, L18
              L16: r2:cell = r6
              L17: branch r4:stays, L18, L20
              L18: invoke send static0, r6  ; c
              L19: jump L20
              L20: r5 = add.i64 r5, 1
              L21: jump L11
              L22: jump L24
              L23: r2:cell = invoke receive static0  ; c
              L24: atomic_end
              L25: return
            }
        "#]],
    );
}
