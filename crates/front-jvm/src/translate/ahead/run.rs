//! The instructions of initialisers that are run ahead.

use super::heap::{Body, Lambda, zero};
use super::{DEEPEST, MOST_STEPS, SET_BY_THE_MACHINE, Step, Task, Told, Value, told};
use crate::classfile::{Const, Elem, Invoke, Kind, Loadable, Member, Op, flags};
use crate::descriptor::{class_of, kind, signature};
use crate::translate::Translator;
use crate::translate::allocations::says_something;
use crate::world::{FieldPlace, MethodId};
use commute_ir::{BinOp, Conversion, NumTy, UnOp, arith};

/// A method that is being run.
struct Frame {
    method: MethodId,
    locals: Vec<Value>,
    stack: Vec<(Value, Kind)>,
}

impl Frame {
    fn pop(&mut self) -> Step<Value> {
        self.stack.pop().map_or_else(|| told("a stack that is empty"), |(value, _)| Ok(value))
    }

    fn push(&mut self, value: Value, kind: Kind) {
        self.stack.push((value, kind));
    }

    fn local(&mut self, number: u16) -> Step<&mut Value> {
        self.locals.get_mut(usize::from(number)).map_or_else(|| told("a variable that is not there"), Ok)
    }

    /// Pops entries that are so many words wide together.
    fn pop_width(&mut self, width: u8) -> Step<Vec<(Value, Kind)>> {
        let mut entries = Vec::new();
        let mut left = width;
        while left > 0 {
            let Some(entry) = self.stack.pop() else { return told("a stack that is empty") };
            left = left.saturating_sub(if entry.1.is_wide() { 2 } else { 1 });
            entries.insert(0, entry);
        }
        Ok(entries)
    }
}

/// Where control goes after an instruction.
enum Flow {
    Next,
    To(u32),
    Return(Option<Value>),
}

fn word(value: Value) -> Step<u64> {
    match value {
        Value::Word(word) => Ok(word),
        _ => told("it depends on a number that is not known"),
    }
}

