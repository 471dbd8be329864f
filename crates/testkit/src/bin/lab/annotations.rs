//! `lab --predicates N`: the annotations of programs about exclusive access, judged by every reduction that knows annotations.

use crate::{Arguments, write_failure};
use commute_testkit::difftest::examine_by;
use commute_testkit::difftest::exclusive::{Judged, Kept, judge};
use commute_testkit::generate::predicates;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// What was seen.
#[derive(Default)]
struct Counts {
    kept: u64,
    contradicted: u64,
    unknown: u64,
    too_large: u64,
    different: u64,
    searches: u64,
    reduced: u64,
}

impl Counts {
    fn add(&mut self, judged: &Judged) {
        match judged.kept {
            Kept::TooLarge => self.too_large += 1,
            Kept::Unknown => self.unknown += 1,
            Kept::All => self.kept += 1,
            Kept::Contradicted(_) => self.contradicted += 1,
        }
        self.searches += judged.searches as u64;
        self.reduced += judged.reduced as u64;
    }

    fn tell(&self, seconds: f64) {
        let judged = self.kept + self.contradicted;
        let all = judged + self.unknown + self.too_large + self.different;
        let share = |n: u64| 100.0 * n as f64 / judged.max(1) as f64;
        println!("{all:>9} programs, {:.0} a second", all as f64 / seconds);
        println!("{judged:>9} judged by the independent interpreter and {} searches", self.searches);
        println!("{:>9} ({:.1} %) keep to what they say", self.kept, share(self.kept));
        println!("{:>9} ({:.1} %) contradict it", self.contradicted, share(self.contradicted));
        println!("{:>9} searches stored fewer states than there are", self.reduced);
        println!("{:>9} judged by searches only, {} too large", self.unknown, self.too_large);
        println!("{:>9} with a difference", self.different);
    }
}

/// Judges all programs.
pub fn run(arguments: &Arguments, programs: u64) -> ExitCode {
    // Panics are differences and are reported as such.
    std::panic::set_hook(Box::new(|_| {}));
    let (next, counts, started) =
        (AtomicU64::new(arguments.first), Mutex::new(Counts::default()), Instant::now());
    let work = || loop {
        let n = next.fetch_add(1, Ordering::Relaxed);
        if n >= arguments.first + programs {
            return;
        }
        let model = predicates((arguments.seed << 32).wrapping_add(n));
        let result = examine_by(&model, |text| judge(text, n, arguments.limit));
        let mut counts = counts.lock().expect("[commute internal bug] a worker panicked");
        match result {
            Ok(judged) => counts.add(&judged),
            Err(failure) => {
                counts.different += 1;
                write_failure(arguments, n, &failure.0, &failure.1);
            }
        }
        if n.is_multiple_of(1000) {
            eprintln!("{n} programs");
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..arguments.threads.max(1) {
            scope.spawn(work);
        }
    });
    let counts = counts.into_inner().expect("[commute internal bug] a worker panicked");
    counts.tell(started.elapsed().as_secs_f64());
    ExitCode::from(u8::from(counts.different > 0))
}
