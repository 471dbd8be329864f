//! Atomic accesses: `jdk.internal.misc.Unsafe`, and what variable handles share with it.
//!
//! An offset is the number of a word of an instance or array, so the library's own code computes with it as it is. All
//! accesses are sequentially consistent, whatever their names promise less.

use super::body::{Entry, Known, Lowering};
use super::builder::Builder;
use super::{TranslateError, Translator};
use crate::classfile::Kind;
use crate::world::{FieldPlace, MethodId};
use commute_ir::{BinOp, Instr, NumTy, Operand, Place, Reg};

/// What is done to a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Reads it.
    Get,
    /// Writes it.
    Set,
    /// Writes it if it is as expected; whether it was.
    CompareAndSet,
    /// Writes it if it is as expected; what it was.
    CompareAndExchange,
    /// Writes it; what it was.
    GetAndSet,
    /// Combines it with a number; what it was.
    GetAndOp(BinOp),
}

/// The access that a method does, by its name without type and memory mode.
pub fn access(name: &str) -> Option<Access> {
    Some(match name {
        _ if name.starts_with("compareAndSet") || name.starts_with("weakCompareAndSet") => {
            Access::CompareAndSet
        }
        _ if name.starts_with("compareAndExchange") => Access::CompareAndExchange,
        _ if name.starts_with("getAndSet") => Access::GetAndSet,
        _ if name.starts_with("getAndAdd") => Access::GetAndOp(BinOp::Add),
        _ if name.starts_with("getAndBitwiseOr") => Access::GetAndOp(BinOp::Or),
        _ if name.starts_with("getAndBitwiseAnd") => Access::GetAndOp(BinOp::And),
        _ if name.starts_with("getAndBitwiseXor") => Access::GetAndOp(BinOp::Xor),
        _ if name.starts_with("get") => Access::Get,
        _ if name.starts_with("set") || name.starts_with("put") => Access::Set,
        _ => return None,
    })
}

impl Access {
    /// How many values it takes.
    pub fn values(self) -> usize {
        match self {
            Access::Get => 0,
            Access::Set | Access::GetAndSet | Access::GetAndOp(_) => 1,
            Access::CompareAndSet | Access::CompareAndExchange => 2,
        }
    }
}

/// Does it, plainly if that is what is asked of a read or write; the result, if there is one, goes to `dst`. `kind` is that of the word.
pub fn emit_access(
    out: &mut Builder,
    access: Access,
    place: Place,
    values: &[Operand],
    kind: Kind,
    plain: bool,
    dst: Option<Reg>,
) {
    let old = dst.filter(|_| access != Access::CompareAndSet).unwrap_or_else(|| out.temp(kind));
    match access {
        Access::Get => out.emit(Instr::Load { dst: old, place, plain }),
        Access::Set => out.emit(Instr::Store { place, src: values[0], plain }),
        Access::CompareAndSet => {
            let dst = dst.unwrap_or_else(|| out.temp(Kind::Int));
            out.emit(Instr::Cas { dst, place, expected: values[0], new: values[1] });
        }
        Access::CompareAndExchange => {
            let equal = out.temp(Kind::Int);
            out.emit(Instr::AtomicBegin);
            out.emit(Instr::Load { dst: old, place, plain: false });
            out.binary(equal, BinOp::Eq, NumTy::I64, Operand::Reg(old), values[0]);
            out.when(Operand::Reg(equal), |b| b.emit(Instr::Store { place, src: values[1], plain: false }));
            out.emit(Instr::AtomicEnd);
        }
        Access::GetAndSet | Access::GetAndOp(_) => {
            out.emit(Instr::AtomicBegin);
            out.emit(Instr::Load { dst: old, place, plain: false });
            let mut src = values[0];
            if let Access::GetAndOp(op) = access {
                let new = out.temp(kind);
                let num = if kind == Kind::Int { NumTy::I32 } else { NumTy::I64 };
                out.binary(new, op, num, Operand::Reg(old), values[0]);
                src = Operand::Reg(new);
            }
            out.emit(Instr::Store { place, src, plain: false });
            out.emit(Instr::AtomicEnd);
        }
    }
}

