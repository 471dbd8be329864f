//! One file for each reduction.

mod ample;

pub use ample::Ample;
