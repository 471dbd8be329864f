//! One solver over a pipe: questions in, answers out, whatever happens to the process.
//!
//! Every group of commands ends with an `echo` of a number, so that the answers to one question cannot be taken for
//! those to another, also after an error. Nothing here knows about conditions.

use crate::find::SolverCommand;
use crate::process::{MAX_ANSWER, Process, Silence};
use crate::sexp::Sexp;
use std::time::{Duration, Instant};

/// What went wrong with a solver, as opposed to what it answered.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SolverError {
    /// It could not be started, or does not speak SMT-LIB.
    #[error("the solver `{command}` cannot be used: {reason}")]
    Start {
        /// The command line.
        command: String,
        /// What happened.
        reason: String,
    },
    /// It does not understand the text.
    #[error("the solver `{command}` refuses the text of {name:?}: {message}")]
    Refused {
        /// The command line.
        command: String,
        /// The obligation.
        name: String,
        /// What it says.
        message: String,
    },
    /// It answered something that is no answer to the question.
    #[error("the solver `{command}` gave no sensible answer: {answer}")]
    Nonsense {
        /// The command line.
        command: String,
        /// The answer.
        answer: String,
    },
    /// The values it gave do not make the formula true.
    #[error("the solver `{command}` gave a wrong model for {name:?}: {detail}")]
    WrongModel {
        /// The command line.
        command: String,
        /// The obligation.
        name: String,
        /// What is not true.
        detail: String,
    },
    /// Two solvers disagree.
    #[error(
        "the solvers disagree about {name:?}: `{first}` says {first_says}, `{second}` says {second_says}; one of them \
         is wrong, so nothing is proved"
    )]
    Disagreement {
        /// The obligation.
        name: String,
        /// The first command line.
        first: String,
        /// What it says.
        first_says: &'static str,
        /// The second command line.
        second: String,
        /// What it says.
        second_says: &'static str,
    },
}

/// Why a question has no answers. All but the last leave no process; the next question starts one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Trouble {
    Timeout,
    Died(String),
    /// An answer is longer than can be read.
    TooLong,
    Other(SolverError),
}

/// What is said of an answer that is not read.
pub(crate) fn too_long() -> String {
    format!("its answer is longer than {} MiB, or nested too deeply", MAX_ANSWER >> 20)
}

/// How much longer than its own limit a solver may take before it is killed.
const GRACE: Duration = Duration::from_millis(500);
/// How long a solver may take to start.
const START: Duration = Duration::from_secs(20);

/// A solver that is started when it is needed, and again when it has ended.
pub struct Solver {
    command: SolverCommand,
    timeout: Duration,
    process: Option<Process>,
    /// Commands to send before the next question.
    pending: String,
    marks: u64,
    starts: u64,
    identity: String,
    incidents: Vec<String>,
}

impl Solver {
    /// A solver that gets `timeout` for each question. No process is started yet.
    pub fn new(command: SolverCommand, timeout: Duration) -> Solver {
        Solver {
            command,
            timeout,
            process: None,
            pending: String::new(),
            marks: 0,
            starts: 0,
            identity: String::new(),
            incidents: Vec::new(),
        }
    }

    /// The command line.
    pub fn command(&self) -> &SolverCommand {
        &self.command
    }

    /// Its name and version, as it says itself; starts the process if there is none.
    pub fn identity(&mut self) -> Result<&str, SolverError> {
        self.ensure_started()?;
        Ok(&self.identity)
    }

    /// How many processes were started.
    pub fn starts(&self) -> u64 {
        self.starts
    }

    /// What happened to the processes since the last call: deaths and time-outs.
    pub fn take_incidents(&mut self) -> Vec<String> {
        std::mem::take(&mut self.incidents)
    }

    /// A command that only tidies up; it is sent with the next question, so that nobody waits for it.
    pub(crate) fn tidy(&mut self, command: &str) {
        if self.process.is_some() {
            self.pending.push_str(command);
            if command.starts_with("(reset)") {
                self.pending.push_str(&self.options());
            }
        }
    }

