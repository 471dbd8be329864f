//! Several programs become one: a system of processes.
//!
//! Every program keeps its classes, kinds of objects, variables, static objects and functions for itself, with other numbers: what
//! belongs to one process is out of the others' reach, and everything that looks at the whole program by classes and functions sees
//! that. The exceptions are what programs say they have in [`Common`], which are one thing in the whole, found by its name; and two
//! classes that are added above the others: a root, since arrays have the methods of one class, and one of all threads.
//!
//! A process that starts again is a further copy of its program ([`Part::life_of`]): its variables are as at the beginning. Objects of the
//! one may come to the other by what they have in common, so they have all classes and kinds in common.

mod renumber;

use crate::{
    Annotation, BinOp, Class, ClassId, Expr, ExprKind, FaultKind, FuncId, Function, Global, GlobalId, Instr,
    Operand, ProcessId, Program, Property, RegDecl, Shape, ShapeId, Ty,
};
use commute_base::Span;
use renumber::Renumber;
use std::collections::HashMap;

/// What of a program is not its own.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Common {
    /// Classes.
    pub classes: Vec<ClassId>,
    /// Kinds of arrays; the n-th of each program is the same.
    pub arrays: Vec<ShapeId>,
    /// Variables.
    pub globals: Vec<GlobalId>,
    /// Variables that are one thing in all lives of a process.
    pub kept: Vec<GlobalId>,
}

/// A program that becomes a process.
#[derive(Clone, Debug)]
pub struct Part {
    /// The name of the process.
    pub name: String,
    /// The program.
    pub program: Program,
    /// What of it is not its own.
    pub common: Common,
    /// The earlier part of which this is another life: the same program, whose threads are not there at first.
    pub life_of: Option<usize>,
    /// What is added to the numbers of what is missing ([`Instr::Refuse`]).
    pub missing_from: u32,
    /// Values of other parts that its properties speak of: [`BORROWED`] and the following parameters stand for them.
    pub borrowed: Vec<(usize, Expr)>,
}

/// The parameter that stands for the first value of another part in properties.
pub const BORROWED: u32 = 1 << 20;

/// The whole, and where things have got to.
#[derive(Clone, Debug)]
pub struct Linked {
    /// The program.
    pub program: Program,
    /// The functions that the threads of further lives would begin with, by their parts.
    pub begins: Vec<FuncId>,
    /// The number of the first function of each part.
    pub functions: Vec<usize>,
    /// The number of the first static object of each part.
    pub statics: Vec<usize>,
    /// The variables that say which further life of each part is the present one, counted from one, where a property can tell.
    pub present: Vec<Option<GlobalId>>,
}

/// Links programs, of which there is at least one.
///
/// # Panics
/// If they are not of one language: their faults raise different exceptions, or only some have classes of threads.
pub fn link(parts: &[Part]) -> Linked {
    let mut linker = Linker::default();
    linker.add_common_classes(parts);
    let mut begins = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        begins.push(linker.add(index, part));
    }
    linker.finish_classes(parts);
    linker.add_present(parts);
    linker.add_properties(parts);
    linker.add_init(parts);
    linker.whole.fault_classes = linker.fault_classes(parts);
    let functions = linker.maps.iter().map(|map| map.functions).collect();
    let statics = linker.maps.iter().map(|map| map.statics).collect();
    Linked { program: linker.whole, begins, functions, statics, present: linker.present }
}

#[derive(Default)]
struct Linker {
    whole: Program,
    maps: Vec<Renumber>,
    classes: HashMap<String, ClassId>,
    arrays: Vec<ShapeId>,
    globals: HashMap<String, GlobalId>,
    /// Variables that lives of one process share, by its first part and their names.
    kept: HashMap<(usize, String), GlobalId>,
    /// The variables that say which life of each part is the present one.
    present: Vec<Option<GlobalId>>,
}

