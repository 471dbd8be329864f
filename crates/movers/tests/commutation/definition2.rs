//! DHRR04 Definition 2 for the oracles that look at states: where an oracle says that a thread's step commutes, it does,
//! by running both orders. In every reachable state of every example, up to a limit.

use crate::walk::{example, live, models, states, steps};
use commute_machine::{Access, Fingerprint, Footprint, HeapView, Machine, Operation, Tid, Transition};
use commute_movers::{Escape, Ld, LdLocksets, LdWslDom, Mover, Oracle, Wsl, WslDom};
use commute_vm::Vm;

/// States of a model that are looked at.
const STATES: usize = 1_000;

struct Checker<O> {
    name: String,
    vm: Vm,
    oracle: O,
    claims: usize,
}

impl<O: Oracle<Vm>> Checker<O> {
    fn footprint(&mut self, t: Tid) -> Footprint {
        let mut footprint = Footprint::default();
        self.vm.footprint(t, &mut footprint);
        footprint
    }

    fn commutes(&mut self, t: Tid) -> bool {
        let footprint = self.footprint(t);
        self.oracle.mover(&self.vm, t, &footprint).is_left()
    }

    fn starts_thread(&mut self, t: Tid) -> bool {
        self.footprint(t).accesses.iter().any(|a| a.operation == Operation::Spawn)
    }

    /// Shows the oracle all states until it assumes nothing that is refuted, then checks what it says.
    fn run(&mut self) {
        self.oracle.prepare(&mut self.vm);
        let states = states(&mut self.vm, STATES);
        while states.iter().any(|state| self.watch(state)) {}
        for state in &states {
            self.check(state);
        }
    }

    fn watch(&mut self, state: &[u32]) -> bool {
        self.vm.load(state);
        let mut refuted = false;
        for t in live(&self.vm) {
            let footprint = self.footprint(t);
            refuted |= self.oracle.watch(&self.vm, t, &footprint);
        }
        refuted
    }

    fn check(&mut self, state: &[u32]) {
        self.vm.load(state);
        let steps = steps(&mut self.vm);
        for t in (0..self.vm.threads()).map(Tid::new) {
            self.vm.load(state);
            if !steps.iter().any(|s| s.tid == t) || !self.commutes(t) {
                continue;
            }
            for &a in steps.iter().filter(|s| s.tid == t) {
                for &b in steps.iter().filter(|s| s.tid != t) {
                    self.claims += 1;
                    self.check_pair(state, a, b);
                }
            }
        }
    }

    fn check_pair(&mut self, state: &[u32], a: Transition, b: Transition) {
        let at = format!("{}: {a:?} and {b:?}", self.name);
        self.vm.load(state);
        let choices = self.vm.choices(a.tid);
        // The numbers of threads depend on the order in which they are started (escape.rs, D1).
        let renumbers = self.starts_thread(a.tid) || self.starts_thread(b.tid);
        self.vm.step(b);
        // If the step of `b` is not over, a choice has cut its atomic block in two.
        if self.vm.is_inside(b.tid) {
            return;
        }
        assert_eq!(self.vm.choices(a.tid), choices, "{at}: Preservation of Enabledness");
        assert!(self.commutes(a.tid), "{at}: Preservation of Independence");
        self.vm.step(a);
        let one = self.vm.vector().to_vec();
        self.vm.load(state);
        self.vm.step(a);
        if self.vm.choices(b.tid) <= u32::from(b.choice) {
            assert!(self.vm.blocker(b.tid).is_none(), "{at}: Preservation of Enabledness");
            return;
        }
        self.vm.step(b);
        assert!(renumbers || one == self.vm.vector(), "{at}: Commutativity");
    }
}

fn check<O: Oracle<Vm>>(new: impl Fn() -> O, at_least: usize) {
    let mut claims = 0;
    for (name, program) in models() {
        let mut checker = Checker { name, vm: Vm::new(program), oracle: new(), claims: 0 };
        checker.run();
        claims += checker.claims;
    }
    assert!(claims > at_least, "only {claims} claims were checked");
}

#[test]
fn what_escape_says_commutes() {
    check(Escape::default, 5_000);
}

#[test]
fn what_wsl_says_commutes() {
    check(Wsl::default, 8_000);
}

#[test]
fn what_wsl_dom_says_commutes() {
    check(<WslDom>::default, 8_000);
}

#[test]
fn what_ld_says_commutes() {
    check(Ld::default, 8_000);
}

#[test]
fn what_lock_sets_alone_say_commutes() {
    check(LdLocksets::default, 8_000);
}

#[test]
fn what_ld_and_wsl_dom_say_commutes() {
    check(LdWslDom::default, 8_000);
}

/// The check can fail: an oracle that knows nothing and says yes is caught.
#[test]
#[should_panic(expected = "Commutativity")]
fn an_oracle_that_always_says_yes_is_caught() {
    struct Yes;
    impl<M: HeapView> Oracle<M> for Yes {
        fn access(&mut self, _: &M, _: Tid, _: &Access) -> Mover {
            Mover::Both
        }
    }
    let vm = Vm::new(example("lost_update.cm"));
    Checker { name: "lost_update.cm".into(), vm, oracle: Yes, claims: 0 }.run();
}
