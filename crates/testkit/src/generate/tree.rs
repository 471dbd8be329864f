//! Generated programs as trees that are easy to print and to shrink.
//!
//! The tree knows nothing of the language but lines and blocks. Whoever shrinks it finds out by compiling
//! whether what is left is still a program.

use std::fmt;

/// A piece of text with holes, written `$`, in which other pieces stand.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Text {
    /// The text around the holes.
    pub pattern: String,
    /// What stands in the holes.
    pub holes: Vec<Text>,
}

/// A line, or blocks that belong together (`if` and `else`, `try` and `catch`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Node {
    /// A declaration or statement that ends in a semicolon.
    Line(Text),
    /// A declaration or statement with a body, or several.
    Block(Vec<Arm>),
}

/// One block of a declaration or statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arm {
    /// What stands before the brace.
    pub head: Text,
    /// What stands between the braces.
    pub body: Vec<Node>,
}

/// A whole program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Model {
    /// Its declarations.
    pub items: Vec<Node>,
}

/// A text with something in each hole.
pub fn text(pattern: impl Into<String>, holes: Vec<Text>) -> Text {
    let pattern = pattern.into();
    debug_assert_eq!(
        pattern.matches('$').count(),
        holes.len(),
        "[commute internal bug] holes of `{pattern}`"
    );
    Text { pattern, holes }
}

/// A text without holes.
pub fn leaf(pattern: impl Into<String>) -> Text {
    text(pattern, Vec::new())
}

/// A line with something in each hole.
pub fn line(pattern: impl Into<String>, holes: Vec<Text>) -> Node {
    Node::Line(text(pattern, holes))
}

/// A line without holes.
pub fn plain(pattern: impl Into<String>) -> Node {
    line(pattern, Vec::new())
}

/// A statement with one block.
pub fn block(head: Text, body: Vec<Node>) -> Node {
    Node::Block(vec![Arm { head, body }])
}

/// A statement with several blocks.
pub fn blocks(arms: Vec<(Text, Vec<Node>)>) -> Node {
    Node::Block(arms.into_iter().map(|(head, body)| Arm { head, body }).collect())
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut holes = self.holes.iter();
        for (at, piece) in self.pattern.split('$').enumerate() {
            if at > 0 {
                holes.next().map_or(Ok(()), |hole| hole.fmt(f))?;
            }
            f.write_str(piece)?;
        }
        Ok(())
    }
}

impl Node {
    fn print(&self, depth: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let indent = "    ".repeat(depth);
        let arms = match self {
            Node::Line(text) => return writeln!(f, "{indent}{text}"),
            Node::Block(arms) => arms,
        };
        f.write_str(&indent)?;
        for (at, arm) in arms.iter().enumerate() {
            let space = if at > 0 { " " } else { "" };
            writeln!(f, "{space}{} {{", arm.head)?;
            for node in &arm.body {
                node.print(depth + 1, f)?;
            }
            write!(f, "{indent}}}")?;
        }
        writeln!(f)
    }

    /// How many nodes there are in this one.
    pub fn size(&self) -> usize {
        match self {
            Node::Line(_) => 1,
            Node::Block(arms) => 1 + arms.iter().flat_map(|arm| &arm.body).map(Node::size).sum::<usize>(),
        }
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.items.iter().try_for_each(|item| item.print(0, f))
    }
}

impl Model {
    /// How many lines and blocks it has.
    pub fn size(&self) -> usize {
        self.items.iter().map(Node::size).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_indented_and_holes_filled() {
        let sum = text("($ + $)", vec![leaf("a"), leaf("1")]);
        let then = vec![line("x = $;", vec![sum])];
        let model = Model {
            items: vec![block(
                leaf("thread t"),
                vec![blocks(vec![(text("if $", vec![leaf("b")]), then), (leaf("else"), vec![])])],
            )],
        };
        let expected = "thread t {\n    if b {\n        x = (a + 1);\n    } else {\n    }\n}\n";
        assert_eq!(model.to_string(), expected);
        assert_eq!(model.size(), 3);
    }
}
