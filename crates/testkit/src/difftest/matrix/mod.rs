//! What the programs of a run have done where, and under which searches it mattered: a table whose empty cells are what was never tried.
//!
//! A row is an instruction, or an operation on a kind of object. A cell of the first part is filled if some program executes it at that
//! place while another thread is there (or before the program begins). A cell of the second part is filled if a program executes the
//! row, and
//! - a reduction, in some order, or thread symmetry stores fewer states of that program than there are;
//! - a store, a way to go back or a way to repair is used for a search of it;
//! - a property that is switched off is violated in it, or another one is while it is off;
//! - a search of it that is to stop at the first violation has one to stop at;
//! - a search of it goes on from a checkpoint.

mod fill;
mod impossible;
mod places;
mod rows;
mod searches;

use super::{Agreed, Subject};
use commute_certify::executed;
use commute_ir::Program;
pub use fill::{Filled, Filling};
use places::{Flows, PLACES};
use rows::{row_of, rows};
use searches::{mattering, searches};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// How often each cell was filled, by row and column.
#[derive(Clone, Default, Debug)]
pub struct Matrix {
    cells: BTreeMap<(String, String), u64>,
    programs: u64,
}

impl Matrix {
    /// Adds what a program does, of which at most `limit` states are looked at, and what its searches said.
    pub fn add(&mut self, subject: &Subject, agreed: &Agreed, limit: u64) {
        let here = self.place(&subject.compiled.program, limit);
        self.fill_in(&here, &mattering(subject, agreed));
    }

    /// Adds that a program with these rows was searched in these ways.
    fn fill_in(&mut self, rows: &BTreeSet<String>, columns: &BTreeSet<String>) {
        for row in rows {
            for column in columns {
                *self.cells.entry((row.clone(), column.clone())).or_default() += 1;
            }
        }
    }

    /// Adds where a program executes what. Gives the rows that it has.
    pub fn place(&mut self, program: &Program, limit: u64) -> BTreeSet<String> {
        let Some(done) = executed(program, limit as usize) else { return BTreeSet::new() };
        self.programs += 1;
        let flows = Flows::new(program);
        let mut cells: BTreeSet<(String, &str)> = BTreeSet::new();
        for executed in &done {
            let Some(row) = row_of(program, executed) else { continue };
            cells.extend(flows.columns(executed).into_iter().map(|column| (row.clone(), PLACES[column])));
        }
        for (row, column) in &cells {
            *self.cells.entry((row.clone(), (*column).to_owned())).or_default() += 1;
        }
        cells.into_iter().map(|(row, _)| row).collect()
    }

    /// Adds another one.
    pub fn merge(&mut self, other: Matrix) {
        self.programs += other.programs;
        for (cell, count) in other.cells {
            *self.cells.entry(cell).or_default() += count;
        }
    }

    /// The empty cells of rows and these columns that could exist.
    fn empty(&self, columns: &[String]) -> Vec<(String, String)> {
        let cells = rows().into_iter().flat_map(|row| columns.iter().map(move |c| (row.clone(), c.clone())));
        let missing = |cell: &(String, String)| {
            !self.cells.contains_key(cell) && impossible::reason(&cell.0, &cell.1).is_none()
        };
        cells.filter(missing).collect()
    }

    /// The cells that are filled although they are said not to exist.
    pub fn refuted(&self) -> Vec<String> {
        let filled = self.cells.keys().filter(|(row, column)| impossible::reason(row, column).is_some());
        filled.map(|(row, column)| format!("{row}, {column}")).collect()
    }

    /// How many cells are empty that could be filled: those of places, and those of searches.
    pub fn empty_cells(&self) -> (usize, usize) {
        let places: Vec<String> = PLACES.iter().map(|place| (*place).to_owned()).collect();
        (self.empty(&places).len(), self.empty(&searches()).len())
    }
}

impl fmt::Display for Matrix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = rows();
        writeln!(f, "{} programs. Columns:", self.programs)?;
        for (at, place) in PLACES.iter().enumerate() {
            writeln!(f, "{at:>4} {place}")?;
        }
        let header = (0..PLACES.len()).map(|at| format!("{at:>7}"));
        writeln!(f, "\n{:28}{}", "", header.collect::<String>())?;
        for row in &rows {
            let cell = |place: &&str| match self.cells.get(&(row.clone(), (*place).to_owned())) {
                Some(count) => format!("{count:>7}"),
                None if impossible::reason(row, place).is_some() => format!("{:>7}", "-"),
                None => format!("{:>7}", "EMPTY"),
            };
            writeln!(f, "{row:28}{}", PLACES.iter().map(cell).collect::<String>())?;
        }
        self.fmt_reasons(f, &rows)?;
        self.fmt_empty(f)
    }
}

impl Matrix {
    /// Why some cells cannot exist.
    fn fmt_reasons(&self, f: &mut fmt::Formatter<'_>, rows: &[String]) -> fmt::Result {
        let mut reasons: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for row in rows {
            if let Some(reason) = impossible::no_model(row) {
                reasons.entry(reason).or_default().push(row.clone());
                continue;
            }
            for column in PLACES.into_iter().map(str::to_owned).chain(searches()) {
                if let Some(reason) = impossible::reason(row, &column) {
                    reasons.entry(reason).or_default().push(format!("{row} ({column})"));
                }
            }
        }
        writeln!(f, "\nCells that cannot exist (-):")?;
        for (reason, cells) in reasons {
            writeln!(f, "  {reason}: {}", cells.join(", "))?;
        }
        let refuted = self.refuted();
        writeln!(f, "{} of these are filled {}", refuted.len(), refuted.join("; "))
    }

    fn fmt_empty(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places: Vec<String> = PLACES.iter().map(|place| (*place).to_owned()).collect();
        let empty = self.empty(&places);
        writeln!(f, "\n{} empty cells of {} places", empty.len(), PLACES.len())?;
        for (row, column) in &empty {
            writeln!(f, "  {row}, {column}")?;
        }
        let searches = searches();
        let empty = self.empty(&searches);
        writeln!(f, "\n{} empty cells of {} searches that matter", empty.len(), searches.len())?;
        let mut by_row: BTreeMap<&String, Vec<&str>> = BTreeMap::new();
        for (row, column) in &empty {
            by_row.entry(row).or_default().push(column);
        }
        for (row, columns) in by_row {
            writeln!(f, "  {row}: {}", columns.join("; "))?;
        }
        Ok(())
    }
}
