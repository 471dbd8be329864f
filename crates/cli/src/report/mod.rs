//! What is said about a checked program, as text and as JSON.

mod claims;
mod columns;
mod comparison;
mod discipline;
mod ending;
mod json;
mod list;
mod numbers;
mod proof;
mod stats;
mod trace;
mod verdict;

pub use comparison::{compare_text, difference_text};
pub use ending::ReplayHint;
pub use json::{
    Body, CheckBody, CheckDocument, CompareBody, CompareDocument, Document, FormulaJson, LtlBody,
    LtlDocument, ProveBody, ProveDocument, ReplayBody, ReplayDocument,
};
pub use numbers::{bytes, counted, grouped};
pub use proof::{Candidates, Proof, proof_text, refusal_text};
pub use stats::progress_text;
pub use trace::{cut, trace};
pub use verdict::{
    Checked, Counterexample, assumption_lines, check_text, kind_text, reason_text, replay_text,
    says_who_has_access,
};
