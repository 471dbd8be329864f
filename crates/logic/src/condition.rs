//! The condition under which an obligation holds, linear in its size.
//!
//! # Source
//! Flanagan, Saxe: *Avoiding exponential explosion: generating compact verification conditions* (POPL 2001), which
//! FFQ01 section 6 uses ("converted into a verification condition [Dij75, FS01]").
//!
//! # Idea
//! Give every value of a variable a name of its own, so that the program only assumes and asserts (it is *passive*).
//! Then an execution is a choice of values and branches, and "the execution gets here" is a formula. Two formulas
//! describe a passive program S: N(S), it ends normally, and W(S), it goes wrong. The weakest precondition doubles at
//! every branch; N and W do not, because N(S) is named once and used where it is needed. The obligation holds if
//! W is unsatisfiable.
//!
//! # Notation
//! N of the program up to a point is [`Point::reach`]; W is the disjunction of [`Check::fails`], one for each
//! assertion; the variable x with subscript k is `x@k` ([`When::Version`]).
//!
//! # Premises
//! - Every version is given a value once: each assignment, havoc, step and join makes a fresh one (`Passifier::fresh`).
//! - The obligation is well-formed ([`Obligation::check`], asserted here).
//! - Ranges are not empty, else a range would make everything unreachable (refused by the check).
//!
//! # Deviations
//! - D1. Flanagan and Saxe let a branch end with `assume x@join = x@branch` and take the disjunction. Here a fresh
//!   truth value picks the branch and the joined value is `if picked then x@1 else x@2`. The two are
//!   equisatisfiable (pick what holds), and here a model describes exactly one path, which is the counterexample.
//! - D2. Assignments are definitions, not assumptions: a fresh name for a value restricts nothing.
//! - D3. Every labelled assumption holds only under a truth value `$use@k`, all of which are assumed true, so that an
//!   unsatisfiable core says which assumptions a proof needs.

mod passify;

use crate::obligation::Obligation;
use crate::sort::EnumSort;
use crate::term::{Term, Var, When};
use commute_base::Span;
use std::fmt;
use std::sync::Arc;

/// A passive program as formulas. Satisfiable together with one of the `fails` iff an assertion can be false.
#[derive(Clone, Debug)]
pub struct Condition {
    /// The obligation's name.
    pub name: String,
    /// Its place.
    pub span: Span,
    /// The enumerations used.
    pub enums: Vec<Arc<EnumSort>>,
    /// The names whose values are free.
    pub free: Vec<Var>,
    /// What is true of the free names in any case: ranges.
    pub facts: Vec<Term>,
    /// Names for terms, each over earlier names.
    pub definitions: Vec<(Var, Term)>,
    /// The assumptions by label: `labels[k]` is switched by `$use@k`.
    pub labels: Vec<String>,
    /// The assertions, in the order of the text.
    pub checks: Vec<Check>,
    /// The points between statements; a point comes after those from which it is reached.
    pub points: Vec<Point>,
    /// The names of the source variables, in the order of the declarations.
    pub vars: Vec<Var>,
}

/// An assertion.
#[derive(Clone, Debug)]
pub struct Check {
    /// Its label.
    pub label: String,
    /// Its place.
    pub span: Span,
    /// Reached and false: a defined name.
    pub fails: Var,
    /// The point before the statement.
    pub before: PointId,
    /// The values of the variables after the step, in the order of [`Condition::vars`]; those before it for an
    /// assertion that is no step.
    pub after: Arc<[Var]>,
    /// The statement that asserts it.
    pub stmt: StmtInfo,
}

commute_base::id!(
    /// A point of a [`Condition`].
    PointId,
    "p"
);

/// A point between two statements.
#[derive(Clone, Debug)]
pub struct Point {
    /// The execution gets here: a defined name.
    pub reach: Var,
    /// The present values of the variables, in the order of [`Condition::vars`].
    pub values: Arc<[Var]>,
    /// How it is reached.
    pub from: From,
}

/// How a point is reached.
#[derive(Clone, Debug)]
pub enum From {
    /// The program begins.
    Start,
    /// By a statement.
    Stmt(PointId, StmtInfo),
    /// By entering the branch of a choice.
    Branch(PointId, StmtInfo),
    /// From the end of one of the branches, each with the name that is true if it was picked.
    Join(Vec<(Term, PointId)>),
}

/// What a trace says about a statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StmtInfo {
    /// The word of the text form: `assume`, `step`, ...
    pub word: &'static str,
    /// The label; of the branch, if the statement is one.
    pub label: String,
    /// The place.
    pub span: Span,
}

impl Condition {
    /// The condition of an obligation.
    ///
    /// # Panics
    /// If the obligation is not well-formed ([`Obligation::check`]).
    pub fn of(obligation: &Obligation) -> Condition {
        if let Err(e) = obligation.check() {
            panic!("[commute internal bug] obligation {:?} is not well-formed: {e}", obligation.name);
        }
        passify::run(obligation)
    }

    /// Satisfiable iff the obligation does not hold.
    pub fn goal(&self) -> Term {
        Term::or(self.checks.iter().map(|c| Term::var(c.fails.clone())))
    }

    /// The point where the program ends.
    pub fn end(&self) -> PointId {
        PointId::new(self.points.len() - 1)
    }

    /// The point with this id.
    pub fn point(&self, id: PointId) -> &Point {
        &self.points[id.index()]
    }

    /// The truth value that switches the assumptions with label number `k`.
    pub fn switch(k: usize) -> Var {
        Var { name: "$use".into(), sort: crate::sort::Sort::Bool, when: When::Version(k as u32) }
    }

    /// All switches.
    pub fn switches(&self) -> impl Iterator<Item = Var> {
        (0..self.labels.len()).map(Condition::switch)
    }

    /// The points of the one path to `end` that the model takes, from the start; `holds` says which names are true.
    pub fn path(&self, end: PointId, holds: &dyn Fn(&Term) -> bool) -> Vec<PointId> {
        let mut path = vec![end];
        let mut at = end;
        loop {
            at = match &self.point(at).from {
                From::Start => break,
                From::Stmt(from, _) | From::Branch(from, _) => *from,
                From::Join(ends) => match ends.iter().find(|(picked, _)| holds(picked)) {
                    Some((_, from)) => *from,
                    None => break,
                },
            };
            path.push(at);
        }
        path.reverse();
        path
    }
}

/// The formulas, one a line.
impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "condition {:?} {{", self.name)?;
        for v in &self.free {
            writeln!(f, "  free {v}: {};", v.sort)?;
        }
        for fact in &self.facts {
            writeln!(f, "  fact {fact};")?;
        }
        for (k, label) in self.labels.iter().enumerate() {
            writeln!(f, "  label {} {label:?};", Condition::switch(k))?;
        }
        for (name, term) in &self.definitions {
            writeln!(f, "  define {name} := {term};")?;
        }
        for c in &self.checks {
            writeln!(f, "  check {} {:?};", c.fails, c.label)?;
        }
        f.write_str("}\n")
    }
}
