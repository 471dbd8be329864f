//! Arithmetic on words, with Java's meaning.
//!
//! Floats that are not numbers are all the same word, because the bits of a computed NaN differ between
//! processors and no program of ours should have more states on one than on another.

use commute_ir::{BinOp, Conversion, FaultKind, NumTy, UnOp};
use std::cmp::Ordering;

/// The result of `op a`.
pub fn unary(op: UnOp, num: NumTy, a: i64) -> i64 {
    match (op, num) {
        (UnOp::Not, _) => i64::from(a == 0),
        (UnOp::Neg, NumTy::I32) => i64::from((a as i32).wrapping_neg()),
        (UnOp::Neg, NumTy::I64) => a.wrapping_neg(),
        (UnOp::Neg, NumTy::F32) => of_f32(-to_f32(a)),
        (UnOp::Neg, NumTy::F64) => of_f64(-to_f64(a)),
        (UnOp::BitNot, NumTy::I32) => i64::from(!(a as i32)),
        (UnOp::BitNot, _) => !a,
    }
}

/// The result of `a op b`.
pub fn binary(op: BinOp, num: NumTy, a: i64, b: i64) -> Result<i64, FaultKind> {
    match num {
        NumTy::I32 => binary_i32(op, a as i32, b as i32),
        NumTy::I64 => binary_i64(op, a, b),
        NumTy::F32 => Ok(match arithmetic_f32(op, to_f32(a), to_f32(b)) {
            Some(result) => of_f32(result),
            None => compare(op, to_f32(a).partial_cmp(&to_f32(b))),
        }),
        NumTy::F64 => Ok(match arithmetic_f64(op, to_f64(a), to_f64(b)) {
            Some(result) => of_f64(result),
            None => compare(op, to_f64(a).partial_cmp(&to_f64(b))),
        }),
    }
}

fn binary_i32(op: BinOp, a: i32, b: i32) -> Result<i64, FaultKind> {
    if b == 0 && matches!(op, BinOp::Div | BinOp::Rem | BinOp::Mod) {
        return Err(FaultKind::DivisionByZero);
    }
    let distance = b as u32 & 31;
    let result = match op {
        BinOp::Add => a.wrapping_add(b),
        BinOp::Sub => a.wrapping_sub(b),
        BinOp::Mul => a.wrapping_mul(b),
        BinOp::Div => a.wrapping_div(b),
        BinOp::Rem => a.wrapping_rem(b),
        BinOp::Mod => a.wrapping_rem_euclid(b),
        BinOp::And => a & b,
        BinOp::Or => a | b,
        BinOp::Xor => a ^ b,
        BinOp::Shl => a << distance,
        BinOp::Shr => a >> distance,
        BinOp::Ushr => ((a as u32) >> distance) as i32,
        _ => return Ok(compare(op, Some(a.cmp(&b)))),
    };
    Ok(i64::from(result))
}

fn binary_i64(op: BinOp, a: i64, b: i64) -> Result<i64, FaultKind> {
    if b == 0 && matches!(op, BinOp::Div | BinOp::Rem | BinOp::Mod) {
        return Err(FaultKind::DivisionByZero);
    }
    let distance = b as u64 & 63;
    Ok(match op {
        BinOp::Add => a.wrapping_add(b),
        BinOp::Sub => a.wrapping_sub(b),
        BinOp::Mul => a.wrapping_mul(b),
        BinOp::Div => a.wrapping_div(b),
        BinOp::Rem => a.wrapping_rem(b),
        BinOp::Mod => a.wrapping_rem_euclid(b),
        BinOp::And => a & b,
        BinOp::Or => a | b,
        BinOp::Xor => a ^ b,
        BinOp::Shl => a << distance,
        BinOp::Shr => a >> distance,
        BinOp::Ushr => ((a as u64) >> distance) as i64,
        _ => compare(op, Some(a.cmp(&b))),
    })
}

/// A comparison, given how the operands are ordered; `None` if one is not a number.
fn compare(op: BinOp, order: Option<Ordering>) -> i64 {
    let sign = |unordered: i64| order.map_or(unordered, |o| o as i64);
    let holds = match op {
        BinOp::CmpL => return sign(-1),
        BinOp::CmpG => return sign(1),
        BinOp::Eq => order == Some(Ordering::Equal),
        BinOp::Ne => order != Some(Ordering::Equal),
        BinOp::Lt => order == Some(Ordering::Less),
        BinOp::Le => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        BinOp::Gt => order == Some(Ordering::Greater),
        BinOp::Ge => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
        other => panic!("[commute internal bug] {other:?} does not compare, or is no operation on floats"),
    };
    i64::from(holds)
}

/// The operations on singles that give a single.
fn arithmetic_f32(op: BinOp, a: f32, b: f32) -> Option<f32> {
    match op {
        BinOp::Add => Some(a + b),
        BinOp::Sub => Some(a - b),
        BinOp::Mul => Some(a * b),
        BinOp::Div => Some(a / b),
        BinOp::Rem => Some(a % b),
        _ => None,
    }
}