impl Translator<'_> {
    /// Runs a method to its end.
    pub(super) fn run(
        &mut self,
        task: &mut Task,
        method: MethodId,
        args: &[(Value, Kind)],
    ) -> Step<Option<Value>> {
        let file = self.world.class(method.class).file.clone();
        let decl = &file.methods[method.index as usize];
        let Some(code) = &decl.code else {
            // A function of numbers; which number it gives is not known here.
            return match file.name.as_str() {
                "java/lang/StrictMath" | "java/lang/Math" => Ok(Some(Value::Unknown)),
                name => told(format!("it calls the native method {name}.{}", decl.name)),
            };
        };
        let Ok(ops) = code.ops(&file.pool) else {
            return told("it has code that makes no sense");
        };
        if says_something(code) {
            return told("something is said of objects that it makes");
        }
        // The monitors of classes that are not translated are nobody's.
        if decl.flags & flags::SYNCHRONIZED != 0 && !(task.for_values && self.is_left_out(method.class)) {
            let Some(&(receiver, _)) = args.first().filter(|_| decl.flags & flags::STATIC == 0) else {
                return told("it takes the monitor of a class");
            };
            self.owned(task, receiver)?;
        }
        let mut frame = Frame { method, locals: Vec::new(), stack: Vec::new() };
        for &(value, kind) in args {
            frame.locals.push(value);
            frame.locals.extend(kind.is_wide().then_some(Value::Unknown));
        }
        frame.locals.resize(usize::from(code.max_locals).max(frame.locals.len()), Value::Unknown);
        if task.depth >= DEEPEST {
            return told("its calls are too deep");
        }
        task.depth += 1;
        let result = self.run_code(task, &mut frame, &ops);
        task.depth -= 1;
        result.map_err(|why| why.within(&self.world.method_name(method)))
    }

    fn run_code(&mut self, task: &mut Task, frame: &mut Frame, ops: &[(u32, Op)]) -> Step<Option<Value>> {
        let mut at = 0;
        loop {
            task.steps += 1;
            if task.steps > MOST_STEPS {
                return told("it takes too long");
            }
            let Some((_, op)) = ops.get(at) else { return told("control runs past its end") };
            match self.instruction(task, frame, op)? {
                Flow::Next => at += 1,
                Flow::To(offset) => match ops.binary_search_by_key(&offset, |(at, _)| *at) {
                    Ok(found) => at = found,
                    Err(_) => return told("a jump to nowhere"),
                },
                Flow::Return(value) => return Ok(value),
            }
        }
    }

    fn instruction(&mut self, task: &mut Task, frame: &mut Frame, op: &Op) -> Step<Flow> {
        match op {
            Op::Nop => {}
            Op::Push(constant) => self.push_constant(task, frame, constant)?,
            Op::Load(kind, number) => {
                let value = *frame.local(*number)?;
                frame.push(value, *kind);
            }
            Op::Store(_, number) => *frame.local(*number)? = frame.pop()?,
            Op::Increment(number, by) => {
                let variable = frame.local(*number)?;
                if let Value::Word(old) = *variable {
                    let by = i64::from(*by) as u64;
                    let sum = arith::binary(BinOp::Add, NumTy::I32, old, by);
                    *variable = Value::Word(sum.unwrap_or_default());
                }
            }
            Op::Pop => drop(frame.pop()?),
            Op::Pop2 => drop(frame.pop_width(2)?),
            Op::Swap => {
                let (b, a) = (frame.pop_width(1)?, frame.pop_width(1)?);
                frame.stack.extend(b.into_iter().chain(a));
            }
            Op::Dup { width, over } => {
                let copied = frame.pop_width(*width)?;
                let jumped = frame.pop_width(*over)?;
                frame.stack.extend(copied.iter().copied().chain(jumped).chain(copied.iter().copied()));
            }
            Op::Binary(..) | Op::Neg(_) | Op::Convert(_) => calculate(frame, op)?,
            Op::IfZero(..) | Op::IfInts(..) | Op::IfRefs(..) | Op::IfNull(..) => {
                return self.branch(frame, op);
            }
            Op::Goto(to) => return Ok(Flow::To(*to)),
            Op::Switch { cases, default } => {
                let on = word(frame.pop()?)? as i64;
                return Ok(Flow::To(
                    cases.iter().find(|(case, _)| *case == on).map_or(*default, |(_, to)| *to),
                ));
            }
            Op::Return(kind) => return Ok(Flow::Return(kind.map(|_| frame.pop()).transpose()?)),
            Op::GetStatic(member) => {
                let value = self.read_static(task, member)?;
                frame.push(value, kind(&member.desc));
            }
            Op::PutStatic(member) => {
                let value = frame.pop()?;
                self.write_static(task, member, value)?;
            }
            Op::GetField(member) => {
                let obj = frame.pop()?;
                let value = self.read_field(task, frame.method, member, obj)?;
                frame.push(value, kind(&member.desc));
            }
            Op::PutField(member) => {
                let (value, obj) = (frame.pop()?, frame.pop()?);
                let slot = self.instance_slot(member)?;
                if task.for_values && self.keeps_hash_code(frame.method, member) {
                    return Ok(Flow::Next);
                }
                let object = self.owned(task, obj);
                let object =
                    object.map_err(|why| Told(format!("{} ({}.{})", why.0, member.class, member.name)))?;
                match &mut object.body {
                    Body::Instance(_, fields) => fields[slot] = narrow(&member.desc, value),
                    _ => return told("it changes what is no instance"),
                }
            }
            Op::Call(how, member) => self.call_member(task, frame, *how, member)?,
            Op::Dynamic { bootstrap, name, desc } => {
                self.dynamic_value(task, frame, *bootstrap, name, desc)?
            }
            _ => self.object_instruction(task, frame, op)?,
        }
        Ok(Flow::Next)
    }

    fn object_instruction(&mut self, task: &mut Task, frame: &mut Frame, op: &Op) -> Step<()> {
        match op {
            Op::New(name) => {
                let Ok(class) = self.world.load(name) else { return told("a class that is not there") };
                self.uses(task, class)?;
                let fields = self.world.class(class).layout.iter().map(|slot| zero(&slot.desc)).collect();
                let object = self.ahead.heap.add(task.class, Body::Instance(class, fields));
                frame.push(object, Kind::Ref);
            }
            Op::NewArray(desc) => {
                let length = frame.pop()?;
                let array = self.ahead.heap.array(task.class, desc, length)?;
                frame.push(array, Kind::Ref);
            }
            Op::ArrayLength => {
                let array = frame.pop()?;
                let Body::Array(_, elements) = &self.ahead.heap.get(array)?.body else {
                    return told("what should be an array is none");
                };
                frame.push(Value::Word(elements.len() as u64), Kind::Int);
            }
            Op::ArrayLoad(elem) => {
                let (index, array) = (word(frame.pop()?)?, frame.pop()?);
                let (_, elements) = self.elements(task, array)?;
                let value = elements.get(index as usize).copied();
                frame.push(value.map_or_else(|| told("it raises an exception"), Ok)?, elem.kind());
            }
            Op::ArrayStore(elem) => {
                let (value, index, array) = (frame.pop()?, word(frame.pop()?)?, frame.pop()?);
                self.store_element(task, *elem, array, index, value)?;
            }
            Op::CheckCast(class) => {
                let Some(&(value, _)) = frame.stack.last() else { return told("a stack that is empty") };
                // Handles are not known, but they are what they are taken for.
                let is_handle = value == Value::Unknown && class.starts_with("java/lang/invoke/");
                if value != Value::Null && !is_handle && !self.is_instance(value, class)? {
                    return told("it raises an exception");
                }
            }
            Op::InstanceOf(class) => {
                let value = frame.pop()?;
                let is = value != Value::Null && self.is_instance(value, class)?;
                frame.push(Value::Word(u64::from(is)), Kind::Int);
            }
            Op::MonitorEnter | Op::MonitorExit => {
                let value = frame.pop()?;
                self.owned(task, value)?;
            }
            Op::Throw => return told("it raises an exception"),
            _ => return told("it does something unusual"),
        }
        Ok(())
    }

    fn store_element(&mut self, task: &Task, elem: Elem, array: Value, index: u64, value: Value) -> Step<()> {
        let Body::Array(desc, _) = &self.ahead.heap.get(array)?.body else {
            return told("what should be an array is none");
        };
        let of = desc[1..].to_owned();
        // Whether it fits is asked of what is no array of all objects.
        if elem.kind() == Kind::Ref
            && value != Value::Null
            && of != "Ljava/lang/Object;"
            && value != Value::Unknown
            && !self.is_instance(value, class_of(&of))?
        {
            return told("it raises an exception");
        }
        let value = match elem {
            Elem::Byte if of == "Z" => value,
            Elem::Byte => narrow("B", value),
            Elem::Char => narrow("C", value),
            Elem::Short => narrow("S", value),
            Elem::Of(_) => value,
        };
        match &mut self.owned(task, array)?.body {
            Body::Array(_, elements) if (index as usize) < elements.len() => elements[index as usize] = value,
            _ => return told("it raises an exception"),
        }
        Ok(())
    }

    fn branch(&mut self, frame: &mut Frame, op: &Op) -> Step<Flow> {
        let (holds, to) = match *op {
            Op::IfZero(op, to) => (compare(op, word(frame.pop()?)?, 0)?, to),
            Op::IfInts(op, to) => {
                let (b, a) = (word(frame.pop()?)?, word(frame.pop()?)?);
                (compare(op, a, b)?, to)
            }
            Op::IfRefs(op, to) => {
                let (b, a) = (frame.pop()?, frame.pop()?);
                (self.same(a, b)? == (op == BinOp::Eq), to)
            }
            Op::IfNull(op, to) => {
                let a = frame.pop()?;
                (self.same(a, Value::Null)? == (op == BinOp::Eq), to)
            }
            _ => return told("no branch"),
        };
        Ok(if holds { Flow::To(to) } else { Flow::Next })
    }

    fn same(&self, a: Value, b: Value) -> Step<bool> {
        match a == Value::Unknown || b == Value::Unknown {
            true => told("it depends on an object of which nothing is known"),
            false => Ok(a == b),
        }
    }

    fn push_constant(&mut self, task: &Task, frame: &mut Frame, constant: &Const) -> Step<()> {
        let (value, kind) = match constant {
            Const::Null => (Value::Null, Kind::Ref),
            Const::Loadable(loadable) => self.constant_value(task, loadable)?,
        };
        frame.push(value, kind);
        Ok(())
    }

    /// The value of a constant.
    fn constant_value(&mut self, task: &Task, constant: &Loadable) -> Step<(Value, Kind)> {
        Ok(match constant {
            Loadable::Int(value) => (Value::Word(i64::from(*value) as u64), Kind::Int),
            Loadable::Long(value) => (Value::Word(*value as u64), Kind::Long),
            Loadable::Float(bits) => (Value::Word(u64::from(*bits)), Kind::Float),
            Loadable::Double(bits) => (Value::Word(*bits), Kind::Double),
            Loadable::String(units) => (self.literal(task, units)?, Kind::Ref),
            Loadable::Class(name) => (self.ahead.heap.class(task.class, name), Kind::Ref),
            _ => return told("a constant that is computed"),
        })
    }

    /// Where a static field is.
    fn static_place(&mut self, member: &Member) -> Step<(commute_ir::ClassId, u32)> {
        let class = self.world.load(&member.class).ok();
        match class.and_then(|class| self.world.field(class, &member.name, &member.desc)) {
            Some(FieldPlace::Static(class, index)) => Ok((class, index)),
            _ => told("a field that is not there"),
        }
    }

    fn instance_slot(&mut self, member: &Member) -> Step<usize> {
        let class = self.world.load(&member.class).ok();
        match class.and_then(|class| self.world.field(class, &member.name, &member.desc)) {
            Some(FieldPlace::Instance(_, slot)) => Ok(slot as usize),
            _ => told("a field that is not there"),
        }
    }

    fn read_static(&mut self, task: &mut Task, member: &Member) -> Step<Value> {
        let (class, index) = self.static_place(member)?;
        let file = self.world.class(class).file.clone();
        let field = &file.fields[index as usize];
        if let Some(constant) = &field.constant {
            self.uses(task, class)?;
            return Ok(self.constant_value(task, constant)?.0);
        }
        if SET_BY_THE_MACHINE.contains(&file.name.as_str()) && field.flags & flags::FINAL != 0 {
            return Ok(Value::Unknown);
        }
        self.uses(task, class)?;
        let is_ours = class == task.class || task.for_values && self.is_left_out(class);
        if !is_ours && field.flags & flags::FINAL == 0 {
            return told(format!("it reads {}.{}, which others may change", file.name, field.name));
        }
        let known = self.ahead.statics.get(&(class, index)).copied();
        if known.is_none() && class != task.class && self.is_left_out(class) {
            match self.value_class(class) {
                Err(why) => return Err(why),
                Ok(()) => return Ok(zero(&field.desc)),
            }
        }
        let value = known.unwrap_or(if class == task.class { zero(&field.desc) } else { Value::Unknown });
        if class != task.class && self.is_never_written(class, &field.name) {
            self.ahead.heap.freeze(value);
        }
        Ok(value)
    }

    fn write_static(&mut self, task: &Task, member: &Member, value: Value) -> Step<()> {
        let (class, index) = self.static_place(member)?;
        if class != task.class {
            return told(format!("it changes {}.{}", member.class, member.name));
        }
        self.ahead.statics.insert((class, index), narrow(&member.desc, value));
        Ok(())
    }

    /// Whether a write only keeps what `hashCode` has computed, which can be computed again. What a constructor writes is no such
    /// thing, whatever it is called: the entries of a map are found by it.
    fn keeps_hash_code(&self, by: MethodId, field: &Member) -> bool {
        let method = self.world.method(by);
        (method.name.as_str(), method.desc.as_str()) == ("hashCode", "()I")
            && field.desc == "I"
            && field.name.starts_with("hash")
    }

    /// Of objects that others made only final fields can be read: their constructors have ended.
    fn read_field(&mut self, task: &Task, by: MethodId, member: &Member, obj: Value) -> Step<Value> {
        let slot = self.instance_slot(member)?;
        let object = self.ahead.heap.get(obj)?;
        let Body::Instance(class, fields) = &object.body else {
            return told("what should be an instance is none");
        };
        let Some(&value) = fields.get(slot) else { return told("a field that is not there") };
        if !self.may_read(task, object) {
            let of = &self.world.class(*class).layout[slot];
            let declared = self
                .world
                .class(of.class)
                .file
                .fields
                .iter()
                .find(|f| f.name == of.name && f.desc == of.desc);
            if declared.is_none_or(|field| field.flags & flags::FINAL == 0) {
                let by = self.world.method_name(by);
                return told(format!(
                    "{by} reads {}.{} of an object that it did not make",
                    member.class, member.name
                ));
            }
            if self.world.name(of.class) == super::super::STRING {
                // What a text consists of is never written.
                self.ahead.heap.freeze(value);
            }
        }
        Ok(value)
    }

    /// Whether an object is of a class or kind of array.
    pub(super) fn is_instance(&mut self, value: Value, class: &str) -> Step<bool> {
        let name = match &self.ahead.heap.get(value)?.body {
            Body::Instance(of, _) => format!("L{};", self.world.name(*of)),
            Body::Array(desc, _) => desc.clone(),
            Body::Class(_) => "Ljava/lang/Class;".to_owned(),
            Body::Lambda(_) => return told("it asks for the class of an object of which nothing is known"),
        };
        let wanted = if class.starts_with('[') { class.to_owned() } else { format!("L{class};") };
        Ok(self.is_assignable(&name, &wanted))
    }

    fn call_member(&mut self, task: &mut Task, frame: &mut Frame, how: Invoke, member: &Member) -> Step<()> {
        let Ok(types) = signature(&member.desc) else { return told("a method without a type") };
        let mut args = Vec::new();
        for param in types.params.iter().rev() {
            args.push((frame.pop()?, kind(param)));
        }
        if how != Invoke::Static {
            args.push((frame.pop()?, Kind::Ref));
        }
        args.reverse();
        let result = self.call_ahead(task, how, member, &args)?;
        if let Some(ret) = &types.ret {
            frame.push(result.map_or_else(|| told("a call without its result"), Ok)?, kind(ret));
        }
        Ok(())
    }

    /// A lambda, or a method reference. Anything else that is dynamic gives up.
    fn dynamic_value(
        &mut self,
        task: &Task,
        frame: &mut Frame,
        bootstrap: u16,
        name: &str,
        desc: &str,
    ) -> Step<()> {
        let Ok(types) = signature(desc) else { return told("a method without a type") };
        let mut captured = Vec::new();
        for param in types.params.iter().rev() {
            captured.insert(0, (frame.pop()?, kind(param)));
        }
        let file = self.world.class(frame.method.class).file.clone();
        let Some((by, constants)) = file.bootstraps.get(usize::from(bootstrap)) else {
            return told("no bootstrap");
        };
        let handle = constants.iter().find_map(|constant| match constant {
            Loadable::Handle(handle) => Some(handle.clone()),
            _ => None,
        });
        let Some(handle) = handle.filter(|_| by.member.class == "java/lang/invoke/LambdaMetafactory") else {
            return told("it uses invokedynamic for something else than a lambda");
        };
        let lambda = Body::Lambda(Box::new(Lambda { name: name.to_owned(), handle, captured }));
        let lambda = self.ahead.heap.add(task.class, lambda);
        frame.push(lambda, Kind::Ref);
        Ok(())
    }
}

