//! What came of the tests of a project, in a few lines.

use crate::exit::Exit;
use crate::format::TestRow;
use crate::output::{Paint, Role};
use commute::numbers::{counted, time};

/// The tests that do not hold, each with what it cost, and then the numbers of all.
pub fn tests_text(file: &str, rows: &[TestRow], paint: Paint) -> String {
    let mut text = String::new();
    let width = rows.iter().filter(|row| is_listed(row)).map(|row| row.name.len()).max().unwrap_or(0);
    for row in rows.iter().filter(|row| is_listed(row)) {
        let (role, verdict) = verdict(row);
        let states = row.states.map_or(String::new(), |states| counted(states, "state"));
        let took = row.time.map_or(String::new(), time);
        let line = format!("{:<width$}  {states:>15}  {took}", row.name);
        text += &format!("  {}  {}\n", paint.apply(role, &format!("{verdict:<11}")), line.trim_end());
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text + &format!("{file}: {}\n", counts(rows))
}

/// Whether it is worth a line at the end.
fn is_listed(row: &TestRow) -> bool {
    row.exit.is_some_and(|exit| exit != Exit::Holds)
}

fn verdict(row: &TestRow) -> (Role, &'static str) {
    match row.exit {
        Some(Exit::Holds) => (Role::Good, "holds"),
        Some(Exit::Violated) => (Role::Bad, "violated"),
        Some(Exit::Undecided) => (Role::Unsure, "not decided"),
        Some(Exit::Rejected | Exit::Error) => (Role::Bad, "rejected"),
        None => (Role::Faint, "skipped"),
    }
}

fn counts(rows: &[TestRow]) -> String {
    let count = |wanted: &dyn Fn(&TestRow) -> bool| rows.iter().filter(|row| wanted(row)).count();
    let of = |exit: Exit| count(&|row| row.exit == Some(exit));
    let (holds, violated, undecided) = (of(Exit::Holds), of(Exit::Violated), of(Exit::Undecided));
    let tests = count(&|row| row.exit.is_some());
    let rejected = tests - holds - violated - undecided;
    let skipped = count(&|row| row.off);
    let not_run = count(&|row| row.exit.is_none() && !row.off);
    let mut text = format!(
        "{tests} tests: {holds} hold, {violated} violated, {undecided} not decided, {rejected} rejected; {skipped} skipped"
    );
    if not_run > 0 {
        text += &format!(", {not_run} not run");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;
    use std::time::Duration;

    #[test]
    fn what_does_not_hold_is_listed_and_everything_is_counted() {
        let row = |name: &str, exit, states: u64| TestRow {
            name: name.into(),
            exit,
            off: false,
            states: Some(states),
            time: Some(Duration::from_millis(200)),
        };
        let rows = [
            row("a.T#good", Some(Exit::Holds), 5),
            row("a.T#bad", Some(Exit::Violated), 1),
            row("a.Other#large", Some(Exit::Undecided), 12_345),
            TestRow { off: true, ..TestRow::not_run("a.T#off") },
            TestRow::not_run("a.T#later"),
        ];
        expect![[r#"
              violated     a.T#bad                1 state  200 ms
              not decided  a.Other#large    12,345 states  200 ms

            out: 3 tests: 1 hold, 1 violated, 1 not decided, 0 rejected; 1 skipped, 1 not run
        "#]]
        .assert_eq(&tests_text("out", &rows, Paint::new(false)));
    }
}
