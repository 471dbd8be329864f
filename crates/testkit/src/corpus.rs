//! The table of what is expected of each model.
//!
//! Columns, separated by tabs: file, defines (`N=2,K=4`), verdict, states, transitions. The numbers are those of
//! the search of all states that goes on after violations. Lines that begin with `#` are comments.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// What a search must find.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expected {
    /// `holds`, or `violated:` and the names of all kinds of violations, in alphabetical order.
    pub verdict: String,
    /// States.
    pub states: u64,
    /// Transitions.
    pub transitions: u64,
}

/// One row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The file, beside the table.
    pub file: String,
    /// New values of constants.
    pub defines: Vec<(String, String)>,
    /// What must be found.
    pub expected: Expected,
}

impl Row {
    fn parse(line: &str) -> Result<Row, String> {
        let cells: Vec<&str> = line.split('\t').collect();
        let [file, defines, verdict, states, transitions] = cells[..] else {
            return Err(format!("{} columns instead of 5: {line}", cells.len()));
        };
        let number = |text: &str| text.parse().map_err(|e| format!("{text:?} is no number ({e}): {line}"));
        let defines = defines.split(',').filter(|d| !d.is_empty()).map(|define| {
            let (name, value) = define.split_once('=').ok_or(format!("{define:?} has no `=`: {line}"))?;
            Ok((name.to_owned(), value.to_owned()))
        });
        Ok(Row {
            file: file.to_owned(),
            defines: defines.collect::<Result<_, String>>()?,
            expected: Expected {
                verdict: verdict.to_owned(),
                states: number(states)?,
                transitions: number(transitions)?,
            },
        })
    }

    /// `file -D N=2`, for messages.
    pub fn name(&self) -> String {
        self.defines.iter().fold(self.file.clone(), |text, (name, value)| format!("{text} -D {name}={value}"))
    }

    fn line(&self) -> String {
        let defines: Vec<String> =
            self.defines.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let Expected { verdict, states, transitions } = &self.expected;
        [&self.file, &defines.join(","), verdict, &states.to_string(), &transitions.to_string()]
            .map(|s| &**s)
            .join("\t")
    }
}

/// A table and the directory that it is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    directory: PathBuf,
    comments: Vec<String>,
    /// The rows.
    pub rows: Vec<Row>,
}

impl Table {
    /// Reads `expected.tsv` of a directory.
    pub fn read(directory: &Path) -> Result<Table, String> {
        let path = directory.join("expected.tsv");
        let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        Table::parse(directory, &text)
    }

    fn parse(directory: &Path, text: &str) -> Result<Table, String> {
        let (comments, rows): (Vec<&str>, Vec<&str>) =
            text.lines().filter(|line| !line.is_empty()).partition(|line| line.starts_with('#'));
        Ok(Table {
            directory: directory.to_owned(),
            comments: comments.into_iter().map(str::to_owned).collect(),
            rows: rows.into_iter().map(Row::parse).collect::<Result<_, _>>()?,
        })
    }

    /// Writes `expected.tsv`.
    pub fn write(&self) -> std::io::Result<()> {
        std::fs::write(self.directory.join("expected.tsv"), self.text())
    }

    fn text(&self) -> String {
        let lines = self.comments.iter().cloned().chain(self.rows.iter().map(Row::line));
        lines.fold(String::new(), |mut text, line| {
            let _ = writeln!(text, "{line}");
            text
        })
    }

    /// The text of the model of a row.
    pub fn model_text(&self, row: &Row) -> Result<String, String> {
        std::fs::read_to_string(self.directory.join(&row.file)).map_err(|e| format!("{}: {e}", row.file))
    }

    /// The models of the directory that have no row.
    pub fn missing(&self) -> std::io::Result<Vec<String>> {
        let mut missing = Vec::new();
        for entry in std::fs::read_dir(&self.directory)? {
            let name = entry?.file_name().to_string_lossy().into_owned();
            if name.ends_with(".cm") && !self.rows.iter().any(|row| row.file == name) {
                missing.push(name);
            }
        }
        missing.sort();
        Ok(missing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# file\na.cm\t\tholds\t1\t2\na.cm\tN=2,K=true\tviolated:deadlock\t3\t4\n";

    #[test]
    fn a_table_is_written_as_it_was_read() {
        let table = Table::parse(Path::new("."), TEXT).unwrap();
        assert_eq!(table.rows[1].name(), "a.cm -D N=2 -D K=true");
        assert_eq!(table.rows[1].expected.verdict, "violated:deadlock");
        assert_eq!(table.text(), TEXT);
    }

    #[test]
    fn a_bad_row_is_named() {
        for (line, what) in [
            ("a\tb", "2 columns"),
            ("a\t\tholds\tx\t1", "\"x\" is no number"),
            ("a\tN\tholds\t1\t1", "\"N\" has no `=`"),
        ] {
            let error = Table::parse(Path::new("."), line).unwrap_err();
            assert!(error.starts_with(what), "{error}");
        }
    }
}
