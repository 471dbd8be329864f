//! What oracles see of a state: references, holders, names of places.

use super::Vm;
use crate::canonical::for_each_slot;
use crate::common::Common;
use crate::enabled::View;
use crate::frame::{HEADER, Status};
use crate::locksets::{Locksets, held_by, is_guarded, lock_holder};
use crate::observed::AccessPredicates;
use crate::races::plain_access;
use crate::sharing::Sharing;
use crate::state::{DATA, SHARED, State};
use crate::variables;
use commute_base::Span;
use commute_ir::{Program, Shape};
use commute_machine::{
    Access, Annotated, Fingerprint, Guarded, HeapView, Location, Machine, ObjId, Tid, Variable, Variables,
};
use commute_mutants::mutant;
use std::collections::BTreeSet;

impl Vm {
    /// Whether all of the first `count` threads but the very first are known to have ended.
    fn is_first_left_of(&self, count: usize) -> bool {
        let has_ended = |u: usize| self.st.status(u) == Status::Ended;
        // Before there was another one nothing has to be known of ends.
        count == 1 || self.ends_observed && (1..count).all(has_ended)
    }
}

impl HeapView for Vm {
    fn static_locality(&self) -> Vec<bool> {
        commute_ir::analysis::static_escape(&self.code.program).into_table()
    }

    fn track_sharing(&mut self) {
        if self.sharing.is_none() {
            let mut sharing = Sharing::default();
            let initial = std::mem::take(&mut self.initial);
            self.load(&initial);
            // Nothing is marked yet, so all must be looked at.
            sharing.mark(&self.code, &mut self.st, None);
            self.sharing = Some(sharing);
            self.begin_here();
        }
    }

    fn track_locksets(&mut self, of: &BTreeSet<Guarded>) {
        self.track_sharing();
        self.locksets = (!of.is_empty()).then(|| Locksets::new(of.clone()));
        if of.is_empty() {
            return;
        }
        let initial = std::mem::take(&mut self.initial);
        self.load(&initial);
        self.st.add_locksets();
        self.begin_here();
    }

    fn is_guarded(&self, t: Tid, location: Location) -> bool {
        is_guarded(&self.code, &self.st, t, location)
    }

    fn singletons(&self) -> Vec<bool> {
        commute_ir::analysis::singletons(&self.code.program)
    }

    fn reference_at(&self, o: ObjId, word: u32) -> Option<ObjId> {
        let words = self.st.object(u64::from(o.0) + 1);
        let mut found = None;
        for_each_slot(&self.code, words[0], words.len(), |slot| {
            if slot == DATA + word as usize && words[slot] != 0 {
                found = Some(ObjId(words[slot] as u32 - 1));
            }
        });
        found
    }

    fn reference_words(&self, o: ObjId, f: &mut dyn FnMut(u32, ObjId)) {
        let words = self.st.object(u64::from(o.0) + 1);
        for_each_slot(&self.code, words[0], words.len(), |slot| {
            if words[slot] != 0 {
                f((slot - DATA) as u32, ObjId(words[slot] as u32 - 1));
            }
        });
    }

    fn global_reference(&self, global: u32) -> Option<ObjId> {
        let (group, index) = State::global_at(global);
        let may_refer = self.code.global_refs[group - 1].contains(&index);
        let reference = if may_refer { self.st.global(global) } else { 0 };
        (reference != 0).then(|| ObjId(reference as u32 - 1))
    }

    fn reference_globals(&self) -> Vec<u32> {
        let groups = self.code.global_refs.iter().enumerate();
        groups
            .flat_map(|(group, refs)| refs.iter().map(move |index| State::global_of(group, *index)))
            .collect()
    }

    #[mutant("alone-beside-the-last-thread", t.index() == 0 && self.is_first_left_of(self.threads() - 1))]
    fn is_alone(&self, t: Tid) -> bool {
        t.index() == 0 && self.is_first_left_of(self.threads())
    }

