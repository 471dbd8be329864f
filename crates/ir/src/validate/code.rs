//! Checks of instructions: what they name exists, and references meet references only.

use super::{Checker, kind_of};
use crate::{BinOp, Function, Instr, ObjOp, Operand, Place, PrintForm, Reg, Shape, Ty};

impl<'p> Checker<'p> {
    pub(super) fn instr(&mut self, func: &'p Function, instr: &Instr) {
        if !self.names(func, instr) {
            // Without its registers nothing more can be said.
            return;
        }
        match instr {
            Instr::Load { .. } | Instr::Fixed { .. } | Instr::Store { .. } | Instr::Cas { .. } => {
                self.access(func, instr)
            }
            Instr::Call { .. }
            | Instr::CallVirtual { .. }
            | Instr::Spawn { .. }
            | Instr::Start { .. }
            | Instr::Return { .. } => {
                self.call(func, instr);
            }
            Instr::Invoke { dst, op, obj, arg } => self.invoke(func, *dst, *op, *obj, *arg),
            Instr::StaticAt { .. }
            | Instr::New { .. }
            | Instr::IsInstance { .. }
            | Instr::IsShape { .. }
            | Instr::Length { .. }
            | Instr::Current { .. }
            | Instr::Print { .. }
            | Instr::CheckCast { .. }
            | Instr::Throw { .. } => self.object(func, instr),
            _ => self.computation(func, instr),
        }
    }

    /// Whether all registers and static objects that the instruction names exist.
    fn names(&mut self, func: &Function, instr: &Instr) -> bool {
        let before = self.problems.len();
        if let Some(Reg(dst)) = instr.dst() {
            self.reg(func, dst);
        }
        instr.operands(|operand| match operand {
            Operand::Reg(Reg(reg)) => self.reg(func, reg),
            Operand::Static(id) => {
                self.static_object(id);
            }
            Operand::Int(_) | Operand::F32(_) | Operand::F64(_) | Operand::Null => {}
        });
        self.problems.len() == before
    }

    fn reg(&mut self, func: &Function, reg: u16) {
        let exists = usize::from(reg) < func.regs.len();
        self.check(exists, || format!("there is no register r{reg}"));
    }

    /// The operand must be a reference, or must not.
    fn operand(&mut self, func: &Function, operand: Operand, want_ref: bool, what: &str) {
        let is_ref = match operand {
            Operand::Reg(Reg(reg)) => func.regs[usize::from(reg)].ty.is_ref(),
            Operand::Null | Operand::Static(_) => true,
            Operand::Int(_) | Operand::F32(_) | Operand::F64(_) => false,
        };
        self.check(is_ref == want_ref, || format!("{what} is {}", kind_of(is_ref)));
    }

    fn result(&mut self, func: &Function, dst: Reg, want_ref: bool) {
        self.operand(func, Operand::Reg(dst), want_ref, "the result register");
    }

    fn computation(&mut self, func: &Function, instr: &Instr) {
        match instr {
            Instr::Move { dst, src } => {
                let want = func.regs[usize::from(dst.0)].ty.is_ref();
                self.operand(func, *src, want, "the value");
            }
            Instr::Binary { dst, op: BinOp::Eq | BinOp::Ne, a, b, .. } => {
                let is_ref = match *a {
                    Operand::Reg(Reg(reg)) => func.regs[usize::from(reg)].ty.is_ref(),
                    a => matches!(a, Operand::Null | Operand::Static(_)),
                };
                self.operand(func, *b, is_ref, "the right operand");
                self.result(func, *dst, false);
            }
            other => {
                // All others have no references, whether they read or write.
                other.operands(|operand| self.operand(func, operand, false, "an operand"));
                other.dst().into_iter().for_each(|dst| self.result(func, dst, false));
                if let Instr::EndProcess { process, life } = other {
                    self.process(Some(*process));
                    self.entry(&self.program.globals, life.index(), *life);
                }
                if let Instr::Narrow { lo, hi, .. } = other {
                    self.check(lo <= hi, || format!("the range {lo}..={hi} is empty"));
                }
            }
        }
    }

