//! SC06 Theorem 1 on generated predicates: whether an annotation is contradicted anywhere, by every reduction that knows annotations, in
//! every order, against the search of all states by the independent interpreter.
//!
//! # What a contradiction is
//! For `exclusive(i) when P` let e_i be `P` for thread i, and for `guarded_by m` that thread i holds `m`. An execution contradicts the
//! annotation of x if
//! 1. a step of thread i accesses x in a state without e_i (SC06 (45), first disjunct);
//! 2. a state, the first one included, has e_i and e_j for two threads that have not ended (second disjunct, and WF-initExcl);
//! 3. a step of thread j makes e_i false for another thread that has not ended (WF-endExcl);
//! 4. a thread that waits at a guard that reads x has no access: SC06 forbids such guards, here they need access like steps.
//!
//! `unshared` is contradicted by accesses of two threads, `readonly` by a write once the object is shared. What is said of fields counts
//! from when the object is shared. A predicate that cannot be evaluated is false. `certify/contradictions.rs` computes exactly this, over
//! all states and steps, and over what was shared on the way, which is no part of a state.

use super::ways::{Way, all_ways};
use super::{Agreed, Difference, Plan, Subject, Switch};

/// What the annotations of a program come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kept {
    /// There are more states than the limit.
    TooLarge,
    /// It is not known which are contradicted, only what else is violated.
    Unknown,
    /// All of them are kept to.
    All,
    /// This many are contradicted.
    Contradicted(usize),
}

/// How a program with annotations was judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Judged {
    /// What the annotations come to.
    pub kept: Kept,
    /// How many searches said so.
    pub searches: usize,
    /// How many of these stored fewer states than there are.
    pub reduced: usize,
}

/// One way in so many is searched once more, with something switched off.
const SWITCHED_EVERY: usize = 3;

/// The ways that know annotations.
fn knowing(number: u64) -> Vec<Way> {
    let knows = |way: &Way| {
        way.reduction.has_runs() && way.reduction.oracle().is_some_and(|oracle| oracle.follows_steps())
    };
    all_ways(number).into_iter().filter(knows).collect()
}

impl Subject {
    /// Searches the program in all ways that know annotations, and in some once more with something switched off.
    pub fn judge(&self) -> Result<Judged, Difference> {
        let ways = knowing(self.number);
        let with = |(at, way): (usize, &Way)| (*way, Switch::of(self.number, at));
        let turn = self.number as usize % SWITCHED_EVERY;
        let switched = ways.iter().enumerate().skip(turn).step_by(SWITCHED_EVERY);
        let switched: Vec<(Way, Switch)> = switched.map(with).collect();
        let searches = ways.len() + switched.len();
        let Agreed { stored, .. } =
            self.compare_in(Plan { ways, switched, resumes: false, ..self.usual() })?;
        let reduced = stored.iter().filter(|(_, states)| *states < self.states()).count();
        let kept = match &self.contradicted {
            None => Kept::Unknown,
            Some(none) if none.is_empty() => Kept::All,
            Some(some) => Kept::Contradicted(some.len()),
        };
        Ok(Judged { kept, searches, reduced })
    }
}

/// Judges a text.
pub fn judge(text: &str, number: u64, limit: u64) -> Result<Judged, Difference> {
    match Subject::new(text, number, limit)? {
        Some(subject) => subject.judge(),
        None => Ok(Judged { kept: Kept::TooLarge, searches: 0, reduced: 0 }),
    }
}
