//! Selective search: persistent sets say which threads to explore from a state, sleep sets which steps to leave out because
//! they were explored elsewhere.
//!
//! # Source
//! Sto00 Fig. 1 (SSS), Fig. 2 (IF-SSS), Fig. 4 (conditional dependence), section 11 (ExitBlock, ExitBlockRW as special
//! cases); God96 for state-matching sleep sets; SC06 section 10.
//!
//! # Idea
//! [`persistent`] chooses threads whose next steps are independent of all that the others may do first. Of these steps, those
//! that sleep are left out. After a step was explored from a state it sleeps in the branches that follow, until a step is
//! made that is dependent with it: the other order was explored already. With a store, a state that is reached again
//! with fewer sleeping steps is explored again, but only the steps that slept before and do not now. This matters where
//! there are cycles: a state on the stack may be reached again before what follows from it is finished
//! (`sleep_sets_in_a_cycle.cm`).
//!
//! # Notation
//! PS(s): [`persistent::PersistentSets`]; sleep: [`Selective::sleeping`], one set for each state on the stack; D, Dc: [`Relation`];
//! execInvis: a left mover is chosen alone ([`InvisibleFirst`]); ⟨t, t', cdi⟩ ∈ Dc is evaluated in the state before t is
//! executed (`stepping`), so that nothing need be recorded.
//!
//! # Premises
//! - Theorem 1 asks for an acyclic state space. With persistent and sleep sets together this is an assumption, which the search
//!   watches: it is about the states explored (in them every run ends; the proof goes by the longest one). If it is refuted,
//!   the search begins again without sleep sets, and the order's proviso (each cycle has a fully expanded state) applies.
//!   Without a store cycles cannot be seen; then the depth is limited and the verdict is at best "not decided".
//! - Sleep sets alone (all threads explored) visit every state, cycles or not (God96), so that nothing is assumed. Up to the
//!   numbers of threads started later: two starts are independent although their orders number the new threads
//!   differently, so that of two states that differ in these numbers only one may be visited.
//! - Depth-first order: the stack carries the sleep sets.
//! - With thread symmetry sleep sets are not used: what slept at a state is about threads by their numbers, and a state that stands for
//!   another has other ones. Persistent sets are chosen in the state itself, as ample sets are (`ample.rs`, Premises).
//! - Invariants: steps that may change what a property sees are dependent with each other, so that their order is explored.
//! - Steps are known by thread and choice. A sleeping step's thread has not moved, and whatever would change the meaning of its
//!   choices is dependent with it.
//!
//! # Deviations
//! - D1: Fig. 4 records what the relation needs while a step is executed, because the paper's machine cannot look ahead. Ours
//!   can ([`Objectwise::acts`]), so dependence is evaluated before the step.
//! - D2: a sleeping step that was left out of the persistent set does not wake up when a state is reached again: it would
//!   not have been explored anyway.

mod composed;
mod cssa;
mod disciplined;
mod facts;
mod guard;
mod historied;
mod invisible;
mod mld;
mod overman;
mod persistent;
mod reachable;
mod search;
mod slept;
mod ties;
mod view;

use crate::strategy::{Here, Selected, Strategy};
use commute_machine::{Acts, Info, Location, Objectwise, Tid, Transition, Violation};
use commute_movers::{Assumption, Relation, Standing, steps_dependent};
use commute_mutants::mutant;
use composed::Composed;
use cssa::Cssa;
use disciplined::Disciplined;
pub use facts::{C_SSS, CSSA, EXIT_BLOCK, EXIT_BLOCK_RW, IF_SSS, SLEEP, SSS};
use historied::Historied;
use invisible::InvisibleFirst;
use mld::Mld;
pub use overman::Overman;
pub use persistent::{All, PersistentSets};
pub use search::explore;
use slept::Slept;
use smallvec::SmallVec;

/// Steps that need not be explored.
type Sleep = SmallVec<[Transition; 4]>;

