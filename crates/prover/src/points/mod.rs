//! Proofs with program counters: invariants that say where threads stand and what they hold there.
//!
//! # Source
//! FFQ01 section 5, for invariants and what may be assumed of the initial states; Owicki and Gries, "An axiomatic proof
//! technique for parallel programs I" (1976), for assertions that other threads' steps must keep. How lemmas are found is
//! in `learn.rs`.
//!
//! # Idea
//! Where a thread stands and what its variables are is made visible, as if every thread wrote it into shared variables.
//! Then no assumption about others is needed: an invariant says everything, also of two threads and an index at once, and
//! for any number of threads, since it is asked of any two. It is enough that it is true at first, that each step of each
//! thread keeps it, and that it implies each assertion where that stands.
//!
//! # Notation
//! [`System`] is the program; a [`Lemma`] is a conjunct of the invariant, for all values of its variables.
//!
//! # Premises
//! - A step is what `crate::code` makes of a visible instruction and the local ones after it; others run only before one, so
//!   the places between are where control can stand (`graph.rs`).
//! - Variables keep to their ranges: every write of one is asserted to, as in `crate::code`.
//!
//! # Deviations
//! - D1. A lemma that is assumed of all threads is used at few: the one that runs, those that the goal is about, and all
//!   indices that occur. That is less than is known, so nothing false is proved.
//! - D2. Integers are unbounded, as in `crate::code`.

mod constants;
mod counted;
mod graph;
mod kinds;
mod learn;
mod lemma;
mod question;
mod sample;
mod shape;
mod show;
mod system;

pub use lemma::Lemma;
pub use system::System;

use crate::code::Goal;
use crate::code::Target;
use crate::predicate::Predicates;
use crate::refusal::Result;
use crate::spec::Spec;
use crate::store::Store;
use commute_base::Span;
use commute_ir::Program;
use commute_logic::Condition;
use commute_smt::{Checker, SolverError, Verdict};
use learn::Learner;
use question::{Answer, Gap, Subject, ask, obligation};
use std::collections::BTreeSet;

/// At most so many lemmas are tried.
const MAX_LEMMAS: usize = 160;
/// A lemma that is not kept by itself is so far at most from what the program says.
const MAX_DEPTH: usize = 6;
/// How much is tried. Everything is bounded by counts, so that the same program has the same answer everywhere.
#[derive(Clone, Debug)]
pub struct Effort {
    /// At most so many questions are asked in each round. A round ends with what is kept of what it has found: guesses that
    /// need more and more others are mostly wrong, and without them the next round goes elsewhere.
    pub rounds: Vec<usize>,
    /// At most so many states of each small instance are looked at.
    pub states: usize,
    /// Whether an assertion that is false in one of these states ends the attempt.
    pub looks: bool,
}

impl Default for Effort {
    fn default() -> Self {
        Self { rounds: vec![300, 600, 1_200, 2_400], states: 4_000, looks: true }
    }
}

/// What came of it.
#[derive(Debug, Default)]
pub struct Outcome {
    /// What is not shown; a proof if there is none.
    pub failed: Vec<Goal>,
    /// The lemmas that were found and are needed, in the program's words.
    pub lemmas: Vec<String>,
    /// The points where threads stand between their steps, for each role in order, and its name.
    pub points: Vec<(String, Vec<Span>)>,
    /// How many steps.
    pub steps: usize,
    /// How many states of small instances were looked at.
    pub states: usize,
    /// How many questions were asked.
    pub questions: usize,
    /// What is assumed of the ranges of families, in words.
    pub assumed: Vec<String>,
}

impl Outcome {
    /// Whether everything is shown.
    pub fn is_proof(&self) -> bool {
        self.failed.is_empty()
    }
}

/// Tries to prove a program. Its invariants and assertions are what is to be shown; other annotations are not looked at.
pub fn prove(
    program: &Program,
    spec: &Spec,
    checker: &mut Checker,
    effort: &Effort,
) -> Result<std::result::Result<Outcome, SolverError>> {
    let system = System::new(program, spec)?;
    let store = Store::new(program)?;
    let predicates = Predicates::new(program, &store);
    let mut given = Vec::new();
    for (k, conjunct) in spec.invariants.iter().enumerate() {
        let lemma = Lemma::of_formula(&predicates.formula(&conjunct.expr, &[])?);
        given.push((lemma, Goal { target: Target::Invariant(k), span: conjunct.span }));
    }
    Ok(Search::new(&system, given, checker, effort).run())
}

/// A conjunct of the invariant.
struct Known {
    lemma: Lemma,
    /// What it is, if the program says it.
    given: Option<Goal>,
    /// The subjects that keep it.
    kept: BTreeSet<usize>,
    /// How many lemmas lie between it and what the program says.
    depth: usize,
}

