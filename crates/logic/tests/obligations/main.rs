//! Obligations: their text form, and the conditions that say what they mean.

mod condition;
mod documentation;
mod eval;
mod generate;
mod printing;
mod text;
