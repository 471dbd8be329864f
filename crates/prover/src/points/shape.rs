//! What can be said of some threads and an index: terms, their values in reached states, and literals over them.

use super::kinds::Kinds;
use super::lemma::{Kind, variable};
use super::sample::{Instance, Names};
use super::system::System;
use commute_logic::{Decl, Lit, Node, Op, Sort, Term, Value, When};
use std::collections::HashMap;
use std::sync::Arc;

/// At most so many terms are looked at.
const MAX_TERMS: usize = 56;
/// At most so many rows are kept.
const MAX_ROWS: usize = 150_000;

/// A value that is not known.
const UNKNOWN: i128 = i128::MIN;

/// Where the threads of a shape stand.
pub type Places = Vec<i128>;
/// The values of the terms of a shape.
pub type Row = Vec<i128>;

/// Some threads, and perhaps an index or an object.
pub struct Shape {
    /// The roles of the threads.
    pub threads: Vec<usize>,
    /// The variables: one for each thread of a family, and the index or object.
    pub vars: Vec<Kind>,
    /// The terms.
    pub terms: Vec<Term>,
    /// The terms that are constants of any value.
    pub open: Vec<usize>,
    /// The terms that are the same in all states.
    fixed: Vec<usize>,
    /// Pairs of terms that are compared.
    pub pairs: Vec<(usize, usize)>,
    /// For each term the variables of threads in it, with the number of the thread.
    owned: Vec<Vec<(usize, Arc<str>)>>,
    /// The values of terms in reached states, by where the threads stand.
    pub rows: HashMap<Places, Vec<Row>>,
}

/// What may be true of the values of terms, by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Literal {
    /// A truth value is this.
    Is(usize, bool),
    /// The first is the second and this number.
    Equal(usize, usize, i128),
    /// They differ, also if this number is added to the second.
    Differ(usize, usize, i128),
    /// The first is less.
    Less(usize, usize),
    /// The first is not greater.
    AtMost(usize, usize),
}

impl Literal {
    /// Whether it is true; where a value is not known it may be.
    pub fn holds(self, row: &Row) -> bool {
        let (a, b) = self.about();
        if row[a] == UNKNOWN || row[b] == UNKNOWN {
            return true;
        }
        match self {
            Literal::Is(a, value) => (row[a] != 0) == value,
            Literal::Equal(a, b, d) => row[a] == row[b] + d,
            Literal::Differ(a, b, d) => row[a] != row[b] + d,
            Literal::Less(a, b) => row[a] < row[b],
            Literal::AtMost(a, b) => row[a] <= row[b],
        }
    }

    /// The terms that it is about.
    fn about(self) -> (usize, usize) {
        match self {
            Literal::Is(a, _) => (a, a),
            Literal::Equal(a, b, _) | Literal::Differ(a, b, _) => (a, b),
            Literal::Less(a, b) | Literal::AtMost(a, b) => (a, b),
        }
    }

    /// The opposite as a formula.
    pub fn denied(self, terms: &[Term]) -> Term {
        let binary = |op, a: usize, b: usize| Term::binary(op, &terms[a], &terms[b]);
        match self {
            Literal::Is(a, true) => crate::fold::not(&terms[a]),
            Literal::Is(a, false) => terms[a].clone(),
            Literal::Equal(a, b, 0) => terms[a].equals(&terms[b]).not(),
            Literal::Equal(a, b, d) => terms[a].equals(&terms[b].plus(&Term::int(d))).not(),
            Literal::Differ(a, b, 0) => terms[a].equals(&terms[b]),
            Literal::Differ(a, b, d) => terms[a].equals(&terms[b].plus(&Term::int(d))),
            Literal::Less(a, b) => binary(Op::Le, b, a),
            Literal::AtMost(a, b) => binary(Op::Lt, b, a),
        }
    }

    /// How much is said.
    pub fn weight(self) -> usize {
        match self {
            Literal::Is(..) => 1,
            Literal::Equal(_, _, 0) | Literal::Differ(_, _, 0) => 2,
            Literal::AtMost(..) | Literal::Less(..) => 3,
            Literal::Equal(..) | Literal::Differ(..) => 5,
        }
    }

