//! The command line: [`low`] is what was typed, [`hi`] is what it means.

mod hi;
mod low;
mod selective;
mod values;

pub use hi::{
    Bench, Check, Checkpoints, Compare, Fmt, HiArgs, Ir, Ltl, Prove, Replay, ScheduleSource, Surroundings,
    View, Written,
};
pub use low::{DisciplineArg, JavaArgs, LowArgs, Paper, RandomArg, ReadArgs, Shell, Stage, TraceForm};
pub use selective::Undo;
pub use values::{Define, DefineValue, Init};