fn compare(op: BinOp, a: u64, b: u64) -> Step<bool> {
    arith::binary(op, NumTy::I32, a, b).map_or_else(|_| told("no comparison"), |bit| Ok(bit != 0))
}

/// A value as a field of this type has it.
fn narrow(desc: &str, value: Value) -> Value {
    let conversion = match desc {
        "B" => Conversion::ToI8,
        "S" => Conversion::ToI16,
        "C" => Conversion::ToU16,
        _ => return value,
    };
    match value {
        Value::Word(word) => Value::Word(arith::convert(conversion, word)),
        other => other,
    }
}

fn calculate(frame: &mut Frame, op: &Op) -> Step<()> {
    let kind_of = |num: NumTy| match num {
        NumTy::I32 => Kind::Int,
        NumTy::I64 => Kind::Long,
        NumTy::F32 => Kind::Float,
        NumTy::F64 => Kind::Double,
    };
    let (value, kind) = match *op {
        Op::Binary(op, num) => {
            let (b, a) = (frame.pop()?, frame.pop()?);
            let kind = if matches!(op, BinOp::CmpL | BinOp::CmpG) { Kind::Int } else { kind_of(num) };
            match (a, b) {
                (Value::Word(a), Value::Word(b)) => match arith::binary(op, num, a, b) {
                    Ok(word) => (Value::Word(word), kind),
                    Err(_) => return told("it raises an exception"),
                },
                _ if matches!(op, BinOp::Div | BinOp::Rem) => return told("it may divide by zero"),
                _ => (Value::Unknown, kind),
            }
        }
        Op::Neg(num) => (map(frame.pop()?, |a| arith::unary(UnOp::Neg, num, a)), kind_of(num)),
        Op::Convert(conv) => {
            let kind = match conv {
                Conversion::Num { to, .. } => kind_of(to),
                _ => Kind::Int,
            };
            (map(frame.pop()?, |a| arith::convert(conv, a)), kind)
        }
        _ => return told("no arithmetic"),
    };
    frame.push(value, kind);
    Ok(())
}

fn map(value: Value, f: impl FnOnce(u64) -> u64) -> Value {
    match value {
        Value::Word(word) => Value::Word(f(word)),
        other => other,
    }
}