    /// How much is said, where saying something of open constants counts more: there are few of them in small instances.
    /// What is about no variable at all counts most: it tells instances apart and not states.
    pub fn cost(self, shape: &Shape) -> usize {
        let (a, b) = self.about();
        let is_open = |k: usize| shape.open.contains(&k);
        let is_fixed = |k: usize| shape.fixed.contains(&k);
        let more = match () {
            () if is_fixed(a) && is_fixed(b) => 9,
            () if is_open(a) || is_open(b) => 3,
            () => 0,
        };
        self.weight() + more
    }
}

impl Shape {
    /// The shape of these threads with perhaps one more variable.
    pub fn new(system: &System, kinds: &Kinds, threads: Vec<usize>, more: Option<Kind>) -> Self {
        let family = threads.iter().filter(|role| system.roles[**role].range.is_some());
        let vars: Vec<Kind> = family.map(|role| Kind::Thread(*role)).chain(more).collect();
        let mut shape = Self {
            threads,
            vars,
            terms: Vec::new(),
            open: Vec::new(),
            fixed: Vec::new(),
            pairs: Vec::new(),
            owned: Vec::new(),
            rows: HashMap::new(),
        };
        shape.terms = shape.vocabulary(system, kinds);
        let is_open = |t: &Term| system.constants.iter().any(|d| d.term() == *t);
        shape.open = (0..shape.terms.len()).filter(|k| is_open(&shape.terms[*k])).collect();
        let varies = |t: &Term| {
            let mut varies = false;
            t.each_var(&mut |v| varies |= system.vars.iter().any(|d| d.name == v.name));
            varies
        };
        shape.fixed = (0..shape.terms.len()).filter(|k| !varies(&shape.terms[*k])).collect();
        shape.pairs = shape.compared(system, kinds);
        shape.owned = shape.terms.iter().map(|t| shape.owned_in(system, t)).collect();
        shape
    }

    /// The variable of a thread, if it has one.
    pub fn variable_of(&self, system: &System, thread: usize) -> Option<Term> {
        let is_family = |role: &usize| system.roles[*role].range.is_some();
        let before = self.threads[..thread].iter().filter(|role| is_family(role)).count();
        is_family(&self.threads[thread]).then(|| Term::var(variable(before, self.vars[before])))
    }

    /// Where a thread stands.
    pub fn place(&self, system: &System, thread: usize) -> Term {
        let role = &system.roles[self.threads[thread]];
        role.place_of(self.variable_of(system, thread).as_ref())
    }

    fn vocabulary(&self, system: &System, kinds: &Kinds) -> Vec<Term> {
        let mut all: Vec<Term> = Vec::new();
        let mut add = |term: Term| {
            let fits = matches!(term.sort(), Sort::Int | Sort::Bool | Sort::Ref);
            if fits && !all.contains(&term) && !matches!(term.node(), Node::Lit(Lit::Bool(_))) {
                all.push(term);
            }
        };
        let mut indices: Vec<Term> = Vec::new();
        for (k, role) in self.threads.iter().enumerate() {
            let state = &system.roles[*role];
            let index = self.variable_of(system, k);
            state.locals.iter().for_each(|d| add(whole(&d.term(), index.as_ref())));
            if let Some(index) = index {
                indices.push(index.clone());
                add(index);
            } else {
                add(state.me.tid.clone());
            }
        }
        let extra = self.vars.len().checked_sub(1).filter(|k| !matches!(self.vars[*k], Kind::Thread(_)));
        if let Some(k) = extra {
            let term = Term::var(variable(k, self.vars[k]));
            indices.push(term.clone());
            add(term);
        }
        let shared = &system.vars[..system.shared];
        shared.iter().for_each(|d| add(d.term()));
        system.counts.iter().for_each(|c| add(c.decl.term()));
        for cell in self.cells_in_text(system, kinds) {
            add(cell);
        }
        for decl in shared {
            let Some((key, _)) = decl.sort.as_array() else { continue };
            indices.iter().filter(|i| i.sort() == key).for_each(|i| add(decl.term().select(i)));
        }
        let objects: Vec<Term> = all.iter().filter(|t| *t.sort() == Sort::Ref).cloned().collect();
        for decl in shared.iter().filter(|d| d.sort.as_array().is_some_and(|(key, _)| *key == Sort::Ref)) {
            for object in objects.iter().filter(|t| matches!(t.node(), Node::Var(_)) || is_local(system, t)) {
                let term = decl.term().select(object);
                if !all.contains(&term) {
                    all.push(term);
                }
            }
        }
        for (number, by) in remainders(system) {
            let like = |t: &&Term| *t.sort() == Sort::Int && kinds.fit(t, &number);
            let more: Vec<Term> = all.iter().filter(like).map(|t| Term::binary(Op::Mod, t, &by)).collect();
            all.extend(more);
        }
        if all.iter().any(|t| *t.sort() == Sort::Ref) {
            all.push(Term::null());
        }
        system.constants.iter().for_each(|d| all.push(d.term()));
        all.truncate(MAX_TERMS);
        all.extend(numbers_in_text(system).into_iter().map(Term::int));
        all
    }

