//! States that small instances of the system reach.
//!
//! They only suggest lemmas. Whether a lemma holds is for the solver to say.

use super::system::{System, Transition};
use commute_logic::{Node, Op, Sort, Term, Value, Var};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// At most so many instances.
const MAX_INSTANCES: usize = 12;
/// So many random walks of so many steps each.
const MAX_WALKS: usize = 24;
const WALK: usize = 250;
/// Constants have values up to this one.
const MOST: i128 = 4;
/// An instance has at most so many threads of families.
const MAX_THREADS: usize = 5;

/// The values of all constants and variables, in the order of the system.
pub type State = Vec<Value>;

/// An instance of the system: constants have values.
pub struct Instance {
    /// The values of constants.
    pub constants: Vec<Value>,
    /// The indices of the threads of each role; nothing for a single thread.
    pub threads: Vec<Vec<Option<i128>>>,
    /// The states that were reached.
    pub states: Vec<State>,
}

/// Finds values by name.
pub struct Names {
    places: HashMap<Arc<str>, usize>,
    /// The objects that are there, if there are objects.
    alive: Option<Term>,
}

impl Names {
    /// The names of a system.
    pub fn new(system: &System) -> Self {
        let all = system.constants.iter().chain(&system.vars);
        let places = all.enumerate().map(|(at, d)| (d.name.clone(), at)).collect();
        Self { places, alive: system.alive.clone() }
    }

    /// The value of a term in a state; `more` knows variables that are no part of it.
    pub fn value(
        &self,
        constants: &[Value],
        state: &State,
        term: &Term,
        more: &dyn Fn(&Var) -> Option<Value>,
    ) -> Option<Value> {
        let known = |v: &Var| match self.places.get(&v.name) {
            Some(at) if *at < constants.len() => Some(constants[*at].clone()),
            Some(at) => Some(state[*at - constants.len()].clone()),
            None => more(v),
        };
        term.eval(&known).ok()
    }
}

/// Instances in which families have few threads, with at most so many states: those that differ most from each other.
pub fn instances(system: &System, names: &Names, most: usize) -> Vec<Instance> {
    let mut all = Vec::new();
    choose(system, names, &mut Vec::new(), &mut all);
    let mut chosen: Vec<Instance> = Vec::new();
    let mut seen: HashSet<Feature> = HashSet::new();
    while chosen.len() < MAX_INSTANCES && !all.is_empty() {
        let news = |i: &Instance| features(i).into_iter().filter(|f| !seen.contains(f)).count();
        // Many threads say most.
        let threads = |i: &Instance| i.threads.iter().map(|t| t.len().min(3)).sum::<usize>();
        let best =
            (0..all.len()).max_by_key(|k| (news(&all[*k]) + 3 * threads(&all[*k]), std::cmp::Reverse(*k)));
        let instance = all.swap_remove(best.expect("[commute internal bug] there is an instance"));
        seen.extend(features(&instance));
        chosen.push(instance);
    }
    for instance in &mut chosen {
        explore(system, names, instance, most);
    }
    chosen
}

/// What may be true of an instance: how two of its numbers differ, or how many threads two roles have.
type Feature = (bool, usize, usize, i128, i128);

fn features(instance: &Instance) -> Vec<Feature> {
    let number = |v: &Value| match v {
        Value::Int(n) => *n,
        _ => 0,
    };
    let constants: Vec<i128> = instance.constants.iter().map(number).collect();
    let threads: Vec<i128> = instance.threads.iter().map(|t| t.len() as i128).collect();
    let mut all = Vec::new();
    for (is_thread, numbers) in [(false, &constants), (true, &threads)] {
        for (a, x) in numbers.iter().enumerate() {
            all.extend(numbers.iter().enumerate().skip(a).map(|(b, y)| (is_thread, a, b, *x, *y)));
        }
    }
    all
}

fn choose(system: &System, names: &Names, chosen: &mut Vec<Value>, all: &mut Vec<Instance>) {
    if chosen.len() < system.constants.len() {
        // With many constants there are few values for each.
        let most = if system.constants.len() > 4 { 2 } else { MOST };
        for n in 0..=most {
            chosen.push(Value::Int(n));
            choose(system, names, chosen, all);
            chosen.pop();
        }
        return;
    }
    let empty: State = system.vars.iter().map(|d| zero(&d.sort)).collect();
    let eval = |t: &Term| names.value(chosen, &empty, t, &|_| None);
    if system.facts.iter().any(|fact| eval(fact) != Some(Value::Bool(true))) {
        return;
    }
    let threads = system.roles.iter().map(|role| match &role.range {
        None => vec![None],
        Some((lo, hi)) => match (eval(lo), eval(hi)) {
            (Some(Value::Int(lo)), Some(Value::Int(hi))) => (lo..hi).map(Some).collect(),
            _ => Vec::new(),
        },
    });
    let threads: Vec<Vec<_>> = threads.collect();
    if threads.iter().flatten().flatten().count() <= MAX_THREADS {
        all.push(Instance { constants: chosen.clone(), threads, states: Vec::new() });
    }
}

