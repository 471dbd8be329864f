//! A program that can be checked: a model or a Java program, ready for the machines.

use crate::atomic::JudgedAtomic;
use crate::claims::operations_of;
use crate::demand::Demand;
use crate::execution::{Execution, race, tell};
use crate::java::{self, JavaOptions};
use crate::locking::{self, DisciplineRequest};
use crate::memory;
use crate::memory_model::{Memory, PlainNames};
use crate::methods::{self, MethodRow};
use crate::remark::Remark;
use crate::sharing::package_of_member;
use crate::source_file;
use crate::subject::{Confirmed, Description, Explores, Formula, Subject, Unconfirmed};
use crate::{Undo, engine};
use commute_base::{Diagnostic, Diagnostics, FileId, RenderOptions, SourceMap, Span};
use commute_certify::{Carrier, End, confirms, confirms_lasso, replay, what_orders};
use commute_explore::{
    AtomicFunction, Checkpoint, Discipline, Fairness, Found, Lasso, LtlOutcome, Observer, Options,
    OracleKind, Outcome, Reduction, ResumeError,
};
use commute_front_jvm::Claim;
use commute_ir::{Annotation, FuncId, PropertyKind};
use commute_machine::{ObjId, Patience, Schedule, Variable, Violation, ViolationKind};
use commute_vm::Vm;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// What orders accesses is looked for in programs with at most this many states, each counted once for every way there that matters.
const MOST_PAIRS: usize = 1_000;

/// A program that is ready to be checked.
pub struct Program {
    ir: Arc<commute_ir::Program>,
    warnings: Diagnostics,
    description: Description,
    pub(crate) demand: Demand,
}

/// How a file is read.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// Other values for constants of a model.
    pub constants: Vec<Constant>,
    /// What a Java program needs besides its file.
    pub java: JavaOptions,
}

/// Another value for a constant of a model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constant {
    /// The constant.
    pub name: String,
    /// Its value.
    pub value: ConstantValue,
}

/// What a constant can be given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConstantValue {
    /// An integer.
    Int(i64),
    /// A truth value.
    Bool(bool),
}

impl std::fmt::Display for ConstantValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ConstantValue::Int(value) => value.fmt(f),
            ConstantValue::Bool(value) => value.fmt(f),
        }
    }
}

impl std::fmt::Display for Constant {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}={}", self.name, self.value)
    }
}

/// Why there is no program.
#[derive(Debug)]
pub enum LoadError {
    /// The surroundings are at fault: no such file, no permission, no JDK.
    Unreadable(String),
    /// The file is at fault, as a whole: it is no text, or the Java compiler rejects it.
    Refused(String),
    /// It could not be read in the time that there was.
    Late,
    /// The text is no program.
    Rejected {
        /// The text.
        sources: SourceMap,
        /// What is wrong with it.
        diagnostics: Diagnostics,
    },
}

impl std::fmt::Display for LoadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LoadError::Unreadable(text) | LoadError::Refused(text) => f.write_str(text),
            LoadError::Late => f.write_str("the limit on time was reached while the program was read"),
            LoadError::Rejected { sources, diagnostics } => {
                f.write_str(&diagnostics.render(sources, RenderOptions { colour: false, width: 100 }))
            }
        }
    }
}

impl std::error::Error for LoadError {}

/// What says that an execution of a Java program could not be followed: faults that are bounds of ours and not mistakes of
/// the program.
const BOUNDS_OF_JAVA: &[ViolationKind] = &[
    ViolationKind::Fault("unsupported"),
    ViolationKind::Fault("stack_overflow"),
    ViolationKind::Fault("out_of_memory"),
    ViolationKind::Fault("endless_atomic"),
];

/// What is not followed in any program: an instruction that says so.
const BOUNDS_OF_MODELS: &[ViolationKind] = &[ViolationKind::Fault("unsupported")];

impl Program {
    /// Reads and compiles a model.
    pub fn model(path: impl AsRef<Path>) -> Result<Program, LoadError> {
        Self::model_with(path, &[])
    }

    /// The same with other values for constants.
    pub fn model_with(path: impl AsRef<Path>, constants: &[Constant]) -> Result<Program, LoadError> {
        let path = path.as_ref();
        Self::from_text_with(&path.display().to_string(), source_file::read(path)?, constants)
    }

    /// Compiles a model that is called `name` in reports.
    pub fn from_text(name: &str, text: impl Into<String>) -> Result<Program, LoadError> {
        Self::from_text_with(name, text.into(), &[])
    }

