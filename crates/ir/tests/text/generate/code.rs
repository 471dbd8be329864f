//! Functions and instructions.

use super::{id, name, span, ty};
use commute_ir::*;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

pub fn function() -> BoxedStrategy<Function> {
    let regs = vec(reg_decl(), 0..5);
    let code = vec((instr(), span()), 0..12);
    let labels = vec(
        (name(), pc(), any::<bool>()).prop_map(|(name, pc, in_calls)| Label { name, pc, in_calls }),
        0..2,
    );
    let head = (name(), any::<u32>(), option::of(ty()), span(), super::process());
    (head, regs, code, vec(handler(), 0..2), labels)
        .prop_map(|(head, regs, code, handlers, labels)| {
            let (code, spans) = code.into_iter().unzip();
            Function {
                name: head.0,
                params: head.1 % (regs.len() as u32 + 1),
                ret: head.2,
                regs,
                code,
                spans,
                handlers,
                labels,
                process: head.4,
                span: head.3,
            }
        })
        .boxed()
}

fn reg_decl() -> impl Strategy<Value = RegDecl> {
    (name(), ty()).prop_map(|(name, ty)| RegDecl { name, ty })
}

fn handler() -> impl Strategy<Value = Handler> {
    (pc(), pc(), option::of(id().prop_map(ClassId)), pc(), reg())
        .prop_map(|(from, to, class, target, dst)| Handler { from, to, class, target, dst })
}

fn reg() -> BoxedStrategy<Reg> {
    prop_oneof![8 => 0..5u16, 1 => any::<u16>()].prop_map(Reg).boxed()
}

fn pc() -> BoxedStrategy<Pc> {
    prop_oneof![8 => 0..12u32, 1 => any::<u32>()].prop_map(Pc).boxed()
}

/// An operand that is not a register. All patterns of bits, so that NaNs and negative zero are among them.
pub fn constant() -> BoxedStrategy<Operand> {
    prop_oneof![
        (-3..4i64).prop_map(Operand::Int),
        any::<i64>().prop_map(Operand::Int),
        any::<u32>().prop_map(Operand::F32),
        any::<u64>().prop_map(Operand::F64),
        proptest::num::f64::ANY.prop_map(|value| Operand::F64(value.to_bits())),
        Just(Operand::Null),
        id().prop_map(|n| Operand::Static(StaticId(n))),
    ]
    .boxed()
}

fn operand() -> BoxedStrategy<Operand> {
    prop_oneof![reg().prop_map(Operand::Reg), constant()].boxed()
}

fn args() -> BoxedStrategy<Box<[Operand]>> {
    vec(operand(), 0..4).prop_map(Vec::into_boxed_slice).boxed()
}

fn place() -> BoxedStrategy<Place> {
    prop_oneof![
        id().prop_map(|n| Place::Global(GlobalId(n))),
        (operand(), id(), id()).prop_map(|(obj, class, field)| Place::Field {
            obj,
            class: ClassId(class),
            field
        }),
        (operand(), operand()).prop_map(|(arr, index)| Place::Elem { arr, index }),
        (operand(), operand(), any::<bool>()).prop_map(|(obj, index, is_ref)| Place::Slot {
            obj,
            index,
            is_ref
        }),
    ]
    .boxed()
}

fn print_form() -> impl Strategy<Value = PrintForm> {
    use PrintForm::*;
    select(vec![Int, Bool, Char, F32, F64, Text])
}

fn num() -> BoxedStrategy<NumTy> {
    select(vec![NumTy::I32, NumTy::I64, NumTy::F32, NumTy::F64]).boxed()
}

pub fn un_op() -> BoxedStrategy<UnOp> {
    select(vec![UnOp::Neg, UnOp::Not, UnOp::BitNot]).boxed()
}

pub fn bin_op() -> BoxedStrategy<BinOp> {
    use BinOp::*;
    select(vec![
        Add, Sub, Mul, Div, Rem, Mod, And, Or, Xor, Shl, Shr, Ushr, Eq, Ne, Lt, Le, Gt, Ge, CmpL, CmpG,
    ])
    .boxed()
}

fn obj_op() -> BoxedStrategy<ObjOp> {
    use ObjOp::*;
    select(vec![
        Acquire,
        TryAcquire,
        Release,
        AcquireRead,
        ReleaseRead,
        AcquireWrite,
        ReleaseWrite,
        Down,
        TryDown,
        Up,
        Arrive,
        Send,
        Receive,
        MonitorEnter,
        MonitorTryEnter,
        MonitorExit,
        Wait,
        WaitTimed,
        Notify,
        NotifyAll,
        Join,
        IsAlive,
        Interrupt,
        Push,
        Pop,
        Add,
        Remove,
        Contains,
        Nth,
        Clear,
        Len,
        Room,
    ])
    .boxed()
}

fn conversion() -> BoxedStrategy<Conversion> {
    prop_oneof![
        (num(), num()).prop_map(|(from, to)| Conversion::Num { from, to }),
        Just(Conversion::ToI8),
        Just(Conversion::ToI16),
        Just(Conversion::ToU16),
    ]
    .boxed()
}

fn instr() -> impl Strategy<Value = Instr> {
    prop_oneof![computation(), object(), control(), call(), access(), other(), bytecode()]
}

