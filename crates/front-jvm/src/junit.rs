//! Methods that are tests: which they are, by the names of annotations of JUnit 4 and 5, and what runs around them.

use crate::classfile::{Annotation, ClassFile, Method, flags};
use crate::descriptor::signature;
use crate::world::{MethodId, World};
use commute_ir::ClassId;
use std::sync::Arc;

/// A class with tests, or one around it.
pub struct Level {
    /// The class.
    pub class: ClassId,
    /// Its constructor, which takes an instance of the class around it if there is one.
    pub new: MethodId,
    /// Methods that run before all tests.
    pub before_all: Vec<MethodId>,
    /// Methods that run before each test.
    pub before: Vec<MethodId>,
    /// Methods that run after each test, and those that run after all.
    pub after: Vec<MethodId>,
}

/// A method that is a test, with what runs around it, in order.
pub struct Test {
    /// The classes, the outermost first.
    pub levels: Vec<Level>,
    /// The test itself.
    pub method: MethodId,
    /// Where its arguments come from.
    pub arguments: Arguments,
    /// The exception that it must raise.
    pub expected: Option<String>,
}

/// The arguments of a test: one of several lists of them.
pub enum Arguments {
    /// Known lists.
    Lists(Vec<Vec<Argument>>),
    /// The elements of what this method gives.
    Method(MethodId),
}

/// An argument of a test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Argument {
    /// A text, which is converted to the type of its parameter.
    Text(String),
    /// No object.
    Null,
    /// A constant of the enum that its parameter is.
    Constant(String),
}

/// Annotations that make a method a test.
const TESTS: [&str; 3] = ["Test", "RepeatedTest", "ParameterizedTest"];
/// Annotations of tests that are found, so that they can be said not to be supported.
const OTHERS: [&str; 2] = ["TestFactory", "TestTemplate"];
/// The elements of `@ValueSource`.
const VALUES: [&str; 9] =
    ["ints", "longs", "shorts", "bytes", "chars", "booleans", "floats", "doubles", "strings"];

/// A test that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// Its name, as `a.B#method`.
    pub name: String,
    /// Why it is not to be run.
    pub off: Option<String>,
}

fn has(method: &Method, names: &[&str]) -> bool {
    method.annotations.iter().any(|annotation| names.contains(&annotation.name()))
}

fn is_test(method: &Method) -> bool {
    has(method, &TESTS) || has(method, &OTHERS)
}

/// The annotation that turns tests off, if there is one.
fn turned_off(annotations: &[Annotation]) -> Option<&str> {
    annotations.iter().map(Annotation::name).find(|name| ["Ignore", "Disabled"].contains(name))
}

/// Why the tests of a class are not run: it or a class around it says so. These are found by their names.
fn class_off<'c>(name: &str, find: impl Fn(&str) -> Option<&'c ClassFile>) -> Option<String> {
    let around = std::iter::successors(Some(name), |name| name.rsplit_once('$').map(|(outer, _)| outer));
    around.filter_map(find).find_map(|class| {
        let annotation = turned_off(&class.annotations)?;
        Some(format!("{} has @{annotation}", crate::descriptor::dotted(&class.name)))
    })
}

