//! Solvers: real ones, if there is one, and scripts that misbehave.

mod generated;
mod protocol;
mod solver;
