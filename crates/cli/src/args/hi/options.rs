//! What a search is asked to do.

use super::Surroundings;
use crate::args::low::{CheckArgs, KeepArg, OrderArg, RepairArg, StrategyArg, SymmetryArg};
use crate::args::selective;
use crate::args::values::Store;
use crate::reductions::{oracle_name, strategy_name};
use crate::surroundings::usual_limit;
use commute_explore::{
    Cycles, Interrupt, Keep, Limits, Options, OracleKind, Properties, Reduction, Repair, StoreKind, Symmetry,
};

/// The size of the bitstate table if none is given: 2^30 bits are 128 MiB.
const BITSTATE_LOG2: u8 = 30;

/// The limit on memory if none is given.
pub(super) fn usual_memory(around: &Surroundings) -> Option<u64> {
    usual_limit(around.memory)
}

/// What the search is asked to do.
pub(super) fn search_options(args: &CheckArgs, around: &Surroundings) -> Result<Options, String> {
    let memory = args.max_memory.or_else(|| usual_memory(around));
    selective::agree(args)?;
    let options = Options {
        order: selective::order(args)?,
        store: if selective::needs_no_store(args) { StoreKind::None } else { store(args.store, memory)? },
        // It speaks of variables, which are known when the model is.
        discipline: None,
        bound: selective::bound(args),
        properties: Properties {
            deadlock: !args.no_deadlock,
            partial_deadlock: !args.no_partial_deadlock,
            invariants: !args.no_invariants,
        },
        limits: Limits { states: args.max_states, depth: args.max_depth, memory, time: args.max_time },
        reduction: reduction(args)?,
        keep: keep(args)?,
        symmetry: match args.symmetry {
            SymmetryArg::None => Symmetry::None,
            SymmetryArg::Threads => Symmetry::Threads,
        },
        cycles: Cycles::Components,
        repair: match args.repair {
            Some(RepairArg::Restart) => Repair::Restart,
            Some(RepairArg::Again) | None => Repair::Again,
        },
        bounds: Options::default().bounds,
        keep_going: args.keep_going,
        interrupt: Interrupt::default(),
        since: None,
    };
    agree(args, &options)?;
    Ok(options)
}

/// That what the flags say of repairs and symmetry goes with the rest.
fn agree(args: &CheckArgs, options: &Options) -> Result<(), String> {
    if args.repair.is_some() && options.reduction.oracle().is_none() {
        return Err(
            "--repair is about what an oracle assumes, and this strategy has none; leave it out".to_owned()
        );
    }
    if let Some(reason) = options.objection_to_symmetry()
        && args.symmetry == SymmetryArg::Threads
    {
        return Err(format!("--symmetry threads cannot be used here: {reason}"));
    }
    if args.repair == Some(RepairArg::Again) && !options.repairs() {
        return Err("--repair again needs --order bfs, --store exact, --keep all, --symmetry none, and a --strategy with an oracle \
                    other than ld and ld+wsl-dom, whose lock sets are a part of the states"
            .to_owned());
    }
    Ok(())
}

fn reduction(args: &CheckArgs) -> Result<Reduction, String> {
    if let Some(selection) = selective::selection(args)? {
        return Ok(Reduction::Selective(selection));
    }
    let named = |kind| oracle_name(Reduction::Ample(kind)).unwrap_or_default();
    let reduction = match (selective::strategy(args), args.oracle) {
        (StrategyArg::Full, None) => Reduction::None,
        (StrategyArg::Full, Some(kind)) => {
            return Err(format!(
                "--oracle {} does nothing with --strategy full; strategies that use oracles are --strategy ample, \
                 invisible-first and transactions",
                named(kind)
            ));
        }
        (StrategyArg::Ample, kind) => Reduction::Ample(kind.unwrap_or(OracleKind::Escape)),
        (StrategyArg::InvisibleFirst, kind) => Reduction::InvisibleFirst(kind.unwrap_or(OracleKind::Auto)),
        (StrategyArg::Transactions, kind) => Reduction::Transactions(kind.unwrap_or(OracleKind::Auto)),
        (StrategyArg::Auto, None) => Reduction::Transactions(OracleKind::Auto),
        (StrategyArg::Auto, Some(kind)) => {
            return Err(format!("--strategy auto uses all oracles; leave out --oracle {}", named(kind)));
        }
        (other, _) => panic!("[commute internal bug] {other:?} is selective"),
    };
    match reduction.oracle() {
        Some(kind) if kind.follows_steps() && !reduction.is_sound() => Err(format!(
            "--oracle {} has to see every step when it is made, which --strategy ample does not show it; use \
             --strategy invisible-first or transactions",
            named(kind)
        )),
        Some(kind) if !reduction.is_sound() => Err(format!(
            "--oracle {} is known to be sound with --strategy ample only; --strategy {} goes with --oracle locks or auto",
            named(kind),
            strategy_name(reduction)
        )),
        _ => Ok(reduction),
    }
}

fn keep(args: &CheckArgs) -> Result<Keep, String> {
    match (args.keep, args.order) {
        (KeepArg::All, _) => Ok(Keep::All),
        (KeepArg::Sparse, Some(OrderArg::Dfs)) => Ok(Keep::Sparse),
        // Breadth-first search goes on from stored states.
        (KeepArg::Sparse, Some(OrderArg::Bfs) | None) => Err("--keep sparse needs --order dfs".to_owned()),
    }
}

fn store(store: Store, memory: Option<u64>) -> Result<StoreKind, String> {
    let log2_bits = match store {
        Store::Exact => return Ok(StoreKind::Exact),
        Store::Compact => return Ok(StoreKind::Compact),
        Store::None => return Ok(StoreKind::None),
        Store::Bitstate(log2) => log2.unwrap_or(BITSTATE_LOG2),
    };
    let bytes = (1u64 << log2_bits) / 8;
    match memory {
        Some(limit) if bytes > limit => Err(format!(
            "--store bitstate={log2_bits} needs {bytes} bytes, more than the limit of {limit} (see --max-memory)"
        )),
        _ => Ok(StoreKind::Bitstate { log2_bits }),
    }
}
