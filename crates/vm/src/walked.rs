//! What earlier walks of the heap have found, so that the next one begins where something has changed.
//!
//! A component *fits* if its references lead, in their order, to objects that the walk has met before and to those that it met first
//! here, one after the other. From each root the walk goes breadth-first, so what is met first from an object has consecutive numbers,
//! its *span*; and what was met before has smaller numbers. Where every component fits up to some point of the walk, the walk meets the
//! same objects up to there, and they keep their numbers. Only components that have changed need be looked at for that.
//!
//! A walk can begin at a thread: what statics and globals lead to comes before all threads, and each thread is followed to its end before
//! the next. So a walk has *regions*: 0 is what is common to all, `t + 1` what thread `t` is the first to reach. What is in the regions
//! before one refers to nothing behind.

use crate::canonical::{for_each_root, for_each_slot};
use crate::code::Code;
use crate::components::CompId;
use crate::frozen::{Frozen, differences};
use crate::locksets::lock_holder;
use crate::state::State;
use std::iter::Peekable;

/// The numbers of the objects that are met first from one place: the first one, and the one behind the last.
pub type Span = (u32, u32);

/// How many different walks are kept.
const MOST: usize = 8;

/// The places at which the present state may differ from the walk that was found last.
pub struct Changed {
    /// Positions in the vector.
    places: Vec<u32>,
    /// Objects from this one on, counted with the pieces of arrays.
    tail: usize,
    /// Anything may.
    all: bool,
}

impl Default for Changed {
    fn default() -> Self {
        Self { places: Vec::new(), tail: usize::MAX, all: true }
    }
}

impl Changed {
    /// More places than this are not worth listing.
    const MANY: usize = 64;

    /// A component has changed.
    #[inline]
    pub fn note(&mut self, at: usize) {
        if !self.all {
            self.all = self.places.len() == Self::MANY;
            self.places.push(at as u32);
        }
    }

    /// So have the objects from this offset on.
    pub fn note_tail(&mut self, offset: usize) {
        self.tail = self.tail.min(offset);
    }

    /// So has anything.
    pub fn note_all(&mut self) {
        self.all = true;
    }

    /// Nothing differs now.
    pub fn clear(&mut self) {
        self.places.clear();
        self.tail = usize::MAX;
        self.all = false;
    }
}

/// Where a walk may begin.
#[derive(Clone, Copy)]
pub struct From {
    /// At this thread.
    pub thread: usize,
    /// So many objects keep their numbers.
    pub kept: usize,
}

/// A lock that is held.
#[derive(Clone, Copy)]
pub struct Held {
    /// Its number.
    pub object: u32,
    /// By which thread.
    pub by: usize,
}

/// One walk, and a state in which everything fits.
#[derive(Default)]
pub struct Walk {
    /// The components before the threads, of the threads, and of the objects with the pieces of arrays.
    head: Vec<CompId>,
    threads: Vec<CompId>,
    objects: Vec<CompId>,
    /// At which offsets among these there are locks that are held.
    held: Vec<u32>,
    /// The spans of the objects, by their numbers.
    pub of_objects: Vec<Span>,
    /// The objects that are met first from globals and threads, each of which is followed before the next.
    pub roots: Vec<u32>,
    of_groups: Vec<Root>,
    of_threads: Vec<Root>,
}

/// A group of globals or a thread.
#[derive(Clone, Copy)]
struct Root {
    /// How many objects are met before.
    before: u32,
    /// Which of the roots are its.
    from: u32,
    upto: u32,
}

/// Where static objects are.
#[derive(Default)]
struct Layout {
    /// For each static object and piece of an array, the object; none for a piece.
    number_of: Vec<Option<u32>>,
    pieces: usize,
}

impl Layout {
    fn new(st: &State) -> Self {
        let mut number_of = vec![None; st.dynamic_at() - st.objects_at];
        for o in 0..st.static_objects() {
            number_of[st.object_at(o as u64 + 1) - st.objects_at] = Some(o as u32);
        }
        let pieces = number_of.len() - st.static_objects();
        Self { number_of, pieces }
    }

    /// The thread that holds the object at an offset.
    fn holder(&self, code: &Code, st: &State, offset: usize) -> Option<usize> {
        lock_holder(code, st, u64::from(self.object(offset)?) + 1)
    }

