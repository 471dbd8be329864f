//! Global variables: their places, their first values, and the handles of threads.

use super::body::Body;
use crate::ast::{Expr, ExprKind};
use crate::check::{Binding, Storage, TOP, Type, World, codes};
use commute_base::Span;
use commute_ir::{FuncId, Global, GlobalId, Instr, ObjOp, Operand, Place, StaticId, StaticObject};

/// Computed first values are code, so there is a bound on how many a table may have.
const MAX_COMPUTED: usize = 1_000;

/// The handles of a thread declaration, which are made when the program first refers to one.
pub(super) fn thread_handles(world: &mut World, family: usize) -> StaticId {
    if let Some(base) = world.threads[family].handles {
        return base;
    }
    let base = StaticId::new(world.program.statics.len());
    let shape = world.shape(&Type::Thread);
    let t = &world.threads[family];
    let (first, count, scope, span) = (t.first, t.count, t.scope, t.span);
    for i in 0..count {
        let thread = (first + i) as usize;
        // A family whose declaration is wrong has no threads.
        let Some(decl) = world.program.threads.get_mut(thread) else { continue };
        decl.handle = Some(StaticId::new(base.index() + i as usize));
        let name = decl.name.clone();
        world.program.statics.push(StaticObject {
            name,
            shape,
            data: vec![Operand::Int(thread as i64 + 1)],
            process: world.scopes[scope.0].process,
            annotations: Vec::new(),
            span,
        });
    }
    world.threads[family].handles = Some(base);
    base
}

/// Gives each variable its place, with the value it has without an initializer.
pub(super) fn declare_variables(world: &mut World) {
    for index in 0..world.vars.len() {
        let (scope, ty) = (world.vars[index].scope, world.vars[index].ty);
        let mut open = Vec::new();
        let storage = world.storage(scope, ty, &mut open);
        world.vars[index].open = open;
        world.vars[index].binding = match storage {
            None => Binding::Error,
            Some(Storage::Word(ty)) => declare_word(world, index, ty),
            Some(Storage::Objects { dims, object, arg }) => declare_objects(world, index, dims, object, arg),
        };
    }
}

fn declare_word(world: &mut World, index: usize, ty: Type) -> Binding {
    let (scope, name) = (world.vars[index].scope, world.vars[index].name);
    let id = GlobalId::new(world.program.globals.len());
    let global = Global {
        name: world.qualified(scope, &name.text),
        ty: world.ir_ty(&ty),
        init: default_operand(&ty),
        process: world.scopes[scope.0].process,
        annotations: Vec::new(),
        span: name.span,
    };
    world.program.globals.push(global);
    Binding::Word(id, ty)
}

fn declare_objects(world: &mut World, index: usize, dims: Vec<u32>, object: Type, arg: i64) -> Binding {
    let (scope, name) = (world.vars[index].scope, world.vars[index].name);
    let base = StaticId::new(world.program.statics.len());
    let shared = matches!(object, Type::Channel(_) | Type::Faulty(_) | Type::Semaphore) && scope == TOP;
    let process = if shared { None } else { world.scopes[scope.0].process };
    let template = StaticObject {
        name: world.qualified(scope, &name.text),
        shape: world.shape(&object),
        data: default_data(&object, arg),
        process,
        annotations: Vec::new(),
        span: name.span,
    };
    let count: u32 = dims.iter().product();
    for flat in 0..count {
        let name = format!("{}{}", template.name, indices(flat, &dims));
        world.program.statics.push(StaticObject { name, ..template.clone() });
    }
    if let Type::Faulty(_) = object {
        super::channels::declare_faults(world, index, &dims, process);
    }
    Binding::Objects { base, dims, object, arg }
}

/// `[1][2]` for the flat index of a table.
fn indices(flat: u32, dims: &[u32]) -> String {
    let mut rest = flat;
    let mut text = String::new();
    for &dim in dims.iter().rev() {
        text = format!("[{}]{text}", rest % dim);
        rest /= dim;
    }
    text
}

fn default_operand(ty: &Type) -> Operand {
    if ty.is_ref() { Operand::Null } else { Operand::Int(ty.default_word()) }
}

