//! Exit codes, decided once.

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
