//! What could not be shown: the formula that is broken, and how.

use super::Proof;
use commute::numbers::counted;
use commute_base::Span;
use commute_prover::Finding;
use commute_prover::code::{ENVIRONMENT, OWN, Target};
use commute_prover::obligations::Rule;
use commute_prover::spec::Conjunct;
use commute_smt::{ModelValue, Values};
use std::fmt::Write;

/// At most so many steps of an execution are shown.
const MAX_STEPS: usize = 12;

impl Proof<'_> {
    pub(super) fn finding_text(&self, finding: &Finding) -> String {
        let mut text = self.title(finding) + "\n";
        for (head, body) in self.rows(finding) {
            let _ = writeln!(text, "  {head:<12} {body}");
        }
        text
    }

    fn title(&self, finding: &Finding) -> String {
        let (spec, me) = (&self.tried.plan.spec, self.role(finding.role));
        match (&finding.target, finding.rule) {
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
        }
    }

    /// What is said below the title, each with its heading.
    fn rows(&self, finding: &Finding) -> Vec<(&'static str, String)> {
        let mut rows = Vec::new();
        let in_code = matches!(finding.target, Target::Assertion | Target::Fault(_));
        if finding.rule == Rule::Abstraction || in_code {
            let (line, quote) = (self.line(finding.span), self.quote(finding.span));
            rows.push(("statement", format!("{line}: {quote} (own step)")));
        }
        if let Some((conjunct, what)) = self.formula(finding) {
            rows.push(("broken", format!("{}, {what}", self.conjunct(conjunct))));
        }
        rows.extend(self.values(finding));
        let heads = std::iter::once("steps").chain(std::iter::repeat(""));
        rows.extend(heads.zip(self.steps(finding)));
        rows.extend(self.reasons(finding).into_iter().map(|reason| ("because", reason)));
        if self.tried.inferred.is_some() && finding.rule == Rule::Abstraction {
            let missing = "a conjunct that excludes this state: no candidate that holds does";
            rows.push(("missing", missing.to_owned()));
        }
        rows
    }

    fn reasons(&self, finding: &Finding) -> Vec<String> {
        let mut reasons = Vec::new();
        if matches!(finding.rule, Rule::Transitive | Rule::TransitiveUnderInvariant) {
            let protected = self.changed(finding);
            let what = if protected.is_empty() { "it".to_owned() } else { protected.join(", ") };
            reasons.push(format!("the condition that protects {what} can be taken away by the environment"));
        }
        if let Some(changed) = self.between_reads_and_write(finding) {
            reasons.push(format!(
                "this statement reads and writes in steps of their own; between them others changed {changed}"
            ));
        }
        reasons
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
        let spec = &self.tried.plan.spec;
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
                let open = self.tried.plan.roles.iter().any(|r| r.is_family());
                let role =
                    text.parse::<usize>().ok().and_then(|at| self.tried.plan.roles.get(at)).filter(|_| !open);
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
    fn values(&self, finding: &Finding) -> Vec<(&'static str, String)> {
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
        rows.push(("before", self.show(&failure.before, &wanted)));
        let changed: Vec<&str> = failure.changed().collect();
        if !changed.is_empty() {
            let after = self.show(&failure.after, &|name| shared(name) && changed.contains(&name));
            rows.push(("after", after));
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
                let own = self.formula(finding).map_or("", |(c, _)| self.model.sources().text(c.span));
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
            let changes = self.changes(finding, &before.values, &step.values);
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

    /// What differs between two states, as far as the failure is about it.
    fn changes(&self, finding: &Finding, before: &Values, after: &Values) -> Vec<String> {
        let all = finding.about.is_empty() || matches!(finding.target, Target::Assertion | Target::Fault(_));
        let relevant = |name: &str| {
            all || finding.about.contains(name) || finding.about.contains(&format!("{name} before"))
        };
        let both = before.iter().zip(after);
        both.filter(|((name, a), (_, b))| a != b && relevant(name))
            .map(|((name, a), (_, b))| format!("{name}: {} -> {}", self.value(name, a), self.value(name, b)))
            .collect()
    }
}
