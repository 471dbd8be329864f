//! The real JVM as an oracle for Java: what `java` does must be among what Commute finds, and what `java` prints must be what
//! Commute prints. The interpreter of `certify` runs the same models of the library, so it cannot see their errors; `java` can.
//!
//! Concurrent programs ([`generate`]) note what each operation came to as a small number: a value, the class of an
//! exception, or that it was never reached. `java` runs each many times, slowed down here and there (`java/Runner.java`),
//! and every combination of notes that it ends or hangs with must be that of a final state of the search ([`compare`]).
//! Where threads run one after the other and nothing is timed, the search must not have others either.

pub mod calls;
mod compare;
pub mod conformance;
mod found;
mod generate;
mod kinds;
mod program;
mod run;
mod seen;
mod shrink;

pub use compare::{Compared, compare};
pub use generate::generate;
pub use program::{Object, Program, Stmt};
pub use run::{Cause, Counts, Listener, Plan, Told, run};
pub use seen::Jvm;

/// How many operations of a program may be observed: the notes of all are one word.
pub const SLOTS: usize = 10;
/// How many bits a note has.
pub const BITS: u32 = 6;

/// What all operations came to, and whether `main` came to its end: notes in one word, the first one in the lowest bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Outcome(pub u64);

impl Outcome {
    /// Whether `main` has not come to its end, in a program with so many slots.
    pub fn hangs(self, slots: usize) -> bool {
        self.0 >> (BITS as usize * slots) & 1 == 0
    }

    /// In words, for a program with so many slots.
    pub fn show(self, slots: usize) -> String {
        let note = |slot: usize| self.0 >> (BITS as usize * slot) & ((1 << BITS) - 1);
        let notes: Vec<String> = (0..slots).map(|slot| format!("o{slot}={}", name(note(slot)))).collect();
        let end = if self.hangs(slots) { "hangs" } else { "ends" };
        format!("{end} {}", notes.join(" "))
    }
}

/// What `X.java` means by a number.
fn name(note: u64) -> String {
    const EXCEPTIONS: &str = "InterruptedException IllegalThreadStateException IllegalMonitorStateException \
        NullPointerException CancellationException IllegalStateException IllegalArgumentException TimeoutException \
        BrokenBarrierException ExecutionException(IllegalState) ExecutionException CompletionException(IllegalState) \
        CompletionException RejectedExecutionException ExceptionInInitializerError(IllegalState) \
        ExceptionInInitializerError NoClassDefFoundError ArrayIndexOutOfBoundsException IndexOutOfBoundsException \
        ArithmeticException ClassCastException NoSuchElementException UnsupportedOperationException RuntimeException \
        Error Exception";
    match note {
        0 => "-".to_owned(),
        1 => "done".to_owned(),
        2 => "false".to_owned(),
        3 => "true".to_owned(),
        4 => "null".to_owned(),
        5..=24 => (note as i64 - 9).to_string(),
        25 => "something".to_owned(),
        _ => EXCEPTIONS.split_whitespace().nth(note as usize - 26).unwrap_or("?").to_owned(),
    }
}
