//! What object streams know of a class: an instance of our `ObjectStreamClass` for each, which exists from the start. It has the fields
//! in the order of the stream, and numbers of what the stream calls.

use super::builder::Builder;
use super::class_queries::{Answer, PRIMITIVES, component_name};
use super::dynamic::BOXES;
use super::intrinsics::Site;
use super::members::{Case, Dispatch, MemberKey};
use super::serial_version;
use super::{FuncKey, Phase, TranslateError, Translator};
use crate::classfile::{ClassFile, Kind, Loadable, flags};
use crate::library::Origin;
use crate::world::LoadError;
use commute_ir::{ClassId, FuncId, Function, Instr, Operand, StaticId};
use std::sync::Arc;

/// The question of the form of a class in object streams.
pub const SERIAL_FORM: &str = "serialForm";

const DESCRIPTION: &str = "java/io/ObjectStreamClass";
const FIELD: &str = "java/io/ObjectStreamField";
const TRANSIENT: u16 = 0x0080;
const THROWABLE: &str = "java/lang/Throwable";
/// The classes of ours that streams may have.
const OURS: [&str; 2] = [THROWABLE, "java/rmi/server/StubForm"];
/// Classes that streams have in a way of their own.
const WITHOUT_FIELDS: [&str; 2] = ["java/lang/String", "java/lang/Class"];
/// The fields that streams have of it, whatever our class has.
const OF_THROWABLE: [(&str, &str); 4] = [
    ("cause", "Ljava/lang/Throwable;"),
    ("detailMessage", "Ljava/lang/String;"),
    ("stackTrace", "[Ljava/lang/StackTraceElement;"),
    ("suppressedExceptions", "Ljava/util/List;"),
];
const VERSION_OF_THROWABLE: i64 = -3_042_686_055_658_047_285;

/// A field of a form: its name and descriptor, and its place in the file if it is one of the class.
type FormField = (String, String, Option<usize>);

/// What is said of a class, by the names of the fields of a description.
#[derive(Default)]
struct Form {
    set: Vec<(&'static str, Operand)>,
}

impl Form {
    fn flag(&mut self, name: &'static str, holds: bool) {
        self.set.push((name, Operand::Int(i64::from(holds))));
    }
}

impl Translator<'_> {
    /// The form of a class, if it is known: those of the program, and others once they were asked for.
    pub(super) fn serial_form(&mut self, name: &str) -> Result<Option<StaticId>, LoadError> {
        // One that was not known may be later: of more classes members are told then.
        if let Some(&known) = self.statics.members.forms.get(name) {
            return Ok(Some(known));
        }
        let form = match name.starts_with('[') || PRIMITIVES.contains(&name) {
            true => Some(self.form_without_fields(name)?),
            false => self.form_of_class(name)?,
        };
        if let Some(form) = form {
            self.statics.members.forms.insert(name.to_owned(), form);
        }
        Ok(form)
    }

    fn form_of_class(&mut self, name: &str) -> Result<Option<StaticId>, LoadError> {
        let Ok(class) = self.world.load(name) else { return Ok(None) };
        if !self.is_above(class, "java/io/Serializable") {
            return self.form_without_fields(name).map(Some);
        }
        self.find_told();
        let is_simple = BOXES.iter().any(|(of, ..)| *of == name)
            || WITHOUT_FIELDS.contains(&name)
            || ["java/lang/Number", "java/lang/Enum"].contains(&name);
        if !self.has_serial_form(class) || !is_simple && !self.tells_members(name) {
            return Ok(None);
        }
        let file = self.world.class(class).file.clone();
        let Some(version) = self.serial_version(class, &file) else { return Ok(None) };
        self.form_with_fields(class, &file, version).map(Some)
    }

    /// Whether a form can be told: not if the class says by a value what it has, nor if ours stands for the JDK's.
    pub(super) fn has_serial_form(&mut self, class: ClassId) -> bool {
        let mut at = Some(class);
        while let Some(own) = at.filter(|&own| self.is_above(own, "java/io/Serializable")) {
            let file = self.world.class(own).file.clone();
            let is_ours = self.origin(own) == Origin::Model && !OURS.contains(&file.name.as_str());
            let says = file.fields.iter().any(|field| field.name == "serialPersistentFields");
            if is_ours || says && !WITHOUT_FIELDS.contains(&file.name.as_str()) {
                return false;
            }
            at = self.world.class(own).superclass;
        }
        !self.world.name(class).contains("$$")
    }

    fn is_above(&mut self, class: ClassId, name: &str) -> bool {
        let above = self.world.load(name);
        above.is_ok_and(|above| self.world.is_subclass(class, above))
    }

