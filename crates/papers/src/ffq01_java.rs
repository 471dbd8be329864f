//! `commute tables ffq01 --java`: the four programs of FFQ01 in Java, and what single changes lead to.

use crate::{Agreement, Out};
use commute::java::JavaOptions;
use commute::prove::{ProofVerdict, ProvedClass, classes};
use commute_front_jvm::Scratch;
use commute_prover::ffq01::changed;
use commute_smt::{Setup, find_solver};

/// A change of a program, and words of the first failure; none if it must still be proved.
struct Change {
    name: &'static str,
    change: &'static [(&'static str, &'static str)],
    fails: Option<&'static str>,
}

/// A change that has to be noticed.
const fn wrong(
    name: &'static str,
    change: &'static [(&'static str, &'static str)],
    fails: &'static str,
) -> Change {
    Change { name, change, fails: Some(fails) }
}

/// A change that does no harm.
const fn right(name: &'static str, change: &'static [(&'static str, &'static str)]) -> Change {
    Change { name, change, fails: None }
}

/// A program: its class and text, the formulas and conjuncts that the paper writes for it, and its changes.
struct Program {
    class: &'static str,
    text: &'static str,
    published: (usize, usize),
    changes: &'static [Change],
}

const PROGRAMS: [Program; 4] = [
    Program {
        class: "SimpleLock",
        text: include_str!("../../../examples/java/ffq01/SimpleLock.java"),
        published: (1, 2),
        changes: &[
            wrong(
                "thread 1 takes no lock",
                &[("synchronized (mx) {\n            x = Math", "{\n            x = Math")],
                "x is accessed while",
            ),
            wrong(
                "thread 2 takes no lock",
                &[("synchronized (mx) {\n            x = 0", "{\n            x = 0")],
                "x is accessed while",
            ),
            wrong(
                "thread 2 takes another lock",
                &[(
                    "synchronized (mx) {\n            x = 0",
                    "synchronized (SimpleLock.class) {\n            x = 0",
                )],
                "x is accessed while",
            ),
            wrong(
                "numbers wrap around",
                &[("Math.multiplyExact(x, x)", "x * x")],
                "the solver does not know",
            ),
            wrong(
                "the lock is given back in between",
                &[(
                    "            x = Math.addExact(x, 2);",
                    "        }\n        synchronized (mx) {\n            x = Math.addExact(x, 0);",
                )],
                "an assertion may fail",
            ),
            wrong(
                "any first value",
                &[("int x = 3", "int x = (int) System.nanoTime()"), ("Math.multiplyExact(x, x)", "x")],
                "an assertion may fail",
            ),
            right(
                "thread 2 is started twice",
                &[(
                    "new Thread(SimpleLock::thread2).start();",
                    "new Thread(SimpleLock::thread2).start();\n        new Thread(SimpleLock::thread2).start();",
                )],
            ),
            right(
                "thread 1 is started by a loop",
                &[(
                    "new Thread(SimpleLock::thread1)",
                    "for (int i = 0; i < 9; i++) new Thread(SimpleLock::thread1)",
                )],
            ),
        ],
    },
    Program {
        class: "Dekker",
        text: include_str!("../../../examples/java/ffq01/Dekker.java"),
        published: (3, 7),
        changes: &[
            wrong(
                "thread 1 does not say that it wants",
                &[("synchronized (atomic) { a1 = true; }", "")],
                "invariant \"!(cs1 && cs2)\" may not hold",
            ),
            wrong(
                "thread 1 does not look",
                &[("cs1 = !a2", "cs1 = true")],
                "invariant \"!(cs1 && cs2)\" may not hold",
            ),
            wrong(
                "thread 2 looks the wrong way",
                &[("cs2 = !a1", "cs2 = a1")],
                "invariant \"!(cs1 && cs2)\" may not hold",
            ),
            wrong(
                "thread 1 ends its wish too early",
                &[("synchronized (atomic) { cs1 = false; }", "synchronized (atomic) { a1 = false; }")],
                "invariant \"!(cs1 && cs2)\" may not hold",
            ),
            wrong(
                "thread 1 is started twice",
                &[(
                    "new Thread(Dekker::thread1).start();",
                    "new Thread(Dekker::thread1).start();\n        new Thread(Dekker::thread1).start();",
                )],
                "invariant \"!(cs1 && cs2)\" may not hold",
            ),
            wrong(
                "main interferes",
                &[(
                    "        new Thread(Dekker::thread2).start();",
                    "        new Thread(Dekker::thread2).start();\n        synchronized (atomic) { a1 = false; }",
                )],
                "invariant \"!(cs1 && cs2)\" may not hold",
            ),
            wrong(
                "a1 without the lock",
                &[("synchronized (atomic) { a1 = true; }", "a1 = true;")],
                "a1 is accessed",
            ),
            right("thread 2 looks twice", &[("cs2 = !a1; enters", "cs2 = !a1; cs2 = !a1; enters")]),
        ],
    },
    Program {
        class: "ReadWriteLockClient",
        text: include_str!("../../../examples/java/ffq01/ReadWriteLockClient.java"),
        published: (2, 5),
        changes: &[
            wrong(
                "the reader does not wait",
                &[("            while (w != 0) monitor.wait();\n", "")],
                "a step that @EnvAssumption",
            ),
            wrong(
                "the writer does not wait for the reader",
                &[("while (w != 0 || reads)", "while (w != 0)")],
                "a step that @EnvAssumption",
            ),
            wrong(
                "the reader waits once",
                &[("while (w != 0) monitor", "if (w != 0) monitor")],
                "a step that @EnvAssumption",
            ),
            wrong(
                "the assumption dropped",
                &[("@EnvAssumption(\"thread(reader) && reads => x' == x\")", "")],
                "an assertion may fail",
            ),
            wrong("for all threads", &[("thread(reader) && ", "")], "is not transitive for writer()"),
            wrong(
                "the writer writes too late",
                &[(
                    "            x = 3;\n            endWrite(1);",
                    "            endWrite(1);\n            x = 3;",
                )],
                "a step that @EnvAssumption",
            ),
            wrong(
                "the reader looks too late",
                &[(
                    "            assert y == x;\n            endRead();",
                    "            endRead();\n            assert y == x;",
                )],
                "an assertion may fail",
            ),
            wrong(
                "two readers",
                &[(
                    "        new Thread(ReadWriteLockClient::reader).start();",
                    "        new Thread(ReadWriteLockClient::reader).start();\n        new Thread(ReadWriteLockClient::reader).start();",
                )],
                "y is accessed",
            ),
            right("the writer writes twice", &[("x = 3;", "x = 3; x = 4;")]),
        ],
    },
    Program {
        class: "TimeVaryingMutex",
        text: include_str!("../../../examples/java/ffq01/TimeVaryingMutex.java"),
        published: (5, 11),
        changes: &[
            wrong("the formatter does not look", &[("if (!busy) {", "{")], "a step that @EnvAssumption"),
            wrong(
                "the formatter takes no lock",
                &[
                    ("        mBusy.lock();\n        if", "        if"),
                    ("        }\n        mBusy.unlock();", "        }"),
                ],
                "busy is accessed",
            ),
            wrong(
                "the user does not allocate",
                &[("            busy = true;\n", "")],
                "invariant \"inode => busy\" may not hold",
            ),
            wrong(
                "the formatter frees the block",
                &[
                    ("            block = 0;", "            busy = false;\n            block = 0;"),
                    ("if (!busy)", "if (busy)"),
                ],
                "invariant \"inode => busy\" may not hold",
            ),
            wrong(
                "the invariant dropped",
                &[("@Invariant(\"inode => busy\")\n", "")],
                "a step that @EnvAssumption",
            ),
            wrong(
                "the first assumption dropped",
                &[("    \"held(mInode) && busy => block' == block\",\n", "")],
                "an assertion may fail",
            ),
            wrong(
                "the second assumption dropped",
                &[("    \"held(mBusy) && !busy => block' == block\",\n", "")],
                "an assertion may fail",
            ),
            wrong(
                "the third assumption dropped",
                &[("block' == block\",\n    \"held(mInode) && busy => busy'\"})", "block' == block\"})")],
                "a step that @EnvAssumption",
            ),
            wrong(
                "the user writes too late",
                &[(
                    "        block = 1;\n        assert block == 1;\n        mInode.unlock();",
                    "        mInode.unlock();\n        block = 1;\n        assert block == 1;",
                )],
                "a step that @EnvAssumption",
            ),
            wrong(
                "both bits under one lock",
                &[
                    ("            mBusy.lock();\n            busy", "            busy"),
                    ("            mBusy.unlock();\n            inode", "            inode"),
                ],
                "busy is accessed",
            ),
            right("the user writes twice", &[("block = 1;", "block = 2; block = 1;")]),
        ],
    },
];

