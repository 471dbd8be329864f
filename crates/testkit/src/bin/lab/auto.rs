//! `lab --auto`: the default beside every strategy, on all that there is in the repository.

use crate::Arguments;
use commute::Verdict;
use commute_testkit::choice::{Case, Compared, Measured, cases, compare};
use commute_testkit::jvm::Jvm;
use std::io::Write;
use std::process::ExitCode;

/// Cases that take less than so many milliseconds are printed, but count for nothing.
const COUNTS: f64 = 10.0;

/// Prints the table and what it comes to. The exit code is 1 if searches contradict each other.
pub fn run(arguments: &Arguments) -> ExitCode {
    let cases = match cases(arguments.only.as_deref()) {
        Ok(cases) => cases,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    let has_java = Jvm::find().map_err(|why| eprintln!("Java programs are skipped: {why}")).is_ok();
    println!("CPU time in ms, and states; `>`: cut off; a/b: auto to the best, a/f: to full\n");
    println!(
        "{:<32} {:>8} {:>8} {:>9} {:>9} {:>8} {:>8} {:>6} {:>6}  best",
        "case", "auto", "states", "full", "states", "best", "states", "a/b", "a/f"
    );
    let mut compared = Vec::new();
    let mut wrong = false;
    for case in cases.iter().filter(|case| has_java || !case.is_java()) {
        let _ = std::io::stdout().flush();
        match case.program().map_err(|error| error.to_string()).and_then(|program| compare(&program)) {
            Ok(searches) => {
                println!("{}", row(case, &searches));
                if searches.is_contradictory() {
                    wrong = true;
                    let said = |one: &Measured| format!("{}: {:?}", one.name, one.verdict);
                    println!(
                        "  THEY DIFFER: {}",
                        searches.ended.iter().map(said).collect::<Vec<_>>().join(", ")
                    );
                }
                compared.push((case, searches));
            }
            Err(error) => {
                wrong = true;
                println!("{:<32} {error}", case.name());
            }
        }
    }
    summarise(&compared);
    ExitCode::from(u8::from(wrong))
}

fn cell(one: &Measured) -> String {
    format!("{}{:.1}", if one.verdict.is_none() { ">" } else { "" }, one.milliseconds)
}

fn row(case: &Case, compared: &Compared) -> String {
    let Compared { auto, full, .. } = compared;
    let ratio = |ratio: Option<f64>| ratio.map_or_else(|| "-".to_owned(), |ratio| format!("{ratio:.2}"));
    let (best, of) = compared.best().map_or_else(Default::default, |best| {
        (format!("{:>8.1} {:>8}", best.milliseconds, best.states), best.name.clone())
    });
    format!(
        "{:<32} {:>8} {:>8} {:>9} {:>9} {best:>17} {:>6} {:>6}  {of}{}",
        case.name(),
        cell(auto),
        auto.states,
        cell(full),
        full.states,
        ratio(compared.to_best()),
        ratio(Some(compared.to_full())),
        if auto.verdict == Some(Verdict::Violated) { " (violated)" } else { "" },
    )
}

/// How many cases are within which factor, and the worst.
fn summarise(compared: &[(&Case, Compared)]) {
    let counted: Vec<&(&Case, Compared)> = compared
        .iter()
        .filter(|(_, searches)| searches.auto.milliseconds > COUNTS && !searches.ended.is_empty())
        .collect();
    println!(
        "\n{} cases, {} of which take auto more than {COUNTS} ms; of these",
        compared.len(),
        counted.len()
    );
    let share = |text: &str, holds: &dyn Fn(&Compared) -> bool| {
        let count = counted.iter().filter(|(_, searches)| holds(searches)).count();
        println!("  {count:>4} ({:.0} %) {text}", 100.0 * count as f64 / counted.len().max(1) as f64);
    };
    let within = |searches: &Compared, factor: f64| searches.to_best().is_some_and(|ratio| ratio <= factor);
    share("within 1.5 of the best", &|searches| within(searches, 1.5));
    share("within 3 of the best", &|searches| within(searches, 3.0));
    share("at most 1.2 times as long as full", &|searches| searches.to_full() <= 1.2);
    let mut worst = counted;
    worst.sort_by(|(_, a), (_, b)| b.to_best().unwrap_or(0.0).total_cmp(&a.to_best().unwrap_or(0.0)));
    for (case, searches) in worst.iter().take(10) {
        let best = searches.best().map_or("nothing", |best| &best.name);
        println!("  {:>6.2}  {}: {best}", searches.to_best().unwrap_or(f64::NAN), case.name());
    }
}
