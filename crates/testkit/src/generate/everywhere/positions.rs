//! Where in a program something is done.

use super::Writer;
use crate::generate::tree::{Node, block, blocks, leaf, plain};

/// A place in a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Position {
    /// In the body of a thread.
    Plain,
    /// In an atomic block.
    Atomic,
    /// In the body of a `when`.
    When,
    /// In the guard of a `when`.
    Guard,
    /// In a loop.
    Loop,
    /// Before the program begins.
    Initialiser,
    /// In a function.
    Function,
    /// In a function that calls itself.
    Recursion,
    /// While a lock or a monitor is held.
    Held,
    /// After another thread was started.
    AfterSpawn,
    /// In a thread that was started.
    Started,
    /// Where a handler is in force.
    Try,
    /// In a handler.
    Handler,
    /// In one of several branches.
    Choice,
}

impl Position {
    /// All of them.
    pub const ALL: [Position; 14] = [
        Position::Plain,
        Position::Atomic,
        Position::When,
        Position::Guard,
        Position::Loop,
        Position::Initialiser,
        Position::Function,
        Position::Recursion,
        Position::Held,
        Position::AfterSpawn,
        Position::Started,
        Position::Try,
        Position::Handler,
        Position::Choice,
    ];

    /// Those that an initialiser may have in it.
    pub const AT_ONCE: [Position; 6] = [
        Position::Plain,
        Position::Atomic,
        Position::Loop,
        Position::Function,
        Position::Recursion,
        Position::Try,
    ];
}

impl Writer {
    /// Puts statements at a place. What stands in a guard or an initialiser is made otherwise.
    pub fn at(&mut self, position: Position, body: Vec<Node>) -> Vec<Node> {
        match position {
            Position::Plain | Position::Guard | Position::Initialiser => body,
            Position::Atomic => vec![block(leaf("atomic"), body)],
            Position::When => {
                let guard = *self.random.pick(&["when (true)", "when (go)", "when (!go)", "when (size > 1)"]);
                vec![block(leaf(guard), body)]
            }
            Position::Loop => self.looped(body),
            Position::Function | Position::Recursion | Position::Started => self.called(position, body),
            Position::Held => self.held(body),
            Position::AfterSpawn => {
                let mut all = vec![plain(format!("spawn helper({});", self.random.below(3)))];
                all.extend(body);
                all
            }
            Position::Try => {
                let class = *self.random.pick(&["catch (e: Oops)", "catch (e: Other)", "catch (e)"]);
                let mut tried = body;
                if self.random.chance(30) {
                    tried.push(plain("throw new Oops();"));
                }
                vec![blocks(vec![(leaf("try"), tried), (leaf(class), vec![plain("go = true;")])])]
            }
            Position::Handler => {
                let thrown = vec![plain("throw new Oops();")];
                vec![blocks(vec![(leaf("try"), thrown), (leaf("catch (e: Oops)"), body)])]
            }
            Position::Choice => {
                let other = if self.random.chance(50) { plain("skip;") } else { plain("go = true;") };
                let mut arms = vec![(leaf("choose"), body), (leaf("or"), vec![other])];
                if self.random.chance(30) {
                    let (first, second) = (arms.remove(0).1, arms.remove(0).1);
                    arms = vec![(leaf("choose"), second), (leaf("or"), first)];
                }
                vec![blocks(arms)]
            }
        }
    }

    fn looped(&mut self, mut body: Vec<Node>) -> Vec<Node> {
        let k = self.fresh("k");
        match self.random.below(4) {
            0 | 1 => vec![block(leaf(format!("for {k} in 0..2")), body)],
            2 => {
                body.push(plain(format!("{k} += 1;")));
                vec![plain(format!("let {k} = 0;")), block(leaf(format!("while {k} < 2")), body)]
            }
            _ => {
                body.insert(0, plain("yield;"));
                body.push(block(leaf("if go"), vec![plain("break;")]));
                body.push(plain("go = true;"));
                vec![block(leaf("loop"), body)]
            }
        }
    }

    fn held(&mut self, body: Vec<Node>) -> Vec<Node> {
        match self.random.below(4) {
            0 | 1 => vec![block(leaf("with (guard)"), body)],
            2 => vec![block(leaf("synchronized (monitor)"), body)],
            _ => {
                let mut all = vec![plain("both.acquire_write();")];
                all.extend(body);
                all.push(plain("both.release_write();"));
                all
            }
        }
    }

    /// A function that does it, and how it is called or started.
    fn called(&mut self, position: Position, mut body: Vec<Node>) -> Vec<Node> {
        let name = self.fresh("f");
        let (parameters, arguments) = self.passed();
        let prelude = self.prelude(&body);
        body.splice(0..0, prelude);
        let (mut call, comma) = (arguments.join(", "), if arguments.is_empty() { "" } else { ", " });
        let mut heads = parameters;
        if position == Position::Recursion {
            // What the first call does comes before or after what the second one does.
            let at = if self.random.chance(50) { 0 } else { body.len() };
            body.insert(at, plain(format!("{name}({call}{comma}depth - 1);")));
            body = vec![block(leaf("if depth > 0"), body)];
            heads.push("depth: mod 3".to_owned());
            call = format!("{call}{comma}2");
        }
        self.functions.push(block(leaf(format!("fn {name}({})", heads.join(", "))), body));
        if position != Position::Started {
            return vec![plain(format!("{name}({call});"))];
        }
        let handle = self.fresh("h");
        match self.random.below(4) {
            0 | 1 => vec![plain(format!("spawn {name}({call});"))],
            2 => {
                vec![plain(format!("let {handle} = spawn {name}({call});")), plain(format!("join {handle};"))]
            }
            _ => {
                let started = vec![plain(format!("spawn {name}({call});"))];
                vec![block(leaf(format!("for {handle} in 0..{}", self.random.between(1, 2))), started)]
            }
        }
    }
}
