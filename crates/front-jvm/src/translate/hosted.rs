//! The values of static fields of classes that are not translated, as the JVM has them, as objects that exist from the start.
//!
//! All of these come from there or none, so that no object is there twice: a program for which running initialisers here is enough
//! starts no JVM. What an object of the JVM shares with a class whose initialiser is translated is refused, as that makes its own.

use super::Translator;
use super::ahead::Told;
use super::overrides::is_left_unset;
use crate::classfile::{Kind, Op};
use crate::descriptor::{dotted, kind};
use crate::host::{Body, FIXED, Object, Value, What};
use crate::library::Origin;
use commute_ir::{ClassId, Operand, StaticId};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// The most objects that hang on one field.
const MOST_OBJECTS: usize = 20_000;

/// Classes that are translated, but whose values come from the JVM with the others: they keep objects that all use.
const SHARED: &[&str] = &[
    "java/lang/Boolean",
    "java/lang/Byte$ByteCache",
    "java/lang/Character$CharacterCache",
    "java/lang/Integer$IntegerCache",
    "java/lang/Long$LongCache",
    "java/lang/Short$ShortCache",
    "java/util/Collections",
];

/// The objects of the JVM that are there.
pub type Shown = HashMap<u32, StaticId>;

type Step<T> = Result<T, Told>;

fn told<T>(why: impl Into<String>) -> Step<T> {
    Err(Told(why.into()))
}

