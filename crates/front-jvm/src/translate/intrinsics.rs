//! Methods of the library that are not what the JDK says: a table, and what each entry becomes.
//!
//! Methods are replaced, not classes, so that the rest of a class works as it is. A method that cannot be overridden is
//! put in place of its call, so that a thread that waits stands at the line of the user that makes it wait.

use super::body::{Entry, Known, Lowering};
use super::builder::Builder;
use super::cut::is_cut;
use super::{FuncKey, Phase, TranslateError, Translator};
use crate::classfile::{Kind, flags};
use crate::descriptor::{dotted, kind, signature};
use crate::library::Origin;
use crate::world::MethodId;
use commute_ir::{
    BinOp, Conversion, FuncId, Function, Instr, NumTy, ObjOp, Operand, Place, PrintForm, Reg, Ty, UnOp,
};

/// What a method becomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Intrinsic {
    /// Nothing; a result is zero or null.
    Nothing,
    /// A number.
    Number(i64),
    /// A text.
    Text(&'static str),
    /// Its first argument.
    First,
    /// An operation on its first argument.
    Invoke(ObjOp),
    /// `wait` with a time: zero is for ever.
    Wait,
    /// An operation on the thread that calls.
    OnSelf(ObjOp),
    /// The thread that calls.
    Current,
    /// Starts its first argument.
    Start,
    /// Lets others run.
    Yield,
    /// Waits for a permit, or an interrupt; perhaps only for a while.
    Park {
        /// Only for a while.
        timed: bool,
    },
    /// Prints its last argument.
    Print {
        /// How.
        form: PrintForm,
        /// Whether a line ends.
        newline: bool,
    },
    /// Prints an object by its `toString`.
    PrintObject {
        /// Whether a line ends.
        newline: bool,
    },
    /// Ends a line.
    Println,
    /// `System.arraycopy`.
    ArrayCopy,
    /// `Object.clone`.
    Clone,
    /// The object of the class of its first argument.
    ClassOf,
    /// The name of the class of its first argument, or of the class that it is.
    ClassName {
        /// Its first argument is an object of a class.
        of_class: bool,
    },
    /// Whether the assertions of the class that it is called on are on.
    AssertionStatus,
    /// The bits of its first argument as another type.
    Bits(Kind),
    /// Any number below its argument.
    Choose,
    /// Gives up this execution unless its argument is true.
    Assume,
    /// A method of ours.
    Ours(&'static str, &'static str),
    /// Whether what a reference refers to is its second argument; references are never cleared by themselves.
    RefersTo,
    /// Makes a reference refer to nothing.
    Clear,
    /// The only instance of a class.
    Only(&'static str),
    /// A new array of bytes, as long as its first argument says.
    NewBytes,
    /// The complement of its argument with this number.
    Complement(usize),
    /// An operation of `Unsafe`, by its name.
    Unsafe,
    /// Makes a field updater.
    NewUpdater,
    /// The constants of the enum whose class is its first argument.
    EnumConstants,
    /// The time of a wait is up.
    Tick,
    /// Leaves the monitor of its first argument and enters it again, which fails if it is not held.
    LeaveAndEnter,
    /// Formats its arguments after the first and prints the text.
    PrintFormat,
}

impl Intrinsic {
    /// Whether it can only be put in place of a call, because it depends on what is known of the arguments.
    fn needs_its_call(self) -> bool {
        matches!(self, Intrinsic::Unsafe | Intrinsic::NewUpdater)
    }
}

/// What is fixed by an intrinsic that Java leaves open, for the report.
fn fixes(class: &str, name: &str) -> Option<&'static str> {
    match (class, name) {
        ("java/lang/Object", "hashCode") | ("java/lang/System", "identityHashCode") => {
            Some("identity hash codes are all 1")
        }
        ("java/lang/System", "currentTimeMillis" | "nanoTime") => {
            Some("clocks stand still until the time of a wait is up")
        }
        ("java/lang/Runtime", "availableProcessors") => Some("there is 1 processor"),
        ("java/lang/System", "getProperty") => Some("no system property is set"),
        _ => None,
    }
}

