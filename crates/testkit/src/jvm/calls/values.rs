//! The table of arguments and receivers.

use super::api::Method;
use std::collections::BTreeMap;

/// The table, as text.
const TABLE: &str = include_str!("../java/values.txt");

/// What calls are made of.
#[derive(Clone, Debug, Default)]
pub struct Values {
    /// Arguments, by type.
    pub arguments: BTreeMap<&'static str, Vec<&'static str>>,
    /// Arguments of the methods of a class, by class and type.
    pub within: BTreeMap<(&'static str, &'static str), Vec<&'static str>>,
    /// Objects to call methods of, by type.
    pub receivers: BTreeMap<&'static str, Vec<&'static str>>,
    /// What is looked at afterwards, by type.
    pub after: BTreeMap<&'static str, Vec<&'static str>>,
    /// Methods whose results are not the same everywhere.
    pub loose: Vec<&'static str>,
    /// Methods whose results may also be null or not.
    pub open: Vec<&'static str>,
    /// Methods after which nothing is looked at.
    pub alone: Vec<&'static str>,
    /// Methods that are not called, and why.
    pub skipped: BTreeMap<&'static str, &'static str>,
    /// Methods of which it is known that they differ, and how.
    pub known: BTreeMap<&'static str, &'static str>,
}

impl Values {
    /// Reads the table.
    pub fn read() -> Self {
        let mut values = Self::default();
        for line in TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            let (name, list) = rest.split_once(' ').unwrap_or((rest, ""));
            let table = match word {
                "value" => &mut values.arguments,
                "of" => &mut values.receivers,
                "after" => &mut values.after,
                "in" => {
                    let (ty, list) = list.split_once(' ').unwrap_or((list, ""));
                    values.within.insert((name, ty), list.split(" ~ ").map(str::trim).collect());
                    continue;
                }
                "loose" => {
                    values.loose.extend(rest.split(' '));
                    continue;
                }
                "alone" => {
                    values.alone.extend(rest.split(' '));
                    continue;
                }
                "open" => {
                    values.open.extend(rest.split(' '));
                    continue;
                }
                "skip" => {
                    values.skipped.insert(name, list);
                    continue;
                }
                "known" => {
                    values.known.insert(name, list);
                    continue;
                }
                _ => panic!("[commute internal bug] no such line in the table of values: {line}"),
            };
            table.insert(name, list.split(" ~ ").map(str::trim).filter(|text| !text.is_empty()).collect());
        }
        values
    }

    /// Why a method is not called, if it is not.
    pub fn skips(&self, method: &Method) -> Option<&'static str> {
        names(method).iter().find_map(|name| self.skipped.get(name.as_str()).copied())
    }

    /// How it is known to differ, if it is.
    pub fn knows(&self, method: &Method) -> Option<&'static str> {
        names(method).iter().find_map(|name| self.known.get(name.as_str()).copied())
    }

    /// Whether a list of methods has this one.
    pub fn has(list: &[&str], method: &Method) -> bool {
        names(method).iter().any(|name| list.contains(&name.as_str()))
    }

    /// Whether what a method makes is the same every time.
    pub fn is_certain(&self, method: &Method) -> bool {
        let lists = [&self.loose, &self.open, &self.alone];
        self.skips(method).is_none() && !lists.iter().any(|list| Self::has(list, method))
    }
}

/// How a method may be named in the table: itself, with others of that name, with all of its class.
fn names(method: &Method) -> [String; 3] {
    [method.key(), method.full_name(), format!("{}.*", method.class)]
}
