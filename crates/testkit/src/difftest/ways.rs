//! Every way in which a program can be searched: reduction, order, what is kept, store, undo method, symmetry.

use commute::{Check, Store, StrategyFacts, Undo};
use commute_explore::{Keep, Options, Order, Reduction, Repair, Selection, StoreKind, Symmetry};
use commute_vm::UndoMethod;
use std::fmt;

/// A way to search that must find what the plain search finds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way {
    /// Which steps are explored.
    pub reduction: Reduction,
    /// In which order.
    pub order: Order,
    /// Which states are stored.
    pub keep: Keep,
    /// How they are remembered.
    pub store: StoreKind,
    /// How the machine goes back.
    pub undo: UndoMethod,
    /// What happens when an assumption is refuted.
    pub repair: Repair,
    /// Which states count as one.
    pub symmetry: Symmetry,
}

impl Way {
    /// Whether it explores and stores everything, so that even its numbers of states and transitions are known.
    pub fn is_full(&self) -> bool {
        self.reduction == Reduction::None && self.keep == Keep::All && self.symmetry == Symmetry::None
    }

    /// Whether it comes to every final state.
    pub fn keeps_final_states(&self) -> bool {
        StrategyFacts::of(self.reduction).preserves.final_states
    }

    /// Whether it leaves out steps only, and comes to every state, although it is a reduction.
    pub fn keeps_all_states(&self) -> bool {
        self.reduction != Reduction::None && StrategyFacts::of(self.reduction).preserves.all_states
    }

    /// The same as a user asks for it, so that what a check is made of is compared, too.
    pub fn check(&self) -> Check {
        let check = Check::new()
            .reduction(self.reduction)
            .no_sleep(matches!(self.reduction, Reduction::Selective(Selection { sleep: false, .. })))
            .depth_first(self.order == Order::Dfs)
            .keep(self.keep)
            .symmetric(self.symmetry == Symmetry::Threads)
            .undo(Undo::Machine(self.undo))
            .store(match self.store {
                StoreKind::Exact => Store::Exact,
                StoreKind::Compact => Store::Compact,
                StoreKind::Bitstate { log2_bits } => Store::Bitstate(Some(log2_bits)),
                StoreKind::None => Store::None,
            });
        // Where states cannot be expanded again the search begins again, whatever is asked for.
        match (self.reduction.oracle(), self.repair) {
            (Some(_), Repair::Restart) => check.repair(Repair::Restart),
            _ => check,
        }
    }

    /// The name without store and undo method, which change nothing in what is explored.
    pub fn reduction_name(&self) -> String {
        let reduction = match self.reduction {
            Reduction::None => "none".to_owned(),
            Reduction::Selective(selection) => selection.name(),
            by_oracle => {
                let oracle = by_oracle.oracle().map_or("", |oracle| oracle.facts().name);
                format!("{} {oracle}", StrategyFacts::of(by_oracle).name)
            }
        };
        let symmetry = if self.symmetry == Symmetry::Threads { ", symmetry" } else { "" };
        format!("{reduction}, {:?}, keep {:?}{symmetry}", self.order, self.keep).to_lowercase()
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Way { store, undo, repair, .. } = self;
        write!(f, "{}, {store:?} store, undo by {undo:?}, {repair:?}", self.reduction_name())
    }
}

/// What depends on nothing else: passing states by needs the depth-first order.
const COURSES: [(Order, Keep); 3] =
    [(Order::Bfs, Keep::All), (Order::Dfs, Keep::All), (Order::Dfs, Keep::Sparse)];

/// How states are remembered, how the machine goes back, and what a refutation leads to.
const MEANS: [(StoreKind, UndoMethod, Repair); 4] = [
    (StoreKind::Exact, UndoMethod::Log, Repair::Restart),
    (StoreKind::Compact, UndoMethod::Log, Repair::Restart),
    (StoreKind::Exact, UndoMethod::Snapshot, Repair::Again),
    (StoreKind::Compact, UndoMethod::Snapshot, Repair::Restart),
];

/// Of the reductions a program goes through every third, so that a program costs about twenty searches.
const TURNS: usize = 3;

/// Of the reductions together with thread symmetry, this one of so many.
const TURNS_OF_SYMMETRY: usize = 16;

