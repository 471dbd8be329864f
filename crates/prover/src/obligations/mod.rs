//! What has to be shown, one file for each condition of FFQ01.
//!
//! An obligation is a small program of the logic ([`commute_logic::Obligation`]) and, for each of its assertions, what
//! it means if the assertion can fail.

pub mod abstraction;
pub mod init;
pub mod reflexive;
pub mod transitive;

use crate::code::Goal;
use crate::ground;
use crate::movers::Movers;
use crate::predicate::Predicates;
use crate::refusal::Result;
use crate::roles::Role;
use crate::spec::Spec;
use crate::store::Store;
use commute_base::Span;
use commute_ir::Program;
use commute_logic::{Decl, Obligation, Op, Sort, Stmt, Term};
use commute_mutants::mutant;

/// Which condition an obligation is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// The declared first values satisfy `init`.
    InitCovered,
    /// Init implies I.
    InitImpliesInvariant,
    /// A_i is reflexive.
    Reflexive,
    /// A_i is transitive.
    Transitive,
    /// A_i is transitive where I holds.
    TransitiveUnderInvariant,
    /// The i-abstraction does not go wrong.
    Abstraction,
}

/// What has to be shown about one thread, or about the whole program.
#[derive(Clone, Debug)]
pub struct Duty {
    /// Which condition it is.
    pub rule: Rule,
    /// The index of the role, if it is about one.
    pub role: Option<usize>,
    /// The program of the logic.
    pub obligation: Obligation,
    /// What the assertions are about; the label of each begins with its index.
    pub goals: Vec<Goal>,
    /// Whether a loop was unrolled, so that this is no proof.
    pub unrolled: bool,
}

impl Duty {
    /// The goal of an assertion, by its label.
    pub fn goal(&self, label: &str) -> Option<&Goal> {
        let number = label.split(':').next()?.parse::<usize>().ok()?;
        self.goals.get(number)
    }
}

/// A program with its annotations, ready to be proved.
pub struct Setting<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its shared variables.
    pub store: &'a Store,
    /// Its annotations.
    pub spec: &'a Spec,
    /// Translates predicates.
    pub predicates: Predicates<'a>,
    /// Its threads.
    pub roles: Vec<Role>,
    /// What is assumed about the ranges of families.
    pub ordered: Vec<Term>,
    /// Which steps commute with what others do; none in the paper's rule.
    pub movers: Movers,
    /// Variables that stand for any index of a quantified annotation.
    pub any: Vec<Decl>,
}

impl<'a> Setting<'a> {
    /// Puts together what is needed.
    pub fn new(program: &'a Program, store: &'a Store, spec: &'a Spec, reduction: bool) -> Result<Self> {
        let predicates = Predicates::new(program, store);
        let (roles, ordered) = Role::all(program, &predicates)?;
        let any = any_indices(program, spec, &predicates)?;
        let movers = Movers::new(program, store, spec, reduction);
        Ok(Self { program, store, spec, predicates, roles, ordered, movers, any })
    }

    /// The indices at which annotations about all indices are used, for a thread or none.
    fn indices(&self, tid: Option<&Term>) -> Vec<Term> {
        self.any.iter().map(Decl::term).chain(tid.cloned()).collect()
    }

    /// What is known of the ranges of families: they may be empty, unless something was assumed.
    #[mutant("prove-families-have-threads", {
        let ranges = self.roles.iter().filter_map(|role| role.range.as_ref());
        ranges.map(|(lo, hi)| crate::fold::arithmetic(Op::Lt, lo, hi)).collect()
    })]
    fn facts_of_ranges(&self) -> Vec<Term> {
        self.ordered.clone()
    }

    /// What is known of constants: the ranges of families, and that no length is negative, for such a program is rejected.
    pub(crate) fn known_of_constants(&self) -> Vec<Term> {
        let mut known = self.facts_of_ranges();
        for row in 0..self.store.rows.len() {
            for size in [self.predicates.count(row), self.predicates.length(row)].into_iter().flatten() {
                known.push(crate::fold::arithmetic(Op::Le, &Term::int(0), &size));
            }
        }
        known
    }

    /// An obligation over the shared variables.
    fn obligation(&self, name: String, span: Span) -> Obligation {
        let mut obligation = Obligation::new(name, span);
        for decl in &self.store.constants {
            obligation.declare(decl.clone());
        }
        for var in 0..self.store.vars.len() {
            obligation.declare(self.store.decl(var));
        }
        for decl in &self.any {
            obligation.declare(decl.clone());
        }
        for fact in self.known_of_constants() {
            assume(&mut obligation.body, "", fact, span);
        }
        obligation
    }

    /// The initial states: what `init` says, else the declared first values.
    fn assume_initial(&self, body: &mut Vec<Stmt>) -> Result<()> {
        if self.spec.init.is_empty() {
            self.assume_declared(body);
        }
        for (k, conjunct) in self.spec.init.iter().enumerate() {
            let term = self.predicates.formula(&conjunct.expr, &[])?;
            let term = ground::assumed(&term, &self.indices(None));
            assume(body, &init_label(k), term, conjunct.span);
        }
        Ok(())
    }

    /// The declared first values.
    fn assume_declared(&self, body: &mut Vec<Stmt>) {
        for var in 0..self.store.vars.len() {
            if let Some(first) = &self.store.vars[var].first {
                let now = Term::var(self.store.now(var));
                assume(body, "first values", crate::fold::equal(&now, first), Span::default());
            }
        }
    }
}

/// The variables that stand for any index of what the annotations quantify over: as many as the formula with the most
/// quantifiers needs.
fn any_indices(program: &Program, spec: &Spec, predicates: &Predicates) -> Result<Vec<Decl>> {
    let mut most = 0;
    let mut count = |formula: &Term| most = most.max(ground::needed(formula));
    for conjunct in &spec.env {
        // Which thread it is may decide that there is nothing to quantify over, so it is any.
        count(&predicates.formula(&conjunct.expr, &[Term::now("_", Sort::Int)])?);
    }
    for conjunct in &spec.invariants {
        let holds = predicates.formula(&conjunct.expr, &[])?;
        count(&holds);
        count(&holds.implies(&holds.primed()));
    }
    for conjunct in &spec.init {
        count(&predicates.formula(&conjunct.expr, &[])?);
    }
    // What was found has no quantifiers.
    for invariant in spec.loops.iter().filter(|l| l.conjunct.text.is_none()) {
        let regs = program.functions[invariant.func.index()].regs.iter().take(invariant.regs as usize);
        let sort = |ty| crate::store::sort_of(ty).unwrap_or(Sort::Int);
        let params: Vec<Term> = regs.map(|r| Term::now("_", sort(r.ty))).collect();
        count(&predicates.formula(&invariant.conjunct.expr, &params)?);
    }
    Ok(ground::any(most))
}

/// The label of a conjunct of `init`.
pub fn init_label(conjunct: usize) -> String {
    format!("init {conjunct}")
}

fn assume(body: &mut Vec<Stmt>, label: &str, term: Term, span: Span) {
    if crate::fold::known(&term) != Some(true) {
        body.push(Stmt::assume(label, term).at(span));
    }
}

/// Declares the index of a thread and what is known about it.
fn introduce(obligation: &mut Obligation, member: &crate::roles::Member, span: Span) {
    if let Some(decl) = &member.index {
        let decl: Decl = decl.clone();
        obligation.declare(decl);
        assume(&mut obligation.body, "", member.facts.clone(), span);
    }
}
