//! The i-abstraction of a thread.
//!
//! # Source
//! FFQ01 section 4: the translation of a statement S with respect to an assumption A and a guarantee G, and the
//! i-abstraction of a program; section 5 for invariants, section 6 for loops and procedures.
//!
//! # Idea
//! Between any two atomic operations of thread i, other threads may make any number of steps, each of which
//! satisfies A_i. Each operation of thread i must satisfy G_i, which says that it respects what the others assume.
//! What is left is a sequential program. Its loops are cut at their heads, where a loop invariant holds, and its
//! calls are inlined.
//!
//! # Notation
//! S_i is [`Role::func`](crate::roles::Role::func); A_i* is [`Walker::environment`]; X and Y of an atomic operation are what
//! `operations.rs` and `objects.rs` assume and assert; G_i is [`Walker::guarantee`]; B_i is A_i and (I ==> I'), also in
//! `environment`.
//!
//! # Premises
//! - A_i is reflexive and transitive, so that A_i* is A_i: `obligations/reflexive.rs`, `obligations/transitive.rs`.
//! - What is atomic here is a step of `docs/semantics.md`: one visible instruction and the local ones after it.
//! - Init implies I: `obligations/init.rs`.
//!
//! # Deviations
//! - D1. The guarantee is asserted only of conjuncts that mention what the operation may change; the others hold because
//!   A is reflexive. Reading changes nothing.
//! - D2. I holds whenever control is at the head of a loop (it holds initially and every step preserves it), so it is a
//!   loop invariant that nobody has to write.
//! - D3. An atomic block that blocks in the middle lets others run there, as in our semantics; FFQ01 has no such blocks. What
//!   it did so far is seen then, also if it never goes on (`assume`, `choose` from nothing). A loop in such a block forgets
//!   also what others see, if one of its rounds may have waited.
//! - D4. A thread that joins another, waits at a barrier or takes from an empty channel learns nothing about the others:
//!   the abstraction has more executions than the program.
//! - D5. Integers are unbounded. A proof is one for executions in which no 64-bit integer overflows, and the verdict says so.

mod effects;
pub mod flow;
mod local;
mod loops;
mod objects;
mod operations;
mod walk;

pub use effects::{calls_inside_atomic, written as written_by};
pub use loops::loop_label;
pub use loops::{BACK, HEAD};
pub use walk::{CUT, ENVIRONMENT, OWN, env_label, invariant_label, preserved};

use crate::movers::Movers;
use crate::predicate::Predicates;
use crate::refusal::{Refusal, Result};
use crate::roles::Member;
use crate::spec::Spec;
use crate::store::{Store, VarId};
use commute_base::Span;
use commute_ir::analysis::atomic_depth;
use commute_ir::{FuncId, Program, Reg};
use commute_logic::{Decl, Sort, Stmt, Term, Var};
use flow::Flow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

/// What an assertion of the abstraction is about.
#[derive(Clone, PartialEq, Debug)]
pub enum Target {
    /// `assert` of the program.
    Assertion,
    /// Something else that would be a fault.
    Fault(&'static str),
    /// A step must satisfy a conjunct of another thread's assumption.
    Guarantee {
        /// The other thread.
        other: String,
        /// The index in [`Spec::env`].
        conjunct: usize,
    },
    /// A conjunct of A itself (that it is reflexive and transitive), by its index in [`Spec::env`].
    Assumption(usize),
    /// A conjunct of `init`, by its index in [`Spec::init`].
    Init(usize),
    /// A step must preserve an invariant, by its index in [`Spec::invariants`].
    Invariant(usize),
    /// A loop invariant, by its index in [`Spec::loops`], when the loop is entered or goes round.
    Loop {
        /// Which.
        index: usize,
        /// Whether the loop is entered.
        entry: bool,
    },
}

/// An assertion and where it comes from. Its index is in the label of the assertion.
#[derive(Clone, PartialEq, Debug)]
pub struct Goal {
    /// What it is about.
    pub target: Target,
    /// The statement that has to satisfy it.
    pub span: Span,
}

/// The sequential program of a thread.
#[derive(Clone, Debug)]
pub struct Abstraction {
    /// Its own variables: registers, and copies of shared variables inside atomic blocks.
    pub locals: Vec<Decl>,
    /// The statements.
    pub body: Vec<Stmt>,
    /// What is asserted.
    pub goals: Vec<Goal>,
    /// Whether a loop was cut after some rounds, so that this is no proof.
    pub unrolled: bool,
}

/// What a translation needs to know.
pub struct Context<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its shared variables.
    pub store: &'a Store,
    /// Its annotations.
    pub spec: &'a Spec,
    /// Translates predicates.
    pub predicates: &'a Predicates<'a>,
    /// This thread.
    pub me: &'a Member,
    /// The other threads.
    pub others: &'a [Member],
    /// Which steps commute with what others do.
    pub movers: &'a Movers,
    /// Variables that stand for any index.
    pub any: &'a [Decl],
    /// Loops without an invariant are unrolled so often, if this is given.
    pub unroll: Option<u32>,
    /// Whether the places where others run, and loops, are only marked: nothing is said of what others do there.
    pub marked: bool,
}

/// The abstraction of a thread that runs `func`.
pub fn abstraction(context: &Context, func: FuncId, args: &[Term]) -> Result<Abstraction> {
    let mut walker = Walker::new(context)?;
    for var in effects::written(context.program, context.store, func) {
        let decl = context.store.decl(var);
        let copy = walker.local(&format!("{}*", decl.name), decl.sort, decl.range);
        walker.copies.insert(var, copy);
    }
    if let Some(init) = context.program.init
        && context.spec.init.is_empty()
    {
        // That nothing goes wrong in it is shown with the initial states.
        walker.initialize(init, true)?;
    }
    walker.call(func, args, None, 0, Span::default())?;
    Ok(walker.finish())
}

