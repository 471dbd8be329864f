//! Messages of the exceptions that the machine raises, for programs that ask for one: what would raise is found out before it is
//! done, and a method of ours throws the exception with its message. The checks read nothing that another thread could write. A
//! program is translated with them when an execution comes to the question (see [`super::opened`]).

use super::body::{Done, Entry, Known, Lowering};
use super::builder::Builder;
use super::causes::Causes;
use super::intrinsics::Site;
use super::opened::Missing;
use super::overrides::intrinsic;
use super::{TranslateError, Translator};
use crate::classfile::{Code, Invoke, Kind, Member, Op};
use crate::descriptor::signature;
use crate::library::Origin;
use commute_ir::{BinOp, FuncId, Instr, NumTy, Operand, UnOp};
use std::sync::Arc;

/// The first version of Java that says what is null.
const SAYS_WHAT_IS_NULL: u32 = 15;

impl Translator<'_> {
    /// The question, of an exception that has no message.
    pub(super) fn emit_untold(&mut self, out: &mut Builder, site: Site) {
        let missing = (!self.opened.tells_faults()).then_some(Missing::Faults);
        let what = "the message of an exception that the machine raises";
        let refusal = self.refusal_of(what, site.func, missing);
        out.emit(refusal);
    }
}

impl Lowering<'_, '_> {
    /// Where the values of a method come from, if exceptions have messages. Those that code of ours raises have none.
    pub(super) fn find_causes(
        &self,
        code: &Code,
        ops: &Arc<[(u32, Op)]>,
        desc: &str,
        is_static: bool,
    ) -> Option<Causes> {
        let tells = self.t.opened.tells_faults() && self.t.origin(self.method.class) != Origin::Model;
        tells.then(|| Causes::new(code, ops, desc, is_static))
    }

    /// Throws what the instruction with this number would raise.
    pub(super) fn fault_checks(&mut self, at: usize, op: &Op) -> Done {
        if self.causes.is_none() {
            return Ok(());
        }
        match op {
            Op::ArrayLoad(_) => {
                self.check_not_null(at, 1)?;
                self.check_index(1)?;
            }
            Op::ArrayStore(_) => {
                self.check_not_null(at, 2)?;
                self.check_index(2)?;
            }
            Op::ArrayLength | Op::Throw | Op::MonitorEnter | Op::MonitorExit | Op::GetField(_) => {
                self.check_not_null(at, 0)?;
            }
            Op::PutField(_) => self.check_not_null(at, 1)?,
            Op::Call(Invoke::Virtual | Invoke::Special, member)
                if member.name != "<init>" && !self.is_without_receiver(member) =>
            {
                let types = signature(&member.desc).map_err(|e| self.wrong(e.0))?;
                self.check_not_null(at, types.params.len())?;
            }
            Op::Binary(BinOp::Div | BinOp::Rem, num @ (NumTy::I32 | NumTy::I64)) => self.check_zero(*num)?,
            Op::NewArray(_) => self.check_length(0)?,
            Op::NewArrays(_, dimensions) => {
                for depth in (0..usize::from(*dimensions)).rev() {
                    self.check_length(depth)?;
                }
            }
            Op::CheckCast(class) => self.check_class(class)?,
            _ => {}
        }
        Ok(())
    }

    /// Whether the receiver of a call is null because nothing is known of it but what is put in place of the call: the library's
    /// handles and the like.
    fn is_without_receiver(&self, member: &Member) -> bool {
        let version = self.t.world.path.version();
        self.t.origin(self.method.class) == Origin::Jdk
            && (member.class.starts_with("java/lang/invoke/")
                || intrinsic(version, &member.class, &member.name, &member.desc).is_some())
    }

    /// The entry at a depth of the stack.
    fn under(&self, depth: usize) -> Option<Entry> {
        self.stack.len().checked_sub(depth + 1).map(|index| self.stack[index].clone())
    }

    fn throwing(&mut self, name: &str, desc: &str) -> Result<FuncId, TranslateError> {
        let class = self.t.world.load("commute/rt/Faults")?;
        let method = self.t.world.own_method(class, name, desc);
        let method = method.expect("[commute internal bug] a method of ours is there");
        Ok(self.t.method_function(method, self.phase, self.func))
    }

