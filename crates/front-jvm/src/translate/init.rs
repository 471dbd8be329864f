//! Static initialisers.
//!
//! Java initialises a class when it is first used (JLS 12.4). Doing that literally costs a look at a shared variable at
//! every use of every class. Most initialisers touch nothing but their own class and new objects, so it makes no
//! difference when they run; these classes are *early*: they are initialised before the first thread exists. All
//! classes of the library are early. The others are *late* and follow the letter of JLS 12.4.2, with the monitor of the
//! class object, so that deadlocks between initialisers are found.

use super::builder::Builder;
use super::cut::is_cut;
use super::{FuncKey, Phase, TranslateError, Translator};
use crate::classfile::{ClassFile, HandleKind, Invoke, Kind, Loadable, Member, Op, decode, flags};
use crate::descriptor::dotted;
use crate::library::Origin;
use crate::world::FieldPlace;
use commute_ir::{BinOp, ClassId, FuncId, Function, GlobalId, Instr, NumTy, ObjOp, Operand, Pc, Place, Ty};
use std::collections::{HashMap, HashSet};

/// Values of a variable that says how far a class is.
const NOT_YET: i64 = 0;
const BEGUN: i64 = 1;
const DONE: i64 = 2;
const FAILED: i64 = 3;

/// When a class is initialised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum When {
    /// There is nothing to do.
    Never,
    /// Before the first thread.
    Early,
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
}

/// Classes whose initialisers are left out: their static fields are given otherwise or not used.
const SUPPRESSED: &[&str] = &[
    "java/lang/System",
    "java/lang/Class",
    "java/lang/ClassLoader",
    "java/lang/Module",
    "java/lang/Throwable",
    "java/lang/ref/Reference",
    "java/lang/ref/Finalizer",
    "java/lang/invoke/MethodHandles",
    "java/lang/invoke/MethodHandles$Lookup",
    "java/lang/invoke/VarHandle",
    "java/security/AccessController",
    "java/io/PrintStream",
    "java/io/FilterOutputStream",
    "jdk/internal/misc/Unsafe",
    "jdk/internal/misc/VM",
    "jdk/internal/misc/CDS",
    "java/util/concurrent/locks/LockSupport",
    "java/util/concurrent/ThreadLocalRandom",
    "java/util/Arrays$LegacyMergeSort",
    "java/util/Random",
    "jdk/internal/util/random/RandomSupport",
];

/// Whether the initialiser of a class is left out.
fn is_suppressed(name: &str, origin: Origin) -> bool {
    SUPPRESSED.contains(&name) || origin == Origin::Jdk && is_cut(name)
}

