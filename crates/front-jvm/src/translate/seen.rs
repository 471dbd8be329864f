//! What the program can see of its threads: which objects are used as monitors, who asks for names, interrupts and the time.
//!
//! A method is followed with a stack of where its references come from. What flows into variables, fields, parameters and results is
//! kept, whatever the class of the receiver, so that at the end it can be asked whether a thread may be among the objects that
//! some code synchronizes on: a lock that is declared as an `Object` hardly ever is one.

use super::{THREAD, Translator};
use crate::classfile::{
    ClassFile, Const, Handle, HandleKind, Invoke, Kind, Loadable, Member, Method, Op, flags,
};
use crate::descriptor::{class_of, signature};
use crate::library::Origin;
use crate::world::{FieldPlace, MethodId};
use commute_ir::ClassId;
use std::collections::{HashMap, HashSet};

/// Where a reference comes from.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Source {
    /// No reference, or null.
    Nothing,
    /// A new object of this class.
    New(String),
    /// Something of this type.
    Of(String),
    /// A variable of a method.
    Local(MethodId, u16),
    /// A field of this type.
    Field(ClassId, u32, bool, String),
    /// The parameter with this number of methods with this name and descriptor; its type.
    Param(String, String, usize, String),
    /// What methods with this name and descriptor give; its type.
    Result(String, String, String),
}

impl Source {
    /// The most that its declaration says.
    fn declared(&self) -> &str {
        match self {
            Source::Nothing => "",
            Source::New(class) | Source::Of(class) => class,
            Source::Local(..) => "java/lang/Object",
            Source::Field(.., of) | Source::Param(.., of) | Source::Result(.., of) => of,
        }
    }
}

/// What was seen so far.
#[derive(Default)]
pub struct Seen {
    flows: HashMap<Source, HashSet<Source>>,
    monitors: HashSet<Source>,
    /// What is written by way of handles, to any field or array.
    written: HashSet<Source>,
    /// Whether the program itself asks for the time.
    pub clock: bool,
    /// Whether the program makes texts of objects that may be threads.
    pub texts: bool,
    /// Whether the program asks whether other threads are interrupted.
    pub asks_others: bool,
    /// Whether the program itself asks a pool what its workers are doing, or changes it.
    pub asks_pools: bool,
}

/// The class of a type; arrays stay as they are.
fn class_name(desc: &str) -> String {
    if desc.starts_with('[') { desc.to_owned() } else { class_of(desc).to_owned() }
}

/// Whether methods of a class write to variables that they do not name.
fn writes_by_handle(class: &str) -> bool {
    class == "java/lang/invoke/VarHandle" || class.ends_with("/Unsafe") || class.ends_with("FieldUpdater")
}

fn is_reference(desc: &str) -> bool {
    desc.starts_with(['L', '['])
}

/// A method that is being followed.
struct Walk<'t, 's> {
    t: &'t mut Translator<'s>,
    method: MethodId,
    file: &'t ClassFile,
    decl: &'t Method,
    /// Whether variable 0 is always the receiver.
    has_receiver: bool,
    stack: Vec<Source>,
}

