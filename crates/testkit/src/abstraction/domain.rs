//! The shared states of a small domain: all of them, or some, reachable or not.

use crate::generate::Random;
use commute_certify::{State, Value};
use commute_ir::{Instr, Operand, Program, Shape, Ty};
use std::collections::BTreeSet;

/// Where something shared is kept, and what it may be.
struct Place {
    at: Spot,
    values: Vec<Vec<Value>>,
}

#[derive(Clone, Copy)]
enum Spot {
    Global(usize),
    /// A word of an object.
    Word(u32, usize),
    /// All data of an object.
    Data(u32),
}

/// The places that may change, with the values that are tried.
pub struct Domain {
    places: Vec<Place>,
}

/// One value for each place.
pub type Values = Vec<usize>;

/// At most so many numbers are tried in one place.
const MAX_NUMBERS: usize = 6;

impl Domain {
    /// The domain of a program. What leads to instances is left as it is: the environment then does less than it may.
    pub fn new(program: &Program, initial: &State) -> Self {
        let numbers = numbers(program);
        let mut places = Vec::new();
        for (at, global) in program.globals.iter().enumerate() {
            add(&mut places, Spot::Global(at), words(program, global.ty, &numbers));
        }
        for at in 0..program.statics.len() as u32 {
            let object = initial.object(at);
            let threads = program.threads.len() as i64;
            match object.shape {
                Shape::Lock => add(&mut places, Spot::Word(at, 0), Some((0..=threads).collect())),
                Shape::Semaphore => add(&mut places, Spot::Word(at, 0), Some(vec![0, 1, 2])),
                Shape::Array(ty) => {
                    for word in 0..object.data.len().min(4) {
                        add(&mut places, Spot::Word(at, word), words(program, ty, &numbers));
                    }
                }
                shape => {
                    let values = whole(program, shape, &object.data, &numbers, at);
                    if values.len() > 1 {
                        places.push(Place { at: Spot::Data(at), values });
                    }
                }
            }
        }
        Self { places }
    }

    /// How many states there are; nothing if more than can be counted.
    fn size(&self) -> Option<usize> {
        self.places.iter().try_fold(1usize, |n, place| n.checked_mul(place.values.len()))
    }

    /// All states if there are at most so many, else so many of them; and whether these are all.
    pub fn states(&self, most: usize, seed: u64) -> (Vec<Values>, bool) {
        match self.size() {
            Some(size) if size <= most => ((0..size).map(|n| self.nth(n)).collect(), true),
            _ => (self.some(most, seed), false),
        }
    }

    fn nth(&self, mut n: usize) -> Values {
        let digit = |place: &Place| {
            let digit = n % place.values.len();
            n /= place.values.len();
            digit
        };
        self.places.iter().map(digit).collect()
    }

    /// A third of them anywhere, the others where at most three places have not their first value.
    fn some(&self, most: usize, seed: u64) -> Vec<Values> {
        let mut random = Random::new(seed);
        let mut all = BTreeSet::new();
        for round in 0..most {
            let mut values: Values = vec![0; self.places.len()];
            let anywhere = round % 3 == 0;
            let changes = if anywhere { values.len() } else { 1 + random.below(3) };
            for change in 0..changes {
                let at = if anywhere { change } else { random.below(values.len()) };
                values[at] = random.below(self.places[at].values.len());
            }
            all.insert(values);
        }
        all.into_iter().collect()
    }

    /// The states that differ from one in a place or two, at most so many; those with one place first.
    pub fn near(&self, state: &State, most: usize, except: Option<u32>) -> Vec<State> {
        let options = |place: &Place| place.values.len();
        let singles =
            (0..self.places.len()).flat_map(|at| (0..options(&self.places[at])).map(move |v| (at, v)));
        let singles: Vec<(usize, usize)> = singles.collect();
        let mut all: Vec<State> = Vec::new();
        for &(at, value) in &singles {
            all.push(self.with(state, &[(at, value)], except));
        }
        let pairs: Vec<[(usize, usize); 2]> = singles
            .iter()
            .flat_map(|&a| singles.iter().filter(move |b| a.0 < b.0).map(move |&b| [a, b]))
            .collect();
        // Evenly, if there are too many.
        let every = 1 + pairs.len() / most.max(1);
        all.extend(pairs.iter().step_by(every).map(|pair| self.with(state, pair, except)));
        all
    }

    fn with(&self, state: &State, changes: &[(usize, usize)], except: Option<u32>) -> State {
        let mut state = state.clone();
        for &(place, value) in changes {
            self.places[place].set(&mut state, value, except);
        }
        state
    }

