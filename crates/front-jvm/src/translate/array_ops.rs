//! Arrays: of several dimensions, copying, and which kinds a type has.

use super::body::{Done, Known, Lowering};
use super::builder::Builder;
use super::{FuncKey, TranslateError, Translator};
use crate::classfile::Kind;
use crate::descriptor::{class_of, kind};
use commute_ir::{
    BinOp, FaultKind, FuncId, Function, Instr, NumTy, Operand, Pc, Place, Reg, Shape, ShapeId, Ty, UnOp,
};
use std::collections::HashMap;

impl Lowering<'_, '_> {
    /// An array of arrays: loops, one for each dimension but the last.
    pub(super) fn new_arrays(&mut self, desc: &str, dimensions: u8) -> Done {
        let mut lengths = Vec::new();
        for _ in 0..dimensions {
            lengths.push(self.pop(Kind::Int)?.operand);
        }
        lengths.reverse();
        // The registers of the stack are about to be used again.
        let lengths: Vec<Operand> = lengths
            .into_iter()
            .map(|length| {
                let copy = self.out.temp(Kind::Int);
                self.out.copy(copy, length);
                Operand::Reg(copy)
            })
            .collect();
        for &length in &lengths[1..] {
            self.check_size(length);
        }
        let array = self.nested(desc, &lengths)?;
        self.push_known(Operand::Reg(array), Kind::Ref, Known::NotNull);
        Ok(())
    }

    /// Also a length of which no array is made must not be negative.
    fn check_size(&mut self, length: Operand) {
        let (shape, wrong) = (self.t.fault_shape(FaultKind::NegativeSize), self.out.temp(Kind::Int));
        let exc = self.out.temp(Kind::Ref);
        self.out.binary(wrong, BinOp::Lt, NumTy::I32, length, Operand::Int(0));
        self.out.when(Operand::Reg(wrong), |b| {
            b.emit(Instr::New { dst: exc, shape, arg: Operand::Int(0) });
            b.emit(Instr::Throw { exc: Operand::Reg(exc) });
        });
    }

    fn nested(&mut self, desc: &str, lengths: &[Operand]) -> Result<Reg, TranslateError> {
        let shape = self.t.array_shape(desc)?;
        let array = self.out.temp(Kind::Ref);
        self.out.emit(Instr::New { dst: array, shape, arg: lengths[0] });
        if lengths.len() > 1 {
            let (index, more) = (self.out.temp(Kind::Int), self.out.temp(Kind::Int));
            self.out.copy(index, Operand::Int(0));
            let head = self.out.here();
            self.out.binary(more, BinOp::Lt, NumTy::I32, Operand::Reg(index), lengths[0]);
            let branch = self.out.here();
            self.out.emit(Instr::Branch {
                cond: Operand::Reg(more),
                then: Pc(branch.0 + 1),
                otherwise: branch,
            });
            let inner = self.nested(&desc[1..], &lengths[1..])?;
            let place = Place::Elem { arr: Operand::Reg(array), index: Operand::Reg(index) };
            self.out.emit(Instr::Store { place, src: Operand::Reg(inner), plain: false });
            self.out.binary(index, BinOp::Add, NumTy::I32, Operand::Reg(index), Operand::Int(1));
            self.out.emit(Instr::Jump { target: head });
            let end = self.out.here();
            if let Instr::Branch { otherwise, .. } = self.out.instr_mut(branch) {
                *otherwise = end;
            }
        }
        Ok(array)
    }
}

