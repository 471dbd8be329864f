//! Objects that stay local, escape, are handed over or are used again, and the collections.

use super::machinery::{Generator, LocalKind};
use super::tree::{Node, block, leaf, line, plain, text};
use super::world::{Feature, Scalar, Shared};

impl Generator<'_> {
    /// An object of this thread's own, which may escape.
    pub fn object(&mut self, out: &mut Vec<Node>) {
        let value = self.int(1);
        let cell = self.local("c", LocalKind::Cell);
        out.push(line(format!("let {cell} = new Cell($);"), vec![value]));
        if self.random.chance(50) {
            self.use_cell(&cell, out);
        }
        if !self.world.slots.is_empty() && self.random.chance(50) && !self.scope.endless {
            let slot = self.random.pick(&self.world.slots).clone();
            let nodes = self.guarded(slot.guard, true, |g| g.publish(&cell, &slot));
            out.extend(nodes);
        }
    }

    fn publish(&mut self, cell: &str, slot: &Shared) -> Vec<Node> {
        let mut nodes = Vec::new();
        if self.random.chance(30) {
            nodes.push(plain(format!("{cell}.next = {};", slot.name)));
        }
        nodes.push(line(format!("{} = $;", slot.name), vec![leaf(cell)]));
        nodes
    }

    /// Looks at a shared reference and uses what is there.
    pub fn look(&mut self, out: &mut Vec<Node>) {
        if self.world.slots.is_empty() {
            return self.object(out);
        }
        let slot = self.random.pick(&self.world.slots).clone();
        let nodes = self.guarded(slot.guard, true, |g| {
            let name = g.fresh("p");
            let mut nodes = vec![line(format!("let {name} = $;"), vec![leaf(slot.name.as_str())])];
            let inner = g.inside(|g| {
                let mut inner = Vec::new();
                g.use_cell(&name, &mut inner);
                if g.random.chance(30) {
                    inner.push(line(format!("{} = $;", slot.name), vec![leaf("null")]));
                }
                inner
            });
            if g.mistake() {
                nodes.extend(inner);
            } else {
                nodes.push(block(leaf(format!("if {name} != null")), inner));
            }
            nodes
        });
        out.extend(nodes);
    }

    /// Reads or writes a cell.
    pub fn use_cell(&mut self, cell: &str, out: &mut Vec<Node>) {
        let value = format!("{cell}.v");
        if self.note(&value, Scalar::Mod(3), out) {
            return;
        }
        match self.random.below(7) {
            0 => {
                let write = self.mix(&value);
                out.push(write);
            }
            1 => {
                let value = self.int(1);
                out.push(line(format!("{cell}.v = $;"), vec![value]));
            }
            6 => {
                let what = *self.random.pick(&["wait_timed", "notify", "notify_all"]);
                let inner = plain(format!("{cell}.{what}();"));
                out.push(block(leaf(format!("synchronized ({cell})")), vec![inner]));
            }
            2 => out.push(plain(format!("{cell}.v += 1;"))),
            3 => {
                let name = self.local("t", LocalKind::Word(Scalar::Mod(3)));
                out.push(line(format!("let {name}: mod 3 = $;"), vec![leaf(format!("{cell}.v"))]));
                let same = leaf(format!("({cell}.v == {name})"));
                if !self.has(Feature::Heap) || self.mistake() {
                    out.push(line("assert $;", vec![same]));
                }
            }
            4 => {
                let value = self.int(1);
                let inner = line(format!("{cell}.v = $;"), vec![value]);
                out.push(block(leaf(format!("synchronized ({cell})")), vec![inner]));
            }
            _ if self.world.methods => out.push(plain(format!("{cell}.put(1);"))),
            _ => {
                let n = self.fresh("p");
                out.push(plain(format!("let {n} = {cell}.next;")));
                out.push(block(leaf(format!("if {n} != null")), vec![plain(format!("{n}.v = 1;"))]));
            }
        }
    }

    /// Uses a holder in its own monitor, and the cell that it hides. Now and then the cell gets out.
    pub fn holder(&mut self, out: &mut Vec<Node>) {
        let Some(holder) = self.world.holders.first().cloned() else { return self.access(out) };
        let (b, p) = (self.fresh("b"), self.fresh("p"));
        out.push(plain(format!("let {b} = {holder};")));
        let leaks = self.mistake();
        if leaks {
            out.push(plain(format!("let {p}: Cell = null;")));
        }
        let take = if leaks { format!("{p} = {b}.inner;") } else { format!("let {p} = {b}.inner;") };
        let mut inner = vec![plain(take)];
        self.inside(|g| {
            for _ in 0..g.random.between(1, 2) {
                g.use_cell(&p, &mut inner);
            }
        });
        match self.random.below(4) {
            0 => inner.push(plain(format!("{b}.inner = new Cell(1);"))),
            1 => inner.push(plain(format!("{b}.count += 1;"))),
            _ => {}
        }
        let careless = self.mistake();
        if careless {
            out.extend(inner);
        } else {
            out.push(block(leaf(format!("synchronized ({b})")), inner));
        }
        if leaks {
            let mut later = Vec::new();
            self.inside(|g| g.use_cell(&p, &mut later));
            out.push(block(leaf(format!("if {p} != null")), later));
        }
    }

    /// Takes a cell from the free list, uses it and gives it back.
    pub fn recycle(&mut self, out: &mut Vec<Node>) {
        if self.world.free_list.is_none() || !self.scope.held.is_empty() || self.scope.in_function {
            return self.object(out);
        }
        let cell = self.fresh("c");
        out.push(plain(format!("let {cell} = obtain();")));
        let mut body = Vec::new();
        self.inside(|g| {
            g.use_cell(&cell, &mut body);
            body.push(plain(format!("{cell}.v = 1;")));
            body.push(plain(format!("assert {cell}.v == 1;")));
        });
        body.push(plain(format!("give_back({cell});")));
        if self.mistake() {
            body.push(plain(format!("{cell}.v = 0;")));
        }
        out.push(block(leaf(format!("if {cell} != null")), body));
    }

    /// Objects for synchronization that are made at run time.
    pub fn fresh_objects(&mut self, out: &mut Vec<Node>) {
        match self.random.below(5) {
            0 => {
                let name = self.fresh("l");
                out.push(plain(format!("let {name} = new lock;")));
                let body = self.body(1);
                let section = self.lock_section(&name, body);
                out.extend(section);
            }
            1 => {
                let name = self.fresh("c");
                out.push(plain(format!("let {name} = new channel(1) of mod 3;")));
                let value = self.int(1);
                out.push(line(format!("{name}.send($);"), vec![value]));
                let got = self.local("t", LocalKind::Word(Scalar::Mod(3)));
                out.push(plain(format!("let {got}: mod 3 = {name}.receive();")));
            }
            2 => {
                let name = self.fresh("w");
                out.push(plain(format!("let {name} = new semaphore(1);")));
                out.push(plain(format!("{name}.down();")));
            }
            _ => self.lock_in_cell(out),
        }
    }

    fn lock_in_cell(&mut self, out: &mut Vec<Node>) {
        let Some(cell) = self.world.cells.first().cloned() else { return self.object(out) };
        let name = self.fresh("o");
        out.push(plain(format!("let {name} = {cell};")));
        let lock = self.fresh("l");
        out.push(plain(format!("let {lock} = {name}.m;")));
        let section = self.lock_section(&lock, vec![plain(format!("{name}.v += 1;"))]);
        out.extend(section);
    }

    /// An element of an array, shared or not.
    pub fn array(&mut self, out: &mut Vec<Node>) {
        if self.world.arrays.is_empty() || self.random.chance(20) {
            let name = self.local("a", LocalKind::Array);
            out.push(plain(format!("let {name} = new [mod 3; 2];")));
            let (index, value) = (self.index(), self.int(1));
            return out.push(line(format!("{name}[$] = $;"), vec![index, value]));
        }
        let array = self.random.pick(&self.world.arrays).clone();
        let nodes = self.guarded(array.guard, true, |g| {
            if g.random.chance(15) {
                let name = g.fresh("e");
                let body = vec![line("assert $;", vec![leaf(format!("({name} >= 0)"))])];
                return vec![block(leaf(format!("for {name} in {}", array.name)), body)];
            }
            let (index, value) = (g.index(), g.int(1));
            let operator = if g.random.chance(60) { "=" } else { "+=" };
            vec![line(format!("{}[$] {operator} $;", array.name), vec![index, value])]
        });
        out.extend(nodes);
    }

    /// A growable array: it grows to two elements and those that come in a race.
    pub fn sequence(&mut self, out: &mut Vec<Node>) {
        let Some(q) = self.world.sequences.first().cloned() else { return self.access(out) };
        let name = &q.name;
        let nodes = self.guarded(q.guard, true, |g| {
            let push = line(format!("{name}.push($);"), vec![g.int(1)]);
            let got = g.fresh("t");
            let pop = plain(format!("let {got}: mod 3 = {name}.pop();"));
            let length = text("$.len()", vec![leaf(name.as_str())]);
            match g.random.below(6) {
                0..3 => vec![block(text("if ($ < 2)", vec![length]), vec![push])],
                3 if g.mistake() => vec![pop],
                3 | 4 => vec![block(text("if ($ > 0)", vec![length]), vec![pop])],
                _ => vec![plain(format!("{name}.clear();"))],
            }
        });
        out.extend(nodes);
    }

    /// A set.
    pub fn set(&mut self, out: &mut Vec<Node>) {
        let Some(s) = self.world.sets.first().cloned() else { return self.access(out) };
        let name = &s.name;
        let nodes = self.guarded(s.guard, true, |g| {
            let element = leaf(g.random.below(3).to_string());
            match g.random.below(6) {
                0..2 => vec![line(format!("{name}.add($);"), vec![element])],
                2 => vec![line(format!("{name}.remove($);"), vec![element])],
                3 => {
                    let grown = g.local("b", LocalKind::Word(Scalar::Bool));
                    vec![line(format!("let {grown} = {name}.add($);"), vec![element])]
                }
                4 => {
                    let e = g.fresh("e");
                    let body = vec![plain(format!("assert {e} < 3;"))];
                    vec![block(leaf(format!("for {e} in {name}")), body)]
                }
                _ => {
                    let t = g.fresh("t");
                    let first = plain(format!("let {t}: mod 3 = {name}.nth(0);"));
                    vec![block(leaf(format!("if {name}.contains(1)")), vec![first])]
                }
            }
        });
        out.extend(nodes);
    }
}
