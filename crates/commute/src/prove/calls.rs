//! A class that could not be proved is called by threads of a small program, which is searched for an execution that goes wrong.
//!
//! The program makes one object, and two or three threads call a method of it each. What a method throws by a `throw` of its own class is
//! an answer; what the machine raises is not. A search that finds nothing says nothing, since other arguments or more calls may go wrong.

use crate::check::Check;
use crate::java::JavaOptions;
use crate::program::Program;
use crate::report::{Counterexample, Verdict};
use commute_base::SourceMap;
use commute_explore::{Limits, Properties};
use commute_front_jvm::methods::{ClassFile, Method, Op, class_of, dotted, flags, signature};
use commute_front_jvm::{Scratch, compile};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// A search of one program has so many states at most. No clock ends it, so that what is shown is the same everywhere.
const MAX_STATES: u64 = 5_000;
/// A search of a whole program, which is only one, has more.
const MAX_STATES_OF_PROGRAM: u64 = 50_000;
/// So many programs are tried.
const MAX_PROGRAMS: usize = 24;

/// An execution in which calls of a class go wrong.
pub struct Called {
    /// The program that calls.
    pub text: String,
    /// What goes wrong.
    pub counterexample: Counterexample,
    /// The sources.
    pub sources: SourceMap,
}

/// Looks for an execution that goes wrong. `first` is the name of a method that could not be proved.
pub fn search(class: &ClassFile, first: Option<&str>, class_path: &[PathBuf]) -> Option<Called> {
    let texts = programs(class, first)?;
    let scratch = Scratch::new().ok()?;
    let package = class.name.rsplit_once('/').map_or("", |(package, _)| package).to_owned();
    let mut files = Vec::new();
    for (at, text) in texts.iter().enumerate() {
        let file = scratch.path().join(format!("{}.java", name(at)));
        std::fs::write(&file, text).ok()?;
        files.push(file);
    }
    let compiled = compile(&files, class_path, None, None, None).ok()?;
    for (at, text) in texts.iter().enumerate() {
        let main = if package.is_empty() { name(at) } else { format!("{}.{}", dotted(&package), name(at)) };
        if let Some(found) = tried(compiled.path(), scratch.path(), class_path, main) {
            let (counterexample, sources) = found;
            return Some(Called { text: text.clone(), counterexample, sources });
        }
    }
    None
}

/// The name of a program.
fn name(at: usize) -> String {
    format!("Calls{at}")
}

fn tried(
    compiled: &Path,
    sources: &Path,
    class_path: &[PathBuf],
    main: String,
) -> Option<(Counterexample, SourceMap)> {
    let mut path = vec![sources.to_owned()];
    path.extend(class_path.iter().cloned());
    let options = JavaOptions { class_path: path, main: Some(main), ..JavaOptions::default() };
    searched(&Program::java(compiled, &options).ok()?, MAX_STATES)
}

/// Looks for an execution of a whole program that goes wrong.
pub fn search_program(path: &Path, options: &JavaOptions, main: &str) -> Option<Called> {
    let options = JavaOptions { main: Some(dotted(main)), ..options.clone() };
    let program = Program::java(path, &options).ok()?;
    let (counterexample, sources) = searched(&program, MAX_STATES_OF_PROGRAM)?;
    Some(Called { text: String::new(), counterexample, sources })
}

fn searched(program: &Program, states: u64) -> Option<(Counterexample, SourceMap)> {
    // A thread that waits for what nobody does is none of the class's business.
    let properties = Properties {
        deadlock: false,
        partial_deadlock: false,
        livelock: false,
        races: true,
        ..Properties::default()
    };
    let limits = Limits { states: Some(states), ..Limits::default() };
    let check = Check::new().properties(properties).limits(limits).formulas(None);
    let report = check.build().ok()?.run(program).ok()?;
    if report.verdict != Verdict::Violated {
        return None;
    }
    let first = report.counterexamples.into_iter().next()?;
    Some((first, program.sources().clone()))
}

/// The texts of the programs; nothing if the class cannot be called from outside.
fn programs(class: &ClassFile, first: Option<&str>) -> Option<Vec<String>> {
    let outside = |inner: &commute_front_jvm::methods::Inner| {
        inner.class == class.name && (inner.flags & flags::PRIVATE != 0 || inner.flags & flags::STATIC == 0)
    };
    if class.inner.iter().any(outside) || class.flags & flags::ABSTRACT != 0 {
        return None;
    }
    let is_open = |m: &&Method| m.flags & (flags::PRIVATE | flags::SYNTHETIC) == 0 && m.code.is_some();
    let constructor = class.methods.iter().filter(is_open).find(|m| m.name == "<init>")?;
    let mut methods: Vec<&Method> =
        class.methods.iter().filter(is_open).filter(|m| !m.name.starts_with('<')).collect();
    methods.sort_by_key(|m| Some(m.name.as_str()) != first);
    let mut calls: Vec<Vec<&Method>> = Vec::new();
    let main = methods.first()?;
    calls.extend(methods.iter().map(|second| vec![*main, *second]));
    for (at, second) in methods.iter().enumerate() {
        calls.extend(methods[at..].iter().map(|third| vec![*main, *second, *third]));
    }
    calls.truncate(MAX_PROGRAMS);
    Some(calls.iter().enumerate().map(|(at, calls)| program(class, constructor, calls, at)).collect())
}

