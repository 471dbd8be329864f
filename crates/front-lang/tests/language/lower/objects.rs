//! Static objects, tables, and the operations on them.

use super::{check, check_main};
use expect_test::expect;

#[test]
fn sync_objects() {
    check(
        r#"var m: lock;
var r: rwlock;
var s: semaphore = 2;
var b: barrier(3);
var c: channel(2) of bool;
thread main {
    m.acquire(); let t = m.try_acquire(); m.release();
    r.acquire_read(); r.release_read(); r.acquire_write(); r.release_write();
    s.down(); s.up(); t = s.try_down();
    b.arrive();
    c.send(t); t = c.receive(); let n = c.len();
}
"#,
        expect![[r#"
            shape shape0 = lock
            shape shape1 = rwlock
            shape shape2 = semaphore
            shape shape3 = barrier
            shape shape4 = channel(bool)

            static static0 m: shape0 = [0]  ; lock
            static static1 r: shape1 = [0]  ; rwlock
            static static2 s: shape2 = [2]  ; semaphore
            static static3 b: shape3 = [3, 0]  ; barrier
            static static4 c: shape4 = [2]  ; channel

            fn fn0 main() {
              reg r0 t: bool
              reg r1 n: i64
              L0: invoke acquire static0  ; m
              L1: r0:t = invoke try_acquire static0  ; m
              L2: invoke release static0  ; m
              L3: invoke acquire_read static1  ; r
              L4: invoke release_read static1  ; r
              L5: invoke acquire_write static1  ; r
              L6: invoke release_write static1  ; r
              L7: invoke down static2  ; s
              L8: invoke up static2  ; s
              L9: r0:t = invoke try_down static2  ; s
              L10: invoke arrive static3  ; b
              L11: invoke send static4, r0:t  ; c
              L12: r0:t = invoke receive static4  ; c
              L13: r1:n = invoke len static4  ; c
              L14: return
            }

            thread main = fn0()  ; main
        "#]],
    );
}

#[test]
fn collections() {
    check_main(
        r#"var q: [0..3];
var s: set<0..3>;
var a: [int; 2];
thread main {
    let n = q.len() + s.len() + a.len() + len(q);
    q.push(n); n = q.pop(); q.clear(); q[0] = 1;
    let t = s.add(n); s.remove(n); t = s.contains(n) || n in s; n = s.nth(0); s.clear();
}
"#,
        expect![[r#"
            fn fn0 main() {
              reg r0 n: i64
              reg r1: i64
              reg r2: i64
              reg r3: i64
              reg r4: i64
              reg r5: i64
              reg r6: range(0, 2)
              reg r7 t: bool
              reg r8: bool
              L0: r1 = invoke len static0  ; q
              L1: r2 = invoke len static1  ; s
              L2: r3 = add.i64 r1, r2
              L3: r4 = add.i64 r3, 2
              L4: r5 = invoke len static0  ; q
              L5: r0:n = add.i64 r4, r5
              L6: r6 = narrow r0:n, 0, 2
              L7: invoke push static0, r6  ; q
              L8: r0:n = invoke pop static0  ; q
              L9: invoke clear static0  ; q
              L10: store static0[0], 1  ; q
              L11: r6 = narrow r0:n, 0, 2
              L12: r7:t = invoke add static1, r6  ; s
              L13: invoke remove static1, r0:n  ; s
              L14: r8 = invoke contains static1, r0:n  ; s
              L15: branch r8, L18, L16
              L16: r7:t = invoke contains static1, r0:n  ; s
              L17: jump L19
              L18: r7:t = 1
              L19: r0:n = invoke nth static1, 0  ; s
              L20: invoke clear static1  ; s
              L21: return
            }
        "#]],
    );
}

#[test]
fn tables_of_objects() {
    check(
        r#"const N: int = 3;
var forks: [lock; N];
var grid: [[int; 2]; 3];
var deep: [[lock; 2]; 3];
thread main {
    let i = 1;
    forks[i].acquire();
    forks[2].release();
    grid[i][0] = grid[2][i];
    let row = grid[i];
    deep[i][1].acquire();
    deep[1][i].acquire();
    deep[2][1].acquire();
}
"#,
        expect![[r#"
            shape shape0 = lock
            shape shape1 = array(i64)

            static static0 "forks[0]": shape0 = [0]  ; lock
            static static1 "forks[1]": shape0 = [0]  ; lock
            static static2 "forks[2]": shape0 = [0]  ; lock
            static static3 "grid[0]": shape1 = [0, 0]  ; array
            static static4 "grid[1]": shape1 = [0, 0]  ; array
            static static5 "grid[2]": shape1 = [0, 0]  ; array
            static static6 "deep[0][0]": shape0 = [0]  ; lock
            static static7 "deep[0][1]": shape0 = [0]  ; lock
            static static8 "deep[1][0]": shape0 = [0]  ; lock
            static static9 "deep[1][1]": shape0 = [0]  ; lock
            static static10 "deep[2][0]": shape0 = [0]  ; lock
            static static11 "deep[2][1]": shape0 = [0]  ; lock

            fn fn0 main() {
              reg r0 i: i64
              reg r1: shape0  ; lock
              reg r2: shape1  ; array
              reg r3: i64
              reg r4 row: shape1  ; array
              reg r5: i64
              reg r6: range(0, 1)
              L0: r0:i = 1
              L1: r1 = static_at static0, 3, r0:i  ; "forks[0]"
              L2: invoke acquire r1
              L3: invoke release static2  ; "forks[2]"
              L4: r2 = static_at static3, 3, r0:i  ; "grid[0]"
              L5: r3 = load static5[r0:i]  ; "grid[2]"
              L6: store r2[0], r3
              L7: r4:row = static_at static3, 3, r0:i  ; "grid[0]"
              L8: r3 = mul.i64 r0:i, 2
              L9: r5 = add.i64 r3, 1
              L10: r1 = static_at static6, 6, r5  ; "deep[0][0]"
              L11: invoke acquire r1
              L12: r6 = narrow r0:i, 0, 1
              L13: r3 = add.i64 2, r6
              L14: r1 = static_at static6, 6, r3  ; "deep[0][0]"
              L15: invoke acquire r1
              L16: invoke acquire static11  ; "deep[2][1]"
              L17: return
            }

            thread main = fn0()  ; main
        "#]],
    );
}

#[test]
fn new_objects() {
    check_main(
        r#"thread main {
    let n = 3;
    let a = new [int; n];
    let b = new [bool];
    let s = new set<int>;
    let m = new lock;
    let r = new rwlock;
    let e = new semaphore(1);
    let d = new semaphore;
    let p = new barrier(2);
    let c = new channel(n) of int;
    let rows = new [[int; 2]; 2];
    a[0] = b.len();
    c.send(s.len());
}
"#,
        expect![[r#"
            fn fn0 main() {
              reg r0 n: i64
              reg r1 a: shape0  ; array
              reg r2 b: shape1  ; seq
              reg r3 s: shape2  ; set
              reg r4 m: shape3  ; lock
              reg r5 r: shape4  ; rwlock
              reg r6 e: shape5  ; semaphore
              reg r7 d: shape5  ; semaphore
              reg r8 p: shape6  ; barrier
              reg r9 c: shape7  ; channel
              reg r10 rows: shape8  ; array
              reg r11: i64
              L0: r0:n = 3
              L1: r1:a = new shape0, r0:n  ; array
              L2: r2:b = new shape1, 0  ; seq
              L3: r3:s = new shape2, 0  ; set
              L4: r4:m = new shape3, 0  ; lock
              L5: r5:r = new shape4, 0  ; rwlock
              L6: r6:e = new shape5, 1  ; semaphore
              L7: r7:d = new shape5, 0  ; semaphore
              L8: r8:p = new shape6, 2  ; barrier
              L9: r9:c = new shape7, r0:n  ; channel
              L10: r10:rows = new shape8, 2  ; array
              L11: r11 = invoke len r2:b
              L12: store r1:a[0], r11
              L13: r11 = invoke len r3:s
              L14: invoke send r9:c, r11
              L15: return
            }
        "#]],
    );
}

#[test]
fn objects_as_arguments() {
    check(
        r#"var a: [int; 2];
var m: lock;
fn f(xs: [int; 9], l: lock) { with (l) { xs[0] = xs.len(); } }
thread main { f(a, m); }
"#,
        expect![[r#"
            shape shape0 = array(i64)
            shape shape1 = lock

            static static0 a: shape0 = [0, 0]  ; array
            static static1 m: shape1 = [0]  ; lock

            fn fn0 f(r0 xs: shape0, r1 l: shape1) {  ; shape0 array, shape1 lock
              reg r2: i64
              reg r3: anyref
              catch L1 to L3 any -> r3, L5
              L0: invoke acquire r1:l
              L1: r2 = invoke len r0:xs
              L2: store r0:xs[0], r2
              L3: invoke release r1:l
              L4: jump L7
              L5: invoke release r1:l
              L6: throw r3
              L7: return
            }

            fn fn1 main() {
              L0: call fn0(static0, static1)  ; fn0 f, static0 a, static1 m
              L1: return
            }

            thread main = fn1()  ; main
        "#]],
    );
}

#[test]
fn joining_declared_threads() {
    check(
        r#"thread main { join other; for i in 2..4 { join worker[i]; } join worker[3]; }
thread other { }
thread worker[i in 2..4] { }
thread alone { }
"#,
        expect![[r#"
            shape shape0 = thread

            static static0 other: shape0 = [2]  ; thread
            static static1 "worker[2]": shape0 = [3]  ; thread
            static static2 "worker[3]": shape0 = [4]  ; thread

            fn fn0 main() {
              reg r0 i: i64
              reg r1: bool
              reg r2: i64
              reg r3: shape0  ; thread
              L0: invoke join static0  ; other
              L1: r0:i = 2
              L2: r1 = lt.i64 r0:i, 4
              L3: branch r1, L4, L9
              L4: r2 = sub.i64 r0:i, 2
              L5: r3 = static_at static1, 2, r2  ; "worker[2]"
              L6: invoke join r3
              L7: r0:i = add.i64 r0:i, 1
              L8: jump L2
              L9: invoke join static2  ; "worker[3]"
              L10: return
            }

            fn fn1 other() {
              L0: return
            }

            fn fn2 worker(r0 i: i64) {
              L0: return
            }

            fn fn3 alone() {
              L0: return
            }

            thread main = fn0()  ; main
            thread other = fn1() handle static0  ; fn1 other, static0 other
            thread "worker[2]" = fn2(2) handle static1  ; fn2 worker, static1 "worker[2]"
            thread "worker[3]" = fn2(3) handle static2  ; fn2 worker, static2 "worker[3]"
            thread alone = fn3()  ; alone
        "#]],
    );
}
