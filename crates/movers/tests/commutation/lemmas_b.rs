//! FQ03 Lemmas B.3 and B.4, by running both orders in every reachable state of every example, up to a limit: what an
//! oracle calls a right mover can be put off until after the next step of another thread, and what it calls a left mover
//! can be brought forward.

use crate::walk::{example, live, models, states, steps};
use commute_machine::{
    Access, Fingerprint, Footprint, Machine, Operation, ThreadStatus, Tid, Transition, Variables,
};
use commute_movers::{Either, LocalFinal, Locks, Mover, Oracle, Predicates, WslDom};
use commute_vm::Vm;

/// States of a model that are looked at.
const STATES: usize = 600;

struct Checker<O> {
    name: String,
    vm: Vm,
    oracle: O,
    /// Pairs of steps that were tried: of right movers, of left movers.
    pairs: [usize; 2],
}

impl<O: Oracle<Vm>> Checker<O> {
    fn footprint(&mut self, t: Tid) -> Footprint {
        let mut footprint = Footprint::default();
        self.vm.footprint(t, &mut footprint);
        footprint
    }

    fn starts_thread(&mut self, t: Tid) -> bool {
        self.footprint(t).accesses.iter().any(|a| a.operation == Operation::Spawn)
    }

    /// Makes a step; how it moves, seen from before and after.
    fn moves(&mut self, step: Transition) -> Mover {
        let footprint = self.footprint(step.tid);
        let inside = if self.vm.is_inside(step.tid) { Mover::Left } else { Mover::Both };
        let mover = inside.and(self.oracle.mover(&self.vm, step.tid, &footprint));
        self.oracle.before(&self.vm, step.tid, &footprint);
        self.vm.step(step);
        mover.and(self.oracle.after(&self.vm, step.tid))
    }

    /// Shows the oracle every step from all states until nothing that it assumes is refuted and no annotation
    /// contradicted; what contradicts the user is conceded.
    fn learn(&mut self, states: &[Vec<u32>]) {
        loop {
            let mut again = false;
            for state in states {
                self.vm.load(state);
                for step in steps(&mut self.vm) {
                    self.vm.load(state);
                    let footprint = self.footprint(step.tid);
                    again |= self.oracle.watch(&self.vm, step.tid, &footprint);
                    again |= self.concede();
                    self.oracle.before(&self.vm, step.tid, &footprint);
                    again |= self.concede();
                    self.vm.step(step);
                    self.oracle.after(&self.vm, step.tid);
                    again |= self.concede();
                    for t in live(&self.vm) {
                        let footprint = self.footprint(t);
                        again |= self.oracle.watch(&self.vm, t, &footprint);
                        again |= self.concede();
                    }
                }
            }
            if !again {
                return;
            }
        }
    }

    fn concede(&mut self) -> bool {
        let breach = self.oracle.breach();
        breach.as_ref().is_some_and(|breach| {
            self.oracle.concede(&breach.rule);
            true
        })
    }

    fn run(&mut self) {
        self.oracle.prepare(&mut self.vm);
        let states = states(&mut self.vm, STATES);
        // The first state is the initial one.
        self.vm.load(&states[0]);
        for breach in self.oracle.contradictions(&self.vm) {
            self.oracle.concede(&breach.rule);
        }
        self.learn(&states);
        for state in &states {
            self.vm.load(state);
            let all = steps(&mut self.vm);
            for &step in &all {
                self.vm.load(state);
                let mover = self.moves(step);
                // A choice can cut an atomic block in two; it moves as a whole.
                if self.vm.is_inside(step.tid) {
                    continue;
                }
                let after = self.vm.vector().to_vec();
                if mover.is_right() {
                    self.b3(state, step, &after);
                }
                if mover.is_left() {
                    all.iter().filter(|first| first.tid != step.tid).for_each(|&u| self.b4(state, u, step));
                }
            }
        }
    }

    /// Whatever another thread does after the right mover `t`, it could have done before.
    fn b3(&mut self, state: &[u32], t: Transition, between: &[u32]) {
        self.vm.load(between);
        for u in steps(&mut self.vm).into_iter().filter(|u| u.tid != t.tid) {
            self.vm.load(state);
            if self.vm.lacks_time(u.tid) {
                // Its time is up because `t` has come to where it waits. There runs end (`transactions/run.rs`, deadlock).
                continue;
            }
            self.vm.load(between);
            self.vm.step(u);
            let last = self.vm.vector().to_vec();
            self.pairs[0] += 1;
            self.reaches(state, [u, t], &last, "B.3");
        }
    }

    /// Whatever another thread does before the left mover `t`, it could have done after. The paper asks whether `t` is
    /// a left mover after `u`; here that is known before `u`, where the run of `t` would have ended otherwise
    /// (`coarse/run.rs`, A5).
    fn b4(&mut self, state: &[u32], u: Transition, t: Transition) {
        self.vm.load(state);
        self.vm.step(t);
        if self.vm.choices(u.tid) <= u32::from(u.choice) {
            // The left mover takes away the other's step, as a release takes away a fault. It is made first.
            assert!(self.vm.blocker(u.tid).is_none(), "{}: Lemma B.4, {t:?} blocks {u:?}", self.name);
            return;
        }
        self.vm.step(u);
        let last = self.vm.vector().to_vec();
        self.pairs[1] += 1;
        self.reaches(state, [u, t], &last, "B.4");
    }

