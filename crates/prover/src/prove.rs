//! From a program to what is known about it.

use crate::code::{CUT, Target};
use crate::movers::Movers;
use crate::obligations::{Duty, Rule, Setting, abstraction, init, reflexive, transitive};
use crate::refusal::Result;
use crate::roles::Role;
use crate::spec::Spec;
use crate::store::Store;
use crate::uncovered::uncovered;
use commute_base::Span;
use commute_ir::Program;
use commute_logic::{Condition, Stmt, StmtInfo, StmtKind, Term, Value};
use commute_mutants::mutant;
use commute_smt::{Checker, Failure, Setup, SolverError, Verdict};
use std::collections::BTreeSet;

/// How to prove.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Loops without an invariant are looked at for so many rounds, which is no proof.
    pub unroll: Option<u32>,
    /// Steps that commute with what others do need no environment step before them; without it, the paper's rule.
    pub reduction: bool,
}

/// Something that could not be shown.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The condition.
    pub rule: Rule,
    /// The thread, by its index in [`Plan::roles`].
    pub role: Option<usize>,
    /// What would have to hold.
    pub target: Target,
    /// The statement.
    pub span: Span,
    /// An execution of the abstraction that breaks it.
    pub failure: Failure,
    /// The variables that the formula is about.
    pub about: BTreeSet<String>,
}

/// Something that holds for no good reason.
#[derive(Clone, Debug)]
pub struct Vacuity {
    /// The condition.
    pub rule: Rule,
    /// The thread.
    pub role: Option<usize>,
    /// The statement that no execution passes; nothing if no execution begins.
    pub stmt: Option<StmtInfo>,
    /// The assumptions that contradict each other.
    pub because: Vec<String>,
}

/// What is known after all obligations.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// What could not be shown, the conditions on assumptions first.
    pub failed: Vec<Finding>,
    /// Obligations of which the solver says nothing, with its reason.
    pub unknown: Vec<(String, String)>,
    /// What holds for no good reason.
    pub vacuous: Vec<Vacuity>,
    /// Branches that no execution enters, which is no error.
    pub dead_code: Vec<StmtInfo>,
    /// How many assertions were shown.
    pub shown: usize,
    /// How many obligations were known from an earlier run.
    pub remembered: usize,
    /// The labels of the assumptions that the proofs used.
    pub used: BTreeSet<String>,
    /// Roles whose assumption is transitive only where the invariants hold.
    pub transitive_under_invariant: Vec<usize>,
    /// Whether a loop was unrolled.
    pub unrolled: bool,
    /// The solver, as it calls itself.
    pub solver: String,
    /// The second solver, if one was asked, and of how many obligations it says the same and nothing.
    pub second: Option<Seconded>,
    /// Deaths and time-outs of the solver.
    pub incidents: Vec<String>,
}

/// What a second solver says. That it says something else is an error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seconded {
    /// The solver, as it calls itself.
    pub solver: String,
    /// How many obligations it decided, too.
    pub agrees: usize,
    /// Of how many it knows nothing.
    pub silent: usize,
}

impl Findings {
    /// Whether everything is shown, and for a reason.
    pub fn is_proof(&self) -> bool {
        self.failed.is_empty() && self.unknown.is_empty() && self.vacuous.is_empty() && !self.unrolled
    }
}

/// What has to be shown, in the order in which it is tried.
pub struct Plan {
    /// The annotations.
    pub spec: Spec,
    /// The threads.
    pub roles: Vec<Role>,
    /// The conditions on assumptions and initial states, then the abstractions.
    pub duties: Vec<Duty>,
    /// With reduction: how many variables are accessed only under their lock.
    pub guarded: Option<usize>,
    /// Which steps are said to commute with what others do.
    pub movers: Movers,
    /// The shared variables.
    pub store: Store,
    /// What is assumed about the ranges of families.
    ordered: Vec<Term>,
    /// What the program says that this is no proof of.
    pub uncovered: Vec<String>,
    /// Transitivity under the invariant, for each role, if there is an invariant.
    second: Vec<Duty>,
}

/// The conditions on initial states.
#[mutant("prove-first-states-do-not-count", Ok(Vec::from_iter(init::covered(setting)?)))]
fn of_initial_states(setting: &Setting) -> Result<Vec<Duty>> {
    let covered = init::covered(setting)?;
    Ok(covered.into_iter().chain([init::implied(setting)?]).collect())
}

