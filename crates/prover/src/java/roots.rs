//! Whole programs: what their threads begin with, and which of it is run by one thread at most.
//!
//! A root is `main`, a method behind a lambda or a method reference, the initialiser of another class, or a method that the library can
//! call because it declares it (`run`, `compareTo`, `toString`). Each may be run by any number of threads at any time, which only adds
//! executions; except where the program shows that one thread runs it once.

use super::entries::Entry;
use super::world::World;
use super::{Stop, refuse};
use commute_front_jvm::methods::{
    ClassFile, Const, Invoke, Loadable, Member, Op, Ops, class_of, flags, signature,
};
use std::collections::BTreeSet;
use std::sync::Arc;

const MAIN: (&str, &str) = ("main", "([Ljava/lang/String;)V");
const THREAD: &str = "java/lang/Thread";
/// Whoever has an object of one of these can run it.
const TASKS: [&str; 2] = ["java/lang/Runnable", "java/util/concurrent/Callable"];

/// Whether a program begins in the class.
pub fn has_main(class: &ClassFile) -> bool {
    class.method(MAIN.0, MAIN.1).is_some_and(|m| m.flags & flags::STATIC != 0 && m.code.is_some())
}

/// A place in the code of the program.
struct Site {
    class: Arc<ClassFile>,
    method: usize,
    ops: Ops,
    at: usize,
}

/// The roots of the program whose first class is the subject, its initialisation first.
pub fn roots(world: &mut World) -> Result<Vec<Entry>, Stop> {
    let subject = world.subject.clone();
    let first = subject.methods.iter().position(|m| m.name == "<clinit>");
    let mut found = vec![Entry { class: subject.clone(), method: first, is_once: true }];
    let sites = sites(world);
    let handles = handles(world);
    if let Some(handle) = handles.iter().find(|h| h.name == "<init>" && world.is_users(&h.class)) {
        return refuse(format!("a reference to the constructor of {}", handle.class));
    }
    let tame = is_tame(world, &sites, &handles);
    for class in world.classes.user().to_vec() {
        for (at, method) in class.methods.iter().enumerate().filter(|(_, m)| m.code.is_some()) {
            let is_main = class.name == subject.name && (method.name.as_str(), method.desc.as_str()) == MAIN;
            let is_named = handles.iter().any(|h| is_of(world, h, &class, at));
            let is_first = method.name == "<clinit>" && class.name != subject.name;
            if is_main || is_named || is_first || is_the_librarys(world, &class, at) {
                let is_once = tame && is_once(world, &sites, &class, at, is_main);
                found.push(Entry { class: class.clone(), method: Some(at), is_once });
            }
        }
    }
    Ok(found)
}

/// All instructions that say something of threads and calls.
fn sites(world: &World) -> Vec<Site> {
    let mut found = Vec::new();
    for class in world.classes.user() {
        for (method, of) in class.methods.iter().enumerate() {
            let Some(ops) = of.code.as_ref().and_then(|code| code.ops(&class.pool).ok()) else { continue };
            for (at, (_, op)) in ops.iter().enumerate() {
                if matches!(op, Op::Call(..) | Op::Dynamic { .. } | Op::New(_)) {
                    found.push(Site { class: class.clone(), method, ops: ops.clone(), at });
                }
            }
        }
    }
    found
}

fn handles(world: &World) -> Vec<Member> {
    let all =
        world.classes.user().iter().flat_map(|class| class.bootstraps.iter().flat_map(|(_, with)| with));
    let handle = |argument: &Loadable| match argument {
        Loadable::Handle(of) => Some(of.member.clone()),
        _ => None,
    };
    all.filter_map(handle).collect()
}

/// Whether a handle may lead to the method: that of the class, or of one above it.
fn is_of(world: &mut World, handle: &Member, class: &ClassFile, method: usize) -> bool {
    let of = &class.methods[method];
    handle.name == of.name
        && handle.desc == of.desc
        && (world.classes.is_below(&class.name, &handle.class)
            || world.classes.is_below(&handle.class, &class.name))
}

/// Whether the library declares the method, so that it can call it.
fn is_the_librarys(world: &mut World, class: &ClassFile, method: usize) -> bool {
    let of = &class.methods[method];
    if of.flags & (flags::STATIC | flags::PRIVATE) != 0 || of.name.starts_with('<') {
        return false;
    }
    let (mut next, mut seen) = (vec![class.name.clone(), "java/lang/Object".to_owned()], BTreeSet::new());
    // Also what objects below this class are to the library.
    let users: Vec<String> = world.classes.user().iter().map(|c| c.name.clone()).collect();
    next.extend(users.into_iter().filter(|name| world.classes.is_below(name, &class.name)));
    while let Some(name) = next.pop() {
        if !seen.insert(name.clone()) {
            continue;
        }
        // What cannot be read may declare anything.
        let Some(file) = world.classes.class(&name) else { return true };
        if !world.is_users(&name) && file.method(&of.name, &of.desc).is_some() {
            return true;
        }
        next.extend(file.superclass.iter().chain(&file.interfaces).cloned());
    }
    false
}

