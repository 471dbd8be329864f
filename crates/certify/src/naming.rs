//! How a reader calls the threads and objects of an execution of a Java program: by the way in which the program reaches them.
//!
//! An execution is made twice. The first time it is noted who refers to what; from that each object gets its shortest path from a
//! static field or a local variable, `Bank.accounts[1].lock`. The second time is told in these names, so that an object has one name
//! in a whole trace, also before it can be reached so and when it no longer can.

use crate::execute::Cell;
use crate::interpreter::Interpreter;
use crate::state::Value;
use commute_ir::{ClassId, FuncId, ProcessId, Program, Shape};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet};

/// More references than this are not noted: an execution with so many is not read by anybody.
const MOST_REFERENCES: usize = 1_000_000;

/// A path that costs more says less than the class of the object.
const MOST_COST: u32 = 9;
/// What it costs to begin at a variable of the first thread, of another one, at one that means several objects in turn; and to go through
/// a field of the library. A static field costs nothing, a field of the program or an element one.
const OF_FIRST: u32 = 2;
const OF_OTHER: u32 = 3;
const OF_SEVERAL: u32 = 4;
const OF_LIBRARY: u32 = 3;

/// What refers to an object.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
enum Holder {
    Global(usize),
    Local { of_first: bool, func: FuncId, name: String },
    Field { owner: u32, class: ClassId, index: usize },
    Element { owner: u32, index: usize },
}

/// What the first execution has noted.
#[derive(Clone, Default, Debug)]
pub struct Gathered {
    references: Vec<(Holder, u32)>,
    known: HashSet<(Holder, u32)>,
    /// The objects that were made, with their classes, in order.
    made: Vec<(u32, String)>,
    /// The threads that were made without a name, in order: Java gives them numbers.
    unnamed: Vec<(Option<ProcessId>, u32)>,
    /// The names that threads were given; the last one counts.
    given: BTreeMap<u32, String>,
}

/// The names of an execution.
#[derive(Clone, Default, Debug)]
pub struct Names {
    objects: HashMap<u32, String>,
    threads: HashMap<u32, String>,
    /// The objects that the program itself can reach: not the parts of what the library made.
    programs: HashSet<u32>,
}

impl Names {
    /// The name of an object.
    pub fn object(&self, number: u32) -> Option<&str> {
        self.objects.get(&number).or_else(|| self.threads.get(&number)).map(String::as_str)
    }

    /// Whether the program itself can reach an object.
    pub fn is_programs(&self, number: u32) -> bool {
        self.programs.contains(&number)
    }

    /// The name of the thread whose handle this is.
    pub fn thread(&self, handle: u32) -> Option<&str> {
        self.threads.get(&handle).map(String::as_str)
    }
}

impl Gathered {
    fn note(&mut self, holder: Holder, object: u32) {
        if self.references.len() < MOST_REFERENCES && self.known.insert((holder.clone(), object)) {
            self.references.push((holder, object));
        }
    }

    fn names(&self, program: &Program) -> Names {
        let objects = unique(self.paths(program));
        let mut names = Names { objects, threads: HashMap::new(), programs: self.programs(program) };
        let mut ranks: BTreeMap<&str, u32> = BTreeMap::new();
        for (object, class) in &self.made {
            let rank = ranks.entry(class).or_default();
            *rank += 1;
            let thread =
                self.given.contains_key(object) || self.unnamed.iter().any(|(_, unnamed)| unnamed == object);
            if !thread {
                names.objects.entry(*object).or_insert_with(|| format!("{class}#{rank}"));
            }
        }
        let mut counts: BTreeMap<Option<ProcessId>, u32> = BTreeMap::new();
        let numbered = self.unnamed.iter().map(|(process, object)| {
            let count = counts.entry(*process).or_default();
            *count += 1;
            (*object, format!("Thread-{}", *count - 1))
        });
        names.threads = numbered.chain(self.given.iter().map(|(&o, name)| (o, name.clone()))).collect();
        names
    }

    /// What variables and fields of the program have referred to.
    fn programs(&self, program: &Program) -> HashSet<u32> {
        let is_programs = |holder: &Holder| match holder {
            Holder::Global(global) => !is_of_library(&program.globals[*global].name),
            Holder::Local { .. } => true,
            Holder::Field { class, .. } => !is_of_library(&program.classes[class.index()].name),
            Holder::Element { .. } => false,
        };
        self.references.iter().filter(|(holder, _)| is_programs(holder)).map(|(_, object)| *object).collect()
    }

