//! The locking discipline that `--discipline` and `--init` mean for a program.

use crate::args::{DisciplineArg, Init};
use anyhow::anyhow;
use commute_explore::Discipline;
use commute_ir::{Program, Shape};
use commute_machine::{ObjId, Tid, Variable, Variables};
use commute_vm::Vm;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The discipline, with names looked up in the program.
pub fn discipline(
    program: &Arc<Program>,
    discipline: DisciplineArg,
    init: &[Init],
) -> anyhow::Result<Discipline> {
    if discipline == DisciplineArg::Mld {
        return Ok(Discipline::Mld);
    }
    let mut threads = BTreeMap::new();
    for Init { variable, thread } in init {
        let at = program.threads.iter().position(|t| t.name == *thread);
        let at = at.ok_or_else(|| anyhow!("--init: the program has no thread `{thread}`"))?;
        let named = variable_named(program, variable)
            .ok_or_else(|| anyhow!("--init: the program has no variable `{variable}`"))?;
        threads.insert(named, Tid::new(at));
    }
    Ok(Discipline::MldPrime { init: threads })
}

/// The variable that the program writes so.
fn variable_named(program: &Arc<Program>, name: &str) -> Option<Variable> {
    let globals = (0..program.globals.len()).map(|g| Variable::Global(g as u32));
    let statics = program.statics.iter().enumerate().flat_map(|(o, object)| {
        let o = ObjId(o as u32);
        let words = (0..object.data.len() as u32).map(move |word| Variable::StaticWord(o, word));
        words.chain([Variable::Static(o)])
    });
    let kinds = program.shapes.iter().enumerate().flat_map(|(kind, shape)| {
        let fields = match shape {
            Shape::Instance(class) => program.classes[class.index()].fields.len(),
            _ => 0,
        };
        let fields = (0..fields as u32).map(move |field| Variable::Field(kind as u32, field));
        fields.chain([Variable::Elements(kind as u32)])
    });
    let machine = Vm::new(Arc::clone(program));
    globals.chain(statics).chain(kinds).find(|&variable| machine.variable_name(variable) == name)
}
