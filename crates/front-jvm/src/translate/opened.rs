//! Translation on demand. What is cut ([`super::cut`]) is only where a translation stops at first: when an execution comes to a
//! method there, the program is translated again with it. What is opened is translated as everything else is, so what cannot be is
//! refused by its own name then: a native method, or a value that is not known.

use super::cut::{is_closed, is_cut, is_cut_method};
use super::{FuncId, Translator};
use crate::classfile::flags;
use crate::descriptor::{outermost, package};
use crate::library::Origin;
use crate::models::GIVES_WAY;
use crate::world::MethodId;
use commute_ir::{ClassId, Instr};
use std::collections::BTreeSet;

/// How many classes of a package are opened one by one. Whole packages are large: few programs need all of one.
const MANY: usize = 5;

/// What whoever comes to some classes soon comes to as well: each time less is a translation less.
struct Bundle {
    /// Classes and packages one comes to.
    of: &'static [&'static [&'static str]],
    /// Those that come with them.
    with: &'static [&'static [&'static str]],
    /// Whether they are of no use without values of the JVM.
    asks_host: bool,
    /// The texts that they ask for first, with their locales ([`super::bundles`]).
    texts: &'static [&'static str],
}

/// What is written differently in each country.
const PROVIDERS: &[&str] = &[
    "sun/util/locale/provider",
    "sun/util/cldr",
    "sun/util/resources",
    "sun/util/spi",
    "java/util/ResourceBundle",
    "java/util/spi",
    "java/text/spi",
    "sun/text/spi",
];
const FORMATS: &[&str] = &["sun.text.resources.cldr.FormatData ", "sun.text.resources.cldr.FormatData en_US"];
const WEEKS: &[&str] =
    &["sun.util.resources.cldr.CalendarData ", "sun.util.resources.cldr.CalendarData en_US"];
const LOCALES: &[&str] = &["java/util/Locale", "java/util/Properties", "sun/util/locale"];
const DATES: &[&str] = &["java/util/Date", "java/util/TimeZone", "sun/util/calendar"];
const CALENDARS: &[&str] = &["java/util/Calendar", "java/util/GregorianCalendar"];
const TEXTS: &[&str] = &["java/text", "java/util/Formatter"];
const NUMBERS: &[&str] = &["java/math"];
const DIGESTS: &[&str] =
    &["sun/security/provider", "java/security/MessageDigest", "java/security/MessageDigestSpi"];
const LOCAL_DATES: &[&str] = &[
    "java/time/LocalDate",
    "java/time/LocalDateTime",
    "java/time/OffsetDateTime",
    "java/time/Year",
    "java/time/YearMonth",
    "java/time/ZonedDateTime",
];
const FIELDS_OF_DATES: &[&str] = &[
    "java/time/DayOfWeek",
    "java/time/Month",
    "java/time/chrono/AbstractChronology",
    "java/time/chrono/Chronology",
    "java/time/chrono/IsoChronology",
    "java/time/temporal",
];
/// Files, and the paths to them.
const FILES: &[&str] = &[
    "java/nio/file",
    "java/nio/file/attribute",
    "java/nio/file/spi",
    "java/io/DefaultFileSystem",
    "java/io/File",
    "java/io/FileSystem",
];
const STREAMS: &[&str] =
    &["java/io/Closeable", "java/io/Flushable", "java/io/InputStream", "java/io/OutputStream"];
const ARRAYS: &[&str] = &["java/lang/reflect/Array"];
/// Whoever writes or reads characters as bytes.
const CHARSETS: &[&str] = &[
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
];

const TOGETHER: &[Bundle] = &[
    Bundle { of: &[PROVIDERS], with: &[PROVIDERS], asks_host: true, texts: FORMATS },
    Bundle { of: &[LOCALES], with: &[LOCALES], asks_host: true, texts: &[] },
    Bundle { of: &[DATES], with: &[DATES, CALENDARS, LOCALES], asks_host: true, texts: WEEKS },
    Bundle { of: &[CALENDARS], with: &[DATES, CALENDARS, LOCALES, PROVIDERS], asks_host: true, texts: WEEKS },
    Bundle { of: &[TEXTS], with: &[TEXTS, LOCALES, PROVIDERS, ARRAYS], asks_host: true, texts: FORMATS },
    Bundle { of: &[FILES], with: &[FILES, STREAMS, ARRAYS], asks_host: false, texts: &[] },
    Bundle { of: &[CHARSETS], with: &[CHARSETS], asks_host: true, texts: &[] },
    Bundle { of: &[NUMBERS], with: &[NUMBERS, ARRAYS], asks_host: false, texts: &[] },
    Bundle { of: &[DIGESTS], with: &[DIGESTS], asks_host: false, texts: &[] },
    Bundle { of: &[LOCAL_DATES], with: &[FIELDS_OF_DATES], asks_host: false, texts: &[] },
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
    "java/util/Formatter",
    "java/util/Properties",
];

/// Remote calls, by one or the other of these.
const REMOTE: &str = "java/rmi/Remote";
const REMOTE_CALLS: &[&str] = &["java/rmi/server/RemoteCalls", "java/rmi/registry/LocateRegistry"];
/// What all forms of classes are made of, and what arrays mostly have.
const FIELD_OF_FORM: &str = "java/io/ObjectStreamField";
const ELEMENTS: [&str; 2] = ["java/lang/Object", "java/lang/String"];
/// What is sent in remote calls; streams of objects, each with what it reads or writes there; what these come to, and exceptions with
/// what they are made of.
const SENT: &str = "java/io/Serializable";
const OBJECT_INPUT: [&str; 2] = ["java/io/ObjectInputStream", "java/io/ByteArrayInputStream"];
const OBJECT_OUTPUT: [&str; 2] = ["java/io/ObjectOutputStream", "java/io/ByteArrayOutputStream"];
const OF_OBJECT_STREAMS: &[&str] = &[
    "java/io/ByteArrayInputStream",
    "java/io/ByteArrayOutputStream",
    "java/io/Closeable",
    "java/io/DataInput",
    "java/io/DataInputStream",
    "java/io/DataOutput",
    "java/io/DataOutputStream",
    "java/io/FilterInputStream",
    "java/io/FilterOutputStream",
    "java/io/Flushable",
    "java/lang/reflect/Array",
    "jdk/internal/access/SharedSecrets",
    "jdk/internal/event/DeserializationEvent",
    "jdk/internal/event/Event",
];
const OF_EXCEPTIONS: &[&str] = &[
    "java/lang/Exception",
    "java/lang/IllegalArgumentException",
    "java/lang/IllegalStateException",
    "java/lang/RuntimeException",
    "java/lang/Throwable",
    "java/util/ArrayList",
];
/// What reflection finds of a registry.
const OF_REGISTRIES: &[&str] = &[
    "names",
    "class java/rmi/Remote",
    "class java/rmi/registry/Registry",
    "proxy java/rmi/registry/Registry",
    "members java/rmi/registry/Registry",
    "member called java/rmi/registry/Registry 0",
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
    /// Classes that give way to the JDK's own.
    given_way: BTreeSet<&'static str>,
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
    /// The JDK's own class, of which ours does only a part.
    Own(&'static str),
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

    /// The classes of ours that the JDK's own are taken instead of. Who asks what threads wait for can tell in which order they do.
    pub fn given_way(&self, version: u32) -> BTreeSet<&'static str> {
        let gives_way = |(class, since): &(&'static str, Option<u32>)| {
            let always = self.watches_waits || since.is_some_and(|since| version >= since);
            (always || self.given_way.contains(class)).then_some(*class)
        };
        GIVES_WAY.iter().filter_map(gives_way).collect()
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
                Missing::Own(class) => drop(more.given_way.insert(class)),
            }
        }
        (more != *self).then_some(more)
    }

    /// The same with what remote calls of these interfaces come to.
    fn with_remote<'a>(&self, interfaces: impl IntoIterator<Item = &'a str>) -> Opened {
        let mut more = self.clone();
        more.asks_host = true;
        more.classes.insert(ARRAYS[0].to_owned());
        more.reflected.extend(OF_REGISTRIES.iter().map(|&what| what.to_owned()));
        for name in interfaces {
            let asked = [
                format!("class {name}"),
                format!("proxy {name}"),
                format!("proxy {name} {REMOTE}"),
                format!("members called {name}"),
            ];
            more.reflected.extend(asked);
        }
        more
    }

    /// The same with what is asked of these classes when their objects are sent or received, and of exceptions.
    fn with_sent<'a>(&self, classes: impl IntoIterator<Item = &'a str>) -> Opened {
        let mut more = self.clone();
        more.classes.insert(FIELD_OF_FORM.to_owned());
        more.reflected.extend(ELEMENTS.map(|name| format!("class {name}")));
        for name in OF_EXCEPTIONS.iter().copied().chain(classes) {
            more.reflected.extend([format!("class {name}"), format!("members {name}")]);
        }
        more
    }

    /// The same with what these object streams come to.
    fn with_streams(&self, streams: Vec<&str>) -> Opened {
        let mut more = self.clone();
        more.classes.extend(OF_OBJECT_STREAMS.iter().chain(&streams).map(|&class| class.to_owned()));
        more.initialised.insert(OBJECT_INPUT[0].to_owned());
        more
    }

    fn open(&mut self, class: &str) {
        self.classes.insert(class.to_owned());
        let names = |list: &[&[&str]]| {
            list.iter().any(|list| list.contains(&package(class)) || list.contains(&class))
        };
        for bundle in TOGETHER.iter().filter(|bundle| names(bundle.of)) {
            self.asks_host |= bundle.asks_host;
            self.reflected.extend(bundle.texts.iter().map(|&text| text.to_owned()));
            for part in bundle.with.iter().copied().flatten() {
                self.classes.insert((*part).to_owned());
                self.packages.insert((*part).to_owned());
            }
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
    /// What is opened, with what executions will come to for sure: each time that this is known before is a search and a translation less.
    pub(super) fn foreseen(&self) -> Opened {
        let calls = REMOTE_CALLS.iter().any(|class| self.world.known(class).is_some());
        let Some(remote) = self.world.known(REMOTE).filter(|_| calls) else { return self.opened.clone() };
        let foreseen = self.opened.with_remote(self.users_below(remote, true));
        let foreseen = match self.world.known(SENT) {
            Some(sent) => foreseen.with_sent(self.users_below(sent, false)),
            None => foreseen,
        };
        let opens = |class: &&[&'static str; 2]| class.iter().any(|class| self.opened.is_open(class));
        let streams: Vec<&str> =
            [OBJECT_INPUT, OBJECT_OUTPUT].iter().filter(opens).map(|pair| pair[0]).collect();
        if streams.is_empty() { foreseen } else { foreseen.with_streams(streams) }
    }

    /// The names of the user's interfaces, or other classes, below another one.
    fn users_below(&self, above: ClassId, interfaces: bool) -> impl Iterator<Item = &str> {
        let is_wanted = move |&class: &ClassId| {
            let is_interface = self.world.class(class).file.flags & flags::INTERFACE != 0;
            is_interface == interfaces
                && self.origin(class) == Origin::User
                && self.world.is_subclass(class, above)
        };
        self.world.all().filter(is_wanted).map(|class| self.world.name(class))
    }

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

    /// The instruction that refuses a method that has no code, and that nothing stands for.
    pub(super) fn native_refusal(&mut self, method: MethodId, func: FuncId) -> Instr {
        let (class, decl) = (self.world.name(method.class), self.world.method(method));
        let what = match class.starts_with("commute/rt/") {
            true => in_words(&decl.name),
            false => format!("native method {}{}", self.world.method_name(method), decl.desc),
        };
        let own = GIVES_WAY.iter().find(|(own, _)| *own == outermost(class));
        let gives_way = own.filter(|_| self.origin(method.class) == Origin::Model);
        self.refusal_of(&what, func, gives_way.map(|(own, _)| Missing::Own(own)))
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

/// A native method of ours that nothing stands for is called where something is not supported; its name says what.
fn in_words(name: &str) -> String {
    let word =
        |c: char| if c.is_ascii_uppercase() { format!(" {}", c.to_ascii_lowercase()) } else { c.to_string() };
    name.chars().map(word).collect()
}
