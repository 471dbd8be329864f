//! Visible instructions: reading and writing shared words, and operations on objects.

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

/// An operation on an object, with what it is about.
struct Call<'i> {
    dst: Option<Reg>,
    op: ObjOp,
    row: usize,
    index: Term,
    arg: Option<&'i Operand>,
    pc: Pc,
    span: Span,
}

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
    fn may_wait(&mut self, pc: Pc) -> Result<()> {
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
    fn wait_for(&mut self, ready: impl Fn(&Self) -> Result<Term>, pc: Pc) -> Result<()> {
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
    fn read(&self, row: usize, index: &Term, part: Part, pc: Pc) -> Result<Term> {
        let spot = self.context.store.part(row, index, part, self.frame_span(pc))?;
        Ok(spot.read(&self.current(spot.var, pc)))
    }

    /// Gives a part of an object a new value.
    fn write(&mut self, call: &Call, changes: Vec<(Part, Term)>) -> Result<()> {
        let mut all = Vec::new();
        for (part, value) in changes {
            let spot = self.context.store.part(call.row, &call.index, part, call.span)?;
            all.push((spot.var, spot.write(&self.current(spot.var, call.pc), &value)));
        }
        self.update_all(all, call.pc)
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

    /// The thread waits for others to come or to end, and learns nothing about what they did.
    #[mutant("prove-joins-do-not-wait", Ok(()))]
    fn wait_for_others(&mut self, pc: Pc) -> Result<()> {
        self.may_wait(pc)
    }

    fn invoke(
        &mut self,
        dst: Option<Reg>,
        op: ObjOp,
        obj: Operand,
        arg: Option<&Operand>,
        pc: Pc,
    ) -> Result<()> {
        let span = self.frame_span(pc);
        match op {
            ObjOp::Arrive if self.initial => {
                return self.refuse("an initializer that waits for others", span);
            }
            ObjOp::Arrive | ObjOp::Join => return self.wait_for_others(pc),
            ObjOp::IsAlive => {
                dst.into_iter().for_each(|dst| self.forget(dst, span));
                return Ok(());
            }
            ObjOp::MonitorEnter
            | ObjOp::MonitorTryEnter
            | ObjOp::MonitorExit
            | ObjOp::Wait
            | ObjOp::WaitTimed => {
                return self.refuse("monitors of objects are not in the logic; use a `lock`", span);
            }
            ObjOp::Notify | ObjOp::NotifyAll | ObjOp::Interrupt => {
                return self.refuse("waking other threads is not in the logic", span);
            }
            _ => {}
        }
        let (row, index) = self.object(obj, span)?;
        if self.initial && matches!(self.context.store.rows[row].shape, Shape::Lock | Shape::RwLock) {
            return self.refuse("a lock that an initializer takes or gives back", span);
        }
        let call = Call { dst, op, row, index, arg, pc, span };
        match self.context.store.rows[row].shape {
            Shape::Lock => self.lock(&call),
            Shape::RwLock => self.read_write_lock(&call),
            Shape::Semaphore => self.semaphore(&call),
            Shape::Channel(_) => self.channel(&call),
            Shape::Set(_) => self.set_operation(&call),
            Shape::Seq(_) => self.sequence(&call),
            Shape::Array(_) => {
                let len = self.context.predicates.length(row)?;
                self.result(&call, &len);
                Ok(())
            }
            _ => self.refuse("an operation that is not in the logic", span),
        }
    }

    fn result(&mut self, call: &Call, value: &Term) {
        if let Some(dst) = call.dst {
            self.set(dst, value, call.span);
        }
    }

    fn part(&self, call: &Call, part: Part) -> Result<Term> {
        self.read(call.row, &call.index, part, call.pc)
    }

    fn argument(&self, call: &Call, sort: &Sort) -> Result<Term> {
        match call.arg {
            Some(op) => self.operand(*op, sort, call.span),
            None => self.refuse("an operation without its argument", call.span),
        }
    }

    /// `TryAcquire`, `TryDown`: takes it if it is there, and says whether.
    fn attempt(&mut self, call: &Call, ready: Term, taken: (Part, Term)) -> Result<()> {
        let missing = fold::not(&ready);
        self.choice(
            call.span,
            vec![
                (
                    "succeeds",
                    Box::new(move |w: &mut Self| {
                        w.assume(ready, call.span);
                        w.write(call, vec![taken])?;
                        w.result(call, &Term::bool(true));
                        Ok(())
                    }),
                ),
                (
                    "fails",
                    Box::new(move |w: &mut Self| {
                        w.assume(missing, call.span);
                        w.result(call, &Term::bool(false));
                        Ok(())
                    }),
                ),
            ],
        )
    }

    fn lock(&mut self, call: &Call) -> Result<()> {
        let nobody = Term::int(-1);
        match call.op {
            ObjOp::Acquire => {
                self.wait_for(|w| Ok(fold::equal(&w.part(call, Part::Owner)?, &nobody)), call.pc)?;
                self.write(call, vec![(Part::Owner, self.me())])
            }
            ObjOp::TryAcquire => {
                let free = fold::equal(&self.part(call, Part::Owner)?, &nobody);
                self.attempt(call, free, (Part::Owner, self.me()))
            }
            _ => {
                let mine = fold::equal(&self.part(call, Part::Owner)?, &self.me());
                self.assert(Target::Fault("the lock is not held by this thread"), mine, call.span);
                self.write(call, vec![(Part::Owner, nobody)])
            }
        }
    }

    fn read_write_lock(&mut self, call: &Call) -> Result<()> {
        let nobody = Term::int(-1);
        let me = self.me();
        let no_writer = |w: &Self| Ok(fold::equal(&w.part(call, Part::Owner)?, &nobody));
        let count = |w: &Self, by: i128| {
            let readers = w.part(call, Part::Readers)?;
            let mine = fold::arithmetic(Op::Add, &readers.select(&me), &Term::int(by));
            Ok(vec![(Part::Readers, readers.store(&me, &mine))])
        };
        match call.op {
            ObjOp::AcquireRead => {
                self.wait_for(no_writer, call.pc)?;
                let changes = count(self, 1)?;
                self.write(call, changes)
            }
            ObjOp::AcquireWrite => {
                let ready = |w: &Self| {
                    let readers = w.part(call, Part::Readers)?;
                    let none = Term::constant(readers.sort().clone(), &Term::int(0));
                    Ok(fold::and([no_writer(w)?, fold::equal(&readers, &none)]))
                };
                self.wait_for(ready, call.pc)?;
                self.write(call, vec![(Part::Owner, me.clone())])
            }
            ObjOp::ReleaseRead => {
                let held = self.part(call, Part::Readers)?.select(&me);
                let holds = fold::arithmetic(Op::Gt, &held, &Term::int(0));
                self.assert(Target::Fault("the lock is not held by this thread"), holds, call.span);
                let changes = count(self, -1)?;
                self.write(call, changes)
            }
            _ => {
                let mine = fold::equal(&self.part(call, Part::Owner)?, &me);
                self.assert(Target::Fault("the lock is not held by this thread"), mine, call.span);
                self.write(call, vec![(Part::Owner, nobody.clone())])
            }
        }
    }

    fn semaphore(&mut self, call: &Call) -> Result<()> {
        let changed = |w: &Self, by: i128| {
            Ok((Part::Value, fold::arithmetic(Op::Add, &w.part(call, Part::Value)?, &Term::int(by))))
        };
        let positive = |w: &Self| Ok(fold::arithmetic(Op::Gt, &w.part(call, Part::Value)?, &Term::int(0)));
        match call.op {
            ObjOp::Down => {
                self.wait_for(positive, call.pc)?;
                let change = changed(self, -1)?;
                self.write(call, vec![change])
            }
            ObjOp::TryDown => {
                let (ready, change) = (positive(self)?, changed(self, -1)?);
                self.attempt(call, ready, change)
            }
            _ => {
                let change = changed(self, 1)?;
                self.write(call, vec![change])
            }
        }
    }

    fn channel(&mut self, call: &Call) -> Result<()> {
        let length =
            |w: &Self| Ok(fold::arithmetic(Op::Sub, &w.part(call, Part::End)?, &w.part(call, Part::Begin)?));
        let next = |t: &Term| fold::arithmetic(Op::Add, t, &Term::int(1));
        match call.op {
            ObjOp::Send => {
                let base = self.context.store.rows[call.row].base;
                let capacity =
                    self.operand(self.context.program.statics[base.index()].data[0], &Sort::Int, call.span)?;
                self.wait_for(|w| Ok(fold::arithmetic(Op::Lt, &length(w)?, &capacity)), call.pc)?;
                let (elements, end) = (self.part(call, Part::Elements)?, self.part(call, Part::End)?);
                let sort = elements.select(&end).sort().clone();
                let value = self.argument(call, &sort)?;
                self.write(
                    call,
                    vec![(Part::Elements, elements.store(&end, &value)), (Part::End, next(&end))],
                )
            }
            ObjOp::Receive => {
                self.wait_for(|w| Ok(fold::arithmetic(Op::Gt, &length(w)?, &Term::int(0))), call.pc)?;
                let begin = self.part(call, Part::Begin)?;
                let value = self.part(call, Part::Elements)?.select(&begin);
                self.result(call, &value);
                self.write(call, vec![(Part::Begin, next(&begin))])
            }
            _ => {
                let length = length(self)?;
                self.result(call, &length);
                Ok(())
            }
        }
    }

    fn set_operation(&mut self, call: &Call) -> Result<()> {
        let members = self.part(call, Part::Members)?;
        let (sort, _) = members.sort().as_array().expect("[commute internal bug] a set is a map");
        let empty = Term::empty_set(sort.clone());
        match call.op {
            ObjOp::Len => {
                let Some(dst) = call.dst else { return Ok(()) };
                let size = self.local("_size", Sort::Int, Some((0, i128::MAX)));
                self.out.push(Stmt::havoc([size.var()]).at(call.span));
                let none = fold::equal(&size.term(), &Term::int(0));
                self.assume(fold::equal(&none, &fold::equal(&members, &empty)), call.span);
                self.set(dst, &size.term(), call.span);
                Ok(())
            }
            ObjOp::Clear => self.write(call, vec![(Part::Members, empty)]),
            ObjOp::Contains => {
                let elem = self.argument(call, sort)?;
                self.result(call, &members.contains(&elem));
                Ok(())
            }
            ObjOp::Add | ObjOp::Remove => {
                let elem = self.argument(call, sort)?;
                let there = members.contains(&elem);
                let (new, result) = match call.op {
                    ObjOp::Add => (members.insert(&elem), fold::not(&there)),
                    _ => (members.remove(&elem), there),
                };
                // The result is about the set before the operation, so it is kept first.
                let changed = self.local("_changed", Sort::Bool, None);
                self.out.push(Stmt::assign(changed.var(), result).at(call.span));
                self.write(call, vec![(Part::Members, new)])?;
                self.result(call, &changed.term());
                Ok(())
            }
            _ => self.refuse("the order of the elements of a set is not in the logic", call.span),
        }
    }

    fn sequence(&mut self, call: &Call) -> Result<()> {
        let (elements, length) = (self.part(call, Part::Elements)?, self.part(call, Part::Begin)?);
        match call.op {
            ObjOp::Len => {
                self.result(call, &length);
                Ok(())
            }
            ObjOp::Clear => self.write(call, vec![(Part::Begin, Term::int(0))]),
            ObjOp::Push => {
                let value = self.argument(call, elements.select(&length).sort())?;
                let longer = fold::arithmetic(Op::Add, &length, &Term::int(1));
                self.write(
                    call,
                    vec![(Part::Elements, elements.store(&length, &value)), (Part::Begin, longer)],
                )
            }
            _ => {
                let some = fold::arithmetic(Op::Gt, &length, &Term::int(0));
                self.assert(Target::Fault("index out of bounds"), some, call.span);
                let shorter = fold::arithmetic(Op::Sub, &length, &Term::int(1));
                self.result(call, &elements.select(&shorter));
                self.write(call, vec![(Part::Begin, shorter)])
            }
        }
    }
}
