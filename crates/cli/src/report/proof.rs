//! What was proved and what it rests on; what was not, and how it fails.

mod basis;
mod finding;

use super::ending::ReplayHint;
use super::verdict::replay_text;
use crate::args::{ReadArgs, View};
use crate::output::{Paint, Role};
use commute::numbers::counted;
use commute::prove::Searched;
use commute::prove::{ProofVerdict, Tried};
use commute::{Constant, Program, schedule};
use commute_base::{SourceMap, Span};
use commute_prover::code::{env_label, invariant_label, loop_label};
use commute_prover::obligations::{Rule, init_label};
use commute_prover::spec::Conjunct;
use commute_prover::{Refusal, Vacuity};
use std::fmt::Write;
use std::path::Path;

/// A proof, or an attempt at one.
pub struct Proof<'a> {
    /// The program.
    pub model: &'a Program,
    /// The file it was read from.
    pub file: &'a Path,
    /// The values of its constants.
    pub constants: &'a [Constant],
    /// What came of it.
    pub tried: &'a Tried,
}

/// Why a program is not for this method.
pub fn refusal_text(model: &Program, refusal: &Refusal) -> String {
    let place = model.sources().place(refusal.span);
    format!(
        "{}: not proved: {} ({place})\n\n  A proof thread by thread does not cover this; `commute check` may decide it.\n",
        model.name(),
        refusal.reason
    )
}

/// The whole report.
pub fn proof_text(proof: &Proof<'_>, view: View) -> String {
    let paint = Paint::new(view.colour);
    let findings = &proof.tried.findings;
    let (role, verdict) = proof.verdict();
    let name = paint.apply(Role::Strong, proof.model.name());
    let mut text = format!("{name}: {}\n", paint.apply(role, verdict));
    if let Some(outcome) = proof.tried.points.as_ref().filter(|outcome| outcome.is_proof()) {
        text.push('\n');
        for line in by_points(outcome, proof.model.sources(), &proof.tried.plan.uncovered) {
            let _ = writeln!(text, "  {line}");
        }
        return text;
    }
    for finding in &findings.failed {
        text.push('\n');
        text += &proof.finding_text(finding);
    }
    for vacuity in &findings.vacuous {
        text.push('\n');
        text += &proof.vacuity_text(vacuity);
    }
    for (name, reason) in &findings.unknown {
        let _ = write!(
            text,
            "\nnot known: {name}: the solver says \"{reason}\" (give it more time with --timeout)\n"
        );
    }
    text += &proof.searched_text(view);
    text.push('\n');
    proof.basis().into_iter().for_each(|line| {
        let _ = writeln!(text, "  {line}");
    });
    text
}

/// What a proof with program counters rests on.
pub fn by_points(
    outcome: &commute_prover::points::Outcome,
    sources: &SourceMap,
    uncovered: &[String],
) -> Vec<String> {
    let line = |(at, span): (usize, &Span)| match sources.start(*span) {
        Some(place) => format!("{at} line {}", place.line),
        None => format!("{at} the {}", if at == 0 { "beginning" } else { "end" }),
    };
    let points = outcome.points.iter().map(|(name, spans)| {
        format!("pc of {name}: {}", spans.iter().enumerate().map(line).collect::<Vec<_>>().join(", "))
    });
    let points = std::iter::once("points").chain(std::iter::repeat("")).zip(points);
    let mut lines: Vec<String> = points.map(|(head, text)| format!("{head:<12} {text}")).collect();
    let heads = std::iter::once("invariants").chain(std::iter::repeat(""));
    lines.extend(heads.zip(&outcome.lemmas).map(|(head, lemma)| format!("{head:<12} {lemma}")));
    let count: usize = outcome.points.iter().map(|(_, points)| points.len()).sum();
    lines.push(format!(
        "rule         invariants with program counters: {} steps between {} points, {} states of small instances, {} questions",
        outcome.steps, count, outcome.states, outcome.questions
    ));
    lines.push(format!("not covered  {}", commute_prover::uncovered::ALWAYS));
    if !uncovered.is_empty() {
        lines.push(format!("             {}", uncovered.join(", ")));
    }
    lines
}

