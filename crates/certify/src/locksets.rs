//! Whether an execution shows that no lock protects a variable: an independent look at the mutex locking discipline.
//!
//! A variable is a global, a word of one object, or an object as a whole (a growable array, a set, an instance of a class that is seen
//! so, with what it keeps to itself). For a rule about variables of a name (MLD, or MLD' with or without a thread that initialises
//! them) let A be the accesses to one of them in the execution that are no initialisation: those of steps, and those that guards of
//! blocked threads make in each state. The execution violates the rule if some access of A writes and no lock or monitor is held at
//! all of them, or if the thread that is to initialise the variable is not the first one. For MLD' an object counts from when
//! more than one thread could reach it, and a static field not in the initialiser of its class.
//!
//! In a language that tells plain accesses from others, a variable that is not accessed plainly is a communication object, and
//! none that the discipline speaks of.
//!
//! The stricter rule asks for the same lock in all executions, by its name (`lock_names.rs`). An execution violates it if after some access
//! none of the locks that are left has a name that is left in others. A name does not count if in some execution a variable is
//! written that it goes through, once it is shared: then it is not known which lock was meant.

use crate::canonical::{Key, walk};
use crate::discipline::{Touch, TouchedCell};
use crate::execute::Cell;
use crate::executed::Executed;
use crate::expr::owner;
use crate::interpreter::Interpreter;
use crate::lock_names::{LockName, field_name, names_of};
use crate::shared::Shared;
use crate::state::Value;
use commute_base::Span;
use commute_ir::analysis::{Grains, grains};
use commute_ir::{Annotation, ClassId, Instr, ObjOp, Program, Shape};
use commute_machine::{Initialisation, LockRule, Tid, Transition, UNNAMED};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// A variable of an execution.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Datum {
    Global(usize),
    Word(u32, usize),
    Whole(u32),
}

/// An access that a rule counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counted {
    /// The thread, by its name.
    pub thread: String,
    /// Where in the source.
    pub span: Span,
    /// Whether it may change the variable.
    pub writes: bool,
    /// The locks that the thread held, by their names.
    pub locks: Vec<String>,
}

/// What violates a rule, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unprotected {
    /// The variable: which field of which object.
    pub variable: String,
    /// The first access that counts, the first one that writes, and those after which fewer locks were left that may protect it, up to
    /// that after which none was.
    pub accesses: Vec<Counted>,
    /// The last of these is by another thread than the one that is to come first.
    pub is_early: bool,
    /// Some lock protects it, but none that does in other executions.
    pub by_another: bool,
}

/// What all executions of a program say of rules.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ViolatedRules {
    /// The variables that violate them.
    pub violated: BTreeSet<String>,
    /// Those of which it is not known whether the same lock protects them in all executions, if it should.
    pub unnamed: BTreeSet<String>,
}

/// What is known of a variable along an execution.
#[derive(Clone, Default)]
struct Course {
    first: Option<usize>,
    open: bool,
    counted: bool,
    written: bool,
    plain: bool,
    /// The locks held at every counted access; none is "all".
    locks: Option<BTreeSet<u32>>,
    violated: bool,
    early: bool,
    by_another: bool,
    /// For the user, if anybody wants to know.
    accesses: Vec<Counted>,
}

/// What rules say of variables, by their names.
struct Book<'p> {
    program: &'p Program,
    grains: Grains,
    /// Of those that have no rule of their own.
    usual: Option<Initialisation>,
    rules: BTreeMap<&'p str, Initialisation>,
    explains: bool,
    /// It has to be the same lock in all executions; in others it is one of these, as far as that is known.
    same: Option<&'p [String]>,
}

/// The names of the locks that were left of a variable.
type Left = (String, BTreeSet<LockName>);

