//! Methods that are tests: which they are, by the names of annotations of JUnit 4 and 5, and what runs around them.

use crate::classfile::{ClassFile, Method, flags};
use crate::world::{MethodId, World};
use commute_ir::ClassId;

/// A method that is a test, with what runs around it, in order.
pub struct Test {
    /// The class.
    pub class: ClassId,
    /// Methods that run before there is an instance.
    pub before_all: Vec<MethodId>,
    /// Methods that run before the test.
    pub before: Vec<MethodId>,
    /// The test itself.
    pub method: MethodId,
    /// Methods that run after it.
    pub after: Vec<MethodId>,
    /// The exception that it must raise.
    pub expected: Option<String>,
}

fn has(method: &Method, names: &[&str]) -> bool {
    method.annotations.iter().any(|annotation| names.contains(&annotation.name()))
}

/// Whether a method is a test that is not switched off.
fn is_test(method: &Method) -> bool {
    method.desc == "()V" && has(method, &["Test"]) && !has(method, &["Ignore", "Disabled"])
}

/// The names of the tests of a class, as `a.B#method`.
pub fn tests_of(class: &ClassFile) -> Vec<String> {
    let name = crate::descriptor::dotted(&class.name);
    let tests = class.methods.iter().filter(|m| is_test(m) && class.flags & flags::ABSTRACT == 0);
    tests.map(|method| format!("{name}#{}", method.name)).collect()
}

/// Finds a test by its name. The error says what is missing.
pub fn find(world: &mut World, name: &str) -> Result<Test, String> {
    let (class, method) =
        name.split_once('#').ok_or_else(|| format!("{name} is not of the form Class#method"))?;
    let class = world.load(&class.replace('.', "/")).map_err(|error| error.to_string())?;
    let found = world.resolve(class, method, "()V").filter(|&m| is_test(world.method(m)));
    let method = found.ok_or_else(|| format!("{name} is no method without parameters that has @Test"))?;
    if world.own_method(class, "<init>", "()V").is_none() {
        return Err(format!("{name}: its class has no constructor without parameters"));
    }
    let test = world.method(method).annotations.iter().find(|annotation| annotation.name() == "Test");
    let expected = test.and_then(|annotation| annotation.value("expected"));
    let expected = expected.map(|desc| crate::descriptor::class_of(desc).to_owned());
    // What JUnit's own annotation has as default.
    let expected = expected.filter(|class| !class.ends_with("Test$None"));
    Ok(Test {
        class,
        before_all: around(world, class, &["BeforeClass", "BeforeAll"]),
        before: around(world, class, &["Before", "BeforeEach"]),
        method,
        after: around(world, class, &["After", "AfterEach", "AfterClass", "AfterAll"]),
        expected,
    })
}

/// The methods with one of these annotations, those of superclasses first.
fn around(world: &World, class: ClassId, names: &[&str]) -> Vec<MethodId> {
    let mut chain = vec![class];
    while let Some(superclass) = chain.last().and_then(|&class| world.class(class).superclass) {
        chain.push(superclass);
    }
    let mut found: Vec<MethodId> = Vec::new();
    for &class in chain.iter().rev() {
        let methods = world.class(class).file.methods.iter().enumerate();
        let fitting = methods.filter(|(_, m)| m.desc == "()V" && has(m, names));
        found.extend(fitting.map(|(index, _)| MethodId { class, index: index as u32 }));
    }
    found
}
