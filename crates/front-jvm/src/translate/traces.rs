//! Stack traces, for programs that ask for one: where each throwable was made, and where a thread stands itself.
//!
//! What makes a throwable notes the calls that the thread is in, by the numbers that [`Instr::CallAt`] gives: a row of a table of
//! methods and a line. Functions with a case for each row tell class, method and file. Calls of ours have no number, so nobody sees
//! them. Nearly no program asks, and notes make states differ: a program is translated with them when an execution comes to the
//! question (see [`super::opened`]).

use super::builder::Builder;
use super::intrinsics::{Intrinsic, Site};
use super::members::Case;
use super::opened::Missing;
use super::{FuncKey, THREAD, TranslateError, Translator};
use crate::classfile::{ClassFile, Code, Kind, Method, Op};
use crate::descriptor::dotted;
use crate::library::Origin;
use crate::world::MethodId;
use commute_ir::{BinOp, FuncId, Function, Instr, NumTy, Operand, Reg, Ty};
use std::collections::HashMap;
use std::sync::Arc;

/// What a row of the table says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Told {
    /// The name of the class.
    Class,
    /// The name of the method.
    Method,
    /// The name of the file, or null.
    File,
    /// The module, or null.
    Module,
    /// Whether it is part of the making of a throwable, which is given.
    Making,
}

/// What is kept for traces while a program is translated.
#[derive(Default)]
pub struct Traces {
    /// The line of each instruction of a function.
    lines: HashMap<FuncId, Vec<u16>>,
}

/// The line of what is not written in Java.
const NATIVE: u16 = u16::MAX;

const THROWABLE: &str = "java/lang/Throwable";
const ON: &str = "(Ljava/lang/Object;)V";

/// Methods that are others in a program with traces: class, name, descriptor, and what takes its place.
const TRACED: &[(&str, &str, &str, Intrinsic)] = &[
    (THROWABLE, "fill", "()V", Intrinsic::Ours("java/lang/Throwable.filled", "(Ljava/lang/Throwable;)V")),
    (THROWABLE, "isTraced", "()Z", Intrinsic::Number(1)),
    (THROWABLE, "callAt", "(I)I", Intrinsic::CallAt),
    ("java/lang/Object", "wait", "()V", Intrinsic::Ours("java/lang/Throwable.waitTraced", ON)),
    ("java/lang/Object", "wait", "(J)V", Intrinsic::Ours("java/lang/Throwable.waitTraced", ON_FOR)),
    ("java/lang/Object", "wait", "(JI)V", Intrinsic::Ours("java/lang/Throwable.waitTraced", ON_FOR_MORE)),
    ("java/lang/Object", "notify", "()V", Intrinsic::Ours("java/lang/Throwable.notifyTraced", ON)),
    ("java/lang/Object", "notifyAll", "()V", Intrinsic::Ours("java/lang/Throwable.notifyAllTraced", ON)),
    (THREAD, "joinPlain", "()V", Intrinsic::Ours("java/lang/Throwable.joinTraced", "(Ljava/lang/Thread;)V")),
];
const ON_FOR: &str = "(Ljava/lang/Object;J)V";
const ON_FOR_MORE: &str = "(Ljava/lang/Object;JI)V";

/// What a method becomes in a program with traces, if that is something else.
pub(super) fn traced(class: &str, name: &str, desc: &str) -> Option<Intrinsic> {
    TRACED.iter().find(|row| (row.0, row.1, row.2) == (class, name, desc)).map(|row| row.3)
}

/// A method that traces show: its class and itself as the JDK or the user has them.
struct Shown {
    file: Arc<ClassFile>,
    method: usize,
    is_own: bool,
}

impl Shown {
    fn method(&self) -> &Method {
        &self.file.methods[self.method]
    }
}

impl Told {
    fn types(self) -> (Vec<Ty>, Option<Ty>) {
        match self {
            Told::Making => (vec![Ty::I32, Ty::AnyRef], Some(Ty::I32)),
            _ => (vec![Ty::I32], Some(Ty::AnyRef)),
        }
    }
}

