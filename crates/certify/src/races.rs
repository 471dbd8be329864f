//! Data races of a state, looked for a second time: two threads whose next accesses are to the same word, one of them plain and one
//! of them a write.

use crate::discipline::{Touch, TouchedCell};
use crate::execute::{Cell, holds};
use crate::interpreter::Interpreter;
use crate::nearest::Nearest;
use crate::state::Object;
use commute_base::Span;
use commute_ir::{Instr, Place};
use commute_machine::{Tid, Transition, Violation, ViolationKind};

/// Two accesses that nothing orders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Race {
    /// What is accessed, as the trace calls it.
    pub word: String,
    /// Who accesses it, the one whose access is first in the source first.
    pub accesses: [Racer; 2],
    /// What comes nearest to an order between them; nothing as long as nobody has looked at how it came to the race.
    pub nearest: Option<Nearest>,
    /// Where the word is.
    pub(crate) cell: Cell,
}

/// One of two threads that race.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Racer {
    /// The thread.
    pub tid: Tid,
    /// Its name.
    pub name: String,
    /// Where it stands: in the innermost function that has a source.
    pub span: Span,
    /// Whether it is about to write.
    pub writes: bool,
    /// Whether the access synchronizes with others: it is volatile or atomic.
    pub synchronizes: bool,
    /// The locks and monitors that it holds.
    pub holds: Vec<String>,
    /// The functions that it is in beyond those that have a source, outermost first: calls into a library.
    pub within: Vec<String>,
}

/// An access that a thread is about to make.
#[derive(Clone, Copy)]
struct Next {
    cell: Cell,
    writes: bool,
    plain: bool,
}

impl Interpreter<'_> {
    /// The races of this state. While a thread is inside an atomic block, those of what is left of it.
    pub fn data_races(&self) -> Vec<Race> {
        let next: Vec<Vec<Next>> = (0..self.threads()).map(|t| self.next_accesses(t)).collect();
        let mut races = Vec::new();
        for one in 0..next.len() {
            for other in one + 1..next.len() {
                if self.state.exclusive.is_some_and(|only| ![one, other].contains(&only)) {
                    continue;
                }
                let pairs = next[one].iter().flat_map(|a| next[other].iter().map(move |b| (*a, *b)));
                let is_race = |(a, b): &(Next, Next)| {
                    a.cell == b.cell && (a.plain || b.plain) && (a.writes || b.writes)
                };
                if let Some((a, b)) = pairs.into_iter().find(is_race) {
                    races.push(self.race((one, a), (other, b)));
                }
            }
        }
        races
    }

    fn race(&self, (one, a): (usize, Next), (other, b): (usize, Next)) -> Race {
        let mut accesses = [self.racer(one, a), self.racer(other, b)];
        accesses.sort_by_key(|racer| (racer.span, racer.tid));
        Race { word: self.cell_name(a.cell), accesses, nearest: None, cell: a.cell }
    }

    fn racer(&self, t: usize, next: Next) -> Racer {
        let tid = Tid::new(t);
        let frames = &self.state.threads[t].frames;
        let inner = frames.iter().rev().take_while(|frame| !self.code.has_source[frame.func.index()]);
        let name = |func: usize| self.code.program.functions[func].name.clone();
        let mut within: Vec<String> = inner.map(|frame| name(frame.func.index())).collect();
        within.reverse();
        let held = |(_, object): &(&u32, &Object)| holds(object, t);
        Racer {
            tid,
            name: self.thread_name(tid).to_owned(),
            span: self.span(tid).unwrap_or_default(),
            writes: next.writes,
            synchronizes: !next.plain,
            holds: self.state.objects.iter().filter(held).map(|(&o, _)| self.lock_name(o)).collect(),
            within,
        }
    }

    /// The words that a thread accesses in its next step.
    fn next_accesses(&self, t: usize) -> Vec<Next> {
        if self.state.threads[t].status.is_finished() {
            return Vec::new();
        }
        if !self.inside(t) {
            let at = |place: Place, writes, plain| {
                self.locate(t, place).map(|cell| Next { cell, writes, plain }).into_iter().collect()
            };
            match *self.instr(t) {
                Instr::Load { place, plain, .. } => return at(place, false, plain),
                Instr::Store { place, plain, .. } => return at(place, true, plain),
                Instr::Cas { place, expected, .. } => {
                    let succeeds = |cell| self.read(cell).word() == self.value(t, expected).word();
                    return at(place, self.locate(t, place).is_ok_and(succeeds), false);
                }
                Instr::AtomicBegin => {}
                _ => return Vec::new(),
            }
        }
        self.accesses_in_block(t)
    }

    /// Those of an atomic block, or of the guard that keeps the thread from it.
    fn accesses_in_block(&self, t: usize) -> Vec<Next> {
        let tid = Tid::new(t);
        // Nobody but the thread that is inside a block can do something else than a plain access next to it.
        if self.state.exclusive.is_some_and(|only| only != t) {
            return Vec::new();
        }
        let mut touched: Vec<Touch> = Vec::new();
        let choices = self.own_choices(t);
        if choices == 0 && matches!(self.instr(t), Instr::AtomicBegin) {
            touched = self.touched_until_blocked(t).unwrap_or_default();
        }
        for choice in 0..choices {
            let mut copy = self.clone();
            copy.recording = false;
            copy.advance_by(Transition { tid, choice: choice as u16 });
            touched.append(&mut copy.touched);
        }
        let cell = |touch: &Touch| match touch.cell {
            TouchedCell::Global(g) => Some(Cell::Global(g)),
            TouchedCell::Object(o, Some(word)) => Some(Cell::Word(o, word)),
            TouchedCell::Object(_, None) => None,
        };
        let next = |touch: &Touch| Some(Next { cell: cell(touch)?, writes: touch.writes, plain: false });
        touched.iter().filter_map(next).collect()
    }
}

impl From<Race> for Violation {
    fn from(race: Race) -> Self {
        Violation {
            kind: ViolationKind::DataRace,
            tid: None,
            message: format!("data race on {}", race.word),
            span: race.accesses[0].span,
        }
    }
}
