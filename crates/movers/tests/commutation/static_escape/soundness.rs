//! What is claimed local commutes: DHRR04 Definition 2 in every state of every model, up to a limit of states.

use crate::walk::{example, live, models, states, steps};
use commute_ir::Program;
use commute_ir::analysis::static_escape;
use commute_machine::{
    Fingerprint, Footprint, HeapView, Location, Machine, ObjId, Operation, StepResult, ThreadStatus, Tid,
    Transition,
};
use commute_movers::{Mover, Oracle, StaticEscape};
use commute_vm::Vm;
use std::sync::Arc;

/// States of a model that are looked at.
const STATES: usize = 1_500;

/// How often a claim was checked, or what is wrong with one.
type Checked = Result<usize, String>;

struct Checker {
    vm: Vm,
    oracle: StaticEscape,
}

impl Checker {
    fn new(program: &Arc<Program>, local: Vec<bool>) -> Self {
        Self { vm: Vm::new(program.clone()), oracle: StaticEscape::new(local) }
    }

    fn run(&mut self) -> Checked {
        states(&mut self.vm, STATES).iter().map(|state| self.check(state)).sum()
    }

    /// The state after some steps, and how they went.
    fn after(&mut self, state: &[u32], steps: &[Transition]) -> (Vec<u32>, Vec<StepResult>) {
        self.vm.load(state);
        let results = steps.iter().map(|&step| self.vm.step(step)).collect();
        (self.vm.vector().to_vec(), results)
    }

    fn footprint(&mut self, t: Tid) -> Footprint {
        let mut footprint = Footprint::default();
        self.vm.footprint(t, &mut footprint);
        footprint
    }

    /// Checks all claims in a state.
    fn check(&mut self, state: &[u32]) -> Checked {
        self.vm.load(state);
        let steps = steps(&mut self.vm);
        self.vm.load(state);
        let mut checked = 0;
        for t in live(&self.vm) {
            let footprint = self.footprint(t);
            // Strategies ask the machine, not an oracle, about blocks that a choice cuts (`is_observable`).
            let mover = self.oracle.mover(&self.vm, t, &footprint);
            if mover == Mover::Non || self.vm.is_observable(t, &footprint) {
                continue;
            }
            checked += 1;
            self.check_disjoint(t, &footprint)?;
            for &a in steps.iter().filter(|step| step.tid == t) {
                for &b in steps.iter().filter(|step| step.tid != t) {
                    self.check_commutes(state, a, b)?;
                }
            }
            self.vm.load(state);
        }
        Ok(checked)
    }

    /// No other thread is about to touch a part of an object that `t` is about to touch, and `t` touches no global. What an
    /// atomic block will allocate is no object of this state, and its number may be used twice.
    fn check_disjoint(&mut self, t: Tid, footprint: &Footprint) -> Result<(), String> {
        let exists =
            |location: &Location| object(*location).is_some_and(|o| (o.0 as usize) < self.vm.objects());
        let mut mine: Vec<Location> = footprint.accesses.iter().map(|a| a.location).collect();
        if mine.iter().any(|&location| object(location).is_none()) {
            return Err(format!("thread {t:?} touches what is no object: {footprint:?}"));
        }
        mine.retain(exists);
        for u in live(&self.vm).into_iter().filter(|&u| u != t) {
            let others = self.footprint(u);
            let touches = |theirs| mine.iter().any(|&location| overlap(location, theirs));
            if let Some(access) = others.accesses.iter().find(|a| touches(a.location)) {
                return Err(format!("thread {t:?} touches {footprint:?}, thread {u:?} {access:?}"));
            }
        }
        Ok(())
    }

    /// `a` and `b` neither disable each other nor matter to each other (Preservation of Enabledness,
    /// Commutativity).
    fn check_commutes(&mut self, state: &[u32], a: Transition, b: Transition) -> Result<(), String> {
        self.vm.load(state);
        let choices = (self.vm.choices(a.tid), self.vm.choices(b.tid));
        let starts = self.footprint(b.tid).accesses.iter().any(|x| x.operation == Operation::Spawn);
        self.after(state, &[a]);
        let b_after = self.vm.choices(b.tid);
        self.after(state, &[b]);
        let a_after = self.vm.choices(a.tid);
        if a_after == 0 && self.vm.status(a.tid) == ThreadStatus::Live && self.vm.blocker(a.tid).is_none() {
            // The step of `b` is not over: a choice has cut its atomic block in two.
            return Ok(());
        }
        if (a_after, b_after) != choices {
            return Err(format!("{a:?} and {b:?}: choices {choices:?} become {:?}", (a_after, b_after)));
        }
        let (one, mut results) = self.after(state, &[a, b]);
        let (other, other_results) = self.after(state, &[b, a]);
        results.reverse();
        if results != other_results {
            return Err(format!("{a:?} and {b:?} go as {results:?} or {other_results:?}"));
        }
        // Deviation D10 of the analysis: the number of a new thread depends on who has ended.
        if one != other && !starts {
            return Err(format!("{a:?} and {b:?} do not commute"));
        }
        Ok(())
    }
}

fn object(location: Location) -> Option<ObjId> {
    match location {
        Location::Word(o, _) | Location::Object(o) | Location::Monitor(o) => Some(o),
        Location::Global(_) | Location::Thread(_) => None,
    }
}

/// Whether two accesses may be to the same part of an object. Of the handle of a thread, which may have other words, what concerns
/// the thread is in the first.
fn overlap(a: Location, b: Location) -> bool {
    match (a, b) {
        (Location::Object(o), Location::Word(p, word)) | (Location::Word(p, word), Location::Object(o)) => {
            o == p && word == 0
        }
        (a, b) => a == b,
    }
}

#[test]
fn what_is_claimed_local_commutes() {
    let mut wrong = Vec::new();
    let mut with_claims = 0;
    for (name, program) in models() {
        match Checker::new(&program, static_escape(&program).into_table()).run() {
            Ok(checked) => with_claims += usize::from(checked > 0),
            Err(error) => wrong.push(format!("{name}: {error}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(with_claims >= 10, "only {with_claims} models have anything local");
}

/// The test above can fail: if all is claimed, it finds what is wrong.
#[test]
fn false_claims_are_found() {
    for name in ["lost_update.cm", "independent_work_2.cm", "dining.cm"] {
        let program = example(name);
        let all = vec![true; static_escape(&program).into_table().len()];
        let found = Checker::new(&program, all).run();
        assert!(found.is_err(), "{name}: {found:?}");
    }
}
