//! What users say of Java programs in formulas: the predicates of `@Exclusive`, invariants, and temporal formulas (DHRR04 sections 3
//! and 4).
//!
//! ```text
//! formula  = implies { "<->" implies }
//! implies  = or [ "->" implies ]
//! or       = and { "||" and }
//! and      = until { "&&" until }
//! until    = unary [ ("U" | "W" | "R") until ]
//! unary    = ("!" | "[]" | "<>" | "always" | "eventually" | "X" | "next") unary | pattern | compared
//! pattern  = ("absence" | "existence" | "universality" | "response" | "precedence") "(" formula { "," formula } ")" [ scope ]
//! scope    = "before" unary | "after" unary [ "until" unary ] | "between" unary "and" unary
//! compared = sum [ ("==" | "!=" | "<" | "<=" | ">" | ">=") sum ]
//! sum      = product { ("+" | "-") product }
//! product  = value { ("*" | "/" | "%") value }
//! value    = "(" formula ")" | "(" path ")" { "." field } | "-" value | number | "true" | "false" | "null" | path
//!          | "holds" "(" thread "," path ")"
//!          | "at" "(" thread "," place ")" | ("started" | "alive" | "ended") "(" thread ")" | "event" "(" text ")"
//!          | "Thread.currentThread()" | "Thread.holdsLock(" path ")"
//! path     = ("this" | field | Class "." field | Class ".class" | name) { "." field | ".length" | "[" sum "]" | "as" Class }
//! thread   = "main" | "any" | text | name { "-" name } | path
//! place    = Class "." method | File ".java" ":" line
//! ```
//!
//! `this`, fields without a class and the thread that asks are for annotations, temporal operators, threads and places for properties.
//! A comparison of something that has no value, such as a field of null, is false; so is an invariant that has none.

mod file;
mod places;
mod temporal;
mod tokens;
mod values;

use super::{TranslateError, Translator};
use commute_base::Span;
use commute_ir::{ClassId, Expr, Property, PropertyKind};
use places::Places;
pub use places::{event_label, thread_names};
use std::collections::BTreeSet;
use tokens::tokens;
use values::{Reader, Value, truth};

/// A property that the user has written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// Its name, for reports.
    pub name: String,
    /// Whether it is a temporal formula rather than an invariant.
    pub is_temporal: bool,
    /// What it says.
    pub text: String,
}

/// The properties of a program, and names for parts of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Properties {
    /// The properties.
    pub written: Vec<Written>,
    /// Names and what they stand for; each may use those before it.
    pub definitions: Vec<(String, String)>,
    /// The name of the process that the program is, if it is one of a system.
    pub own: Option<String>,
    /// Values of the program that properties of the system speak of, with the name of the process before them.
    pub wanted: Vec<String>,
    /// Such values of other processes that its properties may speak of, and whether they are truth values.
    pub foreign: Vec<(String, bool)>,
}

/// A value of a process that properties of a system speak of.
#[derive(Clone, PartialEq, Debug)]
pub struct ProcessValue {
    /// How it is called.
    pub path: String,
    /// The value.
    pub value: Expr,
    /// Whether it is a truth value and no number.
    pub is_truth: bool,
}

impl Properties {
    /// The values of a process that they speak of: `server.Bank.total`.
    pub fn paths_of(&self, process: &str) -> Vec<String> {
        let said = self.written.iter().map(|written| &written.text);
        let texts = said.chain(self.definitions.iter().map(|(_, text)| text));
        let mut paths = BTreeSet::new();
        for tokens in texts.filter_map(|text| tokens(text).ok()) {
            for at in 0..tokens.len() {
                if let Some((path, _)) =
                    path_at(&tokens[at..], process).filter(|_| at == 0 || tokens[at - 1] != ".")
                {
                    paths.insert(path);
                }
            }
        }
        paths.into_iter().collect()
    }
}

/// The path with which tokens begin, if that is one of a process, and how many they are. The name of a process may have a `-`.
pub(super) fn path_at(tokens: &[String], process: &str) -> Option<(String, usize)> {
    let name = self::tokens::tokens(process).ok()?;
    if !tokens.starts_with(&name) || tokens.get(name.len()).is_none_or(|token| token != ".") {
        return None;
    }
    let mut length = name.len();
    while tokens.get(length).is_some_and(|token| token == ".") && tokens.len() > length + 1 {
        length += 2;
    }
    Some((tokens[..length].concat(), length))
}

impl Translator<'_> {
    /// The predicate that a text says, of a field of `class`. Parameter 0 is the number of the thread, parameter 1 the object.
    pub(super) fn access_predicate(
        &mut self,
        class: ClassId,
        is_static: bool,
        text: &str,
    ) -> Result<Expr, String> {
        let mut places = Places::default();
        let mut reader = Reader::of_field(self, &mut places, class, is_static, tokens(text)?);
        let value = reader.whole()?;
        truth(value)
    }

    /// Adds the properties that the user has written to the program.
    pub(super) fn add_properties(&mut self) -> Result<(), TranslateError> {
        let properties = self.properties.clone();
        let mut places = Places::default();
        for written in &properties.written {
            let read = self.property(&mut places, written, &properties.definitions);
            let kind = read.map_err(|why| {
                TranslateError::Program(format!("`{}` is not understood: {why}", written.text))
            })?;
            let (name, span) = (written.name.clone(), Span::default());
            self.program.properties.push(Property { name, kind, span });
        }
        places.put_labels(&mut self.program, &self.sources);
        for path in &properties.wanted {
            let value = self
                .value_of_process(path)
                .map_err(|why| TranslateError::Program(format!("`{path}` is not understood: {why}")))?;
            self.notes.values.push(value);
        }
        Ok(())
    }

    /// A value that properties of a system speak of.
    fn value_of_process(&mut self, path: &str) -> Result<ProcessValue, String> {
        let mut places = Places::default();
        let mut reader = Reader::of_program(self, &mut places, &[], false, tokens(path)?);
        let (value, is_truth) = match reader.whole()? {
            Value::Bool(value) => (value, true),
            Value::Number(value) => (value, false),
            _ => return Err("of another process only numbers and truth values can be seen".to_owned()),
        };
        Ok(ProcessValue { path: path.to_owned(), value, is_truth })
    }

    fn property(
        &mut self,
        places: &mut Places,
        written: &Written,
        definitions: &[(String, String)],
    ) -> Result<PropertyKind, String> {
        let tokens = tokens(&written.text)?;
        let mut reader = Reader::of_program(self, places, definitions, written.is_temporal, tokens);
        let value = reader.whole()?;
        Ok(match written.is_temporal {
            true => PropertyKind::Ltl(value.into_formula()?),
            false => PropertyKind::Invariant(truth(value)?),
        })
    }
}
