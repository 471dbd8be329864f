//! Translation on demand. What is cut ([`super::cut`]) is only where a translation stops at first: when an execution comes to a
//! method there, the program is translated again with it. What is opened is translated as everything else is, so what cannot be is
//! refused by its own name then: a native method, or a value that is not known.

use super::cut::{is_closed, is_cut, is_cut_method};
use super::{FuncId, Translator};
use crate::descriptor::{outermost, package};
use crate::library::Origin;
use crate::world::MethodId;
use commute_ir::{ClassId, Instr};
use std::collections::BTreeSet;

/// How many classes of a package are opened one by one. Whole packages are large: few programs need all of one.
const MANY: usize = 5;

/// Packages and classes that are of no use without each other.
const TOGETHER: &[&[&str]] = &[
    &[
        "sun/util/locale/provider",
        "sun/util/cldr",
        "sun/util/resources",
        "sun/util/spi",
        "java/util/ResourceBundle",
        "java/util/spi",
        "java/text/spi",
        "sun/text/spi",
    ],
    &["java/util/Locale", "java/util/Properties", "sun/util/locale"],
    &[
        "java/util/Calendar",
        "java/util/Date",
        "java/util/GregorianCalendar",
        "java/util/TimeZone",
        "sun/util/calendar",
    ],
    &["java/text"],
    // Files, and the paths to them.
    &[
        "java/nio/file",
        "java/nio/file/attribute",
        "java/nio/file/spi",
        "java/io/DefaultFileSystem",
        "java/io/File",
        "java/io/FileSystem",
        "java/io/Closeable",
        "java/io/Flushable",
        "java/io/InputStream",
        "java/io/OutputStream",
        "java/lang/reflect/Array",
    ],
    // Whoever writes or reads characters as bytes.
    &[
        "java/nio",
        "java/nio/charset",
        "java/nio/charset/spi",
        "sun/nio/cs",
        "java/io/BufferedWriter",
        "java/io/FilterOutputStream",
        "java/io/InputStreamReader",
        "java/io/OutputStreamWriter",
        "java/io/PrintStream",
        "java/lang/System",
        "jdk/internal/access/SharedSecrets",
    ],
];

/// Classes that are initialised by their own code as soon as they are opened: the JVM cannot tell where their fields lie, or what of
/// ours they refer to.
const OWN_INITIALISERS: &[&str] = &[
    "java/io/File",
    "java/nio/Buffer",
    "java/nio/HeapByteBuffer",
    "java/nio/HeapCharBuffer",
    "java/nio/file/Files",
    "java/nio/file/LinkOption",
    "java/nio/file/StandardCopyOption",
    "java/nio/file/StandardOpenOption",
];

/// What of the library is translated because executions came to it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Opened {
    /// Classes, with those nested in them: whoever comes to one method of a class soon comes to others.
    classes: BTreeSet<String>,
    /// Packages: whoever comes to [`MANY`] classes of one soon comes to others, and each time would begin again. What is
    /// opened [`TOGETHER`] is here and among the classes.
    packages: BTreeSet<String>,
    /// The values of classes that are not translated are asked of the JVM.
    asks_host: bool,
    /// Classes that are initialised by their own code all the same.
    initialised: BTreeSet<String>,
    /// Threads note what they wait for.
    watches_waits: bool,
    /// What the machine raises has a message.
    tells_faults: bool,
    /// Where throwables are made is noted.
    traces: bool,
    /// What reflection came to: members, classes, proxies.
    reflected: BTreeSet<String>,
}

/// Something that a translation left out, and which could be there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Missing {
    /// A class, with those nested in it, and the classes above it.
    Classes(Vec<String>),
    /// The value of a static field, which the JVM may know.
    Value,
    /// The initialiser of a class, some value of which the JVM cannot tell.
    Initialiser(String),
    /// What threads wait for.
    Waits,
    /// The messages of exceptions that the machine raises.
    Faults,
    /// Where throwables are made.
    Traces,
    /// A member that is called, a class that is found by its name, or the like.
    Reflected(String),
}

impl Opened {
    /// Whether the JVM is asked for the values of classes that are not translated.
    pub fn asks_host(&self) -> bool {
        self.asks_host
    }

    /// Whether threads note what they wait for.
    pub fn watches_waits(&self) -> bool {
        self.watches_waits
    }