/// Zero, null, false, or an array of them.
fn zero(sort: &Sort) -> Value {
    match sort {
        Sort::Bool => Value::Bool(false),
        Sort::Ref => Value::Ref(0),
        Sort::Array(parts) => {
            Value::Array(Arc::new(commute_logic::ArrayValue::new(parts.0.clone(), zero(&parts.1))))
        }
        Sort::Tid => Value::Tid(0),
        Sort::Enum(e) => Value::Enum(e.clone(), 0),
        Sort::Int => Value::Int(0),
    }
}

fn explore(system: &System, names: &Names, instance: &mut Instance, most: usize) {
    let mut first: State = system.vars.iter().map(|d| zero(&d.sort)).collect();
    for (var, value) in &system.first {
        let at = system.vars.iter().position(|d| d.name == var.name);
        if let (Some(at), Some(value)) = (at, names.value(&instance.constants, &first, value, &|_| None)) {
            first[at] = value;
        }
    }
    let mut seen: HashSet<State> = HashSet::from([first.clone()]);
    instance.states.push(first);
    let mut at = 0;
    while at < instance.states.len() && instance.states.len() < most / 2 {
        let state = instance.states[at].clone();
        for next in successors(system, names, instance, &state) {
            if seen.insert(next.clone()) {
                instance.states.push(next);
            }
        }
        at += 1;
    }
    if at < instance.states.len() {
        wander(system, names, instance, most, &mut seen);
    }
}

/// Where there are too many states, some that are far from the first one are added.
fn wander(system: &System, names: &Names, instance: &mut Instance, most: usize, seen: &mut HashSet<State>) {
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    for _ in 0..MAX_WALKS {
        let mut state = instance.states[0].clone();
        for _ in 0..WALK {
            let mut all = successors(system, names, instance, &state);
            if all.is_empty() || instance.states.len() >= most {
                break;
            }
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            state = all.swap_remove((random >> 33) as usize % all.len());
            if seen.insert(state.clone()) {
                instance.states.push(state.clone());
            }
        }
    }
}

fn successors(system: &System, names: &Names, instance: &Instance, state: &State) -> Vec<State> {
    let mut all = Vec::new();
    for (number, role) in system.roles.iter().enumerate() {
        for index in &instance.threads[number] {
            let own = role.me.index.as_ref().map(|d| d.name.clone());
            let me = |v: &Var| (Some(&v.name) == own.as_ref()).then(|| Value::Int(index.unwrap_or(0)));
            let place = role.place_of(role.index().as_ref());
            let Some(Value::Int(at)) = names.value(&instance.constants, state, &place, &me) else { continue };
            let steps = system.transitions.iter().filter(|t| t.role == number && t.from as i128 == at);
            for step in steps {
                step_with(system, names, instance, state, step, &me, &mut all);
            }
        }
    }
    all
}

/// The number of an assertion that is false in a reached state, if there is one.
pub fn broken(system: &System, names: &Names, instances: &[Instance]) -> Option<usize> {
    for instance in instances {
        for state in &instance.states {
            for (number, role) in system.roles.iter().enumerate() {
                for index in &instance.threads[number] {
                    let own = role.me.index.as_ref().map(|d| d.name.clone());
                    let me =
                        |v: &Var| (Some(&v.name) == own.as_ref()).then(|| Value::Int(index.unwrap_or(0)));
                    let eval = |t: &Term| names.value(&instance.constants, state, t, &me);
                    let Some(Value::Int(at)) = eval(&role.place_of(role.index().as_ref())) else { continue };
                    let claims = system.claims.iter().enumerate();
                    let mut here = claims.filter(|(_, c)| c.role == number && c.from as i128 == at);
                    let wrong = here.find(|(_, c)| {
                        c.guards.iter().all(|g| eval(g) == Some(Value::Bool(true)))
                            && eval(&c.term) == Some(Value::Bool(false))
                    });
                    if let Some((claim, _)) = wrong {
                        return Some(claim);
                    }
                }
            }
        }
    }
    None
}