/// The operations on doubles that give a double.
fn arithmetic_f64(op: BinOp, a: f64, b: f64) -> Option<f64> {
    match op {
        BinOp::Add => Some(a + b),
        BinOp::Sub => Some(a - b),
        BinOp::Mul => Some(a * b),
        BinOp::Div => Some(a / b),
        BinOp::Rem => Some(a % b),
        _ => None,
    }
}

/// The result of a conversion. Rust's `as` saturates and takes NaN to zero, as Java's conversions do.
pub fn convert(conv: Conversion, a: i64) -> i64 {
    match conv {
        Conversion::ToI8 => i64::from(a as i8),
        Conversion::ToI16 => i64::from(a as i16),
        Conversion::ToU16 => i64::from(a as u16),
        Conversion::Num { from: NumTy::I32, to } => from_integer(i64::from(a as i32), to),
        Conversion::Num { from: NumTy::I64, to } => from_integer(a, to),
        Conversion::Num { from: NumTy::F32, to: NumTy::F32 } => a,
        Conversion::Num { from: NumTy::F32, to } => from_float(f64::from(to_f32(a)), to),
        Conversion::Num { from: NumTy::F64, to } => from_float(to_f64(a), to),
    }
}

fn from_integer(a: i64, to: NumTy) -> i64 {
    match to {
        NumTy::I32 => i64::from(a as i32),
        NumTy::I64 => a,
        NumTy::F32 => of_f32(a as f32),
        NumTy::F64 => of_f64(a as f64),
    }
}

fn from_float(a: f64, to: NumTy) -> i64 {
    match to {
        NumTy::I32 => i64::from(a as i32),
        NumTy::I64 => a as i64,
        NumTy::F32 => of_f32(a as f32),
        NumTy::F64 => of_f64(a),
    }
}

/// `a` if it is in `lo..=hi`, else wrapped around into it or a fault.
pub fn narrow(a: i64, lo: i64, hi: i64, wrap: bool) -> Result<i64, FaultKind> {
    if (lo..=hi).contains(&a) {
        return Ok(a);
    }
    if !wrap || hi < lo {
        return Err(FaultKind::OutOfRange);
    }
    let (a, lo, hi) = (i128::from(a), i128::from(lo), i128::from(hi));
    Ok((lo + (a - lo).rem_euclid(hi - lo + 1)) as i64)
}

/// The single-precision number of a word.
pub fn to_f32(a: i64) -> f32 {
    f32::from_bits(a as u32)
}

/// The double-precision number of a word.
pub fn to_f64(a: i64) -> f64 {
    f64::from_bits(a as u64)
}

fn of_f32(f: f32) -> i64 {
    i64::from(if f.is_nan() { 0x7fc0_0000 } else { f.to_bits() })
}

