//! Systems of which a process may be ended at any point, and perhaps starts again: every reduction says what the search of all states says,
//! and that has the states of the independent interpreter.

use commute::engine::search;
use commute_base::mutant;
use commute_certify::plain_search;
use commute_explore::{Options, Order, Reduction, StoreKind, Unobserved, Verdict};
use commute_ir::link::{Common, Part, link, made};
use commute_ir::{FuncId, GlobalId, Instr, Operand, Pc, ProcessId, Program, Reg, RegDecl, ThreadDecl, Ty};
use commute_testkit::Model;
use commute_testkit::systems::{Compared, compare as compare_in_java, generate};
use commute_testkit::twins::Javac;
use commute_vm::Vm;
use std::collections::BTreeSet;
use std::sync::Arc;

const SYSTEMS: u64 = 60;
/// Systems with more states are left out.
const MOST: usize = 2_500;

/// So many of the statements are of variables only, the others of objects too.
const OF_VARIABLES: usize = 9;

const STATEMENTS: [&str; 14] = [
    "x += 1;",
    "shared += 1;",
    "with (m) { x += 1; }",
    "with (m) { shared = x; }",
    "with (m) { x += 1; shared += 1; }",
    "when (shared > 0) { x += 1; }",
    "assert shared < 2;",
    "assert x < 3;",
    "x = shared;",
    "if true { let c = new Cell(); c.value = shared; c.value += 1; x = c.value; }",
    "if true { let c = new Cell(); c.value = shared; cell = c; c.value += 1; }",
    "with (m) { cell.value += 1; shared = cell.value; }",
    "if true { let y = cell.value; assert y < 2; shared = y; }",
    "cell.value = shared;",
];