/// The tests of a class, which is one of several; `find` finds others by their names. Tests are inherited, those of interfaces
/// too, unless they are overridden.
pub fn tests_of(class: &ClassFile, all: &[ClassFile], find: &mut Find<'_>) -> Vec<Listed> {
    let name = crate::descriptor::dotted(&class.name);
    let off = class_off(&class.name, |name| all.iter().find(|class| class.name == name));
    let own_off = |m: &Method| turned_off(&m.annotations).map(|name| format!("it has @{name}"));
    if class.flags & flags::ABSTRACT != 0 {
        return Vec::new();
    }
    let mut listed: Vec<Listed> = Vec::new();
    let mut below: Vec<(String, String)> = Vec::new();
    let mut work = vec![Arc::new(class.clone())];
    let mut seen: Vec<String> = Vec::new();
    while let Some(at) = work.pop().filter(|_| seen.len() < MOST_ABOVE) {
        if seen.contains(&at.name) {
            continue;
        }
        seen.push(at.name.clone());
        for m in &at.methods {
            let is_overridden = below.iter().any(|(name, desc)| *name == m.name && *desc == m.desc);
            if is_test(m) && (!is_overridden || is_old(m)) {
                let test =
                    Listed { name: format!("{name}#{}", m.name), off: own_off(m).or_else(|| off.clone()) };
                if listed.iter().all(|known| known.name != test.name) {
                    listed.push(test);
                }
            }
        }
        below.extend(at.methods.iter().map(|m| (m.name.clone(), m.desc.clone())));
        // Interfaces come when no superclass is left.
        let above = at.interfaces.iter().filter(|name| !name.starts_with("java/"));
        let interfaces: Vec<_> = above.filter_map(|name| find(name)).collect();
        work.splice(0..0, interfaces);
        work.extend(at.superclass.as_deref().filter(|name| !name.starts_with("java/")).and_then(&mut *find));
    }
    listed
}

/// Finds a class by its name.
pub type Find<'f> = dyn FnMut(&str) -> Option<Arc<ClassFile>> + 'f;

/// The most classes and interfaces above one that are looked at.
const MOST_ABOVE: usize = 1_000;

/// Whether a method has an annotation of JUnit 4, which counts although a method that overrides it has none.
fn is_old(method: &Method) -> bool {
    method
        .annotations
        .iter()
        .any(|annotation| annotation.ty.strip_prefix("Lorg/junit/").is_some_and(|rest| !rest.contains('/')))
}

/// Finds a test by its name. The error says what is missing.
pub fn find(world: &mut World, name: &str) -> Result<Test, String> {
    let (class, method) =
        name.split_once('#').ok_or_else(|| format!("{name} is not of the form Class#method"))?;
    let class = world.load(&class.replace('.', "/")).map_err(|error| error.to_string())?;
    let method =
        test_method(world, class, method).ok_or_else(|| format!("{name} is no method with @Test"))?;
    let decl = world.method(method).clone();
    // What is run is what overrides it.
    let method = world.resolve(class, &decl.name, &decl.desc).unwrap_or(method);
    if let Some(kind) = OTHERS.iter().find(|kind| has(&decl, &[kind])) {
        return Err(format!("{name} is a @{kind}, which is not supported"));
    }
    let arguments = arguments(world, class, &decl).map_err(|what| format!("{name}: {what}"))?;
    let levels = levels(world, class).map_err(|what| format!("{name}: {what}"))?;
    let own = world.name(class).to_owned();
    let around = |name: &str| {
        levels.iter().map(|level| &*world.class(level.class).file).find(|class| class.name == name)
    };
    match class_off(&own, around) {
        Some(off) => Err(format!("{name} is not run: {off}")),
        None => Ok(Test { levels, method, arguments, expected: expected(&decl) }),
    }
}

/// The method of this name that is a test, of the class or one that it extends or implements.
fn test_method(world: &World, class: ClassId, name: &str) -> Option<MethodId> {
    let is_test = |m: &Method| m.name == name && is_test(m) && turned_off(&m.annotations).is_none();
    world.all_above(class).into_iter().find_map(|at| {
        let index = world.class(at).file.methods.iter().position(is_test)?;
        Some(MethodId { class: at, index: index as u32 })
    })
}

fn expected(method: &Method) -> Option<String> {
    let test = method.annotations.iter().find(|annotation| annotation.name() == "Test");
    let expected = test.and_then(|annotation| annotation.value("expected"));
    let expected = expected.map(|desc| crate::descriptor::class_of(desc).to_owned());
    // What JUnit's own annotation has as default.
    expected.filter(|class| !class.ends_with("Test$None"))
}

fn annotation<'m>(method: &'m Method, name: &str) -> Option<&'m Annotation> {
    method.annotations.iter().find(|annotation| annotation.name() == name)
}

