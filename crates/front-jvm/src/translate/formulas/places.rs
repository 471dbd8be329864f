//! Threads, and where they stand.

use super::Properties;
use super::tokens::tokens;
use super::values::{Reader, Value, binary, expr, number, owner, word};
use crate::source::Sources;
use commute_ir::{BinOp, Expr, ExprKind, Instr, Label, Pc, Program, Ty};
use std::collections::BTreeSet;

/// What a call of `Verify.event` with this text is called among labels.
pub fn event_label(name: &str) -> String {
    format!("event {name}")
}

const REENTRANT_LOCK: &str = "java/util/concurrent/locks/ReentrantLock";

/// The words before parentheses in which a thread is named first.
const OF_THREADS: [&str; 5] = ["holds", "at", "started", "alive", "ended"];

/// The names of threads that properties speak of: they have to be known before the program is translated.
pub fn thread_names(properties: &Properties) -> Vec<String> {
    let said = properties.written.iter().map(|written| &written.text);
    let texts = said.chain(properties.definitions.iter().map(|(_, text)| text));
    let mut names = BTreeSet::new();
    for tokens in texts.filter_map(|text| tokens(text).ok()) {
        for at in 2..tokens.len() {
            if tokens[at - 1] == "(" && OF_THREADS.contains(&tokens[at - 2].as_str()) {
                names.extend(name_of_thread(&tokens[at..]).map(|(name, _)| name));
            }
        }
    }
    names.into_iter().collect()
}

/// The name of a thread with which tokens begin, and of how many it consists: a text in quotes, or words with `-` between them.
fn name_of_thread(tokens: &[String]) -> Option<(String, usize)> {
    if let Some(text) = tokens.first()?.strip_prefix('"') {
        return Some((text.to_owned(), 1));
    }
    let is_word = |token: &String| token.starts_with(char::is_alphanumeric);
    let length = tokens.iter().zip(0..).take_while(|(t, i)| if i % 2 == 0 { is_word(t) } else { *t == "-" });
    let length = length.count();
    let ends = tokens.get(length).is_some_and(|next| next == "," || next == ")");
    (length >= 3 && length % 2 == 1 && ends).then(|| (tokens[..length].concat(), length))
}

/// A thread that a formula names.
pub enum ThreadRef {
    Main,
    Any,
    Object(Expr),
}

/// The places that formulas speak of.
#[derive(Default)]
pub struct Places {
    wanted: BTreeSet<Place>,
}

/// A place of which it matters who stands there.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    /// A method, by the name of its function.
    Method(String),
    /// A line of a source file.
    Line(String, u32),
}

impl Place {
    fn label(&self) -> String {
        match self {
            Place::Method(name) => name.clone(),
            Place::Line(file, line) => format!("{file}:{line}"),
        }
    }

    /// Where it is in a function.
    fn find(&self, program: &Program, func: usize, sources: &Sources<'_>) -> Vec<Pc> {
        let func = &program.functions[func];
        let all = (0..func.code.len() as u32).map(Pc);
        match self {
            Place::Method(name) if func.name == *name => all.collect(),
            Place::Method(_) => Vec::new(),
            Place::Line(file, line) => {
                all.filter(|pc| sources.is_line(func.spans[pc.0 as usize], file, *line)).collect()
            }
        }
    }
}

impl Places {
    /// Adds a place, at which some thread must be able to stand.
    fn want(&mut self, place: Place, program: &Program, sources: &Sources<'_>) -> Result<String, String> {
        let may_stand = |func: usize| {
            let code = &program.functions[func].code;
            let stops = |pc: &Pc| {
                let instr = &code[pc.0 as usize];
                instr.is_visible() || matches!(instr, Instr::Call { .. } | Instr::CallVirtual { .. })
            };
            place.find(program, func, sources).iter().any(stops)
        };
        let label = place.label();
        if !(0..program.functions.len()).any(may_stand) {
            return Err(format!(
                "no thread ever stands at {label}: it is not used, or nothing there matters to other threads (commute.Verify.event marks \
                 a place)"
            ));
        }
        self.wanted.insert(place);
        Ok(label)
    }

