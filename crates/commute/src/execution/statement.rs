//! The statement around a place, as text on one line.
//!
//! A step is often a part of a statement (one read of `x = y + z`), but a reader thinks in statements. They
//! are found in the text, by punctuation: a wrong guess shows a little more or less, and nothing depends on it.

use commute_base::{SourceMap, Span};

/// The statement that `span` is in, or its first line; empty if `span` points nowhere.
pub fn statement(sources: &SourceMap, span: Span) -> String {
    let text = sources.text(span);
    if span.is_none() || text.is_empty() {
        return String::new();
    }
    if text.trim() == "}" {
        return "end".to_owned();
    }
    if text.contains('\n') {
        return first_line(text);
    }
    let (Some(file), Some(at)) = (sources.get(span.file), sources.start(span)) else { return one_line(text) };
    let line = file.line(at.line);
    // Both are inside the line, because the span has no line end.
    let from = line.chars().take(at.column as usize - 1).map(char::len_utf8).sum::<usize>();
    let to = from + text.len();
    one_line(enclosing(line, from, to)).trim_end_matches(';').to_owned()
}

/// The part of `line` around `from..to` up to the nearest ends of statements.
fn enclosing(line: &str, from: usize, to: usize) -> &str {
    let is_edge = |c: char| matches!(c, ';' | '{' | '}');
    let comment = line[to..].find("//").map_or(line.len(), |at| to + at);
    let start = line[..from].rfind(is_edge).map_or(0, |at| at + 1);
    // A statement may end exactly where the span does.
    let closed = line[from..to].ends_with(is_edge);
    let end = if closed { to } else { line[to..comment].find(is_edge).map_or(comment, |at| to + at) };
    &line[start..end]
}

fn first_line(text: &str) -> String {
    one_line(text.trim_start().lines().next().unwrap_or("")) + " …"
}

/// `text` with single spaces.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The statement around the first `part` of `text`.
    fn around(text: &str, part: &str) -> String {
        let mut sources = SourceMap::default();
        sources.add("first.cm", "");
        let file = sources.add("a.cm", text);
        let start = text.find(part).unwrap();
        statement(&sources, Span::new(file, start, start + part.len()))
    }

    #[test]
    fn a_part_becomes_its_statement() {
        assert_eq!(around("a;\n    let t  = x; // c\n", "x"), "let t = x");
        assert_eq!(around("thread é { m.acquire(); n.acquire(); }", "n.acquire()"), "n.acquire()");
        assert_eq!(around("while value == 0 { x = 1; }", "value"), "while value == 0");
        assert_eq!(around("x = 1; assert y == 1, \"no\"; }", "y"), "assert y == 1, \"no\"");
        assert_eq!(around("x = 1; y = 2; z = 3;", "y = 2;"), "y = 2");
        assert_eq!(around("x = y // why; not\n", "y"), "x = y");
    }

    #[test]
    fn a_block_is_its_first_line() {
        assert_eq!(around("atomic {\n  x = 1;\n}", "atomic {\n  x = 1;\n}"), "atomic { …");
    }

    #[test]
    fn the_end_of_a_thread_is_named() {
        assert_eq!(around("thread a { }", "}"), "end");
    }

    #[test]
    fn nowhere_is_nothing() {
        assert_eq!(statement(&SourceMap::default(), Span::default()), "");
    }
}