    /// The cheapest path to each object, with its cost; of equally cheap ones the first by name.
    fn paths(&self, program: &Program) -> HashMap<u32, String> {
        let mut onward: HashMap<u32, Vec<(&Holder, u32)>> = HashMap::new();
        let mut queue = BinaryHeap::new();
        let several = self.locals_of_several();
        for (holder, object) in &self.references {
            match holder {
                Holder::Field { owner, .. } | Holder::Element { owner, .. } => {
                    onward.entry(*owner).or_default().push((holder, *object));
                }
                root => queue.extend(begin(program, root, &several).map(|(c, p)| Reverse((c, p, *object)))),
            }
        }
        let mut paths: HashMap<u32, String> = HashMap::new();
        while let Some(Reverse((cost, path, object))) = queue.pop() {
            if paths.contains_key(&object) {
                continue;
            }
            for (holder, next) in onward.get(&object).into_iter().flatten() {
                let further = go_on(program, holder, cost, &path).filter(|(cost, _)| *cost <= MOST_COST);
                queue.extend(further.map(|(cost, path)| Reverse((cost, path, *next))));
            }
            paths.insert(object, path);
        }
        paths
    }

    /// The local variables that have referred to more than one object.
    fn locals_of_several(&self) -> BTreeSet<&str> {
        let mut first: BTreeMap<&str, u32> = BTreeMap::new();
        let mut several = BTreeSet::new();
        for (holder, object) in &self.references {
            if let Holder::Local { name, .. } = holder
                && *first.entry(name).or_insert(*object) != *object
            {
                several.insert(name.as_str());
            }
        }
        several
    }
}

/// A path that begins here, and its cost.
fn begin(program: &Program, root: &Holder, several: &BTreeSet<&str>) -> Option<(u32, String)> {
    match root {
        Holder::Global(global) => {
            let name = &program.globals[*global].name;
            (!is_of_library(name)).then(|| (0, short_variable(name)))
        }
        Holder::Local { of_first, name, .. } if name == "this" => {
            (*of_first && !several.contains("this")).then(|| (OF_FIRST, name.clone()))
        }
        Holder::Local { of_first, name, .. } => {
            let cost = if *of_first { OF_FIRST } else { OF_OTHER };
            Some((cost + if several.contains(name.as_str()) { OF_SEVERAL } else { 0 }, name.clone()))
        }
        _ => None,
    }
}

/// A path that goes on from `path`.
fn go_on(program: &Program, holder: &Holder, cost: u32, path: &str) -> Option<(u32, String)> {
    match holder {
        Holder::Field { class, index, .. } => {
            let class = &program.classes[class.index()];
            let field = &class.fields.get(*index)?.name;
            // What a lambda has captured has no name that the program knows.
            let cost = cost + if is_of_library(&class.name) { OF_LIBRARY } else { 1 };
            (!class.name.contains("$$") && !field.contains('$')).then(|| (cost, format!("{path}.{field}")))
        }
        Holder::Element { index, .. } => Some((cost + 1, format!("{path}[{index}]"))),
        _ => None,
    }
}

/// Objects that have the same name are numbered.
fn unique(paths: HashMap<u32, String>) -> HashMap<u32, String> {
    let mut by_name: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for (&object, path) in &paths {
        by_name.entry(path).or_default().push(object);
    }
    let mut names = HashMap::new();
    for (path, mut objects) in by_name {
        objects.sort_unstable();
        match objects.as_slice() {
            [only] => drop(names.insert(*only, path.to_owned())),
            all => names.extend(all.iter().zip(1..).map(|(&o, i)| (o, format!("{path}#{i}")))),
        }
    }
    names
}

/// Whether a class or a static field belongs to the JDK or to what stands for it.
pub fn is_of_library(name: &str) -> bool {
    const PACKAGES: [&str; 7] = ["java.", "javax.", "jdk.", "sun.", "com.sun.", "commute.rt.", "["];
    PACKAGES.iter().any(|package| name.starts_with(package))
}

