//! What orders the accesses to a variable: one thing that does so in all executions.
//!
//! Two accesses of different threads are ordered *directly* by an object or a word if the first thread uses it after its access and the
//! second one, later than that, before its own; and by threads if a chain of starts and ends leads from the first to the second. What
//! orders every two conflicting accesses to a variable directly, in every execution, is why there is no race. There need not be such a
//! thing: some pairs may be ordered by this and others by that, or by one thing after the other.
//! The search is that of happens-before, over pairs of a state and of what was seen on the way to it.

use crate::discipline::{Touch, TouchedCell};
use crate::happens_before::all_pairs;
use crate::interpreter::Interpreter;
use crate::state::{Object, Status, Value};
use commute_ir::{Instr, Program, Shape};
use commute_machine::Transition;
use std::collections::{BTreeMap, BTreeSet};

/// What can order two accesses.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Carrier {
    /// A thread starts another.
    Start,
    /// A thread finds that another has ended.
    End,
    /// Operations on an object, or accesses to a word that are not plain: the name of what it is.
    Named(String),
}

/// The last access of this sort by a thread to a word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Access {
    word: Word,
    /// Threads are counted as they are started: numbers are used again.
    thread: usize,
    writes: bool,
    plain: bool,
}

/// The number of an object, if it is part of one, and of the word.
type Word = (Option<u32>, usize);

/// What a thread leaves something at, for others to find.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Place {
    Object(u32),
    Written(Word),
    Read(Word),
    /// The end of the thread with this handle.
    Ended(u32),
}

#[derive(Clone, PartialEq, Eq, Hash, Default)]
struct Way {
    /// Which thread has each number now.
    threads: Vec<usize>,
    started: usize,
    accesses: BTreeSet<Access>,
    /// The accesses after which their own threads have been at a place.
    left: BTreeMap<Place, BTreeSet<Access>>,
    /// What orders an access before all that a thread does from now on.
    ordered: BTreeMap<(usize, Access), BTreeSet<Carrier>>,
}

/// What orders all conflicting accesses to a variable that were met so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Reason {
    /// Names. Nothing is "all": no two accesses were met.
    named: Option<BTreeSet<String>>,
    /// Starts and ends order some two accesses and are needed for them.
    threads: BTreeSet<Carrier>,
    /// They do not order some two.
    not_threads: bool,
}

/// With so many objects half as many pairs are looked at.
const USUAL_OBJECTS: usize = 64;

/// For each variable with conflicting accesses, one of them plain, what orders all of them, if it is one thing: an object, a variable, or
/// [`Carrier::Start`], [`Carrier::End`] or both. Nothing if there are more than `most` pairs of a state and what was seen, or if it
/// becomes too late for it. Whoever knows of as many steps in executions as `steps` knows of about as many pairs: each leads to a state,
/// or to another past. So where that is too many, nothing is begun.
pub fn what_orders(
    program: &Program,
    most: usize,
    steps: u64,
    is_late: impl Fn() -> bool,
) -> Option<BTreeMap<String, Vec<Carrier>>> {
    let mut reasons: BTreeMap<String, Reason> = BTreeMap::new();
    let mut way = Way::default();
    let initial = Interpreter::start(program, false).0;
    // A large heap makes each pair dear, and this is only about what a table says.
    let most = most * USUAL_OBJECTS / (USUAL_OBJECTS + initial.state().objects.len());
    if steps > most as u64 {
        return None;
    }
    way.meet_threads(&initial, None);
    way.read_guards(&initial, &mut reasons);
    let broken_off = all_pairs(program, most, way, |way, before, next, step| {
        way.step(before, next, step, &mut reasons);
        way.read_guards(next, &mut reasons);
        is_late()
    })?;
    if broken_off {
        return None;
    }
    Some(reasons.into_iter().map(|(variable, reason)| (variable, reason.carriers())).collect())
}

impl Reason {
    fn meet(&mut self, carriers: &BTreeSet<Carrier>) {
        let names = carriers.iter().filter_map(|carrier| match carrier {
            Carrier::Named(name) => Some(name.clone()),
            Carrier::Start | Carrier::End => None,
        });
        let names: BTreeSet<String> = names.collect();
        self.named = Some(match self.named.take() {
            Some(common) => common.intersection(&names).cloned().collect(),
            None => names,
        });
        match carriers.iter().find(|carrier| !matches!(carrier, Carrier::Named(_))) {
            Some(carrier) => _ = self.threads.insert(carrier.clone()),
            None => self.not_threads = true,
        }
    }

    fn carriers(self) -> Vec<Carrier> {
        let named = self.named.unwrap_or_default();
        if !self.not_threads {
            return self.threads.into_iter().collect();
        }
        // Of several things each would do; which one is meant nobody knows.
        if named.len() == 1 { named.into_iter().map(Carrier::Named).collect() } else { Vec::new() }
    }
}