/// An execution so far.
#[derive(Clone)]
struct Along<'p> {
    it: Interpreter<'p>,
    shared: Shared,
    courses: BTreeMap<Datum, Course>,
    /// The names of variables whose rules were violated.
    violated: BTreeSet<String>,
    /// What the last step left.
    left: Vec<Left>,
    /// What the last step wrote that others can see.
    written: BTreeSet<String>,
}

/// Whether an execution violates the rule; if it does, how.
pub fn violates(program: &Program, schedule: &[Transition], rule: &LockRule) -> Option<Unprotected> {
    let rules = BTreeMap::from([(rule.variable.as_str(), rule.initialisation)]);
    let same = (!rule.same.is_empty()).then_some(&rule.same[..]);
    let book = Book { program, grains: grains(program).0, usual: None, rules, explains: true, same };
    let mut gathering = Interpreter::start_gathering(program).0;
    let names = gathering.names_of(schedule);
    gathering.gathered = None;
    let mut along = Along::new(&book, names);
    for &step in schedule {
        along.advance(&book, step);
    }
    let (datum, course) = along.courses.into_iter().find(|(_, course)| course.violated)?;
    let variable = match datum {
        Datum::Global(g) => along.it.cell_name(Cell::Global(g)),
        Datum::Word(o, w) if along.it.state.objects.contains_key(&o) => along.it.cell_name(Cell::Word(o, w)),
        Datum::Word(o, _) | Datum::Whole(o) => along.it.object_name(o),
    };
    let Course { accesses, early: is_early, by_another, .. } = course;
    Some(Unprotected { variable, accesses, is_early, by_another })
}

/// Which variables, by their names, violate MLD or MLD' (`usual`, or what `rules` says of single ones) in some execution, by trying all
/// states with all that can have happened to variables before; nothing if there are more than `most` of these pairs. If `same`, it has to
/// be the same lock in all executions.
pub fn violated_rules<'p>(
    program: &'p Program,
    usual: Initialisation,
    rules: &'p [LockRule],
    same: bool,
    most: usize,
) -> Option<ViolatedRules> {
    let rules = rules.iter().map(|rule| (rule.variable.as_str(), rule.initialisation)).collect();
    let same = same.then_some(&[][..]);
    let book = Book { program, grains: grains(program).0, usual: Some(usual), rules, explains: false, same };
    let (mut seen, mut violated) = (HashSet::new(), BTreeSet::new());
    let (mut left, mut written) = (BTreeSet::new(), BTreeSet::new());
    let mut work = vec![Along::new(&book, None)];
    while let Some(mut along) = work.pop() {
        violated.append(&mut along.violated);
        left.extend(along.left.drain(..));
        written.append(&mut along.written);
        if !seen.insert(along.key()) {
            continue;
        }
        if seen.len() > most {
            return None;
        }
        for tid in (0..along.it.threads()).map(Tid::new) {
            for choice in 0..along.it.choices(tid) {
                let mut next = along.clone();
                next.advance(&book, Transition { tid, choice: choice as u16 });
                work.push(next);
            }
        }
    }
    Some(in_all(violated, &left, &written))
}

/// What is left of each variable in all executions, if these variables are written.
fn in_all(
    mut violated: BTreeSet<String>,
    left: &BTreeSet<Left>,
    written: &BTreeSet<String>,
) -> ViolatedRules {
    let mut common: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (variable, names) in left {
        let is_steady = |name: &LockName| !name.through.iter().any(|by| written.contains(by));
        let names =
            names.iter().map(|name| if is_steady(name) { name.text.as_str() } else { UNNAMED }).collect();
        match common.get_mut(variable.as_str()) {
            Some(before) => before.retain(|name| BTreeSet::contains(&names, name)),
            None => drop(common.insert(variable, names)),
        }
    }
    let empty = common.iter().filter(|(_, names)| names.is_empty());
    violated.extend(empty.map(|(&variable, _)| variable.to_owned()));
    let is_unnamed = |names: &BTreeSet<&str>| names.iter().eq([&UNNAMED]);
    let unnamed =
        common.iter().filter(|(variable, names)| is_unnamed(names) && !violated.contains(**variable));
    let unnamed = unnamed.map(|(&variable, _)| variable.to_owned()).collect();
    ViolatedRules { violated, unnamed }
}

