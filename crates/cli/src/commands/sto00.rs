//! `commute tables sto00`: the numbers of SC06 section 10 and Sto00 section 6, published and ours.

use crate::args::Undo;
use crate::exit::Exit;
use crate::output::Out;
use crate::pipeline::{self, LoadError, Model};
use commute_explore::{
    Options, OracleKind, Order, Outcome, Persistent, Reduction, Relation, Selection, StoreKind, Ties,
    Transitions, Unobserved,
};
use commute_vm::UndoMethod;

/// How many ways to break ties are tried besides the first and the last thread.
const SEEDS: u64 = 20;

/// A model that is built in.
fn model(name: &str, text: &str) -> anyhow::Result<Model> {
    pipeline::compile(name.to_owned(), text.to_owned(), &[]).map_err(|error| match error {
        LoadError::Read(_) | LoadError::Rejected { .. } => anyhow::anyhow!("{name} is no model any more"),
    })
}

fn run(model: &Model, reduction: Reduction, store: StoreKind) -> Outcome {
    let options = Options { order: Order::Dfs, reduction, store, keep_going: true, ..Options::default() };
    pipeline::search(model, &options, Undo::Machine(UndoMethod::Log), &mut Unobserved)
}

/// Prints the tables.
pub fn tables(out: &mut Out<'_>) -> anyhow::Result<Exit> {
    barrier(out)?;
    composition(out)?;
    Ok(Exit::Holds)
}

/// States of the barrier example with different persistent sets.
fn barrier(out: &mut Out<'_>) -> anyhow::Result<()> {
    let model = model("examples/barrier.cm", include_str!("../../../../examples/barrier.cm"))?;
    out.text("States of the barrier example, SC06 section 10. Which of several smallest persistent sets is taken is not\n\
              said there: ours is the range over 22 ways to break ties (first thread, last thread, 20 seeds).\n\n")?;
    out.text(&format!("  {:<28} {:>9}  {:>7}\n", "", "published", "ours"))?;
    let mut line = |name: &str, published: &str, ours: String| {
        out.text(&format!("  {name:<28} {published:>9}  {ours:>7}\n"))
    };
    line("unreduced", "106", run(&model, Reduction::None, StoreKind::Exact).stats.states.to_string())?;
    line("CSSA", "77", range(&model, Persistent::Cssa, false))?;
    line("CSSA, sleep sets", "72", range(&model, Persistent::Cssa, true))?;
    line("Algorithm 2-MLD'", "-", range(&model, Persistent::Overman, false))?;
    line("Algorithm 2-MLD', sleep sets", "-", range(&model, Persistent::Overman, true))?;
    let invisible = Reduction::InvisibleFirst(OracleKind::Predicates);
    line("invisible first", "38", run(&model, invisible, StoreKind::Exact).stats.states.to_string())?;
    Ok(())
}

fn range(model: &Model, persistent: Persistent, sleep: bool) -> String {
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

/// Executions that are explored without a store, invisible-first against composition.
fn composition(out: &mut Out<'_>) -> anyhow::Result<()> {
    let models = [
        ("examples/sto00_copy.cm", include_str!("../../../../examples/sto00_copy.cm")),
        ("examples/sto00_two_locks.cm", include_str!("../../../../examples/sto00_two_locks.cm")),
        ("examples/sto00_branches.cm", include_str!("../../../../examples/sto00_branches.cm")),
    ];
    out.text("\nExecutions explored without a store, Sto00 section 6. In the last example the paper expects composition to be\n\
              worse; composing transitions by running them does not show it.\n\n")?;
    out.text(&format!("  {:<28} {:>9}  {:>7}\n", "", "if-sss", "c-sss"))?;
    for (name, text) in models {
        let model = model(name, text)?;
        let count = |strategy: &str| {
            let selection =
                Selection::named(strategy).expect("[commute internal bug] a name of Selection::NAMED");
            run(&model, Reduction::Selective(selection), StoreKind::None).stats.terminal
        };
        out.text(&format!("  {name:<28} {:>9}  {:>7}\n", count("if-sss"), count("c-sss")))?;
    }
    Ok(())
}
