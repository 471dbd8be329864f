//! What the verdict of a proof rests on.

use super::Proof;
use commute::numbers::counted;
use commute_prover::uncovered::ALWAYS;

impl Proof<'_> {
    /// What the verdict rests on, line by line.
    pub(super) fn basis(&self) -> Vec<String> {
        let mut lines = Vec::new();
        self.amount(&mut lines);
        self.asked(&mut lines);
        self.annotations(&mut lines);
        self.reach(&mut lines);
        lines
    }

    /// What was shown, of whom.
    fn amount(&self, lines: &mut Vec<String>) {
        let findings = &self.tried.findings;
        let threads: Vec<&str> = self.tried.plan.roles.iter().map(|r| r.name.as_str()).collect();
        lines.push(format!("threads      {}, one at a time, for every interleaving", threads.join(", ")));
        if self.tried.plan.roles.iter().any(|r| r.is_family()) {
            lines.push("             [i] stands for any number of them".to_owned());
        }
        let rate = findings.shown as f64 / self.tried.seconds.max(1e-6);
        lines.push(format!(
            "shown        {} in {} ({:.0} a second)",
            counted(findings.shown as u64, "condition"),
            counted(self.tried.plan.duties.len() as u64, "obligation"),
            rate
        ));
        if findings.remembered > 0 {
            lines
                .push(format!("             {} of them were known from an earlier run", findings.remembered));
        }
    }

    /// Which solvers say so, and what they were told to assume.
    fn asked(&self, lines: &mut Vec<String>) {
        let findings = &self.tried.findings;
        lines.push(format!("solver       {}", findings.solver));
        if !self.tried.plan.spec.env_written {
            lines.push("assumptions  no `env` is written: they are derived from the code".to_owned());
        }
        if let Some(found) = self.tried.inferred {
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
    }

    /// Which annotations were needed.
    fn annotations(&self, lines: &mut Vec<String>) {
        let findings = &self.tried.findings;
        if findings.is_proof() {
            let heads = std::iter::once("used").chain(std::iter::repeat(""));
            let used = heads.zip(self.used());
            lines.extend(used.map(|(head, annotation)| format!("{head:<12} {annotation}")));
            lines.extend(self.unused());
        }
        for &role in &findings.transitive_under_invariant {
            lines.push(format!(
                "             `env` of {} is transitive because the invariants hold",
                self.tried.plan.roles[role].name
            ));
        }
    }

    /// By which rule, and what it leaves out.
    fn reach(&self, lines: &mut Vec<String>) {
        let findings = &self.tried.findings;
        lines.push(match self.tried.plan.guarded {
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
        lines.push(format!("not covered  {ALWAYS}"));
        if !self.tried.plan.uncovered.is_empty() {
            lines.push(format!("             {}", self.tried.plan.uncovered.join(", ")));
        }
    }
}
