//! Whether anything is checked at all: assumptions that contradict each other prove everything.

use crate::checker::Checker;
use crate::query::{Query, Says};
use crate::smtlib;
use crate::solver::SolverError;
use crate::verdict::holds;
use commute_logic::{Condition, From, PointId, StmtInfo, Term};

/// A statement after which no execution goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeadEnd {
    /// The point after it.
    pub point: PointId,
    /// The statement; nothing if already the start cannot be reached.
    pub stmt: Option<StmtInfo>,
    /// The labels of the assumptions that contradict each other.
    pub because: Vec<String>,
}

/// Which points executions can reach, where every assertion passed is true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reachability {
    /// Whether the end can be reached; nothing if the solver does not know.
    pub end: Option<bool>,
    /// Points that cannot be reached, each directly after one that can.
    pub dead_ends: Vec<DeadEnd>,
    /// Points of which nothing is known, with the reason.
    pub unknown: Vec<(PointId, String)>,
}

#[derive(Clone)]
enum Known {
    Reached,
    Dead(Vec<String>),
    Unknown(String),
}

impl Checker {
    /// Which points of the condition can be reached. An obligation whose end, or the point before an assertion, is
    /// dead holds for no good reason.
    pub fn reachability(&mut self, c: &Condition) -> Result<Reachability, SolverError> {
        let context = smtlib::context(c);
        let mut known: Vec<Option<Known>> = vec![None; c.points.len()];
        // From the end, because a model of a late point also reaches the points on its way.
        for at in (0..c.points.len()).rev() {
            if known[at].is_none() {
                self.look(c, &context, at, &mut known)?;
            }
        }
        let known: Vec<Known> =
            known.into_iter().map(|k| k.expect("[commute internal bug] every point was looked at")).collect();
        Ok(summary(c, &known))
    }

    fn look(
        &mut self,
        c: &Condition,
        context: &str,
        at: usize,
        known: &mut [Option<Known>],
    ) -> Result<(), SolverError> {
        let goal = Term::var(c.points[at].reach.clone());
        let text = format!("{context}(assert {})\n(check-sat)\n", smtlib::term(&goal));
        let mut q = Query { solver: &mut self.first, condition: c, context };
        let mut reached = Vec::new();
        let says = q.twice(|q| {
            let answers = q.solver.ask(&format!("(push 1)\n{text}"))?;
            let says = q.sat(answers)?;
            if says == Says::Sat {
                let model = q.model()?;
                reached = c.points.iter().map(|p| holds(&model, &Term::var(p.reach.clone()))).collect();
            }
            q.solver.tidy("(pop 1)\n");
            Ok(says)
        })?;
        for (slot, _) in known.iter_mut().zip(reached).filter(|(slot, r)| *r && slot.is_none()) {
            *slot = Some(Known::Reached);
        }
        known[at] = Some(match says {
            Says::Sat => Known::Reached,
            Says::Unsat(because) => Known::Dead(because),
            Says::Unknown(reason) => Known::Unknown(reason),
        });
        Ok(())
    }
}

fn summary(c: &Condition, known: &[Known]) -> Reachability {
    let mut result = Reachability { end: None, dead_ends: Vec::new(), unknown: Vec::new() };
    for (i, k) in known.iter().enumerate() {
        let point = PointId::new(i);
        match k {
            Known::Reached => {}
            Known::Unknown(reason) => result.unknown.push((point, reason.clone())),
            Known::Dead(because) => {
                let from_dead = |p: &PointId| matches!(known[p.index()], Known::Dead(_));
                let (stmt, follows) = match &c.points[i].from {
                    From::Start => (None, false),
                    From::Stmt(p, stmt) | From::Branch(p, stmt) => (Some(stmt.clone()), from_dead(p)),
                    // A join is dead only if all branches are, and then they are reported.
                    From::Join(_) => (None, true),
                };
                if !follows {
                    result.dead_ends.push(DeadEnd { point, stmt, because: because.clone() });
                }
            }
        }
    }
    result.end = match &known[c.end().index()] {
        Known::Reached => Some(true),
        Known::Dead(_) => Some(false),
        Known::Unknown(_) => None,
    };
    result
}
