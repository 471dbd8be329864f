//! Classes whose methods are one operation each, and code in which they are one step.
//!
//! # Source
//! Sto00 section 10: an intercepted invocation of a method is one operation. Lipton 1975 for why nothing is lost.
//!
//! # Idea
//! A method enters the monitor of its instance, accesses nothing but the instance and what only that can reach, and leaves the
//! monitor. If whoever accesses these words holds that monitor, then all that happens in between commutes with what other threads do,
//! and leaving the monitor is a left mover. So everything from entering to leaving can be one step: an atomic block.
//!
//! # Notation
//! The instance: register 0 of a method. The region: where a method holds its monitor ([`Held`]). What only the instance can reach:
//! the arrays and objects in its *owned* fields ([`Owned`]).
//!
//! # Premises
//! - The class asks for it (`by_method`, `by_class`) and meets what Sto00 requires ([`super::grains`]).
//! - Every access to a field of the class, and every access to what an owned field refers to, is in the region of the same
//!   instance, or the instance is new: nobody else has seen it.
//! - In the region there is nothing that others could see or take part in ([`Region`]): no lock, no choice, no global, no other object.
//! - No property and no exclusive access predicate looks at fields, owners of locks or places of control: it would see states inside
//!   the block that are left out.
//! - Whoever loops in the region for ever does so in each execution that comes there: nobody else can end it.
//!
//! # Deviations
//! - D1: entering the monitor stays a step of its own, so that whoever asks which locks a thread holds when a step begins
//!   (`guarded_by`, disciplines, what protects a variable) gets the answer that it had. Runs of one thread make it part of the block again.
//! - D2: conservative, by control flow that ignores values; a reference that is owned is in no register for anything else.

mod fresh;
mod held;
mod owned;
mod region;
mod rewrite;

use super::{CallGraph, Unmet, grains};
use crate::{
    Annotation, ClassId, ExprKind, FuncId, Function, Instr, Ltl, Operand, Place, Program, PropertyKind, Reg,
};
use fixedbitset::FixedBitSet;
pub(super) use fresh::Fresh;
use held::Held;
use owned::Owned;
use region::Region;
pub(super) use region::is_of_data;

/// The instance of a method.
const THIS: Operand = Operand::Reg(Reg(0));

/// Whether the methods of each class that asks for it are one operation each, and if not, why.
pub fn operations(program: &Program) -> Vec<(ClassId, Result<(), Unmet>)> {
    judged(program).into_iter().map(|(class, found)| (class, found.map(drop))).collect()
}

/// Makes each such method one step after it has entered the monitor.
pub fn make_operations(program: &mut Program) {
    for (_, methods) in judged(program) {
        methods.into_iter().flatten().for_each(|(f, held)| rewrite::make_atomic(program, f, &held));
    }
}

/// The functions that enter the monitor, each with how often it holds it at each instruction.
type Methods = Vec<(FuncId, Vec<Option<u32>>)>;

fn judged(program: &Program) -> Vec<(ClassId, Result<Methods, Unmet>)> {
    let asks = |class: &ClassId| {
        let annotations = &program.classes[class.index()].annotations;
        annotations.iter().any(|a| matches!(a, Annotation::ByMethod | Annotation::ByClass))
    };
    let classes: Vec<ClassId> = (0..program.classes.len()).map(ClassId::new).filter(asks).collect();
    if classes.is_empty() {
        return Vec::new();
    }
    let calls = Calls::new(program);
    let unmet = grains(program).1;
    let judge = |class: ClassId| match unmet.iter().find(|unmet| unmet.class == class) {
        Some(unmet) => Err(unmet.clone()),
        None => judge(program, &calls, class),
    };
    classes.into_iter().map(|class| (class, judge(class))).collect()
}

fn judge(program: &Program, calls: &Calls, class: ClassId) -> Result<Methods, Unmet> {
    if let Some(property) = program.properties.iter().find(|property| looks_inside(&property.kind)) {
        let what = format!("the property `{}` may look at what it is in between", property.name);
        return Err(Unmet { span: property.span, class, what });
    }
    let mut predicates = program.annotations().filter_map(|annotation| match annotation {
        Annotation::ExclusiveWhen(predicate) => Some(predicate),
        _ => None,
    });
    if predicates.any(looks_at_objects) {
        let what = "who has access to a variable may depend on what it is in between".to_owned();
        return Err(Unmet { span: program.classes[class.index()].span, class, what });
    }
    let refuse = |(f, at): (usize, usize), what: String| Unmet { span: span_of(program, f, at), class, what };
    let fresh = Fresh::new(program, calls);
    let held = Held::new(program, calls, class).map_err(|(here, what)| refuse(here, what))?;
    let owned = Owned::new(program, &fresh, class);
    let region = Region { program, calls, class, fresh: &fresh, held: &held, owned: &owned };
    region.check().map_err(|(here, what)| refuse(here, what))?;
    Ok(held.entering(program).collect())
}

/// The first place that has a source, from here on back.
fn span_of(program: &Program, f: usize, at: usize) -> commute_base::Span {
    let function = &program.functions[f];
    let known = function.spans[..=at].iter().rev().find(|span| !span.is_none());
    known.copied().unwrap_or(function.span)
}

