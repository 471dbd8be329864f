//! `invokedynamic`, by translation instead of bootstrap methods: lambdas and method references become classes, joined
//! texts become calls of `StringBuilder`.

use super::body::{Done, Entry, Lowering};
use super::builder::Builder;
use super::intrinsics::Site;
use super::reach::Call;
use super::{FuncKey, OBJECT, Phase, TranslateError, Translator};
use crate::classfile::{ClassFile, Field, Handle, HandleKind, Kind, Loadable, Method, flags};
use crate::descriptor::{class_of, dotted, kind, kind_ty, signature};
use commute_ir::{ClassId, Conversion, FuncId, Function, Instr, NumTy, Operand, Place, Reg, Ty};

/// A lambda or method reference.
#[derive(Clone, Debug)]
pub struct Lambda {
    /// The class that stands for it.
    class: ClassId,
    /// The method of the interface.
    name: String,
    /// Its descriptor in the interface.
    erased: String,
    /// Its descriptor here.
    instantiated: String,
    /// What it calls.
    handle: Handle,
    /// The descriptors of what it captures.
    captured: Vec<String>,
}

/// The class that holds a primitive, its descriptor, and the method that takes it out.
pub(super) const BOXES: [(&str, &str, &str); 8] = [
    ("java/lang/Integer", "I", "intValue"),
    ("java/lang/Long", "J", "longValue"),
    ("java/lang/Boolean", "Z", "booleanValue"),
    ("java/lang/Character", "C", "charValue"),
    ("java/lang/Byte", "B", "byteValue"),
    ("java/lang/Short", "S", "shortValue"),
    ("java/lang/Float", "F", "floatValue"),
    ("java/lang/Double", "D", "doubleValue"),
];

impl Lowering<'_, '_> {
    pub(super) fn dynamic(&mut self, bootstrap: u16, name: &str, desc: &str) -> Done {
        let file = self.t.world.class(self.method.class).file.clone();
        let types = signature(desc).map_err(|e| self.wrong(e.0))?;
        let mut args = Vec::new();
        for param in types.params.iter().rev() {
            args.insert(0, self.pop(kind(param))?);
        }
        let ret = types.ret.as_deref().map(kind);
        let Some((method, constants)) = file.bootstraps.get(usize::from(bootstrap)) else {
            return Err(self.wrong(format!("there is no bootstrap method {bootstrap}")));
        };
        match (method.member.class.as_str(), method.member.name.as_str()) {
            ("java/lang/invoke/LambdaMetafactory", _) => {
                self.lambda(name, &types.params, types.ret.as_deref(), constants, args)
            }
            ("java/lang/invoke/StringConcatFactory", "makeConcatWithConstants") => {
                self.concat(&types.params, constants, args)
            }
            ("java/lang/runtime/ObjectMethods", "bootstrap") => self.record_method(name, constants, &args),
            ("java/lang/runtime/SwitchBootstraps", switch @ ("typeSwitch" | "enumSwitch")) => {
                let of = types.params.first().map_or("", String::as_str);
                self.pattern_switch(constants, of, &args, switch == "enumSwitch")
            }
            (class, name) => {
                let what = format!("invokedynamic by {}.{name}", dotted(class));
                self.refused_call(&what, ret)
            }
        }
    }

