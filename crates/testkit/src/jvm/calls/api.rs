//! The public methods that are called.

use super::samples::Samples;
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

/// A public method of the library.
#[derive(Clone, Debug)]
pub struct Method {
    /// Its class, as the JVM names it.
    pub binary: String,
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

    /// Class, name and descriptor.
    pub fn key(&self) -> String {
        format!("{}{}", self.full_name(), self.desc)
    }

    /// Its package.
    pub fn package(&self) -> &str {
        self.binary.rsplit_once('.').map_or("", |(package, _)| package)
    }

    /// A line of `Dump`, after its first word.
    pub fn read(parts: &[&str]) -> Option<Self> {
        let &[binary, class, how, name, desc, result, parameters] = parts else { return None };
        let how = match how {
            "static" => How::Static,
            "new" => How::New,
            _ => How::Instance,
        };
        let parameters = parameters.split(',').filter(|p| !p.is_empty()).map(str::to_owned).collect();
        let [binary, class, name, desc, result] = [binary, class, name, desc, result].map(str::to_owned);
        Some(Self { binary, class, how, name, desc, result, parameters })
    }

    /// Whether it is one of those that are replaced.
    fn is_replaced(&self) -> bool {
        let internal = self.binary.replace('.', "/");
        self.binary.starts_with("java.")
            && (internal == POOL || is_replaced(17, &internal, &self.name, &self.desc))
    }
}

/// The methods that are called, and those that are not, with reasons.
#[derive(Debug)]
pub struct Api {
    /// Those that are called.
    pub methods: Vec<Method>,
    /// Those that are not.
    pub left_out: Vec<(Method, Missing)>,
    /// What calls are made of.
    pub samples: Samples,
}

/// Why a method is not called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Missing {
    /// The table says so, for this reason.
    Skipped(String),
    /// No object of this type is known.
    Sample(String),
}

impl std::fmt::Display for Missing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Missing::Skipped(why) => write!(f, "{why}"),
            Missing::Sample(ty) => write!(f, "cannot make a {ty}"),
        }
    }
}

impl Api {
    /// The methods that are replaced.
    pub fn replaced(jvm: &Jvm) -> Result<Self, String> {
        let classes: BTreeSet<&str> =
            replaced_classes().into_iter().chain(ALSO).filter(|c| !c.contains('*')).collect();
        let names: Vec<String> = classes.iter().map(|class| class.replace('/', ".")).collect();
        Self::new(jvm, &names, &Method::is_replaced)
    }

    /// All public methods of packages.
    pub fn library(jvm: &Jvm, packages: &[String]) -> Result<Self, String> {
        let names: Vec<String> = packages.iter().map(|package| format!("{package}.*")).collect();
        Self::new(jvm, &names, &|_| true)
    }

    /// Asks the JDK.
    fn new(jvm: &Jvm, names: &[String], is_wanted: &dyn Fn(&Method) -> bool) -> Result<Self, String> {
        let text = jvm.java("Dump", None, names)?;
        let samples = Samples::new(Values::read(), &text);
        let mut lines: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("call\t")).collect();
        lines.sort_unstable();
        let read = lines.iter().filter_map(|line| Method::read(&line.split('\t').collect::<Vec<_>>()));
        let (mut methods, mut left_out) = (Vec::new(), Vec::new());
        for method in read.filter(is_wanted) {
            match missing(&method, &samples) {
                None => methods.push(method),
                Some(reason) => left_out.push((method, reason)),
            }
        }
        Ok(Self { methods, left_out, samples })
    }
}

/// Why a method is not called, if it is not.
fn missing(method: &Method, samples: &Samples) -> Option<Missing> {
    if let Some(reason) = samples.values.skips(method) {
        return Some(Missing::Skipped(reason.to_owned()));
    }
    let lacks = method.how == How::Instance && samples.receivers(&method.class).is_empty();
    let lacking = lacks.then_some(&method.class);
    let lacking = lacking
        .or_else(|| method.parameters.iter().find(|ty| samples.arguments_in(&method.class, ty).is_empty()));
    lacking.map(|ty| Missing::Sample(ty.clone()))
}
