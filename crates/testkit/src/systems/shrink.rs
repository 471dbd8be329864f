//! Makes a system on which searches differ as small as it can be.

use super::{Act, System};

/// A smaller system for which `differs` still holds, and which says no more.
pub fn shrink(system: &System, differs: &mut dyn FnMut(&System) -> bool) -> System {
    let mut best = system.clone();
    while let Some(smaller) = smaller(&best).into_iter().find(|smaller| differs(smaller)) {
        best = smaller;
    }
    best
}

/// All systems that are one step smaller.
fn smaller(system: &System) -> Vec<System> {
    let mut all = Vec::new();
    let mut with = |change: &dyn Fn(&mut System)| {
        let mut next = system.clone();
        change(&mut next);
        all.push(next);
    };
    for at in 0..system.faults.len() {
        with(&|next| {
            next.faults.remove(at);
            next.restarts &= next.crashes();
        });
        if system.faults[at].1 > 1 {
            with(&|next| next.faults[at].1 = 1);
        }
    }
    if system.restarts {
        with(&|next| next.restarts = false);
    }
    if system.impatient {
        with(&|next| next.impatient = false);
    }
    for (p, threads) in system.processes.iter().enumerate() {
        if threads.len() > 1 {
            with(&|next| {
                next.processes[p].pop();
            });
        }
        for (t, acts) in threads.iter().enumerate() {
            for list in shorter(acts) {
                with(&|next| next.processes[p][t].clone_from(&list));
            }
        }
    }
    all
}

/// A list with one act less, or with what an act surrounds in its place.
fn shorter(acts: &[Act]) -> Vec<Vec<Act>> {
    let mut all = Vec::new();
    for (at, act) in acts.iter().enumerate() {
        let mut put = |instead: Vec<Act>| {
            let mut next = acts.to_vec();
            next.splice(at..=at, instead);
            all.push(next);
        };
        put(Vec::new());
        if let Some(body) = act.body() {
            put(body.to_vec());
            let smaller = shorter(body).into_iter().filter(|list| !list.is_empty());
            smaller.for_each(|body| put(vec![act.with_body(body)]));
        }
    }
    all
}
