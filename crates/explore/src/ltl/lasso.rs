//! Watches a search of a product for an accepting component, and makes a counterexample of it: a stem that leads to
//! the component, and a loop inside it that meets every acceptance set.

use super::components::Components;
use super::product::Product;
use crate::store::StoreOf;
use crate::watcher::{Arrival, Watcher};
use commute_machine::{Fingerprint, Machine, Rewind, Schedule, Temporal, Tid, Transition};
use std::collections::{HashMap, VecDeque};

/// An infinite execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lasso {
    /// The steps from the initial state to the loop.
    pub stem: Schedule,
    /// The steps that are repeated for ever. If there are none, no thread can go on: the last state stays.
    pub cycle: Schedule,
}

/// Looks for an accepting component.
#[derive(Default)]
pub struct AcceptingCycles {
    components: Components,
    /// What was found.
    pub lasso: Option<Lasso>,
}

impl<'m, M: Temporal + Fingerprint + Rewind> Watcher<Product<'m, M>> for AcceptingCycles {
    fn arrived(&mut self, product: &Product<'m, M>, arrival: Arrival) -> bool {
        let Arrival { key, new, depth } = arrival;
        if product.trouble.is_some() {
            return false;
        }
        if new {
            self.components.discovered(key, depth, product.last_marks);
            return true;
        }
        self.components.revisited(key, depth, product.last_marks) != Some(product.all_marks())
    }

    fn conclude<S: StoreOf<Product<'m, M>>>(
        &mut self,
        product: &mut Product<'m, M>,
        store: &mut S,
        schedule: &[Transition],
    ) {
        if product.trouble.is_some() {
            return;
        }
        let Some((root, depth)) = self.components.root() else { return };
        let cycle = Rounds { product, store, components: &self.components }.through_all_marks(root);
        let stem = &schedule[..depth as usize];
        product.restart();
        let stem = program_steps(product, stem);
        let cycle = program_steps(product, &cycle);
        self.lasso = Some(Lasso { stem, cycle });
    }

    fn bytes(&self) -> usize {
        self.components.bytes()
    }
}

/// Makes steps of the product, and says which steps of the program they are.
fn program_steps<M: Temporal + Fingerprint>(product: &mut Product<'_, M>, steps: &[Transition]) -> Schedule {
    let mut schedule = Schedule::new();
    for &step in steps {
        schedule.extend(product.program_step(step));
        product.step(step);
    }
    schedule
}

/// Walks inside the last component.
struct Rounds<'a, 'm, M, S> {
    product: &'a mut Product<'m, M>,
    store: &'a mut S,
    components: &'a Components,
}

/// A step inside the component.
#[derive(Clone, Copy)]
struct Inner {
    step: Transition,
    from: u64,
    to: u64,
    marks: u64,
}

impl<'m, M: Temporal + Fingerprint + Rewind, S: StoreOf<Product<'m, M>>> Rounds<'_, 'm, M, S> {
    /// A way from the root back to it, in which steps of all acceptance sets occur: each time the shortest way to one
    /// more of them.
    fn through_all_marks(&mut self, root: u64) -> Schedule {
        let mut missing = self.product.all_marks();
        let (mut at, mut cycle) = (root, Schedule::new());
        while missing != 0 {
            let path = self.shortest(at, |inner| inner.marks & missing != 0);
            missing &= !path.iter().fold(0, |marks, inner| marks | inner.marks);
            at = path.last().map_or(at, |last| last.to);
            cycle.extend(path.iter().map(|inner| inner.step));
        }
        if at != root {
            cycle.extend(self.shortest(at, |inner| inner.to == root).iter().map(|inner| inner.step));
        }
        cycle
    }

    /// The shortest way inside the component from a state that ends in a wanted step.
    fn shortest(&mut self, start: u64, wanted: impl Fn(&Inner) -> bool) -> Vec<Inner> {
        let mut before: HashMap<u64, Inner> = HashMap::new();
        let mut queue = VecDeque::from([start]);
        while let Some(at) = queue.pop_front() {
            for inner in self.steps_from(at) {
                if wanted(&inner) {
                    return path_to(start, inner, &before);
                }
                if inner.to != start && !before.contains_key(&inner.to) {
                    before.insert(inner.to, inner);
                    queue.push_back(inner.to);
                }
            }
        }
        panic!("[commute internal bug] an accepting component has a way to every mark and to its root");
    }

    fn steps_from(&mut self, from: u64) -> Vec<Inner> {
        let mut vector = Vec::new();
        self.store.vector(from, &mut vector);
        self.product.load(&vector);
        let mut found = Vec::new();
        for tid in (0..self.product.threads()).map(Tid::new) {
            for choice in 0..self.product.choices(tid) {
                let step = Transition { tid, choice: choice as u16 };
                self.product.mark();
                self.product.step(step);
                let to = self.store.insert(self.product).key;
                if self.components.in_last(to) {
                    found.push(Inner { step, from, to, marks: self.product.last_marks });
                }
                self.product.rewind();
                self.product.unmark();
            }
        }
        found
    }
}

fn path_to(start: u64, last: Inner, before: &HashMap<u64, Inner>) -> Vec<Inner> {
    let mut path = vec![last];
    let mut at = last.from;
    while at != start {
        let inner = before[&at];
        path.push(inner);
        at = inner.from;
    }
    path.reverse();
    path
}
