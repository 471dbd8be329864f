//! The one search engine: order, store and strategy are parameters of it.
//!
//! It knows programs only through `commute_machine` and contains no semantics. Modules use those above them in this list only:
//! `options`, `outcome`, `observer`, `checkpoint`; `store`, `order`, `strategy` (the traits); `engine` (the loop); `restart`;
//! `strategies`; `search`, `resume`, `ltl`, `atomicity`.

mod atomicity;
mod checkpoint;
mod deadlock;
mod engine;
mod livelock;
mod ltl;
mod minimise;
mod mix;
mod observer;
mod options;
mod order;
mod outcome;
mod progress;
mod repair;
mod replayed;
mod restart;
mod resume;
mod search;
mod shorten;
mod sparse;
mod store;
mod strategies;
mod strategy;
mod tables;
#[cfg(test)]
mod toy;
mod watcher;

pub use atomicity::{AtomicFunction, Atomicity, atomicity};
pub use checkpoint::{Checkpoint, ResumeError};
pub use commute_machine::Interrupt;
pub use commute_movers::{
    Assumption, Discipline, OracleFacts, OracleKind, Relation, Seen, Shared, Sharing, Standing,
};
pub use ltl::{Fairness, Lasso, LtlOutcome, LtlVerdict, check_ltl};
pub use observer::{Observer, Pause, Progress, Unobserved};
pub use options::{
    Bound, Cycles, Keep, Limits, Options, Order, Pending, Persistent, Properties, Reduction, Repair,
    Sampling, Selection, StoreKind, Symmetry, Ties, Transitions,
};
pub use outcome::{Found, Outcome, Stats, StopReason, Unfollowed, Verdict};
pub use resume::resume;
pub use search::{search, search_executions};
pub use strategies::{Makes, Method, Preserves, STRATEGIES, StrategyFacts, Unknown, methods};
