//! The objects that initialisers make when they are run ahead.

use super::{Step, Value, told};
use crate::classfile::{Handle, Kind};
use crate::descriptor::kind;
use commute_ir::{ClassId, StaticId};
use std::collections::HashMap;

/// What an object is.
#[derive(Clone, PartialEq, Debug)]
pub enum Body {
    /// An instance of a class, with all its fields.
    Instance(ClassId, Vec<Value>),
    /// An array of a descriptor, such as `[I`.
    Array(String, Vec<Value>),
    /// The object of a class.
    Class(String),
    /// A lambda.
    Lambda(Box<Lambda>),
}

/// A lambda or method reference.
#[derive(Clone, PartialEq, Debug)]
pub struct Lambda {
    /// The method of its interface.
    pub name: String,
    /// What it calls.
    pub handle: Handle,
    /// What comes before its own arguments.
    pub captured: Vec<(Value, Kind)>,
}

/// An object.
#[derive(Clone, Debug)]
pub struct Object {
    /// What it is.
    pub body: Body,
    /// The class whose initialiser made it.
    pub owner: ClassId,
    /// Nobody writes to it any more.
    pub frozen: bool,
    /// Initialisers of other classes have changed it, so that it depends on which of them have run.
    pub changed: bool,
}

/// The objects.
#[derive(Default)]
pub struct Heap {
    objects: Vec<Object>,
    /// Literals: equal ones are one.
    pub texts: HashMap<Vec<u16>, u32>,
    classes: HashMap<String, u32>,
    only: HashMap<String, u32>,
    /// Those that exist from the start of the program.
    pub shown: HashMap<u32, StaticId>,
}

/// The most words of all objects together.
const MOST_WORDS: usize = 1 << 20;

impl Heap {
    /// Adds an object.
    pub fn add(&mut self, owner: ClassId, body: Body) -> Value {
        self.objects.push(Object { body, owner, frozen: false, changed: false });
        Value::Ref(self.objects.len() as u32 - 1)
    }

    /// A new array of zeros or nulls.
    pub fn array(&mut self, owner: ClassId, desc: &str, length: Value) -> Step<Value> {
        let Value::Word(length) = length else { return told("the length of an array is not known") };
        let length = usize::try_from(length as i64).ok().filter(|&length| length < MOST_WORDS);
        let Some(length) = length else { return told("an array of an unusual length") };
        Ok(self.add(owner, Body::Array(desc.to_owned(), vec![zero(&desc[1..]); length])))
    }

    /// The only object of a class.
    pub fn only(&mut self, class: &str, owner: ClassId, body: Body) -> Value {
        if let Some(&known) = self.only.get(class) {
            return Value::Ref(known);
        }
        let object = self.add(owner, body);
        if let Value::Ref(at) = object {
            self.only.insert(class.to_owned(), at);
        }
        object
    }

    /// The object of a class.
    pub fn class(&mut self, owner: ClassId, name: &str) -> Value {
        if let Some(&known) = self.classes.get(name) {
            return Value::Ref(known);
        }
        let object = self.add(owner, Body::Class(name.to_owned()));
        if let Value::Ref(at) = object {
            self.classes.insert(name.to_owned(), at);
        }
        object
    }

    /// An object that must be there.
    pub fn get(&self, value: Value) -> Step<&Object> {
        match value {
            Value::Ref(at) => Ok(&self.objects[at as usize]),
            Value::Null => told("it raises an exception"),
            Value::Word(_) | Value::Unknown => told("it uses an object of which nothing is known"),
        }
    }

    /// An object that is there, to be changed.
    pub fn get_mut(&mut self, value: Value) -> Step<&mut Object> {
        self.get(value)?;
        match value {
            Value::Ref(at) => Ok(&mut self.objects[at as usize]),
            _ => told("it raises an exception"),
        }
    }

    /// Says that nobody writes to an object any more.
    pub fn freeze(&mut self, value: Value) {
        if let Value::Ref(at) = value {
            self.objects[at as usize].frozen = true;
        }
    }
}

/// The value of a field that was not written.
pub fn zero(desc: &str) -> Value {
    if kind(desc) == Kind::Ref { Value::Null } else { Value::Word(0) }
}
