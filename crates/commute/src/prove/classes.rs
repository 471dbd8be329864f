//! Classes of Java that say `@ThreadSafe`, proved for any number of callers.

use super::calls::{self, Called};
use super::{ProofVerdict, ProveError};
use crate::java::{JavaOptions, prepare};
use crate::program::LoadError;
use commute_base::{SourceMap, Span};
use commute_front_jvm::methods::{Classes, dotted};
use commute_prover::java::{Proof, is_thread_safe, prove};
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
    let names: Vec<String> =
        known.user().iter().filter(|class| is_thread_safe(class)).map(|class| class.name.clone()).collect();
    if names.is_empty() {
        let why = "no class there says @ThreadSafe, so that there is nothing to prove; programs are for `commute check`";
        return Err(LoadError::Refused(why.to_owned()).into());
    }
    let mut checker = setup.checker();
    let mut found = Vec::new();
    for name in names {
        let proof = prove(read()?, &name, &mut checker).map_err(ProveError::from)?;
        let mut place = |at: &Option<(String, u16)>| {
            let Some((class, line)) = at else { return Span::default() };
            let class = known.user().iter().find(|c| c.name == *class || dotted(&c.name) == *class).cloned();
            class.map_or(Span::default(), |class| known.line(&mut sources, &class, *line))
        };
        let places = proof.failures.iter().map(|f| place(&f.place)).collect();
        let refused_at = proof.refused.as_ref().map_or(Span::default(), |r| place(&r.place));
        let called = match known.user().iter().find(|c| c.name == name).filter(|_| search) {
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