impl Plan {
    /// The obligations of a program with these annotations.
    pub fn new(program: &Program, spec: Spec, options: &Options) -> Result<Plan> {
        let store = Store::new(program)?;
        let setting = Setting::new(program, &store, &spec, options.reduction)?;
        let mut duties = of_initial_states(&setting)?;
        let mut second = Vec::new();
        for role in 0..setting.roles.len() {
            duties.push(reflexive::reflexive(&setting, role)?);
            duties.push(transitive::transitive(&setting, role, false)?);
            if !spec.invariants.is_empty() {
                second.push(transitive::transitive(&setting, role, true)?);
            }
        }
        for role in 0..setting.roles.len() {
            duties.push(abstraction::goes_right(&setting, role, options.unroll)?);
        }
        let (roles, movers, ordered) = (setting.roles, setting.movers, setting.ordered);
        let guarded = options.reduction.then(|| movers.len());
        let uncovered = uncovered(program, &spec, &ordered);
        Ok(Plan { spec, roles, duties, second, guarded, movers, store, ordered, uncovered })
    }

    /// Whether it is about a program with these values of constants: not if a range on which the numbers of threads rest
    /// ends before it begins.
    pub fn is_for(&self, value: &dyn Fn(&str) -> Option<i128>) -> bool {
        let known = |v: &commute_logic::Var| value(&v.name).map(Value::Int);
        self.ordered.iter().all(|fact| fact.eval(&known) != Ok(Value::Bool(false)))
    }

    /// Asks the solver. The abstractions are looked at only if the assumptions make sense.
    pub fn run(&self, setup: &Setup) -> std::result::Result<Findings, SolverError> {
        self.run_with(setup, &mut setup.checker())
    }

    /// The same with processes that run already; more of them are started only if `setup` has several workers.
    pub fn run_with(
        &self,
        setup: &Setup,
        checker: &mut Checker,
    ) -> std::result::Result<Findings, SolverError> {
        let mut findings =
            Findings { solver: checker.solver().identity()?.to_owned(), ..Findings::default() };
        if let Some(second) = checker.second() {
            let solver = second.identity()?.to_owned();
            findings.second = Some(Seconded { solver, agrees: 0, silent: 0 });
        }
        let (code, rules): (Vec<&Duty>, Vec<&Duty>) =
            self.duties.iter().partition(|duty| duty.rule == Rule::Abstraction);
        decide(&rules, setup, checker, &mut findings)?;
        self.second_chance(checker, &mut findings)?;
        // An assumption that is not reflexive is refused as that; what else is wrong with it does not matter.
        let refused: Vec<_> =
            findings.failed.iter().filter(|f| f.rule == Rule::Reflexive).map(|f| f.role).collect();
        findings.failed.retain(|f| f.rule != Rule::Transitive || !refused.contains(&f.role));
        if findings.failed.is_empty() && findings.vacuous.is_empty() {
            decide(&code, setup, checker, &mut findings)?;
        }
        Ok(findings)
    }

