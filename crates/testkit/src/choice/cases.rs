//! What the default is compared on: all examples as they are, and those of `bench/auto.tsv` at the sizes given there.

use crate::root;
use commute::{Constant, ConstantValue, JavaOptions, LoadError, Program, Reading};
use std::path::PathBuf;

/// A program at one size.
pub struct Case {
    /// From the root of the repository.
    file: String,
    constants: Vec<Constant>,
}

/// Where all models, or all Java programs, are cases.
const DIRECTORIES: &[(&str, &str)] =
    &[("examples", "cm"), ("examples/java", "java"), ("crates/front-jvm/tests/users", "java")];

/// All cases whose names contain `only`, if that is given.
pub fn cases(only: Option<&str>) -> Result<Vec<Case>, String> {
    let table = root().join("bench/auto.tsv");
    let text = std::fs::read_to_string(&table).map_err(|error| format!("{}: {error}", table.display()))?;
    let mut cases = Vec::new();
    for (directory, extension) in DIRECTORIES {
        let listed = std::fs::read_dir(root().join(directory)).map_err(|e| format!("{directory}: {e}"))?;
        let paths = listed.flatten().map(|entry| PathBuf::from(entry.file_name()));
        let mut names: Vec<PathBuf> =
            paths.filter(|path| path.extension().is_some_and(|e| e == *extension)).collect();
        names.sort();
        let case =
            |name: PathBuf| Case { file: format!("{directory}/{}", name.display()), constants: Vec::new() };
        cases.extend(names.into_iter().map(case));
    }
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        cases.push(parse(line)?);
    }
    cases.retain(|case| only.is_none_or(|only| case.name().contains(only)));
    Ok(cases)
}

fn parse(line: &str) -> Result<Case, String> {
    let (file, constants) = line.split_once('\t').ok_or_else(|| format!("no tab in {line:?}"))?;
    let constant = |text: &str| {
        let (name, value) = text.split_once('=')?;
        let value = match value {
            "true" => ConstantValue::Bool(true),
            "false" => ConstantValue::Bool(false),
            _ => ConstantValue::Int(value.parse().ok()?),
        };
        Some(Constant { name: name.to_owned(), value })
    };
    let constants: Option<Vec<Constant>> = constants.split(',').map(constant).collect();
    let constants = constants.ok_or_else(|| format!("not NAME=VALUE,..: {line:?}"))?;
    Ok(Case { file: file.to_owned(), constants })
}

impl Case {
    /// The file without its directory, and its constants.
    pub fn name(&self) -> String {
        let file = self.file.rsplit('/').next().unwrap_or(&self.file);
        let constants = self.constants.iter().map(|c| format!(" {}={}", c.name, c.value));
        file.to_owned() + &constants.collect::<String>()
    }

    /// Whether it needs a JDK.
    pub fn is_java(&self) -> bool {
        self.file.ends_with(".java")
    }

    /// Reads it.
    pub fn program(&self) -> Result<Program, LoadError> {
        let reading = Reading { constants: self.constants.clone(), java: JavaOptions::default() };
        Program::open(&root().join(&self.file), &reading)
    }
}