fn default_data(object: &Type, arg: i64) -> Vec<Operand> {
    match object {
        Type::Array(t) => vec![default_operand(t); arg as usize],
        Type::Lock | Type::RwLock | Type::Semaphore => vec![Operand::Int(0)],
        Type::Barrier => vec![Operand::Int(arg), Operand::Int(0)],
        Type::Channel(_) | Type::Faulty(_) => vec![Operand::Int(arg)],
        _ => Vec::new(),
    }
}

/// Puts constant first values in their places, and compiles the others into [`commute_ir::Program::init`].
pub(super) fn initialize_variables(world: &mut World) {
    let mut functions = Vec::new();
    // Each scope has names of its own, so its initializers are a body of their own.
    for index in 0..world.vars.len() {
        let Some(init) = world.vars[index].init else { continue };
        let scope = world.vars[index].scope;
        let mut body = Body::new(world, scope, None, Type::Nothing);
        body.what = "initializer";
        body.initialize(index, init);
        let (function, effects) = body.finish(String::new(), 0, init.span, &mut Default::default());
        world.check_initializers(&effects);
        if !super::functions::is_empty(&function) {
            functions.push((index, function));
        }
    }
    join_initializers(world, functions);
}

/// One function that runs the initializers in the order of the declarations.
fn join_initializers(world: &mut World, functions: Vec<(usize, commute_ir::Function)>) {
    let Some((_, first)) = functions.first() else { return };
    let mut all = commute_ir::Function {
        name: "init".to_owned(),
        code: Vec::new(),
        spans: Vec::new(),
        ..first.clone()
    };
    all.regs.clear();
    all.handlers.clear();
    let mut init = Vec::new();
    for (index, mut function) in functions {
        function.name =
            format!("init.{}", world.qualified(world.vars[index].scope, &world.vars[index].name.text));
        let id = FuncId::new(world.program.functions.len());
        init.push((Instr::Call { dst: None, func: id, args: Box::new([]) }, function.span));
        world.program.functions.push(function);
    }
    init.push((Instr::Return { value: None }, all.span));
    (all.code, all.spans) = init.into_iter().unzip();
    world.program.init = Some(FuncId::new(world.program.functions.len()));
    world.program.functions.push(all);
}

/// Static objects that an initializer is for.
struct Objects<'d> {
    base: usize,
    dims: &'d [u32],
    object: &'d Type,
    arg: i64,
}

