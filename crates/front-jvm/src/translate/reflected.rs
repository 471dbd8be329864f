//! What reflection gives: objects that stand for members of classes, what is done to a member, and arrays of classes that are known at
//! run time only.

use super::builder::Builder;
use super::class_queries::{PRIMITIVES, component_name};
use super::intrinsics::Site;
use super::members::{Dispatch, MemberKey, boxed};
use super::{TranslateError, Translator};
use crate::classfile::{ClassFile, Handle, HandleKind, Kind, Member, flags};
use crate::descriptor::{Signature, dotted, kind, signature};
use crate::world::{FieldPlace, LoadError};
use commute_ir::{BinOp, FuncId, Function, Instr, NumTy, Operand, Place, Reg, StaticId, Ty};
use std::collections::BTreeSet;

/// A method or constructor as its class declares it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declared {
    key: MemberKey,
    name: String,
    modifiers: u16,
    /// The names of the classes of the result and of the parameters.
    types: Vec<String>,
    exceptions: Vec<String>,
}

/// A method of a class, by its place in the file.
pub fn declared_method(file: &ClassFile, index: usize) -> Declared {
    let method = &file.methods[index];
    let types = signature(&method.desc).unwrap_or(Signature { params: Vec::new(), ret: None });
    let result = types.ret.map_or_else(|| "void".to_owned(), |desc| component_name(&desc));
    let params = types.params.iter().map(|desc| component_name(desc));
    Declared {
        key: MemberKey { class: file.name.clone(), is_field: false, index: index as u32 },
        name: method.name.clone(),
        modifiers: method.flags,
        types: std::iter::once(result).chain(params).collect(),
        exceptions: method.exceptions.clone(),
    }
}

