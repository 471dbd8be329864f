//! A test for every rule of `docs/semantics.md`, on programs written as IR by hand.

mod atomic;
mod build;
mod choices;
mod faults;
mod lassos;
mod models;
mod monitors;
mod objects;
mod properties;
mod replays;
mod sameness;
mod stepping;
mod threads;
