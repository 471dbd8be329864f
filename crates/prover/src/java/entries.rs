//! What can be called from outside, and the obligation of each.

use super::exec::{Exec, Goal, What};
use super::value::{Ty, Val};
use super::world::{FieldKind, World, class_of, conditions, is_reference, is_thread_safe, simple};
use super::{Stop, refuse};
use crate::fold;
use commute_front_jvm::methods::{ClassFile, Op, dotted, flags, signature};
use commute_logic::{Decl, Obligation, Sort, Stmt, Term};
use std::sync::Arc;

type Result<T> = std::result::Result<T, Stop>;

/// A method that is called from outside; none if a class has nothing to do when it is initialised.
#[derive(Clone)]
pub struct Entry {
    pub class: Arc<ClassFile>,
    pub method: Option<usize>,
    /// Whether one thread runs it, once.
    pub is_once: bool,
}

impl Entry {
    /// The name as reports have it.
    pub fn name(&self) -> String {
        let class = simple(&self.class.name);
        let Some(method) = self.method.map(|m| &self.class.methods[m]) else {
            return format!("initialisation of {class}");
        };
        let types = signature(&method.desc).map(|s| s.params).unwrap_or_default();
        let types: Vec<String> = types.iter().map(|desc| type_name(desc)).collect();
        match method.name.as_str() {
            name if name.starts_with("lambda$") => format!("{class}.{name}"),
            "<clinit>" => format!("initialisation of {class}"),
            "<init>" => format!("new {class}({})", types.join(", ")),
            name => format!("{name}({})", types.join(", ")),
        }
    }

    pub fn has(&self, flag: u16) -> bool {
        self.method.is_some_and(|m| self.class.methods[m].flags & flag != 0)
    }

    pub fn is_named(&self, name: &str) -> bool {
        self.method.is_some_and(|m| self.class.methods[m].name == name)
    }
}

/// A type as the language writes it.
fn type_name(desc: &str) -> String {
    match desc {
        "Z" => "boolean".to_owned(),
        "B" => "byte".to_owned(),
        "C" => "char".to_owned(),
        "S" => "short".to_owned(),
        "I" => "int".to_owned(),
        "J" => "long".to_owned(),
        "F" => "float".to_owned(),
        "D" => "double".to_owned(),
        _ => match desc.strip_prefix('[') {
            Some(element) => format!("{}[]", type_name(element)),
            None => simple(super::world::class_of(desc)).to_owned(),
        },
    }
}

/// Everything that is called from outside.
pub fn entries(world: &mut World) -> Result<Vec<Entry>> {
    if world.is_program {
        return super::roots::roots(world);
    }
    let mut found = vec![];
    let is_once = false;
    let subject = world.subject.clone();
    let clinit = subject.methods.iter().position(|m| m.name == "<clinit>");
    found.push(Entry { class: subject.clone(), method: clinit, is_once });
    let mut seen: Vec<(String, String)> = Vec::new();
    let mut next = Some(subject.clone());
    while let Some(class) = next.filter(|c| world.is_users(&c.name)) {
        for (at, method) in class.methods.iter().enumerate() {
            let key = (method.name.clone(), method.desc.clone());
            let is_own = class.name == subject.name;
            let is_hidden = method.flags & flags::PRIVATE != 0
                && !method.name.starts_with("lambda$")
                && !is_used_outside(world, &class.name, &method.name);
            let is_constructor = method.name == "<init>" && !is_own;
            if method.code.is_none()
                || method.name == "<clinit>"
                || is_hidden
                || is_constructor
                || seen.contains(&key)
            {
                continue;
            }
            seen.push(key);
            found.push(Entry { class: class.clone(), method: Some(at), is_once });
        }
        next = class.superclass.as_ref().and_then(|name| world.classes.class(name));
    }
    Ok(found)
}

/// Whether another class, which may be declared inside, calls a method of this name.
fn is_used_outside(world: &World, of: &str, name: &str) -> bool {
    let others = world.classes.user().iter().filter(|class| class.name != of);
    others.flat_map(|class| class.methods.iter().map(move |method| (class, method))).any(|(class, method)| {
        let ops = method.code.as_ref().and_then(|code| code.ops(&class.pool).ok());
        ops.is_some_and(|ops| {
            ops.iter()
                .any(|(_, op)| matches!(op, Op::Call(_, member) if member.class == of && member.name == name))
        })
    })
}

