//! Livelock by its definition: states from which no end of the program can be reached, among them those that are reached again from all
//! that they lead to, and what each thread does there.

use crate::canonical::{self, Key};
use crate::interpreter::Interpreter;
use crate::loops::{are_in_a_loop_that_is_left, is_in_vain};
use crate::state::Status;
use commute_ir::Shape;
use commute_machine::{Tid, Transition};
use std::collections::{BTreeSet, HashMap};

/// A step: the thread that makes it, and the state that it leads to; none if something goes wrong in it.
type Step = (usize, Option<usize>);

/// All states that are reached from one, and the steps between them.
struct Graph<'p> {
    states: Vec<Interpreter<'p>>,
    steps: Vec<Vec<Step>>,
}

/// The threads that spin in the component of a state that nothing leaves; none if something leaves it, or the program may end. No
/// answer if more than `most` states can be reached.
pub fn spinning_at(state: &Interpreter<'_>, most: usize) -> Option<Vec<usize>> {
    let graph = Graph::from(state, most)?;
    let all: Vec<usize> = (0..graph.states.len()).collect();
    let back = graph.reaching(&[0]);
    let stays = back.iter().all(|&reaches| reaches) && !all.iter().any(|&at| graph.is_end(at));
    Some(if stays { graph.spinning(&all) } else { Vec::new() })
}

/// Whether somebody spins for ever in some state that is reached from this one. No answer if there are more than `most`.
pub fn has_livelock(initial: &Interpreter<'_>, most: usize) -> Option<bool> {
    let graph = Graph::from(initial, most)?;
    let ends: Vec<usize> = (0..graph.states.len()).filter(|&at| graph.is_end(at)).collect();
    let may_end = graph.reaching(&ends);
    let mut settled = may_end.clone();
    for at in 0..settled.len() {
        if settled[at] {
            continue;
        }
        // From here nothing ends. Walk on to where all ways lead back.
        let mut at = at;
        let stays = loop {
            let ahead = graph.reached(at);
            let back = graph.reaching(&[at]);
            match ahead.iter().find(|&&other| !back[other]) {
                Some(&other) => at = other,
                None => break ahead,
            }
        };
        if !graph.spinning(&stays).is_empty() {
            return Some(true);
        }
        graph.reaching(&[at]).into_iter().enumerate().for_each(|(other, leads)| settled[other] |= leads);
    }
    Some(false)
}

impl<'p> Graph<'p> {
    fn from(initial: &Interpreter<'p>, most: usize) -> Option<Self> {
        let mut graph = Graph { states: vec![initial.clone()], steps: Vec::new() };
        let mut numbers: HashMap<Key, usize> = HashMap::from([(initial.key(), 0)]);
        while graph.steps.len() < graph.states.len() {
            let state = graph.states[graph.steps.len()].clone();
            let mut steps = Vec::new();
            for t in 0..state.threads() {
                for choice in 0..state.choices(Tid::new(t)) {
                    let mut next = state.clone();
                    let failed = next.advance_by(Transition { tid: Tid::new(t), choice: choice as u16 });
                    let to = *numbers.entry(next.key()).or_insert(graph.states.len());
                    if to == graph.states.len() {
                        graph.states.push(next);
                    }
                    steps.push((t, failed.is_empty().then_some(to)));
                }
            }
            graph.steps.push(steps);
            if graph.states.len() > most {
                return None;
            }
        }
        Some(graph)
    }

    /// Whether the program may be over here, or goes wrong.
    fn is_end(&self, at: usize) -> bool {
        let threads = &self.states[at].state().threads;
        let failed = threads.iter().any(|thread| matches!(thread.status, Status::Failed | Status::Halted));
        let ended = threads.iter().all(|thread| thread.daemon || thread.status == Status::Ended);
        failed || ended || self.steps[at].is_empty() || self.steps[at].iter().any(|(_, to)| to.is_none())
    }