fn of_f64(f: f64) -> i64 {
    (if f.is_nan() { 0x7ff8_0000_0000_0000 } else { f.to_bits() }) as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use BinOp::*;
    use NumTy::*;

    fn f(x: f64) -> i64 {
        x.to_bits() as i64
    }

    fn s(x: f32) -> i64 {
        i64::from(x.to_bits())
    }

    #[test]
    fn integers_wrap_around_and_stay_sign_extended() {
        assert_eq!(binary(Add, I32, i32::MAX.into(), 1), Ok(i32::MIN.into()));
        assert_eq!(binary(Add, I64, i64::MAX, 1), Ok(i64::MIN));
        assert_eq!(binary(Sub, I32, i32::MIN.into(), 1), Ok(i32::MAX.into()));
        assert_eq!(binary(Mul, I32, 1 << 20, 1 << 12), Ok(0));
        assert_eq!(binary(Mul, I64, 1 << 20, 1 << 12), Ok(1 << 32));
        assert_eq!(unary(UnOp::Neg, I32, i32::MIN.into()), i32::MIN.into());
        assert_eq!(unary(UnOp::Neg, I64, 5), -5);
        assert_eq!(unary(UnOp::BitNot, I32, 0), -1);
        assert_eq!((unary(UnOp::Not, I32, 0), unary(UnOp::Not, I32, 1)), (1, 0));
    }

    #[test]
    fn division_goes_toward_zero_rem_follows_the_dividend_and_mod_is_euclids() {
        assert_eq!(binary(Div, I32, -7, 2), Ok(-3));
        assert_eq!(binary(Rem, I32, -7, 2), Ok(-1));
        assert_eq!(binary(Mod, I32, -7, 2), Ok(1));
        assert_eq!(binary(Mod, I64, -7, -4), Ok(1));
        assert_eq!(binary(Rem, I64, 7, -4), Ok(3));
        assert_eq!(binary(Div, I32, i32::MIN.into(), -1), Ok(i32::MIN.into()));
        assert_eq!(binary(Rem, I64, i64::MIN, -1), Ok(0));
        for op in [Div, Rem, Mod] {
            assert_eq!(binary(op, I32, 1, 0), Err(FaultKind::DivisionByZero));
            assert_eq!(binary(op, I64, 1, 0), Err(FaultKind::DivisionByZero));
        }
    }

    #[test]
    fn shift_distances_are_taken_modulo_the_width() {
        assert_eq!(binary(Shl, I32, 1, 33), Ok(2));
        assert_eq!(binary(Shl, I32, 1, 31), Ok(i32::MIN.into()));
        assert_eq!(binary(Shl, I64, 1, 33), Ok(1 << 33));
        assert_eq!(binary(Shr, I32, -8, 1), Ok(-4));
        assert_eq!(binary(Ushr, I32, -1, 28), Ok(15));
        assert_eq!(binary(Ushr, I32, -1, 32), Ok(-1));
        assert_eq!(binary(Ushr, I64, -1, 60), Ok(15));
        assert_eq!(binary(Shl, I32, 1, -1), Ok(i32::MIN.into()));
    }

    #[test]
    fn bits_and_comparisons() {
        assert_eq!(binary(And, I32, 6, 3), Ok(2));
        assert_eq!(binary(Or, I32, 6, 3), Ok(7));
        assert_eq!(binary(Xor, I64, 6, 3), Ok(5));
        let table =
            [(Eq, 0, 1, 0), (Ne, 1, 0, 1), (Lt, 1, 0, 0), (Le, 1, 1, 0), (Gt, 0, 0, 1), (Ge, 0, 1, 1)];
        for (op, less, equal, greater) in table {
            let all = [(1, 2), (2, 2), (3, 2)].map(|(a, b)| binary(op, I64, a, b).unwrap());
            assert_eq!(all, [less, equal, greater], "{op:?}");
        }
        assert_eq!(binary(CmpL, I64, 1, 2), Ok(-1));
        assert_eq!(binary(CmpG, I64, 2, 1), Ok(1));
    }

    #[test]
    fn floats_are_ieee() {
        assert_eq!(binary(Add, F64, f(0.1), f(0.2)), Ok(f(0.1 + 0.2)));
        assert_eq!(binary(Add, F32, s(0.1), s(0.2)), Ok(s(0.1f32 + 0.2f32)));
        assert_eq!(binary(Div, F64, f(1.0), f(0.0)), Ok(f(f64::INFINITY)));
        assert_eq!(binary(Rem, F64, f(-7.5), f(2.0)), Ok(f(-1.5)));
        assert_eq!(binary(Rem, F32, s(-7.5), s(2.0)), Ok(s(-1.5)));
        assert_eq!(unary(UnOp::Neg, F64, f(0.0)), f(-0.0));
        assert_eq!(binary(Eq, F64, f(0.0), f(-0.0)), Ok(1));
        let nan = f(f64::NAN);
        assert_eq!(binary(Eq, F64, nan, nan), Ok(0));
        assert_eq!(binary(Ne, F64, nan, nan), Ok(1));
        assert_eq!(binary(Ge, F64, nan, f(0.0)), Ok(0));
        assert_eq!((binary(CmpL, F64, nan, nan), binary(CmpG, F64, nan, nan)), (Ok(-1), Ok(1)));
        assert_eq!(binary(CmpL, F32, s(1.0), s(1.0)), Ok(0));
        assert_eq!(binary(Sub, F64, f(f64::INFINITY), f(f64::INFINITY)), Ok(0x7ff8_0000_0000_0000));
    }

    #[test]
    fn conversions_saturate_and_truncate() {
        let num = |from, to, a| convert(Conversion::Num { from, to }, a);
        assert_eq!(num(F64, I32, f(1e20)), i32::MAX.into());
        assert_eq!(num(F64, I32, f(f64::NAN)), 0);
        assert_eq!(num(F64, I64, f(-1e300)), i64::MIN);
        assert_eq!(num(F32, I32, s(-1.9)), -1);
        assert_eq!(num(I64, I32, 1 << 31), i32::MIN.into());
        assert_eq!(num(I32, I64, -1), -1);
        assert_eq!(num(I32, F32, 16_777_217), s(16_777_216.0));
        assert_eq!(num(I64, F64, 3), f(3.0));
        assert_eq!(num(F32, F64, s(0.5)), f(0.5));
        assert_eq!(num(F64, F32, f(0.1)), s(0.1));
        assert_eq!(convert(Conversion::ToI8, 200), -56);
        assert_eq!(convert(Conversion::ToI16, 40_000), -25_536);
        assert_eq!(convert(Conversion::ToU16, -1), 65_535);
    }

    #[test]
    fn narrow_wraps_around_or_faults() {
        assert_eq!(narrow(2, 0, 2, false), Ok(2));
        assert_eq!(narrow(3, 0, 2, false), Err(FaultKind::OutOfRange));
        assert_eq!(narrow(3, 0, 2, true), Ok(0));
        assert_eq!(narrow(-1, 0, 2, true), Ok(2));
        assert_eq!(narrow(8, 5, 7, true), Ok(5));
        assert_eq!(narrow(i64::MAX, i64::MIN, 0, true), Ok(-2));
    }
}
