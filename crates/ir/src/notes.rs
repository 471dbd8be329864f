//! What a program says to provers only: loop invariants, and things of which there may be any number.
//!
//! An explorer ignores loop notes. It never sees the others: a front end makes them only when it is asked to
//! leave numbers open, and the program is then no program that could be run. Where a number is open, the
//! tables hold one thread, object or element that stands for all.

use crate::{Expr, FuncId, GlobalId, Pc, StaticId};

/// A remark for provers.
#[derive(Clone, PartialEq, Debug)]
pub enum ProofNote {
    /// Holds whenever control comes to the head of a loop.
    LoopInvariant {
        /// The function.
        func: FuncId,
        /// The head of the loop.
        at: Pc,
        /// So many registers are the first parameters of the predicate.
        regs: u32,
        /// The predicate.
        pred: Expr,
    },
    /// Look at so many rounds of a loop and no more. What a prover says then is no proof.
    Unroll {
        /// The function.
        func: FuncId,
        /// The head of the loop.
        at: Pc,
        /// How many rounds.
        rounds: u32,
    },
    /// The global is a constant whose value is left open. Reading it is no step.
    AnyValue {
        /// Which.
        global: GlobalId,
    },
    /// The declared thread stands for one thread for each index of `lo..hi`, which is its argument.
    AnyThreads {
        /// The index of the declared thread.
        thread: u32,
        /// The first index.
        lo: Expr,
        /// One more than the last index.
        hi: Expr,
    },
    /// The static object stands for a row of so many.
    AnyRow {
        /// Which.
        base: StaticId,
        /// How many there are.
        count: Expr,
    },
    /// The static array, or each of its row, has this length.
    AnyLength {
        /// Which.
        base: StaticId,
        /// The length.
        len: Expr,
    },
}
