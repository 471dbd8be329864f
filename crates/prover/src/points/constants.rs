//! Variables of a thread that have one value wherever it stands, so that steps that never happen are left out.
//!
//! # Source
//! Wegman and Zadeck, "Constant propagation with conditional branches" (1991).
//!
//! # Idea
//! Nobody but the thread writes its variables. So from the beginning of its code what is constant at each point is found by
//! following only those steps that the constants allow; where two come together, what differs is not known.
//!
//! # Notation
//! [`Values`] are the constants at a point.
//!
//! # Premises
//! - Nothing is known of a variable before the thread writes it.
//!
//! # Deviations
//! none

use super::graph::{Pieces, computed};
use crate::fold;
use commute_logic::{Decl, Node, Term, When};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What variables of the thread surely are.
type Values = BTreeMap<Arc<str>, Term>;

/// Puts in what is constant, and drops what cannot happen.
pub fn put_in(pieces: &mut Pieces, locals: &[Decl]) {
    let known = constants(pieces, locals);
    pieces.points.retain(|(point, _)| known.contains_key(point));
    pieces.pieces.retain_mut(|piece| {
        let Some(values) = known.get(&piece.from) else { return false };
        piece.updates.iter_mut().for_each(|(_, term)| *term = with(term, values));
        keep_open(&mut piece.guards, values)
    });
    pieces.claims.retain_mut(|claim| {
        let Some(values) = known.get(&claim.from) else { return false };
        claim.term = with(&claim.term, values);
        keep_open(&mut claim.guards, values) && fold::known(&claim.term) != Some(true)
    });
}

/// Leaves out guards that are true; false if one never is.
fn keep_open(guards: &mut Vec<Term>, values: &Values) -> bool {
    guards.iter_mut().for_each(|guard| *guard = with(guard, values));
    guards.retain(|guard| fold::known(guard) != Some(true));
    guards.iter().all(|guard| fold::known(guard) != Some(false))
}

/// The constants at each point that may be reached.
fn constants(pieces: &Pieces, locals: &[Decl]) -> BTreeMap<usize, Values> {
    let mut known: BTreeMap<usize, Values> = BTreeMap::from([(pieces.points[0].0, Values::new())]);
    let mut open = vec![pieces.points[0].0];
    while let Some(from) = open.pop() {
        let values = known[&from].clone();
        for piece in pieces.pieces.iter().filter(|piece| piece.from == from) {
            if !keep_open(&mut piece.guards.clone(), &values) {
                continue;
            }
            let mut after = values.clone();
            for (var, term) in piece.updates.iter().filter(|(v, _)| locals.iter().any(|d| d.name == v.name)) {
                match with(term, &values) {
                    term if matches!(term.node(), Node::Lit(_)) => after.insert(var.name.clone(), term),
                    _ => after.remove(&var.name),
                };
            }
            let before = known.get(&piece.to);
            if let Some(before) = before {
                keep_common(&mut after, before);
            }
            if before != Some(&after) {
                known.insert(piece.to, after);
                open.push(piece.to);
            }
        }
    }
    known
}

/// What is constant on both ways to a point.
fn keep_common(after: &mut Values, before: &Values) {
    after.retain(|name, value| before.get(name) == Some(value));
}

/// The term with the constants in it.
fn with(term: &Term, values: &Values) -> Term {
    computed(&term.replace(&mut |v| match v.when {
        When::Now => values.get(&v.name).cloned(),
        _ => None,
    }))
}
