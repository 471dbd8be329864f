//! A machine that remembers where it has been: the control points that its steps lead to, and the states.

use commute_machine::{
    Fingerprint, Foresight, HeapView, Location, Machine, Objectwise, Pattern, Point, Rewind, StepResult,
    ThreadStatus, Tid, Transition, Variables, forward,
};
use commute_vm::Vm;
use fixedbitset::FixedBitSet;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The machine.
pub struct Recorded {
    vm: Vm,
    /// Threads and the control points they came to.
    pub points: BTreeSet<(usize, u32)>,
    /// The contents of the states it came to.
    pub states: BTreeSet<u64>,
}

impl Recorded {
    /// That has been in the initial state only.
    pub fn new(vm: Vm) -> Self {
        let mut this = Self { vm, points: BTreeSet::new(), states: BTreeSet::new() };
        this.record();
        this
    }

    fn record(&mut self) {
        self.states.insert(self.vm.content());
        for t in 0..self.vm.threads() {
            if self.vm.status(Tid::new(t)) == ThreadStatus::Live {
                self.points.insert((t, self.vm.control_point(Tid::new(t))));
            }
        }
    }
}

impl Machine for Recorded {
    forward!(vm: threads, status, is_daemon, choices, transitions, may_block, control_point, footprint,
        footprint_of, is_inside, is_observable, blocker, state_violations, data_races, may_race, further_violations,
        restart);

    fn step(&mut self, transition: Transition) -> StepResult {
        let result = self.vm.step(transition);
        self.record();
        result
    }
}

impl Rewind for Recorded {
    forward!(vm: mark, rewind, unmark, mark_bytes);
}

impl Fingerprint for Recorded {
    forward!(vm: vector, load, fingerprint, exchange_threads, stored, stored_fingerprint, content,
        component_bytes, components);
}

impl HeapView for Recorded {
    forward!(vm: references_version, objects, thread_roots, global_roots, common, references, holder,
        static_locality, track_sharing, was_shared, track_locksets, is_guarded, singletons, reference_at,
        reference_words, global_reference, reference_globals, is_alone, observe_ends,
        static_name, global_name, kind_name, holds_data, kind);
}

impl Variables for Recorded {
    forward!(vm: static_objects, is_one_thread, variable, seen_as, observe_accesses, variable_name,
        annotations, has_access, observe_predicates, names_a_lock, renumbered, place);
}

impl Objectwise for Recorded {
    forward!(vm: acts, info);
}

impl Foresight for Recorded {
    fn points(&mut self) -> Arc<[Point]> {
        self.vm.points()
    }
    fn point(&mut self, t: Tid) -> u32 {
        self.vm.point(t)
    }
    fn future(&mut self, t: Tid) -> Arc<FixedBitSet> {
        self.vm.future(t)
    }
    fn may_be(&self, pattern: &Pattern, location: Location) -> bool {
        self.vm.may_be(pattern, location)
    }
}