impl<'p> Along<'p> {
    fn new(book: &Book<'p>, names: Option<crate::naming::Names>) -> Self {
        let mut it = Interpreter::start_traced(book.program);
        it.names = names.map(std::sync::Arc::new);
        let shared = Shared::of(&it);
        let (courses, violated) = (BTreeMap::new(), BTreeSet::new());
        let (left, written) = (Vec::new(), BTreeSet::new());
        let mut this = Self { it, shared, courses, violated, left, written };
        this.meet_guards(book);
        this
    }

    fn advance(&mut self, book: &Book<'p>, step: Transition) {
        let (before, shared) = (self.it.clone(), self.shared.clone());
        self.it.trail = Some(Vec::new());
        self.shared.advance(&mut self.it, step);
        let t = step.tid.index();
        let plain = book.is_plain(&before, t);
        let touched = std::mem::take(&mut self.it.touched);
        for touch in &touched {
            if book.same.is_some() {
                self.written.extend(shared_write(&before, &shared, t, touch));
            }
            self.meet(book, (&before, &shared), t, touch, plain, false);
        }
        let trail = self.it.trail.take().unwrap_or_default();
        let mut said = touched.iter().flat_map(|touch| annotations(&before, touch));
        if said.any(|said| said == Annotation::Communication)
            || trail.iter().any(|executed| book.is_visible(executed, plain))
        {
            let open = self.courses.values_mut().filter(|course| course.open && course.first == Some(t));
            open.for_each(|course| course.open = false);
        }
        let objects = &self.it.state.objects;
        self.courses.retain(|datum, course| {
            let is_there = |o: &u32| objects.contains_key(o);
            let kept = match datum {
                Datum::Global(_) => true,
                Datum::Word(o, _) | Datum::Whole(o) => is_there(o) || course.violated && book.explains,
            };
            course.locks.iter_mut().for_each(|locks| locks.retain(is_there));
            kept
        });
        self.meet_guards(book);
    }

    /// Takes in what the guards of blocked threads read. When a thread came to its guard does not matter, so that is not the
    /// access by which a certain thread initialises a variable, nor one before it.
    fn meet_guards(&mut self, book: &Book<'p>) {
        let (it, shared) = (self.it.clone(), self.shared.clone());
        for t in 0..it.state.threads.len() {
            let live = !it.state.threads[t].status.is_finished() && it.state.exclusive.is_none();
            if live && it.choices(Tid::new(t)) == 0 && matches!(it.instr(t), Instr::AtomicBegin) {
                let plain = book.is_plain(&it, t);
                for touch in it.touched_until_blocked(t).unwrap_or_default() {
                    self.meet(book, (&it, &shared), t, &touch, plain, true);
                }
            }
        }
    }