/// The code that computes first values, by itself. It must neither fail nor wait.
pub fn initialization(context: &Context, init: FuncId) -> Result<Abstraction> {
    let mut walker = Walker::new(context)?;
    walker.initialize(init, false)?;
    Ok(walker.finish())
}

/// A function that is being inlined.
struct Frame {
    func: FuncId,
    flow: Rc<Flow>,
    depth: Rc<Vec<u32>>,
    /// The atomic blocks around the call.
    outside: u32,
    /// The variables of the registers.
    regs: Vec<Decl>,
    /// Where the result goes.
    result: Option<Var>,
    /// Loops around the present place, and the rounds left of those that are unrolled.
    active: Vec<(u32, Option<u32>)>,
}

/// What is known at a place, beside the statements up to it. Each side of a branch begins with it, and no side sees what
/// another one made of it.
#[derive(Clone, Default)]
struct Here {
    /// The rows of static objects that registers refer to, by the name of the register's variable.
    rows: HashMap<std::sync::Arc<str>, usize>,
    /// The copies that the atomic block may have changed.
    dirty: BTreeSet<VarId>,
    /// Where the present atomic block begins.
    atomic_at: Span,
}

impl Here {
    /// What is known after two sides of a branch: a register refers to a row if it does after both, and a copy may be
    /// changed if it may be after one.
    fn join(&mut self, other: Here) {
        self.rows.retain(|name, row| other.rows.get(name) == Some(row));
        self.dirty.extend(other.dirty);
    }
}

/// Walks over the code of a thread and makes statements.
struct Walker<'a> {
    context: &'a Context<'a>,
    out: Vec<Stmt>,
    locals: Vec<Decl>,
    names: HashMap<String, usize>,
    goals: Vec<Goal>,
    frames: Vec<Frame>,
    flows: BTreeMap<FuncId, (Rc<Flow>, Rc<Vec<u32>>)>,
    /// The copies of shared variables that atomic blocks work on.
    copies: BTreeMap<VarId, Decl>,
    /// What else is known at the present place.
    here: Here,
    /// The initializers are running: nobody else is there.
    initial: bool,
    /// What is asserted was shown elsewhere, so it is known.
    shown: bool,
    unrolled: bool,
    /// The loops that are marked, by the depth of their frame and their head.
    heads: Vec<(usize, u32)>,
}

impl<'a> Walker<'a> {
    fn new(context: &'a Context<'a>) -> Result<Self> {
        Ok(Self {
            context,
            out: Vec::new(),
            locals: Vec::new(),
            names: HashMap::new(),
            goals: Vec::new(),
            frames: Vec::new(),
            flows: BTreeMap::new(),
            copies: BTreeMap::new(),
            here: Here::default(),
            initial: false,
            shown: false,
            unrolled: false,
            heads: Vec::new(),
        })
    }

    fn initialize(&mut self, init: FuncId, shown: bool) -> Result<()> {
        (self.initial, self.shown) = (true, shown);
        self.call(init, &[], None, 0, Span::default())?;
        (self.initial, self.shown) = (false, false);
        Ok(())
    }

    /// The number of the thread that runs. The initializers are run by nobody.
    fn me(&self) -> Term {
        if self.initial { Term::int(-1) } else { self.context.me.tid.clone() }
    }

    fn finish(self) -> Abstraction {
        Abstraction { locals: self.locals, body: self.out, goals: self.goals, unrolled: self.unrolled }
    }

    fn frame(&self) -> &Frame {
        self.frames.last().expect("[commute internal bug] code runs in a frame")
    }

    fn frame_mut(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("[commute internal bug] code runs in a frame")
    }

    fn refuse<T>(&self, reason: impl Into<String>, span: Span) -> Result<T> {
        Err(Refusal::new(reason, span))
    }

    /// A variable of the abstraction, with a name that nothing else has.
    fn local(&mut self, name: &str, sort: Sort, range: Option<(i128, i128)>) -> Decl {
        let taken = |walker: &Self, name: &str| {
            walker.locals.iter().any(|d| &*d.name == name)
                || walker.context.store.vars.iter().any(|v| v.name == name)
                || walker.context.store.constants.iter().any(|d| &*d.name == name)
        };
        let mut unique = name.to_owned();
        let mut number = self.names.get(name).copied().unwrap_or(1);
        while taken(self, &unique) {
            number += 1;
            unique = format!("{name}#{number}");
        }
        self.names.insert(name.to_owned(), number);
        let decl = Decl { range, ..Decl::new(unique, sort) };
        self.locals.push(decl.clone());
        decl
    }

    /// The flow and the atomic depths of a function.
    fn flow(&mut self, func: FuncId) -> Result<(Rc<Flow>, Rc<Vec<u32>>)> {
        if let Some(known) = self.flows.get(&func) {
            return Ok(known.clone());
        }
        let code = &self.context.program.functions[func.index()];
        let depth = atomic_depth(code).expect("[commute internal bug] a valid program has atomic depths");
        let Some(flow) = Flow::new(code) else {
            return self.refuse("a loop that is entered in the middle", code.span);
        };
        let known = (Rc::new(flow), Rc::new(depth));
        self.flows.insert(func, known.clone());
        Ok(known)
    }

    fn reg(&self, reg: Reg) -> &Decl {
        &self.frame().regs[usize::from(reg.0)]
    }
}
