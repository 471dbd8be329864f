//! Where the program runs: terminals, environment variables, memory.

use crate::args::Surroundings;
use std::io::{IsTerminal, stderr, stdout};

/// Looks around.
pub fn look() -> Surroundings {
    Surroundings {
        stdout_terminal: stdout().is_terminal(),
        stderr_terminal: stderr().is_terminal(),
        no_colour: std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
            || std::env::var_os("TERM").is_some_and(|value| value == "dumb"),
        width: width(),
        memory: commute::memory::physical(),
        cores: std::thread::available_parallelism().map_or(1, usize::from),
    }
}

/// The width that the user or the terminal of standard output gives.
fn width() -> Option<usize> {
    let typed = std::env::var("COLUMNS").ok().and_then(|text| text.trim().parse().ok()).filter(|&w| w > 0);
    typed.or_else(|| terminal_size::terminal_size_of(stdout()).map(|(width, _)| width.0.into()))
}
