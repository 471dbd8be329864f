//! Temporal properties: formulas, automata, and a watcher of the search that finds accepting cycles.

mod check;
mod components;
mod lasso;
mod normal_form;
mod product;
#[cfg(test)]
mod random;
mod translate;

pub use check::{Fairness, LtlOutcome, LtlVerdict, check_ltl};
pub use lasso::Lasso;
