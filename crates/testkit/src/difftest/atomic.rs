//! Whether a function is atomic, by movers and by states, and by the independent interpreter.

use commute::{JudgedAtomic, Program as Checked, Subject};
use commute_base::{SourceMap, Span};
use commute_certify::{confirms, is_atomic};
use commute_explore::{Atomicity, Options};
use commute_ir::analysis::CallGraph;
use commute_ir::{FuncId, Instr, Program, Property, PropertyKind};
use std::collections::BTreeSet;

/// So many states are looked at for each state of the program: what threads have read counts.
const PAIRS: usize = 20;

/// What the checker says of a function, which the independent interpreter says too, if anything is said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Each call is one transaction.
    OneTransaction,
    /// Nothing comes of its calls that does not come of calls that nobody interrupts.
    Same,
    /// Something does.
    Interrupted,
    /// It is not decided.
    Open,
}

/// Compares what is said of one function of a program; nothing if there are too many states. `is_clean` is whether nothing is wrong with
/// it.
pub fn compare(
    program: &Program,
    func: FuncId,
    is_clean: bool,
    states: u64,
) -> Result<Option<Answer>, String> {
    let (mut program, name) = (program.clone(), "asked".to_owned());
    let kind = PropertyKind::Atomic(vec![func]);
    program.properties.push(Property { name: name.clone(), kind, span: Span::default() });
    let Some(expected) = is_atomic(&program, &name, PAIRS * states as usize) else { return Ok(None) };
    let index = program.properties.len() - 1;
    let checked = Checked::of_ir("asked", SourceMap::default(), program.clone());
    let (answer, says) = match checked.atomicity(index, &Options::default(), is_clean) {
        JudgedAtomic::OneTransaction(_) | JudgedAtomic::NotCalled => (Answer::OneTransaction, Some(true)),
        JudgedAtomic::Compared { found: Atomicity::Atomic { .. }, .. } => (Answer::Same, Some(true)),
        JudgedAtomic::Compared { found: Atomicity::Interrupted(found), .. } => {
            let function = &program.functions[func.index()].name;
            confirms(&program, &found.schedule, &found.violation.kind)
                .map_err(|error| format!("{function} is interrupted by {:?}: {error}", found.schedule))?;
            (Answer::Interrupted, Some(false))
        }
        JudgedAtomic::Compared { .. } | JudgedAtomic::Unknown(_) => (Answer::Open, None),
    };
    match says {
        Some(says) if says != expected => {
            let function = &program.functions[func.index()].name;
            Err(format!("{function} is atomic: {expected}, and the checker says {answer:?}"))
        }
        _ => Ok(Some(answer)),
    }
}

/// The functions that are called and can be asked about. If one starts threads, or threads begin with it, these get other numbers when
/// others are interrupted.
pub fn functions(program: &Program) -> Vec<FuncId> {
    let starts = |i: &Instr| matches!(i, Instr::Spawn { .. } | Instr::Start { .. });
    let graph = CallGraph::new(program);
    let may_start = |func: FuncId| {
        let (mut seen, mut work) = (BTreeSet::from([func]), vec![func]);
        while let Some(at) = work.pop() {
            if program.functions[at.index()].code.iter().any(starts) {
                return true;
            }
            work.extend(graph.callees(at).iter().copied().filter(|&callee| seen.insert(callee)));
        }
        false
    };
    let all = (0..program.functions.len()).map(FuncId::new);
    let is_asked = |func: &FuncId| !program.begins_threads(*func) && program.init != Some(*func);
    all.filter(is_asked).filter(|&func| !may_start(func)).collect()
}
