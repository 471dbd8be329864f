//! Variable handles (`java.lang.invoke.VarHandle`), as far as they are used in the usual way: found in a static
//! initialiser by constant names, kept in a static final field, and used from there.

use super::body::{Entry, Known, Lowering};
use super::unsafe_ops::{access, emit_access};
use super::{TranslateError, Translator};
use crate::classfile::{Const, Kind, Loadable, Member, Op, decode};
use crate::descriptor::kind;
use crate::world::FieldPlace;
use commute_ir::{ClassId, Operand, Place};
use std::collections::HashMap;

/// What a handle is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Handle {
    /// An instance field: its class, number and kind.
    Field(ClassId, u32, Kind),
    /// A static field.
    Static(ClassId, u32, Kind),
    /// The elements of arrays.
    Elements(Kind),
}

/// The handles that are known, by the static field that keeps them; `None` is one that is not understood.
#[derive(Default)]
pub struct Handles {
    known: HashMap<(ClassId, u32), Option<Handle>>,
}

const VAR_HANDLE: &str = "java/lang/invoke/VarHandle";
const METHOD_HANDLES: &str = "java/lang/invoke/MethodHandles";
const LOOKUP: &str = "java/lang/invoke/MethodHandles$Lookup";

impl Lowering<'_, '_> {
    /// A call of a variable handle, or one that finds it. Whether it was one.
    pub(super) fn var_handle_call(
        &mut self,
        member: &Member,
        args: &[Entry],
        ret: Option<Kind>,
    ) -> Result<bool, TranslateError> {
        match (member.class.as_str(), member.name.as_str()) {
            // What is found is read off the initialiser when it is used.
            (METHOD_HANDLES, "lookup" | "arrayElementVarHandle")
            | (METHOD_HANDLES, "privateLookupIn")
            | (LOOKUP, "findVarHandle" | "findStaticVarHandle") => self.push(Operand::Null, Kind::Ref),
            (VAR_HANDLE, "withInvokeExactBehavior" | "withInvokeBehavior") => {
                self.push(Operand::Null, Kind::Ref)
            }
            // There is no lookup object: whatever else is asked of one is not known.
            (LOOKUP, name) => self.refused_call(&format!("MethodHandles.Lookup.{name}"), ret)?,
            (VAR_HANDLE, name) if name.ends_with("Fence") => {}
            (VAR_HANDLE, name) => self.use_handle(name, args, ret)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn use_handle(&mut self, name: &str, args: &[Entry], ret: Option<Kind>) -> Result<(), TranslateError> {
        let handle = match args[0].known {
            Known::Static(class, index) => self.t.handle(class, index),
            _ => None,
        };
        let (Some(handle), Some(access)) = (handle, access(name)) else {
            return self
                .refused_call(&format!("VarHandle.{name} of a handle that is not a static final one"), ret);
        };
        let operand = |i: usize| args.get(i).map_or(Operand::Null, |arg| arg.operand);
        let (place, first, kind) = match handle {
            Handle::Field(class, field, kind) => (Place::Field { obj: operand(1), class, field }, 2, kind),
            Handle::Static(class, index, kind) => {
                self.t.guard(&mut self.out, class, self.phase, self.func);
                (Place::Global(self.t.static_field(class, index)?), 1, kind)
            }
            Handle::Elements(kind) => (Place::Elem { arr: operand(1), index: operand(2) }, 3, kind),
        };
        let values: Vec<Entry> = args.get(first..).unwrap_or_default().to_vec();
        // A constant null or an int where a long is meant would be converted by the real one.
        let fits = values.len() == access.values() && values.iter().all(|v| v.kind == kind);
        if !fits {
            return self
                .refused_call(&format!("VarHandle.{name} with other types than the variable has"), ret);
        }
        let values: Vec<Operand> = values.iter().map(|v| v.operand).collect();
        let dst = ret.map(|kind| self.out.temp(kind));
        // `get` and `set` are what an ordinary access is.
        let plain = matches!(name, "get" | "set") && self.races();
        emit_access(&mut self.out, access, place, &values, kind, plain, dst);
        if let (Some(dst), Some(kind)) = (dst, ret) {
            self.push(Operand::Reg(dst), kind);
        }
        Ok(())
    }
}

impl Translator<'_> {
    /// Whether a static field keeps a handle.
    pub(super) fn is_handle_field(&self, class: ClassId, index: u32) -> bool {
        let fields = &self.world.class(class).file.fields;
        fields.get(index as usize).is_some_and(|field| field.desc == "Ljava/lang/invoke/VarHandle;")
    }

    /// The handle that a static field keeps.
    fn handle(&mut self, class: ClassId, index: u32) -> Option<Handle> {
        if let Some(known) = self.handles.known.get(&(class, index)) {
            return known.clone();
        }
        let found = self.find_handle(class, index).filter(|_| self.is_final(class, index));
        self.handles.known.insert((class, index), found.clone());
        found
    }

    /// Reads off the initialiser how a static field gets its handle: constants, the call that finds it, the store.
    fn find_handle(&mut self, class: ClassId, index: u32) -> Option<Handle> {
        let file = self.world.class(class).file.clone();
        let name = &file.fields.get(index as usize)?.name;
        let code = file.method("<clinit>", "()V")?.code.as_ref()?;
        let ops = decode(&code.bytes, &file.pool).ok()?;
        let store = ops
            .iter()
            .position(|(_, op)| matches!(op, Op::PutStatic(m) if m.name == *name && m.class == file.name))?;
        let (_, Op::Call(_, call)) = &ops[store.checked_sub(1)?] else { return None };
        let constants: Vec<&Loadable> = (0..store - 1)
            .rev()
            .map_while(|at| match &ops[at].1 {
                Op::Push(Const::Loadable(constant)) => Some(Some(constant)),
                Op::Load(Kind::Ref, local) => kept_constant(&ops, at, *local).map(Some),
                Op::GetStatic(_) => Some(None),
                _ => None,
            })
            .flatten()
            .collect();
        let text = constants.iter().find_map(|constant| match constant {
            Loadable::String(units) => Some(String::from_utf16_lossy(units)),
            _ => None,
        });
        let classes: Vec<&String> = constants
            .iter()
            .filter_map(|constant| match constant {
                Loadable::Class(class) => Some(class),
                _ => None,
            })
            .collect();
        match call.name.as_str() {
            "arrayElementVarHandle" => Some(Handle::Elements(kind(classes.first()?.get(1..)?))),
            "findVarHandle" => {
                let (of, slot) = self.instance_field(classes.last()?, &text?)?;
                let desc = self.world.class(of).layout.get(slot as usize)?.desc.clone();
                Some(Handle::Field(of, slot, kind(&desc)))
            }
            "findStaticVarHandle" => {
                let of = self.world.load(classes.last()?).ok()?;
                let field = text?;
                let desc = self.world.class(of).file.fields.iter().find(|f| f.name == field)?.desc.clone();
                match self.world.field(of, &field, &desc)? {
                    FieldPlace::Static(of, index) => Some(Handle::Static(of, index, kind(&desc))),
                    FieldPlace::Instance(..) => None,
                }
            }
            _ => None,
        }
    }
}

/// The constant that a local variable has at the instruction `at`, if nothing jumps since it was stored.
fn kept_constant(ops: &[(u32, Op)], at: usize, local: u16) -> Option<&Loadable> {
    let store = ops[..at].iter().rposition(|(_, op)| *op == Op::Store(Kind::Ref, local))?;
    let mut jumps = false;
    for (i, (_, op)) in ops.iter().enumerate() {
        let between = ops[store].0 + 1..=ops[at].0;
        op.targets(|to| jumps |= (store..at).contains(&i) || between.contains(&to));
    }
    match &ops[store.checked_sub(1)?].1 {
        Op::Push(Const::Loadable(constant)) if !jumps => Some(constant),
        _ => None,
    }
}
