//! Which threads may be exchanged: those that no invariant tells apart.
//!
//! A step cannot tell threads apart by their numbers, only by what they hold and where they stand. An invariant can: it says
//! `at(worker[1], 'critical)` or `owner(m) == 0`. A thread that is named so keeps its place. If a bound variable runs over
//! threads and is used for nothing else (`forall i in 0..3: !at(worker[i], 'bad)`), the threads of its range may be exchanged with
//! each other, but not with others. Anything else that depends on numbers of threads gives all of them fixed places; so do annotations
//! that say which thread has access to a variable.

use commute_ir::{Annotation, BinOp, Expr, ExprKind, FuncId, Program, PropertyKind};
use commute_mutants::mutant;
use std::collections::BTreeSet;
use std::ops::Range;

/// What the invariants of a program say about numbers of threads.
#[derive(Default)]
pub struct Exchangeable {
    /// What each declared thread begins with. Others are started by a step and have places of their own.
    declared: Vec<FuncId>,
    /// Some invariant depends on numbers in a way that is not understood.
    none: bool,
    named: BTreeSet<i64>,
    ranges: Vec<Range<i64>>,
    /// Some invariant sees where threads stand.
    places: bool,
}

/// Threads of the same group may be exchanged. Threads that begin with different functions are never alike before they end, so that
/// nothing is lost if they keep apart, and a thread that is alone in its group has a number that means something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    begins: Option<FuncId>,
    only: Option<usize>,
    ranges: Vec<bool>,
}

impl Exchangeable {
    /// What the invariants of `program` allow.
    pub fn new(program: &Program) -> Self {
        let mut this = Self {
            declared: program.threads.iter().map(|thread| thread.func).collect(),
            none: says_which_thread(program),
            ..Self::default()
        };
        for property in &program.properties {
            if let PropertyKind::Invariant(expr) = &property.kind {
                this.read_invariant(expr);
            }
        }
        this
    }

    /// Takes in what an invariant says.
    #[mutant("symmetry-exchanges-named-threads", skip)]
    fn read_invariant(&mut self, invariant: &Expr) {
        self.read(invariant);
    }

    /// Takes in what one more predicate says.
    pub fn read(&mut self, predicate: &Expr) {
        let mut reading = Reading { out: self, variables: Vec::new(), scope: Vec::new() };
        reading.look(predicate);
        reading.conclude();
    }

    /// Whether something depends on which number a thread has that a step starts.
    pub fn tells_started_apart(&self) -> bool {
        let first = self.declared.len() as i64;
        let named = self.named.iter().any(|&t| t >= first);
        self.none || named || self.ranges.iter().any(|range| range.end > first)
    }

    /// Whether something depends on where threads stand.
    pub fn looks_at_places(&self) -> bool {
        self.none || self.places
    }

    /// Whether thread `t`, one of the declared ones, is never exchanged with another.
    pub fn is_alone(&self, t: usize) -> bool {
        let group = self.group(t);
        (0..self.declared.len()).all(|other| other == t || self.group(other) != group)
    }

    /// The group of thread `t`.
    pub fn group(&self, t: usize) -> Group {
        let fixed = self.none || self.named.contains(&(t as i64));
        Group {
            begins: self.declared.get(t).copied(),
            only: fixed.then_some(t),
            ranges: self.ranges.iter().map(|range| range.contains(&(t as i64))).collect(),
        }
    }
}

/// Whether the user says of a variable which thread has access to it.
fn says_which_thread(program: &Program) -> bool {
    let says = |a: &Annotation| matches!(a, Annotation::ExclusiveWhen(_) | Annotation::Unshared);
    program.annotations().any(says)
}

/// A bound variable.
struct Variable {
    /// What it runs over, if that is known.
    range: Option<Range<i64>>,
    /// What is added where it means a thread: the number of the first thread of an array.
    offsets: BTreeSet<i64>,
    /// It also means something else.
    otherwise: bool,
    /// The variables that it is compared with.
    equals: BTreeSet<usize>,
}

struct Reading<'a> {
    out: &'a mut Exchangeable,
    variables: Vec<Variable>,
    /// The variables that are bound here, from the outside in.
    scope: Vec<usize>,
}

