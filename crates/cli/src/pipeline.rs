//! From a file to a verdict: the other crates, put together.

use crate::args::{Define, DefineValue, ReadArgs, Undo};
use crate::retell;
use crate::source_file::{self, ReadError};
use crate::story::Story;
use crate::surroundings;
use commute_base::{Diagnostic, Diagnostics, FileId, SourceMap, Span};
use commute_certify::End;
use commute_explore::{Checkpoint, Found, Observer, Options, Outcome, ResumeError};
use commute_front_jvm::Claim;
use commute_ir::Program;
use commute_machine::{Patience, Schedule, Violation, ViolationKind};
use commute_vm::Vm;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// A program that is ready to be checked.
pub struct Model {
    /// The file, as the user named it.
    pub name: String,
    /// Its text.
    pub sources: SourceMap,
    /// The program.
    pub program: Arc<Program>,
    /// What the front end has to say besides.
    pub warnings: Diagnostics,
    /// For a Java program: what a verdict about it rests on.
    pub rests_on: Vec<String>,
    /// For a Java program: what the user says of classes.
    pub claims: Vec<Claim>,
}

/// Why there is no model.
pub enum LoadError {
    /// The file could not be read, or is no text.
    Read(ReadError),
    /// The text is no program.
    Rejected {
        /// The text.
        sources: SourceMap,
        /// What is wrong with it.
        diagnostics: Diagnostics,
    },
}

/// Reads and compiles a model or a Java program.
pub fn load(path: &Path, read: &ReadArgs) -> Result<Model, LoadError> {
    if crate::java::is_java(path, &read.java) {
        return crate::java::load(path, &read.java);
    }
    let text = source_file::read(path).map_err(LoadError::Read)?;
    let mut model = compile(path.display().to_string(), text, &read.defines)?;
    if read.java.spurious_wakeups {
        Arc::make_mut(&mut model.program).allow_spurious_wakeups();
    }
    Ok(model)
}

/// Reads and compiles a model for a proof: it may leave open what a search must know.
pub fn load_for_proof(path: &Path, defines: &[Define]) -> Result<Model, LoadError> {
    let text = source_file::read(path).map_err(LoadError::Read)?;
    compile_as(path.display().to_string(), text, defines, true)
}

/// Compiles a model.
pub fn compile(name: String, text: String, defines: &[Define]) -> Result<Model, LoadError> {
    compile_as(name, text, defines, false)
}

