//! Mutants of the checker: the laboratory must notice every one of them, or it proves nothing.

use super::{Difference, Stage, Subject, differ, protected};
use crate::abstraction;
use crate::proofs;
use crate::twins::{self, Compared, Javac};
use crate::{Table, root};
use commute::{Check, JavaOptions, Program, Strategy};
use commute_base::mutant;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A fault by its name in the source, and what it does.
pub struct Mutant {
    /// The name: `#[mutant("name", ..)]`.
    pub name: &'static str,
    /// What is wrong with it on.
    pub what: &'static str,
}

const fn row(name: &'static str, what: &'static str) -> Mutant {
    Mutant { name, what }
}

/// All of them, by crate and file. A test compares this list with the source.
pub const MUTANTS: &[Mutant] = &[
    // vm
    row("drop-wake-up", "notify_all wakes one thread"),
    row("races-of-nobody", "no access may race, so that transactions need not end before one"),
    row("reads-do-not-race", "a read and a write at once are no data race"),
    row("counters-hide-races", "blocks that count or test commute also if their variable is plain elsewhere"),
    row("time-is-up-at-once", "the time of a wait is up at any moment, also if it should be last"),
    row("footprint-without-time", "steps whose time is up have nothing to do with each other"),
    row("counters-forget", "a block that adds to a word counts also if what it read is used"),
    row("callers-use-nothing", "a block counts also if its caller uses what it read"),
    row("barrier-forgets-thread", "a full barrier releases thread 0 only"),
    row("wait-ignores-interrupt", "wait does not look at the interrupted flag"),
    row("wait-forgets-count", "a monitor entered twice is entered once after waiting"),
    row("channel-without-capacity", "a full channel takes another message"),
    row("writer-ignores-readers", "a write lock is given while there are readers"),
    row("hash-without-component", "the fingerprint leaves out the first group of globals"),
    row("hash-without-position", "the fingerprint does not say which component is where"),
    row("dead-registers-stay", "dead registers keep their values"),
    row("liveness-clears-too-much", "the last register is always taken for dead"),
    row("memo-without-thread", "remembered steps of one thread are made by others"),
    row("looks-are-forgotten", "what a thread does in one go is remembered by where it stands alone"),
    row("memo-forgets-references", "a remembered step does not say that a reference changed"),
    row("memo-forgets-other-threads", "steps that wake or start threads are remembered"),
    row("canonical-forgets-callers", "what only a caller's frame refers to is garbage"),
    row("canonical-forgets-thread", "what only the last thread refers to is garbage"),
    row("garbage-stays", "garbage at the end is not dropped"),
    row("undo-forgets-version", "going back does not say that references changed"),
    row("heap-stays-frozen", "what an initialiser left keeps its numbers although edges are broken"),
    row("sharing-forgets-threads", "the history of sharing does not look at threads"),
    row("published-by-globals-only", "only what a step puts into globals may become shared by it"),
    row("sharing-ends-with-references", "what hangs on an object that was shared counts as one thread's"),
    row("footprint-of-blocked-forgotten", "a thread that waits at a guard looks at nothing"),
    row("waits-on-own-objects-commute", "a wait on an object that the step makes itself touches nothing"),
    row("effects-are-accesses", "an atomic block that made an object or chose has not begun"),
    row("lengths-are-data", "how many messages a channel holds is data, as the locking discipline has it"),
    row("garbage-holds-numbers", "what the step has let go of keeps the number of who holds it"),
    row("inner-blocks-are-counters", "a block inside an atomic block is a test or an increment by itself"),
    row("footprint-without-enter", "entering a monitor touches nothing"),
    row("footprint-without-elements", "an element of an array is nothing"),
    row("invariant-inside-atomic", "invariants are checked inside atomic blocks"),
    row("data-unobserved", "no invariant or formula looks at variables or locks"),
    row("ends-unobserved", "a thread that becomes alone by the end of another was always alone"),
    row("alone-beside-the-last-thread", "a thread is alone although the last one that was started is there"),
    row("labels-unobserved", "no invariant or formula looks at labels"),
    row("numbers-unobserved", "nothing depends on the number of a thread that is started"),
    row("cut-atomic-is-ample", "a step to a choice inside an atomic block may be ample"),
    row("symmetry-forgets-owners", "thread symmetry: it does not matter who holds a lock"),
    row("every-step-leads-onward", "livelock: no state is suspected, whatever its steps lead back to"),
    row("walks-that-come-to-nothing-clear", "livelock: who goes round on a walk is taken to come to an end"),
    row("daemons-keep-programs-alive", "livelock: a program goes on while a daemon does"),
    row("whoever-works-spins-too", "livelock: a server is taken for a thread that waits in vain"),
    row("nobody-waits-in-vain", "livelock: only loops in which nothing is done count"),
    row("symmetry-exchanges-named-threads", "thread symmetry: threads that an invariant names are exchanged"),
    row(
        "symmetry-forgets-who-is-joined",
        "thread symmetry: the first thread waits for as many threads, whichever they are",
    ),
    // explore/coarse
    row("inside-moves-right", "a step from inside an atomic block is a right mover"),
    row("runs-go-past-races", "transactions do not end before an access that may race"),
    row("blocked-guards-do-not-race", "a transaction that waits at a guard that may race does not end"),
    row(
        "runs-go-past-blocking",
        "transactions: nested acquires are one run although deadlocks are asked for",
    ),
    row("runs-go-past-a-second-commit", "transactions: a run may have two steps that do not move"),
    row("runs-forget-c2", "transactions: steps that an invariant sees move"),
    row("runs-without-way-out", "transactions: condition C is not met"),
    row("runs-that-are-stuck-do-not-end", "transactions: a run that cannot go on is no run"),
    row("first-runs-are-enough", "transactions: the runs of the first thread are always enough"),
    row(
        "access-is-own-doing",
        "persistent sets over transactions: nobody gives another thread the access that an annotation tells of",
    ),
    row("answers-rest-on-nothing", "it is not noted what an answer rests on, so that nothing is repaired"),
    row("nothing-is-repaired", "states that rested on a refuted assumption are not expanded again"),
    // explore/atomicity
    row("calls-are-never-in-progress", "atomicity: nobody interrupts a call"),
    row("second-commits-are-forgotten", "atomicity: a call that commits twice is one transaction"),
    // explore/selective
    row("sleepers-never-wake", "sleep sets: a dependent step wakes nobody"),
    row("sleep-sets-are-not-matched", "sleep sets: a state is never explored again for steps that slept"),
    row("sleep-sets-in-cycles", "sleep sets are kept although the states have cycles"),
    row("nobody-disturbs", "persistent sets: one thread is enough"),
    row("nobody-comes-by-objects", "persistent sets: threads share no object that is not static"),
    row("nothing-is-handed-over", "persistent sets: no thread outside hands objects to another one"),
    row("nobody-loads-references", "persistent sets: references are in local variables only"),
    // movers
    row("reach-ignores-thread", "thread 1 can reach nothing"),
    row("reach-ignores-globals", "global variables refer to nothing"),
    row("reach-follows-nothing", "objects refer to nothing"),
    row("globals-are-local", "oracle escape: global variables are local"),
    row("interrupts-forgotten", "waiting and joining commute with interrupts"),
    row("wsl-without-history", "an object that was shared once may be touched carelessly later (D2)"),
    row("wsl-without-watching", "no discipline is ever refuted"),
    row("wsl-without-holding", "self-locking objects count as held"),
    row("interrupts-unseen", "disciplines: waiting commutes although there are interrupts"),
    row("trying-is-waiting", "looking whether a lock is held counts as waiting for it"),
    row("ld-skips-intersection", "a lock held at the first access guards the data for ever"),
    row("ld-watches-globals-only", "the data of objects needs no lock"),
    row("ld-trusts-read-only", "what was only read so far is never written"),
    row("acquire-moves-left", "taking a lock is a left mover"),
    row("release-moves-right", "giving a lock back is a right mover"),
    row("local-final-forgets-writes", "oracle local-final: what is written is still called final"),
    row("owners-may-be-many", "oracle locks: two threads own a variable at once"),
    row("locks-skip-intersection", "oracle locks: the locks of the first access protect for ever"),
    row("locks-forget-writes", "oracle locks: every variable is read-only"),
    row("locks-watch-globals-only", "oracle locks: objects need no lock"),
    row("paths-through-what-is-written", "oracle locks: a lock is found by way of a word that changes"),
    row("tried-locks-move", "oracle locks: trying to take a lock is waiting for it"),
    row(
        "counted-numbers-are-not-looked-at",
        "oracle locks: nobody looks at the words that threads count with",
    ),
    row("counts-are-not-looked-at", "oracle locks: nobody looks at what semaphores and channels hold"),
    row("senders-are-alone", "oracle locks: it does not matter who of several threads sends first"),
    row("up-moves-right", "oracle locks: giving a permit is a right mover"),
    row("down-moves-left", "oracle locks: taking a permit is a left mover"),
    row("predicates-unobserved", "oracle predicates: steps that change a predicate move"),
    row("access-may-be-shared-initially", "oracle predicates: the initial state is not looked at"),
    row(
        "locks-stay-where-they-are",
        "oracle predicates: that another lock guards something now is not noticed",
    ),
    row("elements-are-apart-from-lengths", "an element of a growable array and its length are two variables"),
    row(
        "elements-beyond-the-end-are-nothing",
        "an element that a growable array does not have yet is no variable",
    ),
    row(
        "runs-that-wait-need-nobody",
        "transactions: a run that waits before its commit lets nobody else move",
    ),
    row("negative-capacities-are-enormous", "a channel of negative capacity has room for everything"),
    row("states-cut-off-count-as-explored", "a checkpoint forgets states that a limit of depth cut off"),
    row("joins-are-not-interrupted", "a thread that joins waits for ever although somebody may interrupt it"),
    row(
        "resumed-without-looking",
        "a search goes on although states were not looked at for what is asked now",
    ),
    row("memo-forgets-what-fails", "a remembered step that fails does not say what it looked at"),
    row("access-may-be-taken", "oracle predicates: taking access away is not reported"),
    row(
        "contradictions-hide-what-follows",
        "oracle predicates: a step that contradicts the user is not repaired",
    ),
    row("access-without-predicate", "oracle predicates: access without the predicate is not reported"),
    row("static-locality-of-words", "oracle static-escape: fields and elements are local"),
    row("words-are-independent", "dependence: accesses to one variable are independent"),
    row("locks-are-independent", "dependence: operations on one lock or monitor are independent"),
    row("messages-are-independent", "dependence: operations on one channel or semaphore are independent"),
    row("wsl-dom-union", "one other thread that cannot reach an object is enough (D1)"),
    row("wsl-dom-without-holding", "self-locking objects that nobody holds hide what is behind them"),
    row("everything-is-closed", "every object hides what is behind it"),
    // explore
    row("forget-c2", "ample sets: visible steps may be ample"),
    row("forget-c3", "ample sets, depth-first: cycles do not matter"),
    row("bfs-forgets-c3", "ample sets, breadth-first: cycles do not matter"),
    row("watch-first-thread-only", "the discipline is watched for thread 0 only"),
    row("refutation-ignored", "a refuted assumption does not begin the search again"),
    row("one-choice-of-the-ample-thread", "one transition at the control point is enough"),
    row("exceptions-of-one-place-are-one", "exceptions of several classes that leave a block are one"),
    row("first-failures-only", "of threads that fail before their first step one is reported"),
    row("schedule-without-first-step", "depth-first counterexamples lose their first step"),
    row("bfs-forgets-to-go-back", "the fourth step of a state is made from where the third led"),
    row("sparse-forgets-cycles", "a cycle of states passed by does not count as one"),
    row("sparse-never-sees-cycles", "a cycle of states passed by goes on for ever"),
    row("invariants-when-stored", "invariants are not checked in states passed by"),
    row("daemons-deadlock", "daemons that wait are in a deadlock"),
    row("ended-holders-forgotten", "waiting for what an ended thread holds is no deadlock"),
    row("pairs-by-left-half", "exact store: pairs with one left half are the same"),
    row("tree-without-right-half", "exact store: half of the vector does not count"),
    row("compact-by-few-bits", "compact store: twelve bits of the fingerprint count"),
    row("ltl-accepts-everything", "every edge of the automaton is in every acceptance set"),
    row("ltl-forgets-entering-marks", "the marks of the step into a component are lost"),
    row("ltl-finite-executions-forgotten", "formulas are not checked on executions that end"),
    row("ltl-everything-is-fair", "every execution counts as fair"),
    // The locking discipline.
    row("mld-first-accesses-commute", "MLD': it does not matter who accesses a variable first"),
    row("mld-skips-intersection", "MLD': the locks of the first access protect for ever"),
    row("mld-forgets-heap-locks", "MLD': locks that are no part of all states protect nothing"),
    row("mld-forgets-renaming", "MLD': an object has the number in all states that it had in one"),
    row(
        "mld-forgets-other-executions",
        "MLD' with the same lock in all executions: other executions do not matter",
    ),
    row("mld-forgets-guards", "MLD': what guards of blocked threads read does not count"),
    // The prover.
    row("prove-others-do-nothing", "prover: no step of others between two of a thread"),
    row("prove-nothing-is-guaranteed", "prover: a thread need not keep what others assume"),
    row("prove-guards-are-believed", "prover: that a lock is held at each access is not asked for"),
    row("prove-first-states-do-not-count", "prover: invariants need not be true at first"),
    row("prove-quantifiers-share-a-variable", "prover: quantifiers side by side are about one index"),
    row("prove-joins-do-not-wait", "prover: others do not run while an atomic block joins a thread"),
    row(
        "prove-loops-in-atomic-blocks-do-not-wait",
        "prover: rounds of a loop in an atomic block never waited",
    ),
    row(
        "prove-branches-share-what-is-written",
        "prover: the second side of a branch knows what the first wrote",
    ),
    row("prove-initializers-do-not-fail", "prover: nothing goes wrong in an initializer"),
    row("prove-releases-always-move", "prover: a release moves although others try to take the lock"),
    row("prove-objects-are-places", "prover: objects are the same if their places in their rows are"),
    row(
        "prove-guards-are-taken-inside",
        "prover: a lock that is taken in an atomic block guards the rest of it",
    ),
    row(
        "prove-locks-are-guarded",
        "prover: what is said of a lock makes operations on it movers, but for the release",
    ),
    row("prove-who-waits-has-its-guard", "prover: whoever waits in a block need not hold the lock any more"),
    row("prove-everything-can-be-chosen", "prover: a choice among all numbers is no fault"),
    row("prove-families-have-threads", "prover: every family has a thread"),
    // What only programs in Java show.
    row("java-allocations-forget-annotations", "what is said of objects where they are made is dropped"),
    row("java-nobody-reads-names", "thread symmetry: no instruction reads a field of a thread"),
    row(
        "java-nobody-looks-into-arrays",
        "thread symmetry: of no array of threads anything but its length is asked for",
    ),
    row("java-monitor-exit-lost", "Java: the end of a synchronized block does not give the monitor back"),
];

