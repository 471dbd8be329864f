//! Functions that are said to be atomic.
//!
//! A call is *in progress* from its first step to its last. A function f is atomic if every state that can be reached, and in which no
//! call of f is in progress, can also be reached by an execution in which no thread makes a step while another one's call of f is in
//! progress. The last two numbers that each thread has read from variables and fields, outside of calls of f, count as part of a state
//! here; reads in atomic blocks and inside a library do not. [`is_atomic`] finds that out by computing both sets.
//!
//! An execution shows that f is not atomic only if its steps cannot be put in another order in which no call is interrupted, steps that
//! *conflict* staying in theirs: steps of one thread, a step that starts a thread and those of that thread, two accesses to one word or
//! object one of which writes, and two operations on one lock or monitor. A compare-and-swap that fails is a read. That is so if and
//! only if a way leads from a step of a call by conflicts and by the calls themselves to another step and back to the same call:
//! [`interruption`] finds the shortest.

use crate::canonical::Key;
use crate::discipline::TouchedCell;
use crate::interpreter::Interpreter;
use crate::state::Status;
use commute_ir::{FuncId, Instr, Place, Program, PropertyKind};
use commute_machine::{Tid, Transition};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashSet, VecDeque};

/// How a call is interrupted, by the numbers of steps, from zero.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Interruption {
    /// A step of the call.
    pub first: usize,
    /// Steps that come after it, each because of a conflict or of a call, the last of which comes before `last`.
    pub between: Vec<usize>,
    /// A later step of the same call.
    pub last: usize,
}

/// The functions that stand for one that is said to be atomic, by its name.
fn functions<'p>(program: &'p Program, name: &str) -> Option<&'p [FuncId]> {
    program.properties.iter().find_map(|property| match &property.kind {
        PropertyKind::Atomic(functions) if property.name == name => Some(functions.as_slice()),
        _ => None,
    })
}

/// The calls in progress, and what threads have last read.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Progress {
    calls: Vec<bool>,
    reads: Vec<Reads>,
}

/// The last two numbers that a thread has read, the last one first.
type Reads = [Option<i64>; 2];

/// A state between calls, with what threads have last read.
type Between = (Key, Vec<Reads>);

/// The number that `t` is about to read.
fn number_ahead(it: &Interpreter<'_>, t: usize) -> Option<i64> {
    let func = it.frame(t).func.index();
    let is_own = it.program().thread_class.is_none() || it.code.has_source[func];
    let Instr::Load { dst, place: place @ (Place::Global(_) | Place::Field { .. }), .. } = *it.instr(t)
    else {
        return None;
    };
    let is_number = !it.program().functions[func].regs[dst.0 as usize].ty.is_ref();
    let counts = is_own && is_number && it.running(t) && !it.inside(t);
    counts.then(|| it.locate(t, place).ok().map(|cell| it.read(cell).word())).flatten()
}

impl Progress {
    fn of(it: &Interpreter<'_>) -> Self {
        Self { calls: vec![false; it.threads()], reads: vec![[None; 2]; it.threads()] }
    }

    /// Makes a step, and says whether it is part of a call.
    fn advance(&mut self, it: &mut Interpreter<'_>, of: &[FuncId], step: Transition) -> bool {
        let t = step.tid.index();
        let call = it.state.threads[t].frames.iter().position(|frame| of.contains(&frame.func));
        let read = number_ahead(it, t).filter(|_| call.is_none());
        it.advance_by(step);
        self.calls.resize(it.threads(), false);
        self.reads.resize(it.threads(), [None; 2]);
        self.calls[t] = call.is_some_and(|call| call < it.kept_calls);
        if read.is_some() {
            self.reads[t] = [read, self.reads[t][0]];
        }
        call.is_some()
    }

    fn is_none(&self) -> bool {
        !self.calls.contains(&true)
    }
}

/// The states in which no call is in progress; nothing if there are more than `most` states. If calls `are_whole`, nobody else makes a step
/// while one is in progress.
fn between_calls(program: &Program, of: &[FuncId], are_whole: bool, most: usize) -> Option<HashSet<Between>> {
    let initial = Interpreter::start(program, false).0;
    let none = Progress::of(&initial);
    let mut seen = HashSet::from([(initial.key(), none.clone())]);
    let mut queue = VecDeque::from([(initial, none)]);
    let mut found = HashSet::new();
    while let Some((state, progress)) = queue.pop_front() {
        if progress.is_none() {
            found.insert((state.key(), progress.reads.clone()));
        }
        let alone = progress.calls.iter().position(|&is| is && are_whole);
        for t in (0..state.threads()).filter(|&t| alone.is_none_or(|alone| alone == t)) {
            for choice in 0..state.choices(Tid::new(t)) {
                let (mut next, mut later) = (state.clone(), progress.clone());
                later.advance(&mut next, of, Transition { tid: Tid::new(t), choice: choice as u16 });
                if seen.insert((next.key(), later.clone())) {
                    queue.push_back((next, later));
                }
            }
        }
        if seen.len() > most {
            return None;
        }
    }
    Some(found)
}

/// Whether a function is atomic that is said to be; nothing if there are more than `most` states, or if nothing is said of it.
pub fn is_atomic(program: &Program, name: &str, most: usize) -> Option<bool> {
    let of = functions(program, name)?;
    let whole = between_calls(program, of, true, most)?;
    Some(between_calls(program, of, false, most)?.is_subset(&whole))
}

/// What two steps may conflict about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Thing {
    Global(usize),
    Word(u32, usize),
    Object(u32),
    Lock(u32),
    Thread(usize),
}

impl Thing {
    fn is_part_of(self, other: Thing) -> bool {
        match (self, other) {
            (Thing::Word(o, _), Thing::Object(of)) => o == of,
            _ => self == other,
        }
    }
}

