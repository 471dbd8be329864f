//! A check that is ready to be made, and the one place in which its parts become a report.

use crate::atomic;
use crate::auto;
use crate::check::{Exploration, Undo};
use crate::conflict::Conflict;
use crate::formulas::{self, FormulaReport, FormulaVerdict};
use crate::hunt::FoundBy;
use crate::locking::DisciplineRequest;
use crate::report::{Counterexample, Report, WhyNotChecked};
use crate::schedule;
use crate::sharing::SharedVariable;
use crate::subject::{Explores, Subject};
use commute_explore::{
    Checkpoint, Fairness, Found, Interrupt, Limits, Observer, Options, OracleKind, Order, Outcome,
    Properties, Reduction, ResumeError, Unobserved,
};
use std::collections::BTreeMap;
use std::time::Instant;

/// A search that was asked for in a way that goes together; made by [`crate::Check::build`].
#[derive(Clone, Debug)]
pub struct Search {
    pub(crate) exploration: Exploration,
    pub(crate) adapts: bool,
    pub(crate) hunts: bool,
    pub(crate) options: Options,
    pub(crate) undo: Undo,
    pub(crate) formulas: Option<Fairness>,
    pub(crate) discipline: Option<DisciplineRequest>,
    pub(crate) methods: bool,
}

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The subject cannot be searched so.
    #[error("{0}")]
    Conflict(#[from] Conflict),
    /// A name that the program does not have.
    #[error("{0}")]
    UnknownName(String),
    /// The search cannot go on from the checkpoint.
    #[error("{0}")]
    Resume(#[from] ResumeError),
    /// What the search claims is not so: a mistake of ours.
    #[error(
        "[commute internal bug] the counterexample is not confirmed: {reason}\nclaimed: {claimed}\nschedule: {schedule}\n\
         Please report this with the model."
    )]
    NotConfirmed {
        /// What the independent execution says.
        reason: String,
        /// What the search claims.
        claimed: String,
        /// The schedule.
        schedule: String,
    },
}

impl Search {
    /// What is explored.
    pub fn exploration(&self) -> Exploration {
        self.exploration
    }

    /// What counts as a violation.
    pub fn properties(&self) -> Properties {
        self.options.properties
    }

    /// Where it stops.
    pub fn limits(&self) -> Limits {
        self.options.limits
    }

    /// What the search engine is asked for, but for what depends on the program.
    pub fn engine_options(&self) -> &Options {
        &self.options
    }

    /// Whether the strategy may be changed to one without a reduction if that saves nothing.
    pub fn adapts(&self) -> bool {
        self.adapts
    }

    /// Whether some executions are tried while everything is explored.
    pub fn hunts(&self) -> bool {
        self.hunts
    }

    /// How the machine goes back.
    pub fn undo(&self) -> Undo {
        self.undo
    }

    /// The same with this interrupt.
    #[must_use]
    pub fn interrupted_by(mut self, interrupt: &Interrupt) -> Self {
        self.options.interrupt = interrupt.clone();
        self
    }

    /// The same with the time that is limited counted from then on.
    #[must_use]
    pub fn since(mut self, begun: Instant) -> Self {
        self.options.since = Some(begun);
        self
    }

    /// The same for one of so many searches at a time: each has its share of the memory.
    #[must_use]
    pub fn one_of(mut self, searches: usize) -> Self {
        let share = |bytes: u64| bytes / searches.max(1) as u64;
        self.options.limits.memory = self.options.limits.memory.map(share);
        self
    }

    /// Makes the check.
    pub fn run<S: Subject + ?Sized>(&self, subject: &S) -> Result<Report, Failure> {
        self.observed(subject, None, &mut Unobserved)
    }

    /// Makes the check, from its beginning or from a checkpoint, and tells an observer how it goes.
    pub fn observed<S: Subject + ?Sized>(
        &self,
        subject: &S,
        checkpoint: Option<&Checkpoint>,
        observer: &mut dyn Observer,
    ) -> Result<Report, Failure> {
        let mut options = self.options_for(subject)?;
        let (outcome, found_by) = match checkpoint {
            Some(checkpoint) => (subject.resume(checkpoint, &options, self.undo, observer)?, None),
            None if self.adapts && subject.explores() == Explores::States => {
                auto::search(subject, &mut options, self.undo, self.hunts, observer)
            }
            None => {
                let outcome = subject.search(&options, self.undo, observer);
                let by = outcome.found.first().and_then(|found| FoundBy::of(options.order, found));
                (outcome, by)
            }
        };
        let (outcome, checks_annotations) = self.check_annotations(subject, &options, outcome, observer);
        let (outcome, claims) = atomic::judge(subject, &options, outcome);
        let counterexamples = confirmed(subject, &outcome)?;
        let formulas = self.check_formulas(subject, &options, observer)?;
        let described = subject.describe();
        let asked = self.formulas.is_some();
        let mut report = Report::new(described, &options, outcome, counterexamples, formulas, asked);
        report.found_by = found_by;
        report.claims.extend(claims);
        report.claims.extend(described.operations.iter().cloned());
        if checks_annotations {
            report.not_checked.retain(|omitted| omitted.why != WhyNotChecked::Strategy);
        }
        if report.sharing.iter().any(SharedVariable::is_ordered) {
            let carriers = subject.what_orders(report.stats.transitions, options.deadline());
            report.sharing.iter_mut().for_each(|row| row.name_order(&carriers));
        }
        if self.methods {
            let why = "not everything was explored, or something is wrong".to_owned();
            report.methods = Some(if report.holds() { subject.methods(&options) } else { Err(why) });
        }
        Ok(report)
    }

