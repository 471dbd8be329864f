//! Faults, exceptions, and the ends of threads.

use crate::event::{Deed, On};
use crate::interpreter::Interpreter;
use crate::state::{Object, Status, Value};
use commute_base::Span;
use commute_ir::{ClassId, FaultKind, Handler, Shape};
use commute_machine::{Tid, Violation, ViolationKind};

/// Why an instruction did not do what it should.
pub enum Raised {
    /// A fault, and what to say about it.
    Fault(FaultKind, String),
    /// A `Throw` of this object.
    Exception(u32),
}

impl From<FaultKind> for Raised {
    fn from(kind: FaultKind) -> Self {
        Raised::Fault(kind, kind.message().to_owned())
    }
}

impl Interpreter<'_> {
    /// Raises a fault or an exception at the instruction at which `t` stands.
    pub(crate) fn raise(&mut self, t: usize, raised: Raised) {
        let span = self.span_at(t);
        match raised {
            Raised::Exception(exception) => self.unwind(t, exception, span),
            Raised::Fault(kind @ FaultKind::Unsupported, message) => self.fail(t, kind, message, span),
            Raised::Fault(kind, message) => match self.code.program.fault_class(kind, self.frame(t).func) {
                Some(class) => {
                    let exception = self.instance(class);
                    self.unwind(t, exception, span);
                }
                None => self.fail(t, kind, message, span),
            },
        }
    }

    /// A new instance of `class` with zero fields.
    pub(crate) fn instance(&mut self, class: ClassId) -> u32 {
        let fields = &self.code.program.classes[class.index()].fields;
        let data = fields.iter().map(|field| Value::zero(field.ty)).collect();
        let number = self.state.allocate(Object::new(Shape::Instance(class), data));
        self.gather_made(number);
        number
    }

    /// Goes to the first handler that fits, from the top frame down; without one the thread fails.
    fn unwind(&mut self, t: usize, exception: u32, span: Span) {
        let class = self.class_of(exception);
        let name = class.map_or("exception", |c| self.code.program.classes[c.index()].name.as_str());
        self.note_on(t, span, Deed::Raises, Some(On::Object(exception)), |_| format!("raises {name}"));
        // A violation is told apart by where it leaves the thread; whoever reads about one execution wants to know where it began.
        let span = if self.recording { self.note_thrown(t, exception, span) } else { span };
        while !self.state.threads[t].frames.is_empty() {
            if let Some(handler) = self.handler(t, class) {
                self.frame_mut(t).pc = handler.target;
                return self.set(t, handler.dst, Value::Ref(Some(exception)));
            }
            self.leave_call(t);
        }
        self.note_failure(t, exception);
        self.fail(t, FaultKind::Uncaught, format!("uncaught exception {name}"), span);
    }

    /// The first handler of the top frame that covers its instruction and takes an exception of `class`.
    fn handler(&self, t: usize, class: Option<ClassId>) -> Option<Handler> {
        let program = self.code.program;
        let frame = self.frame(t);
        let covers = |h: &&Handler| h.from <= frame.pc && frame.pc < h.to;
        let fits = |h: &&Handler| match (h.class, class) {
            (None, _) => true,
            (Some(wanted), Some(class)) => program.is_subclass(class, wanted),
            (Some(_), None) => false,
        };
        program.functions[frame.func.index()].handlers.iter().filter(covers).find(fits).copied()
    }

    /// The class of an object, if it is an instance.
    pub(crate) fn class_of(&self, object: u32) -> Option<ClassId> {
        match self.state.object(object).shape {
            Shape::Instance(class) => Some(class),
            _ => self.code.program.root_class,
        }
    }

    /// Makes `t` fail: a violation.
    pub(crate) fn fail(&mut self, t: usize, kind: FaultKind, message: String, span: Span) {
        self.note(t, span, Deed::Fails, |_| format!("fails: {message}"));
        self.finish(t, Status::Failed);
        let tid = (!self.initialising).then(|| Tid::new(t));
        self.violations.push(Violation { kind: ViolationKind::Fault(kind.name()), tid, message, span });
    }

    /// Ends `t`. Its handle no longer means it, and it is no longer interrupted, if it ended as it should.
    pub(crate) fn finish(&mut self, t: usize, status: Status) {
        let thread = &mut self.state.threads[t];
        thread.status = status;
        thread.frames.clear();
        if t == self.stepping {
            self.kept_calls = 0;
        }
        thread.interrupted &= status != Status::Ended;
        thread.daemon = false;
        if let Some(handle) = thread.handle.take().filter(|_| status == Status::Ended) {
            let object = self.state.object_mut(handle);
            let is_instance = matches!(object.shape, Shape::Instance(_));
            object.data[0] = Value::Num(if is_instance { -1 } else { 0 });
        }
    }
}
