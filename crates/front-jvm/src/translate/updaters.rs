//! Field updaters (`java.util.concurrent.atomic.AtomicIntegerFieldUpdater` and the like), mostly made with constant names.
//!
//! The JDK's constructors find the field by reflection; here its number is known, and what updaters do with it is the
//! JDK's own code.

use super::TranslateError;
use super::body::{Entry, Known, Lowering};
use super::intrinsics::Site;
use crate::classfile::{Kind, flags};
use crate::descriptor::{class_of, outermost, package};
use crate::world::{FieldPlace, MethodId};
use commute_ir::{ClassId, Instr, Operand, Place};

/// The classes of updaters and those of which they are instances.
const UPDATERS: [(&str, &str); 3] = [
    (
        "java/util/concurrent/atomic/AtomicIntegerFieldUpdater",
        "java/util/concurrent/atomic/AtomicIntegerFieldUpdater$AtomicIntegerFieldUpdaterImpl",
    ),
    (
        "java/util/concurrent/atomic/AtomicLongFieldUpdater",
        "java/util/concurrent/atomic/AtomicLongFieldUpdater$CASUpdater",
    ),
    (
        "java/util/concurrent/atomic/AtomicReferenceFieldUpdater",
        "java/util/concurrent/atomic/AtomicReferenceFieldUpdater$AtomicReferenceFieldUpdaterImpl",
    ),
];

/// What `newUpdater` says of a field that it does not like; numbers for a method of ours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Unfit {
    Missing = 0,
    NotAccessible = 1,
    NotInt = 2,
    NotLong = 3,
    OtherClass = 4,
    NotReference = 5,
    NotVolatile = 6,
    Static = 7,
}

/// The descriptor of the method that says it.
const UNFIT: &str = "(ILjava/lang/String;)V";

/// The descriptor of the method that looks for a field when the program runs.
const UPDATED: &str = "(CLjava/lang/Class;Ljava/lang/Class;Ljava/lang/String;Ljava/lang/Class;)I";

/// The descriptor of the method that says of which class the objects have to be.
const THROUGH: &str = "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/Class;";

/// What an updater checks objects and values against.
#[derive(Clone, Copy)]
struct Classes {
    /// The class that has the field.
    of: Operand,
    /// The one that objects have to be of: that, or a subclass to which the field is open only there.
    through: Operand,
    /// What a reference has to be of.
    value: Operand,
}

impl Lowering<'_, '_> {
    /// `newUpdater`. Whether the method is one.
    pub(super) fn new_updater(&mut self, method: MethodId, args: &[Entry]) -> Result<bool, TranslateError> {
        let name = self.t.world.name(method.class).to_owned();
        let Some((_, of)) = UPDATERS.iter().find(|(updater, _)| *updater == name) else { return Ok(false) };
        let (Some(Known::Class(class)), Some(Known::Text(field))) =
            (args.first().map(|a| &a.known), args.last().map(|a| &a.known))
        else {
            return self.updater_of_any(&name, of, args);
        };
        let value = match args {
            [_, Entry { known: Known::Class(value), .. }, _] => Some(value.as_str()),
            [_, _, _] => return self.updater_of_any(&name, of, args),
            _ => None,
        };
        if let Some(unfit) = self.unfit(&name, class, field, value)? {
            return self.refuse_field(unfit, field);
        }
        let Some((_, slot)) = self.t.instance_field(class, field) else { return Ok(false) };
        let through = self.class_through(class, field)?;
        let through = Operand::Static(self.t.class_object(&through)?);
        let value = match args {
            [_, value, _] => value.operand,
            _ => Operand::Null,
        };
        let classes = Classes { of: args[0].operand, through, value };
        self.make_updater(of, Operand::Int(i64::from(slot)), classes)
    }

    /// One of a field that is known when the program runs.
    fn updater_of_any(&mut self, name: &str, of: &str, args: &[Entry]) -> Result<bool, TranslateError> {
        let entry = |operand, kind| Entry { operand, kind, known: Known::Nothing };
        let (class, values, field) = match args {
            [class, field] => (class.operand, Operand::Null, field.operand),
            [class, values, field] => (class.operand, values.operand, field.operand),
            _ => return Ok(false),
        };
        let caller = self.t.world.name(self.method.class).to_owned();
        let caller = Operand::Static(self.t.class_object(&caller)?);
        let letter = match name {
            _ if name.contains("Integer") => 'I',
            _ if name.contains("Long") => 'J',
            _ => 'L',
        };
        let args = [
            entry(Operand::Int(i64::from(u32::from(letter))), Kind::Int),
            entry(class, Kind::Ref),
            entry(values, Kind::Ref),
            entry(field, Kind::Ref),
            entry(caller, Kind::Ref),
        ];
        let (site, slot) = (Site { func: self.func, phase: self.phase }, self.out.temp(Kind::Int));
        self.t.emit_ours(
            &mut self.out,
            site,
            "java/lang/reflect/Members.updated",
            UPDATED,
            &args,
            Some(slot),
        )?;
        let through = self.out.temp(Kind::Ref);
        let member = [entry(class, Kind::Ref), entry(field, Kind::Ref), entry(caller, Kind::Ref)];
        self.t.emit_ours(
            &mut self.out,
            site,
            "java/lang/reflect/Members.updatedThrough",
            THROUGH,
            &member,
            Some(through),
        )?;
        let classes = Classes { of: class, through: Operand::Reg(through), value: values };
        self.make_updater(of, Operand::Reg(slot), classes)
    }

