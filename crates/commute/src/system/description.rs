//! Descriptions of systems: what `--process` says, and files.
//!
//! ```toml
//! class-path = ["classes"]          # of all processes, seen from the file; sources beside it are compiled
//! faults = "crash(server)<=1, restart"
//! invariants = ["server.Bank.total >= 0"]
//!
//! [process.server]
//! main = "Server"
//! args = ["4000"]
//! service = true                    # it need not end
//!
//! [process.client]
//! main = "Client"
//! args = ["localhost", "4000", "{index}"]
//! copies = 2                        # client-1 and client-2
//! ```

use crate::java::JavaOptions;
use crate::program::LoadError;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// A process of a system.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ProcessSpec {
    /// Its name.
    pub name: String,
    /// Its main class.
    pub main: String,
    /// The arguments of `main`.
    pub arguments: Vec<String>,
    /// Where its classes are, besides those of all.
    pub class_path: Vec<PathBuf>,
    /// Whether the system may end while it waits.
    pub service: bool,
}

impl std::fmt::Display for ProcessSpec {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}={}", self.name, self.main)?;
        self.arguments.iter().try_for_each(|argument| write!(f, " {argument}"))
    }
}

/// What `--process NAME=CLASS ARGUMENT ...` says.
pub fn process(text: &str, service: bool) -> Result<ProcessSpec, String> {
    let help = "write NAME=CLASS, and arguments after it: `client=com.acme.Client localhost 4000`";
    let (name, rest) = text.split_once('=').ok_or(help)?;
    let mut words = rest.split_whitespace().map(str::to_owned);
    let main = words.next().ok_or(help)?;
    let name = name.trim().to_owned();
    check_name(&name)?;
    Ok(ProcessSpec { name, main, arguments: words.collect(), class_path: Vec::new(), service })
}

fn check_name(name: &str) -> Result<(), String> {
    let fits = name.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
    if fits {
        return Ok(());
    }
    Err(format!("`{name}` is no name of a process: take letters, digits, `_` and `-`"))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Description {
    #[serde(default)]
    class_path: Vec<PathBuf>,
    process: toml::Table,
    faults: Option<String>,
    #[serde(default)]
    invariants: Vec<String>,
    #[serde(default)]
    ltl: Vec<String>,
    #[serde(default)]
    partial_reads: u32,
    timeouts: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Process {
    main: String,
    #[serde(default)]
    args: Vec<String>,
    #[serde(default)]
    class_path: Vec<PathBuf>,
    copies: Option<u32>,
    #[serde(default)]
    service: bool,
}

/// The most processes of a system.
const MOST: u32 = 16;

/// Reads a description into the options. Where its classes or sources are.
pub fn described(path: &Path, options: &mut JavaOptions) -> Result<PathBuf, LoadError> {
    let text = crate::source_file::read(path)?;
    let wrong = |why: String| LoadError::Refused(format!("{}: {why}", path.display()));
    let said: Description =
        toml::from_str(&text).map_err(|error| wrong(error.to_string().trim_end().to_owned()))?;
    let base = path.parent().filter(|base| *base != Path::new("")).unwrap_or(Path::new("."));
    let placed = |paths: &[PathBuf]| paths.iter().map(|at| base.join(at)).collect::<Vec<_>>();
    if !options.processes.is_empty() {
        return Err(wrong("the file says which processes there are; leave out --process".to_owned()));
    }
    for (name, table) in said.process {
        let one: Process = table
            .try_into()
            .map_err(|error: toml::de::Error| wrong(format!("process {name}: {}", error.message())))?;
        check_name(&name).map_err(wrong)?;
        let copies = one.copies.unwrap_or(1);
        if copies == 0 || copies > MOST {
            return Err(wrong(format!("process {name}: there are 1 to {MOST} copies")));
        }
        for index in 1..=copies {
            options.processes.push(ProcessSpec {
                name: if one.copies.is_some() { format!("{name}-{index}") } else { name.clone() },
                main: one.main.clone(),
                arguments: one.args.iter().map(|arg| arg.replace("{index}", &index.to_string())).collect(),
                class_path: placed(&one.class_path),
                service: one.service,
            });
        }
    }
    if let Some(faults) = said.faults
        && options.faults == super::Faults::default()
    {
        options.faults = faults.parse().map_err(wrong)?;
    }
    said.invariants.iter().for_each(|text| options.properties.add(false, text));
    said.ltl.iter().for_each(|text| options.properties.add(true, text));
    options.partial_reads = options.partial_reads.max(said.partial_reads);
    match said.timeouts.as_deref() {
        None | Some("any") => {}
        Some("last") => options.timeouts_last = true,
        Some(other) => return Err(wrong(format!("timeouts = \"{other}\": that is `any` or `last`"))),
    }
    let class_path = placed(&said.class_path);
    options.class_path.splice(0..0, class_path);
    Ok(base.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processes_are_named_with_their_classes() {
        let one = process("client=a.Client localhost 4000", false).unwrap();
        assert_eq!((one.name.as_str(), one.main.as_str()), ("client", "a.Client"));
        assert_eq!(one.arguments, ["localhost", "4000"]);
        for wrong in ["client", "client=", "1=A", "a b=C"] {
            assert!(process(wrong, false).is_err(), "{wrong}");
        }
    }
}