/// The table.
pub fn intrinsic(class: &str, name: &str, desc: &str) -> Option<Intrinsic> {
    use Intrinsic::*;
    Some(match (class, name, desc) {
        ("java/lang/Object", "<init>" | "registerNatives" | "finalize", _) => Nothing,
        ("java/lang/Object", "hashCode", _) => Number(1),
        ("java/lang/Object", "getClass", _) => ClassOf,
        ("java/lang/Object", "clone", _) => Clone,
        ("java/lang/Object", "toString", _) => Ours("toString", "(Ljava/lang/Object;)Ljava/lang/String;"),
        ("java/lang/Object", "wait", "()V") => Intrinsic::Invoke(ObjOp::Wait),
        ("java/lang/Object", "wait", _) => Wait,
        ("java/lang/Object", "notify", _) => Intrinsic::Invoke(ObjOp::Notify),
        ("java/lang/Object", "notifyAll", _) => Intrinsic::Invoke(ObjOp::NotifyAll),
        ("java/lang/Thread", _, _) => return thread(name),
        ("java/lang/Throwable", "fillInStackTrace", _) => First,
        ("java/lang/Throwable", "printStackTrace" | "addSuppressed", _) => Nothing,
        ("java/lang/Throwable", "toString", _) => {
            Ours("toString", "(Ljava/lang/Throwable;)Ljava/lang/String;")
        }
        ("java/lang/Class", "desiredAssertionStatus", _) => AssertionStatus,
        ("java/lang/Class", "getName", _) => ClassName { of_class: true },
        ("java/lang/Class", "getPrimitiveClass" | "registerNatives" | "getClassLoader", _) => Nothing,
        ("java/lang/System", _, _) => return system(name, desc),
        ("java/lang/Runtime", "availableProcessors", _) => Number(1),
        ("java/lang/Runtime", "getRuntime", _) => Only("java/lang/Runtime"),
        ("java/lang/Runtime", "gc", _) => Nothing,
        ("java/lang/Class", "getSimpleName", _) => {
            Ours("simpleName", "(Ljava/lang/Class;)Ljava/lang/String;")
        }
        ("java/lang/Class", "getEnumConstantsShared", _) => EnumConstants,
        ("java/lang/Enum", "valueOf", _) => {
            Ours("valueOf", "(Ljava/lang/Class;Ljava/lang/String;)Ljava/lang/Enum;")
        }
        ("java/util/EnumMap", "getKeyUniverse", _) | ("java/util/EnumSet", "getUniverse", _) => EnumConstants,
        ("java/util/Random", "<init>", "()V") => Nothing,
        ("java/util/concurrent/ThreadLocalRandom", "nextInt", "(I)I") => {
            Ours("anyBelow", "(Ljava/lang/Object;I)I")
        }
        ("java/util/concurrent/ThreadLocalRandom", "current", _) => {
            Only("java/util/concurrent/ThreadLocalRandom")
        }
        ("java/lang/String", "format", "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;")
        | ("java/lang/String", "formatted", _) => Ours("format", FORMAT),
        (
            "java/security/AccessController",
            "doPrivileged",
            "(Ljava/security/PrivilegedAction;)Ljava/lang/Object;",
        ) => Ours("doPrivileged", "(Ljava/security/PrivilegedAction;)Ljava/lang/Object;"),
        (
            "java/security/AccessController",
            "doPrivileged",
            "(Ljava/security/PrivilegedExceptionAction;)Ljava/lang/Object;",
        ) => Ours("doPrivileged", "(Ljava/security/PrivilegedExceptionAction;)Ljava/lang/Object;"),
        ("java/security/AccessController", "getContext" | "checkPermission", _) => Nothing,
        (permission, "<init>", _)
            if permission.starts_with("java/") && permission.ends_with("Permission") =>
        {
            Nothing
        }
        ("java/util/concurrent/ForkJoinPool", "managedBlock", _) => {
            Ours("managedBlock", "(Ljava/util/concurrent/ForkJoinPool$ManagedBlocker;)V")
        }
        // Its switch brings in the units of `java.time`.
        ("java/util/concurrent/TimeUnit", "convert", "(JLjava/util/concurrent/TimeUnit;)J") => {
            Ours("convert", "(Ljava/util/concurrent/TimeUnit;JLjava/util/concurrent/TimeUnit;)J")
        }
        ("java/util/concurrent/ForkJoinPool", "getCommonPoolParallelism", _) => Number(1),
        // It would ask whether this is the pool of all, which there is not.
        ("java/util/concurrent/CompletableFuture", "screenExecutor", _) => First,
        (updater, "newUpdater", _) if updater.starts_with("java/util/concurrent/atomic/") => NewUpdater,
        (updater, "accessCheck" | "valueCheck", _)
            if updater.starts_with("java/util/concurrent/atomic/") && updater.contains("FieldUpdater$") =>
        {
            Nothing
        }
        ("java/lang/String", "hashCode", _) => Ours("hashCode", "(Ljava/lang/String;)I"),
        ("java/lang/String", "toUpperCase", "()Ljava/lang/String;") => {
            Ours("toUpperCase", "(Ljava/lang/String;)Ljava/lang/String;")
        }
        ("java/lang/String", "toLowerCase", "()Ljava/lang/String;") => {
            Ours("toLowerCase", "(Ljava/lang/String;)Ljava/lang/String;")
        }
        ("java/lang/StringConcatHelper", "newArray", _) => NewBytes,
        ("java/lang/StringUTF16", "isBigEndian", _) => Number(0),
        ("java/lang/StringCoding", "hasNegatives", _) => return None,
        ("java/lang/Float", "floatToRawIntBits", _) => Bits(Kind::Int),
        ("java/lang/Float", "intBitsToFloat", _) => Bits(Kind::Float),
        ("java/lang/Double", "doubleToRawLongBits", _) => Bits(Kind::Long),
        ("java/lang/Double", "longBitsToDouble", _) => Bits(Kind::Double),
        ("java/io/PrintStream", "print" | "println", _) => return print(name, desc),
        (
            "java/io/PrintStream",
            "printf" | "format",
            "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/io/PrintStream;",
        ) => PrintFormat,
        ("java/io/PrintStream", "flush", _) => Nothing,
        ("java/io/ObjectStreamField", "<init>", _) => Nothing,
        ("java/util/concurrent/locks/LockSupport", _, _) => return lock_support(name),
        ("java/util/concurrent/atomic/AtomicLong", "VMSupportsCS8", _) => Number(1),
        ("java/util/concurrent/atomic/Striped64", "getProbe", _) => Number(1),
        ("java/util/concurrent/ThreadLocalRandom", "getProbe" | "nextSecondarySeed", _) => Number(1),
        ("java/util/concurrent/ThreadLocalRandom", "localInit", _) => Nothing,
        ("jdk/internal/misc/Unsafe" | "sun/misc/Unsafe", _, _) => Unsafe,
        // What is left to compare one by one: all of it.
        ("jdk/internal/util/ArraysSupport", "vectorizedMismatch", _) => Complement(4),
        ("jdk/internal/misc/VM", "isBooted", _) => Number(1),
        ("jdk/internal/misc/VM", "initializeFromArchive" | "initialize" | "getSavedProperty", _) => Nothing,
        ("jdk/internal/misc/CDS", _, _) => Nothing,
        ("jdk/internal/reflect/Reflection", "getCallerClass", _) => Nothing,
        ("java/lang/ref/Reference", "reachabilityFence", _) => Nothing,
        ("java/lang/ref/Reference", "refersTo0", _) => RefersTo,
        ("java/lang/ref/Reference", "clear0", _) => Clear,
        ("commute/Verify", "choose", "(I)I") => Choose,
        ("commute/Verify", "assume", "(Z)V") => Assume,
        ("commute/rt/Library", "className", _) => ClassName { of_class: false },
        ("commute/rt/Library", "choose", _) => Choose,
        ("commute/rt/Library", "constants", _) => EnumConstants,
        _ => return None,
    })
}