    /// The object at an offset from the first one.
    fn object(&self, offset: usize) -> Option<u32> {
        self.number_of.get(offset).copied().unwrap_or_else(|| Some((offset - self.pieces) as u32))
    }
}

/// Follows the references of a component: each leads to what was met before, or to the next object that is met first here.
struct Fitting<I: Iterator<Item = u32>> {
    first: Peekable<I>,
    /// How many objects were met before if there is none.
    end: u32,
    fits: bool,
}

impl<I: Iterator<Item = u32>> Fitting<I> {
    fn new(first: I, end: u32) -> Self {
        Self { first: first.peekable(), end, fits: true }
    }

    #[inline]
    fn see(&mut self, reference: u64) {
        let Some(object) = reference.checked_sub(1) else { return };
        let next = self.first.peek().copied();
        if object == u64::from(next.unwrap_or(u32::MAX)) {
            self.first.next();
        } else {
            self.fits &= object < u64::from(next.unwrap_or(self.end));
        }
    }

    fn has_fitted(&mut self) -> bool {
        self.fits && self.first.peek().is_none()
    }
}

impl Walk {
    /// A group of globals comes next; those that were left out before it lead nowhere else.
    pub fn begin_group(&mut self, group: usize, before: u32) {
        let here = self.roots.len() as u32;
        self.of_groups.resize(group, Root { before, from: here, upto: here });
        self.of_groups.push(Root { before, from: here, upto: here });
    }

    /// Its roots were followed.
    pub fn end_group(&mut self) {
        let upto = self.roots.len() as u32;
        self.of_groups.last_mut().into_iter().for_each(|root| root.upto = upto);
    }

    /// The region of a thread begins.
    pub fn begin_thread(&mut self, before: u32) {
        let here = self.roots.len() as u32;
        self.of_threads.push(Root { before, from: here, upto: here });
    }

    /// Its roots were followed.
    pub fn end_thread(&mut self) {
        let upto = self.roots.len() as u32;
        self.of_threads.last_mut().into_iter().for_each(|root| root.upto = upto);
    }

    /// Forgets what is not before where the walk begins.
    fn cut(&mut self, from: From) {
        let roots = self.of_threads.get(from.thread).map_or(self.roots.len(), |root| root.from as usize);
        self.roots.truncate(roots);
        self.of_threads.truncate(from.thread);
        self.of_objects.truncate(from.kept);
    }

    /// The region of an object.
    fn region(&self, object: u32) -> usize {
        self.of_threads.partition_point(|root| root.before <= object)
    }

    /// How many objects come before a thread's region.
    fn before(&self, thread: usize) -> usize {
        self.of_threads.get(thread).map_or(self.of_objects.len(), |root| root.before as usize)
    }

