//! From an obligation to its condition.

use super::{Check, Condition, From, Point, PointId, StmtInfo};
use crate::obligation::{Branch, ClaimKind, Decl, Obligation, Step, Stmt, StmtKind};
use crate::op::Op;
use crate::sort::Sort;
use crate::term::{Node, Term, Var, When};
use commute_base::Span;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

pub(super) fn run(o: &Obligation) -> Condition {
    let out = Condition {
        name: o.name.clone(),
        span: o.span,
        enums: o.enums.clone(),
        free: Vec::new(),
        facts: Vec::new(),
        definitions: Vec::new(),
        labels: Vec::new(),
        checks: Vec::new(),
        points: Vec::new(),
        vars: o.vars.iter().map(Decl::var).collect(),
    };
    let index = o.vars.iter().enumerate().map(|(i, d)| (&*d.name, i)).collect();
    let mut p = Passifier { decls: &o.vars, index, out, versions: HashMap::new(), ranged: Vec::new() };
    let values: Vec<Var> = (0..o.vars.len()).map(|i| p.arbitrary(i)).collect();
    let reach = p.define("$reach", Sort::Bool, Term::bool(true));
    let start = p.point(Point { reach, values: values.into(), from: From::Start });
    let end = p.body(&o.body, start);
    if end != p.out.end() {
        panic!("[commute internal bug] the last point is the end of the program");
    }
    p.element_ranges();
    p.out
}

struct Passifier<'a> {
    decls: &'a [Decl],
    index: HashMap<&'a str, usize>,
    out: Condition,
    /// How many versions each name has.
    versions: HashMap<String, u32>,
    /// Free arrays whose elements have a range.
    ranged: Vec<(Var, (i128, i128))>,
}

