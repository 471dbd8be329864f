//! The verdict and what it rests on.

use super::claims;
use super::discipline;
use super::ending::{ReplayHint, standings};
use super::numbers::{bytes, counted, probability_bound, time};
use super::stats::stats_lines;
use super::trace::trace;
use crate::args::View;
use crate::output::{Paint, Role};
use crate::reductions::{keep_name, oracle_name, strategy_name, symmetry_name};
use crate::story::Story;
use commute_base::{Diagnostic, RenderOptions, SourceMap};
use commute_explore::{
    Assumption, Bound, Discipline, Keep, Options, OracleKind, Outcome, Reduction, Standing, Stats,
    StopReason, StoreKind, Symmetry, Unfollowed, Verdict,
};
use commute_front_jvm::Claim;
use commute_ir::{Program, PropertyKind};
use commute_machine::{Violation, ViolationKind};

/// A checked program and all that is known about it.
pub struct Checked<'a> {
    /// The file, as the user named it.
    pub name: &'a str,
    /// For excerpts.
    pub sources: &'a SourceMap,
    /// The program.
    pub program: &'a Program,
    /// What the search was asked to do.
    pub options: &'a Options,
    /// What it found.
    pub outcome: &'a Outcome,
    /// For a Java program: what the translation rests on.
    pub rests_on: &'a [String],
    /// For a Java program: what the user says of classes.
    pub claims: &'a [Claim],
    /// Its confirmed violations.
    pub counterexamples: Vec<Counterexample>,
    /// Whether temporal formulas are checked too; their verdicts are not part of this report.
    pub formulas: bool,
}

/// A violation and an execution that shows it.
pub struct Counterexample {
    /// What is wrong.
    pub violation: Violation,
    /// How it comes to that.
    pub story: Story,
    /// The same for `commute replay`.
    pub schedule: String,
    /// How to see it again.
    pub replay: ReplayHint,
}

/// What is wrong, in a few words.
pub fn kind_text(kind: &ViolationKind) -> String {
    match kind {
        ViolationKind::Invariant(name) if name.starts_with("invariant ") => name.clone(),
        ViolationKind::Invariant(name) => format!("invariant {name}"),
        ViolationKind::Discipline(rule) => format!("discipline: {rule}"),
        other => other.name().replace('_', " "),
    }
}

/// `file: verdict`, without a line end.
pub fn verdict_line(name: &str, outcome: &Outcome, paint: Paint) -> String {
    let (role, verdict) = match &outcome.verdict {
        Verdict::Holds => (Role::Good, "holds".to_owned()),
        Verdict::Violated => {
            let kinds: Vec<String> = outcome.found.iter().map(|f| kind_text(&f.violation.kind)).collect();
            (Role::Bad, format!("violated: {}", kinds.join(", ")))
        }
        Verdict::Undecided(reason) => {
            (Role::Unsure, format!("not decided: {}", reason_text(reason, &outcome.stats)))
        }
    };
    let (word, rest) = verdict
        .split_once(": ")
        .map_or((verdict.as_str(), String::new()), |(word, rest)| (word, format!(": {rest}")));
    format!("{}: {}{rest}", paint.apply(Role::Strong, name), paint.apply(role, word))
}

/// Why not everything was explored, and what to do about it.
pub fn reason_text(reason: &StopReason, stats: &Stats) -> String {
    match reason {
        StopReason::States(limit) => {
            format!("the limit of {} was reached (raise it with --max-states)", counted(*limit, "state"))
        }
        StopReason::Depth(limit) => {
            format!("executions were cut after {} (raise it with --max-depth)", counted(*limit, "step"))
        }
        StopReason::Memory(limit) => format!(
            "the limit of {} of memory was reached (raise it with --max-memory, or try --store compact)",
            bytes(*limit)
        ),
        StopReason::Time(limit) => {
            format!("the limit of {} was reached (raise it with --max-time)", time(*limit))
        }
        StopReason::Unfollowed(Unfollowed { what, ends }) => {
            format!("executions that come to this are not explored further ({}): {what}", counted(*ends, "time"))
        }
        StopReason::Runs => {
            "a single thread has too many different runs to be told apart (use --strategy ample)".to_owned()
        }
        StopReason::Interrupted => {
            format!("interrupted after {} and {}", counted(stats.states, "state"), time(stats.elapsed))
        }
        StopReason::Bitstate { omission } => format!(
            "nothing is wrong in the states explored, but --store bitstate may have omitted a share of up to {} of \
             all (--store exact omits none)",
            probability_bound(*omission)
        ),
        StopReason::Bound(Bound::Preemptions(n)) => {
            format!("executions with more than {} were not explored", counted(u64::from(*n), "preemption"))
        }
        StopReason::Bound(Bound::Delays(n)) => {
            format!("executions with more than {} were not explored", counted(u64::from(*n), "delay"))
        }
        StopReason::Initialisation => {
            "no execution explored violates MLD, but one that was left out may, where what passed for initialisation comes \
             later (--discipline mld-prime does not depend on the order, --strategy full leaves nothing out)"
                .to_owned()
        }
        StopReason::Hunted { executions } => {
            format!("only {} chosen at random were tried", counted(*executions, "execution"))
        }
    }
}

