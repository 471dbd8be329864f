//! The i-abstraction of a thread, state by state: steps of the slow interpreter, and steps of others that its assumption
//! allows.

use super::claims::Claims;
use super::domain::{Domain, Values};
use super::predicate::holds;
use super::{Broken, Effort};
use commute_certify::{Interpreter, Object, State, Status, Thread, Value};
use commute_ir::{Instr, ObjOp, Operand, Place, Program};
use commute_machine::{Tid, Transition, Violation, ViolationKind};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Faults that no proof speaks of.
const UNCOVERED: [&str; 3] = ["endless_atomic", "out_of_memory", "stack_overflow"];

/// Whether a proof says that this does not happen.
pub fn is_covered(violation: &Violation) -> bool {
    match &violation.kind {
        ViolationKind::Fault(name) => !UNCOVERED.contains(name),
        ViolationKind::Invariant(_) => true,
        ViolationKind::Deadlock | ViolationKind::PartialDeadlock | ViolationKind::Livelock => false,
        ViolationKind::Starvation => false,
        ViolationKind::DataRace | ViolationKind::Discipline(_) | ViolationKind::Atomicity(_) => false,
    }
}

/// What threads share in a state.
#[derive(Clone)]
pub struct Shared {
    globals: Vec<Value>,
    objects: BTreeMap<u32, Object>,
    next_object: u32,
}

/// A state of the abstraction of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Node {
    /// The thread itself.
    pub local: u32,
    /// What is shared.
    pub shared: u32,
    /// What was shared before the step, if the thread chooses in the middle of one.
    base: Option<u32>,
}

/// All states that were met, of all threads.
pub struct Exploration<'p> {
    pub program: &'p Program,
    pub claims: &'p Claims,
    initial: Interpreter<'p>,
    domain: Domain,
    /// States that satisfy the invariants; others may lead there.
    targets: Vec<Values>,
    /// Whether these are all of the domain.
    pub all: bool,
    shared: Vec<Shared>,
    shared_ids: HashMap<Vec<i64>, u32>,
    locals: Vec<Thread>,
    local_ids: HashMap<Vec<i64>, u32>,
    /// The nodes of each thread.
    pub nodes: Vec<HashSet<Node>>,
    /// Whether there were more nodes than were looked at.
    pub cut: bool,
    effort: Effort,
}

impl<'p> Exploration<'p> {
    /// Nothing explored yet. What goes wrong in making the initial state is an error.
    pub fn new(program: &'p Program, claims: &'p Claims, effort: Effort) -> Result<Self, Broken> {
        let (initial, violations) = Interpreter::quietly(program);
        if let Some(violation) = violations.iter().find(|v| is_covered(v)) {
            return Err(Broken(format!("at first: {}", violation.message)));
        }
        let domain = Domain::new(program, initial.state());
        let (values, all) = domain.states(effort.states, 1);
        let mut this = Self {
            program,
            claims,
            domain,
            targets: Vec::new(),
            all,
            shared: Vec::new(),
            shared_ids: HashMap::new(),
            locals: Vec::new(),
            local_ids: HashMap::new(),
            nodes: Vec::new(),
            cut: false,
            effort,
            initial,
        };
        this.targets = values.into_iter().filter(|v| this.is_target(v)).collect();
        Ok(this)
    }

    fn is_target(&self, values: &Values) -> bool {
        let state = self.domain.put(self.initial.state(), values, None);
        self.false_invariant(&state).is_none()
    }

    fn false_invariant(&self, state: &State) -> Option<&str> {
        let wrong = self.claims.invariants.iter().find(|c| !holds(&c.expr, state, state, &[]));
        wrong.map(|claim| claim.text.as_str())
    }

    /// The conjunct of A_i that a step breaks.
    fn broken_conjunct(&self, i: usize, before: &State, after: &State) -> Option<&str> {
        let wrong = self.claims.env.iter().find(|c| !holds(&c.expr, before, after, &[i as i64]));
        wrong.map(|claim| claim.text.as_str())
    }

    /// The initial states: what `init` says, or the declared one. None, if the declared one is excluded.
    fn initial_states(&self) -> Vec<State> {
        let declared = self.initial.state();
        let is_initial = |s: &State| self.claims.init.iter().all(|c| holds(&c.expr, s, s, &[]));
        if !is_initial(declared) {
            return Vec::new();
        }
        let mut all = vec![declared.clone()];
        if !self.claims.init.is_empty() {
            let (values, _) = self.domain.states(self.effort.states, 1);
            let states = values.iter().map(|v| self.domain.put(declared, v, None));
            all.extend(states.filter(is_initial));
        }
        all
    }

    /// Also where there is no thread.
    pub fn initial_states_satisfy_the_invariants(&self) -> Result<(), Broken> {
        let wrong = self.initial_states().iter().find_map(|state| self.false_invariant(state));
        wrong.map_or(Ok(()), |name| Err(Broken(format!("an initial state does not satisfy {name}"))))
    }