/// Prints the table. Only the first change of each program is made if there is no time for all.
pub fn print(all: bool, out: &mut Out<'_>) -> anyhow::Result<Agreement> {
    let setup = Setup::new(find_solver(None)?);
    out.text(
        "The programs of FFQ01 in Java: formulas (conjuncts) that the paper writes, annotations of the Java program, and the verdict;\n\
         below each program single changes, with the first failure.\n\n",
    )?;
    let mut agrees = true;
    for program in &PROGRAMS {
        let class = proved(program.class, program.text, &setup)?;
        let is_proof = class.verdict() == ProofVerdict::Proved;
        agrees &= is_proof;
        let (formulas, conjuncts) = program.published;
        out.text(&format!(
            "  {:<20} paper {formulas} ({conjuncts}), here {}: {}, {} conditions in {} rounds  {}\n",
            program.class,
            written(program.text),
            word(&class),
            class.proof.shown,
            class.proof.rounds,
            if is_proof { "" } else { "NOT AS EXPECTED" },
        ))?;
        for change in program.changes.iter().take(if all { usize::MAX } else { 1 }) {
            let class = proved(program.class, &changed(program.text, change.change), &setup)?;
            let found = failures(&class);
            let as_expected = match change.fails {
                Some(words) => found.iter().any(|failure| failure.contains(words)),
                None => class.verdict() == ProofVerdict::Proved,
            };
            let first = found.first().cloned().unwrap_or_default();
            agrees &= as_expected;
            let note = if as_expected { "" } else { "  NOT AS EXPECTED" };
            out.text(&format!("    {:<42} {:<11} {first}{note}\n", change.name, word(&class)))?;
        }
    }
    Ok(if agrees { Agreement::Agrees } else { Agreement::Differs })
}

