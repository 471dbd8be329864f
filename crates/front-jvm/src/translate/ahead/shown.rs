//! The values of static fields of classes that are not translated, as objects that exist from the start.

use super::heap::{Body, zero};
use super::{Step, Value, told};
use crate::classfile::{Kind, Op, flags};
use crate::descriptor::{dotted, kind};
use crate::translate::{STRING, Translator};
use crate::world::Slot;
use commute_ir::{ClassId, Operand, StaticId};
use std::collections::HashMap;

/// The most objects that hang on one field.
const MOST_OBJECTS: usize = 1_000;

impl Translator<'_> {
    /// The value that a static field of a class has after its initialiser, which is not translated.
    pub(in crate::translate) fn static_value(&mut self, class: ClassId, index: u32) -> Step<Operand> {
        if self.is_told_by_host(class) {
            return self.hosted_value(class, index);
        }
        let ran = self.value_class(class);
        let desc = self.world.class(class).file.fields[index as usize].desc.clone();
        let value = match (self.ahead.statics.get(&(class, index)).copied(), &ran) {
            (Some(value), _) => value,
            (None, Err(why)) => return Err(why.clone()),
            (None, Ok(())) if self.is_final(class, index) => return told("its initialiser does not set it"),
            (None, Ok(())) => zero(&desc),
        };
        // What is not final may be set again by the rest of it.
        if !self.is_final(class, index) {
            ran.clone()?;
        }
        let mut made = HashMap::new();
        self.check_known(value, &mut HashMap::new())?;
        if ran.is_err() {
            self.check_plain(value, &mut HashMap::new())?;
        }
        self.shown(value, &desc, &mut made)
    }

    /// Nothing must be made of an object before it is clear that all of it is known.
    fn check_known(&self, value: Value, seen: &mut HashMap<u32, ()>) -> Step<()> {
        let Value::Ref(at) = value else {
            return if value == Value::Unknown { told("a part of it is not known") } else { Ok(()) };
        };
        if seen.insert(at, ()).is_some() {
            return Ok(());
        }
        if seen.len() > MOST_OBJECTS {
            return told("too many objects hang on it");
        }
        let object = self.ahead.heap.get(value)?;
        let is_text = self.ahead.heap.texts.values().any(|&text| text == at);
        // What a class that is translated makes is made by the program itself.
        if !is_text && !matches!(object.body, Body::Class(_)) && !self.is_left_out(object.owner) {
            return told(format!("a part of it is made by {}", dotted(self.world.name(object.owner))));
        }
        if object.changed {
            return told("a part of it depends on which classes are initialised");
        }
        match &object.body {
            _ if is_text => Ok(()),
            Body::Instance(_, words) | Body::Array(_, words) => {
                words.iter().try_for_each(|&word| self.check_known(word, seen))
            }
            Body::Class(_) => Ok(()),
            Body::Lambda(_) => told("a part of it is a lambda"),
        }
    }

    /// What an initialiser that was not run to its end has made may still be changed by the rest of it. Final fields are not, and
    /// a field that was not written is something that is kept to be found faster.
    fn check_plain(&self, value: Value, seen: &mut HashMap<u32, ()>) -> Step<()> {
        let Value::Ref(at) = value else { return Ok(()) };
        if seen.insert(at, ()).is_some() || self.ahead.heap.texts.values().any(|&text| text == at) {
            return Ok(());
        }
        let Body::Instance(class, words) = &self.ahead.heap.get(value)?.body else {
            return told("the rest of its initialiser may change it");
        };
        for (slot, &word) in self.world.class(*class).layout.iter().zip(words) {
            let fields = &self.world.class(slot.class).file.fields;
            let field = fields.iter().find(|field| field.name == slot.name && field.desc == slot.desc);
            let is_final = field.is_some_and(|field| {
                field.flags & flags::FINAL != 0 || field.flags & flags::PRIVATE != 0 && self.is_set_once(slot)
            });
            if !is_final && word != zero(&slot.desc) {
                return told(format!("the rest of its initialiser may change its {}", slot.name));
            }
            if self.world.name(*class) != STRING {
                self.check_plain(word, seen)?;
            }
        }
        Ok(())
    }

    /// Whether a private field is written by constructors only; `readObject` is one for what is read from a file.
    fn is_set_once(&self, slot: &Slot) -> bool {
        let file = &self.world.class(slot.class).file;
        let others =
            file.methods.iter().filter(|method| !matches!(method.name.as_str(), "<init>" | "readObject"));
        others.filter_map(|method| method.code.as_ref()).all(|code| {
            let writes = |op: &Op| matches!(op, Op::PutField(member) if member.name == slot.name);
            code.ops(&file.pool).is_ok_and(|ops| !ops.iter().any(|(_, op)| writes(op)))
        })
    }

    fn shown(&mut self, value: Value, desc: &str, made: &mut HashMap<u32, StaticId>) -> Step<Operand> {
        let at = match value {
            Value::Ref(at) => at,
            Value::Null => return Ok(Operand::Null),
            Value::Word(word) => {
                return Ok(match kind(desc) {
                    Kind::Float => Operand::F32(word as u32),
                    Kind::Double => Operand::F64(word),
                    _ => Operand::Int(word as i64),
                });
            }
            Value::Unknown => return told("a part of it is not known"),
        };
        if let Some(&known) = self.ahead.heap.shown.get(&at).or_else(|| made.get(&at)) {
            return Ok(Operand::Static(known));
        }
        let units =
            self.ahead.heap.texts.iter().find(|(_, text)| **text == at).map(|(units, _)| units.clone());
        let lost = |_| super::Told("a class that is not there".to_owned());
        let object = match (units, self.ahead.heap.get(value)?.body.clone()) {
            (Some(units), _) => self.text(&units).map_err(lost)?,
            (None, Body::Class(name)) => self.class_object(&name).map_err(lost)?,
            (None, Body::Instance(class, words)) => {
                let name = format!("a {}", dotted(self.world.name(class)));
                let object = self.instance_of_nothing(class, name);
                made.insert(at, object);
                let descs: Vec<String> =
                    self.world.class(class).layout.iter().map(|s| s.desc.clone()).collect();
                let mut data = Vec::new();
                for (word, desc) in words.iter().zip(&descs) {
                    data.push(self.shown(*word, desc, made)?);
                }
                self.program.statics[object.index()].data = data;
                object
            }
            (None, Body::Array(desc, words)) => {
                let shape = self.array_shape(&desc).map_err(lost)?;
                let object = self.add_array(&desc, shape);
                made.insert(at, object);
                let mut data = Vec::new();
                for word in &words {
                    data.push(self.shown(*word, &desc[1..], made)?);
                }
                self.program.statics[object.index()].data = data;
                object
            }
            (None, Body::Lambda(_)) => return told("a part of it is a lambda"),
        };
        self.ahead.heap.shown.insert(at, object);
        Ok(Operand::Static(object))
    }
}
