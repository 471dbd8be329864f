//! What the user wrote: environment assumptions, invariants, initial states, loop invariants.

use commute_base::Span;
use commute_ir::{
    Annotation, BinOp, Expr, ExprKind, FuncId, Pc, Program, ProofNote, PropertyKind, Quantifier, UnOp,
};

/// A conjunct, as the user wrote it.
#[derive(Clone, Debug)]
pub struct Conjunct {
    /// The formula.
    pub expr: Expr,
    /// What it is called in messages.
    pub name: String,
    /// Where it stands.
    pub span: Span,
    /// What it says, if nobody wrote it.
    pub text: Option<String>,
}

impl Conjunct {
    /// Whether a proof may do without it because nobody asked for it.
    pub(crate) fn may_be_dropped(&self) -> bool {
        self.text.is_some() && self.name != crate::derive::ANNOTATED
    }
}

/// All annotations of a program that a proof uses.
#[derive(Clone, Debug, Default)]
pub struct Spec {
    /// The conjuncts of A_i; parameter 0 is i.
    pub env: Vec<Conjunct>,
    /// Whether the program says what the environment does; otherwise `env` is what could be derived.
    pub env_written: bool,
    /// Invariants; each is one I.
    pub invariants: Vec<Conjunct>,
    /// Predicates of the initial state. None: the declared first values.
    pub init: Vec<Conjunct>,
    /// Loop invariants.
    pub loops: Vec<LoopInvariant>,
    /// Loops of which only some rounds are looked at.
    pub unrolled: Vec<(FuncId, Pc, u32)>,
}

/// A loop invariant.
#[derive(Clone, Debug)]
pub struct LoopInvariant {
    /// The function.
    pub func: FuncId,
    /// The head of the loop.
    pub at: Pc,
    /// So many registers are the first parameters.
    pub regs: u32,
    /// The formula.
    pub conjunct: Conjunct,
}

impl Spec {
    /// What the program says, and what can be derived if it says nothing about the environment.
    pub fn with_derived(program: &Program) -> crate::Result<Self> {
        let mut spec = Self::new(program);
        if !spec.env_written {
            let store = crate::store::Store::new(program)?;
            spec.env = crate::derive::environment(program, &store);
        }
        Ok(spec)
    }

    /// What the program says.
    pub fn new(program: &Program) -> Self {
        let mut spec = Self::default();
        for property in &program.properties {
            match &property.kind {
                PropertyKind::Env(expr) => {
                    spec.env_written = true;
                    spec.env.extend(split(expr, "env"));
                }
                PropertyKind::Invariant(expr) => {
                    let conjunct = Conjunct {
                        expr: expr.clone(),
                        name: property.name.clone(),
                        span: property.span,
                        text: None,
                    };
                    spec.invariants.push(conjunct);
                }
                PropertyKind::Init(expr) => spec.init.extend(split(expr, "init")),
                PropertyKind::Ltl(_) | PropertyKind::Atomic(_) => {}
            }
        }
        for note in &program.notes {
            match note {
                ProofNote::LoopInvariant { func, at, regs, pred } => {
                    spec.loops.extend(
                        split(pred, "loop invariant").into_iter().map(|conjunct| LoopInvariant {
                            func: *func,
                            at: *at,
                            regs: *regs,
                            conjunct,
                        }),
                    );
                }
                ProofNote::Unroll { func, at, rounds } => spec.unrolled.push((*func, *at, *rounds)),
                _ => {}
            }
        }
        spec
    }
}

/// The conjuncts of a formula; `a => b && c` is taken apart too, so that a failure names the part that failed.
pub fn split(expr: &Expr, name: &str) -> Vec<Conjunct> {
    let mut parts = Vec::new();
    take_apart(expr, &mut parts);
    parts
        .into_iter()
        .map(|expr| Conjunct { span: expr.span, name: name.to_owned(), expr, text: None })
        .collect()
}

fn take_apart(expr: &Expr, parts: &mut Vec<Expr>) {
    match &expr.kind {
        ExprKind::Binary(BinOp::And, a, b) => {
            take_apart(a, parts);
            take_apart(b, parts);
        }
        // `!p || (q && r)`, which is how an implication is kept.
        ExprKind::Binary(BinOp::Or, a, b) if matches!(a.kind, ExprKind::Unary(UnOp::Not, _)) => {
            let mut inner = Vec::new();
            take_apart(b, &mut inner);
            for part in inner {
                let span = part.span;
                let kind = ExprKind::Binary(BinOp::Or, a.clone(), Box::new(part));
                parts.push(Expr { kind, ty: expr.ty, span });
            }
        }
        ExprKind::Quant { quantifier: Quantifier::All, lo, hi, body } => {
            let mut inner = Vec::new();
            take_apart(body, &mut inner);
            for part in inner {
                let span = part.span;
                let (lo, hi, body) = (lo.clone(), hi.clone(), Box::new(part));
                let kind = ExprKind::Quant { quantifier: Quantifier::All, lo, hi, body };
                parts.push(Expr { kind, ty: expr.ty, span });
            }
        }
        _ => parts.push(expr.clone()),
    }
}

/// Calls `f` for every expression of the program's predicates, inner ones too.
pub fn each_expr(program: &Program, f: &mut dyn FnMut(&Expr)) {
    for property in &program.properties {
        match &property.kind {
            PropertyKind::Invariant(e) | PropertyKind::Env(e) | PropertyKind::Init(e) => e.for_each_part(f),
            PropertyKind::Ltl(formula) => formula.for_each_atom(&mut |atom| atom.for_each_part(f)),
            PropertyKind::Atomic(_) => {}
        }
    }
    for note in &program.notes {
        match note {
            ProofNote::LoopInvariant { pred: e, .. }
            | ProofNote::AnyRow { count: e, .. }
            | ProofNote::AnyLength { len: e, .. } => e.for_each_part(f),
            ProofNote::AnyThreads { lo, hi, .. } => {
                lo.for_each_part(f);
                hi.for_each_part(f);
            }
            ProofNote::Unroll { .. } | ProofNote::AnyValue { .. } => {}
        }
    }
    for annotation in program.annotations() {
        if let Annotation::GuardedBy(e) | Annotation::ExclusiveWhen(e) = annotation {
            e.for_each_part(f);
        }
    }
}
