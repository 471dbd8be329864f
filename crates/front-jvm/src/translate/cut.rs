//! Parts of the library that are not translated unless an execution comes to them: each would bring in most of the JDK.

/// Packages and classes whose methods are refused when they are called.
const CUT: &[&str] = &[
    "java/io/",
    "java/lang/Class",
    "java/lang/Module",
    "java/lang/Process",
    "java/lang/Runtime",
    "java/lang/SecurityManager",
    "java/lang/StackStreamFactory",
    "java/lang/StackWalker",
    "java/lang/System",
    "java/lang/ThreadGroup",
    "java/lang/invoke/",
    "java/lang/module/",
    "java/lang/ref/",
    "java/lang/reflect/",
    "java/math/",
    "java/net/",
    "java/nio/",
    "java/security/",
    "java/text/",
    "java/time/",
    "java/util/Calendar",
    "java/util/Currency",
    "java/util/Date",
    "java/util/Formatter",
    "java/util/Locale",
    "java/util/Properties",
    "java/util/ResourceBundle",
    "java/util/Scanner",
    "java/util/ServiceLoader",
    "java/util/TimeZone",
    "java/util/UUID",
    "java/util/jar/",
    "java/util/logging/",
    "java/util/spi/",
    "java/util/zip/",
    "javax/",
    "jdk/",
    "sun/",
];

/// What of that is never translated: it is made of what the machine keeps to itself, or talks to the world outside.
const CLOSED: &[&str] = &[
    "java/io/Console",
    "java/io/FileCleanable",
    "java/io/FileDescriptor",
    "java/io/ObjectInputFilter",
    "java/io/RandomAccessFile",
    "java/lang/Class",
    "java/lang/Module",
    "java/lang/Process",
    "java/lang/SecurityManager",
    "java/lang/StackStreamFactory",
    "java/lang/StackWalker",
    "java/lang/invoke/",
    "java/lang/module/",
    "java/lang/ref/Cleaner",
    "java/lang/ref/Finalizer",
    "java/lang/reflect/Proxy",
    "java/net/",
    "java/nio/channels/",
    "java/util/ServiceLoader",
    "java/util/jar/",
    "java/util/logging/",
    "java/util/zip/",
    "javax/",
    "jdk/internal/loader/",
    "jdk/internal/misc/",
    "jdk/internal/module/",
    "jdk/internal/ref/",
    "jdk/internal/reflect/",
    "sun/misc/",
    "sun/nio/ch/",
    "sun/nio/fs/",
];

/// The same for single classes.
const CLOSED_CLASSES: &[&str] = &["java/lang/Runtime", "java/lang/System"];

/// What is in such a place but only computes.
const COMPUTES: &[&str] =
    &["java/util/zip/Adler32", "java/util/zip/CRC32", "java/util/zip/CRC32C", "java/util/zip/Checksum"];

/// Whether the methods of a class are not even translated if an execution comes to them.
pub fn is_closed(class: &str) -> bool {
    let is_closed = CLOSED_CLASSES.contains(&class) || CLOSED.iter().any(|closed| class.starts_with(closed));
    is_closed && !COMPUTES.contains(&class)
}

/// What is in such a place but is translated.
const KEPT: &[&str] = &[
    "java/io/InputStream",
    "java/io/OutputStream",
    "java/io/Serializable",
    "java/lang/ref/Reference",
    "java/lang/ref/WeakReference",
    "java/lang/ref/SoftReference",
    "java/lang/reflect/AccessibleObject",
    "java/lang/reflect/Modifier",
    "java/net/SocketAddress",
    "java/net/SocketOption",
    "java/net/StandardSocketOptions",
    "java/nio/channels/Channel",
    "java/nio/channels/SelectableChannel",
    "java/nio/channels/SelectionKey",
    "java/nio/channels/Selector",
    "java/nio/channels/ServerSocketChannel",
    "java/nio/channels/SocketChannel",
    "jdk/internal/util/ArraysSupport",
    "jdk/internal/math/",
    "jdk/internal/util/Preconditions",
    "jdk/internal/util/random/RandomSupport",
];

/// Methods of classes that are not translated, but which are.
const KEPT_METHODS: &[(&str, &str)] = &[
    ("java/util/Locale", "getLanguage"),
    ("sun/util/locale/BaseLocale", "getLanguage"),
    // By these other packages reach what is package-private in `java.lang`.
    ("java/lang/System$2", "fastUUID"),
    ("java/lang/System$2", "newStringNoRepl"),
    ("java/lang/System$2", "newStringUnsafe"),
    ("java/lang/System$2", "newStringUTF8NoRepl"),
    ("java/lang/System$2", "getBytesNoRepl"),
    ("java/lang/System$2", "getBytesUTF8NoRepl"),
    ("java/lang/System$2", "join"),
];

/// What members say of themselves without computing anything.
const OF_MEMBERS: &str = "getName getType getModifiers getDeclaringClass getReturnType getParameterTypes getParameterCount \
    getExceptionTypes getSharedParameterTypes getSharedExceptionTypes isVarArgs isBridge isSynthetic isDefault equals hashCode";

/// Whether a method of the library is refused.
pub fn is_cut_method(class: &str, method: &str) -> bool {
    let of_member = || {
        ["Field", "Method", "Constructor", "Executable"]
            .iter()
            .any(|member| class.strip_prefix("java/lang/reflect/") == Some(*member))
            && OF_MEMBERS.split_whitespace().any(|name| name == method)
    };
    is_cut(class) && !KEPT_METHODS.contains(&(class, method)) && !of_member()
}

/// Whether the methods of a class are refused.
pub fn is_cut(class: &str) -> bool {
    // The exceptions of a package are small and are thrown by others.
    let is_exception = class.ends_with("Exception") || class.ends_with("Error");
    !is_exception
        && !KEPT.iter().any(|kept| class.starts_with(kept))
        && CUT.iter().any(|cut| class.starts_with(cut))
}

#[cfg(test)]
mod tests {
    use super::is_cut;

    #[test]
    fn the_library_is_cut_where_it_says() {
        assert!(is_cut("java/io/File") && is_cut("java/util/Locale$Builder") && is_cut("sun/misc/Unsafe"));
        assert!(!is_cut("java/io/IOException") && !is_cut("java/util/ArrayList") && !is_cut("a/java/io/X"));
    }
}
