//! The command as users run it: exit codes, messages, files.

mod check;
mod checkpoints;
mod compare;
mod errors;
mod fmt_and_ir;
mod formats;
mod hunted;
mod java;
mod limits;
mod ltl;
mod memory;
mod methods;
mod odd;
mod projects;
mod prove;
mod prove_java;
mod races;
mod readme;
mod replay;
mod run;
mod schema;
mod selective;
mod sharing;
mod signals_and_pipes;
mod traces;