    /// The elements of arrays and the fields that the code of the threads speaks of.
    fn cells_in_text(&self, system: &System, kinds: &Kinds) -> Vec<Term> {
        let mut found: Vec<Term> = Vec::new();
        for (k, role) in self.threads.iter().enumerate() {
            let own = system.roles[*role].me.index.clone();
            let index = self.variable_of(system, k);
            for cell in cells_of(system, kinds, *role) {
                let cell = cell.replace(&mut |v| {
                    let is_own = own.as_ref().is_some_and(|d| d.name == v.name);
                    is_own.then(|| index.clone()).flatten()
                });
                if !found.contains(&cell) {
                    found.push(cell);
                }
            }
        }
        found
    }

    /// Fills the rows from the states of instances, of each the same number.
    pub fn fill(&mut self, system: &System, names: &Names, instances: &[Instance]) {
        for instance in instances {
            let assignments = self.assignments(instance);
            let wanted = instance.states.len() * assignments.len() * instances.len();
            let every = wanted.div_ceil(MAX_ROWS).max(1);
            for state in instance.states.iter().step_by(every) {
                for chosen in &assignments {
                    let get = |t: &Term| names.quick(&instance.constants, state, t, chosen);
                    let Some((places, row)) = self.look(system, &get) else { continue };
                    self.rows.entry(places).or_default().push(row);
                }
            }
        }
        for rows in self.rows.values_mut() {
            rows.sort();
            rows.dedup();
        }
    }

    /// Where the threads stand, and the values of the terms. What a thread does not read any more has no value.
    pub fn look(&self, system: &System, get: &dyn Fn(&Term) -> Option<i128>) -> Option<(Places, Row)> {
        let places = (0..self.threads.len()).map(|k| get(&self.place(system, k)));
        let places: Places = places.collect::<Option<_>>()?;
        let is_live = |(thread, name): &(usize, Arc<str>)| {
            let live =
                system.roles[self.threads[*thread]].live.get(usize::try_from(places[*thread]).ok()?)?;
            live.contains(name).then_some(())
        };
        let row =
            self.terms.iter().zip(&self.owned).map(|(t, owned)| {
                owned.iter().try_for_each(is_live).and_then(|()| get(t)).unwrap_or(UNKNOWN)
            });
        let row = row.collect();
        Some((places, row))
    }

    /// The variables of threads that a term speaks of.
    fn owned_in(&self, system: &System, term: &Term) -> Vec<(usize, Arc<str>)> {
        let mut found = Vec::new();
        for (thread, role) in self.threads.iter().enumerate() {
            let index = self.variable_of(system, thread);
            for local in &system.roles[*role].locals {
                let own = whole(&local.term(), index.as_ref());
                term.each_node(&mut |t| {
                    if *t == own {
                        found.push((thread, local.name.clone()));
                    }
                });
            }
        }
        found
    }

    /// All values of the variables in an instance.
    fn assignments(&self, instance: &Instance) -> Vec<Vec<Value>> {
        let threads: Vec<&Vec<Option<i128>>> = self.threads.iter().map(|r| &instance.threads[*r]).collect();
        if threads.iter().any(|t| t.is_empty()) {
            return Vec::new();
        }
        let mut all: Vec<Vec<Value>> = vec![Vec::new()];
        for (k, kind) in self.vars.iter().enumerate() {
            let values: Vec<Value> = match kind {
                Kind::Thread(role) => {
                    instance.threads[*role].iter().flatten().map(|n| Value::Int(*n)).collect()
                }
                Kind::Index => (0..=3).map(Value::Int).collect(),
                Kind::Object => (0..=3).map(Value::Ref).collect(),
            };
            all = with_one_more(&all, &self.vars[..=k], &values);
        }
        all
    }

