//! Statements with blocks.

use super::machinery::{Generator, LocalKind};
use super::tree::{Node, Text, block, blocks, leaf, line, plain, text};
use super::world::Scalar;

impl Generator<'_> {
    /// A condition.
    pub fn branch(&mut self, out: &mut Vec<Node>) {
        let condition = self.boolean(2);
        let mut arms = vec![(text("if $", vec![condition]), self.body(2))];
        if self.random.chance(20) {
            let other = self.boolean(1);
            arms.push((text("else if $", vec![other]), self.body(1)));
        }
        if self.random.chance(50) {
            arms.push((leaf("else"), self.body(1)));
        }
        out.push(blocks(arms));
    }

    /// A loop that ends after a few rounds.
    pub fn rounds(&mut self, out: &mut Vec<Node>) {
        match self.random.below(4) {
            0 => self.count_down(out),
            // A function may be called in an atomic block.
            1 if !self.scope.atomic && !self.scope.in_function => self.search_loop(out),
            _ => {
                let name = self.fresh("i");
                let range = *self.random.pick(&["0..2", "1..=2", "0..1"]);
                let body = self.loop_body(Some(&name));
                out.push(block(leaf(format!("for {name} in {range}")), body));
            }
        }
    }

    fn loop_body(&mut self, counter: Option<&str>) -> Vec<Node> {
        self.inside(|g| {
            g.scope.in_loop = true;
            if let Some(name) = counter {
                g.scope
                    .locals
                    .push(super::machinery::Local { name: name.to_owned(), kind: LocalKind::Fixed });
            }
            g.body(2)
        })
    }

    fn count_down(&mut self, out: &mut Vec<Node>) {
        let name = self.local("n", LocalKind::Fixed);
        out.push(plain(format!("let {name}: mod 3 = 2;")));
        let mut body = vec![plain(format!("{name} = {name} - 1;"))];
        body.extend(self.loop_body(None));
        out.push(block(leaf(format!("while {name} > 0")), body));
    }

    /// A loop that a condition ends: it may run for ever.
    fn search_loop(&mut self, out: &mut Vec<Node>) {
        let body = self.inside(|g| {
            g.scope.in_loop = true;
            g.scope.endless = true;
            let mut body = g.body(1);
            let stop = g.boolean(1);
            body.push(block(text("if $", vec![stop]), vec![plain("break;")]));
            body.push(plain("yield;"));
            body
        });
        out.push(block(leaf("loop"), body));
    }

    /// An atomic block.
    pub fn atomic(&mut self, out: &mut Vec<Node>) {
        let body = self.atomic_body();
        out.push(block(leaf("atomic"), body));
    }

    /// A guarded atomic block.
    pub fn when(&mut self, out: &mut Vec<Node>) {
        let guard = self.guard_expression();
        if self.random.chance(30) {
            return out.push(line("when ($);", vec![guard]));
        }
        let body = self.atomic_body();
        out.push(block(text("when ($)", vec![guard]), body));
    }

    fn atomic_body(&mut self) -> Vec<Node> {
        self.inside(|g| {
            g.scope.atomic = true;
            g.body(2)
        })
    }

    /// Something that is true now and then.
    fn guard_expression(&mut self) -> Text {
        let outer = self.scope.pure;
        self.scope.pure = true;
        let guard = self.boolean(2);
        self.scope.pure = outer;
        // Alone it would block for ever too often.
        let other = self.random.below(10);
        if other < 6 { text("($ || $)", vec![guard, leaf("true")]) } else { guard }
    }

    /// A computation that is cut into several steps, though nothing in it is visible.
    pub fn long_computation(&mut self, out: &mut Vec<Node>) {
        if self.scope.atomic || self.scope.in_function || !self.random.chance(25) {
            return self.access(out);
        }
        let (name, i) = (self.local("z", LocalKind::Word(Scalar::Mod(3))), self.fresh("i"));
        out.push(plain(format!("let {name}: mod 3 = 0;")));
        out.push(block(leaf(format!("for {i} in 0..2500")), vec![plain(format!("{name} = {name} + 1;"))]));
    }

    /// A choice of statements.
    pub fn choice(&mut self, out: &mut Vec<Node>) {
        let mut arms = vec![(leaf("choose"), self.body(1)), (leaf("or"), self.body(1))];
        if self.random.chance(20) {
            arms.push((leaf("or"), vec![plain("skip;")]));
        }
        out.push(blocks(arms));
    }

    /// A choice of a value.
    pub fn choice_of_value(&mut self, out: &mut Vec<Node>) {
        let name = self.local("t", LocalKind::Word(Scalar::Mod(3)));
        let words = self.locals(|k| k == LocalKind::Word(Scalar::Mod(3)));
        // A range that depends on a variable may be empty, which blocks for ever.
        let depends = words.len() > 1 && self.mistake();
        let range = if depends { format!("0..{}", words[0]) } else { "0..2".to_owned() };
        out.push(line(format!("let {name}: mod 3 = $;"), vec![leaf(format!("choose({range})"))]));
    }

    /// Exceptions, thrown inside sections or not, and caught or not.
    pub fn attempt(&mut self, out: &mut Vec<Node>) {
        let class = *self.random.pick(&["Oops", "Oops", "Other"]);
        let throw = plain(format!("throw new {class}();"));
        let condition = self.boolean(1);
        let thrown =
            if self.random.chance(70) { block(text("if $", vec![condition]), vec![throw]) } else { throw };
        let body = self.inside(|g| g.throwing(thrown));
        let catch = if self.random.chance(50) { leaf("catch (e: Oops)") } else { leaf("catch (e)") };
        let mut handler = self.body(1);
        if catch.pattern.contains("Oops") && self.random.chance(30) {
            handler.insert(0, plain("assert e.code < 3;"));
        }
        let mut arms = vec![(leaf("try"), body), (catch.clone(), handler)];
        if catch.pattern.contains("Oops") && !self.mistake() {
            arms.push((leaf("catch (e)"), vec![plain("yield;")]));
        }
        out.push(blocks(arms));
    }

    /// What stands before and after something that may throw.
    fn throwing(&mut self, thrown: Node) -> Vec<Node> {
        let in_section = self.random.chance(60) && self.scope.held.is_empty();
        let before = |g: &mut Self| {
            let mut inner = g.body(1);
            inner.push(thrown);
            inner
        };
        let mut body = if in_section {
            let guard = self.random.below(self.world.guards.len());
            self.section(guard, true, before)
        } else {
            before(self)
        };
        if self.random.chance(40) {
            self.statement(&mut body);
        }
        body
    }

    /// A way out of what is around.
    pub fn leave(&mut self, out: &mut Vec<Node>) {
        let condition = self.boolean(1);
        let word = match (self.scope.in_loop, &self.scope.returns) {
            (true, _) => (*self.random.pick(&["break;", "continue;", "continue;"])).to_owned(),
            (false, Some(result)) => format!("return {result};"),
            (false, None) => "return;".to_owned(),
        };
        // In an endless loop without a step nothing else would happen.
        out.push(plain("yield;"));
        out.push(block(text("if $", vec![condition]), vec![plain(word)]));
    }
}
