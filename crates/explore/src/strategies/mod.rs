//! One file for each reduction, and the list of them.

mod ample;

use crate::options::{OracleKind, Reduction};
use crate::strategy::{Full, Strategy};
use ample::Ample;
use commute_machine::HeapView;
use commute_movers::{Either, Escape, Ld, LdWslDom, StaticEscape, Wsl, WslDom};

/// The strategy that a reduction means.
pub fn strategy<M: HeapView>(reduction: Reduction) -> Box<dyn Strategy<M>> {
    let Reduction::Ample(oracle) = reduction else { return Box::new(Full) };
    match oracle {
        OracleKind::StaticEscape => Box::new(Ample::new(StaticEscape::default())),
        OracleKind::Escape => Box::new(Ample::new(Escape::default())),
        OracleKind::StaticThenEscape => Box::new(Ample::new(Either::<StaticEscape, Escape>::default())),
        OracleKind::Wsl => Box::new(Ample::new(Wsl::default())),
        OracleKind::WslDom => Box::new(Ample::new(WslDom::default())),
        OracleKind::Ld => Box::new(Ample::new(Ld::default())),
        OracleKind::LdThenWslDom => Box::new(Ample::new(LdWslDom::default())),
    }
}
