//! Where the value comes from that an instruction finds to be null, in the words of the JDK (JEP 358): what was tried, and of which
//! variable, field, element or result it is said that it is null.
//!
//! The rules are those of HotSpot: the instruction that pushed a value is known if it is the same on all ways to its use that come
//! from before it, and only loads, fields, elements, calls and small constants are told.

use crate::classfile::{Code, Const, Elem, Invoke, Kind, Loadable, Member, Op};
use crate::descriptor::{dotted, kind, signature};
use commute_ir::{BinOp, Conversion, NumTy};
use std::sync::Arc;

/// How deep what a value is a part of is told.
const MOST_PARTS: u32 = 5;

/// What is on the stack: the number of the instruction that pushed it, if that is known, and whether it counts as two.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Pushed {
    by: Option<usize>,
    is_wide: bool,
}

/// What is known before an instruction: the stack, and which variables were written, as far as they are counted.
#[derive(Clone, PartialEq, Eq)]
struct Before {
    stack: Vec<Pushed>,
    written: u64,
}

/// Where the values that a method uses come from.
pub struct Causes {
    ops: Arc<[(u32, Op)]>,
    before: Vec<Option<Before>>,
    /// Number, range and name of variables.
    names: Vec<(u16, (u16, u16), String)>,
    is_static: bool,
    params: Vec<String>,
}

impl Causes {
    pub fn new(code: &Code, ops: &Arc<[(u32, Op)]>, desc: &str, is_static: bool) -> Self {
        let names = code.variables.iter().map(|v| (v.slot, v.range, v.name.clone())).collect();
        let params = signature(desc).map(|types| types.params).unwrap_or_default();
        let mut causes = Self { ops: ops.clone(), before: vec![None; ops.len()], names, is_static, params };
        causes.find(code);
        causes
    }

    /// Goes through the instructions in their order, again only while some are not reached: what a jump back adds is too late.
    fn find(&mut self, code: &Code) {
        let mut known: Vec<Option<Before>> = vec![None; self.ops.len()];
        let mut given = vec![(0, Before { stack: Vec::new(), written: 0 })];
        for handler in &code.handlers {
            let Some(at) = self.index(u32::from(handler.target)) else { continue };
            given.push((at, Before { stack: vec![Pushed { by: Some(at), is_wide: false }], written: 0 }));
        }
        for (at, state) in given {
            if let Some(place @ None) = known.get_mut(at) {
                *place = Some(state);
            }
        }
        let mut added = true;
        while added && self.before.iter().any(Option::is_none) {
            added = false;
            for at in 0..self.ops.len() {
                let Some(state) = known[at].clone() else { continue };
                self.before[at].get_or_insert_with(|| state.clone());
                let op = &self.ops[at].1;
                let after = after(at, op, state);
                op.targets(|to| added |= self.index(to).is_some_and(|to| merge(&mut known[to], &after)));
                if !op.ends() && at + 1 < self.ops.len() {
                    added |= merge(&mut known[at + 1], &after);
                }
            }
        }
    }

    fn index(&self, offset: u32) -> Option<usize> {
        self.ops.binary_search_by_key(&offset, |(at, _)| *at).ok()
    }

    /// The message if the value at this depth of the stack is null.
    pub fn message(&self, at: usize, depth: usize) -> Option<String> {
        let mut text = tried(&self.ops[at].1)?;
        let mut cause = String::new();
        if self.cause(at, depth, MOST_PARTS, &mut cause) {
            let is_result = self.source(at, depth).is_some_and(|by| matches!(self.ops[by].1, Op::Call(..)));
            text += if is_result { " because the return value of \"" } else { " because \"" };
            text += &cause;
            text += "\" is null";
        }
        Some(text)
    }

    /// The instruction that pushed the value at a depth of the stack before an instruction.
    fn source(&self, at: usize, depth: usize) -> Option<usize> {
        let stack = &self.before[at].as_ref()?.stack;
        stack.len().checked_sub(depth + 1).and_then(|index| stack[index].by)
    }

    /// What the value at a depth is. Whether that can be told.
    fn cause(&self, at: usize, depth: usize, parts: u32, text: &mut String) -> bool {
        let Some(by) = self.source(at, depth).filter(|_| parts > 0) else { return false };
        match &self.ops[by].1 {
            Op::Push(Const::Null) => text.push_str("null"),
            Op::Push(Const::Loadable(Loadable::Int(value))) if i16::try_from(*value).is_ok() => {
                text.push_str(&value.to_string());
            }
            Op::Load(Kind::Ref | Kind::Int, slot) => text.push_str(&self.variable(by, *slot)),
            Op::GetStatic(member) => {
                text.push_str(&format!("{}.{}", class_name(&member.class), member.name));
            }
            Op::GetField(member) => {
                if self.cause(by, 0, parts - 1, text) {
                    text.push('.');
                }
                text.push_str(&member.name);
            }
            Op::Call(_, member) => text.push_str(&method_name(member)),
            Op::ArrayLoad(Elem::Of(Kind::Ref | Kind::Int)) => {
                if !self.cause(by, 1, parts - 1, text) {
                    text.push_str("<array>");
                }
                text.push('[');
                if !self.cause(by, 0, parts, text) {
                    text.push_str("...");
                }
                text.push(']');
            }
            _ => return false,
        }
        true
    }

