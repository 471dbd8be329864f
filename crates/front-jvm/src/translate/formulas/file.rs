//! Files with the properties of a program.
//!
//! ```text
//! # A comment.
//! let full = Buffer.count == Buffer.capacity
//! invariant bounded: Buffer.count <= Buffer.capacity
//! ltl emptied: [] (full -> <> !full)
//! ```
//!
//! A line that begins with white space belongs to the one before.

use super::{Properties, Written};

impl Properties {
    /// Adds what a file says. The error names the line.
    pub fn add_file(&mut self, text: &str) -> Result<(), String> {
        let mut lines: Vec<(usize, String)> = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let said = line.split('#').next().unwrap_or_default();
            match lines.last_mut() {
                Some((_, last)) if said.starts_with([' ', '\t']) => {
                    last.push(' ');
                    last.push_str(said.trim());
                }
                _ if said.trim().is_empty() => {}
                _ => lines.push((number, said.trim().to_owned())),
            }
        }
        for (number, line) in lines {
            self.add_line(&line).map_err(|why| format!("line {number}: {why}"))?;
        }
        Ok(())
    }

    fn add_line(&mut self, line: &str) -> Result<(), String> {
        let help = "write `invariant NAME: PREDICATE`, `ltl NAME: FORMULA` or `let NAME = PART`";
        let (word, rest) = line.split_once(char::is_whitespace).ok_or(help)?;
        let separator = if word == "let" { '=' } else { ':' };
        let (name, text) = rest.split_once(separator).ok_or(help)?;
        let (name, text) = (name.trim().to_owned(), text.trim().to_owned());
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
        if !is_name || text.is_empty() {
            return Err(help.to_owned());
        }
        match word {
            "let" => self.definitions.push((name, text)),
            "invariant" | "ltl" => {
                if self.written.iter().any(|written| written.name == name) {
                    return Err(format!("there is a property `{name}` already"));
                }
                self.written.push(Written { name, is_temporal: word == "ltl", text });
            }
            _ => return Err(help.to_owned()),
        }
        Ok(())
    }

    /// Adds a property that is called by what it says.
    pub fn add(&mut self, is_temporal: bool, text: &str) {
        self.written.push(Written { name: text.to_owned(), is_temporal, text: text.to_owned() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_properties() {
        let mut all = Properties::default();
        let text = "# of a buffer\nlet full = B.n ==\n  B.most\ninvariant bounded: B.n <= B.most # always\n\nltl live: [] <> !full\n";
        all.add_file(text).unwrap();
        assert_eq!(all.definitions, [("full".to_owned(), "B.n == B.most".to_owned())]);
        let said: Vec<(&str, bool, &str)> =
            all.written.iter().map(|w| (w.name.as_str(), w.is_temporal, w.text.as_str())).collect();
        assert_eq!(said, [("bounded", false, "B.n <= B.most"), ("live", true, "[] <> !full")]);
    }

    #[test]
    fn what_is_no_property_is_named_by_its_line() {
        for wrong in ["bounded: B.n", "invariant B.n <= 1", "ltl :", "let x", "always x: y", "ltl a b: c"] {
            let error = Properties::default().add_file(&format!("\n{wrong}\n")).unwrap_err();
            assert!(error.starts_with("line 2: write"), "{error}");
        }
        let error = Properties::default().add_file("ltl a: b\nltl a: c").unwrap_err();
        assert_eq!(error, "line 2: there is a property `a` already");
    }
}