/// The name of a class without its package and the classes around it.
pub fn short_class(name: &str) -> &str {
    let class = name.rsplit('.').next().unwrap_or(name);
    let inner = class.rsplit('$').next().unwrap_or(class);
    // An anonymous class is a number.
    if inner.is_empty() || inner.starts_with(|c: char| c.is_ascii_digit()) { class } else { inner }
}

/// `Bank.total` of `com.acme.Bank.total`.
pub fn short_variable(name: &str) -> String {
    match name.rsplit_once('.') {
        Some((class, field)) => format!("{}.{field}", short_class(class)),
        None => name.to_owned(),
    }
}

impl<'p> Interpreter<'p> {
    /// Makes the steps of a schedule in a copy, and gives what to call threads and objects of that execution. Of other programs than Java's
    /// everything has a name. A schedule that is no execution is followed as far as it is one.
    pub(crate) fn names_of(&self, schedule: &[commute_machine::Transition]) -> Option<Names> {
        self.code.program.thread_class?;
        let mut copy = self.clone();
        copy.recording = false;
        copy.collect_late();
        for &step in schedule {
            if step.tid.index() >= copy.threads() || u32::from(step.choice) >= copy.choices(step.tid) {
                break;
            }
            copy.advance_by(step);
        }
        Some(copy.gathered?.names(self.code.program))
    }

    /// Whether it is noted who refers to what. What an initialiser leaves is noted at its end.
    fn is_gathering(&self) -> bool {
        self.gathered.is_some() && !self.initialising
    }

    /// Notes everything that refers to an object in the present state, but for local variables.
    pub(crate) fn gather_state(&mut self) {
        let Some(mut gathered) = self.gathered.take() else { return };
        for (global, value) in self.state.globals.iter().enumerate() {
            value.object().into_iter().for_each(|object| gathered.note(Holder::Global(global), object));
        }
        for (&owner, object) in &self.state.objects {
            for (index, value) in object.data.iter().enumerate() {
                if let (Some(target), Some(holder)) = (value.object(), self.holder(owner, index)) {
                    gathered.note(holder, target);
                }
            }
        }
        self.gathered = Some(gathered);
    }

    fn holder(&self, owner: u32, index: usize) -> Option<Holder> {
        match self.state.object(owner).shape {
            Shape::Instance(class) => Some(Holder::Field { owner, class, index }),
            Shape::Array(_) => Some(Holder::Element { owner, index }),
            _ => None,
        }
    }

    /// Notes that a word is about to refer to something.
    pub(crate) fn gather_write(&mut self, t: usize, cell: Cell, value: Value) {
        if !self.is_gathering() {
            return;
        }
        self.gather_thread_name(t, cell, value);
        let holder = match cell {
            Cell::Global(global) => Some(Holder::Global(global)),
            Cell::Word(owner, index) => self.holder(owner, index),
        };
        if let (Some(gathered), Some(holder), Some(object)) = (&mut self.gathered, holder, value.object()) {
            gathered.note(holder, object);
        }
    }

    /// A thread gets a name, or begins without one.
    fn gather_thread_name(&mut self, t: usize, cell: Cell, value: Value) {
        let program = self.code.program;
        let Cell::Word(handle, index) = cell else { return };
        let Some(class) = self.class_of(handle) else { return };
        let is_name = |thread: ClassId| {
            program.is_subclass(class, thread)
                && program.classes[thread.index()].fields.get(index).is_some_and(|field| field.name == "name")
        };
        if !program.thread_class.is_some_and(is_name) {
            return;
        }
        let text = value.object().map(|text| self.text_of(text));
        let constructs = program.functions[self.frame(t).func.index()].name.ends_with("Thread.<init>");
        let process = program.functions[self.frame(t).func.index()].process;
        let Some(gathered) = &mut self.gathered else { return };
        match text {
            Some(text) => drop(gathered.given.insert(handle, text)),
            None if constructs => gathered.unnamed.push((process, handle)),
            None => {}
        }
    }

