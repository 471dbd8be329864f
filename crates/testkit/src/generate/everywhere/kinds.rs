//! What the threads of a program share, and how they come by it.

use crate::generate::random::Random;

/// A kind of object, or a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A global variable.
    Word,
    /// An instance of a class.
    Cell,
    /// An array of two numbers.
    Array,
    /// A growable array.
    Seq,
    /// A set.
    Set,
    /// A lock.
    Lock,
    /// A read-write lock.
    ReadWrite,
    /// A semaphore.
    Semaphore,
    /// A barrier of two parties.
    Barrier,
    /// A channel.
    Channel,
    /// A thread.
    Thread,
    /// Nothing: what is done needs no object.
    Nothing,
}

impl Kind {
    /// The type of a place that refers to one.
    pub fn ty(self) -> &'static str {
        match self {
            Kind::Word | Kind::Nothing => "mod 3",
            Kind::Cell => "Cell",
            Kind::Array => "[mod 3; 2]",
            Kind::Seq => "[mod 3]",
            Kind::Set => "set<mod 3>",
            Kind::Lock => "lock",
            Kind::ReadWrite => "rwlock",
            Kind::Semaphore => "semaphore",
            Kind::Barrier => "barrier",
            Kind::Channel => "channel of mod 3",
            Kind::Thread => "thread",
        }
    }

    /// An expression that makes one. Sizes are often computed, and now and then make no sense.
    pub fn made(self, random: &mut Random) -> String {
        let size = *random.pick(&["1", "2", "1", "0", "size", "size - 1", "size - 2"]);
        match self {
            Kind::Cell => "new Cell()".to_owned(),
            Kind::Array if random.chance(80) => "new [mod 3; 2]".to_owned(),
            Kind::Array => format!("new [mod 3; {size}]"),
            Kind::Seq => "new [mod 3]".to_owned(),
            Kind::Set => "new set<mod 3>".to_owned(),
            Kind::Lock => "new lock".to_owned(),
            Kind::ReadWrite => "new rwlock".to_owned(),
            Kind::Semaphore => format!("new semaphore({size})"),
            Kind::Barrier if random.chance(70) => "new barrier(2)".to_owned(),
            Kind::Barrier => format!("new barrier({size})"),
            Kind::Channel => format!("new channel({size}) of mod 3"),
            Kind::Word | Kind::Thread | Kind::Nothing => "0".to_owned(),
        }
    }

    /// What stands after the name of a global variable that is one from the start.
    fn declared(self, random: &mut Random) -> String {
        let few = random.below(3);
        match self {
            Kind::Cell => ": Cell = new Cell()".to_owned(),
            Kind::Set if random.chance(60) => ": set<mod 3> = {1, 2}".to_owned(),
            Kind::Semaphore => format!(": semaphore = {few}"),
            Kind::Barrier => ": barrier(2)".to_owned(),
            Kind::Channel => format!(": channel({}) of mod 3", few.max(1)),
            other => format!(": {}", other.ty()),
        }
    }

    /// Whether there may be a table of such objects.
    fn has_tables(self) -> bool {
        !matches!(self, Kind::Word | Kind::Cell | Kind::Thread | Kind::Nothing)
    }

    /// Whether it is a reference that can be passed and stored.
    pub fn is_reference(self) -> bool {
        !matches!(self, Kind::Word | Kind::Thread | Kind::Nothing)
    }
}

/// How threads come by the object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Supply {
    /// It is a global variable.
    Global,
    /// A field of an object refers to it.
    Field,
    /// It is one of a table.
    Table,
    /// Whoever starts the threads made it.
    Parameter,
    /// One thread made it and hands it on, which the next one does too.
    Handed,
}

impl Supply {
    /// One that such objects can have.
    pub fn of(kind: Kind, random: &mut Random) -> Self {
        if !kind.is_reference() {
            return Supply::Global;
        }
        match random.below(10) {
            0..4 => Supply::Global,
            4..6 => Supply::Field,
            6 if kind.has_tables() => Supply::Table,
            7 => Supply::Handed,
            _ => Supply::Parameter,
        }
    }

    /// Whether a global variable leads to the object, so that functions and initialisers need not be given it.
    pub fn is_global(self) -> bool {
        !matches!(self, Supply::Parameter | Supply::Handed)
    }
}

/// What is shared.
#[derive(Clone, Debug)]
pub struct Thing {
    /// What it is.
    pub kind: Kind,
    /// How threads come by it.
    pub supply: Supply,
    /// The name of the variable that it is, or is in.
    pub name: String,
}

impl Thing {
    /// The declarations of global variables and classes that it needs.
    pub fn declarations(&self, random: &mut Random) -> Vec<String> {
        let Thing { kind, name, .. } = self;
        if *kind == Kind::Nothing || *kind == Kind::Thread {
            return Vec::new();
        }
        match self.supply {
            Supply::Global => vec![format!("var {name}{};", kind.declared(random))],
            Supply::Table => {
                let of = match kind {
                    Kind::Barrier => "barrier(2)".to_owned(),
                    Kind::Channel => "channel(1) of mod 3".to_owned(),
                    other => other.ty().to_owned(),
                };
                vec![format!("var {name}: [{of}; 2];")]
            }
            Supply::Field => vec![
                format!("class Box{name} {{ it: {} = {}; }}", kind.ty(), kind.made(random)),
                format!("var {name}: Box{name} = new Box{name}();"),
            ],
            Supply::Parameter => Vec::new(),
            Supply::Handed => vec![format!("var via{name}: channel(1) of {};", kind.ty())],
        }
    }

    /// The expression for it where it is used: mostly a local variable, which [`Thing::taken`] declares.
    pub fn place(&self, random: &mut Random) -> String {
        match self.supply {
            Supply::Table => format!("{}[{}]", self.name, random.pick(&["0", "0", "0", "1", "size - 1"])),
            Supply::Field if random.chance(30) => format!("{}.it", self.name),
            Supply::Field | Supply::Handed | Supply::Parameter => format!("l{}", self.name),
            Supply::Global => self.name.clone(),
        }
    }

    /// How a thread takes the object out of the field that it is in.
    pub fn taken(&self) -> Option<String> {
        let Thing { name, .. } = self;
        (self.supply == Supply::Field).then(|| format!("let l{name} = {name}.it;"))
    }
}
