//! Guesses locks, invariants and assumptions, and drops what does not hold, until the rest holds or nothing is left to drop.
//!
//! # Source
//! Flanagan, Leino: *Houdini, an annotation assistant for ESC/Java* (FME 2001).
//!
//! # Idea
//! All guesses are believed and all are asserted. Those whose assertions can fail are dropped, and everything is asked again. What is
//! left at the end was believed only where it was shown.
//!
//! # Notation
//! A guess is a lock of a field ([`super::world::Field::guards`]), an invariant or assumption that nobody wrote
//! ([`super::exec::Condition::is_written`]), or something tried for a loop.
//!
//! # Premises
//! Something is dropped in each round, of finitely many guesses.
//!
//! # Deviations
//! - D1. Of several locks that are held at every access, all are kept.

use super::Stop;
use super::entries::{Duty, Entry, duty, entries, intruder, subject_of};
use super::exec::{Condition as Claim, Exec, Goal, Known, What};
use super::heap::Who;
use super::world::{Conjunct, FieldKind, Guard, World};
use crate::fold;
use commute_front_jvm::methods::{Classes, Op, dotted};
use commute_logic::{Condition, Decl, Obligation, Stmt, Term};
use commute_smt::{Checker, Failing, Setup, SolverError, smtlib};
use std::collections::{BTreeSet, HashMap};
use std::time::Instant;

/// Something that could not be shown.
#[derive(Clone, PartialEq, Debug)]
pub struct Failure {
    /// The method that is called from outside, as reports have it; empty if it is about the class.
    pub method: String,
    /// What it is about, as documents call it: `assertion`, `fault`, `guarantee`, `assumption` or `invariant`.
    pub kind: &'static str,
    /// What.
    pub what: String,
    /// The class and line where it happens, if there is one.
    pub place: Option<(String, u16)>,
    /// Values of fields and parameters with which it happens, as far as the annotations tell.
    pub state: Vec<String>,
}

/// Something that is wrong with the class as a whole.
fn of_class(kind: &'static str, what: String) -> Failure {
    Failure { method: String::new(), kind, what, place: None, state: Vec::new() }
}

/// What came of an attempt to prove a class.
#[derive(Clone, Debug, Default)]
pub struct Proof {
    /// The class.
    pub class: String,
    /// Whether it is a program, which begins in that class.
    pub is_program: bool,
    /// What can be called, or what threads begin with.
    pub entries: Vec<String>,
    /// What could not be shown.
    pub failures: Vec<Failure>,
    /// Why it was not tried, and where.
    pub refused: Option<Failure>,
    /// What the solver does not know.
    pub unknown: Vec<(String, String)>,
    /// The lock of each field and kind of parts.
    pub locks: Vec<(String, String)>,
    /// The invariants, each with its lock.
    pub invariants: Vec<String>,
    /// What others do to what has no lock.
    pub assumptions: Vec<String>,
    /// A guess that was dropped because of one place, and where that is.
    pub nearly: Option<(String, String)>,
    /// How many assertions hold, in how many obligations.
    pub shown: usize,
    /// How many guesses were tried, in how many rounds.
    pub tried: usize,
    /// The rounds.
    pub rounds: usize,
    /// How long it took.
    pub seconds: f64,
    /// The solver.
    pub solver: String,
}

impl Proof {
    /// Whether the class is proved.
    pub fn is_proof(&self) -> bool {
        self.failures.is_empty() && self.refused.is_none() && self.unknown.is_empty()
    }
}

/// More rounds are not made.
const MAX_ROUNDS: usize = 60;

/// Those who decide conditions, with what they said before.
pub struct Solvers {
    checkers: Vec<Checker>,
    said: HashMap<String, Failing>,
}

impl Solvers {
    /// As many as there are workers.
    pub fn new(setup: &Setup) -> Solvers {
        Solvers {
            checkers: (0..setup.workers.max(1)).map(|_| setup.checker()).collect(),
            said: HashMap::new(),
        }
    }

    fn first(&mut self) -> &mut Checker {
        &mut self.checkers[0]
    }

