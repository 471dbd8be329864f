//! Questions to the solver: whether a step keeps lemmas, and whether an assertion holds.

use super::lemma::{Lemma, Places};
use super::system::{Claim, System, Transition};
use crate::fold;
use commute_base::Span;
use commute_logic::{Condition, Decl, Obligation, Op, Sort, Stmt, Term, Value};
use commute_smt::{Checker, Counter, SolverError};
use std::collections::BTreeMap;

/// A step or an assertion.
#[derive(Clone, Copy)]
pub enum Subject<'a> {
    /// A step keeps lemmas.
    Step(&'a Transition),
    /// An assertion holds.
    Claim(&'a Claim),
    /// Lemmas hold at first.
    First,
}

/// A state that the lemmas allow, from which something goes wrong.
#[derive(Clone, Debug)]
pub struct Gap {
    /// Which of the goals, for a step.
    pub goal: usize,
    /// The values of variables.
    pub values: BTreeMap<String, Value>,
    /// The values of the places where lemmas were used.
    pub numbers: Vec<i128>,
    /// References among these.
    pub objects: Vec<i128>,
}

/// What the solver says.
pub enum Answer {
    /// It is so.
    Holds,
    /// It may not be so.
    Fails(Box<Gap>),
    /// Nothing.
    Unknown,
}

/// The obligation that `goals` hold after the step (at first, for the assertion), if `known` do before.
pub fn obligation(
    system: &System,
    subject: Subject,
    known: &[&Lemma],
    goals: &[&Lemma],
    labelled: bool,
) -> (Obligation, Places) {
    let mut wanted: Vec<Term> = Vec::new();
    let mut declared: Vec<Decl> = Vec::new();
    for goal in goals {
        let any = goal.any();
        for term in &any {
            let mut add = |v: &commute_logic::Var| {
                if !declared.iter().any(|d| d.name == v.name) {
                    declared.push(Decl::new(v.name.clone(), v.sort.clone()));
                }
            };
            term.each_var(&mut add);
        }
        wanted.push(later(system, subject, goal.at(system, &any)));
    }
    if let Subject::Claim(claim) = subject {
        wanted.push(claim.term.clone());
    }
    let before = before(system, subject);
    let mut places = Places::default();
    for decl in &declared {
        places.add(&decl.term());
    }
    if let Some(index) = role(subject).and_then(|role| system.roles[role].index()) {
        places.add(&index);
    }
    before.iter().chain(&wanted).for_each(|t| places.add_indices(t));
    if let Subject::Step(step) = subject {
        step.updates.iter().for_each(|(_, t)| places.add_indices(t));
    }
    let mut obligation = Obligation::new("a step keeps what is known", Span::default());
    let all = system.constants.iter().chain(&system.vars).cloned().map(|d| Decl { range: None, ..d });
    for decl in all.chain(declared).chain(inputs(subject).iter().cloned()) {
        obligation.declare(decl);
    }
    if let Some(decl) = role(subject).and_then(|role| system.roles[role].me.index.clone()) {
        obligation.declare(decl);
    }
    let body = &mut obligation.body;
    let ranges = ranges(system, &places);
    let counted = super::counted::known(system, &places);
    for term in system.facts.iter().chain(&before).chain(&ranges).chain(&counted) {
        assume(body, term);
    }
    for (k, lemma) in known.iter().enumerate() {
        for term in lemma.instances(system, &places) {
            body.push(Stmt::assume(if labelled { format!("lemma {k}") } else { String::new() }, term));
        }
    }
    for (k, term) in wanted.iter().enumerate() {
        body.push(Stmt::assert(format!("{k}: wanted"), Span::default(), term.clone()));
    }
    (obligation, places)
}

/// What has to be true so that the goal is afterwards.
fn later(system: &System, subject: Subject, goal: Term) -> Term {
    match subject {
        Subject::Step(step) => system.after(step, &goal),
        _ => goal,
    }
}

/// What is known at first.
fn first(system: &System) -> Vec<Term> {
    system.first.iter().map(|(var, value)| fold::equal(&Term::var(var.clone()), value)).collect()
}

fn assume(body: &mut Vec<Stmt>, term: &Term) {
    if fold::known(term) != Some(true) {
        body.push(Stmt::assume("", term.clone()));
    }
}

fn role(subject: Subject) -> Option<usize> {
    match subject {
        Subject::Step(step) => Some(step.role),
        Subject::Claim(claim) => Some(claim.role),
        Subject::First => None,
    }
}

fn inputs(subject: Subject<'_>) -> &[Decl] {
    match subject {
        Subject::Step(step) => &step.inputs,
        Subject::Claim(claim) => &claim.inputs,
        Subject::First => &[],
    }
}

/// What is true before the step because it is this one.
fn before(system: &System, subject: Subject) -> Vec<Term> {
    let (role, from, guards) = match subject {
        Subject::Step(step) => (step.role, step.from, &step.guards),
        Subject::Claim(claim) => (claim.role, claim.from, &claim.guards),
        Subject::First => return first(system),
    };
    let state = &system.roles[role];
    let place = state.place_of(state.index().as_ref());
    let mut all = vec![state.me.facts.clone(), fold::equal(&place, &Term::int(from as i128))];
    all.extend(guards.iter().cloned());
    for input in inputs(subject) {
        all.extend(within(&input.term(), input.range));
    }
    all
}

/// That variables have values of their types.
fn ranges(system: &System, places: &Places) -> Vec<Term> {
    let mut all = Vec::new();
    for decl in system.constants.iter().chain(&system.vars) {
        let whole = decl.term();
        match decl.sort.as_array() {
            None => all.extend(within(&whole, decl.range)),
            Some((Sort::Int, Sort::Int)) => {
                all.extend(places.numbers.iter().flat_map(|at| within(&whole.select(at), decl.range)));
            }
            Some((Sort::Ref, Sort::Int)) => {
                all.extend(places.objects.iter().flat_map(|at| within(&whole.select(at), decl.range)));
            }
            Some(_) => {}
        }
    }
    all
}

fn within(term: &Term, range: Option<(i128, i128)>) -> Vec<Term> {
    let Some((lo, hi)) = range.filter(|_| *term.sort() == Sort::Int) else { return Vec::new() };
    let mut all = vec![fold::arithmetic(Op::Le, &Term::int(lo), term)];
    if hi != i128::MAX {
        all.push(fold::arithmetic(Op::Lt, term, &Term::int(hi)));
    }
    all
}

/// Asks whether the goals hold.
pub fn ask(
    system: &System,
    checker: &mut Checker,
    subject: Subject,
    known: &[&Lemma],
    goals: &[&Lemma],
) -> Result<Answer, SolverError> {
    let (obligation, places) = obligation(system, subject, known, goals, false);
    let condition = Condition::of(&obligation);
    Ok(match checker.counterexample(&condition)? {
        Counter::None => Answer::Holds,
        Counter::Unknown(_) => Answer::Unknown,
        Counter::Found(failure) => {
            let mut values = BTreeMap::new();
            for (name, value) in &failure.before {
                if let commute_smt::ModelValue::Value(value) = value {
                    values.insert(name.to_string(), value.clone());
                }
            }
            let value = |t: &Term| match t.eval(&|v| values.get(&*v.name).cloned()) {
                Ok(Value::Int(n) | Value::Ref(n)) => Some(n),
                _ => None,
            };
            let mut numbers: Vec<i128> = places.numbers.iter().filter_map(value).collect();
            let mut objects: Vec<i128> = places.objects.iter().filter_map(value).collect();
            let mut seen = Vec::new();
            numbers.retain(|n| {
                !seen.contains(n) && {
                    seen.push(*n);
                    true
                }
            });
            seen.clear();
            objects.retain(|n| {
                !seen.contains(n) && {
                    seen.push(*n);
                    true
                }
            });
            Answer::Fails(Box::new(Gap { goal: failure.check, values, numbers, objects }))
        }
    })
}