impl Translator<'_> {
    /// The function that copies an array.
    pub(super) fn array_clone(&mut self, from: FuncId) -> FuncId {
        self.function(FuncKey::ArrayClone, from, |_| ("clone".to_owned(), vec![Ty::AnyRef], Some(Ty::AnyRef)))
    }

    /// The function of `System.arraycopy`.
    pub(super) fn array_copy(&mut self, from: FuncId) -> FuncId {
        let params = vec![Ty::AnyRef, Ty::I32, Ty::AnyRef, Ty::I32, Ty::I32];
        self.function(FuncKey::ArrayCopy, from, |_| ("System.arraycopy".to_owned(), params, None))
    }

    /// A test whether `obj` is an array of a type, whose kinds are found at the end.
    pub(super) fn shape_test(&mut self, out: &mut Builder, func: FuncId, dst: Reg, obj: Operand, desc: &str) {
        self.shape_tests.push((func, out.here().0, desc.to_owned()));
        out.emit(Instr::IsShape { dst, obj, shapes: Box::new([]) });
    }

    /// Copies element by element: another thread may see it half done, as the language allows.
    pub(super) fn array_copy_body(&mut self, func: FuncId) -> Result<Function, TranslateError> {
        let params = [Ty::AnyRef, Ty::I32, Ty::AnyRef, Ty::I32, Ty::I32];
        let mut out = Builder::new("System.arraycopy".to_owned(), &params, None);
        let [src, from, dst, to, count] = [0, 1, 2, 3, 4].map(|i| Operand::Reg(Reg(i)));
        // What is wrong with the objects is said before what is wrong with the range.
        out.check_null(src);
        out.check_null(dst);
        let flag = out.temp(Kind::Int);
        self.shape_test(&mut out, func, flag, src, "[Ljava/lang/Object;");
        let differ = self.check_kinds(&mut out, func, src, dst);
        let class = self.world.load("java/lang/ArrayStoreException")?;
        self.instantiate(class);
        let wrong = self.instance_shape(class);
        let exc = out.temp(Kind::Ref);
        out.when(Operand::Reg(differ), |b| {
            b.emit(Instr::New { dst: exc, shape: wrong, arg: Operand::Int(0) });
            b.emit(Instr::Throw { exc: Operand::Reg(exc) });
        });
        self.check_range(&mut out, src, from, count);
        self.check_range(&mut out, dst, to, count);
        // What is put into an array of some class must fit.
        let (takes_all, check) = (out.temp(Kind::Int), self.store_check(func));
        let all = self.array_shape("[Ljava/lang/Object;")?;
        out.emit(Instr::IsShape { dst: takes_all, obj: dst, shapes: Box::new([all]) });
        // Overlapping ranges of one array are copied in the direction that does not overwrite what is still to come.
        let (downwards, same) = (out.temp(Kind::Int), out.temp(Kind::Int));
        out.binary(downwards, BinOp::Lt, NumTy::I32, from, to);
        out.binary(same, BinOp::Eq, NumTy::I64, src, dst);
        out.binary(downwards, BinOp::And, NumTy::I64, Operand::Reg(downwards), Operand::Reg(same));
        for (is_ref, backwards) in [(true, true), (true, false), (false, true), (false, false)] {
            let cond = out.temp(Kind::Int);
            out.binary(cond, BinOp::Eq, NumTy::I64, Operand::Reg(flag), Operand::Int(i64::from(is_ref)));
            let way = out.temp(Kind::Int);
            out.binary(
                way,
                BinOp::Eq,
                NumTy::I64,
                Operand::Reg(downwards),
                Operand::Int(i64::from(backwards)),
            );
            out.binary(cond, BinOp::And, NumTy::I64, Operand::Reg(cond), Operand::Reg(way));
            out.when(Operand::Reg(cond), |b| {
                copy_loop(
                    b,
                    is_ref.then_some((takes_all, check, wrong)),
                    backwards,
                    [src, from, dst, to, count],
                )
            });
        }
        out.emit(Instr::Return { value: None });
        Ok(out.finish_plain())
    }

    /// Whether two objects are not both arrays of references or both of one primitive type.
    fn check_kinds(&mut self, out: &mut Builder, func: FuncId, a: Operand, b: Operand) -> Reg {
        let (of_a, of_b) = (out.temp(Kind::Int), out.temp(Kind::Int));
        let (is_array, differ) = (out.temp(Kind::Int), out.temp(Kind::Int));
        out.copy(is_array, Operand::Int(0));
        out.copy(differ, Operand::Int(0));
        for desc in ["[Ljava/lang/Object;", "[Z", "[B", "[C", "[S", "[I", "[J", "[F", "[D"] {
            self.shape_test(out, func, of_a, a, desc);
            self.shape_test(out, func, of_b, b, desc);
            out.binary(is_array, BinOp::Or, NumTy::I64, Operand::Reg(is_array), Operand::Reg(of_a));
            out.binary(of_a, BinOp::Ne, NumTy::I64, Operand::Reg(of_a), Operand::Reg(of_b));
            out.binary(differ, BinOp::Or, NumTy::I64, Operand::Reg(differ), Operand::Reg(of_a));
        }
        // Two objects that are no arrays do not differ in any of these.
        out.binary(is_array, BinOp::Eq, NumTy::I64, Operand::Reg(is_array), Operand::Int(0));
        out.binary(differ, BinOp::Or, NumTy::I64, Operand::Reg(differ), Operand::Reg(is_array));
        differ
    }

    /// Raises what Java raises unless `from .. from + count` is in the array.
    fn check_range(&mut self, out: &mut Builder, array: Operand, from: Operand, count: Operand) {
        let (length, wrong, more) = (out.temp(Kind::Int), out.temp(Kind::Int), out.temp(Kind::Int));
        out.emit(Instr::Length { dst: length, arr: array });
        out.binary(wrong, BinOp::Lt, NumTy::I32, from, Operand::Int(0));
        out.binary(more, BinOp::Lt, NumTy::I32, count, Operand::Int(0));
        out.binary(wrong, BinOp::Or, NumTy::I64, Operand::Reg(wrong), Operand::Reg(more));
        // In 64 bits the sum cannot wrap around.
        out.binary(more, BinOp::Add, NumTy::I64, from, count);
        out.binary(more, BinOp::Gt, NumTy::I64, Operand::Reg(more), Operand::Reg(length));
        out.binary(wrong, BinOp::Or, NumTy::I64, Operand::Reg(wrong), Operand::Reg(more));
        let shape = self.fault_shape(FaultKind::OutOfBounds);
        let exc = out.temp(Kind::Ref);
        out.when(Operand::Reg(wrong), |b| {
            b.emit(Instr::New { dst: exc, shape, arg: Operand::Int(0) });
            b.emit(Instr::Throw { exc: Operand::Reg(exc) });
        });
    }

    /// One case for each kind of array that there is at the end.
    pub(super) fn array_clone_body(&mut self, func: FuncId) -> Result<Function, TranslateError> {
        let mut out = Builder::new("clone".to_owned(), &[Ty::AnyRef], Some(Ty::AnyRef));
        let this = Operand::Reg(Reg(0));
        let copy = self.array_copy(func);
        let (length, is, new) = (out.temp(Kind::Int), out.temp(Kind::Int), out.temp(Kind::Ref));
        self.clone_instances(&mut out, this, is, new)?;
        for shape in self.known_arrays() {
            out.emit(Instr::IsShape { dst: is, obj: this, shapes: Box::new([shape]) });
            out.when(Operand::Reg(is), |b| {
                b.emit(Instr::Length { dst: length, arr: this });
                b.emit(Instr::New { dst: new, shape, arg: Operand::Reg(length) });
                let (zero, new) = (Operand::Int(0), Operand::Reg(new));
                let args = Box::new([this, zero, new, zero, Operand::Reg(length)]);
                b.emit(Instr::Call { dst: None, func: copy, args });
                b.emit(Instr::Return { value: Some(new) });
            });
        }
        let refusal = self.refusal("the copy of an object that is neither an array nor Cloneable", func);
        out.emit(refusal);
        Ok(out.finish_plain())
    }

    /// The cases for instances of classes that allow it: field by field.
    fn clone_instances(
        &mut self,
        out: &mut Builder,
        this: Operand,
        is: Reg,
        new: Reg,
    ) -> Result<(), TranslateError> {
        let cloneable = self.world.load("java/lang/Cloneable")?;
        let shapes: Vec<(usize, Shape)> = self.program.shapes.iter().copied().enumerate().collect();
        for (i, shape) in shapes {
            let Shape::Instance(class) = shape else { continue };
            if !self.world.is_subclass(class, cloneable) {
                continue;
            }
            let words = (0..).zip(&self.world.class(class).layout);
            let layout: Vec<_> = words
                .map(|(i, s)| (kind(&s.desc), self.races_in(s.class) && self.is_plain_word(class, i)))
                .collect();
            let shape = ShapeId::new(i);
            out.emit(Instr::IsShape { dst: is, obj: this, shapes: Box::new([shape]) });
            out.when(Operand::Reg(is), |b| {
                b.emit(Instr::New { dst: new, shape, arg: Operand::Int(0) });
                for (field, (kind, plain)) in (0..).zip(layout) {
                    let value = b.temp(kind);
                    let place = |obj| Place::Field { obj, class, field };
                    b.emit(Instr::Load { dst: value, place: place(this), plain });
                    // Nobody else has the copy yet.
                    let (place, src) = (place(Operand::Reg(new)), Operand::Reg(value));
                    b.emit(Instr::Store { place, src, plain: false });
                }
                b.emit(Instr::Return { value: Some(Operand::Reg(new)) });
            });
        }
        Ok(())
    }

    fn known_arrays(&self) -> Vec<ShapeId> {
        let shapes = self.program.shapes.iter().enumerate();
        shapes.filter(|(_, s)| matches!(s, Shape::Array(_))).map(|(i, _)| ShapeId::new(i)).collect()
    }

    /// Fills in the kinds of arrays that tests ask for.
    pub(super) fn fill_shape_tests(&mut self) {
        let arrays: Vec<(String, ShapeId)> =
            self.statics.array_shapes.iter().map(|(d, &s)| (d.clone(), s)).collect();
        let mut known: HashMap<String, Vec<ShapeId>> = HashMap::new();
        for (func, at, desc) in std::mem::take(&mut self.shape_tests) {
            let found = known.entry(desc).or_insert_with_key(|desc| {
                let fitting = arrays.iter().filter(|(own, _)| self.is_assignable(own, desc));
                let mut found: Vec<ShapeId> = fitting.map(|&(_, shape)| shape).collect();
                found.sort_unstable();
                found
            });
            let found = found.clone();
            let code = &mut self.program.functions[func.index()].code;
            if let Some(Instr::IsShape { shapes, .. }) = code.get_mut(at as usize) {
                *shapes = found.into_boxed_slice();
            }
        }
    }

    /// Whether a value of the type `from` is one of the type `to`.
    pub(super) fn is_assignable(&mut self, from: &str, to: &str) -> bool {
        if from == to {
            return true;
        }
        match (from.as_bytes().first(), to.as_bytes().first()) {
            (Some(b'['), Some(b'[')) => self.is_assignable(&from[1..], &to[1..]),
            (Some(b'['), Some(b'L')) => {
                matches!(class_of(to), "java/lang/Object" | "java/lang/Cloneable" | "java/io/Serializable")
            }
            (Some(b'L'), Some(b'L')) => {
                let (Ok(from), Ok(to)) = (self.world.load(class_of(from)), self.world.load(class_of(to)))
                else {
                    return false;
                };
                self.world.is_subclass(from, to)
            }
            _ => false,
        }
    }
}

