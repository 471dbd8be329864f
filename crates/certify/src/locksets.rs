//! Whether an execution shows that no lock protects a variable: an independent look at the mutex locking discipline.
//!
//! For a rule about a variable v (MLD, or MLD' with or without a thread that initialises v), let A be the accesses to v in the
//! execution that are no initialisation: those of steps, and those that guards of blocked threads make in each state. The
//! execution violates the rule if some access of A writes and no lock is held at all of them, or if the thread that is to
//! initialise v is not the first one. Locks are static locks and monitors, and the monitor of the object itself; an object
//! counts from when more than one thread could reach it.

use crate::discipline::{Touch, TouchedCell};
use crate::expr::owner;
use crate::interpreter::Interpreter;
use crate::shared::Shared;
use commute_ir::analysis::{Grains, grains};
use commute_ir::{Instr, Program, Shape};
use commute_machine::{Initialisation, LockRule, Tid, Transition};
use std::collections::BTreeSet;

/// What is known of the variable along the execution.
struct Variable<'r> {
    rule: &'r LockRule,
    first: Option<usize>,
    counted: bool,
    written: bool,
    /// The static locks held at every counted access, and whether the object's own monitor was; none is "all".
    locks: Option<(BTreeSet<u32>, bool)>,
    violated: bool,
}

/// The object whose own monitor may protect an access.
#[derive(Clone, Copy)]
enum This {
    /// This one, if there is one.
    Is(Option<u32>),
    /// An object that keeps what is accessed to itself; the access to that has shown whether it is locked.
    IsShown,
}

/// Whether an execution violates the rule.
pub fn violates(program: &Program, schedule: &[Transition], rule: &LockRule) -> bool {
    let mut it = Interpreter::start(program, false).0;
    let (first, counted, written, locks, violated) = (None, false, false, None, false);
    let mut variable = Variable { rule, first, counted, written, locks, violated };
    let grains = grains(program).0;
    let mut shared = Shared::of(&it);
    variable.meet_guards(&it, &shared, &grains);
    for &step in schedule {
        let (before, shared_before) = (it.clone(), shared.clone());
        shared.advance(&mut it, step);
        for touch in &it.touched {
            variable.meet_touch(&before, step.tid.index(), touch, &shared_before, &grains);
        }
        variable.meet_guards(&it, &shared, &grains);
    }
    variable.violated
}

/// Which of the rules some execution violates, by trying all executions that end; nothing if there are more than `most`.
pub fn violated_rules<'r>(
    program: &Program,
    rules: &'r [LockRule],
    most: usize,
) -> Option<BTreeSet<&'r str>> {
    let (mut violated, mut ended) = (BTreeSet::new(), 0);
    let mut work = vec![(Interpreter::start(program, false).0, Vec::new())];
    while let Some((it, schedule)) = work.pop() {
        let mut is_last = true;
        for tid in (0..it.threads()).map(Tid::new) {
            for choice in 0..it.choices(tid) {
                let step = Transition { tid, choice: choice as u16 };
                let mut next = it.clone();
                next.advance_by(step);
                work.push((next, schedule.iter().copied().chain([step]).collect()));
                is_last = false;
            }
        }
        if is_last {
            ended += 1;
            let wrong = rules.iter().filter(|rule| violates(program, &schedule, rule));
            violated.extend(wrong.map(|rule| rule.variable.as_str()));
        }
        if ended > most {
            return None;
        }
    }
    Some(violated)
}

