//! The programs of FFQ01 verify with the paper's annotations; each mutation fails at its place, and harmless ones do not.

mod support;

use commute_prover::ffq01::{PROGRAMS, PaperProgram};
use support::check_mutations;

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
