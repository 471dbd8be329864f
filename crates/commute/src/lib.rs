//! Commute: an explicit-state model checker with partial-order reduction, for Java programs and for models in a language of its own.
//!
//! It explores the interleavings of the threads of a program, all that matter and no others, and finds deadlocks, failed assertions,
//! uncaught exceptions and violated invariants, each with an execution that shows it.
//!
//! ```
//! use commute::{Check, Program, Verdict};
//!
//! let text = "
//!     var x: int = 0;
//!     thread adder[i in 0..2] { x += 1; }
//!     thread main { join adder[0]; join adder[1]; assert x == 2; }";
//! let program = Program::from_text("counter.cm", text)?;
//! let report = Check::new().build()?.run(&program)?;
//!
//! assert_eq!(report.verdict, Verdict::Violated);
//! let counterexample = &report.counterexamples[0];
//! assert_eq!(counterexample.violation.kind.name(), "assertion");
//! // One thread reads 0, the other one reads and writes, and what that wrote is lost.
//! assert_eq!(counterexample.execution.steps[0].text, "x += 1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - What can be checked is a [`Subject`]. [`Program`] is one: a model ([`Program::model`]) or a Java program
//!   ([`Program::java`]). A program that can only be executed again and again is another (`tests/reexecuted.rs` has a small one).
//! - [`Check`] says what is asked and how it is explored. [`Check::build`] gives a [`Search`], or the [`Conflict`] in what was asked.
//! - A search gives a [`Report`]: plain values. [`json`] is its stable form for other programs.

// `comparison/samples.rs` is compiled here and in the tests of the command line.
#[cfg(test)]
extern crate self as commute;

pub mod annotate;
mod atomic;
mod auto;
mod certified;
mod check;
pub mod checkpoint_file;
mod claims;
pub mod compared;
mod comparison;
mod conflict;
mod demand;
pub mod engine;
mod execution;
mod formulas;
mod hunt;
pub mod java;
pub mod json;
mod locking;
pub mod memory;
mod memory_model;
mod methods;
pub mod numbers;
mod program;
pub mod prove;
mod remark;
mod report;
pub mod schedule;
mod search;
mod sharing;
pub mod source_file;
mod subject;
mod system;
pub mod words;

pub use atomic::JudgedAtomic;
pub use certified::{Certified, certify};
pub use check::{Check, Exploration, Sample, Store, Strategy, Undo};
pub use claims::JudgedClaim;
pub use commute_base::{Diagnostics, SourceMap};
pub use commute_certify::Carrier;
pub use commute_explore::{
    Bound, Checkpoint, Fairness, Interrupt, Keep, Limits, Observer, OracleKind, Persistent, Progress,
    Properties, Reduction, Repair, STRATEGIES, Sampling, Sharing, Stats, StopReason, StrategyFacts, Symmetry,
    Ties, Unobserved,
};
pub use commute_front_jvm::cache_directory;
pub use commute_machine::{Schedule, Tid, Transition, Violation, ViolationKind};
pub use comparison::{Comparison, Difference, Finding, Run};
pub use conflict::{Conflict, Setting};
pub use execution::{Call, Change, Effect, Exception, Execution, Place, Position, Step};
pub use formulas::{FormulaReport, FormulaVerdict};
pub use hunt::FoundBy;
pub use java::{JavaOptions, JavaProperties, JavaTest, JavaTests};
pub use locking::{DisciplineKind, DisciplineRequest, Initialiser};
pub use methods::{MethodRow, Transaction};
pub use program::{Constant, ConstantValue, LoadError, Program, Reading, format_model};
pub use remark::Remark;
pub use report::{Counterexample, NotChecked, Report, SearchSummary, Verdict, WhyNotChecked};
pub use search::{Failure, Search};
pub use sharing::SharedVariable;
pub use subject::{Confirmed, Description, Explores, Formula, Subject, Unconfirmed};
pub use system::{CrashFault, Faults, ProcessSpec, described, process};
