//! Proofs with program counters against the search: programs of any number of equal threads, searched with two and three.

use super::{compile, violated};
use crate::generate::Random;
use commute_prover::points::{Effort, prove};
use commute_prover::spec::Spec;
use commute_smt::Setup;
use std::time::Duration;

/// What is shared, by a word that shows that it is used.
const SHARED: [(&str, &str); 8] = [
    ("x", "var x: int;\n"),
    ("y", "var y: int;\n"),
    ("flag", "var flag: bool;\n"),
    ("m.", "var m: lock;\n"),
    ("a[", "var a: [int; N];\n"),
    ("in[", "var in: [bool; N];\n"),
    ("shared", "var shared: Cell;\n"),
    ("next(", "fn next(k: int) -> int { let v = x; return v + k; }\n"),
];

/// What a thread does; `#` is a number of its own, `i` its index.
const STEPS: [&str; 20] = [
    "m.acquire(); x = x + 1; m.release();",
    "m.acquire(); x = i; assert x == i; m.release();",
    "m.acquire(); let h# = y; y = h# + 1; assert y == h# + 1; m.release();",
    "atomic { x = x + 1; y = y + 1; }",
    "if cas(y, 0, 1) { x = i; assert x == i; y = 0; }",
    "while !cas(y, 0, 1) {} x = i; assert x == i; y = 0;",
    "let t# = x; if t# > 0 { assert x > 0; }",
    "a[i] = i; assert a[i] == i;",
    "a[i] = 1; if a[0] == 1 { assert a[0] == 1; }",
    "flag = true; assert flag;",
    "while !flag {} assert x >= 0;",
    "when (!flag) { flag = true; } x = i; assert x == i; flag = false;",
    "let o# = new Cell(); o#.v = 1; shared = o#;",
    "let q# = shared; if q# != null { assert q#.v == 1; }",
    "let q# = shared; if q# != null { q#.v = 1; }",
    "let n# = next(1); assert n# > x - 1;",
    "let n# = next(i); x = n#; assert n# >= i;",
    "let d# = false; atomic { if !flag { y = y + 1; d# = true; } } if d# { assert y > 0; atomic { y = y - 1; } }",
    "let k# = 0; while k# < 2 { k# = k# + 1; x = k#; } assert x <= 2;",
    "let c# = 0; if flag { c# = 1; } y = c#; assert y <= 1; if c# == 1 { assert flag; }",
];

/// What may be said of all states.
const INVARIANTS: [&str; 7] = [
    "",
    "",
    "invariant flag;\n",
    "invariant x >= 1;\n",
    "invariant x >= 0;\n",
    "invariant y >= 0 && y <= 1;\n",
    "invariant forall k in 0..N: a[k] >= 0;\n",
];

/// The program of a seed, without a value for the number of threads.
pub fn program(seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut threads = String::new();
    for name in ["w", "v"].iter().take(1 + random.below(2)) {
        let steps = (0..1 + random.below(3)).map(|k| {
            let step: &&str = random.pick(&STEPS);
            format!("    {}\n", step.replace('#', &k.to_string()))
        });
        let body: String = steps.collect();
        let body = if random.chance(40) { format!("    loop {{\n{body}    }}\n") } else { body };
        let family = if *name == "w" { "[i in 0..N]" } else { "" };
        let body =
            if family.is_empty() { format!("    assume N > 0;\n    let i = 0;\n{body}") } else { body };
        threads += &format!("thread {name}{family} {{\n{body}}}\n");
    }
    let text = format!("{}{threads}", random.pick(&INVARIANTS));
    let uses = |word: &str| text.contains(word) || word == "x" && text.contains("next(");
    let used = SHARED.iter().filter(|(word, _)| uses(word)).map(|(_, declared)| *declared);
    format!("class Cell {{ v: int; }}\n{}{text}", used.collect::<String>())
}

/// What came of a program.
#[derive(Default, Debug)]
pub struct Tally {
    /// Proved, and the search finds nothing wrong.
    pub proved: usize,
    /// Not proved, and the search finds an execution that goes wrong.
    pub refuted: usize,
    /// Neither, or refused.
    pub neither: usize,
}

impl Tally {
    /// Proves and searches the program of a seed. Proved and violated at once is an error.
    pub fn check(&mut self, seed: u64) -> Result<(), String> {
        let text = program(seed);
        let is_proved =
            is_proved(&format!("const N: int;\n{text}"), seed).ok_or(format!("no program:\n{text}"))?;
        let wrong = ["2", "3"].iter().find_map(|n| {
            let program = compile(&format!("const N: int = {n};\n{text}"), &[])?;
            violated(&program).map(|wrong| format!("with {n} threads {wrong}"))
        });
        match (is_proved, wrong) {
            (true, Some(wrong)) => return Err(format!("points, seed {seed}: proved, but {wrong}:\n{text}")),
            (true, None) => self.proved += 1,
            (false, Some(_)) => self.refuted += 1,
            (false, None) => self.neither += 1,
        }
        Ok(())
    }
}

/// Whether it is proved; nothing if it is no program. Every other attempt hardly looks at small instances, which would hide
/// that an obligation says too little.
fn is_proved(text: &str, seed: u64) -> Option<bool> {
    let mut sources = commute_base::SourceMap::default();
    let file = sources.add("m.cm", text);
    let options = commute_front_lang::Options { defines: Vec::new(), for_proof: true };
    let program = commute_front_lang::compile(&sources, file, &options).program?;
    let states = if seed.is_multiple_of(2) { 400 } else { 6 };
    let effort = Effort { rounds: vec![40, 80], states, looks: seed.is_multiple_of(2) };
    let mut setup = Setup::new(commute_smt::find_solver(None).ok()?);
    setup.timeout = Duration::from_secs(2);
    let Ok(outcome) = prove(&program, &Spec::new(&program), &mut setup.checker(), &effort) else {
        return Some(false);
    };
    Some(outcome.expect("the solver works").is_proof())
}
