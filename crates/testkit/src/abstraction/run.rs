//! Programs that are proved, and each proof tried out.

use super::claims::{Claims, open_constants};
use super::explore::is_covered;
use super::{Broken, Effort, Tried, try_out};
use crate::proofs::Kind;
use crate::root;
use commute_base::SourceMap;
use commute_certify::{contradictions, plain_search};
use commute_ir::Program;
use commute_prover::ffq01::{PROGRAMS, changed};
use commute_prover::spec::Spec;
use commute_prover::{Options, Plan, houdini};
use commute_smt::{Checker, Setup};
use std::fmt;
use std::time::Duration;

/// Instances with more states are not searched besides.
const MAX_STATES: usize = 3_000;

/// How programs fared.
#[derive(Default, Debug)]
pub struct Tally {
    /// How many there were.
    pub programs: usize,
    /// Those that the front end rejects.
    pub rejected: usize,
    /// Attempts that the method does not cover.
    pub refused: usize,
    /// Attempts that are no proof.
    pub not_proved: usize,
    /// Proofs.
    pub proved: usize,
    /// Instances in which a proof was tried out.
    pub instances: usize,
    /// Those of which all states of the domain were tried.
    pub complete: usize,
    /// States of abstractions.
    pub nodes: usize,
    /// Steps in both orders.
    pub pairs: usize,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { programs, rejected, refused, not_proved, proved, instances, complete, nodes, pairs } =
            self;
        write!(
            f,
            "{programs} programs ({rejected} rejected), each with and without reduction: {proved} proved, {not_proved} not, {refused} refused; \
             {instances} instances tried ({complete} with all states of the domain, the others with some), \
             {nodes} states of abstractions, {pairs} pairs of steps in both orders"
        )
    }
}

/// Asks the solver, one program after the other.
pub struct Attempt {
    setup: Setup,
    checker: Checker,
    effort: Effort,
    /// What came of it so far.
    pub tally: Tally,
}

/// Proves a text and tries out the proofs.
pub fn attempt(effort: Effort) -> Option<Attempt> {
    let mut setup = Setup::new(commute_smt::find_solver(None).ok()?);
    setup.timeout = Duration::from_secs(5);
    let checker = setup.checker();
    Some(Attempt { setup, checker, effort, tally: Tally::default() })
}

impl Attempt {
    /// A program by all rules. What a proof claims and is not so is an error.
    pub fn program(&mut self, text: &str, infer: bool, more: &[Assignment]) -> Result<(), Broken> {
        self.tally.programs += 1;
        let Some(program) = compile(text, &[], true) else {
            self.tally.rejected += 1;
            return Ok(());
        };
        for reduction in [true, false] {
            let options = Options { unroll: None, reduction };
            match self.prove(&program, &options, infer) {
                None => self.tally.refused += 1,
                Some(None) => self.tally.not_proved += 1,
                Some(Some(plan)) => {
                    self.tally.proved += 1;
                    self.instances(text, &program, &plan, more).map_err(|Broken(what)| {
                        Broken(format!("proved (reduction: {reduction}), but {what}"))
                    })?;
                }
            }
        }
        Ok(())
    }

    /// The proof, if there is one; nothing at all if the program is refused.
    fn prove(&mut self, program: &Program, options: &Options, infer: bool) -> Option<Option<Plan>> {
        let spec = Spec::with_derived(program).ok()?;
        let plan = Plan::new(program, spec, options).ok()?;
        let is_proof = !plan.is_no_proof(&mut self.checker).ok()?
            && plan.run_with(&self.setup, &mut self.checker).ok()?.is_proof();
        if is_proof || !infer {
            return Some(is_proof.then_some(plan));
        }
        let explored: houdini::Explored = &mut |_| Default::default();
        let inferred = houdini::infer(program, &plan.spec, options, &self.setup, explored).ok()?.ok()?;
        Some(inferred.findings.is_proof().then_some(inferred.plan))
    }

    fn instances(
        &mut self,
        text: &str,
        program: &Program,
        plan: &Plan,
        more: &[Assignment],
    ) -> Result<(), Broken> {
        let names = open_constants(program);
        for values in assignments(&names, more) {
            let value = |name: &str| values.iter().find(|(n, _)| n == name)?.1.parse().ok();
            if !plan.is_for(&value) {
                continue;
            }
            let Some(instance) = compile(text, &values, false) else { continue };
            let Some(claims) = Claims::new(plan, program, &instance, &values) else { continue };
            let with = |Broken(what)| {
                let values: Vec<String> =
                    values.iter().map(|(name, value)| format!("{name}={value}")).collect();
                Broken(if values.is_empty() { what } else { format!("with {}: {what}", values.join(", ")) })
            };
            let Tried { nodes, pairs, all } = try_out(&instance, &claims, self.effort).map_err(with)?;
            self.tally.instances += 1;
            self.tally.complete += usize::from(all);
            self.tally.nodes += nodes;
            self.tally.pairs += pairs;
            if claims.init.is_empty() {
                searched(&instance).and_then(|()| annotated(&instance, plan)).map_err(with)?;
            }
        }
        Ok(())
    }
}

