//! What exists from the start: texts, class objects, static fields, the main thread.

use super::ahead::Told;
use super::class_queries::{NUMBER, Tables};
use super::hosted::Shown;
use super::members::Members;
use super::unsafe_ops::array_constant;
use super::{CLASS, STRING, THREAD, Translator};
use crate::classfile::{Loadable, flags};
use crate::descriptor::{dotted, ty};
use crate::world::LoadError;
use commute_base::Span;
use commute_ir::{ClassId, Global, GlobalId, Operand, ShapeId, StaticId, StaticObject};
use std::collections::HashMap;

/// What has been made so far.
#[derive(Default)]
pub struct Statics {
    texts: HashMap<Vec<u16>, StaticId>,
    /// The array of all of them, if somebody wants it.
    literals: Option<StaticId>,
    classes: HashMap<String, StaticId>,
    fields: HashMap<(ClassId, u32), GlobalId>,
    consoles: HashMap<&'static str, StaticId>,
    main_thread: Option<StaticId>,
    /// The variables of objects that have names for properties.
    named: HashMap<String, GlobalId>,
    /// Whether an initialiser asks for the thread that runs it.
    pub main_is_seen: bool,
    /// The tables of what classes are asked.
    pub queries: Tables,
    /// The names of the classes that have objects, in the order of their numbers, from 1 on.
    class_names: Vec<String>,
    /// The objects of the JVM that are here, and those of them that are not filled in.
    pub hosted: Shown,
    pub unfilled: Vec<u32>,
    /// The kinds of arrays by descriptor.
    pub array_shapes: HashMap<String, ShapeId>,
    /// The members that reflection knows.
    pub members: Members,
    /// What classes say of their members, by question and class.
    pub shown_members: HashMap<(&'static str, String), Operand>,
}

/// The fields of `System` that the machine sets, and the classes of what they refer to.
const CONSOLES: [(&str, &str); 3] =
    [("out", "commute/rt/Console"), ("err", "commute/rt/Console"), ("in", "commute/rt/Keyboard")];

/// What depends on the system: it is one like Unix, as the separator of lines says too.
fn given(class: &str, field: &str) -> Option<&'static str> {
    match (class, field) {
        ("java/io/File", "separator" | "separatorChar") => Some("/"),
        ("java/io/File", "pathSeparator" | "pathSeparatorChar") => Some(":"),
        _ => None,
    }
}