    /// Which assertions of each condition can fail. What was asked in an earlier round is not asked again.
    fn failing(&mut self, conditions: &[Condition]) -> Result<Vec<Failing>, SolverError> {
        let text = |c: &Condition| format!("{}{}", smtlib::context(c), smtlib::term(&c.goal()));
        let texts: Vec<String> = conditions.iter().map(text).collect();
        let is_new = |at: &usize| !self.said.contains_key(&texts[*at]);
        let new: Vec<usize> = (0..conditions.len()).filter(is_new).collect();
        let asked: Vec<&Condition> = new.iter().map(|&at| &conditions[at]).collect();
        let answers = Setup::settle_all(&mut self.checkers, &asked)?;
        for (at, failing) in new.into_iter().zip(answers) {
            self.said.insert(texts[at].clone(), failing);
        }
        Ok(texts.iter().map(|text| self.said[text].clone()).collect())
    }
}

/// Tries to prove a class, or the program that begins in it if it does not say that it is made for many threads.
pub fn prove(classes: Classes, class: &str, solvers: &mut Solvers) -> Result<Proof, SolverError> {
    let start = Instant::now();
    let solver = solvers.first().solver().identity()?.to_owned();
    let mut proof = Proof { class: dotted(class), solver, ..Proof::default() };
    let refused = |why: String| of_class("fault", why);
    match World::new(classes, class) {
        Ok(mut world) => {
            proof.is_program = world.is_program;
            if let Err(stop) = tried(&mut world, solvers, &mut proof)? {
                proof.refused = Some(match stop {
                    Stop::Refused { why, place } => Failure { place, ..of_class("fault", why) },
                    Stop::Restart => refused("what its fields own is not found out".to_owned()),
                });
            }
        }
        Err(why) => proof.refused = Some(refused(why)),
    }
    proof.seconds = start.elapsed().as_secs_f64();
    Ok(proof)
}

/// The classification of fields: which objects of the library only they have. Looked at until nothing changes.
fn find_own(world: &mut World) -> Result<(), Stop> {
    mark_unwritten(world);
    for _ in 0..=2 * world.fields.len() + 2 {
        let before: Vec<FieldKind> = world.fields.iter().map(|f| f.kind.clone()).collect();
        let given = world.given_away.clone();
        let mut exec = Exec::new(world, Known::default());
        let mut result = Ok(());
        for entry in all_methods(exec.world) {
            let Some(method) = entry.method else { continue };
            match exec.info(&entry.class, method) {
                Err(Stop::Restart) => {}
                // Whether it is called at all is seen later.
                Err(stop) => result = Err(stop),
                Ok(_) => {}
            }
        }
        let _ = result;
        for f in world.given_away.clone() {
            if let FieldKind::Own(_) = world.fields[f].kind {
                world.fields[f].kind = FieldKind::Final;
            }
        }
        if world.fields.iter().map(|f| f.kind.clone()).collect::<Vec<_>>() == before
            && world.given_away == given
        {
            return Ok(());
        }
    }
    Err(Stop::Restart)
}

/// All methods of classes that may use private fields of the subject, constructors first.
fn all_methods(world: &World) -> Vec<Entry> {
    let mut found = Vec::new();
    for class in world.classes.user().to_vec() {
        if !world.is_inside(&class.name) {
            continue;
        }
        let all = class.methods.iter().enumerate().filter(|(_, m)| m.code.is_some());
        found.extend(all.map(|(at, _)| Entry { class: class.clone(), method: Some(at), is_once: false }));
    }
    found.sort_by_key(|e| e.method.is_some_and(|m| !e.class.methods[m].name.starts_with('<')));
    found
}

/// Fields that only constructors write are as good as final.
fn mark_unwritten(world: &mut World) {
    let mut written = BTreeSet::new();
    for class in world.classes.user().to_vec() {
        for method in &class.methods {
            let Some(ops) = method.code.as_ref().and_then(|code| code.ops(&class.pool).ok()) else {
                continue;
            };
            for (_, op) in ops.iter() {
                let (member, own) = match op {
                    Op::PutField(m) => (m, method.name == "<init>" && m.class == class.name),
                    Op::PutStatic(m) => (m, method.name == "<clinit>" && m.class == class.name),
                    _ => continue,
                };
                if !own {
                    written.extend(world.field(&member.class, &member.name));
                }
            }
        }
    }
    for f in 0..world.fields.len() {
        let is_open = !world.fields[f].is_private && !world.is_users(&world.fields[f].class);
        if world.fields[f].kind == FieldKind::Plain && !written.contains(&f) && !is_open {
            world.fields[f].kind = FieldKind::Final;
        }
    }
}

