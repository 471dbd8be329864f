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
        expect![[""]],
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
        expect![[""]],
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
        expect![[""]],
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
        expect![[""]],
    );
}
