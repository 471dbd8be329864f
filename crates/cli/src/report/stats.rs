//! What a search cost, in a few lines.

use commute::numbers::{bytes, counted, grouped, time};
use commute::{Keep, Progress, Reduction, SearchSummary, Stats, StopReason};
use std::time::Duration;

/// Below these a rate says more about the clock than about the search.
const RATE_MIN_SECONDS: f64 = 0.05;
const RATE_MIN_STATES: u64 = 1000;
/// Below so many bytes the process is mostly something else than the search.
const LARGE: u64 = 16 << 20;

/// The block of statistics, line by line.
pub fn stats_lines(stats: &Stats, search: &SearchSummary, incomplete: Option<&StopReason>) -> Vec<String> {
    let stored = if search.keep == Keep::Sparse { " stored" } else { "" };
    let mut lines = vec![
        ("states", grouped(stats.states) + stored),
        ("transitions", grouped(stats.transitions)),
        ("depth", grouped(stats.depth)),
    ];
    if search.reduction != Reduction::None {
        lines.push(("reduced", reduced_text(stats, search.keep)));
    }
    if stats.restarts > 0 {
        lines.push(("restarts", format!("{} (what was assumed was refuted)", grouped(stats.restarts))));
    }
    if stats.repaired > 0 {
        let states = counted(stats.repaired, "state");
        lines.push(("repaired", format!("{states} expanded again (an assumption was refuted)")));
    }
    lines.push(("time", time_text(stats)));
    if let Some(memory) = memory_text(stats, incomplete) {
        lines.push(("memory", memory));
    }
    lines.iter().map(|(name, value)| format!("{name:<11}  {value}")).collect()
}

/// How often the strategy left steps out. States that are not stored may be explored several times, so their
/// number is not known.
fn reduced_text(stats: &Stats, keep: Keep) -> String {
    match keep {
        Keep::All => format!("at {} of {}", grouped(stats.reduced), counted(stats.states, "state")),
        Keep::Sparse => counted(stats.reduced, "time"),
    }
}

fn time_text(stats: &Stats) -> String {
    let elapsed = time(stats.elapsed);
    match rate(stats.states, stats.elapsed) {
        Some(rate) => format!("{elapsed} ({} states/s)", grouped(rate)),
        None => elapsed,
    }
}

/// States a second, if there were enough of both to say, with three digits that matter.
fn rate(states: u64, elapsed: Duration) -> Option<u64> {
    let seconds = elapsed.as_secs_f64();
    if seconds < RATE_MIN_SECONDS || states < RATE_MIN_STATES {
        return None;
    }
    let rate = (states as f64 / seconds).round() as u64;
    let digits = rate.checked_ilog10().unwrap_or(0);
    let unit = 10u64.pow(digits.saturating_sub(2));
    Some((rate + unit / 2) / unit * unit)
}

fn memory_text(stats: &Stats, incomplete: Option<&StopReason>) -> Option<String> {
    let total = stats.store_bytes + stats.frontier_bytes;
    if total == 0 {
        return None;
    }
    let each = bytes_per_state(stats).map(|each| format!("{} a state", counted(each, "byte")));
    // It is this that is compared with the limit. Of a small search that was not stopped by it, it says nothing.
    let is_telling = total >= LARGE || matches!(incomplete, Some(StopReason::Memory(_)));
    let process = stats
        .resident
        .filter(|_| is_telling)
        .map(|resident| format!("the whole process had {}", bytes(resident)));
    let remarks: Vec<String> = each.into_iter().chain(process).collect();
    let total = bytes(total);
    Some(if remarks.is_empty() { total } else { format!("{total} ({})", remarks.join("; ")) })
}

/// Bytes of the store for each state, if there are enough states for that to mean something.
fn bytes_per_state(stats: &Stats) -> Option<u64> {
    (stats.states >= RATE_MIN_STATES).then(|| stats.store_bytes.div_ceil(stats.states))
}

/// Where a search stands, for the progress line.
pub fn progress_text(progress: &Progress) -> String {
    let mut parts = vec![counted(progress.states, "state")];
    parts.extend(rate(progress.states, progress.elapsed).map(|rate| format!("{}/s", grouped(rate))));
    parts.push(format!("depth {}", grouped(progress.depth)));
    parts.push(format!("frontier {}", grouped(progress.frontier)));
    parts.push(bytes(progress.memory));
    parts.extend(progress.growing.map(|what| format!("{what} keeps growing")));
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use commute::OracleKind;
    use commute_explore::Options;
    use expect_test::expect;

    fn plain() -> SearchSummary {
        SearchSummary::of(&Options::default())
    }

    #[test]
    fn progress_is_one_line() {
        let mut progress =
            Progress { states: 10, depth: 3, frontier: 4, memory: 2048, ..Progress::default() };
        assert_eq!(progress_text(&progress), "10 states, depth 3, frontier 4, 2.0 KiB");
        progress.states = 123_456;
        progress.elapsed = Duration::from_secs(2);
        assert_eq!(progress_text(&progress), "123,456 states, 61,700/s, depth 3, frontier 4, 2.0 KiB");
    }

    #[test]
    fn a_long_run_has_rates() {
        let stats = Stats {
            states: 1_234_567,
            transitions: 4_000_000,
            depth: 321,
            store_bytes: 40_000_000,
            frontier_bytes: 1_000_000,
            elapsed: Duration::from_millis(2500),
            ..Stats::default()
        };
        expect![[r#"
              states       1,234,567
              transitions  4,000,000
              depth        321
              time         2.5 s (494,000 states/s)
              memory       39.1 MiB (33 bytes a state)"#]]
        .assert_eq(&stats_lines(&stats, &plain(), None).join("\n"));
    }

    #[test]
    fn a_short_run_has_none() {
        let stats = Stats { states: 12, transitions: 20, depth: 5, store_bytes: 2000, ..Stats::default() };
        expect![[r#"
              states       12
              transitions  20
              depth        5
              time         less than 1 ms
              memory       2.0 KiB"#]]
        .assert_eq(&stats_lines(&stats, &plain(), None).join("\n"));
    }

    #[test]
    fn a_reduction_says_where_it_reduced() {
        let stats = Stats { states: 31, reduced: 25, ..Stats::default() };
        let reduction = Reduction::Ample(OracleKind::Escape);
        let lines = |keep| stats_lines(&stats, &SearchSummary { reduction, keep, ..plain() }, None);
        assert_eq!(lines(Keep::All)[0], "states       31");
        assert_eq!(lines(Keep::All)[3], "reduced      at 25 of 31 states");
        assert_eq!(lines(Keep::Sparse)[0], "states       31 stored");
        assert_eq!(lines(Keep::Sparse)[3], "reduced      25 times");
        let restarted = Stats { restarts: 2, ..stats.clone() };
        let lines = stats_lines(&restarted, &SearchSummary { reduction, ..plain() }, None);
        assert_eq!(lines[4], "restarts     2 (what was assumed was refuted)");
        let repaired = Stats { repaired: 3, ..stats.clone() };
        let lines = stats_lines(&repaired, &SearchSummary { reduction, ..plain() }, None);
        assert_eq!(lines[4], "repaired     3 states expanded again (an assumption was refuted)");
    }
}
