//! What each instruction does, except operations on objects.

use crate::arith;
use crate::canonical;
use crate::discipline::{Touch, TouchedCell};
use crate::enabled::{MAX_CHOICES, me};
use crate::event::{Deed, On};
use crate::interpreter::Interpreter;
use crate::state::{Frame, Object, Status, Thread, Value};
use crate::unwind::Raised;
use commute_ir::{
    ClassId, FaultKind, FuncId, Instr, ObjOp, Operand, Pc, Place, Program, Reg, Shape, ShapeId,
};
use commute_machine::Tid;

/// How an instruction went.
pub type Done = Result<(), Raised>;

/// Where a shared word is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell {
    /// A global.
    Global(usize),
    /// A data word of an object.
    Word(u32, usize),
}

impl From<Cell> for On {
    fn from(cell: Cell) -> Self {
        match cell {
            Cell::Global(global) => On::Global(global),
            Cell::Word(object, word) => On::Word(object, word),
        }
    }
}

/// The function that a process which starts again begins with, and its thread.
const FIRST: &str = "main";

impl Interpreter<'_> {
    /// Executes `instr` for `t`, which stands at it.
    pub(crate) fn perform(&mut self, t: usize, instr: &Instr, choice: u16) -> Done {
        match instr {
            Instr::Jump { .. } | Instr::Branch { .. } | Instr::Switch { .. } | Instr::Block { .. } => {
                self.timed_out |= matches!(*instr, Instr::Block { cond, timed: true, .. } if !self.value(t, cond).is_true());
                self.frame_mut(t).pc = self.target(t, instr);
                Ok(())
            }
            Instr::Call { func, args, .. } => {
                self.timed_out |= self.code.program.functions[func.index()].name == Program::TIME_IS_UP;
                self.call(t, *func, args)
            }
            Instr::CallVirtual { selector, args, .. } => {
                let receiver = self.value(t, args[0]).object().ok_or(FaultKind::NullDereference)?;
                let class = self.class_of(receiver).ok_or(FaultKind::BadCast)?;
                let method = self.code.program.method(class, *selector).ok_or(FaultKind::BadCast)?;
                self.call(t, method, args)
            }
            Instr::Return { value } => {
                self.return_from(t, value.map(|v| self.value(t, v)));
                Ok(())
            }
            Instr::Throw { exc } => {
                let exception = self.value(t, *exc).object().ok_or(FaultKind::NullDereference)?;
                Err(Raised::Exception(exception))
            }
            Instr::Assert { cond, message } => self.assert(t, *cond, message),
            Instr::Assume { cond } if !self.value(t, *cond).is_true() => {
                self.note(t, self.span_at(t), Deed::Other, |_| "halts: the assumption is false".to_owned());
                self.finish(t, Status::Halted);
                Ok(())
            }
            Instr::Load { .. } | Instr::Store { .. } | Instr::Cas { .. } => self.access(t, instr),
            Instr::Invoke { dst, op, obj, arg } => self.invoke(t, *op, *obj, *arg, *dst, choice),
            Instr::Spawn { dst, func, args, daemon } => self.spawn(t, *dst, *func, args, *daemon),
            Instr::Start { thread, func, daemon } => self.start_handle(t, *thread, *func, *daemon),
            Instr::EndProcess { process, .. } => {
                self.end_process(t, *process);
                Ok(())
            }
            Instr::Refuse { message, missing } => {
                self.missing.extend(missing);
                let text = FaultKind::Unsupported.message();
                let calls = self.calls(t);
                Err(Raised::Fault(FaultKind::Unsupported, format!("{text}: {message} (called by {calls})")))
            }
            Instr::Print { value, form, .. } => {
                let text = self.print_text(self.value(t, *value), *form);
                self.note(t, self.span_at(t), Deed::Prints, |_| format!("prints {text}"));
                self.output(instr, text);
                self.next(t);
                Ok(())
            }
            Instr::Remark { .. } => {
                self.next(t);
                Ok(())
            }
            _ => self.perform_simple(t, instr, choice),
        }
    }

    /// The innermost functions that `t` is in, the last one last.
    fn calls(&self, t: usize) -> String {
        let frames = &self.state.threads[t].frames;
        let shown = &frames[frames.len().saturating_sub(Program::SHOWN_CALLS)..];
        let name = |frame: &Frame| self.code.program.functions[frame.func.index()].name.as_str();
        shown.iter().map(name).collect::<Vec<_>>().join(" > ")
    }

    /// The instructions that are followed by the next one and write at most one register.
    fn perform_simple(&mut self, t: usize, instr: &Instr, choice: u16) -> Done {
        let span = self.span_at(t);
        if let Some((dst, value)) = self.result(t, instr, choice)? {
            self.set(t, dst, value);
        }
        match instr {
            Instr::Choose { dst, .. } => {
                self.note(t, span, Deed::Other, |i| {
                    format!("choose {}", i.value(t, Operand::Reg(*dst)).word())
                });
            }
            Instr::Yield => self.note(t, span, Deed::Other, |_| "yields".to_owned()),
            Instr::AtomicBegin => self.note(t, span, Deed::Other, |_| "begins an atomic block".to_owned()),
            _ => {}
        }
        self.next(t);
        Ok(())
    }

    /// The register that such an instruction writes, and the value.
    fn result(&mut self, t: usize, instr: &Instr, choice: u16) -> Result<Option<(Reg, Value)>, Raised> {
        let word = |operand: Operand| self.value(t, operand).word();
        Ok(match *instr {
            Instr::Move { dst, src } => Some((dst, self.value(t, src))),
            Instr::Unary { dst, op, num, a } => Some((dst, Value::Num(arith::unary(op, num, word(a))))),
            Instr::Binary { dst, op, num, a, b } => {
                Some((dst, Value::Num(arith::binary(op, num, word(a), word(b))?)))
            }
            Instr::Convert { dst, conv, a } => Some((dst, Value::Num(arith::convert(conv, word(a))))),
            Instr::Narrow { dst, src, lo, hi, wrap } => {
                Some((dst, Value::Num(arith::narrow(word(src), lo, hi, wrap)?)))
            }
            Instr::StaticAt { dst, base, count, index } => {
                let index = u32::try_from(word(index)).ok().filter(|&i| i < count);
                Some((dst, Value::Ref(Some(base.0 + index.ok_or(FaultKind::OutOfBounds)?))))
            }
            Instr::New { dst, shape, arg } => {
                let arg = word(arg);
                Some((dst, Value::Ref(Some(self.create(shape, arg)?))))
            }
            Instr::IsInstance { dst, obj, class } => {
                let is = self.value(t, obj).object().is_some_and(|o| self.is_instance(o, class));
                Some((dst, Value::of_bool(is)))
            }
            Instr::IsShape { dst, obj, ref shapes } => {
                let shape = self.value(t, obj).object().map(|o| self.state.object(o).shape);
                let is = |id: &ShapeId| Some(self.code.program.shapes[id.index()]) == shape;
                Some((dst, Value::of_bool(shapes.iter().any(is))))
            }
            Instr::Length { dst, arr } => {
                let number = self.value(t, arr).object().ok_or(FaultKind::NullDereference)?;
                let object = self.state.object(number);
                if !matches!(object.shape, Shape::Array(_)) {
                    return Err(FaultKind::BadCast.into());
                }
                Some((dst, Value::Num(object.data.len() as i64)))
            }
            Instr::Fixed { dst, place } => Some((dst, self.read(self.locate(t, place)?))),
            Instr::Current { dst } => Some((dst, Value::Ref(self.state.threads[t].handle))),
            Instr::CallAt { dst, depth } => {
                let frames = &self.state.threads[t].frames;
                let place = |frame: &Frame| i64::from(self.code.program.place(frame.func, frame.pc));
                let frame =
                    usize::try_from(word(depth)).ok().and_then(|depth| frames.iter().rev().nth(depth));
                Some((dst, Value::Num(frame.map_or(-1, place))))
            }
            Instr::CheckCast { obj, class } => match self.value(t, obj).object() {
                Some(object) if !self.is_instance(object, class) => return Err(FaultKind::BadCast.into()),
                _ => None,
            },
            Instr::Choose { dst, lo, hi } => {
                if i128::from(word(hi)) - i128::from(word(lo)) > MAX_CHOICES {
                    return Err(FaultKind::OutOfRange.into());
                }
                Some((dst, Value::Num(word(lo) + i64::from(choice))))
            }
            // What is left: `Assume` of true, `Yield`, `AtomicBegin`, `AtomicEnd`.
            _ => None,
        })
    }

    /// Where control goes from here. A false `Block` goes back.
    fn target(&self, t: usize, instr: &Instr) -> Pc {
        match instr {
            Instr::Jump { target } => *target,
            Instr::Branch { cond, then, otherwise } => {
                if self.value(t, *cond).is_true() {
                    *then
                } else {
                    *otherwise
                }
            }
            Instr::Switch { on, cases, default } => {
                let on = self.value(t, *on).word();
                cases.iter().find(|(case, _)| *case == on).map_or(*default, |&(_, to)| to)
            }
            Instr::Block { retry, .. } if self.at_false_block(t) => *retry,
            _ => Pc(self.frame(t).pc.0 + 1),
        }
    }

    pub(crate) fn is_instance(&self, object: u32, class: ClassId) -> bool {
        self.class_of(object).is_some_and(|c| self.code.program.is_subclass(c, class))
    }

    fn assert(&mut self, t: usize, cond: Operand, message: &str) -> Done {
        if self.value(t, cond).is_true() {
            self.next(t);
            return Ok(());
        }
        let text = FaultKind::Assertion.message();
        let message = if message.is_empty() { text.to_owned() } else { format!("{text}: {message}") };
        Err(Raised::Fault(FaultKind::Assertion, message))
    }

    /// A new object of a shape, with zero, null or empty data.
    fn create(&mut self, shape: ShapeId, arg: i64) -> Result<u32, FaultKind> {
        if self.state.objects.len() >= Program::MAX_OBJECTS {
            self.remove_garbage();
        }
        if self.state.objects.len() >= Program::MAX_OBJECTS {
            return Err(FaultKind::OutOfMemory);
        }
        let made_as = Some(shape);
        let shape = self.code.program.shapes[shape.index()];
        let made_as = made_as.filter(|_| matches!(shape, Shape::Array(_)));
        let data = match shape {
            Shape::Instance(class) => return Ok(self.instance(class)),
            Shape::Array(_) | Shape::Channel(_) | Shape::Barrier if arg < 0 => {
                return Err(FaultKind::NegativeSize);
            }
            Shape::Array(_) if arg > Program::MAX_WORDS as i64 => return Err(FaultKind::OutOfMemory),
            Shape::Array(ty) => vec![Value::zero(ty); arg as usize],
            Shape::Seq(_) | Shape::Set(_) => Vec::new(),
            Shape::Lock | Shape::RwLock | Shape::Thread => vec![Value::Num(0)],
            Shape::Semaphore | Shape::Channel(_) => vec![Value::Num(arg)],
            Shape::Barrier => vec![Value::Num(arg), Value::Num(0)],
        };
        let number = self.state.allocate(Object { made_as, ..Object::new(shape, data) });
        self.gather_made(number);
        Ok(number)
    }

    fn call(&mut self, t: usize, func: FuncId, args: &[Operand]) -> Done {
        if self.state.threads[t].frames.len() >= Program::MAX_FRAMES {
            return Err(FaultKind::StackOverflow.into());
        }
        let args: Vec<Value> = args.iter().map(|&a| self.value(t, a)).collect();
        args.iter().enumerate().for_each(|(register, &value)| self.gather_local(t, func, register, value));
        let frame = Frame::new(self.code.program, func, &args);
        self.state.threads[t].frames.push(frame);
        Ok(())
    }

    /// Leaves the top frame; the caller stands at its call.
    fn return_from(&mut self, t: usize, value: Option<Value>) {
        self.note_message(t, value);
        if self.state.threads[t].frames.len() == 1 {
            self.note(t, self.span_at(t), Deed::Other, |_| "ends".to_owned());
            return self.finish(t, Status::Ended);
        }
        self.note_return(t, value);
        self.leave_call(t);
        if let (Some(dst), Some(value)) = (self.instr(t).dst(), value) {
            self.set(t, dst, value);
        }
        self.next(t);
    }

    /// `Load`, `Store` and `Cas`.
    fn access(&mut self, t: usize, instr: &Instr) -> Done {
        let span = self.span_at(t);
        match *instr {
            Instr::Load { dst, place, .. } => {
                let cell = self.reach(t, place, false)?;
                let value = self.read(cell);
                self.set(t, dst, value);
                let (on, deed) = (Some(cell.into()), Deed::Reads);
                self.note_on(t, span, deed, on, |i| {
                    format!("read {} = {}", i.cell_name(cell), i.show_cell(cell))
                });
            }
            Instr::Store { place, src, .. } => {
                let cell = self.reach(t, place, true)?;
                let old = self.cell_text(cell);
                self.gather_write(t, cell, self.value(t, src));
                self.write(cell, self.value(t, src));
                self.note_change(t, span, cell, old, "");
            }
            Instr::Cas { dst, place, expected, new } => {
                let cell = self.reach(t, place, true)?;
                let old = self.cell_text(cell);
                let equal = self.read(cell).word() == self.value(t, expected).word();
                if equal {
                    self.gather_write(t, cell, self.value(t, new));
                    self.write(cell, self.value(t, new));
                    self.note_change(t, span, cell, old, "cas ");
                } else {
                    self.note_on(t, span, Deed::Reads, Some(cell.into()), |i| {
                        format!("cas of {} fails: it is {}", i.cell_name(cell), i.show_cell(cell))
                    });
                }
                self.set(t, dst, Value::of_bool(equal));
            }
            _ => {}
        }
        self.next(t);
        Ok(())
    }

    /// The word that a place means, which is touched. An element of a growable array is there or not by the length of the array, so
    /// all of it is touched, even by an index beyond its end.
    fn reach(&mut self, t: usize, place: Place, writes: bool) -> Result<Cell, FaultKind> {
        let cell = self.locate(t, place);
        let is_growable = |o: &u32| matches!(self.state.object(*o).shape, Shape::Seq(_));
        let growable = match place {
            Place::Elem { arr, .. } => self.value(t, arr).object().filter(is_growable),
            _ => None,
        };
        let touched = match growable {
            Some(o) => Some(TouchedCell::Object(o, None)),
            None => cell.ok().map(TouchedCell::from),
        };
        self.touched.extend(touched.map(|cell| Touch { cell, writes }));
        cell
    }

    /// The word that a place means.
    pub(crate) fn locate(&self, t: usize, place: Place) -> Result<Cell, FaultKind> {
        match place {
            Place::Global(global) => Ok(Cell::Global(global.index())),
            Place::Field { obj, field, .. } => {
                let number = self.value(t, obj).object().ok_or(FaultKind::NullDereference)?;
                let object = self.state.object(number);
                let exists =
                    matches!(object.shape, Shape::Instance(_)) && (field as usize) < object.data.len();
                if exists { Ok(Cell::Word(number, field as usize)) } else { Err(FaultKind::BadCast) }
            }
            Place::Slot { obj, index, is_ref } => {
                let number = self.value(t, obj).object().ok_or(FaultKind::NullDereference)?;
                let object = self.state.object(number);
                let index = usize::try_from(self.value(t, index).word()).unwrap_or(usize::MAX);
                let has_slots = matches!(object.shape, Shape::Instance(_) | Shape::Array(_));
                let exists = has_slots && index < object.data.len();
                let fits = exists && self.word_ty(object, index).is_ref() == is_ref;
                if fits { Ok(Cell::Word(number, index)) } else { Err(FaultKind::BadCast) }
            }
            Place::Elem { arr, index } => {
                let number = self.value(t, arr).object().ok_or(FaultKind::NullDereference)?;
                let object = self.state.object(number);
                if !matches!(object.shape, Shape::Array(_) | Shape::Seq(_)) {
                    return Err(FaultKind::BadCast);
                }
                let index = usize::try_from(self.value(t, index).word()).ok();
                let index = index.filter(|&i| i < object.data.len()).ok_or(FaultKind::OutOfBounds)?;
                Ok(Cell::Word(number, index))
            }
        }
    }

    pub(crate) fn read(&self, cell: Cell) -> Value {
        match cell {
            Cell::Global(global) => self.state.globals[global],
            Cell::Word(object, index) => self.state.object(object).data[index],
        }
    }

    fn write(&mut self, cell: Cell, value: Value) {
        match cell {
            Cell::Global(global) => self.state.globals[global] = value,
            Cell::Word(object, index) => self.state.object_mut(object).data[index] = value,
        }
    }

    /// The new thread runs up to its first visible instruction once this one is done (`newborn`).
    fn spawn(&mut self, t: usize, dst: Option<Reg>, func: FuncId, args: &[Operand], daemon: bool) -> Done {
        let number = self.free_number();
        if number >= Program::MAX_THREADS {
            return Err(FaultKind::OutOfMemory.into());
        }
        let args: Vec<Value> = args.iter().map(|&a| self.value(t, a)).collect();
        let frame = Frame::new(self.code.program, func, &args);
        let name = format!("{}#{number}", self.code.program.functions[func.index()].name);
        let handle = dst.map(|_| self.state.allocate(Object::new(Shape::Thread, vec![me(number)])));
        self.add_thread(t, number, Thread::new(name, frame, daemon, handle));
        if let Some(dst) = dst {
            self.set(t, dst, Value::Ref(handle));
        }
        self.next(t);
        Ok(())
    }

    /// `Start`: the handle is there already, and its first word says whether it was started.
    fn start_handle(&mut self, t: usize, thread: Operand, func: FuncId, daemon: Operand) -> Done {
        let handle = self.value(t, thread).object().ok_or(FaultKind::NullDereference)?;
        let program = self.code.program;
        if !program.allows(self.state.object(handle).shape, ObjOp::Join) {
            return Err(FaultKind::BadCast.into());
        }
        if self.state.object(handle).data[0].is_true() {
            return Err(FaultKind::StartedTwice.into());
        }
        let number = self.free_number();
        if number >= Program::MAX_THREADS {
            return Err(FaultKind::OutOfMemory.into());
        }
        let frame = Frame::new(program, func, &[Value::Ref(Some(handle))]);
        let class = self.class_of(handle).map_or("thread", |c| program.classes[c.index()].name.as_str());
        let given = self.names.as_ref().and_then(|names| names.thread(handle)).map(str::to_owned);
        // The first thread of a process that starts again was never given a name in this execution.
        let first = Some(program.functions[func.index()].name.clone()).filter(|name| name == FIRST);
        let name = given
            .or(first)
            .unwrap_or_else(|| format!("{}#{number}", class.rsplit('.').next().unwrap_or(class)));
        let name = match program.functions[func.index()].process {
            Some(process) => format!("{}.{name}", program.processes[process.index()]),
            None => name,
        };
        let daemon = self.value(t, daemon).is_true();
        self.state.object_mut(handle).data[0] = me(number);
        self.add_thread(t, number, Thread::new(name, frame, daemon, Some(handle)));
        self.next(t);
        Ok(())
    }

    fn add_thread(&mut self, t: usize, number: usize, thread: Thread) {
        match self.state.threads.get_mut(number) {
            Some(place) => *place = thread,
            None => self.state.threads.push(thread),
        }
        self.note(t, self.span_at(t), Deed::Spawns(Tid::new(number)), |i| {
            format!("spawns {}", i.state.threads[number].name)
        });
        self.newborn = Some(number);
        self.started.push(number);
    }

    /// Keeps what the program has printed, if anyone wants to know.
    fn output(&mut self, instr: &Instr, text: String) {
        if self.recording {
            self.printed += &text;
            if matches!(instr, Instr::Print { newline: true, .. }) {
                self.printed.push('\n');
            }
        }
    }

    /// The number of the next spawned thread: that of an ended one which holds nothing, or a new one.
    /// Garbage does not count: a lock that nobody can reach is held by nobody.
    fn free_number(&self) -> usize {
        let mut counted = self.state.clone();
        canonical::clean(&self.code, &mut counted);
        let holds = |t: usize| counted.objects.values().any(|object| holds(object, t));
        let ended = |&t: &usize| self.state.threads[t].status == Status::Ended;
        let declared = self.code.program.threads.len();
        (declared..self.threads()).filter(ended).find(|&t| !holds(t)).unwrap_or(self.threads())
    }
}

/// Whether `t` holds the object as a lock, read-write lock or monitor.
pub fn holds(object: &Object, t: usize) -> bool {
    let locked = matches!(object.shape, Shape::Lock | Shape::RwLock) && object.data.contains(&me(t));
    locked || object.holder == Some(t)
}