    /// Both steps can be made in this order, and lead to `last`.
    fn reaches(&mut self, state: &[u32], order: [Transition; 2], last: &[u32], lemma: &str) {
        let at = format!("{}: Lemma {lemma}, {order:?}", self.name);
        self.vm.load(state);
        // The numbers of threads depend on the order in which they are started (escape.rs, D1).
        let renumbers = order.iter().any(|step| self.starts_thread(step.tid));
        for step in order {
            assert!(
                self.vm.status(step.tid) == ThreadStatus::Live
                    && self.vm.choices(step.tid) > u32::from(step.choice),
                "{at}: {step:?} is not possible"
            );
            self.vm.step(step);
            if self.vm.is_inside(step.tid) {
                return;
            }
        }
        assert!(renumbers || last == self.vm.vector(), "{at}: another state");
    }
}

fn check<O: Oracle<Vm>>(new: impl Fn() -> O, at_least: [usize; 2]) {
    let mut pairs = [0, 0];
    for (name, program) in models() {
        let mut checker = Checker { name, vm: Vm::new(program), oracle: new(), pairs: [0, 0] };
        checker.run();
        pairs = [pairs[0] + checker.pairs[0], pairs[1] + checker.pairs[1]];
    }
    assert!(pairs[0] > at_least[0] && pairs[1] > at_least[1], "only {pairs:?} pairs were tried");
}

#[test]
fn lemmas_b3_and_b4_for_locks() {
    check(Locks::default, [10_000, 10_000]);
}

/// Words that threads only count with: a semaphore, a latch, a sum that nobody reads, one with a limit.
#[test]
fn lemmas_b3_and_b4_for_counting() {
    let takes = "when (o.n > 0) { o.n = o.n - 1; }";
    let programs = [
        ("atomic { o.n += 1; }", takes, "atomic { o.n += 2; }", [true, true]),
        (
            "atomic { if o.n > 0 { o.n -= 1; } }",
            "when (o.n == 0);",
            "atomic { if o.n > 0 { o.n -= 1; } }",
            [true, true],
        ),
        ("atomic { o.n += 1; }", "atomic { o.n -= 2; }", "let x = add(o, 3);", [true, true]),
        ("atomic { o.n += 1; }", "when (o.n < 2) { o.n = o.n + 1; }", "when (o.n >= 3);", [true, false]),
        ("atomic { o.n += 1; }", takes, "let x = add(o, 3); assert x < 99;", [false, false]),
    ];
    for (one, two, three, moves) in programs {
        let text = format!(
            "class C {{ n: int = 2; }}
             var c: C = new C();
             fn add(o: C, k: int) -> int {{ let old = 0; atomic {{ old = o.n; o.n = old + k; }} return old; }}
             thread a[i in 0..2] {{ let o = c; {one} {two} }}
             thread b {{ let o = c; {three} {one} }}"
        );
        let program = crate::walk::model("counting", &text);
        let pairs = |oracle: Box<dyn Oracle<Vm>>| {
            let vm = Vm::new(program.clone());
            let mut checker = Checker { name: text.clone(), vm, oracle, pairs: [0, 0] };
            checker.run();
            checker.pairs
        };
        // That nobody writes `c` moves too.
        let (known, without) = (pairs(Box::<Locks>::default()), pairs(Box::<LocalFinal>::default()));
        let more = [known[0] > without[0], known[1] > without[1]];
        assert_eq!(more, moves, "{text}: {known:?} and {without:?}");
    }
}

#[test]
fn lemmas_b3_and_b4_for_predicates() {
    check(<Predicates>::default, [10_000, 10_000]);
}

#[test]
fn lemmas_b3_and_b4_for_all_that_is_known() {
    check(Either::<Predicates, Either<Locks, WslDom>>::default, [10_000, 10_000]);
}

#[test]
fn lemmas_b3_and_b4_for_local_final() {
    check(LocalFinal::default, [1_000, 1_000]);
}

/// The check can fail: that acquiring a lock moves left is caught.
#[test]
#[should_panic(expected = "B.4")]
fn an_oracle_that_lets_acquires_move_left_is_caught() {
    struct Wrong(Locks);
    impl<M: Variables> Oracle<M> for Wrong {
        fn access(&mut self, machine: &M, t: Tid, access: &Access) -> Mover {
            match access.operation {
                Operation::Acquire | Operation::Enter => Mover::Left,
                _ => self.0.access(machine, t, access),
            }
        }
        fn prepare(&mut self, machine: &mut M) {
            self.0.prepare(machine);
        }
        fn watch(&mut self, machine: &M, t: Tid, footprint: &Footprint) -> bool {
            self.0.watch(machine, t, footprint)
        }
    }
    let (name, vm) = ("counter.cm".to_owned(), Vm::new(example("counter.cm")));
    Checker { name, vm, oracle: Wrong(Locks::default()), pairs: [0, 0] }.run();
}
