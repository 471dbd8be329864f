//! Proofs thread by thread, with an SMT solver: `commute_prover` put together with the search.
//!
//! What cannot be proved is handed to the search, which says whether it can really happen.

mod calls;
mod classes;
mod explored;
mod handover;

pub use calls::Called;
pub use classes::{ClassesError, ProvedClass, ProvedClasses, classes};
pub use explored::refuted;
pub use handover::Searched;

use crate::program::{Constant, LoadError, Program};
use crate::search::Failure;
use commute_explore::Interrupt;
use commute_prover::spec::Spec;
pub use commute_prover::{Findings, Plan, Refusal};
use commute_prover::{Options, houdini, points};
use commute_smt::Setup;
use std::path::Path;
use std::time::Instant;

/// How a proof is tried.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// What the prover is asked.
    pub options: Options,
    /// Whether to look for invariants in any case; else only if the model assumes nothing of its environment.
    pub infer: bool,
    /// Whether to search for an execution that breaks what cannot be proved.
    pub search: bool,
    /// Whether to prove with program counters what cannot be proved otherwise, before candidates are tried.
    pub points: bool,
}

/// What came of an attempt.
pub struct Tried {
    /// What had to be shown.
    pub plan: Plan,
    /// What was.
    pub findings: Findings,
    /// How candidates fared, if any were tried.
    pub inferred: Option<Candidates>,
    /// What a proof with program counters came to, if one was tried.
    pub points: Option<points::Outcome>,
    /// What the search says of what was not.
    pub searched: Searched,
    /// How long the proof took.
    pub seconds: f64,
}

/// How candidates for invariants and assumptions fared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidates {
    /// How many were tried.
    pub tried: usize,
    /// How many a short search saw to be false.
    pub refuted: usize,
    /// In how many rounds.
    pub rounds: usize,
}

/// The verdict on an attempt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofVerdict {
    /// Everything was shown.
    Proved,
    /// An execution goes wrong.
    Violated,
    /// Something was not shown, and no execution is known that goes wrong.
    NotProved,
}

impl Tried {
    /// The verdict. What an execution shows counts, whatever was proved.
    pub fn verdict(&self) -> ProofVerdict {
        match &self.searched {
            Searched::Real { .. } => ProofVerdict::Violated,
            _ if self.findings.is_proof() || self.is_proved_by_points() => ProofVerdict::Proved,
            _ => ProofVerdict::NotProved,
        }
    }
}

impl Tried {
    /// Whether there is a proof with program counters.
    pub fn is_proved_by_points(&self) -> bool {
        self.points.as_ref().is_some_and(points::Outcome::is_proof)
    }
}

/// What has to be shown of a model, or why it cannot be proved thread by thread.
pub fn plan(model: &Program, options: &Options) -> Result<Plan, Refusal> {
    Plan::new(model.ir(), Spec::with_derived(model.ir())?, options)
}

/// Tries to show what `plan` asks for, of the model in `file` with these constants.
pub fn run(
    model: &Program,
    file: &Path,
    constants: &[Constant],
    mut plan: Plan,
    attempt: Attempt,
    setup: &Setup,
    interrupt: &Interrupt,
) -> Result<Tried, ProveError> {
    let start = Instant::now();
    let mut findings = plan.run(setup)?;
    // What the user wrote is taken as it is, unless more is asked for.
    let mut inferred = None;
    let mut tried = None;
    if !findings.is_proof() && attempt.points {
        let spec = Spec::new(model.ir());
        if let Ok(outcome) =
            points::prove(model.ir(), &spec, &mut setup.checker(), &points::Effort::default())
        {
            tried = Some(outcome?);
        }
    }
    let is_proved = tried.as_ref().is_some_and(points::Outcome::is_proof);
    if !findings.is_proof() && !is_proved && (attempt.infer || !plan.spec.env_written) {
        let explored: houdini::Explored = &mut |candidates| refuted(model, constants, candidates);
        if let Ok(found) = houdini::infer(model.ir(), &plan.spec, &attempt.options, setup, explored) {
            let found = found?;
            inferred = Some(Candidates { tried: found.tried, refuted: found.refuted, rounds: found.rounds });
            (plan, findings) = (found.plan, found.findings);
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    let searched = match attempt.search && !is_proved && !findings.failed.is_empty() {
        true => handover::search(file, constants, model.ir(), interrupt)?,
        false => Searched::Not,
    };
    Ok(Tried { plan, findings, inferred, points: tried, searched, seconds })
}

/// Whether everything that the model in `file` says can be proved, so that its variables are guarded by the locks that it names.
pub fn locks(
    file: &Path,
    constants: &[Constant],
    setup: &Setup,
    interrupt: &Interrupt,
) -> Result<(), NoLocks> {
    let model = Program::for_proof(file, constants)?;
    let options = Options { unroll: None, reduction: true };
    let plan = plan(&model, &options).map_err(|refusal| NoLocks::NotProved(Some(refusal.reason)))?;
    let attempt = Attempt { options, infer: false, search: false, points: false };
    let tried = run(&model, file, constants, plan, attempt, setup, interrupt)?;
    let is_proof = tried.verdict() == ProofVerdict::Proved;
    if is_proof { Ok(()) } else { Err(NoLocks::NotProved(None)) }
}

/// Why a search cannot rest on the locks that a model names.
#[derive(Debug, thiserror::Error)]
pub enum NoLocks {
    /// The model is none.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The attempt came to nothing.
    #[error(transparent)]
    Prove(#[from] ProveError),
    /// Something is not proved.
    #[error("{}", not_proved(_0.as_deref()))]
    NotProved(Option<String>),
}

fn not_proved(why: Option<&str>) -> String {
    let why = why.map_or_else(|| "`commute prove` says what is missing".to_owned(), str::to_owned);
    format!("it is not proved that the locks that the model names guard its variables: {why}")
}

/// Why an attempt came to nothing.
#[derive(Debug, thiserror::Error)]
pub enum ProveError {
    /// The solver could not be asked.
    #[error("{0}")]
    Solver(#[from] commute_smt::SolverError),
    /// The search failed.
    #[error("{0}")]
    Search(#[from] Failure),
}