/// The kind of the words that a method of `Unsafe` is about.
fn word_kind(name: &str) -> Option<Kind> {
    let kinds = [
        ("Reference", Kind::Ref),
        ("Object", Kind::Ref),
        ("Long", Kind::Long),
        ("Int", Kind::Int),
        ("Boolean", Kind::Int),
        ("Byte", Kind::Int),
        ("Short", Kind::Int),
        ("Char", Kind::Int),
        ("Float", Kind::Float),
        ("Double", Kind::Double),
    ];
    kinds.iter().find(|(word, _)| name.contains(word)).map(|&(_, kind)| kind)
}

impl Lowering<'_, '_> {
    /// A method of `Unsafe`. Whether it is one that is known.
    pub(super) fn unsafe_call(
        &mut self,
        method: MethodId,
        args: &[Entry],
        ret: Option<Kind>,
    ) -> Result<bool, TranslateError> {
        let decl = self.t.world.method(method);
        let (name, desc) = (decl.name.clone(), decl.desc.clone());
        match name.as_str() {
            "getUnsafe" => self.push(Operand::Null, Kind::Ref),
            "registerNatives" | "fullFence" | "loadFence" | "storeFence" | "loadLoadFence"
            | "storeStoreFence" => {}
            "isBigEndian" | "unalignedAccess" => self.push(Operand::Int(0), Kind::Int),
            "arrayBaseOffset" => self.push(Operand::Int(0), Kind::Int),
            "arrayIndexScale" => self.push(Operand::Int(1), Kind::Int),
            "objectFieldOffset" => return Ok(self.field_offset(args)),
            _ => return self.unsafe_access(&name, &desc, args, ret),
        }
        Ok(true)
    }

    fn field_offset(&mut self, args: &[Entry]) -> bool {
        let (Some(Known::Class(class)), Some(Known::Text(field))) =
            (args.get(1).map(|a| &a.known), args.get(2).map(|a| &a.known))
        else {
            return false;
        };
        let Some((_, slot)) = self.t.instance_field(class, field) else { return false };
        self.push(Operand::Int(i64::from(slot)), Kind::Long);
        true
    }

    fn unsafe_access(
        &mut self,
        name: &str,
        desc: &str,
        args: &[Entry],
        ret: Option<Kind>,
    ) -> Result<bool, TranslateError> {
        let (Some(access), Some(kind)) = (access(name), word_kind(name)) else { return Ok(false) };
        if !desc.starts_with("(Ljava/lang/Object;J") || args.len() != 3 + access.values() {
            return Ok(false);
        }
        let (obj, index) = (args[1].operand, args[2].operand);
        let place = Place::Slot { obj, index, is_ref: kind == Kind::Ref };
        let values: Vec<Operand> = args[3..].iter().map(|arg| arg.operand).collect();
        let dst = ret.map(|kind| self.out.temp(kind));
        emit_access(&mut self.out, access, place, &values, kind, false, dst);
        if let (Some(dst), Some(kind)) = (dst, ret) {
            self.push(Operand::Reg(dst), kind);
        }
        Ok(true)
    }
}

impl Translator<'_> {
    /// The class and the number of an instance field, by name alone.
    pub(super) fn instance_field(&mut self, class: &str, field: &str) -> Option<(commute_ir::ClassId, u32)> {
        let class = self.world.load(class).ok()?;
        let desc = self.world.class(class).file.fields.iter().find(|f| f.name == field)?.desc.clone();
        match self.world.field(class, field, &desc)? {
            FieldPlace::Instance(class, slot) => Some((class, slot)),
            FieldPlace::Static(..) => None,
        }
    }
}
