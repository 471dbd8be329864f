//! The tables that make up a program.

use crate::{Expr, FaultKind, Instr, Ltl, ObjOp, Operand, Pc, Place, ProofNote, Reg, Ty};
use commute_base::{Span, id};
use std::collections::{BTreeMap, BTreeSet};

id!(
    /// A class.
    ClassId,
    "class"
);
id!(
    /// An enumeration.
    EnumId,
    "enum"
);
id!(
    /// A function or method.
    FuncId,
    "fn"
);
id!(
    /// A global variable: one shared word.
    GlobalId,
    "global"
);
id!(
    /// An object that exists from the start and for ever (a declared lock, array, channel ...).
    StaticId,
    "static"
);
id!(
    /// The kind of an object: what it holds and which operations it has.
    ShapeId,
    "shape"
);
id!(
    /// The name and signature by which a virtual call finds its method.
    Selector,
    "sel"
);
id!(
    /// A group of threads that share memory; different groups share only channels and semaphores.
    ProcessId,
    "process"
);

/// A whole program.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Program {
    /// Enumerations, for printing values.
    pub enums: Vec<EnumDecl>,
    /// Classes; a superclass stands before its subclasses.
    pub classes: Vec<Class>,
    /// Kinds of objects.
    pub shapes: Vec<Shape>,
    /// Shared words.
    pub globals: Vec<Global>,
    /// Objects that exist from the start. Their references are constants ([`Operand::Static`]).
    pub statics: Vec<StaticObject>,
    /// Functions and methods.
    pub functions: Vec<Function>,
    /// Names of the selectors of virtual calls.
    pub selectors: Vec<String>,
    /// Names of the processes.
    pub processes: Vec<String>,
    /// Runs to its end, alone, before the initial state. It must not block, choose or spawn.
    pub init: Option<FuncId>,
    /// Threads that exist in the initial state.
    pub threads: Vec<ThreadDecl>,
    /// Invariants, LTL formulas, environment assumptions.
    pub properties: Vec<Property>,
    /// The class of the exception that each fault raises. A fault without one is a violation. In a program that was linked those of
    /// the first process come first, then those of the second ...
    pub fault_classes: Vec<(FaultKind, ClassId)>,
    /// The class of objects that are no instances (arrays), if they have one: its methods can be called on them.
    pub root_class: Option<ClassId>,
    /// The class whose instances can be handles of threads. Its first field is the *thread word*: zero before the
    /// thread is started, its id plus one while it has not ended, then -1.
    pub thread_class: Option<ClassId>,
    /// For each function the numbers of its instructions that [`Instr::CallAt`] gives; empty for functions, and zero for
    /// instructions, that have none. Functions beyond the end have none.
    pub places: Vec<Vec<u32>>,
    /// Remarks for provers.
    pub notes: Vec<ProofNote>,
    /// When the time of a wait is up.
    pub timeouts: Timeouts,
}

/// When the time of a wait is up ([`Instr::Block`] with a time, [`ObjOp::WaitTimed`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Timeouts {
    /// At any moment.
    #[default]
    Any,
    /// Only if no other thread could go on were nobody's time up, as Promela's `timeout`. Whoever goes on for this reason keeps the others
    /// that wait so from doing the same at once. So such a step counts as a write of this global, which holds nothing.
    Last(GlobalId),
}

impl Program {
    /// A step runs at most this many local instructions after its visible one; a longer local
    /// computation is cut into several steps.
    pub const STEP_FUEL: u32 = 10_000;
    /// An atomic block runs at most this many instructions.
    pub const ATOMIC_FUEL: u32 = 1_000_000;
    /// How the names of functions end that initialise the static fields of a class, before anybody else can use it.
    pub const CLASS_INITIALISER: &str = ".<clinit>";
    /// The initialiser runs at most this many instructions. It runs once, and that of a Java program fills tables.
    pub const INIT_FUEL: u32 = 100_000_000;
    /// What is said of an initialiser that runs longer, that waits for something or assumes something that is false.
    pub const ENDLESS_INIT: &str = "what runs before the program does not come to its end: it waits, assumes what is \
         false, or takes more than 100,000,000 instructions";
    /// Lets threads that wait on a monitor go on without being notified: a wait may end like one with a time.
    pub fn allow_spurious_wakeups(&mut self) {
        for instr in self.functions.iter_mut().flat_map(|func| &mut func.code) {
            if let Instr::Invoke { op: op @ ObjOp::Wait, .. } = instr {
                *op = ObjOp::WaitTimed;
            }
        }
    }

