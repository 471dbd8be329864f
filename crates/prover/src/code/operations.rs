//! Visible instructions: when others run before them, reading and writing shared words, choices. Operations on objects are in
//! `objects.rs`.

use super::{Target, Walker};
use crate::fold;
use crate::refusal::Result;
use crate::store::{Part, Spot, VarId, in_bounds};
use commute_base::Span;
use commute_ir::{Instr, ObjOp, Operand, Pc, Place, Reg, Shape, StaticId};
use commute_logic::{Op, Sort, Stmt, Term};
use commute_mutants::mutant;

/// The greatest number of values that one `Choose` may have.
const MAX_CHOICES: i128 = 65_535;

/// Where a place is, or the constant that it is.
type Found = std::result::Result<Spot, Term>;

/// The owner of a lock where a step begins: at `first`, and `here` if the thread `may_wait` here.
#[mutant("prove-guards-are-taken-inside", vec![here])]
#[mutant("prove-who-waits-has-its-guard", vec![first])]
fn owners_where_steps_begin(first: Term, here: Term, may_wait: bool) -> Vec<Term> {
    if may_wait { vec![first, here] } else { vec![first] }
}

/// The bounds of a choice of any integer, which is what an action leaves open.
const ANY_INTEGER: (Operand, Operand) = (Operand::Int(i64::MAX), Operand::Int(i64::MIN));

/// Whether a choice is that of any integer. One with the bounds the other way round has too many values.
#[mutant("prove-everything-can-be-chosen", (lo, hi) == ANY_INTEGER || (hi, lo) == ANY_INTEGER)]
fn is_any_integer(lo: Operand, hi: Operand) -> bool {
    (lo, hi) == ANY_INTEGER
}

