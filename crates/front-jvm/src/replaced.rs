//! Which methods of the library are not the JDK's own, for tests that call each of them.

use crate::models::MODELS;
use crate::translate::overrides;
use std::collections::BTreeSet;

/// The classes that are replaced, or some method of which is; names with a `*` stand for several.
pub fn replaced_classes() -> BTreeSet<&'static str> {
    MODELS.iter().map(|(name, _)| *name).chain(overrides::classes()).collect()
}

/// Whether a method is not what the JDK of a version has: its class is replaced, or it is itself.
pub fn is_replaced(version: u32, class: &str, name: &str, desc: &str) -> bool {
    MODELS.iter().any(|(own, _)| *own == class) || overrides::intrinsic(version, class, name, desc).is_some()
}