    /// Explores the abstraction of a thread.
    pub fn thread(&mut self, i: usize) -> Result<(), Broken> {
        let mut seen: HashSet<Node> = HashSet::new();
        let mut successors: HashMap<u32, Vec<u32>> = HashMap::new();
        let mut work: Vec<(Node, bool)> = Vec::new();
        for state in self.initial_states() {
            let node = self.node(i, &state, None);
            seen.insert(node);
            work.push((node, false));
        }
        while let Some((node, by_others)) = work.pop() {
            if seen.len() > self.effort.nodes {
                self.cut = true;
                break;
            }
            let mut next = Vec::new();
            if !by_others && node.base.is_none() && !self.is_over(node) && !self.moves(node) {
                // Others may make any number of steps, which are one: the assumption is transitive.
                let row = match successors.get(&node.shared) {
                    Some(row) => row,
                    None => {
                        let row = self.by_others(i, node.shared);
                        successors.entry(node.shared).or_insert(row)
                    }
                };
                next.extend(row.iter().map(|&shared| (Node { shared, ..node }, true)));
            }
            // Also after others have changed something.
            next.extend(self.released(i, node).map(|node| (node, false)));
            next.extend(self.own_steps(i, node)?.into_iter().map(|node| (node, false)));
            for (node, by_others) in next {
                if seen.insert(node) {
                    work.push((node, by_others));
                }
            }
        }
        self.nodes.push(seen);
        Ok(())
    }

    fn is_over(&self, node: Node) -> bool {
        self.locals[node.local as usize].status.is_finished()
    }

    /// The states to which others may lead.
    fn by_others(&mut self, i: usize, from: u32) -> Vec<u32> {
        let before = self.state(i, Node { local: 0, shared: from, base: None });
        let own = self.program.threads[i].handle.map(|h| h.0);
        let mut states: Vec<State> =
            self.targets.iter().map(|values| self.domain.put(&before, values, own)).collect();
        if !self.all {
            // Most of what is far away is not allowed, since much must stay as it is.
            states.extend(self.domain.near(&before, self.effort.states, own));
        }
        let allowed = states
            .into_iter()
            .filter(|after| self.broken_conjunct(i, &before, after).is_none())
            .filter(|after| self.false_invariant(after).is_none());
        let allowed: Vec<State> = allowed.collect();
        allowed.iter().map(|state| self.shared_id(state)).collect()
    }

    /// A thread that waits at a barrier may be released by others.
    fn released(&mut self, i: usize, node: Node) -> Option<Node> {
        let mut state = self.state(i, node);
        if state.threads[i].status != Status::Arrived {
            return None;
        }
        state.threads[i].status = Status::Released;
        Some(self.node(i, &state, None))
    }

    /// The steps of the thread itself, each of which is looked at.
    fn own_steps(&mut self, i: usize, node: Node) -> Result<Vec<Node>, Broken> {
        let (tid, state) = (Tid::new(i), self.state(i, node));
        let here = self.initial.placed(state.clone());
        let base = node.base.map(|shared| self.state(i, Node { shared, base: None, ..node }));
        let mut found = Vec::new();
        for choice in 0..here.choices(tid).min(64) {
            let mut after = here.clone();
            let failed = after.step_quietly(Transition { tid, choice: choice as u16 });
            if let Some(violation) = failed.iter().find(|v| is_covered(v)) {
                return Err(self.broken(i, &here, &violation.message));
            }
            if after.state().exclusive.is_some() {
                let base = node.base.unwrap_or(node.shared);
                found.push(self.node(i, after.state(), Some(base)));
                continue;
            }
            self.respects(i, base.as_ref().unwrap_or(&state), after.state())
                .map_err(|what| self.broken(i, &here, &what))?;
            found.push(self.node(i, after.state(), None));
        }
        Ok(found)
    }

    /// Whether a step of a thread keeps the invariants and what the others assume.
    fn respects(&self, i: usize, before: &State, after: &State) -> Result<(), String> {
        if let Some(name) = self.false_invariant(after) {
            return Err(format!("it breaks {name}"));
        }
        for j in (0..self.program.threads.len()).filter(|j| *j != i) {
            if let Some(text) = self.broken_conjunct(j, before, after) {
                return Err(format!("it breaks what {} assumes: {text}", self.program.threads[j].name));
            }
        }
        Ok(())
    }

    fn broken(&self, i: usize, here: &Interpreter<'_>, what: &str) -> Broken {
        let place = here.span(Tid::new(i)).map_or(0, |span| span.start);
        Broken(format!("thread {}, step at byte {place}: {what}", self.program.threads[i].name))
    }

