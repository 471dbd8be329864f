//! Programs that do a given thing at a given place: every operation of the language at every position.
//!
//! The number of a program says which operation stands where, so that a run goes through all of them; what else the threads do to the
//! same one or two objects, and where, is left to chance. So the programs are small and about little, and the order of nearly any two
//! steps matters: a collection is looked at by index while others make it longer, shorter or empty; an object is used by
//! whoever handed it on.

mod kinds;
mod operations;
mod positions;

use super::random::Random;
use super::tree::{Model, Node, block, leaf, plain};
use kinds::{Kind, Supply, Thing};
use operations::{Gives, OPERATIONS, Operation};
use positions::Position;

/// After so many programs every operation has stood at every position.
pub const ROUND: u64 = (OPERATIONS.len() * Position::ALL.len()) as u64;

/// One program in so many has its variables and threads in a process.
const PROCESS_EVERY: u64 = 7;

/// Of so many of a hundred objects something is said.
const SOMETIMES: u32 = 15;
const ALWAYS: u32 = 100;

/// What may be said of an object, true or not.
const SAID: [&str; 7] = [
    " guarded_by guard",
    " guarded_by guard",
    " unshared",
    " readonly",
    " communication",
    " exclusive(i) when i == 0",
    " exclusive(i) when owner(guard) == i",
];

/// The `n`-th program of a seed.
pub fn everywhere(seed: u64, n: u64) -> Model {
    written(seed, n, SOMETIMES)
}

/// The same with something said of all that is shared.
pub fn everywhere_annotated(seed: u64, n: u64) -> Model {
    written(seed, n, ALWAYS)
}

/// The same beside a thread that waits for ever.
pub fn everywhere_stuck(seed: u64, n: u64) -> Model {
    let mut model = everywhere(seed, n);
    model.items.push(plain("var kept: lock;"));
    let twice = vec![plain("kept.acquire();"), plain("kept.acquire();")];
    model.items.push(block(leaf("thread stuck"), twice));
    model
}

/// The same beside a thread that runs for ever: it looks again and again for what nobody brings about.
pub fn everywhere_spinning(seed: u64, n: u64) -> Model {
    let mut model = everywhere(seed, n);
    model.items.push(plain("var never: bool;"));
    model.items.push(block(leaf("thread spins"), vec![plain("while (!never) { }")]));
    model
}

fn written(seed: u64, n: u64, annotates: u32) -> Model {
    let operation = OPERATIONS[n as usize % OPERATIONS.len()];
    let position = Position::ALL[n as usize / OPERATIONS.len() % Position::ALL.len()];
    let mut writer = Writer::new(seed, operation);
    writer.annotates = annotates;
    let threads = writer.threads(operation, position);
    let mut items = writer.declarations();
    items.append(&mut writer.functions);
    items.extend(threads);
    let items = if n % PROCESS_EVERY == 3 { in_process(items) } else { items };
    Model { items }
}

/// Makes one program.
pub struct Writer {
    random: Random,
    things: Vec<Thing>,
    /// Functions and variables that statements need.
    functions: Vec<Node>,
    /// Whether nothing may wait here.
    hurries: bool,
    /// How many threads there are.
    count: usize,
    /// The number of the present one.
    thread: usize,
    /// Of so many of a hundred objects something is said.
    annotates: u32,
    names: usize,
}

impl Writer {
    fn new(seed: u64, operation: Operation) -> Self {
        let mut random = Random::new(seed);
        let count = if random.chance(70) { 2 } else { 3 };
        let first = Thing {
            kind: operation.kind,
            supply: Supply::of(operation.kind, &mut random),
            name: "o".to_owned(),
        };
        let mut things = vec![first];
        if operation.kind == Kind::Nothing || random.chance(40) {
            let other = OPERATIONS[random.below(OPERATIONS.len())].kind;
            things.push(Thing { kind: other, supply: Supply::Global, name: "p".to_owned() });
        }
        Self {
            random,
            things,
            functions: Vec::new(),
            hurries: false,
            count,
            thread: 0,
            annotates: SOMETIMES,
            names: 0,
        }
    }