impl Translator<'_> {
    /// Follows a method.
    pub(super) fn look_at(
        &mut self,
        method: MethodId,
        file: &ClassFile,
        ops: &[(u32, Op)],
        leaders: &HashSet<u32>,
    ) {
        let decl = &file.methods[method.index as usize];
        let is_static = decl.flags & flags::STATIC != 0;
        if decl.flags & flags::SYNCHRONIZED != 0 && !is_static {
            self.note_monitor(method.class, Source::Of(file.name.clone()));
        }
        let stores_0 = ops.iter().any(|(_, op)| matches!(op, Op::Store(Kind::Ref, 0)));
        let mut walk =
            Walk { t: self, method, file, decl, has_receiver: !is_static && !stores_0, stack: Vec::new() };
        walk.parameters(is_static);
        for (at, op) in ops {
            if leaders.contains(at) {
                walk.stack.clear();
            }
            walk.op(op);
        }
    }

    /// A method that reflection calls may be given anything that fits its parameters.
    pub(super) fn note_reflected(&mut self, name: &str, desc: &str, params: &[String]) {
        for (index, param) in params.iter().enumerate().filter(|(_, param)| is_reference(param)) {
            let (name, desc, of) = (name.to_owned(), desc.to_owned(), class_name(param));
            let to = Source::Param(name, desc, index, of.clone());
            self.seen.flows.entry(to).or_default().insert(Source::Of(of));
        }
    }

    /// A field that reflection writes may be given anything.
    pub(super) fn note_reflected_write(&mut self, desc: &str) {
        if is_reference(desc) {
            self.seen.written.insert(Source::Of(class_name(desc)));
        }
    }

    fn note_monitor(&mut self, class: ClassId, source: Source) {
        if self.origin(class) != Origin::Model {
            self.seen.monitors.insert(source);
        }
    }

    /// Whether a thread may be among the objects that are used as monitors.
    pub(super) fn are_threads_monitors(&self) -> bool {
        let mut visited = HashSet::new();
        self.seen.monitors.iter().any(|source| self.may_be_thread(source, &mut visited))
    }

    fn may_be_thread(&self, source: &Source, visited: &mut HashSet<Source>) -> bool {
        if !self.fits_threads(source.declared()) {
            return false;
        }
        let followed = match source {
            Source::Nothing => return false,
            Source::New(class) => {
                let thread = self.world.known(THREAD);
                return self
                    .world
                    .known(class)
                    .zip(thread)
                    .is_some_and(|(c, t)| self.world.is_subclass(c, t));
            }
            Source::Of(_) => return true,
            slot => self.seen.flows.get(slot),
        };
        let is_field = matches!(source, Source::Field(..));
        // Nobody calls a method that the machine or the library calls for us, and nobody writes a field that stays null.
        if followed.is_none() && !is_field {
            return true;
        }
        if !visited.insert(source.clone()) {
            return false;
        }
        let by_handle = self.seen.written.iter().filter(|_| is_field);
        followed.into_iter().flatten().chain(by_handle).any(|from| self.may_be_thread(from, visited))
    }

    /// Whether there are threads of a type.
    fn fits_threads(&self, name: &str) -> bool {
        let (Some(class), Some(thread)) = (self.world.known(name), self.world.known(THREAD)) else {
            return false;
        };
        let both = |c: ClassId| self.world.is_subclass(c, thread) && self.world.is_subclass(c, class);
        both(thread) || self.reach.instantiated().any(both)
    }
}

impl Walk<'_, '_> {
    fn parameters(&mut self, is_static: bool) {
        let Ok(types) = signature(&self.decl.desc) else { return };
        let mut number = u16::from(!is_static);
        for (index, param) in types.params.iter().enumerate() {
            if is_reference(param) {
                let from = self.param(&self.decl.name, &self.decl.desc, index, param);
                self.flow(Source::Local(self.method, number), from);
            }
            number += if matches!(param.as_str(), "J" | "D") { 2 } else { 1 };
        }
    }

    fn param(&self, name: &str, desc: &str, index: usize, of: &str) -> Source {
        Source::Param(name.to_owned(), desc.to_owned(), index, class_name(of))
    }

    fn flow(&mut self, to: Source, from: Source) {
        if to != from {
            self.t.seen.flows.entry(to).or_default().insert(from);
        }
    }

    fn pop(&mut self) -> Source {
        // What was there before a jump is not known.
        self.stack.pop().unwrap_or_else(|| Source::Of("java/lang/Object".to_owned()))
    }

    fn pops(&mut self, count: usize) {
        for _ in 0..count {
            self.pop();
        }
    }

