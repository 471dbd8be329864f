//! Writes down what an instruction does while it is executed.

use crate::event::{Change, Deed, Event, On, Site};
use crate::execute::Cell;
use crate::interpreter::Interpreter;
use crate::state::{Frame, Status, Value};
use crate::unwind::Raised;
use commute_base::Span;
use commute_ir::{ClassId, ObjOp, Shape, Ty};
use commute_machine::Tid;

/// Of a step with more events only the first and the last are kept: nobody reads the others, and a million of them take half a gigabyte.
const MOST_EVENTS: usize = 10_000;

/// The package of atomic variables.
pub const ATOMICS: &str = "java.util.concurrent.atomic.";

/// An object before an operation: its contents and its monitor.
pub type ObjectText = (String, String);

impl Interpreter<'_> {
    /// Adds an event, if anyone wants to know.
    pub(crate) fn note(&mut self, t: usize, span: Span, deed: Deed, what: impl FnOnce(&Self) -> String) {
        self.note_on(t, span, deed, None, what);
    }

    /// The same of something that is done to a word or an object.
    pub(crate) fn note_on(
        &mut self,
        t: usize,
        span: Span,
        deed: Deed,
        on: Option<On>,
        what: impl FnOnce(&Self) -> String,
    ) {
        if self.tells() {
            let what = what(self);
            self.push_event(t, span, (deed, on), what, Vec::new());
        }
    }

    fn push_event(
        &mut self,
        t: usize,
        span: Span,
        (deed, on): (Deed, Option<On>),
        what: String,
        changes: Vec<Change>,
    ) {
        let tid = (!self.initialising).then(|| Tid::new(t));
        let inner = self.is_inside_library(t);
        let (site, hidden) = (self.site(t), inner && self.is_hidden(on));
        if self.events.len() == MOST_EVENTS {
            self.left_out += self.events.drain(MOST_EVENTS / 4..MOST_EVENTS / 4 * 3).len();
        }
        self.events.push(Event {
            span,
            tid,
            inner,
            deed,
            on,
            hidden,
            site,
            what,
            changes,
            locals: Vec::new(),
        });
    }

    /// Where in the program's own code a thread is.
    fn site(&self, t: usize) -> Option<Site> {
        let frames = &self.state.threads[t].frames;
        let own = frames.iter().rposition(|frame| self.code.has_source[frame.func.index()])?;
        let call = frames.get(own + 1).map(|frame| frame.func);
        Some(Site { depth: own + 1, func: frames[own].func, call })
    }

    /// Whether something is a part of the library's that the program does not speak of: it knows the number in an atomic variable, the size
    /// of a collection and whether a lock is held.
    fn is_hidden(&self, on: Option<On>) -> bool {
        let (Some(On::Word(owner, _) | On::Object(owner)), Some(names)) = (on, &self.names) else {
            return true;
        };
        let known = match (on, self.state.object(owner).shape) {
            (Some(On::Word(_, word)), Shape::Instance(class)) => {
                let class = &self.code.program.classes[class.index()];
                let field = class.fields[word].name.as_str();
                field == "size" || (field == "value" && class.name.starts_with(ATOMICS))
            }
            (Some(On::Word(..)), Shape::Array(_)) => true,
            (on, _) => matches!(on, Some(On::Object(_))),
        };
        !known || !names.is_programs(owner)
    }

    /// The call of the library in which a thread is, `Mail.queue.take()`, unless it only waits for a lock that the program knows.
    pub(crate) fn library_call(&self, t: usize) -> Option<String> {
        let frames = &self.state.threads[t].frames;
        let waits_for_lock = self.invoked(t).is_some_and(|o| !self.is_hidden(Some(On::Object(o))));
        let own = frames.iter().rposition(|frame| self.code.has_source[frame.func.index()])?;
        let frame = frames.get(own + 1).filter(|_| !waits_for_lock)?;
        let name = &self.code.program.functions[frame.func.index()].name;
        let (class, method) = name.rsplit_once('.')?;
        let receiver = frame.receiver.0.filter(|o| self.state.objects.contains_key(o));
        let is_receiver = |o: &u32| self.class_of(*o).is_some_and(|c| self.is_named(c, class));
        let object = receiver.filter(is_receiver).map(|o| self.object_name(o));
        Some(object.map_or_else(|| format!("{method}()"), |object| format!("{object}.{method}()")))
    }

    /// Whether a class or one that it extends has this name.
    pub(crate) fn is_named(&self, class: ClassId, name: &str) -> bool {
        let decl = &self.code.program.classes[class.index()];
        decl.name == name || decl.superclass.is_some_and(|parent| self.is_named(parent, name))
    }

    /// A function without a source is about to return to one that has one.
    pub(crate) fn note_return(&mut self, t: usize, value: Option<Value>) {
        let frames = &self.state.threads[t].frames;
        let own = |frame: &Frame| self.code.has_source[frame.func.index()];
        let [.., to, from] = frames.as_slice() else { return };
        if !self.tells() || own(from) || !own(to) {
            return;
        }
        let function = &self.code.program.functions[from.func.index()];
        let method = function.name.rsplit('.').next().unwrap_or_default();
        let result = match (value, function.ret) {
            (Some(value), Some(ty)) => format!("{method}() = {}", self.show(value, ty)),
            _ => format!("{method}()"),
        };
        self.push_event(t, self.span_at(t), (Deed::Returns, None), result, Vec::new());
    }

    /// Whether the function at the top has no source at all.
    fn is_inside_library(&self, t: usize) -> bool {
        let top = self.state.threads[t].frames.last();
        top.is_some_and(|frame| !self.code.has_source[frame.func.index()])
    }

    /// Whether what happens now is written down. Nobody reads what initialisers do inside a library.
    fn tells(&self) -> bool {
        self.recording && !(self.initialising && self.is_inside_library(0))
    }

    /// The name and value of a word before it changes.
    pub(crate) fn cell_text(&self, cell: Cell) -> String {
        if self.tells() { self.show_cell(cell) } else { String::new() }
    }

    /// Adds the event of a write: `x: 3 -> 4`.
    pub(crate) fn note_change(&mut self, t: usize, span: Span, cell: Cell, old: String, prefix: &str) {
        if self.tells() {
            let (place, new) = (self.cell_name(cell), self.show_cell(cell));
            let what = format!("{prefix}{place}: {old} -> {new}");
            self.push_event(
                t,
                span,
                (Deed::Writes, Some(cell.into())),
                what,
                vec![Change { place, old, new }],
            );
        }
    }

    /// What an object looks like before an operation.
    pub(crate) fn object_text(&self, number: u32) -> ObjectText {
        match self.tells() {
            true => (self.object_contents(number), self.monitor_contents(number)),
            false => ObjectText::default(),
        }
    }

    /// Adds the event of an operation on an object.
    #[allow(clippy::too_many_arguments, reason = "an operation has this many parts to tell of")]
    pub(crate) fn note_invoke(
        &mut self,
        t: usize,
        op: ObjOp,
        number: u32,
        arg: Value,
        before: ObjectText,
        result: &Result<Option<Value>, Raised>,
        woken: &[usize],
    ) {
        if !self.tells() {
            return;
        }
        let name = self.object_name(number);
        let mut what = self.invoke_text(t, op, number, arg, woken);
        match result {
            // Whether somebody woke it, or nobody did in time.
            Ok(Some(value)) if op == ObjOp::WaitTimed => {
                self.timed_out |= value.word() == 0;
                what += if value.word() == 0 { ": the time is up" } else { ": is woken" };
            }
            Ok(Some(value)) => what = format!("{what} = {}", self.show(*value, self.result_ty(op, number))),
            _ => {}
        }
        let after = self.object_text(number);
        let mut changes = Vec::new();
        for (place, old, new) in
            [(name.clone(), before.0, after.0), (format!("monitor of {name}"), before.1, after.1)]
        {
            if old != new {
                changes.push(Change { place, old, new });
            }
        }
        let deed = (Deed::Operates(op), Some(On::Object(number)));
        self.push_event(t, self.span_at(t), deed, what, changes);
    }

    fn invoke_text(&self, t: usize, op: ObjOp, number: u32, arg: Value, woken: &[usize]) -> String {
        let name = self.object_name(number);
        let arg = self.show(arg, self.element_ty(number));
        let wakes = if woken.is_empty() { "nobody".to_owned() } else { self.names(woken) };
        match op {
            ObjOp::Send => format!("send {arg} to {name}"),
            ObjOp::Receive => format!("receive from {name}"),
            ObjOp::Push => format!("push {arg} to {name}"),
            ObjOp::Pop => format!("pop {name}"),
            ObjOp::Add => format!("add {arg} to {name}"),
            ObjOp::Remove => format!("remove {arg} from {name}"),
            ObjOp::Contains => format!("{name} contains {arg}"),
            ObjOp::Nth => format!("element {arg} of {name}"),
            ObjOp::Notify => format!("notify wakes {wakes}"),
            ObjOp::NotifyAll => format!("notify all wakes {wakes}"),
            ObjOp::Wait | ObjOp::WaitTimed => match self.state.threads[t].status {
                Status::Waiting(_) => format!("begins to wait on {name}"),
                _ => format!("wait on {name}"),
            },
            ObjOp::Arrive => match self.state.threads[t].status {
                Status::Arrived => format!("arrives at {name}"),
                _ => format!("passes {name}"),
            },
            _ => format!("{} {name}", operation_name(op)),
        }
    }

    fn element_ty(&self, number: u32) -> Ty {
        use commute_ir::Shape::{Array, Channel, Seq, Set};
        match self.state.object(number).shape {
            Array(ty) | Channel(ty) | Seq(ty) | Set(ty) => ty,
            _ => Ty::I64,
        }
    }

    fn result_ty(&self, op: ObjOp, number: u32) -> Ty {
        match op {
            ObjOp::Receive | ObjOp::Pop | ObjOp::Nth => self.element_ty(number),
            ObjOp::Len | ObjOp::Room => Ty::I64,
            _ => Ty::Bool,
        }
    }

    /// Adds the named registers that an instruction has written to the last event that it made. If it made
    /// none (it is local), they get one of their own, or are added to the one before from the same source.
    pub(crate) fn note_written(&mut self, t: usize, span: Span, events_before: usize) {
        let written = std::mem::take(&mut self.written);
        if written.is_empty() {
            return;
        }
        let tid = (!self.initialising).then(|| Tid::new(t));
        let same = self.events.last().is_some_and(|e| e.span == span && e.tid == tid && !e.locals.is_empty());
        if self.events.len() == events_before && !same {
            let what = written.iter().map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>();
            self.push_event(t, span, (Deed::Other, None), what.join(", "), Vec::new());
        }
        if let Some(event) = self.events.last_mut() {
            event.locals.extend(written);
        }
    }
}

