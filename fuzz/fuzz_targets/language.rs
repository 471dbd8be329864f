#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    commute_testkit::fuzz::language(bytes);
});