    fn push_of(&mut self, desc: &str) {
        let source = if is_reference(desc) { Source::Of(class_name(desc)) } else { Source::Nothing };
        self.stack.push(source);
    }

    fn op(&mut self, op: &Op) {
        match op {
            Op::Push(Const::Loadable(Loadable::Class(_))) => self.push_of("Ljava/lang/Class;"),
            Op::Push(_) => self.stack.push(Source::Nothing),
            Op::Load(Kind::Ref, 0) if self.has_receiver => {
                self.stack.push(Source::Of(self.file.name.clone()));
            }
            Op::Load(Kind::Ref, number) => self.stack.push(Source::Local(self.method, *number)),
            Op::Load(..) => self.stack.push(Source::Nothing),
            Op::Store(kind, number) => {
                let from = self.pop();
                if *kind == Kind::Ref {
                    self.flow(Source::Local(self.method, *number), from);
                }
            }
            Op::Dup { width: 1, over: 0 } => {
                let top = self.pop();
                self.stack.extend([top.clone(), top]);
            }
            Op::Pop => self.pops(1),
            Op::Pop2 | Op::Swap | Op::Dup { .. } => self.stack.clear(),
            Op::MonitorEnter => {
                let source = self.pop();
                self.t.note_monitor(self.method.class, source);
            }
            Op::Call(how, member) => self.call(*how, member),
            Op::Dynamic { bootstrap, desc, .. } => self.dynamic(*bootstrap, desc),
            Op::GetStatic(member) | Op::GetField(member) => {
                if matches!(op, Op::GetField(_)) {
                    self.pop();
                }
                let field = self.field(member);
                self.stack.push(field);
            }
            Op::PutStatic(member) | Op::PutField(member) => {
                let (from, field) = (self.pop(), self.field(member));
                if matches!(op, Op::PutField(_)) {
                    self.pop();
                }
                self.flow(field, from);
            }
            _ => self.values(op),
        }
    }

    /// What has to do with neither variables nor members.
    fn values(&mut self, op: &Op) {
        match op {
            Op::ArrayLoad(_) => {
                self.pop();
                let elements = self.pop().declared().strip_prefix('[').map(str::to_owned);
                self.push_of(&elements.unwrap_or_else(|| "Ljava/lang/Object;".to_owned()));
            }
            Op::ArrayStore(_) => self.pops(3),
            Op::Binary(..) => {
                self.pops(2);
                self.stack.push(Source::Nothing);
            }
            Op::Neg(_) | Op::Convert(_) | Op::ArrayLength | Op::InstanceOf(_) => {
                self.pop();
                self.stack.push(Source::Nothing);
            }
            Op::New(class) => self.stack.push(Source::New(class.clone())),
            Op::NewArray(desc) => {
                self.pop();
                self.push_of(desc);
            }
            Op::NewArrays(desc, dimensions) => {
                self.pops(usize::from(*dimensions));
                self.push_of(desc);
            }
            Op::CheckCast(class) => {
                let from = self.pop();
                let is_known = matches!(from, Source::New(_)) || class == "java/lang/Object";
                self.stack.push(if is_known { from } else { Source::Of(class.clone()) });
            }
            Op::Return(Some(Kind::Ref)) => {
                let from = self.pop();
                let result = self.result(&self.decl.name, &self.decl.desc);
                self.flow(result, from);
                self.stack.clear();
            }
            Op::Nop | Op::Increment(..) => {}
            _ => self.stack.clear(),
        }
    }

    fn field(&mut self, member: &Member) -> Source {
        if !is_reference(&member.desc) {
            return Source::Nothing;
        }
        let of = class_name(&member.desc);
        let Ok(class) = self.t.world.load(&member.class) else { return Source::Of(of) };
        match self.t.world.field(class, &member.name, &member.desc) {
            Some(FieldPlace::Instance(class, slot)) => Source::Field(class, slot, false, of),
            Some(FieldPlace::Static(class, slot)) => Source::Field(class, slot, true, of),
            None => Source::Of(of),
        }
    }

