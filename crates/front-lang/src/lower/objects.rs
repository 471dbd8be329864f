//! The methods that the language gives to locks, channels, sets and other objects: one table.

use crate::check::Type;
use commute_ir::ObjOp;

/// A method of a kind of object.
pub(super) struct ObjectMethod {
    pub name: &'static str,
    pub op: ObjOp,
    pub arg: Option<Type>,
    /// `Type::Nothing` without a result.
    pub result: Type,
}

impl ObjectMethod {
    /// Whether it may wait for another thread.
    pub fn blocks(&self) -> bool {
        use ObjOp::*;
        matches!(
            self.op,
            Acquire | AcquireRead | AcquireWrite | Down | Arrive | Send | Receive | Wait | WaitTimed | Join
        )
    }
}

/// The method `name` of objects of type `ty`.
pub(super) fn object_method(ty: &Type, name: &str) -> Option<ObjectMethod> {
    object_methods(ty).into_iter().find(|m| m.name == name)
}

/// All methods of objects of type `ty`.
pub(super) fn object_methods(ty: &Type) -> Vec<ObjectMethod> {
    use ObjOp::*;
    let act = |name, op| ObjectMethod { name, op, arg: None, result: Type::Nothing };
    let ask = |name, op, result| ObjectMethod { name, op, arg: None, result };
    let put = |name, op, arg: &Type, result| ObjectMethod { name, op, arg: Some(arg.clone()), result };
    match ty {
        Type::Lock => {
            vec![act("acquire", Acquire), ask("try_acquire", TryAcquire, Type::Bool), act("release", Release)]
        }
        Type::RwLock => vec![
            act("acquire_read", AcquireRead),
            act("release_read", ReleaseRead),
            act("acquire_write", AcquireWrite),
            act("release_write", ReleaseWrite),
        ],
        Type::Semaphore => vec![act("down", Down), ask("try_down", TryDown, Type::Bool), act("up", Up)],
        Type::Barrier => vec![act("arrive", Arrive)],
        Type::Channel(t) | Type::Faulty(t) => vec![
            put("send", Send, t, Type::Nothing),
            ask("receive", Receive, (**t).clone()),
            ask("len", Len, Type::Int),
            ask("room", Room, Type::Int),
        ],
        Type::Class(_) => vec![
            act("wait", Wait),
            ask("wait_timed", WaitTimed, Type::Bool),
            act("notify", Notify),
            act("notify_all", NotifyAll),
        ],
        Type::Thread => {
            vec![act("join", Join), ask("is_alive", IsAlive, Type::Bool), act("interrupt", Interrupt)]
        }
        Type::Array(_) => vec![ask("len", Len, Type::Int)],
        Type::Seq(t) => vec![
            put("push", Push, t, Type::Nothing),
            ask("pop", Pop, (**t).clone()),
            ask("len", Len, Type::Int),
            act("clear", Clear),
        ],
        // What is only looked for need not be in the range of the elements.
        Type::Set(t) => vec![
            put("add", Add, t, Type::Bool),
            put("remove", Remove, &t.widened(), Type::Bool),
            put("contains", Contains, &t.widened(), Type::Bool),
            ask("len", Len, Type::Int),
            act("clear", Clear),
            put("nth", Nth, &Type::Int, (**t).clone()),
        ],
        _ => Vec::new(),
    }
}
