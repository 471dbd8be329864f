//! What is known of an obligation: it holds, these assertions fail, or not known.

use crate::query::{Model, ModelValue};
use commute_base::Span;
use commute_logic::{Check, Condition, From, PointId, StmtInfo, Term, Value, Var};
use std::sync::Arc;

/// What a solver says about an obligation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// No assertion can fail. The labels of the assumptions that the proof used.
    Proved {
        /// The labels, in the order of the obligation.
        used: Vec<String>,
    },
    /// These assertions can fail, each with an execution; at least one.
    Failed(Vec<Failure>),
    /// Nothing is known.
    Unknown {
        /// Why, in the solver's words.
        reason: String,
    },
}

/// An assertion that can fail, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// Which assertion, by its number in the obligation.
    pub check: usize,
    /// Its label.
    pub label: String,
    /// Its place.
    pub span: Span,
    /// The statement that asserts it.
    pub stmt: StmtInfo,
    /// The variables before the statement.
    pub before: Values,
    /// The variables after it.
    pub after: Values,
    /// The execution up to the statement.
    pub trace: Vec<TraceStep>,
    /// Whether the values were evaluated here too and make the assertion false. That is not so for formulas with
    /// quantifiers or divisions by zero and for values in a form that is not known.
    pub confirmed: bool,
}

/// A statement of an execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TraceStep {
    /// The statement, or the branch entered.
    pub stmt: StmtInfo,
    /// The variables after it.
    pub values: Values,
}

/// The source variables with their values, in the order of the declarations.
pub type Values = Vec<(Arc<str>, ModelValue)>;

impl Failure {
    /// The value of a variable before the statement.
    pub fn before(&self, name: &str) -> Option<&ModelValue> {
        self.before.iter().find(|(n, _)| &**n == name).map(|(_, v)| v)
    }

    /// The value of a variable after the statement.
    pub fn after(&self, name: &str) -> Option<&ModelValue> {
        self.after.iter().find(|(n, _)| &**n == name).map(|(_, v)| v)
    }

    /// The variables that the statement changed.
    pub fn changed(&self) -> impl Iterator<Item = &str> {
        self.before.iter().zip(&self.after).filter(|(b, a)| b != a).map(|((name, _), _)| &**name)
    }
}

/// Whether a formula is true in the model, as far as the model says.
pub(crate) fn holds(model: &Model, t: &Term) -> bool {
    t.eval(&|v| known(model, v)) == Ok(Value::Bool(true))
}

fn known(model: &Model, v: &Var) -> Option<Value> {
    match model.get(v) {
        Some(ModelValue::Value(value)) => Some(value.clone()),
        _ => None,
    }
}

/// The failure that a model shows: exactly one assertion is reached and false.
pub(crate) fn failure(c: &Condition, model: &Model) -> Option<Failure> {
    let fails = |check: &Check| holds(model, &Term::var(check.fails.clone()));
    let (index, check) = c.checks.iter().enumerate().find(|(_, check)| fails(check))?;
    Some(Failure {
        check: index,
        label: check.label.clone(),
        span: check.span,
        stmt: check.stmt.clone(),
        before: values(c, model, &c.point(check.before).values),
        after: values(c, model, &check.after),
        trace: trace(c, model, check.before),
        confirmed: false,
    })
}

fn values(c: &Condition, model: &Model, versions: &[Var]) -> Values {
    let value = |v: &Var| model.get(v).cloned().unwrap_or_else(|| ModelValue::Text("?".to_owned()));
    c.vars.iter().zip(versions).map(|(var, version)| (var.name.clone(), value(version))).collect()
}

fn trace(c: &Condition, model: &Model, end: PointId) -> Vec<TraceStep> {
    let path = c.path(end, &|t| holds(model, t));
    let step = |p: &PointId| match &c.point(*p).from {
        From::Stmt(_, stmt) | From::Branch(_, stmt) => {
            Some(TraceStep { stmt: stmt.clone(), values: values(c, model, &c.point(*p).values) })
        }
        From::Start | From::Join(_) => None,
    };
    path.iter().filter_map(step).collect()
}

/// Evaluates the condition from the free names alone and compares with what the solver says. `Ok(false)` if a value
/// cannot be computed here; the error names what differs.
pub(crate) fn confirm(c: &Condition, model: &Model, check: usize) -> Result<bool, String> {
    let mut own: std::collections::HashMap<Var, Value> = std::collections::HashMap::new();
    for v in c.free.iter().cloned().chain(c.switches()) {
        let Some(value) = known(model, &v) else { return Ok(false) };
        own.insert(v, value);
    }
    for (name, t) in &c.definitions {
        let Ok(value) = t.eval(&|v| own.get(v).cloned()) else { return Ok(false) };
        own.insert(name.clone(), value);
    }
    for fact in &c.facts {
        match fact.eval(&|v| own.get(v).cloned()) {
            Ok(Value::Bool(true)) => {}
            Ok(_) => return Err(format!("{fact} is false")),
            Err(_) => return Ok(false),
        }
    }
    let fails = &c.checks[check].fails;
    if own[fails] == Value::Bool(true) { Ok(true) } else { Err(format!("{fails} is false")) }
}
