//! Calls of the library methods that are replaced, with arguments at the corners, in one thread: what each comes to must be what it comes
//! to by `java`.
//!
//! The real classes say which public methods there are ([`Api`]); the calls are plain Java (`generate.rs`) on objects and with
//! arguments of a table (`values.txt`), each in a method of its own. Commute translates many at once and chooses one.

mod api;
mod generate;
mod run;
mod values;

pub use api::{Api, Method};
pub use generate::Call;
pub use run::{CallCounts, run_calls};