/// How a fault was noticed.
#[derive(Clone, Debug)]
pub struct Killed {
    /// By which comparison.
    pub by: Stage,
    /// By which search, as far as it is known.
    pub how: String,
    /// On which program: a number, or the name of a regression.
    pub on: String,
}

/// Programs that agree when no fault is on, made when they are first asked for.
pub struct Subjects<'a> {
    numbers: Vec<u64>,
    made: Mutex<Vec<Option<Arc<Subject>>>>,
    make: &'a (dyn Fn(u64) -> Result<Option<Subject>, Difference> + Sync),
}

impl<'a> Subjects<'a> {
    /// The programs of these numbers; `None` for one that is too large.
    pub fn new(
        numbers: Vec<u64>,
        make: &'a (dyn Fn(u64) -> Result<Option<Subject>, Difference> + Sync),
    ) -> Self {
        Self { numbers, made: Mutex::default(), make }
    }

    /// The one whose number is at a place of the list.
    fn get(&self, at: usize) -> Option<Arc<Subject>> {
        let mut made = self.made.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        while made.len() <= at {
            let next = (self.make)(self.numbers[made.len()]);
            made.push(
                next.unwrap_or_else(|difference| panic!("without a fault: {difference}")).map(Arc::new),
            );
        }
        made[at].clone()
    }
}

