//! The part of the table about classes, their members and who provides services.

use super::super::class_queries::LOADER;
use super::super::members::Dispatch as D;
use super::{Intrinsic::*, Row, row};

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
const TEXT_OF_CLASS: &str = "(Ljava/lang/Class;)Ljava/lang/String;";
const SERVICES: &str = "(Ljava/lang/Class;)Ljava/util/ServiceLoader;";
const SERVICES_BY: &str = "(Ljava/lang/Class;Ljava/lang/ClassLoader;)Ljava/util/ServiceLoader;";
const CLASS_FROM_CLASS: &str = "(Ljava/lang/Class;Ljava/lang/Class;)Z";
const CLASS_OF_CLASS: &str = "(Ljava/lang/Class;Ljava/lang/Class;)Ljava/lang/Class;";

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
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
    row("java/lang/reflect/Array", "getLength", "", Ours("java/lang/invoke/Elements.length", "(Ljava/lang/Object;)I")),
    row("java/lang/reflect/Array", "get", "", Ours("java/lang/invoke/Elements.get", "(Ljava/lang/Object;I)Ljava/lang/Object;")),
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
    row("java/lang/Class", "getClassLoader0", "", Query("getClassLoader")),
    row("java/lang/Thread", "usualLoader", "", Only(LOADER)),
    row("java/lang/ClassLoader", "getSystemClassLoader", "", Only(LOADER)),
    row("commute/rt/Classes", "comparesItself", "", Query("comparesItself")),
    row("java/util/HashMap java/util/concurrent/ConcurrentHashMap", "comparableClassFor", "", Ours("commute/rt/Classes.comparableClassFor", "(Ljava/lang/Object;)Ljava/lang/Class;")),
    row("java/util/ServiceLoader", "load", SERVICES, Ours("commute/rt/Services.load", SERVICES)),
    row("java/util/ServiceLoader", "load", SERVICES_BY, Ours("commute/rt/Services.load", SERVICES_BY)),
    row("java/util/ServiceLoader", "loadInstalled", SERVICES, Ours("commute/rt/Services.load", SERVICES)),
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
];
