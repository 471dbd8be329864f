//! Oracles: how the next step of a thread commutes with everything other threads may do.
//!
//! An oracle answers from some knowledge of how data is shared, in this very state. It never sees a strategy;
//! strategies turn its answers into fewer interleavings.

mod escape;
mod reach;

pub use escape::Escape;

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
}
