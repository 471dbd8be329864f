//! An exception that nobody caught, as Java prints it.

use super::Place;
use super::tell::place;
use commute_base::SourceMap;
use commute_certify::Failure;

/// An exception that a thread did not catch, or the cause of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exception {
    /// The name of the thread.
    pub thread: String,
    /// Its class.
    pub class: String,
    /// Its message.
    pub message: Option<String>,
    /// The calls that led to where it was first thrown, the innermost first.
    pub calls: Vec<Call>,
    /// Why it was thrown.
    pub cause: Option<Box<Exception>>,
}

/// A call that had not returned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// The method, with its class.
    pub method: String,
    /// Where it was; unknown for methods of a library.
    pub place: Option<Place>,
}

impl Exception {
    pub(super) fn new(failure: &Failure, sources: &SourceMap) -> Self {
        let calls = failure.calls.iter();
        // What starts a program or a test has no name in Java.
        let calls = calls.filter(|call| call.function.contains('.'));
        Self {
            thread: failure.thread.clone(),
            class: failure.exception.clone(),
            message: failure.message.clone(),
            calls: calls
                .map(|call| Call { method: call.function.clone(), place: place(sources, call.span) })
                .collect(),
            cause: failure.cause.as_ref().map(|cause| Box::new(Exception::new(cause, sources))),
        }
    }

    /// `java.lang.AssertionError: expected: <2> but was: <1>`.
    pub fn title(&self) -> String {
        match &self.message {
            Some(message) => format!("{}: {message}", self.class),
            None => self.class.clone(),
        }
    }

    /// As Java prints it, but that calls of the program come first and those of a library are only counted.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!("Exception in thread \"{}\" {}", self.thread, self.title())];
        let mut at = Some(self);
        while let Some(exception) = at {
            lines.extend(exception.call_lines());
            at = exception.cause.as_deref();
            lines.extend(at.map(|cause| format!("Caused by: {}", cause.title())));
        }
        lines
    }

    fn call_lines(&self) -> Vec<String> {
        let own = self.calls.iter().filter_map(|call| Some((call, call.place.as_ref()?)));
        let mut lines: Vec<String> =
            own.map(|(call, place)| format!("    at {}({})", call.method, place.short())).collect();
        match self.calls.len() - lines.len() {
            0 => {}
            1 => lines.push("    ... 1 library frame".to_owned()),
            library => lines.push(format!("    ... {library} library frames")),
        }
        lines
    }
}
