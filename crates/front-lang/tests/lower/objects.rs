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
        expect![[""]],
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
        expect![[""]],
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
        expect![[""]],
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
        expect![[""]],
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
        expect![[""]],
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
        expect![[""]],
    );
}
