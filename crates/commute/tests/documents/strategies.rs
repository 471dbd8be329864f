//! The page "what goes with what": the facts of strategies and oracles as tables, and for each pair what a check says of it.

use commute::{
    Bound, Check, Conflict, DisciplineKind, DisciplineRequest, Keep, OracleKind, Repair, STRATEGIES, Sample,
    Sampling, Store, Strategy, StrategyFacts, Undo,
};
use std::fmt::Write;

const INTRODUCTION: &str = "\
# Strategies and oracles: what goes with what

<!-- Made from the code by `UPDATE_EXPECT=1 cargo test -p commute --test documents`. Do not edit it by hand. -->

A *strategy* (`--strategy`, or `Check::strategy` in the library) says which steps are explored: every interleaving, or the part that a
partial-order reduction leaves over. An *oracle* (`--oracle`, `Check::oracle`) tells a strategy which steps commute with those of other threads:
it knows, for example, that an object has not escaped its thread, or that one lock protects a variable. Without either, `auto` is
used: transactions of persistent sets, with all oracles, or every step if the first states show that nothing is saved.

Every strategy finds a failed assertion, uncaught exception, fault, deadlock or violated invariant if the program has one. A *no* below is a
combination that is not known to be sound, or that has no meaning; it is refused with the reason that is given here. Papers are cited
by their keys in [papers.md](papers.md).
";

const STRATEGY_TABLE: &str = "
## Strategies

*Final states*: whether every state in which no thread can go on is reached. *Temporal formulas*: whether `commute ltl` may use it.

| strategy | explores | oracle | search order | stored states | final states | all states | temporal formulas |
| --- | --- | --- | --- | --- | --- | --- | --- |
";

const ORACLE_TABLE: &str = "
## Oracles

*Follows steps*: its answers are true only if it sees each step when it is made. *Lock sets*: it may keep the set of locks that protected a
variable so far as part of the state. *Annotations*: it checks `guarded_by`, `exclusive`, `unshared`, `@GuardedBy` and the like. *Finds locks*: it finds out which
lock protects which variable, for the table of sharing in a report.

| oracle | knows | follows steps | lock sets | annotations | finds locks |
| --- | --- | --- | --- | --- | --- |
";

const PAIRS: &str = "
## Which oracle with which strategy

Other strategies use no oracle: they know from what threads may still do, or from the order of exploration, what can be left out.

";

const SETTINGS: &str = "
## What else goes with a strategy

Each cell is the answer of the library to that strategy with that one setting (and depth-first order where the setting needs it).

";

/// The page.
pub fn page() -> String {
    let mut page = format!("{INTRODUCTION}{STRATEGY_TABLE}");
    for facts in STRATEGIES {
        page += &strategy_row(facts);
    }
    page += ORACLE_TABLE;
    for oracle in OracleKind::ALL {
        page += &oracle_row(*oracle);
    }
    page += PAIRS;
    page += &pairs();
    page += SETTINGS;
    page += &settings();
    page
}

fn yes(fact: bool) -> &'static str {
    if fact { "yes" } else { "no" }
}

fn strategy_row(facts: &StrategyFacts) -> String {
    let usual = facts.reduction(None).oracle();
    let oracle = match usual.map(|usual| usual.facts().name) {
        Some(usual) if facts.takes_oracle() => format!("yes; usually `{usual}`"),
        Some(always) => format!("always `{always}`"),
        None => "–".to_owned(),
    };
    let order = if facts.needs_depth_first { "depth-first" } else { "any" };
    let stored = if facts.stores_all { "all" } else { "all or branching" };
    let kept = facts.preserves;
    let columns = [yes(kept.final_states), yes(kept.all_states), yes(kept.temporal)].join(" | ");
    format!("| `{}` | {} | {oracle} | {order} | {stored} | {columns} |\n", facts.name, facts.about)
}

fn oracle_row(oracle: OracleKind) -> String {
    let facts = oracle.facts();
    let columns = [facts.follows_steps, facts.keeps_locksets, facts.checks_annotations, facts.infers_locks];
    format!("| `{}` | {} | {} |\n", facts.name, facts.about, columns.map(yes).join(" | "))
}

