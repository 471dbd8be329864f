//! Statements without blocks of their own: accesses, assertions, `cas`, calls.

use super::machinery::{Generator, LocalKind};
use super::tree::{Node, block, blocks, leaf, line, plain, text};
use super::world::{Feature, Scalar, Signature, Var};

impl Generator<'_> {
    /// Uses a shared word, in a section of its guard.
    pub fn access(&mut self, out: &mut Vec<Node>) {
        let thread = self.scope.thread;
        let vars: Vec<Var> =
            self.world.vars.iter().filter(|v| v.owner.is_none() || v.owner == thread).cloned().collect();
        let Some(var) = (!vars.is_empty()).then(|| self.random.pick(&vars).clone()) else {
            return out.push(plain("yield;"));
        };
        let write = self.random.chance(70);
        let nodes = self.guarded(var.guard, write, |g| {
            let mut inner = Vec::new();
            for _ in 0..g.random.between(1, 2) {
                g.touch(&var, write, &mut inner);
            }
            if g.random.chance(15) && g.scope.depth < g.knobs.depth {
                g.statement(&mut inner);
            }
            inner
        });
        out.extend(nodes);
    }

    /// One or two accesses of a shared word, whose guard is held.
    fn touch(&mut self, var: &Var, write: bool, out: &mut Vec<Node>) {
        let place = &var.place;
        if self.note(place, var.ty, out) {
            return;
        }
        match self.random.below(10) {
            0..3 if write && matches!(var.ty, Scalar::Mod(_)) => out.push(self.mix(place)),
            0..5 if write => {
                let value = self.value(var.ty);
                out.push(line(format!("{place} = $;"), vec![value]));
            }
            5..8 if write && matches!(var.ty, Scalar::Mod(_)) => {
                let operator = *self.random.pick(&["+=", "-=", "*=", "^="]);
                out.push(line(format!("{place} {operator} $;"), vec![leaf("1")]));
            }
            8 => self.stable(var, out),
            _ => {
                let name = self.local("t", LocalKind::Word(var.ty));
                out.push(line(format!("let {name}: {} = $;", var.ty.name()), vec![leaf(place.as_str())]));
            }
        }
    }

    /// An assignment that commutes with none of another thread.
    pub fn mix(&mut self, place: &str) -> Node {
        let mine = self.scope.thread.unwrap_or(1) + 1;
        let value = if self.random.chance(50) { format!("{place} * 2 + {mine}") } else { mine.to_string() };
        line(format!("{place} = $;"), vec![leaf(value)])
    }

    /// Writes down what is seen at a place, if the thread does that, so that it makes a difference at the end.
    pub fn note(&mut self, place: &str, ty: Scalar, out: &mut Vec<Node>) -> bool {
        let Some(log) = self.scope.log.clone().filter(|_| ty.is_int() && self.random.chance(35)) else {
            return false;
        };
        out.push(line(format!("{log} = $;"), vec![leaf(format!("{log} * 3 + {place} + 1"))]));
        true
    }

    /// Reads twice and asserts that nothing has changed: so it is, if the discipline is kept.
    fn stable(&mut self, var: &Var, out: &mut Vec<Node>) {
        let place = &var.place;
        let name = self.local("t", LocalKind::Word(var.ty));
        out.push(line(format!("let {name}: {} = $;", var.ty.name()), vec![leaf(place.as_str())]));
        if self.random.chance(30) {
            out.push(plain("yield;"));
        }
        // What is for communication does change.
        if var.guard.is_some() || var.owner.is_some() || self.mistake() {
            out.push(line("assert $;", vec![text("($ == $)", vec![leaf(place.as_str()), leaf(name)])]));
        }
    }

    /// Asserts something, mostly something that holds.
    pub fn assertion(&mut self, out: &mut Vec<Node>) {
        let wild = self.random.chance(self.knobs.wild_assertions);
        let words = self.locals(|k| matches!(k, LocalKind::Word(s) if s.is_int()));
        let condition = if wild {
            self.boolean(2)
        } else if words.is_empty() {
            text("($ < 4)", vec![self.int(0)])
        } else {
            text("($ >= 0)", vec![leaf(self.random.pick(&words).as_str())])
        };
        let message = if self.random.chance(20) { ", \"as it should be\"" } else { "" };
        out.push(line(format!("assert ${message};"), vec![condition]));
    }

    /// Assumes something.
    pub fn assumption(&mut self, out: &mut Vec<Node>) {
        let condition = self.boolean(1);
        out.push(line("assume $;", vec![condition]));
    }

    /// A local variable, or an assignment to one.
    pub fn local_word(&mut self, out: &mut Vec<Node>) {
        let words = self.locals(|k| matches!(k, LocalKind::Word(Scalar::Mod(_))));
        if !words.is_empty() && self.random.chance(50) {
            let value = self.int(2);
            let name = self.random.pick(&words).clone();
            return out.push(line(format!("{name} = $;"), vec![value]));
        }
        let ty = *self.random.pick(&[Scalar::Mod(3), Scalar::Mod(2), Scalar::Bool]);
        let value = self.value(ty);
        let name = self.local("t", LocalKind::Word(ty));
        out.push(line(format!("let {name}: {} = $;", ty.name()), vec![value]));
    }

    /// Compare and swap, once or until it succeeds.
    pub fn swap(&mut self, out: &mut Vec<Node>) {
        let vars = self.usable(true, |s| matches!(s, Scalar::Mod(_)));
        let Some(var) = vars.first().cloned() else { return self.access(out) };
        let Scalar::Mod(k) = var.ty else { return };
        let place = &var.place;
        if self.random.chance(50) {
            let (old, new) = (self.random.below(k), self.random.below(k));
            let condition = text(
                "cas($, $, $)",
                vec![leaf(place.as_str()), leaf(old.to_string()), leaf(new.to_string())],
            );
            let then = self.body(1);
            return out.push(blocks(vec![
                (text("if $", vec![condition]), then),
                (leaf("else"), vec![plain("yield;")]),
            ]));
        }
        let t = self.fresh("t");
        let swap = leaf(format!("cas({place}, {t}, ({t} + 1) % {k})"));
        let stop = block(text("if $", vec![swap]), vec![plain("break;")]);
        let read = line(format!("let {t} = $;"), vec![leaf(place.as_str())]);
        out.push(block(leaf("loop"), vec![read, stop]));
    }

    /// Calls a function or a method.
    pub fn call(&mut self, out: &mut Vec<Node>) {
        if self.world.methods && self.random.chance(60) {
            return self.method(out);
        }
        let plain_ones: Vec<String> = self
            .world
            .functions
            .iter()
            .filter(|f| f.signature == Signature::Plain)
            .map(|f| f.name.clone())
            .collect();
        if plain_ones.is_empty() || self.scope.in_function || !self.scope.held.is_empty() {
            return self.access(out);
        }
        let argument = self.int(1);
        let name = self.random.pick(&plain_ones).clone();
        out.push(line(format!("{name}($);"), vec![argument]));
    }

    fn method(&mut self, out: &mut Vec<Node>) {
        let mut cells = self.locals(|k| k == LocalKind::Cell);
        cells.extend(self.world.cells.iter().cloned());
        if cells.is_empty() {
            return self.access(out);
        }
        let cell = self.random.pick(&cells).clone();
        if self.random.chance(60) {
            let argument = self.int(1);
            out.push(line(format!("{cell}.put($);"), vec![argument]));
        } else {
            let name = self.local("t", LocalKind::Word(Scalar::Mod(3)));
            out.push(line(format!("let {name}: mod 3 = $;"), vec![leaf(format!("{cell}.take()"))]));
        }
    }

    /// Starts a thread whose handle all threads see, or waits for the one that is there.
    fn shared_handle(&mut self, handle: &str, function: &str, out: &mut Vec<Node>) {
        if self.random.chance(50) {
            return out.push(plain(format!("{handle} = spawn {function}(1);")));
        }
        let name = self.fresh("h");
        out.push(plain(format!("let {name} = {handle};")));
        let what = *self.random.pick(&["join();", "join();", "interrupt();"]);
        out.push(block(leaf(format!("if {name} != null")), vec![plain(format!("{name}.{what}"))]));
    }

    /// Starts a thread, and perhaps waits for it.
    pub fn spawn(&mut self, out: &mut Vec<Node>) {
        let function = self.world.functions.iter().find(|f| f.signature == Signature::Plain).cloned();
        let Some(function) = function.filter(|_| !self.scope.endless && !self.scope.in_function) else {
            return self.access(out);
        };
        if let Some(handle) = self.world.handle.clone()
            && self.random.chance(50)
        {
            return self.shared_handle(&handle, &function.name, out);
        }
        let argument = leaf(self.random.below(2).to_string());
        let daemon = if self.random.chance(15) { "daemon " } else { "" };
        if self.random.chance(40) {
            return out.push(line(format!("spawn {daemon}{}($);", function.name), vec![argument]));
        }
        let handle = self.local("h", LocalKind::Handle);
        out.push(line(format!("let {handle} = spawn {daemon}{}($);", function.name), vec![argument]));
        if self.random.chance(30) {
            self.statement(out);
        }
        if self.random.chance(20) {
            let alive = self.local("b", LocalKind::Word(Scalar::Bool));
            out.push(plain(format!("let {alive} = {handle}.is_alive();")));
        }
        if self.has(Feature::Interrupts) && self.random.chance(50) {
            out.push(plain(format!("{handle}.interrupt();")));
        }
        let join =
            if self.random.chance(50) { format!("join {handle};") } else { format!("{handle}.join();") };
        out.push(plain(join));
    }
}