    /// The name of the global that stands for the time of all waits ([`Timeouts::Last`]).
    pub const TIME: &str = "<time>";
    /// The name of functions that a thread calls when its wait has ended since the time was up.
    pub const TIME_IS_UP: &str = "<time is up>";
    /// Lets the time of a wait be up only if nothing else can happen.
    pub fn let_time_run_out_last(&mut self) {
        if self.timeouts == Timeouts::Any {
            self.timeouts = Timeouts::Last(GlobalId::new(self.globals.len()));
            let (init, annotations) = (Operand::Int(0), vec![Annotation::Communication]);
            let (name, ty, process, span) = (Self::TIME.to_owned(), Ty::I64, None, Span::default());
            self.globals.push(Global { name, ty, init, process, annotations, span });
        }
    }

    /// Whether some wait has a time that may be up.
    pub fn has_timeouts(&self) -> bool {
        let timed = |i: &Instr| matches!(i, Instr::Block { timed: true, .. });
        self.uses(ObjOp::WaitTimed) || self.functions.iter().any(|func| func.code.iter().any(timed))
    }

    /// How many calls of a stack are shown to the user, the innermost ones.
    pub const SHOWN_CALLS: usize = 12;
    /// The deepest stack of calls.
    pub const MAX_FRAMES: usize = 1_000;
    /// The most objects in one state.
    pub const MAX_OBJECTS: usize = 1 << 20;
    /// The most threads in one state.
    pub const MAX_THREADS: usize = 4_096;
    /// The most words in one object.
    pub const MAX_WORDS: usize = 1 << 20;

    /// Everything that the user says of variables, static objects, classes and fields.
    pub fn annotations(&self) -> impl Iterator<Item = &Annotation> {
        let globals = self.globals.iter().flat_map(|global| &global.annotations);
        let statics = self.statics.iter().flat_map(|object| &object.annotations);
        let classes = self.classes.iter().flat_map(|class| &class.annotations);
        let fields = self.classes.iter().flat_map(|class| &class.fields).flat_map(|field| &field.annotations);
        globals.chain(statics).chain(classes).chain(fields)
    }

    /// The class of the exception that `fault` raises in `func`, if it can be caught.
    pub fn fault_class(&self, fault: FaultKind, func: FuncId) -> Option<ClassId> {
        let process = self.functions.get(func.index()).and_then(|func| func.process);
        let mut classes = self.fault_classes.iter().filter(|(f, _)| *f == fault);
        classes.nth(process.map_or(0, ProcessId::index)).map(|&(_, c)| c)
    }

    /// The number of an instruction that traces of calls have, or zero.
    pub fn place(&self, func: FuncId, pc: Pc) -> u32 {
        self.places.get(func.index()).and_then(|of| of.get(pc.0 as usize)).copied().unwrap_or(0)
    }

    /// Whether a thread may begin with this function.
    pub fn begins_threads(&self, wanted: FuncId) -> bool {
        let starts =
            |i: &Instr| matches!(i, Instr::Spawn { func, .. } | Instr::Start { func, .. } if *func == wanted);
        self.threads.iter().any(|thread| thread.func == wanted)
            || self.functions.iter().any(|func| func.code.iter().any(starts))
    }

    /// Whether some function does `op` to an object.
    pub fn uses(&self, wanted: ObjOp) -> bool {
        let is_it = |i: &Instr| matches!(i, Instr::Invoke { op, .. } if *op == wanted);
        self.functions.iter().any(|func| func.code.iter().any(is_it))
    }

    /// Whether `class` is `ancestor`, a subclass of it, or implements it.
    pub fn is_subclass(&self, class: ClassId, ancestor: ClassId) -> bool {
        if class == ancestor {
            return true;
        }
        let decl = &self.classes[class.index()];
        decl.superclass.iter().chain(&decl.interfaces).any(|&c| self.is_subclass(c, ancestor))
    }

