//! What was proved and what it rests on; what was not, and how it fails.

use super::numbers::counted;
use super::verdict::replay_text;
use crate::args::View;
use crate::handover::Searched;
use crate::output::{Paint, Role};
use crate::pipeline::Model;
use commute_base::Span;
use commute_prover::code::{ENVIRONMENT, OWN, Target, env_label, invariant_label, loop_label};
use commute_prover::obligations::{Rule, init_label};
use commute_prover::spec::Conjunct;
use commute_prover::{Finding, Findings, Plan, Refusal, Vacuity};
use commute_smt::{ModelValue, Values};
use std::fmt::Write;

/// A proof, or an attempt at one.
pub struct Proof<'a> {
    /// The program.
    pub model: &'a Model,
    /// What had to be shown.
    pub plan: &'a Plan,
    /// What is known.
    pub findings: &'a Findings,
    /// What the search says about what could not be shown.
    pub searched: &'a Searched,
    /// How candidates for annotations fared, if any were tried.
    pub inferred: Option<Candidates>,
    /// How long the solver took.
    pub seconds: f64,
}

/// How many candidates for annotations were tried, how many of them a search refuted, and in how many rounds.
#[derive(Clone, Copy, Debug)]
pub struct Candidates {
    pub tried: usize,
    pub refuted: usize,
    pub rounds: usize,
}

/// At most so many steps of an execution are shown.
const MAX_STEPS: usize = 12;

/// Why a program is not for this method.
pub fn refusal_text(model: &Model, refusal: &Refusal) -> String {
    let place = model.sources.place(refusal.span);
    format!(
        "{}: not proved: {} ({place})\n\n  A proof thread by thread does not cover this; `commute check` may decide it.\n",
        model.name, refusal.reason
    )
}