/// The strategy.
pub struct Selective<P> {
    persistent: P,
    relation: Relation,
    /// Whether sleep sets are used. Given up if the state space turns out to have cycles.
    sleep: bool,
    /// What sleeps in each state on the stack.
    sleeping: Vec<Sleep>,
    /// What slept when a stored state was last explored.
    slept: Slept,
    /// The state that is about to be expanded was seen before: explore only these.
    awake: Option<Sleep>,
    steps: Vec<Transition>,
    refuted: bool,
    /// Sleep sets were asked for and given up.
    gave_up: bool,
}

impl<P> Selective<P> {
    /// Selective search with these persistent sets and, perhaps, sleep sets by this relation.
    pub fn new(persistent: P, relation: Relation, sleep: bool) -> Self {
        Self {
            persistent,
            relation,
            sleep,
            sleeping: Vec::new(),
            slept: Slept::default(),
            awake: None,
            steps: Vec::new(),
            refuted: false,
            gave_up: false,
        }
    }

    /// Which of the steps that slept in the child of a state still sleep after `step`.
    fn still_asleep<M: Objectwise>(&self, machine: &mut M, sleep: &Sleep, step: Transition) -> Sleep {
        if sleep.is_empty() {
            return Sleep::new();
        }
        let (mut mine, mut other) = (Acts::default(), Acts::default());
        machine.acts(step.tid, &mut mine);
        let mut still = Sleep::new();
        for &sleeper in sleep.iter().filter(|s| s.tid != step.tid) {
            machine.acts(sleeper.tid, &mut other);
            let machine = &*machine;
            let info = |location| machine.info(location);
            if !wakes(self.relation, (step.tid, &mine), (sleeper.tid, &other), info) {
                still.push(sleeper);
            }
        }
        still
    }
}

impl<M, P> Strategy<M> for Selective<P>
where
    M: Objectwise,
    P: PersistentSets<M>,
{
    fn prepare(&mut self, machine: &mut M) {
        self.sleeping = vec![Sleep::new()];
        self.slept = Slept::default();
        self.awake = None;
        self.persistent.prepare(machine);
    }

    fn select(&mut self, machine: &mut M, here: &Here) -> Selected {
        let depth = here.depth as usize;
        self.sleeping.resize_with(depth + 1, Sleep::new);
        let chosen = self.persistent.threads(machine, here.choices, here.last);
        self.steps.clear();
        let mut reduced = false;
        for (t, &count) in here.choices.iter().enumerate() {
            let tid = Tid::new(t);
            if chosen.as_ref().is_some_and(|set| !set.contains(t)) {
                reduced |= count > 0;
                continue;
            }
            if count > 0 {
                machine.transitions(tid, &mut self.steps);
            }
        }
        if self.sleep {
            let asleep = &self.sleeping[depth];
            let awake = self.awake.take();
            self.steps.retain(|s| !asleep.contains(s) && awake.as_ref().is_none_or(|a| a.contains(s)));
        }
        Selected::Listed { reduced }
    }

    fn listed(&self) -> &[Transition] {
        &self.steps
    }

    fn weight(&self) -> u32 {
        256
    }

    fn bytes(&self) -> usize {
        self.slept.bytes() + self.sleeping.len() * size_of::<Sleep>()
    }

    fn stepping(&mut self, machine: &mut M, step: Transition, depth: u64) {
        if !self.sleep {
            return;
        }
        self.awake = None;
        let at = depth as usize;
        let mut sleep = std::mem::take(&mut self.sleeping[at]);
        let child = self.still_asleep(machine, &sleep, step);
        sleep.push(step);
        self.sleeping[at] = sleep;
        self.sleeping.truncate(at + 1);
        self.sleeping.push(child);
    }

    fn is_explored_again(&mut self, key: u64, new: bool, depth: u64) -> bool {
        if !self.sleep {
            return false;
        }
        let now = &mut self.sleeping[depth as usize];
        if new {
            self.slept.put(key, now);
            return false;
        }
        let Some(mut before) = self.slept.at(key) else { return false };
        let awake = woken(&before, now);
        if awake.is_empty() {
            return false;
        }
        before.retain(|s| now.contains(s));
        self.slept.put(key, &before);
        *now = before;
        self.awake = Some(awake);
        true
    }

    fn watches_cycles(&self) -> bool {
        self.sleep && self.persistent.leaves_out()
    }

    #[mutant("sleep-sets-in-cycles", skip)]
    fn closes_cycle(&mut self) {
        if self.sleep && self.persistent.leaves_out() {
            self.sleep = false;
            self.gave_up = true;
            self.refuted = true;
        }
    }

    fn is_refuted(&mut self, machine: &mut M) -> bool {
        self.persistent.is_refuted(machine) || std::mem::take(&mut self.refuted)
    }

    fn violations(&mut self, machine: &mut M) -> Vec<Violation> {
        self.persistent.violations(machine)
    }

    fn assumptions(&self, machine: &M) -> Vec<Assumption> {
        let mut assumptions = self.persistent.assumptions(machine);
        if self.persistent.leaves_out() && (self.sleep || self.gave_up) {
            let standing = if self.gave_up { Standing::Refuted } else { Standing::Unrefuted };
            assumptions
                .push(Assumption { text: "the explored states have no cycle (sleep sets)".into(), standing });
        }
        assumptions
    }
}

