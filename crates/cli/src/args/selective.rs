//! What the flags of selective, bounded and random searches mean, and which of them go together.

use super::low::{CheckArgs, DisciplineArg, KeepArg, OrderArg, PersistentArg, StrategyArg, UndoArg};
use super::values::Store;
use commute_explore::{Bound, Order, Pending, Persistent, Reduction, Selection};
use commute_vm::UndoMethod;

/// How the machine goes back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Undo {
    /// By itself.
    Machine(UndoMethod),
    /// By beginning again.
    Replay,
}

/// The strategy: the one that was asked for, or the strongest that goes with the other flags.
pub fn strategy(args: &CheckArgs) -> StrategyArg {
    let plain = args.hunt.is_some()
        || bound(args).is_some()
        || args.store == Store::None
        || args.discipline.is_some()
        || args.checkpoint.is_some()
        || args.resume.is_some();
    match (args.strategy, args.oracle) {
        (Some(strategy), _) => strategy,
        (None, _) if plain => StrategyArg::Full,
        (None, None) => StrategyArg::Auto,
        (None, Some(oracle)) if Reduction::Transactions(oracle).is_sound() => StrategyArg::Transactions,
        (None, Some(_)) => StrategyArg::Ample,
    }
}

/// The selective search that a strategy means, if it means one.
pub fn selection(args: &CheckArgs) -> Result<Option<Selection>, String> {
    let name = match strategy(args) {
        StrategyArg::Sss => "sss",
        StrategyArg::Cssa => "cssa",
        StrategyArg::Sleep => "sleep",
        StrategyArg::IfSss => "if-sss",
        StrategyArg::CSss => "c-sss",
        StrategyArg::ExitBlock => "exit-block",
        StrategyArg::ExitBlockRw => "exit-block-rw",
        _ if args.persistent.is_some() => return Err("--persistent needs a selective --strategy".to_owned()),
        _ if args.no_sleep => return Err("--no-sleep needs a selective --strategy".to_owned()),
        _ if args.ties.is_some() => return Err("--ties needs a selective --strategy".to_owned()),
        _ => return Ok(None),
    };
    if args.oracle.is_some() {
        return Err(format!("--oracle does nothing with --strategy {name}"));
    }
    let mut selection =
        Selection::named(name).expect("[commute internal bug] every selective strategy has a selection");
    selection.sleep &= !args.no_sleep;
    selection.ties = args.ties.unwrap_or_default();
    match args.persistent {
        None => {}
        Some(PersistentArg::All) => selection.persistent = Persistent::All,
        Some(PersistentArg::Overman) => selection.persistent = Persistent::Overman,
        Some(PersistentArg::Cssa) => selection.persistent = Persistent::Cssa,
        Some(PersistentArg::Mld) => selection.persistent = Persistent::Mld(Pending::Locks),
        Some(PersistentArg::MldGuards) => selection.persistent = Persistent::Mld(Pending::Guards),
    }
    let by_locks = matches!(selection.persistent, Persistent::Mld(_));
    if by_locks && (args.discipline.is_none() || strategy(args) != StrategyArg::CSss) {
        return Err("--persistent mld and mld-guards need --discipline and --strategy c-sss".to_owned());
    }
    Ok(Some(selection))
}

/// The flag that wants depth-first order, if there is one.
fn wants_dfs(args: &CheckArgs) -> Result<Option<&'static str>, String> {
    Ok(if selection(args)?.is_some() {
        Some("a selective --strategy")
    } else if args.discipline.is_some() {
        Some("--discipline")
    } else if args.store == Store::None {
        Some("--store none")
    } else if args.preemptions.is_some() {
        Some("--preemptions")
    } else if args.delays.is_some() {
        Some("--delays")
    } else {
        None
    })
}

/// In which order to explore.
pub fn order(args: &CheckArgs) -> Result<Order, String> {
    if let Some(hunt) = args.hunt {
        if args.order.is_some() {
            return Err("--hunt has an order of its own".to_owned());
        }
        if args.executions == 0 {
            return Err("--hunt tries at least one execution".to_owned());
        }
        return Ok(Order::Walk { hunt, seed: args.seed, executions: args.executions });
    }
    match (args.order, wants_dfs(args)?) {
        (Some(OrderArg::Bfs), Some(flag)) => Err(format!("{flag} needs --order dfs")),
        (Some(OrderArg::Dfs), _) | (None, Some(_)) => Ok(Order::Dfs),
        (Some(OrderArg::Bfs) | None, None) => Ok(Order::Bfs),
    }
}

/// How often the scheduler may interfere.
pub fn bound(args: &CheckArgs) -> Option<Bound> {
    args.preemptions.map(Bound::Preemptions).or(args.delays.map(Bound::Delays))
}

/// Whether executions are explored, not states, whatever `--store` says.
pub fn needs_no_store(args: &CheckArgs) -> bool {
    args.hunt.is_some() || args.discipline.is_some()
}

/// Refuses flags that do not go with `--discipline`.
fn agree_on_discipline(args: &CheckArgs) -> Result<(), String> {
    if !args.init.is_empty() && args.discipline != Some(DisciplineArg::MldPrime) {
        return Err("--init needs --discipline mld-prime".to_owned());
    }
    if args.discipline.is_none() {
        return Ok(());
    }
    if selection(args)?.is_none() && strategy(args) != StrategyArg::Full {
        return Err("--discipline needs --strategy full or a selective one".to_owned());
    }
    if !matches!(args.store, Store::Exact | Store::None) {
        return Err("--discipline explores executions and stores nothing".to_owned());
    }
    if args.keep != KeepArg::All || bound(args).is_some() || args.hunt.is_some() {
        return Err(
            "--discipline goes neither with --keep sparse nor with --hunt and bounds on switches".to_owned()
        );
    }
    if args.undo == UndoArg::Replay {
        return Err("--discipline has to look at states, so --undo replay does not do".to_owned());
    }
    Ok(())
}

/// Refuses flags that do not go together.
pub fn agree(args: &CheckArgs) -> Result<(), String> {
    agree_on_discipline(args)?;
    let plain = strategy(args) == StrategyArg::Full && args.keep == KeepArg::All;
    if bound(args).is_some() && !plain {
        // The execution that a reduction keeps may be the one with many switches.
        return Err("--preemptions and --delays need --strategy full and --keep all".to_owned());
    }
    if args.hunt.is_some() && !(plain && bound(args).is_none()) {
        return Err("--hunt needs --strategy full and --keep all, and no bound on switches".to_owned());
    }
    if selection(args)?.is_some() && args.keep != KeepArg::All {
        return Err("a selective --strategy needs --keep all".to_owned());
    }
    if args.store == Store::None && args.keep != KeepArg::All {
        return Err("--store none needs --keep all".to_owned());
    }
    Ok(())
}

/// How the machine goes back.
pub fn undo(args: &CheckArgs) -> Result<Undo, String> {
    let can_replay = args.store == Store::None
        && matches!(strategy(args), StrategyArg::Full | StrategyArg::Sleep)
        && !matches!(args.persistent, Some(PersistentArg::Overman | PersistentArg::Cssa));
    match args.undo {
        UndoArg::Log => Ok(Undo::Machine(UndoMethod::Log)),
        UndoArg::Snapshot => Ok(Undo::Machine(UndoMethod::Snapshot)),
        UndoArg::Replay if can_replay => Ok(Undo::Replay),
        UndoArg::Replay => Err("--undo replay needs --store none, and --strategy full or sleep".to_owned()),
    }
}