    /// The name of a variable where an instruction reads it.
    fn variable(&self, at: usize, slot: u16) -> String {
        let offset = self.ops[at].0;
        let covers = |(from, length): (u16, u16)| {
            (u32::from(from)..u32::from(from) + u32::from(length)).contains(&offset)
        };
        if let Some((_, _, name)) = self.names.iter().find(|(of, range, _)| *of == slot && covers(*range)) {
            return name.clone();
        }
        let is_parameter = self.before[at].as_ref().is_none_or(|before| before.written & bit(slot) == 0);
        if !self.is_static && slot == 0 && is_parameter {
            return "this".to_owned();
        }
        let mut next = u16::from(!self.is_static);
        for (index, param) in self.params.iter().enumerate() {
            let size = if kind(param).is_wide() { 2 } else { 1 };
            if (next..next + size).contains(&slot) && is_parameter {
                return format!("<parameter{}>", index + 1);
            }
            next += size;
        }
        format!("<local{slot}>")
    }
}

/// The bit of a variable; later ones are not parameters.
fn bit(slot: u16) -> u64 {
    1_u64.checked_shl(u32::from(slot)).unwrap_or(0)
}

/// Adds what is known on another way. Whether nothing was known before.
fn merge(known: &mut Option<Before>, other: &Before) -> bool {
    let Some(known) = known else {
        *known = Some(other.clone());
        return true;
    };
    known.written |= other.written;
    for (own, other) in known.stack.iter_mut().zip(&other.stack) {
        own.by = own.by.filter(|_| own.by == other.by);
    }
    false
}

/// What is known after an instruction.
fn after(at: usize, op: &Op, mut state: Before) -> Before {
    let narrow = Pushed { by: Some(at), is_wide: false };
    let of = |kind: Kind| Pushed { by: Some(at), is_wide: kind.is_wide() };
    let stack = &mut state.stack;
    let mut pop = |count: usize| stack.truncate(stack.len().saturating_sub(count));
    let pushed = match op {
        Op::Nop | Op::CheckCast(_) | Op::Goto(_) | Op::Unsupported(_) | Op::Return(_) | Op::Neg(_) => None,
        Op::Push(Const::Loadable(Loadable::Long(_) | Loadable::Double(_))) => Some(of(Kind::Long)),
        Op::Push(_) | Op::New(_) => Some(narrow),
        Op::Load(kind, _) => Some(of(*kind)),
        Op::Store(_, slot) | Op::Increment(slot, _) => {
            pop(usize::from(matches!(op, Op::Store(..))));
            state.written |= bit(*slot);
            None
        }
        Op::ArrayLoad(elem) => {
            pop(2);
            Some(of(elem.kind()))
        }
        Op::ArrayStore(_) => {
            pop(3);
            None
        }
        Op::Pop | Op::Pop2 | Op::Swap | Op::Dup { .. } => {
            shuffle(op, stack);
            None
        }
        Op::Binary(op, num) => {
            pop(2);
            Some(Pushed { by: Some(at), is_wide: !compares(*op) && matches!(num, NumTy::I64 | NumTy::F64) })
        }
        Op::Convert(conversion) => {
            pop(1);
            Some(Pushed { by: Some(at), is_wide: widens(*conversion) })
        }
        Op::IfZero(..)
        | Op::IfNull(..)
        | Op::Switch { .. }
        | Op::Throw
        | Op::MonitorEnter
        | Op::MonitorExit => {
            pop(1);
            None
        }
        Op::IfInts(..) | Op::IfRefs(..) => {
            pop(2);
            None
        }
        Op::GetStatic(member) => Some(of(kind(&member.desc))),
        Op::PutStatic(_) => {
            pop(1);
            None
        }
        Op::GetField(member) => {
            pop(1);
            Some(of(kind(&member.desc)))
        }
        Op::PutField(_) => {
            pop(2);
            None
        }
        Op::Call(Invoke::Static, Member { desc, .. }) | Op::Dynamic { desc, .. } => {
            let types = signature(desc).ok();
            pop(types.as_ref().map_or(0, |types| types.params.len()));
            types.and_then(|types| types.ret).map(|ret| of(kind(&ret)))
        }
        Op::Call(_, member) => {
            let types = signature(&member.desc).ok();
            pop(types.as_ref().map_or(1, |types| types.params.len() + 1));
            types.and_then(|types| types.ret).map(|ret| of(kind(&ret)))
        }
        Op::NewArray(_) | Op::ArrayLength | Op::InstanceOf(_) => {
            pop(1);
            Some(narrow)
        }
        Op::NewArrays(_, dimensions) => {
            pop(usize::from(*dimensions));
            Some(narrow)
        }
    };
    state.stack.extend(pushed);
    state
}

