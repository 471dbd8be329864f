//! Programs in which threads do to one object whatever they can.

pub const LOCK: &str = "
var m: lock;
thread t[i in 0..3] {
    for n in 0..2 {
        choose { m.acquire(); } or { let got = m.try_acquire(); } or { m.release(); } or { skip; }
    }
}
";

pub const MONITOR: &str = "
class C { }
var c: C = new C();
thread t[i in 0..3] {
    let o = c;
    choose { synchronized (o) { synchronized (o) { o.wait(); } } }
    or { synchronized (o) { let woken = o.wait_timed(); } }
    or { synchronized (o) { o.notify(); } }
    or { synchronized (o) { o.notify_all(); } }
    or { o.notify(); }
}
";

pub const INTERRUPT: &str = "
class C { }
class Interrupted { }
var c: C = new C();
thread a {
    let o = c;
    try { synchronized (o) { o.wait(); } } catch (e: Interrupted) { skip; }
}
thread b {
    let o = c;
    try { synchronized (o) { let woken = o.wait_timed(); } } catch (e: Interrupted) { skip; }
}
thread d { choose { a.interrupt(); } or { b.interrupt(); } b.interrupt(); }
thread e { let o = c; choose { synchronized (o) { o.notify(); } } or { a.interrupt(); } }
";

/// `a` waits, `b` joins, `d` gives up or fails; others interrupt them and ask whether they are interrupted.
pub const INTERRUPTED: &str = "
class Interrupted { }
class C { }
var c: C = new C();
var x: int;
thread a {
    let o = c;
    try { synchronized (o) { let woken = o.wait_timed(); } } catch (e: Interrupted) { skip; }
}
thread b { try { join a; } catch (e: Interrupted) { skip; } }
thread d { let y = x; choose { assume y == 1; } or { assert y == 1; } or { skip; } }
thread e { choose { a.interrupt(); } or { b.interrupt(); } or { d.interrupt(); } }
thread f { choose { x = int_of(a.is_alive()); } or { x = int_of(b.is_alive()); } or { x = int_of(d.is_alive()); } }
fn int_of(is: bool) -> int { if is { return 1; } return 0; }
";

pub const RWLOCK: &str = "
var rw: rwlock;
thread t[i in 0..3] {
    choose { rw.acquire_read(); choose { rw.acquire_read(); rw.release_read(); } or { skip; } rw.release_read(); }
    or { rw.acquire_write(); rw.release_write(); }
    or { rw.acquire_read(); }
    or { rw.release_read(); }
    or { rw.release_write(); }
}
";

pub const SEMAPHORE: &str = "
var s: semaphore = 1;
thread t[i in 0..3] {
    for n in 0..3 { choose { s.up(); } or { s.down(); } or { if s.try_down() { yield; } } }
}
";

pub const CHANNEL: &str = "
var c: channel(2) of int;
thread t[i in 0..3] {
    for n in 0..2 { choose { c.send(i); } or { if c.receive() == 1 { yield; } }
        or { let n = c.len(); if n > 0 { yield; } else { skip; } } }
}
";

pub const BARRIER: &str = "
var b: barrier(3);
thread t[i in 0..4] { b.arrive(); b.arrive(); }
";

pub const VARIABLE: &str = "
var x: int;
var a: [int; 2];
thread t[i in 0..3] {
    choose { x = i; } or { let y = x; assert y < 3; } or { let ok = cas(x, 0, i); assert ok || i > 0 || x > 0; }
    choose { a[i % 2] = 1; } or { let y = a[0]; assert y < 2; }
}
";

pub const COUNTER: &str = "
var y: int;
thread t[i in 0..3] {
    choose { atomic { y += 1; } } or { atomic { y -= 2; } } or { when (y == 1); } or { when (y >= 0); }
    choose { atomic { y = y + 1; } } or { when (y != 2); }
}
";

/// Semaphores, latches and sums as blocks over words, also of objects, and by a function whose result nobody uses.
pub const COUNTED: &str = "
class C { n: int; }
var c: C = new C();
fn next(o: C) -> int { let old = 0; atomic { old = o.n; o.n = old + 2; } return old + 1; }
thread t[i in 0..3] {
    let o = c;
    for k in 0..2 {
        choose { atomic { o.n += 1; } } or { when (o.n > 0) { o.n = o.n - 1; } } or { when (o.n > 1) { o.n -= 2; } }
        or { atomic { if o.n > 0 { o.n -= 1; } } } or { when (o.n == 0); } or { let x = next(o); }
    }
}
";

pub const SET: &str = "
var s: set<0..3> = {1};
thread t[i in 0..3] {
    choose { if s.add(i) { yield; } } or { if s.remove(1) { yield; } }
    or { if 1 in s { yield; } } or { let n = s.len(); assert n < 4; }
    choose { s.clear(); } or { if s.add(1) { yield; } } or { atomic { let fresh = s.add(2); assert fresh || !fresh; } }
}
";

pub const SEQUENCE: &str = "
var q: [int] = [5];
thread t[i in 0..3] {
    choose { q.push(i); } or { let n = q.len(); assert n < 9; } or { q[0] = i; } or { let x = q[0]; assert x < 9; }
    choose { q.push(7); } or { let n = q.len(); if n > 0 { q.clear(); } }
}
";

pub const THREAD: &str = "
var x: int;
thread a { x = 1; }
thread b { join a; }
thread c { let alive = a.is_alive(); assert alive || x == 1; join b; }
thread d { let alive = a.is_alive(); assert alive || x == 1; join a; join c; }
";

/// The first and the third take the lock and give it back in one step; the second keeps it.
pub const PASSING: &str = "
var m: lock;
thread passer { atomic { m.acquire(); m.release(); } }
thread keeper { m.acquire(); yield; m.release(); }
thread other { atomic { m.acquire(); m.release(); } }
";