    fn object(&mut self, func: &Function, instr: &Instr) {
        match instr {
            Instr::StaticAt { dst, base, count, index } => {
                self.row(*base, *count);
                self.result(func, *dst, true);
                self.operand(func, *index, false, "the index");
            }
            Instr::New { dst, shape, arg } => {
                self.result(func, *dst, true);
                let shape = self.shape(*shape);
                // Other kinds do not read it.
                let sized = matches!(
                    shape,
                    Some(Shape::Array(_) | Shape::Semaphore | Shape::Barrier | Shape::Channel(_))
                );
                if sized {
                    self.operand(func, *arg, false, "the argument");
                }
            }
            Instr::IsInstance { dst, obj, class } => {
                self.class(*class);
                self.result(func, *dst, false);
                self.operand(func, *obj, true, "the object");
            }
            Instr::IsShape { dst, obj, shapes } => {
                shapes.iter().for_each(|&shape| {
                    self.shape(shape);
                });
                self.result(func, *dst, false);
                self.operand(func, *obj, true, "the object");
            }
            Instr::Length { dst, arr } => {
                self.result(func, *dst, false);
                self.operand(func, *arr, true, "the array");
            }
            Instr::Current { dst } => self.result(func, *dst, true),
            Instr::Print { value, form, .. } => {
                self.operand(func, *value, *form == PrintForm::Text, "the value");
            }
            Instr::CheckCast { obj, class } => {
                self.class(*class);
                self.operand(func, *obj, true, "the object");
            }
            Instr::Throw { exc } => self.operand(func, *exc, true, "the exception"),
            _ => {}
        }
    }

    fn access(&mut self, func: &Function, instr: &Instr) {
        let (Instr::Load { place, .. }
        | Instr::Fixed { place, .. }
        | Instr::Store { place, .. }
        | Instr::Cas { place, .. }) = instr
        else {
            return;
        };
        // Which word a slot is cannot be told from the code, so nobody could say which words are plain.
        let is_plain_slot = matches!(instr.plain_place(), Some(Place::Slot { .. }));
        self.check(!is_plain_slot, || "a word is accessed plainly by its number".to_owned());
        let Some(is_ref) = self.place(func, place) else { return };
        match instr {
            Instr::Load { dst, .. } | Instr::Fixed { dst, .. } => self.result(func, *dst, is_ref),
            Instr::Store { src, .. } => self.operand(func, *src, is_ref, "the value"),
            Instr::Cas { dst, expected, new, .. } => {
                self.result(func, *dst, false);
                self.operand(func, *expected, is_ref, "the expected value");
                self.operand(func, *new, is_ref, "the new value");
            }
            _ => {}
        }
    }

    /// Whether the word at a place is a reference, if that is known.
    fn place(&mut self, func: &Function, place: &Place) -> Option<bool> {
        match *place {
            Place::Global(id) => self.global(id).map(|global| global.ty.is_ref()),
            Place::Field { obj, class, field } => {
                self.operand(func, obj, true, "the object");
                let decl = self.class(class)?;
                let ty = decl.fields.get(field as usize).map(|field| field.ty);
                self.check(ty.is_some(), || format!("{class} has no field {field}"));
                ty.map(Ty::is_ref)
            }
            Place::Slot { obj, index, is_ref } => {
                self.operand(func, obj, true, "the object");
                self.operand(func, index, false, "the number of the word");
                Some(is_ref)
            }
            Place::Elem { arr, index } => {
                self.operand(func, arr, true, "the array");
                self.operand(func, index, false, "the index");
                match self.shape_of(func, arr)? {
                    Shape::Array(ty) | Shape::Seq(ty) => Some(ty.is_ref()),
                    other => {
                        self.report(format!("{other:?} is not an array"));
                        None
                    }
                }
            }
        }
    }

    /// The shape of the object that an operand refers to, if its type says so.
    fn shape_of(&self, func: &Function, operand: Operand) -> Option<Shape> {
        let shape = match operand {
            Operand::Static(id) => self.program.statics.get(id.index())?.shape,
            Operand::Reg(Reg(reg)) => match func.regs.get(usize::from(reg))?.ty {
                Ty::Object(shape) => shape,
                _ => return None,
            },
            _ => return None,
        };
        self.program.shapes.get(shape.index()).copied()
    }

