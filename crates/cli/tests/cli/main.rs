//! The command as users run it: exit codes, messages, files.

mod check;
mod compare;
mod errors;
mod fmt_and_ir;
mod java;
mod ltl;
mod prove;
mod replay;
mod run;
mod selective;
mod signals_and_pipes;