impl Way {
    fn step(
        &mut self,
        before: &Interpreter<'_>,
        it: &mut Interpreter<'_>,
        step: Transition,
        reasons: &mut BTreeMap<String, Reason>,
    ) {
        let t = step.tid.index();
        let me = self.threads[t];
        let thread = &before.state.threads[t];
        let own = thread.handle;
        if thread.interrupted || matches!(thread.status, Status::Woken(_)) {
            let carrier = || Carrier::Named("interrupt".to_owned());
            own.iter().for_each(|&handle| self.find(me, Place::Object(handle), carrier));
        }
        let is_block = before.inside(t) || matches!(before.instr(t), Instr::AtomicBegin);
        let plain = !is_block && before.instr(t).plain_place().is_some();
        let fails = match *before.instr(t) {
            Instr::Cas { place, expected, .. } if !is_block => {
                let is_equal = |cell| before.read(cell).word() == before.value(t, expected).word();
                !before.locate(t, place).is_ok_and(is_equal)
            }
            _ => false,
        };
        it.advance_by(step);
        let objects = it.operated_on.clone();
        for &object in &objects {
            let name = || Carrier::Named(name_of_object(having(object, before, it), object));
            self.find(me, Place::Object(object), name);
            self.find(me, Place::Ended(object), || Carrier::End);
        }
        let words = it.touched.iter().filter_map(|touch| Some((word(touch)?, touch.writes && !fails)));
        self.access_all([before, it], t, &words.collect::<Vec<_>>(), plain, reasons);
        objects.iter().for_each(|&object| self.leave(me, Place::Object(object)));
        if it.state.threads[t].status.is_finished() {
            own.iter().for_each(|&handle| self.leave_all(me, Place::Ended(handle)));
        }
        self.meet_threads(it, Some(me));
    }

    /// Threads that are blocked at guards read what these are about.
    fn read_guards(&mut self, it: &Interpreter<'_>, reasons: &mut BTreeMap<String, Reason>) {
        if it.state.exclusive.is_some() {
            return;
        }
        for t in 0..it.threads() {
            let stands =
                !it.state.threads[t].status.is_finished() && matches!(it.instr(t), Instr::AtomicBegin);
            let touched = stands.then(|| it.touched_until_blocked(t)).flatten().unwrap_or_default();
            let words: Vec<(Word, bool)> = touched.iter().filter_map(|t| Some((word(t)?, false))).collect();
            self.access_all([it, it], t, &words, false, reasons);
        }
    }

