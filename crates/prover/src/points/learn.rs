//! Lemmas that exclude a state that was not reached.
//!
//! # Source
//! Schultz, Dardik, Tripakis, "Plain and simple inductive invariant inference for distributed protocols in TLA+" (FMCAD
//! 2022), for lemmas that hold in all reached states of small instances and exclude a counterexample to induction; FFQ01
//! section 5 for what an invariant is for.
//!
//! # Idea
//! A state from which a step breaks what is to be shown is, if the program is right, one that is never reached. Somewhere
//! it differs from all states that were: some threads stand where they stand and a few comparisons are true that are never
//! true there together. That they are not is a lemma; it is made as general as the reached states allow.
//!
//! # Notation
//! A [`Shape`] is what a lemma speaks of; a [`Literal`] is a comparison; a lemma denies that threads stand at certain points
//! while some literals are true.
//!
//! # Premises
//! none: whether a lemma holds is shown by the solver.
//!
//! # Deviations
//! - D1. Lemmas are not taken from a grammar that somebody writes: the terms are those of the program's text.

use super::kinds::Kinds;
use super::lemma::{Kind, Lemma};
use super::question::Gap;
use super::sample::{Instance, Names, broken, instances};
use super::shape::{Literal, Places, Row, Shape, with_one_more};
use super::system::System;
use crate::fold;
use commute_logic::{Op, Term, Value};
use std::collections::BTreeSet;

/// At most so many literals are true together in what a lemma denies.
const MAX_LITERALS: usize = 4;
/// At most so many lemmas are suggested for one state.
const MAX_SUGGESTED: usize = 24;

/// Suggests lemmas.
pub struct Learner<'a> {
    system: &'a System,
    names: Names,
    instances: Vec<Instance>,
    shapes: Vec<(Shape, bool)>,
}

/// A lemma that may help, and how much it says.
struct Suggestion {
    lemma: Lemma,
    cost: usize,
}

impl<'a> Learner<'a> {
    /// Looks at small instances of the system.
    pub fn new(system: &'a System, states: usize) -> Self {
        let names = Names::new(system);
        let instances = instances(system, &names, states);
        let kinds = Kinds::new(system);
        let shapes = shapes(system, &kinds).into_iter().map(|shape| (shape, false)).collect();
        Self { system, names, instances, shapes }
    }

    /// How many states were reached.
    pub fn states(&self) -> usize {
        self.instances.iter().map(|i| i.states.len()).sum()
    }

    /// The number of an assertion that is false in a reached state.
    pub fn broken(&self) -> Option<usize> {
        broken(self.system, &self.names, &self.instances)
    }

    /// Lemmas that hold in all reached states and not in this one, the simplest first.
    pub fn suggest(&mut self, gap: &Gap) -> Vec<Lemma> {
        let mut found: Vec<Suggestion> = Vec::new();
        for at in 0..self.shapes.len() {
            if !self.shapes[at].1 {
                self.shapes[at].0.fill(self.system, &self.names, &self.instances);
                self.shapes[at].1 = true;
            }
            let shape = &self.shapes[at].0;
            for chosen in chosen(self.system, shape, gap) {
                let get = |t: &Term| value_in(gap, t, &chosen);
                if let Some((places, row)) = shape.look(self.system, &get) {
                    self.exclude(shape, &places, &row, &mut found);
                }
            }
        }
        found.sort_by_key(|s| s.cost);
        let mut lemmas: Vec<Lemma> = Vec::new();
        for suggestion in found {
            if !lemmas.contains(&suggestion.lemma) {
                lemmas.push(suggestion.lemma);
            }
        }
        lemmas.truncate(MAX_SUGGESTED);
        lemmas
    }

    fn exclude(&self, shape: &Shape, places: &Places, row: &Row, found: &mut Vec<Suggestion>) {
        let none = Vec::new();
        let rows = shape.rows.get(places).unwrap_or(&none);
        let all = shape.literals(row);
        for literals in covers(rows, &all) {
            let mut orders = vec![(0..places.len()).collect::<Vec<_>>()];
            if places.len() > 1 {
                orders.push((0..places.len()).rev().collect());
            }
            // What was made general may be false where nobody looked, so the particular is there, too.
            let narrow = places.iter().map(|p| BTreeSet::from([*p])).collect::<Vec<_>>();
            let wide = orders.iter().map(|order| widened(self.system, shape, places, &literals, order));
            for (k, wide) in wide.collect::<Vec<_>>().into_iter().chain([narrow]).enumerate() {
                let body = clause(self.system, shape, &wide, &literals);
                let said: usize = literals.iter().map(|l| 2 + l.cost(shape)).sum();
                let cost = said
                    + usize::from(k == orders.len())
                    + 4 * places.len()
                    + 3 * (shape.vars.len().saturating_sub(places.len()));
                found.push(Suggestion { lemma: Lemma { vars: shape.vars.clone(), body }, cost });
            }
        }
    }
}