    /// What the user says of how data is shared is true or not, however the program is searched. So it is checked by a search of its own if
    /// the strategy does not look at it. Whether there was one.
    fn check_annotations<S: Subject + ?Sized>(
        &self,
        subject: &S,
        options: &Options,
        outcome: Outcome,
        observer: &mut dyn Observer,
    ) -> (Outcome, bool) {
        let looks = options.reduction.oracle().is_some_and(|oracle| oracle.facts().checks_annotations);
        let stores = subject.explores() == Explores::States && !matches!(options.order, Order::Sample { .. });
        if looks || !stores || !subject.describe().is_annotated || !outcome.found.is_empty() {
            return (outcome, false);
        }
        let Options { limits, interrupt, since, bounds, .. } = options.clone();
        let properties = Properties::NONE;
        let reduction = Reduction::Transactions(OracleKind::Auto);
        let usual = Options { limits, interrupt, since, bounds, properties, reduction, ..Options::default() };
        let checked = subject.search(&usual, Undo::default(), observer);
        (outcome.and(checked.found, checked.incomplete), true)
    }

    /// Only the search itself, for comparisons of strategies: nothing is confirmed or reported.
    pub fn explore<S: Subject + ?Sized>(
        &self,
        subject: &S,
        observer: &mut dyn Observer,
    ) -> Result<Outcome, Failure> {
        let mut options = self.options_for(subject)?;
        Ok(match self.adapts {
            true => auto::search(subject, &mut options, self.undo, false, observer).0,
            false => subject.search(&options, self.undo, observer),
        })
    }

    /// What the search engine is asked for, of this subject, from now on.
    fn options_for<S: Subject + ?Sized>(&self, subject: &S) -> Result<Options, Failure> {
        let mut options = Options {
            bounds: subject.describe().bounds,
            since: self.options.since.or_else(|| Some(Instant::now())),
            ..self.options.clone()
        };
        if let Some(request) = &self.discipline {
            options.discipline = Some(subject.discipline(request).map_err(Failure::UnknownName)?);
            options.same_lock = request.same_lock;
            options.proved = if request.proved { subject.named_guards() } else { BTreeMap::new() };
        }
        if subject.explores() == Explores::Executions {
            options = self.by_executions(options)?;
        }
        Ok(options)
    }

    /// The same for a subject whose states cannot be stored. The default is every execution.
    fn by_executions(&self, options: Options) -> Result<Options, Conflict> {
        let plain = match self.exploration {
            Exploration::Executions { reduction, .. } if reduction.knows_next_steps_only() => {
                return Ok(options);
            }
            Exploration::Executions { .. } => false,
            Exploration::Samples(_) => return Ok(options),
            Exploration::States { symmetry, .. } => {
                self.adapts && symmetry == commute_explore::Symmetry::None
            }
        };
        if !plain {
            return Err(Conflict::OnlyExecutions);
        }
        let by_executions =
            Exploration::Executions { reduction: commute_explore::Reduction::None, bound: None }.options();
        let Options { order, store, reduction, .. } = by_executions;
        Ok(Options { order, store, reduction, ..options })
    }

    /// Checks the temporal formulas, if that is wanted: every interleaving, each formula by itself, all in the time that is left.
    fn check_formulas<S: Subject + ?Sized>(
        &self,
        subject: &S,
        options: &Options,
        observer: &mut dyn Observer,
    ) -> Result<Vec<FormulaReport>, Failure> {
        let Some(fairness) = self.formulas else { return Ok(Vec::new()) };
        let Options { limits, interrupt, since, .. } = options.clone();
        let limits = Limits { depth: None, ..limits };
        let options = Options { limits, interrupt, since, bounds: options.bounds, ..Options::default() };
        if !self.adapts {
            return formulas::check(subject, fairness, &options, observer);
        }
        // With all that an oracle knows, unless the formula does not allow it.
        let reduced = Options { reduction: Reduction::Ample(OracleKind::Auto), ..options.clone() };
        let reports = formulas::check(subject, fairness, &reduced, observer)?;
        let again = |report: FormulaReport| match report.verdict {
            FormulaVerdict::Refused(_) => {
                formulas::check_named(subject, &report.name, fairness, &options, observer)
            }
            _ => Ok(report),
        };
        reports.into_iter().map(again).collect()
    }

    /// Checks nothing but the temporal formulas, and may leave out interleavings as the strategy allows.
    pub fn formulas<S: Subject + ?Sized>(
        &self,
        subject: &S,
        observer: &mut dyn Observer,
    ) -> Result<Vec<FormulaReport>, Failure> {
        let fairness = self.formulas.unwrap_or(Fairness::None);
        formulas::check(subject, fairness, &self.options_for(subject)?, observer)
    }
}

/// Has what was found confirmed, each by an execution that shares nothing with the search.
fn confirmed<S: Subject + ?Sized>(subject: &S, outcome: &Outcome) -> Result<Vec<Counterexample>, Failure> {
    outcome.found.iter().map(|found| counterexample(subject, found)).collect()
}

pub(crate) fn counterexample<S: Subject + ?Sized>(
    subject: &S,
    found: &Found,
) -> Result<Counterexample, Failure> {
    let confirmed = subject.confirm(found).map_err(|reason| Failure::NotConfirmed {
        reason: reason.to_string(),
        claimed: format!("{} ({})", found.violation.message, found.violation.kind.name()),
        schedule: schedule::print(&found.schedule),
    })?;
    Ok(Counterexample {
        violation: confirmed.violation.unwrap_or_else(|| found.violation.clone()),
        execution: confirmed.execution,
        schedule: found.schedule.clone(),
    })
}
