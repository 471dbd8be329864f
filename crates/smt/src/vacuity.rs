//! Whether anything is checked at all: assumptions that contradict each other prove everything.

use crate::checker::Checker;
use crate::query::{Query, Says};
use crate::smtlib;
use crate::solver::{SolverError, Trouble};
use commute_logic::{Condition, From, Point, PointId, StmtInfo, Var};
use std::collections::HashMap;

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
        let mut q = Query { solver: &mut self.first, condition: c, context: &context };
        let mut known = HashMap::new();
        let says = q.twice(|q| {
            known = look(q)?;
            Ok(Says::Sat)
        })?;
        // Neither what was found before the process was lost nor anything else is kept then.
        let lost = if let Says::Unknown(reason) = says { Some(Known::Unknown(reason)) } else { None };
        let of = |p: &Point| lost.clone().unwrap_or_else(|| known[&p.reach].clone());
        Ok(summary(c, &c.points.iter().map(of).collect::<Vec<_>>()))
    }
}

/// What is known of each name that says that a point is reached. The context is sent once.
fn look(q: &mut Query<'_>) -> Result<HashMap<Var, Known>, Trouble> {
    let c = q.condition;
    let mut known: HashMap<Var, Known> = HashMap::new();
    q.solver.ask(&format!("(push 1)\n{}", q.context))?;
    // From the end, because a model of a late point also reaches the points on its way.
    for point in c.points.iter().rev() {
        if known.contains_key(&point.reach) {
            continue;
        }
        let answers =
            q.solver.ask(&format!("(push 1)\n(assert {})\n(check-sat)\n", smtlib::symbol(&point.reach)))?;
        let here = match q.sat(answers)? {
            Says::Sat => {
                let open: Vec<&Var> =
                    c.points.iter().map(|p| &p.reach).filter(|reach| !known.contains_key(reach)).collect();
                let reached = q.truths(&open)?;
                known.extend(
                    open.into_iter()
                        .zip(reached)
                        .filter(|(_, r)| *r)
                        .map(|(v, _)| (v.clone(), Known::Reached)),
                );
                Known::Reached
            }
            Says::Unsat(because) => Known::Dead(because),
            Says::Unknown(reason) => Known::Unknown(reason),
        };
        known.insert(point.reach.clone(), here);
        q.solver.tidy("(pop 1)\n");
    }
    q.solver.tidy("(pop 1)\n");
    Ok(known)
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
