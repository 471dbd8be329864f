//! Bodies of threads and functions, and the table of statements.

use super::machinery::{Generator, Local, LocalKind, Scope};
use super::protocols::Plan;
use super::tree::{Node, block, leaf, line, plain, text};
use super::world::{Feature, Function, Scalar, Signature};

/// A kind of statement.
struct Kind {
    /// What a program must be about to have it.
    feature: Option<Feature>,
    /// How often it is taken.
    weight: u32,
    /// Whether it has blocks.
    nests: bool,
    /// Makes one.
    make: fn(&mut Generator<'_>, &mut Vec<Node>),
}

const fn always(weight: u32, nests: bool, make: fn(&mut Generator<'_>, &mut Vec<Node>)) -> Kind {
    Kind { feature: None, weight, nests, make }
}

const fn with(
    feature: Feature,
    weight: u32,
    nests: bool,
    make: fn(&mut Generator<'_>, &mut Vec<Node>),
) -> Kind {
    Kind { feature: Some(feature), weight, nests, make }
}

const KINDS: &[Kind] = &[
    always(12, false, |g, out| g.access(out)),
    always(2, false, |g, out| g.local_word(out)),
    always(2, true, |g, out| g.branch(out)),
    always(2, false, |g, out| g.assertion(out)),
    always(1, false, |_, out| out.push(plain("yield;"))),
    with(Feature::Loops, 5, true, |g, out| g.rounds(out)),
    with(Feature::Loops, 3, true, |g, out| g.leave(out)),
    with(Feature::Functions, 2, true, |g, out| g.leave(out)),
    with(Feature::Endless, 1, true, |g, out| g.long_computation(out)),
    with(Feature::Atomic, 6, true, |g, out| g.atomic(out)),
    with(Feature::When, 4, true, |g, out| g.when(out)),
    with(Feature::Choose, 4, true, |g, out| g.choice(out)),
    with(Feature::Choose, 3, false, |g, out| g.choice_of_value(out)),
    with(Feature::Cas, 6, true, |g, out| g.swap(out)),
    with(Feature::Assume, 2, false, |g, out| g.assumption(out)),
    with(Feature::Exceptions, 7, true, |g, out| g.attempt(out)),
    with(Feature::Functions, 5, false, |g, out| g.call(out)),
    with(Feature::Methods, 5, false, |g, out| g.call(out)),
    with(Feature::Spawn, 4, false, |g, out| g.spawn(out)),
    with(Feature::Heap, 4, false, |g, out| g.object(out)),
    with(Feature::Heap, 4, true, |g, out| g.look(out)),
    with(Feature::FreeList, 6, true, |g, out| g.recycle(out)),
    with(Feature::Holders, 9, true, |g, out| g.holder(out)),
    with(Feature::FreshObjects, 4, true, |g, out| g.fresh_objects(out)),
    with(Feature::Arrays, 6, false, |g, out| g.array(out)),
    with(Feature::Sequences, 6, false, |g, out| g.sequence(out)),
    with(Feature::Sets, 6, false, |g, out| g.set(out)),
    with(Feature::Conditions, 3, false, |g, out| g.signalling(out)),
    with(Feature::Interrupts, 2, false, |g, out| g.signalling(out)),
];

impl Generator<'_> {
    /// A statement (which may be several lines).
    pub fn statement(&mut self, out: &mut Vec<Node>) {
        if self.budget == 0 {
            return out.push(plain("yield;"));
        }
        self.budget -= 1;
        let deep = self.scope.depth >= self.knobs.depth;
        let weight = |kind: &Kind| {
            let wanted = kind.feature.is_none_or(|f| self.has(f)) && !(deep && kind.nests);
            if wanted { kind.weight } else { 0 }
        };
        let weights: Vec<u32> = KINDS.iter().map(weight).collect();
        let kind = &KINDS[self.random.weighted(weights.into_iter())];
        (kind.make)(self, out);
    }

    /// The body of a block.
    pub fn body(&mut self, most: usize) -> Vec<Node> {
        let count = self.random.between(1, most);
        self.inside(|g| {
            let mut out = Vec::new();
            for _ in 0..count {
                g.statement(&mut out);
            }
            out
        })
    }

    /// The functions, if threads call or start any.
    pub fn functions(&mut self) {
        let called = self.has(Feature::Functions);
        if called || self.has(Feature::Spawn) {
            self.function();
        }
        if called && self.random.chance(60) {
            self.value_function();
        }
        if called && self.random.chance(50) {
            self.recursive_function();
        }
    }

    fn in_function<T>(&mut self, parameter: &str, make: impl FnOnce(&mut Self) -> T) -> T {
        self.budget = 3;
        self.scope = Scope { in_function: true, depth: 1, ..Scope::default() };
        let kind = LocalKind::Word(Scalar::Mod(3));
        self.scope.locals.push(Local { name: parameter.to_owned(), kind });
        make(self)
    }

    fn function(&mut self) {
        let body = self.in_function("p", |g| {
            let mut body = g.body(2);
            if g.random.chance(20) {
                body.push(block(leaf("if p == 0"), vec![plain("return;")]));
                g.statement(&mut body);
            }
            body
        });
        let name = self.fresh("f");
        self.items.push(block(leaf(format!("fn {name}(p: mod 3)")), body));
        self.world.functions.push(Function { name, signature: Signature::Plain });
    }

    fn value_function(&mut self) {
        let body = self.in_function("p", |g| {
            g.scope.returns = Some("p".into());
            let mut body = g.body(1);
            if g.random.chance(30) {
                let guard = g.random.below(g.world.guards.len());
                let inner = g.section(guard, true, |g| {
                    let mut inner = Vec::new();
                    g.leave(&mut inner);
                    inner
                });
                body.extend(inner);
            }
            let value = g.int(1);
            body.push(line("return $;", vec![value]));
            body
        });
        let name = self.fresh("f");
        self.items.push(block(leaf(format!("fn {name}(p: mod 3) -> mod 3")), body));
        self.world.functions.push(Function { name, signature: Signature::Value });
    }

    fn recursive_function(&mut self) {
        let name = self.fresh("f");
        let body = self.in_function("p", |g| {
            let mut inner = g.body(1);
            inner.push(line(format!("{name}($);"), vec![leaf("p - 1")]));
            if g.random.chance(30) {
                g.statement(&mut inner);
            }
            inner
        });
        let test = block(leaf("if p > 0"), body);
        self.items.push(block(leaf(format!("fn {name}(p: mod 3)")), vec![test]));
        self.world.functions.push(Function { name, signature: Signature::Plain });
    }

    /// All threads, with their parts of the protocols.
    pub fn threads(&mut self, plans: Vec<Vec<Plan>>) {
        let count = self.world.threads;
        for (t, plan) in plans.into_iter().enumerate() {
            let planned = plan.len();
            let share = self.knobs.statements / count;
            self.budget = share.saturating_sub(planned / 2).max(1);
            self.scope = Scope { thread: Some(t), ..Scope::default() };
            self.thread(t, plan);
        }
    }

    fn thread(&mut self, t: usize, plan: Vec<Plan>) {
        let alone = plan.is_empty();
        let named = self.has(Feature::Joins) || self.has(Feature::Interrupts);
        let group = alone && !named && self.world.threads == 2 && self.random.chance(20);
        if group {
            self.scope.locals.push(Local { name: "i".into(), kind: LocalKind::Fixed });
            self.budget = self.budget.min(3);
        }
        let mut head = if group { format!("thread t{t}[i in 0..2]") } else { format!("thread t{t}") };
        let mut body = Vec::new();
        let logged = !group && self.random.chance(50);
        if logged {
            let seen = self.declared("seen", ": mod 9;");
            let log = self.fresh("log");
            body.push(plain(format!("let {log}: mod 9 = 0;")));
            self.scope.log = Some(log.clone());
            self.log_at_end = Some(plain(format!("{seen} = {log};")));
        }
        if alone && !group && self.has(Feature::Endless) && self.random.chance(60) {
            self.scope.endless = true;
            self.scope.in_loop = true;
            self.budget = self.budget.min(3);
            // A step in each round, or a round could be endless by itself.
            let mut round = vec![plain("yield;")];
            round.extend(self.body(2));
            body.push(block(leaf("loop"), round));
            if self.random.chance(60) {
                head = format!("daemon {head}");
            }
        } else {
            self.fill(plan, &mut body);
        }
        body.extend(self.log_at_end.take());
        self.label(t, group, &mut body);
        self.items.push(block(leaf(head), body));
    }

    /// Parts of protocols in their order, with statements between.
    fn fill(&mut self, plan: Vec<Plan>, body: &mut Vec<Node>) {
        let mut plan = plan.into_iter();
        loop {
            if self.budget > 0 && self.random.chance(60) {
                self.statement(body);
                continue;
            }
            match plan.next() {
                Some(part) if self.has(Feature::Atomic) && self.random.chance(25) => {
                    let mut inner = Vec::new();
                    self.inside(|g| {
                        g.scope.atomic = true;
                        g.part(part, &mut inner);
                    });
                    body.push(block(leaf("atomic"), inner));
                }
                Some(part) => self.part(part, body),
                None if self.budget > 0 => self.statement(body),
                None => return,
            }
        }
    }

    /// A label before the first statement, and an invariant about it.
    fn label(&mut self, t: usize, group: bool, body: &mut [Node]) {
        if group || !self.random.chance(10) {
            return;
        }
        if let Some(Node::Line(first)) = body.first_mut() {
            *first = text(format!("'start: {}", first.pattern), std::mem::take(&mut first.holes));
            let place = leaf(format!("at(t{t}, 'start)"));
            let other = self.predicate();
            self.items.push(line("invariant ($ => $);", vec![place, other]));
        }
    }
}
