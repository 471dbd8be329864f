//! The rows of the matrix: every instruction, every operation on every kind of object, every kind of place.

use commute_certify::Executed;
use commute_ir::{Instr, ObjOp, Place, Program, Shape};

/// Instructions by their names, without those that are rows by what they work on.
const INSTRUCTIONS: [&str; 27] = [
    "move",
    "unary",
    "binary",
    "convert",
    "narrow",
    "static_at",
    "is_instance",
    "check_cast",
    "is_shape",
    "length",
    "fixed",
    "current",
    "refuse",
    "print",
    "jump",
    "branch",
    "switch",
    "call",
    "call_virtual",
    "return",
    "throw",
    "assert",
    "assume",
    "choose",
    "yield",
    "atomic_begin",
    "atomic_end",
];

/// The kinds of shared words.
const PLACES: [&str; 5] = ["global", "field", "slot", "array element", "growable array element"];

/// Object operations, and the kinds of objects that have them.
const OPERATIONS: [(ObjOp, &[&str]); 34] = [
    (ObjOp::Acquire, &["lock"]),
    (ObjOp::TryAcquire, &["lock"]),
    (ObjOp::Release, &["lock"]),
    (ObjOp::AcquireRead, &["rwlock"]),
    (ObjOp::ReleaseRead, &["rwlock"]),
    (ObjOp::AcquireWrite, &["rwlock"]),
    (ObjOp::ReleaseWrite, &["rwlock"]),
    (ObjOp::Down, &["semaphore"]),
    (ObjOp::TryDown, &["semaphore"]),
    (ObjOp::Up, &["semaphore"]),
    (ObjOp::Arrive, &["barrier"]),
    (ObjOp::Send, &["channel"]),
    (ObjOp::Receive, &["channel"]),
    (ObjOp::MonitorEnter, &["instance"]),
    (ObjOp::MonitorTryEnter, &["instance"]),
    (ObjOp::MonitorExit, &["instance"]),
    (ObjOp::Wait, &["instance"]),
    (ObjOp::WaitTimed, &["instance"]),
    (ObjOp::Notify, &["instance"]),
    (ObjOp::NotifyAll, &["instance"]),
    (ObjOp::Join, &["thread"]),
    (ObjOp::IsAlive, &["thread"]),
    (ObjOp::Interrupt, &["thread"]),
    (ObjOp::IsInterrupted, &["thread"]),
    (ObjOp::TakeInterrupt, &["thread"]),
    (ObjOp::Push, &["growable array"]),
    (ObjOp::Pop, &["growable array"]),
    (ObjOp::Add, &["set"]),
    (ObjOp::Remove, &["set"]),
    (ObjOp::Contains, &["set"]),
    (ObjOp::Nth, &["set"]),
    (ObjOp::Clear, &["growable array", "set"]),
    (ObjOp::Len, &["array", "growable array", "set", "channel"]),
    (ObjOp::Room, &["channel"]),
];

const KINDS: [&str; 9] =
    ["instance", "array", "growable array", "set", "lock", "rwlock", "semaphore", "barrier", "channel"];

/// All rows.
pub fn rows() -> Vec<String> {
    let instructions = INSTRUCTIONS.iter().map(|name| (*name).to_owned());
    let words =
        ["load", "store", "cas"].iter().flat_map(|what| PLACES.iter().map(move |p| format!("{what} {p}")));
    let made = KINDS.iter().map(|kind| format!("new {kind}"));
    let starts = ["spawn", "spawn with a handle", "spawn daemon", "start", "block"].map(str::to_owned);
    let operations =
        OPERATIONS.iter().flat_map(|(op, kinds)| kinds.iter().map(move |kind| operation_name(*op, kind)));
    instructions.chain(words).chain(made).chain(starts).chain(operations).collect()
}

fn operation_name(op: ObjOp, kind: &str) -> String {
    format!("{op:?} {kind}").to_lowercase()
}

fn kind_name(shape: Shape) -> &'static str {
    match shape {
        Shape::Instance(_) => "instance",
        Shape::Array(_) => "array",
        Shape::Seq(_) => "growable array",
        Shape::Set(_) => "set",
        Shape::Lock => "lock",
        Shape::RwLock => "rwlock",
        Shape::Semaphore => "semaphore",
        Shape::Barrier => "barrier",
        Shape::Channel(_) => "channel",
        Shape::Thread => "thread",
    }
}

/// The row of what was executed; nothing for an access through null, which is about nothing.
pub fn row_of(program: &Program, executed: &Executed) -> Option<String> {
    let instr = &program.functions[executed.func.index()].code[executed.pc.0 as usize];
    let word = |what: &str, place: Place| {
        let place = match (place, executed.shape) {
            (Place::Global(_), _) => "global",
            (Place::Field { .. }, _) => "field",
            (Place::Slot { .. }, _) => "slot",
            (Place::Elem { .. }, Some(Shape::Seq(_))) => "growable array element",
            (Place::Elem { .. }, _) => "array element",
        };
        Some(format!("{what} {place}"))
    };
    Some(match instr {
        Instr::Load { place, .. } => return word("load", *place),
        Instr::Store { place, .. } => return word("store", *place),
        Instr::Cas { place, .. } => return word("cas", *place),
        Instr::New { .. } => format!("new {}", kind_name(executed.shape?)),
        Instr::Invoke { op, .. } => operation_name(*op, kind_name(executed.shape?)),
        Instr::Spawn { daemon: true, .. } => "spawn daemon".to_owned(),
        Instr::Spawn { dst: Some(_), .. } => "spawn with a handle".to_owned(),
        Instr::Spawn { .. } => "spawn".to_owned(),
        other => instruction_name(other).to_owned(),
    })
}

fn instruction_name(instr: &Instr) -> &'static str {
    match instr {
        Instr::Move { .. } => "move",
        Instr::Unary { .. } => "unary",
        Instr::Binary { .. } => "binary",
        Instr::Convert { .. } => "convert",
        Instr::Narrow { .. } => "narrow",
        Instr::StaticAt { .. } => "static_at",
        Instr::IsInstance { .. } => "is_instance",
        Instr::CheckCast { .. } => "check_cast",
        Instr::IsShape { .. } => "is_shape",
        Instr::Length { .. } => "length",
        Instr::Fixed { .. } => "fixed",
        Instr::Current { .. } => "current",
        Instr::CallAt { .. } => "call_at",
        Instr::Refuse { .. } => "refuse",
        Instr::Remark { .. } => "remark",
        Instr::Print { .. } => "print",
        Instr::Jump { .. } => "jump",
        Instr::Branch { .. } => "branch",
        Instr::Switch { .. } => "switch",
        Instr::Call { .. } => "call",
        Instr::CallVirtual { .. } => "call_virtual",
        Instr::Return { .. } => "return",
        Instr::Throw { .. } => "throw",
        Instr::Assert { .. } => "assert",
        Instr::Assume { .. } => "assume",
        Instr::Choose { .. } => "choose",
        Instr::EndProcess { .. } => "end_process",
        Instr::Yield => "yield",
        Instr::AtomicBegin => "atomic_begin",
        Instr::AtomicEnd => "atomic_end",
        Instr::Block { .. } => "block",
        Instr::Start { .. } => "start",
        Instr::Load { .. }
        | Instr::Store { .. }
        | Instr::Cas { .. }
        | Instr::New { .. }
        | Instr::Invoke { .. }
        | Instr::Spawn { .. } => "",
    }
}
