//! Calls under `java` and under Commute: many in a program, and alone where that does not work.

use super::generate::{BLOCK, Call, END, NOT_MADE, class};
use crate::jvm::seen::Jvm;
use crate::twins::Scratch;
use commute_base::SourceMap;
use commute_certify::Interpreter;
use commute_front_jvm::{Input, Loaded, load};
use commute_machine::{Tid, Transition, Violation};
use std::collections::{BTreeSet, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// The most steps of a call.
const STEPS: usize = 20_000;
/// How often a program is translated again with what its calls came to.
const ROUNDS: usize = 80;

/// What a call came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Came {
    /// It printed this.
    To(String),
    /// It never came back.
    Blocks,
    /// It cannot be followed further than that it printed this.
    NotDecided(String, String),
}

/// Makes the calls of some classes, and says of each what it came to by `java` and by Commute.
pub fn make(
    jvm: &Jvm,
    classes: &mut [Vec<Call>],
    note: &mut dyn FnMut(&Call, &str, Came),
) -> Result<(), String> {
    let scratch = compile(jvm, classes)?;
    let most = classes.iter().map(Vec::len).max().unwrap_or(0);
    let counts = [classes.len().to_string(), most.to_string()];
    let said = expected(&jvm.java("Caller", Some(scratch.path()), &counts)?);
    for (n, calls) in classes.iter().enumerate() {
        let found = follow(scratch.path(), &format!("C{n}"), calls.len());
        for ((at, call), came) in calls.iter().enumerate().zip(found) {
            let java = said.get(&(n, at)).map_or("nothing", String::as_str);
            note(call, java, came);
        }
    }
    Ok(())
}

/// Compiles classes. A call that the compiler refuses is replaced by a line that says so.
fn compile(jvm: &Jvm, classes: &mut [Vec<Call>]) -> Result<Scratch, String> {
    loop {
        let text = |(n, calls): (usize, &Vec<Call>)| (format!("C{n}.java"), class(&format!("C{n}"), calls));
        let texts: Vec<(String, String)> = classes.iter().enumerate().map(text).collect();
        let error = match jvm.compile_calls(&texts) {
            Ok(scratch) => return Ok(scratch),
            Err(error) => error,
        };
        let wrong: Vec<(usize, usize, &str)> =
            error.lines().filter_map(|line| complaint(line, &texts)).collect();
        if wrong.is_empty() {
            return Err(error);
        }
        for (class, call, what) in wrong {
            let what = what.replace(['"', '\\'], "'");
            classes[class][call].text = format!("        Say.line(\"{NOT_MADE}: {what}\");\n");
        }
    }
}

/// The class and the call that the compiler complains of, and how.
fn complaint<'a>(line: &'a str, texts: &[(String, String)]) -> Option<(usize, usize, &'a str)> {
    let (place, what) = line.split_once(": error: ")?;
    let (path, number) = place.rsplit_once(':')?;
    let name = Path::new(path).file_name()?.to_str()?;
    let class = texts.iter().position(|(file, _)| file == name)?;
    let before = texts[class].1.lines().take(number.parse().ok()?);
    let begun = before.filter_map(|line| line.strip_prefix("    static void c")?.split('(').next()).last()?;
    Some((class, begun.parse().ok()?, what))
}

/// What `java` says, by class and number.
fn expected(text: &str) -> HashMap<(usize, usize), String> {
    let line = |line: &str| {
        let mut parts = line.splitn(3, '\t');
        let class = parts.next()?.strip_prefix('C')?.parse().ok()?;
        Some(((class, parts.next()?.parse().ok()?), parts.next()?.to_owned()))
    };
    text.split('\n').filter_map(line).collect()
}

/// What all calls of a class come to. One that cannot be translated, or not begun, must not hide the others.
fn follow(classes: &Path, class: &str, calls: usize) -> Vec<Came> {
    if let Ok(found) = follow_all(classes, class, calls) {
        return found;
    }
    let one = |n: usize| match follow_all(classes, &format!("{class}$M{n}"), 1) {
        Ok(mut found) => found.pop().unwrap_or(Came::Blocks),
        Err(error) => Came::NotDecided(error, String::new()),
    };
    let numbers: Vec<usize> = (0..calls).collect();
    let blocks = numbers.chunks(BLOCK).enumerate();
    blocks
        .flat_map(|(n, block)| {
            follow_all(classes, &format!("{class}$B{n}"), block.len())
                .unwrap_or_else(|_| block.iter().map(|&n| one(n)).collect())
        })
        .collect()
}

