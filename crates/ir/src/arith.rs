//! Arithmetic on words, with Java's meaning.

use crate::{BinOp, Conversion, FaultKind, NumTy, UnOp};

fn f32_of(word: u64) -> f32 {
    f32::from_bits(word as u32)
}

fn f64_of(word: u64) -> f64 {
    f64::from_bits(word)
}

/// The bits of a number. Every NaN a computation gives is the same one, because which one it is would
/// otherwise depend on the processor.
fn from_f32(value: f32) -> u64 {
    u64::from(if value.is_nan() { f32::NAN } else { value }.to_bits())
}

fn from_f64(value: f64) -> u64 {
    if value.is_nan() { f64::NAN } else { value }.to_bits()
}

/// `op a`.
#[inline]
pub fn unary(op: UnOp, num: NumTy, a: u64) -> u64 {
    match (op, num) {
        (UnOp::Not, _) => u64::from(a == 0),
        (UnOp::Neg, NumTy::I32) => i64::from((a as i32).wrapping_neg()) as u64,
        (UnOp::Neg, NumTy::I64) => (a as i64).wrapping_neg() as u64,
        (UnOp::Neg, NumTy::F32) => from_f32(-f32_of(a)),
        (UnOp::Neg, NumTy::F64) => from_f64(-f64_of(a)),
        (UnOp::BitNot, NumTy::I32) => i64::from(!(a as i32)) as u64,
        (UnOp::BitNot, _) => !a,
    }
}

/// `a op b`.
#[inline]
pub fn binary(op: BinOp, num: NumTy, a: u64, b: u64) -> Result<u64, FaultKind> {
    match num {
        NumTy::I64 => int64(op, a as i64, b as i64),
        NumTy::I32 => int32(op, a as i32, b as i32),
        NumTy::F32 => Ok(float32(op, f32_of(a), f32_of(b))),
        NumTy::F64 => Ok(float64(op, f64_of(a), f64_of(b))),
    }
}

fn ordered<T: PartialOrd>(op: BinOp, a: T, b: T) -> u64 {
    let bit = |c: bool| u64::from(c);
    match op {
        BinOp::Eq => bit(a == b),
        BinOp::Ne => bit(a != b),
        BinOp::Lt => bit(a < b),
        BinOp::Le => bit(a <= b),
        BinOp::Gt => bit(a > b),
        BinOp::Ge => bit(a >= b),
        BinOp::CmpL | BinOp::CmpG => match a.partial_cmp(&b) {
            Some(order) => order as i64 as u64,
            None if op == BinOp::CmpL => -1i64 as u64,
            None => 1,
        },
        _ => panic!("[commute internal bug] {op:?} is no comparison"),
    }
}

macro_rules! integer {
    ($name:ident, $int:ty, $unsigned:ty) => {
        #[inline]
        fn $name(op: BinOp, a: $int, b: $int) -> Result<u64, FaultKind> {
            if b == 0 && matches!(op, BinOp::Div | BinOp::Rem | BinOp::Mod) {
                return Err(FaultKind::DivisionByZero);
            }
            let value = match op {
                BinOp::Add => a.wrapping_add(b),
                BinOp::Sub => a.wrapping_sub(b),
                BinOp::Mul => a.wrapping_mul(b),
                BinOp::Div => a.wrapping_div(b),
                BinOp::Rem => a.wrapping_rem(b),
                BinOp::Mod => a.wrapping_rem_euclid(b),
                BinOp::And => a & b,
                BinOp::Or => a | b,
                BinOp::Xor => a ^ b,
                BinOp::Shl => a.wrapping_shl(b as u32),
                BinOp::Shr => a.wrapping_shr(b as u32),
                BinOp::Ushr => (a as $unsigned).wrapping_shr(b as u32) as $int,
                _ => return Ok(ordered(op, a, b)),
            };
            Ok(value as i64 as u64)
        }
    };
}

integer!(int32, i32, u32);
integer!(int64, i64, u64);

macro_rules! float {
    ($name:ident, $float:ty, $bits:expr) => {
        fn $name(op: BinOp, a: $float, b: $float) -> u64 {
            let value = match op {
                BinOp::Add => a + b,
                BinOp::Sub => a - b,
                BinOp::Mul => a * b,
                BinOp::Div => a / b,
                BinOp::Rem => a % b,
                _ => return ordered(op, a, b),
            };
            $bits(value)
        }
    };
}

