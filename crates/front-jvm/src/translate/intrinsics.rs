//! What an override of the library becomes, and where it is put.
//!
//! A method that cannot be overridden is put in place of its call, so that a thread that waits stands at the line of the
//! user that makes it wait. Which methods are overridden is said in `overrides.rs`, the code of the longer ones is in
//! `intrinsic_code.rs`.

use super::asked::Asked;
use super::body::{Entry, Known, Lowering};
use super::builder::Builder;
use super::formulas::event_label;
use super::intrinsic_code::{
    emit_bits, emit_choice, emit_complement, emit_copy, emit_leave_and_enter, emit_new_bytes, emit_number,
    emit_on_self, emit_zero,
};
use super::members::Dispatch;
use super::overrides::{fixes, intrinsic, property};
use super::system::OfSystem;
use super::traces::{Told, traced};
use super::waits::watched;
use super::{FuncKey, Phase, TranslateError, Translator};
use crate::classfile::{Kind, flags};
use crate::descriptor::{dotted, kind, signature};
use crate::library::Origin;
use crate::world::{FieldPlace, MethodId};
use commute_ir::{FuncId, Function, Instr, ObjOp, Operand, Place, PrintForm, Reg, Shape, Ty};

/// What a method becomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Intrinsic {
    /// Nothing; a result is zero or null.
    Nothing,
    /// A number.
    Number(i64),
    /// A text.
    Text(&'static str),
    /// Its first argument, which must not be null.
    First,
    /// An operation on its first argument.
    Invoke(ObjOp),
    /// The same with its second.
    InvokeWith(ObjOp),
    /// A new channel of references, with room for as many as its first argument says.
    NewChannel,
    /// `wait` with a time: zero is for ever.
    Wait,
    /// An operation on the thread that calls.
    OnSelf(ObjOp),
    /// The thread that calls.
    Current,
    /// Starts its first argument.
    Start,
    /// Lets others run.
    Yield,
    /// Waits for a permit, or an interrupt; perhaps only for a while.
    Park {
        /// Only for a while.
        timed: bool,
    },
    /// Prints its last argument.
    Print {
        /// How.
        form: PrintForm,
        /// Whether a line ends.
        newline: bool,
    },
    /// Prints an object by its `toString`.
    PrintObject {
        /// Whether a line ends.
        newline: bool,
    },
    /// Ends a line.
    Println,
    /// `System.arraycopy`.
    ArrayCopy,
    /// A new array, given the object of the class of its elements.
    NewArray,
    /// `Object.clone`.
    Clone,
    /// The object of the class of its first argument.
    ClassOf,
    /// The name of the class of its first argument.
    ClassName,
    /// What the class that its first argument is says of itself.
    Query(&'static str),
    /// Null for the library's own use, and what the class that its first argument is says of itself to the user.
    QueryOutside(&'static str),
    /// What is done to a member or class that has a number.
    Dispatch(Dispatch),
    /// A method of ours, with the class that calls as last argument.
    OursFor(&'static str, &'static str),
    /// A copy of its first argument, which is of this class.
    CopyOf(&'static str),
    /// What a table says of the member with the number that is its first argument.
    MemberTable(&'static str),
    /// The names by which classes are found: those that are literals, or all.
    Names {
        /// All.
        all: bool,
    },
    /// The names of all bundles of texts of the library.
    BundleNames,
    /// A private field of its first argument: class, name, descriptor.
    Private(&'static str, &'static str, &'static str),
    /// Puts its second argument into such a field, which may be final: its object is new.
    SetPrivate(&'static str, &'static str, &'static str),
    /// Whether its second argument is an instance of the class that its first argument is.
    InstanceOfClass,
    /// Ends the program: nothing that happens now is of interest.
    Exit,
    /// Ends the threads of the process.
    EndProcess,
    /// Whoever reads the verdict is told this of the process.
    Remark(&'static str),
    /// What a program can ask of the system that it is in.
    OfSystem(OfSystem),
    /// Whether threads that wait may go on without a reason.
    Spurious,
    /// Whether the time of a wait is up only if nothing else can happen.
    TimeoutsLast,
    /// How many reads on each side of a connection may return less than there is.
    PartialReads,
    /// Whether generators of random numbers to which the program gives no seed have one.
    Seeded,
    /// Whether its first argument is a generator of random numbers without a seed.
    Seedless,
    /// The constructor of a generator of random numbers of this class, without a seed.
    NewRandom(&'static str),
    /// Whether the assertions of the class that it is called on are on.
    AssertionStatus,
    /// The bits of its first argument as another type.
    Bits(Kind),
    /// Any number below its argument.
    Choose,
    /// Something that properties may speak of.
    Event,
    /// Gives its second argument a name for properties.
    Name,
    /// Gives up this execution unless its argument is true.
    Assume,
    /// A method of ours, in `commute/rt/Library` if no class is named before a dot.
    Ours(&'static str, &'static str),
    /// Whether what a reference refers to is its second argument; references are never cleared by themselves.
    RefersTo,
    /// Makes a reference refer to nothing.
    Clear,
    /// The only instance of a class.
    Only(&'static str),
    /// A new array of bytes, as long as its first argument says.
    NewBytes,
    /// The complement of its argument with this number.
    Complement(usize),
    /// An operation of `Unsafe`, by its name.
    Unsafe,
    /// Null for the library's own use; what it is to the user is not known.
    NullInside,
    /// Not translated.
    Refused,
    /// A system property. The library's own have their defaults.
    Property,
    /// Sets or clears one: a method of ours.
    SetProperty(&'static str, &'static str),
    /// Sets a stream of `System`: its field.
    SetStream(&'static str, &'static str),
    /// An array of the names of threads that properties speak of.
    ThreadNames,
    /// An array of all texts that are literals.
    Literals,
    /// The object of the class of a primitive type, by its name.
    PrimitiveClass,
    /// Makes a field updater.
    NewUpdater,
    /// The constants of the enum whose class is its first argument.
    EnumConstants,
    /// A method of our class of threads that depends on the rest of the program.
    Asked(Asked),
    /// The time: a method of our class of threads for the library, another one for the program.
    Clock {
        /// In milliseconds.
        millis: bool,
    },
    /// Leaves the monitor of its first argument and enters it again, which fails if it is not held.
    LeaveAndEnter,
    /// What comes after it is one step, until [`Intrinsic::AtomicEnd`].
    AtomicBegin,
    /// The end of that step.
    AtomicEnd,
    /// Waits, in such a step, until its argument is true.
    Until {
        /// Or until its time is up.
        timed: bool,
    },
    /// Asks what a thread waits for, which is not known yet.
    Unwatched,
    /// Asks for the message of an exception that has none.
    Untold,
    /// Asks for the stack trace of an exception that has none.
    Untraced,
    /// The number of the place at which a call stands that the thread is in.
    CallAt,
    /// What the table of calls says of the row that is its first argument.
    Told(Told),
}

impl Intrinsic {
    /// Whether it can only be put in place of a call, because it depends on what is known of the arguments.
    fn needs_its_call(self) -> bool {
        matches!(
            self,
            Intrinsic::Unsafe | Intrinsic::NewUpdater | Intrinsic::PrimitiveClass | Intrinsic::Refused
        )
    }
}

impl Intrinsic {
    /// Whether it would not notice that there is no receiver.
    fn takes_no_look(self) -> bool {
        matches!(
            self,
            Intrinsic::Nothing
                | Intrinsic::Number(_)
                | Intrinsic::Text(_)
                | Intrinsic::Only(_)
                | Intrinsic::Exit
        )
    }
}

/// Where an intrinsic is put.
#[derive(Clone, Copy)]
pub struct Site {
    /// The function.
    pub func: FuncId,
    /// Its phase.
    pub phase: Phase,
}

impl Lowering<'_, '_> {
    /// Puts an override in place of its call, if there is one and it is small. Whether it did.
    pub(super) fn inline(
        &mut self,
        method: MethodId,
        args: &[Entry],
        ret: Option<Kind>,
    ) -> Result<bool, TranslateError> {
        let Some(which) = self.t.intrinsic_of(method) else { return Ok(false) };
        let site = Site { func: self.func, phase: self.phase };
        if which == Intrinsic::Unsafe {
            return self.unsafe_call(method, args, ret);
        }
        if which == Intrinsic::NewUpdater {
            return self.new_updater(method, args);
        }
        let is_users = self.t.origin(self.method.class) == Origin::User;
        let which = match which {
            Intrinsic::QueryOutside(query) if is_users => Intrinsic::Query(query),
            which => which,
        };
        if which == Intrinsic::Refused || which == Intrinsic::NullInside && is_users {
            let name = self.t.world.method_name(method);
            self.refused_call(&format!("the library method {name}"), ret)?;
            return Ok(true);
        }
        if matches!(which, Intrinsic::Clock { .. }) && self.keeps_limits() {
            self.push(Operand::Int(0), Kind::Long);
            return Ok(true);
        }
        if which == Intrinsic::Property && is_users {
            return self.user_property(args);
        }
        if which == Intrinsic::Event {
            let Some(Known::Text(name)) = args.first().map(|arg| arg.known.clone()) else { return Ok(false) };
            self.out.label(event_label(&name));
            self.out.emit(Instr::Yield);
            return Ok(true);
        }
        if which == Intrinsic::Name {
            let Some(Known::Text(name)) = args.first().map(|arg| arg.known.clone()) else { return Ok(false) };
            let object = args.last().map_or(Operand::Null, |arg| arg.operand);
            let place = Place::Global(self.t.named_object(&name));
            self.out.emit(Instr::Store { place, src: object, plain: false });
            return Ok(true);
        }
        if which == Intrinsic::PrimitiveClass {
            let Some(Known::Text(name)) = args.first().map(|arg| arg.known.clone()) else { return Ok(false) };
            let object = Operand::Static(self.t.class_object(&name)?);
            self.push_known(object, Kind::Ref, Known::Class(name));
            return Ok(true);
        }
        if matches!(
            which,
            Intrinsic::Wait | Intrinsic::Invoke(ObjOp::Wait | ObjOp::Notify | ObjOp::NotifyAll)
        ) {
            self.refuse_lock(args[0].operand)?;
        }
        let is_static = self.t.world.method(method).flags & flags::STATIC != 0;
        if !is_static && which.takes_no_look() && matches!(args[0].known, Known::Nothing | Known::Static(..))
        {
            self.out.check_null(args[0].operand);
        }
        let mut args = args.to_vec();
        if let Intrinsic::OursFor(..) = which {
            let this = self.t.world.name(self.method.class).to_owned();
            let operand = Operand::Static(self.t.class_object(&this)?);
            args.push(Entry { operand, kind: Kind::Ref, known: Known::Class(this) });
        }
        // A result must not overwrite an argument that is still needed.
        let dst = ret.map(|kind| self.out.temp(kind));
        self.t.emit_intrinsic(&mut self.out, site, which, &args, dst)?;
        if let (Some(dst), Some(kind)) = (dst, ret) {
            self.push(Operand::Reg(dst), kind);
        }
        Ok(true)
    }
}

impl Lowering<'_, '_> {
    /// `System.getProperty` of the user's: of those that are always set only some are known.
    fn user_property(&mut self, args: &[Entry]) -> Result<bool, TranslateError> {
        let is_literal = matches!(args.first(), Some(Entry { known: Known::Text(_), .. }));
        if self.t.sets_properties() || !is_literal {
            return self.property_of_any(args);
        }
        let known = match args.first().map(|arg| &arg.known) {
            Some(Known::Text(name)) => {
                if name.is_empty() {
                    let site = Site { func: self.func, phase: self.phase };
                    self.t.emit_ours(&mut self.out, site, "noKey", "()V", &[], None)?;
                }
                property(name)
            }
            _ => Err(()),
        };
        match known {
            Ok(Some(text)) => {
                let text = Operand::Static(self.t.text_of(text)?);
                self.push_known(text, Kind::Ref, Known::NotNull);
            }
            Ok(None) => self.push(args.get(1).map_or(Operand::Null, |instead| instead.operand), Kind::Ref),
            Err(()) => self.refused_call("a system property whose value is not known", Some(Kind::Ref))?,
        }
        Ok(true)
    }
}

impl Translator<'_> {
    /// The override of a method, noted for the report.
    fn intrinsic_of(&mut self, method: MethodId) -> Option<Intrinsic> {
        let class = self.world.name(method.class).to_owned();
        let decl = self.world.method(method);
        let watched = self.opened.watches_waits().then(|| watched(&class, &decl.name, &decl.desc)).flatten();
        let traced = self.opened.traces().then(|| traced(&class, &decl.name, &decl.desc)).flatten();
        let which = watched
            .or(traced)
            .or_else(|| intrinsic(self.world.path.version(), &class, &decl.name, &decl.desc))?;
        let name = decl.name.clone();
        self.notes.fixed.extend(fixes(&class, &name));
        if self.origin(method.class) == Origin::Jdk && which != Intrinsic::Nothing {
            self.notes.overrides.insert(format!("{}.{name}", dotted(&class)));
        }
        Some(which)
    }

    /// The body of a method that is overridden or refused as a whole.
    pub(super) fn overridden_body(
        &mut self,
        method: MethodId,
        phase: Phase,
        func: FuncId,
    ) -> Result<Option<Function>, TranslateError> {
        let Some(which) = self.intrinsic_of(method).filter(|which| !which.needs_its_call()) else {
            return Ok(self.is_cut(method).then(|| {
                let refusal = self.cut_refusal(method, func);
                self.refused_body(method, refusal)
            }));
        };
        let (params, ret) = self.method_types(method);
        let mut out = Builder::new(self.world.method_name(method), &params, ret);
        let decl = self.world.method(method);
        let types =
            signature(&decl.desc).map_err(|e| TranslateError::Method(self.world.method_name(method), e))?;
        let receiver = (decl.flags & flags::STATIC == 0).then_some(Kind::Ref);
        let kinds = receiver.into_iter().chain(types.params.iter().map(|p| kind(p)));
        let args: Vec<Entry> = kinds
            .enumerate()
            .map(|(i, kind)| Entry { operand: Operand::Reg(Reg(i as u16)), kind, known: Known::Nothing })
            .collect();
        let dst = types.ret.as_deref().map(|ret| out.temp(kind(ret)));
        self.emit_intrinsic(&mut out, Site { func, phase }, which, &args, dst)?;
        out.emit(Instr::Return { value: dst.map(Operand::Reg) });
        Ok(Some(out.finish_plain()))
    }

    fn private_field(
        &mut self,
        obj: Operand,
        class: &str,
        name: &str,
        desc: &str,
    ) -> Result<Place, TranslateError> {
        let class = self.world.load(class)?;
        match self.world.field(class, name, desc) {
            Some(FieldPlace::Instance(class, field)) => Ok(Place::Field { obj, class, field }),
            _ => Err(TranslateError::Program(format!("{} has no {name}", self.world.name(class)))),
        }
    }

    /// Puts an override where it is needed; the result goes to `dst`.
    fn emit_intrinsic(
        &mut self,
        out: &mut Builder,
        site: Site,
        which: Intrinsic,
        args: &[Entry],
        dst: Option<Reg>,
    ) -> Result<(), TranslateError> {
        let first = args.first().map_or(Operand::Null, |arg| arg.operand);
        let last = args.last().map_or(Operand::Null, |arg| arg.operand);
        match which {
            Intrinsic::Property => {
                let text = "Ljava/lang/String;";
                let desc = format!("({}){text}", text.repeat(args.len()));
                let name = match self.sets_properties() {
                    true => "commute/rt/Settings.inside",
                    false => "commute/rt/Natives.property",
                };
                self.emit_ours(out, site, name, &desc, args, dst)?;
            }
            Intrinsic::SetProperty(name, desc) => {
                self.emit_set_property(out, site, (name, desc), args, dst)?
            }
            Intrinsic::SetStream(name, desc) => self.emit_set_stream(out, (name, desc), first)?,
            Intrinsic::Nothing | Intrinsic::NullInside | Intrinsic::QueryOutside(_) => emit_zero(out, dst),
            Intrinsic::ThreadNames => emit_copy(out, Operand::Static(self.thread_name_texts()?), dst),
            Intrinsic::Literals => emit_copy(out, Operand::Static(self.literals()?), dst),
            Intrinsic::Number(value) => emit_number(out, value, dst),
            Intrinsic::Text(text) => emit_copy(out, Operand::Static(self.text_of(text)?), dst),
            Intrinsic::First => {
                out.check_null(first);
                emit_copy(out, first, dst);
            }
            Intrinsic::Invoke(op) => out.emit(Instr::Invoke { dst, op, obj: first, arg: None }),
            Intrinsic::InvokeWith(op) => {
                let arg = args.get(1).map(|arg| arg.operand);
                out.emit(Instr::Invoke { dst, op, obj: first, arg });
            }
            Intrinsic::NewChannel => {
                let shape = self.shape(Shape::Channel(Ty::AnyRef));
                dst.into_iter().for_each(|dst| out.emit(Instr::New { dst, shape, arg: first }));
            }
            Intrinsic::Wait => self.emit_wait(out, site, args)?,
            Intrinsic::OnSelf(op) => emit_on_self(out, op, dst),
            Intrinsic::Current => self.emit_current(out, site, dst)?,
            Intrinsic::Start => {
                let func = self.run_function(site.func);
                out.emit(Instr::Start { thread: first, func, daemon: last });
            }
            Intrinsic::Yield => out.emit(Instr::Yield),
            Intrinsic::Park { timed } => self.emit_park(out, site, timed)?,
            Intrinsic::Print { form, newline } => out.emit(Instr::Print { value: last, form, newline }),
            Intrinsic::PrintObject { newline } => self.emit_print_object(out, site, last, newline)?,
            Intrinsic::Println => {
                let value = Operand::Static(self.text_of("")?);
                out.emit(Instr::Print { value, form: PrintForm::Text, newline: true });
            }
            Intrinsic::ArrayCopy => {
                let func = self.array_copy(site.func);
                let args = args.iter().map(|arg| arg.operand).collect();
                out.emit(Instr::Call { dst: None, func, args });
            }
            Intrinsic::NewArray => {
                let func = self.function(FuncKey::NewArray, site.func, |_| {
                    ("newArray".to_owned(), vec![Ty::AnyRef, Ty::I32], Some(Ty::AnyRef))
                });
                out.check_null(first);
                out.emit(Instr::Call { dst, func, args: Box::new([first, last]) });
            }
            Intrinsic::Clone => self.emit_clone(out, site, first, dst),
            Intrinsic::ClassOf => self.emit_table(out, site, FuncKey::ClassOf, first, dst),
            Intrinsic::ClassName => self.emit_table(out, site, FuncKey::ClassName, first, dst),
            Intrinsic::Query(query) => self.emit_query(out, site, query, first, dst),
            Intrinsic::Dispatch(what) => {
                let args: Vec<Operand> = args.iter().map(|arg| arg.operand).collect();
                self.emit_dispatch(out, site, what, &args, dst);
            }
            Intrinsic::OursFor(name, desc) => {
                let types = signature(desc).map_err(|e| TranslateError::Method(name.to_owned(), e))?;
                let nobody = Entry { operand: Operand::Null, kind: Kind::Ref, known: Known::Nothing };
                // A call that is not seen has a caller that is not known.
                let missing = types.params.len().saturating_sub(args.len());
                let args: Vec<Entry> =
                    args.iter().cloned().chain(std::iter::repeat_n(nobody, missing)).collect();
                self.emit_ours(out, site, name, desc, &args, dst)?;
            }
            Intrinsic::CopyOf(class) => self.emit_copy_of(out, class, first, dst)?,
            Intrinsic::MemberTable(which) => self.emit_member_table(out, which, first, dst)?,
            Intrinsic::BundleNames => emit_copy(out, Operand::Static(self.bundle_names()?), dst),
            Intrinsic::Names { all } => self.emit_names(out, all, dst)?,
            Intrinsic::Private(class, name, desc) => {
                let place = self.private_field(first, class, name, desc)?;
                dst.into_iter().for_each(|dst| out.emit(Instr::Load { dst, place, plain: false }));
            }
            Intrinsic::SetPrivate(class, name, desc) => {
                let place = self.private_field(first, class, name, desc)?;
                out.emit(Instr::Store { place, src: last, plain: false });
            }
            Intrinsic::InstanceOfClass => {
                let func = self.function(FuncKey::InstanceOfClass, site.func, |_| {
                    ("isInstance".to_owned(), vec![Ty::AnyRef, Ty::AnyRef], Some(Ty::I32))
                });
                out.check_null(first);
                out.emit(Instr::Call { dst, func, args: Box::new([first, last]) });
            }
            Intrinsic::Exit => self.emit_exit(out, site.phase, site.func)?,
            Intrinsic::EndProcess => self.emit_end_process(out),
            Intrinsic::Remark(text) => out.emit(Instr::Remark { text: text.into() }),
            Intrinsic::OfSystem(asked) => self.emit_of_system(out, asked, dst),
            Intrinsic::TimeoutsLast => emit_number(out, i64::from(self.open.timeouts_last), dst),
            Intrinsic::PartialReads => emit_number(out, i64::from(self.open.partial_reads), dst),
            Intrinsic::Spurious => emit_number(out, i64::from(self.open.spurious_wakeups), dst),
            Intrinsic::Seeded => emit_number(out, i64::from(self.open.seed.is_some()), dst),
            Intrinsic::Seedless => self.emit_seedless(out, first, dst)?,
            Intrinsic::NewRandom(class) => self.emit_new_random(out, site, class, first)?,
            Intrinsic::AssertionStatus => {
                emit_copy(out, Operand::Int(i64::from(self.has_assertions(args))), dst);
            }
            Intrinsic::Bits(to) => emit_bits(out, to, first, dst),
            Intrinsic::Choose => emit_choice(out, first, dst),
            Intrinsic::RefersTo | Intrinsic::Clear => self.emit_referent(out, first, last, dst)?,
            Intrinsic::Only(class) => emit_copy(out, Operand::Static(self.singleton(class)?), dst),
            Intrinsic::NewBytes => emit_new_bytes(out, self.array_shape("[B")?, first, dst),
            Intrinsic::Complement(arg) => emit_complement(out, args.get(arg), dst),
            // Its name is no literal, so no property speaks of it.
            Intrinsic::Event | Intrinsic::Name => {}
            Intrinsic::Assume => out.emit(Instr::Assume { cond: first }),
            Intrinsic::Ours(name, desc) => self.emit_ours(out, site, name, desc, args, dst)?,
            Intrinsic::EnumConstants => {
                let func = self.enum_constants(site.phase, site.func);
                out.check_null(first);
                out.emit(Instr::Call { dst, func, args: Box::new([first]) });
            }
            Intrinsic::Asked(which) => {
                let func = self.asked(which, site.phase, site.func);
                let args = args.iter().map(|arg| arg.operand).collect();
                out.emit(Instr::Call { dst, func, args });
            }
            Intrinsic::Clock { millis } => self.emit_clock(out, site, millis, dst)?,
            Intrinsic::AtomicBegin => out.begin_atomic(),
            Intrinsic::AtomicEnd => out.emit(Instr::AtomicEnd),
            Intrinsic::Until { timed: true } if !self.open.timeouts_last => {}
            Intrinsic::Until { timed } => self.emit_until(out, first, timed)?,
            Intrinsic::Unwatched => {
                self.emit_unwatched(out, site);
                emit_zero(out, dst);
            }
            Intrinsic::Untold => self.emit_untold(out, site),
            Intrinsic::Untraced => {
                self.emit_untraced(out, site);
                emit_zero(out, dst);
            }
            Intrinsic::CallAt => {
                dst.into_iter().for_each(|dst| out.emit(Instr::CallAt { dst, depth: first }))
            }
            Intrinsic::Told(what) => {
                let args: Vec<Operand> = args.iter().map(|arg| arg.operand).collect();
                self.emit_told(out, site, what, &args, dst);
            }
            Intrinsic::LeaveAndEnter => emit_leave_and_enter(out, first),
            Intrinsic::Unsafe | Intrinsic::NewUpdater | Intrinsic::PrimitiveClass | Intrinsic::Refused => {}
        }
        Ok(())
    }
}
