//! Class files that are none are rejected with a message. The test `fuzz_smoke` of the testkit changes bytes at random.

use crate::support;
use commute_testkit::fuzz::try_java_program;

/// What is wrong with a class file, if anything is.
fn try_bytes(bytes: &[u8]) -> Result<(), String> {
    try_java_program(bytes).map_err(|error| error.to_string())
}

#[test]
fn what_is_cut_off_is_rejected_with_a_message() {
    if !support::has_jdk() {
        return;
    }
    let victim = support::root().join("fuzz/corpus/java_program/Victim.class");
    let bytes = std::fs::read(victim).unwrap();
    assert_eq!(try_bytes(&bytes), Ok(()));
    for length in (0..bytes.len()).step_by(11) {
        let error = try_bytes(&bytes[..length]).unwrap_err();
        assert!(error.contains("class"), "{error}");
    }
}

/// A pool that says it has many entries, an attribute that says it is huge, a pool that refers to itself.
#[test]
fn lies_about_sizes_cost_nothing() {
    if !support::has_jdk() {
        return;
    }
    let head = [0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61];
    let many = [&head[..], &[0xff, 0xff]].concat();
    let itself = [&head[..], &[0, 2, 7, 0, 1, 0, 0x21, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]].concat();
    let text = [&head[..], &[0, 2, 1, 0xff, 0xff, 65]].concat();
    for lie in [many, itself, text, head.to_vec(), Vec::new()] {
        let error = try_bytes(&lie).unwrap_err();
        assert!(error.contains("Victim.class is no class file"), "{error}");
    }
}
