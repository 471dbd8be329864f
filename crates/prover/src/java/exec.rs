//! Methods as statements of the logic: blocks in a row, each under the condition that control is there.
//!
//! A block is entered with its variables as they were left by whichever block came before, so a method costs as much as it is long,
//! however many ways there are through it. Calls of the user's methods are written out.

use super::blocks::Blocks;
use super::spec::Expr;
use super::value::{Class, Ty, Val};
use super::world::{FieldId, Guard, World, class_of, is_reference, range};
use super::{Stop, refuse};
use crate::fold;
use commute_front_jvm::methods::{ClassFile, Method, flags, signature};
use commute_logic::{Decl, Sort, Stmt, Term};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;
use std::sync::Arc;

type Result<T> = std::result::Result<T, Stop>;

/// Calls nest at most so deep when they are written out.
const MAX_CALLS: usize = 24;
/// The statements of one obligation.
const MAX_STATEMENTS: usize = 60_000;

/// What an assertion is about.
#[derive(Clone, PartialEq, Debug)]
pub enum What {
    /// `assert` of the program, or an `AssertionError` that it throws.
    Assertion,
    /// Something that would raise an exception that nobody wrote.
    Fault(&'static str),
    /// A field or kind of objects that has no lock.
    Unguarded(String),
    /// This lock is held at each access of the field.
    Guard(FieldId, Guard),
    /// The same of arrays or objects of a class that belong to one of the subject.
    PartGuard(String, Guard),
    /// An invariant, by its number.
    Invariant(usize),
    /// What others assume of each step, by its number.
    Assumption(usize),
    /// `@Requires` of a method that is called, or `@Ensures` of the one that is shown.
    Condition(String),
    /// Something that is tried for a loop.
    Loop(String),
    /// A lock that the method leaves taken.
    Left(String),
    /// Only this root writes the field.
    Writer(FieldId, usize),
}

/// An assertion.
#[derive(Clone, Debug)]
pub struct Goal {
    /// Which one of its obligation it is.
    pub number: usize,
    pub what: What,
    pub class: String,
    pub line: u16,
}

/// A condition on states or steps whose fields are known.
#[derive(Clone, Debug)]
pub struct Condition {
    pub text: String,
    pub expr: Expr,
    pub fields: Vec<FieldId>,
    /// The locks that it says to be held, by their names.
    pub locks: Vec<(String, Guard)>,
    pub is_static: bool,
    pub is_written: bool,
    /// Whether it is tried to hold always, although a lock protects its fields, which are of atomic access.
    pub is_always: bool,
}

/// What is known or tried at present.
#[derive(Clone, Debug, Default)]
pub struct Known {
    pub invariants: Vec<Condition>,
    pub assumptions: Vec<Condition>,
    /// What was tried for loops and does not hold.
    pub dropped: BTreeSet<String>,
}

/// The kinds of values where a block begins.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Entry {
    pub locals: Vec<Option<Ty>>,
    pub stack: Vec<Ty>,
}

/// What is known of a method before it is written out.
#[derive(Default)]
pub struct Info {
    pub entries: Vec<Option<Entry>>,
    /// Blocks to which control goes back, and the last block that does.
    pub heads: BTreeMap<usize, usize>,
}

/// Values inside a block.
#[derive(Clone, Default)]
pub struct State {
    pub locals: Vec<Option<Val>>,
    pub stack: Vec<Val>,
}

/// Where control goes.
pub enum Target {
    Block(usize),
    Return(Option<Val>),
    Raise(Val),
}

/// A way out of a block.
pub struct Edge {
    pub cond: Term,
    pub to: Target,
    pub state: State,
}

/// A method that is being written out.
pub struct Frame {
    pub class: Arc<ClassFile>,
    pub method: usize,
    pub blocks: Rc<Blocks>,
    pub info: Rc<Info>,
    pub prefix: String,
    pub pc: Decl,
    pub ret: Option<Decl>,
    pub exc: Decl,
    /// The block and the instruction.
    pub block: usize,
    pub at: usize,
    /// What is tried of each loop, and how often locks were held where it began.
    pub loops: BTreeMap<usize, Head>,
}

/// Where a loop begins.
#[derive(Clone, Default)]
pub struct Head {
    pub tried: Vec<(String, Term)>,
    pub held: Vec<(Decl, Term)>,
}

/// A method, by its class and its number there.
type Key = (String, usize);

