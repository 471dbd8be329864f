//! Classes of Java that say `@ThreadSafe`, proved for any number of callers.

use super::calls::{self, Called};
use super::{ProofVerdict, ProveError};
use crate::java::{JavaOptions, prepare};
use crate::program::LoadError;
use commute_base::{SourceMap, Span};
use commute_front_jvm::methods::{Classes, dotted};
use commute_prover::java::{Proof, Solvers, has_main, is_thread_safe, prove};
use commute_smt::Setup;
use std::path::{Path, PathBuf};

/// The classes that were tried.
pub struct ProvedClasses {
    /// The file or directory.
    pub name: String,
    /// What came of each.
    pub classes: Vec<ProvedClass>,
    /// The sources.
    pub sources: SourceMap,
}

/// What came of one.
pub struct ProvedClass {
    /// The proof, or what is missing.
    pub proof: Proof,
    /// The places of its failures, in their order.
    pub places: Vec<Span>,
    /// The place of what is not covered.
    pub refused_at: Span,
    /// An execution in which calls go wrong, if one was looked for and found.
    pub called: Option<Called>,
}

/// The verdict on a class.
impl ProvedClass {
    /// What an execution shows counts, whatever was proved.
    pub fn verdict(&self) -> ProofVerdict {
        match &self.called {
            Some(_) => ProofVerdict::Violated,
            None if self.proof.is_proof() => ProofVerdict::Proved,
            None => ProofVerdict::NotProved,
        }
    }
}

/// Why there is nothing to report.
#[derive(Debug, thiserror::Error)]
pub enum ClassesError {
    /// The classes cannot be read.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The solver could not be asked.
    #[error(transparent)]
    Prove(#[from] ProveError),
}

/// Tries to prove all classes of a file or directory that say that they are made for many threads.
pub fn classes(
    path: &Path,
    options: &JavaOptions,
    setup: &Setup,
    search: bool,
) -> Result<ProvedClasses, ClassesError> {
    let (input, _compiled) = prepare(path, options)?;
    let read = || Classes::read(&input).map_err(LoadError::from);
    let mut known = read()?;
    let mut sources = SourceMap::default();
    let names = subjects(&known)?;
    let mut solvers = Solvers::new(setup);
    let mut found = Vec::new();
    for name in names {
        let proof = prove(read()?, &name, &mut solvers).map_err(ProveError::from)?;
        let mut place = |at: &Option<(String, u16)>| {
            let Some((class, line)) = at else { return Span::default() };
            let class = known.user().iter().find(|c| c.name == *class || dotted(&c.name) == *class).cloned();
            class.map_or(Span::default(), |class| known.line(&mut sources, &class, *line))
        };
        let places = proof.failures.iter().map(|f| place(&f.place)).collect();
        let refused_at = proof.refused.as_ref().map_or(Span::default(), |r| place(&r.place));
        let called = match known.user().iter().find(|c| c.name == name).filter(|_| search) {
            Some(_) if proof.is_program && !proof.failures.is_empty() => {
                calls::search_program(path, options, &name)
            }
            Some(class) if !proof.failures.is_empty() => {
                let first =
                    proof.failures.iter().find_map(|f| f.method.split('(').next().filter(|m| !m.is_empty()));
                let first = first.map(str::to_owned);
                let mut class_path: Vec<PathBuf> = input.program.iter().cloned().collect();
                class_path.extend(input.class_path.iter().cloned());
                calls::search(class, first.as_deref(), &class_path)
            }
            _ => None,
        };
        found.push(ProvedClass { proof, places, refused_at, called });
    }
    Ok(ProvedClasses { name: path.display().to_string(), classes: found, sources })
}

/// The classes that say that they are made for many threads, and the one in which a program begins.
fn subjects(known: &Classes) -> Result<Vec<String>, LoadError> {
    let user = known.user();
    let mut names: Vec<String> = user.iter().filter(|c| is_thread_safe(c)).map(|c| c.name.clone()).collect();
    let mains: Vec<&str> =
        user.iter().filter(|c| has_main(c) && !is_thread_safe(c)).map(|c| c.name.as_str()).collect();
    match mains.as_slice() {
        [] if names.is_empty() => {
            let why = "no class there says @ThreadSafe or has a `main`, so that there is nothing to prove";
            Err(LoadError::Refused(why.to_owned()))
        }
        [main] => {
            names.push((*main).to_owned());
            Ok(names)
        }
        [first, second, ..] if names.is_empty() => Err(LoadError::Refused(format!(
            "{} and {} both have a `main`: a proof is of one program, so give it a file or directory with one",
            dotted(first),
            dotted(second)
        ))),
        _ => Ok(names),
    }
}
