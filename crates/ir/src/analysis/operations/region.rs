//! What methods may do while they hold the monitor of their instance, and what nobody may do otherwise.

use super::fresh::Fresh;
use super::held::{Held, Wrong, change};
use super::owned::Owned;
use super::{Calls, THIS, callees, first_argument, object_of, place};
use crate::{ClassId, FuncId, Instr, ObjOp, Place, Program};
use fixedbitset::FixedBitSet;

pub(super) struct Region<'a> {
    pub(super) program: &'a Program,
    pub(super) calls: &'a Calls,
    pub(super) class: ClassId,
    pub(super) fresh: &'a Fresh<'a>,
    pub(super) held: &'a Held,
    pub(super) owned: &'a Owned<'a>,
}

impl Region<'_> {
    pub(super) fn check(&self) -> Result<(), Wrong> {
        // Functions all of which runs in the region of a caller.
        let mut within = FixedBitSet::with_capacity(self.program.functions.len());
        let mut work: Vec<FuncId> = Vec::new();
        for (f, function) in self.program.functions.iter().enumerate() {
            for (at, instr) in function.code.iter().enumerate() {
                self.access((f, at), instr)?;
                if self.held.at(f, at) {
                    self.inside((f, at), instr, &mut work)?;
                }
            }
        }
        while let Some(f) = work.pop() {
            if !within.put(f.index()) {
                for (at, instr) in self.program.functions[f.index()].code.iter().enumerate() {
                    self.inside((f.index(), at), instr, &mut work)?;
                }
            }
        }
        Ok(())
    }

    /// Whoever accesses an instance, or what it owns, holds its monitor, or the instance is new.
    fn access(&self, (f, at): (usize, usize), instr: &Instr) -> Result<(), Wrong> {
        let object = match instr {
            Instr::Invoke { op, obj, .. } if is_of_data(*op) => Some(*obj),
            _ => place(instr).and_then(object_of),
        };
        let Some(object) = object else { return Ok(()) };
        let of_class = matches!(place(instr), Some(Place::Field { class, .. }) if class == self.class);
        let is_owned = self.owned.may_be((f, at), object);
        if !of_class && !is_owned {
            return match place(instr) {
                Some(Place::Slot { .. }) => Err((
                    (f, at),
                    "words are accessed here by their numbers, which may be its fields".to_owned(),
                )),
                _ => Ok(()),
            };
        }
        let is_new = self.fresh.is_given(f) && (is_owned || object == THIS) || self.fresh.at(f, at, object);
        let held = self.held.at(f, at) && (is_owned || object == THIS);
        match is_new || held {
            true => Ok(()),
            false => Err(((f, at), "it is accessed here by who does not hold its monitor".to_owned())),
        }
    }

    /// What is executed while the monitor is held.
    fn inside(&self, here: (usize, usize), instr: &Instr, work: &mut Vec<FuncId>) -> Result<(), Wrong> {
        let (f, at) = here;
        let wrong = |what: &str| Err((here, what.to_owned()));
        match instr {
            Instr::Load { .. } | Instr::Store { .. } | Instr::Cas { .. } => match place(instr) {
                Some(Place::Field { obj: THIS, class, .. }) if class == self.class => Ok(()),
                Some(place)
                    if object_of(place).is_some_and(|object| self.owned.is_reference(here, object)) =>
                {
                    Ok(())
                }
                _ => wrong("a method accesses something here that others may access too"),
            },
            Instr::Invoke { op, obj, .. } => match op {
                _ if change(instr).is_some() => Ok(()),
                ObjOp::Notify | ObjOp::NotifyAll if *obj == THIS => Ok(()),
                op if is_of_data(*op) && self.owned.is_reference(here, *obj) => Ok(()),
                _ => wrong("a method performs an operation here that others may take part in"),
            },
            Instr::Call { .. } | Instr::CallVirtual { .. } => self.call((f, at), instr, work),
            Instr::AtomicBegin | Instr::AtomicEnd => Ok(()),
            instr if instr.is_visible() || matches!(instr, Instr::Block { .. }) => {
                wrong("a method does something here that others can see")
            }
            _ => Ok(()),
        }
    }

    /// A call is part of the operation if it is one for the same instance, or only makes something new.
    fn call(&self, here: (usize, usize), instr: &Instr, work: &mut Vec<FuncId>) -> Result<(), Wrong> {
        let (f, at) = here;
        let first = first_argument(instr);
        if first.is_some_and(|first| self.fresh.at(f, at, first)) && self.fresh.calls_confined(instr) {
            return Ok(());
        }
        if first != Some(THIS) && !callees(&self.calls.graph, instr).all(|g| self.is_local(g)) {
            return Err((
                here,
                "a method calls something here that may access more than its instance".to_owned(),
            ));
        }
        work.extend(callees(&self.calls.graph, instr));
        Ok(())
    }

    /// Whether a function accesses nothing that is shared. What it calls is looked at when it is.
    fn is_local(&self, f: FuncId) -> bool {
        let code = &self.program.functions[f.index()].code;
        let calls = |instr: &Instr| matches!(instr, Instr::Call { .. } | Instr::CallVirtual { .. });
        !code.iter().any(|instr| instr.is_visible() || matches!(instr, Instr::Block { .. }) || calls(instr))
    }
}

/// Operations on arrays, growable arrays and sets.
pub(in crate::analysis) fn is_of_data(op: ObjOp) -> bool {
    use ObjOp::*;
    matches!(op, Push | Pop | Add | Remove | Contains | Nth | Clear | Len)
}
