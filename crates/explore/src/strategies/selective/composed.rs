//! The composed system: a visible step and the invisible ones that follow it are one transition.
//!
//! # Source
//! Sto00 section 5 (C(S), Theorems 4 and 5), section 9 (Theorem 5'); (4) of section 7 applies to its transitions.
//!
//! # Idea
//! [`TransactionMachine`] without right movers makes the transitions of C(S). Here it says what such a transition does to objects: all
//! that its steps do, found by running it. So two threads that each take a lock, read and give the lock back commute.
//!
//! # Notation
//! t' of C(S): a run ([`Transition`](commute_machine::Transition) of [`TransactionMachine`]); opsOn(o, t'): its acts on o, in order;
//! pendVisOps ∪ pendInvisOps: [`Objectwise::acts`].
//!
//! # Premises
//! - InitVis is inessential: a thread that begins with invisible steps makes them as a run of left movers, which is explored alone.
//! - DetermInvis: if a thread has several runs, their acts are taken together.
//! - What a thread may do later does not depend on how its steps are grouped, so [`Foresight`] is that of the machine.
//!
//! # Deviations
//! - D1: guards of composed transitions: invisible steps do not block and always have the same outcome for the thread, so that the guard is
//!   that of the first step, and the artificial accesses of section 6 do not arise.

use super::PersistentSets;
use crate::strategies::transactions::{TransactionMachine, noted_looks};
use commute_machine::{
    Access, Act, Acts, Fingerprint, Foresight, HeapView, Location, Machine, ObjId, Objectwise, Rewind, Tid,
    Transition, Variables, Violation, forward,
};
use commute_movers::{Assumption, Oracle};
use fixedbitset::FixedBitSet;
use std::collections::HashMap;
use std::rc::Rc;

/// So many acts of a run that are the same are kept.
const MOST_ALIKE: u32 = 2;

/// Where the objects of an earlier state are now.
struct Names {
    /// How many there were.
    objects: usize,
    /// For each of them its present number, once some have another one.
    now: Vec<Option<ObjId>>,
    /// The other way round.
    then: Vec<Option<ObjId>>,
}

impl Names {
    fn new<M: HeapView>(machine: &M) -> Self {
        Self { objects: machine.objects(), now: Vec::new(), then: Vec::new() }
    }

    fn follow<M: Variables>(&mut self, machine: &M) {
        if !machine.renumbers() {
            return;
        }
        if self.now.is_empty() {
            self.now = (0..self.objects as u32).map(|o| Some(ObjId(o))).collect();
        }
        self.now.iter_mut().for_each(|name| *name = name.and_then(|o| machine.renumbered(o)));
        self.then.clear();
        self.then.resize(machine.objects(), None);
        for (before, now) in (0..).map(ObjId).zip(&self.now) {
            if let Some(now) = now {
                self.then[now.0 as usize] = Some(before);
            }
        }
    }

    /// The location in the earlier state; `None` if its object is new.
    fn before(&self, location: Location) -> Option<Location> {
        let object = |o: ObjId| {
            if self.now.is_empty() {
                return ((o.0 as usize) < self.objects).then_some(o);
            }
            self.then.get(o.0 as usize).copied().flatten()
        };
        Some(match location {
            Location::Word(o, slot) => Location::Word(object(o)?, slot),
            Location::Object(o) => Location::Object(object(o)?),
            Location::Monitor(o) => Location::Monitor(object(o)?),
            Location::Global(_) | Location::Thread(_) => location,
        })
    }
}

