//! Counts what the machine does, so that it can give up in the middle of it (`commute_machine::Patience`).

use commute_machine::{GivenUp, Patience};
use std::cell::Cell;
use std::time::Instant;

/// How many instructions, or values of a quantifier, pass between two looks at the clock: well below a millisecond.
const BETWEEN_LOOKS: u32 = 4096;

/// The count. Predicates are evaluated in a state that is only looked at, so it changes inside.
#[derive(Default)]
pub struct Meter {
    patience: Patience,
    /// The most bytes that the state and its tables may have.
    most_bytes: Option<usize>,
    left: Cell<u32>,
    over: Cell<Option<GivenUp>>,
}

impl Meter {
    /// A new measure, for a machine that has `bytes` now.
    pub fn new(patience: Patience, bytes: usize) -> Self {
        let more = patience.bytes.map(|more| usize::try_from(more).unwrap_or(usize::MAX));
        Self { most_bytes: more.map(|more| bytes.saturating_add(more)), patience, ..Self::default() }
    }

    /// Why the machine has given up.
    #[inline]
    pub fn over(&self) -> Option<GivenUp> {
        self.over.get()
    }

    /// Counts one instruction or value. Whether the machine should go on.
    #[inline]
    pub fn goes_on(&self) -> bool {
        match self.left.get() {
            0 => self.look(),
            left => self.left.set(left - 1),
        }
        self.over.get().is_none()
    }

    /// The same for what may have made the state larger: it has `bytes` now.
    #[inline]
    pub fn goes_on_with(&self, bytes: usize) -> bool {
        if self.most_bytes.is_some_and(|most| bytes > most) {
            self.over.set(Some(GivenUp::Memory));
        }
        self.goes_on()
    }

    #[cold]
    fn look(&self) {
        self.left.set(BETWEEN_LOOKS);
        if self.patience.interrupt.is_raised() {
            self.over.set(Some(GivenUp::Interrupted));
        } else if self.patience.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.over.set(Some(GivenUp::Time));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use commute_machine::Interrupt;
    use std::time::Duration;

    fn rounds(meter: &Meter) -> u32 {
        (0..3 * BETWEEN_LOOKS).take_while(|_| meter.goes_on()).count() as u32
    }

    #[test]
    fn an_interrupt_is_seen_at_the_next_look() {
        let interrupt = Interrupt::default();
        let meter = Meter::new(Patience { interrupt: interrupt.clone(), ..Patience::default() }, 0);
        assert!(meter.goes_on());
        interrupt.raise();
        assert!(rounds(&meter) <= BETWEEN_LOOKS);
        assert_eq!(meter.over(), Some(GivenUp::Interrupted));
    }

    #[test]
    fn time_passes() {
        let soon = Instant::now() + Duration::from_secs(3600);
        let meter = |deadline| Meter::new(Patience { deadline, ..Patience::default() }, 0);
        assert_eq!(rounds(&meter(Some(soon))), 3 * BETWEEN_LOOKS);
        assert_eq!(rounds(&meter(None)), 3 * BETWEEN_LOOKS);
        let over = meter(Some(Instant::now()));
        assert_eq!((rounds(&over), over.over()), (0, Some(GivenUp::Time)));
    }

    #[test]
    fn bytes_count_from_now_on() {
        let meter = Meter::new(Patience { bytes: Some(10), ..Patience::default() }, 100);
        assert!(meter.goes_on_with(110));
        assert!(!meter.goes_on_with(111));
        assert_eq!(meter.over(), Some(GivenUp::Memory));
        assert!(!meter.goes_on(), "it does not change its mind");
    }
}
