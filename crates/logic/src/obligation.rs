//! Obligations: small programs whose assertions have to hold in every execution.

use crate::sort::{EnumSort, Sort};
use crate::term::{Term, Var};
use commute_base::Span;
use std::sync::Arc;

/// A program all of whose assertions have to hold, from every initial value of its variables that the `assume`s
/// allow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Obligation {
    /// What is to be shown, in words; unique in a run.
    pub name: String,
    /// Where in the user's program it comes from.
    pub span: Span,
    /// The enumerations used.
    pub enums: Vec<Arc<EnumSort>>,
    /// The variables.
    pub vars: Vec<Decl>,
    /// The program.
    pub body: Vec<Stmt>,
}

/// A variable of an obligation. Its first value is arbitrary within its range.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decl {
    /// The name.
    pub name: Arc<str>,
    /// The sort.
    pub sort: Sort,
    /// For integers: the first value, and the one after the last, that a `havoc` or the start can give. For arrays
    /// to integers it holds for every element.
    pub range: Option<(i128, i128)>,
}

impl Decl {
    /// A variable without a range.
    pub fn new(name: impl Into<Arc<str>>, sort: Sort) -> Decl {
        Decl { name: name.into(), sort, range: None }
    }

    /// The variable's present value.
    pub fn var(&self) -> Var {
        Var::now(self.name.clone(), self.sort.clone())
    }

    /// The variable's present value, as a term.
    pub fn term(&self) -> Term {
        Term::var(self.var())
    }
}

/// A statement, with what is known of its origin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stmt {
    /// What it is, in words; empty if it has no name. Labels of assumptions are what unsat cores speak of.
    pub label: String,
    /// Where in the user's program it comes from; none by default.
    pub span: Span,
    /// What it does.
    pub kind: StmtKind,
}

/// What a statement does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StmtKind {
    /// Executions in which this is false do not count.
    Assume(Term),
    /// This has to be true; afterwards it is assumed.
    Assert(Term),
    /// The variable gets a value.
    Assign(Var, Term),
    /// The variables get arbitrary values of their ranges.
    Havoc(Vec<Var>),
    /// One of the branches runs.
    Choice(Vec<Branch>),
    /// An atomic operation X|Y of Plato: the variables get new values, and terms may speak of old and new ones.
    Step(Step),
}

/// A branch of a choice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch {
    /// Its name, such as `then`.
    pub label: String,
    /// What it does.
    pub body: Vec<Stmt>,
}

/// An atomic operation on two states. All claims see `x` before the step and `x'` after it, in order; a variable
/// that is not modified has `x' == x`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The variables that may change.
    pub modifies: Vec<Var>,
    /// Assumptions and assertions about both states.
    pub claims: Vec<Claim>,
}

/// An assumption or an assertion of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// Assumed or asserted.
    pub kind: ClaimKind,
    /// What it is, in words.
    pub label: String,
    /// Where in the user's program it comes from.
    pub span: Span,
    /// The formula, over `x` and `x'`.
    pub term: Term,
}

/// Whether a claim is assumed or asserted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClaimKind {
    /// Steps in which it is false do not happen.
    Assume,
    /// It has to be true.
    Assert,
}

impl Obligation {
    /// An obligation without variables and statements.
    pub fn new(name: impl Into<String>, span: Span) -> Obligation {
        Obligation { name: name.into(), span, enums: Vec::new(), vars: Vec::new(), body: Vec::new() }
    }

    /// Declares a variable, and the enumerations of its sort, and returns its term.
    pub fn declare(&mut self, decl: Decl) -> Term {
        let term = decl.term();
        decl.sort.each_enum(&mut |e| {
            if !self.enums.contains(e) {
                self.enums.push(e.clone());
            }
        });
        self.vars.push(decl);
        term
    }
}

impl Stmt {
    /// A statement without label and place.
    pub fn new(kind: StmtKind) -> Stmt {
        Stmt { label: String::new(), span: Span::default(), kind }
    }

    /// With this label.
    pub fn label(mut self, label: impl Into<String>) -> Stmt {
        self.label = label.into();
        self
    }

    /// At this place.
    pub fn at(mut self, span: Span) -> Stmt {
        self.span = span;
        self
    }

    /// `assume label: term`.
    pub fn assume(label: impl Into<String>, term: Term) -> Stmt {
        Stmt::new(StmtKind::Assume(term)).label(label)
    }

    /// `assert label at span: term`.
    pub fn assert(label: impl Into<String>, span: Span, term: Term) -> Stmt {
        Stmt::new(StmtKind::Assert(term)).label(label).at(span)
    }

    /// `assign var := term`.
    pub fn assign(var: Var, term: Term) -> Stmt {
        Stmt::new(StmtKind::Assign(var, term))
    }

    /// `havoc vars`.
    pub fn havoc(vars: impl IntoIterator<Item = Var>) -> Stmt {
        Stmt::new(StmtKind::Havoc(vars.into_iter().collect()))
    }

    /// A choice between labelled branches.
    pub fn choice(branches: impl IntoIterator<Item = (impl Into<String>, Vec<Stmt>)>) -> Stmt {
        let branches = branches.into_iter().map(|(l, body)| Branch { label: l.into(), body }).collect();
        Stmt::new(StmtKind::Choice(branches))
    }

    /// An atomic operation that may change `modifies`.
    pub fn step(modifies: impl IntoIterator<Item = Var>, claims: Vec<Claim>) -> Stmt {
        Stmt::new(StmtKind::Step(Step { modifies: modifies.into_iter().collect(), claims }))
    }
}

impl Claim {
    /// An assumption about a step.
    pub fn assume(label: impl Into<String>, term: Term) -> Claim {
        Claim { kind: ClaimKind::Assume, label: label.into(), span: Span::default(), term }
    }

    /// An assertion about a step.
    pub fn assert(label: impl Into<String>, span: Span, term: Term) -> Claim {
        Claim { kind: ClaimKind::Assert, label: label.into(), span, term }
    }
}