/// Searches a program with a fault switched on. How a comparison noticed it, if one did.
pub fn notice(name: &str, subject: &Subject) -> Option<Killed> {
    let executions =
        || protected(|| subject.compare_executions().or_else(|what| differ(Stage::Reduced, what)));
    let difference = mutant::with(name, || match name.starts_with("mld-") {
        true => executions().err(),
        false => subject.compare_everything().err(),
    })?;
    let how = match difference.stage {
        Stage::Search | Stage::Reduced => difference.what.split([':', '\n']).next().unwrap_or_default(),
        _ => "",
    };
    Some(Killed { by: difference.stage, how: how.to_owned(), on: subject.number.to_string() })
}

/// The program of a row of `mutants.tsv`: one that was generated, or a regression.
pub fn subject(seed: u64, on: &str, limit: u64) -> Result<Option<Subject>, Difference> {
    match on.parse() {
        Ok(number) => Subject::new(&super::program(seed, number).to_string(), number, limit),
        Err(_) => {
            let path = root().join("crates/testkit/regressions").join(on);
            let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            Subject::new(&text, 0, limit)
        }
    }
}

/// The first of the regressions that shows a fault. They are there because something like it once went wrong.
fn kill_by_corner(name: &str, limit: u64) -> Option<Killed> {
    let table = Table::read(&root().join("crates/testkit/regressions")).ok()?;
    table.rows.iter().find_map(|row| {
        let subject = subject(0, &row.file, limit).ok()??;
        Some(Killed { on: row.file.clone(), ..notice(name, &subject)? })
    })
}

