//! A test as a program: the first thread makes an instance, runs what comes before the test, the test, what comes after.
//!
//! If a test has several lists of arguments, which of them it gets is a choice.

use super::builder::Builder;
use super::{Phase, TranslateError, Translator};
use crate::classfile::{Kind, flags};
use crate::descriptor::{class_of, kind, signature};
use crate::junit::{self, Argument, Arguments, Level, Test};
use crate::world::{FieldPlace, MethodId};
use commute_ir::{BinOp, FaultKind, FuncId, Instr, NumTy, Operand, Pc, Place, Reg};

/// The classes of boxes of numbers, and what is in them.
const BOXES: [(&str, &str); 8] = [
    ("java/lang/Integer", "I"),
    ("java/lang/Long", "J"),
    ("java/lang/Short", "S"),
    ("java/lang/Byte", "B"),
    ("java/lang/Character", "C"),
    ("java/lang/Boolean", "Z"),
    ("java/lang/Float", "F"),
    ("java/lang/Double", "D"),
];

/// What a test raises to say that it is not for these circumstances: it has not failed then.
const ABORTED: [&str; 2] =
    ["org/opentest4j/TestAbortedException", "org/junit/internal/AssumptionViolatedException"];

impl Translator<'_> {
    /// The first thread runs a test.
    pub(super) fn test(&mut self, name: &str) -> Result<(), TranslateError> {
        let test = junit::find(&mut self.world, name).map_err(TranslateError::Program)?;
        let mut out = Builder::new("test".to_owned(), &[], None);
        let func = self.add_function("test".to_owned(), &[], None, None);
        let none = out.temp(Kind::Ref);
        for level in &test.levels {
            self.guard(&mut out, level.class, Phase::Main, func);
            for &method in level.before_all.iter().filter(|&&m| self.is_static(m)).collect::<Vec<_>>() {
                self.call_around(&mut out, method, none, func);
            }
        }
        let mut instances: Vec<Reg> = Vec::new();
        for level in &test.levels {
            let instance = self.make_level(&mut out, level, instances.last().copied(), func);
            instances.push(instance);
        }
        self.call_test(&mut out, &test, instances.last().copied().unwrap_or(none), func)?;
        for (level, instance) in test.levels.iter().zip(instances).rev() {
            for &method in &level.after {
                self.call_around(&mut out, method, instance, func);
            }
        }
        self.end_first_thread(&mut out, func)?;
        let (from, to) = (Pc(0), out.here());
        for name in ABORTED {
            if let Ok(class) = self.world.load(name) {
                let exc = out.temp(Kind::Ref);
                out.handle_class((from, to), class, to, exc);
            }
        }
        out.emit(Instr::Assume { cond: Operand::Int(0) });
        out.emit(Instr::Return { value: None });
        self.program.functions[func.index()] = out.finish_plain();
        self.first_thread(func)
    }

    fn is_static(&self, method: MethodId) -> bool {
        self.world.method(method).flags & flags::STATIC != 0
    }

    /// Makes an instance of a class, inside one of the class around it, and runs what comes before each test.
    fn make_level(&mut self, out: &mut Builder, level: &Level, outer: Option<Reg>, func: FuncId) -> Reg {
        let instance = out.temp(Kind::Ref);
        self.instantiate(level.class);
        let shape = self.instance_shape(level.class);
        out.emit(Instr::New { dst: instance, shape, arg: Operand::Int(0) });
        let new = self.method_function(level.new, Phase::Main, func);
        let args = std::iter::once(instance).chain(outer).map(Operand::Reg).collect();
        out.emit(Instr::Call { dst: None, func: new, args });
        let on_instance = level.before_all.iter().filter(|&&m| !self.is_static(m)).collect::<Vec<_>>();
        for &method in on_instance.into_iter().chain(&level.before) {
            self.call_around(out, method, instance, func);
        }
        instance
    }

    /// Calls the test; if it must raise an exception, it fails unless it does.
    fn call_test(
        &mut self,
        out: &mut Builder,
        test: &Test,
        instance: Reg,
        func: FuncId,
    ) -> Result<(), TranslateError> {
        let from = out.here();
        match &test.arguments {
            Arguments::Lists(lists) => self.call_with_lists(out, test.method, lists, instance, func)?,
            Arguments::Method(source) => {
                self.call_with_elements(out, test.method, *source, instance, func)?
            }
        }
        let to = out.here();
        let Some(class) = &test.expected else { return Ok(()) };
        let class = self.world.load(class)?;
        let (shape, exc) = (self.fault_shape(FaultKind::Assertion), out.temp(Kind::Ref));
        out.emit(Instr::New { dst: exc, shape, arg: Operand::Int(0) });
        out.emit(Instr::Throw { exc: Operand::Reg(exc) });
        let (target, exc) = (out.here(), out.temp(Kind::Ref));
        out.handle_class((from, to), class, target, exc);
        Ok(())
    }

    /// Calls the test with any of several lists of arguments.
    fn call_with_lists(
        &mut self,
        out: &mut Builder,
        method: MethodId,
        lists: &[Vec<Argument>],
        instance: Reg,
        func: FuncId,
    ) -> Result<(), TranslateError> {
        let params = self.params(method)?;
        let callee = self.method_function(method, Phase::Main, func);
        let receiver = (!self.is_static(method)).then_some(Operand::Reg(instance));
        let mut calls = Vec::new();
        for list in lists {
            let mut args: Vec<Operand> = receiver.into_iter().collect();
            let mut call = Vec::new();
            for (argument, param) in list.iter().zip(&params) {
                args.push(self.argument(out, &mut call, argument, param, func)?);
            }
            call.push(Instr::Call { dst: None, func: callee, args: args.into_boxed_slice() });
            calls.push(call);
        }
        if let [only] = calls.as_slice() {
            only.iter().for_each(|instr| out.emit(instr.clone()));
            return Ok(());
        }
        let (which, is) = (out.temp(Kind::Int), out.temp(Kind::Int));
        let hi = Operand::Int(lists.len() as i64);
        out.emit(Instr::Choose { dst: which, lo: Operand::Int(0), hi });
        for (number, call) in calls.into_iter().enumerate() {
            out.binary(is, BinOp::Eq, NumTy::I64, Operand::Reg(which), Operand::Int(number as i64));
            out.when(Operand::Reg(is), |b| call.into_iter().for_each(|instr| b.emit(instr)));
        }
        Ok(())
    }

    fn params(&self, method: MethodId) -> Result<Vec<String>, TranslateError> {
        let wrong = |e| TranslateError::Method(self.world.method_name(method), e);
        Ok(signature(&self.world.method(method).desc).map_err(wrong)?.params)
    }

    /// An argument as a value of a type; what is needed to make it comes before the call.
    fn argument(
        &mut self,
        out: &mut Builder,
        before: &mut Vec<Instr>,
        argument: &Argument,
        ty: &str,
        func: FuncId,
    ) -> Result<Operand, TranslateError> {
        let boxed = BOXES.iter().find(|(class, _)| class_of(ty) == *class);
        let (text, primitive) = match (argument, boxed) {
            (Argument::Null, _) if ty.len() > 1 => return Ok(Operand::Null),
            (Argument::Null, _) => {
                return Err(TranslateError::Program(format!("null for a parameter of type {ty}")));
            }
            (Argument::Constant(name), _) => return self.enum_constant(out, before, name, ty, func),
            (Argument::Text(text), Some((_, primitive))) => (text, primitive),
            (Argument::Text(name), None) if self.is_enum(ty) => {
                return self.enum_constant(out, before, name, ty, func);
            }
            (Argument::Text(text), None) => return self.constant(text, ty),
        };
        let value = self.constant(text, primitive)?;
        let class = self.world.load(class_of(ty))?;
        let method = self.world.own_method(class, "valueOf", &format!("({primitive}){ty}"));
        let method = method.ok_or_else(|| TranslateError::Program("a box without valueOf".to_owned()))?;
        let (dst, callee) = (out.temp(Kind::Ref), self.method_function(method, Phase::Main, func));
        before.push(Instr::Call { dst: Some(dst), func: callee, args: Box::new([value]) });
        Ok(Operand::Reg(dst))
    }

    fn is_enum(&mut self, ty: &str) -> bool {
        let class = self.world.load(class_of(ty)).ok().filter(|_| ty.starts_with('L'));
        class.is_some_and(|class| self.world.class(class).file.flags & flags::ENUM != 0)
    }

    /// A constant of an enum, by its name.
    fn enum_constant(
        &mut self,
        out: &mut Builder,
        before: &mut Vec<Instr>,
        name: &str,
        ty: &str,
        func: FuncId,
    ) -> Result<Operand, TranslateError> {
        let class = self.world.load(class_of(ty))?;
        let Some(FieldPlace::Static(class, index)) = self.world.field(class, name, ty) else {
            return Err(TranslateError::Program(format!("there is no constant {name} of type {ty}")));
        };
        let mut guard = Builder::new(String::new(), &[], None);
        self.guard(&mut guard, class, Phase::Main, func);
        before.extend(guard.finish_plain().code);
        let (dst, place) = (out.temp(Kind::Ref), Place::Global(self.static_field(class, index)?));
        before.push(Instr::Load { dst, place, plain: false });
        Ok(Operand::Reg(dst))
    }

    /// A text as a value of a type.
    fn constant(&mut self, text: &str, ty: &str) -> Result<Operand, TranslateError> {
        let value = match ty {
            "Ljava/lang/String;" | "Ljava/lang/Object;" | "Ljava/lang/CharSequence;" => {
                return Ok(Operand::Static(self.text_of(text)?));
            }
            "Z" => text.parse::<bool>().ok().map(|b| Operand::Int(i64::from(b))),
            "C" => text.chars().next().map(|c| Operand::Int(c as i64)),
            "F" => text.parse::<f32>().ok().map(|x| Operand::F32(x.to_bits())),
            "D" => text.parse::<f64>().ok().map(|x| Operand::F64(x.to_bits())),
            "I" | "J" | "S" | "B" => text.parse().ok().map(Operand::Int),
            _ => None,
        };
        value.ok_or_else(|| {
            TranslateError::Program(format!(
                "the argument {text:?} for a parameter of type {ty} is not supported"
            ))
        })
    }

    /// Calls the test with any of the elements that a method gives.
    fn call_with_elements(
        &mut self,
        out: &mut Builder,
        method: MethodId,
        source: MethodId,
        instance: Reg,
        func: FuncId,
    ) -> Result<(), TranslateError> {
        let (given, element, values) = (out.temp(Kind::Ref), out.temp(Kind::Ref), out.temp(Kind::Ref));
        let (count, which) = (out.temp(Kind::Int), out.temp(Kind::Int));
        let callee = self.method_function(source, Phase::Main, func);
        out.emit(Instr::Call { dst: Some(given), func: callee, args: Box::new([]) });
        let all = self.own("elements", "(Ljava/lang/Object;)[Ljava/lang/Object;", func)?;
        out.emit(Instr::Call { dst: Some(values), func: all, args: Box::new([Operand::Reg(given)]) });
        out.emit(Instr::Length { dst: count, arr: Operand::Reg(values) });
        out.emit(Instr::Choose { dst: which, lo: Operand::Int(0), hi: Operand::Reg(count) });
        let place = Place::Elem { arr: Operand::Reg(values), index: Operand::Reg(which) };
        out.emit(Instr::Load { dst: element, place, plain: false });
        let params = self.params(method)?;
        let receiver = (!self.is_static(method)).then_some(Operand::Reg(instance));
        let mut args: Vec<Operand> = receiver.into_iter().collect();
        if params.len() > 1 {
            let class = self.world.load("org/junit/jupiter/params/provider/Arguments")?;
            let selector = self.called("get", "()[Ljava/lang/Object;", class, Phase::Main, func);
            let element = Operand::Reg(element);
            out.emit(Instr::CallVirtual { dst: Some(values), selector, args: Box::new([element]) });
        }
        for (index, param) in params.iter().enumerate() {
            let value = match params.len() {
                1 => element,
                _ => {
                    let value = out.temp(Kind::Ref);
                    let place = Place::Elem { arr: Operand::Reg(values), index: Operand::Int(index as i64) };
                    out.emit(Instr::Load { dst: value, place, plain: false });
                    value
                }
            };
            args.push(self.as_type(out, value, param, func)?);
        }
        let callee = self.method_function(method, Phase::Main, func);
        out.emit(Instr::Call { dst: None, func: callee, args: args.into_boxed_slice() });
        Ok(())
    }

    /// An object as a value of a type: numbers are taken out of their boxes.
    fn as_type(
        &mut self,
        out: &mut Builder,
        value: Reg,
        ty: &str,
        func: FuncId,
    ) -> Result<Operand, TranslateError> {
        if ty.len() > 1 {
            if !ty.starts_with('[') {
                let class = self.world.load(class_of(ty))?;
                out.emit(Instr::CheckCast { obj: Operand::Reg(value), class });
            }
            return Ok(Operand::Reg(value));
        }
        let dst = out.temp(kind(ty));
        let unbox = self.own("unbox", &format!("(Ljava/lang/Object;{ty}){ty}"), func)?;
        let zero = match ty {
            "F" => Operand::F32(0),
            "D" => Operand::F64(0),
            _ => Operand::Int(0),
        };
        out.emit(Instr::Call { dst: Some(dst), func: unbox, args: Box::new([Operand::Reg(value), zero]) });
        Ok(Operand::Reg(dst))
    }

    /// The function of a method of ours.
    fn own(&mut self, name: &str, desc: &str, from: FuncId) -> Result<FuncId, TranslateError> {
        let class = self.world.load("commute/rt/Library")?;
        let method = self.world.own_method(class, name, desc);
        let method = method.expect("[commute internal bug] a method of ours is there");
        Ok(self.method_function(method, Phase::Main, from))
    }

    /// Calls a method without parameters, static or not.
    fn call_around(&mut self, out: &mut Builder, method: MethodId, instance: Reg, func: FuncId) {
        let args: Box<[Operand]> = match self.is_static(method) {
            true => Box::new([]),
            false => Box::new([Operand::Reg(instance)]),
        };
        let callee = self.method_function(method, Phase::Main, func);
        out.emit(Instr::Call { dst: None, func: callee, args });
    }
}
