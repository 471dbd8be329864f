//! Sets: operations on different elements are independent, and so are those that change nothing.

use super::{Pair, variable};
use commute_machine::Detail;

/// Whether an operation on a set changes it.
fn changes(detail: Detail, elements: &[u64]) -> bool {
    match detail {
        Detail::Insert(v) => !elements.contains(&v),
        Detail::Delete(v) => elements.contains(&v),
        Detail::Clear => !elements.is_empty(),
        _ => false,
    }
}

/// The element that an operation is about; `None` is all of them.
fn element(detail: Detail) -> Option<u64> {
    match detail {
        Detail::Insert(v) | Detail::Delete(v) | Detail::Member(v) => Some(v),
        _ => None,
    }
}

fn writes(detail: Detail) -> bool {
    matches!(detail, Detail::Insert(_) | Detail::Delete(_) | Detail::Clear)
}

fn same_element(a: Detail, b: Detail) -> bool {
    element(a).zip(element(b)).is_none_or(|(v, w)| v == w)
}

pub fn dependent(pair: Pair, elements: &[u64]) -> bool {
    let (a, b) = (pair.first.2, pair.second.2);
    if [a, b].contains(&Detail::Plain) {
        return variable::dependent(pair);
    }
    if !same_element(a, b) || !writes(a) && !writes(b) || (a, b) == (Detail::Clear, Detail::Clear) {
        return false;
    }
    // Where neither changes anything they commute, unless one puts in what the other takes out.
    let opposite = matches!(
        (a, b),
        (Detail::Insert(_), Detail::Delete(_) | Detail::Clear)
            | (Detail::Delete(_) | Detail::Clear, Detail::Insert(_))
    );
    opposite || changes(a, elements) || changes(b, elements)
}

/// The set may have become anything. `detail` is that of the second operation, if it is known.
pub fn interferes(pair: Pair, detail: Option<Detail>) -> bool {
    match detail {
        Some(b) if b != Detail::Plain && pair.first.2 != Detail::Plain => {
            let a = pair.first.2;
            same_element(a, b) && (writes(a) || writes(b)) && (a, b) != (Detail::Clear, Detail::Clear)
        }
        _ => variable::dependent(pair),
    }
}
