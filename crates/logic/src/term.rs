//! Terms: shared trees that are well-sorted by construction.

use crate::op::{Op, SortError};
use crate::sort::{EnumSort, Sort};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// A term. Cloning shares it; equality is structural and uses the hash computed when the term was made.
#[derive(Clone)]
pub struct Term(Arc<Inner>);

struct Inner {
    node: Node,
    sort: Sort,
    hash: u64,
}

/// What a term is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// A constant.
    Lit(Lit),
    /// A variable.
    Var(Var),
    /// An operator applied to terms.
    App(Op, Vec<Term>),
    /// The array of the given sort that has this value everywhere.
    ConstArray(Sort, Term),
    /// A quantified truth value. A solver may answer "unknown" because of it.
    Quant(Quantifier, Vec<Var>, Term),
}

/// For all or for some.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Quantifier {
    /// For all.
    Forall,
    /// For some.
    Exists,
}

/// A constant.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Lit {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(i128),
    /// A thread id; 0 is nobody.
    Tid(u64),
    /// The null reference.
    Null,
    /// The value of the enumeration with this index.
    Enum(Arc<EnumSort>, usize),
}

impl Lit {
    /// The constant's sort.
    pub fn sort(&self) -> Sort {
        match self {
            Lit::Bool(_) => Sort::Bool,
            Lit::Int(_) => Sort::Int,
            Lit::Tid(_) => Sort::Tid,
            Lit::Null => Sort::Ref,
            Lit::Enum(e, _) => Sort::Enum(e.clone()),
        }
    }
}

/// A variable: a name, a sort, and which of its values is meant.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Var {
    /// The name in the source.
    pub name: Arc<str>,
    /// The sort.
    pub sort: Sort,
    /// Which value.
    pub when: When,
}

/// Which value of a variable is meant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum When {
    /// The present value; in a step the one before it. Written `x`.
    Now,
    /// The value after the step. Written `x'`.
    Next,
    /// The value with this number in a passive program. Written `x@3`.
    Version(u32),
    /// Bound by a quantifier. Written `?x`.
    Bound,
}

impl Var {
    /// The present value of `name`.
    pub fn now(name: impl Into<Arc<str>>, sort: Sort) -> Var {
        Var { name: name.into(), sort, when: When::Now }
    }

    /// The same variable, at another time.
    pub fn at(&self, when: When) -> Var {
        Var { when, ..self.clone() }
    }

    /// The variable's value after the step.
    pub fn next(&self) -> Var {
        self.at(When::Next)
    }
}

impl Term {
    fn new(node: Node, sort: Sort) -> Term {
        let mut hasher = DefaultHasher::new();
        node.hash(&mut hasher);
        Term(Arc::new(Inner { node, sort, hash: hasher.finish() }))
    }

    /// What the term is.
    pub fn node(&self) -> &Node {
        &self.0.node
    }

    /// The term's sort.
    pub fn sort(&self) -> &Sort {
        &self.0.sort
    }

    /// A constant.
    pub fn lit(lit: Lit) -> Term {
        let sort = lit.sort();
        Term::new(Node::Lit(lit), sort)
    }

    /// A variable.
    pub fn var(var: Var) -> Term {
        let sort = var.sort.clone();
        Term::new(Node::Var(var), sort)
    }

    /// `op` applied to `args`, if the sorts fit.
    pub fn apply(op: Op, args: Vec<Term>) -> Result<Term, SortError> {
        let sort = op.result(&args.iter().map(Term::sort).collect::<Vec<_>>())?;
        Ok(Term::new(Node::App(op, args), sort))
    }

    /// The array of sort `sort` with `value` everywhere, if `sort` is an array to the value's sort.
    pub fn const_array(sort: Sort, value: Term) -> Result<Term, SortError> {
        match sort.as_array() {
            Some((_, v)) if v == value.sort() => Ok(Term::new(Node::ConstArray(sort.clone(), value), sort)),
            Some((_, v)) => Err(argument("const", 2, v.to_string(), value.sort())),
            None => Err(argument("const", 1, "an array".to_owned(), &sort)),
        }
    }

    /// `body` for all or some values of the variables, which must be [`When::Bound`].
    pub fn quantified(kind: Quantifier, vars: Vec<Var>, body: Term) -> Result<Term, SortError> {
        let op = if kind == Quantifier::Forall { "forall" } else { "exists" };
        if *body.sort() != Sort::Bool {
            return Err(argument(op, 1, Sort::Bool.to_string(), body.sort()));
        }
        if vars.is_empty() {
            return Err(SortError::Arity { op, wanted: "one or more", given: 0 });
        }
        assert!(
            vars.iter().all(|v| v.when == When::Bound),
            "[commute internal bug] a quantifier binds only bound variables"
        );
        Ok(Term::new(Node::Quant(kind, vars, body), Sort::Bool))
    }

    /// Whether a quantifier occurs in the term.
    pub fn has_quantifier(&self) -> bool {
        let mut found = false;
        self.each_node(&mut |t| found |= matches!(t.node(), Node::Quant(..)));
        found
    }

    /// The terms directly below this one.
    pub fn children(&self) -> &[Term] {
        match self.node() {
            Node::Lit(_) | Node::Var(_) => &[],
            Node::App(_, args) => args,
            Node::ConstArray(_, value) | Node::Quant(_, _, value) => std::slice::from_ref(value),
        }
    }

    /// Calls `f` once for every different subterm, children first.
    pub fn each_node(&self, f: &mut dyn FnMut(&Term)) {
        fn walk(t: &Term, seen: &mut std::collections::HashSet<Term>, f: &mut dyn FnMut(&Term)) {
            if seen.insert(t.clone()) {
                t.children().iter().for_each(|c| walk(c, seen, f));
                f(t);
            }
        }
        walk(self, &mut std::collections::HashSet::new(), f);
    }

    /// Calls `f` once for every different variable that occurs (also for bound ones).
    pub fn each_var(&self, f: &mut dyn FnMut(&Var)) {
        self.each_node(&mut |t| {
            if let Node::Var(v) = t.node() {
                f(v);
            }
        });
    }
}

fn argument(op: &'static str, at: usize, wanted: String, given: &Sort) -> SortError {
    SortError::Argument { op, at, wanted, given: given.clone() }
}

impl PartialEq for Term {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
            || (self.0.hash == other.0.hash && self.0.sort == other.0.sort && self.0.node == other.0.node)
    }
}

impl Eq for Term {}

impl Hash for Term {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash.hash(state);
    }
}

impl std::fmt::Debug for Term {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}