/// What a test is called with.
fn arguments(world: &mut World, class: ClassId, method: &Method) -> Result<Arguments, String> {
    let params = signature(&method.desc).map_err(|e| e.0)?.params.len();
    if !has(method, &["ParameterizedTest"]) {
        return match params {
            0 => Ok(Arguments::Lists(vec![Vec::new()])),
            _ => Err("a test with parameters that is no @ParameterizedTest is not supported".to_owned()),
        };
    }
    if let Some(source) = annotation(method, "MethodSource") {
        return method_source(world, class, source.value("value").unwrap_or(&method.name));
    }
    for ty in signature(&method.desc).map_err(|e| e.0)?.params.iter().filter(|ty| ty.starts_with('L')) {
        world.load(crate::descriptor::class_of(ty)).map_err(|error| error.to_string())?;
    }
    let sources = method.annotations.iter().filter(|annotation| annotation.name().ends_with("Source"));
    let mut lists = Vec::new();
    for source in sources {
        lists.extend(arguments_of(world, source, method)?);
    }
    match lists.iter().find(|list| list.len() != params) {
        _ if lists.is_empty() => Err("there are no arguments for it".to_owned()),
        Some(list) => Err(format!("it has {params} parameters, and {} arguments are given", list.len())),
        None => Ok(Arguments::Lists(lists)),
    }
}

/// The lists of arguments that an annotation gives.
fn arguments_of(world: &World, source: &Annotation, method: &Method) -> Result<Vec<Vec<Argument>>, String> {
    let text = |text: &str| vec![Argument::Text(text.to_owned())];
    let values = |name: &'static str| {
        source.values.iter().filter(move |(own, _)| own == name).map(|(_, value)| value.as_str())
    };
    Ok(match source.name() {
        "ValueSource" => {
            let known = source.values.iter().filter(|(name, _)| VALUES.contains(&name.as_str()));
            known.map(|(_, value)| text(value)).collect()
        }
        "CsvSource" => {
            if let Some((other, _)) =
                source.values.iter().find(|(name, _)| name != "value" && name != "textBlock")
            {
                return Err(format!("{other} of @CsvSource is not supported"));
            }
            let block = values("textBlock").flat_map(str::lines).map(str::trim);
            let block = block.filter(|line| !line.is_empty() && !line.starts_with('#'));
            values("value").chain(block).map(fields).collect()
        }
        "NullSource" => vec![vec![Argument::Null]],
        "EmptySource" | "NullAndEmptySource" if method.desc != "(Ljava/lang/String;)V" => {
            return Err(format!("@{} for what is no text is not supported", source.name()));
        }
        "EmptySource" => vec![text("")],
        "NullAndEmptySource" => vec![vec![Argument::Null], text("")],
        "EnumSource" => {
            let params = signature(&method.desc).map_err(|e| e.0)?.params;
            let ty = source.value("value").or(params.first().map(String::as_str)).unwrap_or_default();
            let names: Vec<&str> = values("names").collect();
            let constants = constants(world, crate::descriptor::class_of(ty))?;
            let chosen = match source.value("mode") {
                None | Some("INCLUDE") if names.is_empty() => constants,
                None | Some("INCLUDE") => {
                    constants.into_iter().filter(|name| names.contains(&name.as_str())).collect()
                }
                Some("EXCLUDE") => {
                    constants.into_iter().filter(|name| !names.contains(&name.as_str())).collect()
                }
                Some(mode) => return Err(format!("the mode {mode} of @EnumSource is not supported")),
            };
            chosen.into_iter().map(|name| vec![Argument::Constant(name)]).collect()
        }
        other => return Err(format!("its arguments come from @{other}, which is not supported")),
    })
}

/// The names of the constants of an enum.
fn constants(world: &World, class: &str) -> Result<Vec<String>, String> {
    let class = world.known(class).ok_or_else(|| format!("the enum {class} is not there"))?;
    let fields = &world.class(class).file.fields;
    Ok(fields.iter().filter(|field| field.flags & flags::ENUM != 0).map(|field| field.name.clone()).collect())
}