/// The descriptor of our `format`.
const FORMAT: &str = "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;";

fn thread(name: &str) -> Option<Intrinsic> {
    use Intrinsic::*;
    Some(match name {
        "currentThread" => Current,
        "start0" => Start,
        "yield" => Yield,
        "interrupt" => Intrinsic::Invoke(ObjOp::Interrupt),
        "isInterrupted" => Intrinsic::Invoke(ObjOp::IsInterrupted),
        "interrupted" => OnSelf(ObjOp::TakeInterrupt),
        "isAlive" => Intrinsic::Invoke(ObjOp::IsAlive),
        "join0" => Intrinsic::Invoke(ObjOp::Join),
        "park" => Park { timed: false },
        "parkTimed" => Park { timed: true },
        "tick" => Tick,
        "leaveAndEnter" => LeaveAndEnter,
        _ => return None,
    })
}

fn system(name: &str, desc: &str) -> Option<Intrinsic> {
    use Intrinsic::*;
    Some(match (name, desc) {
        ("arraycopy", _) => ArrayCopy,
        ("identityHashCode", _) => Number(1),
        ("currentTimeMillis" | "nanoTime", _) => Ours("nanoTime", ""),
        ("getSecurityManager" | "gc" | "registerNatives" | "getenv", _) => Nothing,
        ("getProperty", "(Ljava/lang/String;)Ljava/lang/String;") => Nothing,
        ("lineSeparator", _) => Text("\n"),
        _ => return None,
    })
}

