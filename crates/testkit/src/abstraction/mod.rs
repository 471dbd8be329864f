//! What is proved, tried out: the obligations of a proof against brute force.
//!
//! # Source
//! FFQ01 section 4 and Theorem 2: the i-abstraction of a program, here executed instead of translated.
//!
//! # Idea
//! A proof claims invariants I, an assumption A_i for each thread, and with reduction that certain steps commute with what
//! others do. In an instance with few threads and small numbers, let thread i begin, and let the slow interpreter of
//! `certify` make its steps; between any two of them the shared state may become any other one of a small domain that I and
//! A_i allow, reachable or not. If the obligations are right, no step on such a path fails, breaks I, or breaks what
//! another thread assumes: the prover's abstraction has all of these paths. So a wrong obligation shows wherever it would
//! have mattered, whether or not the program goes wrong because of it. Nothing here is shared with the prover but the claims.
//!
//! # Notation
//! A path is one of [`explore::Exploration`]; I, A_i and what moves are [`claims::Claims`].
//!
//! # Premises
//! - The domain is part of the values that the prover allows: `domain.rs` keeps to declared ranges and numbers of threads.
//! - A_i is reflexive and transitive, so that one step of others stands for any number: tried on all, and on some triples.
//!
//! # Deviations
//! - D1. Others leave references to instances and fields as they are: fewer paths, so it may miss something and never
//!   invents it. The same is true where there are too many states, and some of them are tried, chosen by a fixed seed.
//! - D2. Before a step that is said to commute others do nothing here either; that it commutes is tried in both orders
//!   (`both_orders.rs`).

mod both_orders;
mod claims;
mod domain;
mod explore;
mod predicate;
mod run;

pub use run::{Attempt, Tally, attempt, examples, mutations, programs};

use claims::Claims;
use commute_ir::Program;

/// What is wrong with a proof.
#[derive(Debug)]
pub struct Broken(pub String);

/// How much is tried.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Shared states.
    pub states: usize,
    /// States of the abstraction of one thread.
    pub nodes: usize,
    /// States of which triples are made.
    pub triples: usize,
}

/// A second or less for each program.
pub const QUICK: Effort = Effort { states: 200, nodes: 8_000, triples: 20 };

/// What was tried of a proof.
#[derive(Clone, Copy, Default, Debug)]
pub struct Tried {
    /// States of abstractions.
    pub nodes: usize,
    /// Pairs of steps in both orders.
    pub pairs: usize,
    /// Whether these are all states of the domain.
    pub all: bool,
}

/// Tries out the claims of a proof in an instance of its program.
fn try_out(program: &Program, claims: &Claims, effort: Effort) -> Result<Tried, Broken> {
    let mut exploration = explore::Exploration::new(program, claims, effort)?;
    exploration.initial_states_satisfy_the_invariants()?;
    for i in 0..program.threads.len() {
        exploration.reflexive_and_transitive(i)?;
        exploration.thread(i)?;
    }
    let pairs = both_orders::both_orders(&exploration)?;
    let nodes = exploration.nodes.iter().map(std::collections::HashSet::len).sum();
    Ok(Tried { nodes, pairs, all: exploration.all && !exploration.cut })
}