    /// The state with these values; what is in no place stays.
    pub fn put(&self, state: &State, values: &Values, except: Option<u32>) -> State {
        let mut state = state.clone();
        for (place, &value) in self.places.iter().zip(values) {
            place.set(&mut state, value, except);
        }
        state
    }
}

impl Place {
    /// Puts the value there, unless it is in the object `except`.
    fn set(&self, state: &mut State, value: usize, except: Option<u32>) {
        let value = &self.values[value];
        match self.at {
            Spot::Global(at) => state.globals[at] = value[0],
            Spot::Word(object, at) => state.object_mut(object).data[at] = value[0],
            Spot::Data(object) if Some(object) == except => {}
            Spot::Data(object) => state.object_mut(object).data.clone_from(value),
        }
    }
}

fn add(places: &mut Vec<Place>, at: Spot, words: Option<Vec<i64>>) {
    if let Some(words) = words {
        places.push(Place { at, values: words.into_iter().map(|n| vec![Value::Num(n)]).collect() });
    }
}

/// The words of a type that are tried; nothing for references.
fn words(program: &Program, ty: Ty, numbers: &[i64]) -> Option<Vec<i64>> {
    match ty {
        Ty::Bool => Some(vec![0, 1]),
        Ty::I64 | Ty::I32 => Some(numbers.to_vec()),
        Ty::Range { lo, hi } => Some((lo..=hi).take(5).chain((hi - lo > 5).then_some(hi)).collect()),
        Ty::Enum(id) => Some((0..program.enums[id.index()].variants.len() as i64).take(5).collect()),
        Ty::F32 | Ty::F64 | Ty::Class(_) | Ty::Object(_) | Ty::AnyRef => None,
    }
}

/// The data of objects that are more than one word, the present data first.
fn whole(program: &Program, shape: Shape, now: &[Value], numbers: &[i64], at: u32) -> Vec<Vec<Value>> {
    let list = |words: &[i64]| words.iter().map(|n| Value::Num(*n)).collect::<Vec<_>>();
    let mut values = vec![now.to_vec()];
    let mut add = |data: Vec<Value>| {
        if !values.contains(&data) {
            values.push(data);
        }
    };
    match shape {
        Shape::RwLock => {
            add(list(&[0]));
            for t in 1..=program.threads.len() as i64 {
                add(list(&[t]));
                add(list(&[0, t]));
            }
        }
        Shape::Set(ty) => {
            let Some(elements) = words(program, ty, numbers) else { return values };
            let elements: Vec<i64> = elements.into_iter().take(3).collect();
            for subset in 0..1 << elements.len() {
                let chosen = elements.iter().enumerate().filter(|(k, _)| subset >> k & 1 == 1);
                add(list(&chosen.map(|(_, n)| *n).collect::<Vec<_>>()));
            }
        }
        Shape::Seq(ty) => {
            let Some(elements) = words(program, ty, numbers) else { return values };
            add(Vec::new());
            elements.iter().take(3).for_each(|n| add(list(&[*n])));
            elements.iter().take(2).for_each(|n| add(list(&[*n, 1])));
        }
        Shape::Channel(ty) => {
            let (Some(elements), Some(capacity)) = (words(program, ty, numbers), now.first()) else {
                return values;
            };
            let capacity = capacity.word();
            add(list(&[capacity]));
            if capacity > 0 {
                elements.iter().take(3).for_each(|n| add(list(&[capacity, *n])));
            }
            if capacity > 1 {
                elements.iter().take(2).for_each(|n| add(list(&[capacity, *n, 1])));
            }
        }
        // The thread has ended.
        Shape::Thread if program.threads.iter().any(|t| t.handle.is_some_and(|h| h.0 == at)) => {
            add(list(&[0]))
        }
        _ => {}
    }
    values
}

/// The numbers that are tried: a few, and those of the program.
fn numbers(program: &Program) -> Vec<i64> {
    let mut all = vec![0, 1, 2, -1];
    for instr in program.functions.iter().flat_map(|f| &f.code) {
        let operands: Vec<Operand> = match instr {
            Instr::Store { src, .. } => vec![*src],
            Instr::Binary { a, b, .. } => vec![*a, *b],
            Instr::Invoke { arg, .. } => arg.iter().copied().collect(),
            _ => Vec::new(),
        };
        for operand in operands {
            if let Operand::Int(n) = operand
                && (-8..=64).contains(&n)
                && !all.contains(&n)
                && all.len() < MAX_NUMBERS
            {
                all.push(n);
            }
        }
    }
    all
}
