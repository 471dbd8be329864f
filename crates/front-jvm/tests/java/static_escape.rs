//! What static escape analysis claims of Java programs is true, on programs that are there to make it go wrong: each has an assertion that
//! fails if threads go one after the other step by step, and does not if what they share were taken for local.

use crate::support;
use commute::{Check, Program};
use commute_explore::{OracleKind, Outcome, Reduction};
use commute_ir::analysis::static_escape;
use commute_machine::{Fingerprint, Footprint, Location, Machine, ThreadStatus, Tid, Transition};
use commute_vm::Vm;
use std::collections::{BTreeSet, HashSet, VecDeque};
use std::path::Path;

/// States of a program that are looked at.
const STATES: usize = 400;

fn kinds(outcome: &Outcome) -> BTreeSet<String> {
    outcome.found.iter().map(|found| found.violation.kind.name().to_owned()).collect()
}

fn explore(program: &Program, reduction: Reduction) -> Outcome {
    support::explore(program, &Check::new().reduction(reduction).depth_first(true).keep_going(true))
}

/// Whether accesses may be to the same part of an object; what concerns a thread is in the first word of its handle.
fn overlap(a: Location, b: Location) -> bool {
    match (a, b) {
        (Location::Object(o), Location::Word(p, word)) | (Location::Word(p, word), Location::Object(o)) => {
            o == p && word == 0
        }
        (a, b) => a == b,
    }
}

/// How many steps were claimed to be local in the states of a program, up to a limit; the error is one that another thread's next step
/// touches something of.
fn claims(program: &Program, local: &[bool]) -> Result<usize, String> {
    let mut vm = Vm::new(program.ir().clone());
    let mut seen = HashSet::from([vm.vector().to_vec()]);
    let mut queue: VecDeque<Vec<u32>> = seen.iter().cloned().collect();
    let mut claimed = 0;
    while let Some(state) = queue.pop_front() {
        vm.load(&state);
        let live: Vec<Tid> =
            (0..vm.threads()).map(Tid::new).filter(|&t| vm.status(t) == ThreadStatus::Live).collect();
        let mut footprints = Vec::new();
        for &t in &live {
            let mut footprint = Footprint::default();
            vm.footprint(t, &mut footprint);
            footprints.push((t, local[vm.control_point(t) as usize], footprint));
        }
        for (t, _, mine) in footprints.iter().filter(|(_, local, _)| *local) {
            claimed += 1;
            for (u, _, theirs) in footprints.iter().filter(|(u, ..)| u != t) {
                let touched = |a: Location| theirs.accesses.iter().any(|b| overlap(a, b.location));
                if let Some(access) = mine.accesses.iter().find(|a| touched(a.location)) {
                    return Err(format!("{t:?} is said to be alone with {access:?}, but {u:?} is not far"));
                }
            }
        }
        for t in live {
            vm.load(&state);
            for choice in 0..vm.choices(t) as u16 {
                vm.load(&state);
                vm.step(Transition { tid: t, choice });
                if seen.len() < STATES && seen.insert(vm.vector().to_vec()) {
                    queue.push_back(vm.vector().to_vec());
                }
            }
        }
    }
    Ok(claimed)
}

#[test]
fn what_threads_share_is_not_taken_for_local() {
    if !support::has_jdk() {
        return;
    }
    let sources = support::sources("tests/escape");
    let classes = support::scratch("escape");
    support::javac(&sources, &classes);
    for source in &sources {
        let name = source.file_stem().unwrap().to_string_lossy().into_owned();
        let program = support::program(&classes, &name);
        let plain = kinds(&explore(&program, Reduction::None));
        assert!(plain.contains("uncaught_exception"), "{name}: {plain:?}");
        let reduced = explore(&program, Reduction::Ample(OracleKind::StaticEscape));
        assert_eq!(kinds(&reduced), plain, "{name}");
        let table = static_escape(program.ir()).into_table();
        assert!(claims(&program, &table).is_ok_and(|claimed| claimed > 0), "{name}");
        let all = vec![true; table.len()];
        assert!(claims(&program, &all).is_err(), "{name}: the check can fail");
    }
}

/// DHRR04 Fig. 2(a): all that `run` does is local.
#[test]
fn independent_work_is_local() {
    if !support::has_jdk() {
        return;
    }
    let source = support::root().join("examples/java/IndependentWork1.java");
    let classes = support::scratch("escape/independent");
    support::javac_with(&[source], &classes, Path::new("."));
    let program = support::program(&classes, "IndependentWork1");
    let table = static_escape(program.ir());
    let run = program.ir().functions.iter().position(|f| f.name == "Process.run").unwrap();
    let code = &program.ir().functions[run].code;
    let local = |&at: &usize| table.is_local(commute_ir::FuncId::new(run), commute_ir::Pc(at as u32));
    let visible: Vec<usize> = (0..code.len()).filter(|&at| code[at].is_visible()).collect();
    assert_eq!((visible.len(), visible.iter().filter(|at| local(at)).count()), (5, 5));
}
