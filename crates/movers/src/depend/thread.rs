//! Threads: start, end, join, interruption.

use super::Pair;
use commute_machine::Operation;

/// Operations that are dependent wherever they are performed, because they touch threads and not only objects.
pub const ANYWHERE: [(Operation, &[Operation]); 3] = [
    (
        Operation::Interrupt,
        &[
            Operation::Wait,
            Operation::Resume,
            Operation::Join,
            Operation::Notify,
            Operation::NotifyAll,
            Operation::Interrupt,
            Operation::Interrupted,
            Operation::TakeInterrupt,
            Operation::End,
        ],
    ),
    (Operation::Spawn, &[Operation::Spawn, Operation::End]),
    // Whoever begins to wait or joins takes note of its interruption, which then is over.
    (Operation::Interrupted, &[Operation::TakeInterrupt, Operation::Wait, Operation::Join, Operation::End]),
];

/// The operations on a handle that see whether the thread has ended.
fn sees_end(operation: Operation) -> bool {
    matches!(operation, Operation::Join | Operation::Read)
}

pub fn dependent(pair: Pair, alive: bool) -> bool {
    let (a, b) = pair.operations();
    alive && (a == Operation::End && sees_end(b) || b == Operation::End && sees_end(a))
}

/// A `join` is not performed before the end; asking whether the thread is alive is.
pub fn interferes(pair: Pair, alive: bool) -> bool {
    let (a, b) = pair.operations();
    alive && (a == Operation::End && b == Operation::Read || b == Operation::End && sees_end(a))
}

#[cfg(test)]
mod tests {
    use super::*;
    use commute_machine::{Detail, Tid};

    /// While the thread lives: what is performed before the end of another differs from what is performed after it.
    #[test]
    fn whoever_sees_the_end_depends_on_it() {
        let pair = |a, b| Pair { first: (Tid(0), a, Detail::Plain), second: (Tid(1), b, Detail::Plain) };
        let (end, join, asks) = (Operation::End, Operation::Join, Operation::Read);
        for other in [join, asks] {
            assert!(dependent(pair(end, other), true) && dependent(pair(other, end), true));
            assert!(!dependent(pair(end, other), false) && !interferes(pair(end, other), false));
            assert!(interferes(pair(other, end), true));
        }
        assert!(interferes(pair(end, asks), true), "asking does not wait for the end");
        assert!(!interferes(pair(end, join), true), "joining does");
        assert!(!dependent(pair(join, asks), true) && !interferes(pair(join, asks), true));
    }
}