    /// Whether some thread is known to go wrong in its abstraction, or perhaps does: this is no proof then. Asked without
    /// executions, which take most of the time of [`Plan::run`] where there are many.
    pub fn is_no_proof(&self, checker: &mut Checker) -> std::result::Result<bool, SolverError> {
        for duty in self.duties.iter().filter(|duty| duty.rule == Rule::Abstraction) {
            if !checker.holds(&Condition::of(&duty.obligation))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Transitivity under the invariants, if there are any.
    pub(crate) fn second_chance_of(&self, role: Option<usize>) -> Option<&Duty> {
        self.second.iter().find(|duty| duty.role == role)
    }

    /// An assumption that is not transitive may be so where the invariants hold.
    fn second_chance(
        &self,
        checker: &mut Checker,
        findings: &mut Findings,
    ) -> std::result::Result<(), SolverError> {
        for duty in &self.second {
            let failed = |f: &Finding| f.rule == Rule::Transitive && f.role == duty.role;
            if !findings.failed.iter().any(failed) {
                continue;
            }
            let condition = Condition::of(&duty.obligation);
            let report = checker.check(&condition)?;
            findings.note(&report);
            if let Verdict::Proved { used } = report.verdict {
                findings.failed.retain(|f| !failed(f));
                findings.shown += condition.checks.len();
                findings.used.extend(used);
                findings.transitive_under_invariant.extend(duty.role);
            }
        }
        Ok(())
    }
}

/// Decides these obligations, and whether those that hold do so for a reason.
fn decide(
    duties: &[&Duty],
    setup: &Setup,
    checker: &mut Checker,
    findings: &mut Findings,
) -> std::result::Result<(), SolverError> {
    let conditions: Vec<Condition> = duties.iter().map(|duty| Condition::of(&duty.obligation)).collect();
    let reports = match setup.workers > 1 {
        true => setup.check_all(&conditions)?,
        false => conditions.iter().map(|c| checker.check(c)).collect::<std::result::Result<_, _>>()?,
    };
    for ((duty, condition), report) in duties.iter().zip(&conditions).zip(reports) {
        findings.note(&report);
        findings.unrolled |= duty.unrolled;
        match report.verdict {
            Verdict::Proved { used } => {
                findings.shown += condition.checks.len();
                findings.used.extend(used);
                let reach = checker.reachability(condition)?;
                findings.look_at(duty, condition, &reach);
            }
            Verdict::Failed(failures) => {
                findings.shown += condition.checks.len() - failures.len();
                findings.failed.extend(failures.into_iter().map(|failure| finding(duty, failure)));
            }
            Verdict::Unknown { reason } => findings.unknown.push((duty.obligation.name.clone(), reason)),
        }
    }
    Ok(())
}

fn finding(duty: &Duty, failure: Failure) -> Finding {
    let goal = duty.goal(&failure.label).expect("[commute internal bug] every assertion has a goal");
    let mut about = BTreeSet::new();
    if let Some(formula) = formula(&duty.obligation.body, &failure.label) {
        formula.each_var(&mut |v| {
            about.insert(v.name.to_string());
        });
    }
    Finding { rule: duty.rule, role: duty.role, target: goal.target.clone(), span: goal.span, failure, about }
}

/// The formula that is asserted with this label.
fn formula<'a>(body: &'a [Stmt], label: &str) -> Option<&'a Term> {
    body.iter().find_map(|stmt| match &stmt.kind {
        StmtKind::Assert(term) if stmt.label == label => Some(term),
        StmtKind::Step(step) => step.claims.iter().find(|c| c.label == label).map(|c| &c.term),
        StmtKind::Choice(branches) => branches.iter().find_map(|b| formula(&b.body, label)),
        _ => None,
    })
}

impl Findings {
    /// Counts what the second solver says, and keeps what happened.
    fn note(&mut self, report: &commute_smt::Report) {
        self.incidents.extend(report.incidents.iter().cloned());
        self.remembered += usize::from(report.cached);
        if let (Some(second), Some(says)) = (&mut self.second, report.seconded) {
            *(if says { &mut second.agrees } else { &mut second.silent }) += 1;
        }
    }

    /// Sorts out where executions end: at the end of a round of a loop they should, in a branch they may.
    fn look_at(&mut self, duty: &Duty, condition: &Condition, reach: &commute_smt::Reachability) {
        if let Some((_, reason)) = reach.unknown.first() {
            self.incidents.push(format!(
                "whether everything in \"{}\" can be reached is not known: {reason}",
                duty.obligation.name
            ));
        }
        for dead in &reach.dead_ends {
            match &dead.stmt {
                Some(stmt) if stmt.label == CUT => {}
                Some(stmt) if is_branch(condition, dead.point) => self.dead_code.push(stmt.clone()),
                stmt => self.vacuous.push(Vacuity {
                    rule: duty.rule,
                    role: duty.role,
                    stmt: stmt.clone(),
                    because: dead.because.clone(),
                }),
            }
        }
    }
}

/// Whether the point is dead because a branch is not taken: it is the start of one, or follows its condition.
fn is_branch(condition: &Condition, point: commute_logic::PointId) -> bool {
    use commute_logic::From;
    match &condition.point(point).from {
        From::Branch(..) => true,
        From::Stmt(before, stmt) => {
            stmt.word == "assume"
                && stmt.label.is_empty()
                && matches!(condition.point(*before).from, From::Branch(..))
        }
        _ => false,
    }
}
