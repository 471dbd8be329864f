//! A state, as the page describes it: globals, objects, threads, and perhaps an exclusive thread.

use commute_ir::{FuncId, Operand, Pc, Program, Reg, Shape, ShapeId, Ty};
use std::collections::BTreeMap;

/// A word that remembers whether it is a reference, so that nothing here has to trust declared types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// A number, boolean, variant or the bits of a float.
    Num(i64),
    /// A reference to an object, or null.
    Ref(Option<u32>),
}

impl Value {
    /// The 64-bit word: null is zero, as are the number zero and `false`.
    pub fn word(self) -> i64 {
        match self {
            Value::Num(n) => n,
            Value::Ref(None) => 0,
            Value::Ref(Some(object)) => i64::from(object) + 1,
        }
    }

    /// The object it refers to.
    pub fn object(self) -> Option<u32> {
        match self {
            Value::Ref(object) => object,
            Value::Num(_) => None,
        }
    }

    /// Whether it is not zero.
    pub fn is_true(self) -> bool {
        self.word() != 0
    }

    /// The word for a truth value.
    pub fn of_bool(b: bool) -> Value {
        Value::Num(i64::from(b))
    }

    /// Zero, as a value of type `ty`.
    pub fn zero(ty: Ty) -> Value {
        if ty.is_ref() { Value::Ref(None) } else { Value::Num(0) }
    }

    /// The value of a constant; `None` for a register.
    pub fn constant(operand: Operand) -> Option<Value> {
        match operand {
            Operand::Reg(_) => None,
            Operand::Int(n) => Some(Value::Num(n)),
            Operand::F32(bits) => Some(Value::Num(i64::from(bits))),
            Operand::F64(bits) => Some(Value::Num(bits as i64)),
            Operand::Null => Some(Value::Ref(None)),
            Operand::Static(s) => Some(Value::Ref(Some(s.0))),
        }
    }
}

/// An object: static ones have the numbers of their declarations, others follow as they are allocated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    /// Its kind, which says what the data mean.
    pub shape: Shape,
    /// The number of the kind of an array: several may have the same elements, and are told apart all the same.
    pub made_as: Option<ShapeId>,
    /// Its words.
    pub data: Vec<Value>,
    /// The thread that is in its monitor.
    pub holder: Option<usize>,
    /// How many times that thread has entered it.
    pub count: u64,
}

impl Object {
    /// An object whose monitor is free.
    pub fn new(shape: Shape, data: Vec<Value>) -> Self {
        Object { shape, made_as: None, data, holder: None, count: 0 }
    }
}

/// One call of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// The function.
    pub func: FuncId,
    /// The next instruction; in a frame that is not the top one, the call.
    pub pc: Pc,
    /// The registers.
    pub regs: Vec<Value>,
    /// What it was called on, for the user: by its register that is not known any more once it is dead.
    pub receiver: Receiver,
}

/// The object that a function was called on, if it was called on one. It is no part of the state: all are equal.
#[derive(Clone, Copy, Debug)]
pub struct Receiver(pub Option<u32>);

impl PartialEq for Receiver {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Receiver {}

impl Frame {
    /// A call with the arguments in the first registers and zero in the others.
    pub fn new(program: &Program, func: FuncId, args: &[Value]) -> Self {
        let decls = &program.functions[func.index()].regs;
        let regs =
            decls.iter().enumerate().map(|(i, reg)| args.get(i).copied().unwrap_or(Value::zero(reg.ty)));
        let receiver = Receiver(args.first().and_then(|value| value.object()));
        Frame { func, pc: Pc(0), regs: regs.collect(), receiver }
    }

    /// The value of an operand here.
    pub fn value(&self, operand: Operand) -> Value {
        match operand {
            Operand::Reg(Reg(r)) => self.regs[r as usize],
            constant => Value::constant(constant)
                .expect("[commute internal bug] an operand is a register or a constant"),
        }
    }
}

/// What a thread is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// It stands before its next instruction.
    Running,
    /// In a wait, after leaving a monitor that it held this many times.
    Waiting(u64),
    /// The same, after a notification.
    Notified(u64),
    /// The same, after an interruption.
    Woken(u64),
    /// At a barrier, waiting for others.
    Arrived,
    /// At a barrier, may go on.
    Released,
    /// Its first function has returned.
    Ended,
    /// It raised what nothing caught.
    Failed,
    /// It made a false assumption.
    Halted,
}

impl Status {
    /// Whether it will never step again.
    pub fn is_finished(self) -> bool {
        matches!(self, Status::Ended | Status::Failed | Status::Halted)
    }
}

/// A thread. One that has finished has no frames.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thread {
    /// Its name, for reports: not part of the state's identity.
    pub name: String,
    /// The calls, outermost first.
    pub frames: Vec<Frame>,
    /// What it is doing.
    pub status: Status,
    /// Whether it was interrupted and has not noticed yet.
    pub interrupted: bool,
    /// Whether the program may end before it does.
    pub daemon: bool,
    /// The object that stands for it.
    pub handle: Option<u32>,
}

impl Thread {
    /// A thread that is about to run `frame`.
    pub fn new(name: String, frame: Frame, daemon: bool, handle: Option<u32>) -> Self {
        Thread { name, frames: vec![frame], status: Status::Running, interrupted: false, daemon, handle }
    }
}

/// A state of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// One word for each global.
    pub globals: Vec<Value>,
    /// The objects by number.
    pub objects: BTreeMap<u32, Object>,
    /// The threads by number.
    pub threads: Vec<Thread>,
    /// The thread that a choice has cut off inside an atomic block.
    pub exclusive: Option<usize>,
    /// The number of the next object. Numbers are not used twice in one execution, so that an object keeps
    /// its name in a trace.
    pub next_object: u32,
}

impl State {
    /// Globals and static objects with their first values, and no threads.
    pub fn new(program: &Program) -> Self {
        let constant = |operand: &Operand| Value::constant(*operand).unwrap_or(Value::Num(0));
        let object = |decl: &commute_ir::StaticObject| {
            let shape = program.shapes[decl.shape.index()];
            let made_as = matches!(shape, Shape::Array(_)).then_some(decl.shape);
            Object { made_as, ..Object::new(shape, decl.data.iter().map(constant).collect()) }
        };
        State {
            globals: program.globals.iter().map(|g| constant(&g.init)).collect(),
            objects: (0..).zip(program.statics.iter().map(object)).collect(),
            threads: Vec::new(),
            exclusive: None,
            next_object: program.statics.len() as u32,
        }
    }

    /// The object with this number.
    pub fn object(&self, number: u32) -> &Object {
        self.objects
            .get(&number)
            .expect("[commute internal bug] a reference to an object that does not exist")
    }

    /// The same, to be changed.
    pub fn object_mut(&mut self, number: u32) -> &mut Object {
        self.objects
            .get_mut(&number)
            .expect("[commute internal bug] a reference to an object that does not exist")
    }

    /// Adds an object and gives its number.
    pub fn allocate(&mut self, object: Object) -> u32 {
        let number = self.next_object;
        self.next_object += 1;
        self.objects.insert(number, object);
        number
    }
}
