//! `commute tables`: the papers' tables, published and ours.

use crate::args::{Paper, Written};
use crate::exit::Exit;
use crate::output::Out;
use commute_papers::{Agreement, Programs, Tables};

/// Prints the tables of a paper.
pub fn run(paper: Paper, written: Written, out: &mut Out<'_>) -> anyhow::Result<Exit> {
    let tables = match (paper, written) {
        (Paper::Dhrr04, Written::Models) => Tables::Dhrr04(Programs::Models),
        (Paper::Dhrr04, Written::Java) => Tables::Dhrr04(Programs::Java),
        (Paper::Sto00, _) => Tables::Sto00,
        (Paper::Sc06, _) => Tables::Sc06,
        (Paper::Fq03, _) => Tables::Fq03,
        (Paper::Ffq01, _) => Tables::Ffq01,
    };
    Ok(match commute_papers::print(tables, &mut |text| out.text(text))? {
        Agreement::Agrees => Exit::Holds,
        Agreement::Violated => Exit::Violated,
        Agreement::Differs => Exit::Error,
    })
}
