//! The tables of the papers that Commute realises: the published numbers and ours, by the programs in `examples/`.

mod dhrr04;
mod ffq01;
mod ffq01_java;
mod fq03;
mod sc06;
mod sto00;

use commute::{Constant, ConstantValue, LoadError, Program, Subject, Undo};
use commute_explore::{Options, Outcome, Unobserved};
use std::time::Instant;

/// The tables that can be printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tables {
    /// DHRR04, tables 1 and 2.
    Dhrr04(Programs, Extent),
    /// FFQ01's programs.
    Ffq01(Programs, Extent),
    /// FQ03's counts.
    Fq03,
    /// SC06, table 1.
    Sc06(Programs),
    /// Sto00, and SC06 section 10.
    Sto00,
}

/// In which form programs are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Programs {
    /// Models.
    Models,
    /// Java.
    Java,
}

/// How large programs are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// So that a table takes seconds.
    Quick,
    /// With as many threads as the paper has.
    Published,
}

/// Whether ours is as it should be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Agreement {
    /// It is.
    Agrees,
    /// A program that should hold does not.
    Violated,
    /// What is proved is not what should be.
    Differs,
}

/// Where the text of a table goes, piece by piece.
pub struct Out<'a>(&'a mut dyn FnMut(&str) -> anyhow::Result<()>);

impl Out<'_> {
    fn text(&mut self, text: &str) -> anyhow::Result<()> {
        (self.0)(text)
    }
}

/// Prints tables, piece by piece as they are computed.
pub fn print(tables: Tables, text: &mut dyn FnMut(&str) -> anyhow::Result<()>) -> anyhow::Result<Agreement> {
    let mut out = Out(text);
    match tables {
        Tables::Dhrr04(programs, extent) => dhrr04::print(programs, extent, &mut out),
        Tables::Ffq01(Programs::Models, _) => ffq01::print(&mut out),
        Tables::Ffq01(Programs::Java, extent) => ffq01_java::print(extent == Extent::Published, &mut out),
        Tables::Fq03 => fq03::print(&mut out),
        Tables::Sc06(programs) => sc06::print(programs, &mut out),
        Tables::Sto00 => sto00::print(&mut out),
    }
}

/// A model that is built in.
fn model(name: &str, text: &str, constants: &[(&str, i64)]) -> anyhow::Result<Program> {
    let constant =
        |&(name, value): &(&str, i64)| Constant { name: name.to_owned(), value: ConstantValue::Int(value) };
    let constants: Vec<Constant> = constants.iter().map(constant).collect();
    Program::from_text_with(name, text.to_owned(), &constants)
        .map_err(|_: LoadError| anyhow::anyhow!("[commute internal bug] {name} is no model any more"))
}

/// A search of it.
fn run(program: &Program, options: &Options) -> Outcome {
    let options =
        Options { bounds: program.describe().bounds, since: Some(Instant::now()), ..options.clone() };
    program.search(&options, Undo::default(), &mut Unobserved)
}
