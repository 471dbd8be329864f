//! Text about what came of a command.

mod basis;
mod class_proof;
mod columns;
mod comparison;
mod ending;
mod formula;
mod head;
mod list;
mod load_error;
mod methods;
mod proof;
mod prove_json;
mod sharing;
mod stats;
mod tests_run;
mod trace;
mod verdict;

pub use class_proof::class_text;
#[cfg(test)]
pub use comparison::samples as comparison_samples;
pub use comparison::{compare_text, difference_text};
pub use ending::ReplayHint;
pub use formula::formula_text;
pub use load_error::{show_diagnostics, show_load_error};
pub use proof::{Proof, proof_text, refusal_text};
pub use prove_json::{ProveBody, class_document, proof_document, refused_proof_document};
pub use stats::progress_text;
pub use tests_run::tests_text;
pub use trace::cut;
pub use verdict::{check_text, kind_text, replay_text};