    /// The number that tells versions of a class apart.
    fn serial_version(&mut self, class: ClassId, file: &ClassFile) -> Option<i64> {
        if self.is_above(class, "java/lang/Enum") {
            return Some(0);
        }
        let both = flags::STATIC | flags::FINAL;
        let is_declared = |name: &str, of: u16| name == "serialVersionUID" && of & both == both;
        match file.fields.iter().find(|field| is_declared(&field.name, field.flags)) {
            _ if file.name == THROWABLE => Some(VERSION_OF_THROWABLE),
            // Versions of records are told apart by their components.
            None if is_record(file) => Some(0),
            None => match self.answer(&file.name, "getModifiers") {
                Answer::Number(modifiers) => Some(serial_version::computed(file, modifiers as u16)),
                _ => None,
            },
            Some(field) => match field.constant {
                Some(Loadable::Long(version)) => Some(version),
                Some(Loadable::Int(version)) => Some(i64::from(version)),
                _ => None,
            },
        }
    }

    /// Arrays, and what streams cannot have.
    fn form_without_fields(&mut self, name: &str) -> Result<StaticId, LoadError> {
        let mut form = Form::default();
        form.flag("serializable", name.starts_with('['));
        if let (true, Answer::Number(modifiers)) = (name.starts_with('['), self.answer(name, "getModifiers"))
        {
            form.set.push(("suid", Operand::Int(serial_version::of_array(name, modifiers as u16))));
        }
        let problem = Operand::Static(self.text_of("no valid constructor")?);
        form.set.push(("problem", problem));
        form.set.push(("fields", self.no_fields(FIELD)?));
        self.description(name, form)
    }

    fn no_fields(&mut self, of: &str) -> Result<Operand, LoadError> {
        let shape = self.array_shape(&format!("[L{of};"))?;
        Ok(Operand::Static(self.add_table("no fields", shape, Vec::new())))
    }

    fn description(&mut self, name: &str, mut form: Form) -> Result<StaticId, LoadError> {
        form.set.push(("cl", Operand::Static(self.class_object(name)?)));
        form.set.push(("name", Operand::Static(self.text_of(&crate::descriptor::dotted(name))?)));
        form.flag("initialized", true);
        form.flag("isLocal", true);
        let class = self.world.load(DESCRIPTION)?;
        let shown = format!("form of {}", crate::descriptor::dotted(name));
        Ok(self.static_instance(class, shown, |own| {
            form.set.iter().find(|(name, _)| *name == own).map(|(_, value)| *value)
        }))
    }

    fn form_with_fields(
        &mut self,
        class: ClassId,
        file: &Arc<ClassFile>,
        version: i64,
    ) -> Result<StaticId, LoadError> {
        let mut form = Form::default();
        let is_enum = self.is_above(class, "java/lang/Enum");
        let is_externalizable = self.is_above(class, "java/io/Externalizable");
        let is_record = is_record(file);
        form.flag("serializable", true);
        form.flag("isEnum", is_enum);
        form.flag("isRecord", is_record);
        form.flag("externalizable", is_externalizable);
        form.set.push(("suid", Operand::Int(version)));
        let above = self.world.class(class).superclass.map(|above| self.world.name(above).to_owned());
        if let Some(above) = above.filter(|_| self.is_superclass_serializable(class)) {
            self.statics.members.told.insert(above.clone());
            let above = self.serial_form(&above)?;
            form.set.extend(above.map(|above| ("superDesc", Operand::Static(above))));
        }
        // What writes itself has no fields in the stream, but as a record.
        let writes_itself = is_enum || is_externalizable && !is_record;
        let all = if writes_itself { Vec::new() } else { form_fields(file) };
        let (fields, sizes) = self.form_field_objects(file, &all)?;
        form.set.extend([("fields", fields), ("primDataSize", sizes[0]), ("numObjFields", sizes[1])]);
        if is_record {
            self.add_record(&mut form, file)?;
        } else if !is_enum {
            self.add_maker(&mut form, class, is_externalizable)?;
        }
        if is_enum {
            form.set.push(("problem", Operand::Static(self.text_of("enum type")?)));
        } else {
            self.add_hooks(&mut form, class, file, is_externalizable || is_record);
        }
        self.description(&file.name, form)
    }

    fn is_superclass_serializable(&mut self, class: ClassId) -> bool {
        let above = self.world.class(class).superclass;
        above.is_some_and(|above| self.is_above(above, "java/io/Serializable"))
    }