/// Whether tasks are run only by threads that are made of them: nobody calls `run` or hands tasks and threads to others.
fn is_tame(world: &mut World, sites: &[Site], handles: &[Member]) -> bool {
    let runs = |name: &str| matches!(name, "run" | "call" | "start" | "main");
    let mut takes = |desc: &str| {
        let params = signature(desc).map(|s| s.params).unwrap_or_default();
        params.iter().any(|p| TASKS.iter().any(|task| world.classes.is_below(class_of(p), task)))
    };
    if handles.iter().any(|h| runs(&h.name) || takes(&h.desc)) {
        return false;
    }
    sites.iter().all(|site| {
        let Op::Call(_, member) = &site.ops[site.at].1 else { return true };
        if matches!(member.name.as_str(), "run" | "call")
            || (member.name.as_str(), member.desc.as_str()) == MAIN
        {
            return false;
        }
        !takes(&member.desc) || is_of_thread(member) && made_before(site).is_some()
    })
}

fn is_of_thread(member: &Member) -> bool {
    member.class == THREAD && member.name == "<init>" && member.desc.starts_with("(Ljava/lang/Runnable;")
}

/// Where the task of a new thread is made, if it is made just before and nobody else gets it.
fn made_before(site: &Site) -> Option<usize> {
    let mut at = site.at.checked_sub(1)?;
    if matches!(site.ops[at].1, Op::Push(Const::Loadable(Loadable::String(_)))) {
        at = at.checked_sub(1)?;
    }
    match &site.ops[at].1 {
        Op::Dynamic { .. } => Some(at),
        Op::Call(Invoke::Special, member) if member.name == "<init>" => Some(at),
        _ => None,
    }
}

/// Whether at most one thread runs the method, once.
fn is_once(world: &mut World, sites: &[Site], class: &Arc<ClassFile>, method: usize, is_main: bool) -> bool {
    if is_main {
        return !handles(world).iter().any(|h| is_of(world, h, class, method));
    }
    if class.methods[method].name == "<clinit>" {
        return true;
    }
    let is_task = class.methods[method].name == "run" && world.classes.is_below(&class.name, TASKS[0]);
    let mut makers = Vec::new();
    for site in sites {
        let makes = match &site.ops[site.at].1 {
            Op::New(made) => is_task && world.classes.is_below(made, &class.name),
            Op::Dynamic { bootstrap, .. } => {
                let with = site.class.bootstraps.get(usize::from(*bootstrap)).map(|(_, with)| with.clone());
                with.unwrap_or_default().iter().any(|argument| match argument {
                    Loadable::Handle(of) => is_of(world, &of.member, class, method),
                    _ => false,
                })
            }
            _ => false,
        };
        if makes {
            makers.push(site);
        }
    }
    let [maker] = makers.as_slice() else { return false };
    let of = &maker.class.methods[maker.method];
    let in_main = maker.class.name == world.subject.name && (of.name.as_str(), of.desc.as_str()) == MAIN;
    in_main && !is_repeated(maker) && (becomes_a_thread(world, sites, maker, is_task))
}

/// Whether control may come back to the instruction.
fn is_repeated(site: &Site) -> bool {
    let offset = site.ops[site.at].0;
    let mut repeated = false;
    for (from, op) in site.ops.iter() {
        op.targets(|to| repeated |= to <= offset && offset <= *from);
    }
    let code = site.class.methods[site.method].code.as_ref();
    let handlers = code.map(|code| code.handlers.clone()).unwrap_or_default();
    repeated || handlers.iter().any(|h| u32::from(h.target) <= offset && offset < u32::from(h.to))
}

/// Whether the task is one that a new thread runs, or a thread itself.
fn becomes_a_thread(world: &mut World, sites: &[Site], maker: &Site, is_task: bool) -> bool {
    if let (true, Op::New(made)) = (is_task, &maker.ops[maker.at].1)
        && world.classes.is_below(made, THREAD)
    {
        return true;
    }
    sites.iter().any(|site| {
        let same = site.class.name == maker.class.name && site.method == maker.method;
        let Op::Call(_, member) = &site.ops[site.at].1 else { return false };
        let Some(at) = made_before(site).filter(|_| same && is_of_thread(member)) else { return false };
        match (&maker.ops[maker.at].1, &site.ops[at].1) {
            (Op::Dynamic { .. }, Op::Dynamic { .. }) => at == maker.at,
            (Op::New(made), Op::Call(_, init)) => init.class == *made && maker.at < at,
            _ => false,
        }
    })
}
