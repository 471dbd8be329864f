//! Exit codes, decided once.

use commute::{FormulaReport, FormulaVerdict, LoadError, Report};
use commute_explore::Verdict as Searched;

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// Nothing is wrong with the program.
    Holds,
    /// A limit or an interrupt came first.
    Undecided,
    /// Something is wrong with the program, and here is how to get there.
    Violated,
    /// It is no program.
    Rejected,
    /// Wrong usage, a file that cannot be read, or a fault of the tool.
    Error,
}

impl Exit {
    /// How a check ended. A formula that cannot be checked so is a mistake in how it was asked for.
    pub fn of_report(report: &Report) -> Exit {
        let searched = match report.searched {
            Searched::Holds => Exit::Holds,
            Searched::Violated => Exit::Violated,
            Searched::Undecided(_) => Exit::Undecided,
        };
        report.formulas.iter().map(Exit::of_formula).fold(searched, Exit::worst)
    }

    /// How the check of a formula ended.
    pub fn of_formula(report: &FormulaReport) -> Exit {
        match report.verdict {
            FormulaVerdict::Holds => Exit::Holds,
            FormulaVerdict::Violated { .. } => Exit::Violated,
            FormulaVerdict::Undecided(_) => Exit::Undecided,
            FormulaVerdict::Refused(_) => Exit::Error,
        }
    }

    /// Why there is no program.
    pub fn of_load_error(error: &LoadError) -> Exit {
        match error {
            LoadError::Unreadable(_) => Exit::Error,
            LoadError::Late => Exit::Undecided,
            LoadError::Refused(_) | LoadError::Rejected { .. } => Exit::Rejected,
        }
    }

    /// The number for the shell.
    pub fn code(self) -> u8 {
        match self {
            Exit::Holds => 0,
            Exit::Violated => 1,
            Exit::Error => 2,
            Exit::Undecided => 3,
            Exit::Rejected => 4,
        }
    }

    /// The worse of two: the one after which less is known to be right.
    pub fn worst(self, other: Exit) -> Exit {
        if other as u8 > self as u8 { other } else { self }
    }
}

#[cfg(test)]
mod tests {
    use super::Exit::*;

    #[test]
    fn the_worst_wins_whatever_the_order() {
        let ascending = [Holds, Undecided, Violated, Rejected, Error];
        for (i, &a) in ascending.iter().enumerate() {
            for (j, &b) in ascending.iter().enumerate() {
                assert_eq!(a.worst(b), ascending[i.max(j)]);
            }
        }
        assert_eq!(ascending.map(|e| e.code()), [0, 3, 1, 4, 2]);
    }
}