/// A step of an execution.
struct Step {
    thread: usize,
    /// The call that it is part of, or the step itself, by a number.
    unit: usize,
    /// Each with whether it is changed.
    things: Vec<(Thing, bool)>,
}

impl Step {
    /// Whether the order of two steps matters.
    fn conflicts(&self, later: &Step) -> bool {
        let about = |&(a, writes): &(Thing, bool)| {
            later.things.iter().any(|&(b, also)| (writes || also) && (a.is_part_of(b) || b.is_part_of(a)))
        };
        self.thread == later.thread || self.things.iter().any(about)
    }
}

/// How an execution shows that a call of a function is interrupted: it ends with no call in progress, and not as one does in which calls
/// are whole, unless there are more than `most` states to look at.
pub fn interruption(
    program: &Program,
    schedule: &[Transition],
    name: &str,
    most: usize,
) -> Option<Interruption> {
    let of = functions(program, name)?;
    let (steps, end) = steps(program, schedule, of)?;
    if between_calls(program, of, true, most).is_some_and(|whole| whole.contains(&end)) {
        return None;
    }
    let mut units: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    steps.iter().enumerate().for_each(|(at, step)| units.entry(step.unit).or_default().push(at));
    let cycles = units.values().filter(|own| own.len() > 1).filter_map(|own| around(&steps, &units, own));
    cycles.min_by_key(|found| found.between.len())
}

/// The steps of an execution and its end, if no call is in progress there.
fn steps(program: &Program, schedule: &[Transition], of: &[FuncId]) -> Option<(Vec<Step>, Between)> {
    let mut it = Interpreter::start(program, false).0;
    let mut progress = Progress::of(&it);
    let mut calls: BTreeMap<usize, usize> = BTreeMap::new();
    let mut steps = Vec::new();
    for (at, &transition) in schedule.iter().enumerate() {
        let thread = transition.tid.index();
        let before = it.clone();
        let goes_on = progress.calls.get(thread) == Some(&true);
        let is_part = progress.advance(&mut it, of, transition);
        if !goes_on {
            calls.insert(thread, at);
        }
        let unit = if is_part { calls[&thread] } else { at };
        steps.push(Step { thread, unit, things: things(&before, &it, thread) });
    }
    progress.is_none().then(|| (steps, (it.key(), progress.reads)))
}

/// What a step was about.
fn things(before: &Interpreter<'_>, after: &Interpreter<'_>, t: usize) -> Vec<(Thing, bool)> {
    let is_block = before.inside(t) || matches!(before.instr(t), Instr::AtomicBegin);
    let fails = match *before.instr(t) {
        Instr::Cas { place, expected, .. } if !is_block => {
            let is_equal = |cell| before.read(cell).word() == before.value(t, expected).word();
            !before.locate(t, place).is_ok_and(is_equal)
        }
        _ => false,
    };
    let mut things = vec![(Thing::Thread(t), false)];
    for touch in &after.touched {
        let thing = match touch.cell {
            TouchedCell::Global(global) => Thing::Global(global),
            TouchedCell::Object(object, Some(word)) => Thing::Word(object, word),
            TouchedCell::Object(object, None) => Thing::Object(object),
        };
        things.push((thing, touch.writes && !fails));
    }
    // Operations on data are among what is touched.
    let is_lock = |object: &u32| !things.iter().any(|(thing, _)| *thing == Thing::Object(*object));
    let locks: Vec<u32> = after.operated_on.iter().copied().filter(is_lock).collect();
    things.extend(locks.into_iter().map(|object| (Thing::Lock(object), true)));
    // Who starts a thread comes before it, and numbers are used again.
    things.extend(after.started.iter().map(|&number| (Thing::Thread(number), true)));
    let (was, is) = (&before.state.threads[t], &after.state.threads[t]);
    let handle = was.handle.map(Thing::Object);
    things.extend(handle.filter(|_| is.status.is_finished()).map(|handle| (handle, true)));
    let interrupted = was.interrupted || matches!(was.status, Status::Woken(_));
    things.extend(handle.filter(|_| interrupted).map(|handle| (handle, true)));
    things
}

/// The shortest way from a unit with these steps to others and back.
fn around(steps: &[Step], units: &BTreeMap<usize, Vec<usize>>, own: &[usize]) -> Option<Interruption> {
    let unit = steps[own[0]].unit;
    // For each unit that was come to, from which step to which.
    let mut from: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
    let mut queue = VecDeque::from([unit]);
    while let Some(at) = queue.pop_front() {
        // The steps after the one that was come to first: that reads best.
        let come_to = from.get(&at).map_or(0, |&(_, late)| late);
        let (before, after): (Vec<usize>, Vec<usize>) = units[&at].iter().partition(|&&step| step < come_to);
        for early in after.into_iter().chain(before) {
            let later = (early + 1..steps.len()).filter(|&late| steps[late].unit != at);
            for late in later.filter(|&late| steps[early].conflicts(&steps[late])) {
                let to = steps[late].unit;
                if to == unit {
                    return Some(way_back(steps, &from, unit, (early, late)));
                }
                if let Entry::Vacant(new) = from.entry(to) {
                    new.insert((early, late));
                    queue.push_back(to);
                }
            }
        }
    }
    None
}

fn way_back(
    steps: &[Step],
    from: &BTreeMap<usize, (usize, usize)>,
    unit: usize,
    (mut early, last): (usize, usize),
) -> Interruption {
    let mut between = Vec::new();
    while steps[early].unit != unit {
        let (before, late) = from[&steps[early].unit];
        between.push(early);
        between.extend((late != early).then_some(late));
        early = before;
    }
    between.reverse();
    Interruption { first: early, between, last }
}
