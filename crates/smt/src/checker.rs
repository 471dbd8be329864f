//! Deciding obligations: the first solver, the second opinion, the cache.

use crate::cache::Cache;
use crate::query::{Query, Says};
use crate::smtlib;
use crate::solver::{Solver, SolverError, Trouble};
use crate::verdict::{self, Failure, Verdict};
use commute_logic::{Condition, Sort, Term};
use std::sync::Arc;

/// Decides one condition after another with long-lived processes.
pub struct Checker {
    pub(crate) first: Solver,
    second: Option<Solver>,
    cache: Option<Arc<Cache>>,
}

/// A verdict and how it came about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The verdict.
    pub verdict: Verdict,
    /// Whether it was remembered.
    pub cached: bool,
    /// Whether a second solver, if one was asked, has an answer; it is the same one then.
    pub seconded: Option<bool>,
    /// Deaths and time-outs of solvers on the way.
    pub incidents: Vec<String>,
}

/// Which assertions can fail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failing {
    /// Their numbers, ascending.
    pub fails: Vec<usize>,
    /// Why nothing is known of the others; nothing if they hold.
    pub unknown: Option<String>,
}

/// What a solver says if it is asked for one execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Counter {
    /// No assertion can fail.
    None,
    /// An assertion can fail, so.
    Found(Box<Failure>),
    /// Nothing is known, and why.
    Unknown(String),
}

impl Checker {
    /// Asks this solver.
    pub fn new(first: Solver) -> Checker {
        Checker { first, second: None, cache: None }
    }

    /// Also asks another one; that they disagree is an error.
    pub fn with_second(mut self, second: Solver) -> Checker {
        self.second = Some(second);
        self
    }

    /// Remembers verdicts.
    pub fn with_cache(mut self, cache: Arc<Cache>) -> Checker {
        self.cache = Some(cache);
        self
    }

    /// The second solver, if there is one.
    pub fn second(&mut self) -> Option<&mut Solver> {
        self.second.as_mut()
    }

    /// The first solver.
    pub fn solver(&mut self) -> &mut Solver {
        &mut self.first
    }

    /// Whether the obligation of this condition holds.
    pub fn check(&mut self, c: &Condition) -> Result<Report, SolverError> {
        if c.checks.is_empty() {
            return Ok(Report {
                verdict: Verdict::Proved { used: Vec::new() },
                cached: false,
                seconded: None,
                incidents: Vec::new(),
            });
        }
        let context = smtlib::context(c);
        let key = self.key(c, &context)?;
        if let Some((cache, key)) = &key
            && let Some(verdict) = cache.get(key)
        {
            return Ok(Report { verdict, cached: true, seconded: None, incidents: Vec::new() });
        }
        let (verdict, seconded) = self.decide(c, &context)?;
        if let Some((cache, key)) = &key {
            cache.put(key, &verdict);
        }
        let mut incidents = self.first.take_incidents();
        incidents.extend(self.second.as_mut().map(Solver::take_incidents).unwrap_or_default());
        Ok(Report { verdict, cached: false, seconded, incidents })
    }

    /// Whether the first solver says that no assertion can fail: no executions, nothing remembered, no second solver.
    pub fn holds(&mut self, c: &Condition) -> Result<bool, SolverError> {
        if c.checks.is_empty() {
            return Ok(true);
        }
        let context = smtlib::context(c);
        let says =
            Query { solver: &mut self.first, condition: c, context: &context }.satisfiable(&c.goal())?;
        Ok(matches!(says, Says::Unsat(_)))
    }

    /// The question with the identities of those who are asked.
    fn key(&mut self, c: &Condition, context: &str) -> Result<Option<(Arc<Cache>, String)>, SolverError> {
        let Some(cache) = self.cache.clone() else { return Ok(None) };
        let mut key = format!("; {}\n", self.first.identity()?);
        if let Some(second) = &mut self.second {
            key.push_str(&format!("; {}\n", second.identity()?));
        }
        // The verdict names labels and places, which the question does not contain.
        let places: Vec<String> =
            c.checks.iter().map(|c| format!("; {:?} at {:?}\n", c.label, c.span)).collect();
        Ok(Some((cache, format!("{key}{}{context}(assert {})\n", places.concat(), smtlib::term(&c.goal())))))
    }