    /// The same with other values for constants.
    pub fn from_text_with(name: &str, text: String, constants: &[Constant]) -> Result<Program, LoadError> {
        Self::compile(name, text, constants, false)
    }

    /// Reads and compiles a model for a proof: it may leave open what a search must know.
    pub fn for_proof(path: &Path, constants: &[Constant]) -> Result<Program, LoadError> {
        let text = source_file::read(path)?;
        Self::compile(&path.display().to_string(), text, constants, true)
    }

    /// Reads a Java program: a class file, a jar, a directory of classes, a source file (which is compiled with the `javac`
    /// of the JDK), or, if there is no such file, nothing but what the options name. With several processes, or from a
    /// description of such a system (`.toml`), it is the system of them all.
    pub fn java(path: impl AsRef<Path>, options: &JavaOptions) -> Result<Program, LoadError> {
        let path = path.as_ref();
        if is_system(path, options) {
            return crate::system::load(path, options);
        }
        refuse_faults(path, options)?;
        java::load(path, options)
    }

    /// Reads whatever a file holds: a Java program if its name says so, else a model.
    pub fn open(path: &Path, reading: &Reading) -> Result<Program, LoadError> {
        if is_system(path, &reading.java) || java::is_java(path, &reading.java) {
            return Self::java(path, &reading.java);
        }
        refuse_faults(path, &reading.java)?;
        if !reading.java.properties.written.is_empty() || reading.java.properties_file.is_some() {
            let help = "a model declares its properties: `invariant NAME: PREDICATE;`, `ltl NAME = FORMULA;`";
            return Err(LoadError::Refused(format!("{}: {help}", path.display())));
        }
        let mut program = Self::model_with(path, &reading.constants)?;
        if reading.java.spurious_wakeups {
            Arc::make_mut(&mut program.ir).allow_spurious_wakeups();
        }
        if reading.java.timeouts_last {
            Arc::make_mut(&mut program.ir).let_time_run_out_last();
        }
        Ok(program)
    }

    fn compile(
        name: &str,
        text: String,
        constants: &[Constant],
        for_proof: bool,
    ) -> Result<Program, LoadError> {
        let mut sources = SourceMap::default();
        let file = sources.add(name, text);
        let defines = constants.iter().map(|c| (c.name.clone(), c.value.to_string())).collect();
        let options = commute_front_lang::Options { defines, for_proof };
        let compiled = commute_front_lang::compile(&sources, file, &options);
        let mut diagnostics = compiled.diagnostics;
        match compiled.program {
            Some(program) if program.threads.is_empty() => diagnostics.push(no_threads(file)),
            Some(program) if !diagnostics.has_errors() => {
                let mut model = Self::of_ir(name, sources, program);
                model.warnings = diagnostics;
                return Ok(model);
            }
            _ => assert!(
                diagnostics.has_errors(),
                "[commute internal bug] the front end gave neither a program nor an error"
            ),
        }
        Err(LoadError::Rejected { sources, diagnostics })
    }

    /// A program in the intermediate representation, called `name` in reports.
    ///
    /// # Panics
    /// If it is not valid: the machines take that for granted.
    pub fn of_ir(name: &str, sources: SourceMap, ir: commute_ir::Program) -> Program {
        let memory = Memory::of_model(&ir);
        Self::of(name, sources, ir, BOUNDS_OF_MODELS, memory, Vec::new(), Vec::new())
    }

    /// A translated Java program.
    pub(crate) fn of_java(
        name: &str,
        sources: SourceMap,
        ir: commute_ir::Program,
        weak: Vec<String>,
        remarks: Vec<Remark>,
        claims: Vec<Claim>,
    ) -> Program {
        let plain = PlainNames::of(&ir);
        Self::of(name, sources, ir, BOUNDS_OF_JAVA, Memory::Java { plain, weak }, remarks, claims)
    }

