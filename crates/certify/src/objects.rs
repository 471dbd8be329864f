//! Operations on objects.

use crate::discipline::{Touch, TouchedCell};
use crate::enabled::{me, thread_of};
use crate::execute::Done;
use crate::interpreter::Interpreter;
use crate::state::{Object, Status, Value};
use crate::unwind::Raised;
use commute_ir::{FaultKind, ObjOp, Operand, Program, Reg};

/// What an operation gives, if it gives something.
type Given = Result<Option<Value>, Raised>;

/// What an operation on the data of an object touches; locks and monitors have nothing to do with it.
pub fn touch_by(op: ObjOp, number: u32) -> Option<Touch> {
    use ObjOp::*;
    let lock = matches!(op, Acquire | TryAcquire | Release | AcquireRead | ReleaseRead)
        || matches!(op, AcquireWrite | ReleaseWrite | MonitorEnter | MonitorTryEnter | MonitorExit)
        || matches!(op, Wait | WaitTimed | Notify | NotifyAll);
    let writes = !matches!(op, Len | Room | Contains | Nth | IsAlive);
    (!lock).then_some(Touch { cell: TouchedCell::Object(number, None), writes })
}

impl Interpreter<'_> {
    /// `Invoke`: `t` stands at it and it is not blocked.
    pub(crate) fn invoke(
        &mut self,
        t: usize,
        op: ObjOp,
        obj: Operand,
        arg: Option<Operand>,
        dst: Option<Reg>,
        choice: u16,
    ) -> Done {
        let number = self.value(t, obj).object().ok_or(FaultKind::NullDereference)?;
        if !self.code.program.allows(self.state.object(number).shape, op) {
            return Err(FaultKind::BadCast.into());
        }
        let arg = arg.map_or(Value::Num(0), |a| self.value(t, a));
        self.touched.extend(touch_by(op, number));
        self.operated_on.push(number);
        let before = self.object_text(number);
        let woken =
            if op == ObjOp::Notify { self.chosen_waiter(number, choice) } else { self.waiters(number) };
        let result = match op {
            ObjOp::MonitorEnter | ObjOp::MonitorTryEnter | ObjOp::MonitorExit => self.monitor(t, op, number),
            ObjOp::Wait | ObjOp::WaitTimed => self.wait(t, number),
            ObjOp::Notify | ObjOp::NotifyAll => self.notify(t, number, &woken),
            op if op.is_of_threads() => self.thread_operation(t, op, number),
            ObjOp::Arrive => self.arrive(t, number),
            _ => data_operation(self.state.object_mut(number), op, t, arg),
        };
        self.note_invoke(t, op, number, arg, before, &result, &woken);
        // A thread that has begun to wait or has arrived stays where it is until it may go on.
        if let (Some(dst), Some(value)) = (dst, result?) {
            self.set(t, dst, value);
        }
        if self.running(t) {
            self.next(t);
        }
        Ok(())
    }

    fn monitor(&mut self, t: usize, op: ObjOp, number: u32) -> Given {
        let object = self.state.object_mut(number);
        if op == ObjOp::MonitorTryEnter {
            let enters = object.holder.is_none_or(|holder| holder == t);
            if enters {
                object.holder = Some(t);
                object.count += 1;
            }
            return Ok(Some(Value::of_bool(enters)));
        }
        if op == ObjOp::MonitorEnter {
            object.holder = Some(t);
            object.count += 1;
            return Ok(None);
        }
        if object.holder != Some(t) {
            return Err(FaultKind::MonitorMisuse.into());
        }
        object.count -= 1;
        if object.count == 0 {
            object.holder = None;
        }
        Ok(None)
    }

    /// `Wait` and `WaitTimed`, which is in the middle of it by the thread's status.
    fn wait(&mut self, t: usize, number: u32) -> Given {
        match self.state.threads[t].status {
            Status::Waiting(count) => Ok(Some(self.enter_again(t, number, count, 0))),
            Status::Notified(count) => Ok(Some(self.enter_again(t, number, count, 1))),
            Status::Woken(count) => {
                self.enter_again(t, number, count, 0);
                Err(FaultKind::Interrupted.into())
            }
            _ => self.begin_to_wait(t, number),
        }
    }

    fn begin_to_wait(&mut self, t: usize, number: u32) -> Given {
        if self.state.object(number).holder != Some(t) {
            return Err(FaultKind::MonitorMisuse.into());
        }
        if std::mem::take(&mut self.state.threads[t].interrupted) {
            return Err(FaultKind::Interrupted.into());
        }
        let object = self.state.object_mut(number);
        object.holder = None;
        let count = std::mem::take(&mut object.count);
        self.state.threads[t].status = Status::Waiting(count);
        Ok(None)
    }

    fn enter_again(&mut self, t: usize, number: u32, count: u64, result: i64) -> Value {
        let object = self.state.object_mut(number);
        object.holder = Some(t);
        object.count = count;
        self.state.threads[t].status = Status::Running;
        Value::Num(result)
    }

    fn chosen_waiter(&self, number: u32, choice: u16) -> Vec<usize> {
        self.waiters(number).get(choice as usize).copied().into_iter().collect()
    }

    fn notify(&mut self, t: usize, number: u32, woken: &[usize]) -> Given {
        if self.state.object(number).holder != Some(t) {
            return Err(FaultKind::MonitorMisuse.into());
        }
        for &other in woken {
            if let Status::Waiting(count) = self.state.threads[other].status {
                self.state.threads[other].status = Status::Notified(count);
            }
        }
        Ok(None)
    }

    fn thread_operation(&mut self, t: usize, op: ObjOp, number: u32) -> Given {
        let target = self.state.object(number).data.first().and_then(|&word| thread_of(word));
        match (op, target) {
            (ObjOp::IsAlive, _) => return Ok(Some(Value::of_bool(target.is_some()))),
            (ObjOp::IsInterrupted, _) => {
                let is = target.is_some_and(|other| self.state.threads[other].interrupted);
                return Ok(Some(Value::of_bool(is)));
            }
            (ObjOp::TakeInterrupt, _) => {
                let was = std::mem::take(&mut self.state.threads[t].interrupted);
                return Ok(Some(Value::of_bool(was)));
            }
            (ObjOp::Interrupt, Some(other)) => {
                let thread = &mut self.state.threads[other];
                match thread.status {
                    Status::Waiting(count) => thread.status = Status::Woken(count),
                    _ => thread.interrupted = true,
                }
            }
            (ObjOp::Join, _) if std::mem::take(&mut self.state.threads[t].interrupted) => {
                return Err(FaultKind::Interrupted.into());
            }
            _ => {}
        }
        Ok(None)
    }

    fn arrive(&mut self, t: usize, number: u32) -> Given {
        if self.state.threads[t].status == Status::Released {
            self.state.threads[t].status = Status::Running;
            return Ok(None);
        }
        let data = &mut self.state.object_mut(number).data;
        let (parties, arrived) = (data[0].word(), data[1].word() + 1);
        if arrived < parties {
            data[1] = Value::Num(arrived);
            self.state.threads[t].status = Status::Arrived;
            return Ok(None);
        }
        data[1] = Value::Num(0);
        for other in 0..self.threads() {
            if self.state.threads[other].status == Status::Arrived && self.invoked(other) == Some(number) {
                self.state.threads[other].status = Status::Released;
            }
        }
        Ok(None)
    }
}

