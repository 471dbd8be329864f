//! Makes a program that differs as small as it can.

use super::compare::{Compared, compare};
use super::run::AT_ONCE;
use super::{Javac, Stmt, Twin};

/// The smallest program that still differs, found by leaving out one statement or opening one block after the other.
pub fn shrink(javac: Javac, twin: &Twin, seed: u64) -> Result<(Twin, String), String> {
    let mut best = (twin.clone(), String::from("the difference does not show again"));
    loop {
        // All are searched in the way of the first one.
        let mut smaller = vec![(seed, best.0.clone())];
        smaller.extend(variants(&best.0).into_iter().map(|twin| (seed, twin)));
        let tried: Result<Vec<_>, _> = smaller.chunks(AT_ONCE).map(|some| compare(javac, some)).collect();
        let results = tried?.into_iter().flatten();
        let differs = smaller.iter().zip(results).filter_map(|((_, twin), result)| match result {
            Compared::Different(what) => Some((twin, what)),
            _ => None,
        });
        let Some((twin, what)) = differs.last() else { return Ok(best) };
        let done = *twin == best.0;
        best = (twin.clone(), what);
        if done {
            return Ok(best);
        }
    }
}

/// All programs with one statement less, or with the body of a block in its place.
fn variants(twin: &Twin) -> Vec<Twin> {
    let mut all = Vec::new();
    for n in (0..).take_while(|&n| n < 500) {
        for open in [false, true] {
            let (mut copy, mut left, mut done) = (twin.clone(), n, false);
            let mut lists: Vec<&mut Vec<Stmt>> = vec![&mut copy.main];
            lists.extend(copy.threads.iter_mut());
            lists.into_iter().for_each(|list| edit(list, &mut left, open, &mut done));
            if done {
                all.push(copy);
            } else if !open {
                return all;
            }
        }
    }
    all
}

/// Leaves out the `left`-th statement of a list, or opens it.
fn edit(list: &mut Vec<Stmt>, left: &mut usize, open: bool, done: &mut bool) {
    for at in 0..list.len() {
        if *done {
            return;
        }
        if *left == 0 {
            let mut body = Vec::new();
            if open {
                list[at].bodies_mut().into_iter().for_each(|inner| body.append(inner));
            }
            *done = !open || !body.is_empty();
            list.splice(at..=at, body);
            *left = usize::MAX;
            return;
        }
        *left -= 1;
        list[at].bodies_mut().into_iter().for_each(|inner| edit(inner, left, open, done));
    }
}
