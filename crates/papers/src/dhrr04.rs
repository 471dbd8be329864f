//! `commute tables dhrr04`: the papers' tables, published and ours.

use crate::{Agreement, Extent, Out, Programs};
use commute::compared::compared;
use commute::numbers::grouped;
use commute::{Program, java};
use commute_explore::{Options, Order, Stats};
use commute_ir::analysis::CallGraph;
use commute_ir::{FuncId, Instr};
use commute_machine::{HeapView, Machine, StepResult, Tid, Transition};

/// Where the text of a program comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// A figure.
    Printed,
    /// The description of a figure, whose listing is not in the text of the paper that we have.
    Described,
    /// It is our own.
    Ours,
}

/// A row of DHRR04's tables 1 and 2: an example, its model here, and what is published for each column.
struct Row {
    title: &'static str,
    file: &'static str,
    text: &'static str,
    /// The same in Java.
    java: JavaText,
    /// The same in Java with as many threads as the paper has, if the other one has fewer.
    full: Option<JavaText>,
    origin: Origin,
    /// Threads, locations and objects.
    size: [u64; 3],
    published: &'static [Published],
}

/// A Java program: what it is called, the name of its file, and its text.
type JavaText = (&'static str, &'static str, &'static str);

/// A column: its letter, transitions, states, seconds and megabytes.
type Published = (&'static str, u64, u64, f64, f64);

macro_rules! java {
    ($folder:literal, $name:literal) => {
        (
            concat!($folder, $name, ".java"),
            concat!($name, ".java"),
            include_str!(concat!("../../../", $folder, $name, ".java")),
        )
    };
}

macro_rules! row {
    ($title:literal, $file:literal, $java:literal, $full:expr, $origin:ident, $size:expr, $published:expr) => {
        Row {
            title: $title,
            file: concat!("examples/", $file),
            text: include_str!(concat!("../../../examples/", $file)),
            java: java!("examples/java/", $java),
            full: $full,
            origin: Origin::$origin,
            size: $size,
            published: $published,
        }
    };
}

/// What the paper marks with `<` (the same as in the column to the left) is written out.
const DHRR04: &[Row] = &[
    row!(
        "Independent Work 1",
        "independent_work_1.cm",
        "IndependentWork1",
        None,
        Described,
        [3, 36, 22],
        &[
            ("B", 23302, 6670, 6.63, 1.08),
            ("S", 1008, 565, 0.52, 0.41),
            ("D", 402, 230, 0.32, 0.39),
            ("DA", 402, 2, 0.16, 0.36),
            ("SDA", 404, 2, 0.13, 0.37),
        ]
    ),
    row!(
        "Independent Work 2",
        "independent_work_2.cm",
        "IndependentWork2",
        None,
        Described,
        [3, 48, 22],
        &[
            ("B", 18822, 5810, 5.56, 0.96),
            ("S", 18822, 5810, 5.56, 0.96),
            ("D", 402, 230, 0.47, 0.40),
            ("DA", 402, 2, 0.18, 0.36),
            ("SDA", 402, 2, 0.18, 0.36),
        ]
    ),
    row!(
        "Deadlock",
        "deadlock.cm",
        "Deadlock",
        None,
        Ours,
        [3, 31, 6],
        &[
            ("B", 288, 142, 0.26, 0.37),
            ("S", 288, 142, 0.26, 0.37),
            ("D", 178, 113, 0.26, 0.36),
            ("DA", 253, 36, 0.23, 0.36),
            ("SDA", 253, 36, 0.23, 0.36),
        ]
    ),
    row!(
        "Bounded Buffer",
        "bounded_buffer.cm",
        "BBDriver",
        None,
        Printed,
        [3, 64, 10],
        &[
            ("B", 10298, 4641, 4.11, 0.89),
            ("S", 10298, 4641, 4.11, 0.89),
            ("D", 7176, 3713, 3.44, 0.72),
            ("DA", 13488, 2473, 2.88, 0.62),
            ("SDA", 13488, 2473, 2.88, 0.62),
            ("WSL", 3731, 140, 0.59, 0.46),
            ("WSL-dom", 2914, 81, 0.54, 0.44),
            ("LD", 4410, 341, 0.76, 0.49),
            ("LD+WSL-dom", 2914, 81, 0.56, 0.45),
        ]
    ),
    row!(
        "Readers Writers",
        "readers_writers.cm",
        "ReadersWriters",
        Some(java!("crates/papers/java/", "ReadersWriters")),
        Ours,
        [5, 314, 14],
        &[
            ("B", 1_788_086, 313_331, 686.0, 30.5),
            ("S", 1_788_086, 313_331, 686.0, 30.5),
            ("D", 391_191, 103_638, 222.0, 10.18),
            ("DA", 700_566, 79554, 226.0, 8.89),
            ("SDA", 700_566, 79554, 226.0, 8.89),
            ("WSL", 272_680, 20826, 45.0, 3.38),
            ("WSL-dom", 262_480, 18924, 47.0, 3.25),
            ("LD", 739_570, 86499, 171.0, 9.42),
            ("LD+WSL-dom", 262_480, 18924, 44.0, 3.25),
        ]
    ),
    row!(
        "Replicated Workers",
        "replicated_workers.cm",
        "ReplicatedWorkers",
        Some(java!("crates/papers/java/", "ReplicatedWorkers")),
        Ours,
        [4, 509, 44],
        &[
            ("B", 25_557_571, 4_594_721, 32454.0, 434.99),
            ("S", 4_376_590, 1_344_215, 4355.0, 117.38),
            ("D", 2_076_823, 827_763, 2388.0, 71.21),
            ("DA", 2_535_696, 231_219, 1307.0, 24.99),
            ("SDA", 2_661_545, 231_219, 1270.0, 23.34),
            ("WSL", 994_007, 49354, 248.0, 6.52),
            ("WSL-dom", 994_007, 49354, 306.0, 7.12),
            ("LD", 2_908_147, 200_947, 999.0, 21.87),
            ("LD+WSL-dom", 806_863, 36724, 232.0, 6.41),
        ]
    ),
];

/// Our columns that are compared with a published one: Algorithm 6 as it stands, and what we have made of it.
const LD: &[&str] = &["LD-sets", "LD"];

/// Prints tables 1 and 2 of DHRR04.
pub fn print(written: Programs, extent: Extent, out: &mut Out<'_>) -> anyhow::Result<Agreement> {
    out.text(
        "DHRR04 tables 1 and 2, published and ours. Bogor's steps are bytecodes, ours are accesses to shared data, so the\n\
         numbers differ; what can be compared is how many times fewer states than B each column has. Times are those of\n\
         the search with all restarts, the shortest of three (with --full of one). LD-sets is Algorithm 6; LD begins with\n\
         locks that one can point at, and knows what is only read. Our threads and objects are the most at once, in the\n\
         execution in which threads take turns, without the objects that are there before the first step.\n",
    )?;
    for row in DHRR04 {
        out.text(&table(row, written, extent)?)?;
    }
    out.text(
        "\n* our own writing: the paper does not print the program.\n\
         + after the description of Fig. 2; the lists have ten nodes in Java, as the 22 objects of the paper say.\n",
    )?;
    Ok(Agreement::Agrees)
}

/// The program of a row.
fn program(row: &Row, written: Programs, extent: Extent) -> anyhow::Result<Program> {
    let (name, file, text) = match (written, extent) {
        (Programs::Models, _) => return crate::model(row.file, row.text, &[]),
        (Programs::Java, Extent::Quick) => row.java,
        (Programs::Java, Extent::Published) => row.full.unwrap_or(row.java),
    };
    Ok(java::from_text(name, file, text)?)
}

fn table(row: &Row, written: Programs, extent: Extent) -> anyhow::Result<String> {
    let program = program(row, written, extent)?;
    let mark = match row.origin {
        Origin::Printed => "",
        Origin::Described => "+",
        Origin::Ours => "*",
    };
    let mut text = format!("\n{}{mark}  ({})\n", row.title, program.name());
    for (what, (published, ours)) in
        ["threads", "locations", "objects"].iter().zip(row.size.iter().zip(size(&program)))
    {
        text += &format!("  {what} {ours} ({published} published)");
    }
    text += "\n              published: states       trans      time       MB    ours: states       trans      time       MB  times fewer: published    ours\n";
    let mut base = None;
    for published in row.published {
        for letter in if published.0 == "LD" { LD } else { std::slice::from_ref(&published.0) } {
            let ours = search(&program, letter, extent)?;
            let (most_published, most_ours) = *base.get_or_insert((published.2, ours.states));
            text += &line(letter, published, &ours, (most_published, most_ours));
        }
    }
    Ok(text)
}

fn line(letter: &str, published: &Published, ours: &Stats, base: (u64, u64)) -> String {
    let &(_, trans, states, seconds, megabytes) = published;
    let ratio = |a: u64, b: u64| a as f64 / b as f64;
    format!(
        "  {letter:<10} {:>19} {:>11} {:>7.2} s {:>8.2} {:>15} {:>11} {:>7.2} s {:>8.2} {:>23.1} {:>7.1}\n",
        grouped(states),
        grouped(trans),
        seconds,
        megabytes,
        grouped(ours.states),
        grouped(ours.transitions),
        ours.elapsed.as_secs_f64(),
        (ours.store_bytes + ours.frontier_bytes) as f64 / 1e6,
        ratio(base.0, states),
        ratio(base.1, ours.states),
    )
}

/// What a search with the reduction of this letter comes to, and the shortest time of three if that is not long.
fn search(program: &Program, letter: &str, extent: Extent) -> anyhow::Result<Stats> {
    let named = compared().find(|named| named.letter == letter);
    let named = named.ok_or_else(|| anyhow::anyhow!("[commute internal bug] no reduction {letter}"))?;
    let options = Options {
        order: Order::Dfs,
        reduction: named.reduction,
        keep: named.keep,
        keep_going: true,
        ..Options::default()
    };
    let mut stats = crate::run(program, &options).stats;
    if extent == Extent::Quick {
        for _ in 0..2 {
            stats.elapsed = stats.elapsed.min(crate::run(program, &options).stats.elapsed);
        }
    }
    Ok(stats)
}

/// The most steps of an execution that is looked at for its size.
const STEPS: usize = 10_000;

/// Threads, places where threads may stand, and objects; threads and objects are the most at once while threads take turns.
fn size(program: &Program) -> [u64; 3] {
    let mut machine = program.machine(&Options::default());
    let before = machine.objects();
    let (mut threads, mut objects, mut last) = (0, before, 0);
    for _ in 0..STEPS {
        let now = machine.threads();
        threads = threads.max(now);
        objects = objects.max(machine.objects());
        let mut turns = (1..=now).map(|turn| Tid::new((last + turn) % now));
        let Some(tid) = turns.find(|&t| machine.choices(t) > 0) else { break };
        if machine.step(Transition { tid, choice: 0 }) != StepResult::Done {
            break;
        }
        last = tid.index();
    }
    [threads as u64, locations(program), (objects - before) as u64]
}

fn locations(program: &Program) -> u64 {
    let ir = program.ir();
    let roots = ir.threads.iter().map(|thread| thread.func);
    let functions = CallGraph::new(ir).reachable_from(roots);
    let visible = |f: usize| &ir.functions[FuncId::new(f).index()].code;
    functions.ones().flat_map(visible).filter(|instr| Instr::is_visible(instr)).count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of the line of a letter: states and transitions published, then ours.
    fn counts<'a>(text: &'a str, letter: &str) -> Vec<&'a str> {
        let line = text.lines().find(|line| line.split_whitespace().next() == Some(letter));
        let cells: Vec<&str> = line.unwrap_or_else(|| panic!("{text}")).split_whitespace().collect();
        [1, 2, 6, 7, 11, 12].map(|at| cells[at]).to_vec()
    }

    #[expect(clippy::print_stderr, reason = "whoever runs the tests must know that one was skipped")]
    fn has_javac() -> bool {
        let version = std::process::Command::new("javac").arg("-version").output();
        let found = version.is_ok_and(|out| String::from_utf8_lossy(&out.stdout).starts_with("javac 17"));
        if !found {
            eprintln!("skipped: there is no javac of a JDK 17 on the path");
        }
        found
    }

    #[test]
    fn each_row_shows_published_and_ours() {
        let text = table(&DHRR04[0], Programs::Models, Extent::Quick).unwrap();
        assert!(text.starts_with("\nIndependent Work 1+  (examples/independent_work_1.cm)\n"), "{text}");
        assert!(text.contains("\n  threads 3 (3 published)  locations "), "{text}");
        assert_eq!(counts(&text, "DA")[..3], ["2", "402", "2"], "{text}");
        assert_eq!(counts(&text, "DA")[4..], ["3335.0", "128.0"], "{text}");
    }

    /// The paper's factors: 11.8 for S, and two states for DA.
    #[test]
    fn java_has_the_papers_factors_where_work_is_independent() {
        if !has_javac() {
            return;
        }
        let text = table(&DHRR04[0], Programs::Java, Extent::Quick).unwrap();
        assert!(text.starts_with("\nIndependent Work 1+  (examples/java/IndependentWork1.java)\n"), "{text}");
        assert_eq!(counts(&text, "B")[2..4], ["2070", "4003"], "{text}");
        assert_eq!(counts(&text, "S")[2..], ["137", "137", "11.8", "15.1"], "{text}");
        let text = table(&DHRR04[1], Programs::Java, Extent::Quick).unwrap();
        assert_eq!(counts(&text, "DA")[2..4], ["2", "90"], "{text}");
    }

    #[test]
    fn a_list_of_any_length_is_two_states() {
        if !has_javac() {
            return;
        }
        let (name, file, text) = DHRR04[1].java;
        for length in [1, 40] {
            let text = text.replace("i < 10", &format!("i < {length}"));
            let program = java::from_text(name, file, &text).unwrap();
            let stats = search(&program, "DA", Extent::Published).unwrap();
            assert_eq!((stats.states, stats.transitions), (2, 10 + 8 * length));
        }
    }
}
