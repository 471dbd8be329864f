//! Translation on demand. What is cut ([`super::cut`]) is only where a translation stops at first: when an execution comes to a
//! method there, the program is translated again with it. What is opened is translated as everything else is, so what cannot be is
//! refused by its own name then: a native method, or a value that is not known.

use super::cut::{is_closed, is_cut_method};
use super::{FuncId, Translator};
use crate::classfile::{Invoke, Op};
use crate::library::Origin;
use crate::world::MethodId;
use commute_ir::Instr;
use std::collections::BTreeSet;

/// A method: class, name, descriptor.
type Named = (String, String, String);

/// What of the library is translated because executions came to it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Opened {
    methods: BTreeSet<Named>,
    /// The values of classes that are not translated are asked of the JVM.
    asks_host: bool,
}

/// Something that a translation left out, and which could be there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Missing {
    /// The body of a method.
    Method((String, String, String)),
    /// The value of a static field, which the JVM may know.
    Value,
}

impl Opened {
    /// Whether the JVM is asked for the values of classes that are not translated.
    pub fn asks_host(&self) -> bool {
        self.asks_host
    }

    /// The same with some of what a translation left out, by their numbers; nothing if that is no more.
    #[must_use]
    pub fn with(&self, missing: &[Missing], numbers: &BTreeSet<u32>) -> Option<Opened> {
        let mut more = self.clone();
        for wanted in numbers.iter().filter_map(|&number| missing.get(number as usize)) {
            match wanted {
                Missing::Method(method) => drop(more.methods.insert(method.clone())),
                Missing::Value => more.asks_host = true,
            }
        }
        (more != *self).then_some(more)
    }
}

impl Translator<'_> {
    /// Whether a method of the library is not translated so far.
    pub(super) fn is_cut(&self, method: MethodId) -> bool {
        let (class, decl) = (self.world.name(method.class), self.world.method(method));
        self.origin(method.class) == Origin::Jdk
            && is_cut_method(class, &decl.name)
            && !self.opened.methods.contains(&self.named(method))
    }

    fn named(&self, method: MethodId) -> Named {
        let decl = self.world.method(method);
        (self.world.name(method.class).to_owned(), decl.name.clone(), decl.desc.clone())
    }

    /// The instruction that refuses a method that is cut.
    pub(super) fn cut_refusal(&mut self, method: MethodId, func: FuncId) -> Instr {
        let decl = self.world.method(method);
        let what = format!("the library method {}{}", self.world.method_name(method), decl.desc);
        let opens = decl.code.is_some() && !is_closed(self.world.name(method.class));
        let named = self.named(method);
        self.refusal_of(&what, func, opens.then_some(Missing::Method(named)))
    }

    /// The instruction that refuses to read a static field.
    pub(super) fn value_refusal(&mut self, what: &str, func: FuncId) -> Instr {
        let missing = (!self.opened.asks_host).then_some(Missing::Value);
        self.refusal_of(what, func, missing)
    }

    fn refusal_of(&mut self, what: &str, func: FuncId, lacks: Option<Missing>) -> Instr {
        let mut refusal = self.refusal(what, func);
        if let (Instr::Refuse { missing, .. }, Some(lacks)) = (&mut refusal, lacks) {
            *missing = Some(self.notes.missing.len() as u32);
            self.notes.missing.push(lacks);
        }
        refusal
    }

    /// A method that is opened opens what it certainly means of its own class and those nested there, so that fewer rounds are needed.
    pub(super) fn open_mates(&mut self, method: MethodId, ops: &[(u32, Op)]) {
        let class = self.world.name(method.class).to_owned();
        if !self.opened.methods.contains(&self.named(method)) {
            return;
        }
        let outermost = |name: &str| name.split('$').next().unwrap_or_default().to_owned();
        for (_, op) in ops {
            if let Op::Call(Invoke::Static | Invoke::Special, member) = op
                && outermost(&member.class) == outermost(&class)
            {
                let named = (member.class.clone(), member.name.clone(), member.desc.clone());
                self.opened.methods.insert(named);
            }
        }
    }
}
