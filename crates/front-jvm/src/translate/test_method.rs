//! A test as a program: the first thread makes an instance, runs what comes before the test, the test, what comes after.

use super::builder::Builder;
use super::{Phase, TranslateError, Translator};
use crate::classfile::{Kind, flags};
use crate::junit;
use crate::world::MethodId;
use commute_ir::{FaultKind, FuncId, Instr, Operand, Reg};

impl Translator<'_> {
    /// The first thread runs a test.
    pub(super) fn test(&mut self, name: &str) -> Result<(), TranslateError> {
        let test = junit::find(&mut self.world, name).map_err(TranslateError::Program)?;
        let mut out = Builder::new("test".to_owned(), &[], None);
        let func = self.add_function("test".to_owned(), &[], None, None);
        self.guard(&mut out, test.class, Phase::Main, func);
        let instance = out.temp(Kind::Ref);
        for method in test.before_all {
            self.call_around(&mut out, method, instance, func);
        }
        self.instantiate(test.class);
        let shape = self.instance_shape(test.class);
        out.emit(Instr::New { dst: instance, shape, arg: Operand::Int(0) });
        let new = self.world.own_method(test.class, "<init>", "()V");
        let new = new.expect("[commute internal bug] a test's class was found to have a constructor");
        for method in std::iter::once(new).chain(test.before) {
            self.call_around(&mut out, method, instance, func);
        }
        let from = out.here();
        self.call_around(&mut out, test.method, instance, func);
        let to = out.here();
        let caught = match &test.expected {
            None => None,
            Some(class) => {
                let class = self.world.load(class)?;
                let (shape, exc) = (self.fault_shape(FaultKind::Assertion), out.temp(Kind::Ref));
                out.emit(Instr::New { dst: exc, shape, arg: Operand::Int(0) });
                out.emit(Instr::Throw { exc: Operand::Reg(exc) });
                Some(class)
            }
        };
        if let Some(class) = caught {
            let (target, exc) = (out.here(), out.temp(Kind::Ref));
            out.handle_class((from, to), class, target, exc);
        }
        for method in test.after {
            self.call_around(&mut out, method, instance, func);
        }
        out.emit(Instr::Return { value: None });
        self.program.functions[func.index()] = out.finish_plain();
        self.first_thread(func)
    }

    /// Calls a method without parameters, static or not.
    fn call_around(&mut self, out: &mut Builder, method: MethodId, instance: Reg, func: FuncId) {
        let is_static = self.world.method(method).flags & flags::STATIC != 0;
        let args: Box<[Operand]> = match is_static {
            true => Box::new([]),
            false => Box::new([Operand::Reg(instance)]),
        };
        let callee = self.method_function(method, Phase::Main, func);
        out.emit(Instr::Call { dst: None, func: callee, args });
    }
}