impl Reading<'_> {
    fn look(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Null | ExprKind::Global { .. } => {}
            ExprKind::Param(_) => self.look_at_number(expr),
            ExprKind::Static { index, .. } => index.iter().for_each(|i| self.look(i)),
            ExprKind::Len { obj, .. } => self.look(obj),
            ExprKind::Word { obj, index: other, .. } | ExprKind::Contains { set: obj, elem: other, .. } => {
                self.look(obj);
                self.look(other);
            }
            // The number of the holder, as a number.
            ExprKind::Owner { .. } => self.out.none = true,
            ExprKind::At { thread, .. } => {
                self.out.places = true;
                thread.iter().for_each(|thread| self.look_at_thread(thread));
            }
            ExprKind::Unary(_, a) => self.look(a),
            ExprKind::Binary(BinOp::Eq | BinOp::Ne, a, b) => self.look_at_comparison(a, b),
            ExprKind::Binary(_, a, b) => [a, b].iter().for_each(|e| self.look(e)),
            ExprKind::If(a, b, c) => [a, b, c].iter().for_each(|e| self.look(e)),
            ExprKind::Quant { lo, hi, body, .. } => {
                self.look(lo);
                self.look(hi);
                let range = match (&lo.kind, &hi.kind) {
                    (ExprKind::Int(lo), ExprKind::Int(hi)) => Some(*lo..*hi),
                    _ => None,
                };
                self.scope.push(self.variables.len());
                let (offsets, equals) = Default::default();
                self.variables.push(Variable { range, offsets, otherwise: false, equals });
                self.look(body);
                self.scope.pop();
            }
        }
    }

    /// The bound variable of an expression and what is added to it.
    fn variable(&self, expr: &Expr) -> Option<(usize, i64)> {
        match &expr.kind {
            ExprKind::Param(index) => Some((*self.scope.get(*index as usize)?, 0)),
            ExprKind::Binary(BinOp::Add, a, b) => match (&a.kind, &b.kind) {
                (ExprKind::Int(n), _) => self.variable(b).map(|(v, by)| (v, by + n)),
                (_, ExprKind::Int(n)) => self.variable(a).map(|(v, by)| (v, by + n)),
                _ => None,
            },
            _ => None,
        }
    }

    /// A variable that is used as a number.
    fn look_at_number(&mut self, expr: &Expr) {
        match self.variable(expr) {
            Some((variable, _)) => self.variables[variable].otherwise = true,
            None => self.out.none = true,
        }
    }

    /// An expression that means a thread.
    fn look_at_thread(&mut self, expr: &Expr) {
        match (&expr.kind, self.variable(expr)) {
            (ExprKind::Int(number), _) => {
                self.out.named.insert(*number);
            }
            (_, Some((variable, offset))) => {
                self.variables[variable].offsets.insert(offset);
            }
            _ => self.out.none = true,
        }
    }

    fn look_at_comparison(&mut self, a: &Expr, b: &Expr) {
        match (&a.kind, &b.kind) {
            (ExprKind::Owner { obj, .. }, ExprKind::Owner { obj: other, .. }) => {
                self.look(obj);
                self.look(other);
            }
            (ExprKind::Owner { obj, .. }, _) => {
                self.look(obj);
                self.look_at_thread(b);
            }
            (_, ExprKind::Owner { obj, .. }) => {
                self.look(obj);
                self.look_at_thread(a);
            }
            _ => match (self.variable(a), self.variable(b)) {
                (Some((a, 0)), Some((b, 0))) => {
                    self.variables[a].equals.insert(b);
                    self.variables[b].equals.insert(a);
                }
                _ => {
                    self.look(a);
                    self.look(b);
                }
            },
        }
    }

    /// What is compared is used for the same things. Then it is known what each variable means.
    fn conclude(mut self) {
        for _ in 0..self.variables.len() {
            for at in 0..self.variables.len() {
                for other in self.variables[at].equals.clone() {
                    let (offsets, otherwise) =
                        (self.variables[at].offsets.clone(), self.variables[at].otherwise);
                    self.variables[other].offsets.extend(offsets);
                    self.variables[other].otherwise |= otherwise;
                }
            }
        }
        for variable in self.variables.iter().filter(|v| !v.offsets.is_empty()) {
            let alone = !variable.otherwise && variable.offsets.len() == 1;
            match &variable.range {
                None => self.out.none = true,
                Some(range) => {
                    let ranges = variable.offsets.iter().map(|by| range.start + by..range.end + by);
                    if alone {
                        self.out.ranges.extend(ranges);
                    } else {
                        // No more threads than there can be.
                        let most = Program::MAX_THREADS as i64;
                        self.out.named.extend(ranges.flat_map(|r| r.start.max(0)..r.end.min(most)));
                    }
                }
            }
        }
    }
}