/// Code outside of the class that uses its fields, so that nothing can be said of all callers.
pub fn intruder(world: &mut World) -> Option<String> {
    if world.is_program {
        return None;
    }
    let subject = world.subject.name.clone();
    for class in world.classes.user().to_vec() {
        if class.name == subject || world.classes.is_below(&subject, &class.name) {
            continue;
        }
        for method in &class.methods {
            let Some(ops) = method.code.as_ref().and_then(|code| code.ops(&class.pool).ok()) else {
                continue;
            };
            for (_, op) in ops.iter() {
                let (Op::GetField(m) | Op::PutField(m) | Op::GetStatic(m) | Op::PutStatic(m)) = op else {
                    continue;
                };
                let Some(f) = world.field(&m.class, &m.name) else { continue };
                let of = world.fields[f].class.clone();
                let is_its = of == subject || world.classes.is_below(&subject, &of);
                if is_its
                    && !matches!(world.fields[f].kind, FieldKind::Constant(_))
                    && m.name != "$assertionsDisabled"
                {
                    let name = world.field_name(f);
                    return Some(format!("{} uses the field {name} itself", dotted(&class.name)));
                }
            }
        }
    }
    // Public fields are everybody's.
    let mut fields = world.fields_of(&subject, false);
    fields.extend(world.fields_of(&subject, true));
    let open = fields.iter().find(|&&f| !world.fields[f].is_final && is_open(world, f));
    if let Some(&f) = open {
        return Some(format!("the field {} is public, so that anybody may write it", world.field_name(f)));
    }
    let parts = fields.into_iter().find(|&f| {
        let desc = world.fields[f].desc.clone();
        is_open(world, f) && is_reference(&desc) && world.is_part(class_of(&desc))
    });
    parts.map(|f| {
        format!("the field {} is public, so that anybody may write to the object in it", world.field_name(f))
    })
}

fn is_open(world: &World, f: usize) -> bool {
    let field = &world.fields[f];
    let class = world.classes.user().iter().find(|c| c.name == field.class);
    let declared = class.and_then(|c| c.fields.iter().find(|d| d.name == field.name));
    declared.is_some_and(|d| d.flags & (flags::PUBLIC | flags::PROTECTED) != 0)
}

/// What has to be shown of one entry.
pub struct Duty {
    pub obligation: Obligation,
    pub goals: Vec<Goal>,
    /// The obligation with one more assertion at its end, which is false: it must fail.
    pub reach: Obligation,
}

/// The obligation of an entry.
pub fn duty(exec: &mut Exec<'_>, entry: &Entry) -> Result<Duty> {
    begin(exec);
    let subject = exec.world.subject.name.clone();
    let class = exec.class_object(&subject);
    let is_first = is_first(exec.world, entry);
    if is_first {
        let above = exec.world.subject.superclass.iter().chain(&exec.world.subject.interfaces).cloned();
        for class in above.collect::<Vec<_>>() {
            if exec.is_above_busy(&class) {
                return refuse(format!(
                    "the initialiser of {}, which runs before that of this class and calls methods",
                    class.replace('/', ".")
                ));
            }
        }
        exec.initialise_class(&class)?;
    }
    let locks: Vec<(Decl, Term)> = exec
        .locks()
        .into_iter()
        .map(|lock| {
            let now = exec.keep(lock.term());
            (lock, now)
        })
        .collect();
    if !is_first {
        let yes = Term::bool(true);
        exec.assume_always(&class, true, &yes)?;
        exec.assume_held(&class, true)?;
    }
    let args = exec.enter_entry(entry)?;
    exec.name_arguments(entry, &args);
    let result = match entry.method {
        Some(method) => Some(exec.run(&entry.class, method, &args)?),
        None => None,
    };
    exec.end(entry, &args, result)?;
    for (lock, before) in locks {
        for key in [exec.witness(), class.clone()] {
            let same = fold::equal(&lock.term().select(&key), &before.select(&key));
            exec.assert_(What::Left(lock.name.to_string()), same);
        }
    }
    let mut obligation = Obligation::new(entry.name(), Default::default());
    for decl in exec.decls.values() {
        obligation.declare(decl.clone());
    }
    obligation.body = std::mem::take(&mut exec.out);
    let mut reach = obligation.clone();
    reach.body.push(Stmt::assert("end", Default::default(), Term::bool(false)));
    Ok(Duty { obligation, goals: std::mem::take(&mut exec.goals), reach })
}

