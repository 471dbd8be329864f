//! What `commute check` is asked to do.

use super::{Surroundings, View, view};
use crate::args::conflicts::in_flags;
use crate::args::low::{
    CheckArgs, DisciplineArg, KeepArg, OrderArg, PersistentArg, ProjectArgs, RacesArg, ReadArgs, RepairArg,
    SymmetryArg, UndoArg,
};
use crate::format::Format;
use crate::project::is_project;
use commute::memory::usual_limit;
use commute::{
    Bound, Check as Settings, DisciplineKind, DisciplineRequest, Fairness, Keep, Limits, Persistent,
    Properties, Repair, Sample, Search, Undo,
};
use commute_explore::Pending;
use commute_vm::UndoMethod;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// `commute check`.
#[derive(Debug)]
pub struct Check {
    /// The models.
    pub files: Vec<PathBuf>,
    /// How to read it.
    pub read: ReadArgs,
    /// Whether the tests of Java classes are checked, one by one.
    pub junit: bool,
    /// The project whose tests are checked, instead of files.
    pub project: Option<ProjectArgs>,
    /// Whether the first test that fails is the last one.
    pub stop_first: bool,
    /// How many tests are checked at the same time.
    pub jobs: usize,
    /// What is checked, and how it is explored.
    pub search: Search,
    /// Whether the locks that the models name are proved first.
    pub proved: bool,
    /// How to survive the end of the process.
    pub checkpoints: Checkpoints,
    /// How to report.
    pub format: &'static Format,
    /// Whether "holds" is checked again.
    pub certify: bool,
    /// The annotated model instead of a report.
    pub emit_annotations: bool,
    /// The verdict only.
    pub quiet: bool,
    /// Whether to show a progress line.
    pub progress: bool,
    /// How text is shown.
    pub view: View,
    /// Where to write the schedule.
    pub save_schedule: Option<PathBuf>,
}

/// Where to write checkpoints, and which to begin with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checkpoints {
    /// Where to write them.
    pub write: Option<PathBuf>,
    /// How often.
    pub every: Duration,
    /// The one to go on from.
    pub resume: Option<PathBuf>,
}

/// What the flags mean, if they go together.
pub(super) fn check(mut args: CheckArgs, around: &Surroundings) -> Result<Check, String> {
    if args.files.is_empty() {
        // The main class stands for a file.
        args.files.extend(args.read.java.main.as_deref().map(PathBuf::from));
        // And the class path for a system.
        let is_system = !args.read.java.process.is_empty() || !args.read.java.service.is_empty();
        args.files.extend(args.read.java.class_path.first().filter(|_| is_system).cloned());
    }
    let project = project(&args)?;
    let tests = args.junit || project.is_some();
    for (asked, flag) in [(args.stop_first, "--stop-first"), (args.jobs.is_some(), "--jobs")] {
        if asked && !tests {
            return Err(format!("{flag} is about tests: it needs --junit or a project"));
        }
    }
    let several = args.files.len() > 1;
    let is_system = !args.read.java.process.is_empty() || !args.read.java.service.is_empty();
    if is_system && several {
        return Err("the processes of a system come from one place: a directory with classes or sources, or --class-path".to_owned());
    }
    for (asked, flag) in [
        (args.save_schedule.is_some(), "--save-schedule"),
        (args.checkpoint.is_some(), "--checkpoint"),
        (args.resume.is_some(), "--resume"),
    ] {
        if asked && several {
            return Err(format!("{flag} takes one model, not several"));
        }
    }
    let search = settings(&args, around).build().map_err(|conflict| in_flags(&conflict))?;
    let format = args.format.chosen();
    Ok(Check {
        search,
        proved: args.proved,
        checkpoints: Checkpoints {
            write: args.checkpoint,
            every: args.checkpoint_every,
            resume: args.resume,
        },
        view: View { verbose: args.verbose, ..view(args.colour, args.trace, around) },
        progress: around.stderr_terminal && !args.no_progress && format.for_people && !args.quiet,
        files: args.files,
        read: args.read,
        junit: args.junit,
        project,
        stop_first: args.stop_first,
        jobs: args.jobs.unwrap_or(around.cores.max(1)),
        format,
        certify: args.certify,
        emit_annotations: args.emit_annotations,
        quiet: args.quiet,
        save_schedule: args.save_schedule,
    })
}

