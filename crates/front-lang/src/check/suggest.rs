//! Names that a misspelt one may stand for.

/// The candidate nearest to `name`, if one is near enough to be meant.
pub(crate) fn nearest<'n>(name: &str, candidates: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let limit = (name.len() / 3).max(1);
    candidates
        .into_iter()
        .filter(|c| *c != name && c.len().abs_diff(name.len()) <= limit && c.len() < 100)
        .map(|c| (distance(name, c), c))
        .filter(|&(d, c)| d <= limit && d < c.len().max(name.len()))
        .min()
        .map(|(_, c)| c)
}

/// A help line: the nearest name, or `otherwise`.
pub(crate) fn did_you_mean<'n>(
    name: &str,
    candidates: impl IntoIterator<Item = &'n str>,
    otherwise: &str,
) -> String {
    match nearest(name, candidates) {
        Some(near) => format!("did you mean `{near}`?"),
        None => otherwise.to_owned(),
    }
}

/// How many letters must be inserted, deleted, replaced or swapped with their neighbour.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<u8>, Vec<u8>) = (a.bytes().collect(), b.bytes().collect());
    let mut rows = vec![vec![0usize; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let replace = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
                let swap = if swapped { rows[i - 2][j - 2] + 1 } else { usize::MAX };
                replace.min(swap).min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1)
            };
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_found_and_far_ones_are_not() {
        assert_eq!(nearest("conuter", ["lock", "counter"]), Some("counter"));
        assert_eq!(nearest("x", ["y", "counter"]), None);
        assert_eq!(nearest("worker", ["wroker", "waiter"]), Some("wroker"));
        assert_eq!(nearest("foo", ["bar"]), None);
    }
}