    fn observe_ends(&mut self) {
        self.ends_observed = self.code.may_be_alone;
    }

    fn observes_ends(&self) -> bool {
        self.ends_observed
    }

    fn handle(&self, t: Tid) -> Option<ObjId> {
        let handle = self.st.thread(t.index())[2];
        (handle as u32).checked_sub(1).map(ObjId)
    }

    fn static_name(&self, o: ObjId) -> Option<String> {
        self.code.program.statics.get(o.0 as usize).map(|object| object.name.clone())
    }

    fn global_name(&self, global: u32) -> String {
        self.code.program.globals[global as usize].name.clone()
    }

    fn was_shared(&self, o: ObjId) -> bool {
        self.st.object(u64::from(o.0) + 1)[1] & SHARED != 0
    }

    fn was_never_shared(&self, o: ObjId) -> bool {
        self.sharing.is_some() && (o.0 as usize) < self.st.objects() && !self.was_shared(o)
    }

    fn holds_data(&self, kind: u32) -> bool {
        use commute_ir::Shape::*;
        matches!(self.code.program.shapes[kind as usize], Instance(_) | Array(_) | Seq(_) | Set(_))
    }

    fn kind_name(&self, kind: u32) -> String {
        variables::kind_name(&self.code.program, kind)
    }

    fn references_version(&self) -> u64 {
        self.st.references_version
    }

    fn objects(&self) -> usize {
        self.st.objects()
    }

    fn thread_roots(&self, t: Tid, f: &mut dyn FnMut(ObjId)) {
        let mut visit = |reference: u64| {
            if reference != 0 {
                f(ObjId(reference as u32 - 1));
            }
        };
        self.st.looked.give_up();
        let mut frame = self.st.vector[self.st.thread_at(t.index())];
        visit(self.st.comps.words(frame)[2]);
        while frame != 0 {
            let words = self.st.comps.words(frame);
            if words.len() > HEADER {
                for &r in &self.code.funcs[(words[0] >> 32) as usize].ref_regs {
                    visit(words[HEADER + r as usize]);
                }
            }
            frame = words[0] as u32;
        }
    }

    fn global_roots(&self, f: &mut dyn FnMut(ObjId)) {
        self.st.looked.give_up();
        (0..self.code.program.statics.len()).for_each(|o| f(ObjId(o as u32)));
        for (group, refs) in self.code.global_refs.iter().enumerate() {
            for &index in refs {
                let reference = self.st.comps.words(self.st.vector[1 + group])[index];
                if reference != 0 {
                    f(ObjId(reference as u32 - 1));
                }
            }
        }
    }

    fn is_static(&self, o: ObjId) -> bool {
        (o.0 as usize) < self.code.program.statics.len()
    }

    fn common(&self, out: &mut Vec<ObjId>) -> usize {
        self.st.looked.give_up();
        if let Some(known) = self.numbering.common(&self.code, &self.st) {
            return known;
        }
        let mut common = Common::default();
        common.find(&self.code, &self.st, self.numbering.frozen());
        let references = common.references.iter().filter(|&&reference| reference != 0);
        out.extend(references.map(|&reference| ObjId(reference as u32 - 1)));
        common.known
    }

    fn references(&self, o: ObjId, f: &mut dyn FnMut(ObjId)) {
        let words = self.st.object(u64::from(o.0) + 1);
        for_each_slot(&self.code, words[0], words.len(), |slot| {
            if words[slot] != 0 {
                f(ObjId(words[slot] as u32 - 1));
            }
        });
    }

    fn holder(&self, o: ObjId) -> Option<Tid> {
        lock_holder(&self.code, &self.st, u64::from(o.0) + 1).map(Tid::new)
    }

