//! Decoding of instructions (JVMS chapter 6).

use super::op::{Const, Elem, Invoke, Kind, Op};
use super::pool::{Loadable, Pool};
use super::reader::{Malformed, Reader, malformed};
use commute_ir::{BinOp, Conversion, NumTy};

const KINDS: [Kind; 5] = [Kind::Int, Kind::Long, Kind::Float, Kind::Double, Kind::Ref];
const NUMBERS: [NumTy; 4] = [NumTy::I32, NumTy::I64, NumTy::F32, NumTy::F64];
const ELEMENTS: [Elem; 8] = [
    Elem::Of(Kind::Int),
    Elem::Of(Kind::Long),
    Elem::Of(Kind::Float),
    Elem::Of(Kind::Double),
    Elem::Of(Kind::Ref),
    Elem::Byte,
    Elem::Char,
    Elem::Short,
];
const COMPARISONS: [BinOp; 6] = [BinOp::Eq, BinOp::Ne, BinOp::Lt, BinOp::Ge, BinOp::Gt, BinOp::Le];

/// The instructions of a method, each with its offset, ascending. All targets are offsets of instructions.
pub fn decode(bytes: &[u8], pool: &Pool) -> Result<Vec<(u32, Op)>, Malformed> {
    let mut reader = Reader::new(bytes);
    let mut ops: Vec<(u32, Op)> = Vec::new();
    while !reader.is_at_end() {
        let at = reader.position() as u32;
        let op = Decoder { reader: &mut reader, pool, at }.op()?;
        ops.push((at, op));
    }
    let starts = |at: u32| ops.binary_search_by_key(&at, |(at, _)| *at).is_ok();
    let mut wrong = None;
    for (at, op) in &ops {
        op.targets(|to| {
            if !starts(to) {
                wrong = Some((*at, to));
            }
        });
    }
    match (wrong, ops.last()) {
        (Some((at, to)), _) => {
            malformed(format!("the jump at {at} goes to {to}, where no instruction begins"))
        }
        (None, Some((_, last))) if last.ends() => Ok(ops),
        _ => malformed("control runs past the end of a method"),
    }
}

struct Decoder<'r, 'a> {
    reader: &'r mut Reader<'a>,
    pool: &'r Pool,
    at: u32,
}

impl Decoder<'_, '_> {
    fn op(&mut self) -> Result<Op, Malformed> {
        let code = self.reader.u1()?;
        Ok(match code {
            0 => Op::Nop,
            1 => Op::Push(Const::Null),
            2..=17 => self.constant(code)?,
            18 => constant(self.short_constant()?),
            19 | 20 => constant(self.loadable()?),
            21..=25 => Op::Load(KINDS[usize::from(code - 21)], u16::from(self.reader.u1()?)),
            26..=45 => Op::Load(KINDS[usize::from((code - 26) / 4)], u16::from((code - 26) % 4)),
            46..=53 => Op::ArrayLoad(ELEMENTS[usize::from(code - 46)]),
            54..=58 => Op::Store(KINDS[usize::from(code - 54)], u16::from(self.reader.u1()?)),
            59..=78 => Op::Store(KINDS[usize::from((code - 59) / 4)], u16::from((code - 59) % 4)),
            79..=86 => Op::ArrayStore(ELEMENTS[usize::from(code - 79)]),
            87 => Op::Pop,
            88 => Op::Pop2,
            89..=94 => Op::Dup { width: 1 + (code - 89) / 3, over: (code - 89) % 3 },
            95 => Op::Swap,
            96..=131 => arithmetic(code),
            132 => {
                let slot = u16::from(self.reader.u1()?);
                Op::Increment(slot, i16::from(self.reader.u1()? as i8))
            }
            133..=147 => Op::Convert(conversion(code)),
            148 => Op::Binary(BinOp::CmpL, NumTy::I64),
            149 => Op::Binary(BinOp::CmpL, NumTy::F32),
            150 => Op::Binary(BinOp::CmpG, NumTy::F32),
            151 => Op::Binary(BinOp::CmpL, NumTy::F64),
            152 => Op::Binary(BinOp::CmpG, NumTy::F64),
            153..=167 | 198..=200 => self.jump(code)?,
            168 | 169 | 201 => Op::Unsupported("jsr and ret, which no compiler since Java 6 makes"),
            170 => self.table_switch()?,
            171 => self.lookup_switch()?,
            172..=176 => Op::Return(Some(KINDS[usize::from(code - 172)])),
            177 => Op::Return(None),
            178..=186 => self.member(code)?,
            187..=195 | 197 => self.object(code)?,
            196 => self.wide()?,
            _ => return malformed(format!("there is no instruction {code}")),
        })
    }

