//! The code of a thread as a graph, and the pieces of it between two places where others may run.

use crate::code::{Abstraction, BACK, ENVIRONMENT, Goal, HEAD};
use crate::fold;
use crate::refusal::{Refusal, Result};
use commute_base::Span;
use commute_logic::{ClaimKind, Decl, Node as TermNode, Op, Stmt, StmtKind, Term, Var, When};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// A thread has at most so many pieces.
const MAX_PIECES: usize = 3_000;
/// A piece has at most so many statements.
const MAX_LENGTH: usize = 5_000;

/// What happens at a place of the code.
enum Node {
    /// Others may run here.
    Point,
    /// The head of the loop with this number.
    Head,
    /// A loop goes round.
    Back(usize),
    Assume(Term),
    Assert(Term, usize),
    /// All at once; the terms speak of the values before.
    Assign(Vec<(Var, Term)>),
    Havoc(Vec<Var>),
    Choice(Vec<usize>),
    End,
}

/// The code of a thread.
pub struct Graph {
    nodes: Vec<(Node, usize, Span)>,
    heads: HashMap<usize, usize>,
    entry: usize,
    locals: Vec<Decl>,
    goals: Vec<Goal>,
}

/// What a thread does from one point to the next, on one path. Terms speak of the values at the first point.
#[derive(Clone)]
pub struct Piece {
    /// The node where it begins.
    pub from: usize,
    /// The node where it ends.
    pub to: usize,
    /// What has to be true for it to happen.
    pub guards: Vec<Term>,
    /// What variables become.
    pub updates: Vec<(Var, Term)>,
    /// Values that may be anything.
    pub inputs: Vec<Decl>,
}

/// Something that has to be true on a path from a point.
#[derive(Clone, PartialEq)]
pub struct Claimed {
    /// The node where the path begins.
    pub from: usize,
    /// What is true if control gets there.
    pub guards: Vec<Term>,
    /// Values that may be anything.
    pub inputs: Vec<Decl>,
    /// What has to be true.
    pub term: Term,
    /// What it is about.
    pub goal: Goal,
}

/// All pieces of a thread.
#[derive(Default)]
pub struct Pieces {
    /// The nodes where they begin and end, the first one of the thread first.
    pub points: Vec<(usize, Span)>,
    /// The pieces.
    pub pieces: Vec<Piece>,
    /// The assertions.
    pub claims: Vec<Claimed>,
}

/// A path so far.
#[derive(Clone)]
struct Path {
    values: HashMap<Arc<str>, Term>,
    guards: Vec<Term>,
    inputs: Vec<Decl>,
    length: usize,
    rounds: BTreeSet<usize>,
}

impl Graph {
    /// The graph of the code of a thread, in which places where others run are marked.
    pub fn new(code: Abstraction) -> Result<Self> {
        let mut graph = Self {
            nodes: vec![(Node::End, 0, Span::default())],
            heads: HashMap::new(),
            entry: 0,
            locals: code.locals,
            goals: code.goals,
        };
        graph.entry = graph.sequence(&code.body, 0)?;
        Ok(graph)
    }

    /// The variables of the thread itself.
    pub fn locals(&self) -> &[Decl] {
        &self.locals
    }

    fn add(&mut self, node: Node, next: usize, span: Span) -> usize {
        self.nodes.push((node, next, span));
        self.nodes.len() - 1
    }

    /// The statements, and then what is at `next`; gives the first node.
    fn sequence(&mut self, body: &[Stmt], mut next: usize) -> Result<usize> {
        for stmt in body.iter().rev() {
            next = self.statement(stmt, next)?;
        }
        Ok(next)
    }

