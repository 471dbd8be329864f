//! Static initialisers.
//!
//! Java initialises a class when it is first used (JLS 12.4). Doing that literally costs a look at a shared variable at
//! every use of every class. So classes are initialised before the first thread exists if it makes no difference:
//!
//! - *early* ones, of whose initialisers nobody can tell when they run: those that were run by the translation and touched
//!   nothing of anybody else's (`ahead`), and some of the library, each with a reason ([`ASSUMED`]);
//! - the *first* one, which is that of `main`: nothing of the program runs before it. It is made in the name of the main
//!   thread, and can be made then unless it may start threads, wait or choose.
//!
//! The others are *late* and follow the letter of JLS 12.4.2, with the monitor of the class object, so that deadlocks between
//! initialisers are found, exceptions come out where a class is first used, and what is not used never happens.

use super::builder::Builder;
use super::cut::{is_closed, is_cut};
use super::{FuncKey, Phase, TranslateError, Translator};
use crate::classfile::{Kind, Method, flags};
use crate::descriptor::dotted;
use crate::library::Origin;
use commute_ir::{BinOp, ClassId, FuncId, Function, GlobalId, Instr, NumTy, ObjOp, Operand, Pc, Place, Ty};
use std::collections::{HashMap, HashSet};

/// Values of a variable that says how far a class is.
const NOT_YET: i64 = 0;
const BEGUN: i64 = 1;
const DONE: i64 = 2;
const FAILED: i64 = 3;

/// What comes out of an initialiser that fails, and of every later use of its class.
const IN_INITIALISER: &str = "java/lang/ExceptionInInitializerError";
const NO_CLASS: &str = "java/lang/NoClassDefFoundError";

/// When a class is initialised.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum When {
    /// There is nothing to do.
    Never,
    /// Before the first thread.
    Early,
    /// Before the first thread, as the first thing that the program does.
    First,
    /// When it is first used.
    Late,
}

/// What is known of initialisers.
#[derive(Default)]
pub struct Initialisers {
    when: HashMap<ClassId, When>,
    /// Early classes in the order in which they were met.
    early: Vec<ClassId>,
    /// The variables of classes: how far they are, and who initialises a late one.
    progress: HashMap<ClassId, GlobalId>,
    owner: HashMap<ClassId, GlobalId>,
    /// The class of `main` and those that are initialised before it, if that is done before the first thread.
    first: Vec<ClassId>,
}

/// Classes whose initialisers are left out: their static fields are given otherwise or not used.
const SUPPRESSED: &[&str] = &[
    "java/lang/System",
    "java/lang/Class",
    "java/lang/ClassLoader",
    "java/lang/Module",
    "java/lang/ref/Reference",
    "java/lang/ref/Finalizer",
    "java/lang/invoke/MethodHandles",
    "java/lang/invoke/MethodHandles$Lookup",
    "java/lang/invoke/VarHandle",
    "java/security/AccessController",
    "jdk/internal/misc/Unsafe",
    "jdk/internal/misc/VM",
    "jdk/internal/misc/CDS",
    "java/util/concurrent/locks/LockSupport",
    "java/util/concurrent/ThreadLocalRandom",
    "java/util/Arrays$LegacyMergeSort",
    "java/util/Random",
    "jdk/internal/util/random/RandomSupport",
];

/// Classes of the library whose initialisers cannot be run ahead, but of which nobody can tell when they run.
const ASSUMED: &[(&str, &str)] = &[
    (
        "java/util/ImmutableCollections",
        "its salt decides the order of unmodifiable sets and maps, which Java leaves open",
    ),
    ("java/util/Tripwire", "it asks for a system property, and none is set"),
    ("java/util/stream/Tripwire", "it asks for a system property, and none is set"),
    ("jdk/internal/math/FloatingDecimal", "it makes thread locals; which numbers these have cannot be seen"),
    (
        "jdk/internal/math/FormattedFloatingDecimal",
        "it makes thread locals; which numbers these have cannot be seen",
    ),
    (
        "commute/rt/Library$Shared",
        "it makes a generator of random numbers, which has no state or that of a given seed",
    ),
];