    fn constant(&mut self, code: u8) -> Result<Op, Malformed> {
        Ok(constant(match code {
            2..=8 => Loadable::Int(i32::from(code) - 3),
            9 | 10 => Loadable::Long(i64::from(code) - 9),
            11..=13 => Loadable::Float(f32::from(code - 11).to_bits()),
            14 | 15 => Loadable::Double(f64::from(code - 14).to_bits()),
            16 => Loadable::Int(i32::from(self.reader.u1()? as i8)),
            _ => Loadable::Int(i32::from(self.reader.u2()? as i16)),
        }))
    }

    fn short_constant(&mut self) -> Result<Loadable, Malformed> {
        let index = self.reader.u1()?;
        self.pool.loadable(u16::from(index))
    }

    fn loadable(&mut self) -> Result<Loadable, Malformed> {
        let index = self.reader.u2()?;
        self.pool.loadable(index)
    }

    /// The target that is `offset` away from this instruction.
    fn target(&self, offset: i32) -> Result<u32, Malformed> {
        match self.at.checked_add_signed(offset) {
            Some(to) => Ok(to),
            None => malformed(format!("the jump at {} goes before the beginning", self.at)),
        }
    }

    fn jump(&mut self, code: u8) -> Result<Op, Malformed> {
        let offset = if code == 200 { self.reader.i4()? } else { i32::from(self.reader.u2()? as i16) };
        let to = self.target(offset)?;
        Ok(match code {
            153..=158 => Op::IfZero(COMPARISONS[usize::from(code - 153)], to),
            159..=164 => Op::IfInts(COMPARISONS[usize::from(code - 159)], to),
            165 => Op::IfRefs(BinOp::Eq, to),
            166 => Op::IfRefs(BinOp::Ne, to),
            198 => Op::IfNull(BinOp::Eq, to),
            199 => Op::IfNull(BinOp::Ne, to),
            _ => Op::Goto(to),
        })
    }

    /// The tables of switches begin at a multiple of four.
    fn pad(&mut self) -> Result<(), Malformed> {
        while !self.reader.position().is_multiple_of(4) {
            self.reader.u1()?;
        }
        Ok(())
    }

    fn table_switch(&mut self) -> Result<Op, Malformed> {
        self.pad()?;
        let default = self.reader.i4()?;
        let default = self.target(default)?;
        let (low, high) = (i64::from(self.reader.i4()?), i64::from(self.reader.i4()?));
        let mut cases = Vec::new();
        for value in low..=high {
            let offset = self.reader.i4()?;
            cases.push((value, self.target(offset)?));
        }
        Ok(Op::Switch { cases, default })
    }

    fn lookup_switch(&mut self) -> Result<Op, Malformed> {
        self.pad()?;
        let default = self.reader.i4()?;
        let default = self.target(default)?;
        let mut cases = Vec::new();
        for _ in 0..self.reader.u4()? {
            let (value, offset) = (self.reader.i4()?, self.reader.i4()?);
            cases.push((i64::from(value), self.target(offset)?));
        }
        Ok(Op::Switch { cases, default })
    }

    fn member(&mut self, code: u8) -> Result<Op, Malformed> {
        let index = self.reader.u2()?;
        if code == 186 {
            self.reader.u2()?;
            let (bootstrap, name, desc) = self.pool.dynamic(index)?;
            return Ok(Op::Dynamic { bootstrap, name, desc });
        }
        if code == 185 {
            self.reader.u2()?;
        }
        let member = self.pool.member(index)?;
        Ok(match code {
            178 => Op::GetStatic(member),
            179 => Op::PutStatic(member),
            180 => Op::GetField(member),
            181 => Op::PutField(member),
            183 => Op::Call(Invoke::Special, member),
            184 => Op::Call(Invoke::Static, member),
            _ => Op::Call(Invoke::Virtual, member),
        })
    }