/// How the n-th program that is written in Java too shows a fault, if it does.
pub fn notice_in_java(name: &str, javac: Javac, seed: u64) -> Option<Killed> {
    let twins = [(seed, twins::generate(seed))];
    let result = mutant::with(name, || protected(|| Ok(twins::compare(javac, &twins))));
    let same = matches!(&result, Ok(Ok(results)) if !matches!(results[0], Compared::Different(_)));
    (!same).then(|| Killed { by: Stage::Java, how: String::new(), on: format!("{JAVA}{seed}") })
}

/// How a program of `crates/testkit/java` shows a fault: with equal threads exchanged other violations are found than in all states without
/// the fault.
pub fn notice_in_file(name: &str, javac: Javac, file: &str) -> Option<Killed> {
    let directory = twins::Scratch::new().expect("a directory for classes");
    let java = |path: &str| root().join(path);
    let ours = ["Unshared", "SelfLocking", "Communication"];
    let mut sources = vec![java(&format!("crates/testkit/java/{file}.java"))];
    sources.extend(ours.map(|name| java(&format!("examples/java/commute/{name}.java"))));
    javac.compile(directory.path(), &sources).unwrap_or_else(|error| panic!("{file}: {error}"));
    let found = |symmetric| -> Result<BTreeSet<String>, Difference> {
        let class_path = vec![directory.path().to_path_buf()];
        let options = JavaOptions { class_path, main: Some(file.to_owned()), ..JavaOptions::default() };
        let program = Program::java(file, &options).unwrap_or_else(|error| panic!("{file}: {error}"));
        let full = Strategy::named("full").expect("[commute internal bug] there is a full search");
        let check = Check::new().strategy(full).symmetric(symmetric).keep_going(true);
        let report =
            check.build().expect("a search that can be").run(&program).expect("a program that can be");
        Ok(report.counterexamples.iter().map(|example| example.violation.message.clone()).collect())
    };
    let expected = found(false).ok();
    assert_eq!(found(true).ok(), expected, "{file} without a fault");
    let with_fault = mutant::with(name, || protected(|| found(true)));
    let same = with_fault.is_ok_and(|found| Some(found) == expected);
    (!same).then(|| Killed { by: Stage::Java, how: String::new(), on: format!("{JAVA}{file}") })
}

