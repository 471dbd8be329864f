//! Calls of library methods in one thread: what each comes to must be what it comes to by `java`. Those that are replaced are called
//! with arguments at the corners ([`run_calls`]); all of whole packages a few times each, to know which can be called at all
//! ([`run_library`]).
//!
//! The real classes say which public methods there are ([`Api`]); the calls are plain Java (`generate.rs`) on objects and with
//! arguments of a table (`values.txt`) or of what the types themselves offer (`samples.rs`), each in a method of its own. Commute
//! translates many at once and chooses one.

mod api;
mod batch;
mod compare;
mod generate;
mod library;
mod report;
mod run;
mod samples;
mod values;

pub use api::{Api, Method};
pub use generate::Call;
pub use library::{Class, Known, PACKAGES, Wanted, run_library};
pub use report::Report;
pub use run::{CallCounts, run_calls};
