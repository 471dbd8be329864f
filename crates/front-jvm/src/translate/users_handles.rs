//! Variable handles in the user's code. They are objects, which can be compared, stored and synchronized on; each is found by
//! constants that name a field which is there and accessible, or the call that would find it is refused. Which one is used is known if
//! it comes from a static final field; elsewhere there is a case for each that the program finds. Arguments and results are
//! converted as `VarHandle` says.

use super::array_stores::is_of_arrays;
use super::body::{Done, Entry, Known, Lowering};
use super::builder::Builder;
use super::dynamic::BOXES;
use super::intrinsics::Site;
use super::members::boxed;
use super::method_handles::METHOD_HANDLE;
use super::unsafe_ops::{Access, access, emit_access};
use super::var_handles::{Handle, LOOKUP, METHOD_HANDLES, Of, VAR_HANDLE, not_kept};
use super::{CLASS, FuncKey, Phase, TranslateError, Translator};
use crate::classfile::{Kind, Member, flags};
use crate::descriptor::{Signature, class_of, kind, kind_ty, outermost, package, signature};
use crate::library::Origin;
use crate::world::FieldPlace;
use commute_ir::{BinOp, ClassId, FuncId, Function, Instr, NumTy, Operand, Pc, Place, Reg, Ty, UnOp};

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
    /// It is boxed, unboxed or made wider, to this type.
    Convert(String),
    /// It may be the box of this type.
    Unbox(String),
}

impl Lowering<'_, '_> {
    /// A call of a handle, or one that finds one of a variable. Whether it was one.
    pub(super) fn users_handle_call(
        &mut self,
        member: &Member,
        args: &[Entry],
        ret: Option<Kind>,
    ) -> Result<bool, TranslateError> {
        match (member.class.as_str(), member.name.as_str()) {
            (METHOD_HANDLES, "arrayElementVarHandle") => match &args[0].known {
                Known::Class(array) if array.starts_with('[') => {
                    let desc = array[1..].to_owned();
                    self.new_handle(&Handle { of: Of::Elements, desc, is_final: false, named: None })?;
                }
                _ => self.refused_call("MethodHandles.arrayElementVarHandle of what is not known", ret)?,
            },
            (LOOKUP, "findVarHandle") => self.find(member, args, false)?,
            (LOOKUP, "findStaticVarHandle") => self.find(member, args, true)?,
            (VAR_HANDLE, name) if name.ends_with("Fence") => {}
            (VAR_HANDLE, _) => self.use_users_handle(member, args, ret)?,
            (METHOD_HANDLE, "invokeExact") => self.call_by_handle("exact", member, args)?,
            (METHOD_HANDLE, "invoke") => self.call_by_handle("general", member, args)?,
            _ => return Ok(false),
        }
        Ok(true)
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

    /// The object of a handle, which has the class that the JDK's has. A call that finds one gives the same one each time.
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
        let object = self.t.instance_of_nothing(class, "a variable handle".to_owned());
        self.t.handles.add(object, handle.clone());
        self.push_known(Operand::Static(object), Kind::Ref, Known::NotNull);
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
        let declaring = match handle.of {
            Of::Field(declaring, _) | Of::Static(declaring, _) => self.t.world.name(declaring).to_owned(),
            Of::Elements => class.clone(),
        };
        self.check_rights(args[0].operand, &declaring, field)?;
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

    /// An access by way of a handle: of one that is known to be the one in a static final field, or of any.
    fn use_users_handle(&mut self, member: &Member, args: &[Entry], ret: Option<Kind>) -> Done {
        let name = member.name.as_str();
        let Some(access) = access(name) else { return self.refused_call(&not_kept(name), ret) };
        // `get` and `set` are what an ordinary access is.
        let plain = matches!(name, "get" | "set") && self.races();
        let types = signature(&member.desc).map_err(|e| self.wrong(e.0))?;
        let (operands, dst): (Vec<Operand>, _) =
            (args.iter().map(|arg| arg.operand).collect(), ret.map(|kind| self.out.temp(kind)));
        self.out.check_null(operands[0]);
        let handle = self.kept_handle(&args[0]);
        let site = Site { func: self.func, phase: self.phase };
        let used = Use { access, plain, types: &types };
        match handle {
            Some(handle) => {
                if let Err(why) = self.t.emit_use(&mut self.out, site, &handle, &used, &operands, dst)? {
                    return self.refused_call(&format!("VarHandle.{name} {why}"), ret);
                }
            }
            None => {
                let key = FuncKey::HandleUse(name.to_owned(), member.desc.clone(), plain, self.phase);
                let func = self.t.function(key, self.func, |_| {
                    let params = types.params.iter().map(|param| kind_ty(kind(param)));
                    let params = std::iter::once(Ty::AnyRef).chain(params).collect();
                    (format!("VarHandle.{name}"), params, types.ret.as_deref().map(|ret| kind_ty(kind(ret))))
                });
                self.out.emit(Instr::Call { dst, func, args: operands.into_boxed_slice() });
            }
        }
        if let (Some(dst), Some(kind)) = (dst, ret) {
            self.push(Operand::Reg(dst), kind);
        }
        Ok(())
    }
}

/// What a call does to the variable of a handle, and with which types.
pub(super) struct Use<'u> {
    access: Access,
    plain: bool,
    types: &'u Signature,
}

