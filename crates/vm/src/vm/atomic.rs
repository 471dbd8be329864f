//! What atomic blocks touch, found by executing them.

use super::Vm;
use crate::memo::{Foreseen, Touched};
use crate::{exec, footprint};
use commute_ir::Instr;
use commute_machine::{Footprint, Machine, Tid, Transition};
use commute_mutants::mutant;

impl Vm {
    /// What an atomic block touches, in all its choices; and whether nobody else can move after some of them. That is a function of
    /// what the execution looks at, as a step is.
    pub(super) fn footprint_of_atomic(&mut self, t: Tid, out: &mut Footprint) -> bool {
        let is_all = out.accesses.is_empty() && !self.st.is_exclusive();
        if is_all && let Some(known) = self.memo.foreseen(&self.st, t.index()) {
            out.clone_from(&known.footprint);
            return known.ends_exclusive;
        }
        let mut ends_exclusive = false;
        let all = self.choices(t);
        let mut touched = Touched::default();
        if all == 0 {
            self.st.touched.clear();
            self.footprint_of_blocked_atomic(t, out);
            touched.join(&self.st.touched);
        }
        for choice in 0..all {
            let step = Transition { tid: t, choice: choice as u16 };
            ends_exclusive |= self.record_step(step, out, &mut touched);
        }
        if is_all && self.st.meter.over().is_none() {
            let foreseen = Foreseen { footprint: out.clone(), ends_exclusive };
            self.memo.learn_foreseen(&self.st, t.index(), all, &touched, foreseen);
        }
        ends_exclusive
    }

    /// What a step touches, found by making it; and what the execution looks at. Whether nobody else can move after it.
    pub(super) fn record_step(
        &mut self,
        transition: Transition,
        out: &mut Footprint,
        touched: &mut Touched,
    ) -> bool {
        // Each choice is a step of its own.
        out.begin();
        self.st.recording = Some(std::mem::take(out));
        let ends_exclusive;
        (*out, ends_exclusive) = self.try_step(transition, |after| {
            touched.join(&after.st.touched);
            if !after.violations.is_empty() {
                touched.give_up();
            }
            (after.st.recording.take().unwrap_or_default(), after.st.is_exclusive())
        });
        ends_exclusive
    }

    /// What a thread that cannot enter its atomic block, or go on in it, looks at to find that out. Otherwise a
    /// discipline would not see that somebody waits for a value without holding the lock.
    #[mutant("footprint-of-blocked-forgotten", skip)]
    fn footprint_of_blocked_atomic(&mut self, t: Tid, out: &mut Footprint) {
        let (code, st) = (&self.code, &mut self.st);
        self.frame.read(st.thread(t.index()));
        let f = &mut self.frame;
        st.recording = Some(std::mem::take(out));
        if matches!(code.program.functions[f.func as usize].code[f.pc as usize], Instr::AtomicBegin) {
            exec::guard_is_blocked(code, st, f, t.index());
        } else {
            footprint::record(code, st, f, t.index());
        }
        *out = st.recording.take().unwrap_or_default();
    }
}
