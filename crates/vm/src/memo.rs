//! Remembering what steps do.
//!
//! A step is a function of the thread's number and component and of the few other components it touches. Both are
//! interned, so what it does can be looked up instead of executed: a *situation* is a thread's component
//! together with the present ids of the components that its next step touches, and it has a number of
//! choices and, for each choice, the ids after the step. Most programs have few situations and many states.
//!
//! Which components a step touches is found by watching it ([`Touched`]): the places are kept for each
//! thread component, and if another execution touches a further one, it joins the list. A step that
//! does anything else (allocates, starts or wakes a thread, fails) is always executed.

use crate::components::{CompId, fold};
use crate::state::State;
use commute_machine::{Access, Footprint};
use commute_mutants::mutant;
use hashbrown::HashTable;
use smallvec::SmallVec;

/// The most places watched for one thread component.
const PLACES: usize = 3;
/// Above this many situations the table is emptied: it is a cache.
const MAX_SITUATIONS: usize = 1 << 20;
/// After this many lookups the table must have been useful.
const TRIAL: u64 = 1 << 16;

/// A place in the state that keeps its meaning when threads are added: a group of globals by its position
/// in the vector, or an object by its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position(u32);

const OBJECT: u32 = 1 << 31;

/// In no state is there a component.
const NOWHERE: Position = Position(!OBJECT);

impl Position {
    /// The component at `at` in the vector.
    pub fn new(st: &State, at: usize) -> Self {
        if at < st.objects_at { Position(at as u32) } else { Position((at - st.objects_at) as u32 | OBJECT) }
    }

    /// The id of the component there; zero, which is in no state, if there is no such object.
    #[inline]
    fn id(self, st: &State) -> CompId {
        st.vector.get(self.at(st)).copied().unwrap_or(0)
    }

    #[inline]
    fn at(self, st: &State) -> usize {
        if self.0 & OBJECT == 0 { self.0 as usize } else { (self.0 & !OBJECT) as usize + st.objects_at }
    }
}

/// What an execution touched.
#[derive(Default)]
pub struct Touched {
    places: SmallVec<[Position; PLACES]>,
    /// It touched more than can be remembered.
    too_much: bool,
}

impl Touched {
    /// Begins a new list.
    pub fn clear(&mut self) {
        self.places.clear();
        self.too_much = false;
    }

    /// Notes a place.
    #[inline]
    pub fn add(&mut self, position: Position) {
        if !self.places.contains(&position) {
            if self.places.len() < PLACES {
                self.places.push(position);
            } else {
                self.too_much = true;
            }
        }
    }

    /// Notes what another execution touched.
    pub fn join(&mut self, other: &Touched) {
        other.places.iter().for_each(|&place| self.add(place));
        self.too_much |= other.too_much;
    }

    /// Notes an effect that cannot be remembered.
    #[inline]
    #[mutant("memo-forgets-other-threads", self.too_much = false)]
    pub fn give_up(&mut self) {
        self.too_much = true;
    }
}

/// Places of the state, a few.
#[derive(Clone, Copy)]
struct Places {
    /// These, and then nowhere.
    all: [Position; PLACES],
    count: usize,
}

impl Places {
    const NONE: Places = Places { all: [NOWHERE; PLACES], count: 0 };

    fn iter(&self) -> impl Iterator<Item = Position> + use<> {
        self.all.into_iter().take(self.count)
    }

    /// Adds a place, if it is not there. Whether there was room.
    fn add(&mut self, place: Position) -> bool {
        if self.all.contains(&place) {
            return true;
        }
        let free = self.all.get_mut(self.count).map(|free| *free = place);
        self.count += usize::from(free.is_some());
        free.is_some()
    }
}

/// What is known of a thread component.
#[derive(Clone, Default)]
enum Watch {
    /// Nothing yet.
    #[default]
    Unknown,
    /// Its next step touches at most these places.
    Places(Places),
    /// Its next step must be executed.
    Execute,
}

/// A thread's component, the ids of the places it watches (zero for none) and its number, which is what it
/// writes into a lock: the whole key.
type Key = [u32; 2 + PLACES];

struct Situation {
    key: Key,
    choices: u32,
    /// Where the results of its choices begin in `results`.
    results: u32,
    /// What the step touches, if somebody wanted to know and it has to be executed to find out.
    foreseen: Option<Box<Foreseen>>,
}

/// What is found out about a step by trying it.
pub struct Foreseen {
    /// What it touches.
    pub footprint: Footprint,
    /// Whether nobody else can move after it, with some choice.
    pub ends_exclusive: bool,
}