/// The conditions that are claimed at first.
fn first_claims(world: &mut World) -> Result<Known, Stop> {
    let refuse = |why| Stop::Refused { why, place: None };
    let mut known = Known::default();
    let written = (world.invariants.clone(), world.assumptions.clone());
    for conjunct in &written.0 {
        known.invariants.push(world.condition(conjunct).map_err(refuse)?);
    }
    for conjunct in &written.1 {
        known.assumptions.push(world.condition(conjunct).map_err(refuse)?);
    }
    let is_new = |list: &[Claim], c: &Conjunct| list.iter().all(|known| known.text != c.text);
    for conjunct in world.candidates() {
        if let (true, Ok(claim)) = (is_new(&known.invariants, &conjunct), world.condition(&conjunct)) {
            known.invariants.push(claim);
        }
    }
    for conjunct in world.candidate_assumptions() {
        if let (true, Ok(claim)) = (is_new(&known.assumptions, &conjunct), world.condition(&conjunct)) {
            known.assumptions.push(claim);
        }
    }
    Ok(known)
}

fn tried(
    world: &mut World,
    solvers: &mut Solvers,
    proof: &mut Proof,
) -> Result<Result<(), Stop>, SolverError> {
    let mut prepare = || {
        subject_of(world)?;
        find_own(world)?;
        if let Some(why) = intruder(world) {
            return Err(Stop::Refused { why, place: None });
        }
        let all = entries(world)?;
        world.guess_guards(&all).map_err(|why| Stop::Refused { why, place: None })?;
        Ok((all, first_claims(world)?))
    };
    let (all, mut known) = match prepare() {
        Ok(prepared) => prepared,
        Err(stop) => return Ok(Err(stop)),
    };
    let named = |e: &Entry| if e.is_once { format!("{} (once)", e.name()) } else { e.name() };
    proof.entries = all.iter().map(named).collect();
    proof.tried = known.invariants.len() + known.assumptions.len();
    loop {
        proof.rounds += 1;
        drop_unprotected(world, &mut known);
        let mut wrong: Vec<(usize, Goal)> = Vec::new();
        let mut duties = Vec::new();
        proof.unknown.clear();
        proof.shown = 0;
        for (at, entry) in all.iter().enumerate() {
            let mut exec = Exec::new(world, known.clone());
            exec.root = at;
            let duty = match duty(&mut exec, entry) {
                Ok(duty) => duty,
                Err(Stop::Refused { why, place }) => {
                    let what = format!("{why} (in {})", entry.name());
                    return Ok(Err(Stop::Refused { why: what, place }));
                }
                Err(stop) => return Ok(Err(stop)),
            };
            duties.push(duty);
        }
        let conditions: Vec<Condition> = duties.iter().map(|duty| Condition::of(&duty.obligation)).collect();
        for (at, failing) in solvers.failing(&conditions)?.into_iter().enumerate() {
            proof.shown += duties[at].goals.len() - failing.fails.len();
            wrong.extend(failing.fails.iter().map(|&k| (at, goal_of(&duties[at], &conditions[at], k))));
            if let Some(reason) = failing.unknown {
                proof.unknown.push((all[at].name(), reason));
            }
        }
        note_nearly(&known, &all, &wrong, proof);
        let dropped = drop_wrong(world, &mut known, &wrong);
        if dropped && proof.rounds < MAX_ROUNDS {
            continue;
        }
        if dropped {
            let why = format!("guesses were still wrong after {MAX_ROUNDS} rounds");
            return Ok(Err(Stop::Refused { why, place: None }));
        }
        proof.failures = failures(world, &known, &all, &wrong);
        add_states(world, &known, &all, &wrong, solvers.first(), proof)?;
        describe(world, &known, proof);
        if proof.is_proof() {
            let checker = solvers.first();
            look_at_ends(checker, &all, &duties, proof)?;
            look_at_assumptions(world, &known, checker, proof)?;
        }
        return Ok(Ok(()));
    }
}

