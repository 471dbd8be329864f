//! The methods of the library that are not what the JDK says: the table.
//!
//! Methods are replaced, not classes, so that the rest of a class works as it is. `intrinsics.rs` says what an entry
//! becomes. The first row that fits a method is taken. A row is for all versions of Java that are read, unless it says
//! since or until which.

pub mod files;
mod handles;
mod locales;
pub mod network;
mod reflection;
mod serialization;

use super::asked::Asked as A;
use super::intrinsics::Intrinsic::{self, *};
use super::random::{RANDOM, SPLITTABLE_RANDOM};
use super::system::OfSystem as S;
use super::traces::Told as T;
use crate::classfile::Kind;
use commute_ir::{ObjOp, PrintForm};
use std::collections::HashMap;
use std::sync::LazyLock;

/// One or more methods of the library, and what they become.
struct Row {
    /// Names of classes, with spaces between them; a `*` stands for any characters.
    classes: &'static str,
    /// Names of methods, with spaces between them; `*` is any.
    names: &'static str,
    /// The descriptor, or nothing for any.
    desc: &'static str,
    becomes: Intrinsic,
    /// The first and the last version of Java that it is for.
    versions: (u32, u32),
}

impl Row {
    /// It is for this version of Java and later ones.
    const fn since(mut self, version: u32) -> Row {
        self.versions.0 = version;
        self
    }

    /// It is for this version of Java and earlier ones.
    const fn until(mut self, version: u32) -> Row {
        self.versions.1 = version;
        self
    }

    fn fits(&self, version: u32, class: &str, name: &str, desc: &str) -> bool {
        (self.versions.0..=self.versions.1).contains(&version)
            && (self.desc.is_empty() || self.desc == desc)
            && (self.names == "*" || self.names.split(' ').any(|own| own == name))
            && self.classes.split(' ').any(|own| fits_class(own, class))
    }
}

fn fits_class(pattern: &str, class: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == class,
        Some((start, end)) => class.strip_prefix(start).is_some_and(|rest| rest.ends_with(end)),
    }
}

const fn row(classes: &'static str, names: &'static str, desc: &'static str, becomes: Intrinsic) -> Row {
    Row { classes, names, desc, becomes, versions: (0, u32::MAX) }
}

/// What a method becomes with the library of a version of Java, if it is not what its class says.
pub fn intrinsic(version: u32, class: &str, name: &str, desc: &str) -> Option<Intrinsic> {
    // Every call of a program asks, and nearly all are of classes without a row of their own.
    static INDEX: LazyLock<Index> = LazyLock::new(Index::new);
    let own = INDEX.named.get(class).into_iter().flatten();
    let fits = |(_, row): &&Numbered| row.fits(version, class, name, desc);
    let first = own.chain(&INDEX.patterns).filter(fits).min_by_key(|(number, _)| number);
    first.map(|(_, row)| row.becomes)
}

/// All rows, in the order of the table.
fn rows() -> impl Iterator<Item = &'static Row> {
    TABLE
        .iter()
        .chain(reflection::ROWS)
        .chain(handles::ROWS)
        .chain(locales::ROWS)
        .chain(files::ROWS)
        .chain(network::ROWS)
        .chain(serialization::ROWS)
}

/// A row and its place in the table.
type Numbered = (usize, &'static Row);

/// The rows of the table by the classes that they name, and those that are for classes of a pattern.
struct Index {
    named: HashMap<&'static str, Vec<Numbered>>,
    patterns: Vec<Numbered>,
}

impl Index {
    fn new() -> Self {
        let mut index = Self { named: HashMap::new(), patterns: Vec::new() };
        for (number, row) in rows().enumerate() {
            for class in row.classes.split(' ') {
                match class.contains('*') {
                    true => index.patterns.push((number, row)),
                    false => index.named.entry(class).or_default().push((number, row)),
                }
            }
        }
        index
    }
}

/// The names of all classes in the table.
pub fn classes() -> impl Iterator<Item = &'static str> {
    rows().flat_map(|row| row.classes.split(' '))
}

/// Whether a field of instances of a class of the library has no value here, since what makes them is replaced: only one
/// instance of which nothing is known, a constructor that does nothing, or what reflection does not tell.
pub fn is_left_unset(class: &str, field: &str) -> bool {
    // Those that make such instances; asked at each access to a field, so the others are not looked at.
    static MAKERS: LazyLock<Vec<&'static Row>> = LazyLock::new(|| {
        let is_constructor = |row: &Row| row.names.split(' ').any(|name| name == "<init>");
        let is_maker =
            |row: &&Row| matches!(row.becomes, Only(_)) || row.becomes == Nothing && is_constructor(row);
        rows().filter(is_maker).collect()
    });
    let makes = |row: &Row| match row.becomes {
        Only(of) => of == class,
        _ => row.classes.split(' ').any(|own| fits_class(own, class)),
    };
    let member = match class {
        "java/lang/reflect/Field" | "java/lang/reflect/Method" | "java/lang/reflect/Constructor" => {
            !is_told_of_member(field)
        }
        _ => false,
    };
    class != "java/lang/Object" && (member || MAKERS.iter().any(|row| makes(row)))
}

/// Whether a field of a member's class has its value here: what a class says of it, not where the JVM has it.
fn is_told_of_member(field: &str) -> bool {
    "clazz name type returnType parameterTypes exceptionTypes modifiers slot"
        .split(' ')
        .any(|told| told == field)
}

