//! Functions that are said to be atomic: each is judged by itself, and what is found is part of the verdict.
//!
//! If each call is one transaction (FQ03), it is proved. If not, that says little: a loop that tries again until nobody has interfered
//! commits more than once. So states are compared then ([`commute_explore::atomicity`]).

use crate::claims::JudgedClaim;
use crate::methods::Transaction;
use crate::subject::Subject;
use crate::words;
use commute_explore::{Atomicity, Found, Options, Outcome, Stats, StopReason};

/// What was found out about a function that is said to be atomic.
#[derive(Clone, PartialEq, Debug)]
pub enum JudgedAtomic {
    /// Each call is one transaction.
    OneTransaction(Transaction),
    /// No call was explored.
    NotCalled,
    /// Nothing: why.
    Unknown(String),
    /// What comes of its calls was compared with what comes of calls that nobody interrupts.
    Compared {
        /// Whether it is the same.
        found: Atomicity,
        /// Why calls are not known to be one transaction.
        movers: String,
    },
}

/// Judges all functions that are said to be atomic, after a search that came to `outcome`.
pub(crate) fn judge<S: Subject + ?Sized>(
    subject: &S,
    options: &Options,
    outcome: Outcome,
) -> (Outcome, Vec<JudgedClaim>) {
    let functions = subject.describe().atomic.clone();
    let (mut outcome, mut claims) = (outcome, Vec::new());
    let is_clean = outcome.found.is_empty();
    for function in &functions {
        let judged = subject.atomicity(function.index, options, is_clean);
        let (found, left_out, claim) = concluded(&function.name, judged);
        outcome = outcome.and(found.into_iter().collect(), left_out);
        claims.push(claim);
    }
    (outcome, claims)
}

/// The violation, what was left out, and what to say.
fn concluded(name: &str, judged: JudgedAtomic) -> (Option<Found>, Option<StopReason>, JudgedClaim) {
    let claim =
        |standing, why: &str| JudgedClaim { standing, text: format!("calls of {name} are atomic: {why}") };
    let why = match judged {
        JudgedAtomic::NotCalled => return (None, None, claim("proved", "there is none")),
        JudgedAtomic::OneTransaction(transaction) => {
            let why = format!("each is one transaction, {}", transaction.detail());
            return (None, None, claim("proved", &why));
        }
        JudgedAtomic::Compared { found: Atomicity::Atomic { .. }, .. } => {
            let why = "the program comes to the same states as if nobody interrupted them";
            return (None, None, claim("proved", why));
        }
        JudgedAtomic::Compared { found: Atomicity::Interrupted(found), .. } => {
            let why = "one is interrupted, and what comes of it shows that";
            return (Some(*found), None, claim("refuted", why));
        }
        JudgedAtomic::Unknown(why) => why,
        JudgedAtomic::Compared { found, movers } => format!("{movers}; {}", not_compared(&found)),
    };
    let left_out = StopReason::Atomicity { function: name.to_owned(), why: why.clone() };
    (None, Some(left_out), claim("not decided", &why))
}

/// Why a comparison decides nothing.
fn not_compared(found: &Atomicity) -> String {
    match found {
        Atomicity::WithinLibrary => {
            "what a library keeps inside differs if its own calls are interrupted, and perhaps nobody can tell"
                .to_owned()
        }
        Atomicity::ChangesOtherwise => {
            "what comes of them is as if nobody had interrupted them, but they change something more or less often"
                .to_owned()
        }
        Atomicity::StartsThreads => "they start threads or are threads, which are told apart by their numbers".to_owned(),
        Atomicity::Stopped(reason) => words::reason(reason, &Stats::default()),
        Atomicity::Atomic { .. } | Atomicity::Interrupted(_) => String::new(),
    }
}