/// Whether a property may be true of states inside a method and false of those around it, or the other way round.
fn looks_inside(kind: &PropertyKind) -> bool {
    match kind {
        PropertyKind::Invariant(predicate) => looks_at_objects(predicate),
        PropertyKind::Ltl(formula) => {
            let mut looks = counts_steps(formula);
            formula.for_each_atom(&mut |atom| looks |= looks_at_objects(atom));
            looks
        }
        _ => false,
    }
}

/// Whether a predicate is about more than global variables.
fn looks_at_objects(predicate: &crate::Expr) -> bool {
    use ExprKind::{At, Contains, Len, Owner, Static, Word};
    let mut looks = false;
    predicate.for_each_part(&mut |part| {
        let inside =
            matches!(part.kind, Word { .. } | Len { .. } | Contains { .. } | Owner { .. } | At { .. });
        looks |= inside || matches!(part.kind, Static { .. });
    });
    looks
}

/// Whether a formula can tell how many steps there are.
fn counts_steps(formula: &Ltl) -> bool {
    match formula {
        Ltl::Next(_) => true,
        Ltl::Atom(_) => false,
        Ltl::Not(a) | Ltl::Always(a) | Ltl::Eventually(a) => counts_steps(a),
        Ltl::And(a, b) | Ltl::Or(a, b) | Ltl::Implies(a, b) | Ltl::Until(a, b) | Ltl::Release(a, b) => {
            counts_steps(a) || counts_steps(b)
        }
    }
}

/// A place in the program where a function may be called, with its first argument.
struct Site {
    caller: usize,
    at: usize,
    first: Option<Operand>,
}

/// Who calls each function.
pub(super) struct Calls {
    pub(super) graph: CallGraph,
    /// For each function.
    sites: Vec<Vec<Site>>,
    /// Threads begin with it, or the program does.
    begins: FixedBitSet,
}

impl Calls {
    pub(super) fn new(program: &Program) -> Self {
        let graph = CallGraph::new(program);
        let count = program.functions.len();
        let mut sites: Vec<Vec<Site>> = (0..count).map(|_| Vec::new()).collect();
        let mut begins = FixedBitSet::with_capacity(count);
        program.threads.iter().map(|t| t.func).chain(program.init).for_each(|f| begins.insert(f.index()));
        for (caller, function) in program.functions.iter().enumerate() {
            graph.spawned(FuncId::new(caller)).iter().for_each(|f| begins.insert(f.index()));
            for (at, instr) in function.code.iter().enumerate() {
                let first = first_argument(instr);
                for f in callees(&graph, instr).filter(|f| f.index() < count) {
                    sites[f.index()].push(Site { caller, at, first });
                }
            }
        }
        Self { graph, sites, begins }
    }

    /// The functions for which something is true wherever they are called, if it is true for those of `of` only.
    fn wherever_called(&self, of: FixedBitSet, is_so: impl Fn(&FixedBitSet, &Site) -> bool) -> FixedBitSet {
        let mut so = of;
        so.difference_with(&self.begins);
        loop {
            let wrong = so
                .ones()
                .find(|&f| self.sites[f].is_empty() || !self.sites[f].iter().all(|site| is_so(&so, site)));
            match wrong {
                Some(f) => so.set(f, false),
                None => return so,
            }
        }
    }
}

/// What an instruction may call.
fn callees<'a>(graph: &'a CallGraph, instr: &Instr) -> impl Iterator<Item = FuncId> + 'a {
    let (one, several) = match instr {
        Instr::Call { func, .. } => (Some(*func), [].as_slice()),
        Instr::CallVirtual { selector, .. } => (None, graph.methods(*selector)),
        _ => (None, [].as_slice()),
    };
    one.into_iter().chain(several.iter().copied())
}

fn first_argument(instr: &Instr) -> Option<Operand> {
    match instr {
        Instr::Call { args, .. } | Instr::CallVirtual { args, .. } => args.first().copied(),
        _ => None,
    }
}

/// The shared word that an instruction accesses.
pub(super) fn place(instr: &Instr) -> Option<Place> {
    match instr {
        Instr::Load { place, .. } | Instr::Store { place, .. } | Instr::Cas { place, .. } => Some(*place),
        _ => None,
    }
}

/// The object that a place is a part of.
fn object_of(place: Place) -> Option<Operand> {
    match place {
        Place::Global(_) => None,
        Place::Field { obj, .. } | Place::Slot { obj, .. } => Some(obj),
        Place::Elem { arr, .. } => Some(arr),
    }
}

/// How often an instruction reads an operand.
fn mentions(instr: &Instr, operand: Operand) -> usize {
    let mut count = 0;
    instr.operands(|other| count += usize::from(other == operand));
    count
}

/// Whether nothing is ever written to register 0.
fn keeps_this(function: &Function) -> bool {
    let writes = |instr: &Instr| instr.dst() == Some(Reg(0));
    function.params > 0
        && !function.code.iter().any(writes)
        && !function.handlers.iter().any(|handler| handler.dst == Reg(0))
}