/// A system property that every program has, if its value is known.
pub fn property(name: &str) -> Result<Option<&'static str>, ()> {
    let always =
        ["java.", "os.", "user.", "sun.", "jdk.", "native.", "file.", "path.", "line.", "stdout.", "stderr."];
    match name {
        "line.separator" => Ok(Some("\n")),
        "file.separator" => Ok(Some("/")),
        "path.separator" => Ok(Some(":")),
        "java.io.tmpdir" => Ok(Some("/tmp")),
        _ if always.iter().any(|start| name.starts_with(start)) => Err(()),
        _ => Ok(None),
    }
}

/// What is fixed by an intrinsic that Java leaves open, for the report.
pub fn fixes(class: &str, name: &str) -> Option<&'static str> {
    match (class, name) {
        ("java/lang/Object", "hashCode") | ("java/lang/System", "identityHashCode") => {
            Some("identity hash codes are all 1")
        }
        ("java/lang/System", "currentTimeMillis" | "nanoTime") => {
            Some("time moves on when the time of a wait is up, and a few times by itself")
        }
        ("java/lang/Runtime", "availableProcessors") => Some("there is 1 processor"),
        ("java/lang/Runtime", "maxMemory" | "totalMemory" | "freeMemory") => {
            Some("there are always 128 of 256 MiB of memory free, and 4 GiB at most")
        }
        ("java/lang/System", "getProperty") => Some("no system property is set but those that always are"),
        ("java/lang/System", "getenv") => Some("no environment variable is set"),
        ("java/util/UUID", "randomUUID") => {
            Some("random UUIDs are all different, each greater than those before")
        }
        ("java/util/logging/Logger", _) => Some("nothing is logged"),
        ("java/lang/reflect/Members", "methodsOf" | "fieldsOf" | "constructorsOf") => {
            Some("members that reflection gives are in the order of the class file")
        }
        ("java/lang/StrictMath", name) if name != "sqrt" => {
            Some("functions of Math give what those of StrictMath give")
        }
        _ => None,
    }
}

/// The descriptor of our `format`.
const FORMAT: &str = "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;";

/// Those of methods that write what they format, and of ours.
const FORMAT_TO_STREAM: &str = "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/io/PrintStream;";
const STREAM_FORMAT: &str =
    "(Ljava/io/PrintStream;Ljava/lang/String;[Ljava/lang/Object;)Ljava/io/PrintStream;";
const FORMAT_TO_WRITER: &str = "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/io/PrintWriter;";
const WRITER_FORMAT: &str =
    "(Ljava/io/PrintWriter;Ljava/lang/String;[Ljava/lang/Object;)Ljava/io/PrintWriter;";

/// What a logger has that is not null.
const LOGGER_OBJECTS: &str =
    "getName getParent getHandlers getResourceBundle getResourceBundleName getFilter";
const PROPERTY: &str = "(Ljava/lang/String;)Ljava/lang/String;";
const PROPERTY_OR: &str = "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;";
const START_IN_CONTAINER: &str = "(Ljava/lang/Object;Ljava/lang/Thread;)V";
const START_BY_ACCESS: &str = "(Ljava/lang/Object;Ljava/lang/Thread;Ljava/lang/Object;)V";
const DIGITS: &str = "(DI)[C";
const REGISTER: &str =
    "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Runnable;)Ljava/lang/ref/Cleaner$Cleanable;";
const DIGEST: &str = "(Ljava/lang/String;)Ljava/security/MessageDigest;";
const ENUM_OF_NAME: &str = "(Ljava/lang/Class;Ljava/lang/String;)Ljava/lang/Enum;";
const TEXT_OF_TEXT: &str = "(Ljava/lang/String;)Ljava/lang/String;";
const TEXT_OF_THREAD: &str = "(Ljava/lang/Thread;)Ljava/lang/String;";
const LOCALS_OF: &str = "(Ljava/lang/ThreadLocal;Ljava/lang/Thread;)Ljava/lang/ThreadLocal$ThreadLocalMap;";
const PARK_ON: &str = "(Ljava/lang/Object;J)V";
const GET_BLOCKER: &str = "(Ljava/lang/Thread;)Ljava/lang/Object;";
const PRIVILEGED: &str = "(Ljava/security/PrivilegedAction;)Ljava/lang/Object;";
const PRIVILEGED_FALLIBLE: &str = "(Ljava/security/PrivilegedExceptionAction;)Ljava/lang/Object;";
const NEW_POOL: &str = "()Ljava/util/concurrent/ExecutorService;";
const NEW_POOL_OF: &str = "(I)Ljava/util/concurrent/ExecutorService;";
const NEW_POOL_WITH: &str = "(Ljava/util/concurrent/ThreadFactory;)Ljava/util/concurrent/ExecutorService;";
const NEW_POOL_OF_WITH: &str =
    "(ILjava/util/concurrent/ThreadFactory;)Ljava/util/concurrent/ExecutorService;";
const POOL_AT_RATE: &str = "(Ljava/util/concurrent/ScheduledThreadPoolExecutor;Ljava/lang/Runnable;JJ\
     Ljava/util/concurrent/TimeUnit;)Ljava/util/concurrent/ScheduledFuture;";