    /// Whether the thread is about to make a step that is said to commute with what others do.
    pub fn moves(&self, node: Node) -> bool {
        let Some(frame) = self.locals[node.local as usize].frames.last() else { return false };
        let object = |op: Operand| frame.value(op).object();
        let claims = self.claims;
        match &self.program.functions[frame.func.index()].code[frame.pc.0 as usize] {
            Instr::Load { place, .. } | Instr::Store { place, .. } | Instr::Cas { place, .. } => match *place
            {
                Place::Global(global) => claims.moving_globals.contains(&global.index()),
                Place::Elem { arr, .. } => object(arr).is_some_and(|o| claims.moving_objects.contains(&o)),
                _ => false,
            },
            Instr::Invoke { op: ObjOp::Release, obj, .. } => {
                object(*obj).is_some_and(|o| claims.moving_releases.contains(&o))
            }
            Instr::Invoke { obj, .. } => object(*obj).is_some_and(|o| claims.moving_objects.contains(&o)),
            _ => false,
        }
    }

    /// The assumption of a thread allows that nothing happens, and two steps if it allows each.
    pub fn reflexive_and_transitive(&mut self, i: usize) -> Result<(), Broken> {
        let initial = self.initial.state().clone();
        let own = self.program.threads[i].handle.map(|h| h.0);
        let put = |this: &Self, at: usize| this.domain.put(&initial, &this.targets[at], own);
        for at in 0..self.targets.len() {
            let state = put(self, at);
            if let Some(text) = self.broken_conjunct(i, &state, &state) {
                return Err(Broken(format!("the assumption is not reflexive: {text}")));
            }
        }
        let every = 1 + self.targets.len() / self.effort.triples;
        let some: Vec<State> = (0..self.targets.len()).step_by(every).map(|at| put(self, at)).collect();
        let allows = |this: &Self, a: &State, b: &State| this.broken_conjunct(i, a, b).is_none();
        for a in &some {
            for b in some.iter().filter(|b| allows(self, a, b)) {
                for c in some.iter().filter(|c| allows(self, b, c)) {
                    if let Some(text) = self.broken_conjunct(i, a, c) {
                        return Err(Broken(format!("the assumption is not transitive: {text}")));
                    }
                }
            }
        }
        Ok(())
    }

    /// The whole state: the other threads stand where they began, and nothing looks at them.
    pub fn state(&self, i: usize, node: Node) -> State {
        let shared = &self.shared[node.shared as usize];
        let mut threads = self.initial.state().threads.clone();
        if let Some(local) = self.locals.get(node.local as usize) {
            threads[i] = local.clone();
        }
        State {
            globals: shared.globals.clone(),
            objects: shared.objects.clone(),
            threads,
            exclusive: node.base.map(|_| i),
            next_object: shared.next_object,
        }
    }

    /// The thread of a node.
    pub fn local(&self, node: Node) -> &Thread {
        &self.locals[node.local as usize]
    }

    /// The interpreter in a state.
    pub fn placed(&self, state: State) -> Interpreter<'p> {
        self.initial.placed(state)
    }

    /// Whether nothing but static objects is there.
    pub fn without_heap(&self, node: Node) -> bool {
        self.shared[node.shared as usize].objects.len() == self.program.statics.len()
    }

    fn node(&mut self, i: usize, state: &State, base: Option<u32>) -> Node {
        let shared = self.shared_id(state);
        let thread = &state.threads[i];
        let mut words = vec![i as i64];
        words.extend(status_words(thread.status));
        for frame in &thread.frames {
            words.extend([frame.func.index() as i64, i64::from(frame.pc.0)]);
            words.extend(frame.regs.iter().map(|v| v.word()));
        }
        let fresh = self.locals.len() as u32;
        let local = *self.local_ids.entry(words).or_insert(fresh);
        if local == fresh {
            self.locals.push(thread.clone());
        }
        Node { local, shared, base }
    }

    fn shared_id(&mut self, state: &State) -> u32 {
        let mut words: Vec<i64> = state.globals.iter().map(|v| v.word()).collect();
        for (number, object) in &state.objects {
            words.extend([i64::from(*number), object.data.len() as i64]);
            words.extend(object.data.iter().map(|v| v.word()));
            words.extend([object.holder.map_or(-1, |t| t as i64), object.count as i64]);
        }
        let fresh = self.shared.len() as u32;
        let id = *self.shared_ids.entry(words).or_insert(fresh);
        if id == fresh {
            self.shared.push(Shared {
                globals: state.globals.clone(),
                objects: state.objects.clone(),
                next_object: state.next_object,
            });
        }
        id
    }
}

fn status_words(status: Status) -> [i64; 2] {
    match status {
        Status::Running => [0, 0],
        Status::Waiting(n) => [1, n as i64],
        Status::Notified(n) => [2, n as i64],
        Status::Woken(n) => [3, n as i64],
        Status::Arrived => [4, 0],
        Status::Released => [5, 0],
        Status::Ended => [6, 0],
        Status::Failed => [7, 0],
        Status::Halted => [8, 0],
    }
}
