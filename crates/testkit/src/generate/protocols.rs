//! What threads do with each other: laid out beforehand, so that for most programs it can succeed.

use super::machinery::{Generator, LocalKind};
use super::tree::{Node, block, blocks, leaf, line, plain};
use super::world::{Feature, GuardId, Scalar, Var};

/// A thread's part of a protocol.
#[derive(Clone, Debug)]
pub enum Plan {
    /// Sends a number through a channel, or a cell.
    Send(String, bool),
    /// Receives it.
    Receive(String, bool),
    /// One line: `arrive`, `up`, `down`, `join`, `interrupt`.
    Line(String),
    /// Sets a flag and notifies.
    Announce(Flag),
    /// Waits for the flag.
    Await(Flag),
    /// Hands a cell over by a reference.
    HandOver(String),
    /// Takes it.
    TakeOver(String),
    /// Waits to be interrupted.
    Sleep(GuardId),
}

/// A flag that one thread sets and another waits for.
#[derive(Clone, Debug)]
pub struct Flag {
    name: String,
    monitor: Option<GuardId>,
}

impl Generator<'_> {
    /// The parts of each thread, in an order in which no thread waits for a later part.
    pub fn protocols(&mut self) -> Vec<Vec<Plan>> {
        let mut plans = vec![Vec::new(); self.world.threads];
        for feature in self.features.clone() {
            let (a, b) = self.two_threads();
            self.protocol(feature, a, b, &mut plans);
        }
        for plan in &mut plans {
            if plan.len() > 1 && self.mistake() {
                plan.swap(0, 1);
            }
        }
        plans
    }

    fn two_threads(&mut self) -> (usize, usize) {
        let a = self.random.below(self.world.threads);
        let b = (a + self.random.between(1, self.world.threads - 1)) % self.world.threads;
        (a, b)
    }

    fn protocol(&mut self, feature: Feature, a: usize, b: usize, plans: &mut [Vec<Plan>]) {
        match feature {
            Feature::Channels => self.channel(a, b, plans),
            Feature::Barriers => self.barrier(a, b, plans),
            Feature::Signals | Feature::Processes => self.signal(feature, a, b, plans),
            Feature::Conditions => self.condition(a, b, plans),
            Feature::When if self.random.chance(50) => {
                let flag = Flag { name: self.declared("flag", ": bool;"), monitor: None };
                plans[a].push(Plan::Announce(flag.clone()));
                plans[b].push(Plan::Await(flag));
            }
            Feature::Joins => {
                let joined = if self.mistake() { b } else { a };
                plans[b].push(Plan::Line(format!("join t{joined};")));
            }
            Feature::Heap if self.random.chance(50) => {
                let name = self.declared("hand", ": Cell;");
                plans[a].push(Plan::HandOver(name.clone()));
                plans[b].push(Plan::TakeOver(name));
            }
            Feature::Interrupts => {
                let monitor = self.monitor();
                plans[a].push(Plan::Line(format!("t{b}.interrupt();")));
                plans[b].push(Plan::Sleep(monitor));
            }
            _ => {}
        }
    }

    fn channel(&mut self, a: usize, b: usize, plans: &mut [Vec<Plan>]) {
        let objects = self.random.chance(40);
        let (of, capacity) = (if objects { "Cell" } else { "mod 3" }, self.random.between(1, 2));
        let name = self.declared("ch", &format!(": channel({capacity}) of {of};"));
        for _ in 0..self.random.between(1, 2) {
            plans[a].push(Plan::Send(name.clone(), objects));
            if !self.mistake() {
                plans[b].push(Plan::Receive(name.clone(), objects));
            }
        }
    }

    fn barrier(&mut self, a: usize, b: usize, plans: &mut [Vec<Plan>]) {
        let all = self.random.chance(40);
        let parties = if all { self.world.threads } else { 2 };
        let name = self.declared("bar", &format!(": barrier({parties});"));
        for (t, plan) in plans.iter_mut().enumerate() {
            if (all || t == a || t == b) && !self.mistake() {
                plan.push(Plan::Line(format!("{name}.arrive();")));
            }
        }
    }

    fn signal(&mut self, feature: Feature, a: usize, b: usize, plans: &mut [Vec<Plan>]) {
        let name = self.declared("sem", ": semaphore;");
        if !self.mistake() {
            plans[b].push(Plan::Line(format!("{name}.down();")));
        }
        if feature == Feature::Signals {
            return plans[a].push(Plan::Line(format!("{name}.up();")));
        }
        // The signal comes from another process.
        let count = self.random.between(1, 2);
        let section = block(leaf("with (k)"), vec![plain("y += 1;"), plain("assert y == 1 || y == 0;")]);
        let body = vec![section, plain(format!("{name}.up();"))];
        let main = block(leaf(format!("thread worker[i in 0..{count}]")), body);
        let process = format!("process other{name}");
        self.items.push(block(leaf(process), vec![plain("var y: mod 2;"), plain("var k: lock;"), main]));
    }

    fn condition(&mut self, a: usize, b: usize, plans: &mut [Vec<Plan>]) {
        let monitor = self.monitor();
        let name = self.declared("flag", ": bool;");
        self.world.vars.push(Var {
            place: name.clone(),
            ty: Scalar::Bool,
            guard: Some(monitor),
            owner: Some(self.world.threads),
        });
        let flag = Flag { name, monitor: Some(monitor) };
        plans[a].push(Plan::Announce(flag.clone()));
        plans[b].push(Plan::Await(flag));
    }

    /// The statements of a part.
    pub fn part(&mut self, plan: Plan, out: &mut Vec<Node>) {
        match plan {
            Plan::Line(text) => out.push(plain(text)),
            Plan::Send(channel, objects) => self.send(&channel, objects, out),
            Plan::Receive(channel, objects) => self.receive(&channel, objects, out),
            Plan::Announce(flag) => self.announce(&flag, out),
            Plan::Await(flag) => self.wait_for(&flag, out),
            Plan::HandOver(name) => {
                let cell = self.fresh("c");
                out.push(plain(format!("let {cell} = new Cell(2);")));
                self.use_cell(&cell, out);
                out.push(plain(format!("{name} = {cell};")));
                if self.mistake() {
                    self.use_cell(&cell, out);
                }
            }
            Plan::TakeOver(name) => {
                let cell = self.fresh("c");
                out.push(plain(format!("when ({name} != null);")));
                out.push(plain(format!("let {cell} = {name};")));
                self.use_cell(&cell, out);
            }
            Plan::Sleep(monitor) => self.sleep(monitor, out),
        }
    }

    fn send(&mut self, channel: &str, objects: bool, out: &mut Vec<Node>) {
        if !objects {
            let value = self.int(1);
            return out.push(line(format!("{channel}.send($);"), vec![value]));
        }
        let cell = self.fresh("c");
        out.push(plain(format!("let {cell} = new Cell(1);")));
        out.push(plain(format!("{channel}.send({cell});")));
        if self.mistake() {
            self.use_cell(&cell, out);
        }
    }

    fn receive(&mut self, channel: &str, objects: bool, out: &mut Vec<Node>) {
        if objects {
            let cell = self.local("c", LocalKind::Cell);
            out.push(plain(format!("let {cell} = {channel}.receive();")));
            self.use_cell(&cell, out);
        } else {
            let name = self.local("t", LocalKind::Word(Scalar::Mod(3)));
            out.push(plain(format!("let {name}: mod 3 = {channel}.receive();")));
        }
    }

    fn announce(&mut self, flag: &Flag, out: &mut Vec<Node>) {
        let set = plain(format!("{} = true;", flag.name));
        let Some(monitor) = flag.monitor else { return out.push(set) };
        let object = self.world.guards[monitor].name.clone();
        let notify = if self.random.chance(60) { "notify_all" } else { "notify" };
        let nodes = self.section(monitor, true, |_| vec![set, plain(format!("{object}.{notify}();"))]);
        out.extend(nodes);
    }

    fn wait_for(&mut self, flag: &Flag, out: &mut Vec<Node>) {
        let Flag { name, monitor } = flag;
        let Some(monitor) = *monitor else {
            return out.push(match self.random.below(3) {
                0 if !self.scope.atomic => block(leaf(format!("while !{name}")), vec![plain("yield;")]),
                1 => block(leaf(format!("when ({name})")), vec![plain(format!("{name} = false;"))]),
                _ => plain(format!("when ({name});")),
            });
        };
        let object = self.world.guards[monitor].name.clone();
        let timed = !self.scope.atomic && self.random.chance(30);
        let word = if self.mistake() { "if" } else { "while" };
        let wait = if timed { "wait_timed" } else { "wait" };
        let nodes = self.section(monitor, true, |_| {
            vec![
                block(leaf(format!("{word} !{name}")), vec![plain(format!("{object}.{wait}();"))]),
                plain(format!("assert {name};")),
            ]
        });
        out.extend(nodes);
    }

    fn sleep(&mut self, monitor: GuardId, out: &mut Vec<Node>) {
        let object = self.world.guards[monitor].name.clone();
        let nodes = self.section(monitor, true, |_| vec![plain(format!("{object}.wait();"))]);
        if self.random.chance(30) {
            return out.extend(nodes);
        }
        out.push(blocks(vec![(leaf("try"), nodes), (leaf("catch (e)"), vec![plain("skip;")])]));
    }
}
