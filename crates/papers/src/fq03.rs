//! `commute tables fq03`: states stored between transactions, and what it costs to find out which locks protect what: by
//! beginning again, or by expanding again what relied on a lock (section 6).

use crate::sc06::ASSERTIONS;
use crate::{Agreement, Out, model, run};
use commute::Program;
use commute::numbers::grouped;
use commute_explore::{Options, OracleKind, Outcome, Reduction, Repair};

macro_rules! example {
    ($name:literal) => {
        (concat!("examples/", $name), include_str!(concat!("../../../examples/", $name)))
    };
}

/// Programs whose variables are not all protected as they seem to be at first.
const INFERRED: [(&str, &str); 12] = [
    example!("barrier.cm"),
    example!("device_driver.cm"),
    example!("memory_reuse.cm"),
    example!("master_worker.cm"),
    example!("bounded_buffer.cm"),
    example!("readers_writers.cm"),
    example!("replicated_workers.cm"),
    example!("time_varying_mutex.cm"),
    example!("primary_backup.cm"),
    example!("token_ring_pool.cm"),
    example!("elevator.cm"),
    example!("tsp.cm"),
];

fn transactions(model: &Program, repair: Repair) -> Outcome {
    let reduction = Reduction::Transactions(OracleKind::Locks);
    run(model, &Options { reduction, repair, properties: ASSERTIONS, keep_going: true, ..Options::default() })
}

/// Prints the tables.
pub fn print(out: &mut Out<'_>) -> anyhow::Result<Agreement> {
    counter(out)?;
    inference(out)?;
    Ok(Agreement::Agrees)
}

/// The counter of section 2: n threads, modulo k.
fn counter(out: &mut Out<'_>) -> anyhow::Result<()> {
    let (name, text) = example!("counter.cm");
    out.text(
        "FQ03 section 2, a counter modulo k with n threads: stored states. With transactions only the values of x and y\n\
         are left, k * k, whatever n is.\n\n",
    )?;
    out.text(&format!(
        "  {:>2} {:>3} {:>12} {:>16} {:>14}\n",
        "n", "k", "unreduced", "invisible-first", "transactions"
    ))?;
    for (n, k) in [(2, 2), (2, 4), (2, 8), (3, 2), (3, 4)] {
        let model = model(name, text, &[("N", n), ("K", k)])?;
        let states = |reduction| {
            let options = Options { reduction, properties: ASSERTIONS, ..Options::default() };
            grouped(run(&model, &options).stats.states)
        };
        out.text(&format!(
            "  {n:>2} {k:>3} {:>12} {:>16} {:>14}\n",
            states(Reduction::None),
            states(Reduction::InvisibleFirst(OracleKind::Locks)),
            states(Reduction::Transactions(OracleKind::Locks))
        ))?;
    }
    Ok(())
}

/// What a refuted guess costs in both ways.
fn inference(out: &mut Out<'_>) -> anyhow::Result<()> {
    out.text(
        "\nLock inference, section 6, transactions for assertions: when the last lock leaves M_z, the search begins again, or\n\
         the states that relied on it are expanded again. Steps are all that were made, also in searches given up.\n\n",
    )?;
    out.text(&format!(
        "  {:<22} {:>9} {:>9} {:>9}   {:>9} {:>9} {:>9} {:>7}\n",
        "", "restarts", "states", "steps", "expanded", "states", "steps", "steps"
    ))?;
    out.text(&format!(
        "  {:<22} {:>9} {:>9} {:>9}   {:>9} {:>9} {:>9} {:>7}\n",
        "", "", "", "", "again", "", "", "ratio"
    ))?;
    for (name, text) in INFERRED {
        let model = model(name, text, &[])?;
        let (restart, again) =
            (transactions(&model, Repair::Restart).stats, transactions(&model, Repair::Again).stats);
        out.text(&format!(
            "  {:<22} {:>9} {:>9} {:>9}   {:>9} {:>9} {:>9} {:>7.2}\n",
            name.trim_start_matches("examples/"),
            restart.restarts,
            grouped(restart.states),
            grouped(restart.transitions),
            again.repaired,
            grouped(again.states),
            grouped(again.transitions),
            again.transitions as f64 / restart.transitions.max(1) as f64
        ))?;
    }
    Ok(())
}