fn computation() -> BoxedStrategy<Instr> {
    prop_oneof![
        (reg(), operand()).prop_map(|(dst, src)| Instr::Move { dst, src }),
        (reg(), un_op(), num(), operand()).prop_map(|(dst, op, num, a)| Instr::Unary { dst, op, num, a }),
        (reg(), bin_op(), num(), operand(), operand()).prop_map(|(dst, op, num, a, b)| Instr::Binary {
            dst,
            op,
            num,
            a,
            b
        }),
        (reg(), conversion(), operand()).prop_map(|(dst, conv, a)| Instr::Convert { dst, conv, a }),
        (reg(), operand(), any::<(i64, i64, bool)>()).prop_map(|(dst, src, (lo, hi, wrap))| Instr::Narrow {
            dst,
            src,
            lo,
            hi,
            wrap
        }),
    ]
    .boxed()
}

fn object() -> BoxedStrategy<Instr> {
    prop_oneof![
        (reg(), id(), any::<u32>(), operand()).prop_map(|(dst, base, count, index)| Instr::StaticAt {
            dst,
            base: StaticId(base),
            count,
            index
        }),
        (reg(), id(), operand()).prop_map(|(dst, shape, arg)| Instr::New { dst, shape: ShapeId(shape), arg }),
        (reg(), operand(), id()).prop_map(|(dst, obj, class)| Instr::IsInstance {
            dst,
            obj,
            class: ClassId(class)
        }),
        (operand(), id()).prop_map(|(obj, class)| Instr::CheckCast { obj, class: ClassId(class) }),
    ]
    .boxed()
}

fn control() -> BoxedStrategy<Instr> {
    let cases = vec((any::<i64>(), pc()), 0..3).prop_map(Vec::into_boxed_slice);
    prop_oneof![
        pc().prop_map(|target| Instr::Jump { target }),
        (operand(), pc(), pc()).prop_map(|(cond, then, otherwise)| Instr::Branch { cond, then, otherwise }),
        (operand(), cases, pc()).prop_map(|(on, cases, default)| Instr::Switch { on, cases, default }),
        option::of(operand()).prop_map(|value| Instr::Return { value }),
        operand().prop_map(|exc| Instr::Throw { exc }),
        (operand(), name()).prop_map(|(cond, text)| Instr::Assert { cond, message: text.into_boxed_str() }),
        operand().prop_map(|cond| Instr::Assume { cond }),
        (operand(), any::<bool>(), pc()).prop_map(|(cond, timed, retry)| Instr::Block { cond, timed, retry }),
    ]
    .boxed()
}

fn call() -> BoxedStrategy<Instr> {
    let dst = || option::of(reg());
    prop_oneof![
        (dst(), id(), args()).prop_map(|(dst, func, args)| Instr::Call { dst, func: FuncId(func), args }),
        (dst(), id(), args()).prop_map(|(dst, selector, args)| Instr::CallVirtual {
            dst,
            selector: Selector(selector),
            args
        }),
        (dst(), id(), args(), any::<bool>()).prop_map(|(dst, func, args, daemon)| Instr::Spawn {
            dst,
            func: FuncId(func),
            args,
            daemon
        }),
        (dst(), obj_op(), operand(), option::of(operand())).prop_map(|(dst, op, obj, arg)| Instr::Invoke {
            dst,
            op,
            obj,
            arg
        }),
    ]
    .boxed()
}

fn access() -> BoxedStrategy<Instr> {
    prop_oneof![
        (reg(), place(), any::<bool>()).prop_map(|(dst, place, plain)| Instr::Load { dst, place, plain }),
        (place(), operand(), any::<bool>()).prop_map(|(place, src, plain)| Instr::Store {
            place,
            src,
            plain
        }),
        (reg(), place(), operand(), operand()).prop_map(|(dst, place, expected, new)| Instr::Cas {
            dst,
            place,
            expected,
            new
        }),
    ]
    .boxed()
}

fn other() -> BoxedStrategy<Instr> {
    prop_oneof![
        (reg(), operand(), operand()).prop_map(|(dst, lo, hi)| Instr::Choose { dst, lo, hi }),
        (id(), id()).prop_map(|(process, life)| Instr::EndProcess {
            process: ProcessId(process),
            life: GlobalId(life)
        }),
        Just(Instr::Yield),
        Just(Instr::AtomicBegin),
        Just(Instr::AtomicEnd),
    ]
    .boxed()
}

/// What only bytecode needs.
fn bytecode() -> BoxedStrategy<Instr> {
    prop_oneof![
        (reg(), operand(), vec(id().prop_map(ShapeId), 0..3)).prop_map(|(dst, obj, shapes)| Instr::IsShape {
            dst,
            obj,
            shapes: shapes.into_boxed_slice()
        }),
        (reg(), operand()).prop_map(|(dst, arr)| Instr::Length { dst, arr }),
        (reg(), place()).prop_map(|(dst, place)| Instr::Fixed { dst, place }),
        reg().prop_map(|dst| Instr::Current { dst }),
        (reg(), operand()).prop_map(|(dst, depth)| Instr::CallAt { dst, depth }),
        (name(), proptest::option::of(0u32..9))
            .prop_map(|(text, missing)| Instr::Refuse { message: text.into_boxed_str(), missing }),
        (operand(), print_form(), any::<bool>()).prop_map(|(value, form, newline)| Instr::Print {
            value,
            form,
            newline
        }),
        (operand(), id(), operand()).prop_map(|(thread, func, daemon)| Instr::Start {
            thread,
            func: FuncId(func),
            daemon
        }),
    ]
    .boxed()
}
