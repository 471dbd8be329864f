//! `commute bench`: the same search with each way of going back (Sto00 section 10 asks for this experiment).
//!
//! Executions are explored without a store and with sleep sets, which is what programs that can only be re-executed
//! allow. Times are ratios to that of the log, in one run: nothing else can be compared between machines.

use crate::args::Bench;
use crate::exit::Exit;
use crate::output::Out;
use crate::report::show_load_error;
use commute::{Program, Subject, Undo};
use commute_explore::{Limits, Options, Order, Outcome, Reduction, Selection, StoreKind, Unobserved};
use commute_vm::UndoMethod;

/// How often each search is made.
const REPETITIONS: usize = 3;

const METHODS: [(&str, Undo); 3] = [
    ("log", Undo::Machine(UndoMethod::Log)),
    ("snapshot", Undo::Machine(UndoMethod::Snapshot)),
    ("replay", Undo::Replay),
];

/// Compares the ways of going back on each model.
pub fn run(args: &Bench, out: &mut Out<'_>) -> anyhow::Result<Exit> {
    let mut worst = Exit::Holds;
    out.text(&format!(
        "{:<32} {:<9} {:>10} {:>12} {:>12} {:>12}\n",
        "model", "undo", "executions", "steps", "repeated", "time / log"
    ))?;
    let mut wins = [0; METHODS.len()];
    for file in &args.files {
        match Program::open(file, &args.read.reading()) {
            Ok(model) => {
                let outcomes = METHODS.map(|(name, undo)| (name, fastest(&model, undo, args)));
                let log = outcomes[0].1.stats.elapsed.as_secs_f64().max(1e-6);
                let best = winner(&outcomes);
                wins[best] += 1;
                for (at, (name, outcome)) in outcomes.into_iter().enumerate() {
                    let stats = outcome.stats;
                    out.text(&format!(
                        "{:<32} {name:<9} {:>10} {:>12} {:>12} {:>12.2}{}\n",
                        model.name(),
                        stats.terminal,
                        stats.transitions,
                        stats.repeated,
                        stats.elapsed.as_secs_f64() / log,
                        if at == best { "  wins" } else { "" }
                    ))?;
                }
            }
            Err(error) => {
                show_load_error(&error, args.view);
                worst = worst.worst(Exit::of_load_error(&error));
            }
        }
    }
    let counts: Vec<String> =
        METHODS.iter().zip(wins).map(|((name, _), count)| format!("{name} {count}")).collect();
    out.text(&format!("\nFastest (models): {}\n", counts.join(", ")))?;
    Ok(worst)
}

/// Which of the ways was fastest.
fn winner(outcomes: &[(&str, Outcome); METHODS.len()]) -> usize {
    let time = |at: &usize| outcomes[*at].1.stats.elapsed;
    (0..METHODS.len()).min_by_key(time).expect("[commute internal bug] there are ways of going back")
}

/// Of a few searches, which are all the same, the one that was disturbed least.
fn fastest(model: &Program, undo: Undo, args: &Bench) -> Outcome {
    let mut best = search(model, undo, args);
    for _ in 1..REPETITIONS {
        let next = search(model, undo, args);
        if next.stats.elapsed < best.stats.elapsed {
            best = next;
        }
    }
    best
}

fn search(model: &Program, undo: Undo, args: &Bench) -> Outcome {
    let selection = Selection::named("sleep").expect("[commute internal bug] a name of Selection::NAMED");
    let options = Options {
        order: Order::Dfs,
        store: StoreKind::None,
        reduction: Reduction::Selective(selection),
        keep_going: true,
        limits: Limits { states: Some(args.max_states), ..Limits::default() },
        bounds: model.describe().bounds,
        ..Options::default()
    };
    model.search(&options, undo, &mut Unobserved)
}