fn goal_of(duty: &Duty, condition: &Condition, check: usize) -> Goal {
    let number = condition.checks[check].label.split(':').next().and_then(|n| n.parse::<usize>().ok());
    let number = number.unwrap_or(0);
    Goal { number, ..duty.goals[number].clone() }
}

/// So many failures have a state: asking for small values takes seconds.
const MAX_STATES: usize = 1;

/// Adds states to the first failures that are about values.
fn add_states(
    world: &mut World,
    known: &Known,
    all: &[Entry],
    wrong: &[(usize, Goal)],
    checker: &mut Checker,
    proof: &mut Proof,
) -> Result<(), SolverError> {
    let of_values = |goal: &Goal| {
        use What::{Assertion, Assumption, Condition, Fault, Invariant};
        matches!(goal.what, Assertion | Assumption(_) | Condition(_) | Fault(_) | Invariant(_))
    };
    for (at, goal) in wrong.iter().filter(|(_, goal)| of_values(goal)).take(MAX_STATES) {
        let (method, place) = (all[*at].name(), Some((goal.class.clone(), goal.line)));
        let state = super::shown::state(world, known, (*at, &all[*at]), goal.number, checker)?;
        let same = |f: &&mut Failure| f.method == method && f.place == place && f.state.is_empty();
        if let Some(failure) = proof.failures.iter_mut().find(same) {
            failure.state = state;
        }
    }
    Ok(())
}

/// Remembers a guess that is about to be dropped although one place only does not keep it.
fn note_nearly(known: &Known, all: &[Entry], wrong: &[(usize, Goal)], proof: &mut Proof) {
    for (k, claim) in known.invariants.iter().enumerate().filter(|(_, claim)| !claim.is_written) {
        let mut places = wrong.iter().filter(|(_, goal)| goal.what == What::Invariant(k));
        if let (Some((at, goal)), None) = (places.next(), places.next()) {
            proof.nearly = Some((claim.text.clone(), format!("{}, line {}", all[*at].name(), goal.line)));
        }
    }
}

/// Guesses about fields that no lock protects together say nothing.
fn drop_unprotected(world: &World, known: &mut Known) {
    known.invariants.retain(|claim| claim.is_written || world.lock_of(claim).is_some());
}

/// Drops the locks that are not held at some access; whether there were any.
fn drop_guards(world: &mut World, wrong: &[(usize, Goal)]) -> bool {
    let mut dropped = false;
    for (_, goal) in wrong {
        match &goal.what {
            What::Guard(f, guard) if !world.fields[*f].is_written => {
                let before = world.fields[*f].guards.len();
                world.fields[*f].guards.retain(|g| g != guard);
                dropped |= world.fields[*f].guards.len() < before;
            }
            What::Writer(f, root) => {
                let before = world.fields[*f].writers.len();
                world.fields[*f].writers.retain(|r| r != root);
                dropped |= world.fields[*f].writers.len() < before;
            }
            What::PartGuard(key, guard) => {
                if let Some(guards) = world.parts.get_mut(key) {
                    let before = guards.len();
                    guards.retain(|g| g != guard);
                    dropped |= guards.len() < before;
                }
            }
            _ => {}
        }
    }
    dropped
}

/// Says of an invariant only that it holds while its lock is free, if it was tried to hold always and has one.
fn weaken(world: &World, claim: &mut Claim) -> bool {
    let can = claim.is_always && {
        let under = Claim { is_always: false, ..claim.clone() };
        matches!(world.lock_of(&under), Some(Some(_)))
    };
    claim.is_always &= !can;
    can
}

