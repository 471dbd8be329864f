//! Local instructions: they touch only the frame (and allocate).

use crate::code::{Code, constant};
use crate::exec::Raise;
use crate::frame::{BASE_ATOMIC, Frame};
use crate::state::State;
use commute_ir::arith;
use commute_ir::{FaultKind, FuncId, Instr, Operand, Pc, Program, Reg, Shape, ShapeId};
use commute_mutants::mutant;

/// The value of an operand in a frame.
#[inline]
pub fn value(f: &Frame, operand: Operand) -> u64 {
    match operand {
        Operand::Reg(r) => f.regs[r.0 as usize],
        other => constant(other),
    }
}

/// Writes a register.
#[inline]
pub fn put(f: &mut Frame, dst: Reg, word: u64) {
    f.regs[dst.0 as usize] = word;
}

/// Executes the local instruction at which `f` stands and moves on.
#[inline]
pub fn execute(code: &Code, st: &mut State, f: &mut Frame) -> Result<(), Raise> {
    let instr = &code.program.functions[f.func as usize].code[f.pc as usize];
    match *instr {
        Instr::Move { dst, src } => put(f, dst, value(f, src)),
        Instr::Unary { dst, op, num, a } => put(f, dst, arith::unary(op, num, value(f, a))),
        Instr::Binary { dst, op, num, a, b } => {
            let result = arith::binary(op, num, value(f, a), value(f, b))?;
            put(f, dst, result);
        }
        Instr::Convert { dst, conv, a } => put(f, dst, arith::convert(conv, value(f, a))),
        Instr::Narrow { dst, src, lo, hi, wrap } => {
            let word = arith::narrow(value(f, src) as i64, lo, hi, wrap)?;
            put(f, dst, word as u64);
        }
        Instr::StaticAt { dst, base, count, index } => {
            let index = value(f, index);
            if index >= u64::from(count) {
                return Err(FaultKind::OutOfBounds.into());
            }
            put(f, dst, u64::from(base.0) + index + 1);
        }
        Instr::Jump { target } => {
            f.pc = target.0;
            return Ok(());
        }
        Instr::Branch { cond, then, otherwise } => {
            f.pc = if value(f, cond) != 0 { then.0 } else { otherwise.0 };
            return Ok(());
        }
        Instr::Switch { on, ref cases, default } => {
            let on = value(f, on) as i64;
            f.pc = cases.iter().find(|(case, _)| *case == on).map_or(default.0, |(_, to)| to.0);
            return Ok(());
        }
        Instr::Call { func, ref args, .. } => return call(code, st, f, func, args),
        Instr::Return { value: result } => return return_from(code, st, f, result),
        Instr::Assert { cond, .. } if value(f, cond) == 0 => return Err(FaultKind::Assertion.into()),
        Instr::Assume { cond } if value(f, cond) == 0 => return Err(Raise::Halt),
        Instr::Block { cond, retry, .. } if value(f, cond) == 0 => return Err(Raise::Blocked(retry.0)),
        Instr::Assert { .. } | Instr::Assume { .. } | Instr::Block { .. } | Instr::AtomicEnd => {}
        _ => return execute_object(code, st, f, instr),
    }
    f.pc += 1;
    Ok(())
}

/// The local instructions that know of objects; kept apart because they are rarer.
fn execute_object(code: &Code, st: &mut State, f: &mut Frame, instr: &Instr) -> Result<(), Raise> {
    let program = &code.program;
    match *instr {
        Instr::New { dst, shape, arg } => {
            let reference = allocate(code, st, shape, value(f, arg) as i64)?;
            put(f, dst, reference);
        }
        Instr::IsInstance { dst, obj, class } => {
            let of = class_of(code, st, value(f, obj));
            st.touch_object(value(f, obj));
            put(f, dst, u64::from(of.is_some_and(|c| program.is_subclass(c, class))));
        }
        Instr::CheckCast { obj, class } => {
            let obj = value(f, obj);
            st.touch_object(obj);
            if obj != 0 && !class_of(code, st, obj).is_some_and(|c| program.is_subclass(c, class)) {
                return Err(FaultKind::BadCast.into());
            }
        }
        Instr::CallVirtual { selector, ref args, .. } => {
            let receiver = args.first().map_or(0, |&a| value(f, a));
            if receiver == 0 {
                return Err(FaultKind::NullDereference.into());
            }
            st.touch_object(receiver);
            let method = class_of(code, st, receiver).and_then(|c| program.method(c, selector));
            return call(code, st, f, method.ok_or(FaultKind::BadCast)?, args);
        }
        Instr::IsShape { dst, obj, ref shapes } => {
            let obj = value(f, obj);
            st.touch_object(obj);
            let is = obj != 0 && shapes.iter().any(|shape| u64::from(shape.0) == st.object(obj)[0]);
            put(f, dst, u64::from(is));
        }
        Instr::Length { dst, arr } => {
            let arr = value(f, arr);
            if arr == 0 {
                return Err(FaultKind::NullDereference.into());
            }
            st.touch_object(arr);
            if !matches!(program.shapes[st.object(arr)[0] as usize], Shape::Array(_)) {
                return Err(FaultKind::BadCast.into());
            }
            put(f, dst, st.data_len(arr) as u64);
        }
        Instr::Fixed { dst, place } => {
            let (at, index) = crate::visible::locate(code, st, f, place)?;
            put(f, dst, st.words(at)[index]);
        }
        Instr::Current { dst } => put(f, dst, f.handle),
        Instr::CallAt { dst, depth } => {
            let place = call_at(code, st, f, value(f, depth));
            put(f, dst, place.map_or(u64::MAX, u64::from));
        }
        Instr::Refuse { .. } => return Err(FaultKind::Unsupported.into()),
        Instr::Print { .. } => {}
        Instr::Remark { ref text } => {
            let process = program.functions[f.func as usize].process;
            code.remarks.borrow_mut().insert((process, text.clone()));
        }
        Instr::Throw { exc } => {
            return Err(match value(f, exc) {
                0 => Raise::Fault(FaultKind::NullDereference),
                exc => Raise::Exception(exc),
            });
        }
        _ => panic!("[commute internal bug] {instr:?} is not local"),
    }
    f.pc += 1;
    Ok(())
}