    fn statement(&mut self, stmt: &Stmt, next: usize) -> Result<usize> {
        let node = match &stmt.kind {
            StmtKind::Assume(term) => return Ok(self.assumption(stmt, term, next)),
            StmtKind::Assert(term) => {
                let number = stmt.label.split(':').next().and_then(|n| n.parse().ok());
                Node::Assert(term.clone(), number.expect("[commute internal bug] an assertion has a number"))
            }
            StmtKind::Assign(var, term) => Node::Assign(vec![(var.clone(), term.clone())]),
            StmtKind::Havoc(vars) => Node::Havoc(vars.clone()),
            StmtKind::Choice(branches) => {
                let sides = branches.iter().map(|b| self.sequence(&b.body, next)).collect::<Result<_>>()?;
                Node::Choice(sides)
            }
            StmtKind::Step(_) if stmt.label == ENVIRONMENT => Node::Point,
            StmtKind::Step(step) => {
                let becomes = step.claims.iter().map(|claim| match (claim.kind, claim.term.node()) {
                    (ClaimKind::Assume, TermNode::App(Op::Eq, sides)) => becomes(sides),
                    _ => None,
                });
                match becomes.collect::<Option<Vec<_>>>() {
                    Some(all) => Node::Assign(all),
                    None => return Err(Refusal::new("a step that says only what may come of it", stmt.span)),
                }
            }
        };
        Ok(self.add(node, next, stmt.span))
    }

    fn assumption(&mut self, stmt: &Stmt, term: &Term, next: usize) -> usize {
        let number = |prefix| stmt.label.strip_prefix(prefix).and_then(|n: &str| n.parse().ok());
        if let Some(head) = number(HEAD) {
            let at = self.add(Node::Head, next, stmt.span);
            self.heads.insert(head, at);
            return at;
        }
        match number(BACK) {
            Some(head) => self.add(Node::Back(head), next, stmt.span),
            None => self.add(Node::Assume(term.clone()), next, stmt.span),
        }
    }

    /// All pieces. Where a loop has a round in which others never run, its head is a point, too.
    pub fn pieces(&self) -> Result<Pieces> {
        let mut cuts = BTreeSet::new();
        loop {
            let before = cuts.len();
            let pieces = self.pieces_with(&mut cuts)?;
            if cuts.len() == before {
                return Ok(pieces);
            }
        }
    }

    fn pieces_with(&self, cuts: &mut BTreeSet<usize>) -> Result<Pieces> {
        let mut all = Pieces { points: vec![(self.entry, self.nodes[self.entry].2)], ..Pieces::default() };
        let mut at = 0;
        while at < all.points.len() {
            self.leave(all.points[at].0, cuts, &mut all)?;
            at += 1;
        }
        Ok(all)
    }

    fn leave(&self, from: usize, cuts: &mut BTreeSet<usize>, all: &mut Pieces) -> Result<()> {
        let first = Path {
            values: HashMap::new(),
            guards: Vec::new(),
            inputs: Vec::new(),
            length: 0,
            rounds: BTreeSet::new(),
        };
        if matches!(self.nodes[from].0, Node::End) {
            return Ok(());
        }
        let begin = match self.nodes[from].0 {
            Node::Point | Node::Head => self.nodes[from].1,
            _ => from,
        };
        let mut open = vec![(begin, first)];
        while let Some((at, mut path)) = open.pop() {
            let (node, next, span) = &self.nodes[at];
            path.length += 1;
            if path.length > MAX_LENGTH || all.pieces.len() > MAX_PIECES {
                return Err(Refusal::new("the program is too large to be written out", *span));
            }
            match node {
                Node::Point | Node::End => self.ends(from, at, path, all),
                Node::Head if cuts.contains(&at) => self.ends(from, at, path, all),
                Node::Head => {
                    if !path.rounds.insert(at) {
                        cuts.insert(at);
                        self.ends(from, at, path, all);
                        continue;
                    }
                    open.push((*next, path));
                }
                Node::Back(head) => open.push((self.heads[head], path)),
                Node::Choice(sides) => open.extend(sides.iter().rev().map(|side| (*side, path.clone()))),
                Node::Assert(term, goal) => {
                    self.claims(from, term, *goal, &mut path, all);
                    open.push((*next, path));
                }
                other => {
                    if path.passes(other, &self.locals) {
                        open.push((*next, path));
                    }
                }
            }
        }
        Ok(())
    }