fn program(class: &ClassFile, constructor: &Method, calls: &[&Method], at: usize) -> String {
    let own = dotted(&class.name).replace('$', ".");
    let mut text = String::new();
    if let Some((package, _)) = class.name.rsplit_once('/') {
        let _ = writeln!(text, "package {};", dotted(package));
    }
    let _ =
        writeln!(text, "@SuppressWarnings({{\"unchecked\", \"rawtypes\"}})\npublic class {} {{", name(at));
    let _ = writeln!(text, "    public static void main(String[] arguments) throws Throwable {{");
    let _ = writeln!(text, "        final {own} object = new {own}({});", arguments(constructor));
    for (k, method) in calls.iter().enumerate().skip(1) {
        let _ = writeln!(text, "        Thread thread{k} = new Thread(() -> {{");
        text += &call(class, method, &own);
        let _ = writeln!(text, "        }});\n        thread{k}.start();");
    }
    text += &call(class, calls[0], &own);
    text += "    }\n    static void fault(Throwable fault) { throw new AssertionError(\"a fault\", fault); }\n}\n";
    text
}

/// A call: faults end the thread, other exceptions are answers.
fn call(class: &ClassFile, method: &Method, own: &str) -> String {
    const FAULTS: [&str; 7] = [
        "java.lang.NullPointerException",
        "java.lang.IndexOutOfBoundsException",
        "java.lang.ArithmeticException",
        "java.lang.ClassCastException",
        "java.lang.NegativeArraySizeException",
        "java.lang.IllegalMonitorStateException",
        "java.util.NoSuchElementException",
    ];
    let object = if method.flags & flags::STATIC != 0 { own } else { "object" };
    let faults: Vec<&str> = FAULTS.into_iter().filter(|fault| !throws(class, fault)).collect();
    format!(
        "            try {{\n                {object}.{}({});\n            }} catch ({} fault) {{\n                \
         fault(fault);\n            }} catch (Exception answer) {{\n            }}\n",
        method.name,
        arguments(method),
        faults.join(" | ")
    )
}

/// Whether the class itself makes exceptions of this class.
fn throws(class: &ClassFile, name: &str) -> bool {
    let made = |method: &Method| {
        let ops = method.code.as_ref().and_then(|code| code.ops(&class.pool).ok());
        ops.is_some_and(|ops| ops.iter().any(|(_, op)| matches!(op, Op::New(class) if dotted(class) == name)))
    };
    class.methods.iter().any(made)
}

fn arguments(method: &Method) -> String {
    let types = signature(&method.desc).map(|s| s.params).unwrap_or_default();
    let all: Vec<String> = types.iter().map(|desc| argument(desc)).collect();
    all.join(", ")
}

/// A small value of a type.
fn argument(desc: &str) -> String {
    let text = match desc {
        "Z" => "true",
        "B" => "(byte) 1",
        "C" => "'a'",
        "S" => "(short) 1",
        "I" => "1",
        "J" => "1L",
        "F" => "1f",
        "D" => "1d",
        "Ljava/lang/String;" => "\"a\"",
        "Ljava/lang/Object;" => "new Object()",
        "Ljava/lang/Integer;" => "(Integer) 1",
        "Ljava/lang/Long;" => "(Long) 1L",
        "Ljava/lang/Runnable;" => "() -> { }",
        "Ljava/util/function/Supplier;" => "() -> \"a\"",
        "Ljava/util/function/Function;" => "x -> \"a\"",
        "Ljava/util/function/Consumer;" => "x -> { }",
        _ if desc.starts_with('[') && desc.len() == 2 => return format!("new {}[2]", primitive(&desc[1..])),
        _ => return format!("({}) null", dotted(class_of(desc)).replace('$', ".")),
    };
    text.to_owned()
}

fn primitive(desc: &str) -> &'static str {
    match desc {
        "Z" => "boolean",
        "B" => "byte",
        "C" => "char",
        "S" => "short",
        "J" => "long",
        "F" => "float",
        "D" => "double",
        _ => "int",
    }
}
