//! How many threads stand where: a variable that nobody writes down.
//!
//! A shared number that every thread counts up on its way into some places and down on its way out is the number of threads
//! there. So the number of threads at these places is made a variable of its own; what is known of it is what is true of
//! the size of a set. That the shared number agrees with it is then a lemma like others.

use super::lemma::Places;
use super::system::System;
use crate::fold;
use commute_logic::{Decl, Node, Op, Sort, Term, Var};
use std::collections::BTreeSet;

/// The number of threads of a role at some points.
pub struct Count {
    /// The variable.
    pub decl: Decl,
    /// The variable that suggested it.
    pub like: Var,
    /// The role, a family.
    pub role: usize,
    /// The points.
    pub points: BTreeSet<usize>,
}

/// Adds the numbers that shared variables suggest.
pub fn add_counts(system: &mut System) {
    let shared: Vec<Decl> = system.vars[..system.shared].to_vec();
    for role in (0..system.roles.len()).filter(|r| system.roles[*r].range.is_some()) {
        for decl in shared.iter().filter(|d| d.sort == Sort::Int) {
            let Some(points) = [1, -1].iter().find_map(|sign| counted(system, role, &decl.var(), *sign))
            else {
                continue;
            };
            if system.counts.iter().any(|c| c.role == role && c.points == points) {
                continue;
            }
            let name = format!("#{} of {}", decl.name, system.roles[role].name);
            let number = Decl::new(name, Sort::Int);
            for step in system.transitions.iter_mut().filter(|t| t.role == role) {
                let by = i128::from(points.contains(&step.to)) - i128::from(points.contains(&step.from));
                if by != 0 {
                    step.updates.push((number.var(), number.term().plus(&Term::int(by))));
                }
            }
            system.first.push((number.var(), Term::int(0)));
            system.vars.push(number.clone());
            system.counts.push(Count { decl: number, like: decl.var(), role, points });
        }
    }
}

/// The points at which a thread is counted by the variable; nothing if it does not count so.
fn counted(system: &System, role: usize, var: &Var, sign: i128) -> Option<BTreeSet<usize>> {
    let steps: Vec<_> = system.transitions.iter().filter(|t| t.role == role).collect();
    let mut counts: Vec<Option<i128>> = vec![None; system.roles[role].points.len()];
    counts[0] = Some(0);
    let mut changed = true;
    while changed {
        changed = false;
        for step in &steps {
            let Some(before) = counts[step.from] else { continue };
            let update = step.updates.iter().find(|(v, _)| v == var);
            let after = before + sign * update.map_or(Some(0), |(_, term)| by(var, term))?;
            match counts[step.to] {
                None => {
                    counts[step.to] = Some(after);
                    changed = true;
                }
                Some(known) if known != after => return None,
                Some(_) => {}
            }
        }
    }
    if counts.iter().flatten().any(|n| !(0..=1).contains(n)) {
        return None;
    }
    let points: BTreeSet<usize> = (0..counts.len()).filter(|p| counts[*p] == Some(1)).collect();
    (!points.is_empty()).then_some(points)
}

/// By how much the term is more than the variable, if that is a small number.
fn by(var: &Var, term: &Term) -> Option<i128> {
    let Node::App(op @ (Op::Add | Op::Sub), args) = term.node() else { return None };
    let number = fold::number(&args[1]).filter(|n| n.abs() == 1 && args[0] == Term::var(var.clone()))?;
    Some(if *op == Op::Add { number } else { -number })
}

/// What is true of such numbers because they are sizes of sets.
pub fn known(system: &System, places: &Places) -> Vec<Term> {
    let mut all = Vec::new();
    for count in &system.counts {
        let role = &system.roles[count.role];
        let Some((lo, hi)) = &role.range else { continue };
        let number = count.decl.term();
        let at_most = |a: &Term, b: &Term| fold::arithmetic(Op::Le, a, b);
        let size = fold::arithmetic(Op::Sub, hi, lo);
        let is_empty = fold::and([at_most(hi, lo), fold::equal(&number, &Term::int(0))]);
        all.push(at_most(&Term::int(0), &number));
        all.push(fold::or([is_empty, at_most(&number, &size)]));
        let inside = |t: &Term| {
            let place = role.place_of(Some(t));
            fold::or(count.points.iter().map(|p| fold::equal(&place, &Term::int(*p as i128))))
        };
        for (k, t) in places.numbers.iter().enumerate() {
            let exists = fold::within(t, lo, hi);
            let counted = fold::and([exists.clone(), inside(t)]);
            all.push(fold::implies(&counted, &at_most(&Term::int(1), &number)));
            let missing = fold::and([exists, fold::not(&inside(t))]);
            all.push(fold::implies(&missing, &fold::arithmetic(Op::Lt, &number, &size)));
            for other in &places.numbers[..k] {
                let apart = fold::not(&fold::equal(t, other));
                let both = fold::and([counted.clone(), fold::within(other, lo, hi), inside(other), apart]);
                all.push(fold::implies(&both, &at_most(&Term::int(2), &number)));
            }
        }
    }
    all
}