    /// Whether what the machine raises has a message. Code of ours raises it then, so that it is known where.
    pub fn tells_faults(&self) -> bool {
        self.tells_faults || self.traces
    }

    /// Whether it is noted where throwables are made.
    pub fn traces(&self) -> bool {
        self.traces
    }

    /// Whether reflection came to something.
    pub fn is_reflected(&self, what: &str) -> bool {
        self.reflected.contains(what)
    }

    /// The same with some of what a translation left out, by their numbers; nothing if that is no more.
    #[must_use]
    pub fn with(&self, missing: &[Missing], numbers: &BTreeSet<u32>) -> Option<Opened> {
        let mut more = self.clone();
        for wanted in numbers.iter().filter_map(|&number| missing.get(number as usize)) {
            match wanted {
                Missing::Classes(classes) => classes.iter().for_each(|class| more.open(class)),
                Missing::Value => more.asks_host = true,
                Missing::Initialiser(class) => drop(more.initialised.insert(class.clone())),
                Missing::Waits => more.watches_waits = true,
                Missing::Faults => more.tells_faults = true,
                Missing::Traces => more.traces = true,
                Missing::Reflected(what) => drop(more.reflected.insert(what.clone())),
            }
        }
        (more != *self).then_some(more)
    }

    fn open(&mut self, class: &str) {
        self.classes.insert(class.to_owned());
        let group = TOGETHER.iter().find(|group| group.contains(&package(class)) || group.contains(&class));
        for part in group.into_iter().flat_map(|group| group.iter()) {
            self.classes.insert((*part).to_owned());
            self.packages.insert((*part).to_owned());
        }
        if self.classes.iter().filter(|other| package(other) == package(class)).count() > MANY {
            self.packages.insert(package(class).to_owned());
        }
    }

    /// Whether a class of which the JVM cannot tell all is initialised by its own code.
    fn initialises(&self, class: &str) -> bool {
        self.initialised.contains(class) || OWN_INITIALISERS.contains(&class) && self.is_open(class)
    }

    fn is_open(&self, class: &str) -> bool {
        self.classes.contains(outermost(class)) || self.packages.contains(package(class))
    }
}

impl Translator<'_> {
    /// Whether a method of the library is not translated so far.
    pub(super) fn is_cut(&self, method: MethodId) -> bool {
        let (class, decl) = (self.world.name(method.class), self.world.method(method));
        self.origin(method.class) == Origin::Jdk
            && is_cut_method(class, &decl.name)
            && (is_closed(class) || !self.opened.is_open(class))
    }

    /// The instruction that refuses a method that is cut.
    pub(super) fn cut_refusal(&mut self, method: MethodId, func: FuncId) -> Instr {
        let decl = self.world.method(method);
        let what = format!("the library method {}{}", self.world.method_name(method), decl.desc);
        let opens = decl.code.is_some() && !is_closed(self.world.name(method.class));
        // Whoever comes to a class soon comes to its constructor, and to those above it.
        let mut above = self.world.all_above(method.class);
        above.retain(|&class| is_cut(self.world.name(class)) && !is_closed(self.world.name(class)));
        let classes = above.into_iter().map(|class| outermost(self.world.name(class)).to_owned()).collect();
        self.refusal_of(&what, func, opens.then_some(Missing::Classes(classes)))
    }

    /// The instruction that refuses to read a static field.
    pub(super) fn value_refusal(&mut self, class: ClassId, what: &str, func: FuncId) -> Instr {
        let name = self.world.name(class).to_owned();
        let missing = match self.opened.asks_host {
            _ if self.is_of_the_machine(class) => None,
            false => Some(Missing::Value),
            true => Some(Missing::Initialiser(name)),
        };
        self.refusal_of(what, func, missing)
    }

    /// Whether a class of which the JVM cannot tell all is initialised by its own code.
    pub(super) fn initialises(&self, class: &str) -> bool {
        self.opened.initialises(class)
    }

    pub(super) fn refusal_of(&mut self, what: &str, func: FuncId, lacks: Option<Missing>) -> Instr {
        let mut refusal = self.refusal(what, func);
        if let (Instr::Refuse { missing, .. }, Some(lacks)) = (&mut refusal, lacks) {
            *missing = Some(self.notes.missing.len() as u32);
            self.notes.missing.push(lacks);
        }
        refusal
    }
}