    /// An object of a class that calls the handle with what it captured and its own arguments.
    fn lambda(
        &mut self,
        name: &str,
        captured: &[String],
        interface: Option<&str>,
        constants: &[Loadable],
        args: Vec<Entry>,
    ) -> Done {
        let (
            Some(Loadable::MethodType(erased)),
            Some(Loadable::Handle(handle)),
            Some(Loadable::MethodType(here)),
        ) = (constants.first(), constants.get(1), constants.get(2))
        else {
            return self.refused_call("a lambda of an unusual form", Some(Kind::Ref));
        };
        let interface = match self.t.world.load(class_of(interface.unwrap_or(""))) {
            Ok(interface) => interface,
            Err(error) => return self.refused_call(&error.to_string(), Some(Kind::Ref)),
        };
        let lambda = Lambda {
            class: interface,
            name: name.to_owned(),
            erased: erased.clone(),
            instantiated: here.clone(),
            handle: handle.clone(),
            captured: captured.to_vec(),
        };
        let mut interfaces = vec![interface];
        for marker in markers(constants.get(3..).unwrap_or_default()) {
            match self.t.world.load(&marker) {
                Ok(marker) => interfaces.push(marker),
                Err(error) => return self.refused_call(&error.to_string(), Some(Kind::Ref)),
            }
        }
        let class = self.t.lambda_class(lambda, interfaces, self.method.class)?;
        let shape = self.t.instance_shape(class);
        let first = self.t.world.class(class).layout.len() - captured.len();
        let object = self.out.temp(Kind::Ref);
        self.out.emit(Instr::New { dst: object, shape, arg: Operand::Int(0) });
        for (i, arg) in args.iter().enumerate() {
            let place = Place::Field { obj: Operand::Reg(object), class, field: (first + i) as u32 };
            self.out.emit(Instr::Store { place, src: arg.operand, plain: false });
        }
        self.push_known(Operand::Reg(object), Kind::Ref, super::body::Known::NotNull);
        Ok(())
    }

    /// Joins texts as the recipe says: 1 is an argument, 2 a constant.
    fn concat(&mut self, params: &[String], constants: &[Loadable], args: Vec<Entry>) -> Done {
        let Some(Loadable::String(recipe)) = constants.first() else {
            return self.refused_call("a text that is joined in an unusual way", Some(Kind::Ref));
        };
        let site = Site { func: self.func, phase: self.phase };
        let pieces = self.pieces(recipe, &constants[1..], params, &args)?;
        let Some(pieces) = pieces else {
            return self.refused_call("a text that is joined in an unusual way", Some(Kind::Ref));
        };
        let result = self.out.temp(Kind::Ref);
        self.t.emit_concat(&mut self.out, site, &pieces, result)?;
        self.push_known(Operand::Reg(result), Kind::Ref, super::body::Known::NotNull);
        Ok(())
    }

    /// The values to join, each with the descriptor by which it is appended. Objects become texts first: their methods
    /// are not part of the joining.
    fn pieces(
        &mut self,
        recipe: &[u16],
        constants: &[Loadable],
        params: &[String],
        args: &[Entry],
    ) -> Result<Option<Vec<(String, Operand)>>, TranslateError> {
        let (mut pieces, mut literal): (Vec<(String, Operand)>, Vec<u16>) = (Vec::new(), Vec::new());
        let text = "Ljava/lang/String;".to_owned();
        let (mut next_arg, mut next_constant) = (0, 0);
        let site = Site { func: self.func, phase: self.phase };
        for &unit in recipe {
            match unit {
                1 => {
                    if !literal.is_empty() {
                        pieces.push((
                            text.clone(),
                            Operand::Static(self.t.text(&std::mem::take(&mut literal))?),
                        ));
                    }
                    let (Some(arg), Some(param)) = (args.get(next_arg), params.get(next_arg)) else {
                        return Ok(None);
                    };
                    next_arg += 1;
                    pieces.push(match param.as_bytes()[0] {
                        b'L' | b'[' if *param != text => {
                            let shown = self.out.temp(Kind::Ref);
                            self.t.emit_text(&mut self.out, site, arg.operand, shown)?;
                            (text.clone(), Operand::Reg(shown))
                        }
                        b'B' | b'S' => ("I".to_owned(), arg.operand),
                        _ => (param.clone(), arg.operand),
                    });
                }
                2 => {
                    let Some(Loadable::String(units)) = constants.get(next_constant) else { return Ok(None) };
                    next_constant += 1;
                    literal.extend(units);
                }
                unit => literal.push(unit),
            }
        }
        if !literal.is_empty() {
            pieces.push((text, Operand::Static(self.t.text(&literal)?)));
        }
        Ok(Some(pieces))
    }
}