    fn held(&self, t: Tid) -> Vec<ObjId> {
        self.st.looked.give_up();
        let mut held: Vec<ObjId> = match self.numbering.held(&self.code, &self.st) {
            Some(held) => {
                held.iter().filter(|lock| lock.by == t.index()).map(|lock| ObjId(lock.object)).collect()
            }
            None => held_by(&self.code, &self.st, t.index())
                .map(|reference| ObjId(reference as u32 - 1))
                .collect(),
        };
        held.sort_unstable();
        held
    }

    fn kind(&self, o: ObjId) -> u32 {
        self.st.object(u64::from(o.0) + 1)[0] as u32
    }
}

impl Variables for Vm {
    fn static_objects(&self) -> usize {
        self.code.program.statics.len()
    }

    fn is_one_thread(&self, t: Tid) -> bool {
        t.index() < self.code.program.threads.len()
            && self.representative.as_ref().is_none_or(|r| r.is_alone(t.index()))
    }

    fn variable(&self, location: Location) -> Option<Variable> {
        variables::variable(&self.code, &self.st, location)
    }

    fn seen_as(&self, variable: Variable) -> Variable {
        variables::seen_as(&self.code, variable)
    }

    fn has_elements(&self, o: ObjId) -> bool {
        matches!(self.code.program.shapes[self.kind(o) as usize], Shape::Array(_))
    }

    fn has_variables(&self, o: ObjId) -> bool {
        matches!(self.code.program.shapes[self.kind(o) as usize], Shape::Array(_) | Shape::Instance(_))
    }

    fn communicates(&self, t: Tid, access: &Access) -> bool {
        let tells = self.code.program.thread_class.is_some();
        let view = View::of(self.st.thread(t.index()));
        tells && (self.is_atomic(view) || plain_access(&self.code, &self.st, view) != Some(*access))
    }

    fn initialises(&self, t: Tid, location: Location) -> bool {
        let Location::Global(global) = location else { return false };
        let program = &self.code.program;
        let Some((class, _)) = program.globals[global as usize].name.rsplit_once('.') else { return false };
        let initialiser = |func: usize| {
            program.functions[func].name.strip_suffix(Program::CLASS_INITIALISER) == Some(class)
        };
        self.st.looked.note(self.st.thread_at(t.index()));
        let mut frame = self.st.vector[self.st.thread_at(t.index())];
        while frame != 0 {
            let words = self.st.comps.words(frame);
            if words.len() > HEADER && initialiser((words[0] >> 32) as usize) {
                return true;
            }
            frame = words[0] as u32;
        }
        false
    }

    fn observe_accesses(&mut self, variables: &[Variable]) {
        self.ordered.clear();
        self.ordered.extend_from_slice(variables);
    }

    fn variable_name(&self, variable: Variable) -> String {
        variables::name(&self.code.program, variable)
    }

    fn annotations(&self) -> Vec<Annotated> {
        self.annotations.list()
    }

    fn has_access(&self, index: usize, this: Option<ObjId>, t: Tid) -> bool {
        self.annotations.has_access(&self.code, &self.st, index, this, t)
    }

    fn have_access(&self, index: usize, this: Option<ObjId>, f: &mut dyn FnMut(Tid)) {
        self.annotations.have_access(&self.code, &self.st, index, this, f);
    }

    fn is_own_access(&self, index: usize) -> bool {
        self.annotations.is_by_one_lock(index)
    }

    fn observe_predicates(&mut self) {
        self.predicates = Some(AccessPredicates::new(&self.code.program));
    }

    fn names_a_lock(&self, access: &Access) -> bool {
        self.predicates.as_ref().is_some_and(|p| p.paths.touches(&self.st, access))
            && self.is_within_reach(access.location)
    }

    fn renumbers(&self) -> bool {
        self.renumbers
    }

    fn renumbered(&self, o: ObjId) -> Option<ObjId> {
        if self.renumbers { self.numbering.new_number(o.0).map(ObjId) } else { Some(o) }
    }

    fn place(&self, t: Tid) -> Span {
        variables::place(&self.code, &self.st, t)
    }
}