/// What lemmas may speak of, the simplest first.
fn shapes(system: &System, kinds: &Kinds) -> Vec<Shape> {
    let roles = 0..system.roles.len();
    let mut sets: Vec<Vec<usize>> = roles.clone().map(|r| vec![r]).collect();
    for a in roles.clone() {
        let second = roles.clone().filter(|b| *b > a || *b == a && system.roles[a].range.is_some());
        sets.extend(second.map(|b| vec![a, b]));
    }
    if system.roles.len() == 3 && system.roles.iter().all(|r| r.range.is_none()) {
        sets.push(vec![0, 1, 2]);
    }
    let shared = &system.vars[..system.shared];
    let has =
        |key: &commute_logic::Sort| shared.iter().any(|d| d.sort.as_array().is_some_and(|(k, _)| k == key));
    let mut more = vec![None];
    if has(&commute_logic::Sort::Int) {
        more.push(Some(Kind::Index));
    }
    if has(&commute_logic::Sort::Ref) {
        more.push(Some(Kind::Object));
    }
    let mut all = Vec::new();
    for extra in more {
        all.extend(sets.iter().map(|set| Shape::new(system, kinds, set.clone(), extra)));
    }
    all
}

/// The value of a term in the state of the gap.
fn value_in(gap: &Gap, t: &Term, chosen: &[Value]) -> Option<i128> {
    let known = |v: &commute_logic::Var| match v.name.strip_prefix('?') {
        Some(number) => chosen.get(number.parse::<usize>().ok()?).cloned(),
        None => gap.values.get(&*v.name).cloned(),
    };
    match t.eval(&known).ok()? {
        Value::Int(n) | Value::Ref(n) => Some(n),
        Value::Bool(b) => Some(i128::from(b)),
        _ => None,
    }
}

/// All values of the variables of a shape in the state of the gap.
fn chosen(system: &System, shape: &Shape, gap: &Gap) -> Vec<Vec<Value>> {
    let mut all: Vec<Vec<Value>> = vec![Vec::new()];
    for (k, kind) in shape.vars.iter().enumerate() {
        let values: Vec<Value> = match kind {
            Kind::Thread(role) => {
                let bound = |t: &Term| value_in(gap, t, &[]);
                let range = system.roles[*role].range.as_ref().map(|(lo, hi)| (bound(lo), bound(hi)));
                let Some((Some(lo), Some(hi))) = range else { return Vec::new() };
                gap.numbers.iter().filter(|n| lo <= **n && **n < hi).map(|n| Value::Int(*n)).collect()
            }
            Kind::Index => gap.numbers.iter().map(|n| Value::Int(*n)).collect(),
            Kind::Object => gap.objects.iter().map(|n| Value::Ref(*n)).collect(),
        };
        all = with_one_more(&all, &shape.vars[..=k], &values);
        all.truncate(60);
    }
    all
}

/// Few literals that are never true together in these rows: some of the smallest such sets.
fn covers(rows: &[Row], literals: &[Literal]) -> Vec<Vec<Literal>> {
    if rows.is_empty() {
        return vec![Vec::new()];
    }
    let words = rows.len().div_ceil(64);
    let mut sets: Vec<(Literal, Vec<u64>)> = Vec::new();
    let mut order: Vec<Literal> = literals.to_vec();
    order.sort_by_key(|l| l.weight());
    for literal in order {
        let mut excluded = vec![0u64; words];
        for (k, row) in rows.iter().enumerate() {
            if !literal.holds(row) {
                excluded[k / 64] |= 1 << (k % 64);
            }
        }
        let useful = excluded.iter().any(|w| *w != 0);
        if useful && !sets.iter().any(|(_, other)| *other == excluded) {
            sets.push((literal, excluded));
        }
    }
    // What excludes less than another one, and weighs no less, is of no use.
    let count = |set: &[u64]| set.iter().map(|w| w.count_ones() as usize).sum::<usize>();
    sets.sort_by_key(|(l, set)| (std::cmp::Reverse(count(set)), l.weight()));
    let mut search = Search { sets: &sets, total: rows.len(), found: Vec::new(), tried: 0 };
    for size in 1..=MAX_LITERALS {
        search.find(0, size, &vec![0; words], &mut Vec::new());
        // One size more than the smallest may say it better.
        if !search.found.is_empty() {
            break;
        }
    }
    search.found
}

