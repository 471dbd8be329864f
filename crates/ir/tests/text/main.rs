//! The text form: every program comes back, and no text makes the parser panic.

mod generate;
mod golden;
mod robust;
mod round_trip;