impl<'a> Body<'_, 'a> {
    fn initialize(&mut self, index: usize, init: &'a Expr) {
        match self.world.vars[index].binding.clone() {
            Binding::Error => {}
            Binding::Word(global, ty) => {
                if let Some(src) = self.first_value(init, &ty, Place::Global(global)) {
                    self.world.program.globals[global.index()].init = src;
                }
            }
            Binding::Objects { base, dims, object, arg } => {
                let objects = Objects { base: base.index(), dims: &dims, object: &object, arg };
                self.initialize_objects(&objects, init);
            }
        }
    }

    /// The value if it is constant; otherwise code that stores it in the place.
    fn first_value(&mut self, init: &'a Expr, ty: &Type, place: Place) -> Option<Operand> {
        let before = self.out.here();
        let src = self.expect(init, ty, None);
        if before == self.out.here() && !matches!(src, Operand::Reg(_)) {
            return Some(src);
        }
        self.emit(Instr::Store { place, src, plain: false }, init.span);
        None
    }

    fn initialize_objects(&mut self, objects: &Objects, init: &'a Expr) {
        if let ExprKind::New { .. } = init.kind
            && !matches!(objects.object, Type::Array(t) if t.is_ref())
        {
            let help = "remove the initializer: a variable of this type is an object from the start";
            self.error(codes::WHOLE_OBJECT, init.span, "`new` is not needed here", "exists already", help);
            return;
        }
        let Some((&dim, inner)) = objects.dims.split_first() else {
            return self.initialize_object(objects, init);
        };
        let size = inner.iter().product::<u32>() as usize;
        let row = |i: usize| Objects { base: objects.base + i * size, dims: inner, ..*objects };
        if let ExprKind::ArrayLit(items) = &init.kind {
            if !self.right_length(items.len(), i64::from(dim), init.span) {
                return;
            }
            items.iter().enumerate().for_each(|(i, item)| self.initialize_objects(&row(i), item));
            return;
        }
        let errors = self.world.diagnostics.len();
        for i in 0..dim as usize {
            self.initialize_objects(&row(i), init);
            // One wrong expression is one mistake, however many objects it is for.
            if self.world.diagnostics.len() > errors || self.too_many(i, init.span) {
                return;
            }
        }
    }

    /// Whether so many values are computed that it is reported as an error.
    fn too_many(&mut self, elements: usize, span: Span) -> bool {
        if elements < MAX_COMPUTED || self.out.code.is_empty() {
            return false;
        }
        let help = "use a constant, and compute the values in a thread";
        let message = format!("more than {MAX_COMPUTED} computed first values");
        self.error(codes::TOO_LARGE, span, message, "too many", help);
        true
    }

    fn right_length(&mut self, found: usize, expected: i64, span: Span) -> bool {
        if found as i64 == expected {
            return true;
        }
        let elements = if found == 1 { "element" } else { "elements" };
        let message = format!("{found} {elements} for an array of {expected}");
        self.error(codes::BAD_SIZE, span, message, "wrong number of elements", "");
        false
    }

    fn initialize_object(&mut self, objects: &Objects, init: &'a Expr) {
        let base = objects.base;
        match (objects.object, &init.kind) {
            (Type::Array(t), ExprKind::ArrayLit(items)) => {
                if self.right_length(items.len(), objects.arg, init.span) {
                    items.iter().enumerate().for_each(|(i, item)| self.element_value(base, i, item, t));
                }
            }
            (Type::Array(t), _) => self.fill(base, objects.arg as usize, init, t),
            (Type::Semaphore, _) => {
                let Some(value) = self.world.const_int(self.scope, init) else { return };
                if value < 0 {
                    let message = format!("a semaphore of value {value}");
                    self.error(codes::BAD_SIZE, init.span, message, "below zero", "");
                }
                self.world.program.statics[base].data = vec![Operand::Int(value)];
            }
            (Type::Seq(t), ExprKind::ArrayLit(items)) => self.grow(base, items, t, ObjOp::Push),
            (Type::Set(t), ExprKind::SetLit(items)) => {
                self.grow(base, items, t, ObjOp::Add);
                let data = &mut self.world.program.statics[base].data;
                let word = |op: &Operand| if let Operand::Int(n) = op { *n } else { 0 };
                data.sort_by_key(word);
                data.dedup();
            }
            (object, _) => {
                let help = match object {
                    Type::Seq(_) => "write the elements in brackets: `[1, 2]`",
                    Type::Set(_) => "write the elements in braces: `{1, 2}`",
                    _ => "remove the initializer",
                };
                let message = format!("a `{}` is not initialized by a value", self.world.show(object));
                self.error(codes::WHOLE_OBJECT, init.span, message, "not possible", help);
            }
        }
    }

    fn element_value(&mut self, base: usize, index: usize, init: &'a Expr, ty: &Type) {
        let arr = Operand::Static(StaticId::new(base));
        let place = Place::Elem { arr, index: Operand::Int(index as i64) };
        if let Some(value) = self.first_value(init, ty, place) {
            self.world.program.statics[base].data[index] = value;
        }
    }

    /// The same first value for all elements. One that is computed is computed for each element.
    fn fill(&mut self, base: usize, len: usize, init: &'a Expr, ty: &Type) {
        let errors = self.world.diagnostics.len();
        for index in 0..len {
            self.element_value(base, index, init, ty);
            if self.world.diagnostics.len() > errors || self.too_many(index, init.span) {
                return;
            }
        }
    }

    /// The elements of a growable array or set: data if they are constant, otherwise code that adds them.
    fn grow(&mut self, base: usize, items: &'a [Expr], ty: &Type, op: ObjOp) {
        let obj = Operand::Static(StaticId::new(base));
        let mut data = Vec::new();
        for item in items {
            let before = self.out.here();
            let value = self.expect(item, ty, None);
            if self.out.code.is_empty() && !matches!(value, Operand::Reg(_)) && before == self.out.here() {
                data.push(value);
            } else {
                self.emit(Instr::Invoke { dst: None, op, obj, arg: Some(value) }, item.span);
            }
        }
        self.world.program.statics[base].data = data;
    }
}