    /// The kinds of the instances of `class` and of those that extend it: the number of the shape, and the class that it is of.
    pub fn kinds_of(&self, class: ClassId) -> impl Iterator<Item = (u32, ClassId)> {
        (0..).zip(&self.shapes).filter_map(move |(kind, shape)| match *shape {
            Shape::Instance(of) if self.is_subclass(of, class) => Some((kind, of)),
            _ => None,
        })
    }

    /// A class and all above it, each once.
    pub fn with_all_above(&self, class: ClassId) -> Vec<ClassId> {
        let mut all = vec![class];
        let mut next = 0;
        while let Some(&at) = all.get(next) {
            let decl = &self.classes[at.index()];
            for &above in decl.superclass.iter().chain(&decl.interfaces) {
                if !all.contains(&above) {
                    all.push(above);
                }
            }
            next += 1;
        }
        all
    }

    /// The fields of instances that some instruction accesses plainly: the kind of the instance, its class, and the field. A library has
    /// many accesses to few fields, and many kinds, so it goes through each once.
    pub fn plain_fields(&self) -> impl Iterator<Item = (u32, ClassId, u32)> {
        let mut by_class: BTreeMap<ClassId, BTreeSet<u32>> = BTreeMap::new();
        for place in self.plain_places() {
            if let Place::Field { class, field, .. } = *place {
                by_class.entry(class).or_default().insert(field);
            }
        }
        let kinds = (0..).zip(&self.shapes).filter_map(|(kind, shape)| match *shape {
            Shape::Instance(of) => Some((kind, of)),
            _ => None,
        });
        kinds.flat_map(move |(kind, of)| {
            let above = self.with_all_above(of);
            let fields: Vec<_> =
                above.iter().filter_map(|class| by_class.get(class)).flatten().copied().collect();
            fields.into_iter().map(move |field| (kind, of, field))
        })
    }

    /// The places that some instruction accesses plainly.
    pub fn plain_places(&self) -> impl Iterator<Item = &Place> {
        self.functions.iter().flat_map(|func| &func.code).filter_map(Instr::plain_place)
    }

    /// The method that a virtual call of `selector` on an instance of `class` runs.
    pub fn method(&self, class: ClassId, selector: Selector) -> Option<FuncId> {
        let mut next = Some(class);
        while let Some(at) = next {
            let decl = &self.classes[at.index()];
            if let Some(&(_, func)) = decl.methods.iter().find(|(s, _)| *s == selector) {
                return Some(func);
            }
            next = decl.superclass;
        }
        // Default methods of interfaces.
        let mut next = Some(class);
        while let Some(at) = next {
            let decl = &self.classes[at.index()];
            if let Some(func) = decl.interfaces.iter().find_map(|&i| self.method(i, selector)) {
                return Some(func);
            }
            next = decl.superclass;
        }
        None
    }

    /// Whether `op` can be invoked on an object of this kind.
    pub fn allows(&self, shape: Shape, op: ObjOp) -> bool {
        let is_thread = |class| self.thread_class.is_some_and(|thread| self.is_subclass(class, thread));
        match (shape, op) {
            (Shape::Instance(class), op) if op.is_of_threads() => is_thread(class),
            _ => shape.allows(op),
        }
    }

    /// The class whose methods are called on an object of this kind.
    pub fn class_of_shape(&self, shape: Shape) -> Option<ClassId> {
        match shape {
            Shape::Instance(class) => Some(class),
            _ => self.root_class,
        }
    }

    /// The type of word `slot` of the data of an object of `shape` (see [`Shape`]).
    pub fn slot_ty(&self, shape: ShapeId, slot: usize) -> Ty {
        match &self.shapes[shape.index()] {
            Shape::Instance(class) => {
                self.classes[class.index()].fields.get(slot).map_or(Ty::I64, |field| field.ty)
            }
            Shape::Array(ty) | Shape::Seq(ty) | Shape::Set(ty) => *ty,
            Shape::Channel(ty) if slot > 0 => *ty,
            _ => Ty::I64,
        }
    }
}