impl Translator<'_> {
    /// What has no members: arrays and primitive types.
    pub(super) fn no_members(&mut self, query: &str) -> Result<StaticId, LoadError> {
        let shape = self.array_shape(array_of_members(query))?;
        Ok(self.add_table("no members", shape, Vec::new()))
    }

    /// An array of objects that stand for what a class declares, in the order of the class file; Java leaves the order open.
    pub(super) fn members_of(&mut self, name: &str, query: &str) -> Result<StaticId, LoadError> {
        let class = self.world.load(name)?;
        let file = self.world.class(class).file.clone();
        if query == "annotationsOf" {
            return self.annotation_objects(name, &file.annotations);
        }
        let mut objects = Vec::new();
        if query == "fieldsOf" {
            for index in 0..file.fields.len() {
                objects.push(Operand::Static(self.field_object(&file, index)?));
            }
        } else {
            for (index, method) in file.methods.iter().enumerate() {
                let wanted = match method.name.as_str() {
                    "<clinit>" => false,
                    "<init>" => query == "constructorsOf",
                    _ => query == "methodsOf",
                };
                if wanted {
                    objects.push(Operand::Static(self.method_object(&declared_method(&file, index))?));
                }
            }
        }
        let shape = self.array_shape(array_of_members(query))?;
        Ok(self.add_table(&format!("{query} {}", dotted(name)), shape, objects))
    }

    pub(super) fn field_object(&mut self, file: &ClassFile, index: usize) -> Result<StaticId, LoadError> {
        let field = &file.fields[index];
        let key = MemberKey { class: file.name.clone(), is_field: true, index: index as u32 };
        let number = self.statics.members.number(&key);
        let of = Operand::Static(self.class_object(&file.name)?);
        let ty = Operand::Static(self.class_object(&component_name(&field.desc))?);
        let name = Operand::Static(self.text_of(&field.name)?);
        let desc = Operand::Static(self.text_of(&field.desc)?);
        let class = self.world.load("java/lang/reflect/Field")?;
        let shown = format!("{}.{}", file.name, field.name);
        let modifiers = Operand::Int(i64::from(field.flags));
        Ok(self.static_instance(class, shown, |own| match own {
            "clazz" => Some(of),
            "name" => Some(name),
            "type" => Some(ty),
            "signature" => Some(desc),
            "modifiers" => Some(modifiers),
            "slot" => Some(Operand::Int(i64::from(number))),
            _ => None,
        }))
    }

    pub(super) fn classes_in_array(&mut self, names: &[String], what: &str) -> Result<Operand, LoadError> {
        let mut objects = Vec::new();
        for name in names {
            objects.push(Operand::Static(self.class_object(name)?));
        }
        let shape = self.array_shape("[Ljava/lang/Class;")?;
        Ok(Operand::Static(self.add_table(what, shape, objects)))
    }

    /// An object that stands for a method or constructor.
    pub(super) fn method_object(&mut self, method: &Declared) -> Result<StaticId, LoadError> {
        let number = self.statics.members.number(&method.key);
        let params = self.classes_in_array(&method.types[1..], "parameters")?;
        let exceptions = self.classes_in_array(&method.exceptions, "exceptions")?;
        let result = Operand::Static(self.class_object(&method.types[0])?);
        let of = Operand::Static(self.class_object(&method.key.class)?);
        let name = Operand::Static(self.text_of(&method.name)?);
        let of_what = if method.name == "<init>" { "Constructor" } else { "Method" };
        let class = self.world.load(&format!("java/lang/reflect/{of_what}"))?;
        let shown = format!("{}.{}", method.key.class, method.name);
        Ok(self.static_instance(class, shown, |field| match field {
            "clazz" => Some(of),
            "name" => Some(name),
            "returnType" => Some(result),
            "parameterTypes" => Some(params),
            "exceptionTypes" => Some(exceptions),
            "modifiers" => Some(Operand::Int(i64::from(method.modifiers))),
            "slot" => Some(Operand::Int(i64::from(number))),
            _ => None,
        }))
    }

    pub(super) fn member_ready(
        &mut self,
        out: &mut Builder,
        site: Site,
        key: &MemberKey,
    ) -> Result<(), TranslateError> {
        let class = self.world.load(&key.class)?;
        let file = self.world.class(class).file.clone();
        let is_static = match key.is_field {
            true => file.fields[key.index as usize].flags & flags::STATIC != 0,
            false => {
                let method = &file.methods[key.index as usize];
                method.flags & flags::STATIC != 0 || method.name == "<init>"
            }
        };
        if is_static {
            self.guard(out, class, site.phase, site.func);
        }
        out.emit(Instr::Return { value: None });
        Ok(())
    }

    /// Calls a method or constructor with arguments in an array, of which it is known that they fit.
    pub(super) fn member_call(
        &mut self,
        out: &mut Builder,
        site: Site,
        key: &MemberKey,
        what: Dispatch,
    ) -> Result<(), TranslateError> {
        let class = self.world.load(&key.class)?;
        let method = self.world.class(class).file.methods[key.index as usize].clone();
        if what == Dispatch::Special && method.flags & flags::ABSTRACT != 0 {
            let refusal = self.refusal("a handle that calls an abstract method as it is", site.func);
            out.emit(refusal);
            return Ok(());
        }
        let types = signature(&method.desc).map_err(|e| TranslateError::Method(method.name.clone(), e))?;
        let handle_kind = match method.name.as_str() {
            "<init>" => HandleKind::New,
            _ if method.flags & flags::STATIC != 0 => HandleKind::Static,
            _ if what == Dispatch::Special => HandleKind::Special,
            _ => HandleKind::Virtual,
        };
        let object = "Ljava/lang/Object;".to_owned();
        let mut given = Vec::new();
        if matches!(handle_kind, HandleKind::Virtual | HandleKind::Special) {
            given.push((object.clone(), format!("L{};", key.class), Operand::Reg(Reg(1))));
        }
        for (index, param) in types.params.iter().enumerate() {
            let value = out.temp(Kind::Ref);
            let place = Place::Elem { arr: Operand::Reg(Reg(2)), index: Operand::Int(index as i64) };
            out.emit(Instr::Load { dst: value, place, plain: false });
            given.push((object.clone(), boxed(param), Operand::Reg(value)));
        }
        self.note_reflected(&method.name, &method.desc, &types.params);
        let member = Member { class: key.class.clone(), name: method.name, desc: method.desc };
        let result = self.call_handle(out, site, &Handle { kind: handle_kind, member }, &given)?;
        let value = match result {
            None => Operand::Null,
            Some((desc, value)) => self.adapt(out, site, &desc, &desc, &object, value)?,
        };
        out.emit(Instr::Return { value: Some(value) });
        Ok(())
    }

    pub(super) fn member_field(
        &mut self,
        out: &mut Builder,
        site: Site,
        key: &MemberKey,
        what: Dispatch,
    ) -> Result<(), TranslateError> {
        let class = self.world.load(&key.class)?;
        let field = self.world.class(class).file.fields[key.index as usize].clone();
        let plain = self.races_in(class) && self.is_plain_field(class, &field.name);
        let place = match self.world.field(class, &field.name, &field.desc) {
            Some(FieldPlace::Instance(class, slot)) => {
                Place::Field { obj: Operand::Reg(Reg(1)), class, field: slot }
            }
            Some(FieldPlace::Static(class, index)) => Place::Global(self.static_field(class, index)?),
            None => return Err(TranslateError::Program(format!("there is no field {}", field.name))),
        };
        let object = "Ljava/lang/Object;";
        if what == Dispatch::Read {
            let dst = out.temp(kind(&field.desc));
            out.emit(Instr::Load { dst, place, plain });
            let value = self.adapt(out, site, &field.desc, &field.desc, object, Operand::Reg(dst))?;
            out.emit(Instr::Return { value: Some(value) });
        } else {
            self.note_reflected_write(&field.desc);
            let exact = boxed(&field.desc);
            let src = self.adapt(out, site, object, &exact, &field.desc, Operand::Reg(Reg(2)))?;
            out.emit(Instr::Store { place, src, plain });
            out.emit(Instr::Return { value: None });
        }
        Ok(())
    }

    /// A copy of an object, word by word.
    pub(super) fn emit_copy_of(
        &mut self,
        out: &mut Builder,
        class: &str,
        obj: Operand,
        dst: Option<Reg>,
    ) -> Result<(), TranslateError> {
        let class = self.world.load(class)?;
        self.instantiate(class);
        let (shape, copy) = (self.instance_shape(class), out.temp(Kind::Ref));
        let kinds: Vec<Kind> = self.world.class(class).layout.iter().map(|slot| kind(&slot.desc)).collect();
        out.emit(Instr::New { dst: copy, shape, arg: Operand::Int(0) });
        for (field, kind) in (0..).zip(kinds) {
            let value = out.temp(kind);
            out.emit(Instr::Fixed { dst: value, place: Place::Field { obj, class, field } });
            let place = Place::Field { obj: Operand::Reg(copy), class, field };
            out.emit(Instr::Store { place, src: Operand::Reg(value), plain: false });
        }
        dst.into_iter().for_each(|dst| out.copy(dst, Operand::Reg(copy)));
        Ok(())
    }

    /// From the object of a class and a length to an array: a case for each class that has an object, or an array, by then. If it is made
    /// again there are none for arrays of further arrays, of which there would be no end: each has a class, which has an object.
    pub(super) fn new_array_body(&mut self, func: FuncId) -> Result<Function, TranslateError> {
        let mut out = Builder::new("newArray".to_owned(), &[Ty::AnyRef, Ty::I32], Some(Ty::AnyRef));
        let (is, array) = (out.temp(Kind::Int), out.temp(Kind::Ref));
        let elements = self.statics.array_shapes.keys().map(|desc| component_name(&desc[1..]));
        let arrays = self.class_names().iter().filter(|name| name.starts_with('['));
        let elements = elements.chain(arrays.map(|name| component_name(&name[1..])));
        let names: BTreeSet<String> = elements.chain(self.class_names().iter().cloned()).collect();
        // A function without a body refuses, and does nothing else.
        let is_first = self.program.functions[func.index()].code.len() == 1;
        let is_known = |known: &Self, name: &str| {
            let array = array_of(name);
            known.statics.array_shapes.contains_key(&array) || known.class_names().contains(&array)
        };
        for name in names.iter().filter(|name| *name != "void") {
            if name.starts_with('[') && !is_first && !is_known(self, name) {
                continue;
            }
            let Ok(shape) = self.array_shape(&array_of(name)) else { continue };
            let class = Operand::Static(self.class_object(name)?);
            out.binary(is, BinOp::Eq, NumTy::I64, Operand::Reg(Reg(0)), class);
            out.when(Operand::Reg(is), |b| {
                b.emit(Instr::New { dst: array, shape, arg: Operand::Reg(Reg(1)) });
                b.emit(Instr::Return { value: Some(Operand::Reg(array)) });
            });
        }
        let refusal = self.refusal("an array of a class that was not known", func);
        out.emit(refusal);
        Ok(out.finish_plain())
    }
}

/// The descriptor of the array that answers a question about members.
fn array_of_members(query: &str) -> &'static str {
    match query {
        "fieldsOf" => "[Ljava/lang/reflect/Field;",
        "methodsOf" => "[Ljava/lang/reflect/Method;",
        "constructorsOf" => "[Ljava/lang/reflect/Constructor;",
        _ => "[Ljava/lang/annotation/Annotation;",
    }
}

/// The descriptor of arrays of a class.
fn array_of(name: &str) -> String {
    match name {
        "boolean" => "[Z".to_owned(),
        "long" => "[J".to_owned(),
        _ if PRIMITIVES.contains(&name) => format!("[{}", name[..1].to_uppercase()),
        _ if name.starts_with('[') => format!("[{name}"),
        _ => format!("[L{name};"),
    }
}

#[cfg(test)]
mod tests {
    use super::array_of;

    #[test]
    fn arrays_have_descriptors() {
        let descs = ["int", "boolean", "[I", "a/B", "double"].map(array_of);
        assert_eq!(descs, ["[I", "[Z", "[[I", "[La/B;", "[D"]);
    }
}
