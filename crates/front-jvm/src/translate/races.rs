//! Which accesses to memory can be part of a data race.
//!
//! Those of the user's classes, except to volatile fields; and those of classes of the library that say of themselves that they are
//! not synchronized. The rest of the library shares data by design: what it promises is what it is documented to promise.

use super::Translator;
use super::body::Lowering;
use super::overrides::{files, network};
use crate::classfile::{Member, flags};
use crate::descriptor::dotted;
use crate::library::Origin;
use commute_ir::ClassId;

/// Parts of the library that are memory like the user's own, by the beginnings of the names of their classes.
const UNSYNCHRONIZED: &[&str] = &[
    "java/util/",
    "java/text/",
    "java/io/",
    "java/security/MessageDigest",
    "sun/security/provider/",
    "java/lang/AbstractStringBuilder",
    "java/lang/StringBuilder",
    "java/lang/StringBuffer",
];

/// Parts of these that are not, and why.
const BY_DESIGN: &[(&str, &str)] = &[
    ("java/util/concurrent/", "documented to be used by several threads"),
    (
        "java/util/stream/",
        "parallel streams share their state by design; what a program passes to them is its own",
    ),
    ("java/util/regex/Pattern", "immutable, with a cache"),
    ("java/util/Locale", "immutable, with caches"),
    ("java/util/Currency", "immutable, with caches"),
    ("java/util/TimeZone", "a default that is cached"),
    ("java/util/UUID", "immutable"),
    ("java/util/Random", "an atomic seed"),
    ("java/util/ResourceBundle", "a cache"),
    ("java/util/ServiceLoader", "found out when the program is read"),
    ("java/util/ImmutableCollections", "immutable, with a salt"),
    ("java/io/PrintStream", "output is synchronized"),
    ("java/io/File", "immutable, with a cache"),
];

/// Fields of unsynchronized classes that keep a view of the object which is made when it is first asked for. Two threads may make two
/// of them, which are alike: `AbstractMap` says so. Those of a synchronized map are accessed with its lock held.
const VIEWS: &[(&str, &[&str])] = &[
    ("java/util/AbstractMap", &["keySet", "values"]),
    ("java/util/HashMap", &["entrySet"]),
    ("java/util/IdentityHashMap", &["entrySet"]),
    ("java/util/WeakHashMap", &["entrySet"]),
    ("java/util/EnumMap", &["entrySet"]),
    ("java/util/TreeMap", &["entrySet", "navigableKeySet", "descendingMap"]),
    ("java/util/TreeMap$NavigableSubMap", &["entrySetView", "navigableKeySetView", "descendingMapView"]),
    ("java/util/Collections$UnmodifiableMap", &["keySet", "values", "entrySet"]),
    ("java/util/Collections$CheckedMap", &["entrySet"]),
    ("java/util/Collections$SingletonMap", &["keySet", "values", "entrySet"]),
];

/// The class of ours that accesses arrays of the program where the program asks for it.
const ON_BEHALF: &str = "java/lang/invoke/Elements";

/// Ways to access a variable that promise less than volatile ones, by what the names of methods contain.
const WEAK: &[&str] = &["Opaque", "Acquire", "Release", "lazySet", "Plain"];

impl Translator<'_> {
    /// Whether accesses by methods of a class may race.
    pub(super) fn races_in(&self, class: ClassId) -> bool {
        let name = self.world.name(class);
        match self.origin(class) {
            Origin::User => true,
            Origin::Model => name == ON_BEHALF,
            Origin::Jdk => {
                UNSYNCHRONIZED.iter().any(|part| name.starts_with(part))
                    && !BY_DESIGN.iter().any(|(part, _)| name.starts_with(part))
            }
        }
    }

    /// Whether a field is memory that nothing orders.
    pub(super) fn is_plain_field(&self, class: ClassId, name: &str) -> bool {
        let world = self.world.class(class);
        let field = world.file.fields.iter().find(|field| field.name == name);
        let keeps_it = |(of, fields): &(&str, &[&str])| *of == world.file.name && fields.contains(&name);
        let is_view = world.origin == Origin::Jdk && VIEWS.iter().any(keeps_it);
        !is_view && field.is_none_or(|field| field.flags & flags::VOLATILE == 0)
    }

    /// The same for a word of an instance.
    pub(super) fn is_plain_word(&self, class: ClassId, slot: u32) -> bool {
        let world = self.world.class(class);
        world.layout.get(slot as usize).is_some_and(|slot| self.is_plain_field(slot.class, &slot.name))
    }
}

impl Lowering<'_, '_> {
    /// Whether an access to an instance field by this method may race.
    pub(super) fn races_on_word(&self, class: ClassId, slot: u32) -> bool {
        self.races() && self.t.is_plain_word(class, slot)
    }

    /// Whether an access to a static field may.
    pub(super) fn races_on_static(&self, class: ClassId, index: u32) -> bool {
        let field = &self.t.world.class(class).file.fields[index as usize];
        self.races() && self.t.is_plain_field(class, &field.name)
    }

    /// Whether an access to an element of an array may.
    pub(super) fn races(&self) -> bool {
        self.t.races_in(self.method.class)
    }

    /// Notes a call of the user that accesses a variable in a way that promises less than a volatile access, and any use of files
    /// or the network.
    pub(super) fn note_weak(&mut self, member: &Member) {
        if files::uses(member) {
            self.t.notes.weak.insert("files".to_owned());
            self.t.notes.fixed.insert(files::FIXED);
        }
        if network::uses(member) {
            self.t.notes.fixed.insert(network::FIXED);
        }
        let of_variables = member.class == "java/lang/invoke/VarHandle"
            || member.class.starts_with("java/util/concurrent/atomic/Atomic");
        let is_weak = of_variables && WEAK.iter().any(|mode| member.name.contains(mode));
        let is_weak = is_weak || is_weak_by_address(member) || self.t.opened.watches_waits() && asks(member);
        if is_weak && self.t.origin(self.method.class) == Origin::User {
            let class = dotted(&member.class);
            let class = class.rsplit('.').next().unwrap_or(&class);
            let by = self.t.world.method_name(self.method);
            self.t.notes.weak.insert(format!("{class}.{} in {by}", member.name));
        }
    }
}

/// Whether a method asks what a thread waits for: what that one did before is not ordered by the answer.
fn asks(member: &Member) -> bool {
    member.name == "getState" && member.desc == "()Ljava/lang/Thread$State;"
        || member.name == "getBlocker" && member.class == "java/util/concurrent/locks/LockSupport"
}

/// Whether a method of `sun.misc.Unsafe` accesses a variable. Whether that is volatile itself does not matter: a plain access of another
/// thread to the same variable is not seen to race with it.
fn is_weak_by_address(member: &Member) -> bool {
    member.class == super::unsafe_ops::UNSAFE && member.desc.starts_with("(Ljava/lang/Object;J")
}