const TIMER_AT_RATE: &str = "(Ljava/util/Timer;Ljava/util/TimerTask;JJ)V";
const WAITING_GET: &str = "(Ljava/util/concurrent/CompletableFuture;Z)Ljava/lang/Object;";
const READ_WRITE_LOCK: &str = "java/util/concurrent/locks/ReentrantReadWriteLock";
const FROM_UNIT: &str = "(JLjava/util/concurrent/TimeUnit;)J";
const UNIT_FROM_UNIT: &str = "(Ljava/util/concurrent/TimeUnit;JLjava/util/concurrent/TimeUnit;)J";
const CONSOLE: &str = "commute/rt/Console";
const BYTES: &str = "(I[BII)I";
const MEMORY: &str = "jdk/internal/misc/ScopedMemoryAccess";
const TIMED_PARK: Intrinsic = Park { timed: true };

const fn print(form: PrintForm) -> Intrinsic {
    Print { form, newline: false }
}

const fn println(form: PrintForm) -> Intrinsic {
    Print { form, newline: true }
}

#[rustfmt::skip]
const TABLE: &[Row] = &[
    row("java/lang/Object", "<init> registerNatives finalize", "", Nothing),
    row("java/lang/Object", "hashCode", "", Number(1)),
    row("java/lang/Object", "getClass", "", ClassOf),
    row("java/lang/Object", "clone", "", Clone),
    row("java/lang/Object", "toString", "", Ours("toString", "(Ljava/lang/Object;)Ljava/lang/String;")),
    row("java/lang/Object", "wait", "()V", Invoke(ObjOp::Wait)),
    row("java/lang/Object", "wait", "", Wait),
    row("java/lang/Object", "notify", "", Invoke(ObjOp::Notify)),
    row("java/lang/Object", "notifyAll", "", Invoke(ObjOp::NotifyAll)),

    // Our own class of threads.
    row("java/lang/Thread", "currentThread currentCarrierThread", "", Current),
    row("java/lang/Thread", "start0", "", Start),
    row("java/lang/Thread", "yield", "", Yield),
    row("java/lang/Thread", "interrupt0", "", Invoke(ObjOp::Interrupt)),
    row("java/lang/Thread", "isInterrupted0", "", Invoke(ObjOp::IsInterrupted)),
    row("java/lang/Thread", "interrupted", "", OnSelf(ObjOp::TakeInterrupt)),
    row("java/lang/Thread", "keeps", "", Number(0)).until(13),
    row("java/lang/Thread", "keeps", "", Number(1)),
    row("java/lang/Thread", "isAlive", "", Asked(A::IsAlive)),
    row("java/lang/Thread", "isAlivePlain", "", Invoke(ObjOp::IsAlive)),
    row("java/lang/Thread", "join0", "", Asked(A::Join)),
    row("java/lang/Thread", "joinTimed", "", Asked(A::JoinTimed)),
    row("java/lang/Thread", "joinPlain", "", Invoke(ObjOp::Join)),
    row("java/lang/Thread", "noteName", "", Asked(A::NoteName)),
    row("java/lang/Thread", "namesOfProperties", "", ThreadNames),
    row("java/lang/Thread", "adopt", "", Asked(A::Adopt)),
    row("java/lang/Thread", "number", "", Asked(A::Number)),
    row("java/lang/Thread", "identify", "", Asked(A::Identify)),
    row("java/lang/Thread", "inherit", "", Asked(A::Inherit)),
    row("java/lang/Thread", "carry", "", Asked(A::Carry)),
    row("java/lang/Thread", "enlist", "", Asked(A::Enlist)),
    row("java/lang/Thread", "finish", "", Asked(A::Finish)),
    row("java/lang/Thread", "last", "", Asked(A::Last)),
    row("java/lang/Thread", "pass", "", Asked(A::Pass)),
    row("java/lang/Thread", "isClockSeen", "", Asked(A::IsClockSeen)),
    row("java/lang/Thread", "tick", "", Asked(A::Tick)),
    row("java/lang/Thread", "description", "", Ours("java/lang/Thread.descriptionUntil18", TEXT_OF_THREAD)).until(18),
    row("java/lang/Thread", "description", "", Ours("java/lang/Thread.descriptionSince19", TEXT_OF_THREAD)),
    row("java/lang/Thread", "park", "", Park { timed: false }),
    row("java/lang/Thread", "parkTimed", "", TIMED_PARK),
    row("java/lang/Thread", "leaveAndEnter", "", LeaveAndEnter),
    row("java/lang/Thread", "rest", "", Yield),
    row("java/lang/Thread", "watched", "", Unwatched),
    row("java/lang/Thread", "waitUnwatched", "(Ljava/lang/Object;)V", Invoke(ObjOp::Wait)),
    row("java/lang/Thread", "waitUnwatched", "", Wait),
    row("java/lang/Thread", "notifyUnwatched", "", Invoke(ObjOp::Notify)),
    row("java/lang/Thread", "interruptUnwatched", "", Invoke(ObjOp::Interrupt)),
    row("java/lang/Throwable", "whatWasWrong", "", Untold),
    row("java/lang/Throwable", "fill", "", Nothing),
    row("java/lang/Throwable", "isTraced", "", Number(0)),
    row("java/lang/Throwable", "whereItWasMade callAt", "", Untraced),
    row("java/lang/Throwable", "classAt", "", Told(T::Class)),
    row("java/lang/Throwable", "methodAt", "", Told(T::Method)),
    row("java/lang/Throwable", "fileAt", "", Told(T::File)),
    row("java/lang/Throwable", "moduleAt", "", Told(T::Module)),
    row("java/lang/Throwable", "makes", "", Told(T::Making)),
    row("java/lang/Throwable", "setFormat", "", SetPrivate("java/lang/StackTraceElement", "format", "B")),
    row("java/lang/Throwable", "rawWait", "(Ljava/lang/Object;)V", Invoke(ObjOp::Wait)),
    row("java/lang/Throwable", "rawWait", "", Wait),
    row("java/lang/Throwable", "rawNotify", "", Invoke(ObjOp::Notify)),
    row("java/lang/Throwable", "rawNotifyAll", "", Invoke(ObjOp::NotifyAll)),
    row("java/lang/Throwable", "rawJoin", "", Invoke(ObjOp::Join)),
    row("commute/rt/Faults", "placeOf", "", Query("placeOf")),
    row("java/util/concurrent/locks/LockSupport", "park", "", Park { timed: false }),
    row("java/util/concurrent/locks/LockSupport", "parkNanos", "(J)V", Ours("java/lang/Thread.parkNanos", "(J)V")),
    row("java/util/concurrent/locks/LockSupport", "parkNanos", "", Ours("java/lang/Thread.parkNanos", PARK_ON)),
    row("java/util/concurrent/locks/LockSupport", "parkUntil", "", TIMED_PARK),
    row("java/util/concurrent/locks/LockSupport", "unpark", "", Ours("java/lang/Thread.unpark", "(Ljava/lang/Thread;)V")),
    row("java/util/concurrent/locks/LockSupport", "setBlocker setCurrentBlocker", "", Nothing),
    row("java/util/concurrent/locks/LockSupport", "getBlocker", "", Ours("java/lang/Thread.getBlocker", GET_BLOCKER)),
    row("java/lang/ThreadLocal", "getMap", "", Ours("java/lang/Thread.locals", LOCALS_OF)),
    row("java/lang/InheritableThreadLocal", "getMap", "", Ours("java/lang/Thread.inherited", LOCALS_OF)),
    // Since Java 19 threads are kept in containers and may be virtual; here they are all the same.
    row("java/lang/ThreadLocal", "dumpStackIfVirtualThread", "", Nothing).since(19),
    row("jdk/internal/vm/SharedThreadContainer", "create", "", Only("jdk/internal/vm/SharedThreadContainer")).since(19),
    row("jdk/internal/vm/SharedThreadContainer", "start", "", Ours("startIn", START_IN_CONTAINER)).since(19),
    row("jdk/internal/vm/SharedThreadContainer", "close", "", Nothing).since(19),
    row("java/lang/System$2", "start", "", Ours("startIn", START_BY_ACCESS)).since(19),
    row("jdk/internal/vm/ThreadContainer", "<init>", "", Nothing).since(19),
    row("jdk/internal/vm/ThreadContainers", "registerContainer deregisterContainer", "", Nothing).since(19),

    row("java/lang/Enum", "valueOf", "", Ours("valueOf", ENUM_OF_NAME)),
    row("java/util/EnumMap", "getKeyUniverse", "", EnumConstants),
    row("java/util/EnumSet", "getUniverse", "", EnumConstants),

    row("java/lang/System", "arraycopy", "", ArrayCopy),
    row("java/lang/System", "identityHashCode", "", Number(1)),
    row("java/lang/System", "currentTimeMillis", "", Clock { millis: true }),
    row("java/lang/System", "nanoTime", "", Clock { millis: false }),
    row("java/lang/System", "getSecurityManager gc registerNatives", "", Nothing),
    row("java/lang/System", "getenv", PROPERTY, Ours("environment", PROPERTY)),
    row("java/lang/System", "getProperty", PROPERTY, Property),
    row("java/lang/System", "getProperty", PROPERTY_OR, Property),
    row("java/lang/System", "setProperty", "", SetProperty("commute/rt/Settings.set", PROPERTY_OR)),
    row("java/lang/System", "clearProperty", "", SetProperty("commute/rt/Settings.clear", PROPERTY)),
    row("java/lang/System", "getenv", "", Ours("environment", "()Ljava/util/Map;")),
    row("java/lang/System", "setOut", "", SetStream("out", "Ljava/io/PrintStream;")),
    row("java/lang/System", "setErr", "", SetStream("err", "Ljava/io/PrintStream;")),
    row("java/lang/System", "setIn", "", SetStream("in", "Ljava/io/InputStream;")),
    row("java/lang/System java/lang/Runtime", "exit halt", "", Exit),
    row("java/util/logging/Logger", "getLogger getGlobal getAnonymousLogger", "", Only("java/util/logging/Logger")),
    row("java/util/logging/Logger", LOGGER_OBJECTS, "", Refused),
    row("java/util/logging/Logger", "*", "", Nothing),
    row("java/lang/StrictMath", "sqrt", "", Ours("sqrt", "(D)D")),
    row("java/lang/StrictMath", "sin", "", Ours("commute/rt/Angles.sin", "(D)D")).until(20),
    row("java/lang/StrictMath", "cos", "", Ours("commute/rt/Angles.cos", "(D)D")).until(20),
    row("java/lang/StrictMath", "tan", "", Ours("commute/rt/Angles.tan", "(D)D")).until(20),
    row("java/lang/StrictMath", "asin", "", Ours("commute/rt/Fdlibm.asin", "(D)D")).until(20),
    row("java/lang/StrictMath", "acos", "", Ours("commute/rt/Fdlibm.acos", "(D)D")).until(20),
    row("java/lang/StrictMath", "atan", "", Ours("commute/rt/Fdlibm.atan", "(D)D")).until(20),
    row("java/lang/StrictMath", "log", "", Ours("commute/rt/Fdlibm.log", "(D)D")).until(20),
    row("java/lang/StrictMath", "log10", "", Ours("commute/rt/Fdlibm.log10", "(D)D")).until(20),
    row("java/lang/StrictMath", "log1p", "", Ours("commute/rt/Fdlibm.log1p", "(D)D")).until(20),
    row("java/lang/StrictMath", "expm1", "", Ours("commute/rt/Fdlibm.expm1", "(D)D")).until(20),
    row("java/lang/StrictMath", "sinh", "", Ours("commute/rt/Fdlibm.sinh", "(D)D")).until(20),
    row("java/lang/StrictMath", "cosh", "", Ours("commute/rt/Fdlibm.cosh", "(D)D")).until(20),
    row("java/lang/StrictMath", "tanh", "", Ours("commute/rt/Fdlibm.tanh", "(D)D")).until(20),
    row("java/lang/StrictMath", "atan2", "", Ours("commute/rt/Fdlibm.atan2", "(DD)D")).until(20),
    row("java/lang/StrictMath", "IEEEremainder", "", Ours("commute/rt/Fdlibm.remainder", "(DD)D")).until(20),
    row("java/lang/System", "lineSeparator", "", Text("\n")),
    row("java/lang/Runtime", "availableProcessors", "", Number(1)),
    row("java/lang/Runtime", "getRuntime", "", Only("java/lang/Runtime")),
    row("java/lang/Runtime", "gc", "", Nothing),
    row("java/lang/Runtime", "maxMemory", "", Number(4 << 30)),
    row("java/lang/Runtime", "totalMemory", "", Number(256 << 20)),
    row("java/lang/Runtime", "freeMemory", "", Number(128 << 20)),

    row(RANDOM, "<init>", "()V", NewRandom(RANDOM)),
    row(SPLITTABLE_RANDOM, "<init>", "()V", NewRandom(SPLITTABLE_RANDOM)),
    row("java/util/random/RandomGenerator", "nextInt", "(II)I", Ours("between", "(Ljava/util/random/RandomGenerator;II)I")),
    row("jdk/internal/util/random/RandomSupport", "boundedNextInt", "(Ljava/util/random/RandomGenerator;II)I", Ours("bounded", "(Ljava/util/random/RandomGenerator;II)I")),
    row("java/util/concurrent/ThreadLocalRandom", "nextInt", "()I", Ours("anyInt", "(Ljava/lang/Object;)I")),
    row("java/util/concurrent/ThreadLocalRandom", "nextLong", "()J", Ours("anyLong", "(Ljava/lang/Object;)J")),
    row("java/util/concurrent/ThreadLocalRandom", "nextDouble", "()D", Ours("anyDouble", "(Ljava/lang/Object;)D")),
    row("java/util/concurrent/ThreadLocalRandom", "nextBoolean", "()Z", Ours("anyBoolean", "(Ljava/lang/Object;)Z")),
    row("java/util/concurrent/ThreadLocalRandom", "nextInt", "(I)I", Ours("anyBelow", "(Ljava/lang/Object;I)I")),
    row("java/util/concurrent/ThreadLocalRandom", "nextInt", "(II)I", Ours("anyBetween", "(Ljava/lang/Object;II)I")),
    row("java/util/concurrent/ThreadLocalRandom", "nextLong", "(J)J", Ours("anyBelow", "(Ljava/lang/Object;J)J")),
    row("java/util/concurrent/ThreadLocalRandom", "nextLong", "(JJ)J", Ours("anyBetween", "(Ljava/lang/Object;JJ)J")),
    row("java/util/concurrent/ThreadLocalRandom", "setSeed", "", Ours("noSeed", "(Ljava/lang/Object;J)V")),
    row("java/util/concurrent/ThreadLocalRandom", "current", "", Only("java/util/concurrent/ThreadLocalRandom")),
    row("java/util/concurrent/ThreadLocalRandom", "getProbe nextSecondarySeed", "", Number(1)),
    row("java/util/concurrent/ThreadLocalRandom", "localInit", "", Nothing),
    row("java/util/concurrent/atomic/Striped64", "getProbe", "", Ours("java/lang/Thread.probe", "()I")),
    row("java/util/concurrent/atomic/Striped64", "advanceProbe", "", Ours("java/lang/Thread.advanceProbe", "(I)I")),
    row(READ_WRITE_LOCK, "holds", "", Ours("java/lang/Thread.readHolds", "(Ljava/lang/Thread;)Ljava/lang/Object;")),
    row(READ_WRITE_LOCK, "setHolds", "", Ours("java/lang/Thread.setReadHolds", "(Ljava/lang/Thread;Ljava/lang/Object;)V")),

    row("java/io/PrintStream", "format", FORMAT_TO_STREAM, Ours("commute/rt/Format.format", STREAM_FORMAT)),
    row("java/io/PrintWriter", "format", FORMAT_TO_WRITER, Ours("commute/rt/Format.format", WRITER_FORMAT)),
    row("java/lang/String", "format", FORMAT, Ours("commute/rt/Format.format", FORMAT)),
    row("java/lang/String", "formatted", "", Ours("commute/rt/Format.format", FORMAT)),
    row("java/lang/String", "hashCode", "", Ours("hashCode", "(Ljava/lang/String;)I")),
    row("java/lang/String", "toUpperCase", "()Ljava/lang/String;", Ours("toUpperCase", TEXT_OF_TEXT)),
    row("java/lang/String", "toLowerCase", "()Ljava/lang/String;", Ours("toLowerCase", TEXT_OF_TEXT)),
    row("java/lang/StringConcatHelper", "newArray", "", NewBytes),
    row("java/lang/StringUTF16", "isBigEndian", "", Number(0)),
    row("java/lang/Float", "floatToRawIntBits", "", Bits(Kind::Int)),
    row("java/lang/Float", "intBitsToFloat", "", Bits(Kind::Float)),
    row("java/lang/Double", "doubleToRawLongBits", "", Bits(Kind::Long)),
    row("java/lang/Double", "longBitsToDouble", "", Bits(Kind::Double)),
    // What is left to compare one by one: all of it.
    row("jdk/internal/util/ArraysSupport", "vectorizedMismatch", "", Complement(4)),

    row("java/lang/String", "intern", "", Ours("commute/rt/Natives.intern", TEXT_OF_TEXT)),
    row("commute/rt/Natives", "literals", "", Literals),
    row("java/util/zip/CRC32", "update", "(II)I", Ours("commute/rt/Natives.crc", "(II)I")),
    row("java/util/zip/CRC32", "updateBytes0", "", Ours("commute/rt/Natives.crc", BYTES)),
    row("java/util/zip/Adler32", "update", "(II)I", Ours("commute/rt/Natives.adler", "(II)I")),
    row("java/util/zip/Adler32", "updateBytes", BYTES, Ours("commute/rt/Natives.adler", BYTES)),
    row(MEMORY, "getScopedMemoryAccess", "", Only(MEMORY)),
    row(MEMORY, "vectorizedMismatch", "", Complement(7)),
    row(MEMORY, "getShortUnaligned", "", Ours("commute/rt/Natives.getShort", "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;JZ)S")),
    row(MEMORY, "putShortUnaligned", "", Ours("commute/rt/Natives.putShort", "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;JSZ)V")),
    row(MEMORY, "getCharUnaligned", "", Ours("commute/rt/Natives.getChar", "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;JZ)C")),
    row(MEMORY, "putCharUnaligned", "", Ours("commute/rt/Natives.putChar", "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;JCZ)V")),
    row(MEMORY, "getIntUnaligned", "", Ours("commute/rt/Natives.getInt", "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;JZ)I")),
    row(MEMORY, "putIntUnaligned", "", Ours("commute/rt/Natives.putInt", "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;JIZ)V")),
    row(MEMORY, "getLongUnaligned", "", Ours("commute/rt/Natives.getLong", "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;JZ)J")),
    row(MEMORY, "putLongUnaligned", "", Ours("commute/rt/Natives.putLong", "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;JJZ)V")),

    row("java/util/UUID", "randomUUID", "", Ours("commute/rt/Natives.randomUuid", "()Ljava/util/UUID;")),
    row("java/security/MessageDigest", "getInstance", DIGEST, Ours("java/security/Digests.of", DIGEST)),
    row("java/security/MessageDigest", "getInstance getProvider toString", "", Refused),
    row("java/security/AccessController", "doPrivileged", PRIVILEGED, Ours("doPrivileged", PRIVILEGED)),
    row("java/security/AccessController", "doPrivileged", PRIVILEGED_FALLIBLE, Ours("doPrivileged", PRIVILEGED_FALLIBLE)),
    row("java/security/AccessController", "getContext checkPermission", "", NullInside),
    row("java/*Permission", "<init>", "", Nothing),
    row("sun/security/action/GetPropertyAction", "privilegedGetProperty", PROPERTY, Ours("commute/rt/Natives.property", PROPERTY)),
    row("sun/security/action/GetPropertyAction", "privilegedGetProperty", PROPERTY_OR, Ours("commute/rt/Natives.property", PROPERTY_OR)),
    row("sun/security/action/GetPropertyAction", "privilegedGetProperties", "", Ours("commute/rt/Natives.properties", "()Ljava/util/Properties;")),
    row("jdk/internal/access/SharedSecrets", "getJavaLangAccess", "", Only("java/lang/System$2")),
    // Others would look for the class by its name to have it initialised.
    row("jdk/internal/access/SharedSecrets", "getJavaUtilCollectionAccess", "", Only("java/util/ImmutableCollections$Access$1")),
    row("jdk/internal/access/SharedSecrets", "getJavaNioAccess", "", Only("java/nio/Buffer$1")),
    // Nobody reads it then, and without it buffers are initialised early.
    row("jdk/internal/access/SharedSecrets", "setJavaNioAccess", "", Nothing),
    row("jdk/internal/access/SharedSecrets", "getJavaUtilResourceBundleAccess", "", Only("java/util/ResourceBundle$1")),

    row("java/util/concurrent/Executors", "newFixedThreadPool", NEW_POOL_OF, Ours("fixedPool", NEW_POOL_OF)),
    row("java/util/concurrent/Executors", "newFixedThreadPool", NEW_POOL_OF_WITH, Ours("fixedPool", NEW_POOL_OF_WITH)),
    row("java/util/concurrent/Executors", "newSingleThreadExecutor", NEW_POOL, Ours("singlePool", NEW_POOL)),
    row("java/util/concurrent/Executors", "newSingleThreadExecutor", NEW_POOL_WITH, Ours("singlePool", NEW_POOL_WITH)),
    row("java/util/concurrent/Executors", "newCachedThreadPool", NEW_POOL, Ours("cachedPool", NEW_POOL)),
    row("java/util/concurrent/Executors", "newCachedThreadPool", NEW_POOL_WITH, Ours("cachedPool", NEW_POOL_WITH)),
    row("java/util/concurrent/ScheduledThreadPoolExecutor", "scheduleAtFixedRate", "", Ours("atFixedRate", POOL_AT_RATE)),
    row("java/util/Timer", "scheduleAtFixedRate", "(Ljava/util/TimerTask;JJ)V", Ours("atFixedRate", TIMER_AT_RATE)),
    row("java/util/concurrent/CompletableFuture", "waitingGet", "", Ours("java/util/concurrent/Waits.waitingGet", WAITING_GET)),
    row("java/util/concurrent/CompletableFuture$ThreadPerTaskExecutor", "execute", "", Ours(
        "java/util/concurrent/Waits.perTask", "(Ljava/lang/Object;Ljava/lang/Runnable;)V")),
    // Its switch brings in the units of `java.time`.
    row("java/util/concurrent/TimeUnit", "convert", FROM_UNIT, Ours("convert", UNIT_FROM_UNIT)),
    // It would ask whether this is the pool of all, which there is not.
    row("java/util/concurrent/CompletableFuture", "screenExecutor", "", First),
    row("java/util/concurrent/atomic/*", "newUpdater", "", NewUpdater),
    // Copies get final fields of their own by reflection.
    row("java/util/concurrent/CopyOnWriteArrayList", "resetLock", "", Ours("java/util/concurrent/Waits.resetLock", "(Ljava/lang/Object;)V")),
    row("java/util/concurrent/Waits", "setLock", "", SetPrivate("java/util/concurrent/CopyOnWriteArrayList", "lock", "Ljava/lang/Object;")),
    row("java/util/concurrent/ConcurrentSkipListSet", "setMap", "", SetPrivate("java/util/concurrent/ConcurrentSkipListSet", "m", "Ljava/util/concurrent/ConcurrentNavigableMap;")),
    row("java/util/concurrent/atomic/AtomicLong", "VMSupportsCS8", "", Number(1)),

    row(CONSOLE, "print", "(Ljava/lang/Object;)V", PrintObject { newline: false }),
    row(CONSOLE, "println", "(Ljava/lang/Object;)V", PrintObject { newline: true }),
    row(CONSOLE, "print", "(Z)V", print(PrintForm::Bool)),
    row(CONSOLE, "println", "(Z)V", println(PrintForm::Bool)),
    row(CONSOLE, "print", "(C)V", print(PrintForm::Char)),
    row(CONSOLE, "println", "(C)V", println(PrintForm::Char)),
    row(CONSOLE, "print", "(I)V", print(PrintForm::Int)),
    row(CONSOLE, "println", "(I)V", println(PrintForm::Int)),
    row(CONSOLE, "print", "(J)V", print(PrintForm::Int)),
    row(CONSOLE, "println", "(J)V", println(PrintForm::Int)),
    row(CONSOLE, "print", "(F)V", print(PrintForm::F32)),
    row(CONSOLE, "println", "(F)V", println(PrintForm::F32)),
    row(CONSOLE, "print", "(D)V", print(PrintForm::F64)),
    row(CONSOLE, "println", "(D)V", println(PrintForm::F64)),
    row(CONSOLE, "print", "(Ljava/lang/String;)V", print(PrintForm::Text)),
    row(CONSOLE, "println", "(Ljava/lang/String;)V", println(PrintForm::Text)),
    row(CONSOLE, "println", "()V", Println),

    row("jdk/internal/misc/Unsafe sun/misc/Unsafe", "*", "", Unsafe),
    row("jdk/internal/misc/VM", "isBooted", "", Number(1)),
    row("jdk/internal/misc/VM", "getNanoTimeAdjustment", "", Ours("commute/rt/Library.getNanoTimeAdjustment", "(J)J")),
    row("jdk/internal/misc/VM", "initializeFromArchive initialize getSavedProperty", "", Nothing),
    row("jdk/internal/misc/CDS", "*", "", Nothing),
    row("jdk/internal/reflect/Reflection", "getCallerClass", "", Nothing),
    row("java/lang/ref/Reference", "reachabilityFence", "", Nothing),
    row("java/lang/ref/Reference", "refersTo0", "", RefersTo),
    row("java/lang/ref/Reference", "clear0", "", Clear),
    row("jdk/internal/ref/CleanerFactory", "cleaner", "", Only("java/lang/ref/Cleaner")),
    row("java/lang/ref/Cleaner", "register", "", Ours("register", REGISTER)),

    row("commute/Verify", "choose", "(I)I", Choose),
    row("commute/Verify", "assume", "(Z)V", Assume),
    row("commute/Verify", "event", "(Ljava/lang/String;)V", Event),
    row("commute/Verify", "name", "(Ljava/lang/String;Ljava/lang/Object;)V", Name),
    row("commute/rt/Step", "begin", "", AtomicBegin),
    row("commute/rt/Step", "end", "", AtomicEnd),
    row("commute/rt/Step", "until", "", Until { timed: false }),
    row("commute/rt/Step", "untilOrTimeout", "", Until { timed: true }),
    row("commute/rt/Step", "timeoutsLast", "", TimeoutsLast),
    row("commute/rt/Step", "partialReads", "", PartialReads),
    row("commute/rt/Step", "endProcess", "", EndProcess),
    row("commute/rt/Step", "remarkOpenConnection", "", Remark("may end with a connection that it has not closed")),
    row("commute/rt/Step", "inSystem", "", OfSystem(S::IsOne)),
    row("commute/rt/Step", "process", "", OfSystem(S::Process)),
    row("commute/rt/Step", "processes", "", OfSystem(S::Processes)),
    row("commute/rt/Step", "drops", "", OfSystem(S::Drops)),
    row("commute/rt/Step", "duplicates", "", OfSystem(S::Duplicates)),
    row("commute/rt/Step", "reorders", "", OfSystem(S::Reorders)),
    row("commute/rt/Step", "resets", "", OfSystem(S::Resets)),
    row("commute/rt/Step", "partitions", "", OfSystem(S::Partitions)),
    row("commute/rt/Step", "choose", "", Choose),
    row("commute/rt/Step", "enter", "", Invoke(ObjOp::MonitorEnter)),
    row("commute/rt/Step", "notifyAll", "", Invoke(ObjOp::NotifyAll)),
    row("commute/rt/Step", "pause", "", Yield),
    row("commute/rt/Step", "rest waits goesOn", "", Nothing),
    row("commute/rt/Step", "tryEnter", "", Invoke(ObjOp::MonitorTryEnter)),
    row("commute/rt/Step", "exit", "", Invoke(ObjOp::MonitorExit)),
    row("commute/rt/Step", "channel", "", NewChannel),
    row("commute/rt/Step", "send", "", InvokeWith(ObjOp::Send)),
    row("commute/rt/Step", "receive", "", Invoke(ObjOp::Receive)),
    row("commute/rt/Step", "length", "", Invoke(ObjOp::Len)),
    row("commute/rt/Step", "tick", "", Asked(A::Tick)),
    row("commute/rt/Step", "queuesSeen", "", Asked(A::AreQueuesSeen)),
    row("commute/rt/Step", "readWriteQueuesSeen", "", Asked(A::AreReadWriteQueuesSeen)),
    row("commute/rt/Step", "interruptsSeen", "", Asked(A::AreInterruptsSeen)),
    row("commute/rt/Step", "permitsTakenInBulk", "", Asked(A::ArePermitsTakenInBulk)),
    row("commute/rt/Step", "permitsGivenInBulk", "", Asked(A::ArePermitsGivenInBulk)),
    row("commute/rt/Step", "poolsAsked", "", Asked(A::ArePoolsQuestioned)),
    row("commute/rt/Step", "poolsStopped", "", Asked(A::ArePoolsStopped)),
    row("commute/rt/Step", "interrupted", "", OnSelf(ObjOp::IsInterrupted)),
    row("commute/rt/Step", "spurious", "", Spurious),
    row("commute/rt/Library", "seeded", "", Seeded),
    row("commute/rt/Library", "isSeedless", "", Seedless),
    row("commute/rt/Library", "className", "", ClassName),
    row("commute/rt/Library", "choose", "", Choose),
    row("commute/rt/Format", "digits", "", Ours("commute/rt/Format.digitsUntil20", DIGITS)).until(20),
    row("commute/rt/Format", "digits", "", Ours("commute/rt/Format.digitsSince21", DIGITS)).since(21),
    row("commute/rt/Library", "constants", "", EnumConstants),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_knows_overloads() {
        assert_eq!(intrinsic(17, "java/lang/Object", "wait", "()V"), Some(Invoke(ObjOp::Wait)));
        assert_eq!(intrinsic(17, "java/lang/Object", "wait", "(J)V"), Some(Wait));
        assert_eq!(intrinsic(17, CONSOLE, "println", "([C)V"), None);
        assert_eq!(intrinsic(17, "a/Object", "wait", "()V"), None);
    }

    #[test]
    fn a_row_may_be_for_many_classes() {
        assert_eq!(intrinsic(17, "java/net/NetPermission", "<init>", "()V"), Some(Nothing));
        assert_eq!(intrinsic(17, "java/net/NetPermissions", "<init>", "()V"), None);
        assert_eq!(intrinsic(17, "sun/misc/Unsafe", "park", "(ZJ)V"), Some(Unsafe));
    }

    #[test]
    fn a_row_may_be_for_some_versions() {
        let digits = |version| intrinsic(version, "commute/rt/Format", "digits", DIGITS);
        assert_eq!(digits(11), Some(Ours("commute/rt/Format.digitsUntil20", DIGITS)));
        assert_eq!(digits(20), Some(Ours("commute/rt/Format.digitsUntil20", DIGITS)));
        assert_eq!(digits(21), Some(Ours("commute/rt/Format.digitsSince21", DIGITS)));
        assert_eq!(intrinsic(17, "java/lang/ThreadLocal", "dumpStackIfVirtualThread", "()V"), None);
    }
}