impl<M, O> TransactionMachine<'_, M, O>
where
    M: Rewind + Fingerprint + Variables + Objectwise,
    O: Oracle<M>,
{
    /// What the runs of `t` do in the present state, and what it would do if it could go on.
    fn find_acts(&mut self, t: Tid, out: &mut Acts) {
        if self.machine.choices(t) == 0 {
            return self.machine.acts(t, out);
        }
        out.clear();
        let mut runs = Vec::new();
        self.transitions(t, &mut runs);
        for run in runs {
            self.add_acts(run, out);
        }
    }

    /// Adds what the steps of a run do. Dependence asks whether an act is alone on its object, or what two of them are, and no more: of
    /// the same act on the same object it learns nothing from a third one.
    fn add_acts(&mut self, run: Transition, out: &mut Acts) {
        let mut names = Names::new(self.machine);
        let (mut acts, mut done) = (Acts::default(), HashMap::new());
        self.machine.mark();
        for &choice in self.paths.choices(run.choice) {
            self.machine.acts(run.tid, &mut acts);
            out.everything |= acts.everything;
            out.observed |= acts.observed;
            for act in &acts.acts {
                let Some(location) = names.before(act.access.location) else { continue };
                let act = Act { access: Access { location, ..act.access }, ..*act };
                let times = done.entry(act).or_insert(0);
                *times += 1;
                if *times <= MOST_ALIKE {
                    out.acts.push(act);
                }
            }
            self.machine.step(Transition { tid: run.tid, choice });
            names.follow(self.machine);
        }
        self.machine.rewind();
        self.machine.unmark();
    }
}

#[forward(machine)]
impl<M, O> Objectwise for TransactionMachine<'_, M, O>
where
    M: Rewind + Fingerprint + Variables + Objectwise,
    O: Oracle<M>,
{
    fn acts(&mut self, t: Tid, out: &mut Acts) {
        self.come_here();
        let own = self.machine.thread_component(t).filter(|&own| self.done.wants(own));
        if let Some(own) = own
            && let Some(known) = self.done.find(t.index(), own, &self.at)
        {
            return out.clone_from(known);
        }
        // What it does depends on what its runs depend on, too.
        let can_step = self.machine.choices(t) > 0;
        let places = if can_step { self.runs(t).places.clone() } else { Some(Vec::new()) };
        let own = own.filter(|_| places.is_some());
        if own.is_some() {
            self.machine.note_looks();
        }
        self.find_acts(t, out);
        if let Some(own) = own {
            let noted = noted_looks(self.machine);
            let places = noted.zip(places).map(|(noted, places)| [noted, places].concat());
            self.done.learn(t.index(), own, &self.at, places.as_deref(), Rc::new(out.clone()));
        }
    }
}

#[forward(machine)]
impl<M, O> Foresight for TransactionMachine<'_, M, O>
where
    M: Rewind + Fingerprint + Variables + Foresight,
    O: Oracle<M>,
{
}

#[forward(machine)]
impl<M, O> HeapView for TransactionMachine<'_, M, O>
where
    M: Rewind + Fingerprint + HeapView,
    O: Oracle<M>,
{
}

/// Persistent sets of a composed system: a run of left movers alone, or what `inner` finds.
pub struct Composed<P> {
    inner: P,
}

impl<P> Composed<P> {
    /// With these persistent sets where no thread can make a run of left movers.
    pub fn new(inner: P) -> Self {
        Self { inner }
    }
}

impl<'a, M, O, P> PersistentSets<TransactionMachine<'a, M, O>> for Composed<P>
where
    M: Rewind + Fingerprint + HeapView,
    O: Oracle<M>,
    P: PersistentSets<TransactionMachine<'a, M, O>>,
{
    fn threads(
        &mut self,
        transactions: &mut TransactionMachine<'a, M, O>,
        choices: &[u32],
        last: Option<Tid>,
    ) -> Option<FixedBitSet> {
        // It asks an oracle that knows nothing of what the user said.
        transactions.watch();
        for t in (0..choices.len()).filter(|&t| choices[t] > 0) {
            if transactions.runs(Tid::new(t)).all_left {
                let mut only = FixedBitSet::with_capacity(choices.len());
                only.insert(t);
                return Some(only);
            }
        }
        self.inner.threads(transactions, choices, last)
    }

    fn prepare(&mut self, transactions: &mut TransactionMachine<'a, M, O>) {
        transactions.prepare();
        self.inner.prepare(transactions);
    }

    fn is_refuted(&mut self, transactions: &mut TransactionMachine<'a, M, O>) -> bool {
        std::mem::take(&mut transactions.refuted) | self.inner.is_refuted(transactions)
    }

    fn violations(&mut self, transactions: &mut TransactionMachine<'a, M, O>) -> Vec<Violation> {
        self.inner.violations(transactions)
    }

    fn assumptions(&self, transactions: &TransactionMachine<'a, M, O>) -> Vec<Assumption> {
        let mut all = transactions.oracle.assumptions(transactions.machine);
        all.extend(self.inner.assumptions(transactions));
        all
    }
}
