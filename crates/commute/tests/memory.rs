//! What a search says that it has in memory is what it has, with every strategy.
//!
//! The allocator of this test counts what is allocated, and says so when the search asks what the process has. Reading the program and
//! making the machine count on both sides as what a search has that is stopped at once.

use commute::{Check, Limits, Observer, OracleKind, Program, Progress, STRATEGIES, Store, Strategy};
use std::alloc::{GlobalAlloc, Layout, System};
use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};

/// The allocator of the system, counted.
struct Counted;

static ALLOCATED: AtomicU64 = AtomicU64::new(0);

// SAFETY: everything is left to the allocator of the system.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATED.fetch_add(layout.size() as u64, Ordering::Relaxed);
        // SAFETY: the caller keeps the rules of this function, which are the same.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        ALLOCATED.fetch_sub(layout.size() as u64, Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static COUNTED: Counted = Counted;

/// Says what is allocated.
struct Allocated;

impl Observer for Allocated {
    fn progress(&mut self, _progress: &Progress<'_>) {}

    fn resident(&mut self) -> Option<u64> {
        Some(ALLOCATED.load(Ordering::Relaxed))
    }
}

/// How many states a search has, and how much memory at its end: allocated, and as it says.
fn memory(program: &Program, check: &Check, most: Option<u64>) -> (u64, u64, u64) {
    let limits = Limits { states: most, ..Limits::default() };
    let before = ALLOCATED.load(Ordering::Relaxed);
    let search = check.clone().limits(limits).keep_going(true).build().unwrap();
    let report = search.observed(program, None, &mut Allocated).unwrap();
    let stats = report.stats;
    (stats.states, stats.resident.unwrap() - before, stats.store_bytes + stats.frontier_bytes)
}

/// Threads that all write the same variable, so that nothing can be left out.
const MODEL: &str = "
    var x: mod 20;
    thread adder[i in 0..3] {
        loop {
            let a = x;
            x = (a + i + 1) % 20;
        }
    }";

/// Every strategy, with the first oracle that goes with it.
fn strategies() -> impl Iterator<Item = (&'static str, Check)> {
    STRATEGIES.iter().filter_map(|facts| {
        let check = Check::new().strategy(Strategy::Named(facts));
        let mut checks = OracleKind::ALL.iter().map(|&oracle| check.clone().oracle(oracle));
        let built = |check: &Check| check.build().is_ok();
        let found = if facts.takes_oracle() { checks.find(built) } else { Some(check.clone()).filter(built) };
        Some((facts.name, found?))
    })
}

#[test]
fn memory_that_is_reported_is_what_there_is() {
    let program = Program::from_text("adders.cm", MODEL).unwrap();
    let stores = [Store::Compact, Store::Exact].map(|store| {
        let full = Strategy::named("full").unwrap();
        ("full, another store or order", Check::new().strategy(full).store(store).depth_first(true))
    });
    let mut wrong = String::new();
    for (name, check) in strategies().chain(stores) {
        let (_, has_first, says_first) = memory(&program, &check, Some(1));
        let (states, has, says) = memory(&program, &check, None);
        assert!(states > 40_000, "{name}: {states} states tell nothing");
        let (has, says) = (has - has_first, says - says_first);
        if has.abs_diff(says) * 20 > has {
            writeln!(wrong, "{name}: {states} states, {says} bytes reported, {has} allocated").unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