fn print(name: &str, desc: &str) -> Option<Intrinsic> {
    let newline = name == "println";
    let form = match desc {
        "()V" => return Some(Intrinsic::Println),
        "(Z)V" => PrintForm::Bool,
        "(C)V" => PrintForm::Char,
        "(I)V" | "(J)V" => PrintForm::Int,
        "(F)V" => PrintForm::F32,
        "(D)V" => PrintForm::F64,
        "(Ljava/lang/String;)V" => PrintForm::Text,
        "(Ljava/lang/Object;)V" => return Some(Intrinsic::PrintObject { newline }),
        _ => return None,
    };
    Some(Intrinsic::Print { form, newline })
}

fn lock_support(name: &str) -> Option<Intrinsic> {
    use Intrinsic::*;
    Some(match name {
        "park" => Park { timed: false },
        "parkNanos" | "parkUntil" => Park { timed: true },
        "unpark" => Ours("unpark", ""),
        "setBlocker" | "getBlocker" | "setCurrentBlocker" => Nothing,
        _ => return None,
    })
}

/// Where an intrinsic is put.
#[derive(Clone, Copy)]
pub struct Site {
    /// The function.
    pub func: FuncId,
    /// Its phase.
    pub phase: Phase,
}

impl Lowering<'_, '_> {
    /// Puts an override in place of its call, if there is one and it is small. Whether it did.
    pub(super) fn inline(
        &mut self,
        method: MethodId,
        args: &[Entry],
        ret: Option<Kind>,
    ) -> Result<bool, TranslateError> {
        let Some(which) = self.t.intrinsic_of(method) else { return Ok(false) };
        let site = Site { func: self.func, phase: self.phase };
        if which == Intrinsic::Unsafe {
            return self.unsafe_call(method, args, ret);
        }
        if which == Intrinsic::NewUpdater {
            return self.new_updater(method, args);
        }
        // A result must not overwrite an argument that is still needed.
        let dst = ret.map(|kind| self.out.temp(kind));
        self.t.emit_intrinsic(&mut self.out, site, which, args, dst)?;
        if let (Some(dst), Some(kind)) = (dst, ret) {
            self.push(Operand::Reg(dst), kind);
        }
        Ok(true)
    }
}