impl Proof<'_> {
    /// The verdict and how it looks.
    pub fn verdict(&self) -> (Role, &'static str) {
        match self.tried.verdict() {
            ProofVerdict::Violated => (Role::Bad, "violated"),
            ProofVerdict::Proved => (Role::Good, "proved"),
            ProofVerdict::NotProved => (Role::Unsure, "not proved"),
        }
    }

    fn line(&self, span: Span) -> String {
        match self.model.sources().start(span) {
            Some(at) => format!("line {}", at.line),
            None => "the start".to_owned(),
        }
    }

    /// The text of a place, on one line.
    fn quote(&self, span: Span) -> String {
        let text = self.model.sources().text(span);
        format!("`{}`", text.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// A conjunct: what was written, or what was found.
    fn conjunct(&self, conjunct: &Conjunct) -> String {
        match &conjunct.text {
            Some(text) => format!("`{text}` (found)"),
            None => format!("{} ({})", self.quote(conjunct.span), self.line(conjunct.span)),
        }
    }

    fn role(&self, role: Option<usize>) -> &str {
        role.map_or("the program", |r| &self.tried.plan.roles[r].name)
    }

    pub fn vacuity_text(&self, vacuity: &Vacuity) -> String {
        let me = self.role(vacuity.role);
        let mut text = match &vacuity.stmt {
            None => format!("nothing is shown about {me}: there is no initial state\n"),
            Some(stmt) if vacuity.rule == Rule::Abstraction && !stmt.span.is_none() => format!(
                "nothing is shown about {me} after {}: no execution gets past {}\n",
                self.line(stmt.span),
                self.quote(stmt.span)
            ),
            Some(_) => format!("nothing is shown about {me}: the assumptions contradict each other\n"),
        };
        let because: Vec<String> =
            vacuity.because.iter().filter_map(|label| self.annotation(label)).collect();
        if !because.is_empty() {
            let _ = writeln!(text, "  {:<12} {}", "because of", because.join("; "));
        }
        text
    }

    /// The annotation with this label.
    fn annotation(&self, label: &str) -> Option<String> {
        let spec = &self.tried.plan.spec;
        let find = |list: &[Conjunct], name: fn(usize) -> String, what: &str| {
            let at = (0..list.len()).find(|&k| name(k) == label)?;
            Some(format!("{what} {}", self.conjunct(&list[at])))
        };
        let loops: Vec<_> = spec.loops.iter().map(|l| l.conjunct.clone()).collect();
        find(&spec.env, env_label, "env")
            .or_else(|| find(&spec.invariants, invariant_label, "invariant"))
            .or_else(|| find(&spec.init, init_label, "init"))
            .or_else(|| find(&loops, loop_label, "loop invariant"))
            .or_else(|| (label == "first values").then(|| "the declared first values".to_owned()))
    }

    fn searched_text(&self, view: View) -> String {
        let with = |chosen: &[Constant]| {
            let values: Vec<String> = chosen.iter().map(ToString::to_string).collect();
            if values.is_empty() { String::new() } else { format!(" with {}", values.join(", ")) }
        };
        match &self.tried.searched {
            Searched::Not => String::new(),
            Searched::Impossible(why) => format!("\nIt was not searched for a real execution: {why}\n"),
            Searched::Real { violation, execution, schedule, chosen } => {
                let defines = self.constants.iter().chain(chosen).cloned().collect();
                let read = ReadArgs { defines, ..ReadArgs::default() };
                let replay = ReplayHint::new(self.file, &read, &schedule::print(schedule), None);
                format!(
                    "\nThis is real: here is an execution{} that goes wrong.\n\n{}\n{}",
                    with(chosen),
                    replay_text(self.model.sources(), execution, Some(violation), view),
                    replay.text()
                )
            }
            Searched::Nothing { states, all, chosen } => {
                let (how, so) = match all {
                    true => ("A search of all", "Nothing goes wrong there"),
                    false => ("A search of", "Nothing goes wrong in these"),
                };
                format!(
                    "\n{how} {}{} finds no such execution. {so}; {}\n",
                    counted(*states, "state"),
                    with(chosen),
                    self.advice()
                )
            }
        }
    }

    /// What to do about annotations that are too weak.
    fn advice(&self) -> &'static str {
        let all = |rules: &[Rule]| self.tried.findings.failed.iter().all(|f| rules.contains(&f.rule));
        if all(&[Rule::Reflexive]) {
            "`env` is refused as it\nstands: it must allow that others do nothing. What is true of single states is for `invariant`."
        } else if all(&[Rule::Reflexive, Rule::Transitive, Rule::TransitiveUnderInvariant]) {
            "`env` is refused as it\nstands: it must also say that others keep up the condition under which it protects something."
        } else {
            "the annotations are too weak\n\
             for this proof: between its own steps a thread knows only what `env` and the invariants say. If they say all\n\
             that is true, a variable is missing that tells where a thread stands, or a step must become larger."
        }
    }

    /// The annotations that the proofs used.
    pub fn used(&self) -> Vec<String> {
        self.tried.findings.used.iter().filter_map(|label| self.annotation(label)).collect()
    }

    /// Conjuncts that no proof needed.
    fn unused(&self) -> Option<String> {
        let spec = &self.tried.plan.spec;
        let unused = (0..spec.env.len()).filter(|&k| !self.tried.findings.used.contains(&env_label(k)));
        let unused: Vec<String> =
            unused.filter(|&k| spec.env[k].text.is_none()).map(|k| self.conjunct(&spec.env[k])).collect();
        (!unused.is_empty()).then(|| format!("not needed   env {}", unused.join(", ")))
    }
}
