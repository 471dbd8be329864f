//! One test a flag: what was typed and what it means.

use super::*;
use clap::Parser;
use commute::{Keep, OracleKind, Properties, Reduction, Repair, Undo};
use commute_explore::{Options, Order, StoreKind};
use commute_vm::UndoMethod;
use std::time::Duration;

fn hi(line: &str, around: &Surroundings) -> Result<HiArgs, String> {
    let words = std::iter::once("commute").chain(line.split(' '));
    HiArgs::new(LowArgs::try_parse_from(words).map_err(|e| e.to_string())?, around)
}

fn terminal() -> Surroundings {
    Surroundings { stdout_terminal: true, stderr_terminal: true, width: Some(120), ..Default::default() }
}

fn checked_in(flags: &str, around: &Surroundings) -> Check {
    match hi(format!("check a.cm {flags}").trim_end(), around) {
        Ok(HiArgs::Check(check)) => *check,
        other => panic!("{flags}: {other:?}"),
    }
}

fn checked(flags: &str) -> Check {
    checked_in(flags, &Surroundings::default())
}

/// What the search engine is asked.
fn options(flags: &str) -> Options {
    checked(flags).search.engine_options().clone()
}

fn replayed(flags: &str) -> Replay {
    match hi(&format!("replay a.cm {flags}"), &Surroundings::default()) {
        Ok(HiArgs::Replay(replay)) => replay,
        other => panic!("{flags}: {other:?}"),
    }
}

#[test]
fn the_defaults() {
    let check = checked("");
    assert_eq!(check.files, [PathBuf::from("a.cm")]);
    assert_eq!(check.search.engine_options().order, Order::Bfs);
    assert_eq!(check.search.engine_options().store, StoreKind::Exact);
    assert_eq!(check.search.engine_options().reduction, Reduction::PersistentTransactions);
    assert!(check.search.adapts());
    assert_eq!(check.search.engine_options().keep, Keep::All);
    assert_eq!(check.search.engine_options().properties, Properties::default());
    assert_eq!(check.search.engine_options().limits, Limits::default());
    assert_eq!(check.search.undo(), Undo::Machine(UndoMethod::Log));
    assert_eq!(check.view, View { width: 100, ..View::default() });
    assert!(
        !check.search.engine_options().keep_going
            && check.format.for_people
            && !check.quiet
            && !check.progress
    );
    assert_eq!(check.save_schedule, None);
}

#[test]
fn the_command_line_is_consistent() {
    use clap::CommandFactory;
    LowArgs::command().debug_assert();
}

#[test]
fn files() {
    assert_eq!(checked("b.cm").files, [PathBuf::from("a.cm"), PathBuf::from("b.cm")]);
    assert!(hi("check", &terminal()).is_err());
}

#[test]
fn define() {
    let check = checked("-D N=4 -Dflag=true --define M=-1");
    let shown: Vec<String> = check.read.defines.iter().map(ToString::to_string).collect();
    assert_eq!(shown, ["N=4", "flag=true", "M=-1"]);
    assert!(hi("check a.cm -D N", &terminal()).unwrap_err().contains("write NAME=VALUE"));
}

#[test]
fn order() {
    assert_eq!(options("--order dfs").order, Order::Dfs);
    assert_eq!(options("--order bfs").order, Order::Bfs);
    assert!(hi("check a.cm --order x", &terminal()).is_err());
}

#[test]
fn strategy() {
    assert_eq!(options("--strategy full").reduction, Reduction::None);
    assert_eq!(options("--strategy ample").reduction, Reduction::Ample(OracleKind::Escape));
    assert!(hi("check a.cm --strategy x", &terminal()).is_err());
}

#[test]
fn oracle() {
    for &kind in OracleKind::ALL.iter().filter(|&&kind| Reduction::Ample(kind).is_sound()) {
        let flags = format!("--strategy ample --oracle {}", kind.facts().name);
        assert_eq!(options(&flags).reduction, Reduction::Ample(kind));
    }
    assert!(hi("check a.cm --strategy ample --oracle x", &terminal()).unwrap_err().contains("escape"));
    let expected = "--oracle escape does nothing with --strategy full; strategies that use oracles are \
                    --strategy ample, invisible-first and transactions";
    assert_eq!(hi("check a.cm --strategy full --oracle escape", &terminal()).unwrap_err(), expected);
    // An oracle alone is used as well as it can be.
    assert_eq!(options("--oracle locks").reduction, Reduction::Transactions(OracleKind::Locks));
    assert_eq!(options("--oracle ld").reduction, Reduction::Ample(OracleKind::Ld));
    // What goes with every step only.
    for flags in ["--hunt random", "--preemptions 2", "--delays 1", "--store none", "--checkpoint c"] {
        assert_eq!(options(flags).reduction, Reduction::None, "{flags}");
    }
    for (line, expected) in [
        ("check a.cm --strategy ample --oracle predicates", "has to see every step"),
        ("check a.cm --strategy transactions --oracle ld", "sound with --strategy ample only"),
        ("check a.cm --strategy auto --oracle locks", "uses all oracles"),
    ] {
        assert!(hi(line, &terminal()).unwrap_err().contains(expected), "{line}");
    }
    assert_eq!(options("--strategy auto").reduction, Reduction::PersistentTransactions);
}