impl Translator<'_> {
    /// The override of a method, noted for the report.
    fn intrinsic_of(&mut self, method: MethodId) -> Option<Intrinsic> {
        let class = self.world.name(method.class).to_owned();
        let decl = self.world.method(method);
        let which = intrinsic(&class, &decl.name, &decl.desc)?;
        let name = decl.name.clone();
        self.notes.fixed.extend(fixes(&class, &name));
        if self.origin(method.class) == Origin::Jdk && which != Intrinsic::Nothing {
            self.notes.overrides.insert(format!("{}.{name}", dotted(&class)));
        }
        Some(which)
    }

    /// The body of a method that is overridden or refused as a whole.
    pub(super) fn overridden_body(
        &mut self,
        method: MethodId,
        phase: Phase,
        func: FuncId,
    ) -> Result<Option<Function>, TranslateError> {
        let Some(which) = self.intrinsic_of(method).filter(|which| !which.needs_its_call()) else {
            let cut = is_cut(self.world.name(method.class)) && self.origin(method.class) == Origin::Jdk;
            return Ok(cut.then(|| self.refused_body(method, func, "the library method")));
        };
        let (params, ret) = self.method_types(method);
        let mut out = Builder::new(self.world.method_name(method), &params, ret);
        let decl = self.world.method(method);
        let types =
            signature(&decl.desc).map_err(|e| TranslateError::Method(self.world.method_name(method), e))?;
        let receiver = (decl.flags & flags::STATIC == 0).then_some(Kind::Ref);
        let kinds = receiver.into_iter().chain(types.params.iter().map(|p| kind(p)));
        let args: Vec<Entry> = kinds
            .enumerate()
            .map(|(i, kind)| Entry { operand: Operand::Reg(Reg(i as u16)), kind, known: Known::Nothing })
            .collect();
        let dst = types.ret.as_deref().map(|ret| out.temp(kind(ret)));
        self.emit_intrinsic(&mut out, Site { func, phase }, which, &args, dst)?;
        out.emit(Instr::Return { value: dst.map(Operand::Reg) });
        Ok(Some(out.finish_plain()))
    }

    /// Puts an override where it is needed; the result goes to `dst`.
    fn emit_intrinsic(
        &mut self,
        out: &mut Builder,
        site: Site,
        which: Intrinsic,
        args: &[Entry],
        dst: Option<Reg>,
    ) -> Result<(), TranslateError> {
        let first = args.first().map_or(Operand::Null, |arg| arg.operand);
        let last = args.last().map_or(Operand::Null, |arg| arg.operand);
        match which {
            Intrinsic::Nothing => self.zero(out, dst),
            Intrinsic::Number(value) => {
                self.zero(out, dst);
                dst.into_iter().for_each(|dst| out.copy(dst, Operand::Int(value)));
            }
            Intrinsic::Text(text) => {
                let text = Operand::Static(self.text_of(text)?);
                dst.into_iter().for_each(|dst| out.copy(dst, text));
            }
            Intrinsic::First => dst.into_iter().for_each(|dst| out.copy(dst, first)),
            Intrinsic::Invoke(op) => out.emit(Instr::Invoke { dst, op, obj: first, arg: None }),
            Intrinsic::Wait => {
                let time = args.get(1).map_or(Operand::Int(0), |arg| arg.operand);
                emit_wait(out, first, time, self.tick(site.func));
            }
            Intrinsic::OnSelf(op) => {
                let me = out.temp(Kind::Ref);
                out.emit(Instr::Current { dst: me });
                out.emit(Instr::Invoke { dst, op, obj: Operand::Reg(me), arg: None });
            }
            Intrinsic::Current if site.phase == Phase::Init => {
                // Before the first thread everything is done in its name.
                let main = Operand::Static(self.main_thread()?);
                self.statics.main_is_seen = true;
                dst.into_iter().for_each(|dst| out.copy(dst, main));
            }
            Intrinsic::Current => dst.into_iter().for_each(|dst| out.emit(Instr::Current { dst })),
            Intrinsic::Start => {
                let func = self.run_function(site.func);
                out.emit(Instr::Start { thread: first, func, daemon: last });
            }
            Intrinsic::Yield => out.emit(Instr::Yield),
            Intrinsic::Park { timed } => self.emit_park(out, site, timed)?,
            Intrinsic::Print { form, newline } => out.emit(Instr::Print { value: last, form, newline }),
            Intrinsic::PrintObject { newline } => {
                let text = out.temp(Kind::Ref);
                self.emit_text(out, site, last, text)?;
                out.emit(Instr::Print { value: Operand::Reg(text), form: PrintForm::Text, newline });
            }
            Intrinsic::Println => {
                let value = Operand::Static(self.text_of("")?);
                out.emit(Instr::Print { value, form: PrintForm::Text, newline: true });
            }
            Intrinsic::ArrayCopy => {
                let func = self.array_copy(site.func);
                let args = args.iter().map(|arg| arg.operand).collect();
                out.emit(Instr::Call { dst: None, func, args });
            }
            Intrinsic::Clone => self.emit_clone(out, site, first, dst),
            Intrinsic::ClassOf => self.emit_table(out, site, FuncKey::ClassOf, first, dst),
            Intrinsic::ClassName { of_class } => {
                let key = if of_class { FuncKey::NameOfClass } else { FuncKey::ClassName };
                self.emit_table(out, site, key, first, dst);
            }
            Intrinsic::AssertionStatus => {
                let on = match args.first().map(|arg| &arg.known) {
                    Some(Known::Class(name)) => {
                        self.world.load(name).is_ok_and(|class| self.origin(class) == Origin::User)
                    }
                    _ => false,
                };
                dst.into_iter().for_each(|dst| out.copy(dst, Operand::Int(i64::from(on))));
            }
            Intrinsic::Bits(to) => emit_bits(out, to, first, dst),
            Intrinsic::Choose => {
                dst.into_iter()
                    .for_each(|dst| out.emit(Instr::Choose { dst, lo: Operand::Int(0), hi: first }));
            }
            Intrinsic::RefersTo | Intrinsic::Clear => {
                let class = self.world.load("java/lang/ref/Reference")?;
                let found = self.world.field(class, "referent", "Ljava/lang/Object;");
                let Some(crate::world::FieldPlace::Instance(class, field)) = found else {
                    return Err(TranslateError::Program("references have no referent".to_owned()));
                };
                let place = Place::Field { obj: first, class, field };
                match dst {
                    Some(dst) => {
                        let referent = out.temp(Kind::Ref);
                        out.emit(Instr::Load { dst: referent, place });
                        out.binary(dst, BinOp::Eq, NumTy::I64, Operand::Reg(referent), last);
                    }
                    None => out.emit(Instr::Store { place, src: Operand::Null }),
                }
            }
            Intrinsic::Only(class) => {
                let object = Operand::Static(self.singleton(class)?);
                dst.into_iter().for_each(|dst| out.copy(dst, object));
            }
            Intrinsic::NewBytes => {
                let (shape, length) = (self.array_shape("[B")?, out.temp(Kind::Int));
                let conv = Conversion::Num { from: NumTy::I64, to: NumTy::I32 };
                out.emit(Instr::Convert { dst: length, conv, a: first });
                let arg = Operand::Reg(length);
                dst.into_iter().for_each(|dst| out.emit(Instr::New { dst, shape, arg }));
            }
            Intrinsic::Complement(arg) => {
                let a = args.get(arg).map_or(Operand::Int(0), |arg| arg.operand);
                let complement = |dst| Instr::Unary { dst, op: UnOp::BitNot, num: NumTy::I32, a };
                dst.into_iter().for_each(|dst| out.emit(complement(dst)));
            }
            Intrinsic::Assume => out.emit(Instr::Assume { cond: first }),
            Intrinsic::Ours(name, desc) => self.emit_ours(out, site, name, desc, args, dst)?,
            Intrinsic::EnumConstants => {
                let func = self.enum_constants(site.phase, site.func);
                out.check_null(first);
                out.emit(Instr::Call { dst, func, args: Box::new([first]) });
            }
            Intrinsic::Tick => {
                let func = self.tick(site.func);
                out.emit(Instr::Call { dst: None, func, args: Box::new([]) });
            }
            Intrinsic::LeaveAndEnter => {
                let monitor = |op| Instr::Invoke { dst: None, op, obj: first, arg: None };
                out.emit(Instr::AtomicBegin);
                out.emit(monitor(ObjOp::MonitorExit));
                out.emit(monitor(ObjOp::MonitorEnter));
                out.emit(Instr::AtomicEnd);
            }
            Intrinsic::PrintFormat => {
                let text = out.temp(Kind::Ref);
                let given = args.get(1..).unwrap_or_default();
                self.emit_ours(out, site, "format", FORMAT, given, Some(text))?;
                let value = Operand::Reg(text);
                out.emit(Instr::Print { value, form: PrintForm::Text, newline: false });
                dst.into_iter().for_each(|dst| out.copy(dst, first));
            }
            Intrinsic::Unsafe | Intrinsic::NewUpdater => {}
        }
        Ok(())
    }

    /// Zero or null.
    fn zero(&self, out: &mut Builder, dst: Option<Reg>) {
        if let Some(dst) = dst {
            out.copy(dst, if out.is_ref(dst) { Operand::Null } else { Operand::Int(0) });
        }
    }

    fn emit_ours(
        &mut self,
        out: &mut Builder,
        site: Site,
        name: &str,
        desc: &str,
        args: &[Entry],
        dst: Option<Reg>,
    ) -> Result<(), TranslateError> {
        let (class, desc) = match name {
            "unpark" => (super::THREAD, "(Ljava/lang/Thread;)V"),
            "nanoTime" => (super::THREAD, "()J"),
            _ => ("commute/rt/Library", desc),
        };
        let class = self.world.load(class)?;
        let method = self
            .world
            .own_method(class, name, desc)
            .expect("[commute internal bug] a method of ours is there");
        let func = self.method_function(method, site.phase, site.func);
        let args = args.iter().map(|arg| arg.operand).collect();
        out.emit(Instr::Call { dst, func, args });
        Ok(())
    }

    /// `String.valueOf` of an object.
    pub(super) fn emit_text(
        &mut self,
        out: &mut Builder,
        site: Site,
        value: Operand,
        dst: Reg,
    ) -> Result<(), TranslateError> {
        let (null, none) = (Operand::Static(self.text_of("null")?), out.temp(Kind::Int));
        let root = self.program.root_class.expect("[commute internal bug] there is a root class");
        let selector = self.called("toString", "()Ljava/lang/String;", root, site.phase, site.func);
        out.binary(none, BinOp::Ne, NumTy::I64, value, Operand::Null);
        out.copy(dst, null);
        out.when(Operand::Reg(none), |b| {
            b.emit(Instr::CallVirtual { dst: Some(dst), selector, args: Box::new([value]) });
        });
        // `toString` itself may give null, which is then shown as such.
        Ok(())
    }

    /// `Object.clone`: of arrays; of instances it is refused.
    fn emit_clone(&mut self, out: &mut Builder, site: Site, this: Operand, dst: Option<Reg>) {
        let func = self.array_clone(site.func);
        out.emit(Instr::Call { dst, func, args: Box::new([this]) });
    }

    fn emit_table(&mut self, out: &mut Builder, site: Site, key: FuncKey, of: Operand, dst: Option<Reg>) {
        let func =
            self.function(key, site.func, |_| ("getClass".to_owned(), vec![Ty::AnyRef], Some(Ty::AnyRef)));
        out.check_null(of);
        out.emit(Instr::Call { dst, func, args: Box::new([of]) });
    }

    /// Blocks until there is a permit or an interrupt, and takes the permit.
    fn emit_park(&mut self, out: &mut Builder, site: Site, timed: bool) -> Result<(), TranslateError> {
        let class = self.world.load(super::THREAD)?;
        let found = self.world.field(class, "permit", "Z");
        let Some(crate::world::FieldPlace::Instance(class, field)) = found else {
            return Err(TranslateError::Program("the class of threads has no permit".to_owned()));
        };
        let (me, permit, interrupted) = (out.temp(Kind::Ref), out.temp(Kind::Int), out.temp(Kind::Int));
        out.emit(Instr::Current { dst: me });
        let me = Operand::Reg(me);
        let place = Place::Field { obj: me, class, field };
        let retry = out.here();
        out.emit(Instr::AtomicBegin);
        out.emit(Instr::Load { dst: permit, place });
        out.emit(Instr::Invoke { dst: Some(interrupted), op: ObjOp::IsInterrupted, obj: me, arg: None });
        out.binary(permit, BinOp::Or, NumTy::I64, Operand::Reg(permit), Operand::Reg(interrupted));
        if !timed {
            out.emit(Instr::Block { cond: Operand::Reg(permit), retry });
        }
        out.emit(Instr::Store { place, src: Operand::Int(0) });
        out.emit(Instr::AtomicEnd);
        if timed {
            // Whoever goes on without a permit or an interrupt does so because its time is up.
            let func = self.tick(site.func);
            out.emit(Instr::Unary { dst: permit, op: UnOp::Not, num: NumTy::I64, a: Operand::Reg(permit) });
            out.when(Operand::Reg(permit), |b| b.emit(Instr::Call { dst: None, func, args: Box::new([]) }));
        }
        Ok(())
    }
}