    /// The pairs of terms that may be compared.
    fn compared(&self, system: &System, kinds: &Kinds) -> Vec<(usize, usize)> {
        let is_constant = |t: &Term| matches!(t.node(), Node::Lit(_));
        // A variable of a lemma is of the kind of the indices of what it is used in.
        let named = |t: &Term| {
            t.replace(&mut |v| {
                let at: usize = v.name.strip_prefix('?')?.parse().ok()?;
                match self.vars[at] {
                    Kind::Thread(role) => system.roles[role].index(),
                    _ => None,
                }
            })
        };
        let mut all = Vec::new();
        for (a, term) in self.terms.iter().enumerate().filter(|(_, t)| *t.sort() != Sort::Bool) {
            for (b, other) in self.terms.iter().enumerate().skip(a + 1) {
                let same = other.sort() == term.sort() && !(is_constant(term) && is_constant(other));
                let fits = match crate::fold::number(other) {
                    Some(number) => kinds.fits_number(&named(term), number),
                    None => *other.sort() == Sort::Ref || kinds.fit(&named(term), &named(other)),
                };
                if same && fits {
                    all.push((a, b));
                }
            }
        }
        all
    }

    /// The literals that are true of this row.
    pub fn literals(&self, row: &Row) -> Vec<Literal> {
        let mut all = Vec::new();
        let constant = |k: usize| matches!(self.terms[k].node(), Node::Lit(_));
        for (a, term) in self.terms.iter().enumerate() {
            if row[a] == UNKNOWN {
                continue;
            }
            if *term.sort() == Sort::Bool {
                all.push(Literal::Is(a, row[a] != 0));
            }
        }
        for &(a, b) in &self.pairs {
            if row[a] != UNKNOWN && row[b] != UNKNOWN {
                self.compare(row, (a, b), constant(b), &mut all);
            }
        }
        all
    }

    fn compare(&self, row: &Row, (a, b): (usize, usize), constant: bool, all: &mut Vec<Literal>) {
        use Literal::{AtMost, Differ, Equal, Less};
        if *self.terms[a].sort() == Sort::Ref {
            all.push(if row[a] == row[b] { Equal(a, b, 0) } else { Differ(a, b, 0) });
            return;
        }
        match row[a].cmp(&row[b]) {
            std::cmp::Ordering::Equal => all.extend([Equal(a, b, 0), AtMost(a, b), AtMost(b, a)]),
            std::cmp::Ordering::Less => all.extend([Differ(a, b, 0), AtMost(a, b), Less(a, b)]),
            std::cmp::Ordering::Greater => all.extend([Differ(a, b, 0), AtMost(b, a), Less(b, a)]),
        }
        if constant {
            return;
        }
        for d in [1, -1] {
            all.push(if row[a] == row[b] + d { Equal(a, b, d) } else { Differ(a, b, d) });
        }
    }
}

fn whole(term: &Term, index: Option<&Term>) -> Term {
    index.map_or(term.clone(), |index| term.select(index))
}

/// The array below all that was written to it, if it is a variable or an element of one.
fn base(t: &Term) -> Option<Term> {
    match t.node() {
        Node::Var(_) => Some(t.clone()),
        Node::App(Op::Store, args) => base(&args[0]),
        Node::App(Op::Select, args) => Some(base(&args[0])?.select(&args[1])),
        _ => None,
    }
}

fn name_of(t: &Term) -> String {
    match t.node() {
        Node::Var(v) => v.name.to_string(),
        Node::App(_, args) => name_of(&args[0]),
        _ => String::new(),
    }
}