    /// The fields as objects, and the sizes of their data: bytes of primitive ones, number of others.
    fn form_field_objects(
        &mut self,
        file: &Arc<ClassFile>,
        all: &[FormField],
    ) -> Result<(Operand, [Operand; 2]), LoadError> {
        let (mut objects, mut sizes) = (Vec::new(), [0, 0]);
        for (name, desc, index) in all {
            let size = size(desc);
            let kind = usize::from(size == 0);
            let offset = Operand::Int(sizes[kind]);
            sizes[kind] += size.max(1);
            let field = match index {
                Some(index) => Operand::Static(self.field_object(file, *index)?),
                None => Operand::Null,
            };
            let own = Operand::Static(self.text_of(name)?);
            let signature = Operand::Static(self.text_of(desc)?);
            let ty = Operand::Static(self.class_object(&component_name(desc))?);
            let class = self.world.load(FIELD)?;
            objects.push(Operand::Static(self.static_instance(class, format!("form of {name}"), |set| {
                match set {
                    "name" => Some(own),
                    "signature" => Some(signature),
                    "type" => Some(ty),
                    "field" => Some(field),
                    "offset" => Some(offset),
                    _ => None,
                }
            })));
        }
        let shape = self.array_shape(&format!("[L{FIELD};"))?;
        let array = self.add_table(&format!("fields of {}", file.name), shape, objects);
        Ok((Operand::Static(array), sizes.map(Operand::Int)))
    }

    /// The constructor of a record, and the order of its parameters.
    fn add_record(&mut self, form: &mut Form, file: &Arc<ClassFile>) -> Result<(), LoadError> {
        let is_component = |of: u16| of & flags::STATIC == 0;
        let fields = file.fields.iter().enumerate().filter(|(_, field)| is_component(field.flags));
        let all: Vec<FormField> =
            fields.map(|(index, field)| (field.name.clone(), field.desc.clone(), Some(index))).collect();
        let desc = format!("({})V", all.iter().map(|(_, desc, _)| desc.as_str()).collect::<String>());
        let made = file.methods.iter().position(|method| method.name == "<init>" && method.desc == desc);
        if let Some(index) = made {
            form.set.push(("canonical", self.hook(file, index)));
        }
        form.set.push(("components", self.form_field_objects(file, &all)?.0));
        Ok(())
    }

    /// How instances are made: the first class above that is not serializable is constructed.
    fn add_maker(
        &mut self,
        form: &mut Form,
        class: ClassId,
        is_externalizable: bool,
    ) -> Result<(), LoadError> {
        let mut at = Some(class);
        while let Some(own) =
            at.filter(|&own| !is_externalizable && self.is_above(own, "java/io/Serializable"))
        {
            at = self.world.class(own).superclass;
        }
        let made = at.and_then(|at| self.world.own_method(at, "<init>", "()V")).filter(|&method| {
            let access = self.world.method(method).flags;
            let package =
                |of: ClassId| self.world.name(of).rsplit_once('/').map(|(package, _)| package.to_owned());
            access & flags::PUBLIC != 0
                || !is_externalizable
                    && (access & flags::PROTECTED != 0
                        || access & flags::PRIVATE == 0 && package(method.class) == package(class))
        });
        let is_abstract = self.world.class(class).file.flags & flags::ABSTRACT != 0;
        match made {
            Some(method) if !is_abstract => {
                let name = self.world.name(class).to_owned();
                self.class_object(&name)?;
                let number =
                    self.class_names().iter().position(|own| *own == name).unwrap_or_default() as u32 + 1;
                let from = self.world.name(method.class).to_owned();
                self.statics.members.allocated.insert(number, (name, from));
                form.set.push(("maker", Operand::Int(i64::from(number))));
            }
            _ => form.set.push(("problem", Operand::Static(self.text_of("no valid constructor")?))),
        }
        Ok(())
    }

    /// The methods that a class has for streams.
    fn add_hooks(
        &mut self,
        form: &mut Form,
        class: ClassId,
        file: &Arc<ClassFile>,
        has_only_replacements: bool,
    ) {
        let own = [
            ("writeObject", "(Ljava/io/ObjectOutputStream;)V"),
            ("readObject", "(Ljava/io/ObjectInputStream;)V"),
            ("readObjectNoData", "()V"),
        ];
        for (name, desc) in own.into_iter().filter(|_| !has_only_replacements) {
            let found = file.methods.iter().position(|method| {
                let access = method.flags & (flags::PRIVATE | flags::STATIC);
                method.name == name && method.desc == desc && access == flags::PRIVATE
            });
            if let Some(index) = found {
                if name == "writeObject" {
                    form.flag("hasWriteObjectData", true);
                }
                form.set.push((name, self.hook(file, index)));
            }
        }
        for name in ["writeReplace", "readResolve"] {
            if let Some((of, index)) = self.inherited_hook(class, name) {
                form.set.push((name, self.hook(&of, index)));
            }
        }
    }