fn compile_as(name: String, text: String, defines: &[Define], for_proof: bool) -> Result<Model, LoadError> {
    let mut sources = SourceMap::default();
    let file = sources.add(name.as_str(), text);
    let value = |define: &Define| match define.value {
        DefineValue::Int(value) => value.to_string(),
        DefineValue::Bool(value) => value.to_string(),
    };
    let defines = defines.iter().map(|d| (d.name.clone(), value(d))).collect();
    let options = commute_front_lang::Options { defines, for_proof };
    let compiled = commute_front_lang::compile(&sources, file, &options);
    let mut diagnostics = compiled.diagnostics;
    match compiled.program {
        Some(program) if program.threads.is_empty() => diagnostics.push(no_threads(file)),
        Some(program) if !diagnostics.has_errors() => {
            assert_valid(&program);
            return Ok(Model {
                name,
                sources,
                program: Arc::new(program),
                warnings: diagnostics,
                rests_on: Vec::new(),
                claims: Vec::new(),
            });
        }
        _ => assert!(
            diagnostics.has_errors(),
            "[commute internal bug] the front end gave neither a program nor an error"
        ),
    }
    Err(LoadError::Rejected { sources, diagnostics })
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
pub fn assert_valid(program: &Program) {
    let invalid = commute_ir::validate(program);
    assert!(
        invalid.is_empty(),
        "[commute internal bug] the front end made an invalid program: {}",
        invalid.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    );
}

/// The machine of a model. Its initialiser may run long, which counts for the limits.
pub fn machine(model: &Model, options: &Options) -> Vm {
    let resident = surroundings::resident().unwrap_or_default();
    let patience = Patience {
        interrupt: options.interrupt.clone(),
        deadline: options.deadline(),
        bytes: options.limits.memory.map(|limit| limit.saturating_sub(resident)),
    };
    Vm::patiently(Arc::clone(&model.program), patience)
}

/// The same options; if nothing else is said, the time that is limited begins now.
pub fn beginning_now(options: &Options) -> Options {
    Options { since: options.since.or_else(|| Some(Instant::now())), ..options.clone() }
}

/// Explores a model.
pub fn search(model: &Model, options: &Options, undo: Undo, observer: &mut dyn Observer) -> Outcome {
    let options = &bounded(model, &beginning_now(options));
    let mut machine = machine(model, options);
    match undo {
        Undo::Machine(method) => {
            machine.set_undo(method);
            commute_check::search(&mut machine, options, observer)
        }
        Undo::Replay => commute_check::search_executions(&mut machine, options, observer),
    }
}

/// The options with the bounds of the model: in a Java program fewer faults are the program's own.
fn bounded(model: &Model, options: &Options) -> Options {
    let bounds = if model.rests_on.is_empty() { options.bounds } else { crate::java::BOUNDS };
    Options { bounds, ..options.clone() }
}

/// Goes on with the exploration of a model from a checkpoint.
pub fn resume(
    model: &Model,
    checkpoint: &Checkpoint,
    options: &Options,
    undo: Undo,
    observer: &mut dyn Observer,
) -> Result<Outcome, ResumeError> {
    let options = &beginning_now(options);
    let mut machine = machine(model, options);
    if let Undo::Machine(method) = undo {
        machine.set_undo(method);
    }
    commute_check::resume(&mut machine, checkpoint, &bounded(model, options), observer)
}

/// The text of a model, as it was read.
pub fn text(model: &Model) -> &str {
    let file = model.program.threads.first().map(|thread| thread.span.file);
    file.and_then(|file| model.sources.get(file)).map_or("", |file| &file.text)
}

/// The text of a model, formatted.
pub fn format(name: &str, text: &str) -> Result<String, LoadError> {
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

/// An execution and what is wrong at its end.
pub struct Replayed {
    /// The execution.
    pub story: Story,
    /// What is wrong.
    pub violation: Option<Violation>,
}

/// Has the independent interpreter confirm what a search found; the error says how they differ.
pub fn confirm(model: &Model, found: &Found) -> Result<Replayed, String> {
    let trace = commute_certify::confirms(&model.program, &found.schedule, &found.violation.kind)
        .map_err(|error| error.to_string())?;
    let story = retell::retell(&model.program, &model.sources, &found.schedule);
    // A search does not know the names of threads, so it can say less about a deadlock.
    let violation = match trace.end {
        // Nor where an exception was thrown that has come through handlers since.
        End::Violation(Violation { span, .. }) if !span.is_none() => {
            Some(Violation { span, ..found.violation.clone() })
        }
        End::Violation(_) | End::Invariant(_) | End::Discipline(_) | End::Nothing => {
            Some(found.violation.clone())
        }
        deadlock => violation(deadlock),
    };
    Ok(Replayed { story, violation })
}

/// Runs a schedule; the error says why it is none of this model.
pub fn replay(model: &Model, schedule: &Schedule) -> Result<Replayed, String> {
    let trace = commute_certify::replay(&model.program, schedule).map_err(|error| error.to_string())?;
    let story = retell::retell(&model.program, &model.sources, schedule);
    Ok(Replayed { story, violation: violation(trace.end) })
}

fn violation(end: End) -> Option<Violation> {
    let (kind, message) = match end {
        End::Violation(violation) | End::Invariant(violation) => return Some(violation),
        End::Deadlock(_) => (ViolationKind::Deadlock, "no thread can go on".to_owned()),
        End::PartialDeadlock(waiting) => {
            let names: Vec<String> = waiting.into_iter().map(|thread| thread.name).collect();
            (ViolationKind::PartialDeadlock, format!("{} can never go on", names.join(", ")))
        }
        End::Discipline(rule) => {
            let message = format!("the last step contradicts the annotation `{rule}`");
            (ViolationKind::Discipline(rule), message)
        }
        End::Nothing => return None,
    };
    Some(Violation { kind, tid: None, message, span: Span::default() })
}