impl Translator<'_> {
    /// The question, in a program without traces.
    pub(super) fn emit_untraced(&mut self, out: &mut Builder, site: Site) {
        let missing = (!self.opened.traces()).then_some(Missing::Traces);
        let refusal = self.refusal_of("where an exception was raised", site.func, missing);
        out.emit(refusal);
    }

    /// Calls the function that tells something of a row.
    pub(super) fn emit_told(
        &mut self,
        out: &mut Builder,
        site: Site,
        what: Told,
        args: &[Operand],
        dst: Option<Reg>,
    ) {
        let func = self.function(FuncKey::Told(what), site.func, |_| {
            let (params, ret) = what.types();
            (format!("{what:?}"), params, ret)
        });
        out.emit(Instr::Call { dst, func, args: args.to_vec().into_boxed_slice() });
    }

    /// Such a function before all rows are known.
    pub(super) fn untold_body(&mut self, what: Told, func: FuncId) -> Function {
        let (params, ret) = what.types();
        let mut out = Builder::new(format!("{what:?}"), &params, ret);
        let refusal = self.refusal("a call that is in no table", func);
        out.emit(refusal);
        out.finish_plain()
    }

    /// Keeps the lines of a function.
    pub(super) fn keep_lines(&mut self, func: FuncId, lines: Vec<u16>) {
        if self.opened.traces() {
            self.traces.lines.insert(func, lines);
        }
    }

    /// The method of the JDK or the user that a trace shows for a method, if it shows one.
    fn traced_as(&mut self, method: MethodId) -> Option<Shown> {
        let (class, own) = (self.world.class(method.class), self.world.method(method));
        let (name, desc, file) = (own.name.clone(), own.desc.clone(), class.file.clone());
        let file = match class.origin {
            Origin::Model => self.world.path.replaced(&file.name)?,
            Origin::User | Origin::Jdk => file,
        };
        let index = file.methods.iter().position(|other| other.name == name && other.desc == desc)?;
        Some(Shown { file, method: index, is_own: self.origin(method.class) == Origin::User })
    }

    /// The lines of the calls of a method that is replaced: where the JDK's own has its only call of the same name.
    pub(super) fn lines_of_calls(&mut self, method: MethodId) -> HashMap<String, u16> {
        if !self.opened.traces() || self.origin(method.class) != Origin::Model {
            return HashMap::new();
        }
        let Some(shown) = self.traced_as(method) else { return HashMap::new() };
        let mut found: HashMap<String, u16> = HashMap::new();
        let Some(code) = shown.method().code.as_ref() else { return found };
        let Ok(ops) = code.ops(&shown.file.pool) else { return found };
        for (at, op) in ops.iter() {
            let Op::Call(_, member) = op else { continue };
            let line = line_at(code, *at);
            let known = found.entry(member.name.clone()).or_insert(line);
            if *known != line {
                *known = 0;
            }
        }
        found
    }

    /// Numbers the places of all functions that traces show, and makes the functions that tell what the numbers mean.
    pub(super) fn add_places(&mut self) -> Result<(), TranslateError> {
        if !self.opened.traces() {
            return Ok(());
        }
        let mut methods: Vec<(FuncId, MethodId)> = Vec::new();
        for (key, func) in &self.functions {
            if let FuncKey::Method(method, _) = key {
                methods.push((*func, *method));
            }
        }
        methods.sort_unstable_by_key(|(func, _)| *func);
        let mut places = vec![Vec::new(); self.program.functions.len()];
        let mut rows = Vec::new();
        for (func, method) in methods {
            let Some(shown) = self.traced_as(method) else { continue };
            let first = (rows.len() as u32 + 1) << 16;
            let usual = if shown.method().code.is_none() { NATIVE } else { 0 };
            let length = self.program.functions[func.index()].code.len();
            let lines = self.traces.lines.remove(&func).unwrap_or_default();
            let line = |pc: usize| lines.get(pc).copied().filter(|line| *line != 0).unwrap_or(usual);
            places[func.index()] = (0..length).map(|pc| first | u32::from(line(pc))).collect();
            rows.push((method, shown));
        }
        self.program.places = places;
        for what in [Told::Class, Told::Method, Told::File, Told::Module, Told::Making] {
            if let Some(&func) = self.functions.get(&FuncKey::Told(what)) {
                self.program.functions[func.index()] = self.told_body(what, func, &rows)?;
            }
        }
        Ok(())
    }

    fn told_body(
        &mut self,
        what: Told,
        func: FuncId,
        rows: &[(MethodId, Shown)],
    ) -> Result<Function, TranslateError> {
        let (params, ret) = what.types();
        let mut out = Builder::new(format!("{what:?}"), &params, ret);
        if what == Told::Making {
            self.making(&mut out, rows)?;
            return Ok(out.finish_plain());
        }
        let mut cases = Vec::new();
        for (number, (_, shown)) in (1..).zip(rows) {
            let text = match what {
                Told::Class => Some(dotted(&shown.file.name)),
                Told::Method => Some(shown.method().name.clone()),
                Told::File => shown.file.source.clone(),
                _ if shown.is_own => None,
                _ => self.world.path.module(&shown.file.name),
            };
            let text = text.map(|text| self.text_of(&text)).transpose()?;
            cases.push((number, Case::Give(text.map_or(Operand::Null, Operand::Static))));
        }
        self.emit_cases(&mut out, &params, ret, &cases);
        let refusal = self.refusal("a call that is in no table", func);
        out.emit(refusal);
        Ok(out.finish_plain())
    }

    /// Whether a row is a constructor of a throwable's own class or of one above, or fills in its trace.
    fn making(&mut self, out: &mut Builder, rows: &[(MethodId, Shown)]) -> Result<(), TranslateError> {
        let throwable = self.world.load(THROWABLE)?;
        let (is, result) = (out.temp(Kind::Int), out.temp(Kind::Int));
        for (number, (method, shown)) in (1..).zip(rows) {
            let makes = matches!(shown.method().name.as_str(), "<init>" | "fillInStackTrace");
            if !makes || !self.world.is_subclass(method.class, throwable) {
                continue;
            }
            out.binary(is, BinOp::Eq, NumTy::I64, Operand::Reg(Reg(0)), Operand::Int(number));
            out.when(Operand::Reg(is), |b| {
                b.emit(Instr::IsInstance { dst: result, obj: Operand::Reg(Reg(1)), class: method.class });
                b.emit(Instr::Return { value: Some(Operand::Reg(result)) });
            });
        }
        out.emit(Instr::Return { value: Some(Operand::Int(0)) });
        Ok(())
    }
}

/// The line of the bytecode at an offset, zero if it is not known.
pub(super) fn line_at(code: &Code, at: u32) -> u16 {
    let index = code.lines.partition_point(|&(start, _)| u32::from(start) <= at);
    index.checked_sub(1).and_then(|i| code.lines.get(i)).map_or(0, |&(_, line)| line)
}
