//! Assumptions as values, so that a report can list them.

/// Something that an oracle took for granted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assumption {
    /// In words, such as `BoundedBuffer is accessed only by the holder of its lock once shared`.
    pub text: String,
    /// Whether it turned out to be true.
    pub standing: Standing,
}

/// Whether an assumption is true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// Not seen to be false. After a complete search that means it is true.
    Unrefuted,
    /// Seen to be false; no answer rests on it.
    Refuted,
}