/// Drops the guesses that are wrong; whether there were any.
fn drop_wrong(world: &mut World, known: &mut Known, wrong: &[(usize, Goal)]) -> bool {
    // Under which lock an invariant holds depends on the locks of its fields, so these come first.
    if drop_guards(world, wrong) {
        return true;
    }
    let (mut invariants, mut assumptions, mut weakened) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let mut dropped = false;
    for (_, goal) in wrong {
        match &goal.what {
            // What does not hold always may hold while a lock is free.
            What::Invariant(k) if weakened.contains(k) => {}
            What::Invariant(k) if weaken(world, &mut known.invariants[*k]) => drop(weakened.insert(*k)),
            What::Invariant(k) if !known.invariants[*k].is_written => drop(invariants.insert(*k)),
            What::Assumption(k) if !known.assumptions[*k].is_written => drop(assumptions.insert(*k)),
            What::Loop(key) => dropped |= known.dropped.insert(key.clone()),
            _ => {}
        }
    }
    dropped |= !weakened.is_empty() || !invariants.is_empty() || !assumptions.is_empty();
    let mut at = 0;
    known.invariants.retain(|_| {
        at += 1;
        !invariants.contains(&(at - 1))
    });
    at = 0;
    known.assumptions.retain(|_| {
        at += 1;
        !assumptions.contains(&(at - 1))
    });
    dropped
}

fn failures(world: &World, known: &Known, all: &[Entry], wrong: &[(usize, Goal)]) -> Vec<Failure> {
    let mut found: Vec<Failure> = Vec::new();
    for claim in known.invariants.iter().filter(|c| world.lock_of(c).is_none()) {
        let what = format!("@Invariant(\"{}\") is about fields that no lock protects together", claim.text);
        found.push(of_class("invariant", what));
    }
    for (entry, goal) in wrong {
        let what = match &goal.what {
            What::Assertion => "an assertion may fail".to_owned(),
            What::Fault(what) => (*what).to_owned(),
            What::Unguarded(name) if name.starts_with("objects of [") => {
                "an array is accessed that others may access at the same time: no lock is held at every access".to_owned()
            }
            What::Unguarded(name) => {
                format!("{name} is accessed while others may access it: no lock is held at every access")
            }
            What::Guard(f, guard) => {
                format!("{} is accessed without {}", world.field_name(*f), world.guard_name(guard))
            }
            What::PartGuard(key, guard) => format!("{key} is accessed without {}", world.guard_name(guard)),
            What::Invariant(k) => format!("invariant \"{}\" may not hold", known.invariants[*k].text),
            What::Assumption(k) => {
                format!("a step that @EnvAssumption(\"{}\") does not allow", known.assumptions[*k].text)
            }
            What::Condition(text) => format!("{text} may not hold"),
            What::Loop(key) => format!("a loop: {key}"),
            What::Writer(f, _) => format!("{} is written by several threads", world.field_name(*f)),
            What::Left(lock) => format!("a lock is left as it was not found ({lock})"),
        };
        let kind = match &goal.what {
            What::Assertion | What::Condition(_) => "assertion",
            What::Invariant(_) => "invariant",
            What::Assumption(_)
            | What::Guard(..)
            | What::Unguarded(_)
            | What::PartGuard(..)
            | What::Writer(..) => "guarantee",
            What::Loop(_) => "loop invariant",
            What::Fault(_) | What::Left(_) => "fault",
        };
        let place = Some((goal.class.clone(), goal.line));
        let failure = Failure { method: all[*entry].name(), kind, what, place, state: Vec::new() };
        if !found.contains(&failure) {
            found.push(failure);
        }
    }
    found
}

/// What the proof is made of, in words.
fn describe(world: &mut World, known: &Known, proof: &mut Proof) {
    let subject = world.subject.name.clone();
    let mut fields = world.fields_of(&subject, false);
    fields.extend(world.fields_of(&subject, true));
    let names = |guards: &[Guard]| {
        let all: Vec<String> = guards.iter().take(1).map(|g| world.guard_name(g)).collect();
        all.join(", ")
    };
    proof.locks = Vec::new();
    for f in fields {
        let field = &world.fields[f];
        let by = match &field.kind {
            FieldKind::Plain => names(&field.guards),
            FieldKind::Own(super::world::OwnKind::Collection(_)) => names(&field.guards),
            FieldKind::Volatile if !field.guards.is_empty() => format!("{} (writes)", names(&field.guards)),
            _ => continue,
        };
        if !by.is_empty() {
            proof.locks.push((field.name.clone(), by));
        }
    }
    proof.invariants = Vec::new();
    for claim in known.invariants.iter() {
        if let Some(lock) = world.lock_of(claim) {
            let lock = lock.map_or(String::new(), |g| format!(" (while {} is free)", world.guard_name(&g)));
            let found = if claim.is_written { "" } else { ", found" };
            proof.invariants.push(format!("{}{lock}{found}", claim.text));
        }
    }
    proof.assumptions = known.assumptions.iter().map(|c| c.text.clone()).collect();
}