/// The whole report on one file, ending with a line end.
pub fn check_text(checked: &Checked<'_>, view: View, quiet: bool) -> String {
    let paint = Paint::new(view.colour);
    let mut text = verdict_line(checked.name, checked.outcome, paint) + "\n";
    if quiet {
        return text;
    }
    let many = checked.counterexamples.len();
    for (i, example) in checked.counterexamples.iter().enumerate() {
        text.push('\n');
        if many > 1 {
            let title = format!("{} of {many}: {}", i + 1, kind_text(&example.violation.kind));
            text += &format!("{}\n\n", paint.apply(Role::Strong, &title));
        }
        text += &counterexample_text(checked.sources, example, view);
    }
    let complete = checked.outcome.verdict == Verdict::Holds;
    let shared = discipline::lines(checked.program, checked.sources, &checked.outcome.discipline, complete);
    let blocks = [shared, basis(checked), stats_lines(&checked.outcome.stats, checked.options)];
    for block in blocks.iter().filter(|block| !block.is_empty()) {
        text.push('\n');
        text.extend(block.iter().map(|line| format!("  {line}\n")));
    }
    text
}

fn counterexample_text(sources: &SourceMap, example: &Counterexample, view: View) -> String {
    let mut text = replay_text(sources, &example.story, Some(&example.violation), view);
    text.push('\n');
    text += &example.replay.text();
    text
}

/// An execution, where it ends, and what is wrong there.
pub fn replay_text(sources: &SourceMap, story: &Story, violation: Option<&Violation>, view: View) -> String {
    let mut text = trace(story, view);
    text.push('\n');
    text += &standings(story, Paint::new(view.colour));
    if let Some(violation) = violation {
        text.push('\n');
        text += &excerpt(sources, violation, view);
        text.push('\n');
    }
    text
}

/// What is wrong, with the source if it has a place there.
fn excerpt(sources: &SourceMap, violation: &Violation, view: View) -> String {
    let code = match &violation.kind {
        ViolationKind::Fault(name) => name,
        ViolationKind::Deadlock => "deadlock",
        ViolationKind::PartialDeadlock => "partial_deadlock",
        ViolationKind::Invariant(_) => "invariant",
        ViolationKind::Discipline(_) => "discipline",
    };
    if violation.span.is_none() {
        return format!("error[{code}]: {}", violation.message);
    }
    let options = RenderOptions { colour: view.colour, width: view.width };
    Diagnostic::error(code, violation.span, violation.message.as_str(), "", "").render(sources, options)
}

/// What the verdict rests on, line by line.
fn basis(checked: &Checked<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    let stats = &checked.outcome.stats;
    match (&checked.outcome.verdict, &checked.outcome.incomplete) {
        (Verdict::Holds, _) => {
            let search = search_text(checked.options, stats);
            lines.push(format!("all {} ({search})", explored(checked.options, stats)));
        }
        (Verdict::Undecided(_), _) => {
            lines.push(format!("nothing is wrong in the {}", explored(checked.options, stats)));
        }
        (Verdict::Violated, Some(reason)) => {
            lines.push(format!("there may be more: {}", reason_text(reason, stats)));
        }
        (Verdict::Violated, None) => {}
    }
    if checked.options.symmetry == Symmetry::Threads {
        lines.push("thread symmetry: states that differ only in which of several equal threads is which count as one".to_owned());
    }
    let complete = checked.outcome.verdict == Verdict::Holds;
    lines.extend(assumption_lines(&checked.outcome.assumptions, complete));
    lines.extend(claims::judged(checked).map(|(standing, text)| format!("{standing}: {text}")));
    lines.push(format!("checked: {}", properties(checked).join(", ")));
    lines.extend_from_slice(checked.rests_on);
    let omitted = unchecked(checked);
    if !omitted.is_empty() {
        lines.push(format!("not checked: {}", omitted.join(", ")));
    }
    lines
}

