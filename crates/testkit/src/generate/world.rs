//! What a generated program declares, and which lock protects what.

/// The type of a shared word or local variable. All are finite.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scalar {
    /// `mod k`.
    Mod(usize),
    /// `0..k`: assigning something else is a fault.
    Range(usize),
    /// `bool`.
    Bool,
    /// The enum `Color`.
    Color,
}

impl Scalar {
    /// How the type is written.
    pub fn name(self) -> String {
        match self {
            Scalar::Mod(k) => format!("mod {k}"),
            Scalar::Range(k) => format!("0..{k}"),
            Scalar::Bool => "bool".into(),
            Scalar::Color => "Color".into(),
        }
    }

    /// Whether it is a number.
    pub fn is_int(self) -> bool {
        matches!(self, Scalar::Mod(_) | Scalar::Range(_))
    }
}

/// A guard: what a thread takes before it touches what is assigned to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GuardKind {
    /// A lock, of its own, in a table or in a field.
    Lock,
    /// The monitor of an object.
    Monitor,
    /// A read-write lock.
    ReadWrite,
    /// A semaphore of value one.
    Mutex,
}

/// A guard of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guard {
    /// The expression for it.
    pub name: String,
    /// What it is.
    pub kind: GuardKind,
}

/// The index of a guard.
pub type GuardId = usize;

/// A shared word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Var {
    /// The expression for it.
    pub place: String,
    /// Its type.
    pub ty: Scalar,
    /// What protects it; nothing, if it is for communication.
    pub guard: Option<GuardId>,
    /// The only thread that uses it, if there is one.
    pub owner: Option<usize>,
}

/// A shared array, growable array, set or reference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shared {
    /// Its name.
    pub name: String,
    /// What protects it.
    pub guard: Option<GuardId>,
}

/// How a function can be called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Signature {
    /// One number in, nothing out.
    Plain,
    /// One number in, one number out.
    Value,
}

/// A function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// How it is called.
    pub signature: Signature,
}

/// Something that a program may be about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Feature {
    Arrays,
    Sequences,
    Sets,
    Channels,
    Barriers,
    Signals,
    Heap,
    FreeList,
    Spawn,
    Exceptions,
    Functions,
    Atomic,
    When,
    Choose,
    Cas,
    Endless,
    Interrupts,
    Conditions,
    Joins,
    Assume,
    Loops,
    FreshObjects,
    Methods,
    Processes,
    Holders,
}

impl Feature {
    /// All of them.
    pub const ALL: [Feature; 25] = [
        Feature::Arrays,
        Feature::Sequences,
        Feature::Sets,
        Feature::Channels,
        Feature::Barriers,
        Feature::Signals,
        Feature::Heap,
        Feature::FreeList,
        Feature::Spawn,
        Feature::Exceptions,
        Feature::Functions,
        Feature::Atomic,
        Feature::When,
        Feature::Choose,
        Feature::Cas,
        Feature::Endless,
        Feature::Interrupts,
        Feature::Conditions,
        Feature::Joins,
        Feature::Assume,
        Feature::Loops,
        Feature::FreshObjects,
        Feature::Methods,
        Feature::Processes,
        Feature::Holders,
    ];
}

/// Everything that is declared.
#[derive(Clone, Debug, Default)]
pub struct World {
    /// Locks and the like.
    pub guards: Vec<Guard>,
    /// Shared words.
    pub vars: Vec<Var>,
    /// Shared arrays of two `mod 3`.
    pub arrays: Vec<Shared>,
    /// Shared growable arrays of `mod 3`.
    pub sequences: Vec<Shared>,
    /// Shared sets of `mod 3`.
    pub sets: Vec<Shared>,
    /// Shared references to cells, null at first.
    pub slots: Vec<Shared>,
    /// Functions.
    pub functions: Vec<Function>,
    /// How many threads are declared.
    pub threads: usize,
    /// Global variables that refer to a cell, from the start and for ever.
    pub cells: Vec<String>,
    /// Global variables that refer to a holder: an object that hides a cell behind its monitor.
    pub holders: Vec<String>,
    /// The guard of the list of free cells.
    pub free_list: Option<GuardId>,
    /// A global variable for the handle of a thread.
    pub handle: Option<String>,
    /// Whether the cells' class has the methods `put` and `take`.
    pub methods: bool,
}
