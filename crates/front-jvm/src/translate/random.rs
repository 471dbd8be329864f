//! Random numbers. A generator with a seed gives the numbers that the JDK's gives; one without may give any.

use super::TranslateError;
use super::body::{Done, Lowering};
use crate::classfile::Kind;
use crate::world::FieldPlace;
use commute_ir::{BinOp, Instr, NumTy, Operand, Place, Reg};

const RANDOM: &str = "java/util/Random";

impl Lowering<'_, '_> {
    /// What methods of `java.util.Random` do first: a generator that got no seed has no numbers of its own.
    pub(super) fn random_prelude(&mut self) -> Done {
        if self.t.world.name(self.method.class) != RANDOM {
            return Ok(());
        }
        let decl = self.t.world.method(self.method);
        match (decl.name.as_str(), decl.desc.as_str()) {
            ("nextInt", "(I)I") => {
                let seedless = self.is_seedless()?;
                let any = self.library_function("anyBelow", "(Ljava/lang/Object;I)I")?;
                let result = self.out.temp(Kind::Int);
                let args = Box::new([Operand::Reg(Reg(0)), Operand::Reg(Reg(1))]);
                self.out.when(Operand::Reg(seedless), |b| {
                    b.emit(Instr::Call { dst: Some(result), func: any, args });
                    b.emit(Instr::Return { value: Some(Operand::Reg(result)) });
                });
            }
            ("nextBoolean", "()Z") => {
                let (seedless, dst) = (self.is_seedless()?, self.out.temp(Kind::Int));
                self.out.when(Operand::Reg(seedless), |b| {
                    b.emit(Instr::Choose { dst, lo: Operand::Int(0), hi: Operand::Int(2) });
                    b.emit(Instr::Return { value: Some(Operand::Reg(dst)) });
                });
            }
            ("next", "(I)I") => {
                let seedless = self.is_seedless()?;
                let what = "a random number that may be anything, of a generator without a seed";
                let refusal = self.t.refusal(what, self.func);
                self.out.when(Operand::Reg(seedless), |b| b.emit(refusal));
            }
            _ => {}
        }
        Ok(())
    }

    /// Whether the receiver has no seed.
    fn is_seedless(&mut self) -> Result<Reg, TranslateError> {
        let field = self.t.world.field(self.method.class, "seed", "Ljava/util/concurrent/atomic/AtomicLong;");
        let Some(FieldPlace::Instance(class, field)) = field else {
            return Err(self.wrong("generators of random numbers have no seed"));
        };
        let (seed, flag) = (self.out.temp(Kind::Ref), self.out.temp(Kind::Int));
        let place = Place::Field { obj: Operand::Reg(Reg(0)), class, field };
        // Nobody changes it after the constructor.
        self.out.emit(Instr::Fixed { dst: seed, place });
        self.out.binary(flag, BinOp::Eq, NumTy::I64, Operand::Reg(seed), Operand::Null);
        Ok(flag)
    }

    /// A function of ours.
    fn library_function(&mut self, name: &str, desc: &str) -> Result<commute_ir::FuncId, TranslateError> {
        let class = self.t.world.load("commute/rt/Library")?;
        let method = self.t.world.own_method(class, name, desc);
        let method = method.expect("[commute internal bug] a method of ours is there");
        Ok(self.t.method_function(method, self.phase, self.func))
    }
}