/// Reasons why something does not go together, each said once, with a number.
#[derive(Default)]
struct Reasons(Vec<String>);

impl Reasons {
    /// A cell: yes, or no with the number of the reason.
    fn cell(&mut self, answer: Result<(), Conflict>, spare: &[&str]) -> String {
        let Err(conflict) = answer else { return "yes".to_owned() };
        // Of an oracle the reason is the same whatever its name.
        let reason = spare.iter().fold(conflict.to_string(), |text, name| text.replace(name, " "));
        let at = self.0.iter().position(|known| *known == reason).unwrap_or_else(|| {
            self.0.push(reason);
            self.0.len() - 1
        });
        format!("no ({})", at + 1)
    }

    fn list(&self) -> String {
        let mut text = String::from("\n");
        for (at, reason) in self.0.iter().enumerate() {
            writeln!(text, "{}. {reason}", at + 1).unwrap();
        }
        text
    }
}

fn table(corner: &str, heads: &[String], rows: &[(String, Vec<String>)]) -> String {
    let mut text = format!("| {corner} | {} |\n|{}\n", heads.join(" | "), " --- |".repeat(heads.len() + 1));
    for (name, cells) in rows {
        writeln!(text, "| {name} | {} |", cells.join(" | ")).unwrap();
    }
    text
}

fn pairs() -> String {
    let takers: Vec<_> = STRATEGIES.iter().filter(|facts| facts.takes_oracle()).collect();
    let mut reasons = Reasons::default();
    let rows: Vec<_> = OracleKind::ALL
        .iter()
        .map(|&oracle| {
            let name = oracle.facts().name;
            let cells = takers.iter().map(|facts| {
                let check = Check::new().strategy(Strategy::Named(facts)).oracle(oracle);
                reasons.cell(check.build().map(|_| ()), &[&format!(" {name} ")])
            });
            (format!("`{name}`"), cells.collect())
        })
        .collect();
    let heads: Vec<_> = takers.iter().map(|facts| format!("`{}`", facts.name)).collect();
    table("oracle", &heads, &rows) + &reasons.list()
}

type Ask = fn(Check) -> Check;

/// What a check can be told besides, as the command line calls it.
const ASKED: &[(&str, Ask)] = &[
    ("`--order bfs`", |check| check.depth_first(false)),
    ("`--order dfs`", |check| check.depth_first(true)),
    ("`--store compact`", |check| check.store(Store::Compact)),
    ("`--store bitstate`", |check| check.store(Store::Bitstate(None))),
    ("`--store none`", |check| check.store(Store::None)),
    ("`--keep sparse`", |check| check.keep(Keep::Sparse).depth_first(true)),
    ("`--symmetry threads`", |check| check.symmetric(true)),
    ("`--repair again`", |check| check.repair(Repair::Again)),
    ("`--undo replay`", |check| check.undo(Undo::Replay)),
    ("`--preemptions`", |check| check.bound(Bound::Preemptions(2))),
    ("`--delays`", |check| check.bound(Bound::Delays(2))),
    ("`--hunt`", |check| check.sample(Sample { sampling: Sampling::Random, seed: 1, executions: 10 })),
    ("`--discipline`", |check| {
        check.discipline(DisciplineRequest {
            kind: DisciplineKind::MldPrime,
            init: Vec::new(),
            several: false,
            same_lock: false,
            proved: false,
        })
    }),
    ("`--checkpoint`", |check| check.writes_checkpoints(true)),
];

fn settings() -> String {
    let named = STRATEGIES.iter().map(|facts| (facts.name, Strategy::Named(facts)));
    let all: Vec<_> = std::iter::once(("auto", Strategy::Auto)).chain(named).collect();
    let mut reasons = Reasons::default();
    let rows: Vec<_> = ASKED
        .iter()
        .map(|(setting, ask)| {
            let cells = all.iter().map(|&(_, strategy)| {
                reasons.cell(ask(Check::new().strategy(strategy)).build().map(|_| ()), &[])
            });
            ((*setting).to_owned(), cells.collect())
        })
        .collect();
    let heads: Vec<_> = all.iter().map(|(name, _)| format!("`{name}`")).collect();
    table("setting", &heads, &rows) + &reasons.list()
}
