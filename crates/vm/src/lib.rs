//! The explicit-state interpreter: runs IR behind the `machine` traits, fast.
//!
//! A state is a vector of interned components (`components`, `state`), kept canonical after every step
//! (`canonical`); a step (`exec`) rewrites two or three of them. `docs/semantics.md` says what every
//! instruction means; `certify` says it a second time.

mod canonical;
mod code;
mod common;
mod components;
mod counters;
mod enabled;
mod eval;
mod exec;
mod footprint;
mod foresight;
mod frame;
mod frozen;
mod garbage;
mod local;
mod locksets;
mod looked;
mod memo;
mod meter;
mod objects;
mod observed;
mod processes;
mod races;
mod raise;
mod refusals;
mod sharing;
mod state;
mod symmetry;
mod undo;
mod variables;
mod visible;
mod vm;
mod walked;

pub use undo::UndoMethod;
pub use variables::named_guards;
pub use vm::Vm;
