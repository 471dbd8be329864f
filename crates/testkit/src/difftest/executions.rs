//! Executions instead of states: searches without a store, for the smallest programs.

use super::Subject;
use super::reduced::{essence, machine, report};
use commute::engine::search;
use commute_certify::violated_rules;
use commute_explore::{
    Discipline, Limits, Options, Order, Outcome, Pending, Persistent, Reduction, Selection, StopReason,
    StoreKind, Unobserved,
};
use commute_ir::Global;
use commute_machine::{Initialisation, LockRule, ObjId, Tid, Variable, ViolationKind};
use commute_vm::named_guards;
use std::collections::{BTreeMap, BTreeSet};

/// Programs with more states have too many executions.
const SMALL: u64 = 60;
/// The most states that are met on the way, one execution after the other.
const EXECUTIONS: u64 = 20_000;
/// Of so many programs two are left to it: one of each discipline.
const RULES_EVERY: u64 = 8;
/// The most states, each with what happened to variables before, that the independent interpreter looks at.
const FEW_STATES: usize = 2_000;

/// What searches of executions agree on.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Executions {
    /// How many searches came to an end; those of programs with cycles, or with very many executions, do not.
    pub ended: usize,
    /// Whether the locking discipline MLD' is kept, if all executions could be explored.
    pub disciplined: Option<bool>,
}

impl Subject {
    /// Explores executions, with and without selective search: what is violated must be the same.
    pub(super) fn compare_executions(&self) -> Result<Executions, String> {
        let mut agreed = Executions::default();
        if !self.small || self.plain.states > SMALL {
            return Ok(agreed);
        }
        for reduction in std::iter::once(Reduction::None).chain(selective()) {
            let outcome = self.explore(reduction, None, BTreeMap::new())?;
            if outcome.incomplete.is_some() {
                continue;
            }
            agreed.ended += 1;
            let found = report(&outcome);
            if essence(found.violations.iter()) != essence(self.plain.violations.iter()) {
                return Err(format!("{}: {found:?}\nplain: {:?}", name(reduction), self.plain));
            }
        }
        agreed.disciplined = self.compare_disciplines()?;
        Ok(agreed)
    }

    /// Sto00 Theorems 3', 5' and 6': a violation of MLD' is found if and only if there is one. For every other program the
    /// first thread initialises the global variables. For others it has to be the same lock in all executions.
    fn compare_disciplines(&self) -> Result<Option<bool>, String> {
        let discipline = self.discipline();
        let all = self.explore(Reduction::None, Some(discipline.clone()), BTreeMap::new())?;
        if all.incomplete.is_some() && !is_unnamed(&all) {
            return Ok(None);
        }
        if self.number.is_multiple_of(RULES_EVERY) || self.number % RULES_EVERY == 1 {
            self.check_rules(&discipline, &all)?;
        }
        // Whether two locks are the same one may not be known, and then not each search has to say so.
        if is_unnamed(&all) {
            return Ok(None);
        }
        let is_violated = violated(&all).next().is_some();
        let composed = Selection::named("c-sss").expect("[commute internal bug] there is c-sss");
        let by_locks = [Pending::Locks, Pending::Guards]
            .map(|pending| Selection { persistent: Persistent::Mld(pending), ..composed })
            .map(Reduction::Selective);
        // What the independent interpreter says is never contradicted is true, as if it were proved.
        let is_true = self.contradicted.as_ref().is_some_and(|some| some.is_empty());
        let proved = if is_true { named_guards(&self.compiled.program) } else { BTreeMap::new() };
        for reduction in selective().into_iter().chain(by_locks) {
            let outcome = self.explore(reduction, Some(discipline.clone()), proved.clone())?;
            let comes_to_an_end = outcome.incomplete.is_none() && !is_unnamed(&outcome);
            if comes_to_an_end && violated(&outcome).next().is_some() != is_violated {
                let found: Vec<_> = all.found.iter().map(|found| &found.violation).collect();
                return Err(format!(
                    "{}: not {is_violated}; {discipline:?}, all: {found:?}",
                    name(reduction)
                ));
            }
        }
        Ok(Some(!is_violated))
    }

