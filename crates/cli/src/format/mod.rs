//! Output formats: one file each. A further one is a file with a [`Format`], its `mod` line, and a line in [`FORMATS`].

mod json;
mod text;

use crate::args::View;
use crate::exit::Exit;
use crate::output::Out;
use crate::report::{Proof, ReplayHint};
use commute::{Comparison, Confirmed, FormulaReport, LoadError, Program, Report};
use commute_prover::Refusal;
use std::time::Duration;

/// All formats.
pub const FORMATS: &[Format] = &[text::FORMAT, json::FORMAT];

/// A format.
#[derive(Debug)]
pub struct Format {
    /// What `--format` calls it.
    pub name: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// Whether people read it as it comes: with a progress line, warnings on standard error, and space between files.
    pub for_people: bool,
    /// Writes what a command has to say.
    pub write: fn(&Message<'_>, Manner, &mut Out<'_>) -> anyhow::Result<()>,
}

impl Format {
    /// Writes what a command has to say.
    pub fn say(&self, message: &Message<'_>, manner: Manner, out: &mut Out<'_>) -> anyhow::Result<()> {
        (self.write)(message, manner, out)
    }
}

/// How it is to be said.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// How text is shown.
    pub view: View,
    /// The verdict only.
    pub quiet: bool,
}

/// The commands whose reports have a form of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reporting {
    /// `commute check`.
    Check,
    /// `commute ltl`.
    Ltl,
    /// `commute prove`.
    Prove,
    /// `commute compare`.
    Compare,
    /// `commute replay`.
    Replay,
}

/// What a command has to say of a file.
pub enum Message<'a> {
    /// It was checked.
    Checked {
        /// The program.
        program: &'a Program,
        /// What came of it.
        report: &'a Report,
        /// How to see each counterexample again.
        replays: &'a [ReplayHint],
    },
    /// Its temporal formulas were checked; there may be none.
    Formulas {
        /// The program.
        program: &'a Program,
        /// What came of them.
        reports: &'a [FormulaReport],
    },
    /// It was searched by every reduction.
    Compared {
        /// The program.
        program: &'a Program,
        /// What came of it.
        comparison: &'a Comparison,
    },
    /// An execution was made again.
    Replayed {
        /// The program.
        program: &'a Program,
        /// The execution.
        confirmed: &'a Confirmed,
        /// Its schedule.
        schedule: &'a str,
    },
    /// An execution could not be made again.
    NotReplayed {
        /// The file.
        file: &'a str,
        /// Why.
        reason: &'a str,
    },
    /// It was proved, or not.
    Proved(&'a Proof<'a>),
    /// Classes of Java were proved, or not.
    ProvedClasses(&'a commute::prove::ProvedClasses),
    /// It cannot be proved thread by thread.
    ProofRefused {
        /// The model.
        model: &'a Program,
        /// Why.
        refusal: &'a Refusal,
    },
    /// There is no program.
    NotLoaded {
        /// Which command wanted it.
        by: Reporting,
        /// The file.
        file: &'a str,
        /// Why.
        error: &'a LoadError,
    },
    /// It was not looked at, because the user wants to stop.
    Interrupted {
        /// The file.
        file: &'a str,
    },
    /// A test that the user does not want to be run.
    Disabled {
        /// The test.
        test: &'a str,
        /// Where that is said.
        reason: &'a str,
    },
    /// How the tests of some classes fared.
    Tests {
        /// The file.
        file: &'a str,
        /// What came of each.
        rows: &'a [TestRow],
    },
}

/// What came of a test.
#[derive(Clone, Debug)]
pub struct TestRow {
    /// The test.
    pub name: String,
    /// How its check ended, if it was checked.
    pub exit: Option<Exit>,
    /// Whether the user has switched it off.
    pub off: bool,
    /// How many states it has, if it was searched.
    pub states: Option<u64>,
    /// How long reading and searching it took.
    pub time: Option<Duration>,
}

impl TestRow {
    /// A test that was not run, as others had come first.
    pub fn not_run(name: &str) -> Self {
        Self { name: name.to_owned(), exit: None, off: false, states: None, time: None }
    }

    /// Whether something is wrong with it.
    pub fn fails(&self) -> bool {
        matches!(self.exit, Some(Exit::Violated | Exit::Rejected | Exit::Error))
    }
}
