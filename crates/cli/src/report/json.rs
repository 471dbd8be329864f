//! Reports for other programs. These types are the format; nothing internal is serialised, so that the
//! inside can change and the format cannot by accident.

mod comparison;
mod proof;
mod temporal;

pub use comparison::CompareDocument;
pub use proof::ProveDocument;
pub use temporal::{FormulaJson, LtlDocument};

use super::claims;
use super::discipline::{sharing_detail, sharing_name};
use super::verdict::{Checked, Counterexample, assumptions, kind_text, properties, reason_text, unchecked};
use crate::reductions;
use crate::story::{Place, Standing, Step, Story};
use commute_base::{Diagnostic, Diagnostics, Severity, SourceMap, Span};
use commute_explore::{Options, Outcome, Stats, Verdict};
use commute_machine::{Violation, ViolationKind};
use serde::Serialize;

/// A report on a file, of which there may be little to say.
pub trait Document: Serialize + Sized {
    /// The report with nothing in it but this.
    fn bare(
        file: &str,
        verdict: &'static str,
        reason: Option<String>,
        diagnostics: Vec<DiagnosticJson>,
    ) -> Self;

    /// The report on a file that was not looked into.
    fn failed(file: &str, verdict: &'static str, reason: Option<String>) -> Self {
        Self::bare(file, verdict, reason, Vec::new())
    }

    /// The report on a program that was rejected.
    fn rejected(file: &str, sources: &SourceMap, found: &Diagnostics) -> Self {
        Self::bare(file, "rejected", None, diagnostics(sources, found))
    }
}

/// The report of `commute check --json` on one file.
#[derive(Serialize, Default)]
pub struct CheckDocument {
    schema: &'static str,
    file: String,
    /// `holds`, `violated`, `undecided`, `rejected` or `error`.
    verdict: &'static str,
    /// Why the verdict is `undecided` or `error`, or why a violated program was not explored to the end.
    reason: Option<String>,
    search: Option<SearchJson>,
    /// What the reduction took for granted, and what the user says of classes.
    assumptions: Vec<AssumptionJson>,
    /// How shared variables are shared, if the reduction found out.
    discipline: Vec<SharedJson>,
    checked: Vec<String>,
    not_checked: Vec<String>,
    violations: Vec<CounterexampleJson>,
    /// What was found out about temporal formulas.
    formulas: Vec<FormulaJson>,
    statistics: Option<StatisticsJson>,
    diagnostics: Vec<DiagnosticJson>,
}

#[derive(Serialize)]
struct SharedJson {
    variable: String,
    /// `thread-local`, `read-only`, `guarded`, `handed over` or `unprotected`.
    sharing: &'static str,
    detail: String,
}

#[derive(Serialize)]
struct AssumptionJson {
    text: String,
    /// `proved`, `assumed` or `refuted, and not used`; of classes `proved`, `refuted`, `not shown` or `not decided`.
    standing: &'static str,
}

/// The report of `commute replay --json`.
#[derive(Serialize, Default)]
pub struct ReplayDocument {
    schema: &'static str,
    file: String,
    /// `holds`, `violated`, `rejected` or `error`.
    verdict: &'static str,
    reason: Option<String>,
    schedule: String,
    violation: Option<ViolationJson>,
    trace: Vec<StepJson>,
    end: Vec<StandingJson>,
    diagnostics: Vec<DiagnosticJson>,
}

#[derive(Serialize)]
struct ViolationJson {
    kind: String,
    title: String,
    message: String,
    invariant: Option<String>,
    thread: Option<String>,
    #[serde(flatten)]
    place: PlaceJson,
}

#[derive(Serialize)]
struct CounterexampleJson {
    #[serde(flatten)]
    violation: ViolationJson,
    schedule: String,
    trace: Vec<StepJson>,
    end: Vec<StandingJson>,
}

#[derive(Serialize)]
struct StepJson {
    thread: String,
    thread_number: usize,
    #[serde(flatten)]
    place: PlaceJson,
    text: String,
    effects: Vec<String>,
    changes: Vec<ChangeJson>,
}

#[derive(Serialize)]
struct ChangeJson {
    what: String,
    before: String,
    after: String,
}