    fn of(
        name: &str,
        sources: SourceMap,
        ir: commute_ir::Program,
        bounds: &'static [ViolationKind],
        memory: Memory,
        remarks: Vec<Remark>,
        claims: Vec<Claim>,
    ) -> Program {
        assert_valid(&ir);
        let named = |wanted: fn(&PropertyKind) -> bool| {
            let properties = ir.properties.iter().enumerate();
            properties.filter(move |(_, p)| wanted(&p.kind)).map(|(index, p)| (index, p.name.clone()))
        };
        let description = Description {
            name: name.to_owned(),
            threads: ir.threads.iter().map(|thread| thread.name.clone()).collect(),
            invariants: named(|kind| matches!(kind, PropertyKind::Invariant(_)))
                .map(|(_, name)| name)
                .collect(),
            formulas: named(|kind| matches!(kind, PropertyKind::Ltl(_)))
                .map(|(index, name)| Formula { index, name })
                .collect(),
            atomic: named(|kind| matches!(kind, PropertyKind::Atomic(_)))
                .map(|(index, name)| Formula { index, name })
                .collect(),
            operations: operations_of(&ir, &sources),
            is_annotated: says_who_has_access(&ir),
            bounds,
            packages: own_packages(&ir),
            memory,
            remarks,
            claims,
            sources,
        };
        let (ir, warnings, demand) = (Arc::new(ir), Diagnostics::default(), Demand::default());
        Program { ir, warnings, description, demand }
    }

    /// The same, if it can be read again with more of what executions come to.
    pub(crate) fn on_demand(mut self, demand: Demand) -> Program {
        self.demand = demand;
        self
    }

    /// What it has become: a program that lacks something that an execution came to is read again with it.
    pub(crate) fn latest(&self) -> &Program {
        std::iter::successors(Some(self), |program| program.demand.next()).last().unwrap_or(self)
    }

    /// The name under which it is reported.
    pub fn name(&self) -> &str {
        &self.description.name
    }

    /// Its text.
    pub fn sources(&self) -> &SourceMap {
        &self.latest().description.sources
    }

    /// The program itself.
    pub fn ir(&self) -> &Arc<commute_ir::Program> {
        &self.latest().ir
    }

    /// What the front end has to say besides.
    pub fn warnings(&self) -> &Diagnostics {
        &self.warnings
    }

    /// The text of a model, as it was read.
    pub fn text(&self) -> &str {
        let file = self.ir().threads.first().map(|thread| thread.span.file);
        file.and_then(|file| self.sources().get(file)).map_or("", |file| &file.text)
    }

    /// Its machine. The initialiser may run long, which counts for the limits.
    pub fn machine(&self, options: &Options) -> Vm {
        let resident = memory::resident().unwrap_or_default();
        let patience = Patience {
            interrupt: options.interrupt.clone(),
            deadline: options.deadline(),
            bytes: options.limits.memory.map(|limit| limit.saturating_sub(resident)),
        };
        Vm::patiently(Arc::clone(self.ir()), patience)
    }

    /// Which of the functions that are asked about are one transaction.
    fn transactions(&self, asked: &[bool], options: &Options) -> Result<Vec<MethodRow>, String> {
        let kind = match options.reduction {
            Reduction::Transactions(kind) | Reduction::InvisibleFirst(kind) => kind,
            _ => OracleKind::Auto,
        };
        let found = engine::methods(&mut self.machine(options), kind, asked, options);
        let found = found.map_err(|why| methods::unknown(&why))?;
        Ok(methods::rows(self.ir(), self.describe(), &found))
    }

    /// Runs a schedule; the error says why it is none of this program.
    pub fn replay(&self, schedule: &Schedule) -> Result<Confirmed, Unconfirmed> {
        Demand::follow(self, schedule);
        let trace = replay(self.ir(), schedule).map_err(|error| Unconfirmed(error.to_string()))?;
        let execution = tell(self.ir(), &trace, self.sources());
        Ok(Confirmed { execution, violation: violation(trace.end, self.sources()) })
    }
}

impl Subject for Program {
    fn describe(&self) -> &Description {
        &self.latest().description
    }

    fn explores(&self) -> Explores {
        Explores::States
    }

    fn search(&self, options: &Options, undo: Undo, observer: &mut dyn Observer) -> Outcome {
        Demand::search(self, options, |program, interrupt, stop| {
            let options = Options { interrupt, ..options.clone() };
            let mut machine = program.machine(&options);
            stop.into_iter().for_each(|stop| machine.stop_if_missing(stop));
            match undo {
                Undo::Machine(method) => machine.set_undo(method),
                Undo::Replay => machine.go_back_by_replay(),
            }
            let mut outcome = engine::search(&mut machine, &options, observer);
            outcome.remarks = machine.remarks();
            (outcome, machine.missing())
        })
    }

    fn resume(
        &self,
        checkpoint: &Checkpoint,
        options: &Options,
        undo: Undo,
        observer: &mut dyn Observer,
    ) -> Result<Outcome, ResumeError> {
        let mut machine = self.machine(options);
        if let Undo::Machine(method) = undo {
            machine.set_undo(method);
        }
        engine::resume(&mut machine, checkpoint, options, observer)
    }