/// An enumeration.
#[derive(Clone, PartialEq, Debug)]
pub struct EnumDecl {
    /// Its name.
    pub name: String,
    /// Its variants, in order.
    pub variants: Vec<String>,
}

/// A class.
#[derive(Clone, PartialEq, Debug)]
pub struct Class {
    /// Its name.
    pub name: String,
    /// The class it extends.
    pub superclass: Option<ClassId>,
    /// The interfaces it implements (classes with no fields).
    pub interfaces: Vec<ClassId>,
    /// All fields, inherited ones first, in the superclass's order.
    pub fields: Vec<Field>,
    /// The methods it defines or overrides.
    pub methods: Vec<(Selector, FuncId)>,
    /// What the user says about how instances are shared.
    pub annotations: Vec<Annotation>,
    /// Where it is declared.
    pub span: Span,
}

/// A field of a class.
#[derive(Clone, PartialEq, Debug)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Ty,
    /// What the user says about how it is shared.
    pub annotations: Vec<Annotation>,
    /// Where it is declared.
    pub span: Span,
}

/// The kind of an object. Each object is a vector of words (its *data*) and a monitor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shape {
    /// An instance of a class. Data: its fields.
    Instance(ClassId),
    /// A fixed array. Data: its elements.
    Array(Ty),
    /// A growable array. Data: its elements.
    Seq(Ty),
    /// A set of values that are not references. Data: its elements, ascending.
    Set(Ty),
    /// A lock that is not re-entrant. Data: `[owner]`, the holder's thread id plus one, or zero.
    Lock,
    /// A read-write lock. Data: `[writer, readers ...]`: thread ids plus one, readers ascending, one
    /// entry for each time a thread holds it.
    RwLock,
    /// A counting semaphore. Data: `[value]`.
    Semaphore,
    /// A barrier. Data: `[parties, arrived]`.
    Barrier,
    /// A bounded FIFO channel. Data: `[capacity, messages ...]`, oldest first.
    Channel(Ty),
    /// The handle of a thread. Data: `[thread id plus one while it has not ended, else zero]`.
    Thread,
}

/// A shared word.
#[derive(Clone, PartialEq, Debug)]
pub struct Global {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Ty,
    /// Its first value: a constant.
    pub init: Operand,
    /// The process that owns it, if the program has processes.
    pub process: Option<ProcessId>,
    /// What the user says about how it is shared.
    pub annotations: Vec<Annotation>,
    /// Where it is declared.
    pub span: Span,
}

/// An object that exists from the start.
#[derive(Clone, PartialEq, Debug)]
pub struct StaticObject {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub shape: ShapeId,
    /// All its data words (see [`Shape`]), as constants.
    pub data: Vec<Operand>,
    /// The process that owns it, if the program has processes; channels and semaphores may have none.
    pub process: Option<ProcessId>,
    /// What the user says about how it is shared.
    pub annotations: Vec<Annotation>,
    /// Where it is declared.
    pub span: Span,
}

/// A function or method. Arguments arrive in the first registers; a method's receiver in the first.
#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    /// Its name; methods are `Class.method`.
    pub name: String,
    /// How many registers are parameters.
    pub params: u32,
    /// The type of the result, if there is one.
    pub ret: Option<Ty>,
    /// The registers.
    pub regs: Vec<RegDecl>,
    /// The code. Control never runs past its end.
    pub code: Vec<Instr>,
    /// The source place of each instruction (same length as `code`).
    pub spans: Vec<Span>,
    /// Exception handlers; the first that covers the place and the class is taken.
    pub handlers: Vec<Handler>,
    /// Named control points, for location predicates.
    pub labels: Vec<Label>,
    /// The process whose function it is, if programs were linked ([`crate::link()`]): a thread that begins with it is of that process.
    pub process: Option<ProcessId>,
    /// Where it is declared.
    pub span: Span,
}

/// A register.
#[derive(Clone, PartialEq, Debug)]
pub struct RegDecl {
    /// The name of the user's variable, or empty for a temporary.
    pub name: String,
    /// Its type.
    pub ty: Ty,
}

