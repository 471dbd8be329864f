//! How long a machine may work before it has to come back.
//!
//! A search looks at the clock between steps. One step may take long all the same (an atomic block, an invariant with a
//! large range, an initialiser), and need much memory. So the machine is told when to give up, and looks by itself.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// A flag by which another thread (a signal handler) ends a search.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>, Vec<Arc<AtomicBool>>);

impl Interrupt {
    /// Asks the search to stop soon.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
    /// One that is raised by itself or with this one.
    #[must_use]
    pub fn further(&self) -> Interrupt {
        let others = self.1.iter().chain([&self.0]).cloned().collect();
        Interrupt(Arc::default(), others)
    }
    /// Whether it was asked.
    pub fn is_raised(&self) -> bool {
        let raised = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
        raised(&self.0) || self.1.iter().any(|flag| raised(flag))
    }
}

/// When a machine has to give up. The default is never.
#[derive(Clone, Debug, Default)]
pub struct Patience {
    /// When this is raised.
    pub interrupt: Interrupt,
    /// At this time.
    pub deadline: Option<Instant>,
    /// When it needs so many bytes more than now.
    pub bytes: Option<u64>,
}

/// Why a machine has given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GivenUp {
    /// The interrupt was raised.
    Interrupted,
    /// The time is over.
    Time,
    /// It would need too much memory.
    Memory,
}
