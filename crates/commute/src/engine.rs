//! The search engine for programs: `explore`, made for the machine of `vm`.
//!
//! `explore` works on any machine, so everybody who calls it compiles it, with all its orders, stores and strategies. That is
//! done once, here. Whoever wants a verdict uses [`crate::Check`]; these are for tests of the engine itself.

use commute_explore::{
    AtomicFunction, Atomicity, Checkpoint, Fairness, LtlOutcome, Method, Observer, Options, OracleKind,
    Outcome, ResumeError, Unknown,
};
use commute_vm::Vm;
use std::collections::BTreeMap;

/// As [`commute_explore::search`].
pub fn search(vm: &mut Vm, options: &Options, observer: &mut dyn Observer) -> Outcome {
    commute_explore::search(vm, options, observer)
}

/// As [`commute_explore::resume`].
pub fn resume(
    vm: &mut Vm,
    checkpoint: &Checkpoint,
    options: &Options,
    observer: &mut dyn Observer,
) -> Result<Outcome, ResumeError> {
    commute_explore::resume(vm, checkpoint, options, observer)
}

/// As [`commute_explore::check_ltl`].
pub fn check_ltl(
    vm: &mut Vm,
    property: usize,
    fairness: Fairness,
    options: &Options,
    observer: &mut dyn Observer,
) -> LtlOutcome {
    commute_explore::check_ltl(vm, property, fairness, options, observer)
}

/// As [`commute_explore::methods`].
pub fn methods(
    vm: &mut Vm,
    kind: OracleKind,
    asked: &[bool],
    options: &Options,
) -> Result<BTreeMap<u32, Method>, Unknown> {
    commute_explore::methods(vm, kind, asked, options)
}

/// As [`commute_explore::atomicity`].
pub fn atomicity(vm: &mut Vm, function: &AtomicFunction<'_>, options: &Options) -> Atomicity {
    commute_explore::atomicity(vm, function, options)
}