struct Search<'a> {
    system: &'a System,
    checker: &'a mut Checker,
    effort: &'a Effort,
    learner: Learner<'a>,
    known: Vec<Known>,
    /// Claims that hold.
    shown: BTreeSet<usize>,
    /// Lemmas that cannot be shown.
    given_up: Vec<Lemma>,
    failed: Vec<Goal>,
    questions: usize,
    /// The round, and the number of questions at its end.
    round: usize,
    limit: usize,
    /// What the program says and this round does not show: the subject, and for a step the conjunct.
    later: BTreeSet<(usize, Option<usize>)>,
}

type Solved<T> = std::result::Result<T, SolverError>;

impl<'a> Search<'a> {
    fn new(
        system: &'a System,
        given: Vec<(Lemma, Goal)>,
        checker: &'a mut Checker,
        effort: &'a Effort,
    ) -> Self {
        let known = given.into_iter().map(|(lemma, goal)| Known {
            lemma,
            given: Some(goal),
            kept: BTreeSet::new(),
            depth: 0,
        });
        Self {
            system,
            checker,
            learner: Learner::new(system, effort.states),
            effort,
            known: known.collect(),
            shown: BTreeSet::new(),
            given_up: Vec::new(),
            failed: Vec::new(),
            questions: 0,
            round: 0,
            limit: effort.rounds.first().copied().unwrap_or(0),
            later: BTreeSet::new(),
        }
    }

    /// How many subjects there are: the beginning, then steps, then claims.
    fn subjects(&self) -> usize {
        1 + self.system.transitions.len() + self.system.claims.len()
    }