    fn result(&self, name: &str, desc: &str) -> Source {
        match signature(desc).ok().and_then(|types| types.ret) {
            Some(ret) if is_reference(&ret) => {
                Source::Result(name.to_owned(), desc.to_owned(), class_name(&ret))
            }
            _ => Source::Nothing,
        }
    }

    fn call(&mut self, how: Invoke, member: &Member) {
        let Ok(types) = signature(&member.desc) else { return self.stack.clear() };
        for (index, param) in types.params.iter().enumerate().rev() {
            let from = self.pop();
            if is_reference(param) {
                // What is written comes last, after where it is written to and what is expected there.
                if writes_by_handle(&member.class) && index + 1 == types.params.len() {
                    self.t.seen.written.insert(from.clone());
                }
                let to = self.param(&member.name, &member.desc, index, param);
                self.flow(to, from);
            }
        }
        let receiver = if how == Invoke::Static { Source::Nothing } else { self.pop() };
        self.questions(member, &receiver, &types.params);
        if types.ret.is_some() {
            let result = self.result(&member.name, &member.desc);
            self.stack.push(result);
        }
    }

    /// What is captured goes to the first parameters of what is called later.
    fn dynamic(&mut self, bootstrap: u16, desc: &str) {
        let Ok(types) = signature(desc) else { return self.stack.clear() };
        let handle = self.file.bootstraps.get(usize::from(bootstrap)).and_then(|(_, args)| {
            args.iter().find_map(|arg| match arg {
                Loadable::Handle(handle) => Some(handle.clone()),
                _ => None,
            })
        });
        let mut captured: Vec<Source> = types.params.iter().map(|_| self.pop()).collect();
        captured.reverse();
        match handle {
            Some(handle) => self.reference(&handle, captured),
            None if types.params.iter().any(|param| self.is_text_of_thread(param)) => self.note_text(),
            None => {}
        }
        if let Some(ret) = types.ret {
            self.push_of(&ret);
        }
    }

    /// A lambda or method reference: what it is given later may be anything.
    fn reference(&mut self, handle: &Handle, captured: Vec<Source>) {
        let member = &handle.member;
        let Ok(types) = signature(&member.desc) else { return };
        let receiver = usize::from(matches!(handle.kind, HandleKind::Virtual | HandleKind::Special));
        for (index, of) in types.params.iter().enumerate().filter(|(_, of)| is_reference(of)) {
            let given = captured.get(index + receiver).cloned();
            let to = self.param(&member.name, &member.desc, index, of);
            self.flow(to, given.unwrap_or_else(|| Source::Of(class_name(of))));
        }
        let asked = Source::Of(member.class.clone());
        self.questions(member, &asked, &types.params);
    }

    /// What the user's code asks of threads.
    fn questions(&mut self, member: &Member, receiver: &Source, params: &[String]) {
        let asks_itself = matches!(receiver, Source::Result(name, ..) if name == "currentThread");
        if self.t.origin(self.method.class) != Origin::User {
            return;
        }
        match member.name.as_str() {
            "isInterrupted" if !asks_itself => self.t.seen.asks_others = true,
            "getDelay" => self.t.seen.clock = true,
            "toString" | "format" | "formatted" | "printf" => self.note_text(),
            // Every program joins threads; only the method of strings makes a text.
            "join" if member.class == "java/lang/String" => self.note_text(),
            "print" | "println" | "valueOf" | "append" | "insert"
                if params.iter().any(|param| self.is_text_of_thread(param)) =>
            {
                self.note_text();
            }
            _ => {}
        }
    }

    fn is_text_of_thread(&self, desc: &str) -> bool {
        is_reference(desc) && self.t.fits_threads(&class_name(desc))
    }

    fn note_text(&mut self) {
        if self.t.origin(self.method.class) == Origin::User {
            self.t.seen.texts = true;
        }
    }
}
