//! The generator's state: what is declared, where in the program it stands, and what it may do there.

use super::Knobs;
use super::random::Random;
use super::tree::{Model, Node};
use super::world::{Feature, GuardId, Scalar, World};

/// What a local variable is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LocalKind {
    /// A word that can be assigned to.
    Word(Scalar),
    /// A number that cannot.
    Fixed,
    /// A reference to a cell that is not null.
    Cell,
    /// The handle of a thread.
    Handle,
    /// An array of two numbers.
    Array,
}

/// A local variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Local {
    /// Its name, different from all others.
    pub name: String,
    /// What it is.
    pub kind: LocalKind,
}

/// Where the generator stands.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// The guards that are held, and whether for writing.
    pub held: Vec<(GuardId, bool)>,
    /// The visible local variables.
    pub locals: Vec<Local>,
    /// How many blocks are around.
    pub depth: usize,
    /// Whether `break` has a meaning.
    pub in_loop: bool,
    /// Whether this code can run for ever, so that nothing in it may grow.
    pub endless: bool,
    /// Whether an atomic block is around. A loop that does not end there takes a million instructions to be found
    /// out, in each state.
    pub atomic: bool,
    /// Whether this is the body of a function, which calls no others.
    pub in_function: bool,
    /// Whether expressions must only read.
    pub pure: bool,
    /// What a `return` gives back here.
    pub returns: Option<String>,
    /// The local variable in which the thread writes down what it has seen, if it does.
    pub log: Option<String>,
    /// The thread, if it is one thread's body.
    pub thread: Option<usize>,
}

/// Makes one program.
pub struct Generator<'k> {
    /// The source of randomness.
    pub random: Random,
    /// What the user wants.
    pub knobs: &'k Knobs,
    /// The mistakes that this program makes, of a hundred occasions.
    pub mistakes: u32,
    /// What it is about.
    pub features: Vec<Feature>,
    /// What it declares.
    pub world: World,
    /// The declarations so far.
    pub items: Vec<Node>,
    /// Where the generator stands.
    pub scope: Scope,
    /// What the present thread does last.
    pub log_at_end: Option<Node>,
    /// How many statements it may still make.
    pub budget: usize,
    names: usize,
}

impl<'k> Generator<'k> {
    /// The generator of a seed.
    pub fn new(seed: u64, knobs: &'k Knobs) -> Self {
        let mut random = Random::new(seed);
        let mistakes = if random.chance(knobs.sloppy) { knobs.mistakes } else { 0 };
        let count = random.between(knobs.features.0, knobs.features.1);
        let features = (0..count).map(|_| *random.pick(&Feature::ALL)).collect();
        Self {
            random,
            knobs,
            mistakes,
            features,
            world: World::default(),
            items: Vec::new(),
            scope: Scope::default(),
            log_at_end: None,
            budget: 0,
            names: 0,
        }
    }

    /// The whole program.
    pub fn program(mut self) -> Model {
        self.declare();
        let plans = self.protocols();
        self.functions();
        self.threads(plans);
        self.specifications();
        Model { items: self.items }
    }

    /// Whether the program is about this.
    pub fn has(&self, feature: Feature) -> bool {
        self.features.contains(&feature)
    }

    /// Whether to make a mistake here.
    pub fn mistake(&mut self) -> bool {
        self.random.chance(self.mistakes)
    }

    /// A name that is used nowhere else.
    pub fn fresh(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    /// A new local variable.
    pub fn local(&mut self, stem: &str, kind: LocalKind) -> String {
        let name = self.fresh(stem);
        self.scope.locals.push(Local { name: name.clone(), kind });
        name
    }

    /// The names of the local variables of a kind.
    pub fn locals(&self, wanted: impl Fn(LocalKind) -> bool) -> Vec<String> {
        self.scope.locals.iter().filter(|l| wanted(l.kind)).map(|l| l.name.clone()).collect()
    }

    /// Whether a guard is held, for writing if that is asked for.
    pub fn holds(&self, guard: GuardId, write: bool) -> bool {
        self.scope.held.iter().any(|&(held, mode)| held == guard && (mode || !write))
    }

    /// Makes something in an inner scope, and comes back.
    pub fn inside<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.scope.clone();
        self.scope.depth += 1;
        let made = make(self);
        self.scope = outer;
        made
    }
}