    /// Of each state, whether one of `goals` can be reached from it.
    fn reaching(&self, goals: &[usize]) -> Vec<bool> {
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); self.states.len()];
        for (from, steps) in self.steps.iter().enumerate() {
            steps.iter().filter_map(|&(_, to)| to).for_each(|to| before[to].push(from));
        }
        let (mut reaches, mut work) = (vec![false; self.states.len()], goals.to_vec());
        while let Some(at) = work.pop() {
            if !std::mem::replace(&mut reaches[at], true) {
                work.extend(&before[at]);
            }
        }
        reaches
    }

    /// The states that are reached from one.
    fn reached(&self, from: usize) -> Vec<usize> {
        let (mut seen, mut work) = (BTreeSet::new(), vec![from]);
        while let Some(at) = work.pop() {
            if seen.insert(at) {
                work.extend(self.steps[at].iter().filter_map(|&(_, to)| to));
            }
        }
        seen.into_iter().collect()
    }

    /// The threads that spin in these states, which no step leaves.
    fn spinning(&self, states: &[usize]) -> Vec<usize> {
        let threads = states.iter().map(|&at| self.states[at].threads()).max().unwrap_or(0);
        // Time goes on, though not here.
        if states.iter().any(|&at| (0..self.states[at].threads()).any(|t| self.states[at].lacks_time(t))) {
            return Vec::new();
        }
        let moves = |t: usize| states.iter().any(|&at| self.steps[at].iter().any(|step| step.0 == t));
        let is_daemon =
            |t: usize| self.states[states[0]].state().threads.get(t).is_some_and(|thread| thread.daemon);
        let all_wait = (0..threads).all(|t| is_daemon(t) || !moves(t));
        let counts = |t: &usize| moves(*t) && (all_wait || !is_daemon(*t));
        (0..threads).filter(counts).filter(|&t| self.is_spinning(t, states)).collect()
    }

    fn is_spinning(&self, t: usize, states: &[usize]) -> bool {
        let mut stacks: BTreeSet<Vec<(u32, u32)>> = BTreeSet::new();
        for &at in states {
            for &(_, to) in self.steps[at].iter().filter(|step| step.0 == t) {
                let frames = &self.states[at].state().threads[t].frames;
                stacks.insert(frames.iter().map(|frame| (frame.func.0, frame.pc.0)).collect());
                if to.is_none_or(|to| without(&self.states[at], t) != without(&self.states[to], t)) {
                    return false;
                }
            }
        }
        let Some(shortest) = stacks.iter().map(Vec::len).min() else { return false };
        let places = |depth: usize| stacks.iter().map(|stack| stack[depth]).collect::<BTreeSet<_>>();
        let moves = (0..shortest).find(|&depth| places(depth).len() > 1).or(shortest.checked_sub(1));
        let program = self.states[0].code.program;
        let mut outward = (0..moves.map_or(0, |depth| depth + 1)).rev();
        let found = outward.find_map(|depth| {
            let func = places(depth).first()?.0;
            let places = places(depth).into_iter().map(|(_, pc)| pc).collect();
            is_in_vain(program, &program.functions[func as usize], &places)
        });
        found == Some(true)
    }
}

/// What others than `t` can see of a state: not what only it leads to, who holds locks, and who waits.
fn without(state: &Interpreter<'_>, t: usize) -> Key {
    let (code, mut state) = (&state.code, state.state().clone());
    state.threads[t].frames.clear();
    state.threads[t].handle = None;
    for thread in &mut state.threads {
        thread.status = Status::Running;
        thread.interrupted = false;
    }
    for object in state.objects.values_mut() {
        (object.holder, object.count) = (None, 0);
        if matches!(object.shape, Shape::Lock | Shape::RwLock) {
            object.data.clear();
        }
    }
    state.exclusive = None;
    canonical::remove_garbage(code, &mut state);
    canonical::key(code, &state)
}

/// Who never gets on if these states come again and again, by these steps: a thread that moves and stays in a loop that its code leaves;
/// or all that move, if the program has labels for progress and nobody stands at one.
pub fn starving(states: &[Interpreter<'_>], cycle: &[Transition]) -> Vec<usize> {
    let Some(first) = states.first() else { return Vec::new() };
    let moving: BTreeSet<usize> = cycle.iter().map(|step| step.tid.index()).collect();
    let program = first.code.program;
    let is_progress = |label: &commute_ir::Label| label.name.starts_with("progress");
    if program.functions.iter().any(|func| func.labels.iter().any(is_progress)) {
        let stands = |state: &Interpreter<'_>, t: usize| {
            let thread = &state.state().threads[t];
            thread.frames.last().is_some_and(|top| {
                let labels = &program.functions[top.func.index()].labels;
                labels.iter().any(|label| label.pc == top.pc && is_progress(label))
            })
        };
        let gets_on = states.iter().any(|state| (0..state.threads()).any(|t| stands(state, t)));
        return if gets_on { Vec::new() } else { moving.into_iter().collect() };
    }
    let is_stuck = |&t: &usize| {
        let stack = |state: &Interpreter<'_>| -> Vec<(u32, u32)> {
            let frames = &state.state().threads[t].frames;
            frames.iter().map(|frame| (frame.func.0, frame.pc.0)).collect()
        };
        if first.state().threads.get(t).is_none_or(|thread| thread.daemon) {
            return false;
        }
        let stacks: BTreeSet<Vec<(u32, u32)>> = states.iter().map(stack).collect();
        let shortest = stacks.iter().map(Vec::len).min().unwrap_or(0);
        (0..shortest).any(|depth| {
            let same = stacks.iter().map(|stack| (&stack[..depth], stack[depth].0)).collect::<BTreeSet<_>>();
            let places: BTreeSet<u32> = stacks.iter().map(|stack| stack[depth].1).collect();
            let func = same.first().map_or(0, |(_, func)| *func);
            same.len() == 1 && are_in_a_loop_that_is_left(&program.functions[func as usize], &places)
        })
    };
    moving.into_iter().filter(is_stuck).collect()
}
