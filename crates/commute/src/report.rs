//! What came of a check, as plain values.

use crate::claims::{JudgedClaim, judged};
use crate::execution::Execution;
use crate::formulas::{FormulaReport, FormulaVerdict};
use crate::hunt::FoundBy;
use crate::memory_model::{Memory, raced};
use crate::methods::MethodRow;
use crate::remark::Remark;
use crate::sharing::SharedVariable;
use crate::subject::Description;
use crate::words;
use commute_explore::{
    Assumption, Discipline, Keep, Options, Order, Outcome, Properties, Reduction, Standing, Stats,
    StopReason, StoreKind, StrategyFacts, Symmetry, Verdict as Searched,
};
use commute_machine::{Schedule, Violation, ViolationKind};

/// What a check says of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Nothing that was asked for is violated, in any interleaving.
    Holds,
    /// Something is: there is a counterexample, or an execution on which a formula is false.
    Violated,
    /// Nothing wrong was found, but not everything was explored.
    Undecided,
}

/// Everything a check has to say of a program.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The program, as the user named it.
    pub name: String,
    /// Whether it is a Java program, which has much of a library in it.
    pub is_java: bool,
    /// The verdict on all that was asked: the search and the formulas.
    pub verdict: Verdict,
    /// The verdict of the search, without formulas.
    pub searched: Searched,
    /// What is wrong, each with an execution that shows it.
    pub counterexamples: Vec<Counterexample>,
    /// Why not everything was explored. With a violation this is a remark.
    pub incomplete: Option<StopReason>,
    /// How shared variables are shared, as far as the strategy found out.
    pub sharing: Vec<SharedVariable>,
    /// What the strategy took for granted.
    pub assumptions: Vec<Assumption>,
    /// Which functions are one transaction, or why that is not known, if it was asked for.
    pub methods: Option<Result<Vec<MethodRow>, String>>,
    /// What became of what the user says of classes.
    pub claims: Vec<JudgedClaim>,
    /// What was checked.
    pub checked: Vec<String>,
    /// What one might think was checked, but was not.
    pub not_checked: Vec<NotChecked>,
    /// What was found out about temporal formulas.
    pub formulas: Vec<FormulaReport>,
    /// What the verdict rests on besides.
    pub remarks: Vec<Remark>,
    /// How the violation was found, if it was hunted.
    pub found_by: Option<FoundBy>,
    /// How it was searched.
    pub search: SearchSummary,
    /// What it cost.
    pub stats: Stats,
}

/// A violation and an execution that shows it, which was confirmed.
#[derive(Clone, PartialEq, Debug)]
pub struct Counterexample {
    /// What is wrong.
    pub violation: Violation,
    /// How it comes to that.
    pub execution: Execution,
    /// The same for the machine.
    pub schedule: Schedule,
}

/// Something that was not checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotChecked {
    /// What.
    pub what: String,
    /// Why not.
    pub why: WhyNotChecked,
}

/// Why something was not checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WhyNotChecked {
    /// Deadlocks were not asked for.
    NoDeadlock,
    /// Nor partial ones.
    NoPartialDeadlock,
    /// Nor threads that spin.
    NoLivelock,
    /// Nor invariants.
    NoInvariants,
    /// Data races were allowed.
    RacesAllowed,
    /// Nor temporal formulas.
    NoFormulas,
    /// This strategy does not look at what the user says of how data is shared.
    Strategy,
}

/// How a program was searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchSummary {
    /// Which steps were explored.
    pub reduction: Reduction,
    /// In which order.
    pub order: Order,
    /// How states were remembered.
    pub store: StoreKind,
    /// Which were stored.
    pub keep: Keep,
    /// Which counted as one.
    pub symmetry: Symmetry,
}

impl SearchSummary {
    /// How the search engine was asked.
    pub fn of(options: &Options) -> Self {
        let &Options { reduction, order, store, keep, symmetry, .. } = options;
        Self { reduction, order, store, keep, symmetry }
    }

    /// The name of the strategy.
    pub fn strategy(&self) -> &'static str {
        StrategyFacts::of(self.reduction).name
    }

    /// The name of the oracle, if there is one.
    pub fn oracle(&self) -> Option<&'static str> {
        self.reduction.oracle().map(|oracle| oracle.facts().name)
    }
}

impl Report {
    /// What a search, its confirmed counterexamples and the formulas come to. `formulas_asked` is whether formulas were to be checked.
    pub fn new(
        described: &Description,
        options: &Options,
        outcome: Outcome,
        counterexamples: Vec<Counterexample>,
        formulas: Vec<FormulaReport>,
        formulas_asked: bool,
    ) -> Self {
        let verdict = verdict(&outcome.verdict, &formulas);
        let about_memory = described.memory.remark(&outcome, options);
        let raced = raced(&outcome);
        // What is ordered by an access that races, or by one that is weaker than volatile, is not ordered.
        let noticed = outcome.remarks.into_iter().map(Remark::Noticed);
        let race_free = matches!(about_memory, Some(Remark::RaceFree | Remark::RaceFreeJava));
        let rows = outcome.sharing.into_iter().filter(|row| row.variable != commute_ir::Program::TIME);
        let mut report = Report {
            name: described.name.clone(),
            is_java: matches!(described.memory, Memory::Java { .. }),
            verdict,
            searched: outcome.verdict,
            counterexamples,
            incomplete: outcome.incomplete,
            sharing: rows.map(|row| SharedVariable::new(described, row, &raced, race_free)).collect(),
            assumptions: outcome.assumptions,
            methods: None,
            claims: Vec::new(),
            checked: checked(described, options),
            not_checked: not_checked(described, options, formulas_asked),
            formulas,
            remarks: about_memory
                .into_iter()
                .chain(noticed)
                .chain(described.remarks.iter().cloned())
                .collect(),
            found_by: None,
            search: SearchSummary::of(options),
            stats: outcome.stats,
        };
        report.claims = described.claims.iter().map(|claim| judged(&report, claim)).collect();
        report
    }

