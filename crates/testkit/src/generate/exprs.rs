//! Expressions over what may be read at a place.

use super::machinery::{Generator, LocalKind};
use super::tree::{Text, leaf, text};
use super::world::{Feature, Scalar, Signature, Var};

impl Generator<'_> {
    /// The shared words that may be used here: those whose guard is held. With a mistake, any.
    pub fn usable(&mut self, write: bool, wanted: impl Fn(Scalar) -> bool) -> Vec<Var> {
        let any = self.mistake();
        let thread = self.scope.thread;
        let free = |v: &&Var| {
            let guarded = v.guard.is_none_or(|g| self.holds(g, write));
            let owned = v.owner.is_none_or(|owner| Some(owner) == thread);
            wanted(v.ty) && (any || guarded && owned)
        };
        self.world.vars.iter().filter(free).cloned().collect()
    }

    /// A number.
    pub fn int(&mut self, depth: usize) -> Text {
        if depth == 0 || self.random.chance(40) {
            return self.int_leaf();
        }
        let operator = *self.random.pick(&["+", "+", "-", "*", "%", "/", "&", "|", "^"]);
        let left = self.int(depth - 1);
        let right = match operator {
            "%" | "/" => self.divisor(),
            _ => self.int(depth - 1),
        };
        text(format!("($ {operator} $)"), vec![left, right])
    }

    /// Mostly not zero, and never a constant zero.
    fn divisor(&mut self) -> Text {
        let locals = self.locals(|k| matches!(k, LocalKind::Word(Scalar::Mod(_))));
        if !locals.is_empty() && self.mistake() {
            leaf(self.random.pick(&locals).as_str())
        } else {
            leaf("2")
        }
    }

    fn int_leaf(&mut self) -> Text {
        let mut all = vec![leaf(self.random.below(3).to_string())];
        all.extend(self.locals(|k| matches!(k, LocalKind::Fixed)).into_iter().map(leaf));
        let is_int = |k| matches!(k, LocalKind::Word(s) if s.is_int());
        all.extend(self.locals(is_int).into_iter().map(leaf));
        all.extend(self.usable(false, Scalar::is_int).into_iter().map(|v| leaf(v.place)));
        all.extend(self.int_parts());
        self.random.pick(&all).clone()
    }

    /// Numbers in and of objects.
    fn int_parts(&mut self) -> Vec<Text> {
        let mut all = Vec::new();
        for array in self.world.arrays.clone() {
            if array.guard.is_none_or(|g| self.holds(g, false)) {
                all.push(text("$[$]", vec![leaf(array.name), self.index()]));
            }
        }
        for q in self.world.sequences.iter().chain(&self.world.sets) {
            if q.guard.is_none_or(|g| self.holds(g, false)) {
                all.push(text("$.len()", vec![leaf(q.name.as_str())]));
            }
        }
        all.extend(self.locals(|k| k == LocalKind::Cell).into_iter().map(|c| leaf(c + ".v")));
        all.extend(self.locals(|k| k == LocalKind::Array).into_iter().map(|a| leaf(a + "[1]")));
        if !self.scope.pure {
            if self.has(Feature::Choose) {
                all.push(leaf("choose(0..2)"));
            }
            all.extend(self.call_value());
        }
        all
    }

    fn call_value(&mut self) -> Option<Text> {
        if self.scope.in_function || !self.scope.held.is_empty() {
            return None;
        }
        let function = self.world.functions.iter().find(|f| f.signature == Signature::Value)?;
        Some(leaf(format!("{}({})", function.name, self.random.below(3))))
    }

    /// An index of an array of two.
    pub fn index(&mut self) -> Text {
        let mut all = vec![leaf("0"), leaf("1")];
        all.extend(self.locals(|k| k == LocalKind::Word(Scalar::Mod(2))).into_iter().map(leaf));
        let wider = self.locals(|k| k == LocalKind::Word(Scalar::Mod(3)));
        if self.mistake() {
            all.extend(wider.into_iter().map(leaf));
        } else {
            all.extend(wider.into_iter().map(|w| leaf(format!("({w} % 2)"))));
        }
        self.random.pick(&all).clone()
    }

    /// A truth value.
    pub fn boolean(&mut self, depth: usize) -> Text {
        if depth == 0 || self.random.chance(30) {
            return self.bool_leaf();
        }
        match self.random.below(8) {
            0 => text("($ && $)", vec![self.boolean(depth - 1), self.boolean(depth - 1)]),
            1 => text("($ || $)", vec![self.boolean(depth - 1), self.boolean(depth - 1)]),
            2 => text("!$", vec![self.boolean(depth - 1)]),
            _ => {
                let operator = *self.random.pick(&["==", "!=", "<", "<=", ">"]);
                text(format!("($ {operator} $)"), vec![self.int(depth - 1), self.int(depth - 1)])
            }
        }
    }

    fn bool_leaf(&mut self) -> Text {
        let mut all: Vec<Text> = Vec::new();
        all.extend(self.locals(|k| k == LocalKind::Word(Scalar::Bool)).into_iter().map(leaf));
        all.extend(self.usable(false, |s| s == Scalar::Bool).into_iter().map(|v| leaf(v.place)));
        let colors = self.usable(false, |s| s == Scalar::Color);
        all.extend(colors.into_iter().map(|v| leaf(format!("({} == Color::Red)", v.place))));
        for set in self.world.sets.clone() {
            if set.guard.is_none_or(|g| self.holds(g, false)) {
                all.push(text("($ in $)", vec![self.index(), leaf(set.name)]));
            }
        }
        if !self.scope.pure {
            all.extend(self.locals(|k| k == LocalKind::Handle).into_iter().map(|h| leaf(h + ".is_alive()")));
        }
        if all.is_empty() || self.random.chance(20) {
            all.push(text("($ == $)", vec![self.int(0), self.int(0)]));
        }
        self.random.pick(&all).clone()
    }

    /// A value for a place of this type. Ranges mostly get something that is in them.
    pub fn value(&mut self, ty: Scalar) -> Text {
        match ty {
            Scalar::Mod(_) => self.int(2),
            Scalar::Range(k) => self.value_in_range(k),
            Scalar::Bool => self.boolean(1),
            Scalar::Color => {
                let mut all = vec![leaf("Color::Red"), leaf("Color::Green")];
                all.extend(self.usable(false, |s| s == Scalar::Color).into_iter().map(|v| leaf(v.place)));
                self.random.pick(&all).clone()
            }
        }
    }

    fn value_in_range(&mut self, k: usize) -> Text {
        let vars = self.usable(false, |s| s == Scalar::Range(k));
        match vars.first() {
            Some(var) if self.mistake() => leaf(format!("({} + 1)", var.place)),
            Some(var) if self.random.chance(40) => leaf(format!("(({} + 1) % {k})", var.place)),
            _ => leaf(self.random.below(k).to_string()),
        }
    }
}
