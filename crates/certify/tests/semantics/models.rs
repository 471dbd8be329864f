//! Published examples with their numbers of states.

use crate::build::*;
use commute_certify::plain_search;
use commute_ir::*;

const BEGIN: Instr = Instr::AtomicBegin;
const END: Instr = Instr::AtomicEnd;

/// `place = place + delta mod k` in one step.
fn atomic_add(place: Place, delta: i64, k: i64) -> [Instr; 5] {
    [BEGIN, load(2, place), bin(2, BinOp::Add, r(2), int(delta)), modulo(2, k), store(place, r(2))]
}

fn modulo(reg: u16, k: i64) -> Instr {
    Instr::Narrow { dst: Reg(reg), src: r(reg), lo: 0, hi: k - 1, wrap: true }
}

/// FQ03's counter: `n` threads that for ever choose to count x, to count y, or to compare; all modulo `k`.
fn counter(n: usize, k: i64) -> Build {
    let mut build = Build::default();
    let [x, y, count] = ["x", "y", "count"].map(|name| build.global(name, 0));
    let (mx, my) = (build.lock("mx"), build.lock("my"));
    let half = |lock, place, delta| {
        let mut code = vec![op(ObjOp::Acquire, lock), load(0, place)];
        code.extend(atomic_add(count, delta, k));
        code.extend([
            END,
            add(0, r(0), int(1)),
            modulo(0, k),
            store(place, r(0)),
            op(ObjOp::Release, lock),
            jump(0),
        ]);
        code
    };
    let compare = vec![
        op(ObjOp::Acquire, mx),
        load(0, x),
        op(ObjOp::Acquire, my),
        load(1, y),
        load(2, count),
        bin(3, BinOp::Sub, r(0), r(1)),
        modulo(3, k),
        bin(3, BinOp::Eq, r(2), r(3)),
        assert(r(3)),
        op(ObjOp::Release, my),
        op(ObjOp::Release, mx),
        jump(0),
    ];
    let (first, second) = (half(mx, x, 1), half(my, y, -1));
    let (a, b) = (2, 2 + first.len() as u32);
    let c = b + second.len() as u32;
    let switch = Instr::Switch { on: r(0), cases: [(0, Pc(a)), (1, Pc(b))].into(), default: Pc(c) };
    let code = [vec![choose(0, 0, 3), switch], first, second, compare].concat();
    let func = build.func("worker", 0, code);
    for t in 0..n {
        build.thread(&format!("worker[{t}]"), func, &[]);
    }
    build
}

#[test]
fn fq03_counter() {
    for (n, k, states) in [(2, 2, 736), (2, 4, 2944), (3, 2, 5632)] {
        let result = plain_search(&counter(n, k).program, 10_000);
        assert_eq!((result.states, result.complete), (states, true), "n = {n}, k = {k}");
        assert!(result.violations.is_empty(), "{:?}", result.violations);
    }
}

/// Section 10: `A m0.acquire; B x0 := i; C m0.release; D m1.acquire; E x1 := i; F m1.release; G y++; H y = 2 -> skip;
/// I xi := i; J`. It is the assignment at I that gives the 106 states of the paper; a mere read gives 117.
#[test]
fn sc06_barrier() {
    let mut build = Build::default();
    let xs = [build.global("x0", 0), build.global("x1", 1)];
    let y = build.global("y", 0);
    let locks = [build.lock("m0"), build.lock("m1")];
    for (i, mine) in xs.into_iter().enumerate() {
        let mut code = Vec::new();
        for (lock, x) in locks.into_iter().zip(xs) {
            code.extend([op(ObjOp::Acquire, lock), store(x, int(i as i64)), op(ObjOp::Release, lock)]);
        }
        code.extend([BEGIN, load(0, y), add(0, r(0), int(1)), store(y, r(0)), END]);
        let retry = code.len() as u32;
        code.extend([BEGIN, load(0, y), bin(0, BinOp::Eq, r(0), int(2)), block(r(0), retry), END]);
        code.extend([store(mine, int(i as i64)), RET]);
        build.run(&format!("t[{i}]"), code);
    }
    let result = plain_search(&build.program, 1000);
    assert_eq!((result.states, result.complete), (106, true));
}