/// Nothing goes wrong in an instance that is small enough to be searched.
fn searched(instance: &Program) -> Result<(), Broken> {
    let result = plain_search(instance, MAX_STATES);
    let wrong = result.violations.into_iter().find_map(|(kind, span)| {
        let violation = commute_machine::Violation { kind, tid: None, message: String::new(), span };
        is_covered(&violation).then_some(violation)
    });
    match wrong {
        Some(violation) => Err(Broken(format!("an execution goes wrong: {:?}", violation.kind))),
        None => Ok(()),
    }
}

/// No execution contradicts an annotation of which the proof does not say that it leaves it out.
fn annotated(instance: &Program, plan: &Plan) -> Result<(), Broken> {
    let covered = |rule: &&String| {
        let Some(name) = rule.strip_suffix(" guarded_by") else { return false };
        // What a field is called in a rule begins with its class.
        let field = name.rsplit('.').next().unwrap_or(name);
        !plan
            .uncovered
            .iter()
            .any(|what| [name, field].iter().any(|n| *what == format!("`guarded_by` of {n}")))
    };
    let contradicted = contradictions(instance, MAX_STATES).unwrap_or_default();
    match contradicted.iter().find(covered) {
        Some(rule) => Err(Broken(format!("an execution contradicts an annotation: {rule}"))),
        None => Ok(()),
    }
}

/// Values of constants.
pub type Assignment = Vec<(String, String)>;

/// All constants the same, and each one more than the one before.
fn assignments(names: &[String], more: &[Assignment]) -> Vec<Assignment> {
    if names.is_empty() {
        return vec![Vec::new()];
    }
    let all = |value: &dyn Fn(usize) -> usize| {
        names
            .iter()
            .enumerate()
            .map(|(at, name)| (name.clone(), value(at).to_string()))
            .collect::<Assignment>()
    };
    let most = if names.len() == 1 { 3 } else { 2 };
    let mut found: Vec<Assignment> = (0..=most).map(|n| all(&|_| n)).collect();
    if names.len() > 1 {
        found.push(all(&|at| at + 1));
    }
    let named = |values: &Assignment| names.iter().all(|name| values.iter().any(|(n, _)| n == name));
    found.extend(more.iter().filter(|values| named(values)).map(|values| {
        values.iter().filter(|(name, _)| names.contains(name)).cloned().collect::<Assignment>()
    }));
    found
}

fn compile(text: &str, defines: &[(String, String)], for_proof: bool) -> Option<Program> {
    let mut sources = SourceMap::default();
    let file = sources.add("m.cm", text);
    let options = commute_front_lang::Options { defines: defines.to_vec(), for_proof };
    commute_front_lang::compile(&sources, file, &options).program
}

/// Every so many programs annotations are sought, which takes a hundred times as long.
const INFER_EVERY: u64 = 64;

/// Proves the programs of some seeds and tries out what is proved.
pub fn programs(attempt: &mut Attempt, kind: Kind, seeds: std::ops::Range<u64>) -> Result<(), String> {
    let (name, text) = kind;
    for seed in seeds {
        let text = text(seed);
        let infer = seed % INFER_EVERY == INFER_EVERY - 1 && name != "of the laboratory";
        let tried = attempt.program(&text, infer, &[]);
        tried.map_err(|Broken(what)| format!("{name}, seed {seed}: {what}\n{text}"))?;
    }
    Ok(())
}

/// The same for the examples.
pub fn examples(attempt: &mut Attempt, wanted: &dyn Fn(&str) -> bool) -> Result<(), String> {
    let small = [("K", 2), ("U", 1), ("P", 1), ("W", 2), ("T", 2), ("N", 3), ("SIZE", 2)];
    let small: Assignment = small.iter().map(|(n, value)| ((*n).to_owned(), value.to_string())).collect();
    for directory in ["examples/prove", "examples"] {
        let files = std::fs::read_dir(root().join(directory)).map_err(|e| format!("{directory}: {e}"))?;
        let mut files: Vec<_> = files.filter_map(|file| Some(file.ok()?.path())).collect();
        files.sort();
        for path in files.iter().filter(|p| p.extension().is_some_and(|e| e == "cm")) {
            let name = path.strip_prefix(root()).unwrap_or(path).display().to_string();
            if !wanted(&name) {
                continue;
            }
            let text = std::fs::read_to_string(path).map_err(|e| format!("{name}: {e}"))?;
            let infer = directory == "examples/prove" && !text.contains("env(i)");
            let tried = attempt.program(&text, infer, std::slice::from_ref(&small));
            tried.map_err(|Broken(what)| format!("{name}: {what}"))?;
        }
    }
    Ok(())
}

/// The same for the papers' programs with single changes, some of which do no harm.
pub fn mutations(attempt: &mut Attempt) -> Result<(), String> {
    for program in PROGRAMS {
        for mutation in program.mutations {
            let tried = attempt.program(&changed(program.text, mutation.change), false, &[]);
            tried.map_err(|Broken(what)| format!("{}, {}: {what}", program.title, mutation.name))?;
        }
    }
    Ok(())
}
