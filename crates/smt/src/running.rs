//! The solvers that are running, so that they do not outlive a process that ends in the middle of something.

use std::process::Child;
use std::sync::{Arc, Mutex, MutexGuard, Weak};

/// Those that were started and are still of use to somebody.
static STARTED: Mutex<Vec<Weak<Mutex<Child>>>> = Mutex::new(Vec::new());

/// Whoever panicked while it had the lock has left nothing half done.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// A solver that [`end_solvers`] ends too.
pub(crate) fn shared(child: Child) -> Arc<Mutex<Child>> {
    let child = Arc::new(Mutex::new(child));
    let mut started = lock(&STARTED);
    started.retain(|other| other.strong_count() > 0);
    started.push(Arc::downgrade(&child));
    child
}

/// Ends all solvers, for a process that is about to end without a word to whoever waits for them.
pub fn end_solvers() {
    for child in lock(&STARTED).iter().filter_map(Weak::upgrade) {
        // Failing to kill means that it has already ended.
        let _ = lock(&child).kill();
    }
}
