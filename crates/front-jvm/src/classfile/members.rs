//! The parts of a class file.

use super::decode::decode;
use super::op::Op;
use super::pool::{Handle, Loadable, Pool};
use super::reader::{Malformed, Reader, malformed};
use std::sync::{Arc, OnceLock};

/// A class.
#[derive(Clone, Debug, Default)]
pub struct ClassFile {
    /// The version of the format: 61 is Java 17.
    pub version: u16,
    /// Flags.
    pub flags: u16,
    /// Its name, as `java/lang/String`.
    pub name: String,
    /// The class it extends; only `java/lang/Object` has none.
    pub superclass: Option<String>,
    /// The interfaces it implements.
    pub interfaces: Vec<String>,
    /// Its own fields.
    pub fields: Vec<Field>,
    /// Its own methods.
    pub methods: Vec<Method>,
    /// The name of the source file.
    pub source: Option<String>,
    /// Its annotations.
    pub annotations: Vec<Annotation>,
    /// Annotations of types that its declaration names.
    pub types: Vec<TypeAnnotation>,
    /// What is said of nested classes, of itself too if it is one.
    pub inner: Vec<Inner>,
    /// The class in whose code it is declared, if it is local or anonymous.
    pub enclosing: Option<String>,
    /// Whether it is declared as a record.
    pub is_record: bool,
    /// Its superclass and interfaces with their type arguments, if any has one.
    pub signature: Option<String>,
    /// Bootstrap methods and their arguments.
    pub bootstraps: Vec<(Handle, Vec<Loadable>)>,
    /// The constants.
    pub pool: Pool,
}

/// A nested class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inner {
    /// Its name.
    pub class: String,
    /// The class of which it is a member.
    pub outer: Option<String>,
    /// Its name in the source, if it has one.
    pub name: Option<String>,
    /// Flags, as declared.
    pub flags: u16,
}

/// A field.
#[derive(Clone, Debug, Default)]
pub struct Field {
    /// Flags.
    pub flags: u16,
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub desc: String,
    /// Its value, if it is a constant.
    pub constant: Option<Loadable>,
    /// Its annotations.
    pub annotations: Vec<Annotation>,
    /// Annotations of types that its declaration names.
    pub types: Vec<TypeAnnotation>,
}

/// An annotation.
#[derive(Clone, PartialEq, Debug)]
pub struct Annotation {
    /// Its type, as `Lorg/junit/Test;`.
    pub ty: String,
    /// The names and values of its elements that are texts, classes, numbers or constants of enums; of those that are lists one
    /// after another.
    pub values: Vec<(String, String)>,
    /// All its elements.
    pub elements: Vec<(String, Element)>,
    /// Whether it is kept at run time.
    pub is_visible: bool,
}

/// The value of an element of an annotation.
#[derive(Clone, PartialEq, Debug)]
pub enum Element {
    /// A number or text.
    Constant(Loadable),
    Boolean(bool),
    Char(u16),
    /// A constant of an enum: its type and name.
    Enum(String, String),
    /// A class, by its descriptor.
    Class(String),
    /// Another annotation.
    Annotation(Annotation),
    /// Several.
    Array(Vec<Element>),
}

impl Annotation {
    /// The name of its type without the package.
    pub fn name(&self) -> &str {
        self.ty.trim_end_matches(';').rsplit(['/', '$']).next().unwrap_or("").trim_start_matches('L')
    }

    /// The value of an element.
    pub fn value(&self, element: &str) -> Option<&str> {
        self.values.iter().find(|(name, _)| name == element).map(|(_, value)| value.as_str())
    }
}

/// A method.
#[derive(Clone, Debug, Default)]
pub struct Method {
    /// Flags.
    pub flags: u16,
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub desc: String,
    /// Its body.
    pub code: Option<Code>,
    /// Its annotations.
    pub annotations: Vec<Annotation>,
    /// Annotations of types that its declaration names.
    pub types: Vec<TypeAnnotation>,
    /// What it is declared to throw.
    pub exceptions: Vec<String>,
    /// If it is an element of an annotation, its value where none is given.
    pub default: Option<Element>,
}

/// Instructions with their offsets.
pub type Ops = Arc<[(u32, Op)]>;

/// The body of a method.
#[derive(Clone, Debug, Default)]
pub struct Code {
    /// How many local variables it has.
    pub max_locals: u16,
    /// The instructions, to be decoded.
    pub bytes: Vec<u8>,
    /// Exception handlers, in order.
    pub handlers: Vec<Protected>,
    /// Where lines begin: offset and line.
    pub lines: Vec<(u16, u16)>,
    /// Local variables.
    pub variables: Vec<Variable>,
    /// Annotations of types that stand in it.
    pub annotations: Vec<TypeAnnotation>,
    /// The instructions, once they were decoded.
    decoded: OnceLock<Result<Ops, Malformed>>,
}

