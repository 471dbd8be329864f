//! What every configuration says of one program, one after the other: a difference does not end it.

use super::{Subject, Switch, Way, all_ways, protected, resumed};
use crate::difftest::{Difference, Stage};
use commute_explore::Order;

/// What a configuration says, or how it differs.
pub type Answer = Result<String, String>;

impl Subject {
    /// What the plain search found, in words.
    pub fn plain_answer(&self) -> String {
        let judge = if self.small { "the independent interpreter" } else { "the plain search" };
        let report = &self.plain;
        let mut text = format!("{judge}: {} states, {} transitions", report.states, report.transitions);
        for (kind, _) in &report.violations {
            text += &format!("\n    {}", kind.name());
        }
        for rule in self.contradicted.iter().flatten() {
            text += &format!("\n    contradicted: {rule}");
        }
        text
    }

    /// Searches in all ways, with everything switched off in turn, in two parts, by executions, and for temporal formulas. Calls `tell`
    /// with the name of each configuration and what it says.
    pub fn answers(&self, tell: &mut dyn FnMut(&str, Answer)) {
        let ways = all_ways(self.number);
        for way in &ways {
            tell(
                &way.to_string(),
                answer(Stage::Reduced, || self.check(way).map(|states| format!("{states} states, agrees"))),
            );
        }
        for switch in Switch::all() {
            let agrees = |way: &&Way| match answer(Stage::Reduced, || {
                self.check_switched(way, switch).map(|()| String::new())
            }) {
                Ok(_) => true,
                Err(what) => {
                    tell(&format!("{way}, {}", switch.name()), Err(what));
                    false
                }
            };
            let agreed = ways.iter().filter(agrees).count();
            tell(
                &format!("all of these, {}", switch.name()),
                Ok(format!("{agreed} of {} agree", ways.len())),
            );
        }
        for order in [Order::Bfs, Order::Dfs] {
            let lossy =
                answer(Stage::Bitstate, || self.check_bitstate(order).map(|()| "invents nothing".to_owned()));
            tell(&format!("bitstate, {order:?}"), lossy);
        }
        let in_two = resumed::compare(&self.text, self.number);
        let in_two =
            in_two.map(|tried| format!("{tried} checkpoints, agrees")).map_err(|difference| difference.what);
        tell("in two parts, with ballast", in_two);
        let executions = answer(Stage::Reduced, || {
            self.compare_executions().map(|found| format!("{} searches agree", found.ended))
        });
        tell("by executions", executions);
        let formulas = protected(|| self.compare_temporal()).map_err(|difference| difference.what);
        tell("temporal formulas", formulas.map(|answers| format!("{} agree", answers.len())));
    }
}

/// A panic is a difference too.
fn answer(stage: Stage, work: impl FnOnce() -> Answer) -> Answer {
    let result = protected(|| work().map_err(|what| Difference { stage, what }));
    result.map_err(|difference| difference.what)
}
