//! Files: those that the program makes below the temporary directory are kept by `commute/rt/TempFiles`, which the
//! default file system of `java.nio.file` and the calls of the system by `java.io.File` are made of. All others are refused.

use super::{Intrinsic::*, Row, row};

const FILES: &str = "java/nio/file/Files";
const TEMPORARY: &str = "java/nio/file/TempFileHelper";
const UNIX: &str = "java/io/UnixFileSystem";

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
    row(UNIX, "getBooleanAttributes", "(Ljava/io/File;)I", Ours(
        "commute/rt/TempCalls.getBooleanAttributes", "(Ljava/lang/Object;Ljava/io/File;)I")),
    row(UNIX, "hasBooleanAttributes", "(Ljava/io/File;I)Z", Ours(
        "commute/rt/TempCalls.hasBooleanAttributes", "(Ljava/lang/Object;Ljava/io/File;I)Z")),
    row(UNIX, "checkAccess", "(Ljava/io/File;I)Z", Ours(
        "commute/rt/TempCalls.checkAccess", "(Ljava/lang/Object;Ljava/io/File;I)Z")),
    row(UNIX, "getLength", "(Ljava/io/File;)J", Ours(
        "commute/rt/TempCalls.getLength", "(Ljava/lang/Object;Ljava/io/File;)J")),
    row(UNIX, "createFileExclusively", "(Ljava/lang/String;)Z", Ours(
        "commute/rt/TempCalls.createFileExclusively", "(Ljava/lang/Object;Ljava/lang/String;)Z")),
    row(UNIX, "delete", "(Ljava/io/File;)Z", Ours(
        "commute/rt/TempCalls.delete", "(Ljava/lang/Object;Ljava/io/File;)Z")),
    row(UNIX, "list", "(Ljava/io/File;)[Ljava/lang/String;", Ours(
        "commute/rt/TempCalls.list", "(Ljava/lang/Object;Ljava/io/File;)[Ljava/lang/String;")),
    row(UNIX, "createDirectory", "(Ljava/io/File;)Z", Ours(
        "commute/rt/TempCalls.createDirectory", "(Ljava/lang/Object;Ljava/io/File;)Z")),
    row(UNIX, "rename", "(Ljava/io/File;Ljava/io/File;)Z", Ours(
        "commute/rt/TempCalls.rename", "(Ljava/lang/Object;Ljava/io/File;Ljava/io/File;)Z")),
    row(UNIX, "resolve", "(Ljava/io/File;)Ljava/lang/String;", Ours(
        "commute/rt/TempCalls.resolve", "(Ljava/lang/Object;Ljava/io/File;)Ljava/lang/String;")),
    row(UNIX, "canonicalize", "(Ljava/lang/String;)Ljava/lang/String;", Ours(
        "commute/rt/TempCalls.canonicalize", "(Ljava/lang/Object;Ljava/lang/String;)Ljava/lang/String;")),
    // Nobody is there to see it.
    row("java/io/File", "deleteOnExit", "", Nothing),
    row(UNIX, "initIDs", "", Nothing),
];