impl Translator<'_> {
    /// Whether the values of a class that is translated come from the JVM all the same.
    pub(super) fn is_hosted(&self, class: &str) -> bool {
        self.opened.asks_host() && SHARED.contains(&class)
    }

    /// Whether the JVM is asked for the values of a class: not if it is one of the JVM's own, or knows where objects have their
    /// fields, which is another place here.
    pub(super) fn is_told_by_host(&self, class: ClassId) -> bool {
        self.opened.asks_host() && !self.is_of_the_machine(class) && !self.knows_offsets(class)
    }

    /// The value of a static field, asked of the JVM.
    pub(super) fn hosted_value(&mut self, class: ClassId, index: u32) -> Step<Operand> {
        let file = self.world.class(class).file.clone();
        let field = &file.fields[index as usize];
        let home = self.world.path.home().to_owned();
        let value = self.host.value(&home, What::Field, &file.name, &field.name).map_err(Told)?;
        self.notes.fixed.insert(FIXED);
        self.check_hosted(value)?;
        self.hosted_operand(value, &field.desc)
    }

    /// A bundle of texts of the library, asked of the JVM.
    pub(super) fn hosted_bundle(&mut self, name: &str, locale: &str) -> Step<Operand> {
        let home = self.world.path.home().to_owned();
        let value = self.host.value(&home, What::Bundle, name, locale).map_err(Told)?;
        self.notes.fixed.insert(FIXED);
        self.check_hosted(value)?;
        self.hosted_operand(value, "Ljava/util/ResourceBundle;")
    }

    /// Whether the initialiser of a class asks where fields are: such numbers mean something else here.
    fn knows_offsets(&self, class: ClassId) -> bool {
        let file = &self.world.class(class).file;
        let code = file.method("<clinit>", "()V").and_then(|method| method.code.as_ref());
        let asks = |op: &Op| match op {
            Op::Call(_, member) => member.class.ends_with("/misc/Unsafe") && member.name.contains("Offset"),
            _ => false,
        };
        code.and_then(|code| code.ops(&file.pool).ok()).is_some_and(|ops| ops.iter().any(|(_, op)| asks(op)))
    }

    /// That all that hangs on a value can be there.
    fn check_hosted(&mut self, value: Value) -> Step<()> {
        let mut work = vec![value];
        let mut seen = HashSet::new();
        while let Some(next) = work.pop() {
            let Value::Object(number) = next else { continue };
            if self.statics.hosted.contains_key(&number) || !seen.insert(number) {
                continue;
            }
            if seen.len() > MOST_OBJECTS {
                return told("too many objects hang on it");
            }
            let object = self.hosted_object(number)?;
            self.check_holder(&object)?;
            match &object.body {
                Body::Opaque(why) => return told(why.clone()),
                Body::Array(_, elements) => work.extend(elements),
                Body::Instance(class, fields) => {
                    self.check_class(class)?;
                    work.extend(fields.iter().map(|(_, _, value)| *value));
                }
                Body::Text(..) | Body::Class(_) => {}
            }
        }
        Ok(())
    }

    fn hosted_object(&self, number: u32) -> Step<Arc<Object>> {
        self.host.object(number).map_or_else(|| told("a part of it is not known"), Ok)
    }

    /// What a class that is translated keeps is made by the program itself.
    fn check_holder(&mut self, object: &Object) -> Step<()> {
        let Some(holder) = &object.holder else { return Ok(()) };
        let is_box = matches!(&object.body, Body::Instance(class, _) if class == holder);
        if is_box
            && ["Boolean", "Byte", "Character", "Integer", "Long", "Short"]
                .iter()
                .any(|name| holder == &format!("java/lang/{name}"))
        {
            return Ok(());
        }
        let class = self.world.load(holder).map_err(|_| Told("a class that is not there".to_owned()))?;
        let runs = self.world.own_method(class, "<clinit>", "()V").is_some();
        match runs && !self.is_left_out(class) {
            true => told(format!("a part of it is made by {}", dotted(holder))),
            false => Ok(()),
        }
    }

    /// Whether instances of a class can be what they are in the JVM.
    fn check_class(&mut self, class: &str) -> Step<()> {
        let id = self.world.load(class).map_err(|_| Told(format!("a part of it is a {}", dotted(class))))?;
        let layout: Vec<(ClassId, String)> =
            self.world.class(id).layout.iter().map(|slot| (slot.class, slot.name.clone())).collect();
        let is_replaced = |t: &Self, of: ClassId| t.origin(of) != Origin::Jdk;
        let unset = layout
            .iter()
            .any(|(of, field)| is_replaced(self, *of) || is_left_unset(self.world.name(*of), field));
        match unset || is_replaced(self, id) {
            true => told(format!("a part of it is a {}, which is another one here", dotted(class))),
            false => Ok(()),
        }
    }

    fn hosted_operand(&mut self, value: Value, desc: &str) -> Step<Operand> {
        let number = match value {
            Value::Null => return Ok(Operand::Null),
            Value::Word(word) => {
                return Ok(match kind(desc) {
                    Kind::Float => Operand::F32(word as u32),
                    Kind::Double => Operand::F64(word),
                    _ => Operand::Int(word as i64),
                });
            }
            Value::Object(number) => number,
        };
        // What refers to what comes second: objects may refer to each other in any way.
        let mut work = vec![number];
        while let Some(next) = work.pop() {
            if !self.statics.hosted.contains_key(&next) {
                self.add_hosted(next, &mut work)?;
            }
        }
        let mut unfilled = std::mem::take(&mut self.statics.unfilled);
        while let Some(next) = unfilled.pop() {
            self.fill_hosted(next)?;
        }
        Ok(Operand::Static(self.statics.hosted[&number]))
    }

    /// Makes an object, without what it refers to, and says what that is.
    fn add_hosted(&mut self, number: u32, work: &mut Vec<u32>) -> Step<()> {
        let object = self.hosted_object(number)?;
        let lost = |_| Told("a class that is not there".to_owned());
        let mut refers = |value: &Value| {
            if let Value::Object(number) = value {
                work.push(*number);
            }
        };
        let id = match &object.body {
            Body::Text(units, true) => self.text(units).map_err(lost)?,
            Body::Text(units, false) => self.other_text(units).map_err(lost)?,
            Body::Class(name) => self.class_object(name).map_err(lost)?,
            Body::Array(desc, elements) => {
                elements.iter().for_each(&mut refers);
                let shape = self.array_shape(desc).map_err(lost)?;
                self.statics.unfilled.push(number);
                self.add_array(desc, shape)
            }
            Body::Instance(class, fields) => {
                fields.iter().for_each(|(_, _, value)| refers(value));
                let id = self.world.load(class).map_err(lost)?;
                self.statics.unfilled.push(number);
                self.instance_of_nothing(id, format!("a {}", dotted(class)))
            }
            Body::Opaque(why) => return told(why.clone()),
        };
        self.statics.hosted.insert(number, id);
        Ok(())
    }

    fn fill_hosted(&mut self, number: u32) -> Step<()> {
        let object = self.hosted_object(number)?;
        let id = self.statics.hosted[&number];
        let operand = |t: &Self, value: Value, desc: &str| match value {
            Value::Null => Operand::Null,
            Value::Object(number) => Operand::Static(t.statics.hosted[&number]),
            Value::Word(word) => match kind(desc) {
                Kind::Float => Operand::F32(word as u32),
                Kind::Double => Operand::F64(word),
                _ => Operand::Int(word as i64),
            },
        };
        let data = match &object.body {
            Body::Array(desc, elements) => {
                elements.iter().map(|&value| operand(self, value, &desc[1..])).collect()
            }
            Body::Instance(class, fields) => {
                let class = self.world.known(class).map_or_else(|| told("a class that is not there"), Ok)?;
                let mut data = Vec::new();
                for slot in &self.world.class(class).layout {
                    let of = self.world.name(slot.class);
                    let value = fields.iter().find(|(class, name, _)| class == of && *name == slot.name);
                    let Some((_, _, value)) = value else {
                        return told(format!("the field {}.{} is not known", dotted(of), slot.name));
                    };
                    data.push(operand(self, *value, &slot.desc));
                }
                data
            }
            _ => return Ok(()),
        };
        self.program.statics[id.index()].data = data;
        Ok(())
    }
}