    /// Takes in what thread `t` touches in a state.
    fn meet(
        &mut self,
        book: &Book<'p>,
        (it, shared): (&Interpreter<'p>, &Shared),
        t: usize,
        touch: &Touch,
        plain: bool,
        is_guard: bool,
    ) {
        let Some((datum, name)) = book.datum(it, touch) else { return };
        let Some(rule) = book.rule(it, touch, &name) else { return };
        let counts_at_once = rule == Initialisation::FirstThread;
        if touch.object().is_some_and(|o| !counts_at_once && !shared.has(o)) {
            return;
        }
        if rule == Initialisation::None && is_in_initialiser_of(it, t, touch) {
            return;
        }
        let by_one = matches!(rule, Initialisation::By(_) | Initialisation::SeveralBy(_));
        let is_over = self.courses.get(&datum).is_some_and(|course| !course.open);
        if is_guard && by_one && !is_over {
            return;
        }
        let holds =
            |(number, object): (&u32, &crate::state::Object)| (owner(object) == Some(t)).then_some(*number);
        let held: BTreeSet<u32> = it.state.objects.iter().filter_map(holds).collect();
        let course = self.courses.entry(datum).or_default();
        let before = course.evidence(rule);
        course.plain |= plain;
        course.meet(rule, t, touch.writes, &held);
        if let Some(others) = book.same.filter(|_| course.needs_lock()) {
            let left = book.names(it, datum, course.locks.iter().flatten());
            course.by_another |= book.explains && !left.iter().any(|name| others.contains(&name.text));
            course.violated |= course.by_another;
            self.left.push((name.clone(), left));
        }
        if book.explains && before != course.evidence(rule) && !before.0 {
            course.accesses.push(Counted {
                thread: it.state.threads[t].name.clone(),
                span: it.span_at(t),
                writes: touch.writes,
                locks: held.iter().map(|&o| it.lock_name(o)).collect(),
            });
        }
        if course.violated {
            self.violated.insert(if rule == Initialisation::OneThread {
                LockRule::new(name, rule).to_string()
            } else {
                name
            });
        }
    }

    /// State and history, the same whatever objects are called.
    fn key(&self) -> Key {
        let places: BTreeMap<u32, u64> = walk(&self.it.code, &self.it.state).into_iter().zip(0..).collect();
        let mut key = self.it.key();
        key.extend(self.shared.places(&self.it).into_iter().map(|place| place as u64));
        key.push(u64::MAX);
        let mut courses: Vec<Key> = Vec::new();
        for (datum, course) in &self.courses {
            let mut words = match *datum {
                Datum::Global(g) => vec![0, g as u64, 0],
                Datum::Word(o, word) => vec![1, places[&o], word as u64],
                Datum::Whole(o) => vec![2, places[&o], 0],
            };
            let flags = [course.open, course.counted, course.written, course.plain, course.violated];
            words.extend(flags.map(u64::from));
            words.push(course.first.map_or(0, |t| t as u64 + 1));
            words.push(course.locks.as_ref().map_or(0, |locks| locks.len() as u64 + 1));
            let mut locks: Vec<u64> = course.locks.iter().flatten().map(|o| places[o]).collect();
            locks.sort_unstable();
            words.extend(locks);
            courses.push(words);
        }
        courses.sort_unstable();
        key.extend(courses.into_iter().flatten());
        key
    }
}

impl Course {
    /// What changes at accesses that the user wants to know of.
    fn evidence(&self, rule: Initialisation) -> (bool, bool, Option<usize>, bool) {
        let is_touched = rule == Initialisation::OneThread && self.first.is_some();
        (self.violated, self.written, self.locks.as_ref().map(BTreeSet::len), is_touched)
    }

    /// Whether some lock has to protect it, and does.
    fn needs_lock(&self) -> bool {
        self.plain && self.written && self.locks.as_ref().is_some_and(|locks| !locks.is_empty())
    }

