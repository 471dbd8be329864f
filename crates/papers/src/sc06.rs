//! `commute tables sc06`: what exclusive access saves, published and ours.

use crate::{Agreement, Out, Programs, model, run};
use commute::numbers::grouped;
use commute::{Program, java};
use commute_explore::{Limits, Options, OracleKind, Outcome, Properties, Reduction, Verdict};

/// Where a search of table 1 is given up: a tenth of what the paper's machine had, since ours takes less for a state.
const MOST_MEMORY: u64 = 160 << 20;

/// Only assertions, as in SC06 and FQ03.
pub(super) const ASSERTIONS: Properties = Properties::INVARIANTS;

/// A program of table 1: its title, our program of that kind, the size of it, and what is published in MB.
struct PaperProgram {
    title: &'static str,
    file: &'static str,
    text: &'static str,
    defines: &'static [(&'static str, i64)],
    /// The same as people write it in Java, with its input as constants: the name of its file in `examples/java`, and its text.
    java: Option<(&'static str, &'static str)>,
    /// None, LocalFinal, Optimistic, and the last as a part of the one before.
    published: [&'static str; 4],
}

macro_rules! program {
    ($title:literal, $file:literal, $defines:expr, $java:expr, $published:expr) => {
        PaperProgram {
            title: $title,
            file: concat!("examples/", $file),
            text: include_str!(concat!("../../../examples/", $file)),
            defines: $defines,
            java: $java,
            published: $published,
        }
    };
}

macro_rules! java {
    ($name:literal) => {
        Some((concat!($name, ".java"), include_str!(concat!("../../../examples/java/", $name, ".java"))))
    };
}

const TABLE_1: [PaperProgram; 4] = [
    program!("Clean", "event_skeleton.cm", &[("TASKS", 5)], None, ["5.03", "2.43", "1.79", "0.74"]),
    program!("HaltException", "halt_skeleton.cm", &[("WORKERS", 4)], None, ["6.74", "2.18", "1.69", "0.78"]),
    program!(
        "Elevator",
        "elevator.cm",
        &[("LIFTS", 3), ("PEOPLE", 4)],
        java!("Elevator"),
        ["> 1260", "31.2", "7.24", "0.23"]
    ),
    program!(
        "TSP",
        "tsp.cm",
        &[("WORKERS", 3)],
        java!("TravellingSalesman"),
        ["> 1600", "> 1600", "32.5", "0.02"]
    ),
];

/// The columns of the paper, and ours.
const COLUMNS: [(&str, Reduction); 4] = [
    ("None", Reduction::None),
    ("LocalFinal", Reduction::InvisibleFirst(OracleKind::LocalFinal)),
    ("Optimistic", Reduction::InvisibleFirst(OracleKind::Locks)),
    ("auto", Reduction::Transactions(OracleKind::Auto)),
];

impl PaperProgram {
    /// The program in this form, if we have it, and what it is called.
    fn read(&self, written: Programs) -> anyhow::Result<Option<(Program, String)>> {
        match (written, self.java) {
            (Programs::Models, _) => {
                let size: Vec<String> =
                    self.defines.iter().map(|(name, value)| format!("-D {name}={value}")).collect();
                let called = format!("{} {}", self.file, size.join(" "));
                Ok(Some((model(self.file, self.text, self.defines)?, called)))
            }
            (Programs::Java, Some((file, text))) => {
                let called = format!("examples/java/{file}");
                Ok(Some((java::from_text(&called, file, text)?, called)))
            }
            (Programs::Java, None) => Ok(None),
        }
    }
}

/// Prints table 1 of SC06.
pub fn print(written: Programs, out: &mut Out<'_>) -> anyhow::Result<Agreement> {
    out.text(
        "SC06 table 1: memory in MB of JPF, and of ours on programs of the same kind, for assertions. The listings are not in \n\
         the paper, and the programs here are our own. O/LF is Optimistic / LocalFinal.\n",
    )?;
    let mut exit = Agreement::Agrees;
    for program in &TABLE_1 {
        if let Some((model, called)) = program.read(written)?
            && table(program, &model, &called, out)? == Agreement::Violated
        {
            exit = Agreement::Violated;
        }
    }
    Ok(exit)
}

/// The rows of one program.
fn table(
    program: &PaperProgram,
    model: &Program,
    called: &str,
    out: &mut Out<'_>,
) -> anyhow::Result<Agreement> {
    out.text(&format!("\n{} ({called})\n", program.title))?;
    let titles = COLUMNS.iter().fold(String::new(), |line, (title, _)| format!("{line}{title:>14}"));
    out.text(&format!("  {:<12}{titles}{:>8}\n", "", "O/LF"))?;
    let [none, local, optimistic, ratio] = program.published;
    out.text(&format!(
        "  {:<12}{none:>14}{local:>14}{optimistic:>14}{:>14}{ratio:>8}\n",
        "published MB", "-"
    ))?;
    let limits = Limits { memory: Some(MOST_MEMORY), ..Limits::default() };
    let outcomes = COLUMNS.map(|(_, reduction)| {
        run(model, &Options { reduction, properties: ASSERTIONS, limits, ..Options::default() })
    });
    row(out, "ours, MB", &outcomes, |outcome| memory(outcome) as f64 / (1 << 20) as f64, 2)?;
    row(out, "ours, states", &outcomes, |outcome| outcome.stats.states as f64, 0)?;
    let is_violated = outcomes.iter().any(|outcome| outcome.verdict == Verdict::Violated);
    Ok(if is_violated { Agreement::Violated } else { Agreement::Agrees })
}

fn memory(outcome: &Outcome) -> u64 {
    outcome.stats.store_bytes + outcome.stats.frontier_bytes
}

fn row(
    out: &mut Out<'_>,
    title: &str,
    outcomes: &[Outcome; 4],
    value: impl Fn(&Outcome) -> f64,
    digits: usize,
) -> anyhow::Result<()> {
    let mut line = format!("  {title:<12}");
    for outcome in outcomes {
        let more = if outcome.incomplete.is_some() { "> " } else { "" };
        let number = value(outcome);
        let text = if digits == 0 { grouped(number as u64) } else { format!("{number:.digits$}") };
        line += &format!("{:>14}", format!("{more}{text}"));
    }
    let less = if outcomes[1].incomplete.is_some() { "< " } else { "" };
    let ratio = value(&outcomes[2]) / value(&outcomes[1]);
    line += &format!("{:>8}", format!("{less}{ratio:.2}"));
    out.text(&(line + "\n"))
}
