//! Small classes that say `@ThreadSafe`, and small programs, with callers. Most are nearly right: they keep to a lock but for one place.

use std::fmt::Write;

/// Numbers by chance, the same for the same seed.
pub struct Dice(u64);

impl Dice {
    fn of(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d)
    }

    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    /// Whether something of so many percent happens.
    fn is(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len() as u64) as usize]
    }
}

/// A class with its name, and programs that call it, each with the name of its class.
pub struct Case {
    /// The class of which a proof is tried.
    pub name: String,
    /// Its text.
    pub text: String,
    /// Programs with `main`; the case itself if it is a program.
    pub callers: Vec<(String, String)>,
}

const ANNOTATIONS: &str = "@interface ThreadSafe { }\n@interface Invariant { String[] value(); }\n\
    @interface EnvAssumption { String[] value(); }\n@interface Ensures { String value(); }\n";

/// The declarations that all cases share.
pub fn annotations() -> &'static str {
    ANNOTATIONS
}

struct Writer {
    dice: Dice,
    is_program: bool,
    text: String,
    /// The lock that most statements are under.
    home: &'static str,
    /// How deep statements are inside others.
    depth: usize,
    /// Whether a method that is called by others is being written.
    in_helper: bool,
    /// How many methods look at what the class states.
    checks: usize,
    /// How many variables got a name of their own.
    names: usize,
}

const LOCKS: [&str; 3] = ["this", "lock", "other"];
const PLAIN: [&str; 2] = ["n", "m"];
/// A volatile number, an atomic one.
const VOLATILE: &str = "v";

