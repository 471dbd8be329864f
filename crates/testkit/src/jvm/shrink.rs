//! Makes a program that differs smaller.

use super::compare::{Compared, compare};
use super::program::{Program, Stmt};
use super::seen::Jvm;

/// How often each smaller program is run: what differs may be rare.
const REPETITIONS: u64 = 150;
/// Each round leaves out one thing.
const ROUNDS: usize = 12;

/// A smaller program that still differs in the same way, found by leaving out one statement or opening one block after the other.
pub fn shrink(jvm: &Jvm, program: &Program, what: &str, threads: usize) -> Result<(Program, String), String> {
    let kind = |text: &str| text.split(':').next().unwrap_or_default().to_owned();
    let mut best = (program.clone(), what.to_owned());
    for _ in 0..ROUNDS {
        let smaller = variants(&best.0);
        if smaller.is_empty() {
            break;
        }
        let results = compare(jvm, &smaller, REPETITIONS, threads)?;
        let differs = smaller.into_iter().zip(results).filter_map(|(program, result)| match result {
            Compared::Different(text) if kind(&text) == kind(what) => Some((program, text)),
            _ => None,
        });
        let Some(smallest) = differs.min_by_key(|(program, _)| program.slots()) else { break };
        best = smallest;
    }
    Ok(best)
}

/// All programs with one statement less, or with the body of a block in its place.
fn variants(program: &Program) -> Vec<Program> {
    let mut all = Vec::new();
    for n in 0.. {
        for open in [true, false] {
            let (mut copy, mut left, mut changed) = (program.clone(), n, false);
            for list in copy.lists_mut() {
                edit(list, &mut left, open, &mut changed);
            }
            if changed {
                all.push(copy);
            } else if !open {
                return all;
            }
        }
    }
    all
}

/// Leaves out the `left`-th statement of a list, or opens it. Threads are started all the same.
fn edit(list: &mut Vec<Stmt>, left: &mut usize, open: bool, changed: &mut bool) {
    let mut at = 0;
    while at < list.len() && !*changed {
        if matches!(list[at], Stmt::Start(_) | Stmt::Join(_)) {
            at += 1;
            continue;
        }
        if *left > 0 {
            *left -= 1;
            if let Stmt::Block(_, _, body) = &mut list[at] {
                edit(body, left, open, changed);
            }
            at += 1;
            continue;
        }
        if !open {
            list.remove(at);
            *changed = true;
        } else if let Stmt::Block(_, _, body) = &mut list[at] {
            let body = std::mem::take(body);
            list.splice(at..=at, body);
            *changed = true;
        }
        *left = usize::MAX;
        return;
    }
}