    fn decide(&mut self, c: &Condition, context: &str) -> Result<(Verdict, Option<bool>), SolverError> {
        let goal = c.goal();
        let says = Query { solver: &mut self.first, condition: c, context }.satisfiable(&goal)?;
        let seconded = self.second_opinion(c, context, &goal, &says)?;
        let verdict = match says {
            Says::Unsat(used) => Verdict::Proved { used },
            Says::Unknown(reason) => Verdict::Unknown { reason },
            Says::Sat => self.failures(c, context)?,
        };
        Ok((verdict, seconded))
    }

    fn second_opinion(
        &mut self,
        c: &Condition,
        context: &str,
        goal: &Term,
        first: &Says,
    ) -> Result<Option<bool>, SolverError> {
        let Some(solver) = &mut self.second else { return Ok(None) };
        let second = Query { solver, condition: c, context }.satisfiable(goal)?;
        let word = |s: &Says| match s {
            Says::Sat => Some("sat"),
            Says::Unsat(_) => Some("unsat"),
            Says::Unknown(_) => None,
        };
        match (word(first), word(&second)) {
            (Some(first_says), Some(second_says)) if first_says != second_says => {
                Err(SolverError::Disagreement {
                    name: c.name.clone(),
                    first: self.first.command().to_string(),
                    first_says,
                    second: solver.command().to_string(),
                    second_says,
                })
            }
            (_, says) => Ok(Some(says.is_some())),
        }
    }

    /// Which assertions can fail, by their numbers, without executions: much faster than [`Checker::check`] when many
    /// do, because the process is not cleared for each. Nothing is remembered and no second solver asked.
    pub fn failing(&mut self, c: &Condition) -> Result<Failing, SolverError> {
        let context = smtlib::context(c);
        let question = format!("(push 1)\n{context}(assert {})\n(check-sat)\n", smtlib::term(&c.goal()));
        let mut q = Query { solver: &mut self.first, condition: c, context: &context };
        let mut fails = Vec::new();
        let says = q.twice(|q| {
            fails.clear();
            let mut answers = q.solver.ask(&question)?;
            let says = loop {
                let says = q.sat(answers)?;
                if says != Says::Sat {
                    break says;
                }
                let new: Vec<usize> = q.failing()?;
                let exclude: String = new
                    .iter()
                    .map(|k| format!("(assert (not {}))\n", smtlib::symbol(&c.checks[*k].fails)))
                    .collect();
                fails.extend(new);
                answers = q.solver.ask(&format!("{exclude}(check-sat)\n"))?;
            };
            q.solver.tidy("(pop 1)\n");
            Ok(says)
        })?;
        fails.sort_unstable();
        let unknown = if let Says::Unknown(reason) = says { Some(reason) } else { None };
        Ok(Failing { fails, unknown })
    }

    /// One execution in which an assertion fails, if there is one. Nothing is remembered and no second solver asked.
    pub fn counterexample(&mut self, c: &Condition) -> Result<Counter, SolverError> {
        let context = smtlib::context(c);
        let question = format!("(push 1)\n{context}(assert {})\n(check-sat)\n", smtlib::term(&c.goal()));
        let mut q = Query { solver: &mut self.first, condition: c, context: &context };
        let mut found = None;
        let says = q.twice(|q| {
            let answers = q.solver.ask(&question)?;
            let says = q.sat(answers)?;
            found = model_failure(q, &says)?;
            q.solver.tidy("(pop 1)\n");
            Ok(says)
        })?;
        Ok(match (says, found) {
            (Says::Unsat(_), _) => Counter::None,
            (Says::Sat, Some(failure)) => Counter::Found(Box::new(failure)),
            (Says::Sat, None) => Counter::Unknown("the solver gives no values".to_owned()),
            (Says::Unknown(reason), _) => Counter::Unknown(reason),
        })
    }

