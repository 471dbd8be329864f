//! Atomic accesses: `jdk.internal.misc.Unsafe`, and what variable handles share with it.
//!
//! An offset is the number of a word of an instance or array, so the library's own code computes with it as it is. All
//! accesses are sequentially consistent, whatever their names promise less. Programs that use `sun.misc.Unsafe` expect
//! elements to have the sizes that they have in memory, so there an offset is that number times the size of what is accessed.

use super::body::{Entry, Known, Lowering};
use super::builder::Builder;
use super::intrinsics::Site;
use super::{FuncKey, TranslateError, Translator};
use crate::classfile::Kind;
use crate::world::{FieldPlace, MethodId};
use commute_ir::{BinOp, FuncId, Function, Instr, NumTy, Operand, Place, Reg, Ty};

/// What programs use.
pub const UNSAFE: &str = "sun/misc/Unsafe";

/// A static field of it that says where arrays have their elements.
pub fn array_constant(class: &str, field: &str) -> Option<i64> {
    let element = field.strip_prefix("ARRAY_").filter(|_| class == UNSAFE)?;
    match element.strip_suffix("_INDEX_SCALE") {
        Some(element) => {
            let names = [
                ("BOOLEAN", 'Z'),
                ("BYTE", 'B'),
                ("SHORT", 'S'),
                ("CHAR", 'C'),
                ("LONG", 'J'),
                ("DOUBLE", 'D'),
            ];
            let known = names.iter().find(|(name, _)| *name == element);
            Some(1 << shift(known.map_or('I', |&(_, letter)| letter)))
        }
        None => Some(0),
    }
}

/// The size of a value in memory, as a power of two, by the first letter of its descriptor.
fn shift(letter: char) -> i64 {
    match letter {
        'Z' | 'B' => 0,
        'S' | 'C' => 1,
        'J' | 'D' => 3,
        _ => 2,
    }
}

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
        _ if ["compareAndSet", "weakCompareAndSet", "compareAndSwap"].iter().any(|n| name.starts_with(n)) => {
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

/// The words that a method of `Unsafe` is about, by the first letter of their descriptor, and their kind.
fn word_kind(name: &str) -> Option<(char, Kind)> {
    let kinds = [
        ("Reference", 'L', Kind::Ref),
        ("Object", 'L', Kind::Ref),
        ("Long", 'J', Kind::Long),
        ("Int", 'I', Kind::Int),
        ("Boolean", 'Z', Kind::Int),
        ("Byte", 'B', Kind::Int),
        ("Short", 'S', Kind::Int),
        ("Char", 'C', Kind::Int),
        ("Float", 'F', Kind::Float),
        ("Double", 'D', Kind::Double),
    ];
    kinds.iter().find(|(word, ..)| name.contains(word)).map(|&(_, letter, kind)| (letter, kind))
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
        let is_users = self.t.world.name(method.class) == UNSAFE;
        match name.as_str() {
            "getUnsafe" if is_users => {
                return self.of_members("noUnsafe", "()Ljava/lang/Object;", &[], Kind::Ref);
            }
            "arrayIndexScale" if is_users => {
                return self.of_members("indexScale", "(Ljava/lang/Class;)I", &args[1..], Kind::Int);
            }
            "objectFieldOffset" if is_users => {
                let desc = "(Ljava/lang/reflect/Field;)J";
                return self.of_members("offset", desc, &args[1..], Kind::Long);
            }
            "getUnsafe" => self.push(Operand::Null, Kind::Ref),
            "registerNatives" | "fullFence" | "loadFence" | "storeFence" | "loadLoadFence"
            | "storeStoreFence" => {}
            "pageSize" => self.push(Operand::Int(4096), Kind::Int),
            "isBigEndian" | "unalignedAccess" => self.push(Operand::Int(0), Kind::Int),
            "arrayBaseOffset" => self.push(Operand::Int(0), Kind::Int),
            "arrayIndexScale" => self.push(Operand::Int(1), Kind::Int),
            "objectFieldOffset" => return Ok(self.field_offset(args)),
            _ => return self.unsafe_access(&name, &desc, args, ret, is_users),
        }
        Ok(true)
    }

    /// A call of a method of ours.
    fn of_members(
        &mut self,
        name: &str,
        desc: &str,
        args: &[Entry],
        kind: Kind,
    ) -> Result<bool, TranslateError> {
        let (site, dst) = (Site { func: self.func, phase: self.phase }, self.out.temp(kind));
        let name = format!("java/lang/reflect/Members.{name}");
        self.t.emit_ours(&mut self.out, site, &name, desc, args, Some(dst))?;
        self.push(Operand::Reg(dst), kind);
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
        is_users: bool,
    ) -> Result<bool, TranslateError> {
        let (Some(access), Some((letter, kind))) = (access(name), word_kind(name)) else { return Ok(false) };
        if !desc.starts_with("(Ljava/lang/Object;J") || args.len() != 3 + access.values() {
            return Ok(false);
        }
        let (obj, mut index) = (args[1].operand, args[2].operand);
        if is_users {
            let check = self.t.element_check(letter, self.func);
            self.out.emit(Instr::Call { dst: None, func: check, args: Box::new([obj, index]) });
            let word = self.out.temp(Kind::Long);
            self.out.binary(word, BinOp::Shr, NumTy::I64, index, Operand::Int(shift(letter)));
            index = Operand::Reg(word);
        }
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
    /// The function that refuses an access to a part of an element, or to several elements at once.
    fn element_check(&mut self, letter: char, from: FuncId) -> FuncId {
        self.function(FuncKey::ElementCheck(letter), from, |_| {
            ("sun.misc.Unsafe".to_owned(), vec![Ty::AnyRef, Ty::I64], None)
        })
    }

    pub(super) fn element_check_body(&mut self, letter: char, func: FuncId) -> Function {
        let mut out = Builder::new("sun.misc.Unsafe".to_owned(), &[Ty::AnyRef, Ty::I64], None);
        let (obj, is) = (Operand::Reg(Reg(0)), out.temp(Kind::Long));
        let inside = Operand::Int((1 << shift(letter)) - 1);
        out.binary(is, BinOp::And, NumTy::I64, Operand::Reg(Reg(1)), inside);
        let refusal = self.refusal("an access by sun.misc.Unsafe to more or less than one value", func);
        out.binary(is, BinOp::Ne, NumTy::I64, Operand::Reg(is), Operand::Int(0));
        out.when(Operand::Reg(is), |b| b.emit(refusal.clone()));
        let of = |desc: &str| if desc[1..].starts_with(['L', '[']) { 'L' } else { desc.as_bytes()[1].into() };
        let arrays = self.statics.array_shapes.iter();
        let mut others: Vec<_> = arrays.filter(|(desc, _)| of(desc) != letter).map(|(_, &s)| s).collect();
        others.sort_unstable();
        if !others.is_empty() {
            out.emit(Instr::IsShape { dst: is, obj, shapes: others.into() });
            out.when(Operand::Reg(is), |b| b.emit(refusal));
        }
        out.emit(Instr::Return { value: None });
        out.finish_plain()
    }

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
