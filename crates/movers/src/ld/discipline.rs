//! How `ld` knows the accesses to some data to be protected.

use crate::guard::Guard;
use commute_machine::{Guarded, HeapView};
use std::collections::BTreeSet;

/// How the accesses to some data are protected, as far as is known.
pub enum Discipline {
    /// Nobody writes them once they are shared (LD-RO).
    ReadOnly,
    /// By each of these guards. Never empty.
    Guards(BTreeSet<Guard>),
    /// Each object by some lock: by its lock set.
    Lockset,
    /// Not at all.
    None,
}

impl Discipline {
    /// Whether it says that the data is protected.
    pub fn protects(&self) -> bool {
        !matches!(self, Discipline::None)
    }

    /// The assumption about `data` in words.
    pub fn describe<M: HeapView>(&self, machine: &M, data: Guarded) -> String {
        let (subject, once) = match data {
            Guarded::Kind(kind) => (format!("each {}", machine.kind_name(kind)), " once shared"),
            Guarded::Global(global) => (machine.global_name(global), ""),
        };
        let lock = match self {
            Discipline::Guards(guards) => guards.first().map(|guard| guard.describe(machine)),
            Discipline::Lockset | Discipline::None => None,
            Discipline::ReadOnly => return format!("{subject} is only read{once}"),
        };
        format!("{subject} is accessed under {}{once}", lock.unwrap_or_else(|| "one lock".into()))
    }
}
