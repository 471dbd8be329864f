//! Proofs with a solver, if there is one: what is proved, what fails and where, and that no proof contradicts a search.

mod agreement;
mod any_number;
mod inference;
mod larger;
mod mutations;
mod support;
mod vacuity;
mod wrong;
