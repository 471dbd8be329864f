//! Dense programs: a few lines about a few objects, in which the order of nearly every two steps matters.
//!
//! Large programs rarely show that a search has left out too much: most orders end in the same state. Here two or
//! three threads get the same objects, as arguments or from global variables, touch them mostly with and sometimes
//! without a lock, and write down what they see. What each has seen is part of the final state.

use super::machinery::Generator;
use super::tree::{Model, Node, block, blocks, leaf, line, plain};

/// What a thread has in its hands.
struct Hands {
    /// Its number.
    number: usize,
    /// Another thread that it can interrupt, if threads have names.
    other: Option<String>,
    /// Cells that other threads have too.
    cells: Vec<String>,
    /// What it does again and again: a kind of statement.
    theme: usize,
    /// Whether cells are touched only in their monitors, but for what the theme does.
    strict: bool,
    /// A box that hides a cell, if the program has one.
    hidden: Option<String>,
}

/// How many kinds of statements there are.
const KINDS: usize = 22;
/// The kinds that touch cells outside of their monitors.
const CARELESS: [usize; 11] = [2, 3, 4, 11, 12, 13, 16, 17, 18, 19, 21];
/// The kinds that are about waiting and waking.
const SIGNALS: [usize; 2] = [14, 20];

/// How the threads come by the objects.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Supply {
    /// One thread makes them and starts the others with them.
    Arguments,
    /// From global variables.
    Globals,
}

