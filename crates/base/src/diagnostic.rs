//! Diagnostics about the user's program, and how they are shown.

use crate::{SourceMap, Span};
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

/// How bad a diagnostic is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// The program is rejected.
    Error,
    /// The program is accepted, but probably not what was meant.
    Warning,
}

/// A place in the source with a word about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What to say there.
    pub text: String,
}

/// One message about the user's program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// A stable code such as `E0102`, one for each kind of message.
    pub code: &'static str,
    /// What is wrong, in one line.
    pub message: String,
    /// The place that is wrong.
    pub primary: Label,
    /// Other places that explain it.
    pub secondary: Vec<Label>,
    /// What to do about it.
    pub help: String,
}

impl Diagnostic {
    /// An error at `span`: `message` above, `label` at the place, `help` below.
    pub fn error(
        code: &'static str,
        span: Span,
        message: impl Into<String>,
        label: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        Self {
            severity: Severity::Error,
            code,
            message: message.into(),
            primary: Label { span, text: label.into() },
            secondary: Vec::new(),
            help: help.into(),
        }
    }

    /// The same as a warning.
    pub fn into_warning(mut self) -> Self {
        self.severity = Severity::Warning;
        self
    }

    /// Adds another place that explains the message.
    pub fn with(mut self, span: Span, text: impl Into<String>) -> Self {
        self.secondary.push(Label { span, text: text.into() });
        self
    }
}

/// Nobody reads more messages, and each takes time to draw.
const MOST_RENDERED: usize = 100;

/// All messages about one program, in the order found.
#[derive(Clone, Default, Debug)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
}

impl Diagnostics {
    /// Adds one.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.list.push(diagnostic);
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter()
    }

    /// Whether any is an error.
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|d| d.severity == Severity::Error)
    }

    /// Whether there are none at all.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Renders all, or the first if there are very many, sorted by place, with a blank line between.
    pub fn render(&self, sources: &SourceMap, options: RenderOptions) -> String {
        let mut sorted: Vec<_> = self.list.iter().collect();
        sorted.sort_by_key(|d| d.primary.span);
        let mut texts: Vec<String> =
            sorted.iter().take(MOST_RENDERED).map(|d| d.render(sources, options)).collect();
        if let Some(more @ 1..) = sorted.len().checked_sub(MOST_RENDERED) {
            texts.push(format!("... and {more} more messages about the rest of it"));
        }
        texts.join("\n\n")
    }
}

/// How to render diagnostics.
#[derive(Clone, Copy, Debug)]
pub struct RenderOptions {
    /// Whether to use terminal colours.
    pub colour: bool,
    /// The width of the terminal.
    pub width: usize,
}

impl Default for RenderOptions {
    fn default() -> Self {
        Self { colour: false, width: 100 }
    }
}

impl Diagnostic {
    /// The message as text for a terminal.
    pub fn render(&self, sources: &SourceMap, options: RenderOptions) -> String {
        let level = match self.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let mut group = Group::with_title(level.primary_title(self.message.as_str()).id(self.code));
        let mut spans: Vec<(&Label, AnnotationKind)> = vec![(&self.primary, AnnotationKind::Primary)];
        spans.extend(self.secondary.iter().map(|l| (l, AnnotationKind::Context)));
        let mut files: Vec<_> = spans.iter().map(|(l, _)| l.span.file).collect();
        files.dedup();
        for file in files {
            let Some(source) = sources.get(file) else { continue };
            let mut snippet = Snippet::source(source.text.as_str()).path(source.name.as_str());
            for (label, kind) in spans.iter().filter(|(l, _)| l.span.file == file) {
                let (start, end) = char_range(&source.text, label.span);
                snippet = snippet.annotation(kind.span(start..end).label(label.text.as_str()));
            }
            group = group.element(snippet);
        }
        if !self.help.is_empty() {
            group = group.element(Level::HELP.message(self.help.as_str()));
        }
        let renderer = if options.colour { Renderer::styled() } else { Renderer::plain() };
        renderer.term_width(options.width).render(&[group]).to_string()
    }
}

/// The span, cut to the text and to character boundaries, so that a wrong span is never a panic.
fn char_range(text: &str, span: Span) -> (usize, usize) {
    let floor = |mut at: usize| {
        at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = floor(span.start as usize);
    (start, floor(span.end as usize).max(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagnostic_shows_place_label_and_help() {
        let mut map = SourceMap::default();
        let file = map.add("a.cm", "var x: int = true;\n");
        let d = Diagnostic::error(
            "E0001",
            Span::new(file, 13, 17),
            "types differ",
            "this is a bool",
            "write a number",
        );
        let text = d.render(&map, RenderOptions::default());
        for part in ["error[E0001]: types differ", "a.cm:1:14", "this is a bool", "help: write a number"] {
            assert!(text.contains(part), "{part} missing in\n{text}");
        }
    }

    #[test]
    fn a_span_past_the_end_is_no_panic() {
        let mut map = SourceMap::default();
        let file = map.add("a.cm", "é");
        let d = Diagnostic::error("E0001", Span::new(file, 1, 90), "m", "l", "");
        assert!(d.render(&map, RenderOptions::default()).contains("error[E0001]: m"));
    }
}
