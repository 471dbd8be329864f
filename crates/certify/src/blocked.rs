//! Why a thread is blocked, and by whom.

use crate::enabled::thread_of;
use crate::interpreter::Interpreter;
use crate::state::Status;
use commute_ir::{Instr, ObjOp};
use commute_machine::Tid;

impl Interpreter<'_> {
    /// What `t` waits for, if it is blocked for a reason of its own: `acquire of fork[1], held by phil[0]`.
    pub fn describe_block(&self, t: Tid) -> Option<String> {
        let t = t.index();
        if self.state.threads[t].status.is_finished() || self.own_choices(t) > 0 {
            return None;
        }
        Some(match *self.instr(t) {
            Instr::Choose { .. } => "choice of one of no values".to_owned(),
            Instr::AtomicBegin => "condition of an atomic block".to_owned(),
            Instr::Invoke { op, obj, .. } => match self.value(t, obj).object() {
                Some(number) => self.describe_invoke(t, op, number),
                None => String::new(),
            },
            _ => String::new(),
        })
    }

    fn describe_invoke(&self, t: usize, op: ObjOp, number: u32) -> String {
        let name = self.object_name(number);
        let holders = match self.blockers(t).as_slice() {
            [] => String::new(),
            holders => {
                let gone = holders.iter().all(|&t| self.state.threads[t].status.is_finished());
                let gone = if gone { ", which has ended" } else { "" };
                format!(", held by {}{gone}", self.names(holders))
            }
        };
        // What Java locks is always a monitor: of an object, or of what stands for a lock of the library.
        let monitor = if self.names.is_some() { name.clone() } else { format!("monitor of {name}") };
        let waiting = matches!(self.state.threads[t].status, Status::Waiting(_));
        match op {
            ObjOp::Acquire => format!("acquire of {name}{holders}"),
            ObjOp::AcquireRead => format!("acquire of {name} for reading{holders}"),
            ObjOp::AcquireWrite => format!("acquire of {name} for writing{holders}"),
            ObjOp::Down => format!("down of {name}, which is {}", self.object_contents(number)),
            ObjOp::Send => format!("send to {name}, which is full"),
            ObjOp::Receive => format!("receive from {name}, which is empty"),
            ObjOp::Join => format!("end of {}", self.names(&self.blockers(t))),
            ObjOp::Arrive => format!("others at {name}: {} have arrived", self.object_contents(number)),
            ObjOp::MonitorEnter => format!("{monitor}{holders}"),
            ObjOp::Wait if waiting => format!("notification on {name}"),
            _ => format!("{monitor} after waiting{holders}"),
        }
    }

    /// The threads whose action `t` needs, each of them, before it can go on: those that hold the lock or
    /// monitor that it wants, and the thread that it joins. Empty if `t` is not blocked.
    pub(crate) fn blockers(&self, t: usize) -> Vec<usize> {
        let Some(number) = self.invoked(t) else { return Vec::new() };
        if self.own_choices(t) > 0 {
            return Vec::new();
        }
        let object = self.state.object(number);
        let Instr::Invoke { op, .. } = *self.instr(t) else { return Vec::new() };
        match (op, self.state.threads[t].status) {
            (ObjOp::Acquire | ObjOp::AcquireWrite, _) => self.holders(object),
            (ObjOp::AcquireRead | ObjOp::Join, _) => {
                object.data.first().and_then(|&w| thread_of(w)).into_iter().collect()
            }
            (ObjOp::Wait, Status::Waiting(_)) => Vec::new(),
            (ObjOp::MonitorEnter | ObjOp::Wait | ObjOp::WaitTimed, _) => object.holder.into_iter().collect(),
            _ => Vec::new(),
        }
    }
}
