//! A solver process and its two pipes.

use crate::find::SolverCommand;
use crate::sexp::{Assembler, Sexp};
use std::io::{Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Longer answers are not kept: they would take twenty times as much memory, and nobody would read the values.
pub(crate) const MAX_ANSWER: usize = 8 << 20;
/// Neither are answers in which more lists are open at once: whoever walks over one needs that much stack.
const MAX_DEPTH: usize = 2_000;
/// So much of what the solver writes as errors is kept.
const MAX_COMPLAINTS: usize = 64 << 10;

/// A running solver.
pub(crate) struct Process {
    child: Arc<Mutex<Child>>,
    input: ChildStdin,
    /// Complete answers, from a thread that reads the pipe, so that waiting can end; nothing for one that is too long.
    answers: Receiver<Option<Sexp>>,
    /// How much was answered since text was sent.
    amount: Arc<AtomicUsize>,
    /// What the solver wrote as errors, the beginning of it.
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
    /// The answer is longer than [`MAX_ANSWER`], or nested too deeply.
    TooLong,
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
        let amount = Arc::new(AtomicUsize::new(0));
        let counted = amount.clone();
        std::thread::spawn(move || {
            let mut assembler = Some(Assembler::default());
            read_all(&mut output, |text| {
                let length = counted.fetch_add(text.len(), Ordering::Relaxed) + text.len();
                match &mut assembler {
                    Some(a) if length > MAX_ANSWER || a.depth() > MAX_DEPTH => {
                        assembler = None;
                        send.send(None).is_ok()
                    }
                    Some(assembler) => {
                        assembler.feed(text).into_iter().all(|sexp| send.send(Some(sexp)).is_ok())
                    }
                    // The rest is read away, so that the solver does not wait for us while we wait for it.
                    None => true,
                }
            });
        });
        let complaints = Arc::new(Mutex::new(String::new()));
        let kept = complaints.clone();
        let listener = std::thread::spawn(move || {
            read_all(&mut errors, |text| {
                let mut kept = kept.lock().unwrap_or_else(|e| e.into_inner());
                if kept.len() < MAX_COMPLAINTS {
                    kept.push_str(text);
                }
                true
            });
        });
        Ok(Process { child: crate::running::shared(child), input, answers, amount, complaints, listener })
    }

    /// Sends text. That the process is gone is only noticed by the next [`Process::answer`], which can say why.
    pub fn send(&mut self, text: &str) {
        self.amount.store(0, Ordering::Relaxed);
        let _ = self.input.write_all(text.as_bytes()).and_then(|()| self.input.flush());
    }

    /// The next answer, waiting until `deadline`.
    pub fn answer(&mut self, deadline: Instant) -> Result<Sexp, Silence> {
        match self.answers.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(Some(sexp)) => Ok(sexp),
            Ok(None) => Err(Silence::TooLong),
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