    /// Puts labels where formulas look. A thread that is in a call made there is still there.
    pub fn put_labels(&self, program: &mut Program, sources: &Sources<'_>) {
        for place in &self.wanted {
            for func in 0..program.functions.len() {
                let found = place.find(program, func, sources);
                let label = |pc| Label { name: place.label(), pc, in_calls: true };
                program.functions[func].labels.extend(found.into_iter().map(label));
            }
        }
    }
}

/// The word of a thread's object that says which thread it is: its number plus one while it runs, -1 when it has ended.
fn thread_word(of: Expr) -> Expr {
    word(of, number(0), Ty::I64)
}

/// What is said of a thread; of one that is not there yet nothing is true.
fn there_and(thread: &Expr, said: Expr) -> Expr {
    let null = expr(ExprKind::Null, Ty::AnyRef);
    binary(BinOp::And, binary(BinOp::Ne, thread.clone(), null, Ty::Bool), said, Ty::Bool)
}

impl Reader<'_, '_> {
    /// What is asked by a name with something in parentheses behind it, which is open.
    pub(super) fn observed(&mut self, name: &str) -> Result<Expr, String> {
        match name {
            "holds" => self.holds(),
            "at" => self.stands_at(),
            "event" => self.event(),
            "started" => self.about_thread(|it| binary(BinOp::Ne, it, number(0), Ty::Bool)),
            "alive" => self.about_thread(|it| binary(BinOp::Gt, it, number(0), Ty::Bool)),
            "ended" => self.about_thread(|it| binary(BinOp::Lt, it, number(0), Ty::Bool)),
            _ => Err(format!(
                "there is no `{name}`; there are holds, at, event, started, alive, ended, and the patterns absence, existence, \
                 universality, response and precedence"
            )),
        }
    }

    /// The thread that is named here.
    fn thread(&mut self) -> Result<ThreadRef, String> {
        let is_word = self.peek(1) != "." && self.peek(1) != "-";
        if is_word && self.take("main") {
            return Ok(ThreadRef::Main);
        }
        if is_word && self.take("any") {
            return Ok(ThreadRef::Any);
        }
        if let Some((name, length)) = name_of_thread(&self.tokens[self.at..]) {
            self.at += length;
            return Ok(match name.as_str() {
                "main" => ThreadRef::Main,
                _ => ThreadRef::Object(self.named_thread(&name)?),
            });
        }
        let Value::Object(of, Some(ty)) = self.path()? else {
            return Err("a thread is `main`, `any`, a name or an object".to_owned());
        };
        self.expect_thread(&ty)?;
        Ok(ThreadRef::Object(of))
    }

    /// The object of the thread with a name; null as long as there is none.
    fn named_thread(&mut self, name: &str) -> Result<Expr, String> {
        let index = self.translator.thread_names.iter().position(|known| known == name).unwrap_or_default();
        let class = self.translator.world.known("java/lang/Thread").ok_or("there are no threads")?;
        let none = |_| "the program starts no thread".to_owned();
        let Value::Object(all, _) = self.field(class, None, "named").map_err(none)? else {
            return Err("the program starts no thread".to_owned());
        };
        let null = || expr(ExprKind::Null, Ty::AnyRef);
        let there = binary(BinOp::Ne, all.clone(), null(), Ty::Bool);
        let element = word(all, number(index as i64), Ty::Class(class));
        let parts = [there, element, null()].map(Box::new);
        let [there, element, otherwise] = parts;
        Ok(expr(ExprKind::If(there, element, otherwise), Ty::Class(class)))
    }

    fn about_thread(&mut self, say: fn(Expr) -> Expr) -> Result<Expr, String> {
        let object = match self.thread()? {
            ThreadRef::Object(of) => of,
            ThreadRef::Main => self.main_object()?,
            ThreadRef::Any => return Err("of which thread is that asked?".to_owned()),
        };
        Ok(there_and(&object, say(thread_word(object.clone()))))
    }

    /// The object of the first thread.
    fn main_object(&mut self) -> Result<Expr, String> {
        let base = self.translator.main_thread().map_err(|error| error.to_string())?;
        self.translator.statics.main_is_seen = true;
        Ok(expr(ExprKind::Static { base, count: 1, index: None }, Ty::AnyRef))
    }