    fn fresh(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    fn started(&self) -> bool {
        self.things[0].supply == Supply::Parameter
    }

    fn declarations(&mut self) -> Vec<Node> {
        let mut items = vec![
            plain("class Oops { }"),
            plain("class Other { }"),
            plain(
                "class Cell { v: mod 3; next: Cell; synchronized fn put(a: mod 3) { v = a; } fn take() -> mod 3 { return v; } }",
            ),
        ];
        if self.random.chance(30) {
            items.push(plain("class Interrupted { }"));
        }
        items.extend([
            plain("fn half(n: mod 3) -> mod 3 { if n > 1 { return half(n - 1); } return n; }"),
            plain(if self.annotates == ALWAYS { "var go: bool unshared;" } else { "var go: bool;" }),
            plain("var size: mod 4 = 2;"),
            plain("var guard: lock;"),
            plain("var both: rwlock;"),
            plain("var monitor: Cell = new Cell();"),
        ]);
        items.extend((0..self.count).map(|t| plain(format!("var seen{t}: mod 9;"))));
        for thing in self.things.clone() {
            let annotation = self.annotation(&thing);
            for mut text in thing.declarations(&mut self.random) {
                if text.starts_with("var ") && !text.starts_with("var via") {
                    text.insert_str(text.len() - 1, annotation);
                }
                items.push(plain(text));
            }
        }
        items.push(plain("fn helper(a: mod 3) { seen0 = a; }"));
        items
    }

    /// What is said of an object, true or not.
    fn annotation(&mut self, thing: &Thing) -> &'static str {
        if thing.supply == Supply::Table || !self.random.chance(self.annotates) {
            return "";
        }
        SAID[self.random.below(SAID.len())]
    }

    fn threads(&mut self, operation: Operation, position: Position) -> Vec<Node> {
        let mut items = Vec::new();
        for t in 0..self.count {
            self.thread = t;
            let mut body = Vec::new();
            if t == 0 {
                body.extend(self.placed(operation, position));
            }
            let more = self.random.between(1, if self.count == 2 { 3 } else { 2 });
            for _ in t.min(1)..more {
                let statement = self.any();
                body.extend(statement);
            }
            let body = self.with_hand_over(body);
            items.push(self.thread_of(body));
        }
        if self.started() {
            items.push(self.starter());
        }
        items
    }

    /// A statement at random: mostly about what is shared.
    fn any(&mut self) -> Vec<Node> {
        let thing = self.random.pick(&self.things).kind;
        let kind = if self.random.chance(85) { thing } else { Kind::Nothing };
        let wanted: Vec<Operation> = OPERATIONS.iter().filter(|o| o.kind == kind).copied().collect();
        let operation = *self.random.pick(&wanted);
        let position =
            if self.random.chance(55) { Position::Plain } else { *self.random.pick(&Position::ALL) };
        let mut all = self.placed(operation, position);
        if self.random.chance(8) {
            all.push(plain("assert false;"));
        }
        if self.random.chance(10) {
            all.push(plain(*self.random.pick(&["go = true;", "when (go);", "go = !go;"])));
        }
        all
    }

    /// An operation at a position, as far as the language allows.
    fn placed(&mut self, operation: Operation, position: Position) -> Vec<Node> {
        let thing = self.things.iter().find(|thing| thing.kind == operation.kind).cloned();
        match position {
            Position::Guard if operation.reads => self.guard(operation),
            Position::Initialiser if operation.at_once && thing.is_none_or(|t| t.supply.is_global()) => {
                self.hurries = true;
                let inner = self.statement(operation);
                let position = *self.random.pick(&Position::AT_ONCE);
                // A function would want to be given what is not there yet.
                let given = self.things.iter().any(|thing| !thing.supply.is_global());
                let position = if given { Position::Plain } else { position };
                let mut body = self.at(position, inner);
                self.hurries = false;
                let prelude = self.prelude(&body);
                body.splice(0..0, prelude);
                body.push(plain("return 1;"));
                let (name, var) = (self.fresh("prepare"), self.fresh("first"));
                self.functions.push(block(leaf(format!("fn {name}() -> mod 3")), body));
                self.functions.push(plain(format!("var {var}: mod 3 = {name}();")));
                self.statement(operation)
            }
            Position::Guard | Position::Initialiser => self.statement(operation),
            _ => {
                let mut body = self.statement(operation);
                // Whoever comes here at all is wrong, or nearly.
                if self.random.chance(12) {
                    body.push(plain(*self.random.pick(&[
                        "assert false;",
                        "assert !go;",
                        "assert seen0 != 1;",
                    ])));
                }
                // Now and then one place is inside another.
                if self.random.chance(25) {
                    let inner = *self.random.pick(&Position::ALL);
                    body = self.at(inner, body);
                }
                self.at(position, body)
            }
        }
    }

