//! The programs of FFQ01 verify with the paper's annotations; each mutation fails at its place, and harmless ones do not.

use crate::support::{check_mutations, failures, prove_as, with_solver};
use commute_prover::Options;
use commute_prover::ffq01::{PROGRAMS, PaperProgram, changed};

/// The program whose file this is.
fn program(file: &str) -> &'static PaperProgram {
    PROGRAMS.iter().find(|p| p.file.ends_with(file)).expect("a program of the paper")
}

#[test]
fn simple_lock() {
    check_mutations("simple_lock.cm", program("simple_lock.cm").mutations);
}

#[test]
fn dekker() {
    check_mutations("dekker.cm", program("dekker.cm").mutations);
}

#[test]
fn reader_writer_lock() {
    check_mutations("rwlock_client.cm", program("rwlock_client.cm").mutations);
}

#[test]
fn time_varying_mutex() {
    check_mutations("time_varying_mutex.cm", program("time_varying_mutex.cm").mutations);
}

#[test]
fn with_reduction_the_same_programs_are_proved_and_no_others() {
    if !with_solver() {
        return;
    }
    let options = Options { unroll: None, reduction: true };
    for program in PROGRAMS {
        for mutation in program.mutations {
            let found = failures(&prove_as(&changed(program.text, mutation.change), &options));
            let (name, expected) = (mutation.name, mutation.fails.is_empty());
            assert_eq!(found.is_empty(), expected, "{}, {name}: {found:#?}", program.title);
        }
    }
}

#[test]
fn with_reduction_a_guard_is_enough_and_is_checked() {
    if !with_solver() {
        return;
    }
    let options = Options { unroll: None, reduction: true };
    let (_, text) = program("simple_lock.cm").reduced.expect("SimpleLock has a reduced form");
    assert_eq!(failures(&prove_as(text, &options)), Vec::<String>::new());
    let unlocked = text.replacen("    mx.acquire();\n    x = 0;\n    mx.release();", "    x = 0;", 1);
    assert_eq!(
        failures(&prove_as(&unlocked, &options))[0],
        "thread2: accessed without the lock that guards it @ x = 0;"
    );
    let early =
        text.replacen("    assert x > 1;\n    mx.release();", "    mx.release();\n    assert x > 1;", 1);
    assert_eq!(
        failures(&prove_as(&early, &options)),
        ["thread1: accessed without the lock that guards it @ x"]
    );
}
