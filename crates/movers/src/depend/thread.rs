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
