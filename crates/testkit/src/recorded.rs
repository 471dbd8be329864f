//! A machine that remembers where it has been: the control points that its steps lead to, and the states.

use commute_base::Span;
use commute_machine::{
    Acts, Annotated, Blocker, Fingerprint, Footprint, Foresight, Guarded, HeapView, Info, Location, Machine,
    ObjId, Objectwise, Pattern, Point, Rewind, StepResult, ThreadStatus, Tid, Transition, Variable,
    Variables, Violation,
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
    fn threads(&self) -> usize {
        self.vm.threads()
    }
    fn status(&self, t: Tid) -> ThreadStatus {
        self.vm.status(t)
    }
    fn is_daemon(&self, t: Tid) -> bool {
        self.vm.is_daemon(t)
    }
    fn choices(&mut self, t: Tid) -> u32 {
        self.vm.choices(t)
    }
    fn transitions(&mut self, t: Tid, out: &mut Vec<Transition>) {
        self.vm.transitions(t, out);
    }
    fn may_block(&self, t: Tid) -> bool {
        self.vm.may_block(t)
    }
    fn control_point(&self, t: Tid) -> u32 {
        self.vm.control_point(t)
    }
    fn step(&mut self, transition: Transition) -> StepResult {
        let result = self.vm.step(transition);
        self.record();
        result
    }
    fn footprint(&mut self, t: Tid, out: &mut Footprint) {
        self.vm.footprint(t, out);
    }
    fn footprint_of(&mut self, transition: Transition, out: &mut Footprint) {
        self.vm.footprint_of(transition, out);
    }
    fn is_inside(&self, t: Tid) -> bool {
        self.vm.is_inside(t)
    }
    fn is_observable(&mut self, t: Tid, footprint: &Footprint) -> bool {
        self.vm.is_observable(t, footprint)
    }
    fn blocker(&self, t: Tid) -> Option<Blocker> {
        self.vm.blocker(t)
    }
    fn state_violations(&mut self) -> Vec<Violation> {
        self.vm.state_violations()
    }
    fn further_initial_violations(&self) -> Vec<Violation> {
        self.vm.further_initial_violations()
    }
    fn restart(&mut self) -> StepResult {
        self.vm.restart()
    }
}

impl Rewind for Recorded {
    fn mark(&mut self) {
        self.vm.mark();
    }
    fn rewind(&mut self) {
        self.vm.rewind();
    }
    fn unmark(&mut self) {
        self.vm.unmark();
    }
    fn mark_bytes(&self) -> usize {
        self.vm.mark_bytes()
    }
}

impl Fingerprint for Recorded {
    fn vector(&self) -> &[u32] {
        self.vm.vector()
    }
    fn load(&mut self, vector: &[u32]) {
        self.vm.load(vector);
    }
    fn fingerprint(&self) -> u64 {
        self.vm.fingerprint()
    }
    fn exchange_threads(&mut self, on: bool) {
        self.vm.exchange_threads(on);
    }
    fn stored(&mut self) -> &[u32] {
        self.vm.stored()
    }
    fn stored_fingerprint(&mut self) -> u64 {
        self.vm.stored_fingerprint()
    }
    fn content(&self) -> u64 {
        self.vm.content()
    }
    fn component_bytes(&self) -> usize {
        self.vm.component_bytes()
    }
    fn components(&self) -> usize {
        self.vm.components()
    }
}

impl HeapView for Recorded {
    fn references_version(&self) -> u64 {
        self.vm.references_version()
    }
    fn objects(&self) -> usize {
        self.vm.objects()
    }
    fn thread_roots(&self, t: Tid, f: &mut dyn FnMut(ObjId)) {
        self.vm.thread_roots(t, f);
    }
    fn global_roots(&self, f: &mut dyn FnMut(ObjId)) {
        self.vm.global_roots(f);
    }
    fn references(&self, o: ObjId, f: &mut dyn FnMut(ObjId)) {
        self.vm.references(o, f);
    }
    fn holder(&self, o: ObjId) -> Option<Tid> {
        self.vm.holder(o)
    }
    fn static_locality(&self) -> Vec<bool> {
        self.vm.static_locality()
    }
    fn track_sharing(&mut self) {
        self.vm.track_sharing();
    }
    fn was_shared(&self, o: ObjId) -> bool {
        self.vm.was_shared(o)
    }
    fn track_locksets(&mut self, of: &BTreeSet<Guarded>) {
        self.vm.track_locksets(of);
    }
    fn is_guarded(&self, t: Tid, location: Location) -> bool {
        self.vm.is_guarded(t, location)
    }
    fn singletons(&self) -> Vec<bool> {
        self.vm.singletons()
    }
    fn reference_at(&self, o: ObjId, word: u32) -> Option<ObjId> {
        self.vm.reference_at(o, word)
    }
    fn static_name(&self, o: ObjId) -> Option<String> {
        self.vm.static_name(o)
    }
    fn global_name(&self, global: u32) -> String {
        self.vm.global_name(global)
    }
    fn kind_name(&self, kind: u32) -> String {
        self.vm.kind_name(kind)
    }
    fn holds_data(&self, kind: u32) -> bool {
        self.vm.holds_data(kind)
    }
    fn kind(&self, o: ObjId) -> u32 {
        self.vm.kind(o)
    }
}

impl Variables for Recorded {
    fn static_objects(&self) -> usize {
        self.vm.static_objects()
    }
    fn is_one_thread(&self, t: Tid) -> bool {
        self.vm.is_one_thread(t)
    }
    fn variable(&self, location: Location) -> Option<Variable> {
        self.vm.variable(location)
    }
    fn seen_as(&self, variable: Variable) -> Variable {
        self.vm.seen_as(variable)
    }
    fn observe_accesses(&mut self, variables: &[Variable]) {
        self.vm.observe_accesses(variables);
    }
    fn variable_name(&self, variable: Variable) -> String {
        self.vm.variable_name(variable)
    }
    fn annotations(&self) -> Vec<Annotated> {
        self.vm.annotations()
    }
    fn has_access(&self, index: usize, this: Option<ObjId>, t: Tid) -> bool {
        self.vm.has_access(index, this, t)
    }
    fn renumbered(&self, o: ObjId) -> Option<ObjId> {
        self.vm.renumbered(o)
    }
    fn place(&self, t: Tid) -> Span {
        self.vm.place(t)
    }
}

impl Objectwise for Recorded {
    fn acts(&mut self, t: Tid, out: &mut Acts) {
        self.vm.acts(t, out);
    }
    fn info(&self, location: Location) -> Info {
        self.vm.info(location)
    }
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
