//! Candidates for I.

use super::{Effort, MAX_CANDIDATES, Vocabulary, both, candidate, compare, not};
use crate::derive::{equal, expr, kept, lock, number, owner_of};
use crate::spec::Conjunct;
use crate::store::Store;
use commute_ir::{BinOp, Expr, ExprKind, Operand, Program, StaticId, Ty};

/// What nobody holds a lock is written as in the logic.
const NOBODY: i64 = -1;

/// Flags that imply flags, flags that imply who holds a lock, signs and orders of numbers, sets that are empty while a
/// number is not what it was at first; with more effort, what flags imply while nobody holds a lock.
pub fn invariants(program: &Program, store: &Store, effort: Effort) -> Vec<Conjunct> {
    let words = Vocabulary::new(program, store);
    let mut found = Vec::new();
    flags(&words, &mut found);
    numbers(&words, &mut found);
    empty_sets(&words, &mut found);
    if effort == Effort::WithFlags {
        while_free(&words, &mut found);
    }
    ownership(&words, &mut found);
    found.truncate(MAX_CANDIDATES);
    found
}

fn flags(words: &Vocabulary<'_>, found: &mut Vec<Conjunct>) {
    for &p in &words.flags {
        for &q in words.flags.iter().filter(|q| **q != p) {
            let (a, b) = (words.value(p), words.value(q));
            let (name, other) = (words.name(p), words.name(q));
            found.push(candidate(kept(&a, &b), format!("{name} => {other}")));
            if p < q {
                found.push(candidate(kept(&a, &not(&b)), format!("{name} => !{other}")));
                found.push(candidate(kept(&not(&a), &b), format!("{name} || {other}")));
            }
        }
    }
}

fn numbers(words: &Vocabulary<'_>, found: &mut Vec<Conjunct>) {
    for &n in &words.numbers {
        let (value, name) = (words.value(n), words.name(n));
        let zero = number(0, value.span);
        found.push(candidate(compare(BinOp::Ge, &value, &zero), format!("{name} >= 0")));
        for &m in words.numbers.iter().filter(|m| **m != n) {
            let order = compare(BinOp::Le, &value, &words.value(m));
            found.push(candidate(order, format!("{name} <= {}", words.name(m))));
        }
    }
}

/// `len(s) == 0 || n == first`.
fn empty_sets(words: &Vocabulary<'_>, found: &mut Vec<Conjunct>) {
    for &s in &words.sets {
        let object = &words.program.statics[s];
        let set = lock(StaticId::new(s), object.span);
        let size = expr(ExprKind::Len { obj: Box::new(set), primed: false }, Ty::I64, object.span);
        let empty = equal(&size, &number(0, object.span));
        for &n in &words.numbers {
            let Operand::Int(first) = words.program.globals[n].init else { continue };
            let same = equal(&words.value(n), &number(first, object.span));
            let text = format!("len({}) == 0 || {} == {first}", object.name, words.name(n));
            found.push(candidate(compare(BinOp::Or, &empty, &same), text));
        }
    }
}

/// `owner(m) == nobody && f => g`, for flags and their negations.
fn while_free(words: &Vocabulary<'_>, found: &mut Vec<Conjunct>) {
    for &m in &words.locks {
        let object = &words.program.statics[m];
        let free = equal(&owner(words, m), &number(NOBODY, object.span));
        for (f, premise, premise_text) in words.literals() {
            for (_, conclusion, text) in words.literals().filter(|(g, ..)| *g != f) {
                let text = format!("owner({}) == {NOBODY} && {premise_text} => {text}", object.name);
                found.push(candidate(kept(&both(&free, &premise), &conclusion), text));
            }
        }
    }
}

/// `flag => owner(m) == t` for every lock and thread.
fn ownership(words: &Vocabulary<'_>, found: &mut Vec<Conjunct>) {
    for &m in &words.locks {
        let object = &words.program.statics[m];
        for &flag in &words.flags {
            for (t, thread) in words.program.threads.iter().enumerate() {
                let holds = equal(&owner(words, m), &number(t as i64, object.span));
                let text = format!("{} => owner({}) == {}", words.name(flag), object.name, thread.name);
                found.push(candidate(kept(&words.value(flag), &holds), text));
            }
        }
    }
}

fn owner(words: &Vocabulary<'_>, object: usize) -> Expr {
    let span = words.program.statics[object].span;
    owner_of(lock(StaticId::new(object), span), span)
}