/// Each choice of values for all variables of these kinds but the last one, with each of the values for that. Threads of one role are
/// different ones, and so are indices and objects.
pub(super) fn with_one_more(chosen: &[Vec<Value>], kinds: &[Kind], values: &[Value]) -> Vec<Vec<Value>> {
    let last = kinds.len() - 1;
    let differs = |c: &[Value], v: &Value| (0..last).all(|j| kinds[j] != kinds[last] || c[j] != *v);
    let pairs = chosen.iter().flat_map(|c| values.iter().map(move |v| (c, v)));
    pairs.filter(|(c, v)| differs(c, v)).map(|(c, v)| [&c[..], std::slice::from_ref(v)].concat()).collect()
}

/// Calls `f` for every part of what the code of a role, or of all, says.
pub(super) fn each_term(system: &System, role: Option<usize>, f: &mut dyn FnMut(&Term)) {
    let fits = |r: usize| role.is_none_or(|role| role == r);
    for step in system.transitions.iter().filter(|t| fits(t.role)) {
        step.guards.iter().chain(step.updates.iter().skip(1).map(|(_, t)| t)).for_each(|t| t.each_node(f));
    }
    for claim in system.claims.iter().filter(|c| fits(c.role)) {
        claim.guards.iter().chain([&claim.term]).for_each(|t| t.each_node(f));
    }
}

/// The elements of arrays that the code of a role speaks of; where one array has an element, those that have their indices in
/// common with it; and what these are before a step that computes the index.
fn cells_of(system: &System, kinds: &Kinds, role: usize) -> Vec<Term> {
    let state = &system.roles[role];
    let mut found: Vec<Term> = Vec::new();
    let add = |cell: Term, found: &mut Vec<Term>| {
        let mut known = !has_stores(&cell);
        cell.each_var(&mut |v| {
            let is_own = state.me.index.as_ref().is_some_and(|d| d.name == v.name);
            known &= v.when == When::Now && (is_own || system.vars.iter().any(|d| d.name == v.name));
        });
        let is_place = system.roles.iter().any(|r| *r.place.name == *name_of(&cell));
        if known && !is_place && !found.contains(&cell) {
            found.push(cell);
        }
    };
    each_term(system, Some(role), &mut |t| {
        let Node::App(Op::Select | Op::Store, args) = t.node() else { return };
        if let Some(base) = base(&args[0]) {
            add(base.select(&args[1]), &mut found);
        }
    });
    for cell in found.clone() {
        let Node::App(_, args) = cell.node() else { continue };
        let like = |d: &&Decl| kinds.have_like_keys(&d.term(), &args[0]) && d.term() != args[0];
        for other in system.vars[..system.shared].iter().filter(like) {
            add(other.term().select(&args[1]), &mut found);
        }
    }
    for cell in found.clone() {
        for step in system.transitions.iter().filter(|t| t.role == role) {
            add(system.after(step, &cell), &mut found);
        }
    }
    found
}

/// Whether something is written in a term.
fn has_stores(t: &Term) -> bool {
    let mut found = false;
    t.each_node(&mut |t| found |= matches!(t.node(), Node::App(Op::Store, _)));
    found
}

/// Whether the term is a variable of a thread.
fn is_local(system: &System, t: &Term) -> bool {
    let name = name_of(t);
    system.roles.iter().any(|r| r.locals.iter().any(|d| *d.name == name))
}

/// Numbers of which the code looks at the remainder by a constant, and that.
fn remainders(system: &System) -> Vec<(Term, Term)> {
    let mut found: Vec<(Term, Term)> = Vec::new();
    each_term(system, None, &mut |t| {
        let Node::App(Op::Mod, args) = t.node() else { return };
        let is_small = matches!(args[1].node(), Node::Lit(Lit::Int(2..=4)));
        if is_small && !found.iter().any(|(_, by)| *by == args[1]) {
            found.push((args[0].clone(), args[1].clone()));
        }
    });
    found.truncate(1);
    found
}

/// The small numbers that the code speaks of, and 0.
fn numbers_in_text(system: &System) -> Vec<i128> {
    let mut found = vec![0];
    let firsts = system.first.iter().filter(|(v, _)| v.sort == Sort::Int).map(|(_, t)| t);
    let mut see = |t: &Term| {
        if let Node::Lit(Lit::Int(n)) = t.node()
            && n.abs() <= 100
            && !found.contains(n)
            && found.len() < 7
        {
            found.push(*n);
        }
    };
    firsts.for_each(&mut see);
    each_term(system, None, &mut see);
    found
}
