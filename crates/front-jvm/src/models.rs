//! Class files of ours: they stand for classes of the JDK or help them. Their sources are in `models/src`.

/// Names and bytes.
pub const MODELS: &[(&str, &[u8])] = &[
    ("commute/rt/Library", include_bytes!("../models/classes/commute/rt/Library.class")),
    ("java/lang/Thread", include_bytes!("../models/classes/java/lang/Thread.class")),
    ("java/lang/Thread$State", include_bytes!("../models/classes/java/lang/Thread$State.class")),
    (
        "java/lang/Thread$UncaughtExceptionHandler",
        include_bytes!("../models/classes/java/lang/Thread$UncaughtExceptionHandler.class"),
    ),
];