    /// Whether it has to be the same lock in all executions.
    fn same_lock(&self) -> bool {
        // Of those that are left to the independent interpreter, too.
        matches!(self.number % (2 * RULES_EVERY), 4..=7 | 9 | 12..=15)
    }

    fn discipline(&self) -> Discipline {
        let globals = (0..self.compiled.program.globals.len() as u32).map(Variable::Global);
        let init = globals.filter(|_| self.number.is_multiple_of(2)).map(|g| (g, Tid::new(0))).collect();
        Discipline::MldPrime { init, several: self.number % 16 == 8 }
    }

    /// The independent interpreter says the same of all variables, if there are not many states with histories.
    fn check_rules(&self, discipline: &Discipline, all: &Outcome) -> Result<(), String> {
        let program = &self.compiled.program;
        let rule =
            |(g, global): (usize, &Global)| discipline.rule(Variable::Global(g as u32), global.name.clone());
        let rules: Vec<LockRule> = program.globals.iter().enumerate().map(rule).collect();
        let usual = Initialisation::None;
        let same = self.same_lock();
        let Some(expected) = violated_rules(program, usual, &rules, same, FEW_STATES) else { return Ok(()) };
        let found: BTreeSet<String> = violated(all).collect();
        // A search may have compared locks before it saw that their names change.
        let is_known = |variable: &&String| !expected.unnamed.contains(*variable);
        let unnamed = found.is_empty() && is_unnamed(all) == expected.unnamed.is_empty();
        if unnamed || !found.iter().filter(is_known).eq(&expected.violated) {
            return Err(format!(
                "{}: {found:?}, but violated are {expected:?}; {discipline:?}",
                name(Reduction::None)
            ));
        }
        Ok(())
    }

    /// One search; what it finds is confirmed.
    fn explore(
        &self,
        reduction: Reduction,
        discipline: Option<Discipline>,
        proved: BTreeMap<Variable, ObjId>,
    ) -> Result<Outcome, String> {
        // An execution without a cycle comes to every state once at most.
        let limits = Limits { states: Some(EXECUTIONS), depth: Some(self.plain.states), ..Limits::default() };
        let (order, store) = (Order::Dfs, StoreKind::None);
        let same_lock = discipline.is_some() && self.same_lock();
        let options = Options {
            order,
            store,
            reduction,
            discipline,
            same_lock,
            proved,
            limits,
            keep_going: true,
            ..Options::default()
        };
        let outcome = search(&mut machine(&self.compiled, self.number), &options, &mut Unobserved);
        self.confirm(&outcome).map_err(|what| format!("{}: {what}", name(reduction)))?;
        Ok(outcome)
    }
}

/// Whether a lock protects some variable of which it is not known whether it is the same in all executions.
fn is_unnamed(outcome: &Outcome) -> bool {
    matches!(outcome.incomplete, Some(StopReason::UnnamedLock(_)))
}

fn selective() -> Vec<Reduction> {
    Selection::NAMED.into_iter().map(|(_, selection)| Reduction::Selective(selection)).collect()
}

fn name(reduction: Reduction) -> String {
    match reduction {
        Reduction::Selective(selection) => format!("executions, {}", selection.name()),
        _ => "all executions".to_owned(),
    }
}

/// The variables that violate a rule; of those that are said to be unshared the rule.
fn violated(outcome: &Outcome) -> impl Iterator<Item = String> + '_ {
    outcome.found.iter().filter_map(|found| match &found.violation.kind {
        ViolationKind::Discipline(text) => LockRule::parse(text).map(|rule| match rule.initialisation {
            Initialisation::OneThread => text.clone(),
            _ => rule.variable,
        }),
        _ => None,
    })
}
