//! Systems of two processes in Java that talk over datagrams and connections, while the network and the processes fail.
//!
//! Each is searched by several strategies, which must find the same: failed assertions, of which there is one for each combination of
//! values that a process may end with, exceptions and deadlocks. Those that only send datagrams, and whose processes stay, are written as a
//! model too, of which a channel is the socket, with the same failures.

mod compare;
mod generate;
mod java;
mod model;
mod shrink;

pub use compare::{Compared, Counts, compare, run};
pub use generate::generate;
pub use java::java;
pub use model::model;

use crate::twins::Lines;
use std::fmt;

/// How many variables a process has.
pub const VARIABLES: usize = 2;
/// All values are below this.
pub const MODULUS: usize = 3;
/// What is read where there is nothing: the time is up, or the other side has gone.
pub const NOTHING: usize = 2;

/// A number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expr {
    /// Itself.
    Constant(usize),
    /// A variable of the process.
    Variable(usize),
    /// One more than a variable, modulo [`MODULUS`].
    Next(usize),
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Constant(n) => write!(f, "{n}"),
            Self::Variable(n) => write!(f, "x{n}"),
            Self::Next(n) => write!(f, "((x{n} + 1) % {MODULUS})"),
        }
    }
}

/// What a thread does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Act {
    /// `x = e`
    Set(usize, Expr),
    /// Fails if the variable has this value.
    Refuse(usize, usize),
    /// With the lock of the process.
    Locked(Vec<Act>),
    /// If a variable has this value.
    If(usize, usize, Vec<Act>),
    /// Sends a datagram to the first process.
    Send(Expr),
    /// `x` is what the next datagram says. Only the first process gets some.
    Receive(usize),
    /// The second process connects to the first; a variable tells whether it could.
    Connect(usize),
    /// The first process waits for a connection.
    Accept,
    /// Writes a byte to the connection, if there is one.
    Write(Expr),
    /// `x` is the next byte that comes on the connection, if there is one.
    Read(usize),
    /// Closes the connection, if there is one.
    Close,
    /// Ends the process.
    Exit,
}

impl Act {
    /// What it surrounds.
    fn body(&self) -> Option<&[Act]> {
        match self {
            Self::Locked(body) | Self::If(_, _, body) => Some(body),
            _ => None,
        }
    }

    /// The same around something else.
    fn with_body(&self, body: Vec<Act>) -> Self {
        match self {
            Self::If(n, value, _) => Self::If(*n, *value, body),
            _ => Self::Locked(body),
        }
    }

    fn holds(&self, what: &dyn Fn(&Act) -> bool) -> bool {
        what(self) || self.body().unwrap_or_default().iter().any(|act| act.holds(what))
    }
}

/// A system.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct System {
    /// For each process what its threads do; the first is `main`.
    pub processes: [Vec<Vec<Act>>; 2],
    /// Whether the first process waits for datagrams only for a time.
    pub impatient: bool,
    /// What may fail.
    pub faults: Vec<(Fault, usize)>,
    /// Whether a process that crashed starts again.
    pub restarts: bool,
}

/// What may fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A datagram is lost.
    Drop,
    /// It comes twice.
    Duplicate,
    /// It comes before one that was sent earlier.
    Reorder,
    /// A connection breaks.
    Reset,
    /// The processes cannot reach each other.
    Partition,
    /// A process stops.
    Crash(usize),
}

impl Fault {
    /// Whether a channel of a model can fail like that.
    fn is_of_channels(self) -> bool {
        matches!(self, Self::Drop | Self::Duplicate | Self::Reorder)
    }
}

impl System {
    fn holds(&self, what: &dyn Fn(&Act) -> bool) -> bool {
        self.processes.iter().flatten().flatten().any(|act| act.holds(what))
    }

    /// Whether there is a connection.
    pub fn connects(&self) -> bool {
        self.holds(&|act| matches!(act, Act::Connect(_) | Act::Accept))
    }

    /// Whether datagrams are received.
    pub fn receives(&self) -> bool {
        self.holds(&|act| matches!(act, Act::Receive(_)))
    }

    /// Whether a process may crash.
    fn crashes(&self) -> bool {
        self.faults.iter().any(|(fault, _)| matches!(fault, Fault::Crash(_)))
    }

    /// Whether it can be written as a model.
    pub fn is_plain(&self) -> bool {
        let is_beyond = |act: &Act| {
            matches!(
                act,
                Act::Connect(_) | Act::Accept | Act::Write(_) | Act::Read(_) | Act::Close | Act::Exit
            )
        };
        !self.holds(&is_beyond) && self.faults.iter().all(|(fault, _)| fault.is_of_channels())
    }

    /// The failures as a user writes them.
    pub fn faults(&self) -> String {
        let told = |&(fault, most): &(Fault, usize)| match fault {
            Fault::Drop => format!("drop<={most}"),
            Fault::Duplicate => format!("duplicate<={most}"),
            Fault::Reorder => format!("reorder<={most}"),
            Fault::Reset => format!("reset<={most}"),
            Fault::Partition => format!("partition<={most}"),
            Fault::Crash(process) => format!("crash(p{process})<={most}"),
        };
        let mut all: Vec<String> = self.faults.iter().map(told).collect();
        all.extend(self.restarts.then(|| "restart".to_owned()));
        all.join(", ")
    }
}
