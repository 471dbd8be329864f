//! Every way in which a program can be searched: reduction, order, what is kept, store, undo method.

use commute_explore::{Keep, Order, Reduction, StoreKind};
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
}

impl Way {
    /// Whether it explores and stores everything, so that even its numbers of states and transitions are known.
    pub fn is_full(&self) -> bool {
        self.reduction == Reduction::None && self.keep == Keep::All
    }

    /// The name without store and undo method, which change nothing in what is explored.
    pub fn reduction_name(&self) -> String {
        let reduction = match self.reduction {
            Reduction::None => "none".to_owned(),
            Reduction::Ample(oracle) => format!("ample {oracle:?}"),
        };
        format!("{reduction}, {:?}, keep {:?}", self.order, self.keep).to_lowercase()
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {:?} store, undo by {:?}", self.reduction_name(), self.store, self.undo)
    }
}

/// What depends on nothing else: passing states by needs the depth-first order.
const COURSES: [(Order, Keep); 3] =
    [(Order::Bfs, Keep::All), (Order::Dfs, Keep::All), (Order::Dfs, Keep::Sparse)];

/// How states are remembered and the machine goes back.
const MEANS: [(StoreKind, UndoMethod); 4] = [
    (StoreKind::Exact, UndoMethod::Log),
    (StoreKind::Compact, UndoMethod::Log),
    (StoreKind::Exact, UndoMethod::Snapshot),
    (StoreKind::Compact, UndoMethod::Snapshot),
];

/// All reductions in all orders. With which store and undo method changes from program to program, such that four
/// programs in a row go through all of them.
pub fn ways(number: u64) -> Vec<Way> {
    let courses =
        Reduction::all().flat_map(|reduction| COURSES.map(|(order, keep)| (reduction, order, keep)));
    courses
        .zip(number as usize..)
        .map(|((reduction, order, keep), at)| {
            let (store, undo) = MEANS[at % MEANS.len()];
            Way { reduction, order, keep, store, undo }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_programs_go_through_every_combination() {
        let all: Vec<Way> = (0..4).flat_map(ways).collect();
        assert_eq!(all.len(), Reduction::all().count() * COURSES.len() * MEANS.len());
        assert!((0..all.len()).all(|at| !all[..at].contains(&all[at])));
    }
}
