//! Candidates for A_i: while E(i) holds, x is unchanged, and E(i) stays.

use super::{Effort, MAX_CANDIDATES, Vocabulary, both, candidate};
use crate::derive::{equal, expr, kept, lock, owner_of, param, primed};
use crate::spec::Conjunct;
use crate::store::Store;
use commute_ir::{Expr, ExprKind, Program, StaticId, Ty};

/// A condition that may give thread i (parameter 0) a right.
struct Condition {
    holds: Expr,
    text: String,
    /// The variable that it is about, if that is a global.
    about: Option<usize>,
}

/// The conditions are: i holds a lock, is the number in a variable, is in a set; with more effort, also each of them
/// while a flag is set or is not.
pub fn assumptions(program: &Program, store: &Store, effort: Effort) -> Vec<Conjunct> {
    let words = Vocabulary::new(program, store);
    let conditions = conditions(&words);
    let mut found = Vec::new();
    for condition in &conditions {
        stays(condition, &mut found);
        protects(&words, condition, &mut found);
    }
    if effort == Effort::WithFlags {
        for condition in conditions.iter().filter(|c| c.about.is_none()) {
            for (flag, literal, text) in words.literals() {
                let text = format!("{} && {text}", condition.text);
                let holds = both(&condition.holds, &literal);
                found.push(candidate(kept(&holds, &primed(&literal)), format!("{text} stays")));
                protects(&words, &Condition { holds, text, about: Some(flag) }, &mut found);
            }
        }
    }
    found.truncate(MAX_CANDIDATES);
    found
}

fn conditions(words: &Vocabulary<'_>) -> Vec<Condition> {
    let mut all = Vec::new();
    for &m in &words.locks {
        let object = &words.program.statics[m];
        let owner = owner_of(lock(StaticId::new(m), object.span), object.span);
        let holds = equal(&owner, &param(object.span));
        all.push(Condition { holds, text: format!("owner({}) == i", object.name), about: None });
    }
    for &s in &words.sets {
        let object = &words.program.statics[s];
        let set = Box::new(lock(StaticId::new(s), object.span));
        let elem = Box::new(param(object.span));
        let holds = expr(ExprKind::Contains { set, elem, primed: false }, Ty::Bool, object.span);
        all.push(Condition { holds, text: format!("i in {}", object.name), about: None });
    }
    for &n in &words.numbers {
        let value = words.value(n);
        let holds = equal(&value, &param(value.span));
        all.push(Condition { holds, text: format!("{} == i", words.name(n)), about: Some(n) });
    }
    all
}

/// Others neither take the right away nor, more strongly, give it.
fn stays(condition: &Condition, found: &mut Vec<Conjunct>) {
    let after = primed(&condition.holds);
    found.push(candidate(kept(&condition.holds, &after), format!("{} stays", condition.text)));
    let same = equal(&condition.holds, &after);
    found.push(candidate(same, format!("{} neither begins nor ends by others", condition.text)));
}

fn protects(words: &Vocabulary<'_>, condition: &Condition, found: &mut Vec<Conjunct>) {
    for &x in words.flags.iter().chain(&words.numbers).filter(|x| Some(**x) != condition.about) {
        let (value, name) = (words.value(x), words.name(x));
        let same = equal(&primed(&value), &value);
        let text = format!("{} => {name}' == {name}", condition.text);
        found.push(candidate(kept(&condition.holds, &same), text));
    }
}