/// Whether the entry is what makes the static fields of the subject.
fn is_first(world: &World, entry: &Entry) -> bool {
    entry.class.name == world.subject.name && (entry.method.is_none() || entry.is_named("<clinit>"))
}

/// What holds wherever a call begins.
fn begin(exec: &mut Exec<'_>) {
    let own = exec.declare(Decl::new("own", Sort::set(Sort::Ref)));
    exec.push(Stmt::assign(own.var(), Term::empty_set(Sort::Ref)));
    // Classes are objects, too, and different ones.
    let users: Vec<String> = exec.world.classes.user().iter().map(|c| c.name.clone()).collect();
    let dynamic = exec.declare(Decl::new("class", Sort::array(Sort::Ref, Sort::Int)));
    for (at, name) in users.iter().enumerate() {
        let object = exec.class_object(name);
        let number = fold::equal(&dynamic.term().select(&object), &Term::int(-(at as i128) - 2));
        exec.assume(fold::and([number, fold::not(&fold::equal(&object, &Term::null()))]));
        exec.typed(&object, "");
    }
    let witness = exec.witness();
    let subject = exec.world.subject.name.clone();
    let is = exec.is_exactly(&witness, &subject);
    // There may be no object yet.
    exec.assume(fold::or([is, fold::equal(&witness, &Term::null())]));
    exec.typed(&witness, "");
}

