//! How many states there are if threads are exchanged, by trying every way to exchange them.
//!
//! Definition. Let π be a permutation of the numbers of threads that maps every declared thread to one that begins with the same
//! function. π(s) is s with thread π(t) in place of thread t and with π(t) wherever s holds the number t: as the exclusive thread,
//! as holder of a monitor, owner of a lock, writer or reader, and in the handle of a thread. The orbit of s is the set of all
//! π(s), up to ~. Searches that take states of one orbit for one store at least one state of each orbit.
//!
//! The handle of a started thread is an object, and objects stay what they are. But a first thread that waits for several threads, one
//! after the other, has passed when all have ended, whichever it asks first. If that counts as one operation ([`Joins::InARow`]), s is
//! what it is behind the row, with the set of those that it waits for.

use crate::canonical::{Key, clean, key};
use crate::code::Code;
use crate::interpreter::Interpreter;
use crate::state::{Object, State, Value};
use commute_ir::{Instr, ObjOp, Program, Shape};
use commute_machine::{Tid, Transition};
use std::collections::{BTreeSet, HashSet, VecDeque};

/// What all states come down to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Orbits {
    /// How many orbits there are.
    pub states: u64,
    /// How many of them are of states from which no step leads.
    pub finals: u64,
}

/// What joins of the first thread are that stand directly one behind the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Joins {
    /// Operations like others.
    OneByOne,
    /// One that waits for all of these threads.
    InARow,
}

/// Counts the orbits of all states; nothing if there are more than `max_states` of these or some have more than `max_threads`
/// threads.
pub fn orbits(program: &Program, joins: Joins, max_states: usize, max_threads: usize) -> Option<Orbits> {
    let (initial, _) = Interpreter::start(program, false);
    let mut seen = HashSet::from([initial.key()]);
    let (mut all, mut finals) = (BTreeSet::new(), BTreeSet::new());
    let mut queue = VecDeque::from([initial]);
    while let Some(at) = queue.pop_front() {
        if at.threads() > max_threads || seen.len() > max_states {
            return None;
        }
        let least = least_key(&at.code, &at.state, joins);
        let mut stuck = true;
        for tid in (0..at.threads()).map(Tid::new) {
            for choice in 0..at.choices(tid) {
                stuck = false;
                let mut next = at.clone();
                next.advance_by(Transition { tid, choice: choice as u16 });
                if seen.insert(next.key()) {
                    queue.push_back(next);
                }
            }
        }
        if stuck {
            finals.insert(least.clone());
        }
        all.insert(least);
    }
    Some(Orbits { states: all.len() as u64, finals: finals.len() as u64 })
}

/// The least of the keys of an orbit.
fn least_key(code: &Code<'_>, state: &State, joins: Joins) -> Key {
    let (state, waits_for) = match joins {
        Joins::OneByOne => (state.clone(), BTreeSet::new()),
        Joins::InARow => behind_joins(code, state),
    };
    let renamed = |exchange: Vec<usize>| {
        let waits_for: BTreeSet<u64> = waits_for.iter().map(|&t: &usize| exchange[t] as u64).collect();
        let mut key = key(code, &permuted(code.program, &state, &exchange));
        key.extend(waits_for);
        key
    };
    let keys = permutations(code.program, state.threads.len()).into_iter().map(renamed);
    keys.min().expect("[commute internal bug] there is always the permutation that changes nothing")
}

/// The state in which the first thread has passed the joins before which it stands, and for whom it waits there.
fn behind_joins(code: &Code<'_>, state: &State) -> (State, BTreeSet<usize>) {
    let (mut state, mut waits_for) = (state.clone(), BTreeSet::new());
    while let Some(frame) = state.threads[0].frames.last() {
        let next = &code.program.functions[frame.func.index()].code[frame.pc.0 as usize];
        let Instr::Invoke { op: ObjOp::Join, obj, .. } = next else { break };
        let Some(handle) = frame.value(*obj).object() else { break };
        let number = state.object(handle).data[0].word();
        waits_for.extend((number > 0).then(|| number as usize - 1));
        state.threads[0].frames.last_mut().expect("[commute internal bug] it is there").pc.0 += 1;
    }
    clean(code, &mut state);
    (state, waits_for)
}

/// Every permutation that maps threads to such as begin with the same function: for each thread its new number.
fn permutations(program: &Program, threads: usize) -> Vec<Vec<usize>> {
    let begins = |t: usize| program.threads.get(t).map(|decl| decl.func);
    orders(threads, |t, to| begins(to) == begins(t))
}

/// Every permutation of the numbers below `count` that maps each to one that it may be mapped to.
fn orders(count: usize, may: impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for from in 0..count {
        let mut longer = Vec::new();
        for start in all {
            for to in (0..count).filter(|&to| !start.contains(&to) && may(from, to)) {
                longer.push([&start[..], &[to]].concat());
            }
        }
        all = longer;
    }
    all
}

fn permuted(program: &Program, state: &State, permutation: &[usize]) -> State {
    let mut new = state.clone();
    for (t, &to) in permutation.iter().enumerate() {
        new.threads[to] = state.threads[t].clone();
    }
    new.exclusive = state.exclusive.map(|t| permutation[t]);
    new.objects.values_mut().for_each(|object| rename(program, object, permutation));
    new
}

fn rename(program: &Program, object: &mut Object, permutation: &[usize]) {
    object.holder = object.holder.map(|t| permutation[t]);
    let is_thread = |class| program.thread_class.is_some_and(|thread| program.is_subclass(class, thread));
    let numbers = match object.shape {
        Shape::Lock | Shape::Thread => 1,
        Shape::RwLock => object.data.len(),
        Shape::Instance(class) if is_thread(class) => 1,
        _ => 0,
    };
    for value in &mut object.data[..numbers] {
        if value.word() > 0 {
            *value = Value::Num(permutation[value.word() as usize - 1] as i64 + 1);
        }
    }
    if object.shape == Shape::RwLock {
        object.data[1..].sort_by_key(|value| value.word());
    }
}
