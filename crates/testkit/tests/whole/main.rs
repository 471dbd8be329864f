//! The whole checker: the corpora, the papers' counts and theorems, and everything that must agree on generated programs.
//!
//! One program, since each that links everything takes a while to build. `cargo test -p commute-testkit --test whole
//! ltl::` runs one file's tests.

mod atomic;
mod bugs;
mod checkpoints;
mod differential;
mod doc_examples;
mod everywhere;
mod examples;
mod executions;
mod formatted;
mod fuzz_check;
mod fuzz_smoke;
mod granularity;
mod instructions;
mod jvm;
mod ltl;
mod ltl_random;
mod obligations;
mod points;
mod races;
mod reductions;
mod same_lock;
mod selective;
mod sto00;
mod sto00_theorems;
mod switches;
mod symmetry;
mod systems;
mod theorems;
mod transactions;
mod twins;
