//! What a proof claims, as statements about an instance of the program: invariants, assumptions, steps that move.

use commute_ir::{Expr, ExprKind, GlobalId, Program, ProofNote, Shape, StaticId};
use commute_prover::Plan;
use commute_prover::spec::Conjunct;
use std::collections::{BTreeMap, BTreeSet};

/// A formula and what it is called.
pub struct Claim {
    /// The formula, over the instance.
    pub expr: Expr,
    /// Its name, or what it says.
    pub text: String,
}

/// Everything that a proof rests on.
pub struct Claims {
    /// The conjuncts of A_i; parameter 0 is i.
    pub env: Vec<Claim>,
    /// I.
    pub invariants: Vec<Claim>,
    /// The initial states, if the program says so.
    pub init: Vec<Claim>,
    /// Globals whose accesses are said to commute with what others do.
    pub moving_globals: BTreeSet<usize>,
    /// Static objects of which that is said.
    pub moving_objects: BTreeSet<u32>,
    /// Locks whose releases can be moved before what others do.
    pub moving_releases: BTreeSet<u32>,
}

impl Claims {
    /// The claims of a proof of `program`, in an instance of it: the same text with values for constants that were left open.
    /// None, if something in them is not in the instance.
    pub fn new(
        plan: &Plan,
        program: &Program,
        instance: &Program,
        values: &[(String, String)],
    ) -> Option<Self> {
        let transfer = Transfer::new(program, instance, values);
        let all = |list: &[Conjunct]| -> Option<Vec<Claim>> {
            list.iter()
                .map(|c| {
                    let text = c.text.clone().unwrap_or_else(|| format!("{} at {}", c.name, c.span.start));
                    Some(Claim { expr: transfer.expr(&c.expr)?, text })
                })
                .collect()
        };
        let spec = &plan.spec;
        let mut claims = Claims {
            env: all(&spec.env)?,
            invariants: all(&spec.invariants)?,
            init: all(&spec.init)?,
            moving_globals: BTreeSet::new(),
            moving_objects: BTreeSet::new(),
            moving_releases: BTreeSet::new(),
        };
        for (at, global) in program.globals.iter().enumerate() {
            let spot = plan.store.global(program, GlobalId::new(at), global.span);
            if matches!(spot, Ok(Ok(spot)) if plan.movers.moves(spot.var)) {
                claims.moving_globals.extend(transfer.globals.get(&at));
            }
        }
        for at in 0..program.statics.len() {
            let (row, _) = plan.store.row_of(StaticId::new(at));
            let vars = plan.store.row_vars(row);
            let (first, count) = transfer.objects(at);
            let objects = first..first + count;
            if !vars.is_empty() && vars.iter().all(|v| plan.movers.moves(*v)) {
                claims.moving_objects.extend(objects.clone());
            }
            if plan.store.rows[row].shape == Shape::Lock && plan.movers.release_moves(row) {
                claims.moving_releases.extend(objects);
            }
        }
        Some(claims)
    }
}

/// Finds what a program speaks of in an instance of it, by name.
struct Transfer<'a> {
    program: &'a Program,
    instance: &'a Program,
    /// The global of the instance.
    globals: BTreeMap<usize, usize>,
    /// The values of constants.
    constants: BTreeMap<usize, i64>,
}

impl<'a> Transfer<'a> {
    fn new(program: &'a Program, instance: &'a Program, values: &[(String, String)]) -> Self {
        let mut transfer = Self { program, instance, globals: BTreeMap::new(), constants: BTreeMap::new() };
        for (at, global) in program.globals.iter().enumerate() {
            let value = values.iter().find(|(name, _)| *name == global.name);
            if let (Some((_, value)), true) = (value, is_open(program, at)) {
                transfer.constants.extend(value.parse().ok().map(|value| (at, value)));
            } else if let Some(same) = instance.globals.iter().position(|g| g.name == global.name) {
                transfer.globals.insert(at, same);
            }
        }
        transfer
    }

    /// The first of the objects that a static object stands for, and how many there are.
    fn objects(&self, at: usize) -> (u32, u32) {
        let name = &self.program.statics[at].name;
        let is_row = self
            .program
            .notes
            .iter()
            .any(|n| matches!(n, ProofNote::AnyRow { base, .. } if base.index() == at));
        let plain = name.split('[').next().unwrap_or_default();
        let belongs = |other: &str| {
            other == name || is_row && other.strip_prefix(plain).is_some_and(|rest| rest.starts_with('['))
        };
        let mut found = self.instance.statics.iter().enumerate().filter(|(_, s)| belongs(&s.name));
        match found.next() {
            Some((first, _)) => (first as u32, 1 + found.count() as u32),
            None => (0, 0),
        }
    }

    fn expr(&self, e: &Expr) -> Option<Expr> {
        let go = |e: &Expr| self.expr(e).map(Box::new);
        let kind = match &e.kind {
            ExprKind::Global { global, primed } => match self.constants.get(&global.index()) {
                Some(value) => ExprKind::Int(*value),
                None => {
                    let global = GlobalId::new(*self.globals.get(&global.index())?);
                    ExprKind::Global { global, primed: *primed }
                }
            },
            ExprKind::Static { base, count, index } => {
                let (first, there) = self.objects(base.index());
                let is_row = there != 1;
                let index = match index {
                    Some(index) => Some(go(index)?),
                    None => None,
                };
                // Without any objects every index is out of bounds.
                let count = if is_row { there } else { (*count).min(self.instance.statics.len() as u32) };
                ExprKind::Static { base: StaticId::new(first as usize), count, index }
            }
            ExprKind::Word { obj, index, primed } => {
                ExprKind::Word { obj: go(obj)?, index: go(index)?, primed: *primed }
            }
            ExprKind::Len { obj, primed } => ExprKind::Len { obj: go(obj)?, primed: *primed },
            ExprKind::Contains { set, elem, primed } => {
                ExprKind::Contains { set: go(set)?, elem: go(elem)?, primed: *primed }
            }
            ExprKind::Owner { obj, primed } => ExprKind::Owner { obj: go(obj)?, primed: *primed },
            ExprKind::Unary(op, a) => ExprKind::Unary(*op, go(a)?),
            ExprKind::Binary(op, a, b) => ExprKind::Binary(*op, go(a)?, go(b)?),
            ExprKind::If(c, a, b) => ExprKind::If(go(c)?, go(a)?, go(b)?),
            ExprKind::Quant { quantifier, lo, hi, body } => {
                ExprKind::Quant { quantifier: *quantifier, lo: go(lo)?, hi: go(hi)?, body: go(body)? }
            }
            ExprKind::At { .. } => return None,
            kind => kind.clone(),
        };
        Some(Expr { kind, ty: e.ty, span: e.span })
    }
}

/// Whether the global is a constant whose value is left open.
fn is_open(program: &Program, at: usize) -> bool {
    program.notes.iter().any(|n| matches!(n, ProofNote::AnyValue { global } if global.index() == at))
}

/// The names of the constants that a program leaves open.
pub fn open_constants(program: &Program) -> Vec<String> {
    let open = (0..program.globals.len()).filter(|at| is_open(program, *at));
    open.map(|at| program.globals[at].name.clone()).collect()
}
