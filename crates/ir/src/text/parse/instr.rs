//! Parsing of instructions.

use super::cursor::{Cursor, Result, numbered};
use super::lexer::Token;
use crate::text::words::{bin_of, form_of, num_of, obj_of, un_of};
use crate::{
    ClassId, Conversion, FuncId, GlobalId, Instr, NumTy, Operand, Pc, Place, ProcessId, Reg, RegDecl,
    Selector, ShapeId, StaticId,
};

/// A parser of the code of one function.
pub(super) struct Code<'c, 't> {
    pub(super) cursor: &'c mut Cursor<'t>,
    /// The registers declared so far, for the names that may follow a register.
    pub(super) regs: &'c [RegDecl],
}

impl<'t> Code<'_, 't> {
    /// One instruction, which may be preceded by its own index.
    pub(super) fn line(&mut self, index: usize) -> Result<Instr> {
        if let Token::Word(word) = *self.cursor.peek()
            && numbered(word, "L").is_some()
        {
            self.cursor.own_id("L", index)?;
            self.cursor.symbol(":")?;
        }
        if self.at_reg() {
            let dst = self.reg()?;
            self.cursor.symbol("=")?;
            return self.assignment(dst);
        }
        let word = self.cursor.word("an instruction")?;
        self.statement(word)
    }

    fn at_reg(&self) -> bool {
        matches!(*self.cursor.peek(), Token::Word(word) if reg_number(word).is_some())
    }

    /// `r3` or `r3:name`; the name must be the declared one.
    pub(super) fn reg(&mut self) -> Result<Reg> {
        let reg = self.cursor.read("a register", reg_number)?;
        if self.cursor.eat_symbol(":") {
            let name = self.cursor.name()?;
            let declared = self.regs.get(usize::from(reg)).map(|decl| decl.name.as_str());
            if declared != Some(name.as_str()) {
                return Err(self.cursor.error(format!("r{reg} is not called {name:?}")));
            }
        }
        Ok(Reg(reg))
    }

    fn operand(&mut self) -> Result<Operand> {
        if self.at_reg() { self.reg().map(Operand::Reg) } else { self.cursor.constant() }
    }

    fn comma_operand(&mut self) -> Result<Operand> {
        self.cursor.symbol(",")?;
        self.operand()
    }

    fn comma_pc(&mut self) -> Result<Pc> {
        self.cursor.symbol(",")?;
        self.cursor.pc()
    }

    fn comma_class(&mut self) -> Result<ClassId> {
        self.cursor.symbol(",")?;
        self.cursor.id("class").map(ClassId)
    }

    fn args(&mut self) -> Result<Box<[Operand]>> {
        let regs = self.regs;
        self.cursor.symbol("(")?;
        let args = self.cursor.list(")", |cursor| Code { cursor, regs }.operand())?;
        Ok(args.into_boxed_slice())
    }

    fn place(&mut self) -> Result<Place> {
        if let Token::Word(word) = *self.cursor.peek()
            && let Some(global) = numbered(word, "global")
        {
            self.cursor.advance();
            return Ok(Place::Global(GlobalId(global)));
        }
        if let Token::Word(word @ ("slot" | "slot.ref")) = *self.cursor.peek() {
            self.cursor.advance();
            let obj = self.operand()?;
            self.cursor.symbol("[")?;
            let index = self.operand()?;
            self.cursor.symbol("]")?;
            return Ok(Place::Slot { obj, index, is_ref: word == "slot.ref" });
        }
        let obj = self.operand()?;
        if self.cursor.eat_symbol("[") {
            let index = self.operand()?;
            self.cursor.symbol("]")?;
            return Ok(Place::Elem { arr: obj, index });
        }
        self.cursor.symbol("{")?;
        let (class, field) = self.cursor.read("class0.0 or the like", |word| {
            let (class, field) = word.split_once('.')?;
            Some((numbered(class, "class")?, numbered(field, "")?))
        })?;
        self.cursor.symbol("}")?;
        Ok(Place::Field { obj, class: ClassId(class), field })
    }

    /// What stands after `dst =`.
    fn assignment(&mut self, dst: Reg) -> Result<Instr> {
        let Token::Word(word) = *self.cursor.peek() else { return Err(self.cursor.expected("an operation")) };
        let (head, rest) = word.split_once('.').unwrap_or((word, ""));
        if let Some(call) = self.call(word, Some(dst))? {
            return Ok(call);
        }
        if let Some(num) = num_of(rest) {
            if let Some(op) = un_of(head) {
                self.cursor.advance();
                return Ok(Instr::Unary { dst, op, num, a: self.operand()? });
            }
            if let Some(op) = bin_of(head) {
                self.cursor.advance();
                return Ok(Instr::Binary { dst, op, num, a: self.operand()?, b: self.comma_operand()? });
            }
        }
        if let Some(conv) = conversion(head, rest) {
            self.cursor.advance();
            return Ok(Instr::Convert { dst, conv, a: self.operand()? });
        }
        self.other_assignment(dst, word)
    }

    fn other_assignment(&mut self, dst: Reg, word: &str) -> Result<Instr> {
        if !matches!(
            word,
            "load"
                | "load.plain"
                | "cas"
                | "new"
                | "is_instance"
                | "is_shape"
                | "length"
                | "fixed"
                | "current"
                | "call_at"
                | "static_at"
                | "choose"
                | "narrow"
                | "narrow.wrap"
        ) {
            return Ok(Instr::Move { dst, src: self.operand()? });
        }
        self.cursor.advance();
        Ok(match word {
            "load" | "load.plain" => Instr::Load { dst, place: self.place()?, plain: word == "load.plain" },
            "cas" => Instr::Cas {
                dst,
                place: self.place()?,
                expected: self.comma_operand()?,
                new: self.comma_operand()?,
            },
            "new" => {
                let shape = ShapeId(self.cursor.id("shape")?);
                Instr::New { dst, shape, arg: self.comma_operand()? }
            }
            "is_instance" => Instr::IsInstance { dst, obj: self.operand()?, class: self.comma_class()? },
            "is_shape" => {
                let obj = self.operand()?;
                self.cursor.symbol("[")?;
                let shapes = self.cursor.list("]", |cursor| cursor.id("shape").map(ShapeId))?;
                Instr::IsShape { dst, obj, shapes: shapes.into_boxed_slice() }
            }
            "length" => Instr::Length { dst, arr: self.operand()? },
            "fixed" => Instr::Fixed { dst, place: self.place()? },
            "current" => Instr::Current { dst },
            "call_at" => Instr::CallAt { dst, depth: self.operand()? },
            "static_at" => {
                let base = StaticId(self.cursor.id("static")?);
                self.cursor.symbol(",")?;
                let count = self.cursor.count()?;
                Instr::StaticAt { dst, base, count, index: self.comma_operand()? }
            }
            "choose" => Instr::Choose { dst, lo: self.operand()?, hi: self.comma_operand()? },
            _ => self.narrow(dst, word == "narrow.wrap")?,
        })
    }

    fn narrow(&mut self, dst: Reg, wrap: bool) -> Result<Instr> {
        let src = self.operand()?;
        self.cursor.symbol(",")?;
        let lo = self.cursor.int()?;
        self.cursor.symbol(",")?;
        let hi = self.cursor.int()?;
        Ok(Instr::Narrow { dst, src, lo, hi, wrap })
    }

    /// The instructions that may or may not have a result; `None` if `word` is none of them.
    fn call(&mut self, word: &str, dst: Option<Reg>) -> Result<Option<Instr>> {
        if !matches!(word, "call" | "call_virtual" | "spawn" | "spawn.daemon" | "invoke") {
            return Ok(None);
        }
        if dst.is_some() {
            self.cursor.advance();
        }
        Ok(Some(match word {
            "call" => Instr::Call { dst, func: FuncId(self.cursor.id("fn")?), args: self.args()? },
            "call_virtual" => {
                let selector = Selector(self.cursor.id("sel")?);
                Instr::CallVirtual { dst, selector, args: self.args()? }
            }
            "invoke" => {
                let op = self.cursor.read("an operation on an object", obj_of)?;
                let obj = self.operand()?;
                let arg = if self.cursor.eat_symbol(",") { Some(self.operand()?) } else { None };
                Instr::Invoke { dst, op, obj, arg }
            }
            _ => {
                let func = FuncId(self.cursor.id("fn")?);
                Instr::Spawn { dst, func, args: self.args()?, daemon: word == "spawn.daemon" }
            }
        }))
    }

    /// An instruction without result, after its first word.
    fn statement(&mut self, word: &'t str) -> Result<Instr> {
        if let Some(call) = self.call(word, None)? {
            return Ok(call);
        }
        Ok(match word {
            "store" | "store.plain" => {
                let (place, src) = (self.place()?, self.comma_operand()?);
                Instr::Store { place, src, plain: word == "store.plain" }
            }
            "check_cast" => Instr::CheckCast { obj: self.operand()?, class: self.comma_class()? },
            "jump" => Instr::Jump { target: self.cursor.pc()? },
            "branch" => {
                Instr::Branch { cond: self.operand()?, then: self.comma_pc()?, otherwise: self.comma_pc()? }
            }
            "switch" => self.switch()?,
            "block" | "block.timed" => {
                let (cond, retry) = (self.operand()?, self.comma_pc()?);
                Instr::Block { cond, timed: word == "block.timed", retry }
            }
            "return" => {
                let ends = matches!(self.cursor.peek(), Token::Newline | Token::End | Token::Span(_));
                Instr::Return { value: if ends { None } else { Some(self.operand()?) } }
            }
            "throw" => Instr::Throw { exc: self.operand()? },
            "assert" => {
                let cond = self.operand()?;
                self.cursor.symbol(",")?;
                Instr::Assert { cond, message: self.cursor.string()?.into_boxed_str() }
            }
            "refuse" => {
                let message = self.cursor.string()?.into_boxed_str();
                let missing = self.cursor.eat_word("missing").then(|| self.cursor.count()).transpose()?;
                Instr::Refuse { message, missing }
            }
            "remark" => Instr::Remark { text: self.cursor.string()?.into_boxed_str() },
            "start" => self.start()?,
            "assume" => Instr::Assume { cond: self.operand()? },
            "end_process" => {
                self.cursor.keyword("in")?;
                let process = ProcessId(self.cursor.id("process")?);
                self.cursor.symbol(",")?;
                Instr::EndProcess { process, life: GlobalId(self.cursor.id("global")?) }
            }
            "yield" => Instr::Yield,
            "atomic_begin" => Instr::AtomicBegin,
            "atomic_end" => Instr::AtomicEnd,
            _ => match word.split_once('.').map(|(head, form)| (head, form_of(form))) {
                Some((head @ ("print" | "println"), Some(form))) => {
                    Instr::Print { value: self.operand()?, form, newline: head == "println" }
                }
                _ => return Err(self.cursor.error(format!("unknown instruction {word:?}"))),
            },
        })
    }

    fn start(&mut self) -> Result<Instr> {
        let func = FuncId(self.cursor.id("fn")?);
        match *self.args()? {
            [thread, daemon] => Ok(Instr::Start { thread, func, daemon }),
            _ => Err(self.cursor.error("start takes a handle and whether it is a daemon".to_owned())),
        }
    }

    fn switch(&mut self) -> Result<Instr> {
        let on = self.operand()?;
        self.cursor.symbol("[")?;
        let cases = self.cursor.list("]", |cursor| {
            let value = cursor.int()?;
            cursor.symbol(":")?;
            Ok((value, cursor.pc()?))
        })?;
        self.cursor.keyword("else")?;
        Ok(Instr::Switch { on, cases: cases.into_boxed_slice(), default: self.cursor.pc()? })
    }
}

fn reg_number(word: &str) -> Option<u16> {
    numbered(word, "r").and_then(|n| u16::try_from(n).ok())
}

fn conversion(head: &str, rest: &str) -> Option<Conversion> {
    match (head, rest) {
        ("to_i8", "") => Some(Conversion::ToI8),
        ("to_i16", "") => Some(Conversion::ToI16),
        ("to_u16", "") => Some(Conversion::ToU16),
        ("convert", types) => {
            let (from, to) = types.split_once('.')?;
            let (from, to): (NumTy, NumTy) = (num_of(from)?, num_of(to)?);
            Some(Conversion::Num { from, to })
        }
        _ => None,
    }
}
