//! Barriers: two arrivals are independent while neither can be the last.

use super::Pair;
use commute_machine::{Detail, Operation};

/// Where a thread stands at a barrier.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stand {
    /// It is about to arrive.
    Arriving,
    /// It has arrived and waits.
    Waiting,
    /// It may go on.
    Released,
}

fn stand(detail: Detail) -> Stand {
    match detail {
        Detail::Pass { released: true } => Stand::Released,
        Detail::Pass { released: false } => Stand::Waiting,
        _ => Stand::Arriving,
    }
}

fn stands(pair: Pair) -> Option<(Stand, Stand)> {
    let both = pair.operations() == (Operation::Arrive, Operation::Arrive);
    both.then(|| (stand(pair.first.2), stand(pair.second.2)))
}

pub fn dependent(pair: Pair, parties: u64, arrived: u64) -> bool {
    use Stand::*;
    let Some(stands) = stands(pair) else { return true };
    match stands {
        (Arriving, Arriving) => arrived + 2 >= parties,
        (Waiting, Arriving) | (Arriving, Waiting) => arrived + 1 >= parties,
        (Waiting | Released, Waiting | Released) | (Arriving, Released) | (Released, Arriving) => false,
    }
}

/// Others may arrive until one more is the last; going on is nobody's business.
pub fn interferes(pair: Pair) -> bool {
    use Stand::*;
    let Some(stands) = stands(pair) else { return true };
    match stands {
        (Arriving | Waiting, Arriving) => true,
        (Released, _) | (_, Waiting | Released) => false,
    }
}
