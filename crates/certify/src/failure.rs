//! Exceptions of Java that nobody caught, as Java would print them: with message, calls and causes; and values as Java writes them.

use crate::interpreter::Interpreter;
use crate::state::{Object, Value};
use commute_base::Span;
use commute_ir::{ClassId, Shape};

/// A longer text is cut.
const MOST_CHARACTERS: usize = 60;
/// A longer chain of causes is cut.
const MOST_CAUSES: u32 = 8;

/// An exception that a thread did not catch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The name of the thread that threw it first.
    pub thread: String,
    /// Its class.
    pub exception: String,
    /// Its number, by which events speak of it.
    pub object: u32,
    /// Its message.
    pub message: Option<String>,
    /// The calls that led to where it was first thrown, the innermost first.
    pub calls: Vec<Call>,
    /// Why it was thrown.
    pub cause: Option<Box<Failure>>,
}

/// A call on a stack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// The function.
    pub function: String,
    /// Where it stands; nowhere if it has no source.
    pub span: Span,
}

/// How an exception was first thrown.
#[derive(Clone, Debug)]
pub struct Thrown {
    span: Span,
    thread: String,
    calls: Vec<Call>,
}

impl Interpreter<'_> {
    /// Notes where an exception is thrown, if it is the first time, and gives that place.
    pub(crate) fn note_thrown(&mut self, t: usize, exception: u32, span: Span) -> Span {
        if let Some(thrown) = self.thrown.get(&exception) {
            return thrown.span;
        }
        let thread = &self.state.threads[t];
        let call = |frame: &crate::state::Frame| {
            let function = &self.code.program.functions[frame.func.index()];
            let span = function.spans.get(frame.pc.0 as usize).copied().unwrap_or_default();
            Call { function: function.name.clone(), span }
        };
        let calls = thread.frames.iter().rev().map(call).collect();
        let thrown = Thrown { span, thread: thread.name.clone(), calls };
        self.thrown.insert(exception, thrown);
        span
    }

    /// Notes that a thread ends with an exception.
    pub(crate) fn note_failure(&mut self, t: usize, exception: u32) {
        if self.recording && self.code.program.thread_class.is_some() {
            let mut failure = self.failure_of(exception, 0);
            failure.thread.clone_from(&self.state.threads[t].name);
            self.failure = Some(failure);
        }
    }

    fn failure_of(&self, exception: u32, depth: u32) -> Failure {
        let class = self.class_of(exception);
        let thrown = self.thrown.get(&exception);
        let cause = self.field(exception, "cause").and_then(Value::object);
        let cause = cause.filter(|_| depth < MOST_CAUSES);
        Failure {
            thread: thrown.map(|thrown| thrown.thread.clone()).unwrap_or_default(),
            exception: class.map_or("exception".to_owned(), |c| self.class_name(c).to_owned()),
            object: exception,
            message: self.message_of(exception, depth),
            calls: thrown.map(|thrown| thrown.calls.clone()).unwrap_or_default(),
            cause: cause.map(|cause| Box::new(self.failure_of(cause, depth + 1))),
        }
    }

    /// The message of an exception, as `crates/front-jvm/models/src/java/lang/Throwable.java` keeps it.
    fn message_of(&self, exception: u32, depth: u32) -> Option<String> {
        let is = |name: &str| self.field(exception, name).is_some_and(Value::is_true);
        if is("later") && depth < MOST_CAUSES {
            let cause = self.field(exception, "cause").and_then(Value::object)?;
            let class = self.class_of(cause).map_or("exception", |c| self.class_name(c));
            let message = self.message_of(cause, depth + 1);
            return Some(message.map_or(class.to_owned(), |message| format!("{class}: {message}")));
        }
        if is("unknown") {
            return None;
        }
        if !is("made") {
            let of_machine = match self.class_of(exception).map(|c| self.class_name(c))? {
                "java.lang.ArithmeticException" => "/ by zero",
                "java.lang.IllegalMonitorStateException" => "current thread is not owner",
                _ => return None,
            };
            return Some(of_machine.to_owned());
        }
        let text = self.field(exception, "detailMessage").and_then(Value::object)?;
        Some(self.text_of(text))
    }

    fn class_name(&self, class: ClassId) -> &str {
        &self.code.program.classes[class.index()].name
    }

    /// The value of a field of an instance, by its name.
    pub(crate) fn field(&self, number: u32, name: &str) -> Option<Value> {
        let Object { shape: Shape::Instance(class), data, .. } = self.state.object(number) else {
            return None;
        };
        let fields = &self.code.program.classes[class.index()].fields;
        data.get(fields.iter().position(|field| field.name == name)?).copied()
    }

    /// A text, a boxed value or a constant of an enumeration of Java, as the program writes it.
    pub(crate) fn java_value(&self, number: u32) -> Option<String> {
        self.code.program.thread_class?;
        let Shape::Instance(class) = self.state.objects.get(&number)?.shape else { return None };
        let value = || self.field(number, "value").map(Value::word);
        Some(match self.class_name(class) {
            "java.lang.String" => shortened(&self.text_of(number)),
            "java.lang.Integer" | "java.lang.Long" | "java.lang.Short" | "java.lang.Byte" => {
                value()?.to_string()
            }
            "java.lang.Boolean" => (value()? != 0).to_string(),
            "java.lang.Character" => format!("'{}'", char::from_u32(value()? as u32)?),
            _ if self.is_named(class, "java.lang.Enum") => {
                self.text_of(self.field(number, "name")?.object()?)
            }
            _ => return None,
        })
    }
}

/// A text in quotes, of which the end is left out if it is long.
fn shortened(text: &str) -> String {
    match text.chars().count() <= MOST_CHARACTERS {
        true => format!("{text:?}"),
        false => format!("{:?}...", text.chars().take(MOST_CHARACTERS).collect::<String>()),
    }
}
