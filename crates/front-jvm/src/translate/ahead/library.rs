//! What replaced methods of the library do in initialisers that are run ahead.

use super::heap::{Body, zero};
use super::{Step, Task, Value, told};
use crate::classfile::Kind;
use crate::descriptor::signature;
use crate::library::Origin;
use crate::translate::class_queries::Answer;
use crate::translate::intrinsics::Intrinsic;
use crate::translate::unsafe_ops::{Access, access};
use crate::translate::{STRING, Translator};
use commute_ir::{BinOp, NumTy, UnOp, arith};

impl Translator<'_> {
    /// The effect of what a method becomes. What is not here gives up.
    pub(super) fn replaced(
        &mut self,
        task: &mut Task,
        which: Intrinsic,
        name: &str,
        desc: &str,
        args: &[(Value, Kind)],
    ) -> Step<Option<Value>> {
        let ret = signature(desc).ok().and_then(|types| types.ret);
        let first = args.first().map_or(Value::Unknown, |&(value, _)| value);
        Ok(match which {
            Intrinsic::NullInside | Intrinsic::Property if self.origin(task.class) == Origin::User => {
                return told(format!("it calls {name}"));
            }
            Intrinsic::QueryOutside(_) if self.origin(task.class) == Origin::User => {
                return told(format!("it calls {name}"));
            }
            Intrinsic::Query(query) => Some(self.query_ahead(task, query, first)?),
            Intrinsic::Nothing | Intrinsic::NullInside | Intrinsic::QueryOutside(_) => {
                ret.map(|ret| zero(&ret))
            }
            Intrinsic::Property => self.ours_ahead(task, "commute/rt/Natives.property", desc, args)?,
            Intrinsic::Number(value) => ret.map(|_| Value::Word(value as u64)),
            Intrinsic::Text(text) => Some(self.literal(task, &text.encode_utf16().collect::<Vec<_>>())?),
            Intrinsic::First => Some(first),
            Intrinsic::Bits(to) => Some(match (to, first) {
                (Kind::Int, Value::Word(word)) => Value::Word(i64::from(word as i32) as u64),
                (Kind::Float, Value::Word(word)) => Value::Word(word & 0xffff_ffff),
                (_, value) => value,
            }),
            Intrinsic::Complement(arg) => Some(match args.get(arg) {
                Some(&(Value::Word(word), _)) => Value::Word(arith::unary(UnOp::BitNot, NumTy::I32, word)),
                _ => Value::Unknown,
            }),
            Intrinsic::ArrayCopy => {
                self.copy_ahead(task, args)?;
                None
            }
            Intrinsic::Clone => Some(self.clone_ahead(task, first)?),
            // Nothing is sent or received ahead.
            Intrinsic::NewChannel => Some(Value::Unknown),
            Intrinsic::NewBytes => Some(self.ahead.heap.array(task.class, "[B", first)?),
            Intrinsic::AssertionStatus | Intrinsic::PrimitiveClass => {
                Some(self.of_class(task, which, first)?)
            }
            Intrinsic::Ours(method, desc) => self.ours_ahead(task, method, desc, args)?,
            Intrinsic::ClassOf => {
                let name = match &self.ahead.heap.get(first)?.body {
                    Body::Instance(class, _) => self.world.name(*class).to_owned(),
                    Body::Array(desc, _) => desc.clone(),
                    Body::Class(_) | Body::Lambda(_) => {
                        return told("it asks for the class of an unusual object");
                    }
                };
                Some(self.ahead.heap.class(task.class, &name))
            }
            Intrinsic::Only(class) => Some(self.only_ahead(class)?),
            Intrinsic::EnumConstants => Some(self.constants_ahead(task, first)?),
            Intrinsic::Unsafe => self.unsafe_ahead(task, name, args)?,
            _ => return told(format!("it calls {name}")),
        })
    }

    /// A call of a method of ours.
    fn ours_ahead(
        &mut self,
        task: &mut Task,
        method: &str,
        desc: &str,
        args: &[(Value, Kind)],
    ) -> Step<Option<Value>> {
        let (class, method) = method.split_once('.').unwrap_or(("commute/rt/Library", method));
        let class = self.world.load(class).ok();
        let method = class.and_then(|class| self.world.own_method(class, method, desc));
        let Some(method) = method else { return told("a method of ours is not there") };
        self.uses(task, method.class)?;
        self.invoke_ahead(task, method, args)
    }

    /// What is known of a class from its object, or the object of a primitive type from its name.
    fn of_class(&mut self, task: &Task, which: Intrinsic, value: Value) -> Step<Value> {
        if which == Intrinsic::PrimitiveClass {
            let name = self.text_value(value)?;
            return Ok(self.ahead.heap.class(task.class, &name));
        }
        let Body::Class(name) = &self.ahead.heap.get(value)?.body else { return told("no class") };
        let name = name.clone();
        let is_users = self.world.load(&name).is_ok_and(|class| self.origin(class) == Origin::User);
        Ok(Value::Word(u64::from(is_users)))
    }

    /// What a class says of itself.
    fn query_ahead(&mut self, task: &Task, query: &str, value: Value) -> Step<Value> {
        let Body::Class(name) = &self.ahead.heap.get(value)?.body else { return told("no class") };
        let name = name.clone();
        Ok(match self.answer(&name, query) {
            Answer::Number(number) => Value::Word(number as u64),
            Answer::Text(text) => self.literal(task, &text.encode_utf16().collect::<Vec<_>>())?,
            Answer::Class(name) => self.ahead.heap.class(task.class, &name),
            Answer::Null => Value::Null,
            Answer::Classes(_) | Answer::Loader | Answer::Unknown => {
                return told(format!("it calls Class.{query}"));
            }
        })
    }

    /// The only object of a class, of which nothing but the class is known.
    fn only_ahead(&mut self, class: &str) -> Step<Value> {
        let (Ok(id), Some(nobody)) = (self.world.load(class), self.program.root_class) else {
            return told("a class that is not there");
        };
        let fields = vec![Value::Unknown; self.world.class(id).layout.len()];
        Ok(self.ahead.heap.only(class, nobody, Body::Instance(id, fields)))
    }

    /// The constants of the enum whose class this is.
    fn constants_ahead(&mut self, task: &mut Task, class: Value) -> Step<Value> {
        let Body::Class(name) = &self.ahead.heap.get(class)?.body else { return told("no class") };
        let name = name.clone();
        let Ok(class) = self.world.load(&name) else { return told("a class that is not there") };
        let method = self.world.own_method(class, "values", &format!("()[L{name};"));
        let Some(method) = method else { return told("it asks for the constants of what is no enum") };
        self.uses(task, class)?;
        self.run(task, method, &[])?.map_or_else(|| told("an enum without constants"), Ok)
    }

    /// The characters of a text that can be read.
    fn text_value(&self, value: Value) -> Step<String> {
        let Value::Ref(at) = value else { return told("a text that is not known") };
        let known = self.ahead.heap.texts.iter().find(|(_, text)| **text == at);
        known.map_or_else(
            || told("a text that is not known"),
            |(units, _)| Ok(String::from_utf16_lossy(units)),
        )
    }

    /// A literal.
    pub(super) fn literal(&mut self, task: &Task, units: &[u16]) -> Step<Value> {
        if let Some(&known) = self.ahead.heap.texts.get(units) {
            return Ok(Value::Ref(known));
        }
        let Ok(class) = self.world.load(STRING) else { return told("there are no texts") };
        let wide = units.iter().any(|&unit| unit > 0xff);
        let bytes = |unit: &u16| if wide { unit.to_le_bytes().to_vec() } else { vec![*unit as u8] };
        let bytes =
            units.iter().flat_map(bytes).map(|byte| Value::Word(i64::from(byte as i8) as u64)).collect();
        let bytes = self.ahead.heap.add(task.class, Body::Array("[B".to_owned(), bytes));
        self.ahead.heap.freeze(bytes);
        let slot = |slot: &crate::world::Slot| match slot.name.as_str() {
            "value" => bytes,
            "coder" => Value::Word(u64::from(wide)),
            _ => zero(&slot.desc),
        };
        let fields = self.world.class(class).layout.iter().map(slot).collect();
        let text = self.ahead.heap.add(task.class, Body::Instance(class, fields));
        self.ahead.heap.freeze(text);
        if let Value::Ref(at) = text {
            self.ahead.heap.texts.insert(units.to_vec(), at);
        }
        Ok(text)
    }

    pub(super) fn clone_ahead(&mut self, task: &Task, value: Value) -> Step<Value> {
        let (desc, elements) = self.elements(task, value)?;
        let body = Body::Array(desc.to_owned(), elements.to_vec());
        Ok(self.ahead.heap.add(task.class, body))
    }

    /// `System.arraycopy` between arrays of one type.
    fn copy_ahead(&mut self, task: &Task, args: &[(Value, Kind)]) -> Step<()> {
        let [(from, _), (Value::Word(start), _), (to, _), (Value::Word(at), _), (Value::Word(count), _)] =
            *args
        else {
            return told("it copies a part of an array that is not known");
        };
        let end = start.checked_add(count).map_or(usize::MAX, |end| end as usize);
        let (of, elements) = self.elements(task, from)?;
        let (of, part) = (of.to_owned(), elements.get(start as usize..end).map(<[Value]>::to_vec));
        let Some(part) = part else { return told("it raises an exception") };
        match &mut self.owned(task, to)?.body {
            Body::Array(desc, elements)
                if *desc == of || desc == "[Ljava/lang/Object;" && of.starts_with("[L") =>
            {
                let end = at.checked_add(count).map_or(usize::MAX, |end| end as usize);
                match elements.get_mut(at as usize..end) {
                    Some(place) => place.copy_from_slice(&part),
                    None => return told("it raises an exception"),
                }
            }
            _ => return told("it copies between arrays of different types"),
        }
        Ok(())
    }

    /// Methods of `Unsafe`: offsets, and accesses to words of what the initialiser made.
    fn unsafe_ahead(&mut self, task: &Task, name: &str, args: &[(Value, Kind)]) -> Step<Option<Value>> {
        Ok(match name {
            "getUnsafe" => Some(Value::Unknown),
            "<init>" | "registerNatives" | "fullFence" | "loadFence" | "storeFence" | "loadLoadFence"
            | "storeStoreFence" => None,
            "isBigEndian" | "unalignedAccess" | "arrayBaseOffset" => Some(Value::Word(0)),
            "arrayIndexScale" => Some(Value::Word(1)),
            "objectFieldOffset" if args.len() == 3 => {
                let Body::Class(class) = &self.ahead.heap.get(args[1].0)?.body else {
                    return told("no class");
                };
                let (class, field) = (class.clone(), self.text_value(args[2].0)?);
                let slot = self.instance_field(&class, &field);
                Some(slot.map_or_else(
                    || told("a field that is not there"),
                    |(_, slot)| Ok(Value::Word(u64::from(slot))),
                )?)
            }
            _ => self.unsafe_access_ahead(task, name, args)?,
        })
    }

    fn unsafe_access_ahead(
        &mut self,
        task: &Task,
        name: &str,
        args: &[(Value, Kind)],
    ) -> Step<Option<Value>> {
        let Some(access) = access(name).filter(|access| args.len() == 3 + access.values()) else {
            return told(format!("it calls Unsafe.{name}"));
        };
        let (object, Value::Word(at)) = (args[1].0, args[2].0) else {
            return told("a place that is not known");
        };
        let (Body::Instance(_, words) | Body::Array(_, words)) = &mut self.owned(task, object)?.body else {
            return told("a place that is not known");
        };
        let Some(word) = words.get_mut(at as usize) else { return told("a place that is not known") };
        let old = *word;
        let given = |i: usize| args[3 + i].0;
        Ok(match access {
            Access::Get => Some(old),
            Access::Set => {
                *word = given(0);
                None
            }
            Access::GetAndSet => {
                *word = given(0);
                Some(old)
            }
            Access::CompareAndSet if old != Value::Unknown && given(0) != Value::Unknown => {
                let equal = old == given(0);
                *word = if equal { given(1) } else { old };
                Some(Value::Word(u64::from(equal)))
            }
            Access::GetAndOp(op @ BinOp::Add) => {
                let (Value::Word(a), Value::Word(b)) = (old, given(0)) else {
                    return told("a number that is not known");
                };
                let num = if args[3].1 == Kind::Int { NumTy::I32 } else { NumTy::I64 };
                *word = Value::Word(arith::binary(op, num, a, b).unwrap_or_default());
                Some(old)
            }
            _ => return told(format!("it calls Unsafe.{name}")),
        })
    }
}
