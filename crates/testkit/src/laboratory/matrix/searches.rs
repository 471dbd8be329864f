//! The columns of the second part of the matrix: how programs are searched, where it matters.

use super::super::{Agreed, Subject, Switch, Way};
use commute_explore::{Keep, Order, Reduction, Symmetry};
use std::collections::BTreeSet;

/// What is said of a search in some order that stores fewer states.
fn course(way: &Way) -> &'static str {
    match (way.order, way.keep) {
        (_, Keep::Sparse) => "reduced depth-first, few states kept",
        (Order::Bfs, _) => "reduced breadth-first",
        _ => "reduced depth-first",
    }
}

fn reduced_by(reduction: Reduction) -> String {
    let name = match reduction {
        Reduction::None => "nothing".to_owned(),
        Reduction::Ample(oracle) => format!("ample {oracle:?}"),
        Reduction::InvisibleFirst(oracle) => format!("invisible-first {oracle:?}"),
        Reduction::Transactions(oracle) => format!("transactions {oracle:?}"),
        Reduction::Selective(selection) => selection.name(),
    };
    format!("reduced by {}", name.to_lowercase())
}

fn off_and(name: &str, what: &str) -> String {
    format!("{name}, {what}")
}

const VIOLATED: &str = "which is violated";
const OTHERS: &str = "and others violated";

/// All of them. Sleep sets alone are none: they leave out steps, not states, which the laboratory counts anyway.
pub fn searches() -> Vec<String> {
    let sleep = |r: &Reduction| matches!(r, Reduction::Selective(s) if s.name() == "sleep");
    let reductions = Reduction::all().skip(1).filter(|r| !sleep(r)).map(reduced_by);
    let courses = ["reduced breadth-first", "reduced depth-first", "reduced depth-first, few states kept"];
    let means = [
        "store exact",
        "store compact",
        "undo by log",
        "undo by snapshot",
        "repair by restart",
        "repair by again",
    ];
    let switches: BTreeSet<&str> =
        Switch::all().flat_map(|switch| switch.off().collect::<Vec<_>>()).collect();
    let switches = switches.into_iter().flat_map(|name| match name {
        "up to the first" => vec![off_and(name, OTHERS)],
        _ => vec![off_and(name, VIOLATED), off_and(name, OTHERS)],
    });
    let rest =
        ["threads exchanged", "goes on from a checkpoint", "by executions", "an annotation is contradicted"];
    let named = courses.into_iter().chain(means).chain(rest).map(str::to_owned);
    reductions.chain(named).chain(switches).collect()
}

/// The searches of a program that mattered, by name.
pub fn mattering(subject: &Subject, agreed: &Agreed) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for (way, stored) in &agreed.stored {
        let is_smaller = *stored < agreed.report.states;
        if is_smaller && way.symmetry == Symmetry::Threads {
            names.insert("threads exchanged".to_owned());
        } else if is_smaller && way.reduction != Reduction::None {
            names.extend([reduced_by(way.reduction), course(way).to_owned()]);
        }
        names.insert(format!("store {:?}", way.store).to_lowercase());
        names.insert(format!("undo by {:?}", way.undo).to_lowercase());
        names.insert(format!("repair by {:?}", way.repair).to_lowercase());
    }
    let violations = &subject.plain.violations;
    for (_, switch) in &agreed.switched {
        let what = match () {
            () if violations.iter().any(|(kind, _)| !switch.asks_for(kind)) => VIOLATED,
            () if !violations.is_empty() => OTHERS,
            () => continue,
        };
        let names_of = |name: &'static str| {
            if name == "up to the first" { off_and(name, OTHERS) } else { off_and(name, what) }
        };
        names.extend(switch.off().map(names_of));
    }
    let rest = [
        (agreed.resumed > 0, "goes on from a checkpoint"),
        (agreed.by_executions.ended > 0, "by executions"),
        (agreed.contradicted > 0, "an annotation is contradicted"),
    ];
    names.extend(rest.into_iter().filter(|(is, _)| *is).map(|(_, name)| name.to_owned()));
    names
}
