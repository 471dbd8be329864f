//! `commute tables`: the papers' tables, published and ours.

use crate::{Agreement, Out, Programs};
use commute::compared::compared;
use commute::numbers::grouped;
use commute::{Program, java};
use commute_explore::{Options, Order};
use std::time::Duration;

/// A row of DHRR04's tables 1 and 2: an example, its model here, and the states published for each column.
struct Row {
    title: &'static str,
    file: &'static str,
    text: &'static str,
    /// The same in Java: the name of its file in `examples/java`, and its text.
    java: &'static str,
    java_text: &'static str,
    /// Whether the text of the program is not in the paper, so that ours is our own.
    ours: bool,
    published: &'static [(&'static str, u64)],
}

macro_rules! row {
    ($title:literal, $file:literal, $java:literal, $ours:literal, $($letter:literal: $states:literal),*) => {
        Row {
            title: $title,
            file: concat!("examples/", $file),
            text: include_str!(concat!("../../../examples/", $file)),
            java: concat!($java, ".java"),
            java_text: include_str!(concat!("../../../examples/java/", $java, ".java")),
            ours: $ours,
            published: &[$(($letter, $states)),*],
        }
    };
}

/// What the paper marks with `<` (the same as in the column to the left) is written out.
const DHRR04: &[Row] = &[
    row!("Independent Work 1", "independent_work_1.cm", "IndependentWork1", true,
         "B": 6670, "S": 565, "D": 230, "DA": 2, "SDA": 2),
    row!("Independent Work 2", "independent_work_2.cm", "IndependentWork2", true,
         "B": 5810, "S": 5810, "D": 230, "DA": 2, "SDA": 2),
    row!("Deadlock", "deadlock.cm", "Deadlock", true,
         "B": 142, "S": 142, "D": 113, "DA": 36, "SDA": 36),
    row!("Bounded Buffer", "bounded_buffer.cm", "BBDriver", false,
         "B": 4641, "S": 4641, "D": 3713, "DA": 2473, "SDA": 2473, "WSL": 140, "WSL-dom": 81,
         "LD": 341, "LD+WSL-dom": 81),
    row!("Readers Writers", "readers_writers.cm", "ReadersWriters", true,
         "B": 313331, "S": 313331, "D": 103638, "DA": 79554, "SDA": 79554, "WSL": 20826, "WSL-dom": 18924,
         "LD": 86499, "LD+WSL-dom": 18924),
    row!("Replicated Workers", "replicated_workers.cm", "ReplicatedWorkers", true,
         "B": 4594721, "S": 1344215, "D": 827763, "DA": 231219, "SDA": 231219, "WSL": 49354, "WSL-dom": 49354,
         "LD": 200947, "LD+WSL-dom": 36724),
];

/// Prints tables 1 and 2 of DHRR04.
pub fn print(written: Programs, out: &mut Out<'_>) -> anyhow::Result<Agreement> {
    out.text(
        "States stored, DHRR04 tables 1 and 2. Bogor's steps are bytecodes, ours are accesses to shared data, so the\n\
         numbers differ; what can be compared is how many times fewer than B each column has, and in what part of\n\
         the time of B (the shortest of three runs each, with all restarts).\n",
    )?;
    for row in DHRR04 {
        out.text(&table(row, written)?)?;
    }
    out.text("\n* our own writing: the paper does not print the program.\n")?;
    Ok(Agreement::Agrees)
}

/// The program of a row.
fn model(row: &Row, written: Programs) -> anyhow::Result<Program> {
    match written {
        Programs::Models => crate::model(row.file, row.text, &[]),
        Programs::Java => {
            Ok(java::from_text(&format!("examples/java/{}", row.java), row.java, row.java_text)?)
        }
    }
}

fn table(row: &Row, written: Programs) -> anyhow::Result<String> {
    let model = model(row, written)?;
    let mark = if row.ours { "*" } else { "" };
    let mut text = format!("\n{}{mark}  ({})\n", row.title, model.name());
    text += "             published     ours  ours/published  times fewer: published   ours  time/B\n";
    let mut base = None;
    for &(letter, published) in row.published {
        let named = compared().find(|named| named.letter == letter);
        let named = named.ok_or_else(|| anyhow::anyhow!("[commute internal bug] no reduction {letter}"))?;
        let options = Options {
            order: Order::Dfs,
            reduction: named.reduction,
            keep: named.keep,
            keep_going: true,
            ..Options::default()
        };
        let (ours, time) = search(&model, &options);
        let (first_published, first_ours, first_time) = *base.get_or_insert((published, ours, time));
        let ratio = |a: u64, b: u64| a as f64 / b as f64;
        text += &format!(
            "  {letter:<10} {:>9}  {:>7}  {:>14.3}  {:>22.1}  {:>5.1}  {:>6.2}\n",
            grouped(published),
            grouped(ours),
            ratio(ours, published),
            ratio(first_published, published),
            ratio(first_ours, ours),
            time.as_secs_f64() / first_time.as_secs_f64(),
        );
    }
    Ok(text)
}

/// States stored, and the shortest time of three: the overhead of a reduction is paid back if it is below that of B.
fn search(model: &Program, options: &Options) -> (u64, Duration) {
    let run = || crate::run(model, options).stats;
    let runs = [run(), run(), run()];
    let shortest = runs.iter().map(|stats| stats.elapsed).min().unwrap_or_default();
    (runs[0].states, shortest.max(Duration::from_nanos(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_shows_published_and_ours() {
        let text = table(&DHRR04[0], Programs::Models).unwrap();
        assert!(text.starts_with("\nIndependent Work 1*  (examples/independent_work_1.cm)\n"), "{text}");
        let line = text.lines().find(|line| line.trim_start().starts_with("DA ")).unwrap();
        let cells: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(cells[..6], ["DA", "2", "2", "1.000", "3335.0", "128.0"]);
        assert!(cells[6].parse::<f64>().is_ok_and(|time| time > 0.0), "{line}");
    }
    #[test]
    #[expect(clippy::print_stderr, reason = "whoever runs the tests must know that one was skipped")]
    fn java_has_the_papers_numbers_where_everything_is_local() {
        let version = std::process::Command::new("javac").arg("-version").output();
        if !version.is_ok_and(|out| String::from_utf8_lossy(&out.stdout).starts_with("javac 17")) {
            return eprintln!("skipped: there is no javac of a JDK 17 on the path");
        }
        let text = table(&DHRR04[1], Programs::Java).unwrap();
        assert!(text.starts_with("\nIndependent Work 2*  (examples/java/IndependentWork2.java)\n"), "{text}");
        let line = text.lines().find(|line| line.trim_start().starts_with("DA ")).unwrap();
        assert_eq!(line.split_whitespace().take(3).collect::<Vec<_>>(), ["DA", "2", "2"]);
    }
}
