//! The public methods that are replaced.

use super::values::Values;
use crate::jvm::seen::Jvm;
use commute_front_jvm::{is_replaced, replaced_classes};
use std::collections::BTreeSet;

/// Classes that the table of replaced methods names by a pattern, and the interface of pools whose class is ours.
const ALSO: [&str; 4] = [
    "java/util/concurrent/atomic/AtomicIntegerFieldUpdater",
    "java/util/concurrent/atomic/AtomicLongFieldUpdater",
    "java/util/concurrent/atomic/AtomicReferenceFieldUpdater",
    POOL,
];
const POOL: &str = "java/util/concurrent/ExecutorService";

/// How a method is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// `C.m()`
    Static,
    /// `o.m()`
    Instance,
    /// `new C()`
    New,
}

/// A public method of the library that is replaced.
#[derive(Clone, Debug)]
pub struct Method {
    /// Its class, as Java writes it.
    pub class: String,
    /// How it is called.
    pub how: How,
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub desc: String,
    /// The type of its result.
    pub result: String,
    /// The types of its parameters.
    pub parameters: Vec<String>,
}

impl Method {
    /// Class and name, as tables write them.
    pub fn full_name(&self) -> String {
        format!("{}.{}", self.class, self.name)
    }
}

/// The methods that are called, and those that are not, with reasons.
#[derive(Debug)]
pub struct Api {
    /// Those that are called.
    pub methods: Vec<Method>,
    /// Those that are not.
    pub left_out: Vec<(Method, String)>,
}

impl Api {
    /// Asks the JDK.
    pub fn new(jvm: &Jvm, values: &Values) -> Result<Self, String> {
        let classes: BTreeSet<&str> =
            replaced_classes().into_iter().chain(ALSO).filter(|c| !c.contains('*')).collect();
        let names: Vec<String> = classes.iter().map(|class| class.replace('/', ".")).collect();
        let text = jvm.java("Dump", None, &names)?;
        let mut lines: Vec<&str> = text.lines().collect();
        lines.sort_unstable();
        let (mut methods, mut left_out) = (Vec::new(), Vec::new());
        for method in lines.into_iter().filter_map(read) {
            match reason(&method, values) {
                None => methods.push(method),
                Some(reason) => left_out.push((method, reason)),
            }
        }
        Ok(Self { methods, left_out })
    }
}

/// Why a method is not called, if it is not.
fn reason(method: &Method, values: &Values) -> Option<String> {
    let all = format!("{}.*", method.class);
    let skipped = [method.full_name(), all].into_iter().find_map(|name| values.skipped.get(name.as_str()));
    if let Some(reason) = skipped {
        return Some((*reason).to_owned());
    }
    let lacks = method.how == How::Instance && !values.receivers.contains_key(method.class.as_str());
    lacks.then(|| "no object of its class is in the table".to_owned())
}

/// A line of `Dump`, if the method is replaced.
fn read(line: &str) -> Option<Method> {
    let parts: Vec<&str> = line.split('\t').collect();
    let [binary, class, how, name, desc, result, parameters] = parts[..] else { return None };
    let internal = binary.replace('.', "/");
    if internal != POOL && !is_replaced(17, &internal, name, desc) || !binary.starts_with("java.") {
        return None;
    }
    let how = match how {
        "static" => How::Static,
        "new" => How::New,
        _ => How::Instance,
    };
    let parameters = parameters.split(',').filter(|p| !p.is_empty()).map(str::to_owned).collect();
    let (class, name) = (class.to_owned(), name.to_owned());
    Some(Method { class, how, name, desc: desc.to_owned(), result: result.to_owned(), parameters })
}