    /// A method that replaces instances, of a class or one above, if the class has access to it.
    fn inherited_hook(&mut self, class: ClassId, name: &str) -> Option<(Arc<ClassFile>, usize)> {
        let mut at = Some(class);
        while let Some(own) = at {
            let file = self.world.class(own).file.clone();
            let found = file
                .methods
                .iter()
                .position(|method| method.name == name && method.desc == "()Ljava/lang/Object;");
            if let Some(index) = found {
                let access = file.methods[index].flags;
                let package =
                    |of: ClassId| self.world.name(of).rsplit_once('/').map(|(package, _)| package.to_owned());
                let is_seen = access & (flags::PUBLIC | flags::PROTECTED) != 0
                    || access & flags::PRIVATE != 0 && own == class
                    || access & flags::PRIVATE == 0 && package(own) == package(class);
                let is_method = access & (flags::STATIC | flags::ABSTRACT) == 0;
                return (is_seen && is_method).then_some((file, index));
            }
            at = self.world.class(own).superclass;
        }
        None
    }

    /// What a stream calls: its number plus one.
    fn hook(&mut self, file: &Arc<ClassFile>, index: usize) -> Operand {
        let key = MemberKey { class: file.name.clone(), is_field: false, index: index as u32 };
        let number = self.statics.members.number(&key);
        self.statics.members.hooks.insert(key);
        Operand::Int(i64::from(number) + 1)
    }

    pub(super) fn allocated_cases(&mut self, phase: Phase, func: FuncId) -> Vec<(i64, Case)> {
        let all = self.statics.members.allocated.clone();
        let cases = all.into_iter().map(|(number, (name, _))| {
            let (params, ret) = Dispatch::Allocate.types();
            let key = FuncKey::Allocated(name, phase);
            let made = self.function(key, func, |_| ("readObject".to_owned(), params, ret));
            (i64::from(number), Case::Call(made))
        });
        cases.collect()
    }

    /// Makes an instance of which only what is above the serializable classes is constructed.
    pub(super) fn allocated_body(
        &mut self,
        name: &str,
        phase: Phase,
        func: FuncId,
    ) -> Result<Function, TranslateError> {
        let (params, ret) = Dispatch::Allocate.types();
        let mut out = Builder::new("readObject".to_owned(), &params, ret);
        let class = self.world.load(name)?;
        let site = Site { func, phase };
        self.guard(&mut out, class, site.phase, site.func);
        self.instantiate(class);
        let (dst, shape) = (out.temp(Kind::Ref), self.instance_shape(class));
        out.emit(Instr::New { dst, shape, arg: Operand::Int(0) });
        let from = self.statics.members.allocated.values().find(|(own, _)| own == name).cloned();
        let from = from.map(|(_, from)| from).unwrap_or_default();
        let above = self.world.load(&from)?;
        if let Some(method) = self.world.own_method(above, "<init>", "()V").filter(|_| from != super::OBJECT)
        {
            let constructor = self.method_function(method, phase, func);
            out.emit(Instr::Call { dst: None, func: constructor, args: Box::new([Operand::Reg(dst)]) });
        }
        out.emit(Instr::Return { value: Some(Operand::Reg(dst)) });
        Ok(out.finish_plain())
    }
}

fn is_record(file: &ClassFile) -> bool {
    file.is_record && file.superclass.as_deref() == Some("java/lang/Record")
}

/// The fields that a stream has of a class: primitive ones first, then by name.
fn form_fields(file: &ClassFile) -> Vec<FormField> {
    if file.name == THROWABLE {
        return OF_THROWABLE
            .iter()
            .map(|(name, desc)| ((*name).to_owned(), (*desc).to_owned(), None))
            .collect();
    }
    if WITHOUT_FIELDS.contains(&file.name.as_str()) {
        return Vec::new();
    }
    let fields = file.fields.iter().enumerate();
    let kept = fields.filter(|(_, field)| field.flags & (flags::STATIC | TRANSIENT) == 0);
    let mut all: Vec<FormField> =
        kept.map(|(index, field)| (field.name.clone(), field.desc.clone(), Some(index))).collect();
    all.sort_by_key(|(name, desc, _)| (size(desc) == 0, name.encode_utf16().collect::<Vec<u16>>()));
    all
}

/// How many bytes a primitive value has in a stream; none for others.
fn size(desc: &str) -> i64 {
    match desc {
        "Z" | "B" => 1,
        "C" | "S" => 2,
        "I" | "F" => 4,
        "J" | "D" => 8,
        _ => 0,
    }
}
