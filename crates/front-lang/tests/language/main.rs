//! The modelling language: every construct and every message, the formatter, what models become, and texts at random.

mod doc_examples;
mod errors;
mod format_fuzz;
mod format_layout;
mod fuzz_parse;
mod lower;
mod lower_fuzz;
mod parse_constructs;
mod parse_errors;
mod proofs;
mod words;