    fn check_formula(
        &self,
        index: usize,
        fairness: Fairness,
        options: &Options,
        observer: &mut dyn Observer,
    ) -> LtlOutcome {
        Demand::search(self, options, |program, interrupt, stop| {
            let options = Options { interrupt, ..options.clone() };
            let mut machine = program.machine(&options);
            stop.into_iter().for_each(|stop| machine.stop_if_missing(stop));
            let outcome = engine::check_ltl(&mut machine, index, fairness, &options, observer);
            (outcome, machine.missing())
        })
    }

    fn discipline(&self, request: &DisciplineRequest) -> Result<Discipline, String> {
        locking::discipline(self.ir(), request)
    }

    fn named_guards(&self) -> BTreeMap<Variable, ObjId> {
        commute_vm::named_guards(self.ir())
    }

    /// By the independent interpreter.
    fn confirm(&self, found: &Found) -> Result<Confirmed, Unconfirmed> {
        let trace = confirms(self.ir(), &found.schedule, &found.violation.kind)
            .map_err(|error| Unconfirmed(error.to_string()))?;
        let execution = tell(self.ir(), &trace, self.sources());
        // A search does not know the names of threads, so it can say less about a deadlock or a data race.
        let violation = match trace.end {
            // Nor where an exception was thrown that has come through handlers since.
            End::Violation(Violation { span, .. }) if !span.is_none() => {
                Some(Violation { span, ..found.violation.clone() })
            }
            // Nor which object it is whose field no lock protects.
            End::Discipline { rule, how: Some(how) } => {
                let message = locking::message(&rule, &how, self.sources());
                Some(Violation { message, ..found.violation.clone() })
            }
            End::Violation(_) | End::Invariant(_) | End::Discipline { .. } | End::Nothing => {
                Some(found.violation.clone())
            }
            by_names => violation(by_names, self.sources()),
        };
        Ok(Confirmed { execution, violation })
    }

    /// By the independent interpreter, if the program is small.
    fn what_orders(&self, steps: u64, deadline: Option<Instant>) -> BTreeMap<String, Vec<Carrier>> {
        let is_late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        what_orders(self.ir(), MOST_PAIRS, steps, is_late).unwrap_or_default()
    }

    fn methods(&self, options: &Options) -> Result<Vec<MethodRow>, String> {
        self.transactions(&methods::asked(self.ir()), options)
    }

    fn atomicity(&self, index: usize, options: &Options, is_clean: bool) -> JudgedAtomic {
        let property = &self.ir().properties[index];
        let PropertyKind::Atomic(functions) = &property.kind else {
            panic!("[commute internal bug] property {index} says nothing of a function")
        };
        let mut asked = vec![false; self.ir().functions.len()];
        functions.iter().for_each(|func| asked[func.index()] = true);
        let rows = match is_clean {
            true => self.transactions(&asked, options),
            false => Err("something else is wrong".to_owned()),
        };
        let movers = match methods::all_are_one(rows) {
            Ok(None) => return JudgedAtomic::NotCalled,
            Ok(Some(transaction)) => return JudgedAtomic::OneTransaction(transaction),
            Err(why) => why,
        };
        let functions: Vec<u32> = functions.iter().map(|func| func.0).collect();
        let (name, span) = (property.name.as_str(), property.span);
        let (own, elastic) = (methods::own(self.ir()), methods::elastic(self.ir()));
        let begins_threads = functions.iter().any(|&func| self.ir().begins_threads(FuncId(func)));
        let function = AtomicFunction {
            name,
            functions: &functions,
            own: &own,
            elastic: &elastic,
            begins_threads,
            span,
        };
        let found = engine::atomicity(&mut self.machine(options), &function, options);
        JudgedAtomic::Compared { found, movers }
    }

    fn confirm_lasso(&self, index: usize, lasso: &Lasso, fair: bool) -> Result<Execution, Unconfirmed> {
        let trace = confirms_lasso(self.ir(), index, &lasso.stem, &lasso.cycle, fair)
            .map_err(|error| Unconfirmed(error.to_string()))?;
        Ok(tell(self.ir(), &trace, self.sources()))
    }
}

/// Whether several programs are to be read.
fn is_system(path: &Path, options: &JavaOptions) -> bool {
    !options.processes.is_empty() || path.extension().is_some_and(|e| e == "toml")
}