impl Translator<'_> {
    /// The class of a lambda.
    fn lambda_class(
        &mut self,
        mut lambda: Lambda,
        interfaces: Vec<ClassId>,
        around: ClassId,
    ) -> Result<ClassId, TranslateError> {
        let number = self.lambdas.len();
        let field = |(i, desc): (usize, &String)| Field {
            flags: flags::FINAL,
            name: format!("arg{i}"),
            desc: desc.clone(),
            ..Field::default()
        };
        let file = ClassFile {
            name: format!("{}$$Lambda{number}", self.world.name(around)),
            superclass: Some(OBJECT.to_owned()),
            interfaces: interfaces.iter().map(|&interface| self.world.name(interface).to_owned()).collect(),
            fields: lambda.captured.iter().enumerate().map(field).collect(),
            // Its body is not looked for here.
            methods: vec![Method {
                flags: flags::PUBLIC,
                name: lambda.name.clone(),
                desc: lambda.erased.clone(),
                ..Method::default()
            }],
            flags: flags::FINAL | flags::SYNTHETIC,
            ..ClassFile::default()
        };
        let root = self.world.load(OBJECT)?;
        lambda.class = self.world.add_synthetic(file, root, interfaces);
        let class = lambda.class;
        self.lambdas.push(lambda);
        self.instantiate(class);
        Ok(class)
    }

    /// The function that a call of a lambda's own method runs.
    pub(super) fn lambda_method(&mut self, class: ClassId, call: &Call, from: FuncId) -> Option<FuncId> {
        // Classes have ascending numbers.
        let number = self.lambdas.binary_search_by_key(&class, |lambda| lambda.class).ok()?;
        let lambda = &self.lambdas[number];
        if lambda.name != call.name || (lambda.erased != call.desc && lambda.instantiated != call.desc) {
            return None;
        }
        let types = signature(&call.desc).ok()?;
        let name = format!("{}.{}", dotted(self.world.name(class)), lambda.name);
        let params =
            std::iter::once(Ty::AnyRef).chain(types.params.iter().map(|p| kind_ty(kind(p)))).collect();
        let ret = types.ret.as_deref().map(|ret| kind_ty(kind(ret)));
        Some(self.function(FuncKey::Lambda(number as u32, call.phase), from, |_| (name, params, ret)))
    }

    /// What a lambda does: its captured values and its arguments, as the handle wants them.
    pub(super) fn lambda_body(
        &mut self,
        number: u32,
        phase: Phase,
        func: FuncId,
    ) -> Result<Function, TranslateError> {
        let lambda = self.lambdas[number as usize].clone();
        let decl = &self.program.functions[func.index()];
        let params: Vec<Ty> = decl.regs.iter().take(decl.params as usize).map(|reg| reg.ty).collect();
        let mut out = Builder::new(decl.name.clone(), &params, decl.ret);
        let wrong = |e| TranslateError::Method("a lambda".to_owned(), e);
        let (erased, here) =
            (signature(&lambda.erased).map_err(wrong)?, signature(&lambda.instantiated).map_err(wrong)?);
        let mut given: Vec<(String, String, Operand)> = Vec::new();
        let first = self.world.class(lambda.class).layout.len() - lambda.captured.len();
        for (i, desc) in lambda.captured.iter().enumerate() {
            let dst = out.temp(kind(desc));
            let field = (first + i) as u32;
            let place = Place::Field { obj: Operand::Reg(Reg(0)), class: lambda.class, field };
            out.emit(Instr::Fixed { dst, place });
            given.push((desc.clone(), desc.clone(), Operand::Reg(dst)));
        }
        for (i, desc) in erased.params.iter().enumerate() {
            let exact = here.params.get(i).unwrap_or(desc).clone();
            let value = Operand::Reg(Reg(i as u16 + 1));
            // What was put in unchecked is seen here to be something else.
            if exact != *desc
                && exact.starts_with('L')
                && let Ok(class) = self.world.load(class_of(&exact))
            {
                out.emit(Instr::CheckCast { obj: value, class });
            }
            given.push((desc.clone(), exact, value));
        }
        let site = Site { func, phase };
        let result = self.call_handle(&mut out, site, &lambda.handle, &given)?;
        let value = match (erased.ret, result) {
            (None, _) => None,
            (Some(wanted), Some((desc, operand))) => {
                let exact = here.ret.as_deref().unwrap_or(&wanted).to_owned();
                Some(self.adapt(&mut out, site, &desc, &exact, &wanted, operand)?)
            }
            (Some(wanted), None) => {
                Some(if kind(&wanted) == Kind::Ref { Operand::Null } else { Operand::Int(0) })
            }
        };
        out.emit(Instr::Return { value });
        Ok(out.finish_plain())
    }

    /// Calls what a handle says with values, each with its descriptor and what it is known to be.
    pub(super) fn call_handle(
        &mut self,
        out: &mut Builder,
        site: Site,
        handle: &Handle,
        given: &[(String, String, Operand)],
    ) -> Result<Option<(String, Operand)>, TranslateError> {
        let member = &handle.member;
        let wrong = |e| TranslateError::Method("a lambda".to_owned(), e);
        let types = signature(&member.desc).map_err(wrong)?;
        let class = self.world.load(&member.class);
        let method =
            class.as_ref().ok().and_then(|&class| self.world.resolve(class, &member.name, &member.desc));
        let (Ok(class), Some(method)) = (class, method) else {
            let refusal = self.refusal(
                &format!("{}.{}, which is not there", dotted(&member.class), member.name),
                site.func,
            );
            out.emit(refusal);
            return Ok(types.ret.map(|ret| {
                let none = if kind(&ret) == Kind::Ref { Operand::Null } else { Operand::Int(0) };
                (ret, none)
            }));
        };
        let receiver = format!("L{};", member.class);
        let has_receiver = matches!(handle.kind, HandleKind::Virtual | HandleKind::Special);
        let wanted: Vec<String> = has_receiver
            .then_some(receiver.clone())
            .into_iter()
            .chain(types.params.iter().cloned())
            .collect();
        let mut args = Vec::new();
        if handle.kind == HandleKind::New {
            self.guard(out, class, site.phase, site.func);
            self.instantiate(class);
            let (dst, shape) = (out.temp(Kind::Ref), self.instance_shape(class));
            out.emit(Instr::New { dst, shape, arg: Operand::Int(0) });
            args.push(Operand::Reg(dst));
        }
        for (wanted, (from, exact, operand)) in wanted.iter().zip(given) {
            args.push(self.adapt(out, site, from, exact, wanted, *operand)?);
        }
        let new = args.first().copied();
        let dst = types.ret.as_deref().map(|ret| out.temp(kind(ret)));
        let args = args.into_boxed_slice();
        let exact = self.world.method(method).flags & flags::PRIVATE != 0;
        match handle.kind {
            HandleKind::Virtual if !exact => {
                let selector = self.called(&member.name, &member.desc, class, site.phase, site.func);
                out.emit(Instr::CallVirtual { dst, selector, args });
            }
            HandleKind::Field => {
                let refusal = self.refusal("a method reference to a field", site.func);
                out.emit(refusal);
            }
            HandleKind::Static | HandleKind::Special | HandleKind::New | HandleKind::Virtual => {
                match handle.kind {
                    HandleKind::Static => self.guard(out, method.class, site.phase, site.func),
                    HandleKind::Virtual => {
                        args.first().into_iter().for_each(|&receiver| out.check_null(receiver))
                    }
                    _ => {}
                }
                let func = self.method_function(method, site.phase, site.func);
                out.emit(Instr::Call { dst, func, args });
            }
        }
        Ok(match (handle.kind, types.ret, dst) {
            (HandleKind::New, _, _) => new.map(|new| (receiver, new)),
            (_, Some(ret), Some(dst)) => Some((ret, Operand::Reg(dst))),
            _ => None,
        })
    }

    /// A value of type `from`, known to be of type `exact`, as one of type `to`: boxed, unboxed or widened.
    pub(super) fn adapt(
        &mut self,
        out: &mut Builder,
        site: Site,
        from: &str,
        exact: &str,
        to: &str,
        value: Operand,
    ) -> Result<Operand, TranslateError> {
        match (kind(from) == Kind::Ref, kind(to) == Kind::Ref) {
            (true, true) => Ok(value),
            (false, false) => Ok(widen(out, kind(from), kind(to), value)),
            (false, true) => {
                let boxed = BOXES.iter().find(|(_, desc, _)| *desc == from);
                let Some((class, desc, _)) = boxed else { return Ok(value) };
                let dst = out.temp(Kind::Ref);
                let desc = format!("({desc})L{class};");
                self.emit_static(out, site, class, "valueOf", &desc, &[value], Some(dst))?;
                Ok(Operand::Reg(dst))
            }
            (true, false) => {
                // The exact type says what is in the box; if it does not, the wanted one does.
                let boxed = BOXES.iter().find(|(class, _, _)| class_of(exact) == *class);
                let boxed = boxed.or_else(|| BOXES.iter().find(|(_, desc, _)| *desc == to));
                let Some((class, desc, method)) = boxed else { return Ok(value) };
                let class = self.world.load(class)?;
                let found = self.world.own_method(class, method, &format!("(){desc}"));
                let found = found.expect("[commute internal bug] boxes have their methods");
                let func = self.method_function(found, site.phase, site.func);
                let dst = out.temp(kind(desc));
                out.check_null(value);
                out.emit(Instr::Call { dst: Some(dst), func, args: Box::new([value]) });
                Ok(widen(out, kind(desc), kind(to), Operand::Reg(dst)))
            }
        }
    }

    /// Calls a method that is there.
    #[expect(clippy::too_many_arguments, reason = "the parts of a call")]
    pub(super) fn emit_static(
        &mut self,
        out: &mut Builder,
        site: Site,
        class: &str,
        name: &str,
        desc: &str,
        args: &[Operand],
        dst: Option<Reg>,
    ) -> Result<(), TranslateError> {
        let class = self.world.load(class)?;
        let method = self.world.resolve(class, name, desc);
        let method = method.expect("[commute internal bug] a method of the library is there");
        self.guard(out, method.class, site.phase, site.func);
        let func = self.method_function(method, site.phase, site.func);
        out.emit(Instr::Call { dst, func, args: args.to_vec().into_boxed_slice() });
        Ok(())
    }

    /// Joins values with a `StringBuilder` that nobody else sees; nothing of it is a step of its own.
    pub(super) fn emit_concat(
        &mut self,
        out: &mut Builder,
        site: Site,
        pieces: &[(String, Operand)],
        result: Reg,
    ) -> Result<(), TranslateError> {
        const BUILDER: &str = "java/lang/StringBuilder";
        let class = self.world.load(BUILDER)?;
        self.guard(out, class, site.phase, site.func);
        self.instantiate(class);
        let (shape, builder) = (self.instance_shape(class), out.temp(Kind::Ref));
        out.emit(Instr::AtomicBegin);
        out.emit(Instr::New { dst: builder, shape, arg: Operand::Int(0) });
        let builder = Operand::Reg(builder);
        self.emit_static(out, site, BUILDER, "<init>", "()V", &[builder], None)?;
        for (desc, operand) in pieces {
            let desc = format!("({desc})L{BUILDER};");
            self.emit_static(out, site, BUILDER, "append", &desc, &[builder, *operand], None)?;
        }
        self.emit_static(out, site, BUILDER, "toString", "()Ljava/lang/String;", &[builder], Some(result))?;
        out.emit(Instr::AtomicEnd);
        Ok(())
    }
}

/// The further interfaces of a lambda: what follows the first three arguments of `altMetafactory`.
fn markers(rest: &[Loadable]) -> Vec<String> {
    let Some(Loadable::Int(flags)) = rest.first() else { return Vec::new() };
    let serializable = (flags & 1 != 0).then(|| "java/io/Serializable".to_owned());
    let count = match rest.get(1) {
        Some(Loadable::Int(count)) if flags & 2 != 0 => usize::try_from(*count).unwrap_or(0),
        _ => 0,
    };
    let named = rest.iter().skip(2).take(count).filter_map(|marker| match marker {
        Loadable::Class(name) => Some(name.clone()),
        _ => None,
    });
    serializable.into_iter().chain(named).collect()
}

fn widen(out: &mut Builder, from: Kind, to: Kind, value: Operand) -> Operand {
    let num = |kind| match kind {
        Kind::Long => NumTy::I64,
        Kind::Float => NumTy::F32,
        Kind::Double => NumTy::F64,
        Kind::Int | Kind::Ref => NumTy::I32,
    };
    if from == to {
        return value;
    }
    let dst = out.temp(to);
    out.emit(Instr::Convert { dst, conv: Conversion::Num { from: num(from), to: num(to) }, a: value });
    Operand::Reg(dst)
}