/// A method of which no execution ends holds for no good reason, unless it has no end.
fn look_at_ends(
    checker: &mut Checker,
    all: &[Entry],
    duties: &[Duty],
    proof: &mut Proof,
) -> Result<(), SolverError> {
    for (entry, duty) in all.iter().zip(duties) {
        let method = entry.method.map(|m| &entry.class.methods[m]);
        let ops = method.and_then(|m| m.code.as_ref()).and_then(|code| code.ops(&entry.class.pool).ok());
        let ends = ops.is_none_or(|ops| ops.iter().any(|(_, op)| matches!(op, Op::Return(_))));
        let condition = Condition::of(&duty.reach);
        let failing = checker.failing(&condition)?;
        let is_reached = failing.fails.contains(&(condition.checks.len() - 1)) || failing.unknown.is_some();
        if ends && !is_reached {
            let what = "nothing is shown: no execution gets to the end, so that the assumptions contradict each other".to_owned();
            proof.failures.push(Failure { method: entry.name(), ..of_class("fault", what) });
        }
    }
    Ok(())
}

/// What others are said to do must allow that they do nothing, and two steps if it allows each of them.
fn look_at_assumptions(
    world: &mut World,
    known: &Known,
    checker: &mut Checker,
    proof: &mut Proof,
) -> Result<(), SolverError> {
    for k in 0..known.assumptions.len() {
        let text = known.assumptions[k].text.clone();
        let roots = if world.is_program { proof.entries.len() } else { 1 };
        for (word, steps, root) in
            (0..roots).flat_map(|root| [("reflexive", 0, root), ("transitive", 2, root)])
        {
            let mut exec = Exec::new(world, known.clone());
            exec.root = if exec.world.is_program { root } else { usize::MAX };
            let Ok(obligation) = of_steps(&mut exec, k, steps) else { continue };
            if !checker.holds(&Condition::of(&obligation))? {
                let of =
                    if world.is_program { format!(" for {}", proof.entries[root]) } else { String::new() };
                let what = format!("@EnvAssumption(\"{text}\") is not {word}{of}");
                proof.failures.push(of_class("assumption", what));
            }
        }
    }
    Ok(())
}

/// After so many steps that an assumption allows, the whole is one that it allows.
fn of_steps(exec: &mut Exec<'_>, k: usize, steps: usize) -> Result<Obligation, Stop> {
    let object = exec.witness();
    let is_static = exec.known.assumptions[k].is_static;
    let mut fields: Vec<usize> = exec
        .assumptions(is_static)
        .into_iter()
        .flat_map(|j| exec.known.assumptions[j].fields.clone())
        .collect();
    fields.sort_unstable();
    fields.dedup();
    let state = |exec: &mut Exec<'_>| -> Vec<(usize, Term)> {
        let words: Vec<(usize, Term)> =
            fields.iter().map(|&f| (f, exec.map(f).term().select(&object))).collect();
        words.into_iter().map(|(f, word)| (f, exec.keep(word))).collect()
    };
    let first = state(exec);
    for _ in 0..steps {
        let before = state(exec);
        for &f in &fields {
            if exec.changes(f) {
                let map: Decl = exec.map(f);
                let (now, safe) = (map.term().select(&object), exec.is_safe(f, &object));
                let fresh = fold::ite(&safe, &now, &exec.any_of(f));
                exec.push(Stmt::assign(map.var(), map.term().store(&object, &fresh)));
            }
        }
        // All of them together are what others do.
        for j in exec.assumptions(is_static) {
            let holds = exec.assumption(j, &object, &before, Who::This)?;
            exec.assume(holds);
        }
    }
    let holds = exec.assumption(k, &object, &first, Who::This)?;
    exec.assert_(What::Assumption(k), holds);
    let mut obligation = Obligation::new("steps of others", Default::default());
    for decl in exec.decls.values() {
        obligation.declare(decl.clone());
    }
    obligation.body = std::mem::take(&mut exec.out);
    Ok(obligation)
}
