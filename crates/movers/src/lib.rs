//! Oracles: how the next step of a thread commutes with everything other threads may do.
//!
//! An oracle answers from some knowledge of how data is shared, in this very state, and watches every state
//! to see whether what it assumes is true. It never sees a strategy; strategies turn its answers into fewer
//! interleavings.

mod assumption;
mod either;
mod escape;
mod reach;
mod static_escape;
mod wsl;

pub use assumption::{Assumption, Standing};
pub use either::Either;
pub use escape::Escape;
pub use static_escape::StaticEscape;
pub use wsl::{Wsl, WslDom};

use commute_machine::{Footprint, Tid};

/// How a step commutes with the steps of other threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mover {
    /// It can be exchanged with a step of another thread before or after it.
    Both,
    /// Nothing is known.
    Non,
}

/// Knowledge of how threads share data.
pub trait Oracle<M> {
    /// How all steps that `t` may make from where it stands, which touch `footprint`, commute with whatever
    /// other threads do before `t` makes one.
    fn mover(&mut self, machine: &M, t: Tid, footprint: &Footprint) -> Mover;

    /// Prepares the machine for a search with this oracle.
    fn prepare(&mut self, machine: &mut M) {
        let _ = machine;
    }

    /// Looks at what `t`, which is not over, is about to touch. Whether an assumption that answers relied on is
    /// refuted by it; the search then has to begin again.
    fn watch(&mut self, machine: &M, t: Tid, footprint: &Footprint) -> bool {
        let _ = (machine, t, footprint);
        false
    }

    /// What the answers rest on.
    fn assumptions(&self, machine: &M) -> Vec<Assumption> {
        let _ = machine;
        Vec::new()
    }
}
