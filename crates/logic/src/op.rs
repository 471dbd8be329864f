//! Operators and their sorts: the whole type checker of terms.

use crate::sort::Sort;

/// An operator. Applied to terms by [`crate::Term::apply`], which checks the sorts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Op {
    /// Negation.
    Not,
    /// Conjunction of two or more.
    And,
    /// Disjunction of two or more.
    Or,
    /// Implication.
    Implies,
    /// `if c then a else b`.
    Ite,
    /// Equality of two terms of one sort.
    Eq,
    /// Two or more terms of one sort are pairwise different.
    Distinct,
    /// Minus, of one integer.
    Neg,
    /// Sum of two or more.
    Add,
    /// Difference.
    Sub,
    /// Product of two or more.
    Mul,
    /// Quotient, rounded so that the remainder is not negative (as SMT-LIB has it).
    Div,
    /// Remainder, never negative.
    Mod,
    /// Less.
    Lt,
    /// Less or equal.
    Le,
    /// Greater.
    Gt,
    /// Greater or equal.
    Ge,
    /// The number of a thread id (nobody has 0).
    TidToInt,
    /// The value of an array at a key.
    Select,
    /// An array with one key changed.
    Store,
    /// Union of two sets.
    Union,
    /// Intersection of two sets.
    Inter,
    /// Difference of two sets.
    Diff,
}

/// Why an operator cannot be applied.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SortError {
    /// The number of arguments is wrong.
    #[error("`{op}` takes {wanted} arguments, not {given}")]
    Arity {
        /// The operator.
        op: &'static str,
        /// How many it takes, in words.
        wanted: &'static str,
        /// How many there are.
        given: usize,
    },
    /// An argument has another sort than the operator wants.
    #[error("argument {at} of `{op}` has sort {given}, but {wanted} is wanted")]
    Argument {
        /// The operator.
        op: &'static str,
        /// Which argument, from 1.
        at: usize,
        /// The sort it must have, or a word for the kinds of sort allowed.
        wanted: String,
        /// The sort it has.
        given: Sort,
    },
}

impl Op {
    /// The operator's name in the text form.
    pub fn symbol(self) -> &'static str {
        match self {
            Op::Not => "!",
            Op::And => "&&",
            Op::Or => "||",
            Op::Implies => "==>",
            Op::Ite => "if",
            Op::Eq => "==",
            Op::Distinct => "distinct",
            Op::Neg => "-",
            Op::Add => "+",
            Op::Sub => "-",
            Op::Mul => "*",
            Op::Div => "div",
            Op::Mod => "mod",
            Op::Lt => "<",
            Op::Le => "<=",
            Op::Gt => ">",
            Op::Ge => ">=",
            Op::TidToInt => "int",
            Op::Select => "[]",
            Op::Store => "[:=]",
            Op::Union => "union",
            Op::Inter => "inter",
            Op::Diff => "diff",
        }
    }

    /// The sort of the operator applied to arguments of these sorts.
    pub fn result(self, args: &[&Sort]) -> Result<Sort, SortError> {
        self.arity(args.len())?;
        match self {
            Op::Not | Op::And | Op::Or | Op::Implies => self.all(args, &Sort::Bool, Sort::Bool),
            Op::Neg | Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Mod => {
                self.all(args, &Sort::Int, Sort::Int)
            }
            Op::Lt | Op::Le | Op::Gt | Op::Ge => self.all(args, &Sort::Int, Sort::Bool),
            Op::TidToInt => self.all(args, &Sort::Tid, Sort::Int),
            Op::Eq | Op::Distinct => self.all(args, args[0], Sort::Bool),
            Op::Ite => {
                self.want(1, args[0], &Sort::Bool)?;
                self.want(3, args[2], args[1])?;
                Ok(args[1].clone())
            }
            Op::Select => {
                let (key, value) = self.array(args[0])?;
                self.want(2, args[1], key)?;
                Ok(value.clone())
            }
            Op::Store => {
                let (key, value) = self.array(args[0])?;
                self.want(2, args[1], key)?;
                self.want(3, args[2], value)?;
                Ok(args[0].clone())
            }
            Op::Union | Op::Inter | Op::Diff => {
                if !args[0].is_set() {
                    return Err(self.wrong(1, "a set", args[0]));
                }
                self.all(args, args[0], args[0].clone())
            }
        }
    }

    fn arity(self, given: usize) -> Result<(), SortError> {
        let (ok, wanted) = match self {
            Op::Not | Op::Neg | Op::TidToInt => (given == 1, "one"),
            Op::And | Op::Or | Op::Distinct | Op::Add | Op::Mul => (given >= 2, "two or more"),
            Op::Ite | Op::Store => (given == 3, "three"),
            _ => (given == 2, "two"),
        };
        if ok { Ok(()) } else { Err(SortError::Arity { op: self.symbol(), wanted, given }) }
    }

    fn all(self, args: &[&Sort], wanted: &Sort, result: Sort) -> Result<Sort, SortError> {
        for (i, arg) in args.iter().enumerate() {
            self.want(i + 1, arg, wanted)?;
        }
        Ok(result)
    }

    fn want(self, at: usize, given: &Sort, wanted: &Sort) -> Result<(), SortError> {
        if given == wanted { Ok(()) } else { Err(self.wrong(at, &wanted.to_string(), given)) }
    }

    fn array(self, given: &Sort) -> Result<(&Sort, &Sort), SortError> {
        given.as_array().ok_or_else(|| self.wrong(1, "an array", given))
    }

    fn wrong(self, at: usize, wanted: &str, given: &Sort) -> SortError {
        SortError::Argument { op: self.symbol(), at, wanted: wanted.to_owned(), given: given.clone() }
    }
}
