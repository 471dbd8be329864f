//! Temporal formulas about the variables of a twin, for both languages. Both versions must give each the same answer, with and without weak
//! fairness; that of the Java program also with a reduction.

use super::{FLAGS, INTS, MODULUS};
use crate::generate::Random;
use commute::engine::check_ltl;
use commute_explore::{Fairness, Limits, LtlVerdict, Options, OracleKind, Reduction, StopReason, Unobserved};
use commute_ir::{Program, PropertyKind};
use commute_vm::Vm;
use std::sync::Arc;

/// How many formulas a program has.
const FORMULAS: usize = 3;

/// The formulas of a program by its number, where each variable stands behind `before`: of the same number the same ones.
pub(super) fn formulas(number: u64, before: &str) -> Vec<String> {
    let mut random = Random::new(number ^ 0x6c74_6c00);
    (0..FORMULAS).map(|_| formula(&mut random, before)).collect()
}

/// The forms that specifications have, over random predicates; none tells how many steps there are.
fn formula(random: &mut Random, before: &str) -> String {
    let [p, q, r] = [0; 3].map(|_| predicate(random, before));
    match random.below(9) {
        0 => format!("[] ({p})"),
        1 => format!("<> ({p})"),
        2 => format!("[] (({p}) -> <> ({q}))"),
        3 => format!("[] <> ({p})"),
        4 => format!("<> [] ({p})"),
        5 => format!("({p}) U ({q})"),
        6 => format!("!({p}) W ({q})"),
        7 => format!("<> ({p}) -> (!({p}) U ({q}))"),
        _ => format!("[] (({p}) -> (({q}) U ({r})))"),
    }
}

fn predicate(random: &mut Random, before: &str) -> String {
    let first = comparison(random, before);
    match random.chance(40) {
        true => format!("({first}) && ({})", comparison(random, before)),
        false => first,
    }
}

fn comparison(random: &mut Random, before: &str) -> String {
    match random.below(3) {
        0 => format!("{before}b{}", random.below(FLAGS)),
        1 => format!("{before}g{} == {}", random.below(INTS), random.below(MODULUS)),
        _ => format!("!({before}g{} == {})", random.below(INTS), random.below(MODULUS)),
    }
}

/// What is known of each formula of a program: with and without fairness. None if there are too many states.
pub(super) fn answers(program: &Arc<Program>, reduced: bool, most: u64) -> Option<Vec<String>> {
    let formulas = program.properties.iter().enumerate();
    let formulas = formulas.filter(|(_, property)| matches!(property.kind, PropertyKind::Ltl(_)));
    let fairness: &[Fairness] = if reduced { &[Fairness::None] } else { &[Fairness::None, Fairness::Weak] };
    let reduction = if reduced { Reduction::Ample(OracleKind::Auto) } else { Reduction::None };
    let limits = Limits { states: Some(most), ..Limits::default() };
    let options = Options { reduction, limits, ..Options::default() };
    let mut all = Vec::new();
    for (index, _) in formulas {
        for &fairness in fairness {
            let mut vm = Vm::new(Arc::clone(program));
            all.push(match check_ltl(&mut vm, index, fairness, &options, &mut Unobserved).verdict {
                LtlVerdict::Holds => format!("{fairness:?} holds"),
                LtlVerdict::Violated(_) => format!("{fairness:?} violated"),
                LtlVerdict::Undecided(StopReason::States(_)) => return None,
                other => format!("{fairness:?} {other:?}"),
            });
        }
    }
    Some(all)
}
