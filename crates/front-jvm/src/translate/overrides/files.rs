//! Files: those that the program makes below the temporary directory are kept by `commute/rt/TempFiles`, which the
//! default file system of `java.nio.file` is made of. All others are refused. `java/io/UnixFileSystem` is a class of ours.

use super::{Intrinsic::*, Row, row};
use crate::classfile::Member;

/// What looks at files or changes them. Each is one step, which orders threads here, though nothing says that files do.
const STEPS: &[&str] = &["createDirectory", "list", "look", "number", "open", "remove", "rename"];

/// What is fixed of files, for the report.
pub const FIXED: &str = "/tmp is empty at first, temporary files have the numbers 1, 2 ... in their names, and a directory has its \
                         entries in the order in which they came there";

/// Whether a method looks at files or changes them.
pub fn uses(member: &Member) -> bool {
    member.class == "commute/rt/TempFiles" && STEPS.contains(&member.name.as_str())
}

const FILES: &str = "java/nio/file/Files";
const TEMPORARY: &str = "java/nio/file/TempFileHelper";

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    row("java/nio/file/FileSystems", "getDefault", "", Ours("commute/rt/TempFileSystem.only", "()Ljava/nio/file/FileSystem;")),
    row(FILES, "readAllBytes", "(Ljava/nio/file/Path;)[B", Ours(
        "commute/rt/TempCalls.readAllBytes", "(Ljava/nio/file/Path;)[B")),
    row(FILES, "readString", "(Ljava/nio/file/Path;Ljava/nio/charset/Charset;)Ljava/lang/String;", Ours(
        "commute/rt/TempCalls.readString", "(Ljava/nio/file/Path;Ljava/nio/charset/Charset;)Ljava/lang/String;")),
    row(FILES, "writeString", "(Ljava/nio/file/Path;Ljava/lang/CharSequence;Ljava/nio/charset/Charset;[Ljava/nio/file/OpenOption;)Ljava/nio/file/Path;", Ours(
        "commute/rt/TempCalls.writeString", "(Ljava/nio/file/Path;Ljava/lang/CharSequence;Ljava/nio/charset/Charset;[Ljava/nio/file/OpenOption;)Ljava/nio/file/Path;")),
    row(FILES, "lines", "(Ljava/nio/file/Path;Ljava/nio/charset/Charset;)Ljava/util/stream/Stream;", Ours(
        "commute/rt/TempCalls.lines", "(Ljava/nio/file/Path;Ljava/nio/charset/Charset;)Ljava/util/stream/Stream;")),
    row(TEMPORARY, "createTempFile", "(Ljava/nio/file/Path;Ljava/lang/String;Ljava/lang/String;[Ljava/nio/file/attribute/FileAttribute;)Ljava/nio/file/Path;", Ours(
        "commute/rt/TempCalls.createTempFile", "(Ljava/nio/file/Path;Ljava/lang/String;Ljava/lang/String;[Ljava/nio/file/attribute/FileAttribute;)Ljava/nio/file/Path;")),
    row(TEMPORARY, "createTempDirectory", "(Ljava/nio/file/Path;Ljava/lang/String;[Ljava/nio/file/attribute/FileAttribute;)Ljava/nio/file/Path;", Ours(
        "commute/rt/TempCalls.createTempDirectory", "(Ljava/nio/file/Path;Ljava/lang/String;[Ljava/nio/file/attribute/FileAttribute;)Ljava/nio/file/Path;")),
    row("java/io/File", "createTempFile", "(Ljava/lang/String;Ljava/lang/String;Ljava/io/File;)Ljava/io/File;", Ours(
        "commute/rt/TempCalls.createTempFile", "(Ljava/lang/String;Ljava/lang/String;Ljava/io/File;)Ljava/io/File;")),
    // Nobody is there to see it.
    row("java/io/File", "deleteOnExit", "", Nothing),
];