    fn access_all(
        &mut self,
        states: [&Interpreter<'_>; 2],
        t: usize,
        words: &[(Word, bool)],
        plain: bool,
        reasons: &mut BTreeMap<String, Reason>,
    ) {
        let me = self.threads[t];
        for &(word, writes) in words.iter().filter(|_| !plain) {
            let name = || Carrier::Named(name_of_carrier(states, word));
            self.find(me, Place::Written(word), name);
            if writes {
                self.find(me, Place::Read(word), name);
            }
        }
        for &(word, writes) in words {
            self.access(states, Access { word, thread: me, writes, plain }, reasons);
        }
        for &(word, writes) in words.iter().filter(|_| !plain) {
            self.leave(me, if writes { Place::Written(word) } else { Place::Read(word) });
        }
    }

    fn access(
        &mut self,
        states: [&Interpreter<'_>; 2],
        access: Access,
        reasons: &mut BTreeMap<String, Reason>,
    ) {
        let conflicts = |other: &&Access| {
            other.word == access.word
                && other.thread != access.thread
                && (other.writes || access.writes)
                && (other.plain || access.plain)
        };
        for other in self.accesses.iter().filter(conflicts) {
            let carriers = self.ordered.get(&(access.thread, *other)).cloned().unwrap_or_default();
            reasons.entry(name_of_word(states, access.word)).or_default().meet(&carriers);
        }
        self.left.values_mut().for_each(|left| _ = left.remove(&access));
        self.ordered.retain(|(_, known), _| *known != access);
        self.accesses.insert(access);
    }

    /// A thread finds what others have left.
    fn find(&mut self, me: usize, place: Place, carrier: impl Fn() -> Carrier) {
        let left = self.left.get(&place).into_iter().flatten().filter(|access| access.thread != me);
        let left: Vec<Access> = left.copied().collect();
        // To find a name takes time.
        let Some(carrier) = left.first().map(|_| carrier()) else { return };
        for access in left {
            self.ordered.entry((me, access)).or_default().insert(carrier.clone());
        }
    }

    /// A thread leaves what it has done itself.
    fn leave(&mut self, me: usize, place: Place) {
        let own = self.accesses.iter().filter(|access| access.thread == me).copied();
        self.left.entry(place).or_default().extend(own);
    }

    /// The same, and what comes before it by starts and ends.
    fn leave_all(&mut self, me: usize, place: Place) {
        self.leave(me, place);
        let by_threads = self.by_threads(me);
        self.left.entry(place).or_default().extend(by_threads);
    }

    /// What starts and ends order before a thread.
    fn by_threads(&self, me: usize) -> Vec<Access> {
        let is_one = |carriers: &BTreeSet<Carrier>| {
            carriers.contains(&Carrier::Start) || carriers.contains(&Carrier::End)
        };
        let known = self.ordered.iter().filter(|((of, _), carriers)| *of == me && is_one(carriers));
        known.map(|((_, access), _)| *access).collect()
    }

    /// Threads that were started by the last step come after what their starter has done.
    fn meet_threads(&mut self, it: &Interpreter<'_>, starter: Option<usize>) {
        for t in 0..it.threads() {
            if t < self.threads.len() && !it.started.contains(&t) {
                continue;
            }
            self.threads.resize(self.threads.len().max(t + 1), 0);
            self.started += 1;
            self.threads[t] = self.started;
            let Some(starter) = starter else { continue };
            let own = self.accesses.iter().filter(|access| access.thread == starter).copied();
            for access in own.chain(self.by_threads(starter)) {
                self.ordered.entry((self.started, access)).or_default().insert(Carrier::Start);
            }
        }
    }
}

fn word(touch: &Touch) -> Option<Word> {
    match touch.cell {
        TouchedCell::Global(global) => Some((None, global)),
        TouchedCell::Object(object, Some(word)) => Some((Some(object), word)),
        TouchedCell::Object(_, None) => None,
    }
}

/// Of the states before and after a step, the one that has an object: before it nobody could drop it, after it some are new.
fn having<'a, 'p>(
    object: u32,
    before: &'a Interpreter<'p>,
    after: &'a Interpreter<'p>,
) -> &'a Interpreter<'p> {
    if before.state.objects.contains_key(&object) { before } else { after }
}

/// The variable that a word belongs to, by a name that is the same in all states, as the table of sharing has it.
fn name_of_word([before, after]: [&Interpreter<'_>; 2], (object, word): Word) -> String {
    let program = before.code.program;
    let Some(object) = object else { return program.globals[word].name.clone() };
    let it = having(object, before, after);
    let declared = program.statics.get(object as usize).map(|decl| &decl.name);
    match (it.state.objects.get(&object), declared) {
        (Some(&Object { shape: Shape::Instance(class), .. }), declared) => {
            let class = &program.classes[class.index()];
            format!("{}.{}", declared.unwrap_or(&class.name), class.fields[word].name)
        }
        (_, Some(name)) => format!("{name}[{word}]"),
        (Some(object), None) => format!("each {}", it.kind_of(object)),
        // Made and dropped in one step: nobody else has ever seen it.
        (None, None) => String::new(),
    }
}

/// What a word is called that threads synchronize by: a variable of the program, or the object of a library whose insides it is part of.
fn name_of_carrier([before, after]: [&Interpreter<'_>; 2], (object, word): Word) -> String {
    let inside = object.filter(|&object| {
        let it = having(object, before, after);
        it.state.objects.get(&object).is_some_and(|o| !is_users(it, o.shape))
    });
    match inside {
        Some(object) => name_of_object(having(object, before, after), object),
        None => name_of_word([before, after], (object, word)),
    }
}

/// Whether the program itself has the class of an object. A model has no others; of a Java program some method would have a source.
fn is_users(it: &Interpreter<'_>, shape: Shape) -> bool {
    let program = it.code.program;
    let (Shape::Instance(class), Some(_)) = (shape, program.thread_class) else { return true };
    let name = &program.classes[class.index()].name;
    let is_method = |of: &str| of.strip_prefix(name.as_str()).is_some_and(|rest| rest.starts_with('.'));
    let mut methods = program.functions.iter().zip(&it.code.has_source);
    methods.any(|(func, &has_source)| has_source && is_method(&func.name))
}

/// The object that a program knows by a variable or a field of its own: this one, or the one that it is part of.
fn name_of_object(it: &Interpreter<'_>, object: u32) -> String {
    let program = it.code.program;
    let mut part = object;
    // Objects may refer to each other in circles.
    for _ in 0..MOST_OWNERS {
        if let Some(decl) = program.statics.get(part as usize) {
            return decl.name.clone();
        }
        let refers = |value: &Value| value.object() == Some(part);
        if let Some(global) = it.state.globals.iter().position(refers) {
            return program.globals[global].name.clone();
        }
        let names_it = |o: &Object| match o.shape {
            Shape::Instance(class) => !program.classes[class.index()].name.contains("$$"),
            _ => false,
        };
        let objects = it.state.objects.iter().filter(|(_, o)| names_it(o));
        let owners: Vec<(u32, usize)> =
            objects.filter_map(|(&owner, o)| Some((owner, o.data.iter().position(refers)?))).collect();
        match owners.as_slice() {
            [(owner, word)] if is_users(it, it.state.object(*owner).shape) => {
                return name_of_word([it, it], (Some(*owner), *word));
            }
            [(owner, _)] => part = *owner,
            _ => break,
        }
    }
    it.state.objects.get(&object).map_or_else(String::new, |o| it.kind_name(o.shape))
}

/// How far a part of an object of a library is from it.
const MOST_OWNERS: usize = 4;
