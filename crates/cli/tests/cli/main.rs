//! The command as users run it: exit codes, messages, files.

mod check;
mod checkpoints;
mod compare;
mod errors;
mod fmt_and_ir;
mod java;
mod limits;
mod ltl;
mod odd;
mod prove;
mod replay;
mod run;
mod selective;
mod sharing;
mod signals_and_pipes;