impl Passifier<'_> {
    fn fresh(&mut self, name: &str, sort: Sort) -> Var {
        let count = self.versions.entry(name.to_owned()).or_insert(0);
        *count += 1;
        Var { name: name.into(), sort, when: When::Version(*count - 1) }
    }

    fn define(&mut self, name: &str, sort: Sort, term: Term) -> Var {
        let var = self.fresh(name, sort);
        self.out.definitions.push((var.clone(), term));
        var
    }

    fn point(&mut self, point: Point) -> PointId {
        self.out.points.push(point);
        self.out.end()
    }

    /// A fresh version of the variable with any value of its range.
    fn arbitrary(&mut self, index: usize) -> Var {
        let decl = &self.decls[index];
        let var = self.fresh(&decl.name, decl.sort.clone());
        let term = Term::var(var.clone());
        match (&decl.sort, decl.range) {
            (Sort::Int, Some((low, high))) => self.out.facts.push(term.in_range(low, high)),
            (Sort::Array(_), Some(range)) => self.ranged.push((var.clone(), range)),
            (Sort::Tid, _) => self.out.facts.push(Term::int(0).at_most(&term.tid_number())),
            _ => {}
        }
        self.out.free.push(var.clone());
        var
    }

    /// The term over the versions of two points; `next` for primed variables.
    fn rename(&self, t: &Term, now: &[Var], next: &[Var]) -> Term {
        t.replace(&mut |v| match v.when {
            When::Now => Some(Term::var(now[self.index[&*v.name]].clone())),
            When::Next => Some(Term::var(next[self.index[&*v.name]].clone())),
            When::Version(_) | When::Bound => None,
        })
    }

    /// The term, under the switch of its label.
    fn switched(&mut self, label: &str, t: Term) -> Term {
        if label.is_empty() {
            return t;
        }
        let k = self.out.labels.iter().position(|l| l == label).unwrap_or_else(|| {
            self.out.labels.push(label.to_owned());
            self.out.labels.len() - 1
        });
        Term::var(Condition::switch(k)).implies(&t)
    }

    /// Reached and `t`: a name for where the execution goes on.
    fn onward(&mut self, reach: &Var, t: Term) -> Var {
        self.define("$reach", Sort::Bool, Term::and([Term::var(reach.clone()), t]))
    }

    fn body(&mut self, body: &[Stmt], start: PointId) -> PointId {
        body.iter().fold(start, |at, stmt| self.stmt(stmt, at))
    }

    fn stmt(&mut self, stmt: &Stmt, at: PointId) -> PointId {
        let before = self.out.point(at).clone();
        let info = StmtInfo { word: stmt.kind.word(), label: stmt.label.clone(), span: stmt.span };
        let (reach, values) = match &stmt.kind {
            StmtKind::Assume(t) => {
                let t = self.rename(t, &before.values, &before.values);
                let t = self.switched(&stmt.label, t);
                (self.onward(&before.reach, t), before.values)
            }
            StmtKind::Assert(t) => {
                let t = self.rename(t, &before.values, &before.values);
                let origin = (stmt.label.as_str(), stmt.span);
                let reach = self.assertion(&before.reach, t, origin, at, before.values.clone(), info.clone());
                (reach, before.values)
            }
            StmtKind::Assign(var, t) => {
                let t = self.rename(t, &before.values, &before.values);
                let mut values = before.values.to_vec();
                values[self.index[&*var.name]] = self.define(&var.name, var.sort.clone(), t);
                (before.reach, values.into())
            }
            StmtKind::Havoc(vars) => (before.reach, self.changed(&before.values, vars)),
            StmtKind::Step(step) => self.step(step, at, &before, &info),
            StmtKind::Choice(branches) => return self.choice(branches, at, &before, &info),
        };
        self.point(Point { reach, values, from: From::Stmt(at, info) })
    }

    fn changed(&mut self, values: &[Var], vars: &[Var]) -> Arc<[Var]> {
        let mut values = values.to_vec();
        for var in vars {
            let index = self.index[&*var.name];
            values[index] = self.arbitrary(index);
        }
        values.into()
    }

    fn assertion(
        &mut self,
        reach: &Var,
        t: Term,
        (label, span): (&str, Span),
        before: PointId,
        after: Arc<[Var]>,
        stmt: StmtInfo,
    ) -> Var {
        let wrong = Term::and([Term::var(reach.clone()), t.not()]);
        let fails = self.define("$fail", Sort::Bool, wrong);
        self.out.checks.push(Check { label: label.to_owned(), span, fails, before, after, stmt });
        self.onward(reach, t)
    }

    fn step(&mut self, step: &Step, at: PointId, before: &Point, info: &StmtInfo) -> (Var, Arc<[Var]>) {
        let values = self.changed(&before.values, &step.modifies);
        let mut reach = before.reach.clone();
        for claim in &step.claims {
            let t = self.rename(&claim.term, &before.values, &values);
            reach = match claim.kind {
                ClaimKind::Assume => {
                    let t = self.switched(&claim.label, t);
                    self.onward(&reach, t)
                }
                ClaimKind::Assert => {
                    let origin = (claim.label.as_str(), claim.span);
                    self.assertion(&reach, t, origin, at, values.clone(), info.clone())
                }
            };
        }
        (reach, values)
    }

    fn choice(&mut self, branches: &[Branch], at: PointId, before: &Point, info: &StmtInfo) -> PointId {
        let mut ends = Vec::new();
        let mut none_before = Vec::new();
        for (i, branch) in branches.iter().enumerate() {
            let mut picked = none_before.clone();
            // The last branch is taken when no other one is, so that always exactly one is.
            if i + 1 < branches.len() {
                let pick = self.fresh("$pick", Sort::Bool);
                self.out.free.push(pick.clone());
                picked.push(Term::var(pick.clone()));
                none_before.push(Term::var(pick).not());
            }
            let picked = Term::and(picked);
            let reach = self.onward(&before.reach, picked.clone());
            let info = StmtInfo { label: branch.label.clone(), ..info.clone() };
            let start =
                self.point(Point { reach, values: before.values.clone(), from: From::Branch(at, info) });
            ends.push((picked, self.body(&branch.body, start)));
        }
        self.join(ends)
    }

    fn join(&mut self, ends: Vec<(Term, PointId)>) -> PointId {
        let reached = Term::or(ends.iter().map(|(_, p)| Term::var(self.out.point(*p).reach.clone())));
        let reach = self.define("$reach", Sort::Bool, reached);
        let values: Vec<Var> = (0..self.decls.len()).map(|i| self.joined(i, &ends)).collect();
        self.point(Point { reach, values: values.into(), from: From::Join(ends) })
    }

    /// The variable's version after the branches: the same one, if no branch changed it.
    fn joined(&mut self, index: usize, ends: &[(Term, PointId)]) -> Var {
        let versions: Vec<Var> = ends.iter().map(|(_, p)| self.out.point(*p).values[index].clone()).collect();
        let last = versions[versions.len() - 1].clone();
        if versions.iter().all(|v| *v == last) {
            return last;
        }
        let picks = ends.iter().zip(&versions).rev().skip(1);
        let value = picks.fold(Term::var(last.clone()), |rest, ((picked, _), version)| {
            picked.ite(&Term::var(version.clone()), &rest)
        });
        self.define(&last.name, last.sort, value)
    }

    /// The ranges of elements, for all keys that occur. That is less than for all keys, which would need a quantifier,
    /// so no execution is lost.
    fn element_ranges(&mut self) {
        if self.ranged.is_empty() {
            return;
        }
        let keys = self.keys();
        for (var, (low, high)) in std::mem::take(&mut self.ranged) {
            let (sort, _) = var.sort.as_array().expect("[commute internal bug] only arrays have elements");
            for key in keys.iter().filter(|k| k.sort() == sort) {
                let element = Term::var(var.clone()).select(key);
                self.out.facts.push(element.in_range(low, high));
            }
        }
    }

    /// All keys of selects and stores without bound variables, by their text, so that the order is fixed.
    fn keys(&self) -> Vec<Term> {
        let mut seen = BTreeSet::new();
        let mut keys = Vec::new();
        for (_, t) in &self.out.definitions {
            t.each_node(&mut |t| {
                if let Node::App(Op::Select | Op::Store, args) = t.node()
                    && !has_bound(&args[1])
                    && seen.insert(args[1].to_string())
                {
                    keys.push(args[1].clone());
                }
            });
        }
        keys
    }
}

fn has_bound(t: &Term) -> bool {
    let mut found = false;
    t.each_var(&mut |v| found |= v.when == When::Bound);
    found
}

impl StmtKind {
    fn word(&self) -> &'static str {
        match self {
            StmtKind::Assume(_) => "assume",
            StmtKind::Assert(_) => "assert",
            StmtKind::Assign(..) => "assign",
            StmtKind::Havoc(_) => "havoc",
            StmtKind::Choice(_) => "choice",
            StmtKind::Step(_) => "step",
        }
    }
}