impl Walker<'_> {
    /// A visible instruction. Others may run before it, unless it is inside an atomic block.
    pub(super) fn visible(&mut self, instr: &Instr, pc: Pc) -> Result<()> {
        let span = self.frame_span(pc);
        let is_constant = matches!(instr, Instr::Load { place: Place::Global(g), .. } if self.context.store.is_constant(*g));
        let moves = !self.initial && self.moves(instr, pc)?;
        if self.depth(pc) == 0 && !is_constant && !moves {
            self.environment(span)?;
        }
        match instr {
            // A proof is about sequentially consistent executions, and says nothing of races.
            Instr::Load { plain: true, .. } | Instr::Store { plain: true, .. } => {
                self.refuse("`plain` memory: `commute check` finds out whether there is a data race", span)
            }
            Instr::Load { dst, place, .. } => {
                let value = match self.place(place, pc)? {
                    Ok(spot) => spot.read(&self.current(spot.var, pc)),
                    Err(constant) => constant,
                };
                self.set(*dst, &value, span);
                Ok(())
            }
            Instr::Store { place, src, .. } => {
                let Ok(spot) = self.place(place, pc)? else {
                    return self.refuse("a constant is written", span);
                };
                let old = self.current(spot.var, pc);
                let value = self.operand(*src, spot.read(&old).sort(), span)?;
                self.update(spot.var, spot.write(&old, &value), pc)
            }
            Instr::Cas { dst, place, expected, new } => self.cas(*dst, place, *expected, *new, pc),
            Instr::Choose { dst, lo, hi } => self.choose(*dst, *lo, *hi, pc),
            Instr::Yield => Ok(()),
            Instr::AtomicBegin => self.atomic_begin(pc),
            Instr::Invoke { dst, op, obj, arg } => self.invoke(*dst, *op, *obj, arg.as_ref(), pc),
            Instr::Spawn { .. } => self.refuse("threads that are started while the program runs", span),
            _ => self.refuse("an instruction that is not in the logic", span),
        }
    }

    /// Whether the instruction commutes with what others do before it; asserts what that rests on.
    fn moves(&mut self, instr: &Instr, pc: Pc) -> Result<bool> {
        let (place, object) = match instr {
            Instr::Load { place, .. } | Instr::Store { place, .. } | Instr::Cas { place, .. } => {
                (Some(place), None)
            }
            Instr::Invoke { op: ObjOp::Release, obj, .. } => {
                let (row, _) = self.object(*obj, self.frame_span(pc))?;
                return Ok(self.context.movers.release_moves(row));
            }
            Instr::Invoke { obj, .. } => (None, Some(*obj)),
            _ => return Ok(false),
        };
        let span = self.frame_span(pc);
        let (store, movers) = (self.context.store, self.context.movers);
        let row = match (place, object) {
            (Some(Place::Elem { arr, .. }), _) => Some(self.object(*arr, span)?.0),
            (None, Some(object)) => self.object(object, span).ok().map(|(row, _)| row),
            _ => None,
        };
        let vars: Vec<VarId> = match (place, row) {
            (Some(Place::Global(global)), _) => match store.global(self.context.program, *global, span)? {
                Ok(spot) => vec![spot.var],
                Err(_) => Vec::new(),
            },
            (_, Some(row)) => store.row_vars(row),
            _ => Vec::new(),
        };
        let guards =
            vars.iter().map(|v| movers.guard(*v)).chain([row.and_then(|row| movers.guard_of_row(row))]);
        let Some(lock) = guards.flatten().next() else { return Ok(false) };
        self.assert_guarded(lock, instr, pc)?;
        Ok(!vars.is_empty() && vars.iter().all(|v| movers.moves(*v)))
    }

    /// What is said of a variable: whoever accesses it holds the lock when the step begins, and while it waits in the middle
    /// of one, since that is where another begins. It is not enough to take the lock in the same atomic block.
    #[mutant("prove-guards-are-believed", Ok(()))]
    fn assert_guarded(&mut self, lock: StaticId, instr: &Instr, pc: Pc) -> Result<()> {
        let span = self.frame_span(pc);
        let store = self.context.store;
        let (row, index) = store.row_of(lock);
        let spot = store.part(row, &Term::int(index), Part::Owner, span)?;
        let (first, here) = (Term::var(store.now(spot.var)), self.current(spot.var, pc));
        let may_wait = matches!(instr, Instr::Invoke { op, .. } if super::effects::waits(*op));
        let owners = owners_where_steps_begin(first, here, may_wait);
        let held = owners.iter().map(|owner| fold::equal(&spot.read(owner), &self.me()));
        let held = fold::and(held.collect::<Vec<_>>());
        self.assert(Target::Fault("accessed without the lock that guards it"), held, span);
        Ok(())
    }

    fn atomic_begin(&mut self, pc: Pc) -> Result<()> {
        let span = self.frame_span(pc);
        if self.initial {
            return Ok(());
        }
        if self.depth(pc) == 0 {
            self.here.dirty.clear();
            self.begin_atomic(span);
            return Ok(());
        }
        match self.waits_inside(pc) {
            true => self.may_wait(pc),
            false => Ok(()),
        }
    }

    /// Whether the block that begins here goes back to its beginning to wait: for a guard, or as an action that says only
    /// what may come of it.
    fn waits_inside(&self, pc: Pc) -> bool {
        let frame = self.frame();
        let code = &self.context.program.functions[frame.func.index()].code;
        let outside = frame.depth[pc.0 as usize];
        let rest = code.iter().zip(frame.depth.iter()).skip(pc.0 as usize + 1);
        let mut block = rest.take_while(|(_, depth)| **depth > outside).map(|(instr, _)| instr);
        code.iter().any(|i| matches!(i, Instr::Block { retry, .. } if *retry == pc))
            || block.any(|i| matches!(i, Instr::Assume { .. }))
    }

    /// An atomic block waits in the middle: others see what it did so far, and run.
    fn cut(&mut self, span: Span) -> Result<()> {
        let block = self.here.atomic_at;
        self.end_atomic()?;
        self.environment(span)?;
        self.begin_atomic(block);
        Ok(())
    }

    /// The thread may have to wait here, for what is not known; inside an atomic block others see what it did, and run.
    pub(super) fn may_wait(&mut self, pc: Pc) -> Result<()> {
        let span = self.frame_span(pc);
        if self.initial || self.depth(pc) == 0 {
            return Ok(());
        }
        self.choice(
            span,
            vec![("goes on", Box::new(|_| Ok(()))), ("waits", Box::new(move |w: &mut Self| w.cut(span)))],
        )
    }

    /// Goes on only if this holds. An initializer must go on: nobody else would make it hold.
    pub(super) fn go_on_if(&mut self, ready: Term, span: Span) {
        if self.initial {
            self.assert(Target::Fault("the initializer does not go on"), ready.clone(), span);
        }
        self.assume(ready, span);
    }

    /// `assume`: where it is false the thread stops for ever. What an atomic block did until then is seen by others.
    pub(super) fn assume_or_stop(&mut self, cond: Term, pc: Pc) -> Result<()> {
        let span = self.frame_span(pc);
        if self.initial || self.depth(pc) == 0 || self.here.dirty.is_empty() {
            self.go_on_if(cond, span);
            return Ok(());
        }
        let stops = fold::not(&cond);
        let stop = move |w: &mut Self| {
            w.assume(stops, span);
            w.end_atomic()?;
            w.out.push(Stmt::assume(super::CUT, Term::bool(false)).at(span));
            Ok(())
        };
        let go_on = move |w: &mut Self| {
            w.assume(cond, span);
            Ok(())
        };
        self.choice(span, vec![("goes on", Box::new(go_on)), ("stops", Box::new(stop))])
    }

    /// Goes on only if this holds. Inside an atomic block the thread may have to wait for it, and others run then.
    pub(super) fn wait_for(&mut self, ready: impl Fn(&Self) -> Result<Term>, pc: Pc) -> Result<()> {
        let span = self.frame_span(pc);
        if self.depth(pc) > 0 && !self.initial {
            let waits = fold::not(&ready(self)?);
            let wait = move |w: &mut Self| {
                w.assume(waits, span);
                w.cut(span)
            };
            self.choice(span, vec![("goes on", Box::new(|_| Ok(()))), ("waits", Box::new(wait))])?;
        }
        let now = ready(self)?;
        self.go_on_if(now, span);
        Ok(())
    }

    fn place(&mut self, place: &Place, pc: Pc) -> Result<Found> {
        let span = self.frame_span(pc);
        let store = self.context.store;
        match *place {
            Place::Global(global) => store.global(self.context.program, global, span),
            Place::Field { obj, class, field } => {
                let object = self.operand(obj, &Sort::Ref, span)?;
                let present = fold::not(&fold::equal(&object, &Term::null()));
                self.assert(Target::Fault("null dereference"), present, span);
                Ok(Ok(store.field(self.context.program, class, field, &object, span)?))
            }
            Place::Slot { .. } => self.refuse("a word whose number is found when the program runs", span),
            Place::Elem { arr, index } => {
                let (row, at) = self.object(arr, span)?;
                let index = self.operand(index, &Sort::Int, span)?;
                let size = match store.rows[row].shape {
                    Shape::Seq(_) => self.read(row, &at, Part::Begin, pc)?,
                    _ => self.context.predicates.length(row)?,
                };
                self.assert(Target::Fault("index out of bounds"), in_bounds(&index, &size), span);
                Ok(Ok(store.part(row, &at, Part::Elements, span)?.at(&index)))
            }
        }
    }

    /// The present value of a part of an object.
    pub(super) fn read(&self, row: usize, index: &Term, part: Part, pc: Pc) -> Result<Term> {
        let spot = self.context.store.part(row, index, part, self.frame_span(pc))?;
        Ok(spot.read(&self.current(spot.var, pc)))
    }

    /// Gives several shared variables new values in one step.
    pub(super) fn update_all(&mut self, changes: Vec<(VarId, Term)>, pc: Pc) -> Result<()> {
        if self.initial || self.depth(pc) > 0 {
            return changes.into_iter().try_for_each(|(var, new)| self.update(var, new, pc));
        }
        self.own_step(changes, self.frame_span(pc))
    }

    fn cas(&mut self, dst: Reg, place: &Place, expected: Operand, new: Operand, pc: Pc) -> Result<()> {
        let span = self.frame_span(pc);
        let Ok(spot) = self.place(place, pc)? else {
            return self.refuse("a constant is written", span);
        };
        let whole = self.current(spot.var, pc);
        let old = spot.read(&whole);
        let expected = self.operand(expected, old.sort(), span)?;
        let new = self.operand(new, old.sort(), span)?;
        let equal = fold::equal(&old, &expected);
        let differs = fold::not(&equal);
        self.choice(
            span,
            vec![
                (
                    "succeeds",
                    Box::new(move |w: &mut Self| {
                        w.assume(equal, span);
                        w.update(spot.var, spot.write(&whole, &new), pc)?;
                        w.set(dst, &Term::bool(true), span);
                        Ok(())
                    }),
                ),
                (
                    "fails",
                    Box::new(move |w: &mut Self| {
                        w.assume(differs, span);
                        w.set(dst, &Term::bool(false), span);
                        Ok(())
                    }),
                ),
            ],
        )
    }

    fn choose(&mut self, dst: Reg, lo: Operand, hi: Operand, pc: Pc) -> Result<()> {
        let span = self.frame_span(pc);
        let any = self.local("_any", Sort::Int, None);
        if is_any_integer(lo, hi) {
            self.out.push(Stmt::havoc([any.var()]).at(span));
            self.set(dst, &any.term(), span);
            return Ok(());
        }
        let (first, end) = (self.operand(lo, &Sort::Int, span)?, self.operand(hi, &Sort::Int, span)?);
        let size = fold::arithmetic(Op::Sub, &end, &first);
        // Bounds that are computed are taken as near enough to each other, which the verdict says.
        if fold::number(&size).is_some_and(|size| size > MAX_CHOICES) {
            self.assert(Target::Fault("value out of range"), Term::bool(false), span);
        }
        if self.initial {
            // An initializer that comes to a choice does not go on.
            self.go_on_if(fold::equal(&size, &Term::int(1)), span);
        }
        // From nothing nothing can be chosen: the thread waits for ever.
        self.wait_for(|_| Ok(fold::arithmetic(Op::Lt, &first, &end)), pc)?;
        self.out.push(Stmt::havoc([any.var()]).at(span));
        self.assume(fold::within(&any.term(), &first, &end), span);
        self.set(dst, &any.term(), span);
        Ok(())
    }
}
