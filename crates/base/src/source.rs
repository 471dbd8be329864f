//! Source files and positions in them.

use std::sync::Arc;

crate::id!(
    /// A source file of a [`SourceMap`].
    FileId,
    "f"
);

/// A half-open range of bytes of one file. The default span points nowhere ([`Span::is_none`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The bytes `start..end` of `file`.
    pub fn new(file: FileId, start: usize, end: usize) -> Self {
        Self { file, start: start as u32, end: end as u32 }
    }

    /// The smallest span that covers both.
    pub fn to(self, other: Span) -> Span {
        if self.is_none() {
            return other;
        }
        if other.is_none() {
            return self;
        }
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Whether this is the default span, which points at no source text.
    pub fn is_none(self) -> bool {
        self == Span::default()
    }
}

impl std::fmt::Debug for Span {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}..{}", self.file, self.start, self.end)
    }
}

/// A line and column, both counted from one; the column counts characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineCol {
    /// The line, from 1.
    pub line: u32,
    /// The character in the line, from 1.
    pub column: u32,
}

/// One file: the name to show and the whole text.
#[derive(Debug)]
pub struct SourceFile {
    /// The name as the user typed it.
    pub name: String,
    /// The text.
    pub text: String,
    line_starts: Vec<u32>,
}

impl SourceFile {
    fn new(name: String, text: String) -> Self {
        let line_starts = std::iter::once(0)
            .chain(text.bytes().enumerate().filter(|&(_, b)| b == b'\n').map(|(i, _)| i as u32 + 1))
            .collect();
        Self { name, text, line_starts }
    }

    /// How many lines there are; after the last newline there is one more, mostly empty.
    pub fn lines(&self) -> usize {
        self.line_starts.len()
    }

    /// Where the byte `offset` stands.
    pub fn line_col(&self, offset: u32) -> LineCol {
        let line = self.line_starts.partition_point(|&s| s <= offset) - 1;
        let start = self.line_starts[line] as usize;
        let end = (offset as usize).min(self.text.len());
        let column = self.text.get(start..end).map_or(0, |s| s.chars().count()) as u32 + 1;
        LineCol { line: line as u32 + 1, column }
    }

    /// The text of the line (counted from one), without its end.
    pub fn line(&self, line: u32) -> &str {
        let at = line as usize - 1;
        let start = self.line_starts[at] as usize;
        let end = self.line_starts.get(at + 1).map_or(self.text.len(), |&e| e as usize);
        self.text[start..end].trim_end_matches(['\n', '\r'])
    }
}

/// The files that spans refer to. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<Arc<SourceFile>>,
}

impl SourceMap {
    /// Adds a file; its text must be shorter than 4 GiB.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        self.files.push(Arc::new(SourceFile::new(name.into(), text.into())));
        FileId::new(self.files.len() - 1)
    }

    /// The file with this id, if there is one.
    pub fn get(&self, file: FileId) -> Option<&SourceFile> {
        self.files.get(file.index()).map(|f| &**f)
    }

    /// The text that `span` covers; empty if it points nowhere.
    pub fn text(&self, span: Span) -> &str {
        self.get(span.file).and_then(|f| f.text.get(span.start as usize..span.end as usize)).unwrap_or("")
    }

    /// The line and column where `span` starts.
    pub fn start(&self, span: Span) -> Option<LineCol> {
        (!span.is_none()).then(|| self.get(span.file).map(|f| f.line_col(span.start)))?
    }

    /// `name:line:column` of the start of `span`, or `?` if it points nowhere.
    pub fn place(&self, span: Span) -> String {
        match (self.start(span), self.get(span.file)) {
            (Some(at), Some(file)) => format!("{}:{}:{}", file.name, at.line, at.column),
            _ => "?".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_characters_from_one() {
        let mut map = SourceMap::default();
        let file = map.add("a.cm", "x\nzé = 1\n");
        let span = Span::new(file, 6, 7);
        assert_eq!(map.text(span), "=");
        assert_eq!(map.place(span), "a.cm:2:4");
        assert_eq!(map.get(file).unwrap().line(2), "zé = 1");
        assert_eq!(map.place(Span::default()), "?");
    }
}
