//! Conditions that are tried: about pairs of fields, and of fields and constants that the code compares.

use super::spec::Expr;
use super::world::{Conjunct, FieldId, FieldKind, OwnKind, World, is_reference};
use commute_front_jvm::methods::{Const, Loadable, Op};
use std::collections::BTreeSet;

/// No more constants of the program are tried.
const MAX_CONSTANTS: usize = 4;
/// No more candidates are tried; those that come first are simpler.
const MAX_CANDIDATES: usize = 160;

/// The fields of an object by what can be said of them, as texts.
#[derive(Default)]
struct Kinds {
    numbers: Vec<String>,
    truths: Vec<String>,
    references: Vec<String>,
    arrays: Vec<String>,
    /// Numbers and truth values that others may change at any time.
    atomics: Vec<(String, bool)>,
}

impl World {
    fn kinds(&mut self, is_static: bool) -> Kinds {
        let subject = self.subject.name.clone();
        let mut kinds = Kinds::default();
        for f in self.fields_of(&subject, is_static) {
            self.kind(f, &mut kinds);
        }
        kinds
    }

    fn kind(&self, f: FieldId, kinds: &mut Kinds) {
        let field = &self.fields[f];
        let name = field.name.clone();
        match &field.kind {
            FieldKind::Constant(_) => {}
            FieldKind::Own(OwnKind::Number(..)) => {
                kinds.atomics.push((name.clone(), false));
                kinds.numbers.push(name);
            }
            FieldKind::Own(OwnKind::Flag) => {
                kinds.atomics.push((name.clone(), true));
                kinds.truths.push(name);
            }
            FieldKind::Own(OwnKind::Reference) => kinds.references.push(name),
            FieldKind::Own(OwnKind::Collection(_)) => kinds.numbers.push(format!("size({name})")),
            FieldKind::Own(_) => {}
            _ if name.contains('$') => {}
            kind => {
                let is_truth = field.desc == "Z";
                if *kind == FieldKind::Volatile && !is_reference(&field.desc) {
                    kinds.atomics.push((name.clone(), is_truth));
                }
                match () {
                    () if field.desc.starts_with('[') => kinds.arrays.push(name),
                    () if is_reference(&field.desc) => kinds.references.push(name),
                    () if is_truth => kinds.truths.push(name),
                    () if matches!(field.desc.as_str(), "F" | "D") => {}
                    () => kinds.numbers.push(name),
                }
            }
        }
    }

    /// Constants of the class's code.
    fn constants(&self) -> Vec<i128> {
        let mut found = BTreeSet::new();
        for method in &self.subject.methods {
            let Some(ops) = method.code.as_ref().and_then(|code| code.ops(&self.subject.pool).ok()) else {
                continue;
            };
            for (_, op) in ops.iter() {
                if let Op::Push(Const::Loadable(Loadable::Int(n))) = op {
                    found.insert(i128::from(*n));
                }
                if let Op::Push(Const::Loadable(Loadable::Long(n))) = op {
                    found.insert(i128::from(*n));
                }
            }
        }
        found.remove(&0);
        found.into_iter().take(MAX_CONSTANTS).collect()
    }

    /// Candidates for invariants.
    pub fn candidates(&mut self) -> Vec<Conjunct> {
        let constants = self.constants();
        let mut texts: Vec<String> = Vec::new();
        for is_static in [false, true] {
            let kinds = self.kinds(is_static);
            kinds.simple(&constants, &mut texts);
            kinds.pairs(&mut texts);
        }
        texts.truncate(MAX_CANDIDATES);
        texts.iter().filter_map(|text| found(text)).collect()
    }

    /// Candidates for what others do.
    pub fn candidate_assumptions(&mut self) -> Vec<Conjunct> {
        let mut texts = Vec::new();
        for is_static in [false, true] {
            for (name, is_truth) in self.kinds(is_static).atomics {
                texts.push(if is_truth {
                    format!("{name} => {name}'")
                } else {
                    format!("{name} <= {name}'")
                });
            }
        }
        texts.iter().filter_map(|text| found(text)).collect()
    }
}

fn found(text: &str) -> Option<Conjunct> {
    let expr = Expr::parse(text).ok()?;
    Some(Conjunct { text: text.to_owned(), expr, is_written: false })
}

impl Kinds {
    fn simple(&self, constants: &[i128], texts: &mut Vec<String>) {
        for name in self.references.iter().chain(&self.arrays) {
            texts.push(format!("{name} != null"));
        }
        for name in &self.numbers {
            texts.push(format!("0 <= {name}"));
            texts.push(format!("1 <= {name}"));
            texts.extend(self.arrays.iter().map(|array| format!("{name} <= {array}.length")));
            texts.extend(self.arrays.iter().map(|array| format!("{name} < {array}.length")));
        }
        for array in &self.arrays {
            texts.push(format!("1 <= {array}.length"));
            texts.extend(constants.iter().map(|c| format!("{c} <= {array}.length")));
        }
        for name in &self.numbers {
            for c in constants {
                texts.push(format!("{name} <= {c}"));
                texts.push(format!("{c} <= {name}"));
            }
        }
        for truth in &self.truths {
            for name in self.references.iter().chain(&self.arrays) {
                texts.push(format!("{truth} => {name} != null"));
                texts.push(format!("{truth} == ({name} != null)"));
            }
            for name in &self.numbers {
                texts.push(format!("{truth} => {name} == 0"));
                texts.push(format!("!{truth} => {name} == 0"));
            }
        }
    }

    fn pairs(&self, texts: &mut Vec<String>) {
        for a in &self.numbers {
            for b in &self.numbers {
                if a != b {
                    texts.push(format!("{a} <= {b}"));
                }
            }
        }
        for a in &self.numbers {
            for b in &self.numbers {
                if a != b {
                    texts.push(format!("{a} < {b}"));
                }
                if a < b {
                    texts.push(format!("{a} == {b}"));
                }
            }
            for name in &self.references {
                texts.push(format!("({a} == 0) == ({name} == null)"));
            }
            texts.extend(self.arrays.iter().map(|array| format!("{a} == {array}.length")));
        }
        for (k, a) in self.truths.iter().enumerate() {
            for b in &self.truths[k + 1..] {
                texts.push(format!("{a} => {b}"));
                texts.push(format!("{b} => {a}"));
                texts.push(format!("!({a} && {b})"));
            }
        }
    }
}