/// Whether a step makes it matter again what a thread that sleeps does.
#[mutant("sleepers-never-wake", false)]
fn wakes(
    relation: Relation,
    step: (Tid, &Acts),
    sleeper: (Tid, &Acts),
    info: impl Fn(Location) -> Info,
) -> bool {
    steps_dependent(relation, step, sleeper, info)
}

/// The steps that slept when a state was explored `before` and do not sleep `now`.
#[mutant("sleep-sets-are-not-matched", Sleep::new())]
fn woken(before: &Sleep, now: &Sleep) -> Sleep {
    before.iter().copied().filter(|s| !now.contains(s)).collect()
}

#[cfg(test)]
mod tests {
    use crate::observer::Unobserved;
    use crate::options::{Options, Order, Reduction, Selection, StoreKind};
    use crate::search::search_executions;
    use crate::toy::{Do, Toy};

    /// How many executions of these threads are followed to their ends.
    fn executions(threads: &[&[Do]], sleep: bool) -> u64 {
        let reduction = Reduction::Selective(Selection { sleep, ..Selection::EVERYTHING });
        let options = Options { order: Order::Dfs, store: StoreKind::None, reduction, ..Options::default() };
        search_executions(&mut Toy::new(threads, 2), &options, &mut Unobserved).stats.terminal
    }

    #[test]
    fn sleep_sets_leave_one_execution_of_each_trace() {
        let [a, b] = [&[Do::Write(0); 2][..], &[Do::Write(1); 2]];
        assert_eq!((executions(&[a, b], false), executions(&[a, b], true)), (6, 1));
        // The second may come before, between or after the steps that it does not commute with.
        assert_eq!(
            (executions(&[a, &[Do::Write(0)]], false), executions(&[a, &[Do::Write(0)]], true)),
            (3, 3)
        );
        let mixed: &[Do] = &[Do::Write(0), Do::Write(1)];
        assert_eq!(
            (executions(&[mixed, &[Do::Write(0)]], false), executions(&[mixed, &[Do::Write(0)]], true)),
            (3, 2)
        );
        // Six orders of the writes to cell 0, for each of which those to cell 1 are in between somewhere.
        assert_eq!(executions(&[a, a, b], true), 6);
    }

    #[test]
    fn who_takes_a_lock_first_matters() {
        let locked: &[Do] = &[Do::Take(0), Do::Write(1), Do::Give(0)];
        assert_eq!(executions(&[locked, locked], true), 2);
    }
}
