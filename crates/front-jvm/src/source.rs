//! The sources of classes, for the places in reports.

use crate::library::{ClassPath, Origin};
use commute_base::{FileId, SourceMap, Span};
use std::collections::HashMap;

/// Source files as they are needed.
pub struct Sources<'s> {
    map: &'s mut SourceMap,
    files: HashMap<(String, String), Option<FileId>>,
    /// The class and line that were asked for last, which most often come again.
    last: Option<(String, u16, Span)>,
}

/// The most lines of a file whose text is not there.
const MAX_LINES: usize = 70_000;

impl<'s> Sources<'s> {
    /// A place as users know it.
    pub fn place(&self, span: Span) -> String {
        self.map.place(span)
    }

    /// Files go into `map`.
    pub fn new(map: &'s mut SourceMap) -> Self {
        // The span of the first byte of the first file points nowhere, so that file must be nobody's.
        if map.get(FileId::new(0)).is_none() {
            map.add("", "");
        }
        Self { map, files: HashMap::new(), last: None }
    }

    /// The place of a line of the class `class`, whose file says that its source is `file`. A class whose source is
    /// not there has lines without text. The JDK's classes have none, so that their calls are shown instead, nor have those of other
    /// jars that come without sources.
    pub fn line(&mut self, path: &mut ClassPath, class: &str, origin: Origin, file: &str, line: u16) -> Span {
        if origin != Origin::User {
            return Span::default();
        }
        if let Some((_, _, span)) = self.last.as_ref().filter(|(own, at, _)| own == class && *at == line) {
            return *span;
        }
        let span = self.find(path, class, file, line);
        self.last = Some((class.to_owned(), line, span));
        span
    }

    /// Whether a place is on a line of a file of this name.
    pub fn is_line(&self, span: Span, file: &str, line: u32) -> bool {
        let source = self.map.get(span.file).filter(|_| !span.is_none());
        source.is_some_and(|source| {
            source.name.rsplit(['/', '\\']).next() == Some(file) && source.line_col(span.start).line == line
        })
    }

    fn find(&mut self, path: &mut ClassPath, class: &str, file: &str, line: u16) -> Span {
        let package = class.rsplit_once('/').map_or("", |(package, _)| package).to_owned();
        let map = &mut *self.map;
        let id = self.files.entry((package, file.to_owned())).or_insert_with(|| {
            let (name, text) = match path.source(class, file) {
                Some(found) => found,
                None if path.is_aside(class) => return None,
                None => (file.to_owned(), "\n".repeat(MAX_LINES)),
            };
            Some(map.add(name, text))
        });
        let Some((id, source)) = id.and_then(|id| Some((id, self.map.get(id)?))) else {
            return Span::default();
        };
        if line == 0 || usize::from(line) > source.lines() {
            return Span::default();
        }
        let text = source.line(u32::from(line));
        let start = text.as_ptr() as usize - source.text.as_ptr() as usize;
        let indent = text.len() - text.trim_start().len();
        Span::new(id, start + indent, start + text.trim_end().len().max(indent))
    }
}