    fn call(&mut self, func: &'p Function, instr: &Instr) {
        match instr {
            Instr::Call { dst, func: callee, args } => {
                let Some(decl) = self.func(*callee) else { return };
                self.arity(args.len(), decl.params, callee);
                self.args(func, args, decl);
                self.call_result(func, *dst, decl.ret);
            }
            Instr::Spawn { dst, func: callee, args, .. } => {
                let Some(decl) = self.func(*callee) else { return };
                self.arity(args.len(), decl.params, callee);
                self.args(func, args, decl);
                dst.iter().for_each(|&dst| self.result(func, dst, true));
            }
            Instr::Start { thread, func: callee, daemon } => {
                let Some(decl) = self.func(*callee) else { return };
                self.arity(1, decl.params, callee);
                self.args(func, &[*thread], decl);
                self.operand(func, *thread, true, "the handle");
                self.operand(func, *daemon, false, "whether it is a daemon");
                self.check(self.program.thread_class.is_some(), || "no class is that of threads".to_owned());
            }
            Instr::CallVirtual { dst, selector, args } => {
                self.selector(*selector);
                match args.first() {
                    Some(&receiver) => self.operand(func, receiver, true, "the receiver"),
                    None => self.report("it has no receiver"),
                }
                // All methods of one selector are alike; another check says so.
                let method = self.methods.get(selector);
                if let Some(decl) = method.and_then(|f| self.program.functions.get(f.index())) {
                    self.arity(args.len(), decl.params, selector);
                    self.args(func, args, decl);
                    self.call_result(func, *dst, decl.ret);
                }
            }
            Instr::Return { value } => match (value, func.ret) {
                (Some(value), Some(ret)) => self.operand(func, *value, ret.is_ref(), "the value"),
                (None, Some(_)) => self.report("it returns nothing, but the function has a result"),
                (Some(_), None) => self.report("it returns a value, but the function has no result"),
                (None, None) => {}
            },
            _ => {}
        }
    }

    fn args(&mut self, func: &Function, args: &[Operand], callee: &Function) {
        for (i, (&arg, param)) in args.iter().zip(&callee.regs).enumerate() {
            self.operand(func, arg, param.ty.is_ref(), &format!("argument {i}"));
        }
    }

    fn call_result(&mut self, func: &Function, dst: Option<Reg>, ret: Option<Ty>) {
        match (dst, ret) {
            (Some(dst), Some(ret)) => self.result(func, dst, ret.is_ref()),
            (Some(_), None) => self.report("it expects a result, but the function has none"),
            (None, _) => {}
        }
    }

    fn invoke(&mut self, func: &Function, dst: Option<Reg>, op: ObjOp, obj: Operand, arg: Option<Operand>) {
        self.operand(func, obj, true, "the object");
        let shape = self.shape_of(func, obj);
        if let (Operand::Static(id), Some(shape)) = (obj, shape) {
            self.check(self.program.allows(shape, op), || format!("{id} is {shape:?}, which has no {op:?}"));
        }
        let elem = match shape {
            Some(Shape::Seq(ty) | Shape::Set(ty) | Shape::Channel(ty)) => Some(ty.is_ref()),
            _ => None,
        };
        let (takes, gives) = signature(op);
        self.word(func, arg, takes, elem, &format!("the argument of {op:?}"));
        // A result need not be used.
        if dst.is_some() {
            self.word(func, dst.map(Operand::Reg), gives, elem, &format!("the result of {op:?}"));
        }
    }

    /// An argument or result as `expected`; elements are as `elem` says, if that is known.
    fn word(
        &mut self,
        func: &Function,
        word: Option<Operand>,
        expected: Word,
        elem: Option<bool>,
        what: &str,
    ) {
        match (word, expected) {
            (None, Word::None) => {}
            (None, _) => self.report(format!("{what} is missing")),
            (Some(_), Word::None) => self.report(format!("{what} is given, but there is none")),
            (Some(word), Word::Number) => self.operand(func, word, false, what),
            (Some(word), Word::Element) => {
                elem.into_iter().for_each(|elem| self.operand(func, word, elem, what));
            }
        }
    }
}

/// What an operation on an object takes or gives.
#[derive(Clone, Copy)]
enum Word {
    None,
    Number,
    Element,
}

/// The argument and the result of an operation.
fn signature(op: ObjOp) -> (Word, Word) {
    use ObjOp::*;
    match op {
        Send | Push => (Word::Element, Word::None),
        Receive | Pop => (Word::None, Word::Element),
        Add | Remove | Contains => (Word::Element, Word::Number),
        Nth => (Word::Number, Word::Element),
        TryAcquire | TryDown | MonitorTryEnter | WaitTimed | IsAlive | IsInterrupted | TakeInterrupt
        | Len | Room => (Word::None, Word::Number),
        Acquire | Release | AcquireRead | ReleaseRead | AcquireWrite | ReleaseWrite | Down | Up | Arrive
        | MonitorEnter | MonitorExit | Wait | Notify | NotifyAll | Join | Interrupt | Clear => {
            (Word::None, Word::None)
        }
    }
}