/// The whole report.
pub fn proof_text(proof: &Proof<'_>, view: View) -> String {
    let paint = Paint::new(view.colour);
    let findings = proof.findings;
    let (role, verdict) = proof.verdict();
    let name = paint.apply(Role::Strong, &proof.model.name);
    let mut text = format!("{name}: {}\n", paint.apply(role, verdict));
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

impl Proof<'_> {
    /// The verdict and how it looks.
    pub fn verdict(&self) -> (Role, &'static str) {
        match self.searched {
            Searched::Real { .. } => (Role::Bad, "violated"),
            _ if self.findings.is_proof() => (Role::Good, "proved"),
            _ => (Role::Unsure, "not proved"),
        }
    }

    fn line(&self, span: Span) -> String {
        match self.model.sources.start(span) {
            Some(at) => format!("line {}", at.line),
            None => "the start".to_owned(),
        }
    }

    /// The text of a place, on one line.
    fn quote(&self, span: Span) -> String {
        let text = self.model.sources.text(span);
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
        role.map_or("the program", |r| &self.plan.roles[r].name)
    }

    fn finding_text(&self, finding: &Finding) -> String {
        let (spec, me) = (&self.plan.spec, self.role(finding.role));
        let mut text = String::new();
        let title = match (&finding.target, finding.rule) {
            (Target::Assumption(_), Rule::Reflexive) => {
                format!(
                    "the assumption of {me} is not reflexive: other threads may do nothing, but it does not allow that"
                )
            }
            (Target::Assumption(_), _) => {
                format!(
                    "the assumption of {me} is not transitive: each of two steps of others satisfies it, both together do not"
                )
            }
            (Target::Guarantee { other, .. }, _) => format!("{me} may break what {other} relies on"),
            (Target::Invariant(k), Rule::InitImpliesInvariant) => {
                format!("an initial state does not satisfy invariant {}", spec.invariants[*k].name)
            }
            (Target::Invariant(k), _) => format!("{me} may break invariant {}", spec.invariants[*k].name),
            (Target::Assertion, _) => format!("{me} may fail an assertion"),
            (Target::Fault(what), _) => format!("{me} may go wrong: {what}"),
            (Target::Loop { entry: true, .. }, _) => {
                format!("{me} may enter a loop whose invariant does not hold")
            }
            (Target::Loop { entry: false, .. }, _) => format!("{me} may break the invariant of a loop"),
            (Target::Init(_), _) => "the declared first values do not satisfy `init`".to_owned(),
        };
        let _ = writeln!(text, "{title}");
        let row = |text: &mut String, head: &str, body: String| {
            let _ = writeln!(text, "  {head:<12} {body}");
        };
        if finding.rule == Rule::Abstraction {
            row(
                &mut text,
                "statement",
                format!("{}: {} (own step)", self.line(finding.span), self.quote(finding.span)),
            );
        }
        if let Some((conjunct, what)) = self.formula(finding) {
            row(&mut text, "broken", format!("{}, {what}", self.conjunct(conjunct)));
        }
        self.values(finding).into_iter().for_each(|(head, body)| row(&mut text, &head, body));
        self.steps(finding).into_iter().enumerate().for_each(|(i, step)| {
            row(&mut text, if i == 0 { "steps" } else { "" }, step);
        });
        if matches!(finding.rule, Rule::Transitive | Rule::TransitiveUnderInvariant) {
            let protected: Vec<&str> = self.changed(finding);
            let what = if protected.is_empty() { "it".to_owned() } else { protected.join(", ") };
            row(
                &mut text,
                "because",
                format!("the condition that protects {what} can be taken away by the environment"),
            );
        }
        if let Some(changed) = self.between_reads_and_write(finding) {
            let why = format!(
                "this statement reads and writes in steps of their own; between them others changed {changed}"
            );
            row(&mut text, "because", why);
        }
        if self.inferred.is_some() && finding.rule == Rule::Abstraction {
            row(
                &mut text,
                "missing",
                "a conjunct that excludes this state: no candidate that holds does".to_owned(),
            );
        }
        text
    }

    /// What others changed after the failing statement had begun to read: what it then writes may be out of date.
    fn between_reads_and_write(&self, finding: &Finding) -> Option<String> {
        let (trace, statement) = (&finding.failure.trace, finding.span);
        let inside = |span: Span| {
            !span.is_none()
                && span.file == statement.file
                && statement.start <= span.start
                && span.end <= statement.end
        };
        let wrong_step = matches!(finding.target, Target::Invariant(_) | Target::Guarantee { .. });
        let first = trace.iter().position(|s| s.stmt.label != ENVIRONMENT && inside(s.stmt.span));
        let first = first.filter(|_| wrong_step && finding.rule == Rule::Abstraction)?;
        let others = trace[first..].windows(2).filter(|pair| pair[1].stmt.label == ENVIRONMENT);
        let mut changed: Vec<&str> = Vec::new();
        for pair in others {
            let values = pair[0].values.iter().zip(&pair[1].values);
            let differ = values.filter(|((_, a), (_, b))| a != b).map(|((name, _), _)| &**name);
            changed.extend(differ.filter(|name| !name.ends_with('*')));
        }
        (!changed.is_empty()).then(|| changed.join(", "))
    }

    /// The formula that is broken, and what it is.
    fn formula(&self, finding: &Finding) -> Option<(&Conjunct, String)> {
        let spec = &self.plan.spec;
        Some(match &finding.target {
            Target::Guarantee { other, conjunct } => (&spec.env[*conjunct], format!("`env` of {other}")),
            Target::Assumption(k) => (&spec.env[*k], format!("`env` of {}", self.role(finding.role))),
            Target::Invariant(k) => (&spec.invariants[*k], "preserved by every step".to_owned()),
            Target::Loop { index, .. } => (&spec.loops[*index].conjunct, "loop invariant".to_owned()),
            Target::Init(k) => (&spec.init[*k], "`init`".to_owned()),
            Target::Assertion | Target::Fault(_) => return None,
        })
    }

    /// The value of a variable; what holds a thread is shown by its name.
    pub fn value(&self, name: &str, value: &ModelValue) -> String {
        let text = value.to_string();
        if !name.starts_with("owner(") {
            return text;
        }
        match text.as_str() {
            "-1" => "nobody".to_owned(),
            _ => {
                let open = self.plan.roles.iter().any(|r| r.is_family());
                let role =
                    text.parse::<usize>().ok().and_then(|at| self.plan.roles.get(at)).filter(|_| !open);
                role.map_or(text.clone(), |r| r.name.clone())
            }
        }
    }

    fn show(&self, values: &Values, names: &dyn Fn(&str) -> bool) -> String {
        let shown = values.iter().filter(|(name, _)| names(name));
        let shown: Vec<String> = shown.map(|(name, v)| format!("{name} = {}", self.value(name, v))).collect();
        if shown.is_empty() { "(nothing)".to_owned() } else { shown.join(", ") }
    }

    /// The variables that the formula is about, before and after.
    fn values(&self, finding: &Finding) -> Vec<(String, String)> {
        let about = |name: &str| {
            let plain = name.trim_end_matches('*').trim_end_matches(" before");
            !name.starts_with('_') && finding.about.iter().any(|a| a.trim_end_matches(" before") == plain)
        };
        let failure = &finding.failure;
        let mut rows = Vec::new();
        if finding.rule == Rule::Transitive || finding.rule == Rule::TransitiveUnderInvariant {
            return rows;
        }
        // An assertion of code is about registers; what they were read from says more.
        let of_code = matches!(finding.target, Target::Assertion | Target::Fault(_));
        let shared =
            |name: &str| !name.ends_with('*') && !name.starts_with('_') && !name.ends_with(" before");
        let wanted = |name: &str| if of_code { shared(name) } else { shared(name) && about(name) };
        rows.push(("before".to_owned(), self.show(&failure.before, &wanted)));
        let changed: Vec<&str> = failure.changed().collect();
        if !changed.is_empty() {
            let after = self.show(&failure.after, &|name| shared(name) && changed.contains(&name));
            rows.push(("after".to_owned(), after));
        }
        rows
    }

    /// The variables that differ between the first and the last state of two steps of others.
    fn changed<'f>(&self, finding: &'f Finding) -> Vec<&'f str> {
        let about = finding.about.iter().filter_map(|name| name.strip_suffix(" before"));
        about
            .filter(|name| {
                let first = finding.failure.before(&format!("{name} before"));
                first.is_some() && first != finding.failure.before(name)
            })
            .filter(|name| {
                let own = self.formula(finding).map_or("", |(c, _)| self.model.sources.text(c.span));
                own.contains(&format!("{name}'"))
            })
            .collect()
    }

    /// The steps that lead to the failure, as far as they change shared variables.
    pub fn steps(&self, finding: &Finding) -> Vec<String> {
        let trace = &finding.failure.trace;
        let mut lines = Vec::new();
        let transitive = matches!(finding.rule, Rule::Transitive | Rule::TransitiveUnderInvariant);
        for pair in trace.windows(2) {
            let (before, step) = (&pair[0], &pair[1]);
            let who = match step.stmt.label.as_str() {
                ENVIRONMENT => "environment".to_owned(),
                OWN => format!("own, {}: {}", self.line(step.stmt.span), self.quote(step.stmt.span)),
                label if transitive && step.stmt.word == "step" => label.to_owned(),
                _ => continue,
            };
            let changes: Vec<String> = before
                .values
                .iter()
                .zip(&step.values)
                .filter(|((name, a), (_, b))| {
                    let relevant = finding.about.is_empty()
                        || matches!(finding.target, Target::Assertion | Target::Fault(_))
                        || finding.about.contains(&**name)
                        || finding.about.contains(&format!("{name} before"));
                    a != b && relevant
                })
                .map(|((name, a), (_, b))| {
                    format!("{name}: {} -> {}", self.value(name, a), self.value(name, b))
                })
                .collect();
            if !changes.is_empty() {
                lines.push(format!("{who}: {}", changes.join(", ")));
            }
        }
        let hidden = lines.len().saturating_sub(MAX_STEPS);
        if hidden > 0 {
            lines.drain(..hidden);
            lines.insert(0, format!("({} before)", counted(hidden as u64, "step")));
        }
        lines
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
        let spec = &self.plan.spec;
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
        let with = |chosen: &[crate::args::Define]| {
            let values: Vec<String> = chosen.iter().map(ToString::to_string).collect();
            if values.is_empty() { String::new() } else { format!(" with {}", values.join(", ")) }
        };
        match self.searched {
            Searched::Not => String::new(),
            Searched::Impossible(why) => format!("\nIt was not searched for a real execution: {why}\n"),
            Searched::Real { violation, story, replay, chosen } => format!(
                "\nThis is real: here is an execution{} that goes wrong.\n\n{}\n{}",
                with(chosen),
                replay_text(&self.model.sources, story, Some(violation), view),
                replay.text()
            ),
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
        let all = |rules: &[Rule]| self.findings.failed.iter().all(|f| rules.contains(&f.rule));
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

    /// What the verdict rests on, line by line.
    fn basis(&self) -> Vec<String> {
        let findings = self.findings;
        let threads: Vec<&str> = self.plan.roles.iter().map(|r| r.name.as_str()).collect();
        let mut lines =
            vec![format!("threads      {}, one at a time, for every interleaving", threads.join(", "))];
        if self.plan.roles.iter().any(|r| r.is_family()) {
            lines.push("             [i] stands for any number of them".to_owned());
        }
        let rate = findings.shown as f64 / self.seconds.max(1e-6);
        lines.push(format!(
            "shown        {} in {} ({:.0} a second)",
            counted(findings.shown as u64, "condition"),
            counted(self.plan.duties.len() as u64, "obligation"),
            rate
        ));
        if findings.remembered > 0 {
            lines
                .push(format!("             {} of them were known from an earlier run", findings.remembered));
        }
        lines.push(format!("solver       {}", findings.solver));
        if !self.plan.spec.env_written {
            lines.push("assumptions  no `env` is written: they are derived from the code".to_owned());
        }
        if let Some(found) = self.inferred {
            lines.push(format!(
                "candidates   {} tried in {}, {} of them false in a state that a search saw",
                found.tried,
                counted(found.rounds as u64, "round"),
                found.refuted
            ));
        }
        if let Some(second) = &findings.second {
            lines.push(format!(
                "             {} says the same of {}, nothing of {}",
                second.solver,
                counted(second.agrees as u64, "obligation"),
                second.silent
            ));
        }
        if findings.is_proof() {
            let used = self.used();
            used.iter().enumerate().for_each(|(i, annotation)| {
                lines.push(format!("{:<12} {annotation}", if i == 0 { "used" } else { "" }));
            });
            lines.extend(self.unused());
        }
        for &role in &findings.transitive_under_invariant {
            lines.push(format!(
                "             `env` of {} is transitive because the invariants hold",
                self.plan.roles[role].name
            ));
        }
        lines.push(match self.plan.guarded {
            None => "rule         FFQ01: others may run before every operation".to_owned(),
            Some(guarded) => format!(
                "rule         FFQ01 with reduction: others do not run before a release, nor before accesses to {}",
                counted(guarded as u64, "guarded variable")
            ),
        });
        if findings.unrolled {
            lines.push(
                "unrolled     some loops were looked at for some rounds only: this is no proof".to_owned(),
            );
        }
        let dead: Vec<String> = findings.dead_code.iter().map(|stmt| self.line(stmt.span)).collect();
        if !dead.is_empty() {
            lines.push(format!("never taken  a branch at {}", dead.join(", ")));
        }
        lines.extend(findings.incidents.iter().map(|what| format!("note         {what}")));
        lines.push("not covered  deadlocks; integers are taken as unbounded".to_owned());
        lines
    }

    /// The annotations that the proofs used.
    pub fn used(&self) -> Vec<String> {
        self.findings.used.iter().filter_map(|label| self.annotation(label)).collect()
    }

    /// Conjuncts that no proof needed.
    fn unused(&self) -> Option<String> {
        let spec = &self.plan.spec;
        let unused = (0..spec.env.len()).filter(|&k| !self.findings.used.contains(&env_label(k)));
        let unused: Vec<String> =
            unused.filter(|&k| spec.env[k].text.is_none()).map(|k| self.conjunct(&spec.env[k])).collect();
        (!unused.is_empty()).then(|| format!("not needed   env {}", unused.join(", ")))
    }
}
