//! Calls: of the user's methods, which are written out, and of foreign code, which may do whatever the public methods allow.

use super::exec::{Edge, Exec, State, Target, What, ty_of};
use super::value::{Ty, Val};
use super::world::{conditions, is_reference, is_thread_safe, own_kind};
use super::{Stop, refuse};
use crate::fold;
use commute_front_jvm::methods::{ClassFile, Invoke, Loadable, Member, flags, signature};
use commute_logic::{Sort, Term};
use std::sync::Arc;

type Result<T> = std::result::Result<T, Stop>;

/// What comes of a call.
#[derive(Default)]
pub struct Outcome {
    pub result: Option<Val>,
    /// The class of an exception that it may raise, and when.
    pub raises: Option<(String, Term)>,
}

/// A call that is looked at.
pub struct Called {
    pub member: Member,
    pub receiver: Option<Val>,
    pub args: Vec<Val>,
    /// The descriptor of the result.
    pub ret: Option<String>,
}

/// The interfaces of the library whose methods are foreign code.
fn is_callback(class: &str) -> bool {
    const ONES: [&str; 6] = [
        "java/lang/Runnable",
        "java/util/concurrent/Callable",
        "java/util/Comparator",
        "java/lang/Comparable",
        "java/lang/AutoCloseable",
        "java/util/Iterator",
    ];
    ONES.contains(&class) || class.starts_with("java/util/function/")
}

/// Classes of the library whose objects say nothing to anybody when they are compared or shown.
pub fn is_plain_value(class: &str) -> bool {
    const ONES: [&str; 10] =
        ["String", "Integer", "Long", "Short", "Byte", "Character", "Boolean", "Float", "Double", "Class"];
    class == "null" || class.strip_prefix("java/lang/").is_some_and(|name| ONES.contains(&name))
}