/// Writes methods out.
pub struct Exec<'w> {
    pub world: &'w mut World,
    pub known: Known,
    /// The number of what was called from outside.
    pub root: usize,
    /// The object on whose behalf the method was called from outside.
    pub receiver: Option<Term>,
    pub goals: Vec<Goal>,
    pub frames: Vec<Frame>,
    pub out: Vec<Stmt>,
    pub decls: BTreeMap<Arc<str>, Decl>,
    /// The number of the only condition that is asserted, with the state before it; all are if there is none.
    pub watch: Option<usize>,
    /// The parameters of what was called from outside, by their names.
    pub arguments: Vec<(String, Term)>,
    /// The values of fields where the call began, for `old`.
    pub began: Vec<(FieldId, Term)>,
    written: usize,
    temps: usize,
    pub entries: Option<Info>,
    infos: HashMap<Key, Rc<Info>>,
    flows: HashMap<Key, Rc<Blocks>>,
}

impl<'w> Exec<'w> {
    pub fn new(world: &'w mut World, known: Known) -> Exec<'w> {
        Exec {
            world,
            known,
            root: usize::MAX,
            receiver: None,
            goals: Vec::new(),
            frames: Vec::new(),
            out: Vec::new(),
            decls: BTreeMap::new(),
            watch: None,
            arguments: Vec::new(),
            began: Vec::new(),
            written: 0,
            temps: 0,
            entries: None,
            infos: HashMap::new(),
            flows: HashMap::new(),
        }
    }

    pub fn declare(&mut self, decl: Decl) -> Decl {
        self.decls.entry(decl.name.clone()).or_insert(decl).clone()
    }

    pub fn is_typing(&self) -> bool {
        self.entries.is_some()
    }

    pub fn push(&mut self, stmt: Stmt) {
        if !self.is_typing() {
            self.written += 1;
            self.out.push(stmt);
        }
    }

    pub fn assume(&mut self, fact: Term) {
        if fold::known(&fact) != Some(true) {
            self.push(Stmt::assume("", fact));
        }
    }

    pub fn assume_labelled(&mut self, label: &str, fact: Term) {
        if fold::known(&fact) != Some(true) {
            self.push(Stmt::assume(label, fact));
        }
    }

    /// Asserts something at the present place.
    pub fn assert_(&mut self, what: What, fact: Term) {
        if self.is_typing() || fold::known(&fact) == Some(true) {
            return;
        }
        let (class, line) = self.place();
        if let Some(watched) = self.watch {
            let at = self.goals.len();
            if at == watched {
                self.show();
                self.push(Stmt::assert(format!("{at}: {what:?}"), Default::default(), fact));
            } else {
                self.assume(fact);
            }
            self.goals.push(Goal { number: self.goals.len(), what, class, line });
            return;
        }
        let is_guess = !matches!(what, What::Assertion | What::Fault(_) | What::Condition(_) | What::Left(_));
        let mut claim = fact;
        if is_guess {
            // A guess that is wrong is not believed afterwards, where it would hide that others are wrong: it is claimed only where a
            // truth value is true that may as well be false.
            let tried = self.declare(Decl::new(format!("try {what:?}"), Sort::Bool));
            claim = fold::implies(&tried.term(), &claim);
        }
        self.push(Stmt::assert(format!("{}: {what:?}", self.goals.len()), Default::default(), claim));
        self.goals.push(Goal { number: self.goals.len(), what, class, line });
    }

    /// The class and line that are executed: the innermost of the user.
    pub fn place(&self) -> (String, u16) {
        let Some(frame) = self.frames.last() else { return (self.world.subject.name.clone(), 0) };
        let code = frame.class.methods[frame.method].code.as_ref();
        let offset = frame.blocks.ops.get(frame.at).map_or(0, |(offset, _)| *offset);
        let lines = code.map(|code| code.lines.as_slice()).unwrap_or_default();
        let line =
            lines.iter().rev().find(|(from, _)| u32::from(*from) <= offset).map_or(0, |(_, line)| *line);
        (frame.class.name.clone(), line)
    }

    /// Any value of a sort.
    pub fn any(&mut self, sort: Sort, range: Option<(i128, i128)>) -> Term {
        self.temps += 1;
        let decl = Decl { range, ..Decl::new(format!("any#{}", self.temps), sort) };
        self.declare(decl).term()
    }

    /// The value as it is now, whatever happens to the variables in it.
    pub fn keep(&mut self, value: Term) -> Term {
        if value.children().is_empty() && !matches!(value.node(), commute_logic::Node::Var(_)) {
            return value;
        }
        self.temps += 1;
        let decl = self.declare(Decl::new(format!("t#{}", self.temps), value.sort().clone()));
        self.push(Stmt::assign(decl.var(), value));
        decl.term()
    }

    /// What `make` pushes, by itself.
    pub fn apart(&mut self, make: impl FnOnce(&mut Self) -> Result<()>) -> Result<Vec<Stmt>> {
        let outer = std::mem::take(&mut self.out);
        let made = make(self);
        let inner = std::mem::replace(&mut self.out, outer);
        made.map(|()| inner)
    }

    /// The field is used as more than an own one.
    pub fn give_away(&mut self, f: FieldId) -> Stop {
        self.world.given_away.insert(f);
        Stop::Restart
    }

    pub fn flow(&mut self, key: &Key, class: &ClassFile) -> Result<Rc<Blocks>> {
        if let Some(known) = self.flows.get(key) {
            return Ok(known.clone());
        }
        let Some(code) = &class.methods[key.1].code else { return refuse("a method without a body") };
        let ops = code.ops(&class.pool).map_err(|e| Stop::Refused { why: e.to_string(), place: None })?;
        let flow = Rc::new(Blocks::new(code, ops));
        self.flows.insert(key.clone(), flow.clone());
        Ok(flow)
    }

    /// The kinds of values in a method, found by going round until nothing changes.
    pub fn info(&mut self, class: &Arc<ClassFile>, method: usize) -> Result<Rc<Info>> {
        let key = (class.name.clone(), method);
        if let Some(known) = self.infos.get(&key) {
            return Ok(known.clone());
        }
        let blocks = self.flow(&key, class)?;
        let mut first = Entry { locals: self.parameters(class, method), ..Entry::default() };
        let locals = class.methods[method].code.as_ref().map_or(0, |code| usize::from(code.max_locals));
        first.locals.resize(locals.max(first.locals.len()), None);
        let mut info = Info { entries: vec![None; blocks.ranges.len()], heads: BTreeMap::new() };
        info.entries[0] = Some(first);
        let outer = self.entries.replace(info);
        let frame = self.new_frame(class, method, blocks.clone(), Rc::new(Info::default()));
        self.frames.push(frame);
        let result = self.go_round(blocks.ranges.len());
        let popped = self.frames.pop();
        let done = std::mem::replace(&mut self.entries, outer).unwrap_or_default();
        if let Err(Stop::Refused { why, place: None }) = result {
            self.frames.extend(popped);
            let place = Some(self.place());
            self.frames.pop();
            return Err(Stop::Refused { why, place });
        }
        result?;
        let done = Rc::new(done);
        self.infos.insert(key, done.clone());
        Ok(done)
    }

    pub fn go_round(&mut self, blocks: usize) -> Result<()> {
        loop {
            let before = self.entries.as_ref().map(|info| info.entries.clone());
            for block in 0..blocks {
                if self.entries.as_ref().is_some_and(|info| info.entries[block].is_some()) {
                    self.block(block)?;
                }
            }
            if self.entries.as_ref().map(|info| info.entries.clone()) == before {
                return Ok(());
            }
        }
    }

    /// The kinds of a method's parameters.
    pub fn parameters(&self, class: &ClassFile, method: usize) -> Vec<Option<Ty>> {
        let method = &class.methods[method];
        let mut found = Vec::new();
        if method.flags & flags::STATIC == 0 {
            found.push(Some(Ty::reference(&class.name)));
        }
        for desc in signature(&method.desc).map(|s| s.params).unwrap_or_default() {
            let ty = ty_of(&desc);
            let wide = ty.is_wide();
            found.push(Some(ty));
            if wide {
                found.push(None);
            }
        }
        found
    }

    pub fn new_frame(
        &mut self,
        class: &Arc<ClassFile>,
        method: usize,
        blocks: Rc<Blocks>,
        info: Rc<Info>,
    ) -> Frame {
        // Names do not depend on what else is tried, so that what fails is known in the next round.
        let around = self.frames.last().map_or(String::new(), |f| format!("{}@{}/", f.prefix, f.at));
        let prefix =
            format!("{around}{}.{}#{method}", super::world::simple(&class.name), class.methods[method].name);
        let ret = signature(&class.methods[method].desc).ok().and_then(|s| s.ret);
        let sort = |desc: &String| if is_reference(desc) { Sort::Ref } else { Sort::Int };
        let ret = ret.map(|desc| Decl::new(format!("{prefix} result"), sort(&desc)));
        let ret = ret.map(|decl| self.declare(decl));
        let pc = self.declare(Decl::new(format!("{prefix} at"), Sort::Int));
        let exc = self.declare(Decl::new(format!("{prefix} raised"), Sort::Ref));
        let loops = BTreeMap::new();
        Frame { class: class.clone(), method, blocks, info, prefix, pc, ret, exc, block: 0, at: 0, loops }
    }

    pub fn frame(&self) -> &Frame {
        self.frames.last().expect("[commute internal bug] code runs in a method")
    }

    pub fn frame_mut(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("[commute internal bug] code runs in a method")
    }

    /// Writes a method out: its result and the exception that it raises, or null.
    pub fn run(
        &mut self,
        class: &Arc<ClassFile>,
        method: usize,
        args: &[Val],
    ) -> Result<(Option<Val>, Term)> {
        let name = &class.methods[method].name;
        if self.frames.iter().any(|f| f.class.name == class.name && f.method == method) {
            return refuse(format!("{name} calls itself, and calls are written out"));
        }
        if self.frames.len() >= MAX_CALLS || self.written > MAX_STATEMENTS {
            return refuse("the method is too large to be written out");
        }
        let key = (class.name.clone(), method);
        let (blocks, info) = (self.flow(&key, class)?, self.info(class, method)?);
        let count = blocks.ranges.len();
        let frame = self.new_frame(class, method, blocks, info.clone());
        let (pc, exc, ret) = (frame.pc.clone(), frame.exc.clone(), frame.ret.clone());
        self.frames.push(frame);
        self.push(Stmt::assign(exc.var(), Term::null()));
        let lock = self.method_lock(class, method, args);
        if let Some((guard, object, is_static)) = &lock {
            self.acquire(guard, object, &class.name, *is_static)?;
        }
        self.enter(args)?;
        for block in 0..count {
            if info.entries[block].is_none() {
                continue;
            }
            let body = self.apart(|exec| exec.block(block))?;
            if block == 0 {
                self.out.extend(body);
                continue;
            }
            let here = fold::equal(&pc.term(), &Term::int(block as i128));
            let mut run = vec![Stmt::assume("", here.clone())];
            run.extend(body);
            self.push(Stmt::choice([("runs", run), ("does not", vec![Stmt::assume("", fold::not(&here))])]));
        }
        if let Some((guard, object, is_static)) = &lock {
            self.release(guard, object, &class.name, *is_static)?;
        }
        self.frames.pop();
        let desc = signature(&class.methods[method].desc).ok().and_then(|s| s.ret);
        let result = ret.zip(desc).map(|(decl, desc)| Val { ty: ty_of(&desc), term: decl.term() });
        Ok((result, exc.term()))
    }

    /// The lock of a synchronized method.
    pub fn method_lock(
        &mut self,
        class: &ClassFile,
        method: usize,
        args: &[Val],
    ) -> Option<(Guard, Term, bool)> {
        let flags_of = class.methods[method].flags;
        if flags_of & flags::SYNCHRONIZED == 0 {
            return None;
        }
        if flags_of & flags::STATIC != 0 {
            let object = self.class_object(&class.name);
            return Some((Guard::Class(class.name.clone()), object, true));
        }
        Some((Guard::This, args[0].term.clone(), false))
    }

    /// Puts arguments into the variables of the first block.
    pub fn enter(&mut self, args: &[Val]) -> Result<()> {
        let mut state = State::default();
        for arg in args {
            let wide = arg.ty.is_wide();
            state.locals.push(Some(arg.clone()));
            if wide {
                state.locals.push(None);
            }
        }
        self.copy_out(0, &state)
    }

    /// The length of an array, which never changes.
    pub fn length(&mut self, array: &Term) -> Term {
        let decl = self.declare(Decl::new("length", Sort::array(Sort::Ref, Sort::Int)));
        decl.term().select(array)
    }

    /// Any object of the subject: what is shown of it holds of all.
    pub fn witness(&mut self) -> Term {
        self.declare(Decl::new("any object", Sort::Ref)).term()
    }

    /// The term of a value that is used as any value of its kind.
    pub fn plain(&mut self, value: &Val) -> Result<Term> {
        match &value.ty {
            Ty::Own(f) => Err(self.give_away(*f)),
            Ty::Made { .. } | Ty::NewCondition(_) => {
                let some = self.any(Sort::Ref, None);
                self.assume(fold::not(&fold::equal(&some, &Term::null())));
                self.typed(&some, "");
                Ok(some)
            }
            Ty::Mixed => refuse("a value that is different things on different ways"),
            _ => Ok(value.term.clone()),
        }
    }

    /// The name and descriptor of the method that is executed.
    pub fn method(&self) -> &Method {
        let frame = self.frame();
        &frame.class.methods[frame.method]
    }

    /// A value of a type from outside or the heap.
    pub fn any_value(&mut self, desc: &str) -> Val {
        let ty = ty_of(desc);
        match &ty {
            Ty::Ref(Class { name, .. }) => {
                let name = name.clone();
                let term = self.any(Sort::Ref, None);
                self.typed(&term, &name);
                self.not_own(&term);
                Val { ty, term }
            }
            _ => Val { term: self.any(Sort::Int, range(desc)), ty },
        }
    }
}

/// The values that fit into a variable.
pub fn int_range(ty: &Ty) -> Option<(i128, i128)> {
    match ty {
        Ty::Int => range("I"),
        Ty::Long => range("J"),
        _ => None,
    }
}

/// What a descriptor says.
pub fn ty_of(desc: &str) -> Ty {
    match desc {
        "J" => Ty::Long,
        "F" => Ty::Any(false),
        "D" => Ty::Any(true),
        _ if is_reference(desc) => Ty::reference(class_of(desc)),
        _ => Ty::Int,
    }
}