    /// The number of the first thread.
    fn first_thread(&self) -> Expr {
        number(self.translator.open.system.map_or(0, |system| i64::from(system.process)))
    }

    /// Whether a thread holds a monitor. That of a `ReentrantLock` is the lock itself.
    fn holds(&mut self) -> Result<Expr, String> {
        let thread = self.thread()?;
        self.expect(",")?;
        let Value::Object(lock, ty) = self.path()? else { return Err("a lock is an object".to_owned()) };
        let class = ty.as_deref().and_then(|ty| ty.strip_prefix('L')).map(|ty| ty.trim_end_matches(';'));
        let lock = match class.and_then(|class| class.strip_prefix("java/util/concurrent/locks/")) {
            None => lock,
            // What else is declared so has no value.
            Some("ReentrantLock" | "Lock") => {
                let class = self.translator.world.known(REENTRANT_LOCK).ok_or("there is no ReentrantLock")?;
                Expr { ty: Ty::Class(class), ..lock }
            }
            Some(_) => return Err("who holds this lock is not known; of a ReentrantLock it is".to_owned()),
        };
        let holder = owner(lock);
        Ok(match thread {
            ThreadRef::Main => binary(BinOp::Eq, holder, self.first_thread(), Ty::Bool),
            ThreadRef::Any => binary(BinOp::Ge, holder, number(0), Ty::Bool),
            ThreadRef::Object(of) => {
                let runs = binary(BinOp::Gt, thread_word(of.clone()), number(0), Ty::Bool);
                let next = binary(BinOp::Add, holder, number(1), Ty::I64);
                let is = binary(BinOp::Eq, next, thread_word(of.clone()), Ty::Bool);
                there_and(&of, binary(BinOp::And, runs, is, Ty::Bool))
            }
        })
    }

    fn stands_at(&mut self) -> Result<Expr, String> {
        let thread = self.thread()?;
        self.expect(",")?;
        let place = self.place()?;
        let label = self.places.want(place, &self.translator.program, &self.translator.sources)?;
        Ok(match thread {
            ThreadRef::Any => at(None, label),
            ThreadRef::Main => at(Some(self.first_thread()), label),
            ThreadRef::Object(of) => {
                // The number of a thread that has ended is used again.
                let runs = binary(BinOp::Gt, thread_word(of.clone()), number(0), Ty::Bool);
                let thread = binary(BinOp::Sub, thread_word(of.clone()), number(1), Ty::I64);
                there_and(&of, binary(BinOp::And, runs, at(Some(thread), label), Ty::Bool))
            }
        })
    }

    /// `Class.method` or `File.java:17`.
    fn place(&mut self) -> Result<Place, String> {
        if self.peek(1) == "." && self.peek(2) == "java" && self.peek(3) == ":" {
            let file = format!("{}.java", self.next()?);
            (0..3).try_for_each(|_| self.next().map(drop))?;
            let line = self.next()?;
            let line = line.parse().map_err(|_| format!("`{line}` is no line"))?;
            return Ok(Place::Line(file, line));
        }
        let first = self.next()?;
        let class = self.class(first)?;
        self.expect(".")?;
        let method = self.next()?;
        let class = self.translator.world.name(class).replace('/', ".");
        Ok(Place::Method(format!("{class}.{method}")))
    }

    /// Whether some thread is at a call of `Verify.event` with this text.
    fn event(&mut self) -> Result<Expr, String> {
        let name = self.next()?;
        let name = name.strip_prefix('"').ok_or("the name of an event stands in quotes")?;
        let label = event_label(name);
        let is_there = |label: &Label, wanted: &str| label.name == wanted;
        let functions = &self.translator.program.functions;
        if !functions.iter().any(|f| f.labels.iter().any(|l| is_there(l, &label))) {
            return Err(format!("the program has no commute.Verify.event(\"{name}\")"));
        }
        Ok(at(None, label))
    }
}

fn at(thread: Option<Expr>, label: String) -> Expr {
    expr(ExprKind::At { thread: thread.map(Box::new), label }, Ty::Bool)
}