fn word(class: &ProvedClass) -> &'static str {
    if class.verdict() == ProofVerdict::Proved { "proved" } else { "not proved" }
}

/// How many conditions the program itself is annotated with.
fn written(text: &str) -> usize {
    let declared = text.split("public class").next().unwrap_or_default();
    let annotations = declared.split("*/").nth(1).unwrap_or_default();
    annotations.matches('"').count() / 2
}

/// The proof of a program.
fn proved(name: &str, text: &str, setup: &Setup) -> anyhow::Result<ProvedClass> {
    let directory = Scratch::new()?;
    let file = directory.path().join(format!("{name}.java"));
    std::fs::write(&file, text)?;
    let mut found = classes(&file, &JavaOptions::default(), setup, false)?.classes;
    found.pop().ok_or_else(|| anyhow::anyhow!("[commute internal bug] {name} is not there"))
}

/// What is missing, each in a line.
fn failures(class: &ProvedClass) -> Vec<String> {
    let proof = &class.proof;
    let line = |of: &str, what: &str| if of.is_empty() { what.to_owned() } else { format!("{of}: {what}") };
    let refused = proof.refused.iter().map(|f| line(&f.method, &f.what));
    let failed = proof.failures.iter().map(|f| line(&f.method, &f.what));
    let unknown =
        proof.unknown.iter().map(|(of, why)| line(of, &format!("the solver does not know ({why})")));
    refused.chain(failed).chain(unknown).collect()
}
