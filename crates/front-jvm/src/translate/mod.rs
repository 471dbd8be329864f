//! From classes to a program: everything that can be reached from `main`, and nothing else.
//!
//! A function of the program is a method in one of two *phases*. What static initialisers run before the first thread
//! exists is translated for the phase [`Phase::Init`], where every use of a class first makes sure that it is
//! initialised; the same methods called by threads are translated for [`Phase::Main`], where that is known (see
//! `init.rs`). Which methods a virtual call can reach is found as the translation goes on (`reach.rs`).

mod ahead;
mod array_ops;
mod array_stores;
mod asked;
mod body;
mod builder;
mod bundles;
mod byte_views;
mod calls;
mod causes;
mod claims;
mod class_objects;
mod class_queries;
mod cut;
mod dynamic;
mod enums;
mod faults;
mod fields;
mod formulas;
mod func_key;
mod guards;
mod hosted;
mod init;
mod intrinsic_code;
mod intrinsics;

mod allocations;
mod annotations;
mod locks;
mod made;
mod members;
mod method_handles;
mod opened;
mod ops;
pub mod overrides;
mod races;
mod random;
mod reach;
mod records;
mod reflected;
mod seen;
mod serial;
mod serial_version;
mod settled;
mod sites;
mod statics;
mod surroundings;
mod switches;
mod system;
mod test_method;
mod threads;
mod traces;
mod unsafe_ops;
mod updaters;
mod users_handles;
mod var_handles;
mod waits;
mod whole;

use crate::classfile::{Malformed, flags};
use crate::descriptor::{dotted, kind, kind_ty, signature};
use crate::host::Host;
use crate::library::Origin;
use crate::source::Sources;
use crate::world::{LoadError, MethodId, World};
use builder::Builder;
pub use claims::{Claim, Promise};
use commute_ir::{ClassId, FaultKind, FuncId, Instr, Program, Shape, ShapeId, Ty};
use formulas::thread_names;
pub use formulas::{ProcessValue, Properties, Written};
use func_key::FuncKey;
pub use opened::{Missing, Opened};
use std::collections::{BTreeSet, HashMap};
use std::time::Instant;
pub use system::{InSystem, NetworkFaults, Outside};
pub use whole::{Around, Attempt, translate, translate_test};

/// When a function runs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// Before the first thread.
    Init,
    /// In a thread.
    Main,
}

/// Why there is no program.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TranslateError {
    /// A class that cannot be loaded.
    #[error("{0}")]
    Load(#[from] LoadError),
    /// A method that makes no sense.
    #[error("{0}: {1}")]
    Method(String, Malformed),
    /// The program is not of a form that can be checked.
    #[error("{0}")]
    Program(String),
    /// There is too much of it.
    #[error("more than {0} methods can be reached from main; that is more than this front end translates")]
    TooLarge(usize),
    /// It was not done at the deadline.
    #[error("the limit on time was reached while the program was translated")]
    Late,
}

/// The most functions.
const MAX_FUNCTIONS: usize = 20_000;

/// What the translation made besides the program.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    /// Methods of the library that are not what the JDK says.
    pub overrides: BTreeSet<String>,
    /// Classes of the library that are replaced as a whole.
    pub models: BTreeSet<String>,
    /// What is left to chance in Java and is fixed here.
    pub fixed: BTreeSet<&'static str>,
    /// What the user says of the program that is not checked.
    pub unchecked: Vec<String>,
    /// What the user says of classes that a search can tell by how variables are shared.
    pub claims: Vec<Claim>,
    /// Accesses of the program that are weaker than volatile ones, with the methods that make them.
    pub weak: BTreeSet<String>,
    /// What is in the program but is not translated, with a chain of calls that leads there.
    pub refused: Vec<String>,
    /// What of that could be, by the numbers that instructions have.
    pub missing: Vec<Missing>,
    /// What a process of a system has in common with others.
    pub common: commute_ir::link::Common,
    /// What threads of nobody run.
    pub outside: Outside,
    /// Its values that properties of the system speak of.
    pub values: Vec<ProcessValue>,
}

