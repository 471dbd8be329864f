//! The questions about a condition, each asked as one exchange of text.

use crate::model::{self, Functions};
use crate::sexp::Sexp;
use crate::smtlib;
use crate::solver::{Solver, SolverError, Trouble, too_long};
use commute_logic::{Condition, Term, Value, Var};
use std::collections::HashMap;

/// What a solver says about a formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Says {
    /// It can be true.
    Sat,
    /// It cannot; the labels of assumptions that suffice for this.
    Unsat(Vec<String>),
    /// The solver does not know, and why.
    Unknown(String),
}

/// A value with more parts is not shown.
const MAX_VALUE: usize = 100_000;

/// The reason of an answer that did not come in time.
const TIMEOUT: &str = "timeout";

/// A value in a model: read, or the solver's text if it is in a form that is not known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ModelValue {
    /// The value.
    Value(Value),
    /// What the solver wrote.
    Text(String),
}

impl std::fmt::Display for ModelValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ModelValue::Value(v) => write!(f, "{v}"),
            ModelValue::Text(t) => f.write_str(t),
        }
    }
}

/// Values of all names of a condition.
pub(crate) type Model = HashMap<Var, ModelValue>;

/// Questions about one condition to one solver. When the process dies, the question is asked once more.
pub(crate) struct Query<'a> {
    pub solver: &'a mut Solver,
    pub condition: &'a Condition,
    pub context: &'a str,
}

