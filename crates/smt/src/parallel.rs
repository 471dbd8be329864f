//! Several obligations at once, on several processes, with results in the order of the obligations.

use crate::cache::Cache;
use crate::checker::{Checker, Failing, Report};
use crate::find::SolverCommand;
use crate::solver::{Solver, SolverError};
use commute_logic::Condition;
use std::sync::Arc;
use std::time::Duration;

/// Whom to ask, and how.
#[derive(Clone)]
pub struct Setup {
    /// The solver.
    pub solver: SolverCommand,
    /// A second one that must not disagree.
    pub second: Option<SolverCommand>,
    /// The time for each question.
    pub timeout: Duration,
    /// How many processes of each solver; at least one is used.
    pub workers: usize,
    /// Where verdicts are remembered.
    pub cache: Option<Arc<Cache>>,
}

impl Setup {
    /// One process of this solver, ten seconds for each question, nothing remembered.
    pub fn new(solver: SolverCommand) -> Setup {
        Setup { solver, second: None, timeout: Duration::from_secs(10), workers: 1, cache: None }
    }

    /// A checker as described.
    pub fn checker(&self) -> Checker {
        let mut checker = Checker::new(Solver::new(self.solver.clone(), self.timeout));
        if let Some(second) = &self.second {
            checker = checker.with_second(Solver::new(second.clone(), self.timeout));
        }
        if let Some(cache) = &self.cache {
            checker = checker.with_cache(cache.clone());
        }
        checker
    }

    /// Which assertions of each condition can fail, with checkers that go on living: one for each worker.
    pub fn settle_all(
        checkers: &mut [Checker],
        conditions: &[&Condition],
    ) -> Result<Vec<Failing>, SolverError> {
        let workers = checkers.len();
        let mut found: Vec<Option<Result<Failing, SolverError>>> = vec![None; conditions.len()];
        std::thread::scope(|scope| {
            let ask = |(w, checker): (usize, &mut Checker)| {
                let own = conditions.iter().enumerate().skip(w).step_by(workers);
                own.map(|(i, c)| (i, checker.settled(c))).collect::<Vec<_>>()
            };
            let handles: Vec<_> =
                checkers.iter_mut().enumerate().map(|own| scope.spawn(move || ask(own))).collect();
            for handle in handles {
                let done = handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                done.into_iter().for_each(|(i, failing)| found[i] = Some(failing));
            }
        });
        found.into_iter().map(|r| r.expect("[commute internal bug] every condition was decided")).collect()
    }

    /// Decides all conditions. Which worker gets which is fixed, so that a run can be repeated; the first error (in
    /// the order of the conditions) is the result.
    pub fn check_all(&self, conditions: &[Condition]) -> Result<Vec<Report>, SolverError> {
        let workers = self.workers.clamp(1, conditions.len().max(1));
        let mut reports: Vec<Option<Result<Report, SolverError>>> = vec![None; conditions.len()];
        std::thread::scope(|scope| {
            let handles: Vec<_> = (0..workers)
                .map(|w| {
                    scope.spawn(move || {
                        let mut checker = self.checker();
                        let own = conditions.iter().enumerate().skip(w).step_by(workers);
                        own.map(|(i, c)| (i, checker.check(c))).collect::<Vec<_>>()
                    })
                })
                .collect();
            for handle in handles {
                let done = handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                done.into_iter().for_each(|(i, report)| reports[i] = Some(report));
            }
        });
        reports.into_iter().map(|r| r.expect("[commute internal bug] every condition was decided")).collect()
    }
}