impl Translator<'_> {
    /// Whether the initialiser of a class is left out. Its fields have values if these can be found by running it.
    pub(super) fn is_left_out(&self, class: ClassId) -> bool {
        let decl = self.world.class(class);
        let name = decl.file.name.as_str();
        decl.origin == Origin::Jdk
            && (SUPPRESSED.contains(&name) || is_cut(name) || self.is_hosted(name))
            && !self.initialises(name)
    }

    /// Whether the machine knows a class of the library, and may change its variables.
    pub(super) fn is_of_the_machine(&self, class: ClassId) -> bool {
        let name = self.world.name(class);
        SUPPRESSED.contains(&name) || is_closed(name)
    }

    /// The classes that are initialised before a class (JLS 12.4.2, step 7): the one that it extends, and those of the interfaces
    /// that it implements that have default methods.
    pub(super) fn initialised_before(&self, class: ClassId) -> Vec<ClassId> {
        let decl = self.world.class(class);
        let mut before = Vec::new();
        if decl.file.flags & flags::INTERFACE == 0 {
            before.extend(decl.superclass);
            decl.interfaces.iter().for_each(|&interface| self.add_interfaces(interface, &mut before));
        }
        before
    }

    fn add_interfaces(&self, interface: ClassId, before: &mut Vec<ClassId>) {
        let decl = self.world.class(interface);
        decl.interfaces.iter().for_each(|&above| self.add_interfaces(above, before));
        let is_default = |method: &Method| method.flags & (flags::ABSTRACT | flags::STATIC) == 0;
        if !before.contains(&interface) && decl.file.methods.iter().any(is_default) {
            before.push(interface);
        }
    }

    /// When a class, which has its superclasses before it, is initialised.
    fn when(&mut self, class: ClassId) -> When {
        if let Some(&known) = self.init.when.get(&class) {
            return known;
        }
        // While it is looked at, whoever asks gets the careful answer: a circle is late.
        self.init.when.insert(class, When::Late);
        let before = self.initialised_before(class);
        let inherited = before.into_iter().map(|class| self.when(class)).max().unwrap_or(When::Never);
        let file = self.world.class(class).file.clone();
        let own = file.method("<clinit>", "()V").is_some() && !self.is_left_out(class);
        let early = inherited <= When::Early && (!own || self.is_ahead(class));
        let when = match early {
            true if own => When::Early,
            true => inherited,
            false if self.init.first.contains(&class) => When::First,
            false if own => When::Late,
            false => inherited,
        };
        self.init.when.insert(class, when);
        if when == When::Early {
            self.init.early.push(class);
        }
        when
    }

    /// The program begins with the initialisation of a class.
    pub(super) fn begins_with(&mut self, class: ClassId, func: FuncId) {
        let mut work = vec![class];
        while let Some(class) = work.pop() {
            self.init.first.push(class);
            work.extend(self.initialised_before(class));
        }
        if self.when(class) == When::First {
            self.guard_function(class, Phase::Init, func);
        }
    }

    /// Whether what the program begins with can be made before the first thread: nothing that it may call starts a thread, waits,
    /// or chooses.
    pub(super) fn begins_alone(&self) -> bool {
        let begins = self
            .init
            .first
            .iter()
            .filter_map(|&class| self.functions.get(&FuncKey::Guard(class, Phase::Init)));
        let mut work: Vec<FuncId> = begins.copied().collect();
        let mut seen: HashSet<FuncId> = work.iter().copied().collect();
        while let Some(func) = work.pop() {
            for instr in &self.program.functions[func.index()].code {
                if needs_threads(instr) {
                    return false;
                }
                let called: Vec<FuncId> = match instr {
                    Instr::Call { func, .. } => vec![*func],
                    Instr::CallVirtual { selector, .. } => self.reach.called_by(*selector),
                    _ => Vec::new(),
                };
                work.extend(called.into_iter().filter(|&func| seen.insert(func)));
            }
        }
        true
    }

    /// Whether nobody can tell when the initialiser of a class runs.
    fn is_ahead(&mut self, class: ClassId) -> bool {
        let name = self.world.name(class).to_owned();
        if self.origin(class) != Origin::User && ASSUMED.iter().any(|(assumed, _)| *assumed == name) {
            return true;
        }
        let ran = self.runs_ahead(class);
        ran.is_ok()
    }

    /// Whether the static fields of a class have their last values before the first thread, if they are final.
    pub(super) fn is_early(&mut self, class: ClassId) -> bool {
        self.when(class) != When::Late
    }

    /// Whether nobody can tell when a class is initialised: what the program begins with is not finished until it is.
    pub(super) fn is_told_by_nobody(&mut self, class: ClassId) -> bool {
        self.when(class) <= When::Early
    }

    /// Adds the call that makes sure that `class` is initialised, if one is needed.
    pub(super) fn guard(&mut self, out: &mut Builder, class: ClassId, phase: Phase, from: FuncId) {
        let needed = match (self.when(class), phase) {
            (When::Never, _) => false,
            (When::Early | When::First, Phase::Init) | (When::Late, _) => true,
            (When::Early | When::First, Phase::Main) => false,
        };
        if self.when(class) == When::Early {
            // It is called by the initialiser of the program, if by nobody else.
            self.guard_function(class, Phase::Init, from);
        }
        if needed {
            let func = self.guard_function(class, phase, from);
            out.emit(Instr::Call { dst: None, func, args: Box::new([]) });
        }
    }

    fn guard_function(&mut self, class: ClassId, phase: Phase, from: FuncId) -> FuncId {
        let phase = if self.when(class) == When::Late { phase } else { Phase::Init };
        self.function(FuncKey::Guard(class, phase), from, |t| {
            (format!("{}.<initialise>", dotted(t.world.name(class))), Vec::new(), None)
        })
    }

    fn progress_of(&mut self, class: ClassId) -> GlobalId {
        if let Some(&known) = self.init.progress.get(&class) {
            return known;
        }
        let name = format!("{}.<initialised>", dotted(self.world.name(class)));
        let global = self.add_global(name, Ty::Range { lo: NOT_YET, hi: FAILED }, Operand::Int(NOT_YET));
        self.init.progress.insert(class, global);
        global
    }

    fn owner_of(&mut self, class: ClassId) -> GlobalId {
        if let Some(&known) = self.init.owner.get(&class) {
            return known;
        }
        let name = format!("{}.<initialised by>", dotted(self.world.name(class)));
        let global = self.add_global(name, Ty::AnyRef, Operand::Null);
        self.init.owner.insert(class, global);
        global
    }

    /// The body of the function that makes sure that a class is initialised.
    pub(super) fn guard_body(
        &mut self,
        class: ClassId,
        phase: Phase,
        func: FuncId,
    ) -> Result<Function, TranslateError> {
        let name = format!("{}.<initialise>", dotted(self.world.name(class)));
        let mut out = Builder::new(name, &[], None);
        if self.when(class) == When::Early {
            self.early_body(&mut out, class, func);
        } else {
            self.late_body(&mut out, class, phase, func)?;
        }
        Ok(out.finish_plain())
    }

    /// The superclass's initialiser and its own.
    fn run_initialisers(&mut self, out: &mut Builder, class: ClassId, phase: Phase, func: FuncId) {
        let left_out = self.is_left_out(class);
        for before in self.initialised_before(class) {
            self.guard(out, before, phase, func);
        }
        if let Some(method) = self.world.own_method(class, "<clinit>", "()V").filter(|_| !left_out) {
            let callee = self.method_function(method, phase, func);
            out.emit(Instr::Call { dst: None, func: callee, args: Box::new([]) });
        }
    }

    /// Only one thread exists: it is enough to begin once. No exception comes out of what has been run ahead.
    fn early_body(&mut self, out: &mut Builder, class: ClassId, func: FuncId) {
        let progress = Place::Global(self.progress_of(class));
        let state = out.temp(Kind::Int);
        out.emit(Instr::Load { dst: state, place: progress, plain: false });
        out.when(Operand::Reg(state), |b| b.emit(Instr::Return { value: None }));
        out.emit(Instr::Store { place: progress, src: Operand::Int(BEGUN), plain: false });
        let from = out.here();
        self.run_initialisers(out, class, Phase::Init, func);
        let to = out.here();
        out.emit(Instr::Return { value: None });
        if from != to {
            let caught = out.temp(Kind::Ref);
            out.handle(from, to, out.here(), caught);
            let what =
                format!("an exception from the static initialiser of {}", dotted(self.world.name(class)));
            let refusal = self.refusal(&what, func);
            out.emit(refusal);
        }
    }

    /// JLS 12.4.2, step by step.
    fn late_body(
        &mut self,
        out: &mut Builder,
        class: ClassId,
        phase: Phase,
        func: FuncId,
    ) -> Result<(), TranslateError> {
        let name = self.world.name(class).to_owned();
        let lock = Operand::Static(self.class_object(&name)?);
        let progress = Place::Global(self.progress_of(class));
        let owner = Place::Global(self.owner_of(class));
        let monitor = |op| Instr::Invoke { dst: None, op, obj: lock, arg: None };
        let (state, me, by, flag) =
            (out.temp(Kind::Int), out.temp(Kind::Ref), out.temp(Kind::Ref), out.temp(Kind::Int));
        let is = |b: &mut Builder, value: i64| {
            b.binary(flag, BinOp::Eq, NumTy::I64, Operand::Reg(state), Operand::Int(value));
        };
        // A class that is initialised stays so: this look needs no lock.
        out.emit(Instr::Load { dst: state, place: progress, plain: false });
        is(out, DONE);
        out.when(Operand::Reg(flag), |b| b.emit(Instr::Return { value: None }));
        out.emit(monitor(ObjOp::MonitorEnter));
        let again = out.here();
        out.emit(Instr::Load { dst: state, place: progress, plain: false });
        is(out, BEGUN);
        match phase {
            // There is only one.
            Phase::Init => out.copy(me, Operand::Null),
            Phase::Main => out.emit(Instr::Current { dst: me }),
        }
        out.when(Operand::Reg(flag), |b| {
            b.emit(Instr::Load { dst: by, place: owner, plain: false });
            b.binary(flag, BinOp::Eq, NumTy::I64, Operand::Reg(by), Operand::Reg(me));
            b.when(Operand::Reg(flag), |b| {
                b.emit(monitor(ObjOp::MonitorExit));
                b.emit(Instr::Return { value: None });
            });
            b.emit(monitor(ObjOp::Wait));
            b.emit(Instr::Jump { target: again });
        });
        is(out, DONE);
        out.when(Operand::Reg(flag), |b| {
            b.emit(monitor(ObjOp::MonitorExit));
            b.emit(Instr::Return { value: None });
        });
        is(out, FAILED);
        let text = Operand::Static(self.text_of(&format!("Could not initialize class {}", dotted(&name)))?);
        let error = (NO_CLASS, "(Ljava/lang/String;)V", text);
        let failed = self.throw_error(out, error, phase, func)?;
        let skip = out.here();
        out.emit(Instr::Branch { cond: Operand::Reg(flag), then: Pc(skip.0 + 1), otherwise: skip });
        out.emit(monitor(ObjOp::MonitorExit));
        failed.into_iter().for_each(|instr| out.emit(instr));
        let begins = out.here();
        if let Instr::Branch { otherwise, .. } = out.instr_mut(skip) {
            *otherwise = begins;
        }
        out.emit(Instr::Store { place: progress, src: Operand::Int(BEGUN), plain: false });
        out.emit(Instr::Store { place: owner, src: Operand::Reg(me), plain: false });
        out.emit(monitor(ObjOp::MonitorExit));
        let from = out.here();
        self.run_initialisers(out, class, phase, func);
        let to = out.here();
        let end = |b: &mut Builder, value: i64| {
            b.emit(monitor(ObjOp::MonitorEnter));
            b.emit(Instr::Store { place: progress, src: Operand::Int(value), plain: false });
            b.emit(Instr::Store { place: owner, src: Operand::Null, plain: false });
            b.emit(monitor(ObjOp::NotifyAll));
            b.emit(monitor(ObjOp::MonitorExit));
        };
        end(out, DONE);
        out.emit(Instr::Return { value: None });
        let caught = out.temp(Kind::Ref);
        let target = out.here();
        end(out, FAILED);
        // What is no error is wrapped in one.
        let errors = self.world.load("java/lang/Error")?;
        out.emit(Instr::IsInstance { dst: flag, obj: Operand::Reg(caught), class: errors });
        out.when(Operand::Reg(flag), |b| b.emit(Instr::Throw { exc: Operand::Reg(caught) }));
        let error = (IN_INITIALISER, "(Ljava/lang/Throwable;)V", Operand::Reg(caught));
        let wrapped = self.throw_error(out, error, phase, func)?;
        wrapped.into_iter().for_each(|instr| out.emit(instr));
        out.handle(from, to.max(Pc(from.0 + 1)), target, caught);
        Ok(())
    }

    /// The instructions that throw a new error of a class, made with one argument by the constructor of this type.
    fn throw_error(
        &mut self,
        out: &mut Builder,
        (class, desc, arg): (&str, &str, Operand),
        phase: Phase,
        func: FuncId,
    ) -> Result<Vec<Instr>, TranslateError> {
        let class = self.world.load(class)?;
        let method = self.world.own_method(class, "<init>", desc);
        let method =
            method.ok_or_else(|| TranslateError::Program("an error without its constructor".to_owned()))?;
        self.instantiate(class);
        let (dst, shape) = (out.temp(Kind::Ref), self.instance_shape(class));
        let callee = self.method_function(method, phase, func);
        Ok(vec![
            Instr::New { dst, shape, arg: Operand::Int(0) },
            Instr::Call { dst: None, func: callee, args: Box::new([Operand::Reg(dst), arg]) },
            Instr::Throw { exc: Operand::Reg(dst) },
        ])
    }

    /// The initialiser of the program: all early classes, then the first one.
    pub(super) fn init_function(&mut self) {
        let mut out = Builder::new("<initialise>".to_owned(), &[], None);
        for class in self.init.early.clone().into_iter().chain(self.init.first.first().copied()) {
            if let Some(&func) = self.functions.get(&FuncKey::Guard(class, Phase::Init)) {
                out.emit(Instr::Call { dst: None, func, args: Box::new([]) });
            }
        }
        out.emit(Instr::Return { value: None });
        let func = self.add_function("<initialise>".to_owned(), &[], None, None);
        self.program.functions[func.index()] = out.finish_plain();
        self.program.init = Some(func);
    }
}

/// Whether an instruction is about threads, or may go on in several ways. An initialiser waits for nobody in `late_body`, where
/// it is alone.
fn needs_threads(instr: &Instr) -> bool {
    match instr {
        Instr::Start { .. }
        | Instr::Spawn { .. }
        | Instr::Choose { .. }
        | Instr::Assume { .. }
        | Instr::Block { .. }
        | Instr::Current { .. } => true,
        Instr::Invoke { op, obj, .. } => match op {
            ObjOp::MonitorEnter | ObjOp::MonitorExit | ObjOp::MonitorTryEnter | ObjOp::NotifyAll => false,
            ObjOp::Wait => !matches!(obj, Operand::Static(_)),
            _ => true,
        },
        _ => false,
    }
}