/// The program of one process: two threads that share something with each other and with the other process.
fn process(seed: u64, statements: &[&'static str], name: &str) -> Part {
    let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut statement = || {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        statements[(random >> 33) as usize % statements.len()]
    };
    let text = format!(
        "var shared: int = 0; var x: int = 0; var m: lock;\n\
         class Cell {{ value: int = 0; }}\nvar cell: Cell = new Cell();\n\
         thread first {{ {} {} }}\nthread second {{ {} }}",
        statement(),
        statement(),
        statement()
    );
    let model = Model::compile("process.cm", &text, &[]).unwrap_or_else(|rejected| panic!("{}", rejected.0));
    let program = (*model.program).clone();
    let shared = program.globals.iter().position(|global| global.name == "shared").unwrap();
    Part {
        name: name.to_owned(),
        common: Common { globals: vec![GlobalId::new(shared)], ..Common::default() },
        program,
        life_of: None,
        missing_from: 0,
        borrowed: Vec::new(),
    }
}

/// Two processes, and a thread of nobody that ends the first one or does not. In some systems it starts again, with what it keeps.
fn system(seed: u64) -> Program {
    let statements = if seed % 4 < 2 { &STATEMENTS[..OF_VARIABLES] } else { &STATEMENTS };
    let mut parts =
        vec![process(2 * seed + 1, statements, "server"), process(2 * seed + 2, statements, "client")];
    let end = Instr::EndProcess { process: ProcessId(0), life: GlobalId(0) };
    let crash = FuncId::new(parts[0].program.functions.len());
    parts[0].program.functions.push(made("crash", Vec::new(), vec![end, Instr::Return { value: None }]));
    let restarts = seed % 4 == 3;
    if restarts {
        let again = Part { name: "server#2".to_owned(), life_of: Some(0), ..parts[0].clone() };
        parts.push(again);
    }
    let linked = link(&parts);
    let mut program = linked.program;
    let crash = FuncId::new(linked.functions[0] + crash.index());
    let begin = restarts.then(|| linked.begins[2]);
    let begin = begin.map(|func| Instr::Spawn { dst: None, func, args: Box::new([]), daemon: false });
    let mut code = vec![
        Instr::Choose { dst: Reg(0), lo: Operand::Int(0), hi: Operand::Int(2) },
        Instr::Switch { on: Operand::Reg(Reg(0)), cases: [(1, Pc(3))].into(), default: Pc(2) },
        Instr::Return { value: None },
        Instr::Call { dst: None, func: crash, args: Box::new([]) },
    ];
    code.extend(begin.into_iter().chain([Instr::Return { value: None }]));
    program.threads.push(ThreadDecl {
        name: "crash".to_owned(),
        func: FuncId::new(program.functions.len()),
        args: Vec::new(),
        daemon: true,
        process: None,
        handle: None,
        span: commute_base::Span::default(),
    });
    let regs = vec![RegDecl { name: String::new(), ty: Ty::I64 }];
    program.functions.push(made("crash of server", regs, code));
    program
}

/// What goes wrong in some execution, and how many states there are.
fn found(program: &Arc<Program>, reduction: Reduction) -> (BTreeSet<String>, u64) {
    let options = Options {
        order: Order::Dfs,
        store: StoreKind::Exact,
        reduction,
        keep_going: true,
        ..Options::default()
    };
    let outcome = search(&mut Vm::new(program.clone()), &options, &mut Unobserved);
    assert!(matches!(outcome.verdict, Verdict::Holds | Verdict::Violated), "{reduction:?}");
    (outcome.found.iter().map(|found| found.violation.kind.name().to_owned()).collect(), outcome.stats.states)
}

/// How many systems were compared, had something wrong, and of how many searches the verdict is another one.
fn compare() -> (u64, u64, Vec<String>) {
    compare_until(|_| false)
}

/// The same until enough is different.
fn compare_until(is_enough: impl Fn(&[String]) -> bool) -> (u64, u64, Vec<String>) {
    let (mut compared, mut violated, mut different) = (0, 0, Vec::new());
    for seed in 0..SYSTEMS {
        if is_enough(&different) {
            break;
        }
        let program = Arc::new(system(seed));
        let invalid = commute_ir::validate(&program);
        assert!(invalid.is_empty(), "{seed}: {}", invalid[0]);
        let independent = plain_search(&program, MOST);
        if !independent.complete {
            continue;
        }
        let (expected, states) = found(&program, Reduction::None);
        compared += 1;
        violated += u64::from(!expected.is_empty());
        if states != independent.states as u64 || expected.is_empty() != independent.violations.is_empty() {
            different.push(format!("{seed}: {states} states, {} by certify", independent.states));
        }
        for reduction in Reduction::all() {
            let (kinds, _) = found(&program, reduction);
            if kinds != expected {
                different.push(format!("{seed}: {reduction:?}: {kinds:?}, and not {expected:?}"));
            }
        }
    }
    (compared, violated, different)
}

#[test]
fn everything_agrees_on_processes_that_are_ended() {
    let (compared, violated, different) = compare();
    assert!(different.is_empty(), "{}", different.join("\n"));
    assert!(
        compared >= 20 && violated >= 5 && compared > violated,
        "{compared} compared, {violated} violated"
    );
}

#[test]
fn mistakes_about_the_end_of_a_process_are_noticed() {
    if !mutant::AVAILABLE {
        return;
    }
    for fault in ["footprint-without-life", "everything-leaves-no-trace", "ended-processes-remember"] {
        let (_, _, different) = mutant::with(fault, || compare_until(|found| !found.is_empty()));
        assert!(!different.is_empty(), "{fault}: nobody has noticed");
    }
}

/// Some systems of `lab --systems` that are small.
const IN_JAVA: [u64; 4] = [1, 4, 6, 9];

#[test]
#[expect(clippy::print_stderr, reason = "whoever runs the tests must know what was skipped")]
fn systems_in_java_are_judged_alike() {
    let javac = match Javac::find() {
        Ok(javac) => javac,
        Err(why) => return eprintln!("skipped: {why}"),
    };
    let systems = IN_JAVA.map(|n| (n, generate((1 << 32) + n)));
    let mut same = 0;
    for ((n, _), compared) in systems.iter().zip(compare_in_java(javac, &systems, 3_000).unwrap()) {
        match compared {
            Compared::Same(verdicts, _) => same += u64::from(!verdicts.is_empty()),
            Compared::TooLarge => {}
            Compared::Different(what) => panic!("{n}: {what}"),
        }
    }
    assert!(same >= 3, "{same} systems were compared");
}
