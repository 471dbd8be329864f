//! What an instruction may do to which objects.

use crate::code::Code;
use crate::footprint::operation_of;
use commute_ir::analysis::{CallGraph, Constants, Known};
use commute_ir::{ClassId, FuncId, Instr, ObjOp, Operand, Place, Program, Shape, Timeouts};
use commute_machine::{Detail, Objects, Operation, Pattern, PossibleAct, Sources};
use fixedbitset::FixedBitSet;
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

/// The functions that threads begin with.
pub fn first_functions(code: &Code) -> FixedBitSet {
    let mut first = FixedBitSet::with_capacity(code.program.functions.len());
    code.program.threads.iter().for_each(|t| first.insert(t.func.index()));
    for instr in code.program.functions.iter().flat_map(|f| &f.code) {
        if let Instr::Spawn { func, .. } | Instr::Start { func, .. } = instr {
            first.insert(func.index());
        }
    }
    first
}

/// The functions that may be called inside an atomic block, there or further down.
pub fn called_inside(code: &Code, graph: &CallGraph) -> FixedBitSet {
    let functions = &code.program.functions;
    let mut inside = FixedBitSet::with_capacity(functions.len());
    let mut work: Vec<FuncId> = Vec::new();
    for (function, info) in functions.iter().zip(&code.funcs) {
        let calls = function.code.iter().zip(&info.atomic).filter(|(_, atomic)| **atomic);
        calls.for_each(|(instr, _)| work.extend_from_slice(callees(graph, instr)));
    }
    while let Some(func) = work.pop() {
        if !inside.put(func.index()) {
            functions[func.index()].code.iter().for_each(|i| work.extend_from_slice(callees(graph, i)));
        }
    }
    inside
}

/// The functions that an instruction may call.
pub fn callees<'a>(graph: &'a CallGraph, instr: &'a Instr) -> &'a [FuncId] {
    match instr {
        Instr::Call { func, .. } => std::slice::from_ref(func),
        Instr::CallVirtual { selector, .. } => graph.methods(*selector),
        _ => &[],
    }
}

/// For each class the kinds of its instances and of those of its subclasses, as far as somebody has asked: nearly every instruction that
/// accesses a field does.
#[derive(Default)]
pub struct Kinds {
    of: RefCell<HashMap<ClassId, Arc<[u32]>>>,
}

impl Kinds {
    fn of(&self, program: &Program, class: ClassId) -> Arc<[u32]> {
        let mut known = self.of.borrow_mut();
        known.entry(class).or_insert_with(|| program.kinds_of(class).map(|(kind, _)| kind).collect()).clone()
    }
}

/// An instruction.
pub struct Here<'a> {
    /// The program.
    pub code: &'a Code,
    /// The function.
    pub unit: FuncId,
    /// The kinds of instances.
    pub kinds: &'a Kinds,
    /// What is known of its registers.
    pub constants: &'a Constants,
    /// Where in the function.
    pub at: usize,
    /// Whether the function may be called inside an atomic block.
    pub called_inside: bool,
}