float!(float32, f32, from_f32);
float!(float64, f64, from_f64);

/// Converts between numeric types.
pub fn convert(conv: Conversion, a: u64) -> u64 {
    use NumTy::*;
    let (from, to) = match conv {
        Conversion::Num { from, to } => (from, to),
        Conversion::ToI8 => return i64::from(a as i8) as u64,
        Conversion::ToI16 => return i64::from(a as i16) as u64,
        Conversion::ToU16 => return u64::from(a as u16),
    };
    match (from, to) {
        (I32, I64) | (I32, I32) | (I64, I64) | (F32, F32) | (F64, F64) => a,
        (I64, I32) => i64::from(a as i32) as u64,
        (I32, F32) => from_f32(a as i32 as f32),
        (I64, F32) => from_f32(a as i64 as f32),
        (I32, F64) => f64::from(a as i32).to_bits(),
        (I64, F64) => (a as i64 as f64).to_bits(),
        (F32, I32) => i64::from(f32_of(a) as i32) as u64,
        (F32, I64) => f32_of(a) as i64 as u64,
        (F64, I32) => i64::from(f64_of(a) as i32) as u64,
        (F64, I64) => f64_of(a) as i64 as u64,
        (F32, F64) => from_f64(f64::from(f32_of(a))),
        (F64, F32) => from_f32(f64_of(a) as f32),
    }
}

/// `value` in `lo..=hi`, wrapped around if asked.
#[inline]
pub fn narrow(value: i64, lo: i64, hi: i64, wrap: bool) -> Result<i64, FaultKind> {
    if (lo..=hi).contains(&value) {
        return Ok(value);
    }
    if !wrap {
        return Err(FaultKind::OutOfRange);
    }
    let size = i128::from(hi) - i128::from(lo) + 1;
    Ok((i128::from(lo) + (i128::from(value) - i128::from(lo)).rem_euclid(size)) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_wrap_and_divide_as_java_does() {
        assert_eq!(binary(BinOp::Add, NumTy::I32, i32::MAX as u64, 1), Ok(i32::MIN as i64 as u64));
        assert_eq!(binary(BinOp::Div, NumTy::I64, i64::MIN as u64, -1i64 as u64), Ok(i64::MIN as u64));
        assert_eq!(binary(BinOp::Rem, NumTy::I64, -7i64 as u64, 3), Ok(-1i64 as u64));
        assert_eq!(binary(BinOp::Mod, NumTy::I64, -7i64 as u64, 3), Ok(2));
        assert_eq!(binary(BinOp::Mod, NumTy::I64, 1, 0), Err(FaultKind::DivisionByZero));
        assert_eq!(binary(BinOp::Ushr, NumTy::I32, -1i64 as u64, 28), Ok(15));
        assert_eq!(binary(BinOp::Shl, NumTy::I32, 1, 33), Ok(2));
    }

    #[test]
    fn floats_compare_and_convert_as_java_does() {
        let nan = f64::NAN.to_bits();
        assert_eq!(binary(BinOp::Eq, NumTy::F64, nan, nan), Ok(0));
        assert_eq!(binary(BinOp::CmpL, NumTy::F64, nan, 0), Ok(-1i64 as u64));
        assert_eq!(binary(BinOp::CmpG, NumTy::F64, nan, 0), Ok(1));
        let to_int = Conversion::Num { from: NumTy::F64, to: NumTy::I32 };
        assert_eq!(convert(to_int, nan), 0);
        assert_eq!(convert(to_int, 1e20f64.to_bits()), i32::MAX as u64);
        assert_eq!(convert(Conversion::ToI8, 200), -56i64 as u64);
    }

    #[test]
    fn bounded_integers_wrap_or_fault() {
        assert_eq!(narrow(8, 0, 7, true), Ok(0));
        assert_eq!(narrow(-1, 0, 7, true), Ok(7));
        assert_eq!(narrow(-1, 0, 7, false), Err(FaultKind::OutOfRange));
        assert_eq!(narrow(i64::MAX, i64::MIN, -1, true), Ok(-1));
    }
}