    fn class(&mut self) -> Result<String, Malformed> {
        let index = self.reader.u2()?;
        self.pool.class(index)
    }

    fn object(&mut self, code: u8) -> Result<Op, Malformed> {
        Ok(match code {
            187 => Op::New(self.class()?),
            188 => {
                let kind = self.reader.u1()?;
                match "ZCFDBSIJ".chars().nth(usize::from(kind).wrapping_sub(4)) {
                    Some(elem) => Op::NewArray(format!("[{elem}")),
                    None => return malformed(format!("there is no kind {kind} of arrays")),
                }
            }
            189 => Op::NewArray(array_of(&self.class()?)),
            190 => Op::ArrayLength,
            191 => Op::Throw,
            192 => Op::CheckCast(self.class()?),
            193 => Op::InstanceOf(self.class()?),
            194 => Op::MonitorEnter,
            195 => Op::MonitorExit,
            _ => {
                let class = self.class()?;
                let dimensions = self.reader.u1()?;
                let depth = class.bytes().take_while(|&b| b == b'[').count();
                if dimensions == 0 || usize::from(dimensions) > depth {
                    return malformed(format!("{class} has not {dimensions} dimensions"));
                }
                Op::NewArrays(class, dimensions)
            }
        })
    }

    fn wide(&mut self) -> Result<Op, Malformed> {
        let code = self.reader.u1()?;
        let slot = self.reader.u2()?;
        Ok(match code {
            21..=25 => Op::Load(KINDS[usize::from(code - 21)], slot),
            54..=58 => Op::Store(KINDS[usize::from(code - 54)], slot),
            132 => Op::Increment(slot, self.reader.u2()? as i16),
            169 => Op::Unsupported("jsr and ret, which no compiler since Java 6 makes"),
            _ => return malformed(format!("there is no wide instruction {code}")),
        })
    }
}

/// The descriptor of arrays of a class (or of arrays).
fn array_of(class: &str) -> String {
    if class.starts_with('[') { format!("[{class}") } else { format!("[L{class};") }
}

fn constant(loadable: Loadable) -> Op {
    Op::Push(Const::Loadable(loadable))
}

fn arithmetic(code: u8) -> Op {
    let number = NUMBERS[usize::from((code - 96) % 4)];
    let integer = NUMBERS[usize::from(code.wrapping_sub(120) % 2)];
    match code {
        96..=99 => Op::Binary(BinOp::Add, number),
        100..=103 => Op::Binary(BinOp::Sub, number),
        104..=107 => Op::Binary(BinOp::Mul, number),
        108..=111 => Op::Binary(BinOp::Div, number),
        112..=115 => Op::Binary(BinOp::Rem, number),
        116..=119 => Op::Neg(number),
        120 | 121 => Op::Binary(BinOp::Shl, integer),
        122 | 123 => Op::Binary(BinOp::Shr, integer),
        124 | 125 => Op::Binary(BinOp::Ushr, integer),
        126 | 127 => Op::Binary(BinOp::And, integer),
        128 | 129 => Op::Binary(BinOp::Or, integer),
        _ => Op::Binary(BinOp::Xor, integer),
    }
}

fn conversion(code: u8) -> Conversion {
    use NumTy::{F32, F64, I32, I64};
    let (from, to) = match code {
        133 => (I32, I64),
        134 => (I32, F32),
        135 => (I32, F64),
        136 => (I64, I32),
        137 => (I64, F32),
        138 => (I64, F64),
        139 => (F32, I32),
        140 => (F32, I64),
        141 => (F32, F64),
        142 => (F64, I32),
        143 => (F64, I64),
        144 => (F64, F32),
        145 => return Conversion::ToI8,
        146 => return Conversion::ToU16,
        _ => return Conversion::ToI16,
    };
    Conversion::Num { from, to }
}