/// A search for few sets that cover all rows.
struct Search<'a> {
    sets: &'a [(Literal, Vec<u64>)],
    total: usize,
    found: Vec<Vec<Literal>>,
    tried: usize,
}

impl Search<'_> {
    fn find(&mut self, from: usize, left: usize, covered: &[u64], chosen: &mut Vec<Literal>) {
        const MAX_TRIED: usize = 400_000;
        const MAX_FOUND: usize = 10;
        let count = |set: &[u64]| set.iter().map(|w| w.count_ones() as usize).sum::<usize>();
        let missing = self.total - count(covered);
        for at in from..self.sets.len() {
            self.tried += 1;
            if self.found.len() >= MAX_FOUND || self.tried > MAX_TRIED {
                return;
            }
            let (literal, set) = &self.sets[at];
            // The sets that follow are no larger.
            if count(set) * left < missing {
                return;
            }
            let new: Vec<u64> = covered.iter().zip(set).map(|(a, b)| a | b).collect();
            chosen.push(*literal);
            if left == 1 {
                if count(&new) == self.total {
                    self.found.push(chosen.clone());
                }
            } else {
                self.find(at + 1, left - 1, &new, chosen);
            }
            chosen.pop();
        }
    }
}

/// For each thread all points where the literals are never true together, while the others stand where they may.
fn widened(
    system: &System,
    shape: &Shape,
    places: &Places,
    literals: &[Literal],
    order: &[usize],
) -> Vec<BTreeSet<i128>> {
    let bad: Vec<&Places> = shape
        .rows
        .iter()
        .filter(|(_, rows)| rows.iter().any(|row| literals.iter().all(|l| l.holds(row))))
        .map(|(places, _)| places)
        .collect();
    let mut wide: Vec<BTreeSet<i128>> = places.iter().map(|p| BTreeSet::from([*p])).collect();
    for &thread in order {
        let role = &system.roles[shape.threads[thread]];
        for point in 0..role.points.len() as i128 {
            let within = |p: &&&Places| {
                p.iter()
                    .enumerate()
                    .all(|(k, at)| if k == thread { *at == point } else { wide[k].contains(at) })
            };
            if !bad.iter().any(|p| within(&p)) {
                wide[thread].insert(point);
            }
        }
    }
    wide
}

/// That threads do not stand at these points while the literals are true.
fn clause(system: &System, shape: &Shape, wide: &[BTreeSet<i128>], literals: &[Literal]) -> Term {
    let mut parts = Vec::new();
    for (thread, points) in wide.iter().enumerate() {
        let count = system.roles[shape.threads[thread]].points.len();
        let place = shape.place(system, thread);
        parts.push(outside(&place, points, count as i128));
    }
    parts.extend(literals.iter().map(|l| l.denied(&shape.terms)));
    fold::or(parts)
}

/// That a number is in none of these, of all that there are.
fn outside(place: &Term, points: &BTreeSet<i128>, count: i128) -> Term {
    let mut runs: Vec<(i128, i128)> = Vec::new();
    for &point in points {
        match runs.last_mut() {
            Some((_, hi)) if *hi + 1 == point => *hi = point,
            _ => runs.push((point, point)),
        }
    }
    let denied = runs.into_iter().map(|(lo, hi)| match () {
        () if lo == hi => fold::not(&fold::equal(place, &Term::int(lo))),
        () => {
            let mut sides = Vec::new();
            if lo > 0 {
                sides.push(fold::arithmetic(Op::Lt, place, &Term::int(lo)));
            }
            if hi + 1 < count {
                sides.push(fold::arithmetic(Op::Lt, &Term::int(hi), place));
            }
            fold::or(sides)
        }
    });
    fold::and(denied.collect::<Vec<_>>())
}
