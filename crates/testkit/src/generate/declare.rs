//! Decides what a program declares, and declares it.

use super::machinery::Generator;
use super::tree::{Node, block, leaf, plain};
use super::world::{Feature, Guard, GuardId, GuardKind, Scalar, Shared, Var};

impl Generator<'_> {
    /// All variables and classes.
    pub fn declare(&mut self) {
        self.world.threads = match self.random.below(10) {
            0..5 => 2,
            5..9 => 3.min(self.knobs.threads),
            _ => 4.min(self.knobs.threads),
        };
        self.item(plain("enum Color { Red, Green }"));
        self.item(plain("fn first(n: mod 3) -> mod 3 { return n + 1; }"));
        self.classes();
        for _ in 0..self.random.between(1, 2) {
            self.guard();
        }
        for _ in 0..self.random.between(2, 3) {
            self.var();
        }
        self.collections();
    }

    fn item(&mut self, node: Node) {
        self.items.push(node);
    }

    fn classes(&mut self) {
        self.world.methods = self.has(Feature::Methods);
        let mut members = vec![plain("v: mod 3;"), plain("next: Cell;")];
        if self.has(Feature::FreshObjects) {
            members.push(plain("m: lock = new lock;"));
        }
        members.push(block(leaf("fn init(a: mod 3)"), vec![plain("v = a;")]));
        if self.world.methods {
            members.extend(self.methods());
        }
        self.item(block(leaf("class Cell"), members));
        if self.has(Feature::Holders) {
            let locking = if self.random.chance(30) { " self_locking" } else { "" };
            let members = vec![plain("inner: Cell = new Cell(0);"), plain("count: mod 3;")];
            self.item(block(leaf(format!("class Holder{locking}")), members));
        }
        self.item(plain("class Oops { code: mod 3; }"));
        self.item(plain("class Other { }"));
        if self.has(Feature::Interrupts) && self.random.chance(70) {
            self.item(plain("class Interrupted { }"));
        }
    }

    /// A buffer of one place: `put` and `take` wait for each other, or only look.
    fn methods(&mut self) -> Vec<Node> {
        let synchronized = if self.mistake() { "" } else { "synchronized " };
        // With a time limit only once: a method may be called in an atomic block.
        let timed = self.random.chance(30);
        let wait = if timed { "let ok = this.wait_timed();" } else { "this.wait();" };
        let look = if timed || self.mistake() { "if" } else { "while" };
        let notify = if self.random.chance(50) { "this.notify();" } else { "this.notify_all();" };
        let blocking = self.random.chance(40);
        let mut put = vec![plain("v = a;"), plain(notify)];
        let mut take = vec![plain("let r = v;"), plain("v = 0;"), plain("return r;")];
        if blocking {
            put.insert(0, block(leaf(format!("{look} v != 0")), vec![plain(wait)]));
            take.insert(0, block(leaf(format!("{look} v == 0")), vec![plain("this.wait();")]));
            take.insert(3, plain(notify));
        }
        vec![
            block(leaf("synchronized fn put(a: mod 3)"), put),
            block(leaf(format!("{synchronized}fn take() -> mod 3")), take),
        ]
    }

    /// Declares a guard of any kind.
    fn guard(&mut self) -> GuardId {
        let (name, kind) = match self.random.below(10) {
            0..4 => (self.declared("m", ": lock;"), GuardKind::Lock),
            4 => (self.declared("table", ": [lock; 2];") + "[1]", GuardKind::Lock),
            5..8 => (self.cell(), GuardKind::Monitor),
            8 => (self.declared("rw", ": rwlock;"), GuardKind::ReadWrite),
            _ => (self.declared("mutex", ": semaphore = 1;"), GuardKind::Mutex),
        };
        self.world.guards.push(Guard { name, kind });
        let id = self.world.guards.len() - 1;
        if kind == GuardKind::Monitor && self.random.chance(60) {
            let place = self.world.guards[id].name.clone() + ".v";
            self.world.vars.push(Var { place, ty: Scalar::Mod(3), guard: Some(id), owner: None });
        }
        id
    }

    /// A guard that is a monitor; a new one if there is none.
    pub fn monitor(&mut self) -> GuardId {
        if let Some(id) = self.world.guards.iter().position(|g| g.kind == GuardKind::Monitor) {
            return id;
        }
        let name = self.cell();
        self.world.guards.push(Guard { name, kind: GuardKind::Monitor });
        self.world.guards.len() - 1
    }

    /// Declares a global variable that is always the same cell.
    pub fn cell(&mut self) -> String {
        let name = self.declared("o", ": Cell = new Cell(1);");
        self.world.cells.push(name.clone());
        name
    }

    /// Declares a variable and gives its name.
    pub fn declared(&mut self, stem: &str, rest: &str) -> String {
        let name = self.fresh(stem);
        self.item(plain(format!("var {name}{rest}")));
        name
    }

    fn var(&mut self) {
        let (ty, init) = match self.random.below(10) {
            0..5 => (Scalar::Mod(self.random.between(2, 4)), " = 1"),
            5 => (Scalar::Range(3), " = 1"),
            6..9 => (Scalar::Bool, " = true"),
            _ => (Scalar::Color, " = Color::Green"),
        };
        let init = match self.random.below(10) {
            0..3 => init,
            3 if matches!(ty, Scalar::Mod(_)) => " = first(1)",
            _ => "",
        };
        let owner = self.random.chance(10).then(|| self.random.below(self.world.threads));
        let guard = if owner.is_some() { None } else { self.any_guard() };
        let annotation = self.annotation(guard, owner);
        let place = self.declared("x", &format!(": {}{init}{annotation};", ty.name()));
        self.world.vars.push(Var { place, ty, guard, owner });
    }

    /// What is said about a variable: mostly the truth.
    fn annotation(&mut self, guard: Option<GuardId>, owner: Option<usize>) -> String {
        if !self.random.chance(25) {
            return String::new();
        }
        if let Some(owner) = owner {
            let exclusive = format!(" exclusive(i) when i == {owner}");
            return if self.random.chance(50) { " unshared".into() } else { exclusive };
        }
        if self.mistake() {
            return (*self.random.pick(&[" unshared", " readonly"])).into();
        }
        let guard = if self.mistake() { self.any_guard() } else { guard };
        match guard.map(|g| &self.world.guards[g]) {
            Some(g) if matches!(g.kind, GuardKind::Lock | GuardKind::Monitor) => {
                format!(" guarded_by {}", g.name)
            }
            Some(_) => String::new(),
            None => " communication".into(),
        }
    }

    /// What protects the next variable: mostly something.
    pub fn any_guard(&mut self) -> Option<GuardId> {
        let count = self.world.guards.len();
        if self.random.chance(70) { Some(self.random.below(count)) } else { None }
    }

    fn collections(&mut self) {
        if self.has(Feature::Arrays) {
            let shared = self.shared("a", ": [mod 3; 2];");
            self.world.arrays.push(shared);
        }
        if self.has(Feature::Sequences) {
            let shared = self.shared("q", ": [mod 3];");
            self.world.sequences.push(shared);
        }
        if self.has(Feature::Sets) {
            let shared = self.shared("s", ": set<mod 3> = {1};");
            self.world.sets.push(shared);
        }
        if self.has(Feature::Heap) {
            for _ in 0..self.random.between(1, 2) {
                let shared = self.shared("slot", ": Cell;");
                self.world.slots.push(shared);
            }
        }
        if self.has(Feature::Holders) {
            let name = self.declared("box", ": Holder = new Holder();");
            self.world.holders.push(name);
        }
        if self.has(Feature::Spawn) && self.random.chance(50) {
            let name = self.declared("handle", ": thread;");
            self.world.handle = Some(name);
        }
        if self.has(Feature::FreeList) {
            self.free_list();
        }
    }

    fn shared(&mut self, stem: &str, rest: &str) -> Shared {
        let guard = self.any_guard();
        Shared { name: self.declared(stem, rest), guard }
    }

    /// A list of free cells, linked by `next`; the functions that use it are `obtain` and `give_back`.
    fn free_list(&mut self) {
        let guard = self.random.below(self.world.guards.len());
        self.world.free_list = Some(guard);
        self.item(plain("var free: Cell = new Cell(2);"));
        let unlink = block(leaf("if c != null"), vec![plain("free = c.next;")]);
        let mut obtain = vec![plain("let c: Cell = null;")];
        obtain.extend(self.section(guard, true, |_| vec![plain("c = free;"), unlink]));
        obtain.push(plain("return c;"));
        self.item(block(leaf("fn obtain() -> Cell"), obtain));
        let give = self.section(guard, true, |_| vec![plain("c.next = free;"), plain("free = c;")]);
        self.item(block(leaf("fn give_back(c: Cell)"), give));
    }
}
