//! What a program can ask a class: answers in tables that are made when all classes are known that have an object.
//!
//! The object of a class has a number, in a field in which the JVM counts something of its own; a question is a look at the table of
//! its answers.

use super::builder::Builder;
use super::intrinsics::Site;
use super::members::Dispatch;
use super::serial::SERIAL_FORM;
use super::{CLASS, FuncKey, OBJECT, TranslateError, Translator};
use crate::classfile::{ClassFile, Inner, Kind, flags};
use crate::descriptor::{class_of, dotted};
use crate::library::Origin;
use crate::world::{FieldPlace, LoadError};
use commute_ir::{BinOp, FuncId, Function, Instr, NumTy, Operand, Place, Reg, StaticId, Ty};
use std::collections::BTreeMap;

/// The field of a class's object that has its number.
pub const NUMBER: &str = "classRedefinedCount";

/// The types that have objects that stand for them, but no instances.
pub const PRIMITIVES: [&str; 9] =
    ["boolean", "byte", "char", "double", "float", "int", "long", "short", "void"];

/// The class of the loader of the program's classes.
pub(super) const LOADER: &str = "jdk/internal/loader/ClassLoaders$AppClassLoader";

/// Modules whose classes have no loader, as far as programs use them.
const LOADED_FIRST: [&str; 6] =
    ["java.base", "java.desktop", "java.logging", "java.management", "java.prefs", "java.xml"];

/// The tables of questions that are asked.
pub type Tables = BTreeMap<&'static str, StaticId>;

/// What comes back from a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    Number(i64),
    Text(String),
    Class(String),
    /// In an array of its own each time.
    Classes(Vec<String>),
    /// The loader of the program's classes.
    Loader,
    Null,
    /// It is not known.
    Unknown,
}

/// The questions about what a class declares, whose answers are arrays that only code of ours sees.
pub const OF_MEMBERS: [&str; 5] = ["fieldsOf", "methodsOf", "constructorsOf", "annotationsOf", SERIAL_FORM];

/// What the answers to a question are, as an array of them would have them. Those of what is not a number are kept as objects,
/// since what is not known is another one.
fn table_of(query: &str) -> &'static str {
    match query {
        "getInterfaces" => "[[Ljava/lang/Class;",
        "getSuperclass" | "getComponentType" | "getEnclosingClass" | "getDeclaringClass" => {
            "[Ljava/lang/Class;"
        }
        "getName" | "getSimpleName" | "getTypeName" | "getPackageName" | "getCanonicalName" | "placeOf" => {
            "[Ljava/lang/String;"
        }
        SERIAL_FORM | "getClassLoader" | "fieldsOf" | "methodsOf" | "constructorsOf" | "annotationsOf" => {
            "[Ljava/lang/Object;"
        }
        _ => "[I",
    }
}