    /// Takes in an access of thread `t`, which holds these locks.
    fn meet(&mut self, rule: Initialisation, t: usize, writes: bool, held: &BTreeSet<u32>) {
        let is_first = self.first.is_none();
        let first = *self.first.get_or_insert(t);
        let initial = match rule {
            Initialisation::OneThread => {
                self.violated |= first != t;
                return;
            }
            Initialisation::FirstThread => !self.counted && first == t,
            Initialisation::None => false,
            Initialisation::By(by) => {
                self.early |= is_first && by.index() != t;
                self.violated |= self.early;
                is_first
            }
            Initialisation::SeveralBy(by) => {
                self.early |= is_first && by.index() != t;
                self.violated |= self.early;
                self.open |= is_first && by.index() == t;
                is_first || self.open && first == t
            }
        };
        if initial {
            return;
        }
        (self.open, self.counted) = (false, true);
        if matches!(rule, Initialisation::None | Initialisation::FirstThread) {
            self.first = None;
        }
        self.written |= writes;
        match &mut self.locks {
            Some(locks) => locks.retain(|lock| held.contains(lock)),
            None => self.locks = Some(held.clone()),
        }
        let none_is_left = self.locks.as_ref().is_some_and(BTreeSet::is_empty);
        self.violated |= self.plain && self.written && none_is_left;
    }
}

impl Book<'_> {
    /// The names of locks, as seen from a variable; one that has none is called so.
    fn names<'a>(
        &self,
        it: &Interpreter<'_>,
        datum: Datum,
        locks: impl Iterator<Item = &'a u32>,
    ) -> BTreeSet<LockName> {
        let is_heap = |o: u32| o as usize >= self.program.statics.len();
        let shape = |o: u32| it.state.objects.get(&o).map(|object| object.shape);
        let (this, is_kept) = match datum {
            Datum::Global(_) => (None, false),
            Datum::Word(o, _) => (Some(o), is_heap(o) && matches!(shape(o), Some(Shape::Array(_)))),
            Datum::Whole(o) => (Some(o), is_heap(o) || matches!(shape(o), Some(Shape::Instance(_)))),
        };
        let unnamed = || LockName { text: UNNAMED.to_owned(), through: Vec::new() };
        let of_lock = |&lock: &u32| {
            let names = names_of(it, this, is_kept, lock);
            if names.is_empty() { BTreeSet::from([unnamed()]) } else { names }
        };
        locks.flat_map(of_lock).collect()
    }

    /// What is asked of a variable of this name, if anything is.
    fn rule(&self, it: &Interpreter<'_>, touch: &Touch, name: &str) -> Option<Initialisation> {
        let said = annotations(it, touch);
        if said.contains(&Annotation::Communication) {
            return None;
        }
        if said.contains(&Annotation::Unshared) {
            let asked = self.usual.is_some() || self.rules.get(name) == Some(&Initialisation::OneThread);
            return asked.then_some(Initialisation::OneThread);
        }
        self.rules.get(name).copied().or(self.usual)
    }

    /// Whether what `t` does next is no communication, as far as the language says.
    fn is_plain(&self, it: &Interpreter<'_>, t: usize) -> bool {
        let tells = self.program.thread_class.is_some();
        let running = !it.state.threads[t].status.is_finished();
        !tells || running && !it.inside(t) && it.instr(t).plain_place().is_some()
    }

    /// Whether an instruction of a step may block or communicates.
    fn is_visible(&self, executed: &Executed, plain: bool) -> bool {
        let tells = self.program.thread_class.is_some();
        let instr = &self.program.functions[executed.func.index()].code[executed.pc.0 as usize];
        match instr {
            Instr::Load { .. } | Instr::Store { .. } | Instr::Cas { .. } => tells && !plain,
            Instr::Invoke { op, .. } => {
                use ObjOp::*;
                let is_data = matches!(executed.shape, Some(Shape::Array(_) | Shape::Seq(_) | Shape::Set(_)));
                let gives =
                    matches!(op, Release | ReleaseRead | ReleaseWrite | MonitorExit | Notify | NotifyAll);
                let on_data = matches!(op, Len | Contains | Nth | Push | Pop | Add | Remove | Clear);
                !(gives || on_data && is_data && !tells)
            }
            _ => false,
        }
    }

    /// What was touched and what it is called, if it is data.
    fn datum(&self, it: &Interpreter<'_>, touch: &Touch) -> Option<(Datum, String)> {
        let (o, word) = match touch.cell {
            TouchedCell::Global(g) => {
                return Some((Datum::Global(g), self.program.globals[g].name.clone()));
            }
            TouchedCell::Object(o, word) => (o, word),
        };
        let object = it.state.objects.get(&o)?;
        let of_static = self.program.statics.get(o as usize).map(|object| object.name.as_str());
        match (object.shape, word) {
            (Shape::Instance(class), Some(word)) => {
                if let Some(whole) = self.grains.whole[class.index()] {
                    let name = format!("each {}", self.program.classes[whole.index()].name);
                    return Some((Datum::Whole(self.keeper(it, o, whole)), name));
                }
                let class = &self.program.classes[class.index()];
                let of = of_static.unwrap_or(&class.name);
                Some((Datum::Word(o, word), format!("{of}.{}", class.fields[word].name)))
            }
            (Shape::Array(_), Some(word)) => {
                let name = of_static
                    .map_or_else(|| format!("each {}", it.kind_of(object)), |of| format!("{of}[{word}]"));
                Some((Datum::Word(o, word), name))
            }
            (Shape::Seq(_) | Shape::Set(_), _) => {
                let name = of_static.map_or_else(|| format!("each {}", it.kind_of(object)), str::to_owned);
                Some((Datum::Whole(o), name))
            }
            _ => None,
        }
    }

    /// The instance of `whole` that has an object as a part: that object, or one that leads to it by parts alone.
    fn keeper(&self, it: &Interpreter<'_>, part: u32, whole: ClassId) -> u32 {
        let class = |o: u32| match it.state.objects.get(&o).map(|object| object.shape) {
            Some(Shape::Instance(class)) => Some(class),
            _ => None,
        };
        if class(part) == Some(whole) {
            return part;
        }
        let parts = |o: u32| -> Vec<u32> {
            let next = it.state.object(o).data.iter().copied().filter_map(Value::object);
            let is_part = |o: &u32| {
                class(*o).is_some_and(|c| c != whole && self.grains.whole[c.index()] == Some(whole))
            };
            next.filter(is_part).collect()
        };
        let keeps = |from: u32| {
            let (mut met, mut work) = (BTreeSet::new(), parts(from));
            while let Some(o) = work.pop() {
                if met.insert(o) {
                    work.extend(parts(o));
                }
            }
            met.contains(&part)
        };
        let mut wholes = walk(&it.code, &it.state).into_iter().filter(|&o| class(o) == Some(whole));
        wholes.find(|&o| keeps(o)).unwrap_or(part)
    }
}