    /// What is met first from a group or a thread, and how many objects are met before the next one.
    fn fitting(&self, root: Root, end: u32) -> Fitting<impl Iterator<Item = u32> + '_> {
        Fitting::new(self.roots[root.from as usize..root.upto as usize].iter().copied(), end)
    }

    fn group_fits(&self, code: &Code, st: &State, frozen: Option<&Frozen>, group: usize, id: CompId) -> bool {
        let words = st.comps.words(id);
        let mut fitting = self.fitting(self.of_groups[group], self.of_groups[group + 1].before);
        code.global_refs[group].iter().for_each(|&index| fitting.see(words[index]));
        fitting.has_fitted() && frozen.is_none_or(|frozen| frozen.group_leads(group, words))
    }

    fn thread_fits(&self, code: &Code, st: &State, t: usize, id: CompId) -> bool {
        let Some(&root) = self.of_threads.get(t) else { return false };
        let mut fitting = self.fitting(root, self.before(t + 1) as u32);
        for_each_root(code, st, id, |reference| fitting.see(reference));
        fitting.has_fitted()
    }

    fn object_fits(&self, code: &Code, st: &State, frozen: Option<&Frozen>, object: u32, id: CompId) -> bool {
        let words = st.comps.words(id);
        let (from, upto) = self.of_objects[object as usize];
        let mut fitting = Fitting::new(from..upto, upto);
        for_each_slot(code, words[0], words.len(), |slot| fitting.see(words[slot]));
        fitting.has_fitted() && frozen.is_none_or(|frozen| frozen.object_leads(code, object, words))
    }

    /// The first region of which something does not fit, or is not there. Adds to `fitted` what has changed and fits.
    fn first_broken(&self, look: &Look<'_>, fitted: &mut Vec<usize>) -> usize {
        let Look { st, changed, layout, .. } = *look;
        if self.head.len() != st.thread_at(0) {
            return 0;
        }
        let threads = st.threads().min(self.threads.len());
        let objects = (st.vector.len() - st.objects_at).min(self.objects.len());
        let mut broken = if st.threads() == self.threads.len() { usize::MAX } else { threads + 1 };
        if objects < self.objects.len() {
            broken = broken.min(layout.object(objects).map_or(0, |object| self.region(object)));
        }
        let (mut at, end) = (0, st.objects_at + objects);
        let mut check = |at: usize| {
            let region = if at < st.objects_at {
                self.check_root(look, at, broken)
            } else {
                self.check_object(look, at, broken)
            };
            match region {
                Some(region) => broken = region,
                None => fitted.push(at),
            }
        };
        if changed.all {
            let mut compare = |own: &[CompId], now: &[CompId], first: usize| {
                differences(own, now, |i| check(first + i));
            };
            compare(&self.head, &st.vector[..self.head.len()], 0);
            at = st.thread_at(0);
            compare(&self.threads[..threads], &st.vector[at..at + threads], at);
            at = st.objects_at;
            compare(&self.objects[..objects], &st.vector[at..end], at);
            return broken;
        }
        let noted = changed.places.iter().map(|&at| at as usize).filter(|&at| at < end);
        noted.for_each(&mut check);
        let tail = changed.tail.min(objects);
        at += st.objects_at + tail;
        differences(&self.objects[tail..objects], &st.vector[at..end], |i| check(at + i));
        broken
    }

    /// Looks at what is at a place before the objects: its region if it does not fit. Regions from `known` on are of no interest.
    fn check_root(&self, look: &Look<'_>, at: usize, known: usize) -> Option<usize> {
        let Look { code, st, frozen, .. } = *look;
        let id = st.vector[at];
        let Some(t) = at.checked_sub(st.thread_at(0)) else {
            let is_group = (1..self.of_groups.len()).contains(&at);
            let fits = self.head[at] == id || !is_group || self.group_fits(code, st, frozen, at - 1, id);
            return (known == 0 || !fits).then_some(0);
        };
        match self.threads.get(t) {
            Some(&own) if t + 1 < known => {
                let fits = own == id || self.thread_fits(code, st, t, id);
                (!fits).then_some(t + 1)
            }
            _ => Some(known),
        }
    }

    /// The same for an object or a piece of an array.
    fn check_object(&self, look: &Look<'_>, at: usize, known: usize) -> Option<usize> {
        let Look { code, st, frozen, layout, .. } = *look;
        let (offset, id) = (at - st.objects_at, st.vector[at]);
        // What is in pieces refers to nothing.
        let object = layout.object(offset)?;
        let region = self.region(object);
        if region >= known {
            return Some(known);
        }
        let fits = self.objects[offset] == id || self.object_fits(code, st, frozen, object, id);
        (!fits).then_some(region)
    }

    /// What is at this place in the state fits.
    fn adopt(&mut self, code: &Code, st: &State, layout: &Layout, at: usize) {
        let id = st.vector[at];
        match (at.checked_sub(st.objects_at), at.checked_sub(st.thread_at(0))) {
            (Some(offset), _) => {
                self.objects[offset] = id;
                self.held.retain(|&held| held as usize != offset);
                self.held.extend(layout.holder(code, st, offset).map(|_| offset as u32));
            }
            (None, Some(t)) => self.threads[t] = id,
            (None, None) => self.head[at] = id,
        }
    }

    /// The state is in the form that this walk has given it; it was as it is in what comes before `from`.
    fn take_over(&mut self, code: &Code, st: &State, layout: &Layout, from: Option<From>) {
        let objects = &st.vector[st.objects_at..];
        let threads = &st.vector[st.thread_at(0)..st.objects_at];
        let (thread, offset) = match from {
            Some(from) => (from.thread, st.object_at(from.kept as u64 + 1) - st.objects_at),
            None => (0, 0),
        };
        if from.is_none() {
            self.head.clear();
            self.head.extend_from_slice(&st.vector[..st.thread_at(0)]);
        }
        self.threads.truncate(thread);
        self.threads.extend_from_slice(&threads[thread..]);
        self.objects.truncate(offset);
        self.objects.extend_from_slice(&objects[offset..]);
        self.held.retain(|&held| (held as usize) < offset);
        let held = (offset..objects.len()).filter(|&offset| layout.holder(code, st, offset).is_some());
        self.held.extend(held.map(|offset| offset as u32));
    }

    fn bytes(&self) -> usize {
        let spans = self.of_groups.len() + self.of_objects.len() + self.of_threads.len();
        (self.head.len() + self.threads.len() + self.objects.len() + self.held.len()) * 4
            + spans * size_of::<Span>()
    }
}

