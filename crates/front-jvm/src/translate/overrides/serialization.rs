//! Object streams: they are the JDK's own, but what a class has to do with them is said by its file (`translate/serial.rs`).

use super::super::class_queries::LOADER;
use super::super::members::Dispatch as D;
use super::{Intrinsic::*, Row, row};

const CLASS: &str = "java/io/ObjectStreamClass";
const FILTERS: &str = "()Ljava/util/function/BinaryOperator;";
const ACCESS: &str = "()Ljdk/internal/access/JavaObjectInputStreamAccess;";
const STORE: &str = "(Ljava/lang/Object;ILjava/lang/Object;)V";
const OF_RECORD: &str = "(Ljava/io/ObjectStreamClass;)Ljava/lang/invoke/MethodHandle;";

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    row(CLASS, "describe", "", Query("serialForm")),
    row(CLASS, "allocate", "", Dispatch(D::Allocate)),
    row(CLASS, "call", "", Dispatch(D::Call)),
    row(CLASS, "read", "", Dispatch(D::Read)),
    row(CLASS, "write", "", Dispatch(D::Write)),
    row(CLASS, "slotOf", "", Private("java/lang/reflect/Field", "slot", "I")),
    row(CLASS, "store", "", Ours("java/lang/invoke/Elements.set", STORE)),
    row("java/io/ObjectStreamClass$RecordSupport", "deserializationCtr", "", Ours("java/lang/invoke/Handles.ofRecord", OF_RECORD)),
    row("java/io/ObjectInputFilter$Config", "getSerialFilterFactorySingleton", "", Ours("java/io/ObjectStreamClass.filters", FILTERS)),
    row("java/io/ObjectInputFilter$Config", "getSerialFilter", "", Nothing),
    row("java/io/ObjectInputStream", "latestUserDefinedLoader", "", Only(LOADER)),
    row("jdk/internal/access/SharedSecrets", "getJavaObjectInputStreamAccess", "", Ours("java/io/ObjectStreamClass.access", ACCESS)),
    row("sun/reflect/misc/ReflectUtil", "checkPackageAccess", "", Nothing),
];
