//! Temporal properties: formulas over numbered atoms, and which atoms are true.

use super::Vm;
use crate::eval::eval;
use commute_ir::{Expr, Ltl, Program, PropertyKind};
use commute_machine::{Formula, Temporal};

/// A formula and its atoms. Atoms that are written the same at the same place (`<->` repeats its sides) are one.
pub struct Numbered {
    formula: Formula,
    atoms: Vec<Expr>,
}

/// Numbers the atoms of each temporal property.
pub fn number(program: &Program) -> Vec<Option<Numbered>> {
    let one = |kind: &PropertyKind| {
        let PropertyKind::Ltl(formula) = kind else { return None };
        let mut atoms = Vec::new();
        Some(Numbered { formula: number_atoms(formula, &mut atoms), atoms })
    };
    program.properties.iter().map(|property| one(&property.kind)).collect()
}

fn number_atoms(formula: &Ltl, atoms: &mut Vec<Expr>) -> Formula {
    let mut go = |f: &Ltl| Box::new(number_atoms(f, atoms));
    match formula {
        Ltl::Atom(expr) => {
            let known = atoms.iter().position(|atom| atom == expr);
            Formula::Atom(known.unwrap_or_else(|| {
                atoms.push(expr.clone());
                atoms.len() - 1
            }) as u32)
        }
        Ltl::Not(a) => Formula::Not(go(a)),
        Ltl::Next(a) => Formula::Next(go(a)),
        Ltl::Always(a) => Formula::Always(go(a)),
        Ltl::Eventually(a) => Formula::Eventually(go(a)),
        Ltl::And(a, b) => Formula::And(go(a), go(b)),
        Ltl::Or(a, b) => Formula::Or(go(a), go(b)),
        Ltl::Implies(a, b) => Formula::Implies(go(a), go(b)),
        Ltl::Until(a, b) => Formula::Until(go(a), go(b)),
        Ltl::Release(a, b) => Formula::Release(go(a), go(b)),
    }
}

impl Temporal for Vm {
    fn formula(&self, property: usize) -> Option<&Formula> {
        self.formulas.get(property)?.as_ref().map(|numbered| &numbered.formula)
    }

    fn atom_count(&self, property: usize) -> usize {
        self.formulas.get(property).and_then(Option::as_ref).map_or(0, |numbered| numbered.atoms.len())
    }

    fn atoms(&self, property: usize) -> Option<u64> {
        if self.st.is_exclusive() {
            return None;
        }
        let atoms = self.formulas.get(property).and_then(Option::as_ref).map_or(&[][..], |n| &n.atoms);
        let holds = |atom: &Expr| eval(&self.code, &self.st, &mut Vec::new(), atom).is_some_and(|v| v != 0);
        Some(atoms.iter().rev().fold(0, |set, atom| set << 1 | u64::from(holds(atom))))
    }
}