impl Variable<'_> {
    /// Takes in an access of thread `t` in the present state.
    fn meet(&mut self, it: &Interpreter<'_>, t: usize, this: This, writes: bool) {
        let is_first = self.first.is_none();
        let first = *self.first.get_or_insert(t);
        let initial = match self.rule.initialisation {
            Initialisation::FirstThread => !self.counted && first == t,
            Initialisation::None => false,
            Initialisation::By(by) => {
                self.violated |= is_first && by.index() != t;
                is_first
            }
        };
        if initial {
            return;
        }
        self.counted = true;
        self.written |= writes;
        let holds = |o: u32| it.state.objects.get(&o).is_some_and(|object| owner(object) == Some(t));
        let own = match this {
            This::Is(this) => this.is_some_and(holds),
            This::IsShown => true,
        };
        let locks: (BTreeSet<u32>, bool) = match self.locks.take() {
            Some((locks, monitor)) => (locks.into_iter().filter(|&o| holds(o)).collect(), monitor && own),
            None => ((0..it.program().statics.len() as u32).filter(|&o| holds(o)).collect(), own),
        };
        self.violated |= self.written && locks.0.is_empty() && !locks.1;
        self.locks = Some(locks);
    }

    /// Takes in what the guards of blocked threads read. When a thread came to its guard does not matter, so that is not the
    /// access by which a certain thread initialises the variable, nor one before it.
    fn meet_guards(&mut self, it: &Interpreter<'_>, shared: &Shared, grains: &Grains) {
        if matches!(self.rule.initialisation, Initialisation::By(_)) && self.first.is_none() {
            return;
        }
        for t in 0..it.state.threads.len() {
            let live = !it.state.threads[t].status.is_finished() && it.state.exclusive.is_none();
            if live && it.choices(Tid::new(t)) == 0 && matches!(it.instr(t), Instr::AtomicBegin) {
                for touch in it.touched_until_blocked(t).unwrap_or_default() {
                    self.meet_touch(it, t, &touch, shared, grains);
                }
            }
        }
    }

    /// Takes in what thread `t` touches in the present state, if that is the variable.
    fn meet_touch(
        &mut self,
        it: &Interpreter<'_>,
        t: usize,
        touch: &Touch,
        shared: &Shared,
        grains: &Grains,
    ) {
        if let Some(whole) = is_named(it, touch, &self.rule.variable, grains)
            && touch.object().is_none_or(|o| shared.has(o))
        {
            let this = if whole { This::Is(touch.object()) } else { This::IsShown };
            self.meet(it, t, this, touch.writes);
        }
    }
}

/// Whether what was touched is data that the program calls so; if it is, whether it belongs to the object itself of which
/// the name speaks.
fn is_named(it: &Interpreter<'_>, touch: &Touch, name: &str, grains: &Grains) -> Option<bool> {
    let program = it.program();
    let (o, word) = match touch.cell {
        TouchedCell::Global(g) => return (program.globals[g].name == name).then_some(true),
        TouchedCell::Object(o, word) => (o, word),
    };
    let object = it.state.objects.get(&o)?;
    if let Shape::Instance(class) = object.shape
        && word.is_some()
        && let Some(whole) = grains.whole[class.index()]
    {
        let called = format!("each {}", program.classes[whole.index()].name);
        return (called == name).then_some(whole == class || (o as usize) < program.statics.len());
    }
    let field = |class: commute_ir::ClassId, word: usize| &program.classes[class.index()].fields[word].name;
    let of_static = program.statics.get(o as usize).map(|object| object.name.as_str());
    let called = match (object.shape, word, of_static) {
        (Shape::Instance(class), Some(word), Some(of)) => format!("{of}.{}", field(class, word)),
        (Shape::Instance(class), Some(word), None) => {
            format!("{}.{}", program.classes[class.index()].name, field(class, word))
        }
        (Shape::Array(_) | Shape::Seq(_) | Shape::Set(_), Some(word), Some(of)) => format!("{of}[{word}]"),
        (Shape::Array(_) | Shape::Seq(_) | Shape::Set(_), None, Some(of)) => of.to_owned(),
        (Shape::Array(_) | Shape::Seq(_) | Shape::Set(_), _, None) => {
            format!("each {}", it.kind_of(object))
        }
        _ => return None,
    };
    (called == name).then_some(true)
}