#[test]
fn what_is_repaired_is_what_an_oracle_assumed() {
    assert_eq!(options("--repair restart").repair, Repair::Restart);
    assert_eq!(options("--repair again").repair, Repair::Again);
    for flags in
        ["--strategy full --repair restart", "--strategy sss --repair restart", "--hunt pct --repair again"]
    {
        let error = hi(&format!("check a.cm {flags}"), &terminal()).unwrap_err();
        assert!(error.contains("leave it out"), "{flags}: {error}");
    }
    let error = hi("check a.cm --repair again --order dfs", &terminal()).unwrap_err();
    assert!(error.starts_with("--repair again needs --order bfs"), "{error}");
}

#[test]
fn keep() {
    assert_eq!(options("--keep all").keep, Keep::All);
    assert_eq!(options("--keep sparse --order dfs").keep, Keep::Sparse);
    for line in ["check a.cm --keep sparse", "check a.cm --keep sparse --order bfs"] {
        assert_eq!(hi(line, &terminal()).unwrap_err(), "--keep sparse needs --order dfs");
    }
}

#[test]
fn compare() {
    let around = Surroundings { memory: Some(1000), ..terminal() };
    let line = "compare a.cm -D N=2 --max-states 5k --max-time 2s";
    let Ok(HiArgs::Compare(compare)) = hi(line, &around) else { panic!() };
    assert_eq!((compare.file, compare.read.defines.len()), (PathBuf::from("a.cm"), 1));
    assert!(compare.progress && compare.format.for_people);
    let (states, time) = (Some(5000), Some(Duration::from_secs(2)));
    assert_eq!(compare.limits, Limits { states, depth: None, memory: Some(800), time });
    let Ok(HiArgs::Compare(compare)) = hi("compare a.cm --json", &around) else { panic!() };
    assert!(!compare.format.for_people && !compare.progress);
    assert!(hi("compare a.cm b.cm", &around).is_err());
}

#[test]
fn store() {
    assert_eq!(options("--store compact").store, StoreKind::Compact);
    assert_eq!(options("--store bitstate").store, StoreKind::Bitstate { log2_bits: 30 });
    assert_eq!(options("--store bitstate=20").store, StoreKind::Bitstate { log2_bits: 20 });
}

#[test]
fn a_bit_table_must_fit_into_memory() {
    let error = hi("check a.cm --store bitstate=24 --max-memory 1M", &terminal()).unwrap_err();
    assert_eq!(
        error,
        "--store bitstate=24 needs 2097152 bytes, more than the limit of 1048576 (see --max-memory)"
    );
    assert!(hi("check a.cm --store bitstate=23 --max-memory 1M", &terminal()).is_ok());
}

#[test]
fn undo() {
    assert_eq!(checked("--undo snapshot").search.undo(), Undo::Machine(UndoMethod::Snapshot));
    assert_eq!(checked("--undo log").search.undo(), Undo::Machine(UndoMethod::Log));
}

#[test]
fn max_states() {
    assert_eq!(options("--max-states 10k").limits.states, Some(10_000));
}

#[test]
fn max_depth() {
    assert_eq!(options("--max-depth 12").limits.depth, Some(12));
}

#[test]
fn max_memory_defaults_to_four_fifths_of_what_there_is() {
    assert_eq!(options("--max-memory 1G").limits.memory, Some(1 << 30));
    let around = Surroundings { memory: Some(1000), ..Default::default() };
    assert_eq!(checked_in("", &around).search.limits().memory, Some(800));
    assert_eq!(checked_in("--max-memory 5k", &around).search.limits().memory, Some(5120));
}

#[test]
fn max_time() {
    assert_eq!(options("--max-time 5m").limits.time, Some(Duration::from_secs(300)));
}

#[test]
fn no_deadlock() {
    let properties = options("--no-deadlock").properties;
    assert_eq!(properties, Properties { deadlock: false, ..Default::default() });
}

