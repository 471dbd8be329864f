//! Variable handles (`java.lang.invoke.VarHandle`), as far as they are used in the usual way: found in a static
//! initialiser by constant names, kept in a static final field, and used from there. The library's own have no objects; those of the
//! user's code do (`users_handles.rs`).

use super::body::{Entry, Known, Lowering};
use super::builder::Builder;
use super::intrinsics::Site;
use super::unsafe_ops::{access, emit_access};
use super::{TranslateError, Translator};
use crate::classfile::{Const, Kind, Loadable, Member, Op, flags};
use crate::descriptor::kind;
use crate::library::Origin;
use crate::world::FieldPlace;
use commute_ir::{ClassId, Operand, Place, StaticId};
use std::collections::HashMap;

/// What a handle is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Handle {
    pub of: Of,
    /// The type of the variable.
    pub desc: String,
    /// Whether it can only be read.
    pub is_final: bool,
    /// The class that was named when it was found, if it inherits the field.
    pub named: Option<String>,
}

/// Which variables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Of {
    /// An instance field: its class and number.
    Field(ClassId, u32),
    /// A static field.
    Static(ClassId, u32),
    /// The elements of arrays.
    Elements,
}

/// The handles that are known, by the static field that keeps them; `None` is one that is not understood.
#[derive(Default)]
pub struct Handles {
    known: HashMap<(ClassId, u32), Option<Handle>>,
    /// The objects of handles of the user's.
    objects: Vec<(StaticId, Handle)>,
    /// The types of calls of method handles, by their descriptors.
    pub call_types: HashMap<String, StaticId>,
}

impl Handles {
    pub fn add(&mut self, object: StaticId, handle: Handle) {
        self.objects.push((object, handle));
    }

    pub fn objects(&self) -> &[(StaticId, Handle)] {
        &self.objects
    }
}

pub(super) const VAR_HANDLE: &str = "java/lang/invoke/VarHandle";
pub(super) const METHOD_HANDLES: &str = "java/lang/invoke/MethodHandles";
pub(super) const LOOKUP: &str = "java/lang/invoke/MethodHandles$Lookup";