/// How what Java leaves open is settled, and how long that may take.
#[derive(Clone, Copy, Debug, Default)]
pub struct Open {
    /// Threads that wait may go on without a reason.
    pub spurious_wakeups: bool,
    /// The time of a wait is up only if nothing else can happen.
    pub timeouts_last: bool,
    /// How many reads on each side of a connection may return less than there is.
    pub partial_reads: u32,
    /// Which process of a system it is, if it is one.
    pub system: Option<InSystem>,
    /// The seed of generators of random numbers to which the program gives none; without it they give any number.
    pub seed: Option<i64>,
    /// When the translation has to be done.
    pub deadline: Option<Instant>,
}

/// A translation that is going on.
pub struct Translator<'s> {
    world: World,
    sources: Sources<'s>,
    program: Program,
    functions: HashMap<FuncKey, FuncId>,
    /// Functions without a body.
    pending: Vec<(FuncKey, FuncId)>,
    /// Who first reached each function.
    reached_from: Vec<Option<FuncId>>,
    reach: reach::Reach,
    init: init::Initialisers,
    ahead: ahead::Ahead,
    statics: statics::Statics,
    lambdas: Vec<dynamic::Lambda>,
    /// `IsShape` instructions whose kinds are found at the end: function, place, and the type they ask for.
    shape_tests: Vec<(FuncId, u32, String)>,
    /// Instructions that make objects of which something is said.
    allocations: Vec<(FuncId, u32, allocations::Place)>,
    handles: var_handles::Handles,
    made: made::Made,
    traces: traces::Traces,
    /// How many classes and kinds were known when tables were made.
    tables: HashMap<FuncId, (FuncKey, [usize; 5])>,
    settled: HashMap<ClassId, bool>,
    /// What the program can see of its threads.
    seen: seen::Seen,
    /// What was decided of methods that depend on that.
    decided: Vec<asked::Decided>,
    /// The function that started threads run, and whether it asks handlers.
    run_made: Option<(FuncId, bool)>,
    /// The class and the method with which the program begins, the function that calls it, and whether that asks handlers.
    main_made: Option<(ClassId, MethodId, FuncId, bool)>,
    notes: Notes,
    open: Open,
    opened: Opened,
    arguments: Vec<String>,
    properties: Properties,
    /// The names of threads in them.
    thread_names: Vec<String>,
    host: Host,
}

/// Classes that the translation itself needs.
const OBJECT: &str = "java/lang/Object";
const STRING: &str = "java/lang/String";
const CLASS: &str = "java/lang/Class";
const THREAD: &str = "java/lang/Thread";

/// The exceptions that faults raise.
const FAULTS: [(FaultKind, &str); 9] = [
    (FaultKind::NullDereference, "java/lang/NullPointerException"),
    (FaultKind::OutOfBounds, "java/lang/ArrayIndexOutOfBoundsException"),
    (FaultKind::DivisionByZero, "java/lang/ArithmeticException"),
    (FaultKind::NegativeSize, "java/lang/NegativeArraySizeException"),
    (FaultKind::BadCast, "java/lang/ClassCastException"),
    (FaultKind::MonitorMisuse, "java/lang/IllegalMonitorStateException"),
    (FaultKind::Interrupted, "java/lang/InterruptedException"),
    (FaultKind::StartedTwice, "java/lang/IllegalThreadStateException"),
    (FaultKind::Assertion, "java/lang/AssertionError"),
];

