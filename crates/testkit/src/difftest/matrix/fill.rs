//! Fills what is empty: programs that execute a row are searched in the ways in which it was not searched yet, and in no others.

use super::super::{Difference, Subject};
use super::searches::{mattering, plan, searches};
use super::{Matrix, impossible};
use crate::Model as Compiled;
use crate::generate::{
    Model, Random, everywhere, everywhere_annotated, everywhere_spinning, everywhere_stuck, with_copies,
};
use std::collections::BTreeSet;

/// How the table is filled.
#[derive(Clone, Copy)]
pub struct Filling<'a> {
    /// The seed of the programs.
    pub seed: u64,
    /// The most states of a program.
    pub limit: u64,
    /// Which columns count.
    pub counts: &'a dyn Fn(&str) -> bool,
}

/// What became of one program.
pub enum Filled {
    /// It has nothing to do with what is empty, or is too large.
    Nothing,
    /// It was searched, and everything agrees.
    Something,
    /// Something differs.
    Different(Model, Difference),
}

impl Matrix {
    /// Tries the `n`-th program. Of five one has equal threads, one is annotated, and in one a thread waits for ever.
    pub fn fill(&mut self, n: u64, filling: &Filling<'_>) -> Filled {
        let seed = (filling.seed << 32).wrapping_add(n);
        // By chance, as the number itself says which operation it is.
        let model = match Random::new(n).below(6) {
            0 | 1 => everywhere(seed, n),
            2 => everywhere_annotated(seed, n),
            3 => everywhere_stuck(seed, n),
            4 => everywhere_spinning(seed, n),
            _ => with_copies(everywhere(seed, n), 2),
        };
        match self.fill_by(&model, n, filling) {
            Ok(true) => Filled::Something,
            Ok(false) => Filled::Nothing,
            Err(difference) => Filled::Different(model, difference),
        }
    }

    fn fill_by(&mut self, model: &Model, n: u64, filling: &Filling<'_>) -> Result<bool, Difference> {
        let text = model.to_string();
        let Ok(compiled) = Compiled::compile("everywhere.cm", &text, &[]) else { return Ok(false) };
        let rows = self.place(&compiled.program, filling.limit);
        let wanted = self.wanted(&rows, filling.counts);
        if wanted.is_empty() {
            return Ok(false);
        }
        let Some(subject) = Subject::new(&text, n, filling.limit)?.filter(|subject| subject.small) else {
            return Ok(false);
        };
        let agreed = subject.compare_in(plan(&subject, &wanted))?;
        self.fill_in(&rows, &mattering(&subject, &agreed));
        Ok(true)
    }

    /// The columns in which one of these rows is empty.
    fn wanted(&self, rows: &BTreeSet<String>, counts: &dyn Fn(&str) -> bool) -> BTreeSet<String> {
        let is_empty = |row: &String, column: &String| {
            !self.cells.contains_key(&(row.clone(), column.clone()))
                && impossible::reason(row, column).is_none()
        };
        let columns = searches().into_iter().filter(|column| counts(column));
        columns.filter(|column| rows.iter().any(|row| is_empty(row, column))).collect()
    }

    /// Whether no cell of these columns is empty that could be filled.
    pub fn is_full(&self, counts: &dyn Fn(&str) -> bool) -> bool {
        let columns: Vec<String> = searches().into_iter().filter(|column| counts(column)).collect();
        self.empty(&columns).is_empty()
    }
}