/// The class of the object of a reference, if it is an instance.
pub fn class_of(code: &Code, st: &State, reference: u64) -> Option<commute_ir::ClassId> {
    if reference == 0 {
        return None;
    }
    code.program.class_of_shape(code.program.shapes[st.object(reference)[0] as usize])
}

/// Makes a new object.
pub fn allocate(code: &Code, st: &mut State, shape: ShapeId, arg: i64) -> Result<u64, FaultKind> {
    if st.objects() >= Program::MAX_OBJECTS {
        return Err(FaultKind::OutOfMemory);
    }
    let mut words = std::mem::take(&mut st.scratch);
    words.clear();
    words.extend([u64::from(shape.0), 0]);
    let size = match code.program.shapes[shape.index()] {
        Shape::Instance(class) => Ok(code.program.classes[class.index()].fields.len()),
        shape if is_negative_size(shape, arg) => Err(FaultKind::NegativeSize),
        Shape::Array(_) if arg > Program::MAX_WORDS as i64 => Err(FaultKind::OutOfMemory),
        Shape::Array(_) => Ok(arg as usize),
        Shape::Seq(_) | Shape::Set(_) => Ok(0),
        Shape::Semaphore | Shape::Channel(_) | Shape::Barrier => {
            words.push(arg as u64);
            Ok(usize::from(code.program.shapes[shape.index()] == Shape::Barrier))
        }
        Shape::Lock | Shape::RwLock | Shape::Thread => Ok(1),
    };
    let result = size.map(|size| {
        words.resize(words.len() + size, 0);
        st.push_object(&words)
    });
    st.scratch = words;
    result
}

/// Whether the argument of a new object is a size or capacity that no object of its shape can have.
#[inline]
#[mutant("negative-capacities-are-enormous", arg < 0 && matches!(shape, Shape::Array(_) | Shape::Barrier))]
fn is_negative_size(shape: Shape, arg: i64) -> bool {
    arg < 0 && matches!(shape, Shape::Array(_) | Shape::Channel(_) | Shape::Barrier)
}

/// Puts the caller's frame away and begins the function.
fn call(code: &Code, st: &mut State, f: &mut Frame, func: FuncId, args: &[Operand]) -> Result<(), Raise> {
    if depth(st, f) >= Program::MAX_FRAMES {
        return Err(FaultKind::StackOverflow.into());
    }
    let mut regs = st.spare_regs();
    regs.extend(args.iter().map(|&a| value(f, a)));
    regs.resize(code.funcs[func.index()].regs, 0);
    let info = &code.funcs[f.func as usize];
    let inside = f.flags & BASE_ATOMIC != 0 || info.atomic[f.pc as usize];
    info.clear_dead_in_caller(f.pc, &mut f.regs);
    // What belongs to the thread goes up with it; the frame put away keeps only what is its own.
    let (flags, handle) = (f.flags, f.handle);
    f.flags &= BASE_ATOMIC;
    f.handle = 0;
    f.caller = st.intern_frame(f);
    f.flags = flags & !BASE_ATOMIC | if inside { BASE_ATOMIC } else { 0 };
    f.handle = handle;
    f.func = func.0;
    f.pc = 0;
    f.begun += 1;
    st.keep_regs(std::mem::replace(&mut f.regs, regs));
    Ok(())
}

/// How many frames the stack has.
fn depth(st: &State, f: &Frame) -> usize {
    let mut depth = 1;
    let mut caller = f.caller;
    while caller != 0 {
        depth += 1;
        caller = st.comps.words(caller)[0] as u32;
    }
    depth
}

/// The number of the place at which the call at a depth stands, if the stack is so deep.
fn call_at(code: &Code, st: &State, f: &Frame, depth: u64) -> Option<u32> {
    let (mut func, mut pc, mut caller) = (f.func, f.pc, f.caller);
    for _ in 0..depth {
        if caller == 0 {
            return None;
        }
        let words = st.comps.words(caller);
        (func, pc, caller) = ((words[0] >> 32) as u32, words[1] as u32, words[0] as u32);
    }
    Some(code.program.place(FuncId(func), Pc(pc)))
}

/// Takes the caller's frame back as the top.
pub fn pop(st: &State, f: &mut Frame) {
    let (flags, handle) = (f.flags, f.handle);
    f.read(st.comps.words(f.caller));
    f.count_return();
    f.flags |= flags & !BASE_ATOMIC;
    f.handle = handle;
}

fn return_from(code: &Code, st: &mut State, f: &mut Frame, result: Option<Operand>) -> Result<(), Raise> {
    if f.caller == 0 {
        // Only a thread without a handle ends in a local instruction.
        f.finish(crate::frame::Status::Ended);
        return Ok(());
    }
    let result = result.map(|r| value(f, r));
    pop(st, f);
    let instr = &code.program.functions[f.func as usize].code[f.pc as usize];
    if let (Some(dst), Some(word)) = (instr.dst(), result) {
        put(f, dst, word);
    }
    f.pc += 1;
    Ok(())
}
