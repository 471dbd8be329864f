//! Classes of Java that are made for many threads, proved for any number of them.
//!
//! # Source
//! FFQ01: thread-modular verification, applied there to Java programs whose threads were given. Here the threads are all callers that a
//! class may ever have. Which lock protects what is FFQ01's environment assumption in the form of lock annotations (its section 6.1);
//! that an object belongs to another one is the idea of ownership types (Boyapati, Rinard: *A parameterized type system for race-free
//! Java programs*, OOPSLA 2001).
//!
//! # Idea
//! Any number of threads call any public methods of any objects of the class, with any arguments, and do nothing else to its private
//! fields. So what a thread meets between two of its own steps is what steps of such methods may have done. A field is protected by a
//! lock if that is held at each access; while a thread holds it, nobody else's step changes the field, so that it keeps its value, and
//! when the thread takes it, the field has any value that the invariants allow. Fields of atomic access have any value at each access
//! that invariants and assumptions allow. Each public method, and each constructor, becomes one sequential program (`exec.rs`) in which
//! these conditions are asserted of the method's own steps and assumed of those of others (`heap.rs`). If none can fail, no execution
//! goes wrong, by induction over its length.
//!
//! # Notation
//! A_i is what [`World::assumptions`] and the locks of fields say; I is [`World::invariants`]: those about fields with a lock hold
//! where the lock is free, or a public method may be called; others hold in every state after the object was made.
//!
//! # Premises
//! - The classes that are given are all that use its fields that are not private, which is looked at (`entries.rs`).
//! - The object is one of the class itself, not of a class below it.
//! - Others get an object only after its constructor ended, or when the constructor gives it away, where the invariants are asserted;
//!   and they get it in a way that lets them see what was written before.
//! - No reflection, no native code, no serialisation; memory suffices for every call and every object.
//!
//! # Deviations
//! - D1. The paper derives nothing; here locks, invariants, assumptions and loop invariants are guessed and pruned (`infer.rs`).
//! - D2. An `@EnvAssumption` is one for all threads, and it says nothing of which thread does the step.
//! - D3. Integers are those of Java: they wrap around. `float` and `double` have any value.

mod blocks;
mod calls;
mod candidates;
mod collections;
mod conditions;
mod control;
mod entries;
mod exec;
mod heap;
mod infer;
mod library;
mod loops;
mod memory;
mod ops;
mod parts;
mod roots;
mod shown;
mod spec;
mod value;
mod world;

pub use exec::What;
pub use infer::{Failure, Proof, Solvers, prove};
pub use roots::has_main;
pub use world::is_thread_safe;

/// Why a proof does not go on.
#[derive(Clone, PartialEq, Debug)]
pub enum Stop {
    /// Something is not covered: what, and the class and line.
    Refused {
        /// What.
        why: String,
        /// The class and the line.
        place: Option<(String, u16)>,
    },
    /// What was believed of a field is wrong, and was corrected: everything has to be looked at again.
    Restart,
}

fn refuse<T>(why: impl Into<String>) -> std::result::Result<T, Stop> {
    Err(Stop::Refused { why: why.into(), place: None })
}
