//! What can be checked.

use crate::atomic::JudgedAtomic;
use crate::check::Undo;
use crate::claims::JudgedClaim;
use crate::execution::Execution;
use crate::locking::DisciplineRequest;
use crate::memory_model::Memory;
use crate::methods::MethodRow;
use crate::remark::Remark;
use commute_base::SourceMap;
use commute_certify::Carrier;
use commute_explore::{
    Checkpoint, Discipline, Fairness, Found, Lasso, LtlOutcome, Observer, Options, Outcome, ResumeError,
};
use commute_front_jvm::Claim;
use commute_machine::{ObjId, Variable, Violation, ViolationKind};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

/// Something that can be searched, that confirms what a search claims, and that describes itself.
///
/// A program whose states can be stored ([`crate::Program`]) implements all of it. One that can only be executed again and
/// again implements the first four methods, the search by [`commute_explore::search_executions`].
pub trait Subject {
    /// What reports say of it.
    fn describe(&self) -> &Description;

    /// Whether its states can be stored.
    fn explores(&self) -> Explores;

    /// Explores it. The options are those of a [`crate::Search`]: whatever they ask for, [`Subject::explores`] allows.
    fn search(&self, options: &Options, undo: Undo, observer: &mut dyn Observer) -> Outcome;

    /// Executes a schedule in a way that shares nothing with the search, and checks that it shows the violation.
    fn confirm(&self, found: &Found) -> Result<Confirmed, Unconfirmed>;

    /// Goes on from a checkpoint.
    fn resume(
        &self,
        _checkpoint: &Checkpoint,
        _options: &Options,
        _undo: Undo,
        _observer: &mut dyn Observer,
    ) -> Result<Outcome, ResumeError> {
        Err(ResumeError::OtherProgram)
    }

    /// Checks one of its temporal formulas.
    fn check_formula(
        &self,
        _index: usize,
        _fairness: Fairness,
        _options: &Options,
        _observer: &mut dyn Observer,
    ) -> LtlOutcome {
        LtlOutcome::refused("its states cannot be stored".to_owned())
    }

    /// The locking discipline that names in a request mean for it; the error says which name it does not know.
    fn discipline(&self, _request: &DisciplineRequest) -> Result<Discipline, String> {
        Err("the locks that its threads hold cannot be looked at".to_owned())
    }

    /// The variables that it says are guarded by a certain static lock.
    fn named_guards(&self) -> BTreeMap<Variable, ObjId> {
        BTreeMap::new()
    }

    /// What orders the accesses to its plain variables, by their names, as far as it is one thing and is known. Asked of subjects
    /// that have no data race, after a search that made so many steps; nothing is looked for after the deadline.
    fn what_orders(&self, _steps: u64, _deadline: Option<Instant>) -> BTreeMap<String, Vec<Carrier>> {
        BTreeMap::new()
    }

    /// Which of its functions are one transaction, in the calls that a search with these options explores; the error says why that is
    /// not known. Asked of subjects in which nothing is wrong.
    fn methods(&self, _options: &Options) -> Result<Vec<MethodRow>, String> {
        Err("its states cannot be stored".to_owned())
    }

    /// Whether a function is atomic that is said to be, by its number among properties. Nothing else is wrong if the program `is_clean`.
    fn atomicity(&self, _index: usize, _options: &Options, _is_clean: bool) -> JudgedAtomic {
        JudgedAtomic::Unknown("its states cannot be stored".to_owned())
    }

    /// Executes a lasso, as [`Subject::confirm`] does a schedule.
    fn confirm_lasso(&self, _index: usize, _lasso: &Lasso, _fair: bool) -> Result<Execution, Unconfirmed> {
        Err(Unconfirmed("it has no temporal formulas".to_owned()))
    }
}

/// What a search of a subject goes through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Explores {
    /// States, which can be stored and come back to; or executions.
    States,
    /// Executions only: it can be stepped and begun again.
    Executions,
}

/// What reports say of a subject.
#[derive(Debug)]
pub struct Description {
    /// Its name: a file, as the user named it.
    pub name: String,
    /// The names of the threads that are there from the beginning, by number.
    pub threads: Vec<String>,
    /// The names of its invariants.
    pub invariants: Vec<String>,
    /// Its temporal formulas.
    pub formulas: Vec<Formula>,
    /// Its functions that are said to be atomic.
    pub atomic: Vec<Formula>,
    /// What became of what is said of the granularity of its classes.
    pub operations: Vec<JudgedClaim>,
    /// Whether it says of some variable or class who may access it.
    pub is_annotated: bool,
    /// Violations that are none of the subject: they say that an execution could not be followed.
    pub bounds: &'static [ViolationKind],
    /// What its threads share.
    pub memory: Memory,
    /// The packages of its own classes; the others are those of a library. Empty if it has no classes, or all are its own.
    pub packages: BTreeSet<String>,
    /// What a verdict about it rests on besides.
    pub remarks: Vec<Remark>,
    /// What the user says of classes.
    pub claims: Vec<Claim>,
    /// Its text, for excerpts and places.
    pub sources: SourceMap,
}

/// A temporal formula, or another property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Formula {
    /// Its number among all properties.
    pub index: usize,
    /// Its name.
    pub name: String,
}

/// An execution that was made again, and what is wrong at its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Confirmed {
    /// The execution.
    pub execution: Execution,
    /// What is wrong.
    pub violation: Option<Violation>,
}

/// Why a schedule does not show what was claimed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Unconfirmed(pub String);

impl Description {
    /// The description of something that has a name, and nothing else to say of itself.
    pub fn of(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            threads: Vec::new(),
            invariants: Vec::new(),
            formulas: Vec::new(),
            atomic: Vec::new(),
            operations: Vec::new(),
            is_annotated: false,
            bounds: &[],
            memory: Memory::Synchronized,
            packages: BTreeSet::new(),
            remarks: Vec::new(),
            claims: Vec::new(),
            sources: SourceMap::default(),
        }
    }

    /// The name of a thread that is there from the beginning, or its number.
    pub fn thread(&self, number: usize) -> String {
        self.threads.get(number).cloned().unwrap_or_else(|| format!("thread {number}"))
    }
}