/// Copies `count` elements, from the last to the first or the other way. References have a check, which is not needed if the
/// array takes all of them.
fn copy_loop(
    b: &mut Builder,
    check: Option<(Reg, FuncId, ShapeId)>,
    backwards: bool,
    [src, from, dst, to, count]: [Operand; 5],
) {
    let (index, more, at) = (b.temp(Kind::Int), b.temp(Kind::Int), b.temp(Kind::Int));
    let value = b.temp(if check.is_some() { Kind::Ref } else { Kind::Long });
    b.copy(index, Operand::Int(0));
    let head = b.here();
    b.binary(more, BinOp::Lt, NumTy::I32, Operand::Reg(index), count);
    b.when(Operand::Reg(more), |b| {
        let place = |b: &mut Builder, array: Operand, start: Operand| {
            b.copy(at, Operand::Reg(index));
            if backwards {
                b.emit(Instr::Unary { dst: at, op: UnOp::BitNot, num: NumTy::I32, a: Operand::Reg(index) });
                b.binary(at, BinOp::Add, NumTy::I32, Operand::Reg(at), count);
            }
            b.binary(at, BinOp::Add, NumTy::I32, Operand::Reg(at), start);
            Place::Elem { arr: array, index: Operand::Reg(at) }
        };
        let source = place(b, src, from);
        b.emit(Instr::Load { dst: value, place: source, plain: true });
        if let Some((takes_all, func, wrong)) = check {
            let not = |b: &mut Builder, reg| {
                b.emit(Instr::Unary { dst: reg, op: UnOp::Not, num: NumTy::I64, a: Operand::Reg(reg) });
            };
            let (fits, exc) = (b.temp(Kind::Int), b.temp(Kind::Ref));
            b.copy(fits, Operand::Reg(takes_all));
            not(b, fits);
            b.when(Operand::Reg(fits), |b| {
                let args = Box::new([dst, Operand::Reg(value)]);
                b.emit(Instr::Call { dst: Some(fits), func, args });
                not(b, fits);
                b.when(Operand::Reg(fits), |b| {
                    b.emit(Instr::New { dst: exc, shape: wrong, arg: Operand::Int(0) });
                    b.emit(Instr::Throw { exc: Operand::Reg(exc) });
                });
            });
        }
        let target = place(b, dst, to);
        b.emit(Instr::Store { place: target, src: Operand::Reg(value), plain: true });
        b.binary(index, BinOp::Add, NumTy::I32, Operand::Reg(index), Operand::Int(1));
        b.emit(Instr::Jump { target: head });
    });
}
