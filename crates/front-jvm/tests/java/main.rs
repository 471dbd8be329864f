//! Java programs, from source or class files to what is printed, the verdict and the number of states.
//!
//! One program, since each that links everything takes a while to build, and tests of one program run side by side. `cargo
//! test -p commute-front-jvm --test java examples::` runs one file's tests.

mod annotations;
mod conformance;
mod disciplines;
mod distributed;
mod examples;
mod jars;
mod junit;
mod libraries;
mod livelocks;
mod malformed;
mod network;
mod open;
mod other_jdks;
mod owners;
mod properties;
mod races;
mod sequential;
mod static_escape;
mod support;
mod timeouts;
mod unfollowed;