impl Exec<'_> {
    /// A call, which ends a block.
    pub fn call(&mut self, state: &mut State, invoke: Invoke, member: &Member) -> Result<Vec<Edge>> {
        let Ok(types) = signature(&member.desc) else { return refuse("a descriptor that is none") };
        let mut args = Vec::new();
        for _ in &types.params {
            args.push(state.pop()?);
        }
        args.reverse();
        let receiver = if invoke == Invoke::Static { None } else { Some(state.pop()?) };
        let mut called = Called { member: member.clone(), receiver, args, ret: types.ret };
        if member.name == "<init>"
            && let Some(edges) = self.initialise(state, &called)?
        {
            return Ok(edges);
        }
        if self.world.is_users(&member.class) && self.is_inherited(&member.class, &member.name, &member.desc)
        {
            return self.users_call(state, invoke, called);
        }
        if let Some(receiver) = &called.receiver
            && !matches!(receiver.ty, Ty::Own(_))
        {
            let term = self.plain(receiver)?;
            self.present(&term);
        }
        if self.world.is_users(&member.class) {
            let is_thread = self.world.classes.is_below(&member.class, "java/lang/Thread");
            called.member.class = if is_thread { "java/lang/Thread" } else { "java/lang/Object" }.to_owned();
        }
        let outcome = match self.foreign(&called)? {
            true => self.alien_call(&called)?,
            false => self.library(&called)?,
        };
        self.after(state, outcome)
    }

    /// Whether a class of the user has the method, itself or from another one of the user.
    fn is_inherited(&mut self, class: &str, name: &str, desc: &str) -> bool {
        self.resolve(class, name, desc).is_some() || self.is_declared(class, name, desc)
    }

    /// Whether an interface of the user, or a class of his, says that there is such a method.
    fn is_declared(&mut self, class: &str, name: &str, desc: &str) -> bool {
        let Some(file) = self.world.classes.class(class) else { return false };
        if !self.world.is_users(class) {
            return false;
        }
        if file.method(name, desc).is_some() {
            return true;
        }
        let above: Vec<String> = file.superclass.iter().chain(&file.interfaces).cloned().collect();
        above.iter().any(|class| self.is_declared(class, name, desc))
    }

    /// The method with a body that a call on the class is of.
    fn resolve(&mut self, class: &str, name: &str, desc: &str) -> Option<(Arc<ClassFile>, usize)> {
        let mut next = Some(class.to_owned());
        while let Some(class) = next {
            if !self.world.is_users(&class) {
                return None;
            }
            let file = self.world.classes.class(&class)?;
            let found =
                file.methods.iter().position(|m| m.name == name && m.desc == desc && m.code.is_some());
            if let Some(found) = found {
                return Some((file, found));
            }
            next = file.superclass.clone();
        }
        None
    }

    /// Constructors of the library; nothing if it is one of the user.
    fn initialise(&mut self, state: &mut State, called: &Called) -> Result<Option<Vec<Edge>>> {
        let class = called.member.class.clone();
        if self.world.is_users(&class) {
            return Ok(None);
        }
        let Some(receiver) = called.receiver.clone() else {
            return refuse("a constructor without an object");
        };
        if let Ty::Made { class: made, at, .. } = &receiver.ty {
            let ready = self.first_of(made, *at, called)?;
            for value in state.stack.iter_mut().chain(state.locals.iter_mut().flatten()) {
                if value.ty == receiver.ty {
                    *value = ready.clone();
                }
            }
            return self.after(state, Outcome::default()).map(Some);
        }
        if class == "java/lang/Object" {
            return self.after(state, Outcome::default()).map(Some);
        }
        let holds_texts = self.world.classes.is_below(&class, "java/lang/Throwable");
        if holds_texts || matches!(class.as_str(), "java/lang/StringBuilder" | "java/lang/Thread") {
            // A thread has nothing but its task, which is looked at by itself.
            for arg in &called.args {
                self.leak(arg)?;
            }
            if class == "java/lang/AssertionError"
                && called.args.iter().any(|a| matches!(&a.ty, Ty::Ref(c) if !is_plain_value(&c.name)))
            {
                return refuse("an AssertionError with an object that shows itself");
            }
            return self.after(state, Outcome::default()).map(Some);
        }
        refuse(format!("the constructor of {} of the library", class.replace('/', ".")))
    }

    /// What a new lock, atomic number or collection holds at first.
    fn first_of(&mut self, class: &str, at: u32, called: &Called) -> Result<Val> {
        let ty = Ty::Made { class: class.to_owned(), at, ready: true };
        let params = called.member.desc.split(')').next().unwrap_or_default();
        let term = match (params, &own_kind(class)) {
            ("(", _) if ty.sort() == Sort::Ref => Term::null(),
            ("(", _) => Term::int(0),
            ("(I" | "(J" | "(Z", Some(super::world::OwnKind::Number(..) | super::world::OwnKind::Flag)) => {
                called.args[0].term.clone()
            }
            ("(Ljava/lang/Object;", Some(super::world::OwnKind::Reference)) => {
                self.leak(&called.args[0])?;
                self.plain(&called.args[0])?
            }
            // Whether it is fair makes no difference to what may happen.
            ("(Z", Some(super::world::OwnKind::Lock)) => Term::int(0),
            ("(I" | "(IF" | "(IFZ", Some(super::world::OwnKind::Collection(_))) => {
                let enough = fold::arithmetic(commute_logic::Op::Le, &Term::int(0), &called.args[0].term);
                self.assert_(What::Fault("a negative capacity"), enough);
                Term::int(0)
            }
            _ => return refuse(format!("this constructor of {}", class.replace('/', "."))),
        };
        Ok(Val { ty, term })
    }

    /// Where control goes after a call.
    fn after(&mut self, state: &mut State, outcome: Outcome) -> Result<Vec<Edge>> {
        let mut edges = Vec::new();
        let mut normal = Term::bool(true);
        if let Some((class, cond)) = outcome.raises {
            let cond = self.keep(cond);
            normal = fold::not(&cond);
            let mut value = self.some_object(&class);
            value.ty = Ty::reference(&class);
            edges = self.raise(&value, cond, state)?;
        }
        if let Some(result) = outcome.result {
            state.push(result);
        }
        let to = Target::Block(self.next_block()?);
        edges.insert(0, Edge { cond: normal, to, state: state.clone() });
        Ok(edges)
    }

    fn users_call(&mut self, state: &mut State, invoke: Invoke, called: Called) -> Result<Vec<Edge>> {
        let Member { class, name, desc } = called.member.clone();
        if let Some(receiver) = &called.receiver {
            let term = self.plain(receiver)?;
            self.present(&term);
        }
        let file = self.world.classes.class(&class);
        let is_other = file.as_ref().is_some_and(|f| is_thread_safe(f)) && !self.world.is_subjects(&class);
        if is_other {
            let outcome = self.alien_call(&called)?;
            return self.after(state, outcome);
        }
        let Some((file, method)) = self.dispatch(invoke, &called)? else {
            let outcome = self.alien_call(&called)?;
            return self.after(state, outcome);
        };
        self.initialises(&file.name)?;
        if name == "<clinit>" || file.methods[method].flags & flags::NATIVE != 0 {
            return refuse(format!("{name}{desc}"));
        }
        let mut args: Vec<Val> = called.receiver.iter().chain(&called.args).cloned().collect();
        for arg in &mut args {
            arg.term = self.plain(arg)?;
            arg.ty = self.as_reference(arg);
        }
        if self.is_typing() {
            let ret = called.ret.as_ref().map(|desc| Val { ty: ty_of(desc), term: Term::int(0) });
            let result = ret.map(|val| Val {
                term: if val.ty.sort() == Sort::Ref { Term::null() } else { val.term },
                ..val
            });
            let raises = Some(("java/lang/Throwable".to_owned(), Term::now("raises", Sort::Bool)));
            return self.after(state, Outcome { result, raises });
        }
        for condition in
            conditions(&file.methods[method], "Requires").map_err(|why| Stop::Refused { why, place: None })?
        {
            let holds = self.method_condition(&condition, &file, method, &args, None)?;
            self.assert_(What::Condition(format!("@Requires(\"{}\") of {name}", condition.text)), holds);
        }
        let (result, exc) = self.run(&file, method, &args)?;
        let result = match result {
            Some(value) => Some(Val { term: self.keep(value.term), ty: value.ty }),
            None => None,
        };
        let exc = self.keep(exc);
        let raised = fold::not(&fold::equal(&exc, &Term::null()));
        let value = Val { ty: Ty::reference("java/lang/Throwable"), term: exc };
        let mut edges = self.raise(&value, raised.clone(), state)?;
        if let Some(result) = result {
            state.push(result);
        }
        let to = Target::Block(self.next_block()?);
        edges.insert(0, Edge { cond: fold::not(&raised), to, state: state.clone() });
        Ok(edges)
    }

    /// The method that is called; nothing if it is foreign code behind an interface.
    fn dispatch(&mut self, invoke: Invoke, called: &Called) -> Result<Option<(Arc<ClassFile>, usize)>> {
        let Member { class, name, desc } = &called.member;
        let mut from = class.clone();
        let mut is_known = invoke != Invoke::Virtual;
        if let Some(receiver) = called.receiver.as_ref().filter(|_| !is_known) {
            if let Ty::Ref(of) = &receiver.ty
                && of.exact
                && self.world.is_users(&of.name)
            {
                (from, is_known) = (of.name.clone(), true);
            } else if Some(&receiver.term) == self.receiver.as_ref() {
                (from, is_known) = (self.world.subject.name.clone(), true);
            }
        }
        let found = self.resolve(&from, name, desc);
        if is_known {
            return match found {
                Some(found) => Ok(Some(found)),
                None => refuse(format!("{name} of {}, which is not there", from.replace('/', "."))),
            };
        }
        let users: Vec<Arc<ClassFile>> = self.world.classes.user().to_vec();
        let mut overrides = |file: &Arc<ClassFile>| {
            file.name != *class
                && file.method(name, desc).is_some_and(|m| m.code.is_some())
                && self.world.classes.is_below(&file.name, class)
                && (found.is_some() || self.world.is_inside(&file.name))
        };
        let others = users.iter().filter(|file| overrides(file)).count();
        match found {
            Some(found) if others == 0 => Ok(Some(found)),
            None if others == 0 => Ok(None),
            _ => refuse(format!("{name}, of which there are several")),
        }
    }

    /// Whether a method of the library is one that the user may have written.
    fn foreign(&mut self, called: &Called) -> Result<bool> {
        let Member { class, name, .. } = &called.member;
        if matches!(called.receiver.as_ref().map(|r| &r.ty), Some(Ty::Own(_))) {
            return Ok(false);
        }
        if is_callback(class) {
            return Ok(true);
        }
        let of_object = matches!(name.as_str(), "equals" | "hashCode" | "toString" | "compareTo");
        let plain = |val: &Val| matches!(&val.ty, Ty::Ref(c) if is_plain_value(&c.name));
        Ok(of_object && !called.receiver.iter().all(plain) && !class.starts_with("java/lang/StringBuilder"))
    }

    /// Foreign code: it gets its arguments, and may call any public method.
    pub fn alien_call(&mut self, called: &Called) -> Result<Outcome> {
        for value in called.receiver.iter().chain(&called.args) {
            let term = self.plain(value)?;
            let value = Val { term, ty: self.as_reference(value) };
            self.leak(&value)?;
        }
        self.alien()?;
        let result = called.ret.as_ref().map(|desc| self.outside(desc));
        let raises = self.any(Sort::Bool, None);
        Ok(Outcome { result, raises: Some(("java/lang/Throwable".to_owned(), raises)) })
    }

    /// A value from outside.
    pub fn outside(&mut self, desc: &str) -> Val {
        let mut value = self.any_value(desc);
        self.got(&value.term, desc, &Term::null());
        if let Ty::Ref(class) = &mut value.ty {
            class.generic = true;
        }
        value
    }

    /// `invokedynamic`: texts that are put together, and lambdas.
    pub fn dynamic(&mut self, state: &mut State, bootstrap: u16, name: &str, desc: &str) -> Result<()> {
        let Ok(types) = signature(desc) else { return refuse("a descriptor that is none") };
        let mut args = Vec::new();
        for _ in &types.params {
            args.push(state.pop()?);
        }
        if name == "makeConcatWithConstants" {
            let plain = |desc: &String| !is_reference(desc) || is_plain_value(super::world::class_of(desc));
            if !types.params.iter().all(plain) {
                return refuse("a text with an object that shows itself");
            }
            let text = self.some_object("java/lang/String");
            state.push(text);
            return Ok(());
        }
        let class = self.frame().class.clone();
        let Some((handle, with)) = class.bootstraps.get(usize::from(bootstrap)) else {
            return refuse("a bootstrap method that is not there");
        };
        if handle.member.class != "java/lang/invoke/LambdaMetafactory" {
            return refuse(format!("{} by {}", name, handle.member.class.replace('/', ".")));
        }
        for argument in with {
            if let Loadable::Handle(of) = argument
                && self.world.is_inside(&of.member.class)
                && !of.member.name.starts_with("lambda$")
                && !self.world.is_program
            {
                return refuse(format!("a reference to the method {}", of.member.name));
            }
        }
        for arg in &args {
            let term = self.plain(arg)?;
            let value = Val { term, ty: self.as_reference(arg) };
            self.leak(&value)?;
        }
        let result = types.ret.unwrap_or_default();
        let object = self.some_object(super::world::class_of(&result));
        state.push(object);
        Ok(())
    }
}