impl Lowering<'_, '_> {
    /// A call of a variable handle, or one that finds it. Whether it was one.
    pub(super) fn var_handle_call(
        &mut self,
        member: &Member,
        args: &[Entry],
        ret: Option<Kind>,
    ) -> Result<bool, TranslateError> {
        // The handle by which object streams make records is one of ours too.
        let makes_records = member.class == super::method_handles::METHOD_HANDLE
            && self.t.world.name(self.method.class) == "java/io/ObjectInputStream";
        if makes_records || self.t.origin(self.method.class) == Origin::User {
            return self.users_handle_call(member, args, ret);
        }
        match (member.class.as_str(), member.name.as_str()) {
            // What is found is read off the initialiser when it is used.
            (METHOD_HANDLES, "lookup" | "arrayElementVarHandle" | "byteArrayViewVarHandle")
            | (METHOD_HANDLES, "privateLookupIn")
            | (LOOKUP, "findVarHandle" | "findStaticVarHandle") => self.push(Operand::Null, Kind::Ref),
            (VAR_HANDLE, "withInvokeExactBehavior" | "withInvokeBehavior") => {
                self.push(Operand::Null, Kind::Ref)
            }
            // The library has no lookup objects here: whatever else is asked of one is not known.
            (LOOKUP, name) => self.refused_call(&format!("MethodHandles.Lookup.{name}"), ret)?,
            (VAR_HANDLE, name) if name.ends_with("Fence") => {}
            (VAR_HANDLE, name) => self.use_handle(name, args, ret)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn use_handle(&mut self, name: &str, args: &[Entry], ret: Option<Kind>) -> Result<(), TranslateError> {
        if self.use_byte_view(name, args, ret)? {
            return Ok(());
        }
        let (Some(handle), Some(access)) = (self.kept_handle(&args[0]), access(name)) else {
            return self.refused_call(&not_kept(name), ret);
        };
        let (place, first) = self.handles_place(&handle, args)?;
        let kind = kind(&handle.desc);
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

impl Lowering<'_, '_> {
    /// The handle that a value is, if it comes from a static final field.
    pub(super) fn kept_handle(&mut self, value: &Entry) -> Option<Handle> {
        match value.known {
            Known::Static(class, index) => self.t.handle(class, index),
            _ => None,
        }
    }

    /// The variable that the arguments of a call name, and how many they are with the handle.
    pub(super) fn handles_place(
        &mut self,
        handle: &Handle,
        args: &[Entry],
    ) -> Result<(Place, usize), TranslateError> {
        let args: Vec<Operand> = args.iter().map(|arg| arg.operand).collect();
        let site = Site { func: self.func, phase: self.phase };
        self.t.handles_place_in(&mut self.out, site, handle, &args)
    }
}

impl Translator<'_> {
    pub(super) fn handles_place_in(
        &mut self,
        out: &mut Builder,
        site: Site,
        handle: &Handle,
        args: &[Operand],
    ) -> Result<(Place, usize), TranslateError> {
        let operand = |i: usize| args.get(i).copied().unwrap_or(Operand::Null);
        Ok(match handle.of {
            Of::Field(class, field) => (Place::Field { obj: operand(1), class, field }, 2),
            Of::Static(class, index) => {
                self.guard(out, class, site.phase, site.func);
                (Place::Global(self.static_field(class, index)?), 1)
            }
            Of::Elements => (Place::Elem { arr: operand(1), index: operand(2) }, 3),
        })
    }
}

/// What is not known of a handle.
pub(super) fn not_kept(name: &str) -> String {
    format!("VarHandle.{name} of a handle that is not a static final one")
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

    /// Reads off the initialiser how a static field gets its handle: constants, the call that finds it, the store. There is no other
    /// store, and no way to the store but through all of these.
    fn find_handle(&mut self, class: ClassId, index: u32) -> Option<Handle> {
        let file = self.world.class(class).file.clone();
        let name = &file.fields.get(index as usize)?.name;
        let code = file.method("<clinit>", "()V")?.code.as_ref()?;
        let ops = code.ops(&file.pool).ok()?;
        let is_store = |op: &Op| matches!(op, Op::PutStatic(m) if m.name == *name && m.class == file.name);
        let mut stores = (0..ops.len()).filter(|&at| is_store(&ops[at].1));
        let (store, None) = (stores.next()?, stores.next()) else { return None };
        let (_, Op::Call(_, call)) = &ops[store.checked_sub(1)?] else { return None };
        let count = if call.name == "arrayElementVarHandle" { 1 } else { 3 };
        let first = (store - 1).checked_sub(count)?;
        let leads_into = |to: u32| (ops[first].0 + 1..=ops[store].0).contains(&to);
        let mut jumps = code.handlers.iter().any(|handler| leads_into(u32::from(handler.target)));
        ops.iter().for_each(|(_, op)| op.targets(|to| jumps |= leads_into(to)));
        let constants: Option<Vec<Constant>> = (first..store - 1).map(|at| constant(&ops, at)).collect();
        match (call.name.as_str(), constants?.as_slice()) {
            _ if jumps => None,
            ("arrayElementVarHandle", [Constant::Class(array)]) => {
                let desc = array.strip_prefix('[')?.to_owned();
                Some(Handle { of: Of::Elements, desc, is_final: false, named: None })
            }
            ("findVarHandle", [Constant::Class(of), Constant::Text(field), _]) => {
                self.handle_of_field(of, field, false)
            }
            ("findStaticVarHandle", [Constant::Class(of), Constant::Text(field), _]) => {
                self.handle_of_field(of, field, true)
            }
            _ => None,
        }
    }

    /// The handle of a field that a class declares or inherits.
    pub(super) fn handle_of_field(&mut self, named: &str, name: &str, is_static: bool) -> Option<Handle> {
        let class = self.world.load(named).ok()?;
        let has =
            |&above: &ClassId| self.world.class(above).file.fields.iter().any(|field| field.name == name);
        let class = self.world.all_above(class).into_iter().find(has)?;
        let field = self.world.class(class).file.fields.iter().find(|field| field.name == name)?;
        let (desc, is_final) = (field.desc.clone(), field.flags & flags::FINAL != 0);
        let named = (self.world.name(class) != named).then(|| named.to_owned());
        let of = match self.world.field(class, name, &desc)? {
            FieldPlace::Instance(class, slot) if !is_static => Of::Field(class, slot),
            FieldPlace::Static(class, index) if is_static => Of::Static(class, index),
            _ => return None,
        };
        Some(Handle { of, desc, is_final, named })
    }
}

/// A constant argument of a call that finds a handle.
enum Constant {
    Class(String),
    Text(String),
    /// A static field: `Integer.TYPE` stands for `int.class`.
    Static,
}

/// The constant that an instruction puts on the stack.
fn constant(ops: &[(u32, Op)], at: usize) -> Option<Constant> {
    let loaded = match &ops[at].1 {
        Op::Push(Const::Loadable(constant)) => constant,
        Op::Load(Kind::Ref, local) => kept_constant(ops, at, *local)?,
        Op::GetStatic(_) => return Some(Constant::Static),
        _ => return None,
    };
    match loaded {
        Loadable::Class(class) => Some(Constant::Class(class.clone())),
        Loadable::String(units) => Some(Constant::Text(String::from_utf16_lossy(units))),
        _ => None,
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