    /// Waits until an operation gives something.
    fn guard(&mut self, operation: Operation) -> Vec<Node> {
        let expression = self.expression(operation);
        let value = self.random.below(3);
        let test = match operation.gives {
            Gives::Truth if self.random.chance(50) => format!("!({expression})"),
            Gives::Truth => expression,
            _ => format!("{expression} {} {value}", self.random.pick(&["==", "!=", "<", ">"])),
        };
        if self.random.chance(50) {
            return vec![plain(format!("when ({test});"))];
        }
        let body = self.any_simple();
        vec![block(leaf(format!("when ({test})")), body)]
    }

    /// Something short about what is shared.
    fn any_simple(&mut self) -> Vec<Node> {
        if self.random.chance(20) {
            let flag = if self.hurries {
                "go = true;"
            } else {
                *self.random.pick(&["go = true;", "when (go);", "go = !go;"])
            };
            return vec![plain(flag)];
        }
        // An initialiser has nothing but what is global.
        let usable: Vec<Kind> =
            self.things.iter().filter(|t| !self.hurries || t.supply.is_global()).map(|t| t.kind).collect();
        if usable.is_empty() {
            return vec![plain("skip;")];
        }
        let kind = *self.random.pick(&usable);
        let is_simple = |o: &&Operation| o.kind == kind && !matches!(o.gives, Gives::Section(_));
        let fits = |o: &&Operation| !self.hurries || o.at_once;
        let simple: Vec<Operation> = OPERATIONS.iter().filter(is_simple).filter(fits).copied().collect();
        if simple.is_empty() {
            return vec![plain("skip;")];
        }
        let operation = *self.random.pick(&simple);
        self.statement(operation)
    }

    /// An operation as a statement that makes something of the result.
    fn statement(&mut self, operation: Operation) -> Vec<Node> {
        let text = self.expression(operation);
        let t = self.fresh("t");
        let taken = plain(format!("let {t} = {text};"));
        let (seen, value) = (format!("seen{}", self.thread), self.random.below(3));
        match operation.gives {
            Gives::Nothing => vec![plain(text)],
            Gives::Section(end) => self.section(text, end, operation),
            Gives::Cell => {
                vec![taken, block(leaf(format!("if {t} != null")), vec![plain(format!("{t}.v = {value};"))])]
            }
            Gives::Truth => match self.random.below(3) {
                0 => vec![plain(format!("assert {text} || size != {value};"))],
                1 => {
                    vec![block(leaf(format!("if {text}")), vec![plain(format!("{seen} = {seen} * 2 + 1;"))])]
                }
                _ => vec![taken, plain(format!("assert {t} || true;"))],
            },
            Gives::Number => match self.random.below(4) {
                0 => vec![taken, plain(format!("{seen} = {seen} * 3 + {t} + 1;"))],
                1 => vec![taken, plain(format!("assert {t} != {value};"))],
                2 => vec![
                    taken,
                    block(leaf(format!("if {t} == {value}")), vec![plain(format!("{seen} = 5;"))]),
                ],
                _ => vec![taken],
            },
        }
    }

    fn section(&mut self, head: String, end: &str, operation: Operation) -> Vec<Node> {
        let mut body = self.any_simple();
        if !end.is_empty() {
            let object = self.place_in(&head, operation.kind);
            body.push(plain(end.replace('@', &object)));
        }
        if !head.ends_with(';') {
            return vec![block(leaf(head), body)];
        }
        body.insert(0, plain(head));
        body
    }

    /// The object that a text of such an operation is about: what was put in the place of `@`.
    fn place_in(&mut self, text: &str, kind: Kind) -> String {
        let Some(thing) = self.things.iter().find(|thing| thing.kind == kind) else {
            return "guard".to_owned();
        };
        let candidates =
            [format!("{}[0]", thing.name), format!("{}[1]", thing.name), format!("{}[size - 1]", thing.name)];
        let candidates =
            candidates.into_iter().chain([format!("{}.it", thing.name), format!("l{}", thing.name)]);
        let found = candidates.into_iter().find(|c| text.contains(c.as_str()));
        found.unwrap_or_else(|| thing.name.clone())
    }