    fn subject(&self, at: usize) -> Subject<'a> {
        let steps = self.system.transitions.len();
        match at {
            0 => Subject::First,
            _ if at <= steps => Subject::Step(&self.system.transitions[at - 1]),
            _ => Subject::Claim(&self.system.claims[at - 1 - steps]),
        }
    }

    fn run(mut self) -> Solved<Outcome> {
        // Where a small instance goes wrong there is nothing to look for.
        if self.effort.looks {
            self.failed.extend(self.learner.broken().map(|claim| self.system.claims[claim].goal.clone()));
        }
        while self.failed.is_empty() {
            self.sweep()?;
            if self.later.is_empty() {
                break;
            }
            self.later.clear();
            self.round += 1;
            self.limit = self.questions + self.effort.rounds[self.round];
            self.given_up.clear();
        }
        let mut lemmas = Vec::new();
        if self.failed.is_empty() {
            let needed = self.needed()?;
            lemmas = needed.iter().map(|k| show::lemma(self.system, &self.known[*k].lemma)).collect();
        }
        Ok(Outcome {
            failed: self.failed,
            lemmas,
            points: self.system.roles.iter().map(|r| (r.name.clone(), r.points.clone())).collect(),
            steps: self.system.transitions.len(),
            states: self.learner.states(),
            questions: self.questions,
            assumed: self.system.ordered.iter().map(ToString::to_string).collect(),
        })
    }

    /// Asks until nothing is left to ask in this round.
    fn sweep(&mut self) -> Solved<()> {
        let mut idle = false;
        while !idle && self.failed.is_empty() {
            idle = true;
            for at in 0..self.subjects() {
                while self.failed.is_empty() && self.settle(at)? {
                    idle = false;
                }
            }
        }
        Ok(())
    }

    /// What is to be shown of a subject and is not yet.
    fn pending(&self, at: usize) -> Vec<usize> {
        match self.subject(at) {
            Subject::Claim(_) => Vec::new(),
            _ => {
                let open =
                    |k: &usize| !self.known[*k].kept.contains(&at) && !self.later.contains(&(at, Some(*k)));
                (0..self.known.len()).filter(open).collect()
            }
        }
    }

    /// Asks about one subject; false if there is nothing to ask.
    fn settle(&mut self, at: usize) -> Solved<bool> {
        let pending = self.pending(at);
        let is_claim = matches!(self.subject(at), Subject::Claim(_));
        if is_claim && (self.shown.contains(&at) || self.later.contains(&(at, None)))
            || !is_claim && pending.is_empty()
        {
            return Ok(false);
        }
        match self.ask(at, &pending, None)? {
            Answer::Holds => {
                self.shown.insert(at);
                for k in pending {
                    self.known[k].kept.insert(at);
                }
            }
            Answer::Unknown if pending.len() > 1 => {
                for k in pending {
                    match self.ask(at, &[k], None)? {
                        Answer::Holds => drop(self.known[k].kept.insert(at)),
                        Answer::Fails(gap) => return self.mend(at, Some(k), &gap).map(|()| true),
                        Answer::Unknown => return self.give_up(at, Some(k)).map(|()| true),
                    }
                }
            }
            Answer::Unknown => self.give_up(at, pending.first().copied())?,
            Answer::Fails(gap) => {
                let broken = pending.get(gap.goal).copied();
                self.mend(at, broken, &gap)?;
            }
        }
        Ok(true)
    }

    fn ask(&mut self, at: usize, goals: &[usize], more: Option<&Lemma>) -> Solved<Answer> {
        self.questions += 1;
        let known: Vec<&Lemma> = match at {
            0 => Vec::new(),
            _ => self.known.iter().map(|k| &k.lemma).chain(more).collect(),
        };
        let goals: Vec<&Lemma> = goals.iter().map(|k| &self.known[*k].lemma).chain(more).collect();
        ask(self.system, self.checker, self.subject(at), &known, &goals)
    }

    /// Finds a lemma that excludes the state from which something goes wrong.
    fn mend(&mut self, at: usize, broken: Option<usize>, gap: &Gap) -> Solved<()> {
        let is_full = self.known.len() >= MAX_LEMMAS || self.questions >= self.limit;
        if at == 0 || is_full {
            return self.give_up(at, broken);
        }
        let mut suggested = self.learner.suggest(gap);
        suggested.retain(|l| !self.given_up.contains(l) && !self.known.iter().any(|k| k.lemma == *l));
        let depth = 1 + broken.map_or(0, |k| self.known[k].depth);
        let mut first = None;
        for lemma in suggested {
            match self.keeps_itself(&lemma)? {
                Some(kept) if kept.len() == self.subjects() => {
                    self.known.push(Known { lemma, given: None, kept, depth });
                    return Ok(());
                }
                Some(kept) if first.is_none() => first = Some((lemma, kept)),
                _ => {}
            }
        }
        match first {
            Some((lemma, kept)) if depth <= MAX_DEPTH => {
                self.known.push(Known { lemma, given: None, kept, depth });
                Ok(())
            }
            _ => self.give_up(at, broken),
        }
    }

    /// The subjects that keep a lemma if it and all others hold before, all or those up to one that does not; nothing if it is
    /// false at first.
    fn keeps_itself(&mut self, lemma: &Lemma) -> Solved<Option<BTreeSet<usize>>> {
        let mut kept = BTreeSet::new();
        for at in 0..=self.system.transitions.len() {
            match self.ask(at, &[], Some(lemma))? {
                Answer::Holds => drop(kept.insert(at)),
                _ if at == 0 => return Ok(None),
                _ => return Ok(Some(kept)),
            }
        }
        kept.extend(0..self.subjects());
        Ok(Some(kept))
    }

    /// A lemma that cannot be shown is dropped, and what was shown with it has to be shown again; what the program says fails.
    fn give_up(&mut self, at: usize, broken: Option<usize>) -> Solved<()> {
        let goal = match broken {
            None => match self.subject(at) {
                Subject::Claim(claim) => Some(claim.goal.clone()),
                _ => None,
            },
            Some(k) => self.known[k].given.clone(),
        };
        if let (None, Some(k)) = (&goal, broken) {
            let dropped = self.known.remove(k);
            self.given_up.push(dropped.lemma);
            self.shown.clear();
            self.known.iter_mut().for_each(|k| k.kept.clear());
            return Ok(());
        }
        if self.round + 1 < self.effort.rounds.len() {
            self.later.insert((at, broken));
            return Ok(());
        }
        self.failed.extend(goal);
        Ok(())
    }

    /// Shows everything once more, with what was found and is needed; gives the numbers of these lemmas. This is the proof.
    fn needed(&mut self) -> Solved<BTreeSet<usize>> {
        let steps = self.system.transitions.len();
        let mut new: BTreeSet<usize> =
            (0..self.known.len()).filter(|k| self.known[*k].given.is_some()).collect();
        for at in steps + 1..self.subjects() {
            new.extend(self.confirm(at, &BTreeSet::new())?);
        }
        let mut needed = BTreeSet::new();
        while !new.is_empty() && self.failed.is_empty() {
            let mut used = BTreeSet::new();
            for at in 0..=steps {
                used.extend(self.confirm(at, &new)?);
            }
            needed.extend(&new);
            new = used.difference(&needed).copied().collect();
        }
        Ok(needed.into_iter().filter(|k| self.known[*k].given.is_none()).collect())
    }

    /// Shows something from all lemmas, and gives those that were used.
    fn confirm(&mut self, at: usize, goals: &BTreeSet<usize>) -> Solved<BTreeSet<usize>> {
        let lemmas = || self.known.iter().map(|k| &k.lemma);
        let known: Vec<&Lemma> = if at == 0 { Vec::new() } else { lemmas().collect() };
        let goals: Vec<&Lemma> = goals.iter().map(|k| &self.known[*k].lemma).collect();
        let (obligation, _) = obligation(self.system, self.subject(at), &known, &goals, true);
        self.questions += 1;
        match self.checker.check(&Condition::of(&obligation))?.verdict {
            Verdict::Proved { used } => {
                Ok(used.iter().filter_map(|l| l.strip_prefix("lemma ")?.parse().ok()).collect())
            }
            _ => {
                self.failed.push(Goal { target: Target::Assertion, span: Span::default() });
                Ok(BTreeSet::new())
            }
        }
    }
}