/// Makes the step with all values of what may be anything.
fn step_with(
    system: &System,
    names: &Names,
    instance: &Instance,
    state: &State,
    step: &Transition,
    me: &dyn Fn(&Var) -> Option<Value>,
    all: &mut Vec<State>,
) {
    let mut combinations: Vec<Vec<Value>> = vec![Vec::new()];
    for input in &step.inputs {
        let values: Vec<Value> = match input.sort {
            Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
            Sort::Ref => (1..=4).map(Value::Ref).collect(),
            Sort::Int => (-1..=MOST).map(Value::Int).collect(),
            _ => vec![zero(&input.sort)],
        };
        let longer = |c: &Vec<Value>, v: &Value| c.iter().chain([v]).cloned().collect();
        combinations = combinations.iter().flat_map(|c| values.iter().map(move |v| longer(c, v))).collect();
        combinations.truncate(64);
    }
    for chosen in combinations {
        let input = |v: &Var| step.inputs.iter().position(|d| d.name == v.name).map(|at| chosen[at].clone());
        let known = |v: &Var| input(v).or_else(|| me(v));
        let eval = |t: &Term| names.value(&instance.constants, state, t, &known);
        let fits = |(input, value): (&commute_logic::Decl, &Value)| match (input.range, value) {
            (Some((lo, hi)), Value::Int(n)) => lo <= *n && *n < hi,
            _ => true,
        };
        let possible = step.inputs.iter().zip(&chosen).all(fits)
            && step.guards.iter().all(|g| eval(g) == Some(Value::Bool(true)));
        if !possible {
            continue;
        }
        let mut next = state.clone();
        for (var, term) in &step.updates {
            let at = system.vars.iter().position(|d| d.name == var.name);
            if let (Some(at), Some(value)) = (at, eval(term)) {
                next[at] = value;
            }
        }
        all.push(next);
        // Which new object it is does not matter.
        if step.inputs.iter().any(|d| d.sort == Sort::Ref) {
            return;
        }
    }
}

impl Names {
    /// The value as a number of a term in a state, without all that [`Term::eval`] does; `vars` are those of a lemma.
    pub fn quick(&self, constants: &[Value], state: &State, term: &Term, vars: &[Value]) -> Option<i128> {
        match &*self.find(constants, state, term, vars)? {
            Value::Int(n) | Value::Ref(n) => Some(*n),
            Value::Bool(b) => Some(i128::from(*b)),
            _ => None,
        }
    }

    /// Whether something is known of the fields of an object.
    fn is_there(&self, constants: &[Value], state: &State, fields: &Term, object: &Value) -> bool {
        let Some(alive) = self.alive.as_ref().filter(|alive| *alive != fields) else { return true };
        match self.find(constants, state, alive, &[]).as_deref() {
            Some(Value::Array(alive)) => *alive.get(object) == Value::Bool(true),
            _ => true,
        }
    }

    fn find<'s>(
        &self,
        constants: &'s [Value],
        state: &'s State,
        term: &Term,
        vars: &'s [Value],
    ) -> Option<std::borrow::Cow<'s, Value>> {
        use std::borrow::Cow;
        Some(match term.node() {
            Node::Var(v) => Cow::Borrowed(match self.places.get(&v.name) {
                Some(at) if *at < constants.len() => &constants[*at],
                Some(at) => &state[*at - constants.len()],
                None => vars.get(v.name.strip_prefix('?')?.parse::<usize>().ok()?)?,
            }),
            Node::Lit(lit) => Cow::Owned(Value::from(lit)),
            Node::App(Op::Select, args) => {
                let key = self.find(constants, state, &args[1], vars)?;
                if matches!(*key, Value::Ref(_)) && !self.is_there(constants, state, &args[0], &key) {
                    return None;
                }
                match self.find(constants, state, &args[0], vars)? {
                    Cow::Borrowed(Value::Array(array)) => Cow::Borrowed(array.get(&key)),
                    Cow::Owned(Value::Array(array)) => Cow::Owned(array.get(&key).clone()),
                    _ => return None,
                }
            }
            _ => {
                let more = |v: &Var| vars.get(v.name.strip_prefix('?')?.parse::<usize>().ok()?).cloned();
                Cow::Owned(self.value(constants, state, term, &more)?)
            }
        })
    }
}