/// The operations that need nothing but the data of the object.
fn data_operation(object: &mut Object, op: ObjOp, t: usize, arg: Value) -> Given {
    let data = &mut object.data;
    match op {
        ObjOp::Acquire | ObjOp::TryAcquire | ObjOp::Release => lock_operation(data, op, t),
        ObjOp::AcquireRead | ObjOp::ReleaseRead | ObjOp::AcquireWrite | ObjOp::ReleaseWrite => {
            read_write_operation(data, op, t)
        }
        ObjOp::Down | ObjOp::TryDown | ObjOp::Up => Ok(semaphore_operation(data, op)),
        ObjOp::Send | ObjOp::Push => {
            insert(data, data.len(), arg)?;
            Ok(None)
        }
        // The first word of a channel is its capacity.
        ObjOp::Receive => Ok(Some(data.remove(1))),
        ObjOp::Pop => Ok(Some(data.pop().ok_or(FaultKind::OutOfBounds)?)),
        ObjOp::Add | ObjOp::Remove | ObjOp::Contains => set_operation(data, op, arg),
        ObjOp::Nth => {
            let index = usize::try_from(arg.word()).ok();
            Ok(Some(index.and_then(|i| data.get(i).copied()).ok_or(FaultKind::OutOfBounds)?))
        }
        ObjOp::Clear => {
            data.clear();
            Ok(None)
        }
        ObjOp::Len => Ok(Some(Value::Num(length(object)))),
        ObjOp::Room => Ok(Some(Value::Num(data[0].word() - (data.len() as i64 - 1)))),
        _ => panic!("[commute internal bug] {op:?} is not an operation on data alone"),
    }
}

