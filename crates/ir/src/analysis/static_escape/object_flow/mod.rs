//! Phase 1: object flow, which says what virtual calls may run.
//!
//! Kinds of objects go where references go: along assignments, calls and returns, through fields and elements (one for each kind
//! of object that has them), exceptions and handles of threads. Only functions that are reached so are looked at, and a virtual
//! call reaches the methods of the kinds that come to it as receivers: the call graph and the flow are found together.

mod solver;

use super::alias::{AliasSets, Key, Node};
use super::contexts::Context;
use super::values::Values;
use crate::{FuncId, Instr, ObjOp, Operand, Place, Program, Selector, Shape, ShapeId};
use solver::{Holder, Solver, Use, Var};
use std::collections::{BTreeMap, BTreeSet};

/// What virtual calls may run, and what runs at all.
pub struct ObjectFlow {
    targets: BTreeMap<(FuncId, u32), BTreeSet<FuncId>>,
    reached: Vec<bool>,
}

impl ObjectFlow {
    /// Finds them. `program` must be valid.
    pub fn new(program: &Program) -> Self {
        let mut flow = Flow {
            program,
            solver: Solver::default(),
            sets: AliasSets::new(),
            bodies: program.functions.iter().map(|_| None).collect(),
            unread: Vec::new(),
            calls: Vec::new(),
            targets: BTreeMap::new(),
        };
        flow.begin();
        flow.run();
        Self { targets: flow.targets, reached: flow.bodies.iter().map(Option::is_some).collect() }
    }

    /// What the virtual call at `at` of `f` may run, ascending.
    pub fn targets(&self, f: FuncId, at: u32) -> impl Iterator<Item = FuncId> {
        self.targets.get(&(f, at)).into_iter().flatten().copied()
    }

    /// Whether some thread or the initialiser may come to `f`.
    pub fn is_reached(&self, f: FuncId) -> bool {
        self.reached[f.index()]
    }

    /// The functions that the instruction at `at` of `f` calls.
    pub fn called(&self, f: FuncId, at: u32, instr: &Instr) -> Vec<FuncId> {
        match instr {
            Instr::Call { func, .. } => vec![*func],
            Instr::CallVirtual { .. } => self.targets(f, at).collect(),
            _ => Vec::new(),
        }
    }
}

/// A function that is reached.
struct Body {
    context: Context,
    values: Values,
}

/// A virtual call.
struct Call {
    at: (FuncId, u32),
    selector: Selector,
    /// What its arguments refer to; `None` if that is nothing.
    args: Vec<Option<Var>>,
    result: Option<Var>,
}

struct Flow<'a> {
    program: &'a Program,
    solver: Solver,
    /// Used only to find the values that are one: what they hold is the solver's business.
    sets: AliasSets,
    bodies: Vec<Option<Body>>,
    /// Functions that are reached and have not been looked at.
    unread: Vec<FuncId>,
    calls: Vec<Call>,
    targets: BTreeMap<(FuncId, u32), BTreeSet<FuncId>>,
}