    /// The time for a question.
    pub fn timeout(&self) -> Duration {
        self.timeout
    }

    fn ensure_started(&mut self) -> Result<(), SolverError> {
        if self.process.is_some() {
            return Ok(());
        }
        let process = Process::start(&self.command).map_err(|e| self.unusable(e.to_string()))?;
        self.process = Some(process);
        self.starts += 1;
        let hello = format!("{}(get-info :name)\n(get-info :version)\n", self.options());
        let answers = self.exchange(&hello, START).map_err(|t| match t {
            Trouble::Timeout => self.unusable("it does not answer".to_owned()),
            Trouble::Died(how) => self.unusable(how),
            Trouble::TooLong => self.unusable("it does not stop talking".to_owned()),
            Trouble::Other(e) => e,
        })?;
        let texts = answers.iter().map(|a| match a.list() {
            Some([_, Sexp::Text(text)]) => Ok(text.clone()),
            _ => Err(self.unusable(format!("it answers {a}"))),
        });
        self.identity = texts.collect::<Result<Vec<_>, _>>()?.join(" ");
        Ok(())
    }

    fn unusable(&self, reason: String) -> SolverError {
        SolverError::Start { command: self.command.to_string(), reason }
    }

    /// What is set at the start and after a reset.
    fn options(&self) -> String {
        let mut text = "(set-option :print-success false)\n(set-option :produce-models true)\n\
                        (set-option :produce-unsat-cores true)\n"
            .to_owned();
        if self.command.is_z3() {
            // Z3's limit leaves the process alive; any other solver is killed when the time is over.
            text.push_str(&format!("(set-option :timeout {})\n", self.timeout.as_millis().max(1)));
        } else {
            text.push_str("(set-logic ALL)\n");
        }
        text
    }

    /// Sends commands and gives all their answers. An error of the solver is one of the answers.
    pub(crate) fn ask(&mut self, text: &str) -> Result<Vec<Sexp>, Trouble> {
        self.ensure_started().map_err(Trouble::Other)?;
        let grace = if self.command.is_z3() { GRACE } else { Duration::ZERO };
        self.exchange(text, self.timeout + grace)
    }

    /// Forgets everything, as if the process were new, then sends the commands.
    pub(crate) fn ask_fresh(&mut self, text: &str) -> Result<Vec<Sexp>, Trouble> {
        self.pending.clear();
        let text = format!("(reset)\n{}{text}", self.options());
        self.ask(&text)
    }

    fn exchange(&mut self, text: &str, limit: Duration) -> Result<Vec<Sexp>, Trouble> {
        let process = self.process.as_mut().expect("[commute internal bug] the solver was started");
        self.marks += 1;
        let mark = format!("commute-{}", self.marks);
        let pending = std::mem::take(&mut self.pending);
        process.send(&format!("{pending}{text}(echo \"{mark}\")\n"));
        let deadline = Instant::now() + limit;
        let mut answers = Vec::new();
        loop {
            match process.answer(deadline) {
                Ok(Sexp::Atom(a) | Sexp::Text(a)) if a == mark => return Ok(answers),
                Ok(answer) => answers.push(answer),
                Err(silence) => {
                    self.process = None;
                    return Err(self.lost(silence, limit));
                }
            }
        }
    }

    fn lost(&mut self, silence: Silence, limit: Duration) -> Trouble {
        match silence {
            Silence::Timeout => {
                self.incidents.push(format!("`{}` was killed after {} ms", self.command, limit.as_millis()));
                Trouble::Timeout
            }
            Silence::TooLong => {
                self.incidents.push(format!("`{}` was killed: {}", self.command, too_long()));
                Trouble::TooLong
            }
            Silence::Died(how) => {
                self.incidents.push(format!("`{}` died ({how})", self.command));
                Trouble::Died(how)
            }
        }
    }
}
