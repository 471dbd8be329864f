//! A solver process and its two pipes.

use crate::find::SolverCommand;
use crate::sexp::{Assembler, Sexp};
use std::io::{Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A running solver.
pub(crate) struct Process {
    child: Arc<Mutex<Child>>,
    input: ChildStdin,
    /// Complete answers, from a thread that reads the pipe, so that waiting can end.
    answers: Receiver<Sexp>,
    /// What the solver wrote as errors, the end of it.
    complaints: Arc<Mutex<String>>,
    /// The thread that reads them.
    listener: JoinHandle<()>,
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Silence {
    /// The time is over.
    Timeout,
    /// The process ended; what is known of it.
    Died(String),
}

impl Process {
    pub fn start(command: &SolverCommand) -> std::io::Result<Process> {
        let mut child = Command::new(&command.program)
            .args(&command.args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let missing = || std::io::Error::other("a pipe to the solver is missing");
        let input = child.stdin.take().ok_or_else(missing)?;
        let mut output = child.stdout.take().ok_or_else(missing)?;
        let mut errors = child.stderr.take().ok_or_else(missing)?;
        let (send, answers) = channel();
        std::thread::spawn(move || {
            let mut assembler = Assembler::default();
            read_all(&mut output, |text| {
                assembler.feed(text).into_iter().all(|sexp| send.send(sexp).is_ok())
            });
        });
        let complaints = Arc::new(Mutex::new(String::new()));
        let kept = complaints.clone();
        let listener = std::thread::spawn(move || {
            read_all(&mut errors, |text| {
                let mut kept = kept.lock().unwrap_or_else(|e| e.into_inner());
                kept.push_str(text);
                true
            });
        });
        Ok(Process { child: crate::running::shared(child), input, answers, complaints, listener })
    }

    /// Sends text. That the process is gone is only noticed by the next [`Process::answer`], which can say why.
    pub fn send(&mut self, text: &str) {
        let _ = self.input.write_all(text.as_bytes()).and_then(|()| self.input.flush());
    }

    /// The next answer, waiting until `deadline`.
    pub fn answer(&mut self, deadline: Instant) -> Result<Sexp, Silence> {
        match self.answers.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(sexp) => Ok(sexp),
            Err(RecvTimeoutError::Timeout) => Err(Silence::Timeout),
            Err(RecvTimeoutError::Disconnected) => Err(Silence::Died(self.obituary())),
        }
    }

    /// How the process ended and the last lines it wrote as errors.
    fn obituary(&mut self) -> String {
        // The output is closed before the process has quite ended and before the errors are read.
        let mut status = None;
        for _ in 0..100 {
            status = crate::running::lock(&self.child).try_wait().ok().flatten();
            if status.is_some() && self.listener.is_finished() {
                break;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        let ended = status.map_or("closed its output".to_owned(), |s| s.to_string());
        let complaints = self.complaints.lock().unwrap_or_else(|e| e.into_inner()).trim().to_owned();
        if complaints.is_empty() { ended } else { format!("{ended}: {complaints}") }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Failing to kill means that it has already ended; waiting leaves no zombie.
        let mut child = crate::running::lock(&self.child);
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// Reads until the end or until `take` does not want more; bytes that are no UTF-8 are replaced.
fn read_all(from: &mut impl Read, mut take: impl FnMut(&str) -> bool) {
    let mut buffer = [0; 8192];
    let mut rest = Vec::new();
    while let Ok(n @ 1..) = from.read(&mut buffer) {
        rest.extend_from_slice(&buffer[..n]);
        // A character may be cut by the end of the buffer; its bytes wait for the rest.
        let whole = match std::str::from_utf8(&rest) {
            Err(e) if e.error_len().is_none() => e.valid_up_to(),
            _ => rest.len(),
        };
        let text = String::from_utf8_lossy(&rest[..whole]).into_owned();
        rest.drain(..whole);
        if !take(&text) {
            return;
        }
    }
}