impl Code {
    /// The instructions, with their offsets; the pool is that of the class.
    pub fn ops(&self, pool: &Pool) -> Result<Ops, Malformed> {
        self.decoded.get_or_init(|| decode(&self.bytes, pool).map(Arc::from)).clone()
    }
}

/// A range of instructions with a handler.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Protected {
    /// The first instruction.
    pub from: u16,
    /// One past the last.
    pub to: u16,
    /// Where the handler begins.
    pub target: u16,
    /// What it catches; `None` is everything.
    pub class: Option<String>,
}

/// An annotation of a type in the body of a method (JVMS 4.7.20).
#[derive(Clone, Debug)]
pub struct TypeAnnotation {
    /// Where the type stands: `NEW` is an instance that is made.
    pub target: u8,
    /// The instruction, if it is one that makes something.
    pub at: u16,
    /// Whether it is the type itself that is annotated, and not a part of it (the elements of an array, an argument of it).
    pub is_whole: bool,
    /// What is said.
    pub annotation: Annotation,
}

impl TypeAnnotation {
    /// The target of an expression that makes an object.
    pub const NEW: u8 = 0x44;
}

/// A local variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// Its number.
    pub slot: u16,
    /// The first instruction at which it has its value, and how many bytes of code it has it for.
    pub range: (u16, u16),
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub desc: String,
}

impl ClassFile {
    /// Reads a class file.
    pub fn read(bytes: &[u8]) -> Result<Self, Malformed> {
        let mut reader = Reader::new(bytes);
        if reader.u4().ok() != Some(0xcafe_babe) {
            return malformed("it does not begin as class files do");
        }
        let _minor = reader.u2()?;
        let version = reader.u2()?;
        let pool = Pool::read(&mut reader)?;
        let mut class = Self { version, flags: reader.u2()?, ..Self::default() };
        class.name = pool.class(reader.u2()?)?;
        class.superclass = pool.optional_class(reader.u2()?)?;
        for _ in 0..reader.u2()? {
            class.interfaces.push(pool.class(reader.u2()?)?);
        }
        for _ in 0..reader.u2()? {
            class.fields.push(field(&mut reader, &pool)?);
        }
        for _ in 0..reader.u2()? {
            class.methods.push(method(&mut reader, &pool)?);
        }
        attributes(&mut reader, &pool, |name, mut content| {
            match name {
                "SourceFile" => class.source = Some(pool.text(content.u2()?)?),
                "InnerClasses" => class.inner = inner_classes(&mut content, &pool)?,
                "EnclosingMethod" => class.enclosing = Some(pool.class(content.u2()?)?),
                "Record" => class.is_record = true,
                "Signature" => class.signature = Some(pool.text(content.u2()?)?),
                "BootstrapMethods" => class.bootstraps = bootstraps(&mut content, &pool)?,
                "RuntimeVisibleAnnotations" | "RuntimeInvisibleAnnotations" => {
                    class.annotations.extend(annotations(&mut content, &pool, name)?);
                }
                VISIBLE_TYPES | INVISIBLE_TYPES => {
                    class.types.extend(type_annotations(&mut content, &pool)?);
                }
                _ => {}
            }
            Ok(())
        })?;
        if !reader.is_at_end() {
            return malformed("it goes on after its end");
        }
        class.pool = pool;
        Ok(class)
    }

    /// The method with this name and descriptor that the class itself has.
    pub fn method(&self, name: &str, desc: &str) -> Option<&Method> {
        self.methods.iter().find(|m| m.name == name && m.desc == desc)
    }

    /// Whether it has an annotation of this name, of whatever package.
    pub fn is_annotated(&self, name: &str) -> bool {
        self.annotations.iter().any(|annotation| annotation.name() == name)
    }
}

fn inner_classes(content: &mut Reader<'_>, pool: &Pool) -> Result<Vec<Inner>, Malformed> {
    let mut list = Vec::new();
    for _ in 0..content.u2()? {
        let (class, outer, name) = (content.u2()?, content.u2()?, content.u2()?);
        list.push(Inner {
            class: pool.class(class)?,
            outer: pool.optional_class(outer)?,
            name: if name == 0 { None } else { Some(pool.text(name)?) },
            flags: content.u2()?,
        });
    }
    Ok(list)
}

