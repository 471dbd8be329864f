//! What cannot be asked together, in the words of the command line.

use commute::{Conflict, Setting};

/// The flag that a setting comes from.
fn flag(setting: Setting) -> &'static str {
    match setting {
        Setting::Persistent => "--persistent",
        Setting::NoSleep => "--no-sleep",
        Setting::Ties => "--ties",
        Setting::Selective => "a selective --strategy",
        Setting::Discipline => "--discipline",
        Setting::Executions => "--store none",
        Setting::Replay => "--undo replay",
        Setting::Preemptions => "--preemptions",
        Setting::Delays => "--delays",
        Setting::Checkpoint => "--checkpoint",
        Setting::Resume => "--resume",
    }
}

/// The conflict, and which flags to change.
pub fn in_flags(conflict: &Conflict) -> String {
    match conflict {
        Conflict::NotSelective(setting) => format!("{} needs a selective --strategy", flag(*setting)),
        Conflict::OracleUnused(strategy, oracle) => format!(
            "--oracle {} does nothing with --strategy {strategy}; strategies that use oracles are --strategy ample, \
             invisible-first and transactions",
            oracle.facts().name
        ),
        Conflict::OracleWithAuto(oracle) => {
            format!("--strategy auto uses all oracles; leave out --oracle {}", oracle.facts().name)
        }
        Conflict::OracleFollowsSteps(oracle) => format!(
            "--oracle {} has to see every step when it is made, which --strategy ample does not show it; use \
             --strategy invisible-first or transactions",
            oracle.facts().name
        ),
        Conflict::OracleKeepsLocksets { oracle, strategy } => format!(
            "--oracle {} is known to be sound with --strategy ample only; --strategy {strategy} goes with --oracle locks or auto",
            oracle.facts().name
        ),
        Conflict::LocksetsNeedDiscipline => {
            "--persistent mld and mld-guards need --discipline, and --strategy if-sss or c-sss".to_owned()
        }
        Conflict::NeedsDepthFirst(setting) => format!("{} needs --order dfs", flag(*setting)),
        Conflict::SamplesHaveNoOrder => "--hunt has an order of its own".to_owned(),
        Conflict::NoSamples => "--hunt tries at least one execution".to_owned(),
        Conflict::SamplesArePlain => {
            "--hunt needs --strategy full and --keep all, and no bound on switches".to_owned()
        }
        Conflict::SeveralNeedsInit => "--init-several needs --init".to_owned(),
        Conflict::InitNeedsMldPrime => "--init needs --discipline mld-prime".to_owned(),
        Conflict::DisciplineNeedsSteps => "--discipline needs --strategy full or a selective one".to_owned(),
        Conflict::DisciplineNeedsExact => "--discipline needs --store exact or none".to_owned(),
        Conflict::DisciplineNeedsAll => {
            "--discipline goes neither with --keep sparse nor with --hunt and bounds on switches".to_owned()
        }
        Conflict::BoundNeedsFull => {
            "--preemptions and --delays need --strategy full and --keep all".to_owned()
        }
        Conflict::SelectiveStoresAll => "a selective --strategy needs --keep all".to_owned(),
        Conflict::NothingToKeep => "--store none needs --keep all".to_owned(),
        Conflict::SparseNeedsDepthFirst => "--keep sparse needs --order dfs".to_owned(),
        Conflict::NothingToRepair => {
            "--repair is about what an oracle assumes, and this strategy has none; leave it out".to_owned()
        }
        Conflict::CannotRepair => {
            "--repair again needs --order bfs, --store exact, --keep all, --symmetry none, and a --strategy with an oracle \
             other than ld and ld+wsl-dom, whose lock sets are a part of the states"
                .to_owned()
        }
        Conflict::Symmetry(reason) => format!("--symmetry threads cannot be used here: {reason}"),
        Conflict::SymmetryWithSleep(reason) => {
            format!("--symmetry threads cannot be used here: {reason} (add --no-sleep)")
        }
        Conflict::BitstateTooLarge { log2_bits, bytes, limit } => format!(
            "--store bitstate={log2_bits} needs {bytes} bytes, more than the limit of {limit} (see --max-memory)"
        ),
        Conflict::NoSharingFound => {
            "--emit-annotations is for --strategy auto, transactions or invisible-first".to_owned()
        }
        Conflict::CheckpointNeedsPlain(setting) => format!(
            "{} is for --order bfs, --store exact and --strategy full, without --symmetry threads and --keep-going",
            flag(*setting)
        ),
        Conflict::OnlyExecutions => conflict.to_string(),
    }
}
