//! One file for each reduction, and the list of them.

mod ample;

use crate::options::OracleKind;
pub use ample::Ample;
use commute_machine::Variables;
use commute_movers::{
    Either, Escape, Ld, LdWslDom, LocalFinal, Locks, Oracle, Predicates, StaticEscape, Wsl, WslDom,
};

/// An oracle by its name.
pub fn oracle<M: Variables>(kind: OracleKind) -> Box<dyn Oracle<M>> {
    match kind {
        OracleKind::StaticEscape => Box::new(StaticEscape::default()),
        OracleKind::Escape => Box::new(Escape::default()),
        OracleKind::StaticThenEscape => Box::new(Either::<StaticEscape, Escape>::default()),
        OracleKind::Wsl => Box::new(Wsl::default()),
        OracleKind::WslDom => Box::new(WslDom::default()),
        OracleKind::Ld => Box::new(Ld::default()),
        OracleKind::LdThenWslDom => Box::new(LdWslDom::default()),
        OracleKind::LocalFinal => Box::new(LocalFinal::default()),
        OracleKind::Locks => Box::new(Locks::default()),
        OracleKind::Predicates => Box::new(Predicates::default()),
        OracleKind::KnownPredicates => Box::new(Predicates::known_to_be_disjoint()),
        OracleKind::Auto => Box::new(Either::<Predicates, Either<Locks, WslDom>>::default()),
    }
}
