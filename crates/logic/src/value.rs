//! Values: what terms stand for, as models give them.

use crate::sort::{EnumSort, Sort};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// A value of a sort.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(i128),
    /// A thread id; 0 is nobody.
    Tid(i128),
    /// A reference; 0 is null.
    Ref(i128),
    /// The value of an enumeration with this index.
    Enum(Arc<EnumSort>, usize),
    /// An array.
    Array(Arc<ArrayValue>),
}

/// A total map that has one value almost everywhere. Equal maps are equal values: the form is unique.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ArrayValue {
    key: Sort,
    default: Value,
    /// Only entries that differ from `default`.
    entries: BTreeMap<Value, Value>,
}

impl ArrayValue {
    /// The array with `default` everywhere.
    pub fn new(key: Sort, default: Value) -> ArrayValue {
        ArrayValue { key, default, entries: BTreeMap::new() }
    }

    /// The value at `key`.
    pub fn get(&self, key: &Value) -> &Value {
        self.entries.get(key).unwrap_or(&self.default)
    }

    /// The array with `value` at `key`.
    pub fn with(mut self, key: Value, value: Value) -> ArrayValue {
        if value == self.default {
            self.entries.remove(&key);
        } else {
            self.entries.insert(key, value);
        }
        self.canonical()
    }

    /// The value of all keys that are not entries.
    pub fn default(&self) -> &Value {
        &self.default
    }

    /// The keys with other values than the default, and these.
    pub fn entries(&self) -> impl Iterator<Item = (&Value, &Value)> {
        self.entries.iter()
    }

    /// The sort of the keys.
    pub fn key_sort(&self) -> &Sort {
        &self.key
    }

    /// With a finite sort of keys the default need not be the value of any of them, so the first key's value is
    /// made the default.
    fn canonical(mut self) -> ArrayValue {
        let Some(keys) = self.key.values() else { return self };
        let all: Vec<(Value, Value)> = keys.into_iter().map(|k| (k.clone(), self.get(&k).clone())).collect();
        self.default = all[0].1.clone();
        self.entries = all.into_iter().filter(|(_, v)| *v != self.default).collect();
        self
    }
}

impl Sort {
    /// All values, if the sort is a truth value or an enumeration.
    pub fn values(&self) -> Option<Vec<Value>> {
        match self {
            Sort::Bool => Some(vec![Value::Bool(false), Value::Bool(true)]),
            Sort::Enum(e) => Some((0..e.variants.len()).map(|i| Value::Enum(e.clone(), i)).collect()),
            Sort::Int | Sort::Tid | Sort::Ref | Sort::Array(_) => None,
        }
    }
}

impl Value {
    /// The value's sort.
    pub fn sort(&self) -> Sort {
        match self {
            Value::Bool(_) => Sort::Bool,
            Value::Int(_) => Sort::Int,
            Value::Tid(_) => Sort::Tid,
            Value::Ref(_) => Sort::Ref,
            Value::Enum(e, _) => Sort::Enum(e.clone()),
            Value::Array(a) => Sort::array(a.key.clone(), a.default.sort()),
        }
    }

    /// The truth value, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        if let Value::Bool(b) = self { Some(*b) } else { None }
    }

    /// The array, if it is one.
    pub fn as_array(&self) -> Option<&ArrayValue> {
        if let Value::Array(a) = self { Some(a) } else { None }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(b) => write!(f, "{b}"),
            Value::Int(n) => write!(f, "{n}"),
            Value::Tid(n) => write!(f, "#{n}"),
            Value::Ref(0) => f.write_str("null"),
            Value::Ref(n) => write!(f, "&{n}"),
            Value::Enum(e, i) => f.write_str(&e.variants[*i]),
            Value::Array(a) => write!(f, "{a}"),
        }
    }
}

/// A set as `{#1, #2}` or `all but {#1}`, another array as `[1: 5, else: 0]`.
impl fmt::Display for ArrayValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Value::Bool(inside) = self.default {
            let keys: Vec<String> = self.entries.keys().map(Value::to_string).collect();
            return match (inside, keys.is_empty()) {
                (true, true) => f.write_str("all"),
                (true, false) => write!(f, "all but {{{}}}", keys.join(", ")),
                (false, _) => write!(f, "{{{}}}", keys.join(", ")),
            };
        }
        f.write_str("[")?;
        for (key, value) in &self.entries {
            write!(f, "{key}: {value}, ")?;
        }
        write!(f, "else: {}]", self.default)
    }
}