impl Writer {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{}{line}", "    ".repeat(self.depth + 1));
    }

    fn number(&mut self) -> String {
        match self.dice.below(8) {
            0..=2 => self.dice.below(4).to_string(),
            3 | 4 => self.dice.one(&PLAIN).to_owned(),
            5 => VOLATILE.to_owned(),
            6 => "a[i]".to_owned(),
            _ => "t".to_owned(),
        }
    }

    fn condition(&mut self) -> String {
        let (a, b) = (self.number(), self.number());
        match self.dice.below(7) {
            0 => "flag".to_owned(),
            1 => "!flag".to_owned(),
            2 => "o == null".to_owned(),
            3 => format!("flag && {a} < {b}"),
            4 => format!("o != null || {a} == {b}"),
            _ => format!("{a} {} {b}", self.dice.one(&["<", "<=", "==", "!=", ">"])),
        }
    }

    /// What a condition that the class states may say.
    fn stated(&mut self) -> String {
        const ONES: [&str; 12] = [
            "0 <= n",
            "n <= 2",
            "n <= m",
            "0 <= m",
            "flag => n == 0",
            "flag => o != null",
            "o != null",
            "v <= 3",
            "0 <= v",
            "n <= v",
            "flag => v == 1",
            "n <= a.length",
        ];
        self.dice.one(&ONES).to_owned()
    }

    fn in_java(stated: &str) -> String {
        match stated.split_once(" => ") {
            Some((a, b)) => format!("!{a} || {b}"),
            None => stated.to_owned(),
        }
    }

    fn block(&mut self, head: &str, tail: &str) {
        self.line(&format!("{head} {{"));
        self.depth += 1;
        for _ in 0..=self.dice.below(2) {
            self.statement();
        }
        self.depth -= 1;
        self.line(&format!("}}{tail}"));
    }

    fn statement(&mut self) {
        let deep = self.depth > 3;
        let (number, condition) = (self.number(), self.condition());
        match self.dice.below(if deep { 9 } else { 16 }) {
            0 => {
                let n = self.dice.one(&PLAIN);
                self.line(&format!("if ({n} < 2) {n}++;"));
            }
            1 => {
                let n = self.dice.one(&PLAIN);
                self.line(&format!("if ({n} > 0) {n}--;"));
            }
            2 => {
                let n = self.dice.one(&["n", "m", "v", "t"]);
                self.line(&format!("{n} = {number};"));
            }
            3 => self.line(&format!("t = {number};")),
            4 => {
                let to = self.dice.one(&[
                    "flag = true;",
                    "flag = false;",
                    "flag = !flag;",
                    "o = null;",
                    "o = new Object();",
                ]);
                self.line(to);
            }
            5 => {
                let stated = self.stated();
                let text = Self::in_java(&stated);
                self.line(&format!("assert {text};"));
            }
            6 => {
                let what = self.dice.one(&[
                    "c.incrementAndGet();",
                    "c.set(1);",
                    "t = c.get();",
                    "if (c.get() > 0) c.decrementAndGet();",
                    "if (c.compareAndSet(0, 1)) t = 1;",
                    "assert c.get() >= 0;",
                    "t = c.getAndIncrement();",
                ]);
                self.line(what);
            }
            7 => self.line(&format!("a[i] = {number};")),
            8 => {
                let what = self.dice.one(&[
                    "if (o != null) o.getClass();",
                    "o.getClass();",
                    "i = n;",
                    "i = 1;",
                    "i = 0;",
                    "v = t; assert v == t;",
                ]);
                self.line(what);
            }
            9 | 10 => self.block(&format!("if ({condition})"), ""),
            11 | 12 => {
                let lock = if self.dice.is(70) { self.home } else { self.dice.one(&LOCKS) };
                let lock = self.lock(lock);
                self.block(&format!("synchronized ({lock})"), "");
            }
            13 => {
                let k = self.fresh();
                self.block(&format!("for (int {k} = 0; {k} < 2; {k}++)"), "");
            }
            14 => {
                self.line(&format!("try {{ if ({condition}) throw new IllegalStateException();"));
                self.statement();
                // An exception that leaves a thread of a program would hide what else goes wrong.
                let tails = ["} catch (RuntimeException e) {", "} finally {"];
                let tail = self.dice.one(if self.is_program { &tails[..1] } else { &tails });
                let e = self.fresh();
                self.line(&tail.replace(" e)", &format!(" {e})")));
                self.statement();
                self.line("}");
            }
            _ if self.in_helper => self.line("t = 2;"),
            _ => self.line("t = help(t);"),
        }
    }

    /// A name that no other variable has.
    fn fresh(&mut self) -> String {
        self.names += 1;
        format!("x{}", self.names)
    }

    fn lock(&self, lock: &'static str) -> &'static str {
        if self.is_program && lock == "this" { "lock" } else { lock }
    }

    fn method(&mut self, name: &str, of: &str) {
        let (head, result) = match name {
            "help" => ("private int help(int t)".to_owned(), Some("t")),
            _ if self.is_program => (format!("static void {name}()"), None),
            _ => (format!("int {name}()"), Some("t")),
        };
        let head = if self.is_program { head.replace("private int", "private static int") } else { head };
        self.in_helper = name == "help";
        if result.is_some() && self.dice.is(15) && !self.is_program {
            let what = self.dice.one(&["0 <= result", "result <= 2", "result == n", "result >= old(v)"]);
            self.line(&format!("@Ensures(\"{what}\")"));
        }
        let guarded = name != "help" && self.dice.is(88);
        let synchronized = guarded && self.home == "this" && !self.is_program && self.dice.is(60);
        self.line(&format!("{}{head} {{", if synchronized { "synchronized " } else { "" }));
        self.depth += 1;
        let first = if name == "help" { "int i = 0;" } else { "int t = 0, i = 0;" };
        self.line(first);
        if guarded && !synchronized {
            let home = self.lock(self.home);
            self.block(&format!("synchronized ({home})"), "");
        } else {
            self.statement();
            self.statement();
        }
        if self.dice.is(25) {
            self.statement();
        }
        if let Some(result) = result {
            self.line(&format!("return {result};"));
        }
        self.depth -= 1;
        self.line("}");
        let _ = of;
    }

    fn head(&mut self, name: &str) {
        let mut text = String::new();
        let mut invariants = Vec::new();
        for _ in 0..self.dice.below(3) {
            invariants.push(self.stated());
        }
        if !invariants.is_empty() {
            let _ = writeln!(text, "@Invariant({{\"{}\"}})", invariants.join("\", \""));
        }
        if self.dice.is(30) {
            let mut ones = vec!["v <= v'", "flag => flag'", "n <= n'", "v == 0 => v' == 0", "v' == v"];
            if self.is_program {
                ones.extend([
                    "held(lock) => v' == v",
                    "thread(one) => v' == v",
                    "thread(two) && flag => v' == v",
                    "held(other) => n' == n",
                    "held(lock) && flag => v' == v",
                    "thread(one) => flag' == flag",
                    "held(lock) => n' == n",
                ]);
            }
            let _ = writeln!(text, "@EnvAssumption({{\"{}\"}})", self.dice.one(&ones));
        }
        let says = if self.is_program { "" } else { "@ThreadSafe\n" };
        let _ = writeln!(text, "{says}class {name} {{");
        self.text += &text;
        let of = if self.is_program { "private static " } else { "private " };
        let flag = if self.dice.is(30) { "volatile " } else { "" };
        let plain = if self.dice.is(15) { "volatile " } else { "" };
        self.line(&format!("{of}final Object lock = new Object(), other = new Object();"));
        let first = self.dice.one(&["", " = 1", " = 2"]);
        self.line(&format!("{of}{plain}int n, m{first};"));
        let first = self.dice.one(&["", " = 1"]);
        self.line(&format!("{of}volatile int v{first};"));
        self.line(&format!("{of}{flag}boolean flag;"));
        let first = self.dice.one(&["", " = new Object()"]);
        self.line(&format!("{of}Object o{first};"));
        let length =
            if self.is_program { "new int[2]" } else { self.dice.one(&["new int[2]", "new int[1]"]) };
        self.line(&format!("{of}final int[] a = {length};"));
        self.line(&format!("{of}final java.util.concurrent.atomic.AtomicInteger c = new java.util.concurrent.atomic.AtomicInteger();"));
        invariants.retain(|i| !i.contains('v') && !self.is_program);
        for stated in invariants {
            let text = Self::in_java(&stated);
            let home = self.home;
            let number = self.checks;
            self.checks += 1;
            self.line(&format!("void check{number}() {{ synchronized ({home}) {{ assert {text}; }} }}"));
        }
    }
}