/// The ids after a step, in the order of the key, and whether a reference changed, where others may see it.
#[derive(Clone, Copy, Default)]
struct StepEffect {
    after: Key,
    references_changed: bool,
    published: bool,
    known: bool,
}

impl StepEffect {
    /// Whether the step makes something refer to another object, so that objects may have to be numbered anew.
    #[inline]
    #[mutant("memo-forgets-references", false)]
    fn changes_references(&self) -> bool {
        self.references_changed
    }
}

/// The table of situations.
#[derive(Default)]
pub struct Memo {
    watches: Vec<Watch>,
    situations: Vec<Situation>,
    table: HashTable<u32>,
    effects: Vec<StepEffect>,
    /// How many effects there were before the table was last emptied.
    forgotten: u64,
    /// The situation that each thread was last found in: mostly it is in the same one when it steps, and in the next state.
    /// Component 0 is in no state, so a key of zeros is none.
    last: Vec<(Key, u32)>,
    lookups: u64,
    misses: u64,
    off: bool,
    /// Bytes of the footprints that are remembered.
    footprint_bytes: usize,
}

#[inline]
fn hash(key: &Key) -> u64 {
    let low = u64::from(key[0]) << 32 | u64::from(key[1]);
    let high = u64::from(key[2]) << 32 | u64::from(key[3]);
    fold(low ^ 0x9e37_79b9_7f4a_7c15, high ^ u64::from(key[4]) << 20 ^ 0xd6e8_feb8_6659_fd93)
}

/// The number of a thread as part of a key: what it writes into a lock.
#[inline]
#[mutant("memo-without-thread", 0)]
fn key_number(t: usize) -> u32 {
    t as u32
}

impl Memo {
    /// One that remembers nothing.
    pub fn off() -> Self {
        Self { off: true, ..Self::default() }
    }

    /// The key of thread `t`'s present situation, if its step can be remembered.
    #[inline]
    fn key(&self, st: &State, t: usize) -> Option<Key> {
        let at = st.thread_at(t);
        let thread = st.vector[at];
        st.looked.note(at);
        let Some(Watch::Places(places)) = self.watches.get(thread as usize) else { return None };
        if st.looked.notes() {
            places.iter().for_each(|place| st.looked.note(place.at(st)));
        }
        let [a, b, c] = places.all.map(|place| place.id(st));
        Some([thread, a, b, c, key_number(t)])
    }

    /// The situation of thread `t` with this key.
    #[inline]
    fn find(&mut self, key: &Key, t: usize) -> Option<u32> {
        self.lookups += 1;
        match self.last.get(t) {
            Some((known, situation)) if known == key => Some(*situation),
            _ => self.look_up(key, t),
        }
    }

    fn look_up(&mut self, key: &Key, t: usize) -> Option<u32> {
        let found = self.table.find(hash(key), |&s| self.situations[s as usize].key == *key).copied();
        match found {
            None => self.misses += 1,
            Some(situation) => {
                if self.last.len() <= t {
                    self.last.resize(t + 1, (Key::default(), 0));
                }
                self.last[t] = (*key, situation);
            }
        }
        found
    }

    /// The number of choices of thread `t`, if it is remembered.
    #[inline]
    pub fn choices(&mut self, st: &State, t: usize) -> Option<u32> {
        if self.off {
            return None;
        }
        let key = self.key(st, t)?;
        let situation = self.find(&key, t)?;
        Some(self.situations[situation as usize].choices)
    }

    /// Remembers the number of choices of thread `t`, which was found by touching `touched`.
    pub fn learn_choices(&mut self, st: &State, t: usize, choices: u32, touched: &Touched) {
        if self.off {
            return;
        }
        self.watch(st, t, touched);
        if let Some(key) = self.key(st, t)
            && self.find(&key, t).is_none()
        {
            self.add(key, choices);
        }
    }

    /// What was found out about the next step of thread `t`, if it is remembered.
    pub fn foreseen(&mut self, st: &State, t: usize) -> Option<&Foreseen> {
        if self.off {
            return None;
        }
        let key = self.key(st, t)?;
        let situation = self.find(&key, t)?;
        self.situations[situation as usize].foreseen.as_deref()
    }