impl Generator<'_> {
    /// The whole program.
    pub fn dense_program(mut self) -> Model {
        let supply = if self.random.chance(60) { Supply::Arguments } else { Supply::Globals };
        let (boxed, theme) = (self.random.chance(40), self.random.below(KINDS));
        // Waking all is different from waking one only if two wait.
        let three = SIGNALS.contains(&theme) || self.random.chance(40);
        self.world.threads = if three { 3 } else { 2 };
        self.dense_declarations(supply);
        let strict = self.random.chance(30);
        for number in 0..self.world.threads {
            self.dense_thread(supply, number, boxed, theme, strict);
        }
        if supply == Supply::Arguments {
            self.starter(boxed);
        }
        Model { items: self.items }
    }

    fn dense_declarations(&mut self, supply: Supply) {
        self.items.push(block(leaf("class Cell"), vec![plain("v: mod 3;"), plain("next: Cell;")]));
        self.items.push(block(leaf("class Box"), vec![plain("inner: Cell;")]));
        for name in ["m", "k"] {
            self.items.push(plain(format!("var {name}: lock;")));
        }
        self.items.push(plain("var flag: bool;"));
        self.items.push(plain("var shared: [mod 3; 2];"));
        for t in 0..self.world.threads {
            self.items.push(plain(format!("var seen{t}: mod 9;")));
        }
        if supply == Supply::Globals {
            for name in ["ga", "gb"] {
                self.items.push(plain(format!("var {name}: Cell = new Cell();")));
            }
            self.items.push(plain("var gh: Box = new Box();"));
        }
    }

    /// The thread that makes the objects. It starts all others at once, so that their numbers are always the same.
    fn starter(&mut self, boxed: bool) {
        let mut body = vec![plain("let a = new Cell();"), plain("let b = new Cell();")];
        body.push(plain("let h = new Box();"));
        if boxed {
            body.push(plain("h.inner = b;"));
        }
        if self.random.chance(30) {
            body.push(plain("a.next = b;"));
        }
        let start = |t: usize| plain(format!("spawn work{t}(a, b, h);"));
        body.push(block(leaf("atomic"), (0..self.world.threads).map(start).collect()));
        self.items.push(block(leaf("thread main"), body));
    }

    fn dense_thread(&mut self, supply: Supply, number: usize, boxed: bool, theme: usize, strict: bool) {
        let mut body = vec![plain("let log: mod 9 = 0;"), plain("let c = new Cell();")];
        // With a box the second cell is mostly to be had through it only.
        let both = !boxed || self.random.chance(25);
        let hands = Hands {
            number,
            other: (supply == Supply::Globals).then(|| format!("t{}", (number + 1) % self.world.threads)),
            cells: if both { vec!["a".into(), "b".into()] } else { vec!["a".into()] },
            theme,
            strict,
            hidden: boxed.then(|| "h".to_owned()),
        };
        let mut statements = Vec::new();
        for _ in 0..self.random.between(2, 4) {
            self.dense_statement(&hands, &mut statements);
        }
        // What is not used is not looked at: each look at a global variable is a step that nothing commutes with.
        let used = Model { items: std::mem::take(&mut statements) };
        let mentions = |word: &str| used.to_string().split(|c: char| !c.is_alphanumeric()).any(|w| w == word);
        if supply == Supply::Globals {
            let loads =
                [("a", "ga"), ("b", "gb"), ("h", "gh")].into_iter().filter(|(name, _)| mentions(name));
            body.extend(loads.map(|(name, global)| plain(format!("let {name} = {global};"))));
            if boxed && number == 0 {
                body.push(plain("gh.inner = gb;"));
            }
        }
        let logs = mentions("log");
        statements = used.items;
        if logs {
            statements.push(plain(format!("seen{number} = log;")));
        }
        if supply == Supply::Globals && self.random.chance(12) {
            statements.push(plain("log = 0;"));
            body.push(block(leaf("loop"), statements));
        } else {
            body.extend(statements);
        }
        if self.random.chance(8) {
            body.push(block(leaf("loop"), vec![plain("c.v = 1 - c.v;")]));
        }
        let daemon = if self.random.chance(8) { "daemon " } else { "" };
        self.items.push(match supply {
            Supply::Arguments => block(leaf(format!("fn work{number}(a: Cell, b: Cell, h: Box)")), body),
            Supply::Globals => block(leaf(format!("{daemon}thread t{number}")), body),
        });
    }

    fn dense_statement(&mut self, hands: &Hands, out: &mut Vec<Node>) {
        let cell = self.random.pick(&hands.cells).clone();
        let kind = if self.random.chance(45) { hands.theme } else { self.random.below(KINDS) };
        if hands.strict && kind != hands.theme && CARELESS.contains(&kind) {
            return self.in_monitor(&cell, hands, out);
        }
        match kind {
            0..2 => self.use_of("c", hands, out),
            2..5 => self.use_of(&cell, hands, out),
            5 => self.dense_interrupt(hands, out),
            6..9 => self.in_monitor(&cell, hands, out),
            9..11 => self.through_box(hands, out),
            11..13 => self.dense_section(&cell, hands, out),
            13 => self.links(&cell, hands, out),
            14 | 20 => self.dense_signal(&cell, hands, out),
            15 => self.dense_array(hands, out),
            16 => self.dense_atomic(&cell, hands, out),
            17 => {
                let wait = block(leaf("loop"), vec![plain("yield;"), leave_if(&format!("{cell}.v == 1"))]);
                out.push(wait);
            }
            18 => self.dense_guard(&cell, hands, out),
            19 => self.dense_choice(&cell, hands, out),
            _ => self.handshake(hands, out),
        }
    }

    /// Flags, and guards that look at a flag or a cell.
    fn dense_guard(&mut self, cell: &str, hands: &Hands, out: &mut Vec<Node>) {
        match self.random.below(6) {
            0 => out.push(plain("flag = true;")),
            1 => out.push(plain("flag = !flag;")),
            2 => out.push(plain("when (flag);")),
            3 => out.push(plain(format!("when ({cell}.v == 1);"))),
            4 => {
                let mut inner = Vec::new();
                self.use_of(cell, hands, &mut inner);
                out.push(block(leaf(format!("when ({cell}.v != 1)")), inner));
            }
            _ => out.push(block(leaf("when (flag)"), vec![plain("flag = false;")])),
        }
    }

    /// One or two accesses of a cell: what is seen is written down, what is written depends on who writes.
    fn use_of(&mut self, cell: &str, hands: &Hands, out: &mut Vec<Node>) {
        let mine = hands.number + 1;
        for _ in 0..self.random.between(1, 2) {
            let label =
                if cell == "c" && self.random.chance(15) { self.fresh("'at") + ": " } else { String::new() };
            match self.random.below(8) {
                0..3 => out.push(line("log = $;", vec![leaf(format!("log * 3 + {cell}.v + 1"))])),
                3 => {
                    out.push(plain(format!("{cell}.v = {};", mine % 3)));
                    out.push(line("assert $;", vec![leaf(format!("{cell}.v == {}", mine % 3))]));
                }
                4..6 => out.push(plain(format!("{label}{cell}.v = {};", mine % 3))),
                _ => out.push(plain(format!("{label}{cell}.v = {cell}.v * 2 + {mine};"))),
            }
        }
    }

    fn in_monitor(&mut self, cell: &str, hands: &Hands, out: &mut Vec<Node>) {
        let mut inner = Vec::new();
        self.use_of(cell, hands, &mut inner);
        if self.random.chance(20) {
            inner.insert(0, plain("flag = true;"));
        }
        if self.random.chance(20) {
            // A monitor can be entered again, and something else done inside.
            let mut again = vec![plain(format!("{cell}.wait_timed();"))];
            self.use_of("c", hands, &mut again);
            inner.push(block(leaf(format!("synchronized ({cell})")), again));
        }
        out.push(block(leaf(format!("synchronized ({cell})")), inner));
    }

    /// The hidden cell, mostly while the box is held.
    fn through_box(&mut self, hands: &Hands, out: &mut Vec<Node>) {
        let Some(hidden) = &hands.hidden else { return self.use_of("c", hands, out) };
        let p = self.fresh("p");
        let mut used = Vec::new();
        self.use_of(&p, hands, &mut used);
        let used = block(leaf(format!("if {p} != null")), used);
        if self.random.chance(20) {
            // The cell is used after the box was let go.
            out.push(plain(format!("let {p}: Cell = null;")));
            let take = vec![plain(format!("{p} = {hidden}.inner;"))];
            out.push(block(leaf(format!("synchronized ({hidden})")), take));
            return out.push(used);
        }
        let mut inner = vec![plain(format!("let {p} = {hidden}.inner;")), used];
        if self.random.chance(15) {
            inner.push(plain(format!("{hidden}.inner = c;")));
        }
        if self.random.chance(80) {
            out.push(block(leaf(format!("synchronized ({hidden})")), inner));
        } else {
            out.extend(inner);
        }
    }

    fn dense_section(&mut self, cell: &str, hands: &Hands, out: &mut Vec<Node>) {
        let lock = if self.random.chance(70) { "m" } else { "k" };
        let mut inner = Vec::new();
        match self.random.below(4) {
            0 => inner.push(plain("flag = !flag;")),
            1 => self.dense_array(hands, &mut inner),
            2 => self.dense_section_inside(lock, &mut inner),
            _ => self.use_of(cell, hands, &mut inner),
        }
        if self.random.chance(20) {
            inner.push(plain(format!("{lock}.release();")));
            return out.push(block(leaf(format!("if {lock}.try_acquire()")), inner));
        }
        out.push(block(leaf(format!("with ({lock})")), inner));
    }

    fn dense_section_inside(&mut self, lock: &str, out: &mut Vec<Node>) {
        let other = if lock == "m" { "k" } else { "m" };
        out.push(block(leaf(format!("with ({other})")), vec![plain("flag = !flag;")]));
    }

    /// Objects that refer to each other, and come within reach by that.
    fn links(&mut self, cell: &str, hands: &Hands, out: &mut Vec<Node>) {
        match self.random.below(3) {
            0 => out.push(plain(format!("{cell}.next = c;"))),
            1 => out.push(plain(format!("{cell}.next = null;"))),
            _ => {
                let d = self.fresh("d");
                out.push(plain(format!("let {d} = {cell}.next;")));
                let mut used = Vec::new();
                self.use_of(&d, hands, &mut used);
                out.push(block(leaf(format!("if {d} != null")), used));
            }
        }
    }

    /// One thread is careful and says that it has begun; the others wait for that and are careless.
    fn handshake(&mut self, hands: &Hands, out: &mut Vec<Node>) {
        if hands.number == 0 {
            let mut inner = vec![plain("flag = true;")];
            self.use_of("a", hands, &mut inner);
            if self.random.chance(50) {
                // What the others look for is there for a moment.
                inner = vec![plain("a.v = 1;"), plain("a.v = 2;")];
            }
            return out.push(block(leaf("synchronized (a)"), inner));
        }
        if self.random.chance(50) {
            let seen = vec![plain("log = log * 3 + 2;")];
            return out.push(block(leaf("when (a.v == 1)"), seen));
        }
        out.push(plain("when (flag);"));
        self.use_of("a", hands, out);
    }

    /// Waiting and waking.
    fn dense_signal(&mut self, cell: &str, hands: &Hands, out: &mut Vec<Node>) {
        let on = if self.random.chance(20) {
            "c"
        } else if self.random.chance(60) {
            "a"
        } else {
            cell
        };
        let words = if hands.number == 2 {
            ["wait", "notify_all", "notify_all", "notify_all", "notify"]
        } else {
            ["wait", "wait", "wait_timed", "notify", "notify_all"]
        };
        let word = *self.random.pick(&words);
        let mut inner = vec![plain(format!("{on}.{word}();"))];
        if self.random.chance(40) {
            self.use_of(on, hands, &mut inner);
        }
        out.push(block(leaf(format!("synchronized ({on})")), inner));
    }

    fn dense_interrupt(&mut self, hands: &Hands, out: &mut Vec<Node>) {
        match &hands.other {
            Some(other) if self.random.chance(40) => out.push(plain(format!("{other}.interrupt();"))),
            _ => self.dense_signal("c", hands, out),
        }
    }

    fn dense_array(&mut self, hands: &Hands, out: &mut Vec<Node>) {
        let at = self.random.below(2);
        if self.random.chance(50) {
            out.push(line("log = $;", vec![leaf(format!("log * 3 + shared[{at}] + 1"))]));
        } else {
            out.push(plain(format!("shared[{at}] = shared[{at}] * 2 + {};", hands.number + 1)));
        }
    }

    fn dense_atomic(&mut self, cell: &str, hands: &Hands, out: &mut Vec<Node>) {
        let mut inner = Vec::new();
        let cell = if self.random.chance(50) { "c" } else { cell };
        self.use_of(cell, hands, &mut inner);
        if self.random.chance(40) {
            let t = self.fresh("t");
            inner.insert(0, plain(format!("let {t} = choose(0..2);")));
            inner.push(plain(format!("c.v = {t};")));
            if self.random.chance(40) {
                let round = vec![block(leaf("atomic"), inner), leave_if("flag")];
                return out.push(block(leaf("loop"), round));
            }
        }
        out.push(block(leaf("atomic"), inner));
    }

    fn dense_choice(&mut self, cell: &str, hands: &Hands, out: &mut Vec<Node>) {
        let (mut one, mut other) = (Vec::new(), Vec::new());
        self.use_of("c", hands, &mut one);
        self.use_of(cell, hands, &mut other);
        out.push(blocks(vec![(leaf("choose"), one), (leaf("or"), other)]));
    }
}

fn leave_if(condition: &str) -> Node {
    block(leaf(format!("if {condition}")), vec![plain("break;")])
}
