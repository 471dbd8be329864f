//! Invariants and other specifications.

use super::machinery::Generator;
use super::tree::{Text, leaf, line, text};
use super::world::{GuardKind, Scalar};

impl Generator<'_> {
    /// Some invariants, and now and then specifications that only the text form has to keep.
    pub fn specifications(&mut self) {
        if self.random.chance(35) {
            let predicate = self.predicate();
            self.items.push(line("invariant spec: $;", vec![predicate]));
            if self.random.chance(30) {
                let predicate = self.predicate();
                self.items.push(line("invariant $;", vec![predicate]));
            }
        }
        if self.random.chance(10) {
            let shape = *self.random.pick(&["[]<>($)", "<>[]($)", "<>($)", "[](($) -> <>($))", "($) U ($)"]);
            let holes = (0..shape.matches('$').count()).map(|_| self.predicate()).collect();
            self.items.push(line("ltl later = $;", vec![text(shape, holes)]));
        }
        if self.random.chance(10)
            && let Some(var) = self.world.vars.iter().find(|v| v.ty.is_int())
        {
            let env = format!("env(i) = (i == 0 => {0}' == {0});", var.place);
            self.items.push(line(env, Vec::new()));
        }
    }

    /// Something about shared data that holds for most programs.
    pub fn predicate(&mut self) -> Text {
        let mut all = vec![leaf("true")];
        for var in &self.world.vars {
            let place = leaf(var.place.as_str());
            match var.ty {
                Scalar::Mod(k) | Scalar::Range(k) => {
                    all.push(text(format!("($ < {k})"), vec![place.clone()]));
                    if self.random.chance(self.knobs.wild_assertions) {
                        all.push(text("($ != 2)", vec![place]));
                    }
                }
                Scalar::Bool if self.random.chance(self.knobs.wild_assertions) => all.push(place),
                Scalar::Bool => all.push(text("($ || true)", vec![place])),
                Scalar::Color => {
                    all.push(text("($ == Color::Red || $ == Color::Green)", vec![place.clone(), place]));
                }
            }
        }
        for guard in &self.world.guards {
            if matches!(guard.kind, GuardKind::Lock | GuardKind::ReadWrite | GuardKind::Monitor) {
                all.push(leaf(format!("(owner({}) < {})", guard.name, self.world.threads + 4)));
                if self.random.chance(self.knobs.wild_assertions) {
                    // Perhaps the number of a thread that is started.
                    let thread = self.world.vars.len() % (self.world.threads + 2);
                    all.push(leaf(format!("(owner({}) != {thread})", guard.name)));
                }
            }
        }
        all.extend(self.collections_predicates());
        self.random.pick(&all).clone()
    }

    fn collections_predicates(&self) -> Vec<Text> {
        let mut all = Vec::new();
        for a in &self.world.arrays {
            all.push(leaf(format!("(forall k in 0..2: {}[k] < 3)", a.name)));
            all.push(leaf(format!("(exists k in 0..2: {}[k] < 2)", a.name)));
        }
        all.extend(self.world.sequences.iter().map(|q| leaf(format!("({}.len() <= 3)", q.name))));
        all.extend(
            self.world.sets.iter().map(|s| leaf(format!("({0}.contains(1) => {0}.len() > 0)", s.name))),
        );
        all.extend(self.world.slots.iter().map(|s| leaf(format!("({0} != null => {0}.v < 3)", s.name))));
        all
    }
}