/// What a reduction took for granted: what became of it, and what it is. After a complete search, what is not
/// refuted is proved.
pub fn assumptions(list: &[Assumption], complete: bool) -> impl Iterator<Item = (&'static str, &str)> {
    list.iter().map(move |assumption| {
        let standing = match assumption.standing {
            Standing::Refuted => "refuted, and not used",
            Standing::Unrefuted if complete => "proved",
            Standing::Unrefuted => "assumed",
        };
        (standing, assumption.text.as_str())
    })
}

/// The same as lines.
pub fn assumption_lines(list: &[Assumption], complete: bool) -> impl Iterator<Item = String> {
    assumptions(list, complete).map(|(standing, text)| format!("{standing}: {text}"))
}

/// What was explored: `31 states of the reduced system explored`.
fn explored(options: &Options, stats: &Stats) -> String {
    let system = if options.reduction == Reduction::None { "" } else { " of the reduced system" };
    match options.keep {
        // Without a store the same state counts each time that it is met.
        Keep::All if options.store == StoreKind::None => {
            format!("executions{system} explored, {} met", counted(stats.states, "state"))
        }
        Keep::All => format!("{}{system} explored", counted(stats.states, "state")),
        // How many there are is not known: those that are not stored may come again.
        Keep::Sparse => format!("states{system} explored, {} stored", counted(stats.states, "state")),
    }
}

/// How it was explored: what someone would have to trust.
fn search_text(options: &Options, stats: &Stats) -> String {
    let mut parts = vec![store_text(options.store, stats)];
    if options.reduction != Reduction::None {
        parts.push(format!("strategy {}", strategy_name(options.reduction)));
    }
    parts.extend(oracle_name(options.reduction).map(|oracle| format!("oracle {oracle}")));
    if options.keep != Keep::All {
        parts.push(format!("keep {}", keep_name(options.keep)));
    }
    if options.symmetry != Symmetry::None {
        parts.push(format!("symmetry {}", symmetry_name(options.symmetry)));
    }
    parts.join(", ")
}

fn store_text(store: StoreKind, stats: &Stats) -> String {
    match store {
        StoreKind::Exact => "exact store".to_owned(),
        StoreKind::Compact => {
            format!("compact store, probability of an omission < {}", probability_bound(stats.omission))
        }
        StoreKind::Bitstate { .. } => "bitstate store".to_owned(),
        StoreKind::None => "no store".to_owned(),
    }
}

/// What was checked.
pub fn properties(checked: &Checked<'_>) -> Vec<String> {
    let asked = checked.options.properties;
    let mut list = vec!["assertions and faults".to_owned()];
    list.extend(asked.deadlock.then(|| "deadlock".to_owned()));
    list.extend(asked.partial_deadlock.then(|| "partial deadlock".to_owned()));
    list.extend(checked.options.discipline.as_ref().map(|discipline| match discipline {
        Discipline::Mld => "locking discipline MLD".to_owned(),
        Discipline::MldPrime { .. } => "locking discipline MLD'".to_owned(),
    }));
    if asked.invariants {
        list.extend(invariants(checked.program));
    }
    list
}

/// What one might think was checked, but was not, and why.
pub fn unchecked(checked: &Checked<'_>) -> Vec<String> {
    let asked = checked.options.properties;
    let mut list = Vec::new();
    list.extend((!asked.deadlock).then(|| "deadlock (--no-deadlock)".to_owned()));
    list.extend((!asked.partial_deadlock).then(|| "partial deadlock (--no-partial-deadlock)".to_owned()));
    if !asked.invariants {
        list.extend(invariants(checked.program).map(|name| format!("{name} (--no-invariants)")));
    }
    if !checked.formulas {
        let formulas = checked.program.properties.iter().filter(|p| matches!(p.kind, PropertyKind::Ltl(_)));
        list.extend(formulas.map(|p| format!("ltl {} (--no-ltl)", p.name)));
    }
    let checks = checked.options.reduction.oracle().is_some_and(OracleKind::follows_steps);
    let annotated = !checks && says_who_has_access(checked.program);
    list.extend(annotated.then(|| "annotations (--strategy auto checks them)".to_owned()));
    list
}

/// Whether the program says of some variable or class who may access it.
pub fn says_who_has_access(program: &Program) -> bool {
    program.annotations().any(|said| {
        use commute_ir::Annotation::*;
        matches!(said, GuardedBy(_) | ExclusiveWhen(_) | Unshared | ReadOnly | SelfLocking)
    })
}

fn invariants(program: &Program) -> impl Iterator<Item = String> {
    let declared = program.properties.iter().filter(|p| matches!(p.kind, PropertyKind::Invariant(_)));
    declared.map(|p| kind_text(&ViolationKind::Invariant(p.name.clone())))
}

#[cfg(test)]
mod tests;
