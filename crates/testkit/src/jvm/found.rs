//! What Commute finds.

use super::{BITS, Outcome};
use commute::engine::search;
use commute_base::SourceMap;
use commute_explore::{Limits, Observer, Options, OracleKind, Progress, Reduction, StopReason};
use commute_front_jvm::{Input, load};
use commute_ir::GlobalId;
use commute_vm::Vm;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Programs with more states are left out; the time is for states that take unusually long, not for a machine that is busy.
const MAX_STATES: u64 = 12_000;
const MAX_TIME: Duration = Duration::from_secs(60);

/// The outcomes of a program, if all could be found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// All of them, and how many states were stored.
    All(BTreeSet<Outcome>, u64),
    /// There are too many states.
    TooLarge,
    /// Some execution cannot be followed, or the program is refused.
    NotDecided(String),
}

/// Collects the notes in final states.
#[derive(Default)]
struct Collector(BTreeSet<Outcome>);

impl Observer for Collector {
    fn progress(&mut self, _progress: &Progress) {}

    fn terminal(&mut self, content: &dyn Fn() -> u64) {
        self.0.insert(Outcome(content()));
    }
}

/// The outcomes of the class `main`, which has so many slots.
pub fn find(classes: &Path, main: &str, slots: usize, reduced: bool) -> Found {
    let input =
        Input { class_path: vec![classes.to_owned()], main: Some(main.to_owned()), ..Input::default() };
    let program = match load(&input, &mut SourceMap::default()) {
        Ok(loaded) => Arc::new(loaded.program),
        Err(error) => return Found::NotDecided(error.to_string()),
    };
    let names = (0..slots).map(|slot| format!("{main}.o{slot}")).chain([format!("{main}.done")]);
    let position = |name: String| program.globals.iter().position(|global| global.name == name);
    let globals: Option<Vec<GlobalId>> = names.map(|name| position(name).map(GlobalId::new)).collect();
    let Some(globals) = globals else {
        return Found::NotDecided("a note is never written".to_owned());
    };
    let reduction = if reduced { Reduction::Ample(OracleKind::Locks) } else { Reduction::None };
    let limits = Limits { states: Some(MAX_STATES), time: Some(MAX_TIME), ..Limits::default() };
    let options = Options { reduction, limits, keep_going: true, ..Options::default() };
    let mut vm = Vm::new(Arc::clone(&program));
    vm.show_values(&globals, BITS);
    let mut collector = Collector::default();
    let outcome = search(&mut vm, &options, &mut collector);
    let refused = outcome.found.iter().find(|found| found.violation.kind.name() == "unsupported");
    if let Some(refused) = refused {
        return Found::NotDecided(refused.violation.message.clone());
    }
    match outcome.incomplete {
        None => Found::All(collector.0, outcome.stats.states),
        Some(StopReason::States(_) | StopReason::Time(_)) => Found::TooLarge,
        Some(StopReason::Unfollowed(unfollowed)) => Found::NotDecided(unfollowed.what),
        Some(other) => Found::NotDecided(format!("{other:?}")),
    }
}
