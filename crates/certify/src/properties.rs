//! What can be wrong with a state: deadlock, partial deadlock, a false invariant.

use crate::expr::evaluate;
use crate::interpreter::Interpreter;
use crate::state::Status;
use commute_ir::{Instr, ObjOp, Property, PropertyKind};
use commute_machine::{Tid, Violation, ViolationKind};

impl Interpreter<'_> {
    /// Everything that is wrong with this state. A deadlock is not also reported as a partial one.
    pub fn state_violations(&self) -> Vec<Violation> {
        let mut all = self.false_invariants();
        if self.is_deadlock() {
            all.push(self.about_threads(ViolationKind::Deadlock, &self.stuck()));
        } else if let Some(cycle) = self.partial_deadlock() {
            all.push(self.about_threads(ViolationKind::PartialDeadlock, &cycle));
        }
        all.extend(self.data_races().into_iter().map(Violation::from));
        all
    }

    /// Whether no thread has a choice, none has failed or halted, and some thread that is not a daemon has
    /// not ended.
    pub fn is_deadlock(&self) -> bool {
        let threads = &self.state.threads;
        let none_enabled = (0..threads.len()).all(|t| self.choices(Tid::new(t)) == 0);
        let none_failed = threads.iter().all(|t| !matches!(t.status, Status::Failed | Status::Halted));
        none_enabled && none_failed && threads.iter().any(|t| !t.daemon && t.status != Status::Ended)
    }

    /// The threads that have not finished.
    pub(crate) fn stuck(&self) -> Vec<usize> {
        (0..self.threads()).filter(|&t| !self.state.threads[t].status.is_finished()).collect()
    }

    /// The threads of a cycle each of which is blocked by the next, or of a chain that ends in a thread which
    /// has ended while it holds what is wanted; the one that comes first by its lowest thread.
    pub fn partial_deadlock(&self) -> Option<Vec<usize>> {
        (0..self.threads()).find_map(|t| self.hopeless_from(t, &mut vec![t]))
    }

    /// Extends `path`, on which each thread is blocked by the next and `t` is the last.
    fn hopeless_from(&self, t: usize, path: &mut Vec<usize>) -> Option<Vec<usize>> {
        // Whoever joins need not wait for ever if somebody may interrupt it.
        let finished = self.state.threads[t].status.is_finished();
        let joins = || matches!(self.instr(t), Instr::Invoke { op: ObjOp::Join, .. });
        if self.code.interrupts && !finished && joins() {
            return None;
        }
        for next in self.blockers(t) {
            if self.state.threads.get(next).is_some_and(|thread| thread.status == Status::Ended) {
                return Some(path.clone());
            }
            if let Some(at) = path.iter().position(|&earlier| earlier == next) {
                return Some(path[at..].to_vec());
            }
            path.push(next);
            if let Some(found) = self.hopeless_from(next, path) {
                return Some(found);
            }
            path.pop();
        }
        None
    }

    /// The invariants that are false or undefined. None is, while a thread is exclusive.
    pub fn false_invariants(&self) -> Vec<Violation> {
        if self.state.exclusive.is_some() {
            return Vec::new();
        }
        self.code.program.properties.iter().filter_map(|property| self.false_invariant(property)).collect()
    }

    fn false_invariant(&self, property: &Property) -> Option<Violation> {
        let PropertyKind::Invariant(expr) = &property.kind else { return None };
        let how = match evaluate(self, expr, &mut Vec::new()) {
            Some(value) if value.is_true() => return None,
            Some(_) => "does not hold",
            None => "is undefined",
        };
        Some(Violation {
            kind: ViolationKind::Invariant(property.name.clone()),
            tid: None,
            message: format!("invariant {} {how}", property.name),
            span: property.span,
        })
    }

    /// A deadlock, with what each thread waits for. It stands where the first of them does.
    fn about_threads(&self, kind: ViolationKind, threads: &[usize]) -> Violation {
        let waits = self.waiting(threads);
        let line = |w: &Waiting| format!("{} waits for {}", w.name, w.what);
        Violation {
            kind,
            tid: None,
            message: waits.iter().map(line).collect::<Vec<_>>().join("; "),
            span: waits.first().map(|w| w.span).unwrap_or_default(),
        }
    }

    /// What each of these threads waits for.
    pub(crate) fn waiting(&self, threads: &[usize]) -> Vec<Waiting> {
        let one = |&t: &usize| {
            let tid = Tid::new(t);
            let what = self.describe_block(tid).unwrap_or("nothing".to_owned());
            let span = self.span(tid).unwrap_or_default();
            Waiting { tid, name: self.thread_name(tid).to_owned(), what, span }
        };
        threads.iter().map(one).collect()
    }
}

/// A thread and what it waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waiting {
    /// The thread.
    pub tid: Tid,
    /// Its name.
    pub name: String,
    /// What it waits for, such as `acquire of fork[1], held by phil[0]`.
    pub what: String,
    /// Where it stands.
    pub span: commute_base::Span,
}