/// How the prover shows a fault on a program of a kind that it is tried on: it proves what brute force refutes.
pub fn notice_in_proof(name: &str, kind: &str, seed: u64) -> Option<Killed> {
    let kind = proofs::kinds().find(|(known, _)| *known == kind)?;
    let mut attempt = abstraction::attempt(abstraction::QUICK)?;
    let tried =
        mutant::with(name, || protected(|| Ok(abstraction::programs(&mut attempt, kind, seed..seed + 1))));
    let what = match tried {
        Ok(Ok(())) => return None,
        Ok(Err(what)) => what,
        Err(panicked) => panicked.what,
    };
    // The first line says what is wrong, behind the name of the program.
    let what = what.lines().next().unwrap_or_default();
    let how = what.split_once(": ").map_or(what, |(_, how)| how).to_owned();
    Some(Killed { by: Stage::Proof, how, on: format!("{PROOF}{}, {seed}", kind.0) })
}

/// What the number of a program begins with that is to be proved.
pub const PROOF: &str = "proof ";
/// The most of each kind that are tried.
const MOST_PROVED: u64 = 300;

/// What the number of a program begins with that is written in Java too.
pub const JAVA: &str = "java ";
/// Programs of `crates/testkit/java`, for what no generated program has.
const JAVA_FILES: [&str; 3] = ["MadeUnshared", "KeptWorkers", "NamedFirst"];
/// The most generated ones that are tried.
const MOST_IN_JAVA: u64 = 200;

