//! The command line: [`low`] is what was typed, [`hi`] is what it means.

mod conflicts;
mod hi;
mod low;
mod values;

pub use hi::{
    Bench, Check, Compare, Fmt, HiArgs, Ir, Ltl, Prove, Replay, ScheduleSource, Surroundings, View, Written,
};
pub use low::{
    JavaArgs, LowArgs, Paper, ProjectArgs, RandomArg, ReadArgs, Shell, Stage, TimeoutsArg, TraceForm,
};
