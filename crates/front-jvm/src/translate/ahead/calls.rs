//! Calls in initialisers that are run ahead.

use super::heap::{Body, Lambda};
use super::{Step, Task, Value, told};
use crate::classfile::{HandleKind, Invoke, Kind, Member, flags};
use crate::descriptor::{kind, signature};
use crate::translate::Translator;
use crate::translate::overrides::intrinsic;
use crate::translate::traces::traced;
use crate::translate::unsafe_ops::UNSAFE;
use crate::world::{MethodId, Selected};

impl Translator<'_> {
    /// Calls a method; the receiver is the first argument.
    pub(super) fn call_ahead(
        &mut self,
        task: &mut Task,
        how: Invoke,
        member: &Member,
        args: &[(Value, Kind)],
    ) -> Step<Option<Value>> {
        if member.class.starts_with('[') && member.name == "clone" {
            return self.clone_ahead(task, args[0].0).map(Some);
        }
        if let Some(handle) = handle_call(member) {
            return Ok(handle);
        }
        if how == Invoke::Virtual
            && let Ok(Body::Lambda(lambda)) = self.ahead.heap.get(args[0].0).map(|object| &object.body)
            && lambda.name == member.name
        {
            let lambda = Lambda::clone(lambda);
            return self.call_lambda(task, lambda, member, &args[1..]);
        }
        let name = if member.class.starts_with('[') { super::super::OBJECT } else { &member.class };
        let Ok(class) = self.world.load(name) else { return told("a class that is not there") };
        let Some(method) = self.world.resolve(class, &member.name, &member.desc) else {
            return told("a method that is not there");
        };
        if how == Invoke::Static {
            self.uses(task, method.class)?;
        }
        if member.class == UNSAFE {
            return told("it uses sun.misc.Unsafe");
        }
        // There is one object of this class, of which nothing need be known.
        let how = if member.class == "jdk/internal/misc/Unsafe" { Invoke::Static } else { how };
        let method = match how {
            Invoke::Virtual => self.selected(method, args[0].0)?,
            Invoke::Special | Invoke::Static => method,
        };
        if how == Invoke::Special {
            self.ahead.heap.get(args[0].0)?;
        }
        self.invoke_ahead(task, method, args)
    }

    /// Calls what a lambda stands for, if no value has to be put into a box or taken out of one.
    fn call_lambda(
        &mut self,
        task: &mut Task,
        lambda: Lambda,
        member: &Member,
        args: &[(Value, Kind)],
    ) -> Step<Option<Value>> {
        let target = lambda.handle.member;
        let (Ok(wanted), Ok(given)) = (signature(&target.desc), signature(&member.desc)) else {
            return told("a method without a type");
        };
        let all: Vec<(Value, Kind)> = lambda.captured.iter().chain(args).copied().collect();
        let how = match lambda.handle.kind {
            HandleKind::Static => Invoke::Static,
            HandleKind::Virtual => Invoke::Virtual,
            HandleKind::Special => Invoke::Special,
            HandleKind::New | HandleKind::Field => return told("it calls a reference to a constructor"),
        };
        let receiver = usize::from(how != Invoke::Static);
        let kinds = wanted.params.iter().map(|param| kind(param));
        let fits = all.len() == wanted.params.len() + receiver
            && all[receiver..].iter().map(|&(_, kind)| kind).eq(kinds)
            && (given.ret.is_none() || given.ret.as_deref().map(kind) == wanted.ret.as_deref().map(kind));
        if !fits {
            return told("it calls a lambda with other types than it has");
        }
        let result = self.call_ahead(task, how, &target, &all)?;
        Ok(result.filter(|_| given.ret.is_some()))
    }

    /// The method that a virtual call runs.
    fn selected(&mut self, method: MethodId, receiver: Value) -> Step<MethodId> {
        let class = match &self.ahead.heap.get(receiver)?.body {
            Body::Instance(class, _) => *class,
            Body::Class(_) => {
                self.world.load(super::super::CLASS).map_err(|_| super::Told("no classes".into()))?
            }
            Body::Array(..) => self.program.root_class.map_or_else(|| told("no root class"), Ok)?,
            Body::Lambda(_) => return told("it calls another method of a lambda"),
        };
        let decl = self.world.method(method);
        if decl.flags & flags::PRIVATE != 0 {
            return Ok(method);
        }
        let (name, desc) = (decl.name.clone(), decl.desc.clone());
        let within = self.world.is_for_package(method).then_some(method);
        match self.world.select(class, &name, &desc, within) {
            Selected::Method(found) => Ok(found),
            Selected::None | Selected::Several => told("an abstract method"),
        }
    }

    /// Runs a method, or what replaces it.
    pub(super) fn invoke_ahead(
        &mut self,
        task: &mut Task,
        method: MethodId,
        args: &[(Value, Kind)],
    ) -> Step<Option<Value>> {
        let class = self.world.name(method.class).to_owned();
        let decl = self.world.method(method);
        let (name, desc) = (decl.name.clone(), decl.desc.clone());
        if self.opened.traces() && traced(&class, &name, &desc).is_some() {
            return told("it makes something with a stack trace, which depends on who comes first");
        }
        if let Some(which) = intrinsic(self.world.path.version(), &class, &name, &desc) {
            return self.replaced(task, which, &name, &desc, args);
        }
        if task.for_values && (class.as_str(), name.as_str()) == ("java/lang/ThreadLocal", "nextHashCode") {
            // Which number a thread local has cannot be seen.
            return Ok(Some(Value::Unknown));
        }
        if !task.for_values && self.is_cut(method) {
            return told(format!("it calls {class}.{name}, which is not translated"));
        }
        self.run(task, method, args)
    }
}

/// Finding handles of variables: what is found is read off the code where it is used.
fn handle_call(member: &Member) -> Option<Option<Value>> {
    match (member.class.as_str(), member.name.as_str()) {
        ("java/lang/invoke/MethodHandles", "lookup" | "arrayElementVarHandle" | "privateLookupIn")
        | ("java/lang/invoke/MethodHandles$Lookup", "findVarHandle" | "findStaticVarHandle")
        | ("java/lang/invoke/VarHandle", "withInvokeExactBehavior" | "withInvokeBehavior") => {
            Some(Some(Value::Unknown))
        }
        _ => None,
    }
}