impl Linker {
    /// The classes above those of all processes.
    fn add_common_classes(&mut self, parts: &[Part]) {
        let class = |name: &str, superclass, fields| Class {
            name: name.to_owned(),
            superclass,
            interfaces: Vec::new(),
            fields,
            methods: Vec::new(),
            annotations: Vec::new(),
            span: Span::default(),
        };
        let first = &parts[0].program;
        if first.root_class.is_some() {
            self.whole.root_class = Some(ClassId::new(self.whole.classes.len()));
            self.whole.classes.push(class("<root>", None, Vec::new()));
        }
        if let Some(thread) = first.thread_class {
            let fields = first.classes[thread.index()].fields.clone();
            self.whole.thread_class = Some(ClassId::new(self.whole.classes.len()));
            self.whole.classes.push(class("<thread>", self.whole.root_class, fields));
        }
    }

    /// Adds a part; the function that its first thread runs.
    fn add(&mut self, index: usize, part: &Part) -> FuncId {
        let process = ProcessId::new(index);
        self.whole.processes.push(part.name.clone());
        let first =
            std::iter::successors(Some(index), |&at| if at == index { part.life_of } else { None }).last();
        let first = first.unwrap_or(index);
        let map = self.renumbering(first, part);
        self.maps.push(map);
        self.add_tables(index, part, process);
        self.add_life(index, part);
        self.add_code(index, part, process);
        self.add_threads(index, part, process)
    }

    /// The numbers that things will have.
    fn renumbering(&mut self, first: usize, part: &Part) -> Renumber {
        let program = &part.program;
        let again = part.life_of.map(|_| first);
        let mut map = Renumber {
            functions: self.whole.functions.len(),
            statics: self.whole.statics.len(),
            selectors: self.whole.selectors.len(),
            enums: self.whole.enums.len(),
            missing: part.missing_from,
            number: ProcessId::new(self.maps.len()),
            process: part.name.clone(),
            ..Renumber::default()
        };
        match again {
            Some(of) => {
                map.classes = self.maps[of].classes.clone();
                map.shapes = self.maps[of].shapes.clone();
            }
            None => {
                self.number_classes(&mut map, part);
                self.number_shapes(&mut map, part);
            }
        }
        let mut next = self.whole.globals.len();
        for (i, global) in program.globals.iter().enumerate() {
            let id = GlobalId::new(i);
            let fresh = GlobalId::new(next);
            let known = if part.common.globals.contains(&id) {
                *self.globals.entry(global.name.clone()).or_insert(fresh)
            } else if part.common.kept.contains(&id) {
                *self.kept.entry((first, global.name.clone())).or_insert(fresh)
            } else {
                fresh
            };
            next += usize::from(known == fresh);
            map.globals.push(known);
        }
        map
    }

    fn number_classes(&mut self, map: &mut Renumber, part: &Part) {
        let mut next = self.whole.classes.len();
        for (i, class) in part.program.classes.iter().enumerate() {
            let fresh = ClassId::new(next);
            let known = match part.common.classes.contains(&ClassId::new(i)) {
                true => *self.classes.entry(class.name.clone()).or_insert(fresh),
                false => fresh,
            };
            next += usize::from(known == fresh);
            map.classes.push(known);
        }
    }

    fn number_shapes(&mut self, map: &mut Renumber, part: &Part) {
        let mut next = self.whole.shapes.len();
        for (i, shape) in part.program.shapes.iter().enumerate() {
            let fresh = ShapeId::new(next);
            let array = part.common.arrays.iter().position(|&array| array == ShapeId::new(i));
            let known = match (array, shape) {
                (Some(rank), _) => {
                    if rank == self.arrays.len() {
                        self.arrays.push(fresh);
                    }
                    self.arrays[rank]
                }
                (None, Shape::Instance(class)) if part.common.classes.contains(class) => {
                    let wanted = Shape::Instance(map.class(*class));
                    let known = self.whole.shapes.iter().position(|&shape| shape == wanted);
                    known.map_or(fresh, ShapeId::new)
                }
                _ => fresh,
            };
            next += usize::from(known == fresh);
            map.shapes.push(known);
        }
    }