/// The variable that is written and that others can see, if names of locks may go through it.
fn shared_write(it: &Interpreter<'_>, shared: &Shared, t: usize, touch: &Touch) -> Option<String> {
    match touch.cell {
        _ if !touch.writes => None,
        TouchedCell::Global(g) => {
            (!is_in_initialiser_of(it, t, touch)).then(|| it.program().globals[g].name.clone())
        }
        TouchedCell::Object(o, Some(word)) if shared.has(o) => field_name(it, o, word),
        TouchedCell::Object(..) => None,
    }
}

/// Whether a thread is in the initialiser of the class whose static field it touches: nobody else can use the class meanwhile.
fn is_in_initialiser_of(it: &Interpreter<'_>, t: usize, touch: &Touch) -> bool {
    let TouchedCell::Global(global) = touch.cell else { return false };
    let functions = &it.program().functions;
    let (class, _) = it.program().globals[global].name.rsplit_once('.').unwrap_or_default();
    let initialiser = format!("{class}{}", Program::CLASS_INITIALISER);
    it.state.threads[t].frames.iter().any(|frame| functions[frame.func.index()].name == initialiser)
}

/// What the user says of what is touched.
fn annotations(it: &Interpreter<'_>, touch: &Touch) -> Vec<Annotation> {
    let program = it.program();
    match touch.cell {
        TouchedCell::Global(g) => program.globals[g].annotations.clone(),
        TouchedCell::Object(o, word) => {
            let mut said = program.statics.get(o as usize).map_or(Vec::new(), |s| s.annotations.clone());
            if let (Some(Shape::Instance(class)), Some(word)) =
                (it.state.objects.get(&o).map(|object| object.shape), word)
            {
                said.extend(program.classes[class.index()].fields[word].annotations.iter().cloned());
            }
            said
        }
    }
}
