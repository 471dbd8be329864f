//! Damaged class files, without a JDK: those of ours, cut off, with bits flipped, and with lies about sizes.

use super::decode;
use crate::models::MODELS;
use crate::reading::class_file as read_all;

/// A small generator of random numbers; the same in every run.
fn next(state: &mut u64) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize
}

#[test]
fn whatever_is_cut_off_is_rejected() {
    for (name, bytes) in MODELS {
        assert!(read_all(bytes).is_ok(), "{name}");
        for length in 0..bytes.len() {
            assert!(read_all(&bytes[..length]).is_err(), "{name} cut to {length} bytes");
        }
    }
}

#[test]
fn flipped_bits_are_rejected_or_read() {
    let mut state = 11;
    let (mut rejected, mut read) = (0, 0);
    for round in 0..6_000 {
        let (_, bytes) = MODELS[round % MODELS.len()];
        let mut damaged = bytes.to_vec();
        for _ in 0..1 + next(&mut state) % 4 {
            let at = next(&mut state) % damaged.len();
            damaged[at] ^= 1 << (next(&mut state) % 8);
        }
        match read_all(&damaged) {
            // A body has at most 65,535 bytes, and an instruction at least one.
            Ok(instructions) => {
                assert!(instructions < damaged.len());
                read += 1;
            }
            Err(error) => {
                assert!(!error.is_empty());
                rejected += 1;
            }
        }
    }
    assert!(rejected > 1_000 && read > 100, "{rejected} rejected, {read} read");
}

#[test]
fn numbers_in_the_file_that_are_too_large_cost_nothing() {
    let pool = super::ClassFile::default().pool;
    let word = |value: i32| value.to_be_bytes();
    let table = [&[0xaa, 0, 0, 0][..], &word(0), &word(i32::MIN), &word(i32::MAX)].concat();
    let lookup = [&[0xab, 0, 0, 0][..], &word(0), &word(i32::MAX)].concat();
    for body in [table, lookup, vec![0xc4], vec![0xff], vec![0xb2, 0xff, 0xff], vec![0x12, 0xff]] {
        assert!(decode(&body, &pool).is_err(), "{body:x?}");
    }
    // A constant pool of 65,535 entries of which there is none, and tables of members of the same kind.
    let head = [0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61];
    for tail in [&[0xff, 0xff][..], &[0, 1, 0, 0x21, 0, 0, 0, 0, 0xff, 0xff], &[0, 2, 1, 0xff, 0xff, 65]] {
        assert!(read_all(&[&head[..], tail].concat()).is_err());
    }
}
