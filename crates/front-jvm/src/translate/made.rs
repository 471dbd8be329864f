//! Classes that no file has, besides those of lambdas: annotations as objects, and proxies.

use super::builder::Builder;
use super::intrinsics::Site;
use super::members::{Case, MemberKey};
use super::reach::Call;
use super::reflected::declared_method;
use super::{FuncKey, Phase, TranslateError, Translator};
use crate::classfile::{Annotation, ClassFile, Element, Kind, Loadable, flags};
use crate::descriptor::{class_of, dotted, kind, kind_ty, signature};
use crate::world::{FieldPlace, LoadError, MethodId};
use commute_ir::{BinOp, ClassId, FuncId, Function, Instr, NumTy, Operand, Place, Reg, StaticId, Ty};
use std::collections::HashMap;

const PROXY: &str = "java/lang/reflect/Proxy";

/// The classes that were made.
#[derive(Default)]
pub struct Made {
    annotations: HashMap<ClassId, Annotation>,
    proxies: HashMap<Vec<String>, ClassId>,
    /// The annotations of classes and members.
    pub of: HashMap<String, StaticId>,
}

impl Made {
    fn is_proxy(&self, class: ClassId) -> bool {
        self.proxies.values().any(|&proxy| proxy == class)
    }
}

impl Translator<'_> {
    /// An array of annotations as objects, those that are kept at run time.
    pub(super) fn annotation_objects(&mut self, of: &str, all: &[Annotation]) -> Result<StaticId, LoadError> {
        if let Some(&known) = self.made.of.get(of) {
            return Ok(known);
        }
        let mut objects = Vec::new();
        for annotation in all.iter().filter(|annotation| annotation.is_visible) {
            // One whose class is not there is left out, as Java does.
            if self.world.load(class_of(&annotation.ty)).is_ok() {
                objects.push(Operand::Static(self.annotation_object(annotation)?));
            }
        }
        let shape = self.array_shape("[Ljava/lang/annotation/Annotation;")?;
        let array = self.add_table(&format!("annotations of {of}"), shape, objects);
        self.made.of.insert(of.to_owned(), array);
        Ok(array)
    }

    pub(super) fn annotations_of_member(&mut self, key: &MemberKey) -> Result<StaticId, LoadError> {
        let class = self.world.load(&key.class)?;
        let file = self.world.class(class).file.clone();
        let annotations = match key.is_field {
            true => &file.fields[key.index as usize].annotations,
            false => &file.methods[key.index as usize].annotations,
        };
        self.annotation_objects(&format!("{} {} {}", key.class, key.is_field, key.index), annotations)
    }

    fn annotation_object(&mut self, annotation: &Annotation) -> Result<StaticId, LoadError> {
        let interface = self.world.load(class_of(&annotation.ty))?;
        let file = ClassFile {
            name: format!("{}$$Annotation{}", class_of(&annotation.ty), self.made.annotations.len()),
            superclass: Some(super::OBJECT.to_owned()),
            interfaces: vec![class_of(&annotation.ty).to_owned()],
            ..ClassFile::default()
        };
        let root = self.world.load(super::OBJECT)?;
        let class = self.world.add_synthetic(file, root, vec![interface]);
        self.made.annotations.insert(class, annotation.clone());
        Ok(self.static_instance(class, format!("@{}", dotted(class_of(&annotation.ty))), |_| None))
    }

    /// The function of a method of a class that was made.
    pub(super) fn made_method(&mut self, class: ClassId, call: &Call, from: FuncId) -> Option<FuncId> {
        let is_annotation = self.made.annotations.contains_key(&class);
        let of_object = ["hashCode", "equals", "toString"].contains(&call.name.as_str());
        let is_own = of_object || self.interface_method(class, call).is_some();
        if !is_own || !is_annotation && !self.made.is_proxy(class) {
            return None;
        }
        let types = signature(&call.desc).ok()?;
        let params = types.params.iter().map(|param| kind_ty(kind(param)));
        let params = std::iter::once(Ty::AnyRef).chain(params).collect();
        let ret = types.ret.as_deref().map(|ret| kind_ty(kind(ret)));
        let name = format!("{}.{}", dotted(self.world.name(class)), call.name);
        let key = FuncKey::Made(class, call.name.clone(), call.desc.clone(), call.phase);
        Some(self.function(key, from, |_| (name, params, ret)))
    }

    /// The method of an interface of a class that a call names.
    fn interface_method(&self, class: ClassId, call: &Call) -> Option<MethodId> {
        let above = self.world.all_above(class);
        let mut interfaces =
            above.into_iter().filter(|&above| self.world.class(above).file.flags & flags::INTERFACE != 0);
        interfaces.find_map(|above| self.world.own_method(above, &call.name, &call.desc))
    }

    pub(super) fn made_body(
        &mut self,
        class: ClassId,
        (name, desc): (&str, &str),
        phase: Phase,
        func: FuncId,
    ) -> Result<Function, TranslateError> {
        let decl = &self.program.functions[func.index()];
        let params: Vec<Ty> = decl.regs.iter().take(decl.params as usize).map(|reg| reg.ty).collect();
        let mut out = Builder::new(decl.name.clone(), &params, decl.ret);
        let site = Site { func, phase };
        match self.made.annotations.get(&class).cloned() {
            Some(annotation) => self.annotation_method(&mut out, site, &annotation, name)?,
            None => self.proxy_method(&mut out, site, class, name, desc)?,
        }
        Ok(out.finish_plain())
    }

    /// The value of an element, or the type of the annotation.
    fn annotation_method(
        &mut self,
        out: &mut Builder,
        site: Site,
        annotation: &Annotation,
        name: &str,
    ) -> Result<(), TranslateError> {
        let interface = class_of(&annotation.ty).to_owned();
        if name == "annotationType" {
            let value = Some(Operand::Static(self.class_object(&interface)?));
            out.emit(Instr::Return { value });
            return Ok(());
        }
        let class = self.world.load(&interface)?;
        let file = self.world.class(class).file.clone();
        let method = file.methods.iter().find(|method| method.name == name && method.desc.starts_with("()"));
        let given = annotation.elements.iter().find(|(own, _)| own == name).map(|(_, element)| element);
        let element = given.or_else(|| method.and_then(|method| method.default.as_ref()));
        match (method, element) {
            (Some(method), Some(element)) => {
                let value = self.element(out, site, element, &method.desc[2..])?;
                out.emit(Instr::Return { value: Some(value) });
            }
            _ => {
                let refusal = self.refusal(&format!("the method {name} of an annotation"), site.func);
                out.emit(refusal);
            }
        }
        Ok(())
    }

    /// The value of an element of an annotation, of a type.
    fn element(
        &mut self,
        out: &mut Builder,
        site: Site,
        element: &Element,
        desc: &str,
    ) -> Result<Operand, TranslateError> {
        Ok(match element {
            Element::Constant(Loadable::Int(value)) => Operand::Int(i64::from(*value)),
            Element::Constant(Loadable::Long(value)) => Operand::Int(*value),
            Element::Constant(Loadable::Float(bits)) => Operand::F32(*bits),
            Element::Constant(Loadable::Double(bits)) => Operand::F64(*bits),
            Element::Constant(Loadable::String(units)) => Operand::Static(self.text(units)?),
            Element::Constant(_) => {
                return Err(TranslateError::Program("an annotation has an odd constant".into()));
            }
            Element::Boolean(value) => Operand::Int(i64::from(*value)),
            Element::Char(unit) => Operand::Int(i64::from(*unit)),
            Element::Class(desc) => {
                let name = super::class_queries::component_name(desc);
                Operand::Static(self.class_object(if desc == "V" { "void" } else { &name })?)
            }
            Element::Annotation(annotation) => Operand::Static(self.annotation_object(annotation)?),
            Element::Enum(ty, name) => {
                let class = self.world.load(class_of(ty))?;
                let Some(FieldPlace::Static(class, index)) = self.world.field(class, name, ty) else {
                    return Err(TranslateError::Program(format!("there is no constant {name} of type {ty}")));
                };
                self.guard(out, class, site.phase, site.func);
                let (dst, place) = (out.temp(Kind::Ref), Place::Global(self.static_field(class, index)?));
                out.emit(Instr::Load { dst, place, plain: false });
                Operand::Reg(dst)
            }
            Element::Array(elements) => {
                let (array, shape) = (out.temp(Kind::Ref), self.array_shape(desc)?);
                let length = Operand::Int(elements.len() as i64);
                out.emit(Instr::New { dst: array, shape, arg: length });
                for (index, element) in elements.iter().enumerate() {
                    let src = self.element(out, site, element, &desc[1..])?;
                    let place = Place::Elem { arr: Operand::Reg(array), index: Operand::Int(index as i64) };
                    out.emit(Instr::Store { place, src, plain: false });
                }
                Operand::Reg(array)
            }
        })
    }

    /// The function that makes a proxy for interfaces, of which the first ones are these.
    pub(super) fn proxy_function(&mut self, first: &[String], phase: Phase, from: FuncId) -> FuncId {
        self.function(FuncKey::Proxy(first.to_vec(), phase), from, |_| {
            ("Proxy.newProxyInstance".to_owned(), vec![Ty::AnyRef], Some(Ty::AnyRef))
        })
    }

    pub(super) fn proxy_body(
        &mut self,
        first: &[String],
        phase: Phase,
        func: FuncId,
    ) -> Result<Function, TranslateError> {
        self.close_classes()?;
        let mut out = Builder::new("Proxy.newProxyInstance".to_owned(), &[Ty::AnyRef], Some(Ty::AnyRef));
        let (length, is) = (out.temp(Kind::Int), out.temp(Kind::Int));
        let interfaces = Operand::Reg(Reg(0));
        out.emit(Instr::Length { dst: length, arr: interfaces });
        out.binary(is, BinOp::Eq, NumTy::I64, Operand::Reg(length), Operand::Int(first.len() as i64));
        let made = match self.opened.is_reflected(&format!("proxy {}", first.join(" "))) {
            true => {
                let class = self.proxy_class(first)?;
                let (shape, dst) = (self.instance_shape(class), out.temp(Kind::Ref));
                vec![
                    Instr::New { dst, shape, arg: Operand::Int(0) },
                    Instr::Return { value: Some(Operand::Reg(dst)) },
                ]
            }
            false => vec![self.asks_for(format!("proxy {}", first.join(" ")), "a proxy".to_owned())],
        };
        out.when(Operand::Reg(is), |b| made.into_iter().for_each(|instr| b.emit(instr)));
        let next = out.temp(Kind::Ref);
        let place = Place::Elem { arr: interfaces, index: Operand::Int(first.len() as i64) };
        out.emit(Instr::Load { dst: next, place, plain: false });
        let number = self.emit_class_number(&mut out, Operand::Reg(next))?;
        let more = self.further_proxies(first, phase, func);
        let dst = out.temp(Kind::Ref);
        for (of, case) in more {
            out.binary(is, BinOp::Eq, NumTy::I64, Operand::Reg(number), Operand::Int(of));
            out.when(Operand::Reg(is), |b| match case {
                Case::Call(func) => {
                    b.emit(Instr::Call { dst: Some(dst), func, args: Box::new([interfaces]) });
                    b.emit(Instr::Return { value: Some(Operand::Reg(dst)) });
                }
                Case::Refuse(refusal) => b.emit(refusal),
                Case::Give(_) => {}
            });
        }
        let refusal = self.refusal("a proxy for interfaces that are not known", func);
        out.emit(refusal);
        Ok(out.finish_plain())
    }

    fn further_proxies(&mut self, first: &[String], phase: Phase, func: FuncId) -> Vec<(i64, Case)> {
        let mut cases = Vec::new();
        for (index, name) in self.class_names().to_vec().into_iter().enumerate() {
            let class = self.world.load(&name).ok().filter(|_| !name.starts_with('['));
            let is_interface =
                class.is_some_and(|class| self.world.class(class).file.flags & flags::INTERFACE != 0);
            if !is_interface || first.contains(&name) {
                continue;
            }
            let longer: Vec<String> = first.iter().cloned().chain([name]).collect();
            let key = format!("proxy {}", longer.join(" "));
            let case = match self.opened.is_reflected(&key) {
                true => Case::Call(self.proxy_function(&longer, phase, func)),
                false => Case::Refuse(self.asks_for(key, "a proxy".to_owned())),
            };
            cases.push((index as i64 + 1, case));
        }
        cases
    }

    fn proxy_class(&mut self, interfaces: &[String]) -> Result<ClassId, LoadError> {
        if let Some(&known) = self.made.proxies.get(interfaces) {
            return Ok(known);
        }
        let mut loaded = Vec::new();
        for name in interfaces {
            loaded.push(self.world.load(name)?);
        }
        let above = self.world.load(PROXY)?;
        let file = ClassFile {
            name: format!("jdk/proxy1/$$Proxy{}", self.made.proxies.len()),
            superclass: Some(PROXY.to_owned()),
            interfaces: interfaces.to_vec(),
            flags: flags::PUBLIC | flags::FINAL,
            ..ClassFile::default()
        };
        let class = self.world.add_synthetic(file, above, loaded);
        self.made.proxies.insert(interfaces.to_vec(), class);
        self.instantiate(class);
        Ok(class)
    }

    /// Asks the handler: the arguments in boxes, the result out of one.
    fn proxy_method(
        &mut self,
        out: &mut Builder,
        site: Site,
        class: ClassId,
        name: &str,
        desc: &str,
    ) -> Result<(), TranslateError> {
        let types = signature(desc).map_err(|e| TranslateError::Method(name.to_owned(), e))?;
        let of_object = ["hashCode", "equals", "toString"].contains(&name);
        let declaring = match of_object {
            true => self.world.load(super::OBJECT)?,
            false => {
                let above = self.world.all_above(class);
                let has = |&of: &ClassId| self.world.own_method(of, name, desc).is_some();
                above.into_iter().find(has).expect("[commute internal bug] an interface has the method")
            }
        };
        let file = self.world.class(declaring).file.clone();
        let index = file.methods.iter().position(|method| method.name == name && method.desc == desc);
        let pattern = declared_method(&file, index.unwrap_or(0));
        let method = Operand::Static(self.method_object(&pattern)?);
        let args = self.boxed_arguments(out, site, &types.params)?;
        let (object, result) = ("Ljava/lang/Object;", out.temp(Kind::Ref));
        let ours =
            "(Ljava/lang/reflect/Proxy;Ljava/lang/reflect/Method;[Ljava/lang/Object;)Ljava/lang/Object;";
        let given = [Operand::Reg(Reg(0)), method, args];
        self.emit_static(out, site, "java/lang/reflect/Members", "proxied", ours, &given, Some(result))?;
        let value = match types.ret.as_deref() {
            None => None,
            Some(ret) => {
                let exact = super::members::boxed(ret);
                if ret.len() == 1 {
                    out.check_null(Operand::Reg(result));
                }
                if !exact.starts_with('[') && class_of(&exact) != super::OBJECT {
                    let class = self.world.load(class_of(&exact))?;
                    out.emit(Instr::CheckCast { obj: Operand::Reg(result), class });
                }
                Some(self.adapt(out, site, object, &exact, ret, Operand::Reg(result))?)
            }
        };
        out.emit(Instr::Return { value });
        Ok(())
    }

    fn boxed_arguments(
        &mut self,
        out: &mut Builder,
        site: Site,
        params: &[String],
    ) -> Result<Operand, TranslateError> {
        if params.is_empty() {
            return Ok(Operand::Null);
        }
        let (array, shape) = (out.temp(Kind::Ref), self.array_shape("[Ljava/lang/Object;")?);
        out.emit(Instr::New { dst: array, shape, arg: Operand::Int(params.len() as i64) });
        for (index, param) in params.iter().enumerate() {
            let value = Operand::Reg(Reg(index as u16 + 1));
            let src = self.adapt(out, site, param, param, "Ljava/lang/Object;", value)?;
            let place = Place::Elem { arr: Operand::Reg(array), index: Operand::Int(index as i64) };
            out.emit(Instr::Store { place, src, plain: false });
        }
        Ok(Operand::Reg(array))
    }
}