const METHODS: [&str; 3] = ["one", "two", "three"];

/// The case of a seed: a class if it is even, a program if it is odd.
pub fn generate(seed: u64) -> Case {
    let mut dice = Dice::of(seed);
    let is_program = seed % 2 == 1;
    let home = if is_program { "lock" } else { dice.one(&["this", "this", "lock"]) };
    let mut writer = Writer {
        dice,
        is_program,
        text: String::new(),
        home,
        depth: 0,
        in_helper: false,
        checks: 0,
        names: 0,
    };
    let name = format!("C{seed}");
    writer.head(&name);
    for method in ["help"].iter().chain(&METHODS) {
        writer.method(method, &name);
    }
    if is_program {
        writer.line("public static void main(String[] arguments) {");
        for method in METHODS {
            let again = if writer.dice.is(20) { "for (int k = 0; k < 2; k++) " } else { "" };
            writer.line(&format!("    {again}new Thread({name}::{method}).start();"));
        }
        writer.line("}");
    }
    writer.text.push_str("}\n");
    let checks = writer.checks;
    let (text, mut callers) = (writer.text, Vec::new());
    if is_program {
        callers.push((name.clone(), String::new()));
    } else {
        let mut calls: Vec<String> = METHODS.iter().map(|m| format!("{m}()")).collect();
        calls.extend((0..checks).map(|k| format!("check{k}()")));
        for k in 0..4 {
            let chosen: Vec<&str> =
                (0..3).map(|_| calls[writer.dice.below(calls.len() as u64) as usize].as_str()).collect();
            callers.push((format!("D{seed}x{k}"), caller(&format!("D{seed}x{k}"), &name, &chosen)));
        }
    }
    Case { name, text, callers }
}

/// A program that makes one object and calls it from three threads.
fn caller(name: &str, class: &str, calls: &[&str]) -> String {
    let mut text = format!(
        "class {name} {{\n    public static void main(String[] arguments) {{\n        final {class} object = new {class}();\n"
    );
    for call in &calls[1..] {
        let _ = writeln!(
            text,
            "        new Thread(() -> {{ try {{ object.{call}; }} catch (IllegalStateException answer) {{ }} }}).start();"
        );
    }
    let first = calls[0];
    let _ = writeln!(
        text,
        "        try {{ object.{first}; object.{first}; }} catch (IllegalStateException answer) {{ }}\n    }}\n}}"
    );
    text
}