/// The project that is meant: the one that is named, or the one here if there is nothing else to check.
fn project(args: &CheckArgs) -> Result<Option<ProjectArgs>, String> {
    let ProjectArgs { project, no_build_tool } = args.project.clone();
    if project.is_none() && !args.files.is_empty() {
        return match no_build_tool {
            true => Err("--no-build-tool is about a project, and a file was given".to_owned()),
            false => Ok(None),
        };
    }
    let directory = project.unwrap_or_else(|| ".".into());
    if !is_project(&directory) {
        return Err(match directory == Path::new(".") {
            true => "give a <FILE>, or go to a directory with a pom.xml or build.gradle".to_owned(),
            false => format!("{} has neither a pom.xml nor a build.gradle", directory.display()),
        });
    }
    for (asked, flag) in [
        (args.checkpoint.is_some(), "--checkpoint"),
        (args.resume.is_some(), "--resume"),
        (args.save_schedule.is_some(), "--save-schedule"),
        (args.emit_annotations, "--emit-annotations"),
    ] {
        if asked {
            return Err(format!("{flag} takes one program, and a project has many tests"));
        }
    }
    Ok(Some(ProjectArgs { project: Some(directory), no_build_tool }))
}

/// The check that the flags ask for.
fn settings(args: &CheckArgs, around: &Surroundings) -> Settings {
    let memory = args.max_memory.or_else(|| usual_limit(around.memory));
    let mut settings = Settings::new()
        .store(args.store)
        .no_sleep(args.no_sleep)
        .symmetric(args.symmetry == SymmetryArg::Threads)
        .undo(undo(args.undo))
        .properties(Properties {
            deadlock: !args.no_deadlock,
            partial_deadlock: !args.no_partial_deadlock,
            livelock: !args.no_livelock,
            progress: args.progress,
            invariants: !args.no_invariants,
            races: true,
        })
        .allow_races(args.races == RacesArg::Allow)
        .limits(Limits { states: args.max_states, depth: args.max_depth, memory, time: args.max_time })
        .keep_going(args.keep_going)
        .no_hunt(args.no_hunt)
        .formulas(match (args.no_ltl, args.fair) {
            (true, _) => None,
            (false, true) => Some(Fairness::Weak),
            (false, false) => Some(Fairness::None),
        })
        .writes_checkpoints(args.checkpoint.is_some())
        .resumes(args.resume.is_some())
        .learns_sharing(args.emit_annotations)
        .methods(args.methods);
    if let Some(strategy) = args.strategy {
        settings = settings.strategy(strategy);
    }
    if let Some(oracle) = args.oracle {
        settings = settings.oracle(oracle);
    }
    if let Some(sets) = args.persistent {
        settings = settings.persistent(persistent(sets));
    }
    if let Some(ties) = args.ties {
        settings = settings.ties(ties);
    }
    if let Some(order) = args.order {
        settings = settings.depth_first(order == OrderArg::Dfs);
    }
    if args.keep == KeepArg::Sparse {
        settings = settings.keep(Keep::Sparse);
    }
    if let Some(repair) = args.repair {
        settings = settings.repair(match repair {
            RepairArg::Restart => Repair::Restart,
            RepairArg::Again => Repair::Again,
        });
    }
    if let Some(sampling) = args.hunt {
        settings = settings.sample(Sample { sampling, seed: args.seed, executions: args.executions });
    }
    if let Some(bound) = args.preemptions.map(Bound::Preemptions).or(args.delays.map(Bound::Delays)) {
        settings = settings.bound(bound);
    }
    if let Some(discipline) = args.discipline {
        let kind = match discipline {
            DisciplineArg::Mld => DisciplineKind::Mld,
            DisciplineArg::MldPrime => DisciplineKind::MldPrime,
        };
        settings = settings.discipline(DisciplineRequest {
            kind,
            init: args.init.clone(),
            several: args.init_several,
            same_lock: args.same_lock,
            proved: args.proved,
        });
    }
    settings
}

fn persistent(sets: PersistentArg) -> Persistent {
    match sets {
        PersistentArg::All => Persistent::All,
        PersistentArg::Overman => Persistent::Overman,
        PersistentArg::Cssa => Persistent::Cssa,
        PersistentArg::Mld => Persistent::Mld(Pending::Locks),
        PersistentArg::MldGuards => Persistent::Mld(Pending::Guards),
    }
}

fn undo(undo: UndoArg) -> Undo {
    match undo {
        UndoArg::Log => Undo::Machine(UndoMethod::Log),
        UndoArg::Snapshot => Undo::Machine(UndoMethod::Snapshot),
        UndoArg::Replay => Undo::Replay,
    }
}