impl Translator<'_> {
    /// An array that reflection looks into. It belongs to the library, as its name says.
    pub(super) fn add_table(&mut self, what: &str, shape: ShapeId, data: Vec<Operand>) -> StaticId {
        self.add_static(format!("java.lang.reflect.{what}"), shape, data)
    }

    /// An array with this descriptor that was there before the program began.
    pub(super) fn add_array(&mut self, desc: &str, shape: ShapeId) -> StaticId {
        let element = desc.trim_start_matches('[').trim_start_matches('L').trim_end_matches(';');
        self.add_static(format!("array of {}", dotted(element)), shape, Vec::new())
    }

    pub(super) fn add_static(&mut self, name: String, shape: ShapeId, data: Vec<Operand>) -> StaticId {
        self.program.statics.push(StaticObject {
            name,
            shape,
            data,
            process: None,
            annotations: Vec::new(),
            span: Span::default(),
        });
        StaticId::new(self.program.statics.len() - 1)
    }

    /// An instance of `class` that exists from the start; `set` gives the values of some fields.
    pub(super) fn static_instance(
        &mut self,
        class: ClassId,
        name: String,
        set: impl Fn(&str) -> Option<Operand>,
    ) -> StaticId {
        let zero = |desc: &str| if ty(desc).is_ref() { Operand::Null } else { Operand::Int(0) };
        let layout = &self.world.class(class).layout;
        let data = layout.iter().map(|slot| set(&slot.name).unwrap_or_else(|| zero(&slot.desc))).collect();
        let shape = self.instance_shape(class);
        self.instantiate(class);
        self.add_static(name, shape, data)
    }

    /// An instance whose fields will be filled in.
    pub(super) fn instance_of_nothing(&mut self, class: ClassId, name: String) -> StaticId {
        self.static_instance(class, name, |_| None)
    }

    /// A text. Equal texts are one object, as Java has it for literals.
    pub(super) fn text(&mut self, units: &[u16]) -> Result<StaticId, LoadError> {
        if let Some(&known) = self.statics.texts.get(units) {
            return Ok(known);
        }
        let text = self.other_text(units)?;
        self.statics.texts.insert(units.to_vec(), text);
        Ok(text)
    }

    /// A text that is an object of its own.
    pub(super) fn other_text(&mut self, units: &[u16]) -> Result<StaticId, LoadError> {
        let shown = String::from_utf16_lossy(units);
        let wide = units.iter().any(|&unit| unit > 0xff);
        let bytes = |unit: &u16| if wide { unit.to_le_bytes().to_vec() } else { vec![*unit as u8] };
        let data = units.iter().flat_map(bytes).map(|byte| Operand::Int(i64::from(byte as i8))).collect();
        let shape = self.array_shape("[B")?;
        let bytes = self.add_static(format!("bytes of {shown:?}"), shape, data);
        let class = self.world.load(STRING)?;
        Ok(self.static_instance(class, format!("{shown:?}"), |field| match field {
            "value" => Some(Operand::Static(bytes)),
            "coder" => Some(Operand::Int(i64::from(wide))),
            _ => None,
        }))
    }

    /// All texts that are literals.
    pub(super) fn text_constants(&self) -> Vec<String> {
        self.statics.texts.keys().filter_map(|units| String::from_utf16(units).ok()).collect()
    }

    /// The array of all literals, which is filled in at the end.
    pub(super) fn literals(&mut self) -> Result<StaticId, LoadError> {
        if let Some(known) = self.statics.literals {
            return Ok(known);
        }
        let shape = self.array_shape("[Ljava/lang/String;")?;
        let all = self.add_static("all literals".to_owned(), shape, Vec::new());
        self.statics.literals = Some(all);
        Ok(all)
    }

    /// An array of the names of threads that properties speak of.
    pub(super) fn thread_name_texts(&mut self) -> Result<StaticId, LoadError> {
        let shape = self.array_shape("[Ljava/lang/String;")?;
        let names = self.thread_names.clone();
        let texts: Result<Vec<Operand>, LoadError> =
            names.iter().map(|name| Ok(Operand::Static(self.text_of(name)?))).collect();
        Ok(self.add_static("names of threads".to_owned(), shape, texts?))
    }

    /// The array of the arguments of `main`.
    pub(super) fn argument_texts(&mut self) -> Result<StaticId, LoadError> {
        let shape = self.array_shape("[Ljava/lang/String;")?;
        let arguments = self.arguments.clone();
        let texts: Result<Vec<Operand>, LoadError> =
            arguments.iter().map(|text| Ok(Operand::Static(self.text_of(text)?))).collect();
        Ok(self.add_static("arguments".to_owned(), shape, texts?))
    }

    /// Fills it in: there are no more texts.
    pub(super) fn fill_literals(&mut self) {
        let Some(all) = self.statics.literals else { return };
        let mut texts: Vec<StaticId> = self.statics.texts.values().copied().collect();
        texts.sort_unstable();
        self.program.statics[all.index()].data = texts.into_iter().map(Operand::Static).collect();
    }

    /// A text from one of ours.
    pub(super) fn text_of(&mut self, text: &str) -> Result<StaticId, LoadError> {
        self.text(&text.encode_utf16().collect::<Vec<_>>())
    }

    /// The object that stands for a class, such as `java/lang/String` or `[I`.
    pub(super) fn class_object(&mut self, name: &str) -> Result<StaticId, LoadError> {
        if let Some(&known) = self.statics.classes.get(name) {
            return Ok(known);
        }
        let class = self.world.load(CLASS)?;
        let number = self.statics.class_names.len() as i64 + 1;
        let object = self.static_instance(class, format!("{}.class", dotted(name)), |field| {
            (field == NUMBER).then_some(Operand::Int(number))
        });
        self.statics.classes.insert(name.to_owned(), object);
        self.statics.class_names.push(name.to_owned());
        Ok(object)
    }

    /// The names of the classes that have objects, in the order of their numbers, from 1 on.
    pub(super) fn class_names(&self) -> &[String] {
        &self.statics.class_names
    }

    /// All objects of classes, by name.
    pub(super) fn class_objects(&self) -> Vec<(String, StaticId)> {
        let mut all: Vec<_> = self.statics.classes.iter().map(|(name, &id)| (name.clone(), id)).collect();
        all.sort_unstable();
        all
    }

    /// The object of the main thread.
    pub(super) fn main_thread(&mut self) -> Result<StaticId, LoadError> {
        if let Some(known) = self.statics.main_thread {
            return Ok(known);
        }
        let class = self.world.load(THREAD)?;
        let name = self.text_of("main")?;
        let main = self.static_instance(class, "main".to_owned(), |field| match field {
            "word" => Some(Operand::Int(1)),
            "name" => Some(Operand::Static(name)),
            _ => None,
        });
        self.statics.main_thread = Some(main);
        Ok(main)
    }

    /// `System.out` and the like, of which nothing but the class matters.
    fn console(&mut self, name: &str) -> Result<StaticId, LoadError> {
        if let Some(&known) = self.statics.consoles.get(name) {
            return Ok(known);
        }
        let of = CONSOLES.iter().find(|(console, _)| *console == name);
        let (name, class) = *of.expect("[commute internal bug] there are three consoles");
        let class = self.world.load(class)?;
        let object = self.static_instance(class, format!("System.{name}"), |_| None);
        self.statics.consoles.insert(name, object);
        Ok(object)
    }

    /// The only instance of a class of which nothing but the class matters.
    pub(super) fn singleton(&mut self, class: &'static str) -> Result<StaticId, LoadError> {
        if let Some(&known) = self.statics.consoles.get(class) {
            return Ok(known);
        }
        let id = self.world.load(class)?;
        let object = self.static_instance(id, dotted(class), |_| None);
        self.statics.consoles.insert(class, object);
        Ok(object)
    }

    /// The variable of a static field.
    pub(super) fn static_field(&mut self, class: ClassId, index: u32) -> Result<GlobalId, LoadError> {
        if let Some(&known) = self.statics.fields.get(&(class, index)) {
            return Ok(known);
        }
        let file = self.world.class(class).file.clone();
        let field = &file.fields[index as usize];
        let ty = ty(&field.desc);
        let init = match &field.constant {
            Some(Loadable::Int(value)) => Operand::Int(i64::from(*value)),
            Some(Loadable::Long(value)) => Operand::Int(*value),
            Some(Loadable::Float(bits)) => Operand::F32(*bits),
            Some(Loadable::Double(bits)) => Operand::F64(*bits),
            Some(Loadable::String(units)) => Operand::Static(self.text(units)?),
            _ if file.name == "java/lang/System" && CONSOLES.iter().any(|(name, _)| *name == field.name) => {
                Operand::Static(self.console(&field.name)?)
            }
            _ => self.value_before(class, index)?,
        };
        let name = format!("{}.{}", dotted(&file.name), field.name);
        let global = self.add_global(name, ty, init);
        self.statics.fields.insert((class, index), global);
        Ok(global)
    }

    /// The value that a static field without a constant has at first. Whoever reads it knows that it is the right one.
    fn value_before(&mut self, class: ClassId, index: u32) -> Result<Operand, LoadError> {
        let file = self.world.class(class).file.clone();
        let field = &file.fields[index as usize];
        let zero = if ty(&field.desc).is_ref() { Operand::Null } else { Operand::Int(0) };
        if let Some(number) = array_constant(&file.name, &field.name) {
            return Ok(Operand::Int(number));
        }
        Ok(match given(&file.name, &field.name) {
            Some(text) if zero == Operand::Null => Operand::Static(self.text_of(text)?),
            Some(text) => Operand::Int(text.bytes().next().map_or(0, i64::from)),
            None if self.is_left_out(class) && self.is_set_by_initialiser(class, index) => {
                self.static_value(class, index).unwrap_or(zero)
            }
            None => zero,
        })
    }

    /// Whether a static field has the value that Java gives it. Those of classes whose initialisers are left out may not.
    pub(super) fn static_is_known(&mut self, class: ClassId, index: u32) -> Result<(), Told> {
        let file = self.world.class(class).file.clone();
        let field = &file.fields[index as usize];
        // The machine itself sets those of `System`; and a handle is read off the code where it is used.
        let is_system = file.name == "java/lang/System";
        let given = field.constant.is_some()
            || is_system && CONSOLES.iter().any(|(name, _)| *name == field.name)
            || given(&file.name, &field.name).is_some()
            || array_constant(&file.name, &field.name).is_some()
            || self.is_handle_field(class, index);
        if given || !self.is_left_out(class) {
            return Ok(());
        }
        if is_system || !self.is_set_by_initialiser(class, index) {
            return Err(Told("it is set by what is not translated".to_owned()));
        }
        self.static_value(class, index).map(drop)
    }

    /// Whether a static field of a class that is left out has the value that the initialiser gives it until translated code changes it.
    /// The machine changes variables of classes that it uses itself.
    fn is_set_by_initialiser(&self, class: ClassId, index: u32) -> bool {
        self.is_final(class, index) || !self.is_of_the_machine(class)
    }

    /// The variable of a static field that the program uses.
    pub(super) fn known_static_field(&self, class: ClassId, index: u32) -> Option<GlobalId> {
        self.statics.fields.get(&(class, index)).copied()
    }

    /// The variable that holds the object with a name for properties.
    pub(super) fn named_object(&mut self, name: &str) -> GlobalId {
        match self.statics.named.get(name) {
            Some(&known) => known,
            None => {
                let global = self.add_global(name.to_owned(), commute_ir::Ty::AnyRef, Operand::Null);
                self.statics.named.insert(name.to_owned(), global);
                global
            }
        }
    }

    /// The same, if something has that name.
    pub(super) fn known_object(&self, name: &str) -> Option<GlobalId> {
        self.statics.named.get(name).copied()
    }

    /// A shared variable.
    pub(super) fn add_global(&mut self, name: String, ty: commute_ir::Ty, init: Operand) -> GlobalId {
        let (annotations, span) = (Vec::new(), Span::default());
        self.program.globals.push(Global { name, ty, init, process: None, annotations, span });
        GlobalId::new(self.program.globals.len() - 1)
    }

    /// Whether a static field is never written after its class is initialised.
    pub(super) fn is_final(&self, class: ClassId, index: u32) -> bool {
        self.world.class(class).file.fields[index as usize].flags & flags::FINAL != 0
    }
}