    /// An updater of the field whose word has this number.
    fn make_updater(&mut self, of: &str, slot: Operand, classes: Classes) -> Result<bool, TranslateError> {
        let of = self.t.world.load(of)?;
        self.t.guard(&mut self.out, of, self.phase, self.func);
        self.t.instantiate(of);
        let (shape, dst) = (self.t.instance_shape(of), self.out.temp(Kind::Ref));
        self.out.emit(Instr::New { dst, shape, arg: Operand::Int(0) });
        let fields = [
            ("offset", "J", slot),
            ("tclass", "Ljava/lang/Class;", classes.of),
            ("cclass", "Ljava/lang/Class;", classes.through),
            ("vclass", "Ljava/lang/Class;", classes.value),
        ];
        for (name, desc, src) in fields {
            let Some(FieldPlace::Instance(class, field)) = self.t.world.field(of, name, desc) else {
                continue;
            };
            let place = Place::Field { obj: Operand::Reg(dst), class, field };
            self.out.emit(Instr::Store { place, src, plain: false });
        }
        self.push_known(Operand::Reg(dst), Kind::Ref, Known::NotNull);
        Ok(true)
    }

    /// What is wrong with a field, in the order in which the JDK looks.
    fn unfit(
        &mut self,
        updater: &str,
        class: &str,
        field: &str,
        value: Option<&str>,
    ) -> Result<Option<Unfit>, TranslateError> {
        let declaring = self.t.world.load(class)?;
        let file = self.t.world.class(declaring).file.clone();
        let Some(found) = file.fields.iter().find(|f| f.name == field) else {
            return Ok(Some(Unfit::Missing));
        };
        let type_is_wrong = match value {
            None if updater.contains("Integer") => (found.desc != "I").then_some(Unfit::NotInt),
            None => (found.desc != "J").then_some(Unfit::NotLong),
            Some(value) if class_of(&found.desc) != value => Some(Unfit::OtherClass),
            Some(_) => (!found.desc.starts_with(['L', '['])).then_some(Unfit::NotReference),
        };
        Ok(if !self.has_access(declaring, class, found.flags) {
            Some(Unfit::NotAccessible)
        } else if type_is_wrong.is_some() {
            type_is_wrong
        } else if found.flags & flags::VOLATILE == 0 {
            Some(Unfit::NotVolatile)
        } else {
            (found.flags & flags::STATIC != 0).then_some(Unfit::Static)
        })
    }

    /// Whether the code that is translated has access to a member of a class.
    fn has_access(&self, class: ClassId, name: &str, member: u16) -> bool {
        let caller = self.t.world.name(self.method.class);
        if member & flags::PRIVATE != 0 {
            outermost(caller) == outermost(name)
        } else if member & flags::PUBLIC != 0 || package(caller) == package(name) {
            true
        } else {
            member & flags::PROTECTED != 0 && self.t.world.is_subclass(self.method.class, class)
        }
    }

    /// The class of which the objects of an updater have to be: a protected field of another package is the caller's in its
    /// own instances only.
    fn class_through(&mut self, class: &str, field: &str) -> Result<String, TranslateError> {
        let declaring = self.t.world.load(class)?;
        let file = &self.t.world.class(declaring).file;
        let protected = file.fields.iter().any(|f| f.name == field && f.flags & flags::PROTECTED != 0);
        let caller = self.t.world.name(self.method.class);
        let narrowed = protected
            && package(caller) != package(class)
            && self.t.world.is_subclass(self.method.class, declaring);
        Ok(if narrowed { caller } else { class }.to_owned())
    }

    fn refuse_field(&mut self, unfit: Unfit, field: &str) -> Result<bool, TranslateError> {
        let entry = |operand, kind| Entry { operand, kind, known: Known::Nothing };
        let name = Operand::Static(self.t.text_of(field)?);
        let args = [entry(Operand::Int(unfit as i64), Kind::Int), entry(name, Kind::Ref)];
        let site = Site { func: self.func, phase: self.phase };
        self.t.emit_ours(&mut self.out, site, "unfit", UNFIT, &args, None)?;
        self.push(Operand::Null, Kind::Ref);
        Ok(true)
    }
}