#[test]
fn no_partial_deadlock() {
    let properties = options("--no-partial-deadlock").properties;
    assert_eq!(properties, Properties { partial_deadlock: false, ..Default::default() });
}

#[test]
fn no_invariants() {
    let properties = options("--no-invariants").properties;
    assert_eq!(properties, Properties { invariants: false, ..Default::default() });
}

#[test]
fn keep_going() {
    assert!(options("--keep-going").keep_going);
}

#[test]
fn json_has_no_progress() {
    let check = checked_in("--json", &terminal());
    assert!(!check.format.for_people && !check.progress);
}

#[test]
fn quiet_has_no_progress() {
    for flag in ["--quiet", "-q"] {
        let check = checked_in(flag, &terminal());
        assert!(check.quiet && !check.progress);
    }
}

#[test]
fn progress_needs_a_terminal_for_errors() {
    assert!(checked_in("", &terminal()).progress);
    assert!(!checked_in("--no-progress", &terminal()).progress);
    assert!(!checked_in("", &Surroundings { stdout_terminal: true, ..Default::default() }).progress);
}

#[test]
fn colour() {
    let colourless = Surroundings { no_colour: true, ..terminal() };
    assert!(checked_in("", &terminal()).view.colour);
    assert!(!checked_in("", &colourless).view.colour);
    assert!(!checked_in("--colour never", &terminal()).view.colour);
    assert!(checked_in("--colour always", &colourless).view.colour);
    assert!(checked_in("--color always", &Surroundings::default()).view.colour);
    let errors_in_a_file = Surroundings { stderr_terminal: false, ..terminal() };
    let view = checked_in("", &errors_in_a_file).view;
    assert!(view.colour && !view.stderr_colour);
}

#[test]
fn trace() {
    assert_eq!(checked("--trace list").view.trace, Some(TraceForm::List));
    assert_eq!(checked("--trace columns").view.trace, Some(TraceForm::Columns));
}

#[test]
fn width_comes_from_the_surroundings() {
    assert_eq!(checked_in("", &terminal()).view.width, 120);
    assert_eq!(checked_in("", &Surroundings { width: Some(0), ..terminal() }).view.width, 20);
}

#[test]
fn save_schedule_takes_one_model() {
    assert_eq!(checked("--save-schedule s.txt").save_schedule, Some(PathBuf::from("s.txt")));
    let error = hi("check a.cm b.cm --save-schedule s.txt", &terminal()).unwrap_err();
    assert_eq!(error, "--save-schedule takes one model, not several");
}

#[test]
fn replay_takes_text_or_a_file() {
    assert_eq!(replayed("--schedule 0").schedule, ScheduleSource::Text("0".into()));
    assert_eq!(replayed("--schedule-file s").schedule, ScheduleSource::File("s".into()));
    assert!(hi("replay a.cm", &terminal()).is_err());
    assert!(hi("replay a.cm --schedule 0 --schedule-file s", &terminal()).is_err());
}

#[test]
fn replay_flags() {
    let replay = replayed("--schedule 0 -D N=2 --json --trace list --colour always");
    assert_eq!(replay.read.defines.len(), 1);
    assert!(!replay.format.for_people && replay.view.colour);
    assert_eq!(replay.view.trace, Some(TraceForm::List));
}

#[test]
fn fmt() {
    let Ok(HiArgs::Fmt(fmt)) = hi("fmt a.cm - --check", &terminal()) else { panic!() };
    assert_eq!(fmt.files, [PathBuf::from("a.cm"), PathBuf::from("-")]);
    assert!(fmt.check);
}

#[test]
fn ir() {
    let Ok(HiArgs::Ir(ir)) = hi("ir a.cm --spans -D N=1", &terminal()) else { panic!() };
    assert!(ir.spans);
    assert_eq!(ir.read.defines.len(), 1);
}

#[test]
fn completions_and_man() {
    assert!(matches!(hi("completions zsh", &terminal()), Ok(HiArgs::Completions(Shell::Zsh))));
    assert!(matches!(hi("man", &terminal()), Ok(HiArgs::Man)));
}

#[test]
fn formats_have_names_and_json_has_a_short_form() {
    for format in crate::format::FORMATS {
        assert_eq!(checked(&format!("--format {}", format.name)).format.name, format.name);
    }
    assert_eq!((checked("").format.name, checked("--json").format.name), ("text", "json"));
    assert!(hi("check a.cm --json --format text", &terminal()).is_err());
    assert!(hi("check a.cm --format xml", &terminal()).unwrap_err().contains("json"));
}
