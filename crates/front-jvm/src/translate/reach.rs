//! Which methods a virtual call can run: those of the classes of which there are instances (rapid type analysis).

use super::{Phase, Translator};
use crate::classfile::flags;
use commute_ir::{ClassId, FuncId, Selector};
use std::collections::{BTreeMap, HashMap, HashSet};

/// A virtual call: name, descriptor and phase.
type Call = (String, String, Phase);

/// Where a selector is called.
struct Called {
    selector: Selector,
    /// The classes on whose instances it is called.
    receivers: HashSet<ClassId>,
    /// The first function that calls it.
    from: FuncId,
}

/// What is known so far.
#[derive(Default)]
pub struct Reach {
    instantiated: Vec<ClassId>,
    known: HashSet<ClassId>,
    calls: HashMap<Call, Called>,
    /// In the order in which they were met.
    order: Vec<Call>,
    methods: BTreeMap<ClassId, Vec<(Selector, FuncId)>>,
}

impl Reach {
    /// The classes of which there are instances.
    pub fn instantiated(&self) -> impl Iterator<Item = ClassId> + '_ {
        self.instantiated.iter().copied()
    }

    /// For each class the methods that are called on its instances.
    pub fn methods(&self) -> impl Iterator<Item = (ClassId, Vec<(Selector, FuncId)>)> + '_ {
        self.methods.iter().map(|(&class, methods)| (class, methods.clone()))
    }

    /// The functions that calls of a selector can run.
    pub fn called_by(&self, selector: Selector) -> Vec<FuncId> {
        let all = self.methods.values().flatten();
        all.filter(|(of, _)| *of == selector).map(|&(_, func)| func).collect()
    }
}

impl Translator<'_> {
    /// There are instances of `class`.
    pub(super) fn instantiate(&mut self, class: ClassId) {
        if !self.reach.known.insert(class) {
            return;
        }
        self.reach.instantiated.push(class);
        for call in self.reach.order.clone() {
            self.connect(&call, class);
        }
    }

    /// The selector of a call on instances of `receiver`, made by the function `from`.
    pub(super) fn called(
        &mut self,
        name: &str,
        desc: &str,
        receiver: ClassId,
        phase: Phase,
        from: FuncId,
    ) -> Selector {
        let call: Call = (name.to_owned(), desc.to_owned(), phase);
        let selectors = &mut self.program.selectors;
        let order = &mut self.reach.order;
        let called = self.reach.calls.entry(call.clone()).or_insert_with(|| {
            selectors.push(format!("{name}{desc}{}", if phase == Phase::Init { " (init)" } else { "" }));
            order.push(call.clone());
            Called { selector: Selector::new(selectors.len() - 1), receivers: HashSet::new(), from }
        });
        let selector = called.selector;
        if called.receivers.insert(receiver) {
            for class in self.reach.instantiated.clone() {
                self.connect(&call, class);
            }
        }
        selector
    }

    /// Gives `class` its method for `call`, if that is called on its instances.
    fn connect(&mut self, call: &Call, class: ClassId) {
        let called = &self.reach.calls[call];
        let (selector, from) = (called.selector, called.from);
        let is_receiver = called.receivers.iter().any(|&receiver| self.world.is_subclass(class, receiver));
        let known = |methods: &Vec<(Selector, FuncId)>| methods.iter().any(|(s, _)| *s == selector);
        if !is_receiver || self.reach.methods.get(&class).is_some_and(known) {
            return;
        }
        if let Some(func) = self.lambda_method(class, call, from) {
            self.reach.methods.entry(class).or_default().push((selector, func));
            return;
        }
        let Some(method) = self.world.select(class, &call.0, &call.1) else { return };
        debug_assert!(self.world.method(method).flags & flags::ABSTRACT == 0);
        let func = self.method_function(method, call.2, from);
        self.reach.methods.entry(class).or_default().push((selector, func));
    }
}
