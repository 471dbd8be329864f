//! `commute tables`: the papers' tables, published and ours.

use crate::args::{Paper, Written};
use crate::exit::Exit;
use crate::output::Out;
use commute_papers::{Agreement, Extent, Programs, Tables};

/// Prints the tables of a paper.
pub fn run(paper: Paper, written: Written, extent: Extent, out: &mut Out<'_>) -> anyhow::Result<Exit> {
    let programs = match written {
        Written::Models => Programs::Models,
        Written::Java => Programs::Java,
    };
    let tables = match paper {
        Paper::Dhrr04 => Tables::Dhrr04(programs, extent),
        Paper::Sto00 => Tables::Sto00,
        Paper::Sc06 => Tables::Sc06(programs),
        Paper::Fq03 => Tables::Fq03,
        Paper::Ffq01 => Tables::Ffq01(programs, extent),
    };
    Ok(match commute_papers::print(tables, &mut |text| out.text(text))? {
        Agreement::Agrees => Exit::Holds,
        Agreement::Violated => Exit::Violated,
        Agreement::Differs => Exit::Error,
    })
}