/// Reads a table of attributes.
fn attributes(
    reader: &mut Reader<'_>,
    pool: &Pool,
    mut each: impl FnMut(&str, Reader<'_>) -> Result<(), Malformed>,
) -> Result<(), Malformed> {
    for _ in 0..reader.u2()? {
        let name = pool.text(reader.u2()?)?;
        let length = reader.u4()?;
        each(&name, Reader::new(reader.take(length as usize)?))?;
    }
    Ok(())
}

fn field(reader: &mut Reader<'_>, pool: &Pool) -> Result<Field, Malformed> {
    let (flags, name, desc) = (reader.u2()?, pool.text(reader.u2()?)?, pool.text(reader.u2()?)?);
    let mut field = Field { flags, name, desc, ..Field::default() };
    attributes(reader, pool, |name, mut content| {
        match name {
            "ConstantValue" => field.constant = Some(pool.loadable(content.u2()?)?),
            "RuntimeVisibleAnnotations" | "RuntimeInvisibleAnnotations" => {
                field.annotations.extend(annotations(&mut content, pool, name)?);
            }
            VISIBLE_TYPES | INVISIBLE_TYPES => field.types.extend(type_annotations(&mut content, pool)?),
            _ => {}
        }
        Ok(())
    })?;
    Ok(field)
}

fn method(reader: &mut Reader<'_>, pool: &Pool) -> Result<Method, Malformed> {
    let (flags, name, desc) = (reader.u2()?, pool.text(reader.u2()?)?, pool.text(reader.u2()?)?);
    let mut method = Method { flags, name, desc, ..Method::default() };
    attributes(reader, pool, |name, mut content| {
        match name {
            "Code" => method.code = Some(code(&mut content, pool)?),
            VISIBLE_TYPES | INVISIBLE_TYPES => method.types.extend(type_annotations(&mut content, pool)?),
            "RuntimeVisibleAnnotations" | "RuntimeInvisibleAnnotations" => {
                method.annotations.extend(annotations(&mut content, pool, name)?);
            }
            "Exceptions" => {
                for _ in 0..content.u2()? {
                    method.exceptions.push(pool.class(content.u2()?)?);
                }
            }
            "AnnotationDefault" => method.default = Some(element(&mut content, pool, 0)?),
            _ => {}
        }
        Ok(())
    })?;
    Ok(method)
}

fn code(reader: &mut Reader<'_>, pool: &Pool) -> Result<Code, Malformed> {
    let _max_stack = reader.u2()?;
    let mut code = Code { max_locals: reader.u2()?, ..Code::default() };
    let length = reader.u4()?;
    if length == 0 || length > 0xffff {
        return malformed(format!("a method of {length} bytes"));
    }
    code.bytes = reader.take(length as usize)?.to_vec();
    for _ in 0..reader.u2()? {
        code.handlers.push(Protected {
            from: reader.u2()?,
            to: reader.u2()?,
            target: reader.u2()?,
            class: pool.optional_class(reader.u2()?)?,
        });
    }
    attributes(reader, pool, |name, mut content| {
        match name {
            "LineNumberTable" => {
                for _ in 0..content.u2()? {
                    code.lines.push((content.u2()?, content.u2()?));
                }
            }
            "LocalVariableTable" => variables(&mut content, pool, &mut code.variables)?,
            VISIBLE_TYPES | INVISIBLE_TYPES => code.annotations.extend(type_annotations(&mut content, pool)?),
            _ => {}
        }
        Ok(())
    })?;
    code.lines.sort_unstable();
    Ok(code)
}

fn variables(reader: &mut Reader<'_>, pool: &Pool, list: &mut Vec<Variable>) -> Result<(), Malformed> {
    for _ in 0..reader.u2()? {
        let range = (reader.u2()?, reader.u2()?);
        let (name, desc) = (pool.text(reader.u2()?)?, pool.text(reader.u2()?)?);
        list.push(Variable { slot: reader.u2()?, range, name, desc });
    }
    Ok(())
}

fn bootstraps(reader: &mut Reader<'_>, pool: &Pool) -> Result<Vec<(Handle, Vec<Loadable>)>, Malformed> {
    let mut list = Vec::new();
    for _ in 0..reader.u2()? {
        let handle = pool.handle(reader.u2()?)?;
        let mut args = Vec::new();
        for _ in 0..reader.u2()? {
            args.push(pool.loadable(reader.u2()?)?);
        }
        list.push((handle, args));
    }
    Ok(list)
}

/// Annotations, of an attribute of this name.
fn annotations(reader: &mut Reader<'_>, pool: &Pool, attribute: &str) -> Result<Vec<Annotation>, Malformed> {
    let mut list = Vec::new();
    for _ in 0..reader.u2()? {
        let mut annotation = annotation(reader, pool, 0)?;
        annotation.is_visible = attribute == "RuntimeVisibleAnnotations";
        list.push(annotation);
    }
    Ok(list)
}

/// Attributes with annotations of types.
const VISIBLE_TYPES: &str = "RuntimeVisibleTypeAnnotations";
const INVISIBLE_TYPES: &str = "RuntimeInvisibleTypeAnnotations";

/// Annotations of types. What stands behind one whose target is not known cannot be read, and is left out.
fn type_annotations(reader: &mut Reader<'_>, pool: &Pool) -> Result<Vec<TypeAnnotation>, Malformed> {
    let mut list = Vec::new();
    for _ in 0..reader.u2()? {
        let target = reader.u1()?;
        let Some(at) = annotated(reader, target)? else { break };
        let steps = usize::from(reader.u1()?);
        let path = reader.take(steps * 2)?;
        // Steps into an inner class lead to the whole type.
        let is_whole = path.chunks(2).all(|step| step[0] == 1);
        list.push(TypeAnnotation { target, at, is_whole, annotation: annotation(reader, pool, 0)? });
    }
    Ok(list)
}

/// Reads what a type annotation of a target is of: the instruction, if it is one. Nothing if the target is not known.
fn annotated(reader: &mut Reader<'_>, target: u8) -> Result<Option<u16>, Malformed> {
    let bytes = match target {
        // Parameters of types, and of methods.
        0x00 | 0x01 | 0x16 => 1,
        // Superclasses, bounds, and what is thrown or caught.
        0x10 | 0x11 | 0x12 | 0x17 | 0x42 => 2,
        // Fields, results and receivers.
        0x13..=0x15 => 0,
        // Variables: ranges of instructions, with a number each.
        0x40 | 0x41 => usize::from(reader.u2()?) * 6,
        // Instructions, some with the number of an argument.
        0x43..=0x46 => return Ok(Some(reader.u2()?)),
        0x47..=0x4b => {
            let at = reader.u2()?;
            reader.u1()?;
            return Ok(Some(at));
        }
        _ => return Ok(None),
    };
    reader.take(bytes)?;
    Ok(Some(0))
}

fn annotation(reader: &mut Reader<'_>, pool: &Pool, depth: u32) -> Result<Annotation, Malformed> {
    let ty = pool.text(reader.u2()?)?;
    let (mut values, mut elements) = (Vec::new(), Vec::new());
    for _ in 0..reader.u2()? {
        let name = pool.text(reader.u2()?)?;
        let element = element(reader, pool, depth)?;
        let mut texts = Vec::new();
        element.texts(&mut texts);
        values.extend(texts.into_iter().map(|text| (name.clone(), text)));
        elements.push((name, element));
    }
    Ok(Annotation { ty, values, elements, is_visible: true })
}

/// The value of an element of an annotation.
fn element(reader: &mut Reader<'_>, pool: &Pool, depth: u32) -> Result<Element, Malformed> {
    if depth > 32 {
        return malformed("annotations are nested too deeply");
    }
    Ok(match reader.u1()? {
        b's' => Element::Constant(Loadable::String(pool.text(reader.u2()?)?.encode_utf16().collect())),
        b'c' => Element::Class(pool.text(reader.u2()?)?),
        b'e' => Element::Enum(pool.text(reader.u2()?)?, pool.text(reader.u2()?)?),
        b'@' => Element::Annotation(annotation(reader, pool, depth + 1)?),
        b'[' => {
            let mut list = Vec::new();
            for _ in 0..reader.u2()? {
                list.push(element(reader, pool, depth + 1)?);
            }
            Element::Array(list)
        }
        tag => match (tag, pool.loadable(reader.u2()?)?) {
            // Written as the language writes them.
            (b'Z', Loadable::Int(value)) => Element::Boolean(value != 0),
            (b'C', Loadable::Int(value)) => Element::Char(value as u16),
            (_, value) => Element::Constant(value),
        },
    })
}

impl Element {
    /// Adds it to a list as the language writes it, if it is a text, a class, a number or a constant of an enum, or several of them.
    fn texts(&self, list: &mut Vec<String>) {
        match self {
            Element::Constant(Loadable::String(units)) => list.push(String::from_utf16_lossy(units)),
            Element::Constant(value) => list.extend(constant(value)),
            Element::Boolean(value) => list.push(value.to_string()),
            Element::Char(unit) => list.extend(char::from_u32(u32::from(*unit)).map(String::from)),
            Element::Class(text) | Element::Enum(_, text) => list.push(text.clone()),
            Element::Annotation(_) => {}
            Element::Array(elements) => elements.iter().for_each(|element| element.texts(list)),
        }
    }
}

/// A number as the language writes it.
fn constant(value: &Loadable) -> Option<String> {
    Some(match value {
        Loadable::Int(value) => value.to_string(),
        Loadable::Long(value) => value.to_string(),
        Loadable::Float(bits) => f32::from_bits(*bits).to_string(),
        Loadable::Double(bits) => f64::from_bits(*bits).to_string(),
        _ => return None,
    })
}
