//! Java programs: class files, and what of the JDK they use, translated to the IR.
//!
//! [`load`] finds a JDK, reads classes as they are needed ([`library`], [`classfile`]), and translates everything that
//! can be reached from `main` ([`translate`](mod@translate)). What cannot be translated becomes an instruction that
//! refuses when it is reached, so that a verdict never rests on it.

mod classfile;
mod compiled;
mod descriptor;
mod host;
mod javac;
mod junit;
mod library;
pub mod methods;
mod models;
pub mod reading;
mod replaced;
mod source;
mod start;
mod translate;
mod world;

pub use compiled::cache_directory;
pub use host::Host;
pub use javac::{Scratch, compile, javac_version};
pub use junit::Listed;
pub use library::jdk_version;
pub use replaced::{is_replaced, replaced_classes};
pub use start::{Input, Kept, LoadError, Loaded, load, tests};
pub use translate::{
    Claim, InSystem, Missing, NetworkFaults, Notes, Open, Opened, Outside, ProcessValue, Promise, Properties,
    TranslateError, Written,
};
