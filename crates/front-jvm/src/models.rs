//! Class files of ours: they stand for classes of the JDK or help them. Their sources are in `models/src`.

/// Names and bytes.
pub const MODELS: &[(&str, &[u8])] = &[
    ("commute/rt/Cleaning", include_bytes!("../models/classes/commute/rt/Cleaning.class")),
    ("commute/rt/Library", include_bytes!("../models/classes/commute/rt/Library.class")),
    ("java/lang/Thread", include_bytes!("../models/classes/java/lang/Thread.class")),
    ("java/lang/Thread$Builder", include_bytes!("../models/classes/java/lang/Thread$Builder.class")),
    (
        "java/lang/Thread$Builder$OfPlatform",
        include_bytes!("../models/classes/java/lang/Thread$Builder$OfPlatform.class"),
    ),
    (
        "java/lang/Thread$Builder$OfVirtual",
        include_bytes!("../models/classes/java/lang/Thread$Builder$OfVirtual.class"),
    ),
    ("java/lang/Thread$Making", include_bytes!("../models/classes/java/lang/Thread$Making.class")),
    ("java/lang/Thread$State", include_bytes!("../models/classes/java/lang/Thread$State.class")),
    (
        "java/lang/Thread$UncaughtExceptionHandler",
        include_bytes!("../models/classes/java/lang/Thread$UncaughtExceptionHandler.class"),
    ),
    ("java/lang/Thread$Virtual", include_bytes!("../models/classes/java/lang/Thread$Virtual.class")),
];

#[cfg(test)]
mod tests;