    fn add_tables(&mut self, index: usize, part: &Part, process: ProcessId) {
        let map = &self.maps[index];
        let program = &part.program;
        self.whole.enums.extend(program.enums.iter().cloned());
        for (i, class) in program.classes.iter().enumerate() {
            if map.classes[i].index() == self.whole.classes.len() {
                self.whole.classes.push(Class { methods: Vec::new(), ..map.class_decl(class) });
            }
        }
        for (i, &shape) in program.shapes.iter().enumerate() {
            if map.shapes[i].index() == self.whole.shapes.len() {
                self.whole.shapes.push(map.shape_decl(shape));
            }
        }
        for (i, global) in program.globals.iter().enumerate() {
            if map.globals[i].index() == self.whole.globals.len() {
                let id = GlobalId::new(i);
                let own = !part.common.globals.contains(&id) && !part.common.kept.contains(&id);
                let process = own.then_some(process);
                self.whole.globals.push(crate::Global { process, ..map.global_decl(global) });
            }
        }
        let statics = program.statics.iter();
        let statics = statics
            .map(|object| crate::StaticObject { process: Some(process), ..map.static_decl(object) })
            .collect::<Vec<_>>();
        self.whole.statics.extend(statics);
        self.whole.selectors.extend(program.selectors.iter().cloned());
    }

    /// A process that may be ended has a global that stands for its being there.
    fn add_life(&mut self, index: usize, part: &Part) {
        let ends = |instr: &Instr| matches!(instr, Instr::EndProcess { .. });
        if part.program.functions.iter().any(|func| func.code.iter().any(ends)) {
            self.maps[index].life = Some(GlobalId::new(self.whole.globals.len()));
            self.whole.globals.push(counter(format!("<life of {}>", part.name)));
        }
    }

    fn add_code(&mut self, index: usize, part: &Part, process: ProcessId) {
        let map = &self.maps[index];
        // Functions without numbers may stand before some that have them.
        if !part.program.places.is_empty() {
            self.whole.places.resize(map.functions, Vec::new());
            self.whole.places.extend(part.program.places.iter().cloned());
        }
        let functions = part.program.functions.iter();
        self.whole
            .functions
            .extend(functions.map(|func| Function { process: Some(process), ..map.function(func) }));
    }

    /// The threads of a part have the name of its process before theirs. Those of a further life are not there at first.
    fn add_threads(&mut self, index: usize, part: &Part, process: ProcessId) -> FuncId {
        let map = &self.maps[index];
        let is_later = part.life_of.is_some();
        for thread in &part.program.threads {
            let number = self.whole.threads.len();
            if let Some(handle) = thread.handle.map(|handle| map.static_object(handle)) {
                let word = if is_later { 0 } else { number as i64 + 1 };
                self.whole.statics[handle.index()].data[0] = Operand::Int(word);
            }
            if !is_later {
                self.whole.threads.push(crate::ThreadDecl {
                    name: format!("{}.{}", part.name, thread.name),
                    func: map.func(thread.func),
                    args: thread.args.iter().map(|&arg| map.operand(arg)).collect(),
                    process: Some(process),
                    handle: thread.handle.map(|handle| map.static_object(handle)),
                    ..thread.clone()
                });
            }
        }
        map.func(part.program.threads[0].func)
    }

    /// Methods, and what stands between the classes of processes and those above all.
    fn finish_classes(&mut self, parts: &[Part]) {
        for (part, map) in parts.iter().zip(&self.maps) {
            for (i, class) in part.program.classes.iter().enumerate() {
                let methods = class.methods.iter().map(|&(s, f)| (map.selector(s), map.func(f)));
                self.whole.classes[map.classes[i].index()].methods.extend(methods);
            }
            if part.life_of.is_some() {
                continue;
            }
            if let (Some(all), Some(own)) = (self.whole.root_class, part.program.root_class) {
                self.whole.classes[all.index()].interfaces.push(map.class(own));
            }
            if let (Some(all), Some(own)) = (self.whole.thread_class, part.program.thread_class) {
                self.whole.classes[map.class(own).index()].superclass = Some(all);
            }
        }
    }