/// Runs a program once for each of its first choices, and again with what these came to that was left out, as users have it.
fn follow_all(classes: &Path, main: &str, choices: usize) -> Result<Vec<Came>, String> {
    let (class_path, main) = (vec![classes.to_owned()], Some(main.to_owned()));
    let mut input = Input { class_path, main, ..Input::default() };
    let mut loaded = translate(&input)?;
    let mut found = Err("no round".to_owned());
    for _ in 0..ROUNDS {
        let mut missing = BTreeSet::new();
        found = follow_each(&loaded, choices, &mut missing);
        let Some(opened) = input.opened.with(&loaded.notes.missing, &missing) else { break };
        input.opened = opened;
        // If there is too much of it now, what was found before counts.
        let Ok(more) = translate(&input) else { break };
        loaded = more;
    }
    found
}

/// It begins once: initialisers take longer than calls.
fn follow_each(loaded: &Loaded, choices: usize, missing: &mut BTreeSet<u32>) -> Result<Vec<Came>, String> {
    let begin = || Interpreter::new(&loaded.program);
    let (interpreter, _, failed) = catch_unwind(AssertUnwindSafe(begin)).map_err(|_| "a panic".to_owned())?;
    missing.extend(interpreter.missing());
    match failed {
        Some(violation) if choices == 1 => return Ok(vec![refused(violation, String::new())]),
        Some(violation) => return Err(violation.message),
        None => {}
    }
    let mut each = |n| {
        let run = || execute(interpreter.clone(), (choices, n));
        let came = catch_unwind(AssertUnwindSafe(run));
        let (came, lacks) = came.unwrap_or_else(|_| (Came::To("a panic".to_owned()), BTreeSet::new()));
        missing.extend(lacks);
        came
    };
    Ok((0..choices).map(&mut each).collect())
}

fn translate(input: &Input) -> Result<Loaded, String> {
    let loaded = catch_unwind(AssertUnwindSafe(|| load(input, &mut SourceMap::default())));
    loaded.map_err(|_| "a panic".to_owned())?.map_err(|error| error.to_string())
}

/// What a program comes to, and what is missing on the way.
fn execute(mut interpreter: Interpreter<'_>, first: (usize, usize)) -> (Came, BTreeSet<u32>) {
    let came = run(&mut interpreter, first);
    (came, interpreter.missing().clone())
}

/// Runs a program, always the first thread that can go on; the first choice of so many is given.
fn run(interpreter: &mut Interpreter<'_>, (of, chosen): (usize, usize)) -> Came {
    let (mut wrong, mut chosen) = (None, Some(chosen as u16));
    for _ in 0..STEPS {
        // As `Caller` writes it.
        let printed = || interpreter.printed().replace('\n', "\\n");
        if let Some(violation) = wrong {
            return refused(violation, printed());
        }
        let next = (0..interpreter.threads()).map(Tid::new).find(|&tid| interpreter.choices(tid) > 0);
        if let Some(text) = interpreter.printed().strip_suffix(END) {
            return Came::To(text.replace('\n', "\\n"));
        }
        let Some(tid) = next else { return Came::Blocks };
        let here = interpreter.choices(tid) as usize == of;
        let choice = if here { chosen.take().unwrap_or(0) } else { 0 };
        wrong = interpreter.hurry(Transition { tid, choice });
    }
    Came::NotDecided(format!("more than {STEPS} steps"), interpreter.printed().replace('\n', "\\n"))
}

/// What ends an execution: a limit of the machine is no answer.
fn refused(violation: Violation, printed: String) -> Came {
    match violation.kind.name() {
        "unsupported" | "out_of_memory" | "stack_overflow" => Came::NotDecided(violation.message, printed),
        kind => Came::To(format!("{printed}{kind}: {}", violation.message)),
    }
}