fn refuse_faults(path: &Path, options: &JavaOptions) -> Result<(), LoadError> {
    if options.faults == crate::system::Faults::default() {
        return Ok(());
    }
    let help = "--faults is for systems: name processes with --process, or give a description (.toml)";
    Err(LoadError::Refused(format!("{}: {help}", path.display())))
}

fn no_threads(file: FileId) -> Diagnostic {
    Diagnostic::error(
        "E0000",
        Span::new(file, 0, 0),
        "the model has no threads: there is nothing to check",
        "",
        "declare one, for example `thread main { assert true; }`",
    )
}

/// What the machines take for granted.
fn assert_valid(program: &commute_ir::Program) {
    let invalid = commute_ir::validate(program);
    assert!(
        invalid.is_empty(),
        "[commute internal bug] the front end made an invalid program: {}",
        invalid.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    );
}

/// The text of a model, formatted.
pub fn format_model(name: &str, text: &str) -> Result<String, LoadError> {
    let mut sources = SourceMap::default();
    let file = sources.add(name, text);
    let mut diagnostics = Diagnostics::default();
    let tree = commute_front_lang::parse(&sources, file, &mut diagnostics);
    if diagnostics.has_errors() {
        return Err(LoadError::Rejected { sources, diagnostics });
    }
    let formatted = commute_front_lang::format(&tree, text);
    assert_parses(name, &formatted);
    Ok(formatted)
}

/// The user's file is about to be replaced by this.
fn assert_parses(name: &str, formatted: &str) {
    let mut sources = SourceMap::default();
    let file = sources.add(name, formatted);
    let mut diagnostics = Diagnostics::default();
    commute_front_lang::parse(&sources, file, &mut diagnostics);
    assert!(
        !diagnostics.has_errors(),
        "[commute internal bug] {name} is no model any more when it is formatted"
    );
}

/// The packages of the classes of a Java program that have a source.
fn own_packages(program: &commute_ir::Program) -> BTreeSet<String> {
    if program.thread_class.is_none() {
        return BTreeSet::new();
    }
    let own = |func: &&commute_ir::Function| func.spans.iter().any(|span| !span.is_none());
    program.functions.iter().filter(own).map(|func| package_of_member(&func.name).to_owned()).collect()
}

/// Whether the program says of some variable or class who may access it.
fn says_who_has_access(program: &commute_ir::Program) -> bool {
    program.annotations().any(|said| {
        use Annotation::*;
        matches!(said, GuardedBy(_) | ExclusiveWhen(_) | Unshared | ReadOnly | SelfLocking)
    })
}

fn violation(end: End, sources: &SourceMap) -> Option<Violation> {
    let (kind, message) = match end {
        End::Violation(violation) | End::Invariant(violation) => return Some(violation),
        End::Deadlock(_) => (ViolationKind::Deadlock, "no thread can go on".to_owned()),
        End::PartialDeadlock(waiting) => {
            let names: Vec<String> = waiting.into_iter().map(|thread| thread.name).collect();
            (ViolationKind::PartialDeadlock, format!("{} can never go on", names.join(", ")))
        }
        End::Livelock { threads, .. } => {
            let (runs, it) = if threads.len() == 1 { ("runs", "it") } else { ("run", "them") };
            let names = threads.join(", ");
            let message = format!(
                "{names} {runs} for ever without doing anything, and nothing that any thread can do lets {it} out"
            );
            (ViolationKind::Livelock, message)
        }
        End::Starvation { threads, .. } => {
            let message = format!(
                "{} may go round for ever without getting on, although the scheduler is fair",
                threads.join(", ")
            );
            (ViolationKind::Starvation, message)
        }
        End::DataRace(race) => return Some(race::violation(*race, sources)),
        End::Discipline { rule, .. } => {
            let message = format!("the last step contradicts the annotation `{rule}`");
            (ViolationKind::Discipline(rule), message)
        }
        End::Atomicity { function, how, span } => {
            let kind = ViolationKind::Atomicity(function);
            return Some(Violation { kind, tid: None, message: how, span });
        }
        End::Nothing => return None,
    };
    Some(Violation { kind, tid: None, message, span: Span::default() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use commute_ir::FaultKind;

    #[test]
    fn bounds_are_faults() {
        use FaultKind::{EndlessAtomic, OutOfMemory, StackOverflow, Unsupported};
        let faults = [Unsupported, StackOverflow, OutOfMemory, EndlessAtomic];
        assert_eq!(faults.map(|fault| ViolationKind::Fault(fault.name())), BOUNDS_OF_JAVA);
    }
}
