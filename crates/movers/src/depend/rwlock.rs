//! Read-write locks.

use super::Pair;
use commute_machine::{Operation, Tid};

/// When two operations are independent.
#[derive(Clone, Copy)]
enum When {
    /// Always.
    True,
    /// Somebody holds it.
    NotFree,
    /// The first thread is not the writer.
    NotWriter1,
    /// The second thread is not the writer.
    NotWriter2,
    /// The first thread is not the only reader.
    NotLast1,
    /// The second thread is not the only reader.
    NotLast2,
    /// There is a writer, or the first thread reads: until it moves, nobody can come to write.
    NoWriterComes,
    /// There are no readers, or the first thread is one of them, which then keeps itself from writing.
    NoReaderGoes,
}

const OPERATIONS: [Operation; 4] =
    [Operation::AcquireRead, Operation::ReleaseRead, Operation::AcquireWrite, Operation::ReleaseWrite];

/// Rows: the first operation; columns: the second.
#[rustfmt::skip]
const INDEPENDENT: [[When; 4]; 4] = {
    use When::*;
    [
        //                   acquire_read release_read acquire_write release_write
        /* acquire_read  */ [True,        True,        NotFree,      NotWriter2],
        /* release_read  */ [True,        True,        NotLast1,     True],
        /* acquire_write */ [NotFree,     NotLast2,    NotFree,      NotWriter2],
        /* release_write */ [NotWriter1,  True,        NotWriter1,   True],
    ]
};

/// The same for what is performed later. Readers may come and go before a writer comes.
#[rustfmt::skip]
const UNDISTURBED: [[When; 4]; 4] = {
    use When::*;
    [
        /* acquire_read  */ [True,    True,         NoWriterComes, NotWriter2],
        /* release_read  */ [True,    True,         True,          True],
        /* acquire_write */ [NotFree, NoReaderGoes, NotFree,       NotWriter2],
        /* release_write */ [True,    True,         True,          True],
    ]
};

fn holds(table: &[[When; 4]; 4], pair: Pair, writer: Option<Tid>, readers: &[Tid]) -> bool {
    let place = |operation: Operation| OPERATIONS.iter().position(|&o| o == operation);
    let (Some(row), Some(column)) = (place(pair.first.1), place(pair.second.1)) else { return false };
    let (first, second) = (pair.first.0, pair.second.0);
    match table[row][column] {
        When::True => true,
        When::NotFree => writer.is_some() || !readers.is_empty(),
        When::NotWriter1 => writer != Some(first),
        When::NotWriter2 => writer != Some(second),
        When::NotLast1 => readers != [first],
        When::NotLast2 => readers != [second],
        When::NoWriterComes => writer.is_some() || readers.contains(&first),
        When::NoReaderGoes => readers.is_empty() || readers.contains(&first),
    }
}

pub fn dependent(pair: Pair, writer: Option<Tid>, readers: &[Tid]) -> bool {
    !holds(&INDEPENDENT, pair, writer, readers)
}

pub fn interferes(pair: Pair, writer: Option<Tid>, readers: &[Tid]) -> bool {
    !holds(&UNDISTURBED, pair, writer, readers)
}
