//! Printing of code.

use super::{Printer, name, quoted};
use crate::text::words::{bin_word, form_word, num_word, obj_word, un_word};
use crate::{Conversion, Instr, Operand, Place, Reg};

impl Printer<'_> {
    pub(super) fn reg(&mut self, reg: Reg) {
        self.put(format_args!("r{}", reg.0));
        let decl = self.func.and_then(|func| func.regs.get(usize::from(reg.0)));
        if let Some(decl) = decl.filter(|decl| !decl.name.is_empty()) {
            self.put(format_args!(":{}", name(&decl.name)));
        }
    }

    pub(super) fn operand(&mut self, operand: Operand) {
        match operand {
            Operand::Reg(reg) => self.reg(reg),
            Operand::Int(value) => self.put(value),
            // A NaN has many patterns of bits, so it is written as such.
            Operand::F32(bits) if f32::from_bits(bits).is_nan() => self.put(format_args!("f32({bits:#x})")),
            Operand::F64(bits) if f64::from_bits(bits).is_nan() => self.put(format_args!("f64({bits:#x})")),
            Operand::F32(bits) => self.put(format_args!("f32({:?})", f32::from_bits(bits))),
            Operand::F64(bits) => self.put(format_args!("f64({:?})", f64::from_bits(bits))),
            Operand::Null => self.put("null"),
            Operand::Static(id) => self.static_object(id),
        }
    }

    pub(super) fn args(&mut self, args: &[Operand]) {
        self.put("(");
        self.separated(args, |p, &arg| p.operand(arg));
        self.put(")");
    }

    /// A word, its operands, and nothing else.
    fn plain(&mut self, word: &str, operands: &[Operand]) {
        self.put(word);
        if !operands.is_empty() {
            self.put(" ");
            self.separated(operands, |p, &operand| p.operand(operand));
        }
    }

    fn place(&mut self, place: Place) {
        match place {
            Place::Global(id) => self.global(id),
            Place::Field { obj, class, field } => {
                self.operand(obj);
                self.put(format_args!("{{{class}.{field}}}"));
                let decl = self.program.classes.get(class.index());
                let of = decl.and_then(|c| c.fields.get(field as usize).map(|f| (&c.name, &f.name)));
                self.note(
                    format_args!("{class}.{field}"),
                    of.map(|(class, field)| format!("{}.{}", name(class), name(field))),
                );
            }
            Place::Elem { arr, index } => {
                self.operand(arr);
                self.put("[");
                self.operand(index);
                self.put("]");
            }
            Place::Slot { obj, index, is_ref } => {
                self.put(if is_ref { "slot.ref " } else { "slot " });
                self.operand(obj);
                self.put("[");
                self.operand(index);
                self.put("]");
            }
        }
    }

    pub(super) fn instr(&mut self, instr: &Instr) {
        if let Some(dst) = instr.dst() {
            self.reg(dst);
            self.put(" = ");
        }
        match instr {
            Instr::Load { .. } | Instr::Fixed { .. } | Instr::Store { .. } | Instr::Cas { .. } => {
                self.access(instr);
            }
            Instr::Jump { .. } | Instr::Branch { .. } | Instr::Switch { .. } | Instr::Block { .. } => {
                self.control(instr);
            }
            Instr::Call { .. }
            | Instr::CallVirtual { .. }
            | Instr::Spawn { .. }
            | Instr::Start { .. }
            | Instr::Invoke { .. } => {
                self.call(instr);
            }
            Instr::StaticAt { .. }
            | Instr::New { .. }
            | Instr::IsInstance { .. }
            | Instr::IsShape { .. }
            | Instr::CheckCast { .. } => {
                self.object(instr);
            }
            _ => self.computation(instr),
        }
    }

    fn computation(&mut self, instr: &Instr) {
        match instr {
            Instr::Move { src, .. } => self.operand(*src),
            Instr::Unary { op, num, a, .. } => {
                self.plain(&format!("{}.{}", un_word(*op), num_word(*num)), &[*a]);
            }
            Instr::Binary { op, num, a, b, .. } => {
                self.plain(&format!("{}.{}", bin_word(*op), num_word(*num)), &[*a, *b]);
            }
            Instr::Convert { conv, a, .. } => self.plain(&conversion(*conv), &[*a]),
            Instr::Narrow { src, lo, hi, wrap, .. } => {
                let word = if *wrap { "narrow.wrap" } else { "narrow" };
                self.plain(word, &[*src, Operand::Int(*lo), Operand::Int(*hi)]);
            }
            Instr::Choose { lo, hi, .. } => self.plain("choose", &[*lo, *hi]),
            Instr::Return { value } => self.plain("return", value.as_slice()),
            Instr::Throw { exc } => self.plain("throw", &[*exc]),
            Instr::Assume { cond } => self.plain("assume", &[*cond]),
            Instr::Assert { cond, message } => {
                self.plain("assert", &[*cond]);
                self.put(format_args!(", {}", quoted(message)));
            }
            Instr::Length { arr, .. } => self.plain("length", &[*arr]),
            Instr::Current { .. } => self.put("current"),
            Instr::CallAt { depth, .. } => self.plain("call_at", &[*depth]),
            Instr::Refuse { message, missing } => {
                self.put(format_args!("refuse {}", quoted(message)));
                if let Some(number) = missing {
                    self.put(format_args!(" missing {number}"));
                }
            }
            Instr::Remark { text } => self.put(format_args!("remark {}", quoted(text))),
            Instr::Print { value, form, newline } => {
                let word = if *newline { "println" } else { "print" };
                self.plain(&format!("{word}.{}", form_word(*form)), &[*value]);
            }
            Instr::EndProcess { process, life } => {
                self.put("end_process");
                self.process(Some(*process));
                self.put(format_args!(", {life}"));
            }
            Instr::Yield => self.put("yield"),
            Instr::AtomicBegin => self.put("atomic_begin"),
            Instr::AtomicEnd => self.put("atomic_end"),
            other => unreachable!("[commute internal bug] {other:?} is printed with another group"),
        }
    }

    fn object(&mut self, instr: &Instr) {
        match instr {
            Instr::StaticAt { base, count, index, .. } => {
                self.plain("static_at", &[Operand::Static(*base), Operand::Int((*count).into()), *index]);
            }
            Instr::New { shape, arg, .. } => {
                self.put("new ");
                self.shape_id(*shape);
                self.put(", ");
                self.operand(*arg);
            }
            Instr::IsInstance { obj, class, .. } => {
                self.plain("is_instance", &[*obj]);
                self.put(", ");
                self.class(*class);
            }
            Instr::IsShape { obj, shapes, .. } => {
                self.plain("is_shape", &[*obj]);
                self.put(" [");
                self.separated(shapes, |p, &shape| p.shape_id(shape));
                self.put("]");
            }
            Instr::CheckCast { obj, class } => {
                self.plain("check_cast", &[*obj]);
                self.put(", ");
                self.class(*class);
            }
            other => unreachable!("[commute internal bug] {other:?} is printed with another group"),
        }
    }

    fn control(&mut self, instr: &Instr) {
        match instr {
            Instr::Jump { target } => self.put(format_args!("jump L{}", target.0)),
            Instr::Branch { cond, then, otherwise } => {
                self.plain("branch", &[*cond]);
                self.put(format_args!(", L{}, L{}", then.0, otherwise.0));
            }
            Instr::Switch { on, cases, default } => {
                self.plain("switch", &[*on]);
                self.put(" [");
                self.separated(cases, |p, (value, to)| p.put(format_args!("{value}: L{}", to.0)));
                self.put(format_args!("] else L{}", default.0));
            }
            Instr::Block { cond, timed, retry } => {
                self.plain(if *timed { "block.timed" } else { "block" }, &[*cond]);
                self.put(format_args!(", L{}", retry.0));
            }
            other => unreachable!("[commute internal bug] {other:?} is printed with another group"),
        }
    }

    fn call(&mut self, instr: &Instr) {
        match instr {
            Instr::Call { func, args, .. } => {
                self.put("call ");
                self.func(*func);
                self.args(args);
            }
            Instr::CallVirtual { selector, args, .. } => {
                self.put("call_virtual ");
                self.selector(*selector);
                self.args(args);
            }
            Instr::Spawn { func, args, daemon, .. } => {
                self.put(if *daemon { "spawn.daemon " } else { "spawn " });
                self.func(*func);
                self.args(args);
            }
            Instr::Start { thread, func, daemon } => {
                self.put("start ");
                self.func(*func);
                self.args(&[*thread, *daemon]);
            }
            Instr::Invoke { op, obj, arg, .. } => {
                self.put(format_args!("invoke {} ", obj_word(*op)));
                self.operand(*obj);
                if let Some(arg) = arg {
                    self.put(", ");
                    self.operand(*arg);
                }
            }
            other => unreachable!("[commute internal bug] {other:?} is printed with another group"),
        }
    }

    fn access(&mut self, instr: &Instr) {
        let (word, place, operands): (&str, &Place, &[Operand]) = match instr {
            Instr::Load { place, plain: false, .. } => ("load", place, &[]),
            Instr::Load { place, plain: true, .. } => ("load.plain", place, &[]),
            Instr::Fixed { place, .. } => ("fixed", place, &[]),
            Instr::Store { place, src, plain: false } => ("store", place, &[*src]),
            Instr::Store { place, src, plain: true } => ("store.plain", place, &[*src]),
            Instr::Cas { place, expected, new, .. } => ("cas", place, &[*expected, *new]),
            other => unreachable!("[commute internal bug] {other:?} is printed with another group"),
        };
        self.put(format_args!("{word} "));
        self.place(*place);
        for &operand in operands {
            self.put(", ");
            self.operand(operand);
        }
    }
}

fn conversion(conv: Conversion) -> String {
    match conv {
        Conversion::Num { from, to } => format!("convert.{}.{}", num_word(from), num_word(to)),
        Conversion::ToI8 => "to_i8".to_owned(),
        Conversion::ToI16 => "to_i16".to_owned(),
        Conversion::ToU16 => "to_u16".to_owned(),
    }
}