#[derive(Serialize)]
struct StandingJson {
    thread: String,
    thread_number: usize,
    #[serde(flatten)]
    place: PlaceJson,
    doing: String,
}

#[derive(Serialize, Default)]
struct PlaceJson {
    file: Option<String>,
    line: Option<u32>,
    column: Option<u32>,
}

/// How it was searched, in the words of the command line.
#[derive(Serialize)]
struct SearchJson {
    order: &'static str,
    store: &'static str,
    strategy: &'static str,
    oracle: Option<&'static str>,
    keep: &'static str,
    symmetry: &'static str,
}

#[derive(Serialize)]
struct StatisticsJson {
    states: u64,
    transitions: u64,
    depth: u64,
    reduced_states: u64,
    restarts: u64,
    repaired: u64,
    terminal_states: u64,
    store_bytes: u64,
    frontier_bytes: u64,
    components: u64,
    omission_probability: f64,
    seconds: f64,
}

#[derive(Serialize)]
pub struct DiagnosticJson {
    severity: &'static str,
    code: &'static str,
    message: String,
    #[serde(flatten)]
    place: PlaceJson,
    label: String,
    help: String,
    related: Vec<RelatedJson>,
}

#[derive(Serialize)]
struct RelatedJson {
    #[serde(flatten)]
    place: PlaceJson,
    label: String,
}

const CHECK_SCHEMA: &str = "commute-check/1";
const REPLAY_SCHEMA: &str = "commute-replay/1";

impl CheckDocument {
    /// The report on a program that was checked. The verdict is about its formulas too.
    pub fn checked(checked: &Checked<'_>, warnings: &Diagnostics, formulas: Vec<FormulaJson>) -> Self {
        CheckDocument {
            schema: CHECK_SCHEMA,
            file: checked.name.to_owned(),
            verdict: temporal::with_formulas(verdict_name(&checked.outcome.verdict), &formulas),
            reason: reason(checked.outcome),
            search: Some(search(checked.options)),
            assumptions: assumptions(&checked.outcome.assumptions, checked.outcome.verdict == Verdict::Holds)
                .map(|(standing, text)| (standing, text.to_owned()))
                .chain(claims::judged(checked))
                .map(|(standing, text)| AssumptionJson { text, standing })
                .collect(),
            discipline: checked
                .outcome
                .discipline
                .iter()
                .map(|row| SharedJson {
                    variable: row.variable.clone(),
                    sharing: sharing_name(&row.sharing),
                    detail: sharing_detail(checked.program, checked.sources, &row.sharing),
                })
                .collect(),
            checked: properties(checked),
            not_checked: unchecked(checked),
            violations: checked.counterexamples.iter().map(|e| counterexample(checked.sources, e)).collect(),
            formulas,
            statistics: Some(statistics(&checked.outcome.stats)),
            diagnostics: diagnostics(checked.sources, warnings),
        }
    }
}

impl Document for CheckDocument {
    fn bare(
        file: &str,
        verdict: &'static str,
        reason: Option<String>,
        diagnostics: Vec<DiagnosticJson>,
    ) -> Self {
        CheckDocument {
            schema: CHECK_SCHEMA,
            file: file.to_owned(),
            verdict,
            reason,
            diagnostics,
            ..Self::default()
        }
    }
}

impl ReplayDocument {
    /// The report on an execution.
    pub fn replayed(
        file: &str,
        sources: &SourceMap,
        story: &Story,
        found: Option<&Violation>,
        schedule: &str,
    ) -> Self {
        let verdict = if found.is_some() { "violated" } else { "holds" };
        ReplayDocument {
            schedule: schedule.to_owned(),
            violation: found.map(|v| violation(sources, v, &story.threads)),
            trace: story.steps.iter().map(|s| step(story, s)).collect(),
            end: story.end.iter().map(|s| standing(story, s)).collect(),
            ..Self::failed(file, verdict, None)
        }
    }
}

impl Document for ReplayDocument {
    fn bare(
        file: &str,
        verdict: &'static str,
        reason: Option<String>,
        diagnostics: Vec<DiagnosticJson>,
    ) -> Self {
        ReplayDocument {
            schema: REPLAY_SCHEMA,
            file: file.to_owned(),
            verdict,
            reason,
            diagnostics,
            ..Self::default()
        }
    }
}

