//! Class files that are none: each is rejected with a message or accepted, and nothing panics.

mod support;

use commute_base::SourceMap;
use commute_explore::{Limits, Options, Order, Unobserved, search};
use commute_front_jvm::{Input, LoadError, load};
use commute_vm::Vm;
use std::path::Path;
use std::sync::Arc;

/// How far a program that was accepted is searched.
const FEW_STATES: u64 = 200;

/// A small generator of random numbers; the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// Translates bytes as a class file. What is accepted must be a valid program.
fn try_bytes(directory: &Path, bytes: &[u8]) -> Result<(), String> {
    let file = directory.join("Victim.class");
    std::fs::write(&file, bytes).unwrap();
    let input = Input { program: Some(file), ..Input::default() };
    match load(&input, &mut SourceMap::default()) {
        Ok(loaded) => {
            let invalid = commute_ir::validate(&loaded.program);
            assert!(invalid.is_empty(), "an invalid program: {}", invalid[0]);
            // Whatever it is now, it can be searched.
            let limits = Limits { states: Some(FEW_STATES), ..Limits::default() };
            let options = Options { limits, order: Order::Dfs, ..Options::default() };
            let outcome = search(&mut Vm::new(Arc::new(loaded.program)), &options, &mut Unobserved);
            assert!(outcome.stats.states <= FEW_STATES + 1);
            Ok(())
        }
        Err(LoadError::Rejected(text) | LoadError::Surroundings(text)) => {
            assert!(!text.is_empty());
            Err(text)
        }
    }
}

const VICTIM: &str = "public class Victim {
    static int[] cells = new int[3];
    static synchronized int sum(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) { s += cells[i]; }
        return s;
    }
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> { synchronized (cells) { cells[1] = 2; cells.notify(); } });
        t.start();
        try { synchronized (cells) { cells.wait(5); } } finally { cells[0]++; }
        switch (sum(2)) { case 1: cells[2] = 7; break; case 3: cells[2] = 8; break; default: throw new RuntimeException(); }
        Object o = cells;
        assert o instanceof int[] && ((int[]) o).length == 3;
    }
}
";

#[test]
fn damaged_class_files_are_rejected_or_translated() {
    if !support::has_jdk() {
        return;
    }
    let directory = support::scratch("malformed");
    let source = directory.join("Victim.java");
    std::fs::write(&source, VICTIM).unwrap();
    support::javac(&[source], &directory);
    let bytes = std::fs::read(directory.join("Victim.class")).unwrap();
    assert_eq!(try_bytes(&directory, &bytes), Ok(()));
    let mut random = Random(7);
    for length in (0..bytes.len()).step_by(11) {
        let error = try_bytes(&directory, &bytes[..length]).unwrap_err();
        assert!(error.contains("class"), "{error}");
    }
    let mut rejected = 0;
    for _ in 0..300 {
        let mut damaged = bytes.clone();
        for _ in 0..1 + random.below(3) {
            let at = random.below(damaged.len());
            damaged[at] ^= 1 << random.below(8);
        }
        rejected += usize::from(try_bytes(&directory, &damaged).is_err());
    }
    assert!(rejected > 75, "only {rejected} of 300 damaged files were rejected");
}

/// A pool that says it has many entries, an attribute that says it is huge, a pool that refers to itself.
#[test]
fn lies_about_sizes_cost_nothing() {
    if !support::has_jdk() {
        return;
    }
    let directory = support::scratch("lies");
    let head = [0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61];
    let many = [&head[..], &[0xff, 0xff]].concat();
    let itself = [&head[..], &[0, 2, 7, 0, 1, 0, 0x21, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]].concat();
    let text = [&head[..], &[0, 2, 1, 0xff, 0xff, 65]].concat();
    for lie in [many, itself, text, head.to_vec(), Vec::new()] {
        let error = try_bytes(&directory, &lie).unwrap_err();
        assert!(error.contains("Victim.class is no class file"), "{error}");
    }
}
