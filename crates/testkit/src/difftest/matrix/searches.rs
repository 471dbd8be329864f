//! The columns of the second part of the matrix: how programs are searched, where it matters.

use super::super::limited::LIMITS;
use super::super::resumed::WAYS_ON;
use super::super::{Agreed, Plan, Subject, Switch, Way, all_ways};
use commute_explore::{Keep, Order, Reduction, StrategyFacts, Symmetry};
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
        Reduction::Selective(selection) => selection.name(),
        by_oracle => {
            let oracle = by_oracle.oracle().map_or("", |oracle| oracle.facts().name);
            format!("{} {oracle}", StrategyFacts::of(by_oracle).name)
        }
    };
    format!("reduced by {}", name.to_lowercase())
}

fn off_and(name: &str, what: &str) -> String {
    format!("{name}, {what}")
}

fn cut_off_by(limit: &str) -> String {
    format!("cut off by {limit}")
}

const EXCHANGED: &str = "threads exchanged";
const EXECUTIONS: &str = "by executions";
const CONTRADICTED: &str = "an annotation is contradicted";
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
        "store bitstate",
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
    let rest = [EXCHANGED, EXECUTIONS, CONTRADICTED];
    let named = courses.into_iter().chain(means).chain(rest).chain(WAYS_ON).map(str::to_owned);
    reductions.chain(named).chain(switches).chain(LIMITS.map(cut_off_by)).collect()
}

/// What is said of a search if it stores fewer states than there are.
fn of_smaller(way: &Way) -> Vec<String> {
    match (way.symmetry, way.reduction) {
        (Symmetry::Threads, _) => vec![EXCHANGED.to_owned()],
        (_, Reduction::None) => Vec::new(),
        (_, reduction) => vec![reduced_by(reduction), course(way).to_owned()],
    }
}

/// What is said of a search in any case.
fn means(way: &Way) -> [String; 3] {
    [
        format!("store {:?}", way.store),
        format!("undo by {:?}", way.undo),
        format!("repair by {:?}", way.repair),
    ]
    .map(|name| name.to_lowercase())
}

/// What is said of a search with something off.
fn of_switch(subject: &Subject, switch: Switch) -> Vec<String> {
    let violations = &subject.plain.violations;
    let what = match () {
        () if violations.iter().any(|(kind, _)| !switch.asks_for(kind)) => VIOLATED,
        () if !violations.is_empty() => OTHERS,
        () => return Vec::new(),
    };
    let name = |name| if name == "up to the first" { off_and(name, OTHERS) } else { off_and(name, what) };
    switch.off().map(name).collect()
}

/// The searches of a program that mattered, by name.
pub fn mattering(subject: &Subject, agreed: &Agreed) -> BTreeSet<String> {
    let mut names = BTreeSet::from(["store bitstate".to_owned()]);
    for (way, stored) in &agreed.stored {
        if *stored < agreed.report.states {
            names.extend(of_smaller(way));
        }
        names.extend(means(way));
    }
    names.extend(agreed.switched.iter().flat_map(|(_, switch)| of_switch(subject, *switch)));
    names.extend(agreed.limited.iter().copied().map(cut_off_by));
    names.extend(agreed.resumed.iter().map(|name| (*name).to_owned()));
    let rest = [(agreed.by_executions.ended > 0, EXECUTIONS), (agreed.contradicted > 0, CONTRADICTED)];
    names.extend(rest.into_iter().filter(|(is, _)| *is).map(|(_, name)| name.to_owned()));
    names
}

/// How a program is searched such that these columns may matter, and nothing else.
pub fn plan(subject: &Subject, wanted: &BTreeSet<String>) -> Plan {
    let all = all_ways(subject.number);
    let any = |names: &[String]| names.iter().any(|name| wanted.contains(name));
    let fits = |way: &&Way| any(&of_smaller(way));
    let mut ways: Vec<Way> = all.iter().filter(fits).copied().collect();
    if ways.is_empty() {
        ways.extend(all.iter().find(|way| any(&means(way))).copied());
    }
    // One property off at a time says most; the way changes from program to program.
    let is_one = |switch: &Switch| switch.off().count() == 1;
    let matters = |switch: &Switch| any(&of_switch(subject, *switch));
    let way = |at: usize| all[(subject.number as usize + at) % all.len()];
    let switches = Switch::all().filter(is_one).filter(matters).enumerate();
    let switched = switches.map(|(at, switch)| (way(at), switch)).collect();
    let limited = any(&LIMITS.map(cut_off_by)).then(|| way(0));
    let resumes = any(&WAYS_ON.map(str::to_owned));
    Plan { ways, switched, limited, resumes, executions: wanted.contains(EXECUTIONS), temporal: false }
}