impl Here<'_> {
    fn instr(&self) -> &Instr {
        &self.code.program.functions[self.unit.index()].code[self.at]
    }

    /// Adds what it may do. `begins_threads`: a thread may begin with this function, so a `Return` may be its end.
    pub fn acts(&self, begins_threads: bool, out: &mut Vec<PossibleAct>) {
        let plain = Some(Detail::Plain);
        let mut add = |pattern, operation, detail| out.push(PossibleAct { pattern, operation, detail });
        if let Some(life) = self.code.life(self.unit.index() as u32) {
            add(Pattern::Global(life.0), Operation::Read, plain);
        }
        match self.instr() {
            Instr::EndProcess { life, .. } => add(Pattern::Global(life.0), Operation::Write, plain),
            Instr::Load { place, .. } => add(self.place(place), Operation::Read, plain),
            Instr::Store { place, .. } => add(self.place(place), Operation::Write, plain),
            Instr::Cas { place, .. } => add(self.place(place), Operation::Cas, plain),
            Instr::Spawn { .. } => add(Pattern::Thread, Operation::Spawn, plain),
            Instr::Start { thread, .. } => {
                add(Pattern::Object(self.objects(*thread, |s| self.is_handle(s))), Operation::Spawn, plain);
                add(Pattern::Thread, Operation::Spawn, plain);
            }
            Instr::Return { .. } if begins_threads => {
                add(Pattern::Object(self.handles()), Operation::End, plain);
                add(Pattern::Thread, Operation::End, plain);
            }
            Instr::Invoke { op, obj, arg, .. } => {
                let objects = self.objects(*obj, |s| self.code.program.allows(s, *op));
                let detail = self.detail(*op, *arg);
                let (on_monitor, operation) = operation_of(*op);
                let on = |o| if on_monitor { Pattern::Monitor(o) } else { Pattern::Object(o) };
                if matches!(op, ObjOp::Wait | ObjOp::WaitTimed) {
                    add(on(objects.clone()), Operation::Resume, plain);
                }
                if let (ObjOp::WaitTimed, Timeouts::Last(clock)) = (op, self.code.program.timeouts) {
                    add(Pattern::Global(clock.0), Operation::Write, plain);
                }
                add(on(objects), operation, detail);
            }
            Instr::Block { timed: true, .. } => {
                if let Timeouts::Last(clock) = self.code.program.timeouts {
                    add(Pattern::Global(clock.0), Operation::Write, plain);
                }
            }
            _ => {}
        }
    }

    /// Where it may take a reference from. Comparing references, as `Cas` does, gives none.
    pub fn sources(&self, out: &mut Sources) {
        let (objects, word) = match self.instr() {
            Instr::Load { place, .. } | Instr::Fixed { place, .. } => match self.place(place) {
                Pattern::Global(global) => return out.add_global(global),
                Pattern::Word(objects, word) => (objects, word),
                Pattern::Object(_) | Pattern::Monitor(_) | Pattern::Thread => return,
            },
            Instr::Invoke { op, obj, dst: Some(_), .. } => {
                (self.objects(*obj, |s| self.code.program.allows(s, *op)), None)
            }
            _ => return,
        };
        match objects {
            Objects::OfKinds(kinds) => kinds.iter().for_each(|&kind| out.add_word(kind, word)),
            Objects::Static { first, count } => {
                let statics = &self.code.program.statics[first as usize..(first + count) as usize];
                statics.iter().for_each(|object| out.add_word(object.shape.0, word));
            }
        }
    }

    /// What a block does that begins here and counts with a word.
    pub fn counts(&self, place: &Place, operation: Operation, detail: Option<Detail>) -> PossibleAct {
        PossibleAct { pattern: self.place(place), operation, detail }
    }

    /// Whether it may be a choice inside an atomic block, which keeps all other threads from going on for a moment.
    pub fn may_choose_inside(&self) -> bool {
        let chooses = matches!(self.instr(), Instr::Choose { .. } | Instr::Invoke { op: ObjOp::Notify, .. });
        chooses && self.is_inside_atomic()
    }

    /// Whether it may be inside an atomic block.
    pub fn is_inside_atomic(&self) -> bool {
        self.code.funcs[self.unit.index()].atomic[self.at] || self.called_inside
    }

    fn detail(&self, op: ObjOp, arg: Option<Operand>) -> Option<Detail> {
        let value = || match self.constants.operand(self.at, arg?) {
            Known::Number(n) => Some(n as u64),
            _ => None,
        };
        match op {
            ObjOp::Add => value().map(Detail::Insert),
            ObjOp::Remove => value().map(Detail::Delete),
            ObjOp::Contains => value().map(Detail::Member),
            ObjOp::Len => Some(Detail::Count),
            ObjOp::Clear => Some(Detail::Clear),
            _ => Some(Detail::Plain),
        }
    }

    fn place(&self, place: &Place) -> Pattern {
        match *place {
            Place::Global(global) => Pattern::Global(global.0),
            Place::Field { obj, class, field } => {
                let of_class = || Objects::OfKinds(self.kinds.of(&self.code.program, class));
                Pattern::Word(self.known_static(obj).unwrap_or_else(of_class), Some(field))
            }
            Place::Slot { obj, .. } => {
                let fits = |s| matches!(s, Shape::Instance(_) | Shape::Array(_));
                Pattern::Word(self.objects(obj, fits), None)
            }
            Place::Elem { arr, index } => {
                let slot = match self.constants.operand(self.at, index) {
                    Known::Number(n) => u32::try_from(n).ok(),
                    _ => None,
                };
                let fits = |s| matches!(s, Shape::Array(_) | Shape::Seq(_));
                Pattern::Word(self.objects(arr, fits), slot)
            }
        }
    }

    fn is_handle(&self, shape: Shape) -> bool {
        self.code.program.allows(shape, ObjOp::Join)
    }

    /// The objects that can be handles of threads.
    fn handles(&self) -> Objects {
        self.all_kinds(|shape| self.is_handle(shape))
    }

    fn objects(&self, operand: Operand, fits: impl Fn(Shape) -> bool) -> Objects {
        self.known_static(operand).unwrap_or_else(|| self.all_kinds(fits))
    }

    /// The static objects of which an operand is one, if it is known that it is.
    fn known_static(&self, operand: Operand) -> Option<Objects> {
        match self.constants.operand(self.at, operand) {
            Known::Static { first, count } => Some(Objects::Static { first, count }),
            _ => None,
        }
    }

    fn all_kinds(&self, fits: impl Fn(Shape) -> bool) -> Objects {
        let shapes = self.code.program.shapes.iter().enumerate();
        let kinds: Arc<[u32]> = shapes.filter(|(_, s)| fits(**s)).map(|(i, _)| i as u32).collect();
        Objects::OfKinds(kinds)
    }
}