    /// Properties speak of the present life of a process, so which one that is has to be part of the state.
    fn add_present(&mut self, parts: &[Part]) {
        let speaks = parts.iter().any(|part| !part.program.properties.is_empty());
        for (i, part) in parts.iter().enumerate() {
            let lives_again = parts.iter().any(|other| other.life_of == Some(i));
            let known = (speaks && lives_again).then(|| GlobalId::new(self.whole.globals.len()));
            self.whole.globals.extend(known.map(|_| counter(format!("<present life of {}>", part.name))));
            self.present.push(known);
        }
    }

    /// Properties of further lives are those of the first.
    fn add_properties(&mut self, parts: &[Part]) {
        for i in (0..parts.len()).filter(|&i| parts[i].life_of.is_none()) {
            let borrowed = parts[i].borrowed.iter();
            let values: Vec<Expr> = borrowed.map(|(of, value)| self.of_present(parts, *of, value)).collect();
            let own = (0..parts.len()).filter(|&life| life == i || parts[life].life_of == Some(i));
            own.for_each(|life| self.maps[life].borrowed.clone_from(&values));
            let properties = &parts[i].program.properties;
            let told = properties
                .iter()
                .map(|property| self.maps[i].property(property, &mut |expr| self.of_present(parts, i, expr)));
            let told: Vec<Property> = told.collect();
            self.whole.properties.extend(told);
        }
    }

    /// What an expression over the variables of a part means of its present life.
    fn of_present(&self, parts: &[Part], of: usize, expr: &Expr) -> Expr {
        let first = self.maps[of].expr(expr);
        let ty = first.ty;
        let Some(present) = self.present[of] else { return first };
        let lives = (1..).zip((0..parts.len()).filter(|&life| parts[life].life_of == Some(of)));
        lives.fold(first, |before, (number, life)| {
            let made = |kind, ty| Box::new(Expr { kind, ty, span: expr.span });
            let number = made(ExprKind::Int(number), Ty::I64);
            let present = made(ExprKind::Global { global: present, primed: false }, Ty::I64);
            let is_it = made(ExprKind::Binary(BinOp::Eq, present, number), Ty::Bool);
            let kind = ExprKind::If(is_it, Box::new(self.maps[life].expr(expr)), Box::new(before));
            Expr { kind, ty, span: expr.span }
        })
    }

    /// The initialisers run one after the other.
    fn add_init(&mut self, parts: &[Part]) {
        let inits = parts.iter().zip(&self.maps);
        let inits: Vec<FuncId> =
            inits.filter_map(|(part, map)| part.program.init.map(|f| map.func(f))).collect();
        if inits.is_empty() {
            return;
        }
        let call = |&func| Instr::Call { dst: None, func, args: Box::new([]) };
        let end = Instr::Return { value: None };
        let code: Vec<Instr> = inits.iter().map(call).chain([end]).collect();
        self.whole.init = Some(FuncId::new(self.whole.functions.len()));
        self.whole.functions.push(made("init", Vec::new(), code));
    }

    /// The exceptions of faults, those of one process after those of the other.
    fn fault_classes(&self, parts: &[Part]) -> Vec<(FaultKind, ClassId)> {
        let all = parts.iter().zip(&self.maps);
        all.flat_map(|(part, map)| {
            part.program.fault_classes.iter().map(|&(kind, class)| (kind, map.class(class)))
        })
        .collect()
    }
}

/// A variable that no program has: it is there for what ends and begins processes.
fn counter(name: String) -> Global {
    Global {
        name,
        ty: Ty::I64,
        init: Operand::Int(0),
        process: None,
        annotations: vec![Annotation::Communication],
        span: Span::default(),
    }
}

/// A function that no program has.
pub fn made(name: &str, regs: Vec<RegDecl>, code: Vec<Instr>) -> Function {
    Function {
        name: name.to_owned(),
        params: 0,
        ret: None,
        regs,
        spans: vec![Span::default(); code.len()],
        code,
        handlers: Vec::new(),
        labels: Vec::new(),
        process: None,
        span: Span::default(),
    }
}
