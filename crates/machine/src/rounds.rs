//! What a thread does that goes round for ever.

use std::collections::BTreeSet;

/// What the steps of a thread did on all ways round, as far as it tells waiting in a loop from working in one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rounds {
    /// Where it stood: its calls, the outermost first, each a number that means the same place in all states.
    pub stacks: BTreeSet<Vec<u32>>,
    /// A step changed something besides locks that another thread or a global variable leads to.
    pub changes: bool,
}