    /// The text of an operation, with everything put in.
    fn expression(&mut self, operation: Operation) -> String {
        let thing = self.things.iter().find(|thing| thing.kind == operation.kind).cloned();
        let object = match (operation.kind, thing) {
            (Kind::Thread, _) if self.started() => "main".to_owned(),
            (Kind::Thread, _) => format!("t{}", (self.thread + 1) % self.count),
            (_, Some(thing)) => thing.place(&mut self.random),
            (_, None) => "guard".to_owned(),
        };
        let fresh = self.fresh("");
        let index = *self.random.pick(&["0", "0", "0", "1", "1", "2", "size - 1", "size"]);
        let mut text = String::new();
        for c in operation.text.chars() {
            match c {
                '@' => text += &object,
                '^' if operation.kind == Kind::Nothing && !operation.text.contains(" ^ ") => text += &fresh,
                '#' => text += &self.random.below(3).to_string(),
                '&' if operation.text.contains("[&]") || operation.text.contains("(&)") => text += index,
                other => text.push(other),
            }
        }
        text
    }

    /// What a function is given, and what a call gives it.
    fn passed(&self) -> (Vec<String>, Vec<String>) {
        let passed = self.things.iter().filter(|thing| !thing.supply.is_global());
        passed
            .map(|thing| (format!("l{}: {}", thing.name, thing.kind.ty()), format!("l{}", thing.name)))
            .unzip()
    }

    /// Takes objects out of the fields that they are in, if that is wanted.
    fn prelude(&self, body: &[Node]) -> Vec<Node> {
        let text = Model { items: body.to_vec() }.to_string();
        let wanted = |thing: &&Thing| {
            let name = format!("l{}", thing.name);
            text.split(|c: char| !c.is_alphanumeric()).any(|word| word == name)
        };
        self.things.iter().filter(wanted).filter_map(Thing::taken).map(plain).collect()
    }

    /// An object that is handed on is made by the first thread; whoever has it may use it afterwards too.
    fn with_hand_over(&mut self, mut body: Vec<Node>) -> Vec<Node> {
        let thing = self.things[0].clone();
        if thing.supply != Supply::Handed {
            return body;
        }
        let Thing { kind, name, .. } = thing;
        let had = match self.thread {
            0 => format!("let l{name} = {};", kind.made(&mut self.random)),
            _ => format!("let l{name} = via{name}.receive();"),
        };
        let at = if self.random.chance(70) { body.len() } else { self.random.below(body.len() + 1) };
        if self.thread + 1 < self.count || self.random.chance(30) {
            body.insert(at, plain(format!("via{name}.send(l{name});")));
        }
        body.insert(0, plain(had));
        body
    }

    fn thread_of(&mut self, mut body: Vec<Node>) -> Node {
        let prelude = self.prelude(&body);
        body.splice(0..0, prelude);
        let t = self.thread;
        if self.started() {
            let (parameters, _) = self.passed();
            return block(leaf(format!("fn work{t}({})", parameters.join(", "))), body);
        }
        let daemon = if self.random.chance(6) { "daemon " } else { "" };
        block(leaf(format!("{daemon}thread t{t}")), body)
    }

    /// Makes the object and starts the threads with it.
    fn starter(&mut self) -> Node {
        let thing = self.things[0].clone();
        let made = plain(format!("let l{} = {};", thing.name, thing.kind.made(&mut self.random)));
        let (_, arguments) = self.passed();
        let start = |t: usize| plain(format!("spawn work{t}({});", arguments.join(", ")));
        let starts: Vec<Node> = (0..self.count).map(start).collect();
        let mut body = vec![made];
        if self.random.chance(70) {
            body.push(block(leaf("atomic"), starts));
        } else {
            body.extend(starts);
        }
        block(leaf("thread main"), body)
    }
}

/// Puts everything but classes into a process, beside another one that it shares a semaphore with.
fn in_process(items: Vec<Node>) -> Vec<Node> {
    let is_class = |node: &Node| matches!(node, Node::Line(text) if text.pattern.starts_with("class ") && !text.pattern.contains("size"));
    let (mut outside, inside): (Vec<Node>, Vec<Node>) = items.into_iter().partition(is_class);
    outside.push(plain("var gate: semaphore = 0;"));
    outside.push(block(leaf("process p"), inside));
    let other = block(leaf("thread other"), vec![plain("z = 1;"), plain("gate.up();")]);
    outside.push(block(leaf("process q"), vec![plain("var z: mod 3;"), other]));
    outside
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Model as Compiled;

    /// The language accepts all of them, but for those of which it says why not.
    #[test]
    fn programs_of_one_round_compile() {
        let mut rejected = Vec::new();
        for n in 0..ROUND {
            let text = everywhere(n, n).to_string();
            if let Err(why) = Compiled::compile("everywhere.cm", &text, &[]) {
                rejected.push(format!("{n}: {}", why.0));
            }
        }
        assert!(rejected.is_empty(), "{} of {ROUND}\n{}", rejected.len(), rejected.join("\n"));
    }
}
