//! What steps do to objects, for dependence tables.

use super::Vm;
use crate::enabled::{View, holder, waiting_on};
use crate::footprint;
use crate::foresight::Outlook;
use crate::frame::Status;
use crate::state::DATA;
use commute_ir::{Instr, ObjOp, Operand, Shape};
use commute_machine::{
    Acts, Detail, Footprint, Foresight, Future, Info, Location, Machine, ObjId, Objects, Objectwise,
    Operation, Pattern, Point, Tid,
};
use commute_mutants::mutant;
use smallvec::SmallVec;
use std::sync::Arc;

/// Whether a thread can be interrupted while it waits in an operation on an object of its own.
#[mutant("waits-on-own-objects-commute", false)]
fn is_interruptible(operation: Operation) -> bool {
    operation.may_be_interrupted()
}

impl Vm {
    fn outlook(&mut self) -> &mut Outlook {
        let (code, observed) = (&self.code, &self.observed);
        self.outlook.get_or_insert_with(|| Outlook::new(code, observed))
    }

    /// What a thread that is inside an atomic block, or about to enter one, touches.
    fn acts_of_atomic(&mut self, t: Tid, out: &mut Acts) {
        let mut touched = Footprint::default();
        let before = self.st.objects() as u32;
        self.footprint(t, &mut touched);
        for access in touched.accesses {
            let new = |o: ObjId| o.0 >= before;
            match access.location {
                // An object that the step itself makes is nobody else's.
                Location::Word(o, _) | Location::Object(o) | Location::Monitor(o) if new(o) => {
                    if is_interruptible(access.operation) {
                        out.add(Location::Thread(t), access.operation, Detail::Plain);
                    }
                }
                location => out.add(location, access.operation, Detail::Plain),
            }
        }
        out.everything |= self.becomes_exclusive(t);
    }

    fn instr(&self, view: View) -> &Instr {
        &self.code.program.functions[view.func as usize].code[view.pc as usize]
    }

    fn detail(&self, view: View) -> Detail {
        let Instr::Invoke { op, arg, .. } = self.instr(view) else { return Detail::Plain };
        let arg = arg.map_or(0, |a: Operand| view.value(a));
        match op {
            ObjOp::Add => Detail::Insert(arg),
            ObjOp::Remove => Detail::Delete(arg),
            ObjOp::Contains => Detail::Member(arg),
            ObjOp::Len => Detail::Count,
            ObjOp::Clear => Detail::Clear,
            ObjOp::Arrive if view.status == Status::Arrived => Detail::Pass { released: false },
            ObjOp::Arrive if view.status == Status::Released => Detail::Pass { released: true },
            _ => Detail::Plain,
        }
    }

    fn info_of_object(&self, reference: u64) -> Info {
        let words = self.st.object(reference);
        let thread = |word: u64| (word as u32).checked_sub(1).map(|t| Tid(t as u16));
        match self.code.program.shapes[words[0] as usize] {
            Shape::Lock => Info::Lock { owner: thread(words[DATA]) },
            Shape::RwLock => Info::RwLock {
                writer: thread(words[DATA]),
                readers: words[DATA + 1..].iter().filter_map(|&w| thread(w)).collect(),
            },
            Shape::Semaphore => Info::Semaphore(words[DATA] as i64),
            Shape::Barrier => Info::Barrier { parties: words[DATA], arrived: words[DATA + 1] },
            Shape::Channel(_) => {
                Info::Channel { messages: (words.len() - DATA - 1) as u64, capacity: words[DATA] }
            }
            Shape::Set(_) => Info::Set(words[DATA..].to_vec()),
            Shape::Thread => Info::Handle { alive: words[DATA] != 0 },
            Shape::Instance(_) | Shape::Array(_) | Shape::Seq(_) => Info::None,
        }
    }

