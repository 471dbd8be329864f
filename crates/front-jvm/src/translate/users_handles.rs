//! Variable handles in the user's code. They are objects, which can be compared, stored and synchronized on; each is found by
//! constants that name a field which is there and accessible, or the call that would find it is refused. A handle is used from a
//! static final field, and arguments and results are converted as `VarHandle` says, where that is a cast or nothing.

use super::array_stores::is_of_arrays;
use super::body::{Done, Entry, Known, Lowering};
use super::unsafe_ops::{Access, access, emit_access};
use super::updaters::{outermost, package};
use super::var_handles::{Handle, LOOKUP, METHOD_HANDLES, Of, VAR_HANDLE, not_kept};
use super::{CLASS, TranslateError};
use crate::classfile::{Kind, Member, flags};
use crate::descriptor::{class_of, kind, signature};
use crate::library::Origin;
use crate::world::FieldPlace;
use commute_ir::{BinOp, ClassId, Instr, NumTy, Operand, Place, Reg, UnOp};

/// The classes whose field `TYPE` is that of a primitive type.
const PRIMITIVES: [(&str, &str); 8] = [
    ("java/lang/Boolean", "Z"),
    ("java/lang/Byte", "B"),
    ("java/lang/Character", "C"),
    ("java/lang/Short", "S"),
    ("java/lang/Integer", "I"),
    ("java/lang/Long", "J"),
    ("java/lang/Float", "F"),
    ("java/lang/Double", "D"),
];

/// How a value of one type becomes one of another.
enum Change {
    /// It is one.
    None,
    /// If it is of this class.
    Cast(ClassId),
}

