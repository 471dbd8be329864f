//! Names of locks that mean the same in all executions, as seen from the data that they protect.
//!
//! A static object has its name, the object that the data is in is `this`, and so is whatever fields lead to from there, from a global or
//! from a static object: `this.lock`, `Bank.lock`. What others keep, such as the elements of an array, is protected by who keeps it:
//! `holder(Buffer.items)`, and what fields lead to from there.

use crate::interpreter::Interpreter;
use commute_ir::Shape;
use std::collections::BTreeSet;

/// The most fields that are followed from the object with the data; from elsewhere one less, a global being the first.
const MOST_FIELDS: usize = 3;

/// A name.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct LockName {
    /// As it is written.
    pub text: String,
    /// The variables that have to stay as they are.
    pub through: Vec<String>,
}

/// An object that was come to.
#[derive(Clone)]
struct Met {
    object: u32,
    name: LockName,
}

/// The names of a lock, of data in `this` object; `is_kept` is whether others keep that object.
pub fn names_of(it: &Interpreter<'_>, this: Option<u32>, is_kept: bool, lock: u32) -> BTreeSet<LockName> {
    let mut found = BTreeSet::new();
    let mut look = |met: Met, fields: usize| {
        let mut all = vec![met.clone()];
        let mut last = vec![met];
        for _ in 0..fields {
            last = last.iter().flat_map(|met| next(it, met)).collect();
            all.extend(last.iter().cloned());
        }
        found.extend(all.into_iter().filter(|met| met.object == lock).map(|met| met.name));
    };
    let start = |text: &str| LockName { text: text.to_owned(), through: Vec::new() };
    for (object, of) in (0..).zip(&it.program().statics) {
        look(Met { object, name: start(&of.name) }, MOST_FIELDS - 1);
    }
    for (value, global) in it.state.globals.iter().zip(&it.program().globals) {
        if let Some(object) = value.object() {
            let name = LockName { through: vec![global.name.clone()], ..start(&global.name) };
            look(Met { object, name }, MOST_FIELDS - 2);
        }
    }
    if let Some(object) = this {
        look(Met { object, name: start("this") }, MOST_FIELDS);
    }
    for (&object, kept) in it.state.objects.iter().filter(|_| is_kept) {
        let is_holder = Some(object) != this && matches!(kept.shape, Shape::Instance(_));
        for (word, value) in kept.data.iter().enumerate().filter(|_| is_holder) {
            let is_heap = object as usize >= it.program().statics.len();
            if let Some(by) = field_name(it, object, word).filter(|_| is_heap && value.object() == this) {
                let name = LockName { text: format!("holder({by})"), through: vec![by] };
                look(Met { object, name }, MOST_FIELDS - 1);
            }
        }
    }
    found
}

/// What the fields of an object lead to.
fn next(it: &Interpreter<'_>, met: &Met) -> Vec<Met> {
    let object = it.state.object(met.object);
    let of_static = it.program().statics.get(met.object as usize);
    let follow = |(word, value): (usize, &crate::state::Value)| {
        let to = value.object()?;
        let by = field_name(it, met.object, word)?;
        let text = match (of_static, object.shape) {
            (None, Shape::Instance(class)) => {
                format!("{}.{}", met.name.text, it.program().classes[class.index()].fields[word].name)
            }
            _ => by.clone(),
        };
        let through = met.name.through.iter().cloned().chain([by]).collect();
        Some(Met { object: to, name: LockName { text, through } })
    };
    object.data.iter().enumerate().filter_map(follow).collect()
}

/// The variable that a word is, if names go through it.
pub fn field_name(it: &Interpreter<'_>, o: u32, word: usize) -> Option<String> {
    let program = it.program();
    let of_static = program.statics.get(o as usize).map(|object| object.name.as_str());
    match (it.state.objects.get(&o)?.shape, of_static) {
        (Shape::Instance(class), _) => {
            let class = &program.classes[class.index()];
            Some(format!("{}.{}", of_static.unwrap_or(&class.name), class.fields[word].name))
        }
        (Shape::Array(_), Some(name)) => Some(format!("{name}[{word}]")),
        _ => None,
    }
}
