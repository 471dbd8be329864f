//! Several Java programs as one system: each is translated by itself, as one that is checked alone, and the programs are linked.

mod description;
mod faults;
mod threads;

pub use description::{ProcessSpec, described, process};
pub use faults::{CrashFault, Faults};

use crate::demand::Demand;
use crate::java::{Compiled, JavaOptions, compile_sources, prepare};
use crate::program::{LoadError, Program};
use crate::remark::{Remark, remarks};
use commute_base::SourceMap;
use commute_front_jvm::{InSystem, Input, Loaded, Notes, Opened, Properties};
use commute_ir::link::{Linked, Part, link};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

/// What a system is made of, ready to be read and read again.
#[derive(Clone)]
struct System {
    name: String,
    processes: Vec<ProcessSpec>,
    faults: Faults,
    inputs: Vec<Input>,
    /// Kept as long as something may be read again.
    _compiled: Compiled,
    /// What was read of each process with what it has opened, so that only what lacks something is read again.
    known: Vec<Option<Arc<Loaded>>>,
    sources: SourceMap,
}

/// Reads a system: what the options name, or what a description says.
pub(crate) fn load(path: &Path, options: &JavaOptions) -> Result<Program, LoadError> {
    let mut options = options.clone();
    let mut at = path.to_owned();
    if path.extension().is_some_and(|e| e == "toml") {
        at = described(path, &mut options)?;
    }
    check_names(&options.processes)?;
    options.faults.check(&options.processes).map_err(LoadError::Refused)?;
    let (input, compiled) = match compile_sources(&at, &options)? {
        Some((input, scratch)) => (input, vec![scratch]),
        None => prepare(&at, &options)?,
    };
    let count = options.processes.len() as u32;
    let inputs = (0..).zip(&options.processes).map(|(i, process)| {
        let mut one = input.clone();
        one.class_path.extend(process.class_path.iter().cloned());
        one.main = Some(process.main.clone());
        one.arguments = process.arguments.clone();
        one.open.system = Some(InSystem {
            process: i,
            processes: count,
            network: options.faults.network,
            crashes: options.faults.may_crash(&process.name),
        });
        one.properties = Properties { own: Some(process.name.clone()), ..Properties::default() };
        one
    });
    let mut inputs: Vec<Input> = inputs.collect();
    let names: Vec<&str> = options.processes.iter().map(|process| process.name.as_str()).collect();
    for (input, name) in inputs.iter_mut().zip(&names) {
        input.properties.wanted = options.properties.paths_of(name);
    }
    inputs[0].properties = Properties {
        own: Some(names[0].to_owned()),
        written: input.properties.written.clone(),
        definitions: input.properties.definitions.clone(),
        ..Properties::default()
    };
    let system = System {
        name: path.display().to_string(),
        known: vec![None; inputs.len()],
        processes: options.processes.clone(),
        faults: options.faults.clone(),
        inputs,
        _compiled: compiled,
        sources: SourceMap::default(),
    };
    system.read()
}

fn check_names(processes: &[ProcessSpec]) -> Result<(), LoadError> {
    let mut seen = BTreeSet::new();
    for process in processes {
        if !seen.insert(process.name.as_str()) {
            return Err(LoadError::Refused(format!("there are two processes `{}`", process.name)));
        }
    }
    if processes.is_empty() {
        return Err(LoadError::Refused("a system has at least one process".to_owned()));
    }
    Ok(())
}