impl Lowering<'_, '_> {
    /// A call of a variable handle, or one that finds it. Whether it was one.
    pub(super) fn users_handle_call(
        &mut self,
        member: &Member,
        args: &[Entry],
        ret: Option<Kind>,
    ) -> Result<bool, TranslateError> {
        match (member.class.as_str(), member.name.as_str()) {
            (METHOD_HANDLES, "lookup") => {
                let this = self.t.world.name(self.method.class).to_owned();
                self.new_lookup(&this)?;
            }
            (METHOD_HANDLES, "arrayElementVarHandle") => match &args[0].known {
                Known::Class(array) if array.starts_with('[') => {
                    let desc = array[1..].to_owned();
                    self.new_handle(&Handle { of: Of::Elements, desc, is_final: false })?;
                }
                _ => self.refused_call("MethodHandles.arrayElementVarHandle of what is not known", ret)?,
            },
            (METHOD_HANDLES, "privateLookupIn") => self.private_lookup(args)?,
            (LOOKUP, "findVarHandle") => self.find(member, args, false)?,
            (LOOKUP, "findStaticVarHandle") => self.find(member, args, true)?,
            (LOOKUP, "lookupClass") => {
                let class = self.class_of_lookup(args[0].operand)?;
                self.push_known(Operand::Reg(class), Kind::Ref, Known::NotNull);
            }
            (METHOD_HANDLES, name) => self.refused_call(&format!("MethodHandles.{name}"), ret)?,
            (LOOKUP, name) => self.refused_call(&format!("MethodHandles.Lookup.{name}"), ret)?,
            (VAR_HANDLE, name) if name.ends_with("Fence") => {}
            (VAR_HANDLE, _) => self.use_users_handle(member, args, ret)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// A lookup that has the rights of a class, which is all that is known of it.
    fn new_lookup(&mut self, class: &str) -> Done {
        let of = Operand::Static(self.t.class_object(class)?);
        let (lookup, field) = self.lookups_class()?;
        let dst = self.unbuilt(lookup);
        let place = Place::Field { obj: Operand::Reg(dst), class: lookup, field };
        self.out.emit(Instr::Store { place, src: of, plain: false });
        Ok(())
    }

    /// A lookup with the rights of another class of the user's, which any of their lookups can be made to.
    fn private_lookup(&mut self, args: &[Entry]) -> Done {
        let Known::Class(class) = &args[0].known else {
            return self.refused_call("MethodHandles.privateLookupIn of what is not known", Some(Kind::Ref));
        };
        let loaded = self.t.world.load(class);
        if class.starts_with('[') || !loaded.is_ok_and(|class| self.t.origin(class) == Origin::User) {
            return self.refused_call("MethodHandles.privateLookupIn of another module", Some(Kind::Ref));
        }
        self.out.check_null(args[1].operand);
        self.new_lookup(class)
    }

    fn lookups_class(&mut self) -> Result<(ClassId, u32), TranslateError> {
        let lookup = self.t.world.load(LOOKUP)?;
        match self.t.world.field(lookup, "lookupClass", &format!("L{CLASS};")) {
            Some(FieldPlace::Instance(class, field)) => Ok((class, field)),
            _ => Err(self.wrong("MethodHandles.Lookup has no field lookupClass")),
        }
    }

    /// The class whose rights a lookup has; raises an exception if it is null.
    fn class_of_lookup(&mut self, lookup: Operand) -> Result<Reg, TranslateError> {
        let (class, field) = self.lookups_class()?;
        let dst = self.free_reg(Kind::Ref);
        self.out.emit(Instr::Load { dst, place: Place::Field { obj: lookup, class, field }, plain: false });
        Ok(dst)
    }

    /// An object that no constructor has seen.
    fn unbuilt(&mut self, class: ClassId) -> Reg {
        self.t.instantiate(class);
        let (shape, dst) = (self.t.instance_shape(class), self.free_reg(Kind::Ref));
        self.push_known(Operand::Reg(dst), Kind::Ref, Known::NotNull);
        self.out.emit(Instr::New { dst, shape, arg: Operand::Int(0) });
        dst
    }

    /// The object of a handle, which has the class that the JDK's has.
    fn new_handle(&mut self, handle: &Handle) -> Done {
        let reference = if self.t.world.path.version() < 12 { "Objects" } else { "References" };
        let of = match handle.desc.as_str() {
            "Z" => "Booleans",
            "B" => "Bytes",
            "C" => "Chars",
            "S" => "Shorts",
            "I" => "Ints",
            "J" => "Longs",
            "F" => "Floats",
            "D" => "Doubles",
            _ => reference,
        };
        let place = match handle.of {
            Of::Field(..) => "FieldInstanceRead",
            Of::Static(..) => "FieldStaticRead",
            Of::Elements => "Array",
        };
        let how = match handle.of {
            Of::Elements => "",
            _ if handle.is_final => "Only",
            _ => "Write",
        };
        let class = self.t.world.load(&format!("java/lang/invoke/VarHandle{of}${place}{how}"))?;
        self.unbuilt(class);
        Ok(())
    }

    /// `findVarHandle` and `findStaticVarHandle`.
    fn find(&mut self, member: &Member, args: &[Entry], is_static: bool) -> Done {
        let refused = format!("MethodHandles.Lookup.{} of what is not known to be there", member.name);
        let (Known::Class(class), Known::Text(field)) = (&args[1].known, &args[2].known) else {
            return self.refused_call(&refused, Some(Kind::Ref));
        };
        let desc = self.described(&args[3].known);
        let handle = self.t.handle_of_field(class, field, is_static);
        let Some(handle) = handle.filter(|handle| Some(&handle.desc) == desc.as_ref()) else {
            return self.refused_call(&refused, Some(Kind::Ref));
        };
        self.check_rights(args[0].operand, class, field)?;
        self.new_handle(&handle)
    }

    /// The type that the object of a class stands for.
    fn described(&self, known: &Known) -> Option<String> {
        match known {
            Known::Class(class) if class.starts_with('[') => Some(class.clone()),
            Known::Class(class) => Some(format!("L{class};")),
            Known::Static(class, index) => {
                let file = &self.t.world.class(*class).file;
                let is_type = file.fields.get(*index as usize).is_some_and(|field| field.name == "TYPE");
                let primitive = PRIMITIVES.iter().find(|(wrapper, _)| is_type && *wrapper == file.name);
                primitive.map(|(_, desc)| (*desc).to_owned())
            }
            _ => None,
        }
    }

    /// Refuses if a lookup may not have access to a field: it must be one of the class that declares it, or of the class that is
    /// translated, if that has access.
    fn check_rights(&mut self, lookup: Operand, class: &str, field: &str) -> Done {
        let rights = Operand::Reg(self.class_of_lookup(lookup)?);
        let this = self.t.world.name(self.method.class).to_owned();
        let mut allowed = vec![class.to_owned()];
        if self.sees_field(&this, class, field)? {
            allowed.push(this);
        }
        let (fine, one) = (self.out.temp(Kind::Int), self.out.temp(Kind::Int));
        self.out.copy(fine, Operand::Int(0));
        for class in allowed {
            let of = Operand::Static(self.t.class_object(&class)?);
            self.out.binary(one, BinOp::Eq, NumTy::I64, rights, of);
            self.out.binary(fine, BinOp::Or, NumTy::I64, Operand::Reg(fine), Operand::Reg(one));
        }
        let a = Operand::Reg(fine);
        self.out.emit(Instr::Unary { dst: fine, op: UnOp::Not, num: NumTy::I64, a });
        let refusal = self.t.refusal("a lookup that may have no access to a field", self.func);
        self.out.when(a, |b| b.emit(refusal));
        Ok(())
    }

    fn sees_field(&mut self, from: &str, class: &str, field: &str) -> Result<bool, TranslateError> {
        let declaring = self.t.world.load(class)?;
        let file = &self.t.world.class(declaring).file;
        let member = file.fields.iter().find(|f| f.name == field).map_or(0, |f| f.flags);
        let is_public = member & file.flags & flags::PUBLIC != 0;
        let is_near = package(from) == package(class) && member & flags::PRIVATE == 0;
        let is_users = self.t.origin(declaring) == Origin::User;
        Ok(is_users && (outermost(from) == outermost(class) || is_near || is_public))
    }

    /// An access by way of a handle.
    fn use_users_handle(&mut self, member: &Member, args: &[Entry], ret: Option<Kind>) -> Done {
        let name = member.name.as_str();
        let (Some(handle), Some(access)) = (self.kept_handle(&args[0]), access(name)) else {
            return self.refused_call(&not_kept(name), ret);
        };
        if !is_allowed(access, &handle) {
            return self
                .refused_call(&format!("VarHandle.{name} of a variable that has no such access"), ret);
        }
        let types = signature(&member.desc).map_err(|e| self.wrong(e.0))?;
        let (Some(changes), Some(change)) = (
            self.changes(&handle, access, &types.params),
            self.change_of_result(&handle, access, types.ret.as_deref()),
        ) else {
            return self
                .refused_call(&format!("VarHandle.{name} with other types than the variable has"), ret);
        };
        self.out.check_null(args[0].operand);
        for (arg, change) in args[1..].iter().zip(changes) {
            self.cast(arg.operand, change);
        }
        let (place, first) = self.handles_place(&handle, args)?;
        let values: Vec<Operand> = args[first..].iter().map(|arg| arg.operand).collect();
        if let (Place::Elem { arr, .. }, Some(&new)) = (place, values.last())
            && kind(&handle.desc) == Kind::Ref
        {
            self.check_store(arr, place, new)?;
        }
        let dst = ret.map(|kind| self.out.temp(kind));
        // `get` and `set` are what an ordinary access is.
        let plain = matches!(name, "get" | "set") && self.races();
        emit_access(&mut self.out, access, place, &values, kind(&handle.desc), plain, dst);
        if let (Some(dst), Some(kind)) = (dst, ret) {
            self.cast(Operand::Reg(dst), change);
            self.push(Operand::Reg(dst), kind);
        }
        Ok(())
    }

    fn cast(&mut self, obj: Operand, change: Change) {
        if let Change::Cast(class) = change {
            self.out.emit(Instr::CheckCast { obj, class });
        }
    }

    /// What is done to the arguments of a call, if it is known.
    fn changes(&mut self, handle: &Handle, access: Access, params: &[String]) -> Option<Vec<Change>> {
        let coordinates: Vec<String> = match handle.of {
            Of::Field(class, _) => vec![format!("L{};", self.t.world.name(class))],
            Of::Static(..) => Vec::new(),
            Of::Elements => vec![format!("[{}", handle.desc), "I".to_owned()],
        };
        let values = std::iter::repeat_n(handle.desc.clone(), access.values());
        let wanted: Vec<String> = coordinates.into_iter().chain(values).collect();
        if wanted.len() != params.len() {
            return None;
        }
        params.iter().zip(&wanted).map(|(from, to)| self.change(from, to)).collect()
    }

    fn change_of_result(&mut self, handle: &Handle, access: Access, ret: Option<&str>) -> Option<Change> {
        let Some(ret) = ret else { return Some(Change::None) };
        match access {
            Access::Set => None,
            Access::CompareAndSet => (ret == "Z").then_some(Change::None),
            _ => self.change(&handle.desc, ret),
        }
    }

    /// How a value of one type becomes one of another, if nothing has to be computed or made for it.
    fn change(&mut self, from: &str, to: &str) -> Option<Change> {
        const WIDER: [(&str, &str); 4] = [("B", "S"), ("B", "I"), ("S", "I"), ("C", "I")];
        if from == to || WIDER.contains(&(from, to)) {
            return Some(Change::None);
        }
        let is_reference = |desc: &str| desc.starts_with(['L', '[']);
        if !is_reference(from) || !is_reference(to) {
            return None;
        }
        // A constant null has the type `Void`.
        if to == "Ljava/lang/Object;" || from == "Ljava/lang/Void;" {
            return Some(Change::None);
        }
        if to.starts_with('[') || is_of_arrays(class_of(to)) {
            return None;
        }
        let class = self.t.world.load(class_of(to)).ok()?;
        let known = !from.starts_with('[')
            && self.t.world.load(class_of(from)).is_ok_and(|from| self.t.world.is_subclass(from, class));
        Some(if known { Change::None } else { Change::Cast(class) })
    }
}

/// Whether a variable has such an access, and one that is the same as for words: additions to less than an `int` and to fractions are
/// other ones.
fn is_allowed(access: Access, handle: &Handle) -> bool {
    match access {
        Access::Get => true,
        _ if handle.is_final => false,
        Access::GetAndOp(BinOp::Add) => matches!(handle.desc.as_str(), "I" | "J"),
        Access::GetAndOp(_) => matches!(handle.desc.as_str(), "Z" | "B" | "C" | "S" | "I" | "J"),
        _ => true,
    }
}
