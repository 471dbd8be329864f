//! Random numbers. A generator with a seed gives the numbers that the JDK's gives; one without may give any.

use super::body::{Done, Lowering};
use super::builder::Builder;
use super::intrinsics::Site;
use super::{TranslateError, Translator};
use crate::classfile::Kind;
use crate::world::FieldPlace;
use commute_ir::{BinOp, Instr, NumTy, Operand, Place, Reg};

pub const RANDOM: &str = "java/util/Random";
pub const SPLITTABLE_RANDOM: &str = "java/util/SplittableRandom";
const ANYTHING: &str = "a random number that may be anything, of a generator without a seed";

impl Translator<'_> {
    /// The field that holds the seed of a generator.
    fn seed_of(&mut self, generator: Operand) -> Result<Place, TranslateError> {
        let class = self.world.load(RANDOM)?;
        let field = self.world.field(class, "seed", "Ljava/util/concurrent/atomic/AtomicLong;");
        match field {
            Some(FieldPlace::Instance(class, field)) => Ok(Place::Field { obj: generator, class, field }),
            _ => Err(TranslateError::Program("generators of random numbers have no seed".to_owned())),
        }
    }

    /// Whether a generator has no seed. Those of other classes have their own numbers.
    pub(super) fn emit_seedless(
        &mut self,
        out: &mut Builder,
        generator: Operand,
        dst: Option<Reg>,
    ) -> Result<(), TranslateError> {
        let Some(dst) = dst else { return Ok(()) };
        let (class, place) = (self.world.load(RANDOM)?, self.seed_of(generator)?);
        let (is, seed) = (out.temp(Kind::Int), out.temp(Kind::Ref));
        out.copy(dst, Operand::Int(0));
        out.emit(Instr::IsInstance { dst: is, obj: generator, class });
        out.when(Operand::Reg(is), |b| {
            // Nobody changes it after the constructor.
            b.emit(Instr::Fixed { dst: seed, place });
            b.binary(dst, BinOp::Eq, NumTy::I64, Operand::Reg(seed), Operand::Null);
        });
        Ok(())
    }

    /// The constructor without a seed: it gets none, or the one that the user chose for all. Only a `Random` can do without.
    pub(super) fn emit_new_random(
        &mut self,
        out: &mut Builder,
        site: Site,
        name: &str,
        this: Operand,
    ) -> Result<(), TranslateError> {
        let Some(seed) = self.open.seed else {
            if name != RANDOM {
                // The JDK takes the seed from the clock, and ours always says the same.
                out.emit(self.refusal(ANYTHING, site.func));
            }
            return Ok(());
        };
        let class = self.world.load(name)?;
        let method = self.world.own_method(class, "<init>", "(J)V");
        let method = method.ok_or_else(|| TranslateError::Program("no generator takes a seed".to_owned()))?;
        let func = self.method_function(method, site.phase, site.func);
        out.emit(Instr::Call { dst: None, func, args: Box::new([this, Operand::Int(seed)]) });
        Ok(())
    }
}

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
                let refusal = self.t.refusal(ANYTHING, self.func);
                self.out.when(Operand::Reg(seedless), |b| b.emit(refusal));
            }
            _ => {}
        }
        Ok(())
    }

    /// Whether the receiver has no seed.
    fn is_seedless(&mut self) -> Result<Reg, TranslateError> {
        let (seed, flag) = (self.out.temp(Kind::Ref), self.out.temp(Kind::Int));
        let place = self.t.seed_of(Operand::Reg(Reg(0)))?;
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