/// An exception handler.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Handler {
    /// The first instruction it covers.
    pub from: Pc,
    /// One past the last instruction it covers.
    pub to: Pc,
    /// The class it catches; `None` catches all.
    pub class: Option<ClassId>,
    /// Where it starts.
    pub target: Pc,
    /// The register that receives the exception.
    pub dst: Reg,
}

/// A named control point.
#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    /// Its name.
    pub name: String,
    /// The place.
    pub pc: Pc,
    /// Whether a thread still stands there while it is in a call that was made there.
    pub in_calls: bool,
}

/// A thread of the initial state.
#[derive(Clone, PartialEq, Debug)]
pub struct ThreadDecl {
    /// Its name, such as `worker[2]`.
    pub name: String,
    /// What it runs.
    pub func: FuncId,
    /// Constant arguments.
    pub args: Vec<Operand>,
    /// Whether the program may end while it is still running or waiting.
    pub daemon: bool,
    /// Its process, if the program has processes.
    pub process: Option<ProcessId>,
    /// The static object that is its handle, if the program joins it.
    pub handle: Option<StaticId>,
    /// Where it is declared.
    pub span: Span,
}

/// What the user says about how data is shared. An assumption to be checked, never to be trusted.
#[derive(Clone, PartialEq, Debug)]
pub enum Annotation {
    /// Accessed only while this object (an expression over globals and, in a class, `this` as parameter
    /// 0) is locked by the accessing thread.
    GuardedBy(Expr),
    /// The thread given by parameter 0 has exclusive access while the predicate holds.
    ExclusiveWhen(Expr),
    /// Accessed by one thread only.
    Unshared,
    /// Not written once shared.
    ReadOnly,
    /// Instances are accessed only while they are locked themselves.
    SelfLocking,
    /// A means of communication: every access matters.
    Communication,
    /// Instances are seen as one variable each, not field by field.
    ByMethod,
    /// The same, with all objects that instances keep to themselves.
    ByClass,
}

/// A named property or specification of the whole program.
#[derive(Clone, PartialEq, Debug)]
pub struct Property {
    /// Its name.
    pub name: String,
    /// What it says.
    pub kind: PropertyKind,
    /// Where it is declared.
    pub span: Span,
}

/// What a property says.
#[derive(Clone, PartialEq, Debug)]
pub enum PropertyKind {
    /// Holds in every state, except inside an atomic block that a choice has cut in two.
    Invariant(Expr),
    /// A temporal formula that every execution satisfies.
    Ltl(Ltl),
    /// `env(i) = P`: what a step of any other thread may do, as seen by thread `i` (parameter 0). A
    /// two-state predicate.
    Env(Expr),
    /// A predicate that holds initially, for proofs.
    Init(Expr),
    /// Whoever interrupts a call of one of these functions, what comes of it is as if nobody had. They stand for one function that the user
    /// wrote; there is none if nobody calls it.
    Atomic(Vec<FuncId>),
}

impl Shape {
    /// Whether `op` can be invoked on an object of this kind. Monitor operations go with every kind; for instances
    /// see [`Program::allows`].
    pub fn allows(self, op: ObjOp) -> bool {
        use ObjOp::*;
        match op {
            MonitorEnter | MonitorTryEnter | MonitorExit | Wait | WaitTimed | Notify | NotifyAll => true,
            Acquire | TryAcquire | Release => self == Shape::Lock,
            AcquireRead | ReleaseRead | AcquireWrite | ReleaseWrite => self == Shape::RwLock,
            Down | TryDown | Up => self == Shape::Semaphore,
            Arrive => self == Shape::Barrier,
            Send | Receive | Room => matches!(self, Shape::Channel(_)),
            Join | IsAlive | Interrupt | IsInterrupted | TakeInterrupt => self == Shape::Thread,
            Push | Pop => matches!(self, Shape::Seq(_)),
            Add | Remove | Contains => matches!(self, Shape::Set(_)),
            Clear => matches!(self, Shape::Seq(_) | Shape::Set(_)),
            Nth => matches!(self, Shape::Set(_)),
            Len => matches!(self, Shape::Array(_) | Shape::Seq(_) | Shape::Set(_) | Shape::Channel(_)),
        }
    }
}