impl Translator<'_> {
    /// When a class, which has its superclasses before it, is initialised.
    fn when(&mut self, class: ClassId) -> When {
        if let Some(&known) = self.init.when.get(&class) {
            return known;
        }
        let decl = self.world.class(class);
        let (superclass, origin, file) = (decl.superclass, decl.origin, decl.file.clone());
        let own = file.method("<clinit>", "()V").is_some() && !is_suppressed(&file.name, origin);
        let inherited = match superclass {
            Some(superclass) if file.flags & flags::INTERFACE == 0 => self.when(superclass),
            _ => When::Never,
        };
        let when = match (own, inherited) {
            (false, inherited) => inherited,
            (true, When::Late) => When::Late,
            (true, _) if origin != Origin::User => When::Early,
            (true, _) => {
                if self.is_self_contained(class) {
                    When::Early
                } else {
                    When::Late
                }
            }
        };
        self.init.when.insert(class, when);
        if when == When::Early {
            self.init.early.push(class);
        }
        when
    }

    /// Whether the static fields of a class have their last values before the first thread, if they are final.
    pub(super) fn is_early(&mut self, class: ClassId) -> bool {
        self.when(class) != When::Late
    }

    /// Adds the call that makes sure that `class` is initialised, if one is needed.
    pub(super) fn guard(&mut self, out: &mut Builder, class: ClassId, phase: Phase, from: FuncId) {
        let needed = match (self.when(class), phase) {
            (When::Never, _) => false,
            (When::Early, Phase::Init) | (When::Late, _) => true,
            (When::Early, Phase::Main) => false,
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
        let phase = if self.when(class) == When::Early { Phase::Init } else { phase };
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
        let decl = self.world.class(class);
        let suppressed = is_suppressed(&decl.file.name, decl.origin);
        if let Some(superclass) = decl.superclass.filter(|_| decl.file.flags & flags::INTERFACE == 0) {
            self.guard(out, superclass, phase, func);
        }
        if let Some(method) = self.world.own_method(class, "<clinit>", "()V").filter(|_| !suppressed) {
            let callee = self.method_function(method, phase, func);
            out.emit(Instr::Call { dst: None, func: callee, args: Box::new([]) });
        }
    }

    /// Only one thread exists: it is enough to begin once. An exception that comes out of an initialiser would come out
    /// of the first use of the class, which is elsewhere: that is refused.
    fn early_body(&mut self, out: &mut Builder, class: ClassId, func: FuncId) {
        let progress = Place::Global(self.progress_of(class));
        let state = out.temp(Kind::Int);
        out.emit(Instr::Load { dst: state, place: progress });
        out.when(Operand::Reg(state), |b| b.emit(Instr::Return { value: None }));
        out.emit(Instr::Store { place: progress, src: Operand::Int(BEGUN) });
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
        out.emit(Instr::Load { dst: state, place: progress });
        is(out, DONE);
        out.when(Operand::Reg(flag), |b| b.emit(Instr::Return { value: None }));
        out.emit(monitor(ObjOp::MonitorEnter));
        let again = out.here();
        out.emit(Instr::Load { dst: state, place: progress });
        is(out, BEGUN);
        out.emit(Instr::Current { dst: me });
        out.when(Operand::Reg(flag), |b| {
            b.emit(Instr::Load { dst: by, place: owner });
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
        let failed =
            self.refusal(&format!("the use of {}, whose initialiser has failed", dotted(&name)), func);
        out.when(Operand::Reg(flag), |b| b.emit(failed));
        out.emit(Instr::Store { place: progress, src: Operand::Int(BEGUN) });
        out.emit(Instr::Store { place: owner, src: Operand::Reg(me) });
        out.emit(monitor(ObjOp::MonitorExit));
        let from = out.here();
        self.run_initialisers(out, class, phase, func);
        let to = out.here();
        let end = |b: &mut Builder, value: i64| {
            b.emit(monitor(ObjOp::MonitorEnter));
            b.emit(Instr::Store { place: progress, src: Operand::Int(value) });
            b.emit(Instr::Store { place: owner, src: Operand::Null });
            b.emit(monitor(ObjOp::NotifyAll));
            b.emit(monitor(ObjOp::MonitorExit));
        };
        end(out, DONE);
        out.emit(Instr::Return { value: None });
        let caught = out.temp(Kind::Ref);
        let target = out.here();
        end(out, FAILED);
        out.emit(Instr::Throw { exc: Operand::Reg(caught) });
        out.handle(from, to.max(Pc(from.0 + 1)), target, caught);
        Ok(())
    }

    /// The initialiser of the program: all early classes.
    pub(super) fn init_function(&mut self) {
        let mut out = Builder::new("<initialise>".to_owned(), &[], None);
        for class in self.init.early.clone() {
            if let Some(&func) = self.functions.get(&FuncKey::Guard(class, Phase::Init)) {
                out.emit(Instr::Call { dst: None, func, args: Box::new([]) });
            }
        }
        out.emit(Instr::Return { value: None });
        let func = self.add_function("<initialise>".to_owned(), &[], None, None);
        self.program.functions[func.index()] = out.finish_plain();
        self.program.init = Some(func);
    }

    /// Whether nothing that the initialiser of a class of the user's does can be seen to happen early: it touches no
    /// static field of another class, except final ones of early classes, and no thread.
    fn is_self_contained(&mut self, class: ClassId) -> bool {
        let Some(method) = self.world.own_method(class, "<clinit>", "()V") else { return true };
        // While it is looked at, whoever asks gets the careful answer: a circle is late.
        self.init.when.insert(class, When::Late);
        let mut work = vec![method];
        let mut seen = HashSet::new();
        let mut contained = true;
        while let Some(method) = work.pop().filter(|_| contained) {
            if seen.insert(method) {
                let file = self.world.class(method.class).file.clone();
                contained = match &file.methods[method.index as usize].code {
                    Some(code) => match decode(&code.bytes, &file.pool) {
                        Ok(ops) => ops.iter().all(|(_, op)| self.is_contained(class, op, &file, &mut work)),
                        Err(_) => false,
                    },
                    None => false,
                };
            }
        }
        self.init.when.remove(&class);
        contained
    }

    fn is_contained(
        &mut self,
        class: ClassId,
        op: &Op,
        file: &ClassFile,
        work: &mut Vec<crate::world::MethodId>,
    ) -> bool {
        match op {
            Op::GetStatic(member) => self.reads_only_final(class, member),
            Op::PutStatic(member) => self.is_other(class, &member.class) != Some(true),
            Op::New(name) => self.is_early_for(class, name),
            Op::Call(how, member) => self.calls_contained(class, *how, member, work),
            Op::Dynamic { bootstrap, .. } => {
                let handle = file.bootstraps.get(usize::from(*bootstrap)).and_then(|(_, args)| {
                    args.iter().find_map(|arg| match arg {
                        Loadable::Handle(handle) => Some(handle.clone()),
                        _ => None,
                    })
                });
                match handle {
                    Some(handle) if handle.kind == HandleKind::Static => {
                        self.calls_contained(class, Invoke::Static, &handle.member, work)
                    }
                    Some(handle) => self.is_early_for(class, &handle.member.class),
                    None => true,
                }
            }
            _ => true,
        }
    }

    /// Whether a class is another one of the user's; `None` if it is not there.
    fn is_other(&mut self, class: ClassId, name: &str) -> Option<bool> {
        if name.starts_with('[') {
            return Some(false);
        }
        let id = self.world.load(name).ok()?;
        Some(id != class && self.origin(id) == Origin::User)
    }

    fn is_early_for(&mut self, class: ClassId, name: &str) -> bool {
        match self.is_other(class, name) {
            Some(true) => self.world.load(name).is_ok_and(|id| self.is_early(id)),
            Some(false) => true,
            None => false,
        }
    }

    fn reads_only_final(&mut self, class: ClassId, member: &Member) -> bool {
        if self.is_other(class, &member.class) != Some(true) {
            return true;
        }
        let Ok(id) = self.world.load(&member.class) else { return false };
        match self.world.field(id, &member.name, &member.desc) {
            Some(FieldPlace::Static(of, index)) => self.is_final(of, index) && self.is_early(of),
            _ => false,
        }
    }

    fn calls_contained(
        &mut self,
        class: ClassId,
        how: Invoke,
        member: &Member,
        work: &mut Vec<crate::world::MethodId>,
    ) -> bool {
        if member.class.starts_with('[') {
            return true;
        }
        let Ok(id) = self.world.load(&member.class) else { return false };
        if self.origin(id) != Origin::User {
            // A thread that is made is no thread yet; but one that is started, or anything that waits, is.
            let waits = ["start", "wait", "notify", "notifyAll", "join", "sleep", "submit", "execute"];
            return !waits.contains(&member.name.as_str());
        }
        let Some(method) = self.world.resolve(id, &member.name, &member.desc) else { return false };
        if self.origin(method.class) != Origin::User {
            return member.name != "start";
        }
        let decl = self.world.method(method);
        let exact = how != Invoke::Virtual
            || (decl.flags | self.world.class(method.class).file.flags) & flags::FINAL != 0;
        if !exact || method.class != class && !self.is_early(method.class) {
            return false;
        }
        work.push(method);
        true
    }
}