impl Exec<'_> {
    /// The static fields of the class as they are before it is initialised.
    pub fn initialise_class(&mut self, class: &Term) -> Result<()> {
        let own = self.declare(Decl::new("own", Sort::set(Sort::Ref)));
        let mine = own.term().store(class, &Term::bool(true));
        self.push(Stmt::assign(own.var(), mine));
        let subject = self.world.subject.name.clone();
        for f in self.world.fields_of(&subject, true) {
            self.zero(f, class);
        }
        Ok(())
    }

    /// Parameters with any values, and the object.
    pub fn enter_entry(&mut self, entry: &Entry) -> Result<Vec<Val>> {
        let mut args = Vec::new();
        let subject = self.world.subject.name.clone();
        let witness = self.witness();
        let shared = Term::bool(true);
        if self.world.is_program {
            if entry.method.is_some() && !entry.has(flags::STATIC) {
                let this = self.outside(&format!("L{};", entry.class.name));
                self.assume(fold::not(&fold::equal(&this.term, &Term::null())));
                args.push(this);
            }
        } else if entry.is_named("<init>") {
            let this = self.allocate(&subject);
            self.receiver = Some(this.clone());
            args.push(Val { ty: Ty::exact(&subject), term: this });
        } else if entry.method.is_some() && !entry.has(flags::STATIC) {
            let this = self.any(Sort::Ref, None);
            let is = self.is_exactly(&this, &subject);
            self.assume(fold::and([is, fold::not(&fold::equal(&this, &Term::null()))]));
            self.typed(&this, "");
            self.receiver = Some(this.clone());
            self.ranges(&this);
            self.assume_always(&this, false, &shared)?;
            self.assume_held(&this, false)?;
            args.push(Val { ty: Ty::reference(&entry.class.name), term: this });
        }
        self.ranges(&witness);
        let is_there = fold::not(&fold::equal(&witness, &Term::null()));
        self.assume_always(&witness, false, &is_there)?;
        self.assume_held(&witness, false)?;
        let desc = entry.method.map_or(String::new(), |m| entry.class.methods[m].desc.clone());
        for desc in signature(&desc).map(|s| s.params).unwrap_or_default() {
            let mut value = self.outside(&desc);
            if let Ty::Ref(class) = &mut value.ty {
                class.generic = false;
            }
            args.push(value);
        }
        if let (Some(method), Some(this)) = (entry.method, self.receiver.clone()) {
            for f in self.fields_that_change(&subject, false) {
                let map = self.map(f);
                let now = self.keep(map.term().select(&this));
                self.began.push((f, now));
            }
            let _ = method;
        }
        if let Some(method) = entry.method {
            let required = conditions(&entry.class.methods[method], "Requires");
            for conjunct in required.map_err(|why| Stop::Refused { why, place: None })? {
                let holds = self.method_condition(&conjunct, &entry.class, method, &args, None)?;
                self.assume_labelled("@Requires", holds);
            }
        }
        Ok(args)
    }

    /// Numbers in fields of the object are such.
    pub fn ranges(&mut self, object: &Term) {
        let subject = self.world.subject.name.clone();
        for f in self.world.fields_of(&subject, false) {
            if let Some((lo, hi)) = self.world.range_of(f) {
                let map = self.map(f);
                let word = map.term().select(object);
                self.assume(fold::within(&word, &Term::int(lo), &Term::int(hi)));
            }
        }
    }

    /// What has to hold where a call ends.
    pub fn end(&mut self, entry: &Entry, args: &[Val], result: Option<(Option<Val>, Term)>) -> Result<()> {
        let subject = self.world.subject.name.clone();
        let class = self.class_object(&subject);
        if is_first(self.world, entry) {
            for k in self.all_invariants(true) {
                let holds = self.invariant(k, &class, &super::heap::Then::Nothing)?;
                self.assert_(What::Invariant(k), holds);
            }
            let own = self.declare(Decl::new("own", Sort::set(Sort::Ref)));
            let not_mine = own.term().store(&class, &Term::bool(false));
            self.push(Stmt::assign(own.var(), not_mine));
        }
        let Some((value, exc)) = result else { return Ok(()) };
        let normal = fold::equal(&exc, &Term::null());
        let outer = std::mem::take(&mut self.out);
        self.assume(normal.clone());
        let done = self.end_normally(entry, args, value);
        let body = std::mem::replace(&mut self.out, outer);
        done?;
        self.push(Stmt::choice([("returns", body), ("raises", vec![Stmt::assume("", fold::not(&normal))])]));
        self.assert_whole("at the end")
    }

    pub fn end_normally(&mut self, entry: &Entry, args: &[Val], value: Option<Val>) -> Result<()> {
        // Locks were given back: what is said of fields is said of what others make of them.
        let subject = self.world.subject.name.clone();
        let class = self.class_object(&subject);
        self.environment(&class, &subject, true)?;
        if let Some(this) = self.receiver.clone() {
            self.environment(&this, &subject, false)?;
        }
        if let Some(method) = entry.method {
            let ensured = conditions(&entry.class.methods[method], "Ensures");
            for conjunct in ensured.map_err(|why| Stop::Refused { why, place: None })? {
                let holds = self.method_condition(&conjunct, &entry.class, method, args, value.as_ref())?;
                self.assert_(What::Condition(format!("@Ensures(\"{}\")", conjunct.text)), holds);
            }
        }
        if entry.is_named("<init>") {
            let subject = self.world.subject.name.clone();
            self.escape(&args[0].term, &subject)?;
        }
        match value {
            Some(value) => self.leak(&value),
            None => Ok(()),
        }
    }

    /// Zero or null in a static field.
    pub fn zero(&mut self, f: usize, class: &Term) {
        self.first_value(f, class);
    }
}

/// The class, if it is meant for many threads; else why not.
pub fn subject_of(world: &World) -> Result<()> {
    if world.is_program {
        return Ok(());
    }
    if !is_thread_safe(&world.subject) {
        return refuse("it does not say @ThreadSafe");
    }
    if world.subject.flags & (flags::INTERFACE | flags::ENUM) != 0 {
        return refuse("an interface or enum has no objects that are made by callers");
    }
    Ok(())
}