    /// Remembers what was found out about the next step of thread `t`, which has so many choices. That was found by touching `touched`.
    pub fn learn_foreseen(
        &mut self,
        st: &State,
        t: usize,
        choices: u32,
        touched: &Touched,
        foreseen: Foreseen,
    ) {
        if self.off {
            return;
        }
        self.watch(st, t, touched);
        let Some(key) = self.key(st, t) else { return };
        let situation = self.find(&key, t).unwrap_or_else(|| self.add(key, choices));
        if let Some(situation) = self.situations.get_mut(situation as usize) {
            let spilled = foreseen.footprint.accesses.len() * size_of::<Access>();
            self.footprint_bytes += size_of::<Foreseen>() + spilled;
            situation.foreseen = Some(Box::new(foreseen));
        }
    }

    fn add(&mut self, key: Key, choices: u32) -> u32 {
        self.look_after();
        let results = self.effects.len() as u32;
        self.effects.resize(self.effects.len() + choices as usize, StepEffect::default());
        let number = self.situations.len() as u32;
        self.situations.push(Situation { key, choices, results, foreseen: None });
        let situations = &self.situations;
        self.table.insert_unique(hash(&key), number, |&s| hash(&situations[s as usize].key));
        number
    }

    /// Adds the places to what is watched for the component of thread `t`.
    fn watch(&mut self, st: &State, t: usize, touched: &Touched) {
        let thread = st.vector[st.thread_at(t)] as usize;
        self.watch_component(thread, touched);
    }

    fn watch_component(&mut self, thread: usize, touched: &Touched) {
        if self.watches.len() <= thread {
            self.watches.resize(thread + 1, Watch::Unknown);
        }
        let watch = &mut self.watches[thread];
        let mut places = match watch {
            Watch::Execute => return,
            Watch::Unknown => Places::NONE,
            Watch::Places(places) => *places,
        };
        let has_room = touched.places.iter().all(|&place| places.add(place));
        *watch = if touched.too_much || !has_room { Watch::Execute } else { Watch::Places(places) };
    }

    /// The number of what the step of thread `t` does, if it is remembered: it gives the components that it changes to the same places, as
    /// long as objects and threads keep theirs. No number has two meanings.
    #[inline]
    pub fn known_effect(&mut self, st: &State, t: usize, choice: u32) -> Option<u32> {
        if self.off {
            return None;
        }
        let key = self.key(st, t)?;
        let situation = self.find(&key, t)?;
        let at = self.situations[situation as usize].results + choice;
        let effect = &self.effects[at as usize];
        let is_plain = effect.known && !effect.references_changed && !effect.published;
        let number = u32::try_from(self.forgotten + u64::from(at)).ok();
        number.filter(|&number| is_plain && number < u32::MAX)
    }

    /// Makes the step of thread `t`, if it is remembered. Whether it was.
    #[inline]
    pub fn step(&mut self, st: &mut State, t: usize, choice: u32) -> bool {
        if self.off {
            return false;
        }
        let Some(key) = self.key(st, t) else { return false };
        let Some(situation) = self.find(&key, t) else { return false };
        let results = self.situations[situation as usize].results;
        let effect = self.effects[(results + choice) as usize];
        if !effect.known {
            return false;
        }
        let thread = st.thread_at(t);
        st.set(thread, effect.after[0]);
        if let Some(&Watch::Places(places)) = self.watches.get(key[0] as usize) {
            for (place, (&old, &new)) in places.iter().zip(key[1..].iter().zip(&effect.after[1..])) {
                if old != new {
                    st.set(place.at(st), new);
                }
            }
        }
        st.references_changed |= effect.changes_references();
        st.published |= effect.published;
        true
    }

    /// Remembers a step that thread `t`, whose component was `thread`, has executed: `st` is the state after it, not yet
    /// renumbered.
    pub fn learn_step(&mut self, thread: CompId, st: &State, t: usize, choice: u32) {
        if self.off {
            return;
        }
        self.watch_component(thread as usize, &st.touched);
        let Some(&Watch::Places(places)) = self.watches.get(thread as usize) else { return };
        if st.overwritten.too_many {
            return;
        }
        let mut key = [thread, 0, 0, 0, key_number(t)];
        let mut after = [st.vector[st.thread_at(t)], 0, 0, 0, 0];
        for (i, place) in places.iter().enumerate() {
            after[1 + i] = place.id(st);
            key[1 + i] = st.overwritten.before(place.at(st), after[1 + i]);
        }
        // A situation that was not asked for its choices (its list of places just grew) is added when it is.
        let Some(situation) = self.find(&key, t) else { return };
        let results = self.situations[situation as usize].results;
        let State { references_changed, published, .. } = *st;
        self.effects[(results + choice) as usize] =
            StepEffect { after, references_changed, published, known: true };
    }