    /// Whether the search explored everything and found nothing.
    pub fn holds(&self) -> bool {
        self.searched == Searched::Holds
    }

    /// What became of each assumption, and what it is. After a complete search, what is not refuted is proved.
    pub fn assumptions(&self) -> impl Iterator<Item = (&'static str, &str)> {
        standings(&self.assumptions, self.holds())
    }
}

/// What became of assumptions: `complete` is whether everything was explored.
pub(crate) fn standings(list: &[Assumption], complete: bool) -> impl Iterator<Item = (&'static str, &str)> {
    list.iter().map(move |assumption| {
        let standing = match assumption.standing {
            Standing::Refuted => "refuted, and not used",
            Standing::Unrefuted if complete => "proved",
            Standing::Unrefuted => "assumed",
        };
        (standing, assumption.text.as_str())
    })
}

/// The one place in which the search and the formulas become a verdict.
fn verdict(searched: &Searched, formulas: &[FormulaReport]) -> Verdict {
    let some = |wanted: fn(&FormulaVerdict) -> bool| formulas.iter().any(|f| wanted(&f.verdict));
    let violated = some(|verdict| matches!(verdict, FormulaVerdict::Violated { .. }));
    let open = some(|verdict| matches!(verdict, FormulaVerdict::Undecided(_) | FormulaVerdict::Refused(_)));
    match searched {
        Searched::Violated => Verdict::Violated,
        _ if violated => Verdict::Violated,
        Searched::Undecided(_) => Verdict::Undecided,
        Searched::Holds if open => Verdict::Undecided,
        Searched::Holds => Verdict::Holds,
    }
}

/// What was checked.
fn checked(described: &Description, options: &Options) -> Vec<String> {
    let asked = options.properties;
    let mut list = vec!["assertions and faults".to_owned()];
    list.extend(asked.deadlock.then(|| "deadlock".to_owned()));
    list.extend(asked.partial_deadlock.then(|| "partial deadlock".to_owned()));
    // It is looked for once everything was explored, which nobody knows of these.
    let samples = matches!(options.order, Order::Sample { .. });
    let explores_all = !samples && !matches!(options.store, StoreKind::Bitstate { .. });
    list.extend((asked.livelock && explores_all).then(|| "livelock".to_owned()));
    list.extend(asked.progress.then(|| "progress".to_owned()));
    let races = described.memory.has_plain() && asked.races && !options.allow_races;
    list.extend(races.then(|| "data races".to_owned()));
    list.extend(options.discipline.as_ref().map(|discipline| {
        let name = match discipline {
            Discipline::Mld => "MLD",
            Discipline::MldPrime { .. } => "MLD'",
        };
        let same = if options.same_lock { " with the same lock in all executions" } else { "" };
        let proved = if options.proved.is_empty() { "" } else { ", with locks that are proved" };
        format!("locking discipline {name}{same}{proved}")
    }));
    if asked.invariants {
        list.extend(invariants(described));
    }
    list
}

/// What one might think was checked, but was not, and why.
fn not_checked(described: &Description, options: &Options, formulas: bool) -> Vec<NotChecked> {
    let Properties { deadlock, partial_deadlock, livelock, invariants: asks_invariants, races, progress: _ } =
        options.properties;
    let not = |what: &str, why| NotChecked { what: what.to_owned(), why };
    let mut list = Vec::new();
    list.extend((!deadlock).then(|| not("deadlock", WhyNotChecked::NoDeadlock)));
    list.extend((!partial_deadlock).then(|| not("partial deadlock", WhyNotChecked::NoPartialDeadlock)));
    list.extend((!livelock).then(|| not("livelock", WhyNotChecked::NoLivelock)));
    let allowed = described.memory.has_plain() && (!races || options.allow_races);
    list.extend(allowed.then(|| not("data races", WhyNotChecked::RacesAllowed)));
    if !asks_invariants {
        list.extend(invariants(described).map(|name| not(&name, WhyNotChecked::NoInvariants)));
    }
    if !formulas {
        let formulas = described.formulas.iter();
        list.extend(formulas.map(|f| not(&format!("ltl {}", f.name), WhyNotChecked::NoFormulas)));
    }
    let checks = options.reduction.oracle().is_some_and(|oracle| oracle.facts().checks_annotations);
    list.extend((!checks && described.is_annotated).then(|| not("annotations", WhyNotChecked::Strategy)));
    list
}

fn invariants(described: &Description) -> impl Iterator<Item = String> {
    described.invariants.iter().map(|name| words::kind(&ViolationKind::Invariant(name.clone())))
}

impl std::fmt::Display for WhyNotChecked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            WhyNotChecked::Strategy => "the strategy auto checks them",
            _ => "switched off",
        })
    }
}