    fn may_be_object(&self, objects: &Objects, o: ObjId) -> bool {
        match objects {
            Objects::Static { first, count } => (*first..first + count).contains(&o.0),
            Objects::OfKinds(kinds) => kinds.contains(&(self.st.object(u64::from(o.0) + 1)[0] as u32)),
        }
    }
}

impl Objectwise for Vm {
    fn acts(&mut self, t: Tid, out: &mut Acts) {
        out.clear();
        let words = self.st.thread(t.index());
        let view = View::of(words);
        if view.status.is_final() {
            return;
        }
        let (handle, detail) = (words[2], self.detail(view));
        if let Some((location, counting)) = self.counting(t) {
            let operation = if counting.adds == 0 { Operation::Read } else { Operation::Write };
            out.add(location, operation, Detail::Counts(counting));
        } else if self.is_atomic(View::of(self.st.thread(t.index()))) {
            self.acts_of_atomic(t, out);
        } else {
            let mut touched = Footprint::default();
            let view = View::of(self.st.thread(t.index()));
            footprint::accesses(&self.code, &self.st, t.index(), view, handle, &mut touched);
            for access in touched.accesses {
                let is_global = matches!(access.location, Location::Global(_));
                out.add(access.location, access.operation, if is_global { Detail::Plain } else { detail });
            }
        }
        for act in out.acts.iter_mut().filter(|act| self.is_ordered(act.access.location)) {
            act.access.operation = Operation::Write;
            act.detail = Detail::Plain;
        }
        // Ending a step that was cut in two lets all others go on.
        out.everything |= self.st.is_exclusive();
        let mut footprint = Footprint::default();
        out.acts.iter().for_each(|act| footprint.add(act.access.location, act.access.operation));
        out.observed = self.is_observable(t, &footprint);
    }

    fn info(&self, location: Location) -> Info {
        match location {
            Location::Global(_) | Location::Word(..) => self.word_at(location).map_or(Info::None, Info::Word),
            Location::Thread(_) => Info::None,
            Location::Object(o) => self.info_of_object(u64::from(o.0) + 1),
            Location::Monitor(o) => {
                let reference = u64::from(o.0) + 1;
                let waiting = waiting_on(&self.code, &self.st, reference, usize::MAX).map(Tid::new).collect();
                let owner = holder(self.st.object(reference)[1]).map(Tid::new);
                Info::Monitor { owner, waiting }
            }
        }
    }
}

impl Foresight for Vm {
    fn points(&mut self) -> Arc<[Point]> {
        self.outlook().points()
    }

    fn point(&mut self, t: Tid) -> u32 {
        let words = self.st.thread(t.index());
        let (view, is_first) = (View::of(words), words[0] as u32 == 0);
        let (func, pc) = (view.func, view.pc);
        self.outlook().point(func, pc, is_first.then_some(t.index()))
    }

    fn future(&mut self, t: Tid) -> Arc<Future> {
        let mut stack = SmallVec::from_slice(&[self.point(t)]);
        let mut caller = self.st.thread(t.index())[0] as u32;
        while caller != 0 {
            let words = self.st.comps.words(caller);
            let (func, pc, next) = ((words[0] >> 32) as u32, words[1] as u32, words[0] as u32);
            stack.push(self.outlook().point(func, pc, (next == 0).then_some(t.index())));
            caller = next;
        }
        self.outlook().future(stack)
    }

    fn may_be(&self, pattern: &Pattern, location: Location) -> bool {
        match (pattern, location) {
            (Pattern::Global(g), Location::Global(h)) => *g == h,
            (Pattern::Word(objects, slot), Location::Word(o, at)) => {
                slot.is_none_or(|s| s == at) && self.may_be_object(objects, o)
            }
            (Pattern::Word(objects, _), Location::Object(o))
            | (Pattern::Object(objects), Location::Word(o, _) | Location::Object(o))
            | (Pattern::Monitor(objects), Location::Monitor(o)) => self.may_be_object(objects, o),
            (Pattern::Thread, Location::Thread(_)) => true,
            _ => false,
        }
    }
}