impl Translator<'_> {
    /// A case for each handle that the program finds.
    pub(super) fn handle_use_body(
        &mut self,
        (name, desc): (&str, &str),
        plain: bool,
        phase: Phase,
        func: FuncId,
    ) -> Result<Function, TranslateError> {
        let types = signature(desc).map_err(|e| TranslateError::Method(name.to_owned(), e))?;
        let decl = &self.program.functions[func.index()];
        let params: Vec<Ty> = decl.regs.iter().take(decl.params as usize).map(|reg| reg.ty).collect();
        let mut out = Builder::new(decl.name.clone(), &params, decl.ret);
        let args: Vec<Operand> = (0..params.len()).map(|i| Operand::Reg(Reg(i as u16))).collect();
        let (is, dst) = (out.temp(Kind::Int), types.ret.as_deref().map(|ret| out.temp(kind(ret))));
        let site = Site { func, phase };
        let access = access(name).expect("[commute internal bug] it is an access");
        let used = Use { access, plain, types: &types };
        for (object, handle) in self.handles.objects().to_vec() {
            out.binary(is, BinOp::Eq, NumTy::I64, args[0], Operand::Static(object));
            let branch = out.here();
            let then = Pc(branch.0 + 1);
            out.emit(Instr::Branch { cond: Operand::Reg(is), then, otherwise: then });
            match self.emit_use(&mut out, site, &handle, &used, &args, dst)? {
                Ok(()) => out.emit(Instr::Return { value: dst.map(Operand::Reg) }),
                Err(why) => {
                    let refusal = self.refusal(&format!("VarHandle.{name} {why}"), func);
                    out.emit(refusal);
                }
            }
            let end = out.here();
            if let Instr::Branch { otherwise, .. } = out.instr_mut(branch) {
                *otherwise = end;
            }
        }
        let refusal = self.refusal(&not_kept(name), func);
        out.emit(refusal);
        Ok(out.finish_plain())
    }

    /// Puts an access to the variable of a handle; the error says why that is not possible.
    fn emit_use(
        &mut self,
        out: &mut Builder,
        site: Site,
        handle: &Handle,
        used: &Use<'_>,
        args: &[Operand],
        dst: Option<Reg>,
    ) -> Result<Result<(), String>, TranslateError> {
        if !is_allowed(used.access, handle) {
            return Ok(Err("of a variable that has no such access".to_owned()));
        }
        let result = if used.access == Access::CompareAndSet { "Z" } else { handle.desc.as_str() };
        let (Some(changes), Some(change)) = (self.changes(handle, used), self.change_of_result(result, used))
        else {
            return Ok(Err("with other types than the variable has".to_owned()));
        };
        let mut given = vec![args[0]];
        for ((&arg, change), from) in args[1..].iter().zip(&changes).zip(&used.types.params) {
            given.push(self.changed(out, site, arg, from, change)?);
        }
        let (place, first) = self.handles_place_in(out, site, handle, &given)?;
        let values = &given[first..];
        if let (Place::Elem { arr, index }, Some(&new)) = (place, values.last())
            && kind(&handle.desc) == Kind::Ref
        {
            self.emit_store_check(out, site, arr, index, new)?;
        }
        let got = dst.map(|_| out.temp(kind(result)));
        emit_access(out, used.access, place, values, kind(&handle.desc), used.plain, got);
        if let (Some(dst), Some(got)) = (dst, got) {
            let value = self.changed(out, site, Operand::Reg(got), result, &change)?;
            out.copy(dst, value);
        }
        Ok(Ok(()))
    }

    /// Raises an exception if an object does not fit into an array; what else is wrong with the array comes first.
    fn emit_store_check(
        &mut self,
        out: &mut Builder,
        site: Site,
        arr: Operand,
        index: Operand,
        new: Operand,
    ) -> Result<(), TranslateError> {
        let (old, fits) = (out.temp(Kind::Ref), out.temp(Kind::Int));
        out.emit(Instr::Fixed { dst: old, place: Place::Elem { arr, index } });
        let (check, raise) = (self.store_check(site.func), self.does_not_fit(site.phase, site.func)?);
        out.emit(Instr::Call { dst: Some(fits), func: check, args: Box::new([arr, new]) });
        out.binary(fits, BinOp::Eq, NumTy::I64, Operand::Reg(fits), Operand::Int(0));
        out.when(Operand::Reg(fits), |b| {
            b.emit(Instr::Call { dst: None, func: raise, args: Box::new([new]) })
        });
        Ok(())
    }

    /// A value of a type after a change.
    fn changed(
        &mut self,
        out: &mut Builder,
        site: Site,
        value: Operand,
        from: &str,
        change: &Change,
    ) -> Result<Operand, TranslateError> {
        match change {
            Change::None => Ok(value),
            Change::Cast(class) => {
                out.emit(Instr::CheckCast { obj: value, class: *class });
                Ok(value)
            }
            Change::Convert(to) => self.adapt(out, site, from, from, to, value),
            // What is in the box is known at run time only: other boxes than that of the type would be made wider.
            Change::Unbox(to) => {
                let exact = boxed(to);
                let (class, is) = (self.world.load(class_of(&exact))?, out.temp(Kind::Int));
                out.check_null(value);
                out.emit(Instr::IsInstance { dst: is, obj: value, class });
                out.binary(is, BinOp::Eq, NumTy::I64, Operand::Reg(is), Operand::Int(0));
                let refusal =
                    self.refusal("a number of another type for the variable of a handle", site.func);
                out.when(Operand::Reg(is), |b| b.emit(refusal));
                self.adapt(out, site, from, &exact, to, value)
            }
        }
    }

    /// What is done to the arguments of a call, if it is known.
    fn changes(&mut self, handle: &Handle, used: &Use<'_>) -> Option<Vec<Change>> {
        let coordinates: Vec<String> = match handle.of {
            Of::Field(class, _) => {
                let declaring = self.world.name(class).to_owned();
                vec![format!("L{};", handle.named.clone().unwrap_or(declaring))]
            }
            Of::Static(..) => Vec::new(),
            Of::Elements => vec![format!("[{}", handle.desc), "I".to_owned()],
        };
        let values = std::iter::repeat_n(handle.desc.clone(), used.access.values());
        let wanted: Vec<String> = coordinates.into_iter().chain(values).collect();
        if wanted.len() != used.types.params.len() {
            return None;
        }
        used.types.params.iter().zip(&wanted).map(|(from, to)| self.change(from, to)).collect()
    }

    fn change_of_result(&mut self, result: &str, used: &Use<'_>) -> Option<Change> {
        match used.types.ret.as_deref() {
            None => Some(Change::None),
            Some(_) if used.access == Access::Set => None,
            Some(ret) => self.change(result, ret),
        }
    }

    /// How a value of one type becomes one of another (`MethodHandle.asType`), if it is known.
    fn change(&mut self, from: &str, to: &str) -> Option<Change> {
        const SAME: [(&str, &str); 4] = [("B", "S"), ("B", "I"), ("S", "I"), ("C", "I")];
        const WIDER: [(&str, &str); 6] =
            [("BSCI", "J"), ("BSCI", "F"), ("BSCI", "D"), ("J", "F"), ("J", "D"), ("F", "D")];
        if from == to || SAME.contains(&(from, to)) {
            return Some(Change::None);
        }
        let is_reference = |desc: &str| desc.starts_with(['L', '[']);
        let widens =
            |from: &str, to: &str| WIDER.iter().any(|(narrow, wide)| narrow.contains(from) && *wide == to);
        match (is_reference(from), is_reference(to)) {
            (false, false) => widens(from, to).then(|| Change::Convert(to.to_owned())),
            (false, true) => {
                let is_above = ["java/lang/Object", "java/lang/Comparable", "java/io/Serializable"]
                    .contains(&class_of(to))
                    || class_of(to) == "java/lang/Number" && !"ZC".contains(from);
                (boxed(from) == to || is_above).then(|| Change::Convert(to.to_owned()))
            }
            (true, false) => match BOXES.iter().find(|(class, _, _)| *class == class_of(from)) {
                Some((_, inside, _)) => {
                    let fits = *inside == to || SAME.contains(&(*inside, to)) || widens(inside, to);
                    fits.then(|| Change::Convert(to.to_owned()))
                }
                None => ["java/lang/Object", "java/lang/Number"]
                    .contains(&class_of(from))
                    .then(|| Change::Unbox(to.to_owned())),
            },
            (true, true) => self.change_of_reference(from, to),
        }
    }

    fn change_of_reference(&mut self, from: &str, to: &str) -> Option<Change> {
        // A constant null has the type `Void`.
        if to == "Ljava/lang/Object;" || from == "Ljava/lang/Void;" {
            return Some(Change::None);
        }
        if to.starts_with('[') || is_of_arrays(class_of(to)) {
            return None;
        }
        let class = self.world.load(class_of(to)).ok()?;
        let known = !from.starts_with('[')
            && self.world.load(class_of(from)).is_ok_and(|from| self.world.is_subclass(from, class));
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