fn method_source(world: &World, class: ClassId, name: &str) -> Result<Arguments, String> {
    let fits = |m: &Method| m.name == name && m.flags & flags::STATIC != 0 && m.desc.starts_with("()");
    let index = world.class(class).file.methods.iter().position(fits);
    let index = index.ok_or_else(|| format!("its class has no static method {name} without parameters"))?;
    Ok(Arguments::Method(MethodId { class, index: index as u32 }))
}

/// The fields of a line: they are separated by commas, and may be in quotes. What is empty without them is null.
fn fields(row: &str) -> Vec<Argument> {
    let (mut fields, mut field, mut quoted, mut had_quotes) = (Vec::new(), String::new(), false, false);
    let made = |field: &mut String, had_quotes: &mut bool| {
        let text = std::mem::take(field);
        match std::mem::take(had_quotes) {
            true => Argument::Text(text.trim_start_matches(' ').to_owned()),
            false if text.trim().is_empty() => Argument::Null,
            false => Argument::Text(text.trim().to_owned()),
        }
    };
    for c in row.chars() {
        match c {
            '\'' => {
                quoted = !quoted;
                had_quotes = true;
            }
            ',' if !quoted => fields.push(made(&mut field, &mut had_quotes)),
            ' ' if had_quotes && !quoted => {}
            c => field.push(c),
        }
    }
    fields.push(made(&mut field, &mut had_quotes));
    fields
}

/// The class and, if it is an inner one, those around it.
fn levels(world: &mut World, class: ClassId) -> Result<Vec<Level>, String> {
    let name = world.name(class).to_owned();
    let around = name.rsplit_once('$').map(|(outer, _)| outer.to_owned());
    let inner = around.and_then(|outer| {
        let new = world.own_method(class, "<init>", &format!("(L{outer};)V"))?;
        Some((world.load(&outer).ok()?, new))
    });
    let (mut levels, new) = match inner {
        Some((outer, new)) => (self::levels(world, outer)?, new),
        None => {
            let new = world.own_method(class, "<init>", "()V");
            (Vec::new(), new.ok_or("its class has no constructor without parameters")?)
        }
    };
    let mut after = around_test(world, class, &["After", "AfterEach"]);
    let mut after_all = around_test(world, class, &["AfterClass", "AfterAll"]);
    after.reverse();
    after_all.reverse();
    after.extend(after_all);
    levels.push(Level {
        class,
        new,
        before_all: around_test(world, class, &["BeforeClass", "BeforeAll"]),
        before: around_test(world, class, &["Before", "BeforeEach"]),
        after,
    });
    Ok(levels)
}

/// The methods with one of these annotations, those of superclasses first.
fn around_test(world: &World, class: ClassId, names: &[&str]) -> Vec<MethodId> {
    let mut chain = vec![class];
    while let Some(superclass) = chain.last().and_then(|&class| world.class(class).superclass) {
        chain.push(superclass);
    }
    let mut found: Vec<MethodId> = Vec::new();
    for (depth, &class) in chain.iter().enumerate().rev() {
        let methods = world.class(class).file.methods.iter().enumerate();
        for (index, m) in methods.filter(|(_, m)| m.desc == "()V" && has(m, names)) {
            let own = MethodId { class, index: index as u32 };
            let is_private = m.flags & (flags::PRIVATE | flags::STATIC) != 0;
            let overriding = chain[..depth].iter().find_map(|&c| world.own_method(c, &m.name, &m.desc));
            match overriding.filter(|_| !is_private) {
                None => found.push(own),
                // One that has the annotation too has its own turn.
                Some(by) if has(world.method(by), names) => {}
                Some(by) if is_old(m) => found.push(by),
                Some(_) => {}
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{Argument, fields};

    #[test]
    fn lines_are_cut_at_commas() {
        let text = |text: &str| Argument::Text(text.to_owned());
        assert_eq!(fields("1, two ,'a, b'"), [text("1"), text("two"), text("a, b")]);
        assert_eq!(fields("''  , x,"), [text(""), text("x"), Argument::Null]);
    }
}