impl Query<'_> {
    /// Whether the condition's formulas and `goal` can be true together. Leaves the solver as it was.
    ///
    /// A solver that can be asked further questions uses weaker methods than one that cannot (Z3 does not try its
    /// procedure for nonlinear arithmetic after `push`), so if it gives up before the time is over, it is cleared and
    /// asked the one question.
    pub fn satisfiable(&mut self, goal: &Term) -> Result<Says, SolverError> {
        let question = format!("{}(assert {})\n(check-sat)\n", self.context, smtlib::term(goal));
        let pushed = format!("(push 1)\n{question}");
        let mut result = self.twice(|q| {
            let answers = q.solver.ask(&pushed)?;
            q.sat(answers)
        });
        if matches!(&result, Ok(Says::Unknown(reason)) if reason != TIMEOUT) {
            result = self.twice(|q| {
                let answers = q.solver.ask_fresh(&question)?;
                q.sat(answers)
            });
            self.solver.tidy("(reset)\n");
        } else {
            self.solver.tidy("(pop 1)\n");
        }
        result
    }

    /// Runs the question; if the process dies of it, once more; if again, nothing is known.
    pub fn twice(
        &mut self,
        mut question: impl FnMut(&mut Self) -> Result<Says, Trouble>,
    ) -> Result<Says, SolverError> {
        let mut attempt = question(self);
        if matches!(attempt, Err(Trouble::Died(_))) {
            attempt = question(self);
        }
        match attempt {
            Ok(sat) => Ok(sat),
            Err(Trouble::Timeout) => Ok(Says::Unknown(TIMEOUT.to_owned())),
            Err(Trouble::Died(how)) => Ok(Says::Unknown(format!("the solver died twice: {how}"))),
            Err(Trouble::TooLong) => Ok(Says::Unknown(too_long())),
            Err(Trouble::Other(e)) => Err(e),
        }
    }

    /// Reads the answer to `(check-sat)`; asks for the core or the reason.
    pub fn sat(&mut self, answers: Vec<Sexp>) -> Result<Says, Trouble> {
        let answer = self.single(answers)?;
        match answer.atom() {
            Some("sat") => Ok(Says::Sat),
            Some("unsat") => self.core().map(Says::Unsat),
            Some("unknown") => {
                let answers = self.solver.ask("(get-info :reason-unknown)\n")?;
                Ok(Says::Unknown(reason(&self.single(answers)?)))
            }
            _ => Err(self.nonsense(&answer)),
        }
    }

    fn core(&mut self) -> Result<Vec<String>, Trouble> {
        if self.condition.labels.is_empty() {
            return Ok(Vec::new());
        }
        let answers = self.solver.ask("(get-unsat-core)\n")?;
        let answer = self.single(answers)?;
        let Some(names) = answer.list() else { return Err(self.nonsense(&answer)) };
        let labels = self.condition.labels.iter().enumerate();
        Ok(labels
            .filter(|(k, _)| names.iter().any(|n| n.is(&smtlib::switch_name(*k))))
            .map(|(_, l)| l.clone())
            .collect())
    }

    /// The one answer; anything that is an error, or more or less than one, is refused.
    fn single(&self, mut answers: Vec<Sexp>) -> Result<Sexp, Trouble> {
        if let Some(error) = answers.iter().find_map(|a| a.call("error")) {
            let message = error.iter().map(Sexp::to_string).collect::<Vec<_>>().join(" ");
            let (command, name) = (self.solver.command().to_string(), self.condition.name.clone());
            return Err(Trouble::Other(SolverError::Refused { command, name, message }));
        }
        match answers.len() {
            1 => Ok(answers.remove(0)),
            _ => Err(self.nonsense(&Sexp::List(answers))),
        }
    }

    fn nonsense(&self, answer: &Sexp) -> Trouble {
        let command = self.solver.command().to_string();
        Trouble::Other(SolverError::Nonsense { command, answer: answer.to_string() })
    }

    /// The values of all names, after `sat`.
    pub fn model(&mut self) -> Result<Model, Trouble> {
        let c = self.condition;
        let names: Vec<Var> = c
            .free
            .iter()
            .cloned()
            .chain(c.switches())
            .chain(c.definitions.iter().map(|(v, _)| v.clone()))
            .collect();
        let symbols: Vec<String> = names.iter().map(smtlib::symbol).collect();
        let answers = self.solver.ask(&format!("(get-value ({}))\n", symbols.join(" ")))?;
        let answer = self.single(answers)?;
        let functions =
            if answer.to_string().contains("as-array") { self.functions()? } else { Functions::default() };
        let pairs = answer.list().unwrap_or_default();
        if pairs.len() != names.len() {
            return Err(self.nonsense(&answer));
        }
        let read = |(name, pair): (Var, &Sexp)| {
            let [_, text] = pair.list()? else { return None };
            let Some(text) = &text.without_lets(MAX_VALUE) else {
                return Some((name, ModelValue::Text("(too large)".to_owned())));
            };
            let value = model::value(text, &name.sort, &functions);
            Some((name, value.map_or_else(|| ModelValue::Text(text.to_string()), ModelValue::Value)))
        };
        let mut model = names
            .into_iter()
            .zip(pairs)
            .map(read)
            .collect::<Option<Model>>()
            .ok_or_else(|| self.nonsense(&answer))?;
        complete(c, &mut model);
        Ok(model)
    }

    /// The assertions that are false in the present model; at least one.
    pub fn failing(&mut self) -> Result<Vec<usize>, Trouble> {
        let names: Vec<&Var> = self.condition.checks.iter().map(|c| &c.fails).collect();
        let failing: Vec<usize> = self
            .truths(&names)?
            .into_iter()
            .enumerate()
            .filter(|(_, fails)| *fails)
            .map(|(k, _)| k)
            .collect();
        if failing.is_empty() {
            return Err(self.nonsense(&Sexp::Atom("no assertion is false".to_owned())));
        }
        Ok(failing)
    }

    /// Which of the names are true in the present model.
    pub fn truths(&mut self, names: &[&Var]) -> Result<Vec<bool>, Trouble> {
        let symbols: Vec<String> = names.iter().map(|v| smtlib::symbol(v)).collect();
        let answers = self.solver.ask(&format!("(get-value ({}))\n", symbols.join(" ")))?;
        let answer = self.single(answers)?;
        let pairs = answer.list().unwrap_or_default();
        if pairs.len() != names.len() {
            return Err(self.nonsense(&answer));
        }
        Ok(pairs.iter().map(|pair| matches!(pair.list(), Some([_, value]) if value.is("true"))).collect())
    }

    fn functions(&mut self) -> Result<Functions, Trouble> {
        let answers = self.solver.ask("(get-model)\n")?;
        Ok(Functions::read(&self.single(answers)?))
    }
}

/// Computes the names that the solver gave in a form that is not known, such as by a formula that is no constant.
fn complete(c: &Condition, model: &mut Model) {
    for (name, term) in &c.definitions {
        if matches!(model.get(name), Some(ModelValue::Text(_)))
            && let Ok(value) = term.eval(&|v| match model.get(v) {
                Some(ModelValue::Value(value)) => Some(value.clone()),
                _ => None,
            })
        {
            model.insert(name.clone(), ModelValue::Value(value));
        }
    }
}

/// `(:reason-unknown "canceled")` in words.
fn reason(answer: &Sexp) -> String {
    match answer.list() {
        Some([_, Sexp::Text(text)]) | Some([_, Sexp::Atom(text)]) => match text.as_str() {
            "canceled" | "timeout" => TIMEOUT.to_owned(),
            _ => text.clone(),
        },
        Some([_, other]) => other.to_string(),
        _ => answer.to_string(),
    }
}