impl Flow<'_> {
    fn run(&mut self) {
        loop {
            while let Some(f) = self.unread.pop() {
                self.read(f);
            }
            match self.solver.next_receiver() {
                Some((call, kind)) => self.receive(call, kind),
                None => break,
            }
        }
    }

    /// What is there before the first step.
    fn begin(&mut self) {
        let program = self.program;
        for (g, global) in program.globals.iter().enumerate() {
            if let Operand::Static(object) = global.init {
                self.constant_into(Holder::Global(g as u32), program.statics[object.index()].shape);
            }
        }
        for object in &program.statics {
            for (slot, &word) in object.data.iter().enumerate() {
                if let Operand::Static(held) = word {
                    let key = self.part(object.shape, slot as u32);
                    self.constant_into(Holder::Part(object.shape, key), program.statics[held.index()].shape);
                }
            }
        }
        for &(_, class) in &program.fault_classes {
            self.all_into(Holder::Exception, Shape::Instance(class));
        }
        for thread in &program.threads {
            let args: Vec<Option<Var>> = thread.args.iter().map(|&arg| self.constant(arg)).collect();
            self.link(thread.func, &args, None);
            if let Some(handle) = thread.handle {
                self.constant_into(Holder::Current, program.statics[handle.index()].shape);
            }
        }
        if let Some(init) = program.init {
            self.reach(init);
        }
    }

    fn part(&self, shape: ShapeId, slot: u32) -> Key {
        match self.program.shapes[shape.index()] {
            Shape::Instance(_) => Key::Field(slot),
            _ => Key::Elements,
        }
    }

    fn constant_into(&mut self, holder: Holder, kind: ShapeId) {
        let var = self.solver.var(holder);
        self.solver.add(var, kind);
    }

    /// All kinds that are this shape come to `holder`.
    fn all_into(&mut self, holder: Holder, shape: Shape) {
        let var = self.solver.var(holder);
        for (kind, _) in self.program.shapes.iter().enumerate().filter(|&(_, s)| *s == shape) {
            self.solver.add(var, ShapeId::new(kind));
        }
    }

    fn constant(&mut self, operand: Operand) -> Option<Var> {
        match operand {
            Operand::Static(object) => {
                Some(self.solver.var(Holder::Constant(self.program.statics[object.index()].shape)))
            }
            _ => None,
        }
    }

    fn value(&mut self, node: Node) -> Var {
        let node = self.sets.find(node);
        self.solver.var(Holder::Value(node))
    }

    /// Its values are found before anybody asks for them, because they are united then.
    fn reach(&mut self, f: FuncId) {
        if self.bodies[f.index()].is_some() {
            return;
        }
        let func = &self.program.functions[f.index()];
        let context = Context::new(func, &mut self.sets);
        let values = Values::new(func, &context, &mut self.sets);
        let (thrown, caught) = (self.solver.var(Holder::Exception), self.value(context.exceptions));
        self.solver.flow(thrown, caught);
        self.bodies[f.index()] = Some(Body { context, values });
        self.unread.push(f);
    }

    fn body(&self, f: FuncId) -> &Body {
        self.bodies[f.index()].as_ref().expect("[commute internal bug] who is called is reached first")
    }

    fn operand(&mut self, f: FuncId, at: u32, operand: Operand) -> Option<Var> {
        match operand {
            Operand::Reg(reg) => self.body(f).values.before(at, reg).map(|node| self.value(node)),
            constant => self.constant(constant),
        }
    }

    fn written(&mut self, f: FuncId, at: u32) -> Option<Var> {
        self.body(f).values.written(at).map(|node| self.value(node))
    }

    fn flow(&mut self, from: Option<Var>, into: Option<Var>) {
        if let (Some(from), Some(into)) = (from, into) {
            self.solver.flow(from, into);
        }
    }

    fn read(&mut self, f: FuncId) {
        let code = &self.program.functions[f.index()].code;
        for (at, instr) in code.iter().enumerate() {
            self.instr(f, at as u32, instr);
        }
    }

    fn instr(&mut self, f: FuncId, at: u32, instr: &Instr) {
        match instr {
            Instr::Move { src, .. } => {
                let (from, into) = (self.operand(f, at, *src), self.written(f, at));
                self.flow(from, into);
            }
            Instr::StaticAt { base, count, .. } => self.statics(f, at, base.0..base.0 + count),
            Instr::New { shape, .. } => {
                let made = self.solver.var(Holder::Constant(*shape));
                let into = self.written(f, at);
                self.flow(Some(made), into);
            }
            Instr::Current { .. } => {
                let handle = self.solver.var(Holder::Current);
                let into = self.written(f, at);
                self.flow(Some(handle), into);
            }
            Instr::Load { place, .. } | Instr::Fixed { place, .. } => self.load(f, at, *place),
            Instr::Store { place, src, .. } | Instr::Cas { place, new: src, .. } => {
                self.store(f, at, *place, *src);
            }
            Instr::Invoke { op, obj, arg, .. } => self.invoke(f, at, *op, *obj, *arg),
            Instr::Return { value: Some(value) } => {
                let result = self.body(f).context.result;
                let (from, into) = (self.operand(f, at, *value), self.value(result));
                self.flow(from, Some(into));
            }
            Instr::Throw { exc } => {
                let (from, into) = (self.operand(f, at, *exc), self.solver.var(Holder::Exception));
                self.flow(from, Some(into));
            }
            _ => self.control(f, at, instr),
        }
    }

    /// Calls and starts.
    fn control(&mut self, f: FuncId, at: u32, instr: &Instr) {
        match instr {
            Instr::Call { func, args, .. } => {
                let (args, result) = (self.operands(f, at, args), self.written(f, at));
                self.link(*func, &args, result);
            }
            Instr::CallVirtual { selector, args, .. } => {
                let (args, result) = (self.operands(f, at, args), self.written(f, at));
                if let Some(Some(receiver)) = args.first().copied() {
                    self.calls.push(Call { at: (f, at), selector: *selector, args, result });
                    self.solver.uses(receiver, Use::Receiver(self.calls.len() - 1));
                }
            }
            Instr::Spawn { func, args, .. } => {
                let args = self.operands(f, at, args);
                self.link(*func, &args, None);
                self.all_into(Holder::Current, Shape::Thread);
                if let Some(node) = self.body(f).values.written(at) {
                    let node = self.sets.find(node);
                    self.all_into(Holder::Value(node), Shape::Thread);
                }
            }
            Instr::Start { thread, func, .. } => {
                let handle = self.operand(f, at, *thread);
                self.link(*func, &[handle], None);
                let current = self.solver.var(Holder::Current);
                self.flow(handle, Some(current));
            }
            // The others move no references.
            _ => {}
        }
    }

    fn operands(&mut self, f: FuncId, at: u32, operands: &[Operand]) -> Vec<Option<Var>> {
        operands.iter().map(|&operand| self.operand(f, at, operand)).collect()
    }

    fn statics(&mut self, f: FuncId, at: u32, objects: std::ops::Range<u32>) {
        if let Some(into) = self.written(f, at) {
            for object in objects {
                self.solver.add(into, self.program.statics[object as usize].shape);
            }
        }
    }

    fn load(&mut self, f: FuncId, at: u32, place: Place) {
        let Some(into) = self.written(f, at) else { return };
        match place {
            Place::Global(g) => {
                let global = self.solver.var(Holder::Global(g.0));
                self.solver.flow(global, into);
            }
            Place::Field { obj, field, .. } => self.used(f, at, obj, Use::Load(Key::Field(field), into)),
            Place::Elem { arr, .. } => self.used(f, at, arr, Use::Load(Key::Elements, into)),
            Place::Slot { obj, .. } => self.used(f, at, obj, Use::LoadSome(into)),
        }
    }

    fn store(&mut self, f: FuncId, at: u32, place: Place, src: Operand) {
        let Some(from) = self.operand(f, at, src) else { return };
        match place {
            Place::Global(g) => {
                let global = self.solver.var(Holder::Global(g.0));
                self.solver.flow(from, global);
            }
            Place::Field { obj, field, .. } => self.used(f, at, obj, Use::Store(Key::Field(field), from)),
            Place::Elem { arr, .. } => self.used(f, at, arr, Use::Store(Key::Elements, from)),
            Place::Slot { obj, .. } => self.used(f, at, obj, Use::StoreSome(from)),
        }
    }

    fn used(&mut self, f: FuncId, at: u32, object: Operand, with: Use) {
        if let Some(object) = self.operand(f, at, object) {
            self.solver.uses(object, with);
        }
    }

    fn invoke(&mut self, f: FuncId, at: u32, op: ObjOp, obj: Operand, arg: Option<Operand>) {
        let with = match op {
            ObjOp::Send | ObjOp::Push => {
                arg.and_then(|arg| self.operand(f, at, arg)).map(|from| Use::Store(Key::Elements, from))
            }
            ObjOp::Receive | ObjOp::Pop => self.written(f, at).map(|into| Use::Load(Key::Elements, into)),
            _ => None,
        };
        if let Some(with) = with {
            self.used(f, at, obj, with);
        }
    }

    /// A call of `callee`.
    fn link(&mut self, callee: FuncId, args: &[Option<Var>], result: Option<Var>) {
        self.reach(callee);
        for (at, &arg) in args.iter().enumerate() {
            let param = self.param(callee, at);
            self.flow(arg, param);
        }
        let returned = self.value(self.body(callee).context.result);
        self.flow(Some(returned), result);
    }

    fn param(&mut self, f: FuncId, at: usize) -> Option<Var> {
        self.body(f).context.params.get(at).copied().map(|node| self.value(node))
    }

    /// A kind has come to a virtual call: its method runs, and of receivers only that kind goes there.
    fn receive(&mut self, call: usize, kind: ShapeId) {
        let Call { at, selector, .. } = self.calls[call];
        let class = self.program.class_of_shape(self.program.shapes[kind.index()]);
        let Some(callee) = class.and_then(|class| self.program.method(class, selector)) else { return };
        if self.targets.entry(at).or_default().insert(callee) {
            let mut args = self.calls[call].args.clone();
            args[0] = None;
            let result = self.calls[call].result;
            self.link(callee, &args, result);
        }
        if let Some(this) = self.param(callee, 0) {
            self.solver.add(this, kind);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    /// Classes A, B (extends A) and C (extends A, and overrides nothing) with a method each for sel0, two of them made.
    const CLASSES: &str = "selector sel0 run\n\
        class class0 A {\n field held: anyref\n method sel0 = fn1\n}\n\
        class class1 B extends class0 {\n field held: anyref\n method sel0 = fn2\n}\n\
        class class2 C extends class0 {\n field held: anyref\n}\n\
        shape shape0 = instance(class0)\nshape shape1 = instance(class1)\nshape shape2 = instance(class2)\n\
        shape shape3 = array(anyref)\n\
        global global0 g: anyref = null\n";

    fn targets(body: &str, at: u32) -> Vec<u32> {
        let text = format!(
            "{CLASSES}fn fn0 main() {{\n reg r0: anyref\n reg r1: anyref\n reg r2: anyref\n{body}}}\n\
             fn fn1 A.run(r0: anyref) {{\n return\n}}\nfn fn2 B.run(r0: anyref) {{\n return\n}}\n\
             thread main = fn0()\n"
        );
        let program = parse(&text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
        ObjectFlow::new(&program).targets(FuncId(0), at).map(|f| f.0).collect()
    }

    #[test]
    fn a_receiver_has_the_classes_that_come_to_it() {
        let one = " r0 = new shape1, 0\n r1 = new shape0, 0\n call_virtual sel0(r0)\n return\n";
        assert_eq!(targets(one, 2), [2], "A is made, too, but does not come there");
        let inherited = " r0 = new shape2, 0\n call_virtual sel0(r0)\n return\n";
        assert_eq!(targets(inherited, 1), [1], "C has its method from A");
        let none = " call_virtual sel0(null)\n return\n";
        assert_eq!(targets(none, 0), [0u32; 0]);
    }

    #[test]
    fn a_register_that_is_used_twice_is_two_receivers() {
        let text = " r0 = new shape1, 0\n call_virtual sel0(r0)\n r0 = new shape0, 0\n call_virtual sel0(r0)\n return\n";
        assert_eq!((targets(text, 1), targets(text, 3)), (vec![2], vec![1]));
    }

    #[test]
    fn classes_come_through_fields_elements_and_globals() {
        let field = " r0 = new shape0, 0\n r1 = new shape1, 0\n store r0{class0.0}, r1\n\
             r2 = load r0{class0.0}\n call_virtual sel0(r2)\n return\n";
        assert_eq!(targets(field, 4), [2]);
        let elements = " r0 = new shape3, 1\n r1 = new shape1, 0\n store r0[0], r1\n\
             r2 = load r0[0]\n call_virtual sel0(r2)\n return\n";
        assert_eq!(targets(elements, 4), [2]);
        let global =
            " r1 = new shape1, 0\n store global0, r1\n r2 = load global0\n call_virtual sel0(r2)\n return\n";
        assert_eq!(targets(global, 3), [2]);
    }
}