/// The name of an operation, for reports.
pub fn operation_name(op: ObjOp) -> &'static str {
    match op {
        ObjOp::Acquire => "acquire",
        ObjOp::TryAcquire => "try to acquire",
        ObjOp::Release => "release",
        ObjOp::AcquireRead => "acquire for reading",
        ObjOp::ReleaseRead => "release reading",
        ObjOp::AcquireWrite => "acquire for writing",
        ObjOp::ReleaseWrite => "release writing",
        ObjOp::Down => "down",
        ObjOp::TryDown => "try down",
        ObjOp::Up => "up",
        ObjOp::Arrive => "arrive at",
        ObjOp::Send => "send to",
        ObjOp::Receive => "receive from",
        ObjOp::MonitorEnter => "enter",
        ObjOp::MonitorTryEnter => "try to enter",
        ObjOp::MonitorExit => "exit",
        ObjOp::Wait => "wait on",
        ObjOp::WaitTimed => "timed wait on",
        ObjOp::Notify => "notify",
        ObjOp::NotifyAll => "notify all on",
        ObjOp::Join => "join",
        ObjOp::IsAlive => "is alive",
        ObjOp::Interrupt => "interrupt",
        ObjOp::IsInterrupted | ObjOp::TakeInterrupt => "is interrupted",
        ObjOp::Push => "push to",
        ObjOp::Pop => "pop",
        ObjOp::Add => "add to",
        ObjOp::Remove => "remove from",
        ObjOp::Contains => "contains",
        ObjOp::Nth => "element of",
        ObjOp::Clear => "clear",
        ObjOp::Len => "length of",
        ObjOp::Room => "room in",
    }
}
