//! The progress line on standard error.
//!
//! It is drawn here and not by a library because those fill the line up to the edge; then the terminal's echo
//! of ^C begins another line, and that one is cleared in the place of this.

use crate::report::{cut, progress_text};
use commute::{Observer, Progress};
use std::io::Write;

/// Goes to the start of the line and empties it.
const CLEAR: &str = "\r\x1b[2K";

/// The width of a terminal that does not tell.
const USUAL_WIDTH: usize = 80;

/// An observer that draws a line, or none.
pub struct ProgressLine<W: Write> {
    /// Where to draw, if at all.
    terminal: Option<W>,
    /// The file to name.
    file: String,
    drawn: bool,
    /// Whether all memory of the process is that of the search.
    alone: bool,
}

impl<W: Write> ProgressLine<W> {
    /// A line that names `file` on `terminal`, if there is one.
    pub fn new(file: &str, terminal: Option<W>) -> Self {
        Self { terminal, file: file.to_owned(), drawn: false, alone: true }
    }

    /// The same for one of several searches at a time: what the process uses is not what the search does.
    pub fn among_others(mut self) -> Self {
        self.alone = false;
        self
    }

    /// Removes the line.
    pub fn clear(&mut self) {
        if std::mem::take(&mut self.drawn) {
            self.write(CLEAR);
        }
    }

    /// A line that cannot be drawn is no reason to stop.
    fn write(&mut self, text: &str) {
        if let Some(terminal) = &mut self.terminal {
            let _ = terminal.write_all(text.as_bytes()).and_then(|()| terminal.flush());
        }
    }
}

impl<W: Write> Observer for ProgressLine<W> {
    fn progress(&mut self, progress: &Progress) {
        if self.terminal.is_some() {
            let text = format!("{}: {}", self.file, progress_text(progress));
            self.write(&format!("{CLEAR}{}", cut(&text, room())));
            self.drawn = true;
        }
    }

    fn resident(&mut self) -> Option<u64> {
        if self.alone { commute::memory::resident() } else { None }
    }
}

/// What fits on one line with an echo of ^C behind it.
fn room() -> usize {
    let size = terminal_size::terminal_size_of(std::io::stderr());
    size.map_or(USUAL_WIDTH, |(width, _)| width.0.into()).saturating_sub(4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_drawn_and_cleared_once() {
        let mut drawn = Vec::new();
        let mut line = ProgressLine::new("a.cm", Some(&mut drawn));
        line.progress(&Progress { states: 7, ..Progress::default() });
        line.clear();
        line.clear();
        let expected = "\r\x1b[2Ka.cm: 7 states, depth 0, frontier 0, 0 bytes\r\x1b[2K";
        assert_eq!(String::from_utf8(drawn).unwrap(), expected);
    }

    #[test]
    fn nothing_is_cleared_that_was_not_drawn() {
        let mut drawn = Vec::new();
        ProgressLine::new("a.cm", Some(&mut drawn)).clear();
        assert!(drawn.is_empty());
    }
}