/// The number of elements, or of messages.
pub fn length(object: &Object) -> i64 {
    let channel = matches!(object.shape, commute_ir::Shape::Channel(_));
    object.data.len() as i64 - i64::from(channel)
}

fn lock_operation(data: &mut [Value], op: ObjOp, t: usize) -> Given {
    let free = data[0].word() == 0;
    match op {
        ObjOp::Release if data[0] != me(t) => return Err(FaultKind::MonitorMisuse.into()),
        ObjOp::Release => data[0] = Value::Num(0),
        ObjOp::TryAcquire if !free => {}
        _ => data[0] = me(t),
    }
    Ok((op == ObjOp::TryAcquire).then(|| Value::of_bool(free)))
}

fn read_write_operation(data: &mut Vec<Value>, op: ObjOp, t: usize) -> Given {
    match op {
        ObjOp::AcquireRead => {
            let at = 1 + data[1..].partition_point(|reader| reader.word() < me(t).word());
            insert(data, at, me(t))?;
        }
        ObjOp::ReleaseRead => {
            let at = data[1..].iter().position(|&reader| reader == me(t));
            data.remove(1 + at.ok_or(FaultKind::MonitorMisuse)?);
        }
        ObjOp::AcquireWrite => data[0] = me(t),
        _ if data[0] == me(t) => data[0] = Value::Num(0),
        _ => return Err(FaultKind::MonitorMisuse.into()),
    }
    Ok(None)
}

fn semaphore_operation(data: &mut [Value], op: ObjOp) -> Option<Value> {
    let value = data[0].word();
    let result = (op == ObjOp::TryDown).then(|| Value::of_bool(value > 0));
    match op {
        ObjOp::Up => data[0] = Value::Num(value.wrapping_add(1)),
        ObjOp::TryDown if value <= 0 => {}
        _ => data[0] = Value::Num(value - 1),
    }
    result
}

/// The elements of a set stand in ascending order.
fn set_operation(data: &mut Vec<Value>, op: ObjOp, elem: Value) -> Given {
    let at = data.partition_point(|other| other.word() < elem.word());
    let present = data.get(at).is_some_and(|other| other.word() == elem.word());
    match op {
        ObjOp::Add if !present => insert(data, at, elem)?,
        ObjOp::Remove if present => drop(data.remove(at)),
        _ => {}
    }
    Ok(Some(Value::of_bool(if op == ObjOp::Add { !present } else { present })))
}

fn insert(data: &mut Vec<Value>, at: usize, value: Value) -> Result<(), FaultKind> {
    if data.len() >= Program::MAX_WORDS {
        return Err(FaultKind::OutOfMemory);
    }
    data.insert(at, value);
    Ok(())
}