/// The plain search in all orders, and a third of all reductions in all orders. Which third, and with which store and
/// undo method, changes from program to program, such that twelve programs in a row go through all of them.
pub fn ways(number: u64) -> Vec<Way> {
    let turn = |at: usize, way: &Way| match way.symmetry {
        Symmetry::None => way.reduction == Reduction::None || (at + number as usize).is_multiple_of(TURNS),
        Symmetry::Threads => (at + number as usize).is_multiple_of(TURNS_OF_SYMMETRY),
    };
    all_ways(number)
        .into_iter()
        .enumerate()
        .filter(|(at, way)| turn(*at, way))
        .map(|(_, way)| way)
        .chain(EXCHANGES.get(number as usize % COURSES.len()).copied())
        .collect()
}

/// The search that leaves nothing out but what thread symmetry allows, in all orders. A program goes through one of them.
const EXCHANGES: [Way; 3] = [
    exchange(Order::Bfs, Keep::All, StoreKind::Exact, UndoMethod::Log),
    exchange(Order::Dfs, Keep::All, StoreKind::Compact, UndoMethod::Snapshot),
    exchange(Order::Dfs, Keep::Sparse, StoreKind::Exact, UndoMethod::Snapshot),
];

const fn exchange(order: Order, keep: Keep, store: StoreKind, undo: UndoMethod) -> Way {
    let (reduction, repair, symmetry) = (Reduction::None, Repair::Restart, Symmetry::Threads);
    Way { reduction, order, keep, store, undo, repair, symmetry }
}

/// The plain search and all reductions in all orders, without and with thread symmetry.
pub fn all_ways(number: u64) -> Vec<Way> {
    let number = number as usize;
    let courses =
        Reduction::all().flat_map(|reduction| COURSES.map(|(order, keep)| (reduction, order, keep)));
    let ways: Vec<Way> = courses
        .filter(|(reduction, order, keep)| reduction.fits(*order, *keep))
        .enumerate()
        .map(|(at, (reduction, order, keep))| {
            let (store, undo, repair) = MEANS[(at + number) % MEANS.len()];
            Way { reduction, order, keep, store, undo, repair, symmetry: Symmetry::None }
        })
        .collect();
    let exchanges = ways.clone().into_iter().map(|way| {
        let reduction = without_sleep(way.reduction);
        Way { reduction, symmetry: Symmetry::Threads, ..way }
    });
    let exchanges = exchanges.filter(|way| {
        let &Way { reduction, order, keep, store, .. } = way;
        let options = Options { reduction, order, keep, store, ..Options::default() };
        options.objection_to_symmetry().is_none()
    });
    ways.into_iter().chain(exchanges).collect()
}

/// Sleep sets do not go with thread symmetry, persistent sets do.
fn without_sleep(reduction: Reduction) -> Reduction {
    match reduction {
        Reduction::Selective(selection) => Reduction::Selective(Selection { sleep: false, ..selection }),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A way is what its check says, but for repairs where they are not possible.
    #[test]
    fn every_way_can_be_asked_for() {
        for way in (0..12).flat_map(all_ways) {
            let search = way.check().build().unwrap_or_else(|conflict| panic!("{way}: {conflict}"));
            let options = search.engine_options();
            assert_eq!(
                (options.reduction, options.order, options.keep),
                (way.reduction, way.order, way.keep)
            );
            assert_eq!((options.store, options.symmetry), (way.store, way.symmetry));
            let repairs = Options { repair: way.repair, ..options.clone() }.repairs();
            assert_eq!(options.repairs(), repairs, "{way}");
        }
    }

    #[test]
    fn twelve_programs_go_through_every_combination() {
        let all: Vec<Way> = (0..12).flat_map(ways).collect();
        for reduction in Reduction::all() {
            for (order, keep) in COURSES.into_iter().filter(|c| reduction.fits(c.0, c.1)) {
                for (store, undo, repair) in MEANS {
                    let symmetry = Symmetry::None;
                    let way = Way { reduction, order, keep, store, undo, repair, symmetry };
                    assert!(all.contains(&way), "{reduction:?}");
                }
            }
        }
    }
}
