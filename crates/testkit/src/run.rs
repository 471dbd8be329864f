//! Runs a search of a model in every configuration that must not make a difference.

use crate::Model;
use commute::{Program, Subject, Undo};
use commute_base::{SourceMap, Span};
use commute_certify::confirms;
use commute_explore::{Keep, Limits, Options, OracleKind, Order, Outcome, Reduction, StoreKind, Unobserved};
use commute_machine::ViolationKind;
use commute_vm::UndoMethod;
use std::collections::BTreeSet;

/// How to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Configuration {
    /// The order of the search.
    pub order: Order,
    /// The store of visited states.
    pub store: StoreKind,
    /// How the machine goes back.
    pub undo: UndoMethod,
}

/// The reductions by the names of DHRR04's tables. Each stores at most as many states as the one it refines,
/// whose name comes last.
pub const COLUMNS: [(&str, Reduction, Keep, &str); 14] = [
    ("B", Reduction::None, Keep::All, "B"),
    ("D", Reduction::Ample(OracleKind::Escape), Keep::All, "B"),
    ("DA", Reduction::Ample(OracleKind::Escape), Keep::Sparse, "D"),
    ("WSL", Reduction::Ample(OracleKind::Wsl), Keep::Sparse, "DA"),
    ("WSL-dom", Reduction::Ample(OracleKind::WslDom), Keep::Sparse, "WSL"),
    ("S", Reduction::Ample(OracleKind::StaticEscape), Keep::All, "B"),
    ("SDA", Reduction::Ample(OracleKind::StaticThenEscape), Keep::Sparse, "S"),
    ("BA", Reduction::None, Keep::Sparse, "B"),
    ("WSL all", Reduction::Ample(OracleKind::Wsl), Keep::All, "D"),
    ("WSL-dom all", Reduction::Ample(OracleKind::WslDom), Keep::All, "WSL all"),
    ("LD", Reduction::Ample(OracleKind::Ld), Keep::Sparse, "DA"),
    ("LD+WSL-dom", Reduction::Ample(OracleKind::LdThenWslDom), Keep::Sparse, "WSL-dom"),
    ("LD all", Reduction::Ample(OracleKind::Ld), Keep::All, "B"),
    ("LD+WSL-dom all", Reduction::Ample(OracleKind::LdThenWslDom), Keep::All, "B"),
];

/// Every configuration that explores all states.
pub fn configurations() -> impl Iterator<Item = Configuration> {
    let orders = [Order::Bfs, Order::Dfs];
    let stores = [StoreKind::Exact, StoreKind::Compact];
    let undos = [UndoMethod::Log, UndoMethod::Snapshot];
    orders.into_iter().flat_map(move |order| {
        stores
            .into_iter()
            .flat_map(move |store| undos.into_iter().map(move |undo| Configuration { order, store, undo }))
    })
}

/// What is the same in every configuration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// States.
    pub states: u64,
    /// Transitions.
    pub transitions: u64,
    /// What is wrong, and where. Deadlocks have no place, since it depends on the order which is found first.
    pub violations: BTreeSet<(ViolationKind, Span)>,
    /// Whether everything was explored.
    pub complete: bool,
}

impl Report {
    /// A report with the places of deadlocks left out.
    pub fn new(
        states: u64,
        transitions: u64,
        violations: impl IntoIterator<Item = (ViolationKind, Span)>,
        complete: bool,
    ) -> Self {
        let placeless =
            |kind: &ViolationKind| matches!(kind, ViolationKind::Deadlock | ViolationKind::PartialDeadlock);
        let violations = violations
            .into_iter()
            .map(|(kind, span)| if placeless(&kind) { (kind, Span::default()) } else { (kind, span) })
            .collect();
        Self { states, transitions, violations, complete }
    }

    /// `holds`, or `violated:` and the names of the kinds.
    pub fn verdict(&self) -> String {
        let kinds: BTreeSet<&str> = self.violations.iter().map(|(kind, _)| kind.name()).collect();
        match (kinds.is_empty(), self.complete) {
            (true, true) => "holds".to_owned(),
            (true, false) => "undecided".to_owned(),
            _ => format!("violated:{}", kinds.into_iter().collect::<Vec<_>>().join(",")),
        }
    }
}

/// Explores a model to the end, or up to `max_states`, and confirms every counterexample.
pub fn explore(model: &Model, how: Configuration, max_states: Option<u64>) -> Result<Report, String> {
    let options = Options { order: how.order, store: how.store, ..Options::default() };
    run(model, how.undo, options, max_states)
}

/// The same with a reduction and the exact store.
pub fn explore_reduced(
    model: &Model,
    order: Order,
    reduction: Reduction,
    keep: Keep,
    max_states: Option<u64>,
) -> Result<Report, String> {
    run(model, UndoMethod::Log, Options { order, reduction, keep, ..Options::default() }, max_states)
}

fn run(model: &Model, undo: UndoMethod, options: Options, max_states: Option<u64>) -> Result<Report, String> {
    let program = Program::of_ir("a model", SourceMap::default(), (*model.program).clone());
    let limits = Limits { states: max_states, ..Limits::default() };
    let options = Options { keep_going: true, limits, ..options };
    let outcome = program.search(&options, Undo::Machine(undo), &mut Unobserved);
    confirm(model, &outcome)?;
    let violations = outcome.found.iter().map(|f| (f.violation.kind.clone(), f.violation.span));
    Ok(Report::new(outcome.stats.states, outcome.stats.transitions, violations, outcome.incomplete.is_none()))
}

fn confirm(model: &Model, outcome: &Outcome) -> Result<(), String> {
    for found in &outcome.found {
        let kind = &found.violation.kind;
        confirms(&model.program, &found.schedule, kind)
            .map_err(|error| format!("{kind:?} is not confirmed: {error}\nschedule: {:?}", found.schedule))?;
    }
    Ok(())
}