impl<'s> Translator<'s> {
    fn new(
        mut world: World,
        sources: Sources<'s>,
        open: Open,
        Around { opened, host, properties, arguments }: Around<'_>,
    ) -> Result<Self, TranslateError> {
        let root = world.load(OBJECT)?;
        let thread = world.load(THREAD)?;
        let mut program =
            Program { root_class: Some(root), thread_class: Some(thread), ..Program::default() };
        for (fault, class) in FAULTS {
            program.fault_classes.push((fault, world.load(class)?));
        }
        let mut translator = Self {
            world,
            sources,
            program,
            functions: HashMap::new(),
            pending: Vec::new(),
            reached_from: Vec::new(),
            reach: reach::Reach::default(),
            init: init::Initialisers::default(),
            ahead: ahead::Ahead::default(),
            statics: statics::Statics::default(),
            lambdas: Vec::new(),
            shape_tests: Vec::new(),
            allocations: Vec::new(),
            handles: var_handles::Handles::default(),
            made: made::Made::default(),
            traces: traces::Traces::default(),
            tables: HashMap::new(),
            settled: HashMap::new(),
            seen: seen::Seen::default(),
            decided: Vec::new(),
            run_made: None,
            main_made: None,
            notes: Notes::default(),
            open,
            opened: opened.clone(),
            arguments: arguments.to_vec(),
            properties: properties.clone(),
            thread_names: thread_names(properties),
            host: host.clone(),
        };
        translator.instantiate(root);
        for (_, class) in translator.program.fault_classes.clone() {
            translator.instantiate(class);
            translator.instance_shape(class);
        }
        Ok(translator)
    }

    /// The first thread runs `main`; its class is initialised before that thread exists, or in it.
    fn main(&mut self, name: &str, alone: bool) -> Result<(), TranslateError> {
        let class = self.world.load(name)?;
        let desc = "([Ljava/lang/String;)V";
        let method = self.world.resolve(class, "main", desc);
        let method =
            method.filter(|&m| self.world.method(m).flags & flags::STATIC != 0).ok_or_else(|| {
                TranslateError::Program(format!(
                    "{} has no `public static void main(String[])`",
                    dotted(name)
                ))
            })?;
        let func = self.add_function("main".to_owned(), &[], None, None);
        if alone {
            self.begins_with(class, func);
        }
        self.program.functions[func.index()] = self.main_body(class, method, func)?;
        self.add_outside(func)?;
        self.first_thread(func)
    }

    /// Translates bodies until no function is without one.
    fn work(&mut self) -> Result<(), TranslateError> {
        self.bodies()?;
        while self.decide_again()? || self.make_tables_again()? {
            self.bodies()?;
        }
        Ok(())
    }

    /// What tables depend on.
    fn known_so_far(&self) -> [usize; 5] {
        let (arrays, members) = (self.statics.array_shapes.len(), self.statics.members.all().len());
        // Literals matter only to who finds classes by their names.
        let literals = self.statics.members.names.map_or(0, |_| self.text_constants().len());
        let handles = self.handles.objects().len() + literals;
        [self.class_names().len(), self.program.shapes.len(), arrays, members, handles]
    }

    /// Makes the answers of classes that are objects, and has tables made again that do not know all that there is. Whether there is
    /// something to do.
    fn make_tables_again(&mut self) -> Result<bool, TranslateError> {
        self.show_members()?;
        let now = self.known_so_far();
        let stale = self.tables.iter().filter(|(_, (_, then))| *then != now);
        let mut stale: Vec<(FuncId, FuncKey)> = stale.map(|(func, (key, _))| (*func, key.clone())).collect();
        stale.sort_unstable_by_key(|(func, _)| func.index());
        for (func, key) in stale {
            self.tables.remove(&func);
            self.shape_tests.retain(|(of, _, _)| *of != func);
            self.pending.push((key, func));
        }
        Ok(!self.pending.is_empty())
    }