impl System {
    /// Translates what is not known, and links.
    fn read(mut self) -> Result<Program, LoadError> {
        // Properties are read with the first process, which has to know the values of the others.
        for i in (0..self.inputs.len()).rev() {
            if self.known[i].is_none() {
                if i == 0 {
                    self.inputs[0].properties.foreign = self.foreign();
                }
                let process = &self.processes[i].name;
                let loaded = commute_front_jvm::load(&self.inputs[i], &mut self.sources);
                self.known[i] = Some(Arc::new(loaded.map_err(|error| named(process, error.into()))?));
            }
        }
        let loaded: Vec<Arc<Loaded>> = self.known.iter().flatten().cloned().collect();
        let linked = self.linked(&loaded);
        let mut ir = linked.program;
        let open = self.inputs[0].open;
        if open.spurious_wakeups {
            ir.allow_spurious_wakeups();
        }
        if open.timeouts_last {
            ir.let_time_run_out_last();
        }
        let notes = loaded.iter().map(|loaded| &loaded.notes);
        let weak: BTreeSet<String> = notes.clone().flat_map(|notes| notes.weak.iter().cloned()).collect();
        let claims = notes.flat_map(|notes| notes.claims.iter().cloned()).collect();
        let program = Program::of_java(
            &self.name,
            self.sources.clone(),
            ir,
            weak.into_iter().collect(),
            self.remarks(&loaded),
            claims,
        );
        Ok(program.on_demand(Demand::of(Box::new(move |numbers| self.with(&loaded, numbers)?.read().ok()))))
    }

    /// The values of other processes that properties of the first one ask for: whether they are truth values.
    fn foreign(&self) -> Vec<(String, bool)> {
        let values = self.known.iter().flatten().flat_map(|loaded| &loaded.notes.values);
        values.map(|value| (value.path.clone(), value.is_truth)).collect()
    }

    /// One program of all, with threads that let things fail.
    fn linked(&self, loaded: &[Arc<Loaded>]) -> Linked {
        let mut parts: Vec<Part> = Vec::new();
        let mut missing = 0;
        for (process, loaded) in self.processes.iter().zip(loaded) {
            let mut program = loaded.program.clone();
            if process.service {
                threads::serve(&mut program);
            }
            parts.push(Part {
                name: process.name.clone(),
                program,
                common: loaded.notes.common.clone(),
                life_of: None,
                missing_from: missing,
                borrowed: Vec::new(),
            });
            missing += loaded.notes.missing.len() as u32;
        }
        // In the order in which they were told to the first process.
        let values =
            loaded.iter().enumerate().flat_map(|(i, loaded)| loaded.notes.values.iter().map(move |v| (i, v)));
        parts[0].borrowed = values.map(|(i, value)| (i, value.value.clone())).collect();
        threads::with_lives(&mut parts, &self.processes, &self.faults);
        let mut linked = link(&parts);
        threads::add(&mut linked, &parts, loaded, &self.processes, &self.faults);
        linked
    }

    /// What the verdict rests on of any process, said once.
    fn remarks(&self, loaded: &[Arc<Loaded>]) -> Vec<Remark> {
        let mut all = Notes::default();
        for notes in loaded.iter().map(|loaded| &loaded.notes) {
            all.models.extend(notes.models.iter().cloned());
            all.overrides.extend(notes.overrides.iter().cloned());
            all.fixed.extend(&notes.fixed);
            let new = |list: &[String], known: &[String]| -> Vec<String> {
                list.iter().filter(|one| !known.contains(one)).cloned().collect()
            };
            all.unchecked.extend(new(&notes.unchecked, &all.unchecked));
            all.refused.extend(new(&notes.refused, &all.refused));
        }
        let mut all = remarks(&all, self.inputs[0].open);
        all.extend(self.faults.remark().map(Remark::Faults));
        all
    }

    /// The same with more of what processes lack, by the numbers that it has in the whole; nothing if that is no more.
    fn with(&self, loaded: &[Arc<Loaded>], numbers: &BTreeSet<u32>) -> Option<System> {
        let mut next = self.clone();
        let mut from = 0;
        let mut more = false;
        for (i, loaded) in loaded.iter().enumerate() {
            let to = from + loaded.notes.missing.len() as u32;
            let own: BTreeSet<u32> = numbers.range(from..to).map(|number| number - from).collect();
            let opened: Option<Opened> = loaded.opened.with(&loaded.notes.missing, &own);
            if let Some(opened) = opened.filter(|_| !own.is_empty()) {
                next.inputs[i].opened = opened;
                next.known[i] = None;
                more = true;
            }
            from = to;
        }
        more.then_some(next)
    }
}

fn named(process: &str, error: LoadError) -> LoadError {
    match error {
        LoadError::Refused(text) => LoadError::Refused(format!("process {process}: {text}")),
        LoadError::Unreadable(text) => LoadError::Unreadable(format!("process {process}: {text}")),
        other => other,
    }
}
