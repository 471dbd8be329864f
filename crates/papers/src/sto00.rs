//! `commute tables sto00`: the numbers of SC06 section 10 and Sto00 sections 6 and 9, published and ours.

use crate::{Agreement, Out};
use commute::Program;
use commute_explore::{
    Discipline, Options, OracleKind, Order, Outcome, Pending, Persistent, Reduction, Relation, Selection,
    StoreKind, Ties, Transitions,
};

/// How many ways to break ties are tried besides the first and the last thread.
const SEEDS: u64 = 20;

fn run(model: &Program, reduction: Reduction, store: StoreKind) -> Outcome {
    let options = Options { order: Order::Dfs, reduction, store, keep_going: true, ..Options::default() };
    crate::run(model, &options)
}

/// Prints the tables.
pub fn print(out: &mut Out<'_>) -> anyhow::Result<Agreement> {
    barrier(out)?;
    composition(out)?;
    discipline(out)?;
    Ok(Agreement::Agrees)
}

/// States of the barrier example with different persistent sets.
fn barrier(out: &mut Out<'_>) -> anyhow::Result<()> {
    let model = crate::model("examples/barrier.cm", include_str!("../../../examples/barrier.cm"), &[])?;
    out.text("States of the barrier example, SC06 section 10. Which of several smallest persistent sets is taken is not\n\
              said there: ours is the range over 22 ways to break ties (first thread, last thread, 20 seeds).\n\n")?;
    out.text(&format!("  {:<28} {:>9}  {:>7}\n", "", "published", "ours"))?;
    let mut line = |name: &str, published: &str, ours: String| {
        out.text(&format!("  {name:<28} {published:>9}  {ours:>7}\n"))
    };
    line("unreduced", "106", run(&model, Reduction::None, StoreKind::Exact).stats.states.to_string())?;
    line("CSSA", "77", range(&model, Persistent::Cssa, false))?;
    line("CSSA, sleep sets", "72", range(&model, Persistent::Cssa, true))?;
    line("Overman", "-", range(&model, Persistent::Overman, false))?;
    line("Overman, sleep sets", "-", range(&model, Persistent::Overman, true))?;
    let mut invisible_first = |name, published, oracle| {
        let outcome = run(&model, Reduction::InvisibleFirst(oracle), StoreKind::Exact);
        line(name, published, outcome.stats.states.to_string())
    };
    invisible_first("invisible first", "38", OracleKind::KnownPredicates)?;
    invisible_first("the same, disjointness seen", "-", OracleKind::Predicates)?;
    out.text("\nThe paper takes it as known that two threads never have exclusive access at once; the last line finds it out.\n")
}

fn range(model: &Program, persistent: Persistent, sleep: bool) -> String {
    let ties = [Ties::First, Ties::Last].into_iter().chain((0..SEEDS).map(Ties::Seed));
    let states = ties.map(|ties| {
        let (transitions, relation) = (Transitions::Steps, Relation::Conditional);
        let selection = Selection { transitions, persistent, relation, sleep, ties };
        run(model, Reduction::Selective(selection), StoreKind::Exact).stats.states
    });
    let states: Vec<u64> = states.collect();
    match (states.iter().min(), states.iter().max()) {
        (Some(least), Some(most)) if least != most => format!("{least}-{most}"),
        (Some(least), _) => least.to_string(),
        _ => String::new(),
    }
}

/// A search of a model of section 6 or 9, with a check of a discipline.
fn disciplined(model: &Program, selection: Selection, discipline: Discipline) -> Outcome {
    let (order, store, reduction) = (Order::Dfs, StoreKind::None, Reduction::Selective(selection));
    let discipline = Some(discipline);
    let options = Options { order, store, reduction, discipline, keep_going: true, ..Options::default() };
    crate::run(model, &options)
}

fn named(name: &str) -> Selection {
    Selection::named(name).expect("[commute internal bug] a name of Selection::NAMED")
}

/// The composed system, with pending operations bounded by control flow.
fn by_guards() -> Selection {
    Selection { persistent: Persistent::Mld(Pending::Guards), ..named("c-sss") }
}

/// Executions that are explored without a store, invisible-first against composition.
fn composition(out: &mut Out<'_>) -> anyhow::Result<()> {
    let models = [
        ("examples/sto00_copy.cm", include_str!("../../../examples/sto00_copy.cm")),
        ("examples/sto00_two_locks.cm", include_str!("../../../examples/sto00_two_locks.cm")),
    ];
    out.text("\nExecutions explored without a store, Sto00 section 6: composition is better.\n\n")?;
    out.text(&format!("  {:<28} {:>9}  {:>7}\n", "", "if-sss", "c-sss"))?;
    for (name, text) in models {
        let model = crate::model(name, text, &[])?;
        let count = |name| run(&model, Reduction::Selective(named(name)), StoreKind::None).stats.terminal;
        out.text(&format!("  {name:<28} {:>9}  {:>7}\n", count("if-sss"), count("c-sss")))?;
    }
    out.text(
        "\nComposition is worse, if the guards of composed transitions count as accesses (--persistent mld-guards); not if\n\
         transitions are composed by running them. Without sleep sets.\n\n",
    )?;
    out.text(&format!("  {:<28} {:>9}  {:>7}  {:>14}\n", "", "if-sss", "c-sss", "c-sss, guards"))?;
    let name = "examples/sto00_branches.cm";
    let model = crate::model(name, include_str!("../../../examples/sto00_branches.cm"), &[])?;
    let counts = [named("if-sss"), named("c-sss"), by_guards()].map(|selection| {
        let discipline = Discipline::strict();
        disciplined(&model, Selection { sleep: false, ..selection }, discipline).stats.terminal
    });
    out.text(&format!("  {name:<28} {:>9}  {:>7}  {:>14}\n", counts[0], counts[1], counts[2]))
}

/// Section 9: which checks find the violation.
fn discipline(out: &mut Out<'_>) -> anyhow::Result<()> {
    let name = "examples/sto00_semaphore.cm";
    let model = crate::model(name, include_str!("../../../examples/sto00_semaphore.cm"), &[])?;
    out.text("\nThe check of the locking discipline on the example of Sto00 section 9.\n\n")?;
    out.text(&format!("  {:<28} {:>9}  {:>10}  {:>10}\n", "", "full", "if-sss", "c-sss"))?;
    for (name, discipline) in [("MLD", Discipline::Mld), ("MLD'", Discipline::strict())] {
        let found = [Selection::EVERYTHING, named("if-sss"), named("c-sss")].map(|selection| {
            let found = disciplined(&model, selection, discipline.clone()).found;
            if found.is_empty() { "missed" } else { "found" }
        });
        out.text(&format!("  {name:<28} {:>9}  {:>10}  {:>10}\n", found[0], found[1], found[2]))?;
    }
    Ok(())
}
