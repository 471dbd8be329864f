//! What a step does to a number, if it does nothing else and forgets the number.

/// Waits until a comparison of a number is true, and then adds to it, perhaps only where another comparison is true. All that can be
/// seen of it afterwards is the sum: a semaphore's `up` and `down`, a latch's `countDown` and `await`, an atomic counter whose
/// result nobody uses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Counting {
    /// It waits until this is so.
    pub guard: Option<Test>,
    /// It adds only where this is so.
    pub only: Option<Test>,
    /// What it adds.
    pub adds: i64,
}

/// A comparison of a number with a constant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Test {
    /// How they compare.
    pub comparison: Comparison,
    /// The constant.
    pub bound: i64,
}

impl Test {
    /// Whether it is true of `value`.
    pub fn holds(self, value: i64) -> bool {
        self.comparison.holds(value, self.bound)
    }
}

impl Counting {
    /// Adding, whatever the number is.
    pub fn add(adds: i64) -> Self {
        Self { guard: None, only: None, adds }
    }

    /// What `value` becomes; nothing if the step waits.
    pub fn apply(self, value: i64) -> Option<i64> {
        let adds = if self.only.is_none_or(|test| test.holds(value)) { self.adds } else { 0 };
        self.guard.is_none_or(|test| test.holds(value)).then(|| value.wrapping_add(adds))
    }

    /// The comparisons that it makes.
    pub fn tests(self) -> impl Iterator<Item = Test> {
        self.guard.into_iter().chain(self.only)
    }
}

/// A comparison.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Comparison {
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
    /// Less.
    Lt,
    /// Less or equal.
    Le,
    /// Greater.
    Gt,
    /// Greater or equal.
    Ge,
}

impl Comparison {
    /// Whether `value` compares so with `bound`.
    pub fn holds(self, value: i64, bound: i64) -> bool {
        match self {
            Comparison::Eq => value == bound,
            Comparison::Ne => value != bound,
            Comparison::Lt => value < bound,
            Comparison::Le => value <= bound,
            Comparison::Gt => value > bound,
            Comparison::Ge => value >= bound,
        }
    }

    /// The comparison that is true where this one is false.
    pub fn negated(self) -> Self {
        match self {
            Comparison::Eq => Comparison::Ne,
            Comparison::Ne => Comparison::Eq,
            Comparison::Lt => Comparison::Ge,
            Comparison::Le => Comparison::Gt,
            Comparison::Gt => Comparison::Le,
            Comparison::Ge => Comparison::Lt,
        }
    }

    /// The same with the sides exchanged.
    pub fn mirrored(self) -> Self {
        match self {
            Comparison::Lt => Comparison::Gt,
            Comparison::Le => Comparison::Ge,
            Comparison::Gt => Comparison::Lt,
            Comparison::Ge => Comparison::Le,
            same => same,
        }
    }
}
