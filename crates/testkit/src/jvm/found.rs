//! What Commute finds.

use super::{BITS, Outcome};
use commute::engine::{check_ltl, search};
use commute_base::{SourceMap, Span};
use commute_explore::{
    Fairness, Limits, LtlVerdict, Observer, Options, OracleKind, Progress, Reduction, StopReason,
};
use commute_front_jvm::{Input, load};
use commute_ir::{BinOp, Expr, ExprKind, GlobalId, Ltl, Program, Property, PropertyKind, Ty};
use commute_vm::Vm;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Programs with more states are left out; the time is for states that take unusually long, not for a machine that is busy.
const MAX_STATES: u64 = 12_000;
const MAX_TIME: Duration = Duration::from_secs(60);
/// Who runs on for ever is searched for without a reduction, in pairs of states.
const MAX_PAIRS: u64 = 200_000;

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

/// A translated program.
pub struct Subject {
    program: Arc<Program>,
    /// Where the notes are, and whether `main` came to its end.
    notes: Vec<GlobalId>,
}

impl Subject {
    /// The class `main`, which has so many slots, or why it is refused.
    pub fn new(classes: &Path, main: &str, slots: usize) -> Result<Self, String> {
        let class_path = vec![classes.to_owned()];
        let input = Input { class_path, main: Some(main.to_owned()), ..Input::default() };
        let program = load(&input, &mut SourceMap::default()).map_err(|error| error.to_string())?.program;
        let names = (0..slots).map(|slot| format!("{main}.o{slot}")).chain([format!("{main}.done")]);
        let position = |name: String| program.globals.iter().position(|global| global.name == name);
        let notes: Option<Vec<GlobalId>> = names.map(|name| position(name).map(GlobalId::new)).collect();
        let notes = notes.ok_or("a note is never written")?;
        Ok(Self { program: Arc::new(program), notes })
    }

    /// With which outcomes it ends, or can go on no more.
    pub fn find(&self, reduced: bool) -> Found {
        let reduction = if reduced { Reduction::Ample(OracleKind::Locks) } else { Reduction::None };
        let limits = Limits { states: Some(MAX_STATES), time: Some(MAX_TIME), ..Limits::default() };
        let options = Options { reduction, limits, keep_going: true, ..Options::default() };
        let mut vm = Vm::new(Arc::clone(&self.program));
        vm.show_values(&self.notes, BITS);
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

    /// Whether an execution in which every thread gets its turn runs on for ever without noting anything more than this: `java`
    /// cannot tell it from one that can go on no more. `None` if there is too much to search.
    pub fn runs_on(&self, outcome: Outcome) -> Option<bool> {
        let mut program = Program::clone(&self.program);
        let stays = Ltl::Eventually(Box::new(Ltl::Always(Box::new(Ltl::Atom(self.notes_are(outcome))))));
        let kind = PropertyKind::Ltl(Ltl::Not(Box::new(stays)));
        let property = program.properties.len();
        program.properties.push(Property { name: "stays".to_owned(), kind, span: Span::default() });
        let limits = Limits { states: Some(MAX_PAIRS), time: Some(MAX_TIME), ..Limits::default() };
        let options = Options { limits, ..Options::default() };
        let mut vm = Vm::new(Arc::new(program));
        match check_ltl(&mut vm, property, Fairness::Weak, &options, &mut Collector::default()).verdict {
            LtlVerdict::Violated(_) => Some(true),
            LtlVerdict::Holds => Some(false),
            LtlVerdict::Undecided(_) | LtlVerdict::Refused(_) => None,
        }
    }

    fn notes_are(&self, outcome: Outcome) -> Expr {
        let expr = |kind, ty| Expr { kind, ty, span: Span::default() };
        let note = |(slot, &global): (usize, &GlobalId)| {
            let value = (outcome.0 >> (BITS as usize * slot) & ((1 << BITS) - 1)) as i64;
            let global = expr(ExprKind::Global { global, primed: false }, Ty::I32);
            let value = expr(ExprKind::Int(value), Ty::I32);
            expr(ExprKind::Binary(BinOp::Eq, Box::new(global), Box::new(value)), Ty::Bool)
        };
        let both = |a, b| expr(ExprKind::Binary(BinOp::And, Box::new(a), Box::new(b)), Ty::Bool);
        let all = self.notes.iter().enumerate().map(note).reduce(both);
        all.unwrap_or_else(|| expr(ExprKind::Int(1), Ty::Bool))
    }
}
