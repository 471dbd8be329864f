//! Which methods a virtual call can run: those of the classes of which there are instances (rapid type analysis).

use super::builder::Builder;
use super::{FuncKey, Phase, TranslateError, Translator};
use crate::classfile::Kind;
use crate::descriptor::{Signature, kind, kind_ty, signature};
use crate::world::{MethodId, Selected};
use commute_ir::{ClassId, FuncId, Function, Instr, Operand, Selector, Ty};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

/// A virtual call.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Call {
    /// The name of the method.
    pub name: String,
    /// Its descriptor.
    pub desc: String,
    /// When it is called.
    pub phase: Phase,
    /// The method that is named, if it is for its package only: one of the same name in another package does not override it.
    within: Option<MethodId>,
}

/// Where a selector is called.
struct Called {
    call: Rc<Call>,
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
    calls: HashMap<Call, usize>,
    /// In the order in which they were met.
    order: Vec<Called>,
    /// Those that are made on instances of a class or interface.
    by_receiver: HashMap<ClassId, Vec<usize>>,
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
        let mut calls: Vec<usize> = Vec::new();
        for above in self.world.all_above(class) {
            calls.extend(self.reach.by_receiver.get(&above).into_iter().flatten());
        }
        calls.sort_unstable();
        calls.dedup();
        for call in calls {
            self.connect(call, class);
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
        let within = self.world.resolve(receiver, name, desc);
        let within = within.filter(|&method| self.world.is_for_package(method));
        let call = Call { name: name.to_owned(), desc: desc.to_owned(), phase, within };
        let package = within.map(|method| format!(" (of {})", self.world.method_name(method)));
        let number = match self.reach.calls.get(&call) {
            Some(&known) => known,
            None => self.add_call(call, package, from),
        };
        if self.reach.order[number].receivers.insert(receiver) {
            self.reach.by_receiver.entry(receiver).or_default().push(number);
            for class in self.reach.instantiated.clone() {
                if self.world.is_subclass(class, receiver) {
                    self.connect(number, class);
                }
            }
        }
        self.reach.order[number].selector
    }

    fn add_call(&mut self, call: Call, package: Option<String>, from: FuncId) -> usize {
        let phase = if call.phase == Phase::Init { " (init)" } else { "" };
        let selectors = &mut self.program.selectors;
        selectors.push(format!("{}{}{}{phase}", call.name, call.desc, package.unwrap_or_default()));
        let (selector, number) = (Selector::new(selectors.len() - 1), self.reach.order.len());
        self.reach.calls.insert(call.clone(), number);
        self.reach.order.push(Called { call: Rc::new(call), selector, receivers: HashSet::new(), from });
        number
    }

    /// Gives `class`, on whose instances it is made, its method for a call.
    fn connect(&mut self, number: usize, class: ClassId) {
        let Called { call, selector, from, .. } = &self.reach.order[number];
        let (call, selector, from) = (&*call.clone(), *selector, *from);
        let known = |methods: &Vec<(Selector, FuncId)>| methods.iter().any(|(s, _)| *s == selector);
        if self.reach.methods.get(&class).is_some_and(known) {
            return;
        }
        if let Some(func) = self.lambda_method(class, call, from) {
            self.reach.methods.entry(class).or_default().push((selector, func));
            return;
        }
        if let Some(func) = self.made_method(class, call, from) {
            self.reach.methods.entry(class).or_default().push((selector, func));
            return;
        }
        let func = match self.world.select(class, &call.name, &call.desc, call.within) {
            Selected::Method(method) => self.method_function(method, call.phase, from),
            Selected::None => self.no_method(call, true, from),
            Selected::Several => self.no_method(call, false, from),
        };
        self.reach.methods.entry(class).or_default().push((selector, func));
    }

    /// A function for calls that find no method, or several.
    fn no_method(&mut self, call: &Call, none: bool, from: FuncId) -> FuncId {
        self.function(FuncKey::NoMethod(format!("{}{}", call.name, call.desc), none), from, |_| {
            let types = signature(&call.desc).unwrap_or(Signature { params: vec![], ret: None });
            let params = types.params.iter().map(|param| kind_ty(kind(param)));
            let params = std::iter::once(Ty::AnyRef).chain(params).collect();
            (call.name.clone(), params, types.ret.map(|ret| kind_ty(kind(&ret))))
        })
    }

    /// None is an error; of several the specification says another one than machines raise, so that is refused.
    pub(super) fn no_method_body(&mut self, none: bool, func: FuncId) -> Result<Function, TranslateError> {
        let class = self.world.load("java/lang/AbstractMethodError")?;
        self.instantiate(class);
        let decl = &self.program.functions[func.index()];
        let params: Vec<Ty> = decl.regs.iter().take(decl.params as usize).map(|reg| reg.ty).collect();
        let mut out = Builder::new(decl.name.clone(), &params, decl.ret);
        if !none {
            let refusal = self.refusal("a call that finds default methods of several interfaces", func);
            out.emit(refusal);
        }
        let (exc, shape) = (out.temp(Kind::Ref), self.instance_shape(class));
        out.emit(Instr::New { dst: exc, shape, arg: Operand::Int(0) });
        out.emit(Instr::Throw { exc: Operand::Reg(exc) });
        Ok(out.finish_plain())
    }
}