    fn bodies(&mut self) -> Result<(), TranslateError> {
        while let Some((key, func)) = self.pending.pop() {
            if self.open.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return Err(TranslateError::Late);
            }
            if self.program.functions.len() > MAX_FUNCTIONS {
                return Err(TranslateError::TooLarge(MAX_FUNCTIONS));
            }
            if self.pending.iter().any(|(other, _)| other.turn() < key.turn()) {
                self.pending.insert(0, (key, func));
                continue;
            }
            let table = key.is_table().then(|| key.clone());
            let body = match key {
                FuncKey::Method(method, phase) => self.method_body(method, phase, func)?,
                FuncKey::Guard(class, phase) => self.guard_body(class, phase, func)?,
                FuncKey::Told(what) => self.untold_body(what, func),
                FuncKey::NoMethod(_, none) => self.no_method_body(none, func)?,
                FuncKey::Run => self.run_body(func)?,
                FuncKey::Lambda(number, phase) => self.lambda_body(number, phase, func)?,
                FuncKey::ArrayCopy => self.array_copy_body(func)?,
                FuncKey::NewArray => self.new_array_body(func)?,
                FuncKey::StoreCheck => self.store_check_body(func)?,
                FuncKey::ElementCheck(letter) => self.element_check_body(letter, func),
                FuncKey::ArrayClone => self.array_clone_body(func)?,
                FuncKey::ClassOf | FuncKey::ClassName => self.class_table_body(&key, func)?,
                FuncKey::InstanceOfClass => self.instance_table_body(func)?,
                FuncKey::Query(query) => self.query_body(query, func)?,
                FuncKey::EnumConstants(phase) => self.enum_constants_body(phase, func)?,
                FuncKey::Asked(which, phase) => self.asked_body(which, phase, func)?,
                FuncKey::Dispatch(what, phase) => self.dispatch_body(what, phase, func)?,
                FuncKey::Member(what, number, phase) => self.member_body(what, number, phase, func)?,
                FuncKey::HandleUse(name, desc, plain, phase) => {
                    self.handle_use_body((&name, &desc), plain, phase, func)?
                }
                FuncKey::NamedClass(name, phase) => self.named_class_body(&name, phase, func)?,
                FuncKey::Allocated(name, phase) => self.allocated_body(&name, phase, func)?,
                FuncKey::Proxy(first, phase) => self.proxy_body(&first, phase, func)?,
                FuncKey::Made(class, name, desc, phase) => {
                    self.made_body(class, (&name, &desc), phase, func)?
                }
            };
            if let Some(key) = table {
                self.tables.insert(func, (key, self.known_so_far()));
            }
            self.program.functions[func.index()] = body;
        }
        Ok(())
    }

    fn finish(mut self) -> Result<whole::Translated, TranslateError> {
        let is_ours = |name: &&str| name.starts_with("java/") && !name.contains("$$Lambda");
        self.notes.models = self.world.model_names().filter(is_ours).map(dotted).collect();
        self.settle_questions();
        self.init_function();
        self.answer_queries()?;
        self.add_places()?;
        self.fill_literals();
        let mut classes = self.world.tables();
        for (class, methods) in self.reach.methods() {
            classes[class.index()].methods = methods;
        }
        self.program.classes = classes;
        self.add_guards();
        self.add_annotations()?;
        self.add_properties()?;
        self.add_class_claims();
        self.forget_main_thread();
        self.fill_shape_tests();
        self.annotate_allocations()?;
        let array = self.tell_arrays_of_network();
        self.tell_arrays_apart();
        self.set_granularity()?;
        self.notes.common = self.common(array);
        Ok((self.program, self.notes, self.world.path))
    }

    /// Adds a function whose body comes later.
    fn add_function(&mut self, name: String, params: &[Ty], ret: Option<Ty>, from: Option<FuncId>) -> FuncId {
        let mut builder = Builder::new(name, params, ret);
        builder.emit(Instr::Refuse { message: "a function without a body".into(), missing: None });
        self.program.functions.push(builder.finish_plain());
        self.reached_from.push(from);
        FuncId::new(self.program.functions.len() - 1)
    }

    /// The function for a key; it will get a body.
    fn function(
        &mut self,
        key: FuncKey,
        from: FuncId,
        declare: impl FnOnce(&Self) -> (String, Vec<Ty>, Option<Ty>),
    ) -> FuncId {
        if let Some(&known) = self.functions.get(&key) {
            return known;
        }
        let (name, params, ret) = declare(self);
        let func = self.add_function(name, &params, ret, Some(from));
        self.functions.insert(key.clone(), func);
        self.pending.push((key, func));
        func
    }

    /// The function of a method.
    fn method_function(&mut self, method: MethodId, phase: Phase, from: FuncId) -> FuncId {
        self.function(FuncKey::Method(method, phase), from, |t| {
            let (params, ret) = t.method_types(method);
            (t.world.method_name(method), params, ret)
        })
    }

    /// The types of the parameters, receiver first, and of the result.
    fn method_types(&self, method: MethodId) -> (Vec<Ty>, Option<Ty>) {
        let decl = self.world.method(method);
        let types =
            signature(&decl.desc).unwrap_or(crate::descriptor::Signature { params: vec![], ret: None });
        let receiver = (decl.flags & flags::STATIC == 0).then_some(Ty::AnyRef);
        let params = types.params.iter().map(|p| kind_ty(kind(p)));
        (receiver.into_iter().chain(params).collect(), types.ret.map(|r| crate::descriptor::ty(&r)))
    }

    /// Whether some function calls the methods of this name.
    fn is_reached(&self, class: &str, name: &str) -> bool {
        self.functions.keys().any(|key| match key {
            FuncKey::Method(method, _) => {
                self.world.method(*method).name == name && self.world.name(method.class) == class
            }
            _ => false,
        })
    }

    /// The kind of instances of a class.
    fn instance_shape(&mut self, class: ClassId) -> ShapeId {
        self.shape(Shape::Instance(class))
    }

    fn shape(&mut self, shape: Shape) -> ShapeId {
        let known = self.program.shapes.iter().position(|&s| s == shape);
        ShapeId::new(known.unwrap_or_else(|| {
            self.program.shapes.push(shape);
            self.program.shapes.len() - 1
        }))
    }

    /// The kind of the exception that a fault raises.
    fn fault_shape(&mut self, fault: FaultKind) -> ShapeId {
        let class = self
            .program
            .fault_class(fault, FuncId::new(0))
            .expect("[commute internal bug] the fault is in the table");
        self.instance_shape(class)
    }

    /// The kind of arrays of a descriptor, such as `[I`.
    fn array_shape(&mut self, desc: &str) -> Result<ShapeId, LoadError> {
        if let Some(&known) = self.statics.array_shapes.get(desc) {
            return Ok(known);
        }
        let elem = match desc.as_bytes().get(1) {
            Some(b'[') => Ty::Object(self.array_shape(&desc[1..])?),
            Some(b'L') => Ty::Class(self.world.load(crate::descriptor::class_of(&desc[1..]))?),
            _ => crate::descriptor::ty(&desc[1..]),
        };
        let shape = self.shape(Shape::Array(elem));
        self.statics.array_shapes.insert(desc.to_owned(), shape);
        Ok(shape)
    }

    /// An instruction that refuses. By which calls it is reached is known when it is; the report has one way that may lead
    /// there.
    fn refusal(&mut self, what: &str, func: FuncId) -> Instr {
        let mut chain = vec![self.program.functions[func.index()].name.clone()];
        let mut next = self.reached_from[func.index()];
        while let Some(at) = next.filter(|_| chain.len() < 12) {
            chain.push(self.program.functions[at.index()].name.clone());
            next = self.reached_from[at.index()];
        }
        chain.reverse();
        self.notes.refused.push(format!("{what} (called by {})", chain.join(" > ")));
        Instr::Refuse { message: what.into(), missing: None }
    }

    fn origin(&self, class: ClassId) -> Origin {
        self.world.class(class).origin
    }
}