/// The same for the regressions, which are small, then for all programs, until one of them shows it. What is
/// wrong with Java only programs in Java show.
fn kill(name: &str, subjects: &Subjects<'_>, corners: bool) -> Option<Killed> {
    if name.starts_with("java-") {
        let javac = Javac::find().ok()?;
        let in_file = |file: &&str| notice_in_file(name, javac, file);
        if let Some(killed) = JAVA_FILES.iter().find_map(in_file) {
            return Some(killed);
        }
        return (0..MOST_IN_JAVA).find_map(|seed| notice_in_java(name, javac, seed));
    }
    if name.starts_with("prove-") {
        let mut programs = (0..MOST_PROVED).flat_map(|seed| proofs::kinds().map(move |kind| (kind, seed)));
        return programs.find_map(|(kind, seed)| notice_in_proof(name, kind.0, seed));
    }
    let generated = || (0..subjects.numbers.len()).find_map(|at| notice(name, &*subjects.get(at)?));
    corners.then(|| kill_by_corner(name, 1_000)).flatten().or_else(generated)
}

/// The same for all faults, or only those that `wanted` accepts, in some threads. Calls `tell` as they are done. Without `corners` only
/// generated programs count.
pub fn kill_all(
    subjects: &Subjects<'_>,
    corners: bool,
    threads: usize,
    wanted: &(dyn Fn(&str) -> bool + Sync),
    tell: &(dyn Fn(&Mutant, Option<Killed>) + Sync),
) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                while let Some(fault) = MUTANTS.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if wanted(fault.name) {
                        tell(fault, kill(fault.name, subjects, corners));
                    }
                }
            });
        }
    });
}