fn verdict_name(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "holds",
        Verdict::Violated => "violated",
        Verdict::Undecided(_) => "undecided",
    }
}

/// Why not everything was explored.
fn reason(outcome: &Outcome) -> Option<String> {
    let reason = match &outcome.verdict {
        Verdict::Undecided(reason) => Some(reason),
        _ => outcome.incomplete.as_ref(),
    };
    reason.map(|reason| reason_text(reason, &outcome.stats))
}

fn search(options: &Options) -> SearchJson {
    SearchJson {
        order: reductions::order_name(options.order),
        store: reductions::store_name(options.store),
        strategy: reductions::strategy_name(options.reduction),
        oracle: reductions::oracle_name(options.reduction),
        keep: reductions::keep_name(options.keep),
        symmetry: reductions::symmetry_name(options.symmetry),
    }
}

fn counterexample(sources: &SourceMap, example: &Counterexample) -> CounterexampleJson {
    let story = &example.story;
    CounterexampleJson {
        violation: violation(sources, &example.violation, &story.threads),
        schedule: example.schedule.clone(),
        trace: story.steps.iter().map(|s| step(story, s)).collect(),
        end: story.end.iter().map(|s| standing(story, s)).collect(),
    }
}

fn violation(sources: &SourceMap, violation: &Violation, threads: &[String]) -> ViolationJson {
    ViolationJson {
        kind: violation.kind.name().to_owned(),
        title: kind_text(&violation.kind),
        message: violation.message.clone(),
        invariant: match &violation.kind {
            ViolationKind::Invariant(name) => Some(name.clone()),
            _ => None,
        },
        thread: violation.tid.and_then(|t| threads.get(t.index()).cloned()),
        place: span_place(sources, violation.span),
    }
}

fn step(story: &Story, step: &Step) -> StepJson {
    StepJson {
        thread: story.name(step.thread).to_owned(),
        thread_number: step.thread,
        place: story_place(step.place.as_ref()),
        text: step.text.clone(),
        effects: step.effects.iter().map(ToString::to_string).collect(),
        changes: step
            .changes()
            .map(|c| ChangeJson { what: c.what.clone(), before: c.before.clone(), after: c.after.clone() })
            .collect(),
    }
}

fn standing(story: &Story, standing: &Standing) -> StandingJson {
    StandingJson {
        thread: story.name(standing.thread).to_owned(),
        thread_number: standing.thread,
        place: story_place(standing.place.as_ref()),
        doing: standing.doing.clone(),
    }
}

fn story_place(place: Option<&Place>) -> PlaceJson {
    place.map_or_else(PlaceJson::default, |place| PlaceJson {
        file: Some(place.file.clone()),
        line: Some(place.line),
        column: Some(place.column),
    })
}

fn span_place(sources: &SourceMap, span: Span) -> PlaceJson {
    match (sources.start(span), sources.get(span.file)) {
        (Some(at), Some(file)) => {
            PlaceJson { file: Some(file.name.clone()), line: Some(at.line), column: Some(at.column) }
        }
        _ => PlaceJson::default(),
    }
}

fn statistics(stats: &Stats) -> StatisticsJson {
    StatisticsJson {
        states: stats.states,
        transitions: stats.transitions,
        depth: stats.depth,
        reduced_states: stats.reduced,
        restarts: stats.restarts,
        repaired: stats.repaired,
        terminal_states: stats.terminal,
        store_bytes: stats.store_bytes,
        frontier_bytes: stats.frontier_bytes,
        components: stats.components,
        omission_probability: stats.omission,
        seconds: stats.elapsed.as_secs_f64(),
    }
}

fn diagnostics(sources: &SourceMap, list: &Diagnostics) -> Vec<DiagnosticJson> {
    let one = |d: &Diagnostic| DiagnosticJson {
        severity: match d.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        code: d.code,
        message: d.message.clone(),
        place: span_place(sources, d.primary.span),
        label: d.primary.text.clone(),
        help: d.help.clone(),
        related: d
            .secondary
            .iter()
            .map(|l| RelatedJson { place: span_place(sources, l.span), label: l.text.clone() })
            .collect(),
    };
    list.iter().map(one).collect()
}

#[cfg(test)]
mod tests;