/// Waits; `tick` is called when the time is up.
fn emit_wait(out: &mut Builder, obj: Operand, time: Operand, tick: FuncId) {
    let wait = |op| Instr::Invoke { dst: None, op, obj, arg: None };
    let timed = |b: &mut Builder| {
        let up = b.temp(Kind::Int);
        b.emit(Instr::Invoke { dst: Some(up), op: ObjOp::WaitTimed, obj, arg: None });
        b.emit(Instr::Unary { dst: up, op: UnOp::Not, num: NumTy::I64, a: Operand::Reg(up) });
        b.when(Operand::Reg(up), |b| b.emit(Instr::Call { dst: None, func: tick, args: Box::new([]) }));
    };
    match time {
        Operand::Int(0) => out.emit(wait(ObjOp::Wait)),
        Operand::Int(_) => timed(out),
        time => {
            let (forever, limited) = (out.temp(Kind::Int), out.temp(Kind::Int));
            out.binary(forever, BinOp::Eq, NumTy::I64, time, Operand::Int(0));
            out.binary(limited, BinOp::Ne, NumTy::I64, time, Operand::Int(0));
            out.when(Operand::Reg(forever), |b| b.emit(wait(ObjOp::Wait)));
            out.when(Operand::Reg(limited), timed);
        }
    }
}

/// Words of floats are their bits; those of ints are sign-extended.
fn emit_bits(out: &mut Builder, to: Kind, from: Operand, dst: Option<Reg>) {
    let Some(dst) = dst else { return };
    match to {
        Kind::Int => {
            let conv = Conversion::Num { from: NumTy::I64, to: NumTy::I32 };
            out.emit(Instr::Convert { dst, conv, a: from });
        }
        Kind::Float => out.binary(dst, BinOp::And, NumTy::I64, from, Operand::Int(0xffff_ffff)),
        _ => out.copy(dst, from),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_knows_overloads() {
        assert_eq!(intrinsic("java/lang/Object", "wait", "()V"), Some(Intrinsic::Invoke(ObjOp::Wait)));
        assert_eq!(intrinsic("java/lang/Object", "wait", "(J)V"), Some(Intrinsic::Wait));
        assert_eq!(intrinsic("java/io/PrintStream", "println", "([C)V"), None);
        assert_eq!(intrinsic("a/Object", "wait", "()V"), None);
    }
}
