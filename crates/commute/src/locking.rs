//! Which locking discipline is checked, and what its names mean for a program.

use commute_base::SourceMap;
use commute_certify::{Counted, Unprotected};
use commute_explore::Discipline;
use commute_ir::{Program, Shape};
use commute_machine::{Initialisation, LockRule, ObjId, Tid, UNNAMED, Variable, Variables};
use commute_vm::Vm;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A locking discipline that is to be checked along every execution (Sto00 sections 8 and 9).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DisciplineRequest {
    /// Which one.
    pub kind: DisciplineKind,
    /// With MLD': whose first access initialises which variable.
    pub init: Vec<Initialiser>,
    /// With MLD': an initialisation may be several accesses, until its thread does what others can see.
    pub several: bool,
    /// It has to be the same lock in all executions in which the variable is shared.
    pub same_lock: bool,
    /// It is proved that variables are guarded by the locks that the program names ([`crate::prove::locks`]).
    pub proved: bool,
}

/// The disciplines that say that one lock protects each shared variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DisciplineKind {
    /// What the first thread does before a second one comes is initialisation and needs no lock.
    Mld,
    /// Nothing is initialisation, unless that is said, but what a thread does to an object before others can reach it.
    MldPrime,
}

/// Who initialises a variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Initialiser {
    /// The variable, as the program writes it.
    pub variable: String,
    /// The thread that initialises it.
    pub thread: String,
}

/// The discipline, with names looked up in the program.
pub(crate) fn discipline(program: &Arc<Program>, request: &DisciplineRequest) -> Result<Discipline, String> {
    if request.kind == DisciplineKind::Mld {
        return Ok(Discipline::Mld);
    }
    let mut threads = BTreeMap::new();
    for Initialiser { variable, thread } in &request.init {
        let at = program.threads.iter().position(|t| t.name == *thread);
        let at = at.ok_or_else(|| format!("the program has no thread `{thread}`"))?;
        let named = variable_named(program, variable)
            .ok_or_else(|| format!("the program has no variable `{variable}`"))?;
        threads.insert(named, Tid::new(at));
    }
    Ok(Discipline::MldPrime { init: threads, several: request.several })
}

/// The variable that the program writes so.
fn variable_named(program: &Arc<Program>, name: &str) -> Option<Variable> {
    let globals = (0..program.globals.len()).map(|g| Variable::Global(g as u32));
    let statics = program.statics.iter().enumerate().flat_map(|(o, object)| {
        let o = ObjId(o as u32);
        let words = (0..object.data.len() as u32).map(move |word| Variable::StaticWord(o, word));
        words.chain([Variable::Static(o)])
    });
    let kinds = program.shapes.iter().enumerate().flat_map(|(kind, shape)| {
        let fields = match shape {
            Shape::Instance(class) => program.classes[class.index()].fields.len(),
            _ => 0,
        };
        let fields = (0..fields as u32).map(move |field| Variable::Field(kind as u32, field));
        fields.chain([Variable::Elements(kind as u32)])
    });
    let machine = Vm::new(Arc::clone(program));
    globals.chain(statics).chain(kinds).find(|&variable| machine.variable_name(variable) == name)
}

/// What is wrong, in one line: which variable of which object, who accesses it where, and what the locks were.
pub(crate) fn message(rule: &str, how: &Unprotected, sources: &SourceMap) -> String {
    let at = |access: &Counted| {
        let start = sources.start(access.span);
        start.map_or_else(String::new, |start| format!(" at line {}", start.line))
    };
    let does = |access: &Counted| {
        let verb = if access.writes { "writes" } else { "reads" };
        let locks = if access.locks.is_empty() { "no lock".to_owned() } else { access.locks.join(", ") };
        format!("{} {verb} it{} holding {locks}", access.thread, at(access))
    };
    let accesses: Vec<String> = how.accesses.iter().map(does).collect();
    let rule = LockRule::parse(rule);
    let is_unshared = rule.as_ref().is_some_and(|r| r.initialisation == Initialisation::OneThread);
    let (variable, accesses) = (&how.variable, accesses.join("; "));
    if is_unshared {
        return format!("{variable} is said to be unshared, but two threads access it: {accesses}");
    }
    if let Some(rule) = rule.filter(|_| how.by_another) {
        let others = match &rule.same[..] {
            [only] if only == UNNAMED => "one that no field or static leads to protects",
            [only] if only == "this" => "its own monitor protects",
            [only] => &format!("{only} protects"),
            several => &format!("one of {} protects", several.join(", ")),
        };
        return format!("in other executions {others} {variable}, in this one another lock: {accesses}");
    }
    let wrong = if how.is_early { "another thread is to initialise" } else { "no lock protects" };
    format!("{wrong} {variable}: {accesses}")
}
