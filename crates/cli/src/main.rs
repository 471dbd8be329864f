//! `commute`: checks concurrent programs.
//!
//! This crate is the only one that prints and knows about terminals. `args` turns the command line into values, `commands` has the
//! library `commute` carry them out, `format` and `report` turn what comes of it into text. It decides nothing about programs.

mod args;
mod commands;
mod exit;
mod format;
mod output;
mod progress;
mod project;
mod report;
mod surroundings;

use args::{HiArgs, LowArgs};
use clap::Parser;
use clap::error::ErrorKind;
use commute::Interrupt;
use exit::Exit;
use output::{Out, complain};
use std::process::ExitCode;
use std::time::Duration;

/// Deeply nested models make deep recursion; this is only address space until it is used.
pub(crate) const STACK_BYTES: usize = 256 << 20;

/// Ended by a second interrupt: what shells give for SIGINT.
const KILLED: i32 = 130;

fn main() -> ExitCode {
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        complain(&panic_text(message(info.payload()), &place));
    }));
    let low = match LowArgs::try_parse() {
        Ok(low) => low,
        Err(error) => return usage(&error),
    };
    let worker = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(move || work(low));
    let exit = match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(exit)) => exit,
        // The hook has said why.
        Ok(Err(_)) => Exit::Error,
        Err(error) => {
            complain(&format!("error: cannot start a thread: {error}"));
            Exit::Error
        }
    };
    ExitCode::from(exit.code())
}

fn work(low: LowArgs) -> Exit {
    let args = match HiArgs::new(low, &surroundings::look()) {
        Ok(args) => args,
        Err(reason) => {
            complain(&format!("error: {reason}\n\nFor more information, try '--help'."));
            return Exit::Error;
        }
    };
    // Only a search can be asked to stop; everything else ends at the first interrupt.
    let interrupt = match args {
        HiArgs::Check(_) | HiArgs::Compare(_) | HiArgs::Prove(_) => handle_interrupts(),
        _ => Interrupt::default(),
    };
    let mut stdout = std::io::stdout();
    match commands::run(args, &interrupt, &mut Out::new(&mut stdout)) {
        Ok(exit) => exit,
        Err(error) => {
            complain(&format!("error: {error:#}"));
            Exit::Error
        }
    }
}

/// Help, version or a usage error. Printing fails only if nobody reads it.
fn usage(error: &clap::Error) -> ExitCode {
    let _ = error.print();
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => ExitCode::from(Exit::Holds.code()),
        _ => ExitCode::from(Exit::Error.code()),
    }
}

/// How long whoever is interrupted may take to say what is known.
const GRACE: Duration = Duration::from_millis(900);

/// The first interrupt asks the search to stop and say what it knows; the second ends the process. Some work cannot be asked
/// (a counterexample is confirmed, a model compiled): if nothing has come of it after a while, that is said and all.
fn handle_interrupts() -> Interrupt {
    let interrupt = Interrupt::default();
    let raised = interrupt.clone();
    let handler = move || {
        if raised.is_raised() {
            std::process::exit(KILLED);
        }
        raised.raise();
        std::thread::spawn(|| {
            std::thread::sleep(GRACE);
            commute_smt::end_solvers();
            complain("not decided: interrupted, in the middle of something that could not be ended in order");
            std::process::exit(Exit::Undecided.code().into());
        });
    };
    // Without a handler an interrupt ends the process at once, which is no reason not to run.
    if let Err(error) = ctrlc::set_handler(handler) {
        complain(&format!("warning: interrupts will not be handled: {error}"));
    }
    interrupt
}

/// The message of a panic.
fn message(payload: &dyn std::any::Any) -> &str {
    let owned = payload.downcast_ref::<String>().map(String::as_str);
    owned.or(payload.downcast_ref::<&str>().copied()).unwrap_or("(no message)")
}

/// What a panic says: it is always a bug of ours.
fn panic_text(message: &str, place: &str) -> String {
    let message = message.strip_prefix("[commute internal bug] ").unwrap_or(message);
    format!(
        "[commute internal bug] {message} ({place})\n\
         This is a fault of commute, not of your program. Please report it with the model and the command line."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_called_a_bug_once() {
        let expected = "[commute internal bug] x is odd (a.rs:1:2)\n\
            This is a fault of commute, not of your program. Please report it with the model and the command line.";
        assert_eq!(panic_text("[commute internal bug] x is odd", "a.rs:1:2"), expected);
        assert_eq!(panic_text("x is odd", "a.rs:1:2"), expected);
    }

    #[test]
    fn messages_of_panics_are_found() {
        assert_eq!(message(&"static"), "static");
        assert_eq!(message(&"owned".to_owned()), "owned");
        assert_eq!(message(&3), "(no message)");
    }
}
