//! How many choices a thread has.

use crate::discipline::Touch;
use crate::interpreter::Interpreter;
use crate::objects::touch_by;
use crate::state::{Object, Status, Value};
use commute_ir::{Instr, ObjOp, Operand, Program, Timeouts};
use commute_machine::Tid;

/// The greatest number of values that one `Choose` may have.
pub const MAX_CHOICES: i128 = 65_535;

impl Interpreter<'_> {
    /// The number of ways in which `t` can make its next step; zero if it is blocked or finished, or if
    /// another thread is exclusive.
    pub fn choices(&self, t: Tid) -> u32 {
        match self.state.exclusive {
            Some(other) if other != t.index() => 0,
            _ => self.own_choices(t.index()),
        }
    }

    /// The same, whoever is exclusive: zero only for a reason of the thread's own.
    pub(crate) fn own_choices(&self, t: usize) -> u32 {
        if self.state.threads[t].status.is_finished() {
            return 0;
        }
        match *self.instr(t) {
            Instr::Choose { lo, hi, .. } => self.choose_choices(t, lo, hi),
            Instr::AtomicBegin => u32::from(!self.atomic_blocked(t)),
            Instr::Invoke { op, obj, .. } => self.invoke_choices(t, op, obj),
            _ => 1,
        }
    }

    fn choose_choices(&self, t: usize, lo: Operand, hi: Operand) -> u32 {
        let size = i128::from(self.value(t, hi).word()) - i128::from(self.value(t, lo).word());
        if size > MAX_CHOICES { 1 } else { size.max(0) as u32 }
    }

    fn invoke_choices(&self, t: usize, op: ObjOp, obj: Operand) -> u32 {
        let Some(number) = self.value(t, obj).object() else { return 1 };
        let object = self.state.object(number);
        if !self.code.program.allows(object.shape, op) {
            return 1;
        }
        let word = |i: usize| object.data.get(i).map_or(0, |v| v.word());
        let free = object.holder.is_none();
        let enabled = match (op, self.state.threads[t].status) {
            (ObjOp::Acquire | ObjOp::AcquireRead, _) => word(0) == 0,
            (ObjOp::AcquireWrite, _) => word(0) == 0 && object.data.len() <= 1,
            (ObjOp::Down, _) => word(0) > 0,
            (ObjOp::Send, _) => messages(object) < word(0),
            (ObjOp::Receive, _) => messages(object) > 0,
            (ObjOp::Join, _) => word(0) <= 0 || self.state.threads[t].interrupted,
            (ObjOp::MonitorEnter, _) => free || object.holder == Some(t),
            (ObjOp::Notify, _) if object.holder == Some(t) => {
                return self.waiters(number).len().max(1) as u32;
            }
            (ObjOp::Wait, Status::Waiting(_)) => false,
            (ObjOp::WaitTimed, Status::Waiting(_)) => free && self.time_is_up(t),
            (ObjOp::Wait | ObjOp::WaitTimed, Status::Notified(_) | Status::Woken(_)) => free,
            (ObjOp::Arrive, Status::Arrived) => false,
            _ => true,
        };
        u32::from(enabled)
    }

    /// Whether the time for which `t` waits is up. A copy of the state says whether others could go on if nobody's were.
    pub(crate) fn time_is_up(&self, t: usize) -> bool {
        if self.code.program.timeouts == Timeouts::Any {
            return true;
        }
        self.presumed_time.unwrap_or_else(|| {
            let probe = self.presuming(false);
            (0..self.threads()).all(|u| u == t || probe.own_choices(u) == 0)
        })
    }

    /// Whether `t` cannot go on, and could if its time were up.
    pub(crate) fn lacks_time(&self, t: usize) -> bool {
        let last = self.code.program.timeouts != Timeouts::Any;
        last && self.own_choices(t) == 0 && self.presuming(true).own_choices(t) > 0
    }

    fn presuming(&self, time_is_up: bool) -> Self {
        let mut probe = self.clone();
        probe.presumed_time = Some(time_is_up);
        probe
    }

    /// The threads that wait on an object and have not been notified, by number.
    pub(crate) fn waiters(&self, object: u32) -> Vec<usize> {
        let waits = |t: &usize| matches!(self.state.threads[*t].status, Status::Waiting(_));
        (0..self.threads()).filter(waits).filter(|&t| self.invoked(t) == Some(object)).collect()
    }

    /// The object whose operation is the next instruction of `t`.
    pub(crate) fn invoked(&self, t: usize) -> Option<u32> {
        if self.state.threads[t].status.is_finished() {
            return None;
        }
        match *self.instr(t) {
            Instr::Invoke { obj, .. } => self.value(t, obj).object(),
            _ => None,
        }
    }

    /// Whether the `AtomicBegin` at which `t` stands is blocked: whether it leads, by nothing but local
    /// instructions and reads, to a blocked instruction or a false `Block`. A copy of the state tries it out.
    fn atomic_blocked(&self, t: usize) -> bool {
        self.touched_until_blocked(t).is_some()
    }

    /// What `t`, which stands at an `AtomicBegin`, looks at to find out that it is blocked; nothing if it is not.
    pub(crate) fn touched_until_blocked(&self, t: usize) -> Option<Vec<Touch>> {
        self.until_blocked(t).map(|probe| probe.touched)
    }

    /// The same, and the operation that it cannot do, if that is what keeps it.
    pub(crate) fn touched_where_blocked(&self, t: usize) -> Option<Vec<Touch>> {
        let mut probe = self.until_blocked(t)?;
        if let Instr::Invoke { op, obj, .. } = *probe.instr(t)
            && let Some(object) = probe.value(t, obj).object()
        {
            probe.touched.extend(touch_by(op, object));
        }
        Some(probe.touched)
    }

    /// A copy of the state in which `t`, which stands at an `AtomicBegin`, has gone as far as it can, if it is blocked.
    pub(crate) fn until_blocked(&self, t: usize) -> Option<Self> {
        let mut probe = self.clone();
        probe.recording = false;
        probe.touched.clear();
        probe.operated_on.clear();
        probe.execute(t, 0);
        for _ in 0..Program::ATOMIC_FUEL {
            if !probe.running(t) || !(probe.inside(t) || probe.initialising) {
                return None;
            }
            let instr = probe.instr(t);
            // A nested `AtomicBegin` is blocked for the same reason as this one, which is still to come.
            let nested = matches!(instr, Instr::AtomicBegin);
            if probe.at_false_block(t) || (!nested && probe.own_choices(t) == 0) {
                return Some(probe);
            }
            if !changes_nothing(instr) {
                return None;
            }
            probe.execute(t, 0);
        }
        None
    }
}

/// Whether the instruction only reads, or touches nothing but the thread itself.
fn changes_nothing(instr: &Instr) -> bool {
    match instr {
        Instr::New { .. } => false,
        Instr::AtomicBegin | Instr::Load { .. } => true,
        Instr::Invoke { op, .. } => {
            matches!(
                op,
                ObjOp::Len
                    | ObjOp::Room
                    | ObjOp::Contains
                    | ObjOp::Nth
                    | ObjOp::IsAlive
                    | ObjOp::IsInterrupted
            )
        }
        other => !other.is_visible(),
    }
}

/// The number of messages in a channel.
pub fn messages(channel: &Object) -> i64 {
    channel.data.len() as i64 - 1
}

/// How a lock, read-write lock or thread handle writes a thread.
pub fn me(t: usize) -> Value {
    Value::Num(t as i64 + 1)
}

/// The thread that such a word means.
pub fn thread_of(word: Value) -> Option<usize> {
    usize::try_from(word.word() - 1).ok()
}
