//! Writing to standard output and standard error, and colours.

use anyhow::Context;
use serde::Serialize;
use std::io::{ErrorKind, Write};

/// A writer that ends quietly when its reader has gone away (`commute check x | head -1`).
pub struct Out<'a> {
    writer: &'a mut dyn Write,
    closed: bool,
}

impl<'a> Out<'a> {
    /// Writes to `writer`.
    pub fn new(writer: &'a mut dyn Write) -> Self {
        Self { writer, closed: false }
    }

    /// Writes `text` and makes it visible. What is written after the reader has gone is dropped.
    pub fn text(&mut self, text: &str) -> anyhow::Result<()> {
        if self.closed {
            return Ok(());
        }
        match self.writer.write_all(text.as_bytes()).and_then(|()| self.writer.flush()) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.closed = true;
                Ok(())
            }
            result => result.context("cannot write to standard output"),
        }
    }

    /// Writes a report for other programs: one line.
    pub fn json(&mut self, document: &impl Serialize) -> anyhow::Result<()> {
        self.text(&(serde_json::to_string(document)? + "\n"))
    }

    /// Whether nobody reads any more.
    pub fn is_closed(&self) -> bool {
        self.closed
    }
}

/// Writes a line to standard error. There is nobody to tell if that fails.
pub fn complain(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{}", text.trim_end());
}

/// Puts colours round text, or does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Paint {
    on: bool,
}

/// What a piece of text is, for colouring.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// A title.
    Strong,
    /// Rules, numbers and remarks.
    Faint,
    /// The verdict "holds".
    Good,
    /// The verdict "violated".
    Bad,
    /// The verdict "not decided".
    Unsure,
    /// Something of the thread with this number.
    Thread(usize),
}

impl Paint {
    /// With colours if `on`.
    pub fn new(on: bool) -> Self {
        Self { on }
    }

    /// `text` in the colour of `role`.
    pub fn apply(self, role: Role, text: &str) -> String {
        if !self.on || text.is_empty() {
            return text.to_owned();
        }
        // Blue is too dark on many black terminals, so threads get the bright colours.
        const THREADS: [&str; 6] = ["96", "93", "95", "92", "94", "91"];
        let code = match role {
            Role::Strong => "1",
            Role::Faint => "2",
            Role::Good => "1;32",
            Role::Bad => "1;31",
            Role::Unsure => "1;33",
            Role::Thread(number) => THREADS[number % THREADS.len()],
        };
        format!("\x1b[{code}m{text}\x1b[0m")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io;

    struct Broken(ErrorKind);

    impl Write for Broken {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_broken_pipe_is_quiet_and_a_full_disk_is_not() {
        let mut pipe = Broken(ErrorKind::BrokenPipe);
        let mut out = Out::new(&mut pipe);
        assert!(out.text("x").is_ok());
        assert!(out.is_closed());
        let mut disk = Broken(ErrorKind::StorageFull);
        assert!(Out::new(&mut disk).text("x").is_err());
    }

    #[test]
    fn colours_only_when_asked() {
        assert_eq!(Paint::new(false).apply(Role::Bad, "no"), "no");
        assert_eq!(Paint::new(true).apply(Role::Bad, "no"), "\x1b[1;31mno\x1b[0m");
        assert_eq!(Paint::new(true).apply(Role::Bad, ""), "");
    }
}
