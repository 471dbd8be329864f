//! The methods of the library that are not what the JDK says: the table.
//!
//! Methods are replaced, not classes, so that the rest of a class works as it is. `intrinsics.rs` says what an entry
//! becomes. The first row that fits a method is taken. A row is for all versions of Java that are read, unless it says
//! since or until which.

use super::asked::Asked as A;
use super::class_queries::LOADER;
use super::intrinsics::Intrinsic::{self, *};
use super::members::Dispatch as D;
use super::random::{RANDOM, SPLITTABLE_RANDOM};
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
    let fits = |row: &&usize| TABLE[**row].fits(version, class, name, desc);
    let first = own.chain(&INDEX.patterns).filter(fits).min();
    first.map(|&row| TABLE[row].becomes)
}

/// The rows of the table by the classes that they name, and those that are for classes of a pattern.
struct Index {
    named: HashMap<&'static str, Vec<usize>>,
    patterns: Vec<usize>,
}

impl Index {
    fn new() -> Self {
        let mut index = Self { named: HashMap::new(), patterns: Vec::new() };
        for (number, row) in TABLE.iter().enumerate() {
            for class in row.classes.split(' ') {
                match class.contains('*') {
                    true => index.patterns.push(number),
                    false => index.named.entry(class).or_default().push(number),
                }
            }
        }
        index
    }
}

/// The names of all classes in the table.
pub fn classes() -> impl Iterator<Item = &'static str> {
    TABLE.iter().flat_map(|row| row.classes.split(' '))
}