/// What is looked at.
#[derive(Clone, Copy)]
struct Look<'a> {
    code: &'a Code,
    st: &'a State,
    frozen: Option<&'a Frozen>,
    layout: &'a Layout,
    changed: &'a Changed,
}

/// The last walks, the one that was found last in front. Frozen objects are where they were in all of them.
#[derive(Default)]
pub struct Walked {
    walks: Vec<Walk>,
    layout: Layout,
}

impl Walked {
    /// Forgets all walks.
    pub fn clear(&mut self) {
        self.walks.clear();
    }

    /// Where a walk of the state may begin: the walk that it goes on is then in front of the others, and what comes before fits it.
    pub fn find(&mut self, code: &Code, st: &mut State, frozen: Option<&Frozen>) -> Option<From> {
        let mut fitted = Vec::new();
        for number in 0..self.walks.len() {
            fitted.clear();
            let look = Look { code, st, frozen, layout: &self.layout, changed: &st.changed };
            let broken = self.walks[number].first_broken(&look, &mut fitted);
            let walk = &mut self.walks[number];
            fitted.iter().for_each(|&at| walk.adopt(code, st, &self.layout, at));
            if broken > 0 {
                let thread = (broken - 1).min(st.threads());
                let from = From { thread, kept: walk.before(thread) };
                self.walks[..=number].rotate_right(1);
                return Some(from);
            }
            st.changed.note_all();
        }
        None
    }

    /// How many objects all threads can reach, which have the first numbers, if some walk tells that.
    pub fn common(&self, code: &Code, st: &State, frozen: Option<&Frozen>) -> Option<usize> {
        let anything = Changed::default();
        let goes_on = |number: &usize| {
            let changed = if *number == 0 { &st.changed } else { &anything };
            let look = Look { code, st, frozen, layout: &self.layout, changed };
            self.walks[*number].first_broken(&look, &mut Vec::new()) > 0
        };
        (0..self.walks.len()).find(goes_on).map(|number| self.walks[number].before(0))
    }

    /// The locks that are held, if there is a walk: those of the state that it has, unless they have changed since.
    pub fn held(&self, code: &Code, st: &State) -> Option<Vec<Held>> {
        let walk = self.walks.first()?;
        let objects = &st.vector[st.objects_at..];
        let both = objects.len().min(walk.objects.len());
        let mut offsets: Vec<usize> = walk.held.iter().map(|&offset| offset as usize).collect();
        offsets.extend(walk.objects.len()..objects.len());
        if st.changed.all {
            differences(&walk.objects[..both], &objects[..both], |offset| offsets.push(offset));
        } else {
            let noted = st.changed.places.iter().filter_map(|&at| (at as usize).checked_sub(st.objects_at));
            offsets.extend(noted.chain(st.changed.tail.min(both)..both));
        }
        offsets.retain(|&offset| offset < objects.len());
        offsets.sort_unstable();
        offsets.dedup();
        let held = |offset: usize| {
            let by = self.layout.holder(code, st, offset)?;
            Some(Held { object: self.layout.object(offset)?, by })
        };
        Some(offsets.into_iter().filter_map(held).collect())
    }

    /// The walk that was found, to be gone on with, or a new one.
    pub fn begin(&mut self, st: &State, from: Option<From>) -> Walk {
        if let Some(from) = from {
            let mut walk = self.walks.remove(0);
            walk.cut(from);
            return walk;
        }
        if self.walks.is_empty() {
            self.layout = Layout::new(st);
        }
        self.walks.truncate(MOST - 1);
        Walk::default()
    }

    /// The walk has come to its end, and the state has the form that it gives.
    pub fn end(&mut self, code: &Code, mut walk: Walk, st: &mut State, from: Option<From>) {
        walk.take_over(code, st, &self.layout, from);
        self.walks.insert(0, walk);
        st.changed.clear();
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.walks.iter().map(Walk::bytes).sum()
    }
}