/// The instructions that move entries of the stack.
fn shuffle(op: &Op, stack: &mut Vec<Pushed>) {
    // How many entries so many words are.
    let entries = |stack: &[Pushed], words: u8| {
        let (mut count, mut left) = (0, words);
        while left > 0 {
            let Some(entry) = stack.len().checked_sub(count + 1).map(|index| stack[index]) else { break };
            left = left.saturating_sub(if entry.is_wide { 2 } else { 1 });
            count += 1;
        }
        count
    };
    match op {
        Op::Pop => drop(stack.pop()),
        Op::Pop2 => {
            let count = entries(stack, 2);
            stack.truncate(stack.len() - count);
        }
        Op::Swap => {
            let top = stack.len();
            if top >= 2 {
                stack.swap(top - 1, top - 2);
            }
        }
        Op::Dup { width, over } => {
            let count = entries(stack, *width);
            let copied: Vec<Pushed> = stack[stack.len() - count..].to_vec();
            let under = entries(&stack[..stack.len() - count], *over);
            let place = stack.len() - count - under;
            stack.splice(place..place, copied);
        }
        _ => {}
    }
}

fn widens(conversion: Conversion) -> bool {
    matches!(conversion, Conversion::Num { to: NumTy::I64 | NumTy::F64, .. })
}

/// Whether the result is small whatever is compared.
fn compares(op: BinOp) -> bool {
    !matches!(
        op,
        BinOp::Add
            | BinOp::Sub
            | BinOp::Mul
            | BinOp::Div
            | BinOp::Rem
            | BinOp::And
            | BinOp::Or
            | BinOp::Xor
            | BinOp::Shl
            | BinOp::Shr
            | BinOp::Ushr
    )
}

/// What an instruction could not do.
fn tried(op: &Op) -> Option<String> {
    Some(match op {
        Op::ArrayLoad(elem) => format!("Cannot load from {} array", elements(*elem)),
        Op::ArrayStore(elem) => format!("Cannot store to {} array", elements(*elem)),
        Op::ArrayLength => "Cannot read the array length".to_owned(),
        Op::Throw => "Cannot throw exception".to_owned(),
        Op::MonitorEnter => "Cannot enter synchronized block".to_owned(),
        Op::MonitorExit => "Cannot exit synchronized block".to_owned(),
        Op::GetField(member) => format!("Cannot read field \"{}\"", member.name),
        Op::PutField(member) => format!("Cannot assign field \"{}\"", member.name),
        Op::Call(_, member) => format!("Cannot invoke \"{}\"", method_name(member)),
        _ => return None,
    })
}

fn elements(elem: Elem) -> &'static str {
    match elem {
        Elem::Byte => "byte/boolean",
        Elem::Char => "char",
        Elem::Short => "short",
        Elem::Of(Kind::Int) => "int",
        Elem::Of(Kind::Long) => "long",
        Elem::Of(Kind::Float) => "float",
        Elem::Of(Kind::Double) => "double",
        Elem::Of(Kind::Ref) => "object",
    }
}

fn method_name(member: &Member) -> String {
    let params = signature(&member.desc).map(|types| types.params).unwrap_or_default();
    let params: Vec<String> = params.iter().map(|param| type_name(param)).collect();
    format!("{}.{}({})", class_name(&member.class), member.name, params.join(", "))
}

/// A class as messages have it: two are so frequent that their package is left out.
fn class_name(class: &str) -> String {
    match class {
        "java/lang/Object" => "Object".to_owned(),
        "java/lang/String" => "String".to_owned(),
        _ => dotted(class),
    }
}

fn type_name(desc: &str) -> String {
    if let Some(element) = desc.strip_prefix('[') {
        return format!("{}[]", type_name(element));
    }
    let primitive = match desc {
        "Z" => "boolean",
        "B" => "byte",
        "C" => "char",
        "S" => "short",
        "I" => "int",
        "J" => "long",
        "F" => "float",
        "D" => "double",
        _ => return class_name(crate::descriptor::class_of(desc)),
    };
    primitive.to_owned()
}
