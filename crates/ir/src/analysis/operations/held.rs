//! Where the methods of a class hold the monitor of their instance.

use super::{Calls, THIS, keeps_this};
use crate::{ClassId, FuncId, Function, Instr, ObjOp, Pc, Program};
use fixedbitset::FixedBitSet;

/// A place in the program, and what is wrong there.
pub(super) type Wrong = ((usize, usize), String);

/// Where the methods of a class hold the monitor of their instance.
pub(super) struct Held {
    /// For each method how often it has entered the monitor at each instruction; none where control never comes.
    times: Vec<Option<Vec<Option<u32>>>>,
    /// Functions that are called only by those that hold it, for the same instance.
    by_caller: FixedBitSet,
}

impl Held {
    pub(super) fn new(program: &Program, calls: &Calls, class: ClassId) -> Result<Self, Wrong> {
        let prefix = format!("{}.", program.classes[class.index()].name);
        let is_method = |f: &Function| f.name.strip_prefix(&prefix).is_some_and(|name| !name.contains('.'));
        let mut times = Vec::new();
        for (f, function) in program.functions.iter().enumerate() {
            let counts = is_method(function) && keeps_this(function);
            times.push(counts.then(|| entered(function)).transpose().map_err(|(at, what)| ((f, at), what))?);
        }
        let mut methods = FixedBitSet::with_capacity(times.len());
        methods.extend(times.iter().enumerate().filter(|(_, times)| times.is_some()).map(|(f, _)| f));
        let mut this = Self { times, by_caller: FixedBitSet::new() };
        this.by_caller = calls.wherever_called(methods, |so, site| {
            let holds = this.enters(site.caller, site.at) || so.contains(site.caller);
            site.first == Some(THIS) && holds
        });
        Ok(this)
    }

    /// Whether the monitor of register 0 is held where this instruction is executed.
    pub(super) fn at(&self, f: usize, at: usize) -> bool {
        self.by_caller.contains(f) || self.enters(f, at)
    }

    /// Whether the function itself has entered it there.
    fn enters(&self, f: usize, at: usize) -> bool {
        self.times[f].as_ref().and_then(|times| times[at]).is_some_and(|times| times > 0)
    }

    /// The functions that enter it.
    pub(super) fn entering<'a>(
        &'a self,
        program: &'a Program,
    ) -> impl Iterator<Item = (FuncId, Vec<Option<u32>>)> + 'a {
        let enters = |f: usize| program.functions[f].code.iter().any(|instr| change(instr) == Some(true));
        let methods = self.times.iter().enumerate().filter(move |&(f, _)| enters(f));
        methods.filter_map(|(f, times)| Some((FuncId::new(f), times.clone()?)))
    }
}

/// Whether an instruction enters the monitor of register 0, or leaves it.
pub(super) fn change(instr: &Instr) -> Option<bool> {
    match instr {
        Instr::Invoke { op: ObjOp::MonitorEnter, obj: THIS, .. } => Some(true),
        Instr::Invoke { op: ObjOp::MonitorExit, obj: THIS, .. } => Some(false),
        _ => None,
    }
}

/// How often the monitor of register 0 has been entered at each instruction.
fn entered(function: &Function) -> Result<Vec<Option<u32>>, (usize, String)> {
    let mut times: Vec<Option<u32>> = vec![None; function.code.len()];
    let mut work = vec![(Pc(0), 0u32)];
    while let Some((pc, now)) = work.pop() {
        let at = pc.0 as usize;
        let wrong = || (at, "its monitor is held on some ways to here and not on others".to_owned());
        match times[at] {
            Some(known) if known == now => continue,
            Some(_) => return Err(wrong()),
            None => times[at] = Some(now),
        }
        let instr = &function.code[at];
        let after = match change(instr) {
            Some(true) => now + 1,
            Some(false) => now.checked_sub(1).ok_or_else(wrong)?,
            None => now,
        };
        instr.successors(pc, |to| work.push((to, after)));
        if may_raise(instr) {
            work.extend(handlers(function, pc).map(|target| (target, now)));
        }
    }
    Ok(times)
}

/// Where an exception may go that is raised at `pc`: to the handlers that cover it, up to the first that catches all.
fn handlers(function: &Function, pc: Pc) -> impl Iterator<Item = Pc> + '_ {
    let mut covering = function.handlers.iter().filter(move |h| h.from <= pc && pc < h.to);
    let mut over = false;
    std::iter::from_fn(move || {
        let handler = covering.next().filter(|_| !over)?;
        over = handler.class.is_none();
        Some(handler.target)
    })
}

fn may_raise(instr: &Instr) -> bool {
    use Instr::*;
    // Whoever leaves a monitor once for each time that it has entered it holds it.
    let leaves = change(instr) == Some(false);
    !leaves
        && !matches!(
            instr,
            Jump { .. }
                | Branch { .. }
                | Switch { .. }
                | Return { .. }
                | Move { .. }
                | AtomicBegin
                | AtomicEnd
        )
}
