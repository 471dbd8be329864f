//! Operations on objects: locks, semaphores, channels, sets, sequences, and waiting for other threads.

use super::{Target, Walker};
use crate::fold;
use crate::refusal::Result;
use crate::store::Part;
use commute_base::Span;
use commute_ir::{ObjOp, Operand, Pc, Reg, Shape};
use commute_logic::{Op, Sort, Stmt, Term};
use commute_mutants::mutant;

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

impl Walker<'_> {
    /// The thread waits for others to come or to end, and learns nothing about what they did.
    #[mutant("prove-joins-do-not-wait", Ok(()))]
    fn wait_for_others(&mut self, pc: Pc) -> Result<()> {
        self.may_wait(pc)
    }

    pub(super) fn invoke(
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

    /// Gives a part of an object a new value.
    fn write(&mut self, call: &Call, changes: Vec<(Part, Term)>) -> Result<()> {
        let mut all = Vec::new();
        for (part, value) in changes {
            let spot = self.context.store.part(call.row, &call.index, part, call.span)?;
            all.push((spot.var, spot.write(&self.current(spot.var, call.pc), &value)));
        }
        self.update_all(all, call.pc)
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
        let base = self.context.store.rows[call.row].base;
        let capacity =
            self.operand(self.context.program.statics[base.index()].data[0], &Sort::Int, call.span)?;
        match call.op {
            ObjOp::Send => {
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
            ObjOp::Room => {
                let room = fold::arithmetic(Op::Sub, &capacity, &length(self)?);
                self.result(call, &room);
                Ok(())
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
