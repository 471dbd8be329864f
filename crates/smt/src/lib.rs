//! The solver: SMT-LIB text is the only interface.
//!
//! ```text
//! Condition -> smtlib (text) -> Solver (a process, restarted when it ends) -> Checker (verdicts) -> Setup::check_all
//! ```
//!
//! [`find_solver`] says which program to run. A [`Solver`] is a long-lived process; a [`Checker`] decides conditions
//! with it, asks a second solver if there is one, and remembers verdicts in a [`Cache`]. What it finds is a
//! [`Verdict`]; what goes wrong with the solver is a [`SolverError`], and what only costs time (a process that died and
//! was started again) is an incident in the [`Report`].

mod cache;
mod checker;
mod find;
mod model;
mod parallel;
mod process;
mod query;
mod running;
mod sexp;
pub mod smtlib;
mod solver;
mod vacuity;
mod verdict;

pub use cache::Cache;
pub use checker::{Checker, Counter, Failing, Report};
pub use find::{NoSolver, SOLVER_VARIABLE, SolverCommand, find_solver};
pub use parallel::Setup;
pub use query::ModelValue;
pub use running::end_solvers;
pub use solver::{Solver, SolverError};
pub use vacuity::{DeadEnd, Reachability};
pub use verdict::{Failure, TraceStep, Values, Verdict};