    /// Empties the table when it is full, and gives up when it does not help.
    fn look_after(&mut self) {
        if self.lookups > TRIAL && self.misses * 4 > self.lookups * 3 {
            *self = Memo { off: true, ..Memo::default() };
        } else if self.situations.len() >= MAX_SITUATIONS {
            *self = Memo { forgotten: self.forgotten + self.effects.len() as u64, ..Memo::default() };
        }
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.watches.len() * size_of::<Watch>()
            + self.situations.len() * size_of::<Situation>()
            + self.effects.len() * size_of::<StepEffect>()
            + self.table.allocation_size()
            + self.footprint_bytes
    }
}

/// What an execution has overwritten, for [`Memo::learn_step`]. Only as much is kept as a step may change that can be remembered: its
/// thread and the places that are watched.
#[derive(Default)]
pub struct Overwritten {
    /// Positions in the vector, and the components that were there at first.
    old: SmallVec<[(usize, CompId); 1 + PLACES]>,
    too_many: bool,
}

impl Overwritten {
    /// Begins a new list.
    pub fn clear(&mut self) {
        self.old.clear();
        self.too_many = false;
    }

    /// Notes that the component at `at` was `old`.
    #[inline]
    pub fn add(&mut self, at: usize, old: CompId) {
        if self.old.iter().any(|&(known, _)| known == at) {
            return;
        }
        if self.old.len() <= PLACES {
            self.old.push((at, old));
        } else {
            self.too_many = true;
        }
    }

    /// The component that was at `at`, where `now` is.
    fn before(&self, at: usize, now: CompId) -> CompId {
        self.old.iter().find(|&&(known, _)| known == at).map_or(now, |&(_, old)| old)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn touched(places: &[u32]) -> Touched {
        let mut touched = Touched::default();
        places.iter().for_each(|&place| touched.add(Position(place)));
        touched
    }

    /// The places that are watched for a component, or none if its step is executed.
    fn watched(memo: &Memo, thread: usize) -> Option<Vec<u32>> {
        match &memo.watches[thread] {
            Watch::Places(places) => Some(places.iter().map(|place| place.0).collect()),
            Watch::Execute => None,
            Watch::Unknown => panic!("nothing is known of {thread}"),
        }
    }

    #[test]
    fn three_places_can_be_remembered_and_no_more() {
        let three = touched(&[5, 6, 5, 7, 6]);
        assert_eq!((three.places.len(), three.too_much), (3, false));
        assert!(touched(&[5, 6, 7, 8]).too_much);
        let mut gave_up = touched(&[5]);
        gave_up.give_up();
        assert!(gave_up.too_much);
        gave_up.clear();
        assert_eq!((gave_up.places.len(), gave_up.too_much), (0, false));
    }

    #[test]
    fn further_places_join_the_list() {
        let mut memo = Memo::default();
        memo.watch_component(2, &touched(&[5]));
        assert_eq!(watched(&memo, 2), Some(vec![5]));
        memo.watch_component(2, &touched(&[6, 5]));
        memo.watch_component(2, &touched(&[]));
        assert_eq!(watched(&memo, 2), Some(vec![5, 6]));
        memo.watch_component(2, &touched(&[7, 8]));
        assert_eq!(watched(&memo, 2), None, "four are too many");
        memo.watch_component(2, &touched(&[5]));
        assert_eq!(watched(&memo, 2), None, "for ever");
    }

    #[test]
    fn a_step_that_cannot_be_remembered_is_executed() {
        let mut memo = Memo::default();
        memo.watch_component(0, &touched(&[1, 2, 3, 4]));
        assert_eq!(watched(&memo, 0), None);
    }

    #[test]
    fn the_table_is_given_up_if_it_does_not_help() {
        let key = |n: u32| [n, 0, 0, 0, 0];
        let mut memo = Memo::default();
        let first = memo.add(key(1), 2);
        let second = memo.add(key(2), 1);
        assert_eq!(
            [1, 2, 2, 1, 3].map(|n| memo.find(&key(n), 5)),
            [Some(first), Some(second), Some(second), Some(first), None]
        );
        assert_eq!((memo.lookups, memo.misses, memo.effects.len()), (5, 1, 3));
        // Three of four lookups may fail, and not more, once there were enough.
        let after = |lookups: u64, misses: u64| {
            let mut memo = Memo { lookups, misses, ..Memo::default() };
            memo.look_after();
            memo.off
        };
        assert!(!after(TRIAL, TRIAL));
        assert!(!after(2 * TRIAL, 2 * TRIAL * 3 / 4));
        assert!(after(2 * TRIAL, 2 * TRIAL * 3 / 4 + 1));
    }
}