    fn ends(&self, from: usize, to: usize, path: Path, all: &mut Pieces) {
        if !all.points.iter().any(|(point, _)| *point == to) {
            all.points.push((to, self.nodes[to].2));
        }
        let mut updates: Vec<(Var, Term)> = path
            .values
            .into_iter()
            .map(|(name, term)| (Var::now(name, term.sort().clone()), term))
            .filter(|(var, term)| *term != Term::var(var.clone()))
            .collect();
        updates.sort_by(|a, b| a.0.name.cmp(&b.0.name));
        all.pieces.push(Piece { from, to, guards: path.guards, updates, inputs: path.inputs });
    }

    fn claims(&self, from: usize, term: &Term, goal: usize, path: &mut Path, all: &mut Pieces) {
        let term = path.value(term);
        if fold::known(&term) == Some(true) {
            return;
        }
        let claimed = Claimed {
            from,
            guards: path.guards.clone(),
            inputs: path.inputs.clone(),
            term: term.clone(),
            goal: self.goals[goal].clone(),
        };
        if !all.claims.contains(&claimed) {
            all.claims.push(claimed);
        }
        path.guards.push(term);
    }
}

/// `x' == t`.
fn becomes(sides: &[Term]) -> Option<(Var, Term)> {
    match sides[0].node() {
        TermNode::Var(v) if v.when == When::Next => Some((v.at(When::Now), sides[1].clone())),
        _ => None,
    }
}

impl Path {
    /// The term over the values at the beginning.
    fn value(&self, term: &Term) -> Term {
        let term = term.replace(&mut |v| match v.when {
            When::Now => self.values.get(&v.name).cloned(),
            _ => None,
        });
        computed(&term)
    }

    /// Goes over a statement; false if the path ends there.
    fn passes(&mut self, node: &Node, locals: &[Decl]) -> bool {
        match node {
            Node::Assume(term) => {
                let term = self.value(term);
                for part in fold::conjuncts(&term) {
                    if fold::known(&part) == Some(false) || self.guards.contains(&fold::not(&part)) {
                        return false;
                    }
                    if !self.guards.contains(&part) {
                        self.guards.push(part);
                    }
                }
            }
            Node::Assign(all) => {
                let new: Vec<_> =
                    all.iter().map(|(var, term)| (var.name.clone(), self.value(term))).collect();
                self.values.extend(new);
            }
            Node::Havoc(vars) => {
                for var in vars {
                    let range = locals.iter().find(|d| d.name == var.name).and_then(|d| d.range);
                    let name = format!("{} any {}", var.name, self.inputs.len());
                    let input = Decl { range, ..Decl::new(name, var.sort.clone()) };
                    self.values.insert(var.name.clone(), input.term());
                    self.inputs.push(input);
                }
            }
            _ => {}
        }
        true
    }
}

/// The term with what is constant in it computed.
pub fn computed(term: &Term) -> Term {
    let TermNode::App(op, args) = term.node() else { return term.clone() };
    let args: Vec<Term> = args.iter().map(computed).collect();
    match op {
        Op::Not => fold::not(&args[0]),
        Op::And => fold::and(args),
        Op::Or => fold::or(args),
        Op::Implies => fold::implies(&args[0], &args[1]),
        Op::Ite => fold::ite(&args[0], &args[1], &args[2]),
        Op::Eq => fold::equal(&args[0], &args[1]),
        Op::Add | Op::Sub | Op::Mul if args.len() == 2 => fold::arithmetic(*op, &args[0], &args[1]),
        Op::Lt | Op::Le | Op::Gt | Op::Ge => fold::arithmetic(*op, &args[0], &args[1]),
        Op::Select => selected(&args[0], &args[1]),
        _ => Term::apply(*op, args).expect("[commute internal bug] parts keep their sorts"),
    }
}

/// `a[i]`, where what was written to `a` at a place that is `i`, or surely is not, is seen.
fn selected(array: &Term, index: &Term) -> Term {
    match array.node() {
        TermNode::App(Op::Store, parts) => match fold::known(&fold::equal(&parts[1], index)) {
            Some(true) => parts[2].clone(),
            Some(false) => selected(&parts[0], index),
            None => array.select(index),
        },
        TermNode::ConstArray(_, value) => value.clone(),
        _ => array.select(index),
    }
}