/// Whether a field of instances of a class of the library has no value here, since what makes them is replaced: only one
/// instance of which nothing is known, a constructor that does nothing, or what reflection does not tell.
pub fn is_left_unset(class: &str, field: &str) -> bool {
    let is_only = |row: &Row| matches!(row.becomes, Only(of) if of == class);
    let is_empty = |row: &Row| {
        row.becomes == Nothing
            && row.names.split(' ').any(|name| name == "<init>")
            && row.classes.split(' ').any(|own| fits_class(own, class))
    };
    let member = match class {
        "java/lang/reflect/Field" | "java/lang/reflect/Method" | "java/lang/reflect/Constructor" => {
            !is_told_of_member(field)
        }
        _ => false,
    };
    let updater = UPDATERS.split_whitespace().any(|own| own == class) && field != "offset";
    class != "java/lang/Object"
        && (member || updater || TABLE.iter().any(|row| is_only(row) || is_empty(row)))
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
        ("java/lang/System", "getProperty") => Some("no system property is set but those that always are"),
        ("java/lang/System", "getenv") => Some("no environment variable is set"),
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

/// What a logger has that is not null.
const LOGGER_OBJECTS: &str =
    "getName getParent getHandlers getResourceBundle getResourceBundleName getFilter";
const PROPERTY: &str = "(Ljava/lang/String;)Ljava/lang/String;";
const PROPERTY_OR: &str = "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;";
const FIELD: &str = "java/lang/reflect/Field";
const FIELD_OF_CLASS: &str = "(Ljava/lang/Class;Ljava/lang/String;)Ljava/lang/reflect/Field;";
const FIELDS_OF_CLASS: &str = "(Ljava/lang/Class;)[Ljava/lang/reflect/Field;";
const VALUE_OF_FIELD: &str =
    "(Ljava/lang/reflect/Field;Ljava/lang/Object;Ljava/lang/Class;)Ljava/lang/Object;";
const SET_FIELD: &str = "(Ljava/lang/reflect/Field;Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Class;)V";
const METHODS_OF_CLASS: &str = "(Ljava/lang/Class;)[Ljava/lang/reflect/Method;";
const CONSTRUCTOR_OF_CLASS: &str = "(Ljava/lang/Class;[Ljava/lang/Class;)Ljava/lang/reflect/Constructor;";
const CONSTRUCTORS_OF_CLASS: &str = "(Ljava/lang/Class;)[Ljava/lang/reflect/Constructor;";
const ANNOTATION_OF_CLASS: &str = "(Ljava/lang/Class;Ljava/lang/Class;)Ljava/lang/annotation/Annotation;";
const ANNOTATIONS_OF_CLASS: &str = "(Ljava/lang/Class;)[Ljava/lang/annotation/Annotation;";
const INVOKE: &str =
    "(Ljava/lang/reflect/Method;Ljava/lang/Object;[Ljava/lang/Object;Ljava/lang/Class;)Ljava/lang/Object;";
const NEW_INSTANCE: &str =
    "(Ljava/lang/reflect/Constructor;[Ljava/lang/Object;Ljava/lang/Class;)Ljava/lang/Object;";
const NEW_PROXY: &str =
    "(Ljava/lang/ClassLoader;[Ljava/lang/Class;Ljava/lang/reflect/InvocationHandler;)Ljava/lang/Object;";
/// The classes of members.
const MEMBERS: &str = "java/lang/reflect/AccessibleObject java/lang/reflect/Executable java/lang/reflect/Field \
    java/lang/reflect/Method java/lang/reflect/Constructor";
const METHOD_OF_CLASS: &str =
    "(Ljava/lang/Class;Ljava/lang/String;[Ljava/lang/Class;)Ljava/lang/reflect/Method;";
const START_IN_CONTAINER: &str = "(Ljava/lang/Object;Ljava/lang/Thread;)V";
const START_BY_ACCESS: &str = "(Ljava/lang/Object;Ljava/lang/Thread;Ljava/lang/Object;)V";
const DIGITS: &str = "(DI)[C";
const REGISTER: &str =
    "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Runnable;)Ljava/lang/ref/Cleaner$Cleanable;";
const ENUM_OF_NAME: &str = "(Ljava/lang/Class;Ljava/lang/String;)Ljava/lang/Enum;";
const TEXT_OF_TEXT: &str = "(Ljava/lang/String;)Ljava/lang/String;";
const TEXT_OF_THREAD: &str = "(Ljava/lang/Thread;)Ljava/lang/String;";
const LOCALS_OF: &str = "(Ljava/lang/ThreadLocal;Ljava/lang/Thread;)Ljava/lang/ThreadLocal$ThreadLocalMap;";
const PARK_ON: &str = "(Ljava/lang/Object;J)V";
const GET_BLOCKER: &str = "(Ljava/lang/Thread;)Ljava/lang/Object;";
const TEXT_OF_CLASS: &str = "(Ljava/lang/Class;)Ljava/lang/String;";
const SERVICES: &str = "(Ljava/lang/Class;)Ljava/util/ServiceLoader;";
const SERVICES_BY: &str = "(Ljava/lang/Class;Ljava/lang/ClassLoader;)Ljava/util/ServiceLoader;";
const CLASS_FROM_CLASS: &str = "(Ljava/lang/Class;Ljava/lang/Class;)Z";
const CLASS_OF_CLASS: &str = "(Ljava/lang/Class;Ljava/lang/Class;)Ljava/lang/Class;";
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
const FROM_UNIT: &str = "(JLjava/util/concurrent/TimeUnit;)J";
const UNIT_FROM_UNIT: &str = "(Ljava/util/concurrent/TimeUnit;JLjava/util/concurrent/TimeUnit;)J";
const CONSOLE: &str = "commute/rt/Console";
const BYTES: &str = "(I[BII)I";
const MEMORY: &str = "jdk/internal/misc/ScopedMemoryAccess";
const UPDATERS: &str = "java/util/concurrent/atomic/AtomicIntegerFieldUpdater$AtomicIntegerFieldUpdaterImpl \
     java/util/concurrent/atomic/AtomicReferenceFieldUpdater$AtomicReferenceFieldUpdaterImpl \
     java/util/concurrent/atomic/AtomicLongFieldUpdater$CASUpdater \
     java/util/concurrent/atomic/AtomicLongFieldUpdater$LockedUpdater";
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

    row("java/lang/Class", "desiredAssertionStatus", "", AssertionStatus),
    row("java/lang/Class", "isArray", "", Query("isArray")),
    row("java/lang/Class", "isPrimitive", "", Query("isPrimitive")),
    row("java/lang/Class", "isInterface", "", Query("isInterface")),
    row("java/lang/Class", "isEnum", "", Query("isEnum")),
    row("java/lang/Class", "isRecord", "", Query("isRecord")),
    row("java/lang/Class", "isAnnotation", "", Query("isAnnotation")),
    row("java/lang/Class", "isAnonymousClass", "", Query("isAnonymousClass")),
    row("java/lang/Class", "isLocalClass", "", Query("isLocalClass")),
    row("java/lang/Class", "isMemberClass", "", Query("isMemberClass")),
    row("java/lang/Class", "isSynthetic", "", Query("isSynthetic")),
    row("java/lang/Class", "isHidden", "", Query("isHidden")),
    row("java/lang/Class", "getModifiers", "", Query("getModifiers")),
    row("java/lang/Class", "getInterfaces", "", Query("getInterfaces")),
    row("java/lang/Class", "getComponentType componentType", "", Query("getComponentType")),
    row("java/lang/Class", "getEnclosingClass", "", Query("getEnclosingClass")),
    row("java/lang/Class", "getDeclaringClass", "", Query("getDeclaringClass")),
    row("java/lang/Class", "getSimpleName", "", Query("getSimpleName")),
    row("java/lang/Class", "getTypeName", "", Query("getTypeName")),
    row("java/lang/Class", "getPackageName", "", Query("getPackageName")),
    row("java/lang/Class", "getCanonicalName", "", Query("getCanonicalName")),
    row("java/lang/Class", "getSuperclass", "", Query("getSuperclass")),
    row("java/lang/Class", "getName", "", Query("getName")),
    row("java/lang/reflect/Array", "newArray", "", NewArray),
    row("java/lang/reflect/Array", "getLength", "", Ours("java/lang/reflect/Members.lengthOf", "(Ljava/lang/Object;)I")),
    row("java/lang/reflect/Array", "get", "", Ours("java/lang/reflect/Members.elementOf", "(Ljava/lang/Object;I)Ljava/lang/Object;")),
    row("java/lang/Class", "isAssignableFrom", "", Ours("commute/rt/Classes.isAssignableFrom", CLASS_FROM_CLASS)),
    row("java/lang/Class", "toString", "", Ours("commute/rt/Classes.toString", TEXT_OF_CLASS)),
    row("java/lang/Class", "asSubclass", "", Ours("commute/rt/Classes.asSubclass", CLASS_OF_CLASS)),
    row("java/lang/Class", "getEnumConstants", "", EnumConstants),
    row("java/lang/Class", "getEnumConstantsShared", "", EnumConstants),
    row("java/lang/Class commute/rt/Library", "isInstance", "", InstanceOfClass),
    row("java/lang/Class", "cast", "", Ours("cast", "(Ljava/lang/Class;Ljava/lang/Object;)Ljava/lang/Object;")),
    row("java/lang/Class", "getPrimitiveClass", "", PrimitiveClass),
    row("java/lang/Class", "registerNatives", "", Nothing),
    row("java/lang/Class", "getClassLoader", "", QueryOutside("getClassLoader")),
    row("java/lang/Thread", "usualLoader", "", Only(LOADER)),
    row("java/lang/ClassLoader", "getSystemClassLoader", "", Only(LOADER)),
    row("commute/rt/Classes", "comparesItself", "", Query("comparesItself")),
    row("java/util/HashMap java/util/concurrent/ConcurrentHashMap", "comparableClassFor", "", Ours("commute/rt/Classes.comparableClassFor", "(Ljava/lang/Object;)Ljava/lang/Class;")),
    row("java/util/ServiceLoader", "load", SERVICES, Ours("commute/rt/Services.load", SERVICES)),
    row("java/util/ServiceLoader", "load", SERVICES_BY, Ours("commute/rt/Services.load", SERVICES_BY)),
    row("java/util/ServiceLoader", "iterator", "", Ours("commute/rt/Services.iterator", "(Ljava/util/ServiceLoader;)Ljava/util/Iterator;")),
    row("java/util/ServiceLoader", "stream", "", Ours("commute/rt/Services.stream", "(Ljava/util/ServiceLoader;)Ljava/util/stream/Stream;")),
    row("java/util/ServiceLoader", "findFirst", "", Ours("commute/rt/Services.findFirst", "(Ljava/util/ServiceLoader;)Ljava/util/Optional;")),
    row("commute/rt/Services", "providers", "", Query("providers")),
    row("commute/rt/Services", "none", "", Only("java/util/ServiceLoader")),
    row("java/lang/Class", "getDeclaredField", "", Ours("java/lang/reflect/Members.getDeclaredField", FIELD_OF_CLASS)),
    row("java/lang/Class", "getField", "", Ours("java/lang/reflect/Members.getField", FIELD_OF_CLASS)),
    row("java/lang/Class", "getDeclaredFields", "", Ours("java/lang/reflect/Members.getDeclaredFields", FIELDS_OF_CLASS)),
    row("java/lang/Class", "getFields", "", Ours("java/lang/reflect/Members.getFields", FIELDS_OF_CLASS)),
    row("java/lang/Class", "getMethod", "", Ours("java/lang/reflect/Members.getMethod", METHOD_OF_CLASS)),
    row("java/lang/Class", "getDeclaredMethod", "", Ours("java/lang/reflect/Members.getDeclaredMethod", METHOD_OF_CLASS)),
    row("java/lang/Class", "getMethods", "", Ours("java/lang/reflect/Members.getMethods", METHODS_OF_CLASS)),
    row("java/lang/Class", "getDeclaredMethods", "", Ours("java/lang/reflect/Members.getDeclaredMethods", METHODS_OF_CLASS)),
    row("java/lang/Class", "getConstructor", "", Ours("java/lang/reflect/Members.getConstructor", CONSTRUCTOR_OF_CLASS)),
    row("java/lang/Class", "getDeclaredConstructor", "", Ours("java/lang/reflect/Members.getDeclaredConstructor", CONSTRUCTOR_OF_CLASS)),
    row("java/lang/Class", "getConstructors", "", Ours("java/lang/reflect/Members.getConstructors", CONSTRUCTORS_OF_CLASS)),
    row("java/lang/Class", "getDeclaredConstructors", "", Ours("java/lang/reflect/Members.getDeclaredConstructors", CONSTRUCTORS_OF_CLASS)),
    row("java/lang/Class", "newInstance", "", OursFor("java/lang/reflect/Members.newInstance", "(Ljava/lang/Class;Ljava/lang/Class;)Ljava/lang/Object;")),
    row("java/lang/Class", "forName", "(Ljava/lang/String;)Ljava/lang/Class;", Ours("java/lang/reflect/Members.forName", "(Ljava/lang/String;)Ljava/lang/Class;")),
    row("java/lang/Class", "forName", "(Ljava/lang/String;ZLjava/lang/ClassLoader;)Ljava/lang/Class;", Ours("java/lang/reflect/Members.forName", "(Ljava/lang/String;ZLjava/lang/ClassLoader;)Ljava/lang/Class;")),
    row("java/lang/ClassLoader", "loadClass", "(Ljava/lang/String;)Ljava/lang/Class;", Ours("java/lang/reflect/Members.loadClass", "(Ljava/lang/ClassLoader;Ljava/lang/String;)Ljava/lang/Class;")),
    row("java/lang/Class", "getAnnotation", "", Ours("java/lang/reflect/Members.getAnnotation", ANNOTATION_OF_CLASS)),
    row("java/lang/Class", "getDeclaredAnnotation", "", Ours("java/lang/reflect/Members.getDeclaredAnnotation", ANNOTATION_OF_CLASS)),
    row("java/lang/Class", "isAnnotationPresent", "", Ours("java/lang/reflect/Members.isAnnotationPresent", "(Ljava/lang/Class;Ljava/lang/Class;)Z")),
    row("java/lang/Class", "getAnnotations", "", Ours("java/lang/reflect/Members.getAnnotations", ANNOTATIONS_OF_CLASS)),
    row("java/lang/Class", "getDeclaredAnnotations", "", Ours("java/lang/reflect/Members.getDeclaredAnnotations", ANNOTATIONS_OF_CLASS)),
    row(MEMBERS, "getAnnotation getDeclaredAnnotation", "", Ours("java/lang/reflect/Members.getAnnotation", "(Ljava/lang/reflect/AccessibleObject;Ljava/lang/Class;)Ljava/lang/annotation/Annotation;")),
    row(MEMBERS, "isAnnotationPresent", "", Ours("java/lang/reflect/Members.isAnnotationPresent", "(Ljava/lang/reflect/AccessibleObject;Ljava/lang/Class;)Z")),
    row(MEMBERS, "getAnnotations getDeclaredAnnotations", "", Ours("java/lang/reflect/Members.getAnnotations", "(Ljava/lang/reflect/AccessibleObject;)[Ljava/lang/annotation/Annotation;")),
    row("java/lang/reflect/Method", "invoke", "", OursFor("java/lang/reflect/Members.invoke", INVOKE)),
    row("java/lang/reflect/Constructor", "newInstance", "", OursFor("java/lang/reflect/Members.newInstance", NEW_INSTANCE)),
    row(FIELD, "getBoolean", "", OursFor("java/lang/reflect/Members.getBoolean", "(Ljava/lang/reflect/Field;Ljava/lang/Object;Ljava/lang/Class;)Z")),
    row(FIELD, "setBoolean", "", OursFor("java/lang/reflect/Members.setBoolean", "(Ljava/lang/reflect/Field;Ljava/lang/Object;ZLjava/lang/Class;)V")),
    row(FIELD, "getInt", "", OursFor("java/lang/reflect/Members.getInt", "(Ljava/lang/reflect/Field;Ljava/lang/Object;Ljava/lang/Class;)I")),
    row(FIELD, "setInt", "", OursFor("java/lang/reflect/Members.setInt", "(Ljava/lang/reflect/Field;Ljava/lang/Object;ILjava/lang/Class;)V")),
    row(FIELD, "getLong", "", OursFor("java/lang/reflect/Members.getLong", "(Ljava/lang/reflect/Field;Ljava/lang/Object;Ljava/lang/Class;)J")),
    row(FIELD, "setLong", "", OursFor("java/lang/reflect/Members.setLong", "(Ljava/lang/reflect/Field;Ljava/lang/Object;JLjava/lang/Class;)V")),
    row(FIELD, "getDouble", "", OursFor("java/lang/reflect/Members.getDouble", "(Ljava/lang/reflect/Field;Ljava/lang/Object;Ljava/lang/Class;)D")),
    row(FIELD, "setDouble", "", OursFor("java/lang/reflect/Members.setDouble", "(Ljava/lang/reflect/Field;Ljava/lang/Object;DLjava/lang/Class;)V")),
    row(FIELD, "get", "", OursFor("java/lang/reflect/Members.get", VALUE_OF_FIELD)),
    row(FIELD, "set", "", OursFor("java/lang/reflect/Members.set", SET_FIELD)),
    row(MEMBERS, "setAccessible", "(Z)V", Ours("java/lang/reflect/Members.setAccessible", "(Ljava/lang/reflect/AccessibleObject;Z)V")),
    row("java/lang/reflect/Proxy", "newProxyInstance", "", Ours("java/lang/reflect/Members.newProxy", NEW_PROXY)),
    row("java/lang/reflect/Proxy", "getInvocationHandler", "", Ours("java/lang/reflect/Members.handlerOf", "(Ljava/lang/Object;)Ljava/lang/reflect/InvocationHandler;")),
    row("java/lang/reflect/Proxy", "isProxyClass", "", Ours("java/lang/reflect/Members.isProxyClass", "(Ljava/lang/Class;)Z")),
    row("java/lang/reflect/Members", "fieldsOf", "", Query("fieldsOf")),
    row("java/lang/reflect/Members", "methodsOf", "", Query("methodsOf")),
    row("java/lang/reflect/Members", "constructorsOf", "", Query("constructorsOf")),
    row("java/lang/reflect/Members", "accessFlags", "", Query("accessFlags")),
    row("java/lang/reflect/Members", "annotationsOf", "(Ljava/lang/Class;)[Ljava/lang/annotation/Annotation;", Query("annotationsOf")),
    row("java/lang/reflect/Members", "annotationsOf", "(I)[Ljava/lang/annotation/Annotation;", MemberTable("annotations")),
    row("java/lang/reflect/Members", "wordOf", "", MemberTable("words")),
    row("java/lang/reflect/Members", "names", "", Names { all: false }),
    row("java/lang/reflect/Members", "allNames", "", Names { all: true }),
    row("java/lang/reflect/Members", "copy", "(Ljava/lang/reflect/Field;)Ljava/lang/reflect/Field;", CopyOf("java/lang/reflect/Field")),
    row("java/lang/reflect/Members", "slotOf", "(Ljava/lang/reflect/Field;)I", Private("java/lang/reflect/Field", "slot", "I")),
    row("java/lang/reflect/Members", "copy", "(Ljava/lang/reflect/Method;)Ljava/lang/reflect/Method;", CopyOf("java/lang/reflect/Method")),
    row("java/lang/reflect/Members", "slotOf", "(Ljava/lang/reflect/Method;)I", Private("java/lang/reflect/Method", "slot", "I")),
    row("java/lang/reflect/Members", "copy", "(Ljava/lang/reflect/Constructor;)Ljava/lang/reflect/Constructor;", CopyOf("java/lang/reflect/Constructor")),
    row("java/lang/reflect/Members", "slotOf", "(Ljava/lang/reflect/Constructor;)I", Private("java/lang/reflect/Constructor", "slot", "I")),
    row("java/lang/reflect/Members", "descriptorOf", "", Private(FIELD, "signature", "Ljava/lang/String;")),
    row("java/lang/reflect/Members", "ready", "", Dispatch(D::Ready)),
    row("java/lang/reflect/Members", "call", "", Dispatch(D::Call)),
    row("java/lang/reflect/Members", "read", "", Dispatch(D::Read)),
    row("java/lang/reflect/Members", "write", "", Dispatch(D::Write)),
    row("java/lang/reflect/Members", "named", "", Dispatch(D::Named)),
    row("java/lang/reflect/Members", "namedOfAll", "", Dispatch(D::NamedOfAll)),
    row("java/lang/reflect/Members", "proxy", "", Dispatch(D::Proxy)),
    row("java/lang/reflect/Members", "theUnsafe", "", Only("sun/misc/Unsafe")),
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
    row("java/util/concurrent/atomic/Striped64", "getProbe", "", Number(1)),

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
    row(UPDATERS, "accessCheck", "", Ours("updates", "(Ljava/lang/Object;Ljava/lang/Object;)V")),
    row(UPDATERS, "valueCheck", "", Nothing),
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
    row("java/io/ObjectStreamField", "<init>", "", Nothing),

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
    row("commute/rt/Step", "until", "", Until),
    row("commute/rt/Step", "choose", "", Choose),
    row("commute/rt/Step", "enter", "", Invoke(ObjOp::MonitorEnter)),
    row("commute/rt/Step", "notifyAll", "", Invoke(ObjOp::NotifyAll)),
    row("commute/rt/Step", "pause", "", Yield),
    row("commute/rt/Step", "rest waits goesOn", "", Nothing),
    row("commute/rt/Step", "tryEnter", "", Invoke(ObjOp::MonitorTryEnter)),
    row("commute/rt/Step", "exit", "", Invoke(ObjOp::MonitorExit)),
    row("commute/rt/Step", "tick", "", Asked(A::Tick)),
    row("commute/rt/Step", "queuesSeen", "", Asked(A::AreQueuesSeen)),
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
