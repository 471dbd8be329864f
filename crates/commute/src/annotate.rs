//! A model with what a search found out about its variables, as annotations for a proof.

use crate::program::Program;
use crate::report::Report;
use crate::sharing::SharedVariable;
use commute_base::{Diagnostics, SourceMap};
use commute_explore::Sharing;
use commute_front_lang::ast::{Item, ItemKind};

/// The text of the model with an annotation at every variable of which one is known and that has none.
pub fn annotated(model: &Program, report: &Report) -> String {
    let (text, rows) = (model.text(), &report.sharing);
    let mut sources = SourceMap::default();
    let file = sources.add(model.name(), text);
    let tree = commute_front_lang::parse(&sources, file, &mut Diagnostics::default());
    let mut result = text.to_owned();
    // From the end, so that earlier places stay where they are.
    for item in tree.items.iter().rev() {
        if let Some(annotation) = annotation(model, item, rows) {
            let end = item.span.end as usize;
            let before = text[..end].trim_end_matches(';').trim_end().len();
            result.insert_str(before, &format!(" {annotation}"));
        }
    }
    if report.incomplete.is_some() {
        result.insert_str(0, "// Annotations are about what was explored, which is not everything.\n");
    }
    result
}

/// What to write at a declaration.
fn annotation(program: &Program, item: &Item, rows: &[SharedVariable]) -> Option<String> {
    let ItemKind::Var { name, annotations, .. } = &item.kind else { return None };
    let name = name.text.as_str();
    let of_this =
        |row: &&SharedVariable| row.variable == name || row.variable.split('[').next() == Some(name);
    let mut found = rows.iter().filter(of_this).map(|row| words(program, &row.sharing));
    let first = found.next().flatten()?;
    // Elements of an array have one annotation together.
    (annotations.is_empty() && found.all(|other| other.as_ref() == Some(&first))).then_some(first)
}

/// A way of sharing as an annotation of the language.
fn words(program: &Program, sharing: &Sharing) -> Option<String> {
    match sharing {
        Sharing::GuardedBy(locks) => {
            let lock = locks.iter().find(|lock| is_name(lock))?;
            Some(format!("guarded_by {lock}"))
        }
        Sharing::ThreadLocal(t) => {
            let name = program.ir().threads.get(*t).map(|thread| thread.name.clone());
            let thread = name.filter(|name| is_name(name)).unwrap_or_else(|| t.to_string());
            Some(format!("exclusive(i) when i == {thread}"))
        }
        Sharing::ReadOnly => Some("readonly".to_owned()),
        Sharing::Owned(_)
        | Sharing::Hidden
        | Sharing::Passed
        | Sharing::HandedOver
        | Sharing::Unprotected(_) => None,
    }
}

fn is_name(text: &str) -> bool {
    text != "this" && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}