    /// The same, but that none can fail is remembered, and the second solver is asked about it.
    pub fn settled(&mut self, c: &Condition) -> Result<Failing, SolverError> {
        let holds = Failing { fails: Vec::new(), unknown: None };
        let context = smtlib::context(c);
        // What was shown in this way says nothing of what was used.
        let key = self.key(c, &context)?.map(|(cache, key)| (cache, format!("; no assertion fails\n{key}")));
        if let Some((cache, key)) = &key
            && cache.get(key).is_some()
        {
            return Ok(holds);
        }
        let failing = self.failing(c)?;
        if failing != holds {
            return Ok(failing);
        }
        self.second_opinion(c, &context, &c.goal(), &Says::Unsat(Vec::new()))?;
        if let Some((cache, key)) = &key {
            cache.put(key, &Verdict::Proved { used: Vec::new() });
        }
        Ok(failing)
    }

    /// All assertions that can fail, each with a model. The models come from a solver that has forgotten everything
    /// else, so that they do not depend on what was asked before.
    fn failures(&mut self, c: &Condition, context: &str) -> Result<Verdict, SolverError> {
        let mut failures: Vec<Failure> = Vec::new();
        let mut question = format!("{context}(assert {})\n", smtlib::term(&c.goal()));
        let mut q = Query { solver: &mut self.first, condition: c, context };
        let small = small(c);
        let says = loop {
            let mut found = None;
            let mut says = Says::Unsat(Vec::new());
            // Small numbers are easier to read; only if there are none, any will do.
            for limits in [small.as_str(), ""] {
                says = q.twice(|q| {
                    let answers = q.solver.ask_fresh(&format!("{question}{limits}(check-sat)\n"))?;
                    let says = q.sat(answers)?;
                    found = model_failure(q, &says)?;
                    Ok(says)
                })?;
                if found.is_some() {
                    break;
                }
            }
            let Some(failure) = found else { break says };
            // The next question is about the other assertions.
            let fails = smtlib::symbol(&c.checks[failure.check].fails);
            question.push_str(&format!("(assert (not {fails}))\n"));
            failures.push(failure);
        };
        q.solver.tidy("(reset)\n");
        failures.sort_by_key(|f| f.check);
        match says {
            _ if !failures.is_empty() => Ok(Verdict::Failed(failures)),
            Says::Unknown(reason) => Ok(Verdict::Unknown { reason }),
            _ => Ok(Verdict::Unknown {
                reason: "an assertion can fail, but the solver gives no values".to_owned(),
            }),
        }
    }
}

/// Numbers of at most this size are small.
const SMALL: u32 = 6;

/// That all numbers are small, those in arrays excepted.
fn small(c: &Condition) -> String {
    let numbers = c.free.iter().filter(|v| matches!(v.sort, Sort::Int | Sort::Tid | Sort::Ref));
    numbers.map(|v| format!("(assert (<= (- {SMALL}) {} {SMALL}))\n", smtlib::symbol(v))).collect()
}

/// The failure that the present model shows, if there is a model.
fn model_failure(q: &mut Query<'_>, says: &Says) -> Result<Option<Failure>, Trouble> {
    if *says != Says::Sat {
        return Ok(None);
    }
    let model = q.model()?;
    let Some(mut failure) = verdict::failure(q.condition, &model) else { return Ok(None) };
    failure.confirmed = verdict::confirm(q.condition, &model, failure.check).map_err(|detail| {
        let (command, name) = (q.solver.command().to_string(), q.condition.name.clone());
        Trouble::Other(SolverError::WrongModel { command, name, detail })
    })?;
    Ok(Some(failure))
}