    fn check_not_null(&mut self, at: usize, depth: usize) -> Done {
        let Some(entry) = self.under(depth).filter(|entry| entry.known != Known::NotNull) else {
            return Ok(());
        };
        let says = self.t.world.path.version() >= SAYS_WHAT_IS_NULL;
        let message = self.causes.as_ref().and_then(|causes| causes.message(at, depth)).filter(|_| says);
        let message = match message {
            Some(message) => Operand::Static(self.t.text_of(&message)?),
            None => Operand::Null,
        };
        let func = self.throwing("isNull", "(Ljava/lang/String;)V")?;
        let is = self.out.temp(Kind::Int);
        self.out.binary(is, BinOp::Eq, NumTy::I64, entry.operand, Operand::Null);
        self.out.when(Operand::Reg(is), |b| {
            b.emit(Instr::Call { dst: None, func, args: Box::new([message]) });
        });
        Ok(())
    }

    /// That the index above the array at a depth is one of it.
    fn check_index(&mut self, depth: usize) -> Done {
        let (Some(arr), Some(index)) = (self.under(depth), self.under(depth - 1)) else { return Ok(()) };
        let func = self.throwing("index", "(II)V")?;
        let (length, is, beyond) =
            (self.out.temp(Kind::Int), self.out.temp(Kind::Int), self.out.temp(Kind::Int));
        self.out.emit(Instr::Length { dst: length, arr: arr.operand });
        self.out.binary(is, BinOp::Lt, NumTy::I32, index.operand, Operand::Int(0));
        self.out.binary(beyond, BinOp::Ge, NumTy::I32, index.operand, Operand::Reg(length));
        self.out.binary(is, BinOp::Or, NumTy::I32, Operand::Reg(is), Operand::Reg(beyond));
        let args = Box::new([index.operand, Operand::Reg(length)]);
        self.out.when(Operand::Reg(is), |b| b.emit(Instr::Call { dst: None, func, args }));
        Ok(())
    }

    /// That the number on top is not zero. The message is always known, so only who wants to know where it was raised needs this.
    fn check_zero(&mut self, num: NumTy) -> Done {
        let Some(divisor) = self.under(0).filter(|_| self.t.opened.traces()) else { return Ok(()) };
        let func = self.throwing("zero", "()V")?;
        let is = self.out.temp(Kind::Int);
        self.out.binary(is, BinOp::Eq, num, divisor.operand, Operand::Int(0));
        self.out.when(Operand::Reg(is), |b| b.emit(Instr::Call { dst: None, func, args: Box::new([]) }));
        Ok(())
    }

    fn check_length(&mut self, depth: usize) -> Done {
        let Some(length) = self.under(depth) else { return Ok(()) };
        let func = self.throwing("size", "(I)V")?;
        let is = self.out.temp(Kind::Int);
        self.out.binary(is, BinOp::Lt, NumTy::I32, length.operand, Operand::Int(0));
        let args = Box::new([length.operand]);
        self.out.when(Operand::Reg(is), |b| b.emit(Instr::Call { dst: None, func, args }));
        Ok(())
    }

    /// That the object on top is of a class, or null.
    fn check_class(&mut self, class: &str) -> Done {
        let Some(top) = self.under(0) else { return Ok(()) };
        let of = if class.starts_with('[') { class.to_owned() } else { format!("L{class};") };
        let is_there = class.starts_with('[') || self.t.world.load(class).is_ok();
        if class == super::OBJECT || !is_there {
            return Ok(());
        }
        let func = self.throwing("cast", "(Ljava/lang/Object;Ljava/lang/Class;)V")?;
        let object = Operand::Static(self.t.class_object(class)?);
        let (fits, null) = (self.out.temp(Kind::Int), self.out.temp(Kind::Int));
        self.t.fits(&mut self.out, self.func, top.operand, &of, fits)?;
        self.out.binary(null, BinOp::Eq, NumTy::I64, top.operand, Operand::Null);
        self.out.binary(fits, BinOp::Or, NumTy::I64, Operand::Reg(fits), Operand::Reg(null));
        self.out.emit(Instr::Unary { dst: fits, op: UnOp::Not, num: NumTy::I64, a: Operand::Reg(fits) });
        let args = Box::new([top.operand, object]);
        self.out.when(Operand::Reg(fits), |b| b.emit(Instr::Call { dst: None, func, args }));
        Ok(())
    }
}
