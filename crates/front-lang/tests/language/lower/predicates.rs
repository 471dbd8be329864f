//! Invariants, formulas, environment assumptions and annotations.

use super::check;
use expect_test::expect;

#[test]
fn invariants() {
    check(
        r#"const N: int = 2;
class C { v: int; next: C; }
var x: int;
var c: C;
var a: [int; N];
var q: [bool];
var s: set<int>;
var m: lock;
var forks: [[lock; 2]; 3];
thread main { 'cs: x = 1; }
thread worker[i in 3..5] { 'cs: yield; }
invariant x == 0 => !(x > 1) && -x != ~1;
invariant named: c == null || c.next.v >= 0;
invariant forall i in 0..N: exists j in i..=3: a[i] <= j;
invariant 1 in s || s.contains(2) || s.nth(0) == 3;
invariant len(q) + s.len() < 5 && q[0];
invariant owner(m) == main || owner(forks[x][1]) == worker[4] || owner(forks[2][0]) == -1;
invariant !(at(main, 'cs) && at(worker[3], 'cs) && at(x, 'cs));
thread quiet { return; }
"#,
        expect![[r#"
            class class0 C {
              field v: i64
              field next: class0  ; C
            }

            shape shape0 = array(i64)
            shape shape1 = seq(bool)
            shape shape2 = set(i64)
            shape shape3 = lock

            global global0 x: i64 = 0
            global global1 c: class0 = null  ; C

            static static0 a: shape0 = [0, 0]  ; array
            static static1 q: shape1 = []  ; seq
            static static2 s: shape2 = []  ; set
            static static3 m: shape3 = [0]  ; lock
            static static4 "forks[0][0]": shape3 = [0]  ; lock
            static static5 "forks[0][1]": shape3 = [0]  ; lock
            static static6 "forks[1][0]": shape3 = [0]  ; lock
            static static7 "forks[1][1]": shape3 = [0]  ; lock
            static static8 "forks[2][0]": shape3 = [0]  ; lock
            static static9 "forks[2][1]": shape3 = [0]  ; lock

            fn fn0 main() {
              label cs = L0
              L0: store global0, 1  ; x
              L1: return
            }

            fn fn1 worker(r0 i: i64) {
              label cs = L0
              L0: yield
              L1: return
            }

            fn fn2 quiet() {
              L0: return
            }

            thread main = fn0()  ; main
            thread "worker[3]" = fn1(3)  ; worker
            thread "worker[4]" = fn1(4)  ; worker
            thread quiet = fn2()  ; quiet

            invariant "invariant 1" = (not((global0 == 0)) | (not((global0 > 1)) & (neg(global0) != bitnot(1))))  ; x
            invariant named = ((global1:class0 == null) | (global1:class0[1]:class0[0] >= 0))  ; global1 c, class0 C
            invariant "invariant 2" = all(0, 2, some(param0, 4, (static0:shape0[param0] <= param1)))  ; static0 a, shape0 array
            invariant "invariant 3" = ((contains(static2:shape2, 1) | contains(static2:shape2, 2)) | (static2:shape2[0] == 3))  ; static2 s, shape2 set
            invariant "invariant 4" = (((len(static1:shape1) + len(static2:shape2)) < 5) & static1:shape1[0]:bool)  ; static1 q, shape1 seq, static2 s, shape2 set
            invariant "invariant 5" = (((owner(static3:shape3) == 0) | (owner(static_at(static4, 6, if(((0 <= 1) & (1 < 2)), ((global0 * 2) + 1), -1)):shape3) == 2)) | (owner(static8:shape3) == -1))  ; static3 m, shape3 lock, static4 "forks[0][0]", global0 x, static8 "forks[2][0]"
            invariant "invariant 6" = not(((at(0, cs) & at(1, cs)) & at(global0, cs)))  ; x
        "#]],
    );
}

#[test]
fn temporal_formulas() {
    check(
        r#"var p: bool;
var q: bool;
ltl f = [](p -> <>q);
ltl g = (p U q) && (p W q) || (p R q);
ltl h = !X p <-> q;
"#,
        expect![[r#"
            global global0 p: bool = 0
            global global1 q: bool = 0

            ltl f = always ({global0:bool} implies eventually {global1:bool})  ; global0 p, global1 q
            ltl g = ((({global0:bool} until {global1:bool}) and ({global1:bool} release ({global0:bool} or {global1:bool}))) or ({global0:bool} release {global1:bool}))  ; global0 p, global1 q
            ltl h = ((not next {global0:bool} implies {global1:bool}) and ({global1:bool} implies not next {global0:bool}))  ; global0 p, global1 q
        "#]],
    );
}

#[test]
fn environment_assumptions() {
    check(
        r#"class C { f: int; }
var x: int;
var a: [int; 2];
var m: lock;
var c: C;
env(i) = (owner(m) == i => x' == x) && a[x]' == a[x] && c.f' == c.f && owner(m)' == owner(m);
init x == 0;
"#,
        expect![[r#"
            class class0 C {
              field f: i64
            }

            shape shape0 = array(i64)
            shape shape1 = lock

            global global0 x: i64 = 0
            global global1 c: class0 = null  ; C

            static static0 a: shape0 = [0, 0]  ; array
            static static1 m: shape1 = [0]  ; lock

            env env = ((((not((owner(static1:shape1) == param0)) | (global0' == global0)) & (static0:shape0[global0]' == static0:shape0[global0])) & (global1:class0[0]' == global1:class0[0])) & (owner'(static1:shape1) == owner(static1:shape1)))  ; static1 m, shape1 lock, global0 x, static0 a, shape0 array, global1 c, class0 C
            initially init = (global0 == 0)  ; x
        "#]],
    );
}

#[test]
fn annotations() {
    check(
        r#"var m: lock;
var r: lock readonly;
var x: int guarded_by m;
var y: int exclusive(i) when x == i;
var z: [int; 2] unshared;
var w: int communication;
class C self_locking {
    l: lock readonly;
    f: int guarded_by l;
    g: int guarded_by this.l;
    h: int exclusive(i) when f == i && this.g == 0;
}
"#,
        expect![[r#"
            class class0 C #self_locking {
              field l: shape0 #read_only  ; lock
              field f: i64 #guarded_by(param0:class0[0]:shape0)  ; class0 C, shape0 lock
              field g: i64 #guarded_by(param0:class0[0]:shape0)  ; class0 C, shape0 lock
              field h: i64 #exclusive_when(((param1:class0[1] == param0) & (param1:class0[2] == 0)))  ; C
            }

            shape shape0 = lock
            shape shape1 = array(i64)

            global global0 x: i64 = 0 #guarded_by(static0:shape0)  ; static0 m, shape0 lock
            global global1 y: i64 = 0 #exclusive_when((global0 == param0))  ; x
            global global2 w: i64 = 0 #communication

            static static0 m: shape0 = [0]  ; lock
            static static1 r: shape0 = [0] #read_only  ; lock
            static static2 z: shape1 = [0, 0] #unshared  ; array
        "#]],
    );
}