    /// Notes that a local variable of the user's refers to something.
    pub(crate) fn gather_local(&mut self, t: usize, func: FuncId, register: usize, value: Value) {
        if !self.is_gathering() {
            return;
        }
        let (Some(gathered), Some(object)) = (&mut self.gathered, value.object()) else { return };
        let name = &self.code.program.functions[func.index()].regs[register].name;
        let (has_source, of_first) = (&self.code.has_source, t == 0);
        // In every method there is another `this`; only that of the test, or of the object whose method is the program, says something.
        let below = |frame: &crate::state::Frame| has_source[frame.func.index()];
        let another = name == "this"
            && !(of_first && self.state.threads[t].frames.iter().filter(|f| below(f)).count() == 0);
        if !name.is_empty() && !name.contains('|') && has_source[func.index()] && !another {
            gathered.note(Holder::Local { of_first, func, name: name.clone() }, object);
        }
    }

    /// Notes that an object was made.
    pub(crate) fn gather_made(&mut self, object: u32) {
        if self.is_gathering() {
            let class = match self.state.object(object).shape {
                Shape::Instance(class) => {
                    short_class(&self.code.program.classes[class.index()].name).to_owned()
                }
                _ => "array".to_owned(),
            };
            self.gathered.as_mut().into_iter().for_each(|g| g.made.push((object, class.clone())));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use commute_base::Span;
    use commute_ir::{Class, Field, Global, Operand, Ty};

    /// A program with a static field `p.Bank.first` and the classes `p.Bank$Account` and `java.util.Node`, each with the fields
    /// `lock` and `next`.
    fn program() -> Program {
        let field = |name: &str| Field {
            name: name.to_owned(),
            ty: Ty::AnyRef,
            annotations: Vec::new(),
            span: Span::default(),
        };
        let class = |name: &str| Class {
            name: name.to_owned(),
            superclass: None,
            interfaces: Vec::new(),
            fields: vec![field("lock"), field("next")],
            methods: Vec::new(),
            annotations: Vec::new(),
            span: Span::default(),
        };
        let first = Global {
            name: "p.Bank.first".to_owned(),
            ty: Ty::AnyRef,
            init: Operand::Null,
            process: None,
            annotations: Vec::new(),
            span: Span::default(),
        };
        Program {
            classes: vec![class("p.Bank$Account"), class("java.util.Node"), class("p.A$$Lambda0")],
            globals: vec![first],
            ..Program::default()
        }
    }

    fn field(owner: u32, class: usize, index: usize) -> Holder {
        Holder::Field { owner, class: ClassId::new(class), index }
    }

    fn local(name: &str) -> Holder {
        Holder::Local { of_first: true, func: FuncId::new(0), name: name.to_owned() }
    }

    fn named(references: &[(Holder, u32)]) -> Names {
        let mut gathered = Gathered::default();
        references.iter().for_each(|(holder, object)| gathered.note(holder.clone(), *object));
        gathered.made = (1..=5).map(|object| (object, "Account".to_owned())).collect();
        gathered.unnamed = vec![(None, 8)];
        gathered.given.insert(9, "worker".to_owned());
        gathered.names(&program())
    }

    #[test]
    fn objects_are_called_by_the_shortest_way_to_them() {
        let names = named(&[
            (Holder::Global(0), 1),
            (field(1, 0, 0), 2),
            (local("mine"), 2),
            (local("list"), 3),
            (field(3, 1, 1), 4),
            (Holder::Element { owner: 4, index: 7 }, 5),
        ]);
        let all: Vec<&str> = (1..=5).filter_map(|object| names.object(object)).collect();
        assert_eq!(all, ["Bank.first", "Bank.first.lock", "list", "list.next", "list.next[7]"]);
        assert!(names.is_programs(3) && !names.is_programs(4), "the next node of a list is the library's");
    }

    #[test]
    fn a_variable_of_several_objects_and_a_captured_one_are_no_names() {
        let names = named(&[(local("each"), 1), (local("each"), 2), (field(1, 2, 0), 3)]);
        assert_eq!([1, 2, 3].map(|o| names.object(o)), [Some("each#1"), Some("each#2"), Some("Account#3")]);
    }

    #[test]
    fn threads_have_the_names_that_java_gives_them() {
        let names = named(&[]);
        assert_eq!([8, 9, 10].map(|o| names.thread(o)), [Some("Thread-0"), Some("worker"), None]);
    }

    #[test]
    fn classes_have_short_names() {
        assert_eq!(["a.b.C", "a.C$D", "a.C$1", "C"].map(short_class), ["C", "D", "C$1", "C"]);
    }
}