impl Translator<'_> {
    /// Asks a class. The result goes to `dst`.
    pub(super) fn emit_query(
        &mut self,
        out: &mut Builder,
        site: Site,
        query: &'static str,
        of: Operand,
        dst: Option<Reg>,
    ) {
        let ret = if table_of(query) == "[I" { Ty::I32 } else { Ty::AnyRef };
        let func = self.function(FuncKey::Query(query), site.func, |_| {
            (format!("java.lang.Class.{query}"), vec![Ty::AnyRef], Some(ret))
        });
        out.check_null(of);
        out.emit(Instr::Call { dst, func, args: Box::new([of]) });
    }

    /// A look at the table of a question, which is filled in the end.
    pub(super) fn query_body(
        &mut self,
        query: &'static str,
        func: FuncId,
    ) -> Result<Function, TranslateError> {
        let is_number = table_of(query) == "[I";
        let ret = if is_number { Ty::I32 } else { Ty::AnyRef };
        let mut out = Builder::new(format!("java.lang.Class.{query}"), &[Ty::AnyRef], Some(ret));
        let shape = self.array_shape(if is_number { "[I" } else { "[Ljava/lang/Object;" })?;
        let table = self.add_table(&format!("{query} of classes"), shape, Vec::new());
        self.statics.queries.insert(query, table);
        let class = self.world.load(CLASS)?;
        let Some(FieldPlace::Instance(class, field)) = self.world.field(class, NUMBER, "I") else {
            return Err(TranslateError::Program("java.lang.Class has not the fields that it should".into()));
        };
        let (number, is) = (out.temp(Kind::Int), out.temp(Kind::Int));
        let answer = out.temp(if is_number { Kind::Int } else { Kind::Ref });
        let place = Place::Field { obj: Operand::Reg(Reg(0)), class, field };
        out.emit(Instr::Fixed { dst: number, place });
        let place = Place::Elem { arr: Operand::Static(table), index: Operand::Reg(number) };
        out.emit(Instr::Fixed { dst: answer, place });
        let unknown = self.unknown_answer(is_number);
        out.binary(is, BinOp::Eq, NumTy::I64, Operand::Reg(answer), unknown);
        let refusal = self.refusal(&format!("Class.{query} of a class of which it is not known"), func);
        let asks = OF_MEMBERS.contains(&query).then(|| {
            let func = self.dispatch_function(Dispatch::Unanswered(query), super::Phase::Main, func);
            Instr::Call { dst: None, func, args: Box::new([Operand::Reg(number)]) }
        });
        out.when(Operand::Reg(is), |b| {
            asks.into_iter().for_each(|call| b.emit(call));
            b.emit(refusal);
        });
        if table_of(query).starts_with("[[") {
            self.array_shape(&table_of(query)[1..])?;
            let clone = self.array_clone(func);
            let args = Box::new([Operand::Reg(answer)]);
            out.emit(Instr::Call { dst: Some(answer), func: clone, args });
        }
        out.emit(Instr::Return { value: Some(Operand::Reg(answer)) });
        Ok(out.finish_plain())
    }

    /// What stands in a table for what is not known: no answer is a negative number, or the first thread.
    fn unknown_answer(&mut self, is_number: bool) -> Operand {
        match self.main_thread() {
            Ok(main) if !is_number => Operand::Static(main),
            _ => Operand::Int(-1),
        }
    }

    /// Makes the objects of all classes that answers lead to.
    pub(super) fn close_classes(&mut self) -> Result<(), LoadError> {
        let queries: Vec<&'static str> = self.statics.queries.keys().copied().collect();
        let mut done = 0;
        while done < self.class_names().len() {
            let name = self.class_names()[done].clone();
            done += 1;
            for query in &queries {
                match self.answer(&name, query) {
                    Answer::Class(class) => drop(self.class_object(&class)?),
                    Answer::Classes(classes) => {
                        classes.iter().try_for_each(|class| self.class_object(class).map(drop))?;
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Makes the objects that stand for members of classes, if these are asked for. What is called on them is found while there is
    /// still something to translate.
    pub(super) fn show_members(&mut self) -> Result<(), LoadError> {
        self.close_classes()?;
        let asked: Vec<&'static str> =
            self.statics.queries.keys().copied().filter(|query| OF_MEMBERS.contains(query)).collect();
        let mut done = 0;
        while !asked.is_empty() && done < self.class_names().len() {
            let name = self.class_names()[done].clone();
            done += 1;
            self.find_told();
            for &query in &asked {
                if !self.statics.shown_members.contains_key(&(query, name.clone())) {
                    let shown = self.shown_members(&name, query)?;
                    self.statics.shown_members.insert((query, name.clone()), shown);
                }
            }
        }
        self.fill_member_tables()
    }

    fn shown_members(&mut self, name: &str, query: &'static str) -> Result<Operand, LoadError> {
        if query == SERIAL_FORM {
            let form = self.serial_form(name)?;
            return Ok(form.map_or_else(|| self.unknown_answer(false), Operand::Static));
        }
        if name.starts_with('[') || PRIMITIVES.contains(&name) {
            return Ok(Operand::Static(self.no_members(query)?));
        }
        if !self.can_tell_members(name, query) || !self.tells_members(name) {
            return Ok(self.unknown_answer(false));
        }
        Ok(Operand::Static(self.members_of(name, query)?))
    }

    /// Fills the tables.
    pub(super) fn answer_queries(&mut self) -> Result<(), LoadError> {
        self.close_classes()?;
        self.fill_member_tables()?;
        for (query, table) in self.statics.queries.clone() {
            // No class has the number 0.
            let mut data = vec![if table_of(query) == "[I" { Operand::Int(0) } else { Operand::Null }];
            for name in self.class_names().to_vec() {
                if let Some(&shown) = self.statics.shown_members.get(&(query, name.clone())) {
                    data.push(shown);
                    continue;
                }
                let answer = self.answer(&name, query);
                data.push(self.shown_answer(answer, query)?);
            }
            self.program.statics[table.index()].data = data;
        }
        Ok(())
    }

    fn shown_answer(&mut self, answer: Answer, query: &str) -> Result<Operand, LoadError> {
        Ok(match answer {
            Answer::Number(number) => Operand::Int(number),
            Answer::Text(text) => Operand::Static(self.text_of(&text)?),
            Answer::Class(name) => Operand::Static(self.class_object(&name)?),
            Answer::Classes(names) => {
                let mut data = Vec::new();
                for name in &names {
                    data.push(Operand::Static(self.class_object(name)?));
                }
                let shape = self.array_shape("[Ljava/lang/Class;")?;
                Operand::Static(self.add_table("interfaces", shape, data))
            }
            Answer::Loader => Operand::Static(self.singleton(LOADER)?),
            Answer::Null => Operand::Null,
            Answer::Unknown => self.unknown_answer(table_of(query) == "[I"),
        })
    }

    /// What a class says.
    pub(super) fn answer(&mut self, name: &str, query: &str) -> Answer {
        if query == "getName" {
            return Answer::Text(dotted(name));
        }
        if let Some(element) = name.strip_prefix('[') {
            return self.answer_of_array(element, query);
        }
        if PRIMITIVES.contains(&name) {
            return answer_of_primitive(name, query);
        }
        let Ok(class) = self.world.load(name) else { return Answer::Unknown };
        let origin = self.origin(class);
        let file = self.world.class(class).file.clone();
        let is = |holds: bool| Answer::Number(i64::from(holds));
        let own = file.inner.iter().find(|inner| inner.class == file.name);
        let is_lambda = name.contains("$$Lambda");
        match query {
            "accessFlags" => Answer::Number(i64::from(file.flags)),
            "isArray" | "isPrimitive" => is(false),
            "isInterface" => is(file.flags & flags::INTERFACE != 0),
            "isAnnotation" => is(file.flags & flags::ANNOTATION != 0),
            "isEnum" => {
                is(file.flags & flags::ENUM != 0 && file.superclass.as_deref() == Some("java/lang/Enum"))
            }
            "isRecord" => is(file.is_record && file.superclass.as_deref() == Some("java/lang/Record")),
            "isSynthetic" => is(is_lambda || file.flags & flags::SYNTHETIC != 0),
            "isHidden" => is(is_lambda),
            "isAnonymousClass" => is(own.is_some_and(|inner| inner.name.is_none())),
            "isLocalClass" => is(file.enclosing.is_some() && own.is_some_and(|inner| inner.name.is_some())),
            "isMemberClass" => is(file.enclosing.is_none() && own.is_some_and(|inner| inner.outer.is_some())),
            "getModifiers" => Answer::Number(i64::from(modifiers(&file, own))),
            "getSuperclass" if file.flags & flags::INTERFACE != 0 => Answer::Null,
            "getSuperclass" => file.superclass.clone().map_or(Answer::Null, Answer::Class),
            "getInterfaces" => Answer::Classes(file.interfaces.clone()),
            "getComponentType" => Answer::Null,
            "getDeclaringClass" => {
                own.and_then(|inner| inner.outer.clone()).map_or(Answer::Null, Answer::Class)
            }
            "getEnclosingClass" => enclosing(&file).map_or(Answer::Null, Answer::Class),
            "getSimpleName" => Answer::Text(match own {
                Some(inner) => inner.name.clone().unwrap_or_default(),
                None => name.rsplit('/').next().unwrap_or_default().to_owned(),
            }),
            "getTypeName" => Answer::Text(dotted(name)),
            "getPackageName" => {
                Answer::Text(name.rsplit_once('/').map_or(String::new(), |(package, _)| dotted(package)))
            }
            "getCanonicalName" => self.canonical_name(&file, is_lambda),
            // Who provides a service says so in a file of the class path; the JDK says it in its modules.
            "providers" if origin == Origin::User => {
                let path = format!("META-INF/services/{}", dotted(name));
                if self.world.path.has(&path) { Answer::Unknown } else { Answer::Number(0) }
            }
            // It is known without them for which locales there is data (`bundles.rs`).
            "providers" if name == "sun/util/locale/provider/LocaleDataMetaInfo" => Answer::Number(0),
            "comparesItself" => is(file.signature.as_deref().is_some_and(|all| compares_itself(all, name))),
            "getClassLoader" if origin == Origin::User || is_lambda => Answer::Loader,
            // The name of a lambda's class is another one each time.
            "placeOf" if is_lambda => Answer::Unknown,
            "placeOf" if origin == Origin::User => Answer::Text("unnamed module of loader 'app'".to_owned()),
            "placeOf" if self.is_loaded_first(name) => {
                let module = self.world.path.module(name).unwrap_or_default();
                Answer::Text(format!("module {module} of loader 'bootstrap'"))
            }
            "getClassLoader" if self.is_loaded_first(name) => Answer::Null,
            _ => Answer::Unknown,
        }
    }

    /// Whether a class of the JDK is one that the machine itself loads.
    fn is_loaded_first(&mut self, name: &str) -> bool {
        let module = self.world.path.module(name);
        module.is_some_and(|module| LOADED_FIRST.contains(&module.as_str()))
    }

    /// None for classes that have no place in the source that others could name.
    fn canonical_name(&mut self, file: &ClassFile, is_hidden: bool) -> Answer {
        let own = file.inner.iter().find(|inner| inner.class == file.name);
        match own {
            _ if is_hidden || file.enclosing.is_some() => Answer::Null,
            None => Answer::Text(dotted(&file.name)),
            Some(Inner { outer: Some(outer), name: Some(name), .. }) => {
                match self.answer(outer, "getCanonicalName") {
                    Answer::Text(outer) => Answer::Text(format!("{outer}.{name}")),
                    other => other,
                }
            }
            Some(_) => Answer::Null,
        }
    }

    fn answer_of_array(&mut self, element: &str, query: &str) -> Answer {
        let component = component_name(element);
        match query {
            "isArray" => Answer::Number(1),
            "getComponentType" => Answer::Class(component),
            "getSuperclass" => Answer::Class(OBJECT.to_owned()),
            "getInterfaces" => {
                Answer::Classes(vec!["java/lang/Cloneable".to_owned(), "java/io/Serializable".to_owned()])
            }
            "getPackageName" | "getClassLoader" | "placeOf" => self.answer(&component, query),
            "getSimpleName" | "getTypeName" | "getCanonicalName" => match self.answer(&component, query) {
                Answer::Text(text) => Answer::Text(format!("{text}[]")),
                other => other,
            },
            // As accessible as its elements, and it is a class without a constructor.
            "getModifiers" | "accessFlags" => match self.answer(&component, query) {
                Answer::Number(number) => Answer::Number(
                    number & i64::from(flags::PUBLIC | flags::PRIVATE | flags::PROTECTED)
                        | i64::from(flags::FINAL | flags::ABSTRACT),
                ),
                other => other,
            },
            _ if table_of(query) == "[I" => Answer::Number(0),
            _ => Answer::Null,
        }
    }
}

/// Whether a class with this signature implements `Comparable` of itself.
fn compares_itself(signature: &str, name: &str) -> bool {
    let wanted = format!("Ljava/lang/Comparable<L{name};>;");
    let mut depth = 0_u32;
    for (at, letter) in signature.char_indices() {
        match letter {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            'L' if depth == 0 && signature[at..].starts_with(&wanted) => return true,
            _ => {}
        }
    }
    false
}

fn answer_of_primitive(name: &str, query: &str) -> Answer {
    match query {
        "isPrimitive" => Answer::Number(1),
        "getModifiers" | "accessFlags" => {
            Answer::Number(i64::from(flags::PUBLIC | flags::FINAL | flags::ABSTRACT))
        }
        "getInterfaces" => Answer::Classes(Vec::new()),
        "getSimpleName" | "getTypeName" | "getCanonicalName" => Answer::Text(name.to_owned()),
        "getPackageName" => Answer::Text("java.lang".to_owned()),
        "placeOf" => Answer::Text("module java.base of loader 'bootstrap'".to_owned()),
        _ if table_of(query) == "[I" => Answer::Number(0),
        _ => Answer::Null,
    }
}

/// The class around one.
fn enclosing(file: &ClassFile) -> Option<String> {
    let own = file.inner.iter().find(|inner| inner.class == file.name);
    file.enclosing.clone().or_else(|| own.and_then(|inner| inner.outer.clone()))
}

/// What a class is declared as; what it is compiled to says less of a nested one.
fn modifiers(file: &ClassFile, own: Option<&Inner>) -> u16 {
    own.map_or(file.flags, |inner| inner.flags) & !flags::SUPER
}

/// The name of the class of an array's elements, from the rest of its descriptor.
pub fn component_name(element: &str) -> String {
    let primitive = PRIMITIVES.iter().find(|name| {
        let letter = match **name {
            "boolean" => "Z",
            "long" => "J",
            "void" => "",
            name => return name[..1].to_uppercase() == element,
        };
        letter == element
    });
    primitive.map_or_else(|| class_of(element).to_owned(), |name| (*name).to_owned())
}

#[cfg(test)]
mod tests {
    use super::component_name;

    #[test]
    fn elements_of_arrays_have_classes() {
        let names = ["I", "J", "Z", "B", "[I", "Ljava/lang/String;"].map(component_name);
        assert_eq!(names, ["int", "long", "boolean", "byte", "[I", "java/lang/String"]);
    }
}
